"""The recipes of docs/ci.md do what they say: their commands run here as a runner would run them."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree

import pytest
import yaml

from commanding import BINARY
from conftest import REPOSITORY, SAMPLES, Server

PAGE = (REPOSITORY / "docs/ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
RULES = "rules:\n  - {view: {id: lap}, expect: {width: 44..}}\n"

# A container is a process here: options of docker are left out, and what stands after the image is for the program.
DOCKER = """#!/usr/bin/env bash
while [ "$1" != your-registry/vitrine ]; do shift; done
shift
exec vitrine "$@"
"""
# The packages of the tests are there already; what comes from the checkout is installed beside it.
PIP = """#!/usr/bin/env bash
[ "$1 $2" = "install pytest" ] || exit 64
shift 2
exec {python} -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --target "$PYTHONPATH" "$@"
"""
PYTEST = """#!/usr/bin/env bash
exec {python} -m pytest -p no:cacheprovider -p no:schemathesis "$@"
"""


def jobs():
    """Every job of every recipe: its name, its commands, the files that it keeps, and all of it."""
    for kind, text in BLOCKS:
        if kind != "yaml":
            continue
        recipe = yaml.safe_load(text)
        if "jobs" in recipe:
            for name, job in recipe["jobs"].items():
                kept = [step["with"].get("sarif_file") or step["with"].get("path") for step in job["steps"] if "if" in step]
                yield pytest.param([step["run"] for step in job["steps"] if "run" in step], kept, job, id=f"github-{name}")
        else:
            for name, job in recipe.items():
                kept = job["artifacts"].get("paths", [])
                reports = job["artifacts"].get("reports", {}).get("junit", [])
                yield pytest.param(job["script"], kept + ([reports] if isinstance(reports, str) else reports), job, id=f"gitlab-{name}")


@pytest.fixture
def checkout(tmp_path):
    """A repository of an app, and a folder of programs that a runner has."""
    folder, programs = tmp_path / "checkout", tmp_path / "bin"
    programs.mkdir()
    shutil.copytree(SAMPLES / "Clock.app", folder / "Clock.app")
    shutil.copytree(REPOSITORY / "clients/python", folder / "vitrine/clients/python",
                    ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    (folder / "layouts/accepted").mkdir(parents=True)
    for place in ("layouts", "layouts/accepted"):
        shutil.copy(SAMPLES / "dumps/stopwatch.json", folder / place)
    (folder / "Clock").mkdir()
    shutil.copy(REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard", folder / "Clock")
    (folder / "layouts/rules.yaml").write_text(RULES)
    for kind, text in BLOCKS:
        if kind == "python":
            (folder / "layouts/test_stopwatch.py").write_text(text)
    for name, text in {"docker": DOCKER, "pip": PIP, "pytest": PYTEST}.items():
        (programs / name).write_text(text.replace("{python}", sys.executable))
        (programs / name).chmod(0o755)
    (programs / "vitrine").symlink_to(BINARY)
    return folder


@pytest.mark.parametrize("commands, kept, job", jobs())
def test_a_recipe_runs_and_leaves_its_report(checkout, fresh, tmp_path, commands, kept, job):
    assert commands and kept
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "VITRINE_URL": fresh.url, "PYTHONPATH": str(tmp_path / "packages")}
    environment.pop("VITRINE_BINARY", None)
    for command in commands:
        run = subprocess.run(["bash", "-e", "-c", command], cwd=checkout, env=environment, capture_output=True, text=True)
        assert run.returncode == 0, command + "\n" + run.stdout + run.stderr
    for name in kept:
        path = checkout / name
        if path.suffix == ".sarif":
            results = json.loads(path.read_text())["runs"][0]["results"]
            places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results]
            assert all((checkout / urllib.parse.unquote(place)).exists() for place in places), places
        elif path.suffix == ".json":
            assert json.loads(path.read_text()) is not None
        elif path.suffix == ".xml":
            cases = list(ElementTree.parse(path).iter("testcase"))
            assert cases and not list(ElementTree.parse(path).iter("failure")), path.read_text()
        elif path.suffix == ".txt":
            assert "iphone-8 landscape" in path.read_text()
        else:
            assert {each.suffix for each in path.iterdir()} == {".svg", ".txt", ".html"} and all(each.stat().st_size for each in path.iterdir())


def test_a_recipe_fails_when_something_is_wrong(checkout, tmp_path):
    broken = REPOSITORY / "Tests/Fixtures/bundles/Orchard.app"
    shutil.rmtree(checkout / "Clock.app")
    shutil.copytree(broken, checkout / "Clock.app")
    (command,), (report,), _ = next(param.values for param in jobs() if param.id == "github-lint")
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    run = subprocess.run(["bash", "-e", "-c", command], cwd=checkout, env=environment, capture_output=True, text=True)
    assert run.returncode == 1
    results = json.loads((checkout / report).read_text())["runs"][0]["results"]
    places = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results}
    assert "Clock.app/Settings.bundle/Broken.plist" in places and all(place.split("/")[0] == "Clock.app" for place in places)


def test_the_variables_of_a_service_let_its_name_in(tmp_path, monkeypatch):
    services = [param.values[2] for param in jobs() if "services" in param.values[2] and "variables" in param.values[2]]
    assert len(services) == 1
    variables, alias = services[0]["variables"], services[0]["services"][0]["alias"]
    host = variables["VITRINE_URL"].removeprefix("http://")
    assert host == f"{alias}:8080"
    monkeypatch.setenv("VITRINE_ALLOWED_HOSTS", variables["VITRINE_ALLOWED_HOSTS"])
    server = Server(tmp_path / "data", []).start()
    try:
        assert server.request("GET", "/api/v1/dumps", headers={"Host": host}).status == 200
        assert server.request("GET", "/api/v1/dumps", headers={"Host": "elsewhere:8080"}).status != 200
    finally:
        assert server.stop() == 0


def test_no_recipe_names_a_registry():
    images = re.findall(r"(?:image|name): \[?\{?(?:name: )?([\w./:-]+/[\w./:-]+|\w+:[\d.]+)", PAGE)
    assert images and set(images) == {"your-registry/vitrine", "python:3.12"}
