"""Keys are commands wherever nothing is typed; the map shows them, and single ones can be turned off."""

import pytest
from playwright.sync_api import expect

from browsing import APP
from inspecting import expect_unsaid, query
from outlining import expect_chosen, link, ready, row
from settling import soon
from test_beginning import Beginning

TAB_BAR, CONTAINER = 49, 1


@pytest.fixture
def page(open_page, stopwatch):
    return ready(open_page(stopwatch))


def keymap(page):
    return page.get_by_role("dialog", name="Keyboard")


def entry(page, title):
    return keymap(page).locator("dl > div", has_text=title)


def test_the_question_mark_and_the_button_for_help_open_the_map_of_this_page(page, without_script, stopwatch):
    page.keyboard.press("?")
    expect(keymap(page)).to_be_visible()
    headings = soon(page, keymap(page).locator("h3").all_inner_texts)
    assert headings[:2] == ["Anywhere", "Tree"] and "Canvas" in headings
    expect(entry(page, "Hide system views").locator("kbd")).to_have_text("H")
    expect(entry(page, "Focus on the selected view").locator("kbd")).to_have_text("F")
    expect(entry(page, "Rotate").first.locator("kbd")).to_have_text("R")
    assert entry(page, "Find a view by").locator("kbd").all_inner_texts() == ["/", "Ctrl", "F"]
    # Every key has a place of its own.
    expect(keymap(page).locator(".chord").first).to_be_visible()
    chords = keymap(page).locator(".chord").evaluate_all(
        "(all) => all.map((chord) => [...chord.children].map((cap) => cap.textContent).join('+'))")
    assert len(chords) > 30
    shared = {chord for chord in chords if chords.count(chord) > 1}
    assert shared <= {"Esc"}, "only Esc means one thing after the other"
    page.keyboard.press("Escape")
    expect(keymap(page)).not_to_be_visible()
    page.get_by_role("link", name="Help and keyboard shortcuts").click()
    expect(keymap(page)).to_be_visible()
    # Without script the button leads to the page.
    plain = without_script(stopwatch)
    plain.get_by_role("link", name="Help and keyboard shortcuts").click()
    plain.wait_for_url("**/help#keyboard")


def test_a_map_that_is_open_lists_the_keys_of_parts_that_come_later(open_page, stopwatch):
    beginning = Beginning(open_page("about:blank"), stopwatch)
    page = beginning.page
    page.keyboard.press("?")
    expect(keymap(page)).to_be_visible()
    expect(entry(page, "Rotate")).to_have_count(0)
    beginning.end()
    expect(entry(page, "Rotate").first.locator("kbd")).to_have_text("R")
    expect(keymap(page).get_by_role("button", name="Close")).to_be_focused()


def test_the_map_is_there_on_pages_without_views(open_page, samples):
    page = open_page(f"{samples.url}{APP}")
    page.keyboard.press("?")
    expect(keymap(page)).to_be_visible()
    keymap(page).get_by_role("link", name="Help").click()
    page.wait_for_url("**/help#keyboard")


def test_single_keys_are_no_commands_when_typed_held_with_others_or_turned_off(page):
    page.keyboard.press("Control+h")
    page.keyboard.press("Alt+h")
    expect_unsaid(page, "hideSystem")
    field = page.get_by_role("searchbox")
    field.focus()
    page.keyboard.type("h/?[0")
    expect(field).to_have_value("h/?[0")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect_unsaid(page, "hideSystem")
    field.fill("")
    field.blur()
    expect_unsaid(page, "q")
    # Turned off, they stay off.
    page.keyboard.press("?")
    page.get_by_label("Single keys are commands").uncheck()
    page.keyboard.press("Escape")
    for key in ("h", "/", "?"):
        page.keyboard.press(key)
    assert query(page) == {}
    expect(field).not_to_be_focused()
    expect(keymap(page)).not_to_be_visible()
    page.reload()
    ready(page)
    page.keyboard.press("h")
    expect(row(page, CONTAINER)).to_have_count(1)
    # In the tree they jump.
    page.locator("#tree [tabindex='0']").focus()
    page.keyboard.press("h")
    expect(row(page, CONTAINER)).to_have_count(1)
    # Keys that make no character, and those with Control, are not meant.
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Find views")).to_be_focused()
    page.keyboard.type(">show these keys")
    page.keyboard.press("Enter")
    page.get_by_label("Single keys are commands").check()
    page.keyboard.press("Escape")
    expect(keymap(page)).not_to_be_visible()
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("h")
    expect(row(page, CONTAINER)).to_have_count(0)


def test_f6_walks_through_the_panes_and_a_menu_that_is_open_takes_escape_first(page):
    link(page, TAB_BAR).click()
    panes = []
    for _ in range(3):
        page.keyboard.press("F6")
        panes.append(page.evaluate("document.activeElement.closest('.tree-pane, .stage, .panel')?.className"))
    assert panes == ["stage", "panel", "tree-pane"]
    page.keyboard.press("Shift+F6")
    assert page.evaluate("document.activeElement.closest('.tree-pane, .stage, .panel')?.className") == "panel"
    page.get_by_label("Appearance").click()
    page.keyboard.press("Escape")
    expect(page.locator(".bar-end details")).not_to_have_attribute("open", "")
    expect_chosen(page, TAB_BAR)


def test_the_library_is_searched_with_the_same_key(open_page, samples):
    page = open_page(samples.url + "/")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
