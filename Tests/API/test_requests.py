"""What every request keeps to: conditions, parameters, names and sizes."""

import json
import os
import plistlib
import pty
import subprocess
import urllib.parse

import pytest

from conftest import REPOSITORY, Server

STEERED = "Stop\x1b[31m\u202ewatch\u009b2J"
LINE = "<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x9>>"
DOMAIN = "/api/v1/defaults/com.example.pear"


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
    binary = os.environ.get("VITRINE_BINARY") or str(REPOSITORY / ".build/debug/vitrine")
    subprocess.run([binary, *(part.format(folder=folder) for part in command)], stdout=end, stderr=end, timeout=60)
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


def test_a_weak_tag_never_matches(fresh):
    fresh.request("PATCH", DOMAIN, {"a": 1})
    tag = fresh.get(DOMAIN).headers["ETag"]
    assert fresh.request("PATCH", DOMAIN, {"a": 2}, {"If-Match": "W/" + tag}).status == 412
    assert fresh.request("PATCH", DOMAIN, {"a": 2}, {"If-Match": "nonsense"}).status == 400
    assert fresh.request("PATCH", DOMAIN, {"a": 2}, {"If-Match": f'W/"x", {tag}'}).status == 200


def test_whole_numbers_above_the_signed_ones_go_in_and_out(fresh):
    big = {"$integer": str(2 ** 64 - 1)}
    assert fresh.request("PATCH", DOMAIN, {"a": big, "b": {"$real": "-inf"}}).status == 200
    assert fresh.get(DOMAIN).json["values"] == {"a": big, "b": {"$real": "-inf"}}
    for value in (str(2 ** 63), str(2 ** 64)):
        assert fresh.request("PATCH", DOMAIN, '{"a":' + value + "}", {"Content-Type": "application/json"}).status == 422
    assert fresh.request("PATCH", DOMAIN, {"a": {"$integer": str(2 ** 64)}}).status == 422


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


def test_an_export_checks_its_domain(fresh):
    for path in ("/export/json", "/import", ""):
        assert fresh.get("/defaults/" + "x" * 500 + path).status == 422, path


def two_domains(folder):
    root = {"PreferenceSpecifiers": [
        {"Type": "PSToggleSwitchSpecifier", "Key": "own", "Title": "Own", "DefaultValue": False},
        {"Type": "PSTextFieldSpecifier", "Key": "both", "Title": "Both"},
        {"Type": "PSChildPaneSpecifier", "Title": "Group", "File": "Group"}]}
    group = {"ApplicationGroupContainerIdentifier": "group.example.pear", "PreferenceSpecifiers": [
        {"Type": "PSTextFieldSpecifier", "Key": "both", "Title": "Both"},
        {"Type": "PSTextFieldSpecifier", "Key": "shared", "Title": "Shared"}]}
    app = folder / "Pear.app"
    (app / "Settings.bundle").mkdir(parents=True)
    (app / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": "com.example.pear"}))
    for name, pane in (("Root", root), ("Group", group)):
        (app / "Settings.bundle" / f"{name}.plist").write_bytes(plistlib.dumps(pane))
    return app


@pytest.fixture
def pear(tmp_path):
    server = Server(tmp_path / "data", [two_domains(tmp_path)]).start()
    yield server
    assert server.stop() == 0


PEAR = "/api/v1/apps/com.example.pear/settings"


def stored(server):
    return [server.get(f"/api/v1/defaults/{name}").json["values"] for name in ("com.example.pear", "group.example.pear")]


def test_settings_of_several_domains_are_written_in_one_call(pear):
    reply = pear.request("PATCH", PEAR, {"own": True, "shared": "b"})
    assert reply.status == 200 and stored(pear) == [{"own": True}, {"shared": "b"}]
    assert [(entry["domain"], entry["revision"], entry["changed"]) for entry in reply.json["domains"]] == [
        ("com.example.pear", 1, ["own"]), ("group.example.pear", 1, ["shared"])]
    assert (reply.json["domain"], reply.json["revision"], reply.json["changed"]) == ("com.example.pear", 1, ["own"])
    alone = pear.request("PATCH", PEAR, {"shared": "c"}).json
    assert alone == {"domain": "group.example.pear", "revision": 2, "changed": ["shared"]}


def test_of_several_domains_all_are_written_or_none(pear):
    assert pear.request("PATCH", PEAR, {"own": True, "shared": 5}).status == 422
    assert pear.request("PATCH", PEAR, {"own": True, "shared": "x"}, {"If-Match": '"7"'}).status == 412
    pear.request("PUT", "/api/v1/defaults/group.example.pear/layers/managed", {"values": {"shared": "forced"}})
    assert pear.request("PATCH", PEAR, {"own": True, "shared": "x"}).status == 422
    assert stored(pear) == [{}, {}]


def test_a_key_of_two_domains_is_addressed_by_pane_and_row(pear):
    refused = pear.request("PATCH", PEAR, {"both": "x"})
    assert refused.status == 422 and refused.json["errors"][0]["pointer"] == "/both"
    assert "row 1 of “Root”" in refused.json["detail"] and "row 0 of “Group”" in refused.json["detail"]
    rows = [{"pane": "Root", "row": 1, "value": "a"}, {"pane": "Group", "row": 0, "value": "b"}]
    assert pear.request("PATCH", PEAR, {"own": True, "rows": rows}).status == 200
    assert stored(pear) == [{"own": True, "both": "a"}, {"both": "b"}]
    assert pear.request("PATCH", PEAR, {"rows": [{**rows[1], "value": None}]}).json["changed"] == ["both"]
    assert stored(pear) == [{"own": True, "both": "a"}, {}]


@pytest.mark.parametrize("row, pointer", [
    ({"pane": "Root", "row": 9, "value": 1}, "/rows/0"), ({"pane": "No", "row": 0, "value": 1}, "/rows/0"),
    ({"pane": "Root", "value": 1}, "/rows/0"), ({"pane": "Root", "row": "1", "value": 1}, "/rows/0/row"),
    ({"pane": "Root", "row": 1, "value": "x", "key": "y"}, "/rows/0/key"), ({"pane": "Root", "row": 2, "value": 1}, "/rows/0"),
    ({"pane": "Root", "row": 1, "value": 5}, "/rows/0"), ("Root", "/rows/0"),
])
def test_a_row_that_cannot_be_set_is_refused_with_its_place(pear, row, pointer):
    reply = pear.request("PATCH", PEAR, {"own": True, "rows": [row]})
    assert reply.status == 422 and reply.json["errors"][0]["pointer"] == pointer and stored(pear) == [{}, {}]


def test_one_key_cannot_be_given_two_values(pear):
    rows = [{"pane": "Root", "row": 1, "value": value} for value in ("a", "b")]
    assert pear.request("PATCH", PEAR, {"rows": rows}).status == 422
    assert pear.request("PATCH", PEAR, {"rows": [rows[0], rows[0]]}).status == 200


def test_the_words_of_the_search_find_views_in_the_api(fresh):
    vectors = json.loads((REPOSITORY / "Tests/Fixtures/vectors/search.json").read_text())
    views = "/api/v1/dumps/" + fresh.request("POST", "/api/v1/dumps", vectors["dump"]).json["id"] + "/views?fields=id&where="
    for query, ids in vectors["found"]:
        reply = fresh.get(views + urllib.parse.quote(query))
        assert [view["id"] for view in reply.json["views"]] == ids, query
    for query, at, _ in vectors["faults"]:
        reply = fresh.get(views + urllib.parse.quote(query))
        assert reply.status == 400 and reply.json["errors"][0]["parameter"] == "where"
        assert f"At character {at + 1}: " in reply.json["detail"], query
