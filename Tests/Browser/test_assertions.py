"""Rules are made from the selected views; they hold for the dump that they were made from."""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from drawing import dump, settle
from outlining import link, row
from paneling import ready

NAMED, LABEL, FIRST, SECOND, THIRD, COVER = 2, 3, 4, 5, 6, 7

SCREEN = {"class": "UIWindow", "frame": [0, 0, 400, 600], "subviews": [
    {"class": "UIView", "frame": [0, 0, 400, 600], "subviews": [
        {"class": "UIButton", "identifier": "it's \"pay\"", "frame": [20, 50, 60, 40], "subviews": [{"class": "UILabel", "frame": [5, 5, 50, 30], "text": "Pay \"now\""}]},
        {"class": "Shop.Cell", "identifier": "first", "frame": [20, 120, 80, 40]},
        {"class": "Shop.Cell", "frame": [20, 168, 80, 40]},
        {"class": "Shop.Cell", "frame": [20, 216, 80, 40]},
        {"class": "UIView", "frame": [20, 216, 80, 60], "opaque": True, "attributes": {"backgroundColor": "#ffffff"}},
    ]},
]}


@pytest.fixture
def page(open_page, shared):
    page = settle(ready(open_page(f"{dump(shared, SCREEN)}?view={NAMED}")))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def copied(page):
    page.evaluate("navigator.clipboard.writeText('nothing yet')")
    page.get_by_role("button", name="Assertions", exact=True).click()
    # A predicate that is a promise counts as true at once, and the note of an earlier copy may still be there.
    for _ in range(1_500):
        text = page.evaluate("navigator.clipboard.readText()")
        if text != "nothing yet":
            break
        page.wait_for_timeout(20)
    expect(page.get_by_role("status")).to_contain_text("Assertions copied")
    return json.loads(text)


def outcome(page, shared, rules):
    base = "/api/v1" + page.evaluate("location.pathname")
    reply = shared.request("POST", f"{base}/assert", rules)
    assert reply.status == 200, reply.text
    return reply.json


def select(page, *views):
    for view in views:
        link(page, view).click(modifiers=["Control"])
        expect(row(page, view)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#panel .several")).to_be_visible()


def test_a_view_is_copied_as_rules_that_hold(page, shared):
    rules = copied(page)
    [rule] = rules["rules"]
    assert rules["let"] == {rule["view"]: {"id": "it's \"pay\""}}
    assert rule["expect"]["frame"] == [20, 50, 60, 40] and rule["expect"]["touchable"] is True
    assert rule["expect"]["visible"] == "100%"
    done = outcome(page, shared, rules)
    assert done["passed"] and done["total"] == len(rule["expect"])


def test_a_view_without_a_name_is_found_by_its_text_or_its_place(page, shared):
    for view in LABEL, SECOND, THIRD:
        link(page, view).click()
        expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(view))
        rules = copied(page)
        done = outcome(page, shared, rules)
        assert done["passed"] and {result["view"] for result in done["results"]} == {view}
        assert rules["rules"][0]["expect"].get("text") == ("Pay \"now\"" if view == LABEL else None)
    assert rules["rules"][0]["expect"]["touchable"] is False and rules["rules"][0]["expect"]["visible"] is False


def test_several_views_are_copied_with_their_lines_and_gaps(page, shared):
    link(page, FIRST).click()
    select(page, SECOND, THIRD)
    rules = copied(page)
    assert len(rules["let"]) == 3
    words = [word for rule in rules["rules"] for word in rule["expect"]]
    assert words.count("aligned") == 2 and words.count("spacing") == 1 and "frame" not in words
    spacing = next(rule for rule in rules["rules"] if "spacing" in rule["expect"])
    assert spacing["expect"]["spacing"] == {"axis": "y", "equal": 8}
    assert outcome(page, shared, rules)["passed"]
    select(page, NAMED)
    rules = copied(page)
    assert any("near" in rule["expect"] for rule in rules["rules"])
    assert outcome(page, shared, rules)["passed"]


def test_the_rules_are_saved_as_a_file_too(page, shared):
    with page.expect_download() as saved:
        page.get_by_role("button", name="Assertions file").click()
    assert saved.value.suggested_filename == "rules.json"
    rules = json.loads(pathlib.Path(saved.value.path()).read_text(encoding="utf-8"))
    assert outcome(page, shared, rules)["passed"]
    link(page, FIRST).click()
    select(page, SECOND)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Assertions file").click()
    assert len(json.loads(pathlib.Path(saved.value.path()).read_text(encoding="utf-8"))["let"]) == 2
