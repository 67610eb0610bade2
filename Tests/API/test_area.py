"""What is seen of a view and where a tap reaches it."""

DUMP = """\
<UIWindow: 0x1; frame = (0 0; 300 400); layer = <UIWindowLayer: 0x60>>
   | <UIView: 0x2; frame = (0 0; 300 400); layer = <CALayer: 0x61>>
   |    | <UIButton: 0x3; frame = (20 20; 100 40); opaque = NO; layer = <CALayer: 0x62>>
   |    | <UIButton: 0x4; frame = (20 100; 100 40); opaque = NO; layer = <CALayer: 0x63>>
   |    | <UIButton: 0x5; frame = (280 20; 40 40); opaque = NO; layer = <CALayer: 0x64>>
   | <UIView: 0x6; frame = (0 80; 300 80); backgroundColor = UIExtendedGrayColorSpace 1 1; layer = <CALayer: 0x65>>
   | <UIView: 0x7; frame = (0 0; 70 400); userInteractionEnabled = NO; backgroundColor = %s; layer = <CALayer: 0x66>>
"""
GLASS, WALL = "UIExtendedGrayColorSpace 0 0.5", "UIExtendedSRGBColorSpace 1 1 1 1"


def load(server, dump):
    return f"/api/v1/dumps/{server.request('POST', '/api/v1/dumps', dump).json['id']}/views"


def test_an_opaque_view_in_front_hides_and_a_translucent_one_does_not(shared):
    for color, fraction, rects in (
        (GLASS, 1, [{"x": 20, "y": 20, "width": 100, "height": 40}]),
        (WALL, 0.5, [{"x": 70, "y": 20, "width": 50, "height": 40}]),
    ):
        views = load(shared, DUMP % color)
        area = shared.get(f"{views}/2").json["visibleArea"]
        assert area == {"fraction": fraction, "rects": rects, "exact": True, "coveredBy": None}


def test_the_view_that_covers_another_completely_is_named(shared):
    views = load(shared, DUMP % GLASS)
    assert shared.get(f"{views}/3").json["visibleArea"] == {"fraction": 0, "rects": [], "exact": True, "coveredBy": 5}


def test_a_button_behind_an_overlay_says_why_it_cannot_be_tapped(shared):
    views = load(shared, DUMP % GLASS)
    touch = shared.get(f"{views}/3").json["touch"]
    assert (touch["touchable"], touch["fraction"]) == (False, 0)
    assert [(obstacle["kind"], obstacle["view"]) for obstacle in touch["obstacles"]] == [("covered", 5)]
    assert touch["obstacles"][0]["message"] == "UIView (id 5) in front of the view takes the touches on all of it."


def test_a_button_that_sticks_out_is_touched_inside_only(shared):
    touch = shared.get(f"{load(shared, DUMP % GLASS)}/4").json["touch"]
    assert (touch["touchable"], touch["fraction"], touch["ownFraction"]) == (True, 0.5, 0.5)
    assert [obstacle["kind"] for obstacle in touch["obstacles"]] == ["outsideSuperview"]


def test_the_share_is_that_of_taps_on_a_grid(samples):
    dump = next(dump for dump in samples.get("/api/v1/dumps").json["dumps"] if dump["name"].startswith("world"))
    base = f"/api/v1/dumps/{dump['id']}"
    views = samples.get(f"{base}/views?fields=id,subviews,windowFrame,touchFraction,class").json["views"]
    subviews = {view["id"]: view["subviews"] for view in views}

    def below(view):
        return {view}.union(*(below(subview) for subview in subviews[view]))

    for view in [view for view in views if view["touchFraction"] and view["class"] in ("UITableView", "UIButton")]:
        frame, inside, steps = view["windowFrame"], below(view["id"]), 8
        points = [
            (frame["x"] + frame["width"] * (i + 0.5) / steps, frame["y"] + frame["height"] * (j + 0.5) / steps)
            for i in range(steps) for j in range(steps)
        ]
        hits = sum(samples.get(f"{base}/hit-test?x={x}&y={y}").json["hit"] in inside for x, y in points)
        assert abs(hits / len(points) - view["touchFraction"]) <= 0.13, view


def test_shares_come_in_lists_only_when_asked_for(samples):
    dump = samples.get("/api/v1/dumps").json["dumps"][0]["id"]
    plain = samples.get(f"/api/v1/dumps/{dump}/views").json["views"][0]
    assert "visibleFraction" not in plain and "touchFraction" not in plain
    asked = samples.get(f"/api/v1/dumps/{dump}/views?fields=visibleFraction,touchFraction").json["views"]
    assert all(set(view) == {"visibleFraction", "touchFraction"} for view in asked)
    assert any(view["visibleFraction"] == 0 for view in asked) and any(view["touchFraction"] == 1 for view in asked)
