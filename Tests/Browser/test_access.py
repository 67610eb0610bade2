"""Signing in and out, and the page of tokens, with and without scripts."""

import http.server
import json
import pathlib
import threading

import pytest
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE
from conftest import SAMPLES, Server
from paneling import unreadable
from settling import eventually

CHOSEN = "chosen-by-a-person"
REFUSED = ("responded with a status of 401",)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A server that needs a token."""
    server = Server(tmp_path_factory.mktemp("guarded") / "data", [SAMPLES], "--token", CHOSEN).start()
    yield server
    assert server.stop() == 0


@pytest.fixture(params=["with scripts", "without scripts"])
def visit(request, open_page):
    """Opens an address in a new window, which runs scripts or does not."""
    return lambda url, **options: open_page(url, java_script_enabled=request.param == "with scripts", **options)


def sign_in(page, token=CHOSEN):
    page.get_by_label("Token", exact=True).fill(token)
    page.get_by_role("button", name="Sign in").click()


def entries(server):
    """What the server has logged."""
    return [json.loads(line) for line in pathlib.Path(server.log.name).read_text(encoding="utf-8").splitlines()]


def menu(page, item):
    page.locator("summary[aria-label=Access]").click()
    return page.locator("form[action='/sign-out'] .menu-item", has_text=item)


def test_a_visitor_signs_in_where_he_wanted_to_go_and_out_again(guarded, visit):
    page = visit(guarded.url + "/help", expect=REFUSED)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.get_by_label("Token", exact=True)).to_be_focused()
    sign_in(page)
    expect(page).to_have_url(guarded.url + "/help")
    expect(page).to_have_title("Help · Vitrine")
    [cookie] = [each for each in page.context.cookies() if each["name"].startswith("vitrine-session")]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and CHOSEN not in cookie["value"]
    menu(page, "Sign out").click()
    expect(page).to_have_url(guarded.url + "/sign-in")
    assert not [each for each in page.context.cookies() if each["name"].startswith("vitrine-session")]
    page.goto(guarded.url + "/help")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_a_wrong_token_is_told_beside_the_field(guarded, visit):
    page = visit(guarded.url + "/", expect=(*REFUSED, "the page tells"))
    sign_in(page, "wrong")
    field = page.get_by_label("Token", exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#fault")).to_contain_text("unknown to this server")
    assert field.input_value() == ""
    sign_in(page)
    expect(page).to_have_url(guarded.url + "/")


def test_the_printed_address_signs_in_and_does_not_stay(guarded, visit):
    page = visit(f"{guarded.url}/help?token={CHOSEN}")
    expect(page).to_have_url(guarded.url + "/help")
    expect(page).to_have_title("Help · Vitrine")


def test_the_inspector_works_for_who_signed_in(guarded, open_page):
    page = open_page(f"{guarded.url}/?token={CHOSEN}")
    page.get_by_role("link", name="Stopwatch").first.click()
    expect(page.get_by_role("treeitem").first).to_be_visible()


def test_tokens_of_some_scopes_are_made_shown_once_and_revoked(guarded, visit):
    page = visit(f"{guarded.url}/tokens?token={CHOSEN}", expect=("responded with a status of 422", "at least one scope"))
    page.get_by_label("Name").fill("Ann & <b>Bob</b>")
    page.locator("[name=write]").check()
    page.get_by_role("button", name="Create").click()
    secret = page.get_by_label("The token Ann & <b>Bob</b>", exact=True).input_value()
    row = page.get_by_role("listitem").filter(has_text="Ann & <b>Bob</b>").first
    expect(row).to_contain_text("read write")
    expect(row).to_contain_text("never used")
    assert guarded.get("/api/v1/dumps", Authorization=f"Bearer {secret}").status == 200
    page.goto(guarded.url + "/tokens")
    assert secret not in page.content()
    row.get_by_role("button", name="Revoke").click()
    expect(row).to_contain_text("revoked")
    expect(row.get_by_role("button")).to_have_count(0)
    assert guarded.get("/api/v1/dumps", Authorization=f"Bearer {secret}").status == 401
    # One without scopes is refused, and its name stays.
    page.get_by_label("Name").fill("Nothing at all")
    page.locator("[name=read]").uncheck()
    page.get_by_role("button", name="Create").click()
    expect(page.locator("#fault")).to_contain_text("at least one scope")
    expect(page.get_by_label("Name")).to_have_value("Nothing at all")


def test_who_may_not_is_told_which_scope_he_lacks(guarded, open_page):
    made = guarded.request("POST", "/api/v1/tokens", {"name": "Reader", "scopes": ["read"]}, {"Authorization": f"Bearer {CHOSEN}"})
    page = open_page(f"{guarded.url}/?token={made.json['token']}", expect=("responded with a status of 403",))
    menu(page, "Tokens").click()
    expect(page.locator("main")).to_contain_text("The token “Reader” may not do this: it lacks the scopes write, delete, secrets.")


@pytest.fixture
def elsewhere(guarded):
    """A page on another port: another origin of the same site, to which the cookie goes."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = f"<title>Elsewhere</title><img src='{guarded.url}/api/v1/lint/rules'><a href='{guarded.url}/help'>there</a>".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_a_page_elsewhere_leads_here_but_loads_nothing(guarded, open_page, elsewhere):
    page = open_page(f"{guarded.url}/help?token={CHOSEN}", expect=("responded with a status of 403", "failed", "ERR_BLOCKED"))
    page.goto(elsewhere)
    asked = lambda: [entry["status"] for entry in entries(guarded) if entry.get("path") == "/api/v1/lint/rules"]
    assert eventually(page, asked) == ["403"]
    page.get_by_role("link", name="there").click()
    expect(page).to_have_title("Help · Vitrine")


@pytest.mark.parametrize("path", ["/tokens", "/sign-in", "/"])
def test_the_pages_fit_and_can_be_read(guarded, open_page, path):
    page = open_page(f"{guarded.url}{path}?token={CHOSEN}")
    if path == "/sign-in":
        page.goto(guarded.url + path)
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        item = menu(page, "Tokens")
        expect(item).to_be_visible()
        box = item.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
        page.locator("summary[aria-label=Access]").click()
    assert unreadable(page) == []
