"""Real dumps and settings bundles: nothing falls over, nothing is lost."""

import json
import re
import urllib.parse

import pytest

VIEW = re.compile(rb"<[A-Za-z_][^<>;]*(?:<[^<>;]*>[^<>;]*)*[:;] ?.*frame = \(")


def test_every_recursive_description_loads_with_all_its_views(corpus, start):
    server = start()
    files = sorted((corpus / "dumps/recursive-description").iterdir())
    assert len(files) > 50
    refused = []
    for file in files:
        content = file.read_bytes()
        reply = server.request("POST", "/api/v1/dumps?name=" + urllib.parse.quote(file.name), content)
        assert reply.status in (201, 415), f"{file.name}: {reply.status} {reply.body[:300]}"
        frames = len(re.findall(rb"frame = \(", content))
        if reply.status == 415:
            refused.append(file.name)
            assert frames == 0, f"{file.name} has {frames} frames and was refused"
            continue
        dump = reply.json
        assert dump["viewCount"] >= frames, f"{file.name}: {dump['viewCount']} views of {frames}"
        base = f"/api/v1/dumps/{dump['id']}"
        total = server.get(base + "/views?limit=1").json["total"]
        assert total == dump["viewCount"]
        for path in ("", "/views", "/source", "/layout?width=667&height=375", "/wireframe.svg", "/views?format=text"):
            assert server.get(base + path).status == 200, file.name + path
        for view in range(0, total, max(1, total // 5)):
            assert server.get(f"{base}/views/{view}").status == 200
        assert server.get(f"/dumps/{dump['id']}?view=0").status == 200
    assert len(refused) < len(files) / 5


def objects(value):
    """Every object of a JSON value, outermost first."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value


def elements(text):
    """How many elements are in a JSON dump of a test tool, and its format, by signs of the objects alone."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError:
        lines = [line for line in text.splitlines() if line.startswith("{")]
        document = [json.loads(line) for line in lines] if lines else json.loads(text[text.index("{") : text.rindex("}") + 1])
    if isinstance(document, dict) and "raw" in document.get("data", {}):
        document = document["data"]["raw"]
    found = list(objects(document))
    if any("accessibilityElement" in each for each in found):
        return "calabash", sum("accessibilityElement" in each for each in found)
    if any("AXFrame" in each or "AXLabel" in each for each in found):
        return "idb", sum("enabled" in each for each in found)
    if any("attributes" in each and "bounds" in each["attributes"] for each in found):
        return "maestro", sum("attributes" in each for each in found) - (found[0]["attributes"].get("bounds") == "[0,0][0,0]")
    return "webDriverAgentJSON", sum(("type" in each or "_type" in each) and "rect" in each for each in found)


def test_every_json_dump_of_a_test_tool_loads_with_all_its_elements(corpus, start):
    server = start()
    folders = [corpus / "dumps" / name for name in ("idb-json", "maestro-json", "wda-json", "other")]
    files = [file for folder in folders for file in sorted(folder.iterdir()) if file.suffix in (".json", ".ndjson", ".js")]
    assert len(files) > 25
    for file in files:
        reply = server.request("POST", "/api/v1/dumps?name=" + urllib.parse.quote(file.name), file.read_bytes())
        assert reply.status == 201, f"{file.name}: {reply.status} {reply.body[:300]}"
        assert (reply.json["format"], reply.json["viewCount"]) == elements(file.read_text()), file.name
        base = f"/api/v1/dumps/{reply.json['id']}"
        for path in ("", "/views", "/source", "/layout?width=667&height=375", "/wireframe.svg", "/views?format=text"):
            assert server.get(base + path).status == 200, file.name + path
        assert server.get(f"/dumps/{reply.json['id']}?view=0").status == 200


@pytest.mark.figures
def test_every_settings_bundle_shows_its_panes(corpus, start):
    server = start(corpus / "settings")
    apps = server.get("/api/v1/apps").json["apps"]
    folders = [folder for folder in (corpus / "settings").iterdir() if folder.is_dir()]
    assert len(apps) >= len(folders)
    panes = rows = 0
    for app in apps:
        base = "/api/v1/apps/" + urllib.parse.quote(app["id"], safe="")
        for path in ("", "/info", "/settings"):
            assert server.get(base + path).status in (200, 404), base + path
        for language in ["", *app["languages"]]:
            reply = server.get(f"{base}/settings?deep=true" + (f"&lang={urllib.parse.quote(language)}" if language else ""))
            assert reply.status == 200, f"{app['id']} {language}: {reply.body[:300]}"
            if not language:
                panes += len(reply.json["panes"])
                rows += sum(len(g["rows"]) for pane in reply.json["panes"].values() for g in pane["groups"])
        page = urllib.parse.quote(app["id"], safe="")
        assert server.get(f"/apps/{page}").status == 200
        assert server.get(f"/apps/{page}/settings").status == 200
    print(f"{len(apps)} apps, {panes} panes, {rows} rows")
    assert panes > 150 and rows > 1000


CONTROLS = r"^XCUIElementType(Button|Switch|Toggle|Slider|Stepper|TextField|SecureTextField|SearchField|TextView|Link|Cell|Icon|Tab|PickerWheel)$"


def test_no_control_that_can_be_used_is_lost_in_a_digest(corpus, start):
    server = start()
    files = [file for folder in ("wda-xml", "wda-json") for file in sorted((corpus / "dumps" / folder).iterdir())]
    looked = 0
    for file in files:
        reply = server.request("POST", "/api/v1/dumps?name=" + urllib.parse.quote(file.name), file.read_bytes())
        if reply.status != 201:
            continue
        base = f"/api/v1/dumps/{reply.json['id']}"
        usable = urllib.parse.quote(f"type MATCHES '{CONTROLS[1:-1]}' AND enabled == 1 AND visible == 1")
        wanted = {view["id"] for view in server.get(f"{base}/views?predicate={usable}&fields=id&limit=10000").json["views"]}
        told, after = set(), ""
        while after is not None:
            page = server.request("GET", f"{base}/digest?tokens=300{after}", headers={"Accept": "application/json"}).json
            for group in page["groups"]:
                told.update(group["folded"], *([item["view"], *(part["view"] for part in item["parts"])] for item in group["items"]))
            after = None if page["next"] is None else f"&after={page['next']}"
        assert wanted <= told, f"{file.name}: {sorted(wanted - told)}"
        looked += len(wanted)
    assert looked > 100
