"""On a phone by touch alone: the tree, the panel and the breadcrumb follow what is selected, and a first visit goes from the library
to a view and to a setting and back, also over a slow link."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from browsing import APP, PHONE
from conftest import REPOSITORY
from devices import SIZE, Device
from domains import clear
from drawing import settle
from inspecting import expect_unsaid, point, query, row
from paneling import LAP_LABEL, STOP_LABEL, ready
from settling import eventually
from test_slow_link import DelayingProxy
from touching import swipe

DOMAIN = "/api/v1/defaults/com.example.clock"
#: A label in a row of the table, which is folded at first.
LAP_4 = 10


def pane(page, name):
    page.locator(".pane-tabs").get_by_role("button", name=name, exact=True).tap()


def tap_view(page, view):
    page.touchscreen.tap(*point(page, view))


def test_the_tree_the_panel_and_the_breadcrumb_follow_a_tap_on_the_canvas_and_the_way_back(open_page, stopwatch):
    page = settle(ready(open_page(stopwatch, viewport=PHONE, has_touch=True)))
    # Rows that were folded away open, however far down they are.
    for view in (STOP_LABEL, LAP_4, LAP_LABEL):
        pane(page, "Canvas")
        tap_view(page, view)
        eventually(page, lambda view=view: query(page).get("view", "") == str(view), "the selection")
        expect(page.locator("#superviews [aria-current]")).to_have_attribute("data-id", str(view))
        expect(page.locator("#superviews [aria-current]")).to_be_in_viewport(ratio=0.9)
        pane(page, "Tree")
        expect(page.locator("#tree [aria-selected=true]")).to_have_attribute("data-id", str(view))
        expect(row(page, view).locator("> .row")).to_be_in_viewport(ratio=0.9)
        expect(row(page, view).locator("> .row.selected")).to_have_count(1)
        pane(page, "Inspector")
        expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(view))
    # Back, while the tree is shown.
    pane(page, "Tree")
    for view in (LAP_4, STOP_LABEL):
        page.go_back()
        expect(row(page, view).locator("> .row.selected")).to_be_in_viewport(ratio=0.9)
        expect(page.locator("#superviews [aria-current]")).to_be_in_viewport(ratio=0.9)
    page.go_back()
    expect(page.locator("#tree [aria-selected=true]")).to_have_count(0)
    page.go_forward()
    expect(row(page, STOP_LABEL).locator("> .row.selected")).to_be_in_viewport(ratio=0.9)
    # A superview by its name below the panes.
    page.locator("#superviews a").first.scroll_into_view_if_needed()
    page.locator("#superviews a").first.tap()
    expect(page.locator("#tree [aria-selected=true]")).to_have_attribute("data-id", "0")
    pane(page, "Canvas")
    x, y, width, height = (page.locator("#viewport").bounding_box()[name] for name in ("x", "y", "width", "height"))
    page.touchscreen.tap(x + 6, y + height / 2)
    expect_unsaid(page, "view")


@pytest.mark.parametrize("delay", [0, 200], ids=["near", "far"])
def test_from_the_library_to_a_view_and_to_a_setting_and_back_by_touch(open_page, shared, delay):
    clear(shared)
    with DelayingProxy(int(shared.url.rpartition(":")[2]), delay) if delay else contextlib.nullcontext() as proxy:
        url = f"http://127.0.0.1:{proxy.port}" if proxy else shared.url
        page = open_page(url, viewport=PHONE, has_touch=True)
        page.get_by_role("link", name=re.compile("Stopwatch")).first.tap()
        page.wait_for_url(re.compile("/dumps/"))
        settle(ready(page))
        tap_view(page, LAP_LABEL)
        expect(page.locator("#superviews [aria-current]")).to_have_attribute("data-id", str(LAP_LABEL))
        pane(page, "Inspector")
        expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(LAP_LABEL))
        page.get_by_role("tab", name="Size").tap()
        expect(page.get_by_role("tabpanel", name="Size")).to_be_visible()
        page.locator(".crumbs").get_by_role("link", name="Vitrine").tap()
        page.locator(f'a[href="{APP}"]').first.tap()
        page.locator("#main").get_by_role("link", name="Settings", exact=True).tap()
        page.wait_for_url(re.compile("/settings"))
        switch = page.locator('.setting[data-key="vibrate"]').get_by_role("switch")
        expect(page.locator("html.js")).to_have_count(1)
        switch.tap()
        expect(page.locator('.setting.modified[data-key="vibrate"]')).to_have_count(1)
        assert eventually(page, lambda: shared.get(DOMAIN).json["values"]) == {"vibrate": switch.is_checked()}
        page.locator('.setting a[href*="/settings/Alarms"]').first.tap()
        page.wait_for_url(re.compile("/settings/Alarms"))
        page.go_back()
        expect(page.locator('.setting.modified[data-key="vibrate"]')).to_be_visible()
        page.locator(".crumbs").get_by_role("link", name="Clock").tap()
        page.wait_for_url(re.compile(f"{APP}$"))
        page.locator(".crumbs").get_by_role("link", name="Vitrine").tap()
        expect(page.get_by_role("link", name=re.compile("Stopwatch")).first).to_be_visible()
    clear(shared)


@pytest.fixture
def live(shared):
    """The path of a session with a device."""
    device = Device()
    made = shared.request("POST", "/api/v1/live", {"url": device.url}).json["id"]
    yield f"/live/{made}"
    shared.request("DELETE", f"/api/v1/live/{made}")
    device.stop()


#: Of pages what is used on them again and again.
TOOLS = {
    "inspector": ("/dumps/{kitchen}?view=3", "#device-tools, #more-tools, #modes, .zoom, .pane-tabs"),
    "board": ("/dumps/{kitchen}/board", ".board-zoom, #board-looks, #board-search"),
    "settings": (f"{APP}/settings", "#tools"),
    "live": ("{live}", "#live-tools"),
}


@pytest.mark.parametrize("name", TOOLS)
def test_what_is_used_again_and_again_lies_in_the_lower_half_however_far_one_has_scrolled(open_page, shared, live, name):
    path, tools = TOOLS[name]
    kitchen = shared.request("POST", "/api/v1/dumps?name=kitchen", (REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard").read_bytes()).json["id"]
    page = open_page(shared.url + path.replace("{kitchen}", kitchen).replace("{live}", live), viewport=PHONE, has_touch=True)
    expect(page.locator(tools)).to_have_count(len(tools.split(",")))
    for to in ("0", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo(0, {to})")
        for box in (each.bounding_box() for each in page.locator(tools).all()):
            assert box["y"] >= PHONE["height"] / 2 and box["y"] + box["height"] <= PHONE["height"], (to, box)
    # They cover nothing that cannot be scrolled to.
    assert page.evaluate("""() => {
      const last = [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility() && !one.closest("#live-tools, svg")).pop();
      const tools = document.querySelector("#live-tools, #tools");
      return !tools || last.getBoundingClientRect().bottom <= tools.getBoundingClientRect().top + 1;
    }""")


def test_a_finger_taps_on_a_live_screen_takes_a_snapshot_and_swipes(open_page, shared, live):
    page = open_page(shared.url + live, viewport=PHONE, has_touch=True)
    frames, image = page.locator(".live-frames > li"), page.locator("#live-screen image")
    expect(frames).to_have_count(1)
    expect(page.locator("html.js")).to_have_count(1)

    def at(x, y):
        box = image.bounding_box()
        return box["x"] + x * box["width"] / SIZE[0], box["y"] + y * box["height"] / SIZE[1]

    page.touchscreen.tap(*at(30, 130))
    expect(frames).to_have_count(2)
    page.locator("#live-tools").get_by_role("button", name="Snapshot").tap()
    expect(frames).to_have_count(3)
    (x, top), (_, bottom) = at(200, 200), at(200, 700)
    swipe(page, x, bottom, 0, top - bottom)
    expect(frames).to_have_count(4)
    expect(page.locator(".live-steps li")).to_have_text(["Tap Button “next”", re.compile(r"Swipe from \(200, 700.*\)")])
    assert page.evaluate("scrollY") == 0
