"""Single keys are commands wherever the focus is, each that the map of keys lists, and one Escape ends one thing."""

import pytest
from playwright.sync_api import expect

import moments
from browsing import sample_dumps
from conftest import REPOSITORY
from drawing import settle
from outlining import module, ready
from settling import eventually

KITCHEN = (REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard").read_bytes()
BUTTON = 26
#: Which commands a key reaches, and the key, as the map of keys lists them: those of one character that something does.
LISTED = """async (path) => {
  const { commands } = await import(path);
  return commands.all.flatMap(({ id, keys = [], run, whileTyping }) => (
    run && !whileTyping ? keys.filter((key) => [...key].length === 1).map((key) => [id, key]) : []));
}"""
#: Has commands that only say that they were asked, and no others in their places.
RECORD = """async ([path, ids]) => {
  const { commands } = await import(path);
  window.asked = [];
  for (const id of ids) {
    const command = commands.all.find((each) => each.id === id);
    commands.remove(id);
    commands.register({ ...command, when: () => true, run: () => window.asked.push(id) });
  }
}"""
#: Where the focus can be in the inspector, with the state of it in the address.
PLACES = {
    "a row of the tree": ("", "#tree [tabindex='0']"),
    "the canvas": ("", "#viewport"),
    "a tab of the panel": ("", "#panel [role=tab][aria-selected=true]"),
    "a switch of the panel": ("&panel=attributes", "#panel input[type=checkbox], #panel [role=switch]"),
    "a button of the panel": ("", "#panel .head-tools button"),
    "a button of the bar": ("", ".bar-end summary"),
    "a tool of the canvas": ("", "#viewport ~ * button, .canvas-tools button, .zoom button"),
    "the corner of the screen": ("", ".resize-handle"),
    "a slider of the layers": ("&mode=layers", "#layer-tools input[type=range]"),
    "the canvas in layers": ("&mode=layers", "#viewport"),
    "the splitter of the tree": ("", "[role=separator]"),
    "a superview in the path": ("", ".breadcrumb a, #superviews a, .superviews a"),
}


def settled(page, own=1):
    """Waits until the page has keys of its own, behind the one that every page has."""
    eventually(page, lambda: len(page.evaluate(LISTED, module(page, "core/commands.js"))) > own, "the commands of the page")


def heard(page, place):
    """Presses each listed key while the focus is at a place; the keys whose command did not hear them, and what did."""
    path = module(page, "core/commands.js")
    listed = page.evaluate(LISTED, path)
    assert listed
    page.evaluate(RECORD, [path, sorted({command for command, _ in listed})])
    swallowed = []
    for command, key in listed:
        page.evaluate("window.asked = []")
        place.focus()
        page.keyboard.press(key.lower() if key.isalpha() else key)
        asked = page.evaluate("window.asked")
        if asked != [command]:
            swallowed.append((key, command, asked))
    return swallowed


@pytest.mark.parametrize("name", PLACES)
def test_each_single_key_does_its_work_wherever_the_focus_is_in_the_inspector(open_page, stopwatch, name):
    state, place = PLACES[name]
    page = settle(ready(open_page(f"{stopwatch}?view={BUTTON}{state}")))
    at = page.locator(place).locator("visible=true").first
    at.focus()
    # In the tree the key of all siblings is the tree's own.
    assert heard(page, at) == []


@pytest.fixture
def kitchen(shared):
    dump = shared.request("POST", "/api/v1/dumps?name=kitchen", KITCHEN).json["id"]
    yield f"{shared.url}/dumps/{dump}"


#: Where the focus can be on other pages.
ELSEWHERE = {
    "the board": ("{kitchen}/board", "#board"),
    "a scene of the board": ("{kitchen}/board", ".board-scene a"),
    "a tool of the board": ("{kitchen}/board", ".board-tools button, button[aria-label='Zoom in'], #zoom-in"),
    "a cell of the devices": ("{kitchen}/devices?device=iphone-5s&device=ipad-9-7", "[data-cell] a"),
    "a choice of the devices": ("{kitchen}/devices?device=iphone-5s&device=ipad-9-7", "main summary, main input[type=checkbox]"),
    "a step of the film": ("/timeline?app=" + moments.APP, "#film a.frame"),
    "a change of the comparison": ("{diff}", "#diff-rows a"),
    "a card of the library": ("/", "a.dump"),
    "a box of the library": ("/", "input.pick"),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_each_single_key_does_its_work_wherever_the_focus_is_on_other_pages(open_page, shared, kitchen, name):
    dumps = moments.upload(shared) if "timeline" in ELSEWHERE[name][0] else []
    samples = sample_dumps(shared)
    address, place = ELSEWHERE[name]
    address = address.replace("{kitchen}", kitchen).replace("{diff}", f"/diff?from={samples['stopwatch']}&to={samples['world-clock']}")
    page = open_page(address if address.startswith("http") else shared.url + address)
    settled(page, own=0 if "/devices" in address else 1)
    at = page.locator(place).locator("visible=true").first
    at.focus()
    assert heard(page, at) == []
    page.goto("about:blank")
    for dump in dumps:
        assert shared.request("DELETE", f"/api/v1/dumps/{dump}").status == 204


#: Fields in which keys are text, on the pages that have them.
FIELDS = {
    "the search of the inspector": (f"{{stopwatch}}?view={BUTTON}", "input[type=search]"),
    "a number of the panel": (f"{{stopwatch}}?view={BUTTON}&panel=size", "#panel input[type=number], #panel input[inputmode=decimal], #panel input[type=text]"),
    "the search of the library": ("/", "input[type=search]"),
    "the text of a dump": ("/", "textarea"),
}


@pytest.mark.parametrize("name", FIELDS)
def test_no_key_is_a_command_in_a_field(open_page, shared, name):
    address, place = FIELDS[name]
    address = address.replace("{stopwatch}", f"/dumps/{sample_dumps(shared)['stopwatch']}")
    page = open_page(shared.url + address)
    if "dumps" in address:
        ready(page)
    settled(page)
    path, field = module(page, "core/commands.js"), page.locator(place).locator("visible=true").first
    listed = page.evaluate(LISTED, path)
    page.evaluate(RECORD, [path, sorted({command for command, _ in listed})])
    field.focus()
    for _, key in listed:
        page.keyboard.press(key.lower() if key.isalpha() else key)
    assert page.evaluate("window.asked") == []
    expect(field).to_be_focused()
