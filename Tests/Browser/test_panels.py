"""The inspector's panels: tabs, attributes, size, content, animation and what the dump wrote."""

import json
import re

import pytest
from playwright.sync_api import expect

from browsing import DESKTOP, PHONE, sample_dumps
from drawing import dump
from inspecting import query
from paneling import (
    COLOURS, FACE, HAND, LAP_BUTTON, LAP_LABEL, STOP_BUTTON, STOP_LABEL, TABLE, WINDOW, api, choose, number, numbers, put,
    ready, requests_of, saved, select, shown, violations)
from settling import eventually, frames, soon

TABS = ["Size", "Attributes", "Touch", "Content", "Source"]


@pytest.fixture
def page(open_page, stopwatch):
    """The inspector with the stop button selected."""
    return ready(open_page(f"{stopwatch}?view={STOP_BUTTON}"))


# Tabs


def test_the_tabs_are_one_tab_stop_and_the_chosen_one_is_in_the_address_and_stays(page):
    tabs = page.get_by_role("tablist").get_by_role("tab")
    assert tabs.all_inner_texts() == TABS
    chosen = page.get_by_role("tab", selected=True)
    expect(chosen).to_have_text("Size")
    # Arrows go through them.
    chosen.focus()
    for key, name in (("ArrowRight", "Attributes"), ("End", "Source"), ("ArrowRight", "Size"), ("ArrowLeft", "Source"), ("Home", "Size")):
        page.keyboard.press(key)
        tab = page.get_by_role("tab", name=name)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
        assert page.locator("#panel [role=tab][tabindex='0']").all_inner_texts() == [name]
        panel = page.get_by_role("tabpanel")
        expect(panel).to_have_count(1)
        assert tab.get_attribute("aria-controls") == panel.get_attribute("id")
        assert panel.get_attribute("aria-labelledby") == tab.get_attribute("id")
    # The chosen one stays from view to view.
    choose(page, "Source")
    page.wait_for_function("() => new URLSearchParams(location.search).get('panel') === 'source'")
    select(page, LAP_LABEL)
    expect(page.get_by_role("tabpanel", name="Source")).to_be_visible()
    page.reload()
    ready(page)
    expect(page.get_by_role("tabpanel", name="Source")).to_be_visible()
    choose(page, "Size")
    page.wait_for_function("() => !location.search.includes('panel')")


def test_the_panel_tells_of_the_selected_view_at_once_and_of_no_other(page):
    held = []
    page.route(f"**/views/{LAP_BUTTON}", lambda route: held.append(route))
    # What the page knows is shown before the server has answered.
    select(page, LAP_BUTTON)
    assert numbers(page, "Frame") == [24, 252, 72, 72]
    choose(page, "Attributes")
    expect(page.locator("#panel h2")).to_contain_text("UIButton “Lap”")
    expect(page.get_by_role("switch", name="Hidden")).not_to_be_checked()
    choose(page, "Size")
    # An answer for a view left behind changes nothing.
    eventually(page, lambda: held, "the question")
    select(page, STOP_LABEL)
    for route in held:
        route.continue_()
    page.unroute(f"**/views/{LAP_BUTTON}")
    # What is asked later is answered later.
    page.evaluate("(address) => fetch(address).then((answer) => answer.text())", f"{api(page)}/views/{LAP_BUTTON}")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_LABEL))
    assert numbers(page, "Frame") != [24, 252, 72, 72]
    # Without a selection the panel says what to do.
    select(page, STOP_BUTTON)
    page.locator("#viewport").focus()
    for _ in range(12):
        page.keyboard.press("Escape")
    expect(page.locator("#panel .panel-empty")).to_contain_text("Select a view")


# Attributes


def row(page, name):
    return page.locator("#panel .attribute", has=page.locator(f".attribute-name:text-is('{name}')"))


def test_attributes_have_readable_names_and_fitting_controls_and_are_found_and_copied(page):
    choose(page, "Attributes")
    expect(row(page, "Class")).to_contain_text("UIButton")
    expect(row(page, "Identifier")).to_contain_text("stop")
    expect(page.get_by_role("slider", name="Alpha")).to_have_value("1")
    expect(page.get_by_role("switch", name="User interaction")).to_be_checked()
    expect(page.get_by_role("switch", name="Opaque")).not_to_be_checked()
    page.locator("#panel .attributes .unsaid > summary").click()
    expect(page.get_by_role("combobox", name="Content mode")).to_have_value("scaleToFill")
    expect(number(page, "Tag")).to_have_value("32")
    expect(row(page, "Controller")).to_have_count(1)
    expect(row(page, "Controller")).not_to_be_visible()
    # By name, by API name and by value.
    field = page.get_by_role("searchbox", name="Filter attributes")
    for text, name in (("hidd", "Hidden"), ("autoresizesSubviews", "Autoresizes subviews"), ("0x7f9d2d8c4270", "Address")):
        field.fill(text)
        expect(row(page, name)).to_be_visible()
        expect(page.locator("#panel .attribute:visible")).to_have_count(1)
    field.fill("nothing like this")
    expect(page.locator("#panel .attribute:visible")).to_have_count(0)
    expect(shown(page)).to_contain_text("No attribute contains “nothing like this”.")
    field.press("Escape")
    expect(row(page, "Alpha")).to_be_visible()
    # By a click.
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    row(page, "Address").locator("[data-copy]").click()
    expect(page.get_by_role("status")).to_contain_text("Copied 0x7f9d2d8c4270")
    assert page.evaluate("navigator.clipboard.readText()") == "0x7f9d2d8c4270"
    # Only what differs from the defaults.
    page.get_by_role("button", name="Non-default").click()
    expect(row(page, "Tag")).to_be_visible()
    expect(row(page, "Opaque")).to_be_visible()
    for name in ("Alpha", "Hidden", "User interaction", "Content mode"):
        expect(row(page, name)).not_to_be_visible()
    page.reload()
    ready(page)
    expect(page.get_by_role("button", name="Non-default")).to_have_attribute("aria-pressed", "true")
    expect(row(page, "Alpha")).not_to_be_visible()


def test_what_the_dump_says_of_colours_and_images_is_shown(open_page, shared):
    dump = "\n".join([
        "<UIWindow: 0x1; frame = (0 0; 100 100); layer = <UIWindowLayer: 0x2>>",
        "   | <UIView: 0x3; frame = (0 0; 9 9); backgroundColor = UIExtendedSRGBColorSpace 1 0.5 0 1; "
        "tintColor = <UIDynamicSystemColor: 0x9; name = systemRedColor>; layer = <CALayer: 0x4>>",
        "   | <UIView: 0x5; frame = (0 0; 9 9); backgroundColor = UIExtendedGrayColorSpace 0 0.5; layer = <CALayer: 0x6>>",
        "   | <UIImageView: 0x7; frame = (0 0; 100 100); contentMode = center; "
        "image = <UIImage:0x8 named(main: star); (20 19)@3{2}>; layer = <CALayer: 0xa>>",
    ])
    made = shared.request("POST", "/api/v1/dumps", dump).json["id"]
    page = ready(open_page(f"{shared.url}/dumps/{made}?view=1&panel=attributes"))
    color = row(page, "Background color").locator(".color")
    expect(color).to_have_text("#FF8000")
    expect(color.locator("svg rect").first).to_have_attribute("fill", "#ff8000")
    expect(row(page, "Tint color")).to_contain_text("System red")
    select(page, 2)
    expect(row(page, "Background color").locator(".color")).to_have_text("Black, 50 %")
    # The size of an image is the example of content.
    select(page, 3)
    choose(page, "Content")
    expect(number(page, "Content width")).to_have_value("20")
    expect(number(page, "Content height")).to_have_value("19")
    expect(shown(page)).to_contain_text("20 × 19 at 3×")


def test_findings_of_the_view_stand_above_everything(open_page, shared):
    dump = "<UIWindow: 0x1; frame = (0 0; inf 100); layer = <UIWindowLayer: 0x2>>"
    made = shared.request("POST", "/api/v1/dumps", dump).json["id"]
    page = ready(open_page(f"{shared.url}/dumps/{made}?view=0"))
    finding = page.locator("#panel .findings li").first
    expect(finding).to_be_visible()
    assert finding.bounding_box()["y"] < shown(page).bounding_box()["y"]


# Size


def test_the_size_tab_tells_the_mask_in_a_square_and_geometry_as_the_server_does(page, samples):
    square = page.get_by_role("group", name="Autoresizing")
    states = {button.get_attribute("aria-label"): button.get_attribute("aria-pressed")
              for button in square.get_by_role("button").all()}
    assert states == {
        "Flexible left margin": "true", "Flexible right margin": "false", "Flexible top margin": "true",
        "Flexible bottom margin": "true", "Flexible width": "false", "Flexible height": "false"}
    assert square.locator(".spring").count() == 3 and square.locator(".strut").count() == 1
    assert square.locator(".fixed").count() == 2
    expect(shown(page)).to_contain_text("flexible left margin · top margin · bottom margin")
    expect(shown(page)).to_contain_text("LM+TM+BM")
    # The preview shows where the mask leads.
    x, width = ([float(page.locator(f"#panel .{part}").get_attribute(name)) for name in ("x", "width")]
                for part in ("preview-view", "preview-target"))
    assert width[0] > x[0], "a flexible left margin moves the view to the right"
    assert width[1] == pytest.approx(x[1], abs=0.02), "the width is fixed"
    # Geometry is told as the server tells it, a transform as rotation and scale too.
    for view in (STOP_BUTTON, HAND, TABLE, WINDOW):
        select(page, view)
        told = samples.get(f"{api(page)}/views/{view}").json
        rect = lambda name: [told[name][part] for part in ("x", "y", "width", "height")]
        assert numbers(page, "Frame") == pytest.approx(rect("frame"), abs=0.006)
        assert numbers(page, "Bounds") == pytest.approx(rect("bounds"), abs=0.006)
        assert numbers(page, "Center", ("x", "y")) == pytest.approx(list(told["center"].values()), abs=0.006)
        assert numbers(page, "Matrix", ("a", "b", "c", "d")) == pytest.approx(told["transform"][:4], abs=0.0006)
        window = page.locator("#panel .numbers", has_text="Window").locator("[data-copy]")
        assert [float(one.get_attribute("data-copy")) for one in window.all()] == pytest.approx(rect("windowFrame"), abs=0.001)
    select(page, HAND)
    assert float(number(page, "Rotate in degrees").input_value()) != 0
    assert numbers(page, "Scale", ("x", "y")) == [1, 1]


#: What is typed, and what the other numbers become: UIKit's coupling. The view is 72 × 72 at 279, 252.
COUPLING = [
    ("Frame width", "100", {"Bounds width": "100", "Center x": "329", "Frame x": "279"}),
    ("Frame x", "320/2", {"Center x": "196", "Bounds width": "72"}),
    ("Bounds width", "100", {"Frame width": "100", "Frame x": "265", "Center x": "315"}),
    ("Bounds x", "30", {"Frame x": "279", "Center x": "315"}),
    ("Center y", "300", {"Frame y": "264", "Bounds y": "0"}),
    ("Scale x", "2", {"Frame x": "243", "Frame width": "144", "Bounds width": "72", "Matrix a": "2", "Center x": "315"}),
    ("Rotate in degrees", "90", {"Matrix a": "0", "Matrix b": "1", "Matrix c": "-1", "Frame x": "279"}),
    ("Move x", "10", {"Frame x": "289", "Center x": "315"}),
    ("Anchor x", "0", {"Frame x": "315", "Center x": "315"}),
    ("Matrix d", "0.5", {"Scale y": "0.5", "Frame height": "36"}),
]


def test_numbers_are_stepped_by_arrows_and_the_others_follow_while_one_is_typed(page):
    field = number(page, "Frame x")
    field.focus()
    for key, text in (("ArrowUp", "280"), ("Shift+ArrowUp", "290"), ("Alt+ArrowDown", "289.9"), ("ArrowDown", "288.9")):
        page.keyboard.press(key)
        expect(field).to_have_value(text)
        expect(field).to_have_attribute("aria-valuenow", text)
    # Escape takes them back.
    page.keyboard.press("Escape")
    expect(field).to_have_value("279")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_BUTTON))
    # What is no number is marked and not kept.
    put(page, "Frame x", "abc", key=None)
    expect(field).to_have_attribute("aria-invalid", "true")
    field.press("Enter")
    expect(field).to_have_value("279")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    for label, typed, others in COUPLING:
        field = put(page, label, typed, key=None)
        for other, text in others.items():
            expect(number(page, other), f"{other} while {label} is {typed}").to_have_value(text)
        field.press("Escape")
        for other in others:
            expect(number(page, other)).not_to_have_value("nothing")
        assert numbers(page, "Frame") == [279, 252, 72, 72], label
        assert numbers(page, "Bounds") == [0, 0, 72, 72], label


# The formulas, without a page around them


@pytest.fixture(scope="module")
def formulas(windows_of, samples):
    """Evaluates JavaScript with the geometry of the panels as `G`, and what works out sums as `evaluate`."""
    page = windows_of.take()
    page.watch.begin()
    page.goto(samples.url)
    base = page.locator('script[src*="/js/pages/app.js"]').get_attribute("src").replace("pages/app.js", "inspector/")
    modules = f"Promise.all([import('{base}data/geometry.js'), import('{base}panels/controls.js')])"
    yield lambda script: page.evaluate(f"{modules}.then(([G, {{ evaluate }}]) => {script})")
    assert page.watch.end() == []
    page.context.close()


VIEW = "{ bounds: [0, 0, 200, 100], center: [200, 150], transform: %s, anchor: [%s, %s] }"


def rotated(degrees, scale=1):
    return f"G.matrixOf({{ rotation: {degrees}, scaleX: {scale}, scaleY: {scale}, shear: 0, tx: 0, ty: 0 }})"


@pytest.mark.parametrize("transform,frame", [
    ("G.IDENTITY", [100, 100, 200, 100]), (rotated(45), [93.934, 43.934, 212.132, 212.132]),
    ("[2, 0, 0, 2, 0, 0]", [0, 50, 400, 200]), ("[1, 0, 0, 1, 30, 40]", [130, 140, 200, 100])])
def test_a_frame_is_the_box_around_the_transformed_bounds(formulas, transform, frame):
    assert formulas(f"G.frameOf({VIEW % (transform, 0.5, 0.5)})") == pytest.approx(frame, abs=0.001)


@pytest.mark.parametrize("anchor,origin", [(0, [200, 150]), (0.25, [150, 125]), (0.5, [100, 100]), (1, [0, 50])])
def test_an_anchor_point_moves_the_frame_and_not_the_center(formulas, anchor, origin):
    assert formulas(f"G.frameOf({VIEW % ('G.IDENTITY', anchor, anchor)})")[:2] == origin


@pytest.mark.parametrize("transform,frame,bounds", [
    (rotated(45), [0, 0, 50, 50], [70.711, 0]), (rotated(60), [0, 0, 120, 80], [129.282, 63.923]),
    (rotated(90), [0, 0, 100, 40], [40, 100]), ("[2, 0, 0, 3, 0, 0]", [0, 0, 400, 300], [200, 100]),
    ("[1, 0, 0.5, 1, 0, 0]", [0, 0, 100, 100], [50, 100]), (rotated(30, 2), [0, 0, 200, 150], [124.103, 14.952])])
def test_setting_a_frame_takes_its_size_back_through_the_transform(formulas, transform, frame, bounds):
    assert formulas(f"G.withFrame({VIEW % (transform, 0.5, 0.5)}, {frame}).bounds")[2:] == pytest.approx(bounds, abs=0.001)


@pytest.mark.parametrize("span,before,after,flags,result", [
    ([20, 140], 180, 300, 7, [33.333, 233.333]), ([213, 81], 300, 245, 7, [173.95, 66.15]),
    ([605, 40], 667, 320, 3, [279.519, 18.481]), ([331, 22], 375, 667, 3, [604.802, 40.198]),
    ([0, 42], 40, 66, 7, [0, 69.3]), ([300, 21], 320, 360, 7, [337.5, 23.625]), ([0, 375], 375, 667, 5, [146, 375]),
    ([10, 20], 100, 5, 2, [10, 0]), ([30, 30], 90, 0, 7, [0, 0]), ([10, 30], 100, 100, 7, [10, 30]),
    ([-30, 20], 100, 120, 3, [-20, 30]), ([0, 375], 0, 34, 2, [0, 409]), ([10, 30], 100, 200, 0, [10, 30])])
def test_flexible_parts_share_a_change_in_proportion(formulas, span, before, after, flags, result):
    assert formulas(f"G.resizedSpan({span}, {before}, {after}, {flags})") == pytest.approx(result, abs=0.001)


@pytest.mark.parametrize("matrix", [[0.3, 0.7, -2, 1, 4, 5], [0, 0, 1, 2, 0, 0], [1, 0, 0, -1, 0, 0], [0, 2, -3, 0, 1, 1]])
def test_the_parts_of_a_matrix_make_it_again(formulas, matrix):
    assert formulas(f"G.matrixOf(G.partsOf({matrix}))") == pytest.approx(matrix, abs=1e-9)


@pytest.mark.parametrize("typed,value", [
    ("320/2", 160), ("(44 + 8) * 3", 156), ("−12.5", -12.5), ("2 × 3 ÷ 4", 1.5), ("1e3", 1000), (".5", 0.5),
    ("1/0", None), ("1 2", None), ("2 +", None), ("abc", None), ("", None), ("((((1))))", 1)])
def test_sums_can_be_typed(formulas, typed, value):
    assert formulas(f"evaluate({json.dumps(typed)})") == value


# Content


def test_every_content_mode_is_drawn_as_the_server_does_and_arrows_walk_through_them(page, samples):
    panel = choose(page, "Content")
    modes = panel.get_by_role("radio")
    expect(modes).to_have_count(13)
    expect(panel.get_by_role("radio", checked=True)).to_have_attribute("data-mode", "scaleToFill")
    put(page, "Content width", "30")
    put(page, "Content height", "20")
    drawn = panel.locator(".result [data-copy]")
    expect(drawn).to_have_count(4)
    rect = samples.get(f"{api(page)}/content-mode?view={STOP_BUTTON}&contentWidth=30&contentHeight=20&mode=scaleToFill").json["rect"]
    assert [float(one.get_attribute("data-copy")) for one in drawn.all()] == list(rect.values())
    # Walking does not choose.
    panel.get_by_role("radio", checked=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_attribute("data-mode", "scaleAspectFit")
    page.keyboard.press("End")
    expect(page.locator(":focus")).to_have_attribute("data-mode", "bottomRight")
    expect(panel.get_by_role("radio", checked=True)).to_have_attribute("data-mode", "scaleToFill")
    assert panel.locator("[role=radio][tabindex='0']").count() == 1


# Animation


@pytest.fixture
def animated(page):
    """The stop button with a change of its frame, 40 points down."""
    choose(page, "Animate")
    page.get_by_role("button", name="Change UIButton").click()
    return page


def test_an_animation_block_of_several_changes_is_asked_for_as_it_is_built(animated):
    page = animated
    asked = requests_of(page, "POST", "/animations")
    put(page, "Duration in seconds", "1")
    put(page, "Repeat count", "2")
    page.get_by_role("switch", name="Autoreverses").check()
    page.get_by_role("combobox", name="Curve").select_option("easeIn")
    put(page, "New frame y", "300")
    slider = page.get_by_role("slider", name="Time")
    expect(slider).to_have_attribute("max", "4")
    slider.fill("0.5")
    expect(page.locator("#panel output")).to_contain_text("0.50 / 4 s")
    eventually(page, lambda: asked and asked[-1]["times"][-1] == 4, "the question about the whole block")
    block = asked[-1]
    assert (block["duration"], block["repeatCount"], block["autoreverses"], block["curve"]) == (1, 2, True, "easeIn")
    assert block["changes"] == [{"view": STOP_BUTTON, "frame": {"x": 279, "y": 300, "width": 72, "height": 72}}]
    assert 60 <= len(block["times"]) <= 80 and block["times"][0] == 0 and block["times"][-1] == 4
    # Several views and properties make one block.
    slider.fill("0")
    page.get_by_role("button", name="Another change of UIButton").click()
    expect(page.get_by_role("combobox", name="Property").nth(1)).to_have_value("alpha")
    select(page, FACE)
    page.get_by_role("button", name="Change Clock.StopwatchView").click()
    page.get_by_role("combobox", name="Property").nth(2).select_option("transform")
    page.get_by_role("slider", name="Time").fill("0.1")
    eventually(page, lambda: asked and len(asked[-1]["changes"]) == 3, "the question about three changes")
    changes = asked[-1]["changes"]
    assert [(change["view"], *(set(change) - {"view"})) for change in changes] == [
        (STOP_BUTTON, "frame"), (STOP_BUTTON, "alpha"), (FACE, "transform")]
    assert changes[2]["transform"] == [0, 1, -1, 0, 0, 0]
    page.get_by_role("button", name="Remove this change").first.click()
    expect(page.locator("#panel .animation-change")).to_have_count(2)


def test_an_animation_moves_the_views_on_the_canvas_and_nothing_is_kept(animated, samples):
    page = animated
    before = samples.get(f"{api(page)}/views/{STOP_BUTTON}").json
    expect(page.locator(".overlay .tag")).to_contain_text("279, 316")
    page.get_by_role("slider", name="Time").fill("0.2")
    expect(page.locator(".overlay .tag")).to_contain_text("279, 336")
    page.get_by_role("slider", name="Time").fill("0.4")
    expect(page.locator(".overlay .tag")).to_contain_text("279, 356")
    choose(page, "Size")
    expect(page.locator(".overlay .tag")).to_contain_text("279, 316")
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    assert samples.get(f"{api(page)}/views/{STOP_BUTTON}").json == before
    # It plays to its end and can be stopped.
    choose(page, "Animate")
    put(page, "Duration in seconds", "0.3")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#panel output")).to_have_text("0.30 / 0.3 s")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator(".overlay .tag")).to_contain_text("279, 356")
    put(page, "Duration in seconds", "30")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    first = page.locator("#panel output").inner_text()
    frames(page, 10)
    assert page.locator("#panel output").inner_text() == first
    # It plays although its times were changed a moment ago.
    put(page, "Duration in seconds", "0.4")
    page.get_by_role("slider", name="Time").fill("0.1")
    expect(page.locator(".overlay .tag")).to_be_visible()
    page.route("**/animations", lambda route: (page.wait_for_timeout(300), route.continue_()))
    put(page, "Duration in seconds", "30")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()


def test_who_wants_less_motion_gets_the_slider_only(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?view={STOP_BUTTON}&panel=animate", reduced_motion="reduce"))
    page.get_by_role("button", name="Change UIButton").click()
    expect(page.get_by_role("slider", name="Time")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).not_to_be_visible()
    choose(page, "Size")
    expect(page.get_by_role("button", name="Preview")).not_to_be_visible()


# Source, copies


def test_the_source_tab_tells_the_dumps_own_words_and_older_links_lead_to_it(open_page, world_clock):
    page = ready(open_page(f"{world_clock}?view=12&panel=layer"))
    lines = "(all) => all.map((line) => [...line.children].map((one) => one.textContent))"
    told = soon(page, lambda: dict(shown(page).locator("dl > div").evaluate_all(lines)))
    assert told["baseClass"] == "UITableViewCell"
    assert told["layer"].startswith("<CALayer: 0x")
    assert (told["Class"], told["Address"], told["Key path"]) == ("Clock.CityCell", "0x7f9d2d51b260", "0/0/0/0/0/0/1")


def test_answers_that_no_edit_sets_are_shown_as_the_dump_says_them(open_page, shared):
    view = {"class": "UIView", "frame": [0, 0, 40, 40], "multipleTouchEnabled": True, "exclusiveTouch": False}
    page = open_page(f"{dump(shared, view)}?view=0&panel=attributes")
    for name, said in (("Multiple touch enabled", "YES"), ("Exclusive touch", "NO")):
        expect(row(page, name)).to_contain_text(said)
    page.get_by_role("button", name="Non-default").click()
    expect(row(page, "Multiple touch enabled")).to_be_visible()
    expect(row(page, "Exclusive touch")).not_to_be_visible()


def copied(page, label, said):
    """What a button puts on the clipboard, once the page says that it has."""
    page.get_by_role("status").evaluate("(status) => status.replaceChildren()")
    page.get_by_role("button", name=label, exact=True).click()
    expect(page.get_by_role("status")).to_contain_text(said)
    return page.evaluate("navigator.clipboard.readText()")


def test_a_view_is_copied_in_several_languages(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for label, pattern in [
            ("Link", rf"^http://.*[?&]view={STOP_BUTTON}$"), ("CGRect", r"^CGRect\(x: 279, y: 252, width: 72, height: 72\)$"),
            ("Identifier", "^stop$"), ("JSON", rf'^\{{\s+"id": {STOP_BUTTON},'),
            ("Swift", r"""^let button = UIButton\(frame: CGRect\(x: 279, y: 252, width: 72, height: 72\)\)
button\.autoresizingMask = \[\.flexibleLeftMargin, \.flexibleTopMargin, \.flexibleBottomMargin\]
button\.backgroundColor = .*
button\.setTitle\("Stop", for: \.normal\)
button\.tag = 32
button\.accessibilityIdentifier = "stop"$""")]:
        assert re.search(pattern, copied(page, label, re.compile("Copied|copied"))), label


#: Views, and what they are in Swift.
IN_SWIFT = [
    ({"class": "UILabel", "frame": [1, 2.5, 30, 40], "text": 'a "b"\\(c)\nd', "alpha": 0.5, "hidden": True,
      "attributes": {"backgroundColor": "UIExtendedSRGBColorSpace 1 0 0.5 1"}}, [
          "let label = UILabel(frame: CGRect(x: 1, y: 2.5, width: 30, height: 40))",
          "label.backgroundColor = UIColor(red: 1, green: 0, blue: 0.5, alpha: 1)",
          r'label.text = "a \"b\"\\(c)\nd"', "label.alpha = 0.5", "label.isHidden = true"]),
    ({"class": "Clock.HandView", "bounds": [0, 0, 80, 40], "center": [100, 90], "transform": [0, 1, -1, 0, 0, 0]}, [
        "let handView = HandView(frame: CGRect(x: 0, y: 0, width: 80, height: 40))",
        "handView.center = CGPoint(x: 100, y: 90)",
        "handView.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)"]),
]

#: Names of classes, and how the Swift of a view of them begins.
NAMES = {
    "UISwitch": "let switchView = UISwitch(", "_UIBarBackground": "let view = UIView(",
    "Gallery<Photo.Item>": "let gallery = Gallery<Photo.Item>(", "no name": "let view = UIView(",
}


def test_swift_has_what_the_dump_knows_with_texts_as_literals_and_names_in_swift(open_page, shared):
    views = [view for view, _ in IN_SWIFT] + [{"class": name, "frame": [0, 0, 1, 1]} for name in NAMES]
    made = shared.request("POST", "/api/v1/dumps", {"vitrine": 1, "windows": [
        {"class": "UIWindow", "frame": [0, 0, 320, 480], "subviews": views}]})
    page = ready(open_page(f"{shared.url}/dumps/{made.json['id']}?view=1"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def swift(view):
        select(page, view)
        return copied(page, "Swift", "Swift copied").split("\n")

    for view, (_, lines) in enumerate(IN_SWIFT, 1):
        assert swift(view) == lines
    for view, (name, line) in enumerate(NAMES.items(), 1 + len(IN_SWIFT)):
        first = swift(view)[0]
        assert first.startswith(line) and (line.endswith("UIView(")) == first.endswith(f"// {name}"), name


# Room


@pytest.mark.parametrize("width", [1440, 1000])
def test_every_tab_and_every_number_is_seen_whole(open_page, shared, width):
    made = shared.request("POST", "/api/v1/dumps", {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 320, 480], "subviews": [
        {"class": "UIView", "frame": [-1234.25, 12345.75, 187.5, 100000.25]}]}]})
    page = ready(open_page(f"{shared.url}/dumps/{made.json['id']}?view=1", viewport={"width": width, "height": 900}))
    for name in page.get_by_role("tab").all_inner_texts():
        choose(page, name)
        cut = page.evaluate("""() => [...document.querySelectorAll("#panel .tabs, #panel .number:not(:has(input)) > span:first-child, #panel .number input")]
          .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 200))""")
        assert cut == [], name


# Phone, address


def test_every_tab_fits_a_phone(open_page, stopwatch):
    page = open_page(f"{stopwatch}?view={STOP_BUTTON}", viewport=PHONE, has_touch=True)
    page.get_by_role("button", name="Inspector").click()
    for name in TABS:
        choose(page, name)
        wide = page.evaluate("""() => [...document.querySelectorAll("#panel :is(section, .tabs) *")]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))""")
        assert wide == [], name


def test_the_address_brings_tab_and_view_back(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?view={LAP_BUTTON}&panel=content"))
    expect(page.get_by_role("tabpanel", name="Content")).to_be_visible()
    assert query(page) == {"view": str(LAP_BUTTON), "panel": "content"}


# Accessibility


SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def expect_usable(page, state, within="#panel"):
    """A screen reader can use what is shown, and its colours are told apart, light and dark."""
    eventually(page, lambda: page.evaluate("document.getAnimations().length === 0"), "rest")
    assert violations(page, within=within) == [], state
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(page, within=within, **COLOURS) == [], f"{state}, dark"
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


@pytest.mark.long
@SIZES
def test_a_screen_reader_can_use_every_tab(open_page, stopwatch, size):
    page = ready(open_page(stopwatch, viewport=size, reduced_motion="reduce"))
    if size == PHONE:
        page.get_by_role("button", name="Inspector").click()
    expect_usable(page, "nothing")
    select(page, STOP_BUTTON)
    for name in TABS:
        choose(page, name)
        expect_usable(page, name)
    choose(page, "Size")
    select(page, HAND)
    expect_usable(page, "rotated")


#: Addresses of what else the panels tell.
STATES = {
    "a-touch": f"view={STOP_LABEL}&panel=touch&tool=touch&point=310,350", "a-touch-alone": "panel=touch&tool=touch&point=310,350",
    "another-screen": f"view={STOP_BUTTON}&device=iphone-14&orientation=landscape&compare=before",
}


@SIZES
@pytest.mark.parametrize("state", STATES)
def test_a_screen_reader_can_use_a_touch_and_another_screen(open_page, stopwatch, state, size):
    page = ready(open_page(f"{stopwatch}?{STATES[state]}", viewport=size, reduced_motion="reduce"))
    if size == PHONE and state != "another-screen":
        page.get_by_role("button", name="Inspector").click()
    expect_usable(page, state, within="body" if state == "another-screen" else "#panel")


@pytest.mark.long
def test_a_screen_reader_can_use_what_opens(open_page, shared):
    page = ready(open_page(f"{shared.url}/dumps/{sample_dumps(shared)['stopwatch']}?view={STOP_BUTTON}", reduced_motion="reduce"))
    put(page, "Frame x", "1")
    put(page, "Frame x", "2")
    expect(page.locator(".history-opener")).to_have_text("2 edits")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for opener in (page.locator(".history-opener"), page.get_by_label("Edit the view"), page.locator("#device-tools summary").first):
            opener.click()
            assert violations(page) == []
            page.keyboard.press("Escape")
        choose(page, "Animate")
        page.locator("#panel .animate .copies button").click()
        assert violations(page) == []
        choose(page, "Size")
    for edits in (1, 0):
        page.keyboard.press("Control+z")
        saved(page, edits)
