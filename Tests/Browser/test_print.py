"""Pages on paper: light whatever the theme, without what leads elsewhere, nothing wider than the sheet, nothing cut through."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

from browsing import sample_dumps
from drawing import settle
from paneling import LAP_BUTTON

KITCHEN = (pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps/kitchen.storyboard").read_bytes()
#: Widths of sheets in CSS pixels, less margins of 12 mm.
SHEETS = {"A4": 794 - 91, "Letter": 816 - 91}
PAGES = ("inspector", "board", "devices", "settings", "diff", "findings", "report", "app", "library", "timeline", "usage")


@pytest.fixture
def address(shared):
    """The addresses of pages by name."""
    dumps = sample_dumps(shared)
    dump = f"{shared.url}/dumps/{dumps['stopwatch']}"
    kitchen = f"{shared.url}/dumps/{shared.request('POST', '/api/v1/dumps?name=kitchen', KITCHEN).json['id']}"
    app = f"{shared.url}/apps/com.example.clock"
    return {"inspector": f"{dump}?view={LAP_BUTTON}", "board": f"{kitchen}/board", "devices": f"{kitchen}/devices", "settings": f"{app}/settings",
            "diff": f"{shared.url}/diff?from={dumps['stopwatch']}&to={dumps['world-clock']}", "findings": f"{dump}/lint", "report": f"{dump}/report",
            "app": app, "library": shared.url, "usage": f"{shared.url}/usage",
            "timeline": f"{shared.url}/timeline?dumps={dumps['stopwatch']},{dumps['world-clock']}"}


def sheets(page, name):
    """How many sheets a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=name, print_background=True)))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light_fits_the_sheet_and_leaves_out_what_leads_elsewhere(open_page, address, name):
    page = open_page(address[name], color_scheme="dark", reduced_motion="reduce")
    page.wait_for_load_state("load")
    page.emulate_media(media="print", color_scheme="dark", reduced_motion="reduce")
    for sheet, width in SHEETS.items():
        page.set_viewport_size({"width": width, "height": 1_000})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, sheet
        assert 1 <= sheets(page, sheet) <= 8
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") in ("only light", "light only")
    text = page.evaluate("getComputedStyle(document.querySelector('h1, h2')).color.match(/\\d+/g).slice(0, 3).map(Number)")
    assert max(text) < 90, "words are light on paper"
    assert page.locator(".bar:visible, .button:visible, .toast:visible, form.device-choice:visible, .pane-tabs:visible, #live-begin:visible, .orders:visible").count() == 0
    cut = page.evaluate("""() => [...document.querySelectorAll('.card:not(.rule), .device-pictures > li, .board-scene, img')]
      .filter((each) => getComputedStyle(each).breakInside !== 'avoid' && getComputedStyle(each).display !== 'inline-block').length""")
    assert cut == 0


def test_a_board_prints_its_scenes_as_a_list(open_page, address):
    page = open_page(address["board"])
    expect(page.locator("#zoom")).to_contain_text("%")
    page.emulate_media(media="print")
    boxes = page.eval_on_selector_all(".board-scene", "(all) => all.map((each) => each.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])")
    assert len(boxes) == 4 and all(x >= 0 and y >= 0 and width > 100 and height > 20 for x, y, width, height in boxes)
    for at, (x, y, width, height) in enumerate(boxes):
        for other in boxes[at + 1:]:
            assert x + width <= other[0] or other[0] + other[2] <= x or y + height <= other[1] or other[1] + other[3] <= y, "scenes overlap"


def test_the_canvas_is_drawn_light_for_paper_and_dark_again_afterwards(open_page, address):
    page = open_page(address["inspector"], color_scheme="dark")
    page.watch.expect("willReadFrequently")
    canvas = page.locator("canvas.surface")
    canvas.wait_for()
    middle = """() => {
      const canvas = document.querySelector("canvas.surface"), context = canvas.getContext("2d");
      const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
      let sum = 0;
      for (let at = 0; at < data.length; at += 400) sum += data[at];
      return sum / (data.length / 400);
    }"""
    page.wait_for_function(f"() => ({middle})() > 0")
    settle(page, equipped=False)
    dark = page.evaluate(middle)
    # Between the two events no frame is drawn.
    light = page.evaluate(f"() => {{ dispatchEvent(new Event('beforeprint')); return ({middle})(); }}")
    assert light > dark + 60
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.wait_for_function(f"(dark) => Math.abs(({middle})() - dark) < 20", arg=dark)
