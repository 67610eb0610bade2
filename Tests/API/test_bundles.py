"""What the API says about a bundle, and about rows of InAppSettingsKit."""

import plistlib
import urllib.parse

import pytest

from conftest import Server

ROOT = {
    "PreferenceSpecifiers": [
        {"Type": "PSGroupSpecifier", "Title": "Library", "Key": "group"},
        {"Type": "IASKTextViewSpecifier", "Title": "Note", "Key": "note", "DefaultValue": "one", "IASKSubtitle": "below"},
        {"Type": "IASKDatePickerSpecifier", "Title": "When", "Key": "when", "DatePickerMode": "DateAndTime",
         "MinuteInterval": 15},
        {"Type": "IASKButtonSpecifier", "Title": "Go", "Key": "go"},
        {"Type": "IASKOpenURLSpecifier", "Title": "Web", "File": "javascript:alert(1)"},
        {"Type": "IASKMailComposeSpecifier", "Title": "Mail", "IASKMailComposeToRecipents": ["a@example.com"]},
        {"Type": "IASKCustomViewSpecifier", "Key": "custom"},
        {"Type": "IASKListGroupSpecifier", "Title": "Tags", "Key": "tags", "Deletable": True,
         "ItemSpecifier": {"Type": "PSTextFieldSpecifier"}, "AddSpecifier": {"Type": "PSTextFieldSpecifier"}},
        {"Type": "IASKListGroupSpecifier", "Title": "Codes", "Key": "codes",
         "ItemSpecifier": {"Type": "PSTextFieldSpecifier", "IsSecure": True}},
        {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name", "IASKPlaceholder": "Ada", "Platform": "iOS"},
    ]
}
APP = "/api/v1/apps/example.pear"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    app = tmp_path_factory.mktemp("bundles") / "Pear.app"
    (app / "Settings.bundle").mkdir(parents=True)
    (app / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": "example.pear"}))
    (app / "Settings.bundle" / "Root.plist").write_bytes(plistlib.dumps(ROOT))
    two = tmp_path_factory.mktemp("bundles") / "Plum.app"
    for path in ("Root.plist", "Root~ipad.plist", "en.lproj/Root.plist", "en.lproj/Only.plist"):
        file = two / "Settings.bundle" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(plistlib.dumps({"PreferenceSpecifiers": [{"Type": "PSGroupSpecifier", "Title": path}]}))
    (two / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": "example.plum"}))
    server = Server(tmp_path_factory.mktemp("library") / "data", [app, two]).start()
    yield server
    assert server.stop() == 0


def rows(server):
    return {row.get("key", row["title"]): row
            for group in server.get(APP + "/settings").json["groups"] for row in group["rows"]}


def test_rows_of_the_library_have_types_and_members(library):
    shown = rows(library)
    assert [row["type"] for row in shown.values()] == [
        "textView", "datePicker", "button", "link", "link", "custom", "list", "list", "textField"]
    assert shown["note"]["subtitle"] == "below" and shown["note"]["value"] == "one"
    assert {name: shown["when"][name] for name in ("mode", "style", "minuteInterval")} == {
        "mode": "dateAndTime", "style": "wheels", "minuteInterval": 15}
    assert shown["Web"]["kind"] == "url" and shown["Web"]["address"] == "javascript:alert(1)"
    assert shown["Mail"]["fields"] == [{"label": "To", "value": "a@example.com"}]
    assert shown["tags"]["item"]["type"] == "textField" and shown["tags"]["items"] == []
    assert shown["tags"]["deletable"] and shown["tags"]["addable"]
    assert shown["name"]["placeholder"] == "Ada" and shown["name"]["condition"] == "only on iOS"
    assert library.get(APP + "/settings").json["groups"][0]["key"] == "group"


def test_rows_of_the_library_take_values_of_their_type(library):
    values = {"note": "a\nb", "when": {"$date": "2026-01-02T10:15:00Z"}, "tags": ["x", "y"]}
    assert library.request("PATCH", APP + "/settings", values).json["changed"] == sorted(values)
    shown = rows(library)
    assert {key: shown[key]["value"] for key in values} == values
    assert shown["when"]["display"] == "2026-01-02T10:15" and shown["tags"]["items"] == ["x", "y"]


def test_items_that_are_secrets_are_sent_only_when_asked_for(library):
    assert library.request("PATCH", APP + "/settings", {"codes": ["s3cret"]}).status == 200
    row = rows(library)["codes"]
    assert row["redacted"] and row["value"] is None and row["items"] == []
    assert "s3cret" not in library.get(APP + "/settings").text
    assert "s3cret" in library.get(APP + "/settings?reveal=true").text
    library.request("PATCH", APP + "/settings", {"codes": None})


@pytest.mark.parametrize("key, value", [
    ("note", 1), ("when", "tomorrow"), ("when", {"$date": "2026-01-02T10:16:00Z"}), ("tags", "x"), ("tags", [1]),
    ("go", "x"), ("custom", "x"),
])
def test_rows_of_the_library_refuse_others(library, key, value):
    reply = library.request("PATCH", APP + "/settings", {key: value})
    assert reply.status == 422 and reply.json["errors"][0]["pointer"] == "/" + key


def test_findings_have_lines_of_the_file(library):
    found = library.get(APP + "/lint").json["findings"]
    link = next(entry for entry in found if entry["rule"] == "settings.link.unsafeAddress")
    text = plistlib.dumps(ROOT).decode().splitlines()
    assert link["file"] == "Settings.bundle/Root.plist" and link["row"] == 4
    assert text[link["line"] - 1].strip() == "<dict>"
    assert "javascript" in "".join(text[link["line"]:link["line"] + 4])
    assert [entry["rule"] for entry in library.get(APP + "/lint?severity=error").json["findings"]] == []


@pytest.mark.parametrize("query, pane, shown", [
    ("", "", "Root.plist"), ("?lang=en", "", "Root.plist"), ("?lang=en&idiom=pad", "", "Root~ipad.plist"),
    ("?lang=en", "/Only", "en.lproj/Only.plist"),
])
def test_a_pane_at_the_top_comes_before_the_one_of_the_language(library, query, pane, shown):
    groups = library.get(f"/api/v1/apps/example.plum/settings{pane}{query}").json["groups"]
    assert [group["title"] for group in groups] == [shown]
    found = library.get("/api/v1/apps/example.plum/lint").json["findings"]
    both = [entry for entry in found if entry["rule"] == "settings.pane.twoPlaces"]
    assert len(both) == 1 and both[0]["message"].endswith("the one at the top is shown.")


def test_the_registration_is_that_of_the_sample(samples):
    app = samples.get("/api/v1/apps").json["apps"][0]["id"]
    base = f"/api/v1/apps/{urllib.parse.quote(app)}/registration"
    values = samples.get(base).json["domains"][0]["values"]
    assert plistlib.loads(samples.get(base + "?format=plist").body).keys() == values.keys()
    for form, part in (("swift", "struct AppSettings"), ("objc", "[NSUserDefaults standardUserDefaults]"), ("kotlin", "object AppSettings")):
        text = samples.get(base + "?format=" + form).text
        assert part in text and all(f'"{key}"' in text for key in values)
