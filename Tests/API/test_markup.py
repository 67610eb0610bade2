"""Every page, in every state of it that writes other tags, passes the validator of the W3C; no template is left out."""

import re
import shutil
import urllib.parse

import pytest

import archives
import browsing
import domains
import kit
import markup
import test_app_interfaces
from conftest import REPOSITORY, SAMPLES, Server

FIXTURES = REPOSITORY / "Tests/Fixtures"
HTML = {"Accept": "text/html"}
TOKEN = "chosen-by-a-person"
FORM = {**HTML, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}


class Visit:
    """Reads pages and keeps what they answer."""

    def __init__(self, documents, server):
        self.documents, self.server, self.headers = documents, server, {}

    def keep(self, name, reply):
        assert "text/html" in reply.headers.get("Content-Type", ""), f"{name}: {reply.status} {reply.headers.get('Content-Type')} {reply.body[:300]}"
        # As often as a page changes.
        self.documents[f"{len(self.documents)} {name}"] = reply.text

    def see(self, *addresses):
        for address in addresses:
            self.keep(address, self.server.request("GET", address, headers={**HTML, **self.headers}))

    def send(self, address, *several, files=None, **fields):
        """Sends a form; with files as one of several parts, as which a file and a text are sent alike."""
        fields = [*several, *fields.items()]
        body, headers = urllib.parse.urlencode(fields), FORM
        if files:
            parts = [f'{name}"\r\n\r\n{value}' for name, value in fields] + [f'{name}"; filename="{name}.txt"\r\n\r\n{text}' for name, text in files.items()]
            body = "".join(f'--frontier\r\nContent-Disposition: form-data; name="{part}\r\n' for part in parts) + "--frontier--\r\n"
            headers = {**FORM, "Content-Type": "multipart/form-data; boundary=frontier"}
        reply = self.server.request("POST", address, body, {**headers, **self.headers})
        if reply.status in (302, 303):
            self.see(reply.headers["Location"])
        else:
            self.keep(f"POST {address} {fields}", reply)


def samples(visit):
    """The pages that the browser tests know, in the order of their names."""
    ids = browsing.sample_dumps(visit.server)
    visit.see(*(re.sub("{(.+?)}", lambda match: ids[match[1]], path) for path in browsing.PAGES.values()), *domains.PAGES)
    page = f"/dumps/{ids['stopwatch']}"
    visit.see(f"{page}?view=39&width=812&height=375&keyboard=true", f"{page}/lint?devices=iphone-8", "/?sort=size", f"/diff?from={ids['stopwatch']}",
              f"/diff?from={ids['stopwatch']}&to={ids['stopwatch']}")


def values(visit):
    """The editor of every type and of what is long, refused, in conflict, managed and undone; imports; layers; another app's domain."""
    server, domain = visit.server, domains.PAGE
    server.request("PATCH", domains.API, {"long": "many words " * 400, "pieces": ["a long piece " * 40] * 3, "whole": "x" * 200_000})
    server.request("PUT", f"{domains.API}/layers/managed", {"face": "roman", "count": 9})
    server.request("PUT", f"{domains.API}/layers/registration", {"ratio": 1.5})
    for key in (*domains.VALUES, "long", "pieces", "whole"):
        visit.see(f"{domain}?key={key}")
    for kind in ("boolean", "integer", "real", "date", "data", "array"):
        visit.send(domain, action="retype", new="true", key="fresh", type=kind, value="")
        visit.send(domain, action="set", key="word", type=kind, value="[{", base="0")
    visit.send(domain, action="add", new="true", key="word", type="string", value="again")
    visit.send(domain, action="set", key="count", type="integer", value="12", base="0")
    visit.send(domain, action="set", key="fresh", type="string", value="1")
    visit.send(f"{domain}/history", revision=1)
    visit.see(f"{domain}?view=app&q=count", f"{domain}?view=settings&modified=true", f"{domain}?q=nothing-has-this", f"{domain}/history", f"{domain}?limit=3",
              f"{domain}/arguments?arguments=-count+3+-word+loud+stray", f"{domain}/diff?from=1&to=2", f"{domain}/remove", f"{domain}/restore?revision=1",
              "/defaults/com.example.nobody", "/defaults/com.example.nobody/history", "/defaults?all=true")
    visit.send(f"{domain}/arguments", layer="managed", source="{", action="set")
    for mode in ("merge", "replace"):
        visit.send(f"{domain}/import", mode=mode, files={"source": '{"word": "new", "other": 1}'})
    visit.send(f"{domain}/import", files={"source": "{"})
    for number in range(3):
        server.request("PATCH", domains.API, {f"key-{at}": number for at in range(60)})
    visit.see(f"{domain}/history", f"{domain}/diff?from=0")


def settings(visit):
    """Every type of row, with what is stored, refused, managed and of a group."""
    server, page = visit.server, kit.SETTINGS
    visit.see(page, f"{page}/Shared", f"{page}?idiom=pad&keys=true&systemRows=true", f"{page}?choose=11", f"/apps/{kit.DOMAIN}", f"/apps/{kit.DOMAIN}/lint")
    names = {row.get("Key"): number for number, row in enumerate(kit.ROWS)}
    for key, value in {"speed": "fast", "remind": "never", "size": "9", "nick": "Ann", "ticked": "true"}.items():
        visit.send(page, action="set", index=names[key], key=key, value=value, typed=value)
    server.request("PUT", f"/api/v1/defaults/{kit.DOMAIN}/layers/managed", {"nick": "Bob", "size": 2, "notes": "none", "cities": ["Oslo"]})
    server.request("PUT", f"/api/v1/defaults/{kit.DOMAIN}/layers/argument", {"speed": 3})
    visit.see(f"{page}?keys=true", f"{page}?reset=all", f"{page}?q=nothing-has-this", f"{page}?idiom=pad&apps=0")


def uploads(visit):
    """What was uploaded: dumps with notes, pins, edits, companions and texts, an app with interfaces, questions before something is deleted."""
    server, fixtures = visit.server, FIXTURES / "dumps"
    visit.send("/dumps", name="Junk", files={"dump": "no dump"})
    visit.send("/dumps", name="Junk", source="no dump", files={"dump": ""})
    made = {}
    for name in ("kitchen.txt", "kitchen.storyboard", "kitchen.lookin", "kitchen.json", "held.storyboard"):
        reply = server.request("POST", f"/api/v1/dumps?name={name}", (fixtures / name).read_bytes(), {"Content-Type": "application/octet-stream"})
        made[name] = f"/dumps/{reply.json['id']}"
        visit.see(made[name], f"{made[name]}?view=1", f"{made[name]}?view=3", f"{made[name]}/report")
    text, board = made["kitchen.txt"], made["kitchen.storyboard"]
    visit.send(f"{text}/companions", text="hello")
    for name in ("trace", "constraints", "controllers"):
        server.request("POST", f"/api/v1{text}/companions", (fixtures / f"kitchen-{name}.txt").read_bytes(), {"Content-Type": "text/plain"})
    server.request("POST", f"/api/v1{board}/companions?language=de", '"lab-00-001.text" = "Frühstückseier aus Freilandhaltung";', {"Content-Type": "text/plain"})
    visit.send(f"{text}/marks", view=1, mark="write", text="A note")
    visit.send(f"{text}/marks", view=1, mark="pin")
    server.request("PATCH", f"/api/v1{text}/views/3", {"hidden": True})
    visit.see(*(f"{text}{rest}" for rest in ("", "?view=1", "?view=3", "/companions", "/lint", "/report")),
              *(f"{board}{rest}" for rest in ("/companions", "/devices", "/devices?device=iphone-8&device=ipad-9-7&orientation=both&language=de&text=30",
                                              "/lint?devices=iphone-5s&text=30", "?device=iphone-8&view=3&language=de")))
    app = server.request("POST", "/api/v1/apps", archives.pack([(f"Pear.app/{path}", content) for path, content in test_app_interfaces.files()]),
                         {"Content-Type": "application/zip"}).json
    visit.see(app_page := f"/apps/{app['id']}", f"{app_page}/interfaces", "/", "/?sort=app", "/usage", f"/timeline?dumps={text.split('/')[-1]},{board.split('/')[-1]}&view=1")
    visit.send("/apps/delete", app=app["id"])
    visit.send("/dumps/delete", ("dump", text.split("/")[-1]), ("dump", board.split("/")[-1]))
    visit.send("/dumps/delete", dump=text.split("/")[-1])
    visit.send(f"{text}/tree")


def access(visit):
    """Signing in, tokens and who may not, on a server that asks for a token."""
    visit.see("/sign-in", "/help")
    visit.send("/sign-in", token="wrong")
    signed = visit.server.request("POST", "/sign-in", urllib.parse.urlencode({"token": TOKEN}), FORM)
    visit.headers["Cookie"] = signed.headers["Set-Cookie"].split(";")[0]
    visit.see("/", "/sign-in", "/help", "/tokens")
    visit.send("/tokens", name="Nothing")
    visit.send("/tokens", name="Ann", read="1", write="1")
    visit.see("/tokens")


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """Every page by its address, or by the form that it answers."""
    documents, folder = {}, tmp_path_factory.mktemp("markup")
    shutil.copytree(FIXTURES / "bundles", folder / "paths")
    (folder / "paths/broken.json").write_text('{"vitrine": 1, "windows": 3}')
    kit.write(folder / "paths")
    for number, (walks, options) in enumerate((((samples, values, settings, uploads), ()), ((access,), ("--token", TOKEN)))):
        server = Server(folder / f"data{number}", [SAMPLES, folder / "paths"], *options).start()
        try:
            for walk in walks:
                walk(Visit(documents, server))
        finally:
            assert server.stop() == 0
    return documents


def test_pages_pass_the_validator_of_the_w3c(documents, tmp_path):
    faults = markup.faults(documents, tmp_path)
    assert not faults, "\n".join(faults)


def test_no_tag_of_a_template_is_left_out(documents):
    unread = markup.unread(documents)
    assert not unread, "no page here has what stands in\n" + "\n".join(unread)
