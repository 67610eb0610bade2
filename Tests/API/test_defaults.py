"""Defaults over the API: the search list, its layers, typed values, files, history."""

import concurrent.futures
import datetime
import http.client
import plistlib
import sqlite3
import time
import urllib.parse

import pytest

from test_events import stream

CLOCK = "com.example.clock"
PANE = f"/api/v1/apps/{CLOCK}/settings"


class Domain:
    """A domain of a server; paths are those below its own."""

    def __init__(self, server, name):
        self.server, self.name, self.base = server, name, f"/api/v1/defaults/{name}"

    def request(self, method, path="", body=None, headers=None):
        return self.server.request(method, self.base + path, body, headers)

    def get(self, path="", **headers):
        return self.server.get(self.base + path, **headers)


@pytest.fixture
def domain(shared, request):
    """A domain that only the test writes."""
    return Domain(shared, request.function.__name__)


def key(name, query=""):
    return f"/values/{urllib.parse.quote(name, safe='')}{query}"


def layer(name):
    return f"/layers/{name}"


def plist(value, fmt=plistlib.FMT_BINARY):
    return plistlib.dumps(value, fmt=fmt), {"Content-Type": "application/x-plist"}


# The search list


def test_the_first_layer_with_a_key_wins_and_the_others_show_through(domain):
    everywhere = Domain(domain.server, "NSGlobalDomain")

    def seen():
        reply = domain.get(key("k", "?as=object")).json
        return reply["value"], reply["origin"]

    assert seen() == (None, "none")
    domain.request("PUT", layer("registration"), {"values": {"k": "registered"}})
    assert seen() == ("registered", "registered")
    everywhere.request("PATCH", "", {"k": "global"})
    assert seen() == ("global", "global")
    domain.request("PATCH", "", {"k": "stored"})
    assert seen() == ("stored", "stored")
    domain.request("PUT", layer("argument"), {"arguments": ["-k", "argument"]})
    assert seen() == ("argument", "argument")
    domain.request("PUT", layer("managed"), {"values": {"k": "managed"}})
    assert seen() == ("managed", "managed")
    assert domain.get("?view=app").json["values"]["k"] == "managed"
    for name, below in [("managed", "argument"), ("argument", "stored")]:
        assert domain.request("DELETE", layer(name)).json["changed"] == ["k"]
        assert seen() == (below, below)
    domain.request("DELETE", key("k"))
    assert seen() == ("global", "global")
    everywhere.request("DELETE")
    assert seen() == ("registered", "registered")


def test_a_write_under_a_mask_is_stored_and_says_what_hides_it(domain):
    domain.request("PUT", layer("managed"), {"values": {"k": 1}})
    written = domain.request("PUT", key("k"), {"value": 2}).json
    assert written["changed"] == ["k"] and written["shadowedBy"] == "managed"
    value = domain.get(key("k")).json
    assert (value["value"], value["origin"], value["shadowedBy"]) == (2, "stored", "managed")
    assert domain.get().json["values"] == {"k": 2}
    assert domain.get("?view=app").json["values"] == {"k": 1}
    assert domain.get("?view=settings").json["values"]["k"] == 1
    domain.request("DELETE", layer("managed"))
    assert "shadowedBy" not in domain.get(key("k")).json
    assert "shadowedBy" not in domain.request("PUT", key("k"), {"value": 3}).json


def test_the_app_does_not_see_the_default_values_of_the_bundle_and_settings_does(samples):
    row = next(row for group in samples.get(PANE).json["groups"] for row in group["rows"] if row.get("default") is not None)
    clock = Domain(samples, CLOCK)
    assert row["key"] not in clock.get("?view=app").json["values"]
    assert clock.get("?view=settings").json["values"][row["key"]] == row["default"]
    assert clock.get().json["values"] == {}


def test_a_managed_value_masks_its_row_and_makes_it_read_only(shared):
    row = next(row for group in shared.get(PANE).json["groups"] for row in group["rows"] if row["type"] == "toggle")
    name, clock = row["key"], Domain(shared, CLOCK)
    shared.request("PATCH", PANE, {name: row["trueValue"]})
    clock.request("PUT", layer("managed"), {"values": {name: row["falseValue"]}})
    masked = next(r for group in shared.get(PANE).json["groups"] for r in group["rows"] if r.get("key") == name)
    assert masked["origin"] == "managed" and masked["on"] is False and masked["stored"] == row["trueValue"]
    refused = shared.request("PATCH", PANE, {name: row["trueValue"]})
    assert refused.status == 422 and refused.json["errors"][0]["pointer"] == f"/{name}"
    assert "managed" in refused.json["detail"]
    clock.request("DELETE", layer("managed"))
    assert shared.request("PATCH", PANE, {name: row["falseValue"]}).status == 200


def test_layers_are_read_back_and_gone_after_a_restart(domain):
    values = {"real": {"$real": 1}, "date": {"$date": "1969-01-02T03:04:05Z"}, "$dollar": True}
    body = {"values": {"$" + k if k.startswith("$") else k: v for k, v in values.items()}}
    made = domain.request("PUT", layer("registration"), body)
    assert made.json["changed"] == ["$dollar", "date", "real"] and made.headers["ETag"]
    assert domain.get(layer("registration")).json["values"] == body["values"]
    every = domain.get("/layers").json
    assert every["layers"] == {"managed": {}, "argument": {}, "registration": body["values"]}
    body, headers = plist({"n": 3})
    assert domain.request("PUT", layer("managed"), body, headers).json["changed"] == ["n"]
    domain.server.stop()
    domain.server.start()
    assert domain.get("/layers").json["version"] == 0
    assert domain.get().json["revision"] == 0


def test_tags_follow_the_layers(domain):
    def tags():
        return [domain.get(path).headers["ETag"] for path in ("?view=app", key("k", "?as=string"), "/layers", "")]

    domain.request("PUT", layer("managed"), {"values": {"k": 1}})
    before = tags()
    assert domain.get("?view=app", If_None_Match=before[0]).status == 304
    domain.request("PUT", layer("managed"), {"values": {"k": 2}})
    after = tags()
    assert all(old != new for old, new in zip(before[:3], after[:3])) and before[3] == after[3]
    assert domain.get("?view=app", If_None_Match=before[0]).status == 200
    domain.request("DELETE", layer("managed"))
    domain.request("PUT", layer("managed"), {"values": {"k": 1}})
    late = domain.request("PUT", layer("managed"), {"values": {"k": 3}}, {"If-Match": before[2]})
    assert late.status == 412
    assert domain.get(layer("managed")).json["values"] == {"k": 1}
    tag = domain.get(layer("managed")).headers["ETag"]
    assert domain.request("DELETE", layer("managed"), headers={"If-Match": tag}).status == 200


@pytest.mark.parametrize("method, name, path, body, status, word", [
    ("PUT", CLOCK, layer("stored"), {"values": {}}, 404, "registration"),
    ("GET", CLOCK, layer("global"), None, 404, "no layer"),
    ("PUT", CLOCK, layer("managed"), {"arguments": []}, 422, "values"),
    ("PUT", CLOCK, layer("managed"), {"values": []}, 422, "object"),
    ("PUT", CLOCK, layer("managed"), {"values": {"k": None}}, 422, "null"),
    ("PUT", CLOCK, layer("argument"), {"values": {}}, 422, "arguments"),
    ("PUT", CLOCK, layer("argument"), {"arguments": ["-k", 1]}, 422, "strings"),
    ("PUT", CLOCK, layer("argument"), {"arguments": "-k 1"}, 422, "strings"),
    ("PUT", "a%2Fb", layer("managed"), {"values": {"k": 1}}, 422, "slash"),
    ("GET", "a%2Fb", "/layers", None, 422, "slash"),
    ("GET", "a%2Fb", "", None, 422, "slash"),
    ("GET", "%07", key("k"), None, 422, "control"),
    ("GET", "x" * 256, "/history", None, 422, "255 bytes"),
    ("POST", CLOCK, "/arguments", {}, 422, "arguments"),
    ("POST", CLOCK, "/arguments", {"arguments": ["-a", "("] * 5001}, 422, "10000"),
    ("POST", CLOCK, "/restore", {"revision": "1"}, 422, "revision"),
    ("POST", CLOCK, "/restore", {"revision": 1.5}, 422, "revision"),
    ("POST", CLOCK, "/restore", {"revision": 9}, 404, "no revision 9"),
    ("POST", CLOCK, "/restore", {"revision": -1}, 404, "no revision"),
    ("GET", CLOCK, "/diff?from=-1", None, 400, "from"),
    ("GET", CLOCK, "/diff?from=9", None, 404, "no revision 9"),
    ("GET", CLOCK, "/diff?to=a%2Fb", None, 422, "slash"),
    ("GET", CLOCK, key("k", "?as=number"), None, 400, "integer"),
])
def test_what_cannot_be_is_told_in_a_sentence(samples, method, name, path, body, status, word):
    reply = Domain(samples, name).request(method, path, body)
    assert reply.status == status and word in reply.json["detail"], reply.text


# Launch arguments


def test_launch_arguments_are_previewed_and_nothing_is_stored(domain):
    domain.request("PATCH", "", {"n": 1, "forced": 1})
    domain.request("PUT", layer("managed"), {"values": {"forced": 2}})
    domain.request("PUT", layer("registration"), {"values": {"list": []}})
    arguments = ["-n", "3", "-list", "(a, {b = c;})", "-new", "YES", "-forced", "0", "stray", "-N", "-5"]
    reply = domain.request("POST", "/arguments", {"arguments": arguments}).json
    assert reply["arguments"] == [
        {"key": "forced", "value": "0", "type": "string", "shadowedBy": "managed", "shadows": None},
        {"key": "list", "value": ["a", {"b": "c"}], "type": "array", "shadows": {"origin": "registered", "value": []}},
        {"key": "n", "value": "3", "type": "string", "shadows": {"origin": "stored", "value": 1}},
        {"key": "new", "value": "YES", "type": "string", "shadows": None},
    ]
    assert [(each["index"], each["argument"]) for each in reply["ignored"]] == [(8, "stray"), (9, "-N"), (10, "-5")]
    assert domain.get().json == {"domain": domain.name, "revision": 1, "values": {"n": 1, "forced": 1}}
    assert domain.get(layer("argument")).json["values"] == {}
    stored = domain.request("PUT", layer("argument"), {"arguments": arguments}).json
    assert stored["changed"] == ["forced", "list", "n", "new"] and len(stored["ignored"]) == 3
    assert domain.get(key("n", "?as=integer")).json["value"] == 3
    assert domain.get(key("new", "?as=bool")).json["value"] is True


def test_arguments_that_open_without_end_are_text(samples):
    text = "(" * 500_000
    reply = Domain(samples, CLOCK).request("POST", "/arguments", {"arguments": ["-k", text] + ["-a", "{"] * 4_000}).json
    assert [(each["key"], each["value"]) for each in reply["arguments"]] == [("a", "{"), ("k", text)]


# Getters


@pytest.mark.parametrize("stored, getter, expected", [
    ("YES", "bool", True), ("3 apples", "integer", 3), ({"$real": 2}, "integer", 2), (1.5, "string", "1.5"),
    (True, "string", "1"), (["a"], "stringArray", ["a"]), (["a", 1], "stringArray", None), ("x", "data", None),
    ("/a b", "url", "file:///a%20b"), ({"$date": "2026-01-02T03:04:05Z"}, "date", {"$date": "2026-01-02T03:04:05Z"}),
    ({"a": 1}, "dictionary", {"a": 1}), ({"$data": "AQI="}, "data", {"$data": "AQI="}), ("2.5", "double", 2.5),
])
def test_getters_convert_as_user_defaults_does(domain, stored, getter, expected):
    domain.request("PUT", key("typed"), {"value": stored})
    reply = domain.get(key("typed", f"?as={getter}")).json
    assert reply["value"] == expected and reply["as"] == getter and reply["origin"] == "stored"


def test_getters_of_an_absent_key_give_zero_false_or_nil(samples):
    clock = Domain(samples, CLOCK)
    values = {getter: clock.get(key("absent", f"?as={getter}")).json["value"] for getter in ("bool", "integer", "double", "string", "url")}
    assert values == {"bool": False, "integer": 0, "double": {"$real": 0}, "string": None, "url": None}
    assert clock.get(key("absent")).status == 404


# Files


def test_the_very_file_comes_back_with_every_type_and_unknown_keys(domain):
    contents = {
        "AppleLanguages": ["de", "en"], "true": True, "one": 1, "real": 1.0, "nan": float("nan"), "inf": float("-inf"),
        "big": 2**64 - 1, "small": -2**63, "data": b"\0\xff", "old": datetime.datetime(1901, 2, 3, 4, 5, 6),
        "nested": {"": [{}], "a.b/c d": []}, "": "empty key", "é😀\u0001": "odd\n", "$x": 1,
    }
    for fmt in (plistlib.FMT_BINARY, plistlib.FMT_XML):
        if fmt == plistlib.FMT_XML:
            # Python's reader takes no references to control characters, Apple's does.
            contents = {k: v for k, v in contents.items() if "\u0001" not in k}
        body, headers = plist(contents, fmt)
        assert domain.request("PUT", "", body, headers).status == 200
        back = plistlib.loads(domain.get(Accept="application/x-plist").body)
        assert repr(back.pop("nan")) == "nan" and back == {k: v for k, v in contents.items() if k != "nan"}
        assert type(back["true"]) is bool and type(back["one"]) is int and type(back["real"]) is float
    xml = domain.get(Accept="application/x-plist;format=xml").body
    assert xml.startswith(b"<?xml") and plistlib.loads(xml)["big"] == 2**64 - 1
    assert domain.get("/history").json["history"][0]["source"] == "import"


def test_a_file_that_is_no_domain_is_refused_and_nothing_changes(domain):
    for contents, word in (([1], "dictionary"), ({"k": [plistlib.UID(1)]}, "archive")):
        body, headers = plist(contents)
        refused = domain.request("PUT", "", body, headers)
        assert refused.status == 422 and word in refused.json["detail"]
    assert domain.request("PUT", "", b"bplist00nonsense", {"Content-Type": "application/x-plist"}).status == 400
    assert domain.get().json["revision"] == 0


# History


def test_a_domain_is_put_around_a_test_in_two_calls(domain):
    domain.request("PATCH", "", {"a": 1, "keep": {"$real": 1}})
    before = domain.get().json
    domain.request("PATCH", "", {"a": None, "b": [1]})
    domain.request("PUT", key("keep"), {"value": 1})
    restored = domain.request("POST", "/restore", {"revision": before["revision"]})
    assert restored.json["changed"] == ["a", "b", "keep"]
    assert domain.get().json["values"] == before["values"]
    assert domain.get("/history?limit=1").json["history"][0]["source"] == "restore"


def test_undo_is_restoring_the_revision_before(domain):
    domain.request("PATCH", "", {"a": 1})
    domain.request("PATCH", "", {"a": 2})
    reply = domain.request("POST", "/restore", {"revision": 1}, {"If-Match": '"1"'})
    assert reply.status == 412
    assert domain.request("POST", "/restore", {"revision": 1}, {"If-Match": '"2"'}).json["revision"] == 3
    assert domain.get().json["values"] == {"a": 1}
    again = domain.request("POST", "/restore", {"revision": 1}).json
    assert again["revision"] == 3 and again["changed"] == []


def test_one_change_is_undone_and_later_changes_of_other_keys_stay(domain):
    domain.request("PATCH", "", {"a": 1, "b": {"$real": 1}})
    domain.request("PATCH", "", {"a": 2, "b": None, "c": 3})
    domain.request("PUT", key("d"), {"value": 4})
    undone = domain.request("POST", "/undo", {"revision": 2}, {"If-Match": '"3"'})
    assert undone.status == 200 and undone.headers["ETag"] == '"4"'
    assert undone.json == {"domain": domain.name, "revision": 4, "changed": ["a", "b", "c"]}
    assert domain.get().json["values"] == {"a": 1, "b": {"$real": 1}, "d": 4}
    assert domain.get("/history?limit=1").json["history"][0]["source"] == "restore"
    assert domain.request("POST", "/undo", {"revision": 4}).json["revision"] == 5
    assert domain.get().json["values"] == {"a": 2, "c": 3, "d": 4}


def test_an_undo_is_refused_when_its_keys_have_changed_again(domain):
    domain.request("PATCH", "", {"a": 1})
    domain.request("PATCH", "", {"a": 2})
    before = domain.get().json
    refused = domain.request("POST", "/undo", {"revision": 1})
    assert refused.status == 409 and refused.json["type"] == "/problems/undo-conflict"
    assert "“a” has changed again since revision 1" in refused.json["detail"]
    assert domain.request("POST", "/undo", {"revision": 2}, {"If-Match": '"1"'}).status == 412
    for revision in (0, -1, 3, 2**63 - 1):
        assert domain.request("POST", "/undo", {"revision": revision}).status == 404, revision
    for body in ({}, {"revision": "1"}, {"revision": 1, "more": 1}, {"revision": 2**64}):
        assert domain.request("POST", "/undo", body).status == 422, body
    assert domain.get().json == before


def test_differences_of_revisions_and_domains(domain):
    domain.request("PATCH", "", {"a": 1, "b": "x"})
    domain.request("PATCH", "", {"a": {"$real": 1}, "b": None, "c": True})
    latest = domain.get("/diff").json
    assert latest["from"] == {"domain": domain.name, "revision": 1} and latest["to"] == {"domain": domain.name, "revision": 2}
    assert latest["changes"] == [
        {"key": "a", "before": 1, "after": {"$real": 1}}, {"key": "b", "before": "x"}, {"key": "c", "after": True},
    ]
    first = domain.get("/diff?limit=2").json
    rest = domain.get(f"/diff?limit=2&after={first['next']}").json
    assert first["changes"] + rest["changes"] == latest["changes"] and rest["next"] is None and first["total"] == 3
    assert domain.get("/diff?from=2&to=0").json["total"] == 2
    second = Domain(domain.server, f"{domain.name}.other")
    second.request("PATCH", "", {"c": True, "d": 1})
    other = domain.get(f"/diff?to={second.name}").json
    assert other["to"] == {"domain": second.name, "revision": 1}
    assert [change["key"] for change in other["changes"]] == ["a", "d"]


def test_history_says_where_a_change_came_from_and_has_pages(domain):
    page = {"Sec-Fetch-Site": "same-origin"}
    domain.request("PATCH", "", {"a": 1})
    domain.request("PUT", key("a"), {"value": 2}, page)
    body, headers = plist({"a": 3})
    domain.request("PUT", "", body, {**headers, **page})
    domain.request("POST", "/restore", {"revision": 0}, page)
    history = domain.get("/history").json["history"]
    assert [entry["source"] for entry in history] == ["restore", "import", "web", "api"]
    domain.request("PATCH", "", {"a": 4})
    first = domain.get("/history?limit=3").json
    rest = domain.get(f"/history?limit=3&after={first['next']}").json
    assert [entry["revision"] for entry in first["history"] + rest["history"]] == [5, 4, 3, 2, 1]
    assert rest["next"] is None


# Other programs


def test_writes_behind_a_foreign_lock_give_up_together_and_hold_up_nobody_else(fresh):
    domain = Domain(fresh, CLOCK)
    domain.request("PATCH", "", {"a": 1})
    other = sqlite3.connect(fresh.data / "vitrine.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        writes = [pool.submit(domain.request, "PUT", key(f"k{number}"), {"value": 1}) for number in range(8)]
        for _ in range(10):
            assert fresh.get("/healthz").status == 200
        # As many as there are threads for connections would wait for each of these.
        assert not any(write.done() for write in writes)
        replies = [write.result() for write in writes]
    # Each waits for 5 s in all; one after the other they would take 40.
    assert time.monotonic() - began < 25
    for reply in replies:
        assert reply.status == 503 and reply.headers["Retry-After"] and reply.json["type"] == "/problems/store-busy"
    assert domain.get().json == {"domain": CLOCK, "revision": 1, "values": {"a": 1}}
    other.execute("ROLLBACK")
    other.close()
    assert domain.request("PUT", key("k"), {"value": 1}).json["revision"] == 2


# Limits


def test_keys_hold_any_character_but_nul(domain):
    names = ["", " ", ".", "..", "a/b", "a.b", "é", "e\u0301", "\u0001", "😀", "a%2Fb", "$", "$$", "?#&", "x" * 1024]
    for index, name in enumerate(names):
        path = key(name)
        if name in ("", ".", ".."):
            written = domain.request("PATCH", "", {name: index})
        else:
            written = domain.request("PUT", path, {"value": index})
        assert written.status == 200, (name, written.text)
        if name not in ("", ".", "..", "e\u0301"):
            assert domain.get(path).json["value"] == index and domain.get(path).json["key"] == name
    refused = domain.request("PATCH", "", {"x" * 1025: 1, "good": 1})
    assert refused.status == 422 and "1024 bytes" in refused.json["detail"]
    refused = domain.request("PATCH", "", {"a\0b": 1, "good": 1})
    assert refused.status == 422 and refused.json["errors"][0]["pointer"] == "/a\0b", refused.text
    body, headers = plist({"a\0b": 1, "good": 1})
    refused = domain.request("PUT", "", body, headers)
    assert refused.status == 422 and "NUL" in refused.json["detail"]
    refused = domain.request("PUT", "/values/a%00b", {"value": 1})
    assert refused.status in (400, 422) and refused.json["detail"]
    assert "good" not in domain.get().json["values"]


def test_a_key_that_begins_with_a_dollar_is_doubled_in_every_body(domain):
    for method in ("PATCH", "PUT"):
        for body, pointer in (({"good": 1, "$bad": 1}, "/$bad"), ({"$bad": None, "good": 1}, "/$bad"), ({"a": {"$": 1, "b": 1}}, "/a/$")):
            refused = domain.request(method, "", body)
            assert refused.status == 422 and pointer in [error["pointer"] for error in refused.json["errors"]], refused.text
    assert domain.get().json["revision"] == 0
    assert domain.request("PATCH", "", {"$$good": 1}).json["changed"] == ["$good"]


def test_a_revision_is_a_whole_number_however_it_is_written(domain):
    for number in range(2):
        domain.request("PATCH", "", {"n": number})
    headers = {"Content-Type": "application/json"}
    assert domain.request("POST", "/restore", '{"revision": 1.0}', headers).json["revision"] == 3
    assert domain.request("POST", "/undo", '{"revision": 3e0}', headers).json["revision"] == 4
    assert domain.request("POST", "/undo", '{"revision": 3.5}', headers).status == 422


def test_a_value_of_a_megabyte_is_kept_and_a_larger_one_refused(domain):
    text = "é" * (1 << 19)
    assert domain.request("PUT", key("large"), {"value": text}).status == 200
    assert domain.get(key("large")).json["value"] == text
    refused = domain.request("PUT", key("large"), {"value": text + "x"})
    assert refused.status == 422 and "1048576 bytes" in refused.json["detail"]
    for number in range(3):
        assert domain.request("PUT", key(f"large{number}"), {"value": "x" * (1_048_000)}).status == 200
    refused = domain.request("PUT", key("more"), {"value": "x" * 10_000})
    assert refused.status == 413 and "“domain”" in refused.json["detail"] and "4194304 (4 MiB)" in refused.json["detail"]
    body, headers = plist({f"k{number}": b"x" * (1 << 19) for number in range(7)})
    assert domain.request("PUT", "", body, headers).status == 200
    connection = http.client.HTTPConnection(domain.server.url.removeprefix("http://"), timeout=30)
    # Refused by its length, before any of it is sent.
    connection.request("PUT", domain.base, headers={**headers, "Content-Length": str(7 << 20)})
    assert connection.getresponse().status == 413
    deep = "[" * 200 + "]" * 200
    refused = domain.request("PUT", key("deep"), '{"value":' + deep + "}", {"Content-Type": "application/json"})
    assert refused.status == 422 and "128 levels" in refused.json["detail"]


def test_ten_thousand_keys_are_kept_and_no_more(domain):
    values = {f"key {number}": number for number in range(10_000)}
    assert len(domain.request("PUT", "", values).json["changed"]) == 10_000
    assert domain.get().json["values"] == values
    refused = domain.request("PUT", key("one more"), {"value": 1})
    assert refused.status == 422 and "10000 keys" in refused.json["detail"]
    assert domain.request("PUT", layer("managed"), {"values": values | {"one more": 1}}).status == 422
    assert domain.get("/diff").json["total"] == 10_000


def test_of_two_writers_on_one_key_the_late_one_is_told(domain):
    tag = domain.request("PUT", key("k"), {"value": "first"}).headers["ETag"]
    for number in range(5):
        def write(name):
            return domain.request("PUT", key("k"), {"value": f"{name} {number}"}, {"If-Match": tag}).status
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(write, ["a", "b"])) == [200, 412]
        tag = domain.get().headers["ETag"]
    assert domain.get().json["revision"] == 6


def test_writers_on_other_keys_lose_nothing(domain):
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda n: domain.request("PUT", key(f"k{n}"), {"value": n}).status, range(60)))
    assert set(done) == {200}
    assert domain.get().json == {"domain": domain.name, "revision": 60, "values": {f"k{n}": n for n in range(60)}}


def test_all_layers_together_are_bounded(fresh):
    text = "x" * 1_000_000
    statuses = []
    for number in range(12):
        values = {"a": text, "b": text, "c": text}
        statuses.append(Domain(fresh, f"d{number}").request("PUT", layer("managed"), {"values": values}).status)
    assert statuses[:11] == [200] * 11 and statuses[11] == 422
    assert Domain(fresh, "d0").request("DELETE", layer("managed")).status == 200
    assert Domain(fresh, "d11").request("PUT", layer("managed"), {"values": {"a": text}}).status == 200


def test_a_change_of_a_layer_is_told_to_those_who_watch_the_domain(domain):
    with stream(domain.server, f"{domain.base}/events") as events:
        assert next(events)["data"] == {"domain": domain.name, "revision": 0, "keys": []}
        domain.request("PUT", layer("managed"), {"values": {"b": 1, "a": 1}})
        version = domain.get("/layers").json["version"]
        assert next(events)["data"] == {"domain": domain.name, "revision": 0, "layer": "managed", "keys": ["a", "b"], "layers": version}
        # Who comes back sees by the version whether the layers are others.
        with stream(domain.server, f"{domain.base}/events", last="0") as again:
            assert next(again)["data"] == {"domain": domain.name, "revision": 0, "keys": [], "layers": version}
        domain.request("PUT", layer("managed"), {"values": {"b": 1, "a": 1}})
        domain.request("PATCH", "", {"a": 2})
        assert next(events)["data"] == {"domain": domain.name, "revision": 1, "keys": ["a"]}
        domain.request("DELETE", layer("managed"))
        assert next(events)["data"] == {"domain": domain.name, "revision": 1, "layer": "managed", "keys": ["a", "b"]}
