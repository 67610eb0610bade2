"""Every reply of the samples keeps what the OpenAPI document promises."""

import re
import urllib.parse

import jsonschema
import pytest
from openapi_spec_validator import validate
from devices import Device


@pytest.fixture(scope="module")
def document(samples):
    reply = samples.get("/api/v1/openapi.json")
    assert reply.status == 200
    return reply.json


def strict(schema):
    """The schema with objects closed, so that a member the document does not name is a failure."""
    if isinstance(schema, list):
        return [strict(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: strict(value) for name, value in schema.items()}
    if closed.get("type") == "object" and "properties" in closed and "additionalProperties" not in closed:
        closed["additionalProperties"] = False
    return closed


def check(document, operation, reply, closed=True):
    responses = operation["responses"]
    described = responses.get(str(reply.status)) or responses["default"]
    kind = reply.headers.get_content_type()
    content = described.get("content")
    assert content, f"{operation['operationId']}: a body where none is described"
    assert kind in content, f"{operation['operationId']}: {kind} is not among {list(content)}"
    schema = content[kind].get("schema")
    if schema and kind.endswith("json"):
        components = document["components"]
        merged = "allOf" in schema
        if closed and not merged:
            schema, components = strict(schema), strict(components)
        jsonschema.Draft202012Validator({**schema, "components": components}).validate(reply.json)


def operations(document, method):
    return {path: item[method] for path, item in document["paths"].items() if method in item}


def values(samples):
    """For each path parameter, things of the samples to ask for."""
    dumps = [dump["id"] for dump in samples.get("/api/v1/dumps").json["dumps"]]
    apps = [app["id"] for app in samples.get("/api/v1/apps").json["apps"]]
    assert len(dumps) >= 2 and apps
    panes = samples.get(f"/api/v1/apps/{apps[0]}/settings?deep=true").json["panes"]
    capabilities = {"alwaysMatch": {"vitrine:dump": dumps[0]}}
    samples.request("PUT", "/api/v1/defaults/sets/demo", {"name": "demo", "description": "", "domains": {"com.example.clock": {"vibrate": True}}})
    session = samples.request("POST", "/session", {"capabilities": capabilities}).json["value"]["sessionId"]
    return {
        "dump": dumps, "view": ["0", "7"], "revision": ["1"], "tag": ["0", "-1"], "app": apps,
        "pane": [urllib.parse.quote(pane, safe="") for pane in panes],
        "image": ["volume-low.png"], "domain": ["com.example.clock"], "layer": ["managed", "argument"],
        "key": ["vibrate", "no%20such%2Fkey"], "companion": ["1"], "set": ["demo"],
        "session": [session], "element": ["v1"], "name": ["label"],
    }


def test_the_document_is_valid(document):
    validate(document)


# What reads have to be told.
QUERIES = {
    "/layout": "?width=667&height=375", "/hit-test": "?x=20&y=40", "/convert": "?from=1&to=window&rect=0,0,10,10",
    "/content-mode": "?view=1&contentWidth=40&contentHeight=30", "/api/v1/diff": "?from={dump}&to={dump}",
    "/api/v1/timeline": "?dumps={dump}", "/api/v1/timeline/views": "?dump={dump}&view=3",
}


def test_every_read_gives_what_the_document_says(samples, document):
    known = values(samples)
    asked = 0
    for path, operation in operations(document, "get").items():
        if "text/event-stream" in operation["responses"]["200"].get("content", {}):
            # It has no end to wait for, and no tag.
            continue
        targets = [path]
        for name in re.findall(r"{(\w+)}", path):
            targets = [target.replace("{" + name + "}", value) for target in targets for value in known[name]]
        for target in targets:
            query = next((query for end, query in QUERIES.items() if path.endswith(end)), "")
            target += query.format(dump=known["dump"][0])
            reply = samples.get(target)
            # What no dump can do is a fault 500 of WebDriver's own.
            known_faults = (200, 404, 500) if "webdriver" in operation["tags"] else (200, 404)
            assert reply.status in known_faults, f"{target}: {reply.status} {reply.body[:200]}"
            check(document, operation, reply)
            asked += 1
            if "webdriver" in operation["tags"]:
                # Its replies are not kept by anybody.
                continue
            if path == "/metrics":
                # Every look finds other numbers.
                assert reply.headers["Cache-Control"] == "no-store"
                continue
            if reply.status == 200:
                tag = reply.headers.get("ETag")
                assert tag and tag.startswith('"'), f"{target} has no strong ETag"
                # The files of the storage grow and shrink by themselves, so that a second look may find other sizes.
                assert samples.get(target, If_None_Match=tag).status in ((200, 304) if path == "/api/v1/usage" else (304,)), target
                assert samples.request("HEAD", target).status == 200, target
    assert asked > 30


def test_every_stream_is_what_the_document_says(samples, document):
    streams = [path for path, operation in operations(document, "get").items()
               if "text/event-stream" in operation["responses"]["200"].get("content", {})]
    assert len(streams) == 5
    device = Device()
    live = samples.request("POST", "/api/v1/live", {"url": f"http://127.0.0.1:{device.port}"}).json["id"]
    for path in streams:
        target = path.replace("{dump}", values(samples)["dump"][0]).replace("{domain}", "com.example.clock").replace("{session}", live)
        reply = samples.request("HEAD", target + ("" if "{" in path else "?domains=a"), headers={"Mcp-Session-Id": "a"})
        assert reply.status == 200 and reply.headers["Content-Type"] == "text/event-stream", target
        assert reply.headers["ETag"] is None
    assert samples.request("DELETE", f"/api/v1/live/{live}").status == 204
    device.stop()


def test_every_view_of_the_samples_is_as_described(samples, document):
    schema = {"$ref": "#/components/schemas/View", "components": strict(document["components"])}
    validator = jsonschema.Draft202012Validator(schema)
    members = set(document["components"]["schemas"]["View"]["properties"])
    # They cost a look at all views, or come with each view that they involve: only who asks gets them.
    costly = {"visibleFraction", "touchFraction", "constraints", "autoLayout"}
    # Told where a text is left out or a class is mangled, and to those who ask.
    costly |= {"redacted", "displayClass"}
    for dump in samples.get("/api/v1/dumps").json["dumps"]:
        views = samples.get(f"/api/v1/dumps/{dump['id']}/views").json["views"]
        assert len(views) == dump["viewCount"]
        for view in views:
            validator.validate(view)
            assert set(view) == members - costly
        asked = samples.get(f"/api/v1/dumps/{dump['id']}/views?fields={','.join(sorted(members))}").json["views"]
        for view in asked:
            validator.validate(view)
            assert set(view) == members


def test_a_list_can_be_asked_for_every_member_of_a_view(document):
    schemas = document["components"]["schemas"]
    members = list(schemas["View"]["properties"])
    assert schemas["ViewField"]["enum"] == members == list(schemas["PartialView"]["properties"])


def test_every_link_leads_to_an_operation_and_its_parameters(document):
    every = {operation["operationId"]: (path, operation)
             for path, item in document["paths"].items() for operation in item.values()}
    links = [link for _, operation in every.values() for response in operation["responses"].values()
             for link in response.get("links", {}).values()]
    assert len(links) > 50
    for link in links:
        path, operation = every[link["operationId"]]
        known = {parameter["name"] for parameter in operation.get("parameters", [])}
        assert set(link.get("parameters", {})) <= known, link
        assert "requestBody" not in link or "requestBody" in operation, link


@pytest.mark.parametrize("path", [
    "/api/v1/dumps/nothing", "/api/v1/apps/nothing", "/api/v1/nothing", "/api/v1/dumps?colour=red",
    "/api/v1/dumps?limit=0", "/api/v1/defaults/com.example.clock/values/missing",
])
def test_every_refusal_is_a_problem_document(samples, document, path):
    reply = samples.get(path)
    assert reply.status in (400, 404)
    assert reply.headers.get_content_type() == "application/problem+json"
    jsonschema.Draft202012Validator(
        {"$ref": "#/components/schemas/Problem", "components": document["components"]}).validate(reply.json)
    assert reply.json["status"] == reply.status
    assert reply.json["type"].startswith("/problems/")
