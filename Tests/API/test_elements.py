"""JSON dumps of test tools: how they are told apart, what is kept of them, and what is said when they are broken."""

import pathlib

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
    for name in ("webDriverAgentJSON", "idb", "maestro", "sentry", "calabash"):
        assert name in reply.body.decode()
