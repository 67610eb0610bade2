"""Every address of the API and of the pages that can be read, made from the API's own description."""

import json
import pathlib
import urllib.parse

#: Values of the parameters that a GET of the API must have, or that make it do more.
QUERIES = {
    "/api/v1/dumps/{dump}/hit-test": ["?x=20&y=40"], "/api/v1/dumps/{dump}/convert": ["?from=0&to=window&rect=0,0,1e308,1e308"],
    "/api/v1/dumps/{dump}/content-mode": ["?view=1&contentWidth=1000000&contentHeight=0.001&mode=scaleAspectFit"],
    "/api/v1/dumps/{dump}/layout": ["?width=844&height=390", "?device=iphone-8&orientation=landscape&keyboard=true&shape=columns"],
    "/api/v1/dumps/{dump}/wireframe.svg": ["?style=screen&appearance=dark", "?style=screen&ios=26", "?style=wireframe", "?width=900&height=900&style=outlines"],
    "/api/v1/dumps/{dump}/views": ["", "?shape=columns", "?format=text", "?limit=2&fields=id,text,attributes"],
    "/api/v1/dumps/{dump}/lint": ["", "?devices=iphone-8,iphone-8:landscape"], "/api/v1/diff": ["?from={dump}&to={base}", "?from={base}&to={dump}"],
    "/api/v1/timeline": ["?dumps={base},{dump}"], "/api/v1/timeline/views": ["?dump={dump}&view=1&dumps={base},{dump}"],
    "/api/v1/apps/{app}/registration": [f"?format={form}" for form in ("json", "plist", "swift", "objc", "kotlin")],
    "/api/v1/apps/{app}/settings": ["?deep=true", "?idiom=pad&lang=en&reveal=true"], "/api/v1/defaults/{domain}": ["", "?view=app", "?view=settings"],
    "/api/v1/defaults/{domain}/values/{key}": [f"?as={kind}" for kind in ("object", "bool", "integer", "double", "string", "array", "date", "url")],
}
#: The pages: no document lists them.
PAGES = {
    "dump": ["/dumps/{dump}", "/dumps/{dump}?view=1", "/dumps/{dump}?width=844&height=390&view=2&q=class:UI", "/dumps/{dump}?q=//*", "/dumps/{dump}/tree?parent=0",
             "/dumps/{dump}/report", "/dumps/{dump}/report?width=844&height=390", "/dumps/{dump}/lint?devices=iphone-8", "/dumps/{dump}/devices?device=iphone-8&orientation=both", "/dumps/{dump}/companions", "/diff?from={base}&to={dump}",
             "/timeline?dumps={base},{dump}", "/", "/?q=a"],
    "app": ["/apps/{app}", "/apps/{app}?lang=en", "/apps/{app}/settings", "/apps/{app}/settings/{pane}?idiom=pad&lang=en", "/apps/{app}/settings?choose=7", "/apps/{app}/lint", "/apps/{app}/interfaces", "/"],
    "domain": ["/defaults/{domain}", "/defaults/{domain}?q=a", "/defaults/{domain}/history", "/defaults/{domain}/diff?from=0", "/defaults/{domain}/restore?revision=0", "/defaults/{domain}/arguments",
               "/defaults/{domain}/remove", "/defaults/{domain}/import", "/defaults/{domain}/export/plist", "/defaults/{domain}/export/json", "/defaults", "/defaults?all=true"],
}
OPEN_API = json.loads((pathlib.Path(__file__).parents[2] / "Public/openapi.json").read_text())


def addresses(subject, **names):
    """Every GET of the API about a dump, an app or a domain, event streams aside, and every page."""
    names = {name: urllib.parse.quote(value, safe="") for name, value in names.items()}
    for path, item in OPEN_API["paths"].items():
        queries = QUERIES.get(path, [""])
        is_of = "{%s}" % subject in path + queries[0]
        if "get" in item and is_of and not path.endswith("/events") and not path.startswith("/session"):
            yield from ((path + query).format(**names) for query in queries)
    yield from (page.format(**names) for page in PAGES[subject])
