"""What few need stands behind a door: folded at first, opened by keys, and then as it was left."""

import pathlib

import pytest
from playwright.sync_api import expect

from browsing import sample_dumps
from paneling import STOP_BUTTON, choose, ready, saved, select

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"
UNSAID, LOSSES = "Not in the dump", "What this format could not tell"
#: Doors by the words on them, of every kind of dump that has them: what is loaded, where its page is.
DOORS = [
    ("Get a dump", None, "/"),
    ("Use with an agent", None, "/"),
    (UNSAID, "Stopwatch", "?view=39&panel=attributes"),
    (UNSAID, "kitchen.storyboard", "?view=2&panel=attributes"),
    (UNSAID, "orchard-wda.xml", "?view=8"),
    (UNSAID, "orchard-wda.xml", "?view=8&panel=size"),
    (UNSAID, "orchard-detox.txt", "?view=2&panel=attributes"),
    (LOSSES, "kitchen.txt", ""),
    (LOSSES, "orchard-wda.xml", ""),
    (LOSSES, "orchard-uiautomator.xml", ""),
    (LOSSES, "orchard-detox.txt", ""),
    ("could not judge", "orchard-wda.xml", ""),
    ("Rules that could not judge", "orchard-wda.xml", "/lint"),
    ("devices chosen", "kitchen.storyboard", "/devices"),
    ("text size", "kitchen.storyboard", "/devices"),
    ("More", "Stopwatch", "?view=39"),
    ("More", "kitchen.storyboard", "?view=2"),
]


@pytest.fixture(scope="module")
def dumps(shared):
    """The paths of the dumps that have doors, by their names."""
    made = {}

    def path(name):
        if name not in made:
            reply = shared.request("POST", f"/api/v1/dumps?name={name}", (FIXTURES / name).read_bytes())
            assert reply.status == 201, reply.text
            made[name] = reply.json["id"]
        return f"/dumps/{made[name]}"

    made["Stopwatch"] = sample_dumps(shared)["stopwatch"]
    return path


@pytest.mark.parametrize("scripts", [True, False], ids=["with-scripts", "without-scripts"])
@pytest.mark.parametrize("words, dump, place", DOORS)
def test_what_few_need_is_folded_at_first_and_opens_and_closes_by_keys(shared, dumps, open_page, words, dump, place, scripts):
    page = open_page(shared.url + (dumps(dump) if dump else "") + place, java_script_enabled=scripts)
    if scripts and page.locator("#panel").count():
        ready(page)
    door = page.locator("details:visible", has=page.locator("> summary", has_text=words)).first
    summary, inside = door.locator("> summary"), door.locator("> :not(summary):not([hidden])").first
    expect(summary).to_be_visible()
    assert not door.evaluate("door => door.open")
    expect(inside).not_to_be_visible()
    summary.focus()
    page.keyboard.press("Enter")
    expect(inside).to_be_visible()
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    expect(inside).not_to_be_visible()


@pytest.mark.parametrize("name", ["Stopwatch", "orchard-wda.xml"])
def test_what_the_dump_does_not_say_stays_open_from_view_to_view_until_it_is_closed(shared, dumps, open_page, name):
    page = ready(open_page(f"{shared.url}{dumps(name)}?view=8&panel=size" if name.endswith("xml") else
                           f"{shared.url}{dumps(name)}?view=39&panel=attributes"))
    door = page.locator("#panel [role=tabpanel]:visible .unsaid")
    door.locator("summary").click()
    for view, isOpen in ((5, True), (8, True)):
        select(page, view)
        expect(door).to_have_js_property("open", isOpen)
    door.locator("summary").click()
    select(page, 5)
    expect(door).to_have_js_property("open", False)


def test_what_a_format_could_not_tell_stays_open_while_views_are_selected_and_edited(shared, open_page):
    text = (FIXTURES / "kitchen.txt").read_bytes()
    dump = shared.request("POST", "/api/v1/dumps?name=edited", text, {"Content-Type": "application/octet-stream"}).json["id"]
    page = ready(open_page(f"{shared.url}/dumps/{dump}"))
    door = page.locator("#panel .dump-report .unsaid")
    expect(door).to_have_js_property("open", False)
    door.locator("summary").click()
    select(page, 1)
    choose(page, "Attributes")
    page.get_by_role("switch", name="User interaction").click()
    saved(page, 1)
    page.locator("#viewport").focus()
    for _ in range(4):
        page.keyboard.press("Escape")
    # The report tells of the edit now.
    expect(page.locator("#panel .dump-report .edit-lines li")).to_have_count(1)
    expect(door).to_have_js_property("open", True)


def test_an_animation_and_how_growth_is_shared_are_asked_for_by_keys(shared, dumps, open_page):
    page = ready(open_page(f"{shared.url}{dumps('Stopwatch')}?view={STOP_BUTTON}"))
    tab, growth = page.get_by_role("tab", name="Animate"), page.get_by_label("Share growth")
    expect(tab).not_to_be_visible()
    page.get_by_label("Edit the view").focus()
    page.keyboard.press("Enter")
    item = page.locator(".actions").get_by_role("button", name="Animate")
    item.focus()
    page.keyboard.press("Enter")
    expect(tab).to_be_visible()
    expect(page.get_by_role("tabpanel", name="Animate")).to_be_visible()
    expect(growth).not_to_be_visible()
    page.locator("#device-tools summary").first.focus()
    page.keyboard.press("Enter")
    expect(growth).to_be_visible()
    page.keyboard.press("Escape")
    expect(growth).not_to_be_visible()
