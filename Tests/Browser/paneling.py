"""How the tests of the panels, of edits and of other screens find their way."""

import json
import re

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE
from settling import soon

# Views of the stopwatch sample.
WINDOW, CONTAINER, WRAPPER, SCREEN, TABLE, LAP_CELL = 0, 1, 3, 4, 5, 23
FACE, HAND, LAP_BUTTON, LAP_LABEL, HIDDEN_BUTTON, STOP_BUTTON, STOP_LABEL = 28, 33, 35, 36, 37, 39, 40
NAVIGATION_BAR, TAB_BAR = 41, 49

FRAME = ("x", "y", "width", "height")


def ready(page):
    """Waits until the script shows the views."""
    expect(page.locator("#panel .tabs[role=tablist], #panel .panel-empty")).to_have_count(1)
    expect(page.locator("#viewport canvas.surface")).to_have_count(1)
    return page


def shown(page):
    """The section of the panel that is shown."""
    return page.locator("#panel [role=tabpanel]:visible")


def choose(page, name):
    if name == "Animate" and not page.get_by_role("tab", name=name).is_visible():
        # Few need it: its tab comes by the menu of the view.
        page.get_by_label("Edit the view").click()
        page.locator(".actions").get_by_role("button", name="Animate").click()
    else:
        page.get_by_role("tab", name=name).click()
    expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
    return shown(page)


def select(page, view):
    """Selects a view as a link to it does."""
    page.evaluate("""(view) => {
      const link = document.createElement("a");
      link.href = `?view=${view}`;
      document.querySelector("#superviews").append(link);
      link.click();
      link.remove();
    }""", view)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(view))


def number(page, label):
    """A field for a number by its whole label."""
    return page.get_by_role("spinbutton", name=label, exact=True)


def numbers(page, name, units=FRAME):
    """What stands in a line of number fields."""
    return soon(page, lambda: [float(number(page, f"{name} {unit}").input_value()) for unit in units])


def put(page, label, text, key="Enter"):
    field = number(page, label)
    field.fill(text)
    if key:
        field.press(key)
    return field


def on_screen(page, x, y):
    """Where a point of the window is on the screen."""
    return page.locator("#viewport").evaluate("""(viewport, [x, y]) => {
      const box = viewport.getBoundingClientRect();
      const { x: left, y: top, zoom } = viewport.querySelector(".surface").dataset;
      return [box.left + (x - left) * zoom, box.top + (y - top) * zoom];
    }""", [x, y])


def api(page):
    """The path of the page's dump in the API."""
    return "/api/v1" + page.locator("#main").get_attribute("data-dump")


def view_of(server, page, view):
    return server.get(f"{api(page)}/views/{view}").json


def frame_of(server, page, view):
    frame = view_of(server, page, view)["frame"]
    return [frame[name] for name in FRAME]


def edits_of(server, page):
    return server.get(f"{api(page)}/edits").json


def saved(page, count):
    """Waits until so many edits are applied and none is on its way."""
    words = {0: "No edits|All undone", 1: "1 edit"}.get(count, f"{count} edits")
    expect(page.locator(".history-opener")).to_have_text(re.compile(f"^({words})$"))
    expect(page.locator(".edit-bar.busy")).to_have_count(0)


def requests_of(page, method, part):
    """Collects the bodies of requests as they go out."""
    found = []
    page.on("request", lambda request: request.method == method and part in request.url
            and found.append(json.loads(request.post_data or "null")))
    return found


#: What axe says of colours alone, and of all but them.
COLOURS = {"runOnly": ["color-contrast"]}
NO_COLOURS = {"rules": {"color-contrast": {"enabled": False}}}

#: Only what is told of what axe finds leaves the page: its whole report is long.
AXE = """async ([within, options]) => {
  const { violations } = await axe.run(within ?? document, { resultTypes: ["violations"], ...options });
  return violations.flatMap(({ id, impact, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => ({
    impact, words: `${id} (${impact}): ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`,
  })));
}"""


def violations(page, impacts=None, within=None, **options):
    """What axe finds, whatever its impact or of some impacts, in the whole page or in a part of it."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_FILE_PATH.read_text(encoding="utf-8"))
    return [found["words"] for found in page.evaluate(AXE, [within, options]) if impacts is None or found["impact"] in impacts]


def unreadable(page):
    """What a screen reader or weak eyes stumble over in the page, in both schemes and on a phone."""
    found = []
    # Nothing but colours differs between the schemes, and they do not depend on the width.
    for size, scheme, rules in ((DESKTOP, "light", {}), (DESKTOP, "dark", COLOURS), (PHONE, "light", NO_COLOURS)):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [(size, scheme, words) for words in violations(page, **rules)]
    return found
