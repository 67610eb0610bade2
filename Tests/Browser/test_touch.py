"""The touch tool: who takes a touch and why, and what keeps touches from a view."""

import re

from playwright.sync_api import expect

from browsing import PHONE
from inspecting import expect_unsaid, query
from paneling import LAP_LABEL, STOP_BUTTON, STOP_LABEL, TAB_BAR, api, number, on_screen, put, ready, select, shown
from settling import point_at


def touch(page, x, y):
    page.mouse.click(*on_screen(page, x, y))


def verdict(page):
    return page.locator("#panel .touch-result .verdict")


def steps(page):
    """Class and words of every step, folded ones included."""
    return page.locator("#panel .touch-result .step:not(:has(details))").all_text_contents()


def test_the_key_opens_the_tab_and_a_touch_on_the_canvas_is_explained_step_by_step_while_the_selection_stays(open_page, stopwatch, samples):
    page = ready(open_page(f"{stopwatch}?view={STOP_BUTTON}"))
    page.keyboard.press("t")
    expect(page.get_by_role("tabpanel", name="Touch")).to_be_visible()
    expect(page.get_by_role("button", name="Touch the canvas")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#viewport.touching")).to_have_count(1)
    touch(page, 40, 350)
    expect(verdict(page)).to_contain_text("UIButton “Lap” takes the touch")
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_BUTTON))
    page.keyboard.press("t")
    touch(page, 40, 350)
    expect(page.locator("#panel .panel-view")).not_to_have_attribute("data-view", str(STOP_BUTTON))
    page.get_by_role("button", name="Clear").click()
    expect_unsaid(page, "point")
    page.get_by_role("button", name="Touch the canvas").click()
    touch(page, 310, 350)
    expect(verdict(page)).to_have_text(re.compile("UIButton “Stop” takes the touch at 3(09|10).*, 3(49|50)"))
    page.wait_for_url("**point=*")
    assert query(page)["tool"] == "touch"
    x, y = query(page)["point"].split(",")
    answer = samples.get(f"{api(page)}/hit-test?x={x}&y={y}").json
    assert len(steps(page)) == len(answer["steps"])
    assert "UIWindow contains the point and asks its subviews" in steps(page)[0]
    assert any("UITabBar doesn’t contain the point" in step for step in steps(page))
    assert any("UIButtonLabel “Stop” has user interaction turned off" in step for step in steps(page))
    assert any("none of its subviews takes the touch: it is the hit" in step for step in steps(page))


def test_without_a_selection_a_touch_is_explained_too(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?tool=touch&panel=touch"))
    touch(page, 310, 350)
    expect(verdict(page)).to_contain_text("UIButton “Stop” takes the touch")
    verdict(page).get_by_role("link").click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(STOP_BUTTON))
    expect(verdict(page)).to_be_visible()


def test_what_is_under_a_point_and_who_responds_is_listed_and_what_keeps_touches_from_the_selected_view_is_said(open_page, stopwatch, samples):
    page = ready(open_page(f"{stopwatch}?view={STOP_BUTTON}&panel=touch"))
    why = page.locator("#panel .touch-why")
    for view in (STOP_BUTTON, STOP_LABEL, TAB_BAR, LAP_LABEL):
        select(page, view)
        told = samples.get(f"{api(page)}/views/{view}").json["touch"]
        expect(why).to_contain_text("Can this be touched?" if told["touchable"] else "Why can’t this be touched?")
        for obstacle in told["obstacles"]:
            expect(why).to_contain_text(obstacle["message"])
        expect(why.locator(".obstacles > li")).to_have_count(len(told["obstacles"]))
    select(page, STOP_BUTTON)
    put(page, "Touch x", "310")
    put(page, "Touch y", "350")
    expect(verdict(page)).to_contain_text("UIButton “Stop” takes the touch at 310, 350")
    told = samples.get(f"{api(page)}/hit-test?x=310&y=350").json
    chain = page.locator("#panel .touch-result .chain li")
    expect(chain).to_have_count(len(told["responderChain"]))
    for item, responder in zip(chain.all(), told["responderChain"], strict=True):
        expect(item).to_contain_text(responder["class"])
    expect(chain.filter(has_text="Clock.StopwatchViewController")).to_contain_text("controller")
    expect(chain.last).to_contain_text("delegate")
    # The views are listed front to back and can be selected.
    candidates = told["candidates"]
    links = page.locator("#panel .named-views").first.get_by_role("link")
    assert [int(re.search(r"view=(\d+)", link.get_attribute("href"))[1]) for link in links.all()] == candidates
    surface = page.locator("#viewport .surface")
    point_at(page, links.nth(0), lambda: surface.get_attribute("data-hover") == str(candidates[0]))
    other = next(at for at, view in enumerate(candidates) if view != STOP_BUTTON)
    links.nth(other).click()
    expect(page.locator("#panel .panel-view")).to_have_attribute("data-view", str(candidates[other]))
    # A touch beside everything hits nothing.
    put(page, "Touch x", "-50")
    put(page, "Touch y", "-50")
    expect(verdict(page)).to_contain_text("No view takes the touch")
    expect(page.locator("#panel .touch-result")).to_contain_text("No view contains this point.")


def test_many_siblings_that_do_not_hold_the_point_are_folded(open_page, shared):
    lines = ["<UIWindow: 0x1; frame = (0 0; 100 100); layer = <UIWindowLayer: 0x2>>"]
    lines += [f"   | <UIView: 0x{at + 16:x}; frame = ({at} 0; 1 1); layer = <CALayer: 0x2>>" for at in range(40)]
    made = shared.request("POST", "/api/v1/dumps", "\n".join(lines)).json["id"]
    page = ready(open_page(f"{shared.url}/dumps/{made}?view=0&panel=touch&point=50,50"))
    fold = page.locator("#panel .step details")
    expect(fold).to_have_count(1)
    expect(fold.locator("summary")).to_contain_text("40 views don’t contain the point")
    expect(fold.locator("li").first).not_to_be_visible()
    fold.locator("summary").click()
    expect(fold.locator("li").first).to_be_visible()
    expect(fold.locator("li")).to_have_count(40)


def test_the_address_brings_a_touch_back_and_clear_ends_it(open_page, stopwatch):
    page = ready(open_page(f"{stopwatch}?view={STOP_BUTTON}&panel=touch&tool=touch&point=310,350"))
    expect(verdict(page)).to_contain_text("takes the touch at 310, 350")
    expect(number(page, "Touch x")).to_have_value("310")
    page.get_by_role("button", name="Clear").click()
    expect(verdict(page)).to_have_count(0)
    page.wait_for_function("() => !location.search.includes('point')")


def test_a_change_of_the_dump_is_touched_anew(open_page, shared):
    dumps = {dump["name"]: dump["id"] for dump in shared.get("/api/v1/dumps").json["dumps"]}
    page = ready(open_page(f"{shared.url}/dumps/{dumps['Stopwatch']}?view={STOP_BUTTON}&panel=touch&point=310,350"))
    expect(verdict(page)).to_contain_text("UIButton “Stop” takes the touch")
    shared.request("PATCH", f"{api(page)}/views/{STOP_BUTTON}", {"userInteractionEnabled": False})
    expect(verdict(page)).not_to_contain_text("UIButton “Stop” takes the touch")
    expect(page.locator("#panel .touch-result")).to_contain_text("UIButton “Stop” has user interaction turned off")
    shared.request("PATCH", f"{api(page)}/views/{STOP_BUTTON}", {"userInteractionEnabled": True})
    expect(verdict(page)).to_contain_text("UIButton “Stop” takes the touch")


def test_a_touch_works_on_a_phone(open_page, stopwatch):
    page = open_page(f"{stopwatch}?view={STOP_BUTTON}&panel=touch&tool=touch", viewport=PHONE, has_touch=True)
    expect(page.locator("#viewport canvas.surface")).to_have_count(1)
    page.touchscreen.tap(*on_screen(page, 40, 350))
    page.get_by_role("button", name="Inspector").click()
    expect(verdict(page)).to_contain_text("UIButton “Lap” takes the touch")
    expect(shown(page)).to_be_visible()
