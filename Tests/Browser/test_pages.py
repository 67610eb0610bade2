"""Every page opens cleanly, with and without scripts, and in the appearance that was chosen."""

import pytest
from playwright.sync_api import expect

from browsing import MISSING, PAGES
from paneling import violations

TITLES = {
    "library": "Vitrine", "stopwatch": "Stopwatch", "world-clock": "world-clock", "subviews": "Subviews", "app": "Clock",
    "settings": "Clock · Settings", "settings-chinese": "Settings", "settings-alarms": "Alarms", "choices": "Clock",
    "help": "Help", "patterns": "Patterns", "guides": "Guides", "guide": "Formats", "no-such-page": "Vitrine", "usage": "Storage",
}


def missing(name):
    """What a page that is missing something says on the console, and nothing else."""
    return ("responded with a status of 404",) if name in MISSING else ()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_cleanly_and_a_screen_reader_can_use_it(open_page, sample_page, name):
    page = open_page(sample_page(name), expect=missing(name), reduced_motion="reduce")
    assert page.answer.status == (404 if name in MISSING else 200)
    assert TITLES.get(name, "Vitrine") in page.title() and page.title().endswith("Vitrine")
    assert page.locator("h1").count() == 1 and page.locator("main").count() == 1
    # test_axe looks at each template in the dark and on a phone as well; here at what a page may show.
    assert violations(page) == []
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)")
    assert max(ground) < 60, f"the page stays light in the dark: {ground}"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_cleanly_without_scripts(without_script, sample_page, name):
    page = without_script(sample_page(name), expect=missing(name))
    assert page.answer.status == (404 if name in MISSING else 200)
    assert page.locator("main").inner_text().strip()
    assert page.locator(".js-only:visible").count() == 0
    assert page.locator("main").is_visible()


@pytest.mark.parametrize("name", ["library", "stopwatch", "settings", "no-such-page"])
def test_a_page_runs_no_code_that_is_not_its_own(open_page, sample_page, name):
    page = open_page(sample_page(name), expect=missing(name))
    policy = page.answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    page.watch.expect("policy", "Policy", "TrustedScript", "TrustedHTML")
    page.evaluate("""() => {
      const attempts = [
        () => document.body.setAttribute("onclick", "window.ran = true"),
        () => document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" })),
        () => document.body.append(Object.assign(document.createElement("script"), { src: "data:text/javascript,window.ran = true" })),
        () => document.body.innerHTML = "<img src=x onerror='window.ran = true'>",
      ];
      for (const attempt of attempts) try { attempt() } catch {}
      document.body.click();
    }""")
    assert page.evaluate("window.ran") is None


def test_the_chosen_appearance_outlives_the_page(open_page, sample_page):
    page = open_page(sample_page("library"))
    page.get_by_label("Appearance").click()
    with page.expect_response("**/theme"):
        page.get_by_role("button", name="Dark").click()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.goto(sample_page("help"))
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.get_by_label("Appearance").click()
    with page.expect_response("**/theme"):
        page.get_by_role("button", name="Same as system").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light dark"


def test_the_appearance_can_be_chosen_without_scripts(without_script, sample_page):
    page = without_script(sample_page("help"))
    page.get_by_label("Appearance").click()
    page.get_by_role("button", name="Dark").click()
    expect(page).to_have_url(sample_page("help"))
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_menu_closes_with_escape_and_gives_the_focus_back(open_page, sample_page):
    page = open_page(sample_page("help"))
    button = page.get_by_label("Appearance")
    button.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "Same as system"
    page.keyboard.press("Escape")
    assert button.evaluate("(summary) => summary === document.activeElement && !summary.parentElement.open")


def test_the_first_tab_stop_leads_past_the_bar(open_page, sample_page):
    page = open_page(sample_page("library"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    page.wait_for_url("**#main")
