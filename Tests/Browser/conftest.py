"""A browser for the tests, and an eye on every page they open."""

import pytest
from playwright.sync_api import sync_playwright

from browsing import DESKTOP, address, launch, sample_dumps

WATCH_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


class Watch:
    """Collects what went wrong on a page: errors on the console and in scripts, failed and refused requests.

    A violated content security policy is an error on the console.
    """

    def __init__(self, page):
        self.troubles = []
        self.expected = []
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.add(f"error in a script: {error}"))
        page.on("requestfailed", self.failed)
        page.on("response", self.response)

    def expect(self, *parts):
        """Troubles that contain one of the parts belong to the test."""
        self.expected += parts

    def add(self, trouble):
        if not any(part in trouble for part in self.expected):
            self.troubles.append(trouble)

    def console(self, message):
        if message.type in ("error", "warning"):
            self.add(f"{message.type} on the console: {message.text} ({message.location.get('url')})")

    def failed(self, request):
        # A newer request takes the place of an older one, and a page that is left stops its requests.
        if request.failure != "net::ERR_ABORTED":
            self.add(f"failed request: {request.url}: {request.failure}")

    def response(self, response):
        if response.status >= 400:
            self.add(f"status {response.status}: {response.url}")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Opens an address in a window of its own. Troubles that the test does not expect fail it at its end."""
    opened = []

    def open_page(url, expect=(), **options):
        context = browser.new_context(**{"viewport": DESKTOP, "color_scheme": "light", **options})
        context.set_default_timeout(10_000)
        context.add_init_script(WATCH_POLICY)
        page = context.new_page()
        page.watch = Watch(page)
        page.watch.expect(*expect)
        page.answer = page.goto(url)
        opened.append((context, page))
        return page

    yield open_page
    troubles = [trouble for _, page in opened for trouble in page.watch.troubles]
    for context, _ in opened:
        context.close()
    assert not troubles, "\n".join(troubles)


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
