"""Event streams as a script reads them: line by line from a socket."""

import contextlib
import http.client
import json
import signal
import urllib.parse

DOMAIN = "/api/v1/defaults/com.example.clock"
DUMP = "<UIWindow: 0x7f8a01; frame = (0 0; 375 667); layer = <CALayer: 0x60>>\n"


class Stream:
    """One event stream; iterating gives its events as dictionaries of their fields."""

    def __init__(self, server, path, last=None):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(server.url).netloc, timeout=30)
        self.connection.request("GET", path, headers={"Last-Event-ID": last} if last else {})
        self.reply = self.connection.getresponse()
        self.headers = self.reply.headers
        assert self.reply.status == 200, self.reply.read()

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            fields = {}
            while (line := self.reply.readline().decode()) not in ("\n", ""):
                name, _, value = line.rstrip("\n").partition(": ")
                fields[name] = value
            if "data" in fields:
                return {**fields, "data": json.loads(fields["data"])}
            if line == "":
                raise StopIteration

    def close(self):
        self.reply.close()
        self.connection.close()


def stream(server, path, last=None):
    return contextlib.closing(Stream(server, path, last))


def change(revision, keys, domain="com.example.clock"):
    return {"event": "change", "id": str(revision), "data": {"domain": domain, "revision": revision, "keys": keys}}


def test_a_change_is_told_to_all_who_watch_the_domain(shared):
    with stream(shared, DOMAIN + "/events") as first, stream(shared, DOMAIN + "/events") as second:
        assert first.headers["Content-Type"] == "text/event-stream"
        assert first.headers["Cache-Control"] == "no-store"
        assert first.headers["X-Accel-Buffering"] == "no"
        assert "ETag" not in first.headers and "Content-Encoding" not in first.headers
        for events in (first, second):
            assert next(events) == change(0, [])
        shared.request("PATCH", DOMAIN, {"face": "roman", "vibrate": True})
        shared.request("PATCH", "/api/v1/defaults/another", {"face": "roman"})
        shared.request("PATCH", DOMAIN, {"vibrate": None})
        for events in (first, second):
            assert next(events) == change(1, ["face", "vibrate"])
            assert next(events) == change(2, ["vibrate"])


def test_a_client_that_comes_back_is_told_what_it_missed_also_after_a_restart(shared):
    domain, address = "com.example.missed", "/api/v1/defaults/com.example.missed"
    for value in range(3):
        shared.request("PATCH", address, {f"key {value}": value})
    with stream(shared, f"{address}/events", last="1") as events:
        assert [next(events), next(events)] == [change(2, ["key 1"], domain), change(3, ["key 2"], domain)]
    assert shared.stop() == 0
    shared.start()
    with stream(shared, f"{address}/events", last="2") as events:
        assert next(events) == change(3, ["key 2"], domain)


def test_an_edit_is_told_to_those_who_watch_the_dump(shared):
    dump = shared.request("POST", "/api/v1/dumps", DUMP).json["id"]
    with stream(shared, f"/api/v1/dumps/{dump}/events") as events, stream(shared, f"/api/v1/events?dumps={dump}") as all_events:
        next(events), next(all_events)
        written = shared.request("PATCH", f"/api/v1/dumps/{dump}/views/0", {"alpha": 0.5})
        assert written.status == 200, written.body
        data = {"revision": written.json["revision"], "changed": [0]}
        assert next(events) == {"event": "edit", "id": str(data["revision"]), "data": data}
        assert next(all_events) == {"event": "edit", "id": str(data["revision"]), "data": {"dump": dump, **data}}


def test_the_stream_of_a_deleted_dump_ends(shared):
    dump = shared.request("POST", "/api/v1/dumps", DUMP).json
    with stream(shared, f"/api/v1/dumps/{dump['id']}/events") as events:
        assert next(events) == {
            "event": "edit", "id": str(dump["revision"]), "data": {"revision": dump["revision"], "changed": []},
        }
        assert shared.request("DELETE", f"/api/v1/dumps/{dump['id']}").status == 204
        gone = next(events)
        assert (gone["event"], gone["data"]) == ("gone", {"dump": dump["id"]})
        assert list(events) == []
    assert shared.get(f"/api/v1/dumps/{dump['id']}/events").status == 404


def test_one_connection_carries_several_dumps_and_domains(shared):
    dump = shared.request("POST", "/api/v1/dumps", DUMP).json["id"]
    with stream(shared, f"/api/v1/events?dumps={dump}&domains=a,b") as events:
        assert [next(events)["data"].get(name) for name in ("dump", "domain", "domain")] == [dump, "a", "b"]
        shared.request("PATCH", "/api/v1/defaults/b", {"x": 1})
        assert next(events) == {**change(1, ["x"], "b"), "id": "0.0.1"}
        shared.request("DELETE", f"/api/v1/dumps/{dump}")
        assert next(events)["event"] == "gone"
        shared.request("PATCH", "/api/v1/defaults/a", {"x": 1})
        assert next(events)["data"]["domain"] == "a"


def test_head_tells_of_a_stream_and_sends_none(samples):
    reply = samples.request("HEAD", DOMAIN + "/events")
    assert reply.status == 200 and reply.headers["Content-Type"] == "text/event-stream" and reply.body == b""


def test_the_server_ends_its_streams_when_it_is_told_to_stop(fresh):
    streams = [Stream(fresh, DOMAIN + "/events") for _ in range(20)]
    for events in streams:
        next(events)
    fresh.process.send_signal(signal.SIGTERM)
    for events in streams:
        assert list(events) == []
    assert fresh.process.wait(timeout=30) == 0
    for events in streams:
        events.close()
