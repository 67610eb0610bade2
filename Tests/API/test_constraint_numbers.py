"""Constraints of single views are named as in the list of all, which edits and reasons go by."""

import pathlib

from test_layout_command import RULE

FILE = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps/pinned.storyboard"


def test_the_constraints_of_a_view_have_their_numbers_in_the_list_of_all(shared):
    base = "/api/v1/dumps/" + shared.request("POST", "/api/v1/dumps?name=numbers", FILE.read_bytes()).json["id"]
    every = shared.get(f"{base}/constraints?limit=100").json["constraints"]
    seen = set()
    for view in range(6):
        found = shared.get(f"{base}/views/{view}").json["constraints"]
        numbers = [constraint["number"] for constraint in found]
        assert numbers == sorted(numbers)
        for constraint in found:
            assert constraint["name"] == every[constraint["number"]]["name"]
        seen.update(numbers)
    assert seen == set(range(len(every)))
    listed = shared.get(f"{base}/views?fields=id,constraints").json["views"]
    assert [constraint["number"] for constraint in listed[2]["constraints"]] == [4, 5, 6, 7, 10]


def test_reasons_name_the_constraints_of_their_view(shared):
    base = "/api/v1/dumps/" + shared.request("POST", "/api/v1/dumps?name=reasons", FILE.read_bytes()).json["id"]
    own = {constraint["number"] for constraint in shared.get(f"{base}/views/2").json["constraints"]}
    holds = [hold for edge in shared.get(f"{base}/views/2/layout").json["edges"] for hold in edge["holds"]]
    assert holds and {hold["constraint"] for hold in holds if hold["kind"] == "constraint"} <= own


def test_a_view_that_nothing_sizes_says_so_and_is_warned_of(shared):
    base = "/api/v1/dumps/" + shared.request("POST", "/api/v1/dumps?name=unsized", RULE.encode()).json["id"]
    layout = shared.get(f"{base}/views/2/layout").json
    assert layout["certainty"] == "undetermined"
    assert layout["undecided"].startswith("Nothing decides the width: Interface Builder draws 240 points")
    width = next(edge for edge in layout["edges"] if edge["edge"] == "width")
    assert width["standing"] == "undetermined" and [hold["text"] for hold in width["holds"]] == ["nothing sizes it"]
    device = shared.get(f"{base}/layout?device=iphone-8").json
    assert [warning["view"] for warning in device["warnings"] if warning["code"] == "layout.undecided"] == [2]
