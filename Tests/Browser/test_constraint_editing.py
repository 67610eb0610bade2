"""Constraints changed in the Size tab and on the canvas: seen while they are dragged, undone, added, removed, refused."""

import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

from drawing import settle
from inspecting import row
from outlining import module
from paneling import api, edits_of, number, put, ready, requests_of, saved, view_of, violations
from settling import eventually

FILE = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps/pinned.storyboard"
#: Views of the file: a header, a body 60 points below it, and a stack view 60 points below that.
ROOT, HEADER, BODY, STACK, FIRST, SECOND = range(6)
#: Numbers of constraints: of the header its leading edge, top and height, of the body its top.
LEADING, TRAILING, TOP, HEIGHT, BELOW = 0, 1, 2, 3, 6


@pytest.fixture
def pinned(shared):
    dump = shared.request("POST", "/api/v1/dumps?name=pinned", FILE.read_bytes()).json["id"]
    return f"{shared.url}/dumps/{dump}"


def inspect(open_page, pinned, view, more="", **options):
    page = ready(open_page(f"{pinned}?view={view}{more}", **options))
    expect(page.locator("#panel .opener").first).to_be_visible()
    return page


def section(page):
    return page.get_by_role("region", name="Constraints")


def opened(page, number):
    """The form of a constraint, once its button is pressed."""
    page.locator(f"#panel .opener[data-number='{number}']").first.click()
    form = page.locator(f".constraint-form[data-number='{number}']")
    expect(form).to_be_visible()
    return form


def constraint(server, page, number):
    return server.get(f"{api(page)}/constraints?limit=100").json["constraints"][number]


def frame(server, page, view):
    return [view_of(server, page, view)["frame"][name] for name in ("x", "y", "width", "height")]


def label(page, number):
    """The middle of the label of a constraint on the canvas, on the screen."""
    settle(page)
    pill = page.locator(f".overlay .constraint[data-number='{number}'] .pill")
    # Drawn again while the screen becomes another one.
    box = eventually(page, pill.bounding_box, "the place of the label")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def mark(page, number):
    """What the canvas draws of a constraint."""
    return page.locator(f".overlay .constraint[data-number='{number}']")


def test_a_constant_that_is_typed_or_set_by_keys_becomes_one_edit_and_what_it_holds_moves(pinned, open_page, shared):
    page = inspect(open_page, pinned, BODY)
    sent = requests_of(page, "POST", "/edits")
    form = opened(page, BELOW)
    expect(form.locator(".equation")).to_have_text("this.top = UIView.bottom + constant")
    put(page, "Constant", "100")
    saved(page, 1)
    assert sent == [{"op": "changeConstraint", "constraint": BELOW, "changes": {"constant": 100}}]
    assert frame(shared, page, BODY)[1] == 280
    expect(page.locator("#panel .edges li").filter(has=page.locator(".edge", has_text="top"))).to_contain_text("280")
    expect(number(page, "Constant")).to_be_focused()
    page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    page.keyboard.press("ControlOrMeta+z")
    expect(page.locator("#panel .edges li").filter(has=page.locator(".edge", has_text="top"))).to_contain_text("240")
    assert frame(shared, page, BODY)[1] == 240
    # Keys alone do it.
    page.locator(f"#panel .opener[data-number='{BELOW}']").first.focus()
    page.keyboard.press("Enter")
    expect(number(page, "Constant")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    saved(page, 1)
    page.keyboard.press("Escape")
    expect(page.locator(f"#panel .opener[data-number='{BELOW}']").first).to_be_focused()
    assert constraint(shared, page, BELOW)["constant"] == 61
    # Another view closes what is open.
    opened(page, BELOW)
    number(page, "Constant").fill("99")
    row(page, HEADER).locator("> .row").click()
    expect(page.locator(".constraint-form[data-number]")).to_have_count(0)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(HEADER))


def test_while_a_constant_is_stepped_or_dragged_at_its_name_the_canvas_shows_it_and_escape_gives_up(pinned, open_page, shared):
    page = inspect(open_page, pinned, BODY)
    sent = requests_of(page, "POST", "/edits")
    form = opened(page, BELOW)
    field = number(page, "Constant")
    for _ in range(3):
        field.press("Shift+ArrowUp")
    expect(field).to_have_value("90")
    expect(mark(page, BELOW)).to_have_text("90")
    page.wait_for_function("() => document.querySelector('.overlay .tag')?.textContent.includes('270')")
    assert edits_of(shared, page)["total"] == 0
    field.press("Escape")
    expect(field).to_have_value("60")
    expect(mark(page, BELOW)).to_have_text("60")
    page.wait_for_function("() => document.querySelector('.overlay .tag')?.textContent.includes('240')")
    expect(page.locator(".constraint-form[data-number]")).to_be_visible()
    assert edits_of(shared, page)["total"] == 0
    name = form.locator(".attribute-name", has_text="Constant").bounding_box()
    x, y = name["x"] + 10, name["y"] + name["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y, steps=4)
    expect(field).to_have_value("80")
    expect(mark(page, BELOW)).to_have_text("80")
    page.mouse.up()
    saved(page, 1)
    assert [edit["changes"] for edit in sent] == [{"constant": 80}]
    assert frame(shared, page, BODY)[1] == 260


def test_the_line_of_a_constraint_is_dragged_on_the_canvas_until_escape_and_its_edge_goes_with_the_pointer(pinned, open_page, shared):
    page = inspect(open_page, pinned, BODY)
    sent = requests_of(page, "POST", "/edits")
    x, y = label(page, BELOW)
    zoom = float(page.locator("canvas.surface").get_attribute("data-zoom"))
    # Escape gives up what is dragged.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 30, steps=5)
    page.keyboard.press("Escape")
    expect(mark(page, BELOW)).to_have_text("60")
    page.mouse.move(x, y + 60, steps=3)
    page.mouse.up()
    expect(mark(page, BELOW)).to_have_text("60")
    assert edits_of(shared, page)["total"] == 0
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(BODY))
    x, y = label(page, BELOW)
    page.mouse.move(x, y)
    expect(page.locator("#viewport")).to_have_attribute("data-grip", "ns")
    page.mouse.down()
    page.mouse.move(x, y + 20 * zoom, steps=5)
    expect(mark(page, BELOW)).to_have_text("80")
    page.wait_for_function("() => document.querySelector('.overlay .tag')?.textContent.includes('260')")
    assert sent == []
    page.mouse.up()
    saved(page, 1)
    assert [edit["changes"] for edit in sent] == [{"constant": 80}]
    assert frame(shared, page, BODY)[1] == 260
    # Also of a constraint that is written the other way.
    row(page, HEADER).locator("> .row").click()
    x, y = label(page, TRAILING)
    page.mouse.move(x, y)
    expect(page.locator("#viewport")).to_have_attribute("data-grip", "ew")
    page.mouse.down()
    page.mouse.move(x + 10 * zoom, y, steps=5)
    page.mouse.up()
    saved(page, 2)
    assert constraint(shared, page, TRAILING)["constant"] == 30
    assert frame(shared, page, HEADER) == [40, 60, 305, 120]


#: How the constraints of the header's edges are written, and how far a drag to the right changes the constant that leads.
WRITTEN = {
    "from left to right": (None, False, 20), "from left to right, reversed": (None, True, -20),
    "from right to left": ("right-to-left", False, -20), "from right to left, reversed": ("right-to-left", True, 20),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_line_of_what_leads_goes_with_the_pointer_in_both_directions_and_whichever_item_comes_first(open_page, shared, name):
    language, is_reversed, change = WRITTEN[name]
    text = FILE.read_text()
    plain = 'firstItem="hea-01-001" firstAttribute="leading" secondItem="roo-01-001" secondAttribute="leading" constant="40"'
    assert plain in text
    if is_reversed:
        text = text.replace(plain, 'firstAttribute="leading" secondItem="hea-01-001" secondAttribute="leading" constant="-40"')
    dump = shared.request("POST", "/api/v1/dumps?name=directions", text.encode()).json["id"]
    page = inspect(open_page, f"{shared.url}/dumps/{dump}", HEADER, f"&language={language}&orientation=portrait" if language else "")
    answer = f"/api/v1/dumps/{dump}/layout?view={ROOT}&orientation=portrait" + (f"&language={language}" if language else "")

    def edges():
        box = next(view for view in shared.get(answer).json["views"] if view["id"] == HEADER)["frame"]
        return box["x"], box["x"] + box["width"]

    def ends():
        path = mark(page, LEADING).locator("path").first.get_attribute("d")
        return sorted(float(x) for x in re.match(r"M([-\d.]+),[-\d.]+L([-\d.]+),", path).groups())

    before = edges()
    box = page.locator("#viewport").bounding_box()
    # Margins are alike on both sides: where the line stands tells the direction.
    eventually(page, lambda: (label(page, LEADING)[0] > box["x"] + box["width"] / 2) == bool(language), "the line on the side that leads")
    zoom = float(page.locator("canvas.surface").get_attribute("data-zoom"))
    x, y = label(page, LEADING)
    drawn = ends()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20 * zoom, y, steps=5)
    # Before the pointer lets go, the end at the header goes with it, and the one at the edge of the screen stays.
    own, other = (0, 1) if language else (1, 0)
    eventually(page, lambda: abs(ends()[own] - drawn[own] - 20 * zoom) < 2 and abs(ends()[other] - drawn[other]) < 2, "the line under the pointer")
    page.mouse.up()
    saved(page, 1)
    assert constraint(shared, page, LEADING)["constant"] == (-40 if is_reversed else 40) + change
    moved = [after - old for after, old in zip(edges(), before)]
    assert moved == ([0, 20] if language else [20, 0])


#: The boxes of a view and its superview, a constraint between them, and whether it holds from right to left.
MIRRORED = [
    ("view", "all", ["leading", "leading"], 20, True), ("view", "all", ["leading", "leading"], 255, False),
    ("view", "all", ["left", "left"], 20, False), ("all", "view", ["trailing", "trailing"], 255, True),
    ("all", "view", ["trailing", "trailing"], 20, False),
]


def test_where_leading_is_at_the_right_is_told_by_where_the_views_lie(pinned, open_page):
    page = inspect(open_page, pinned, BODY)
    found = page.evaluate("""async ([path, rows]) => {
      const { isMirrored } = await import(path);
      const boxes = { view: { left: 255, top: 0, right: 355, bottom: 10 }, all: { left: 0, top: 0, right: 375, bottom: 10 } };
      return rows.map(([one, two, attributes, constant]) => isMirrored(boxes[one], boxes[two], attributes, constant));
    }""", [module(page, "inspector/data/constants.js"), [row[:4] for row in MIRRORED]])
    assert found == [row[4] for row in MIRRORED]


def test_a_finger_drags_the_label_of_a_constraint(pinned, open_page, shared):
    page = ready(open_page(f"{pinned}?view={BODY}", viewport={"width": 390, "height": 844}, has_touch=True))
    x, y = label(page, BELOW)
    # A finger need not meet it exactly.
    x, y = x + 16, y + 12
    session = page.context.new_cdp_session(page)
    for kind, points in [("touchStart", [(x, y)]), ("touchMove", [(x, y + 15)]), ("touchMove", [(x, y + 30)]), ("touchEnd", [])]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    eventually(page, lambda: edits_of(shared, page)["total"] == 1)
    assert constraint(shared, page, BELOW)["constant"] > 70


def test_a_storyboard_is_tried_on_devices_where_a_drag_shows_them_asked_why_rearranged_and_put_back(pinned, open_page, shared):
    page = inspect(open_page, pinned, BODY, "&device=ipad-2")
    asked = []
    page.on("request", lambda request: "constant." in request.url and asked.append(request.url))
    expect(page.locator("#whatif")).to_contain_text("What if 768 × 1024")
    x, y = label(page, BELOW)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=4)
    page.wait_for_function(f"() => document.querySelector(\".overlay .constraint[data-number='{BELOW}']\")?.textContent !== '60'")
    eventually(page, lambda: asked)
    page.mouse.up()
    saved(page, 1)
    assert asked and all("device=ipad-2" in url for url in asked)
    assert constraint(shared, page, BELOW)["constant"] > 60
    expect(page.locator("#whatif")).to_contain_text("What if 768 × 1024")
    page.keyboard.press("Control+z")
    saved(page, 0)
    for name, size in (("iPhone SE (1st)", "320 × 568"), ("iPhone 16, 15, 15 Pro", "393 × 852"), ("iPad 9.7″", "768 × 1024")):
        page.locator("#device-tools summary").first.click()
        page.locator("#device-tools .menu-item[data-device]", has_text=name).click()
        expect(page.locator("#whatif")).to_contain_text(f"What if {size}")
        why = page.locator("#panel .edges li").filter(has=page.locator(".edge", has_text="top"))
        expect(why.locator(".code").first).to_contain_text("60")
    page.locator("#whatif").get_by_text("Back to the dump").click()
    expect(page.locator("#whatif")).to_be_empty()
    expect(mark(page, BELOW).locator(".pill")).to_be_visible()
    x, y = label(page, BELOW)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=4)
    page.mouse.up()
    saved(page, 1)
    assert constraint(shared, page, BELOW)["constant"] > 60
    page.keyboard.press("Control+z")
    eventually(page, lambda: constraint(shared, page, BELOW)["constant"] == 60, "the constant that it had")


def test_all_members_of_a_constraint_can_be_changed_and_it_can_be_removed_and_comes_back(pinned, open_page, shared):
    page = inspect(open_page, pinned, HEADER)
    form = opened(page, HEIGHT)
    form.get_by_role("button", name="Remove").click()
    saved(page, 1)
    expect(form).to_have_count(0)
    expect(page.locator(f"#panel .opener[data-number='{HEIGHT}']")).to_have_count(0)
    assert constraint(shared, page, HEIGHT)["reason"] == "removed"
    page.keyboard.press("ControlOrMeta+z")
    expect(page.locator(f"#panel .opener[data-number='{HEIGHT}']")).not_to_have_count(0)
    saved(page, 0)
    form = opened(page, HEIGHT)
    form.get_by_label("Relation").select_option("greaterThanOrEqual")
    saved(page, 1)
    form.get_by_role("button", name="High, 750").click()
    saved(page, 2)
    put(page, "Priority", "600")
    saved(page, 3)
    form.get_by_label("Identifier").fill("tall")
    form.get_by_label("Identifier").press("Enter")
    saved(page, 4)
    form.get_by_role("switch", name="Installed").uncheck()
    saved(page, 5)
    found = constraint(shared, page, HEIGHT)
    assert [found[name] for name in ("relation", "priority", "identifier", "active")] == ["greaterThanOrEqual", 600, "tall", False]
    expect(form).to_be_visible()
    expect(form.locator(".equation")).to_have_text("this.height ≥ constant")


def test_a_constraint_is_added_where_the_view_is_and_then_pulls_and_a_refusal_stands_at_its_field(pinned, open_page, shared):
    page = inspect(open_page, pinned, BODY)
    # What is refused changes nothing.
    page.watch.expect("422", "cannot be compared")
    section(page).get_by_role("button", name="Add constraint").click()
    form = page.get_by_role("form", name="Add a constraint")
    form.get_by_label("Attribute", exact=True).select_option("leading")
    form.get_by_label("Second item").select_option("superview")
    form.get_by_label("Second attribute").evaluate("select => select.append(new Option('top', 'top'))")
    form.get_by_label("Second attribute").select_option("top")
    form.get_by_role("button", name="Add", exact=True).click()
    expect(form.locator(".field-error:visible")).to_have_count(1)
    expect(form).to_be_visible()
    assert edits_of(shared, page)["total"] == 0
    section(page).get_by_role("button", name="Add constraint").click()
    expect(form).to_be_hidden()
    sent = requests_of(page, "POST", "/edits")
    section(page).get_by_role("button", name="Add constraint").click()
    form.get_by_label("Attribute", exact=True).select_option("width")
    expect(form.get_by_label("Second attribute")).to_be_hidden()
    expect(form.get_by_role("spinbutton", name="Constant")).to_have_value("295")
    form.get_by_label("Second item").select_option(label="This view")
    form.get_by_label("Second attribute").select_option("height")
    form.get_by_role("spinbutton", name="Multiplier").fill("16:9")
    form.get_by_role("spinbutton", name="Multiplier").press("Tab")
    form.get_by_role("spinbutton", name="Constant").fill("0")
    form.get_by_role("button", name="Required, 1000").press("Tab")
    form.get_by_role("button", name="Low, 250").click()
    form.get_by_role("button", name="Add", exact=True).click()
    saved(page, 1)
    expect(form).to_be_hidden()
    edit = sent[0]["constraint"]
    assert edit["first"] == {"view": BODY, "attribute": "width"} and edit["second"] == {"view": BODY, "attribute": "height"}
    assert edit["multiplier"] == pytest.approx(16 / 9) and edit["priority"] == 250 and edit["constant"] == 0
    expect(section(page)).to_contain_text("width = height")
    page.keyboard.press("ControlOrMeta+z")
    expect(section(page)).not_to_contain_text("width = height")


def test_a_stack_view_is_arranged_anew(pinned, open_page, shared):
    page = inspect(open_page, pinned, STACK)
    section(page).get_by_role("button", name="Edit layout").click()
    put(page, "Spacing", "20")
    saved(page, 1)
    expect(section(page)).to_contain_text("spacing 20")
    assert frame(shared, page, SECOND) == [157.5, 0, 137.5, 40]
    section(page).get_by_label("Axis").select_option("vertical")
    saved(page, 2)
    put(page, "Hugging, vertical", "600")
    saved(page, 3)
    expect(section(page)).to_contain_text("vertical 600")
    # An empty field is UIKit's default again; left empty, one that was not said is no edit.
    put(page, "Hugging, vertical", "")
    saved(page, 4)
    expect(section(page)).not_to_contain_text("vertical 600")
    expect(number(page, "Hugging, vertical")).to_have_value("")
    put(page, "Resistance, vertical", "")
    put(page, "Spacing", "")
    expect(number(page, "Spacing")).to_have_value("20")
    assert edits_of(shared, page)["total"] == 4


def test_a_form_that_was_opened_before_the_reasons_were_told_gives_the_focus_to_its_button(pinned, open_page):
    page, held = open_page("about:blank"), []
    page.route(f"**/views/{BODY}/layout*", lambda route: held.append(route))
    page.goto(f"{pinned}?view={BODY}")
    opener = page.locator(f"#panel .opener[data-number='{BELOW}']").first
    opener.focus()
    page.keyboard.press("Enter")
    expect(number(page, "Constant")).to_be_focused()
    eventually(page, lambda: held, "what the panel asks about the reasons")
    for route in held:
        route.continue_()
    expect(page.locator("#panel .edges .opener").first).to_be_visible()
    expect(number(page, "Constant")).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_forms_are_fit_for_everybody(pinned, open_page, size):
    page = ready(open_page(f"{pinned}?view={BODY}", viewport={"width": size[0], "height": size[1]}))
    if size[0] < 720:
        page.locator(".pane-tabs").get_by_role("button", name="Inspector").click()
    opened(page, BELOW)
    section(page).get_by_role("button", name="Add constraint").click()
    section(page).get_by_role("button", name="Edit layout").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert violations(page) == [], scheme
        assert page.evaluate("document.querySelector('#panel').scrollWidth <= document.querySelector('#panel').clientWidth")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_report_of_the_dump_links_what_edits_changed(pinned, open_page, shared, scripts):
    base = pinned.removeprefix(shared.url).replace("/dumps/", "/api/v1/dumps/")
    page = open_page(pinned, java_script_enabled=scripts)
    expect(page.locator("#panel .changed-layout")).to_have_count(0)
    page.goto("about:blank")
    for edit in ({"op": "changeConstraint", "constraint": BELOW, "changes": {"constant": 70}},
                 {"op": "changeLayout", "view": STACK, "changes": {"stack": {"spacing": 4}}}):
        assert shared.request("POST", f"{base}/edits", json.dumps(edit), {"Content-Type": "application/json"}).status == 200
    page.goto(pinned)
    expect(page.locator("#panel .changed-layout")).to_contain_text("Edits changed 1 constraint and the layout of 1 view")
    text, json_list = [link.get_attribute("href") for link in page.locator("#panel .changed-layout a").all()]
    assert "constant 60 → 70" in shared.get(text).text
    assert shared.get(json_list).json["total"] == 2


def test_without_scripts_nothing_offers_to_edit_constraints(pinned, open_page):
    page = open_page(f"{pinned}?view={BODY}", java_script_enabled=False)
    expect(page.locator("#panel .constraints").first).to_be_visible()
    expect(page.locator("#panel .opener")).to_have_count(0)
    expect(page.locator("#panel")).not_to_contain_text("Add constraint")
