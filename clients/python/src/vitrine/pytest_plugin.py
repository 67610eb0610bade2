"""Fixtures for tests of layouts.

    def test_the_title_is_inside_its_card(vitrine_dump):
        dump = vitrine_dump("Dumps/home.json")
        assert_inside(dump.view(identifier="title"), of=dump.view(identifier="card"), left=16)

The server is that of `--vitrine-url` or `VITRINE_URL`; where neither is given one is started for the session, from
`--vitrine-binary`, `VITRINE_BINARY` or the `vitrine` in PATH, with a data folder of its own.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from .client import Vitrine
from .defaults import AppliedSet
from .dump import Dump, Source
from .errors import NotFound

KEY = pytest.StashKey[list[Dump]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("vitrine")
    group.addoption("--vitrine-url", help="the server to use, instead of VITRINE_URL or one of the session's own")
    group.addoption("--vitrine-binary", help="the program to start a server with, instead of VITRINE_BINARY or `vitrine`")


def option(config: pytest.Config, name: str) -> str | None:
    value = config.getoption(f"--vitrine-{name}") or os.environ.get(f"VITRINE_{name.upper()}")
    return str(value) if value else None


@pytest.fixture(scope="session")
def vitrine_server(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vitrine]:
    """A client of the server for the session."""
    url = option(pytestconfig, "url")
    if url:
        yield Vitrine(url)
        return
    binary = option(pytestconfig, "binary") or shutil.which("vitrine")
    if binary is None:
        pytest.fail("there is no Vitrine: give VITRINE_URL, VITRINE_BINARY, or put vitrine into PATH", pytrace=False)
    folder = tmp_path_factory.mktemp("vitrine")
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", str(folder / "data")], stdout=subprocess.PIPE, stderr=log, text=True)
    assert server.stdout is not None
    with server.stdout:
        line = server.stdout.readline()
        if "http://" not in line:
            server.kill()
            pytest.fail(f"{binary} did not start: {(folder / 'log').read_text()[-1000:]}", pytrace=False)
        try:
            yield Vitrine(line.split()[-1])
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)


@pytest.fixture
def vitrine_dump(vitrine_server: Vitrine, request: pytest.FixtureRequest) -> Iterator[Callable[..., Dump]]:
    """Sends dumps: a path (from the folder of the test, or from where pytest runs), text or bytes. They are deleted
    after the test, unless it failed on a server that outlives it."""
    dumps: list[Dump] = []
    request.node.stash[KEY] = dumps

    def send(source: Source, **words: Any) -> Dump:
        if isinstance(source, (str, pathlib.Path)) and not pathlib.Path(str(source)[:200]).is_file():
            beside = request.path.parent / str(source)[:200]
            source = beside if beside.is_file() else source
        dumps.append(vitrine_server.post_dump(source, **words))
        return dumps[-1]

    yield send
    if option(request.config, "url") and request.node.stash.get(FAILED, False):
        return
    for dump in dumps:
        try:
            dump.delete()
        except NotFound:
            pass


@pytest.fixture
def vitrine_defaults(vitrine_server: Vitrine) -> Iterator[Callable[..., AppliedSet]]:
    """Puts apps into a named set for a test, and takes that back after it, the last set first.

        def test_the_empty_state(vitrine_defaults):
            vitrine_defaults("empty state")
    """
    applied: list[AppliedSet] = []

    def apply(name: str) -> AppliedSet:
        applied.append(vitrine_server.defaults_set(name).apply())
        return applied[-1]

    yield apply
    for each in reversed(applied):
        each.undo()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the pages of the dumps to what is told of a failure, where they can still be opened."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        dumps = item.stash.get(KEY, [])
        if dumps and option(item.config, "url"):
            report.sections.append(("Vitrine", "\n".join(f"{dump.name}: {dump.page}" for dump in dumps)))
    return report
