"""Apps in the library and on their own page: uploading, what is said, deleting."""

import struct
import zlib

import pytest
from playwright.sync_api import expect

from archives import app, info, pack
from browsing import DESKTOP, PHONE
from paneling import violations

DUMP = """<UIWindow: 0x7f8a01; frame = (0 0; 375 667); autoresize = W+H; layer = <UIWindowLayer: 0x60>>
   | <UILabel: 0x7f8a03; frame = (16 36; 100 21); opaque = NO; layer = <_UILabelLayer: 0x62>>
"""
MORE = """<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>javascript</string>
<string>pear</string></array></dict></array><key>LSApplicationQueriesSchemes</key><array><string>data</string></array>
<key>NSCameraUsageDescription</key><string>To look at pears.</string><key>UIDeviceFamily</key><array>
<integer>1</integer></array><key>MinimumOSVersion</key><string>12.0</string>"""


def zipped(content, name="Pear.zip"):
    return {"name": name, "mimeType": "application/zip", "buffer": content}


def send(server, content):
    reply = server.request("POST", "/api/v1/apps", content, {"Content-Type": "application/zip"})
    assert reply.status == 201, reply.body
    return reply.json["id"]


@pytest.fixture
def server(shared):
    """The server, with no apps but those of the samples."""
    for name in ("apple", "pear"):
        shared.request("DELETE", f"/api/v1/apps/com.example.{name}")
    return shared


def test_apps_and_dumps_are_sent_together_and_a_chosen_archive_opens_its_app(server, open_page):
    page = open_page(server.url + "/", expect=("415", "422", "file is no dump"))
    chooser = page.get_by_label("Open a dump or an app")
    chooser.set_input_files([
        zipped(app()),
        {"name": "screen.txt", "mimeType": "text/plain", "buffer": DUMP.encode()},
        zipped(pack([("readme.txt", "x")]), "notes.zip"),
    ])
    rows = page.locator(".upload-row")
    expect(rows).to_have_count(3)
    expect(rows.nth(0).get_by_role("link", name="Pear.zip")).to_have_attribute("href", "/apps/com.example.pear")
    expect(rows.nth(1)).to_contain_text("2 views")
    expect(rows.nth(2).get_by_role("alert")).to_contain_text("file is no dump")
    expect(page.locator(".app", has_text="com.example.pear")).to_contain_text("uploaded")
    expect(page.locator(".app", has_text="com.example.clock")).to_contain_text("from a folder")
    chooser.set_input_files(zipped(app()))
    page.wait_for_url("**/apps/com.example.pear")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pear")


def test_an_archive_is_known_by_its_bytes_and_not_by_its_name(server, open_page):
    page = open_page(server.url + "/")
    page.get_by_label("Open a dump or an app").set_input_files(zipped(app(root="Payload/Pear.app"), "Pear.ipa"))
    page.wait_for_url("**/apps/com.example.pear")


def test_picked_apps_are_deleted_after_a_question_and_a_dropped_archive_opens_its_app(server, open_page):
    for name in ("apple", "pear"):
        send(server, app(f"com.example.{name}"))
    page = open_page(server.url + "/")
    # What comes from a folder cannot be picked.
    expect(page.locator("#app-list .pick")).to_have_count(2)
    for box in page.locator("#app-list .pick").all():
        box.check()
    expect(page.locator("#app-list .picked-count")).to_have_text("2 apps selected")
    page.locator("#app-list").get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete 2 apps?")
    expect(dialog).to_contain_text("Stored settings stay")
    assert violations(page) == []
    dialog.get_by_role("button", name="Delete").click()
    expect(page.locator(".app")).to_have_count(1)
    assert server.get("/api/v1/apps/com.example.pear").status == 404
    data = page.evaluate_handle("""(bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "Pear.zip"));
      return data;
    }""", list(app()))
    page.dispatch_event("body", "drop", {"dataTransfer": data})
    page.wait_for_url("**/apps/com.example.pear")


def test_an_archive_is_sent_or_refused_and_its_app_deleted_without_a_script(server, without_script):
    page = without_script(server.url + "/")
    page.get_by_label("Open a dump or an app").set_input_files(zipped(app()))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/apps/com.example.pear")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete this app?")
    page.get_by_role("link", name="Keep").click()
    expect(page.locator(".app", has_text="com.example.pear")).to_be_visible()
    page.get_by_label("Select Pear").check()
    page.locator("#app-list").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".app", has_text="com.example.pear")).to_have_count(0)
    assert "422" not in str(page.watch.troubles)
    # A refused archive says why.
    page.watch.expect("422", "file is no dump")
    page.get_by_label("Open a dump or an app").set_input_files(zipped(pack([("readme.txt", "x")])))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#upload-error")).to_contain_text("file is no dump")


def test_the_page_of_an_app_says_what_it_is_and_makes_no_link_of_what_a_bundle_says(server, open_page):
    page = open_page(f"{server.url}/apps/{send(server, app(more=MORE))}")
    expect(page.locator("main")).to_contain_text("javascript://")
    for address in page.eval_on_selector_all("a[href], area[href], form[action]", "(all) => all.map((one) => one.href || one.action)"):
        assert address.startswith(server.url), address
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for words in ("12.0 and later", "pear://", "“To look at pears.”", "Library/Preferences/com.example.pear.plist",
                          "Base.lproj/Main.storyboardc", "from an upload", "1 – iPhone"):
                expect(page.locator("main")).to_contain_text(words)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, scheme)
            assert violations(page) == [], (size, scheme)


def test_an_app_of_a_folder_has_no_button_to_delete_it(server, open_page):
    page = open_page(server.url + "/apps/com.example.clock")
    expect(page.get_by_role("link", name="Settings", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)


def picture(side, crushed=False):
    """A red square as a PNG, or in Apple's device form of it."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = zlib.compress((b"\0" + b"\xff\0\0" * side) * side)
    head = chunk(b"CgBI", bytes.fromhex("50002002")) if crushed else b""
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_icon_files_are_shown_as_pictures_and_what_browsers_do_not_show_says_why(server, open_page):
    files = {"AppIcon60x60@2x.png": picture(120), "AppIcon60x60@3x.png": picture(180, crushed=True), "icon-broken.png": b"no picture",
             "icon-vast.png": picture(4_000)}
    archive = pack([("Pear.app/Info.plist", info()), *((f"Pear.app/{name}", content) for name, content in files.items())])
    page = open_page(f"{server.url}/apps/{send(server, archive)}")
    expect(page.locator(".icon-files li")).to_have_count(4)
    shown = page.locator(".icon-files li").filter(has_text="AppIcon60x60@2x.png")
    shown.scroll_into_view_if_needed()
    expect(shown).to_contain_text("120 × 120 pixels")
    page.wait_for_function("(image) => image.complete && image.naturalWidth === 120", arg=shown.locator("img").element_handle())
    for name, words in (("@3x", "device form of PNG"), ("broken", "Not a picture"), ("vast", "Too large to be shown here")):
        item = page.locator(".icon-files li").filter(has_text=name)
        expect(item).to_contain_text(words)
        expect(item.locator("img")).to_have_count(0)
    assert violations(page) == []
