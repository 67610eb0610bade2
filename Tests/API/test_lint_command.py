"""`vitrine lint`: what it prints, and how it ends."""

import json
import os
import pathlib
import plistlib
import re
import shutil
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree

import jsonschema
import pytest

from commanding import BINARY, environment, vitrine
from conftest import REPOSITORY, SAMPLES

FIXTURE = "Tests/Fixtures/bundles/Orchard.app"


def lint(*arguments):
    return vitrine("lint", *arguments, folder=REPOSITORY)


def test_each_line_has_place_severity_and_rule():
    done = lint(FIXTURE)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    for line in lines:
        assert re.fullmatch(r"Tests/Fixtures/bundles/Orchard\.app[^:]*(:\d+)?: (error|warning|info): .+ \[[\w.]+\]", line)
    assert any(line.startswith(FIXTURE + "/Settings.bundle/Broken.plist:6: error:") for line in lines)
    assert re.fullmatch(r"1 file checked: 4 errors, \d+ warnings?, \d+ info\.", done.stderr.splitlines()[-1])


def test_severity_leaves_lines_out_and_the_exit_code_alone():
    assert len(lint(FIXTURE, "--severity", "error").stdout.splitlines()) == 4
    assert lint(FIXTURE, "--severity", "error").returncode == 1


def test_without_errors_it_ends_with_0():
    done = lint(str(SAMPLES))
    assert done.returncode == 0 and "0 errors, " in done.stderr


def test_json_is_that_of_the_api(samples):
    printed = json.loads(lint(str(SAMPLES / "Clock.app"), "--format", "json").stdout)
    app = samples.get("/api/v1/apps").json["apps"][0]["id"]
    answered = samples.get(f"/api/v1/apps/{app}/lint").json
    assert printed["summary"] == answered["summary"]
    for mine, theirs in zip(printed["findings"], answered["findings"], strict=True):
        assert mine.pop("file") == "/".join(filter(None, [str(SAMPLES / "Clock.app"), theirs.pop("file", "")]))
        assert mine == theirs


def test_sarif_is_a_log_of_version_2_1_0():
    done = lint(FIXTURE, "--format", "sarif")
    log = json.loads(done.stdout)
    assert done.returncode == 1 and log["version"] == "2.1.0"
    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    for rule in run["tool"]["driver"]["rules"]:
        assert all(rule[name]["text"] for name in ("shortDescription", "fullDescription", "help"))
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"] and result["message"]["text"]
        [location] = result["locations"]
        physical = location["physicalLocation"]
        assert (REPOSITORY / urllib.parse.unquote(physical["artifactLocation"]["uri"])).exists()
        assert physical.get("region", {"startLine": 1})["startLine"] >= 1


def test_sarif_keeps_to_the_schema():
    schema = pathlib.Path(sys.prefix) / "share/sarif-2.1.0.json"
    assert schema.is_file(), f"{schema} is missing: script/setup --test puts it there"
    checker = jsonschema.Draft4Validator(json.loads(schema.read_text(encoding="utf-8")))
    faults = [error.message for error in checker.iter_errors(json.loads(lint(FIXTURE, "--format", "sarif").stdout))]
    assert faults == []


def test_junit_has_a_case_for_each_rule():
    done = lint(FIXTURE, "--format", "junit")
    suites = xml.etree.ElementTree.fromstring(done.stdout)
    [suite] = suites
    assert done.returncode == 1 and suite.get("name") == FIXTURE
    cases = [(case.get("classname"), case.get("name")) for case in suite]
    assert len(cases) == len(set(cases)) == int(suite.get("tests")) > 20
    failed = [case for case in suite if case.find("failure") is not None]
    assert len(failed) == int(suite.get("failures")) > 0
    assert all(f"[{case.get('name')}]" in case.find("failure").text for case in failed)


def test_a_folder_of_bundles_is_searched(tmp_path):
    pane = plistlib.dumps({"PreferenceSpecifiers": [{"Type": "PSGroupSpecifier"}]})
    for name in ("a/One.bundle", "b/c/Two.bundle"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "Root.plist").write_bytes(pane)
    (tmp_path / "b/c/Two.bundle/Lost.plist").write_bytes(pane)
    done = lint(str(tmp_path))
    assert done.returncode == 0
    assert [line.split(": ")[0] for line in done.stdout.splitlines()] == [f"{tmp_path}/b/c/Two.bundle/Lost.plist"]


SMALL = """<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
   | <UIButton: 0x5; frame = (40 400; 20 %d); layer = <CALayer: 0x95>>
"""


@pytest.fixture
def layouts(tmp_path):
    """Dumps in folders, and what lies beside such."""
    for name, text in {"b/menu.txt": SMALL % 21, "a.txt": SMALL % 20, "b/c/deep.txt": SMALL % 22, "notes.txt": "Nothing", "rules.json": '{"rules": []}',
                       "shot.png": "", ".hidden.txt": SMALL % 20}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_dumps_in_a_folder_are_one_report_in_every_format(layouts):
    names = [f"{layouts}/{name}" for name in ("a.txt", "b/c/deep.txt", "b/menu.txt")]
    done = lint(str(layouts), "--severity", "warning")
    assert done.returncode == 0
    files = [line.split(": ")[0] for line in done.stdout.splitlines() if "touch.small" in line]
    assert files == names
    assert f"{layouts}: 3 dumps checked, 3 other files skipped.\n" in done.stderr
    assert f"{layouts}/notes.txt: skipped, as it is not a dump in a known format.\n" in done.stderr and "hidden" not in done.stderr
    printed = json.loads(lint(str(layouts), "--format", "json").stdout)
    assert {finding["file"] for finding in printed["findings"]} == set(names) and printed["total"] == len(printed["findings"])
    [run] = json.loads(lint(str(layouts), "--format", "sarif").stdout)["runs"]
    assert {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].rsplit("/", 1)[1] for result in run["results"]} == {"a.txt", "deep.txt", "menu.txt"}
    suites = xml.etree.ElementTree.fromstring(lint(str(layouts), "--format", "junit").stdout).findall("testsuite")
    assert [suite.get("name") for suite in suites] == names


def test_a_broken_dump_in_a_folder_is_told_and_ends_with_1_and_the_others_are_checked(layouts):
    (layouts / "aa.json").write_text('{"vitrine": 1, "windows": 3}')
    done = lint(str(layouts))
    assert done.returncode == 1 and done.stdout.count("[touch.small]") == 3
    assert f"Error: {layouts}/aa.json: It has the key vitrine, but no array windows.\n" in done.stderr
    assert "3 dumps checked, 1 broken, 3 other files skipped." in done.stderr


def test_a_merge_conflict_is_a_finding_and_ends_with_2(layouts):
    text = "<document>\n<<<<<<< HEAD\n<a/>\n=======\n<b/>\n>>>>>>> topic\n</document>\n"
    (layouts / "b.xib").write_text(text)
    for path in (layouts, layouts / "b.xib"):
        done = lint(str(path))
        assert done.returncode == 2 and "b.xib:2: error: The file has a merge conflict" in done.stdout
        assert "lines 2, 4, 6" in done.stdout and "[interface.mergeConflict]" in done.stdout
    done = vitrine("inspect", str(layouts / "b.xib"), folder=REPOSITORY)
    assert done.returncode == 2 and "b.xib:2: The file has a merge conflict" in done.stderr and done.stdout == ""


def test_a_folder_may_hold_bundles_and_dumps(layouts):
    shutil.copytree(REPOSITORY / FIXTURE, layouts / "Orchard.app")
    done = lint(str(layouts))
    assert done.returncode == 1 and "touch.small" in done.stdout and "Settings.bundle/Broken.plist" in done.stdout
    assert "3 dumps checked, 3 other files skipped." in done.stderr


@pytest.mark.parametrize("arguments, code, words", [
    ((), 64, "paths"), (("--format", "xml", "x"), 64, "format"), (("--severity", "fatal", "x"), 64, "severity"),
    (("/no/such/path",), 1, "no such file or folder"), (("Public/css",), 1, "no dump in the folder"),
    (("README.md",), 1, "resembles no format"), (("--devices", "nokia", "x"), 64, "nokia"),
    (("--config", "no.json", FIXTURE), 1, "no.json"), (("--baseline", "README.md", FIXTURE), 1, "README.md"),
])
def test_bad_usage_ends_with_a_sentence(arguments, code, words):
    done = lint(*arguments)
    assert done.returncode == code and words in done.stderr and done.stdout == ""


DUMP = str(SAMPLES / "dumps/stopwatch.json")


def test_a_dump_is_checked_and_says_what_the_api_says(samples):
    done = lint(DUMP, "--format", "json")
    printed = json.loads(done.stdout)
    [dump] = [dump for dump in samples.get("/api/v1/dumps").json["dumps"] if dump["name"] == "Stopwatch"]
    answered = samples.get(f"/api/v1/dumps/{dump['id']}/lint").json
    assert done.returncode == 0 and printed["summary"] == answered["summary"]
    assert [finding.pop("file") for finding in printed["findings"]] == [DUMP] * len(answered["findings"])
    assert printed["findings"] == answered["findings"]
    for line in lint(DUMP).stdout.splitlines():
        assert re.fullmatch(r"[^:]*stopwatch\.json: (error|warning|info): .+ \[[\w.]+\]", line)


def test_reports_of_dumps_keep_to_their_formats():
    schema = json.loads((pathlib.Path(sys.prefix) / "share/sarif-2.1.0.json").read_text(encoding="utf-8"))
    log = json.loads(lint(DUMP, "--format", "sarif", "--devices", "all").stdout)
    assert [error.message for error in jsonschema.Draft4Validator(schema).iter_errors(log)] == []
    [suite] = xml.etree.ElementTree.fromstring(lint(DUMP, FIXTURE, "--format", "junit").stdout)[:1]
    assert suite.get("name") == DUMP and int(suite.get("tests")) >= 20


def test_a_baseline_accepts_what_there_is(tmp_path):
    accepted = tmp_path / "known.json"
    written = lint(DUMP, "--write-baseline", str(accepted))
    assert written.returncode == 0 and written.stdout == "" and json.loads(accepted.read_text())["version"] == 1
    later = lint(DUMP, "--baseline", str(accepted))
    count = len(json.loads(accepted.read_text())["findings"])
    assert later.stdout == "" and f"0 errors, 0 warnings, 0 info new to the baseline, which accepts {count}." in later.stderr


def test_what_is_new_against_a_baseline_is_marked_and_what_is_gone_counted(layouts, tmp_path):
    accepted = tmp_path / "known.json"
    lint(str(layouts / "a.txt"), "--write-baseline", str(accepted))
    known = json.loads(accepted.read_text())
    known["findings"].append({**known["findings"][0], "fingerprint": "0" * 16})
    accepted.write_text(json.dumps(known))
    (layouts / "a.txt").write_text(SMALL % 20 + "   | <UIView: 0x6; frame = (50 50; -9 9); layer = <CALayer: 0x9>>\n")
    done = lint(str(layouts / "a.txt"), "--baseline", str(accepted))
    assert [line.split(" [")[1] for line in done.stdout.splitlines()] == ["size.negative] (new)"]
    count = len(known["findings"]) - 1
    assert f"1 warning, 0 info new to the baseline, which accepts {count} and lists 1 that is gone." in done.stderr
    made = json.loads(lint(str(layouts / "a.txt"), "--baseline", str(accepted), "--format", "json").stdout)
    assert made["baseline"] == {"new": 1, "accepted": count, "gone": 1} and made["findings"][0]["new"] is True
    [run] = json.loads(lint(str(layouts / "a.txt"), "--baseline", str(accepted), "--format", "sarif").stdout)["runs"]
    assert [result["baselineState"] for result in run["results"]] == ["new"]


def test_findings_in_a_folder_are_grouped_by_file_and_summed_up_in_the_last_line(layouts):
    done = lint(str(layouts), "--severity", "warning")
    groups = done.stdout.rstrip("\n").split("\n\n")
    assert [group.splitlines()[0] for group in groups] == [
        f"{layouts}/{name}: 0 errors, 1 warning, 0 info" for name in ("a.txt", "b/c/deep.txt", "b/menu.txt")]
    assert all(line.startswith(group.splitlines()[0].split(": ")[0] + ": ") for group in groups for line in group.splitlines())
    last = done.stderr.splitlines()[-1]
    assert re.match(r"3 files checked: 0 errors, \d+ warnings, \d+ info\. \d+ rules could not judge every file: some never say ", last)
    assert re.search(r"\. \d+ rules found nothing\.$", last)


@pytest.mark.parametrize("variables, coloured", [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_severities_are_coloured_on_a_terminal_only(layouts, variables, coloured):
    reader, writer = os.openpty()
    with os.fdopen(reader, "rb", buffering=0) as terminal:
        usual = {name: value for name, value in environment().items() if name not in ("NO_COLOR", "TERM")}
        subprocess.run([BINARY, "lint", str(layouts / "a.txt")], stdout=writer, stderr=subprocess.DEVNULL, timeout=60,
                       env={**usual, "TERM": "xterm", **variables}, check=False)
        os.close(writer)
        text = terminal.read(65536).decode()
    assert "touch.small" in text and ("\x1b[1;33mwarning\x1b[0m" in text) == coloured
    assert "\x1b" not in lint(str(layouts / "a.txt")).stdout


def test_a_configuration_weighs_rules_and_says_what_is_wrong_with_it(tmp_path):
    config = tmp_path / "lint.json"
    config.write_text('{"rules": {"contrast.low": "error"}, "devices": ["iphone-8"]}')
    done = lint(DUMP, "--config", str(config))
    assert done.returncode == 1 and "error: " in done.stdout
    config.write_text('{"rules": {"contrast.low": "fatal"}}')
    done = lint(DUMP, "--config", str(config))
    assert done.returncode == 1 and "/rules/contrast.low: " in done.stderr and done.stdout == ""


def test_other_texts_are_tried_on_devices(tmp_path):
    storyboard = (REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard").read_text(encoding="utf-8")
    file = tmp_path / "Base.lproj/Main.storyboard"
    for folder in ("Base.lproj", "de.lproj"):
        (tmp_path / folder).mkdir()
    file.write_text(storyboard, encoding="utf-8")
    table = '"lab-00-001.text" = "Außergewöhnlich lange gekochte Frühstückseier aus Freilandhaltung";'
    (tmp_path / "de.lproj/Main.strings").write_text(table, encoding="utf-8")

    def cut(*arguments):
        done = lint(str(file), "--devices", "iphone-5s", "--format", "json", *arguments)
        return [finding["view"] for finding in json.loads(done.stdout)["findings"] if finding["rule"] == "layout.cut"]

    assert cut() == [] and cut("--text", "+30%") == []
    assert cut("--language", "de") == [2] and cut("--text", "2=" + "Eier und Speck " * 9) == [2]
    assert cut("--language", "de", "--text", "2=Eier") == []
    missing = lint(str(file), "--devices", "iphone-5s", "--language", "fr")
    assert missing.returncode == 1 and "there are de" in missing.stderr
    # Without devices the dump is judged on that of its canvas.
    alone, there = (json.loads(lint(str(file), *words, "--text", "+30%", "--format", "json").stdout) for words in ([], ["--device", "iphone-8"]))
    assert alone["findings"] == there["findings"]
