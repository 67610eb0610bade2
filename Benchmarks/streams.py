"""Two thousand event streams on one server: whether each gets each event, and what a stream holds.

All streams follow one dump. A view of it is edited every tenth of a second; each edit is an event with the revision that it made. One
thread reads all streams without blocking and counts the revisions that each was told. It takes 4,200 open files.
"""

import json
import resource
import selectors
import socket
import sys
import time
import urllib.parse

from harness import Row, ask, dump, keep, scratch, serving, show

STREAMS = 2_000
EDITS = 100
PAUSE = 0.1
LIMITS = ("--max-connections", 4_500, "--max-streams", STREAMS + 100, "--max-streams-per-address", 0)


class Streams:
    """Open event streams, and which revisions each was told."""

    def __init__(self, url, path, count):
        parts = urllib.parse.urlsplit(url)
        self.selector = selectors.DefaultSelector()
        self.told = [[] for _ in range(count)]
        self.rest = [b""] * count
        self.sockets = []
        request = f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: text/event-stream\r\n\r\n".encode()
        for number in range(count):
            # As many at once as the server lets wait: those beyond would be told to come again.
            if number % 32 == 0:
                self.read_until(lambda: all(self.told[:number]))
            connection = socket.create_connection((parts.hostname, parts.port), timeout=30)
            connection.sendall(request)
            connection.setblocking(False)
            self.sockets.append(connection)
            self.selector.register(connection, selectors.EVENT_READ, number)
        self.read_until(lambda: all(self.told))

    def read_until(self, holds, seconds=30):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, "streams do not begin"
            self.read(0.005)

    def read(self, seconds):
        """Reads what comes within a time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for key, _ in self.selector.select(left):
                self.take(key.data, key.fileobj)

    def take(self, number, connection):
        content = connection.recv(65536)
        assert content, f"stream {number} ended"
        *lines, self.rest[number] = (self.rest[number] + content).split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                value = json.loads(line[5:])
                if "revision" in value:
                    self.told[number].append(value["revision"])

    def close(self):
        for connection in self.sockets:
            connection.close()


def allow_files(count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))


def rows(binary):
    allow_files(3 * STREAMS)
    with scratch() as folder, serving(binary, folder / "data", *LIMITS) as server:
        view = server.upload(dump(96))
        path = f"/api/v1/dumps/{view}"

        def edit(number):
            body = json.dumps({"alpha": (number % 99 + 1) / 100}).encode()
            return json.loads(ask(f"{server.url}{path}/views/5", "PATCH", body, "application/json"))

        edit(0)
        before = server.memory
        streams = Streams(server.url, f"{path}/events", STREAMS)
        for told in streams.told:
            told.clear()
        opened = server.memory
        behind = 0
        for number in range(1, EDITS + 1):
            start = time.monotonic()
            edit(number)
            pause = PAUSE - (time.monotonic() - start)
            behind += pause < 0
            streams.read(max(pause, 0.001))
        streams.read(5)
        after = server.memory
        revision = json.loads(ask(f"{server.url}{path}/edits?limit=1"))["revision"]
        wanted = list(range(revision - EDITS + 1, revision + 1))
        complete = sum(sorted(set(told)) == wanted for told in streams.told)
        streams.close()
    share = (max(after, opened) - before) / STREAMS / 1024
    keep("streams", {"complete": complete, "memory": [before, opened, after], "behind": behind})
    note = f"{behind} of {EDITS} edits took longer than the pause" if behind > EDITS / 10 else ""
    return [
        Row(f"{STREAMS:,} event streams on one server, an edit each {PAUSE * 1000:.0f} ms", "", "each gets each event",
            f"{complete:,} streams got all {EDITS} events", complete == STREAMS, note),
        Row("memory of such a stream", "", "< 32 KB", f"{share:.1f} KB", share < 32),
    ]


if __name__ == "__main__":
    show(rows(sys.argv[1]))
