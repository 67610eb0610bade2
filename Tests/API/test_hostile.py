"""Hostile input, sent through every route that takes it and read back through every route and page of what became of it.

One run sends one slice of the catalogue (`VITRINE_SEED`, seeds.py). `VITRINE_HOSTILE=long` goes further: deeper and longer
inputs, and every route in each round.
"""

import json
import os
import pathlib
import socket
import urllib.parse

import pytest

import hostile_inputs
from addresses import addresses
from archives import info, pack
from conftest import Server
from seeds import part_of, slices
from hostile_checks import Process, Visitor

LONG = os.environ.get("VITRINE_HOSTILE") == "long"
#: A run sends one of so many parts of the catalogue.
SLICES = 3
BASE = (hostile_inputs.PREFIX + "   | <UILabel: 0x3; frame = (10 40; 200 30); text = 'Lap'; tag = 7; layer = <CALayer: 0x4>>\n"
        "   | <UIButton: 0x5; frame = (10 90; 200 44); layer = <CALayer: 0x6>>\n").encode()
OCTETS = {"Content-Type": "application/octet-stream"}
JSON = {"Content-Type": "application/json"}
SECRET = b"a secret that no reply may hold"

#: What a second round may leave behind: files of the storage's readers, memory that the allocator keeps for the next time.
GROWTH = {"files": 4, "threads": 2, "memory": 48 << 20}


def form(**parts):
    """A multipart form; a name with an underscore at its end is a file's."""
    body = b"".join(f'--frontier\r\nContent-Disposition: form-data; name="{name.rstrip("_")}"'.encode() + (b'; filename="a.txt"' if name.endswith("_") else b"")
                    + b"\r\n\r\n" + part + b"\r\n" for name, part in parts.items())
    return body + b"--frontier--\r\n", {"Content-Type": "multipart/form-data; boundary=frontier"}


class Round:
    """One way through a part of the catalogue."""

    def __init__(self, server, canary, part, share=1):
        self.visitor = Visitor(server, SECRET)
        self.canary = canary
        self.part = part
        #: Every how-manieth address of a resource is read, from another one for each input.
        self.share = share
        self.turn = 0
        self.made = []

    def part_of(self, inputs):
        return part_of(inputs, self.part, SLICES).items()

    def subject(self, name, sent=b""):
        self.visitor.subject, self.visitor.sent = name, len(sent)

    def post(self, target, body, headers=JSON, method="POST"):
        status, content = self.visitor.ask(method, target, body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass"), headers)
        try:
            made = json.loads(content) if status in (200, 201) else {}
        except ValueError:
            made = {}
        return status, made if isinstance(made, dict) else {}

    def read(self, subject, **names):
        self.turn += 1
        for number, address in enumerate(addresses(subject, **names)):
            if (number + self.turn) % self.share == 0:
                self.visitor.ask("GET", address)

    def run(self):
        self.base = self.post("/api/v1/dumps?name=Base", BASE, OCTETS)[1]["id"]
        for part in (self.dumps, self.apps, self.edits, self.questions, self.sessions, self.values, self.heads):
            part()
        self.visitor.ask("DELETE", f"/api/v1/dumps/{self.base}")

    def dumps(self):
        target = self.post("/api/v1/dumps?name=Target", BASE, OCTETS)[1]["id"]
        for name, content in self.part_of(hostile_inputs.dumps(self.canary, 5 if LONG else 1)):
            self.subject(f"dump “{name}”", content)
            status, made = self.post("/api/v1/dumps", content, OCTETS)
            if status == 201:
                self.made.append(name)
                for dump in made.get("dumps", [made]):
                    self.read("dump", dump=dump["id"], base=self.base, view="1", tag="0", revision="1", companion="1")
                    if LONG or self.turn % 3 == 0:
                        self.session(dump["id"])
                    self.visitor.ask("DELETE", f"/api/v1/dumps/{dump['id']}")
            self.post(f"/api/v1/dumps/{target}/source", content, OCTETS, "PUT")
            self.visitor.ask("GET", f"/dumps/{target}")
            self.post(f"/api/v1/dumps/{target}/companions", content, {"Content-Type": "text/plain"})
            body, headers = form(companion_=content, text=content, name=hostile_inputs.MARK.encode())
            self.post(f"/dumps/{target}/companions", body, headers)
            self.visitor.ask("GET", f"/api/v1/dumps/{target}/companions")
            self.post("/api/v1/explain", content, {"Content-Type": "text/plain"})
            self.post("/explain", *form(text=content))
            for number, field in enumerate(("source", "dump_")):
                if LONG or (len(content) + self.share // 4 + number) % 2 == 0:
                    self.post("/dumps", *form(name=hostile_inputs.MARK.encode(), **{field: content}))
        self.subject("dumps that pages took")
        self.sweep("/api/v1/dumps", "dumps", target, self.base)
        self.visitor.ask("DELETE", f"/api/v1/dumps/{target}")

    def sweep(self, path, member, *kept):
        """Takes away what forms have made."""
        for one in json.loads(self.visitor.ask("GET", path)[1])[member]:
            if one["id"] not in kept:
                self.visitor.ask("DELETE", f"{path}/{urllib.parse.quote(one['id'], safe='')}")

    def apps(self):
        for name, archive in self.part_of(hostile_inputs.apps(5 if LONG else 1)):
            # What is in an archive is sent too, packed.
            self.subject(f"app “{name}”", archive * 4)
            status, made = self.post("/api/v1/apps?name=a.zip", archive, {"Content-Type": "application/zip"})
            if status == 201:
                app = made["app"]["id"] if "app" in made else made["id"]
                self.made.append(name)
                self.read("app", app=app, pane="Child", image="..%2f..%2fInfo.plist")
                path = f"/api/v1/apps/{urllib.parse.quote(app, safe='')}"
                self.post(f"{path}/settings", json.dumps({hostile_inputs.MARK: hostile_inputs.MARK, "sound": 1e308, "s1e+308": -0.0}), method="PATCH")
                found = json.loads(self.visitor.ask("GET", f"{path}/interfaces")[1]).get("interfaces", [])
                for one in found[:8]:
                    opened = self.post(f"{path}/interfaces/{urllib.parse.quote(one['path'], safe='')}/dump", b"")[1]
                    if "id" in opened:
                        self.visitor.ask("GET", f"/dumps/{opened['id']}")
                        self.visitor.ask("DELETE", f"/api/v1/dumps/{opened['id']}")
                self.visitor.ask("DELETE", path)
            self.post("/dumps", *form(dump_=archive))
        self.sweep("/api/v1/apps", "apps")

    def edits(self):
        path = f"/api/v1/dumps/{self.base}"
        for name, body in self.part_of(hostile_inputs.edits()):
            self.subject(f"edit “{name}”", body.encode() + BASE)
            status, _ = self.post(f"{path}/edits", body)
            if status == 200:
                self.made.append(name)
                for address in ("/views", "/edits", "/edits/1/views", "/constraints", "/constraints/changes", "/constraints/changes?format=text", "/dump.json", "/layout?width=900&height=900", "/wireframe.svg?style=screen"):
                    self.visitor.ask("GET", path + address)
                self.visitor.ask("GET", f"/dumps/{self.base}?view=1")
                self.post(f"{path}/edits", '{"op":"undo"}')
            changes = body.partition('"changes":')[2][:-1]
            if changes.startswith("{"):
                self.post(f"{path}/views/1", changes, {"Content-Type": "application/merge-patch+json"}, "PATCH")
            self.post(f"{path}/views/1/note", json.dumps({"text": body[:2_000]}), method="PUT")
        self.visitor.ask("GET", f"/dumps/{self.base}?panel=marks")
        self.post(f"{path}/edits", '{"op":"reset"}')
        for name, body in self.part_of(hostile_inputs.animations()):
            self.subject(f"animation “{name}”", body.encode() + BASE)
            self.post(f"{path}/animations", body)

    def questions(self):
        path = f"/api/v1/dumps/{self.base}"
        for name, body in self.part_of(hostile_inputs.rules()):
            self.subject(f"rules “{name}”", body.encode() + BASE)
            for kind in ("application/yaml", "application/json"):
                self.post(f"{path}/assert?devices=iphone-8", body, {"Content-Type": kind})
        prefixes = {"xpath": "xpath:", "predicate": "predicate:", "classChain": "chain:", "where": ""}
        for name, (parameter, text) in self.part_of(hostile_inputs.locators()):
            self.subject(f"locator “{name}”", text.encode() + BASE)
            quoted, asked = urllib.parse.quote(text), urllib.parse.quote(prefixes[parameter] + text)
            self.visitor.ask("GET", f"{path}/views?{parameter}={quoted}")
            for page in (f"/dumps/{self.base}?q={asked}", f"/timeline?dumps={self.base}&q={asked}", f"/?q={asked}"):
                self.visitor.ask("GET", page)

    def begin(self, dump):
        """A session on a dump, and its last element."""
        capabilities = {"platformName": "iOS", "appium:automationName": "Vitrine", "vitrine:dump": dump}
        begun = self.post("/session", json.dumps({"capabilities": {"alwaysMatch": capabilities}}))[1]
        session = f"/session/{begun['value']['sessionId']}"
        found = self.post(f"{session}/elements", '{"using":"xpath","value":"//*"}')[1]
        return session, next(iter(found["value"][-1].values()))

    def session(self, dump):
        """What a test tool reads of a dump."""
        session, element = self.begin(dump)
        for address in ("/source", f"/element/{element}/rect", f"/element/{element}/text", f"/element/{element}/attribute/label", f"/element/{element}/displayed", "/window/rect"):
            self.visitor.ask("GET", session + address)
        self.post(f"{session}/element/{element}/click", "{}")
        self.visitor.ask("DELETE", session)

    def sessions(self):
        session, element = self.begin(self.base)
        for name, (address, body) in self.part_of(hostile_inputs.commands()):
            body = json.dumps(body)
            self.subject(f"command “{name}”", body.encode() + BASE)
            self.post(session + address, body)
            for target in (f"{session}/element/{element}/value", f"{session}/element/{element}/element"):
                self.post(target, body)
        mark = urllib.parse.quote(hostile_inputs.MARK, safe="")
        for address in ("", "/source", "/appium/settings", "/window/rect", f"/element/{element}/attribute/{mark}", f"/element/{mark}/rect", f"/element/{element}/css/{mark}"):
            self.visitor.ask("GET", session + address)
        self.visitor.ask("DELETE", session)

    def values(self):
        domain = "com.example.hostile"
        path = f"/api/v1/defaults/{domain}"
        for name, (kind, body) in self.part_of(hostile_inputs.defaults()):
            body = body if isinstance(body, bytes) else body.encode()
            self.subject(f"defaults “{name}”", body)
            status, _ = self.post(path, body, {"Content-Type": kind}, "PUT")
            if status == 200:
                self.made.append(name)
            self.post(path, body, method="PATCH")
            self.post(f"{path}/values/a%2fb", body, method="PUT")
            for layer in ("managed", "registered"):
                self.post(f"{path}/layers/{layer}", body, {"Content-Type": kind}, "PUT")
            self.post(f"{path}/arguments", json.dumps({"arguments": ["-a", body.decode("utf-8", "replace"), "-"]}))
            self.post(f"/defaults/{domain}/import", *form(file_=body, text=body, mode=b"replace"))
            self.read("domain", domain=domain, key="a", layer="managed")
            sets = "/api/v1/defaults/sets"
            for address in (f"{sets}/hostile", f"{sets}/hostile?domain={domain}"):
                self.post(address, body, {"Content-Type": kind}, "PUT")
            self.post("/defaults/sets", *form(name=b"hostile", domains=b"", file_=body))
            self.post(f"{sets}/hostile/apply?preview=true", b"")
            for page in ("/defaults/sets/hostile", "/defaults/sets/hostile/apply", f"{sets}/hostile/diff", f"{path}?decoded=true"):
                self.visitor.ask("GET", page)
            self.visitor.ask("DELETE", path)
        app = "com.example.managed"
        self.post("/api/v1/apps?name=a.zip", pack([("A.app/Info.plist", info(app))]), {"Content-Type": "application/zip"})
        for name, body in self.part_of(hostile_inputs.managed(app)):
            self.subject(f"managed configuration “{name}”", body)
            page = f"/apps/{app}/managed-configuration"
            if self.post(f"/api/v1{page}", body, OCTETS, "PUT")[0] == 200:
                self.made.append(name)
            self.post(page, *form(file_=body))
            for address in (f"/api/v1{page}", page, *(f"{page}/export/{kind}" for kind in ("xml", "mobileconfig", "plist")), f"/defaults/{app}?view=app"):
                self.visitor.ask("GET", address)
            self.visitor.ask("DELETE", f"/api/v1{page}")
        self.visitor.ask("DELETE", f"/api/v1/apps/{app}")
        for odd in ("..", "%2e%2e%2fetc", "a%00b", urllib.parse.quote(hostile_inputs.MARK, safe=""), "x" * 5_000):
            self.subject(f"domain {odd[:20]}")
            self.visitor.ask("GET", f"/api/v1/defaults/{odd}")
            self.visitor.ask("GET", f"/defaults/{odd}")

    def heads(self):
        for name, (method, target, headers, body) in self.part_of(hostile_inputs.requests()):
            self.subject(f"request “{name}”", "".join(headers).encode() + (body or b""))
            # A path as it is may hold a stream that never ends.
            if "/events" not in target:
                self.visitor.ask(method, target, body, headers)
        self.sweep("/api/v1/dumps", "dumps", self.base)


@pytest.fixture
def canary(tmp_path):
    """A server that nobody may ask, and a file that nobody may read."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    secret = tmp_path / "secret.txt"
    secret.write_bytes(SECRET)
    yield listener, (f"http://127.0.0.1:{listener.getsockname()[1]}", str(secret))
    listener.close()


@pytest.mark.long
@pytest.mark.figures
@pytest.mark.parametrize("part", slices(SLICES))
def test_no_hostile_input_brings_the_server_down_leaks_or_is_more_than_text(tmp_path, canary, part):
    listener, bait = canary
    server = Server(tmp_path / "data", []).start()
    try:
        process = Process(server)
        start = process.start
        first = Round(server, bait, part, share=1 if LONG else 5)
        first.run()
        before = process.counts()
        second = Round(server, bait, part, share=1 if LONG else 9)
        second.run()
        after = process.counts()
        for one in (first, second):
            (slowest, slow), (widest, wide) = one.visitor.slowest, one.visitor.widest
            print(f"{one.visitor.asked} replies, {len(one.made)} inputs taken; slowest {slowest:.2f} s ({slow}); {widest:.0%} of what a reply may have ({wide})")
        print(f"resident memory {before['memory'] >> 20} MB, after another round {after['memory'] >> 20} MB")
        assert first.visitor.faults + second.visitor.faults == []
        # The catalogue is of use only as long as much of it gets past the first look at it.
        assert len(first.made) > 15
        assert process.start == start and server.process.poll() is None
        grown = {name: after[name] - before[name] for name in GROWTH}
        assert all(grown[name] <= most for name, most in GROWTH.items()), f"grown by {grown}, from {before}"
        # Nobody asked the address, and nothing was written outside the data folder.
        with pytest.raises(BlockingIOError):
            listener.accept()
        escaped = [place for root in (tmp_path, pathlib.Path("/tmp"), tmp_path.parent) for place in root.glob("**/hostile-escaped" if root == tmp_path else "hostile-escaped")]
        assert escaped == []
    finally:
        code = server.stop() if server.process.poll() is None else server.process.returncode
    assert code == 0
    # Each line of the log is the log's own.
    for line in pathlib.Path(server.log.name).read_bytes().splitlines():
        entry = json.loads(line.decode("utf-8"))
        assert entry.get("message") != "forged" and "\x1b" not in line.decode("utf-8")
