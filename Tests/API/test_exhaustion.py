"""What clients that want too much can do to a running server: it answers the others, keeps to its figures, and stops when it is told to."""

import concurrent.futures
import http.client
import json
import os
import resource
import select
import socket
import time
import urllib.parse

import pytest
from commanding import BINARY, vitrine
from conftest import SAMPLES, Server
from settling import wait_until

MIB = 1 << 20
# For a look at the figures of docs/deployment.md with everything at its largest, which takes minutes.
LONG = os.environ.get("VITRINE_EXHAUSTION") == "long"


class Clients:
    """Connections of clients that send or read too little, closed together."""

    def __init__(self, server):
        self.address = (urllib.parse.urlsplit(server.url).hostname, urllib.parse.urlsplit(server.url).port)
        self.open = []

    def connect(self, data=b""):
        connection = socket.socket()
        # What the system keeps for a client that reads nothing is none of the server's memory; little makes it stop soon.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(60)
        connection.connect(self.address)
        self.open.append(connection)
        if data:
            connection.sendall(data)
        return connection

    def upload(self, length, sent):
        head = f"POST /api/v1/dumps HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
        connection = self.connect(head.encode())
        block = b"x" * MIB
        while sent > 0:
            connection.sendall(block[:min(sent, MIB)])
            sent -= MIB
        return connection

    def close(self):
        for connection in self.open:
            connection.close()


def answered(connection):
    """The status of the answer that has come on a connection, None where it was closed without one."""
    ready, _, _ = select.select([connection], [], [], 60)
    assert ready, "there is no answer"
    try:
        return int(connection.recv(4096).split(b" ", 2)[1])
    except (IndexError, ConnectionResetError):
        return None


def memory(server, name):
    """A figure of the process in MiB: VmRSS now, VmHWM at most."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name + ":")) / 1024


def document(views):
    """A dump of so many views with some text each."""
    children = [{"class": "UILabel", "frame": [0, n % 800, 300, 20], "text": f"Line {n} " + "of the text " * 8} for n in range(views)]
    return json.dumps({"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 390, 844], "subviews": children}]})


def page_source(elements):
    """A page source of so many elements, which takes longer to read than anything else of its size."""
    buttons = (f'<XCUIElementTypeButton name="{n}" x="0" y="{n % 800}" width="300" height="20"/>' for n in range(elements))
    return f'<XCUIElementTypeApplication x="0" y="0" width="390" height="844">{"".join(buttons)}</XCUIElementTypeApplication>'


def limited(tmp_path, monkeypatch, limit, *options):
    """A server on which the system puts a limit, soft and hard, in the words of bash's ulimit."""
    script = tmp_path / "vitrine"
    script.write_text(f'#!/bin/bash\nulimit {limit}\nexec "{BINARY}" "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("VITRINE_BINARY", str(script))
    return Server(tmp_path / "data", [SAMPLES], *options)


def status(call, *arguments):
    """The status of a reply, None where the connection was closed in place of one."""
    try:
        return call(*arguments).status
    except (OSError, http.client.HTTPException):
        return None


def wait_for(server, path):
    """Asks until the server has a place for this client; it may be told to come again, and nothing else."""
    for _ in range(600):
        found = status(server.get, path)
        if found == 200:
            return
        assert found in (429, 503, None), (path, found)
        time.sleep(0.1)
    raise AssertionError(f"{path} was never answered")


def test_half_sent_uploads_unread_replies_and_idle_connections_keep_within_the_budgets(tmp_path):
    """The sum of docs/deployment.md, with what a test can afford in the place of the largest uploads."""
    views, uploads, readers = (60_000, 64, 200) if LONG else (6_000, 10, 24)
    bodies, unread = 24, 16
    server = Server(tmp_path / "data", [SAMPLES], "--max-unread", unread, "--max-connections", 512).start()
    clients = Clients(server)
    try:
        dump = document(views)
        first = server.request("POST", "/api/v1/dumps", dump)
        assert first.status == 201, first.text
        source = f"/api/v1/dumps/{first.json['id']}/source"
        size = len(server.get(source).body) / MIB
        before = memory(server, "VmHWM")
        for _ in range(300):
            clients.connect()
        for _ in range(uploads):
            clients.upload(64 * MIB, bodies * MIB)
        large = [clients.connect(f"GET {source} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()) for _ in range(readers * 2)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            replies = list(pool.map(lambda n: server.request("POST", "/api/v1/dumps", dump.replace("Line 0 ", f"Line 0 of {n} ")), range(4)))
        assert [reply.status for reply in replies] == [201] * 4, [reply.text for reply in replies]
        assert {answered(connection) for connection in large} <= {200, 503, None}
        assert server.get("/healthz").status == 200 and server.get("/api/v1/dumps").status == 200
        # What reading two of the dumps at once takes, what is kept of four, and twice the largest reply on eight threads.
        allowed = unread + (2 * 20 + 4 * 8 + 2 * 8) * size + 64
        used = memory(server, "VmHWM") - before
        assert used < allowed, f"{used:.0f} MiB more than before, at most {allowed:.0f}"
        assert uploads * bodies > allowed, "the uploads alone would not have shown anything"
    finally:
        clients.close()
        assert server.stop() == 0


def test_a_process_that_may_open_few_files_goes_on_answering(tmp_path, monkeypatch):
    server = limited(tmp_path, monkeypatch, "-n 150").start()
    app = server.get("/api/v1/apps").json["apps"][0]["id"]
    clients = Clients(server)
    try:
        for _ in range(200):
            clients.connect()
        for path in ("/healthz", "/api/v1/dumps", f"/api/v1/apps/{app}/settings", f"/apps/{app}", "/"):
            wait_for(server, path)
        for _ in range(80):
            try:
                clients.upload(8 * MIB, MIB // 2)
            except OSError:
                pass  # It was turned away.
        assert {status(server.request, "POST", "/api/v1/dumps", document(20)) for _ in range(5)} <= {201, 503, None}
        clients.close()
        wait_for(server, f"/api/v1/apps/{app}/settings")
    finally:
        clients.close()
        assert server.stop() == 0


def test_streams_leave_descriptors_for_other_requests(tmp_path, monkeypatch):
    server = limited(tmp_path, monkeypatch, "-n 64").start()
    clients = Clients(server)
    try:
        told = []
        for _ in range(60):
            connection = clients.connect(b"GET /api/v1/defaults/com.example.clock/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            told.append(connection.recv(4096))
        assert {answer.split(b" ", 2)[1] for answer in told} == {b"200", b"503"}
        assert all(b"\r\nRetry-After: " in answer for answer in told if b" 503 " in answer[:20])
        # A connection that makes room for another takes a moment to go.
        for path in ("/healthz", "/readyz", "/api/v1/dumps", "/"):
            wait_until(lambda: server.get(path).status == 200, path)
    finally:
        clients.close()
        assert server.stop() == 0


def test_what_cannot_be_opened_for_want_of_descriptors_is_503_and_not_missing(tmp_path):
    server = Server(tmp_path / "data", [SAMPLES]).start()
    # One connection throughout: another one that is closed would leave a descriptor.
    client = http.client.HTTPConnection(urllib.parse.urlsplit(server.url).netloc, timeout=60)

    def ask(path):
        client.request("GET", path)
        reply = client.getresponse()
        return reply.status, reply.read()

    try:
        dump = next(each["id"] for each in json.loads(ask("/api/v1/dumps")[1])["dumps"] if each["readOnly"])
        source, unknown = f"/api/v1/dumps/{dump}/source", "/api/v1/dumps/unknown"
        assert [ask(path)[0] for path in (source, unknown)] == [200, 404]
        process = server.process.pid
        before = resource.prlimit(process, resource.RLIMIT_NOFILE)
        taken = {int(name) for name in os.listdir(f"/proc/{process}/fd")}
        free = next(number for number in range(len(taken) + 1) if number not in taken)
        resource.prlimit(process, resource.RLIMIT_NOFILE, (free, before[1]))
        # What opens nothing is answered as ever, until something cannot be opened.
        assert ask(unknown)[0] == 404
        status, body = ask(source)
        assert status == 503 and "maximum number of open files" in json.loads(body)["detail"]
        resource.prlimit(process, resource.RLIMIT_NOFILE, before)
        assert [ask(path)[0] for path in (source, unknown)] == [200, 404]
    finally:
        client.close()
        assert server.stop() == 0


def test_a_disk_without_room_for_a_body_is_507_and_nothing_else_fails(tmp_path, monkeypatch):
    # A limit on the size of files is told like a disk that is full, and needs none to be filled.
    server = limited(tmp_path, monkeypatch, "-f 4096").start()
    try:
        reply = server.request("POST", "/api/v1/dumps", b"<UIWindow: 0x1; frame = (0 0; 10 10)>\n" + b"x" * (6 * MIB))
        assert reply.status == 507 and reply.headers["Retry-After"] == "60"
        assert reply.json["type"] == "/problems/insufficient-storage" and "disk" in reply.json["detail"]
        assert server.request("POST", "/api/v1/dumps", document(10)).status == 201
        assert not list((tmp_path / "data" / "spool").iterdir())
    finally:
        assert server.stop() == 0


def test_a_server_that_is_stopped_waits_for_no_client(tmp_path):
    server = Server(tmp_path / "data", [SAMPLES], "--grace", 3600).start()
    clients = Clients(server)
    idle = clients.connect()
    head = clients.connect(b"GET / HTTP/1.1\r\nHo")
    bodies = [clients.upload(8 * MIB, 2 * MIB) for _ in range(4)]
    assert server.get("/healthz").status == 200
    # With anything left to wait for, this would take an hour.
    assert server.stop() == 0
    assert [answered(connection) for connection in [idle, head, *bodies]] == [None] * 6
    clients.close()


def test_one_address_cannot_have_all_connections(tmp_path):
    server = Server(tmp_path / "data", [SAMPLES], "--max-connections-per-address", 4).start()
    clients = Clients(server)
    try:
        for _ in range(4):
            clients.connect(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert [answered(connection) for connection in clients.open] == [200] * 4
        assert answered(clients.connect()) == 429
    finally:
        clients.close()
        wait_for(server, "/healthz")
        assert server.stop() == 0


@pytest.mark.parametrize("option, reason", [("--deadline", "deadline"), ("--processor-seconds", "processor")])
def test_an_upload_that_is_late_or_costs_too_much_is_neither_read_to_its_end_nor_stored(tmp_path, option, reason):
    server = Server(tmp_path / "data", [], option, 1).start()

    def running():
        line = next(line for line in server.get("/metrics").text.splitlines() if line.startswith("vitrine_pool_running "))
        return float(line.split()[1])

    idle = running()
    # What is late in the middle of its storing is stored: several seconds of reading leave no doubt.
    late = server.request("POST", "/api/v1/dumps", page_source(400_000))
    assert late.status == 503 and late.headers["Retry-After"], late.text
    assert f'vitrine_refused_total{{reason="{reason}"}} 1' in server.get("/metrics").text
    wait_until(lambda: running() <= idle)
    assert server.get("/api/v1/dumps").json["total"] == 0
    assert server.stop() == 0


@pytest.mark.parametrize("option, value", [("--max-connections", "7"), ("--max-spool", "0"), ("--deadline", "0"), ("--processor-seconds", "0"), ("--grace", "-1")])
def test_limits_out_of_range_are_refused_by_name(tmp_path, option, value):
    done = vitrine("serve", "--data", tmp_path / "data", f"{option}={value}")
    assert done.returncode != 0 and option in done.stderr and "takes a number" in done.stderr
