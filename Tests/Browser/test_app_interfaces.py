"""The nibs and storyboards on the page of an app: what is said of them, and opening them."""

import pathlib

import pytest
from playwright.sync_api import expect

from archives import info, pack
from browsing import DESKTOP, PHONE
from paneling import violations

DUMPS = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"


@pytest.fixture(scope="module")
def app(shared):
    """The address of the page of an app with interfaces."""
    compiled = [(f"Pear.app/Base.lproj/Main.storyboardc/{file.relative_to(DUMPS / 'kitchen.storyboardc')}", file.read_bytes())
                for file in sorted((DUMPS / "kitchen.storyboardc").rglob("*")) if file.is_file()]
    archive = pack([("Pear.app/Info.plist", info()), ("Pear.app/Timer~ipad.nib", (DUMPS / "kitchen.nib").read_bytes()),
                    ("Pear.app/Broken.nib", "no nib"), ("Pear.app/de.lproj/Main.strings", '"lab-00-001.text" = "Eier";'), *compiled])
    assert shared.request("POST", "/api/v1/apps", archive, {"Content-Type": "application/zip"}).status == 201
    return shared.url + "/apps/com.example.pear"


def row(page, name):
    return page.locator(".interface", has_text=name)


def test_the_page_says_what_each_interface_is_and_opens_it_in_the_language_chosen_unless_it_cannot(app, open_page):
    page = open_page(app)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(page.get_by_role("heading", name="Interfaces")).to_be_visible()
            for words in ("Compiled storyboard", "2 scenes", "3 views", "Base", "Base.lproj/Main.storyboardc"):
                expect(row(page, "Main")).to_contain_text(words)
            expect(row(page, "Timer")).to_contain_text("iPad")
            expect(row(page, "Broken")).to_contain_text("cannot be read")
            expect(row(page, "Broken").get_by_role("button")).to_have_count(0)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, scheme)
            assert violations(page) == [], (size, scheme)
    row(page, "Main").get_by_role("combobox").select_option(label="Deutsch")
    row(page, "Main").get_by_role("button").click()
    page.wait_for_url("**/dumps/main-*")
    expect(page.locator("#tree")).to_contain_text("Eier")
    page.goto(app)
    expect(page.locator(".dump", has_text="Main (de)")).to_be_visible()


def test_an_interface_opens_without_a_script(app, without_script):
    page = without_script(app)
    row(page, "Timer").get_by_role("button").click()
    page.wait_for_url("**/dumps/timer-*")
    expect(page.locator("#tree")).to_contain_text("TimerView")
    page.goto(app + "/interfaces?after=0")
    expect(page.locator(".interface")).to_have_count(2)
