"""Agents ask over lines and over HTTP, with the official client as the judge of what leaves."""

import pytest
from mcp import MCPError

import asking
from asking import LEGACY, META, MODERN, asked, message, post
from conftest import SAMPLES

MODES = [MODERN, LEGACY]


def lines(*options):
    return asking.over_lines(SAMPLES, *options)


async def tour(client):
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools][:4] == ["screens", "look", "find", "why"]
    for tool in tools:
        assert tool.input_schema["type"] == "object" and tool.output_schema and tool.annotations.open_world_hint is False
    screens = await client.call_tool("screens", {})
    [stopwatch] = [screen for screen in screens.structured_content["screens"] if screen["name"] == "Stopwatch"]
    assert stopwatch["screen"] in screens.content[0].text
    screen = stopwatch["screen"]
    look = await client.call_tool("look", {"screen": screen})
    assert "Lap" in look.content[0].text and len(look.content[0].text) < 8000
    found = await client.call_tool("find", {"screen": screen, "words": "Laps"})
    assert found.structured_content["views"][0]["use"]["unique"] is True
    label = next(view for view in found.structured_content["views"] if view["class"] == "UILabel")
    check = await client.call_tool("check", {"screen": screen, "tokens": 200})
    assert check.structured_content["next"] >= 1 and len(check.content[0].text) <= 800
    why = await client.call_tool("why", {"screen": screen, "view": label["id"]})
    assert "A tap does not reach it" in why.content[0].text
    missing = await client.call_tool("look", {"screen": "nowhere"})
    assert missing.is_error and missing.content[0].text
    with pytest.raises(MCPError) as bad:
        await client.call_tool("look", {"screen": screen, "depth": 3})
    assert bad.value.error.code == -32602 and "takes" in bad.value.error.message
    return screen


@pytest.mark.parametrize("mode", MODES)
def test_tools_answer_over_lines(mode):
    assert asked(lines(), mode, tour)


@pytest.mark.parametrize("mode", MODES)
def test_tools_answer_over_http(shared, mode):
    assert asked(f"{shared.url}/mcp", mode, tour)


@pytest.mark.parametrize("mode", MODES)
def test_a_bridge_carries_messages_to_a_server(shared, mode):
    assert asked(asking.over_lines("--server", shared.url), mode, tour)


def test_nothing_is_changed_read_only():
    async def work(client):
        return await client.call_tool("open", {"text": "<UIWindow: 0x1; frame = (0 0; 320 480)>"})

    refused = asked(lines("--read-only"), MODES[0], work)
    assert refused.is_error and "--read-only" in refused.content[0].text
    assert asked(lines(), MODES[0], work).structured_content["views"] == 1


def test_versions_and_fields_are_checked(shared):
    found = post(shared, message("server/discover"))
    assert found.status == 200 and found.json["result"]["resultType"] == "complete"
    assert post(shared, message("tools/list"), Mcp_Method="ping").json["error"]["code"] == -32020
    assert post(shared, message("tools/call", name="look"), Mcp_Name="find").json["error"]["code"] == -32020
    unknown = post(shared, message("roots/list"))
    assert unknown.status == 404 and unknown.json["error"]["code"] == -32601
    old = message("tools/list")
    old["params"]["_meta"] = {**META, "io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    refused = post(shared, old, MCP_Protocol_Version="2031-01-01")
    assert refused.status == 400 and refused.json["error"]["code"] == -32022
    assert "2026-07-28" in refused.json["error"]["data"]["supported"]
