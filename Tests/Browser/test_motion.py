"""People who ask their system for less motion see none."""

import pytest
from playwright.sync_api import expect

from browsing import APP
from inspecting import click_canvas, expect_selected, pane

RUNNING = "document.getAnimations().filter((animation) => animation.playState === 'running').map((animation) => animation.animationName ?? animation.transitionProperty)"

#: Remembers every animation and transition that begins.
RECORD = """
window.moved = [];
for (const type of ["animationstart", "transitionrun"]) {
  document.addEventListener(type, (event) => window.moved.push(event.animationName || event.propertyName), true);
}
"""


@pytest.fixture
def still(open_page):
    """Opens an address in a window of a person who wants no motion."""
    def still(url):
        page = open_page("about:blank", reduced_motion="reduce")
        page.add_init_script(RECORD)
        page.goto(url)
        return page
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
    page.evaluate("""() => {
      window.places = new Set();
      const pane = "#canvas a[data-id='39']";
      new MutationObserver(() => window.places.add(document.querySelector(pane).getAttribute("transform")))
        .observe(document.getElementById("viewport"), { subtree: true, childList: true, attributes: true });
    }""")
    page.keyboard.press("r")
    expect(page.locator("#canvas")).to_have_attribute("data-width", "667")
    expect(pane(page, 39)).not_to_have_attribute("transform", "matrix(1 0 0 1 279 316)")
    expect_selected(page, 36)
    assert page.evaluate("window.places.size") == 1, "the view goes where it belongs at once"
    expect_stillness(page)


def test_with_motion_the_views_travel_to_their_places(open_page, stopwatch):
    page = open_page(stopwatch)
    page.evaluate("""() => {
      window.places = new Set();
      const pane = "#canvas a[data-id='39']";
      new MutationObserver(() => window.places.add(document.querySelector(pane).getAttribute("transform")))
        .observe(document.getElementById("viewport"), { subtree: true, childList: true, attributes: true });
    }""")
    page.keyboard.press("r")
    page.wait_for_function("() => window.places.size > 2")


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
    page.locator("a, button, summary").last.hover()
    expect_stillness(page)
