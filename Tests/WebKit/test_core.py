"""What people do most, in WebKit: look, select, edit, ask what another screen would do, and change settings."""

import pytest
from selenium.webdriver.common.keys import Keys

STOP_BUTTON, LAP_BUTTON = 39, 35
APP = "/apps/com.example.clock"
#: Where a view's middle is on the screen: the camera's figures are on the canvas element.
MIDDLE = """
const [x, y] = arguments, box = document.querySelector("#viewport").getBoundingClientRect();
const { x: left, y: top, zoom } = document.querySelector("canvas.surface").dataset;
return [box.left + (x - left) * zoom, box.top + (y - top) * zoom];
"""


@pytest.fixture
def stopwatch(fresh):
    return next(dump["id"] for dump in fresh.get("/api/v1/dumps").json["dumps"] if dump["name"] == "Stopwatch")


@pytest.fixture
def inspector(page, fresh, stopwatch):
    """Opens the sample's inspector and waits until the canvas is drawn."""
    def inspector(query=""):
        page.open(f"{fresh.url}/dumps/{stopwatch}{query}")
        page.find("canvas.surface[data-complete=true][data-still=true]")
        return page
    return inspector


def selected(page, view):
    page.find(f'#tree [aria-selected="true"][data-id="{view}"]')
    page.find(f'#panel .panel-view[data-view="{view}"]')
    page.find(".overlay .outline")
    page.wait(lambda: f"view={view}" in page.browser.current_url, "the address does not name the view")


def number(page, label):
    return page.find(f'#panel input[aria-label="{label}"]')


def frame(server, stopwatch, view):
    return server.get(f"/api/v1/dumps/{stopwatch}/views/{view}").json["frame"]


def middle(server, page, stopwatch, view):
    place = server.get(f"/api/v1/dumps/{stopwatch}/views/{view}").json["windowFrame"]
    return page.script(MIDDLE, place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def test_a_click_on_the_canvas_selects_in_tree_panel_and_address(inspector, fresh, stopwatch):
    page = inspector()
    page.click_at(*middle(fresh, page, stopwatch, LAP_BUTTON))
    page.find('#tree [aria-selected="true"]')
    shown = "return Number(document.querySelector('#panel .panel-view')?.dataset.view ?? -1)"
    page.wait(lambda: page.script(shown) >= LAP_BUTTON, "the panel does not follow")
    page.wait(lambda: "view=" in page.browser.current_url, "the address does not name the view")


def test_arrows_move_in_the_tree_and_the_rest_follows(inspector):
    page = inspector("?view=0")
    page.script("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    page.press(Keys.ARROW_DOWN)
    selected(page, 1)
    page.press(Keys.ARROW_LEFT)
    page.wait(lambda: page.count("#tree [role=treeitem]") == 2, "the row does not close")
    page.press(Keys.ARROW_RIGHT)
    page.wait(lambda: page.count("#tree [role=treeitem]") > 2, "the row does not open")


def test_a_number_is_edited_undone_and_kept(inspector, fresh, stopwatch):
    page = inspector(f"?view={STOP_BUTTON}&panel=size")
    field = number(page, "Frame x")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("200", Keys.ENTER)
    page.see(".history-opener", "1 edit")
    assert frame(fresh, stopwatch, STOP_BUTTON)["x"] == 200
    page.script("document.activeElement.blur()")
    page.find("body").send_keys(Keys.CONTROL, "z")
    page.see(".history-opener", "All undone")
    assert frame(fresh, stopwatch, STOP_BUTTON)["x"] == 279
    page.wait(lambda: number(page, "Frame x").get_property("value") == "279", "the field does not follow")


def test_another_screen_lays_the_views_out(inspector):
    page = inspector(f"?view={STOP_BUTTON}")
    page.press("r")
    page.see("#whatif", "What if 667 × 375")
    assert "orientation=landscape" in page.browser.current_url or "width=667" in page.browser.current_url
    page.browser.back()
    page.wait(lambda: not page.find("#whatif").is_displayed(), "the way back does not end it")


def test_layers_turn_and_come_back(inspector):
    page = inspector()
    page.press("l")
    page.find('[data-command="canvas.stacked"][aria-pressed="true"]')
    page.wait(lambda: "mode=layers" in page.browser.current_url, "the address does not say so")
    page.find("canvas.surface[data-complete=true]")
    page.press("l")
    page.find('[data-command="canvas.flat"][aria-pressed="true"]')


def test_a_touch_is_explained(inspector, fresh, stopwatch):
    page = inspector(f"?view={STOP_BUTTON}&panel=touch&tool=touch")
    page.click_at(*middle(fresh, page, stopwatch, LAP_BUTTON))
    page.see("#panel .touch-result .verdict", "UIButton “Lap” takes the touch")


def test_the_palette_finds_a_view(inspector):
    page = inspector()
    page.press(Keys.CONTROL, "k")
    page.wait(lambda: page.script("return document.activeElement.getAttribute('role')") == "combobox", "no palette")
    page.press("Stop")
    page.see(".palette [role=option][aria-selected=true]", "Stop")
    page.press(Keys.ENTER)
    page.find('#tree [aria-selected="true"]')


def turn_on(page, selector):
    """Clicks a switch until it is on: a click into a window that has only just come up may get lost."""
    def is_on():
        if not page.find(selector).is_selected():
            page.find(selector).click()
        return page.find(selector).is_selected()
    page.wait(is_on, f"{selector} stays off")


def test_a_setting_is_stored_and_another_window_follows(page, fresh):
    page.open(fresh.url + APP + "/settings")
    first = page.browser.current_window_handle
    page.browser.switch_to.new_window("window")
    page.open(fresh.url + APP + "/settings")
    turn_on(page, '.setting[data-key="vibrate"] input[role=switch]')
    page.find('.setting.modified[data-key="vibrate"]')
    assert fresh.get("/api/v1/defaults/com.example.clock").json["values"] == {"vibrate": True}
    page.browser.switch_to.window(first)
    page.find('.setting.modified[data-key="vibrate"]')
    page.wait(lambda: page.find('.setting[data-key="vibrate"] input[role=switch]').is_selected(), "it does not follow")


@pytest.mark.parametrize("path", [
    "/", APP, APP + "/settings", APP + "/settings?lang=ar", APP + "/settings?idiom=pad&textSize=accessibility5&systemRows=true",
    "/help", "/help/patterns", "/docs", "/docs/formats",
])
def test_a_page_fits_a_narrow_window(page, fresh, path):
    page.browser.set_window_size(390, 844)
    page.open(fresh.url + path)
    page.find("main")
    excess = "return document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
    page.wait(lambda: page.script(excess) <= 0, f"{path} scrolls sideways")
    assert page.script("return document.querySelector('h1').textContent.trim()")


def test_the_dark_scheme_is_chosen_and_stays(page, fresh):
    page.open(fresh.url + "/")
    page.find("details.menu-end summary").click()
    page.find('[data-theme-form] [value="dark"]').click()
    ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    page.wait(lambda: max(page.script(ground)) < 60, "the page stays light")
    page.wait(lambda: page.browser.get_cookie("theme"), "the server was not told")
    page.open(fresh.url + "/help")
    page.wait(lambda: max(page.script(ground)) < 60, "the next page is light again")
