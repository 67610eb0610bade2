"""What can go wrong, as exceptions."""

from __future__ import annotations

import json
from typing import Any


class VitrineError(Exception):
    """Anything that goes wrong between a script and a server."""


class Unreachable(VitrineError):
    """No server answers there."""


class NotOneView(VitrineError):
    """A question that one view should answer found none, or several."""


class ProblemError(VitrineError):
    """The server refused, and says why (RFC 9457).

    `status`, `type`, `title` and `detail` are those of the problem; `errors` says what is wrong where: each has a
    `detail`, and a `pointer` into the body, a `parameter` or a `line`.
    """

    def __init__(self, status: int, problem: dict[str, Any], request: str) -> None:
        self.status = status
        self.problem = problem
        self.type = str(problem.get("type", "about:blank"))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        self.errors: list[dict[str, Any]] = list(problem.get("errors", []))
        self.request = request
        super().__init__(self._text())

    def _text(self) -> str:
        lines = [f"{self.request}: {self.status} {self.title}: {self.detail}"]
        if len(self.errors) > 1:
            for error in self.errors:
                place = next((str(error[name]) for name in ("pointer", "parameter", "line") if name in error), "")
                lines.append(f"  {place}: {error.get('detail', '')}" if place else f"  {error.get('detail', '')}")
        return "\n".join(lines)

    @staticmethod
    def of(status: int, body: bytes, request: str) -> ProblemError:
        """The exception for an answer."""
        try:
            problem = json.loads(body)
        except ValueError:
            problem = None
        if not isinstance(problem, dict):
            problem = {"detail": body[:200].decode("utf-8", "replace")}
        return KINDS.get(status, ProblemError)(status, problem, request)


class NotFound(ProblemError):
    """404: there is no such thing."""


class Conflict(ProblemError):
    """409: the state of the thing forbids it, for instance as it came from a folder."""


class PreconditionFailed(ProblemError):
    """412: somebody else has written since; nothing was changed."""


KINDS: dict[int, type[ProblemError]] = {404: NotFound, 409: Conflict, 412: PreconditionFailed}
