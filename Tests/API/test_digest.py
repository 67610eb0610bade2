"""Digests: one screen in few words, for those who cannot look at it."""

import pathlib

import pytest

from commanding import vitrine

FIXTURES = pathlib.Path(__file__).parent.parent / "Fixtures/dumps"
TREES = """\
bar [2]: “Trees” · [4] button “Add a tree” #add disabled
list [5], 1:
  [6] “Cox” · [8] switch “Ripe” #ripe on
[10] text field #query “Search”
Out of sight: 1 more.
"""


@pytest.fixture
def orchard(shared):
    return shared.request("POST", "/api/v1/dumps?name=Orchard", (FIXTURES / "orchard-wda.xml").read_bytes()).json["id"]


def test_a_digest_is_text_and_json_where_that_is_asked_for(shared, orchard):
    reply = shared.get(f"/api/v1/dumps/{orchard}/digest")
    assert reply.headers["Content-Type"].startswith("text/plain")
    assert reply.text == "Orchard [0] 375×667\n" + TREES
    reply = shared.request("GET", f"/api/v1/dumps/{orchard}/digest", headers={"Accept": "application/json"})
    assert [group["kind"] for group in reply.json["groups"]] == ["bar", "list", None]
    row = reply.json["groups"][1]["items"][0]
    assert (row["view"], row["words"], [part["view"] for part in row["parts"]]) == (6, ["Cox"], [8])


def test_a_digest_begins_with_a_view_and_behind_another(shared, orchard):
    assert "Trees" not in shared.get(f"/api/v1/dumps/{orchard}/digest?root=5").text
    assert "Cox" not in shared.get(f"/api/v1/dumps/{orchard}/digest?after=6").text
    for wrong in ("tokens=99", "tokens=many", "detail=all", "root=999", "after=x", "depth=1"):
        assert shared.get(f"/api/v1/dumps/{orchard}/digest?{wrong}").status == 400, wrong


def test_what_is_typed_into_secure_fields_is_in_no_digest(shared):
    source = (FIXTURES / "orchard-wda.xml").read_text().replace("XCUIElementTypeTextField", "XCUIElementTypeSecureTextField")
    dump = shared.request("POST", "/api/v1/dumps", source.replace('name="query"', 'name="query" value="hunter2"', 1)).json["id"]
    for detail in ("outline", "full"):
        assert "hunter2" not in shared.get(f"/api/v1/dumps/{dump}/digest?detail={detail}").text


def test_the_command_prints_the_digest_of_a_file():
    done = vitrine("inspect", "--format", "digest", str(FIXTURES / "orchard-wda.xml"))
    assert (done.returncode, done.stdout) == (0, "orchard-wda.xml [0] 375×667\n" + TREES)
    assert vitrine("inspect", "--tokens", "200", str(FIXTURES / "orchard-wda.xml")).returncode == 64
    assert vitrine("inspect", "--format", "digest", "--tokens", "5", str(FIXTURES / "orchard-wda.xml")).returncode == 64
