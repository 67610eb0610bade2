"""Real dumps of test tools in text and XML: each is read with everything in it, counted here by other means."""

import json
import re
import urllib.parse
import xml.etree.ElementTree as XML

NODE = re.compile(r"^[^A-Za-z0-9]*[A-Z][A-Za-z]*(?: \(Main\))?, 0x[0-9a-f]+", re.M)


def loaded(server, file, fmt):
    reply = server.request("POST", "/api/v1/dumps?name=" + urllib.parse.quote(file.name), file.read_bytes())
    if reply.status != 201:
        return reply, None
    dump = reply.json
    assert dump["format"] == fmt, file.name
    base = f"/api/v1/dumps/{dump['id']}"
    for path in ("", "/views", "/source", "/wireframe.svg", "/wireframe.svg?style=screen", "/views?format=text", "/hit-test?x=20&y=20"):
        status = server.get(base + path).status
        assert status == 200, f"{file.name} {path}: {status}"
    assert server.get(f"/dumps/{dump['id']}?view=0").status == 200
    views = server.get(base + "/views?limit=1000").json
    assert views["total"] == dump["viewCount"]
    return reply, [v for v in views["views"]]


def elements(node):
    """The elements of a source, wrappers left out, in the order of the document."""
    return [e for e in node.iter() if e.tag.startswith("XCUIElementType")]


def test_every_source_of_webdriveragent_loads_with_all_its_elements(corpus, start):
    server = start()
    files = sorted((corpus / "dumps/wda-xml").iterdir())
    assert files
    for file in files:
        expected = elements(XML.fromstring(file.read_bytes()))
        reply, views = loaded(server, file, "webDriverAgentXML")
        if not expected:
            assert reply.status == 422 and "no element" in reply.json["detail"], file.name
            continue
        assert reply.status == 201, f"{file.name}: {reply.body[:300]}"
        assert [v["class"] for v in views] == [e.attrib.get("type", e.tag) for e in expected], file.name
        for view, element in zip(views, expected):
            assert (view.get("label") or None) == (element.get("label") or None), file.name
            if all(side in element.attrib for side in ("x", "y", "width", "height")):
                assert view["frame"]["width"] == float(element.get("width"))


def test_every_debug_description_loads_with_all_its_elements(corpus, start):
    server = start()
    files = sorted((corpus / "dumps/xcuitest-debug-description").iterdir())
    assert files
    for file in files:
        text = file.read_text()
        quoted = re.search(r'"Attributes: .*"', text)
        if quoted:
            text = json.loads(quoted.group(0).replace("\\'", "'"))
        if "Element subtree:" in text:
            text = text.split("Element subtree:")[1].split("Path to element:")[0]
        else:
            text = re.split(r"\n\s*\}", text.split("Output: {")[-1])[0]
        expected = len(NODE.findall(text))
        reply, views = loaded(server, file, "xcuitest")
        assert reply.status == 201, f"{file.name}: {reply.body[:300]}"
        assert len(views) == expected > 0, file.name
        # Texts stand in the dump as they came out.
        for view in views:
            if view.get("label"):
                assert f"label: '{view['label']}'" in text, file.name


def test_every_hierarchy_of_detox_loads_with_all_its_views(corpus, start):
    server = start()
    files = [file for file in sorted((corpus / "dumps/other").iterdir()) if "Detox" in file.name]
    for file in files:
        text = re.sub(r"<!\[CDATA\[.*?\]\]>", "", file.read_text(), flags=re.S)
        expected = re.findall(r'<(\S+) alpha="', text)
        reply, views = loaded(server, file, "detox")
        assert reply.status == 201, f"{file.name}: {reply.body[:300]}"
        assert [v["class"] for v in views] == expected, file.name
