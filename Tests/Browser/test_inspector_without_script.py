"""The inspector without scripts: every view, size and search is a link or a plain form."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from inspecting import query, row, stacked

LAP_BUTTON, LAP_LABEL, STOP_BUTTON, TAB_BAR = 35, 36, 39, 49


@pytest.fixture
def page(without_script, stopwatch):
    return without_script(stopwatch)


def expect_selected(page, view):
    assert query(page)["view"] == str(view)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(view))
    expect(page.locator("#tree .row.selected")).to_have_count(1)
    expect(row(page, view).locator("> .row[aria-current]")).to_be_visible()
    expect(page.locator('#superviews [aria-current="true"]')).to_have_attribute("data-id", str(view))


def test_rows_open_and_close_and_are_links_that_select(page):
    expect(row(page, 52).locator("> .row")).not_to_be_visible()
    row(page, TAB_BAR).locator("> details > summary").click()
    expect(row(page, 52).locator("> .row")).to_be_visible()
    row(page, TAB_BAR).locator("> details > summary").click()
    expect(row(page, 52).locator("> .row")).not_to_be_visible()
    row(page, TAB_BAR).locator("> .row").click()
    expect_selected(page, TAB_BAR)


def test_the_way_to_a_selected_view_is_open(without_script, stopwatch):
    page = without_script(f"{stopwatch}?view=10")
    expect_selected(page, 10)


def test_the_breadcrumb_selects_superviews_and_in_the_served_picture_the_selected_view_stands_out(without_script, stopwatch):
    page = without_script(f"{stopwatch}?view={LAP_LABEL}")
    page.locator("#superviews a").nth(5).click()
    expect_selected(page, LAP_BUTTON)
    address = page.locator("#canvas image").get_attribute("href")
    assert address.endswith(f"/wireframe.svg?highlight={LAP_BUTTON}")
    picture = page.request.get(urllib.parse.urljoin(page.url, address)).text()
    # The sample tells looks, so it is drawn as a screen; the selected view has a frame over what it draws.
    view = picture[picture.index(f'data-view="{LAP_BUTTON}"'):]
    assert 'class="highlighted"' in view[:view.index("</g>")] and picture.count('class="highlighted"') == 1


def test_a_selected_view_has_struts_and_springs_and_all_sections_and_stays_while_a_size_is_given_in_a_form(without_script, stopwatch):
    page = without_script(f"{stopwatch}?view={STOP_BUTTON}")
    # The server draws struts and springs.
    selection = page.locator("#canvas #selection")
    expect(selection.locator(".outline")).to_have_count(1)
    expect(selection.locator(".spring")).to_have_count(3)
    expect(selection.locator(".strut")).to_have_count(1)
    assert sorted(selection.locator("text").all_text_contents(), key=int) == ["24", "230", "252", "279"]
    # The sections of the panel stand one below the other.
    for name in ("Attributes", "Size", "Source"):
        expect(page.locator("#panel").get_by_role("heading", name=name, exact=True)).to_be_visible()
    tops = [section.bounding_box()["y"] for section in page.locator("#panel section[data-tab]").all()]
    assert tops == sorted(tops) and len(set(tops)) == 3
    # What the dump did not say is not shown as said.
    mode = page.locator("#panel .unsaid .unknown", has_text="Content mode")
    expect(mode).not_to_be_visible()
    page.locator("#panel .unsaid > summary").click()
    expect(mode).to_contain_text("UIView’s default is scaleToFill")
    expect(page.locator("#panel .unsaid .unknown", has_text="Alpha")).to_have_count(0)
    # It stays selected while another size is given in a form.
    page.locator("#device-tools summary").first.click()
    page.get_by_label("Width").fill("500")
    page.get_by_label("Height").fill("600.5")
    page.get_by_label("Share growth").select_option("even")
    page.get_by_role("button", name="Lay out").click()
    assert query(page) == {"view": str(STOP_BUTTON), "width": "500", "height": "600.5", "rule": "even"}
    expect(page.locator("#whatif")).to_contain_text("500 × 600.5")
    expect(page.locator("#canvas image")).to_have_attribute("width", "500")
    expect_selected(page, STOP_BUTTON)
    page.get_by_role("link", name="Back to the dump").click()
    assert query(page) == {"view": str(STOP_BUTTON)}


def test_the_screen_can_be_rotated_and_keeps_its_size_while_views_are_selected(page):
    page.get_by_role("link", name="Rotate").click()
    expect(page.locator("#whatif")).to_contain_text("667 × 375")
    row(page, TAB_BAR).locator("> .row").click()
    expect_selected(page, TAB_BAR)
    expect(page.locator("#whatif")).to_contain_text("667 × 375")
    expect(page.locator("#canvas .outline")).to_have_attribute("width", "667")


def test_while_nothing_is_selected_the_panel_tells_the_dump_and_a_search_lists_views(page):
    report = page.locator("#panel .dump-report")
    expect(report).to_contain_text("Vitrine JSON")
    expect(report).to_contain_text("iPhone 8")
    expect(report.locator(".class-counts li").first).to_contain_text("UILabel")
    report.get_by_role("link", name="UILabel", exact=True).click()
    assert query(page) == {"q": "UILabel"}
    page.locator("#results a").first.click()
    expect(page.locator("#panel .dump-report")).to_have_count(0)
    page.get_by_role("searchbox").fill('"lap 4"')
    page.get_by_role("button", name="Find").click()
    assert query(page)["q"] == '"lap 4"'
    expect(page.locator("#results a")).to_have_count(2)
    expect(page.get_by_role("searchbox")).to_have_value('"lap 4"')
    page.locator("#results a").nth(1).click()
    expect_selected(page, 10)


def test_a_search_may_name_a_property_as_with_scripts(without_script, stopwatch):
    page = without_script(f"{stopwatch}?q=class:*Button")
    assert page.locator("#results a").count() > 1
    assert all(name.endswith("Button") for name in page.locator("#results .class").all_text_contents())


def test_status_bar_and_keyboard_are_links(without_script, stopwatch):
    page = without_script(f"{stopwatch}?device=iphone-8")
    page.locator("#more-tools summary").click()
    page.get_by_role("link", name="Over the window").click()
    assert query(page) == {"device": "iphone-8", "keyboard": "true"}
    picture = page.request.get(page.url.split("/dumps/")[0] + page.locator("#canvas image").get_attribute("href")).text()
    assert '<g class="keyboard" transform="translate(0 407)">' in picture
    expect(page.locator("#whatif")).to_contain_text("under the keyboard")
    expect(page.locator("#whatif")).to_contain_text("375 × 667")
    page.locator("#more-tools summary").click()
    page.get_by_role("link", name="In a call").click()
    assert query(page) == {"device": "iphone-8", "statusBar": "inCall", "keyboard": "true"}
    expect(page.locator("#more-tools [aria-current]")).to_have_text(["In a call", "Over the window"])


def test_parts_of_an_ipads_screen_are_links(without_script, stopwatch):
    page = without_script(f"{stopwatch}?device=ipad-9-7&orientation=landscape")
    page.locator("#device-tools summary").first.click()
    page.get_by_role("link", name="Half of the screen").click()
    assert query(page) == {"device": "ipad-9-7", "orientation": "landscape", "splitView": "half"}
    expect(page.locator("#whatif")).to_contain_text("507 × 768")
    page.locator("#rotate").click()
    assert query(page) == {"device": "ipad-9-7"}
    assert without_script(f"{stopwatch}?device=ipad-10-2").get_by_text("Split View").count() == 0


def test_views_that_masks_cannot_place_are_hatched(without_script, shared):
    page = without_script(f"{shared.url}/dumps/{stacked(shared)}?width=320&height=568")
    expect(page.locator("#canvas .doubt")).to_have_count(1)
    expect(page.locator("#whatif")).to_contain_text("Only masks are simulated: 2 can’t be placed")


def test_subviews_that_the_page_holds_back_are_a_page_of_their_own(without_script, shared):
    lines = ["<UIWindow: 0x1; frame = (0 0; 100 100); layer = <CALayer: 0x2>>"]
    lines += [f"   | <UILabel: 0x{view:x}; frame = (0 0; 9 9); text = 'label {view}'; layer = <CALayer: 0x2>>"
              for view in range(1, 701)]
    dump = shared.request("POST", "/api/v1/dumps", "\n".join(lines)).json["id"]
    page = without_script(f"{shared.url}/dumps/{dump}")
    expect(page.locator("#tree li")).to_have_count(302)
    page.get_by_role("link", name="400 more").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Subviews of UIWindow")
    expect(row_links(page)).to_have_count(301)
    page.get_by_role("link", name="100 more").click()
    expect(row_links(page)).to_have_count(100)
    page.get_by_role("link", name="label 700").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", "700")


def row_links(page):
    return page.locator(".tree.flat .row")


def test_what_was_assumed_to_draw_a_view_is_listed(without_script, world_clock):
    page = without_script(f"{world_clock}?view=8")
    expect(page.locator("#panel .assumptions")).to_contain_text("Font", ignore_case=True)
    expect(page.locator("#panel .assumptions")).to_contain_text("as high as one line")
