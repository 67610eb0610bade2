"""An app and its Settings screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .property_lists import decoded, encoded
from .shapes import JSON
from .transport import Transport, segment


class App:
    """An app on a server."""

    def __init__(self, transport: Transport, json: JSON) -> None:
        self._transport = transport
        self.json = json
        self._path = f"/api/v1/apps/{segment(json['id'])}"

    @property
    def id(self) -> str:
        return str(self.json["id"])

    @property
    def name(self) -> str:
        return str(self.json["name"])

    @property
    def domain(self) -> str:
        """The domain of user defaults that its settings are kept in."""
        return str(self.json["domain"])

    def __repr__(self) -> str:
        return f"<App {self.id} “{self.name}”>"

    def info(self, lang: str | None = None) -> JSON:
        """Info.plist, each key with its value and meaning."""
        answer: JSON = self._transport.get(f"{self._path}/info", lang=lang)
        return answer

    def settings(self, pane: str | None = None, *, lang: str | None = None, idiom: str | None = None) -> JSON:
        """The root pane, or the child pane of that name: groups of rows."""
        path = f"{self._path}/settings" + (f"/{segment(pane)}" if pane is not None else "")
        answer: JSON = self._transport.get(path, lang=lang, idiom=idiom)
        return answer

    def all_settings(self, *, lang: str | None = None, idiom: str | None = None) -> Mapping[str, JSON]:
        """Every pane that can be reached, by its name."""
        answer = self._transport.get(f"{self._path}/settings", deep=True, lang=lang, idiom=idiom)
        panes: Mapping[str, JSON] = answer["panes"]
        return panes

    def row(self, key: str) -> JSON:
        """The first row with a key, on any pane; KeyError where there is none."""
        for pane in self.all_settings().values():
            for group in pane["groups"]:
                for row in group["rows"]:
                    if row.get("key") == key:
                        found: JSON = row
                        return found
        raise KeyError(f"no row of {self!r} has the key {key!r}")

    def set(self, values: Mapping[str, Any], *, if_match: str | None = None) -> list[str]:
        """Changes rows by their keys, None resets one; all or nothing. Gives the keys that changed."""
        body = {key: None if value is None else encoded(value) for key, value in values.items()}
        answer = self._transport.send("PATCH", f"{self._path}/settings", body, if_match=if_match).json
        return [str(key) for key in answer["changed"]]

    def lint(self, severity: str | None = None) -> list[JSON]:
        """What is wrong with the bundle, why, and the cure."""
        return self._transport.all(f"{self._path}/lint", "findings", severity=severity)

    def registration(self) -> Any:
        """What the app should pass to `register(defaults:)`."""
        return decoded(self._transport.get(f"{self._path}/registration", format="json"))

    def delete(self) -> None:
        self._transport.request("DELETE", self._path)
