"""The library: how dumps get in, how they are found, and what is said when one cannot be read."""

import re

import pytest
from playwright.sync_api import expect

from drawing import png
from settling import soon

DUMP = """\
<UIWindow: 0x7f8a01; frame = (0 0; 375 667); autoresize = W+H; layer = <UIWindowLayer: 0x60>>
   | <UILabel: 0x7f8a03; frame = (16 36; 100 21); text = 'It's 9:41'; opaque = NO; layer = <_UILabelLayer: 0x62>>
   | <UIButton: 0x7f8a04; frame = (259 600; 100 44); opaque = NO; autoresize = LM+TM; layer = <CALayer: 0x63>>
"""
DIARY = "Dear diary, nothing happened today."
FORMATS = ("recursiveDescription", "vitrineJSON", "propertyList", "webDriverAgentJSON", "idb", "maestro", "sentry", "calabash")


@pytest.fixture
def library(shared):
    """A server that has the samples and no other dumps, before the test and after it."""
    def dumps():
        return {dump["id"] for dump in shared.get("/api/v1/dumps").json["dumps"]}

    samples = dumps()
    yield shared
    for added in dumps() - samples:
        assert shared.request("DELETE", f"/api/v1/dumps/{added}").status == 204


@pytest.fixture
def page(open_page, library):
    return open_page(library.url + "/")


@pytest.fixture
def plain(without_script, library):
    return without_script(library.url + "/")


def expect_dump(page, name, views=3):
    """The inspector shows the dump, and the library lists it with its miniature."""
    page.wait_for_url("**/dumps/*")
    expect(page.locator(".counts")).to_contain_text(f"{views} views")
    address = page.url
    page.get_by_role("link", name="Vitrine", exact=True).click()
    card = page.locator("a.dump").first
    page.wait_for_load_state()
    expect(card).to_have_attribute("href", address.split(":", 2)[2].lstrip("0123456789"))
    expect(card.locator(".dump-name")).to_have_text(name)
    expect(card).to_contain_text(f"{views} views")
    miniature = card.locator(".miniature img")
    expect(miniature).to_be_visible()
    miniature.scroll_into_view_if_needed()
    page.wait_for_function("(image) => image.complete", arg=miniature.element_handle())
    assert miniature.evaluate("(image) => image.naturalWidth") > 0


def file(text, name="first screen.txt"):
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def transfer(page, text, name=None):
    """What a person drags: a file, or selected text."""
    return page.evaluate_handle("""([text, name]) => {
      const data = new DataTransfer();
      if (name) data.items.add(new File([text], name, { type: "text/plain" }));
      else data.setData("text/plain", text);
      return data;
    }""", [text, name])


# With scripts


def test_open_asks_for_a_file_which_opens_at_once_by_its_name_or_the_one_given(page):
    with page.expect_file_chooser():
        page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("Open a dump").set_input_files(file(DUMP))
    expect_dump(page, "first screen")
    page.get_by_label("Name (optional)").fill("Onboarding")
    page.get_by_label("Open a dump").set_input_files(file(DUMP))
    expect_dump(page, "Onboarding")


def test_a_dropped_file_or_text_opens(page):
    overlay = page.locator(".drop-overlay")
    dragged = transfer(page, DUMP, "dropped.txt")
    page.dispatch_event("main", "dragenter", {"dataTransfer": dragged})
    expect(overlay).to_have_class("drop-overlay shown")
    page.dispatch_event("main", "dragleave", {"dataTransfer": dragged})
    expect(overlay).to_have_class("drop-overlay")
    page.dispatch_event("main", "dragenter", {"dataTransfer": dragged})
    page.dispatch_event("main", "drop", {"dataTransfer": dragged})
    expect_dump(page, "dropped")
    page.dispatch_event("main", "drop", {"dataTransfer": transfer(page, DUMP)})
    page.wait_for_url("**/dumps/*")
    expect(page.locator(".counts")).to_contain_text("3 views")


@pytest.mark.parametrize("kind", ["page", "plain"])
def test_what_is_no_dump_is_refused_in_four_lines_with_every_reason_behind_a_fold(kind, request):
    page = request.getfixturevalue(kind)
    page.watch.begin("status of 415", "the page tells")
    page.get_by_label("Text of the dump").fill("Once upon a time")
    page.get_by_role("button", name="Open", exact=True).click()
    refusal = page.locator(".upload-error", has_text="“Once upon a time”")
    lines = refusal.locator("> p")
    expect(lines).to_have_count(4)
    expect(lines.nth(1)).to_contain_text("recursiveDescription")
    reason = refusal.get_by_text("maestro: It holds no JSON.")
    expect(reason).to_be_hidden()
    refusal.locator("summary").click()
    expect(reason).to_be_visible()


def test_text_that_is_typed_or_pasted_opens_unless_it_is_pasted_into_a_field(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", "Onboarding")
    page.get_by_label("Name (optional)").focus()
    page.keyboard.press("Control+v")
    expect(page.get_by_label("Name (optional)")).to_have_value("Onboarding")
    expect(page.locator("#upload-error")).to_be_empty()
    page.get_by_label("Text of the dump").fill(DUMP)
    page.get_by_label("Name (optional)").fill("Typed")
    page.get_by_role("button", name="Open", exact=True).click()
    expect_dump(page, "Typed")
    page.evaluate("(text) => navigator.clipboard.writeText(text)", DUMP)
    page.locator("main").click(position={"x": 2, "y": 2})
    page.keyboard.press("Control+v")
    page.wait_for_url("**/dumps/*")
    expect(page.locator(".counts")).to_contain_text("3 views")


def test_what_cannot_be_read_or_sent_is_told_in_place(page, library):
    page.watch.expect("status of 415", "status of 422", "ERR_CONNECTION_REFUSED")
    page.watch.expect("recursiveDescription", "ine 2", "can’t be reached")
    told = page.get_by_role("alert")
    # A file of no format: what was tried.
    page.get_by_label("Open a dump").set_input_files(file(DIARY, "diary.txt"))
    for name in FORMATS:
        expect(told).to_contain_text(name)
    assert page.url == library.url + "/"
    expect(page.locator("#uploads progress")).to_have_count(0)
    # A broken dump: its line.
    page.dispatch_event("main", "drop", {"dataTransfer": transfer(page, '{"vitrine": 1,\n "windows": [}', "broken.json")})
    expect(told).to_contain_text("ine 2")
    # A server that is gone.
    page.route("**/api/v1/dumps*", lambda route: route.abort("connectionrefused"))
    page.get_by_label("Open a dump").set_input_files(file(DUMP))
    expect(told).to_contain_text("can’t be reached")
    page.unroute("**/api/v1/dumps*")
    # A good file takes the message back.
    page.get_by_label("Open a dump").set_input_files(file(DUMP))
    page.wait_for_url("**/dumps/*")


def test_several_files_are_sent_one_after_the_other_and_listed(page):
    page.watch.expect("status of 415", "This is text")
    files = [file(DUMP, "one.txt"), file(DIARY, "diary.txt"), file(DUMP, "two.txt")]
    page.get_by_label("Open a dump").set_input_files(files)
    rows = page.locator("#uploads li")
    expect(rows).to_have_count(3)
    expect(rows.nth(2)).to_contain_text("3 views")
    expect(rows.nth(1).get_by_role("alert")).to_contain_text("recursiveDescription")
    expect(page.locator("a.dump")).to_have_count(4)
    expect(page.locator("a.dump .dump-name").first).to_have_text("two")
    rows.nth(0).get_by_role("link", name="one.txt").click()
    page.wait_for_url("**/dumps/*")


def has_picture(page, link):
    address = page.url.split("/", 3)[:3] + ["api/v1" + link.get_attribute("href")]
    return page.request.get("/".join(address)).json()["screenshot"]


def test_a_picture_that_comes_with_a_dump_is_its_screenshot(page):
    def picture(name, *size):
        return {"name": name, "mimeType": "image/png", "buffer": png(*size, (90, 160, 60))}

    page.get_by_label("Open a dump").set_input_files([file(DUMP), picture("IMG 4.png", 750, 1334)])
    expect_dump(page, "first screen")
    assert has_picture(page, page.locator("a.dump").first)
    # Of several the names say it, and they are one timeline. A picture of another screen is told, its dump opened all the same.
    page.get_by_label("Open a dump").set_input_files(
        [file(DUMP, "one.txt"), file(DUMP, "two.txt"), picture("Two.png", 375, 667), picture("one.png", 400, 400)]
    )
    told = page.locator("#uploads .upload-row")
    expect(told).to_have_count(1)
    expect(told.locator(".unused li")).to_have_text([re.compile("one.png: .*400 × 400 pixels, the screen 375 × 667 points")])
    told.get_by_role("link", name="Timeline of 2 dumps").click()
    page.wait_for_url("**/timeline?dumps=*")
    expect(page.locator("a.frame")).to_have_count(2)


def test_the_files_of_a_test_that_are_dropped_together_open_as_a_timeline(page):
    dragged = page.evaluate_handle("""([text, bytes]) => {
      const data = new DataTransfer();
      for (const step of ["1", "2"]) {
        data.items.add(new File([text], `${step}_source.txt`, { type: "text/plain" }));
        data.items.add(new File([Uint8Array.from(bytes)], `${step}_screenshot.png`, { type: "image/png" }));
      }
      return data;
    }""", [DUMP, list(png(375, 667, (20, 60, 160)))])
    page.dispatch_event("main", "drop", {"dataTransfer": dragged})
    page.wait_for_url("**/timeline?dumps=*")
    expect(page.locator("a.frame")).to_have_count(2)


@pytest.mark.parametrize("kind", ["page", "plain"])
def test_what_was_not_used_is_a_line_each_and_folded_past_three(kind, request):
    page = request.getfixturevalue(kind)
    files = [file(DUMP, "1.txt"), file(DUMP, "2.txt"), *(file("x", f"clip {number}.mov") for number in range(5))]
    if kind == "page":
        files.append({"name": "1.png", "mimeType": "image/png", "buffer": png(375, 667, (90, 160, 60))})
    page.get_by_label("Open a dump").set_input_files(files)
    if kind == "plain":
        page.get_by_role("button", name="Open", exact=True).click()
    told = page.locator(".upload-notice")
    expect(told.locator("li").nth(2)).to_be_visible()
    expect(told.locator("li").nth(3)).to_be_hidden()
    told.locator("summary").click()
    expect(told.locator("li")).to_have_count(5)
    expect(told.locator("li").nth(4)).to_contain_text("It is a video")
    page.get_by_role("link", name="Timeline of 2 dumps").click()
    page.wait_for_url("**/timeline?dumps=*")


def test_a_picture_dropped_on_an_open_dump_becomes_its_screenshot(page):
    page.get_by_label("Open a dump").set_input_files(file(DUMP))
    page.wait_for_url("**/dumps/*")
    dragged = page.evaluate_handle("""(bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], "screen.png", { type: "image/png" }));
      return data;
    }""", list(png(375, 667, (20, 60, 160))))
    expect(page.locator(".drop-overlay")).to_have_count(1)
    page.dispatch_event("main", "dragenter", {"dataTransfer": dragged})
    expect(page.locator(".drop-overlay.shown")).to_contain_text("screenshot")
    with page.expect_navigation():
        page.dispatch_event("main", "drop", {"dataTransfer": dragged})
    expect(page.locator(".dump-report")).to_contain_text("Screenshot Yes", use_inner_text=True)


def test_without_scripts_a_screenshot_is_added_and_removed_beside_the_related_files(plain):
    plain.get_by_label("Open a dump").set_input_files(file(DUMP))
    plain.get_by_role("button", name="Open", exact=True).click()
    plain.get_by_role("link", name="Add…").click()
    plain.get_by_label("Add a file").set_input_files(
        {"name": "screen.png", "mimeType": "image/png", "buffer": png(375, 667, (20, 60, 160))}
    )
    plain.get_by_role("button", name="Add", exact=True).click()
    expect(plain.get_by_role("img", name="Screenshot of")).to_be_visible()
    plain.get_by_label("Remove the screenshot").first.click()
    plain.get_by_role("button", name="Remove the screenshot").click()
    expect(plain.get_by_text("No related files yet.")).to_be_visible()


def fill(server, *names):
    """Stores a dump under each name."""
    for name in names:
        assert server.request("POST", f"/api/v1/dumps?name={name}", DUMP).status == 201


def names(page):
    return soon(page, page.locator(".dump-name").all_inner_texts)


def test_dumps_are_ordered_or_grouped_and_the_order_is_there_when_one_comes_back(open_page, library):
    fill(library, "zebra", "Aardvark")
    page = open_page(library.url + "/")
    orders = page.get_by_label("Order")
    assert names(page)[:2] == ["Aardvark", "zebra"]
    # The order stays in the address.
    orders.get_by_role("link", name="Most views").click()
    page.wait_for_url("**/?sort=views")
    page.get_by_role("searchbox").fill("a")
    page.wait_for_url("**/?sort=views&q=a")
    expect(page.locator("a.dump")).to_have_count(3)
    page.locator("a.dump").first.click()
    page.wait_for_url("**/dumps/*")
    page.go_back()
    expect(page.locator("a.dump")).to_have_count(3)
    expect(orders.get_by_role("link", name="Most views")).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator("a.dump")).to_have_count(4)
    expect(page).to_have_url(library.url + "/")
    assert names(page)[:2] == ["Aardvark", "zebra"]
    # By name, by size, and by app.
    orders.get_by_role("link", name="Name").click()
    expect(orders.get_by_role("link", name="Name")).to_have_attribute("aria-current", "true")
    assert names(page) == ["Aardvark", "Stopwatch", "world-clock", "zebra"]
    orders.get_by_role("link", name="Most views").click()
    expect(orders.get_by_role("link", name="Most views")).to_have_attribute("aria-current", "true")
    assert names(page)[2:] == ["Aardvark", "zebra"]
    orders.get_by_role("link", name="App").click()
    expect(page.locator(".group-name")).to_have_text(["Clock", "Of no app"])
    lists = page.locator("ul.dumps")
    expect(lists.first).to_contain_text("Stopwatch")
    expect(lists.nth(1)).to_contain_text("zebra")


def test_slash_goes_to_the_search_which_filters_apps_and_dumps_at_once(open_page, library):
    fill(library, "zebra")
    page = open_page(library.url + "/")
    field = page.get_by_role("searchbox")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("stop")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=stop")
    expect(page.locator("a.dump")).to_have_count(1)
    expect(page.locator("a.dump")).to_contain_text("Stopwatch")
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("a.dump")).to_have_count(3)
    # Without a new page, and the field keeps the focus.
    page.evaluate("window.kept = true")
    field.fill("zeb")
    expect(page.locator("a.dump")).to_have_count(1)
    expect(page.locator("a.app")).to_have_count(0)
    expect(page.locator(".filtered")).to_contain_text("zeb")
    page.wait_for_url("**/?q=zeb")
    field.fill("zebx")
    expect(page.locator("#nothing-found")).to_contain_text("No matching names")
    expect(field).to_be_focused()
    field.fill("")
    expect(page.locator("a.dump")).to_have_count(3)
    expect(page.locator("a.app")).to_have_count(1)
    assert page.evaluate("window.kept")


def test_dumps_that_are_picked_are_deleted_after_a_question_and_one_is_renamed(open_page, library):
    fill(library, "one", "two", "three", "four")
    page = open_page(library.url + "/")
    expect(page.locator(".pick")).to_have_count(4)
    page.get_by_label("Select four").check()
    page.get_by_label("Select two").click(modifiers=["Shift"])
    expect(page.locator("#picked-count")).to_have_text("3 dumps selected")
    page.keyboard.press("Escape")
    expect(page.locator("#picked")).not_to_be_visible()
    page.get_by_label("Select four").check()
    page.get_by_label("Select three").check()
    page.locator("#picked").get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete 2 dumps?")
    dialog.get_by_role("button", name="Keep").click()
    assert names(page)[:2] == ["four", "three"]
    page.locator("#picked").get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.locator("a.dump")).to_have_count(4)
    assert names(page)[:2] == ["two", "one"]
    expect(page.locator("#picked")).not_to_be_visible()
    # One, and not several, can be renamed.
    page.get_by_label("Select one").check()
    rename = page.locator("#picked").get_by_role("button", name="Rename")
    rename.click()
    dialog = page.get_by_role("dialog", name="Rename dump")
    expect(dialog.get_by_role("textbox")).to_have_value("one")
    page.keyboard.type("Onboarding, second page")
    page.keyboard.press("Enter")
    expect(page.locator("a.dump .dump-name", has_text="Onboarding, second page")).to_be_visible()
    assert "Onboarding, second page" in [dump["name"] for dump in library.get("/api/v1/dumps").json["dumps"]]
    page.get_by_label("Select two").check()
    page.get_by_label("Select Onboarding, second page").check()
    expect(rename).to_be_hidden()


def test_a_library_that_has_dumps_leads_to_them_and_keeps_the_lesson_folded(open_page, samples):
    page = open_page(samples.url + "/")
    lesson = page.get_by_role("heading", name="Get a dump")
    expect(page.locator(".howto-groups")).not_to_be_visible()
    lesson.click()
    expect(page.locator(".howto-groups")).to_be_visible()
    expect(page.locator("a.app")).to_have_count(1)
    expect(page.locator("a.app img")).to_be_visible()
    assert page.locator("a.app img").evaluate("(image) => image.naturalWidth") > 0
    page.locator("a.app").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clock")
    page.locator("a.dump").click()
    expect(page.locator("#viewport canvas.surface")).to_be_visible()
    page.get_by_label("Breadcrumb").get_by_role("link", name="Clock").click()
    page.get_by_role("link", name="Settings", exact=True).click()
    expect(page.locator("#pane")).to_be_visible()


def test_an_empty_library_teaches_how_to_get_a_dump(open_page, start, tmp_path):
    page = open_page(start(tmp_path).url + "/")
    expect(page.get_by_role("heading", name="Get a dump")).to_be_visible()
    for title in ("lldb in one word", "With everything: the exporter", "From a script"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    send = page.locator(".howto .command", has_text="Vitrine.post(to:")
    expect(send).to_be_hidden()
    page.locator(".howto summary", has_text="With everything").click()
    expect(send).to_be_visible()
    expect(send).to_have_text(f'Vitrine.post(to: "{page.url.rstrip("/")}")')
    # No line is cut or scrolls the page, and what it names is there.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for address in page.locator(".howto .command", has_text="/exporter/").all_text_contents():
        assert page.request.get(address.split("'")[1]).ok


def test_a_command_is_copied_by_a_click(open_page, samples):
    page = open_page(samples.url + "/help")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".howto summary", has_text="With everything").click()
    page.locator(".command", has_text="Vitrine.post").click()
    expect(page.get_by_role("status")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f'Vitrine.post(to: "{samples.url}")'


# Without scripts


def test_a_file_or_pasted_text_is_sent_by_the_form(plain):
    plain.get_by_label("Open a dump").set_input_files(file(DUMP))
    plain.get_by_label("Name (optional)").fill("From a form")
    plain.get_by_role("button", name="Open", exact=True).click()
    plain.wait_for_url("**/dumps/*")
    expect(plain.locator(".counts")).to_contain_text("3 views")
    plain.get_by_role("link", name="Vitrine", exact=True).click()
    expect(plain.locator("a.dump .dump-name").first).to_have_text("From a form")
    plain.get_by_label("Text of the dump").fill(DUMP)
    plain.get_by_role("button", name="Open", exact=True).click()
    plain.wait_for_url("**/dumps/*")
    expect(plain.locator(".counts")).to_contain_text("3 views")
    expect(plain.locator("#canvas image")).to_have_count(1)


def test_unreadable_input_comes_back_with_what_was_tried_and_text_to_be_mended(plain):
    plain.watch.expect("status of 4", "recursiveDescription")
    told, text = plain.get_by_role("alert"), plain.get_by_label("Text of the dump")
    for way in ("file", "text"):
        if way == "file":
            plain.get_by_label("Open a dump").set_input_files(file(DIARY))
        else:
            text.fill(DIARY)
        plain.get_by_role("button", name="Open", exact=True).click()
        for name in FORMATS:
            expect(told).to_contain_text(name)
        plain.get_by_role("link", name="Vitrine", exact=True).click()
        expect(plain.locator("a.dump")).to_have_count(2)
    # The text and its name.
    text.fill(DIARY)
    plain.get_by_label("Name (optional)").fill("Diary")
    plain.get_by_role("button", name="Open", exact=True).click()
    expect(told).to_contain_text("recursiveDescription")
    expect(text).to_have_value(DIARY)
    expect(text).to_be_visible()
    expect(plain.get_by_label("Name (optional)")).to_have_value("Diary")


def test_the_search_is_a_form(plain):
    plain.get_by_role("searchbox").fill("clock")
    plain.get_by_role("button", name="Find").click()
    expect(plain.locator("a.app")).to_have_count(1)
    expect(plain.locator("a.dump")).to_have_count(2)
    plain.get_by_role("searchbox").fill("zzz")
    plain.get_by_role("button", name="Find").click()
    expect(plain.locator("a.app, a.dump")).to_have_count(0)
    expect(plain.locator("main")).to_contain_text("zzz")


def test_picked_dumps_are_deleted_after_a_page_that_asks(without_script, library):
    fill(library, "one", "two")
    plain = without_script(library.url + "/")
    plain.get_by_label("Select one").check()
    plain.get_by_role("button", name="Delete").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Delete this dump?")
    plain.get_by_role("link", name="Keep").click()
    assert names(plain)[:2] == ["two", "one"]
    plain.get_by_label("Select one").check()
    plain.get_by_role("button", name="Delete").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Delete this dump?")
    plain.get_by_role("button", name="Delete").click()
    expect(plain.locator("a.dump")).to_have_count(3)
    assert names(plain)[0] == "two" and "one" not in names(plain)


def test_dumps_are_tagged_together_filtered_by_tag_and_say_how_many_findings_there_are(library, open_page):
    ids = [library.request("POST", f"/api/v1/dumps?name={name}", DUMP.replace("259 600; 100 44", "259 600; 20 20").encode()).json["id"] for name in ("tagged-one", "tagged-two")]
    page = open_page(library.url + "/")
    expect(page.locator(f"[data-findings='{ids[0]}']")).to_have_text(re.compile(r"\d+ (error|warning)"))
    for name in ("tagged-one", "tagged-two"):
        page.get_by_label(f"Select {name}").check()
    page.get_by_role("button", name="Tags…").click()
    page.get_by_role("combobox", name="Tags").fill("sign in, 2.0")
    page.get_by_role("button", name="Set tags").click()
    expect(page.locator(".tags .tag")).to_have_text([re.compile("2.0 2"), re.compile("sign in 2")])
    page.locator(".tags").get_by_role("link", name="sign in").click()
    expect(page.locator("a.dump")).to_have_count(2)
    expect(page.locator(".tags .tag[aria-current]")).to_have_text(re.compile("sign in"))
    page.get_by_label("Select tagged-one").check()
    page.get_by_role("button", name="Tags…").click()
    expect(page.get_by_role("combobox", name="Tags")).to_have_value("2.0, sign in")
    page.get_by_role("combobox", name="Tags").fill("2.0")
    page.get_by_role("button", name="Set tags").click()
    expect(page.locator("a.dump")).to_have_count(1)
    assert library.get(f"/api/v1/dumps/{ids[0]}").json["tags"] == ["2.0"]
