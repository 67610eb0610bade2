"""Where things go: dumps into folders of the library, and pictures to the scene or dump that they show."""

import json
import re

import pytest
from playwright.sync_api import expect

from drawing import png

DUMP = "<UIWindow: 0x7f8a01; frame = (0 0; 375 667); layer = <UIWindowLayer: 0x60>>\n"
SIZES = [(100, 200), (100, 200), (50, 100), (200, 100)]
SCENES = {"vitrine": 1, "windows": [
    {"class": "UIView", "frame": [0, 0, *size], "objectID": f"s{number}", "subviews": []} for number, size in enumerate(SIZES)]}


@pytest.fixture
def library(shared):
    """A server that has no other dumps after the test than before it."""
    def dumps():
        return {dump["id"] for dump in shared.get("/api/v1/dumps").json["dumps"]}

    before = dumps()
    yield shared
    for added in dumps() - before:
        assert shared.request("DELETE", f"/api/v1/dumps/{added}").status == 204


def picture(width=100, height=200, name="screen.png"):
    return {"name": name, "mimeType": "image/png", "buffer": png(width, height, (200, 40, 40))}


def test_dumps_are_moved_into_a_folder_together_found_there_and_taken_out_by_keys_alone(library, open_page):
    ids = [library.request("POST", f"/api/v1/dumps?name=filed-{name}", DUMP.encode()).json["id"] for name in ("one", "two")]
    page = open_page(library.url + "/")
    for name in ("one", "two"):
        page.get_by_label(f"Select filed-{name}").press("Space")
    page.get_by_role("button", name="Folder…").press("Enter")
    page.keyboard.type("Release 2")
    page.keyboard.press("Enter")
    folders = page.get_by_role("navigation", name="Folders")
    expect(folders.get_by_role("link")).to_have_text([re.compile(r"Release 2\s+2")])
    folders.get_by_role("link", name="Release 2").press("Enter")
    expect(page.locator("a.dump")).to_have_count(2)
    expect(folders.locator("[aria-current]")).to_contain_text("Release 2")
    expect(page.locator("a.folder")).to_have_count(2)
    page.get_by_label("Select filed-one").press("Space")
    page.get_by_role("button", name="Folder…").press("Enter")
    field = page.get_by_role("combobox", name="Folder")
    expect(field).to_have_value("Release 2")
    field.fill("")
    field.press("Enter")
    expect(page.locator("a.dump")).to_have_count(1)
    assert [library.get(f"/api/v1/dumps/{each}").json.get("folder") for each in ids] == [None, "Release 2"]
    # The tags of a dump are not its folder.
    page.get_by_label("Select filed-two").press("Space")
    page.get_by_role("button", name="Tags…").click()
    expect(page.get_by_role("combobox", name="Tags")).to_have_value("")


def drop(page, files):
    dragged = page.evaluate_handle("""(files) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of files) data.items.add(new File([Uint8Array.from(bytes)], name, { type }));
      return data;
    }""", [{"name": each["name"], "type": each["mimeType"], "bytes": list(each["buffer"])} for each in files])
    page.dispatch_event("main", "drop", {"dataTransfer": dragged})


@pytest.fixture
def scenes(library):
    return library.request("POST", "/api/v1/dumps", json.dumps(SCENES).encode()).json["id"]


def test_a_picture_that_fits_several_scenes_asks_which_it_shows_and_lies_behind_that_one_only(library, open_page, scenes):
    page = open_page(f"{library.url}/dumps/{scenes}?view=0", expect=("422",))
    expect(page.locator(".drop-overlay")).to_have_count(1)
    drop(page, [picture()])
    dialog = page.get_by_role("dialog", name="Which scene does it show?")
    expect(dialog.get_by_role("button")).to_have_text([
        re.compile("100 × 200 points, 1 pixel a"), re.compile("100 × 200 points, 1 pixel a"), re.compile("50 × 100 points, 2 pixels a"), "Cancel"])
    dialog.press("Escape")
    expect(dialog).to_have_count(0)
    assert not library.get(f"/api/v1/dumps/{scenes}").json["screenshot"]
    drop(page, [picture()])
    with page.expect_navigation():
        dialog.get_by_role("button").nth(1).press("Enter")
    assert library.get(f"/api/v1/dumps/{scenes}").json["screenshotRoot"] == 1
    tools = page.get_by_label("Screenshot behind the views")
    expect(tools).to_be_hidden()
    page.goto(f"{library.url}/dumps/{scenes}?view=1")
    expect(tools).to_be_visible()


def test_without_scripts_the_form_asks_which_scene_a_picture_shows(library, without_script, scenes):
    page = without_script(f"{library.url}/dumps/{scenes}/companions", expect=("422",))
    page.get_by_label("Add a file").set_input_files(picture())
    page.get_by_role("button", name="Add", exact=True).click()
    choices = page.get_by_role("group", name=re.compile("Which scene"))
    expect(choices.get_by_role("radio")).to_have_count(3)
    page.get_by_label("Add a file").set_input_files(picture())
    choices.get_by_role("radio").nth(2).check()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("img", name="Screenshot of")).to_be_visible()
    assert library.get(f"/api/v1/dumps/{scenes}").json["screenshotRoot"] == 2


@pytest.mark.parametrize("scripts", [True, False], ids=["page", "plain"])
def test_a_picture_that_came_with_two_dumps_is_offered_to_those_that_it_fits_with_size_and_scale(library, request, scripts):
    page = request.getfixturevalue("open_page" if scripts else "without_script")(library.url + "/")
    sizes = {"inbox": "375 667", "outbox": "187.5 333.5"}
    files = [{"name": f"{name}.txt", "mimeType": "text/plain", "buffer": DUMP.replace("375 667", size).encode()} for name, size in sizes.items()]
    page.get_by_label("Open a dump").set_input_files([*files, picture(375, 667, "whatever.png")])
    words = ["inbox: 375 × 667 points, 1 pixel a point", "outbox: 187.5 × 333.5 points, 2 pixels a point"]
    if scripts:
        page.get_by_role("button", name="Add “whatever.png” to a dump…").click()
        dialog = page.get_by_role("dialog", name="Which dump does it show?")
        expect(dialog.get_by_role("button")).to_have_text([*words, "Cancel"])
        expect(dialog.locator(".picture-choice img")).to_have_count(2)
        dialog.get_by_role("button", name="outbox").click()
        expect(page.locator(".uploads")).to_contain_text("Screenshot added")
    else:
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_role("link", name=re.compile("^Add it to"))).to_have_text([f"Add it to {each}" for each in words])
        expect(page.locator(".picture-choice img")).to_have_count(2)
        page.get_by_role("link", name="Add it to outbox").click()
        page.get_by_label("Add a file").set_input_files(picture(375, 667))
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("img", name="Screenshot of")).to_be_visible()
    shown = {dump["name"]: dump["screenshot"] for dump in library.get("/api/v1/dumps").json["dumps"]}
    assert (shown["inbox"], shown["outbox"]) == (False, True)


def describe(page, *names):
    """Picks dumps and asks for the page of their names, folders and tags."""
    for name in names:
        page.get_by_label(f"Select {name}", exact=True).check()
    page.get_by_role("button", name="Name, folder, tags…").click()


def test_without_scripts_dumps_are_named_filed_and_tagged_by_a_form(library, without_script):
    ids = [library.request("POST", f"/api/v1/dumps?name=plain-{name}", DUMP.encode()).json["id"] for name in ("one", "two")]

    def kept():
        dumps = [library.get(f"/api/v1/dumps/{each}").json for each in ids]
        return [(dump["name"], dump.get("folder"), dump["tags"]) for dump in dumps]

    page = without_script(library.url + "/", expect=("422",))
    describe(page, "plain-one")
    expect(page.get_by_label("Name")).to_have_value("plain-one")
    page.get_by_label("Folder").fill("Release 3")
    page.get_by_label("Tags").fill("bugs, sign in")
    # What cannot be is said at its field, and what was typed stays.
    page.get_by_label("Name").fill(" ")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_contain_text("at least one character")
    expect(page.get_by_label("Folder")).to_have_value("Release 3")
    expect(page.get_by_label("Tags")).to_have_value("bugs, sign in")
    assert kept()[0] == ("plain-one", None, [])
    page.get_by_label("Name").fill("plain-first")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("navigation", name="Folders")).to_contain_text("Release 3")
    assert kept() == [("plain-first", "Release 3", ["bugs", "sign in"]), ("plain-two", None, [])]
    # Of two at once only what is changed, and the tags of one stay its own.
    describe(page, "plain-first", "plain-two")
    expect(page.get_by_role("heading", level=1)).to_have_text("Folder and tags of 2 dumps")
    expect(page.get_by_label("Name")).to_have_count(0)
    expect(page.get_by_label("Folder")).to_have_value("")
    page.get_by_label("Tags").fill("2.0")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".tags .tag", has_text="2.0")).to_have_count(1)
    assert kept() == [("plain-first", "Release 3", ["2.0", "bugs", "sign in"]), ("plain-two", None, ["2.0"])]
    describe(page, "plain-first")
    page.get_by_label("Folder").fill("")
    page.get_by_role("link", name="Cancel").click()
    assert kept()[0][1] == "Release 3"
    describe(page, "plain-first")
    page.get_by_label("Folder").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("navigation", name="Folders")).to_have_count(0)
    assert kept()[0] == ("plain-first", None, ["2.0", "bugs", "sign in"])


def test_with_scripts_dialogs_take_the_place_of_that_form(library, open_page):
    library.request("POST", "/api/v1/dumps?name=plain-one", DUMP.encode())
    page = open_page(library.url + "/")
    page.get_by_label("Select plain-one").check()
    expect(page.get_by_role("button", name="Folder…")).to_be_visible()
    expect(page.get_by_role("button", name="Name, folder, tags…")).to_be_hidden()
