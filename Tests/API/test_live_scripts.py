"""Recorded tests as their compilers and clients see them: each is compiled, run, and does again what was done."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from conftest import REPOSITORY
from devices import Device

STUBS = REPOSITORY / "Tests/Scripts"
VECTORS = REPOSITORY / "Tests/Fixtures/vectors"
LANGUAGES = ("swift", "python", "java", "javascript")
#: What ends a literal, a comment or a template of some language, or is none of its characters.
HOSTILE = "a \"b\" \\(c) \\u0041 \\u000a ${d} #{e} `f` %s '''\"\"\" */ // \\\nnext\r\t\x1b\x85\u2028\u202e\ufeff 🕑👩\u200d🚀é"


def run(*command, folder):
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needs(*programs):
    for program in programs:
        if not shutil.which(program):
            pytest.skip(f"there is no {program}")


def said(text):
    return [tuple(json.loads(line)) for line in text.split("\n") if line]


def calls(language, script, folder):
    """What a script does, call by call; that in Python does it through Appium's own client."""
    if language == "java":
        needs("javac", "java")
        (folder / "Recording.java").write_text(script)
        run("javac", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-implicit:class", "-sourcepath", STUBS / "java", "-d", "classes",
            "Recording.java", folder=folder)
        return said(run("java", "-cp", "classes", "Recording", folder=folder))
    if language == "javascript":
        needs("node")
        (folder / "recording.mjs").write_text(script)
        (folder / "node_modules").mkdir()
        (folder / "node_modules/webdriverio").symlink_to(STUBS / "webdriverio")
        run("node", "--check", "recording.mjs", folder=folder)
        return said(run("node", "recording.mjs", folder=folder))
    if language == "swift":
        needs("swiftc")
        (folder / "RecordedTests.swift").write_text(script)
        run("swiftc", "-parse-as-library", "-module-name", "XCTest", "-wmo", "-emit-module", "-emit-module-path", "XCTest.swiftmodule", "-c",
            "-o", "XCTest.o", STUBS / "XCTest.swift", folder=folder)
        run("swiftc", "-I", ".", "-module-name", "Recorded", "-swift-version", "6", "-warnings-as-errors", "RecordedTests.swift", STUBS / "main.swift",
            "XCTest.o", "-o", "run", folder=folder)
        return said(run("./run", folder=folder))
    device = Device(is_appium=True)
    device.has_alert = device.has_more_alerts = True
    try:
        server = re.search(r"webdriver\.Remote\((\"[^\"]*\")", script)[1]
        (folder / "recording.py").write_text(script.replace(server, json.dumps(device.url)))
        run(sys.executable, "-W", "error::SyntaxWarning", "recording.py", folder=folder)
        return [("begin", json.loads(server), device.capabilities["appium:bundleId"]), *device.did, ("quit",)]
    finally:
        device.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_action_is_done_again_in_every_language(language, tmp_path):
    done = calls(language, (VECTORS / f"live-{language}.txt").read_text(), tmp_path)
    typed = "Grüße\n\u202e\x01 ${x} 🕑"
    if language == "swift":
        spring = ("begin", "com.apple.springboard")
        alert = [spring, ("all", "buttons"), ("click",)]
        assert done == [
            ("begin", "org.example.Clock"), ("activate",), ("find", "buttons", "stop"), ("click",), ("find", "cells", 3), ("click",),
            ("find", "textFields", 1), ("click",), ("find", "textFields", 1), ("type", typed), ("type", "more"),
            ("find", "switches", "On"), ("click",), ("find", "otherElements", 9), ("click",), ("find", "sliders", "Volume"), ("click",),
            ("tap", 9, 10), ("swipe", 10, 300, 12.5, 20), ("home",), *alert, *alert]
        return
    # Appium's clients take whole points; that for Python leaves out what is behind the point.
    end = 12 if language == "python" else 13
    assert done == [
        ("begin", "http://127.0.0.1:4723", "org.example.Clock"), ("find", "accessibility id", "stop"), ("click",),
        ("find", "-ios predicate string", 'name == "A \\"b\\""'), ("click",),
        ("find", "-ios class chain", "**/XCUIElementTypeTextField[2]"), ("type", typed), ("focus",), ("type", "more"),
        ("find", "xpath", "//*[@name='On']"), ("click",), ("tap", 7, 8), ("find", "class name", "XCUIElementTypeSlider"), ("click",),
        ("tap", 9, 10), ("swipe", 10, 300, end, 20, 250), ("mobile: pressButton", "home"), ("accept",), ("dismiss",), ("quit",)]


@pytest.fixture
def recorded(shared):
    """The address of a session in which everything was done with texts that scripts stumble over."""
    device = Device()
    device.names = [HOSTILE]
    live = "/api/v1/live/" + shared.request("POST", "/api/v1/live", {"url": device.url}).json["id"]
    dump = shared.get(live).json["dump"]
    city, = (view["id"] for view in shared.get(f"/api/v1/dumps/{dump}/views?identifier=city").json["views"])
    actions = [{"type": "tap", "x": 30, "y": 610}, {"type": "type", "text": HOSTILE, "view": city},
               {"type": "type", "text": "*/ " + HOSTILE},
               {"type": "swipe", "from": {"x": 200.25, "y": 700}, "to": {"x": 200, "y": 100}, "seconds": 1},
               {"type": "tap", "x": 389, "y": 843}, {"type": "home"}]
    for action in actions:
        reply = shared.request("POST", live + "/actions", action)
        assert reply.status == 200, reply.text
    device.has_alert = True
    assert shared.request("POST", live + "/actions", {"type": "alert", "action": "dismiss"}).status == 200
    yield live
    shared.request("DELETE", live)
    device.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_the_screen_and_of_people_come_back_as_they_were(shared, recorded, language, tmp_path):
    done = calls(language, shared.get(f"{recorded}/script?language={language}").text, tmp_path)
    assert [call[1] for call in done if call[0] == "type"] == [HOSTILE, "*/ " + HOSTILE]
    assert [call[2] for call in done if call[0] == "find"][0] == HOSTILE
    assert {"swipe"} < {call[0] for call in done}
