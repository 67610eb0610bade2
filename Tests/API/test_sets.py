"""Named sets of values over the API, the command line and the client: made, compared, applied in one step, taken back."""

import json
import plistlib

import pytest

from commanding import told
from conftest import Server
from rights import APP, KEY, OWNER, Person, archive, person

SETS = "/api/v1/defaults/sets"
CLOCK, GROUP = "sets.clock", "group.sets"
PLIST = {"Content-Type": "application/x-plist"}


@pytest.fixture
def server(shared):
    return shared


@pytest.fixture
def demo(server):
    """Two domains and a set that changes both."""
    for name in (CLOCK, GROUP):
        server.request("DELETE", f"/api/v1/defaults/{name}")
    for each in server.get(SETS).json["sets"]:
        server.request("DELETE", f"{SETS}/{each['name'].replace(' ', '%20')}")
    server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"face": "plain", "old": True})
    body = {"name": "demo", "description": "Shown to people", "domains": {CLOCK: {"face": "roman", "old": None, "$$half": {"$real": 1}}, GROUP: {"on": True}}}
    assert server.request("POST", SETS, body).status == 201
    return body


def stored(server, domain):
    return server.get(f"/api/v1/defaults/{domain}").json["values"]


def test_a_set_is_what_was_sent_and_its_revision_is_a_precondition(server, demo):
    reply = server.get(f"{SETS}/demo")
    assert {key: reply.json[key] for key in demo} == demo and reply.json["revision"] == int(reply.headers["ETag"].strip('"'))
    assert server.request("POST", SETS, demo).status == 409
    assert server.request("PUT", f"{SETS}/demo", demo, {"If-Match": reply.headers["ETag"]}).json["revision"] == reply.json["revision"]
    assert server.request("PUT", f"{SETS}/demo", demo, {"If-Match": '"99"'}).status == 412
    assert server.request("PUT", f"{SETS}/demo", {**demo, "name": "other"}).status == 422
    assert [each["domains"] for each in server.get(f"{SETS}?domain={GROUP}").json["sets"]] == [{CLOCK: 3, GROUP: 1}]
    assert server.request("DELETE", f"{SETS}/demo").status == 204 and server.get(f"{SETS}/demo").status == 404
    assert GROUP not in [each["name"] for each in server.get("/api/v1/defaults").json["domains"]], "a set is no domain"


def test_applying_changes_all_domains_and_one_undo_takes_them_back(server, demo):
    preview = server.request("POST", f"{SETS}/demo/apply?preview=true").json
    assert {(each["domain"], each["key"]): each.get("after") for each in preview["changes"]} == {
        (CLOCK, "face"): "roman", (CLOCK, "old"): None, (CLOCK, "$half"): {"$real": 1}, (GROUP, "on"): True}
    assert stored(server, CLOCK) == {"face": "plain", "old": True}, "a preview stores nothing"
    applied = server.request("POST", f"{SETS}/demo/apply").json["domains"]
    assert [(each["domain"], each["changed"]) for each in applied] == [(GROUP, ["on"]), (CLOCK, ["$half", "face", "old"])]
    assert stored(server, CLOCK) == {"face": "roman", "$$half": {"$real": 1}} and stored(server, GROUP) == {"on": True}
    revision = {each["domain"]: each["revision"] for each in applied}
    entry = server.get(f"/api/v1/defaults/{GROUP}/history?limit=1").json["history"][0]
    assert entry["step"] == {"set": "demo", "revisions": revision}
    # A key that was touched since refuses all of it.
    server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"face": "mine"})
    refused = server.request("POST", f"/api/v1/defaults/{GROUP}/undo", {"revision": revision[GROUP]})
    assert refused.status == 409 and CLOCK in refused.json["detail"] and stored(server, GROUP) == {"on": True}
    server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"face": "roman"})
    undone = server.request("POST", f"/api/v1/defaults/{GROUP}/undo", {"revision": revision[GROUP]}).json
    assert [each["domain"] for each in undone["domains"]] == [GROUP, CLOCK]
    assert stored(server, CLOCK) == {"face": "plain", "old": True} and stored(server, GROUP) == {}


def test_sets_are_made_of_now_of_a_revision_and_of_files(server, demo):
    first = server.get(f"/api/v1/defaults/{CLOCK}").json["revision"]
    server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"face": "new"})
    made = server.request("POST", f"{SETS}?name=now", {"from": [{"domain": CLOCK}, {"domain": GROUP, "keys": ["none"]}]}).json
    assert made["domains"] == {CLOCK: {"face": "new", "old": True}, GROUP: {"none": None}}
    made = server.request("POST", SETS, {"name": "then", "from": [{"domain": CLOCK, "revision": first}]}).json
    assert made["domains"] == {CLOCK: {"face": "plain", "old": True}}
    file = server.request("GET", f"{SETS}/demo", headers={"Accept": "application/x-plist;format=xml"}).body
    assert plistlib.loads(file)["removed"] == {CLOCK: ["old"]}
    copy = server.request("POST", f"{SETS}?name=copy", file, PLIST)
    assert copy.status == 201 and copy.json["domains"] == demo["domains"]
    made = server.request("POST", f"{SETS}?name=file&domain={CLOCK}", plistlib.dumps({"a": 1.0}), PLIST).json
    assert made["domains"] == {CLOCK: {"a": {"$real": 1}}}
    changes = server.get(f"{SETS}/then/diff?to=now").json["changes"]
    assert [(each["key"], each["before"], each["after"]) for each in changes if each["domain"] == CLOCK] == [("face", "plain", "new")]
    assert [each["after"] for each in server.get(f"{SETS}/then/diff").json["changes"]] == ["new"]


@pytest.mark.parametrize("body, status", [
    ({"name": ""}, 422), ({"name": "a/b"}, 422), ({"name": "x" * 101}, 422), ({"name": "x", "domains": {"a/b": {}}}, 422),
    ({"name": "x", "domains": {"a": 1}}, 422), ({"name": "x", "domains": {"a": {"k": {"l": None}}}}, 422),
    ({"name": "x", "domains": {"sets": {"k": 1}}}, 422), ({"name": "x", "what": 1}, 422), ({"name": "x", "from": [{}]}, 422),
    ({"name": "x", "from": [{"domain": CLOCK, "revision": 1 << 40}]}, 404), ({"name": "x", "domains": {f"d{n}": {"k": 1} for n in range(101)}}, 422),
    ({"name": "x", "description": "y" * 1_025}, 422),
])
def test_what_is_no_set_is_refused_and_nothing_is_stored(server, demo, body, status):
    assert server.request("POST", SETS, body).status == status
    assert [each["name"] for each in server.get(SETS).json["sets"]] == ["demo"]


def test_secrets_stay_with_those_who_may_see_them(tmp_path):
    started = Server(tmp_path / "data", [], VITRINE_TOKEN=OWNER).start()
    try:
        owner, guest = Person(started, OWNER), person(started, "read", "write")
        owner.request("POST", "/api/v1/apps", archive("7"), {"Content-Type": "application/zip"})
        owner.request("PATCH", f"/api/v1/defaults/{APP}", {KEY: "1234", "city": "Oslo"})
        made = guest.request("POST", SETS, {"name": "guest", "from": [{"domain": APP}]}).json
        assert made["domains"] == {APP: {"city": "Oslo"}} and made["redacted"] == {APP: [KEY]}
        owner.request("POST", SETS, {"name": "owner", "domains": {APP: {KEY: "9876", "city": "Rome"}}})
        seen = guest.request("GET", f"{SETS}/owner")
        assert "9876" not in seen.text and seen.json["redacted"] == {APP: [KEY]}
        # What is not seen stays, and a guess is not answered.
        guest.request("PUT", f"{SETS}/owner", {"domains": {APP: {"city": "Bonn"}}})
        assert owner.request("GET", f"{SETS}/owner").json["domains"] == {APP: {KEY: "9876", "city": "Bonn"}}
        preview = guest.request("POST", f"{SETS}/owner/apply?preview=true")
        assert "1234" not in preview.text and "9876" not in preview.text
        for page in ("owner", "owner/apply", "owner/export/json", "owner/export/plist"):
            text = guest.request("GET", f"/defaults/sets/{page}").text
            assert "9876" not in text and "1234" not in text, page
    finally:
        assert started.stop() == 0


def test_the_command_works_on_a_server_and_on_a_folder(server, demo, tmp_path):
    file = tmp_path / "demo.json"
    for place in (["--server", server.url], ["--data", tmp_path / "data"]):
        def run(*words, code=0):
            return told("defaults", *place, *words, code=code)
        if place[0] == "--data":
            run("sets", "import", "demo", file)
            run("write", CLOCK, "face", "plain")
        assert run("sets", "list") == "demo\n"
        assert f"{CLOCK} face: “plain” → “roman”" in run("sets", "apply", "-preview", "demo")
        assert f"{GROUP}: on" in run("sets", "apply", "demo")
        assert run("sets", "apply", "-preview", "demo") == ""
        run("sets", "make", "kept", CLOCK)
        assert run("sets", "compare", "kept") == ""
        run("sets", "export", "demo", file)
        assert json.loads(file.read_text())["domains"] == demo["domains"]
        run("sets", "delete", "kept")
        assert "no set “kept”" in run("sets", "show", "kept", code=1)
        run("sets", "what", code=64)


def test_the_storage_page_names_sets_and_leads_to_them(fresh):
    fresh.request("PUT", "/api/v1/defaults/sets/large%20set", {"domains": {"com.example.large": {"text": "x" * 5_000}}})
    largest = fresh.get("/api/v1/usage").json["largest"]
    assert [(each["kind"], each["id"], each["name"]) for each in largest] == [("set", "large set", "large set")]
    page = fresh.request("GET", "/usage", headers={"Accept": "text/html"}).text
    assert 'href="/defaults/sets/large%20set"' in page and "Set of values" in page and "/defaults/%2Fsets" not in page
    assert fresh.request("GET", "/defaults/sets/large%20set", headers={"Accept": "text/html"}).status == 200
