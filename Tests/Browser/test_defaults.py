"""Domains of defaults: the raw editor, history, comparison, import, layers and findings, with and without scripts."""

import json
import plistlib

import pytest
from playwright.sync_api import expect

from browsing import APP
from domains import API, DOMAIN, PAGE, PAGES, VALUES, clear, fill
from paneling import unreadable
from settling import soon

EVIL = "\"\u0301><img src=x onerror=window.ran=1><script>window.ran=1</script>'\u202e"

both = pytest.mark.parametrize("scripts", [True, False])


def stored(server, domain=DOMAIN):
    return server.get(f"/api/v1/defaults/{domain}").json["values"]


def entry(page, key):
    return page.locator(f"tbody.entry[data-key={json.dumps(key)}]")


def opened(page, key):
    entry(page, key).locator("[data-open]").click()
    expect(entry(page, key).locator(".editor")).to_be_visible()
    return entry(page, key).locator(".editor")


def store(page, editor):
    editor.get_by_role("button", name="Store", exact=True).click()


def revision(server):
    return server.get(API).json["revision"]


@pytest.fixture(scope="module")
def full(shared):
    fill(shared)
    return shared


@pytest.mark.parametrize("address", PAGES)
def test_a_page_opens_cleanly_and_a_screen_reader_can_use_it(full, open_page, address):
    page = open_page(full.url + address, reduced_motion="reduce")
    assert page.answer.status == 200 and page.title().endswith("Vitrine")
    assert page.locator("h1").count() == 1 and page.locator("main").count() == 1
    assert unreadable(page) == []


@pytest.fixture
def empty(shared):
    """The server, whose domain holds nothing, whatever it held before."""
    clear(shared)
    return shared


@pytest.fixture
def filled(empty):
    empty.request("PATCH", API, VALUES)
    return empty


@both
def test_a_value_of_every_type_stays_as_it_is_shown_and_becomes_what_is_typed(filled, open_page, scripts):
    before = revision(filled)
    page = open_page(filled.url + PAGE, java_script_enabled=scripts)

    def stores(key, change=lambda editor: None):
        editor = opened(page, key)
        change(editor)
        store(page, editor)
        expect(editor).to_have_count(0)

    for key in VALUES:
        stores(key)
        if scripts:
            expect(page.locator("#toast")).to_have_text("Nothing changed")
            page.evaluate("document.getElementById('toast').textContent = ''")
    assert revision(filled) == before
    edits = {
        "count": "-9223372036854775808", "ratio": "1e-3", "word": "Two\nlines", "when": "2026-05-06T07:08:09",
        "bytes": "ca fe", "list": '[true, {"$real": 2}]', "tree": "<plist><dict><key>x</key><integer>1</integer></dict></plist>",
    }
    for key, text in edits.items():
        stores(key, lambda editor: editor.locator("[name=value]").fill(text))
    stores("flag", lambda editor: editor.get_by_label("YES").check())
    expect(entry(page, "flag").locator(".entry-value")).to_contain_text("YES")
    assert stored(filled) == {
        "flag": True, "count": -9223372036854775808, "ratio": 0.001, "word": "Two\nlines", "when": {"$date": "2026-05-06T07:08:09Z"},
        "bytes": {"$data": "yv4="}, "list": [True, {"$real": 2}], "tree": {"x": 1},
    }


@both
def test_a_key_is_added_renamed_retyped_and_removed(empty, open_page, scripts):
    page = open_page(empty.url + PAGE, java_script_enabled=scripts)
    page.get_by_role("link", name="Add key").click()
    form = page.locator("#adding .editor")
    form.locator("[name=key]").fill("new key/.")
    form.locator("[name=type]").select_option("integer")
    if not scripts:
        form.get_by_role("button", name="Show as this type").click()
    expect(form.locator("[name=value]")).to_have_value("0")
    expect(form.locator("[name=key]")).to_have_value("new key/.")
    form.locator("[name=value]").fill("12")
    form.get_by_role("button", name="Add", exact=True).click()
    expect(entry(page, "new key/.").locator(".entry-type")).to_have_text("integer")
    editor = opened(page, "new key/.")
    editor.locator("[name=type]").select_option("string")
    if not scripts:
        editor.get_by_role("button", name="Show as this type").click()
    expect(editor.locator("textarea[name=value]")).to_have_value("12")
    store(page, editor)
    expect(entry(page, "new key/.").locator(".entry-type")).to_have_text("string")
    assert stored(empty) == {"new key/.": "12"}
    editor = opened(page, "new key/.")
    editor.locator(".rename summary").click()
    editor.get_by_label("New name").fill("renamed")
    editor.get_by_role("button", name="Rename", exact=True).click()
    expect(entry(page, "renamed")).to_be_visible()
    assert stored(empty) == {"renamed": "12"}
    opened(page, "renamed").get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator(".empty-note")).to_be_visible()
    assert stored(empty) == {}


@both
def test_a_text_that_is_no_value_is_refused_at_its_place(filled, open_page, scripts):
    page = open_page(filled.url + PAGE, java_script_enabled=scripts, expect=("422", "Line 3"))
    editor = opened(page, "tree")
    editor.locator("[name=value]").fill('{\n  "a": 1,\n  oops\n}')
    store(page, editor)
    error = entry(page, "tree").locator(".editor-error")
    expect(error).to_contain_text("Line 3")
    expect(entry(page, "tree").locator("[name=value]")).to_have_value('{\n  "a": 1,\n  oops\n}')
    if scripts:
        expect(error.locator(".spot")).to_contain_text("oops")
        assert entry(page, "tree").locator("textarea").evaluate("(area) => area.value.slice(area.selectionStart)").startswith("oops")
    assert stored(filled) == VALUES


@both
def test_a_change_from_elsewhere_is_not_overwritten_unasked(filled, open_page, scripts):
    page = open_page(filled.url + PAGE, java_script_enabled=scripts, expect=("409", "changed elsewhere", "Theirs"))
    editor = opened(page, "word")
    editor.locator("[name=value]").fill("Mine")
    filled.request("PATCH", API, {"word": "Theirs"})
    if scripts:
        expect(entry(page, "word").locator(".editor-error")).to_contain_text("changed elsewhere")
        expect(entry(page, "word").locator(".entry-value")).to_contain_text("Theirs")
    expect(editor.locator("[name=value]")).to_have_value("Mine")
    store(page, editor)
    expect(entry(page, "word").locator(".editor-error")).to_contain_text("Theirs")
    assert stored(filled)["word"] == "Theirs"
    entry(page, "word").get_by_role("button", name="Store mine anyway").click()
    expect(entry(page, "word").locator(".entry-value")).to_contain_text("Mine")
    assert stored(filled)["word"] == "Mine"


@both
def test_what_is_typed_stays_when_its_key_is_removed_elsewhere_or_is_not_found_any_more(filled, open_page, scripts):
    page = open_page(filled.url + PAGE + "?key=list", java_script_enabled=scripts, expect=("409", "removed elsewhere", "removed while", "changed while", "changed elsewhere"))
    nested = page.locator("form.nested")
    nested.get_by_label("Item 1", exact=True).fill("typed")
    nested.get_by_label("New item in the value", exact=True).fill("more")
    filled.request("PUT", API, {"word": "Elm"})
    if scripts:
        expect(entry(page, "list").locator(".editor-error")).to_contain_text("removed elsewhere")
    nested.get_by_role("button", name="Store items").click()
    adding = page.locator("#adding")
    expect(adding.get_by_role("alert")).to_contain_text("The key was removed while you were editing it.")
    expect(adding.get_by_label("Key")).to_have_value("list")
    assert json.loads(adding.get_by_label("Value").input_value()) == ["typed", *VALUES["list"][1:], "more"]
    adding.get_by_role("button", name="Add", exact=True).click()
    expect(entry(page, "list").locator(".entry-value")).to_contain_text("more")
    assert stored(filled) == {"word": "Elm", "list": ["typed", *VALUES["list"][1:], "more"]}
    # A row that the filter hides now is shown with what is typed in it.
    page.goto(filled.url + PAGE + "?q=Elm&key=word")
    editor = entry(page, "word").locator(".editor")
    editor.locator("[name=value]").fill("Mine")
    filled.request("PATCH", API, {"word": "Fir"})
    store(page, editor)
    expect(entry(page, "word").locator(".editor-error")).to_contain_text("Fir")
    expect(editor.locator("[name=value]")).to_have_value("Mine")


def test_a_switch_in_a_row_leaves_the_editor_of_another_one_open(filled, open_page):
    page = open_page(filled.url + PAGE)
    editor = opened(page, "word")
    entry(page, "flag").get_by_role("button", name="Set flag to YES").click()
    expect(entry(page, "flag").get_by_role("button", name="Set flag to NO")).to_be_focused()
    expect(editor).to_be_visible()


def test_what_was_refused_stays_when_the_value_is_changed_or_removed_elsewhere(filled, open_page):
    page = open_page(filled.url + PAGE, expect=("422", "digits", "changed elsewhere", "removed elsewhere"))
    editor = opened(page, "count")
    editor.locator("[name=value]").fill("seven")
    store(page, editor)
    error = entry(page, "count").locator(".editor-error")
    expect(error).to_contain_text("digits")
    for values, told in (({**VALUES, "count": 5}, "changed elsewhere"), ({"word": "Elm"}, "removed elsewhere")):
        filled.request("PUT", API, values)
        expect(error).to_contain_text(told)
        expect(editor.locator("[name=value]")).to_have_value("seven")
    editor.get_by_role("link", name="Cancel").click()
    expect(editor).to_have_count(0)
    assert page.evaluate("() => dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def test_storing_a_key_again_that_was_removed_elsewhere_needs_no_question(filled, open_page):
    page = open_page(filled.url + PAGE, expect=("removed elsewhere",))
    editor = opened(page, "word")
    editor.locator("[name=value]").fill("Mine")
    filled.request("PUT", API, {})
    expect(editor.locator(".editor-error")).to_contain_text("removed elsewhere")
    store(page, editor)
    expect(entry(page, "word").locator(".entry-value")).to_contain_text("Mine")
    assert stored(filled) == {"word": "Mine"}


def test_an_editor_in_which_nothing_is_typed_follows_the_value_and_keeps_nobody_on_the_page(filled, open_page):
    page = open_page(filled.url + PAGE, expect=("changed elsewhere",))
    leaves = "() => dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    editor = opened(page, "word")
    assert page.evaluate(leaves)
    filled.request("PATCH", API, {"word": "Theirs"})
    expect(editor.locator("[name=value]")).to_have_value("Theirs")
    expect(editor.locator(".editor-error p")).to_have_count(0)
    editor.locator("[name=value]").fill("Mine")
    assert not page.evaluate(leaves)
    opened(page, "tree")
    page.get_by_label("New item in the value", exact=True).fill("Ash")
    editor.locator("[name=value]").fill("Mine too")
    store(page, editor)
    expect(entry(page, "word").locator(".entry-value")).to_contain_text("Mine too")
    expect(page.get_by_label("New item in the value", exact=True)).to_have_value("Ash")
    # So does adding a key, also of another type, and looking for others.
    page.locator("#add-key").click()
    adding = page.locator("#adding")
    adding.get_by_label("Type").select_option("integer")
    expect(adding.get_by_label("Value")).to_have_attribute("inputmode", "numeric")
    adding.get_by_label("Key").fill("half a key")
    for text, count in (("word", 2), ("nothing like it", 1)):
        page.locator("#filter").fill(text)
        expect(page.locator("tbody.entry")).to_have_count(count)
    expect(page.get_by_label("New item in the value", exact=True)).to_have_value("Ash")
    # What is only not looked for is not gone: storing it asks nothing.
    filled.request("PATCH", API, {"count": 71})
    page.locator("#filter").fill("count")
    expect(entry(page, "count").locator(".entry-value")).to_have_text("71")
    filled.request("PATCH", API, {"count": 72})
    expect(entry(page, "count").locator(".entry-value")).to_have_text("72")
    expect(entry(page, "tree").locator(".editor-error p")).to_have_count(0)
    expect(adding.get_by_label("Key")).to_have_value("half a key")
    adding.get_by_role("link", name="Cancel").click()
    expect(adding).to_have_count(0)
    assert not page.evaluate(leaves)


def test_two_windows_follow_each_other(filled, open_page):
    first = open_page(filled.url + PAGE)
    second = open_page(filled.url + PAGE, beside=first)
    for page in (first, second):
        page.evaluate("window.kept = true")
    editor = opened(second, "count")
    editor.locator("[name=value]").fill("70")
    entry(first, "flag").get_by_role("button", name="Set flag to YES").click()
    expect(entry(second, "flag").locator(".entry-value")).to_contain_text("YES")
    expect(entry(first, "flag").get_by_role("button", name="Set flag to NO")).to_be_focused()
    expect(editor.locator("[name=value]")).to_have_value("70")
    expect(editor.locator("[name=value]")).to_be_focused()
    expect(first.locator(".entry.open")).to_have_count(0)
    first.get_by_role("button", name="Undo", exact=True).click()
    expect(entry(second, "flag").locator(".entry-value")).to_contain_text("NO")
    store(second, editor)
    expect(entry(first, "count").locator(".entry-value")).to_contain_text("70")
    filled.request("PUT", f"{API}/layers/argument", {"arguments": ["-word", "Argued"]})
    expect(entry(first, "word").locator(".layers-list")).to_contain_text("Argued")
    assert first.evaluate("window.kept") and second.evaluate("window.kept")


@both
def test_what_is_shown_of_a_domain_is_marked_filtered_and_linked_to(filled, open_page, scripts):
    page = open_page(filled.url + PAGE, java_script_enabled=scripts)
    if scripts:
        page.evaluate("window.kept = true")
        views = page.get_by_role("navigation", name="View")
        for name in ("App sees", "Settings shows", "Stored"):
            views.get_by_role("link", name=name).click()
            expect(views.get_by_role("link", name=name)).to_have_attribute("aria-current", "true")
            expect(views.locator("[aria-current]")).to_have_count(1)
            expect(views.get_by_role("link", name=name)).to_be_focused()
        assert page.evaluate("window.kept")
    page.locator("#filter").fill("hello")
    if not scripts:
        page.get_by_role("button", name="Filter").click()
    expect(page.locator("tbody.entry")).to_have_count(1)
    expect(entry(page, "word")).to_be_visible()
    page.goto(filled.url + PAGE + "?key=ratio")
    expect(entry(page, "ratio").locator("[name=value]")).to_have_value("0.25")
    filled.request("PATCH", API, {"vibrate": False})
    page.goto(filled.url + PAGE + "?modified=true")
    expect(entry(page, "word")).to_be_visible()
    expect(entry(page, "vibrate")).to_have_count(0)
    page.goto(filled.url + PAGE + "?view=settings")
    expect(entry(page, "snooze_minutes").locator(".origin")).to_have_text("default")


def test_ten_thousand_keys_stay_usable(shared, open_page):
    shared.request("PUT", "/api/v1/defaults/many", {f"key{number:05}": number for number in range(10_000)})
    page = open_page(shared.url + "/defaults/many")
    assert page.locator("tbody.entry").count() == 200
    page.get_by_role("link", name="Next").click()
    expect(entry(page, "key00200")).to_be_visible()
    page.locator("#filter").fill("key0999")
    expect(page.locator("tbody.entry")).to_have_count(10)
    page.goto(shared.url + "/defaults/many#key-key09001")
    expect(page.locator("#key-key09001 .editor")).to_be_visible()


def test_a_long_value_is_cut_with_a_way_to_all_of_it(empty, open_page):
    empty.request("PATCH", API, {"long": "x" * 300_000})
    page = open_page(empty.url + PAGE + "?key=long")
    assert page.content().count("x" * 5_000) == 0
    page.get_by_role("link", name="Edit all of it").click()
    expect(page.locator("textarea[name=value]")).to_have_value("x" * 300_000)


@both
def test_history_tells_undoes_and_restores(filled, open_page, scripts):
    filled.request("PATCH", API, {"word": "Hello there", "count": None, "extra": 1})
    changed = revision(filled)
    page = open_page(filled.url + PAGE + "/history", java_script_enabled=scripts, expect=("409",))
    newest = page.locator(f"#revision-{changed}")
    expect(newest.locator("ins mark")).to_have_text(" there")
    assert "removed" in newest.inner_text()
    page.get_by_role("button", name=f"Undo revision {changed}").click()
    expect(page.locator(f"#revision-{changed + 1}")).to_be_visible()
    assert stored(filled) == VALUES
    page.get_by_role("link", name=f"Restore to revision {changed}").click()
    expect(page.locator("main")).to_contain_text("3 keys")
    page.get_by_role("button", name="Restore 3 keys").click()
    page.wait_for_url(f"**done={changed + 2}")
    assert stored(filled)["word"] == "Hello there" and "count" not in stored(filled)
    page.goto(f"{filled.url}{PAGE}/diff?from={changed - 1}&to={changed + 2}")
    assert "3 keys differ" in page.locator("main").inner_text()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert filled.request("POST", f"{PAGE}/history", f"revision={changed}", form).status == 303


def test_an_undo_of_what_has_changed_again_is_refused(filled):
    filled.request("PATCH", API, {"word": "B"})
    filled.request("PATCH", API, {"word": "C"})
    reply = filled.request("POST", f"{PAGE}/history", f"revision={revision(filled) - 1}", {"Content-Type": "application/x-www-form-urlencoded"})
    assert reply.status == 409 and "word" in reply.text
    assert stored(filled)["word"] == "C"


@both
@pytest.mark.parametrize("mode", ["merge", "replace"])
def test_an_import_shows_what_it_would_do_before_it_does_it(filled, open_page, scripts, mode):
    before = revision(filled)
    page = open_page(filled.url + PAGE + "/import", java_script_enabled=scripts)
    content = plistlib.dumps({"word": "New", "fresh": 1, "count": 7}, fmt=plistlib.FMT_BINARY)
    page.locator("input[type=file]").set_input_files({"name": "prefs.plist", "mimeType": "application/x-plist", "buffer": content})
    page.locator(f"[name=mode][value={mode}]").check()
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("main")).to_contain_text("prefs.plist is a binary property list with 3 keys")
    text = page.locator("main").inner_text()
    assert "Added 1" in text and "Changed 1" in text
    assert ("Removed 6" in text) == (mode == "replace")
    assert stored(filled) == VALUES
    page.get_by_role("button", name="Store").click()
    page.wait_for_url(f"**done={before + 1}")
    expected = {"word": "New", "fresh": 1, "count": 7}
    assert stored(filled) == (expected if mode == "replace" else VALUES | expected)
    assert filled.get(API + "/history").json["history"][0]["source"] == "import"


def test_a_text_that_cannot_be_imported_stays_with_the_reason(filled, without_script):
    page = without_script(filled.url + PAGE + "/import", expect=("422", "Line 2"))
    page.locator("textarea").fill('{"a": 1,\n b}')
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".editor-error")).to_contain_text("Line 2")
    expect(page.locator("textarea")).to_have_value('{"a": 1,\n b}')


def test_a_domain_is_a_file(filled):
    assert plistlib.loads(filled.get(f"{PAGE}/export/xml").body)["word"] == "Hello"
    binary = filled.get(f"{PAGE}/export/binary")
    assert binary.body.startswith(b"bplist00") and "attachment" in binary.headers["Content-Disposition"]
    assert filled.get(f"{PAGE}/export/json").json["list"] == [1, "two"]


def test_all_values_go_after_one_question(filled, without_script):
    page = without_script(filled.url + PAGE + "/remove")
    page.get_by_role("button", name="Remove 8 values").click()
    assert soon(page, lambda: stored(filled)) == {}
    page.get_by_role("button", name="Undo", exact=True).click()
    assert soon(page, lambda: stored(filled)) == VALUES


def test_domains_are_listed_found_and_opened_and_those_nobody_has_written_to_when_asked_for(fresh, without_script):
    page = without_script(fresh.url + "/defaults")
    expect(page.get_by_role("link", name=DOMAIN)).to_have_count(0)
    page.get_by_role("link", name="Show 1 never changed").click()
    expect(page.get_by_role("link", name=DOMAIN)).to_contain_text("never changed")
    page.get_by_role("link", name="Hide 1 never changed").click()
    expect(page.get_by_role("link", name=DOMAIN)).to_have_count(0)
    page.goto(fresh.url + "/defaults?q=clock")
    expect(page.get_by_role("link", name=DOMAIN)).to_be_visible()
    fresh.request("PATCH", API, VALUES)
    page.goto(fresh.url + "/defaults?q=clo")
    assert "8 keys" in page.get_by_role("link", name=DOMAIN).inner_text()
    page.get_by_label("Domain name").fill("a b/c")
    page.get_by_label("Domain name").fill("com.example.other")
    page.get_by_role("button", name="Open").click()
    page.wait_for_url("**/defaults/com.example.other")


def test_launch_arguments_are_tried_and_set(filled, without_script):
    page = without_script(filled.url + PAGE + "/arguments")
    page.get_by_label("Arguments as in a scheme").fill("-word 'Good bye' -list '(a, b)' loose")
    layer = soon(page, lambda: filled.get(f"{API}/layers").json["layers"]["argument"])
    page.get_by_role("button", name="Try").click()
    for text in ("Good bye", "[“a”, “b”]", "loose"):
        expect(page.locator("main")).to_contain_text(text)
    assert layer == {}
    page.get_by_role("button", name="Launch with these").click()
    assert layer == {"word": "Good bye", "list": ["a", "b"]}
    page.goto(filled.url + PAGE + "?view=app")
    assert entry(page, "word").locator("s").inner_text() == "“Hello”"
    page.goto(filled.url + PAGE + "/arguments")
    page.get_by_role("button", name="Clear the argument layer").click()
    assert layer == {}


def test_findings_are_listed_by_rule_and_weight(shared, without_script):
    page = without_script(shared.url + APP + "/lint")
    assert page.locator("h1").inner_text() == "Findings"
    page.get_by_role("link", name="Errors").click()
    page.wait_for_url("**severity=error")


@both
def test_hostile_keys_and_values_are_text(shared, open_page, scripts):
    shared.request("PUT", "/api/v1/defaults/evil", {EVIL: EVIL, "list": [EVIL, {EVIL: EVIL}], "": "empty", "../x": 1})
    shared.request("PATCH", "/api/v1/defaults/evil", {EVIL: EVIL + "2"})
    addresses = ("?key=list", "?q=img", "/history", "/diff", "/remove", "/restore?revision=1", "?key=", "")
    page = open_page(f"{shared.url}/defaults/evil{addresses[0]}", java_script_enabled=scripts)
    for address in addresses:
        page.goto(f"{shared.url}/defaults/evil{address}") if address != addresses[0] else None
        assert page.locator("img[src=x]").count() == 0
        assert "onerror" in page.locator("main").inner_text() or address in ("?key=", "?key=list")
        if scripts:
            assert page.evaluate("window.ran") is None
    page.locator("tbody.entry").filter(has_text="onerror").locator("[data-open]").first.click()
    editor = page.locator(".editor")
    expect(editor.locator("[name=value]")).to_be_visible()
    editor.locator("[name=value]").fill("tame")
    store(page, editor)
    expect(page.locator("tbody.entry").filter(has_text="tame").first).to_be_visible()
    assert "tame" in stored(shared, "evil").values()


@both
def test_a_set_is_made_looked_at_applied_and_taken_back(empty, open_page, scripts):
    empty.request("PATCH", API, {"word": "Before"})
    empty.request("DELETE", "/api/v1/defaults/sets/shown")
    page = open_page(empty.url + f"/defaults/sets?domain={DOMAIN}", java_script_enabled=scripts)
    page.get_by_label("Name", exact=True).fill("shown")
    page.get_by_role("button", name="Make the set").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("shown")
    expect(page.get_by_text("Everything is as the set has it.")).to_be_visible()
    empty.request("PATCH", API, {"word": "After"})
    page.get_by_role("link", name="Apply…").click()
    expect(page.locator("ins")).to_contain_text("Before")
    assert stored(empty) == {"word": "After"}, "looking changes nothing"
    page.get_by_role("button", name="Apply 1 change").click()
    expect(page.get_by_role("status").filter(has_text="The set is applied.")).to_be_visible()
    assert stored(empty) == {"word": "Before"}
    page.get_by_role("button", name="Undo all of it").click()
    expect(page.get_by_text("1 key differs from what is stored now.")).to_be_visible()
    assert stored(empty) == {"word": "After"}
