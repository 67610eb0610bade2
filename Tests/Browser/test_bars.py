"""Every tool of every page is whole at every usual width, has words or a symbol with a name and a tip, and says why where it cannot be used."""

import pytest
from playwright.sync_api import expect

from browsing import sample_dumps
from seeds import walked
from settling import awaited
from test_axe import PAGES, names, opened, visited  # noqa: F401 (`names` is a fixture)

WIDTHS = (1440, 1280, 1024, 390)

#: What is wrong with the tools that are seen, a line each. What is folded is unfolded, one after the other.
FAULTS = r"""() => {
  const TOOLS = "button, summary, select, a.button, .segments > a, [role=button], [role=tab], .menu-item";
  // Rows of trees fold as everywhere.
  const FOLDS = ".fold";
  const style = (one) => getComputedStyle(one);
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest("svg, [inert], [aria-hidden=true], .skip");
  /** Whether only a screen reader is told. */
  const isClipped = (one, tool) => one !== tool.parentElement && (style(one).clipPath !== "none" || isClipped(one.parentElement, tool));
  const words = (tool) => {
    const texts = document.createTreeWalker(tool, NodeFilter.SHOW_TEXT);
    let found = "";
    while (texts.nextNode()) {
      const holder = texts.currentNode.parentElement;
      if (holder.checkVisibility() && !isClipped(holder, tool)) found += texts.currentNode.data;
    }
    return found.trim();
  };
  const described = (one) => (one?.getAttribute("aria-describedby") ?? "").split(" ").some((id) => {
    const text = id && document.getElementById(id);
    return text && isSeen(text) && text.textContent.trim();
  });
  const isCutSelect = (select) => {
    const one = select.cloneNode(false);
    one.append(new Option(select.selectedOptions[0]?.text ?? ""));
    for (const [name, value] of Object.entries({ position: "absolute", width: "auto", "min-width": "0", "max-width": "none" }))
      one.style.setProperty(name, value, "important");
    select.after(one);
    const wanted = one.offsetWidth;
    one.remove();
    return wanted > select.offsetWidth + 1;
  };
  const isCut = (tool) => {
    // Settings cut values as iOS does.
    if (tool.closest(".phone")) return false;
    if (tool.matches("select")) return isCutSelect(tool);
    return [tool, ...tool.querySelectorAll(":not(svg, svg *)")].some((one) =>
      one.clientWidth > 0 && one.checkVisibility() && !isClipped(one, tool) && one.scrollWidth > one.clientWidth + 1);
  };
  const scrolls = (one) => one && (/auto|scroll/.test(style(one).overflowX) || scrolls(one.parentElement));
  const isOutside = (tool) => {
    const { left, right } = tool.getBoundingClientRect();
    return (left < -1 || right > innerWidth + 1) && !scrolls(tool.parentElement);
  };
  const fault = (tool) => {
    const isOff = tool.matches(":disabled"), isRefused = tool.getAttribute("aria-disabled") === "true";
    if (isCut(tool)) return "is cut";
    if (isOutside(tool)) return "lies outside of the window";
    if (tool.querySelector("svg") && !words(tool) && !(tool.title && (tool.getAttribute("aria-label") || tool.textContent.trim())))
      return "is a symbol without a name and a tip";
    const isTold = described(tool) || described(tool.closest("fieldset, [role=group]"));
    if (isOff && !isTold) return "cannot be used nor reached, and nothing beside it says why";
    if (isRefused && !isTold && !(tool.title && (tool.tabIndex >= 0 || tool.closest("[role=toolbar]")))) return "cannot be used and does not say why where it is pointed at or has the focus";
    return null;
  };
  const faults = (root) => [...root.querySelectorAll(TOOLS)].filter((tool) => isSeen(tool) && !tool.matches(FOLDS)).flatMap((tool) => {
    const what = fault(tool);
    return what ? [`${what}: ${tool.outerHTML.replace(/\s+/g, " ").slice(0, 160)}`] : [];
  });
  const found = faults(document);
  for (const folded of document.querySelectorAll("details:not([open])")) {
    if (!isSeen(folded)) continue;
    folded.open = true;
    found.push(...faults(folded));
    folded.open = false;
  }
  return [...new Set(found)];
}"""


@pytest.mark.parametrize("template", walked(list(PAGES)))
def test_tools_are_whole_have_words_or_a_symbol_with_a_tip_and_say_why_they_cannot_be_used(shared, names, open_page, template):
    page = opened(shared, open_page, template)
    for entry in visited(page, shared, names, template):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            # Scripts may take a moment to find room.
            found = awaited(page, lambda: page.evaluate(FAULTS), lambda found: not found)
            assert not found, f"{entry} at {width} px:\n" + "\n".join(found)


def test_what_cannot_be_used_says_why_to_the_keyboard_too(samples, open_page):
    dumps = sample_dumps(samples)
    page = open_page(f"{samples.url}/timeline?dumps={dumps['stopwatch']},{dumps['world-clock']}")
    for name, why in (("Previous step", "Previous step ([)"), ("Next step", "This is the last step")):
        step = page.get_by_role("link", name=name, exact=True)
        expect(step).to_have_attribute("title", why)
        page.keyboard.press("Tab")
        step.focus()
        expect(page.locator(".tip")).to_have_text(why)


@pytest.mark.parametrize("path", ["", "/devices", "/lint", "/board"])
def test_a_long_name_on_the_way_to_a_page_gives_way_in_its_middle_and_is_told_whole(shared, names, open_page, path):
    name = "Checkout of an order with vouchers, for guests who come back, " * 2 + "dark, iPad (2026-11-28)"
    dump = names["kitchenID"]
    before = shared.get(f"/api/v1/dumps/{dump}").json["name"]
    shared.request("PATCH", f"/api/v1/dumps/{dump}", {"name": name})
    page = open_page(f"{shared.url}/dumps/{dump}{path}")
    crumb = page.get_by_label("Breadcrumb").locator(f"[title='{name}']")
    for width in (1024, 390):
        page.set_viewport_size({"width": width, "height": 900})
        start, end = crumb.locator(".cut > *").all()
        assert awaited(page, lambda: start.evaluate("one => one.scrollWidth - one.clientWidth"), lambda cut: cut > 0) > 0, width
        expect(end).to_have_text("11-28)")
        assert end.evaluate("one => one.scrollWidth - one.clientWidth") <= 1
        expect(crumb.locator(".sr")).to_have_text(name)
    shared.request("PATCH", f"/api/v1/dumps/{dump}", {"name": before})
