"""Ways to look at settings: beside the apps of an iPad, at every text size, with the rows of iOS; and where values are long."""

import plistlib

import pytest
from playwright.sync_api import expect

import kit
from browsing import APP, PHONE
from conftest import Server
from domains import clear
from inspecting import query
from settling import eventually, frames

SETTINGS = f"{APP}/settings"
DOMAIN = "/api/v1/defaults/com.example.clock"
#: The text sizes with those of body text and footnotes in points, as Apple's tables have them.
SIZES = {
    "xSmall": (14, 12), "small": (15, 12), "medium": (16, 12), "large": (17, 13), "xLarge": (19, 15), "xxLarge": (21, 17),
    "xxxLarge": (23, 19), "accessibility1": (28, 23), "accessibility2": (33, 27), "accessibility3": (40, 33),
    "accessibility4": (47, 38), "accessibility5": (53, 44),
}
PARTS = 90


def row(page, key):
    return page.locator(f'.setting[data-key="{key}"]')


def write_app(folder, name, identifier, version="1", **info):
    bundle = folder / f"{identifier}-{version}.app" / "Settings.bundle"
    bundle.mkdir(parents=True)
    facts = {"CFBundleIdentifier": identifier, "CFBundleName": name, "CFBundleShortVersionString": version, **info}
    (bundle.parent / "Info.plist").write_bytes(plistlib.dumps(facts))
    rows = [
        {"Type": "PSGroupSpecifier", "Title": name},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Sound", "Key": "sound", "DefaultValue": False},
        {"Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"},
    ]
    (bundle / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": rows}))
    (bundle / "More.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": rows[:2]}))


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """More apps than one part of the sidebar has, and two of one name and identifier. Tests leave it as they find it."""
    folder = tmp_path_factory.mktemp("many") / "apps"
    for number in range(100, 100 + PARTS):
        write_app(folder, f"App {number}", f"com.example.a{number}")
    for version in ("1.0", "2.0"):
        write_app(folder, "Twin", "com.example.twin", version)
    kit.write(folder)
    server = Server(folder.parent / "data", [folder]).start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def empty(shared):
    """The server, where the app of the samples has stored nothing."""
    clear(shared)
    return shared


# The apps beside a pane

@pytest.mark.parametrize("scripts", [True, False])
def test_an_ipad_has_the_apps_in_parts_beside_the_pane_and_child_panes_inside_it(many, open_page, scripts):
    page = open_page(f"{many.url}/apps/com.example.a110/settings?idiom=pad&keys=true&textSize=small", java_script_enabled=scripts)
    sidebar = page.get_by_role("navigation", name="Settings")
    current = sidebar.locator("[aria-current]")
    expect(current).to_have_text("App 110")
    expect(current).to_be_in_viewport() if scripts else None
    expect(page.locator(".sidebar-app")).to_have_count(50)
    expect(page.locator(".sidebar-part")).to_have_text(f"1–50 of {PARTS + 3}")
    list_place, pane_place = sidebar.bounding_box(), page.locator(".screen").bounding_box()
    assert list_place["x"] + list_place["width"] <= pane_place["x"] + 1
    page.locator("#pane-content").get_by_role("link", name="More").click()
    page.wait_for_url("**/settings/More?idiom=pad&keys=true&textSize=small")
    expect(current).to_have_text("App 110")
    page.locator(".back").click()
    page.wait_for_url("**/com.example.a110/settings?idiom=pad&keys=true&textSize=small")
    sidebar.get_by_role("link", name="App 113").click()
    page.wait_for_url("**/com.example.a113/settings?idiom=pad&keys=true&textSize=small")
    expect(page.locator("#pane-title")).to_have_text("App 113")
    expect(current).to_have_text("App 113")
    expect(current).to_have_count(1)
    # The other part of the list comes beside the same pane.
    page.get_by_role("link", name="More apps").click()
    page.wait_for_url("**apps=50")
    expect(page.locator(".sidebar-app")).to_have_count(PARTS + 3 - 50)
    expect(page.get_by_role("link", name="Kit", exact=True)).to_be_visible()
    expect(page.locator("#pane-title")).to_have_text("App 113")
    if scripts:
        expect(page.locator("#sidebar")).to_be_focused()
        assert page.locator("#sidebar").evaluate("(list) => list.scrollTop") == 0
    page.get_by_role("link", name="Twin 2.0").click()
    page.wait_for_url("**/settings?idiom=pad&keys=true&textSize=small")
    expect(page.locator(".sidebar [aria-current]")).to_have_text("Twin 2.0")
    page.get_by_role("link", name="Earlier apps").click()
    expect(page.locator(".sidebar-part")).to_have_text(f"1–50 of {PARTS + 3}")


def test_the_list_of_apps_stays_where_it_is_as_apps_are_looked_at(many, open_page):
    page = open_page(f"{many.url}/apps/com.example.a130/settings?idiom=pad", reduced_motion="reduce")
    sidebar = page.locator("#sidebar")
    place = sidebar.evaluate("(list) => list.scrollTop")
    assert place > 0
    sidebar.get_by_role("link", name="App 131").click()
    expect(page.locator("#pane-title")).to_have_text("App 131")
    assert sidebar.evaluate("(list) => list.scrollTop") == place
    page.go_back()
    expect(page.locator("#pane-title")).to_have_text("App 130")


@pytest.mark.parametrize("scripts", [True, False])
def test_in_a_narrow_window_the_list_comes_before_the_pane(many, open_page, scripts):
    page = open_page(f"{many.url}/apps/com.example.a110/settings?idiom=pad", viewport=PHONE, java_script_enabled=scripts)
    sidebar, title = page.locator("#sidebar"), page.locator("#pane-title")
    expect(title).to_be_visible()
    expect(sidebar).to_be_hidden()
    page.get_by_role("link", name="Apps", exact=True).click()
    page.wait_for_url("**apps=0")
    expect(sidebar).to_be_visible()
    expect(title).to_be_hidden()
    expect(page.locator("#notes")).to_be_hidden()
    sidebar.get_by_role("link", name="App 111").click()
    expect(title).to_have_text("App 111")
    expect(title).to_be_visible()
    expect(page.locator("#sidebar")).to_be_hidden()
    page.locator("#pane-content").get_by_role("link", name="More").click()
    page.wait_for_url("**/More?idiom=pad")
    expect(page.locator(".to-list")).to_have_count(0)
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(page.locator("#sidebar")).to_be_visible()


def test_in_a_language_from_right_to_left_the_list_is_on_the_right(samples, open_page):
    page = open_page(f"{samples.url}{SETTINGS}?idiom=pad&lang=ar")
    sidebar = page.get_by_role("navigation", name="الإعدادات")
    assert sidebar.bounding_box()["x"] >= page.locator(".screen").bounding_box()["x"] + page.locator(".screen").bounding_box()["width"] - 1
    icon, name = sidebar.locator(".sidebar-icon").bounding_box(), sidebar.locator(".sidebar-name").bounding_box()
    assert icon["x"] > name["x"]


# Text sizes

def sizes(page):
    return page.evaluate("""() => ["#pane-content .title", ".group .footer", "#pane-title"].map((name) =>
      parseFloat(getComputedStyle(document.querySelector(name)).fontSize))""")


def choose_size(page, size):
    page.get_by_label("Text size").select_option(size)
    expect(page.locator("#pane")).to_have_attribute("data-text-size", size)


def test_every_text_size_has_the_points_of_its_table(samples, open_page):
    page = open_page(samples.url + SETTINGS)
    for name, (body, footnote) in SIZES.items():
        choose_size(page, name)
        assert sizes(page) == [body, footnote, 17], name
        expect(page.get_by_label("Text size")).to_have_value(name)
        assert str(body) in page.locator("#text-size option:checked").inner_text()
        line = row(page, "vibrate").locator(".line").bounding_box()
        assert line["height"] >= max(44, body * 1.15 + 20), name
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_at_the_sizes_of_accessibility_values_stand_below_their_titles(samples, open_page, language):
    page = open_page(f"{samples.url}{SETTINGS}?lang={language}")
    for size, stacked in (("xxxLarge", False), ("accessibility1", True), ("accessibility5", True)):
        choose_size(page, size)
        for key, part in (("snooze_minutes", ".value"), ("version", ".value"), ("account.name", ".field")):
            line = row(page, key)
            title, value = line.locator(".title").bounding_box(), line.locator(part).bounding_box()
            assert (value["y"] >= title["y"] + title["height"] - 1) == stacked, (size, key)
            edge = lambda box: box["x"] + box["width"] if language == "ar" else box["x"]
            if stacked:
                assert edge(value) == pytest.approx(edge(title), abs=2), (size, key)
        chevron = row(page, "snooze_minutes").locator(".chevron").bounding_box()
        text = row(page, "snooze_minutes").locator(".texts").bounding_box()
        assert chevron["x"] < text["x"] if language == "ar" else chevron["x"] >= text["x"], size
        switch, title = row(page, "vibrate").get_by_role("switch").bounding_box(), row(page, "vibrate").locator(".title").bounding_box()
        assert title["y"] <= switch["y"] + switch["height"] / 2 <= title["y"] + title["height"], size


def test_no_text_of_a_pane_is_cut_at_any_size(samples, open_page):
    page = open_page(f"{samples.url}{SETTINGS}?systemRows=true", viewport=PHONE)
    for size in SIZES:
        choose_size(page, size)
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), size
        cut = page.evaluate("""() => [...document.querySelectorAll("#pane-content :is(.title, .subtitle, .value, h2, .footer)")]
          .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
            || one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)).map((one) => one.textContent)""")
        assert cut == [], size


def test_rows_of_the_library_hold_the_largest_texts(many, open_page):
    page = open_page(many.url + kit.SETTINGS, viewport=PHONE)
    for size in ("accessibility1", "accessibility5"):
        choose_size(page, size)
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), size
        mixed = page.evaluate("""() => [...document.querySelectorAll("#pane .line")].filter((line) => {
          const texts = [...line.querySelectorAll(".title, .subtitle, .value, .field, .switch, .mail dt, .mail dd, .out-address, .item-button")]
            .filter((one) => one.checkVisibility() && one.textContent + (one.value ?? "") !== "").map((one) => one.getBoundingClientRect());
          return texts.some((a, at) => texts.slice(at + 1).some((b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1));
        }).map((line) => line.textContent.trim().slice(0, 60))""")
        assert mixed == [], size


def test_a_text_size_is_chosen_with_the_keyboard_and_stays_in_all_panes(samples, open_page):
    page = open_page(samples.url + SETTINGS)
    page.evaluate("window.kept = true")
    page.get_by_label("Text size").focus()
    page.keyboard.press("End")
    page.wait_for_url("**textSize=accessibility5*")
    expect(page.get_by_label("Text size")).to_be_focused()
    expect(page.locator("#pane")).to_have_attribute("data-text-size", "accessibility5")
    page.get_by_role("link", name="Alarms").click()
    page.wait_for_url("**/Alarms?**textSize=accessibility5**")
    assert sizes(page)[0] == 53
    page.locator(".back").click()
    page.wait_for_url("**/settings?**textSize=accessibility5**")
    page.locator("#pane-search").fill("alarm")
    page.wait_for_url("**q=alarm**")
    assert query(page)["textSize"] == "accessibility5"
    assert page.evaluate("window.kept")
    page.get_by_role("link", name="Pad").click()
    page.wait_for_url("**idiom=pad**")
    assert sizes(page)[0] == 53


def test_a_text_size_is_chosen_without_scripts(samples, without_script):
    page = without_script(f"{samples.url}{SETTINGS}?keys=true")
    page.get_by_label("Text size").select_option("accessibility2")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**textSize=accessibility2**")
    assert query(page)["keys"] == "true"
    assert sizes(page)[0] == 33
    page.goto(f"{samples.url}{SETTINGS}?textSize=enormous")
    assert page.locator("#pane").get_attribute("data-text-size") == "large"


# The rows of iOS itself

@pytest.mark.parametrize("scripts", [True, False])
def test_the_rows_of_ios_are_shown_when_asked_and_cannot_be_used(samples, open_page, scripts):
    page = open_page(samples.url + SETTINGS, java_script_enabled=scripts)
    expect(page.locator(".system")).to_have_count(0)
    toggle = page.get_by_role("button", name="Show iOS’s own rows")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.click()
    page.wait_for_url("**systemRows=true")
    group = page.get_by_role("group", name="iOS’s own rows, not part of the bundle")
    expect(group).to_have_attribute("aria-disabled", "true")
    expect(group).to_contain_text("For reference")
    titles = [title.inner_text() for title in group.locator(".title").all()]
    assert titles == ["Location", "Media & Apple Music", "Siri & Search", "Cellular Data", "Language"]
    expect(group.locator("a, button, input, select, [tabindex]")).to_have_count(0)
    assert group.bounding_box()["y"] < row(page, "vibrate").bounding_box()["y"]
    expect(page.get_by_role("button", name="Show iOS’s own rows")).to_have_attribute("aria-pressed", "true")
    if scripts:
        expect(page.get_by_role("button", name="Show iOS’s own rows")).to_be_focused()
    page.get_by_role("link", name="Alarms").click()
    page.wait_for_url("**/Alarms?systemRows=true")
    expect(page.locator(".system")).to_have_count(0)
    expect(page.locator("#system-toggle")).to_have_count(0)
    page.locator(".back").click()
    expect(page.locator(".system")).to_have_count(1)


def test_a_bundle_alone_says_that_nothing_is_known_of_what_the_app_asks_for(start, tmp_path, open_page):
    bundle = tmp_path / "Settings.bundle"
    bundle.mkdir()
    (bundle / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": [{"Type": "PSGroupSpecifier", "Title": "A"}]}))
    server = start(bundle)
    app = server.get("/api/v1/apps").json["apps"][0]["id"]
    page = open_page(f"{server.url}/apps/{app}/settings?systemRows=true")
    expect(page.locator(".system")).to_contain_text("no Info.plist")
    assert [title.inner_text() for title in page.locator(".system .title").all()] == ["Siri & Search", "Cellular Data"]


# Groups that are one row

def test_a_changed_list_is_marked_at_its_heading(many, open_page):
    many.request("PATCH", f"/api/v1/defaults/{kit.DOMAIN}", {"cities": ["Rome"]})
    page = open_page(many.url + kit.SETTINGS)
    cities = row(page, "cities")
    mark, first = cities.locator(".reset button").bounding_box(), cities.locator(".item").first.bounding_box()
    assert mark["y"] + mark["height"] <= first["y"] + 1
    cities.locator(".reset button").click()
    expect(cities.locator(".item .field[name^=item]")).to_have_count(2)


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("query", ["", "?lang=ar", "?textSize=accessibility3"])
def test_a_radio_group_is_marked_at_its_heading_while_it_is_changed(empty, open_page, scripts, query):
    empty.request("PATCH", "/api/v1" + SETTINGS, {"face": "roman"})
    page = open_page(empty.url + SETTINGS + query, java_script_enabled=scripts)
    face = row(page, "face")
    reset = face.locator(".reset button")
    heading = page.locator(".group").filter(has=face).locator("h2").bounding_box()
    mark, first = reset.bounding_box(), face.locator(".choice").first.bounding_box()
    assert mark["y"] + mark["height"] <= first["y"] + 1
    assert heading["y"] <= mark["y"] + mark["height"] / 2 <= heading["y"] + heading["height"]
    reset.click()
    page.wait_for_selector('.setting[data-key="face"]:not(.modified)')
    expect(face.get_by_role("radio").first).to_be_checked()
    assert empty.get(DOMAIN).json["values"] == {}
    expect(face.locator(".reset")).to_have_count(0)
    if scripts:
        # The mark comes and goes as the group is changed.
        face.get_by_role("radio").nth(1).check()
        expect(face.locator(".reset button")).to_be_visible()
        expect(page.locator('.keys tr[data-key="face"][data-modified]')).to_have_count(1)
        face.get_by_role("radio").first.check()
        page.wait_for_selector('.setting[data-key="face"]:not(.modified)')
        expect(face.locator(".reset button")).to_be_hidden()


# Long values

LONG = "A name with many words " * 9 + "end"


@pytest.mark.parametrize("scripts", [True, False])
def test_no_value_of_the_keys_is_cut_without_a_way_to_the_whole(empty, open_page, scripts):
    empty.request("PATCH", DOMAIN, {"account.name": LONG, "account.email": "x" * 300})
    empty.request("PUT", f"{DOMAIN}/layers/registration", {"values": {"snooze_minutes": 5}})
    page = open_page(f"{empty.url}{SETTINGS}?idiom=pad", viewport=PHONE, java_script_enabled=scripts)
    cells = page.get_by_role("table", name="Keys on this pane").get_by_role("row").filter(has_text="account.name").get_by_role("cell")
    expect(cells).to_have_count(5)
    columns = [page.locator(f'.keys tr[data-key="account.name"] td[data-column="{column}"]') for column in ("Stored", "App sees")]
    notes = page.locator("#notes")
    for width in (390, 1000, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        for cell in columns:
            assert LONG not in cell.inner_text(), width
            cell.locator("summary").focus()
            page.keyboard.press("Enter")
            expect(cell).to_contain_text(LONG, use_inner_text=True)
        hidden = page.evaluate("""() => [...document.querySelectorAll(".keys :is(th, td), .keys .origin")].filter((one) => one.checkVisibility()
          && !one.closest("thead") && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
            || one.getBoundingClientRect().right > innerWidth + 1)).map((one) => one.textContent.trim().slice(0, 60))""")
        assert hidden == [], width
        assert notes.evaluate("(notes) => notes.scrollWidth <= notes.clientWidth"), width
        for cell in columns:
            cell.locator("summary").click()
    if scripts:
        # A value that is open stays open as others change.
        columns[0].locator("summary").click()
        row(page, "face").get_by_role("radio").nth(1).check()
        expect(page.locator('.keys tr[data-key="face"][data-modified]')).to_be_visible()
        expect(columns[0]).to_contain_text(LONG, use_inner_text=True)


# Apps that share a domain

def test_apps_that_share_a_domain_are_named_apart_when_the_panes_of_all_are_asked_for_at_once(many, open_page):
    page, held = open_page(f"{many.url}/defaults/com.example.twin"), []
    facts = page.locator(".domain-facts")
    expect(facts.get_by_role("link", name="Twin 1.0", exact=True)).to_be_visible()
    facts.get_by_role("link", name="Settings of Twin 2.0").click()
    page.wait_for_url("**/settings")
    expect(page.locator("#pane-title")).to_have_text("Twin")
    page.route("**/settings?deep=true", lambda route: held.append(route))
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Find views, dumps, settings and commands").fill("twin settings")
    apps = [app for app in many.get("/api/v1/apps").json["apps"] if app["panes"]]
    eventually(page, lambda: len(held) == len(apps) > 1, "what is asked before anything is answered")
    for route in held:
        route.continue_()
    options = page.get_by_role("option").filter(has_text="Twin settings")
    expect(options.first).to_be_visible()
    frames(page)
    texts = [option.inner_text() for option in options.all()]
    assert len(set(texts)) == len(texts)


def test_choices_of_a_group_are_rows_as_wide_as_the_group(samples, open_page):
    page = open_page(f"{samples.url}{APP}/settings")
    group, rows = page.evaluate("""() => {
      const form = document.querySelector("form.choices"), width = (each) => Math.round(each.getBoundingClientRect().width);
      return [width(form.closest(".rows")), [...form.querySelectorAll(".choice")].map(width)];
    }""")
    assert len(rows) == 3 and set(rows) == {group}
