"""Settings panes: every type of row is edited, with and without scripts, and is where it was left after a restart."""

import plistlib

import pytest
from playwright.sync_api import expect

from browsing import APP
from domains import clear
from settling import eventually

SETTINGS = f"{APP}/settings"
DOMAIN = "/api/v1/defaults/com.example.clock"


def row(page, key):
    return page.locator(f'.setting[data-key="{key}"]')


def stored(server):
    return server.get(DOMAIN).json["values"]


@pytest.fixture
def empty(shared):
    """The server, where the app of the samples has stored nothing."""
    clear(shared)
    return shared


def restart(server):
    assert server.stop() == 0
    server.start()


EDITED = {
    "vibrate": True, "snooze_minutes": 5, "alarm.volume": 0.75, "account.name": "Ann \"A\" <b>", "face": "roman",
    "account.passcode": "1234", "alarm.ringing": "forever",
}


def check_everything(server, page):
    """What the panes show, read from the controls themselves."""
    page.goto(server.url + SETTINGS)
    assert row(page, "vibrate").get_by_role("switch").is_checked()
    assert "5" in row(page, "snooze_minutes").locator(".value").inner_text()
    assert float(row(page, "alarm.volume").get_by_role("slider").input_value()) == 0.75
    assert row(page, "account.name").get_by_role("textbox").input_value() == EDITED["account.name"]
    assert row(page, "account.passcode").locator("input.field").input_value() == ""
    assert row(page, "face").get_by_role("radio", name="Roman").is_checked()
    assert "modified" in row(page, "vibrate").get_attribute("class")
    page.goto(server.url + SETTINGS + "/Alarms")
    assert row(page, "alarm.ringing").get_by_role("switch").is_checked()


def test_every_type_of_row_is_edited_with_scripts_and_kept(fresh, open_page):
    page = open_page(fresh.url + SETTINGS)

    def edit(key, act):
        with page.expect_response(lambda reply: reply.request.method == "PATCH") as reply:
            act(row(page, key))
        assert reply.value.status == 200
        page.wait_for_selector("#saved[data-shown]")

    edit("vibrate", lambda line: line.get_by_role("switch").click())
    edit("account.name", lambda line: (line.get_by_role("textbox").fill(EDITED["account.name"]), page.keyboard.press("Tab")))
    edit("account.passcode", lambda line: (line.locator("input.field").fill("1234"), page.keyboard.press("Tab")))
    edit("face", lambda line: line.get_by_role("radio", name="Roman").check())
    edit("alarm.volume", lambda line: line.get_by_role("slider").fill("0.75"))
    assert page.locator('.keys tr[data-key="vibrate"][data-modified]').is_visible()
    row(page, "snooze_minutes").get_by_role("link").click()
    page.wait_for_url("**choose=**")
    edit("snooze_minutes", lambda line: line.get_by_role("radio", name="5 minutes", exact=True).check())
    page.locator(".back").click()
    page.get_by_role("link", name="Alarms").click()
    page.wait_for_url("**/settings/Alarms")
    edit("alarm.ringing", lambda line: line.get_by_role("switch").click())
    assert stored(fresh) == EDITED
    # A window that stays open would ask a server that is gone for its events.
    page.goto("about:blank")
    restart(fresh)
    assert stored(fresh) == EDITED
    check_everything(fresh, page)


def test_what_is_answered_late_does_not_touch_the_pane_that_is_shown_meanwhile(empty, open_page):
    page = open_page(empty.url + SETTINGS)
    # What is read back of a pane that was left changes no row of the next.
    held = []
    page.route("**/settings", lambda route: held.append(route) if route.request.headers.get("x-fragment") == "pane" else route.continue_())
    row(page, "vibrate").get_by_role("switch").click()
    page.wait_for_selector("#saved[data-shown]")
    row(page, "snooze_minutes").get_by_role("link").click()
    minutes = row(page, "snooze_minutes").get_by_role("radio", name="5 minutes", exact=True)
    minutes.wait_for()
    assert len(held) == 1
    with page.expect_response(lambda reply: reply.request.headers.get("x-fragment") == "pane"):
        held[0].continue_()
    # What is stored next goes out when the answer has been dealt with.
    with page.expect_response(lambda reply: reply.request.method == "PATCH") as reply:
        minutes.check()
    assert reply.value.status == 200
    expect(minutes).to_be_checked()
    assert stored(empty) == {"vibrate": True, "snooze_minutes": 5}
    # The pane that was asked for last is shown.
    page.unroute("**/settings")
    page.locator(".back").click()
    row(page, "vibrate").wait_for()
    held = []
    page.route("**/settings?choose=*", lambda route: held.append(route))
    row(page, "snooze_minutes").get_by_role("link").click()
    page.get_by_role("link", name="Alarms").click()
    ringing = row(page, "alarm.ringing")
    ringing.wait_for()
    assert len(held) == 1
    with page.expect_response("**/settings?choose=*"):
        held[0].continue_()
    with page.expect_response(lambda reply: reply.request.method == "PATCH"):
        ringing.get_by_role("switch").click()
    page.wait_for_selector("#saved[data-shown]")
    expect(ringing).to_be_visible()
    assert page.url.endswith("/settings/Alarms")


def test_a_row_keeps_what_waits_to_be_stored_while_what_was_stored_before_is_read_back(empty, open_page):
    page = open_page(empty.url + SETTINGS)
    read, sent = [], []
    page.route("**/settings", lambda route: read.append(route) if route.request.headers.get("x-fragment") == "pane" and not read else route.continue_())
    switch = row(page, "vibrate").get_by_role("switch")
    was_on = switch.is_checked()
    switch.click()
    eventually(page, lambda: read, "the pane is read back")
    # Back where it was, which is not what the server says now; and the focus has gone on.
    switch.click()
    row(page, "account.name").get_by_role("textbox").focus()
    page.route("**/api/**", lambda route: sent.append(route) if route.request.method == "PATCH" and not sent else route.continue_())
    read[0].continue_()
    eventually(page, lambda: sent, "the second change is sent")
    assert switch.is_checked() == was_on
    switch.click()
    sent[0].continue_()

    def values():
        return [change["changes"][0].get("after") for change in empty.get(f"{DOMAIN}/history?limit=3").json["history"]]

    eventually(page, lambda: values() == [not was_on, was_on, not was_on], "all three changes in their order")
    expect(switch).to_be_checked(checked=not was_on)


def test_a_change_that_fails_says_nothing_of_a_row_whose_newer_value_waits(empty, open_page):
    page = open_page(empty.url + SETTINGS, expect=("503", "Not saved"))
    sent = []
    page.route("**/api/**", lambda route: sent.append(route) if route.request.method == "PATCH" and len(sent) < 2 else route.continue_())
    field = row(page, "account.name").get_by_role("textbox")
    for text, count in (("Ada", 1), ("Grace", 1)):
        field.fill(text)
        field.press("Enter")
        eventually(page, lambda: len(sent) == count, "the first change is sent")
    sent[0].fulfill(status=503, json={"title": "Out of order", "status": 503})
    eventually(page, lambda: len(sent) == 2, "the second change is sent")
    expect(field).to_have_value("Grace")
    expect(row(page, "account.name").locator(".row-error")).to_have_text("")
    sent[1].fulfill(status=503, json={"title": "Out of order", "status": 503})
    # The last one is refused like any other.
    expect(row(page, "account.name").locator(".row-error")).to_contain_text("Not saved")
    expect(field).not_to_have_value("Grace")
    row(page, "account.name").get_by_role("button", name="Retry").click()
    eventually(page, lambda: stored(empty) == {"account.name": "Grace"}, "the value that was typed last")


def test_every_type_of_row_is_edited_without_scripts_and_kept(fresh, without_script):
    page = without_script(fresh.url + SETTINGS)

    def save(key):
        with page.expect_navigation(url="**saved=**"):
            row(page, key).get_by_role("button", name="Save").click()

    row(page, "vibrate").get_by_role("switch").check()
    save("vibrate")
    row(page, "account.name").get_by_role("textbox").fill(EDITED["account.name"])
    save("account.name")
    row(page, "account.passcode").locator("input.field").fill("1234")
    save("account.passcode")
    row(page, "account.passcode").get_by_role("button", name="Save").click()
    row(page, "face").get_by_role("radio", name="Roman").check()
    save("face")
    row(page, "alarm.volume").get_by_role("slider").fill("0.75")
    save("alarm.volume")
    row(page, "snooze_minutes").get_by_role("link").click()
    page.get_by_role("radio", name="5 minutes", exact=True).check()
    page.get_by_role("button", name="Save").click()
    page.goto(fresh.url + SETTINGS + "/Alarms")
    row(page, "alarm.ringing").get_by_role("switch").check()
    save("alarm.ringing")
    assert stored(fresh) == EDITED
    restart(fresh)
    check_everything(fresh, page)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_row_and_a_pane_go_back_to_their_defaults_and_a_refused_value_changes_nothing(empty, open_page, scripts):
    empty.request("PATCH", "/api/v1" + SETTINGS, {"vibrate": True, "face": "roman", "account.name": "Ann"})
    page = open_page(empty.url + SETTINGS, java_script_enabled=scripts)
    row(page, "vibrate").get_by_role("button", name="Reset").click(force=True)
    page.wait_for_selector('.setting[data-key="vibrate"]:not(.modified)')
    assert set(stored(empty)) == {"face", "account.name"}
    assert not row(page, "vibrate").get_by_role("switch").is_checked()
    page.get_by_role("button", name="Reset 2 values").click()
    page.wait_for_selector('.setting[data-key="face"]:not(.modified)')
    assert stored(empty) == {}
    assert "422" not in str(page.watch.troubles)
    # What is refused is told on its row.
    page.watch.expect("422", "9.9 is outside")
    page.route("**/*", lambda route: route.continue_(post_data=altered(route.request)) if altered(route.request) else route.continue_())
    slider = row(page, "alarm.volume").get_by_role("slider")
    slider.fill("0.9")
    if not scripts:
        row(page, "alarm.volume").get_by_role("button", name="Save").click()
    page.wait_for_selector('.setting[data-key="alarm.volume"] .row-error:not(:empty)')
    assert "outside" in row(page, "alarm.volume").locator(".row-error").inner_text()
    assert stored(empty) == {}
    if scripts:
        assert float(slider.input_value()) == 0.5


def altered(request):
    """The body with a value that no slider can have."""
    body = request.post_data or ""
    return body.replace("0.9", "9.9") if "0.9" in body else None


def test_the_keyboard_alone_edits_rows(empty, open_page):
    page = open_page(empty.url + SETTINGS)
    row(page, "vibrate").get_by_role("switch").focus()
    with page.expect_response(lambda reply: reply.request.method == "PATCH"):
        page.keyboard.press("Space")
    row(page, "alarm.volume").get_by_role("slider").focus()
    with page.expect_response(lambda reply: reply.request.method == "PATCH"):
        page.keyboard.press("End")
    row(page, "face").get_by_role("radio", name="Analog").focus()
    with page.expect_response(lambda reply: reply.request.method == "PATCH"):
        page.keyboard.press("ArrowDown")
    page.wait_for_selector('.keys tr[data-key="face"][data-modified]')
    assert stored(empty) == {"vibrate": True, "alarm.volume": {"$real": 1}, "face": "digital"}


def test_a_switch_that_is_off_has_no_outline_another_language_is_chosen_and_arabic_is_mirrored(samples, open_page):
    page = open_page(samples.url + SETTINGS)
    pane, off = page.locator("#pane"), page.locator(".switch:not(:checked)").first
    expect(off).to_have_css("box-shadow", "none")
    expect(off).to_have_css("border-top-width", "0px")

    def searches(word, side):
        """The search field speaks the language of the pane."""
        field = page.get_by_role("searchbox", name=word)
        expect(field).to_have_attribute("placeholder", word)
        place, icon = field.bounding_box(), page.locator(".pane-search .icon").bounding_box()
        assert (icon["x"] > place["x"] + place["width"] / 2) == (side == "right")

    searches("Search", "left")
    page.locator("#lang").select_option("ar")
    page.wait_for_url("**lang=ar**")
    assert (pane.get_attribute("dir"), pane.get_attribute("lang")) == ("rtl", "ar")
    searches("بحث", "right")
    line = row(page, "vibrate")
    title, switch = line.locator(".title").bounding_box(), line.get_by_role("switch").bounding_box()
    assert switch["x"] + switch["width"] < title["x"]
    version = row(page, "version")
    value, name = version.locator(".value").bounding_box(), version.locator(".title").bounding_box()
    assert value["x"] - pane.bounding_box()["x"] < 60 and value["x"] < name["x"]
    page.locator("#lang").select_option("zh-Hans")
    page.wait_for_url("**lang=zh-Hans**")
    assert pane.get_attribute("dir") == "ltr"
    searches("搜索", "left")


def test_a_title_row_shows_the_text_of_its_value(samples, without_script):
    page = without_script(samples.url + SETTINGS + "/WorldClock")
    assert row(page, "world.source").locator(".value").inner_text() == "Network"
    assert row(page, "world.source").locator("form").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_markup_in_a_bundle_is_shown_as_text(start, tmp_path, open_page, scripts):
    evil = "\"\u0301><img src=x onerror=window.ran=1><script>window.ran=1</script>'\u0301 \u202e"
    bundle = tmp_path / "Evil.app" / "Settings.bundle"
    bundle.mkdir(parents=True)
    rows = [
        {"Type": "PSGroupSpecifier", "Title": evil, "FooterText": evil},
        {"Type": "PSTextFieldSpecifier", "Title": evil, "Key": "text " + evil, "DefaultValue": evil},
        {"Type": "PSMultiValueSpecifier", "Title": evil, "Key": "m", "DefaultValue": evil, "Values": [evil], "Titles": [evil]},
        {"Type": "PSRadioGroupSpecifier", "Title": evil, "Key": "r", "DefaultValue": evil, "Values": [evil], "Titles": [evil]},
        {"Type": "PSTitleValueSpecifier", "Title": evil, "Key": "t", "DefaultValue": evil},
        {"Type": evil},
    ]
    (bundle / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": rows}))
    info = {"CFBundleIdentifier": "com.example.evil", "CFBundleDisplayName": evil, evil: evil}
    (bundle.parent / "Info.plist").write_bytes(plistlib.dumps(info))
    server = start(tmp_path)
    page = open_page(server.url, java_script_enabled=scripts)
    for path in ("", "/apps/com.example.evil", "/apps/com.example.evil/settings", "/apps/com.example.evil/settings?choose=2"):
        answer = page.goto(server.url + path) if path else page.answer
        assert answer.status == 200
        assert page.locator("img[src=x]").count() == 0
        assert "onerror=window.ran=1" in page.locator("body").inner_text()
        if scripts:
            assert page.evaluate("window.ran") is None
