"""Constraint conflicts of a log: explained by the API, by the command, in place of a dump, and at the view of a dump beside them."""

import json

import pytest

from commanding import told

ROW = """2026-02-03 04:05:06.789 Soup[1:2] [LayoutConstraints] Unable to simultaneously satisfy constraints.
(
    "<NSLayoutConstraint:0x6001 H:|-(12)-[UILabel:0x7fa1'Soup & <b>']   (active, names: '|':UIView:0x7fb1 )>",
    "<NSLayoutConstraint:0x6002 H:[UILabel:0x7fa1'Soup & <b>']-(10)-[UISwitch:0x7fa2]   (active)>",
    "<NSLayoutConstraint:0x6003 UISwitch:0x7fa2.width == 150   (active)>",
    "<NSLayoutConstraint:0x6004 H:[UISwitch:0x7fa2]-(12)-|   (active, names: '|':UIView:0x7fb1 )>",
    "<NSLayoutConstraint:0x6005 UILabel:0x7fa1'Soup & <b>'.width >= 130   (active)>",
    "<NSLayoutConstraint:0x6006 'UIView-Encapsulated-Layout-Width' UIView:0x7fb1.width == 300   (active)>"
)

Will attempt to recover by breaking constraint
<NSLayoutConstraint:0x6003 UISwitch:0x7fa2.width == 150   (active)>
"""
SUM = "12 + 130 + 10 + 150 + 12 = 314 in 300"
NAMED = """Unable to simultaneously satisfy constraints.
(
    "<NSLayoutConstraint:0x6001 soup.stop-button.width == 90   (active, names: soup.stop-button:0x7fa3 )>",
    "<NSLayoutConstraint:0x6002 soup.stop-button.width >= 120   (active, names: soup.stop-button:0x7fa3 )>"
)
Will attempt to recover by breaking constraint
<NSLayoutConstraint:0x6002 soup.stop-button.width >= 120   (active, names: soup.stop-button:0x7fa3 )>
"""
DUMP = """
<UIWindow: 0x7fa1; frame = (0 0; 375 667)>
   | <UIView: 0x7fa2; frame = (0 0; 375 667)>
   |    | <UIButton: 0x7fa3; frame = (16 100; 90 44)>
"""
TEXT = {"Content-Type": "text/plain"}


def explain(server, log, status=200, headers=TEXT, path="/api/v1/explain"):
    reply = server.request("POST", path, log, headers)
    assert reply.status == status, reply.body
    return reply.json


def test_a_log_is_explained_and_nothing_is_stored(shared):
    before = shared.get("/api/v1/dumps").json["total"]
    told = explain(shared, ROW + ROW)
    assert (told["total"], told["report"]) == (2, [])
    [conflict] = told["conflicts"]
    assert conflict["count"] == 2 and conflict["lines"] == [1, 13]
    arithmetic = conflict["arithmetic"]
    assert (arithmetic["axis"], arithmetic["text"], arithmetic["needed"], arithmetic["available"]) == ("horizontal", SUM, 314, 300)
    assert [term["value"] for term in arithmetic["terms"]] == [12, 130, 10, 150, 12, 300]
    assert [view["name"] for view in conflict["views"]] == ["UILabel “Soup & <b>”", "UIView", "UISwitch"]
    assert [view["superview"] for view in conflict["views"]] == [1, None, 1]
    assert [constraint["broken"] for constraint in conflict["constraints"]] == [False, False, True, False, False, False]
    assert conflict["constraints"][5]["origin"] == "encapsulated"
    assert conflict["advice"][0]["constraint"] == 2 and "136" in conflict["advice"][0]["text"]
    assert explain(shared, ROW, path="/api/v1/dumps")["conflicts"][0]["arithmetic"] == arithmetic, "a log in place of a dump"
    assert shared.get("/api/v1/dumps").json["total"] == before


def test_a_list_of_constraints_is_no_conflict(shared):
    listed = "<__NSArrayM 0x1>(\n<NSLayoutConstraint:0x6001 UIButton:0x7fa3.width == 90   (active)>\n)\n"
    [told] = explain(shared, listed)["conflicts"]
    assert "Nothing in the text says" in told["text"] and told["advice"] == [] and told["arithmetic"] is None
    page = shared.request("POST", "/explain", listed, {**TEXT, "Accept": "text/html", "Origin": shared.url})
    assert page.status == 200 and "No conflict in this text" in page.text and "One conflict" not in page.text
    made = shared.request("POST", "/api/v1/dumps", listed + DUMP, TEXT).json
    view = shared.get(f"/api/v1/dumps/{made['id']}/views/2").json
    assert view["diagnostics"] == [] and view["attributes"]["constraint"] == "NSLayoutConstraint 0x6001"


def test_what_is_no_log_is_refused_with_what_it_is(shared):
    for log in ["", "hello", DUMP, "<UIViewController 0x1>, state: appeared, view: <UIView 0x2>"]:
        reply = explain(shared, log, 422)
        assert reply["type"].endswith("unreadable-log") and reply["detail"]
    assert explain(shared, "x" * (8 << 20) + "\n", 413)["type"].endswith("log-too-large")
    form = {"Content-Type": "multipart/form-data; boundary=edge"}
    assert "no log" in explain(shared, "--edge--\r\n", 400, form)["detail"]
    assert shared.request("POST", "/api/v1/dumps?format=xib", ROW, TEXT).status == 422, "what has to be an interface is none"


def test_the_page_shows_what_the_api_says(shared):
    part = f'--edge\r\nContent-Disposition: form-data; name="text"\r\n\r\n{ROW}\r\n--edge--\r\n'
    headers = {"Content-Type": "multipart/form-data; boundary=edge", "Accept": "text/html", "Origin": shared.url}
    page = shared.request("POST", "/explain", part, headers)
    assert page.status == 200 and SUM in page.text and "<b>’" not in page.text and "UILabel “Soup &amp; &lt;b&gt;”" in page.text
    assert 'class="over"' in page.text, "what is too much is drawn"
    refused = shared.request("POST", "/explain", part.replace("Constraint", "-"), headers)
    assert refused.status == 422 and "12)-[UILabel" in refused.text, "what was sent is still there"
    moved = shared.request("POST", "/dumps", part.replace('name="text"', 'name="source"'), headers)
    assert (moved.status, moved.headers["Location"]) == (307, "/explain")


def test_a_log_in_the_text_of_a_dump_is_told_of_its_views(shared):
    made = shared.request("POST", "/api/v1/dumps", NAMED + DUMP, TEXT)
    assert made.status == 201, made.body
    base = f"/api/v1/dumps/{made.json['id']}"
    view = shared.get(f"{base}/views/2").json
    assert view["identifier"] == "soup.stop-button" and [entry["code"] for entry in view["diagnostics"]] == ["layout.conflict"]
    assert "joined.reports" in [entry["code"] for entry in shared.get(base).json["report"]]
    finding = next(entry for entry in shared.get(f"{base}/lint").json["findings"] if entry["rule"] == "constraints.conflict")
    assert finding["view"] == 2 and "UIKit broke this one: UIButton “soup.stop-button” is at least 120 wide." in finding["message"]
    assert "0x6002" not in finding["message"], "in words, and once"
    [conflict] = explain(shared, NAMED + DUMP)["conflicts"]
    assert [(view["name"], view["view"]) for view in conflict["views"]] == [("UIButton “soup.stop-button”", 2)]


@pytest.fixture
def log(tmp_path):
    (tmp_path / "row.log").write_text(ROW + NAMED)
    (tmp_path / "screen.txt").write_text(DUMP)
    return tmp_path / "row.log"


def test_the_command_prints_text_json_and_a_page(log):
    text = told("explain", log)
    assert "Conflict 1 of 2" in text and SUM in text and "✗ UISwitch is 150 wide – UIKit broke this one" in text
    assert "“soup.stop-button” cannot be 90 and at least 120 wide." in text
    conflicts = json.loads(told("explain", log, "--format", "json", "--dump", log.parent / "screen.txt"))["conflicts"]
    assert [view["class"] for view in conflicts[1]["views"]] == ["UIButton"]
    page = told("explain", "-", "--format", "html", stdin=ROW)
    assert "<svg" in page and SUM in page and "Soup &amp; &lt;b&gt;" in page
    assert told("inspect", log) == text, "a log alone in place of a dump"
    assert "no log of a constraint conflict" in told("explain", log.parent / "screen.txt", code=1)
