"""One dump: its views, layouts, touches, edits, and what is found in it. A view knows its dump."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

from .errors import NotOneView
from .shapes import (
    JSON, AssertReport, Finding, HitTest, Layout, LintReport, PlacedView, Point, Rect, RuleResult, Size, Unjudged,
    point, rect, size,
)
from .transport import Reply, Transport, form, segment

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: A file, or what stands in one.
Source = str | pathlib.Path | bytes


class ViewFilter(TypedDict, total=False):
    """Which views are asked for; all that is given has to hold.

    `class_` is exact or with `*`; `text` a part, whatever its case; `where` the words of the search field; `root` the
    subtree of a view; `xpath`, `predicate` and `class_chain` the languages of WebDriverAgent, `css` that of Appium.
    """

    class_: str
    text: str
    identifier: str
    address: str
    tag: int
    hidden: bool
    depth: int
    changed: bool
    root: int
    superview: int
    where: str
    xpath: str
    predicate: str
    class_chain: str
    css: str


NAMES = {"class_": "class", "class_chain": "classChain"}


@dataclass(frozen=True)
class View:
    """A view of a dump. What is not here by name is in `json`: the view as the server describes it."""

    id: int
    class_name: str
    superview: int | None
    subviews: tuple[int, ...]
    depth: int
    frame: Rect | None
    bounds: Rect | None
    center: Point | None
    window_frame: Rect | None
    visible_frame: Rect | None
    visible: bool
    hidden: bool
    alpha: float | None
    clips_to_bounds: bool
    autoresizing_mask: tuple[str, ...]
    tag: int
    text: str | None
    identifier: str | None
    label: str | None
    value: str | None
    address: str | None
    attributes: Mapping[str, str] = field(repr=False)
    json: JSON = field(repr=False, compare=False)
    dump: Dump = field(repr=False, compare=False)

    @staticmethod
    def of(json: JSON, dump: Dump) -> View:
        """A view from the API's JSON."""
        return View(
            id=json["id"], class_name=json["class"], superview=json["superview"], subviews=tuple(json["subviews"]),
            depth=json["depth"], frame=rect(json["frame"]), bounds=rect(json["bounds"]), center=point(json["center"]),
            window_frame=rect(json["windowFrame"]), visible_frame=rect(json["visibleFrame"]), visible=json["visible"],
            hidden=json["hidden"], alpha=json["alpha"], clips_to_bounds=json["clipsToBounds"],
            autoresizing_mask=tuple(json["autoresizingMask"]), tag=json["tag"], text=json["text"],
            identifier=json["identifier"], label=json["label"], value=json["value"], address=json["address"],
            attributes=json["attributes"], json=json, dump=dump,
        )

    def said(self, member: str) -> bool:
        """Whether the dump says this member of `json`, or UIKit's default stands there."""
        return member not in self.json["unknown"]

    def __str__(self) -> str:
        names = (("#", self.identifier), ("", self.text and f"“{self.text[:40]}”"))
        said = [mark + name for mark, name in names if name]
        return " ".join([f"{self.class_name} {self.id}", *said[:1]])


@dataclass(frozen=True)
class Edited:
    """What an edit did: the new revision, the views that changed, and the ids of those that are gone."""

    revision: int
    changed: tuple[View, ...]
    removed: tuple[int, ...]
    tag: str | None


class Dump:
    """A dump on a server. Its summary is that of the last answer; `refresh()` asks anew."""

    def __init__(self, transport: Transport, summary: JSON) -> None:
        self._transport = transport
        self.json = summary
        self._path = f"/api/v1/dumps/{segment(summary['id'])}"

    @property
    def id(self) -> str:
        return str(self.json["id"])

    @property
    def name(self) -> str:
        return str(self.json["name"])

    @property
    def format(self) -> str:
        return str(self.json["format"])

    @property
    def view_count(self) -> int:
        return int(self.json["viewCount"])

    @property
    def size(self) -> Size:
        return size(self.json["size"])

    @property
    def revision(self) -> int:
        return int(self.json["revision"])

    @property
    def page(self) -> str:
        """The address of the inspector."""
        return f"{self._transport.url}/dumps/{segment(self.id)}"

    def __repr__(self) -> str:
        return f"<Dump {self.id} “{self.name}”, {self.view_count} views>"

    def refresh(self) -> Dump:
        """Asks for the summary anew; with it come `roots` and the `report` of what was lost or guessed."""
        self.json = self._transport.get(self._path)
        return self

    # The dump itself

    def source(self) -> bytes:
        """The bytes as they came."""
        return self._transport.request("GET", f"{self._path}/source").body

    def put_source(self, source: Source, *, if_match: str | None = None, **query: str) -> Dump:
        """Puts a newer version in its place; views that are the same keep their ids, and with them pins and notes."""
        data, file = content(source)
        query = {"filename": file, **query} if file else query
        body, kind = data, media_type(data)
        self._transport.request(
            "PUT", f"{self._path}/source", query=query, body=body, content_type=kind, if_match=if_match)
        return self.refresh()

    def screenshot(self) -> bytes:
        """The picture that came with it; `NotFound` where there is none."""
        return self._transport.request("GET", f"{self._path}/screenshot").body

    def put_screenshot(
        self, screenshot: Source, *, scale: float | None = None, root: int | None = None, if_match: str | None = None) -> Dump:
        """Gives it a picture of its whole screen, PNG or JPEG; `scale` is how many pixels a point has, where the sizes do not say it,
        `root` the scene of an interface that it shows, where it fits several."""
        query = {name: str(value) for name, value in (("scale", scale), ("root", root)) if value is not None}
        self._transport.request(
            "PUT", f"{self._path}/screenshot", query=query, body=content(screenshot)[0], content_type="image/png", if_match=if_match)
        return self.refresh()

    def delete_screenshot(self) -> Dump:
        """Takes its picture away; `NotFound` where there is none."""
        self._transport.request("DELETE", f"{self._path}/screenshot")
        return self.refresh()

    def rename(self, name: str) -> Dump:
        self.json = self._transport.send("PATCH", self._path, {"name": name}).json
        return self

    def tag(self, *tags: str) -> Dump:
        """Gives it these tags, in the place of those that it has."""
        self.json = self._transport.send("PATCH", self._path, {"tags": list(tags)}).json
        return self

    def move(self, folder: str | None) -> Dump:
        """Puts it into this folder of the library, or into none."""
        self.json = self._transport.send("PATCH", self._path, {"folder": folder}).json
        return self

    def delete(self) -> None:
        self._transport.request("DELETE", self._path)

    # Views

    def views(self, **filter: Unpack[ViewFilter]) -> list[View]:
        """All views, or those that a filter finds, in tree order."""
        return [View.of(each, self) for each in self._entries(filter)]

    def view(self, **filter: Unpack[ViewFilter]) -> View:
        """The one view that a filter finds; `NotOneView` says what was found instead."""
        found = self.views(**filter)
        if len(found) == 1:
            return found[0]
        asked = ", ".join(f"{name}={value!r}" for name, value in filter.items()) or "no filter"
        if not found:
            raise NotOneView(f"no view of {self!r} has {asked}{self._hint(filter)}")
        shown = ", ".join(str(view) for view in found[:5]) + (", …" if len(found) > 5 else "")
        raise NotOneView(f"{len(found)} views of {self!r} have {asked}: {shown}")

    def _hint(self, filter: ViewFilter) -> str:
        if "identifier" not in filter:
            return ""
        names = [each["identifier"] for each in self.select(["identifier"]) if each["identifier"]]
        if not names:
            return "; the dump has no identifiers"
        shown = ", ".join(dict.fromkeys(names[:10])) + (", …" if len(names) > 10 else "")
        return f"; there are {shown}"

    def view_with_id(self, view: int) -> View:
        """The view with this id; its `json` also tells `superviews`, `responderChain`, `touch` and `visibleArea`."""
        return View.of(self._transport.get(f"{self._path}/views/{view}"), self)

    def select(self, fields: Sequence[str], **filter: Unpack[ViewFilter]) -> list[dict[str, Any]]:
        """Only some members of views, by their names in the API."""
        return list(self._entries(filter, fields=list(fields)))

    def tree(self, **filter: Unpack[ViewFilter]) -> str:
        """The views as text, one a line."""
        query = {**parameters(filter), "format": "text"}
        return self._transport.request("GET", f"{self._path}/views", query=query).body.decode()

    def _entries(self, filter: ViewFilter, **query: object) -> Iterator[dict[str, Any]]:
        yield from self._transport.all(f"{self._path}/views", "views", **parameters(filter), **query)

    def tagged(self, tag: int, root: int | None = None) -> View:
        """`viewWithTag`: depth first, the receiver included."""
        return View.of(self._transport.get(f"{self._path}/tagged/{tag}", root=root), self)

    def locators(self, view: int | View) -> JSON:
        """How tests can find a view, the best way first, as the server says it."""
        answer: JSON = self._transport.get(f"{self._path}/views/{number(view)}/locators")
        return answer

    def constraints(self) -> list[JSON]:
        """All constraints that the dump has."""
        return self._transport.all(f"{self._path}/constraints", "constraints")

    def constraint_changes(self) -> JSON:
        """What edits made of constraints (`changes`) and of what is said of views' layout (`views`)."""
        path = f"{self._path}/constraints/changes"
        found: dict[str, list[JSON]] = {"changes": [], "views": []}
        after: str | None = None
        while True:
            answer = self._transport.get(path, after=after)
            for name in found:
                found[name] += answer[name]
            after = answer["next"]
            if after is None:
                return found

    # Scenes and devices

    def scenes(self, where: str | None = None) -> list[JSON]:
        """The scenes of a storyboard, with their segues and how much is found in each."""
        return self._transport.all(f"{self._path}/scenes", "scenes", where=where)

    def matrix(self, **query: object) -> list[JSON]:
        """Its screens on devices, each with how much is found there. Words: `scenes`, `devices` (or `"all"`),
        `orientations`, `languages`, `textSizes`, each a list, and `text`."""
        return self._transport.all(f"{self._path}/matrix", "cells", **query)

    def matrix_report(self, format: str = "html", **query: object) -> str:
        """The same as one file: `html` with pictures, or `junit`."""
        query["format"] = format
        return self._transport.request("GET", f"{self._path}/matrix", query=query).body.decode()

    # Layouts and touches

    def layout(
        self,
        *,
        width: float | None = None,
        height: float | None = None,
        device: str | None = None,
        orientation: str | None = None,
        view: int | None = None,
        **query: object,
    ) -> Layout:
        """What autoresizing makes of it at a size or on a device. Further words: `statusBar`, `keyboard`, `rule`,
        `scale`, `rounding`, `language`, `textSize`. Nothing is stored."""
        query |= {"width": width, "height": height, "device": device, "orientation": orientation, "view": view}
        first = page = self._transport.get(f"{self._path}/layout", **query)
        entries = list(page["views"])
        while page.get("next") is not None:
            page = self._transport.get(f"{self._path}/layout", **{**query, "after": page["next"]})
            entries += page["views"]
        placed = {
            each["id"]: PlacedView(
                each["id"], rect(each["frame"]), rect(each["windowFrame"]), each["changed"], each["certainty"])
            for each in entries
        }
        return Layout(size(first["size"]), first["rule"], placed, tuple(first["warnings"]), first)

    def wireframe(self, **query: object) -> str:
        """The wireframe as SVG, with the words of `layout`, and `root`, `highlight`, `style`, `appearance`."""
        return self._transport.request("GET", f"{self._path}/wireframe.svg", query=query).body.decode()

    def hit_test(self, x: float, y: float, root: int | None = None) -> HitTest:
        """Who gets a touch at a point of the window, and why the others do not."""
        answer = self._transport.get(f"{self._path}/hit-test", x=x, y=y, root=root)
        lists = (answer["steps"], answer["candidates"], answer["responderChain"])
        return HitTest(answer["hit"], *(tuple(each) for each in lists))

    def convert_point(self, x: float, y: float, *, source: int | str, target: int | str) -> Point | None:
        """A point of one view (or `"window"`) in the coordinates of another one."""
        return point(self._convert(source, target, point=[x, y])["point"])

    def convert_rect(self, area: Rect, *, source: int | str, target: int | str) -> Rect | None:
        """A rectangle of one view in the coordinates of another one; the one around it where it is turned."""
        return rect(self._convert(source, target, rect=[area.x, area.y, area.width, area.height])["rect"])

    def _convert(self, source: int | str, target: int | str, **what: object) -> Any:
        return self._transport.get(f"{self._path}/convert", **{"from": source, "to": target}, **what)

    def animate(self, changes: Sequence[JSON], times: Sequence[float], **block: object) -> JSON:
        """What an animation block shows at these seconds. Nothing is stored."""
        body = {"changes": list(changes), "times": list(times), **block}
        answer: JSON = self._transport.send("POST", f"{self._path}/animations", body).json
        return answer

    # Edits

    def change(self, view: int | View, changes: JSON, *, if_match: str | None = None) -> Edited:
        """Sets properties of a view: `{"alpha": 0.5}`. UIKit's coupling and autoresizing follow."""
        path = f"{self._path}/views/{number(view)}"
        return self._edited(self._transport.send("PATCH", path, changes, if_match=if_match))

    def edit(self, op: str, *, if_match: str | None = None, **members: object) -> Edited:
        """One structural edit, or one of constraints: `edit("bringToFront", view=5)`,
        `edit("changeConstraint", constraint=12, changes={"constant": 16})`."""
        return self._edited(
            self._transport.send("POST", f"{self._path}/edits", {"op": op, **members}, if_match=if_match))

    def undo(self) -> Edited:
        return self.edit("undo")

    def redo(self) -> Edited:
        return self.edit("redo")

    def edits(self) -> list[JSON]:
        """What was done, the newest first."""
        return self._transport.all(f"{self._path}/edits", "edits")

    def _edited(self, reply: Reply) -> Edited:
        answer = reply.json
        changed = list(answer["changed"])
        if answer["next"] is not None:
            path = f"{self._path}/edits/{answer['revision']}/views"
            changed += self._transport.all(path, "views", after=answer["next"])
        views = tuple(View.of(each, self) for each in changed)
        return Edited(answer["revision"], views, tuple(answer["removed"]), reply.tag)

    # Findings

    def lint(
        self, *, rules: Sequence[str] | None = None, devices: Sequence[str] | None = None, **query: object
    ) -> LintReport:
        """What is wrong with the layout, here and on devices. Further words: `device`, `orientation`, `language`,
        `textSize`, `text`."""
        query |= {"rules": rules, "devices": devices}
        answer = self._transport.get(f"{self._path}/lint", **query)
        findings = list(answer["findings"])
        following = answer.get("next")
        if following is not None:
            findings += self._transport.all(f"{self._path}/lint", "findings", **query, after=following)
        return LintReport(
            tuple(Finding(each["rule"], each["severity"], each.get("view"), each["message"], each) for each in findings),
            answer["summary"],
            tuple(Unjudged(each["rule"], tuple(each["missing"])) for each in answer.get("unjudged", ())),
        )

    def check(self, rules: JSON | str | pathlib.Path) -> AssertReport:
        """Whether it keeps the rules of a document: its text, a file with it, or the document as an object."""
        path = f"{self._path}/assert"
        if isinstance(rules, Mapping):
            answer = self._transport.send("POST", path, rules).json
        else:
            text = rules.read_bytes() if isinstance(rules, pathlib.Path) else rules.encode()
            answer = self._transport.request("POST", path, body=text, content_type="text/plain").json
        results = [
            RuleResult(str(each["rule"]), each["passed"], each.get("view"), each["message"]) for each in answer["results"]
        ]
        return AssertReport(answer["passed"], tuple(results), answer)

    # Pins and notes

    def pin(self, view: int | View) -> None:
        self._transport.request("PUT", f"{self._path}/views/{number(view)}/pin")

    def unpin(self, view: int | View) -> None:
        self._transport.request("DELETE", f"{self._path}/views/{number(view)}/pin")

    def note(self, view: int | View, text: str) -> None:
        self._transport.send("PUT", f"{self._path}/views/{number(view)}/note", {"text": text})


def number(view: int | View) -> int:
    return view.id if isinstance(view, View) else view


def parameters(filter: ViewFilter) -> dict[str, object]:
    return {NAMES.get(name, name): value for name, value in filter.items()}


def content(source: Source) -> tuple[bytes, str | None]:
    """The bytes of a source, and the name of its file. A text of several lines is no path."""
    if isinstance(source, bytes):
        return source, None
    if isinstance(source, str) and ("\n" in source or source.lstrip()[:1] in ("<", "{", "[")):
        return source.encode(), None
    path = pathlib.Path(source)
    return path.read_bytes(), path.name


def media_type(data: bytes) -> str:
    """What bytes are sent as; the server finds the format in them."""
    return "application/json" if data.lstrip()[:1] in (b"{", b"[") else "application/octet-stream"


def upload(
    data: bytes, screenshot: bytes | None, pictures: Mapping[str, bytes] | None, file: str | None
) -> tuple[bytes, str]:
    """The body of an upload and its type."""
    if screenshot is None and not pictures:
        return data, media_type(data)
    parts = [("dump", file or "dump", data)]
    if screenshot is not None:
        parts.append(("screenshot", "screenshot", screenshot))
    return form([*parts, *((name, name, picture) for name, picture in (pictures or {}).items())])
