"""The scenes of a storyboard: places, segues, findings, and which of them a search finds."""

import json
import pathlib

from hostile_inputs import png

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


def test_a_picture_of_one_of_several_scenes_says_which_and_is_drawn_for_that(shared):
    roots = [{"class": "UIView", "frame": [0, 0, 2, 2], "objectID": name} for name in "ab"]
    dump = shared.request("POST", "/api/v1/dumps", json.dumps({"vitrine": 1, "windows": roots}).encode()).json["id"]
    path, kind = f"/api/v1/dumps/{dump}/screenshot", {"Content-Type": "image/png"}
    refused = shared.request("PUT", path, png(4, 4), kind)
    assert refused.status == 422 and refused.json["type"] == "/problems/picture-fits-several"
    assert [(error["view"], error["parameter"]) for error in refused.json["errors"]] == [(0, "root"), (1, "root")]
    assert [shared.request("PUT", f"{path}?root={root}", png(4, 4), kind).status for root in ("9", "x", "1")] == [422, 400, 204]
    assert shared.get(f"/api/v1/dumps/{dump}").json["screenshotRoot"] == 1
    picture = f"/api/v1/dumps/{dump}/wireframe.svg?screenshot=true"
    assert 'class="screenshot"' in shared.get(picture).text and shared.get(picture + "&root=1").status == 200
    assert shared.get(picture + "&root=0").status == 400
    assert shared.request("DELETE", path).status == 204 and "screenshotRoot" not in shared.get(f"/api/v1/dumps/{dump}").json


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


def test_a_matrix_takes_groups_of_devices_and_parts_of_screens_and_says_what_to_narrow(shared):
    dump = shared.request("POST", "/api/v1/dumps", (DUMPS / "kitchen.storyboard").read_bytes()).json["id"]
    path = f"/api/v1/dumps/{dump}/matrix?scenes=1&devices="
    cells = shared.get(path + "ipad-9-7,ipad-9-7:half,ipad-9-7:third&orientations=landscape,portrait").json["cells"]
    assert {(cell["splitView"], cell["orientation"]) for cell in cells} == {
        (None, "portrait"), (None, "landscape"), ("third", "portrait"), ("third", "landscape"), ("half", "landscape")}
    half = next(cell for cell in cells if cell["splitView"] == "half")
    assert half["href"] == f"/dumps/{dump}?view=1&device=ipad-9-7&orientation=landscape&splitView=half"
    assert 'viewBox="0 0 507 768"' in shared.get(half["picture"]).text
    # What a check finds is marked on the picture.
    assert half["findings"]["warning"] > 0 and "&highlight=" in half["picture"]
    everything = {cell["device"] for group in ("small", "standard", "large", "ipad") for cell in shared.get(path + group).json["cells"]}
    assert everything == {device["id"] for device in shared.get("/api/v1/devices").json["devices"]}
    assert {cell["device"] for cell in shared.get(path + "split-view").json["cells"]} < everything
    for wrong in ("iphone-8:half", "ipad-9-7:quarter", "ipad-pro-13:half"):
        refused = shared.get(path + wrong)
        assert refused.status == 400 and "ipad-9-7:half" in refused.json["detail"], wrong
    sizes = "xSmall,small,medium,large,xLarge,xxLarge,xxxLarge,accessibility1,accessibility2,accessibility3"
    refused = shared.get(f"{path}all&textSizes={sizes}")
    assert refused.status == 400
    assert "27 screens in 10 languages and text sizes are 270 checks of" in refused.json["detail"]
    assert "at most 240 are made together. Choose fewer devices." in refused.json["detail"]
