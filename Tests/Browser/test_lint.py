"""What a check finds, in the inspector and on a page of its own."""

import pathlib
import re

from playwright.sync_api import expect

PASS = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/lint/pass.storyboard"

LAPS_HEADING = 7


def test_the_panel_of_the_dump_lists_findings_that_lead_to_their_views(open_page, stopwatch):
    page = open_page(stopwatch)
    line = page.locator("#panel .dump-report .finding.warning a").first
    expect(line).to_contain_text("contrast")
    line.click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(LAPS_HEADING))
    expect(page.locator("#panel .findings .finding.warning").first).to_contain_text("contrast")


def test_a_view_that_is_warned_about_has_a_badge_in_the_tree(open_page, stopwatch):
    page = open_page(f"{stopwatch}?view={LAPS_HEADING}")
    expect(page.locator(f'#tree [data-id="{LAPS_HEADING}"]').first).to_be_visible()
    expect(page.locator("#tree").get_by_title("Has findings").or_(
        page.locator('#tree use[href$="#warning"]')).first).to_be_visible()


def test_without_scripts_findings_are_links_and_the_page_filters_by_weight(without_script, stopwatch):
    page = without_script(stopwatch)
    page.locator("#panel .dump-report .finding.warning a").first.click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(LAPS_HEADING))
    page = without_script(f"{stopwatch}/lint")
    expect(page.locator(".rule").first).to_contain_text("Text stands out from its background")
    page.get_by_role("link", name="Info").click()
    expect(page.locator(".rule.warning")).to_have_count(0)
    expect(page.locator(".rule.info").first).to_be_visible()
    page.get_by_role("link", name=re.compile("^All")).click()
    page.get_by_role("link", name="Check on all devices").click()
    expect(page.locator("main")).to_contain_text("layout.newOverlap")
    page.locator(".lint-place a").first.click()
    expect(page.locator("#panel .panel-view")).to_be_visible()


def test_a_finding_is_mended_with_a_button_and_comes_back_when_that_is_undone(open_page, shared):
    text = PASS.read_text(encoding="utf-8").replace('"44" id="goHeight"', '"20" id="goHeight"')
    dump = shared.request("POST", "/api/v1/dumps?name=fix", text.encode()).json["id"]
    [finding] = shared.get(f"/api/v1/dumps/{dump}/lint?rules=touch.small").json["findings"]
    page = open_page(f"{shared.url}/dumps/{dump}?view={finding['view']}")
    line = page.locator("#panel .panel-view .findings .finding.warning")
    expect(line).to_contain_text("fingers need 44")
    expect(line).to_contain_text("20 → 44")
    line.get_by_role("button", name="Fix").click()
    expect(line).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(line.get_by_role("button", name="Fix")).to_be_visible()
    page.goto(f"{shared.url}/dumps/{dump}/lint")
    expect(page.locator(".lint-place .fix").first).to_contain_text("20 → 44")
