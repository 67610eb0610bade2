"""Touches, coordinates, tags and content modes, asked the way a script would."""

import json
import random

import pytest

MODES = {
    "scaleToFill": (10, 30, 200, 100), "scaleAspectFit": (10, 40, 200, 80), "scaleAspectFill": (-15, 30, 250, 100),
    "redraw": (10, 30, 200, 100), "center": (85, 70, 50, 20), "top": (85, 30, 50, 20), "bottom": (85, 110, 50, 20),
    "left": (10, 70, 50, 20), "right": (160, 70, 50, 20), "topLeft": (10, 30, 50, 20), "topRight": (160, 30, 50, 20),
    "bottomLeft": (10, 110, 50, 20), "bottomRight": (160, 110, 50, 20),
}
REASONS = {
    "hit", "hidden", "alphaBelowThreshold", "userInteractionDisabled", "pointOutside", "coveredBySibling",
    "noSubviewHit",
}
BOX = {
    "vitrine": 1,
    "windows": [{"class": "UIWindow", "frame": [0, 0, 400, 800], "subviews": [
        {"class": "Box", "bounds": [10, 30, 200, 100], "center": {"x": 200, "y": 125}, "transform": [0, 1, -1, 0, 0, 0]},
        {"class": "UIScrollView", "frame": [50, 300, 300, 200], "contentOffset": {"x": 0, "y": 380}, "subviews": [
            {"class": "Item", "frame": [20, 400, 100, 40], "tag": -12}]},
    ]}],
}
TEXT = """\
<UIWindow: 0x1; frame = (0 0; 400 800); layer = <CALayer: 0x2>>
   | <UIButton: 0x3; frame = (10 20; 30 40); tag = 5; layer = <CALayer: 0x4>>
"""
PLIST = """\
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>vitrine</key><integer>1</integer><key>windows</key><array>
<dict><key>class</key><string>UIWindow</string><key>frame</key><array>
<integer>0</integer><integer>0</integer><integer>400</integer><integer>800</integer></array>
<key>subviews</key><array><dict><key>class</key><string>UIButton</string><key>tag</key><integer>5</integer>
<key>frame</key><array><integer>10</integer><integer>20</integer><integer>30</integer><integer>40</integer></array>
</dict></array></dict></array></dict></plist>
"""


def load(server, dump):
    made = server.request("POST", "/api/v1/dumps", dump)
    assert made.status == 201, made.body
    return f"/api/v1/dumps/{made.json['id']}"


def numbers(shape):
    return tuple(shape.values())


@pytest.fixture(scope="module")
def box(shared):
    return load(shared, BOX)


def test_a_touch_goes_to_a_turned_view_where_it_is_drawn(shared, box):
    hit = lambda x, y: shared.get(f"{box}/hit-test?x={x}&y={y}").json["hit"]
    assert hit(150.1, 25) == 1 and hit(249.9, 224.9) == 1
    assert hit(250.1, 125) == 0 and hit(149.9, 125) == 0
    # The view's own bottom edge, which is not part of it, lies on the left now.
    assert hit(250, 125) == 1 and hit(150, 125) == 0
    assert shared.get(f"{box}/hit-test?x=70&y=320").json["hit"] == 3
    assert hit(400, 10) is None


def test_a_conversion_goes_through_rotation_and_scrolling_and_back(shared, box):
    ask = lambda query: shared.get(f"{box}/convert?{query}").json
    assert numbers(ask("from=3&to=window&point=0,0")["point"]) == (70, 320)
    assert numbers(ask("from=1&to=window&rect=10,30,200,100")["rect"]) == (150, 25, 100, 200)
    assert numbers(ask("from=1&to=0&size=200,100")["size"]) == (100, 200)
    there = ask("from=3&to=1&point=7.5,9")["point"]
    assert numbers(ask(f"from=1&to=3&point={there['x']},{there['y']}")["point"]) == pytest.approx((7.5, 9))


def test_all_content_modes_place_content_in_bounds_with_an_origin(shared, box):
    for mode, expected in MODES.items():
        reply = shared.get(f"{box}/content-mode?view=1&contentWidth=50&contentHeight=20&mode={mode}").json
        assert numbers(reply["rect"]) == expected, mode
    assert shared.get(f"{box}/content-mode?view=1&contentWidth=0&contentHeight=2&mode=scaleAspectFit").json == {
        "rect": None}


def test_views_are_found_by_tag(shared, box):
    assert shared.get(f"{box}/tagged/-12").json["class"] == "Item"
    assert shared.get(f"{box}/tagged/-12?root=1").status == 404


@pytest.mark.parametrize("dump", [TEXT, PLIST, json.dumps({"vitrine": 1, "windows": [
    {"class": "UIWindow", "frame": [0, 0, 400, 800], "subviews": [
        {"class": "UIButton", "frame": [10, 20, 30, 40], "tag": 5}]}]})], ids=["text", "plist", "json"])
def test_every_format_answers(shared, dump):
    base = load(shared, dump)
    assert shared.get(f"{base}/hit-test?x=10&y=20").json["hit"] == 1
    assert numbers(shared.get(f"{base}/convert?from=1&to=window&point=1,2").json["point"]) == (11, 22)
    assert shared.get(f"{base}/tagged/5").json["id"] == 1
    reply = shared.get(f"{base}/content-mode?view=1&contentWidth=4&contentHeight=4&mode=center").json
    assert numbers(reply["rect"]) == (13, 18, 4, 4)


def test_touches_anywhere_keep_the_rules(samples):
    chance = random.Random(7)
    for dump in samples.get("/api/v1/dumps").json["dumps"]:
        base = f"/api/v1/dumps/{dump['id']}"
        views = {view["id"]: view for view in samples.get(f"{base}/views?limit=10000").json["views"]}
        for _ in range(40):
            x, y = chance.uniform(-10, dump["size"]["width"]), chance.uniform(-10, dump["size"]["height"])
            reply = samples.get(f"{base}/hit-test?x={x}&y={y}").json
            assert {step["reason"] for step in reply["steps"]} <= REASONS
            assert all(step["accepted"] == (step["reason"] == "hit") for step in reply["steps"])
            accepted = [step["view"] for step in reply["steps"] if step["accepted"]]
            if reply["hit"] is None:
                assert accepted == [] and reply["responderChain"] == []
                continue
            way = [reply["hit"]]
            while views[way[-1]]["superview"] is not None:
                way.append(views[way[-1]]["superview"])
            assert accepted == way[::-1] and set(way) <= set(reply["candidates"])
            for view in map(views.get, way):
                assert not view["hidden"] and view["userInteractionEnabled"] and view["alpha"] >= 0.01
                local = samples.get(f"{base}/convert?from=window&to={view['id']}&point={x},{y}").json["point"]
                bounds = view["bounds"]
                assert bounds["x"] <= local["x"] < bounds["x"] + bounds["width"]
                assert bounds["y"] <= local["y"] < bounds["y"] + bounds["height"]
            assert [entry["view"] for entry in reply["responderChain"] if entry["kind"] in ("view", "window")] == way


@pytest.mark.parametrize("query", [
    "hit-test", "hit-test?x=1", "hit-test?x=1&y=nan", "hit-test?x=1e999&y=1", "convert?from=0&to=1",
    "convert?from=0&to=1&point=1,2&rect=1,2,3,4", "convert?from=0&to=900&point=1,2", "convert?from=0&to=1&point=1",
    "tagged/1?root=900", "content-mode?view=0", "content-mode?view=900&contentWidth=1&contentHeight=1",
    "content-mode?view=0&contentWidth=1&contentHeight=1&mode=stretch",
])
def test_what_cannot_be_answered_is_one_clear_problem(shared, box, query):
    reply = shared.get(f"{box}/{query}")
    assert reply.status == 400 and reply.headers.get_content_type() == "application/problem+json"
    assert all(error["parameter"] and error["detail"] for error in reply.json["errors"])


def test_a_chain_of_many_views_is_gone_down_to_its_end(fresh):
    lines = ["   | " * depth + f"<UIView: 0x{depth + 1:x}; frame = (0 0; 10 10); layer = <CALayer: 0x2>>"
             for depth in range(1500)]
    base = load(fresh, "\n".join(lines))
    reply = fresh.get(f"{base}/hit-test?x=5&y=5").json
    assert reply["hit"] == 1499 and reply["stepsTotal"] == reply["total"] == 1500
    rest = fresh.get(f"{base}/hit-test?x=5&y=5&after={reply['next']}").json
    assert len(reply["steps"] + rest["steps"]) == len(reply["candidates"] + rest["candidates"]) == 1500 and rest["next"] is None
