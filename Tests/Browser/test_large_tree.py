"""A hundred thousand views: the tree scrolls, jumps, selects and finds in them, and never holds more rows than fit."""

import pytest
from playwright.sync_api import expect

from outlining import expect_chosen, expect_focus, focused_view, fold, link, post, ready, row, seen, table, views

COUNT = 100_000
LOADING = 180_000


@pytest.fixture(scope="module")
def large(shared):
    return post(shared, table(COUNT))


@pytest.fixture
def page(open_page, large):
    page = open_page("about:blank")
    page.goto(large, timeout=LOADING)
    return ready(page, timeout=LOADING)


def scroll_to(page, share):
    page.locator("#tree-scroll").evaluate("(frame, share) => { frame.scrollTop = frame.scrollHeight * share }", share)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_a_hundred_thousand_views_are_walked_scrolled_and_found(page):
    frame = page.locator("#tree-scroll")
    assert frame.evaluate("(frame) => frame.scrollHeight") == pytest.approx(COUNT * 24, abs=40)
    assert len(views(page)) < 120
    assert seen(page)[:3] == [0, 1, 2]

    # Wherever it is scrolled to, the rows of that place are there, without a gap and in order.
    for share in (0.5, 0.123, 0.9, 0.25):
        scroll_to(page, share)
        rows = seen(page)
        assert rows[0] == pytest.approx(COUNT * share, abs=3) and rows == list(range(rows[0], rows[0] + len(rows)))
        assert len(rows) >= 25 and len(views(page)) < 120
    box = frame.bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 200)
    for _ in range(20):
        page.mouse.wheel(0, 3_000)
    page.wait_for_function("() => document.getElementById('tree-scroll').scrollTop > 0.25 * 2.4e6 + 59000")
    rows = seen(page)
    assert rows == list(range(rows[0], rows[0] + len(rows)))

    # The row with the focus stays, however far the list is scrolled.
    scroll_to(page, 0)
    link(page, 1).click()
    expect_focus(page, 1)
    scroll_to(page, 0.7)
    assert focused_view(page) == 1 and len(views(page)) < 120
    page.keyboard.press("ArrowDown")
    expect_focus(page, 2)
    expect_chosen(page, 2)

    page.keyboard.press("End")
    expect_focus(page, COUNT - 1)
    expect_chosen(page, COUNT - 1)
    attributes = row(page, COUNT - 1).evaluate("(item) => [item.ariaLevel, item.ariaPosInSet, item.ariaSetSize]")
    assert attributes == ["3", "8", "8"]
    page.keyboard.press("Home")
    expect_focus(page, 0)
    # As one task: between the letters of a word there is only so much time, and the machine may be slow.
    page.evaluate("""(word) => {
        for (const key of word) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }""", "cell 55551")
    expect_focus(page, 55_551)
    expect_chosen(page, 55_551)

    fold(page, 55_551).click()
    expect(row(page, 55_552)).to_have_count(0)
    expect(row(page, 55_561)).to_be_in_viewport()
    page.keyboard.press("*")
    expect(row(page, 55_552)).to_be_in_viewport()

    page.get_by_role("searchbox").fill("cell 77771")
    expect(page.locator(".search-count")).to_have_text("1")
    page.keyboard.press("Enter")
    expect_chosen(page, 77_771)
    page.get_by_role("searchbox").fill("bug: <UIButton: 0x7f8000002711; frame = (0 0; 1 1)>")
    expect(page.locator(".search-count")).to_have_text("1")
    page.keyboard.press("Enter")
    expect_chosen(page, 0x2711)
