"""A live session in the browser: from the address on the library to the test that does it all again; with and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE
from devices import SIZE, Device
from paneling import violations
from settling import eventually


@pytest.fixture
def device():
    device = Device()
    yield device
    device.stop()


@pytest.fixture
def server(shared):
    yield shared
    for live in shared.get("/api/v1/live").json["live"]:
        assert shared.request("DELETE", f"/api/v1/live/{live['id']}").status == 204


def at(page, x, y):
    """Where a point of the device is on the page."""
    box = page.locator("#live-screen image").bounding_box()
    return box["x"] + x * box["width"] / SIZE[0], box["y"] + y * box["height"] / SIZE[1]


def frames(page):
    return page.locator(".live-frames > li")


def test_a_device_is_connected_tapped_swiped_and_typed_into_and_a_test_does_it_again(open_page, server, device):
    # What the device refuses is shown as the server's answer.
    page = open_page(server.url, expect=["Cannot connect", "no such alert", "409", "502"], viewport=DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    field = page.get_by_label("Connect to WebDriverAgent or Appium")
    field.fill("http://127.0.0.1:9")
    page.get_by_role("button", name="Connect").click()
    expect(page.locator("#live-error")).to_contain_text("Cannot connect")
    field.fill(device.url)
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_text(f"Connected to {device.url}")).to_be_visible()
    page.wait_for_load_state()
    expect(frames(page)).to_have_count(1)
    # What a tap would be on is outlined.
    page.mouse.move(*at(page, 30, 130))
    expect(page.locator(".live-marks rect")).to_have_attribute("width", "100")
    expect(page.locator("#live-hover")).to_contain_text("Button next")
    page.mouse.down()
    page.mouse.up()
    expect(frames(page)).to_have_count(2)
    expect(frames(page).nth(1).locator(".live-counts")).to_have_text(re.compile(r"\+1\s*~1"))
    page.mouse.move(*at(page, 200, 700))
    page.mouse.down()
    page.mouse.move(*at(page, 200, 200), steps=3)
    page.mouse.up()
    expect(frames(page)).to_have_count(3)
    page.get_by_label("Type", exact=True).fill("Oslo")
    page.get_by_label("Type", exact=True).press("Enter")
    expect(frames(page)).to_have_count(4)
    assert device.typed == "Oslo"
    page.get_by_role("button", name="Accept alert").click()
    expect(page.get_by_text("no such alert").first).to_be_visible()
    page.get_by_role("button", name="Home").click()
    expect(frames(page)).to_have_count(5)
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("s")
    expect(frames(page)).to_have_count(6)
    expect(page.locator(".live-steps li")).to_have_text([
        "Tap Button “next”", re.compile(r"Swipe from \(200, 700.*\)"), "Type “Oslo”", "Press home"])
    assert violations(page) == []
    page.get_by_role("link", name="Python").click()
    expect(page.locator("#live-script")).to_contain_text('driver.find_element(AppiumBy.ACCESSIBILITY_ID, "next").click()')
    page.wait_for_load_state()
    page.get_by_role("button", name="Copy").click()
    eventually(page, lambda: "ACCESSIBILITY_ID" in page.evaluate("navigator.clipboard.readText()"), "the copied test")
    # Snapshots come by themselves, and a device that goes away and comes back is told.
    page.get_by_label("Snapshot every").fill("0.5")
    page.get_by_label("on change only").check()
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_label("on change only")).to_be_checked()
    device.screen = 2
    expect(frames(page)).to_have_count(7)
    device.stop()
    expect(page.locator("#live-state")).to_contain_text(re.compile("Lost since .*, trying again"))
    device.start()
    expect(page.get_by_text(f"Connected to {device.url}")).to_be_visible(timeout=60_000)
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(page) == []
    page.get_by_role("button", name="End session").click()
    page.wait_for_url(server.url + "/")
    expect(page.locator(".live-list")).to_have_count(0)


def test_without_scripts_the_page_has_the_last_snapshot_the_film_and_forms(without_script, server, device):
    page = without_script(server.url)
    page.get_by_label("Connect to WebDriverAgent or Appium").fill(device.url)
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_text(f"Connected to {device.url}")).to_be_visible()
    page.get_by_label("Tap at").fill("30")
    page.get_by_label("y", exact=True).fill("130")
    page.get_by_role("button", name="Tap").click()
    expect(page.locator(".live-steps li")).to_have_text(["Tap Button “next”"])
    page.get_by_role("button", name="Snapshot").click()
    expect(frames(page)).to_have_count(3)
    expect(page.locator("#live-screen image")).to_have_attribute("href", re.compile("/screenshot$"))
    page.goto(server.url)
    expect(page.get_by_role("list", name="Live sessions")).to_contain_text("3 snapshots")
    page.get_by_role("link", name=re.compile("Weather http")).click()
    page.get_by_role("button", name="End session").click()
    expect(page.get_by_role("list", name="Live sessions")).to_have_count(0)
