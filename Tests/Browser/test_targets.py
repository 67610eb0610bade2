"""What can be clicked or touched is 24 px wide and high, or has that much room around it (WCAG 2.2, 2.5.8), with a mouse and with a
finger; and what scripts have made of the same pages passes the validator of the W3C."""

import pytest
from playwright.sync_api import expect

import domains
import markup
import test_axe
import test_panels
from browsing import DESKTOP, MISSING, PAGES, PHONE, address, sample_dumps
from seeds import walked

#: The targets that are too small, a line each: how large, how it begins. What is folded is unfolded, one after the other.
SMALL = """() => {
  const LEAST = 24 - 0.01;
  const TARGETS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=slider], [role=separator], .fold";
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.closest("svg, [inert], [aria-hidden=true], [aria-disabled=true]") && !one.matches(":disabled, .sr, .skip");
  /** A target with its place; the name of a control does what the control does. */
  const measured = (one) => {
    const { x, y, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
    return { one, x, y, width, height, isSmall: Math.min(width, height) < LEAST };
  };
  /** Whether it is a link among words, which is as high as their line. */
  const isAmongWords = ({ one }) => {
    let block = one;
    while (getComputedStyle(block).display.startsWith("inline")) {
      if (getComputedStyle(block).display !== "inline") return false;
      block = block.parentElement;
    }
    const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) if (!words.currentNode.parentElement.closest("a, button") && /[\\p{L}\\p{N}]/u.test(words.currentNode.data)) return block !== one;
    return false;
  };
  /** Whether a circle around the middle of one meets no other target, nor the circle of another small one. */
  const hasRoom = (target, all) => {
    const x = target.x + target.width / 2, y = target.y + target.height / 2;
    return all.every((other) => {
      if (other.one === target.one || target.one.contains(other.one)) return true;
      const dx = Math.max(other.x - x, 0, x - other.x - other.width), dy = Math.max(other.y - y, 0, y - other.y - other.height);
      return Math.hypot(dx, dy) >= LEAST / 2
        && (!other.isSmall || Math.hypot(other.x + other.width / 2 - x, other.y + other.height / 2 - y) >= LEAST);
    });
  };
  const small = (root) => {
    const all = [...root.querySelectorAll(TARGETS)].filter(isSeen).map(measured).filter(({ width, height }) => width * height > 4);
    return all.filter((target) => target.isSmall && !isAmongWords(target) && !hasRoom(target, all))
      .map(({ one, width, height }) => `${width.toFixed(1)} × ${height.toFixed(1)}: ${one.outerHTML.replace(/\\s+/g, " ").slice(0, 120)}`);
  };
  const found = small(document);
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.open = true;
    found.push(...small(folded));
    folded.open = false;
  }
  return [...new Set(found)];
}"""


#: What fills the server: dumps, an app and a live session with a picture.
names = test_axe.names


@pytest.fixture(scope="module")
def addresses(samples, shared, names):
    """Every page and state of it that an address can name, and each template with something in it."""
    filled = [entry for entries in test_axe.PAGES.values() for entry in entries if isinstance(entry, str) and "{" in entry]
    stopwatch = sample_dumps(samples)["stopwatch"]
    return walked([
        *(address(samples, name) for name in PAGES if name not in MISSING), address(samples, "no-such-page"),
        *(shared.url + path for path in domains.PAGES), *(shared.url + test_axe.fill(entry, names) for entry in filled),
        *(f"{samples.url}/dumps/{stopwatch}?{state}" for state in test_panels.STATES.values()),
    ])


@pytest.mark.long
@pytest.mark.parametrize("size, scripts", [(DESKTOP, True), (PHONE, True), (PHONE, False)], ids=["mouse", "finger", "finger-without-scripts"])
def test_what_can_be_clicked_is_large_enough_and_what_scripts_have_made_is_valid(open_page, addresses, names, size, scripts, tmp_path):
    page = open_page("about:blank", expect=("404",), java_script_enabled=scripts, reduced_motion="reduce", viewport=size, has_touch=size is PHONE)
    found, made = [], {}
    for url in addresses:
        page.goto(url)
        # While a board moves, what is to be touched grows and shrinks with it.
        expect(page.locator(".moving-plane")).to_have_count(0)
        found += [f"{url} at {size['width']} px: {small}" for small in page.evaluate(SMALL)]
        # What servers send is read elsewhere (Tests/API/test_markup.py).
        # Pictures of different sizes that are to scale say so in percent, which HTML leaves to old pages.
        if size is DESKTOP and names["tablet"] not in url:
            made[url] = f"<!DOCTYPE html>{page.evaluate('document.documentElement.outerHTML')}"
    page.goto("about:blank")
    found += markup.faults(made, tmp_path)
    assert not found, "\n".join(found)
