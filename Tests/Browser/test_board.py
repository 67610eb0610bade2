"""All scenes of a storyboard on one plane: places, arrows, choosing, searching, and the way to the inspector and back."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

from archives import info, pack
from browsing import DESKTOP, PHONE
from paneling import violations

DUMPS = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"


@pytest.fixture
def kitchen(shared):
    """The address of a storyboard with four scenes, one of which has no view."""
    return f"{shared.url}/dumps/{shared.request('POST', '/api/v1/dumps?name=kitchen', (DUMPS / 'kitchen.storyboard').read_bytes()).json['id']}"


def scene(page, name):
    return page.locator(".board-scene").filter(has=page.get_by_role("heading", name=name, exact=True))


def ready(page):
    """Before the script shows the plane, the scenes are a list."""
    expect(page.locator("#zoom")).to_have_text(re.compile("%"))
    return page


def test_scenes_stand_where_the_canvas_has_them_with_arrows_and_marks_and_open_by_key_and_double_click(kitchen, open_page):
    page = ready(open_page(f"{kitchen}/board"))
    expect(page.locator("[data-scene]")).to_have_count(4)
    navigation, timer, table = (scene(page, name).bounding_box() for name in ("Navigation Controller", "Timer", "Table View Controller"))
    assert navigation["x"] + navigation["width"] < timer["x"] and timer["x"] + timer["width"] < table["x"] and abs(timer["y"] - table["y"]) < 1
    expect(scene(page, "Navigation Controller")).to_contain_text("Initial")
    expect(scene(page, "Split View Controller")).to_contain_text("Unreachable")
    page.wait_for_function("() => [...document.querySelectorAll('.board-picture img')].every((image) => image.complete && image.naturalWidth)")
    expect(page.locator("#arrows g")).to_have_count(3)
    expect(page.locator("#arrows text").nth(1)).to_have_text("show “begin”")
    # From key to key: the initial scene, the one to its right, and into it.
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(scene(page, "Timer")).to_have_class(re.compile("chosen"))
    expect(page.locator("#arrows g.chosen")).to_have_count(2)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/dumps/[^/]+\?view=1"))
    expect(page.locator("#board-link")).to_be_visible()
    page.keyboard.press("o")
    page.wait_for_url(re.compile("/board"))
    expect(scene(page, "Timer")).to_have_class(re.compile("chosen"))
    page.keyboard.press("Escape")
    expect(page.locator(".board-scene.chosen")).to_have_count(0)
    scene(page, "Table View Controller").locator(".board-picture").dblclick()
    page.wait_for_url(re.compile(r"view=8"))


def test_the_board_is_zoomed_moved_and_searched_and_is_a_list_without_scripts(kitchen, open_page, without_script):
    page = ready(open_page(f"{kitchen}/board"))
    before = scene(page, "Timer").bounding_box()
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function("width => document.querySelectorAll('.board-scene')[1].getBoundingClientRect().width > width * 1.4", arg=before["width"])
    before = scene(page, "Timer").bounding_box()
    page.mouse.move(20, 500)
    page.mouse.down()
    page.mouse.move(80, 540, steps=4)
    page.mouse.up()
    page.wait_for_function("x => Math.abs(document.querySelectorAll('.board-scene')[1].getBoundingClientRect().x - x) < 1", arg=before["x"] + 60)
    page.keyboard.press("/")
    page.keyboard.type("eggs")
    expect(page.locator("#board-found")).to_have_text("1 scene")
    expect(page.locator(".board-scene.found")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(scene(page, "Timer")).to_have_class(re.compile("chosen"))
    page.keyboard.press("Escape")
    expect(page.locator("#board")).not_to_have_class(re.compile("searching"))
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, scheme)
            assert violations(page) == [], (size, scheme)
    plain = without_script(f"{kitchen}/board")
    expect(plain.locator("[data-scene]")).to_have_count(4)
    expect(scene(plain, "Timer")).to_contain_text("show → Table View Controller “begin”")
    scene(plain, "Timer").get_by_role("link", name="Timer", exact=True).click()
    plain.wait_for_url(re.compile("view=1"))


def test_scenes_are_shown_in_another_language_and_text_size_and_the_way_to_the_inspector_and_back_keeps_both(kitchen, open_page, shared, without_script):
    table = '"lab-00-001.text" = "Frühstückseier aus Freilandhaltung";'
    assert shared.request("POST", f"/api/v1{kitchen.removeprefix(shared.url)}/companions?language=de", table, {"Content-Type": "text/plain"}).status == 201
    page = ready(open_page(f"{kitchen}/board"))
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_url(re.compile("zoom="))
    seen = scene(page, "Timer").bounding_box()
    page.get_by_label("Language").select_option("de")
    page.wait_for_url(re.compile(r"language=de"))
    ready(page)
    page.get_by_label("Text size").select_option("accessibility5")
    page.wait_for_url(re.compile(r"language=de.*textSize=accessibility5|textSize=accessibility5.*language=de"))
    ready(page)
    # The same part of the board is seen, with other pictures.
    assert all(abs(scene(page, "Timer").bounding_box()[side] - seen[side]) < 2 for side in ("x", "y", "width"))
    expect(scene(page, "Timer").locator("img")).to_have_attribute("src", re.compile("view=1&style=screen&language=de&textSize=accessibility5"))
    page.keyboard.press("/")
    page.keyboard.type("Freiland")
    expect(page.locator("#board-found")).to_have_text("1 scene")
    page.keyboard.press("Enter")
    expect(scene(page, "Timer")).to_have_class(re.compile("chosen"))
    page.locator("#board").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/dumps/[^/]+\?view=1&language=de&textSize=accessibility5"))
    expect(page.locator("canvas.surface")).to_have_attribute("data-complete", "true")
    page.keyboard.press("o")
    page.wait_for_url(re.compile(r"/board\?.*language=de&textSize=accessibility5"))
    expect(ready(page).get_by_label("Language")).to_have_value("de")
    # Without scripts a form asks, and what is left open is not asked for.
    plain = without_script(f"{kitchen}/board")
    plain.get_by_label("Language").select_option("double-length")
    plain.get_by_role("button", name="Show").click()
    expect(scene(plain, "Timer").locator("img")).to_have_attribute("src", re.compile("view=1&style=screen&language=double-length$"))
    refused = without_script(f"{kitchen}/board?language=xx", expect=["400"])
    expect(refused.locator("main")).to_contain_text("The dump has no table of texts in “xx”")


def test_the_interfaces_of_an_app_are_opened_and_shown_together(shared, open_page):
    compiled = [(f"Pear.app/Base.lproj/Main.storyboardc/{file.relative_to(DUMPS / 'kitchen.storyboardc')}", file.read_bytes())
                for file in sorted((DUMPS / "kitchen.storyboardc").rglob("*")) if file.is_file()]
    archive = pack([("Pear.app/Info.plist", info("com.example.board")), ("Pear.app/Timer~ipad.nib", (DUMPS / "kitchen.nib").read_bytes()),
                    ("Pear.app/Broken.nib", "no nib"), *compiled])
    assert shared.request("POST", "/api/v1/apps", archive, {"Content-Type": "application/zip"}).status == 201
    page = open_page(f"{shared.url}/apps/com.example.board/board")
    expect(page.get_by_text("2 interfaces of this app have not been opened")).to_be_visible()
    expect(page.get_by_text("1 interface can’t be opened")).to_be_visible()
    page.get_by_role("button", name="Open them").click()
    expect(page.locator(".board-file")).to_have_count(2)
    expect(page.locator("[data-scene]")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Open them")).to_have_count(0)
    page = ready(open_page(f"{shared.url}/apps/com.example.board/board?textSize=accessibility1&language=accented"))
    expect(page.get_by_label("Text size")).to_have_value("accessibility1")
    for picture in page.locator(".board-picture img").all():
        expect(picture).to_have_attribute("src", re.compile("language=accented&textSize=accessibility1"))
