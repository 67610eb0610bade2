"""A live session: a device through WebDriverAgent or Appium."""

from __future__ import annotations

import json as codec
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from .dump import Dump, View, ViewFilter, number
from .shapes import JSON, Done, Point, Snapshot
from .transport import Transport, segment

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Live:
    """A session with a device. What it says of itself is that of the last answer; `refresh()` asks anew.

    In a `with` statement it is disconnected at the end.
    """

    def __init__(self, transport: Transport, json: JSON) -> None:
        self._transport = transport
        self.json = json
        self._path = f"/api/v1/live/{segment(json['id'])}"

    @property
    def id(self) -> str:
        return str(self.json["id"])

    @property
    def url(self) -> str:
        """The address of the device's server."""
        return str(self.json["url"])

    @property
    def state(self) -> str:
        """`connected`, `lost` or `ended`."""
        return str(self.json["state"])

    @property
    def reason(self) -> str | None:
        """Why it is lost or has ended, or what the device refused last."""
        reason: str | None = self.json["reason"]
        return reason

    @property
    def page(self) -> str:
        """The address of its page."""
        return f"{self._transport.url}/live/{segment(self.id)}"

    def __repr__(self) -> str:
        return f"<Live {self.id} {self.url}, {self.state}>"

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.disconnect()

    def refresh(self) -> Live:
        """Asks for its state anew."""
        self.json = self._transport.get(self._path)
        return self

    def pace(self, every: float | None, *, when_changed: bool = False) -> Live:
        """How many seconds lie between snapshots that nobody asks for; None for none. `when_changed` keeps only those
        whose source has changed."""
        self.json = self._transport.send("PATCH", self._path, {"every": every, "whenChanged": when_changed}).json
        return self

    def disconnect(self) -> None:
        """Ends the session. Its snapshots stay."""
        self._transport.request("DELETE", self._path)

    # Snapshots

    def snapshot(self) -> Dump:
        """Takes a snapshot now."""
        return Dump(self._transport, self._transport.request("POST", f"{self._path}/snapshots").json)

    def snapshots(self) -> list[Snapshot]:
        """The film, the oldest first: the last 100."""
        return [Snapshot.of(each) for each in self._transport.all(f"{self._path}/snapshots", "snapshots")]

    def dump(self) -> Dump:
        """The dump of the latest snapshot."""
        return Dump(self._transport, self._transport.get(f"/api/v1/dumps/{segment(self.refresh().json['dump'])}"))

    def view(self, **filter: Unpack[ViewFilter]) -> View:
        """The one view of the latest snapshot that a filter finds."""
        return self.dump().view(**filter)

    # Actions. Each is recorded, and answered with the snapshot after it.

    def tap(self, x: float, y: float) -> Done:
        """Taps a point, in points of the device."""
        return self._act("tap", x=x, y=y)

    def tap_view(self, view: int | View) -> Done:
        """Taps a view of the latest snapshot."""
        return self._act("tap", view=number(view))

    def swipe(self, start: Point | tuple[float, float], end: Point | tuple[float, float], *, seconds: float = 0.3) -> Done:
        """Swipes from one point to another."""
        return self._act("swipe", **{"from": place(start), "to": place(end)}, seconds=seconds)

    def type(self, text: str, view: int | View | None = None) -> Done:
        """Types into a view of the latest snapshot, else into what has the focus."""
        return self._act("type", text=text, **({} if view is None else {"view": number(view)}))

    def home(self) -> Done:
        """Presses the home button."""
        return self._act("home")

    def accept_alert(self) -> Done:
        return self._act("alert", action="accept")

    def dismiss_alert(self) -> Done:
        return self._act("alert", action="dismiss")

    def _act(self, kind: str, **members: object) -> Done:
        return Done.of(self._transport.send("POST", f"{self._path}/actions", {"type": kind, **members}).json)

    def script(self, language: str = "python") -> str:
        """The actions as a test: `swift`, `python`, `java` or `javascript`."""
        return self._transport.request("GET", f"{self._path}/script", query={"language": language}).body.decode()

    # Events

    def events(self) -> Iterator[JSON]:
        """What changes, as it does: each has `state`, and `revision`. The first is how things are; the last one, `ended`,
        that of the end."""
        for kind, data in self._transport.events(f"{self._path}/events"):
            event: JSON = codec.loads(data)
            yield event
            if kind == "gone":
                return


def place(point: Point | tuple[float, float]) -> JSON:
    x, y = (point.x, point.y) if isinstance(point, Point) else point
    return {"x": x, "y": y}
