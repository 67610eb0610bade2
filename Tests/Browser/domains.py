"""A domain of defaults with a value of every type, and the pages that show it."""

from browsing import APP

DOMAIN = "com.example.clock"
API = f"/api/v1/defaults/{DOMAIN}"
PAGE = f"/defaults/{DOMAIN}"
VALUES = {
    "flag": False, "count": 7, "ratio": 0.25, "word": "Hello", "when": {"$date": "2026-01-02T03:04:05.125Z"},
    "bytes": {"$data": "AAEC/w=="}, "list": [1, "two"], "tree": {"a": {"b": True}},
}

#: Pages about the domain, and states of them that an address can name.
PAGES = [
    "/defaults", "/defaults?q=zzz", PAGE, PAGE + "?key=tree", PAGE + "?key=when", PAGE + "?key=bytes", PAGE + "?add=true",
    PAGE + "?view=app", PAGE + "?view=settings", PAGE + "/history", PAGE + "/diff?from=0", PAGE + "/import", PAGE + "/remove",
    PAGE + "/restore?revision=0", PAGE + "/arguments?arguments=-a+1", APP + "/lint", APP + "/settings?q=al&keys=true",
    APP + "/settings?reset=all", APP + "/settings/Alarms?idiom=pad&lang=ar&keys=true",
]
