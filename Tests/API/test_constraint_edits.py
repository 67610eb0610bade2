"""Edits of constraints from outside: what moves, what is told of them, what is refused, and what a restart leaves."""

import pytest

from conftest import REPOSITORY
from test_edits import edit, restart
from test_tour import DUMP

HELD = REPOSITORY / "Tests/Fixtures/dumps/held.storyboard"


def uploaded(server):
    made = server.request("POST", "/api/v1/dumps?name=Held", HELD.read_bytes(), {"Content-Type": "application/octet-stream"})
    assert made.status == 201, made.body
    return f"/api/v1/dumps/{made.json['id']}"


def frames(server, base):
    return {view["id"]: tuple(view["frame"].values()) for view in server.get(f"{base}/views?fields=id,frame").json["views"]}


def constraints(server, base):
    return server.get(f"{base}/constraints").json["constraints"]


def changes(server, base, **query):
    return server.get(f"{base}/constraints/changes" + "".join(f"{'&' if n else '?'}{k}={v}" for n, (k, v) in enumerate(query.items()))).json


def everything(server, base):
    return [server.get(base + path).json for path in ("/views?fields=id,frame,center,bounds,constraints,autoLayout", "/constraints", "/constraints/changes")]


def test_a_constant_moves_what_hangs_on_it_and_undo_brings_it_back(shared):
    base = uploaded(shared)
    before = everything(shared, base)
    was = frames(shared, base)
    done = edit(shared, base, op="changeConstraint", constraint=0, changes={"constant": 40})
    assert [view["id"] for view in done["changed"]] == [0, 1]
    now = frames(shared, base)
    assert now[1] == (40, 20, 319, 20.5)
    # The frame of the box does not obey its constraints, and nobody asked about it.
    assert {view for view in now if now[view] != was[view]} == {1}
    assert constraints(shared, base)[0]["constant"] == 40
    edit(shared, base, op="undo")
    assert everything(shared, base) == before
    edit(shared, base, op="redo")
    assert frames(shared, base) == now
    assert shared.get(f"{base}/edits").json["edits"][0]["summary"].startswith("Constant of “A title")


def test_what_is_added_has_a_number_and_what_is_removed_keeps_its_own(shared):
    base = uploaded(shared)
    new = {"first": {"view": 1, "attribute": "width"}, "constant": 50, "priority": 999, "identifier": "narrow"}
    done = edit(shared, base, op="addConstraint", constraint=new)
    assert done["constraint"] == 18 and frames(shared, base)[1][2] == 50
    edit(shared, base, op="removeConstraint", constraint=6)
    listed = constraints(shared, base)
    assert len(listed) == 19
    assert (listed[6]["state"], listed[6]["reason"], listed[6]["installed"]) == ("inactive", "removed", False)
    assert (listed[18]["state"], listed[18]["identifier"], listed[18]["owner"]) == ("active", "narrow", 1)
    box = shared.get(f"{base}/views?fields=id,constraints").json["views"][2]["constraints"]
    assert "con-00-007" not in [one["name"] for one in box]
    out = shared.get(f"{base}/views/2/layout").json["out"]
    assert 6 not in [one["constraint"] for one in out]
    # The conflict that it was part of is gone: the box obeys the rest.
    assert [one["number"] for one in listed if one["state"] == "broken"] == []
    again = shared.request("POST", f"{base}/edits", {"op": "removeConstraint", "constraint": 6})
    assert again.status == 422 and again.json["type"] == "/problems/removed-constraint"
    written = shared.get(f"{base}/dump.json").json
    names = [one.get("name") for view in [written["windows"][0], *written["windows"][0]["subviews"]] for one in view.get("constraints", [])]
    assert "con-00-007" not in names and len(names) == 18


def test_the_changes_are_told_against_the_dump_as_it_was(shared):
    base = uploaded(shared)
    assert changes(shared, base) == {"changes": [], "views": [], "total": 0, "next": None}
    edit(shared, base, op="changeConstraint", constraint=3, changes={"constant": 12, "priority": 900})
    edit(shared, base, op="changeConstraint", constraint=3, changes={"constant": 14})
    edit(shared, base, op="changeConstraint", constraint=5, changes={"constant": 61})
    edit(shared, base, op="changeConstraint", constraint=5, changes={"constant": 60})
    edit(shared, base, op="removeConstraint", constraint=7)
    middle = {"first": {"view": 2, "attribute": "centerY"}, "second": {"view": 0, "attribute": "centerY", "guide": "safeArea"}}
    edit(shared, base, op="addConstraint", constraint=middle)
    edit(shared, base, op="changeLayout", view=1, changes={"contentHuggingPriority": {"horizontal": 251}})
    told = changes(shared, base)
    assert [(one["number"], one["name"], one["change"], one["view"]) for one in told["changes"]] == [
        (3, "con-00-004", "changed", 2), (7, "con-00-008", "removed", 2), (18, "", "added", 2)]
    assert told["changes"][0]["before"] == {"constant": 10, "priority": 1000}
    assert told["changes"][0]["after"] == {"constant": 14, "priority": 900}
    assert told["changes"][0]["text"] == "leading = superview.leading + 14 @ 900"
    assert told["changes"][1]["after"] is None and told["changes"][1]["before"]["constant"] == 40
    assert told["changes"][2]["before"] is None and told["changes"][2]["after"]["second"]["guide"] == "safeArea"
    assert told["views"] == [{"view": 1, "class": "UILabel", "identifier": None, "before": {"contentHuggingPriority": {"horizontal": None}},
                              "after": {"contentHuggingPriority": {"horizontal": 251}}}]
    lines = shared.get(f"{base}/constraints/changes?format=text").body.decode().splitlines()
    assert lines[0] == "con-00-004  UIView.leading = superview.leading: constant 10 → 14; priority 1000 → 900"
    assert lines[1] == "con-00-008  UIView.height: removed, constant 40, multiplier 1, priority 1000"
    assert lines[3].endswith(": contentHuggingPriority.horizontal none → 251")
    pages, after = [], {}
    while True:
        page = changes(shared, base, limit=1, **after)
        pages += page["changes"] + page["views"]
        assert page["total"] == 4
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert pages == told["changes"] + told["views"]
    for _ in range(7):
        edit(shared, base, op="undo")
    assert changes(shared, base)["total"] == 0


def test_a_restart_leaves_everything_as_it_is(shared):
    base = uploaded(shared)
    edit(shared, base, op="changeConstraint", constraint=8, changes={"constant": 30, "identifier": "edge"})
    edit(shared, base, op="removeConstraint", constraint=6)
    edit(shared, base, op="addConstraint", constraint={"first": {"view": 5, "attribute": "width"}, "constant": 99})
    shared.request("PATCH", f"{base}/views/3", {"frame": {"x": 1, "y": 2, "width": 3, "height": 4}})
    edit(shared, base, op="changeLayout", view=1, changes={"translatesAutoresizingMaskIntoConstraints": True})
    edit(shared, base, op="changeConstraint", constraint=18, changes={"active": False})
    edit(shared, base, op="undo")
    before = everything(shared, base)
    restart(shared)
    assert everything(shared, base) == before
    edit(shared, base, op="redo")
    edit(shared, base, op="reset")
    assert everything(shared, base)[2]["total"] == 0


@pytest.mark.parametrize("body, problem, pointer", [
    ({"op": "changeConstraint", "constraint": 18, "changes": {"constant": 1}}, "unknown-constraint", "/constraint"),
    ({"op": "changeConstraint", "constraint": -1, "changes": {"constant": 1}}, "unknown-constraint", "/constraint"),
    ({"op": "changeConstraint", "constraint": 0, "changes": {"constant": 1e308}}, "out-of-range", "/changes/constant"),
    ({"op": "changeConstraint", "constraint": 0, "changes": {"multiplier": -10001}}, "out-of-range", "/changes/multiplier"),
    ({"op": "changeConstraint", "constraint": 0, "changes": {"priority": 0}}, "out-of-range", "/changes/priority"),
    ({"op": "changeConstraint", "constraint": 0, "changes": {}}, "invalid-edit", "/changes"),
    ({"op": "changeConstraint", "constraint": 0, "changes": {"identifier": "x" * 1001}}, "invalid-edit", "/changes/identifier"),
    ({"op": "addConstraint", "constraint": {"first": {"view": 1, "attribute": "top"}}}, "mixed-axes", "/constraint/second"),
    ({"op": "addConstraint", "constraint": {"first": {"view": 77, "attribute": "width"}}}, "unknown-view", "/constraint/first/view"),
    ({"op": "addConstraint", "constraint": {"first": {"view": 1, "attribute": "top"}, "second": {"view": 2, "attribute": "left"}}},
     "mixed-axes", "/constraint/second/attribute"),
    ({"op": "addConstraint", "constraint": {"first": {"view": 1, "attribute": "width"}, "owner": 0}}, "invalid-edit", "/constraint/owner"),
    ({"op": "changeLayout", "view": 77, "changes": {"contentHuggingPriority": {"vertical": 1}}}, "unknown-view", "/view"),
    ({"op": "changeLayout", "view": 1, "changes": {"stack": {"spacing": 1}}}, "not-a-stack", "/changes/stack"),
    ({"op": "changeLayout", "view": 1, "changes": {"contentHuggingPriority": {"vertical": 1001}}}, "out-of-range", "/changes/contentHuggingPriority/vertical"),
])
def test_what_cannot_be_is_refused_where_it_stands(shared, body, problem, pointer):
    base = uploaded(shared)
    reply = shared.request("POST", f"{base}/edits", body)
    assert reply.status == 422, reply.body
    assert reply.json["type"] == f"/problems/{problem}"
    assert reply.json["errors"][0]["pointer"] == pointer
    assert shared.get(base).json["revision"] == 0


def test_a_dump_without_constraints_can_be_given_some(shared):
    made = shared.request("POST", "/api/v1/dumps?name=Main", DUMP, {"Content-Type": "text/plain"})
    base = f"/api/v1/dumps/{made.json['id']}"
    before = everything(shared, base)
    edit(shared, base, op="addConstraint", constraint={"first": {"view": 3, "attribute": "width"}, "constant": 61})
    assert frames(shared, base)[3][2] == 61
    assert [one["text"] for one in constraints(shared, base)] == ["width = 61"]
    edit(shared, base, op="undo")
    assert everything(shared, base) == before
