"""The Python client of clients/python, asked of a server, and of a small one that only answers what a test tells it."""

import datetime
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import pytest

import vitrine
from vitrine import assertions
from vitrine.property_lists import decoded, encoded
from conftest import REPOSITORY, SAMPLES

PACKAGE = REPOSITORY / "clients/python"
CLOCK = "com.example.clock"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x04\0\0\0\x04"


@pytest.fixture
def client(shared):
    return vitrine.Vitrine(shared.url)


@pytest.fixture
def stopwatch(client):
    return client.post_dump(SAMPLES / "dumps/stopwatch.json")


# Dumps


def test_a_dump_goes_there_and_comes_back(client):
    path = SAMPLES / "dumps/world-clock.txt"
    dump = client.post_dump(path, screenshot=PNG)
    assert (dump.name, dump.format, dump.size) == ("World Clock", "recursiveDescription", vitrine.Size(375, 667))
    assert dump.source() == path.read_bytes() and dump.screenshot() == PNG
    assert client.dump(dump.id).name == "World Clock" and dump.id in [each.id for each in client.dumps("world")]
    assert dump.rename("Clock").name == "Clock" == dump.refresh().name
    assert dump.tag("sign in", "1.2").json["tags"] == ["1.2", "sign in"] == dump.refresh().json["tags"]
    assert dump.move("Release 2").json["folder"] == "Release 2" and "folder" not in dump.move(None).json
    assert dump.page.startswith(client.url + "/dumps/") and "Clock" in repr(dump)
    dump.delete()
    with pytest.raises(vitrine.NotFound) as caught:
        dump.refresh()
    assert caught.value.status == 404 and caught.value.type == "/problems/not-found" and dump.id in str(caught.value)


def test_a_screenshot_comes_later_and_goes(client):
    dump = client.post_dump('{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,2,2]}]}')
    assert dump.put_screenshot(PNG, scale=2).screenshot() == PNG and dump.json["screenshot"]
    with pytest.raises(vitrine.ProblemError) as caught:
        dump.put_screenshot(PNG, scale=3)
    assert caught.value.type == "/problems/picture-does-not-fit"
    assert not dump.delete_screenshot().json["screenshot"]


def test_text_and_bytes_are_dumps_too(client):
    text = "<UIWindow: 0x1; frame = (0 0; 10 10); layer = <CALayer: 0x2>>\n"
    assert client.post_dump(text, name="text").view_count == client.post_dump(text.encode(), name="bytes").view_count == 1


def test_a_refusal_says_what_is_wrong_and_where(stopwatch):
    with pytest.raises(vitrine.ProblemError) as caught:
        stopwatch.change(1, {"hidden": 7, "tag": "x"})
    problem = caught.value
    assert problem.status == 422 and {error["pointer"] for error in problem.errors} == {"/hidden", "/tag"}
    assert "/hidden" in str(problem) and "PATCH" in str(problem)


def test_nobody_there_is_told(client):
    nowhere = vitrine.Vitrine("http://127.0.0.1:1")
    assert client.is_healthy() and not nowhere.is_healthy()
    with pytest.raises(vitrine.Unreachable, match="127.0.0.1:1"):
        nowhere.dumps()


def test_a_dump_of_a_folder_cannot_be_deleted(client):
    folder = next(dump for dump in client.dumps() if dump.json["readOnly"])
    with pytest.raises(vitrine.Conflict):
        folder.delete()


# Views


def test_every_filter_of_views_can_be_asked(stopwatch):
    assert len(stopwatch.views()) == stopwatch.view_count
    lap = stopwatch.view(identifier="lap")
    assert lap.class_name == "UIButton" and lap.frame == vitrine.Rect(24, 252, 72, 72) and lap.dump is stopwatch
    assert lap.window_frame == vitrine.Rect(24, 316, 72, 72) and lap.said("identifier")
    assert [view.identifier for view in stopwatch.views(class_="*LapCell")] == ["lap-4", "lap-3", "lap-2", "lap-1"]
    assert stopwatch.view(tag=30) == lap == stopwatch.view(address=lap.address) == stopwatch.tagged(30)
    assert stopwatch.view(where="id:lap", class_="UIButton", hidden=False) == lap
    assert {view.superview for view in stopwatch.views(superview=lap.superview)} == {lap.superview}
    assert stopwatch.view(root=lap.id, text="lap", depth=lap.depth + 1, class_="UIButtonLabel").superview == lap.id
    assert stopwatch.views(changed=True) == []
    assert stopwatch.select(["identifier", "tag"], class_="UIButton")[0] == {"identifier": "lap", "tag": 30}
    assert "UIWindow" in stopwatch.tree(depth=0) and stopwatch.view_with_id(lap.id).json["superviews"]


def test_long_lists_are_read_to_their_end(client):
    views = [{"class": "UIView", "frame": [0, 0, 1, 1]}] * 2_500
    dump = client.post_dump(json.dumps({"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 9, 9], "subviews": views}]}))
    assert [view.id for view in dump.views()] == list(range(2_501))
    assert len(dump.layout(width=20, height=20).views) == 2_501


def test_one_view_is_one_view(stopwatch):
    with pytest.raises(vitrine.NotOneView, match="4 views .*class_='\\*LapCell'.*#lap-4"):
        stopwatch.view(class_="*LapCell")
    with pytest.raises(vitrine.NotOneView, match="no view .*identifier='laps-4'; there are stopwatch-screen, laps"):
        stopwatch.view(identifier="laps-4")


# Layouts, touches, edits


def test_layouts_and_coordinates(client, stopwatch):
    lap = stopwatch.view(identifier="lap")
    layout = stopwatch.layout(device="iphone-8", orientation="landscape")
    assert layout.size == vitrine.Size(667, 375) and layout.views[0].changed and layout.views[lap.id].certainty == "masks"
    assert {device.id for device in client.devices()} >= {"iphone-8", "ipad-9-7"}
    assert stopwatch.wireframe(highlight=[lap.id]).startswith("<svg")
    hit = stopwatch.hit_test(60, 352)
    assert hit.hit == lap.id and lap.id in hit.candidates and hit.responder_chain[0]["class"] == "UIButton"
    assert stopwatch.convert_point(0, 0, source=lap.id, target="window") == vitrine.Point(24, 316)
    assert stopwatch.convert_rect(vitrine.Rect(0, 0, 1, 2), source=lap.id, target="window") == vitrine.Rect(24, 316, 1, 2)
    assert stopwatch.animate([{"view": lap.id, "alpha": 0}], [0, 1], duration=1)["views"] == [lap.id]


def test_edits_are_made_and_taken_back(stopwatch):
    lap = stopwatch.view(identifier="lap")
    edited = stopwatch.change(lap, {"alpha": 0.5})
    assert [(view.id, view.alpha) for view in edited.changed] == [(lap.id, 0.5)] and edited.tag
    with pytest.raises(vitrine.PreconditionFailed):
        stopwatch.edit("remove", view=lap.id, if_match='"0"')
    removed = stopwatch.edit("remove", view=lap.id, if_match=edited.tag).removed
    assert lap.id in removed and stopwatch.edits()[0]["op"] == "remove"
    stopwatch.undo()
    assert stopwatch.undo().changed[0].alpha == 1 and stopwatch.redo().changed[0].alpha == 0.5
    stopwatch.pin(lap)
    stopwatch.note(lap, "red?")
    stopwatch.unpin(lap)


# Apps and defaults


def test_settings_are_read_and_written(client):
    app = client.app(CLOCK)
    assert app.name == "Clock" and app.id in [each.id for each in client.apps()]
    assert app.set({"snooze_minutes": 5}) == ["snooze_minutes"] and app.row("snooze_minutes")["stored"] == 5
    assert app.set({"snooze_minutes": None}) == ["snooze_minutes"]
    assert app.settings("Alarms", lang="ar")["direction"] == "rtl" and set(app.all_settings()) >= {"Root", "Alarms"}
    assert app.info() and app.registration() and isinstance(app.lint(), list)
    with pytest.raises(KeyError, match="no such key"):
        app.row("no such key")
    with pytest.raises(vitrine.ProblemError, match="No row has the key"):
        app.set({"no such key": 1})


def test_defaults_keep_their_types(client):
    domain = client.domain("com.example.kept")
    moment = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    values = {"b": True, "i": 2**64 - 1, "r": 1.0, "inf": float("inf"), "d": b"\0\1", "at": moment, "$key": [{"$real": "x"}], "t": "é"}
    assert set(domain.set(values)) == set(values)
    stored = domain.values()
    assert stored == values and type(stored["r"]) is float
    assert domain.value("b", as_="integer") == 1 and domain.file().startswith(b"bplist")
    assert domain.set({"b": None}) == ["b"] and "b" not in domain.values()
    assert domain.undo(2) == ["b"] and domain.restore(2) == ["b"] and domain.history()[0]["revision"] == 4 == domain.revision
    file = domain.file()
    domain.replace({"only": 1})
    assert set(domain.load(file)) == set(values) - {"b"} | {"only"}
    domain.set_layer("managed", {"only": 7})
    domain.set_arguments(["-only", "8"])
    assert domain.value("only") == 7
    domain.clear_layer("managed")
    assert domain.values("app")["only"] == "8" and domain.name in [each["name"] for each in client.domains()]
    domain.remove()
    assert domain.values() == {}


@pytest.mark.parametrize("value", [None, [None], {"a": {1, 2}}, {1: 2}, datetime.datetime(2026, 1, 1)])
def test_what_no_property_list_holds_is_refused_before_it_is_sent(value):
    with pytest.raises(TypeError):
        encoded(value)


def test_dates_have_any_number_of_digits_behind_the_second():
    for text, microsecond in (("", 0), (".25", 250_000), (".123456789", 123_456)):
        moment = datetime.datetime(2026, 1, 2, 3, 4, 5, microsecond, tzinfo=datetime.timezone.utc)
        assert decoded({"$date": f"2026-01-02T03:04:05{text}Z"}) == moment == decoded(encoded(moment))


@pytest.mark.parametrize("value", [{"$date": "x"}, {"$$": {"$$a": 1}}, [1.5, -(2**63), float("-inf"), b""]])
def test_values_survive_both_ways(value):
    assert decoded(json.loads(json.dumps(encoded(value)))) == value


# Assertions


def test_assertions_hold_and_fail_with_numbers(stopwatch):
    def fails(text, check, *arguments, **words):
        with pytest.raises(AssertionError) as caught:
            check(*arguments, **words)
        assert text in str(caught.value), str(caught.value)

    lap, screen = stopwatch.view(identifier="lap"), stopwatch.view(identifier="stopwatch-screen")
    cells = stopwatch.views(class_="*LapCell")
    assertions.assert_inside(lap, of=screen, left=24)
    fails(f"UIButton {lap.id} #lap: left inset in UIView {screen.id} #stopwatch-screen is 24, expected 16",
          assertions.assert_inside, lap, of=screen, left=16)
    fails("reaches", assertions.assert_inside, screen, of=lap)
    assertions.assert_aligned(*cells, edge="left")
    fails("#lap-3: top is", assertions.assert_aligned, *cells, edge="top")
    assertions.assert_spacing(cells, 0)
    fails("gap 1 of 3 is 0, expected 8", assertions.assert_spacing, cells, 8)
    assertions.assert_apart(*cells)
    fails("lies over", assertions.assert_apart, lap, screen)
    assertions.assert_min_touch_target(stopwatch)
    fails("expected at least 44 by 44", assertions.assert_min_touch_target, cells)
    assertions.assert_touchable(lap)
    fails("hidden", assertions.assert_touchable, stopwatch.view(identifier="start"))
    assertions.assert_visible(lap)
    assertions.assert_visible(lap, on=["iphone-8", "iphone-8:landscape"])
    fails("0% visible, expected 100%", assertions.assert_visible, stopwatch.view(identifier="start"))
    fails("on iphone-8 it is hidden", assertions.assert_visible, stopwatch.view(identifier="start"), on=["iphone-8"])
    stopwatch.change(lap, {"autoresizingMask": []})
    fails("on iphone-5s:landscape", assertions.assert_visible, stopwatch.view(identifier="start"), on=["iphone-8", "iphone-5s:landscape"])
    with pytest.raises(ValueError, match="none of left"):
        assertions.assert_aligned(lap, edge="middle")


def test_what_leaves_the_window_on_a_device_is_not_visible_there(client):
    views = [{"class": "UIView", "frame": [300, 0, 60, 10], "autoresizingMask": [], "identifier": "right"},
             {"class": "UIView", "frame": [0, 0, 100, 100], "autoresizingMask": [], "clipsToBounds": True, "subviews": [
                 {"class": "UIView", "frame": [50, 0, 100, 10], "autoresizingMask": [], "identifier": "cut"}]}]
    dump = client.post_dump(json.dumps({"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": views}]}))
    assertions.assert_visible(dump.view(identifier="right"), on=["iphone-8"])
    with pytest.raises(AssertionError, match="on iphone-5s 33% is visible, expected 100%: it is at \\(300, 0, 60, 10\\) of 320 by 568"):
        assertions.assert_visible(dump.view(identifier="right"), on=["iphone-8", "iphone-5s"])
    assertions.assert_visible(dump.view(identifier="cut"), on=["iphone-8"], fraction=0.5)
    with pytest.raises(AssertionError, match="50% is visible, expected 60%"):
        assertions.assert_visible(dump.view(identifier="cut"), on=["iphone-8"], fraction=0.6)


def test_where_a_layout_does_not_know_no_guess_passes_for_a_fact(client):
    dump = client.post_dump(json.dumps({"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [
        {"class": "UIView", "frame": [0, 0, 10, 10]}]}]}))
    with pytest.raises(AssertionError, match="on iphone-5s it is not known where it is"):
        assertions.assert_visible(dump.view(class_="UIView"), on=["iphone-5s"])


# Scenes and devices


def test_scenes_and_devices_of_a_storyboard(client):
    dump = client.post_dump(REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard")
    scenes = dump.scenes()
    assert scenes[0]["initial"] and {segue["to"] for scene in scenes for segue in scene["segues"]} <= {scene["id"] for scene in scenes} | {None}
    assert len(dump.scenes("no such scene")) == 0 < len(scenes)
    cells = dump.matrix(devices=["iphone-8", "ipad-9-7"], orientations=["portrait", "landscape"])
    shown = {cell["scene"] for cell in cells}
    assert shown <= {scene["root"] for scene in scenes} and len(cells) == 4 * len(shown) > 0
    assert {(cell["device"], cell["orientation"]) for cell in dump.matrix(scenes=[min(shown)], devices=["iphone-8"])} == {("iphone-8", "portrait")}
    assert "<html" in dump.matrix_report(devices=["iphone-8"]) and "<testsuite" in dump.matrix_report("junit", devices=["iphone-8"])


# What a small server is told to answer


class Told(http.server.BaseHTTPRequestHandler):
    """Answers what it was told, and keeps what it was asked."""

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append((self.command, self.path, body, self.headers))
        answer = self.server.answers.pop(0)
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_PUT = do_GET

    def log_message(self, *arguments):
        pass


@pytest.fixture
def told():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Told)
    server.asked, server.answers = [], []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.client = vitrine.Vitrine(f"http://127.0.0.1:{server.server_port}/", headers={"Authorization": "Bearer x"})
    summary = {"id": "a b", "name": "A", "format": "vitrineJSON", "viewCount": 1, "size": {"width": 1, "height": 2}, "revision": 1}
    server.answers.append(summary)
    server.dump = server.client.dump("a b")
    server.summary = summary
    yield server
    server.shutdown()
    server.server_close()


def test_findings_are_typed_and_read_to_their_end(told):
    one, two = ({"rule": "touch.small", "severity": severity, "view": 3, "message": "Too small."} for severity in ("warning", "error"))
    one["fix"] = {"summary": "Alpha: 0 → 1", "edits": [{"op": "change", "view": 3, "changes": {"alpha": 1}}]}
    unjudged = [{"rule": "contrast.low", "missing": ["background colours"]}]
    told.answers += [{"findings": [one], "summary": {"warning": 1}, "unjudged": unjudged, "next": "0"},
                     {"findings": [two], "summary": {}, "unjudged": unjudged, "next": None}]
    report = told.dump.lint(rules=["touch.small"], devices=["iphone-8", "ipad-9-7"])
    assert [finding.severity for finding in report.findings] == ["warning", "error"] and report.summary == {"warning": 1}
    assert [finding.severity for finding in report.at_least("error")] == ["error"] and report.findings[0].view == 3
    assert report.unjudged == (vitrine.Unjudged("contrast.low", ("background colours",)),)
    assert [len(finding.fix) for finding in report.findings] == [1, 0] and report.findings[0].fix[0]["op"] == "change"
    assert told.asked[1][1] == "/api/v1/dumps/a%20b/lint?rules=touch.small&devices=iphone-8%2Cipad-9-7"
    assert told.asked[2][1].endswith("&after=0") and told.asked[0][3]["Authorization"] == "Bearer x"


def test_rules_are_sent_as_an_object_as_text_or_from_a_file(told, tmp_path):
    answer = {"passed": False, "results": [{"rule": "r", "passed": True, "message": ""},
                                           {"rule": "s", "passed": False, "view": 4, "message": "width is 38, expected at least 44"}]}
    told.answers += [answer] * 3
    rules = {"rules": [{"view": {"id": "title"}, "expect": {"width": "44.."}}]}
    (tmp_path / "rules.yaml").write_text("rules: []")
    report = told.dump.check(rules)
    assert not report.passed and [(each.rule, each.view) for each in report.failures] == [("s", 4)]
    told.dump.check("rules: []")
    told.dump.check(tmp_path / "rules.yaml")
    assert [(each[0], each[1]) for each in told.asked[1:]] == [("POST", "/api/v1/dumps/a%20b/assert")] * 3
    assert json.loads(told.asked[1][2]) == rules and told.asked[2][2] == told.asked[3][2] == b"rules: []"
    assert told.asked[1][3]["Content-Type"] == "application/json"


def test_two_dumps_are_compared(told):
    lists = {name: [] for name in ("added", "removed", "moved", "resized", "changed")}
    told.answers += [{**lists, "summary": {}}, {**lists, "moved": [{"view": 1}], "summary": {"moved": 1}}]
    assert told.client.diff(told.dump, "other").is_empty
    difference = told.client.diff(told.dump, "other", tolerance=0.5)
    assert difference.moved == ({"view": 1},) and not difference.is_empty and difference.summary == {"moved": 1}
    assert told.asked[2][1] == "/api/v1/diff?from=a%20b&to=other&tolerance=0.5"


def test_locators_and_their_queries_are_asked(told):
    told.answers += [{"locators": []}, {"views": [], "total": 0, "next": None}]
    assert told.dump.locators(7) == {"locators": []}
    told.dump.views(xpath="//*[@name='a']", predicate='name == "a"', class_chain="**/*")
    assert told.asked[1][1] == "/api/v1/dumps/a%20b/views/7/locators"
    assert told.asked[2][1].endswith("/views?xpath=%2F%2F%2A%5B%40name%3D%27a%27%5D&predicate=name%20%3D%3D%20%22a%22&classChain=%2A%2A%2F%2A")


def test_a_newer_version_takes_the_place(told):
    told.answers += [{"views": {}}, {**told.summary, "revision": 2}]
    assert told.dump.put_source('{"vitrine": 1}', if_match='"1"').revision == 2
    method, path, body, headers = told.asked[1]
    assert (method, path, body) == ("PUT", "/api/v1/dumps/a%20b/source", b'{"vitrine": 1}') and headers["If-Match"] == '"1"'


# The package and the plugin

TEST = """
from vitrine.assertions import assert_inside

def test_the_title_is_inside(vitrine_dump):
    dump = vitrine_dump("screen.json")
    assert_inside(dump.view(identifier="title"), of=dump.view(identifier="card"), left=16)

def test_the_title_is_elsewhere(vitrine_dump, vitrine_server):
    dump = vitrine_dump("screen.json", name="Elsewhere")
    assert dump.id in [each.id for each in vitrine_server.dumps()]
    assert_inside(dump.view(identifier="title"), of=dump.view(identifier="card"), left=8)
"""
SCREEN = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [
    {"class": "UIView", "identifier": "card", "frame": [10, 10, 300, 100], "subviews": [
        {"class": "UILabel", "identifier": "title", "frame": [16, 8, 100, 20]}]}]}]}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package as pip installs it, built without a network."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(PACKAGE, folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", folder / "packages", folder / "source"], check=True)
    return folder / "packages"


def run_plugin(installed, folder, *arguments, test=TEST, **variables):
    (folder / "test_screen.py").write_text(test)
    (folder / "screen.json").write_text(json.dumps(SCREEN))
    environment = {**os.environ, "PYTHONPATH": str(installed), **variables}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:schemathesis", "--rootdir", folder, "-q", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_plugin_starts_a_server_of_its_own(installed, tmp_path):
    binary = os.environ.get("VITRINE_BINARY") or str(REPOSITORY / ".build/debug/vitrine")
    run = run_plugin(installed, tmp_path, "--vitrine-binary", binary)
    assert run.returncode == 1 and "1 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    assert "UILabel 2 #title: left inset in UIView 1 #card is 16, expected 8" in run.stdout


def test_the_plugin_uses_a_server_that_is_there_and_says_where_a_failure_is_seen(installed, tmp_path, shared):
    before = len(shared.get("/api/v1/dumps").json["dumps"])
    run = run_plugin(installed, tmp_path, VITRINE_URL=shared.url)
    assert "1 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    left = [dump for dump in shared.get("/api/v1/dumps").json["dumps"] if dump["name"] == "Elsewhere"]
    assert len(left) == 1 and f"{shared.url}/dumps/{left[0]['id']}" in run.stdout
    assert len(shared.get("/api/v1/dumps").json["dumps"]) == before + 1


def test_the_plugin_puts_apps_into_a_set_for_a_test_and_takes_that_back(installed, tmp_path, shared):
    domain = "/api/v1/defaults/com.example.plugin"
    shared.request("PUT", domain, {"face": "roman"})
    made = shared.request("POST", "/api/v1/defaults/sets", {"name": "plugin", "domains": {"com.example.plugin": {"face": "plain", "new": True}}})
    assert made.status == 201
    run = run_plugin(installed, tmp_path, VITRINE_URL=shared.url, test="""
def test_inside(vitrine_defaults, vitrine_server):
    vitrine_defaults("plugin")
    assert vitrine_server.domain("com.example.plugin").values() == {"face": "plain", "new": True}


def test_behind(vitrine_server):
    assert vitrine_server.domain("com.example.plugin").values() == {"face": "roman"}
""")
    assert run.returncode == 0 and "2 passed" in run.stdout, run.stdout + run.stderr
    assert len(shared.get(domain + "/history").json["history"]) == 3


def test_the_plugin_says_when_there_is_no_server(installed, tmp_path):
    run = run_plugin(installed, tmp_path, **{"VITRINE_BINARY": "", "VITRINE_URL": "", "PATH": str(tmp_path)})
    assert run.returncode == 1 and "there is no Vitrine: give VITRINE_URL" in run.stdout, run.stdout + run.stderr


def test_the_types_are_right(tmp_path):
    command = [sys.executable, "-m", "mypy", "--cache-dir", tmp_path / "cache", "--config-file", PACKAGE / "pyproject.toml"]
    run = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_it_needs_nothing_but_python():
    names = set(sys.stdlib_module_names) | {"vitrine", "pytest", "typing_extensions"}
    for path in (PACKAGE / "src").rglob("*.py"):
        for line in path.read_text().splitlines():
            words = line.split()
            if len(words) > 1 and words[0] in ("import", "from") and line[0] != " " and not words[1].startswith("."):
                assert words[1].split(".")[0] in names, f"{path}: {line}"


def test_a_set_is_applied_and_taken_back(client):
    demo, domain = client.defaults_set("client"), client.domain("client.domain")
    domain.replace({"a": 1, "$b": "x"})
    demo.store({"client.domain": {"a": 2.0, "$b": None, "c": b"\1"}}, description="For tests")
    assert demo.domains == {"client.domain": {"a": 2.0, "$b": None, "c": b"\1"}}
    assert {each["key"] for each in demo.preview()} == {"a", "$b", "c"}
    with demo.apply() as applied:
        assert applied.changed == {"client.domain": ["$b", "a", "c"]} and domain.values() == {"a": 2.0, "c": b"\1"}
    assert domain.values() == {"a": 1, "$b": "x"}
    demo.take("client.domain")
    applied = demo.apply()
    assert applied.changed == {} and applied.undo() is None
    demo.delete()
    with pytest.raises(vitrine.NotFound):
        demo.apply()
