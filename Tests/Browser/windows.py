"""Windows of a browser that tests use one after the other."""

import json
from urllib.parse import urljoin

from playwright.sync_api import Error

from browsing import DESKTOP
from settling import PATIENCE
from watching import WATCHING, Watch

#: How often a window is used before it closes for good, with all that its pages have left in memory.
USES = 50


#: An empty page, which takes the place of what a server answers while a window is made as good as new. Its policy is that of the
#: server's pages: the window stays in its process.
EMPTY = {"responseCode": 200, "body": "", "responseHeaders": [
    {"name": "Content-Type", "value": "text/html"}, {"name": "Cross-Origin-Opener-Policy", "value": "same-origin"}]}


class Windows:
    """Windows of people who know nothing of each other: cookies, storage, permissions, routes and history are a test's own.

    Modules, style sheets and the running process stay with a window, so that the next test need not wait for them.
    """

    def __init__(self, browser):
        self.browser = browser
        self.free = {}

    def take(self, **options):
        """The only window of somebody new."""
        options = {"viewport": DESKTOP, "color_scheme": "light", **options}
        kind = json.dumps(options, sort_keys=True)
        if self.free.get(kind):
            return self.free[kind].pop()
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCHING)
        page = context.new_page()
        page.kind, page.options, page.uses, page.watch, page.handlers = kind, options, 0, Watch(page), []
        page.on, listen = lambda *handler: page.handlers.append(handler) or listen(*handler), page.on
        page.route = self.intercepting(page, page.route)
        page.wait_for_function = self.waiting(page.wait_for_function)
        page.devtools = context.new_cdp_session(page)
        page.devtools.on("Fetch.requestPaused", lambda paused: self.empty(page, paused["requestId"]))
        return page

    @staticmethod
    def empty(page, request):
        """Answers a request with an empty page; one that was given up meanwhile needs no answer."""
        try:
            page.devtools.send("Fetch.fulfillRequest", {"requestId": request, **EMPTY})
        except Error as error:
            if "Invalid InterceptionId" not in error.message:
                raise

    @staticmethod
    def waiting(wait_for_function):
        """A `page.wait_for_function` for functions only.

        They are read once. An expression is read at every look, and the policy of our pages lets only the first one read: what is
        there at once passes, what comes later fails.
        """
        def wait(function, **how):
            assert "=>" in function, "an expression, not a function"
            return wait_for_function(function, **how)

        return wait

    @staticmethod
    def intercepting(page, route):
        """A `page.route` that waits until the requests of the page that is shown take their routes.

        The browser says that they do before the page's own process has heard of it: what is sent at once may still go to the server.
        """
        def intercept(*of, **how):
            made = route(*of, **how)
            if page.url.startswith("http"):
                probe = urljoin(page.url, "/healthz?intercepted")
                route(probe, lambda request: request.fulfill(status=204))
                page.evaluate("async (probe) => { while ((await fetch(probe)).status !== 204); }", probe)
                page.unroute(probe)
            return made

        return intercept

    def beside(self, page):
        """One more window of the same person; it closes with the test."""
        self.spoil(page)
        other = page.context.new_page()
        other.uses, other.watch = USES, Watch(other)
        return other

    @staticmethod
    def spoil(page):
        """Says that a window cannot be made as good as new."""
        page.uses = USES

    def give_back(self, pages):
        """Makes windows as good as new for others, or closes them."""
        for page in pages:
            page.uses += 1
            if page.uses < USES and not page.is_closed() and len(page.context.pages) == 1 and self.clean(page):
                self.free.setdefault(page.kind, []).append(page)
            else:
                page.context.close()

    @staticmethod
    def clean(page):
        """Takes away what a test has left in a window; false when that cannot be done, as after a crash."""
        while page.handlers:
            page.remove_listener(*page.handlers.pop())
        try:
            page.unroute_all(behavior="ignoreErrors")
            page.devtools.send("Fetch.enable")
            # What a page keeps when it is left is cleared too. Its server may be gone.
            for origin in page.watch.origins:
                page.goto(origin)
                page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            page.devtools.send("Fetch.disable")
            page.devtools.send("Page.resetNavigationHistory")
        except Error:
            return False
        page.mouse.up()
        for key in ("Alt", "Control", "Shift", "Meta"):
            page.keyboard.up(key)
        page.mouse.move(0, 0)
        page.set_viewport_size(page.options["viewport"])
        page.emulate_media(media="null", color_scheme=page.options["color_scheme"], reduced_motion=page.options.get("reduced_motion", "null"),
                           forced_colors=page.options.get("forced_colors", "null"))
        page.set_default_timeout(PATIENCE)
        page.context.clear_cookies()
        page.context.clear_permissions()
        page.context.grant_permissions(page.options.get("permissions", []))
        return True
