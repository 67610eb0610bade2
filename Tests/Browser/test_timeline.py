"""Dumps of one app in order: the film, the slider, what became of the views of each step, and the history of a view; with and
without scripts."""

import re

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from drawing import decoded
from inspecting import expect_selected, expect_unsaid, query
from moments import APP, DUMPS, NAMES, upload
from paneling import ready, violations
from settling import eventually


@pytest.fixture
def server(shared):
    """A server that has no dumps of the app, before the test and after it."""
    yield shared
    for dump in shared.get("/api/v1/dumps").json["dumps"]:
        if dump.get("app") == APP:
            assert shared.request("DELETE", f"/api/v1/dumps/{dump['id']}").status == 204


@pytest.fixture
def dumps(server):
    return upload(server)


def address(server, more=""):
    return f"{server.url}/timeline?app={APP}{more}"


def change(page, name):
    return page.locator("#diff-rows li[data-change]").filter(has_text=name)


def expect_step(page, number):
    expect(page.get_by_role("heading", name=f"Step {number} of 4 {NAMES[number - 1]}")).to_be_visible()
    expect(page.locator("#film [aria-current]")).to_contain_text(NAMES[number - 1])


def test_the_film_opens_at_the_last_step_and_all_are_scrubbed_by_slider_key_and_film(open_page, server, dumps):
    page = open_page(address(server))
    expect(page.locator("#film .frame-name")).to_have_text([re.compile(f"{at} {name}") for at, name in enumerate(NAMES, 1)])
    expect(page.locator("#film li").nth(2).locator(".frame-counts")).to_have_text(re.compile(r"−1\s*~1"))
    expect_step(page, 4)
    expect(change(page, "Oslo").locator(".diff-kind")).to_have_text(["Added", "Returned"])
    expect(page.locator("#diff-rows li.gone")).to_have_count(0)
    assert violations(page) == []
    # Without loading the page.
    page.evaluate("window.kept = true")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Step 4 of 4: Fourth"))
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect_step(page, 3)
    expect(slider).to_be_focused()
    expect(change(page, "Oslo")).to_have_class(re.compile("gone"))
    page.keyboard.press("Home")
    expect_step(page, 1)
    expect(page.get_by_text("The next one is compared with it")).to_be_visible()
    page.locator("#film").get_by_role("link", name="Second").click()
    expect_step(page, 2)
    expect(slider).to_have_value("2")
    expect(page.locator(".diff-picture img")).to_have_attribute("src", re.compile(dumps[1]))
    page.keyboard.press("]")
    expect_step(page, 3)
    page.get_by_role("link", name="Next step").click()
    expect_step(page, 4)
    # There is no next one, so the focus stays with the step.
    expect(page.locator("#film [aria-current]")).to_be_focused()
    page.go_back()
    expect_step(page, 3)
    assert query(page)["step"] == dumps[2] and page.evaluate("window.kept")


def shades(page):
    """The lightness of the darkest and of the lightest pixel inside the label “Rome” on the screen, from 0 to 255."""
    box = page.locator(".diff-picture img").bounding_box()
    scale = box["width"] / 320
    inside = {"x": box["x"] + 12 * scale, "y": box["y"] + 32 * scale, "width": 80 * scale, "height": 16 * scale}
    _, points = decoded(page, page.screenshot(clip=inside))
    greens = [green for _, green, _, _ in points]
    return min(greens), max(greens)


def test_texts_of_a_screen_can_be_read_in_both_appearances(open_page, server, dumps):
    page = open_page(address(server))
    page.wait_for_function("() => document.querySelector('.diff-picture img').complete")
    darkest, lightest = shades(page)
    assert darkest < 130 and lightest > 220
    page.emulate_media(color_scheme="dark")
    darkest, lightest = shades(page)
    assert darkest < 60 and lightest > 130


def test_a_change_leads_to_the_history_of_its_view_by_key_and_by_click(open_page, server, dumps):
    page = open_page(address(server, f"&step={dumps[1]}"))
    for key, name in (("j", "Oslo"), ("j", "UIButton"), ("k", "Oslo")):
        page.keyboard.press(key)
        expect(change(page, name)).to_have_class(re.compile("chosen"))
        if name == "UIButton":
            expect(change(page, name).locator(".diff-kind")).to_have_text(["Changed", "Hidden"])
    page.keyboard.press("Escape")
    expect(page.locator("#diff-rows .chosen")).to_have_count(0)
    change(page, "Oslo").get_by_role("link").click()
    history = page.get_by_role("region", name="UILabel “Oslo”")
    expect(history.locator(".history-events")).to_have_text(re.compile(r"Added\s*4\s*Returned\s*4\s*Removed\s*3\s*Moved\s*2"))
    expect(history.locator("tbody").nth(1)).to_contain_text("position 10, 40 → 10, 70")
    expect(history.locator("tbody").nth(2)).to_contain_text("Not there")
    expect(history.get_by_role("img", name="y from 60 to 90 points over the steps")).to_be_visible()
    expect(history.locator(".history-chart")).to_have_count(1)
    # No line leads through the step that has no such view.
    pieces = history.locator(".history-chart line:not(.now)")
    expect(pieces).to_have_count(3)
    assert pieces.evaluate_all("(lines) => lines.map((line) => [line.getAttribute('x1'), line.getAttribute('x2')])") == [["0", "0"], ["0", "1"], ["3", "3"]]
    expect(page.locator("#film .lane.absent")).to_have_count(1)
    expect(page.locator(".diff-marks .stop")).to_have_count(3)
    expect(page.locator(".diff-marks .chosen")).to_have_count(1)
    # The step in which it vanished, and there its mark where it was.
    history.get_by_role("link", name="Removed in step 3").click()
    expect_step(page, 3)
    expect(history.get_by_text("Not in this step.")).to_be_visible()
    expect(page.locator(".diff-marks .removed.chosen")).to_have_count(1)
    assert query(page)["in"] == dumps[3]
    page.keyboard.press("]")
    expect_step(page, 4)
    expect(history.locator("tbody.current")).to_contain_text("Fourth")
    page.keyboard.press("Escape")
    expect(history).to_have_count(0)
    expect_unsaid(page, "view")
    assert violations(page) == []


def test_a_click_on_the_screen_looks_at_the_view_that_is_seen_there(open_page, server, dumps):
    page = open_page(address(server, f"&step={dumps[0]}"))
    picture = page.locator(".diff-picture img")
    page.wait_for_function("() => document.querySelector('.diff-picture img').complete")
    box = picture.bounding_box()
    scale = box["width"] / 320
    picture.locator("..").click(position={"x": 60 * scale, "y": 40 * scale})
    expect(page.get_by_role("region", name="UILabel “Rome”")).to_contain_text("Unchanged in every step.")
    assert query(page)["view"] == "2"
    expect_unsaid(page, "point")
    mark = page.locator(".diff-marks .seen rect").bounding_box()
    assert mark["x"] - box["x"] == pytest.approx(10 * scale, abs=3) and mark["width"] == pytest.approx(100 * scale, abs=4)
    # In the second step the button is hidden, so another view is what is seen there; its mark leads to it all the same.
    page.keyboard.press("]")
    expect_step(page, 2)
    page.locator(".diff-picture").click(position={"x": 150 * scale, "y": 430 * scale})
    expect(page.get_by_role("region", name="UIWindow")).to_be_visible()
    page.locator('.diff-marks .hidden').click()
    expect(page.get_by_role("region", name="UIButton")).to_be_visible()


def test_edits_and_new_dumps_are_followed(open_page, server, dumps):
    page = open_page(address(server, f"&step={dumps[0]}&view=2"))
    expect(page.get_by_role("region", name="UILabel “Rome”")).to_contain_text("Unchanged in every step.")
    server.request("PATCH", f"/api/v1/dumps/{dumps[0]}/views/2", {"hidden": True})
    expect(page.get_by_role("region", name="UILabel “Rome”")).to_contain_text("Shown2")
    later = DUMPS[3].replace("2026-03-04", "2026-03-05")
    server.request("POST", "/api/v1/dumps?name=Fifth", later, {"Content-Type": "application/json"})
    expect(page.get_by_role("heading", name="Step 1 of 5")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_attribute("max", "5")


def test_a_dump_that_comes_before_the_page_listens_is_followed(open_page, server, dumps):
    page, held = open_page("about:blank"), []
    page.route("**/api/v1/events*", lambda route: route.continue_() if held else held.append(route))
    page.goto(address(server, f"&step={dumps[0]}"))
    eventually(page, lambda: held, "the question for events")
    expect(page.get_by_role("heading", name="Step 1 of 4")).to_be_visible()
    later = DUMPS[3].replace("2026-03-04", "2026-03-05")
    server.request("POST", "/api/v1/dumps?name=Fifth", later, {"Content-Type": "application/json"})
    held[0].continue_()
    expect(page.get_by_role("heading", name="Step 1 of 5")).to_be_visible()


def test_the_inspector_leads_to_the_history_of_a_view_where_its_app_has_other_dumps(open_page, server, dumps):
    page = ready(open_page(f"{server.url}/dumps/{dumps[1]}?view=3"))
    page.locator('#tree li[data-id="3"] > .row').click(button="right")
    page.get_by_role("menuitem", name="History over dumps").click()
    expect_step(page, 2)
    expect(page.get_by_role("region", name="UILabel “Oslo”")).to_be_visible()
    page.get_by_role("link", name="Inspect").click()
    expect_selected(ready(page), 3)


def test_the_inspector_has_no_way_to_a_timeline_of_one_dump(open_page, server):
    dump = server.request("POST", "/api/v1/dumps?name=Only", DUMPS[0], {"Content-Type": "application/json"}).json["id"]
    page = ready(open_page(f"{server.url}/dumps/{dump}?view=3"))
    page.locator('#tree li[data-id="3"] > .row').click(button="right")
    expect(page.get_by_role("menuitem", name="Compare with another dump…")).to_be_visible()
    expect(page.get_by_role("menuitem", name="History over dumps")).to_have_count(0)


def test_library_and_comparison_lead_to_the_timeline(open_page, server, dumps):
    page = open_page(server.url)
    page.get_by_role("checkbox", name="Select First").check()
    timeline = page.get_by_role("button", name="Timeline")
    expect(timeline).to_be_hidden()
    for name in ("Fourth", "Third"):
        page.get_by_role("checkbox", name=f"Select {name}").check()
    expect(page.get_by_role("button", name="Compare")).to_be_hidden()
    timeline.click()
    expect(page.get_by_role("heading", name="Step 3 of 3 Fourth")).to_be_visible()
    page.get_by_role("link", name="Compare with previous step").click()
    page.get_by_role("link", name="Timeline").click()
    expect_step(page, 4)
    page.goto(f"{server.url}/?sort=app")
    page.get_by_role("link", name="Timeline").click()
    expect_step(page, 4)


def test_it_works_without_a_script(without_script, server, dumps):
    page = without_script(f"{server.url}/timeline")
    page.get_by_role("link", name=re.compile(f"{APP}.*4 dumps", re.S)).click()
    expect_step(page, 4)
    expect(page.get_by_role("slider")).to_be_hidden()
    page.get_by_role("link", name="Previous step", exact=True).click()
    expect_step(page, 3)
    change(page, "Bern").get_by_role("link").click()
    expect(page.get_by_role("region", name="UILabel “Bern”")).to_contain_text("Reparented")
    page.locator("#film").get_by_role("link", name="First").click()
    expect_step(page, 1)
    expect(page.get_by_role("region", name="UILabel “Bern”")).to_be_visible()
    page.get_by_role("link", name="Close the history of this view").click()
    expect(page.get_by_role("region", name="UILabel “Bern”")).to_have_count(0)
    page.get_by_role("link", name="Inspect").click()
    page.get_by_role("link", name="History over dumps").click()
    expect_step(page, 1)


def test_any_part_can_be_asked_for(server, dumps):
    for more in ("&step=none", "&view=99&in=none", "&point=nan,1", "&point=%3Cb%3E", "&after=9223372036854775807", "&after=-1", "&tolerance=odd"):
        reply = server.get(f"/timeline?app={APP}{more}", Accept="text/html")
        assert reply.status == 200 and "Step 4 of 4" in reply.text and "<b>" not in reply.text, more
    assert server.get("/timeline?dumps=none", Accept="text/html").status == 404


def test_a_phone_cuts_nothing_and_a_long_film_scrolls_but_not_the_page(open_page, server, dumps):
    page = open_page(address(server, f"&step={dumps[1]}&view=3"), viewport=PHONE)
    expect(page.get_by_role("region", name="UILabel “Oslo”")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    change(page, "UIButton").scroll_into_view_if_needed()
    expect(change(page, "UIButton")).to_be_in_viewport()
    upload(server)
    upload(server)
    page.reload()
    expect(page.locator("#film > li")).to_have_count(12)
    assert page.locator(".film-scroll").evaluate("(film) => film.scrollWidth > film.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
