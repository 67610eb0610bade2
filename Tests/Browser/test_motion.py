"""People who ask their system for less motion see none."""

import pytest
from playwright.sync_api import expect

from browsing import APP
from drawing import expect_fact, settle
from inspecting import click_canvas, expect_selected

RUNNING = "document.getAnimations().filter((animation) => animation.playState === 'running').map((animation) => animation.animationName ?? animation.transitionProperty)"

#: Remembers every animation and transition that begins.
RECORD = """
window.moved = [];
for (const type of ["animationstart", "transitionrun"]) {
  document.addEventListener(type, (event) => window.moved.push(event.animationName || event.propertyName), true);
}
"""


#: Remembers every width that the screen on the canvas is drawn at, from now on.
WATCH_SCREEN = """() => {
  const surface = document.querySelector("canvas.surface"), first = surface.dataset.width;
  window.widths = new Set();
  new MutationObserver(() => surface.dataset.width !== first && window.widths.add(surface.dataset.width)).observe(surface, { attributes: true });
}"""


@pytest.fixture
def still(open_page):
    """Opens an address in a window of a person who wants no motion."""
    def still(url):
        return open_page(url, script=RECORD, reduced_motion="reduce")
    return still


def expect_stillness(page):
    assert page.evaluate(RUNNING) == []
    assert page.evaluate("window.moved") == []


def test_the_inspector_selects_and_lays_out_without_motion(still, stopwatch):
    page = still(stopwatch + "?view=28")
    expect_stillness(page)
    click_canvas(page, 36)
    expect_selected(page, 36)
    expect_stillness(page)
    page.evaluate(WATCH_SCREEN)
    page.keyboard.press("r")
    expect_fact(page, "width", 667)
    expect_selected(page, 36)
    assert page.evaluate("[...window.widths]") == ["667"], "the views go where they belong at once"
    expect_stillness(page)


def test_with_motion_the_views_travel_to_their_places(open_page, stopwatch):
    page = settle(open_page(stopwatch))
    page.evaluate(WATCH_SCREEN)
    # A machine with much to do may leave out the steps of one way, hardly those of all.
    for width in (667, 375) * 3:
        page.keyboard.press("r")
        expect_fact(page, "width", width)
    assert len(page.evaluate("[...window.widths]")) > 2


def test_the_panel_previews_the_mask_without_motion(still, stopwatch):
    page = still(stopwatch + "?view=39")
    expect(page.locator(".preview-view")).to_be_visible()
    expect_stillness(page)


def test_settings_are_saved_without_motion(still, shared):
    page = still(f"{shared.url}{APP}/settings")
    page.locator("#field-1").click()
    expect(page.locator("#saved")).to_have_attribute("data-shown", "")
    expect_stillness(page)
    page.get_by_label("Appearance").click()
    expect_stillness(page)


@pytest.mark.parametrize("path", ["/", APP, "/help"])
def test_documents_do_not_move(still, samples, path):
    page = still(samples.url + path)
    page.locator("a:visible, button:visible, summary:visible").last.hover()
    expect_stillness(page)
