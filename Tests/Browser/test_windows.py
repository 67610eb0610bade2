"""Windows that tests use one after the other."""

from windows import Windows

LEAVE = """() => {
  const keep = () => { localStorage.setItem("left", "behind"); sessionStorage.setItem("left", "behind"); };
  keep();
  addEventListener("pagehide", keep);
  document.cookie = "left=behind";
  history.pushState(null, "", "?left");
}"""
FIND = "() => [localStorage.length, sessionStorage.length, document.cookie, history.length, matchMedia('print').matches, innerWidth]"


def test_a_window_is_used_again_and_knows_nothing_of_before(browser, samples):
    windows = Windows(browser)
    page = windows.take()
    answer = page.goto(f"{samples.url}/help")
    assert answer.all_headers()["cross-origin-opener-policy"] == "same-origin", "the empty page has the policy of pages"
    page.evaluate(LEAVE)
    asked = []
    page.on("request", lambda request: asked.append(request))
    page.route("**/*", lambda route: route.abort())
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 500, "height": 500})
    page.keyboard.down("Alt")
    windows.give_back([page])
    # The page that was left may still have been loading.
    asked.clear()

    again = windows.take()
    assert again is page
    again.watch.begin()
    assert again.goto(f"{samples.url}/help").ok
    assert again.evaluate(FIND) == [0, 0, "", 2, False, 1440]
    again.evaluate("() => addEventListener('mousemove', (event) => { window.alt = event.altKey; })")
    again.mouse.move(9, 9)
    assert again.evaluate("() => window.alt") is False
    assert not asked and not again.watch.end()
    again.context.close()


def test_a_window_that_may_use_the_clipboard_may_so_again(browser, samples):
    windows = Windows(browser)
    for _ in range(2):
        page = windows.take(permissions=["clipboard-read", "clipboard-write"])
        assert page.goto(f"{samples.url}/help").ok
        assert page.evaluate("navigator.clipboard.writeText('again').then(() => navigator.clipboard.readText())") == "again"
        windows.give_back([page])
    page.context.close()


def test_a_route_is_taken_by_requests_of_the_page_before_it_is_said_to_be_made(browser, samples):
    page = Windows(browser).take()
    page.goto(f"{samples.url}/help")
    answers = []
    page.on("response", lambda response: answers.append((response.url, response.status)))
    page.route("**/defaults", lambda route: route.abort())
    # Modules of the page may answer later still.
    assert (f"{samples.url}/healthz?intercepted", 204) in answers
    page.context.close()
