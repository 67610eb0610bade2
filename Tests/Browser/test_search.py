"""The search finds on the client: by class, words, identifier or address, and walks through what it found."""

import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

from inspecting import expect_unsaid, query
from outlining import expect_chosen, expect_focus, expect_nothing_chosen, fold, link, module, post, ready, row, views

STOP_BUTTON, STOP_LABEL, LAP_4 = 39, 40, 10
SCREEN, TAB_BAR, TAB_BACKGROUND = 4, 49, 50


@pytest.fixture
def page(open_page, stopwatch):
    return ready(open_page(stopwatch))


@pytest.fixture
def lines(shared, open_page):
    """A small dump whose views differ in everything that can be searched for."""
    frame = [0, 0, 10, 10]
    dump = {"vitrine": 1, "windows": [{"class": "UIWindow", "address": "0x7f8a1c00b200", "frame": [0, 0, 100, 100], "subviews": [
        {"class": "Clock.HomeView", "address": "0x7f8a1c00b210", "frame": frame, "identifier": "home-screen", "subviews": [
            {"class": "UILabel", "address": "0x7f8a1c00b220", "frame": frame, "text": "Good morning"},
            {"class": "UIButton", "address": "0x00006000001a2", "frame": frame, "label": "Snooze alarm", "tag": 7},
            {"class": "_UIShadowView", "address": "0x7f8a1c00b240", "frame": frame},
        ]},
    ]}]}
    return ready(open_page(post(shared, [json.dumps(dump)])))


def find(page, text):
    page.get_by_role("searchbox", name="Find a view").fill(text)
    page.wait_for_function("(text) => (new URLSearchParams(location.search).get('q') ?? '') === text.trim()", arg=text)


def count(page):
    return page.locator(".search-count")


def marked(page):
    return page.locator("#tree .row.match").evaluate_all("(all) => all.map((one) => Number(one.parentElement.dataset.id))")


#: What is searched for in the small dump, and what is found.
SEARCHES = [
    ("uibutton", [3]),
    ("UI*", [0, 2, 3]),
    ("ui???el", [2]),
    ("class:_ui*", [4]),
    ("class:HomeView", [1]),
    ("class:Home*", [1]),
    ("good morn", [2]),
    ("text:Good", [2]),
    ("text:snooze", []),
    ("label:snooze", [3]),
    ("home-scr", [1]),
    ("id:home", [1]),
    ("tag:7", [3]),
    ("0x7f8a1c00b220", [2]),
    ("0x00007F8A1C00B220", [2]),
    ("0x6000 01a2", []),
    ("0x6000001a2", [3]),
    ("2026-11-21 frame of <UILabel: 0x7f8a1c00b220; frame = (0 0; 10 10)> and <_UIShadowView: 0x7f8a1c00b240>", [2, 4]),
    ("nothing of the kind", []),
]


def test_a_search_finds_by_class_words_identifier_tag_and_address(lines):
    lines.get_by_role("button", name="Open all rows").click()
    for text, found in SEARCHES:
        find(lines, text)
        expect(count(lines), text).to_have_text(str(len(found)) if found else "None")
        assert marked(lines) == found, text
        find(lines, "")
        expect(count(lines)).to_have_text("")


def test_enter_walks_through_what_was_found_and_around_the_end(page):
    before = page.evaluate("history.length")
    find(page, '"lap 4"')
    expect(count(page)).to_have_text("2")
    expect_nothing_chosen(page)
    for text, view in (("1 of 2", 8), ("2 of 2", LAP_4), ("1 of 2", 8)):
        page.keyboard.press("Enter")
        expect(count(page)).to_have_text(text)
        expect_chosen(page, view)
        expect(page.get_by_role("searchbox", name="Find a view")).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(count(page)).to_have_text("2 of 2")
    expect_chosen(page, LAP_4)
    # It is told, and leaves no steps of history.
    find(page, "UITabBarButtonLabel")
    expect(page.get_by_role("status")).to_have_text("4 views found")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("2 of 4: UITabBarButtonLabel “Alarm”")
    assert page.evaluate("history.length") == before


def test_the_next_one_is_the_next_after_the_selected_view(page):
    link(page, TAB_BAR).click()
    find(page, "UILabel")
    page.keyboard.press("F3")
    expect_chosen(page, 7)
    link(page, 43).click()
    page.keyboard.press("F3")
    expect_chosen(page, 44)
    page.keyboard.press("Shift+F3")
    expect_chosen(page, 32)
    page.get_by_role("button", name="Next match").click()
    expect_chosen(page, 44)
    page.get_by_role("button", name="Previous match").click()
    expect_chosen(page, 32)
    # One outside the subtree that is shown alone ends that.
    find(page, "")
    link(page, TAB_BAR).click()
    page.keyboard.press("f")
    assert query(page)["root"] == str(TAB_BAR)
    find(page, '"lap 4"')
    page.keyboard.press("Enter")
    expect_chosen(page, 8)
    expect_unsaid(page, "root")


def test_typing_leaves_what_was_found_and_what_is_around_it_in_rows_that_close_and_open(page):
    before = views(page)[:]
    find(page, "stop")
    assert views(page) == [0, 1, 2, 3, SCREEN, 28, STOP_BUTTON, STOP_LABEL, 41, 43, 44, TAB_BAR, 57, 59]
    expect(page.locator(".tree-count")).to_have_text(re.compile("^7 of 63$"))
    expect(link(page, SCREEN).locator(".text mark")).to_have_text("stop")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !new URLSearchParams(location.search).has('q')")
    assert views(page) == before
    find(page, "stop")
    expect(page.locator(".tree-count")).to_have_text(re.compile("^7 of 63$"))
    fold(page, TAB_BAR).click()
    expect(row(page, 57)).to_have_count(0)
    expect(row(page, TAB_BAR)).to_have_class(re.compile("holds-match"))
    fold(page, TAB_BAR).click()
    assert views(page)[-3:] == [TAB_BAR, 57, 59]
    # Results can be opened to see all that is in it.
    expect(row(page, 28)).to_have_attribute("aria-expanded", "false")
    fold(page, 28).click()
    expect(row(page, 29)).to_be_visible()
    find(page, "")
    expect(row(page, TAB_BAR)).to_have_attribute("aria-expanded", "false")


def test_a_system_view_that_was_found_is_listed_although_those_are_hidden(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?hideSystem=true&q=class:_UIBarBackground"))
    assert views(page) == [0, 41, 42, TAB_BAR, TAB_BACKGROUND]


def test_a_mangled_class_is_shown_as_swift_writes_it_and_found_by_either_name(shared, open_page):
    raw, readable = "_TtGC7Orchard7PictureVS_4Leaf_$1f2e3d", "Orchard.Picture<Orchard.Leaf>"
    long = "Orchard.Stack<" * 20 + "Orchard.Leaf" + ">" * 20
    dump = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 100, 100], "subviews": [
        {"class": raw, "frame": [0, 0, 50, 50]}, {"class": long, "frame": [0, 50, 50, 50]},
    ]}]}
    page = ready(open_page(post(shared, [json.dumps(dump)])))
    expect(row(page, 1).locator(".class")).to_have_text(readable)
    expect(row(page, 1).locator(".class")).to_have_attribute("title", f"{readable}\n{raw}")
    expect(row(page, 2).locator(".class")).to_have_text(re.compile("^Orchard.Stack<.*…>+$"))
    expect(row(page, 2).locator(".class")).to_have_attribute("title", long)
    link(page, 1).click()
    panel = page.locator("#panel")
    expect(panel.locator("h2 .class")).to_have_text(readable)
    for words in ("class:Orchard.Picture", "class:_TtGC7Orchard"):
        find(page, words)
        expect(page.locator("#tree .row.match")).to_have_count(1)
        expect(row(page, 1).locator(".row")).to_have_class(re.compile("match"))


# The words of the search


VECTORS = json.loads((pathlib.Path(__file__).parent.parent / "Fixtures/vectors/search.json").read_text())

#: What a query finds, or where it is faulty, as the page's own module tells it.
QUERIES = """async ([query, base, queries]) => {
  const { find } = await import(query);
  const { ViewModel } = await import(query.replace("query.js", "model.js"));
  const model = await ViewModel.load(base);
  return queries.map((text) => {
    try {
      return [...find(model, text)?.hits ?? []];
    } catch ({ offset, kind }) {
      return [offset, kind];
    }
  });
}"""


def test_a_query_finds_what_the_server_finds(shared, open_page):
    page = ready(open_page(post(shared, [json.dumps(VECTORS["dump"])])))
    base = "/api/v1" + page.locator("#main").get_attribute("data-dump")
    for table in ("found", "faults"):
        cases = VECTORS[table]
        told = page.evaluate(QUERIES, [module(page, "inspector/data/query.js"), base, [case[0] for case in cases]])
        wanted = [case[1] if table == "found" else case[1:] for case in cases]
        wrong = [(case[0], should, told) for case, should, told in zip(cases, wanted, told, strict=True) if should != told]
        assert len(cases) > 10 and wrong == []


def test_words_are_offered_below_the_field_and_completed_and_faults_are_told(page):
    hints = page.get_by_role("group", name="Search terms")
    field = page.get_by_role("searchbox", name="Find a view")
    expect(hints).to_be_hidden()
    field.click()
    expect(hints.get_by_role("button")).to_have_count(22)
    field.press_sequentially("cl")
    expect(hints.get_by_role("button")).to_have_count(2)
    field.press("Alt+ArrowDown")
    expect(hints.get_by_role("button", name="class:")).to_be_focused()
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_value("class:")
    page.keyboard.type("UILabel -wi")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("class:UILabel -width<44 ")
    page.keyboard.type("60")
    expect(field).to_have_value("class:UILabel -width<60 ")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    page.locator("#tree li").first.focus()
    expect(hints).to_be_hidden()
    # What is wrong is said once it cannot be right any more.
    field.click()
    field.fill("class:")
    expect(count(page)).to_have_text("…")
    expect(field).to_have_attribute("aria-invalid", "false")
    field.fill("colour:red")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".search-fault")).to_contain_text("There is no “colour:”")
    expect(row(page, TAB_BAR)).to_be_visible()


def test_a_search_is_in_the_address(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?q=UITabBarButtonLabel&view=56"))
    expect(page.get_by_role("searchbox", name="Find a view")).to_have_value("UITabBarButtonLabel")
    expect(count(page)).to_have_text("2 of 4")
    assert 56 in marked(page)


def test_keys_lead_to_the_search_and_it_ends_with_escape_a_button_or_nothing_to_find(page):
    field = page.get_by_role("searchbox", name="Find a view")
    # Rows out of sight are not on the page: the browser would not find them.
    page.keyboard.press("Control+f")
    expect(field).to_be_focused()
    field.blur()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("lap")
    expect(count(page)).to_have_text(re.compile(r"\d+"))
    # Escape in the field ends it and then leaves the field.
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    find(page, "label")
    expect(count(page)).to_have_text("19")
    find(page, "  ")
    expect(count(page)).to_have_text("")
    assert marked(page) == []
    expect_unsaid(page, "q")
    find(page, "lap")
    page.get_by_role("button", name="End the search").click()
    expect(count(page)).to_have_text("")
    expect(field).to_be_focused()
    page.wait_for_function("() => !location.search.includes('q=')")
    # Escape in the tree ends it before it leaves the selection.
    find(page, "class:UITabBar")
    page.keyboard.press("Enter")
    expect_chosen(page, TAB_BAR)
    page.keyboard.press("ArrowDown")
    expect_focus(page, TAB_BAR)
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect_chosen(page, TAB_BAR)
    page.keyboard.press("Escape")
    expect_chosen(page, 1)


# What the field took it for, and why there is nothing

#: What is typed, what it is taken for, and what is said where it finds nothing.
KINDS = [
    ("good morning", "Words", None), ("width<44 uilabel", "Filter", None), ("0x7f8a1c00b240", "Address", None),
    ("//XCUIElementTypeStaticText", "XPath", None), ("predicate:label == 'x'", "Predicate", "No matching view."),
    ("**/XCUIElementTypeSwitch", "Class chain", "No matching view."), ("css:staticText", "CSS", None),
    ("zzz", "Words", "No matching view."), ("uilabel text:zzz", "Filter", "No matching view. No view fits “text:zzz”."),
    ("uilabel tag:7", "Filter", "No matching view. Each part finds views (uilabel: 1, tag:7: 1), but none fits all of them."),
    ("controller:home", "Filter", "No matching view. The dump never says “controller” of a view."),
    ("label == 'Snooze'", "Words", "No matching view. These were read as words. Write “predicate:” before a predicate."),
]


def test_the_field_says_what_it_took_the_words_for_and_why_they_find_nothing(lines):
    lines.watch.expect("predicate=", "classChain=", "css=", "xpath=")
    for text, kind, nothing in KINDS:
        find(lines, text)
        expect(lines.locator(".search-kind"), text).to_have_text(kind)
        if nothing:
            expect(lines.locator("#tree-nothing"), text).to_have_text(nothing)
        else:
            expect(lines.locator("#tree-nothing"), text).to_be_hidden()
    # What lies outside of the views that are shown is there, but not seen.
    find(lines, "")
    link(lines, 1).click()
    lines.keyboard.press("f")
    find(lines, "uiwindow")
    expect(lines.locator("#tree-nothing")).to_contain_text("The only match is outside of the views shown.")
    lines.get_by_role("button", name="Show all views").click()
    expect(row(lines, 0)).to_be_visible()
