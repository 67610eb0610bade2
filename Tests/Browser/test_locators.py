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
    page.get_by_role("searchbox").fill(text)


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
        [module(page, "inspector/query.js"), [case["query"] for case in cases]])
    assert told == [{key: case[key] for key in ("parameter", "text", "start")} if case["parameter"] else None for case in cases]


def test_a_locator_in_the_address_is_looked_for_at_the_start(open_page, orchard):
    page = ready(open_page(f"{orchard}?q=predicate%3Aname%20%3D%3D%20%22ripe%22"))
    page.get_by_role("button", name="Open all rows").click()
    expect_found(page, SWITCH)


def test_what_is_wrong_with_a_locator_is_said_and_marked_in_it_and_enter_goes_there_or_to_what_is_found(open_page, orchard):
    page = ready(open_page(orchard, expect=("predicate=type+%3D%3D+XCUIElementTypeCell",)))
    type_in(page, "predicate: name == 'ripe' OR rect.x == '16'")
    note = page.locator(".search-fault")
    expect(note).to_contain_text("This never holds: “rect.x” is a number, and \"16\" is a text. A number stands without quotes: 16.")
    expect(page.locator(".search-place mark")).to_have_text("'")
    expect(page.locator(".search-place")).to_contain_text("rect.x == '16'")
    # It is no mistake: the count is there, and the field is not marked as wrong.
    expect(page.locator(".search-count")).to_have_text("1")
    expect(page.get_by_role("searchbox")).to_have_attribute("aria-invalid", "false")
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
    expect(page.locator(".search-fault")).to_contain_text("A text stands in quotes")
    expect(page.get_by_role("searchbox")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Enter")
    assert page.get_by_role("searchbox").evaluate("(field) => field.selectionStart") == len("predicate: type == ")
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
    page.locator(".locators > summary").click()
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
    expect(page.locator("#results")).to_contain_text("No view is found")
    expect(page.locator("#results")).to_contain_text("At character 9: This never holds: types have their whole name, \"XCUIElementTypeButton\".")
    page.get_by_role("searchbox").fill("//XCUIElementTypeCell")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator(".results-count")).to_have_text("2 views")
    page.get_by_role("searchbox").fill("chain:**/XCUIElementTypeCell[0]")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator(".results-count")).to_contain_text("Read up to “chain:**/XCUIElementTypeCell[”")
