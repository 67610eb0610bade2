"""Agents of tests: they know the tools and nothing else."""

import asyncio
import concurrent.futures
import os

import pytest

from commanding import BINARY

pytest.importorskip("mcp")

from mcp import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402

MODES = ["2026-07-28", "legacy"]
TOKENS = 1_500


def lines(*arguments, **variables):
    """A server over standard input and output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VITRINE_")}
    return stdio_client(StdioServerParameters(command=str(BINARY), args=["mcp", *map(str, arguments)], env=environment | variables))


def asked(transport, mode, work):
    """What comes of some work with a client, on a thread of its own: browser tests have a loop on this one."""
    async def run():
        async with Client(transport, mode=mode) as client:
            return await work(Agent(client))

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(run())).result()


def tokens(text):
    """How many tokens a text has, by the estimate of the digest: four letters of ASCII are one, and so is each other letter."""
    ascii_letters = sum(letter.isascii() for letter in text)
    return (ascii_letters + 3) // 4 + len(text) - ascii_letters


class Agent:
    """Asks tools, and records what it asked and how much it was told."""

    def __init__(self, client):
        self.client = client
        self.record = []

    async def __call__(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in result.content if part.type == "text")
        self.record.append((tool, arguments, text, tokens(text)))
        assert not result.is_error, text
        return Answer(text, result.structured_content, result.content)

    async def refused(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        return result.content[0].text


class Answer:
    """The text of an answer; its values by their names."""

    def __init__(self, text, values, content):
        self.text, self.values, self.content = text, values, content

    def __getitem__(self, name):
        return self.values[name]

    def __contains__(self, words):
        return words in self.text
