"""The scenes of a storyboard: places, segues, findings, and which of them a search finds."""

import pathlib

DUMPS = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"


def test_the_scenes_of_a_storyboard_are_listed_with_segues_findings_and_places_and_found_by_what_is_in_them(shared):
    dump = shared.request("POST", "/api/v1/dumps", (DUMPS / "kitchen.storyboard").read_bytes()).json["id"]
    path = f"/api/v1/dumps/{dump}/scenes"
    answer = shared.get(path).json
    assert answer["total"] == 4 and answer["next"] is None
    navigation, timer, table, split = answer["scenes"]
    assert (timer["id"], timer["name"], timer["class"], timer["root"]) == ("con-00-001", "Timer", "Kitchen.TimerController", 1)
    assert timer["frame"] == {"x": 0, "y": 100, "width": 375, "height": 667} and timer["identifier"] == "timer"
    assert timer["segues"] == [{"to": "con-00-002", "kind": "show", "relationship": None, "identifier": "begin"}]
    assert [scene["initial"] for scene in answer["scenes"]] == [True, False, False, False]
    assert [scene["reachable"] for scene in answer["scenes"]] == [True, True, True, False]
    assert split["root"] is None and navigation["segues"][0]["relationship"] == "rootViewController"
    findings = [finding for finding in shared.get(f"/api/v1/dumps/{dump}/lint").json["findings"] if finding.get("view") is not None]
    assert sum(sum(scene["findings"].values()) for scene in answer["scenes"]) == len(findings) > 0
    assert [scene["name"] for scene in shared.get(path + "?where=eggs").json["scenes"]] == ["Timer"]
    assert [scene["name"] for scene in shared.get(path + "?where=Split").json["scenes"]] == ["Split View Controller"]
    assert shared.get(path + "?where=tag:x").status == 400
    page = shared.get(path + "?limit=3").json
    assert len(page["scenes"]) == 3 and shared.get(f"{path}?after={page['next']}").json["scenes"][0]["id"] == "spl-00-001"
    text = shared.request("POST", "/api/v1/dumps", (DUMPS / "kitchen.txt").read_bytes()).json["id"]
    assert [scene["root"] for scene in shared.get(f"/api/v1/dumps/{text}/scenes").json["scenes"]] == [0]


def test_scenes_are_listed_found_judged_and_pictured_with_the_texts_that_are_asked_for(shared):
    dump = shared.request("POST", "/api/v1/dumps", (DUMPS / "kitchen.storyboard").read_bytes()).json["id"]
    table = '"lab-00-001.text" = "Frühstückseier aus Freilandhaltung";'
    assert shared.request("POST", f"/api/v1/dumps/{dump}/companions?language=de", table, {"Content-Type": "text/plain"}).status == 201
    path = f"/api/v1/dumps/{dump}/scenes"
    assert [scene["name"] for scene in shared.get(path + "?where=Freiland").json["scenes"]] == []
    found, = shared.get(path + "?where=Freiland&language=de&textSize=accessibility3&ios=13").json["scenes"]
    assert found["name"] == "Timer" and found["href"] == f"/dumps/{dump}?view=1&language=de&textSize=accessibility3&ios=13"
    picture = shared.get(found["picture"])
    assert picture.headers["Content-Type"] == "image/svg+xml" and "Freilandhaltung" in picture.text
    navigation, timer, *_ = shared.get(path + "?device=iphone-5s&language=double-length").json["scenes"]
    assert navigation["picture"] is None and "device=iphone-5s&orientation=portrait&language=double-length" in timer["picture"]
    # The findings are those of the same question to the check.
    for query in ("language=de&textSize=accessibility5", "device=iphone-5s&text=100"):
        findings = [each for each in shared.get(f"/api/v1/dumps/{dump}/lint?{query}").json["findings"] if each.get("view") is not None]
        assert sum(sum(scene["findings"].values()) for scene in shared.get(f"{path}?{query}").json["scenes"]) == len(findings)
    for query, name in (("language=xx", "language"), ("textSize=huge", "textSize"), ("ios=8", "ios")):
        refused = shared.get(f"{path}?{query}")
        assert refused.status == 400 and [error["parameter"] for error in refused.json["errors"]] == [name]
