"""A newer version of a dump in open pages: the inspector keeps its place, and the library follows."""

import re

import pytest
from playwright.sync_api import expect

from inspecting import expect_selected, query
from outlining import fold, row
from paneling import ready

ROWS = "".join(f"""   |    | <Cell; frame = (0 {44 * number}; 320 44); layer = <CALayer>>
   |    |    | <UILabel; frame = (16 10; 200 24); text = '{city}'; layer = <CALayer>>
""" for number, city in enumerate(["Rome", "Oslo", "Riga"]))


def screen(cells, extra=""):
    return f"""<UIWindow; frame = (0 0; 320 480); layer = <CALayer>>
   | <UITableView; frame = (0 0; 320 480); layer = <CALayer>>
{cells}{extra}"""


FIRST = screen(ROWS)
#: A row more in front, another text in the last one, and a button over it all.
SECOND = screen(ROWS.replace("Rome", "Bern").split("   |    | <Cell; frame = (0 44")[0] + ROWS.replace("Riga", "Kyiv"), "   | <UIButton; frame = (20 400; 280 44); layer = <CALayer>>\n")
ROME, OSLO = 3, 5


@pytest.fixture
def dump(shared):
    made = shared.request("POST", "/api/v1/dumps?name=Cities", FIRST, {"Content-Type": "text/plain"})
    yield f"/api/v1/dumps/{made.json['id']}"
    for dump in shared.get("/api/v1/dumps").json["dumps"]:
        if dump["name"] in ("Cities", "Towns"):
            assert shared.request("DELETE", f"/api/v1/dumps/{dump['id']}").status == 204


def replace(server, dump, text=SECOND):
    reply = server.request("PUT", f"{dump}/source", text, {"Content-Type": "text/plain"})
    assert reply.status == 200, reply.body
    return reply.json


def test_the_open_page_follows_with_its_selection_pin_note_and_camera(open_page, shared, dump):
    shared.request("PUT", f"{dump}/views/{OSLO}/pin", {})
    shared.request("PUT", f"{dump}/views/{ROME}/note", {"text": "The capital"})
    page = ready(open_page(f"{shared.url}{dump.removeprefix('/api/v1')}?view={OSLO}"))
    expect_selected(page, OSLO)
    page.evaluate("window.kept = true")
    page.locator("#viewport").focus()
    page.keyboard.press("1")
    expect(page).to_have_url(re.compile("zoom=1&"))
    camera = [str(query(page)[name]) for name in ("zoom", "x", "y")]
    fold(page, 2).click()
    expect(row(page, ROME)).to_have_count(0)
    assert replace(shared, dump)["views"]["removed"] == 0
    expect(page.locator("#extent")).to_have_text("11 views · depth 3")
    # The selection is where its row is now: the third one.
    expect_selected(page, OSLO)
    expect(page.locator(f'#pinned li[data-id="{OSLO}"]')).to_contain_text("Oslo")
    assert [query(page)[name] for name in ("zoom", "x", "y")] == camera
    assert query(page)["view"] == str(OSLO)
    # Rows that were folded are folded, and the note is where it was.
    expect(row(page, ROME)).to_have_count(0)
    fold(page, 2).click()
    row(page, ROME).locator("> .row").click()
    expect(page.locator("#panel .note-text")).to_have_text("The capital")
    expect(page.locator("#panel .panel-head")).to_contain_text("Rome")
    assert page.evaluate("window.kept")
    # Another edit is made on what is there now.
    assert shared.request("PATCH", f"{dump}/views/{ROME}", {"alpha": 0.5}).status == 200


def test_a_selection_that_is_gone_goes_to_the_view_that_held_it_and_its_note_stays_with_the_dump(open_page, shared, dump):
    shared.request("PUT", f"{dump}/views/{ROME}/note", {"text": "The capital"})
    page = ready(open_page(f"{shared.url}{dump.removeprefix('/api/v1')}?view={ROME}"))
    expect_selected(page, ROME)
    cells = "   |    | <Cell; frame = (0 44" + ROWS.split("   |    | <Cell; frame = (0 44")[1] + "   |    | <Cell; frame = (0 88" + ROWS.split("   |    | <Cell; frame = (0 88")[1]
    assert replace(shared, dump, screen(cells))["views"]["marked"] == [ROME]
    expect_selected(page, 1)
    page.goto(f"{shared.url}{dump.removeprefix('/api/v1')}")
    ready(page)
    expect(page.locator("#panel .note-lines")).to_contain_text("The capital")


def test_the_library_follows_what_comes_changes_and_goes(open_page, shared, dump):
    page = open_page(shared.url)
    page.evaluate("window.kept = true")
    card = page.locator("#dump-list").get_by_role("link", name="Cities")
    expect(card).to_be_visible()
    page.get_by_role("checkbox", name="Select Cities").check()
    shared.request("POST", "/api/v1/dumps?name=Towns", SECOND, {"Content-Type": "text/plain"})
    expect(page.locator("#dump-list").get_by_role("link", name="Towns")).to_be_visible()
    # What is picked stays picked.
    expect(page.get_by_role("checkbox", name="Select Cities")).to_be_checked()
    expect(page.locator("#dump-list .picked-count")).to_have_text(re.compile("1 dump selected"))
    shared.request("DELETE", dump)
    expect(card).to_have_count(0)
    assert page.evaluate("window.kept")
