"""The menu of a view, in the tree and on the canvas: its keys and roles, and what its entries do."""

import re

import pytest
from playwright.sync_api import expect

from browsing import PHONE, sample_dumps
from drawing import settle
from inspecting import click_canvas, expect_unsaid, point, query
from outlining import link, row
from paneling import LAP_BUTTON, SCREEN, STOP_BUTTON, STOP_LABEL, TAB_BAR, ready, saved, select, view_of


@pytest.fixture
def page(open_page, shared):
    """The sample on a server whose edits are undone."""
    base = f"/api/v1/dumps/{sample_dumps(shared)['stopwatch']}"
    shared.request("POST", f"{base}/edits", {"op": "reset"})
    return settle(ready(open_page(f"{shared.url}/dumps/{sample_dumps(shared)['stopwatch']}")))


def menu(page):
    return page.get_by_role("menu")


def entry(page, name):
    return menu(page).get_by_role("menuitem", name=name, exact=True)


def test_the_menu_of_a_row_leaves_the_selection_is_walked_with_keys_and_gives_the_focus_back(page):
    link(page, TAB_BAR).click()
    link(page, STOP_BUTTON).click(button="right")
    expect(menu(page)).to_have_accessible_name("UIButton “Stop”")
    assert query(page)["view"] == str(TAB_BAR)
    entry(page, "Select").click()
    expect(menu(page)).to_be_hidden()
    assert query(page)["view"] == str(STOP_BUTTON)
    link(page, STOP_BUTTON).click()
    page.keyboard.press("Shift+F10")
    expect(entry(page, "Select")).to_be_focused()
    expect(entry(page, "Select")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowDown")
    expect(entry(page, "Focus")).to_be_focused()
    page.keyboard.press("End")
    expect(entry(page, "Remove")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(entry(page, "Select")).to_be_focused()
    page.keyboard.press("b")
    expect(entry(page, "Bring to front")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu(page)).to_be_hidden()
    expect(row(page, STOP_BUTTON)).to_be_focused()
    assert query(page)["view"] == str(STOP_BUTTON)
    # It stays on the screen.
    link(page, TAB_BAR).click(button="right")
    box = menu(page).bounding_box()
    assert box["y"] + box["height"] <= 900 and box["x"] >= 0
    page.keyboard.press("Escape")
    click_canvas(page, STOP_LABEL)


def test_on_the_canvas_the_view_in_front_has_the_menu_unless_the_selected_one_is_there(page):
    page.mouse.click(*point(page, STOP_LABEL), button="right")
    expect(menu(page)).to_have_accessible_name("UIButtonLabel “Stop”")
    page.keyboard.press("Escape")
    select(page, STOP_BUTTON)
    page.mouse.click(*point(page, STOP_LABEL), button="right")
    expect(menu(page)).to_have_accessible_name("UIButton “Stop”")
    page.mouse.click(*point(page, TAB_BAR, 0.02, 0.5))
    expect(menu(page)).to_be_hidden()
    # The key for menus is about the selected view.
    select(page, LAP_BUTTON)
    page.locator("#viewport").focus()
    page.keyboard.press("ContextMenu")
    expect(menu(page)).to_have_accessible_name("UIButton “Lap”")
    page.keyboard.press("Escape")
    expect(page.locator("#viewport")).to_be_focused()


def test_a_view_is_hidden_focused_moved_and_removed(page, shared):
    for name, check in (("Hide", lambda view: view["hidden"]), ("Show", lambda view: not view["hidden"])):
        link(page, STOP_BUTTON).click(button="right")
        entry(page, name).click()
        saved(page, 1 if name == "Hide" else 2)
        assert check(view_of(shared, page, STOP_BUTTON))
    link(page, STOP_BUTTON).click(button="right")
    expect(entry(page, "Bring to front")).to_have_attribute("aria-disabled", "true")
    entry(page, "Send to back").click()
    saved(page, 3)
    assert view_of(shared, page, SCREEN)["subviews"][0] == STOP_BUTTON
    link(page, LAP_BUTTON).click(button="right")
    entry(page, "Remove").click()
    saved(page, 4)
    expect(row(page, LAP_BUTTON)).to_have_count(0)
    link(page, STOP_BUTTON).click(button="right")
    entry(page, "Focus").click()
    assert query(page)["root"] == str(STOP_BUTTON)


def test_a_view_is_copied_from_its_menu(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for name, said, pattern in (
        ("Copy link", "Link copied", rf"[?&]view={STOP_BUTTON}$"), ("Copy as JSON", "JSON copied", rf'"id": {STOP_BUTTON},'),
        ("Copy frame as CGRect", "Copied CGRect", r"^CGRect\(x: 279, y: 252, width: 72, height: 72\)$"),
        ("Copy as Swift", "Swift copied", r"^let button = UIButton\(frame: CGRect\("), ("Copy accessibility identifier", "Copied stop", "^stop$"),
    ):
        link(page, STOP_BUTTON).click(button="right")
        entry(page, name).click()
        expect(page.get_by_role("status")).to_contain_text(said)
        assert re.search(pattern, page.evaluate("navigator.clipboard.readText()")), name


def test_a_long_press_opens_the_menu_and_the_finger_that_leaves_does_nothing(open_page, stopwatch):
    page = settle(open_page(stopwatch, viewport=PHONE, has_touch=True))
    x, y = point(page, STOP_LABEL)
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(menu(page)).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(menu(page)).to_have_accessible_name("UIButtonLabel “Stop”")
    expect_unsaid(page, "view")
