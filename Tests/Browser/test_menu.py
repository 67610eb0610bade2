"""The menus of views, of properties and of pictures on boards and films: their keys and roles, and what their entries do."""

import pathlib
import re

import moments
import pytest
from playwright.sync_api import expect

from browsing import PHONE, sample_dumps
from devices import Device
from drawing import settle
from inspecting import click_canvas, expect_unsaid, point, query
from outlining import link, row
from paneling import LAP_BUTTON, SCREEN, STOP_BUTTON, STOP_LABEL, TAB_BAR, ready, saved, select, view_of
from settling import eventually

KITCHEN = (pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps/kitchen.storyboard").read_bytes()


def clipboard(page):
    return page.evaluate("navigator.clipboard.readText()")


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
        assert re.search(pattern, clipboard(page)), name


def test_a_long_press_opens_the_menu_and_the_finger_that_leaves_does_nothing(open_page, stopwatch):
    page = settle(open_page(stopwatch, viewport=PHONE, has_touch=True))
    x, y = point(page, STOP_LABEL)
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(menu(page)).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(menu(page)).to_have_accessible_name("UIButtonLabel “Stop”")
    expect_unsaid(page, "view")


def refused(page, name, why):
    """An entry that cannot be used, and says why where it is pressed."""
    expect(entry(page, name)).to_have_attribute("aria-disabled", "true")
    expect(entry(page, name)).to_have_attribute("title", why)
    entry(page, name).click(force=True)
    expect(page.locator("#toast")).to_have_text(why)
    page.keyboard.press("Escape")
    expect(menu(page)).to_be_hidden()


def test_what_cannot_be_asked_of_a_view_says_why(page):
    for view, name, why in ((TAB_BAR, "Copy accessibility identifier", "It has no identifier"), (STOP_BUTTON, "Why is it not visible?", "It is visible")):
        link(page, view).click(button="right")
        refused(page, name, why)


def test_a_property_is_copied_searched_and_asked_for_by_right_click_and_by_key(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link(page, STOP_BUTTON).click()
    page.get_by_role("tab", name="Attributes").click()
    named = lambda name: page.locator("#panel .attribute").filter(has=page.get_by_text(name, exact=True))
    for name, choice, copied in (("Identifier", "Copy value", "stop"), ("Identifier", "Copy name and value", "Identifier: stop"),
                                 ("Identifier", "Copy as Swift", 'view.accessibilityIdentifier = "stop"'), ("Hidden", "Copy as Swift", "view.isHidden = false")):
        named(name).locator(".attribute-name").click(button="right")
        expect(menu(page)).to_have_accessible_name(f"{name} of UIButton “Stop”")
        entry(page, choice).click()
        expect(menu(page)).to_be_hidden()
        eventually(page, lambda: clipboard(page) == copied, "the copied text")
    named("Identifier").locator("[data-copy]").focus()
    page.keyboard.press("Shift+F10")
    expect(entry(page, "Copy value")).to_be_focused()
    page.keyboard.press("Escape")
    expect(named("Identifier").locator("[data-copy]")).to_be_focused()
    named("Address").locator(".attribute-name").click(button="right")
    refused(page, "Find views with the same", "The search doesn’t look for it")
    named("Identifier").locator(".attribute-name").click(button="right")
    entry(page, "Find views with the same").click()
    assert query(page)["q"] == 'id:"stop"'
    expect(page.locator(".search-count")).to_have_text(re.compile(r"\d of \d"))


def picture_menu(page, target, title, *, by="mouse"):
    """The menu of a picture, by one of the ways to open it."""
    target.scroll_into_view_if_needed()
    if by == "key":
        target.focus()
        page.keyboard.press("ContextMenu")
    else:
        target.click(button="right")
    expect(menu(page)).to_have_accessible_name(re.compile(title))


@pytest.fixture
def kitchen(shared):
    """A storyboard with four scenes, one of which has no view."""
    dump = shared.request("POST", "/api/v1/dumps?name=kitchen", KITCHEN).json["id"]
    return f"{shared.url}/dumps/{dump}"


def test_scenes_of_a_board_have_a_menu_by_mouse_and_key(open_page, kitchen):
    page = open_page(f"{kitchen}/board", permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("#zoom")).to_have_text(re.compile("%"))
    timer = page.locator(".board-scene").filter(has=page.get_by_role("heading", name="Timer", exact=True))
    picture_menu(page, timer.locator(".board-picture"), "Timer")
    entry(page, "Show alone").click()
    expect(timer).to_have_class(re.compile("chosen"))
    page.locator("#board").focus()
    page.keyboard.press("Shift+F10")
    expect(menu(page)).to_have_accessible_name("Timer")
    with page.expect_download() as download:
        entry(page, "Save picture").click()
    assert download.value.suggested_filename == "Timer.svg"
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("ContextMenu")
    entry(page, "Copy link").click()
    eventually(page, lambda: "scene=" in clipboard(page), "the copied link")
    page.keyboard.press("ContextMenu")
    entry(page, "On other devices").click()
    page.wait_for_url(re.compile("/devices.scene=1"))


def test_cells_of_devices_have_a_menu(open_page, kitchen):
    page = open_page(f"{kitchen}/devices?device=iphone-5s&device=ipad-9-7", permissions=["clipboard-read", "clipboard-write"])
    cell = page.locator("[data-cell='1 iphone-5s portrait']")
    picture_menu(page, cell.get_by_role("link").first, "iPhone SE", by="key")
    entry(page, "Copy as a command").click()
    eventually(page, lambda: clipboard(page) == "vitrine layout Main.storyboard --device iphone-5s", "the copied command")
    picture_menu(page, cell, "iPhone SE")
    entry(page, "Show alone").click()
    expect(page.locator("[data-cell]")).to_have_count(1)
    page.wait_for_load_state()
    picture_menu(page, page.locator("[data-cell]"), "iPhone SE")
    entry(page, "Open in the inspector").click()
    page.wait_for_url(re.compile("device=iphone-5s"))


def test_steps_of_a_film_have_a_menu(open_page, shared):
    dumps = moments.upload(shared)
    page = open_page(f"{shared.url}/timeline?app={moments.APP}")
    frames = page.locator("#film a.frame")
    picture_menu(page, frames.nth(0), moments.NAMES[0], by="key")
    refused(page, "Compare with the step before", "It is the first step")
    picture_menu(page, frames.nth(3), moments.NAMES[3])
    refused(page, "Show", "It is shown")
    picture_menu(page, frames.nth(1), moments.NAMES[1])
    entry(page, "Show").click()
    expect(frames.nth(1)).to_have_attribute("aria-current", "step")
    picture_menu(page, frames.nth(2), moments.NAMES[2])
    entry(page, "Compare with the step before").click()
    page.wait_for_url(f"**/diff?from={dumps[1]}&to={dumps[2]}")
    page.goto("about:blank")
    for dump in dumps:
        assert shared.request("DELETE", f"/api/v1/dumps/{dump}").status == 204


def test_snapshots_of_a_live_session_have_a_menu(open_page, shared):
    device = Device()
    live = shared.request("POST", "/api/v1/live", {"url": f"http://127.0.0.1:{device.port}"}).json["id"]
    assert shared.request("POST", f"/api/v1/live/{live}/actions", {"type": "tap", "x": 30, "y": 130}).status == 200
    page = open_page(f"{shared.url}/live/{live}", permissions=["clipboard-read", "clipboard-write"])
    frames = page.locator(".live-frames > li")
    expect(frames).to_have_count(2)
    picture_menu(page, frames.nth(0).locator("a.live-frame"), "1", by="key")
    refused(page, "Compare with the snapshot before", "It is the first snapshot")
    picture_menu(page, frames.nth(1).locator("a.live-frame"), "2")
    entry(page, "Copy link").click()
    eventually(page, lambda: "/dumps/" in clipboard(page), "the copied link")
    picture_menu(page, frames.nth(1).locator("a.live-frame"), "2")
    entry(page, "Compare with the snapshot before").click()
    page.wait_for_url("**/diff?*from=*")
    page.goto("about:blank")
    assert shared.request("DELETE", f"/api/v1/live/{live}").status == 204
    device.stop()
