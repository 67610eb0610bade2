"""A server that is killed in the middle of writes loses nothing that it has acknowledged, and leaves nothing half done.

Five kills; VITRINE_KILLS=70 makes it a long run. The figures are printed (pytest -s shows them).
"""

import http.client
import os
import plistlib
import random
import subprocess
import threading

import pytest

from archives import pack
from conftest import Server

KILLS = int(os.environ.get("VITRINE_KILLS", "5"))
BINARY_ERRORS = (OSError, http.client.HTTPException)
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c626001000000ffff03000006000557bfabd40000000049454e44ae426082")


def dump(number, views=40):
    lines = [f"<UIWindow; frame = (0 0; 320 480); text = 'w{number}'; layer = <CALayer>>"]
    return "\n".join(lines + [f"   | <UILabel; frame = (0 {row}; 100 20); text = '{number}'; layer = <CALayer>>" for row in range(views)]) + "\n"


class Writer:
    """Writes one kind of thing, again and again, and knows what was acknowledged and what was on its way."""

    def __init__(self):
        self.acknowledged = None
        self.pending = None
        self.number = 0

    def step(self, server):
        """One write, after which the number is acknowledged."""
        self.number += 1
        self.pending = self.number
        reply = self.write(server, self.number)
        assert reply.status in (200, 201, 204), reply.text
        self.acknowledged = self.number

    def allowed(self):
        return {self.acknowledged, self.pending}

    def settle(self, found):
        """Takes over what was found: what was on its way may have been written or not."""
        assert found in self.allowed(), f"{type(self).__name__}: found {found}, acknowledged {self.acknowledged}, sent {self.pending}"
        self.acknowledged = self.pending = found
        self.number = found or 0


class Patches(Writer):
    """Keys of a domain that change together."""
    domain = "/api/v1/defaults/kill.patches"

    def write(self, server, number):
        return server.request("PATCH", self.domain, {"a": number, "b": {"c": [number] * 50}})

    def check(self, server):
        reply = server.get(self.domain).json
        values = reply["values"]
        assert values.get("b", {}).get("c", []) == ([values["a"]] * 50 if values else [])
        self.settle(values.get("a"))
        history = server.get(f"{self.domain}/history?limit=1").json["history"]
        assert [entry["revision"] for entry in history] == ([reply["revision"]] if values else [])
        assert not values or history[0]["changes"][0]["after"] == values["a"]


class Imports(Writer):
    """A domain that is replaced by a property list."""
    domain = "/api/v1/defaults/kill.imports"

    def write(self, server, number):
        body = plistlib.dumps({f"k{key}": number for key in range(30)}, fmt=plistlib.FMT_BINARY)
        return server.request("PUT", self.domain, body, {"Content-Type": "application/x-plist"})

    def check(self, server):
        values = server.get(self.domain).json["values"]
        assert len(values) in (0, 30) and len(set(values.values())) <= 1
        self.settle(next(iter(values.values()), None))


class Sets(Writer):
    """A named set that is applied to three domains, all or none of them."""
    domains = [f"kill.set{letter}" for letter in "abc"]

    def write(self, server, number):
        body = {"domains": {domain: {"n": number, f"k{number}": True, f"k{number - 1}": None} for domain in self.domains}}
        assert server.request("PUT", "/api/v1/defaults/sets/kill", body).status in (200, 201)
        return server.request("POST", "/api/v1/defaults/sets/kill/apply")

    def check(self, server):
        found = [server.get(f"/api/v1/defaults/{domain}").json["values"] for domain in self.domains]
        assert found[0] == found[1] == found[2] and set(found[0]) <= {"n", f"k{found[0].get('n')}"}
        self.settle(found[0].get("n"))


class Uploads(Writer):
    """Dumps with a picture."""

    def __init__(self):
        super().__init__()
        self.ids = {}

    def write(self, server, number):
        name = f"up-{number}".encode()
        reply = server.upload({"dump": dump(number).encode(), "screenshot": ("s.png", PNG), "name": name})
        if reply.status == 201:
            self.ids[number] = reply.json["id"]
        return reply

    def check(self, server):
        there = {found["name"]: found["id"] for found in server.get("/api/v1/dumps?q=up-").json["dumps"]}
        for number, id in self.ids.items():
            assert there.get(f"up-{number}") == id, f"the dump {number} is gone"
        if f"up-{self.pending}" in there:
            self.ids[self.pending] = there[f"up-{self.pending}"]
        assert len(there) == len(self.ids)
        for number in sorted(self.ids)[-5:]:
            base = f"/api/v1/dumps/{self.ids[number]}"
            assert server.get(f"{base}/source").text == dump(number) and server.get(f"{base}/screenshot").body == PNG


class Edits(Writer):
    """Edits of one dump, whose journal is replayed."""
    base = None

    def write(self, server, number):
        if self.base is None:
            made = server.request("POST", "/api/v1/dumps?name=edited", dump(0), {"Content-Type": "text/plain"})
            self.base = f"/api/v1/dumps/{made.json['id']}"
        return server.request("PATCH", f"{self.base}/views/3", {"frame": {"x": number, "y": 0, "width": 10, "height": 10}})

    def check(self, server):
        if self.base is None:
            return
        summary, view = server.get(self.base).json, server.get(f"{self.base}/views/3").json
        self.settle(int(view["frame"]["x"]) or None)
        assert summary["edits"]["applied"] == summary["revision"] == server.get(f"{self.base}/edits").json["total"] == (self.acknowledged or 0)


class Replacements(Writer):
    """Newer versions of one dump."""
    base = None

    def write(self, server, number):
        if self.base is None:
            made = server.request("POST", "/api/v1/dumps?name=replaced", dump(0), {"Content-Type": "text/plain"})
            self.base = f"/api/v1/dumps/{made.json['id']}"
        return server.request("PUT", f"{self.base}/source", dump(number), {"Content-Type": "text/plain"})

    def check(self, server):
        if self.base is None:
            return
        source = server.get(f"{self.base}/source").text
        number = int(source.split("text = 'w")[1].split("'")[0])
        assert source == dump(number)
        texts = {view["text"] for view in server.get(f"{self.base}/views?fields=text").json["views"]}
        assert texts == {f"w{number}", str(number)}
        self.settle(number or None)


class Apps(Writer):
    """Apps that come and go."""

    def __init__(self):
        super().__init__()
        self.there = set()

    def write(self, server, number):
        if len(self.there) > 3:
            oldest = min(self.there)
            self.there.discard(oldest)
            reply = server.request("DELETE", f"/api/v1/apps/com.example.app{oldest}")
            assert reply.status in (204, 404), reply.text
        files = {
            "A.app/Info.plist": plistlib.dumps({"CFBundleIdentifier": f"com.example.app{number}", "CFBundleName": f"App {number}"}),
            "A.app/Settings.bundle/Root.plist": plistlib.dumps({"PreferenceSpecifiers": [
                {"Type": "PSToggleSwitchSpecifier", "Key": f"k{number}", "Title": "On", "DefaultValue": True}]}),
        }
        reply = server.request("POST", "/api/v1/apps", pack(list(files.items())), {"Content-Type": "application/zip"})
        if reply.status == 201:
            self.there.add(number)
        return reply

    def check(self, server):
        found = {app["id"] for app in server.get("/api/v1/apps").json["apps"]}
        assert {f"com.example.app{number}" for number in self.there} <= found
        if f"com.example.app{self.pending}" in found:
            self.there.add(self.pending)
        for number in self.there:
            pane = server.get(f"/api/v1/apps/com.example.app{number}/settings").json
            assert pane["groups"][0]["rows"][0]["key"] == f"k{number}"


@pytest.mark.figures
def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(tmp_path):
    chance = random.Random(KILLS)
    writers = [Patches(), Imports(), Sets(), Uploads(), Edits(), Replacements(), Apps()]
    server = Server(tmp_path / "data", [])
    counted = threading.Condition()
    total, faults = 0, []

    def work(writer):
        nonlocal total
        try:
            while True:
                writer.step(server)
                with counted:
                    total += 1
                    counted.notify_all()
        except BINARY_ERRORS:
            pass
        except BaseException as fault:
            with counted:
                faults.append(fault)
                counted.notify_all()

    binary = os.environ.get("VITRINE_BINARY")
    for round in range(KILLS):
        server.start()
        for writer in writers:
            writer.check(server)
        threads = [threading.Thread(target=work, args=[writer]) for writer in writers]
        for thread in threads:
            thread.start()
        with counted:
            goal = total + chance.randint(6, 40)
            assert counted.wait_for(lambda: total >= goal or faults, timeout=120)
        server.process.kill()
        server.process.wait()
        server.process.stdout.close()
        server.log.close()
        for thread in threads:
            thread.join()
        assert not faults, faults
        if binary:
            looked = subprocess.run([binary, "check", "--data", str(server.data)], capture_output=True, text=True, timeout=120)
            assert looked.returncode == 0 and looked.stdout.startswith("sound"), looked.stdout + looked.stderr
    server.start()
    for writer in writers:
        writer.check(server)
    assert server.stop() == 0
    print(f"{KILLS} kills, {total} acknowledged writes, all of them there")
