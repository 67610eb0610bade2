"""Reports for builds are what the programs take that read them: Jenkins, GitLab, GitHub and `prove`."""

import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import jsonschema
import pytest

from commanding import vitrine
from conftest import REPOSITORY, SAMPLES

ORCHARD, STOPWATCH = "Tests/Fixtures/bundles/Orchard.app", str(SAMPLES / "dumps/stopwatch.json")
KITCHEN = "Tests/Fixtures/dumps/kitchen.txt"
RULES = """\
rules:
- {name: "# a \\\\ <b> & ü", view: {id: lap}, expect: {width: 44.., height: 1000}}
- {view: {id: nowhere}, expect: {width: 44..}}
- {view: {id: lap}, expect: {color: {of: background, is: "#fff"}}}
"""
#: What makes a report, without its format.
COMMANDS = {
    "bundle": ("lint", ORCHARD), "dump": ("lint", STOPWATCH, KITCHEN), "devices": ("lint", "--devices", "all", STOPWATCH),
    "rules": ("assert", STOPWATCH, KITCHEN, "{rules}"), "no-rules": ("assert", STOPWATCH, "{none}"),
    "diff": ("diff", KITCHEN, STOPWATCH), "no-diff": ("diff", KITCHEN, KITCHEN), "absolute": ("lint", str(REPOSITORY / ORCHARD)),
}
COUNT, TIME = r"\d+", r"\d+(\.\d+)?"
#: The elements that the schema of Jenkins' xUnit plugin and GitLab both take: what each must say, may say, and may hold. Values are
#: patterns; whether there is text stands after what it holds.
JUNIT = {
    "testsuites": ({}, {"name": ".+", "tests": COUNT, "failures": COUNT, "errors": COUNT, "time": TIME}, ["testsuite"], False),
    "testsuite": ({"name": ".+", "tests": COUNT, "failures": COUNT, "errors": COUNT},
                  {"skipped": COUNT, "time": TIME, "timestamp": ".+", "hostname": ".+", "id": ".+", "package": ".+", "file": ".+"},
                  ["testcase", "properties", "system-out", "system-err"], False),
    "testcase": ({"name": ".+", "classname": ".+", "time": TIME}, {}, ["failure", "error", "skipped", "system-out", "system-err"], False),
    **{name: ({}, {"message": ".*", "type": ".*"}, [], True) for name in ("failure", "error", "skipped")},
    "system-out": ({}, {}, [], True), "system-err": ({}, {}, [], True),
}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What a command prints in a format."""
    folder = tmp_path_factory.mktemp("rules")
    for name, text in (("rules", RULES), ("none", "rules: []\n")):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")

    def report(name, form):
        arguments = [part.format(rules=folder / "rules.yaml", none=folder / "none.yaml") for part in COMMANDS[name]]
        done = vitrine(*arguments, "--format", form, folder=REPOSITORY, text=False)
        assert done.returncode in (0, 1) and done.stdout, done.stderr
        return done.stdout

    return report


def strange(element, within=None):
    """What of an element and all in it the readers of JUnit do not know."""
    if element.tag not in JUNIT or within and element.tag not in JUNIT[within][2]:
        return [f"{element.tag} in {within}"]
    must, may, _, has_text = JUNIT[element.tag]
    found = [f"{element.tag} without {name}" for name in must if name not in element.attrib]
    found += [f"{element.tag} {name}={value}" for name, value in element.attrib.items()
              if not re.fullmatch({**must, **may}.get(name, "(?!)"), value, re.DOTALL)]
    if not has_text and "".join([element.text or "", *(child.tail or "" for child in element)]).strip():
        found.append(f"text in {element.tag}")
    return found + [trouble for child in element for trouble in strange(child, element.tag)]


@pytest.mark.parametrize("name", COMMANDS)
def test_junit_holds_nothing_that_jenkins_or_gitlab_does_not_know(report, name):
    root = xml.etree.ElementTree.fromstring(report(name, "junit"))
    assert root.tag == "testsuites" and strange(root) == []
    cases = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert [one for one, times in collections.Counter(cases).items() if times > 1] == []
    for suites in (root, *root):
        failed = sum(case.find("failure") is not None for case in suites.iter("testcase"))
        assert (int(suites.get("tests")), int(suites.get("failures"))) == (len([*suites.iter("testcase")]), failed)
    assert all(failure.text.strip() for failure in root.iter("failure"))


@pytest.mark.parametrize("name", COMMANDS)
def test_sarif_keeps_to_its_schema_and_to_what_github_takes(report, name):
    text = report(name, "sarif")
    log = json.loads(text)
    schema = json.loads((pathlib.Path(sys.prefix) / "share/sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert [error.message for error in jsonschema.Draft4Validator(schema).iter_errors(log)] == []
    assert b'""' not in text and len(gzip.compress(text)) <= 10_000_000
    [run] = log["runs"]
    rules, results = run["tool"]["driver"]["rules"], run["results"]
    assert len(results) <= 25_000 and len(rules) <= 25_000 and all(len(rule.get("properties", {}).get("tags", [])) <= 20 for rule in rules)
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in results:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["partialFingerprints"]["primaryLocationLineHash"]
        [location] = result["locations"]
        place = location["physicalLocation"]
        assert re.match(r"[^/:]+(/|$)", place["artifactLocation"]["uri"]) and place["region"]["startLine"] >= 1


@pytest.mark.parametrize("name, failed", [("rules", True), ("no-rules", False)])
def test_tap_is_read_by_prove(report, tmp_path, name, failed):
    file = tmp_path / "report.tap"
    file.write_bytes(report(name, "tap"))
    done = subprocess.run(["prove", "--exec", "cat", str(file)], capture_output=True, text=True, timeout=60)
    assert "Parse errors" not in done.stdout + done.stderr and done.returncode == (1 if failed else 0), done
    points = re.findall(r"^(?:not )?ok \d+", file.read_text(encoding="utf-8"), re.M)
    assert not failed or f"Tests: {len(points)} Failed: " in done.stdout
