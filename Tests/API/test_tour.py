"""What a person does with curl, from the first dump to the restart of the server."""

import gzip
import json
import plistlib
import socket
import threading
import urllib.parse

import pytest

DUMP = """\
(lldb) po [[UIWindow keyWindow] recursiveDescription]
<UIWindow: 0x7f8a01; frame = (0 0; 375 667); autoresize = W+H; layer = <UIWindowLayer: 0x60>>
   | <UIView: 0x7f8a02; frame = (0 20; 375 647); autoresize = W+H; layer = <CALayer: 0x61>>
   |    | <UILabel: 0x7f8a03; frame = (16 16; 100 21); text = 'It's 9:41; \"now\"'; opaque = NO; layer = <_UILabelLayer: 0x62>>
   |    | <UIButton: 0x7f8a04; frame = (259 600; 100 44); opaque = NO; autoresize = LM+TM; layer = <CALayer: 0x63>>
"""
#: The first bytes of a PNG file of 4 by 4 pixels.
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x04\0\0\0\x04"
CLOCK = "/api/v1/apps/com.example.clock"
DOMAIN = "/api/v1/defaults/com.example.clock"


@pytest.fixture
def domain(request):
    """The address of a domain that only the test writes."""
    return f"/api/v1/defaults/{request.function.__name__}"


def rows(server, query=""):
    panes = server.get(f"{CLOCK}/settings?deep=true{query}").json["panes"]
    return [row for pane in panes.values() for group in pane["groups"] for row in group["rows"]]


def row_of_type(server, kind):
    return next(row for row in rows(server) if row["type"] == kind and row.get("key"))


def test_a_dump_from_an_own_app_is_loaded_and_shown(shared):
    made = shared.request("POST", "/api/v1/dumps?name=mine", DUMP, {"Content-Type": "text/plain"})
    assert made.status == 201
    dump = made.json
    assert (dump["name"], dump["format"], dump["viewCount"]) == ("mine", "recursiveDescription", 4)
    assert dump["size"] == {"width": 375, "height": 667}
    assert made.headers["Location"] == f"/api/v1/dumps/{dump['id']}"
    label = shared.get(f"/api/v1/dumps/{dump['id']}/views?class=UILabel").json["views"][0]
    assert label["text"] == "It's 9:41; \"now\""
    assert label["windowFrame"] == {"x": 16, "y": 36, "width": 100, "height": 21}
    source = shared.get(f"/api/v1/dumps/{dump['id']}/source")
    assert source.body == DUMP.encode()
    page = shared.get(f"/dumps/{dump['id']}")
    assert page.status == 200 and "UIButton" in page.text


def test_an_upload_and_its_new_name_survive_a_restart_and_one_of_a_folder_is_not_renamed(shared):
    dump = shared.request("POST", "/api/v1/dumps?name=before", DUMP).json
    base = f"/api/v1/dumps/{dump['id']}"
    renamed = shared.request("PATCH", base, {"name": " The  first\nscreen "})
    assert renamed.status == 200 and renamed.json == {**dump, "name": "The first screen"}
    assert shared.stop() == 0
    shared.start()
    assert shared.get(base).json["name"] == "The first screen"
    assert shared.get(f"{base}/source").body == DUMP.encode()
    for wrong in ({"name": " "}, {"name": 7}, {}, {"name": "a", "app": "b"}):
        assert shared.request("PATCH", base, wrong).status == 422, wrong
    folder = next(each for each in shared.get("/api/v1/dumps").json["dumps"] if each["readOnly"])
    refused = shared.request("PATCH", f"/api/v1/dumps/{folder['id']}", {"name": "mine"})
    assert refused.status == 409 and refused.json["type"] == "/problems/read-only"
    assert shared.request("PATCH", "/api/v1/dumps/none", {"name": "mine"}).status == 404
    assert shared.request("DELETE", base).status == 204
    assert shared.get(base).status == 404


def test_the_name_of_a_dump_beats_that_of_its_file_and_the_given_one_both(shared):
    own = {"vitrine": 1, "name": "Its own", "windows": [{"class": "UIWindow", "frame": [0, 0, 1, 1]}]}
    for query, body, name in (("filename=a/file.json", own, "Its own"), ("filename=a/file.json&name=Given", own, "Given"),
                              ("filename=file.txt", DUMP, "file")):
        made = shared.request("POST", f"/api/v1/dumps?{query}", body)
        assert made.json["name"] == name, made.text


def test_a_form_upload_carries_name_and_screenshot(shared):
    png = b"\x89PNG\r\n\x1a\n" + b"\0" * 32
    parts = [("dump", 'filename="d.txt"', DUMP.encode()), ("name", "", b"from a form"), ("screenshot", 'filename="s.png"', png)]
    body = b""
    for name, extra, content in parts:
        body += f'--edge\r\nContent-Disposition: form-data; name="{name}"; {extra}\r\n\r\n'.encode() + content + b"\r\n"
    body += b"--edge--\r\n"
    made = shared.request("POST", "/api/v1/dumps", body, {"Content-Type": "multipart/form-data; boundary=edge"})
    assert made.status == 201, made.body
    assert made.json["name"] == "from a form" and made.json["screenshot"] is True
    picture = shared.get(f"/api/v1/dumps/{made.json['id']}/screenshot")
    assert picture.body == png and picture.headers["Content-Type"] == "image/png"


def test_pictures_of_views_come_as_parts_and_stay_with_the_dump(shared):
    face, hand = (PNG + bytes([number]) for number in (1, 2))
    views = [{"class": "UIImageView", "frame": [0, 0, 9, 9], "image": image} for image in ("cid:face", "cid:hand.png", "cid:face", "cid:none")]
    source = json.dumps({"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 90, 90], "subviews": views}]}).encode()
    made = shared.upload({"face": face, "pictures": ("hand.png", hand), "extra": PNG, "dump": ("clock.json", source), "name": b"Clock"})
    assert made.status == 201, made.text
    base = f"/api/v1/dumps/{made.json['id']}"

    def pictures(base):
        return [reply.body if reply.status == 200 else reply.status for reply in (shared.get(f"{base}/views/{view}/image") for view in range(1, 5))]

    assert pictures(base) == [face, hand, face, 404]
    assert shared.get(f"{base}/views/1/image").headers["Content-Type"] == "image/png"
    report = shared.get(base).json["report"]
    assert [(entry["code"], entry.get("view")) for entry in report] == [("document.picture", 4), ("upload.part", None)]
    assert shared.stop() == 0
    shared.start()
    assert pictures(base) == [face, hand, face, 404] and shared.get(base).json["report"] == report
    assert shared.get(f"{base}/source").body == source

    # An edit, and the dump with it, loaded again as one file.
    assert shared.request("PATCH", f"{base}/views/1", {"alpha": 0.5}).status == 200
    written = shared.get(f"{base}/dump.json")
    again = shared.request("POST", "/api/v1/dumps", written.body).json["id"]
    assert pictures(f"/api/v1/dumps/{again}") == [face, hand, face, 404]
    # What had no part is an attribute by now, no reference any more.
    assert shared.get(f"/api/v1/dumps/{again}").json["report"] == []
    assert shared.get(f"/api/v1/dumps/{again}/views/4").json["attributes"] == {"image": "cid:none"}

    assert shared.request("DELETE", base).status == 204
    assert pictures(base) == [404] * 4 and pictures(f"/api/v1/dumps/{again}")[0] == face


def test_layout_answers_what_rotation_does(shared):
    dump = shared.request("POST", "/api/v1/dumps", DUMP).json["id"]
    reply = shared.get(f"/api/v1/dumps/{dump}/layout?width=667&height=375").json
    frames = {view["id"]: view["frame"] for view in reply["views"]}
    assert reply["size"] == {"width": 667, "height": 375} and reply["rule"] == "proportional"
    assert frames[1] == {"x": 0, "y": 20, "width": 667, "height": 355}
    assert frames[3] == {"x": 551, "y": 308, "width": 100, "height": 44}
    assert [view["id"] for view in reply["views"] if view["changed"]] == [0, 1, 3]


def test_a_toggle_is_where_it_was_left_after_a_restart(shared):
    row = row_of_type(shared, "toggle")
    flipped = not row["on"]
    written = shared.request("PATCH", f"{CLOCK}/settings", {row["key"]: flipped})
    assert written.status == 200 and written.json["changed"] == [row["key"]]
    assert shared.stop() == 0
    shared.start()
    again = next(entry for entry in rows(shared) if entry.get("key") == row["key"])
    assert (again["on"], again["origin"], again["modified"]) == (flipped, "stored", True)
    assert shared.request("PATCH", f"{CLOCK}/settings", {row["key"]: None}).status == 200
    back = next(entry for entry in rows(shared) if entry.get("key") == row["key"])
    assert (back["on"], back["origin"]) == (row["on"], "default")


def test_refused_settings_change_nothing_and_name_every_key(shared):
    toggle, slider, choice = (row_of_type(shared, kind) for kind in ("toggle", "slider", "multiValue"))
    before = shared.get(DOMAIN)
    reply = shared.request("PATCH", f"{CLOCK}/settings", {
        toggle["key"]: not toggle["on"], slider["key"]: slider["maximum"] + 1, choice["key"]: "no such choice",
        "no such key": 1,
    })
    assert reply.status == 422
    assert {error["pointer"] for error in reply.json["errors"]} == {
        "/" + slider["key"], "/" + choice["key"], "/no such key"}
    assert shared.get(DOMAIN).json == before.json


def test_a_write_from_an_old_state_is_refused(shared, domain):
    tag = shared.request("PATCH", domain, {"a": 1}).headers["ETag"]
    assert shared.request("PATCH", domain, {"a": 2}, {"If-Match": tag}).status == 200
    refused = shared.request("PATCH", domain, {"a": 3}, {"If-Match": tag})
    assert refused.status == 412
    assert shared.get(f"{domain}/values/a").json["value"] == 2


def test_types_survive_json_and_property_lists(shared, domain):
    values = {
        "bool": True, "integer": 1, "real": {"$real": 1}, "fraction": 0.5, "text": "ä\u0301", "big": 2 ** 63 - 1,
        "date": {"$date": "2026-01-02T03:04:05Z"}, "data": {"$data": "AAEC"}, "list": [1, {"$$dollar": False}],
        "a.b/c d": "key with marks",
    }
    assert shared.request("PUT", domain, values).status == 200
    assert shared.get(domain).json["values"] == values
    key = urllib.parse.quote("a.b/c d", safe="")
    assert shared.get(f"{domain}/values/{key}").json["value"] == "key with marks"
    for accept in ("application/x-plist", "application/x-plist;format=xml"):
        plist = shared.get(domain, Accept=accept)
        assert plist.headers.get_content_type() == "application/x-plist"
        stored = plistlib.loads(plist.body)
        assert stored["bool"] is True and stored["integer"] == 1 and type(stored["real"]) is float
        assert stored["data"] == b"\0\1\2" and stored["list"] == [1, {"$dollar": False}]
        copied = shared.request("PUT", "/api/v1/defaults/copy", plist.body, {"Content-Type": "application/x-plist"})
        assert copied.status == 200, copied.body
        assert shared.get("/api/v1/defaults/copy").json["values"] == values


def test_null_inside_a_value_is_refused(shared, domain):
    reply = shared.request("PATCH", domain, {"list": [1, None]})
    assert reply.status == 422 and reply.json["errors"][0]["pointer"] == "/list/1"


def test_history_tells_every_change(shared, domain):
    shared.request("PATCH", domain, {"a": 1})
    shared.request("PATCH", domain, {"a": 2, "b": "x"})
    shared.request("PATCH", domain, {"a": 2})
    shared.request("DELETE", f"{domain}/values/b")
    history = shared.get(f"{domain}/history").json["history"]
    assert [entry["revision"] for entry in history] == [3, 2, 1]
    assert history[0]["changes"] == [{"key": "b", "before": "x"}]
    assert {"key": "a", "before": 1, "after": 2} in history[1]["changes"]
    assert all(entry["source"] == "api" for entry in history)


def test_the_app_does_not_see_default_values(samples):
    row = row_of_type(samples, "toggle")
    assert row["key"] not in samples.get(f"{DOMAIN}?view=app").json["values"]
    assert row["key"] in samples.get(f"{DOMAIN}?view=settings").json["values"]


def test_unreadable_input_names_what_was_tried(shared):
    reply = shared.request("POST", "/api/v1/dumps", "Dear diary, nothing happened today.")
    assert reply.status == 415
    text = json.dumps(reply.json)
    for name in ("recursiveDescription", "vitrineJSON", "propertyList", "xib", "storyboard"):
        assert name in text
    forced = shared.request("POST", "/api/v1/dumps?format=vitrineJSON", '{"vitrine": 1,\n "windows": [}')
    assert forced.status == 422 and forced.json["errors"][0]["line"] == 2


def test_large_replies_are_compressed_when_accepted(samples):
    dump = samples.get("/api/v1/dumps").json["dumps"][0]["id"]
    plain = samples.get(f"/api/v1/dumps/{dump}/views")
    packed = samples.get(f"/api/v1/dumps/{dump}/views", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip" and len(packed.body) < len(plain.body) / 3
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["ETag"] != plain.headers["ETag"]


def test_foreign_pages_and_foreign_names_are_kept_out(shared, domain):
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        assert shared.request("PATCH", domain, {"a": 1}, headers).status == 403, headers
    assert shared.get("/api/v1/dumps", Host="evil.example").status == 403
    assert shared.get(domain).json["revision"] == 0
    own = shared.url.replace("127.0.0.1", "localhost")
    assert shared.request("PATCH", domain, {"a": 1}, {"Origin": own, "Host": own.split("//")[1]}).status == 200


def test_methods_that_do_not_apply_are_named(samples):
    reply = samples.request("PUT", "/api/v1/dumps")
    assert reply.status == 405 and "POST" in reply.headers["Allow"]
    options = samples.request("OPTIONS", "/api/v1/dumps")
    assert options.status == 204 and "GET" in options.headers["Allow"]


def test_a_body_over_the_limit_is_refused_before_it_is_sent(samples):
    host, port = samples.url.split("//")[1].split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(
            f"PATCH {DOMAIN} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 99000000\r\n\r\n".encode())
        connection.settimeout(60)
        assert b" 413 " in connection.recv(4096).split(b"\r\n")[0]


def test_a_dump_from_the_command_line_cannot_be_deleted(samples):
    dumps = [dump for dump in samples.get("/api/v1/dumps").json["dumps"] if dump["readOnly"]]
    assert len(dumps) == 2
    for dump in dumps:
        assert samples.request("DELETE", f"/api/v1/dumps/{dump['id']}").status == 409


def test_a_deep_dump_meets_no_stack(shared):
    depth = 20_000
    lines = ["<UIView: 0x1; frame = (0 0; 100 100); layer = <CALayer: 0x2>>"]
    lines += ["   | " * level + f"<UIView: 0x{level:x}; frame = (0 0; 100 100); layer = <CALayer: 0x2>>" for level in range(1, 1500)]
    made = shared.request("POST", "/api/v1/dumps", "\n".join(lines))
    assert made.status == 201 and made.json["depth"] == 1499
    for path in ("/views?limit=5", "/layout?width=10&height=10&limit=5", "/wireframe.svg"):
        assert shared.get(f"/api/v1/dumps/{made.json['id']}{path}").status == 200
    assert shared.get(f"/dumps/{made.json['id']}").status == 200
    nested = '{"vitrine":1,"windows":[' + '{"class":"V","subviews":[' * depth + "]}" * depth + "]}"
    assert shared.request("POST", "/api/v1/dumps", nested).status in (413, 415, 422)
    assert shared.get("/healthz").status == 200


def test_many_clients_at_once_lose_no_write(shared, domain):
    def write(number):
        assert shared.request("PATCH", domain, {f"key{number}": number}).status == 200

    threads = [threading.Thread(target=write, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = shared.get(domain).json
    assert state["values"] == {f"key{number}": number for number in range(40)}
    assert state["revision"] == 40
