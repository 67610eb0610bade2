"""The inspector on real dumps: it opens each of them, and everything people do with the samples can be done there too."""

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from drawing import place, settle, to_screen
from inspecting import query

#: As many as there is time for; the largest have the most to go wrong with.
MOST = 12


@pytest.fixture(scope="module")
def dumps(corpus, shared):
    """Summaries of the largest dumps that can be read, each from another project where there are enough."""
    files = sorted((corpus / "dumps/recursive-description").iterdir(), key=lambda file: -file.stat().st_size)
    found, projects = [], set()
    for file in files:
        project = file.name.rsplit("__", 1)[0]
        if project in projects or len(found) == MOST:
            continue
        reply = shared.request("POST", "/api/v1/dumps?name=" + urllib.parse.quote(file.name), file.read_bytes())
        if reply.status == 201 and reply.json["viewCount"] > 2:
            found.append(reply.json)
            projects.add(project)
    assert len(found) >= 6
    return found


def visible(server, dump):
    """A view without subviews that is seen whole, if there is one."""
    views = server.get(f"/api/v1/dumps/{dump['id']}/views?limit=10000").json["views"]
    return next((view["id"] for view in reversed(views)
                 if view["visible"] and not view["subviews"] and view["visibleFrame"] == view["windowFrame"]
                 and min(view["frame"]["width"], view["frame"]["height"]) >= 8), None)


def test_real_dumps_are_shown_selected_touched_searched_and_laid_out(dumps, shared, open_page):
    selected = 0
    page = open_page(shared.url)
    for dump in dumps:
        page.goto(f"{shared.url}/dumps/{dump['id']}")
        settle(page)
        expect(page.get_by_text(f"{dump['viewCount']} views")).to_be_visible()
        assert page.locator("#tree li[data-id]").count() > 1
        view = visible(shared, dump)
        if view is not None:
            left, top, width, height = place(page, view)
            page.mouse.click(*map(round, to_screen(page, left + width / 2, top + height / 2)))
            expect(page.locator("#panel .panel-view")).to_have_count(1)
            chosen = int(query(page)["view"])
            assert page.locator(f'#tree li[data-id="{chosen}"][aria-selected=true]').count() == 1
            for tab in page.get_by_role("tab").all_inner_texts():
                page.get_by_role("tab", name=tab).click()
                expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
            selected += 1
        first = shared.get(f"/api/v1/dumps/{dump['id']}/views/0").json["class"]
        page.get_by_role("searchbox").fill(first[:6])
        expect(page.locator(".search-count")).to_have_text(re.compile(r"^(\d+ of )?[1-9]\d*$"))
        page.get_by_role("searchbox").fill("")
        page.keyboard.press("Escape")
        page.goto(f"{shared.url}/dumps/{dump['id']}?width=1024&height=768&mode=layers")
        settle(page)
        expect(page.locator("#whatif")).to_contain_text("What if 1024 × 768")
    assert selected >= len(dumps) / 2
