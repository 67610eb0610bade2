"""The inspector keeps tree, canvas, panel, breadcrumb and address on the same view."""

import re

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from drawing import expect_fact, outline, place, settle
from inspecting import click_canvas, expect_focus, expect_nothing_selected, expect_selected, point, query, row, stopwatch_copy
from paneling import choose, saved, select

# Views of the stopwatch sample.
WINDOW, WRAPPER, SCREEN, LAP_4 = 0, 3, 4, 10
LAP_BUTTON, LAP_LABEL, HIDDEN_BUTTON, STOP_BUTTON, STOP_LABEL, TAB_BAR = 35, 36, 37, 39, 40, 49


@pytest.fixture
def page(open_page, stopwatch):
    return settle(open_page(stopwatch))


def test_a_click_on_the_canvas_selects_the_deepest_view_there_and_opens_the_way_to_its_row(page):
    # A refused request is said, and the page stays usable.
    page.watch.expect("status of 500", "The server responded with status 500")
    at = point(page, LAP_LABEL)
    page.route("**/dumps/**", lambda route: route.fulfill(status=500), times=1)
    page.mouse.click(*at)
    expect(page.get_by_role("status")).to_contain_text("The server responded with status 500")
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    lap_cell, lap_text = 8, 10
    expect(row(page, lap_text)).not_to_be_visible()
    click_canvas(page, lap_text)
    expect_selected(page, lap_text)
    for superview in (SCREEN, lap_cell):
        expect(row(page, superview)).to_have_attribute("aria-expanded", "true")
    expect(row(page, lap_text).locator("> .row")).to_be_in_viewport()
    click_canvas(page, LAP_BUTTON)
    expect_selected(page, LAP_LABEL)
    # The breadcrumb names all superviews and selects them.
    links = page.locator("#superviews a")
    assert links.evaluate_all("(all) => all.map((link) => Number(link.dataset.id))") == [0, 1, 2, 3, 4, 35, 36]
    links.nth(4).click()
    expect_selected(page, SCREEN)
    click_canvas(page, LAP_BUTTON, 0.05, 0.05)
    expect_selected(page, LAP_BUTTON)
    assert page.title().endswith("Vitrine")


def test_rows_of_the_tree_select_by_click_and_key_and_the_middle_button_opens_a_window(page):
    with page.context.expect_page() as opened:
        row(page, TAB_BAR).locator("> .row").click(button="middle")
    opened.value.wait_for_url(f"**/*?view={TAB_BAR}")
    opened.value.close()
    expect_nothing_selected(page)
    row(page, TAB_BAR).locator("> .row").click()
    expect_selected(page, TAB_BAR)
    expect_focus(page, TAB_BAR)
    # The last of many quick selections wins.
    row(page, WINDOW).focus()
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    expect_selected(page, 5)


def test_pointing_at_the_canvas_or_the_tree_marks_row_and_view_and_names_it(page):
    row(page, TAB_BAR).locator("> .row").hover()
    expect_fact(page, "hover", TAB_BAR)
    expect(page.locator(".overlay .hover-tag text")).to_have_text("UITabBar 375 × 49")
    page.mouse.move(800, 5)
    expect(page.locator(".overlay .hover-outline")).to_have_count(0)
    row(page, TAB_BAR).locator("> .fold").click()
    page.mouse.move(*point(page, TAB_BAR, 0.5, 0.1))
    expect(page.locator("#tree .row.hovered")).to_have_count(1)
    expect(row(page, 50).locator("> .row.hovered")).to_have_count(1)
    expect(page.locator(".overlay .hover-tag text")).to_have_text("_UIBarBackground 375 × 49")
    expect(page.locator("#cursor")).to_have_text(re.compile(r"^18[78], 62[23] in UITabBarButton \d+, 4$|^18[78], 62[23] in _UIBarBackground 18[78], [45]$"))
    page.mouse.move(5, 5)
    expect(page.locator("#tree .row.hovered")).to_have_count(0)
    expect(page.locator("#cursor")).to_have_text("")


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


# Drawing of the selection


def test_struts_springs_and_the_outline_of_the_selected_view_are_drawn(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?view={STOP_BUTTON}"))
    # With their lengths.
    overlay = page.locator(".overlay .selection")
    expect(overlay.locator(".spring")).to_have_count(3)
    expect(overlay.locator(".strut")).to_have_count(1)
    assert sorted(overlay.locator(".spring text").all_text_contents()) == ["230", "252", "279"]
    assert overlay.locator(".strut text").all_text_contents() == ["24"]
    expect(overlay.locator(".tag text").first).to_have_text("UIButton 72 × 72")
    expect(overlay.locator(".parent-outline")).to_have_count(1)
    expect(overlay.locator(".handle")).to_have_count(8)
    # A hidden view can be selected in the tree.
    row(page, HIDDEN_BUTTON).locator("> .row").click()
    expect_selected(page, HIDDEN_BUTTON)
    expect(page.locator(".overlay .outline")).to_have_count(1)
    # A rotated view is outlined along its own axes.
    select(page, 33)
    expect(page.locator(".overlay .tag text").first).to_have_text("Clock.HandView 4 × 108")
    (x0, y0), (x1, y1) = outline(settle(page))[:2]
    assert abs(x1 - x0) > 0.5 and abs(y1 - y0) > 0.5
    # A flexible width is a spring inside.
    select(page, TAB_BAR)
    expect(page.locator(".overlay .tag text").first).to_have_text("UITabBar 375 × 49")
    expect(overlay.locator(".spring")).to_have_count(2)
    settle(page)
    # What lies over the canvas is made anew now and then, so that it is measured at once.
    inside = page.evaluate("""() => {
      const { y } = document.querySelector(".overlay .outline").getBoundingClientRect();
      return [...document.querySelectorAll(".overlay .selection .spring")].map((spring) => spring.getBoundingClientRect())
        .filter((box) => box.y > y).map((box) => box.width);
    }""")
    assert len(inside) == 1 and inside[0] > 50


# What if


def test_rotating_lays_the_views_out_they_move_and_the_selection_stays(page):
    assert place(page, STOP_BUTTON) == (279, 316, 72, 72)
    page.keyboard.press("r")
    expect(page.locator("#whatif")).to_contain_text("What if 667 × 375")
    assert query(page) == {"orientation": "landscape"}
    expect_fact(page, "width", 667)
    x, y, width, height = place(settle(page), STOP_BUTTON)
    assert x > 279 and (width, height) == (72, 72)
    page.mouse.move(*point(page, STOP_BUTTON, 0.1, 0.1))
    expect_fact(page, "hover", STOP_BUTTON)
    page.keyboard.press("r")
    expect_fact(page, "width", 375)
    # Back from another size the dump is as it was.
    page.keyboard.press("r")
    expect_fact(page, "width", 667)
    page.go_back()
    expect_fact(page, "width", 375)
    page.mouse.move(*point(page, STOP_BUTTON, 0.1, 0.1))
    expect_fact(page, "hover", STOP_BUTTON)
    # A view that is selected while the views move stays selected.
    page.keyboard.press("r")
    expect(page.locator("#whatif")).to_contain_text("667 × 375")
    row(page, TAB_BAR).locator("> .row").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TAB_BAR))
    # The views have arrived when the screen has.
    expect_fact(page, "width", 667)
    settle(page)
    expect_selected(page, TAB_BAR)
    page.keyboard.press("r")
    expect_fact(page, "width", 375)
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    page.get_by_role("button", name="Rotate").click()
    expect(page.locator("#whatif")).to_contain_text("667 × 375")
    expect_selected(page, STOP_LABEL)
    expect(page.locator(".overlay .outline")).to_have_count(1)
    assert query(page) == {"view": str(STOP_LABEL), "orientation": "landscape"}


def lay_out(page, width, height):
    page.locator("#device-tools summary").first.click()
    page.get_by_label("Width", exact=True).fill(str(width))
    page.get_by_label("Height", exact=True).fill(str(height))
    page.get_by_role("button", name="Lay out").click()
    expect(page.locator("#whatif")).to_contain_text(f"{width} × {height}")


def test_another_size_stays_while_views_are_selected_and_ends_with_back_or_the_dump(page):
    lay_out(page, 400, 700)
    lay_out(page, 400, 500)
    # Back to a size of the same width shows that size.
    page.go_back()
    assert query(page)["height"] == "700"
    expect_fact(page, "height", 700)
    lay_out(page, 500, 600)
    page.get_by_role("button", name="Back to the dump").click()
    expect(page.locator("#whatif section")).to_have_count(0)
    expect_fact(page, "width", 375)
    assert query(page) == {}
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, 320, 100)
    # Warnings lead to their views.
    page.locator(".whatif-warnings summary").click()
    warning = page.locator("#whatif .finding", has_text="would have a negative length").first
    expect(warning).to_contain_text("UIViewControllerWrapperView")
    warning.get_by_role("link").click()
    expect_selected(page, WRAPPER)
    assert query(page)["width"] == "320", "the layout stays"
    lay_out(page, 500, 600)
    click_canvas(page, STOP_LABEL)
    expect_selected(page, STOP_LABEL)
    assert query(page) == {"width": "500", "height": "600", "view": str(STOP_LABEL)}
    page.reload()
    expect_fact(page, "width", 500)
    expect_selected(page, STOP_LABEL)


def test_letters_in_the_search_field_are_no_commands_and_a_device_can_be_chosen_with_the_keyboard(page):
    page.keyboard.press("/")
    page.keyboard.type("r01[]?/")
    expect(page.get_by_role("searchbox")).to_have_value("r01[]?/")
    expect(page.locator("#whatif section")).to_have_count(0)
    page.get_by_role("searchbox").fill("")
    menu = page.locator("#device-tools summary").first
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    device = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    expect(page.locator("#device-tools details").first).not_to_have_attribute("open", "")
    expect(page.locator("#whatif section")).to_have_count(1)
    assert page.locator("#whatif h2 .num-text").inner_text() in device


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


# The dump, and what it did not say


def test_what_the_dump_did_not_say_is_shown_so_until_it_is_set_and_with_nothing_selected_the_panel_tells_the_dump(open_page, shared):
    dump = stopwatch_copy(shared)
    page = open_page(f"{shared.url}/dumps/{dump}?view={STOP_BUTTON}&panel=attributes")
    expect(page.locator("#viewport canvas.surface")).to_have_count(1)
    expect(page.locator("#panel .dump-report")).to_have_count(0)
    mode = page.locator("#panel .attribute", has_text="Content mode")
    unsaid = page.locator("#panel .attributes .unsaid")
    expect(mode).not_to_be_visible()
    unsaid.locator("summary").click()
    expect(unsaid.locator(".attribute", has_text="Content mode")).to_contain_text("UIView’s default")
    expect(unsaid).to_contain_text("Vitrine’s exporter in the app tells these.")
    expect(unsaid.locator(".attribute", has_text="Alpha")).to_have_count(0)
    mode.get_by_role("combobox").select_option("center")
    expect(unsaid.locator(".attribute", has_text="Content mode")).to_have_count(0)
    expect(mode).not_to_contain_text("default")
    expect(mode).to_have_class("attribute changed")
    saved(page, 1)
    page.locator("#viewport").focus()
    page.keyboard.press("ControlOrMeta+z")
    saved(page, 0)
    # Nor does it name all responders.
    choose(page, "Touch")
    chain = page.locator("#panel .chain li")
    expect(chain.filter(has_text="UIWindowScene")).to_contain_text("scene, assumed")
    expect(chain.filter(has_text="Clock.StopwatchViewController")).not_to_contain_text("assumed")
    page.locator("#viewport").focus()
    for _ in range(12):
        page.keyboard.press("Escape")
    report = page.locator("#panel .dump-report")
    expect(report).to_contain_text("Vitrine JSON")
    expect(report).to_contain_text("iPhone 8")
    expect(report).to_contain_text("63 in 1 root")
    shared.request("PATCH", f"/api/v1/dumps/{dump}/views/{STOP_BUTTON}", {"alpha": 0.5})
    expect(report.locator(".edit-lines li")).to_have_text(["Alpha of “Stop” button: 1 → 0.5"])


def test_a_tool_that_cannot_be_used_says_why_where_it_is_reached_by_keys_or_pressed(page):
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", "There is no edit to undo")
    page.locator(".history-opener").evaluate("opener => opener.focus({ focusVisible: true })")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(undo).to_be_focused()
    expect(page.locator(".tip")).to_have_text("There is no edit to undo")
    undo.click(force=True)
    expect(page.get_by_role("status")).to_have_text("There is no edit to undo")
    expect(page.locator(".tip")).to_have_count(0)


def test_a_long_name_gives_way_before_the_tools_do(open_page, fresh):
    def opened(name):
        dump = fresh.request("POST", f"/api/v1/dumps?name={name}", "<UIWindow: 0x1; frame = (0 0; 375 667)>").json["id"]
        return settle(open_page(f"{fresh.url}/dumps/{dump}"))

    short, long = [opened(name).locator(".device-tools").bounding_box()["width"] for name in ("a", "Observatory-" * 9)]
    assert long == pytest.approx(short, abs=1)
