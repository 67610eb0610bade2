"""Data is shown as what it holds, and a value with every layer it could come from."""

import base64
import io
import plistlib
import zipfile

import pytest

from commanding import told
from test_events import stream

DOMAIN = "decoded.clock"
API = f"/api/v1/defaults/{DOMAIN}"
EVENTS, JUNK = b'{"opened": 3, "names": ["a", null]}', b"\0\1\2\xff"
HELD = {"opened": 3, "names": ["a", None]}


def data(content):
    return {"$data": base64.b64encode(content).decode()}


@pytest.fixture
def filled(shared):
    shared.request("DELETE", API)
    for layer in ("managed", "argument", "registration"):
        shared.request("DELETE", f"{API}/layers/{layer}")
    shared.request("PUT", API, {"events": data(EVENTS), "junk": data(JUNK), "inner": {"list": [data(plistlib.dumps({"a": 1.0}))]}})
    return shared


def test_bytes_stay_and_what_they_hold_is_beside_them_only_where_asked(filled):
    assert filled.get(API).json["values"]["events"] == data(EVENTS)
    values = filled.get(f"{API}?decoded=true").json["values"]
    assert values["events"] == {**data(EVENTS), "decoded": {"as": "json", "value": HELD}}
    assert values["junk"] == data(JUNK)
    assert values["inner"]["list"][0]["decoded"] == {"as": "propertyList", "value": {"a": {"$real": 1}}}
    value = filled.get(f"{API}/values/events?decoded=true").json
    assert value["decoded"] == {"as": "json", "value": HELD} and value["type"] == "data"
    assert filled.get(f"{API}/history?decoded=true&limit=1").json["history"][0]["changes"][0]["after"]["decoded"]["value"] == HELD
    # What was read is written back, and is the same.
    assert filled.request("PATCH", API, {"events": values["events"]}).json["changed"] == []


def test_the_page_and_the_command_show_what_is_held_and_find_it(filled):
    html = {"Accept": "text/html"}
    page = filled.request("GET", f"/defaults/{DOMAIN}?key=events", headers=html).text
    assert "Decoded as JSON" in page and "&quot;opened&quot;: 3" in page
    found = filled.request("GET", f"/defaults/{DOMAIN}?q=opened", headers=html).text
    assert 'data-key="events"' in found and 'data-key="junk"' not in found
    shown = told("defaults", "--server", filled.url, "read", "--decoded", DOMAIN)
    assert "opened = 3;" in shown and "<000102ff>" in shown
    assert "<7b226f70" in told("defaults", "--server", filled.url, "read", DOMAIN, "events")


def test_every_layer_is_named_with_its_value_and_the_winner(filled):
    filled.request("PATCH", API, {"face": "stored"})
    filled.request("PUT", f"{API}/layers/argument", {"arguments": ["-face", "argument"]})
    filled.request("PUT", f"{API}/layers/registration", {"values": {"face": "registered"}})

    def layers():
        return [(each["layer"], each.get("value"), each["wins"]) for each in filled.get(f"{API}/values/face").json["layers"]]

    expected = [("managed", None, False), ("argument", "argument", True), ("stored", "stored", False),
                ("global", None, False), ("registered", "registered", False)]
    assert layers() == expected
    filled.request("PUT", f"{API}/layers/managed", {"values": {"face": "managed"}})
    assert layers() == [("managed", "managed", True), ("argument", "argument", False), *expected[2:]]
    seen = {each["layer"]: each["seenBy"] for each in filled.get(f"{API}/values/face").json["layers"]}
    assert seen == {"managed": ["app", "settings"], "argument": ["app"], "stored": ["app", "settings"], "global": ["app"], "registered": ["app"]}
    lines = told("defaults", "--server", filled.url, "explain", DOMAIN, "face").splitlines()
    assert lines[0].startswith("→ managed") and "registered" in lines[4] and len(lines) == 5


@pytest.mark.parametrize("path", ["{domain}/events?decoded=true", "../events?domains={name}&decoded=true"])
def test_a_stream_tells_what_changed_data_holds_where_that_is_asked_for(shared, path):
    shared.request("DELETE", API)
    path = path.format(domain=API, name=DOMAIN).replace("../", "/api/v1/")
    with stream(shared, path) as decoded, stream(shared, f"{API}/events") as plain:
        next(decoded), next(plain)
        shared.request("PATCH", API, {"events": data(EVENTS), "junk": data(JUNK), "text": "a"})
        event, bare = next(decoded)["data"], next(plain)["data"]
        assert event == {**bare, "decoded": {"events": {"as": "json", "value": HELD}}}
        shared.request("PATCH", API, {"text": "b", "events": None})
        assert "decoded" not in next(decoded)["data"]
        shared.request("PATCH", API, {"long": data(b"[" + b"1," * 20_000 + b"1]"), "short": data(b"[1]")})
        assert next(decoded)["data"]["decoded"] == {"long": {"as": "json", "truncated": True}, "short": {"as": "json", "value": [1]}}
    # Who comes back is told of what was missed in the same way.
    with stream(shared, f"{API}/events?decoded=true", last=str(event["revision"] - 1)) as missed:
        assert next(missed)["data"]["decoded"] == event["decoded"]


def test_the_history_page_shows_what_data_holds(filled):
    filled.request("PATCH", API, {"events": data(b'{"opened": 4}')})
    page = filled.request("GET", f"/defaults/{DOMAIN}/history", headers={"Accept": "text/html"}).text
    assert "JSON {&quot;opened&quot;:4}" in page and "JSON {&quot;opened&quot;:3,&quot;names&quot;:[&quot;a&quot;,null]}" in page


GROUP, OTHER = "group.decoded.shared", "group.decoded.other"


@pytest.fixture
def grouped(shared):
    """An app whose pane names one app group and whose entitlements name another."""
    pane = plistlib.dumps({"ApplicationGroupContainerIdentifier": GROUP, "PreferenceSpecifiers": [
        {"Type": "PSTextFieldSpecifier", "Title": "Face", "Key": "face"}, {"Type": "PSTextFieldSpecifier", "Title": "Code", "Key": "code", "IsSecure": True}]})
    files = {"Info.plist": plistlib.dumps({"CFBundleIdentifier": DOMAIN, "CFBundleName": "Decoded"}), "Settings.bundle/Root.plist": pane,
             "Decoded.xcent": plistlib.dumps({"com.apple.security.application-groups": [OTHER, "bad\nname"]})}
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        for name, content in files.items():
            made.writestr(f"Decoded.app/{name}", content)
    reply = shared.request("POST", "/api/v1/apps", archive.getvalue(), {"Content-Type": "application/zip"})
    assert reply.status == 201, reply.body
    for domain in (DOMAIN, GROUP, OTHER):
        shared.request("DELETE", f"/api/v1/defaults/{domain}")
    for layer in ("managed", "argument", "registration"):
        shared.request("DELETE", f"{API}/layers/{layer}")
    yield shared
    shared.request("DELETE", f"/api/v1/apps/{reply.json['id']}")


def test_app_groups_are_asked_only_where_they_are_added(grouped):
    grouped.request("PATCH", f"/api/v1/defaults/{GROUP}", {"face": "thin"})
    missing = grouped.get(f"{API}/values/face")
    assert missing.status == 404 and GROUP in missing.json["detail"] and "addSuite" in missing.json["detail"]
    grouped.request("PUT", f"{API}/layers/registration", {"values": {"face": "plain"}})
    value = grouped.get(f"{API}/values/face").json
    assert value["value"] == "plain" and value["origin"] == "registered"
    groups = [layer for layer in value["layers"] if layer["layer"] == "group"]
    assert groups == [
        {"layer": "group", "domain": OTHER, "wins": False, "winsIfAdded": False, "seenBy": ["settings", "group"]},
        {"layer": "group", "domain": GROUP, "value": "thin", "type": "string", "wins": False, "winsIfAdded": True, "seenBy": ["settings", "group"]},
    ]
    assert [layer["layer"] for layer in value["layers"]] == ["managed", "argument", "stored", "group", "group", "global", "registered"]
    lines = told("defaults", "--server", grouped.url, "explain", DOMAIN, "face").splitlines()
    assert f"group      thin  [settings, group]  {GROUP}, only after addSuite(named:)" in lines[4] and lines[6].startswith("→ registered plain")
    page = grouped.request("GET", f"/defaults/{DOMAIN}?view=app&key=face", headers={"Accept": "text/html"}).text
    assert f'href="/defaults/{GROUP}"' in page and "With addSuite(named:) the app would get this" in page
    grouped.request("PATCH", API, {"face": "own", "code": "x"})
    assert not any(layer.get("winsIfAdded") for layer in grouped.get(f"{API}/values/face").json["layers"])


def test_secrets_of_an_app_group_show_as_bullets_in_the_stack_of_its_app(grouped):
    grouped.request("PATCH", f"/api/v1/defaults/{GROUP}", {"code": "s3same"})
    grouped.request("PATCH", API, {"code": "open"})
    page = grouped.request("GET", f"/defaults/{DOMAIN}?key=code", headers={"Accept": "text/html"}).text
    assert GROUP in page and "s3same" not in page
