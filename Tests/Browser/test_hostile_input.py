"""What dumps and bundles hold is shown as text, whatever it looks like."""

import json
import plistlib
import re

import pytest
from playwright.sync_api import expect

from conftest import Server
from inspecting import click_canvas, row

APP = "/apps/com.example.hostile"
MARK = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'><svg onload=window.ran=1>"

#: Texts that break out of attributes, elements, scripts, lines and directions.
TEXTS = {
    "quoted": f'">{MARK}',
    "apostrophe": f"'>{MARK}",
    # Combining marks make one grapheme of themselves and the quote or bracket before them.
    "combining": f'"\u0301>\u0301{MARK}',
    "bracket": f"<\u0301<img src=x onerror='window.ran = 1'>",
    "mustache": "{{{text}}} {{> pages/help}} {{#views}}",
    "entity": "&lt;b&gt; &quot; &#60;script&#62;",
    "direction": "\u202eabc\u2066<b>\u061c",
    "link": "javascript:window.ran=1//data:text/html,<script>window.ran=1</script>",
    "control": "bell\u0007 escape\u001b null-like\u0001 line\u2028separator",
    "long": "<i>" + "W" * 10_000,
}


def check(page, scripts):
    """No element of the texts is in the page, and nothing of them ran."""
    assert page.locator("img[src=x], svg[onload], main b, main i, [onerror], [onclick]").evaluate_all(
        "(all) => all.filter((one) => !one.closest('.legend, #upload-error, .app-name, .whatif, .swatch, .upload-row')).map((one) => one.outerHTML.slice(0, 200))") == []
    links = page.locator("a[href]").evaluate_all("(all) => all.map((link) => link.protocol || link.href.baseVal)")
    assert not [link for link in links if link.startswith(("javascript", "data"))]
    assert page.locator("script").evaluate_all("(all) => all.every((script) => script.src && !script.textContent)")
    if scripts:
        assert page.evaluate("window.ran") is None


def without_controls(text):
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text)


def views():
    yield {"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [
        {"class": text, "frame": [10, 30 + 40 * number, 300, 30], "text": text, "identifier": text, "label": text,
         "controller": text, "address": text, "attributes": {text: text}, "backgroundColor": text}
        for number, text in enumerate(TEXTS.values())]}


@pytest.fixture(scope="module")
def dump(shared):
    """A dump made of hostile texts."""
    body = {"vitrine": 1, "name": TEXTS["combining"], "app": TEXTS["quoted"],
            "device": {"name": TEXTS["quoted"], "width": 375, "height": 667}, "windows": list(views())}
    made = shared.request("POST", "/api/v1/dumps", json.dumps(body), {"Content-Type": "application/json"})
    assert made.status == 201, made.text
    return f"{shared.url}/dumps/{made.json['id']}"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_hostile_dump_is_shown_as_text(open_page, dump, scripts):
    page = open_page(dump, java_script_enabled=scripts)
    check(page, scripts)
    for number, text in enumerate(TEXTS.values()):
        shown = row(page, number + 1).locator("> .row .class").evaluate("(part) => part.textContent")
        # Markup cannot hold control characters, so they are dropped; what the script shows may have them.
        # Of a long name what is in the middle is left out.
        head = without_controls(shown).split("…")[0][:80]
        assert without_controls(text).startswith(head) and head
    for number in range(len(TEXTS)):
        page.goto(f"{dump}?view={number + 1}")
        expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(number + 1))
        check(page, scripts)
    page.goto(f"{dump}?width=667&height=375&view=3")
    check(page, scripts)
    page.goto(f"{dump}/tree?parent=0")
    check(page, scripts)


def test_a_hostile_dump_is_selected_hovered_and_searched_as_text(open_page, dump):
    page = open_page(dump)
    for number in range(len(TEXTS)):
        click_canvas(page, number + 1, 0.9, 0.5)
        expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(number + 1))
        check(page, True)
    page.get_by_role("searchbox", name="Find a").fill("<script>")
    expect(page.locator(".search-count")).to_contain_text(re.compile(r"\d"))
    check(page, True)
    page.get_by_role("searchbox", name="Find a").fill(TEXTS["quoted"])
    expect(page.locator(".search-count")).not_to_be_empty()
    check(page, True)


def test_a_hostile_search_is_shown_as_text(without_script, dump):
    page = without_script(dump)
    searched = [TEXTS[text][:4000] for text in ("quoted", "combining", "mustache", "long")]
    for text in searched:
        page.get_by_role("searchbox", name="Find a").fill(text)
        page.get_by_role("button", name="Find").click()
        check(page, False)
    page.get_by_role("link", name="Vitrine", exact=True).click()
    for text in searched:
        page.get_by_role("searchbox", name="Find a").fill(text)
        page.get_by_role("button", name="Find").click()
        expect(page.locator("main")).to_be_visible()
        check(page, False)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_unreadable_hostile_upload_is_told_as_text(open_page, shared, scripts):
    page = open_page(shared.url + "/", java_script_enabled=scripts, expect=("status of 4", "the page tells"))
    page.get_by_label("Text of the dump").fill('{"vitrine": 1, "' + TEXTS["quoted"].replace('"', "") + '": [}')
    page.get_by_label("Name (optional)").fill(TEXTS["quoted"])
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    check(page, scripts)


def test_a_hostile_name_is_shown_as_text_in_the_library(open_page, shared, dump):
    page = open_page(shared.url + "/")
    expect(page.locator("a.dump .dump-name").filter(has_text="window.ran")).to_have_count(1)
    check(page, True)


@pytest.mark.parametrize("path", ["/%22%3E%3Cimg%20src=x%20onerror=window.ran=1%3E", "/dumps/%3Cscript%3E", "/?q=%22%3E%3Cscript%3Ewindow.ran=1%3C/script%3E"])
def test_a_hostile_address_is_shown_as_text(open_page, shared, path):
    page = open_page(shared.url + path, expect=("status of 404",))
    check(page, True)


# A settings bundle


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """A server with an app whose settings are made of hostile texts."""
    apps = tmp_path_factory.mktemp("apps")
    folder = apps / "Hostile.app" / "Settings.bundle"
    folder.mkdir(parents=True)
    rows = []
    for text in TEXTS.values():
        text = "".join(character for character in text if character >= " " and character != "\u2028")
        titles = {"Values": [text, "plain"], "Titles": [text, "plain"]}
        rows += [
            {"Type": "PSGroupSpecifier", "Title": text, "FooterText": text},
            {"Type": "PSTextFieldSpecifier", "Title": text, "Key": "text " + text, "DefaultValue": text},
            {"Type": "PSTextFieldSpecifier", "Title": text, "Key": "keyboard " + text, "KeyboardType": text},
            {"Type": "PSToggleSwitchSpecifier", "Title": text, "Key": "toggle " + text, "DefaultValue": text, "TrueValue": text, "FalseValue": "no"},
            {"Type": "PSSliderSpecifier", "Title": text, "Key": "slider " + text, "DefaultValue": 0.5, "MinimumValueImage": text, "MaximumValueImage": "../" + text},
            {"Type": "PSTitleValueSpecifier", "Title": text, "Key": "title " + text, "DefaultValue": text},
            {"Type": "PSMultiValueSpecifier", "Title": text, "Key": "multi " + text, "DefaultValue": text, **titles},
            {"Type": "PSRadioGroupSpecifier", "Title": text, "FooterText": text, "Key": "radio " + text, "DefaultValue": text, **titles},
            {"Type": "PSChildPaneSpecifier", "Title": text, "File": text},
            {"Type": text, "Title": text, text: text},
        ]
    quoted = TEXTS["combining"]
    rows.append({"Type": "PSChildPaneSpecifier", "Title": quoted, "File": "Child"})
    (folder / "Root.plist").write_bytes(plistlib.dumps({"Title": quoted, "StringsTable": quoted, "PreferenceSpecifiers": rows}))
    (folder / "Child.plist").write_bytes(plistlib.dumps({"Title": quoted, "PreferenceSpecifiers": rows[:3]}))
    (folder.parent / "Info.plist").write_bytes(plistlib.dumps({
        "CFBundleIdentifier": "com.example.hostile", "CFBundleDisplayName": quoted, "CFBundleShortVersionString": quoted,
        "CFBundleURLTypes": [{"CFBundleURLSchemes": [quoted]}], quoted: {quoted: [quoted]}}))
    server = Server(tmp_path_factory.mktemp("bundle") / "data", [apps]).start()
    yield server
    assert server.stop() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_hostile_bundle_is_shown_as_text(open_page, bundle, scripts):
    # The pictures that its sliders name do not exist.
    page = open_page(bundle.url + "/", java_script_enabled=scripts, expect=("/images/", "status of 404"))
    check(page, scripts)
    multi = 7
    for path in (APP, f"{APP}/settings?choose={multi}", f"{APP}/settings/Child", f"{APP}/settings?idiom=pad&lang=en", f"{APP}/settings"):
        assert page.goto(bundle.url + path).status == 200
        check(page, scripts)
    assert page.locator(".setting .title").count() > 6 * len(TEXTS)
    assert page.locator(".setting .title").first.inner_text().startswith('">')


def test_hostile_keys_and_values_are_edited_like_any_other(open_page, bundle):
    page = open_page(f"{bundle.url}{APP}/settings", expect=("/images/", "status of 404"))
    page.locator("#field-1").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(TEXTS["combining"])
    page.keyboard.press("Tab")
    expect(page.locator("#saved")).to_have_attribute("data-shown", "")
    check(page, True)
    page.reload()
    expect(page.locator("#field-1")).to_have_value(TEXTS["combining"])
    check(page, True)
    values = bundle.get("/api/v1/defaults/com.example.hostile").json["values"]
    assert list(values.items()) == [("text " + TEXTS["quoted"], TEXTS["combining"])]
    assert bundle.request("DELETE", "/api/v1/defaults/com.example.hostile").status == 200
