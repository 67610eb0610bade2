"""Every page, in every state of it that writes other tags, and every printed file passes the validator of the W3C."""

import base64
import plistlib
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
from commanding import vitrine
from devices import Device
from conftest import REPOSITORY, SAMPLES, Server

#: The part of the tags that takes thousands of values, a full disk or a server that is too busy.
RARE = 0.03
#: One dark pixel.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
FIXTURES = REPOSITORY / "Tests/Fixtures"
HTML = {"Accept": "text/html"}
TOKEN = "chosen-by-a-person"
FORM = {**HTML, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}


#: Rows with pictures, conditions and lists, in a settings bundle without an app around it.
ROWS = [
    *({"Type": kind, "Title": kind, "Key": kind, "IASKCellImage": "dot", "Platform": "iOS"}
      for kind in ("PSTextFieldSpecifier", "PSTitleValueSpecifier", "IASKButtonSpecifier", "PSToggleSwitchSpecifier")),
    {"Type": "IASKMailComposeSpecifier", "Title": "Write"},
    {"Type": "IASKTextViewSpecifier", "Title": "Essay", "Key": "essay", "DefaultValue": "many words " * 200},
    *({"Type": "IASKListGroupSpecifier", "Title": "Sizes", "Key": key, "Deletable": True, "DefaultValue": items,
       "ItemSpecifier": {"Type": "PSMultiValueSpecifier", "Key": "size", "Values": [1, 2], "Titles": ["S", "L"]},
       "AddSpecifier": {"Type": "PSMultiValueSpecifier", "Title": "Add", "Key": "size", "Values": [1, 2], "Titles": ["S", "L"]}}
      for key, items in (("none", []), ("some", [1, 2]))),
    {"Type": "PSGroupSpecifier"},
    *({"Type": "PSTitleValueSpecifier", "Title": f"Row {number}", "Key": f"row-{number}", "DefaultValue": "x"} for number in range(2_100)),
]


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
              f"/diff?from={ids['stopwatch']}&to={ids['stopwatch']}", f"/diff?from={ids['stopwatch']}&to={ids['world-clock']}&scale=points")


def values(visit):
    """The editor of every type and of what is long, refused, in conflict, managed and undone; imports; layers; another app's domain."""
    server, domain = visit.server, domains.PAGE
    server.request("PATCH", domains.API, {"long": "many words " * 400, "pieces": ["a long piece " * 40] * 3, "whole": "x" * 200_000})
    server.request("PUT", f"{domains.API}/layers/managed", {"values": {"face": "roman", "count": 9}})
    server.request("PUT", f"{domains.API}/layers/registration", {"values": {"ratio": 1.5, "word": "first"}})
    server.request("PUT", f"{domains.API}/layers/argument", {"arguments": ["-word", "loud"]})
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
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    held = {"events": {"$data": "eyJvcGVuZWQiOiAzfQ=="}, "picture": {"$data": pixel}, "nested": {"on": True, "rows": [1, {"a": "b"}]}}
    server.request("PATCH", domains.API, held)
    visit.see(domain, *(f"{domain}?key={key}" for key in held))
    sets = "/defaults/sets"
    server.request("PATCH", "/api/v1/defaults/group.other", {f"key-{at}": at for at in range(600)})
    visit.see(sets, f"{sets}?domain=nobody")
    visit.send(sets, name="first", domains=f"{domain.rpartition('/')[2]}\ngroup.other", description="For all", files={"file": ""})
    visit.send(sets, name="first", domains="x", files={"file": ""})
    visit.send(sets, name="second", domains="group.other", description="", files={"file": '{"word": null, "key-1": "new", "": 1}'})
    visit.see(sets, f"{sets}/second?to=first", f"{sets}/first?to=second", f"{sets}/second/apply", f"{sets}/first/apply", f"{sets}/first/delete")
    visit.send(f"{sets}/second/apply")
    visit.see("/defaults/group.other/history")
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
    server.request("PUT", f"/api/v1/defaults/{kit.DOMAIN}/layers/managed", {"values": {"nick": "Bob", "size": 2, "notes": "none", "cities": ["Oslo"]}})
    server.request("PUT", f"/api/v1/defaults/{kit.DOMAIN}/layers/argument", {"arguments": ["-speed", "3"]})
    for app in server.get("/api/v1/apps").json["apps"]:
        visit.see(f"/apps/{app['id']}", f"/apps/{app['id']}/settings?keys=true")
    visit.see(f"{page}?keys=true", f"{page}?reset=all", f"{page}?q=nothing-has-this", f"{page}?idiom=pad&apps=0")
    managed = f"/apps/{kit.DOMAIN}/managed-configuration"
    profile = (FIXTURES / "managed" / "clock.mobileconfig").read_text().replace("com.example.clock", kit.DOMAIN)
    visit.see(managed)
    visit.send(managed, files={"file": "no configuration"})
    visit.send(managed, files={"file": (FIXTURES / "managed" / "appconfig.xml").read_text()})
    visit.send(managed, **{"field.server": "x", "field.volume": "loud", "field.snooze": "5"})
    visit.send(managed, **{"field.server": "https://a.example", "field.hours": "24", "field.days": "sun", "field.analytics": "true"})
    visit.see(managed)
    visit.send(managed, files={"file": profile})
    server.request("PATCH", f"/api/v1/defaults/{kit.DOMAIN}", {"com.apple.feedback.managed": {"failed": ["server"]}})
    server.request("PUT", "/api/v1/defaults/sets/kiosk", {"name": "kiosk", "description": "", "domains": {kit.DOMAIN: {"face": "set"}}})
    visit.see(managed, "/defaults/sets/kiosk/apply")
    visit.send(f"{managed}/delete", what="layer")


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
    size = (390).to_bytes(4, "big") + (844).to_bytes(4, "big")
    server.request("PUT", f"/api/v1{text}/screenshot", base64.b64decode(PNG)[:16] + size, {"Content-Type": "image/png"})
    for name in ("trace", "constraints", "controllers"):
        server.request("POST", f"/api/v1{text}/companions", (fixtures / f"kitchen-{name}.txt").read_bytes(), {"Content-Type": "text/plain"})
    server.request("POST", f"/api/v1{board}/companions?language=de", '"lab-00-001.text" = "Frühstückseier aus Freilandhaltung";', {"Content-Type": "text/plain"})
    for view in (1, 4):
        visit.send(f"{text}?view={view}", view=view, mark="write", text="A note")
        visit.send(f"{text}?view={view}", view=view, mark="pin")
    visit.send(f"{text}?view=1", view=1, mark="write", text="Another", was="nothing")
    server.request("PATCH", f"/api/v1{text}/views/3", {"hidden": True})
    server.request("DELETE", f"/api/v1{text}/views/4")
    server.request("PATCH", f"/api/v1{text}/views/2", {"frame": [1, 2, 30, 40], "transform": [0, 1, -1, 0, 0, 0]})
    server.request("POST", f"/api/v1{text}/edits/undo")
    visit.see(*(f"{text}{rest}" for rest in ("", "?view=1", "?view=3", "/companions", "/lint", "/report")),
              *(f"{board}{rest}" for rest in ("/companions", "/devices", "/devices?device=iphone-8&device=ipad-9-7&orientation=both&language=de&text=30",
                                              "/lint?devices=iphone-5s&text=30", "?device=iphone-8&view=3&language=de", "/board", "/board?scene=1&language=de&textSize=xxxLarge&text.2=A&ios=13",
                                              "/devices?scene=all&device=iphone-8&language=&language=accented&textSize=&textSize=xxxLarge")))
    visit.send("/explain", text=(fixtures / "kitchen-constraints.txt").read_text(), files={"log": ""})
    held = made["held.storyboard"]
    changed = server.request("POST", "/api/v1/dumps", (fixtures / "kitchen.storyboard").read_bytes().replace(b'constant="20"', b'constant="28"'),
                             {"Content-Type": "application/octet-stream"}).json["id"]
    server.request("PATCH", f"/api/v1{held}", {"tags": ["checkout"], "folder": "Release 2"})
    scenes = ", ".join(f'{{"class": "UIView", "frame": [0, 0, 1, 1], "objectID": "{name}"}}' for name in "ab")
    both = server.request("POST", "/api/v1/dumps", f'{{"vitrine": 1, "windows": [{scenes}]}}', {"Content-Type": "application/json"}).json["id"]
    picture = "\r\n".join(["--b", 'Content-Disposition: form-data; name="companion"; filename="a.png"', "", ""]).encode() + base64.b64decode(PNG) + b"\r\n--b--"
    visit.keep("a picture of two scenes", server.request("POST", f"/dumps/{both}/companions", picture, {**FORM, "Content-Type": "multipart/form-data; boundary=b"}))
    one, other = ('------b\r\nContent-Disposition: form-data; name="dump"; filename="' + name for name in ("one.txt", "other.txt"))
    window = '"\r\n\r\n<UIWindow: 0x1; frame = (0 0; 1 1); layer = <CALayer: 0x2>>\r\n'
    parts = (one + window + other + window + '------b\r\nContent-Disposition: form-data; name="dump"; filename="x.png"\r\n\r\n').encode()
    visit.keep("a picture of two dumps", server.request("POST", "/dumps", parts + base64.b64decode(PNG) + b"\r\n------b--",
                                                        {**FORM, "Content-Type": "multipart/form-data; boundary=----b"}))
    visit.see(f"{held}/board", f"/diff?from={board.split('/')[-1]}&to={changed}", "/", "/?tag=checkout")
    app = server.request("POST", "/api/v1/apps", archives.pack([(f"Pear.app/{path}", content) for path, content in test_app_interfaces.files()]),
                         {"Content-Type": "application/zip"}).json
    visit.see(f"/apps/{app['id']}/board")
    visit.send(f"/apps/{app['id']}/board")
    visit.see(app_page := f"/apps/{app['id']}", f"{app_page}/board", f"{app_page}/interfaces", "/", "/?sort=app", "/usage", f"/timeline?dumps={text.split('/')[-1]},{board.split('/')[-1]}&view=1")
    visit.send("/apps/delete", app=app["id"])
    visit.send("/dumps/delete", ("dump", text.split("/")[-1]), ("dump", board.split("/")[-1]))
    visit.send("/dumps/delete", dump=text.split("/")[-1])
    visit.send("/dumps/describe", ("dump", text.split("/")[-1]), ("dump", held.split("/")[-1]))
    visit.send("/dumps/describe", dump=text.split("/")[-1], name=" ", saved="1")
    visit.send("/dumps/describe", dump=text.split("/")[-1], tags=",".join(map(str, range(30))), saved="1")
    visit.send(f"{text}/tree")


def lives(visit):
    """A session with a device: what it was told, what it refused, and its end."""
    device, server = Device(), visit.server
    live = server.request("POST", "/api/v1/live", {"url": f"http://127.0.0.1:{device.port}"}).json["id"]
    server.request("POST", f"/api/v1/live/{live}/actions", {"type": "tap", "x": 195, "y": 200})
    server.request("POST", f"/api/v1/live/{live}/actions", {"type": "type", "text": "Oslo"})
    visit.see(f"/live/{live}", "/")
    device.stop()
    server.request("POST", f"/api/v1/live/{live}/snapshots", {})
    visit.see(f"/live/{live}")
    server.request("DELETE", f"/api/v1/live/{live}")


def shapes(visit):
    """Dumps of other shapes: of nothing, of a tablet, of hundreds of siblings, turned, of classes in Swift; and so many that the library has pages."""
    window, layer = "<UIWindow: 0x1; frame = (0 0; {}); layer = <CALayer: 0x2>>\n", "layer = <CALayer: 0x2>>\n"
    many = "".join(f"   | <_TtC5Clock5Label: 0x{at:x}; frame = (0 0; 9 9); text = '{at}'; {layer}" for at in range(16, 720))
    turned = f"   | <UIView: 0x8; frame = (0 0; 20 10); transform = [0, 1, -1, 0, 0, 0]; {layer}"
    ids = {}
    for name, text in {"empty": window.format("0 0"), "tablet": window.format("768 1024") + turned, "many": window.format("320 480") + many}.items():
        ids[name] = visit.server.request("POST", f"/api/v1/dumps?name={name}", text, {"Content-Type": "text/plain"}).json["id"]
        visit.see(*(f"/dumps/{ids[name]}{rest}" for rest in ("", "?view=1", "?view=1&width=500&height=500&keyboard=true", "/tree?parent=0", "/devices", "/devices?device=all")))
    for number in range(60):
        visit.server.request("POST", "/api/v1/dumps", window.format(f"{number + 100} 100"), {"Content-Type": "text/plain"})
    both = f"/timeline?dumps={ids['tablet']},{ids['many']},{ids['many']}"
    visit.see("/", f"{both}&step={ids['tablet']}", f"{both}&step={ids['many']}&view=1", f"{both}&step={ids['tablet']}&view=300", f"/diff?from={ids['many']}&tolerance=wide",
              f"/timeline?dumps={ids['many']},{ids['many']}", f"{both}&step={ids['tablet']}&view=0")


def alone(visit):
    """A server that has one dump."""
    visit.server.request("POST", "/api/v1/dumps", "<UIWindow: 0x1; frame = (0 0; 9 9); layer = <CALayer: 0x2>>", {"Content-Type": "text/plain"})
    visit.see("/", "/diff", "/timeline", "/defaults")


def access(visit):
    """Signing in, tokens and who may not, on a server that asks for a token."""
    visit.see("/sign-in", "/help")
    visit.send("/sign-in", token="wrong")
    signed = visit.server.request("POST", "/sign-in", urllib.parse.urlencode({"token": TOKEN}), FORM)
    visit.headers["Cookie"] = signed.headers["Set-Cookie"].split(";")[0]
    visit.server.request("POST", "/api/v1/dumps", (FIXTURES / "dumps/kitchen.txt").read_bytes(), {"Authorization": f"Bearer {TOKEN}", "Content-Type": "text/plain"})
    visit.see("/usage", f"/dumps/{visit.server.get('/api/v1/dumps', Authorization=f'Bearer {TOKEN}').json['dumps'][0]['id']}")
    visit.see("/", "/sign-in", "/help", "/docs", "/docs/tour", "/docs/formats", "/docs/settings", "/tokens")
    visit.send("/tokens", name="Nothing")
    visit.send("/tokens", name="Ann", read="1", write="1")
    visit.see("/tokens")


def printed(documents, folder):
    """The files that commands write."""
    kitchen, board = FIXTURES / "dumps/kitchen.txt", FIXTURES / "dumps/kitchen.storyboard"
    (folder / "rules.json").write_text('{"rules": [{"view": {"where": "class:UIButton"}, "expect": {"width": "44..", "height": "1.."}}]}')
    stopwatch = SAMPLES / "dumps/stopwatch.json"
    for number, arguments in enumerate((
            ("report", stopwatch, "--rules", folder / "rules.json"), ("report", kitchen), ("report", board), ("diff", kitchen, stopwatch, "--format", "html"),
            ("diff", kitchen, kitchen, "--format", "html"), ("layout", board, "--device", "all", "--format", "html"))):
        done = vitrine(*arguments, *(["-o", folder / f"{number}.html"] if arguments[0] == "report" else []))
        assert done.returncode < 2 and not done.stderr.startswith("Error"), done
        documents[" ".join(map(str, arguments))] = done.stdout or (folder / f"{number}.html").read_text(encoding="utf-8")


#: What is walked on a server of its own, with the options of each.
WALKS = [((samples, values, settings, uploads, lives, shapes), ()), ((access,), ("--token", TOKEN)), ((alone,), ())]


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """Every page by its address, or by the form that it answers."""
    documents, folder = {}, tmp_path_factory.mktemp("markup")
    shutil.copytree(FIXTURES / "bundles", folder / "paths")
    (folder / "paths/broken.json").write_text('{"vitrine": 1, "windows": 3}')
    kit.write(folder / "paths")
    (bare := folder / "paths/Bare.app/Settings.bundle").mkdir(parents=True)
    (bare / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": ROWS}))
    (bare / "dot.png").write_bytes(base64.b64decode(PNG))
    for number, (walks, options) in enumerate(WALKS):
        server = Server(folder / f"data{number}", [] if alone in walks else [SAMPLES, folder / "paths"], *options).start()
        try:
            for walk in walks:
                walk(Visit(documents, server))
        finally:
            assert server.stop() == 0
    printed(documents, folder)
    return documents


def test_pages_pass_the_validator_of_the_w3c(documents, tmp_path):
    faults = markup.faults(documents, tmp_path)
    assert not faults, "\n".join(faults)


def test_no_template_and_few_of_the_tags_are_left_out(documents):
    tags = [*markup.pieces()]
    unread = markup.unread(documents)
    left = {place.partition(":")[0] for _, place in tags} - {place.partition(":")[0] for _, place in set(tags) - set(unread)}
    words = "\n".join(f"{place}: {tag}" for tag, place in unread)
    assert not left, f"no page here has the templates {left}: a walk that reaches them is missing"
    assert len(unread) <= len(tags) * RARE, f"too many tags of templates are in no page here:\n{words}"
