"""`vitrine assert`: what it prints, and how it ends; and the same rules through the API."""

import json
import re
import xml.etree.ElementTree

import jsonschema
import pytest

from commanding import vitrine
from conftest import REPOSITORY

GUIDE = (REPOSITORY / "docs/assertions.md").read_text(encoding="utf-8")

RULES = """\
rules:
- name: Pay
  view: {id: pay}
  expect: {width: 44.., height: 44}
- view: {id: title}
  expect: {color: {of: background, is: "#fff"}, text: Order}
"""


def block(language):
    """The first block in a language of the guide."""
    return re.search(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE).group(1)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "checkout.json").write_text(block("json"), encoding="utf-8")
    (tmp_path / "guide.yaml").write_text(block("yaml"), encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    return tmp_path


def run(folder, *arguments, stdin=None):
    return vitrine("assert", *arguments, folder=folder, stdin=stdin)


def test_rules_that_hold_end_with_0_and_print_nothing_but_how_many(folder):
    done = run(folder, "checkout.json", "guide.yaml")
    assert (done.returncode, done.stdout) == (0, "")
    assert re.fullmatch(r"checkout\.json: \d+ passed\n", done.stderr)


def test_the_dumps_of_a_folder_are_checked_one_after_the_other(folder):
    (folder / "more").mkdir()
    for name in ("b.json", "a.json"):
        (folder / "more" / name).write_text(block("json"), encoding="utf-8")
    (folder / "more/notes.txt").write_text("Nothing")
    done = run(folder, "more", "guide.yaml")
    assert (done.returncode, done.stdout) == (0, "")
    assert re.fullmatch(r"more/notes\.txt: skipped, .*\nmore: 2 dumps checked, 1 other file skipped\.\nmore/a\.json: \d+ passed\nmore/b\.json: \d+ passed\n", done.stderr)
    (folder / "more/c.json").write_text('{"vitrine": 1, "windows": 3}')
    assert run(folder, "more", "guide.yaml").returncode == 2
    (folder / "none").mkdir()
    done = run(folder, "none", "guide.yaml")
    assert done.returncode == 2 and "no dump in the folder" in done.stderr


def test_failures_are_lines_and_end_with_1(folder):
    done = run(folder, "checkout.json", "rules.yaml")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "checkout.json: failed: UIWindow/UIView#screen/UIButton#pay: width is 38, expected at least 44",
        "checkout.json: unknown: UIWindow/UIView#screen/UILabel#title: background colour unknown in this dump"]
    assert done.stderr == "checkout.json: 2 passed, 1 failed, 1 unknown\n"
    assert len(run(folder, "checkout.json", "rules.yaml", "--all").stdout.splitlines()) == 4


def test_what_several_words_say_alike_is_printed_once(folder):
    (folder / "none.yaml").write_text("rules:\n- view: {id: coupon}\n  expect: {width: 44, height: 44}\n", encoding="utf-8")
    done = run(folder, "checkout.json", "none.yaml")
    assert done.stdout == "checkout.json: failed: id coupon: 0 hits, expected at least 1\n"
    assert (done.returncode, done.stderr) == (1, "checkout.json: 0 passed, 2 failed\n")


def test_several_dumps_and_devices_of_the_command_line(folder):
    dump = (folder / "checkout.json").read_text(encoding="utf-8")
    (folder / "wide.json").write_text(dump.replace("141, 196, 38", "141, 196, 44"), encoding="utf-8")
    done = run(folder, "checkout.json", "wide.json", "rules.yaml", "--format", "json", "--devices", "dump,iphone-8:landscape")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["passed"] is False and [dump["file"] for dump in told["dumps"]] == ["checkout.json", "wide.json"]
    failed = [[(each["word"], each.get("device")) for each in dump["results"] if not each["passed"]] for dump in told["dumps"]]
    assert failed == [[("width", None), ("width", "iphone-8:landscape"), ("color", None), ("color", "iphone-8:landscape")],
                      [("color", None), ("color", "iphone-8:landscape")]]
    piped = run(folder, "-", "rules.yaml", stdin=dump)
    assert piped.returncode == 1 and piped.stdout.startswith("-: failed: ")


def test_tap_junit_and_sarif_are_what_their_readers_take(folder):
    tap = run(folder, "checkout.json", "rules.yaml", "--format", "tap").stdout.splitlines()
    assert tap[:2] == ["TAP version 13", "1..4"]
    points = [line for line in tap[2:] if not line.startswith("  ")]
    assert [re.match(r"(not )?ok (\d+) - ", point).group(2) for point in points] == ["1", "2", "3", "4"]
    assert sum(point.startswith("not ok") for point in points) == 2
    assert all("#" not in point.replace("\\#", "") for point in points)

    suites = xml.etree.ElementTree.fromstring(run(folder, "checkout.json", "rules.yaml", "--format", "junit").stdout)
    cases = suites.findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == ["1 Pay", "2 id title"] and len(suites.findall(".//failure")) == 2

    log = json.loads(run(folder, "checkout.json", "rules.yaml", "--format", "sarif").stdout)
    schema = REPOSITORY / ".venv/share/sarif-2.1.0.json"
    if schema.exists():
        jsonschema.validate(log, json.loads(schema.read_text(encoding="utf-8")))
    [sarif] = log["runs"]
    assert [result["ruleId"] for result in sarif["results"]] == ["1 Pay", "2 id title"]
    assert all(rule["fullDescription"]["text"] for rule in sarif["tool"]["driver"]["rules"])


@pytest.mark.parametrize("arguments,words", [
    (("checkout.json", "wrong.yaml"), ["wrong.yaml:3: /rules/0/expect/widht: There is no word “widht”; did you mean “width”?"]),
    (("checkout.json", "none.yaml"), ["none.yaml: The file cannot be read."]),
    (("none.json", "rules.yaml"), ["none.json: There is no such file."]),
    (("rules.yaml", "rules.yaml"), ["rules.yaml"]),
    (("checkout.json", "rules.yaml", "--devices", "iphone-9"), ["There is no device “iphone-9”; did you mean “iphone-8”?"]),
])
def test_what_cannot_be_read_ends_with_2_and_says_where(folder, arguments, words):
    (folder / "wrong.yaml").write_text("rules:\n- view: {id: pay}\n  expect: {widht: 44}\n", encoding="utf-8")
    done = run(folder, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert all(word in done.stderr for word in words), done.stderr


def test_the_api_says_what_the_command_says(shared, folder):
    dump = "/api/v1/dumps/" + shared.request("POST", "/api/v1/dumps", block("json")).json["id"]
    reply = shared.request("POST", f"{dump}/assert", RULES, {"Content-Type": "application/yaml"})
    told = json.loads(run(folder, "checkout.json", "rules.yaml", "--format", "json").stdout)["dumps"][0]
    assert reply.status == 200 and reply.json["results"] == told["results"] and reply.json["summary"] == told["summary"]
    wrong = shared.request("POST", f"{dump}/assert", {"rules": [{"view": {"id": "pay"}, "expect": {"widht": 4}}]})
    assert wrong.status == 422 and wrong.json["errors"][0]["pointer"] == "/rules/0/expect/widht"
