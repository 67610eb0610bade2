"""Text sizes and pseudo languages: the same question asked of the API, the pages and the command line."""

import json
import re

import pytest

from commanding import vitrine
from test_edits import restart  # noqa: F401, the fixtures of a shared server

LABEL = '<label opaque="NO" userInteractionEnabled="NO" lineBreakMode="tailTruncation" translatesAutoresizingMaskIntoConstraints="NO"'
STORYBOARD = f"""<?xml version="1.0" encoding="UTF-8"?>
<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES" initialViewController="c">
<device id="retina4_7" orientation="portrait"/><scenes><scene sceneID="s"><objects><viewController id="c" sceneMemberID="viewController">
<view key="view" id="root"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
{LABEL} text="Delivery address" adjustsFontForContentSizeCategory="YES" id="styled"><rect key="frame" x="16" y="20" width="128" height="20.5"/>
<fontDescription key="fontDescription" style="UICTFontTextStyleBody"/></label>
{LABEL} text="Fixed address" id="fixed"><rect key="frame" x="16" y="60.5" width="107" height="20.5"/>
<fontDescription key="fontDescription" type="system" pointSize="17"/></label>
{LABEL} text="A note that stands in a narrow box" numberOfLines="2" id="note"><rect key="frame" x="16" y="110" width="200" height="36"/>
<constraints><constraint firstAttribute="width" constant="200" id="nw"/></constraints>
<fontDescription key="fontDescription" style="UICTFontTextStyleSubhead"/></label>
<button opaque="NO" buttonType="system" translatesAutoresizingMaskIntoConstraints="NO" id="go"><rect key="frame" x="259" y="300" width="100" height="44"/>
<constraints><constraint firstAttribute="width" constant="100" id="gw"/><constraint firstAttribute="height" constant="44" id="gh"/></constraints>
<state key="normal" title="Continue now"/></button>
</subviews><constraints>
<constraint firstItem="styled" firstAttribute="leading" secondItem="root" secondAttribute="leading" constant="16" id="a1"/>
<constraint firstItem="styled" firstAttribute="top" secondItem="root" secondAttribute="top" constant="20" id="a2"/>
<constraint firstItem="fixed" firstAttribute="leading" secondItem="styled" secondAttribute="leading" id="a3"/>
<constraint firstItem="fixed" firstAttribute="top" secondItem="styled" secondAttribute="bottom" constant="20" id="a4"/>
<constraint firstItem="note" firstAttribute="leading" secondItem="root" secondAttribute="leading" constant="16" id="a5"/>
<constraint firstItem="note" firstAttribute="top" secondItem="root" secondAttribute="top" constant="110" id="a6"/>
<constraint firstAttribute="trailing" secondItem="go" secondAttribute="trailing" constant="16" id="a7"/>
<constraint firstItem="go" firstAttribute="top" secondItem="root" secondAttribute="top" constant="300" id="a8"/>
</constraints></view></viewController></objects></scene></scenes></document>"""
GERMAN = '"styled.text" = "Lieferadresse für das Paket";\n"go.normalTitle" = "Jetzt sofort fortfahren";\n'
#: Language, text size, and words of the findings that they bring.
QUESTIONS = [
    (None, None, []),
    ("de", None, ["fortfahren” is about"]),
    (None, "accessibility3", ["narrow box” is about"]),
    ("double-length", None, ["Continue now” is about", "narrow box"]),
    ("bounded", "accessibility5", ["points too wide", "overlaps", "cut by the window"]),
    ("accented", "xxxLarge", []),
    ("right-to-left", "xSmall", []),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sizes")
    for name, text in (("Base.lproj/Sizes.storyboard", STORYBOARD), ("de.lproj/Sizes.strings", GERMAN)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def path(shared):
    made = shared.request("POST", "/api/v1/dumps?name=Sizes", STORYBOARD.encode())
    assert made.status == 201, made.body
    path = f"/api/v1/dumps/{made.json['id']}"
    added = shared.request("POST", f"{path}/companions?language=de", GERMAN.encode(), {"Content-Type": "text/plain"})
    assert added.status == 201, added.body
    return path


def situation(language, size):
    given = [("language", language), ("textSize", size)]
    return "device=iphone-8&orientation=portrait" + "".join(f"&{name}={value}" for name, value in given if value)


def options(language, size):
    return ["--device", "iphone-8"] + (["--language", language] if language else []) + (["--text-size", size] if size else [])


@pytest.mark.parametrize("language, size, said", QUESTIONS)
def test_every_place_finds_the_same(shared, path, folder, language, size, said):
    query = situation(language, size)
    found = shared.get(f"{path}/lint?{query}").json
    count, messages = found["total"], [finding["message"] for finding in found["findings"]]
    for words in said:
        assert any(words in message for message in messages), messages
    page = path.removeprefix("/api/v1")
    board = shared.get(f"{page}/devices?{query}").body.decode()
    assert re.findall(r'data-count="(\d+)"', board) == [str(count)]
    for address in (page, f"{page}/report"):
        assert re.findall(r"data-findings>(\d+)<", shared.get(f"{address}?{query}").body.decode()) == [str(count)], address
    assert re.findall(r'">All <span class="num-text">(\d+)<', shared.get(f"{page}/lint?{query}").body.decode()) == [str(count)]
    sizes = "".join(f"&{name}={value}" for name, value in (("languages", language), ("textSizes", size)) if value)
    [cell] = shared.get(f"{path}/matrix?devices=iphone-8{sizes}").json["cells"]
    assert sum(cell["findings"].values()) == count and (cell["language"], cell["textSize"]) == (language, size)
    file = folder / "Base.lproj/Sizes.storyboard"
    printed = vitrine("lint", file, *options(language, size), "--format", "json")
    assert [finding["message"] for finding in json.loads(printed.stdout)["findings"]] == messages


@pytest.mark.parametrize("language, size, said", QUESTIONS)
def test_every_picture_shows_the_same_lines(shared, path, folder, language, size, said):
    texts = re.compile(r"<text[^>]*font-size[^>]*>[^<]*</text>")
    drawn = texts.findall(shared.get(f"{path}/wireframe.svg?{situation(language, size)}&style=screen").body.decode())
    [cell] = shared.get(f"{path}/matrix?devices=iphone-8{''.join(f'&{n}s={v}' for n, v in (('language', language), ('textSize', size)) if v)}").json["cells"]
    assert texts.findall(shared.get(cell["picture"]).body.decode()) == drawn
    assert all("textLength=" in line for line in drawn)
    converted = vitrine("convert", folder / "Base.lproj/Sizes.storyboard", "-", "--format", "svg", *options(language, size)).stdout
    report = shared.get(f"{path}/report?{situation(language, size)}").body.decode()
    body = [line for line in drawn if 'class="' not in line.split(">")[0]]
    words = {re.sub("<[^>]*>", "", line) for line in body}
    assert words - {"9:41"} <= {re.sub("<[^>]*>", "", line) for line in texts.findall(converted)}
    assert words - {"9:41"} <= {re.sub("<[^>]*>", "", line) for line in texts.findall(report)}


def test_styles_follow_the_size_and_fixed_fonts_do_not(shared, path):
    def frames(query):
        views = shared.get(f"{path}/layout?device=iphone-8&{query}").json["views"]
        return {view["id"]: view["frame"] for view in views}

    usual, larger = frames(""), frames("textSize=accessibilityMedium")
    assert frames("textSize=AX1") == larger and larger[1]["height"] == 33.5 and larger[1]["width"] > 1.6 * usual[1]["width"]
    assert (larger[2]["width"], larger[2]["height"]) == (usual[2]["width"], usual[2]["height"]) and larger[2]["y"] > usual[2]["y"]
    mirrored = frames("language=right-to-left")
    assert mirrored[1]["x"] == 375 - 16 - usual[1]["width"] and mirrored[4]["x"] == 16


def test_the_matrix_has_a_cell_for_each_language_and_size_the_worst_first(shared, path):
    answer = shared.get(f"{path}/matrix?devices=iphone-8,iphone-5s&languages=de,bounded&textSizes=large,xxxLarge,accessibility5").json
    asked = {(cell["device"], cell["language"], cell["textSize"]) for cell in answer["cells"]}
    assert answer["total"] == len(answer["cells"]) == len(asked) == 12
    weights = [[cell["findings"][name] for name in ("error", "warning", "info")] for cell in answer["cells"]]
    assert weights == sorted(weights, reverse=True)
    assert all(f"textSize={cell['textSize']}" in cell["href"] and f"textSize={cell['textSize']}" in cell["picture"] for cell in answer["cells"])
    for query in ("textSizes=huge", "textSizes=large,", "languages=klingon"):
        assert shared.request("GET", f"{path}/matrix?{query}").status in ((400,) if "," not in query else (200, 400)), query


def test_a_dump_that_names_no_fonts_says_once_that_none_follows(shared):
    text = b"<UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x2>>\n   | <UILabel: 0x3; frame = (16 20; 90 20.5); text = 'Tea'; layer = <CALayer: 0x4>>"
    made = shared.request("POST", "/api/v1/dumps?name=plain", text)
    path = f"/api/v1/dumps/{made.json['id']}"
    layout = shared.get(f"{path}/layout?textSize=accessibility3").json
    assert [warning["code"] for warning in layout["warnings"]].count("layout.textSize") == 1
    assert 'font-size="17"' in shared.get(f"{path}/wireframe.svg?textSize=accessibility3&style=screen").body.decode()
    found = shared.get(f"{path}/lint?device=iphone-8&textSize=accessibility3").json["findings"]
    assert len([finding for finding in found if "text size" in finding["message"]]) == 1


def test_commands_refuse_what_is_no_size_no_device_and_no_language(folder):
    file = folder / "Base.lproj/Sizes.storyboard"
    for arguments, words in (
        (("lint", file, "--text-size", "huge"), "--text-size takes"),
        (("convert", file, "-", "--format", "svg", "--device", "nokia"), "no device"),
        (("lint", file, "--devices", "all", "--device", "iphone-8"), "cannot both be given"),
        (("layout", file, "--language", "klingon"), "klingon"),
    ):
        done = vitrine(*arguments)
        assert done.returncode != 0 and words in done.stderr, (arguments, done.stderr)
