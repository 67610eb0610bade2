"""What test tools dump opens like every other dump: tree, canvas, panel and report."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from conftest import REPOSITORY
from drawing import settle
from inspecting import click_canvas, expect_selected, row
from paneling import choose, saved, shown
from settling import soon

FIXTURES = REPOSITORY / "Tests/Fixtures/dumps"


@pytest.fixture
def opened(open_page, shared):
    def opened(name, query=""):
        reply = shared.request("POST", "/api/v1/dumps?name=" + urllib.parse.quote(name), (FIXTURES / name).read_bytes())
        assert reply.status == 201, reply.text
        page = open_page(f"{shared.url}/dumps/{reply.json['id']}{query}")
        settle(page)
        return page, reply.json
    return opened


def icons(page):
    """The symbol of each row that is there, by the id of its view."""
    rows = page.locator("#tree li[data-id]").evaluate_all(
        "(all) => all.map((one) => [one.dataset.id, one.querySelector('.row use').getAttribute('href').split('#')[1]])")
    return {int(view): symbol for view, symbol in rows}


@pytest.mark.parametrize("name, kinds", [
    ("orchard-wda.xml", {0: "window", 1: "window", 2: "bar", 5: "list"}),
    ("orchard-xcuitest.txt", {0: "window", 1: "window", 2: "bar", 5: "list", 11: "field"}),
    ("orchard-uiautomator.xml", {1: "text", 2: "list", 6: "field", 7: "button"}),
])
def test_elements_have_the_symbols_of_what_they_are(opened, without_script, name, kinds):
    page, dump = opened(name)
    expected = {view: f"view-{kind}" for view, kind in kinds.items()}
    assert soon(page, lambda: {view: icons(page).get(view) for view in expected}) == expected
    served = without_script(page.url)
    assert {view: icons(served)[view] for view in expected} == expected


def test_the_tree_begins_with_the_elements_of_the_screen(open_page, without_script, shared):
    nested = "".join(f'<XCUIElementTypeOther type="XCUIElementTypeOther" x="0" y="0" width="390" height="{844 - step}">' for step in range(7))
    cells = "".join(f'<XCUIElementTypeCell type="XCUIElementTypeCell" x="0" y="{44 * step}" width="390" height="44"/>' for step in range(3))
    source = (f'<XCUIElementTypeApplication type="XCUIElementTypeApplication" x="0" y="0" width="390" height="844">{nested}'
              f'<XCUIElementTypeTable type="XCUIElementTypeTable" x="0" y="0" width="390" height="844">{cells}</XCUIElementTypeTable>'
              '<XCUIElementTypeOther type="XCUIElementTypeOther" x="0" y="800" width="390" height="44"/>'
              + "</XCUIElementTypeOther>" * 7 + "</XCUIElementTypeApplication>")
    reply = shared.request("POST", "/api/v1/dumps?name=Deep", source.encode())
    for page in (open_page(f"{shared.url}/dumps/{reply.json['id']}"), without_script(f"{shared.url}/dumps/{reply.json['id']}")):
        for view in (0, 7, 8, 9, 11, 12):
            expect(row(page, view)).to_be_visible()


def test_a_query_shows_its_results_and_says_so(opened):
    page, dump = opened("orchard-query.txt")
    expect(page.get_by_text("2 views")).to_be_visible()
    expect(row(page, 0)).to_have_accessible_name("XCUIElementTypeButton “Add a tree”")
    expect(row(page, 1)).to_have_accessible_name("XCUIElementTypeButton “Pick”")


def test_an_element_is_chosen_on_the_canvas_and_told_with_what_is_not_known(opened):
    page, dump = opened("orchard-wda.xml")
    click_canvas(page, 8)
    expect_selected(page, 8)
    expect(page.locator("#panel")).to_contain_text("XCUIElementTypeSwitch")
    expect(page.get_by_role("tabpanel", name="Element")).to_contain_text("ripe")


def test_a_dump_that_says_no_masks_begins_with_what_it_says_of_an_element_and_how_tests_find_it(opened):
    page, _ = opened("orchard-wda.xml", "?view=8")
    expect(page.locator("#section-element")).to_be_visible()
    expect(page.locator(".locator").first).to_be_visible()
    # What the format never says is one line until it is asked for.
    unsaid = page.locator("#section-element .attribute.unknown")
    expect(unsaid.first).to_be_hidden()
    page.locator("#section-element .unsaid > summary").click()
    expect(unsaid.first).to_be_visible()


#: Dumps, and the tabs that have something to say of them: the first is the one that is shown.
TABS = [
    ("orchard-wda.xml", ["Element", "Size", "Touch", "Source"]),
    ("orchard-uiautomator.xml", ["Element", "Size", "Touch", "Source"]),
    ("orchard-detox.txt", ["Size", "Attributes", "Touch", "Source"]),
    ("kitchen.storyboard", ["Size", "Attributes", "Touch", "Content", "Source"]),
]


@pytest.mark.parametrize("name, tabs", TABS)
def test_there_are_only_the_tabs_that_have_something_to_say_and_the_first_is_shown(opened, name, tabs):
    page, _ = opened(name, "?view=1")
    expect(page.get_by_role("tab")).to_have_text(tabs)
    expect(page.get_by_role("tab", selected=True)).to_have_text(tabs[0])


def test_a_mask_that_is_not_in_the_dump_is_not_shown_as_if_it_were_until_somebody_sets_it(opened):
    page, dump = opened("orchard-wda.xml", "?view=8")
    choose(page, "Size")
    expect(page.locator("#panel .autoresizing")).not_to_be_visible()
    page.locator("#section-size summary", has_text="Not in the dump").click()
    unsaid = "UIView’s default is nothing flexible"
    square, struts = page.locator("#panel .autoresizing"), page.locator(".overlay .strut")
    expect(shown(page)).to_contain_text(unsaid)
    expect(square.get_by_role("group", name="Autoresizing, not in the dump", exact=True)).to_be_visible()
    expect(square.locator(".preview")).not_to_be_visible()
    expect(page.get_by_role("button", name="Preview")).not_to_be_visible()
    # The distances are facts; what holds them is not known.
    expect(struts).not_to_have_count(0)
    expect(page.locator(".overlay .strut:not(.unknown)")).to_have_count(0)
    square.get_by_role("button", name="Flexible width").click()
    saved(page, 1)
    expect(shown(page)).to_contain_text("flexible width")
    expect(shown(page)).not_to_contain_text(unsaid)
    expect(square.locator(".preview")).to_be_visible()
    expect(page.locator(".overlay .strut.unknown")).to_have_count(0)
    expect(struts).not_to_have_count(0)
    page.keyboard.press("Control+z")
    saved(page, 0)
    expect(shown(page)).to_contain_text(unsaid)
    expect(page.locator(".overlay .strut:not(.unknown)")).to_have_count(0)


def test_a_dump_whose_views_have_no_area_says_so_where_they_would_be_drawn(open_page, without_script, shared):
    made = shared.request("POST", "/api/v1/dumps", {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 0, 0]}]}).json
    address = f"{shared.url}/dumps/{made['id']}"
    page = open_page(address)
    for shown_page in (page, without_script(address)):
        expect(shown_page.get_by_text("No view here has an area, so there is nothing to draw.")).to_be_visible()
        expect(shown_page.locator(".dump-report")).to_contain_text("no view has an area")
        expect(shown_page.get_by_text("0 × 0")).to_have_count(0)
    expect(page.locator("#zoom-level")).to_have_text("100 %")
    # As soon as one has an area, it is drawn.
    reply = shared.request("PATCH", f"/api/v1/dumps/{made['id']}/views/0", {"frame": {"x": 0, "y": 0, "width": 375, "height": 667}})
    assert reply.status == 200
    expect(page.locator(".canvas-note")).not_to_be_visible()
    expect(page.locator("canvas.surface")).to_have_attribute("data-height", "667")


def test_a_debug_description_without_elements_says_why(open_page, fresh):
    page = open_page(fresh.url + "/")
    page.watch.expect("status of 422", "did not answer")
    page.get_by_label("Open a dump").set_input_files(str(FIXTURES / "orchard-hung.txt"))
    expect(page.get_by_role("alert").filter(has_text="did not answer")).to_be_visible()


WATCH = """<document type="com.apple.InterfaceBuilder.WatchKit.Storyboard" targetRuntime="watchKit"><device id="watch40"/><scenes><scene>
<objects><controller id="c"><items><label text="Soup" id="l"/></items></controller></objects></scene></scenes></document>"""


def test_a_place_that_is_not_in_the_dump_is_shown_so_and_not_as_zeros(open_page, without_script, shared):
    reply = shared.request("POST", "/api/v1/dumps?name=Watch", WATCH)
    address = f"{shared.url}/dumps/{reply.json['id']}?view=1&panel=size"
    page = open_page(address)
    expect(page.locator("#panel")).to_contain_text("at an unknown place")
    for name in ("Frame x", "Frame width", "Bounds width", "Center y"):
        expect(page.get_by_label(name, exact=True)).to_have_value("")
    expect(page.locator("#panel .numbers.told", has_text="Window")).not_to_be_visible()
    page.locator("#section-size summary", has_text="Not in the dump").click()
    expect(page.locator("#section-size .unsaid")).to_contain_text("Frame, bounds and center")
    # Nor does the canvas mark it at the corner.
    page.get_by_role("treeitem", name="WKInterfaceController").click()
    expect(page.locator(".overlay .tag")).to_contain_text("×")
    page.get_by_role("treeitem", name="WKInterfaceLabel").click()
    expect(page.locator(".overlay .tag, .overlay .handle")).to_have_count(0)
    served = without_script(address).locator("#panel")
    expect(served).to_contain_text("at an unknown place")
    expect(served.locator(".numbers", has_text="Frame")).to_contain_text("unknown")
