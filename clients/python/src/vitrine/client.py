"""A Vitrine server."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping
from typing import Any

from .apps import App
from .defaults import DefaultsSet, Domain
from .dump import Dump, Source, content, upload
from .errors import VitrineError
from .live import Live
from .shapes import Device, Diff
from .transport import Transport, form, segment

API = "/api/v1"


class Vitrine:
    """A server. `token` opens one that asks for it; without, that of `VITRINE_TOKEN`. `headers` go with every request, for
    instance those that a proxy in front of it wants."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8080",
        *,
        timeout: float = 120,
        headers: Mapping[str, str] | None = None,
        token: str | None = None,
    ) -> None:
        token = token or os.environ.get("VITRINE_TOKEN")
        shown = {"Authorization": f"Bearer {token}"} if token else {}
        self._transport = Transport(url, timeout, {**shown, **(headers or {})})

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return self._transport.url

    def __repr__(self) -> str:
        return f"<Vitrine {self.url}>"

    def is_healthy(self) -> bool:
        """Whether it answers."""
        try:
            return bool(self._transport.get("/healthz"))
        except VitrineError:
            return False

    # Dumps

    def dumps(self, q: str | None = None, *, sort: str | None = None) -> list[Dump]:
        """All dumps, the newest first, or those whose name, app or format has this text."""
        return [Dump(self._transport, each) for each in self._transport.all(f"{API}/dumps", "dumps", q=q, sort=sort)]

    def dump(self, id: str) -> Dump:
        """One dump."""
        return Dump(self._transport, self._transport.get(f"{API}/dumps/{segment(id)}"))

    def post_dump(
        self,
        source: Source,
        *,
        name: str | None = None,
        format: str | None = None,
        screenshot: Source | None = None,
        pictures: Mapping[str, bytes] | None = None,
    ) -> Dump:
        """Sends a dump: a file, or its text or bytes, in any format that the server knows. `pictures` are those of
        views, by the names that the dump gives them."""
        data, file = content(source)
        picture = content(screenshot)[0] if screenshot is not None else None
        body, kind = upload(data, picture, pictures, file)
        query = {"name": name, "format": format, "filename": file}
        reply = self._transport.request("POST", f"{API}/dumps", query=query, body=body, content_type=kind)
        if "id" not in reply.json:
            raise VitrineError("This is a log of constraint conflicts and no dump. POST /api/v1/explain explains it.")
        return Dump(self._transport, reply.json)

    def diff(self, before: Dump | str, after: Dump | str, *, tolerance: float | None = None) -> Diff:
        """What differs between two dumps, by the identity of views."""
        ids = [each.id if isinstance(each, Dump) else each for each in (before, after)]
        answer = self._transport.get(f"{API}/diff", **{"from": ids[0], "to": ids[1]}, tolerance=tolerance)
        added, removed, moved, resized, changed = (
            tuple(answer[name]) for name in ("added", "removed", "moved", "resized", "changed"))
        return Diff(added, removed, moved, resized, changed, answer["summary"], answer)

    def devices(self) -> list[Device]:
        """The screens on which an app can be laid out."""
        return [
            Device(each["id"], each["name"], each["width"], each["height"], each["scale"], each["idiom"], each)
            for each in self._transport.get(f"{API}/devices")["devices"]
        ]

    # Live sessions

    def connect(
        self, url: str, session: str | None = None, every: float | None = None, *, when_changed: bool = False
    ) -> Live:
        """Connects the server to WebDriverAgent or Appium: its address as the server sees it, and the session, else the
        one that runs. A snapshot is taken now, and then `every` so many seconds."""
        members = {"url": url, "session": session, "every": every, "whenChanged": when_changed}
        body = {name: value for name, value in members.items() if value is not None}
        return Live(self._transport, self._transport.send("POST", f"{API}/live", body).json)

    def live(self) -> list[Live]:
        """The live sessions."""
        return [Live(self._transport, each) for each in self._transport.get(f"{API}/live")["live"]]

    def live_session(self, id: str) -> Live:
        """One live session."""
        return Live(self._transport, self._transport.get(f"{API}/live/{segment(id)}"))

    # Apps and defaults

    def apps(self) -> list[App]:
        """The apps with their settings."""
        return [App(self._transport, each) for each in self._transport.all(f"{API}/apps", "apps")]

    def app(self, id: str) -> App:
        """One app, by its bundle identifier."""
        return App(self._transport, self._transport.get(f"{API}/apps/{segment(id)}"))

    def post_app(self, archive: str | pathlib.Path | bytes) -> App:
        """Sends a zipped `.app` or `.bundle`, or an `.ipa`."""
        path = None if isinstance(archive, bytes) else pathlib.Path(archive)
        data = archive if isinstance(archive, bytes) else pathlib.Path(archive).read_bytes()
        body, kind = form([("app", path.name if path else "app.zip", data)])
        return App(self._transport, self._transport.request("POST", f"{API}/apps", body=body, content_type=kind).json)

    def domains(self) -> list[Mapping[str, Any]]:
        """The domains of user defaults: `name`, `keys`, `revision`, `updatedAt`."""
        return self._transport.all(f"{API}/defaults", "domains")

    def domain(self, name: str) -> Domain:
        """A domain of user defaults; it need not hold anything yet."""
        return Domain(self._transport, name)

    def defaults_set(self, name: str) -> DefaultsSet:
        """A named set of values; it need not be there yet."""
        return DefaultsSet(self._transport, name)

    def openapi(self) -> Mapping[str, Any]:
        """The description of the API."""
        document: Mapping[str, Any] = self._transport.get(f"{API}/openapi.json")
        return document
