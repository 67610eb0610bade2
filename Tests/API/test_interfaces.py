"""Real interface files: every view and every constraint is read, and resized ones prove the rule of autoresizing."""

import urllib.parse
import xml.etree.ElementTree as ElementTree

import pytest

FOLDERS = ("dumps/xib", "dumps/storyboard", "dumps/xib-resize-pairs", "interfaces")
MASK = ("flexibleLeftMargin", "flexibleWidth", "flexibleRightMargin"), ("flexibleTopMargin", "flexibleHeight", "flexibleBottomMargin")


def interfaces(corpus):
    files = [file for folder in FOLDERS for file in sorted((corpus / folder).iterdir())]
    return [file for file in files if file.suffix in (".xib", ".storyboard")]


def views_with_frames(element):
    """How many elements have a frame, those of size classes left out."""
    pending, found = [element], 0
    while pending:
        element = pending.pop()
        if element.tag != "variation":
            found += any(child.tag == "rect" and child.get("key") == "frame" for child in element)
            pending += list(element)
    return found


def archived_views(root):
    """How many objects of an archive are views."""
    keys = {"NSFrame", "NSFrameSize", "NSvFlags"}
    return sum((item.get("class") or "").startswith("IB") and bool(keys & {child.get("key") for child in item})
               for item in root.iter("object"))


def load(server, file):
    reply = server.request("POST", "/api/v1/dumps?name=" + urllib.parse.quote(file.name), file.read_bytes())
    assert reply.status == 201, f"{file.name}: {reply.status} {reply.body[:300]}"
    return reply.json


@pytest.mark.figures
def test_every_interface_file_loads_with_all_its_views_and_constraints(corpus, start):
    server = start()
    files = interfaces(corpus)
    assert len(files) > 100
    views = constraints = 0
    for file in files:
        root = ElementTree.parse(file).getroot()
        dump = load(server, file)
        assert dump["format"] == file.suffix[1:]
        base = f"/api/v1/dumps/{dump['id']}"
        report = server.get(base).json["report"]
        frameless = sum(entry["code"] == "missing.frame" for entry in report)
        framed = archived_views(root) if root.tag == "archive" else views_with_frames(root)
        assert dump["viewCount"] - frameless == framed, file.name
        found = server.get(base + "/constraints?limit=10000").json
        assert found["total"] == sum(1 for _ in root.iter("constraint")), file.name
        # Some files say a constraint twice, which is no mistake of the reader.
        errors = {entry["code"] for entry in report if entry["severity"] == "error"}
        assert errors <= {"interface.repeatedConstraint"}, file.name
        for path in ("/views", "/views?fields=id,constraints,autoLayout", "/layout?width=667&height=375", "/wireframe.svg", "/dump.json"):
            assert server.get(base + path).status == 200, file.name + path
        views, constraints = views + dump["viewCount"], constraints + found["total"]
    print(f"{len(files)} files, {views} views, {constraints} constraints")
    assert constraints > 6000


def by_object(server, dump):
    """The views of a dump by the ids that Interface Builder gave them."""
    views = server.get(f"/api/v1/dumps/{dump['id']}/views?limit=10000").json["views"]
    ids = {view["id"]: view["attributes"].get("objectID") for view in views}
    return {ids[view["id"]]: view | {"parent": ids.get(view["superview"])} for view in views if ids[view["id"]]}


def resized(server, dump, superview, size):
    """Where the views right inside one of another size go."""
    reply = server.get(f"/api/v1/dumps/{dump['id']}/layout?view={superview}&width={size['width']}&height={size['height']}&limit=10000")
    return {view["id"]: view["frame"] for view in reply.json["views"]}


@pytest.mark.figures
def test_what_interface_builder_made_of_masks_is_what_the_layout_makes(corpus, start):
    server = start()
    pairs = sorted((corpus / "dumps/xib-resize-pairs").glob("*-before.xib"))
    assert len(pairs) >= 5
    table = []
    for file in pairs:
        before_dump = load(server, file)
        before = by_object(server, before_dump)
        after = by_object(server, load(server, file.with_name(file.name.replace("-before", "-after"))))
        applied = agreed = 0
        misses = []
        layouts = {}
        for name, view in before.items():
            other, parent = after.get(name), view["parent"]
            if not other or not parent or other["parent"] != parent or parent not in after:
                continue
            if view["autoresizingMask"] != other["autoresizingMask"]:
                continue
            old, new = before[parent]["bounds"], after[parent]["bounds"]
            for axis, (origin, length) in enumerate((("x", "width"), ("y", "height"))):
                # One flexible part takes everything, which shows nothing of how several share.
                flexible = [part for part in MASK[axis] if part in view["autoresizingMask"]]
                if len(flexible) < 2 or old[length] == new[length]:
                    continue
                layout = layouts.get(parent)
                if layout is None:
                    layout = layouts[parent] = resized(server, before_dump, before[parent]["id"], new)
                frame = layout[view["id"]]
                applied += 1
                fits = abs(frame[origin] - other["frame"][origin]) <= 1 and abs(frame[length] - other["frame"][length]) <= 1
                agreed += fits
                if not fits:
                    misses.append((name, origin, view["frame"], other["frame"], frame, old, new))
        table.append((file.name.removesuffix("-before.xib"), agreed, applied, misses))
    for name, agreed, applied, misses in table:
        print(f"{name[-40:]:40} {agreed:4} of {applied:4} axes within a point")
        for miss in misses[:5]:
            print("    ", *miss)
    assert sum(applied for _, _, applied, _ in table) > 200
    for name, agreed, applied, _ in table:
        assert agreed == applied, f"{name}: {agreed} of {applied}"
