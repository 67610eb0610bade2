"""The shapes of answers. Numbers are points, origin top left, y down; angles are radians."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

JSON = Mapping[str, Any]


@dataclass(frozen=True)
class Point:
    """A place."""

    x: float
    y: float


@dataclass(frozen=True)
class Size:
    """A width and a height."""

    width: float
    height: float


@dataclass(frozen=True)
class Rect:
    """A rectangle, with what follows from its four numbers."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        return self.x

    @property
    def top(self) -> float:
        return self.y

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def center_x(self) -> float:
        return self.x + self.width / 2

    @property
    def center_y(self) -> float:
        return self.y + self.height / 2

    @property
    def area(self) -> float:
        return self.width * self.height

    def intersection(self, other: Rect) -> Rect | None:
        """What both have in common; None where that has no area."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(left, top, right - left, bottom - top) if right > left and bottom > top else None

    def __str__(self) -> str:
        return f"({self.x:g}, {self.y:g}, {self.width:g}, {self.height:g})"


def rect(value: JSON | None) -> Rect | None:
    return None if value is None else Rect(value["x"], value["y"], value["width"], value["height"])


def point(value: JSON | None) -> Point | None:
    return None if value is None else Point(value["x"], value["y"])


def size(value: JSON) -> Size:
    return Size(value["width"], value["height"])


@dataclass(frozen=True)
class PlacedView:
    """Where a layout puts a view; `certainty` is masks, partial or none."""

    id: int
    frame: Rect | None
    window_frame: Rect | None
    changed: bool
    certainty: str


@dataclass(frozen=True)
class Layout:
    """What autoresizing makes of a dump at another size."""

    size: Size
    rule: str
    views: Mapping[int, PlacedView]
    warnings: tuple[JSON, ...]
    json: JSON = field(repr=False, compare=False)


@dataclass(frozen=True)
class HitTest:
    """Who gets a touch: the id of the view, each view that was asked with the reason, and all views under the point."""

    hit: int | None
    steps: tuple[JSON, ...]
    candidates: tuple[int, ...]
    responder_chain: tuple[JSON, ...]


@dataclass(frozen=True)
class Device:
    """A screen on which an app can run."""

    id: str
    name: str
    width: float
    height: float
    scale: int
    idiom: str
    json: JSON = field(repr=False, compare=False)


@dataclass(frozen=True)
class Finding:
    """One finding of a lint: its rule, error, warning or info, the view where there is one, and a sentence."""

    rule: str
    severity: str
    view: int | None
    message: str
    json: JSON = field(repr=False, compare=False)

    @property
    def fix(self) -> tuple[JSON, ...]:
        """The edits that mend it, in their order, each a body of `POST /dumps/{dump}/edits`; none where none are known."""
        return tuple(self.json.get("fix", {}).get("edits", ()))


@dataclass(frozen=True)
class Unjudged:
    """A rule that could not judge a dump, and what that never says."""

    rule: str
    missing: tuple[str, ...]


@dataclass(frozen=True)
class LintReport:
    """The findings, how many there are of each severity, and the rules that could not judge."""

    findings: tuple[Finding, ...]
    summary: JSON
    unjudged: tuple[Unjudged, ...]

    def at_least(self, severity: str) -> tuple[Finding, ...]:
        """The findings that are as severe as that, or more."""
        order = ["info", "warning", "error"]
        return tuple(each for each in self.findings if order.index(each.severity) >= order.index(severity))


@dataclass(frozen=True)
class RuleResult:
    """What came of one rule."""

    rule: str
    passed: bool
    view: int | None
    message: str


@dataclass(frozen=True)
class AssertReport:
    """Whether a layout keeps rules, and what came of each."""

    passed: bool
    results: tuple[RuleResult, ...]
    json: JSON = field(repr=False, compare=False)

    @property
    def failures(self) -> tuple[RuleResult, ...]:
        """The rules that are broken."""
        return tuple(each for each in self.results if not each.passed)


@dataclass(frozen=True)
class Diff:
    """What differs between two dumps, by the identity of views; entries are those of the API."""

    added: tuple[Any, ...]
    removed: tuple[Any, ...]
    moved: tuple[Any, ...]
    resized: tuple[Any, ...]
    changed: tuple[Any, ...]
    summary: Any
    json: JSON = field(repr=False, compare=False)

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs, constraints and objects of interface files included."""
        return not (self.added or self.removed or self.moved or self.resized or self.changed or self.json.get("total"))


@dataclass(frozen=True)
class Snapshot:
    """A snapshot of a live session: the id and the name of its dump, why it was taken (`request`, `interval`, `change`,
    `action`), and how many views of each kind differ from the one before."""

    number: int
    dump: str
    name: str
    trigger: str
    changes: Mapping[str, int] | None
    json: JSON = field(repr=False, compare=False)

    @staticmethod
    def of(json: JSON) -> Snapshot:
        """A snapshot from the API's JSON."""
        return Snapshot(json["number"], json["dump"], json["name"], json["trigger"], json["changes"], json)


@dataclass(frozen=True)
class Done:
    """An action that was done: in words, what finds its element again (None where nothing finds it alone), and the
    snapshot after it."""

    words: str
    locator: JSON | None
    snapshot: Snapshot
    json: JSON = field(repr=False, compare=False)

    @staticmethod
    def of(json: JSON) -> Done:
        """An action from the API's JSON."""
        return Done(json["action"]["words"], json["locator"], Snapshot.of(json["snapshot"]), json)
