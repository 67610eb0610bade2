"""Constraints in the inspector: in words beside the view, as lines on the canvas; and scenes, of which one is shown."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

from drawing import settle
from inspecting import row
from paneling import put, ready, select
from settling import point_at

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"
FILE = FIXTURES / "kitchen.storyboard"


@pytest.fixture
def kitchen(shared):
    """The address of a storyboard with three scenes; view 2 is a label, 3 a stack view, 8 the root of the last scene."""
    dump = shared.request("POST", "/api/v1/dumps?name=kitchen", FILE.read_bytes()).json["id"]
    return f"{shared.url}/dumps/{dump}"


@pytest.fixture
def held(shared):
    """The address of a storyboard in which 2 is a box whose constraints conflict, nothing decides the width of 3, and 4 wishes for another width."""
    dump = shared.request("POST", "/api/v1/dumps?name=held", (FIXTURES / "held.storyboard").read_bytes()).json["id"]
    return f"{shared.url}/dumps/{dump}"


def edge(page, name):
    """The line that tells of an edge of the selected view."""
    return page.locator("#panel .edges li").filter(has=page.locator(".edge", has_text=name))


def lines(page):
    return page.locator("#panel .constraints li .code")


def test_the_selection_brings_its_scene_and_its_constraints_in_words_with_links_and_on_the_canvas(kitchen, open_page):
    page = ready(open_page(kitchen))
    settle(page)
    # One scene is shown at a time.
    expect(page.locator("canvas.surface")).to_have_attribute("data-height", "667")
    row(page, 0).locator("> .row").click()
    expect(page.locator("canvas.surface")).to_have_attribute("data-height", "44")
    select(page, 2)
    expect(lines(page)).to_have_text([
        "leading = superview.safeArea.leading + 16", "trailing = superview.safeArea.trailing − 16",
        "top = superview.topLayoutGuide.bottom + 16", "bottom = UIStackView.top − 19.5",
    ])
    section = page.get_by_role("region", name="Constraints")
    expect(section).to_contain_text("Placed by")
    expect(section).to_contain_text("horizontal 251, vertical 251")
    section.get_by_role("link", name="UIStackView").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", "3")
    expect(section).to_contain_text("vertical, distribution fillEqually, alignment center, spacing 12")
    marks = page.locator(".overlay .constraint")
    expect(marks).to_have_count(4)
    expect(marks.filter(has_text="≥ 28")).to_have_count(1)
    expect(marks.filter(has_text="19.5")).to_have_count(1)
    expect(page.locator(".overlay .strut")).to_have_count(0)
    # A view that its mask places has springs and no constraints.
    select(page, 7)
    expect(section).to_contain_text("its mask")
    expect(lines(page)).to_have_count(0)
    expect(page.locator(".overlay .constraint")).to_have_count(0)
    expect(page.locator(".overlay .spring")).not_to_have_count(0)


def test_another_screen_is_laid_out_by_constraints_and_says_what_depends_on_contents(kitchen, open_page):
    page = ready(open_page(f"{kitchen}?view=2&device=iphone-5s"))
    said = page.locator("#whatif")
    expect(said).to_contain_text("constraints solved")
    expect(said).to_contain_text("depend on the size of their contents")
    expect(page.locator("canvas.surface")).not_to_have_attribute("data-soft-edges", "0")
    expect(page.locator("#panel .panel-head")).to_contain_text("depends on contents")
    expect(page.locator(".overlay .constraint")).to_have_count(4)
    settle(page)
    page.locator("#device-tools .devices").evaluate("menu => (menu.closest('details').open = true)")
    form = page.locator("#device-tools form")
    expect(form.get_by_label("Share growth")).not_to_be_visible()
    form.get_by_label("Lay out").select_option(label="by masks alone")
    expect(form.get_by_label("Share growth")).to_be_visible()
    form.get_by_role("button", name="Lay out").click()
    expect(said).to_contain_text("Only masks are simulated")
    expect(page.locator(".overlay .constraint")).to_have_count(0)
    expect(page.locator("canvas.surface")).to_have_attribute("data-soft-edges", "0")
    expect(page).to_have_url(re.compile("device=iphone-5s"))
    expect(page).to_have_url(re.compile("solver=masks"))
    page.get_by_role("button", name="Back to the dump").click()
    expect(said.locator("section")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("solver"))
    # Another scene is laid out once it is selected.
    page.locator("#device-tools summary").first.click()
    put(page, "Width", "500", key="Tab")
    put(page, "Height", "600", key="Tab")
    form.get_by_role("button", name="Lay out").click()
    expect(page.locator("canvas.surface")).to_have_attribute("data-height", "600")
    before = said.text_content()
    row(page, 8).locator("> .row").click()
    expect(said).not_to_have_text(before)
    expect(page.locator("canvas.surface")).to_have_attribute("data-height", "600")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", "8")


@pytest.mark.parametrize("scene, own, wide", [(1, "375 × 667", "667 × 375"), (8, "375 × 667", "667 × 375"), (0, "375 × 44", "44 × 375")])
def test_what_if_lays_out_the_scene_of_the_selected_view(kitchen, open_page, shared, scene, own, wide):
    page = ready(open_page(f"{kitchen}?view={scene}&device=ipad-2"))
    expect(page.locator("#whatif")).to_contain_text("What if 768 × 1024")
    base = kitchen.replace("/dumps/", "/api/v1/dumps/").removeprefix(shared.url)
    moved = sum(view["changed"] for view in shared.get(f"{base}/layout?device=ipad-2&view={scene}").json["views"])
    expect(page.locator("#whatif")).to_contain_text(f"{moved} of 11 views move")
    page.get_by_role("button", name="Back to the dump").click()
    expect(page.locator("#device-tools summary").first).to_contain_text(own)
    page.locator("#rotate").click()
    expect(page.locator("#whatif")).to_contain_text(f"What if {wide}")


def test_without_scripts_what_if_is_of_the_scene_of_the_selected_view(kitchen, open_page):
    page = open_page(f"{kitchen}?view=8&width=500&height=600", java_script_enabled=False)
    expect(page.locator("#whatif")).to_contain_text("What if 500 × 600")
    assert "view=8" in page.locator("image[href*='wireframe.svg']").first.get_attribute("href")


def test_without_scripts_the_panel_lists_them_too(kitchen, open_page):
    page = open_page(f"{kitchen}?view=2", java_script_enabled=False)
    expect(lines(page)).to_have_count(4)
    expect(page.locator("#panel .constraints").last).to_contain_text("bottom = UIStackView.top − 19.5")
    page.locator("#panel .constraints a", has_text="UIStackView").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", "3")


@pytest.mark.parametrize("scripts", [True, False])
def test_each_edge_tells_what_holds_it_and_what_gave_way_in_the_dump_and_on_a_device(held, open_page, scripts):
    page = open_page(f"{held}?view=4&panel=size&device=iphone-5s", java_script_enabled=scripts)
    expect(page.locator("#panel .failures")).to_contain_text("gave way by 96 points")
    page.locator("#whatif").get_by_text("Back to the dump").click()
    expect(page.locator("#panel .failures")).to_contain_text("gave way by 41 points")
    expect(page.locator("#panel .failures")).to_contain_text("width = 300 @ 999")
    expect(edge(page, "left")).to_contain_text("16")
    expect(edge(page, "left").locator(".code")).to_have_text("leading = superview.leading + 16")
    expect(edge(page, "right").locator(".code")).to_have_text("trailing ≤ superview.trailing − 100")
    expect(edge(page, "width")).to_contain_text("from left and right")
    page.goto(f"{held}?view=4&panel=size&device=iphone-5s&solver=masks")
    expect(page.locator("#panel .constraints").last).to_contain_text("width = 300")
    expect(page.locator("#panel")).not_to_contain_text("gave way")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_conflict_is_told_in_words_and_its_broken_constraint_stands_out(held, open_page, scripts):
    page = open_page(f"{held}?view=2&panel=size&device=iphone-5s", java_script_enabled=scripts)
    expect(page.locator("#panel")).to_contain_text("need 120 points, the root has 320")
    page.locator("#whatif").get_by_text("Back to the dump").click()
    expect(page.locator("#panel").get_by_text("These 3 required constraints cannot all hold (width)")).to_have_count(1)
    expect(page.locator("#panel .failures .broken")).to_contain_text("left out, off by")
    if scripts:
        expect(page.locator(".overlay .constraint.broken")).to_have_count(1)


def test_what_nothing_decides_says_between_which_ends_and_the_canvas_draws_both(held, open_page):
    page = ready(open_page(f"{held}?view=3&panel=size"))
    expect(edge(page, "width")).to_contain_text("undetermined: anything from 100 to 200")
    expect(page.locator(".overlay .extreme")).to_have_count(2)
    row(page, 4).locator("> .row").click()
    expect(edge(page, "width")).to_contain_text("from left and right")
    expect(page.locator(".overlay .extreme")).to_have_count(0)


#: Lines with their labels in the middle, what is there already, and where the labels go: nowhere is None.
SPREADING = [
    # One stays where it is, beside another's line too.
    ([((0, 0), (100, 0), 24), ((0, 40), (100, 40), 24)], [], [(50, 0), (50, 40)]),
    # Two lines on each other: the shorter one chooses first, the longer one moves along.
    ([((0, 0), (200, 0), 24), ((60, 0), (140, 0), 24)], [], [(74, 0), (100, 0)]),
    ([((0, 0), (0, 200), 24), ((0, 50), (0, 150), 24)], [], [(0, 80), (0, 100)]),
    # Where there is no room on the line, beside it.
    ([((0, 0), (30, 0), 24)], [(15, 0, 24)], [(45, 0)]),
    ([((0, 0), (0, 20), 24)], [(0, 10, 24)], [(0, 32)]),
    # Nowhere.
    ([((0, 0), (30, 0), 24)], [(15, 0, 24), (15, 21, 24), (15, -21, 24), (45, 0, 24), (-15, 0, 24), (15, 42, 24), (15, -42, 24)], [None]),
]


@pytest.mark.parametrize("lines, taken, wanted", SPREADING)
def test_labels_move_along_their_lines_and_beside_them_until_none_lies_on_another(open_page, samples, lines, taken, wanted):
    page = open_page(samples.url + "/help")
    module_path = page.locator("script[type=module]").first.get_attribute("src").replace("pages/app.js", "inspector/canvas/constraints.js")
    drawn = [{"from": start, "to": end, "label": [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2], "width": width} for start, end, width in lines]
    found = page.evaluate("""async ([path, lines, taken]) => {
      (await import(path)).spread(lines, taken.map(([x, y, width]) => ({ x, y, width })));
      return lines.map(({ label, width }) => width ? label : null);
    }""", [module_path, drawn, taken])
    assert found == [place and list(place) for place in wanted]


def crowded(count):
    """A storyboard with a view that is held from so many others, all on one line."""
    views = "".join(f'''<view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="nei-00-{number:03}">
        <rect key="frame" x="{4 * number}" y="100" width="2" height="20"/></view>''' for number in range(count))
    held = "".join(f'''<constraint firstItem="box-00-001" firstAttribute="leading" secondItem="nei-00-{number:03}" secondAttribute="trailing"
        constant="{300 - 4 * number - 2}" id="con-00-{number:03}"/>''' for number in range(count))
    return f'''<?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
    <scenes><scene sceneID="sce-00-001"><objects><viewController id="ctl-00-001" sceneMemberID="viewController">
    <view key="view" contentMode="scaleToFill" id="roo-00-001"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
    <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="box-00-001"><rect key="frame" x="300" y="100" width="40" height="20"/></view>
    {views}</subviews><constraints>{held}</constraints></view></viewController></objects></scene></scenes></document>'''.encode()


@pytest.mark.parametrize("count, isFull", [(5, False), (40, True)])
def test_labels_on_the_canvas_are_readable_and_what_has_no_room_is_shown_with_its_line_in_the_panel(open_page, shared, count, isFull):
    dump = shared.request("POST", f"/api/v1/dumps?name=crowded-{count}", crowded(count)).json["id"]
    page = ready(open_page(f"{shared.url}/dumps/{dump}?view=1"))
    settle(page)
    marks, labels = page.locator(".overlay .constraint"), page.locator(".overlay .constraint .pill")
    expect(marks).to_have_count(count)
    rooms = labels.evaluate_all("all => all.map((one) => one.getBoundingClientRect()).map(({ left, right, top, bottom }) => [left, right, top, bottom])")
    assert (len(rooms) < count) == isFull and len(rooms) > 3
    overlapping = [(one, other) for at, one in enumerate(rooms) for other in rooms[:at]
                   if one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]]
    assert overlapping == []
    for number in range(count):
        mark = page.locator(f".overlay .constraint[data-number='{number}']")
        without = mark.locator(".pill").count() == 0
        told = page.locator(f".overlay .constraint.hot[data-number='{number}'] text")
        constant = str(300 - 4 * number - 2)
        point_at(page, page.locator(f"#panel [data-constraint='{number}']").first, lambda: told.all_text_contents() == [constant])
        if without:
            page.locator("#panel .panel-head h2").hover()
            expect(mark.locator(".pill")).to_have_count(0)
