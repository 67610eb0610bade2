"""The inspector keeps tree, canvas, panel, breadcrumb and address on the same view."""

import re

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from inspecting import (
    click_canvas, corner, expect_focus, expect_nothing_selected, expect_selected, pane, point, query, row, zoom_level)

# Views of the stopwatch sample.
WINDOW, CONTAINER, WRAPPER, SCREEN, TABLE, LAP_4, MINUTES = 0, 1, 3, 4, 5, 10, 30
LAP_BUTTON, LAP_LABEL, HIDDEN_BUTTON, STOP_BUTTON, STOP_LABEL, TAB_BAR = 35, 36, 37, 39, 40, 49


@pytest.fixture
def page(open_page, stopwatch):
    return open_page(stopwatch)


def test_a_click_on_the_canvas_selects_the_deepest_view_there(page):
    click_canvas(page, LAP_BUTTON)
    expect_selected(page, LAP_LABEL)
    click_canvas(page, LAP_BUTTON, 0.05, 0.05)
    expect_selected(page, LAP_BUTTON)
    assert page.title().endswith("Vitrine")


def test_a_click_beside_the_screen_selects_nothing(page):
    click_canvas(page, LAP_BUTTON)
    expect_selected(page, LAP_LABEL)
    box = page.locator("#viewport").bounding_box()
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] - 8)
    expect_nothing_selected(page)


def test_a_click_on_the_canvas_opens_the_way_to_the_row(page):
    expect(row(page, STOP_LABEL)).not_to_be_visible()
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    for superview in (SCREEN, STOP_BUTTON):
        expect(row(page, superview)).to_have_attribute("aria-expanded", "true")
    expect(row(page, STOP_LABEL).locator("> .row")).to_be_in_viewport()


def test_a_click_in_the_tree_selects_the_view(page):
    row(page, TAB_BAR).locator("> .row").click()
    expect_selected(page, TAB_BAR)
    expect_focus(page, TAB_BAR)


def test_a_hidden_view_can_be_selected_in_the_tree_and_is_outlined(page):
    page.goto(page.url + f"?view={STOP_BUTTON}")
    assert pane(page, HIDDEN_BUTTON).count() == 0
    row(page, HIDDEN_BUTTON).locator("> .row").click()
    expect_selected(page, HIDDEN_BUTTON)
    expect(page.locator(".overlay .outline")).to_have_count(1)


def test_a_click_with_control_opens_the_view_in_a_window_of_its_own(page):
    with page.context.expect_page() as opened:
        row(page, TAB_BAR).locator("> .row").click(modifiers=["Control"])
    opened.value.wait_for_url(f"**/*?view={TAB_BAR}")
    expect_nothing_selected(page)


def test_the_breadcrumb_names_all_superviews_and_selects_them(page):
    click_canvas(page, LAP_LABEL)
    expect_selected(page, LAP_LABEL)
    links = page.locator("#superviews a")
    assert links.evaluate_all("(all) => all.map((link) => Number(link.dataset.id))") == [0, 1, 2, 3, 4, 35, 36]
    links.nth(4).click()
    expect_selected(page, SCREEN)


def test_pointing_at_the_canvas_marks_row_and_view_and_names_it(page):
    page.mouse.move(*point(page, TAB_BAR, 0.5, 0.1))
    expect(page.locator("#tree .row.hovered")).to_have_count(1)
    expect(row(page, 50).locator("> .row")).to_have_class("row d3 hovered")
    expect(page.locator("#hover-name")).to_have_text("_UIBarBackground  375 × 49")
    expect(page.locator("#cursor")).to_have_text(re.compile(r"^18[78], 62[23] in UITabBarButton \d+, 4$|^18[78], 62[23] in _UIBarBackground 18[78], [45]$"))
    page.mouse.move(5, 5)
    expect(page.locator("#tree .row.hovered")).to_have_count(0)
    expect(page.locator("#cursor")).to_have_text("")


def test_pointing_at_the_tree_marks_the_view(page):
    row(page, TAB_BAR).locator("> .row").hover()
    expect(page.locator("#canvas .pane.hovered")).to_have_count(1)
    expect(pane(page, TAB_BAR)).to_have_class("pane control hovered")
    expect(page.locator("#hover-name")).to_have_text("UITabBar  375 × 49")
    page.mouse.move(800, 5)
    expect(page.locator("#canvas .pane.hovered")).to_have_count(0)


def test_back_and_forward_restore_the_selection(page):
    click_canvas(page, LAP_LABEL)
    expect_selected(page, LAP_LABEL)
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    page.go_back()
    expect_selected(page, LAP_LABEL)
    page.go_back()
    expect_nothing_selected(page)
    page.go_forward()
    expect_selected(page, LAP_LABEL)
    page.go_forward()
    expect_selected(page, STOP_LABEL)


def test_a_link_to_a_view_opens_with_that_view(open_page, stopwatch):
    page = open_page(f"{stopwatch}?view={LAP_4}")
    expect_selected(page, LAP_4)
    expect(row(page, LAP_4).locator("> .row")).to_be_in_viewport()
    expect(page.locator(".overlay .outline")).to_have_count(1)


def test_the_last_of_many_quick_selections_wins(page):
    row(page, WINDOW).focus()
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    expect_selected(page, 41)


def test_a_refused_request_is_said_and_the_page_stays_usable(page):
    page.watch.expect("status 500", "status of 500")
    page.route("**/dumps/**", lambda route: route.fulfill(status=500), times=1)
    click_canvas(page, LAP_LABEL)
    expect(page.get_by_role("status")).to_contain_text("The server answered 500")
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)


# Drawing of the selection


def outline(page):
    """The corners of the selected view as drawn, on the canvas."""
    corners = page.locator(".overlay .outline").get_attribute("d").strip("MZ").split("L")
    return [tuple(map(float, corner.split())) for corner in corners]


def test_struts_and_springs_of_the_selected_view_are_drawn_with_their_lengths(page):
    page.goto(page.url + f"?view={STOP_BUTTON}")
    overlay = page.locator(".overlay .selection")
    expect(overlay.locator(".spring")).to_have_count(3)
    expect(overlay.locator(".strut")).to_have_count(1)
    assert sorted(overlay.locator(".spring text").all_text_contents()) == ["230", "252", "279"]
    assert overlay.locator(".strut text").all_text_contents() == ["24"]
    expect(overlay.locator(".tag text")).to_have_text("UIButton 72 × 72")
    expect(overlay.locator(".parent-outline")).to_have_count(1)
    expect(overlay.locator(".handle")).to_have_count(8)


def test_a_flexible_width_is_drawn_as_a_spring_inside(page):
    page.goto(page.url + f"?view={TAB_BAR}")
    springs = page.locator(".overlay .selection .spring")
    expect(springs).to_have_count(2)
    outline = page.locator(".overlay .outline").bounding_box()
    inside = [box for box in map(lambda spring: spring.bounding_box(), springs.all()) if box["y"] > outline["y"]]
    assert len(inside) == 1 and inside[0]["width"] > 50


def test_the_panel_draws_the_mask_as_interface_builder_does(page):
    page.goto(page.url + f"?view={STOP_BUTTON}")
    diagram = page.locator("#panel svg.springs")
    expect(diagram).to_be_visible()
    assert "left" in diagram.get_attribute("aria-label").lower()
    expect(diagram.locator(".spring")).to_have_count(3)
    expect(diagram.locator(".strut")).to_have_count(1)
    expect(diagram.locator(".fixed")).to_have_count(2)


def test_the_outline_lies_on_the_view_at_every_zoom(page):
    page.goto(page.url + f"?view={STOP_BUTTON}")
    for key in ("0", "+", "1", "-"):
        page.keyboard.press(key)
        canvas = page.locator("#viewport").bounding_box()
        for (x, y), (across, down) in zip(outline(page), ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
            assert (canvas["x"] + x, canvas["y"] + y) == pytest.approx(corner(page, STOP_BUTTON, across, down), abs=0.1)


def test_a_rotated_view_is_outlined_along_its_own_axes(page):
    page.goto(page.url + "?view=33")
    (x0, y0), (x1, y1) = outline(page)[:2]
    assert abs(x1 - x0) > 0.5 and abs(y1 - y0) > 0.5
    expect(page.locator(".overlay .tag text")).to_contain_text("Clock.HandView 4 × 108")


# Zoom


def drawing_point(page, x, y):
    """The point of the drawing under a point of the screen."""
    return page.evaluate("""([x, y]) => {
      const at = new DOMPoint(x, y).matrixTransform(document.getElementById("canvas").getScreenCTM().inverse());
      return [at.x, at.y];
    }""", [x, y])


def test_the_whole_screen_fits_the_canvas_at_first(page):
    canvas, screen = page.locator("#viewport").bounding_box(), page.locator("#canvas .shell").bounding_box()
    assert screen["x"] >= canvas["x"] and screen["y"] >= canvas["y"]
    assert screen["x"] + screen["width"] <= canvas["x"] + canvas["width"]
    assert screen["y"] + screen["height"] <= canvas["y"] + canvas["height"]


def test_the_wheel_zooms_and_keeps_the_point_under_the_cursor(page):
    before = zoom_level(page)
    at = point(page, LAP_BUTTON, 0.2, 0.7)
    page.mouse.move(*at)
    place = drawing_point(page, *at)
    for delta, compare in ((-400, int.__gt__), (900, int.__lt__)):
        page.mouse.wheel(0, delta)
        expect(page.locator("#zoom-level")).not_to_have_text(f"{before} %")
        assert compare(zoom_level(page), before)
        assert drawing_point(page, *at) == pytest.approx(place, abs=0.6)
        before = zoom_level(page)


def test_keys_and_buttons_zoom(page):
    fitted = zoom_level(page)
    page.keyboard.press("1")
    assert zoom_level(page) == 100
    assert pane(page, WINDOW).locator("> rect").bounding_box()["width"] == pytest.approx(375, abs=2)
    page.keyboard.press("+")
    assert zoom_level(page) == 125
    page.keyboard.press("-")
    assert zoom_level(page) == 100
    page.keyboard.press("0")
    assert zoom_level(page) == fitted
    page.get_by_role("button", name="Zoom in").click()
    assert zoom_level(page) == pytest.approx(fitted * 1.25, abs=1)
    page.get_by_role("button", name="Fit to window").click()
    assert zoom_level(page) == fitted


def test_dragging_with_space_pans_and_selects_nothing(page):
    before = pane(page, LAP_BUTTON).bounding_box()
    x, y = point(page, LAP_BUTTON)
    page.mouse.move(x, y)
    page.locator("#viewport").focus()
    page.keyboard.down(" ")
    page.mouse.down()
    page.mouse.move(x + 40, y - 25, steps=4)
    page.mouse.up()
    page.keyboard.up(" ")
    after = pane(page, LAP_BUTTON).bounding_box()
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((40, -25), abs=5)
    expect_nothing_selected(page)


def test_a_fitted_drawing_stays_fitted_when_the_window_changes(page):
    page.set_viewport_size({"width": 1100, "height": 600})
    test_the_whole_screen_fits_the_canvas_at_first(page)


# Panel


def test_the_panel_has_tabs_of_one_tab_stop(page):
    page.goto(page.url + f"?view={STOP_BUTTON}")
    tabs = page.get_by_role("tablist").get_by_role("tab")
    assert tabs.all_inner_texts() == ["Attributes", "Size", "Raw"]
    shown = lambda: page.get_by_role("tab", selected=True).inner_text()
    assert shown() == "Size"
    assert page.locator("[role=tab][tabindex='0']").count() == 1
    page.get_by_role("tab", name="Size").focus()
    for key, name in (("ArrowRight", "Raw"), ("ArrowRight", "Attributes"), ("ArrowLeft", "Raw"),
                      ("Home", "Attributes"), ("End", "Raw")):
        page.keyboard.press(key)
        assert shown() == name
        tab = page.get_by_role("tab", name=name)
        expect(tab).to_be_focused()
        expect(page.get_by_role("tabpanel")).to_have_count(1)
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
        assert tab.get_attribute("aria-controls") == page.get_by_role("tabpanel").get_attribute("id")
        assert page.locator("[role=tab][tabindex='0']").count() == 1


def test_the_chosen_tab_stays_from_view_to_view(page):
    click_canvas(page, LAP_LABEL)
    page.get_by_role("tab", name="Attributes").click()
    expect(page.get_by_role("tabpanel", name="Attributes")).to_be_visible()
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    expect(page.get_by_role("tabpanel", name="Attributes")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tabpanel", name="Attributes")).to_be_visible()


def test_the_panel_tells_geometry_and_attributes(page):
    page.goto(page.url + f"?view={STOP_BUTTON}")
    size = page.get_by_role("tabpanel", name="Size")
    frame = size.locator(".numbers", has_text="Frame").locator(".number").evaluate_all("(all) => all.map((one) => one.dataset.copy)")
    assert frame == ["279", "252", "72", "72"]
    page.get_by_role("tab", name="Attributes").click()
    expect(page.get_by_role("tabpanel", name="Attributes")).to_contain_text("stop")
    page.get_by_role("tab", name="Raw").click()
    expect(page.get_by_role("tabpanel", name="Raw")).to_be_visible()


def test_a_number_is_copied_by_a_click(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(page.url + f"?view={STOP_BUTTON}")
    page.locator("#panel .number[data-copy='279']").first.click()
    expect(page.get_by_role("status")).to_contain_text("Copied 279")
    assert page.evaluate("navigator.clipboard.readText()") == "279"
    page.get_by_role("link", name="Link", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"?view={STOP_BUTTON}")


# What if


def matrix(page, view):
    return [round(float(part), 3) for part in pane(page, view).get_attribute("transform")[7:-1].split()]


def test_rotating_lays_the_views_out_and_they_move(page, samples, stopwatch):
    assert matrix(page, STOP_BUTTON)[4:] == [279, 316]
    page.keyboard.press("r")
    expect(page.locator("#whatif")).to_contain_text("What if 667 × 375")
    assert (query(page)["width"], query(page)["height"]) == ("667", "375")
    layout = samples.get(f"/api/v1{stopwatch.removeprefix(samples.url)}/layout?width=667&height=375").json["views"]
    frames = {view["id"]: view["frame"] for view in layout}
    expect(page.locator("#canvas")).to_have_attribute("data-width", "667")
    expect(pane(page, STOP_BUTTON).locator("> rect")).to_have_attribute("width", "72")
    x = frames[STOP_BUTTON]["x"]
    page.wait_for_function(
        "([view, x]) => Math.abs(document.querySelector(`#canvas a[data-id='${view}']`).transform.baseVal[0].matrix.e - x) < .01",
        arg=[STOP_BUTTON, x])
    assert x > 279
    moved = page.locator("#canvas .pane.moved")
    assert moved.count() > 20
    page.keyboard.press("r")
    expect(page.locator("#canvas")).to_have_attribute("data-width", "375")


def test_rotating_keeps_the_selection_and_its_drawing(page):
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    page.get_by_role("link", name="Rotate").click()
    expect(page.locator("#whatif")).to_contain_text("667 × 375")
    expect_selected(page, STOP_LABEL)
    expect(page.locator(".overlay .outline")).to_have_count(1)
    assert query(page) == {"view": str(STOP_LABEL), "width": "667", "height": "375"}


def test_back_from_another_size_shows_the_dump_as_it_was(page):
    page.keyboard.press("r")
    expect(page.locator("#canvas")).to_have_attribute("data-width", "667")
    page.go_back()
    expect(page.locator("#canvas")).to_have_attribute("data-width", "375")
    assert matrix(page, STOP_BUTTON)[4:] == [279, 316]


def lay_out(page, width, height):
    page.locator("#device-tools summary").click()
    page.get_by_label("Width").fill(str(width))
    page.get_by_label("Height").fill(str(height))
    page.get_by_role("button", name="Lay out").click()
    expect(page.locator("#whatif")).to_contain_text(f"{width} × {height}")


def test_back_to_a_size_of_the_same_width_shows_that_size(page):
    lay_out(page, 400, 700)
    lay_out(page, 400, 500)
    page.go_back()
    assert query(page)["height"] == "700"
    expect(page.locator("#canvas")).to_have_attribute("data-height", "700")


def test_back_to_the_dump_ends_the_what_if(page):
    lay_out(page, 500, 600)
    page.get_by_role("link", name="Back to the dump").click()
    expect(page.locator("#whatif section")).to_have_count(0)
    expect(page.locator("#canvas")).to_have_attribute("data-width", "375")
    assert query(page) == {}


def test_a_device_can_be_chosen_with_the_keyboard(page):
    menu = page.locator("#device-tools summary")
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    device = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    expect(page.locator("#device-tools details")).not_to_have_attribute("open", "")
    expect(page.locator("#whatif section")).to_have_count(1)
    assert page.locator("#whatif h2 .num-text").inner_text() in device


def test_warnings_of_a_layout_lead_to_their_views(page):
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, 320, 100)
    page.get_by_text("1 warning").click()
    link = page.get_by_role("link", name="UIViewControllerWrapperView shrinks below nothing")
    expect(link).to_be_visible()
    link.click()
    expect_selected(page, WRAPPER)
    assert query(page)["width"] == "320", "the layout stays"


def test_another_size_stays_while_views_are_selected(page):
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, 500, 600)
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    assert query(page) == {"width": "500", "height": "600", "rule": "proportional", "view": str(STOP_LABEL)}
    page.reload()
    expect(page.locator("#canvas")).to_have_attribute("data-width", "500")
    expect_selected(page, STOP_LABEL)


def test_a_view_selected_while_the_views_move_stays_selected(page):
    page.keyboard.press("r")
    expect(page.locator("#whatif")).to_contain_text("667 × 375")
    row(page, TAB_BAR).locator("> .row").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TAB_BAR))
    # The views have arrived when the screen has.
    expect(page.locator("#canvas .screen")).to_have_attribute("width", "667")
    page.wait_for_load_state("networkidle")
    expect_selected(page, TAB_BAR)


# Search


def test_slash_searches_while_typing_and_enter_selects_the_first(page):
    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("lap 4")
    results = page.locator("#results a")
    expect(results).to_have_count(2)
    assert all("Lap 4" in text for text in results.all_inner_texts())
    expect(page.locator("#results [role=status]")).to_have_text("2 views")
    page.keyboard.press("Enter")
    expect(page.locator("#results a.selected")).to_have_count(1)
    expect_selected(page, results.first.get_attribute("data-id"))


def test_results_are_walked_with_arrows_and_left_with_escape(page):
    field = page.get_by_role("searchbox")
    field.fill("UIButton")
    results = page.locator("#results a")
    expect(results.first).to_be_visible()
    field.press("ArrowDown")
    expect(results.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect_selected(page, results.nth(1).get_attribute("data-id"))
    results.nth(1).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(results).to_have_count(0)
    expect(field).to_have_value("")


def test_a_search_without_results_says_so(page):
    page.get_by_role("searchbox").fill("zzz")
    expect(page.locator("#results [role=status]")).to_contain_text("zzz")
    expect(page.locator("#results a")).to_have_count(0)


def test_letters_in_the_search_field_are_no_commands(page):
    page.keyboard.press("/")
    page.keyboard.type("r01[]?/")
    expect(page.get_by_role("searchbox")).to_have_value("r01[]?/")
    expect(page.locator("#whatif section")).to_have_count(0)


# Phone


def test_on_a_phone_tree_canvas_and_panel_are_three_tabs(open_page, stopwatch):
    page = open_page(stopwatch, viewport=PHONE, has_touch=True)
    expect(page.locator("#stage")).to_be_visible()
    expect(page.locator("#tree-pane")).not_to_be_visible()
    page.get_by_role("button", name="Tree").click()
    expect(page.locator("#tree-pane")).to_be_visible()
    expect(page.locator("#stage")).not_to_be_visible()
    row(page, TAB_BAR).locator("> .row").tap()
    page.get_by_role("button", name="Inspector").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TAB_BAR))
    expect(page.get_by_role("tablist")).to_be_visible()
    page.get_by_role("button", name="Canvas").click()
    expect(page.locator(".overlay .outline")).to_be_visible()


def test_a_tap_on_the_canvas_selects(open_page, stopwatch):
    page = open_page(stopwatch, viewport=PHONE, has_touch=True)
    page.touchscreen.tap(*point(page, STOP_LABEL))
    page.get_by_role("button", name="Inspector").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_LABEL))
