"""Where people meet agents: the lines that set up a client, and what an agent sees of a dump."""

import re

import pytest
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE
from conftest import REPOSITORY
from inspecting import query
from paneling import violations

SIZES = [DESKTOP, PHONE]


def severe(page):
    return violations(page, ("serious", "critical"))


def expect_fitting(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def digest(page):
    return page.locator("#digest")


@pytest.mark.parametrize("size", SIZES)
def test_the_library_has_lines_for_clients_with_its_own_address_folded(open_page, samples, size):
    page = open_page(samples.url + "/", viewport=size, reduced_motion="reduce")
    section = page.locator(".with-agent")
    line = section.locator(".command", has_text="claude mcp add")
    expect(line).to_be_hidden()
    section.get_by_role("heading", name="Use with an agent").click()
    section.get_by_role("heading", name="Claude Code", exact=True).click()
    expect(line).to_be_visible()
    expect(line).to_have_text(f"claude mcp add --transport http vitrine {samples.url}/mcp")
    for title in ("Visual Studio Code", "Codex"):
        section.get_by_role("heading", name=title).click()
    expect(section.locator(".command:visible")).to_have_count(4)
    expect_fitting(page)
    assert severe(page) == []


def test_a_line_for_a_client_is_copied_by_a_click(open_page, samples):
    page = open_page(samples.url + "/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    section = page.locator(".with-agent")
    section.get_by_role("heading", name="Use with an agent").click()
    section.get_by_role("heading", name="Visual Studio Code").click()
    section.locator(".command code:visible").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f'{{"servers": {{"vitrine": {{"type": "http", "url": "{samples.url}/mcp"}}}}}}'


def test_the_lines_open_without_script(without_script, samples):
    page = without_script(samples.url + "/", viewport=PHONE)
    page.locator(".with-agent").get_by_role("heading", name="Use with an agent").click()
    page.locator(".with-agent").get_by_role("heading", name="Codex").click()
    expect(page.locator(".with-agent .command", has_text=f'url = "{samples.url}/mcp"')).to_be_visible()
    expect_fitting(page)


def test_what_an_agent_sees_is_shown_and_its_lines_choose_views(open_page, stopwatch):
    page = open_page(stopwatch)
    expect(page.locator("#viewport canvas.surface")).to_be_visible()
    expect(digest(page)).to_have_count(0)
    page.locator("#digest-link").click()
    expect(digest(page)).to_be_visible()
    expect(page.locator("#viewport canvas.surface")).to_be_visible()
    # The same as the API and tools tell.
    told = page.request.get(stopwatch.replace("/dumps/", "/api/v1/dumps/") + "/digest").text().strip().split("\n")
    assert [line.strip() for line in digest(page).locator("li").all_inner_texts()] == [line.strip() for line in told]
    line = digest(page).get_by_role("link", name="Lap").first
    view = line.evaluate("(link) => new URL(link.href).searchParams.get('view')")
    line.click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", view)
    expect(page.locator("#tree .row.selected")).to_have_count(1)
    assert query(page)["digest"] == "true"
    page.locator("#digest-link").click()
    expect(digest(page)).to_have_count(0)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", view)


def test_what_an_agent_sees_is_there_without_script(without_script, stopwatch):
    page = without_script(stopwatch)
    page.get_by_role("link", name="What an agent sees").last.click()
    expect(digest(page)).to_be_visible()
    line = digest(page).get_by_role("link", name="Lap").first
    view = line.get_attribute("href").split("view=")[1].split("&")[0]
    line.click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", view)
    expect(digest(page)).to_be_visible()
    page.get_by_role("link", name="What an agent sees: hide it").click()
    expect(digest(page)).to_have_count(0)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", view)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_can_use_what_an_agent_sees(open_page, stopwatch, size, scheme):
    page = open_page(f"{stopwatch}?digest=true", viewport=size, color_scheme=scheme, reduced_motion="reduce")
    if size == PHONE:
        page.get_by_role("navigation", name="Panes").get_by_role("button", name="Tree").click()
    expect(digest(page)).to_be_visible()
    expect(page.locator("#tree-tools")).to_be_visible()
    assert severe(page) == []
    expect_fitting(page)
    small = digest(page).locator("a").evaluate_all("(links) => links.map((link) => link.getBoundingClientRect().height).filter((height) => height < 24)")
    assert small == []


def test_the_guide_has_the_lines_that_the_library_shows(shared):
    page = shared.get("/", Accept="text/html").text
    section = page[page.index("Use with an agent"):]
    section = section[:section.index("</main>")]
    shown = re.findall(r"<code data-copy>(.*?)</code>", section)
    guide = re.sub(r"\s+", " ", (REPOSITORY / "docs/agents.md").read_text())
    assert len(shown) >= 6
    for line in shown:
        line = line.replace("&quot;", '"').replace("&#34;", '"').replace("&amp;", "&").replace(shared.url, "http://127.0.0.1:8080")
        assert line in guide, line
