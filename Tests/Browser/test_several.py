"""Several views are selected, compared, and lined up as one edit."""

import pytest
from playwright.sync_api import expect

from drawing import dump, settle
from inspecting import point, query
from outlining import link, row
from paneling import edits_of, frame_of, ready, saved

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
    return page.locator('#tree [aria-selected="true"]').evaluate_all("(all) => all.map((item) => Number(item.dataset.id)).sort()")


def add(page, *views):
    for view in views:
        link(page, view).click(modifiers=["Control"])
        expect(row(page, view)).to_have_attribute("aria-selected", "true")


def heading(page):
    return page.locator("#panel .several h2")


def compared(page):
    return dict(page.locator("#panel .several dl > div").evaluate_all("(all) => all.map((line) => [...line.children].map((one) => one.textContent))"))


def test_control_and_a_click_select_one_more_and_one_less(page):
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


def test_shift_and_a_click_or_the_arrows_select_the_rows_between(page):
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


def test_control_and_a_click_on_the_canvas_select_one_more(page):
    page.keyboard.down("Control")
    page.mouse.click(*point(page, TWO))
    page.keyboard.up("Control")
    expect(heading(page)).to_have_text("2 views selected")
    assert selected(page) == [ONE, TWO]


def test_escape_leaves_the_view_selected_last(page):
    add(page, TWO)
    page.keyboard.press("Escape")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TWO))
    assert selected(page) == [TWO]
    add(page, ONE)
    link(page, THREE).click()
    assert selected(page) == [THREE]
    page.go_back()
    assert selected(page) == [ONE]


def test_edges_and_gaps_are_compared(page):
    add(page, TWO, THREE)
    told = compared(page)
    assert told["Left"] == "20 to 300" and told["Width"] == "40 to 80" and told["Height"] == "40 to 60"
    assert told["Horizontal"] == "20, 120" and told["Vertical"] == "30, 40"


@pytest.mark.parametrize(("name", "axis", "places"), [
    ("Align left edges", 0, [20, 20, 20]), ("Align centres", 0, [150, 140, 160]), ("Align right edges", 0, [280, 260, 300]),
    ("Align top edges", 1, [50, 50, 50]), ("Align middles", 1, [135, 135, 125]), ("Align bottom edges", 1, [220, 220, 200]),
    ("Distribute horizontally", 0, [20, 150, 300]), ("Distribute vertically", 1, [50, 125, 200]),
])
def test_views_are_lined_up_in_one_step(page, shared, name, axis, places):
    add(page, TWO, THREE)
    page.get_by_role("button", name=name).click()
    saved(page, 1)
    assert [frame_of(shared, page, view)[axis] for view in (ONE, TWO, THREE)] == places
    expect(heading(page)).to_have_text("3 views selected")
    page.get_by_role("button", name="Undo", exact=True).click()
    saved(page, 0)
    assert [frame_of(shared, page, view)[axis] for view in (ONE, TWO, THREE)] == [[20, 100, 300], [50, 120, 200]][axis]


def test_what_lies_in_another_selected_view_moves_with_it(page, shared):
    add(page, INNER, TWO)
    expect(page.locator("#panel .several")).to_contain_text("1 view lies in another selected view")
    expect(page.get_by_role("button", name="Distribute horizontally")).to_be_disabled()
    page.get_by_role("button", name="Align right edges").click()
    saved(page, 1)
    assert frame_of(shared, page, ONE)[0] == 120 and frame_of(shared, page, INNER)[0] == 5
    assert edits_of(shared, page)["edits"][0]["summary"].startswith("Frame of ")
