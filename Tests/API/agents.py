"""Agents of tests: they know the tools and nothing else."""

import asking
from asking import LEGACY, MODERN, over_lines as lines  # noqa: F401

MODES = [MODERN, LEGACY]
TOKENS = 1_500


def asked(transport, mode, work):
    """What comes of some work with an agent."""
    return asking.asked(transport, mode, lambda client: work(Agent(client)))


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
