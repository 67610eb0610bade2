"""`vitrine layout`: what it prints, and how it ends."""

import json
import os
import subprocess

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
    binary = os.environ.get("VITRINE_BINARY") or str(REPOSITORY / ".build/debug/vitrine")
    return subprocess.run([binary, "layout", *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=120)


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
