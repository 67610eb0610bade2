"""The flat canvas: what is drawn where, how it is moved, and what pointing at it does."""

import base64
import json
import re

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from drawing import dump, expect_fact, facts, outline, pixel, pixels, place, png, settle, to_drawing, to_screen, viewport
from inspecting import corner, expect_unsaid, point, query
from settling import eventually

# Views of the stopwatch sample.
SCREEN = 4
LAP_BUTTON, LAP_LABEL, HIDDEN_BUTTON, STOP_BUTTON, STOP_LABEL, TAB_BAR = 35, 36, 37, 39, 40, 49

WHITE, RED, BLUE = "UIExtendedGrayColorSpace 1 1", "UIExtendedSRGBColorSpace 1 0 0 1", "UIExtendedSRGBColorSpace 0 0 1 1"


def view(name, frame, *subviews, background=None, **members):
    attributes = {"attributes": {"backgroundColor": background}} if background else {}
    return {"class": name, "frame": frame, "subviews": list(subviews), **attributes, **members}


@pytest.fixture
def page(open_page, stopwatch):
    return settle(open_page(stopwatch))


@pytest.fixture
def open_dump(open_page, shared):
    """Opens a dump with this window."""
    def open_dump(window, query="", expect=(), **options):
        return settle(open_page(dump(shared, window) + query, expect=expect, **options))
    return open_dump


def zoom(page):
    return facts(page)["zoom"]


def scroll(page, dx, dy, at, keys=()):
    page.mouse.move(*at)
    for key in keys:
        page.keyboard.down(key)
    page.mouse.wheel(dx, dy)
    for key in keys:
        page.keyboard.up(key)
    settle(page)


# Zoom and pan


def test_the_live_canvas_takes_the_place_of_the_servers_drawing_fits_the_window_and_follows_the_appearance(page):
    expect(page.locator("#viewport svg.canvas")).to_have_count(0)
    expect(page.locator("#viewport canvas.surface")).to_be_visible()
    assert facts(page)["drawn"] > 40
    # The device fits at first and when the window changes.
    for size in ({"width": 1440, "height": 900}, {"width": 1000, "height": 560}):
        page.set_viewport_size(size)
        settle(page)
        box = viewport(page)
        (left, top), (right, bottom) = to_screen(page, -14, -14), to_screen(page, 375 + 14, 667 + 14)
        assert box["x"] < left and box["y"] < top
        assert right < box["x"] + box["width"] and bottom < box["y"] + box["height"]
        assert bottom - top > box["height"] - 110
    at = to_screen(page, 187, 300)
    light = pixel(page, *at)
    page.emulate_media(color_scheme="dark")
    eventually(page, lambda: sum(pixel(settle(page), *at)[:3]) < sum(light[:3]) / 2, "the dark picture")


def test_a_wheel_and_a_pinch_on_a_trackpad_zoom_at_the_cursor_and_the_address_keeps_the_place_of_the_camera(page):
    at = point(page, LAP_BUTTON, 0.2, 0.7)
    there, before = to_drawing(page, *at), zoom(page)
    for delta, compare in ((-360, float.__gt__), (720, float.__lt__)):
        scroll(page, 0, delta, at)
        assert compare(zoom(page), before)
        assert to_drawing(page, *at) == pytest.approx(there, abs=0.01)
        before = zoom(page)
    page.keyboard.press("0")
    at = point(page, STOP_BUTTON)
    there, before = to_drawing(page, *at), zoom(page)
    scroll(page, 0, -20, at, keys=["Control"])
    assert zoom(page) == pytest.approx(before * 1.22, rel=0.02)
    assert to_drawing(page, *at) == pytest.approx(there, abs=0.01)
    page.keyboard.press("0")
    page.wait_for_function("() => !new URLSearchParams(location.search).has('zoom')")
    scroll(page, 0, -300, point(page, STOP_BUTTON))
    page.wait_for_function("() => new URLSearchParams(location.search).has('zoom')")
    before = facts(page)
    page.reload()
    after = facts(settle(page))
    assert [after[name] for name in ("zoom", "x", "y")] == pytest.approx([before[name] for name in ("zoom", "x", "y")], abs=0.05)
    page.keyboard.press("0")
    page.wait_for_function("() => !new URLSearchParams(location.search).has('zoom')")


def test_two_fingers_on_a_trackpad_dragging_with_space_or_the_middle_button_and_arrow_keys_pan_and_select_nothing(page):
    before = facts(page)
    scroll(page, 30, 45, point(page, SCREEN))
    after = facts(page)
    assert after["zoom"] == before["zoom"]
    assert (after["x"] - before["x"]) * before["zoom"] == pytest.approx(30, abs=0.1)
    assert (after["y"] - before["y"]) * before["zoom"] == pytest.approx(45, abs=0.1)
    for button in ("left", "middle"):
        page.keyboard.press("0")
        before, (x, y) = facts(settle(page)), point(page, LAP_BUTTON)
        page.mouse.move(x, y)
        if button == "left":
            page.keyboard.down(" ")
        page.mouse.down(button=button)
        page.mouse.move(x + 40, y - 25, steps=5)
        page.mouse.up(button=button)
        page.keyboard.up(" ")
        after = facts(settle(page))
        assert (before["x"] - after["x"]) * after["zoom"] == pytest.approx(40, abs=5), button
        assert (before["y"] - after["y"]) * after["zoom"] == pytest.approx(-25, abs=5), button
        expect_unsaid(page, "view")
    before = after
    page.locator("#viewport").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    after = facts(settle(page))
    assert after["x"] > before["x"] and after["y"] > before["y"]
    # Dragging alone does not.
    before, (x, y) = after, point(page, SCREEN)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 40, steps=4)
    page.mouse.up()
    after = facts(settle(page))
    assert (after["x"], after["y"]) == (before["x"], before["y"])


def test_keys_and_buttons_zoom_and_views_outside_of_the_window_are_not_drawn(page):
    fitted, whole = zoom(page), facts(page)["drawn"]
    for key, expected in (("1", 1), ("+", 1.25), ("-", 1), ("0", fitted)):
        page.keyboard.press(key)
        assert zoom(settle(page)) == pytest.approx(expected)
        expect(page.locator("#zoom-level")).to_have_text(f"{round(expected * 100)} %")
    page.get_by_role("button", name="Zoom in").click()
    assert zoom(settle(page)) == pytest.approx(fitted * 1.25)
    page.get_by_role("button", name="Fit to window").click()
    assert zoom(settle(page)) == pytest.approx(fitted)
    for _ in range(8):
        page.keyboard.press("+")
    assert 0 < facts(settle(page))["drawn"] < whole / 2


def touch(page, *moves):
    """Fingers on the screen, each move a list of places."""
    session = page.context.new_cdp_session(page)
    for at, places in enumerate(moves):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": "touchStart" if at == 0 else "touchMove", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settle(page)


def test_one_finger_pans_two_zoom_between_them_and_a_tap_selects(open_page, stopwatch):
    page = settle(open_page(stopwatch, viewport=PHONE, has_touch=True))
    before, (x, y) = facts(page), point(page, SCREEN)
    touch(page, [(x, y)], [(x + 30, y + 20)], [(x + 60, y + 40)])
    after = facts(page)
    assert after["zoom"] == before["zoom"]
    assert (before["x"] - after["x"]) * after["zoom"] == pytest.approx(60, abs=1)
    assert (before["y"] - after["y"]) * after["zoom"] == pytest.approx(40, abs=1)
    expect_unsaid(page, "view")
    page.keyboard.press("0")
    before, (x, y) = zoom(settle(page)), point(page, SCREEN)
    there = to_drawing(page, x, y)
    touch(page, [(x - 40, y), (x + 40, y)], [(x - 60, y), (x + 60, y)], [(x - 80, y), (x + 80, y)])
    assert zoom(page) == pytest.approx(before * 2, rel=0.05)
    assert to_drawing(page, x, y) == pytest.approx(there, abs=8)
    page.keyboard.press("0")
    page.touchscreen.tap(*point(page, STOP_LABEL))
    page.wait_for_function("(view) => new URLSearchParams(location.search).get('view') === view", arg=str(STOP_LABEL))


# What is drawn


def runs(row, ground):
    """Widths of the runs of pixels that differ from the ground on both sides of them."""
    found, length = [], 0
    for point in row:
        if point == ground:
            if length:
                found.append(length)
            length = 0
        else:
            length += 1
    return found


@pytest.mark.parametrize("ratio", [1, 1.5, 2, 3])
def test_hairlines_are_one_device_pixel_at_every_zoom(open_dump, ratio):
    window = view("UIWindow", [0, 0, 300, 300], view("UIView", [40.3, 50.7, 100.1, 90.9]))
    page = open_dump(window, "?drawing=text", device_scale_factor=ratio)
    for key in ("0", "1", "+", "+", "-", "-", "-"):
        page.keyboard.press(key)
        settle(page)
        (left, top), (right, _) = to_screen(page, 30, 90), to_screen(page, 60, 90)
        row = pixels(page, left, top, round((right - left) * ratio))[0]
        assert runs(row, row[0]) == [1], f"at {zoom(page)}"


def test_a_view_lies_where_its_frame_says_at_every_zoom(open_dump):
    window = view("UIWindow", [0, 0, 300, 300], view("UIView", [40, 50, 100, 90]))
    page = open_dump(window, "?drawing=text")
    for key in ("1", "+", "+", "-", "-", "-", "0"):
        page.keyboard.press(key)
        settle(page)
        for x in (40, 140):
            at, y = to_screen(page, x, 90)
            row = pixels(page, at - 4, y, 9)[0]
            assert any(point != row[0] for point in row[3:6]), f"an edge at {x} and {zoom(page)}"


def turned(side, *subviews, **members):
    """A square around (150, 150), turned by 45°."""
    square = view("UIView", None, *subviews, bounds=[0, 0, side, side], center=[150, 150], transform=[0.7071, 0.7071, -0.7071, 0.7071, 0, 0], **members)
    del square["frame"]
    return square


def clipping():
    """A view that a part of its subview sticks out of."""
    return view("UIView", [50, 50, 100, 100], view("UIView", [60, 10, 100, 40], background=RED), clipsToBounds=True)


def test_turned_scrolled_and_clipped_views_are_drawn_where_they_are_seen(open_dump):
    scrolled = view("UIView", [10, 200, 50, 50], background=RED)
    quarters = [
        # The corners of the square lie on the middles of its bounding box.
        (turned(100, background=RED), {(150, 150): True, (150, 84): True, (84, 150): True, (95, 95): False, (205, 95): False}),
        (view("UIScrollView", [100, 100, 100, 100], scrolled, bounds=[0, 180, 100, 100]), {(130, 140): True, (130, 260): False}),
        (clipping(), {(140, 80): True, (170, 80): False}),
        # What is turned clips along its own axes.
        (turned(60, view("UIView", [0, 0, 100, 100], background=RED), clipsToBounds=True), {(150, 150): True, (150, 200): False}),
    ]
    corners = [(0, 0), (300, 0), (0, 300), (300, 300)]
    parts = [view("UIView", [*at, 300, 300], part, background=WHITE) for at, (part, _) in zip(corners, quarters, strict=True)]
    page = open_dump(view("UIWindow", [0, 0, 600, 600], *parts, background=WHITE), "?drawing=filled")
    for (left, top), (_, points) in zip(corners, quarters, strict=True):
        for (x, y), is_there in points.items():
            assert pixel(page, *to_screen(page, left + x, top + y))[:2] == ((255, 0) if is_there else (255, 255)), (left + x, top + y)


def edge(page, x, y):
    """Whether a line crosses the row of pixels around a point of the drawing."""
    at, down = to_screen(page, x, y)
    row = pixels(page, at - 5, down, 11)[0]
    return len(set(row)) > 1


def test_a_click_selects_what_is_seen_in_front_and_clipped_parts_are_ghosted_on_demand(open_dump):
    siblings = view("UIView", [50, 150, 100, 100]), view("UIView", [100, 200, 100, 100])
    page = open_dump(view("UIWindow", [0, 0, 300, 300], clipping(), *siblings, background=WHITE))
    for x, y, expected in ((170, 80, 0), (140, 80, 2), (125, 225, 4)):
        page.mouse.click(*map(round, to_screen(page, x, y)))
        expect_fact(page, "selected", expected)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect_fact(page, "selected", "")
    def ghost():
        return any(edge(page, 210, y) for y in range(62, 98, 3))
    assert not ghost()
    page.get_by_label("Drawing style").click()
    page.get_by_role("button", name="Hidden and clipped").click()
    settle(page)
    assert ghost()
    assert query(page)["ghosts"] == "true"


def test_words_that_no_font_of_the_machine_has_are_a_quiet_bar(open_dump):
    # No font has a letter there: the code point is given to none.
    words = "\U0003fff0" * 6
    page = open_dump(view("UIWindow", [0, 0, 300, 300], view("UILabel", [100, 100, 102, 20.5], text=words), background=WHITE), "?drawing=screen")
    inside = {pixels(page, *to_screen(page, x, 111))[0][0] for x in range(106, 196, 3)}
    outside = pixels(page, *to_screen(page, 60, 111))[0][0]
    assert len(inside) == 1 and outside not in inside, "the bar is even; boxes have edges"


@pytest.mark.parametrize("lacks", [True, False])
def test_pictures_of_pages_have_bars_in_place_of_letters_that_the_machine_lacks(browser, shared, lacks):
    words, plain = (dump(shared, view("UIWindow", [0, 0, 300, 300], view("UILabel", [10, 10, 100, 20], text=text))) for text in ("設定", "Größe"))
    page = browser.new_page()
    # Letters look like none where they look like a character that there is not.
    page.add_init_script(f"""let count = 0;
      CanvasRenderingContext2D.prototype.getImageData = () => ({{ data: [{"0" if lacks else "count += 1"}] }});""")
    page.goto(shared.url + "/")
    asked, other = (page.locator(f"img[src*='/{address.split('/')[-1]}/wireframe.svg']").first for address in (words, plain))
    for picture in (asked, other):
        picture.scroll_into_view_if_needed()
        page.wait_for_function("picture => picture.complete && picture.naturalWidth > 0", arg=picture.element_handle())
    if lacks:
        expect(asked).to_have_attribute("src", re.compile("missing=.*0600-06FF.*4E00-9FFF"))
    else:
        expect(asked).not_to_have_attribute("src", re.compile("missing="))
    # A picture without letters that machines may lack is not asked for twice.
    expect(other).not_to_have_attribute("src", re.compile("missing="))
    page.close()


def test_the_menu_chooses_whose_controls_the_screen_has(open_dump):
    toggle = view("UISwitch", [100, 100, 51, 31], attributes={"on": "YES"})
    page = open_dump(view("UIWindow", [0, 0, 300, 300], toggle, background=WHITE), "?drawing=screen")
    def knob():
        return pixels(page, *to_screen(page, 114, 115), 2, 2)
    before = knob()
    page.get_by_label("Drawing style").click()
    page.get_by_role("button", name="iOS 26").click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('ios') === '26'")
    settle(page)
    page.wait_for_function("() => document.querySelector('[data-command=\"canvas.ios26\"]').getAttribute('aria-pressed') === 'true'")
    # The knob is wide, and reaches where the track was.
    assert knob() != before
    page.get_by_label("Drawing style").click()
    page.get_by_role("button", name="Controls as in the dump").click()
    page.wait_for_function("() => !new URLSearchParams(location.search).has('ios')")
    settle(page)
    assert knob() == before


def test_hidden_views_and_texts_are_drawn_as_wanted_and_a_screenshot_only_where_there_is_one(page):
    expect(page.get_by_label("Screenshot behind the views")).to_have_count(1)
    expect(page.get_by_label("Screenshot behind the views")).to_be_hidden()
    x, y, width, _ = place(page, HIDDEN_BUTTON)
    drawn = facts(page)["drawn"]
    before = pixels(page, *to_screen(page, x - 4, y + 10), 12, 30)
    page.keyboard.press("g")
    settle(page)
    after = pixels(page, *to_screen(page, x - 4, y + 10), 12, 30)
    assert before != after
    assert facts(page)["drawn"] == drawn
    # A ghost is never clicked.
    page.mouse.click(*point(page, HIDDEN_BUTTON, 0.1, 0.1))
    page.wait_for_function("() => new URLSearchParams(location.search).has('view')")
    assert int(query(page)["view"]) not in (HIDDEN_BUTTON, HIDDEN_BUTTON + 1)
    page.keyboard.press("g")
    assert facts(settle(page))["labels"] > 10
    page.get_by_label("Drawing style").click()
    page.get_by_role("button", name="Texts").click()
    assert facts(settle(page))["labels"] == 0


def test_panes_of_one_frame_are_filled_once(open_dump):
    def colour(depth):
        window = view("UIWindow", [0, 0, 375, 667])
        for _ in range(depth):
            window = view("UIWindow", [0, 0, 375, 667], window)
        page = open_dump(window, "?drawing=wireframe")
        return pixel(page, *to_screen(page, 200, 300))

    assert colour(60) == colour(0)


def is_pixel(page, x, y, color):
    eventually(page, lambda: pixel(settle(page), *to_screen(page, x, y)) == (*color, 255), f"the colour {color}")


def test_a_dump_that_tells_looks_is_drawn_as_a_screen_and_otherwise_when_that_is_chosen(open_dump):
    window = view("UIWindow", [0, 0, 300, 300], view("UIView", [50, 50, 100, 100], background=BLUE), background=WHITE)
    page = open_dump(window)
    is_pixel(page, 100, 100, (0, 0, 255))
    expect_unsaid(page, "drawing")
    page.get_by_label("Drawing style").click()
    expect(page.get_by_role("button", name="Screen", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Wireframe").click()
    assert query(page)["drawing"] == "wireframe"
    assert pixel(settle(page), *to_screen(page, 100, 100))[:3] != (0, 0, 255)


def test_a_dump_that_tells_no_looks_is_a_wireframe_until_its_screen_is_wanted(open_dump):
    page = open_dump(view("UIWindow", [0, 0, 300, 300], view("UISwitch", [50, 50, 51, 31], value="1")))
    page.get_by_label("Drawing style").click()
    expect(page.get_by_role("button", name="Wireframe")).to_have_attribute("aria-pressed", "true")
    assert pixel(page, *to_screen(page, 60, 65)) != (0x34, 0xC7, 0x59, 255)
    page.get_by_role("button", name="Screen", exact=True).click()
    is_pixel(page, 60, 65, (0x34, 0xC7, 0x59))
    is_pixel(page, 87, 65, (255, 255, 255))


@pytest.mark.parametrize("scheme, color", [("light", (0xF2, 0xF2, 0xF7)), ("dark", (0x1C, 0x1C, 0x1E))])
def test_colours_by_name_are_those_of_the_appearance(open_dump, scheme, color):
    name = "<UIDynamicSystemColor: 0x600000; name = secondarySystemBackgroundColor>"
    page = open_dump(view("UIWindow", [0, 0, 300, 300], background=name), color_scheme=scheme)
    is_pixel(page, 150, 150, color)


def test_what_a_view_of_another_size_looks_like_is_drawn_anew(open_dump):
    inner = view("UISlider", [0, 100, 100, 34], value="0.5", autoresizingMask=["flexibleWidth"], attributes={"tintColor": BLUE})
    page = open_dump(view("UIWindow", [0, 0, 100, 200], inner, background=WHITE), "?width=300&height=200")
    # The thumb of the slider stays in the middle, the track before it is blue.
    is_pixel(page, 120, 117, (0, 0, 255))
    is_pixel(page, 150, 117, (255, 255, 255))


def test_the_picture_of_a_view_is_drawn_in_its_place(open_dump):
    picture = "data:image/png;base64," + base64.b64encode(png(8, 8, (255, 0, 0))).decode()
    page = open_dump(view("UIWindow", [0, 0, 300, 300], view("UIImageView", [50, 50, 100, 100], image=picture), background=WHITE))
    is_pixel(page, 100, 100, (255, 0, 0))
    is_pixel(page, 200, 200, (255, 255, 255))
    page.keyboard.press("l")
    eventually(page, lambda: facts(settle(page))["complete"] == "true" and any(
        is_red(point) for row in pixels(page, *(viewport(page)[side] + 300 for side in ("x", "y")), 300, 300) for point in row), "the picture among the layers")


def test_a_picture_that_comes_as_a_part_of_the_upload_is_drawn_in_the_place_of_its_view(open_page, shared):
    views = (view("UIImageView", [50, 50, 100, 100], image="cid:red"), view("UIImageView", [150, 150, 100, 100], image="cid:blue%20one.png"))
    document = {"vitrine": 1, "windows": [view("UIWindow", [0, 0, 300, 300], *views, background=WHITE)]}
    made = shared.upload({"dump": json.dumps(document).encode(), "red": png(8, 8, (255, 0, 0)), "picture": ("blue one.png", png(8, 8, (0, 0, 255)))})
    page = settle(open_page(f"{shared.url}/dumps/{made.json['id']}"))
    is_pixel(page, 100, 100, (255, 0, 0))
    is_pixel(page, 200, 200, (0, 0, 255))
    is_pixel(page, 270, 60, (255, 255, 255))


def test_the_panel_lists_what_was_assumed_to_draw_a_view(open_dump):
    page = open_dump(view("UIWindow", [0, 0, 300, 300], view("UILabel", [20, 20, 60, 20.5], text="Hello"), background=WHITE), "?view=1&panel=attributes")
    assumed = page.locator("#panel .attribute", has=page.locator(".assumed"))
    expect(assumed).to_contain_text(["Font"])
    expect(assumed.first).to_contain_text("17")
    expect(assumed.first).to_contain_text("as high as one line")


def test_texts_too_small_to_read_are_not_drawn(open_dump):
    page = open_dump(view("UIWindow", [0, 0, 300, 300], view("UIButton", [50, 50, 200, 200], text="Start")))
    page.keyboard.press("1")
    for labels in (1, 1, 1, 1, 1, 0):
        page.keyboard.press("-")
        assert facts(settle(page))["labels"] == labels, zoom(page)


def test_a_text_stays_inside_its_view_and_its_clip(open_dump):
    label = view("UILabel", [20, 20, 60, 20], text="A text that is much longer than its label is wide")
    page = open_dump(view("UIWindow", [0, 0, 300, 300], label), "?drawing=text")
    ground = pixel(page, *to_screen(page, 150, 150))
    left, top = to_screen(page, 82, 22)
    assert {point for row in pixels(page, left, top, 80, 40) for point in row} == {ground}
    left, top = to_screen(page, 22, 22)
    assert len({point for row in pixels(page, left, top, 50, 16) for point in row}) > 4


def test_only_a_chosen_subtree_is_drawn(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?root={TAB_BAR}"))
    assert facts(page)["drawn"] == 14
    left, top, width, height = place(page, TAB_BAR)
    box = viewport(page)
    assert (facts(page)["width"], facts(page)["height"]) == (width, height)
    assert to_screen(page, left, top)[0] > box["x"]


def test_the_notch_of_a_phone_that_has_one_is_hinted_at(open_dump):
    with_notch = open_dump(view("UIWindow", [0, 0, 390, 844]), "?drawing=text")
    inside, outside = (pixel(with_notch, *to_screen(with_notch, x, 12)) for x in (195, 40))
    assert inside != outside
    without = open_dump(view("UIWindow", [0, 0, 375, 667]), "?drawing=text")
    inside, outside = (pixel(without, *to_screen(without, x, 12)) for x in (187, 40))
    assert inside == outside


# Pointing


def is_amber(color):
    red, green, blue, _ = color
    return red > blue + 60 and red > 120


def test_what_is_pointed_at_or_found_is_shown_on_the_canvas(page):
    rulers = page.locator(".ruler.shown")
    expect(rulers).to_have_count(0)
    page.mouse.move(*point(page, STOP_BUTTON, 0.1, 0.1))
    expect_fact(page, "hover", STOP_BUTTON)
    expect(page.locator(".overlay .hover-tag text")).to_have_text("UIButton 72 × 72")
    assert outline(page, "hover-outline")[0] == pytest.approx(corner(page, STOP_BUTTON, 0, 0), abs=0.1)
    expect(page.locator("#cursor")).to_have_text(re.compile(r"^28\d, 32\d in UIButton [67], [67]$"))
    expect(page.get_by_role("status")).to_contain_text("UIButton “Stop”, 72 × 72")
    expect(rulers).to_have_count(2)
    page.mouse.move(5, 5)
    expect_fact(page, "hover", "")
    expect(page.locator(".overlay .hover-outline")).to_have_count(0)
    expect(page.locator("#cursor")).to_have_text("")
    expect(rulers).to_have_count(0)
    page.locator(f'#tree li[data-id="{TAB_BAR}"] > .row').hover()
    expect_fact(page, "hover", TAB_BAR)
    expect(page.locator(".overlay .hover-tag text")).to_have_text("UITabBar 375 × 49")
    # What the search finds is marked.
    def marked():
        x, y = map(round, corner(page, TAB_BAR + 4, 0, 0))
        return any(is_amber(color) for row in pixels(page, x - 3, y - 3, 7, 7) for color in row)
    assert not marked()
    page.get_by_role("searchbox").fill("World Clock")
    eventually(page, marked, "the mark")


def test_a_click_selects_the_deepest_view_in_front_and_nothing_beside_the_screen_or_with_the_touch_tool(page):
    for target, across, expected in ((LAP_BUTTON, 0.5, LAP_LABEL), (LAP_BUTTON, 0.05, LAP_BUTTON), (STOP_LABEL, 0.5, STOP_LABEL)):
        page.mouse.click(*point(page, target, across, across))
        page.wait_for_function("(view) => new URLSearchParams(location.search).get('view') === view", arg=str(expected))
        expect_fact(page, "selected", expected)
    # It is announced.
    page.mouse.click(*point(page, STOP_BUTTON, 0.1, 0.1))
    expect(page.get_by_role("status")).to_contain_text("UIButton “Stop”, 72 × 72 at 279, 316")
    page.mouse.click(*point(page, STOP_BUTTON))
    box = viewport(page)
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] - 8)
    expect_fact(page, "selected", "")
    expect_unsaid(page, "view")
    page.keyboard.press("t")
    expect(page.locator("#viewport")).to_have_class(re.compile("touching"))
    page.mouse.click(*point(page, STOP_LABEL))
    page.wait_for_function("() => new URLSearchParams(location.search).has('point')")
    assert [float(part) for part in query(page)["point"].split(",")] == pytest.approx([315, 352], abs=1)
    expect_unsaid(page, "view")


# The list of views under the pointer


def options(page):
    return page.get_by_role("listbox", name="Views here").get_by_role("option")


def click_with_alt(page, at):
    page.keyboard.down("Alt")
    page.mouse.click(*at)
    page.keyboard.up("Alt")


def test_a_click_with_alt_enter_and_a_second_click_list_the_views_there_front_to_back(page):
    at = point(page, STOP_LABEL)
    click_with_alt(page, at)
    expect(options(page)).to_have_count(7)
    expect_unsaid(page, "view")
    page.keyboard.press("Escape")
    expect(options(page)).to_have_count(0)
    # Enter lists those in the middle.
    page.locator("#viewport").focus()
    page.keyboard.press("Enter")
    expect(options(page).last).to_contain_text("UIWindow")
    page.keyboard.press("Escape")
    page.mouse.click(*at)
    expect(options(page)).to_have_count(0)
    expect_fact(page, "selected", STOP_LABEL)
    page.mouse.click(*at)
    names = [text.split(" ")[0] for text in options(page).locator(".class").all_inner_texts()]
    assert names == ["UIButtonLabel", "UIButton", "UIView", "UIViewControllerWrapperView", "UILayoutContainerView", "UILayoutContainerView", "UIWindow"]
    expect(options(page).first).to_have_attribute("aria-selected", "true")


def test_the_list_is_answered_with_a_click_or_with_keys_and_escape_closes_it(page):
    at = point(page, STOP_LABEL)
    page.mouse.click(*at)
    page.mouse.click(*at)
    options(page).nth(2).click()
    expect_fact(page, "selected", SCREEN)
    # Escape keeps the selection.
    page.mouse.click(*at)
    page.mouse.click(*at)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(options(page)).to_have_count(0)
    expect_fact(page, "selected", STOP_LABEL)
    expect(page.locator("#viewport")).to_be_focused()
    click_with_alt(page, at)
    listbox = page.get_by_role("listbox", name="Views here")
    expect(listbox).to_be_focused()
    for key, chosen in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("End", 6), ("Home", 0), ("ArrowDown", 1)):
        page.keyboard.press(key)
        expect(options(page).nth(chosen)).to_have_attribute("aria-selected", "true")
        assert listbox.get_attribute("aria-activedescendant") == options(page).nth(chosen).get_attribute("id")
    expect_fact(page, "hover", STOP_BUTTON)
    page.keyboard.press("Enter")
    expect_fact(page, "selected", STOP_BUTTON)
    expect(listbox).to_have_count(0)
    expect(page.locator("#viewport")).to_be_focused()


# The selection and distances


def test_the_selection_has_its_size_place_springs_and_struts_and_at_every_zoom_its_outline_and_handles(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?view={STOP_BUTTON}"))
    assert page.locator(".overlay .tag text").all_text_contents() == ["UIButton 72 × 72", "279, 316"]
    assert sorted(page.locator(".overlay .spring text").all_text_contents()) == ["230", "252", "279"]
    assert page.locator(".overlay .strut text").all_text_contents() == ["24"]
    for key in ("0", "+", "1", "-"):
        page.keyboard.press(key)
        settle(page)
        for drawn, (across, down) in zip(outline(page), ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
            assert drawn == pytest.approx(corner(page, STOP_BUTTON, across, down), abs=0.1)
        expect(page.locator(".overlay .handle")).to_have_count(8)


def measures(page):
    return sorted(map(float, page.locator(".overlay .measure text").all_text_contents()))


def test_alt_measures_to_the_view_pointed_at_and_alone_to_the_superview(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?view={STOP_BUTTON}"))
    page.mouse.move(*point(page, LAP_BUTTON, 0.1, 0.1))
    expect_fact(page, "hover", LAP_BUTTON)
    expect(page.locator(".overlay .measure")).to_have_count(0)
    page.keyboard.down("Alt")
    stop, lap = place(page, STOP_BUTTON), place(page, LAP_BUTTON)
    assert measures(page) == [stop[0] - lap[0] - lap[2]]
    expect(page.locator(".overlay .spring")).to_have_count(0)
    page.keyboard.up("Alt")
    expect(page.locator(".overlay .measure")).to_have_count(0)
    expect(page.locator(".overlay .spring")).to_have_count(3)
    # To the edges of a view around it.
    page.mouse.move(*point(page, SCREEN, 0.5, 0.63))
    expect_fact(page, "hover", SCREEN)
    page.keyboard.down("Alt")
    assert measures(page) == [24, 230, 252, 279]
    page.keyboard.up("Alt")
    page.mouse.click(*point(page, STOP_LABEL))
    expect_fact(page, "selected", STOP_LABEL)
    expect_fact(page, "hover", STOP_LABEL)
    page.keyboard.down("Alt")
    label, button = place(page, STOP_LABEL), place(page, STOP_BUTTON)
    left, right = label[0] - button[0], button[0] + button[2] - label[0] - label[2]
    top, bottom = label[1] - button[1], button[1] + button[3] - label[1] - label[3]
    assert measures(page) == pytest.approx(sorted([left, top, right, bottom]), abs=0.06)


# Another size


#: Remembers how violet a point of the window is in each picture from now on.
WATCH_VIOLET = """([x, y]) => {
  const surface = document.querySelector("canvas.surface"), box = surface.getBoundingClientRect();
  const copy = Object.assign(document.createElement("canvas"), { width: 5, height: 1 }).getContext("2d", { willReadFrequently: true });
  const ratio = surface.width / surface.clientWidth;
  window.violet = [];
  requestAnimationFrame(function look() {
    copy.clearRect(0, 0, 5, 1);
    copy.drawImage(surface, -Math.floor((x - box.left) * ratio), -Math.floor((y - box.top) * ratio));
    const { data } = copy.getImageData(0, 0, 5, 1);
    window.violet.push(Math.max(...[0, 4, 8, 12, 16].map((at) => data[at + 2] - data[at + 1])));
    requestAnimationFrame(look);
  });
}"""


def test_views_travel_to_their_places_glow_there_once_and_the_last_picture_is_exact(page):
    page.evaluate("""() => {
      window.widths = new Set();
      const surface = document.querySelector("canvas.surface");
      new MutationObserver(() => window.widths.add(surface.dataset.width)).observe(surface, { attributes: true });
    }""")
    # A machine with much to do may leave out the steps of one way, hardly those of all.
    for width in (667, 375, 667, 375, 667):
        page.keyboard.press("r")
        expect_fact(page, "width", width)
    settle(page)
    assert len(page.evaluate("[...window.widths]")) > 2
    assert facts(page)["height"] == 375
    x, y, width, height = place(page, STOP_BUTTON)
    assert x > 279
    page.mouse.move(*map(round, to_screen(page, x + 5, y + 5)))
    expect_fact(page, "hover", STOP_BUTTON)
    page.mouse.move(5, 5)
    # Where the button will be again, at the zoom that shows it.
    x, y = corner(page, STOP_BUTTON, 0.0, 0.5)
    page.keyboard.press("r")
    expect_fact(page, "width", 375)
    settle(page)
    page.evaluate(WATCH_VIOLET, [x - 2, y])
    page.keyboard.press("r")
    expect_fact(page, "width", 667)
    eventually(page, lambda: page.evaluate("Math.max(...window.violet)") > 60, "the violet glow")
    eventually(page, lambda: page.evaluate("window.violet.at(-1) < Math.max(...window.violet)"), "the end of the glow")


def test_the_corner_of_the_screen_is_dragged_or_moved_with_keys_to_another_size(page):
    page.emulate_media(reduced_motion="reduce")
    handle = page.locator(".resize-handle")
    box = handle.bounding_box()
    x, y = box["x"] + 14, box["y"] + 14
    scale, steps = zoom(page), page.evaluate("history.length")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y - 40, steps=4)
    page.mouse.move(x - 60, y - 80, steps=4)
    page.mouse.up()
    width, height = round(375 - 60 / scale), round(667 - 80 / scale)
    expect_fact(page, "width", width)
    expect_fact(page, "height", height)
    page.wait_for_function("(size) => size === ['width', 'height'].map((name) => new URLSearchParams(location.search).get(name)).join()", arg=f"{width},{height}")
    assert page.evaluate("history.length") == steps + 1, "one step back"
    page.go_back()
    expect(handle).to_have_accessible_name(re.compile("375 × 667"))
    handle.focus()
    for key in ("ArrowRight", "Shift+ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    expect_fact(page, "width", 376)
    expect_fact(page, "height", 676)


def test_a_part_of_a_screen_that_is_moved_to_another_size_is_a_part_no_more(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?device=ipad-9-7&splitView=third", reduced_motion="reduce"))
    expect_fact(page, "width", 320)
    page.locator(".resize-handle").press("ArrowRight")
    expect_fact(page, "width", 321)
    page.wait_for_function("() => ['width', 'device', 'splitView'].map((name) => new URLSearchParams(location.search).get(name)).join() === '321,,'")


def test_comparing_shows_where_views_were(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?width=667&height=375", reduced_motion="reduce"))
    def violets():
        left, top = to_screen(page, 279 - 3, 316)
        rows = pixels(page, left, top, 10, 60)
        return sum(red > green + 15 and blue > green + 60 for row in rows for red, green, blue, _ in row)
    assert violets() == 0
    page.get_by_role("button", name="Compare").click()
    settle(page)
    assert violets() > 10


# The screenshot


@pytest.fixture
def photographed(shared):
    """A dump with a picture of twice its size, all red."""
    window = {"vitrine": 1, "windows": [view("UIWindow", [0, 0, 100, 200], view("UIView", [10, 10, 80, 80]))]}
    made = shared.upload({"dump": json.dumps(window).encode(), "screenshot": png(200, 400, (255, 0, 0))})
    assert made.status == 201 and made.json["screenshot"], made.text
    return f"{shared.url}/dumps/{made.json['id']}"


def is_red(color):
    red, green, blue, _ = color
    return red > green + 40 and red > blue + 40


def test_the_screenshot_is_cut_into_the_views_of_layers(open_page, photographed):
    page = settle(open_page(f"{photographed}?mode=layers&spread=300&rotateX=0&rotateY=60&view=1", expect=("willReadFrequently",)))
    count = """() => {
      const surface = document.querySelector("canvas.surface");
      const { data } = surface.getContext("2d").getImageData(0, 0, surface.width, surface.height);
      let red = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] > 200 && data[at + 1] < 60 && data[at + 2] < 60) red += 1;
      return red;
    }"""

    def expect_screenshot():
        eventually(page, lambda: settle(page).evaluate(count) > 1000, "the screenshot in the layers")

    expect_screenshot()
    # What floats takes its part with it: with the window alone, the picture is whole.
    page.goto(f"{photographed}?mode=layers&spread=300&rotateX=0&rotateY=60&depthTo=0")
    expect_screenshot()
    page.goto(f"{photographed}?mode=layers&spread=300&rotateX=0&rotateY=60&depthFrom=1")
    expect_screenshot()
    # Without the screenshot the views are drawn.
    page.keyboard.press("b")
    eventually(page, lambda: settle(page).evaluate(count) == 0, "views without their picture")


def test_the_screenshot_lies_behind_the_panes_at_its_scale_and_is_set_right_by_hand(open_page, photographed):
    page = settle(open_page(photographed))
    tools = page.get_by_label("Screenshot behind the views")
    expect(tools).to_be_visible()
    # All of it lies under the views, unless less is wanted.
    is_pixel(page, 50, 150, (255, 0, 0))
    page.keyboard.press("b")
    eventually(page, lambda: not is_red(pixel(settle(page), *to_screen(page, 50, 150))), "the screen without its picture")
    tools.click()
    page.get_by_label("Screenshot", exact=True).fill("80")
    settle(page)
    for x, y, expected in ((3, 3, True), (97, 197, True), (50, 50, True), (104, 100, False)):
        assert is_red(pixel(page, *to_screen(page, x, y))) == expected, (x, y)
    page.wait_for_function("() => new URLSearchParams(location.search).get('backdrop') === '0.8'")
    # Where it is put by hand it stays.
    page.get_by_label("X", exact=True).fill("40")
    for _ in range(2):
        eventually(page, lambda: is_red(pixel(settle(page), *to_screen(page, 60, 150))), "the picture where it was put")
        assert not is_red(pixel(page, *to_screen(page, 20, 150)))
        page.reload()
        settle(page)
    tools.click()
    page.get_by_role("button", name="As imported").click()
    assert is_red(pixel(settle(page), *to_screen(page, 20, 150)))


# Many views


def many(count):
    """A window with this many views in rows, each a pixel apart."""
    side = int(count ** 0.5)
    cells = [view("UIView", [(number % side) * 10 + 1, (number // side) * 10 + 1, 8, 8]) for number in range(count - 1)]
    return view("UIWindow", [0, 0, side * 10, (count // side + 1) * 10], *cells)


def test_thousands_of_views_are_all_drawn_at_rest_and_the_right_one_is_clicked(open_dump):
    page = open_dump(many(20_000))
    page.keyboard.press("1")
    for _ in range(3):
        page.keyboard.press("-")
    def is_whole():
        found = facts(settle(page))
        return found["complete"] == "true" and found["drawn"] + found["merged"] > 15_000
    eventually(page, is_whole, "the whole picture")
    page.keyboard.press("0")
    for _ in range(6):
        page.keyboard.press("+")
    settle(page)
    x, y = map(round, to_screen(page, 705, 705))
    page.mouse.click(x, y)
    expect_fact(page, "selected", 70 * 141 + 70 + 1)


def test_views_below_a_pixel_are_merged(open_dump):
    page = open_dump(many(5_000))
    for _ in range(14):
        page.keyboard.press("-")
    found = facts(settle(page))
    assert found["merged"] > 4_900 and found["drawn"] < 100
    assert pixel(page, *to_screen(page, 350, 350))[3] == 255


# The ground


def has_edge(page, height):
    """Whether something lies beside the screen."""
    return pixel(page, *to_screen(page, -7, height / 2))[3] == 255


@pytest.mark.parametrize(("name", "width", "height", "there"), [
    ("UIWindow", 375, 667, True), ("UIWindow", 1366, 1024, True), ("UIButton", 120, 44, False), ("UIWindow", 1920, 1080, False)])
def test_only_windows_of_phones_and_pads_have_the_edge_of_a_device(open_dump, without_script, name, width, height, there):
    page = open_dump(view(name, [0, 0, width, height], view("UIView", [0, 0, width, height])))
    assert has_edge(page, height) == there
    served = without_script(page.url).locator("svg.canvas .shell")
    expect(served).to_have_count(int(there))


def test_a_chosen_subtree_has_no_edge_of_a_device(open_dump):
    page = open_dump(view("UIWindow", [0, 0, 375, 667], view("UIView", [0, 0, 375, 667])), "?root=1")
    assert not has_edge(page, 667)


# The bars below


def test_the_numbers_below_are_seen_whole_however_long_a_class_is(open_dump):
    page = open_dump(view("UIWindow", [0, 0, 400, 600], view("Some.VeryVeryLongClassName" * 8, [0, 0, 400, 600])), viewport={"width": 1024, "height": 768})
    page.mouse.move(*(round(value) for value in to_screen(page, 200, 300)))
    expect(page.locator("#cursor .place")).to_have_count(2)
    for part in (*page.locator("#cursor .place").all(), page.locator(".counts > :last-child"), page.locator(".tree-count")):
        box = part.bounding_box()
        assert box["width"] > 10 and box["x"] + box["width"] <= 1024
        assert part.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1 || getComputedStyle(one).display === 'inline'")
