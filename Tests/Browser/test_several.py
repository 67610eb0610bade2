"""Several views are selected, compared, and lined up as one edit."""

import pytest
from playwright.sync_api import expect

from drawing import drag, dump, settle, to_screen
from inspecting import point, query
from outlining import link, row
from paneling import edits_of, frame_of, ready, requests_of, saved, view_of
from settling import soon
from test_shaping import press_at_once

ONE, INNER, TWO, THREE = 1, 2, 3, 4

SCREEN = {"class": "UIWindow", "frame": [0, 0, 400, 600], "subviews": [
    {"class": "UIView", "frame": [20, 50, 60, 40], "subviews": [{"class": "UILabel", "frame": [5, 5, 50, 30]}]},
    {"class": "UIButton", "frame": [100, 120, 80, 40]},
    {"class": "UIImageView", "frame": [300, 200, 40, 60]},
]}


@pytest.fixture
def page(open_page, shared):
    return settle(ready(open_page(f"{dump(shared, SCREEN)}?view={ONE}")))


def selected(page):
    ids = "(all) => all.map((item) => Number(item.dataset.id)).sort()"
    return soon(page, lambda: page.locator('#tree [aria-selected="true"]').evaluate_all(ids))


def add(page, *views):
    for view in views:
        link(page, view).click(modifiers=["Control"])
        expect(row(page, view)).to_have_attribute("aria-selected", "true")


def heading(page):
    return page.locator("#panel .several h2")


def compared(page):
    return dict(page.locator("#panel .several dl > div").evaluate_all("(all) => all.map((line) => [...line.children].map((one) => one.textContent))"))


def test_control_and_a_click_select_one_more_and_one_less_in_the_tree_and_on_the_canvas(page):
    expect(page.get_by_role("tree")).to_have_attribute("aria-multiselectable", "true")
    add(page, TWO, THREE)
    expect(heading(page)).to_have_text("3 views selected")
    assert query(page)["view"] == str(THREE), "the address names the last one"
    expect(page.locator(".overlay .also-outline")).to_have_count(2)
    expect(page.locator(".overlay .handle")).to_have_count(0)
    link(page, TWO).click(modifiers=["Control"])
    expect(heading(page)).to_have_text("2 views selected")
    link(page, THREE).click(modifiers=["Control"])
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(ONE))
    assert query(page)["view"] == str(ONE) and selected(page) == [ONE]
    # On the canvas.
    page.keyboard.down("Control")
    page.mouse.click(*point(page, TWO))
    page.keyboard.up("Control")
    expect(heading(page)).to_have_text("2 views selected")
    assert selected(page) == [ONE, TWO]


def test_shift_selects_the_rows_between_and_escape_leaves_the_view_selected_last(page):
    link(page, THREE).click(modifiers=["Shift"])
    assert selected(page) == [ONE, INNER, TWO, THREE] and query(page)["view"] == str(ONE)
    link(page, TWO).click()
    assert selected(page) == [TWO]
    page.keyboard.press("Shift+ArrowDown")
    expect(heading(page)).to_have_text("2 views selected")
    expect(row(page, THREE)).to_be_focused()
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TWO))
    page.keyboard.press("Control+ArrowDown")
    row(page, ONE).focus()
    page.keyboard.press("Control+ ")
    assert selected(page) == [ONE, TWO]
    # Escape, another selection, and the way back.
    link(page, ONE).click()
    add(page, TWO)
    page.keyboard.press("Escape")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TWO))
    assert selected(page) == [TWO]
    add(page, ONE)
    link(page, THREE).click()
    assert selected(page) == [THREE]
    page.go_back()
    assert selected(page) == [ONE]


#: What lines views up, along which axis, and where they are then.
LINED_UP = [
    ("Align left edges", 0, [20, 20, 20]), ("Align centres", 0, [150, 140, 160]), ("Align right edges", 0, [280, 260, 300]),
    ("Align top edges", 1, [50, 50, 50]), ("Align middles", 1, [135, 135, 125]), ("Align bottom edges", 1, [220, 220, 200]),
    ("Distribute horizontally", 0, [20, 150, 300]), ("Distribute vertically", 1, [50, 125, 200]),
]


def test_views_are_compared_and_lined_up_in_one_step(page, shared):
    add(page, TWO, THREE)
    expect(heading(page)).to_have_text("3 views selected")
    told = compared(page)
    assert told["Left"] == "20 to 300" and told["Width"] == "40 to 80" and told["Height"] == "40 to 60"
    assert told["Horizontal"] == "20, 120" and told["Vertical"] == "30, 40"
    for name, axis, places in LINED_UP:
        page.get_by_role("button", name=name).click()
        saved(page, 1)
        assert [frame_of(shared, page, view)[axis] for view in (ONE, TWO, THREE)] == places, name
        expect(heading(page)).to_have_text("3 views selected")
        page.get_by_role("button", name="Undo", exact=True).click()
        saved(page, 0)
        assert [frame_of(shared, page, view)[axis] for view in (ONE, TWO, THREE)] == [[20, 100, 300], [50, 120, 200]][axis], name


def test_what_lies_in_another_selected_view_moves_with_it_once(page, shared):
    add(page, INNER, TWO)
    expect(page.locator("#panel .several")).to_contain_text("1 view is in another selected view")
    expect(page.get_by_role("button", name="Distribute horizontally")).to_be_disabled()
    page.get_by_role("button", name="Align right edges").click()
    saved(page, 1)
    assert frame_of(shared, page, ONE)[0] == 120 and frame_of(shared, page, INNER)[0] == 5
    assert edits_of(shared, page)["edits"][0]["summary"].startswith("Frame of ")
    page.get_by_role("button", name="Undo", exact=True).click()
    saved(page, 0)
    # By hand.
    drag(page, (50, 70), (7, 33), key="Control")
    saved(page, 1)
    assert [frame_of(shared, page, view) for view in (ONE, INNER, TWO)] == [[27, 83, 60, 40], [5, 5, 50, 30], [107, 153, 80, 40]]


# Moving by hand

#: Views in superviews of their own: one that is turned by a quarter and drawn twice as large, one that is itself turned.
NESTED = {"class": "UIWindow", "frame": [0, 0, 400, 600], "subviews": [
    {"class": "UIView", "frame": [20, 50, 60, 40], "subviews": [{"class": "UILabel", "frame": [5, 5, 50, 30]}]},
    {"class": "UIView", "bounds": [0, 0, 100, 60], "center": [250, 150], "transform": [0, 2, -2, 0, 0, 0],
     "subviews": [{"class": "UIButton", "frame": [10, 10, 30, 20]}]},
    {"class": "UIView", "bounds": [0, 0, 80, 40], "center": [110, 400], "transform": [0, 1, -1, 0, 0, 0]},
]}
BUTTON, TURNED = 4, 5


def window_frame(server, page, view):
    return [view_of(server, page, view)["windowFrame"][side] for side in ("x", "y", "width", "height")]


def test_several_views_move_as_one_by_hand_and_by_key_whatever_they_lie_in(open_page, shared):
    page = settle(ready(open_page(f"{dump(shared, NESTED)}?view={ONE}")))
    add(page, BUTTON, TURNED)
    views = (ONE, INNER, BUTTON, TURNED)
    before = {view: window_frame(shared, page, view) for view in views}
    bodies = requests_of(page, "POST", "/edits")
    drag(page, (100, 390), (33, -21), key="Control")
    saved(page, 1)
    for view in views:
        x, y, width, height = before[view]
        assert window_frame(shared, page, view) == pytest.approx([x + 33, y - 21, width, height]), view
    assert len(bodies) == 1 and bodies[0]["op"] == "changes" and len(bodies[0]["views"]) == 3
    assert frame_of(shared, page, BUTTON) == pytest.approx([10 - 10.5, 10 - 16.5, 30, 20]), "in the coordinates of its superview"
    expect(heading(page)).to_have_text("3 views selected")
    page.keyboard.press("Control+z")
    saved(page, 0)
    assert {view: window_frame(shared, page, view) for view in views} == before
    page.locator("#viewport").focus()
    press_at_once(page, "ArrowRight", "ArrowRight", "Shift+ArrowDown")
    saved(page, 1)
    for view in (ONE, BUTTON, TURNED):
        x, y, width, height = before[view]
        assert window_frame(shared, page, view) == pytest.approx([x + 2, y + 10, width, height]), view


def test_a_drag_of_several_views_begins_on_one_of_them_is_taken_back_by_escape_and_snaps(page, shared):
    add(page, TWO)
    bodies = requests_of(page, "POST", "/edits")
    # Beside them nothing is held.
    for place, grip in (((140, 140), "move"), ((22, 52), "move"), ((200, 400), ""), ((320, 230), "")):
        page.mouse.move(*to_screen(page, *place))
        expect(page.locator("#viewport")).to_have_attribute("data-grip", grip)
    before = page.locator(".overlay .also-outline").get_attribute("d")
    drag(page, (140, 140), (40, 31), drop=False)
    expect(page.locator(".overlay .also-outline")).not_to_have_attribute("d", before)
    page.keyboard.press("Escape")
    expect(page.locator(".overlay .also-outline")).to_have_attribute("d", before)
    page.mouse.up()
    settle(page)
    expect(heading(page)).to_have_text("2 views selected")
    assert bodies == [] and frame_of(shared, page, TWO)[:2] == [100, 120]
    drag(page, (320, 230), (30, 0))
    assert bodies == [] and edits_of(shared, page)["edits"] == []
    link(page, ONE).click()
    add(page, TWO)
    # The left edge of the rectangle around all comes to 303 and is drawn to that of the image view at 300; 20 to 300 is the way.
    drag(page, (140, 140), (283, 31), drop=False)
    expect(page.locator(".overlay .snap")).to_have_count(1)
    page.mouse.up()
    saved(page, 1)
    assert [frame_of(shared, page, view)[:2] for view in (ONE, TWO)] == [[300, 81], [380, 151]]
    expect(page.locator(".overlay .snap")).to_have_count(0)


def test_what_is_selected_now_moves_and_a_window_among_it_stays(page, shared):
    add(page, TWO)
    page.locator("#viewport").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.down("Control")
    page.mouse.click(*point(page, THREE))
    page.keyboard.up("Control")
    expect(heading(page)).to_have_text("3 views selected")
    page.locator("#viewport").focus()
    page.keyboard.press("ArrowRight")
    saved(page, 2)
    assert [frame_of(shared, page, view)[0] for view in (ONE, TWO, THREE)] == [22, 102, 301]
    for left in (1, 0):
        page.get_by_role("button", name="Undo", exact=True).click()
        saved(page, left)
    # A window among them keeps nothing back.
    link(page, 0).click()
    add(page, TWO, THREE)
    drag(page, (140, 140), (0, 27), key="Control")
    saved(page, 1)
    assert [frame_of(shared, page, view)[:2] for view in (0, TWO, THREE)] == [[0, 0], [100, 147], [300, 227]]
