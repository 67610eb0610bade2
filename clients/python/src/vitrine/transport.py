"""Requests and answers over HTTP, with nothing but the standard library."""

from __future__ import annotations

import gzip
import http.client
import ipaddress
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import ProblemError, Unreachable

Query = Mapping[str, object]


@dataclass(frozen=True)
class Reply:
    """What the server answered: the body, unpacked, and headers by their small-letter names."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def tag(self) -> str | None:
        """The `ETag`, to be sent back as `if_match`."""
        return self.headers.get("etag")


class Transport:
    """One server."""

    def __init__(self, url: str, timeout: float, headers: Mapping[str, str]) -> None:
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.headers = dict(headers)
        # What runs on this machine is not asked for through a proxy.
        proxies: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})] if is_local(self.url) else []
        self.opener = urllib.request.build_opener(*proxies)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: bytes | None = None,
        content_type: str | None = None,
        accept: str | None = None,
        if_match: str | None = None,
    ) -> Reply:
        """Asks, and raises `ProblemError` for what is refused and `Unreachable` where nobody answers."""
        text = query_text(query or {})
        given = {"Accept-Encoding": "gzip", "Content-Type": content_type, "Accept": accept, "If-Match": if_match}
        with self._open(method, path + ("?" + text if text else ""), body, given) as answer:
            try:
                return reply(answer.status, answer.headers, answer.read())
            except OSError as error:
                raise Unreachable(f"{method} {self.url}{path}: {error}") from error

    def events(self, path: str) -> Iterator[tuple[str, str]]:
        """The events of a stream, each its kind and data. A stream that breaks off goes on after the last event that was
        read."""
        last: str | None = None
        told: dict[str, str] = {}
        while True:
            with self._open("GET", path, None, {"Accept": "text/event-stream", "Last-Event-ID": last}) as answer:
                try:
                    for event in events(answer):
                        # The first event of a stream says how things are, which may be known.
                        if event != told:
                            yield event.get("event", "message"), event["data"]
                        told, last = event, event.get("id", last)
                except (OSError, http.client.HTTPException):
                    pass
            time.sleep(1)

    def _open(self, method: str, path: str, body: bytes | None, given: Mapping[str, str | None]) -> http.client.HTTPResponse:
        said = {name: value for name, value in given.items() if value is not None}
        headers = {"User-Agent": "vitrine-python/1.0", **self.headers, **said}
        request = urllib.request.Request(self.url + path, data=body, method=method, headers=headers)
        try:
            answer: http.client.HTTPResponse = self.opener.open(request, timeout=self.timeout)
            return answer
        except urllib.error.HTTPError as error:
            with error:
                refused = reply(error.code, error.headers, error.read())
            raise ProblemError.of(refused.status, refused.body, f"{method} {path.partition('?')[0]}") from None
        except (urllib.error.URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise Unreachable(f"{method} {self.url}{path}: {reason}") from error

    def get(self, path: str, **query: object) -> Any:
        """The JSON of a resource."""
        return self.request("GET", path, query=query).json

    def send(
        self, method: str, path: str, value: object, *, query: Query | None = None, if_match: str | None = None
    ) -> Reply:
        """Sends JSON."""
        body = json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        return self.request(method, path, query=query, body=body, content_type="application/json", if_match=if_match)

    def all(self, path: str, member: str, **query: object) -> list[Any]:
        """The entries of a long list, page by page."""
        entries: list[Any] = []
        while True:
            page = self.get(path, **query)
            entries += page[member]
            if page.get("next") is None:
                return entries
            query["after"] = page["next"]


def reply(status: int, headers: Any, body: bytes) -> Reply:
    """An answer with its body unpacked."""
    named = {name.lower(): value for name, value in headers.items()}
    return Reply(status, named, gzip.decompress(body) if named.get("content-encoding") == "gzip" else body)


def events(lines: Iterable[bytes]) -> Iterator[dict[str, str]]:
    """The events in the lines of a stream: their fields. What has no data is none."""
    event: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.decode().rstrip("\r\n").partition(":")
        if not name and not colon:
            if "data" in event:
                yield event
            event = {}
        elif name:
            event[name] = value.removeprefix(" ")


def is_local(url: str) -> bool:
    """Whether an address is one of this machine."""
    host = urllib.parse.urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def query_text(query: Query) -> str:
    """The query of an address: nothing for None, true and false in small letters, commas between several."""
    parts = [(name, query_value(value)) for name, value in query.items() if value is not None]
    return urllib.parse.urlencode(parts, quote_via=urllib.parse.quote)


def query_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(query_value(each) for each in value)
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def segment(text: object) -> str:
    """Something as one segment of a path."""
    return urllib.parse.quote(str(text), safe="")


def form(parts: Sequence[tuple[str, str | None, bytes]]) -> tuple[bytes, str]:
    """The body of a form and its type, from names, names of files, and bytes."""
    boundary = secrets.token_hex(16)
    body = b""
    for name, file, data in parts:
        named = f'; filename="{quoted(file)}"' if file is not None else ""
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{quoted(name)}"{named}\r\n\r\n'
        body += head.encode() + data + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def quoted(text: str) -> str:
    """A name for the header of a part, as browsers write it."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
