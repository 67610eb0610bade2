"""The mirror of user defaults for apps: compiled as an app does, and run against a server over links that fail."""

import base64
import contextlib
import datetime
import fcntl
import hashlib
import json
import os
import pathlib
import plistlib
import queue
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from xml.parsers.expat import ExpatError

import pytest

from conftest import REPOSITORY, SAMPLES
from seeds import SEED
from settling import wait_until

MIRROR = REPOSITORY / "Public/exporter/VitrineDefaults.swift"
DRIVER = REPOSITORY / "Tests/Exporter/Mirror.swift"
SUITE = "com.example.mirrored"
ADDRESS = f"/api/v1/defaults/{SUITE}"


@pytest.fixture(scope="session")
def app():
    """The program that mirrors; made anew when a source has changed."""
    if not shutil.which("swiftc"):
        pytest.skip("there is no swiftc")
    version = subprocess.run(["swiftc", "--version"], capture_output=True, timeout=60).stdout
    key = hashlib.sha256(version + MIRROR.read_bytes() + DRIVER.read_bytes()).hexdigest()[:16]
    folder = REPOSITORY / ".build/exporter" / f"mirror-{key}"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            shutil.copy(DRIVER, folder / "main.swift")
            done = subprocess.run(["swiftc", "-warnings-as-errors", "-swift-version", "5", MIRROR, "main.swift", "-o", "run"],
                                  cwd=folder, capture_output=True, text=True, timeout=600)
            assert done.returncode == 0, done.stderr
            (folder / "done").touch()
    return folder / "run"


def is_whole(preferences):
    try:
        plistlib.loads(preferences)
    except (ValueError, ExpatError):
        return False
    return True


class App:
    """A running app, and what it has told."""

    def __init__(self, program, home, server, *options):
        self.command = [str(program), server, SUITE, str(home / "state"), *options]
        self.preferences = home / f".config/{SUITE}.plist"
        self.environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")} | {"HOME": str(home)}
        self.events = []
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answers = queue.Queue()
        self.reader = threading.Thread(target=self.read, args=(self.process, self.answers), daemon=True)
        self.reader.start()

    def read(self, process, answers):
        for line in process.stdout:
            event = json.loads(line)
            (answers.put if event["event"] in ("done", "values", "stopped") else self.events.append)(event)

    def ask(self, **command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return self.answers.get(timeout=60)

    def set(self, **values):
        self.ask(do="set", plist=base64.b64encode(plistlib.dumps(values, fmt=plistlib.FMT_BINARY)).decode())

    def write(self, **values):
        self.ask(do="write", plist=base64.b64encode(plistlib.dumps(values, fmt=plistlib.FMT_BINARY)).decode())

    def remove(self, key):
        self.ask(do="remove", key=key)

    @property
    def values(self):
        return plistlib.loads(base64.b64decode(self.ask(do="values")["plist"]))

    def told(self, kind):
        return [event for event in list(self.events) if event["event"] == kind]

    def kill(self):
        """Ends the app at once, wherever it is but for the writing of its preferences.

        Foundation on Linux empties their file and fills it again, so that an app that ends in between has none of them left; on a
        device another process writes them.
        """
        while True:
            self.process.send_signal(signal.SIGSTOP)
            wait_until(self.stands)
            if not self.preferences.exists() or is_whole(self.preferences.read_bytes()):
                break
            self.process.send_signal(signal.SIGCONT)
            time.sleep(0.001)
        self.process.kill()
        self.end()

    def stands(self):
        """Whether every thread of the process has stopped."""
        threads = pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()
        return all((thread / "stat").read_text().rpartition(")")[2].split()[0] == "T" for thread in threads)

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.reader.join(timeout=60)
        self.process.stdout.close()


@pytest.fixture
def run(app, tmp_path):
    apps = []

    def run(server, *options, home="home"):
        (tmp_path / home).mkdir(exist_ok=True)
        apps.append(App(app, tmp_path / home, server, *options))
        return apps[-1]

    yield run
    for each in apps:
        if each.process.poll() is None:
            each.kill()


class Link:
    """A TCP proxy whose connections are refused, slow, or cut after so many bytes in either direction, until it heals.

    The first is refused, whatever the seed: a whole one might last as long as the test.
    """

    def __init__(self, url, seed):
        self.target = int(url.rsplit(":", 1)[1])
        self.seed = seed
        self.count = 0
        self.fails = True
        self.cuts = Counter()
        self.open = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.count += 1
            threading.Thread(target=self.serve, args=(client, self.count), daemon=True).start()

    def serve(self, client, number):
        chance = random.Random(f"{self.seed} {number}")
        kinds = ["refused"] if number == 1 else ["refused", "request", "answer", "answer", "lost", "slow", "whole"]
        kind = chance.choice(kinds) if self.fails else "whole"
        room = {"request": (chance.randrange(1, 400), 1 << 40), "answer": (1 << 40, chance.randrange(1, 900)), "lost": (1 << 40, 0)}
        up, down = room.get(kind, (1 << 40, 1 << 40))
        pause = chance.random() * 0.05 if kind == "slow" else 0
        if kind == "lost":
            # The first answers arrive, so that changes are sent too; then one is lost.
            down = chance.choice([0, 600, 1200])
        with contextlib.ExitStack() as stack:
            stack.callback(client.close)
            if kind == "refused":
                self.cuts[kind] += 1
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target), timeout=60)
            except OSError:
                return
            stack.callback(server.close)
            self.open |= {client, server}
            stack.callback(self.open.difference_update, {client, server})
            left = {client: up, server: down}
            lacks_body = False
            try:
                while True:
                    ready = select.select([client, server], [], [], 1 if lacks_body else 60)[0]
                    # Foundation on Linux repeats a request without its body where a kept connection ends without an answer.
                    if lacks_body and not ready:
                        return
                    for source in ready:
                        data = source.recv(65_536)
                        if not data:
                            return
                        time.sleep(pause)
                        part = data[:left[source]]
                        # Foundation on Linux ends the program where an answer ends in its head: it is cut before or behind.
                        if len(part) < len(data) and data.startswith(b"HTTP/") and len(part) <= data.find(b"\r\n\r\n") + 4:
                            part = b""
                        (server if source is client else client).sendall(part)
                        lacks_body = source is client and data.startswith(b"PATCH ") and data.endswith(b"\r\n\r\n")
                        left[source] -= len(part)
                        if len(part) < len(data):
                            self.cuts[kind] += 1
                            return
            except (OSError, ValueError):
                return

    def cut(self):
        """Cuts what is connected."""
        for end in list(self.open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def heal(self):
        self.fails = False
        self.cut()

    def close(self):
        self.listener.close()
        self.cut()


@pytest.fixture
def link():
    links = []

    def link(url, seed):
        links.append(Link(url, seed))
        return links[-1]

    yield link
    for each in links:
        each.close()


def stored(server):
    return plistlib.loads(server.get(ADDRESS, Accept="application/x-plist").body)


def history(server):
    """Every revision, oldest first."""
    return server.get(ADDRESS + "/history?limit=10000").json["history"][::-1]


def agrees(server, *apps):
    def look():
        values = stored(server)
        return all(app.values == values for app in apps)
    return look


ALL_TYPES = {
    "flag": True, "off": False, "one": 1, "whole": 1.0, "part": -0.25, "large": 2**64 - 1, "small": -(2**63), "text": "“a\\b”\n\u2028 \U0001f551",
    "empty": "", "data": b"\x00\xff", "date": datetime.datetime(2026, 1, 2, 3, 4, 5), "old": datetime.datetime(1583, 2, 28, 23, 59, 59),
    "list": [1, True, 1.0, [], {"$k": [b"", {"$date": "x"}]}], "members": {"": 0, "a.b/c": {"$$": "$"}}, "$key": "$", "a.b/c d": 7,
}


def typed(value):
    """A value with its types, which Python takes for equal else."""
    if isinstance(value, dict):
        return {key: typed(member) for key, member in value.items()}
    return [typed(item) for item in value] if isinstance(value, list) else (type(value).__name__, value)


@pytest.mark.parametrize("version", ["5", "6"])
def test_it_is_right_in_both_languages(app, version):
    done = subprocess.run(["swiftc", "-typecheck", "-parse-as-library", "-warnings-as-errors", "-swift-version", version, MIRROR],
                          capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "warning:" not in done.stderr, done.stderr


def test_nothing_in_it_can_end_the_app_or_is_newer_than_ios_12():
    code = re.sub(r'"(\\.|[^"\\])*"|//.*', "", MIRROR.read_text())
    assert not re.search(r"try!|as!|fatalError|precondition|assert\(|unowned|[\w)\]]!(?!=)", code)
    assert not re.search(r"\basync\b(?! *\{)(?!After)|\bawait\b|\bTask *\{|\bactor\b|SwiftUI|Combine|UIKit", code.replace("work.async", ""))
    assert set(re.findall(r"^import (\w+)", code, re.M)) == {"Foundation", "FoundationNetworking"}


def test_values_of_every_type_go_both_ways(run, fresh):
    app = run(fresh.url)
    app.set(**ALL_TYPES)
    wait_until(lambda: len(stored(fresh)) == len(ALL_TYPES))
    assert typed(stored(fresh)) == typed(ALL_TYPES)
    turned = {f"{key}2": value for key, value in ALL_TYPES.items()}
    fresh.request("PUT", ADDRESS, plistlib.dumps(turned, fmt=plistlib.FMT_BINARY), {"Content-Type": "application/x-plist"})
    wait_until(lambda: typed(app.values) == typed(turned))
    # What came is not sent back, and looking again finds nothing new.
    app.set(last=1)
    wait_until(lambda: "last" in stored(fresh))
    assert [len(entry["changes"]) for entry in history(fresh)] == [len(ALL_TYPES), 2 * len(ALL_TYPES), 1]
    assert not app.told("conflict")


def test_what_an_app_writes_and_removes_as_it_likes_is_noticed(run, fresh):
    app = run(fresh.url)
    app.write(face="roman")
    wait_until(lambda: stored(fresh) == {"face": "roman"})
    app.remove("face")
    wait_until(lambda: stored(fresh) == {})
    fresh.request("PATCH", ADDRESS, {"face": "digital"})
    wait_until(lambda: app.values == {"face": "digital"})
    fresh.request("DELETE", ADDRESS)
    wait_until(lambda: app.values == {})
    assert len(history(fresh)) == 4


def test_only_what_is_asked_for_is_mirrored(run, fresh):
    app = run(fresh.url, "only=face")
    app.set(face="roman", other=1)
    wait_until(lambda: stored(fresh) == {"face": "roman"})
    fresh.request("PATCH", ADDRESS, {"face": "digital", "other": 2, "third": 3})
    wait_until(lambda: app.values == {"face": "digital", "other": 1})
    all_keys = run(fresh.url, home="all")
    all_keys.set(AppleLanguages=["ar"], NSSome=1, VitrineToken="x", mine=1)
    wait_until(lambda: "mine" in stored(fresh))
    assert set(stored(fresh)) == {"face", "other", "third", "mine"}


def test_secrets_stay_where_they_are_unless_they_are_asked_for(run, start):
    """Those by their names, and those that a bundle of the server marks."""
    server = start(SAMPLES)
    domain = "com.example.clock"
    secret = server.get(f"/api/v1/defaults/{domain}/secrets").json["secrets"][0]["key"]
    address = f"/api/v1/defaults/{domain}"
    mirror = run(server.url, home="plain")
    mirror.kill()
    mirror.command[2] = domain
    mirror.start()
    mirror.set(**{secret: "hunter2", "userPassword": "hunter3", "API_token": "hunter4", "plain": 1})
    wait_until(lambda: server.get(address).json["values"].get("plain") == 1)
    assert not {secret, "userPassword", "API_token"} & set(server.get(address).json["values"])
    server.request("PATCH", address, {secret: "theirs", "plain": 2})
    wait_until(lambda: mirror.values["plain"] == 2)
    assert mirror.values[secret] == "hunter2"
    mirror.kill()
    mirror.command.append("secrets")
    mirror.start()
    wait_until(lambda: server.get(address).json["values"].get("userPassword") == "hunter3")
    wait_until(lambda: mirror.values[secret] == "theirs")


def test_the_first_time_the_server_wins_and_says_so(run, fresh):
    fresh.request("PATCH", ADDRESS, {"both": "server", "same": 1, "server": True})
    app = run("http://127.0.0.1:9")
    app.set(both="app", same=1, app=True)
    app.kill()
    app.command[1] = fresh.url
    app.start()
    wait_until(agrees(fresh, app))
    wait_until(lambda: stored(fresh) == {"both": "server", "same": 1, "server": True, "app": True})
    [conflict] = app.told("conflict")
    assert conflict["key"] == "both"
    assert plistlib.loads(base64.b64decode(conflict["values"])) == {"app": "app", "server": "server"}


def test_changes_without_a_server_are_kept_and_sent_in_order(run, fresh, link):
    way = link(fresh.url, 1)
    way.fails = False
    app = run(way.url)
    app.set(a=0)
    wait_until(lambda: stored(fresh) == {"a": 0})
    port = fresh.url.rsplit(":", 1)[1]
    fresh.stop()
    for number in range(1, 6):
        app.set(a=number)
    app.kill()
    app.start()
    app.set(b=6)
    app.remove("a")
    fresh.start(port)
    wait_until(agrees(fresh, app))
    wait_until(lambda: stored(fresh) == {"b": 6})
    assert [entry["changes"] for entry in history(fresh)] == (
        [[{"key": "a", "after": 0}]] + [[{"key": "a", "before": number, "after": number + 1}] for number in range(5)]
        + [[{"key": "b", "after": 6}], [{"key": "a", "before": 5}]])


def test_too_many_changes_become_fewer_and_none_is_lost(run, fresh):
    app = run(fresh.url)
    wait_until(lambda: app.told("connected"))
    port = fresh.url.rsplit(":", 1)[1]
    fresh.stop()
    for number in range(250):
        app.set(**{f"k{number % 7}": number})
    fresh.start(port)
    wait_until(lambda: len(history(fresh)) == 200)
    wait_until(agrees(fresh, app))
    assert sorted(stored(fresh).values()) == list(range(243, 250))


def test_a_value_that_the_server_refuses_keeps_nothing_from_the_others(run, fresh):
    app = run(fresh.url)
    app.set(huge="x" * (1 << 21), fine=1)
    app.set(later=2)
    wait_until(lambda: stored(fresh) == {"fine": 1, "later": 2})
    assert [event["key"] for event in app.told("refused")] == ["huge"]
    app.set(huge="small")
    wait_until(lambda: stored(fresh) == {"fine": 1, "later": 2, "huge": "small"})


def test_it_stops_and_leaves_nothing_behind(run, fresh):
    app = run(fresh.url)
    app.set(a=1)
    wait_until(lambda: stored(fresh) == {"a": 1})
    assert app.ask(do="stop")["event"] == "stopped"
    fresh.request("PATCH", ADDRESS, {"a": 2})
    app.end()
    assert app.process.returncode == 0
    app.start()
    wait_until(lambda: app.values == {"a": 2})


@pytest.mark.parametrize("offset", range(2))
def test_over_a_link_that_fails_nothing_is_lost_and_nothing_doubled(run, fresh, link, offset):
    """Both sides change the same keys, the app is ended in between, and connections are cut wherever it hurts."""
    seed = f"{SEED} {offset}"
    chance = random.Random(seed)
    way = link(fresh.url, seed)
    app = run(way.url)
    written = {"app": [], "server": []}
    for number in range(60):
        key = chance.choice(["a", "b", "c", "d"])
        side = chance.choice(["app", "app", "server"])
        written[side].append((key, number))
        if side == "app":
            app.set(**{key: number})
        else:
            # 503, with nothing stored, where the disk stands still for longer than a write waits.
            wait_until(lambda: fresh.request("PATCH", ADDRESS, {key: number}).status == 200)
        if chance.random() < 0.05:
            app.kill()
            app.start()
        if number % 20 == 19:
            way.cut()
        time.sleep(chance.random() * 0.05)
    way.heal()
    app.set(end="app")
    wait_until(lambda: stored(fresh).get("end") == "app")
    wait_until(agrees(fresh, app))
    entries = history(fresh)
    assert [entry["revision"] for entry in entries] == list(range(1, len(entries) + 1))
    came = Counter((change["key"], change["after"]) for entry in entries for change in entry["changes"])
    assert set(came.values()) == {1}, f"seed {seed}: {came}"
    assert set(written["server"]) <= set(came)
    assert set(came) <= {*written["app"], *written["server"], ("end", "app")}
    # What of the app did not come is older than a value of the same key that the app was told has lost.
    lost = {}
    for event in app.told("conflict"):
        value = plistlib.loads(base64.b64decode(event["values"]))["app"]
        lost[event["key"]] = max(value, lost.get(event["key"], -1))
    missing = [(key, number) for key, number in written["app"] if (key, number) not in came and number > lost.get(key, -1)]
    assert not missing, f"seed {seed}: {missing}"
    assert sum(way.cuts.values()) > 0
