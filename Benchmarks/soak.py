"""Servers under load for a long time: what they hold after a while is what they hold after a long while.

Readers, writers, uploads, hostile requests and event streams go to two servers on one PostgreSQL at once. Memory, open files and
threads of each are looked at every ten seconds. It is flat when the median of the last quarter is at most a twentieth, or 8 MB, above
that of the second quarter: the first quarter fills the caches.

With --by-kind a server with a data folder has one kind of request after the other, each for its share of the time, and the slope of
its own memory (without the program, whose pages come as they are used) is said for each: which kind it is that does not level off.
Kinds whose answers are kept (vitrine_cache_bytes of /metrics) grow until a budget is used up.
"""

import argparse
import itertools
import json
import pathlib
import re
import statistics
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

TESTS = pathlib.Path(__file__).resolve().parent.parent / "Tests"
sys.path[:0] = [str(TESTS), str(TESTS / "API")]

from conftest import SAMPLES, Server  # noqa: E402
from databases import Cluster, StoreServer, address  # noqa: E402
from hostile_checks import Process, Visitor  # noqa: E402
from test_leaks import requests  # noqa: E402

#: How much of a core the load may want: the machine has other things to do, and memory does not ask how soon it is used.
PAUSE = 0.01


class Load:
    """Asks one server one thing after the other until it is told to stop."""

    def __init__(self, server, plan, stop):
        self.visitor = Visitor(server, b"a text that is nowhere")
        self.visitor.sent = 1 << 20
        self.plan, self.stop = plan, stop
        self.failure = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            for method, target, body, headers in self.plan:
                if self.stop.is_set():
                    return
                status, content = self.visitor.ask(method, target, body, headers)
                if method == "POST" and status == 201:
                    self.visitor.ask("DELETE", f"/api/v1/dumps/{json.loads(content)['id']}")
                time.sleep(PAUSE)
        except Exception as error:  # The thread has nobody else to tell.
            self.failure = repr(error)


class Stream:
    """Reads an event stream until it is told to stop, and opens it again after some hundred events."""

    LENGTH = 500

    def __init__(self, url, stop):
        self.url, self.stop, self.events = url, stop, 0
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.stop.is_set():
            try:
                with urllib.request.urlopen(self.url, timeout=60) as reply:
                    last = self.events + self.LENGTH
                    for line in reply:
                        self.events += line.startswith(b"data:")
                        if self.stop.is_set() or self.events == last:
                            break
            except OSError:
                time.sleep(0.5)


class Stage:
    """Servers on one PostgreSQL, or with a data folder each, and a dump and an app to ask them for."""

    def __init__(self, count, cluster=None):
        self.cluster, folder = cluster, pathlib.Path(tempfile.mkdtemp(prefix="soak"))
        self.servers, self.stop = [], threading.Event()
        for number in range(count):
            place = folder / str(number)
            place.mkdir()
            options = (place / "data", [SAMPLES], "--keep-revisions", "10")
            server = StoreServer(*options, VITRINE_STORE=address(cluster)) if cluster else Server(*options)
            self.servers.append(server.start())
        self.dump = self.servers[0].get("/api/v1/dumps?q=Stopwatch").json["dumps"][0]["id"]
        self.app = self.servers[0].get("/api/v1/apps").json["apps"][0]["id"]

    def streams(self, server):
        return [Stream(f"{server.url}/api/v1/{topic}/events", self.stop)
                for topic in ("defaults/com.example.leak", f"dumps/{urllib.parse.quote(self.dump)}")]

    def counts(self, server):
        assert server.process.poll() is None, f"a server ended: {pathlib.Path(server.log.name).read_text()[-2_000:]}"
        return Process(server).counts()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop.set()
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()
        if self.cluster:
            self.cluster.end()


def faults_of(loads):
    return [fault for load in loads for fault in [*load.visitor.faults, load.failure] if fault]


def quarter(samples, number, name):
    size = max(len(samples) // 4, 1)
    return statistics.median(one[name] for one in samples[size * number:size * (number + 1)] or samples[-1:])


def mixed(minutes):
    """All kinds at once, at two servers.

    - Returns: what is wrong.
    """
    with Stage(2, Cluster.made()) as stage:
        loads = [Load(server, requests(stage.dump, stage.app), stage.stop) for server in stage.servers for _ in range(2)]
        streams = [stream for server in stage.servers for stream in stage.streams(server)]
        samples = [[] for _ in stage.servers]
        begun = time.monotonic()
        for turn in itertools.count():
            for server, seen in zip(stage.servers, samples):
                seen.append(stage.counts(server))
            gone = time.monotonic() - begun
            if turn % 6 == 0:
                print(f"{gone / 60:5.1f} min  {sum(load.visitor.asked for load in loads):7d} replies  {sum(stream.events for stream in streams):6d} events  "
                      + "  ".join(f"{seen[-1]['memory'] >> 20} MB {seen[-1]['files']} files {seen[-1]['threads']} threads" for seen in samples), flush=True)
            if gone >= minutes * 60 or any(load.failure for load in loads):
                break
            time.sleep(min(10, minutes * 60 - gone))
        stage.stop.set()
        for load in loads:
            load.thread.join(timeout=60)
        faults = faults_of(loads)
        for number, seen in enumerate(samples):
            early, late = quarter(seen, 1, "memory"), quarter(seen, 3, "memory")
            print(f"server {number + 1}: median memory {early / 2**20:.1f} MB in the second quarter, {late / 2**20:.1f} MB in the last")
            if late > early + max(early / 20, 8 << 20):
                faults.append(f"server {number + 1} grew from {early} to {late} bytes")
            if quarter(seen, 3, "files") > quarter(seen, 1, "files") + 4:
                faults.append(f"server {number + 1} opened more and more files")
        return faults


def kind(method, target, dump, app):
    """The kind of a request: its method and path, with the names of the dump and the app left out."""
    return f"{method} {re.sub(r'[?].*', '', target).replace(dump, '{dump}').replace(app, '{app}')}"


def edited(dump):
    """Reads of a dump that is edited, each for something else: answers that nobody asks for again."""
    for turn in itertools.count():
        edit = json.dumps({"op": "change", "view": turn % 20 + 1, "changes": {"text": f"turn {turn}"}})
        yield "POST", f"/api/v1/dumps/{dump}/edits", edit.encode(), {"Content-Type": "application/json"}
        yield "GET", f"/api/v1/dumps/{dump}/views?limit={turn % 900 + 100}", None, {}
        yield "GET", f"/dumps/{dump}?view={turn % 20 + 1}", None, {}
        yield "POST", f"/api/v1/dumps/{dump}/edits", b'{"op":"undo"}', {"Content-Type": "application/json"}


def slope(samples):
    """Megabytes a minute, of times in seconds and bytes: the line with the least squares through the later half."""
    half = samples[len(samples) // 2:]
    if len(half) < 2:
        return 0.0
    return statistics.linear_regression(*zip(*half)).slope * 60 / 2**20


def by_kind(minutes, only):
    """One kind after the other at one server, the streams beside the last.

    - Returns: what is wrong.
    """
    with Stage(1) as stage:
        server, faults = stage.servers[0], []
        first = list(itertools.islice(requests(stage.dump, stage.app), 24))
        kinds = [one for one in dict.fromkeys(kind(*each[:2], stage.dump, stage.app) for each in first) if re.search(only, one)]
        names = kinds + [one for one in ("a dump that is edited", "all of them with streams") if re.search(only, one)]
        for name in names:
            stop = threading.Event()
            plan = requests(stage.dump, stage.app)
            if name in kinds:
                plan = (each for each in plan if kind(*each[:2], stage.dump, stage.app) == name)
            elif name.startswith("all"):
                stage.streams(server)
            else:
                plan = edited(stage.dump)
            load, samples, begun = Load(server, plan, stop), [], time.monotonic()
            while (gone := time.monotonic() - begun) < minutes * 60 / len(names) and not load.failure:
                samples.append((gone, stage.counts(server)["own"]))
                time.sleep(1)
            stop.set()
            load.thread.join(timeout=60)
            faults += faults_of([load])
            half = samples[len(samples) // 2:]
            if half[-1][1] - half[0][1] > 8 << 20:
                faults.append(f"{name}: it grew from {half[0][1]} to {half[-1][1]} bytes in the later half")
            print(f"{name:44s} {load.visitor.asked:7d} replies  {samples[0][1] / 2**20:6.1f} to {samples[-1][1] / 2**20:6.1f} MB  "
                  f"{slope(samples):+6.2f} MB a minute", flush=True)
        return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="how long it takes in all")
    parser.add_argument("--by-kind", action="store_true", help="one kind of request after the other")
    parser.add_argument("--only", default="", metavar="PATTERN", help="with --by-kind: the kinds in which this regular expression is found")
    options = parser.parse_args()
    faults = by_kind(options.minutes, options.only) if options.by_kind else mixed(options.minutes)
    print("\n".join(faults[:20]) or ("no faults" if options.by_kind else "flat"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
