"""A link on which each request takes a fifth of a second longer: nothing looks broken, nothing is sent twice, no edit is lost."""

import pathlib
import re
import sys

import pytest
from playwright.sync_api import expect

from browsing import APP
from devices import Device
from domains import clear
from paneling import number, ready
from settling import eventually

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(REPOSITORY / "Benchmarks"))

from proxy import DelayingProxy  # noqa: E402

FILE = REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard"
DOMAIN = "/api/v1/defaults/com.example.clock"


@pytest.fixture
def far(shared):
    """The address of the server at the other end of a slow link."""
    with DelayingProxy(int(shared.url.rpartition(":")[2]), 200) as proxy:
        yield f"http://127.0.0.1:{proxy.port}"


def dropped(page, name):
    """What a person drags: a file of a storyboard."""
    return page.evaluate_handle("""([text, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: "application/xml" }));
      return data;
    }""", [FILE.read_text(), name])


def named(server, name):
    return [dump["id"] for dump in server.get("/api/v1/dumps?limit=1000").json["dumps"] if name in (dump["name"], dump.get("file"))]


def test_from_the_first_drop_to_the_board_the_devices_and_an_export(far, open_page, shared):
    page = open_page(far)
    expect(page.locator(".drop-overlay")).to_have_count(1)
    data = dropped(page, "Far.storyboard")
    page.dispatch_event("main", "dragenter", {"dataTransfer": data})
    page.dispatch_event("main", "drop", {"dataTransfer": data})
    page.wait_for_url(re.compile("/dumps/"))
    dump = re.search("/dumps/([^/?]+)", page.url).group(1)
    # Its rows select before everything has come, and the last choice counts.
    rows = page.locator("#tree li[data-id] > .row")
    for row in (1, 2, 3):
        rows.nth(row).click()
    view = rows.nth(3).locator("xpath=..").get_attribute("data-id")
    ready(page)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", view)
    expect(page.locator("#tree [aria-selected=true]")).to_have_attribute("data-id", view)
    expect(page).to_have_url(re.compile(f"view={view}(&|$)"))
    # One edit after the other, without waiting, and away: both are kept.
    page.get_by_role("tab", name="Size").click()
    for label, value in (("Frame x", "33"), ("Frame y", "44")):
        number(page, label).fill(value)
        number(page, label).press("Enter")
    page.goto(f"{far}/dumps/{dump}/devices?device=iphone-17&device=ipad-9-7:half")
    eventually(page, lambda: [shared.get(f"/api/v1/dumps/{dump}/views/{view}").json["frame"][side] for side in "xy"] == [33, 44], "both edits")
    expect(page.locator("[data-cell]")).to_have_count(2)
    page.wait_for_function("() => [...document.querySelectorAll('[data-cell] img')].every((image) => image.complete && image.naturalWidth)")
    with page.expect_download() as download:
        page.get_by_role("link", name="JUnit").click()
    assert pathlib.Path(download.value.path()).read_text().count("<testsuite ") == 2
    page.locator("[data-cell*='ipad-9-7:half'] a").click()
    page.wait_for_url(re.compile("splitView=half"))
    expect(page.locator("#whatif")).to_contain_text("507 × 768")
    # The board can be moved before its pictures are there, and waits visibly for other texts.
    page.goto(f"{far}/dumps/{dump}/board")
    expect(page.locator("#zoom")).to_have_text(re.compile("%"))
    page.get_by_role("button", name="Zoom in").click()
    assert page.get_by_label("Language").evaluate("""(select) => {
      select.value = "double-length";
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return document.getElementById("board").getAttribute("aria-busy");
    }""") == "true"
    page.wait_for_url(re.compile("language=double-length"))
    expect(page.locator("#zoom")).to_have_text(re.compile("%"))
    page.wait_for_function("() => [...document.querySelectorAll('.board-picture img')].every((image) => image.complete && image.naturalWidth)")


def test_what_is_sent_twice_arrives_once(far, open_page, shared):
    page = open_page(far)
    expect(page.locator(".drop-overlay")).to_have_count(1)
    data = dropped(page, "Twice.storyboard")
    for _ in range(2):
        page.dispatch_event("main", "dragenter", {"dataTransfer": data})
        page.dispatch_event("main", "drop", {"dataTransfer": data})
    page.wait_for_url(re.compile("/dumps/"))
    ready(page)
    assert len(named(shared, "Twice")) == 1


def test_settings_keep_every_edit_however_soon_another_page_is_opened(far, open_page, shared):
    clear(shared)
    page = open_page(f"{far}{APP}/settings")
    expect(page.locator("html.js")).to_have_count(1)

    def row(key):
        return page.locator(f'.setting[data-key="{key}"]')

    switch = row("vibrate").get_by_role("switch")
    was_on = switch.is_checked()
    # Switched three times, faster than any of it is answered.
    for _ in range(3):
        switch.click()
    row("face").get_by_role("radio", name="Roman").check()
    row("account.name").get_by_role("textbox").fill("Ann")
    row("account.name").get_by_role("textbox").press("Tab")
    page.goto(f"{far}{APP}")
    values = eventually(page, lambda: (lambda values: values if "account.name" in values else None)(shared.get(DOMAIN).json["values"]))
    assert (values["vibrate"], values["face"], values["account.name"]) == (not was_on, "roman", "Ann")
    page.goto(f"{far}{APP}/settings")
    expect(row("account.name").get_by_role("textbox")).to_have_value("Ann")
    expect(switch).to_be_checked()
    clear(shared)


def test_a_live_session_does_each_thing_once_and_in_order(far, open_page, shared):
    device = Device()
    try:
        page = open_page(far)
        page.get_by_label("Connect to WebDriverAgent or Appium").fill(device.url)
        expect(page.locator(".drop-overlay")).to_have_count(1)
        connect = page.get_by_role("button", name="Connect")
        # It says that it waits, and takes no second press.
        assert connect.evaluate("(button) => { button.click(); return button.disabled; }")
        expect(page.get_by_text(f"Connected to {device.url}")).to_be_visible()
        assert len(shared.get("/api/v1/live").json["live"]) == 1
        # Until its scripts are there, the page sends its forms as any page does.
        page.wait_for_load_state()
        page.get_by_label("Type", exact=True).fill("Oslo")
        for _ in range(2):
            page.get_by_label("Type", exact=True).press("Enter")
        assert page.get_by_role("button", name="Home").evaluate(
            "(button) => { button.click(); return document.getElementById('live-stage').getAttribute('aria-busy'); }") == "true"
        expect(page.locator(".live-steps li")).to_have_text(["Type “Oslo”", "Press home"])
        expect(page.locator("#live-stage")).not_to_have_attribute("aria-busy", "true")
        assert device.typed == "Oslo"
        page.get_by_role("button", name="End session").click()
        page.wait_for_url(far + "/")
        assert shared.get("/api/v1/live").json["live"] == []
    finally:
        device.stop()


def test_a_chosen_folder_opens_once_as_a_timeline_and_the_palette_leads_to_a_guide(far, open_page, shared, tmp_path):
    for number in (1, 2):
        (tmp_path / f"Far {number}.txt").write_text(f"<UIWindow: 0x1; frame = (0 0; 375 667)>\n   | <UIView: 0x2; frame = ({number} 0; 9 9)>\n")
    page = open_page(far)
    expect(page.locator(".drop-overlay")).to_have_count(1)
    page.locator("#folder").set_input_files(tmp_path)
    page.wait_for_url(re.compile(r"/timeline\?dumps="))
    expect(page.locator("a.frame")).to_have_count(2)
    assert len(named(shared, "Far 1.txt")) == len(named(shared, "Far 2.txt")) == 1
    page.keyboard.press("Control+k")
    page.keyboard.type("all attachments of a ui test")
    option = page.get_by_role("option").filter(has_text="Guide · Getting dumps")
    expect(option.first).to_be_visible()
    option.first.click()
    page.wait_for_url(re.compile("/docs/getting-dumps#"))
    expect(page.get_by_role("heading", name="All attachments of a UI test")).to_be_in_viewport()
