"""What every request keeps to: conditions, parameters, names and sizes."""

import json
import os
import plistlib
import pty
import subprocess
import urllib.parse

import pytest

from commanding import BINARY
from conftest import REPOSITORY, Server

STEERED = "Stop\x1b[31m\u202ewatch\u009b2J"
LINE = "<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x9>>"


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    folder = tmp_path_factory.mktemp("named")
    (folder / f"{STEERED}.txt").write_text(LINE)
    bundle = folder / f"{STEERED}.bundle"
    bundle.mkdir()
    (bundle / "Root.plist").write_text('<plist><dict><key>PreferenceSpecifiers</key><array/></dict></plist>')
    server = Server(tmp_path_factory.mktemp("names") / "data", [folder]).start()
    yield server
    assert server.stop() == 0


def test_names_of_files_and_folders_lose_control_characters(named):
    assert [dump["name"] for dump in named.get("/api/v1/dumps").json["dumps"]] == ["Stop [31m watch 2J"]
    assert [app["name"] for app in named.get("/api/v1/apps").json["apps"]] == ["Stop [31m watch 2J"]


@pytest.mark.parametrize("command", [["inspect", "{folder}/no.txt"], ["inspect", "{folder}/dump.txt", "--format", "json"],
                                     ["inspect", "{folder}/dump.txt"], ["lint", "{folder}/Pear.bundle"],
                                     ["defaults", "read", "{folder}/values.plist", "name"]])
def test_a_terminal_gets_no_control_characters(tmp_path, command):
    folder = tmp_path / STEERED
    (folder / "Pear.bundle").mkdir(parents=True)
    (folder / "Pear.bundle" / "Root.plist").write_text(f"<plist><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key><string>PS{STEERED[5:]}</string></dict></array></dict></plist>".replace("\x1b", ""))
    (folder / "dump.txt").write_text(LINE.replace("UIWindow", STEERED))
    (folder / "values.plist").write_text("<plist><dict><key>name</key><string>\u009b2J\u202ename</string></dict></plist>")
    terminal, end = pty.openpty()
    subprocess.run([BINARY, *(part.format(folder=folder) for part in command)], stdout=end, stderr=end, timeout=60,
                   env=os.environ | {"NO_COLOR": "1"})
    os.close(end)
    shown = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(terminal)
    text = shown.decode().replace("\r\n", "\n")
    assert "2J" in text
    assert not [c for c in text if (ord(c) < 32 and c not in "\n\t") or 0x7f <= ord(c) <= 0x9f or c in "\u202e\u2066"]


def test_a_log_on_a_terminal_has_no_control_characters(named):
    log = open(named.log.name, encoding="utf-8", newline="").read()
    assert not [c for c in log if (ord(c) < 32 and c != "\n") or 0x7f <= ord(c) <= 0x9f or c == "\u202e"]


def test_a_weak_tag_never_matches(orchard):
    domain = "/api/v1/defaults/com.example.tags"
    orchard.request("PATCH", domain, {"a": 1})
    tag = orchard.get(domain).headers["ETag"]
    assert orchard.request("PATCH", domain, {"a": 2}, {"If-Match": "W/" + tag}).status == 412
    assert orchard.request("PATCH", domain, {"a": 2}, {"If-Match": "nonsense"}).status == 400
    assert orchard.request("PATCH", domain, {"a": 2}, {"If-Match": f'W/"x", {tag}'}).status == 200


def test_whole_numbers_above_the_signed_ones_go_in_and_out(orchard):
    domain = "/api/v1/defaults/com.example.numbers"
    big = {"$integer": str(2 ** 64 - 1)}
    assert orchard.request("PATCH", domain, {"a": big, "b": {"$real": "-inf"}}).status == 200
    assert orchard.get(domain).json["values"] == {"a": big, "b": {"$real": "-inf"}}
    for value in (str(2 ** 63), str(2 ** 64)):
        assert orchard.request("PATCH", domain, '{"a":' + value + "}", {"Content-Type": "application/json"}).status == 422
    assert orchard.request("PATCH", domain, {"a": {"$integer": str(2 ** 64)}}).status == 422


@pytest.mark.parametrize("side", ["width", "height"])
def test_one_side_is_no_size(samples, side):
    dump = samples.get("/api/v1/dumps").json["dumps"][0]["id"]
    other = {"width": "height", "height": "width"}[side]
    for path in ("layout", "wireframe.svg"):
        reply = samples.get(f"/api/v1/dumps/{dump}/{path}?{side}=300")
        assert reply.status == 400 and [fault["parameter"] for fault in reply.json["errors"]] == [other]
    assert samples.get(f"/dumps/{dump}?{side}=300").status == 200


def test_pages_ignore_parameters_that_they_do_not_know(samples):
    dump = samples.get("/api/v1/dumps").json["dumps"][0]["id"]
    app = samples.get("/api/v1/apps").json["apps"][0]["id"]
    for page in ("/", f"/dumps/{dump}", f"/apps/{app}", f"/apps/{app}/settings", "/defaults", f"/apps/{app}/lint", "/help"):
        assert samples.get(page + "?utm_source=x&utm_source=y").status == 200, page
    for path in ("/api/v1/dumps", f"/api/v1/dumps/{dump}", "/api/v1/apps", "/api/v1"):
        reply = samples.get(path + "?utm_source=x")
        assert reply.status == 400 and reply.json["errors"][0]["parameter"] == "utm_source"
    assert samples.get("/api/v1/dumps?limit=1&limit=2").status == 400


def test_an_error_page_says_its_sentence_once(samples):
    dump = samples.get("/api/v1/dumps").json["dumps"][0]["id"]
    page = samples.get(f"/dumps/{dump}?orientation=sideways", accept="text/html")
    sentence = samples.get(f"/api/v1/dumps/{dump}/layout?orientation=sideways").json["detail"]
    assert page.status == 400 and page.text.count(sentence) == 1 and "parameter orientation" in page.text


def test_an_export_checks_its_domain(samples):
    for path in ("/export/json", "/import", ""):
        assert samples.get("/defaults/" + "x" * 500 + path).status == 422, path


def two_domains(folder, name):
    """An app whose settings are in a domain of its own and in one of a group."""
    root = {"PreferenceSpecifiers": [
        {"Type": "PSToggleSwitchSpecifier", "Key": "own", "Title": "Own", "DefaultValue": False},
        {"Type": "PSTextFieldSpecifier", "Key": "both", "Title": "Both"},
        {"Type": "PSChildPaneSpecifier", "Title": "Group", "File": "Group"}]}
    group = {"ApplicationGroupContainerIdentifier": f"group.example.{name}", "PreferenceSpecifiers": [
        {"Type": "PSTextFieldSpecifier", "Key": "both", "Title": "Both"},
        {"Type": "PSTextFieldSpecifier", "Key": "shared", "Title": "Shared"}]}
    app = folder / f"{name}.app"
    (app / "Settings.bundle").mkdir(parents=True)
    (app / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": f"com.example.{name}"}))
    for file, pane in (("Root", root), ("Group", group)):
        (app / "Settings.bundle" / f"{file}.plist").write_bytes(plistlib.dumps(pane))


@pytest.fixture(scope="module")
def orchard(tmp_path_factory):
    """A server with such apps, one for each test."""
    folder = tmp_path_factory.mktemp("orchard")
    for name in ("abate", "bosc", "comice", "decana"):
        two_domains(folder, name)
    server = Server(tmp_path_factory.mktemp("pears") / "data", [folder]).start()
    yield server
    assert server.stop() == 0


def settings(pear):
    return f"/api/v1/apps/com.example.{pear}/settings"


def stored(server, pear):
    return [server.get(f"/api/v1/defaults/{space}.example.{pear}").json["values"] for space in ("com", "group")]


def test_settings_of_several_domains_are_written_in_one_call(orchard):
    reply = orchard.request("PATCH", settings("abate"), {"own": True, "shared": "b"})
    assert reply.status == 200 and stored(orchard, "abate") == [{"own": True}, {"shared": "b"}]
    assert [(entry["domain"], entry["revision"], entry["changed"]) for entry in reply.json["domains"]] == [
        ("com.example.abate", 1, ["own"]), ("group.example.abate", 1, ["shared"])]
    assert (reply.json["domain"], reply.json["revision"], reply.json["changed"]) == ("com.example.abate", 1, ["own"])
    alone = orchard.request("PATCH", settings("abate"), {"shared": "c"}).json
    assert alone == {"domain": "group.example.abate", "revision": 2, "changed": ["shared"]}


def test_of_several_domains_all_are_written_or_none(orchard):
    assert orchard.request("PATCH", settings("bosc"), {"own": True, "shared": 5}).status == 422
    assert orchard.request("PATCH", settings("bosc"), {"own": True, "shared": "x"}, {"If-Match": '"7"'}).status == 412
    orchard.request("PUT", "/api/v1/defaults/group.example.bosc/layers/managed", {"values": {"shared": "forced"}})
    assert orchard.request("PATCH", settings("bosc"), {"own": True, "shared": "x"}).status == 422
    assert stored(orchard, "bosc") == [{}, {}]


def test_a_key_of_two_domains_is_addressed_by_pane_and_row(orchard):
    refused = orchard.request("PATCH", settings("comice"), {"both": "x"})
    assert refused.status == 422 and refused.json["errors"][0]["pointer"] == "/both"
    assert "row 1 of “Root”" in refused.json["detail"] and "row 0 of “Group”" in refused.json["detail"]
    rows = [{"pane": "Root", "row": 1, "value": "a"}, {"pane": "Group", "row": 0, "value": "b"}]
    assert orchard.request("PATCH", settings("comice"), {"own": True, "rows": rows}).status == 200
    assert stored(orchard, "comice") == [{"own": True, "both": "a"}, {"both": "b"}]
    assert orchard.request("PATCH", settings("comice"), {"rows": [{**rows[1], "value": None}]}).json["changed"] == ["both"]
    assert stored(orchard, "comice") == [{"own": True, "both": "a"}, {}]
    # One key cannot be given two values.
    rows = [{"pane": "Root", "row": 1, "value": value} for value in ("c", "d")]
    assert orchard.request("PATCH", settings("comice"), {"rows": rows}).status == 422
    assert orchard.request("PATCH", settings("comice"), {"rows": [rows[0], rows[0]]}).status == 200


@pytest.mark.parametrize("row, pointer", [
    ({"pane": "Root", "row": 9, "value": 1}, "/rows/0"), ({"pane": "No", "row": 0, "value": 1}, "/rows/0"),
    ({"pane": "Root", "value": 1}, "/rows/0"), ({"pane": "Root", "row": "1", "value": 1}, "/rows/0/row"),
    ({"pane": "Root", "row": 1, "value": "x", "key": "y"}, "/rows/0/key"), ({"pane": "Root", "row": 2, "value": 1}, "/rows/0"),
    ({"pane": "Root", "row": 1, "value": 5}, "/rows/0"), ("Root", "/rows/0"),
])
def test_a_row_that_cannot_be_set_is_refused_with_its_place(orchard, row, pointer):
    reply = orchard.request("PATCH", settings("decana"), {"own": True, "rows": [row]})
    assert reply.status == 422 and reply.json["errors"][0]["pointer"] == pointer and stored(orchard, "decana") == [{}, {}]


def test_a_mangled_class_is_told_as_swift_writes_it_and_found_by_either_name(orchard):
    raw, readable = "_TtGC7Orchard7PictureVS_4Leaf_$1f2e3d", "Orchard.Picture<Orchard.Leaf>"
    dump = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 9, 9], "subviews": [{"class": raw, "frame": [0, 0, 1, 1]}]}]}
    views = "/api/v1/dumps/" + orchard.request("POST", "/api/v1/dumps", dump).json["id"] + "/views"
    window, picture = orchard.get(views).json["views"]
    assert (picture["class"], picture["displayClass"]) == (raw, readable) and "displayClass" not in window
    asked = orchard.get(views + "?fields=id,displayClass").json["views"]
    assert asked == [{"id": 0, "displayClass": "UIWindow"}, {"id": 1, "displayClass": readable}]
    for name in (raw, readable):
        assert [view["id"] for view in orchard.get(f"{views}?fields=id&class={urllib.parse.quote(name)}").json["views"]] == [1]
    assert orchard.get(views + "?shape=columns").json["displayNames"] == [{"raw": raw, "readable": readable, "shown": readable}]
    assert f"{readable} [{raw}] 1 (0 0; 1 1)" in orchard.get(views + "?format=text").body.decode()
    assert [view["id"] for view in orchard.get(views + "?fields=id&xpath=//_TtGC7Orchard7PictureVS_4Leaf__1f2e3d").json["views"]] == [1]


def test_the_words_of_the_search_find_views_in_the_api(orchard):
    vectors = json.loads((REPOSITORY / "Tests/Fixtures/vectors/search.json").read_text())
    views = "/api/v1/dumps/" + orchard.request("POST", "/api/v1/dumps", vectors["dump"]).json["id"] + "/views?fields=id&where="
    for query, ids in vectors["found"]:
        reply = orchard.get(views + urllib.parse.quote(query))
        assert [view["id"] for view in reply.json["views"]] == ids, query
    for query, at, _ in vectors["faults"]:
        reply = orchard.get(views + urllib.parse.quote(query))
        assert reply.status == 400 and reply.json["errors"][0]["parameter"] == "where"
        assert f"At character {at + 1}: " in reply.json["detail"], query
