"""Schemathesis asks the server everything that openapi.json describes, and looks at the answers."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parent


@pytest.mark.long
def test_schemathesis_finds_nothing(fresh, tmp_path):
    document = fresh.url + "/api/v1/openapi.json"
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= {"SCHEMATHESIS_HOOKS": "contract_checks", "PYTHONPATH": str(FOLDER), "PYTHONHASHSEED": "0", "COLUMNS": "160"}
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", FOLDER / "schemathesis.toml", "run", document]
    run = subprocess.run([*command, "--url", fresh.url], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    # It did what it is there for, in every phase.
    summary = run.stdout.partition(" SUMMARY ")[2]
    assert re.findall(r"✅\s+(\w+)", summary) == ["Examples", "Coverage", "Fuzzing", "Stateful"], summary
    paths = fresh.get("/api/v1/openapi.json").json["paths"].values()
    operations = [operation for item in paths for operation in item.values() if "webdriver" not in operation.get("tags", [])]
    selected, tested = re.search(r"Selected: (\d+)/", summary)[1], re.search(r"Tested: (\d+)", summary)[1]
    assert selected == tested and int(tested) > len(operations) - 5, summary
