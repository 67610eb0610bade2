"""Each tool of agents answers with what is known of its subject, within its limits, over lines and over HTTP."""

import base64
import json
import os
import pathlib
import re
import stat
import struct

import pytest

from agents import MODES, TOKENS, asked, lines, tokens
from conftest import SAMPLES
from mcp import MCPError

FIXTURES = pathlib.Path(__file__).parent.parent / "Fixtures/dumps"
HELD = (FIXTURES / "held.storyboard").read_text()
LOG = """Unable to simultaneously satisfy constraints.
(
    "<NSLayoutConstraint:0x6001 H:|-(12)-[UILabel:0x7fa1'Soup']   (active, names: '|':UIView:0x7fb1 )>",
    "<NSLayoutConstraint:0x6003 UILabel:0x7fa1.width == 300   (active)>",
    "<NSLayoutConstraint:0x6004 H:[UILabel:0x7fa1'Soup']-(12)-|   (active, names: '|':UIView:0x7fb1 )>",
    "<NSLayoutConstraint:0x6006 'UIView-Encapsulated-Layout-Width' UIView:0x7fb1.width == 300   (active)>"
)
Will attempt to recover by breaking constraint
<NSLayoutConstraint:0x6003 UILabel:0x7fa1.width == 300   (active)>
"""


def covered(top=0):
    """A button with a view over it, unless that lies further down."""
    said = {"userInteractionEnabled": True, "hidden": False}
    button = {"class": "UIButton", "frame": [20, 20, 100, 44], "text": "Pay", "identifier": "pay", **said}
    cover = {"class": "UIView", "frame": [0, top, 320, 100], **said}
    return json.dumps({"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 320, 480], "subviews": [button, cover]}]})


def large(rows=400):
    """A dump with more rows, findings and views than any answer holds."""
    views = [f"   | <UIButton: 0x{i + 16:x}; frame = (0 {i * 3}; 20 20); text = 'Row number {i}'>" for i in range(rows)]
    return "<UIWindow: 0x1; frame = (0 0; 320 1200)>\n" + "\n".join(views) + "\n"


async def held(agent):
    return (await agent("open", text=HELD, name="Held"))["screen"]


async def layouts(agent):
    screen = await held(agent)
    told = await agent("layout", screen=screen, devices=["iphone-5s", "ipad-pro-13"], orientations=["portrait", "landscape"])
    cells = told["cells"]
    assert told["total"] == 4 and {cell["device"] for cell in cells} == {"iphone-5s", "ipad-pro-13"}
    assert {cell["worst"] for cell in cells} == {"error"} and cells[0]["first"]["rule"] == "layout.conflict"
    assert "#0 iphone-5s portrait: 1 error" in told.text and "These 3 required constraints cannot all hold" in told.text
    counts = [cell["findings"]["error"] * 1000 + cell["findings"]["warning"] for cell in cells]
    assert counts == sorted(counts, reverse=True), "worst first"


async def comparisons(agent):
    former = await held(agent)
    text = HELD.replace('constant="40" id="con-00-008"', 'constant="48" id="con-00-008"').replace('x="20" y="200"', 'x="24" y="200"')
    later = (await agent("open", text=text, name="Held later"))["screen"]
    told = await agent("compare", **{"from": former, "to": later})
    kinds = {change["kind"] for change in told["changes"]}
    assert {"moved", "constraint changed"} <= kinds
    assert "constraint changed con-00-008: UIView 2.height = 40 → 48" in told.text
    assert "Nothing differs." in (await agent("compare", **{"from": former, "to": former})).text


async def explanations(agent):
    told = await agent("explain_log", log=LOG)
    [conflict] = told["conflicts"]
    assert conflict["arithmetic"]["needed"] == 324 and conflict["arithmetic"]["available"] == 300
    assert "UIKit broke this one" in told.text and "To do:" in told.text
    assert await agent.refused("explain_log", log="hello")


async def trials(agent):
    screen = await held(agent)
    found = await agent("check", screen=screen, severity="error")
    [edit] = found["findings"][0]["fix"]["edits"]
    told = await agent("try", screen=screen, edit=edit)
    assert told["kept"] is False and told["fixed"][0]["rule"] == "layout.conflict" and not told.values.get("new")
    assert told["swift"].endswith("constraint6.priority = UILayoutPriority(999)")
    [line] = told["interface"]
    assert line["line"] == 37 and 'priority="999"' in line["after"] and "priority" not in line["before"]
    assert (await agent("check", screen=screen, severity="error"))["total"] == 1, "it was undone"
    told = await agent("try", screen=screen, edits=[edit], keep=True)
    assert told["kept"] is True and "kept in the draft" in told.text
    assert (await agent("check", screen=screen, severity="error"))["total"] == 0
    told = await agent("try", screen=screen, edit={"op": "text", "view": 1, "text": "Short"})
    assert told["fixed"][0]["rule"] == "text.truncated" and told["moved"][0]["id"] == 1
    assert 'text="Short"' in told["interface"][0]["after"]
    moved = await agent("try", screen=screen, edit={"op": "sendToBack", "view": 3})
    assert "Move lines 19 to 21" in moved.text
    refused = await agent.refused("try", screen=screen, edit={"op": "bringToFront", "view": 99})
    assert "99" in refused
    for wrong in ({}, {"edit": edit, "edits": [edit]}, {"edit": {"op": "text", "view": 1, "text": "x"}, "keep": True}, {"edit": edit, "keep": True, "after": 1}):
        with pytest.raises(MCPError):
            await agent("try", screen=screen, **wrong)


async def settings(agent):
    pane = await agent("settings", app="com.example.clock")
    rows = {row.get("key"): row for row in pane["rows"]}
    assert pane["pane"] == "Root" and rows["snooze_minutes"]["value"] == 9
    assert "snooze_minutes = 9 (default); one of 1, 5, 9, 15, 30" in pane.text
    assert "leads to pane Alarms" in pane.text and (await agent("settings", app="com.example.clock", pane="Alarms"))["rows"]
    pane = await agent("settings", app="com.example.clock", set={"snooze_minutes": 15})
    assert "snooze_minutes = 15 (stored)" in pane.text
    assert "no choice 7" in await agent.refused("settings", app="com.example.clock", set={"snooze_minutes": 7})
    await agent("settings", app="com.example.clock", set={"snooze_minutes": None})


async def defaults(agent):
    domain = "com.example.agents"
    told = await agent("defaults", domain=domain, set={"volume": 11, "names": ["Ada", "Bob"]})
    assert {entry["key"]: entry["value"] for entry in told["entries"]} == {"volume": 11, "names": ["Ada", "Bob"]}
    assert "names = Ada, Bob" in told.text
    await agent("defaults", domain=domain, set={"volume": 12})
    history = await agent("defaults", domain=domain, show="history")
    assert "volume: 11 → 12" in history.text and history["entries"][0]["changes"][0]["after"] == 12
    assert "volume = 12" in (await agent("defaults", domain=domain, show="app")).text
    assert f"{domain}, 2 keys" in (await agent("defaults")).text
    emptied = await agent("defaults", domain=domain, set={"volume": None, "names": None})
    assert "Nothing is stored there." in emptied.text


async def checks(agent):
    screen = (await agent("open", text=covered()))["screen"]
    rules = "rules:\n  - name: Pay is wide\n    view: {id: pay}\n    expect: {width: 200..400}\n"
    told = await agent("check", screen=screen, rules=rules)
    assert told["passed"] is False and "Pay is wide" in told.text and "200" in told.text
    assert not re.search(r"[{}]", told.text)
    same = await agent("check", screen=screen, rules=json.dumps({"rules": [{"view": {"id": "pay"}, "expect": {"width": 100}}]}))
    assert same["passed"] is True
    fixed = (await agent("open", text=covered(200)))["screen"]
    told = await agent("check", screen=screen, baseline=fixed)
    assert told["findings"] and all(finding["rule"].startswith("touch.") for finding in told["findings"])
    assert (await agent("check", screen=fixed, baseline=screen))["gone"] == len(told["findings"])
    why = await agent("why", screen=screen, view=1)
    assert "A tap does not reach it." in why.text and "(id 2) in front" in why.text


async def finds(agent):
    screen = (await agent("open", text=covered()))["screen"]
    for locator in ({"locator": "pay"}, {"locator": "//*[@name='pay']"}, {"locator": "name == 'pay'", "dialect": "predicate"},
                    {"locator": "**/XCUIElementTypeButton[`name == 'pay'`]", "dialect": "classChain"}, {"locator": "#pay", "dialect": "css"}):
        told = await agent("find", screen=screen, **locator)
        assert [view["id"] for view in told["views"]] == [1] and "finds one view" in told.text, locator
        assert told["views"][0]["use"]["unique"] is True
    point = await agent("find", screen=screen, x=30, y=30)
    assert point["hit"] == 2 and point["candidates"] == [2, 1, 0] and "#1" in point.text
    seen = (await agent("look", screen=screen))["elements"]
    assert [(element["id"], element["role"], element["name"]) for element in seen] == [(1, "button", "Pay")]
    assert seen[0]["frame"] == "20 20 100×44" and seen[0]["identifier"] == "pay"


SUBJECTS = [layouts, comparisons, explanations, trials, settings, defaults, checks, finds]


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("mode", MODES)
def test_tools_know_their_subject_over_lines(mode, subject):
    asked(lines(SAMPLES), mode, subject)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_tools_know_their_subject_over_http(shared, subject):
    asked(f"{shared.url}/mcp", MODES[0], subject)


def test_files_are_opened_inside_the_folders_only(tmp_path):
    inside, outside = tmp_path / "project", tmp_path / "secret.txt"
    inside.mkdir()
    (inside / "screen.storyboard").write_text(HELD)
    outside.write_text(covered())
    (inside / "link.txt").symlink_to(outside)

    async def work(agent):
        for path in ("screen.storyboard", str(inside / "screen.storyboard")):
            assert (await agent("open", path=path))["views"] == 6
        for path in ("../secret.txt", str(outside), "link.txt", "nowhere.txt", "."):
            with pytest.raises(MCPError):
                await agent("open", path=path)
        with pytest.raises(MCPError):
            await agent("open", path="screen.storyboard", text=HELD)

    asked(lines(inside), MODES[0], work)


# Pictures.

CONVERTER = """#!/usr/bin/env python3
import re, struct, sys, zlib
svg = sys.stdin.read()
assert sys.argv[1:] == ["--zoom", "2", "--format", "png"], sys.argv
width, height = (round(2 * float(re.search(rf' {side}="([^"]+)"', svg).group(1))) for side in ("width", "height"))
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
marks = svg.count('class="mark"')
rows = (b"\\0" + bytes([marks] * width)) * height
sys.stdout.buffer.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
"""


def test_a_picture_is_a_png_of_bounded_size_where_a_converter_is_there(tmp_path):
    converter = tmp_path / "rsvg-convert"
    converter.write_text(CONVERTER)
    converter.chmod(converter.stat().st_mode | stat.S_IXUSR)

    async def work(agent):
        screen = await held(agent)
        told = await agent("picture", screen=screen, marks=[2, 3])
        [picture] = [part for part in told.content if part.type == "image"]
        png = base64.b64decode(picture.data)
        assert picture.mime_type == "image/png" == told["type"]
        assert struct.unpack(">II", png[16:24]) == (told["width"], told["height"]) == (562, 1000)
        assert [mark["id"] for mark in told["marks"]] == [2, 3] and "#2 UIView at 10 60 355×40" in told.text
        small = await agent("picture", screen=screen, size=200, device="ipad-pro-13", orientation="landscape")
        assert max(small["width"], small["height"]) == 200 and small["width"] > small["height"]

    asked(lines(SAMPLES, PATH=f"{tmp_path}:{os.environ['PATH']}"), MODES[0], work)


def test_a_picture_is_an_svg_with_what_to_install_where_none_is(tmp_path):
    async def work(agent):
        screen = await held(agent)
        told = await agent("picture", screen=screen, view=2, marks=[2])
        [picture] = [part.resource for part in told.content if part.type == "resource"]
        assert told["type"] == picture.mime_type == "image/svg+xml" and picture.text.startswith("<svg ")
        assert "install rsvg-convert" in told.text and 'class="mark"' in picture.text
        with pytest.raises(MCPError):
            await agent("picture", screen=screen, size=20_000)
        assert await agent.refused("picture", screen=screen, style="screenshot")

    asked(lines(SAMPLES, PATH=str(tmp_path)), MODES[0], work)


# Limits.

def test_answers_keep_their_limits_and_nothing_is_lost_on_the_way_to_the_end(tmp_path):
    (tmp_path / "large.txt").write_text(large())
    for number in range(60):
        (tmp_path / f"Screen number {number} with a long name.json").write_text(covered())

    async def work(agent):
        screen = (await agent("open", text=large(), name="Large"))["screen"]
        other = (await agent("open", text=large().replace("Row number", "Line"), name="Other"))["screen"]
        await agent("defaults", domain="com.example.many", set={f"key {n}": f"value {n} " * 5 for n in range(150)})

        async def all_of(tool, name, key, limit=TOKENS, **arguments):
            found, after, pages = [], 0, 0
            while True:
                told = await agent(tool, **arguments, **({"after": after} if after else {}), **({"tokens": limit} if limit != TOKENS else {}))
                assert tokens(told.text) <= limit, (tool, tokens(told.text))
                assert tokens(json.dumps(told[name], ensure_ascii=False, separators=(",", ":"))) <= limit, tool
                found += [key(entry) for entry in told[name]]
                pages += 1
                if "next" not in told.values:
                    return found, told.values.get("total", len(found)), pages
                assert told["next"] > after and len(found) == told["next"], tool
                after = told["next"]

        view = lambda entry: entry["id"]  # noqa: E731
        found, total, pages = await all_of("find", "views", view, screen=screen, words="class:UIButton")
        assert total == 400 and found == list(range(1, 401)) and pages > 2
        found, total, pages = await all_of("check", "findings", lambda entry: (entry["rule"], entry.get("view")), limit=300, screen=screen)
        assert len(found) == total == len(set(found)) and pages > 1
        found, total, pages = await all_of("compare", "changes", lambda entry: entry["to"], **{"from": screen, "to": other})
        assert sorted(found) == list(range(1, 401)) and total == 400 and pages > 2
        found, total, _ = await all_of("defaults", "entries", lambda entry: entry["key"], domain="com.example.many")
        assert sorted(found) == sorted(f"key {n}" for n in range(150)) and total == 150
        found, total, pages = await all_of("screens", "screens", lambda entry: entry["screen"], limit=400)
        assert len(found) == len(set(found)) == total and total >= 62 and pages > 2
        edits = [{"op": "change", "view": n, "changes": {"alpha": 0.5}} for n in range(1, 21)]
        found, total, _ = await all_of("try", "moved", view, limit=400, screen=screen, edit={"op": "changes", "views": [
            {"view": edit["view"], "changes": edit["changes"]} for edit in edits]})
        assert found == list(range(1, 21)) and total == 20
        for tool, arguments in [("why", {"view": 7}), ("layout", {"devices": ["all"]}), ("picture", {"style": "outlines", "marks": list(range(1, 60))})]:
            for limit in (300, TOKENS):
                given = {} if tool == "picture" else {"tokens": limit} if tool != "layout" else {}
                told = await agent(tool, screen=screen, **arguments, **given)
                assert tokens(told.text) <= (limit if given else 1_500), tool

    asked(lines(tmp_path), MODES[0], work)


def test_a_look_goes_on_to_the_end_without_loss(tmp_path):
    async def work(agent):
        screen = (await agent("open", text=large(300), name="Large"))["screen"]
        seen, after = [], None
        while True:
            told = await agent("look", screen=screen, detail="full", **({} if after is None else {"after": after}))
            assert tokens(told.text) <= TOKENS
            seen += [int(number) for number in re.findall(r"\[(\d+)\] button", told.text)]
            if "next" not in told.values:
                break
            assert after is None or told["next"] > after
            after = told["next"]
        assert seen == list(range(1, 301))

    asked(lines(tmp_path), MODES[0], work)


def test_texts_have_no_braces_and_no_empty_containers():
    async def work(agent):
        screen = await held(agent)
        texts = [(await agent(tool, **arguments)).text for tool, arguments in [
            ("screens", {}), ("look", {"screen": screen, "detail": "full"}), ("find", {"screen": screen, "words": "class:UIView"}),
            ("why", {"screen": screen, "view": 2}), ("check", {"screen": screen}), ("layout", {"screen": screen}),
            ("try", {"screen": screen, "edit": {"op": "sendToBack", "view": 3}}), ("explain_log", {"log": LOG}),
            ("settings", {"app": "com.example.clock"}), ("defaults", {"domain": "com.example.clock", "set": {"a": {"b": [1, {}], "c": ""}}}),
            ("defaults", {"domain": "com.example.clock", "show": "history"})]]
        for text in texts:
            assert not re.search(r"[{}]|\[\]|: null|None", text), text

    asked(lines(SAMPLES), MODES[0], work)
