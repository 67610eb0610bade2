"""What other output of the debugger says: added on a page of its own, seen in the tree and on the panel."""

import pathlib

import pytest
from playwright.sync_api import expect

from inspecting import row

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps"


@pytest.fixture
def kitchen(samples):
    """The address of a dump with nothing beside it."""
    text = (FIXTURES / "kitchen.txt").read_text(encoding="utf-8")
    made = samples.request("POST", "/api/v1/dumps?name=Kitchen", text, {"Content-Type": "text/plain"})
    yield f"/dumps/{made.json['id']}"
    assert samples.request("DELETE", f"/api/v1/dumps/{made.json['id']}").status == 204


def add(page, name):
    page.locator("#text").fill((FIXTURES / f"kitchen-{name}.txt").read_text(encoding="utf-8"))
    page.get_by_role("button", name="Add", exact=True).click()


def test_companions_are_added_and_removed_without_a_script(without_script, samples, kitchen):
    page = without_script(samples.url + kitchen, expect=("422",))
    page.get_by_role("link", name="Add controllers").click()
    expect(page.get_by_text("No related files yet.")).to_be_visible()
    page.locator("#text").fill("hello")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("says nothing about a dump")
    expect(page.locator("#text")).to_have_value("hello")
    add(page, "trace")
    expect(page.get_by_role("heading", name="Related file 1")).to_be_visible()
    expect(page.locator(".joined li")).to_have_count(4)
    page.locator("input[name=companion]").set_input_files(str(FIXTURES / "kitchen-controllers.txt"))
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".companion")).to_have_count(2)
    expect(page.locator(".missed li").first).to_contain_text("UITransitionView")
    page.locator(".joined li", has_text="TimerController owns").get_by_role("link").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", "2")
    expect(page.locator("#panel")).to_contain_text("Kitchen.TimerController")
    expect(row(page, 0).locator("> .row .badge.layout-issue, > details > summary .badge.layout-issue").first).to_be_attached()
    page.goto(page.url.split("?")[0] + "/companions")
    page.locator("summary", has_text="Remove…").first.click()
    expect(page.get_by_text("everything it adds to the views").first).to_be_visible()
    page.get_by_role("button", name="Remove related file 1", exact=True).last.click()
    expect(page.locator(".companion")).to_have_count(1)


def test_the_tree_and_the_panel_tell_what_auto_layout_says(open_page, samples, kitchen):
    for name in ["trace", "constraints", "controllers"]:
        text = (FIXTURES / f"kitchen-{name}.txt").read_text(encoding="utf-8")
        made = samples.request("POST", f"/api/v1{kitchen}/companions", text, {"Content-Type": "text/plain"})
        assert made.status == 201
    page = open_page(f"{samples.url}{kitchen}?view=3")
    badge = page.locator('#tree [data-id="3"] .badge.layout-issue')
    expect(badge).to_be_visible()
    expect(badge).to_contain_text("Constraint conflict")
    expect(page.locator('#tree [data-id="0"] .badge.layout-issue')).to_contain_text("Ambiguous layout")
    expect(page.locator("#panel .findings")).to_contain_text("UIKit broke")
    page.goto(page.url.split("?")[0])
    expect(page.locator(".companions")).to_contain_text("_autolayoutTrace")


def test_an_open_page_shows_a_companion_that_comes(open_page, samples, kitchen):
    page = open_page(samples.url + kitchen)
    expect(page.locator("#tree .badge.layout-issue")).to_have_count(0)
    text = (FIXTURES / "kitchen-trace.txt").read_text(encoding="utf-8")
    assert samples.request("POST", f"/api/v1{kitchen}/companions", text, {"Content-Type": "text/plain"}).status == 201
    expect(page.locator('#tree [data-id="0"] .badge.layout-issue')).to_contain_text("Ambiguous layout")


def test_a_table_that_is_dropped_joins_the_interface_and_asks_for_a_language_that_its_name_does_not_say(open_page, samples):
    made = samples.request("POST", "/api/v1/dumps?name=Interface", (FIXTURES / "kitchen.storyboard").read_bytes())
    address = f"/dumps/{made.json['id']}"
    page = open_page(samples.url + address)
    page.watch.expect("status of 422")
    expect(page.locator(".drop-overlay")).to_have_count(1)
    dragged = page.evaluate_handle("""(text) => {
      const data = new DataTransfer();
      for (const name of ["Main-fr.strings", "Main.strings"]) data.items.add(new File([text], name, { type: "" }));
      return data;
    }""", '"but-00-001.normalTitle" = "Cuire";')
    page.dispatch_event("main", "drop", {"dataTransfer": dragged})
    asked = page.get_by_role("dialog", name="Which language?")
    expect(asked).to_contain_text("“Main.strings” does not say")
    asked.get_by_role("combobox").fill("it")
    with page.expect_navigation():
        asked.get_by_role("button", name="Add").click()
    assert samples.get(f"/api/v1{address}").json["languages"] == ["fr", "it"]
    page.close()
    assert samples.request("DELETE", f"/api/v1{address}").status == 204


def test_a_table_of_texts_is_added_with_its_language_without_a_script(without_script, samples):
    made = samples.request("POST", "/api/v1/dumps?name=Interface", (FIXTURES / "kitchen.storyboard").read_bytes())
    address = f"/dumps/{made.json['id']}"
    page = without_script(samples.url + address, expect=("422",))
    page.get_by_role("link", name="Add texts in other languages").click()
    page.locator("#text").fill('"lab-00-001.text" = "Eier";\n"gone.text" = "weg";')
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("language")
    page.get_by_label("Language").fill("Base")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("not a language tag")
    expect(page.get_by_label("Language")).to_have_value("Base")
    page.get_by_label("Language").fill("de")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".companion")).to_contain_text("table of texts (de)")
    expect(page.locator(".joined li")).to_have_count(1)
    expect(page.locator(".missed li")).to_contain_text("gone")
    expect(page.locator(".lead")).to_contain_text("Added so far: de")
    page.locator("summary", has_text="Remove…").click()
    page.get_by_role("button", name="Remove related file 1", exact=True).last.click()
    expect(page.get_by_text("No related files yet.")).to_be_visible()
    assert samples.request("DELETE", f"/api/v1{address}").status == 204
