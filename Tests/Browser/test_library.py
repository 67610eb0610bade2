"""The library: a dump comes in by file, by drop, by paste and by form, and is there afterwards."""

import pytest

DUMP = "<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x2>>\n   | <UILabel: 0x3; frame = (10 10; 90 20); text = 'Hi'; layer = <CALayer: 0x4>>\n"
DROP = """([type, name, text]) => {
  const data = new DataTransfer();
  if (name) data.items.add(new File([text], name)); else data.setData("text/plain", text);
  const event = type === "paste" ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true })
    : new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}"""


def opened(page):
    page.wait_for_url("**/dumps/**")
    assert "UILabel" in page.locator("#tree").inner_text()


def test_a_chosen_file_opens(fresh, open_page):
    page = open_page(fresh.url)
    page.locator("#dump").set_input_files({"name": "screen.txt", "mimeType": "text/plain", "buffer": DUMP.encode()})
    opened(page)
    page.goto(fresh.url)
    card = page.locator(".dump", has_text="screen")
    assert card.is_visible() and "2 views" in card.inner_text()
    assert card.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0


@pytest.mark.parametrize("kind, name", [("drop", "dropped.txt"), ("drop", None), ("paste", None)])
def test_what_is_dropped_or_pasted_opens(fresh, open_page, kind, name):
    page = open_page(fresh.url)
    page.evaluate(DROP, [kind, name, DUMP])
    opened(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_pasted_text_opens_through_the_form(fresh, open_page, scripts):
    page = open_page(fresh.url, java_script_enabled=scripts)
    page.get_by_text("Paste as text").click()
    page.locator("#source").fill(DUMP)
    page.locator("[name=name]").fill("Pasted screen")
    page.get_by_role("button", name="Open", exact=True).click()
    opened(page)
    assert "Pasted screen" in [dump["name"] for dump in fresh.get("/api/v1/dumps").json["dumps"]]


def test_a_file_opens_without_scripts(fresh, without_script):
    page = without_script(fresh.url)
    page.locator("#dump").set_input_files({"name": "plain.txt", "mimeType": "text/plain", "buffer": DUMP.encode()})
    page.get_by_role("button", name="Open", exact=True).click()
    opened(page)
    assert "plain" in [dump["name"] for dump in fresh.get("/api/v1/dumps").json["dumps"]]


@pytest.mark.parametrize("scripts", [True, False])
def test_an_unreadable_text_says_what_was_tried_and_stays_on_the_page(fresh, open_page, scripts):
    page = open_page(fresh.url, java_script_enabled=scripts, expect=("415",))
    page.get_by_text("Paste as text").click()
    page.locator("#source").fill("Dear diary,\nnothing today.")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector("#upload-error p")
    text = page.locator("#upload-error").inner_text()
    assert all(name in text for name in ("recursiveDescription", "vitrineJSON", "propertyList"))
    assert len(fresh.get("/api/v1/dumps").json["dumps"]) == 2


@pytest.mark.parametrize("scripts", [True, False])
def test_the_search_narrows_apps_and_dumps(samples, open_page, scripts):
    page = open_page(samples.url, java_script_enabled=scripts)
    page.get_by_role("searchbox").fill("stopw")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=stopw**")
    assert page.locator(".dump").count() == 1 and page.locator(".app").count() == 0
    page.get_by_role("link", name="Show all").click()
    assert page.locator(".dump").count() == 2


def test_an_empty_library_teaches_how_to_get_a_dump(start, without_script):
    page = without_script(start().url)
    assert "recursiveDescription" in page.locator(".howto").inner_text()


def test_a_file_that_cannot_be_read_is_listed_with_its_reason(start, tmp_path, without_script):
    (tmp_path / "good.txt").write_text(DUMP)
    (tmp_path / "bad.txt").write_text("no dump")
    page = without_script(start(tmp_path).url)
    assert page.locator(".dump").count() == 1
    assert "bad.txt" in page.locator(".findings").inner_text()
