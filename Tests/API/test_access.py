"""Who may use a server: tokens at the start and on the command line, browsers, failures, TLS, proxies."""

import json
import pathlib
import re
import shutil
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest

from commanding import told as vitrine
from conftest import SAMPLES, Server
from guarding import CHOSEN, bearer, guarded
from settling import wait_until

PAGE = {"Accept": "text/html"}


@pytest.fixture
def serve(tmp_path):
    """Starts servers with options of the test's choice."""
    servers = []

    def serve(*options, data=None, **variables):
        server = Server(data or tmp_path / f"data{len(servers)}", [SAMPLES], *options, **variables).start()
        servers.append(server)
        return server

    yield serve
    for server in servers:
        if server.process.poll() is None:
            assert server.stop() == 0


def log(server):
    return pathlib.Path(server.log.name).read_text(encoding="utf-8")


def test_a_server_for_others_makes_a_token_and_prints_it_once(serve, tmp_path):
    server = serve("--host", "0.0.0.0")
    assert re.fullmatch(r"vtr_[A-Za-z0-9_-]{43}", server.token)
    refused = server.get("/api/v1/dumps")
    assert (refused.status, refused.headers["WWW-Authenticate"]) == (401, 'Bearer realm="Vitrine"')
    assert refused.headers["Content-Type"] == "application/problem+json" and refused.json["type"] == "/problems/token-required"
    assert server.get("/healthz").status == 200 and server.get("/readyz").status == 200
    assert vitrine("health", "--port", server.url.rpartition(":")[2]) == "ok\n"
    assert server.request("GET", "/api/v1/dumps", headers=bearer(server.token)).status == 200
    # The address that was printed signs a browser in, and nothing on the way keeps the token.
    answer = server.get(f"/?token={server.token}", **PAGE)
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and server.token not in cookie
    assert server.get("/", Cookie=cookie.partition(";")[0], **PAGE).status == 200
    first = server.token
    assert server.stop() == 0
    assert first not in log(server) and first.encode() not in b"".join(path.read_bytes() for path in server.data.iterdir() if path.is_file())
    # One who starts anew has another.
    assert server.start().token not in (None, first)
    assert server.request("GET", "/api/v1/dumps", headers=bearer(first)).status == 401


def test_a_server_for_this_machine_needs_none(samples):
    assert samples.token is None and samples.get("/api/v1/dumps").status == 200
    assert "/sign-out" not in samples.get("/", **PAGE).text


@pytest.mark.parametrize("how", ["option", "variable"])
def test_a_chosen_token_is_needed_everywhere_and_not_printed(serve, guarded, how):
    server = guarded if how == "option" else serve(VITRINE_TOKEN=CHOSEN)
    assert server.token is None
    assert server.get("/api/v1/dumps").status == 401
    assert server.request("GET", "/api/v1/dumps", headers=bearer(CHOSEN)).status == 200
    page = server.get("/help", **PAGE)
    assert page.status == 401 and 'action="/sign-in"' in page.text


@pytest.mark.parametrize("token", ["short", "with a blank inside it", "ümlaut-ümlaut-ümlaut"])
def test_a_token_that_is_too_weak_is_refused_at_the_start(token, tmp_path):
    said = vitrine("serve", "--port", 0, "--data", tmp_path / "data", "--token", token, code=64)
    assert "--token takes 16 to 512" in said


def test_a_refused_upload_is_not_read(guarded):
    refused = guarded.request("POST", "/api/v1/dumps", b"x" * (2 << 20))
    assert refused.status == 401


def test_tokens_are_made_listed_and_revoked_by_command(serve, tmp_path):
    data = tmp_path / "shared"
    server = serve("--token", CHOSEN, data=data)
    token = vitrine("token", "make", "Build server", "--scope", "read", "--scope", "write", "--data", data).strip()
    # The server that runs on the folder follows.
    wait_until(lambda: server.request("GET", "/api/v1/dumps", headers=bearer(token)).status == 200)
    assert server.request("DELETE", "/api/v1/defaults/d", headers=bearer(token)).status == 403
    fields = vitrine("token", "list", "--data", data).strip().split("\t")
    assert fields[1] == "read,write" and fields[4] == "Build server" and token not in "".join(fields)
    vitrine("token", "revoke", fields[0], "--data", data)
    wait_until(lambda: server.request("GET", "/api/v1/dumps", headers=bearer(token)).status == 401)
    assert "revoked " in vitrine("token", "list", "--data", data)
    assert "has the id “nobody”" in vitrine("token", "revoke", "nobody", "--data", data, code=1)
    assert "There is no scope “admin”" in vitrine("token", "make", "x", "--scope", "admin", "--data", data, code=64)


def test_tokens_are_made_listed_and_revoked_through_the_server(serve):
    server = serve("--token", CHOSEN)
    at = ["--server", server.url]
    token = vitrine("token", "make", "CI", *at, VITRINE_TOKEN=CHOSEN).strip()
    assert server.request("GET", "/api/v1/dumps", headers=bearer(token)).status == 200
    assert "requires a token" in vitrine("token", "list", *at, code=1)
    assert "lacks the scopes write, delete, secrets" in vitrine("token", "list", *at, "--token", token, code=1)
    id, scopes, *_ = vitrine("token", "list", *at, "--token", CHOSEN).split("\t")
    assert scopes == "read"
    vitrine("token", "revoke", id, *at, "--token", CHOSEN)
    assert server.request("GET", "/api/v1/dumps", headers=bearer(token)).status == 401


@pytest.mark.parametrize("options", [[], ["--allow-anonymous-read"]])
def test_a_stream_ends_when_its_token_is_revoked(serve, guarded, options):
    server = serve("--token", CHOSEN, *options) if options else guarded
    made = server.request("POST", "/api/v1/tokens", {"name": "CI", "scopes": ["read"]}, bearer(CHOSEN)).json
    stream = urllib.request.urlopen(urllib.request.Request(f"{server.url}/api/v1/events?library=true", headers=bearer(made["token"])), timeout=60)
    assert stream.readline()
    id = server.request("GET", "/api/v1/tokens", headers=bearer(CHOSEN)).json["tokens"][0]["id"]
    assert server.request("DELETE", f"/api/v1/tokens/{id}", headers=bearer(CHOSEN)).status in (200, 204)
    # It comes to its end: else this waits until the time is over.
    stream.read()
    stream.close()


def test_with_an_owner_in_the_store_no_token_is_made_at_the_start(serve, tmp_path):
    data = tmp_path / "owned"
    token = vitrine("token", "make", "Owner", "--scope", "all", "--data", data).strip()
    server = serve("--host", "0.0.0.0", data=data)
    assert server.token is None
    assert server.request("GET", "/api/v1/tokens", headers=bearer(token)).json["total"] == 1


def test_commands_show_the_token(guarded):
    at = ["defaults", "--server", guarded.url]
    vitrine(*at, "write", "com.example", "a", "-int", "1", VITRINE_TOKEN=CHOSEN)
    assert vitrine(*at, "--token", CHOSEN, "read", "com.example", "a") == "1\n"
    assert "requires a token" in vitrine(*at, "read", "com.example", "a", code=1)
    history = guarded.request("GET", "/api/v1/defaults/com.example/history", headers=bearer(CHOSEN)).json["history"]
    assert history[0]["actor"] == "operator"


def test_reading_may_be_for_everybody(serve):
    server = serve("--host", "0.0.0.0", "--allow-anonymous-read")
    assert server.token
    assert server.get("/api/v1/dumps").status == 200 and server.get("/", **PAGE).status == 200
    value = {"value": 1}
    assert server.request("PUT", "/api/v1/defaults/d/values/a", value).status == 401
    assert server.request("PUT", "/api/v1/defaults/d/values/a", value, bearer(server.token)).status == 200
    assert server.get("/tokens", **PAGE).status == 401


def test_wrong_tokens_are_slowed_down(serve):
    server = serve("--token", CHOSEN)
    answers = [server.request("GET", "/api/v1", headers=bearer("wrong")) for _ in range(12)]
    assert [answer.status for answer in answers[:10]] == [401] * 10
    late = server.request("GET", "/api/v1", headers=bearer(CHOSEN))
    assert late.status == 429 and 1 <= int(late.headers["Retry-After"]) <= 6
    assert server.get("/healthz").status == 200


# TLS

@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate that signs itself, for 127.0.0.1, and its key."""
    if not shutil.which("openssl"):
        pytest.skip("there is no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=Vitrine", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"], check=True, capture_output=True)
    return folder


def secure(certificate, url, **headers):
    context = ssl.create_default_context(cafile=certificate / "certificate.pem")
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *arguments):
            return None

    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), Stay, urllib.request.ProxyHandler({}))
    try:
        return opener.open(request, timeout=120)
    except urllib.error.HTTPError as error:
        return error


def test_tls_serves_pages_streams_and_secure_cookies_and_takes_no_plain_http_and_no_old_version(serve, certificate):
    server = serve("--tls-cert", certificate / "certificate.pem", "--tls-key", certificate / "key.pem", "--token", CHOSEN)
    assert server.url.startswith("https://127.0.0.1:")
    with secure(certificate, server.url + "/healthz") as answer:
        assert answer.status == 200
    with secure(certificate, server.url + f"/help?token={CHOSEN}", Accept="text/html") as answer:
        assert answer.status == 303 and "; Secure" in answer.headers["Set-Cookie"]
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    with secure(certificate, server.url + "/help", Accept="text/html", Cookie=cookie) as answer:
        assert answer.status == 200 and server.url in answer.read().decode()
    # A large answer, one of the pool, and a stream that goes on.
    with secure(certificate, server.url + "/api/v1/openapi.json", Cookie=cookie) as answer:
        assert len(json.load(answer)["paths"]) > 50
    with secure(certificate, server.url + "/api/v1/defaults/com.example/events", Cookie=cookie) as stream:
        assert any(stream.readline().startswith(b"event: change") for _ in range(20))
    with pytest.raises((urllib.error.URLError, OSError)):
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(server.url.replace("https", "http") + "/healthz", timeout=60)
    port = server.url.rpartition(":")[2]
    old = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
        input=b"", capture_output=True, timeout=60)
    assert old.returncode != 0
    assert secure(certificate, server.url + "/healthz").status == 200


def test_tls_says_what_is_wrong_with_its_files(certificate, tmp_path):
    def said(certificate_file, key, code=1):
        return vitrine("serve", "--port", 0, "--data", tmp_path / "data", "--tls-cert", certificate_file, "--tls-key", key, code=code)

    good, key = certificate / "certificate.pem", certificate / "key.pem"
    assert "cannot be read" in said(tmp_path / "nothing.pem", key)
    assert "no certificate in PEM form" in said(key, key)
    assert "no private key in PEM form" in said(good, good)
    other = tmp_path / "other.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-out", other], check=True, capture_output=True)
    assert "match" in said(good, other)
    locked = tmp_path / "locked.pem"
    subprocess.run(["openssl", "pkey", "-in", key, "-aes256", "-passout", "pass:x", "-out", locked], check=True, capture_output=True)
    assert "has a password" in said(good, locked)
    assert "takes both" in vitrine("serve", "--data", tmp_path / "data", "--tls-cert", good, code=64)


# Proxies

FORWARDED = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "vitrine.example"}


def test_a_trusted_proxy_tells_client_scheme_and_host(serve):
    server = serve("--trusted-proxy", "127.0.0.0/8", "--base-url", "https://vitrine.example")
    assert server.url == "https://vitrine.example" and server.token
    listening = json.loads(next(line for line in log(server).splitlines() if '"listening"' in line))
    server.url = f"http://127.0.0.1:{listening['port']}"
    answer = server.request("GET", f"/?token={server.token}", headers={**PAGE, **FORWARDED})
    assert answer.status == 303 and answer.headers["Set-Cookie"].startswith("vitrine-session=") and "; Secure" in answer.headers["Set-Cookie"]
    cookie = {"Cookie": answer.headers["Set-Cookie"].partition(";")[0], **FORWARDED}
    assert "https://vitrine.example/api/v1/dumps" in server.request("GET", "/help", headers={**PAGE, **cookie}).text
    # The scheme of an origin counts.
    put = lambda origin: server.request("PUT", "/api/v1/defaults/d/values/a", {"value": 1}, {**cookie, "Origin": origin}).status
    assert (put("https://vitrine.example"), put("http://vitrine.example")) == (200, 403)
    # Wrong tokens count for the client, not for the proxy.
    for _ in range(10):
        server.request("GET", "/api/v1", headers={**bearer("wrong"), **FORWARDED})
    wrong = lambda client: server.request("GET", "/api/v1", headers={**bearer("wrong"), **FORWARDED, "X-Forwarded-For": client}).status
    assert (wrong("192.0.2.7"), wrong("192.0.2.8"), wrong("192.0.2.7, 192.0.2.9")) == (429, 401, 401)
    assert '"remote":"192.0.2.7"' in log(server)


def test_nobody_else_is_believed(guarded):
    answer = guarded.request("GET", f"/?token={CHOSEN}", headers={**PAGE, **FORWARDED})
    assert answer.status == 303 and "Secure" not in answer.headers["Set-Cookie"]
    assert "192.0.2.7" not in log(guarded)


@pytest.mark.parametrize("options, said", [
    (["--trusted-proxy", "proxy.example"], "an address or a range"), (["--base-url", "vitrine.example"], "--base-url takes an address"),
    (["--base-url", "https://vitrine.example/sub"], "takes no path"),
])
def test_what_cannot_be_is_refused_at_the_start(options, said, tmp_path):
    assert said in vitrine("serve", "--port", 0, "--data", tmp_path / "data", *options, code=64)


def test_python_shows_the_token(guarded):
    vitrine_client = pytest.importorskip("vitrine")
    assert vitrine_client.Vitrine(guarded.url, token=CHOSEN).dumps()
    with pytest.raises(vitrine_client.ProblemError) as refusal:
        vitrine_client.Vitrine(guarded.url).dumps()
    assert refusal.value.status == 401
