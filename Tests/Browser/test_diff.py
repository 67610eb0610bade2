"""Two dumps compared: chosen in the library or from the inspector, side by side or over each other, with and without scripts."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE
from inspecting import query
from paneling import ready, violations

FIRST = """<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
   | <UIView: 0x2; frame = (0 20; 320 460); backgroundColor = red; layer = <CALayer: 0x92>>
   |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
   |    | <UILabel: 0x4; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer: 0x94>>
   | <UIButton: 0x5; frame = (40 400; 20 20); layer = <CALayer: 0x95>>
"""
SECOND = (FIRST.replace("0x", "0xab").replace("= red", "= blue").replace("(10 40; 100 20)", "(10 50; 120 20)")
          .replace("<UIButton: 0xab5; frame = (40", "<UISwitch: 0xab5; frame = (80"))
KITCHEN = (pathlib.Path(__file__).parents[1] / "Fixtures/dumps/kitchen.storyboard").read_text()


@pytest.fixture
def upload(shared):
    """Sends dumps by their names, which are deleted when no page shows them any more."""
    made = []

    def upload(texts, kind="text/plain"):
        made.extend(shared.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": kind}).json["id"] for name, text in texts.items())
        return made

    yield upload
    for dump in made:
        assert shared.request("DELETE", f"/api/v1/dumps/{dump}").status == 204


@pytest.fixture
def dumps(upload):
    return upload({"First": FIRST, "Second": SECOND})


def address(server, dumps, more=""):
    return f"{server.url}/diff?from={dumps[0]}&to={dumps[1]}{more}"


def change(page, name):
    return page.locator("#diff-rows li[data-change]").filter(has_text=name)


def test_two_dumps_of_the_library_are_compared(open_page, shared, dumps):
    page = open_page(shared.url)
    compare = page.get_by_role("button", name="Compare")
    page.get_by_role("checkbox", name="Select First").check()
    expect(compare).to_be_hidden()
    page.get_by_role("checkbox", name="Select Second").check()
    compare.click()
    expect(page).to_have_url(re.compile(f"from={dumps[0]}&to={dumps[1]}$"))
    expect(page.get_by_role("heading", name="4 views differ")).to_be_visible()


def test_the_inspector_leads_to_the_choice_of_another_dump(open_page, shared, dumps):
    page = ready(open_page(f"{shared.url}/dumps/{dumps[0]}?view=1"))
    page.locator('#tree li[data-id="1"] > .row').click(button="right")
    page.get_by_role("menuitem", name="Compare with another dump…").click()
    expect(page.get_by_label("Before")).to_have_value(dumps[0])
    page.get_by_label("After").select_option(dumps[1])
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="4 views differ")).to_be_visible()


def test_a_change_that_is_chosen_is_marked_in_the_list_and_on_both_screens(open_page, shared, dumps):
    page = open_page(address(shared, dumps))
    expect(change(page, "UIView")).to_contain_text("backgroundColor red → blue")
    expect(change(page, "Oslo")).to_contain_text("size 100 × 20 → 120 × 20")
    expect(change(page, "UIButton")).to_have_class(re.compile("gone"))
    page.evaluate("window.kept = true")
    change(page, "Oslo").get_by_role("link").click()
    chosen = page.locator(".diff-marks .chosen")
    expect(chosen).to_have_count(2)
    assert query(page)["change"] == "3"
    # On a screen as in the list, and by key.
    page.locator('.diff-screen').nth(1).locator('a[data-change="4"]').click()
    expect(change(page, "UISwitch")).to_have_class(re.compile("chosen"))
    expect(chosen).to_have_count(1)
    page.keyboard.press("[")
    expect(change(page, "UIButton")).to_have_class(re.compile("chosen"))
    expect(change(page, "UIButton").get_by_role("link")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(change(page, "Oslo").get_by_role("link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(change(page, "Oslo")).to_have_class(re.compile("chosen"))
    assert page.evaluate("window.kept")
    assert violations(page) == []


def test_marks_lie_on_what_they_mark_in_screens_that_follow_edits_and_are_blended(open_page, shared, dumps):
    page = open_page(address(shared, dumps))
    picture = page.locator(".diff-picture").nth(1)
    expect(picture.locator("img")).to_be_visible()
    page.wait_for_function("() => [...document.querySelectorAll('.diff-picture img')].every((image) => image.complete)")
    image, mark = picture.locator("img").bounding_box(), picture.locator('[data-change="3"] rect').bounding_box()
    scale = image["width"] / 320
    assert mark["x"] - image["x"] == pytest.approx(10 * scale, abs=2)
    assert mark["y"] - image["y"] == pytest.approx(70 * scale, abs=2)
    assert mark["width"] == pytest.approx(120 * scale, abs=3)
    shared.request("PATCH", f"/api/v1/dumps/{dumps[1]}/views/2", {"alpha": 0.5})
    expect(page.get_by_role("heading", name="5 views differ")).to_be_visible()
    page.get_by_role("link", name="Overlay").click()
    new = page.locator(".diff-screen .diff-picture").nth(1)
    expect(new).to_have_css("opacity", "0.5")
    page.get_by_role("slider").fill("80")
    expect(new).to_have_css("opacity", "0.8")
    boxes = [page.locator(".diff-picture").nth(at).bounding_box() for at in (0, 1)]
    assert boxes[0] == boxes[1]


def test_it_works_without_a_script(without_script, shared, dumps):
    page = without_script(f"{shared.url}/diff")
    page.get_by_label("Before").select_option(dumps[0])
    page.get_by_label("After").select_option(dumps[1])
    page.get_by_role("button", name="Compare").click()
    change(page, "Oslo").get_by_role("link").click()
    expect(page.locator(".diff-marks .chosen")).to_have_count(2)
    page.get_by_label("Tolerance").fill("100")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("heading", name="3 views differ")).to_be_visible()
    page.get_by_role("link", name="Swap").click()
    assert query(page)["from"] == dumps[1]


def test_any_part_can_be_asked_for(shared, dumps):
    for after in ("9223372036854775807", "-9223372036854775808", "nothing", "2"):
        reply = shared.get(f"/diff?from={dumps[0]}&to={dumps[1]}&after={after}&tolerance=odd&change=%3Cb%3E", Accept="text/html")
        assert reply.status == 200 and "4 views differ" in " ".join(reply.text.split()), after


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_constraints_and_objects_are_told_in_words_behind_the_views(open_page, shared, viewport):
    laid_out = (pathlib.Path(__file__).parents[1] / "Fixtures/dumps/pinned.storyboard").read_text()
    relaid = (laid_out.replace('constant="60" id="con-01-006"', 'constant="72" id="con-01-006"').replace('spacing="8"', 'spacing="10"')
              .replace('"retina4_7"', '"retina6_1"').replace("toolsVersion=", 'systemVersion="20" toolsVersion='))
    ids = [shared.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": "application/xml"}).json["id"]
           for name, text in (("Pinned", laid_out), ("Relaid", relaid))]
    page = open_page(address(shared, ids), viewport=viewport)
    expect(page.get_by_role("heading", name="1 view, 1 constraint, 1 object differ")).to_be_visible()
    expect(page.locator(".diff-other").first).to_contain_text(re.compile(r"Constraint .*\.top = .*\.bottom \+ 60 → \+ 72"))
    expect(page.locator(".diff-other").last).to_contain_text("iPhone SE (3rd, 2nd), 8, 7, 6s, 6 → iPhone 11, XR")
    expect(page.get_by_text("Rewritten by Xcode only: systemVersion")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_nothing_is_cut_on_a_phone(open_page, shared, dumps):
    page = open_page(address(shared, dumps), viewport=PHONE)
    expect(change(page, "Oslo")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_text_with_both_sides_of_a_change_is_compared_with_one_click(open_page, shared):
    marked = "".join(f"-{line}\n+{line.replace('Rome', 'Paris')}\n" if "Rome" in line else f" {line}\n" for line in FIRST.splitlines())
    new = shared.request("POST", "/api/v1/dumps?name=Change", marked, {"Content-Type": "text/plain"}).json["id"]
    page = ready(open_page(f"{shared.url}/dumps/{new}"))
    page.get_by_role("button", name="Compare with the one before").click()
    expect(page.get_by_role("heading", name="1 view differs")).to_be_visible()
    expect(page).to_have_url(re.compile(f"to={new}$"))


def test_a_constraint_marks_its_views_on_both_screens_and_opens_the_inspector(upload, open_page, shared):
    changed = KITCHEN.replace('constant="19.5" id="con-aa-004"', 'constant="40" id="con-aa-004"')
    page = open_page(address(shared, upload({"Kitchen": KITCHEN, "Changed": changed}, "application/xml")))
    row = page.locator(".diff-other[data-change]")
    marks = page.locator(f'.diff-marks [data-change="{row.get_attribute("data-change")}"]')
    expect(marks).to_have_count(4)
    expect(marks.first).to_be_hidden()
    row.hover()
    expect(marks.first).to_be_visible()
    row.get_by_role("link").first.click()
    page.mouse.move(0, 0)
    expect(page.locator(".diff-marks .chosen")).to_have_count(4)
    expect(marks.last).to_be_visible()
    row.get_by_role("link", name="Open in the inspector").click()
    ready(page)
    expect(page.locator(".constraints .aimed").first).to_be_visible()


#: The same screen on a wider device, with a number that differs by less than people are told.
WIDE = SECOND.replace("(0 0; 320 480)", "(0 0; 640 480)").replace("(0 20; 320 460)", "(0 20; 640 460)")


def test_screens_of_different_sizes_have_one_width_or_one_scale_and_say_which_sizes_they_are(open_page, without_script, shared, upload):
    dumps = upload({"Small": FIRST, "Wide": WIDE.replace("120 20)", "110.3333333 20)")})
    page = without_script(address(shared, dumps))
    expect(page.locator("#changes header")).to_contain_text("320 × 480 compared with 640 × 480 points")

    def widths():
        # Asked from outside: where no script runs, a page may never come round to asking again.
        for picture in page.locator(".diff-picture img").all():
            expect(picture).to_have_js_property("complete", True)
            assert picture.evaluate("(image) => image.naturalWidth") > 0
        boxes = [page.locator(f".diff-picture {part}").nth(at).bounding_box() for at in (0, 1) for part in ("img", "svg")]
        # Marks lie on their picture.
        assert boxes[0] == pytest.approx(boxes[1], abs=1) and boxes[2] == pytest.approx(boxes[3], abs=1)
        return boxes[0]["width"], boxes[2]["width"]

    one, other = widths()
    assert one == pytest.approx(other, abs=1)
    page.get_by_role("link", name="One scale").click()
    expect(page).to_have_url(re.compile("scale=points"))
    one, other = widths()
    assert one * 2 == pytest.approx(other, abs=2)
    # Over each other they stand at the same corner.
    page.get_by_role("link", name="Overlay").click()
    assert query(page)["scale"] == "points" and query(page)["mode"] == "overlay"
    corners = [page.locator(".diff-picture").nth(at).bounding_box() for at in (0, 1)]
    assert corners[0]["x"] == corners[1]["x"] and corners[0]["y"] == corners[1]["y"]
    # The same views are one change, with no more than two decimals.
    text = page.locator("#changes").inner_text()
    assert "110.33 × 20" in text and not re.search(r"\d\.\d{3}", text)


def test_screens_of_one_size_have_no_choice_of_sizes(open_page, shared, dumps):
    page = open_page(address(shared, dumps))
    expect(page.get_by_role("link", name="Swap")).to_be_visible()
    expect(page.get_by_role("link", name="One scale")).to_have_count(0)
    assert "compared with" not in page.locator("#changes header").inner_text()
