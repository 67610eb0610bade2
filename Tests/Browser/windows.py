"""Windows of a browser that tests use one after the other."""

import json

from playwright.sync_api import Error

from browsing import DESKTOP, PATIENCE
from watching import WATCHING

#: How often a window is used before it closes for good, with all that its pages have left in memory.
USES = 50


class Windows:
    """Windows of people who know nothing of each other: cookies, storage, permissions and routes are a test's own.

    Modules, style sheets and the running process stay with a window, so that the next test need not wait for them.
    """

    def __init__(self, browser, nowhere):
        self.browser = browser
        #: The address of a page that does nothing; windows wait there.
        self.nowhere = nowhere
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
        page.kind, page.options, page.uses = kind, options, 0
        return page

    def beside(self, page):
        """One more window of the same person; it closes with the test."""
        self.spoil(page)
        other = page.context.new_page()
        other.uses = USES
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

    def clean(self, page):
        """Takes away what a test has left in a window; false when that cannot be done."""
        try:
            page.unroute_all(behavior="ignoreErrors")
            page.mouse.move(0, 0)
            # What a page keeps when it is left is cleared too.
            for origin in {*page.watch.origins}:
                page.goto(f"{origin}/healthz")
                page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            page.goto(self.nowhere)
        except Error:
            return False
        page.set_viewport_size(page.options["viewport"])
        page.emulate_media(media="null", color_scheme=page.options["color_scheme"], reduced_motion=page.options.get("reduced_motion", "null"),
                           forced_colors=page.options.get("forced_colors", "null"))
        page.set_default_timeout(PATIENCE)
        page.context.clear_cookies()
        page.context.clear_permissions()
        return True
