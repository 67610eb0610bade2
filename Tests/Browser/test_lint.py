"""What a check finds, in the inspector and on a page of its own."""

import re

from playwright.sync_api import expect

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
    page.get_by_role("link", name="Notes").click()
    expect(page.locator(".rule.warning")).to_have_count(0)
    expect(page.locator(".rule.info").first).to_be_visible()
    page.get_by_role("link", name=re.compile("^All")).click()
    page.get_by_role("link", name="Check on all devices").click()
    expect(page.locator("main")).to_contain_text("layout.newOverlap")
    page.locator(".lint-place a").first.click()
    expect(page.locator("#panel .panel-view")).to_be_visible()
