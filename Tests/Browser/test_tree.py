"""The tree of views keeps to the WAI-ARIA pattern, and only the rows that can be seen are there."""

import re

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from inspecting import expect_unsaid, query
from outlining import (
    expect_chosen, expect_focus, expect_nothing_chosen, focused_view, fold, line, link, post, ready, row, seen, table, views)
from settling import point_at

WINDOW, CONTAINER, NAVIGATION, WRAPPER, SCREEN, TABLE, HEADER = 0, 1, 2, 3, 4, 5, 6
STOPWATCH, LAP_BUTTON, HIDDEN_BUTTON, STOP_BUTTON, STOP_LABEL = 28, 35, 37, 39, 40
NAVIGATION_BAR, BAR_BACKGROUND, CONTENT, TITLE = 41, 42, 43, 44
TAB_BAR, TAB_BACKGROUND, TAB, LAST = 49, 50, 51, 62
CONTAINERS = {"UILayoutContainerView", "UIViewControllerWrapperView"}


@pytest.fixture
def page(open_page, stopwatch):
    """The tree with its bars open and its screen closed: it begins the other way round."""
    page = ready(open_page(stopwatch))
    unlike_at_first(page)
    row(page, WINDOW).focus()
    return page


def unlike_at_first(page):
    fold(page, SCREEN).click(modifiers=["Alt"])
    fold(page, NAVIGATION_BAR).click()
    fold(page, TAB_BAR).click(modifiers=["Alt"])
    expect(row(page, LAST)).to_have_count(1)


@pytest.fixture
def press(page):
    """Presses keys one after the other."""
    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
    return press


def tab_stops(page):
    return page.locator("#tree").locator("[tabindex='0'], a[href]:not([tabindex]), button:not([tabindex]), summary")


def place(page, view):
    return row(page, view).evaluate("(item) => [item.ariaLevel, item.ariaPosInSet, item.ariaSetSize].map(Number)")


# Roles and names


def test_a_row_tells_its_place_whether_it_opens_and_what_its_view_is(page):
    expect(page.get_by_role("tree", name="Views")).to_be_visible()
    assert page.locator("#tree > :not([role=treeitem])").count() == 0
    assert place(page, WINDOW) == [1, 1, 1]
    assert place(page, NAVIGATION_BAR) == [4, 2, 2]
    assert place(page, TAB) == [4, 2, 5]
    # Only parents can be expanded.
    expect(row(page, SCREEN)).to_have_attribute("aria-expanded", "false")
    expect(row(page, NAVIGATION)).to_have_attribute("aria-expanded", "true")
    assert row(page, BAR_BACKGROUND).get_attribute("aria-expanded") is None
    assert fold(page, BAR_BACKGROUND).is_hidden() and fold(page, SCREEN).is_visible()
    # Its name is its class, words and state.
    fold(page, SCREEN).click()
    link(page, HIDDEN_BUTTON).click()
    expect_chosen(page, HIDDEN_BUTTON)
    expect(row(page, HIDDEN_BUTTON)).to_have_accessible_name("UIButton “Start” Hidden")
    expect(row(page, SCREEN)).to_have_accessible_name("UIView stopwatch-screen")
    # Each kind of class has its symbol.
    symbols = {WINDOW: "view-window", TABLE: "view-list", LAP_BUTTON: "view-button", CONTAINER: "view-plain", TAB_BAR: "view-bar"}
    for view, symbol in symbols.items():
        assert link(page, view).locator("use").first.get_attribute("href").endswith(f"#{symbol}")


def test_badges_say_why_a_view_cannot_be_seen_or_touched(open_page, shared):
    lines = [
        line(0, "UIWindow", 1, frame="0 0; 100 100"),
        line(1, "UIView", 2, more="hidden = YES; "),
        line(1, "UIView", 3, more="alpha = 0; "),
        line(1, "UIView", 4, frame="0 0; 0 10"),
        line(1, "UIView", 5, frame="200 0; 10 10"),
        line(1, "UIButton", 6, more="userInteractionEnabled = NO; "),
        line(1, "UILabel", 7, more="userInteractionEnabled = NO; "),
        line(1, "UIView", 8, frame="nan 0; 10 10"),
    ]
    page = ready(open_page(post(shared, lines)))
    badges = {view: row(page, view).locator(".badge title").all_text_contents() for view in range(1, 8)}
    assert badges[1] == ["Hidden"] and badges[2] == ["Transparent"] and badges[3] == ["Without area"]
    assert badges[4] == ["Clipped away or off screen"] and badges[5] == ["Not touchable"] and badges[6] == []
    assert "Has findings" in badges[7]
    expect(link(page, 1)).to_have_class(re.compile("dimmed"))
    expect(link(page, 5)).not_to_have_class(re.compile("dimmed"))


# What is open at first


def test_the_tree_begins_with_what_is_on_the_screen_where_the_servers_rows_stood(open_page, without_script, stopwatch):
    places = """(all) => all.filter((one) => one.checkVisibility()).map((one) => {
      const top = document.getElementById("tree").getBoundingClientRect().y;
      const name = one.querySelector(".class").getBoundingClientRect(), icon = one.querySelector(".icon").getBoundingClientRect();
      return [one.querySelector(".class").textContent, icon.x, icon.y - top, name.x, name.y - top].map((part) => Math.round(part) || part);
    })"""
    served = without_script(stopwatch).locator("#tree .row").evaluate_all(places)
    page = ready(open_page(stopwatch))
    made = page.locator("#tree .row").evaluate_all(places)
    assert len(made) > 20 and made == served
    for view in (WINDOW, CONTAINER, NAVIGATION, WRAPPER, SCREEN, TABLE, STOPWATCH):
        expect(row(page, view)).to_have_attribute("aria-expanded", "true")
    # Its bars are closed.
    for view in (NAVIGATION_BAR, TAB_BAR, 8):
        expect(row(page, view)).to_have_attribute("aria-expanded", "false")


def test_a_bar_that_is_all_there_is_begins_open(open_page, shared):
    lines = [line(0, "UITabBar", 1), line(1, "UITabBarButton", 2), line(2, "UILabel", 3)]
    assert views(ready(open_page(post(shared, lines)))) == [0, 1, 2]


# Keys


def test_the_tree_is_one_tab_stop_and_keys_walk_its_visible_rows(page, press):
    expect(tab_stops(page)).to_have_count(1)
    press("ArrowDown", "ArrowDown")
    expect(tab_stops(page)).to_have_count(1)
    expect_focus(page, NAVIGATION)
    press("Tab")
    assert focused_view(page) is None
    press("Shift+Tab")
    expect_focus(page, NAVIGATION)
    press("Home")
    for view in (CONTAINER, NAVIGATION, WRAPPER, SCREEN, NAVIGATION_BAR):
        press("ArrowDown")
        expect_focus(page, view)
    press("ArrowUp")
    expect_focus(page, SCREEN)
    expect_chosen(page, SCREEN)
    # The first and the last row are ends, and right does nothing on a row without subviews.
    for key, view in (("End", LAST), ("ArrowRight", LAST), ("ArrowDown", LAST), ("Home", WINDOW), ("ArrowUp", WINDOW)):
        press(key)
        expect_focus(page, view)


def test_keys_select_without_steps_of_history_and_escape_goes_to_the_superview(page, press):
    # Keys with Control belong to the browser.
    press("Control+ArrowDown", "Control+End")
    expect_focus(page, WINDOW)
    assert query(page) == {}
    before = page.evaluate("history.length")
    press("ArrowDown", "ArrowDown", "ArrowDown")
    expect_chosen(page, WRAPPER)
    assert page.evaluate("history.length") == before
    press("Home", "ArrowDown", "ArrowDown")
    expect_chosen(page, NAVIGATION)
    for view in (CONTAINER, WINDOW):
        press("Escape")
        expect_chosen(page, view)
        expect_focus(page, view)
    press("Escape")
    expect_nothing_chosen(page)
    press("Enter")
    expect_chosen(page, WINDOW)


def test_right_opens_and_enters_left_closes_and_leaves_and_a_star_opens_siblings(page, press):
    # With Shift everything below opens and closes.
    press("Shift+ArrowRight")
    assert page.locator('#tree [aria-expanded="false"]').count() == 0
    expect(row(page, 10)).to_have_count(1)
    press("Shift+ArrowLeft")
    assert views(page) == [WINDOW]
    press("ArrowRight")
    assert views(page) == [WINDOW, CONTAINER]
    # Right opens and then enters.
    press(*["ArrowRight"] * 7)
    expect_focus(page, SCREEN)
    expect(row(page, SCREEN)).to_have_attribute("aria-expanded", "false")
    press("ArrowRight")
    expect(row(page, SCREEN)).to_have_attribute("aria-expanded", "true")
    expect_focus(page, SCREEN)
    press("ArrowRight")
    expect_focus(page, TABLE)
    # A star opens all siblings and then everything below.
    press("*")
    for view in (TABLE, STOPWATCH, LAP_BUTTON, HIDDEN_BUTTON, STOP_BUTTON):
        expect(row(page, view)).to_have_attribute("aria-expanded", "true")
    expect(row(page, HEADER)).to_have_attribute("aria-expanded", "false")
    expect_focus(page, TABLE)
    press("*")
    expect(row(page, HEADER)).to_have_attribute("aria-expanded", "true")
    expect(row(page, 9)).to_have_attribute("aria-expanded", "true")
    # Left closes and then leaves.
    press("Home", "ArrowDown", "ArrowDown", "ArrowLeft")
    expect(row(page, NAVIGATION)).to_have_attribute("aria-expanded", "false")
    expect(row(page, WRAPPER)).to_have_count(0)
    expect_focus(page, NAVIGATION)
    press("ArrowLeft")
    expect_focus(page, CONTAINER)
    expect_chosen(page, CONTAINER)


def test_pages_move_by_what_can_be_seen(open_page, shared):
    page = ready(open_page(post(shared, table(500))))
    page.locator("#tree [tabindex='0']").focus()
    page.keyboard.press("Home")
    count = len(seen(page))
    page.keyboard.press("PageDown")
    assert count - 4 <= focused_view(page) <= count
    page.keyboard.press("PageDown")
    assert focused_view(page) > count + 10
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    expect_focus(page, 0)


def type_at_once(page, word):
    """Types letters with no time between them, however slow the machine is: a pause ends a word."""
    page.evaluate("""(word) => {
      for (const key of word) {
        const shiftKey = key !== key.toLowerCase();
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
      }
    }""", word)


def test_letters_jump_to_a_class_or_words_and_one_again_walks_on(page, press):
    # Letters that begin nothing stay.
    press("x", "y", "z")
    expect_focus(page, WINDOW)
    for typed, view in (("uinavigationb", NAVIGATION_BAR), ("uitabbarb", TAB), ("Timer", 60), ("uibar", BAR_BACKGROUND)):
        press("Home")
        # Without Shift some first letters are commands.
        type_at_once(page, typed[0].upper() + typed[1:])
        expect_focus(page, view)
    press("Home", "u")
    expect_focus(page, CONTAINER)
    press("u")
    expect_focus(page, NAVIGATION)
    press("u")
    expect_focus(page, WRAPPER)
    # After a pause a letter begins a new word: without it nothing begins with all of them.
    page.wait_for_timeout(750)
    press("Shift+T")
    expect_focus(page, 60)
    # Letters that are commands are commands here too, while no word is typed.
    page.wait_for_timeout(750)
    press("t")
    expect(page.locator(".viewport.touching")).to_have_count(1)
    expect_focus(page, 60)
    press("t")
    expect(page.locator(".viewport.touching")).to_have_count(0)
    press("Home", "h")
    expect(row(page, BAR_BACKGROUND)).to_have_count(0)
    press("h")
    expect(row(page, BAR_BACKGROUND)).to_have_count(1)
    type_at_once(page, "uth")
    expect(row(page, BAR_BACKGROUND)).to_have_count(1)


def test_enter_on_a_phone_shows_the_panel(open_page, stopwatch):
    page = ready(open_page(stopwatch, viewport=PHONE))
    page.get_by_role("button", name="Tree", exact=True).click()
    page.locator("#tree [tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-pane")).to_be_visible()
    expect(page.locator("#tree-pane")).not_to_be_visible()
    assert query(page)["view"] == str(CONTAINER)


# Pointer


def test_a_click_selects_takes_the_focus_and_is_a_step_of_history(page):
    # Pointing at a row and at the canvas mark each other.
    link(page, TAB_BAR).hover()
    expect(page.locator("#tree .row.hovered")).to_have_count(1)
    box = page.locator("#viewport").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2 + 3)
    expect(link(page, TAB_BAR)).not_to_have_class(re.compile("hovered"))
    page.mouse.move(700, 10)
    expect(page.locator("#tree .row.hovered")).to_have_count(0)
    link(page, TAB_BAR).click()
    expect_chosen(page, TAB_BAR)
    expect_focus(page, TAB_BAR)
    page.go_back()
    expect_nothing_chosen(page)
    page.go_forward()
    expect_chosen(page, TAB_BAR)
    page.go_back()
    expect_nothing_chosen(page)
    # The middle button opens the view in a window of its own.
    with page.context.expect_page() as opened:
        link(page, TAB_BAR).click(button="middle")
    opened.value.wait_for_url(f"**/*?view={TAB_BAR}")
    expect_nothing_chosen(page)


def test_rows_open_and_close_by_buttons_for_all_triangle_and_double_click(page, press):
    page.get_by_role("button", name="Open all rows").click()
    assert len(views(page)) > 40 and page.locator('#tree [aria-expanded="false"]').count() == 0
    expect(page.locator(".tree-count")).to_have_text("63 of 63")
    page.get_by_role("button", name="Close all rows").click()
    assert views(page) == [WINDOW, CONTAINER]
    expect(page.locator(".tree-count")).to_have_text("2 of 63")
    page.get_by_role("button", name="Open all rows").click()
    fold(page, SCREEN).click(modifiers=["Alt"])
    expect(row(page, TABLE)).to_have_count(0)
    # The triangle does not select.
    fold(page, SCREEN).click()
    expect(row(page, TABLE)).to_be_visible()
    fold(page, SCREEN).click()
    expect(row(page, TABLE)).to_have_count(0)
    expect_nothing_chosen(page)
    # With Alt everything below opens and closes.
    fold(page, SCREEN).click(modifiers=["Alt"])
    expect(row(page, 10)).to_have_count(1)
    expect(row(page, 31)).to_have_count(1)
    fold(page, SCREEN).click(modifiers=["Alt"])
    fold(page, SCREEN).click()
    expect(row(page, TABLE)).to_have_attribute("aria-expanded", "false")
    fold(page, SCREEN).click()
    expect(row(page, SCREEN)).to_have_attribute("aria-expanded", "false")
    link(page, SCREEN).dblclick()
    expect(row(page, SCREEN)).to_have_attribute("aria-expanded", "true")
    expect_chosen(page, SCREEN)
    # A row that closes takes the selection inside it.
    press("End")
    expect_chosen(page, LAST)
    fold(page, TAB_BAR).click()
    expect(row(page, TAB_BAR)).to_have_attribute("aria-expanded", "false")
    expect_chosen(page, TAB_BAR)
    expect(tab_stops(page)).to_have_count(1)
    expect_focus(page, TAB_BAR)


# Selection from elsewhere


def test_the_way_to_a_view_that_is_selected_elsewhere_opens_and_its_superviews_mark_their_rows(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?view={STOP_LABEL}"))
    expect_chosen(page, STOP_LABEL)
    for superview in (SCREEN, STOP_BUTTON):
        expect(row(page, superview)).to_have_attribute("aria-expanded", "true")
    point_at(page, page.locator(f'#superviews a[data-id="{NAVIGATION}"]'), lambda: "hovered" in (link(page, NAVIGATION).get_attribute("class") or ""))
    page.locator(f'#superviews a[data-id="{NAVIGATION}"]').click()
    expect_chosen(page, NAVIGATION)


def test_brackets_walk_the_siblings_outside_the_tree_and_in_it(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?view={STOPWATCH}"))
    for inside in (False, True):
        if inside:
            page.keyboard.press("]")
            expect_chosen(page, STOPWATCH)
            row(page, STOPWATCH).focus()
        for key, view in (("]", LAP_BUTTON), ("[", STOPWATCH), ("[", TABLE), ("[", TABLE)):
            page.keyboard.press(key)
            expect_chosen(page, view)
            if inside:
                expect_focus(page, view)


# What is left out


def test_system_views_can_be_hidden_and_their_subviews_are_lifted(page, press):
    press("*", "Shift+ArrowRight")
    expect(row(page, CONTENT)).to_be_visible()
    assert place(page, TITLE) == [6, 1, 3]
    page.get_by_role("button", name="Hide system views").click()
    expect(row(page, CONTENT)).to_have_count(0)
    names = page.locator("#tree .class").all_text_contents()
    assert len(names) > 40 and not [name for name in names if name.startswith("_") or name in CONTAINERS]
    expect(page.locator(".tree-count")).to_have_text("51 of 51")
    # The label and the two buttons' contents stand where their superviews stood, and the bars in the window.
    assert place(page, NAVIGATION_BAR) == [2, 2, 3]
    assert place(page, TITLE) == [3, 1, 3]
    assert place(page, 46) == [3, 2, 3] and place(page, 48) == [3, 3, 3]
    assert query(page)["hideSystem"] == "true"
    page.reload()
    ready(page)
    expect(row(page, CONTENT)).to_have_count(0)
    page.go_back()
    expect(row(page, CONTENT)).to_have_count(1)


def test_a_hidden_system_view_that_is_selected_is_shown_by_the_row_around_it(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?view={TAB_BACKGROUND}&hideSystem=true"))
    expect(page.locator('#tree [aria-selected="true"]')).to_have_count(0)
    expect(link(page, TAB_BAR)).to_have_class(re.compile("within"))
    page.keyboard.press("h")
    expect_chosen(page, TAB_BACKGROUND)


def test_a_subtree_is_shown_alone_with_its_rows_open_until_all_views_or_escape(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?root={NAVIGATION_BAR}"))
    strip = page.get_by_role("navigation", name="Subtree shown")
    all_views = page.get_by_role("button", name="All views")
    assert views(page) == list(range(NAVIGATION_BAR, TAB_BAR))
    all_views.click()
    link(page, TAB_BAR).click()
    page.keyboard.press("f")
    assert views(page) == list(range(TAB_BAR, LAST + 1))
    all_views.click()
    expect(strip).to_be_hidden()
    # The strip leads to its superviews, and so does going back.
    link(page, NAVIGATION_BAR).click()
    page.keyboard.press("f")
    assert views(page)[0] == NAVIGATION_BAR and TAB_BAR not in views(page)
    assert place(page, NAVIGATION_BAR) == [1, 1, 1] and place(page, CONTENT) == [2, 2, 2]
    assert query(page)["root"] == str(NAVIGATION_BAR)
    expect(strip).to_be_visible()
    assert strip.locator("li").all_inner_texts() == ["UIWindow", "UILayoutContainerView", "UILayoutContainerView", "UINavigationBar"]
    strip.locator("li button").nth(2).click()
    assert views(page)[0] == NAVIGATION
    strip.get_by_role("button", name="All views").click()
    expect(strip).to_be_hidden()
    assert views(page)[0] == WINDOW
    page.go_back()
    expect(strip).to_be_visible()
    assert views(page)[0] == NAVIGATION
    all_views.click()
    # Escape leaves the subtree before the selection.
    link(page, CONTENT).click()
    link(page, NAVIGATION_BAR).click()
    page.keyboard.press("f")
    page.keyboard.press("ArrowDown")
    expect_chosen(page, BAR_BACKGROUND)
    page.keyboard.press("Escape")
    expect_chosen(page, NAVIGATION_BAR)
    assert query(page)["root"]
    page.keyboard.press("Escape")
    expect_chosen(page, NAVIGATION_BAR)
    expect_unsaid(page, "root")


# Size, and what is kept


def test_the_width_of_the_tree_is_kept_and_what_is_open_as_long_as_the_window(page, open_page, stopwatch):
    expect(row(page, TABLE)).to_have_count(0)
    splitter = page.get_by_role("separator", name="Width of the tree")
    assert splitter.get_attribute("aria-valuenow") == "280"
    splitter.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#tree-pane").bounding_box()["width"] == 296
    box = splitter.bounding_box()
    page.mouse.move(box["x"] + 3, 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 103, 300, steps=3)
    page.mouse.up()
    assert splitter.get_attribute("aria-valuenow") == "396"
    page.reload()
    assert page.locator("#tree-pane").bounding_box()["width"] == 396
    ready(page)
    expect(row(page, TABLE)).to_have_count(0)
    expect(row(page, TAB)).to_be_visible()
    other = ready(open_page(stopwatch))
    expect(row(other, TABLE)).to_be_visible()
    expect(row(other, TAB)).to_have_count(0)


def test_rows_on_a_phone_are_high_enough_for_a_finger(open_page, stopwatch):
    page = ready(open_page(stopwatch, viewport=PHONE, has_touch=True))
    page.get_by_role("button", name="Tree", exact=True).click()
    first, second = link(page, WINDOW).bounding_box(), link(page, CONTAINER).bounding_box()
    assert round(first["height"]) >= 40 and round(second["y"] - first["y"]) >= 40
    assert round(fold(page, WINDOW).bounding_box()["height"]) >= 40
    link(page, NAVIGATION_BAR).tap()
    expect_chosen(page, NAVIGATION_BAR)


def test_a_deep_tree_stays_readable(open_page, shared):
    lines = [line(depth, "UIWindow" if depth == 0 else "Deep.NestedView", 16 + depth, more=f"text = 'At {depth}'; ") for depth in range(700)]
    page = ready(open_page(post(shared, lines) + "?view=699"))
    expect_chosen(page, 699)
    pane, name = page.locator("#tree-scroll").bounding_box(), row(page, 699).locator(".class").bounding_box()
    assert name["x"] < pane["x"] + 200 and name["width"] > 60
    assert page.locator("#tree-scroll").evaluate("(frame) => frame.scrollWidth <= frame.clientWidth")
    assert place(page, 699) == [700, 1, 1]
    # The levels can still be told apart where they begin.
    indents = [row(page, 699 - step).locator(".class").bounding_box()["x"] for step in (0, 1)]
    assert indents[0] == indents[1]
    page.keyboard.press("f")
    assert row(page, 699).locator(".class").bounding_box()["x"] < pane["x"] + 60


# Chains of single subviews


#: A window with four plain views in one another, the last with two labels, and one label more.
CHAIN = [line(depth, "UIWindow" if depth == 0 else "UIView", 16 + depth) for depth in range(4)] + [
    line(4, "Card.View", 32), line(5, "UILabel", 48, more="text = 'One'; "), line(5, "UILabel", 64, more="text = 'Two'; ")]


def test_a_chain_of_plain_single_subviews_shares_a_row_until_it_is_asked_for(open_page, shared):
    page = ready(open_page(post(shared, CHAIN)))
    assert views(page) == [0, 4]
    fold(page, 4).click()
    assert views(page) == [0, 4, 5, 6]
    expect(row(page, 4)).to_have_accessible_name("Card.View in UIView ×3")
    expect(link(page, 4).locator(".chain")).to_have_text("UIView ×3 ›")
    assert place(page, 4) == [2, 1, 1] and place(page, 5) == [3, 1, 2]
    row(page, 4).focus()
    # By a click on what is folded, and by a key.
    link(page, 4).locator(".chain").click()
    assert views(page) == [0, 1, 2, 3, 4, 5, 6]
    assert place(page, 4) == [5, 1, 1]
    page.reload()
    ready(page)
    assert views(page) == [0, 4, 5, 6]
    link(page, 4).locator(".words").click()
    page.keyboard.press("u")
    assert views(page) == [0, 1, 2, 3, 4, 5, 6]
    expect_focus(page, 4)
    # The arrows walk through the rows that are there.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_focus(page, 3)


def test_a_folded_view_has_a_row_where_it_is_selected_found_pinned_or_has_words(open_page, shared):
    address = post(shared, CHAIN)
    page = ready(open_page(f"{address}?view=2"))
    expect_chosen(page, 2)
    assert views(page) == [0, 1, 2, 3, 4]
    page.evaluate("sessionStorage.clear()")
    page.goto(f"{address}?view=4")
    ready(page)
    assert views(page) == [0, 4]
    page.get_by_role("searchbox").fill("depth=2")
    expect(row(page, 2)).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(row(page, 2)).to_have_count(0)
    # Who holds two views is in no chain, and those that are left are too few.
    assert shared.request("POST", "/api/v1" + address.removeprefix(shared.url) + "/edits",
                          {"op": "insert", "superview": 2, "index": 1, "view": {"class": "UILabel", "frame": [0, 0, 9, 9]}}).status == 200
    expect(row(page, 2)).to_be_visible()
    expect(row(page, 1)).to_be_visible()


# While the views are loading


def test_the_page_can_be_used_while_the_views_are_loading(open_page, samples, stopwatch):
    page = open_page("about:blank")
    held = []
    page.route("**/views?*", lambda route: held.append(route))
    page.goto(stopwatch)
    expect(page.locator("#tree.virtual")).to_have_count(0)
    page.locator(f'#tree li[data-id="{TAB_BAR}"] > .row').click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TAB_BAR))
    expect(page.locator("#tree-progress")).to_be_visible()
    page.get_by_role("searchbox").fill("tabbar")
    held[0].continue_()
    ready(page)
    expect(page.locator("#tree-progress")).to_have_count(0)
    expect_chosen(page, TAB_BAR)
    expect(page.locator(".search-count")).to_have_text("2 of 14")


def test_views_that_cannot_be_loaded_leave_the_servers_page(open_page, stopwatch):
    page = open_page("about:blank", expect=("status of 500", "The server responded with status 500"))
    page.route("**/views?*", lambda route: route.fulfill(status=500))
    page.goto(stopwatch)
    expect(page.locator("#tree-progress").get_by_role("alert")).to_contain_text("The server responded with status 500")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.locator(f'#tree li[data-id="{TAB_BAR}"] > .row').click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TAB_BAR))
    page.unroute("**/views?*")
    page.get_by_role("button", name="Retry").click()
    expect_chosen(ready(page), TAB_BAR)


def test_on_a_phone_the_tree_shows_what_was_selected_while_it_was_behind_the_canvas(open_page, shared):
    address = post(shared, table(400))
    page = ready(open_page(f"{address}?view=5", viewport=PHONE, has_touch=True))
    page.evaluate("history.replaceState(null, '', '?view=391')")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    page.get_by_role("button", name="Tree", exact=True).click()
    expect(link(page, 391)).to_be_in_viewport()
