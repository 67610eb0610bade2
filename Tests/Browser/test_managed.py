"""The managed configuration of an app: the form of its app config, profiles, and the files for a device management."""

import pytest
from playwright.sync_api import expect

from browsing import APP, DESKTOP, PHONE
from conftest import REPOSITORY
from domains import API, DOMAIN, PAGE, clear
from paneling import unreadable

FILES = REPOSITORY / "Tests/Fixtures/managed"
MANAGED = APP + "/managed-configuration"
CONFIGURATION = "com.apple.configuration.managed"

#: What a page says of what it refused.
REFUSED = ("responded with a status of 422", "the page tells: ")

both = pytest.mark.parametrize("scripts", [True, False])


@pytest.fixture
def server(shared):
    """A server without a managed configuration, before and after."""
    shared.request("DELETE", "/api/v1" + MANAGED)
    yield shared
    shared.request("DELETE", "/api/v1" + MANAGED)
    clear(shared)


@pytest.fixture
def clock(server):
    """The server with the app config."""
    server.request("PUT", "/api/v1" + MANAGED, (FILES / "appconfig.xml").read_bytes(), {"Content-Type": "application/xml"})
    return server


def send(page, name):
    page.get_by_label("App config (XML").set_input_files(FILES / name)
    page.get_by_role("button", name="Read the file").click()


def values(server):
    return server.get("/api/v1" + MANAGED).json["values"]


@both
def test_the_form_shows_each_field_as_its_presentation_says_and_stores_what_fits(server, open_page, scripts):
    page = open_page(server.url + MANAGED, java_script_enabled=scripts)
    send(page, "appconfig.xml")
    expect(page.get_by_role("heading", name="Connection")).to_be_visible()
    expect(page.get_by_label("tenant")).to_have_count(0)
    page.get_by_label("Server (required)").fill("https://a.example")
    page.get_by_label("Minutes to snooze").fill("5")
    page.get_by_label("Send statistics").check()
    page.get_by_label("Face", exact=True).select_option("Roman numerals")
    page.get_by_role("group", name="Hours of a day").get_by_label("24").check()
    days = page.get_by_role("group", name="Days without alarms")
    days.get_by_label("Saturday").check()
    days.get_by_label("sun").check()
    page.get_by_label("Cities").fill("Oslo\nRome")
    page.get_by_label("volume").fill("0.5")
    page.get_by_label("beta").select_option("Yes")
    page.get_by_role("button", name="Store").click()
    expect(page.locator("dl.layer-values")).to_contain_text(CONFIGURATION)
    assert values(server) == {
        "server": "https://a.example", "snooze": 5, "analytics": True, "face": "roman", "hours": 24, "days": ["sat", "sun"],
        "cities": ["Oslo", "Rome"], "volume": 0.5, "beta": True}
    expect(page.get_by_role("group", name="Hours of a day").get_by_label("24")).to_be_checked()
    expect(page.get_by_label("Cities")).to_have_value("Oslo\nRome")


@both
def test_a_value_that_does_not_fit_is_refused_at_its_field_and_keeps_what_was_typed(clock, open_page, scripts):
    page = open_page(clock.url + MANAGED, java_script_enabled=scripts, expect=REFUSED)
    page.get_by_label("Server (required)").fill("short")
    page.get_by_label("Minutes to snooze").fill("31")
    page.get_by_label("Face", exact=True).select_option("No numerals")
    page.get_by_role("button", name="Store").click()
    expect(page.get_by_role("alert")).to_have_text("2 values do not fit. Nothing was stored.")
    for label, words, typed in (("Server (required)", "must be at least 8", "short"), ("Minutes to snooze", "must be at most 30", "31")):
        field = page.get_by_label(label)
        expect(field).to_have_value(typed)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(page.locator("#" + field.get_attribute("aria-describedby"))).to_contain_text(words)
    expect(page.get_by_label("Face", exact=True)).to_have_value("plain")
    assert values(clock) == {}


@both
@pytest.mark.parametrize("name, words", [("clock", None), ("signed", "Its signature was not verified."), ("streamed", "Its signature was not verified.")])
def test_a_profile_becomes_the_managed_layer_and_a_signature_is_not_verified(clock, open_page, scripts, name, words):
    page = open_page(clock.url + MANAGED, java_script_enabled=scripts)
    send(page, f"{name}.mobileconfig")
    said = page.get_by_role("status").filter(has_text="is the managed layer now")
    expect(said).to_contain_text("Clock for kiosks")
    if words:
        expect(said).to_contain_text(words)
    else:
        expect(said).not_to_contain_text("signature")
    expect(page.get_by_text("com.apple.wifi.managed")).to_be_visible()
    expect(page.get_by_label("Server (required)")).to_have_value("https://example.com")
    page.goto(clock.url + PAGE + "?key=face&view=app")
    page.get_by_text("Where the value comes from").click()
    expect(page.locator(".stack-layer.wins")).to_contain_text("A configuration profile forces it.")
    expect(page.locator(".editor .note").first).to_contain_text("A managed value hides the stored value")


@both
def test_what_is_no_configuration_is_refused_with_its_reason(server, open_page, scripts):
    page = open_page(server.url + MANAGED, java_script_enabled=scripts, expect=REFUSED)
    page.get_by_label("App config (XML").set_input_files({"name": "a.xml", "mimeType": "application/xml", "buffer": b"<managedAppConfiguration><dict><date/></dict>"})
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_role("alert").first).to_contain_text("Line 1")


@both
def test_files_for_a_device_management_are_downloaded(clock, open_page, scripts):
    clock.request("PUT", "/api/v1" + MANAGED, {"values": {"server": "https://a.example"}})
    page = open_page(clock.url + MANAGED, java_script_enabled=scripts)
    for link, name, words in (("App config", "xml", "managedAppConfiguration"), ("Profile", "mobileconfig", "mcx_preference_settings"),
                              ("Values as property list", "plist", "https://a.example")):
        with page.expect_download() as download:
            page.get_by_role("link", name=link, exact=True).click()
        assert download.value.suggested_filename == f"{DOMAIN}.{name}"
        with open(download.value.path(), encoding="utf-8") as file:
            assert words in file.read()


@both
def test_a_set_that_would_be_hidden_by_managed_values_says_so_before_it_is_applied(clock, open_page, scripts):
    clock.request("PUT", API + "/layers/managed", {"values": {"face": "roman"}})
    clock.request("PUT", "/api/v1/defaults/sets/hidden", {"name": "hidden", "description": "", "domains": {DOMAIN: {"face": "set"}}})
    page = open_page(clock.url + "/defaults/sets/hidden/apply", java_script_enabled=scripts)
    expect(page.locator(".note")).to_contain_text("A managed value hides what is stored under face")
    clock.request("DELETE", "/api/v1/defaults/sets/hidden")


@both
def test_the_layer_and_the_app_config_are_taken_away(clock, open_page, scripts):
    clock.request("PUT", API + "/layers/managed", {"values": {"face": "roman"}})
    page = open_page(clock.url + MANAGED, java_script_enabled=scripts)
    page.get_by_role("button", name="Clear the managed layer").click()
    expect(page.get_by_text("Nothing is managed.")).to_be_visible()
    page.get_by_role("button", name="Delete the app config").click()
    expect(page.get_by_text("An app config describes the fields")).to_be_visible()


def test_the_form_can_be_read_in_every_size_and_scheme(clock, open_page):
    page = open_page(clock.url + MANAGED, expect=REFUSED, reduced_motion="reduce")
    page.get_by_label("Minutes to snooze").fill("31")
    page.get_by_role("button", name="Store").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert unreadable(page) == []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.evaluate("""[...document.querySelectorAll(".managed-form :is(.tick, input[type=text], select, textarea, button)")]
            .filter((element) => element.getBoundingClientRect().height < 24).length""")
        assert small == 0
