"""How the tests of the tree and of what leads to views find their way: rows, keys, large dumps, the page's own modules."""

from playwright.sync_api import expect

from inspecting import expect_unsaid, query
from settling import soon

LAYER = "layer = <CALayer: 0x2>"


def row(page, view):
    """The row of a view in the tree."""
    return page.locator(f'#tree li[data-id="{view}"]')


def link(page, view):
    """What of a row can be clicked to select it."""
    return row(page, view).locator("> .row")


def fold(page, view):
    return row(page, view).locator("> .fold")


def views(page):
    """The views that have an element in the tree, top to bottom."""
    return soon(page, lambda: page.locator("#tree > li").evaluate_all("(all) => all.map((item) => Number(item.dataset.id))"))


def seen(page):
    """The views whose rows lie within the tree's frame, top to bottom."""
    return page.locator("#tree > li").evaluate_all("""(all) => {
      const frame = document.getElementById("tree-scroll").getBoundingClientRect();
      return all.map((item) => [item, item.getBoundingClientRect()])
        .filter(([, box]) => box.bottom > frame.top + 1 && box.top < frame.bottom - 1)
        .sort(([, one], [, other]) => one.top - other.top).map(([item]) => Number(item.dataset.id));
    }""")


def ready(page, timeout=None):
    """Waits until the script's tree has taken the place of the server's list, and the keys and menus have their commands."""
    expect(page.locator("#tree.virtual")).to_have_count(1, timeout=timeout)
    expect(page.locator(".edit-bar")).to_have_count(1, timeout=timeout)
    return page


def focused_view(page):
    """The view whose row has the focus."""
    view = page.evaluate("document.activeElement.closest('#tree li')?.dataset.id")
    return None if view is None else int(view)


def expect_focus(page, view):
    expect(row(page, view)).to_be_focused()
    expect(row(page, view)).to_be_in_viewport()


def expect_chosen(page, view):
    """Tree, panel, breadcrumb and address agree on the selected view."""
    expect(page.locator('#tree [aria-selected="true"]')).to_have_count(1)
    expect(row(page, view)).to_have_attribute("aria-selected", "true")
    expect(link(page, view)).to_be_in_viewport()
    expect(page.locator('#superviews [aria-current="true"]')).to_have_attribute("data-id", str(view))
    page.wait_for_function("(view) => new URLSearchParams(location.search).get('view') === view", arg=str(view))


def expect_nothing_chosen(page):
    expect(page.locator('#tree [aria-selected="true"]')).to_have_count(0)
    expect(page.locator("#superviews a")).to_have_count(0)
    page.wait_for_function("() => !new URLSearchParams(location.search).has('view')")
    expect_unsaid(page, "view")


def module(page, path):
    """The address of one of the page's modules."""
    return page.locator('script[src*="/js/pages/app.js"]').get_attribute("src").replace("pages/app.js", path)


def line(depth, name, address, *, frame="0 0; 10 10", more=""):
    """A line of `recursiveDescription`."""
    return f"{'   | ' * depth}<{name}: 0x{address:x}; frame = ({frame}); {more}{LAYER}>"


def post(server, lines, name="generated"):
    """Opens a dump from lines of text and returns the address of its page."""
    reply = server.request("POST", f"/api/v1/dumps?name={name}", "\n".join(lines))
    assert reply.status == 201, reply.text
    return f"{server.url}/dumps/{reply.json['id']}"


def table(count):
    """Lines of a window with cells of ten views each, `count` views in all."""
    lines = [line(0, "UIWindow", 0x7F8000000001, frame="0 0; 375 667")]
    classes = ("UILabel", "UIButton", "UIView", "UIImageView", "_UIBarBackground")
    while len(lines) < count:
        at = len(lines)
        if at % 10 == 1:
            lines.append(line(1, "UITableViewCell", 0x7F8000000000 + at, frame=f"0 {at % 600}; 375 44", more=f"text = 'Cell {at}'; "))
        else:
            lines.append(line(2, classes[at % 5], 0x7F8000000000 + at, frame=f"{at % 10 * 30} 4; 28 36"))
    return lines
