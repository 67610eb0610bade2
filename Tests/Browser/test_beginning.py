"""The views are shown before what works on them is there, and nothing that is asked for meanwhile is lost."""

import pytest
from playwright.sync_api import expect

import markup
from drawing import facts, settle
from inspecting import expect_selected, row
from outlining import post, table
from settling import eventually

TAB_BAR = 49
#: One of the modules that come later.
LATER = "**/inspector/canvas/shaping.js"


class Beginning:
    """The inspector with its views shown, as long as the rest is on its way."""

    def __init__(self, page, address):
        self.page, self.held = page, []
        page.route(LATER, lambda route: self.held.append(route))
        page.goto(address)
        settle(page, equipped=False)
        page.wait_for_function("() => document.querySelector('#tree.virtual')")

    def end(self):
        eventually(self.page, lambda: self.held, "the module that comes later")
        for route in self.held:
            route.continue_()
        self.page.unroute(LATER)


@pytest.fixture
def beginning(open_page, stopwatch):
    return Beginning(open_page("about:blank"), stopwatch)


def test_keys_and_controls_wait_for_their_commands_and_what_the_server_tells_of_a_view_comes_first(beginning, tmp_path):
    page = beginning.page
    before = facts(page)["zoom"]
    row(page, TAB_BAR).locator("> .row").click()
    expect(row(page, TAB_BAR)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(TAB_BAR))
    expect(page.locator(".overlay .outline")).to_have_count(1)
    expect(page.locator("#panel .tabs[role=tablist]")).to_have_count(0)
    expect(page.locator("#panel .tabs .chosen")).to_have_count(1)
    # What has waited for long is not done any more, so these come last.
    page.keyboard.press("+")
    page.locator("[data-command='canvas.in']").click()
    assert facts(page)["zoom"] == before
    until_then = f"<!DOCTYPE html>{page.evaluate('document.documentElement.outerHTML')}"
    beginning.end()
    page.wait_for_function("zoom => document.querySelector('canvas.surface').dataset.zoom > zoom", arg=before * 1.5)
    assert facts(settle(page))["zoom"] == pytest.approx(before * 1.25**2)
    expect(page.locator("#panel .tabs[role=tablist]")).to_have_count(1)
    expect_selected(page, TAB_BAR)
    assert not markup.faults({page.url: until_then}, tmp_path)


def test_the_canvas_moves_and_selects_and_words_that_were_typed_are_searched_for(beginning):
    page = beginning.page
    box = page.locator("#viewport").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = facts(page)["zoom"]
    page.mouse.move(x, y)
    page.mouse.wheel(0, -240)
    page.wait_for_function("zoom => document.querySelector('canvas.surface').dataset.zoom != zoom", arg=str(before))
    page.mouse.click(x, y)
    expect(page.locator('#tree [aria-selected="true"]')).to_have_count(1)
    field = page.get_by_role("searchbox")
    field.press_sequentially("UIButton")
    beginning.end()
    expect(page.locator("#panel .tabs[role=tablist]")).to_have_count(1)
    expect(page.locator(".search-count")).to_have_text("9")
    assert field.input_value() == "UIButton"


def test_the_palette_that_is_open_finds_what_comes_later(beginning):
    page = beginning.page
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox").fill("lap")
    expect(dialog.get_by_role("status")).to_have_text("Looking…")
    # Commands that have the letters are there already.
    expect(dialog.get_by_role("group", name="Views")).to_have_count(0)
    beginning.end()
    expect(dialog.get_by_role("group", name="Views").get_by_role("option")).to_have_count(8)
    expect(dialog.get_by_role("status")).to_have_text("")


def test_only_those_without_scripts_get_the_picture_of_thousands_of_views(open_page, without_script, shared):
    asked = []
    large = post(shared, table(3_500))
    page = open_page("about:blank")
    page.on("request", lambda request: asked.append(request.url))
    page.goto(large)
    settle(page)
    assert not [url for url in asked if "wireframe.svg" in url]
    expect(without_script(large).locator("#canvas image")).to_have_count(1)
    asked.clear()
    page.goto(post(shared, table(50)))
    settle(page)
    eventually(page, lambda: any("wireframe.svg" in url for url in asked), "the picture")


def test_without_scripts_the_whole_screen_fits_the_canvas(open_page, stopwatch):
    page = open_page(stopwatch, java_script_enabled=False)
    stage, screen = (page.locator(name).bounding_box() for name in ("#viewport", ".canvas .shell"))
    assert stage["y"] <= screen["y"] and screen["y"] + screen["height"] <= stage["y"] + stage["height"]
    assert stage["x"] <= screen["x"] and screen["x"] + screen["width"] <= stage["x"] + stage["width"]
