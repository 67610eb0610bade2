"""A browser for the tests, and an eye on every page they open."""

import inspect
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

from browsing import address, launch, sample_dumps
from settling import PATIENCE
from watching import doubled
from windows import Windows

expect.set_options(timeout=PATIENCE)


def stack(context=0):
    """The same as `inspect.stack`, without looking for the files of the frames.

    Playwright asks for it at every call; the looking took two fifths of the time of the tests' own process.
    """
    frames, frame = [], sys._getframe(1)
    while frame:
        frames.append(inspect.FrameInfo(frame, frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None, None))
        frame = frame.f_back
    return frames


inspect.stack = stack


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def windows_of(browser):
    """The windows of the browser, ready to be used again: to open one takes longer than most of what tests do in it."""
    return Windows(browser)


@pytest.fixture
def open_page(windows_of, request):
    """Opens an address in a window of its own, or in one more window of the person who looks at the page `beside`.

    Troubles that the test does not expect fail it at its end.
    """
    opened = request.node.opened = []
    request.node.windows_of = windows_of

    def open_page(url, expect=(), beside=None, script=None, **options):
        assert not isinstance(expect, str), "the letters of one part are in every trouble"
        page = windows_of.beside(beside) if beside else windows_of.take(**options)
        opened.append(page)
        page.watch.begin(*expect)
        if script:
            windows_of.spoil(page)
            page.add_init_script(script)
        page.answer = page.goto(url)
        return page

    yield open_page
    assert not request.node.troubles, "\n".join(request.node.troubles)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item):
    """Leaves the pages of a test before its servers stop."""
    if opened := getattr(item, "opened", None):
        item.troubles = [trouble for page in opened for trouble in doubled(page) + page.watch.end()]
        item.windows_of.give_back(opened)
    else:
        item.troubles = []


@pytest.fixture
def without_script(open_page):
    """Opens an address in a window that runs no script."""
    return lambda url, **options: open_page(url, java_script_enabled=False, **options)


@pytest.fixture(scope="session")
def stopwatch(samples):
    """The address of a sample dump in Vitrine's own format."""
    return f"{samples.url}/dumps/{sample_dumps(samples)['stopwatch']}"


@pytest.fixture(scope="session")
def world_clock(samples):
    """The address of a sample dump from a debugger."""
    return f"{samples.url}/dumps/{sample_dumps(samples)['world-clock']}"


@pytest.fixture
def sample_page(samples):
    """The address of one of the pages of the samples, by its name."""
    return lambda name: address(samples, name)
