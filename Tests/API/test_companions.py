"""Texts beside a dump: joined to its views by address, kept with it, and removed again."""

import pathlib

from test_edits import restart

KITCHEN = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"


def fixture(name):
    return (KITCHEN / f"kitchen{name}.txt").read_text(encoding="utf-8")


def uploaded(server, text=None):
    made = server.request("POST", "/api/v1/dumps?name=Kitchen", text or fixture(""), {"Content-Type": "text/plain"})
    assert made.status == 201, made.body
    return f"/api/v1/dumps/{made.json['id']}"


def add(server, base, text, status=201, **headers):
    reply = server.request("POST", f"{base}/companions", text, {"Content-Type": "text/plain", **headers})
    assert reply.status == status, reply.body
    return reply


def test_controllers_own_their_views_also_after_a_restart(shared):
    base = uploaded(shared)
    made = add(shared, base, fixture("-controllers"))
    assert made.json["kinds"] == ["printHierarchy"] and made.json["revision"] == 1
    assert [(entry["line"], entry["view"]) for entry in made.json["joined"]] == [(2, 2)]
    assert [entry["line"] for entry in made.json["missed"]] == [1, 3]
    assert made.headers["Location"] == f"{base}/companions/1"
    restart(shared)
    view = shared.get(f"{base}/views/2").json
    assert view["controller"] == "Kitchen.TimerController" and view["attributes"]["controllerState"] == "appeared"
    assert "controller" not in view["unknown"]
    kept = shared.get(f"{base}/companions/1")
    assert kept.json == made.json and kept.headers["ETag"].strip('"').startswith("1-")
    chain = shared.get(f"{base}/hit-test?x=20&y=100").status
    assert chain == 200


def test_the_findings_of_auto_layout_are_told_of_their_views(shared):
    base = uploaded(shared)
    add(shared, base, fixture("-trace"))
    add(shared, base, fixture("-constraints"))
    views = {view["id"]: view for view in shared.get(f"{base}/views").json["views"]}
    assert [finding["code"] for finding in views[0]["diagnostics"]] == ["layout.ambiguous"]
    assert [finding["code"] for finding in views[3]["diagnostics"]] == ["layout.conflict"]
    assert views[0]["diagnostics"][0]["file"] == "companion 1" and views[0]["diagnostics"][0]["line"] == 2
    issues = shared.get(f"{base}/views?shape=columns").json["columns"]["layoutIssues"]
    assert issues == {"at": [0, 2, 3], "values": ["Ambiguous layout", "Constraint conflict", "Constraint conflict"]}
    listed = shared.get(f"{base}/companions").json
    assert [entry["id"] for entry in listed["companions"]] == [1, 2] and listed["revision"] == 2
    report = [entry["message"] for entry in shared.get(base).json["report"] if entry["code"] == "companion.joined"]
    assert len(report) == 2 and "_autolayoutTrace" in report[0]


def test_a_companion_is_removed_and_goes_with_its_dump(shared):
    base = uploaded(shared)
    add(shared, base, fixture("-trace"))
    assert shared.request("DELETE", f"{base}/companions/9").status == 404
    assert shared.request("DELETE", f"{base}/companions/1", headers={"If-Match": '"0"'}).status == 412
    assert shared.request("DELETE", f"{base}/companions/1").status == 204
    assert shared.get(f"{base}/views/0").json["diagnostics"] == []
    assert shared.get(f"{base}/companions").json == {"companions": [], "revision": 2}
    add(shared, base, fixture("-trace"))
    assert shared.request("DELETE", base).status == 204
    assert shared.get(f"{base}/companions").status == 404


def test_what_cannot_be_joined_says_why(shared):
    base = uploaded(shared)
    assert "says nothing about a dump" in add(shared, base, "hello", 422).json["detail"]
    assert "POST /api/v1/dumps" in add(shared, base, fixture(""), 422).json["detail"]
    nothing = add(shared, base, "*UIView:0x1", 422).json
    assert nothing["type"].endswith("nothing-joined") and "0x1" in nothing["detail"]
    purged = add(shared, base, "<UIViewController>, state: appeared, view: <UIView>", 422).json
    assert "addresses were taken out" in purged["detail"]
    add(shared, base, fixture("-trace"))
    add(shared, base, fixture("-trace"), 409)
    add(shared, base, fixture("-controllers"), 412, **{"If-Match": '"0"'})
    assert shared.get(f"{base}/companions").json["revision"] == 1
    without = uploaded(shared, "<UIView; frame = (0 0; 1 1)>")
    assert "no addresses" in add(shared, without, "*UIView:0x1", 422).json["detail"]


def test_a_companion_alone_is_refused_and_told_where_it_goes(shared):
    for name in ["-trace", "-controllers"]:
        reply = shared.request("POST", "/api/v1/dumps", fixture(name), {"Content-Type": "text/plain"})
        assert reply.status == 415 and "/companions" in reply.json["detail"], reply.body
