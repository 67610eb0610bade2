"""What the commands print, and how they end."""

import json
import xml.etree.ElementTree

import pytest

from commanding import vitrine as run
from conftest import REPOSITORY, SAMPLES

DUMP = str(SAMPLES / "dumps/world-clock.txt")


def test_inspect_prints_a_line_for_each_view():
    done = run("inspect", DUMP)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "UIWindow 0 (0 0; 375 667)" and len(lines) > 40
    assert "info: " in done.stderr


def test_inspect_lays_out_at_another_size():
    done = run("inspect", DUMP, "--size", "667x375")
    assert done.stdout.startswith("UIWindow 0 (0 0; 667 375)\n")


def test_inspect_gives_the_json_of_the_api(samples):
    printed = json.loads(run("inspect", DUMP, "--format", "json").stdout)
    dump = next(dump["id"] for dump in samples.get("/api/v1/dumps").json["dumps"] if dump["name"] == "world-clock")
    assert printed == samples.get(f"/api/v1/dumps/{dump}/views").json


def test_inspect_draws_a_picture_and_reads_standard_input():
    done = run("inspect", "-", "--format", "svg", stdin=open(DUMP, encoding="utf-8").read())
    assert xml.etree.ElementTree.fromstring(done.stdout).tag.endswith("svg")


def test_what_the_format_never_says_is_one_line_unless_all_is_wanted():
    notes = run("inspect", DUMP).stderr.splitlines()
    never = "info: This format never says: "
    assert [note for note in notes if note.startswith(never)] == notes[-1:] and "content mode" in notes[-1]
    every = run("inspect", DUMP, "--verbose").stderr
    assert never not in every and "info: The content mode is not printed" in every


def test_a_refusal_has_four_lines_unless_all_is_wanted(tmp_path):
    tale = tmp_path / "tale.txt"
    tale.write_text("Once upon a time\n", encoding="utf-8")
    for command in ("inspect", "lint", "report"):
        done = run(command, str(tale), *(("-o", str(tmp_path / "x")) if command == "report" else ()))
        lines = done.stderr.splitlines()
        assert done.returncode != 0 and len(lines) == 4 and "“Once upon a time”" in lines[0], done.stderr
        assert "recursiveDescription" in lines[1] and "no line describes a view" in lines[2] and "--verbose" in lines[3]
    every = run("inspect", str(tale), "--verbose").stderr
    assert "\n  maestro: It holds no JSON." in every and "--verbose" not in every


@pytest.mark.parametrize("name", ["dump.json", "dump.plist", "dump.txt"])
def test_convert_writes_what_reads_back_as_the_same_tree(name, tmp_path):
    out = str(tmp_path / name)
    done = run("convert", DUMP, out)
    assert done.returncode == 0, done.stderr
    assert run("inspect", out).stdout == run("inspect", DUMP).stdout
    again = run("convert", DUMP, out)
    assert again.returncode == 1 and "--force" in again.stderr
    assert run("convert", DUMP, out, "--force").returncode == 0


def test_report_writes_one_file_with_findings_and_rules(tmp_path):
    rules, out = tmp_path / "rules.yaml", tmp_path / "out.html"
    rules.write_text("rules:\n- {name: Wide, view: {where: 'class:UIWindow'}, expect: {width: 1}}\n")
    done = run("report", DUMP, "-o", str(out), "--rules", str(rules))
    assert done.returncode == 0 and done.stdout == done.stderr == ""
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and page.endswith("</html>\n") and page.count("<svg") == 1
    assert page.replace("http://www.w3.org/2000/svg", "").count("http") == page.count("http-equiv") == 1
    assert "Wide · " in page and 'class="failed"' in page and f"<dd>{DUMP}</dd>" in page
    found = json.loads(run("lint", DUMP, "--format", "json").stdout)["findings"]
    assert page.count('<li id="finding-') == len(found) > 0
    again = run("report", DUMP, "-o", str(out))
    assert again.returncode == 1 and "--force" in again.stderr
    assert run("report", DUMP, "-o", str(out), "--force").returncode == 0


def test_report_takes_the_configuration_and_the_baseline_of_lint(tmp_path):
    baseline = tmp_path / "known.json"
    assert run("lint", DUMP, "--write-baseline", str(baseline)).returncode == 0
    page = run("report", DUMP, "--baseline", str(baseline)).stdout
    assert "Nothing new was found." in page and '<li id="finding-' not in page and "as the baseline accepts" in page
    config = tmp_path / "lint.json"
    config.write_text(json.dumps({"devices": ["iphone-5s"], "rules": {"touch.small": "off"}}))
    assert "iphone-5s" in json.dumps(json.loads(run("lint", DUMP, "--config", str(config), "--format", "json").stdout))
    assert "touch.small" not in run("report", DUMP, "--config", str(config)).stdout
    assert run("report", DUMP, "--devices", "toaster").returncode == 64
    assert "no dump" in run("report", str(config)).stderr or run("report", str(config)).returncode == 1
    assert run("report", DUMP, "--rules", DUMP).returncode == 1


def test_convert_writes_page_source_that_is_read_again(tmp_path):
    source = str(REPOSITORY / "Tests/Fixtures/dumps/orchard-wda.xml")
    out = tmp_path / "page.xml"
    done = run("convert", source, str(out))
    assert done.returncode == 0 and done.stderr == ""
    assert run("inspect", str(out)).stdout == run("inspect", source).stdout
    screen = run("convert", DUMP, "-", "--format", "xml")
    root = xml.etree.ElementTree.fromstring(screen.stdout)
    assert root.tag == "XCUIElementTypeApplication" and root[0].get("class") == "UIWindow"
    assert "lost: " in screen.stderr


def test_convert_draws_pictures_and_says_what_is_lost(tmp_path):
    done = run("convert", DUMP, "-", "--format", "svg", "--appearance", "dark")
    assert xml.etree.ElementTree.fromstring(done.stdout).get("viewBox") == "0 0 375 667" and "prefers-color-scheme" not in done.stdout
    dump = tmp_path / "a.json"
    dump.write_text('{"vitrine": 1, "windows": [{"class": "UIView", "frame": [0, 0, 1, 1], "identifier": "x"}]}')
    assert "lost: identifier of 1 view" in run("convert", str(dump), "-", "--format", "txt").stderr
    # A converter stands in for the real ones: what it gets is the picture, what it gives is the file.
    tool = tmp_path / "rsvg-convert"
    tool.write_text("#!/bin/sh\nprintf 'made of '; cat\n")
    tool.chmod(0o755)
    made = run("convert", str(dump), str(tmp_path / "a.png"), PATH=f"{tmp_path}:/usr/bin:/bin")
    assert made.returncode == 0 and (tmp_path / "a.png").read_text().startswith("made of <svg"), made.stderr
    none = run("convert", str(dump), str(tmp_path / "b.png"), PATH=str(tmp_path / "none"))
    assert none.returncode == 1 and "librsvg2-bin" in none.stderr


@pytest.mark.parametrize("arguments, words", [
    (("inspect", "/no/such/file"), "does not exist"),
    (("inspect", str(SAMPLES)), "folder"),
    (("inspect", str(REPOSITORY / "Package.swift")), "recursiveDescription"),
    (("health", "--port", "1"), "No server responds"),
    (("serve", "--resources", "/tmp"), "Public and Templates"),
])
def test_bad_input_ends_with_1_and_a_sentence(arguments, words, tmp_path):
    data = ("--data", str(tmp_path)) if arguments[0] == "serve" else ()
    done = run(*arguments, *data)
    assert done.returncode == 1 and words in done.stderr and done.stdout == ""
    assert "code:" not in done.stderr


@pytest.mark.parametrize("arguments", [
    ("inspect",), ("inspect", DUMP, "--format", "xml"), ("inspect", DUMP, "--size", "wide"), ("serve", "--port", "99999"),
    ("serve", "--max-dump", "0"), ("dance",),
])
def test_wrong_usage_ends_with_64(arguments):
    done = run(*arguments)
    assert done.returncode == 64 and "Usage" in done.stderr


def test_the_environment_stands_in_for_options():
    done = run("serve", VITRINE_PORT="many")
    assert done.returncode == 64 and "VITRINE_PORT" in done.stderr


def test_health_finds_a_running_server(samples):
    done = run("health", "--port", samples.url.rsplit(":", 1)[1])
    assert (done.returncode, done.stdout) == (0, "ok\n")


def test_a_second_server_on_the_port_says_so(samples, tmp_path):
    done = run("serve", "--port", samples.url.rsplit(":", 1)[1], "--data", str(tmp_path))
    assert done.returncode == 1 and "in use" in done.stderr
