"""What another screen would do to the dump: devices, orientation, bars and sizes, and what is wrong then."""

import pathlib

import pytest
from playwright.sync_api import expect

from browsing import PHONE
from drawing import settle
from inspecting import expect_unsaid, query, stacked, stopwatch_copy
from paneling import CONTAINER, STOP_BUTTON, WINDOW, WRAPPER, api, number, numbers, put, ready, select
from settling import awaited, soon


@pytest.fixture
def page(open_page, stopwatch):
    return ready(open_page(f"{stopwatch}?view={STOP_BUTTON}"))


def outcome(page):
    return page.locator("#whatif")


def surface(page):
    return page.locator("#viewport canvas.surface")


def frames(samples, page, parameters):
    layout = samples.get(f"{api(page)}/layout?{parameters}").json
    return layout, {view["id"]: view["frame"] for view in layout["views"]}


def pick(page, name):
    page.locator("#device-tools summary").first.click()
    page.locator("#device-tools .menu-item", has_text=name).click()


def lay_out(page, width=None, height=None, rule=None, scale=None):
    page.locator("#device-tools summary").first.click()
    if width:
        put(page, "Width", str(width), key="Tab")
    if height:
        put(page, "Height", str(height), key="Tab")
    if rule:
        page.get_by_label("Share growth").select_option(rule)
    if scale:
        page.get_by_label("Round edges").select_option(scale)
    page.get_by_role("button", name="Lay out").click()


def choose_more(page, name, value):
    """Chooses in the menu of what few need."""
    if not page.locator("#more-tools").evaluate("menu => menu.open"):
        page.locator("#more-tools summary").click()
    page.get_by_role("combobox", name=name).select_option(value)


def texts_menu(page):
    return page.locator("#device-tools .texts-menu")


def end(page):
    """Goes back to the dump's own screen."""
    page.get_by_role("button", name="Back to the dump").click()
    expect(outcome(page).locator("section")).to_have_count(0)


def expect_layout(page, samples, parameters):
    """Panel and line show what the server's layout says."""
    layout, places = frames(samples, page, parameters)
    size = layout["size"]
    expect(outcome(page)).to_contain_text(f"What if {size['width']:g} × {size['height']:g}")
    moved = sum(view["changed"] for view in layout["views"])
    expect(outcome(page)).to_contain_text(f"{moved} of {layout['total']} views move")
    expect(number(page, "Frame x")).to_have_value(f"{round(places[STOP_BUTTON]['x'], 2):g}")
    expect(number(page, "Frame y")).to_have_value(f"{round(places[STOP_BUTTON]['y'], 2):g}")
    return layout


# Choosing


def test_devices_stand_in_groups_and_lay_the_views_out_and_on_an_ipad_the_window_can_have_a_part_of_the_screen(page, samples):
    page.locator("#device-tools summary").first.click()
    for name in ("Width", "Height"):
        assert page.locator("#device-tools").get_by_role("spinbutton", name=name).bounding_box()["width"] > 60, f"{name} is wide enough to read"
    titles = page.locator("#device-tools .device-list .menu-title").all_inner_texts()
    assert titles == ["iPhone, Dynamic Island", "iPhone, notch", "iPhone, home button", "iPad, all screen", "iPad, home button"]
    items = page.locator("#device-tools .menu-item[data-device]:not([data-device=''])")
    devices = samples.get("/api/v1/devices").json["devices"]
    assert {item.get_attribute("data-device") for item in items.all()} == {device["id"] for device in devices}
    expect(page.locator("#device-tools .menu-item", has_text="The dump’s size")).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    pick(page, "iPhone 11, XR414")
    expect_layout(page, samples, "device=iphone-11")
    assert query(page) == {"view": str(STOP_BUTTON), "device": "iphone-11"}
    expect(page.locator("#device-tools summary").first).to_contain_text("iPhone 11, XR")
    expect(page.locator("#device-tools summary").first).to_be_focused()
    pick(page, "iPad 10.2″")
    expect(page.locator("#device-tools .menu-title", has_text="Split View")).to_have_count(0)
    pick(page, "iPad 9.7″")
    pick(page, "A third of the screen")
    assert expect_layout(page, samples, "device=ipad-9-7&splitView=third")["size"] == {"width": 320, "height": 1024}
    expect(outcome(page)).to_contain_text("a third of the screen")
    assert query(page) == {"view": str(STOP_BUTTON), "device": "ipad-9-7", "splitView": "third"}
    page.locator("#device-tools summary").first.click()
    expect(page.locator("#device-tools [data-part]")).to_contain_text([
        "The whole screen768 × 1024", "A third of the screen320 × 1024", "Two thirds of the screen438 × 1024"])
    page.keyboard.press("Escape")
    page.locator("#rotate").click()
    expect_layout(page, samples, "device=ipad-9-7&orientation=landscape&splitView=third")
    pick(page, "Half of the screen")
    expect_layout(page, samples, "device=ipad-9-7&orientation=landscape&splitView=half")
    # Upright there are no halves.
    page.locator("#rotate").click()
    expect_layout(page, samples, "device=ipad-9-7")
    assert query(page) == {"view": str(STOP_BUTTON), "device": "ipad-9-7"}


def test_r_and_the_button_turn_the_screen_and_those_that_moved_are_told(page, samples):
    page.keyboard.press("r")
    expect(page.locator("#panel .panel-head")).to_contain_text("moved")
    expect(surface(page)).to_have_attribute("data-still", "true")
    expect(surface(page)).to_have_attribute("data-width", "667")
    expect_layout(page, samples, "orientation=landscape")
    assert query(page)["orientation"] == "landscape"
    select(page, WINDOW)
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(WINDOW))
    select(page, STOP_BUTTON)
    page.get_by_role("button", name="Rotate to portrait").click()
    expect(outcome(page).locator("section")).to_have_count(0)
    expect_unsaid(page, "orientation")
    pick(page, "iPhone 11, XR414")
    page.keyboard.press("r")
    expect_layout(page, samples, "device=iphone-11&orientation=landscape")
    pick(page, "iPhone Air")
    expect_layout(page, samples, "device=iphone-air&orientation=landscape")


def test_the_window_stays_in_a_call_and_under_the_keyboard_and_the_apps_view_gives_way_or_is_covered(page, samples):
    choose_more(page, "Status bar", "inCall")
    expect_layout(page, samples, "statusBar=inCall")
    expect(outcome(page)).to_contain_text("375 × 667")
    expect(page.locator("#device-tools summary").first).to_contain_text("iPhone SE (3rd, 2nd)")
    expect(page.locator("#device-tools summary").first).to_contain_text("375 × 667")
    expect(surface(page)).to_have_attribute("data-height", "667")
    select(page, CONTAINER)
    assert numbers(page, "Frame") == [0, 20, 375, 647]
    end(page)
    select(page, STOP_BUTTON)
    # The app may resize its view for the keyboard.
    choose_more(page, "Keyboard", "resize")
    layout = expect_layout(page, samples, "keyboard=resize")
    assert layout["views"][CONTAINER]["frame"]["height"] == 407
    expect(outcome(page)).to_contain_text("as if the app resized its view")
    assert query(page)["keyboard"] == "resize"
    choose_more(page, "Keyboard", "")
    expect(outcome(page).locator("section")).to_have_count(0)
    expect(surface(page)).to_have_attribute("data-keyboard", "")
    # Else the keyboard lies over it.
    choose_more(page, "Keyboard", "true")
    layout = expect_layout(page, samples, "keyboard=true")
    assert layout["size"] == {"width": 375, "height": 667} and not any(view["changed"] for view in layout["views"])
    expect(surface(page)).to_have_attribute("data-keyboard", "0,407,375,667")
    # The keys are white on a light screen: the middle of the space bar's cap, away from its word.
    settle(page)
    pixel = page.evaluate("""([x, y]) => {
      const canvas = document.querySelector("canvas.surface"), at = canvas.dataset, k = at.zoom * canvas.width / canvas.clientWidth;
      return [...canvas.getContext("2d").getImageData((x - at.x) * k, (y - at.y) * k, 1, 1).data.slice(0, 3)];
    }""", [110, 407 + 44 + 7 + 3 * 54 - 30])
    assert pixel == [255, 255, 255]
    covered = layout["keyboard"]
    expect(outcome(page)).to_contain_text(f"{covered['total']} under the keyboard")
    outcome(page).locator(".covered summary").click()
    items = outcome(page).locator(".covered-views li")
    expect(items).to_have_count(covered["total"])
    expect(items.first).to_contain_text("wholly" if covered["covered"][0]["whole"] else "partly")
    items.first.get_by_role("link").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(covered["covered"][0]["view"]))
    expect(items.first).to_be_visible()


def test_any_size_can_be_typed_and_history_goes_through_the_sizes(page, samples):
    lay_out(page, 400, 700)
    expect(outcome(page)).to_contain_text("400 × 700")
    lay_out(page, 400, 500)
    expect(outcome(page)).to_contain_text("400 × 500")
    page.go_back()
    expect_layout(page, samples, "width=400&height=700")
    page.go_back()
    expect(outcome(page).locator("section")).to_have_count(0)
    page.go_forward()
    expect_layout(page, samples, "width=400&height=700")
    lay_out(page, "320*2", 500)
    expect_layout(page, samples, "width=640&height=500")
    assert (query(page)["width"], query(page)["height"]) == ("640", "500")
    page.keyboard.press("r")
    expect_layout(page, samples, "width=500&height=640")
    end(page)
    # Rule and rounding are part of the question.
    lay_out(page, 500, 701, rule="even", scale="2")
    expect_layout(page, samples, "width=500&height=701&rule=even&scale=2")
    expect(outcome(page)).to_contain_text("growth shared evenly · rounded @2x")
    assert (query(page)["rule"], query(page)["scale"]) == ("even", "2")


def color_count(page):
    """How many pixels of the canvas have the amber of the hatching more than anything else."""
    settle(page)
    return page.evaluate("""() => {
      const shown = document.querySelector("#viewport canvas.surface");
      const canvas = new OffscreenCanvas(shown.width, shown.height), context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(shown, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] > data[at + 1] + 12 && data[at + 1] > data[at + 2] + 25) count += 1;
      return count;
    }""")


def test_views_that_constraints_place_are_hatched_and_said(open_page, shared):
    page = ready(open_page(f"{shared.url}/dumps/{stacked(shared)}?view=1"))
    expect(surface(page)).to_have_attribute("data-doubts", "0")
    lay_out(page, 320, 568)
    expect(outcome(page)).to_contain_text("Only masks are simulated: 2 can’t be placed")
    expect(surface(page)).to_have_attribute("data-doubts", "1")
    expect(page.locator("#panel .panel-head")).to_contain_text("not known where: constraints")
    hatched = color_count(page)
    page.get_by_role("button", name="Back to the dump").click()
    expect(surface(page)).to_have_attribute("data-doubts", "0")
    expect(surface(page)).to_have_attribute("data-still", "true")
    assert hatched > 50 and color_count(page) == 0


# Outcome


def test_a_situation_comes_back_from_its_address_is_compared_not_edited_and_ends(open_page, stopwatch, samples):
    page = ready(open_page(f"{stopwatch}?view={STOP_BUTTON}&device=iphone-14&orientation=landscape&keyboard=true"))
    expect_layout(page, samples, "device=iphone-14&orientation=landscape&keyboard=true")
    expect(page.locator("#device-tools summary").first).to_contain_text("iPhone 17e, 16e, 14")
    end(page)
    lay_out(page, 500, 600)
    expect(outcome(page)).to_contain_text("500 × 600")
    expect(number(page, "Frame x")).not_to_be_editable()
    expect(page.get_by_role("button", name="Flexible width")).to_be_disabled()
    expect(page.get_by_role("tabpanel", name="Size")).to_contain_text("Go back to the dump to change them.")
    button = page.get_by_role("button", name="Compare")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_focused()
    page.wait_for_function("() => location.search.includes('compare')")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    end(page)
    assert query(page) == {"view": str(STOP_BUTTON)}
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    expect(number(page, "Frame x")).to_be_editable()


def test_warnings_are_listed_and_lead_to_their_views_and_a_failure_or_none_is_said(page, samples):
    lay_out(page, 376, 667)
    expect(outcome(page)).to_contain_text("No warnings")
    end(page)
    page.watch.expect("503", "The server is busy.")
    page.route("**/layout?**", lambda route: route.fulfill(
        status=503, content_type="application/problem+json", body='{"title":"Busy","detail":"The server is busy."}'))
    page.keyboard.press("r")
    expect(page.locator("#toast")).to_contain_text("The server is busy.")
    expect(outcome(page).locator("section")).to_have_count(0)
    assert numbers(page, "Frame") == [279, 252, 72, 72]
    page.unroute("**/layout?**")
    pick(page, "iPhone 11, XR414")
    expect(outcome(page)).to_contain_text("414")
    lay_out(page, 320, 100)
    layout = samples.get(f"{api(page)}/layout?width=320&height=100").json
    assert layout["warnings"], "the size is small enough to make trouble"
    outcome(page).locator("summary").click()
    findings = outcome(page).locator(".finding")
    expect(findings).to_have_count(len(layout["warnings"]))
    for item, warning in zip(findings.all(), layout["warnings"], strict=True):
        expect(item).to_contain_text(warning["message"])
    shrunk = findings.filter(has_text="UIViewControllerWrapperView").first
    shrunk.get_by_role("link").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(WRAPPER))
    assert query(page)["width"] == "320", "the layout stays"
    expect(findings.first).to_be_visible()


def test_an_edit_is_laid_out_too(open_page, shared):
    page = ready(open_page(f"{shared.url}/dumps/{stopwatch_copy(shared)}?view={STOP_BUTTON}&width=500&height=667"))
    expect(number(page, "Frame x")).to_have_value("404")
    shared.request("PATCH", f"{api(page)}/views/{STOP_BUTTON}", {"autoresizingMask": []})
    expect(number(page, "Frame x")).to_have_value("279")


def test_on_a_phone_a_device_can_be_chosen(open_page, stopwatch):
    page = open_page(f"{stopwatch}?view={STOP_BUTTON}", viewport=PHONE, has_touch=True, reduced_motion="reduce")
    expect(page.locator("#viewport canvas.surface")).to_have_count(1)
    expect(page.locator("#device-tools summary")).to_have_count(1)
    page.locator("#device-tools summary").tap()
    body = page.locator("#device-tools .menu-body")
    menu = awaited(page, body.bounding_box, lambda box: box and box["y"] + box["height"] <= 844)
    assert menu["x"] >= 0 and menu["x"] + menu["width"] <= 390 and menu["y"] + menu["height"] <= 844
    page.locator("#device-tools .menu-item", has_text="iPad mini").tap()
    expect(outcome(page)).to_contain_text("744 × 1133")


# Longer texts


@pytest.fixture
def kitchen(shared):
    """The address of a storyboard that says constraints."""
    file = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/dumps/kitchen.storyboard"
    dump = shared.request("POST", "/api/v1/dumps?name=kitchen", file.read_bytes()).json["id"]
    return f"{shared.url}/dumps/{dump}"


def choose_text(page, name):
    texts_menu(page).locator("summary").click()
    texts_menu(page).get_by_role("button", name=name, exact=True).click()


def test_longer_texts_are_tried_stay_in_the_address_and_end(kitchen, open_page):
    page = ready(open_page(f"{kitchen}?view=2"))
    summary = texts_menu(page).locator("summary")
    expect(summary).to_have_text("Texts as stored")
    choose_text(page, "Texts +50 %")
    expect(outcome(page)).to_contain_text("texts +50 %")
    expect(summary).to_have_text("Texts +50 %")
    expect(summary).to_be_focused()
    assert query(page)["text"] == "50"
    page.reload()
    expect(outcome(page)).to_contain_text("texts +50 %")
    expect(summary).to_have_text("Texts +50 %")
    expect(texts_menu(page).locator("[data-text][aria-current]")).to_have_text(["Texts +50 %"])
    outcome(page).get_by_role("button", name="Back to the dump").click()
    expect(outcome(page)).to_be_empty()
    expect_unsaid(page, "text")
    expect(summary).to_have_text("Texts as stored")
    # What only an address says stands in the list while it counts.
    page.goto(f"{kitchen}?view=2&text=42")
    expect(texts_menu(page).locator("[data-text][aria-current]")).to_have_text(["Texts +42 %"])


#: Collects the texts that are drawn on canvases.
LISTENING = """
  window.said = new Set();
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.said.add(text);
    return fillText.call(this, text, ...rest);
  };
"""


def test_masks_show_other_texts_in_the_frames_that_there_are(kitchen, open_page):
    page = open_page("about:blank", script=LISTENING)
    page.goto(f"{kitchen}?view=2&drawing=screen&solver=masks&language=bounded")
    ready(page)
    page.wait_for_function("() => window.said.has('[# Eggs #]')")
    expect(outcome(page)).to_contain_text("0 of")


def test_text_sizes_are_chosen_above_the_canvas(kitchen, open_page):
    page = ready(open_page(f"{kitchen}?view=2&device=iphone-8"))
    choose_text(page, "AX1")
    expect(outcome(page)).to_contain_text("texts AX1")
    expect(texts_menu(page).locator("summary")).to_have_text("Texts AX1")
    assert query(page)["textSize"] == "accessibility1"
    choose_text(page, "Size as stored")
    expect_unsaid(page, "textSize")


@pytest.fixture
def speaking(kitchen, shared):
    """The same with tables of two languages."""
    base = kitchen.removeprefix(shared.url)
    for language, text in (("de", "Ungewöhnlich große Hühnereier"), ("pt-BR", "Ovos")):
        made = shared.request("POST", f"/api/v1{base}/companions?language={language}", f'"lab-00-001.text" = "{text}";', {"Content-Type": "text/plain"})
        assert made.status == 201
    return kitchen


def test_languages_are_offered_where_there_are_tables(speaking, open_page):
    page = ready(open_page(f"{speaking}?view=2&device=iphone-8"))
    texts_menu(page).locator("summary").click()
    expect(texts_menu(page).locator("[data-language]")).to_have_text([
        "As stored", "de", "pt-BR", "Double-length", "Right-to-left", "Right-to-left-strings", "Accented", "Bounded"])
    texts_menu(page).get_by_role("button", name="de", exact=True).click()
    expect(outcome(page)).to_contain_text("texts in de")
    choose_text(page, "Texts +30 %")
    expect(outcome(page)).to_contain_text("texts in de, +30 %")
    expect(texts_menu(page).locator("summary")).to_have_text("de, +30 %")
    expect(texts_menu(page).locator("summary")).to_have_accessible_name("Texts in de, +30 %")
    assert query(page)["language"] == "de" and query(page)["text"] == "30"
    page.reload()
    expect(outcome(page)).to_contain_text("texts in de, +30 %")
    outcome(page).get_by_role("button", name="Back to the dump").click()
    expect(outcome(page)).to_be_empty()
    expect_unsaid(page, "language")


def test_the_canvas_shows_the_texts_of_the_language(speaking, open_page):
    page = open_page("about:blank", script=LISTENING)
    for drawing in ("wireframe", "screen"):
        page.goto(f"{speaking}?view=2&drawing={drawing}&language=pt-BR")
        ready(page)
        page.wait_for_function("() => window.said.has('Ovos')")
        texts_menu(page).locator("summary").click()
        page.evaluate("window.said.clear()")
        texts_menu(page).get_by_role("button", name="As stored", exact=True).click()
        page.wait_for_function("() => window.said.has('Eggs')")
        # Trees show what the dump says.
        expect(page.get_by_role("tree")).to_contain_text("Eggs")


def test_without_scripts_languages_are_links(speaking, open_page):
    page = open_page(f"{speaking}?view=2&device=iphone-8&text=30", java_script_enabled=False)
    page.locator("#device-tools summary", has_text="Texts +30 %").click()
    page.locator("#device-tools a", has_text="pt-BR").click()
    expect(outcome(page)).to_contain_text("texts in pt-BR, +30 %")
    assert query(page)["language"] == "pt-BR" and query(page)["text"] == "30" and query(page)["device"] == "iphone-8"
    page.locator("#device-tools summary", has_text="Texts in pt-BR, +30 %").click()
    page.get_by_role("link", name="As stored", exact=True).click()
    expect_unsaid(page, "language")
    assert query(page)["text"] == "30"


#: The tools of the bar that are cut off, or stand outside of the window.
CUT = """() => [...document.querySelectorAll(".bar :is(.button, .segments button)")].filter((tool) => tool.checkVisibility())
  .filter((tool) => tool.scrollWidth > tool.clientWidth + 1 || tool.getBoundingClientRect().right > innerWidth || !(tool.innerText.trim() || tool.title
    || tool.getAttribute("aria-label"))).map((tool) => tool.outerHTML.slice(0, 120))"""


def test_the_tools_of_the_bar_are_whole_and_what_finds_no_room_moves_into_the_menu_of_more(speaking, open_page):
    page = ready(open_page(f"{speaking}?view=2&text=100&language=pt-BR"))
    for width, isInBar in ((1440, True), (1024, False), (760, False), (390, False), (1440, True)):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        summary = texts_menu(page).locator("summary") if isInBar else page.locator("#more-tools > summary")
        expect(summary).to_have_text("pt-BR, +100 %" if isInBar else "More")
        expect(texts_menu(page)).to_have_count(int(isInBar))
        assert soon(page, lambda: page.evaluate(CUT)) == [], width
        summary.click()
        chosen = page.locator(".menu[open] [aria-current]")
        expect(chosen).to_have_text(["Texts +100 %", "Size as stored", "pt-BR"])
        expect(chosen.last).to_be_visible()
        page.keyboard.press("Escape")
        expect(summary).to_be_focused()


def test_without_scripts_longer_texts_are_links(kitchen, open_page):
    page = open_page(f"{kitchen}?view=2&device=iphone-8", java_script_enabled=False)
    page.locator("#device-tools summary", has_text="Texts as stored").click()
    page.locator("#device-tools a", has_text="Texts +30 %").click()
    expect(outcome(page)).to_contain_text("texts +30 %")
    assert query(page)["text"] == "30" and query(page)["device"] == "iphone-8"
    outcome(page).get_by_role("link", name="Back to the dump").click()
    expect_unsaid(page, "text")
