"""Values of property lists as the API writes them in JSON."""

from __future__ import annotations

import base64
import datetime
import math
from collections.abc import Mapping, Sequence
from typing import Any

LARGEST = 2**63 - 1


def encoded(value: Any) -> Any:
    """A value for a body: dates, data and reals in their envelopes, keys with `$` doubled.

    Raises TypeError for what no property list holds, such as None.
    """
    if isinstance(value, bool) or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if value <= LARGEST else {"$integer": str(value)}
    if isinstance(value, float):
        if math.isnan(value):
            return {"$real": "nan"}
        if math.isinf(value):
            return {"$real": "inf" if value > 0 else "-inf"}
        return {"$real": value} if value.is_integer() else value
    if isinstance(value, bytes):
        return {"$data": base64.b64encode(value).decode()}
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise TypeError(f"{value} is no instant: it has no time zone")
        moment = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        return {"$date": moment.isoformat() + "Z"}
    if isinstance(value, Mapping):
        return {escaped(key): encoded(member) for key, member in value.items()}
    if isinstance(value, Sequence):
        return [encoded(each) for each in value]
    raise TypeError(f"a property list holds no {type(value).__name__}")


def escaped(key: object) -> str:
    """A key for a body."""
    if not isinstance(key, str):
        raise TypeError(f"a key of a property list is a text, not {key!r}")
    return "$" + key if key.startswith("$") else key


def instant(text: str) -> datetime.datetime:
    """The moment that a date of the API stands for, `2026-01-02T03:04:05.25Z`, to the microsecond."""
    whole, _, fraction = text.removesuffix("Z").partition(".")
    moment = datetime.datetime.fromisoformat(whole).replace(tzinfo=datetime.timezone.utc)
    return moment.replace(microsecond=int(fraction[:6].ljust(6, "0"))) if fraction else moment


def decoded(value: Any) -> Any:
    """The value that an answer stands for."""
    if isinstance(value, list):
        return [decoded(each) for each in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        name, content = next(iter(value.items()))
        if name == "$date":
            return instant(str(content))
        if name == "$data":
            return base64.b64decode(content)
        if name == "$real":
            return float(content)
        if name == "$integer":
            return int(content)
    return {key[1:] if key.startswith("$$") else key: decoded(member) for key, member in value.items()}
