"""What agents read, begin with and complete, and what they may not, over lines, over HTTP and through a bridge."""

import base64
import contextlib
import json
import subprocess
import urllib.parse

import pytest
from mcp_types import PromptReference, ResourceTemplateReference

from asking import DUMP, META, MODERN, asked, error, everything, listening, made_token, message, mode, over_lines, post, speaking, way, with_token  # noqa: F401
from guarding import CHOSEN, bearer, guarded  # noqa: F401
from commanding import BINARY
from conftest import SAMPLES


# Resources


def test_screens_panes_and_rules_are_listed_and_read(way, mode):
    async def work(client):
        listed = {resource.uri: resource for resource in await everything(client)}
        screen = next(uri for uri, resource in listed.items() if resource.title == "Stopwatch")
        assert screen.startswith("vitrine://dumps/") and listed[screen].annotations.last_modified
        [text] = (await client.read_resource(screen)).contents
        assert "Lap" in text.text and text.text.startswith("--- data of the app") and text.text.endswith("--- end of the data")
        [shape] = (await client.read_resource(screen + "/json")).contents
        assert shape.mime_type == "application/json" and json.loads(shape.text)["dump"] in screen
        [picture] = (await client.read_resource(screen + "/picture")).contents
        assert picture.mime_type == "image/svg+xml" and picture.text.startswith("<svg")
        [scenes] = (await client.read_resource(screen + "/scenes")).contents
        assert json.loads(scenes.text)["scenes"]
        panes = [uri for uri in listed if uri.startswith("vitrine://apps/com.example.clock/settings/")]
        assert len(panes) == 7
        [pane] = (await client.read_resource(panes[1])).contents
        assert json.loads(pane.text)["groups"] and json.loads(pane.text)["name"] == urllib.parse.unquote(panes[1].rpartition("/")[2])
        [root] = (await client.read_resource("vitrine://apps/com.example.clock/settings")).contents
        assert json.loads(root.text)["name"] == "Root"
        [files] = (await client.read_resource("vitrine://apps/com.example.clock/interfaces")).contents
        assert "interfaces" in json.loads(files.text)
        [rules] = (await client.read_resource("vitrine://rules/lint")).contents
        assert any(rule["id"] == "size.zero" for rule in json.loads(rules.text)["rules"])
        [guide] = (await client.read_resource("vitrine://rules/uikit")).contents
        assert guide.mime_type == "text/markdown" and "Springs and struts" in guide.text
        templates = (await client.list_resource_templates()).resource_templates
        assert {"vitrine://dumps/{dump}", "vitrine://apps/{app}/settings/{pane}"} <= {template.uri_template for template in templates}

    asked(way(), mode, work)


def test_what_is_not_there_is_the_protocols_error(way, mode):
    async def work(client):
        code = -32602 if mode == MODERN else -32002
        for uri in ["vitrine://dumps/nowhere", "vitrine://dumps/", "vitrine://dumps/a/b/c", "file:///etc/passwd", "vitrine://apps/nobody/settings",
                    "vitrine://dumps/%zz", "vitrine://rules/uikit/more", "vitrine://dumps/..%2f..%2fetc", "x" * 5_000]:
            refused = await error(client.read_resource(uri))
            assert refused.code == code, (uri, refused)

    asked(way(), mode, work)


def test_a_screenshot_is_read_as_it_came(shared, mode):
    picture = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
    made = shared.upload({"dump": ("pictured.txt", b"<UIWindow: 0x1; frame = (0 0; 1 1)>"), "screenshot": ("a.png", picture)})
    assert made.status == 201, made.text

    async def work(client):
        return (await client.read_resource(f"vitrine://dumps/{made.json['id']}/picture")).contents

    [content] = asked(f"{shared.url}/mcp", mode, work)
    assert content.mime_type == "image/png" and base64.b64decode(content.blob) == picture


def test_long_lists_come_in_pages(fresh, mode):
    for number in range(60):
        assert fresh.request("POST", f"/api/v1/dumps?name=page{number}", DUMP).status == 201

    async def work(client):
        first = await client.list_resources()
        assert first.next_cursor and len(first.resources) < 75
        listed = [resource.uri for resource in await everything(client)]
        assert len(listed) == len(set(listed)) and sum("/page" in uri or "dumps/" in uri for uri in listed) >= 62
        for cursor in ["x", "d" + "9" * 400, "dnowhere", "-1", ""]:
            refused = await error(client.list_resources(cursor=cursor))
            assert refused.code == -32602 and "cursor" in refused.message
        assert (await error(client.list_tools(cursor="5000"))).code == -32602

    asked(f"{fresh.url}/mcp", mode, work)


# Prompts and completion


def test_prompts_name_the_tools_and_bring_the_screens(way, mode):
    async def work(client):
        prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert [name for name in prompts] == ["find-cut-off", "page-object", "fit-all-iphones", "review-storyboard-change"]
        tools = {tool.name for tool in (await client.list_tools()).tools}
        screens = (await client.call_tool("screens", {})).structured_content["screens"]
        screen = next(one["screen"] for one in screens if one["name"] == "Stopwatch")
        for name, prompt in prompts.items():
            values = {"view": "3", "language": "python"}
            arguments = {argument.name: values.get(argument.name, screen) for argument in prompt.arguments}
            got = await client.get_prompt(name, arguments)
            task, *resources = got.messages
            named = {word for word in tools if f"all {word}" in task.content.text or f"with {word}" in task.content.text}
            assert named and screen in task.content.text, task.content.text
            assert resources and all("Lap" in message.content.resource.text for message in resources)
        assert "Appium" in (await client.get_prompt("page-object", {"screen": screen, "language": "java"})).messages[0].content.text
        for name, arguments in [("nothing", {}), ("page-object", {}), ("page-object", {"screen": screen, "language": "cobol"}),
                                ("page-object", {"screen": screen, "depth": "1"}), ("find-cut-off", {"screen": screen, "view": "9999"})]:
            refused = await error(client.get_prompt(name, arguments))
            assert refused.code in (-32602, -32002), (name, arguments, refused)

    asked(way(), mode, work)


def test_arguments_are_completed(way, mode):
    async def work(client):
        async def completed(ref, name, value, **known):
            return (await client.complete(ref, {"name": name, "value": value}, known or None)).completion

        prompt, pages = PromptReference(name="find-cut-off"), PromptReference(name="page-object")
        screen = (await completed(prompt, "screen", "stopw")).values[0]
        assert screen.startswith("stopwatch-")
        assert screen in (await completed(prompt, "screen", "STOPWATCH")).values
        assert screen in (await completed(ResourceTemplateReference(uri="vitrine://dumps/{dump}/json"), "dump", "")).values
        views = await completed(prompt, "view", "lap", screen=screen)
        assert views.values and views.total == len(views.values) and views.has_more is False
        assert (await completed(prompt, "view", "lap")).values == []
        assert (await completed(prompt, "view", "lap", screen="nowhere")).values == []
        assert (await completed(pages, "language", "ja")).values[:2] == ["java", "javascript"]
        panes = ResourceTemplateReference(uri="vitrine://apps/{app}/settings/{pane}")
        assert "com.example.clock" in (await completed(panes, "app", "clock")).values
        assert "Root" in (await completed(panes, "pane", "", app="com.example.clock")).values
        for ref, name in [(prompt, "depth"), (PromptReference(name="nothing"), "screen"), (panes, "dump"),
                          (ResourceTemplateReference(uri="vitrine://dumps/*"), "dump")]:
            assert (await error(client.complete(ref, {"name": name, "value": ""}))).code == -32602

    asked(way(), mode, work)


# Progress, cancellation, errors


def test_progress_is_told_before_the_answer(way, mode):
    async def work(client):
        steps = []

        async def progress(done, total, what):
            steps.append(done)

        found = await client.call_tool("find", {"screen": (await client.call_tool("screens", {})).structured_content["screens"][0]["screen"],
                                                "words": "class:UI*"}, progress_callback=progress)
        assert not found.is_error and len(steps) > 1 and steps == sorted(set(steps))

    asked(way(), mode, work)


def test_a_long_answer_behind_progress_is_whole(shared):
    rows = "\n".join(f"   | <UILabel: 0x{row + 9:x}; frame = (0 {row * 20}; 300 20); text = 'Row {row} {'word ' * 12}'>" for row in range(3_000))
    screen = shared.request("POST", "/api/v1/dumps?name=long", "<UIWindow: 0x1; frame = (0 0; 320 64000)>\n" + rows).json["id"]
    asking = message("tools/call", name="look", arguments={"screen": screen, "detail": "full", "tokens": 20_000})
    asking["params"]["_meta"] = {**META, "progressToken": "p"}
    reply = post(shared, asking, Accept="application/json, text/event-stream", Mcp_Name="look")
    assert reply.headers["Content-Type"].startswith("text/event-stream")
    *steps, last = [json.loads(line[6:]) for line in reply.text.splitlines() if line.startswith("data: ")]
    assert steps and all(step["params"]["progressToken"] == "p" for step in steps)
    assert len(last["result"]["content"][0]["text"]) > 40_000


def test_what_is_refused_before_it_begins_has_its_status_despite_progress(guarded):
    token, _ = made_token(guarded, "Looks")
    asking = message("tools/call", name="open", arguments={"text": DUMP})
    asking["params"]["_meta"] = {**META, "progressToken": 1}
    refused = post(guarded, asking, Accept="application/json, text/event-stream", Mcp_Name="open", **bearer(token))
    assert refused.status == 403 and 'scope="write"' in refused.headers["WWW-Authenticate"] and "error" in refused.json


def test_a_resource_is_named_in_the_head_too(shared):
    assert post(shared, message("resources/read", uri="vitrine://rules/lint")).status == 200
    mismatched = post(shared, message("resources/read", uri="vitrine://rules/lint"), Mcp_Name="vitrine://rules/uikit")
    assert mismatched.status == 400 and mismatched.json["error"]["code"] == -32020
    missing = post(shared, message("resources/read", uri="vitrine://dumps/nowhere"))
    assert missing.status == 400 and missing.json["error"]["code"] == -32602


@pytest.mark.parametrize("method", ["roots/list", "sampling/createMessage", "logging/setLevel", "resources/subscribe", "tasks/list", ""])
def test_what_the_new_version_leaves_out_is_no_method(shared, method):
    assert post(shared, message(method, uri="vitrine://rules/lint", level="info")).json["error"]["code"] in (-32601, -32020)


def test_requests_that_nobody_could_hear_of_are_refused(shared):
    asking = {"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe", "params": {"uri": "vitrine://rules/lint"}}
    refused = shared.request("POST", "/mcp", asking, {"MCP-Protocol-Version": "2025-11-25"})
    assert refused.json["error"]["code"] == -32600 and "Mcp-Session-Id" in refused.json["error"]["message"]
    assert shared.request("GET", "/mcp", headers={"Accept": "text/event-stream"}).status == 400
    assert shared.request("GET", "/mcp", headers={"Accept": "application/json", "Mcp-Session-Id": "a"}).status == 406
    modern = {"Accept": "text/event-stream", "Mcp-Session-Id": "a", "MCP-Protocol-Version": MODERN}
    assert shared.request("GET", "/mcp", headers=modern).status == 405
    assert shared.request("DELETE", "/mcp").status == 400
    assert shared.request("DELETE", "/mcp", headers={"Mcp-Session-Id": "a"}).status == 204
    assert shared.request("PUT", "/mcp", {}).status == 405
    assert post(shared, listening(1), Accept="application/json").status == 406


def test_a_session_is_its_owners(guarded):
    made, _ = made_token(guarded, "Other")
    asking = {"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe", "params": {"uri": "vitrine://rules/lint"}}
    head = {"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": "same"}
    for number in range(64):
        asking["params"]["uri"] = f"vitrine://apps/com.example.clock/settings/{number}"
        assert "result" in guarded.request("POST", "/mcp", asking, {**head, **bearer(CHOSEN)}).json
    asking["params"]["uri"] = "vitrine://rules/uikit"
    assert "at most 64" in guarded.request("POST", "/mcp", asking, {**head, **bearer(CHOSEN)}).json["error"]["message"]
    assert "result" in guarded.request("POST", "/mcp", asking, {**head, **bearer(made)}).json


# Rights


def test_a_token_to_read_reads_and_does_not_write(guarded, mode):
    token, _ = made_token(guarded, f"Reads {mode}")

    async def work(client):
        listed = await everything(client)
        for resource in listed:
            assert (await client.read_resource(resource.uri)).contents
        assert (await client.get_prompt("fit-all-iphones", {"screen": listed[-1].uri.rpartition("/")[2]})).messages
        assert "scope write" in (await error(client.call_tool("open", {"text": DUMP}))).message

    asked(with_token(guarded, token), mode, work)


def test_who_shows_nothing_is_asked_for_a_token(guarded):
    for method in ("POST", "GET", "DELETE"):
        body = message("resources/list") if method == "POST" else None
        refused = guarded.request(method, "/mcp", body, {"Mcp-Session-Id": "a", "Accept": "application/json, text/event-stream"})
        assert refused.status == 401 and refused.headers["WWW-Authenticate"].startswith("Bearer"), method
    assert post(guarded, message("resources/list"), **bearer("vtr_" + "x" * 43)).status == 401


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
def test_other_origins_and_hosts_are_refused(shared, method):
    body = message("resources/list") if method == "POST" else None
    head = {"Mcp-Session-Id": "a", "Accept": "application/json, text/event-stream"}
    for name, value in [("Origin", "https://evil.example"), ("Origin", "null"), ("Host", "evil.example")]:
        assert shared.request(method, "/mcp", body, {**head, name: value}).status == 403, (name, value)


def test_read_only_reads_everything_and_hears_of_changes():
    async def work(client):
        for resource in await everything(client):
            assert (await client.read_resource(resource.uri)).contents
        async with client.listen(resources_list_changed=True) as events:
            assert events.honored.resources_list_changed
            assert (await client.call_tool("open", {"text": DUMP})).is_error

    asked(over_lines(SAMPLES, "--read-only"), MODERN, work)


def test_a_bridge_shows_its_token(guarded):
    transport = over_lines("--server", guarded.url, VITRINE_TOKEN=CHOSEN)
    assert asked(transport, MODERN, everything)
    refused = subprocess.run([BINARY, "mcp", "--server", guarded.url], input=json.dumps(message("resources/list")) + "\n",
                             capture_output=True, text=True, timeout=60, check=True).stdout
    assert "requires a token" in json.loads(refused)["error"]["message"]


# Hostile messages

HOSTILE = [
    b"", b"{", b"[" * 100_000, b'{"a":' * 5_000, b"\xff\xfe{", b"null", b'{"jsonrpc":"2.0","id":1,"method":"ping"}' * 2, b'"' + b"a" * 100_000,
    json.dumps({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}).encode(), b'{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}',
    *(json.dumps(message(method, **params)).encode() for method, params in [
        ("resources/read", {"uri": 1}), ("resources/read", {"uri": "vitrine://dumps/" + "%2e%2e%2f" * 100}), ("resources/read", {}),
        ("prompts/get", {"name": "page-object", "arguments": {"screen": ["a"]}}), ("prompts/get", {"name": "page-object", "arguments": [1]}),
        ("prompts/get", {"name": "page-object", "arguments": {"screen": "../../\u0000\u202e" + "x" * 5_000}}),
        ("completion/complete", {"ref": [], "argument": 1}), ("completion/complete", {"ref": {"type": "ref/prompt", "name": "page-object"},
                                                                                     "argument": {"name": "screen", "value": "x" * 100_000}}),
        ("completion/complete", {"ref": {"type": "ref/prompt", "name": "find-cut-off"}, "argument": {"name": "view", "value": ""},
                                 "context": {"arguments": {"screen": "../../apps"}}}),
        ("resources/list", {"cursor": {}}), ("resources/list", {"cursor": "a-1"}), ("resources/list", {"cursor": "a99999999999999999999"}),
        ("resources/list", {"cursor": "d\u0000"}), ("tools/list", {"cursor": "99999999999999999999"}), ("subscriptions/listen", {"notifications": []}),
    ]),
]


def test_hostile_messages_are_answered_with_errors(shared):
    for body in HOSTILE:
        head = {"Content-Type": "application/json", "MCP-Protocol-Version": MODERN, "Accept": "application/json, text/event-stream"}
        with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
            head["Mcp-Method"] = json.loads(body)["method"]
            head["Mcp-Name"] = {"p": "page-object", "r": json.loads(body)["params"].get("uri")}[head["Mcp-Method"][0]]
            head = {name: value for name, value in head.items() if isinstance(value, str)}
        reply = shared.request("POST", "/mcp", body, head)
        assert reply.status < 500 and len(reply.body) < 4_000, (body[:80], reply.status, reply.text[:200])
        assert '"error"' in reply.text or '"completion"' in reply.text, (body[:80], reply.text[:200])
    with speaking(SAMPLES) as process:
        for body in HOSTILE:
            if b"\n" in body or not body.strip():
                continue
            process.stdin.buffer.write(body + b"\n")
            process.stdin.buffer.flush()
            assert json.loads(process.stdout.readline())["jsonrpc"] == "2.0", body[:80]
    assert shared.get("/healthz").status == 200
