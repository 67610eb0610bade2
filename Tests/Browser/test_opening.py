"""Folders and apps that are chosen in the library, with a script and without."""

import zipfile

import pytest
from playwright.sync_api import expect


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
    page.locator("#dump").set_input_files(tmp_path / "Attachments/0.txt")
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
