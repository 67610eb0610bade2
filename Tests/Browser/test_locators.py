"""Locators of tests in the inspector: the search field takes them, and the panel suggests some for the selected view."""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from inspecting import query
from outlining import expect_chosen, module, ready
from paneling import violations

ORCHARD = (pathlib.Path(__file__).parent.parent / "Fixtures/dumps/orchard-wda.xml").read_bytes()
CELL, LABEL, SWITCH, BUTTON = 6, 7, 8, 4


@pytest.fixture
def orchard(shared):
    dump = shared.request("POST", "/api/v1/dumps?name=orchard", ORCHARD).json["id"]
    yield f"{shared.url}/dumps/{dump}"
    # What is suggested depends on the other dumps of the app.
    assert shared.request("DELETE", f"/api/v1/dumps/{dump}").status == 204


@pytest.fixture
def page(open_page, orchard):
    return ready(open_page(orchard))


def type_in(page, text):
    page.get_by_role("searchbox", name="Find a view").fill(text)


def clear(page):
    type_in(page, "")
    expect(page.locator(".search-count")).to_have_text("")
    expect(page.locator("#tree .row.match")).to_have_count(0)


def expect_found(page, *found):
    expect(page.locator(".search-count")).to_have_text(str(len(found)) if found else "None")
    marked = page.locator("#tree .row.match").evaluate_all("(all) => all.map((one) => Number(one.parentElement.dataset.id))")
    assert marked == list(found)


def test_the_search_field_takes_each_dialect_and_tells_it_from_words_as_the_server_does(page):
    page.get_by_role("button", name="Open all rows").click()
    for text, found in {
        "xpath://XCUIElementTypeCell[.//XCUIElementTypeSwitch]": [CELL],
        "//XCUIElementTypeStaticText": [3, LABEL],
        "predicate: name == 'ripe' OR name == 'add'": [BUTTON, SWITCH],
        "chain:**/XCUIElementTypeCell/*": [LABEL, SWITCH],
        "**/XCUIElementTypeButton": [BUTTON],
        "(//*)[5]": [BUTTON],
        "//XCUIElementTypeLink": [],
    }.items():
        type_in(page, text)
        expect_found(page, *found)
        clear(page)
    # Words are searched as before after a locator.
    type_in(page, "//XCUIElementTypeCell")
    expect(page.locator(".search-count")).to_have_text("2")
    type_in(page, "id:ripe")
    expect(page.locator(".search-count")).to_have_text("1")
    clear(page)
    cases = json.loads((pathlib.Path(__file__).parent.parent / "Fixtures/vectors/locators.json").read_text(encoding="utf-8"))
    told = page.evaluate(
        "async ([path, queries]) => { const { locatorIn } = await import(path); return queries.map(locatorIn) }",
        [module(page, "inspector/data/query.js"), [case["query"] for case in cases]])
    assert told == [{key: case[key] for key in ("parameter", "text", "start")} if case["parameter"] else None for case in cases]


def test_a_locator_in_the_address_is_looked_for_at_the_start(open_page, orchard):
    page = ready(open_page(f"{orchard}?q=predicate%3Aname%20%3D%3D%20%22ripe%22"))
    page.get_by_role("button", name="Open all rows").click()
    expect_found(page, SWITCH)
    expect(page.locator("#tree-nothing")).to_be_hidden()
    # Where nothing is found, the tree says why, though nobody is in the field.
    page = ready(open_page(f"{orchard}?q=predicate%3Ahittable%20%3D%3D%201"))
    expect(page.locator("#tree-nothing")).to_have_text("No matching view. The dump never says “hittable” of an element, so that no comparison with it holds.")


def test_what_is_wrong_with_a_locator_is_said_and_marked_in_it_and_enter_goes_there_or_to_what_is_found(open_page, orchard):
    page = ready(open_page(orchard, expect=("predicate=type+%3D%3D+XCUIElementTypeCell",)))
    type_in(page, "predicate: name == 'ripe' OR rect.x == '16'")
    note = page.locator(".search-fault")
    expect(note).to_contain_text("This never holds: “rect.x” is a number, and \"16\" is a text. Write numbers without quotes: 16.")
    expect(page.locator(".search-place mark")).to_have_text("'")
    expect(page.locator(".search-place")).to_contain_text("rect.x == '16'")
    # It is no mistake: the count is there, and the field is not marked as wrong.
    expect(page.locator(".search-count")).to_have_text("1")
    expect(page.get_by_role("searchbox", name="Find a view")).to_have_attribute("aria-invalid", "false")
    assert violations(page) == []
    type_in(page, "predicate: rect.x == 16")
    expect(page.locator(".search-count")).to_have_text("2")
    expect(note).to_be_hidden()
    clear(page)
    # A mistake.
    type_in(page, "predicate: type == XCUIElementTypeCell")
    place = page.locator(".search-place")
    expect(place.locator("mark")).to_have_text("X")
    expect(place).to_contain_text("predicate: type == XCUIElement")
    expect(page.locator(".search-fault")).to_contain_text("Put texts in quotes")
    expect(page.get_by_role("searchbox", name="Find a view")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Enter")
    assert page.get_by_role("searchbox", name="Find a view").evaluate("(field) => field.selectionStart") == len("predicate: type == ")
    # What is put right finds again.
    type_in(page, "predicate: type == 'XCUIElementTypeCell'")
    expect(page.locator(".search-count")).to_have_text("2")
    expect(place).to_be_hidden()
    clear(page)
    type_in(page, "//XCUIElementTypeStaticText")
    page.keyboard.press("Enter")
    expect_chosen(page, 3)
    page.keyboard.press("Enter")
    expect_chosen(page, LABEL)
    expect(page.locator(".search-count")).to_have_text("2 of 2")


def open_locators(page):
    fold = page.locator(".locators", has_text="Locators for tests")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    expect(page.locator(".locator").first).to_be_visible()


def line(page, strategy):
    return page.locator(f'.locator[data-strategy="{strategy}"]')


def test_the_panel_suggests_locators_for_each_view_and_finds_by_them_and_copies_them(open_page, orchard):
    page = ready(open_page(f"{orchard}?view={SWITCH}"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_locators(page)
    expect(line(page, "identifier").locator("code")).to_have_text("ripe")
    expect(line(page, "xpath").locator("code")).to_have_text('//*[@name="ripe"]')
    expect(line(page, "xpath").locator(".locator-score")).to_contain_text("100")
    for strategy in ["identifier", "predicate", "classChain", "xpath", "className"]:
        line(page, strategy).get_by_role("button", name="Find by").click()
        expect(page.locator(".search-count")).to_have_text("1 of 1")
    assert query(page)["q"] == 'predicate:type == "XCUIElementTypeSwitch"'
    assert violations(page) == []
    clear(page)
    line(page, "predicate").get_by_role("button", name="Copy").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Locator copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == 'name == "ripe"'
    # Those of another view say what speaks against them.
    page.locator(f'#tree li[data-id="{CELL}"] > .row').click()
    expect(line(page, "identifier")).to_have_count(0)
    expect(line(page, "xpath").locator("code")).to_have_text("(//XCUIElementTypeCell)[1]")
    expect(line(page, "xpath").locator(".locator-score")).to_contain_text("70")
    expect(line(page, "xpath").locator(".locator-risks")).to_contain_text("counts elements")


def test_without_scripts_the_field_takes_them_too_and_a_note_stands_beside_the_results(without_script, orchard):
    page = without_script(f"{orchard}?q=predicate%3Atype%20%3D%3D%20%22Button%22")
    expect(page.locator("#results")).to_contain_text("No view matches")
    expect(page.locator("#results")).to_contain_text("At character 9: This never holds: types have their whole name, \"XCUIElementTypeButton\".")
    page.get_by_role("searchbox", name="Find a view").fill("//XCUIElementTypeCell")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator(".results-count")).to_have_text("2 views")
    page.get_by_role("searchbox", name="Find a view").fill("chain:**/XCUIElementTypeCell[0]")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator(".results-count")).to_contain_text("Read up to “chain:**/XCUIElementTypeCell[”")


def test_a_locator_that_finds_nothing_says_why_below_the_field(page):
    type_in(page, "predicate: hittable == 1")
    expect(page.locator(".search-count")).to_have_text("None")
    expect(page.locator(".search-fault")).to_contain_text("The dump never says “hittable” of an element")
    expect(page.locator(".search-place mark")).to_have_text("h")
    type_in(page, "//XCUIElementTypeLink")
    expect(page.locator(".search-count")).to_have_text("None")
    expect(page.locator(".search-fault")).to_be_hidden()


def test_the_panel_has_the_absolute_path_last_and_calls_it_fragile(open_page, orchard):
    page = ready(open_page(f"{orchard}?view={SWITCH}"))
    open_locators(page)
    expect(page.locator(".locator").last).to_have_attribute("data-strategy", "absolute")
    expect(line(page, "absolute")).to_contain_text("fragile")
    expect(line(page, "absolute").locator("code")).to_have_text("".join(
        f"/XCUIElementType{name}" for name in ["Application", "Window[1]", "Table[1]", "Cell[1]", "Switch[1]"]))
    line(page, "absolute").get_by_role("button", name="Find by").click()
    expect(page.locator(".search-count")).to_have_text("1 of 1")


def tried(page):
    """What the field offers of the locators that were tried: each with what it says of its hits."""
    return page.locator(".recent-list button:visible").evaluate_all("(all) => all.map((one) => [...one.children].map((part) => part.textContent))")


def test_locators_that_were_tried_are_offered_again_with_what_they_found_then_and_find_now(open_page, orchard, shared):
    page = ready(open_page(orchard, expect=("xpath=",)))
    for text, found in (("//XCUIElementTypeCell", "2"), ("predicate:label == 'Cox'", "1"), ("//XCUIElementTypeLink", "None")):
        type_in(page, text)
        expect(page.locator(".search-count")).to_have_text(found)
        page.keyboard.press("Enter")
    # Words and mistakes are none.
    type_in(page, "ripe")
    page.keyboard.press("Enter")
    type_in(page, "//*[")
    expect(page.locator(".search-count")).to_have_text("?")
    page.keyboard.press("Enter")
    clear(page)
    expect(page.locator(".recent-list")).to_be_visible()
    assert tried(page) == [
        ["//XCUIElementTypeLink", "0 views, as before"], ["predicate:label == 'Cox'", "1 view, as before"],
        ["//XCUIElementTypeCell", "2 views, as before"]]
    assert violations(page) == []
    # Another version of the dump: counted anew, also by a page that is opened later.
    base = orchard.removeprefix(shared.url).replace("/dumps/", "/api/v1/dumps/")
    edit = json.dumps({"op": "remove", "view": 9})
    assert shared.request("POST", f"{base}/edits", edit, {"Content-Type": "application/json"}).status == 200
    page.reload()
    ready(page)
    field = page.get_by_role("searchbox", name="Find a view")
    field.focus()
    expect(page.locator(".recent-hits.differs")).to_have_text("2 views; now 1")
    assert [hits for _, hits in tried(page)] == ["0 views, as before", "1 view, as before", "2 views; now 1"]
    # By keyboard: into the list, down, and taken.
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".recent-list button").nth(2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".search-count")).to_have_text("1")
    expect(field).to_be_focused()
    # Only those that go on with what is typed.
    type_in(page, "//XCUIElementTypeL")
    assert [query for query, _ in tried(page)] == ["//XCUIElementTypeLink"]


def test_twenty_locators_of_a_dump_are_kept_and_other_dumps_have_their_own(page, open_page, shared):
    recent = module(page, "inspector/tree/recent.js")
    kept = page.evaluate("""async (path) => {
        const { RecentLocators } = await import(path);
        for (let i = 0; i < 25; i += 1) new RecentLocators("/dumps/a", () => {}).add(`//a${i}`, i);
        new RecentLocators("/dumps/a", () => {}).add("//a7", 70);
        new RecentLocators("/dumps/b", () => {}).add("//b", 1);
        new RecentLocators("/dumps/b", () => {}).add("words", 1);
        return JSON.parse(localStorage.getItem("vitrine.locators")).map(({ dump, tried }) => [dump, tried.map(({ query }) => query)]);
    }""", recent)
    assert kept == [["/dumps/b", ["//b"]], ["/dumps/a", ["//a7", *(f"//a{i}" for i in range(24, 4, -1) if i != 7)]]]
    # What somebody else has written there is no harm.
    for text in ('{"a": 1}', "nonsense", '[{"dump": "/dumps/a", "tried": [1, null, {"query": 5}]}, null]'):
        shown = page.evaluate("""async ([path, text]) => {
            localStorage.setItem("vitrine.locators", text);
            const { RecentLocators } = await import(path);
            return new RecentLocators("/dumps/a", () => {}).list.querySelectorAll("button").length;
        }""", [recent, text])
        assert shown == 0
