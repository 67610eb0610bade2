"""A domain of user defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .property_lists import decoded, encoded, escaped
from .shapes import JSON
from .transport import Transport, segment


class Domain:
    """The user defaults of an app. Values are those of property lists: datetimes with a time zone, bytes, float and int."""

    def __init__(self, transport: Transport, name: str) -> None:
        self._transport = transport
        self.name = name
        self._path = f"/api/v1/defaults/{segment(name)}"

    def __repr__(self) -> str:
        return f"<Domain {self.name}>"

    @property
    def revision(self) -> int:
        return int(self._transport.get(self._path)["revision"])

    def values(self, view: str | None = None) -> dict[str, Any]:
        """All values: `stored`, as the `app` sees them, or as `settings` shows them."""
        return {
            key[1:] if key.startswith("$$") else key: decoded(value)
            for key, value in self._transport.get(self._path, view=view)["values"].items()
        }

    def value(self, key: str, *, as_: str | None = None) -> Any:
        """One value as the app sees it; `as_` is a getter of `UserDefaults`, such as `bool`. `NotFound` where nothing has it."""
        return decoded(self._transport.get(f"{self._path}/values/{segment(key)}", **{"as": as_})["value"])

    def set(self, values: Mapping[str, Any], *, if_match: str | None = None) -> list[str]:
        """Changes keys, None removes one; all or nothing. Gives the keys that changed."""
        body = {escaped(key): None if value is None else encoded(value) for key, value in values.items()}
        return self._written("PATCH", self._path, body, if_match)

    def replace(self, values: Mapping[str, Any], *, if_match: str | None = None) -> list[str]:
        """Makes these all values."""
        return self._written("PUT", self._path, encoded(values), if_match)

    def remove(self) -> None:
        self._transport.request("DELETE", self._path)

    def file(self) -> bytes:
        """The property list that the app would find in Library/Preferences."""
        return self._transport.request("GET", self._path, accept="application/x-plist").body

    def load(self, file: bytes) -> list[str]:
        """Makes the values of a property list all values."""
        answer = self._transport.request("PUT", self._path, body=file, content_type="application/x-plist").json
        return [str(key) for key in answer["changed"]]

    def history(self) -> list[JSON]:
        """What was changed when, the newest first, with the values before and after."""
        return self._transport.all(f"{self._path}/history", "history")

    def undo(self, revision: int) -> list[str]:
        """Takes back what one change did; `Conflict` where somebody has changed its keys since."""
        return self._written("POST", f"{self._path}/undo", {"revision": revision}, None)

    def restore(self, revision: int) -> list[str]:
        """Makes the domain what it was."""
        return self._written("POST", f"{self._path}/restore", {"revision": revision}, None)

    def set_arguments(self, arguments: Sequence[str]) -> None:
        """Launch arguments, which beat what is stored: `["-launches", "7"]`."""
        self._transport.send("PUT", f"{self._path}/layers/argument", {"arguments": list(arguments)})

    def set_layer(self, layer: str, values: Mapping[str, Any]) -> None:
        """The values of the layer `registration` or `managed`."""
        self._transport.send("PUT", f"{self._path}/layers/{segment(layer)}", {"values": encoded(values)})

    def clear_layer(self, layer: str) -> None:
        self._transport.request("DELETE", f"{self._path}/layers/{segment(layer)}")

    def _written(self, method: str, path: str, body: Any, if_match: str | None) -> list[str]:
        answer = self._transport.send(method, path, body, if_match=if_match).json
        return [str(key) for key in answer["changed"]]


class DefaultsSet:
    """Values of several domains under a name, which are applied and taken back together."""

    def __init__(self, transport: Transport, name: str) -> None:
        self._transport = transport
        self.name = name
        self._path = f"/api/v1/defaults/sets/{segment(name)}"

    def __repr__(self) -> str:
        return f"<DefaultsSet {self.name}>"

    @property
    def domains(self) -> dict[str, dict[str, Any]]:
        """What it holds, by domain; None for a key that it removes."""
        return {
            domain: {
                key[1:] if key.startswith("$$") else key: None if value is None else decoded(value)
                for key, value in values.items()
            }
            for domain, values in self._transport.get(self._path)["domains"].items()
        }

    def store(self, domains: Mapping[str, Mapping[str, Any]], *, description: str = "") -> None:
        """Makes the set, or puts this in its place; None removes a key."""
        values = {
            domain: {escaped(key): None if value is None else encoded(value) for key, value in part.items()}
            for domain, part in domains.items()
        }
        self._transport.send("PUT", self._path, {"description": description, "domains": values})

    def take(self, *domains: str, description: str = "") -> None:
        """Makes the set of what the domains hold now."""
        body = {"description": description, "from": [{"domain": domain} for domain in domains]}
        self._transport.send("PUT", self._path, body)

    def preview(self) -> list[JSON]:
        """What applying it would change: `domain`, `key`, `before`, `after`."""
        path = f"{self._path}/apply?preview=true&limit=10000"
        return list(self._transport.request("POST", path).json["changes"])

    def apply(self) -> "AppliedSet":
        """Gives all keys its values; the result takes that back."""
        return AppliedSet(self._transport, self._transport.request("POST", f"{self._path}/apply").json["domains"])

    def delete(self) -> None:
        self._transport.request("DELETE", self._path)


class AppliedSet:
    """A set that was applied: `with vitrine.defaults_set("demo").apply(): …` takes it back at the end."""

    def __init__(self, transport: Transport, results: Sequence[JSON]) -> None:
        self._transport = transport
        #: The keys that changed, by domain.
        self.changed = {str(each["domain"]): list(each["changed"]) for each in results if each["changed"]}
        self._first = next(((each["domain"], each["revision"]) for each in results if each["changed"]), None)

    def undo(self) -> None:
        """Takes all of it back; `Conflict` where somebody has changed a key since."""
        if self._first is None:
            return
        domain, revision = self._first
        self._transport.send("POST", f"/api/v1/defaults/{segment(domain)}/undo", {"revision": revision})
        self._first = None

    def __enter__(self) -> "AppliedSet":
        return self

    def __exit__(self, *error: object) -> None:
        self.undo()
