"""One Escape ends one thing, the topmost: the list of all that is open over a page or under way, one by one and over each other."""

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from browsing import sample_dumps
from drawing import settle
from inspecting import expect_unsaid, point, query
from outlining import link
from paneling import LAP_BUTTON, STOP_BUTTON, STOP_LABEL, ready
from settling import awaited

ROOT, SUPERVIEW = "0", "4"


@pytest.fixture
def page(open_page, shared):
    dump = sample_dumps(shared)["stopwatch"]
    shared.request("POST", f"/api/v1/dumps/{dump}/edits", {"op": "reset"})
    page = settle(ready(open_page(f"{shared.url}/dumps/{dump}?view={STOP_BUTTON}")))
    link(page, STOP_BUTTON).click()
    return page


def palette(page):
    page.keyboard.press("Control+k")
    return page.locator("dialog.palette")


def key_map(page):
    page.keyboard.press("?")
    return page.locator(".keymap-dialog")


def row_menu(page):
    page.keyboard.press("Shift+F10")
    return page.get_by_role("menu")


def canvas_menu(page):
    page.locator("#viewport").focus()
    page.keyboard.press("ContextMenu")
    return page.get_by_role("menu")


def property_menu(page):
    page.get_by_role("tab", name="Attributes").click()
    page.locator("#panel .attribute [data-copy]").first.focus()
    page.keyboard.press("Shift+F10")
    return page.get_by_role("menu")


def page_menu(label):
    def open_menu(page):
        summary = page.locator(f'summary[aria-label="{label}"]')
        summary.focus()
        page.keyboard.press("Enter")
        return summary.locator("xpath=..").locator(".menu-body")
    return open_menu


def views_here(page):
    page.locator("#viewport").focus()
    page.keyboard.press("Enter")
    return page.locator(".view-list")


def history(page):
    page.get_by_role("tab", name="Attributes").click()
    link(page, STOP_BUTTON).click(button="right")
    page.get_by_role("menuitem", name="Hide", exact=True).click()
    page.locator(".history-opener").click()
    return page.locator("#history")


OPENINGS = {
    "palette": palette, "map of keys": key_map, "menu of a row": row_menu, "menu of the canvas": canvas_menu, "menu of a property": property_menu,
    "appearance": page_menu("Appearance"), "actions": page_menu("Edit the view"), "views under the pointer": views_here, "history of edits": history,
}


@pytest.mark.parametrize("name", OPENINGS)
def test_escape_closes_what_is_open_gives_the_focus_back_and_does_nothing_else(page, name):
    if name == "history of edits":
        opened = history(page)
        before = ".history-opener"
    else:
        opened = OPENINGS[name](page)
        before = None
    expect(opened).to_be_visible()
    page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    assert query(page)["view"] == str(STOP_BUTTON), "the selection went too"
    expect(page.locator(before) if before else page.locator(":focus")).to_be_focused()
    assert page.evaluate("document.activeElement !== document.body")
    page.keyboard.press("Escape")
    page.wait_for_function("(view) => new URL(location).searchParams.get('view') === view", arg=SUPERVIEW)


def test_what_is_over_each_other_closes_one_by_one(page):
    page.locator("#search input[type=search]").fill("lap")
    expect(page.locator(".search-count")).not_to_have_text("")
    page.locator("#viewport").focus()
    page.keyboard.press("t")
    page.keyboard.press("ContextMenu")
    expect(page.get_by_role("menu")).to_be_visible()

    def here():
        parameters = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page.url).query))
        return (page.get_by_role("menu").is_visible(), *(parameters.get(name) for name in ("tool", "q", "view")))

    stop = str(STOP_BUTTON)
    for expected in ((False, "touch", "lap", stop), (False, "touch", None, stop), (False, None, None, stop), (False, None, None, SUPERVIEW)):
        page.keyboard.press("Escape")
        assert awaited(page, here, lambda found: found == expected) == expected


def test_layers_end_when_nothing_is_selected_any_more(page):
    page.keyboard.press("l")
    assert query(page)["mode"] == "layers"
    for _ in range(page.locator("#superviews [data-id]").count()):
        assert query(page)["mode"] == "layers" and query(page)["view"]
        page.keyboard.press("Escape")
    expect_unsaid(page, "view")
    assert query(page)["mode"] == "layers"
    page.keyboard.press("Escape")
    expect_unsaid(page, "mode")


def test_several_views_become_one_before_the_selection_goes_up(page):
    link(page, LAP_BUTTON).click(modifiers=["Control"])
    expect(page.locator("#tree [aria-selected=true]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("#tree [aria-selected=true]")).to_have_count(1)
    assert query(page)["view"] == str(LAP_BUTTON)


def test_a_drag_is_given_up_and_the_selection_stays(page):
    x, y = point(page, STOP_LABEL)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert query(page)["view"] == str(STOP_BUTTON)
    expect(page.locator(".history-opener")).to_have_text(re.compile("No edits|All undone"))


def test_a_notice_closes_first_and_messages_take_each_others_place(page):
    page.watch.expect("The first", "The second")
    page.evaluate(r"""async () => {
      const root = document.querySelector('script[type=module][src*="/js/"]').src.replace(/js\/.*/, "js/");
      const [{ notice }, { toast }] = await Promise.all([import(root + "core/dom.js"), import(root + "core/ui.js")]);
      notice("The first"); notice("The second"); toast("One"); toast("Another");
    }""")
    expect(page.locator(".edit-notice")).to_have_count(1)
    expect(page.locator(".edit-notice")).to_contain_text("The second")
    expect(page.locator("#toast")).to_have_text("Another")
    page.keyboard.press("Escape")
    expect(page.locator(".edit-notice")).to_have_count(0)
    assert query(page)["view"] == str(STOP_BUTTON)
