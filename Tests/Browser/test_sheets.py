"""On a phone what opens over a page is a sheet: it follows the finger, springs back from a short swipe, and goes by a long one
as it goes by Escape."""

import re

import pytest
from playwright.sync_api import expect

from browsing import APP, PHONE, sample_dumps
from conftest import REPOSITORY
from domains import PAGE
from drawing import settle
from inspecting import point, query
from paneling import STOP_BUTTON, STOP_LABEL, ready
from settling import eventually, frames
from touching import finger, press, rested, swipe

KITCHEN = (REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard").read_bytes()
#: How far a finger goes that means it, and one that does not.
LONG, SHORT = 120, 30


@pytest.fixture
def touched(open_page, shared):
    """Opens a path of the server on a phone; braces stand for dumps."""
    dumps = sample_dumps(shared)
    shared.request("POST", f"/api/v1/dumps/{dumps['stopwatch']}/edits", {"op": "reset"})

    # What can be picked in the library.
    kitchen = shared.request("POST", "/api/v1/dumps?name=kitchen", KITCHEN).json["id"]

    def touched(path, **options):
        path = path.replace("{stopwatch}", dumps["stopwatch"]).replace("{kitchen}", kitchen)
        return open_page(shared.url + path, viewport=PHONE, has_touch=True, **options)
    return touched


STOPWATCH = f"/dumps/{{stopwatch}}?view={STOP_BUTTON}"


def begun(page):
    """The page with everything that its scripts bring."""
    if "/board" in page.url:
        expect(page.locator("#zoom")).to_have_text(re.compile("%"))
    elif "/dumps/" in page.url:
        settle(ready(page))
    # What hears the fingers comes with the first of them.
    page.evaluate("""() => import(document.querySelector("script[type=module][src*='/js/']").src.replace(/js\\/.*/, "js/core/sheets.js"))""")
    return page


def menu(summary):
    def opened(page):
        page.locator(summary).tap()
        return page.locator(summary).locator("xpath=..").locator("> .menu-body")
    return opened


def in_panel(open_it):
    def opened(page):
        page.get_by_role("button", name="Inspector", exact=True).tap()
        return open_it(page)
    return opened


def pressed(target):
    """The menu that a long press opens."""
    def opened(page):
        there = page.get_by_role("menu")
        box = page.locator(target).first.bounding_box()
        press(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, lambda: expect(there).to_be_visible())
        return there
    return opened


def views_here(page):
    there = page.locator(".view-list")
    # Who taps what is selected asks for what else is there.
    page.touchscreen.tap(*point(page, STOP_LABEL))
    expect(page.locator("#superviews [aria-current]")).to_have_attribute("data-id", str(STOP_LABEL))
    if not there.is_visible():
        page.touchscreen.tap(*point(page, STOP_LABEL))
    return there


def history(page):
    page.evaluate("""() => fetch(`/api/v1${location.pathname}/views/26`, { method: "PATCH", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ alpha: 0.5 }) })""")
    page.get_by_role("button", name="Inspector", exact=True).tap()
    page.locator(".history-opener:not([aria-disabled])").tap()
    return page.locator("#history")


def dialog(button, name):
    def opened(page):
        page.locator(button).tap()
        return page.get_by_role("dialog", name=name)
    return opened


def picked(button, name):
    def opened(page):
        box = page.locator(".dumps .pick").first
        if not box.is_checked():
            box.tap()
        page.locator("#picked").get_by_role("button", name=button, exact=True).tap()
        return page.get_by_role("dialog", name=name)
    return opened


#: Of each sheet the page on which it opens, and what opens it.
SHEETS = {
    "appearance": ("/", menu('summary[aria-label="Appearance"]')),
    "devices": (STOPWATCH, menu("#device-tools details:first-child > summary")),
    "more tools": (STOPWATCH, menu("#more-tools > summary")),
    "drawing": (STOPWATCH, menu("details:has(> .drawing-menu) > summary")),
    "export": (STOPWATCH, menu("#export-menu > summary")),
    "actions of a view": (STOPWATCH, in_panel(menu('summary[aria-label="Edit the view"]'))),
    "menu of a view": (STOPWATCH, pressed("#viewport")),
    "menu of a property": (STOPWATCH + "&panel=attributes", in_panel(pressed("#panel .attribute:visible .attribute-name"))),
    "views here": (STOPWATCH, views_here),
    "history of edits": (STOPWATCH, history),
    "palette": ("/", dialog(".palette-button", "Find anything")),
    "map of keys": ("/", dialog("[data-command=keys]", "Keyboard")),
    "question before deleting": ("/", picked("Delete", re.compile("^Delete"))),
    "new name": ("/", picked("Rename…", "Rename dump")),
    "tags": ("/", picked("Tags…", "Tags")),
    "folder": ("/", picked("Folder…", "Folder")),
    "menu of a scene": ("{kitchen}/board", pressed(".board-picture")),
    "menu of a setting": (f"{APP}/settings", pressed('.setting[data-key="vibrate"]')),
    "files of a domain": (PAGE, menu("details:has(> .menu-body > [download]) > summary")),
}


def focused(page):
    """What has the focus, in words that hold for the next opening too: browsers give it back with the next picture."""
    frames(page, 3)
    return page.evaluate("(({ tagName, id, className, textContent }) => [tagName, id, className, textContent.slice(0, 80)])(document.activeElement)")


def top(sheet):
    box = sheet.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + 8


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_follows_the_finger_and_goes_by_a_long_swipe_as_by_escape(touched, name):
    path, open_sheet = SHEETS[name]
    page = begun(touched("/dumps/" + path if path.startswith("{") else path))
    sheet = open_sheet(page)
    expect(sheet).to_be_visible()
    rested(page)
    box = sheet.bounding_box()
    assert (box["x"], box["width"]) == (0, PHONE["width"]) and round(box["y"] + box["height"]) == PHONE["height"], box
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    before, address = focused(page), page.url
    sheet = open_sheet(page)
    expect(sheet).to_be_visible()
    rested(page)
    with finger(page, *top(sheet)) as move:
        move(0, SHORT)
        eventually(page, lambda: abs(sheet.bounding_box()["y"] - box["y"] - SHORT) < 1, "the sheet under the finger")
    eventually(page, lambda: abs(sheet.bounding_box()["y"] - box["y"]) < 1, "the sheet where it was")
    expect(sheet).to_be_visible()
    swipe(rested(page), *top(sheet), 0, min(LONG, PHONE["height"] - top(sheet)[1] - 4))
    expect(sheet).to_be_hidden()
    assert focused(page) == before and page.url == address


def test_a_sheet_that_is_scrolled_scrolls_and_goes_only_from_its_beginning(touched):
    page = begun(touched(STOPWATCH))
    sheet = SHEETS["devices"][1](page)
    rested(page)
    rows = sheet.locator(".device-list")
    rows.evaluate("(list) => list.scrollTo(0, 300)")
    box = rows.bounding_box()
    x, y = box["x"] + 100, box["y"] + 20
    with finger(page, x, y) as move:
        move(0, LONG)
        eventually(page, lambda: rows.evaluate("(list) => list.scrollTop") < 300, "what was above")
        assert sheet.evaluate("(sheet) => sheet.style.translate") == ""
    expect(sheet).to_be_visible()
    # A finger that goes up or aside wants the rows, too.
    rows.evaluate("(list) => list.scrollTo(0, 0)")
    for across, down in ((0, -LONG), (LONG, LONG / 2)):
        with finger(page, x, y + LONG) as move:
            move(across, down)
            assert sheet.evaluate("(sheet) => sheet.style.translate") == ""
        expect(sheet).to_be_visible()
    rows.evaluate("(list) => list.scrollTo(0, 0)")
    swipe(page, x, y, 0, LONG)
    expect(sheet).to_be_hidden()


def test_a_finger_that_comes_back_keeps_the_sheet_and_a_second_one_lets_it_go(touched):
    page = begun(touched("/"))
    sheet = SHEETS["palette"][1](page)
    expect(sheet).to_be_visible()
    rested(page)
    x, y = top(sheet)
    with finger(page, x, y) as move:
        move(0, LONG)
        move(0, SHORT)
    eventually(page, lambda: sheet.bounding_box()["y"] == y - 8, "the sheet where it was")
    session = page.context.new_cdp_session(page)
    places = [{"x": x, "y": y + LONG, "id": 0}, {"x": x + 40, "y": y, "id": 1}]
    for kind, points in (("touchStart", [{"x": x, "y": y, "id": 0}]), ("touchMove", places[:1]), ("touchStart", places), ("touchEnd", [])):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    eventually(page, lambda: sheet.bounding_box()["y"] == y - 8, "the sheet where it was")
    expect(sheet).to_be_visible()


def test_with_less_motion_a_sheet_is_at_once_where_it_goes(touched):
    page = begun(touched("/", reduced_motion="reduce"))
    sheet = SHEETS["appearance"][1](page)
    x, y = top(sheet)
    assert page.evaluate("document.getAnimations().length") == 0
    for way, visible in ((SHORT, True), (LONG, False)):
        swipe(page, x, y, 0, way)
        found = page.evaluate("""(summary) => [document.querySelector(summary).parentElement.open, document.getAnimations().length,
          document.querySelector(summary).parentElement.querySelector(".menu-body").style.translate]""", 'summary[aria-label="Appearance"]')
        assert found == [visible, 0, ""]


def test_a_swipe_is_one_step_and_the_next_escape_the_next(touched):
    page = begun(touched(STOPWATCH + "&tool=touch"))
    sheet = SHEETS["more tools"][1](page)
    rested(page)
    swipe(page, *top(sheet), 0, LONG)
    expect(sheet).to_be_hidden()
    assert query(page)["tool"] == "touch" and query(page)["view"] == str(STOP_BUTTON)
    page.keyboard.press("Escape")
    eventually(page, lambda: "tool" not in query(page), "the next step")
    assert query(page)["view"] == str(STOP_BUTTON)


def test_a_touch_beside_a_sheet_closes_it_and_does_nothing_else(touched):
    page = begun(touched(STOPWATCH))
    for name in ("devices", "export"):
        sheet = SHEETS[name][1](page)
        rested(page)
        page.touchscreen.tap(PHONE["width"] / 2, 60)
        expect(sheet).to_be_hidden()
        assert query(page) == {"view": str(STOP_BUTTON)}


def test_a_sheet_leaves_the_page_behind_it_where_it_is(touched):
    page = begun(touched("/help"))
    page.evaluate("scrollTo(0, 200)")
    page.locator('summary[aria-label="Appearance"]').evaluate("(summary) => summary.click()")
    sheet = page.locator(".menu-body:visible")
    rested(page)
    with finger(page, *top(sheet)) as move:
        move(0, SHORT)
        move(0, LONG)
        assert page.evaluate("scrollY") == 200
    expect(sheet).to_be_hidden()
    assert page.evaluate("scrollY") == 200
