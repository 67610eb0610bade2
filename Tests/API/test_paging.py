"""Every list that input can make long is read part by part, and no reply grows with what was not asked for."""

import plistlib
import sys

import pytest

from conftest import REPOSITORY, Server
from rights import Person

sys.path.insert(0, str(REPOSITORY / "Tests"))
import archives  # noqa: E402

MOST = 2_000_000
COUNT = 2_200


def line(depth, name="A", more=""):
    return "\t" * depth + f"<{name}: 0x1; frame = (0 0; 100 100);{more} layer = <CALayer: 0x9>>\n"


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("long") / "data", []).start()
    group = {"Type": "PSGroupSpecifier", "Title": "One group"}
    rows = [{"Type": "PSTextFieldSpecifier", "Title": f"Row {n}", "Key": f"k{n}", "DefaultValue": "x" * 400} for n in range(COUNT)]
    panes = [("Root", [group, *rows]), ("More", [group, {"Type": "PSToggleSwitchSpecifier", "Key": "last", "Title": "Last"}, group])]
    panes[0][1].append({"Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"})
    files = [("Pear.app/Info.plist", archives.info())]
    files += [(f"Pear.app/Settings.bundle/{name}.plist", plistlib.dumps({"PreferenceSpecifiers": specifiers})) for name, specifiers in panes]
    assert server.request("POST", "/api/v1/apps", archives.pack(files)).status == 201
    writer = Person(server)
    for number in range(1, 1_205):
        writer.request("PATCH", f"/api/v1/defaults/d{number:04}", {"a": 1})
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="module")
def dumps(long):
    def post(text):
        return "/api/v1/dumps/" + long.request("POST", "/api/v1/dumps", text, {"Content-Type": "text/plain"}).json["id"]

    return {
        "roots": post(line(0) * COUNT), "wide": post(line(0, "W") + line(1) * COUNT),
        "deep": post("".join(line(depth) for depth in range(COUNT))),
        "texts": post(line(0, "W") + line(1, more=" text = '" + "x" * 20_000 + "';") * 300),
    }


def parts(server, address, name):
    """All entries of a list, part by part, and how many each part had."""
    entries, sizes, after = [], [], None
    while True:
        reply = server.get(address + ("" if after is None else ("&" if "?" in address else "?") + f"after={after}"))
        assert reply.status == 200 and len(reply.body) <= MOST, (address, len(reply.body))
        entries += reply.json[name]
        sizes.append(len(reply.json[name]))
        after = reply.json["next"]
        if after is None:
            return entries, sizes, reply.json


def test_a_summary_holds_a_thousand_roots_and_says_how_many_there_are(long, dumps):
    summary = long.get(dumps["roots"]).json
    assert len(summary["roots"]) == 1_000 and summary["rootsTotal"] == COUNT
    views, sizes, last = parts(long, dumps["roots"] + "/views?depth=0&fields=id", "views")
    assert [view["id"] for view in views] == list(range(COUNT)) and sizes == [1_000, 1_000, COUNT - 2_000] and last["total"] == COUNT
    assert "rootsTotal" not in long.get(dumps["wide"]).json


def test_a_view_holds_a_thousand_subviews_and_superviews(long, dumps):
    view = long.get(dumps["wide"] + "/views?limit=1").json["views"][0]
    assert len(view["subviews"]) == 1_000 and view["subviewsTotal"] == COUNT
    rest, _, _ = parts(long, dumps["wide"] + "/views?superview=0&fields=id", "views")
    assert [entry["id"] for entry in rest] == list(range(1, COUNT + 1))
    assert long.get(dumps["wide"] + "/views?superview=9999999").status == 400
    deep = long.get(f"{dumps['deep']}/views/{COUNT - 1}").json
    assert len(deep["superviews"]) == 1_000 and deep["superviewsTotal"] == COUNT - 1
    assert len(deep["responderChain"]) == 1_000 and deep["responderChainTotal"] > COUNT - 1


def test_a_part_ends_early_where_its_entries_are_long_unless_more_is_asked_for(long, dumps):
    views, sizes, _ = parts(long, dumps["texts"] + "/views", "views")
    assert len(views) == 301 and len(sizes) > 2
    assert len(long.get(dumps["texts"] + "/views?limit=10000").json["views"]) == 301
    assert sum(parts(long, dumps["deep"] + "/views", "views")[1]) == COUNT


def test_a_hit_test_lists_candidates_and_steps_part_by_part(long, dumps):
    for name, total in (("roots", COUNT), ("wide", COUNT + 1), ("deep", COUNT)):
        found, sizes, last = parts(long, dumps[name] + "/hit-test?x=1&y=1", "candidates")
        assert len(found) == total == last["total"] and max(sizes) == 1_000
        steps, _, last = parts(long, dumps[name] + "/hit-test?x=1&y=1", "steps")
        assert len(steps) == last["stepsTotal"]


def test_domains_are_listed_part_by_part(long):
    domains, sizes, last = parts(long, "/api/v1/defaults", "domains")
    assert sizes == [1_000, 204] and last["total"] == 1_204 and len({domain["name"] for domain in domains}) == 1_204
    assert [domain["name"] for domain in long.get("/api/v1/defaults?limit=2&after=d0003").json["domains"]] == ["d0004", "d0005"]
    assert [domain["name"] for domain in long.get("/api/v1/defaults?limit=1&after=d0003x").json["domains"]] == ["d0004"]


def rows_of(pane):
    return [row["title"] for group in pane["groups"] for row in group["rows"]]


def test_rows_of_a_pane_are_read_part_by_part(long):
    found, after, headings = [], "", []
    while after is not None:
        reply = long.get("/api/v1/apps/com.example.pear/settings" + after)
        assert len(reply.body) <= MOST and reply.json["total"] == COUNT + 1
        found += rows_of(reply.json)
        headings += [(group["title"], group.get("continued", False)) for group in reply.json["groups"]]
        after = None if reply.json["next"] is None else f"?after={reply.json['next']}"
    assert found == [f"Row {n}" for n in range(COUNT)] + ["More"]
    assert headings[0] == ("One group", False) and set(headings[1:]) == {("One group", True)}


def test_all_panes_are_read_part_by_part(long):
    found, after, groups = [], "&limit=900", 0
    while after is not None:
        reply = long.get("/api/v1/apps/com.example.pear/settings?deep=true" + after).json
        found += [(name, title) for name, pane in reply["panes"].items() for title in rows_of(pane)]
        groups += sum(len(pane["groups"]) for name, pane in reply["panes"].items() if name == "More")
        after = None if reply["next"] is None else f"&limit=900&after={reply['next']}"
    assert reply["total"] == COUNT + 2 and len(found) == COUNT + 2 and found[-1] == ("More", "Last")
    assert groups == 2


@pytest.mark.parametrize("path, name", [("/api/v1/apps", "apps"), ("/api/v1/apps/com.example.pear/lint", "findings"),
                                        ("/api/v1/apps/com.example.pear/info", "info"), ("/api/v1/dumps", "dumps")])
def test_other_lists_take_limit_and_after(long, dumps, path, name):
    whole = long.get(path).json
    first = long.get(path + "?limit=1").json
    assert whole["total"] == first["total"] == len(whole[name]) and first[name] == whole[name][:1]
    assert (first["next"] is None) == (whole["total"] == 1)
    assert parts(long, path + "?limit=1", name)[0] == whole[name]


def test_pages_are_short_too_and_lead_on(long, dumps):
    pages = {name: address.removeprefix("/api/v1") for name, address in dumps.items()}
    for path in (*pages.values(), pages["roots"] + "/tree", "/defaults", "/apps/com.example.pear", "/apps/com.example.pear/settings", "/"):
        reply = long.get(path, accept="text/html")
        assert reply.status == 200 and len(reply.body) <= MOST, (path, len(reply.body))
    assert f'href="{pages["roots"]}/tree?after=299"' in long.get(pages["roots"], accept="text/html").text
    second = long.get(pages["roots"] + "/tree?after=299", accept="text/html").text
    assert "view=300" in second and "view=599" in second and "view=600" not in second and "tree?after=599" in second
    assert "after=d0300" in long.get("/defaults", accept="text/html").text
    pane = "/apps/com.example.pear/settings"
    assert "?after=299" in long.get(pane, accept="text/html").text
    assert 'id="row-301"' in long.get(pane + "?after=299", accept="text/html").text
