"""What is kept when disks, files and quotas have an end: backups, damage, full disks and removed files."""

import json
import os
import shutil
import sqlite3
import subprocess

import pytest

from commanding import BINARY, vitrine as run
from conftest import REPOSITORY, Server
from settling import wait_until
from test_kill_loop import dump

DOMAIN = "/api/v1/defaults/d"


@pytest.fixture
def server(tmp_path):
    """A server of the test's own with nothing open."""
    server = Server(tmp_path / "data", []).start()
    yield server
    if server.process.poll() is None:
        assert server.stop() == 0


def refused(server, program=BINARY):
    """What a server says that does not start."""
    done = run("serve", "--port", 0, "--data", server.data, *server.options, program=program)
    assert done.returncode == 1 and not done.stdout
    return done.stderr


def problem(reply, status, slug):
    assert reply.status == status and reply.json["type"] == f"/problems/{slug}", reply.text
    return reply.json["detail"]


def test_a_backup_of_a_running_server_comes_back_when_it_is_stopped(server, tmp_path):
    server.request("PUT", DOMAIN, {"a": 1})
    made = run("backup", "--data", server.data, tmp_path / "b.sqlite")
    assert made.returncode == 0 and "sound" in made.stdout and "1 domains" in made.stdout, made.stderr
    assert "already" in run("backup", "--data", server.data, tmp_path / "b.sqlite").stderr
    server.request("PUT", DOMAIN, {"a": 2})
    busy = run("restore", "--data", server.data, tmp_path / "b.sqlite")
    assert busy.returncode == 1 and "in use" in busy.stderr
    assert server.stop() == 0
    back = run("restore", "--data", server.data, tmp_path / "b.sqlite")
    assert back.returncode == 0 and "vitrine-before-restore.sqlite" in back.stdout, back.stderr
    server.start()
    assert server.get(DOMAIN).json["values"] == {"a": 1}
    assert "1 domains" in run("check", server.data / "vitrine-before-restore.sqlite").stdout


def test_a_damaged_database_is_named_and_what_can_be_read_is_read(server):
    base = server.request("POST", "/api/v1/dumps", dump(1, 400), {"Content-Type": "text/plain"}).headers["Location"]
    server.request("PUT", DOMAIN, {f"k{number}": "x" * 100 for number in range(500)})
    assert server.stop() == 0
    file = server.data / "vitrine.sqlite"
    database = sqlite3.connect(file)
    [(page,)] = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'domainValue'")
    database.close()
    data = bytearray(file.read_bytes())
    start = (page - 1) * 4096
    data[start:start + 4096] = b"\xa5" * 4096
    file.write_bytes(data)
    looked = run("check", "--data", server.data)
    assert looked.returncode == 1 and "damaged" in looked.stdout and "vitrine restore" in looked.stderr
    said = refused(server)
    assert str(file) in said and "vitrine restore" in said and "--read-only" in said
    server.options = ["--check-integrity"]
    assert "damaged" in refused(server) and file.read_bytes() == data
    server.options = ["--read-only"]
    server.start()
    assert server.get(f"{base}/source").text == dump(1, 400)
    detail = problem(server.get(DOMAIN), 503, "store-damaged")
    assert "vitrine check" in detail and str(file) not in detail
    problem(server.request("PUT", DOMAIN, {"a": 1}), 503, "store-read-only")
    assert server.stop() == 0
    assert file.read_bytes() == data


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_reading_and_writing_stop_when_a_file_is_gone_and_go_on_when_it_is_back(server, suffix):
    server.request("PUT", DOMAIN, {"a": 1})
    file = server.data / f"vitrine.sqlite{suffix}"
    assert server.get("/readyz").status == 200
    file.rename(server.data / "aside")
    detail = problem(server.request("PUT", DOMAIN, {"a": 2}), 503, "store-replaced")
    assert "restart" in detail
    problem(server.request("POST", "/api/v1/dumps", dump(1), {"Content-Type": "text/plain"}), 503, "store-replaced")
    problem(server.get("/readyz"), 503, "store-replaced")
    problem(server.get(DOMAIN), 503, "store-replaced")
    assert server.get("/healthz").status == 200
    (server.data / "aside").rename(file)
    assert server.request("PUT", DOMAIN, {"a": 3}).status == 200 and server.get("/readyz").status == 200


#: What somebody does to the files of a running server: how it is done, and whether the same is undone by putting a file back.
DAMAGE = {
    "the database is emptied": lambda file: os.truncate(file, 0),
    "the database is cut short": lambda file: os.truncate(file, 4096),
    "the database is overwritten": lambda file: file.write_bytes(b"\xa5" * 60_000),
    "a page of the database is overwritten": lambda file: overwrite(file, 4096, b"\xa5" * 4096),
    "the database is overwritten by another one": lambda file: file.write_bytes(file.with_name("other").read_bytes()),
    "the database is replaced": lambda file: shutil.copy(file, file.with_name("copy")) and os.replace(file.with_name("copy"), file),
    "the database is moved": lambda file: file.rename(file.with_name("aside")),
    "the log is emptied": lambda file: os.truncate(f"{file}-wal", 0),
    "the log is overwritten": lambda file: overwrite(f"{file}-wal", 0, b"\xa5" * 4096),
    "the shared memory is emptied": lambda file: os.truncate(f"{file}-shm", 0),
    "the shared memory is removed": lambda file: os.unlink(f"{file}-shm"),
    "the folder is removed": lambda file: shutil.rmtree(file.parent),
}


def overwrite(file, offset, data):
    with open(file, "r+b") as opened:
        opened.seek(offset)
        opened.write(data)


@pytest.mark.parametrize("how", DAMAGE)
def test_files_that_are_damaged_while_the_server_runs_are_noticed_by_all_that_needs_them(server, how):
    other = Server(server.data.with_name("another") / "data", [])
    other.data.parent.mkdir()
    other.start().request("PUT", DOMAIN, {"b": 1})
    assert other.stop() == 0
    shutil.copy(other.data / "vitrine.sqlite", server.data / "other")
    for number in range(3):
        assert server.request("PUT", f"{DOMAIN}{number}", {"a": "x" * 3000}).status == 200
    assert server.get(f"{DOMAIN}0").status == 200 and server.get("/readyz").status == 200
    DAMAGE[how](server.data / "vitrine.sqlite")
    for _ in range(2):
        problem(server.get(f"{DOMAIN}0"), 503, "store-replaced")
        assert "restart" in problem(server.request("PUT", DOMAIN, {"a": 2}), 503, "store-replaced")
        problem(server.request("POST", "/api/v1/dumps", dump(1), {"Content-Type": "text/plain"}), 503, "store-replaced")
        problem(server.get("/readyz"), 503, "store-replaced")
        assert server.get("/healthz").status == 200 and server.get("/", Accept="text/html").status == 503
    assert server.stop() == 0


def test_a_log_whose_database_is_gone_is_kept_until_somebody_decides(server, tmp_path):
    file, log = server.data / "vitrine.sqlite", server.data / "vitrine.sqlite-wal"
    server.request("PUT", DOMAIN, {"a": 1})
    assert run("backup", "--data", server.data, tmp_path / "b.sqlite").returncode == 0
    server.request("PUT", DOMAIN, {"a": 2})
    server.process.kill()
    server.process.wait()
    whole, kept = file.read_bytes(), log.read_bytes()
    for empty in (lambda: os.truncate(file, 0), file.unlink):
        empty()
        for options in ([], ["--read-only"]):
            server.options = options
            said = refused(server)
            assert str(file) in said and str(log) in said and "vitrine restore" in said
        assert log.read_bytes() == kept and not file.exists() or file.stat().st_size == 0
    server.options = []
    # Put back, it goes on; a backup is brought back without the log, which is kept.
    file.write_bytes(whole)
    server.start()
    assert server.get(DOMAIN).json["values"] == {"a": 2}
    server.process.kill()
    server.process.wait()
    os.truncate(file, 0)
    back = run("restore", "--data", server.data, tmp_path / "b.sqlite")
    assert back.returncode == 0, back.stderr
    assert (server.data / "vitrine-before-restore.sqlite-wal").stat().st_size > 0
    server.start()
    assert server.get(DOMAIN).json["values"] == {"a": 1}


def test_quotas_are_named_and_usage_tells_what_is_largest(server):
    assert server.stop() == 0
    server.options = ["--quota", "dump=64KiB", "--quota", "total=512KiB", "--quota", "journal=none", "--quota", "domain=200K"]
    server.start()
    detail = problem(server.request("POST", "/api/v1/dumps", dump(1, 2000), {"Content-Type": "text/plain"}), 413, "quota-exceeded")
    assert "“dump”" in detail and "(64 KiB)" in detail and "--quota dump=" in detail
    detail = problem(server.request("PUT", DOMAIN, {"a": "x" * 250_000}), 413, "quota-exceeded")
    assert "“domain”" in detail
    made = []
    while True:
        reply = server.request("POST", "/api/v1/dumps?name=D", dump(1, 700), {"Content-Type": "text/plain"})
        if reply.status != 201:
            break
        made.append(reply.json["id"])
    assert "“total”" in problem(reply, 507, "quota-exceeded")
    usage = server.get("/api/v1/usage").json
    assert usage["measured"] and not usage["readOnly"] and usage["bytes"] <= usage["quotas"]["total"] == 512 << 10
    assert usage["quotas"]["journal"] is None and usage["quotas"]["dump"] == 64 << 10
    kinds = {kind["kind"]: kind for kind in usage["kinds"]}
    assert kinds["dumps"] == {"kind": "dumps", "count": len(made), "bytes": len(made) * len(dump(1, 700))}
    assert usage["largest"][0]["kind"] == "dump" and usage["largest"][0]["bytes"] == len(dump(1, 700))
    page = server.get("/usage", Accept="text/html").text
    assert f"/dumps/{usage['largest'][0]['id']}" in page and "512 KiB" in page
    assert "/usage" in server.get("/", Accept="text/html").text
    assert server.request("DELETE", f"/api/v1/dumps/{made[0]}").status == 204
    assert server.request("POST", "/api/v1/dumps", dump(1, 700), {"Content-Type": "text/plain"}).status == 201
    wrong = run("serve", "--quota", "size=1M")
    assert wrong.returncode != 0 and "total, dump, app" in wrong.stderr


def test_the_uploads_of_a_token_have_a_quota_of_their_own(tmp_path):
    server = Server(tmp_path / "data", [], "--quota", "principal=100KiB", VITRINE_TOKEN="operator-of-this-test")
    server.start()
    every = {"Authorization": "Bearer operator-of-this-test"}
    made = server.request("POST", "/api/v1/tokens", {"name": "CI", "scopes": ["read", "write"]}, every).json["token"]
    mine = {"Authorization": f"Bearer {made}", "Content-Type": "text/plain"}
    assert server.request("POST", "/api/v1/dumps", dump(1, 800), mine).status == 201
    detail = problem(server.request("POST", "/api/v1/dumps", dump(2, 800), mine), 507, "quota-exceeded")
    assert "“principal”" in detail and "“CI”" in detail
    assert server.request("POST", "/api/v1/dumps", dump(2, 800), every | {"Content-Type": "text/plain"}).status == 201
    usage = json.loads(server.request("GET", "/api/v1/usage", headers=every).body)
    assert {share["owner"]: share["bytes"] for share in usage["owners"]} == {"CI": len(dump(1, 800)), "operator": len(dump(2, 800))}
    assert server.stop() == 0


@pytest.fixture
def small_disk(tmp_path, monkeypatch):
    """A disk of 32 MiB, on which servers and commands find their data; gives what runs a command there."""
    place = tmp_path / "disk"
    place.mkdir()
    own = ["-m"] if os.geteuid() == 0 else ["-U", "-r", "-m"]
    script = 'mount -t tmpfs -o size=32m none "$0" && echo ready && exec cat'
    holder = subprocess.Popen(["unshare", *own, "sh", "-c", script, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if not shutil.which("nsenter") or holder.stdout.readline() != b"ready\n":
        pytest.skip("SKIPPED LOUDLY: this machine lets nobody mount a small disk, so the tests of a full one are left out")
    inside = ["nsenter", "-t", str(holder.pid), *(["-m"] if os.geteuid() == 0 else ["-U", "--preserve-credentials", "-m"])]
    wrapper = tmp_path / "vitrine-there"
    wrapper.write_text(f"#!/bin/sh\nVITRINE_RESOURCES='{REPOSITORY}' exec {' '.join(inside)} '{BINARY}' \"$@\"\n")
    wrapper.chmod(0o755)
    monkeypatch.setenv("VITRINE_BINARY", str(wrapper))
    yield place, lambda *command: subprocess.run([*inside, *map(str, command)], capture_output=True, text=True, timeout=60)
    holder.stdin.close()
    holder.wait()


def test_on_a_full_disk_reading_and_deleting_go_on(small_disk, tmp_path):
    place, there = small_disk
    server = Server(place / "data", []).start()
    picture = b"\x89PNG\r\n\x1a\n" + b"x" * (3 << 20)
    made = []
    while True:
        reply = server.upload({"dump": dump(1).encode(), "screenshot": ("s.png", picture)})
        if reply.status != 201:
            break
        made.append(reply.json["id"])
    assert "full" in problem(reply, 507, "store-full")
    assert len(made) >= 2
    # Every byte that is left, also of what the log gives back.
    wait_until(lambda: there("sh", "-c", f"cat /dev/zero >> {place}/filler") and server.get("/readyz").status == 503)
    problem(server.get("/readyz"), 503, "store-full")
    replies = (server.request("PUT", f"{DOMAIN}{number}", {"a": "x" * 900_000}) for number in range(40))
    problem(next(reply for reply in replies if reply.status != 200), 507, "store-full")
    assert server.get(f"/api/v1/dumps/{made[0]}/screenshot").body == picture
    assert server.request("DELETE", f"/api/v1/dumps/{made[0]}").status == 204
    assert server.get(f"/api/v1/dumps/{made[0]}").status == 404
    # The room that was given up for it is taken again, of what was given back.
    wait_until(lambda: int(there("stat", "-c", "%s", f"{place}/data/vitrine.reserve").stdout or 0) == 4 << 20)
    # Killed and started again on the full disk, it opens and deletes.
    server.process.kill()
    server.process.wait()
    there("sh", "-c", f"cat /dev/zero > {place}/filler2")
    server.start()
    assert server.get("/api/v1/dumps").json["total"] == len(made) - 1
    assert server.request("DELETE", f"/api/v1/dumps/{made[1]}").status == 204
    there("rm", f"{place}/filler", f"{place}/filler2")
    wait_until(lambda: server.request("PUT", DOMAIN, {"a": 1}).status == 200)
    # What was deleted is given back to the disk.
    wait_until(lambda: server.get("/readyz").status == 200)
    assert server.stop() == 0
    looked = there(BINARY, "check", "--data", place / "data")
    assert looked.returncode == 0 and looked.stdout.startswith("sound")


@pytest.mark.parametrize("rest", [0, 1_500_000])
def test_readiness_says_whether_the_disk_has_room_for_an_upload(small_disk, rest):
    place, there = small_disk
    server = Server(place / "data", []).start()
    upload = lambda: server.request("POST", "/api/v1/dumps", dump(1), {"Content-Type": "text/plain"})
    assert server.get("/readyz").status == 200 and upload().status == 201
    free = int(there("df", "--output=avail", "--block-size=1", place).stdout.split()[1])
    there("sh", "-c", f"head -c {free - rest} /dev/zero > {place}/filler")
    for _ in range(2):
        assert "full" in problem(server.get("/readyz"), 503, "store-full") and server.get("/healthz").status == 200
        problem(upload(), 507, "store-full")
    there("rm", f"{place}/filler")
    assert server.get("/readyz").status == 200 and upload().status == 201
    assert server.stop() == 0


def test_a_disk_that_is_read_only_is_served_for_reading(small_disk):
    place, there = small_disk
    server = Server(place / "data", []).start()
    server.request("PUT", DOMAIN, {"a": 1})
    assert server.stop() == 0
    assert there("mount", "-o", "remount,ro", place).returncode == 0
    said = refused(server, program=os.environ["VITRINE_BINARY"])
    assert "--read-only" in said and str(place) in said
    server.options = ["--read-only"]
    server.start()
    assert server.get(DOMAIN).json["values"] == {"a": 1} and server.get("/readyz").status == 200
    problem(server.request("PUT", DOMAIN, {"a": 2}), 503, "store-read-only")
    made = there(BINARY, "backup", "--data", place / "data", "/tmp/" + place.parent.name + ".sqlite")
    assert made.returncode == 0, made.stderr
    os.unlink("/tmp/" + place.parent.name + ".sqlite")
    assert server.stop() == 0
