"""A screen on several devices side by side: pictures, what is wrong there, and the way to the inspector."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

FILE = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps/kitchen.storyboard"


@pytest.fixture
def kitchen(shared):
    """The address of a storyboard with three scenes; view 1 is the root of the one that a person sees first."""
    dump = shared.request("POST", "/api/v1/dumps?name=kitchen", FILE.read_bytes()).json["id"]
    return f"{shared.url}/dumps/{dump}"


def many_labels():
    """A window with so many labels that no page waits for its check on all devices."""
    label = "<UILabel: 0x{0:x}; frame = (16 {1}; 200 20); text = 'Row {0}'; layer = <CALayer: 0x9>>\n"
    return "<UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>\n" + "".join(
        "   | " + label.format(number, 100 + number % 500) for number in range(2, 1_600))


def storyboard(count):
    """A storyboard of so many scenes that have nothing but a view."""
    scenes = "".join(f'''<scene sceneID="s{number}"><objects><viewController id="c{number}" sceneMemberID="viewController">
        <view key="view" contentMode="scaleToFill" id="v{number}"><rect key="frame" x="0" y="0" width="375" height="667"/></view>
        </viewController></objects></scene>''' for number in range(count))
    return f'''<?xml version="1.0" encoding="UTF-8"?><document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"
        targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><scenes>{scenes}</scenes></document>'''.encode()


def pictures(page):
    return page.locator(".device-pictures > li")


def test_a_screen_is_shown_on_devices_to_scale_and_each_leads_to_the_inspector(kitchen, open_page):
    page = open_page(f"{kitchen}/devices?device=iphone-5s&device=iphone-17")
    expect(pictures(page)).to_have_count(2)
    small, large = (page.locator(f"[data-cell='1 {device} portrait'] img") for device in ("iphone-5s", "iphone-17"))
    expect(small).to_have_attribute("alt", re.compile("TimerController on iPhone SE .1st., 5s, 5, portrait, 320 × 568 points"))
    for picture in (small, large):
        picture.scroll_into_view_if_needed()
        page.wait_for_function("picture => picture.complete && picture.naturalWidth > 0", arg=picture.element_handle())
    width, height, other = (picture.bounding_box()[side] for picture, side in ((small, "width"), (small, "height"), (large, "width")))
    assert abs(width / other - 320 / 402) < 0.02 and width >= 190 and abs(width / height - 320 / 568) < 0.02
    cell = page.locator("[data-cell='1 iphone-5s portrait']")
    expect(cell).to_contain_text("portrait · 320 × 568")
    expect(cell).to_contain_text("depend on contents")
    # The view that a warning is about is marked on the picture.
    expect(small).to_have_attribute("src", re.compile("highlight=6$"))
    cell.get_by_role("link").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"device=iphone-5s"))
    expect(page.locator("#whatif")).to_contain_text("320 × 568")


def test_without_scripts_a_form_chooses_devices_scene_and_how_they_are_held(kitchen, without_script):
    page = without_script(f"{kitchen}/devices?device=iphone-8")
    # The dump has no table of a language, but pseudo languages are everybody's.
    page.get_by_text("1 language, 1 text size").click()
    expect(page.get_by_role("group", name="Languages").locator("label")).to_have_text(
        ["as stored", "Double-length", "Right-to-left", "Right-to-left-strings", "Accented", "Bounded"])
    expect(page.get_by_role("group", name="Text sizes").locator("label")).to_have_count(13)
    page.get_by_text("1 device chosen").click()
    page.get_by_label("iPhone SE (1st)").check()
    page.get_by_label("Orientation").select_option("both")
    page.get_by_text("1 of its screens").click()
    page.get_by_label("TimerController").uncheck()
    page.get_by_label("UITableViewController").check()
    page.get_by_role("button", name="Show").click()
    expect(pictures(page)).to_have_count(4)
    expect(page.locator("[data-cell='8 iphone-8 landscape']")).to_contain_text("landscape · 667 × 375")
    expect(pictures(page).first.locator("img")).to_have_attribute("src", re.compile("view=8&solver=constraints&style=screen"))
    page.get_by_role("link", name="Findings on these devices").click()
    expect(page.locator("h1")).to_have_text("Findings")


def test_a_language_of_the_dump_is_chosen_and_goes_along(kitchen, without_script, shared):
    path = kitchen.removeprefix(shared.url)
    table = '"lab-00-001.text" = "Außergewöhnlich lange gekochte Frühstückseier aus Freilandhaltung";'
    assert shared.request("POST", f"/api/v1{path}/companions?language=de", table, {"Content-Type": "text/plain"}).status == 201
    page = without_script(f"{kitchen}/devices?device=iphone-5s")
    page.get_by_text("1 language, 1 text size").click()
    languages = page.get_by_role("group", name="Languages")
    languages.get_by_label("as stored").uncheck()
    languages.get_by_label("de", exact=True).check()
    page.get_by_label("Texts").select_option("30")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("input[name=language][value=de]")).to_be_checked()
    expect(pictures(page).first.locator("img")).to_have_attribute("src", re.compile("text=30&language=de"))
    expect(pictures(page).first.get_by_role("link")).to_have_attribute("href", re.compile("text=30&language=de"))
    page.get_by_role("link", name="Findings on these devices").click()
    expect(page.locator("main")).to_contain_text("texts in de, +30 %")
    expect(page.locator("main")).to_contain_text("layout.cut")


def test_by_masks_too_what_would_be_under_the_systems_parts_is_told_at_the_device(shared, without_script):
    text = ("<UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>\n"
            "   | <UILabel: 0x4; frame = (16 24; 60 20); text = 'Loose'; layer = <CALayer: 0x9>>\n")
    dump = shared.request("POST", "/api/v1/dumps?name=loose", text, {"Content-Type": "text/plain"}).json["id"]
    page = without_script(f"{shared.url}/dumps/{dump}/devices?device=iphone-17&device=iphone-se")
    expect(page.locator("[data-cell*='iphone-17 ']")).to_contain_text("“Loose” stays where it was, under the status bar")
    expect(page.locator("[data-cell*='iphone-8']")).not_to_contain_text("Loose")


def test_the_inspector_leads_to_the_page_only_where_the_dump_says_constraints(kitchen, without_script, stopwatch):
    page = without_script(kitchen)
    page.locator("#panel").get_by_role("link", name="on other devices").click()
    expect(page.locator("h1")).to_have_text("Devices")
    page = without_script(stopwatch)
    expect(page.get_by_role("link", name="on other devices")).to_have_count(0)


def test_a_dump_without_constraints_is_laid_out_by_masks_and_says_so(open_page, stopwatch):
    page = open_page(f"{stopwatch}/devices?device=iphone-8")
    expect(page.locator(".note")).to_contain_text("has no constraints")
    expect(pictures(page).first.locator("img")).to_have_attribute("src", re.compile("solver=masks"))
    expect(page.locator(".device-findings")).to_have_count(0)


def test_on_a_narrow_window_nothing_is_wider_than_it(kitchen, open_page):
    page = open_page(f"{kitchen}/devices?device=all&orientation=landscape", viewport={"width": 390, "height": 844})
    expect(pictures(page).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_scenes_devices_languages_and_sizes_are_shown_together_the_worst_first_and_taken_along(kitchen, open_page, shared):
    query = "scene=all&device=iphone-5s&device=iphone-17&language=&language=double-length&textSize=&textSize=accessibilityXXXLarge"
    page = open_page(f"{kitchen}/devices?{query}")
    expect(page.locator("[data-cell]")).to_have_count(16)
    expect(page.locator("[data-cell='1 iphone-17 portrait double-length accessibility5']")).to_contain_text("double-length")
    worst = {"error": 3, "warning": 2, "info": 1, None: 0}
    order = [worst[cell.get_attribute("data-worst")] for cell in page.locator("[data-cell]").all()]
    assert order == sorted(order, reverse=True)
    with page.expect_download() as download:
        page.get_by_role("link", name="One HTML file").click()
    file = pathlib.Path(download.value.path()).read_text()
    assert file.count("<figure>") == 16 and file.count("data:image/svg+xml") == 16
    with page.expect_download() as download:
        page.get_by_role("link", name="JUnit").click()
    assert pathlib.Path(download.value.path()).read_text().count("<testsuite ") == 16
    # It is refused in words where it would take too long.
    refused = shared.request("GET", kitchen.removeprefix(shared.url) + "/devices?device=all&orientation=both" + "&language=accented" + "".join(
        f"&textSize={size}" for size in ("xSmall", "small", "medium", "large", "xLarge", "xxLarge", "xxxLarge")))
    assert refused.status == 400 and b"at most 240 are made together. Choose fewer devices" in refused.body


def test_devices_are_grouped_and_a_part_of_a_screen_opens_as_it_is_shown(kitchen, open_page, without_script):
    page = without_script(f"{kitchen}/devices?device=iphone-17")
    page.get_by_text("1 device chosen").click()
    groups = {group.locator("legend").inner_text(): group.locator("label") for group in page.locator("details[open] fieldset").all()}
    assert list(groups) == ["Small iPhones", "Standard iPhones", "Large iPhones", "iPad", "Split View"]
    # The newest first, and those of the years before.
    expect(groups["Standard iPhones"]).to_contain_text(["All of them", "iPhone 17", "iPhone 17e, 16e", "iPhone 16, 15"])
    expect(groups["iPad"].nth(1)).to_contain_text("M5, M4")
    page.get_by_role("group", name="Split View").get_by_label("All of them").check()
    page.get_by_role("group", name="Large iPhones").get_by_label("All of them").check()
    page.get_by_label("iPhone 17, 17 Pro").uncheck()
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[data-cell*='iphone-17-pro-max ']")).to_have_count(1)
    expect(page.locator("[data-cell*='iphone-17 ']")).to_have_count(0)
    # There are no halves upright.
    expect(page.locator("[data-cell='1 ipad-9-7:half landscape']")).to_contain_text("landscape · half of the screen · 507 × 768")
    query = "device=ipad-9-7:half&orientation=landscape&language=double-length&textSize=xxxLarge&text=30"
    page = open_page(f"{kitchen}/devices?{query}")
    page.locator("[data-cell='1 ipad-9-7:half landscape double-length xxxLarge'] a").click()
    page.wait_for_url(re.compile(r"view=1&device=ipad-9-7&orientation=landscape&splitView=half&text=30&language=double-length&textSize=xxxLarge"))
    expect(page.locator("#whatif")).to_contain_text("507 × 768")
    expect(page.locator("#whatif")).to_contain_text("double-length")


def test_pictures_that_nobody_has_seen_are_printed_too(kitchen, open_page):
    page = open_page(f"{kitchen}/devices?scene=all&device=all", viewport={"width": 700, "height": 400}, script="window.print = () => (window.printed = true)")
    loaded = "() => [...document.querySelectorAll('#cells img')].filter((image) => image.complete && image.naturalWidth).length"
    count = page.locator("#cells img").count()
    page.get_by_role("button", name="Print or PDF").click()
    page.wait_for_function("() => window.printed")
    assert page.evaluate(loaded) == count > 20
    # A sheet holds three in a line, without the form, and none is cut.
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 3 < pages <= count
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})
    expect(page.locator(".device-choice")).to_be_hidden()
    first, second, third = (page.locator("#cells > li").nth(place).bounding_box() for place in range(3))
    assert first["y"] == second["y"] == third["y"] and third["x"] + third["width"] <= 794
    # A line of tall screens fills a sheet, the first one too.
    page.emulate_media(media="screen")
    page.goto(f"{kitchen}/devices?device=large")
    page.get_by_role("button", name="Print or PDF").click()
    page.wait_for_function("() => window.printed")
    count = page.locator("#cells > li").count()
    page.emulate_media(media="print")
    assert count > 3 and page.pdf(format="A4").count(b"/Type /Page\n") == -(-count // 3)
    # Held in landscape, two.
    page.goto(f"{kitchen}/devices?device=iphone-5s&device=iphone-17&device=iphone-8&orientation=landscape")
    page.set_viewport_size({"width": 703, "height": 1123})
    first, second, third = (page.locator("#cells > li").nth(place).bounding_box() for place in range(3))
    assert first["y"] == second["y"] < third["y"] and second["x"] + second["width"] <= 703


def test_what_is_too_much_is_refused_with_the_form_to_narrow_it(open_page, shared):
    board = storyboard(90)
    dump = shared.request("POST", "/api/v1/dumps?name=Many", board, {"Content-Type": "application/octet-stream"}).json["id"]
    page = open_page(f"{shared.url}/dumps/{dump}/devices?scene=all&device=all", expect=["400", "at most 2000"])
    expect(page.get_by_role("alert")).to_have_text("90 scenes on 27 screens are 2430 pictures; at most 2000 are shown together. Choose fewer scenes.")
    expect(page.locator("[data-cell]")).to_have_count(0)
    page.get_by_text("27 devices chosen").click()
    for device in reversed(page.locator("input[name=device]:checked").all()[1:]):
        device.uncheck()
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[data-cell]")).to_have_count(90)


def test_a_check_that_fails_is_tried_again_and_no_screen_is_left_out(open_page, shared):
    dump = shared.request("POST", "/api/v1/dumps?name=lost", many_labels(), {"Content-Type": "text/plain"}).json["id"]
    page = open_page("about:blank", viewport={"width": 700, "height": 500}, expect=["matrix", "Failed to load", "can’t be reached"])
    # A read is asked for three times.
    lost = []

    def lose(route):
        if len(lost) < 3:
            lost.append(route.request.url)
            return route.abort()
        return route.continue_()

    page.route("**/matrix?*", lose)
    page.goto(f"{shared.url}/dumps/{dump}/devices")
    page.get_by_role("button", name="Retry").click()
    page.get_by_role("button", name="Check all").click()
    expect(page.locator("#cells-progress")).to_have_text("All checked, the worst first", timeout=60_000)
    expect(page.locator(".device-count", has_text="Not checked yet")).to_have_count(0)


def test_screens_that_the_page_does_not_wait_for_are_checked_in_sight_and_on_demand(open_page, shared):
    dump = shared.request("POST", "/api/v1/dumps?name=many", many_labels(), {"Content-Type": "text/plain"}).json["id"]
    page = open_page(f"{shared.url}/dumps/{dump}/devices", viewport={"width": 700, "height": 500})
    expect(page.locator("#cells-progress")).to_have_text(re.compile("of 6 checked"))
    page.get_by_role("button", name="Check all").click()
    expect(page.locator("#cells-progress")).to_have_text("All checked, the worst first", timeout=60_000)
    expect(page.locator(".device-count", has_text="Not checked yet")).to_have_count(0)
