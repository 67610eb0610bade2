"""The views as a stack of layers: turned, spread, limited, and clicked from every side."""

import json

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from drawing import dump, expect_fact, facts, middle, outline, pixel, settle, viewport
from hostile_inputs import png
from inspecting import expect_unsaid, query
from outlining import post, table
from settling import eventually

# Views of the stopwatch sample.
WINDOW, SCREEN, LAP_BUTTON, HIDDEN_BUTTON, STOP_BUTTON, STOP_LABEL, TAB_BAR = 0, 4, 35, 37, 39, 40, 49

WHITE, RED, GREEN, BLUE = (f"UIExtendedSRGBColorSpace {color} 1" for color in ("1 1 1", "1 0 0", "0 1 0", "0 0 1"))


def view(name, frame, background, *subviews, **members):
    return {"class": name, "frame": frame, "subviews": list(subviews), "attributes": {"backgroundColor": background}, **members}


@pytest.fixture
def layers(open_page, stopwatch):
    """Opens the sample as layers."""
    return lambda more="", **options: settle(open_page(f"{stopwatch}?mode=layers{more}", **options))


@pytest.fixture
def boxes(open_page, shared):
    """Opens a dump of a white window with a red view, a blue one in it, and a green one beside them, filled."""
    address = dump(shared, view("UIWindow", [0, 0, 300, 300], WHITE,
                                view("UIView", [50, 50, 200, 120], RED, view("UIView", [70, 30, 60, 60], BLUE)),
                                view("UIView", [50, 200, 80, 80], GREEN)))
    return lambda more="": settle(open_page(f"{address}?mode=layers&drawing=filled{more}"))


def turned(page):
    found = facts(page)
    return found["rotateX"], found["rotateY"]


def drag(page, dx, dy):
    box = viewport(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=3)
    page.mouse.move(x + dx, y + dy, steps=3)
    page.mouse.up()
    settle(page)


def slide(page, name, value):
    page.get_by_label(name, exact=True).fill(str(value))
    settle(page)


def follow(page, **parameters):
    """Changes parameters of the address as going back and forth does; None takes one away."""
    page.evaluate("""(parameters) => {
      const url = new URL(location.href);
      for (const [name, value] of Object.entries(parameters)) {
        if (value === null) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
      }
      history.pushState(null, "", url);
      dispatchEvent(new PopStateEvent("popstate"));
    }""", parameters)


def select(page, target):
    """Selects a view as an address does, or nothing."""
    follow(page, view=target)
    expect_fact(page, "selected", "" if target is None else target)


def turn(page, x, y, spread=None):
    """Turns and spreads the stack as an address does, and fits it."""
    follow(page, rotateX=x, rotateY=y, spread=spread)
    page.keyboard.press("0")
    assert turned(settle(page)) == (x, y)
    expect(page.get_by_label("Spread")).to_have_value(str(spread or 100))


def corners(page, target):
    """The corners of a view on the screen: those of its outline while its row is pointed at."""
    select(page, target)
    row = page.locator(f'#tree li[data-id="{target}"] > .row')
    row.wait_for()
    select(page, None)
    row.hover()
    expect_fact(page, "hover", target)
    found = outline(settle(page), "hover-outline")
    page.mouse.move(5, 5)
    expect_fact(page, "hover", "")
    return found


def where(page, target, across=0.5, down=0.5):
    """A place in a view on the screen, by shares of its width and height."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners(page, target)
    mix = lambda one, other, share: one + (other - one) * share
    return (round(mix(mix(ax, bx, across), mix(dx, cx, across), down)), round(mix(mix(ay, by, across), mix(dy, cy, across), down)))


# Coming and going


def amounts(page):
    """How far the stack is open, in every picture while it opens and closes a few times."""
    page.evaluate("""() => {
      window.amounts = new Set();
      const surface = document.querySelector("canvas.surface");
      new MutationObserver(() => window.amounts.add(Number(surface.dataset.amount))).observe(surface, { attributes: true });
    }""")
    for amount in (1, 0, 1, 0, 1):
        page.keyboard.press("l")
        expect_fact(page, "amount", amount)
    return set(page.evaluate("[...window.amounts]"))


def test_l_opens_the_stack_in_steps_and_lays_the_drawing_as_before(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?view={STOP_BUTTON}"))
    before = outline(page)
    page.keyboard.press("l")
    expect_fact(page, "amount", 1)
    assert outline(settle(page))[0] != pytest.approx(before[0], abs=5)
    page.keyboard.press("l")
    expect_fact(page, "amount", 0)
    for one, other in zip(outline(settle(page)), before, strict=True):
        assert one == pytest.approx(other, abs=0.1)
    for mode, amount, pressed in (("layers", 1, "Layers"), ("flat", 0, "Flat")):
        page.keyboard.press("l")
        expect_fact(page, "mode", mode)
        expect_fact(page, "amount", amount)
        expect(page.locator("#modes").get_by_role("button", name=pressed)).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("toolbar", name="Layers")).to_be_visible(visible=mode == "layers")
        assert query(page).get("mode", "flat") == mode
    page.locator("#modes").get_by_role("button", name="Layers").click()
    expect_fact(page, "amount", 1)
    page.keyboard.press("l")
    expect_fact(page, "amount", 0)
    assert any(0 < amount < 1 for amount in amounts(settle(page)))


def test_for_those_who_want_no_motion_the_stack_opens_at_once_and_shows_another_size_too(open_page, stopwatch):
    page = settle(open_page(f"{stopwatch}?view={STOP_BUTTON}", reduced_motion="reduce"))
    assert amounts(page) <= {0, 1}
    before = outline(settle(page))
    page.keyboard.press("r")
    expect_fact(page, "width", 667)
    assert outline(settle(page)) != before


# Turning


def test_dragging_turns_the_stack_reset_turns_and_spreads_as_at_first_and_the_address_keeps_it(layers):
    page = layers()
    first = turned(page)
    drag(page, 80, 30)
    slide(page, "Spread", 20)
    page.get_by_role("button", name="Reset the layers").click()
    settle(page)
    assert turned(page) == first
    expect(page.get_by_label("Spread")).to_have_value("100")
    page.wait_for_function("() => !['rotateX', 'rotateY', 'spread'].some((name) => new URLSearchParams(location.search).has(name))")
    x, y = turned(page)
    drag(page, 100, 50)
    assert turned(page) == pytest.approx((x - 20, y + 40), abs=3)
    now = turned(page)
    # A slow machine rests on the way too: the address has this turn later.
    eventually(page, lambda: tuple(float(query(page).get(name, "nan")) for name in ("rotateX", "rotateY")) == now, "the turn")
    page.reload()
    assert turned(settle(page)) == pytest.approx(now)
    expect_unsaid(page, "view")


def test_arrow_keys_turn_the_stack_all_around_but_never_over_and_with_shift_move_it(layers):
    page = layers()
    page.locator("#viewport").focus()
    (x, y), camera = turned(page), facts(page)["x"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    settle(page)
    assert turned(page) == (x + 5, y + 5)
    assert facts(page)["x"] == camera
    page.keyboard.press("Shift+ArrowRight")
    assert facts(settle(page))["x"] > camera
    follow(page, rotateX=80, rotateY=170)
    assert turned(settle(page)) == (80, 170)
    for key in ["ArrowUp"] * 4 + ["ArrowRight"] * 4:
        page.keyboard.press(key)
    x, y = turned(settle(page))
    assert (x, y) == (85, -170)


def test_one_finger_turns_and_two_zoom(layers):
    page = layers(viewport=PHONE, has_touch=True)
    session = page.context.new_cdp_session(page)

    def touch(*moves):
        for at, places in enumerate(moves):
            points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
            session.send("Input.dispatchTouchEvent", {"type": "touchStart" if at == 0 else "touchMove", "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        settle(page)

    box, (_, y), zoom = viewport(page), turned(page), facts(page)["zoom"]
    x, down = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch([(x, down)], [(x + 30, down)], [(x + 60, down)])
    assert turned(page)[1] == pytest.approx(y + 24, abs=5)
    assert facts(page)["zoom"] == zoom
    touch([(x - 30, down), (x + 30, down)], [(x - 50, down), (x + 50, down)], [(x - 60, down), (x + 60, down)])
    assert facts(page)["zoom"] == pytest.approx(zoom * 2, rel=0.1)


# Order


def test_from_the_front_later_views_hide_earlier_ones_and_from_behind_the_window_all_that_is_in_it(boxes):
    page = boxes()
    for rotation in ((0, 0), (20, -30), (-30, 40), (40, 10)):
        turn(page, *rotation)
        for target, color in ((2, (0, 0, 255)), (3, (0, 255, 0)), (0, (255, 255, 255))):
            across = 0.04 if target == 0 else 0.5
            assert pixel(page, *where(page, target, across, across))[:3] == color, rotation
        assert pixel(page, *where(page, 1, 0.95, 0.05))[:3] == (255, 0, 0), rotation
    for rotation in ((0, 180), (20, 150), (-30, -140)):
        turn(page, *rotation, spread=10)
        for target in (1, 2, 3):
            assert pixel(page, *where(page, target))[:3] == (255, 255, 255), rotation


def test_views_that_overlap_lie_on_different_levels_and_neighbours_on_one(open_page, shared):
    cells = [view("UIView", [0, 60 * number, 300, 60], RED) for number in range(5)]
    page = settle(open_page(dump(shared, view("UIWindow", [0, 0, 300, 300], WHITE, *cells)) + "?mode=layers"))
    assert facts(page)["levels"] == 2
    overlapping = [view("UIView", [0, 40 * number, 300, 60], RED) for number in range(5)]
    page = settle(open_page(dump(shared, view("UIWindow", [0, 0, 300, 300], WHITE, *overlapping)) + "?mode=layers"))
    assert facts(page)["levels"] == 6


# Pointing


def test_pointing_names_and_a_click_selects_views_through_the_projection(layers):
    page = layers()
    at = where(page, STOP_LABEL)
    page.mouse.move(*at)
    expect_fact(page, "hover", STOP_LABEL)
    expect(page.locator(".overlay .hover-tag")).to_be_visible()
    x, y = middle(outline(page, "hover-outline"))
    assert abs(x - at[0]) < 40 and abs(y - at[1]) < 40
    expect(page.locator(".ruler.shown")).to_have_count(0)
    for rotation in (None, (40, 35), (-50, -10), (5, 60, 200)):
        if rotation:
            turn(page, *rotation)
        for target in (STOP_LABEL, 44):
            at = where(page, target)
            page.mouse.click(*at)
            expect_fact(page, "selected", target)


def test_the_selected_view_is_lifted_from_its_level_and_a_hidden_one_is_a_ghost_that_no_click_meets(layers):
    page = layers(f"&view={HIDDEN_BUTTON}")
    at = middle(outline(page))
    hidden = facts(page)["drawn"]
    assert hidden == 63, "all views, the hidden ones too"
    page.mouse.click(*at)
    page.wait_for_function("(view) => new URLSearchParams(location.search).get('view') !== view", arg=str(HIDDEN_BUTTON))
    assert query(page)["view"] != str(HIDDEN_BUTTON + 1)
    flat = corners(page, STOP_BUTTON)
    select(page, STOP_BUTTON)
    lifted = outline(settle(page))
    assert all(abs(one[0] - other[0]) > 4 for one, other in zip(flat, lifted, strict=True))


def test_a_click_and_the_list_begin_with_what_is_in_front_as_it_is_seen(boxes):
    page = boxes("&rotateY=160&rotateX=10")
    page.mouse.click(*where(page, 0))
    expect_fact(page, "selected", 0)
    for rotation, names in (((0, 0), ["60 × 60", "200 × 120", "300 × 300"]), ((0, 180), ["300 × 300", "200 × 120", "60 × 60"])):
        turn(page, *rotation, spread=5)
        at = where(page, 2)
        page.keyboard.down("Alt")
        page.mouse.click(*at)
        page.keyboard.up("Alt")
        assert page.get_by_role("option").locator(".text").all_inner_texts() == names
        page.keyboard.press("Escape")
        expect(page.get_by_role("option").locator(".text")).to_have_count(0)


# Spread and range


def test_the_sliders_spread_the_levels_and_limit_those_shown_outlined_and_clicked(layers):
    page = layers(f"&view={STOP_LABEL}&spread=0")
    together = middle(outline(page))
    slide(page, "Spread", 300)
    apart = middle(outline(page))
    assert abs(apart[0] - together[0]) > 40
    page.wait_for_function("() => new URLSearchParams(location.search).get('spread') === '300'")
    slide(page, "Spread", 100)
    # A selected view beyond the range has no outline.
    expect(page.locator(".overlay .outline")).to_have_count(1)
    slide(page, "Last visible level", 2)
    expect(page.locator(".overlay .outline")).to_have_count(0)
    page.get_by_role("button", name="Reset the layers").click()
    expect_unsaid(settle(page), "depthTo")
    select(page, None)
    levels, drawn, at = int(facts(page)["levels"]), facts(page)["drawn"], where(page, STOP_LABEL)
    expect(page.locator("#layer-levels")).to_have_text(f"{levels} levels")
    slide(page, "Last visible level", 2)
    assert facts(page)["drawn"] < drawn / 3
    expect(page.locator("#layer-levels")).to_have_text(f"1–3 of {levels}")
    page.mouse.click(*at)
    page.wait_for_function("() => new URLSearchParams(location.search).has('view')")
    assert int(query(page)["view"]) < SCREEN
    assert query(page)["depthTo"] == "2"
    # The ends of the range push each other.
    slide(page, "Last visible level", 3)
    slide(page, "First visible level", 6)
    expect(page.locator("#layer-levels")).to_contain_text("7–7 of")
    slide(page, "Last visible level", 2)
    expect(page.locator("#layer-levels")).to_contain_text("3–3 of")


def test_thousands_of_layers_are_all_drawn_at_rest(open_page, shared):
    cells = [view("UIView", [(number % 100) * 10, (number // 100) * 10, 8, 8], RED) for number in range(12_000)]
    page = settle(open_page(dump(shared, view("UIWindow", [0, 0, 1000, 1200], WHITE, *cells)) + "?mode=layers"))
    page.keyboard.press("1")
    drag(page, 40, 0)
    eventually(page, lambda: facts(page)["drawn"] > 6_000 and facts(page)["complete"] == "true", "all layers")


def painted(page):
    """Left, top, right and bottom of what is drawn, in pixels of the canvas."""
    return page.evaluate("""() => {
      const surface = document.querySelector("canvas.surface"), { width, height } = surface;
      const copy = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
      copy.drawImage(surface, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      const box = [width, height, 0, 0];
      for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) {
        if (!data[(y * width + x) * 4 + 3]) continue;
        box[0] = Math.min(box[0], x), box[1] = Math.min(box[1], y), box[2] = Math.max(box[2], x), box[3] = Math.max(box[3], y);
      }
      return box;
    }""")


def expect_centred(page):
    left, top, right, bottom = painted(page)
    box = viewport(page)
    assert (left + right) / 2 == pytest.approx(box["width"] / 2, abs=4)
    # The controls of the layers take some of the room below.
    assert (top + bottom) / 2 == pytest.approx((box["height"] - 36) / 2, abs=24)


def test_the_whole_stack_fits_the_canvas_and_fitting_puts_it_into_the_middle(layers):
    page = layers(f"&view={WINDOW}")
    box, tools = viewport(page), page.get_by_role("toolbar", name="Layers").bounding_box()
    for target in (WINDOW, TAB_BAR, LAP_BUTTON):
        select(page, target)
        for x, y in outline(settle(page)):
            assert box["x"] < x < box["x"] + box["width"]
            assert box["y"] < y < tools["y"]
    select(page, None)
    page.keyboard.press("0")
    expect_centred(settle(page))


def test_fitting_heeds_the_screen_and_not_what_lies_far_off_it(open_page, shared):
    page = settle(open_page(dump(shared, view("UIWindow", [0, 0, 300, 500], WHITE, view("UIView", [90_000, 40, 50, 50], RED), view("UIView", [20, 20, 50, 50], RED))) + "?mode=layers"))
    page.keyboard.press("0")
    expect_centred(settle(page))
    left, _, right, bottom = painted(page)
    assert max((right - left) / viewport(page)["width"], bottom / viewport(page)["height"]) > 0.5


def test_a_picture_that_takes_its_time_says_how_far_it_is(open_page, shared):
    cells = [view("UIView", [at % 100 * 4, at // 100 * 2, 3, 2], WHITE) for at in range(30_000)]
    # So many views keep a slow machine busy before it takes what it has asked for ahead.
    late = ("was preloaded using link preload but not used within a few seconds",)
    page = open_page(f"{dump(shared, view('UIWindow', [0, 0, 400, 600], WHITE, *cells))}?mode=layers", expect=late, script="""
      // A clock that runs fast makes a slow machine of any.
      const now = performance.now.bind(performance);
      performance.now = () => now() * 40;
      window.shares = [];
      new MutationObserver(() => {
        const bar = document.querySelector(".canvas-progress");
        if (bar) window.shares.push(bar.value);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    """)
    eventually(page, lambda: page.evaluate("window.shares.length > 1"), "the progress of the picture")
    expect_fact(page, "complete", "true")
    expect(page.locator(".canvas-progress")).to_have_count(0)
    shares = page.evaluate("window.shares")
    assert all(0 <= share < 1 for share in shares) and shares[-1] > shares[0]
    assert facts(page)["drawn"] > 1_000


def test_a_stack_whose_levels_take_long_to_find_is_shown_before_and_ends_whole_and_centred(open_page, shared):
    page = open_page(f"{post(shared, table(9_000))}?mode=layers&drawing=filled", script="""
      // A clock that runs fast makes a slow machine of any.
      const now = performance.now.bind(performance);
      performance.now = () => now() * 40;
      window.slowDown = () => {
        const at = performance.now(), from = now();
        performance.now = () => at + now() - from;
      };
      window.states = [];
      new MutationObserver(() => {
        const { amount, drawn, complete, levels } = document.querySelector("canvas.surface")?.dataset ?? {};
        const share = document.querySelector(".canvas-progress")?.value ?? null;
        if (Number(amount) === 1) window.states.push({ drawn: Number(drawn), complete, levels: Number(levels), share });
      }).observe(document, { subtree: true, childList: true, attributes: true });
    """)
    eventually(page, lambda: facts(page).get("complete") == "true" and facts(page)["levels"] > 3, "the whole stack")
    eventually(page, lambda: page.locator(".canvas-progress").count() == 0, "the end of the progress")
    states = page.evaluate("window.states")
    # By their depth at first: the window, the cells, what is in them. The largest views come before all.
    assert states[0]["levels"] == 3 and 100 < states[0]["drawn"] < 9_000 and states[0]["complete"] == "false"
    before = [state for state in states if state["complete"] == "false"]
    shares = [state["share"] for state in before if state["share"] is not None]
    # The first quarter is finding the levels, the rest is drawing.
    finding = shares[:next(at for at, share in enumerate(shares) if share >= 0.25)]
    assert len(finding) > 1 and finding == sorted(finding) and 0.25 < shares[-1] < 1
    page.evaluate("window.slowDown()")
    found = facts(settle(page))
    assert found["drawn"] + found["merged"] == 9_000 and found["levels"] > 100
    expect_centred(page)
    page.keyboard.press("+")
    page.keyboard.press("0")
    expect_centred(settle(page))


def test_each_layer_shows_its_own_part_of_the_screenshot(open_page, shared):
    red, green, blue = b"\xff\0\0\xff", b"\0\xff\0\xff", b"\0\0\xff\xff"
    rows = (b"\0" + red * 100 + green * 100) * 200 + (b"\0" + green * 100 + blue * 100) * 200
    views = [{"class": "UIView", "frame": [0, 0, 50, 100]}, {"class": "UIView", "frame": [50, 100, 50, 100]}]
    window = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 100, 200], "subviews": views}]}
    made = shared.upload({"dump": json.dumps(window).encode(), "screenshot": png(200, 400, rows)})
    assert made.status == 201, made.text
    address = f"{shared.url}/dumps/{made.json['id']}?mode=layers&spread=300&rotateX=0&rotateY=40"
    counts = """() => {
      const surface = document.querySelector("canvas.surface");
      const { data } = surface.getContext("2d").getImageData(0, 0, surface.width, surface.height);
      const found = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const color = [0, 1, 2].filter((part) => data[at + part] > 200), rest = [0, 1, 2].filter((part) => data[at + part] < 60);
        if (color.length === 1 && rest.length === 2) found[color[0]] += 1;
      }
      return found;
    }"""
    # Of the picture: red and blue are what the two views show, green is what is left to the window.
    shown = {"": (True, True, True), "&depthFrom=1": (True, False, True), "&depthTo=0": (True, True, True)}
    page = open_page("about:blank", expect=("willReadFrequently",))
    for range_, wanted in shown.items():
        page.goto(address + range_)
        found = eventually(page, lambda: (lambda each: each if max(each) > 1_000 else None)(settle(page).evaluate(counts)), "the picture in layers")
        assert tuple(count > 1_000 for count in found) == wanted and all(count > 1_000 or count < 50 for count in found), (range_, found)
