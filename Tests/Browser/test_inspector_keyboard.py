"""The tree of views keeps to the WAI-ARIA pattern, and every key of the help page works."""

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from inspecting import expect_focus, expect_nothing_selected, expect_selected, focused_view, query, row, zoom_level

WINDOW, CONTAINER, NAVIGATION, WRAPPER, SCREEN, TABLE, HEADER = 0, 1, 2, 3, 4, 5, 6
STOPWATCH, LAP_BUTTON, HIDDEN_BUTTON, STOP_BUTTON = 28, 35, 37, 39
NAVIGATION_BAR, CONTENT, TAB_BAR, TAB, LAST = 41, 43, 49, 51, 62


@pytest.fixture
def page(open_page, stopwatch):
    page = open_page(stopwatch)
    page.locator("#tree [tabindex='0']").focus()
    return page


@pytest.fixture
def press(page):
    """Presses keys one after the other."""
    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
    return press


def tab_stops(page):
    return page.locator("#tree").locator("[tabindex='0'], a[href]:not([tabindex]), button:not([tabindex]), summary")


def test_rows_have_roles_levels_and_positions(page):
    expect(page.get_by_role("tree", name="Views")).to_be_visible()
    assert page.locator("#tree li:not([role=treeitem])").count() == 0
    assert page.locator("#tree ul:not([role=group])").count() == 0
    for view, level, position, size in ((WINDOW, 1, 1, 1), (TAB_BAR, 3, 2, 2), (STOP_BUTTON, 6, 5, 5)):
        attributes = row(page, view).evaluate("(item) => [item.ariaLevel, item.ariaPosInSet, item.ariaSetSize].map(Number)")
        assert attributes == [level, position, size]


def test_only_parents_can_be_expanded(page):
    wrong = page.locator("#tree [role=treeitem]").evaluate_all(
        "(all) => all.filter((item) => item.hasAttribute('aria-expanded') !== Boolean(item.querySelector('[role=group]') || item.dataset.source)).length")
    assert wrong == 0
    expect(row(page, TABLE)).to_have_attribute("aria-expanded", "false")
    assert row(page, NAVIGATION_BAR + 1).get_attribute("aria-expanded") is None


def test_a_row_is_named_by_its_class_text_and_state(open_page, stopwatch):
    page = open_page(f"{stopwatch}?view={HIDDEN_BUTTON}")
    expect(row(page, HIDDEN_BUTTON)).to_have_accessible_name("UIButton “Start” Hidden")


def test_the_tree_is_one_tab_stop(page, press):
    expect(tab_stops(page)).to_have_count(1)
    press("ArrowDown", "ArrowDown")
    expect(tab_stops(page)).to_have_count(1)
    expect_focus(page, NAVIGATION)
    press("Tab")
    assert focused_view(page) is None
    press("Shift+Tab")
    expect_focus(page, NAVIGATION)


def test_down_and_up_walk_the_visible_rows(page, press):
    for view in (CONTAINER, NAVIGATION, WRAPPER, SCREEN, NAVIGATION_BAR):
        press("ArrowDown")
        expect_focus(page, view)
    press("ArrowUp")
    expect_focus(page, SCREEN)
    expect_selected(page, SCREEN)


def test_right_opens_and_then_enters(page, press):
    press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    expect(row(page, SCREEN)).to_have_attribute("aria-expanded", "false")
    press("ArrowRight")
    expect(row(page, SCREEN)).to_have_attribute("aria-expanded", "true")
    expect_focus(page, SCREEN)
    press("ArrowRight")
    expect_focus(page, TABLE)


def test_left_closes_and_then_leaves(page, press):
    press("ArrowDown", "ArrowDown")
    press("ArrowLeft")
    expect(row(page, NAVIGATION)).to_have_attribute("aria-expanded", "false")
    expect(row(page, WRAPPER)).not_to_be_visible()
    expect_focus(page, NAVIGATION)
    press("ArrowLeft")
    expect_focus(page, CONTAINER)
    expect_selected(page, CONTAINER)


def test_right_on_a_row_without_subviews_does_nothing(page, press):
    press("End", "ArrowRight")
    expect_focus(page, LAST)


def test_home_and_end_go_to_the_first_and_the_last_row(page, press):
    press("End")
    expect_focus(page, LAST)
    expect(row(page, LAST)).to_be_in_viewport()
    press("Home")
    expect_focus(page, WINDOW)


def test_up_on_the_first_row_and_down_on_the_last_stay(page, press):
    press("Home", "ArrowUp")
    expect_focus(page, WINDOW)
    press("End", "ArrowDown")
    expect_focus(page, LAST)


def test_letters_jump_to_a_class(page):
    page.keyboard.type("uinavigationb")
    expect_focus(page, NAVIGATION_BAR)
    page.keyboard.press("Home")
    page.keyboard.type("uitabbarb")
    expect_focus(page, TAB)


def test_letters_jump_to_a_text(page):
    page.keyboard.type("timer")
    expect_focus(page, 60)


def test_a_repeated_letter_walks_on(page, press):
    press("u")
    expect_focus(page, CONTAINER)
    # The pause after which letters begin a new word.
    page.wait_for_timeout(750)
    press("u")
    expect_focus(page, NAVIGATION)


def test_a_star_opens_all_siblings(page, press):
    press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight")
    expect_focus(page, TABLE)
    press("*")
    for view in (TABLE, STOPWATCH, LAP_BUTTON, HIDDEN_BUTTON, STOP_BUTTON):
        expect(row(page, view)).to_have_attribute("aria-expanded", "true")
    expect(row(page, HEADER)).to_have_attribute("aria-expanded", "false")
    expect_focus(page, TABLE)


def test_closing_a_row_takes_the_focus_out_of_it(page, press):
    press("End")
    row(page, TAB_BAR).locator("> .fold").click()
    expect(row(page, TAB_BAR)).to_have_attribute("aria-expanded", "false")
    expect(tab_stops(page)).to_have_count(1)
    expect(row(page, TAB_BAR)).to_have_attribute("tabindex", "0")


def test_walking_with_arrows_leaves_one_step_of_history(page, press):
    before = page.evaluate("history.length")
    press("ArrowDown", "ArrowDown", "ArrowDown")
    expect_selected(page, WRAPPER)
    assert page.evaluate("history.length") == before


def test_enter_on_a_phone_shows_the_panel(open_page, stopwatch):
    page = open_page(stopwatch, viewport=PHONE)
    page.get_by_role("button", name="Tree").click()
    page.locator("#tree [tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-pane")).to_be_visible()
    expect(page.locator("#tree-pane")).not_to_be_visible()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(CONTAINER))


def test_enter_selects_the_row_with_the_focus(page, press):
    page.goto(page.url + f"?view={TAB_BAR}")
    for view in (CONTAINER, WINDOW):
        press("Escape")
        expect_selected(page, view)
    press("Escape")
    expect_nothing_selected(page)
    page.locator("#tree [tabindex='0']").focus()
    press("Enter")
    expect_selected(page, focused_view(page))


@pytest.mark.parametrize("inside", [True, False], ids=["in-the-tree", "outside"])
def test_brackets_walk_the_siblings(open_page, stopwatch, inside):
    page = open_page(f"{stopwatch}?view={STOPWATCH}")
    if inside:
        row(page, STOPWATCH).focus()
    for key, view in (("]", LAP_BUTTON), ("[", STOPWATCH), ("[", TABLE)):
        page.keyboard.press(key)
        expect_selected(page, view)
    page.keyboard.press("[")
    expect_selected(page, TABLE)


def test_escape_goes_to_the_superview_and_at_last_to_nothing(page, press):
    press("ArrowDown", "ArrowDown")
    expect_selected(page, NAVIGATION)
    for view in (CONTAINER, WINDOW):
        press("Escape")
        expect_selected(page, view)
    press("Escape")
    expect_nothing_selected(page)


def test_digits_and_shift_r_are_commands_in_the_tree(page, press):
    press("1")
    assert zoom_level(page) == 100
    press("0")
    assert zoom_level(page) > 100
    press("Shift+R")
    expect(page.locator("#whatif")).to_contain_text("667 × 375")
    expect_focus(page, WINDOW)


def test_slash_leaves_the_tree_for_the_search(page, press):
    press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    press("Escape")
    expect(page.get_by_role("searchbox")).not_to_be_focused()


def test_keys_with_control_belong_to_the_browser(page, press):
    press("Control+ArrowDown", "Control+1")
    expect_focus(page, WINDOW)
    assert zoom_level(page) != 100
    assert query(page) == {}


def test_rows_the_page_holds_back_are_loaded_when_opened(open_page, fresh):
    lines = ["<UIWindow: 0x1; frame = (0 0; 100 100); layer = <CALayer: 0x2>>"]
    for parent in range(30):
        lines.append(f"   | <UIView: 0x{parent + 16:x}; frame = (0 {parent}; 100 100); layer = <CALayer: 0x2>>")
        lines += [f"   |    | <UILabel: 0x{parent:x}{child:03x}; frame = (0 0; 9 9); text = '{parent}-{child}'; layer = <CALayer: 0x2>>"
                  for child in range(100)]
    dump = fresh.request("POST", "/api/v1/dumps", "\n".join(lines)).json["id"]
    page = open_page(f"{fresh.url}/dumps/{dump}")
    last = 1 + 29 * 101
    assert row(page, last).count() == 1 and row(page, last + 1).count() == 0
    page.locator("#tree [tabindex='0']").focus()
    page.keyboard.press("End")
    expect_focus(page, last)
    page.keyboard.press("ArrowRight")
    expect(row(page, last + 1)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect_focus(page, last + 1)
    attributes = row(page, last + 1).evaluate("(item) => [item.role, item.ariaLevel, item.ariaSetSize]")
    assert attributes == ["treeitem", "3", "100"]
    expect_selected(page, last + 1)
