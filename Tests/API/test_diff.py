"""What is not the same in two dumps: over the API, and on the command line as a check of a build."""

import json
import pathlib
import re
import xml.etree.ElementTree as ElementTree

import pytest

from commanding import vitrine

FIRST = """<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
   | <UIView: 0x2; frame = (0 20; 320 460); backgroundColor = red; layer = <CALayer: 0x92>>
   |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
   |    | <UILabel: 0x4; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer: 0x94>>
   | <UIButton: 0x5; frame = (40 400; 20 20); layer = <CALayer: 0x95>>
"""
SECOND = (FIRST.replace("0x", "0xab").replace("= red", "= blue").replace("(10 40; 100 20)", "(10 50; 120 20)")
          .replace("<UIButton: 0xab5; frame = (40", "<UISwitch: 0xab5; frame = (80"))
KINDS = ["added", "removed", "reparented", "reordered", "moved", "resized", "changed"]


def upload(server, text, name):
    return server.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": "text/plain"}).json["id"]


@pytest.fixture
def dumps(shared):
    return upload(shared, FIRST, "First"), upload(shared, SECOND, "Second")


def diff(server, dumps, more=""):
    return server.get(f"/api/v1/diff?from={dumps[0]}&to={dumps[1]}{more}")


def test_changes_are_listed_by_what_became_of_the_views(shared, dumps):
    reply = diff(shared, dumps)
    assert reply.status == 200 and reply.headers["ETag"]
    found = reply.json
    assert found["from"] == {"id": dumps[0], "name": "First", "revision": 0, "viewCount": 5}
    assert found["summary"] == {
        "added": 1, "removed": 1, "reparented": 0, "reordered": 0, "moved": 1, "resized": 1, "changed": 1, "different": 4, "same": 2,
        "constraints": {"added": 0, "removed": 0, "changed": 0}, "objects": 0, "text": "1 added, 1 removed, 1 moved, 1 resized, 1 changed"}
    assert [(view["from"], view["to"], view["class"]) for view in found["added"] + found["removed"]] == [(None, 4, "UISwitch"), (4, None, "UIButton")]
    assert found["moved"][0] == {
        "from": 3, "to": 3, "class": "UILabel", "text": "Oslo", "identifier": None,
        "before": {"x": 10, "y": 40, "width": 100, "height": 20}, "after": {"x": 10, "y": 50, "width": 120, "height": 20}}
    assert found["resized"][0]["to"] == 3
    assert found["changed"][0]["properties"] == [{"name": "backgroundColor", "attribute": True, "before": "red", "after": "blue"}]
    assert found["warnings"] == [] and found["total"] == 4 and found["next"] is None
    assert diff(shared, dumps, "&tolerance=100").json["summary"]["different"] == 3
    assert shared.get(f"/api/v1/diff?from={dumps[0]}&to={dumps[0]}").json["total"] == 0
    assert shared.request("GET", f"/api/v1/diff?from={dumps[0]}&to={dumps[1]}", headers={"If-None-Match": reply.headers["ETag"]}).status == 304


def test_lists_come_in_parts(shared, dumps):
    whole, parts, after = diff(shared, dumps).json, {kind: [] for kind in KINDS}, ""
    while True:
        part = diff(shared, dumps, f"&limit=1{after}").json
        assert part["total"] == 4 and part["summary"] == whole["summary"]
        for kind in KINDS:
            parts[kind] += part[kind]
        if part["next"] is None:
            break
        after = f"&after={part['next']}"
    assert parts == {kind: whole[kind] for kind in KINDS}


def test_what_follows_edits_and_what_cannot_be_compared(shared, dumps):
    shared.request("PATCH", f"/api/v1/dumps/{dumps[1]}/views/1", {"alpha": 0.5})
    properties = diff(shared, dumps).json["changed"][0]["properties"]
    assert [each["name"] for each in properties] == ["alpha", "backgroundColor"]
    assert shared.get(f"/api/v1/diff?from={dumps[0]}&to=none").status == 404
    missing = shared.get(f"/api/v1/diff?from={dumps[0]}")
    assert missing.status == 400 and missing.json["errors"][0]["parameter"] == "to"
    assert diff(shared, dumps, "&tolerance=-1").status == 400
    assert diff(shared, dumps, "&mode=overlay").status == 400
    one = upload(shared, '{"vitrine":1,"app":"com.example.one","windows":[{"class":"UIWindow","frame":[0,0,9,9]}]}', "One")
    other = upload(shared, '{"vitrine":1,"app":"com.example.two","windows":[{"class":"UIWindow","frame":[0,0,9,9]}]}', "Two")
    assert [each["code"] for each in diff(shared, (one, other)).json["warnings"]] == ["diff.differentApps"]


def run(*arguments, stdin=None):
    return vitrine("diff", *arguments, stdin=stdin, text=False)


@pytest.fixture
def files(tmp_path):
    for name, text in (("old.txt", FIRST), ("new.txt", SECOND), ("broken.txt", "no dump")):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_command_tells_by_its_exit_code_and_as_a_tree(files):
    same = run(files / "old.txt", files / "old.txt")
    assert (same.returncode, same.stdout) == (0, b"nothing differs\n")
    found = run(files / "old.txt", files / "new.txt")
    assert found.returncode == 1
    assert found.stdout.decode().splitlines() == [
        "  UIWindow 0",
        "~   UIView 1  changed",
        "        backgroundColor red → blue",
        "~     UILabel “Oslo” 3  moved, resized",
        "          position 10, 40 → 10, 50",
        "          size 100 × 20 → 120 × 20",
        "-   UIButton 4",
        "+   UISwitch 4",
        "1 added, 1 removed, 1 moved, 1 resized, 1 changed",
    ]
    assert run(files / "old.txt", "-", "--tolerance", "0", stdin=FIRST.encode()).returncode == 0
    for arguments in ((files / "broken.txt", files / "new.txt"), (files / "old.txt", files / "nowhere.txt")):
        broken = run(*arguments)
        assert broken.returncode == 2 and broken.stderr.startswith(b"Error: ") and not broken.stdout


def test_the_command_writes_reports_for_builds(files):
    found = run(files / "old.txt", files / "new.txt", "--format", "junit")
    assert found.returncode == 1
    cases = {case.get("name"): case for case in ElementTree.fromstring(found.stdout).iter("testcase")}
    assert len(cases) == 9 and {name for name, case in cases.items() if case.find("failure") is not None} == {
        "diff.added", "diff.removed", "diff.moved", "diff.resized", "diff.changed"}
    assert "has moved: position 10, 40 → 10, 50" in cases["diff.moved"].find("failure").text
    same = run(files / "old.txt", files / "old.txt", "--format", "junit")
    assert same.returncode == 0 and ElementTree.fromstring(same.stdout).get("failures") == "0"
    log = json.loads(run(files / "old.txt", files / "new.txt", "--format", "sarif").stdout)
    results = log["runs"][0]["results"]
    assert [result["ruleId"] for result in results].count("diff.moved") == 1 and len(results) == 5
    assert {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].rsplit("/", 1)[1] for result in results} == {"new.txt"}


def test_the_command_writes_json_and_a_page_that_needs_nothing_else(files):
    (files / "hostile.txt").write_text(SECOND.replace("Oslo", "</title><script>alert(1)</script>\u0338<b"))
    found = json.loads(run(files / "old.txt", files / "new.txt", "--format", "json").stdout)
    assert found["summary"]["different"] == 4 and found["from"] == {"name": "old.txt", "viewCount": 5}
    page = run(files / "old.txt", files / "hostile.txt", "--format", "html").stdout.decode()
    assert page.startswith("<!DOCTYPE html>") and page.count("<svg") == 2 and "<script" not in page
    assert "http://www.w3.org/2000/svg" in page and page.replace("http://www.w3.org/2000/svg", "").count("http") == page.count("http-equiv")


LAID_OUT = (pathlib.Path(__file__).parents[1] / "Fixtures/dumps/pinned.storyboard").read_text()
RELAID = (LAID_OUT.replace('constant="60" id="con-01-006"', 'constant="72" id="con-01-006"')
          .replace('spacing="8"', 'spacing="10"').replace('"retina4_7"', '"retina6_1"').replace("toolsVersion=", 'systemVersion="20" toolsVersion='))


def test_constraints_layout_and_objects_are_told_everywhere_with_the_same_numbers(shared, tmp_path):
    ids = [shared.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": "application/xml"}).json["id"]
           for name, text in (("Pinned", LAID_OUT), ("Relaid", RELAID))]
    found = diff(shared, ids).json
    told = found["constraints"]["changed"]
    assert len(told) == 1 and found["constraints"]["added"] == found["constraints"]["removed"] == []
    assert told[0]["text"].endswith(" + 60 → + 72") and told[0]["name"] == "con-01-006"
    assert told[0]["properties"] == [{"name": "constant", "before": 60, "after": 72}]
    assert [[each["name"] for each in view["properties"]] for view in found["changed"]] == [["stack/spacing"]]
    assert [(each["name"], each["change"]) for each in found["objects"]] == [("The canvas", "changed")]
    assert found["rewritten"] > 0 and found["total"] == 3 and found["next"] is None
    summary = "1 changed, 1 constraint changed, 1 object changed"
    assert found["summary"]["text"] == summary and found["summary"]["constraints"]["changed"] == found["summary"]["objects"] == 1
    parts, after = [], ""
    while after is not None:
        part = diff(shared, ids, f"&limit=1{after and '&after=' + after}").json
        parts.append([len(part["changed"]), len(part["constraints"]["changed"]), len(part["objects"])])
        after = part["next"]
    assert parts == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    page = " ".join(shared.get(f"/diff?from={ids[0]}&to={ids[1]}", Accept="text/html").text.split())
    assert "1 view, 1 constraint, 1 object differ" in page and told[0]["text"] in page and "Rewritten by Xcode only: systemVersion" in page
    for name, text in (("a.storyboard", LAID_OUT), ("b.storyboard", RELAID)):
        (tmp_path / name).write_text(text)
    files = tmp_path / "a.storyboard", tmp_path / "b.storyboard"
    lines = run(*files).stdout.decode().splitlines()
    assert lines[-1] == summary and f"~ constraint {told[0]['text']}" in lines
    assert told[0]["text"].split(" → ")[0] in run(*files, "--format", "html").stdout.decode()
    assert json.loads(run(*files, "--format", "json").stdout)["summary"] == found["summary"]
    for form in ("junit", "sarif"):
        report = run(*files, "--format", form).stdout.decode()
        assert "has changed: → + 72." in report and report.count("diff.object") >= 1, form


SECOND_SCENE = (pathlib.Path(__file__).parents[1] / "Fixtures/dumps/kitchen.storyboard").read_text()
SCENES_CHANGED = (SECOND_SCENE.replace('constant="19.5" id="con-aa-004"', 'constant="40" id="con-aa-004"')
                  .replace('id="swi-00-001"', 'id="swi-00-001" customClass="Pull"'))


def test_scenes_of_interfaces_say_what_moves_and_what_a_check_finds(shared, tmp_path):
    assert SCENES_CHANGED != SECOND_SCENE
    ids = [shared.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": "application/xml"}).json["id"]
           for name, text in (("Kitchen", SECOND_SCENE), ("Changed", SCENES_CHANGED))]
    found = diff(shared, ids).json
    scenes = {scene["name"]: scene for scene in found["scenes"]}
    assert len(scenes) > 1 and [scene["name"] for scene in found["scenes"] if scene["changed"]] == ["Kitchen.TimerController"]
    timer = scenes["Kitchen.TimerController"]
    stack = next(view for view in shared.get(f"/api/v1/dumps/{ids[1]}/views").json["views"] if view["class"] == "UIStackView")["id"]
    assert stack in [move["to"] for move in timer["moves"]] and all(move["before"] != move["after"] for move in timer["moves"])
    assert set(timer["findings"]) == {"new", "gone"} and timer["findings"]["gone"] == []
    for picture in timer["pictures"].values():
        assert shared.get(picture).headers["Content-Type"].startswith("image/svg+xml")
    changed = found["constraints"]["changed"]
    assert len(changed) == 1 and stack in [view["to"] for view in changed[0]["views"]]
    # Another class is one change of the view.
    assert found["added"] == found["removed"] == []
    assert [(prop["before"], prop["after"]) for view in found["changed"] for prop in view["properties"] if prop["name"] == "class"] == [("UISwitch", "Pull")]
    assert diff(shared, ids, "&after=0").json["scenes"] == []
    assert diff(shared, (ids[0], ids[0])).json["scenes"][0]["changed"] is False
    page = shared.get(f"/diff?from={ids[0]}&to={ids[1]}", Accept="text/html").text
    assert page.count("diff-pair") == 1 and page.count('class="diff-screen"') == 2 and "TimerController" in page
    key = f"constraint-{changed[0]['to']}"
    assert page.count(f'data-change="{key}"') == 1 + 2 * len(changed[0]["views"])
    assert f"/dumps/{ids[1]}?view={changed[0]['views'][0]['to']}&amp;panel=size#{key}" in page
    files = [tmp_path / "a.storyboard", tmp_path / "b.storyboard"]
    for file, text in zip(files, (SECOND_SCENE, SCENES_CHANGED)):
        file.write_text(text)
    told = json.loads(run(*files, "--format", "json").stdout)["scenes"]
    assert [scene["moves"] for scene in told] == [scene["moves"] for scene in found["scenes"]]
    assert run(*files, "--format", "html").stdout.count(b"<svg") == 2


def test_a_text_with_both_sides_of_a_change_gives_the_older_one_too(shared, files):
    marked = "".join(f"-{line}\n+{line.replace('Rome', 'Paris')}\n" if "Rome" in line else f" {line}\n" for line in FIRST.splitlines())
    for text in (marked, f"{FIRST}\nand then\n{FIRST.replace('Rome', 'Paris')}"):
        new = upload(shared, text, "Change")
        report = shared.get(f"/api/v1/dumps/{new}").json["report"]
        assert "decoded.sides" in [entry["code"] for entry in report]
        made = shared.request("POST", f"/api/v1/dumps/{new}/old-side")
        assert made.status == 201 and made.json["name"] == "Change, before"
        found = diff(shared, (made.json["id"], new)).json
        assert found["summary"]["changed"] == found["summary"]["different"] == 1
    whole = upload(shared, FIRST, "Whole")
    refused = shared.request("POST", f"/api/v1/dumps/{whole}/old-side")
    assert refused.status == 422 and refused.json["type"].endswith("one-side")
    (files / "change.diff").write_text(marked)
    assert "Paris" in vitrine("inspect", files / "change.diff").stdout
    assert "Rome" in vitrine("inspect", "--before", files / "change.diff").stdout


def test_of_views_that_are_gone_together_the_page_fills_only_the_outermost(shared):
    def send(*views):
        window = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 100, 100], "subviews": list(views)}]}
        return shared.request("POST", "/api/v1/dumps", json.dumps(window).encode()).json["id"]

    inner = {"class": "UILabel", "frame": [0, 0, 20, 20], "text": "gone"}
    former = send({"class": "UIStackView", "frame": [10, 10, 50, 50], "subviews": [{"class": "UIButton", "frame": [0, 0, 40, 40], "subviews": [inner]}]})
    page = shared.get(f"/diff?from={former}&to={send()}", Accept="text/html").text
    marks = re.findall(r'<a href="[^"]*" tabindex="-1"[^>]*class="([^"]*)"', page)
    assert sorted(marks) == ["removed", "removed inside", "removed inside"], marks
