"""Schemathesis asks the server everything that openapi.json describes, and looks at the answers."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from seeds import part_of, slices

FOLDER = pathlib.Path(__file__).resolve().parent
#: A run asks a third of the operations one by one.
SLICES = 3
METHODS = {"get", "put", "post", "patch", "delete", "head", "options"}


def described(server, area=""):
    """The operations of the document by their ids, of one area of the API or of all, without those that schemathesis.toml leaves out."""
    paths = server.get("/api/v1/openapi.json").json["paths"]
    return {
        operation["operationId"]: operation for path, item in paths.items() if not area or path.startswith(f"/api/v1/{area}")
        for method, operation in item.items()
        if method in METHODS and "webdriver" not in operation.get("tags", []) and not path.endswith("/events")
        and operation["operationId"] != "hearAsAgent"}


def schemathesis(server, folder, phases, operations):
    """Runs phases over operations, and returns how many it selected and how many it tested."""
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= {"SCHEMATHESIS_HOOKS": "contract_checks", "PYTHONPATH": str(FOLDER), "PYTHONHASHSEED": "0", "COLUMNS": "160"}
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", FOLDER / "schemathesis.toml"]
    command += ["run", server.url + "/api/v1/openapi.json", "--url", server.url, "--phases", ",".join(phases).lower()]
    command += [word for name in operations for word in ("--include-operation-id", name)]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    # It did what it is there for, in every phase.
    summary = run.stdout.partition(" SUMMARY ")[2]
    assert re.findall(r"✅\s+(\w+)", summary) == phases, summary
    return int(re.search(r"Selected: (\d+)/", summary)[1]), int(re.search(r"Tested: (\d+)", summary)[1])


@pytest.mark.long
@pytest.mark.parametrize("part", slices(SLICES))
def test_schemathesis_finds_nothing_in_single_operations(fresh, tmp_path, part):
    asked = part_of(described(fresh), part, SLICES)
    selected, tested = schemathesis(fresh, tmp_path, ["Examples", "Coverage", "Fuzzing"], asked)
    assert selected == tested == len(asked)


#: The areas whose answers have links; none leads out of its area.
AREAS = ["apps", "defaults", "dumps", "tokens"]


def linked(operations):
    """The operations that links of answers lead to."""
    return {link["operationId"] for one in operations.values() for answer in one["responses"].values() for link in answer.get("links", {}).values()}


@pytest.mark.long
@pytest.mark.parametrize("part", slices(len(AREAS)))
def test_schemathesis_finds_nothing_along_the_links(fresh, tmp_path, part):
    operations = described(fresh, AREAS[part])
    reached = linked(operations)
    assert reached <= operations.keys()
    selected, tested = schemathesis(fresh, tmp_path, ["Stateful"], operations)
    assert selected == len(operations) and tested > len(reached) // 2, f"{tested} of {len(reached)}"


def test_links_lead_to_what_is_tested(shared):
    everything = linked(described(shared))
    assert everything == set().union(*(linked(described(shared, area)) for area in AREAS))
