"""HTTP as RFC 9110 and 9112 have it, at every route of the server and on its connections."""

import gzip
import json
import os
import pathlib
import re
import socket
import tempfile
import urllib.parse

import pytest
from conftest import REPOSITORY, SAMPLES, Server

DUMP = b"<UIWindow: 0x1; frame = (0 0; 320 480)>\n   | <UIView: 0x2; frame = (10 20; 30 40)>\n"
DOCUMENT = json.loads((REPOSITORY / "Public/openapi.json").read_text())
METHODS = {"get", "put", "post", "patch", "delete"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("protocol") / "data", [SAMPLES]).start()
    yield server
    assert server.stop() == 0


def filled(server, path):
    """A path of the document with what is there: a dump, an app, a domain; and else words that name nothing."""
    names = {"dump": server.get("/api/v1/dumps").json["dumps"][0]["id"], "app": "com.example.clock", "domain": "com.example.clock",
             "view": "1", "layer": "managed"}
    return re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], "none"), path)


def conversation(server, data):
    """All that comes back on a connection until the server ends it."""
    address = urllib.parse.urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(data)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_no_head_leaves_bytes_behind_that_the_next_answer_would_begin_with(server):
    """Every GET of the document, its event streams too, asked for its head, with another request behind."""
    for path, operations in DOCUMENT["paths"].items():
        if "get" not in operations:
            continue
        target = urllib.parse.quote(filled(server, path), safe="/")
        for fields in ("", "If-None-Match: *\r\n", "Accept-Encoding: gzip\r\n"):
            head = f"HEAD {target} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n"
            answer = conversation(server, (head + "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").encode())
            first, _, rest = answer.partition(b"\r\n\r\n")
            assert first.startswith(b"HTTP/1.1 "), path
            if b"connection: close" in first.lower():
                assert rest == b"", (path, rest[:200])
            else:
                assert rest.startswith(b"HTTP/1.1 200 ") and rest.count(b"HTTP/1.1") == 1, (path, rest[:200])


def test_options_names_what_works_at_every_path(server):
    patterns = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operations) for path, operations in DOCUMENT["paths"].items()]
    for path in DOCUMENT["paths"]:
        # A path with something in the place of each name: what is there does not count, but which methods there are.
        address = filled(server, path)
        target = urllib.parse.quote(address, safe="/")
        # Two patterns may fit one address.
        works = {method.upper() for pattern, operations in patterns if pattern.fullmatch(address) for method in operations if method in METHODS}
        works |= {"OPTIONS"} | ({"HEAD"} if "GET" in works else set())
        prefixes = ["", "/wd/hub"] if path.startswith(("/session", "/status", "/appium")) else [""]
        for prefix in prefixes:
            reply = server.request("OPTIONS", prefix + target)
            assert reply.status == 204 and set(reply.headers["Allow"].split(", ")) == works, (prefix + path, reply.headers["Allow"])
            refused = server.request("PROPFIND", prefix + target)
            assert refused.status == 405 and set(refused.headers["Allow"].split(", ")) == works, prefix + path


def test_one_tag_stands_for_one_form_and_both_are_good_for_a_write(server):
    domain = "/api/v1/defaults/com.example.coded"
    server.request("PUT", domain, {"text": "x" * 5000})
    plain, coded = server.get(domain), server.get(domain, Accept_Encoding="gzip")
    assert coded.headers["Content-Encoding"] == "gzip" and coded.headers["ETag"] != plain.headers["ETag"]
    assert json.loads(gzip.decompress(coded.body)) == plain.json
    for encoding, mine, other in [("gzip", coded, plain), ("identity", plain, coded)]:
        assert server.get(domain, Accept_Encoding=encoding, If_None_Match=mine.headers["ETag"]).status == 304
        assert server.get(domain, Accept_Encoding=encoding, If_None_Match=other.headers["ETag"]).status == 200
        assert server.get(domain, Accept_Encoding=encoding, If_Match=mine.headers["ETag"]).status == 200
        assert server.get(domain, Accept_Encoding=encoding, If_Match='"x"').status == 412
    for number, encoding in enumerate(("gzip", "identity")):
        tag = server.get(domain, Accept_Encoding=encoding).headers["ETag"]
        assert server.request("PATCH", domain, {"number": number}, {"If-Match": tag}).status == 200
        assert server.request("PATCH", domain, {"number": 9}, {"If-Match": tag}).status == 412


def test_what_is_there_is_not_made_anew(server):
    """If-None-Match on writes: `*` makes what is not there, and a tag keeps what it names as it is."""
    dump = server.upload({"dump": DUMP}).json["id"]
    note = f"/api/v1/dumps/{dump}/views/1/note"
    places = [("/api/v1/defaults/com.example.new", {"a": 1}), ("/api/v1/defaults/com.example.new/values/b", {"value": 2}),
              ("/api/v1/defaults/com.example.new/layers/managed", {"values": {"c": 3}}), (note, {"text": "d"})]
    for path, body in places:
        assert server.request("PUT", path, body, {"If-None-Match": "*"}).status == 200, path
        assert server.request("PUT", path, body, {"If-None-Match": "*"}).status == 412, path
    assert server.get(places[0][0]).json["values"] == {"a": 1, "b": 2}
    tag = server.get(places[0][0]).headers["ETag"]
    assert server.request("PUT", places[0][0], {}, {"If-None-Match": tag}).status == 412
    assert server.request("PUT", places[0][0], {}, {"If-None-Match": f"W/{tag}"}).status == 412
    assert server.request("PUT", places[0][0], {}, {"If-None-Match": '"x"', "If-Match": '"x"'}).status == 412
    assert server.request("PUT", places[0][0], {"a": 2}, {"If-None-Match": '"x"'}).status == 200
    # What is gone may be made.
    assert server.request("DELETE", places[0][0]).status == 200
    assert server.request("PUT", places[0][0], {"a": 1}, {"If-None-Match": "*"}).status == 200


@pytest.mark.parametrize("method, path, body", [
    ("POST", "/api/v1/dumps", DUMP), ("POST", "/api/v1/apps", b"x"), ("PATCH", "/api/v1/dumps/{dump}", {"name": "x"}),
    ("PUT", "/api/v1/dumps/{dump}/source", DUMP), ("POST", "/api/v1/dumps/{dump}/edits", {"op": "remove", "view": 1}),
    ("PATCH", "/api/v1/dumps/{dump}/views/1", {"alpha": 0.5}), ("DELETE", "/api/v1/dumps/{dump}", None),
    ("PATCH", "/api/v1/apps/com.example.clock/settings", {}),
])
def test_conditions_that_do_not_hold_keep_every_write_from_what_is_there(server, method, path, body):
    dump = server.upload({"dump": DUMP}).json["id"]
    before = server.get("/api/v1/dumps?limit=1000").json
    path = path.format(dump=dump)
    tag = server.get(path).headers["ETag"]
    for conditions in ({"If-None-Match": "*"}, {"If-None-Match": tag}, {"If-Match": '"x"'}, {"If-Match": f"W/{tag}"},
                       {"If-Match": '"x"', "If-None-Match": '"y"'}):
        assert server.request(method, path, body, conditions).status == 412, conditions
    assert server.get("/api/v1/dumps?limit=1000").json == before
    if method in ("PUT", "PATCH"):
        assert server.request(method, path, body, {"If-Match": tag}).status == 200
    server.request("DELETE", f"/api/v1/dumps/{dump}")


def test_files_can_be_had_in_parts(server):
    dump = server.upload({"dump": DUMP}).json["id"]
    style = re.search(r'href="(/static/[^"]+\.css)"', server.get("/").text)[1]
    for path in (f"/api/v1/dumps/{dump}/source", f"/api/v1/dumps/{dump}/dump.json", style, "/api/v1/apps/com.example.clock/icon"):
        whole = server.get(path)
        assert whole.status == 200 and whole.headers["Accept-Ranges"] == "bytes", path
        part = server.get(path, Range="bytes=2-5", Accept_Encoding="gzip", If_Range=whole.headers["ETag"])
        assert (part.status, part.body) == (206, whole.body[2:6]), path
        assert part.headers["Content-Range"] == f"bytes 2-5/{len(whole.body)}" and part.headers["ETag"] == whole.headers["ETag"]
        assert server.get(path, Range="bytes=2-5", If_Range='"x"').status == 200
        outside = server.get(path, Range=f"bytes={len(whole.body)}-")
        assert outside.status == 416 and outside.headers["Content-Range"] == f"bytes */{len(whole.body)}"
        assert server.get(path, Range="bytes=0-1,3-4").body == whole.body


@pytest.mark.parametrize("target, host, status", [
    ("http://localhost/healthz", "localhost", 200), ("HTTP://127.0.0.1:1/healthz", "evil.example", 200),
    ("http://evil.example/healthz", "localhost", 403), ("http://localhost@evil.example/healthz", "localhost", 400),
    ("/healthz", "evil.example", 403), ("*", "localhost", 400),
])
def test_the_host_of_a_url_is_the_one_that_counts(server, target, host, status):
    answer = conversation(server, f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer[:200]


def test_u0000_is_read_and_refused_where_it_cannot_be_kept(server):
    domain = "/api/v1/defaults/com.example.null"
    assert server.request("PATCH", domain, {"text": "a\0b"}).status == 200
    assert server.get(domain).json["values"] == {"text": "a\0b"}
    dump = server.upload({"dump": DUMP}).json["id"]
    for method, path, body, pointer in [
        ("PATCH", domain, {"a\0b": 1}, "/a\0b"), ("PUT", domain, {"a\0b": 1}, "/a\0b"),
        ("PUT", f"/api/v1/dumps/{dump}/views/1/note", {"text": "a\0b"}, "/text"),
        ("POST", f"/api/v1/dumps/{dump}/edits", {"op": "insert", "superview": 1, "index": 0, "view": {"class": "a\0b", "frame": {
            "x": 0, "y": 0, "width": 1, "height": 1}}}, "/view/class"),
    ]:
        reply = server.request(method, path, body)
        assert (reply.status, [fault.get("pointer") for fault in reply.json.get("errors", [])]) == (422, [pointer]), reply.text


def test_a_dump_that_is_nearly_json_says_so(server):
    text = b'{"vitrine": 1, // a comment\n "windows": [{"class": "UIWindow", "frame": [0, 0, 320, 480],}]}'
    dump = server.request("POST", "/api/v1/dumps", text)
    assert dump.status == 201, dump.text
    report = server.get(dump.headers["Location"]).json["report"]
    assert [(entry["code"], entry["line"]) for entry in report if entry["code"].startswith("document.")] == [
        ("document.comment", 1), ("document.comma", 2)]


def test_what_webdriver_cannot_do_is_no_fault_of_the_server(server):
    def count(kind):
        return sum(float(line.split()[-1]) for line in server.get("/metrics").text.splitlines()
                   if line.startswith("vitrine_http_request_duration_seconds_count") and f'status="{kind}"' in line)

    dump = server.upload({"dump": DUMP}).json["id"]
    session = server.request("POST", "/session", {"capabilities": {"alwaysMatch": {
        "platformName": "iOS", "appium:automationName": "Vitrine", "vitrine:dump": dump}}}).json["value"]["sessionId"]
    before = count("5xx"), count("declined")
    reply = server.request("POST", f"/session/{session}/execute/async", {"script": "x", "args": []})
    assert (reply.status, reply.json["value"]["error"]) == (500, "unsupported operation")
    assert (count("5xx"), count("declined")) == (before[0], before[1] + 1)


def test_a_file_time_that_no_calendar_has_is_told_all_the_same(tmp_path):
    # A file system in memory knows them, most on disks do not.
    memory = tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else tmp_path)
    folder = pathlib.Path(memory.name)
    (folder / "far.txt").write_bytes(DUMP)
    try:
        os.utime(folder / "far.txt", (0, 1 << 40))
    except OverflowError:
        pytest.skip("this file system knows no such time")
    if os.stat(folder / "far.txt").st_mtime != 1 << 40:
        pytest.skip("this file system knows no such time")
    server = Server(tmp_path / "data", [folder]).start()
    [dump] = server.get("/api/v1/dumps").json["dumps"]
    assert dump["createdAt"] == "9999-12-31T23:59:59Z"
    for page in ("/", f"/dumps/{dump['id']}", f"/api/v1/timeline?dumps={dump['id']}"):
        assert server.get(page).status == 200, page
    assert server.stop() == 0
