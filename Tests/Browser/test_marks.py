"""Pins and notes on views: made, listed, shown in tree, canvas and panel, followed, and never lost."""

import re

import pytest
from playwright.sync_api import expect

from browsing import PHONE, sample_dumps
from drawing import settle
from inspecting import point, query
from outlining import link, row
from paneling import (
    CONTAINER, FACE, HAND, HIDDEN_BUTTON, LAP_BUTTON, LAP_LABEL, STOP_BUTTON, TAB_BAR, api, ready, saved, select, violations)
from settling import frames, soon

HOSTILE = "<img src=x onerror=alert(1)>\n  & “two”\nעברית"


@pytest.fixture
def dump(shared):
    """The path of the sample in the API, without marks and edits."""
    base = f"/api/v1/dumps/{sample_dumps(shared)['stopwatch']}"
    marks = shared.get(f"{base}/marks").json
    for view in marks["pins"]:
        shared.request("DELETE", f"{base}/views/{view}/pin")
    for note in marks["notes"]:
        shared.request("DELETE", f"{base}/views/{note['view']}/note")
    shared.request("POST", f"{base}/edits", {"op": "reset"})
    return base


@pytest.fixture
def mark(shared, dump):
    """Pins views and writes notes as somebody else does."""
    def mark(view, text=None):
        what, body = ("pin", {}) if text is None else ("note", {"text": text})
        reply = shared.request("PUT", f"{dump}/views/{view}/{what}", body)
        assert reply.status == 200, reply.body
        return reply

    return mark


@pytest.fixture
def opened(open_page, shared, dump):
    """Opens the sample with a view selected; some of its requests may be answered by the test."""
    def opened(view=STOP_BUTTON, answers=None, **options):
        address = f"{shared.url}{dump.removeprefix('/api/v1')}" + ("" if view is None else f"?view={view}")
        if not answers:
            return ready(open_page(address, **options))
        page = open_page("about:blank", **options)
        for path, answer in answers.items():
            page.route(path, answer)
        page.goto(address)
        return ready(page)

    return opened


def marks_of(server, page):
    """What the server keeps, as soon as it does."""
    return soon(page, lambda: {key: value for key, value in server.get(f"{api(page)}/marks").json.items() if key in ("pins", "notes")})


def notes_of(server, page):
    return soon(page, lambda: {note["view"]: note["text"] for note in server.get(f"{api(page)}/marks").json["notes"]})


def pinned(page):
    """The views in the list above the tree."""
    return soon(page, lambda: page.locator("#pinned li[data-id]").evaluate_all("(all) => all.map((item) => Number(item.dataset.id))"))


def pin(page, view):
    return page.locator(f'#pinned li[data-id="{view}"] > a')


def field(page):
    return page.get_by_role("textbox", name="Note, plain text")


def note(page):
    return page.locator("#panel #note .note-shown > .note-text")


def button(page, name):
    return page.locator("#panel").get_by_role("button", name=name, exact=True)


# Pins


def test_views_are_pinned_and_unpinned_with_p_by_their_menus_and_by_the_panel(opened, shared):
    page = settle(opened())
    expect(page.locator("#pinned")).to_be_hidden()
    page.keyboard.press("p")
    expect(pin(page, STOP_BUTTON)).to_have_text("UIButton“Stop”")
    expect(row(page, STOP_BUTTON).locator(".badge.pin")).to_be_visible()
    expect(row(page, STOP_BUTTON)).to_have_accessible_name(re.compile("Pinned"))
    expect(button(page, "Pin above the tree")).to_have_attribute("aria-pressed", "true")
    assert marks_of(shared, page)["pins"] == [STOP_BUTTON]
    page.keyboard.press("p")
    expect(page.locator("#pinned")).to_be_hidden()
    expect(row(page, STOP_BUTTON).locator(".badge.pin")).to_have_count(0)
    assert marks_of(shared, page)["pins"] == []
    # A row in the tree hears the key as a command.
    link(page, TAB_BAR).click()
    page.keyboard.press("p")
    assert pinned(page) == [TAB_BAR]
    page.keyboard.press("p")
    assert pinned(page) == []
    # Several selected views are pinned at once.
    link(page, LAP_BUTTON).click()
    link(page, STOP_BUTTON).click(modifiers=["Control"])
    page.keyboard.press("p")
    page.wait_for_function("() => document.querySelectorAll('#pinned li').length === 2")
    assert sorted(pinned(page)) == [LAP_BUTTON, STOP_BUTTON]
    page.keyboard.press("p")
    assert pinned(page) == []
    select(page, STOP_BUTTON)
    link(page, TAB_BAR).click(button="right")
    page.get_by_role("menuitem", name="Pin", exact=True).click()
    page.mouse.click(*point(page, LAP_LABEL), button="right")
    page.get_by_role("menuitem", name="Pin", exact=True).click()
    button(page, "Pin above the tree").click()
    assert pinned(page) == [TAB_BAR, LAP_LABEL, STOP_BUTTON]
    link(page, TAB_BAR).click(button="right")
    page.get_by_role("menuitem", name="Unpin", exact=True).click()
    assert pinned(page) == [LAP_LABEL, STOP_BUTTON]


def test_the_list_of_pins_is_walked_with_keys_unpins_with_delete_and_crosses_and_stays_folded(opened, mark, shared):
    for view in (TAB_BAR, HAND, LAP_BUTTON):
        mark(view)
    page = opened()
    assert pinned(page) == [TAB_BAR, HAND, LAP_BUTTON]
    page.locator("#pinned summary").focus()
    page.keyboard.press("Tab")
    expect(pin(page, TAB_BAR)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(pin(page, HAND)).to_be_focused()
    page.keyboard.press("End")
    expect(pin(page, LAP_BUTTON)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    expect(pin(page, LAP_BUTTON)).to_be_focused()
    assert pinned(page) == [TAB_BAR, LAP_BUTTON]
    page.keyboard.press("Enter")
    expect(row(page, LAP_BUTTON)).to_have_attribute("aria-selected", "true")
    expect(pin(page, LAP_BUTTON)).to_be_focused()
    # One stop for Tab, however many pins there are.
    assert page.locator("#pinned ul [tabindex='0']").count() == 1
    assert shared.get(f"{api(page)}/edits").json["edits"] == []
    assert shared.get(f"{api(page)}/views/{HAND}").status == 200
    page.keyboard.press("Delete")
    assert pinned(page) == [TAB_BAR]
    # It folds, and stays folded.
    page.locator("#pinned summary").click()
    expect(pin(page, TAB_BAR)).to_be_hidden()
    page.reload()
    ready(page)
    expect(page.locator("#pinned summary")).to_be_visible()
    expect(pin(page, TAB_BAR)).to_be_hidden()
    page.locator("#pinned summary").click()
    expect(pin(page, TAB_BAR)).to_be_visible()
    pin(page, TAB_BAR).hover()
    page.get_by_role("button", name="Unpin UITabBar").click()
    expect(page.locator("#pinned")).to_be_hidden()


def test_a_pinned_view_is_revealed_out_of_the_subtree_that_is_shown_and_counted_when_an_edit_removes_it(opened, mark):
    for view in (LAP_BUTTON, TAB_BAR, 52):
        mark(view)
    page = opened(FACE)
    link(page, FACE).focus()
    page.keyboard.press("f")
    expect(page.locator("#subtree")).to_be_visible()
    pin(page, 52).click()
    expect(page.locator("#subtree")).to_be_hidden()
    expect(row(page, 52)).to_have_attribute("aria-selected", "true")
    expect(link(page, 52)).to_be_in_viewport()
    expect(pin(page, 52)).to_have_attribute("aria-current", "true")
    assert query(page)["view"] == "52"
    page.keyboard.press("p")
    assert pinned(page) == [LAP_BUTTON, TAB_BAR]
    link(page, LAP_BUTTON).click()
    page.keyboard.press("Delete")
    expect(page.locator("#pinned .pinned-gone")).to_have_text("1 view is not in the dump now")
    assert pinned(page) == [TAB_BAR]
    saved(page, 1)
    page.keyboard.press("Control+z")
    assert pinned(page) == [LAP_BUTTON, TAB_BAR]
    saved(page, 0)


# Notes


def test_a_note_is_written_with_n_and_is_text_wherever_it_is_shown(opened, shared):
    page = settle(opened())
    expect(page.locator("#panel #note")).to_be_hidden()
    page.keyboard.press("n")
    expect(field(page)).to_be_focused()
    expect(button(page, "Save")).to_be_disabled()
    field(page).fill(f"  {HOSTILE}\n")
    field(page).press("Control+Enter")
    expect(page.locator("#toast")).to_contain_text("Note saved")
    expect(note(page)).to_have_text(HOSTILE, use_inner_text=True)
    assert notes_of(shared, page) == {STOP_BUTTON: HOSTILE}
    expect(button(page, "Edit the note")).to_be_focused()
    expect(row(page, STOP_BUTTON).locator(".badge.note")).to_be_visible()
    expect(row(page, STOP_BUTTON)).to_have_accessible_name(re.compile("Has a note"))
    expect(page.locator(f'.overlay .note-mark[data-view="{STOP_BUTTON}"]')).to_have_count(1)
    page.reload()
    settle(ready(page))
    expect(note(page)).to_have_text(HOSTILE, use_inner_text=True)
    for _ in range(10):
        page.keyboard.press("Escape")
    line = page.locator(".note-lines li")
    expect(line.locator(".note-text")).to_have_text(HOSTILE, use_inner_text=True)
    assert page.locator("#panel img").count() == 0
    line.get_by_role("link", name="UIButton").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_BUTTON))


def test_a_note_is_left_as_it_is_edited_deleted_had_back_and_written_up_to_2000_characters(opened, mark, shared):
    mark(STOP_BUTTON, "before")
    page = opened()
    # An untouched field is left with Escape.
    button(page, "Edit the note").click()
    field(page).press("Escape")
    expect(note(page)).to_have_text("before")
    expect(button(page, "Edit the note")).to_be_focused()
    page.locator("#note").get_by_role("button", name="Edit", exact=True).click()
    expect(field(page)).to_have_value("before")
    field(page).fill("after")
    button(page, "Save").click()
    expect(note(page)).to_have_text("after")
    page.locator("#note").get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#panel #note")).to_be_hidden()
    expect(row(page, STOP_BUTTON).locator(".badge.note")).to_have_count(0)
    expect(button(page, "Write a note")).to_be_focused()
    assert notes_of(shared, page) == {}
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(note(page)).to_have_text("after")
    assert notes_of(shared, page) == {STOP_BUTTON: "after"}
    page.locator("#note").get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#panel #note")).to_be_hidden()
    page.keyboard.press("n")
    field(page).fill("é" * 1_801)
    expect(page.locator(".note-left")).to_have_text("1,801 of 2,000")
    field(page).fill("👩" * 2_001)
    expect(page.locator(".note-left")).to_have_text("2,001 of 2,000")
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    expect(button(page, "Save")).to_be_disabled()
    field(page).fill("👩" * 2_000)
    button(page, "Save").click()
    expect(note(page)).to_have_text("👩" * 2_000)


def test_the_menu_opens_the_field_of_a_note_and_what_is_typed_outlives_other_selections_escape_and_a_reload(opened, shared):
    page = opened(TAB_BAR)
    link(page, STOP_BUTTON).click(button="right")
    page.get_by_role("menuitem", name="Add note").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_BUTTON))
    expect(field(page)).to_be_focused()
    field(page).press("Escape")
    expect(page.locator("#panel #note")).to_be_hidden()
    page.keyboard.press("n")
    field(page).fill("half a thought")
    field(page).press("Escape")
    expect(field(page)).to_have_value("half a thought")
    select(page, TAB_BAR)
    expect(page.locator("#panel #note")).to_be_hidden()
    select(page, STOP_BUTTON)
    expect(field(page)).to_have_value("half a thought")
    page.reload()
    ready(page)
    expect(field(page)).to_have_value("half a thought")
    button(page, "Cancel").click()
    expect(page.locator("#panel #note")).to_be_hidden()
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(field(page)).to_have_value("half a thought")
    button(page, "Save").click()
    expect(note(page)).to_have_text("half a thought")
    assert notes_of(shared, page) == {STOP_BUTTON: "half a thought"}


def test_pins_and_notes_that_are_not_kept_can_be_made_again(opened, shared):
    page = opened(expect=("ERR_FAILED", "could not be reached"))
    page.route("**/pin", lambda route: route.abort())
    page.keyboard.press("p")
    expect(page.locator("#toast")).to_contain_text("The server could not be reached.")
    expect(page.locator("#pinned")).to_be_hidden()
    page.unroute("**/pin")
    page.locator("#toast").get_by_role("button", name="Retry").click()
    assert pinned(page) == [STOP_BUTTON]
    assert marks_of(shared, page)["pins"] == [STOP_BUTTON]
    # A note stays in its field.
    page.route("**/note", lambda route: route.abort())
    page.keyboard.press("n")
    field(page).fill("worth keeping")
    button(page, "Save").click()
    expect(page.locator("#note .failure")).to_contain_text("The server could not be reached.")
    expect(field(page)).to_have_value("worth keeping")
    page.unroute("**/note")
    page.locator("#note").get_by_role("button", name="Retry").click()
    expect(note(page)).to_have_text("worth keeping")
    assert notes_of(shared, page) == {STOP_BUTTON: "worth keeping"}


# Others


#: Says on the window when the page has been told where the dump is: from then on it follows.
LISTENING = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (type, callback, ...rest) {
  listen.call(this, type, (event) => { callback(event); if (event.data) window.told = true; }, ...rest);
};
"""


def follows(page):
    page.wait_for_function("() => window.told")
    return page


def test_pins_and_notes_of_others_are_followed_without_a_reload(opened, mark, shared, dump):
    page = follows(settle(opened(script=LISTENING)))
    page.evaluate("window.kept = true")
    mark(TAB_BAR)
    assert pinned(page) == [TAB_BAR]
    mark(STOP_BUTTON, "from elsewhere")
    expect(note(page)).to_have_text("from elsewhere")
    expect(page.locator(f'.overlay .note-mark[data-view="{STOP_BUTTON}"]')).to_have_count(1)
    shared.request("DELETE", f"{dump}/views/{STOP_BUTTON}/note")
    expect(page.locator("#panel #note")).to_be_hidden()
    assert page.evaluate("window.kept")
    # So is the list of notes, which stands where nothing is selected.
    for _ in range(10):
        page.keyboard.press("Escape")
    expect(page.locator(".dump-report")).to_be_visible()
    mark(STOP_BUTTON, "first")
    expect(page.locator(".note-lines li")).to_have_count(1)
    mark(LAP_BUTTON, "second")
    expect(page.locator(".note-lines .note-text")).to_have_text(["second", "first"])


#: A window that hears of nothing, so that it is behind.
DEAF = {"**/api/v1/events**": lambda route: route.abort()}


@pytest.mark.parametrize("hears", [True, False], ids=["told", "untold"])
def test_a_note_that_somebody_else_changed_is_shown_beside_mine_and_either_can_be_taken(opened, mark, shared, dump, hears):
    mark(STOP_BUTTON, "before")
    if hears:
        page = follows(opened(expect=("412", "Somebody else"), script=LISTENING))
    else:
        page = opened(answers=DEAF, expect=("412", "Somebody else", "ERR_FAILED"))
    button(page, "Edit the note").click()
    field(page).fill("mine")
    mark(STOP_BUTTON, "theirs")
    if hears:
        # A pin is told after the note.
        mark(TAB_BAR)
        expect(pin(page, TAB_BAR)).to_be_visible()
    button(page, "Save").click()
    conflict = page.locator("#note .note-conflict")
    expect(conflict).to_contain_text("theirs")
    expect(field(page)).to_have_value("mine")
    assert notes_of(shared, page) == {STOP_BUTTON: "theirs"}
    conflict.get_by_role("button", name="Save mine").click()
    expect(note(page)).to_have_text("mine")
    assert notes_of(shared, page) == {STOP_BUTTON: "mine"}
    # Theirs can be taken instead.
    button(page, "Edit the note").click()
    field(page).fill("mine again")
    shared.request("DELETE", f"{dump}/views/{STOP_BUTTON}/note")
    button(page, "Save").click()
    page.locator("#note").get_by_role("button", name="Leave it deleted").click()
    expect(page.locator("#panel #note")).to_be_hidden()
    assert notes_of(shared, page) == {}


def test_marks_of_other_views_are_no_conflict(opened, mark, shared):
    page = opened(answers=DEAF, expect=("412", "ERR_FAILED"))
    page.keyboard.press("n")
    field(page).fill("mine")
    mark(TAB_BAR)
    mark(LAP_BUTTON, "theirs")
    button(page, "Save").click()
    expect(note(page)).to_have_text("mine")
    assert notes_of(shared, page) == {STOP_BUTTON: "mine", LAP_BUTTON: "theirs"}
    assert pinned(page) == [TAB_BAR]


def test_marks_that_cannot_be_read_are_said_and_read_again(opened, mark):
    mark(TAB_BAR)
    page = opened(answers={"**/marks": lambda route: route.fulfill(status=500)}, expect=("status of 500", "Pins and notes could not be read"))
    expect(page.get_by_role("alert").filter(has_text="Pins and notes could not be read")).to_be_visible()
    page.unroute("**/marks")
    page.get_by_role("button", name="Retry").click()
    assert pinned(page) == [TAB_BAR]


# How it looks and sounds


def test_marks_on_the_canvas_stay_on_their_views_and_hidden_views_have_none(opened, mark):
    mark(STOP_BUTTON, "a")
    mark(HIDDEN_BUTTON, "b")
    page = settle(opened(None))
    marks = page.locator(".overlay .note-mark")
    expect(marks).to_have_count(1)
    # What lies over the canvas is made anew now and then, so that it is found and measured at once.
    measure = "() => { const { x, y, width, height } = document.querySelector('.overlay .note-mark').getBoundingClientRect(); return { x, y, width, height }; }"
    before = page.evaluate(measure)
    page.locator("#viewport").focus()
    page.keyboard.press("+")
    frames(page)
    settle(page)
    box = page.evaluate(measure)
    assert box != before
    x, y = point(page, STOP_BUTTON, 1, 0)
    assert abs(box["x"] + box["width"] / 2 - x) < 3 and abs(box["y"] + box["height"] / 2 - y) < 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pins_and_notes_are_accessible(opened, mark, scheme):
    mark(TAB_BAR)
    mark(STOP_BUTTON)
    mark(STOP_BUTTON, "Why red?")
    mark(CONTAINER, "Outermost")
    page = settle(opened(color_scheme=scheme))
    expect(note(page)).to_have_text("Why red?")
    assert violations(page) == []
    button(page, "Edit the note").click()
    expect(field(page)).to_be_focused()
    assert violations(page) == []


def test_a_phone_shows_pins_above_the_tree_and_writes_notes_in_the_inspector(opened, mark):
    mark(TAB_BAR)
    page = opened(viewport=PHONE)
    page.get_by_role("button", name="Tree", exact=True).click()
    expect(pin(page, TAB_BAR)).to_be_in_viewport()
    assert pin(page, TAB_BAR).bounding_box()["height"] >= 40
    row(page, STOP_BUTTON).scroll_into_view_if_needed()
    link(page, STOP_BUTTON).click(button="right")
    page.get_by_role("menuitem", name="Add note").click()
    expect(field(page)).to_be_focused()
    expect(field(page)).to_be_in_viewport()
    field(page).fill("on the go")
    button(page, "Save").click()
    expect(note(page)).to_have_text("on the go")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Without scripts


def test_without_scripts_pins_and_notes_are_links_and_forms(without_script, shared, dump, mark):
    address = f"{shared.url}{dump.removeprefix('/api/v1')}"
    mark(TAB_BAR)
    page = without_script(f"{address}?view={STOP_BUTTON}&width=500&height=600")
    page.get_by_role("button", name="Pin", exact=True).click()
    expect(page.locator("#pinned li")).to_have_count(2)
    assert query(page) == {"view": str(STOP_BUTTON), "width": "500", "height": "600"}
    page.get_by_text("Add a note").click()
    field(page).fill(HOSTILE)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note .note-text")).to_have_text(HOSTILE, use_inner_text=True)
    expect(page.locator(f'#tree li[data-id="{STOP_BUTTON}"] > .row .badge.note')).to_be_visible()
    pin(page, TAB_BAR).click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TAB_BAR))
    pin(page, STOP_BUTTON).click()
    page.get_by_role("button", name="Unpin").click()
    expect(page.locator("#pinned li")).to_have_count(1)
    page.get_by_text("Edit the note").click()
    expect(field(page)).to_have_value(HOSTILE)
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#note .note-text")).to_have_count(0)
    assert shared.get(f"{dump}/marks").json["notes"] == []


def test_without_scripts_a_note_that_somebody_else_changed_is_not_written_over(without_script, shared, dump, mark):
    mark(STOP_BUTTON, "before")
    page = without_script(f"{shared.url}{dump.removeprefix('/api/v1')}?view={STOP_BUTTON}", expect=("409", "Somebody else"))
    page.get_by_text("Edit the note").click()
    field(page).fill("mine")
    mark(STOP_BUTTON, "theirs")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Somebody else changed this note")
    expect(page.locator("#note .note-shown .note-text")).to_have_text("theirs")
    expect(field(page)).to_have_value("mine")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note .note-shown .note-text")).to_have_text("mine")
