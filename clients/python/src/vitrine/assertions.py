"""Assertions about layouts, for tests. Each failure says which view, what was measured, and what was expected.

Numbers are compared with a tolerance of half a point, unless it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .dump import Dump, View
from .shapes import Layout, Rect

#: How far a number may be off, in points.
TOLERANCE = 0.5
#: The smallest area that a finger hits, by Apple's guidelines.
TOUCH_TARGET = 44.0
EDGES = ("left", "right", "top", "bottom", "center_x", "center_y")


def frame(view: View) -> Rect:
    """Where a view is in the window; an AssertionError where the dump does not say."""
    assert view.window_frame is not None, f"{view}: the dump does not say where it is"
    return view.window_frame


def assert_inside(
    view: View,
    of: View,
    *,
    left: float | None = None,
    top: float | None = None,
    right: float | None = None,
    bottom: float | None = None,
    tolerance: float = TOLERANCE,
) -> None:
    """A view lies inside another one, at these distances from its edges where they are given."""
    inner, outer = frame(view), frame(of)
    insets = {
        "left": inner.left - outer.left, "top": inner.top - outer.top,
        "right": outer.right - inner.right, "bottom": outer.bottom - inner.bottom,
    }
    wanted = {"left": left, "top": top, "right": right, "bottom": bottom}
    faults = []
    for edge, inset in insets.items():
        expected = wanted[edge]
        if expected is not None and abs(inset - expected) > tolerance:
            faults.append(f"{edge} inset in {of} is {inset:g}, expected {expected:g}")
        elif expected is None and inset < -tolerance:
            faults.append(f"reaches {-inset:g} over the {edge} edge of {of}")
    fail(faults, view)


def assert_aligned(*views: View, edge: str = "left", tolerance: float = TOLERANCE) -> None:
    """Views share an edge or a centre: left, right, top, bottom, center_x or center_y."""
    if edge not in EDGES:
        raise ValueError(f"{edge!r} is none of {', '.join(EDGES)}")
    first, *others = views
    expected: float = getattr(frame(first), edge)
    for other in others:
        measured: float = getattr(frame(other), edge)
        if abs(measured - expected) > tolerance:
            fail([f"{edge} is {measured:g}, that of {first} is {expected:g}"], other)


def assert_spacing(views: Sequence[View], gap: float | None = None, *, axis: str = "y", tolerance: float = TOLERANCE) -> None:
    """The gaps between views, one after the other, are this one, or all the same."""
    if axis not in ("x", "y"):
        raise ValueError(f"{axis!r} is neither x nor y")
    start, end = ("left", "right") if axis == "x" else ("top", "bottom")
    gaps = [getattr(frame(after), start) - getattr(frame(before), end) for before, after in zip(views, views[1:])]
    expected = gap if gap is not None else (gaps[0] if gaps else 0)
    for number, (measured, view) in enumerate(zip(gaps, views[1:]), 1):
        if abs(measured - expected) > tolerance:
            fail([f"gap {number} of {len(gaps)} is {measured:g}, expected {expected:g}"], view)


def assert_apart(*views: View) -> None:
    """No two views lie over each other."""
    for place, one in enumerate(views):
        for other in views[place + 1:]:
            common = frame(one).intersection(frame(other))
            if common is not None:
                fail([f"lies over {other} in {common}"], one)


def assert_min_touch_target(views: Dump | Iterable[View], size: float = TOUCH_TARGET, *, tolerance: float = TOLERANCE) -> None:
    """Views are large enough for a finger. Of a whole dump its buttons are meant, those that can be seen."""
    found = [view for view in views.views() if view.visible and is_button(view)] if isinstance(views, Dump) else list(views)
    if not found:
        raise AssertionError(f"{views!r} has no view to look at")
    faults = []
    for view in found:
        area = frame(view)
        if area.width < size - tolerance or area.height < size - tolerance:
            faults.append(f"{view}: is {area.width:g} by {area.height:g}, expected at least {size:g} by {size:g}")
    if faults:
        raise AssertionError("\n".join(faults))


def is_button(view: View) -> bool:
    """Whether a view is a button, as far as the dump says it."""
    return "UIButton" in (view.class_name, view.attributes.get("baseClass"))


def assert_touchable(view: View) -> None:
    """A tap reaches the view somewhere; a failure says what keeps taps away."""
    touch = view.dump.view_with_id(view.id).json["touch"]
    if not touch["touchable"]:
        fail([obstacle["message"] for obstacle in touch["obstacles"]] or ["no tap reaches it"], view)


def assert_visible(view: View, *, on: Iterable[str] | None = None, fraction: float = 1.0) -> None:
    """At least this share of a view can be seen: in the dump, or laid out on devices, such as `iphone-8` or
    `iphone-8:landscape`.

    In the dump, superviews that clip, the window, and opaque views in front count; on a device, superviews and the
    window do. Where a layout by masks does not know, as constraints
    decide or the dump says no mask, the assertion fails and says so.
    """
    if on is None:
        seen = view.dump.view_with_id(view.id).json["visibleArea"]["fraction"]
        share = seen if view.visible and seen is not None else 0.0
        fail([] if share >= fraction - 0.005 else [f"{share:.0%} visible, expected {fraction:.0%}"], view)
        return
    views = {each.id: each for each in view.dump.views()}
    faults = []
    for place in on:
        device, _, orientation = place.partition(":")
        layout = view.dump.layout(device=device, orientation=orientation or "portrait")
        fault = hidden_on(view, layout, views, fraction)
        if fault:
            faults.append(f"on {place} {fault}")
    fail(faults, view)


def hidden_on(view: View, layout: Layout, views: dict[int, View], fraction: float) -> str | None:
    """Why too little of a view is seen in a layout; None where enough is."""
    placed = layout.views[view.id]
    area = placed.window_frame
    if not view.visible and (view.hidden or view.alpha == 0):
        return "it is hidden"
    if area is None or placed.certainty != "masks":
        return "it is not known where it is: constraints decide, or the dump says no mask"
    left: Rect | None = area.intersection(Rect(0, 0, layout.size.width, layout.size.height))
    above = view.superview
    while above is not None and left is not None:
        superview = views[above]
        if superview.hidden or superview.alpha == 0:
            return f"{superview} hides it"
        clip = layout.views[above].window_frame
        if superview.clips_to_bounds and clip is not None:
            left = left.intersection(clip)
        above = superview.superview
    share = left.area / area.area if left is not None and area.area > 0 else 0.0
    if share >= fraction - 0.005:
        return None
    return f"{share:.0%} is visible, expected {fraction:.0%}: it is at {area} of {layout.size.width:g} by {layout.size.height:g}"


def fail(faults: Sequence[str], view: View) -> None:
    """Raises what is wrong with a view, if anything is."""
    if faults:
        raise AssertionError("\n".join(f"{view}: {fault}" for fault in faults))
