"""script/progress: what it says of a build while it goes on, and of one that fails."""

import shlex
import subprocess

import pytest

from conftest import REPOSITORY

PLAN = """commands:
  "C.Base-x86_64-unknown-linux-gnu-debug.module":
    tool: shell
    inputs: ["/x/Base.swift"]
  "C.Base-x86_64-unknown-linux-gnu-debug-tool.module":
    tool: shell
    inputs: ["/x/Modules/Other.swiftmodule"]
  "C.BaseTests-x86_64-unknown-linux-gnu-debug.module":
    tool: shell
    inputs: ["/x/Modules/Base.swiftmodule"]
  "C.Shapes-x86_64-unknown-linux-gnu-debug.module":
    tool: shell
    inputs: ["/x/Shapes.swift","/x/Modules/Base.swiftmodule"]
  "C.vitrine-x86_64-unknown-linux-gnu-debug.module":
    tool: shell
    inputs: ["/x/main.swift","/x/Modules/Shapes.swiftmodule"]
"""


@pytest.fixture
def build(tmp_path):
    (tmp_path / ".build").mkdir()
    (tmp_path / ".build/debug.yaml").write_text(PLAN)
    (tmp_path / "Package.swift").symlink_to(REPOSITORY / "Package.swift")

    def build(*lines, status=0):
        script = "\n".join([*(f"echo {shlex.quote(line)}" for line in lines), f"exit {status}"])
        return subprocess.run([REPOSITORY / "script/progress", tmp_path / "log", "bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    return build


def test_each_module_of_the_program_is_named_once_with_what_comes_next(build):
    done = build("[1/9] Emitting module Base", "[2/9] Compiling Base A.swift", "[3/9] Compiling BaseTests T.swift", "[4/9] Compiling Shapes S.swift",
                 "[5/9] Compiling vitrine main.swift", "[6/9] Linking vitrine")
    assert done.returncode == 0
    lines = [line.split(" s: ")[-1] for line in done.stdout.splitlines()]
    assert lines[:3] == ["Base; next Shapes, vitrine", "Shapes; next vitrine", "vitrine"]
    assert [line.split(" after ")[0].strip() for line in done.stdout.splitlines()] == ["module 1 of 3", "module 2 of 3", "module 3 of 3", "linking"]


def test_a_build_that_fails_says_what_is_wrong_and_how_to_install_what_is_missing(build):
    done = build("[1/9] Compiling Base A.swift", "/x/A.swift:1:1: error: cannot find 'a' in scope", "/x/A.swift:1:1: error: cannot find 'a' in scope",
                 "<module-includes>:1:10: note: in file included from", "error: could not build C module 'CJSON'", status=1)
    assert done.returncode == 1
    assert done.stdout.count("cannot find 'a' in scope") == 1
    assert "sudo apt-get install libjson-c-dev" in done.stdout
