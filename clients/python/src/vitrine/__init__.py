"""Client of Vitrine: view hierarchies, layouts and settings of iOS apps, for scripts and tests.

    from vitrine import Vitrine

    dump = Vitrine("http://127.0.0.1:8080").post_dump("Samples/dumps/stopwatch.json")
    print(dump.view(identifier="lap").window_frame)
"""

from .apps import App
from .client import Vitrine
from .defaults import AppliedSet, DefaultsSet, Domain
from .dump import Dump, Edited, View, ViewFilter
from .errors import Conflict, NotFound, NotOneView, PreconditionFailed, ProblemError, Unreachable, VitrineError
from .live import Live
from .shapes import (
    AssertReport, Device, Diff, Done, Finding, HitTest, Layout, LintReport, PlacedView, Point, Rect, RuleResult, Size,
    Snapshot, Unjudged,
)

__all__ = [
    "App", "AppliedSet", "AssertReport", "Conflict", "DefaultsSet", "Device", "Diff", "Domain", "Done", "Dump",
    "Edited", "Finding", "HitTest", "Layout", "LintReport", "Live", "NotFound", "NotOneView", "PlacedView", "Point",
    "PreconditionFailed", "ProblemError", "Rect", "RuleResult", "Size", "Snapshot", "Unjudged", "Unreachable", "View",
    "ViewFilter", "Vitrine", "VitrineError",
]
