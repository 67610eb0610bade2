"""vitrine capture: what it asks of WebDriverAgent, Appium, idb and Maestro, and where it puts the answers."""

import base64
import contextlib
import email.parser
import email.policy
import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading

import pytest

from commanding import BINARY, vitrine as run

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")
TREE = {
    "type": "Application", "rawIdentifier": None, "name": "Clock", "value": None, "label": "Clock",
    "rect": {"x": 0, "y": 0, "width": 390, "height": 844}, "frame": "{{0, 0}, {390, 844}}", "isEnabled": "1",
    "isVisible": "1", "children": [{"type": "Button", "rawIdentifier": "stop", "name": "stop", "label": "Stop 🕑"}],
}
XML = """<?xml version="1.0" encoding="UTF-8"?>
<XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Bed &amp; Clock" label="Bed &amp; Clock" enabled="true">
  <XCUIElementTypeButton type="XCUIElementTypeButton" name="stop" label="Stop"/>
</XCUIElementTypeApplication>"""


class Fake:
    """A server that answers as its table says, and keeps what it was asked."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = []
        self.lock = threading.Condition()
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = f"{self.command} {self.path}"
                with fake.lock:
                    answer = fake.answers.get(path, fake.answers.get(path.split("?")[0]))
                    if callable(answer):
                        answer = answer(body)
                    fake.asked.append((path, body, self.headers))
                    fake.lock.notify_all()
                status, answer = answer if isinstance(answer, tuple) else (200, answer)
                if answer is None:
                    status, answer = 404, {"value": {"error": "unknown command", "message": "no such route"}}
                data = answer if isinstance(answer, bytes) else json.dumps(answer, ensure_ascii=False).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                # Not every server closes the connection when it is asked to.
                self.close_connection = "stays" not in fake.answers

            do_GET = do_POST = do_DELETE = handle_any

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def paths(self):
        return [path for path, _, _ in self.asked]

    def wait(self, count, path):
        """Waits until something was asked so many times."""
        with self.lock:
            assert self.lock.wait_for(lambda: self.paths.count(path) >= count, timeout=120)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def serve():
    fakes = []

    def serve(answers):
        fakes.append(Fake(answers))
        return fakes[-1]

    yield serve
    for fake in fakes:
        fake.close()


def agent(**changed):
    """WebDriverAgent, without a session."""
    return {
        "GET /status": {"value": {"ready": True, "message": "WebDriverAgent is ready to accept commands", "state": "success",
                                  "os": {"name": "iOS", "version": "17.5", "sdkVersion": "17.5"},
                                  "ios": {"ip": "192.168.1.20"}, "build": {"productBundleIdentifier": "com.facebook.WebDriverAgentRunner"}},
                        "sessionId": None},
        "GET /source?format=json": {"value": TREE, "sessionId": None},
        "GET /source?format=xml": {"value": XML, "sessionId": None},
        "GET /screenshot": {"value": base64.encodebytes(PICTURE).decode(), "sessionId": None},
        "GET /orientation": {"value": "PORTRAIT", "sessionId": None},
        "GET /window/size": {"value": {"width": 390, "height": 844}, "sessionId": None},
        "GET /wda/screen": {"value": {"scale": 3, "statusBarSize": {"width": 390, "height": 47}}, "sessionId": None},
        **changed,
    }


def appium(session="S1", base="", **changed):
    """Appium 2 with one session of the XCUITest driver."""
    own = f"{base}/session/{session}"

    def execute(body):
        script = json.loads(body)
        if script["script"] == "mobile: deviceScreenInfo":
            return {"value": {"statusBarSize": {"width": 390, "height": 47}, "scale": 3}}
        assert script == {"script": "mobile: source", "args": [{"format": "json"}]}
        return {"value": TREE}

    return {
        f"GET {base}/status": {"value": {"ready": True, "message": "The server is ready to accept new connections", "build": {"version": "2.11.3"}}},
        f"GET {base}/sessions": {"value": [{"id": session, "capabilities": {"platformName": "iOS"}}]},
        f"GET {own}/source": {"value": XML}, f"GET {own}/screenshot": {"value": base64.b64encode(PICTURE).decode()},
        f"GET {own}/orientation": {"value": "LANDSCAPE"}, f"POST {own}/execute/sync": execute,
        f"GET {own}/window/rect": {"value": {"x": 0, "y": 0, "width": 844, "height": 390}}, **changed,
    }


def vitrine(refusal=None):
    made = {"id": "d 1", "name": "Clock"}
    return {"POST /api/v1/dumps": refusal or (201, made), "POST /base/api/v1/dumps": (201, made)}


def capture(*arguments, path=None, environment=None):
    variables = {**({"PATH": str(path)} if path else {}), **(environment or {})}
    return run("capture", *arguments, stdin=b"", text=False, **variables)


def parts(asked):
    """The parts of the form that a dump came in, by their names, with the names of their files."""
    path, body, headers = asked
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(
        b"Content-Type: " + headers["Content-Type"].encode() + b"\r\n\r\n" + body)
    return {part.get_param("name", header="content-disposition"): (part.get_filename(), part.get_payload(decode=True))
            for part in message.iter_parts()}


# WebDriverAgent

def test_webdriveragent_is_asked_without_a_session_and_starts_none(serve):
    phone, server = serve(agent()), serve(vitrine())
    done = capture(phone.url, "--server", server.url)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == f"{server.url}/dumps/d%201\n"
    assert done.stderr.decode() == "The screen: 390 by 844 points, at 3 pixels each, portrait\n"
    assert not [path for path in phone.paths if not path.startswith("GET ")]
    path, = server.paths
    assert path == "POST /api/v1/dumps?name=Clock"
    sent = parts(server.asked[0])
    assert sent["screenshot"] == ("capture.png", PICTURE)
    # The answer as it came, every byte.
    assert sent["dump"] == ("capture.json", json.dumps(agent()["GET /source?format=json"], ensure_ascii=False).encode())


def test_a_session_of_webdriveragent_is_used(serve):
    answers = agent()
    answers["GET /status"]["sessionId"] = "A/B"
    for path in list(answers):
        if path != "GET /status":
            answers[path.replace("GET /", "GET /session/A%2FB/", 1)] = answers.pop(path)
    phone, server = serve(answers), serve(vitrine())
    assert capture(phone.url, "--server", server.url).returncode == 0
    assert "GET /session/A%2FB/source?format=json" in phone.paths


def test_the_form_of_the_source_can_be_wished(serve):
    phone, server = serve(agent()), serve(vitrine())
    assert capture(phone.url, "--server", f"{server.url}/base/", "--format", "xml", "--name", "Évening/1").returncode == 0
    assert server.paths == ["POST /base/api/v1/dumps?name=%C3%89vening%2F1"]
    assert parts(server.asked[0])["dump"] == ("capture.xml", XML.encode())


def test_a_missing_screenshot_is_told_and_the_dump_sent(serve):
    phone, server = serve(agent(**{"GET /screenshot": (500, {"value": {"error": "unable to capture screen", "message": "busy"}})})), serve(vitrine())
    done = capture(phone.url, "--server", server.url)
    assert done.returncode == 0 and "unable to capture screen: busy" in done.stderr.decode()
    assert list(parts(server.asked[0])) == ["dump"]
    assert capture(phone.url, "--server", server.url, "--no-screenshot").returncode == 0
    assert phone.paths.count("GET /screenshot") == 1


def test_a_connection_that_stays_open_is_not_waited_for(serve):
    phone = serve(agent(stays=True))
    done = capture(phone.url, "--output", "-", "--timeout", "100")
    assert done.returncode == 0 and json.loads(done.stdout)["value"] == TREE


# Appium

def test_appium_gives_the_page_source_of_its_session(serve):
    phone, server = serve(appium()), serve(vitrine())
    done = capture(phone.url, "--server", server.url)
    assert done.returncode == 0, done.stderr
    assert done.stderr.decode() == "The screen: 844 by 390 points, at 3 pixels each, landscape\n"
    assert server.paths == ["POST /api/v1/dumps?name=Bed%20%26%20Clock"]
    assert parts(server.asked[0])["dump"] == ("capture.xml", XML.encode())
    assert not [path for path in phone.paths if path.startswith("POST") and "execute" not in path]


def test_appium_gives_json_by_its_driver(serve):
    phone = serve(appium())
    done = capture(phone.url, "--format", "json", "--output", "-")
    assert done.returncode == 0 and json.loads(done.stdout) == {"value": TREE}


def test_appium_1_is_found_below_wd_hub(serve):
    phone, server = serve(appium(base="/wd/hub")), serve(vitrine())
    assert capture(phone.url, "--server", server.url).returncode == 0


def test_appium_3_tells_its_sessions_elsewhere_the_newest_is_used(serve):
    answers = appium("S2")
    answers["GET /appium/sessions"] = {"value": [{"id": "S2", "created": 1750000000002}, {"id": "S1", "created": 1750000000001}]}
    del answers["GET /sessions"]
    done = capture(serve(answers).url, "--output", "-")
    assert done.returncode == 0 and "2 sessions are running; using S2" in done.stderr.decode()


def test_without_discovery_the_session_can_be_named(serve):
    answers = appium()
    del answers["GET /sessions"]
    phone = serve(answers)
    done = capture(phone.url, "--output", "-")
    assert done.returncode == 1 and "session_discovery" in done.stderr.decode() and "--session" in done.stderr.decode()
    assert capture(phone.url, "--output", "-", "--session", "S1").stdout.decode() == XML + "\n"


def test_no_session_is_started_unless_told_and_one_s_own_is_ended(serve):
    answers = appium("N1")
    answers["GET /sessions"] = {"value": []}
    phone = serve(answers)
    done = capture(phone.url, "--output", "-")
    assert done.returncode == 1 and "No session runs" in done.stderr.decode() and "--start" in done.stderr.decode()
    answers["POST /session"] = lambda body: {"value": {"sessionId": "N1", "capabilities": {}}}
    answers["DELETE /session/N1"] = {"value": None}
    assert capture(phone.url, "--output", "-", "--start", "com.example.clock").returncode == 0
    wished = json.loads(next(body for path, body, _ in phone.asked if path == "POST /session"))
    assert wished["capabilities"]["alwaysMatch"]["appium:bundleId"] == "com.example.clock"
    assert phone.paths[-1] == "DELETE /session/N1"


# What goes wrong

@pytest.mark.parametrize("answers, words", [
    ({}, "neither WebDriverAgent nor Appium"), ({"GET /status": b"<html>"}, "neither WebDriverAgent nor Appium"),
    (agent(**{"GET /source?format=json": (500, {"value": {"error": "unknown error", "message": "no app in front"}})}), "no app in front"),
    (agent(**{"GET /source?format=json": {"status": 13, "value": "An old failure"}}), "An old failure"),
    (agent(**{"GET /source?format=json": b'{"value": {"type": '}), "not JSON with a value"),
    (appium(**{"GET /session/S1/source": {"value": 7}}), "not text"),
    (appium(**{"GET /session/S1/source": (404, {"value": {"error": "invalid session id", "message": "terminated"}})}), "invalid session id: terminated"),
])
def test_what_a_server_says_is_told(serve, answers, words):
    done = capture(serve(answers).url, "--output", "-")
    assert done.returncode == 1 and words in done.stderr.decode() and done.stdout == b""


def test_who_does_not_answer_is_told():
    done = capture("http://127.0.0.1:1", "--output", "-")
    assert done.returncode == 1 and "iproxy" in done.stderr.decode()
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        done = capture(f"http://127.0.0.1:{silent.getsockname()[1]}", "--output", "-", "--timeout", "1")
    assert done.returncode == 1 and "in time" in done.stderr.decode()


def test_what_vitrine_refuses_is_told(serve, samples):
    phone = serve(agent(**{"GET /source?format=xml": {"value": "Dear diary, nothing happened today."}}))
    done = capture(phone.url, "--format", "xml", "--server", samples.url)
    assert done.returncode == 1 and "refused the dump" in done.stderr.decode() and "recursiveDescription" in done.stderr.decode()
    done = capture(phone.url, "--server", "http://127.0.0.1:1")
    assert done.returncode == 1 and "Is Vitrine at" in done.stderr.decode()


@pytest.mark.parametrize("arguments", [
    (), ("--idb", "--maestro"), ("http://127.0.0.1:1", "--idb"), ("ftp://host",), ("host:8100",), ("http://h", "--format", "html"),
    ("http://h", "--server", "http://v", "--output", "-"), ("http://h", "--watch", "--output", "-"), ("http://h", "--udid", "1"),
    ("http://h", "--interval", "0"), ("http://h", "--timeout", "0"), ("--idb", "--session", "S"), ("http://h:99999",),
    ("http://h", "--session", "S", "--start", "com.example.clock"), ("http://h", "--server", "nowhere"),
])
def test_wrong_usage_ends_with_64(arguments):
    done = capture(*arguments)
    assert done.returncode == 64 and b"Usage" in done.stderr


# Files

def test_a_file_gets_its_picture_beside_it(serve, tmp_path):
    file = tmp_path / "main screen.json"
    done = capture(serve(agent()).url, "--output", file)
    assert done.returncode == 0 and done.stdout.decode() == f"{file}\n"
    assert json.loads(file.read_bytes())["value"] == TREE and (tmp_path / "main screen.png").read_bytes() == PICTURE


def test_a_folder_gets_a_file_for_each(serve, tmp_path):
    phone = serve(agent(**{"GET /source?format=json": {"value": {**TREE, "label": "../Clock: \u202e1"}}}))
    for _ in range(2):
        assert capture(phone.url, "--output", tmp_path).returncode == 0
    assert sorted({path.suffix for path in tmp_path.iterdir()}) == [".json", ".png"] and len(list(tmp_path.iterdir())) == 4
    assert all(path.name.startswith("-Clock- ") for path in tmp_path.iterdir())


def test_files_that_cannot_be_written_are_told(serve, tmp_path):
    done = capture(serve(agent()).url, "--output", tmp_path / "none" / "main.json")
    assert done.returncode == 1 and "can't be written" in done.stderr.decode()
    done = capture(serve(agent()).url, "--output", tmp_path / "main.png")
    assert done.returncode == 1 and "another extension" in done.stderr.decode()


def test_vitrine_opens_what_was_written(serve, tmp_path, start):
    """A dump of a format that every version reads, with its screenshot."""
    text = "<UIWindow: 0x7f8a01; frame = (0 0; 375 667); layer = <UIWindowLayer: 0x60>>"
    phone = serve(agent(**{"GET /source?format=xml": {"value": text}}))
    assert capture(phone.url, "--format", "xml", "--output", tmp_path / "main.txt").returncode == 0
    dump, = start(tmp_path).get("/api/v1/dumps").json["dumps"]
    assert (dump["name"], dump["format"], dump["screenshot"]) == ("main", "recursiveDescription", True)


def test_vitrine_takes_what_is_sent(serve, fresh):
    text = "<UIWindow: 0x7f8a01; frame = (0 0; 375 667); layer = <UIWindowLayer: 0x60>>"
    phone = serve(agent(**{"GET /source?format=xml": {"value": text}}))
    done = capture(phone.url, "--format", "xml", "--name", "Évening", environment={"VITRINE_URL": fresh.url})
    page = done.stdout.decode().strip()
    assert fresh.get(page[len(fresh.url):]).status == 200
    dump = fresh.get("/api/v1/dumps").json["dumps"][0]
    assert (dump["name"], dump["screenshot"]) == ("Évening", True)


@pytest.mark.parametrize("source, format, views, rest", [
    (json.dumps(TREE), "webDriverAgentJSON", ["XCUIElementTypeApplication", "XCUIElementTypeButton"], "Stop 🕑"),
    (XML, "webDriverAgentXML", ["XCUIElementTypeApplication", "XCUIElementTypeButton"], "Stop"),
], ids=["json", "xml"])
def test_what_a_phone_says_is_opened_with_all_its_elements(serve, fresh, source, format, views, rest):
    value = TREE if format == "webDriverAgentJSON" else source
    wanted = "json" if value is TREE else "xml"
    phone = serve(agent(**{f"GET /source?format={wanted}": {"value": value}}))
    done = capture(phone.url, "--format", wanted, "--server", fresh.url)
    assert done.returncode == 0, done.stderr
    api = "/api/v1" + done.stdout.decode().strip()[len(fresh.url):]
    dump = fresh.get(api).json
    assert (dump["format"], dump["viewCount"], dump["screenshot"]) == (format, 2, True)
    found = fresh.get(f"{api}/views").json["views"]
    assert [view["class"] for view in found] == views
    assert (found[1]["identifier"], found[1]["label"]) == ("stop", rest)
    # What the phone did not say is not made up.
    assert found[1]["frame"] is None and "frame" in found[1]["unknown"]


# Watching

@contextlib.contextmanager
def watching(*arguments):
    process = subprocess.Popen([BINARY, "capture", *map(str, arguments), "--watch", "--interval", "0.1"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_watching_sends_again_when_something_has_changed(serve):
    answers = agent()
    phone, server = serve(answers), serve(vitrine())
    with watching(phone.url, "--server", server.url) as process:
        server.wait(1, "POST /api/v1/dumps?name=Clock")
        # Nothing changed in many looks: nothing is sent.
        phone.wait(phone.paths.count("GET /source?format=json") + 5, "GET /source?format=json")
        assert len(server.paths) == 1
        answers["GET /source?format=json"] = {"value": {**TREE, "label": "Alarm"}}
        server.wait(1, "POST /api/v1/dumps?name=Alarm")
        # The device goes away and comes back with another screen.
        status = answers.pop("GET /status")
        answers["GET /source?format=json"] = (500, {"value": {"error": "gone", "message": "away"}})
        looks = phone.paths.count("GET /status")
        phone.wait(looks + 3, "GET /status")
        answers["GET /status"] = status
        answers["GET /source?format=json"] = {"value": {**TREE, "label": "Bed"}}
        server.wait(1, "POST /api/v1/dumps?name=Bed")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 0 and output.count("/dumps/") == 3
        assert "neither" in errors and errors.count("gone: away") <= 1


def test_watching_begins_with_what_works(serve):
    with watching("http://127.0.0.1:1") as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 1 and "iproxy" in errors


def test_watching_ends_the_session_that_it_started(serve, tmp_path):
    answers = agent()
    answers["POST /session"] = {"value": {"sessionId": "N1"}, "sessionId": "N1"}
    for path in list(answers):
        answers[path.replace("GET /", "GET /session/N1/", 1)] = answers[path]
    phone = serve(answers)
    with watching(phone.url, "--start", "com.example.clock", "--output", tmp_path / "dumps") as process:
        phone.wait(3, "GET /session/N1/source?format=json")
        process.send_signal(signal.SIGTERM)
        phone.wait(1, "DELETE /session/N1")
        assert process.wait(timeout=60) == 0
    assert len(list((tmp_path / "dumps").iterdir())) == 2


# Tools

def tool(folder, name, script):
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return folder


ELEMENTS = [{"type": "Application", "AXLabel": "Clock", "frame": {"x": 0, "y": 0, "width": 390, "height": 844}, "children": []}]


def test_idb_is_run_with_its_screenshot(serve, tmp_path):
    (tmp_path / "tree.json").write_text(json.dumps(ELEMENTS))
    (tmp_path / "screen.png").write_bytes(PICTURE)
    path = tool(tmp_path, "idb", f"""echo "$@" >> {tmp_path}/asked
case $1 in ui) /bin/cat {tmp_path}/tree.json ;; screenshot) for file; do :; done; /bin/cp {tmp_path}/screen.png "$file" ;; esac""")
    server = serve(vitrine())
    done = capture("--idb", "--udid", "D-1", "--server", server.url, path=path)
    assert done.returncode == 0, done.stderr
    assert server.paths == ["POST /api/v1/dumps?name=Clock"]
    assert parts(server.asked[0]) == {"dump": ("capture.json", json.dumps(ELEMENTS).encode()), "screenshot": ("capture.png", PICTURE)}
    hierarchy, screenshot = (tmp_path / "asked").read_text().splitlines()
    assert hierarchy == "ui describe-all --nested --udid D-1" and screenshot.startswith("screenshot --udid D-1 /")
    assert not pathlib.Path(screenshot.split()[-1]).exists()


def test_what_a_tool_tells_is_opened_with_all_its_elements(fresh, tmp_path):
    (tmp_path / "tree.json").write_text(json.dumps(ELEMENTS))
    (tmp_path / "screen.png").write_bytes(PICTURE)
    path = tool(tmp_path, "idb", f"""
case $1 in ui) /bin/cat {tmp_path}/tree.json ;; screenshot) for file; do :; done; /bin/cp {tmp_path}/screen.png "$file" ;; esac""")
    nodes = {"attributes": {"bounds": "[0,0][390,844]"}, "children": [
        {"attributes": {"bounds": "[16,60][374,104]", "resource-id": "stop", "accessibilityText": "Stop"}, "children": []}]}
    (tmp_path / "nodes.json").write_text(json.dumps(nodes))
    tool(tmp_path, "maestro", f'echo "Running on iPhone 15"\necho\n/bin/cat {tmp_path}/nodes.json')
    for arguments, format, count in [(["--idb"], "idb", 1), (["--maestro"], "maestro", 2)]:
        done = capture(*arguments, "--server", fresh.url, path=path)
        assert done.returncode == 0, done.stderr
        api = "/api/v1" + done.stdout.decode().strip()[len(fresh.url):]
        dump = fresh.get(api).json
        assert (dump["format"], dump["viewCount"]) == (format, count)
        found = fresh.get(f"{api}/views").json["views"]
        assert found[-1]["windowFrame"]["width"] == (390 if count == 1 else 358)


def test_maestro_tells_more_than_the_views(tmp_path):
    path = tool(tmp_path, "maestro", 'echo "Running on iPhone 15"\necho\necho \'{"attributes": {}, "children": []}\'')
    done = capture("--maestro", "--output", "-", path=path)
    assert done.returncode == 0 and json.loads(done.stdout) == {"attributes": {}, "children": []}


@pytest.mark.parametrize("script, patience, words", [
    ("echo No companion is connected >&2; exit 3", 100, "failed with 3: No companion is connected"),
    ("echo nothing", 100, "printed no JSON"), ("exec /bin/sleep 60", 1, "did not end within 1 seconds"),
    ("kill -9 $$", 100, "was ended by signal 9"), ("exit 2", 100, "failed with 2."),
])
def test_what_a_tool_says_is_told(tmp_path, script, patience, words):
    done = capture("--idb", "--output", "-", "--timeout", patience, path=tool(tmp_path, "idb", script))
    assert done.returncode == 1 and words in done.stderr.decode()


def test_a_tool_whose_helper_stays_is_not_waited_for(tmp_path):
    """idb leaves its companion behind, which keeps the output open."""
    path = tool(tmp_path, "idb", "/bin/sleep 600 &\necho $! > " + str(tmp_path / "helper") + "\necho '[]'")
    done = capture("--idb", "--output", "-", "--timeout", "100", path=path)
    os.kill(int((tmp_path / "helper").read_text()), signal.SIGKILL)
    assert done.returncode == 0 and json.loads(done.stdout) == []


def test_a_tool_that_is_not_there_is_told(tmp_path):
    for name, words in [("idb", "fbidb.io"), ("maestro", "maestro.dev")]:
        done = capture(f"--{name}", "--output", "-", path=tmp_path)
        assert done.returncode == 1 and f"There is no {name} in PATH" in done.stderr.decode() and words in done.stderr.decode()
