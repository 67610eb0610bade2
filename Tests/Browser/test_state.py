"""The address says what the inspector shows, and the browser's back and forward restore it."""

import pytest

from inspecting import query
from outlining import module

#: A page without the inspector, so that the test's state is the only one.
START = "/help"


@pytest.fixture
def page(open_page, samples):
    page = open_page(samples.url + START)
    use(page)
    return page


def use(page):
    page.evaluate("""async (source) => {
      const { InspectorState } = await import(source);
      window.state = new InspectorState();
      window.told = [];
      window.state.addEventListener("change", (event) => window.told.push([...event.detail.keys].sort()));
    }""", module(page, "inspector/data/state.js"))


def put(page, **values):
    options = values.pop("options", {})
    page.evaluate("([values, options]) => window.state.set(values, options)", [values, options])


def get(page, *names):
    return page.evaluate("(names) => names.map((name) => window.state[name])", list(names))


def test_a_change_is_told_once_with_the_names_of_what_changed_and_what_is_pointed_at_is_not_in_the_address(page):
    put(page, hover=3)
    assert query(page) == {} and get(page, "hover") == [3]
    put(page, hover=None)
    page.evaluate("window.told.length = 0")
    put(page, selection=7, hideSystem=True)
    put(page, selection=7)
    put(page, hover=3)
    assert page.evaluate("window.told") == [["hideSystem", "selection"], ["hover"]]


def test_the_address_keeps_the_names_it_always_had_and_addresses_for_links_change_nothing(page):
    put(page, selection=7, width=480, height=320.5, rule="even", query="label")
    page.wait_for_function("() => location.search.includes('q=label')")
    assert query(page) == {"view": "7", "width": "480", "height": "320.5", "rule": "even", "q": "label"}
    put(page, selection=None, width=None, height=None, rule=None, query="")
    page.wait_for_function("() => location.search === ''")
    put(page, selection=4)
    address = page.evaluate("window.state.address({ selection: 9, mode: 'layers' }).search")
    assert sorted(address.removeprefix("?").split("&")) == ["mode=layers", "view=9"]
    assert query(page) == {"view": "4"} and get(page, "selection", "mode") == [4, "flat"]


def test_each_change_is_a_step_of_history_unless_it_replaces_one_or_something_moves(page):
    before = page.evaluate("history.length")
    for step in range(1, 60):
        put(page, zoom=step / 10, x=step * 2, y=-step / 3)
    page.wait_for_function("() => location.search === '?zoom=5.9&x=118&y=-19.667'")
    assert page.evaluate("history.length") == before
    put(page, zoom=None, x=None, y=None)
    page.wait_for_function("() => location.search === ''")
    put(page, selection=1)
    put(page, selection=2)
    put(page, selection=3, options={"replace": True})
    page.wait_for_function("() => location.search === '?view=3'")
    assert page.evaluate("history.length") == before + 2
    page.go_back()
    page.wait_for_function("() => window.state.selection === 1")
    page.go_back()
    page.wait_for_function("() => window.state.selection === null")
    page.go_forward()
    page.go_forward()
    page.wait_for_function("() => window.state.selection === 3")
    page.go_back()
    page.go_back()
    page.wait_for_function("() => window.state.selection === null")
    # A step keeps what was not written yet.
    put(page, zoom=2)
    put(page, zoom=3)
    put(page, selection=5)
    assert query(page) == {"zoom": "3", "view": "5"}
    page.go_back()
    page.wait_for_function("() => window.state.selection === null")
    assert query(page) == {"zoom": "3"}


#: Addresses, and what members they give which values.
ADDRESSES = [
    ("view=12&root=3", ["selection", "root"], [12, 3]),
    ("view=-1&root=x", ["selection", "root"], [None, None]),
    ("view=99999999999999", ["selection"], [None]),
    ("hideSystem=true&mode=layers&drawing=filled", ["hideSystem", "mode", "drawing"], [True, "layers", "screen"]),
    ("hideSystem=maybe&mode=cube&drawing=", ["hideSystem", "mode", "drawing"], [False, "flat", None]),
    ("zoom=1e999&x=abc&y=-4", ["zoom", "x", "y"], [None, None, -4]),
    ("width=0&height=-5", ["width", "height"], [None, None]),
    ("orientation=landscape&statusBar=inCall&keyboard=true", ["orientation", "statusBar", "keyboard"], ["landscape", "inCall", "true"]),
]


def test_an_address_is_read_and_what_makes_no_sense_is_left_out(page):
    for address, names, values in ADDRESSES:
        page.evaluate("(search) => history.replaceState(null, '', `?${search}`)", address)
        use(page)
        assert get(page, *names) == values, address
