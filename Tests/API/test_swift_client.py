"""The Swift client of clients/swift, built and asked of a server."""

import fcntl
import hashlib
import http.server
import json
import os
import shutil
import subprocess
import threading

import pytest

from conftest import REPOSITORY
from devices import Device

PACKAGE = REPOSITORY / "clients/swift"
#: Nobody looks at these tests with a debugger.
BUILD = ("-debug-info-format", "none", "-Xswiftc", "-warnings-as-errors")


def swift(*arguments, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    command = ["swift", arguments[0], "--package-path", PACKAGE, "--scratch-path", REPOSITORY / ".build/clients-swift", *arguments[1:]]
    return subprocess.run(command, capture_output=True, text=True, timeout=1200, env={**environment, **variables})


@pytest.fixture(scope="session")
def built():
    """The tests of the package; built anew when a source or the compiler has changed."""
    if not shutil.which("swift"):
        pytest.skip("there is no swift")
    sources = sorted([PACKAGE / "Package.swift", *PACKAGE.rglob("*.swift")])
    version = subprocess.run(["swift", "--version"], capture_output=True, timeout=60).stdout
    key = hashlib.sha256(version + b"".join(str(path).encode() + path.read_bytes() for path in sources if ".build" not in path.parts))
    folder = REPOSITORY / ".build/clients-swift"
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "built"
    with open(folder / "building", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists() or done.read_text() != key.hexdigest():
            run = swift("build", "--build-tests", *BUILD)
            assert run.returncode == 0, run.stdout + run.stderr
            done.write_text(key.hexdigest())


class Told(http.server.BaseHTTPRequestHandler):
    """Two answers that a test can rely on; what asks for quiet gets no more than an info."""

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append((self.path.partition("/dumps/")[2].partition("/")[2], body))
        quiet = b"quiet" in self.path.encode() + body
        if "/assert" in self.path:
            broken = {"rule": 1, "passed": False, "view": 2, "message": "width is 38, expected at least 44"}
            held = {"rule": "title", "passed": True, "message": ""}
            answer = {"passed": quiet, "results": [held] if quiet else [held, broken]}
        else:
            first = "after=" not in self.path
            finding = {"rule": "touch.small", "severity": "info" if first else "error", "view": 3, "message": "Small."}
            unjudged = [{"rule": "contrast.low", "missing": ["background colours"]}]
            answer = {"findings": [finding], "summary": {}, "unjudged": unjudged, "next": "0" if first and not quiet else None}
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET

    def log_message(self, *arguments):
        pass


@pytest.fixture
def told():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Told)
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def device():
    device = Device()
    yield device
    device.stop()


@pytest.mark.long
def test_its_tests_pass_and_leave_nothing(built, fresh, told, device):
    before = fresh.get("/api/v1/dumps").json["total"]
    domain = "/api/v1/defaults/com.example.xctest"
    fresh.request("PUT", domain, {"face": "roman"})
    assert fresh.request("POST", "/api/v1/defaults/sets", {"name": "xctest", "domains": {"com.example.xctest": {"face": "plain"}}}).status == 201
    run = swift("test", "--skip-build", *BUILD,
                VITRINE_URL=fresh.url, VITRINE_TOLD_URL=f"http://127.0.0.1:{told.server_port}/",
                VITRINE_DEVICE_URL=device.url, VITRINE_STORYBOARD=str(REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard"))
    assert run.returncode == 0 and "Executed 9 tests, with 0 failures" in run.stdout + run.stderr, run.stdout + run.stderr
    assert fresh.get("/api/v1/dumps").json["total"] == before
    changes = [entry["changes"] for entry in fresh.get(domain + "/history").json["history"]]
    assert [(change.get("before"), change["after"]) for [change] in changes] == [("plain", "roman"), ("roman", "plain"), (None, "roman")], changes
    assert device.typed == 'Zürich "1"'
    assert ("lint?rules=touch.small%2Ca%2Cb&devices=iphone-8", b"") in told.asked and ("assert", b"rules: []") in told.asked


def test_it_needs_nothing_but_foundation():
    allowed = {"VitrineClient": {"Foundation", "FoundationNetworking"}, "VitrineXCTest": {"VitrineClient", "XCTest"}}
    for name, modules in allowed.items():
        for path in (PACKAGE / "Sources" / name).glob("*.swift"):
            imported = {line.split()[-1] for line in path.read_text().splitlines() if line.startswith("import ")}
            assert imported <= modules, path
    assert ".package(" not in (PACKAGE / "Package.swift").read_text()
