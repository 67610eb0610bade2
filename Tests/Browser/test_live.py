"""Open pages follow what others change, over one event stream for a whole browser."""

import pytest
from playwright.sync_api import expect

from browsing import APP

SETTINGS = f"{APP}/settings"
DOMAIN = "/api/v1/defaults/com.example.clock"


def row(page, key):
    return page.locator(f'.setting[data-key="{key}"]')


def is_modified(page, key):
    page.wait_for_selector(f'.setting[data-key="{key}"].modified')


@pytest.fixture
def windows(open_page, shared):
    """Opens several windows of one browser on the settings of the sample, unchanged at first; what it counts are its event streams."""
    shared.request("DELETE", DOMAIN)

    def windows(count, script=""):
        pages, streams = [], []
        for _ in range(count):
            page = open_page("about:blank", script=LISTENING + script, beside=pages[0] if pages else None)
            page.on("request", lambda request: "/api/v1/events?" in request.url and streams.append(request))
            with page.expect_event("console", lambda message: message.text == "live"):
                page.goto(shared.url + SETTINGS)
            pages.append(page)
        return streams, pages

    return windows


#: Says on the console when the page has been told where the domain is: by its own stream or by another window.
LISTENING = """
const told = (data) => { if (data.includes?.("com.example.clock")) console.log("live"); };
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (type, callback, ...rest) {
  listen.call(this, type, (event) => { callback(event); if (event.data) told(event.data); }, ...rest);
};
const hear = BroadcastChannel.prototype.addEventListener;
BroadcastChannel.prototype.addEventListener = function (type, callback, ...rest) {
  hear.call(this, type, (event) => { callback(event); if (event.data?.change) told(event.data.topic); }, ...rest);
};
"""


def follow_each_other(first, second):
    """Changes settings in either window; the other one shows them."""
    row(first, "vibrate").get_by_role("switch").click()
    is_modified(second, "vibrate")
    assert row(second, "vibrate").get_by_role("switch").is_checked()
    assert second.locator('.keys tr[data-key="vibrate"][data-modified]').is_visible()
    row(second, "face").get_by_role("radio", name="Roman").check()
    is_modified(first, "face")
    assert row(first, "face").get_by_role("radio", name="Roman").is_checked()
    row(first, "vibrate").get_by_role("button", name="Reset").click(force=True)
    second.wait_for_selector('.setting[data-key="vibrate"]:not(.modified)')
    assert not row(second, "vibrate").get_by_role("switch").is_checked()
    assert not row(second, "vibrate").locator(".reset").count()


def test_a_browser_holds_one_stream_that_all_its_windows_follow_and_hands_it_on(shared, windows):
    streams, (first, second, third) = windows(3)
    assert len({request.frame for request in streams}) == 1
    follow_each_other(first, second)
    with first.context.expect_event("request", lambda request: "/api/v1/events?" in request.url):
        first.close()
    shared.request("PATCH", DOMAIN, {"vibrate": True})
    for page in (second, third):
        is_modified(page, "vibrate")


def test_windows_without_locks_follow_each_other(windows):
    follow_each_other(*windows(2, "Object.defineProperty(navigator, 'locks', { value: undefined });")[1])


def test_a_control_in_use_follows_in_place_and_keeps_its_focus_and_what_is_not_saved(shared, windows):
    shared.request("PATCH", DOMAIN, {"account.name": "Annabel"})
    _, (page,) = windows(1)
    field = row(page, "account.name").get_by_role("textbox")
    field.evaluate("(input) => { input.focus(); input.setSelectionRange(2, 4); }")
    shared.request("PATCH", DOMAIN, {"account.name": "Barbara"})
    expect(field).to_have_value("Barbara")
    expect(field).to_be_focused()
    assert field.evaluate("(input) => [input.selectionStart, input.selectionEnd]") == [2, 4]
    switch = row(page, "vibrate").get_by_role("switch")
    switch.focus()
    shared.request("PATCH", DOMAIN, {"vibrate": True})
    expect(switch).to_be_checked()
    expect(switch).to_be_focused()
    assert row(page, "vibrate").get_by_role("button", name="Reset").count() == 1
    page.get_by_role("button", name="Reset 2 values").focus()
    shared.request("PATCH", DOMAIN, {"face": "roman"})
    expect(page.get_by_role("button", name="Reset 3 values")).to_be_focused()
    shared.request("DELETE", DOMAIN)
    shared.request("PATCH", DOMAIN, {"account.name": "Annabel"})
    expect(field).to_have_value("Annabel")
    page.wait_for_selector('.setting[data-key="face"]:not(.modified)')
    # Focus, caret and unsaved text stay.
    page.watch.expect("Changed elsewhere to “Elsewhere” while you were typing")
    field.focus()
    page.keyboard.press("Home")
    page.keyboard.type("Miss ")
    shared.request("PATCH", DOMAIN, {"account.name": "Elsewhere", "face": "roman"})
    is_modified(page, "face")
    assert field.input_value() == "Miss Annabel"
    assert field.evaluate("(input) => [document.activeElement === input, input.selectionStart]") == [True, 5]
    with page.expect_response(lambda reply: reply.request.method == "PATCH"):
        page.keyboard.press("Enter")
    page.wait_for_selector("#saved[data-shown]")
    assert shared.get(DOMAIN).json["values"]["account.name"] == "Miss Annabel"


#: Answers to requests for pieces of a page begin, and break off when the page is left, as a browser ends them.
BREAKING = """(() => {
  const real = window.fetch;
  window.fetch = (url, options) => !new Headers(options?.headers).has("X-Fragment") ? real(url, options) : Promise.resolve(new Response(
    new ReadableStream({ start(stream) {
      window.asked = true;
      document.addEventListener("visibilitychange", () => stream.error(new TypeError("network error")));
    } }), { headers: { "Content-Type": "text/html" } }));
})();"""


def test_nobody_is_told_of_requests_that_end_because_a_page_is_left(shared, open_page):
    shared.request("PUT", DOMAIN + "/values/word", {"value": 1})
    page = open_page(f"{shared.url}/defaults/{DOMAIN.rsplit('/', 1)[1]}", script=BREAKING)
    page.wait_for_selector("tbody.entry")
    shared.request("PATCH", DOMAIN, {"word": 2})
    page.wait_for_function("() => window.asked")
    # A message would be a trouble on the console.
    page.goto(shared.url + "/dumps")


def test_a_window_follows_the_api_and_webdriver_without_a_reload_and_catches_up_after_the_server_was_away(shared, windows):
    _, (page,) = windows(1)
    page.evaluate("window.kept = true")
    shared.request("PATCH", DOMAIN, {"account.name": "Ann", "alarm.volume": 0.25, "snooze_minutes": 5})
    is_modified(page, "account.name")
    assert row(page, "account.name").get_by_role("textbox").input_value() == "Ann"
    assert float(row(page, "alarm.volume").get_by_role("slider").input_value()) == 0.25
    assert "5" in row(page, "snooze_minutes").locator(".value").inner_text()
    assert page.locator("#toast").inner_text() == "Updated"
    shared.request("DELETE", DOMAIN)
    page.wait_for_selector('.setting[data-key="account.name"]:not(.modified)')
    assert page.evaluate("window.kept")
    # What a client of WebDriver taps and types is followed too.
    capabilities = {"alwaysMatch": {"vitrine:app": "com.example.clock"}}
    session = "/session/" + shared.request("POST", "/session", {"capabilities": capabilities}).json["value"]["sessionId"]

    def use(name, command, **body):
        found = shared.request("POST", session + "/element", {"using": "accessibility id", "value": name}).json["value"]
        assert shared.request("POST", f"{session}/element/{list(found.values())[0]}/{command}", body).status == 200

    use("vibrate", "click")
    is_modified(page, "vibrate")
    assert row(page, "vibrate").get_by_role("switch").is_checked()
    use("account.name", "value", text="Ada")
    is_modified(page, "account.name")
    expect(row(page, "account.name").get_by_role("textbox")).to_have_value("Ada")
    assert page.watch.end() == []
    shared.request("DELETE", DOMAIN)
    page.wait_for_selector('.setting[data-key="vibrate"]:not(.modified)')
    # While it goes, the server refuses for the moment what it will answer when it is back; the page asks again.
    page.watch.expect("ERR_CONNECTION_REFUSED", "503")
    port = int(shared.url.rsplit(":", 1)[1])
    assert shared.stop() == 0
    shared.start(port)
    shared.request("PATCH", DOMAIN, {"vibrate": True})
    is_modified(page, "vibrate")
