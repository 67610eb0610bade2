"""The commands that ask a server, over HTTPS: whom they believe, and that they say why not."""

import shutil
import subprocess

import pytest

from commanding import told as vitrine
from conftest import SAMPLES, Server

TOKEN = "chosen-by-a-person"


def certificate(folder, name, alternatives):
    """A certificate that signs itself, and its key."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", f"subjectAltName={alternatives}", "-keyout", folder / f"{name}.key",
         "-out", folder / f"{name}.pem"], check=True, capture_output=True)
    return folder / f"{name}.pem", folder / f"{name}.key"


@pytest.fixture(scope="module")
def secure(tmp_path_factory):
    """Two servers with TLS: one whose certificate is for where it listens, one whose is for another name."""
    if not shutil.which("openssl"):
        pytest.skip("there is no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("https")
    servers = []
    for name, alternatives in (("right", "IP:127.0.0.1,DNS:localhost"), ("elsewhere", "DNS:elsewhere.example")):
        pem, key = certificate(folder, name, alternatives)
        server = Server(folder / name, [SAMPLES], "--tls-cert", pem, "--tls-key", key, "--token", TOKEN).start()
        server.certificate = pem
        servers.append(server)
    yield servers
    for server in servers:
        assert server.stop() == 0


def test_commands_believe_a_server_whose_certificate_leads_to_an_authority_and_is_for_its_name(secure):
    right, elsewhere = secure
    port = right.url.rpartition(":")[2]
    for address in (right.url, f"https://localhost:{port}"):
        assert vitrine("health", "--server", address, "--ca-file", right.certificate) == "ok\n"
    assert vitrine("health", "--server", right.url, VITRINE_CA_FILE=str(right.certificate)) == "ok\n"
    # Neither this machine's authorities nor another one vouch for it.
    assert "NOT trusted" in vitrine("health", "--server", right.url, code=1)
    assert "NOT trusted" in vitrine("health", "--server", right.url, "--ca-file", elsewhere.certificate, code=1)
    said = vitrine("health", "--server", elsewhere.url, "--ca-file", elsewhere.certificate, code=1)
    assert "name in the certificate does not match" in said
    assert vitrine("health", "--server", elsewhere.url, "--insecure") == "ok\n"
    assert "cannot be read" in vitrine("health", "--server", right.url, "--ca-file", "/nothing.pem", code=1)
    assert "not both" in vitrine("health", "--server", right.url, "--ca-file", right.certificate, "--insecure", code=64)


def test_health_of_the_servers_own_certificate_whatever_name_it_is_for(secure):
    right, elsewhere = secure
    port = elsewhere.url.rpartition(":")[2]
    where = {"VITRINE_PORT": port, "VITRINE_HOST": "0.0.0.0"}
    assert vitrine("health", **where, VITRINE_TLS_CERT=str(elsewhere.certificate)) == "ok\n"
    assert vitrine("health", "--port", port, "--tls-cert", elsewhere.certificate) == "ok\n"
    said = vitrine("health", **where, VITRINE_TLS_CERT=str(right.certificate), code=1)
    assert "another certificate" in said
    # Without it the server is asked in the clear, and does not understand.
    assert "There is no server" in vitrine("health", "--port", port, code=1)
    # And one without TLS is not taken for one that has it.
    plain = Server(right.data.parent / "plain", [SAMPLES]).start()
    try:
        assert "There is no TLS" in vitrine("health", "--server", plain.url.replace("http:", "https:"), "--insecure", code=1)
    finally:
        assert plain.stop() == 0


def test_tokens_and_values_travel_over_https(secure):
    server = secure[0]
    known = {"VITRINE_TOKEN": TOKEN, "VITRINE_CA_FILE": str(server.certificate)}
    token = vitrine("token", "make", "CI", "--server", server.url, **known).strip()
    assert "CI" in vitrine("token", "list", "--server", server.url, **known)
    at = ["defaults", "--server", server.url]
    # More than one record of TLS, and more than the socket takes at once.
    long = "0123456789abcdef" * 6000
    vitrine(*at, "write", "com.example", "long", "-string", long, **known)
    assert vitrine(*at, "read", "com.example", "long", **known) == long + "\n"
    # What is not believed is not shown the token.
    said = vitrine(*at, "--token", token, "read", "com.example", "long", code=1)
    assert "NOT trusted" in said
