"""The map of the house is true: what it names is there, and what is there is named."""

import pathlib
import re

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MAP = (REPOSITORY / "docs/architecture.md").read_text(encoding="utf-8")
ROOTS = ("Sources", "Tests", "Public", "Templates", "script")


def test_every_place_that_the_map_names_exists():
    named = [name for name in re.findall(r"`([^`\s]+)`", MAP) if name.split("/")[0] in ROOTS]
    assert len(named) > 40
    assert [name for name in named if not (REPOSITORY / name).exists()] == []


def test_every_module_is_on_the_map():
    modules = [folder.name for folder in (REPOSITORY / "Sources").iterdir() if folder.is_dir() and any(folder.iterdir())]
    assert [name for name in modules if f"`Sources/{name}`" not in MAP] == []


def test_every_folder_of_the_server_is_on_the_map():
    folders = [folder.name for folder in (REPOSITORY / "Sources/Server").iterdir() if folder.is_dir()]
    assert [name for name in folders if f"`Sources/Server/{name}`" not in MAP] == []


def test_files_named_without_a_folder_exist():
    files = {path.name for folder in ("Sources", "Public") for path in (REPOSITORY / folder).rglob("*.*")}
    named = re.findall(r"`([\w+-]+\.(?:swift|js))`", MAP)
    assert named and [name for name in named if name not in files] == []
