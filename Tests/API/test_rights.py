"""Every operation asks for its scopes, and no read tells a secret to whom it is not for. What there is to ask is found in the document
that the server gives of itself, so that a new route is tried by being there."""

import itertools
import pathlib
import re

import pytest

from conftest import SAMPLES, Server
from rights import APP, KEY, OWNER, XML, Person, archive, bundle, dump, person
from settling import wait_until
from test_description import QUERIES, values

SCOPES = ["read", "write", "delete", "secrets"]
SECRET = "sesame-7f3a-geheim"
#: The pages that show what may be secret: no document lists them.
PAGES = [
    "/", "/?q={secret}", "/dumps/{dump}", "/dumps/{dump}?view=1", "/dumps/{dump}?q={secret}", "/dumps/{dump}?q=//*[@value='{secret}']",
    "/dumps/{dump}/report", "/dumps/{dump}/lint", "/dumps/{dump}/devices", "/dumps/{dump}/companions", "/diff?from={other}&to={dump}",
    "/timeline?dumps={other},{dump}", "/defaults", "/defaults/{domain}", "/defaults/{domain}?q={secret}", "/defaults/{domain}?modified=true",
    "/defaults/{domain}?key={key}", "/defaults/{domain}?view=app&key={key}", "/defaults/{domain}?view=settings&key={key}&whole=true",
    "/defaults/{domain}/history", "/defaults/{domain}/arguments", "/defaults/{domain}/arguments?arguments=-{key}%20a",
    "/defaults/{domain}/diff?from=0", "/defaults/{domain}/diff?from=1&to=NSGlobalDomain", "/defaults/{domain}/restore?revision=0",
    "/defaults/{domain}/remove", "/defaults/{domain}/import", "/defaults/{domain}/export/xml", "/defaults/{domain}/export/json",
    "/defaults/{domain}/export/binary", "/apps/{app}", "/apps/{app}/lint", "/apps/{app}/settings", "/apps/{app}/settings?keys=true",
    "/apps/{app}/settings?reset=all", "/apps/{app}/settings?q={secret}", "/apps/{app}/settings/More", "/usage",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with the samples and a folder with an app that a test may damage."""
    folder = tmp_path_factory.mktemp("rights")
    for path, content in bundle(SECRET, "Served"):
        (folder / "apps" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "apps" / path).write_text(content.replace(APP, "com.example.served"))
    server = Server(folder / "data", [SAMPLES, folder / "apps"], "--log-format", "json", VITRINE_TOKEN=OWNER).start()
    server.apps = folder / "apps"
    yield server
    assert server.stop() == 0


def document(server):
    return Person(server, OWNER).made("GET", "/api/v1/openapi.json")


def operations(document):
    """Every operation with its path, below each of its addresses; HEAD asks for what GET does."""
    for path, item in document["paths"].items():
        for method in set(item) - {"parameters"}:
            for prefix in ["", "/wd/hub"] if "webdriver" in item[method]["tags"] else [""]:
                yield method.upper(), prefix + path, item[method]
                if method == "get":
                    yield "HEAD", prefix + path, item[method]


def is_stream(operation):
    return "text/event-stream" in operation["responses"]["200"].get("content", {}) if "200" in operation["responses"] else False


def test_every_operation_asks_for_its_scopes(server):
    nobody, owner = Person(server), Person(server, OWNER)
    people = [({scope}, person(server, scope)) for scope in SCOPES] + [(set(SCOPES), owner)]
    #: Things that are not there: nothing is changed by those who may.
    places = {"view": "1", "tag": "0", "layer": "managed", "revision": "1", "element": "v1", "name": "label", "companion": "1"}
    asked = 0
    for method, path, operation in operations(document(server)):
        target = re.sub(r"{(\w+)}", lambda name: places.get(name[1], "com.example.none"), path)
        needed = set(operation["x-scope"].split())
        body = None if method in ("GET", "HEAD") else "{}"
        headers = {"Content-Type": "application/json"}
        reply = nobody.request(method, target, body, headers)
        assert (reply.status == 401) == bool(needed), (method, target, reply.status)
        assert not needed or reply.headers["WWW-Authenticate"] == 'Bearer realm="Vitrine"', (method, target)
        for scopes, someone in people:
            if needed <= scopes and is_stream(operation):
                # It has no end to wait for; the other scopes tell that it is guarded.
                continue
            reply = someone.request(method, target, body, headers)
            asked += 1
            if needed <= scopes:
                assert reply.status not in (401, 403), (method, target, scopes, reply.status, reply.body)
                continue
            assert reply.status == 403, (method, target, scopes, reply.status)
            said = re.search(r'^Bearer realm="Vitrine", error="insufficient_scope", scope="([a-z ]+)"$', reply.headers["WWW-Authenticate"])
            assert said and set(said[1].split()) == needed - scopes, (method, target, reply.headers["WWW-Authenticate"])
        assert nobody.request("OPTIONS", target).status not in (401, 403), target
        for parameter in operation.get("parameters", []):
            if "x-scope" in parameter:
                more = f"{target}?{parameter['name']}=true"
                both = person(server, *needed, parameter["x-scope"])
                assert person(server, *needed).request(method, more).status == 403 and both.request(method, more).status != 403, more
    assert asked > 700


@pytest.fixture(scope="module")
def known(server):
    """Puts the secret wherever there is a place for one, and says what there is to ask for."""
    owner = Person(server, OWNER)
    app = owner.made("POST", "/api/v1/apps", archive(SECRET), {"Content-Type": "application/zip"})["id"]
    for domain in [APP, "com.example.served"]:
        path = f"/api/v1/defaults/{domain}"
        for value in [SECRET, "other", SECRET]:
            owner.made("PUT", f"{path}/values/{KEY}", {"value": value})
        for layer in ["managed", "registration"]:
            owner.made("PUT", f"{path}/layers/{layer}", {"values": {KEY: SECRET}})
        owner.made("PUT", f"{path}/layers/argument", {"arguments": ["-" + KEY, SECRET]})
    owner.made("PATCH", "/api/v1/defaults/NSGlobalDomain", {KEY: SECRET})
    one, other = (owner.made("POST", "/api/v1/dumps", dump(text))["id"] for text in [SECRET, "Other"])
    owner.made("PATCH", f"/api/v1/dumps/{one}/views/1", {"alpha": 0.5})
    known = values(owner)
    owner.made("PUT", "/api/v1/defaults/sets/demo", {"name": "demo", "description": "", "domains": {APP: {KEY: SECRET}}})
    for aim, place in [({"vitrine:dump": one}, "session"), ({"vitrine:app": app}, "pane session")]:
        made = owner.made("POST", "/session", {"capabilities": {"alwaysMatch": aim}})["value"]
        known[place] = [made["sessionId"]]
    return known | {
        "dump": [one, other, *known["dump"][:1]], "view": ["0", "1", "2"], "revision": ["1"], "app": [app, "com.example.served"], "pane": ["Root", "More"],
        "domain": [APP, "com.example.served", "NSGlobalDomain"], "layer": ["managed", "registration", "argument"], "key": [KEY],
        "session": known["session"] + known["pane session"], "name": ["value", "label"], "element": ["v1", "v2", "r0"],
    }


def targets(document, known):
    """The address of everything that can be read, with those of its parameters that say how it is shown."""
    extras = {
        "/api/v1/apps/{app}/settings": ["?deep=true", "?lang=de&idiom=pad"], "/api/v1/defaults/{domain}": ["?view=app", "?view=settings"],
        "/api/v1/dumps/{dump}/views": ["?shape=columns", "?format=text", f"?text={SECRET}", f"?where=text:{SECRET[:6]}", "?fields=id,text,attributes,drawing"],
        "/api/v1/defaults/{domain}/values/{key}": ["?as=string", "?as=object", "?as=array"], "/api/v1/dumps": [f"?q={SECRET}"],
        "/api/v1/apps/{app}/registration": ["?format=swift", "?format=objc", "?format=kotlin", "?format=plist", "?format=json"], "/api/v1/dumps/{dump}/wireframe.svg": ["?style=screen", "?style=outlines"],
        "/api/v1/defaults/{domain}/diff": ["?from=0", "?from=1", "?to=NSGlobalDomain", f"?to={APP}"], "/api/v1/dumps/{dump}/report": ["?format=html"],
    }
    for path, item in document["paths"].items():
        if "get" not in item or is_stream(item["get"]):
            continue
        names = re.findall(r"{(\w+)}", path)
        for choice in itertools.product(*(known[name] for name in names)):
            target = path
            for name, value in zip(names, choice):
                target = target.replace("{" + name + "}", value)
            query = next((query for end, query in QUERIES.items() if path.endswith(end)), "").format(dump=known["dump"][0])
            yield from (target + extra for extra in ["", *extras.get(path, [])] if not (query and not extra))
            if query:
                yield target + query


def ask(owner, reader, targets, headers):
    """Reads with all scopes and then with one: what was kept for the owner is not for the reader. Returns what told the secret
    to whom it is not for, and how often the owner was told."""
    told, leaks = 0, []
    for target in targets:
        for variant in headers:
            before = owner.get(target, **variant)
            told += SECRET.encode() in before.body
            tags = [{}] + ([{"If-None-Match": before.headers["ETag"]}] if before.headers["ETag"] else [])
            for tag in tags:
                reply = reader.request("GET", target, headers={**variant, **tag})
                if reply.status == 304 and SECRET.encode() in before.body:
                    leaks.append((target, "is said to be what the owner was told"))
                if SECRET.encode() in reply.body.replace(target.encode(), b""):
                    leaks.append((target, variant))
    return told, leaks


def pages(known):
    names = {name: options[0] for name, options in known.items()} | {"other": known["dump"][1], "secret": SECRET[:6]}
    for page in PAGES:
        for domain, app in zip(known["domain"], known["app"]):
            yield page.format(**names | {"domain": domain, "app": app})


PLAIN = [{"Accept": "application/json"}, {"Accept": "application/json", "Accept-Encoding": "gzip"}]


def test_no_read_tells_a_secret_to_whom_it_is_not_for(server, known):
    owner, reader = Person(server, OWNER), person(server, "read")
    addresses = list(dict.fromkeys(targets(document(server), known)))
    assert len(addresses) > 250
    told, leaks = ask(owner, reader, addresses, PLAIN)
    assert leaks == [] and told > 40
    told, leaks = ask(owner, reader, [target for target in addresses if "/defaults/" in target], [{"Accept": XML}, {"Accept": "application/x-plist"}])
    assert leaks == [] and told > 3
    told, leaks = ask(owner, reader, list(dict.fromkeys(pages(known))), [{"Accept": "text/html"}, {"Accept": "text/html", "Accept-Encoding": "gzip"}])
    assert leaks == []
    assert SECRET not in pathlib.Path(server.log.name).read_text(encoding="utf-8")


def damages(app):
    """The states that a folder may be in while it is built anew, each with the way there from the one before."""
    root, away = app / "Settings.bundle" / "Root.plist", app.parent / "away"
    content = root.read_bytes()

    yield "cut", lambda: root.write_bytes(content[: len(content) // 2])
    yield "empty", lambda: root.write_bytes(b"")
    yield "without rows", lambda: root.write_bytes(b'<?xml version="1.0"?><plist version="1.0"><dict/></plist>')
    yield "missing", root.unlink
    yield "moved away", lambda: app.rename(away)


def test_no_read_tells_a_secret_while_the_bundle_that_marks_it_is_not_whole(server, known):
    owner, reader = Person(server, OWNER), person(server, "read")
    addresses = [target for target in dict.fromkeys([*targets(document(server), known), *pages(known)]) if "served" in target or "NSGlobalDomain" in target]

    def look():
        return [owner.get(f"/api/v1/apps/com.example.served{part}").text for part in ["", "/lint", "/settings"]]

    for state, damage in damages(server.apps / "Served.app"):
        before = look()
        damage()
        # The server looks at its folders now and then.
        wait_until(lambda: look() != before, state)
        told, leaks = ask(owner, reader, addresses, [{}])
        assert leaks == [] and told > 10, state
    assert owner.request("DELETE", f"/api/v1/apps/{APP}").status == 204
    told, leaks = ask(owner, reader, [target.replace("com.example.served", APP) for target in addresses], [{}])
    assert leaks == [] and told > 10
