"""Findings about view hierarchies, in the API and in the guide."""

import json
import re
import xml.etree.ElementTree

import pytest

from commanding import vitrine
from conftest import REPOSITORY
from test_languages import add, uploaded


def dump(samples):
    [found] = [dump for dump in samples.get("/api/v1/dumps").json["dumps"] if dump["name"] == "Stopwatch"]
    return f"/api/v1/dumps/{found['id']}/lint"


def test_findings_name_rule_view_and_fix_the_worst_first(samples):
    answer = samples.get(dump(samples)).json
    weights = [["error", "warning", "info"].index(finding["severity"]) for finding in answer["findings"]]
    assert weights == sorted(weights) and len(weights) == answer["total"] > 0
    assert sum(answer["summary"].values()) == answer["total"]
    for finding in answer["findings"]:
        assert finding["message"] and finding["cure"] and finding["reason"] and finding["path"]
        assert isinstance(finding["view"], int)


def test_findings_are_chosen_by_rule_severity_and_view(samples):
    path = dump(samples)
    first = samples.get(path).json["findings"][0]
    some = samples.get(f"{path}?rules={first['rule']}").json["findings"]
    assert some and {finding["rule"] for finding in some} == {first["rule"]}
    assert all(finding["severity"] != "info" for finding in samples.get(f"{path}?severity=warning").json["findings"])
    about = samples.get(f"{path}?view={first['view']}").json["findings"]
    assert first in about


def test_findings_are_paged(samples):
    path = dump(samples)
    whole = samples.get(path).json["findings"]
    part = samples.get(f"{path}?limit=1").json
    assert part["findings"] == whole[:1] and part["total"] == len(whole)
    assert samples.get(f"{path}?limit=1&after={part['next']}").json["findings"] == whole[1:2]


def test_devices_add_what_breaks_there(samples):
    path = dump(samples)
    assert not any(finding["rule"].startswith("layout.") for finding in samples.get(path).json["findings"])
    found = [f for f in samples.get(f"{path}?devices=all").json["findings"] if f["rule"] == "layout.newOverlap"]
    assert found and all(re.fullmatch(r"[\w-]+ (portrait|landscape)", screen) for screen in found[0]["devices"])
    assert len(samples.get(f"{path}?devices=iphone-8").json["findings"]) <= len(samples.get(f"{path}?devices=all").json["findings"])


CANVAS_ONLY = b"""<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
<device id="retina4_7" orientation="portrait"/><objects><view id="r"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
<view id="a" translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="10" y="0" width="355" height="50"/></view>
</subviews><constraints>
<constraint firstItem="a" firstAttribute="width" constant="355" id="w"/><constraint firstItem="a" firstAttribute="height" constant="50" id="h"/>
<constraint firstItem="a" firstAttribute="leading" secondItem="r" secondAttribute="leading" constant="10" id="l"/>
<constraint firstItem="a" firstAttribute="top" secondItem="r" secondAttribute="top" id="t"/>
<constraint firstAttribute="trailing" secondItem="a" secondAttribute="trailing" constant="10" id="e"/>
</constraints></view></objects></document>"""


def test_constraints_are_solved_on_the_devices_that_are_named(fresh):
    made = fresh.request("POST", "/api/v1/dumps?name=canvas", CANVAS_ONLY).json["id"]
    path = f"/api/v1/dumps/{made}/lint"
    assert not [finding for finding in fresh.get(f"{path}?devices=none").json["findings"] if finding["rule"].startswith("layout.")]
    usual = [finding for finding in fresh.get(path).json["findings"] if finding["rule"] == "layout.conflict"]
    assert [finding["devices"] for finding in usual] == [["iphone-5s portrait", "iphone-17-pro-max portrait"]]
    found = fresh.get(f"{path}?devices=iphone-5s,iphone-8,iphone-8-plus").json["findings"]
    [conflict] = [finding for finding in found if finding["rule"] == "layout.conflict"]
    assert conflict["view"] in (0, 1) and "355" in conflict["message"] and "iPhone SE (1st)" in conflict["message"]
    assert "iphone-5s portrait" in conflict["devices"] and "iphone-8 portrait" not in conflict["devices"]
    [fixed] = [finding for finding in found if finding["rule"] == "layout.fixedWidth"]
    assert fixed["devices"] == ["iphone-5s portrait", "iphone-8-plus portrait"]


BARS = """\
<UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>
   | <UINavigationBar: 0x2; frame = (0 20; 375 44); autoresize = W; layer = <CALayer: 0x9>>
   | <UITabBar: 0x3; frame = (0 618; 375 49); autoresize = W+TM; layer = <CALayer: 0x9>>
   | <UILabel: 0x4; frame = (16 24; 60 20); text = 'Loose'; layer = <CALayer: 0x9>>
   | <UIButton: 0x5; frame = (20 610; 40 30); autoresize = RM+TM; layer = <CALayer: 0x9>>
"""


def test_on_a_device_bars_keep_to_its_safe_area_and_what_lies_under_its_parts_is_told_by_layout_picture_and_check(shared):
    path = f"/api/v1/dumps/{shared.request('POST', '/api/v1/dumps?name=bars', BARS, {'Content-Type': 'text/plain'}).json['id']}"
    [window, navigation, tab, label, _] = [view["id"] for view in shared.get(f"{path}/views").json["views"]]
    found = shared.get(f"{path}/layout?device=iPhone%2017%20Pro").json
    views = {view["id"]: view for view in found["views"]}
    assert found["device"] == "iphone-17" and found["size"] == {"width": 402, "height": 874}
    assert views[navigation]["frame"] == {"x": 0, "y": 62, "width": 402, "height": 44} and views[navigation]["certainty"] == "certain"
    assert views[tab]["frame"] == {"x": 0, "y": 791, "width": 402, "height": 83}
    assert views[label]["certainty"] == "undetermined" and not views[label]["changed"]
    assert [note["view"] for note in found["warnings"] if note["code"] == "layout.undecided"] == [label]
    picture = shared.get(f"{path}/wireframe.svg?device=iphone-17&style=screen&view={window}").text
    assert "9:41" in picture and 'class="system"' in picture
    [unsafe] = [f for f in shared.get(f"{path}/lint?devices=retina6_3").json["findings"] if f["rule"] == "place.unsafeArea"]
    assert unsafe["view"] == label and unsafe["devices"] == ["iphone-17 portrait"] and "under the status bar" in unsafe["message"]


def test_what_is_not_known_is_a_problem(samples):
    path = dump(samples)
    for query in ("rules=no.such", "devices=nokia", "severity=fatal", "view=99999", "limit=0"):
        answer = samples.request("GET", f"{path}?{query}")
        assert answer.status == 400 and answer.json["errors"][0]["parameter"] == query.partition("=")[0]


def test_the_guide_tells_every_rule_as_the_catalogue_does(samples):
    rules = [rule for rule in samples.get("/api/v1/lint/rules").json["rules"] if rule["about"] == "dump"]
    guide = (REPOSITORY / "docs/lint.md").read_text(encoding="utf-8")
    paragraphs = re.sub(r"(?<!\n)\n(?!\n)", " ", guide.strip())
    told = re.findall(r"^### `([\w.]+)`\n\n\*\*(.+?)\*\* \((\w+)\)\. (.+)\n\nFix: (.+)$", paragraphs, re.M)
    assert told == [tuple(rule[name] for name in ("id", "title", "severity", "explanation", "cure")) for rule in rules]
    assert f"{len(rules)} rules" in (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")


MIDDLE = """<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB"><objects>
<view id="a"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
<view id="b"><rect key="frame" x="0" y="0" width="75" height="20"/></view>
<view id="b"><rect key="frame" x="0" y="50" width="75" height="20"/></view></subviews>
</view></objects></document>"""


def test_findings_about_interface_files_have_their_lines(shared):
    dump = shared.request("POST", "/api/v1/dumps", MIDDLE).json
    [found] = shared.get(f"/api/v1/dumps/{dump['id']}/lint?rules=interface.repeatedID").json["findings"]
    assert (found["line"], found["view"], found["severity"]) == (4, 2, "error")
    page = shared.get(f"/dumps/{dump['id']}/lint").body.decode()
    assert "which is that of the view on line 3." in page and "line 4</span>" in page
    assert any(entry["code"] == "interface.repeatedID" for entry in shared.get(f"/api/v1/dumps/{dump['id']}").json["report"])


PLANTED = {
    "pass.storyboard": ('"44" id="goHeight"', '"20" id="goHeight"'), "pass.txt": ("(20 100; 200 20)", "(20 100; 12 20)"),
    "pass.xml": ('y="300"', 'y="900"'), "many.txt": ("", ""),
}


@pytest.fixture(scope="module", params=PLANTED)
def planted(request, shared, tmp_path_factory):
    """A dump with findings: its file, its address, and what the API says of it."""
    file = tmp_path_factory.mktemp("planted") / request.param
    if request.param == "many.txt":
        rows = "".join(f"   | <UIView: 0x{n + 1:x}; frame = (0 {n}; -5 9); layer = <CALayer: 0x9>>\n" for n in range(30))
        file.write_text(f"<UIWindow: 0x99; frame = (0 0; 390 844); layer = <CALayer: 0x9>>\n{rows}")
    else:
        text = (REPOSITORY / "Tests/Fixtures/lint" / request.param).read_text(encoding="utf-8")
        file.write_text(text.replace(*PLANTED[request.param]))
    dump = shared.request("POST", f"/api/v1/dumps?name={request.param}", file.read_bytes()).json["id"]
    return file, dump, shared.get(f"/api/v1/dumps/{dump}/lint").json


def listed(words):
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def test_the_same_question_has_the_same_answer_everywhere(shared, planted):
    file, dump, answer = planted
    total, words = answer["total"], "{errors} errors, {warnings} warnings, {infos} info".format(**answer["summary"])
    words = re.sub(r"\b1 (\w+)s", r"1 \1", words)
    assert total == sum(answer["summary"].values()) > 0

    def counted(path, pattern):
        return [int(number) for number in re.findall(pattern, shared.get(path).body.decode())]

    assert counted(f"/dumps/{dump}", r"data-findings>(\d+)<") == [total]
    assert counted(f"/dumps/{dump}/lint", r'">All <span class="num-text">(\d+)<') == [total]
    printed = shared.get(f"/dumps/{dump}/report").body.decode()
    assert re.findall(r"data-findings>(\d+)<", printed) == [str(total)] and words in printed
    if file.suffix == ".storyboard":
        assert counted(f"/dumps/{dump}/devices", r"data-findings>(\d+) finding") == [total]
    for html in (shared.get(f"/api/v1/dumps/{dump}/report").body.decode(), vitrine("report", file).stdout):
        assert html.count('<li id="finding-') == total and words in html

    lines = vitrine("lint", file).stdout.splitlines()
    made = json.loads(vitrine("lint", file, "--format", "json").stdout)
    told = [(finding["rule"], finding.get("view"), finding["message"]) for finding in answer["findings"]]
    assert [(finding["rule"], finding.get("view"), finding["message"]) for finding in made["findings"]] == told
    assert [re.search(r"\[([\w.]+)\]$", line)[1] for line in lines] == [rule for rule, _, _ in told]
    assert words in vitrine("lint", file).stderr
    assert [{**entry, "file": None} for entry in made["unjudged"]] == [{**entry, "file": None} for entry in answer["unjudged"]]
    [run] = json.loads(vitrine("lint", file, "--format", "sarif").stdout)["runs"]
    assert [result["ruleId"] for result in run["results"]] == [rule for rule, _, _ in told]
    [suite] = xml.etree.ElementTree.fromstring(vitrine("lint", file, "--format", "junit").stdout)
    texts = [element.text or "" for case in suite for element in case]
    assert sum(len(re.findall(r"^.*\[[\w.]+\]$", text, re.M)) for text in texts) == total
    skipped = {case.get("name"): case[0].get("message") for case in suite if len(case) and case[0].tag == "skipped"}
    assert skipped == {entry["rule"]: f"The dump never says {listed(entry['missing'])}." for entry in answer["unjudged"]}
    assert int(suite.get("skipped")) == len(skipped) and int(suite.get("tests")) == len(suite)


def test_what_could_not_judge_is_listed_wherever_findings_are(shared, planted):
    file, dump, answer = planted
    rules = [entry["rule"] for entry in answer["unjudged"]]
    assert rules and all(entry["missing"] for entry in answer["unjudged"])
    page = shared.get(f"/dumps/{dump}/lint").body.decode()
    [sentence] = re.findall(r"(\d+ rules? found nothing; \d+ could not judge, because the dump never says [^<]+\.)", page)
    assert f"; {len(rules)} could not judge" in sentence and all(f'class="code">{rule}<' in page for rule in rules)
    for path in (f"/dumps/{dump}", f"/dumps/{dump}/report", f"/api/v1/dumps/{dump}/report"):
        assert sentence in shared.get(path).body.decode(), path
    assert f"{len(rules)} rules could not judge it, which never says " in vitrine("lint", file).stderr
    [run] = json.loads(vitrine("lint", file, "--format", "sarif").stdout)["runs"]
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert note["level"] == "note" and note["message"]["text"].endswith(f"{', '.join(rules)}.")


def test_a_finding_is_shown_at_its_view_and_says_so_at_one_like_it(shared):
    rows = "".join(f"   | <UIButton: 0x{n + 1:x}; frame = (0 {60 * n + 100}; 60 20); layer = <CALayer: 0x9>>\n" for n in range(3))
    text = f"<UIWindow: 0x99; frame = (0 0; 390 844); layer = <CALayer: 0x9>>\n{rows}".encode()
    dump = shared.request("POST", "/api/v1/dumps?name=rows", text).json["id"]
    [finding] = shared.get(f"/api/v1/dumps/{dump}/lint?rules=touch.small").json["findings"]
    assert (finding["view"], finding["alike"]) == (1, [2, 3])
    own, like, other = (shared.get(f"/dumps/{dump}?view={view}").body.decode() for view in (1, 2, 0))
    assert finding["message"] in own and "Like view" not in own
    assert f"Like view 1: {finding['message']}" in like and finding["message"] not in other.split('id="panel"')[-1].split("<aside")[0]


def test_reports_contain_notes_pins_and_edits(fresh):
    text = (REPOSITORY / "Tests/Fixtures/lint/pass.txt").read_bytes()
    dump = fresh.request("POST", "/api/v1/dumps?name=kept", text).json["id"]
    fresh.request("PUT", f"/api/v1/dumps/{dump}/views/3/note", {"text": "Too close to the <edge>"})
    fresh.request("PUT", f"/api/v1/dumps/{dump}/views/5/pin")
    fresh.request("PATCH", f"/api/v1/dumps/{dump}/views/5", {"alpha": 0.5})
    for path in (f"/dumps/{dump}/report", f"/api/v1/dumps/{dump}/report"):
        page = fresh.get(path).body.decode()
        assert "Too close to the &lt;edge>" in page or "Too close to the &lt;edge&gt;" in page, path
        for title, word in (("Notes", "UILabel"), ("Pins", "UIButton"), ("Edits", "Alpha of UIButton 5")):
            section = page.split(f">{title}", 1)[1].split("</section>")[0]
            assert word in section, (path, title)


def test_the_edits_that_mend_a_finding_are_made_as_they_are_and_taken_back(fresh):
    text = (REPOSITORY / "Tests/Fixtures/lint/pass.storyboard").read_text(encoding="utf-8").replace(*PLANTED["pass.storyboard"])
    path = f"/api/v1/dumps/{fresh.request('POST', '/api/v1/dumps?name=fixed', text.encode()).json['id']}"
    [finding] = fresh.get(f"{path}/lint?rules=touch.small").json["findings"]
    assert "20 → 44" in finding["fix"]["summary"] and len(finding["fix"]["edits"]) == 1
    assert fresh.get(f"{path}/lint?rules=touch.small&fixes=false").json["findings"] == [
        {name: value for name, value in finding.items() if name != "fix"}]
    for edit in finding["fix"]["edits"]:
        assert fresh.request("POST", f"{path}/edits", edit).status == 200
    assert fresh.get(f"{path}/lint").json["total"] == 0
    [entry] = fresh.get(f"{path}/edits").json["edits"]
    assert entry["summary"] == finding["fix"]["summary"]
    fresh.request("POST", f"{path}/edits", {"op": "undo"})
    assert fresh.get(f"{path}/lint?rules=touch.small").json["findings"] == [finding]
    assert fresh.request("GET", f"{path}/lint?fixes=maybe").json["errors"][0]["parameter"] == "fixes"


def test_the_command_prints_what_would_mend_a_finding_and_changes_no_file(tmp_path):
    file = tmp_path / "pass.storyboard"
    file.write_text((REPOSITORY / "Tests/Fixtures/lint/pass.storyboard").read_text(encoding="utf-8").replace(*PLANTED["pass.storyboard"]))
    before = file.read_bytes()
    lines = vitrine("lint", file, "--fixes").stdout.splitlines()
    assert lines[0].endswith("[touch.small]") and lines[1].startswith("    fix: Constant of ") and lines[1].endswith("20 → 44")
    found = json.loads(vitrine("lint", file, "--format", "json").stdout)["findings"]
    assert found[0]["fix"]["edits"][0]["op"] == "changeConstraint" and file.read_bytes() == before
    assert "fix:" not in vitrine("lint", file).stdout


def test_findings_on_a_device_are_the_same_on_the_board_in_the_inspector_and_in_the_api(shared):
    path = uploaded(shared)
    add(shared, path, '"lab-00-001.text" = "Außergewöhnlich lange gekochte Frühstückseier aus Freilandhaltung";')
    page = path.removeprefix("/api/v1")
    for language in ("", "&language=de"):
        board = shared.get(f"{page}/devices?device=iphone-5s&device=iphone-16{language}").body.decode()
        counts = dict(zip(("iphone-5s", "iphone-16"), map(int, re.findall(r'data-count="(\d+)"', board))))
        assert len(counts) == 2
        for device, count in counts.items():
            answer = shared.get(f"{path}/lint?device={device}{language}").json
            assert answer["total"] == count
            inspector = shared.get(f"{page}?device={device}{language}").body.decode()
            assert re.findall(r"data-findings>(\d+)<", inspector) == [str(count)]
            listed = shared.get(f"{page}/lint?device={device}{language}").body.decode()
            assert re.findall(r'">All <span class="num-text">(\d+)<', listed) == [str(count)]
            assert re.findall(r"data-findings>(\d+)<", shared.get(f"{page}/report?device={device}{language}").body.decode()) == [str(count)]
    german = shared.get(f"{path}/lint?device=iphone-5s&language=de").json["findings"]
    own = shared.get(f"{path}/lint?device=iphone-5s").json["findings"]
    assert [finding for finding in german if "points too wide" in finding["message"]]
    assert not [finding for finding in own if "points too wide" in finding["message"]]


def test_the_matrix_counts_findings_by_screen_device_and_language_the_worst_first(shared):
    path = uploaded(shared)
    add(shared, path, '"lab-00-001.text" = "Außergewöhnlich lange gekochte Frühstückseier aus Freilandhaltung";')
    answer = shared.get(f"{path}/matrix?devices=iphone-5s,ipad-9-7&orientations=portrait,landscape&languages=de").json
    scenes = {cell["scene"] for cell in answer["cells"]}
    assert answer["total"] == len(answer["cells"]) == 4 * len(scenes) > 0
    weights = [[cell["findings"][name] for name in ("error", "warning", "info")] for cell in answer["cells"]]
    assert weights == sorted(weights, reverse=True)
    for cell in answer["cells"]:
        assert cell["language"] == "de" and shared.get(cell["href"]).status == shared.get(cell["picture"]).status == 200
        assert cell["worst"] == next((name for name, count in cell["findings"].items() if count), None)
    both = shared.get(f"{path}/matrix?devices=iphone-5s&languages=,de&textSizes=,xxxLarge").json["cells"]
    assert {(cell["language"], cell["textSize"]) for cell in both} == {(one, other) for one in (None, "de") for other in (None, "xxxLarge")}
    page = shared.get(f"{path}/matrix?devices=iphone-5s&languages=,de&format=html")
    assert page.headers["Content-Type"].startswith("text/html") and b"<figure>" in page.body
    # Severities are words too, and pictures are as large beside each other as the screens.
    assert b'<li><b class="info">info</b> ' in page.body and b'<h2>iPhone SE (1st), 5s, 5, portrait, texts in de</h2>' in page.body
    assert {tuple(map(int, size)) for size in re.findall(rb'<img alt="" width="(\d+)" height="(\d+)"', page.body)} == {(192, 341)}
    assert shared.get(f"{path}/matrix?devices=iphone-5s&format=junit").body.startswith(b"<?xml")
    assert shared.request("GET", f"{path}/matrix?format=html&limit=1").status == 400
    many = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667]}] * 60}
    wide = shared.request("POST", "/api/v1/dumps", many).json["id"]
    for question in (f"/api/v1/dumps/{wide}/matrix?devices=all&orientations=portrait,landscape&format=html", f"/dumps/{wide}/devices?scene=all&device=all&orientation=both"):
        refused = shared.request("GET", question)
        assert refused.status == 400 and b"at most 2000 are shown together" in refused.body, question
    board = shared.get(f"{path.removeprefix('/api/v1')}/devices?device=iphone-5s").body.decode()
    [twin] = re.findall(r'<link rel="alternate"[^>]*href="([^"]+/matrix[^"]*)"', board)
    assert shared.get(twin.replace("&amp;", "&")).json["cells"][0]["device"] == "iphone-5s"
    for query in ("devices=nokia", "orientations=up", "languages=xx", "scenes=99999", "sizes=1"):
        assert shared.request("GET", f"{path}/matrix?{query}").status == 400, query


@pytest.mark.parametrize("asked", ["device=iphone-5s", "device=iphone-16&orientation=landscape"])
def test_on_a_device_too_every_place_counts_the_same(shared, planted, asked):
    file, dump, _ = planted
    path = f"/api/v1/dumps/{dump}"
    answer = shared.get(f"{path}/lint?{asked}").json
    words = re.sub(r"\b1 (\w+)s", r"1 \1", "{errors} errors, {warnings} warnings, {infos} info".format(**answer["summary"]))

    def read(address, pattern):
        return re.findall(pattern, shared.get(address).body.decode())

    count = [str(answer["total"])]
    assert read(f"/dumps/{dump}?{asked}", r"data-findings>(\d+)<") == count
    assert read(f"/dumps/{dump}/report?{asked}", r"data-findings>(\d+)<") == count
    assert read(f"/dumps/{dump}/lint?{asked}", r'">All <span class="num-text">(\d+)<') == count
    printed = shared.get(f"{path}/report?{asked}").body.decode()
    assert printed.count('<li id="finding-') == answer["total"] and words in printed
    assert read(f"/dumps/{dump}/devices?{asked}", r'data-count="(\d+)"') == count
    device, held = re.match(r"device=([\w-]+)(?:&orientation=(\w+))?", asked).groups()
    cells = shared.get(f"{path}/matrix?devices={device}&orientations={held or 'portrait'}").json["cells"]
    assert [sum(cell["findings"].values()) for cell in cells] == [answer["total"]]


def test_on_another_device_findings_have_fixes_that_were_tried_there(fresh):
    text = (REPOSITORY / "Tests/Fixtures/lint/pass.storyboard").read_text(encoding="utf-8").replace(*PLANTED["pass.storyboard"])
    path = f"/api/v1/dumps/{fresh.request('POST', '/api/v1/dumps?name=there', text.encode()).json['id']}"
    [finding] = fresh.get(f"{path}/lint?rules=touch.small&device=iphone-16").json["findings"]
    assert "20 → 44" in finding["fix"]["summary"]
    page = f"{path.removeprefix('/api/v1')}/lint?device=iphone-16"
    assert finding["fix"]["summary"] in fresh.get(page).body.decode()
    for edit in finding["fix"]["edits"]:
        assert fresh.request("POST", f"{path}/edits", edit).status == 200
    for query in ("device=iphone-16&rules=touch.small", "rules=touch.small"):
        assert fresh.get(f"{path}/lint?{query}").json["total"] == 0


CHAIN = """<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="21507" useAutolayout="YES" useSafeAreas="YES">
  <device id="retina4_7" orientation="portrait"/>
  <scenes><scene sceneID="s"><objects><viewController id="c">
    <view key="view" id="roo"><rect key="frame" x="0" y="0" width="375" height="667"/>
      <subviews><view translatesAutoresizingMaskIntoConstraints="NO" id="box"><rect key="frame" x="0" y="0" width="375" height="200"/></view></subviews>
      <viewLayoutGuide key="safeArea" id="saf"/>
      <constraints>
        <constraint firstItem="box" firstAttribute="top" secondItem="saf" secondAttribute="top" id="k1"/>
        <constraint firstItem="box" firstAttribute="bottom" secondItem="roo" secondAttribute="top" constant="200" id="k2"/>
        <constraint firstItem="box" firstAttribute="height" constant="200" id="k3"/>
        <constraint firstItem="box" firstAttribute="leading" secondItem="roo" secondAttribute="leading" id="k4"/>
        <constraint firstItem="box" firstAttribute="trailing" secondItem="roo" secondAttribute="trailing" id="k5"/>
      </constraints>
    </view>%s</viewController></objects></scene></scenes></document>"""


@pytest.mark.parametrize("device, hides, isInConflict", [
    ("iphone-8", True, False), ("iphone-5s", True, False), ("iphone-8", False, True),
    # Below a sensor housing the safe area stays, whatever the app hides.
    ("iphone-16", True, True),
])
def test_a_scene_that_hides_the_status_bar_has_no_conflict_with_it(shared, device, hides, isInConflict):
    text = CHAIN % ('<nil key="simulatedStatusBarMetrics"/>' if hides else "")
    dump = shared.request("POST", "/api/v1/dumps?name=chain", text, {"Content-Type": "application/xml"}).json["id"]
    for query in (f"device={device}", f"devices={device}"):
        found = shared.get(f"/api/v1/dumps/{dump}/lint?rules=layout.conflict&{query}").json["findings"]
        told = [finding for finding in found if "landscape" not in finding.get("devices", [""])[0]]
        assert bool(told) == isInConflict, query


def test_a_source_of_elements_is_said_to_be_placed_by_ios_and_signs_stand_for_what_is_counted(shared):
    for name, has in (("pass.xml", False), ("pass.txt", True)):
        text = (REPOSITORY / "Tests/Fixtures/lint" / name).read_text(encoding="utf-8")
        dump = shared.request("POST", f"/api/v1/dumps?name={name}", text.encode()).json["id"]
        page = shared.get(f"/dumps/{dump}/devices").body.decode()
        assert ("laid out by their autoresizing masks" in page) == has and ("neither constraints nor masks" in page) != has
    loose = ("<UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>\n"
             "   | <UILabel: 0x4; frame = (16 24; 60 20); text = 'Loose'; layer = <CALayer: 0x9>>\n")
    dump = shared.request("POST", "/api/v1/dumps?name=loose", loose).json["id"]
    page = shared.get(f"/dumps/{dump}/devices?device=iphone-17").body.decode()
    [remark] = re.findall(r'<li class="(\w+)">(?:(?!</li>).)*stays where it was', page, re.S)
    counted = [finding["rule"] for finding in shared.get(f"/api/v1/dumps/{dump}/lint?device=iphone-17").json["findings"]]
    assert (remark == "warning") == ("place.unsafeArea" in counted)


def test_a_size_that_several_devices_have_names_them_all_unless_the_scale_decides(shared):
    named = {}
    for scale in (None, 2, 3):
        device = "" if scale is None else f'"device":{{"scale":{scale}}},'
        text = f'{{"vitrine":1,{device}"windows":[{{"class":"UIWindow","frame":[0,0,414,896]}}]}}'
        dump = shared.request("POST", f"/api/v1/dumps?name=size{scale}", text).json["id"]
        [named[scale]] = re.findall(r'<span class="device-name">([^<]+)<', shared.get(f"/dumps/{dump}").body.decode())
        assert named[scale] in shared.get(f"/api/v1/dumps/{dump}/report").body.decode()
    assert named == {None: "iPhone 11, XR or iPhone 11 Pro Max, XS Max", 2: "iPhone 11, XR", 3: "iPhone 11 Pro Max, XS Max"}


def test_people_are_told_at_most_two_decimals(tmp_path):
    old = ("<UIWindow: 0x1; frame = (0 0; 375.123456 667); alpha = 0.333333; layer = <CALayer: 0x9>>\n"
           "   | <UIButton: 0x2; frame = (16.123456 24; 20.33333 20.66667); layer = <CALayer: 0x9>>\n")
    files = [tmp_path / "old.txt", tmp_path / "new.txt"]
    files[0].write_text(old)
    files[1].write_text(old.replace("16.123456", "18.987654").replace("0.333333", "0.666666"))
    told = [vitrine("lint", files[0]).stdout, vitrine("diff", *files).stdout, vitrine("report", files[0]).stdout.split("<svg")[0],
            vitrine("diff", *files, "--format", "junit").stdout]
    assert "20.33 × 20.67" in told[0] and "16.12, 24 → 18.99, 24" in told[1] and "alpha 0.33 → 0.67" in told[3]
    assert not [text for text in told if re.search(r"\d\.\d{3}", re.sub(r"<style.*?</style>", "", text, flags=re.S))]


def test_a_device_and_devices_are_two_questions(shared):
    path = uploaded(shared)
    for query, name in (("device=iphone-8&devices=all", "devices"), ("device=nokia", "device"), ("orientation=up", "orientation")):
        answer = shared.request("GET", f"{path}/lint?{query}")
        assert answer.status == 400 and name in {error["parameter"] for error in answer.json["errors"]}, query
