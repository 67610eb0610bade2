"""The map of the house is true: what it names is there, and what is there is named."""

import json
import pathlib
import re

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MAP = (REPOSITORY / "docs/architecture.md").read_text(encoding="utf-8")
SECTION = MAP.partition("## The files of a request\n")[2].partition("\n## ")[0]
WAYS = {
    title.strip("`"): re.findall(r"`([^`\s]+\.swift)`", files)
    for title, files in re.findall(r"^- \*\*(.+?)\*\*(.*?)(?=^- |\Z)", SECTION, re.M | re.S)
}
SHARED = WAYS.pop("Every request", [])
#: The most files of a request; of the one that is asked most, fewer.
MOST, FEWER = 31, {"GET /api/v1/dumps/{dump}/views/{view}": 28}
ROOTS = ("Sources", "Tests", "Public", "Templates", "script")


def test_every_place_that_the_map_names_exists():
    named = [name for name in re.findall(r"`([^`\s]+)`", MAP) if name.split("/")[0] in ROOTS]
    assert len(named) > 40
    assert [name for name in named if not is_kept(REPOSITORY / name)] == []


def is_kept(path):
    """A repository holds files, and folders only with files in them."""
    return path.is_file() or any(inner.is_file() for inner in path.rglob("*"))


def test_every_module_is_on_the_map():
    modules = [folder.name for folder in (REPOSITORY / "Sources").iterdir() if folder.is_dir() and any(folder.iterdir())]
    assert [name for name in modules if f"`Sources/{name}`" not in MAP] == []


def test_every_folder_of_the_server_is_on_the_map():
    modules = [REPOSITORY / "Sources" / name for name in ("Web", "Services", "DumpServer", "AppServer", "WebDriver")]
    folders = [folder.relative_to(REPOSITORY) for module in modules for folder in module.iterdir() if folder.is_dir()]
    assert [str(folder) for folder in folders if f"`{folder}`" not in MAP] == []


def test_files_named_without_a_folder_exist():
    files = {path.name for folder in ("Sources", "Public") for path in (REPOSITORY / folder).rglob("*.*")}
    named = re.findall(r"`([\w+-]+\.(?:swift|js))`", MAP)
    assert named and [name for name in named if name not in files] == []


@pytest.mark.parametrize("way", WAYS)
def test_a_request_can_be_followed_in_few_files_that_are_there(way):
    files = SHARED + WAYS[way]
    assert len(SHARED) > 10 and len(WAYS[way]) > 3
    assert [name for name in files if not (REPOSITORY / "Sources" / name).is_file()] == []
    assert len(set(files)) == len(files) <= FEWER.get(way, MOST)


@pytest.mark.parametrize("way", WAYS)
def test_the_way_of_a_request_begins_with_its_route(way):
    method, path = way.split()
    if path.startswith("/api/"):
        paths = json.loads((REPOSITORY / "Public/openapi.json").read_text(encoding="utf-8"))["paths"]
        assert method.lower() in paths[path]
    # What the groups have in common stands before the pattern: `base + "/views/{view}"`.
    patterns = re.findall(r'"([^"]*/[^"]*)"', read(WAYS[way][0]))
    ends = {pattern.replace("...}", "}") for pattern in patterns}
    assert any(path.endswith(end) for end in ends)


@pytest.mark.parametrize("way", WAYS)
def test_every_file_on_the_way_of_a_request_belongs_to_another_one(way):
    """Another one, or what holds the parts since the start, names a type or a function that it declares."""
    files = SHARED + WAYS[way]
    words = {name: set(re.findall(r"\w+", read(name))) for name in files + HOLDERS}
    for name in files:
        if name in BEGINNINGS:
            continue
        extensions = "\n".join(re.findall(r"^(?:(?:public|package) )?extension .*?^}", read(name), re.M | re.S))
        functions = re.findall(r"^    (?:(?:public|package|static|mutating) )*func (\w+)", extensions, re.M)
        declared = TYPE.findall(read(name)) + functions
        assert any(words[other] & set(declared) for other in words if other != name), name


# What is put together at the start, and what it is that libmicrohttpd calls and that answers.
HOLDERS = ["Services/Services.swift", "DumpServer/Services+Dumps.swift", "AppServer/Services+Apps.swift", "Catalog/Catalog.swift"]
BEGINNINGS = ["HTTP/Server/Daemon.swift", "Services/ServerApplication.swift"]
TYPE = re.compile(r"^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol) (\w+)", re.M)


def read(name):
    """A file below `Sources` without its comments."""
    return re.sub(r"//.*", "", (REPOSITORY / "Sources" / name).read_text(encoding="utf-8"))


ADDITIONS = re.findall(r"```diff\n(.*?)```", MAP.partition("## Additions as diffs\n")[2], re.S)


@pytest.mark.parametrize("diff", ADDITIONS, ids=lambda diff: diff.split()[1].rpartition("/")[2])
def test_an_addition_touches_at_most_three_files_and_is_shown_beside_lines_that_are_there(diff):
    files = dict(re.findall(r"^@@ (\S+)( \(new\))?$", diff, re.M))
    assert 1 <= len(files) <= 3
    for part in diff.split("@@ ")[1:]:
        head, *shown = part.rstrip("\n").split("\n")
        path, is_new = REPOSITORY / head.split()[0], head.endswith("(new)")
        assert path.exists() != is_new
        assert all(line.startswith(("+", " ")) for line in shown)
        around = {line.strip() for line in shown if not line.startswith("+")}
        there = set() if is_new else {line.strip() for line in path.read_text(encoding="utf-8").split("\n")}
        assert bool(around) != is_new and around <= there


def test_every_frequent_addition_is_shown():
    assert len(ADDITIONS) == 7
