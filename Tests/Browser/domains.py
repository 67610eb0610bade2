"""A domain of defaults with a value of every type, and the pages that show it."""

from browsing import APP

DOMAIN = "com.example.clock"
API = f"/api/v1/defaults/{DOMAIN}"
PAGE = f"/defaults/{DOMAIN}"
VALUES = {
    "flag": False, "count": 7, "ratio": 0.25, "word": "Hello", "when": {"$date": "2026-01-02T03:04:05.125Z"},
    "bytes": {"$data": "AAEC/w=="}, "list": [1, "two"], "tree": {"a": {"b": True}},
}


def fill(server):
    """Writes the values of the domain, and one of them once more, so that it has a history."""
    for values in (VALUES | {"account.name": "Ann"}, {"word": "Other"}):
        server.request("PATCH", API, values)
    for name, word in (("demo", "Set"), ("another", "Else")):
        values = {DOMAIN: {"word": word, "count": None}, "group.example": {"on": True}}
        server.request("PUT", f"/api/v1/defaults/sets/{name}", {"description": "Shown to people", "domains": values})


def clear(server, address=API):
    """Takes away what a domain holds: its layers that are written, and its values."""
    for layer in ("managed", "registration", "argument"):
        server.request("DELETE", f"{address}/layers/{layer}")
    server.request("DELETE", address)


#: Pages about the domain, and states of them that an address can name.
PAGES = [
    "/defaults", "/defaults?q=zzz", PAGE, PAGE + "?key=tree", PAGE + "?key=when", PAGE + "?key=bytes", PAGE + "?add=true",
    PAGE + "?view=app", PAGE + "?view=settings", PAGE + "/history", PAGE + "/diff?from=0", PAGE + "/import", PAGE + "/remove",
    PAGE + "/restore?revision=0", PAGE + "/arguments?arguments=-a+1", APP + "/lint", APP + "/settings?q=al&keys=true",
    "/defaults/sets", "/defaults/sets?domain=none", "/defaults/sets/demo?to=another", "/defaults/sets/demo/apply", "/defaults/sets/demo/delete",
    APP + "/settings?reset=all", APP + "/settings/Alarms?idiom=pad&lang=ar&keys=true",
]
