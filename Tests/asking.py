"""Asks as an agent does, with the official client, in each way that there is."""

import asyncio
import concurrent.futures
import contextlib
import json
import subprocess

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from commanding import BINARY
from conftest import SAMPLES
from guarding import CHOSEN, bearer

MODERN, LEGACY = "2026-07-28", "legacy"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
DUMP = "<UIWindow: 0x1; frame = (0 0; 320 480)>\n   | <UILabel: 0x2; frame = (0 0; 100 20); text = 'Total'>"


@pytest.fixture(params=["lines", "http", "bridge"])
def way(request, shared):
    """How a client reaches what it asks: makes transports."""
    if request.param == "http":
        return lambda: f"{shared.url}/mcp"
    return lambda: over_lines(SAMPLES) if request.param == "lines" else over_lines("--server", shared.url)


@pytest.fixture(params=[MODERN, LEGACY])
def mode(request):
    return request.param


def over_lines(*arguments, **variables):
    return stdio_client(StdioServerParameters(command=str(BINARY), args=["mcp", *map(str, arguments)], env=variables or None))


def with_token(server, token):
    """A transport that shows a token."""
    client = httpx2.AsyncClient(headers=bearer(token), timeout=60)
    return streamable_http_client(server.url + "/mcp", http_client=client)


def apart(work):
    """Runs on a thread of its own: browser tests have a loop on this one."""
    async def limited():
        async with asyncio.timeout(120):
            return await work()

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(limited())).result()


def asked(transport, mode, work, **options):
    async def run():
        async with Client(transport, mode=mode, **options) as client:
            return await work(client)

    return apart(run)


def made_token(server, name, *scopes):
    """A new token, and its id."""
    token = server.request("POST", "/api/v1/tokens", {"name": name, "scopes": scopes or ["read"]}, bearer(CHOSEN)).json["token"]
    tokens = server.request("GET", "/api/v1/tokens", headers=bearer(CHOSEN)).json["tokens"]
    return token, next(token["id"] for token in tokens if token["name"] == name)


def spoken(process, message):
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()


@contextlib.contextmanager
def speaking(*options):
    process = subprocess.Popen([BINARY, "mcp", *map(str, options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        process.stdout.close()


async def opened(client, text=DUMP, name="made"):
    made = await client.call_tool("open", {"text": text, "name": name})
    assert not made.is_error, made.content[0].text
    return made.structured_content["screen"]


async def error(work):
    """The error that an answer is, which says what to do."""
    with pytest.raises(MCPError) as raised:
        await work
    assert raised.value.error.message.endswith((".", "…")) and len(raised.value.error.message) > 20
    return raised.value.error


async def everything(client):
    """All pages of the list of resources."""
    listed, cursor = [], None
    while True:
        page = await client.list_resources(cursor=cursor)
        listed += page.resources
        if (cursor := page.next_cursor) is None:
            return listed


def message(method, id=1, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, "_meta": META}}


def listening(id, **filter):
    return message("subscriptions/listen", id, notifications=filter)


def post(server, body, **headers):
    fields = {"Content-Type": "application/json", "MCP-Protocol-Version": MODERN, "Mcp-Method": body["method"]}
    for key in ("name", "uri"):
        if body["method"] in ("tools/call", "prompts/get", "resources/read") and key in body["params"]:
            fields["Mcp-Name"] = body["params"][key]
    return server.request("POST", "/mcp", json.dumps(body), {**fields, **{k.replace("_", "-"): v for k, v in headers.items()}})
