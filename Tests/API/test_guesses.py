"""Who may not see a secret cannot find out either whether a guess at it is right: two servers differ in the secret alone, and whoever
lacks the scope for it is told the same by both, by each answer and by all that can be read after it."""

import json
import os
import re
import threading

import pytest

from commanding import vitrine
from conftest import SAMPLES, Server
from rights import APP, KEY, OWNER, XML, Person, archive, dump, person

GUESS, OTHER = "sesame-7f3a", "barley-9c1e"
DOMAIN = f"/api/v1/defaults/{APP}"
PAGE = f"/defaults/{APP}"
SETTINGS = f"/api/v1/apps/{APP}/settings"
PLIST = f'<?xml version="1.0"?><plist version="1.0"><dict><key>{KEY}</key><string>{GUESS}</string></dict></plist>'


class Side:
    """One server, its owner, and who guesses."""

    def __init__(self, folder, secret):
        self.secret = secret
        self.server = Server(folder / "data", [SAMPLES], VITRINE_TOKEN=OWNER).start()
        self.owner = Person(self.server, OWNER)
        self.owner.made("POST", "/api/v1/apps", archive(secret), {"Content-Type": "application/zip"})
        self.dump = self.owner.made("POST", "/api/v1/dumps?name=Guessed", dump(secret))["id"]
        # The base of a form for a value tells nobody what another key holds.
        self.owner.made("PUT", "/api/v1/defaults/com.example.known/values/known", {"value": GUESS})
        self.base = re.search(r'name="base" value="([^"]+)"', self.owner.get("/defaults/com.example.known?key=known", Accept="text/html").text)[1]
        self.guesser = person(self.server, "read", "write", "delete")
        self.events, self.stream = [], None
        self.arm()
        self.listen()

    def arm(self):
        """The secret is what it was, and what a guess left behind is gone; the history grows by the same on both sides."""
        for value in ["neutral", self.secret]:
            self.owner.made("PUT", f"{DOMAIN}/values/{KEY}", {"value": value})
            for layer in ["managed", "registration"]:
                self.owner.made("PUT", f"{DOMAIN}/layers/{layer}", {"values": {KEY: value}})
        self.owner.request("DELETE", f"{DOMAIN}/layers/managed")
        self.owner.request("DELETE", "/api/v1/defaults/com.example.guess")
        self.revision = self.owner.made("GET", DOMAIN)["revision"]
        self.tags = {}

    def listen(self):
        connection = Person(self.server, self.guesser.token)
        connection.connection.request("GET", f"/api/v1/events?domains={APP}&dumps={self.dump}", headers={"Authorization": f"Bearer {connection.token}"})
        self.stream = connection.connection.getresponse()

        def read():
            for line in self.stream:
                self.events.append(line.decode().strip())

        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()

    def session(self, **aim):
        aim = {f"vitrine:{name}": value for name, value in aim.items()}
        return "/session/" + self.guesser.made("POST", "/session", {"capabilities": {"alwaysMatch": aim}})["value"]["sessionId"]

    def plain(self, text):
        """A text without what differs from server to server: ids, times, and the hashes in tags of what holds them."""
        for own, common in [(self.server.url, "SERVER"), (self.server.url.partition("//")[2], "HOST"), *((id, f"DUMP{place}") for place, id in enumerate(self.dumps()))]:
            text = text.replace(own, common)
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME", text)
        text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}", "UUID", text)
        return re.sub(r"\b(just now|\d+ (s|min|h) ago|\d+ seconds? ago|\d+ minutes? ago)", "AGE", text)

    def dumps(self):
        found = self.owner.get("/api/v1/dumps?sort=oldest").json.get("dumps") or self.owner.get("/api/v1/dumps").json["dumps"][::-1]
        return [self.dump, *(one["id"] for one in found if one["id"] != self.dump)]

    def said(self, reply):
        headers = {name: self.plain(re.sub(r'(?<=-)[^"]+|(?<=")[0-9a-f]{16}', "HASH", value) if name == "ETag" else value) for name, value in reply.headers.items()
                   if name in ("ETag", "Location", "WWW-Authenticate", "Vitrine-Redacted", "Content-Type", "Content-Disposition", "Cache-Control", "Allow", "Retry-After")}
        return reply.status, headers, self.plain(reply.text if b"\0" not in reply.body[:64] and not reply.body.startswith(b"bplist") else reply.body.hex())

    def after(self):
        """All that can be read after a guess, and which of it is still what it was before."""
        pages = [PAGE, f"{PAGE}?modified=true", f"{PAGE}?key={KEY}", f"{PAGE}?q={GUESS}", f"{PAGE}?view=app", f"{PAGE}/history", f"{PAGE}/arguments", f"{PAGE}/diff",
                 f"{PAGE}/diff?from=1&to=com.example.guess", f"{PAGE}/restore?revision={self.revision}", f"{PAGE}/remove", f"/apps/{APP}/settings?keys=true",
                 f"/apps/{APP}/settings?reset=all", f"/apps/{APP}/settings?q={GUESS}", f"/dumps/{self.dump}?q={GUESS}"]
        reads = [DOMAIN, f"{DOMAIN}?view=app", f"{DOMAIN}?view=settings", f"{DOMAIN}/values/{KEY}", f"{DOMAIN}/values/{KEY}?as=string", f"{DOMAIN}/layers", f"{DOMAIN}/history",
                 f"{DOMAIN}/diff", f"{DOMAIN}/diff?from=0", f"{DOMAIN}/diff?from={self.revision}", f"{DOMAIN}/diff?to=com.example.guess", f"{SETTINGS}?deep=true", f"{SETTINGS}/More",
                 f"/api/v1/apps/{APP}/registration", "/api/v1/defaults", f"/api/v1/dumps/{self.dump}", f"/api/v1/dumps/{self.dump}/views", f"/api/v1/dumps/{self.dump}/lint"]
        found = {}
        for target, accept in [*((page, "text/html") for page in pages), *((read, "application/json") for read in reads), (DOMAIN, XML), (DOMAIN, "application/x-plist")]:
            reply = self.guesser.get(target, Accept=accept)
            known = self.tags.get((target, accept))
            is_same = known and self.guesser.get(target, Accept=accept, If_None_Match=known).status
            found[self.plain(target), accept] = self.said(reply), is_same
        usage = {kind["kind"]: (kind["count"], kind["bytes"]) for kind in self.guesser.made("GET", "/api/v1/usage")["kinds"]}
        return found | {"usage": (usage["defaults"], usage["history"])}

    def tagged(self):
        """The tags of what a client may hold on to, as they are before a guess."""
        reads = [(DOMAIN, "application/json"), (DOMAIN, XML), (f"{DOMAIN}/layers", "application/json"), (f"{DOMAIN}/history", "application/json"), (f"{SETTINGS}?deep=true", "application/json")]
        self.tags = {read: self.guesser.request("HEAD", read[0], headers={"Accept": read[1]}).headers["ETag"] for read in reads}


def put(side):
    return side.guesser.request("PUT", f"{DOMAIN}/values/{KEY}", {"value": GUESS})


def undone(side):
    """The write that stored the secret is taken back after a guess, which goes where the secret is as it was."""
    put(side)
    return side.guesser.request("POST", f"{DOMAIN}/undo", {"revision": side.revision})


def both_undone(side):
    made = put(side).json["revision"]
    first = side.guesser.request("POST", f"{DOMAIN}/undo", {"revision": made})
    return [first, side.guesser.request("POST", f"{DOMAIN}/undo", {"revision": made}), side.guesser.request("POST", f"{DOMAIN}/undo", {"revision": first.json["revision"]})]


def undone_on_a_page(side):
    put(side)
    return side.guesser.form(f"{PAGE}/history", revision=side.revision)


def restored(side, page=False):
    put(side)
    if page:
        return side.guesser.form(f"{PAGE}/restore", revision=side.revision)
    return side.guesser.request("POST", f"{DOMAIN}/restore", {"revision": side.revision})


def compared(side):
    side.guesser.request("PUT", f"/api/v1/defaults/com.example.guess/values/{KEY}", {"value": GUESS})
    return [side.guesser.get(f"{DOMAIN}/diff?to=com.example.guess"), side.guesser.get(f"/api/v1/defaults/com.example.guess/diff?to={APP}"),
            side.guesser.get(f"{PAGE}/diff?from={side.revision}&to=com.example.guess", Accept="text/html")]


def layered(layer):
    def write(side):
        tag = side.guesser.get(f"{DOMAIN}/layers").headers["ETag"]
        body = {"arguments": ["-" + KEY, GUESS]} if layer == "argument" else {"values": {KEY: GUESS}}
        path = f"{DOMAIN}/layers/{layer}"
        replies = [side.guesser.request("PUT", path, body), side.guesser.request("PUT", path, body, {"If-Match": tag}), side.guesser.get(path), side.guesser.get(f"{DOMAIN}/layers"),
                   side.guesser.form(f"{PAGE}/arguments", layer=layer, action="set", source=f"-{KEY} {GUESS}" if layer == "argument" else json.dumps({KEY: GUESS}))]
        # Versions count what has changed in all layers, so the reads show one that was not counted.
        return replies + [side.guesser.get(path), side.guesser.request("DELETE", path)]
    return write


def imported(mode):
    def write(side):
        preview = side.guesser.upload(f"{PAGE}/import", source=json.dumps({KEY: GUESS}), mode=mode)
        fields = dict(re.findall(r'name="(payload|from|mode)" value="([^"]*)"', preview.text))
        return [preview, side.guesser.upload(f"{PAGE}/import", **fields)]
    return write


def edited(**fields):
    def write(side):
        return [side.guesser.form(PAGE, key=KEY, base=base, **fields) for base in [side.base, "withheld", ""]]
    return write


def typed(side):
    session = side.session(app=APP)
    field = side.guesser.made("POST", f"{session}/element", {"using": "class name", "value": "XCUIElementTypeSecureTextField"})["value"]
    element = f"{session}/element/{next(iter(field.values()))}"
    replies = []
    for _ in range(2):
        for name in ["value", "label", "name", "enabled"]:
            replies.append(side.guesser.get(f"{element}/attribute/{name}"))
        replies += [side.guesser.get(f"{element}/text"), side.guesser.get(f"{element}/rect"), side.guesser.get(f"{session}/source"), *found(side, session)]
        replies.append(side.guesser.request("POST", f"{element}/value", {"text": GUESS, "value": list(GUESS)}))
    replies += [side.guesser.request("POST", f"{element}/clear"), side.guesser.get(f"{element}/attribute/value")]
    side.guesser.request("DELETE", session)
    return [(reply.status, re.sub(r'"sessionId":"[^"]+"|[0-9A-Fa-f-]{30,}', "", reply.text)) for reply in replies]


def found(side, session):
    looks = [("xpath", f"//*[@value='{GUESS}']"), ("xpath", f"//*[contains(@label,'{GUESS}')]"), ("-ios predicate string", f"value == '{GUESS}' OR label CONTAINS '{GUESS}'"),
             ("-ios class chain", f"**/XCUIElementTypeAny[`value == '{GUESS}'`]"), ("accessibility id", GUESS), ("name", GUESS)]
    return [side.guesser.request("POST", f"{session}/elements", {"using": using, "value": value}) for using, value in looks]


def looked_for(side):
    """Every way to ask a dump for a text."""
    base = f"/api/v1/dumps/{side.dump}"
    queries = [f"text={GUESS}", f"where=text:{GUESS}", f"xpath=//*[@value='{GUESS}']", f"predicate=value%20==%20'{GUESS}'", f"classChain=**/XCUIElementTypeAny[`value%20==%20'{GUESS}'`]"]
    rules = {"rules": [{"view": {"where": f"text:{GUESS}"}, "expect": {"visible": True}}, {"view": {"xpath": "//XCUIElementTypeSecureTextField[1]"}, "expect": {"text": GUESS}}]}
    other = side.guesser.made("POST", "/api/v1/dumps?name=Guess", dump(GUESS))["id"]
    session = side.session(dump=side.dump)
    replies = [*(side.guesser.get(f"{base}/views?{query}".replace(" ", "%20").replace("[", "%5B").replace("]", "%5D").replace("`", "%60")) for query in queries),
               side.guesser.request("POST", f"{base}/assert", rules), side.guesser.get(f"/api/v1/diff?from={side.dump}&to={other}"),
               side.guesser.get(f"/diff?from={side.dump}&to={other}", Accept="text/html"), side.guesser.get(f"/api/v1/timeline?dumps={side.dump},{other}"),
               side.guesser.get(f"{base}/views/1/locators"), side.guesser.get(f"{base}/source"), side.guesser.get(f"/dumps/{side.dump}?q=//*%5B@value='{GUESS}'%5D", Accept="text/html")]
    said = [side.said(reply) for reply in replies] + [(reply.status, len(reply.json["value"])) for reply in found(side, session)]
    assert side.guesser.request("DELETE", f"/api/v1/dumps/{other}").status == 204
    return said


def added(side):
    """A view that is put below the field says the guess in every way that views have."""
    base = f"/api/v1/dumps/{side.dump}"
    view = {"class": "UIView", "frame": [0, 0, 10, 10], "label": GUESS, "attributes": {"hint": GUESS, "motto": f"It is {GUESS}!"}}
    replies = [side.guesser.request("POST", f"{base}/edits", {"op": "insert", "superview": 1, "index": 0, "view": view})]
    replies += [side.guesser.get(f"{base}/views"), side.guesser.get(f"{base}/views/1"), side.guesser.get(f"/api/v1/diff?from={side.dump}&to={side.dump}")]
    replies.append(side.guesser.request("POST", f"{base}/edits", {"op": "undo"}))
    return replies


def replaced(side):
    """A newer version whose fields have changed places keeps the ids of the views that are the same."""
    lines = dump(GUESS).splitlines()
    swapped = "\n".join([lines[0], lines[4], *(line.replace("0x2", "0x8").replace("0x3", "0x9") for line in lines[1:4]), ""]).replace("0x5", "0x7")
    once = side.owner.made("POST", "/api/v1/dumps", dump(side.secret))["id"]
    replies = [side.guesser.request("PUT", f"/api/v1/dumps/{once}/source", swapped), side.guesser.get(f"/api/v1/dumps/{once}/views")]
    said = [side.plain(reply.text.replace(once, "ONCE")) for reply in replies]
    assert side.guesser.request("DELETE", f"/api/v1/dumps/{once}").status == 204
    return said


def commanded(side):
    def run(*words):
        done = vitrine("defaults", "--server", side.server.url, "--token", side.guesser.token, *words)
        return done.returncode, side.plain(done.stdout), side.plain(done.stderr)

    return [run("write", APP, KEY, GUESS), run("read", APP), run("read", APP, KEY), run("find", GUESS), run("export", APP, "-"), run("rename", APP, KEY, "open")]


WAYS = {
    "a value": put,
    "a value of another kind, and the guess": lambda side: [side.guesser.request("PUT", f"{DOMAIN}/values/{KEY}", {"value": 1}), put(side)],
    "a value where it has not changed": lambda side: side.guesser.request("PUT", f"{DOMAIN}/values/{KEY}", {"value": GUESS}, {"If-Match": side.guesser.get(DOMAIN).headers["ETag"]}),
    "values": lambda side: side.guesser.request("PATCH", DOMAIN, {KEY: GUESS, "city": "Oslo"}),
    "a domain": lambda side: side.guesser.request("PUT", DOMAIN, {KEY: GUESS}),
    "a domain as a file": lambda side: side.guesser.request("PUT", DOMAIN, PLIST, {"Content-Type": "application/x-plist"}),
    "settings": lambda side: side.guesser.request("PATCH", SETTINGS, {KEY: GUESS}),
    "a row of settings": lambda side: side.guesser.request("PATCH", SETTINGS, {"rows": [{"pane": "Root", "row": 0, "value": GUESS}]}),
    "a form of settings": lambda side: side.guesser.form(f"/apps/{APP}/settings", row="0", index="0", value=GUESS, action="set"),
    "a form of the editor": edited(action="set", value=GUESS),
    "a form that removes": edited(action="remove"),
    "a form that renames": edited(action="rename", name="open"),
    "a form that adds": edited(action="add", value=GUESS),
    "an import that merges": imported("merge"),
    "an import that replaces": imported("replace"),
    "undo": undone, "undo of a guess, and of that": both_undone, "undo on a page": undone_on_a_page,
    "restore": restored, "restore on a page": lambda side: restored(side, page=True),
    "a comparison of domains": compared,
    "a managed layer": layered("managed"), "arguments": layered("argument"), "a registered layer": layered("registration"),
    "arguments that are tried": lambda side: [side.guesser.request("POST", f"{DOMAIN}/arguments", {"arguments": ["-" + KEY, GUESS]}),
                                              side.guesser.get(f"{PAGE}/arguments?arguments=-{KEY}%20{GUESS}", Accept="text/html")],
    "keys of WebDriver": typed, "texts of a dump": looked_for, "a view below a field": added, "a newer version of a dump": replaced, "the command": commanded,
}


@pytest.fixture(scope="module")
def sides(tmp_path_factory):
    sides = [Side(tmp_path_factory.mktemp("guesses"), secret) for secret in (GUESS, OTHER)]
    yield sides
    for side in sides:
        assert side.server.stop() == 0


@pytest.mark.parametrize("way", WAYS)
def test_a_right_guess_is_answered_as_a_wrong_one(sides, way):
    told = []
    for side in sides:
        side.arm()
        side.tagged()
        replies = WAYS[way](side)
        replies = replies if isinstance(replies, list) else [replies]
        said = [side.said(reply) if hasattr(reply, "headers") else reply for reply in replies]
        told.append((said, side.after()))
    for right, wrong in zip(*told):
        assert differing(right, wrong) == []


def differing(right, wrong):
    """Where two answers are not the same, each place with what stands there."""
    if isinstance(right, dict) and isinstance(wrong, dict):
        return [(key, difference) for key in right.keys() | wrong.keys() for difference in differing(right.get(key), wrong.get(key))]
    if isinstance(right, (list, tuple)) and isinstance(wrong, (list, tuple)) and len(right) == len(wrong):
        return [(place, difference) for place, pair in enumerate(zip(right, wrong)) for difference in differing(*pair)]
    if right == wrong:
        return []
    start = len(os.path.commonprefix([right, wrong])) if isinstance(right, str) and isinstance(wrong, str) else 0
    return [(str(right)[max(start - 60, 0):start + 80], str(wrong)[max(start - 60, 0):start + 80])]


def test_streams_tell_the_same_of_all_of_that(sides):
    for side in sides:
        side.owner.made("PUT", f"{DOMAIN}/values/end", {"value": 1})
        for _ in range(600):
            if any('"end"' in line for line in side.events):
                break
            side.reader.join(0.1)
    events = [[side.plain(line) for line in side.events if line.startswith(("event", "id", "data"))] for side in sides]
    assert events[0] == events[1] and len(events[0]) > 60


def test_the_owner_is_told(sides):
    """The test would see it: whoever has the scope is answered otherwise."""
    answers = []
    for side in sides:
        side.arm()
        answers.append(side.owner.made("PUT", f"{DOMAIN}/values/{KEY}", {"value": GUESS})["changed"])
    assert answers == [[], [KEY]]
