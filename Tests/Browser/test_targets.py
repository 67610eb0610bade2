"""What can be clicked or touched is 24 px wide and high, or has that much room around it (WCAG 2.2, 2.5.8)."""

import pytest

import domains
import test_panels
from browsing import DESKTOP, MISSING, PAGES, PHONE, address, sample_dumps

#: The targets that are too small, a line each: where, how large, how it begins.
SMALL = """() => {
  const LEAST = 24;
  const TARGETS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=tab], [role=slider], [role=separator], .fold, [data-command]";
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest("[inert], [aria-hidden=true], [aria-disabled=true]")
    && !one.matches(":disabled, .sr, .skip");
  /** The name of a control does what the control does. */
  const box = (one) => {
    const { x, y, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
    return { x, y, width, height, one };
  };
  const all = [...document.querySelectorAll(TARGETS)].filter((one) => isSeen(one) && !one.closest("svg")).map(box).filter(({ width, height }) => width * height > 4);
  const isSmall = ({ width, height }) => Math.min(width, height) < LEAST - 0.01;
  /** A link among words: it is as high as their line. */
  const isAmongWords = ({ one }) => {
    if (getComputedStyle(one).display !== "inline") return false;
    let block = one.parentElement;
    while (block && getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    const words = [...block.childNodes].map((node) => node.contains(one) ? "" : node.textContent).join("") + [...one.parentElement.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent).join("");
    return /[\\p{L}\\p{N}]/u.test(words);
  };
  /** Whether a circle around the middle of one meets no other target, nor the circle of another small one. */
  const hasRoom = (target) => {
    const x = target.x + target.width / 2, y = target.y + target.height / 2;
    return all.every((other) => {
      if (other.one === target.one || other.one.contains(target.one) && other.one.matches("label") || target.one.contains(other.one)) return true;
      const dx = Math.max(other.x - x, 0, x - other.x - other.width), dy = Math.max(other.y - y, 0, y - other.y - other.height);
      if (Math.hypot(dx, dy) < LEAST / 2 - 0.01) return false;
      return !isSmall(other) || Math.hypot(other.x + other.width / 2 - x, other.y + other.height / 2 - y) >= LEAST - 0.01;
    });
  };
  return all.filter((target) => isSmall(target) && !isAmongWords(target) && !hasRoom(target))
    .map(({ one, width, height }) => `${Math.round(width * 10) / 10} × ${Math.round(height * 10) / 10}: ${one.closest("[class]")?.className ?? ""} ${one.outerHTML.replace(/\\s+/g, " ").slice(0, 110)}`);
}"""


@pytest.fixture(scope="module")
def addresses(samples, shared):
    """Every page and state of it that an address can name."""
    domains.fill(shared)
    stopwatch = sample_dumps(samples)["stopwatch"]
    return [
        *(address(samples, name) for name in PAGES if name not in MISSING), address(samples, "no-such-page"),
        *(shared.url + path for path in domains.PAGES),
        *(f"{samples.url}/dumps/{stopwatch}?{state}" for state in test_panels.STATES.values()),
    ]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scripts", [True, False], ids=["with-scripts", "without-scripts"])
def test_what_can_be_clicked_is_large_enough(open_page, addresses, size, scripts):
    page = open_page("about:blank", java_script_enabled=scripts, viewport=size, reduced_motion="reduce")
    page.watch.expect("404")
    found = []
    for url in addresses:
        page.goto(url)
        found += [f"{url}: {small}" for small in page.evaluate(SMALL)]
    assert not found, "\n".join(found)
