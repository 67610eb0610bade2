"""Newer versions of dumps from outside: views keep their ids, people keep their marks, and files are followed."""

from test_edits import edit, patch, restart, uploaded, views
from test_events import stream
from test_marks import marks, put
from test_tour import DUMP

FIRST = """<UIWindow; frame = (0 0; 320 480); layer = <CALayer>>
   | <UIView; frame = (0 20; 320 460); layer = <CALayer>>
   |    | <UILabel; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer>>
   |    | <UILabel; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer>>
   | <UIImageView; frame = (40 40; 20 20); layer = <CALayer>>
"""
SECOND = FIRST.replace("Oslo", "Rome ").replace("'Rome'", "'Bern'").replace("Rome ", "Rome").replace("UIImageView", "UIButton")
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c626001000000ffff03000006000557bfabd40000000049454e44ae426082")


def named(server, base):
    """The ids of the views by what they show."""
    return {view["text"] or view["class"]: view["id"] for view in views(server, base)}


def send(server, base, text, query="", **headers):
    headers = {"Content-Type": "text/plain"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return server.request("PUT", f"{base}/source{query}", text, headers)


def cities(server):
    made = server.request("POST", "/api/v1/dumps?name=Cities", FIRST, {"Content-Type": "text/plain"})
    return f"/api/v1/dumps/{made.json['id']}"


def test_a_newer_version_keeps_the_ids_of_views_and_what_people_wrote(shared):
    base = cities(shared)
    put(shared, base, 2, "note", {"text": "capital"})
    put(shared, base, 3, "note", {"text": "moved away"})
    put(shared, base, 4, "pin")
    reply = send(shared, base, SECOND)
    assert reply.status == 200 and reply.headers["ETag"] == '"1"'
    assert reply.json["views"] == {"kept": 3, "added": 2, "removed": 2, "marked": [3, 4]}
    assert reply.json["name"] == "Cities" and reply.json["revision"] == 1 and reply.json["edits"] == {"applied": 0, "undone": 0}
    expected = {"UIWindow": 0, "UIView": 1, "Bern": 5, "Rome": 2, "UIButton": 6}
    kept = marks(shared, base)
    assert named(shared, base) == expected
    assert {note["view"]: note["text"] for note in kept["notes"]} == {2: "capital", 3: "moved away"} and kept["pins"] == [4]
    restart(shared)
    assert named(shared, base) == expected and marks(shared, base) == kept
    assert shared.get(f"{base}/source").text == SECOND
    assert [view["id"] for view in shared.get(f"{base}/views?root=1&fields=id").json["views"]] == [1, 5, 2]


def test_it_may_come_as_a_form_with_a_picture_and_another_name(shared):
    base = cities(shared)
    parts = {"dump": FIRST.encode(), "screenshot": ("s.png", PNG), "name": b"Towns"}
    body = b"".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"'.encode() + (f'; filename="{part[0]}"'.encode() if isinstance(part, tuple) else b"")
        + b"\r\n\r\n" + (part[1] if isinstance(part, tuple) else part) + b"\r\n" for name, part in parts.items()) + b"--x--\r\n"
    reply = shared.request("PUT", f"{base}/source", body, {"Content-Type": "multipart/form-data; boundary=x"})
    assert reply.status == 200 and reply.json["screenshot"] and reply.json["name"] == "Towns"
    assert shared.get(f"{base}/screenshot").body == PNG
    # The picture is that of the version.
    assert not send(shared, base, SECOND, "?name=Cities&format=recursiveDescription").json["screenshot"]
    assert shared.get(f"{base}/screenshot").status == 404
    assert shared.get(base).json["name"] == "Cities"


def test_edits_are_let_go_of_only_with_the_tag_of_what_they_made(shared):
    base = uploaded(shared)
    first = shared.get(base).headers["ETag"]
    patch(shared, base, 2, alpha=0.5)
    refused = send(shared, base, DUMP)
    assert refused.status == 409 and refused.json["type"] == "/problems/unsaved-edits" and "1 edit" in refused.json["detail"]
    assert send(shared, base, DUMP, If_Match="*").status == 409
    assert send(shared, base, DUMP, If_Match=first).status == 412
    assert send(shared, base, DUMP, If_Match='W/"1"').status == 412
    assert shared.get(base).json["edits"]["applied"] == 1
    assert send(shared, base, DUMP, If_Match=shared.get(base).headers["ETag"]).json["revision"] == 2
    assert shared.get(f"{base}/edits").json["total"] == 0
    assert shared.request("POST", f"{base}/edits", {"op": "undo"}).status == 409
    edit(shared, base, op="remove", view=2)
    edit(shared, base, op="undo")
    assert send(shared, base, DUMP).status == 200


def test_what_cannot_be_read_or_replaced_is_refused_and_changes_nothing(shared, tmp_path):
    base = cities(shared)
    assert send(shared, base, "no dump").status == 415
    assert send(shared, base, "").status in (400, 415)
    assert send(shared, base, FIRST, "?filename=x").status == 400
    assert send(shared, base, FIRST, Origin="http://evil.example").status == 403
    assert send(shared, "/api/v1/dumps/none", FIRST).status == 404
    assert shared.get(base).json["revision"] == 0 and shared.get(f"{base}/source").text == FIRST
    sample = shared.get("/api/v1/dumps?q=stopwatch").json["dumps"][0]
    reply = send(shared, f"/api/v1/dumps/{sample['id']}", FIRST)
    assert reply.status == 409 and reply.json["type"] == "/problems/read-only" and "command line" in reply.json["detail"]


def test_those_who_watch_the_dump_or_the_library_are_told(shared):
    base = cities(shared)
    dump = base.split("/")[-1]
    with stream(shared, f"{base}/events") as events, stream(shared, f"/api/v1/events?dumps={dump}&library=true") as both:
        assert next(events)["data"]["revision"] == 0
        assert [next(both)["event"] for _ in range(2)] == ["edit", "library"]
        send(shared, base, SECOND)
        assert next(events)["data"] == {"revision": 1, "changed": [], "truncated": True}
        told = [next(both) for _ in range(2)]
        assert [event["event"] for event in told] == ["edit", "library"]
        before = told[1]["data"]["revision"]
        shared.request("PATCH", base, {"name": "Towns"})
        assert next(both)["data"] == {"library": True, "revision": before + 1}
        shared.request("DELETE", base)
        assert next(both)["event"] == "gone" and next(both)["event"] == "library"


def test_files_are_followed_with_the_ids_of_their_views(start, tmp_path):
    folder = tmp_path / "dumps"
    folder.mkdir()
    (folder / "cities.txt").write_text(FIRST)
    server = start("--watch", folder)
    dump = server.get("/api/v1/dumps").json["dumps"][0]
    base = f"/api/v1/dumps/{dump['id']}"
    with stream(server, f"/api/v1/events?dumps={dump['id']}&library=true") as events:
        assert [next(events)["event"] for _ in range(2)] == ["edit", "library"]
        assert named(server, base)["Rome"] == 2
        put(server, base, 2, "note", {"text": "capital"})
        assert next(events)["event"] == "marks"
        (folder / "cities.txt").write_text(SECOND)
        told = next(events)
        assert told["event"] == "edit" and told["data"]["revision"] == 1 and told["data"]["truncated"]
        assert next(events)["event"] == "library"
        assert named(server, base) == {"UIWindow": 0, "UIView": 1, "Bern": 5, "Rome": 2, "UIButton": 6}
        (folder / "new").mkdir()
        (folder / "new/world.txt").write_text(DUMP)
        assert next(events)["event"] == "library"
        assert server.get("/api/v1/dumps").json["total"] == 2
        (folder / "half.json").write_text('{"vitrine": 1, "windows": [')
        assert next(events)["event"] == "library"
        assert "half.json" in server.get("/", Accept="text/html").text
        (folder / "cities.txt").unlink()
        assert next(events)["event"] == "gone"
    assert server.get(base).status == 404
    assert server.stop() == 0
    # Changed while no server ran.
    (folder / "cities.txt").write_text(FIRST)
    server.start()
    assert named(server, base)["Rome"] == 2 and marks(server, base)["notes"][0]["view"] == 2
