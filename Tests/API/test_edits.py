"""Edits of dumps from outside: they are revisions, can be undone, and are there after a restart."""

import concurrent.futures
import json

from test_tour import DUMP


def uploaded(server):
    made = server.request("POST", "/api/v1/dumps?name=Main", DUMP, {"Content-Type": "text/plain"})
    assert made.status == 201
    return f"/api/v1/dumps/{made.json['id']}"


def patch(server, base, view, **changes):
    reply = server.request("PATCH", f"{base}/views/{view}", changes)
    assert reply.status == 200, reply.body
    return reply


def edit(server, base, **members):
    reply = server.request("POST", f"{base}/edits", members)
    assert reply.status == 200, reply.body
    return reply.json


def restart(server):
    assert server.stop() == 0
    server.start()


def views(server, base):
    return server.get(f"{base}/views").json["views"]


def test_a_patch_moves_a_view_with_what_is_inside(shared):
    base = uploaded(shared)
    reply = patch(shared, base, 1, frame={"x": 0, "y": 20, "width": 475, "height": 647})
    assert reply.headers["ETag"].strip('"').split("-")[0] == "1"
    assert reply.json["revision"] == 1 and reply.json["next"] is None
    changed = {view["id"]: view for view in reply.json["changed"]}
    assert set(changed) == {1, 3} and reply.json["total"] == 2
    assert changed[1]["center"] == {"x": 237.5, "y": 343.5}
    assert changed[3]["frame"] == {"x": 359, "y": 600, "width": 100, "height": 44}
    assert changed[3]["anchorPoint"] == {"x": 0.5, "y": 0.5}
    assert {view["id"]: view["frame"] for view in views(shared, base)}[3] == changed[3]["frame"]


def test_edits_and_what_can_be_redone_are_there_after_a_restart(shared):
    base = uploaded(shared)
    original = views(shared, base)
    patch(shared, base, 2, alpha=0.5, tag=-3, contentMode="center", autoresizingMask=["flexibleWidth"])
    inserted = edit(shared, base, op="insert", superview=1, index=0, view={"class": "UISwitch", "frame": [1, 2, 3, 4], "text": "é"})
    assert [view["id"] for view in inserted["changed"]] == [1, 4]
    assert edit(shared, base, op="remove", view=3)["removed"] == [3]
    edit(shared, base, op="undo")
    before, summary, history = views(shared, base), shared.get(base).json, shared.get(f"{base}/edits").json
    assert summary["edits"] == {"applied": 2, "undone": 1} and summary["revision"] == 4
    restart(shared)
    assert views(shared, base) == before
    assert shared.get(base).json == summary
    assert shared.get(f"{base}/edits").json == history
    assert [entry["op"] for entry in history["edits"]] == ["remove", "insert", "change"]
    assert [entry["applied"] for entry in history["edits"]] == [False, True, True]
    assert edit(shared, base, op="redo")["removed"] == [3]
    for _ in range(3):
        edit(shared, base, op="undo")
    assert views(shared, base) == original
    again = shared.request("POST", f"{base}/edits", {"op": "undo"})
    assert again.status == 409 and again.json["type"] == "/problems/nothing-to-undo"
    assert shared.get(f"{base}/source").body == DUMP.encode()


def test_an_old_if_match_changes_nothing(shared):
    base = uploaded(shared)
    tag = shared.get(f"{base}/views/2").headers["ETag"]
    first = shared.request("PATCH", f"{base}/views/2", {"hidden": True}, {"If-Match": tag})
    assert first.status == 200
    late = shared.request("PATCH", f"{base}/views/2", {"hidden": False}, {"If-Match": tag})
    assert late.status == 412 and late.headers["Content-Type"] == "application/problem+json"
    assert shared.get(f"{base}/views/2").json["hidden"] is True
    assert shared.get(base).json["revision"] == 1
    assert shared.get(f"{base}/views/2", If_None_Match=tag).status == 200


def test_an_edit_without_its_object_is_refused_with_every_fault(shared):
    base = uploaded(shared)
    reply = shared.request("PATCH", f"{base}/views/2", {"frame": {"x": 1, "y": 2, "width": 3}, "colour": 1, "tag": 1.5})
    assert reply.status == 422 and reply.json["type"] == "/problems/invalid-edit"
    assert [error["pointer"] for error in reply.json["errors"]] == ["/frame", "/colour", "/tag"]
    loop = shared.request("POST", f"{base}/edits", {"op": "move", "view": 1, "superview": 3})
    assert loop.status == 422 and loop.json["type"] == "/problems/into-own-subtree"
    assert loop.json["errors"][0]["pointer"] == "/superview"
    assert shared.request("PATCH", f"{base}/views/77", {}).status == 404
    assert shared.get(base).json["revision"] == 0


def test_a_draft_outlives_changes_of_its_file(start, tmp_path):
    file = tmp_path / "screen.txt"
    file.write_text(DUMP)
    server = start(tmp_path)
    base = f"/api/v1/dumps/{server.get('/api/v1/dumps').json['dumps'][0]['id']}"
    patch(server, base, 2, frame={"x": 1, "y": 2, "width": 3, "height": 4})
    edited = views(server, base)
    assert file.read_text() == DUMP
    file.write_text(DUMP.replace("UIButton", "UISegmentedControl"))
    for _ in range(2):
        assert views(server, base) == edited
        assert "draft.fileChanged" in [note["code"] for note in server.get(base).json["report"]]
        restart(server)
    file.unlink()
    assert views(server, base) == edited
    file.write_text(DUMP.replace("UIButton", "UISlider"))
    edit(server, base, op="reset")
    assert [view["class"] for view in views(server, base)][3] == "UISlider"
    edit(server, base, op="redo")
    assert views(server, base) == edited


def test_the_edited_dump_is_downloaded_and_loaded_again(shared):
    base = uploaded(shared)
    patch(shared, base, 3, transform=[0, 1, -1, 0, 0, 0], anchorPoint={"x": 0, "y": 1})
    file = shared.get(f"{base}/dump.json")
    assert file.headers["Content-Disposition"] == 'attachment; filename="main.json"'
    assert json.loads(file.body)["vitrine"] == 1
    copy = shared.request("POST", "/api/v1/dumps", file.body).json
    again = f"/api/v1/dumps/{copy['id']}"
    mine, theirs = views(shared, base), views(shared, again)
    assert [view["frame"] for view in mine] == [view["frame"] for view in theirs]
    assert shared.get(f"{base}/views?changed=true").json["total"] == 1
    assert shared.get(f"{again}/views?changed=true").json["total"] == 0


def test_editors_at_once_lose_nothing(shared):
    base = uploaded(shared)

    def add(number):
        return edit(shared, base, op="insert", superview=1, view={"class": f"V{number}", "frame": [0, 0, 1, 1]})["revision"]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        revisions = list(pool.map(add, range(24)))
    assert sorted(revisions) == list(range(1, 25))
    assert {view["class"] for view in views(shared, base)} >= {f"V{number}" for number in range(24)}
    restart(shared)
    assert len(views(shared, base)) == 28
    assert shared.get(base).json["revision"] == 24


def test_several_views_are_changed_in_one_step_or_none_of_them(shared):
    base = uploaded(shared)
    original = views(shared, base)
    frame = {"x": 1, "y": 2, "width": 3, "height": 4}
    made = edit(shared, base, op="changes", views=[{"view": 2, "changes": {"frame": frame}}, {"view": 3, "changes": {"alpha": 0.5}}])
    assert [view["id"] for view in made["changed"]] == [2, 3] and made["revision"] == 1
    history = shared.get(f"{base}/edits").json["edits"]
    assert [(entry["op"], entry["summary"]) for entry in history] == [("changes", "Frame, alpha of 2 views")]
    restart(shared)
    assert {view["id"]: view["frame"] for view in views(shared, base)}[2] == frame
    refused = shared.request("POST", f"{base}/edits", {"op": "changes", "views": [
        {"view": 2, "changes": {"alpha": 0}}, {"view": 99, "changes": {"alpha": 0}}]})
    assert refused.status == 422 and "99" in refused.text
    for wrong in ([], [{"view": 2}], [{"view": 2, "changes": {}, "other": 1}], {}):
        assert shared.request("POST", f"{base}/edits", {"op": "changes", "views": wrong}).status in (400, 422)
    edit(shared, base, op="undo")
    assert views(shared, base) == original
