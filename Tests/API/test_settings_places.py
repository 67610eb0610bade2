"""Settings beside Settings.bundle, apps of Mac Catalyst, files that are odd: as folders, uploads and on the command line."""

import json
import plistlib

import pytest
from archives import info, pack

from commanding import told, vitrine
from conftest import Server

GROUP = "group.example.pear"
WATCH = {
    "ApplicationGroupContainerIdentifier": GROUP,
    "PreferenceSpecifiers": [
        {"Type": "PSGroupSpecifier", "Title": "Wrist"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Haptics", "Key": "haptics", "DefaultValue": True},
        {"Type": "PSTextFieldSpecifier", "Title": "Pin", "Key": "pin", "IsSecure": True},
        {"Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"},
        {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": ""},
    ],
}
ROOT = {"PreferenceSpecifiers": [
    {"Type": "PSGroupSpecifier", "Title": "Phone"},
    {"Type": "PSToggleSwitchSpecifier", "Title": "Bell", "Key": "bell", "DefaultValue": True},
]}
APP = "/api/v1/apps/example.pear"


def write(app, files):
    for path, content in files.items():
        file = app / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else plistlib.dumps(content))
    return app


def watch_app(folder):
    return write(folder / "Pear.app", {
        "Info.plist": info("example.pear").encode(), "Settings.bundle/Root.plist": ROOT,
        "Settings-Watch.bundle/Root.plist": WATCH,
        "Settings-Watch.bundle/More.plist": {**WATCH, "PreferenceSpecifiers": WATCH["PreferenceSpecifiers"][:2]},
    })


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    folder = tmp_path_factory.mktemp("places")
    server = Server(folder / "data", [watch_app(folder)]).start()
    yield server
    assert server.stop() == 0


def keys(pane):
    return [row.get("key") for group in pane["groups"] for row in group["rows"]]


def test_the_bundle_of_the_watch_is_read_beside_the_apps_own(places):
    assert keys(places.get(APP + "/settings").json) == ["bell"]
    pane = places.get(APP + "/settings?bundle=watch").json
    assert keys(pane) == ["haptics", "pin", None, ""]
    more = next(row for group in pane["groups"] for row in group["rows"] if row["type"] == "childPane")
    assert more["href"] == APP + "/settings/More?bundle=watch"
    assert keys(places.get(more["href"]).json) == ["haptics"]
    assert list(places.get(APP + "/settings?bundle=watch&deep=true").json["panes"]) == ["Root", "More"]
    assert places.get(APP + "/settings?bundle=clock").status == 400
    found = places.get(APP + "/lint").json["findings"]
    assert [entry["file"] for entry in found if entry["rule"] == "settings.row.emptyKey"] == ["Settings-Watch.bundle/Root.plist"]


def test_what_is_set_there_goes_to_its_group_and_is_secret_where_it_says_so(places):
    assert places.request("PATCH", APP + "/settings?bundle=watch", {"haptics": False, "pin": "1234"}).status == 200
    stored = places.get(f"/api/v1/defaults/{GROUP}")
    assert stored.json["values"]["haptics"] is False
    page = places.get(f"/defaults/{GROUP}").text
    assert "1234" not in page and "/apps/example.pear/settings?bundle=watch" in page
    for path in ("/apps/example.pear/settings?bundle=watch", "/apps/example.pear/settings/More?bundle=watch"):
        page = places.get(path).text
        assert "Settings-Watch.bundle" in page and "1234" not in page
    assert "settings?bundle=watch" in places.get("/apps/example.pear").text
    assert "bundle=watch#row-4" in places.get("/apps/example.pear/lint").text


def test_an_app_without_one_has_none(samples):
    reply = samples.get("/api/v1/apps/com.example.clock/settings?bundle=watch")
    assert reply.status == 404 and "Settings-Watch.bundle" in reply.json["detail"]


def test_the_commands_print_and_check_it(tmp_path):
    app = watch_app(tmp_path)
    done = vitrine("settings", app)
    assert "Bell" in done.stdout and "--watch" in done.stderr
    assert "Haptics" in told("settings", app, "--watch")
    assert "Haptics" in told("settings", app / "Settings-Watch.bundle")
    assert "Settings-Watch.bundle/Root.plist" in vitrine("lint", app).stdout
    assert "has no Settings-Watch.bundle" in told("settings", app / "Settings.bundle", "--watch", code=1)


MAC = {
    "Contents/Info.plist": info("example.pear.mac").encode(), "Contents/Resources/Settings.bundle/Root.plist": ROOT,
    "Contents/Resources/de.lproj/InfoPlist.strings": b"CFBundleName = Birne;",
    "Contents/Resources/en.lproj/InfoPlist.strings": b"CFBundleName = Pear;",
}


def test_an_app_of_mac_catalyst_is_taken_from_a_folder_by_commands_and_as_an_upload(start, tmp_path):
    app = write(tmp_path / "Pear.app", MAC)
    assert told("settings", app).startswith("Pear\n")
    assert told("settings", app, "--lang", "de").startswith("Birne\n")
    assert "Contents/Resources/Settings.bundle" not in vitrine("lint", app).stderr
    archive = pack([(f"Pear.app/{path}", content if isinstance(content, bytes) else plistlib.dumps(content))
                    for path, content in MAC.items()])
    for server, upload in ((start(app), None), (start(), archive)):
        if upload:
            assert server.request("POST", "/api/v1/apps", upload, {"Content-Type": "application/zip"}).status == 201
        shown = server.get("/api/v1/apps/example.pear.mac").json
        assert (shown["name"], shown["panes"], "de" in shown["languages"]) == ("Pear", 1, True)
        assert keys(server.get("/api/v1/apps/example.pear.mac/settings").json) == ["bell"]
        assert server.get("/apps/example.pear.mac/settings").status == 200


BROKEN = {
    "strings": {"Settings.bundle/Root.plist": {**ROOT, "StringsTable": "Root"},
                "Settings.bundle/en.lproj/Root.strings": b'"A" = "Trees"\n"B" = "Shrubs";\n'},
    "list": {"Settings.bundle/Root.plist": b"{\n  PreferenceSpecifiers = (\n    { Type = PSGroupSpecifier; Title = Hi!; }\n  );\n}\n"},
    "JSON": {"Settings.bundle/Root.plist": json.dumps(ROOT).encode()},
    "XML": {"Settings.bundle/Root.plist": b"<plist><dict><key>a</key></dict></plist>"},
}


@pytest.mark.parametrize("kind, words", [
    ("strings", "Root.strings:1: error"), ("list", "“!” needs quotation marks"), ("JSON", "This is JSON"), ("XML", "value missing")])
def test_what_cannot_be_read_is_told_in_our_words_only(start, tmp_path, kind, words):
    app = write(tmp_path / "Pear.app", {"Info.plist": info("example.pear").encode(), **BROKEN[kind]})
    done = vitrine("lint", app)
    assert done.returncode == 1 and words in done.stdout
    assert "CFPropertyList" not in done.stdout + done.stderr
    server = start(app)
    assert server.get("/apps/example.pear/settings").status == 200
    text = next(iter(BROKEN[kind].values())) if kind != "strings" else BROKEN[kind]["Settings.bundle/en.lproj/Root.strings"]
    reply = server.request("PUT", "/api/v1/defaults/d", text if isinstance(text, bytes) else plistlib.dumps(text),
                           {"Content-Type": "application/x-plist"})
    if kind == "list":
        assert reply.status == 400 and "Line 3" in reply.json["detail"] and "“!”" in reply.json["detail"]
    if kind == "JSON":
        assert reply.status == 400 and "This is JSON" in reply.json["detail"]
    assert server.stop() == 0
    with open(server.log.name) as log:
        assert "CFPropertyList" not in log.read()


def test_an_export_of_nothing_is_an_empty_dictionary(tmp_path):
    text = told("defaults", "--data", tmp_path / "data", "export", "example.nothing", "-")
    assert plistlib.loads(text.encode()) == {}
