"""Views found by the locators of tests: XPath, predicate strings and class chains, over elements and over UIKit's views."""

import json
import pathlib
import urllib.parse

import pytest

from commanding import vitrine

FIXTURES = pathlib.Path(__file__).parent.parent / "Fixtures/dumps"
SCREEN = """\
<UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>
   | <UIButton: 0x3; frame = (10 20; 100 50); opaque = NO; tag = 7; layer = <CALayer: 0x4>>
   |    | <UIButtonLabel: 0x5; frame = (5 5; 50 20); text = 'Pay'; layer = <_UILabelLayer: 0x6>>
   | <UILabel: 0x7; frame = (0 100; 320 30); text = 'Total'; hidden = YES; layer = <_UILabelLayer: 0x8>>
"""


@pytest.fixture
def orchard(shared):
    dump = shared.request("POST", "/api/v1/dumps", (FIXTURES / "orchard-wda.xml").read_bytes()).json["id"]
    return lambda **query: ask(shared, dump, **query)


@pytest.fixture
def screen(shared):
    dump = shared.request("POST", "/api/v1/dumps", SCREEN).json["id"]
    return lambda **query: ask(shared, dump, **query)


def ask(server, dump, **query):
    return server.get(f"/api/v1/dumps/{dump}/views?{urllib.parse.urlencode(query)}")


def ids(reply):
    assert reply.status == 200, reply.json
    assert reply.json["total"] == len(reply.json["views"])
    return [view["id"] for view in reply.json["views"]]


def test_each_dialect_finds_elements_and_combines_with_the_other_filters(orchard):
    assert ids(orchard(xpath="//XCUIElementTypeCell[.//XCUIElementTypeSwitch]")) == [6]
    assert ids(orchard(predicate='name BEGINSWITH "Tre"')) == [2, 3]
    assert ids(orchard(classChain="**/XCUIElementTypeCell[-1]")) == [9]
    assert ids(orchard(xpath="//*[@name]", predicate="type ENDSWITH 'StaticText'", classChain="**/XCUIElementTypeCell/*")) == [7]
    assert ids(orchard(xpath="//*", depth="1")) == [0, 1]
    assert ids(orchard(xpath="//*", where="id:add")) == [4]


def test_a_dump_of_uikit_has_two_faces(screen):
    assert ids(screen(xpath="//UIButton[@tag=7]/UIButtonLabel")) == [2]
    assert ids(screen(xpath="/dump/UIWindow")) == [0]
    assert ids(screen(xpath='//XCUIElementTypeButton[@label="Pay"]')) == [1]
    assert ids(screen(predicate="visible == 0")) == [3]
    assert ids(screen(classChain="XCUIElementTypeWindow/XCUIElementTypeButton")) == [1]


def test_a_comparison_that_can_never_hold_is_noted_and_the_answer_stays_what_it_is(orchard):
    reply = orchard(predicate='enabled == "yes" OR rect.x == "16"', classChain="**/*[`label == 3`]")
    assert ids(reply) == []
    assert [(note["parameter"], note["character"]) for note in reply.json["notes"]] == [("predicate", 12), ("predicate", 31), ("classChain", 16)]
    assert reply.json["notes"][0]["message"] == 'This never holds: “enabled” is true or false, and "yes" is a text. Without quotes: true.'
    assert "notes" not in orchard(predicate="enabled == true").json and "notes" not in orchard().json
    assert orchard(predicate="enabled == 'yes'", format="text").text == ""


@pytest.mark.parametrize("name, text, character, message", [
    ("predicate", "hittable == 1", 1, "The dump never says “hittable” of an element"),
    ("classChain", "**/XCUIElementTypeCell[`selected == 1`]", 25, "The dump never says “selected” of an element"),
    ("xpath", "//*[@bogus]", 6, "No element of the dump has the attribute “bogus”."),
    ("xpath", "//*[@visible=1]", 14, "“visible” is a text, \"true\" or \"false\", and never a number."),
    ("predicate", "label == 'ADD A TREE'", 10, "The dump has it written “Add a tree”"),
    ("predicate", "value == 1", 10, "This never holds"),
])
def test_a_locator_that_finds_nothing_since_the_dump_never_says_what_it_asks_says_why(orchard, name, text, character, message):
    reply = orchard(**{name: text})
    assert ids(reply) == []
    [note] = reply.json["notes"]
    assert (note["parameter"], note["character"]) == (name, character) and note["message"].startswith(message)


def test_a_css_selector_finds_what_its_class_chain_finds(orchard):
    for selector, chain in {
        "cell > staticText": "**/XCUIElementTypeCell/XCUIElementTypeStaticText", "button:nth-child(1)": "**/XCUIElementTypeButton[1]",
        '[name~="ip"]': '**/*[`name CONTAINS "ip"`]', "switch[visible]": "**/XCUIElementTypeSwitch[`visible == 1`]",
    }.items():
        assert ids(orchard(css=selector)) == ids(orchard(classChain=chain)) != []
    [note] = orchard(css="link").json["notes"]
    assert note["parameter"] == "css" and note["message"] == "As a class chain this is **/XCUIElementTypeLink."
    [note] = orchard(predicate="NOT (selected == 1)").json["notes"]
    assert note["character"] == 6 and note["message"].endswith("what is found is found without it.")


def test_every_element_is_one_of_any_type(orchard):
    everything = list(range(11))
    assert ids(orchard(predicate="type == 'XCUIElementTypeAny'")) == ids(orchard(xpath="//XCUIElementTypeAny")) == everything
    assert ids(orchard(classChain="**/XCUIElementTypeAny")) == everything[1:]
    assert ids(orchard(predicate="(index + 0b1) * 2 / 3 == 2")) == [10]
    assert ids(orchard(xpath="//*[string-join(tokenize(@label, '[ e]'), '-') = 'Add-a-tr']")) == [4]


@pytest.mark.parametrize("name, text, detail", [
    ("xpath", "//*[", "At character 5: "),
    ("xpath", "//*[string-join('day')]", "At character 5: string-join takes 2 arguments, not 1."),
    ("xpath", "//*[matches('day', 'a', 'z')]", "There is no flag “z”"),
    ("predicate", "SUBQUERY(a, $b, 1) == 1", "At character 1: SUBQUERY"),
    ("xpath", "count(//*)", "finds no elements"),
    ("xpath", "//@name", "finds attributes"),
    ("predicate", 'type == XCUIElementTypeCell', "At character 9: "),
    ("predicate", "isVisible == 1", "“visible”"),
    ("classChain", "**/XCUIElementTypeCell[0]", "At character 24: "),
    ("css", "cell > buton", "At character 13: "),
    ("xpath", "a" * 9_000, "at most"),
])
def test_a_locator_that_cannot_be_used_is_a_problem_that_says_where(orchard, name, text, detail):
    reply = orchard(**{name: text})
    assert reply.status == 400
    assert reply.json["errors"][0]["parameter"] == name and detail in reply.json["errors"][0]["detail"]


def test_several_that_cannot_be_used_are_all_told(orchard):
    reply = orchard(xpath="//", predicate="", classChain="/", where="class:")
    assert {error["parameter"] for error in reply.json["errors"]} == {"xpath", "predicate", "classChain", "where"}


@pytest.mark.long
def test_a_search_that_would_take_the_square_of_a_large_dump_ends_in_time(shared):
    lines = ["<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x2>>"]
    lines += ["   | <UIView: 0x3; frame = (0 0; 1 1); layer = <CALayer: 0x4>>"] * 20_000
    dump = shared.request("POST", "/api/v1/dumps", "\n".join(lines)).json["id"]
    reply = ask(shared, dump, xpath="//*[count(preceding::*)=10]")
    assert reply.status == 400 and "too much work" in reply.json["detail"]
    assert ask(shared, dump, xpath="//UIView[20000]", fields="id").json["views"] == [{"id": 20_000}]


def test_a_view_has_suggested_locators_with_their_score(fresh):
    source = (FIXTURES / "orchard-wda.xml").read_bytes()
    first = fresh.request("POST", "/api/v1/dumps", source).json["id"]
    # Another screen of the app where the switch is twice, and one without it.
    for other in (source.replace(b'name="query"', b'name="ripe" '), source.replace(b'name="ripe"', b'name="gone"')):
        assert fresh.request("POST", "/api/v1/dumps", other).status == 201
    reply = fresh.get(f"/api/v1/dumps/{first}/views/8/locators")
    assert reply.status == 200 and reply.headers["ETag"]
    assert reply.json["type"] == "XCUIElementTypeSwitch" and not reply.json["isGuessed"]
    assert reply.json["dumps"] == {"looked": 3, "held": 2, "total": 3}
    found = {one["strategy"]: one for one in reply.json["suggestions"]}
    assert found["identifier"]["text"] == "ripe" and found["identifier"]["using"] == "accessibility id"
    # It finds exactly that switch in one of the two dumps that have it.
    assert (found["identifier"]["unique"], found["identifier"]["right"], found["identifier"]["score"]) == (True, 1, 50)
    assert found["className"]["score"] == 100
    *others, absolute = reply.json["suggestions"]
    assert absolute["fragile"] and not any(one["fragile"] for one in others)
    types = "Application Window[1] Table[1] Cell[1] Switch[1]".split()
    assert absolute["text"] == "".join(f"/XCUIElementType{name}" for name in types) and absolute["using"] == "xpath"
    assert fresh.get(f"/api/v1/dumps/{first}/views/99/locators").status == 404
    for one in reply.json["suggestions"]:
        if one["strategy"] in ("xpath", "predicate", "classChain"):
            assert ids(ask(fresh, first, **{one["strategy"]: one["text"]})) == [8]


def test_suggestions_for_a_view_of_uikit_name_the_elements_that_a_test_sees(fresh):
    dump = fresh.request("POST", "/api/v1/dumps", SCREEN).json["id"]
    reply = fresh.get(f"/api/v1/dumps/{dump}/views/1/locators").json
    assert reply["isGuessed"] and reply["type"] == "XCUIElementTypeButton"
    assert reply["dumps"] == {"looked": 1, "held": 1, "total": 1}
    assert {one["text"] for one in reply["suggestions"]} >= {"XCUIElementTypeButton", "//XCUIElementTypeButton"}


def located(*arguments):
    """What `vitrine locate` answers about the orchard."""
    return vitrine("locate", FIXTURES / "orchard-wda.xml", *arguments)


def test_the_command_line_finds_views_and_says_why_it_finds_none():
    found = located("predicate: name == 'ripe'")
    assert (found.returncode, found.stderr) == (0, "") and "XCUIElementTypeSwitch" in found.stdout and found.stdout.count("\n") == 1
    nothing = located("//*[@bogus]")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    assert nothing.stderr == "At character 6: No element of the dump has the attribute “bogus”.\nNo view matches “//*[@bogus]”.\n"
    wrong = located("//*[")
    assert wrong.returncode == 1 and "At character 5: " in wrong.stderr
    lines = [line.split("\t") for line in located("id:ripe", "--suggest").stdout.splitlines()]
    assert ["accessibility id", "unique", "ripe"] in lines
    assert lines[-1][:2] == ["xpath", "fragile"] and lines[-1][2].startswith("/XCUIElementTypeApplication/XCUIElementTypeWindow[1]/")
    files = [str(FIXTURES / "orchard-wda.xml")] * 2
    history = vitrine("timeline", *files, "--view", "predicate: hittable == 1")
    assert history.returncode == 2 and "--view: At character 1: The dump never says “hittable”" in history.stderr


def test_the_log_says_why_a_client_of_webdriver_finds_nothing(shared):
    dump = shared.request("POST", "/api/v1/dumps", (FIXTURES / "orchard-wda.xml").read_bytes()).json["id"]
    begun = shared.request("POST", "/session", json.dumps({"capabilities": {"alwaysMatch": {"vitrine:dump": dump}}}), {"Content-Type": "application/json"})
    path = f"/session/{begun.json['value']['sessionId']}"

    def find(using, value):
        return shared.request("POST", f"{path}/elements", json.dumps({"using": using, "value": value}), {"Content-Type": "application/json"}).json["value"]

    assert find("-ios predicate string", "hittable == 1 AND name != 'logged'") == []
    assert len(find("css selector", "cell > staticText")) == len(find("css selector", "cell:nth-child(1) > *:nth-child(1)")) == 1
    assert find("css selector", "button[visible='maybe']")["error"] == "invalid selector"
    assert find("css selector", "[name*='rip']") == [] != find("css selector", "[name~='rip']")
    assert shared.request("DELETE", path).status == 200
    log = pathlib.Path(shared.log.name).read_text(encoding="utf-8")
    assert "Nothing is found by -ios predicate string “hittable == 1 AND name != 'logged'”. At character 1: The dump never says “hittable”" in log
