"""Agents that know the tools alone: one answers questions whose answers are known, the other repairs a screen, as docs/agents.md tells."""

import json
import re
import sys
import textwrap

import jsonschema

from agents import MODES, TOKENS, asked, lines
from commanding import told
from conftest import REPOSITORY, SAMPLES
from test_agent_tools import LOG, covered, large

GUIDE = REPOSITORY / "docs/agents.md"
BEGIN, END = "<!-- session: Tests/API/test_agent_session.py writes it -->\n\n```text\n", "\n```\n\n<!-- end of the session -->"

CHECKOUT = """<?xml version="1.0" encoding="UTF-8"?>
<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="21701" targetRuntime="iOS.CocoaTouch" useAutolayout="YES" initialViewController="che-ck-001">
    <device id="retina4_7" orientation="portrait" appearance="light"/>
    <scenes>
        <scene sceneID="sce-ch-001">
            <objects>
                <viewController id="che-ck-001" sceneMemberID="viewController">
                    <view key="view" contentMode="scaleToFill" id="roo-ch-001">
                        <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
                        <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                        <subviews>
                            <button opaque="NO" contentMode="scaleToFill" buttonType="system" translatesAutoresizingMaskIntoConstraints="NO" id="pay-ch-001">
                                <rect key="frame" x="16" y="100" width="343" height="44"/>
                                <state key="normal" title="Pay"/>
                            </button>
                        </subviews>
                        <constraints>
                            <constraint firstItem="pay-ch-001" firstAttribute="leading" secondItem="roo-ch-001" secondAttribute="leading" constant="16" id="con-ch-001"/>
                            <constraint firstItem="roo-ch-001" firstAttribute="trailing" secondItem="pay-ch-001" secondAttribute="trailing" constant="16" id="con-ch-002"/>
                            <constraint firstItem="pay-ch-001" firstAttribute="top" secondItem="roo-ch-001" secondAttribute="top" constant="100" id="con-ch-003"/>
                            <constraint firstItem="pay-ch-001" firstAttribute="height" constant="44" id="con-ch-004"/>
                            <constraint firstItem="pay-ch-001" firstAttribute="width" constant="320" id="con-ch-005"/>
                        </constraints>
                    </view>
                </viewController>
            </objects>
        </scene>
    </scenes>
</document>
"""


async def repair(agent, file):
    """Finds, explains, tries and repairs a broken layout, and checks it on all devices."""
    screen = (await agent("open", path="Checkout.storyboard"))["screen"]
    await agent("look", screen=screen)
    finding = (await agent("check", screen=screen, severity="error"))["findings"][0]
    assert finding["rule"] == "layout.conflict"
    await agent("why", screen=screen, view=finding["view"])
    tried = await agent("try", screen=screen, edits=finding["fix"]["edits"])
    assert tried["fixed"][0]["rule"] == "layout.conflict" and not tried.values.get("new")
    text = file.read_text()
    for line in tried["interface"]:
        assert text.count(line["before"]) == 1
        text = text.replace(line["before"], line["after"])
    file.write_text(text)
    repaired = (await agent("open", path="Checkout.storyboard"))["screen"]
    everywhere = await agent("layout", screen=repaired, devices=["all"], orientations=["portrait", "landscape"])
    assert not any(cell["findings"]["error"] for cell in everywhere["cells"])
    await agent("compare", **{"from": screen, "to": repaired})
    return screen, repaired


def transcript(agent, screens):
    """What was asked and answered, without what is another in each run."""
    parts = []
    for tool, arguments, text, count in agent.record:
        said = " ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in arguments.items())
        for name, screen in zip(("checkout", "repaired"), screens):
            said, text = said.replace(screen, name), text.replace(screen, name)
        told_lines = [part for line in text.splitlines() for part in textwrap.wrap(
            line, 98, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False, replace_whitespace=False)]
        question = textwrap.wrap(f"> {tool} {said}".rstrip(), 100, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
        parts.append("\n".join([*question, *told_lines, f"  ({count} tokens)"]))
    return "\n\n".join(parts)


def session(folder):
    file = folder / "Checkout.storyboard"
    file.write_text(CHECKOUT)

    async def work(agent):
        return transcript(agent, await repair(agent, file))

    return asked(lines(folder), MODES[0], work)


def documented(text):
    before, rest = GUIDE.read_text().split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + text + END + after


def test_the_guide_has_the_session_as_it_is_today(tmp_path):
    assert GUIDE.read_text() == documented(session(tmp_path)), "run Tests/API/test_agent_session.py, which writes it"


# Twelve questions.

async def which_screens(agent):
    screens = {screen["name"]: screen["screen"] for screen in (await agent("screens"))["screens"]}
    return screens, sorted(screens)


async def answers(agent):
    screens, names = await which_screens(agent)
    yield "Which screens are there?", names, ["Checkout", "Covered", "Later", "Many"]
    why = await agent("why", screen=screens["Covered"], view=1)
    yield "Why can Pay not be tapped?", re.findall(r"\(id (\d+)\) in front", why.text), ["2"]
    found = await agent("find", screen=screens["Covered"], words="pay")
    yield "How does a test find Pay?", [found["views"][0]["use"][name] for name in ("using", "text")], ["accessibility id", "pay"]
    look = await agent("find", screen=screens["Many"], words="class:UIButton")
    yield "How many buttons has the long screen?", look["total"], 120
    [finding] = (await agent("check", screen=screens["Checkout"], severity="error"))["findings"]
    yield "What is wrong with the layout of Checkout?", (finding["rule"], finding["view"]), ("layout.conflict", 1)
    tried = await agent("try", screen=screens["Checkout"], edits=finding["fix"]["edits"])
    yield "What repairs it, in which line?", [(line["line"], "con-ch-005" in line["after"]) for line in tried["interface"]], [(22, True)]
    place = await agent("why", screen=screens["Checkout"], view=1)
    yield "What holds Pay at the left?", "leading = superview.leading + 16" in place.text, True
    compared = await agent("compare", **{"from": screens["Covered"], "to": screens["Later"]})
    yield "What moved between two builds?", [(change["kind"], change["to"]) for change in compared["changes"]], [("moved", 2)]
    [conflict] = (await agent("explain_log", log=LOG))["conflicts"]
    yield "By how much do the constraints of the log not fit?", conflict["arithmetic"]["needed"] - conflict["arithmetic"]["available"], 24
    rules = await agent("check", screen=screens["Covered"], rules="rules: [{view: {id: pay}, expect: {width: 200..400}}]")
    yield "Is Pay 200 points wide?", rules["passed"], False
    rows = {row.get("key"): row["value"] for row in (await agent("settings", app="com.example.clock"))["rows"] if "value" in row}
    yield "How long is the snooze?", rows["snooze_minutes"], 9
    await agent("settings", app="com.example.clock", set={"snooze_minutes": 15})
    seen = {entry["key"]: entry["value"] for entry in (await agent("defaults", domain="com.example.clock", show="app"))["entries"]}
    yield "What does the app read after it was set to 15?", seen["snooze_minutes"], 15


def test_an_agent_that_knows_the_tools_alone_answers_twelve_questions(tmp_path, record_property):
    (tmp_path / "Checkout.storyboard").write_text(CHECKOUT)
    (tmp_path / "Covered.json").write_text(covered())
    (tmp_path / "Later.json").write_text(covered(200))
    (tmp_path / "Many.txt").write_text(large(120))

    async def work(agent):
        asked_before, report = 0, []
        async for question, answer, known in answers(agent):
            spent = agent.record[asked_before:]
            asked_before = len(agent.record)
            report.append((question, answer, [tool for tool, *_ in spent], sum(count for *_, count in spent)))
            assert answer == known, question
        return report, agent.record

    report, record = asked(lines(tmp_path, SAMPLES / "Clock.app"), MODES[0], work)
    assert len(report) == 12
    for question, answer, tools, count in report:
        record_property(question, f"{answer}, asked {', '.join(tools)}, {count} tokens")
        print(f"{question} {answer} ({', '.join(tools)}; {count} tokens)")
    assert all(count <= TOKENS for *_, count in record)
    assert sum(count for *_, count in record) < 6_000, "a dozen answers are short"


# What clients and lists of servers read.

SERVER = {
    "type": "object", "required": ["$schema", "name", "title", "description", "version"],
    "properties": {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"},
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "maxLength": 200},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "packages": {"type": "array", "items": {
            "type": "object", "required": ["registryType", "identifier", "transport"],
            "properties": {
                "registryType": {"enum": ["oci", "mcpb"]}, "transport": {"type": "object", "required": ["type"], "properties": {"type": {"const": "stdio"}}},
                "runtimeArguments": {"$ref": "#/$defs/arguments"}, "packageArguments": {"$ref": "#/$defs/arguments"},
            }}},
        "remotes": {"type": "array", "items": {
            "type": "object", "required": ["type", "url"],
            "properties": {
                "type": {"enum": ["streamable-http", "sse"]}, "url": {"type": "string", "pattern": r"^https?://[^\s]+$"},
                "variables": {"$ref": "#/$defs/variables"},
                "headers": {"type": "array", "items": {"allOf": [{"$ref": "#/$defs/input"}, {"type": "object", "required": ["name"]}]}},
            }}},
    },
    "$defs": {
        "input": {"type": "object", "properties": {
            "description": {"type": "string"}, "value": {"type": "string"}, "placeholder": {"type": "string"}, "isSecret": {"type": "boolean"},
            "isRequired": {"type": "boolean"}, "format": {"enum": ["string", "number", "boolean", "filepath"]}, "variables": {"$ref": "#/$defs/variables"}}},
        "variables": {"type": "object", "additionalProperties": {"$ref": "#/$defs/input"}},
        "arguments": {"type": "array", "items": {"allOf": [{"$ref": "#/$defs/input"}, {
            "oneOf": [
                {"type": "object", "required": ["type", "name"], "properties": {"type": {"const": "named"}}},
                {"type": "object", "required": ["type"], "properties": {"type": {"const": "positional"}}, "anyOf": [{"required": ["value"]}, {"required": ["valueHint"]}]},
            ]}]}},
    },
}


def test_the_entry_for_lists_of_servers_is_valid_and_of_this_version():
    entry = json.loads((REPOSITORY / "packaging/server.json").read_text())
    jsonschema.Draft202012Validator(SERVER).validate(entry)
    assert entry["version"] == told("--version").strip().split()[-1]
    for package in entry["packages"]:
        assert package["identifier"].endswith(f":{entry['version']}")
    # Each variable of a template is described.
    for template, variables in [(entry["remotes"][0]["url"], entry["remotes"][0]["variables"])]:
        assert set(re.findall(r"{(\w+)}", template)) == set(variables)


if __name__ == "__main__":
    import pathlib
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        GUIDE.write_text(documented(session(pathlib.Path(folder))))
    sys.exit(0)
