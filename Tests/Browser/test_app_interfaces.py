"""The nibs and storyboards on the page of an app: what is said of them, and opening them."""

import pathlib

import pytest
from playwright.sync_api import expect

from archives import info, pack
from browsing import PHONE
from paneling import violations

DUMPS = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"


@pytest.fixture
def app(fresh):
    """The address of the page of an app with interfaces."""
    compiled = [(f"Pear.app/Base.lproj/Main.storyboardc/{file.relative_to(DUMPS / 'kitchen.storyboardc')}", file.read_bytes())
                for file in sorted((DUMPS / "kitchen.storyboardc").rglob("*")) if file.is_file()]
    archive = pack([("Pear.app/Info.plist", info()), ("Pear.app/Timer~ipad.nib", (DUMPS / "kitchen.nib").read_bytes()),
                    ("Pear.app/Broken.nib", "no nib"), ("Pear.app/de.lproj/Main.strings", '"lab-00-001.text" = "Eier";'), *compiled])
    assert fresh.request("POST", "/api/v1/apps", archive, {"Content-Type": "application/zip"}).status == 201
    return fresh.url + "/apps/com.example.pear"


def row(page, name):
    return page.locator(".interface", has_text=name)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_the_page_says_what_each_interface_is_and_why_one_cannot_be_opened(app, open_page, scheme, size):
    page = open_page(app, color_scheme=scheme, **({"viewport": size} if size else {}))
    expect(page.get_by_role("heading", name="Interfaces")).to_be_visible()
    for words in ("Compiled storyboard", "2 scenes", "3 views", "Base", "Base.lproj/Main.storyboardc"):
        expect(row(page, "Main")).to_contain_text(words)
    expect(row(page, "Timer")).to_contain_text("iPad")
    expect(row(page, "Broken")).to_contain_text("cannot be read")
    expect(row(page, "Broken").get_by_role("button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_an_interface_opens_in_the_inspector_in_the_language_chosen(app, open_page):
    page = open_page(app)
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
