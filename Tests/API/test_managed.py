"""What a device management configures: app configs and profiles in, fields, values and profiles out."""

import json
import plistlib
import urllib.parse

import pytest

from commanding import told, vitrine
from conftest import REPOSITORY

FILES = REPOSITORY / "Tests/Fixtures/managed"
CLOCK = "com.example.clock"
API = f"/api/v1/apps/{CLOCK}/managed-configuration"
XML, PROFILE = {"Content-Type": "application/xml"}, {"Content-Type": "application/x-apple-aspen-config"}
HTML = {"Accept": "text/html"}
CONFIGURATION = "com.apple.configuration.managed"


@pytest.fixture
def server(shared):
    assert shared.request("DELETE", API).status == 204
    yield shared
    shared.request("DELETE", API)
    shared.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"face": None, "own": None})


def read(name):
    return (FILES / name).read_bytes()


def form(file):
    """A multipart form with a file."""
    body = b'--frontier\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + file + b"\r\n--frontier--\r\n"
    return body, {**HTML, "Content-Type": "multipart/form-data; boundary=frontier"}


def managed(server):
    return server.get(f"/api/v1/defaults/{CLOCK}/layers/managed").json["values"]


def seen(server):
    """What the app gets."""
    return server.get(f"/api/v1/defaults/{CLOCK}?view=app").json["values"]


def test_an_app_config_gives_fields_and_judges_values(server):
    reply = server.request("PUT", API, read("appconfig.xml"), XML).json
    assert reply["hasSchema"] and reply["version"] == "3" and [each["key"] for each in reply["fields"]][:3] == ["server", "tenant", "snooze"]
    assert reply["fields"][0] == {
        "key": "server", "type": "string", "default": "https://example.com", "nullable": False, "min": 8, "max": 40, "pattern": "https://.*",
        "control": "input", "label": "Server", "description": "Where alarms are kept.", "group": "Connection"}
    german = server.request("GET", API, headers={"Accept-Language": "de"}).json["fields"]
    assert german[0]["label"] == "Dienst" and german[4]["titles"] == {"plain": "No numerals", "roman": "Römische Ziffern"}
    assert [each["key"] for each in reply["faults"]] == ["server"], "what has to be there and is not"
    refused = server.request("PUT", API, {"values": {"server": "x", "snooze": 99, "other": 1}})
    assert refused.status == 422 and [each["pointer"] for each in refused.json["errors"]] == ["/values/other", "/values/server", "/values/snooze"]
    assert managed(server) == {}, "nothing is stored of what is refused"
    reply = server.request("PUT", API, {"values": {"server": "https://a.example", "cities": ["Bonn"]}})
    assert reply.status == 200 and reply.json["faults"] == [] and managed(server) == {CONFIGURATION: {"server": "https://a.example", "cities": ["Bonn"]}}


def test_files_for_a_device_management_are_read_again(server):
    server.request("PUT", API, read("appconfig.xml"), XML)
    values = {"server": "https://a.example", "volume": {"$real": 1}, "days": ["sun"]}
    server.request("PUT", API, {"values": values})
    ends = {"application/xml": "xml", "application/x-apple-aspen-config": "mobileconfig", "application/x-plist": "plist"}
    files = {kind: server.request("GET", API, headers={"Accept": kind}) for kind in ends}
    for kind, file in files.items():
        assert file.headers["Content-Type"] == kind and file.headers["Content-Disposition"] == f'attachment; filename="{CLOCK}.{ends[kind]}"'
        assert server.get(f"/apps/{CLOCK}/managed-configuration/export/{ends[kind]}").body == file.body
    assert files["application/xml"].body == read("appconfig.xml"), "as it came"
    assert plistlib.loads(files["application/x-plist"].body) == {"server": "https://a.example", "volume": 1.0, "days": ["sun"]}
    server.request("DELETE", API)
    assert server.request("GET", API, headers={"Accept": "application/xml"}).status == 404
    for kind, file in files.items():
        assert server.request("PUT", API, file.body, {"Content-Type": kind}).status == 200
        if kind != "application/xml":
            assert server.get(API).json["values"] == values, kind
    assert server.get(f"/apps/{CLOCK}/managed-configuration/export/zip").status == 404


def test_a_managed_value_comes_first_and_settings_cannot_change_it(server):
    server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"face": "plain"})
    server.request("PUT", API, read("clock.mobileconfig"), PROFILE)
    value = server.get(f"/api/v1/defaults/{CLOCK}/values/face").json
    assert value["shadowedBy"] == "managed" and [(each["layer"], each["wins"]) for each in value["layers"] if "value" in each] == [("managed", True), ("stored", False)]
    assert seen(server)["face"] == "roman"
    refused = server.request("PATCH", f"/api/v1/apps/{CLOCK}/settings", {"face": "plain"})
    assert refused.status == 422 and refused.json["type"].endswith("settings-refused")
    # What is stored beneath it says so.
    assert server.request("PUT", f"/api/v1/defaults/{CLOCK}/values/face", {"value": "x"}).json["shadowedBy"] == "managed"
    assert server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"face": "y", "own": 1}).json["forced"] == ["face"]
    assert "forced" not in server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"own": 2}).json
    assert server.request("PUT", f"/api/v1/defaults/{CLOCK}", {"face": "z"}).json["forced"] == ["face"]


def test_a_set_that_meets_managed_values_says_so(server):
    sets = "/api/v1/defaults/sets/kiosk"
    server.request("PUT", sets, {"name": "kiosk", "description": "", "domains": {CLOCK: {"face": "set", "own": 3}}})
    server.request("PUT", API, read("clock.mobileconfig"), PROFILE)
    assert server.request("POST", f"{sets}/apply?preview=true").json["domains"][0]["forced"] == ["face"]
    page = server.request("GET", "/defaults/sets/kiosk/apply", headers={"Accept": "text/html"}).text
    assert "A managed value hides" in page
    assert server.request("POST", f"{sets}/apply").json["domains"][0]["forced"] == ["face"]
    assert seen(server)["face"] == "roman"
    assert f"{CLOCK} face: a managed value hides it from the app" in told("defaults", "--server", server.url, "sets", "apply", "kiosk")
    server.request("DELETE", API)
    assert "forced" not in server.request("POST", f"{sets}/apply").json["domains"][0]
    server.request("DELETE", sets)


@pytest.mark.parametrize("name, signature", [("clock", "none"), ("signed", "not verified"), ("streamed", "not verified")])
def test_a_profile_becomes_the_managed_layer_and_its_signature_is_not_verified(server, name, signature):
    reply = server.request("PUT", API, read(f"{name}.mobileconfig"), PROFILE).json
    assert reply["profile"] == {"name": "Clock for kiosks", "signature": signature, "otherDomains": ["com.example.other"], "passedOver": ["com.apple.wifi.managed"]}
    assert reply["values"] == {"server": "https://example.com"} and reply["forced"] == {"face": "roman", "count": 3, "beta": True}
    assert server.get(f"/api/v1/defaults/{CLOCK}/values/face").json["origin"] == "managed"
    assert server.get("/api/v1/defaults/com.example.other/layers/managed").json["values"] == {}, "only the app of the address"
    out = server.request("GET", API, headers={"Accept": "application/x-apple-aspen-config"})
    assert out.headers["Content-Type"] == "application/x-apple-aspen-config"
    payload = plistlib.loads(out.body)["PayloadContent"][0]
    assert payload["PayloadContent"][CLOCK]["Forced"][0]["mcx_preference_settings"] == managed(server)
    server.request("DELETE", API)
    assert managed(server) == {}
    assert server.request("PUT", API, out.body, PROFILE).status == 200 and managed(server)[CONFIGURATION] == {"server": "https://example.com"}


@pytest.mark.parametrize("body", [
    b"", b"<x/>", b"<managedAppConfiguration>", b"0\x80", b"0\x84\xff\xff\xff\xff", b"bplist00", b"{}", b"[]", b'{"values": 1}', b'{"values": {}, "more": 1}', b'{"values": ',
    plistlib.dumps([]), plistlib.dumps({"PayloadType": "Configuration", "EncryptedPayloadContent": b"x"}),
    plistlib.dumps({"PayloadType": "Configuration", "PayloadContent": [{"PayloadType": "com.example.nobody", "a": 1}]}),
    b"<managedAppConfiguration>" * 5_000, b"<!DOCTYPE a [<!ENTITY b 'c'>]><managedAppConfiguration><version>&b;</version>",
])
def test_what_is_no_configuration_is_refused_and_nothing_changes(server, body):
    server.request("PUT", API, {"values": {"kept": True}})
    assert server.request("PUT", API, body, XML).status == 422
    page = server.request("POST", f"/apps/{CLOCK}/managed-configuration", *form(body))
    assert page.status == 422 and 'role="alert"' in page.text
    assert managed(server) == {CONFIGURATION: {"kept": True}} and not server.get(API).json["hasSchema"]


def test_what_is_too_large_is_refused_before_it_is_read(server):
    assert server.request("PUT", API, b" " * (5 << 20)).status == 413


def test_the_schema_outlives_the_server(fresh):
    fresh.request("PUT", API, read("appconfig.xml"), XML)
    assert fresh.stop() == 0
    fresh.start()
    assert fresh.get(API).json["hasSchema"]
    assert f"/managed/{CLOCK}" not in fresh.get("/api/v1/defaults").text


def test_the_form_changes_its_own_fields_only(server):
    page = f"/apps/{CLOCK}/managed-configuration"
    server.request("PUT", API, {"values": {"server": "https://a.example", "tenant": "t-1", "snooze": 5, "older": True}})
    server.request("PUT", API, read("appconfig.xml"), XML)
    assert "older" in server.request("GET", page, headers=HTML).text, "a value that no field is for"

    def send(**fields):
        body = urllib.parse.urlencode([(f"field.{key}", text) for key, texts in fields.items() for text in texts])
        return server.request("POST", page, body, {**HTML, "Content-Type": "application/x-www-form-urlencoded"})
    bad = send(server=["short"], snooze=["31"], volume=["loud"], face=["roman"])
    assert bad.status == 422 and "must be at least 8" in bad.text and "at most 30" in bad.text and "takes a number" in bad.text and 'value="loud"' in bad.text
    assert send(server=[""]).status == 422, "what is required cannot be taken away"
    assert send(server=["https://b.example"], snooze=[""], analytics=["false", "true"], days=["", "sat", "sun"], cities=["Oslo\r\n\r\nRome"], hours=["24"]).status == 303
    assert managed(server)[CONFIGURATION] == {
        "server": "https://b.example", "tenant": "t-1", "older": True, "analytics": True, "days": ["sat", "sun"], "cities": ["Oslo", "Rome"], "hours": 24}
    assert send(days=[""], analytics=["false"]).status == 303
    assert "days" not in managed(server)[CONFIGURATION] and managed(server)[CONFIGURATION]["analytics"] is False


def test_the_layer_and_the_app_config_are_taken_away_one_by_one(server):
    page, form_type = f"/apps/{CLOCK}/managed-configuration/delete", {**HTML, "Content-Type": "application/x-www-form-urlencoded"}
    server.request("PUT", API, read("appconfig.xml"), XML)
    server.request("PUT", API, read("clock.mobileconfig"), PROFILE)
    assert server.request("POST", page, "what=all", form_type).status == 422
    assert server.request("POST", page, "what=layer", form_type).status == 303
    assert managed(server) == {} and server.get(API).json["hasSchema"]
    assert server.request("POST", page, "what=config", form_type).status == 303 and not server.get(API).json["hasSchema"]


def test_what_the_app_answers_is_shown(server):
    server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"com.apple.feedback.managed": {"failed": ["server"]}})
    assert server.get(API).json["feedback"] == {"failed": ["server"]}
    server.request("PATCH", f"/api/v1/defaults/{CLOCK}", {"com.apple.feedback.managed": None})
    assert "feedback" not in server.get(API).json


def test_the_command_works_on_a_server_and_on_a_folder(server, tmp_path):
    for place in (["--server", server.url], ["--data", tmp_path / "data"]):
        def run(*words, code=0, **options):
            return told("defaults", *place, "managed", *words, code=code, **options)
        run("read", CLOCK, FILES / "appconfig.xml")
        shown = json.loads(run("show", CLOCK))
        assert shown["version"] == "3" and [each["key"] for each in shown["faults"]] == ["server"]
        run("write", CLOCK, tmp_path / "out.xml")
        assert (tmp_path / "out.xml").read_bytes() == read("appconfig.xml")
        assert "is no app config" in run("check", FILES / "clock.mobileconfig", "-", code=1, stdin="{}")
        if place[0] == "--server":
            assert run("read", CLOCK, FILES / "clock.mobileconfig") == ""
            assert run("read", CLOCK, FILES / "signed.mobileconfig") == "The signature of the profile was not verified.\n"
            assert "at most 30" in run("read", CLOCK, "-", stdin='{"values": {"server": "https://a.example", "snooze": 31}}', code=1)
            assert json.loads(run("show", CLOCK))["values"] == {"server": "https://example.com"}
            for end in ("mobileconfig", "plist"):
                run("write", CLOCK, tmp_path / f"out.{end}")
                assert run("check", FILES / "appconfig.xml", tmp_path / f"out.{end}") == ""
        else:
            assert "Give --server" in run("read", CLOCK, FILES / "clock.mobileconfig", code=1)
        run("clear", CLOCK)
        assert "No app config" in run("write", CLOCK, tmp_path / "none.xml", code=1) and not (tmp_path / "none.xml").exists()
        run("write", CLOCK, tmp_path / "out.zip", code=64)
        run("what", code=64)


@pytest.mark.parametrize("values, faults", [
    ({"server": "https://a.example"}, []), ({}, ["“server” must have a value."]), ({"server": "https://a.example", "snooze": 31}, ["“snooze” must be at most 30."]),
    ({"server": 1, "more": 1}, ["The app config has no field “more”.", "“server” takes a string; the value is of type integer."]),
])
def test_the_command_checks_files_without_a_server(tmp_path, values, faults):
    for text in (json.dumps({"values": values}).encode(), plistlib.dumps(values)):
        done = vitrine("defaults", "managed", "check", FILES / "appconfig.xml", "-", stdin=text, text=False, folder=tmp_path)
        assert done.stdout.decode().splitlines() == faults and done.returncode == (1 if faults else 0), done
    assert list(tmp_path.iterdir()) == [], "no data folder is made"
