"""nginx with the configuration in deploy/nginx.conf, before two servers on one database: TLS, tokens, streams, uploads, and one that ends."""

import contextlib
import http.client
import io
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import zipfile

import pytest

import databases
from conftest import REPOSITORY, SAMPLES, Reply, Server

TOKEN = "chosen-by-a-person"
KNOWN = {"Authorization": f"Bearer {TOKEN}"}
PAGE = {"Accept": "text/html"}
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
# Where clients are, for the proxy is at 127.0.0.1 itself.
CLIENT = "127.0.0.2"


def log(server):
    return pathlib.Path(server.log.name).read_text(encoding="utf-8")


class Proxy:
    """nginx on sockets of its own, and a client of it."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem", "-out", folder / "chain.pem"], check=True, capture_output=True)
        # Open before nginx has them, so that nobody else can take their ports.
        self.sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        self.plain, self.secure = (each.getsockname()[1] for each in self.sockets)
        self.context = ssl.create_default_context(cafile=folder / "chain.pem")
        self.process = None

    def configuration(self, ports):
        """The file as it is, with this machine's names, ports and files."""
        text = (REPOSITORY / "deploy/nginx.conf").read_text(encoding="utf-8")
        for old, new, times in [
            ("vitrine-1:8080", f"127.0.0.1:{ports[0]}", 1), ("vitrine-2:8080", f"127.0.0.1:{ports[1]}", 1),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};", 1), ("listen 443 ssl", f"listen 127.0.0.1:{self.secure} ssl", 1),
            ("server_name vitrine.example.com;", "server_name localhost;", 2), ("/etc/nginx/tls", str(self.folder), 2),
        ]:
            assert text.count(old) == times, old
            text = text.replace(old, new)
        temporary = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;\n" if os.getuid() == 0 else ""
        return (
            f"{user}daemon off;\nworker_processes 1;\npid {self.folder}/pid;\nerror_log {self.folder}/error.log info;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{text}\n}}\n"
        )

    def start(self, ports):
        (self.folder / "nginx.conf").write_text(self.configuration(ports), encoding="utf-8")
        descriptors = [each.fileno() for each in self.sockets]
        # How nginx hands its sockets on to a new version of itself.
        environment = os.environ | {"NGINX": "".join(f"{number};" for number in descriptors)}
        self.process = subprocess.Popen(
            [NGINX, "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", self.folder / "error.log"],
            pass_fds=descriptors, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for each in self.sockets:
            each.close()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=60) == 0

    @contextlib.contextmanager
    def open(self, method, path, body=None, headers=None, client=CLIENT):
        connection = http.client.HTTPSConnection("localhost", self.secure, context=self.context, timeout=120, source_address=(client, 0))
        try:
            connection.request(method, path, body, headers or {})
            yield connection.getresponse()
        finally:
            connection.close()

    def request(self, method, path, body=None, headers=None, **options):
        if isinstance(body, dict):
            body, headers = json.dumps(body), {"Content-Type": "application/json", **(headers or {})}
        with self.open(method, path, body, headers, **options) as answer:
            return Reply(answer.status, answer.headers, answer.read())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The proxy, and the servers behind it by their ports."""
    if NGINX is None or not shutil.which("openssl"):
        pytest.skip("SKIPPED: there is no nginx or no openssl here; script/setup --test installs nginx")
    folder = tmp_path_factory.mktemp("proxy")
    proxy = Proxy(folder / "nginx")
    servers = {}
    # Where there is no PostgreSQL, which other tests say, each has a folder of its own.
    database = databases.Cluster.made() if databases.programs() else None
    kind, variables = (databases.StoreServer, {"VITRINE_STORE": databases.address(database)}) if database else (Server, {})
    for name in ("one", "two"):
        (folder / name).mkdir()
        server = kind(folder / name / "data", [SAMPLES], "--token", TOKEN, "--trusted-proxy", "127.0.0.1",
                      "--base-url", f"https://localhost:{proxy.secure}", **variables).start()
        listening = json.loads(next(line for line in log(server).splitlines() if '"listening"' in line))
        servers[listening["port"]] = server
    proxy.start(list(servers))
    yield proxy, servers
    proxy.stop()
    for server in servers.values():
        if server.process.poll() is None:
            assert server.stop() == 0
    if database:
        database.end()


def test_the_proxy_speaks_tls_and_http_2_and_sends_others_there(cluster):
    proxy, _ = cluster
    assert proxy.request("GET", "/healthz").status == 200
    with socket.create_connection(("127.0.0.1", proxy.secure)) as plain:
        context = ssl.create_default_context(cafile=proxy.folder / "chain.pem")
        context.set_alpn_protocols(["h2", "http/1.1"])
        with context.wrap_socket(plain, server_hostname="localhost") as channel:
            assert channel.selected_alpn_protocol() == "h2" and channel.version() in ("TLSv1.2", "TLSv1.3")
    connection = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=60)
    connection.request("POST", "/api/v1/dumps?name=a", b"", {"Host": "localhost"})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (308, "https://localhost/api/v1/dumps?name=a")
    connection.close()


def test_who_asks_and_how_is_what_the_proxy_says_and_not_what_the_client_says(cluster):
    proxy, servers = cluster
    lies = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example", "Forwarded": "for=192.0.2.1;proto=http"}
    answer = proxy.request("GET", f"/help?token={TOKEN}", headers={**PAGE, **lies})
    assert answer.status == 303 and answer.headers["Set-Cookie"].endswith("; Secure")
    cookie = {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}
    page = proxy.request("GET", "/help", headers={**PAGE, **cookie})
    assert page.status == 200 and f"https://localhost:{proxy.secure}/api/v1/dumps" in page.text
    assert "max-age" in page.headers["Strict-Transport-Security"] and "default-src 'none'" in page.headers["Content-Security-Policy"]
    # The origin with its scheme and port is the server's own.
    put = lambda origin: proxy.request("PUT", "/api/v1/defaults/d/values/a", {"value": 1}, {**cookie, "Origin": origin}).status
    assert (put(f"https://localhost:{proxy.secure}"), put(f"http://localhost:{proxy.secure}"), put("https://localhost")) == (200, 403, 403)
    # Wrong tokens count for the client, whatever it calls itself; others go on.
    for number in range(10):
        proxy.request("GET", "/api/v1", headers={"Authorization": "Bearer wrong", "X-Forwarded-For": f"192.0.2.{number}"}, client="127.0.0.3")
    wrong = lambda client: proxy.request("GET", "/api/v1", headers={"Authorization": "Bearer wrong"}, client=client).status
    assert (wrong("127.0.0.3"), wrong("127.0.0.4")) == (429, 401)
    said = "".join(map(log, servers.values()))
    assert f'"remote":"{CLIENT}"' in said and "192.0.2." not in said


def test_streams_are_not_held_back(cluster):
    proxy, _ = cluster
    with proxy.open("GET", "/api/v1/defaults/com.example.proxy/events", headers=KNOWN) as stream:
        assert stream.status == 200

        def change():
            """The data of the next change; it arrives while the stream stays open."""
            while not stream.readline().startswith(b"event: change"):
                pass
            return next(line for line in iter(stream.readline, b"") if line.startswith(b"data:"))

        change()
        for value in (1, 2):
            assert proxy.request("PUT", "/api/v1/defaults/com.example.proxy/values/a", {"value": value}, KNOWN).status == 200
            assert b"revision" in change()


def test_uploads_pass_and_the_servers_own_limits_are_those_that_count(cluster):
    proxy, servers = cluster
    text = {**KNOWN, "Content-Type": "text/plain"}
    dump = (SAMPLES / "dumps/world-clock.txt").read_bytes()
    made = proxy.request("POST", "/api/v1/dumps?name=Mine", dump, text)
    assert made.status == 201
    assert proxy.request("GET", f"/api/v1/dumps/{made.json['id']}", headers=KNOWN).json["name"] == "Mine"
    if databases.programs():
        # Both have it, whichever the proxy has sent it to.
        for port in servers:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", f"/api/v1/dumps/{made.json['id']}", headers=KNOWN)
            assert json.loads(connection.getresponse().read())["name"] == "Mine"
            connection.close()
    # More than nginx takes by itself, and more than it keeps in memory.
    app = io.BytesIO()
    with zipfile.ZipFile(app, "w") as archive:
        for file in (SAMPLES / "Clock.app").rglob("*"):
            if file.is_file():
                archive.write(file, file.relative_to(SAMPLES))
        archive.writestr("Clock.app/filler", os.urandom(12 << 20))
    taken = proxy.request("POST", "/api/v1/apps", app.getvalue(), {**KNOWN, "Content-Type": "application/zip"})
    assert taken.status == 201, taken.text
    # What is refused by its head is refused by the server, in its words, not by nginx with a page of its own.
    large = b" " * ((64 << 20) + 1)
    refused = proxy.request("POST", "/api/v1/dumps", large, text)
    assert refused.status == 413 and refused.headers["Content-Type"] == "application/problem+json", refused.body[:300]
    nobody = proxy.request("POST", "/api/v1/dumps", large[: 8 << 20], {"Content-Type": "text/plain"})
    assert nobody.status == 401 and nobody.json["type"] == "/problems/token-required"


def test_nothing_that_the_server_takes_is_too_large_for_the_proxy():
    text = (REPOSITORY / "deploy/nginx.conf").read_text(encoding="utf-8")
    limit = int(re.search(r"client_max_body_size (\d+)m;", text).group(1))
    configuration = (REPOSITORY / "Sources/Services/Services.swift").read_text(encoding="utf-8")
    largest = max(int(size) for size in re.findall(r"maximum\w*Bytes = (\d+) << 20", configuration))
    assert largest >= 256 and limit > largest


def test_when_one_server_ends_the_other_goes_on(cluster):
    proxy, servers = cluster
    for _ in range(3):
        assert proxy.request("GET", "/api/v1/devices", headers=KNOWN).status == 200
    asked = [port for port, server in servers.items() if '"path":"/api/v1/devices"' in log(server)]
    # A client stays with one of them.
    assert len(asked) == 1
    assert servers[asked[0]].stop() == 0
    for _ in range(3):
        assert proxy.request("GET", "/api/v1/devices", headers=KNOWN).status == 200
