"""`vitrine layout`: what it prints, and how it ends."""

import json
from xml.etree import ElementTree

from commanding import vitrine
from conftest import REPOSITORY

CONFLICT = """<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
<device id="retina4_7" orientation="portrait"/><objects><view id="r"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
<view id="a" translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="10" y="0" width="100" height="50"/>
<constraints><constraint firstAttribute="width" constant="100" id="w"/><constraint firstAttribute="height" constant="50" id="h"/></constraints></view>
</subviews><constraints>
<constraint firstItem="a" firstAttribute="leading" secondItem="r" secondAttribute="leading" constant="10" id="l"/>
<constraint firstItem="a" firstAttribute="top" secondItem="r" secondAttribute="top" id="t"/>
<constraint firstAttribute="trailing" secondItem="a" secondAttribute="trailing" constant="10" id="e"/>
</constraints></view></objects></document>"""


STORYBOARD = REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard"


def run(*arguments, stdin=None):
    return vitrine("layout", *arguments, stdin=stdin)


def test_a_storyboard_on_devices():
    result = run(STORYBOARD, "--device", "iphone-5s,iphone-8", "--orientation", "both", "--format", "json")
    layouts = json.loads(result.stdout)["layouts"]
    places = {layout["place"] for layout in layouts}
    assert {"iphone-5s portrait", "iphone-5s landscape", "iphone-8 portrait", "iphone-8 landscape"} <= places
    timer = next(layout for layout in layouts if layout["name"] == "Kitchen.TimerController" and layout["place"] == "iphone-5s portrait")
    label = next(view for view in timer["views"] if view["id"] == 2)
    assert (label["x"], label["width"]) == (16, 288)
    assert result.returncode == (1 if any(layout["conflicts"] for layout in layouts) else 0)


def test_a_conflict_ends_with_1():
    result = run("-", stdin=CONFLICT)
    assert result.returncode == 1
    assert "These 3 required constraints cannot all hold (width)" in result.stdout
    assert "need 120 points, the root has 375" in result.stdout
    fine = run("-", stdin=CONFLICT.replace('id="e"', 'priority="750" id="e"'))
    assert fine.returncode == 0 and "conflicts" not in fine.stdout


def test_all_devices_are_taken_by_one_word():
    result = run(STORYBOARD, "--device", "all", "--orientation", "both")
    places = {line.split(", ")[1] for line in result.stdout.splitlines() if line.startswith(str(STORYBOARD))}
    assert {"iphone-3gs portrait", "ipad-pro-13 landscape", "canvas"} <= places and len(places) > 50


def test_what_cannot_be_laid_out(tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text("<UIView: 0x1; frame = (0 0; 10 10); layer = <CALayer: 0x9>>")
    result = run(plain)
    assert result.returncode == 2 and "says nothing about constraints" in result.stderr
    assert run("-", "--device", "iphone-0", stdin=CONFLICT).returncode == 2


LABELS = """<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
<device id="retina4_7" orientation="portrait"/><scenes><scene sceneID="s"><objects><viewController id="c" sceneMemberID="viewController">
<view key="view" id="r"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
<label text="Delete &amp; go" translatesAutoresizingMaskIntoConstraints="NO" id="a1B-2c-D3e"><rect key="frame" x="16" y="20" width="80" height="20.5"/>
<fontDescription key="fontDescription" type="system" pointSize="17"/></label>
</subviews><constraints>
<constraint firstItem="a1B-2c-D3e" firstAttribute="leading" secondItem="r" secondAttribute="leading" constant="16" id="l"/>
<constraint firstItem="a1B-2c-D3e" firstAttribute="top" secondItem="r" secondAttribute="top" constant="20" id="t"/>
</constraints></view></viewController></objects></scene></scenes></document>"""


def label(*arguments, stdin=None):
    result = run(*arguments, "--format", "json", stdin=stdin)
    assert result.returncode == 0, result.stderr
    return next(view for view in json.loads(result.stdout)["layouts"][0]["views"] if view["id"] == 1)


def test_longer_texts_and_other_words():
    assert label("-", stdin=LABELS)["width"] == 80
    longer = label("-", "--text", "+50%", stdin=LABELS)
    assert longer["width"] == 120 and longer["certainty"] == "dependsOnText"
    assert label("-", "--device", "iphone-8", "--text", "+50%", stdin=LABELS)["width"] == 120
    assert label("-", "--text", "1=Delete & go Delete & go", stdin=LABELS)["width"] > 150
    assert label("-", "--text", "1=", stdin=LABELS)["width"] == 0
    for wrong in ("1e308%", "nan", "301", "9=x", "0=x", "1=" + "x" * 2_001):
        assert run("-", "--text", wrong, stdin=LABELS).returncode == 2, wrong


def test_another_language_is_that_of_the_table_beside(tmp_path):
    for folder in ("Base.lproj", "de.lproj", "fr.lproj"):
        (tmp_path / folder).mkdir()
    file = tmp_path / "Base.lproj/Main.storyboard"
    file.write_text(LABELS)
    (tmp_path / "de.lproj/Main.strings").write_text('"a1B-2c-D3e.text" = "Unwiderruflich löschen und weiter";')
    assert label(file)["width"] == 80
    assert label(file, "--language", "de")["width"] > 150
    assert label(file, "--language", "de", "--text", "1=Delete & go")["width"] == 80
    missing = run(file, "--language", "fr")
    assert missing.returncode == 2 and "there are de" in missing.stderr
    assert run("-", "--language", "de", stdin=LABELS).returncode == 2
    drawn = run(file, "--language", "de", "--format", "svg")
    assert "Unwiderruflich" in drawn.stdout


def test_layouts_are_drawn_as_one_picture_or_one_page():
    hostile = LABELS.replace("Delete &amp; go", "&lt;script&gt;alert(1)&lt;/script&gt;")
    one = run("-", "--format", "svg", stdin=hostile)
    assert one.returncode == 0
    assert ElementTree.fromstring(one.stdout).tag == "{http://www.w3.org/2000/svg}svg"
    several = run("-", "--device", "iphone-8,ipad-9-7", "--format", "svg", stdin=hostile)
    root = ElementTree.fromstring(several.stdout)
    assert len(root.findall(".//{http://www.w3.org/2000/svg}svg")) == 2
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert "iphone-8 portrait" in several.stdout and "ipad-9-7 portrait" in several.stdout
    page = run("-", "--device", "iphone-8,ipad-9-7", "--format", "html", stdin=hostile)
    assert page.stdout.count("<figure>") == 2
    assert "<script" not in page.stdout.lower() and "http://" not in page.stdout.replace("http://www.w3.org/2000/svg", "")
    broken = run("-", "--format", "html", stdin=CONFLICT)
    assert broken.returncode == 1 and "These 3 required constraints cannot all hold" in broken.stdout


RULE = """<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
<device id="retina4_7" orientation="portrait"/><objects><view id="r"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
<stackView axis="vertical" alignment="center" translatesAutoresizingMaskIntoConstraints="NO" id="k">
<rect key="frame" x="0" y="0" width="375" height="3"/><subviews>
<view translatesAutoresizingMaskIntoConstraints="NO" id="line"><rect key="frame" x="67.5" y="0" width="240" height="3"/>
<constraints><constraint firstAttribute="height" constant="3" id="h"/></constraints></view></subviews></stackView>
<view translatesAutoresizingMaskIntoConstraints="NO" id="form"><rect key="frame" x="0" y="3" width="375" height="630"/></view></subviews>
<viewLayoutGuide key="safeArea" id="safe"/><keyboardLayoutGuide key="keyboard" id="keys"/><constraints>
<constraint firstItem="k" firstAttribute="leading" secondItem="r" secondAttribute="leading" id="c1"/>
<constraint firstItem="k" firstAttribute="trailing" secondItem="r" secondAttribute="trailing" id="c2"/>
<constraint firstItem="k" firstAttribute="top" secondItem="r" secondAttribute="top" id="c3"/>
<constraint firstItem="form" firstAttribute="leading" secondItem="r" secondAttribute="leading" id="c4"/>
<constraint firstItem="form" firstAttribute="trailing" secondItem="r" secondAttribute="trailing" id="c5"/>
<constraint firstItem="form" firstAttribute="top" secondItem="k" secondAttribute="bottom" id="c6"/>
<constraint firstItem="form" firstAttribute="bottom" secondItem="keys" secondAttribute="top" id="c7"/>
</constraints></view></objects></document>"""


def test_what_nothing_sizes_says_why_and_the_guide_of_the_keyboard_is_one():
    result = run("-", "--format", "json", stdin=RULE)
    canvas = json.loads(result.stdout)["layouts"][0]
    line, form = canvas["views"][2:4]
    assert (line["x"], line["width"], line["certainty"]) == (67.5, 240, "undetermined")
    assert line["why"].startswith("Nothing decides the width: Interface Builder draws 240 points")
    assert (form["y"], form["height"], form["certainty"]) == (3, 630, "certain")
    assert not canvas["constraints"] and not canvas["omissions"]
    device = json.loads(run("-", "--device", "iphone-8", "--format", "json", stdin=RULE).stdout)["layouts"]
    narrow = next(layout for layout in device if layout["place"] != "canvas")["views"][2]
    assert narrow["width"] == 0 and narrow["why"] == "Nothing decides the width: UIKit makes it 0 in its stack view."
