"""The main flow of the boards, of live sessions, and of dropping, finding and menus, in WebKit."""

import pathlib
import re

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from devices import Device

FILE = pathlib.Path(__file__).resolve().parents[1] / "Fixtures/dumps/kitchen.storyboard"

LOADED = "return [...document.querySelectorAll(arguments[0])].every((image) => image.complete && image.naturalWidth)"


@pytest.fixture
def kitchen(fresh):
    """The path of a storyboard with four scenes."""
    return f"/dumps/{fresh.request('POST', '/api/v1/dumps?name=kitchen', FILE.read_bytes()).json['id']}"


def at(page, pattern):
    page.wait(lambda: re.search(pattern, page.browser.current_url), f"the address does not become {pattern}")


def settled(page):
    """Waits until the board's script shows the plane."""
    page.wait(lambda: "%" in page.find("#zoom").get_property("innerText"), "the board does not begin")


def test_scenes_are_chosen_zoomed_shown_in_other_texts_and_opened(page, fresh, kitchen):
    page.open(f"{fresh.url}{kitchen}/board")
    settled(page)
    page.wait(lambda: page.script(LOADED, ".board-picture img"), "the pictures do not come")
    assert page.count("#arrows g") == 3
    page.find("#zoom-in").click()
    at(page, "zoom=")
    Select(page.find("#board-looks [name=language]")).select_by_value("double-length")
    at(page, "language=double-length")
    settled(page)
    at(page, "zoom=")
    page.script("document.getElementById('board').focus()")
    page.press(Keys.ARROW_RIGHT)
    page.find(".board-scene.chosen")
    page.press(Keys.ARROW_RIGHT)
    page.see(".board-scene.chosen h2", "Timer")
    page.press(Keys.ENTER)
    at(page, "view=1&language=double-length")
    page.find("canvas.surface[data-complete=true]")


def test_cells_of_devices_show_what_is_found_and_open_as_they_are(page, fresh, kitchen):
    page.open(f"{fresh.url}{kitchen}/devices?device=iphone-5s&device=ipad-9-7:half&orientation=landscape&textSize=xxxLarge")
    page.find("[data-cell='1 ipad-9-7:half landscape xxxLarge']")
    assert page.count("[data-cell]") == 2
    page.wait(lambda: page.script(LOADED, "[data-cell] img"), "the pictures do not come")
    page.see("[data-cell] .device-count", "warning")
    page.find("[data-cell='1 ipad-9-7:half landscape xxxLarge'] a").click()
    at(page, "device=ipad-9-7&orientation=landscape&splitView=half&textSize=xxxLarge")
    page.see("#whatif", "507 × 768")


def test_a_device_is_connected_tapped_written_as_a_test_and_left(page, fresh):
    device = Device()
    try:
        page.open(fresh.url)
        page.find("#live-begin [name=url]").send_keys(device.url, Keys.ENTER)
        at(page, "/live/")
        page.see("#live-state", "Connected to")
        page.find("#live-screen image")
        box = page.script("const { x, y, width, height } = document.querySelector('#live-screen image').getBoundingClientRect(); return [x, y, width, height]")
        page.click_at(box[0] + 30 * box[2] / 390, box[1] + 130 * box[3] / 844)
        page.see(".live-steps li", "Tap Button “next”")
        page.wait(lambda: page.count(".live-frames > li") == 2, "no snapshot comes")
        page.find("button[value=snapshot]").click()
        page.wait(lambda: page.count(".live-frames > li") == 3, "no snapshot comes")
        page.wait(lambda: page.script(LOADED, ".live-frames img"), "the pictures do not come")
        page.find(".live-languages a[title*='Python']").click()
        page.see("#live-script", 'driver.find_element(AppiumBy.ACCESSIBILITY_ID, "next").click()')
        page.find("button[value=end]").click()
        page.wait(lambda: page.browser.current_url == fresh.url + "/", "the session does not end")
    finally:
        device.stop()


def test_a_file_that_is_dropped_on_the_library_opens(page, fresh):
    page.open(fresh.url)
    page.wait(lambda: page.count(".drop-overlay") == 1, "the library takes no drops")
    page.script("""
      const data = new DataTransfer();
      data.items.add(new File([arguments[0]], "Dropped.storyboard", { type: "application/xml" }));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.querySelector("main").dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }""", FILE.read_text())
    at(page, "/dumps/")
    page.find("canvas.surface[data-complete=true]")
    assert "Dropped.storyboard" in [dump.get("file") for dump in fresh.get("/api/v1/dumps").json["dumps"]]


def test_the_palette_goes_from_the_board_to_a_scene(page, fresh, kitchen):
    page.open(f"{fresh.url}{kitchen}/board")
    settled(page)
    page.press(Keys.CONTROL, "k")
    page.wait(lambda: page.script("return document.activeElement.getAttribute('role')") == "combobox", "no palette")
    page.press("Table View")
    page.see(".palette [role=option][aria-selected=true]", "Table View Controller")
    page.press(Keys.ENTER)
    page.see(".board-scene.chosen h2", "Table View Controller")


def test_the_menu_of_a_view_opens_at_the_pointer_and_goes_with_escape(page, fresh, kitchen):
    page.open(f"{fresh.url}{kitchen}?view=1")
    page.find("canvas.surface[data-complete=true]")
    page.find('#tree [role=treeitem][data-id="2"] > .row')

    def is_open():
        """Asks again until what comes after the views has come: a driver's right click opens the system's own menu."""
        page.script("""
          const row = document.querySelector('#tree [role=treeitem][data-id="2"] > .row'), { x, y, height } = row.getBoundingClientRect();
          if (document.querySelector(".context-menu")?.hidden !== false) {
            row.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2, clientX: x + 20, clientY: y + height / 2 }));
          }""")
        return page.script("return document.querySelector('.context-menu')?.hidden === false")

    page.wait(is_open, "the menu does not open")
    assert page.count(".context-menu [role=menuitem]") > 2
    page.press(Keys.ESCAPE)
    page.wait(lambda: page.script("return document.querySelector('.context-menu').hidden"), "the menu stays")


def test_the_palette_leads_to_a_section_of_a_guide(page, fresh):
    page.open(fresh.url)
    page.wait(lambda: page.count(".drop-overlay") == 1, "the page is not ready")
    page.press(Keys.CONTROL, "k")
    page.wait(lambda: page.script("return document.activeElement.getAttribute('role')") == "combobox", "no palette")
    page.press("all attachments of a ui test")
    page.see(".palette [role=option][aria-selected=true]", "Guide · Getting dumps")
    page.press(Keys.ENTER)
    at(page, "/docs/getting-dumps#all-attachments-of-a-ui-test")
    page.see("#all-attachments-of-a-ui-test", "All attachments of a UI test")
