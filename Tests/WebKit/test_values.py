"""Values of apps in WebKit: sets that are made, compared, applied and taken back; items of lists and dictionaries."""

import pytest
from selenium.webdriver.support.ui import Select

DOMAIN, SET = "/api/v1/defaults/com.example.clock", "/defaults/sets/shown"


@pytest.fixture
def values(fresh):
    """What the domain holds now."""
    return lambda: fresh.get(DOMAIN).json["values"]


def test_a_set_is_made_compared_applied_after_a_question_and_taken_back(page, fresh, values):
    fresh.request("PATCH", DOMAIN, {"word": "Before", "count": 1})
    fresh.request("PUT", "/api/v1/defaults/sets/other", {"domains": {"com.example.clock": {"word": "Else"}}})
    page.open(fresh.url + "/defaults/sets?domain=com.example.clock")
    page.find("#set-name").send_keys("shown")
    page.find(".set-form .button.primary").click()
    page.see("h1", "shown")
    page.see("#main", "Everything is as the set has it.")
    Select(page.find("#set-to")).select_by_visible_text("other")
    page.find("form[action*='#compare'] .button").click()
    page.see("#main", "From shown to other")
    page.see(".change ins", "Else")
    fresh.request("PATCH", DOMAIN, {"word": "After"})
    page.open(fresh.url + SET)
    page.see("#main", "1 key differs from what is stored now.")
    page.find(f"a[href='{SET}/apply']").click()
    page.see(".change ins", "Before")
    assert values() == {"word": "After", "count": 1}, "looking changes nothing"
    page.find("#main form .button.primary").click()
    page.see("#main [role=status]", "The set is applied.")
    assert values() == {"word": "Before", "count": 1}
    page.find("form.done .button").click()
    page.see("#main", "1 key differs from what is stored now.")
    assert values() == {"word": "After", "count": 1}


def test_items_are_added_typed_changed_and_removed_with_their_types(page, fresh, values):
    fresh.request("PUT", DOMAIN, {"trees": {"sizes": [1, 2], "old": True}})
    page.open(fresh.url + "/defaults/com.example.clock?key=trees")
    page.wait(lambda: page.script("return document.documentElement.classList.contains('js')"), "no scripts")
    Select(page.find("form.nested [aria-label='Type of a new item in sizes']")).select_by_value("real")
    page.find("form.nested [aria-label='New item in sizes']").send_keys("2.5")
    page.find("form.nested [aria-label='Add to sizes']").click()
    page.field("form.nested [aria-label='Item 3 of sizes']", "2.5")
    page.find("form.nested [aria-label='Remove Item 1 of sizes']").click()
    page.wait(lambda: not page.count("form.nested [aria-label='Item 3 of sizes']"), "the item stays")
    first = page.find("form.nested [aria-label='Item 1 of sizes']")
    first.clear()
    first.send_keys("7")
    Select(page.find("form.nested [aria-label='old']")).select_by_value("false")
    page.find("form.nested > .button").click()
    page.wait(lambda: values() == {"trees": {"sizes": [7, 2.5], "old": False}}, "the items are not stored")
    # What is no number is refused at its place, and nothing is lost.
    page.field("form.nested [aria-label='Item 1 of sizes']", "7")
    first = page.find("form.nested [aria-label='Item 1 of sizes']")
    first.clear()
    first.send_keys("seven")
    page.find("form.nested > .button").click()
    page.see("#main [role=alert], #toast", "seven")
    assert values() == {"trees": {"sizes": [7, 2.5], "old": False}}
