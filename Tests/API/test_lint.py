"""Findings about view hierarchies, in the API and in the guide."""

import re

from conftest import REPOSITORY


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
    assert not [finding for finding in fresh.get(path).json["findings"] if finding["rule"].startswith("layout.")]
    found = fresh.get(f"{path}?devices=iphone-5s,iphone-8,iphone-8-plus").json["findings"]
    [conflict] = [finding for finding in found if finding["rule"] == "layout.conflict"]
    assert conflict["view"] in (0, 1) and "355" in conflict["message"] and "iPhone 5" in conflict["message"]
    assert "iphone-5s portrait" in conflict["devices"] and "iphone-8 portrait" not in conflict["devices"]
    [fixed] = [finding for finding in found if finding["rule"] == "layout.fixedWidth"]
    assert fixed["devices"] == ["iphone-5s portrait", "iphone-8-plus portrait"]


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
