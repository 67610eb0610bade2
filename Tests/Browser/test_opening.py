"""Files, folders, archives and apps that are chosen in the library or dropped on it, with a script and without."""

import re
import zipfile

import pytest
from playwright.sync_api import expect

from conftest import REPOSITORY
from drawing import png

BOARD = REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard"
EGGS = "lab-00-001.text"
WINDOW = "<UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x2>>\n"


def attachments(folder):
    """What a test attached: two screens and a video."""
    folder.mkdir()
    for number, title in enumerate(("One", "Two")):
        (folder / f"{number}.txt").write_text(f"<UIWindow: 0x1; frame = (0 0; 375 667)>\n   | <UILabel: 0x2; frame = (20 40; 80 20); text = '{title}'>\n")
    (folder / "clip.mp4").write_bytes(b"video")
    return folder


def test_a_chosen_folder_is_opened_as_one_thing_with_a_script(open_page, shared, tmp_path):
    page = open_page(shared.url)
    expect(page.locator(".drop-overlay")).to_have_count(1)
    with page.expect_file_chooser() as chosen:
        page.get_by_text("Choose folder").click()
    chosen.value.set_files(attachments(tmp_path / "Attachments"))
    row = page.locator(".upload-row")
    expect(row.get_by_role("link", name="Timeline of 2 dumps")).to_be_visible()
    expect(row).to_contain_text("Attachments/clip.mp4: It is a video")
    # The next file is sent alone.
    with page.expect_file_chooser() as chosen:
        page.get_by_text("Choose files", exact=True).click()
    chosen.value.set_files(tmp_path / "Attachments/0.txt")
    page.wait_for_url("**/dumps/*")


@pytest.mark.parametrize("field", ["#folder", "#dump"])
def test_a_chosen_folder_or_app_is_opened_without_a_script(without_script, fresh, tmp_path, field):
    page = without_script(fresh.url)
    if field == "#folder":
        page.locator(field).set_input_files(attachments(tmp_path / "Attachments"))
    else:
        with zipfile.ZipFile(tmp_path / "Little.ipa", "w") as zipped:
            zipped.writestr("Payload/Little.app/Info.plist", '<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.little</string></dict></plist>')
        page.locator(field).set_input_files(tmp_path / "Little.ipa")
    page.get_by_role("button", name="Open", exact=True).click()
    if field == "#folder":
        expect(page.get_by_role("status").get_by_role("link", name="Timeline of 2 dumps")).to_be_visible()
        expect(page.locator(".unused")).to_contain_text("Attachments/clip.mp4")
    else:
        page.wait_for_url("**/apps/com.example.little")


def test_each_of_many_files_that_cannot_be_opened_is_a_line_and_those_past_the_third_are_folded(open_page, fresh, tmp_path):
    page = open_page(fresh.url, expect=("status of 415", "This is"))
    expect(page.locator(".drop-overlay")).to_have_count(1)
    names = [f"{number}.txt" for number in range(5)]
    for name in names:
        (tmp_path / name).write_text("Dear diary")
    (tmp_path / "Root.plist").write_text('<?xml version="1.0"?><plist version="1.0"><dict><key>PreferenceSpecifiers</key><array/></dict></plist>')
    (tmp_path / "good.txt").write_text("<UIWindow: 0x1; frame = (0 0; 375 667)>")
    page.locator("#dump").set_input_files([tmp_path / name for name in ["Root.plist", *names, "good.txt"]])
    expect(page.get_by_text("3 more could not be opened")).to_be_visible()
    expect(page.locator("#uploads").get_by_role("link", name="good.txt")).to_be_visible()
    alerts = page.locator("#uploads > .upload-row .upload-error")
    expect(alerts).to_have_count(3)
    expect(alerts.first.locator("> p")).to_have_text(["This is a pane of a Settings.bundle."])
    alerts.first.get_by_text("What to do").click()
    expect(alerts.first.get_by_text("Zip the bundle, or the app that it is in, and open that.")).to_be_visible()
    expect(page.get_by_text("4.txt")).not_to_be_visible()
    page.get_by_text("3 more could not be opened").click()
    expect(page.get_by_text("4.txt")).to_be_visible()
    # What comes next takes the old failures with it.
    page.locator("#dump").set_input_files([tmp_path / "0.txt"])
    expect(page.locator("#uploads .failed")).to_have_count(1)
    expect(page.locator("#uploads .upload-error > p")).to_have_count(4)


def drop(page, *paths):
    """Drops what lies on the disk, as a file manager does, folders too."""
    expect(page.locator(".drop-overlay")).to_have_count(1)
    told = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        told.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": data})


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_a_folder_or_archive_that_is_dropped_becomes_a_timeline(open_page, fresh, tmp_path, kind):
    page = open_page(fresh.url)
    given = attachments(tmp_path / "Attachments")
    (given / "1.png").write_bytes(png(750, 1334, (20, 60, 160)))
    if kind == "zip":
        with zipfile.ZipFile(tmp_path / "Attachments.zip", "w") as zipped:
            for file in given.iterdir():
                zipped.write(file, f"Attachments/{file.name}")
        given = tmp_path / "Attachments.zip"
    drop(page, given)
    row = page.locator(".upload-row")
    expect(row).to_contain_text("Attachments/clip.mp4: It is a video")
    row.get_by_role("link", name="Timeline of 2 dumps").click()
    page.wait_for_url("**/timeline?dumps=*")
    expect(page.locator("a.frame")).to_have_count(2)
    pictures = {dump["file"]: dump["screenshot"] for dump in fresh.get("/api/v1/dumps").json["dumps"] if not dump["readOnly"]}
    assert pictures == {"0.txt": False, "1.txt": True}


def test_a_source_and_a_picture_that_are_dropped_together_are_one_dump_with_its_screenshot(open_page, fresh, tmp_path):
    (tmp_path / "screen.txt").write_text(WINDOW)
    (tmp_path / "IMG_0007.png").write_bytes(png(750, 1334, (20, 60, 160)))
    page = open_page(fresh.url)
    drop(page, tmp_path / "screen.txt", tmp_path / "IMG_0007.png")
    page.wait_for_url("**/dumps/*")
    expect(page.locator(".dump-report")).to_contain_text("Screenshot Yes", use_inner_text=True)
    assert [dump["screenshot"] for dump in fresh.get("/api/v1/dumps").json["dumps"] if not dump["readOnly"]] == [True]


#: Tables of texts by the names of their files: in one language, and in all that they are translated to.
TABLES = {
    "kitchen-fr.strings": (f'"{EGGS}" = "Œufs";', ["fr"]),
    "kitchen.xcstrings": (f"""{{"sourceLanguage": "en", "version": "1.0", "strings": {{"{EGGS}": {{"localizations": {{
        "de": {{"stringUnit": {{"state": "translated", "value": "Eier"}}}}, "it": {{"stringUnit": {{"state": "translated", "value": "Uova"}}}}}}}}}}}}""", ["de", "it"]),
}


@pytest.mark.parametrize("way", ["with", "on"])
@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_texts_that_is_dropped_with_an_interface_or_on_it_joins_it(open_page, fresh, tmp_path, name, way):
    text, languages = TABLES[name]
    (tmp_path / name).write_text(text)
    page = open_page(fresh.url)
    if way == "with":
        drop(page, BOARD, tmp_path / name)
    else:
        drop(page, BOARD)
        page.wait_for_url("**/dumps/*")
        expect(page.locator(".drop-overlay")).to_have_count(1)
        with page.expect_navigation():
            drop(page, tmp_path / name)
    page.wait_for_url("**/dumps/*")
    assert fresh.get("/api/v1/dumps/" + page.url.rpartition("/")[2].partition("?")[0]).json["languages"] == languages


#: What is no dump, with the two lines that say what it is and what to do.
NO_DUMPS = {
    "empty.txt": (b"", "The input is empty.", "Paste what a tool printed"),
    "blank.txt": (b" \n\t\n", "The input is empty.", "Paste what a tool printed"),
    "screen.png": (png(4, 4, (1, 2, 3)), "This is a PNG picture.", "Open the dump of the views"),
    "Main.strings": (b'"a.text" = "b";', "This is a table of texts.", "Open it with its xib or storyboard"),
    "broken.json": (b'{"vitrine": 1,\n "windows": [}', "", "ine 2"),
    "cut.zip": (b"PK\x03\x04" + b"\0" * 40, "", "archive"),
    "noise.bin": (bytes(range(256)) * 8, "This is no text: 2048 bytes", "It resembles none of the formats"),
}


@pytest.mark.parametrize("scripts", [True, False], ids=["page", "plain"])
@pytest.mark.parametrize("name", NO_DUMPS)
def test_what_is_empty_broken_or_no_dump_says_what_it_is_and_what_to_do_and_is_not_listed(request, shared, tmp_path, name, scripts):
    content, what, advice = NO_DUMPS[name]
    (tmp_path / name).write_bytes(content)
    before = shared.get("/api/v1/dumps").json["total"]
    page = request.getfixturevalue("open_page" if scripts else "without_script")(shared.url, expect=("status of 4", "the page tells"))
    page.get_by_label("Open a dump").set_input_files(tmp_path / name)
    if not scripts:
        page.get_by_role("button", name="Open", exact=True).click()
    told = page.locator(".upload-error", has_text=re.compile(r"\S"))
    expect(told).to_have_count(1)
    lines = told.locator("> p").all_inner_texts()
    assert 1 <= len(lines) <= 4 and what in lines[0] and any(advice in line for line in lines), lines
    assert name not in ("blank.txt", "screen.png", "Main.strings") or len(lines) == 2
    expect(page.locator(".uploads a")).to_have_count(0)
    expect(page.locator(".uploads progress")).to_have_count(0)
    assert shared.get("/api/v1/dumps").json["total"] == before
