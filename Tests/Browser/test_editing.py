"""Editing a dump: every change is shown at once, kept, undone, and followed by other windows."""

import pytest
from playwright.sync_api import expect

from outlining import row as tree_row
from outlining import views as tree_views
from paneling import (
    LAP_BUTTON, SCREEN, STOP_BUTTON, STOP_LABEL, TAB_BAR, api, choose, edits_of, frame_of, number,
    numbers, on_screen, put, ready, requests_of, saved, select, view_of)
from drawing import settle
from inspecting import stopwatch_copy
from settling import eventually


@pytest.fixture
def stopwatch(shared):
    """A copy of the sample, of the test's own."""
    dump = stopwatch_copy(shared)
    yield f"{shared.url}/dumps/{dump}"
    assert shared.request("DELETE", f"/api/v1/dumps/{dump}").status == 204


@pytest.fixture
def page(open_page, stopwatch):
    return ready(open_page(f"{stopwatch}?view={STOP_BUTTON}"))


def flexible(page, name):
    return page.get_by_role("group", name="Autoresizing").get_by_role("button", name=f"Flexible {name}")


def tag(page):
    """What the canvas says of the selected view: its size and place in the window."""
    return page.locator(".overlay .tag")


def undo(page, left):
    """Takes back the last edit with the key on the canvas, which leaves so many."""
    page.locator("#viewport").focus()
    page.keyboard.press("Control+z")
    saved(page, left)


# Changes


def test_a_number_is_shown_while_it_is_typed_and_changed_with_enter_or_by_leaving_its_field(page, shared):
    put(page, "Frame x", "100", key=None)
    expect(tag(page)).to_contain_text("100, 316")
    number(page, "Frame x").press("Escape")
    expect(tag(page)).to_contain_text("279, 316")
    assert edits_of(shared, page)["edits"] == []
    # Passing through changes nothing.
    number(page, "Frame x").focus()
    for _ in range(9):
        page.keyboard.press("Tab")
    saved(page, 0)
    put(page, "Frame y", "100", key="Tab")
    saved(page, 1)
    expect(number(page, "Frame width")).to_be_focused()
    assert frame_of(shared, page, STOP_BUTTON) == [279, 100, 72, 72]
    undo(page, 0)
    put(page, "Frame x", "200")
    saved(page, 1)
    assert frame_of(shared, page, STOP_BUTTON) == [200, 252, 72, 72]
    expect(number(page, "Center x")).to_have_value("236")
    expect(tag(page)).to_contain_text("200, 316")
    # It is exported, and kept.
    with page.expect_download() as download:
        page.get_by_role("button", name="Export the dump as it is now").click()
    text = download.value.path().read_text("utf-8")
    assert download.value.suggested_filename.endswith(".json")
    made = shared.request("POST", "/api/v1/dumps", text).json["id"]
    exported = shared.get(f"/api/v1/dumps/{made}/views/{STOP_BUTTON}").json
    assert exported["frame"]["x"] == 200
    page.reload()
    ready(page)
    assert numbers(page, "Frame") == [200, 252, 72, 72]
    saved(page, 1)


def test_each_number_sends_its_own_property(page, shared):
    bodies = requests_of(page, "PATCH", "/views/")
    for label, text, member, value in (
            ("Bounds width", "100", "bounds", {"x": 0, "y": 0, "width": 100, "height": 72}),
            ("Center x", "100", "center", {"x": 100, "y": 288}), ("Anchor x", "0", "anchorPoint", {"x": 0, "y": 0.5}),
            ("Scale x", "2", "transform", [2, 0, 0, 1, 0, 0]), ("Rotate in degrees", "90", "transform", [0, 1, -1, 0, 0, 0]),
            ("Move y", "-8", "transform", [1, 0, 0, 1, 0, -8]), ("Matrix b", "0.5", "transform", [1, 0.5, 0, 1, 0, 0])):
        put(page, label, text)
        saved(page, 1)
        assert bodies == [{member: value}], label
        assert view_of(shared, page, STOP_BUTTON)[member] == value, label
        bodies.clear()
        undo(page, 0)


def test_changes_are_shown_before_the_answer_and_made_in_their_order(page, shared):
    select(page, SCREEN)
    held = []
    page.route("**/views/*", lambda route: held.append(route) if route.request.method == "PATCH" else route.continue_())
    put(page, "Frame width", "500")
    select(page, STOP_BUTTON)
    guessed = numbers(page, "Frame")
    assert guessed[0] == pytest.approx(404), "the button follows its superview by its mask"
    eventually(page, lambda: held, "the change")
    for route in held:
        route.continue_()
    saved(page, 1)
    assert numbers(page, "Frame") == guessed == frame_of(shared, page, STOP_BUTTON)
    page.unroute("**/views/*")
    undo(page, 0)
    # The canvas finds an edited view where it is now.
    select(page, LAP_BUTTON)
    put(page, "Frame x", "120")
    saved(page, 1)
    page.keyboard.press("Tab")
    select(page, STOP_BUTTON)
    page.mouse.click(*on_screen(page, 122, view_of(shared, page, LAP_BUTTON)["windowFrame"]["y"] + 2))
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(LAP_BUTTON))
    undo(page, 0)
    select(page, STOP_BUTTON)
    # Quick ones wait for each other.
    field = number(page, "Frame x")
    for at in range(8):
        field.fill(str(100 + at))
        field.press("Enter")
    saved(page, 8)
    assert frame_of(shared, page, STOP_BUTTON)[0] == 107
    assert [edit["index"] for edit in edits_of(shared, page)["edits"]] == list(range(7, -1, -1))


def test_springs_and_attributes_are_changed_with_their_controls(page, shared):
    flexible(page, "width").click()
    expect(flexible(page, "width")).to_have_attribute("aria-pressed", "true")
    saved(page, 1)
    flexible(page, "left margin").focus()
    page.keyboard.press("Space")
    saved(page, 2)
    expect(flexible(page, "left margin")).to_be_focused()
    assert view_of(shared, page, STOP_BUTTON)["autoresizingMask"] == ["flexibleWidth", "flexibleTopMargin", "flexibleBottomMargin"]
    undo(page, 1)
    undo(page, 0)
    choose(page, "Attributes")
    page.get_by_role("switch", name="Hidden").check()
    saved(page, 1)
    expect(tree_row(page, STOP_BUTTON).locator(".badge.hidden")).to_have_count(1)
    page.get_by_role("slider", name="Alpha", exact=True).fill("0.5")
    saved(page, 2)
    page.locator("#panel .attributes .unsaid > summary").click()
    page.get_by_role("combobox", name="Content mode").select_option("center")
    saved(page, 3)
    put(page, "Tag", "7")
    saved(page, 4)
    page.get_by_role("switch", name="Autoresizes subviews").uncheck()
    saved(page, 5)
    view = view_of(shared, page, STOP_BUTTON)
    assert (view["hidden"], view["alpha"], view["contentMode"], view["tag"], view["autoresizesSubviews"]) == (
        True, 0.5, "center", 7, False)
    expect(page.locator("#panel .panel-head")).to_contain_text("hidden")
    expect(page.locator("#panel .panel-head")).to_contain_text("edited")
    choose(page, "Content")
    page.get_by_role("radio", name="Bottom right").click()
    saved(page, 6)
    expect(page.get_by_role("radio", checked=True)).to_have_attribute("data-mode", "bottomRight")
    assert view_of(shared, page, STOP_BUTTON)["contentMode"] == "bottomRight"


# Undo, redo, history


def test_edited_views_are_marked_and_undo_and_redo_work_by_key_and_button(page, shared):
    put(page, "Frame x", "200")
    saved(page, 1)
    expect(tree_row(page, STOP_BUTTON).locator(".badge.edited")).to_have_count(1)
    expect(tree_row(page, LAP_BUTTON).locator(".badge.edited")).to_have_count(0)
    # In a field the key is the field's own.
    field = put(page, "Frame y", "17", key=None)
    field.press("Control+z")
    saved(page, 1)
    field.press("Escape")
    undo(page, 0)
    expect(tree_row(page, STOP_BUTTON).locator(".badge.edited")).to_have_count(0)
    put(page, "Frame x", "200")
    saved(page, 1)
    flexible(page, "height").click(position={"x": 12, "y": 8})
    saved(page, 2)
    undo(page, 1)
    expect(flexible(page, "height")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Undo", exact=True).click()
    saved(page, 0)
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    page.locator("#viewport").focus()
    page.keyboard.press("Control+Shift+z")
    saved(page, 1)
    assert numbers(page, "Frame") == [200, 252, 72, 72]
    page.get_by_role("button", name="Redo", exact=True).click()
    saved(page, 2)
    assert frame_of(shared, page, STOP_BUTTON) == [200, 252, 72, 72]
    expect(page.get_by_role("button", name="Redo", exact=True)).to_be_disabled()


def test_the_list_of_edits_leads_to_any_of_them_and_takes_all_back_at_once(page, shared):
    for x in ("200", "210", "220"):
        put(page, "Frame x", x)
    saved(page, 3)
    page.locator(".history-opener").click()
    items = page.get_by_role("dialog", name="Edits of this dump").get_by_role("button").filter(has_not_text="Undo all")
    expect(items).to_have_count(4)
    expect(items.first).to_contain_text("Frame of “Stop” button: x 210 → 220")
    expect(items.first).to_have_attribute("aria-current", "step")
    items.nth(2).click()
    saved(page, 1)
    expect(number(page, "Frame x")).to_have_value("200")
    expect(items.nth(2)).to_have_attribute("aria-current", "step")
    items.nth(0).click()
    saved(page, 3)
    assert frame_of(shared, page, STOP_BUTTON)[0] == 220
    items.nth(3).click()
    saved(page, 0)
    assert frame_of(shared, page, STOP_BUTTON)[0] == 279
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Edits of this dump")).not_to_be_visible()
    put(page, "Frame x", "200")
    put(page, "Frame y", "100")
    saved(page, 2)
    page.locator(".history-opener").click()
    page.get_by_role("button", name="Undo all").click()
    saved(page, 0)
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    assert edits_of(shared, page)["total"] == 2


# The tree


def siblings(server, page):
    return view_of(server, page, SCREEN)["subviews"]


def act(page, name):
    page.get_by_label("Edit the view").click()
    page.locator(".actions .menu-item", has_text=name).click()


def test_views_change_places_and_superviews_and_what_cannot_be_done_is_not_offered(page, shared):
    page.get_by_label("Edit the view").click()
    expect(page.locator(".actions .menu-item", has_text="Bring to front")).to_be_disabled()
    expect(page.locator(".actions .menu-item", has_text="Send to back")).to_be_enabled()
    page.keyboard.press("Escape")
    before = siblings(shared, page)
    assert before[-1] == STOP_BUTTON
    act(page, "Send to back")
    saved(page, 1)
    assert siblings(shared, page) == [STOP_BUTTON, *before[:-1]]
    shown = [view for view in tree_views(page) if view in before]
    assert shown == [STOP_BUTTON, *before[:-1]]
    act(page, "Bring to front")
    saved(page, 2)
    assert siblings(shared, page) == before
    tree_row(page, STOP_BUTTON).focus()
    page.keyboard.press("Alt+ArrowUp")
    saved(page, 3)
    assert siblings(shared, page)[-2:] == [STOP_BUTTON, before[-2]]
    page.keyboard.press("Alt+ArrowDown")
    saved(page, 4)
    assert siblings(shared, page) == before
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_BUTTON))
    # Out of its superview, and into a sibling.
    outer = view_of(shared, page, SCREEN)["superview"]
    page.keyboard.press("Alt+Shift+ArrowLeft")
    saved(page, 5)
    assert view_of(shared, page, STOP_BUTTON)["superview"] == outer
    page.keyboard.press("Alt+Shift+ArrowRight")
    saved(page, 6)
    assert view_of(shared, page, STOP_BUTTON)["superview"] == SCREEN
    assert numbers(page, "Frame") == [279, 252, 72, 72], "the frame keeps its numbers"
    select(page, 0)
    page.get_by_label("Edit the view").click()
    for name in ("Remove", "Duplicate", "Move out a level"):
        expect(page.locator(".actions .menu-item", has_text=name)).to_be_disabled()


def test_views_are_copied_with_all_that_is_in_them_inserted_and_removed(page, shared):
    act(page, "Duplicate")
    saved(page, 1)
    before, copy = siblings(shared, page)[-2:]
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(copy))
    one, other = view_of(shared, page, before), view_of(shared, page, copy)
    for name in ("class", "frame", "autoresizingMask", "identifier", "label", "tag", "opaque"):
        assert one[name] == other[name]
    assert len(other["subviews"]) == len(one["subviews"]) == 1
    assert other["address"] != one["address"]
    inner = view_of(shared, page, other["subviews"][0])
    assert (inner["text"], inner["frame"]) == ("Stop", view_of(shared, page, STOP_LABEL)["frame"])
    undo(page, 0)
    select(page, STOP_BUTTON)
    act(page, "Insert a view into it")
    saved(page, 1)
    added = view_of(shared, page, STOP_BUTTON)["subviews"][-1]
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(added))
    assert view_of(shared, page, added)["class"] == "UIView"
    undo(page, 0)
    select(page, STOP_BUTTON)
    # The superview of a removed view is selected.
    tree_row(page, STOP_BUTTON).focus()
    page.keyboard.press("Delete")
    saved(page, 1)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(SCREEN))
    expect(tree_row(page, STOP_BUTTON)).to_have_count(0)
    assert STOP_BUTTON not in siblings(shared, page)
    undo(page, 0)
    assert siblings(shared, page)[-1] == STOP_BUTTON
    select(page, STOP_LABEL)
    assert numbers(page, "Frame") == frame_of(shared, page, STOP_LABEL)


# Refusals


def test_a_change_that_the_server_refuses_is_taken_back_and_explained(page, shared):
    page.watch.expect("422", "400", "alpha")
    page.route("**/views/*", lambda route: route.continue_(post_data='{"alpha":7}') if route.request.method == "PATCH" else route.continue_())
    put(page, "Frame x", "200")
    expect(page.get_by_role("alert")).to_contain_text("alpha")
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    expect(tag(page)).to_contain_text("279, 316")
    saved(page, 0)


def test_a_change_that_does_not_arrive_is_taken_back_and_can_be_made_again(page, shared):
    page.watch.expect("Failed to load resource", "didn’t reach the server")
    page.route("**/views/*", lambda route: route.abort() if route.request.method == "PATCH" else route.continue_())
    put(page, "Frame x", "200")
    expect(page.get_by_role("alert")).to_contain_text("didn’t reach the server")
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    page.unroute("**/views/*")
    page.get_by_role("button", name="Make my change again").click()
    saved(page, 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert frame_of(shared, page, STOP_BUTTON)[0] == 200


def test_a_change_that_is_made_stays_when_the_list_of_edits_cannot_be_read(page, shared):
    page.watch.expect("status of 500", "The list of edits couldn’t be loaded")
    page.route("**/edits?*", lambda route: route.fulfill(status=500))
    put(page, "Frame x", "200")
    expect(page.get_by_role("alert")).to_contain_text("The list of edits couldn’t be loaded")
    assert numbers(page, "Frame") == [200, 252, 72, 72]
    assert frame_of(shared, page, STOP_BUTTON)[0] == 200
    page.unroute("**/edits?*")
    page.get_by_role("button", name="Retry").click()
    saved(page, 1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_page_that_cannot_read_the_edits_says_so(open_page, stopwatch):
    page = open_page("about:blank", expect=("status of 500", "The list of edits couldn’t be loaded"))
    page.route("**/edits?*", lambda route: route.fulfill(status=500))
    page.goto(f"{stopwatch}?view={STOP_BUTTON}")
    expect(page.get_by_role("alert")).to_contain_text("nothing can be changed")
    page.unroute("**/edits?*")
    page.get_by_role("button", name="Retry").click()
    put(ready(page), "Frame x", "200")
    saved(page, 1)


def test_what_fails_because_the_page_is_left_is_said_to_who_comes_back(open_page, stopwatch):
    page, held, ended = open_page("about:blank", expect=("net::ERR_FAILED", "The list of edits couldn’t be loaded")), [], []
    page.route("**/edits?*", lambda route: route.abort() if ended else held.append(route))
    page.on("requestfailed", lambda request: ended.append(request))
    page.goto(f"{stopwatch}?view={STOP_BUTTON}")
    eventually(page, lambda: held, "the list of edits is asked for")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    for route in held:
        route.abort()
    eventually(page, lambda: len(ended) > len(held), "what had been asked for ahead is asked for once more")
    settle(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")
    expect(page.get_by_role("alert")).to_contain_text("nothing can be changed")


@pytest.mark.parametrize("is_read", [True, False])
def test_what_is_changed_before_the_edits_are_known_waits_for_them(open_page, stopwatch, shared, is_read):
    page, held = open_page("about:blank", expect=("status of 500", "The list of edits couldn’t be loaded")), []
    page.route("**/edits?*", lambda route: route.continue_() if held else held.append(route))
    page.goto(f"{stopwatch}?view={STOP_BUTTON}")
    expect(ready(page).locator(".edit-bar")).to_be_hidden()
    put(page, "Frame x", "200")
    expect(page.locator(".edit-bar.busy .history-opener")).to_have_text("Reading edits…")
    assert numbers(page, "Frame") == [200, 252, 72, 72]
    assert frame_of(shared, page, STOP_BUTTON)[0] == 279
    if is_read:
        held[0].continue_()
        saved(page, 1)
        assert frame_of(shared, page, STOP_BUTTON)[0] == 200
    else:
        held[0].fulfill(status=500)
        expect(page.get_by_role("alert")).to_contain_text("nothing can be changed")
        assert numbers(page, "Frame") == [279, 252, 72, 72]
        assert edits_of(shared, page)["applied"] == 0


def test_a_change_of_an_older_state_is_not_made_and_offered_again(open_page, stopwatch, shared):
    page = open_page("about:blank", expect=("412", "Someone else changed this dump", "/api/v1/events"))
    # The stream is too late.
    page.route("**/api/v1/events**", lambda route: route.abort())
    page.goto(f"{stopwatch}?view={STOP_BUTTON}")
    ready(page)
    shared.request("PATCH", f"{api(page)}/views/{STOP_BUTTON}", {"alpha": 0.5})
    put(page, "Frame x", "200")
    expect(page.get_by_role("alert")).to_contain_text("Someone else changed this dump")
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    assert view_of(shared, page, STOP_BUTTON)["alpha"] == 0.5
    page.get_by_role("button", name="Make my change again").click()
    saved(page, 2)
    assert frame_of(shared, page, STOP_BUTTON)[0] == 200
    assert view_of(shared, page, STOP_BUTTON)["alpha"] == 0.5


# Two windows


@pytest.fixture
def other(open_page, stopwatch, page):
    """A second window on the same dump."""
    return ready(open_page(f"{stopwatch}?view={STOP_BUTTON}"))


def test_two_windows_follow_each_others_changes_and_those_of_scripts(page, other, shared):
    put(page, "Frame x", "200")
    expect(number(other, "Frame x")).to_have_value("200")
    expect(tag(other)).to_contain_text("200, 316")
    expect(other.locator(".history-opener")).to_have_text("1 edit")
    flexible(other, "width").click()
    expect(flexible(page, "width")).to_have_attribute("aria-pressed", "true")
    saved(other, 2)
    saved(page, 2)
    undo(page, 1)
    expect(flexible(other, "width")).to_have_attribute("aria-pressed", "false")
    saved(other, 1)
    # What is being typed stays while somebody else edits.
    put(page, "Frame x", "12", key=None)
    flexible(other, "width").click()
    saved(other, 2)
    expect(flexible(page, "width")).to_have_attribute("aria-pressed", "true")
    expect(number(page, "Frame x")).to_have_value("12")
    number(page, "Frame x").press("Enter")
    saved(page, 3)
    expect(number(other, "Frame x")).to_have_value("12")
    # Their trees are the same too. What a window still asks of a view that goes meanwhile is refused.
    other.watch.expect(f"/lint?view={STOP_LABEL}", f"/views/{STOP_LABEL}")
    select(other, STOP_LABEL)
    act(page, "Remove")
    saved(page, 4)
    expect(other.locator("#panel .panel-view")).to_have_attribute("data-view", str(SCREEN))
    expect(tree_row(other, STOP_BUTTON)).to_have_count(0)
    undo(other, 3)
    expect(tree_row(page, STOP_BUTTON)).to_have_count(1)
    saved(page, 3)
    select(page, STOP_BUTTON)
    shared.request("PATCH", f"{api(page)}/views/{STOP_BUTTON}", {"frame": {"x": 1, "y": 2, "width": 3, "height": 4}})
    expect(number(page, "Frame x")).to_have_value("1")
    # Where the next edit overtakes it, the other window is refused its views.
    saved(other, 4)
    shared.request("POST", f"{api(page)}/edits", {"op": "remove", "view": TAB_BAR})
    expect(tree_row(page, TAB_BAR)).to_have_count(0)


def test_an_undo_waits_until_what_another_window_did_is_known(page, other):
    put(page, "Frame x", "200")
    saved(other, 1)
    select(other, STOP_LABEL)
    held = []
    other.route("**/edits?*", lambda route: route.continue_() if held else held.append(route))
    act(page, "Remove")
    expect(tree_row(other, STOP_BUTTON)).to_have_count(0)
    eventually(other, lambda: held)
    other.locator("#viewport").focus()
    other.keyboard.press("Control+z")
    # The removal is undone, not the edit that was the last one known.
    held[0].continue_()
    expect(tree_row(other, STOP_BUTTON)).to_have_count(1)
    expect(other.locator("#toast")).to_have_text("Undone: “Stop” button removed with 1 below it")
    saved(other, 1)
    saved(page, 1)


def test_an_undo_brings_back_what_another_window_removed_though_the_list_of_edits_could_not_be_read(page, other):
    put(page, "Frame x", "200")
    saved(other, 1)
    select(other, STOP_LABEL)
    other.watch.expect("status of 500", "The list of edits couldn’t be loaded")
    other.route("**/edits?*", lambda route: route.fulfill(status=500, json={"error": {"message": "out of order"}}))
    act(page, "Remove")
    expect(tree_row(other, STOP_BUTTON)).to_have_count(0)
    expect(other.locator(".edit-notice")).to_contain_text("The list of edits couldn’t be loaded")
    other.locator("#viewport").focus()
    other.keyboard.press("Control+z")
    expect(tree_row(other, STOP_BUTTON)).to_have_count(1)
    saved(page, 1)


def test_a_view_keeps_what_waits_to_be_sent_when_what_was_sent_before_is_answered(page):
    sent = []
    page.route("**/views/*", lambda route: sent.append(route) if route.request.method == "PATCH" and len(sent) < 2 else route.continue_())
    width = flexible(page, "width")
    before = width.get_attribute("aria-pressed")
    after = {"true": "false", "false": "true"}[before]
    width.click()
    eventually(page, lambda: sent, "the first change is sent")
    width.click()
    sent[0].continue_()
    eventually(page, lambda: len(sent) == 2, "the second change is sent")
    expect(width).to_have_attribute("aria-pressed", before)
    width.click()
    sent[1].continue_()
    saved(page, 3)
    expect(width).to_have_attribute("aria-pressed", after)
    first, second = (route.request.post_data_json["autoresizingMask"] for route in sent)
    assert first != second


def test_two_changes_that_are_refused_one_after_the_other_leave_what_was_there_before_both(page):
    page.watch.expect("status of 400", "out of order")
    sent = []
    page.route("**/views/*", lambda route: sent.append(route) if route.request.method == "PATCH" else route.continue_())
    width = flexible(page, "width")
    before = width.get_attribute("aria-pressed")
    width.click()
    width.click()
    for count in (1, 2):
        eventually(page, lambda: len(sent) == count, f"change {count} is sent")
        sent[-1].fulfill(status=400, content_type="application/problem+json", json={"title": "Bad", "status": 400, "detail": "It is out of order."})
    saved(page, 0)
    expect(width).to_have_attribute("aria-pressed", before)


def test_changes_of_both_windows_at_once_all_arrive(page, other, shared):
    for at in range(4):
        put(page, "Frame x", str(100 + at))
        put(other, "Frame y", str(100 + at))

    def agree():
        frame = [f"{each:g}" for each in frame_of(shared, page, STOP_BUTTON)[:2]]
        return all(window.locator(".edit-bar.busy").count() == 0
                   and [number(window, f"Frame {name}").input_value() for name in "xy"] == frame for window in (page, other))

    eventually(page, agree, "the same frame in both windows")
    for window in (page, other):
        window.watch.expect("412", "Someone else changed this dump")


def test_an_edit_that_another_one_overtakes_is_followed_with_it(page, shared):
    def overtake(route):
        shared.request("PATCH", f"{api(page)}/views/{LAP_BUTTON}", {"frame": {"x": 9, "y": 2, "width": 3, "height": 4}})
        route.continue_()

    # The first event tells only where the dump is: once an edit is followed, the next one is told of by itself.
    shared.request("PATCH", f"{api(page)}/views/{STOP_BUTTON}", {"frame": {"x": 5, "y": 2, "width": 3, "height": 4}})
    expect(number(page, "Frame x")).to_have_value("5")
    page.watch.expect("responded with a status of 404")
    page.route("**/edits/*/views?*", overtake, times=1)
    shared.request("PATCH", f"{api(page)}/views/{STOP_BUTTON}", {"frame": {"x": 1, "y": 2, "width": 3, "height": 4}})
    expect(number(page, "Frame x")).to_have_value("1")
    select(page, LAP_BUTTON)
    expect(number(page, "Frame x")).to_have_value("9")
