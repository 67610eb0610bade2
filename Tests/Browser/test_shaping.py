"""The selected view is shaped by hand on the canvas: dragged, resized, drawn to its neighbours, moved with keys."""

import pytest
from playwright.sync_api import expect

from drawing import drag, dump, settle
from inspecting import query
from paneling import edits_of, frame_of, requests_of, saved, select, view_of
from settling import eventually

WINDOW, BOX, INNER, OTHER, TURNED = range(5)

#: A window whose views are far enough apart not to be drawn to each other by what the tests do.
SCREEN = {"class": "UIWindow", "frame": [0, 0, 400, 600], "subviews": [
    {"class": "UIView", "frame": [60, 110, 100, 40], "subviews": [
        {"class": "UILabel", "frame": [10, 10, 80, 20], "autoresizingMask": ["flexibleWidth"]}]},
    {"class": "UIView", "frame": [230, 420, 90, 30]},
    {"class": "UIView", "bounds": [0, 0, 80, 40], "center": [290, 250], "transform": [0, 1, -1, 0, 0, 0]},
]}


@pytest.fixture
def open_view(open_page, shared):
    def open_view(view, query=""):
        return settle(open_page(f"{dump(shared, SCREEN)}?view={view}{query}"))
    return open_view


def undo(page, edits=1):
    """Takes back all that was done: the views are as they were."""
    for left in reversed(range(edits)):
        page.keyboard.press("Control+z")
        saved(page, left)
    settle(page)


def press_at_once(page, *keys):
    """Presses keys with no time between them, however slow the machine is: what rests for a while is sent."""
    page.evaluate("""(keys) => {
      for (const each of keys) {
        const held = each.split("+"), key = held.pop();
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {
          key, altKey: held.includes("Alt"), shiftKey: held.includes("Shift"), ctrlKey: held.includes("Control"),
          bubbles: true, cancelable: true,
        }));
      }
    }""", list(keys))


def test_dragging_the_body_moves_the_view_and_selects_nothing_else(open_view, shared):
    page = open_view(BOX)
    drag(page, (110, 130), (20, 30))
    saved(page, 1)
    assert frame_of(shared, page, BOX) == [80, 140, 100, 40]
    assert query(page)["view"] == str(BOX), "though a label lies under the pointer"
    undo(page)
    assert frame_of(shared, page, BOX) == [60, 110, 100, 40]
    # Escape takes back what is being dragged.
    bodies = requests_of(page, "PATCH", "/views/")
    drag(page, (110, 130), (20, 30), drop=False)
    expect(page.locator(".overlay .tag")).to_contain_text("80, 140")
    page.keyboard.press("Escape")
    expect(page.locator(".overlay .tag")).to_contain_text("60, 110")
    page.mouse.up()
    settle(page)
    assert bodies == [] and query(page)["view"] == str(BOX)


#: Where the box is held, how far it is dragged, and its frame after that.
EDGES = [
    ((160, 130), (25, 9), [60, 110, 125, 40]), ((60, 130), (-20, 9), [40, 110, 120, 40]),
    ((110, 110), (9, -15), [60, 95, 100, 55]), ((110, 150), (9, 25), [60, 110, 100, 65]),
    ((160, 150), (25, 25), [60, 110, 125, 65]), ((60, 110), (-20, -15), [40, 95, 120, 55]),
    ((160, 110), (25, -15), [60, 95, 125, 55]), ((60, 150), (-20, 25), [40, 110, 120, 65]),
    ((60, 130), (300, 0), [159, 110, 1, 40]),
]


def test_edges_and_corners_resize_and_the_opposite_ones_stay(open_view, shared):
    page = open_view(BOX)
    # What is inside follows its mask while the edge is dragged.
    drag(page, (160, 130), (25, 0), drop=False)
    expect(page.locator(".overlay .tag")).to_contain_text("125 × 40")
    assert edits_of(shared, page)["edits"] == []
    page.mouse.up()
    saved(page, 1)
    assert frame_of(shared, page, INNER) == [10, 10, 105, 20]
    undo(page)
    for start, way, frame in EDGES:
        drag(page, start, way)
        saved(page, 1)
        assert frame_of(shared, page, BOX) == frame, f"from {start} by {way}"
        undo(page)
    # A turned view is resized along its own axes. Its right edge is at the bottom of the window.
    select(page, TURNED)
    drag(settle(page), (290, 290), (0, 20))
    saved(page, 1)
    view = view_of(shared, page, TURNED)
    assert view["bounds"] == {"x": 0, "y": 0, "width": 100, "height": 40}
    assert frame_of(shared, page, TURNED) == pytest.approx([270, 210, 40, 100])


def test_edges_and_middles_are_drawn_to_others_and_the_line_is_shown(open_view, shared):
    page = open_view(BOX)
    drag(page, (110, 130), (168, 30), drop=False)
    expect(page.locator(".overlay .snap")).to_have_count(1)
    page.mouse.up()
    saved(page, 1)
    assert frame_of(shared, page, BOX) == [230, 140, 100, 40], "two points away from the sibling's left edge"
    expect(page.locator(".overlay .snap")).to_have_count(0)
    undo(page)
    drag(page, (110, 130), (88, 30))
    saved(page, 1)
    assert frame_of(shared, page, BOX) == [150, 140, 100, 40], "the superview's middle"
    undo(page)
    # With Control nothing is drawn to anything.
    drag(page, (110, 130), (168, 30), key="Control")
    saved(page, 1)
    assert frame_of(shared, page, BOX) == [228, 140, 100, 40]
    undo(page)
    # Shift keeps to one axis, and a corner to the shape.
    drag(page, (110, 130), (9, 30), key="Shift")
    saved(page, 1)
    assert frame_of(shared, page, BOX) == [60, 140, 100, 40]
    drag(page, (160, 180), (50, 0), key="Shift")
    saved(page, 2)
    assert frame_of(shared, page, BOX) == [60, 140, 150, 60]


def test_arrow_keys_move_the_view_with_alt_resize_it_and_a_burst_is_one_edit(open_view, shared):
    page = open_view(BOX)
    page.locator("#viewport").focus()
    bodies = requests_of(page, "PATCH", "/views/")
    press_at_once(page, "ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowDown")
    expect(page.locator(".overlay .tag")).to_contain_text("62, 119")
    saved(page, 1)
    assert bodies == [{"frame": {"x": 62, "y": 119, "width": 100, "height": 40}}]
    undo(page)
    assert frame_of(shared, page, BOX) == [60, 110, 100, 40]
    press_at_once(page, "Alt+ArrowRight", "Alt+Shift+ArrowDown", "Alt+ArrowUp", "ArrowLeft")
    saved(page, 1)
    assert frame_of(shared, page, BOX) == [59, 110, 101, 49]
    undo(page)
    # The key for undo takes back a burst that was not sent.
    bodies.clear()
    press_at_once(page, "ArrowRight", "Control+z")
    expect(page.locator(".overlay .tag")).to_contain_text("60, 110")
    page.keyboard.press("ArrowDown")
    saved(page, 1)
    assert bodies == [{"frame": {"x": 60, "y": 111, "width": 100, "height": 40}}]


def test_what_is_moved_while_an_earlier_move_is_answered_goes_on(open_view, shared):
    page = open_view(BOX)

    def hold_first_move():
        held = []
        page.route("**/views/*", lambda route: held.append(route) if route.request.method == "PATCH" and not held else route.continue_())
        page.locator("#viewport").focus()
        press_at_once(page, "ArrowRight")
        eventually(page, lambda: held, "the first move")
        return held[0]

    # By keys. What rests is sent: keys that follow each other keep it under way.
    first = hold_first_move()
    page.evaluate("""() => {
      const press = () => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
      window.pressing = setInterval(press, 20);
    }""")
    first.continue_()
    expect(page.locator(".history-opener")).to_have_text("1 edit")
    page.evaluate("() => clearInterval(window.pressing)")
    saved(page, 2)
    x, y, *_ = frame_of(shared, page, BOX)
    assert x == 61 and y > 112
    undo(page, 2)
    page.unroute("**/views/*")
    # With the mouse.
    first = hold_first_move()
    drag(page, (110, 130), (20, 30), drop=False)
    expect(page.locator(".overlay .tag")).to_contain_text("81, 140")
    first.continue_()
    expect(page.locator(".history-opener")).to_have_text("1 edit")
    page.mouse.up()
    saved(page, 2)
    assert frame_of(shared, page, BOX) == [81, 140, 100, 40]


def test_at_another_size_nothing_is_shaped_and_the_page_says_why(open_view):
    page = open_view(BOX, "&width=500&height=600")
    page.watch.expect("the page tells: The views are shown at another size")
    bodies = requests_of(page, "PATCH", "/views/")
    drag(page, (110, 130), (20, 30))
    expect(page.locator("#toast.shown")).to_contain_text("shown at another size")
    assert bodies == []


def test_a_window_is_not_moved_and_the_stack_of_layers_has_no_handles(open_view):
    page = open_view(WINDOW)
    bodies = requests_of(page, "PATCH", "/views/")
    drag(page, (150, 320), (20, 30))
    assert bodies == []
    select(page, BOX)
    expect(page.locator(".overlay .handle")).to_have_count(8)
    page.keyboard.press("l")
    eventually(page, lambda: page.locator(".overlay .handle").count() == 0, "layers without handles")
