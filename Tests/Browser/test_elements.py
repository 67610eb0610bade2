"""Dumps of test tools in the inspector: drawn by what the tool says, and honest about what it does not."""

import pathlib

import pytest
from playwright.sync_api import expect

from drawing import pixels, settle, to_screen

FIXTURES = pathlib.Path(__file__).parent.parent / "Fixtures/dumps"


@pytest.fixture
def opened(open_page, shared):
    def opened(file):
        dump = shared.request("POST", "/api/v1/dumps", (FIXTURES / file).read_bytes()).json
        return settle(open_page(f"{shared.url}/dumps/{dump['id']}"))
    return opened


def colour(page, x, y):
    """The colour of the picture at a point of the screen that was dumped."""
    return pixels(page, *to_screen(page, x, y))[0][0][:3]


def test_a_switch_whose_value_is_1_is_on_and_what_is_unseen_is_not_drawn(opened):
    page = opened("elements-wda.json")
    red, green, blue = colour(page, 328, 135)
    assert green > 180 and red < 110 and blue < 140
    expect(page.get_by_role("treeitem", name="XCUIElementTypeButton")).to_have_count(1)


def test_the_page_says_what_the_tool_cannot_tell(opened):
    page = opened("elements-maestro.json")
    expect(page.get_by_text("Maestro hierarchy").first).to_be_visible()
    page.get_by_text("What this format could not tell").click()
    expect(page.get_by_text("Maestro does not tell what an element is")).to_be_visible()
    expect(page.get_by_role("treeitem", name="XCUIElementTypeOther").first).to_be_visible()
