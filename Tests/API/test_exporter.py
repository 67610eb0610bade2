"""The exporter for apps: compiled against what it uses of UIKit, run on a small screen, and read back."""

import copy
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess

import jsonschema
import pytest

from conftest import REPOSITORY, Server

EXPORTER = REPOSITORY / "Public/exporter/Vitrine.swift"
STUBS = REPOSITORY / "Tests/Exporter"
GOLDEN = REPOSITORY / "Tests/Fixtures/dumps/exporter.json"
SECRET = "hunter2"


def swiftc(*arguments, folder):
    done = subprocess.run(["swiftc", *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


@pytest.fixture(scope="session")
def built():
    """A folder with the modules that stand for UIKit and XCTest, and the program; made anew when a source has changed."""
    if not shutil.which("swiftc"):
        pytest.skip("there is no swiftc")
    sources = [EXPORTER, STUBS / "UIKit.swift", STUBS / "XCTest.swift", STUBS / "Run.swift"]
    version = subprocess.run(["swiftc", "--version"], capture_output=True, timeout=60).stdout
    key = hashlib.sha256(version + b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    folder = REPOSITORY / ".build/exporter" / key
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            for name in ("UIKit", "XCTest"):
                swiftc("-parse-as-library", "-module-name", name, "-wmo", "-emit-module", "-emit-module-path",
                       f"{name}.swiftmodule", "-c", "-o", f"{name}.o", STUBS / f"{name}.swift", folder=folder)
            warnings = swiftc("-parse-as-library", "-I", ".", "-module-name", "Clock", "-warnings-as-errors", EXPORTER,
                              STUBS / "Run.swift", "UIKit.o", "XCTest.o", "-o", "run", folder=folder)
            assert "warning:" not in warnings
            (folder / "done").touch()
    return folder


def run(built, folder, *servers):
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    done = subprocess.run([built / "run", folder, *servers], capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def written(built, tmp_path):
    run(built, tmp_path)
    return tmp_path


def views(dump):
    pending = list(dump["windows"])
    while pending:
        view = pending.pop(0)
        yield view
        pending = view.get("subviews", []) + pending


def stable(dump):
    """The dump without what differs from run to run."""
    dump = copy.deepcopy(dump)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", dump.pop("capturedAt"))
    dump.pop("app", None)
    for view in views(dump):
        assert re.fullmatch(r"0x[0-9a-f]+", view.pop("address"))
    return dump


@pytest.mark.parametrize("version", ["5", "6"])
def test_it_is_right_in_both_languages(built, version):
    """No warning either, with what UIKit demands of the main thread."""
    assert "warning" not in swiftc("-typecheck", "-I", ".", "-swift-version", version, EXPORTER, folder=built)


def test_it_does_without_xctest(built):
    swiftc("-typecheck", "-I", ".", "-D", "VITRINE_WITHOUT_XCTEST", EXPORTER, folder=built)


def test_nothing_in_it_can_end_the_app():
    code = re.sub(r'"(\\.|[^"\\])*"|//.*', "", EXPORTER.read_text())
    assert not re.search(r"try!|as!|fatalError|precondition|assert\(|unowned|[\w)\]]!(?!=)", code)


def test_it_writes_what_the_schema_says(written, samples):
    schema = samples.get("/api/v1/schemas/dump.json").json
    known = set(schema["$defs"]["view"]["properties"]) | {"id", "autoLayout", "constraints"}
    for name in ("screen.json", "plain.json", "bounded.json"):
        dump = json.loads((written / name).read_text())
        jsonschema.Draft202012Validator(schema).validate(dump)
        for view in views(dump):
            assert set(view) <= known
            assert all(isinstance(value, str) for value in view.get("attributes", {}).values())


def test_it_writes_the_golden_dump(written):
    """VITRINE_RECORD=1 writes the golden dump anew."""
    dump = json.loads((written / "screen.json").read_text())
    if os.environ.get("VITRINE_RECORD"):
        GOLDEN.write_text(json.dumps(dump, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    assert stable(dump) == stable(json.loads(GOLDEN.read_text()))
    plain = json.loads((written / "plain.json").read_text())
    dump.pop("screenshot")
    for view in views(dump):
        view.pop("image", None)
    assert stable(plain) == stable(dump)


def test_the_server_reads_it_back_whole(built, tmp_path, fresh):
    output = run(built, tmp_path, fresh.url + "/")
    page = output.split("posted: ")[1].strip()
    assert page.startswith(fresh.url + "/dumps/")
    api = "/api/v1" + page[len(fresh.url):]
    dump = fresh.get(api).json
    assert (dump["format"], dump["viewCount"], dump["screenshot"]) == ("vitrineJSON", 11, True)
    assert dump["report"] == [] and dump["size"] == {"width": 375, "height": 667}
    found = {view["id"]: view for view in fresh.get(f"{api}/views").json["views"]}
    told = {view["id"]: view for view in views(json.loads((tmp_path / "screen.json").read_text()))}
    assert found.keys() == told.keys()
    for number, view in found.items():
        assert view["class"] == told[number]["class"] and view.get("unknown", []) == []
        x, y, width, height = told[number]["frame"]
        assert [view["frame"][key] for key in ("x", "y", "width", "height")] == pytest.approx([x, y, width, height], abs=0.001)
        for key in ("text", "identifier", "label", "value", "controller"):
            assert view[key] == told[number].get(key)
    dial = next(view for view in found.values() if view["class"] == "Clock.DialView")
    assert (dial["contentMode"], dial["alpha"], dial["attributes"]["baseClass"]) == ("scaleAspectFit", 0.5, "UIImageView")
    assert dial["bounds"] == {"x": 0, "y": 0, "width": 100, "height": 100}
    button = next(view for view in found.values() if view["class"] == "UIButton")
    assert button["autoresizingMask"] == ["flexibleWidth", "flexibleTopMargin"] and button["tag"] == 30
    title = next(view for view in found.values() if view["identifier"] == "title")
    kept = fresh.get(f"{api}/constraints").json["constraints"]
    assert len(kept) == sum(len(view.get("constraints", [])) for view in told.values())
    top, = [constraint for constraint in kept if constraint.get("identifier") == "title top"]
    assert (top["first"], top["relation"], top["constant"]) == ({"view": title["id"], "attribute": "top"}, "equal", 8)
    assert top["second"] == {"view": 1, "guide": "safeArea", "attribute": "top"} and top["installed"]
    of_title = fresh.get(f"{api}/views/{title['id']}").json["constraints"]
    assert any(constraint.get("identifier") == "title top" for constraint in of_title)


def test_what_is_secret_is_written_nowhere(built, tmp_path):
    output = run(built, tmp_path)
    for file in tmp_path.iterdir():
        assert SECRET not in file.read_text()
    field = next(view for view in views(json.loads((tmp_path / "screen.json").read_text())) if view["class"] == "UITextField")
    assert field["attributes"]["secureTextEntry"] == "YES" and field["attributes"]["placeholder"] == "Password"
    for view in views({"windows": [field]}):
        assert not {"text", "label", "value", "image"} & set(view)
    # The screenshot has a grey area there.
    assert "x: 16.0, y: 450.0" in output and "width: 343.0, height: 34.0" in output


def test_bounds_hold_and_say_so(written):
    dump = json.loads((written / "bounded.json").read_text())
    found = list(views(dump))
    assert [view["id"] for view in found] == list(range(50))
    assert dump["windows"][0]["attributes"]["vitrine.missingSubviews"] == "60"
    assert sum("vitrine.missingSubviews" in view.get("attributes", {}) for view in found) == 2


def test_constraints_name_views_by_their_numbers(written):
    found = {view["id"]: view for view in views(json.loads((written / "plain.json").read_text()))}
    numbers = {view.get("identifier") or view["class"]: number for number, view in found.items()}
    top, leading = found[1]["constraints"]
    title = numbers["title"]
    assert top == {"first": {"view": title, "attribute": "top"}, "relation": "equal", "constant": 8, "identifier": "title top",
                   "second": {"view": 1, "guide": "safeArea", "attribute": "top"}}
    assert leading == {"first": {"view": title, "attribute": "leading"}, "relation": "greaterThanOrEqual", "priority": 750,
                       "second": {"view": 1, "attribute": "leadingMargin"}}
    # Those that UIKit makes are left out.
    assert [constraint["multiplier"] for constraint in found[title]["constraints"]] == [16]
    content, = found[numbers["UIScrollView"]]["constraints"]
    assert content["second"]["guide"] == "contentLayoutGuide"
    stack = found[numbers["UIStackView"]]["autoLayout"]["stack"]
    assert (stack["axis"], stack["alignment"], stack["spacing"]) == ("vertical", "center", 8)
    assert stack["customSpacings"] == [{"after": numbers["UISwitch"], "spacing": 20}]


def test_a_wrong_address_is_an_answer(built, tmp_path, samples):
    output = run(built, tmp_path, "nonsense", "ftp://host", "http://127.0.0.1:1", samples.url + "/api")
    answers = [line for line in output.splitlines() if line.startswith("posted: ")]
    assert len(answers) == 4 and all("refused" in answer for answer in answers)
    assert "no address" in answers[0] and "no address" in answers[1] and "404" in answers[3]


def test_launch_arguments_and_screenshots_start_it(built, tmp_path):
    server = Server(tmp_path / "data", [], "--token", "chosen-by-a-person").start()
    app = subprocess.Popen([built / "run", tmp_path, "-VitrineServer", server.url, "-VitrineToken", "chosen-by-a-person",
                            "-VitrineDelay", "0.1"], stdout=subprocess.PIPE, text=True)
    try:
        # One for the screenshot, and one for the delay.
        while len(server.get("/api/v1/dumps", Authorization="Bearer chosen-by-a-person").json["dumps"]) < 2:
            assert app.poll() is None
        (tmp_path / "stop").touch()
        assert app.wait(timeout=60) == 0
    finally:
        app.kill()
        app.stdout.close()
        server.stop()
