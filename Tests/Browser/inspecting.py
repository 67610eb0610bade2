"""How the tests of the inspector find their way on its page."""

import urllib.parse

from playwright.sync_api import expect

from conftest import SAMPLES
from drawing import place, settle, to_screen
from settling import awaited, soon


def row(page, view):
    """The row of a view in the tree."""
    return page.locator(f'#tree li[data-id="{view}"]')


def corner(page, view, across, down):
    """Where on the screen a part of a view on the canvas is, by shares of its width and height."""
    page.locator("canvas.surface").wait_for()
    left, top, width, height = place(settle(page), view)
    return to_screen(page, left + width * across, top + height * down)


def point(page, view, across=0.5, down=0.5):
    """The same as a mouse points: at a whole pixel."""
    x, y = corner(page, view, across, down)
    return round(x), round(y)


def click_canvas(page, view, across=0.5, down=0.5):
    """Clicks on a view of the live canvas, once it is there."""
    page.mouse.click(*point(page, view, across, down))


#: A stack view with a label, which constraints place, and a bar that its mask places.
STACKED = """\
<UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <UIWindowLayer: 0x60>>
   | <UIStackView: 0x2; frame = (0 100; 375 100); layer = <CALayer: 0x61>>
   |    | <UILabel: 0x3; frame = (0 0; 375 50); text = 'Total'; layer = <_UILabelLayer: 0x63>>
   | <UIView: 0x4; frame = (0 0; 375 20); autoresize = W; layer = <CALayer: 0x64>>
"""


def stacked(server):
    """Loads a dump in which constraints are at work, and gives its id."""
    return server.request("POST", "/api/v1/dumps?name=stacked", STACKED).json["id"]


def stopwatch_copy(server):
    """Loads the stopwatch of the samples once more, to be changed, and gives its id."""
    text = (SAMPLES / "dumps/stopwatch.json").read_bytes()
    made = server.request("POST", "/api/v1/dumps?name=Stopwatch", text, {"Content-Type": "application/json"})
    assert made.status == 201, made.text
    return made.json["id"]


def query(page):
    """The parameters of the page's address."""
    return soon(page, lambda: dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page.url).query)))


def expect_unsaid(page, name):
    """The page's address has no such parameter, or loses it soon: what changes often is written late."""
    found = awaited(page, lambda: query(page), lambda parameters: name not in parameters)
    assert name not in found


def expect_selected(page, view):
    """Tree, canvas, panel, breadcrumb and address agree on the selected view."""
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(view))
    expect(page.locator('#superviews [aria-current="true"]')).to_have_attribute("data-id", str(view))
    expect(page.locator('#tree [aria-selected="true"]')).to_have_count(1)
    expect(row(page, view)).to_have_attribute("aria-selected", "true")
    expect(row(page, view).locator("> .row")).to_be_visible()
    expect(page.locator(".overlay .outline")).to_have_count(1)
    assert query(page)["view"] == str(view)


def expect_nothing_selected(page):
    expect(page.locator("#panel .panel-empty")).to_be_visible()
    expect(page.locator("#superviews a")).to_have_count(0)
    expect(page.locator('#tree [aria-selected="true"]')).to_have_count(0)
    expect(page.locator(".overlay .outline")).to_have_count(0)
    expect_unsaid(page, "view")


def focused_view(page):
    """The view whose row has the focus."""
    return page.evaluate("document.activeElement.closest('#tree li')?.dataset.id")


def expect_focus(page, view):
    expect(row(page, view)).to_be_focused()


def zoom_level(page):
    return int(page.locator("#zoom-level").inner_text().removesuffix("%").strip())
