"""Pins and notes from outside: kept with the dump over restarts and edits, by several clients at once, and gone with it."""

import concurrent.futures
import json

from test_edits import edit, patch, restart, uploaded


def put(server, base, view, what, body=None, **headers):
    return server.request("PUT", f"{base}/views/{view}/{what}", body if body is not None else {}, {name.replace("_", "-"): value for name, value in headers.items()})


def marks(server, base):
    return server.get(f"{base}/marks").json


def test_marks_are_there_after_edits_and_a_restart_and_go_with_the_dump(shared):
    base = uploaded(shared)
    assert put(shared, base, 2, "pin").json["pinned"]
    note = put(shared, base, 3, "note", {"text": "Zwei\r\nZeilen & <b>"}).json["note"]
    assert note["text"] == "Zwei\nZeilen & <b>" and note["createdAt"] == note["changedAt"]
    patch(shared, base, 3, frame={"x": 0, "y": 0, "width": 9, "height": 9})
    edit(shared, base, op="move", view=3, superview=0, index=0)
    edit(shared, base, op="remove", view=2)
    kept = marks(shared, base)
    assert kept == {"revision": 2, "pins": [2], "notes": [{"view": 3, **note}], "total": 1, "next": None}
    restart(shared)
    assert marks(shared, base) == kept
    assert shared.get(base).json["revision"] == 3
    assert shared.request("DELETE", base).status == 204
    assert shared.get(f"{base}/marks").status == 404
    assert put(shared, base, 3, "note", {"text": "x"}).status == 404


def test_views_of_a_file_are_marked_and_the_file_stays_as_it_is(start, tmp_path):
    file = tmp_path / "screen.txt"
    file.write_text("<UIWindow: 0x1; frame = (0 0; 10 10); layer = <CALayer: 0x2>>\n")
    server = start(file)
    dump = server.get("/api/v1/dumps").json["dumps"][0]
    base, before = f"/api/v1/dumps/{dump['id']}", file.read_bytes()
    put(server, base, 0, "pin")
    put(server, base, 0, "note", {"text": "The window"})
    restart(server)
    assert marks(server, base)["pins"] == [0] and marks(server, base)["notes"][0]["text"] == "The window"
    assert file.read_bytes() == before
    assert server.get("/api/v1/dumps").json["dumps"][0]["edits"] == {"applied": 0, "undone": 0}


def test_of_several_clients_with_one_tag_one_writes_and_the_others_are_told(shared):
    base = uploaded(shared)
    tag = shared.get(f"{base}/marks").headers["ETag"]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda number: put(shared, base, 1, "note", {"text": f"by {number}"}, If_Match=tag), range(8)))
    assert sorted(reply.status for reply in replies) == [200] + [412] * 7
    assert marks(shared, base)["revision"] == 1
    # Without a tag all come through, one after the other.
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda number: put(shared, base, number % 4, "pin"), range(8)))
    assert {reply.status for reply in replies} == {200}
    assert sorted(marks(shared, base)["pins"]) == [0, 1, 2, 3] and marks(shared, base)["revision"] == 5


def test_what_is_wrong_with_a_note_is_told_with_its_place(shared):
    base = uploaded(shared)
    for body, pointer in (({"text": "x" * 2001}, "/text"), ({"text": ""}, "/text"), ({"text": None}, "/text"), ({"note": "x"}, "/note")):
        reply = put(shared, base, 1, "note", body)
        assert reply.status == 422 and reply.headers["Content-Type"] == "application/problem+json"
        assert reply.json["type"] == "/problems/impossible-note" and reply.json["errors"][0]["pointer"] == pointer
    assert shared.request("PUT", f"{base}/views/1/note", "{", {"Content-Type": "application/json"}).status == 400
    assert shared.request("POST", f"{base}/views/1/note", {"text": "x"}).status == 405
    assert put(shared, base, 1, "note", json.dumps({"text": "x"}), Origin="http://evil.example", Content_Type="application/json").status == 403
    assert marks(shared, base)["revision"] == 0
