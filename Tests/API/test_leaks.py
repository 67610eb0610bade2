"""What stays behind after many requests: nothing, whatever they were.

A few hundred in `script/test --all`; `script/test --sanitize` asks for 10,000, of a server that looks for leaks itself when it ends.
"""

import itertools
import json
import os

import pytest

import hostile_inputs
from conftest import SAMPLES, Server
from hostile_checks import Process, Visitor

COUNT = int(os.environ.get("VITRINE_REQUESTS", "400"))
DUMP = hostile_inputs.document(hostile_inputs.view("UIWindow", (0, 0, 390, 844), subviews=[
    hostile_inputs.view("UILabel", (0, 40 * row, 300, 30), text=f"row {row}", tag=row) for row in range(20)]))


def requests(dump, app):
    """Requests of every kind, over and over: what is read, written, taken back, refused and not there."""
    api, domain = f"/api/v1/dumps/{dump}", "/api/v1/defaults/com.example.leak"
    merge = {"Content-Type": "application/json"}
    for turn in itertools.count():
        edit = json.dumps({"op": "change", "view": turn % 20 + 1, "changes": {"text": f"turn {turn}"}})
        yield from [
            ("GET", "/", None, {}), ("GET", f"/dumps/{dump}?view=3", None, {}), ("GET", f"{api}/views", None, {"Accept-Encoding": "gzip"}),
            ("GET", f"{api}/wireframe.svg?style=screen", None, {}), ("GET", f"{api}/layout?width={400 + turn % 50}&height=300", None, {}), ("GET", f"{api}/lint", None, {}),
            ("GET", f"{api}/views?xpath=//UILabel[@text='row 3']", None, {}), ("GET", f"{api}/views?predicate=label%20MATCHES%20'(a%2B)%2Bb'", None, {}),
            ("POST", f"{api}/edits", edit.encode(), merge), ("POST", f"{api}/edits", b'{"op":"undo"}', merge), ("POST", f"{api}/edits", b'{"op":"remove","view":9999}', merge),
            ("POST", f"{api}/assert", b"rules:\n  - view: {where: 'class:UILabel'}\n    expect: {width: 300}\n", {"Content-Type": "application/yaml"}),
            ("POST", "/api/v1/dumps?name=leak", DUMP, {"Content-Type": "application/octet-stream"}), ("POST", "/api/v1/dumps", b"<" * 300, {}),
            ("GET", f"/apps/{app}/settings", None, {}), ("GET", f"/api/v1/apps/{app}/settings?deep=true&lang=de", None, {}), ("GET", f"/api/v1/apps/{app}/lint", None, {}),
            ("PATCH", domain, json.dumps({"turn": turn % 7, "list": [1, {"a": True}]}).encode(), merge), ("GET", domain, None, {}), ("GET", "/defaults/com.example.leak/history", None, {}),
            ("GET", "/api/v1/openapi.json", None, {"If-None-Match": "*"}), ("GET", "/assets/none", None, {}), ("GET", "/api/v1/dumps?limit=x", None, {}), ("HOSTILE", "/", None, {}),
        ]


@pytest.mark.figures
def test_nothing_stays_behind_after_many_requests(tmp_path):
    # History is kept by design; so that what is left is not that, little of it is.
    server = Server(tmp_path / "data", [SAMPLES], "--keep-revisions", "10").start()
    try:
        visitor, process = Visitor(server, b"a text that is nowhere"), Process(server)
        visitor.sent = 1 << 20
        dump = server.get("/api/v1/dumps?q=Stopwatch").json["dumps"][0]["id"]
        app = server.get("/api/v1/apps").json["apps"][0]["id"]
        counts = []
        for number, (method, target, body, headers) in enumerate(itertools.islice(requests(dump, app), COUNT)):
            status, content = visitor.ask(method, target, body, headers)
            if method == "POST" and status == 201:
                visitor.ask("DELETE", f"/api/v1/dumps/{json.loads(content)['id']}")
            if number % max(COUNT // 4, 1) == 0 or number == COUNT - 1:
                counts.append(process.counts())
        print(f"{visitor.asked} replies: " + ", ".join(f"{one['memory'] >> 20} MB, {one['files']} files, {one['threads']} threads" for one in counts))
        assert visitor.faults == []
        half, end = counts[2], counts[-1]
        assert end["files"] <= half["files"] + 4 and end["threads"] <= half["threads"] + 2
        # The second half has as many requests as the first: memory that every request kept would have doubled.
        assert end["memory"] - half["memory"] < max(32 << 20, COUNT // 2 * 2_000), counts
    finally:
        code = server.stop() if server.process.poll() is None else server.process.returncode
    # A server that looks for leaks says so by its code.
    assert code == 0, open(server.log.name, encoding="utf-8", errors="replace").read()[-6_000:]


def test_no_request_leaves_some_bytes_behind(tmp_path):
    """What a request leaves behind shows in every round; what the allocator does shows in some."""
    server = Server(tmp_path / "data", [SAMPLES]).start()
    try:
        visitor, process = Visitor(server, b"a text that is nowhere"), Process(server)
        dump = server.get("/api/v1/dumps?q=Stopwatch").json["dumps"][0]["id"]
        for target in ("/healthz", f"/api/v1/dumps/{dump}/views/1", "/api/v1/defaults/a"):
            grown = []
            for _ in range(5):
                before = process.counts()["memory"]
                for _ in range(800):
                    visitor.ask("GET", target)
                grown.append(process.counts()["memory"] - before)
            # The first round fills caches.
            assert min(grown[1:]) < 800 * 200, f"{target}: {grown} bytes in rounds of 800 requests"
        assert visitor.faults == []
    finally:
        server.stop()
