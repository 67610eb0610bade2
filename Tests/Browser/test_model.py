"""What the page's script holds of the views is what the API says, and places them where the server does."""

import json

import pytest

from outlining import module, post, ready

#: Compares every view of the API with the model; what differs is returned.
COMPARE = """async ([source, base]) => {
  const model = await import(source);
  const views = await model.ViewModel.load(base);
  const listed = (await (await fetch(`${base}/views?limit=10000`)).json()).views;
  const wrong = [];
  const near = (one, other) => Math.abs(one - other) < 1e-6;
  const same = (rect, list) => rect === null ? list === null || list.some(Number.isNaN)
    : list !== null && near(rect.x, list[0]) && near(rect.y, list[1]) && near(rect.width, list[2]) && near(rect.height, list[3]);
  const mask = (names) => names.reduce((bits, name) => bits | model.MASK_BITS[name], 0);
  for (const view of listed) {
    const i = views.indexOf(view.id), flags = views.flags(i);
    const clip = (index) => index < 0 ? null : views.id(index);
    const checks = {
      id: views.id(i) === view.id, class: views.className(i) === view.class, depth: views.depth(i) === view.depth,
      superview: (views.parent(i) < 0 ? null : views.id(views.parent(i))) === view.superview,
      subviews: views.children(i).map((child) => views.id(child)).join() === view.subviews.join(),
      text: views.text(i) === view.text, identifier: views.identifier(i) === view.identifier, label: views.label(i) === view.label,
      controller: views.controller(i) === view.controller, address: views.address(i) === view.address, tag: views.tag(i) === view.tag,
      hidden: Boolean(flags & model.HIDDEN) === view.hidden, opaque: Boolean(flags & model.OPAQUE) === view.opaque,
      clips: Boolean(flags & model.CLIPS) === view.clipsToBounds, touch: Boolean(flags & model.TOUCH) === view.userInteractionEnabled,
      resizes: Boolean(flags & model.RESIZES) === view.autoresizesSubviews,
      findings: Boolean(flags & model.FINDINGS) === view.diagnostics.length > 0,
      mask: views.mask(i) === mask(view.autoresizingMask), contentMode: views.contentMode(i) === view.contentMode,
      alpha: Object.is(views.alpha(i), view.alpha ?? NaN),
      frame: same(view.frame, [views.x(i), views.y(i), views.w(i), views.h(i)]), bounds: same(view.bounds, views.bounds(i)),
      center: view.center === null || near(view.center.x, views.center(i)[0]) && near(view.center.y, views.center(i)[1]),
      windowFrame: same(view.windowFrame, views.windowFrame(i)), visibleFrame: same(view.visibleFrame, views.visibleFrame(i)),
      visible: Boolean(flags & model.VISIBLE) === view.visible,
    };
    for (const [name, right] of Object.entries(checks)) if (!right) wrong.push(`${view.id} ${name}: ${JSON.stringify(view[name])}`);
  }
  return { wrong, count: views.count, roots: views.roots };
}"""

#: Lays out on the server, shows it in the model and compares where the views are.
LAY_OUT = """async ([source, base, query]) => {
  const { ViewModel } = await import(source);
  const views = await ViewModel.load(base);
  const before = views.windowFrame(views.count - 1);
  let told = 0;
  views.addEventListener("layout", () => told++);
  const listed = (await (await fetch(`${base}/layout?limit=10000&${query}`)).json()).views;
  views.withLayout(await (await fetch(`${base}/layout?changed=true&shape=columns&${query}`)).json());
  const wrong = listed.filter(({ id, windowFrame, changed }) => {
    const i = views.indexOf(id), shown = views.windowFrame(i);
    const place = windowFrame && [windowFrame.x, windowFrame.y, windowFrame.width, windowFrame.height];
    return views.moved(i) !== changed || (place && place.some((part, at) => Math.abs(part - shown[at]) > 1e-6));
  });
  const once = told === 1, moved = listed.filter(({ changed }) => changed).length, laid = views.hasLayout;
  views.clearLayout();
  return { wrong, moved, laid, once, back: JSON.stringify(before) === JSON.stringify(views.windowFrame(views.count - 1)), cleared: !views.hasLayout };
}"""


def rect(*numbers):
    return list(numbers)


@pytest.fixture(scope="module")
def odd(shared):
    """A dump with all that makes geometry hard: transforms, anchor points, scrolled bounds, clips, several windows."""
    leaf = {"class": "UILabel", "bounds": rect(0, 0, 40, 20), "center": [30, 30], "text": "Leaf"}
    views = [
        {"class": "UIScrollView", "bounds": rect(10, 60, 100, 100), "center": [60, 60], "clipsToBounds": True, "subviews": [
            {"class": "UIView", "frame": rect(0, 0, 50, 50), "subviews": [leaf]}, {"class": "UIView", "frame": rect(20, 130, 300, 300), "subviews": [leaf]}]},
        {"class": "UIView", "bounds": rect(0, 0, 80, 40), "center": [200, 100], "transform": [0.8, 0.6, -0.6, 0.8, 5, -7], "clipsToBounds": True, "subviews": [
            {**leaf, "transform": [0, 1, -1, 0, 0, 0]}, {**leaf, "transform": [-2, 0, 0, 1, 3, 0]}]},
        {"class": "UIView", "bounds": rect(5, 6, 80, 40), "center": [200, 300], "anchorPoint": [0, 1], "transform": [0.5, 0, 0.25, 2, 0, 0], "subviews": [leaf]},
        {"class": "UIView", "frame": rect(10, 400, 100, 50), "alpha": 0, "subviews": [leaf]},
        {"class": "UIView", "frame": rect(10, 400, 100, 50), "hidden": True, "subviews": [leaf]},
        {"class": "UIView", "frame": rect(1000, 0, 10, 10), "subviews": [{**leaf, "autoresizingMask": ["flexibleWidth", "flexibleTopMargin"]}]},
        {"class": "UIView", "frame": rect(0, 500, 0, 0), "clipsToBounds": True, "subviews": [leaf]},
        {"class": "UIView", "frame": rect(0, 0, 320, 480), "autoresizingMask": ["flexibleWidth", "flexibleHeight"], "subviews": [
            {"class": "UIButton", "frame": rect(20, 400, 100, 44), "autoresizingMask": ["flexibleLeftMargin", "flexibleTopMargin"], "tag": 4,
             "identifier": "go", "label": "Go", "controller": "Odd.Controller", "contentMode": "center", "userInteractionEnabled": False},
            {"class": "UIView", "bounds": rect(0, 0, 60, 30), "center": [100, 100], "transform": [0, 1, -1, 0, 0, 0],
             "autoresizingMask": ["flexibleWidth", "flexibleHeight"], "subviews": [leaf]}]},
    ]
    dump = {"vitrine": 1, "windows": [
        {"class": "UIWindow", "bounds": rect(0, 0, 320, 568), "center": [160, 284], "address": "0x7f01", "subviews": views},
        {"class": "UITextEffectsWindow", "frame": rect(0, 300, 320, 268), "subviews": [leaf]},
    ]}
    return post(shared, [json.dumps(dump)], "odd")


def base(url):
    return "/api/v1" + url[url.index("/dumps/"):]


def compare(page, url):
    return page.evaluate(COMPARE, [module(page, "inspector/data/model.js"), base(url)])


#: Sizes of the window, and rules by which it takes them.
SIZES = ["width=480&height=320", "width=768&height=1024&rule=even", "width=200&height=100"]


@pytest.mark.parametrize("name", ["stopwatch", "world_clock", "odd"])
def test_the_model_says_what_the_api_says_and_moves_the_views_to_where_the_server_puts_them(open_page, request, name):
    url = request.getfixturevalue(name)
    page = ready(open_page(url))
    found = compare(page, url)
    assert found["wrong"] == []
    assert found["count"] > 20 and found["roots"][0] == 0
    for query in SIZES:
        found = page.evaluate(LAY_OUT, [module(page, "inspector/data/model.js"), base(url), query])
        assert found["wrong"] == [], query
        assert found["moved"] > 2 and found["laid"] and found["once"], query
        assert found["back"] and found["cleared"], query


def test_numbers_that_are_not_finite_leave_the_other_views_in_place(open_page, shared):
    lines = ["<UIWindow: 0x1; frame = (0 0; 100 100); layer = <CALayer: 0x2>>",
             "   | <UIView: 0x3; frame = (nan inf; 10 10); layer = <CALayer: 0x2>>",
             "   |    | <UIView: 0x4; frame = (1 1; 5 5); layer = <CALayer: 0x2>>",
             "   | <UIView: 0x5; frame = (5 5; 10 10); transform = [nan, 0, 0, 1, 0, 0]; layer = <CALayer: 0x2>>",
             "   | <UIView: 0x6; frame = (7 8; 10 10); layer = <CALayer: 0x2>>"]
    url = post(shared, lines)
    found = compare(ready(open_page(url)), url)
    assert found["wrong"] == [] and found["count"] == 5


def test_many_views_are_read_at_once(open_page, shared):
    lines = ["<UIWindow: 0x1; frame = (0 0; 100 100); layer = <CALayer: 0x2>>"]
    lines += [f"{'   | ' * (view % 3 + 1)}<UIView: 0x{view:x}; frame = (0 0; 9 9); layer = <CALayer: 0x2>>" for view in range(3, 12_003)]
    found = compare_ends(open_page, post(shared, lines))
    assert found == {"count": 12_001, "wrong": []}


def compare_ends(open_page, url):
    """Every subtree ends where the next view that is not deeper begins."""
    page = open_page(f"{url[:url.index('/dumps/')]}/help")
    return page.evaluate("""async ([source, base]) => {
      const { ViewModel } = await import(source);
      const views = await ViewModel.load(base);
      const wrong = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/views?")).length === 1 ? [] : ["asked more than once"];
      for (let i = 0; i < views.count; i += 1) {
        let end = i + 1;
        while (end < views.count && views.depth(end) > views.depth(i)) end += 1;
        if (views.end(i) !== end || (views.parent(i) >= 0 && views.depth(views.parent(i)) !== views.depth(i) - 1)) wrong.push(i);
      }
      return { count: views.count, wrong: wrong.slice(0, 5) };
    }""", [module(page, "inspector/data/model.js"), base(url)])
