"""Whoever has no scope for secrets is told none, whatever is asked; and who did what."""

import contextlib
import json
import pathlib
import shutil
import sqlite3

import pytest

from archives import pack
from conftest import SAMPLES, Server
from settling import wait_until

SECRET = "sesame-7f3a-geheim"
KEY = "account.passcode"
CHOSEN = "chosen-by-a-person"
DUMP = f"""<UIWindow: 0x1; frame = (0 0; 320 480)>
   | <UITextField: 0x2; frame = (10 20; 100 30); text = '{SECRET}'; secureTextEntry = YES>
   |    | <UITextFieldLabel: 0x3; frame = (0 0; 100 30); text = '{SECRET}'>
   | <UILabel: 0x4; frame = (10 60; 100 30); text = 'Shown'>
"""


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("secrets") / "data", [SAMPLES], "--log-format", "json", VITRINE_TOKEN=CHOSEN).start()
    yield server
    assert server.stop() == 0


class As:
    """The server as somebody with a token sees it, for the helpers that know servers only."""

    def __init__(self, server, token):
        self.server, self.token, self.url = server, token, server.url

    def request(self, method, path, body=None, headers=None):
        return self.server.request(method, path, body, {**bearer(self.token), **(headers or {})})

    def get(self, path, **headers):
        return self.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})


def token(server, name, *scopes):
    made = As(server, CHOSEN).request("POST", "/api/v1/tokens", {"name": name, "scopes": scopes})
    assert made.status == 201
    return As(server, made.json["token"])


def test_webdriver_shows_bullets_to_everybody_without_the_scope(server):
    writer = token(server, "Writer", "read", "write")
    owner = As(server, CHOSEN)
    owner.request("PUT", f"/api/v1/defaults/com.example.clock/values/{KEY}", {"value": SECRET})
    capabilities = {"alwaysMatch": {"vitrine:app": "com.example.clock"}}
    made = writer.request("POST", "/session", {"capabilities": capabilities})
    session = made.json["value"]["sessionId"]
    assert SECRET not in writer.get(f"/session/{session}/source").text
    assert writer.request("DELETE", f"/session/{session}").status == 200


def test_a_dump_says_who_sent_and_edited_it(server):
    writer = token(server, "Build server", "read", "write")
    made = writer.request("POST", "/api/v1/dumps", DUMP.replace(SECRET, ""))
    assert made.json["actor"] == "Build server"
    path = f"/api/v1/dumps/{made.json['id']}"
    writer.request("PATCH", f"{path}/views/3", {"alpha": 0.5})
    assert writer.get(f"{path}/edits").json["edits"][0]["actor"] == "Build server"
    writer.request("PUT", f"{path}/views/3/note", {"text": "Look"})
    assert writer.get(f"{path}/marks").json["notes"][0]["actor"] == "Build server"
    page = writer.get(f"/dumps/{made.json['id']}", Accept="text/html").text
    assert "by Build server" in page and "from Build server" in page


def test_the_log_says_who_deleted_a_dump(server):
    tester = token(server, "Nightly", "read", "write", "delete")
    made = tester.request("POST", "/api/v1/dumps", DUMP.replace(SECRET, ""))
    path = f"/api/v1/dumps/{made.json['id']}"
    gone = tester.request("DELETE", path)
    assert gone.status == 204
    lines = [json.loads(line) for line in pathlib.Path(server.log.name).read_text(encoding="utf-8").splitlines()]
    changes = [line for line in lines if line["message"] == "change" and line["method"] == "DELETE" and line["path"] == path]
    assert [(line["actor"], line["path"], line["id"]) for line in changes] == [("Nightly", path, gone.headers["X-Request-ID"])]


def test_a_bundle_that_is_built_anew_shows_nothing(tmp_path):
    folder = tmp_path / "build"
    shutil.copytree(pathlib.Path(SAMPLES) / "Clock.app", folder / "Clock.app")
    root = folder / "Clock.app/Settings.bundle/Root.plist"
    (root.parent / "Root~ipad.plist").unlink()
    whole = root.read_bytes()
    server = Server(tmp_path / "data", [folder], "--log-format", "json", VITRINE_TOKEN=CHOSEN).start()
    domain, app = "/api/v1/defaults/com.example.clock", "/api/v1/apps/com.example.clock"

    def shown(token):
        return token.get(domain).text + token.get(f"{domain}/history").text + token.get(f"{domain}/values/{KEY}").text

    def unseen_until(holds):
        def look():
            found = holds()
            assert found or SECRET not in shown(reader)
            return found
        wait_until(look)

    try:
        owner, reader = As(server, CHOSEN), token(server, "Reader", "read")
        remover, keeper = token(server, "Remover", "read", "delete"), token(server, "Keeper", "read", "secrets")
        assert owner.request("PUT", f"{domain}/values/{KEY}", {"value": SECRET}).status == 200
        for broken in (whole[:200], b"", None):
            root.write_bytes(broken) if broken is not None else root.unlink()
            unseen_until(lambda: KEY not in owner.get(f"{app}/settings/Root").text)
            root.write_bytes(whole)
            unseen_until(lambda: KEY in owner.get(f"{app}/settings/Root").text)
        assert remover.request("DELETE", f"{domain}/secrets/{KEY}").status == 403
        assert keeper.request("DELETE", f"{domain}/secrets/{KEY}").status == 409
        shutil.rmtree(folder / "Clock.app")
        unseen_until(lambda: owner.get(app).status == 404)
        assert server.stop() == 0
        server.start()
        assert SECRET not in shown(reader) and SECRET in shown(owner)
        entries = reader.get(f"{domain}/secrets").json["secrets"]
        assert [(entry["key"], entry["bundle"], entry["inUse"]) for entry in entries] == [(KEY, "com.example.clock", False)]
        gone = keeper.request("DELETE", f"{domain}/secrets/{KEY}")
        assert gone.status == 204 and SECRET in shown(reader)
        cleared = reader.get(f"{domain}/secrets").json["cleared"]
        assert [(entry["key"], entry["actor"]) for entry in cleared] == [(KEY, "Keeper")]
        log = [json.loads(line) for line in pathlib.Path(server.log.name).read_text(encoding="utf-8").splitlines()]
        assert "Keeper" in [line.get("actor") for line in log if line["message"] == "change" and line["id"] == gone.headers["X-Request-ID"]]
    finally:
        server.stop()


def test_while_the_store_is_locked_for_good_no_value_is_sent(tmp_path):
    server = Server(tmp_path / "data", [SAMPLES], VITRINE_TOKEN=CHOSEN).start()
    domain = "/api/v1/defaults/com.example.clock"
    try:
        owner, reader = As(server, CHOSEN), token(server, "Reader", "read")
        assert owner.request("PUT", f"{domain}/values/{KEY}", {"value": SECRET}).status == 200
        with contextlib.closing(sqlite3.connect(tmp_path / "data/vitrine.sqlite")) as database:
            # What the server keeps of apps and secrets cannot be read, while values can.
            for table in ("app", "secretKey"):
                database.execute(f"ALTER TABLE {table} RENAME TO moved")
                for path in ("", f"/values/{KEY}", "/history", "/diff?from=0&to=1", "/secrets"):
                    reply = reader.get(domain + path)
                    assert reply.status == 503 and SECRET not in reply.text, (table, path)
                assert owner.get(domain).json["values"][KEY] == SECRET
                database.execute(f"ALTER TABLE moved RENAME TO {table}")
        assert reader.get(domain).json["redacted"] == [KEY]
    finally:
        server.stop()


def test_a_database_of_before_learns_what_its_apps_mark_before_the_first_answer(tmp_path):
    server = Server(tmp_path / "data", [], VITRINE_TOKEN=CHOSEN).start()
    domain = "/api/v1/defaults/com.example.clock"
    clock = pathlib.Path(SAMPLES) / "Clock.app"
    files = [(f"Clock.app/{path.relative_to(clock)}", path.read_bytes()) for path in clock.rglob("*") if path.is_file()]
    try:
        owner, reader = As(server, CHOSEN), token(server, "Reader", "read")
        made = owner.request("POST", "/api/v1/apps", pack(files), {"Content-Type": "application/zip"})
        assert made.status == 201
        assert owner.request("PUT", f"{domain}/values/{KEY}", {"value": SECRET}).status == 200
    finally:
        assert server.stop() == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "data/vitrine.sqlite")) as database:
        database.executescript("""
            DROP TABLE secretKey; DROP TABLE secretUse; DROP TABLE secretClearing; DROP INDEX appToLearn;
            ALTER TABLE app DROP COLUMN isLearned;
            DELETE FROM grdb_migrations WHERE identifier LIKE '10 %';
        """)
    server.start()
    try:
        assert SECRET not in reader.get(domain).text and reader.get(domain).json["redacted"] == [KEY]
        assert owner.request("DELETE", "/api/v1/apps/com.example.clock").status == 204
        assert reader.get(domain).json["redacted"] == [KEY]
    finally:
        server.stop()
