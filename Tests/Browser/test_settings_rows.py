"""Rows that InAppSettingsKit adds, search, keys, reset, undo, app groups and managed values."""

import pytest
from playwright.sync_api import expect

import kit
from conftest import Server
from domains import clear
from paneling import requests_of
from settling import eventually

API = f"/api/v1/defaults/{kit.DOMAIN}"
GROUP_API = f"/api/v1/defaults/{kit.GROUP}"
EDITED = {
    "notes": "three\nfour", "remind": {"$date": "2026-03-04T05:06:00Z"}, "ticked": True, "nick": "Ann", "speed": {"$real": 42},
    "size": 3, "cities": ["Oslo", "Berlin", "Rome"], "sync": True,
}


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kit")
    server = Server(folder / "data", [kit.write(folder)]).start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def server(running):
    """The server of the file, where nothing is stored, whatever was before."""
    for address in (API, GROUP_API):
        clear(running, address)
    return running


def row(page, key):
    return page.locator(f'.setting[data-key="{key}"]')


def stored(server):
    return server.get(API).json["values"]


def shows_everything(page):
    expect(row(page, "notes").locator("textarea")).to_have_value("three\nfour")
    expect(row(page, "remind").locator("input.date")).to_have_value("2026-03-04T05:06")
    expect(row(page, "ticked").get_by_role("checkbox")).to_be_checked()
    expect(row(page, "sync").locator(".subtitle")).to_have_text("All devices")
    expect(row(page, "nick").get_by_role("textbox")).to_have_value("Ann")
    expect(row(page, "speed").get_by_role("slider")).to_have_value("42")
    expect(row(page, "speed").locator(".slider-number")).to_have_value("42")
    expect(row(page, "size").locator(".value")).to_have_text("Large")
    assert [field.input_value() for field in row(page, "cities").locator(".item .field[name^=item]").all()] == EDITED["cities"]


def test_every_row_of_the_library_is_edited_in_two_windows(server, open_page):
    first = open_page(server.url + kit.SETTINGS)
    second = open_page(server.url + kit.SETTINGS, beside=first)
    for page in (first, second):
        page.evaluate("window.kept = true")

    def edit(page, key, act):
        with page.expect_response(lambda reply: reply.request.method in ("PATCH", "POST") and "settings" in reply.url) as reply:
            act(row(page, key))
        assert reply.value.status == 200, reply.value.text()
        page.wait_for_selector("#saved[data-shown]")
        expect(page.locator(".setting [inert]")).to_have_count(0)

    def leave(field, text):
        field.fill(text)
        field.press("Tab")

    edit(first, "notes", lambda line: (line.locator("textarea").fill("three\nfour"), line.locator("textarea").blur()))
    edit(second, "remind", lambda line: leave(line.locator("input.date"), "2026-03-04T05:06"))
    edit(first, "ticked", lambda line: line.get_by_role("checkbox").check())
    edit(second, "sync", lambda line: line.get_by_role("switch").check())
    edit(first, "nick", lambda line: leave(line.get_by_role("textbox"), "Ann"))
    edit(second, "speed", lambda line: leave(line.locator(".slider-number"), "42"))
    edit(first, "cities", lambda line: line.get_by_role("button", name="Remove item 2").click())
    edit(first, "cities", lambda line: (line.locator("[name=new]").fill("Oslo"), line.get_by_role("button", name="Add city").click()))
    edit(first, "cities", lambda line: line.get_by_role("button", name="Move item 2 up").click())
    edit(first, "cities", lambda line: (line.locator("[name=new]").fill("Rom"), line.locator("[name=new]").press("Enter")))
    edit(first, "cities", lambda line: leave(line.locator("[name=item-2]"), "Rome"))
    row(second, "size").get_by_role("link").click()
    second.wait_for_url("**choose=**")
    edit(second, "size", lambda line: line.get_by_role("radio", name="Large").check())
    second.locator(".back").click()
    for page in (first, second):
        shows_everything(page)
        assert page.evaluate("window.kept")
    assert stored(server) == EDITED


def test_every_row_of_the_library_is_edited_without_scripts(server, without_script):
    page = without_script(server.url + kit.SETTINGS)

    def save(key, name="Save"):
        with page.expect_navigation(url="**saved=**"):
            row(page, key).get_by_role("button", name=name).click()

    row(page, "notes").locator("textarea").fill("three\nfour")
    save("notes")
    row(page, "remind").locator("input.date").fill("2026-03-04T05:06")
    save("remind")
    row(page, "ticked").get_by_role("checkbox").check()
    save("ticked")
    row(page, "sync").get_by_role("switch").check()
    save("sync")
    row(page, "nick").get_by_role("textbox").fill("Ann")
    save("nick")
    row(page, "speed").locator(".slider-number").fill("42")
    save("speed")
    row(page, "size").get_by_role("link").click()
    page.get_by_role("radio", name="Large").check()
    page.get_by_role("button", name="Save").click()
    row(page, "cities").locator("[name=new]").fill("Oslo")
    save("cities", "Add city")
    save("cities", "Remove item 2")
    save("cities", "Move item 2 up")
    row(page, "cities").locator("[name=new]").fill("Rome")
    save("cities", "Add city")
    shows_everything(page)
    assert stored(server) == EDITED


def test_a_list_takes_the_next_change_once_the_last_one_is_answered_and_keeps_the_focus(server, open_page):
    page, held = open_page(server.url + kit.SETTINGS), []
    page.route("**/settings", lambda route: held.append(route) if route.request.method == "POST" and not held else route.continue_())
    cities = row(page, "cities")
    cities.locator("[name=new]").fill("Oslo")
    cities.locator("[name=new]").press("Enter")
    eventually(page, lambda: held, "the first change")
    expect(cities.locator("form[data-items]")).to_have_attribute("inert", "")
    held[0].continue_()
    expect(cities.locator("[inert]")).to_have_count(0)
    expect(cities.locator("[name=new]")).to_be_focused()
    page.keyboard.type("Rome")
    page.keyboard.press("Enter")
    expect(cities.locator(".item .field[name^=item]")).to_have_count(4)
    assert stored(server)["cities"][2:] == ["Oslo", "Rome"]
    # An item that is left changed gives the focus to what is next.
    cities.locator("[name=item-0]").fill("Paris")
    cities.locator("[name=item-0]").press("Tab")
    eventually(page, lambda: stored(server)["cities"][0] == "Paris", "the changed item")
    expect(cities.locator("[inert]")).to_have_count(0)
    expect(cities.get_by_role("button", name="Move item 1 down")).to_be_focused()


def test_rows_that_lead_elsewhere_lead_nowhere_and_keys_tell_what_is_behind_rows_and_panes(server, open_page):
    page = open_page(server.url + kit.SETTINGS)
    assert "javascript:window.ran=1" in page.locator(".out-address").first.inner_text()
    assert page.locator("a[href^='javascript'], a[href^='mailto']").count() == 0
    assert "Hello" in page.locator(".mail").inner_text()
    expect(page.get_by_role("button", name="Sign out")).to_be_disabled()
    page.locator(".footer.long summary").click()
    expect(page.locator(".footer.long p")).to_be_visible()
    # Keys stay in the address.
    page.keyboard.press("k")
    page.wait_for_url("**keys=true")
    assert "IASKTextViewSpecifier" in row(page, "notes").locator(".behind").inner_text()
    page.get_by_role("link", name="Shared").click()
    page.wait_for_url("**/Shared?keys=true")
    assert "not stored" in row(page, "widget").locator(".behind").inner_text()
    # A pane of an app group says whose domain it writes.
    assert kit.GROUP in page.locator(".group-note").inner_text()
    with page.expect_response(lambda reply: reply.request.method == "PATCH"):
        row(page, "widget").get_by_role("switch").click()
    assert server.get(GROUP_API).json["values"] == {"widget": False}
    assert stored(server) == {}


@pytest.mark.parametrize("scripts", [True, False])
def test_search_finds_titles_keys_and_values_in_all_panes(server, open_page, scripts):
    page = open_page(server.url + kit.SETTINGS, java_script_enabled=scripts)
    page.locator("#pane-search").fill("widg")
    if not scripts:
        page.locator("#pane-search").press("Enter")
    result = page.get_by_role("link", name="Widget")
    expect(result).to_be_visible()
    result.click()
    page.wait_for_url("**/Shared#row-1")
    expect(row(page, "widget").get_by_role("switch")).to_be_checked()
    page.goto(server.url + kit.SETTINGS + "?q=Medium")
    expect(page.locator(".result")).to_have_count(1)
    page.goto(server.url + kit.SETTINGS + "?q=zzz")
    assert "Nothing" in page.locator("#pane-content").inner_text()


@pytest.mark.parametrize("scripts", [True, False])
def test_all_panes_go_back_after_one_question(server, open_page, scripts):
    server.request("PATCH", API, {"nick": "Ann", "sync": True, "other": 1})
    server.request("PATCH", GROUP_API, {"widget": False})
    page = open_page(server.url + kit.SETTINGS, java_script_enabled=scripts)
    page.get_by_role("link", name="Reset all panes (3)").click()
    expect(page.locator("main")).to_contain_text("3 values")
    page.get_by_role("button", name="Reset 3 values").click()
    page.wait_for_url("**saved=all")
    assert stored(server) == {"other": 1}
    assert server.get(GROUP_API).json["values"] == {}


def test_a_change_is_undone_from_the_line_that_tells_of_it_and_stored_in_the_app_where_it_was_made(server, open_page):
    page = open_page(server.url + kit.SETTINGS)
    row(page, "sync").get_by_role("switch").click()
    with page.expect_request(f"**{API}/undo"):
        page.get_by_role("button", name="Undo", exact=True).click()
    expect(row(page, "sync").get_by_role("switch")).not_to_be_checked()
    assert stored(server) == {}
    undone = server.get(API).json["revision"]
    row(page, "nick").get_by_role("textbox").fill("Ann")
    row(page, "nick").get_by_role("textbox").press("Tab")
    page.get_by_role("button", name=f"Undo revision {undone + 1}").click()
    expect(row(page, "nick").get_by_role("textbox")).to_have_value("")
    assert stored(server) == {}
    # What waits for its turn is stored in the app where it was made, also when a pane of another app comes meanwhile.
    held = []
    page.route("**/api/v1/**", lambda route: held.append(route) if route.request.method == "PATCH" and not held else route.continue_())
    row(page, "sync").get_by_role("switch").click()
    row(page, "nick").get_by_role("textbox").fill("Ann")
    row(page, "nick").get_by_role("textbox").press("Tab")
    page.evaluate("document.getElementById('pane').dataset.api = '/api/v1/apps/com.example.other/settings'")
    with page.expect_response(lambda reply: reply.request.method == "PATCH" and "nick" in reply.request.post_data) as second:
        held[0].continue_()
    assert second.value.status == 200 and second.value.url == held[0].request.url
    assert stored(server) == {"sync": True, "nick": "Ann"}


def test_what_is_managed_cannot_be_changed_and_what_changes_elsewhere_while_somebody_types_is_told(server, open_page):
    page = open_page(server.url + kit.SETTINGS, expect=("Changed elsewhere to “Bob”",))
    field = row(page, "nick").get_by_role("textbox")
    server.request("PUT", f"{API}/layers/managed", {"values": {"sync": True, "size": 2, "nick": "Boss"}})
    expect(row(page, "sync").get_by_role("switch")).to_be_disabled()
    expect(row(page, "sync").get_by_role("switch")).to_be_checked()
    expect(field).not_to_be_editable()
    assert "Managed" in row(page, "size").inner_text()
    assert row(page, "size").get_by_role("link").count() == 0
    server.request("DELETE", f"{API}/layers/managed")
    expect(field).to_be_editable()
    # Nothing of what somebody types is lost.
    field.type("An")
    server.request("PATCH", API, {"nick": "Bob"})
    expect(row(page, "nick").locator(".row-error")).to_contain_text("Changed elsewhere to “Bob”")
    expect(field).to_have_value("An")
    expect(field).to_be_focused()
    field.press("Escape")
    expect(field).to_have_value("Bob")
    expect(row(page, "nick").locator(".row-error")).to_be_empty()
    # Some browsers tell of a change when a field is left whose value a script has set; nobody made one.
    sent = requests_of(page, "PATCH", "/settings")
    field.blur()
    field.dispatch_event("change")
    field.fill("Cy")
    field.press("Tab")
    eventually(page, lambda: stored(server).get("nick") == "Cy")
    assert sent == [{"nick": "Cy"}]


def test_panes_slide_and_the_address_and_the_way_back_follow(server, open_page):
    page = open_page(server.url + kit.SETTINGS, reduced_motion="reduce")
    page.evaluate("window.kept = true")
    page.get_by_role("link", name="Shared").click()
    page.wait_for_url("**/Shared")
    expect(page.locator("h1")).to_have_text("Shared")
    assert page.locator(".leaving").count() == 0
    assert "Shared" in page.title()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Kit")
    assert page.evaluate("window.kept")
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("link", name="Shared").click()
    page.locator(".back").click()
    expect(page.locator("#pane-title")).to_have_text("Kit")
    expect(page.locator(".leaving")).to_have_count(0)
    expect(page.locator("h1")).to_have_count(1)
