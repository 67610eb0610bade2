"""What agents hear of: in streams of their own, and in sessions of older versions."""

import asyncio
import http.client
import json
import urllib.parse

import pytest
from mcp import Client

from asking import DUMP, LEGACY, MODERN, apart, asked, error, everything, listening, made_token, message, opened, over_lines, post, speaking, spoken, way, with_token  # noqa: F401
from guarding import CHOSEN, bearer, guarded  # noqa: F401
from conftest import SAMPLES


def changes(server, screen, x):
    assert server.request("PATCH", f"/api/v1/dumps/{screen}/views/1", {"frame": {"x": x, "y": 0, "width": 50, "height": 20}}).status == 200


def test_a_listener_hears_of_what_it_asked_for(way):
    async def work(client):
        screen = await opened(client, name="heard")
        uri, pane = f"vitrine://dumps/{screen}", "vitrine://apps/com.example.clock/settings"
        asked_for = [uri, uri + "/json", pane, "vitrine://rules/lint", "vitrine://dumps/nowhere", "other://x"]
        async with client.listen(resources_list_changed=True, tools_list_changed=True, resource_subscriptions=asked_for) as events:
            assert events.honored.resources_list_changed and events.honored.tools_list_changed is None
            assert events.honored.resource_subscriptions == asked_for[:4]
            heard = set()

            async def until(*wanted):
                while not heard.issuperset(wanted):
                    event = await anext(events)
                    heard.add(getattr(event, "uri", "list"))

            await client.call_tool("try", {"screen": screen, "edit": {"op": "remove", "view": 1}, "keep": True})
            await until(uri, uri + "/json")
            await opened(client, name="other")
            await until("list")
            await client.call_tool("settings", {"app": "com.example.clock", "set": {"vibrate": True}})
            await until(pane)
            await client.call_tool("settings", {"app": "com.example.clock", "set": {"vibrate": None}})
            return heard, asked_for

    heard, asked_for = asked(way(), MODERN, work)
    assert heard <= {"list", *asked_for[:3]}


@pytest.mark.parametrize("reach", ["http", "bridge"])
def test_an_edit_of_a_screen_is_told_to_listeners(shared, reach):
    screen = shared.request("POST", "/api/v1/dumps?name=edited", DUMP).json["id"]
    transport = f"{shared.url}/mcp" if reach == "http" else over_lines("--server", shared.url)

    async def work(client):
        uri = f"vitrine://dumps/{screen}/json"
        async with client.listen(resource_subscriptions=[uri]) as events:
            for x in (10, 20):
                await asyncio.to_thread(changes, shared, screen, x)
                assert (await anext(events)).uri == uri
                assert f'"x":{x}' in (await client.read_resource(uri)).contents[0].text.replace(" ", "")

    asked(transport, MODERN, work)


def test_a_subscriber_of_older_versions_hears_of_what_it_asked_for(shared, way):
    async def work_with(messages, client):
        screen = await opened(client, name="subscribed")
        uri = "vitrine://apps/com.example.clock/settings"

        async def until(method, value=None):
            while True:
                message = await messages.get()
                if message.method == method and (value is None or message.params.uri == value):
                    return

        await client.subscribe_resource(uri)
        await client.subscribe_resource(f"vitrine://dumps/{screen}")
        await client.subscribe_resource("vitrine://rules/lint")
        assert (await error(client.subscribe_resource("vitrine://dumps/nowhere"))).code == -32002
        await client.call_tool("settings", {"app": "com.example.clock", "set": {"vibrate": True}})
        await until("notifications/resources/updated", uri)
        await opened(client, name="later")
        await until("notifications/resources/list_changed")
        await client.unsubscribe_resource(uri)
        await client.call_tool("settings", {"app": "com.example.clock", "set": {"vibrate": None}})
        await opened(client, name="last")
        await until("notifications/resources/list_changed")
        rest = []
        while not messages.empty():
            rest.append(messages.get_nowait())
        assert not [one for one in rest if getattr(one.params, "uri", None) == uri]

    async def run():
        messages = asyncio.Queue()

        async def handler(message):
            if hasattr(message, "method"):
                await messages.put(message)

        async with Client(way(), mode=LEGACY, message_handler=handler) as client:
            await work_with(messages, client)

    apart(run)


def test_a_listener_is_told_when_its_token_is_revoked(guarded):
    token, id = made_token(guarded, "Listener")

    async def work(client):
        async with client.listen(resources_list_changed=True) as events:
            await asyncio.to_thread(guarded.request, "DELETE", f"/api/v1/tokens/{id}", None, bearer(CHOSEN))
            # The stream comes to its end in order, or this waits until the time is over.
            return [event async for event in events]

    assert asked(with_token(guarded, token), MODERN, work) == []


def test_the_stream_of_a_session_ends_with_its_token(guarded):
    token, id = made_token(guarded, "Session")
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(guarded.url).netloc, timeout=60)
    connection.request("GET", "/mcp", headers={**bearer(token), "Accept": "text/event-stream", "Mcp-Session-Id": "mine"})
    stream = connection.getresponse()
    assert stream.status == 200 and stream.readline()
    assert guarded.request("DELETE", f"/api/v1/tokens/{id}", headers=bearer(CHOSEN)).status in (200, 204)
    stream.read()
    connection.close()


@pytest.mark.parametrize("reach", ["lines", "bridge"])
def test_a_subscription_is_cancelled_and_ends_with_the_input(shared, reach):
    with speaking(*([SAMPLES] if reach == "lines" else ["--server", shared.url])) as process:
        for id in ("a", "b"):
            spoken(process, listening(id, resourcesListChanged=True))
            told = json.loads(process.stdout.readline())
            assert told["method"] == "notifications/subscriptions/acknowledged"
            assert told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == id
        spoken(process, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}})
        spoken(process, message("server/discover", "c"))
        assert json.loads(process.stdout.readline())["id"] == "c"
        # The id is free again.
        spoken(process, listening("a", resourcesListChanged=True))
        assert json.loads(process.stdout.readline())["method"] == "notifications/subscriptions/acknowledged"


def test_a_bridge_says_that_the_server_has_gone(start):
    server = start(SAMPLES)
    with speaking("--server", server.url) as process:
        spoken(process, listening("a", resourcesListChanged=True))
        assert json.loads(process.stdout.readline())["method"] == "notifications/subscriptions/acknowledged"
        assert server.stop() == 0
        ended = json.loads(process.stdout.readline())
        assert ended["id"] == "a" and (ended.get("result") or "." in ended["error"]["message"])
        spoken(process, message("server/discover", "b"))
        assert "connect" in json.loads(process.stdout.readline())["error"]["message"]


def test_subscriptions_of_one_client_are_bounded():
    with speaking(SAMPLES) as process:
        for id in range(17):
            spoken(process, listening(id))
        answers = [json.loads(process.stdout.readline()) for _ in range(17)]
        [refused] = [answer for answer in answers if "error" in answer]
        assert refused["id"] == 16 and "subscriptions" in refused["error"]["message"]


@pytest.mark.parametrize("filter", [
    {"resourceSubscriptions": ["vitrine://rules/lint"] * 65}, {"resourceSubscriptions": "vitrine://rules/lint"},
    {"resourceSubscriptions": [1]}, {"resourcesListChanged": "yes"}])
def test_a_filter_that_is_none_is_refused(shared, filter):
    reply = post(shared, listening(1, **filter), Accept="application/json, text/event-stream")
    assert '"code":-32602' in reply.text


def test_a_file_that_changes_is_told_to_who_listens(tmp_path):
    (tmp_path / "a.txt").write_text(DUMP)

    async def work(client):
        screen = next(one.uri for one in await everything(client) if one.uri.startswith("vitrine://dumps/"))
        async with client.listen(resources_list_changed=True, resource_subscriptions=[screen]) as events:
            (tmp_path / "a.txt").write_text(DUMP.replace("Total", "Other total"))
            while getattr(await anext(events), "uri", None) != screen:
                pass
            assert "Other total" in (await client.read_resource(screen)).contents[0].text

    asked(over_lines(tmp_path), MODERN, work)


