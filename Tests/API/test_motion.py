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
        reply = shared.get(f"{dump}/layout?device={device['id']}&statusBar=inCall")
        assert reply.json["size"]["height"] == device["height"], "the window keeps its size"
        taken = 20 if device["inCallBar"] else 0
        app = frames(reply)[1]
        assert (app["y"], app["height"]) == (taken, device["height"] - taken)
        sideways = shared.get(f"{dump}/layout?device={device['id']}&statusBar=inCall&orientation=landscape").json
        assert sideways["size"]["height"] == device["width"]


def test_the_keyboard_lies_over_the_window_and_what_is_under_it_is_listed(shared, dump, devices):
    reply = shared.get(f"{dump}/layout?keyboard=true").json
    assert reply["device"] == "iphone-8"
    assert reply["size"] == {"width": 375, "height": 667}
    assert not any(view["changed"] for view in reply["views"])
    top = 667 - devices["iphone-8"]["keyboard"]
    assert reply["keyboard"]["frame"] == {"x": 0, "y": top, "width": 375, "height": 667 - top}
    assert [(covered["view"], covered["whole"]) for covered in reply["keyboard"]["covered"]] == [(3, True), (4, True)]
    assert reply["warnings"] == []


def test_an_app_that_makes_room_for_the_keyboard_ends_above_it(shared, dump, devices):
    reply = shared.get(f"{dump}/layout?keyboard=resize")
    height = 667 - devices["iphone-8"]["keyboard"]
    assert reply.json["size"] == {"width": 375, "height": 667}
    assert frames(reply)[1] == {"x": 0, "y": 0, "width": 375, "height": height}
    assert frames(reply)[BUTTON]["y"] == height - 67
    assert reply.json["keyboard"]["covered"] == [{"view": 3, "whole": True, "takesText": False}]


CONSTRAINED = """\
<UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <UIWindowLayer: 0x60>>
   | <UIStackView: 0x2; frame = (0 100; 375 100); layer = <CALayer: 0x61>>
   |    | <UILabel: 0x3; frame = (0 0; 375 50); text = 'Total'; layer = <_UILabelLayer: 0x63>>
   | <UIView: 0x4; frame = (0 0; 375 20); autoresize = W; layer = <CALayer: 0x64>>
"""


def test_where_constraints_are_at_work_a_layout_says_what_it_does_not_know(shared):
    dump = "/api/v1/dumps/" + shared.request("POST", "/api/v1/dumps?name=stack", CONSTRAINED).json["id"]
    reply = shared.get(f"{dump}/layout?width=320&height=568").json
    assert [view["certainty"] for view in reply["views"]] == ["masks", "none", "none", "masks"]
    assert [(warning["code"], warning.get("view")) for warning in reply["warnings"]] == [
        ("layout.constraints", None), ("layout.uncertain", 1)]
    columns = shared.get(f"{dump}/layout?width=320&height=568&shape=columns&changed=true").json["columns"]
    assert columns["certainty"] == {"at": [1, 2], "values": ["none", "none"]}
    still = shared.get(f"{dump}/layout?width=375&height=667").json
    assert {view["certainty"] for view in still["views"]} == {"masks"}


def test_what_a_dump_did_not_say_is_listed_and_an_edit_makes_it_known(shared):
    text = '{"class":"UIScrollView","frame":[0,0,9,9],"alpha":1,"subviews":[{"class":"UILabel","frame":[0,0,9,9]}]}'
    dump = "/api/v1/dumps/" + shared.request("POST", "/api/v1/dumps?name=said", text).json["id"]
    views = shared.get(f"{dump}/views").json["views"]
    assert "clipsToBounds" in views[0]["unknown"] and "alpha" not in views[0]["unknown"]
    assert views[0]["clipsToBounds"] is True and views[1]["userInteractionEnabled"] is False, "as their classes do"
    edited = shared.request("PATCH", f"{dump}/views/0", {"clipsToBounds": True}).json["changed"][0]
    assert "clipsToBounds" not in edited["unknown"]
    history = shared.get(f"{dump}/edits").json["edits"]
    assert history[0]["summary"] == "Clips to bounds of UIScrollView 0: unknown → Yes"
    again = shared.request("POST", "/api/v1/dumps?name=again", shared.get(f"{dump}/dump.json").text).json["id"]
    copies = shared.get(f"/api/v1/dumps/{again}/views").json["views"]
    assert [view["unknown"] for view in copies] == [view["unknown"] for view in shared.get(f"{dump}/views").json["views"]]


def test_the_wireframe_shows_the_same_situation(shared, dump):
    picture = shared.get(f"{dump}/wireframe.svg?device=iphone-x&orientation=landscape")
    assert 'viewBox="0 0 812 375"' in picture.text


@pytest.mark.parametrize("query, ink, follows", [
    ("", "#1d2733", True), ("&appearance=light", "#1d2733", False), ("&appearance=dark", "#e3e9f1", False)])
def test_texts_of_the_wireframe_have_the_ink_for_the_ground_that_it_lies_on(shared, dump, query, ink, follows):
    picture = shared.get(f"{dump}/wireframe.svg?style=wireframe{query}").text
    assert f'<text fill="{ink}" fill-opacity="0.85" class="label{" f0" if follows else ""}"' in picture
    assert ("prefers-color-scheme: dark" in picture) == follows


def test_a_screen_has_the_controls_of_the_system_that_the_dump_names_or_somebody_chooses(shared):
    toggle = {"class": "UISwitch", "frame": [20, 40, 51, 31], "attributes": {"on": "YES"}}
    source = {"vitrine": 1, "device": {"system": "iOS 12.4"}, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [toggle]}]}
    dump = f"/api/v1/dumps/{shared.request('POST', '/api/v1/dumps?name=Years', source).json['id']}"
    for query, ios, green, knob in [("", "7", "#4cd964", 27), ("&ios=13", "13", "#34c759", 27), ("&ios=26", "26", "#34c759", 37)]:
        picture = shared.get(f"{dump}/wireframe.svg?style=screen&appearance=light{query}").text
        assert green in picture and f'width="{knob}"' in picture, query
        drawing = shared.get(f"{dump}/views?shape=columns&fields=drawing{query}").json["drawing"]
        assert drawing["ios"] == ios and [green] == [colors[0] for colors in drawing["paints"] if colors[0] == green]
        laid = shared.get(f"{dump}/layout?width=390&height=844&shape=columns&drawing=true{query}").json["drawing"]
        assert laid["ios"] == ios
        guesses = shared.get(f"{dump}/views/1?{query.removeprefix('&')}").json["guesses"]
        said = {"property": "system", "value": "iOS 7 to 12", "reason": "The dump was taken on iOS 12.4."}
        assert (said in guesses) == (not query) and all(guess["property"] != "system" for guess in guesses if query)
    for path in ("wireframe.svg?ios=6", "views?shape=columns&ios=6", "views/1?ios=6", "layout?shape=columns&drawing=true&ios=6", "views?ios=13"):
        reply = shared.get(f"{dump}/{path}")
        assert (reply.status, [error["parameter"] for error in reply.json["errors"]]) == (400, ["ios"]), path


def test_a_picture_has_bars_in_place_of_letters_that_its_reader_lacks(shared):
    label = {"class": "UILabel", "frame": [20, 40, 200, 21], "text": "設定"}
    source = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [label]}]}
    dump = f"/api/v1/dumps/{shared.request('POST', '/api/v1/dumps?name=Letters', source).json['id']}"
    for style in ("screen", "wireframe", "outlines"):
        for query, is_bar in [("", False), ("&missing=", False), ("&missing=AC00-D7AF", False), ("&missing=0590-05ff,4E00-9FFF", True)]:
            picture = shared.get(f"{dump}/wireframe.svg?style={style}{query}").text
            assert ("><title>設定</title></rect>" in picture) == is_bar == (">設定</text>" not in picture), (style, query)
    # Who lacks letters asks again only where the picture says that it has some.
    assert shared.get(f"{dump}/wireframe.svg").headers["Server-Timing"] == "letters"
    plain = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [label | {"text": "Größe – “wide”…"}]}]}
    other = shared.request("POST", "/api/v1/dumps?name=Plain", plain).json["id"]
    assert "Server-Timing" not in shared.get(f"/api/v1/dumps/{other}/wireframe.svg").headers
    for missing in ("x", "9FFF-4E00", ",".join(["400"] * 65), "110000"):
        reply = shared.get(f"{dump}/wireframe.svg?missing={missing}")
        assert (reply.status, [error["parameter"] for error in reply.json["errors"]]) == (400, ["missing"]), missing


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
    bounds = {"x": 0, "y": 0, "width": 660, "height": 380}
    block = {"duration": 0.4, "changes": [{"view": 0, "bounds": bounds}], "times": [0, 0.2, 0.4, 9]}
    reply = shared.request("POST", f"{dump}/animations", block)
    assert reply.status == 200 and reply.json["end"] == 0.4
    before = {view["id"]: view["frame"] for view in shared.get(f"{dump}/views").json["views"]}
    after = frames(shared.get(f"{dump}/layout?width=660&height=380"))
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
