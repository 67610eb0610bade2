"""Two servers on one PostgreSQL under mixed load: what they hold after a while is what they hold after a long while.

Readers, writers, uploads, hostile requests and event streams go to both servers at once. Memory, open files and threads of each
are looked at every ten seconds. It is flat when the median of the last quarter is at most a twentieth, or 8 MB, above that of
the second quarter: the first quarter fills the caches.
"""

import argparse
import itertools
import json
import pathlib
import statistics
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

TESTS = pathlib.Path(__file__).resolve().parent.parent / "Tests"
sys.path[:0] = [str(TESTS), str(TESTS / "API")]

from conftest import SAMPLES  # noqa: E402
from databases import Cluster, StoreServer, address  # noqa: E402
from hostile_checks import Process, Visitor  # noqa: E402
from test_leaks import requests  # noqa: E402

#: How much of a core the load may want: the machine has other things to do, and memory does not ask how soon it is used.
PAUSE = 0.01


class Load:
    """Asks one server one thing after the other until it is told to stop."""

    def __init__(self, server, dump, app, stop):
        self.visitor = Visitor(server, b"a text that is nowhere")
        self.visitor.sent = 1 << 20
        self.plan, self.stop = requests(dump, app), stop
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


def quarter(samples, number, name):
    size = max(len(samples) // 4, 1)
    return statistics.median(one[name] for one in samples[size * number:size * (number + 1)] or samples[-1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    minutes = parser.parse_args().minutes
    cluster, folder, stop = Cluster.made(), pathlib.Path(tempfile.mkdtemp(prefix="soak")), threading.Event()
    servers = []
    try:
        for number in range(2):
            place = folder / str(number)
            place.mkdir()
            servers.append(StoreServer(place / "data", [SAMPLES], "--keep-revisions", "10", VITRINE_STORE=address(cluster)).start())
        loads, streams = [], []
        for server in servers:
            dump = server.get("/api/v1/dumps?q=Stopwatch").json["dumps"][0]["id"]
            app = server.get("/api/v1/apps").json["apps"][0]["id"]
            loads += [Load(server, dump, app, stop) for _ in range(2)]
            streams += [Stream(f"{server.url}/api/v1/{topic}/events", stop)
                        for topic in ("defaults/com.example.leak", f"dumps/{urllib.parse.quote(dump)}")]
        samples = [[] for _ in servers]
        begun = time.monotonic()
        for turn in itertools.count():
            for server, seen in zip(servers, samples):
                assert server.process.poll() is None, f"a server ended: {pathlib.Path(server.log.name).read_text()[-2_000:]}"
                seen.append(Process(server).counts())
            gone = time.monotonic() - begun
            if turn % 6 == 0:
                print(f"{gone / 60:5.1f} min  {sum(load.visitor.asked for load in loads):7d} replies  {sum(stream.events for stream in streams):6d} events  "
                      + "  ".join(f"{seen[-1]['memory'] >> 20} MB {seen[-1]['files']} files {seen[-1]['threads']} threads" for seen in samples), flush=True)
            if gone >= minutes * 60 or any(load.failure for load in loads):
                break
            time.sleep(min(10, minutes * 60 - gone))
        stop.set()
        for load in loads:
            load.thread.join(timeout=60)
        faults = [fault for load in loads for fault in [*load.visitor.faults, load.failure] if fault]
        for number, seen in enumerate(samples):
            early, late = quarter(seen, 1, "memory"), quarter(seen, 3, "memory")
            print(f"server {number + 1}: median memory {early / 2**20:.1f} MB in the second quarter, {late / 2**20:.1f} MB in the last")
            if late > early + max(early / 20, 8 << 20):
                faults.append(f"server {number + 1} grew from {early} to {late} bytes")
            if quarter(seen, 3, "files") > quarter(seen, 1, "files") + 4:
                faults.append(f"server {number + 1} opened more and more files")
        print("\n".join(faults[:20]) or "flat")
        return 1 if faults else 0
    finally:
        stop.set()
        for server in servers:
            if server.process.poll() is None:
                server.stop()
        cluster.end()


if __name__ == "__main__":
    sys.exit(main())
