"""Another screen, a call, the keyboard, a turn of the device: what a script sees of it."""

import pytest

DUMP = """\
<UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <UIWindowLayer: 0x60>>
   | <UIView: 0x2; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x61>>
   |    | <UINavigationBar: 0x3; frame = (0 20; 375 44); autoresize = W; layer = <CALayer: 0x62>>
   |    | <UILabel: 0x4; frame = (16 560; 200 21); text = 'Total'; layer = <_UILabelLayer: 0x63>>
   |    | <UIButton: 0x5; frame = (137.5 600; 100 44); autoresize = LM+RM+TM; layer = <CALayer: 0x64>>
"""
BUTTON = 4


@pytest.fixture(scope="module")
def dump(shared):
    return "/api/v1/dumps/" + shared.request("POST", "/api/v1/dumps?name=motion", DUMP).json["id"]


@pytest.fixture(scope="module")
def devices(shared):
    return {device["id"]: device for device in shared.get("/api/v1/devices").json["devices"]}


def frames(reply):
    return {view["id"]: view["frame"] for view in reply.json["views"]}


def test_every_device_lays_the_dump_out_in_both_orientations(shared, dump, devices):
    for device in devices.values():
        portrait = shared.get(f"{dump}/layout?device={device['id']}")
        assert portrait.json["size"] == {"width": device["width"], "height": device["height"]}
        assert portrait.json["safeArea"] == device["safeArea"]
        landscape = shared.get(f"{dump}/layout?device={device['id']}&orientation=landscape")
        assert landscape.json["size"] == {"width": device["height"], "height": device["width"]}
        assert landscape.json["safeArea"] == device["landscape"]["safeArea"]
        assert frames(portrait)[BUTTON]["y"] == device["height"] - 67
        assert frames(landscape)[BUTTON]["x"] == (device["height"] - 100) / 2


def test_a_call_takes_20_points_where_there_is_no_notch(shared, dump, devices):
    for device in devices.values():
        height = shared.get(f"{dump}/layout?device={device['id']}&statusBar=inCall").json["size"]["height"]
        assert height == device["height"] - (20 if device["inCallBar"] else 0)
        sideways = shared.get(f"{dump}/layout?device={device['id']}&statusBar=inCall&orientation=landscape").json
        assert sideways["size"]["height"] == device["width"]


def test_the_keyboard_leaves_what_is_above_it_and_warnings_say_what_that_breaks(shared, dump, devices):
    reply = shared.get(f"{dump}/layout?keyboard=true").json
    assert reply["device"] == "iphone-8"
    assert reply["size"] == {"width": 375, "height": 667 - devices["iphone-8"]["keyboard"]}
    assert [(warning["code"], warning["view"]) for warning in reply["warnings"]] == [("layout.offScreen", 3)]
    assert "Total" in reply["warnings"][0]["message"]


def test_the_wireframe_shows_the_same_situation(shared, dump):
    picture = shared.get(f"{dump}/wireframe.svg?device=iphone-x&orientation=landscape")
    assert 'viewBox="0 0 812 375"' in picture.text


@pytest.mark.parametrize("query, parameter", [
    ("device=iphone-8&width=300", "width"), ("orientation=landscape&height=300", "height"),
    ("device=iphone-4000", "device"), ("orientation=upside-down", "orientation"), ("statusBar=red", "statusBar"),
    ("width=123&height=456&keyboard=true", "keyboard"), ("rounding=floorEdges", "rounding"),
])
def test_contradictions_name_their_parameter(shared, dump, query, parameter):
    for path in (f"{dump}/layout", f"{dump}/wireframe.svg"):
        reply = shared.get(f"{path}?{query}")
        assert (reply.status, reply.headers.get_content_type()) == (400, "application/problem+json")
        assert [error["parameter"] for error in reply.json["errors"]] == [parameter]


def test_an_animation_goes_from_the_frames_before_to_the_layout_after(shared, dump):
    bounds = {"x": 0, "y": 0, "width": 667, "height": 375}
    block = {"duration": 0.4, "changes": [{"view": 0, "bounds": bounds}], "times": [0, 0.2, 0.4, 9]}
    reply = shared.request("POST", f"{dump}/animations", block)
    assert reply.status == 200 and reply.json["end"] == 0.4
    before = {view["id"]: view["frame"] for view in shared.get(f"{dump}/views").json["views"]}
    after = frames(shared.get(f"{dump}/layout?width=667&height=375"))
    start, middle, end, later = [{view["id"]: view["frame"] for view in sample["views"]} for sample in reply.json["samples"]]
    followers = set(start) - {0}
    assert followers == {1, 2, BUTTON}
    assert all(start[view] == before[view] and end[view] == later[view] == after[view] for view in followers)
    # Half the time is half the way with the curve that a block has by default.
    assert middle[BUTTON]["x"] == pytest.approx((before[BUTTON]["x"] + after[BUTTON]["x"]) / 2, abs=1e-6)
    assert shared.get(f"{dump}/views/{BUTTON}").json["frame"] == before[BUTTON], "nothing is stored"


def test_a_block_that_autoreverses_jumps_to_the_new_value_at_the_end(shared, dump):
    block = {"duration": 1, "curve": "linear", "autoreverses": True, "repeatCount": 2, "times": [1, 2, 3.5, 3.999, 4],
             "changes": [{"view": BUTTON, "alpha": 0}]}
    reply = shared.request("POST", f"{dump}/animations", block).json
    alphas = [sample["views"][0]["alpha"] for sample in reply["samples"]]
    assert alphas == pytest.approx([0, 1, 0.5, 0.999, 0]) and reply["end"] == 4


def test_impossible_blocks_name_every_fault(shared, dump):
    block = {"duration": -1, "changes": [{"view": 999, "alpha": 0}, {"view": 1, "alpha": 3}], "times": [-1]}
    reply = shared.request("POST", f"{dump}/animations", block)
    assert reply.status == 422 and reply.json["type"] == "/problems/impossible-animation"
    assert [error["pointer"] for error in reply.json["errors"]] == [
        "/duration", "/changes/0/view", "/changes/1/alpha", "/times/0"]


def test_a_picture_of_one_view_shows_it_as_it_lies_in_another_layout(shared, dump):
    whole = shared.get(f"{dump}/wireframe.svg?width=750&height=667&root=2").text
    # The bar is as wide as the screen that is asked for, not resized to its size.
    assert 'viewBox="0 0 750 44"' in whole and 'data-view="2"' in whole and 'data-view="4"' not in whole
    resized = shared.get(f"{dump}/wireframe.svg?width=100&height=50&view=2").text
    assert 'viewBox="0 0 100 50"' in resized
    refused = shared.get(f"{dump}/wireframe.svg?root=99")
    assert refused.status == 400 and refused.json["errors"][0]["parameter"] == "root"
