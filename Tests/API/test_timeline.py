"""Dumps of one app in order: over the API, and on the command line."""

import json

import pytest

from commanding import vitrine
from moments import APP, DUMPS, NAMES, upload


@pytest.fixture(scope="module")
def dumps(shared):
    """The dumps of the app, of which the server has no other."""
    return upload(shared)


def history(server, dump, view, more=""):
    return server.get(f"/api/v1/timeline/views?dump={dump}&view={view}{more}")


def test_the_dumps_of_an_app_stand_in_the_order_in_which_they_were_taken_and_others_as_asked_for(shared, dumps):
    shared.request("POST", "/api/v1/dumps?name=Other", DUMPS[0].replace(APP, APP + ".other"), {"Content-Type": "application/json"})
    reply = shared.get(f"/api/v1/timeline?app={APP}")
    assert reply.status == 200 and reply.headers["ETag"]
    found = reply.json
    assert [(step["number"], step["dump"], step["name"]) for step in found["steps"]] == list(zip(range(1, 5), dumps, NAMES))
    assert found["steps"][0]["date"] == "2026-03-01T09:00:00Z" and found["steps"][0]["summary"] is None
    counts = [{kind: count for kind, count in step["summary"].items() if count} for step in found["steps"][1:]]
    assert counts == [
        {"moved": 1, "changed": 1, "hidden": 1, "different": 2},
        {"removed": 1, "reparented": 1, "different": 2},
        {"added": 1, "returned": 1, "changed": 1, "shown": 1, "different": 2},
    ]
    assert (found["app"], found["total"], found["warnings"], found["tolerance"]) == (APP, 4, [], 0.5)
    assert shared.request("GET", f"/api/v1/timeline?app={APP}", headers={"If-None-Match": reply.headers["ETag"]}).status == 304
    assert shared.get(f"/api/v1/timeline?app={APP}&tolerance=100").json["steps"][1]["summary"]["moved"] == 0
    # Any dumps stand in the order that is asked for.
    found = shared.get(f"/api/v1/timeline?dumps={dumps[3]},{dumps[0]}").json
    assert [step["name"] for step in found["steps"]] == ["Fourth", "First"] and "app" not in found
    assert shared.get(f"/api/v1/timeline?dumps={dumps[3]}").json["steps"][0]["viewCount"] == 7


def test_a_view_has_one_history_by_whatever_dump_it_is_asked_for(shared, dumps):
    found = history(shared, dumps[0], 3).json
    assert found["view"] == {"class": "UILabel", "text": "Oslo", "identifier": None}
    assert (found["first"], found["last"], found["total"], found["next"]) == (1, 4, 4, None)
    assert {kind: steps for kind, steps in found["changes"].items() if steps} == {"added": [4], "returned": [4], "removed": [3], "moved": [2]}
    steps = found["steps"]
    assert [step["view"] for step in steps] == [3, 3, None, 2] and [step["superview"] for step in steps] == [1, 1, None, 1]
    assert steps[1]["frame"] == {"x": 10, "y": 70, "width": 100, "height": 20} and steps[1]["windowFrame"]["y"] == 90
    assert [step["visible"] for step in steps] == [True, True, None, True]
    assert steps[2] == {
        "number": 3, "dump": dumps[2], "name": "Third", "view": None, "superview": None, "frame": None, "windowFrame": None,
        "visible": None, "visibility": None, "text": None, "changes": ["removed"], "properties": []}
    assert history(shared, dumps[3], 2, f"&app={APP}").json == found


def test_the_steps_are_found_in_which_something_became_of_a_view(shared, dumps):
    button = history(shared, dumps[0], 4).json
    assert button["changes"]["hidden"] == [2] and button["changes"]["shown"] == [4]
    assert button["steps"][1]["properties"] == [{"name": "hidden", "before": False, "after": True}]
    image = history(shared, dumps[0], 5, "&change=hidden,removed").json
    assert [(step["number"], step["visibility"]) for step in image["steps"]] == [(2, "hiddenAbove")] and image["total"] == 1
    part = history(shared, dumps[0], 3, "&change=moved,removed&limit=1").json
    assert [step["number"] for step in part["steps"]] == [2] and part["total"] == 2
    assert [step["number"] for step in history(shared, dumps[0], 3, f"&change=moved,removed&after={part['next']}").json["steps"]] == [3]


def test_what_follows_edits(shared, dumps):
    shared.request("PATCH", f"/api/v1/dumps/{dumps[1]}/views/2", {"frame": {"x": 0, "y": 0, "width": 9, "height": 9}})
    edited = history(shared, dumps[0], 2).json
    shared.request("POST", f"/api/v1/dumps/{dumps[1]}/edits", {"op": "undo"})
    assert edited["changes"]["resized"] == [2, 3]
    assert history(shared, dumps[0], 2).json["changes"]["resized"] == []


@pytest.mark.parametrize(("query", "status", "words"), [
    ("", 400, "needs “app”"), ("?app=", 400, "needs “app”"), ("?app=com.example.none", 404, "There is no dump of the app"),
    ("?app=a&dumps=b", 400, "cannot both be given"), ("?dumps=nothing", 404, "nothing"), ("?app=a&tolerance=-1", 400, "tolerance"),
    ("?app=a&step=1", 400, "step"), ("?dumps=" + ",".join(map(str, range(101))), 400, "at most 100"),
    ("/views?view=1", 400, "dump"), ("/views?dump=nothing&view=1", 404, "nothing"), ("/views?dump={dump}", 400, "view"),
    ("/views?dump={dump}&view=99", 404, "There is no view “99”"), ("/views?dump={dump}&view=one", 400, "view"),
    ("/views?dump={dump}&view=1&change=gone", 400, "“gone” is no change"), ("/views?dump={dump}&view=1&dumps={other}", 404, "in the timeline"),
])
def test_what_cannot_be_answered_is_said(shared, dumps, query, status, words):
    reply = shared.get("/api/v1/timeline" + query.format(dump=dumps[0], other=dumps[1]))
    assert reply.status == status and words in reply.text, reply.text


def test_of_more_dumps_than_a_timeline_takes_the_oldest_are_left_out(shared):
    for number in range(102):
        text = DUMPS[0].replace(APP, APP + ".long").replace("2026-03-01T09:00:00Z", f"2026-03-01T09:{number // 60:02}:{number % 60:02}Z")
        assert shared.request("POST", f"/api/v1/dumps?name=d{number}", text, {"Content-Type": "application/json"}).status == 201
    found = shared.get(f"/api/v1/timeline?app={APP}.long").json
    assert len(found["steps"]) == 100 and found["steps"][0]["name"] == "d2" and found["steps"][-1]["name"] == "d101"
    assert found["total"] == 102 and [warning["code"] for warning in found["warnings"]] == ["timeline.leftOut"]


@pytest.mark.long
def test_more_views_than_a_timeline_takes_are_refused_or_left_out(fresh):
    views = [{"class": "UIView", "frame": [0, 0, 9, 9]}] * 130_000
    text = json.dumps({"vitrine": 1, "app": APP, "windows": [{"class": "UIWindow", "frame": [0, 0, 9, 9], "subviews": views}]})
    ids = [fresh.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": "application/json"}).json["id"] for name in ("One", "Two")]
    refused = fresh.get(f"/api/v1/timeline?dumps={ids[0]},{ids[1]}")
    assert refused.status == 422 and "260002 views together" in refused.json["detail"]
    found = fresh.get(f"/api/v1/timeline?app={APP}").json
    assert [step["name"] for step in found["steps"]] == ["Two"] and found["total"] == 2


# The command

def run(*arguments, stdin=None):
    return vitrine("timeline", *arguments, stdin=stdin, text=False)


@pytest.fixture
def files(tmp_path):
    for name, text in zip(NAMES, DUMPS):
        (tmp_path / f"{name}.json").write_text(text)
    (tmp_path / "broken.txt").write_text("no dump")
    return [tmp_path / f"{name}.json" for name in NAMES]


def test_the_command_says_what_became_of_the_views_step_by_step(files):
    found = run(*files)
    assert found.returncode == 1
    assert found.stdout.decode().splitlines() == [
        "1  First.json   7 views",
        "2  Second.json  7 views  1 moved, 1 changed, 1 hidden",
        "3  Third.json   6 views  1 removed, 1 reparented",
        "4  Fourth.json  7 views  1 added, 1 returned, 1 changed, 1 shown",
    ]
    same = run(files[0], "-", stdin=DUMPS[0].encode())
    assert (same.returncode, same.stdout.decode().splitlines()[1]) == (0, "2  standard input  7 views  nothing differs")
    steps = json.loads(run(*files, "--format", "json").stdout)["steps"]
    assert [step["name"] for step in steps] == [file.name for file in files] and steps[1]["summary"]["hidden"] == 1


def test_the_command_prints_the_history_of_a_view(files):
    found = run(*files, "--view", "Oslo")
    assert found.returncode == 1 and not found.stderr
    assert found.stdout.decode().splitlines() == [
        "UILabel “Oslo”",
        "1  First.json   10, 60  100 × 20  Visible",
        "2  Second.json  10, 90  100 × 20  Visible    moved: position 10, 40 → 10, 70",
        "3  Third.json   –       –         Not there  removed",
        "4  Fourth.json  10, 60  100 × 20  Visible    added, returned",
    ]
    by_path = json.loads(run(*files, "--view", "//UIButton", "--format", "json").stdout)
    assert by_path["view"]["class"] == "UIButton" and by_path["changes"]["hidden"] == [2] and len(by_path["steps"]) == 4
    assert run(*files, "--view", "class:UIWindow").returncode == 0
    several = run(*files, "--view", "predicate:label == 'Rome' OR label == 'Oslo'")
    assert b"finds 2 views in First.json; this is the first" in several.stderr and several.stdout.startswith("UILabel “Rome”".encode())


def test_the_command_ends_with_2_for_what_it_cannot_read_or_find(files):
    for arguments in ((files[0], files[0].parent / "broken.txt"), (files[0], "--view", "Lima"), (files[0], "--view", "//UILabel["), (files[0], "nowhere.txt")):
        broken = run(*arguments)
        assert broken.returncode == 2 and broken.stderr.startswith(b"Error: ") and not broken.stdout
    assert run(*[files[0]] * 101).returncode == 64 and run("-", "-").returncode == 64
