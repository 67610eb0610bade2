"""The palette finds views, dumps, settings and commands on every page."""

import pytest
from playwright.sync_api import expect

from browsing import APP, PHONE
from inspecting import query
from outlining import expect_chosen, link, ready
from paneling import violations
from settling import eventually

LAP_BUTTON = 35


def open_palette(page):
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    return page.get_by_role("dialog")


def options(page, group=None):
    found = page.get_by_role("listbox", name="Results")
    return (found.get_by_role("group", name=group) if group else found).get_by_role("option")


def field(page):
    return page.get_by_role("combobox", name="Find views, dumps, settings and commands")


def active(page):
    """The option that Enter takes."""
    option = page.get_by_role("listbox", name="Results").get_by_role("option", selected=True)
    expect(option).to_have_count(1)
    # Sources that join make the list anew.
    eventually(page, lambda: field(page).get_attribute("aria-activedescendant") == option.get_attribute("id"), "the option that the field names")
    return option


@pytest.fixture
def page(open_page, stopwatch):
    return ready(open_page(stopwatch))


@pytest.mark.parametrize("name", ["library", "app", "settings", "help", "stopwatch", "no-such-page"])
def test_it_opens_on_every_page_and_closes(open_page, sample_page, name):
    page = open_page(sample_page(name), expect=("status of 404",) if "no-such" in name else ())
    dialog = open_palette(page)
    expect(options(page, "Commands")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+k")
    expect(dialog).not_to_be_visible()


def test_it_opens_with_a_button_and_gives_the_focus_and_keys_back_as_soon_as_it_closes(page):
    dialog = page.get_by_role("dialog")
    open_palette(page)
    focused = page.evaluate("""() => {
      const dialog = document.querySelector("dialog.palette");
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
      return [dialog.open, dialog.contains(document.activeElement)];
    }""")
    assert focused == [False, False]
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    page.get_by_role("button", name="Find views, dumps, settings and commands").click()
    expect(dialog).to_be_visible()
    page.mouse.click(20, 600)
    expect(dialog).not_to_be_visible()
    page.locator("#tree [tabindex='0']").focus()
    open_palette(page)
    page.keyboard.press("Escape")
    expect(page.locator("#tree [tabindex='0']")).to_be_focused()


def test_views_and_other_dumps_are_found_and_arrows_walk_around_the_ends(page, world_clock):
    open_palette(page)
    page.keyboard.type("butt bar clear")
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("No matches")
    field(page).fill("uitabbarbuttonl")
    expect(options(page, "Views")).to_have_count(4)
    field(page).fill("00:12.40")
    expect(active(page)).to_contain_text("UILabel")
    page.keyboard.press("Enter")
    expect_chosen(page, 32)
    expect(page.get_by_role("dialog")).not_to_be_visible()
    # Arrows walk around the ends.
    open_palette(page)
    page.keyboard.type("lap")
    expect(options(page, "Views")).to_have_count(8)
    ids = options(page).evaluate_all("(all) => all.map((one) => one.id)")
    assert active(page).get_attribute("id") == ids[0]
    page.keyboard.press("ArrowDown")
    assert active(page).get_attribute("id") == ids[1]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert active(page).get_attribute("id") == ids[-1]
    expect(active(page)).to_be_in_viewport()
    page.keyboard.press("ArrowDown")
    assert active(page).get_attribute("id") == ids[0]
    field(page).fill("world-cl")
    expect(active(page)).to_contain_text("world-clock")
    page.keyboard.press("Enter")
    page.wait_for_url(world_clock)


def test_who_has_gone_to_an_option_stays_there_when_others_join_it(page):
    held = []
    page.route("**/api/v1/**", lambda route: held.append(route))
    open_palette(page)
    page.keyboard.type("lap")
    expect(options(page, "Views")).to_have_count(8)
    eventually(page, lambda: held, "what the server is asked for")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    before = active(page).text_content()
    assert before != options(page).first.text_content()
    # The groups are made anew when one joins them.
    options(page).nth(2).evaluate("(option) => { option.parentElement.dataset.old = 'yes'; }")
    for route in held:
        route.continue_()
    expect(page.locator("[data-old]")).to_have_count(0)
    assert active(page).text_content() == before


def test_commands_run_show_their_keys_and_are_listed_when_they_can_be_done(page, stopwatch):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link(page, LAP_BUTTON).click()
    expect_chosen(page, LAP_BUTTON)
    open_palette(page)
    page.keyboard.type("copy a link to this")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{stopwatch}?view={LAP_BUTTON}"
    open_palette(page)
    page.keyboard.type(">next match")
    expect(active(page)).to_contain_text("Search for something first")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Search for something first")
    open_palette(page)
    page.keyboard.type(">zzzz")
    expect(options(page)).to_have_count(0)
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("No matches for “zzzz”.")
    # What only keys do is told with its keys, and words that are nearly right find it too.
    field(page).fill(">open all siblngs")
    expect(active(page)).to_contain_text("Only its keys do this")
    expect(active(page).locator("kbd")).to_have_text("*")
    field(page).fill(">hide system")
    option = active(page)
    expect(option).to_contain_text("Hide system views")
    expect(option.locator("kbd")).to_have_text("H")
    expect(options(page)).to_have_count(1)
    page.keyboard.press("Enter")
    assert query(page)["hideSystem"] == "true"
    open_palette(page)
    page.keyboard.type(">hide system")
    expect(active(page).locator(".icon.on")).to_have_count(1)
    field(page).fill("dark")
    expect(active(page)).to_contain_text("Appearance: dark")
    with page.expect_response("**/theme"):
        page.keyboard.press("Enter")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_the_help_and_single_settings_are_found_from_every_page(open_page, sample_page):
    page = open_page(sample_page("usage"))
    open_palette(page)
    page.keyboard.type("getting a dump")
    expect(options(page, "Help").first).to_contain_text("Getting a dump")
    expect(options(page, "Help").first).to_have_attribute("href", "/help#dumps")
    field(page).fill("snooze")
    expect(options(page, "Apps and settings").first).to_contain_text("snooze_minutes")


def test_texts_of_the_help_and_rules_are_found_by_words_that_are_nearly_right(open_page, sample_page):
    page = open_page(sample_page("usage"))
    page.watch.expect("What shows something has an area")
    open_palette(page)
    field(page).fill("margin keps its length")
    expect(options(page, "Help").first).to_contain_text("Help · Reading the canvas")
    expect(options(page, "Help").first).to_have_attribute("href", "/help#reading")
    # By the rule's name, and by what it says.
    for words in ("size.zero", "shows something has an area", "takes no touches for its subviews either"):
        field(page).fill(words)
        expect(options(page, "Rules of checks").first).to_contain_text("What shows something has an area")
    options(page, "Rules of checks").first.click()
    expect(page.get_by_role("alert")).to_contain_text("Give the view a size, or hide it")
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_guides_and_their_sections_are_found_from_every_page(open_page, sample_page):
    page = open_page(sample_page("usage"))
    open_palette(page)
    field(page).fill("all attachments of a ui test")
    expect(options(page, "Help").first).to_contain_text("Guide · Getting dumps")
    expect(options(page, "Help").first).to_have_attribute("href", "/docs/getting-dumps#all-attachments-of-a-ui-test")
    options(page, "Help").first.click()
    expect(page.get_by_role("heading", name="All attachments of a UI test")).to_be_in_viewport()


def test_every_command_with_a_key_is_listed_with_it(page):
    from_map = "() => [...document.querySelectorAll('.keymap dl > div')].map((each) => [each.querySelector('dd').textContent, each.querySelector('kbd').textContent])"
    page.keyboard.press("?")
    expect(page.locator(".keymap dl > div").first).to_be_visible()
    known = page.evaluate(from_map)
    page.keyboard.press("Escape")
    assert len(known) > 40
    open_palette(page)
    for title in ("Leave layers", "Show layers from the side", "Next sibling", "Undo"):
        assert title in dict(known)
        field(page).fill(f">{title}")
        option = options(page).filter(has_text=title).first
        expect(option.locator("kbd").last).not_to_have_text("")


def test_panes_of_settings_are_found_from_the_library(open_page, samples):
    page = open_page(samples.url + "/")
    open_palette(page)
    page.keyboard.type("sounds")
    expect(options(page, "Apps and settings").first).to_contain_text("Sounds")
    options(page, "Apps and settings").first.click()
    page.wait_for_url(f"**{APP}/settings/Sounds")
    open_palette(page)
    page.keyboard.type("stopwatch")
    expect(active(page)).to_contain_text("Stopwatch")
    page.keyboard.press("Enter")
    page.wait_for_url("**/dumps/stopwatch*")


def test_a_server_that_cannot_be_reached_is_said_and_commands_stay(open_page, samples):
    page = open_page(samples.url + "/help", expect=("status of 500", "The server responded with status 500"))
    page.route("**/api/v1/dumps*", lambda route: route.fulfill(status=500))
    dialog = open_palette(page)
    expect(dialog.get_by_role("status")).to_contain_text("The server responded with status 500")
    expect(options(page, "Commands")).not_to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_can_use_the_dialogs(open_page, stopwatch, scheme):
    page = ready(open_page(stopwatch, color_scheme=scheme, reduced_motion="reduce"))
    for opener in ("?", "Control+k"):
        page.keyboard.press(opener)
        expect(page.get_by_role("dialog")).to_be_visible()
        if opener != "?":
            page.keyboard.type("lap")
            expect(options(page, "Views")).to_have_count(8)
        assert violations(page, ("serious", "critical")) == [], opener
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).not_to_be_visible()


def test_it_fits_a_phone(open_page, stopwatch):
    page = ready(open_page(stopwatch, viewport=PHONE))
    page.get_by_role("button", name="Find views, dumps, settings and commands").click()
    box = page.get_by_role("dialog").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    # Boxes are fractions of pixels off.
    assert round(options(page).first.bounding_box()["height"]) >= 44
