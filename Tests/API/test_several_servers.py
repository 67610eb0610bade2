"""Several servers on one PostgreSQL: what one of them has acknowledged is there for all, whoever dies.

VITRINE_LONG makes the tests of crashes as many times longer."""

import concurrent.futures
import http.client
import json
import os
import pathlib
import subprocess
import threading
import time
import urllib.parse

import pytest

import databases
from conftest import SAMPLES, Server
from databases import Cluster, StoreServer, address
from settling import wait_until

LONG = int(os.environ.get("VITRINE_LONG", "1"))


@pytest.fixture(scope="module")
def cluster():
    databases.skip_without()
    made = Cluster.made()
    yield made
    made.end()


@pytest.fixture
def serve(tmp_path):
    """Starts servers on a database, in a schema that is emptied before."""
    servers = []

    def serve(*clusters, samples=False, options=()):
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        server = StoreServer(folder / "data", [SAMPLES] if samples else [], *options, VITRINE_STORE=address(*clusters))
        servers.append(server)
        return server.start()

    yield serve
    for server in servers:
        if server.process.poll() is None:
            server.stop()
        assert "sesame" not in pathlib.Path(server.log.name).read_text()


class Watcher:
    """What an event stream tells, as it comes."""

    def __init__(self, server, path, last=None):
        self.events = []
        host = urllib.parse.urlsplit(server.url)
        self.connection = http.client.HTTPConnection(host.hostname, host.port, timeout=120)
        self.connection.request("GET", path, headers={"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {}))
        self.reply = self.connection.getresponse()
        assert self.reply.status == 200
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        event = {}
        try:
            for line in self.reply:
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                if name in ("event", "id", "data"):
                    event[name] = json.loads(value) if name == "data" else value
                elif not name and "data" in event:
                    self.events.append(event)
                    event = {}
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass

    def wait_for(self, holds, seconds=60):
        return wait_until(lambda: next((each for each in list(self.events) if holds(each)), None), f"it did not come: {self.events[-5:]}", seconds)

    def revisions(self):
        return [each["data"]["revision"] for each in list(self.events) if each["event"] in ("change", "edit") and "layer" not in each["data"]]


def emptied(cluster):
    cluster.sql("DROP SCHEMA IF EXISTS vitrine CASCADE")


def put(server, domain, key, value):
    return server.request("PUT", f"/api/v1/defaults/{domain}/values/{key}", {"value": value})


def values(server, domain):
    return server.get(f"/api/v1/defaults/{domain}").json["values"]


def test_what_one_server_writes_the_other_one_reads_at_once(cluster, serve):
    emptied(cluster)
    one, two = serve(cluster, samples=True), serve(cluster, samples=True)
    servers = [one, two]
    dump = one.upload_dump()
    view = f"/api/v1/dumps/{dump}/views/1"
    for number in range(40):
        writer, reader = servers[number % 2], servers[1 - number % 2]
        edited = writer.request("PATCH", view, {"tag": number + 1}, {"Content-Type": "application/merge-patch+json"})
        assert edited.status == 200 and edited.json["revision"] == number + 1, edited.text
        seen = reader.get(view)
        assert seen.json["tag"] == number + 1
        assert reader.get(f"/api/v1/dumps/{dump}").json["revision"] == number + 1
        assert put(writer, "d", "n", number).json["revision"] == number + 1
        assert values(reader, "d") == {"n": number}
    assert two.request("POST", f"/api/v1/dumps/{dump}/edits", {"op": "undo"}).json["revision"] == 41
    assert one.get(view).json["tag"] == 39
    # Layers, marks, names, deletions and what comes again under an id.
    assert one.request("PUT", "/api/v1/defaults/d/layers/managed", {"values": {"k": 1}}).status == 200
    assert two.get("/api/v1/defaults/d/layers/managed").json["values"] == {"k": 1}
    assert two.get("/api/v1/defaults/d/layers").json["version"] == one.get("/api/v1/defaults/d/layers").json["version"]
    assert one.request("DELETE", f"/api/v1/dumps/{dump}").status == 204
    assert two.get(view).status == 404


def test_a_client_of_either_server_is_told_of_every_change_also_after_the_connections_broke(cluster, serve):
    emptied(cluster)
    one, two = serve(cluster), serve(cluster)
    dump = one.upload_dump()
    stream = f"/api/v1/events?dumps={dump}&domains=d&library=true"
    watchers = [Watcher(one, stream), Watcher(two, stream)]
    for watcher in watchers:
        watcher.wait_for(lambda each: each["data"].get("library"))
    assert put(one, "d", "k", 1).json["revision"] == 1
    one.request("PATCH", f"/api/v1/dumps/{dump}/views/1", {"tag": 5}, {"Content-Type": "application/merge-patch+json"})
    one.request("PUT", "/api/v1/defaults/d/layers/argument", {"arguments": ["-k", "2"]})
    library = one.get("/api/v1/dumps").json["dumps"]
    other = one.upload_dump()
    for watcher in watchers:
        watcher.wait_for(lambda each: each["data"].get("domain") == "d" and each["data"]["revision"] == 1 and each["data"]["keys"] == ["k"])
        watcher.wait_for(lambda each: each["data"].get("dump") == dump and each["data"]["revision"] == 1)
        watcher.wait_for(lambda each: each["data"].get("layer") == "argument")
        counts = [each["data"]["revision"] for each in watcher.events if each["data"].get("library")]
        watcher.wait_for(lambda each: each["data"].get("library") and each["data"]["revision"] > counts[0])
    assert len(library) == 1 and other != dump
    # The listening connections break; what is written meanwhile is told when they are back.
    last = watchers[0].events[-1]["id"]
    seen = next(each["data"]["layers"] for each in watchers[0].events if each["data"].get("layer") == "argument")
    cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine'")
    for number in range(2, 6):
        assert put(one, "d", f"k{number}", number).json["revision"] == number
    one.request("PUT", "/api/v1/defaults/d/layers/managed", {"values": {"m": 1}})
    for watcher in watchers:
        watcher.wait_for(lambda each: each["data"].get("domain") == "d" and each["data"]["revision"] == 5)
        watcher.wait_for(lambda each: each["data"].get("layer") == "managed")
    # A client that comes back, to the other server, is told what it has missed.
    again = Watcher(two, stream, last)
    told = again.wait_for(lambda each: each["data"].get("domain") == "d")["data"]
    assert (told["revision"], told["keys"]) == (2, ["k2"])
    told = again.wait_for(lambda each: each["data"].get("domain") == "d" and each["data"]["revision"] == 5)["data"]
    assert told["keys"] == ["k5"]
    # Of layers, too: it has seen the version of the argument alone.
    layers = two.get("/api/v1/defaults/d/layers").json
    assert layers["layers"]["managed"] == {"m": 1} and told["layers"] == layers["version"] > seen


def history(server, domain):
    """The keys that each revision of a domain changed."""
    keys, after = {}, ""
    while True:
        page = server.get(f"/api/v1/defaults/{domain}/history?limit=500{after}").json
        keys |= {each["revision"]: [change["key"] for change in each["changes"]] for each in page["history"]}
        if not page["next"]:
            return keys
        after = f"&after={page['next']}"


@pytest.fixture(params=["PostgreSQL", "a data folder"])
def pair(request, tmp_path):
    """Two servers on one database: PostgreSQL, or a data folder."""
    if request.param == "PostgreSQL":
        cluster, serve = request.getfixturevalue("cluster"), request.getfixturevalue("serve")
        emptied(cluster)
        yield [serve(cluster), serve(cluster)]
        return
    servers = [Server(tmp_path / "data", []).start() for _ in range(2)]
    yield servers
    assert [server.stop() for server in servers] == [0, 0]


def test_each_revision_is_one_event_with_its_keys_on_the_streams_of_both_servers(pair):
    stream = "/api/v1/events?domains=d0,d1"
    watchers = [Watcher(server, stream) for server in pair]

    def write(writer):
        for number in range(40):
            body = {f"w{writer}-{key}": number for key in range(number % 3 + 1)} | {"all": writer * 1_000 + number}
            reply = pair[(writer + number) % 2].request("PATCH", f"/api/v1/defaults/d{number % 2}", body)
            assert reply.status == 200, reply.text

    def round():
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(write, range(4)))

    def told(watcher, domain):
        values = [each["data"] for each in list(watcher.events) if each["data"]["domain"] == domain and "layer" not in each["data"]]
        assert not any("truncated" in each for each in values)
        return [(each["revision"], each["keys"]) for each in values]

    round()
    watchers[0].wait_for(lambda each: each["id"] == "80.80")
    # Each comes back to the other server, from the middle, while others write.
    middle = next(each["id"] for each in watchers[0].events if each["id"].startswith("40."))
    watchers += [Watcher(server, stream, middle) for server in reversed(pair)]
    round()
    histories = {domain: history(pair[0], domain) for domain in ("d0", "d1")}
    assert [len(each) for each in histories.values()] == [160, 160]
    for watcher, seen in zip(watchers, ["0.0", "0.0", middle, middle]):
        watcher.wait_for(lambda each: each["id"] == "160.160")
        for domain, older in zip(histories, map(int, seen.split("."))):
            expected = [(revision, histories[domain][revision]) for revision in range(older + 1, 161)]
            assert told(watcher, domain) == ([(0, [])] if seen == "0.0" else []) + expected


def test_tokens_and_commands_are_those_of_the_database(cluster, serve):
    emptied(cluster)
    binary = os.environ["VITRINE_BINARY"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VITRINE_")} | {"VITRINE_STORE": address(cluster)}

    def command(*words):
        return subprocess.run([binary, *words], capture_output=True, text=True, env=environment, timeout=60)

    made = command("token", "make", "Build", "--scope", "all")
    assert made.returncode == 0, made.stderr
    secret = made.stdout.strip()
    one = serve(cluster, options=("--allow-anonymous-read",))
    two = serve(cluster, options=("--allow-anonymous-read",))
    assert one.request("PUT", "/api/v1/defaults/d/values/k", {"value": 1}).status == 401
    signed = {"Authorization": f"Bearer {secret}"}
    assert one.request("PUT", "/api/v1/defaults/d/values/k", {"value": 1}, signed).status == 200
    assert command("defaults", "read", "d", "k").stdout.strip() == "1"
    assert command("defaults", "write", "d", "k", "-int", "2").returncode == 0
    assert values(two, "d") == {"k": 2}
    token = next(each for each in one.request("GET", "/api/v1/tokens", headers=signed).json["tokens"])["id"]
    assert command("token", "revoke", token).returncode == 0
    for server in (one, two):
        wait_until(lambda: server.request("PUT", "/api/v1/defaults/d/values/k", {"value": 3}, signed).status == 401, "the token still opens")
    wrong = subprocess.run([binary, "serve", "--store", "mysql://ann:sesame@host/db"], capture_output=True, text=True, env=environment, timeout=60)
    assert wrong.returncode != 0 and "postgres://" in wrong.stderr and "sesame" not in wrong.stderr
    # What is for a data folder says what to use instead.
    for words in (("backup", "/tmp/x.sqlite"), ("restore", "/tmp/x.sqlite"), ("check",)):
        told = command(*words)
        assert told.returncode == 1 and "pg_dump" in told.stderr and "pg_restore" in told.stderr and "sesame" not in told.stderr, told.stderr
    for option in ("--read-only", "--check-integrity"):
        told = command("serve", option)
        assert told.returncode != 0 and "for a data folder" in told.stderr
    shown = command("serve", "--check-config").stdout
    assert f"store = PostgreSQL at {cluster.folder}/postgres  (VITRINE_STORE)" in shown and "sesame" not in shown
    both = subprocess.run([binary, "serve", "--store", address(cluster), "--data", "/tmp/x"], capture_output=True, text=True, env=environment, timeout=60)
    assert both.returncode != 0 and "not both" in both.stderr


def test_quotas_usage_and_names_are_those_of_the_database_and_a_backup_of_it_comes_back(cluster, serve):
    emptied(cluster)
    options = ("--token", "chosen-by-a-person", "--quota", "dump=4KiB", "--quota", "principal=6KiB", "--quota", "total=40KiB", "--quota", "history=1KiB")
    one, two = serve(cluster, options=options), serve(cluster, options=options)
    owner = {"Authorization": "Bearer chosen-by-a-person"}
    made = one.request("POST", "/api/v1/tokens", {"name": "CI", "scopes": ["read", "write"]}, owner)
    known = {"Authorization": f"Bearer {made.json['token']}"}

    def upload(server, size, headers=known):
        return server.request("POST", "/api/v1/dumps", databases.DUMP + " " * (size - len(databases.DUMP)), {"Content-Type": "application/json", **headers})

    # The other server knows the token before anybody asks it twice.
    wait_until(lambda: two.request("GET", "/api/v1", headers=known).status == 200, "the token does not open the other server")
    dump = upload(two, 4_000).json["id"]
    assert one.request("GET", f"/api/v1/dumps/{dump}", headers=owner).json["actor"] == "CI"
    assert one.request("PATCH", f"/api/v1/dumps/{dump}/views/1", {"tag": 1}, {"Content-Type": "application/merge-patch+json", **known}).status == 200
    assert two.request("GET", f"/api/v1/dumps/{dump}/edits", headers=owner).json["edits"][0]["actor"] == "CI"
    large, much = upload(one, 5_000), upload(one, 2_200)
    assert (large.status, much.status) == (413, 507) and "“dump”" in large.json["detail"] and "“principal”" in much.json["detail"], much.text
    usage = one.request("GET", "/api/v1/usage", headers=owner).json
    assert usage == two.request("GET", "/api/v1/usage", headers=owner).json
    assert usage["owners"] == [{"owner": "CI", "bytes": 4_000}] and usage["quotas"]["total"] == 40 << 10 and usage["measured"]
    assert {each["kind"]: each["count"] for each in usage["kinds"]} | {"dumps": 1, "edits": 1} == {each["kind"]: each["count"] for each in usage["kinds"]}
    assert "CI" in one.request("GET", "/usage", headers={"Accept": "text/html", **owner}).text
    assert 'vitrine_store_bytes{kind="dumps"} 4000\n' in two.request("GET", "/metrics", headers=owner).text
    # What both write counts for both.
    statuses = {upload(server, 4_000, owner).status for server in [one, two] * 6}
    assert statuses == {201, 507}
    for number in range(9):
        assert two.request("PUT", "/api/v1/defaults/d/values/k", {"value": f"{number}" * 100}, owner).status == 200
    assert len(one.request("GET", "/api/v1/defaults/d/history", headers=owner).json["history"]) < 9
    # The way that the documents tell.
    file = cluster.folder / "vitrine.dump"
    place = f"postgres://vitrine@/postgres?host={cluster.folder}"
    databases.run("pg_dump", "--schema=vitrine", "--format=custom", f"--file={file}", place)
    assert one.request("PUT", "/api/v1/defaults/d", {"k": "later"}, owner).status == 200
    assert one.stop() == 0 and two.stop() == 0
    databases.run("pg_restore", "--clean", "--if-exists", "--single-transaction", f"--dbname={place}", str(file))
    again = serve(cluster, options=options)
    assert again.request("GET", "/api/v1/defaults/d", headers=owner).json["values"] == {"k": "8" * 100}
    assert again.request("GET", f"/api/v1/dumps/{dump}", headers=owner).json["actor"] == "CI"


class Writers:
    """Clients that write until they are stopped, each to the server that answers, and note what was acknowledged."""

    def __init__(self, servers, dump, count=4):
        self.servers = servers
        self.dump = dump
        self.acknowledged = []
        self.edits = []
        self.refused = 0
        self.halt = threading.Event()
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self._write, args=(number,), daemon=True) for number in range(count)]
        for thread in self.threads:
            thread.start()

    def _write(self, writer):
        number = 0
        while not self.halt.is_set():
            server = self.servers[(writer + number) % len(self.servers)]
            number += 1
            key = f"w{writer}-{number}"
            try:
                if number % 3 == 0:
                    reply = server.request("PATCH", f"/api/v1/dumps/{self.dump}/views/1", {"tag": writer * 100_000 + number}, {"Content-Type": "application/merge-patch+json"})
                else:
                    reply = put(server, f"d{writer % 2}", key, number)
            except OSError:
                reply = None
            with self.lock:
                if reply is not None and reply.status == 200:
                    (self.edits if number % 3 == 0 else self.acknowledged).append(
                        (reply.json["revision"], writer * 100_000 + number) if number % 3 == 0 else (f"d{writer % 2}", key, number, reply.json["revision"]))
                else:
                    self.refused += 1
                    assert reply is None or reply.status in (503, 409, 412), reply.text
            if reply is None or reply.status == 503:
                time.sleep(0.05)

    def count(self):
        with self.lock:
            return len(self.acknowledged) + len(self.edits)

    def wait_for_more(self, more=25):
        before = self.count()
        wait_until(lambda: self.count() >= before + more, "nothing is acknowledged any more")

    def stop(self):
        self.halt.set()
        for thread in self.threads:
            thread.join(timeout=60)
            assert not thread.is_alive()

    def check(self, server, what):
        """Holds what was acknowledged against what is there."""
        lost = 0
        stored = {domain: values(server, domain) for domain in ("d0", "d1")}
        revisions = {}
        for domain, key, number, revision in self.acknowledged:
            lost += stored[domain].get(key) != number
            # No revision was given to two writes.
            assert revisions.setdefault((domain, revision), key) == key
        made = [revision for revision, _ in self.edits]
        assert len(made) == len(set(made))
        journal, after = {}, ""
        while True:
            page = server.get(f"/api/v1/dumps/{self.dump}/edits?limit=1000{after}").json
            journal |= {each["index"]: each for each in page["edits"]}
            if not page["next"]:
                break
            after = f"&after={page['next']}"
        lost += sum(revision - 1 not in journal for revision in made)
        applied = server.get(f"/api/v1/dumps/{self.dump}").json["revision"]
        assert applied >= max(made, default=0)
        print(f"{what}: {len(self.acknowledged)} values and {len(self.edits)} edits acknowledged and checked, lost {lost}, refused or unanswered {self.refused}")
        assert lost == 0


def in_order(watchers):
    """Every client saw the revisions rise."""
    for watcher in watchers:
        for topic in ("d0", "d1"):
            seen = [each["data"]["revision"] for each in watcher.events if each["data"].get("domain") == topic and "layer" not in each["data"]]
            assert seen == sorted(set(seen)), seen


STREAM = "/api/v1/events?domains=d0,d1"


@pytest.mark.figures
def test_no_acknowledged_write_is_lost_when_a_server_is_killed(cluster, serve):
    emptied(cluster)
    servers = [serve(cluster), serve(cluster)]
    dump = servers[0].upload_dump()
    writers = Writers(servers, dump)
    for round in range(2 * LONG):
        writers.wait_for_more()
        victim = servers[round % 2]
        watcher = Watcher(servers[1 - round % 2], STREAM)
        victim.kill()
        writers.wait_for_more()
        in_order([watcher])
        victim.start()
    writers.wait_for_more()
    writers.stop()
    for server in servers:
        writers.check(server, "servers killed")


@pytest.mark.figures
def test_no_acknowledged_write_is_lost_when_the_database_is_killed(cluster, serve):
    emptied(cluster)
    servers = [serve(cluster), serve(cluster)]
    dump = servers[0].upload_dump()
    watchers = [Watcher(server, STREAM) for server in servers]
    writers = Writers(servers, dump)
    for _ in range(2 * LONG):
        writers.wait_for_more()
        cluster.kill()
        assert servers[0].get("/healthz").status == 200
        cluster.start()
        writers.wait_for_more()
    writers.stop()
    for server in servers:
        writers.check(server, "database killed")
    last = {domain: servers[0].get(f"/api/v1/defaults/{domain}").json["revision"] for domain in ("d0", "d1")}
    for watcher in watchers:
        for domain, revision in last.items():
            watcher.wait_for(lambda each: each["data"].get("domain") == domain and each["data"]["revision"] == revision)
    in_order(watchers)


@pytest.mark.figures
def test_no_acknowledged_write_is_lost_when_a_synchronous_standby_takes_over(serve):
    databases.skip_without()
    primary = Cluster.made("synchronous_commit=on")
    standby = None
    try:
        standby = primary.standby("second")
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'second'")
        primary.sql("SELECT pg_reload_conf()")
        wait_until(lambda: primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1", "the standby does not follow")
        servers = [serve(primary, standby), serve(primary, standby)]
        dump = servers[0].upload_dump()
        watchers = [Watcher(server, STREAM) for server in servers]
        writers = Writers(servers, dump)
        writers.wait_for_more(60 * LONG)
        primary.kill()
        standby.promote()
        writers.wait_for_more(60 * LONG)
        writers.stop()
        for server in servers:
            writers.check(server, "standby took over")
        last = servers[0].get("/api/v1/defaults/d0").json["revision"]
        for watcher in watchers:
            watcher.wait_for(lambda each: each["data"].get("domain") == "d0" and each["data"]["revision"] == last)
        in_order(watchers)
    finally:
        for each in (primary, standby):
            if each is not None:
                each.end()


def test_a_database_that_is_away_answers_503_in_time_and_comes_back_by_itself(serve):
    databases.skip_without()
    cluster = Cluster.made()
    try:
        server = serve(cluster)
        assert put(server, "d", "k", 1).status == 200
        cluster.kill()
        # While a write still waits for it, it is said already.
        answers = []
        writer = threading.Thread(target=lambda: answers.append(put(server, "d", "k", 2)))
        writer.start()
        assert server.get("/readyz").status == 503 and server.get("/healthz").status == 200
        assert not answers
        if LONG > 1:
            writer.join(timeout=60)
            assert answers[0].status == 503 and answers[0].headers["Retry-After"], answers[0].text
        cluster.start()
        writer.join(timeout=60)
        assert LONG > 1 or answers[0].json["revision"] == 2
        wait_until(lambda: server.get("/readyz").status == 200, "it does not come back")
        before = server.get("/api/v1/defaults/d").json["revision"]
        assert put(server, "d", "k", 3).json["revision"] == before + 1
        assert server.get("/readyz").status == 200
    finally:
        cluster.end()


def test_what_a_folder_of_one_server_marks_is_secret_on_the_other(cluster, serve):
    one, other = serve(cluster, samples=True), serve(cluster)
    path = "/api/v1/defaults/com.example.clock/secrets"

    def known(server):
        return [(entry["key"], entry["inUse"]) for entry in server.get(path).json["secrets"]]

    assert known(other) == [("account.passcode", False)] and known(one) == [("account.passcode", True)]
    # Who does not have the folder may clear it, and it is secret again as soon as who has it is asked.
    assert other.request("DELETE", path + "/account.passcode").status == 204 and known(other) == []
    assert one.request("DELETE", path + "/account.passcode").status == 409
    assert known(one) == [("account.passcode", True)]
    one.get("/defaults/com.example.clock")
    assert known(other) == [("account.passcode", False)]
