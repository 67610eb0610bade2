"""A running server for the tests that ask it from outside: over HTTP and in a browser."""

import http.client
import json
import os
import pathlib
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest

import selection

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
SAMPLES = REPOSITORY / "Samples"


class Reply:
    """What the server answered."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    """One server process with a data folder of its own; stop() and start() keep the folder."""

    def __init__(self, data, paths, *options, **variables):
        self.data = data
        self.paths = [str(path) for path in paths]
        self.options = [str(option) for option in options]
        self.variables = variables
        self.process = None
        self.url = None
        self.token = None

    def start(self, port=0):
        binary = os.environ.get("VITRINE_BINARY") or str(REPOSITORY / ".build/debug/vitrine")
        assert os.access(binary, os.X_OK), f"{binary} is missing: build it, or say where it is in VITRINE_BINARY"
        command = [binary, "serve", *self.paths, "--port", str(port), *self.place(), *self.options]
        self.log = open(pathlib.Path(self.data).parent / "server.log", "ab")
        environment = {name: value for name, value in os.environ.items() if self.inherits(name)} | self.variables
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        line = self.process.stdout.readline()
        assert "://" in line, f"the server did not start: {line!r}, {pathlib.Path(self.log.name).read_text()}"
        url, _, token = line.split()[-1].partition("?token=")
        self.url, self.token = url.rstrip("/"), token or None
        return self

    def place(self):
        """The options that say where it keeps things."""
        return ["--data", str(self.data)]

    def inherits(self, name):
        """Whether it takes a variable of the environment: a token of whoever runs the tests is none of theirs."""
        return name != "VITRINE_TOKEN"

    def stop(self):
        """Ends the process as a supervisor does and returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.log.close()
        return code

    def request(self, method, path, body=None, headers=None):
        if isinstance(body, str):
            body = body.encode("utf-8")
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode("utf-8")
            headers.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(self.url + path, data=body, method=method, headers=headers)
        try:
            with urllib.request.build_opener(NoRedirect, Patient).open(request, timeout=120) as reply:
                return Reply(reply.status, reply.headers, reply.read())
        except urllib.error.HTTPError as error:
            return Reply(error.code, error.headers, error.read())

    def upload(self, parts):
        """Sends a dump as a form: by name the bytes of each part, or the name of a file and its bytes."""
        body = b""
        for name, part in parts.items():
            file, data = part if isinstance(part, tuple) else (None, part)
            named = f'; filename="{file}"' if file is not None else ""
            body += f'--frontier\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'.encode() + data + b"\r\n"
        return self.request("POST", "/api/v1/dumps", body + b"--frontier--\r\n", {"Content-Type": "multipart/form-data; boundary=frontier"})

    def get(self, path, **headers):
        return self.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})


class PatientConnection(http.client.HTTPConnection):
    """Reads what a server answers that did not want all of a body, and closed the connection while it was sent."""

    def send(self, data):
        try:
            super().send(data)
        except (BrokenPipeError, ConnectionResetError):
            pass


class Patient(urllib.request.HTTPHandler):
    """Sends by such connections."""

    def http_open(self, request):
        return self.do_open(PatientConnection, request)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Shows redirects instead of following them."""

    def redirect_request(self, *arguments):
        return None


@pytest.fixture(scope="session")
def samples(tmp_path_factory):
    """A server that has the samples open; tests that write use `fresh`."""
    server = Server(tmp_path_factory.mktemp("samples") / "data", [SAMPLES]).start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def fresh(tmp_path):
    """A server of the test's own with the samples open."""
    server = Server(tmp_path / "data", [SAMPLES]).start()
    yield server
    if server.process.poll() is None:
        assert server.stop() == 0


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server with the samples open for all tests of a file: each writes what has a name of its own, or undoes what it wrote."""
    server = Server(tmp_path_factory.mktemp("shared") / "data", [SAMPLES]).start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def start(tmp_path_factory):
    """Starts servers on paths of the test's choice."""
    servers = []

    def start(*paths):
        server = Server(tmp_path_factory.mktemp("server") / "data", paths).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        if server.process.poll() is None:
            assert server.stop() == 0


@pytest.fixture(scope="session")
def corpus():
    """The folder of real dumps and bundles, when there is one."""
    folder = os.environ.get("VITRINE_CORPUS")
    if not folder or not pathlib.Path(folder).is_dir():
        pytest.skip("VITRINE_CORPUS names no folder: the checks on real files are skipped")
    return pathlib.Path(folder)


def pytest_collection_modifyitems(config, items):
    """Marks what reads real files, so that it can be run alone, and what `script/test` leaves out; begins with what takes long."""
    collected = []
    for item in items:
        if "corpus" in item.fixturenames:
            item.add_marker("corpus")
        file, test = item.path.relative_to(REPOSITORY / "Tests").as_posix(), item.originalname
        collected.append((file, test))
        if selection.is_thorough(file, test):
            item.add_marker("thorough")
    if config.args == ["Tests"] and (unknown := selection.unknown(collected)):
        raise pytest.UsageError(f"Tests/selection.py names what there is not: {', '.join(unknown)}")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_terminal_summary(terminalreporter):
    """Shows what tests have printed that passed and have figures."""
    told = [report for report in terminalreporter.stats.get("passed", []) if report.when == "call" and "figures" in report.keywords]
    if told:
        terminalreporter.section("figures")
    for report in sorted(told, key=lambda report: report.nodeid):
        terminalreporter.write_line(report.nodeid.rpartition("::")[2])
        for line in report.capstdout.strip().splitlines():
            terminalreporter.write_line(f"  {line}")
