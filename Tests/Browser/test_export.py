"""Pictures to take along: SVG, PNG and the clipboard, of what is shown and as it is shown; and the printed report."""

import base64
import re
import struct

from playwright.sync_api import expect

from browsing import PHONE
from drawing import decoded, dump, png, settle
from touching import rested

#: A button of the sample from a debugger.
BUTTON = 37


def ready(page):
    return settle(page)


def open_menu(page):
    page.get_by_label("Export", exact=True).click()
    return page.locator(".export-menu")


def download(page, item):
    """The name and the bytes of what a command saves."""
    open_menu(page)
    with page.expect_download() as waiting:
        page.locator(f'[data-command="{item}"]').click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def test_the_screen_is_saved_as_svg_in_the_style_and_appearance_that_are_shown(open_page, world_clock):
    page = ready(open_page(world_clock, color_scheme="dark"))
    name, svg = download(page, "export.screen.svg")
    assert name == "world-clock.svg" and b'class="view"' in svg and b'viewBox="0 0 375 667"' in svg
    # Dark for good: it does not follow whoever looks at it.
    ground = re.search(rb'</title>\s*<rect[^>]*fill="([^"]+)"', svg)[1]
    assert ground == b"#000000" and b"prefers-color-scheme" not in svg
    page.locator("details[data-menu] summary[aria-label='Drawing style']").click()
    page.locator("[data-command='canvas.outlines']").click()
    _, outlines = download(page, "export.screen.svg")
    assert b'class="pane' in outlines and b'fill="none"' in outlines


def test_the_screen_is_saved_or_copied_as_png_with_so_many_pixels_a_point(open_page, world_clock):
    page = ready(open_page(world_clock, expect=["can’t copy pictures"]))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for ratio in (2, 3):
        name, data = download(page, f"export.screen.png{ratio}")
        assert name == f"world-clock@{ratio}x.png" and png_size(data) == (375 * ratio, 667 * ratio)
        expect(page.locator("#toast")).to_have_text(f"Saved {name}")
    open_menu(page)
    page.locator('[data-command="export.screen.copy"]').click()
    expect(page.locator("#toast")).to_have_text("Picture copied")
    size = page.evaluate("""async () => {
      const [item] = await navigator.clipboard.read();
      const { width, height } = await createImageBitmap(await item.getType("image/png"));
      return [width, height];
    }""")
    assert size == [750, 1334]
    # A browser that can’t copy pictures.
    page.evaluate("delete window.ClipboardItem")
    open_menu(page)
    page.locator('[data-command="export.screen.copy"]').click()
    expect(page.locator("#toast")).to_contain_text("This browser can’t copy pictures. Save it as PNG instead.")


def test_another_layout_is_saved_as_it_is_shown(open_page, world_clock):
    page = ready(open_page(f"{world_clock}?width=667&height=375"))
    _, data = download(page, "export.screen.png2")
    assert png_size(data) == (1334, 750)


def test_a_screenshot_that_is_shown_is_saved_not_the_drawing(open_page, shared):
    tree = {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 100, 200], "attributes": {"backgroundColor": "blueColor"}}],
            "screenshot": base64.b64encode(png(200, 400, (255, 0, 0))).decode()}
    made = shared.request("POST", "/api/v1/dumps", tree)
    page = ready(open_page(f"{shared.url}/dumps/{made.json['id']}"))
    page.wait_for_function("() => document.querySelector('canvas.surface')?.dataset.pixels === 'true'")
    _, svg = download(page, "export.screen.svg")
    assert b'<image class="screenshot"' in svg and b'class="view"' not in svg
    _, data = download(page, "export.screen.png2")
    size, middle = decoded(page, data, 100, 200, 1, 1)
    assert size == (200, 400) and middle == [(255, 0, 0, 255)]


def test_the_selected_view_is_saved_with_its_subviews_alone_from_menu_and_palette(open_page, world_clock):
    page = ready(open_page(f"{world_clock}?view={BUTTON}"))
    width, height = page.evaluate(f"fetch('/api/v1' + location.pathname + '/views/{BUTTON}').then((reply) => reply.json()).then(({{ bounds }}) => [bounds.width, bounds.height])")
    name, svg = download(page, "export.view.svg")
    assert re.fullmatch(rf"world-clock-[a-z0-9-]+-{BUTTON}\.svg", name)
    assert f'width="{width:g}" height="{height:g}"'.encode() in svg and b'data-view="0"' not in svg
    _, data = download(page, "export.view.png3")
    assert png_size(data) == (int(width * 3 + 0.5), int(height * 3 + 0.5))
    page.keyboard.press("Control+K")
    expect(page.get_by_role("combobox", name="Find views")).to_be_focused()
    page.keyboard.type("png 2 pixels selected")
    # What is chosen are the finds for all that was typed.
    expect(page.locator(".palette [role=option][aria-selected=true]")).to_contain_text("PNG")
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    assert waiting.value.suggested_filename.endswith("@2x.png")


def test_what_the_server_refuses_is_told_in_its_words(open_page, shared):
    address = dump(shared, {"class": "UIWindow", "frame": [0, 0, 200, 300]}, name="Short lived")
    page = ready(open_page(address, expect=["404", "no dump"]))
    assert shared.request("DELETE", "/api/v1/dumps/" + address.rsplit("/", 1)[1]).status == 204
    open_menu(page)
    page.locator('[data-command="export.screen.png2"]').click()
    expect(page.locator("#toast")).to_contain_text("no dump")


def test_a_screen_too_large_for_pixels_is_told_of(open_page, shared):
    address = dump(shared, {"class": "UIWindow", "frame": [0, 0, 100, 9000]}, name="Long")
    page = ready(open_page(address, expect=["the page tells: The picture is too large"]))
    open_menu(page)
    page.locator('[data-command="export.screen.png3"]').click()
    expect(page.locator("#toast")).to_contain_text("too large for PNG. Save it as SVG instead.")
    page.keyboard.press("Escape")
    _, data = download(page, "export.screen.svg")
    assert b'height="9000"' in data


def test_the_menu_leads_to_the_report_of_what_is_shown(open_page, world_clock):
    page = ready(open_page(f"{world_clock}?device=iphone-x"))
    menu = open_menu(page)
    menu.get_by_role("link", name="Print or PDF").click()
    page.wait_for_url("**/report?device=iphone-x")
    expect(page.get_by_role("heading", level=1)).to_have_text("world-clock")


def test_with_no_view_selected_a_report_but_no_view_is_saved_as_one_file(open_page, world_clock):
    page = ready(open_page(world_clock))
    menu = open_menu(page)
    expect(menu.get_by_role("group", name="Selected view with its subviews")).to_be_hidden()
    with page.expect_download() as waiting:
        menu.get_by_role("link", name="HTML file").click()
    assert waiting.value.suggested_filename == "world-clock-report.html"
    page.keyboard.press("Control+K")
    expect(page.get_by_role("combobox", name="Find views")).to_be_focused()
    page.keyboard.type("html file findings")
    link = page.locator(".palette [role=option][aria-selected=true]")
    expect(link).to_contain_text("HTML file")
    with page.expect_download() as waiting:
        link.click()
    assert waiting.value.suggested_filename == "world-clock-report.html"


def test_the_saved_report_needs_no_network_no_script_and_little_room(open_page, world_clock, tmp_path):
    page = open_page(f"{world_clock}/report")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save as HTML").click()
    file = tmp_path / "report.html"
    waiting.value.save_as(file)
    context = page.context.browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark", java_script_enabled=False, offline=True)
    try:
        alone = context.new_page()
        alone.goto(file.as_uri())
        expect(alone.get_by_role("heading", level=1)).to_have_text("world-clock")
        assert alone.evaluate("document.documentElement.scrollWidth") <= 390
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        assert alone.evaluate(ground) == "rgb(27, 30, 37)"
        # From the picture to the view, from there to the finding, and back.
        mark = alone.locator("svg a.mark").first
        assert mark.evaluate("(mark) => mark.getBoundingClientRect().width") > 10
        row = mark.get_attribute("href")
        alone.goto(file.as_uri() + row)
        expect(alone.locator(row)).to_be_in_viewport()
        finding = alone.locator(row).get_by_role("link").first
        expect(finding).to_be_visible()
        finding.click()
        expect(alone.locator("#finding-1")).to_be_in_viewport()
        expect(alone.locator("#finding-1").get_by_role("link")).to_have_attribute("href", row)
        alone.emulate_media(media="print", color_scheme="dark")
        assert alone.evaluate(ground) == "rgb(255, 255, 255)"
        expect(alone.locator("nav")).to_be_hidden()
    finally:
        context.close()


def test_without_scripts_the_picture_and_the_report_are_links(without_script, world_clock):
    page = without_script(f"{world_clock}?width=667&height=375")
    picture = page.get_by_role("link", name="Picture as SVG")
    assert picture.get_attribute("download") == "world-clock.svg"
    assert page.request.get(page.evaluate("document.querySelector('a[download$=\".svg\"]').href")).text().count('viewBox="0 0 667 375"') == 1
    page.get_by_role("link", name="Report to print").click()
    expect(page.locator("main")).to_contain_text("667 × 375")


def test_the_menu_fits_a_phone(open_page, world_clock):
    page = open_page(f"{world_clock}?view={BUTTON}", viewport=PHONE)
    page.get_by_role("button", name="Canvas", exact=True).click()
    menu = open_menu(settle(page))
    rested(page)
    box = menu.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] and box["y"] + box["height"] <= PHONE["height"]


# The report on paper

PAPERS = {"A4": {"format": "A4"}, "Letter": {"format": "Letter"}}


def sheets(page, **paper):
    """The pages of the PDF that a browser prints."""
    data = page.pdf(**paper)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", data))


def expect_one_sheet(page):
    expect(page.locator("figure img")).to_have_js_property("complete", True)
    for name, paper in PAPERS.items():
        assert sheets(page, **paper) == 1, f"{page.url} on {name}"


def crowded(server):
    """A dump with the longest of everything that the report lists."""
    views = [{"class": f"Module.{'VeryLong' * 200}View{at}", "frame": [0, at, -5 if at % 2 else 50, 30]} for at in range(40)]
    address = dump(server, {"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": views}, name="A long name of a screen " * 12, app="com.example." + "app" * 60)
    path = "/api/v1/dumps/" + address.rsplit("/", 1)[1]
    for at in range(12):
        changes = {"frame": {"x": 1, "y": at, "width": 10, "height": 10}, "alpha": 0.5, "tag": at, "hidden": False, "opaque": True}
        assert server.request("PATCH", f"{path}/views/{at + 1}", changes, {"Content-Type": "application/merge-patch+json"}).status == 200
    return address


def test_an_ordinary_report_is_printed_light_whole_and_without_controls_on_one_sheet(open_page, world_clock):
    page = open_page(f"{world_clock}/report", color_scheme="dark")
    button = page.get_by_role("button", name="Print or save as PDF")
    page.evaluate("window.print = () => { window.printed = true; }")
    button.click()
    assert page.evaluate("window.printed") is True
    expect_one_sheet(page)
    page.emulate_media(media="print", color_scheme="dark")
    expect(button).to_be_hidden()
    expect(page.locator(".bar")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for words in ("h1", "dt", "dd", "figcaption", "h2"):
        color = page.locator(words).first.evaluate("(element) => getComputedStyle(element).color.match(/\\d+/g).slice(0, 3).map(Number)")
        assert max(color) < 120, f"{words} is too faint on white: {color}"
    # Nothing is cut off on paper.
    page.set_viewport_size({"width": 703, "height": 1000})
    page.emulate_media(media="print", color_scheme="light")
    assert page.locator("main").evaluate("(main) => main.scrollHeight <= main.clientHeight + 1")
    assert page.locator("li .line").evaluate_all("(lines) => lines.every((line) => line.scrollHeight <= line.clientHeight + 1)")


def test_the_report_of_another_layout_and_of_the_longest_of_everything_is_one_sheet(open_page, world_clock, shared):
    for address in (f"{world_clock}/report?width=667&height=375", f"{crowded(shared)}/report?width=200&height=100"):
        expect_one_sheet(open_page(address, color_scheme="dark"))
