"""script/compiling: what is built already decides how script/run and script/test go on."""

import subprocess

import pytest

from conftest import REPOSITORY


@pytest.mark.parametrize(
    ("there", "by_file"),
    [
        pytest.param([], False, id="nothing is built"),
        pytest.param(["debug.yaml", "debug/Base.build/A.swift.o", "debug/Base.build/Base.d"], False, id="whole modules are"),
        pytest.param(["debug/Base.build/A.swift.o", "debug/Base.build/A.swiftdeps"], True, id="files by themselves are"),
        pytest.param(["release/Base.build/A.swiftdeps"], False, id="only the optimized program is"),
    ],
)
def test_files_are_compiled_by_themselves_only_where_they_were(tmp_path, there, by_file):
    for name in there:
        path = tmp_path / ".build" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    script = f'set -euo pipefail; . "{REPOSITORY}/script/compiling"; if built_by_file; then echo files; else echo modules; fi'
    said = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout == ("files\n" if by_file else "modules\n")
