"""Panes as two versions of iOS draw them, rows that it skips, titles beside long values, and the Watch app's bundle."""

import plistlib
import re

import pytest
from playwright.sync_api import expect

from browsing import APP, PHONE
from conftest import Server
from inspecting import query
from settling import eventually

SETTINGS = f"{APP}/settings"
PEAR = "/apps/example.pear/settings"
ROOT = {"PreferenceSpecifiers": [
    {"Type": "PSGroupSpecifier", "Title": "Gate"},
    {"Type": "PSButtonSpecifier", "Title": "Reset the gate", "Key": "r"},
    {"Type": "PSChildPaneSpecifier", "Title": "More gates"},
    {"Type": "PSTitleValueSpecifier", "Title": "Copyright", "Key": "c",
     "DefaultValue": "Ada Lovelace, Charles Babbage and the other gardeners"},
    {"Type": "PSTitleValueSpecifier", "Title": "Certificate", "Key": "gate_lastOpened.certificateFingerprint", "DefaultValue": "5f2c9a1170e3b8" * 5},
    {"Type": "PSTextFieldSpecifier", "Title": "Code", "Key": "code", "IsSecure": True},
    {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
]}
WATCH = {"PreferenceSpecifiers": [
    {"Type": "PSGroupSpecifier", "Title": "Wrist"},
    {"Type": "PSToggleSwitchSpecifier", "Title": "Haptics", "Key": "haptics", "DefaultValue": True},
    {"Type": "PSTextFieldSpecifier", "Title": "Pin", "Key": ""},
]}


@pytest.fixture(scope="module")
def pear(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pear")
    app = folder / "Pear.app"
    for name, pane in (("Settings", ROOT), ("Settings-Watch", WATCH)):
        (app / f"{name}.bundle").mkdir(parents=True)
        (app / f"{name}.bundle" / "Root.plist").write_bytes(plistlib.dumps(pane))
    (app / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": "example.pear", "CFBundleName": "Pear"}))
    server = Server(folder / "data", [app]).start()
    yield server
    assert server.stop() == 0


def looks(page):
    return page.evaluate("""() => {
      const style = selector => getComputedStyle(document.querySelector(selector));
      return { corner: parseFloat(style('.rows').borderTopLeftRadius), heading: style('.group h2').textTransform,
        row: document.querySelector('.setting .line').getBoundingClientRect().height,
        knob: document.querySelector('.switch').getBoundingClientRect().width };
    }""")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_version_of_ios_is_chosen_and_remembered(samples, open_page, scripts):
    page = open_page(samples.url + SETTINGS, java_script_enabled=scripts)
    before = looks(page)
    assert before["heading"] == "uppercase"
    page.get_by_role("navigation", name="Version").get_by_role("link", name="26").click()
    expect(page.locator("#pane")).to_have_attribute("data-ios", "26")
    expect(page).to_have_url(re.compile("ios=26"))
    after = looks(page)
    assert after["heading"] == "none" and after["corner"] > before["corner"]
    assert after["row"] > before["row"] and after["knob"] > before["knob"]
    # Ways from it keep it, and so does a visit whose address does not say.
    page.goto(samples.url + SETTINGS)
    expect(page.locator("#pane")).to_have_attribute("data-ios", "26")
    page.goto(samples.url + SETTINGS + "?ios=18")
    expect(page.locator("#pane")).to_have_attribute("data-ios", "18")


def test_the_way_back_is_round_and_still_has_its_name_on_the_newer(samples, open_page):
    page = open_page(samples.url + f"{SETTINGS}/Alarms?ios=26")
    back = page.get_by_role("link", name="Clock", exact=True).and_(page.locator(".back"))
    box = back.bounding_box()
    assert (round(box["width"]), round(box["height"])) == (44, 44)
    back.click()
    expect(page.locator("#pane-title")).to_have_text("Clock")


def test_a_phone_is_as_wide_as_an_iphone_and_its_first_pane_leads_to_the_apps(samples, open_page):
    page = open_page(samples.url + SETTINGS)
    assert page.locator("#pane").bounding_box()["width"] == 393
    page.get_by_role("link", name="Apps", exact=True).click()
    expect(page.locator("#sidebar")).to_be_visible()
    expect(page.locator("#pane-body")).to_be_hidden()
    page.locator("#sidebar").get_by_role("link", name="Clock").click()
    expect(page.locator("#pane-body")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}])
def test_titles_stay_whole_and_values_give_way(pear, open_page, size):
    page = open_page(pear.url + PEAR, viewport=size)
    for title in page.locator(".setting:not(:has(.unsupported)) .title").all():
        lines = title.evaluate("""title => { const range = document.createRange(); range.selectNodeContents(title);
          return new Set([...range.getClientRects()].map(rect => Math.round(rect.top))).size }""")
        assert lines == 1, title.text_content()
    value = page.locator("#row-3 .value")
    assert value.evaluate("value => getComputedStyle(value).textOverflow") == "ellipsis"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_rows_that_ios_skips_have_their_titles_and_the_reason(pear, open_page):
    page = open_page(pear.url + PEAR)
    expect(page.locator("#row-1")).to_contain_text("Reset the gate")
    expect(page.locator("#row-1")).to_contain_text("Unknown row type PSButtonSpecifier")
    expect(page.locator("#row-2")).to_contain_text("More gates")
    expect(page.locator("#row-2")).to_contain_text("names no File")


def test_secure_fields_correct_nothing_and_others_follow_the_device(pear, open_page):
    page = open_page(pear.url + PEAR)
    code, name = page.get_by_label("Code", exact=True), page.get_by_label("Name", exact=True)
    expect(code).to_have_attribute("autocorrect", "off")
    expect(code).to_have_attribute("spellcheck", "false")
    assert name.get_attribute("autocorrect") is None and name.get_attribute("spellcheck") is None
    # A field with nothing in it can be seen.
    clear = "rgba(0, 0, 0, 0)"
    assert name.evaluate("field => getComputedStyle(field).backgroundColor") != clear
    name.fill("Ada")
    assert name.evaluate("field => getComputedStyle(field).backgroundColor") == clear


def test_long_keys_break_where_their_words_do(pear, open_page):
    page = open_page(pear.url + PEAR)
    parts = page.locator(".keys .key", has_text="certificateFingerprint").evaluate(
        "key => [...key.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim())")
    assert parts == ["gate_", "last", "Opened.", "certificate", "Fingerprint"]


@pytest.mark.parametrize("scripts", [True, False])
def test_the_bundle_of_the_watch_is_one_press_away_and_says_what_is_wrong_over_its_pane(pear, open_page, scripts):
    page = open_page(pear.url + PEAR, java_script_enabled=scripts)
    expect(page.locator(".alarm")).to_have_count(0)
    page.locator("#watch-toggle").click()
    expect(page.locator("#pane")).to_contain_text("Wrist")
    page.wait_for_load_state()
    expect(page.locator(".alarm")).to_have_text("iOS 18 shows this bundle blank: empty Key in row 2.")
    expect(page.locator("#notes .for-version")).to_have_text("iOS 18")
    expect(page.get_by_role("link", name="My Watch")).to_be_visible()
    toggle = page.get_by_role("switch", name="Haptics")
    if scripts:
        toggle.uncheck()
        expect(page.locator("#saved")).to_have_attribute("data-shown", "")
    assert query(page)["bundle"] == "watch"
    page.locator("#watch-toggle").click()
    expect(page.locator("#pane")).to_contain_text("Gate")


def test_the_tools_take_one_row_on_a_phone(pear, open_page):
    page = open_page(pear.url + PEAR, viewport=PHONE)
    tops = page.locator("#tools > *, #tools select").evaluate_all(
        "tools => tools.filter(tool => tool.offsetWidth).map(tool => { const box = tool.getBoundingClientRect(); return (box.top + box.bottom) / 2 })")
    assert max(tops) - min(tops) < 6
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Items of a list in the editor of defaults

@pytest.mark.parametrize("scripts", [True, False])
def test_items_of_a_nested_list_are_added_changed_and_removed_with_their_types(pear, open_page, scripts):
    domain = "/api/v1/defaults/example.nested"
    pear.request("PUT", domain, {"trees": {"sizes": [1, 2], "old": True}})
    page = open_page(pear.url + "/defaults/example.nested?key=trees", java_script_enabled=scripts)
    nested = page.locator("form.nested")
    nested.get_by_label("Type of a new item in sizes").select_option("real")
    nested.get_by_label("New item in sizes", exact=True).fill("2.5")
    nested.get_by_role("button", name="Add to sizes").click()
    expect(nested.get_by_label("Item 3 of sizes", exact=True)).to_have_value("2.5")
    nested.get_by_role("button", name="Remove Item 1 of sizes").click()
    expect(nested.get_by_label("Item 3 of sizes", exact=True)).to_have_count(0)
    nested.get_by_label("old", exact=True).select_option("NO")
    nested.get_by_role("button", name="Store items").click()
    wanted = {"sizes": [2, 2.5], "old": False}
    eventually(page, lambda: pear.get(domain).json["values"]["trees"] == wanted, "what was stored")
    expect(nested.get_by_label("old", exact=True)).to_have_value("false")


@pytest.mark.parametrize("scripts", [True, False])
def test_typed_items_stay_when_one_is_refused_or_the_value_is_changed_elsewhere(pear, open_page, scripts):
    domain = "/api/v1/defaults/example.typed"
    pear.request("PUT", domain, {"trees": {"size": 1, "name": "Elm", "lines": "a\nb", "gone": "before", "kept": "before"}})
    page = open_page(pear.url + "/defaults/example.typed?key=trees", java_script_enabled=scripts, expect=("422", "409", "digits", "changed"))
    nested = page.locator("form.nested")
    size, name, more = (nested.get_by_label(label, exact=True) for label in ("size", "name", "New item in the value"))
    size.fill("two")
    name.fill("Oak")
    more.fill("Ash")
    nested.get_by_role("button", name="Store items").click()
    key = nested.get_by_label("Key of a new item in the value", exact=True)
    expect(page.locator("[aria-invalid]")).to_have_count(2)
    for field in (size, key):
        expect(field).to_have_attribute("aria-invalid", "true")
    if scripts:
        expect(size).to_be_focused()
    assert [field.input_value() for field in (size, name, more)] == ["two", "Oak", "Ash"]
    size.fill("2")
    key.fill("other")
    nested.get_by_label("gone", exact=True).fill("typed for nothing")
    theirs = {"size": 1, "name": "Fir", "lines": "a\nb"}
    pear.request("PUT", domain, {"trees": theirs})
    error = page.locator(".editor-error")
    if scripts:
        expect(error).to_contain_text("changed elsewhere")
    nested.get_by_role("button", name="Store items").click()
    expect(error).to_contain_text("Fir")
    expect(nested.locator(".note")).to_have_text(["Typed for gone, which the value does not have any more: typed for nothing"])
    assert [field.input_value() for field in (size, name, more)] == ["2", "Oak", "Ash"]
    assert pear.get(domain).json["values"]["trees"] == theirs
    page.get_by_role("button", name="Store mine anyway").click()
    mine = {"size": 2, "name": "Oak", "lines": "a\nb", "other": "Ash"}
    eventually(page, lambda: pear.get(domain).json["values"]["trees"] == mine, "what was typed")
