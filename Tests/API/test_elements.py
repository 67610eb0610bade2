"""JSON dumps of test tools: how they are told apart, what is kept of them, and what is said when they are broken."""

import pathlib
import urllib.parse

import pytest

FIXTURES = pathlib.Path(__file__).parent.parent / "Fixtures/dumps"
FILES = {
    "elements-wda.json": ("webDriverAgentJSON", 6),
    "elements-idb.json": ("idb", 5),
    "elements-maestro.json": ("maestro", 5),
    "elements-runner.json": ("maestro", 2),
    "elements-maestro.csv": ("maestro", 5),
    "orchard-earlgrey.txt": ("earlGrey", 6),
    "orchard-kif.txt": ("kif", 9),
    "orchard-failure.txt": ("xcuitest", 3),
    "views-sentry.json": ("sentry", 4),
    "views-calabash.json": ("calabash", 3),
}


@pytest.mark.parametrize("file", FILES)
def test_each_format_is_told_apart_and_handed_out_as_it_came(shared, file):
    content = (FIXTURES / file).read_bytes()
    reply = shared.request("POST", f"/api/v1/dumps?name={file}", content)
    assert reply.status == 201
    dump = reply.json
    assert (dump["format"], dump["viewCount"]) == FILES[file]
    source = shared.get(f"/api/v1/dumps/{dump['id']}/source")
    kind = "application/json" if file.endswith("json") else "text/plain; charset=utf-8"
    assert source.body == content and source.headers["Content-Type"] == kind
    forced = shared.request("POST", f"/api/v1/dumps?format={dump['format']}", content)
    assert forced.status == 201 and forced.json["viewCount"] == dump["viewCount"]


def test_an_element_keeps_what_its_tool_says_and_no_more(shared):
    dump = shared.request("POST", "/api/v1/dumps", (FIXTURES / "elements-wda.json").read_bytes()).json
    assert (dump["app"], dump["size"]) == ("com.example.kitchen", {"width": 390, "height": 844})
    view = shared.get(f"/api/v1/dumps/{dump['id']}/views/4").json
    assert (view["class"], view["identifier"], view["value"]) == ("XCUIElementTypeTextField", "minutes", "Minutes")
    assert view["windowFrame"] == {"x": 16, "y": 180, "width": 200, "height": 34}
    assert view["attributes"]["isEnabled"] == "0" and view["attributes"]["placeholderValue"] == "Minutes"
    assert {"alpha", "hidden", "autoresizingMask"} <= set(view["unknown"])
    assert not {"identifier", "label", "value"} & set(view["unknown"])


def test_a_dump_that_was_cut_is_read_up_to_the_cut_and_says_where(shared):
    content = (FIXTURES / "elements-wda.json").read_bytes()
    reply = shared.request("POST", "/api/v1/dumps", content[: content.index(b'"Lid"')])
    assert reply.status == 201 and reply.json["viewCount"] == 4
    report = shared.get(f"/api/v1/dumps/{reply.json['id']}").json
    cut = [entry for entry in report["report"] if entry["code"] == "truncated.json"]
    assert len(cut) == 1 and cut[0]["line"] == 17


def test_json_without_elements_is_refused_with_what_is_missing(shared):
    reply = shared.request("POST", "/api/v1/dumps?format=maestro", '{"children": []}')
    assert reply.status == 422 and "bounds" in reply.json["detail"]
    reply = shared.request("POST", "/api/v1/dumps", '{"total": 3, "items": [{"type": "Invoice"}]}')
    assert reply.status == 415
    lines = reply.json["lines"]
    assert len(lines) == 4 and " ".join(lines) == reply.json["detail"] and "“total”, “items”" in lines[0]
    for name in ("webDriverAgentJSON", "idb", "maestro", "sentry", "calabash"):
        assert name in reply.body.decode()


WATCH = """<document type="com.apple.InterfaceBuilder.WatchKit.Storyboard" targetRuntime="watchKit"><device id="watch40"/><scenes><scene>
<objects><controller id="c"><items><label text="Soup" id="l"/></items></controller></objects></scene></scenes></document>"""


def test_a_place_that_is_not_said_is_null_and_unknown_and_no_zero(shared):
    dump = shared.request("POST", "/api/v1/dumps", WATCH).json
    view = shared.get(f"/api/v1/dumps/{dump['id']}/views/1").json
    assert (view["class"], view["text"]) == ("WKInterfaceLabel", "Soup")
    assert [view[name] for name in ("frame", "bounds", "center", "windowFrame", "visibleFrame")] == [None] * 5
    assert {"frame", "bounds", "center"} <= set(view["unknown"])
    text = shared.get(f"/api/v1/dumps/{dump['id']}/views?format=text").body.decode()
    assert 'WKInterfaceLabel 1 (unknown) "Soup"' in text
    columns = shared.get(f"/api/v1/dumps/{dump['id']}/views?shape=columns").json
    unknown = 1 << columns["flagNames"].index("frameUnknown")
    assert [bits & unknown > 0 for bits in columns["columns"]["flags"]] == [False, True]
    page = shared.get(f"/dumps/{dump['id']}?view=1").body.decode()
    assert "at an unknown place" in page and "CGRect" not in page
    edited = shared.request("PATCH", f"/api/v1/dumps/{dump['id']}/views/1", {"frame": {"x": 1, "y": 2, "width": 3, "height": 4}})
    assert edited.status == 200
    assert "frame" not in shared.get(f"/api/v1/dumps/{dump['id']}/views/1").json["unknown"]


def test_a_number_is_found_as_the_identifier_that_it_is(shared):
    element = '[{"AXUniqueId": 77, "AXFrame": "{{0, 0}, {9, 9}}", "role": "AXButton"}]'
    dump = shared.request("POST", "/api/v1/dumps", element).json
    found = shared.get(f"/api/v1/dumps/{dump['id']}/views?identifier=77").json["views"]
    assert [view["identifier"] for view in found] == ["77"]


def test_pieces_of_a_source_are_read_where_they_are_on_the_screen(shared):
    piece = '</XCUIElementTypeOther><Cell x=10 y=100 width=300 height=60>\n<Image name=leaf x=20 y=110 width=30 height=30>'
    dump = shared.request("POST", "/api/v1/dumps", piece).json
    assert (dump["format"], dump["viewCount"]) == ("webDriverAgentXML", 2)
    assert shared.get(f"/api/v1/dumps/{dump['id']}/views/1").json["frame"] == {"x": 10, "y": 10, "width": 30, "height": 30}
    found = shared.get(f"/api/v1/dumps/{dump['id']}/views?predicate=" + urllib.parse.quote("rect.x == 20 AND rect.y == 110")).json["views"]
    assert [view["id"] for view in found] == [1]
    report = shared.get(f"/api/v1/dumps/{dump['id']}").json["report"]
    assert any("its beginning and its end are missing" in entry["message"] for entry in report)


def test_a_merge_that_is_not_finished_is_refused_with_its_line(shared):
    reply = shared.request("POST", "/api/v1/dumps", WATCH.replace("<items>", "<items>\n<<<<<<< HEAD\n").replace("</items>", "\n=======\n>>>>>>> topic\n</items>"))
    assert (reply.status, reply.json["type"].rsplit("/", 1)[-1]) == (422, "merge-conflict")
    assert "merge conflict" in reply.json["detail"] and reply.json["errors"][0]["line"] == 3
