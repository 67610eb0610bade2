"""WebDriver as stock clients speak it: Appium's own client and Selenium's, on a dump and on settings."""

import base64
import itertools
import json
import pathlib
import stat
import xml.etree.ElementTree

import pytest
from appium import webdriver
from appium.options.common import AppiumOptions
from appium.webdriver.common.appiumby import AppiumBy
from selenium.common import exceptions
from selenium.webdriver import Remote
from selenium.webdriver.common.by import By
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.common.keys import Keys

CLOCK = "com.example.clock"
VECTORS = json.loads((pathlib.Path(__file__).parent.parent / "Fixtures/vectors/webdriver.json").read_text())
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def begin():
    """Begins sessions of Appium's client, and ends those that are left."""
    drivers = []

    def begin(server, prefix="", **capabilities):
        options = AppiumOptions()
        options.load_capabilities({
            "platformName": "iOS", "appium:automationName": "Vitrine",
            **{f"vitrine:{name}": value for name, value in capabilities.items()}})
        driver = webdriver.Remote(server.url + prefix, options=options)
        drivers.append(driver)
        return driver

    yield begin
    for driver in drivers:
        try:
            driver.quit()
        except exceptions.WebDriverException:
            pass


class SeleniumOptions(ArgOptions):
    """Capabilities for Selenium without a browser."""

    def __init__(self, capabilities):
        super().__init__()
        for name, value in capabilities.items():
            self.set_capability(name, value)

    @property
    def default_capabilities(self):
        return {}


def stopwatch(server):
    """The id of the sample."""
    return server.get("/api/v1/dumps?q=Stopwatch").json["dumps"][0]["id"]


def stored(server):
    return server.get(f"/api/v1/defaults/{CLOCK}").json["values"]


@pytest.mark.parametrize("by, value", [
    (AppiumBy.ACCESSIBILITY_ID, "lap"), (AppiumBy.ID, "lap"), (AppiumBy.NAME, "lap"),
    (AppiumBy.XPATH, "//XCUIElementTypeButton[@name='lap']"),
    (AppiumBy.IOS_PREDICATE, "type == 'XCUIElementTypeButton' AND label == 'Lap'"),
    (AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeButton[`name == 'lap'`]"),
])
@pytest.mark.parametrize("prefix", ["", "/wd/hub"])
def test_appium_finds_an_element_of_a_dump_by_every_strategy(samples, begin, by, value, prefix):
    driver = begin(samples, prefix, dump=stopwatch(samples))
    element = driver.find_element(by, value)
    assert driver.find_elements(by, value) == [element]
    assert element.tag_name == "XCUIElementTypeButton"
    assert element.text == "Lap" and element.get_attribute("name") == "lap"
    assert element.is_displayed() and element.is_enabled() and not element.is_selected()
    assert element.get_attribute("visible") == "true" and element.get_attribute("nothing") is None
    assert element.rect == {"x": 24, "y": 316, "width": 72, "height": 72}
    assert element.location == {"x": 24, "y": 316} and element.size == {"width": 72, "height": 72}


def test_appium_finds_below_an_element_and_by_class(samples, begin):
    driver = begin(samples, dump=stopwatch(samples))
    table = driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeTable")
    cells = table.find_elements(AppiumBy.CLASS_NAME, "XCUIElementTypeCell")
    assert [cell.get_attribute("name") for cell in cells] == ["lap-4", "lap-3", "lap-2", "lap-1"]
    assert cells[0].find_element(AppiumBy.XPATH, ".//XCUIElementTypeStaticText").text == "Lap 4"
    assert not driver.find_element(AppiumBy.ACCESSIBILITY_ID, "start").is_displayed()


def test_what_an_inspector_asks_for_fits_together(samples, begin):
    """Appium Inspector finds elements again by comparing rectangles with the source as texts."""
    driver = begin(samples, dump=stopwatch(samples))
    root = xml.etree.ElementTree.fromstring(driver.page_source.encode())
    assert root.tag == "AppiumAUT" and root[0].tag == "XCUIElementTypeApplication"
    sides = ("x", "y", "width", "height")
    listed = [(node.tag, tuple(node.get(side) for side in sides)) for node in root[0].iter()]
    found = driver.find_elements(AppiumBy.XPATH, "//*")
    assert len(found) == len(listed) > 50
    for element, (tag, rect) in list(zip(found, listed))[::7]:
        assert element.tag_name == tag
        assert tuple(str(element.rect[side]) for side in sides) == rect
    assert driver.get_window_size() == {"width": 375, "height": 667}
    assert driver.capabilities["automationName"] == "XCUITest"
    assert driver.orientation == "PORTRAIT" and driver.contexts == ["NATIVE_APP"]
    assert driver.current_context == "NATIVE_APP" and driver.get_settings() == {}
    assert driver.update_settings({"snapshotMaxDepth": 62}).get_settings() == {"snapshotMaxDepth": 62}
    driver.implicitly_wait(1)
    assert driver.timeouts.implicit_wait == 1
    assert driver.get_status()["ready"] is True
    assert driver.query_app_state(CLOCK) == 4 and driver.query_app_state("com.example.other") == 0
    assert driver.execute_script("mobile: activeAppInfo")["bundleId"] == CLOCK
    assert driver.execute_script("mobile: getContexts") == [{"id": "NATIVE_APP"}]
    sessions = samples.get("/appium/sessions").json["value"]
    assert driver.session_id in [session["id"] for session in sessions]


def test_errors_are_those_of_the_protocol(samples, begin):
    driver = begin(samples, dump=stopwatch(samples))
    with pytest.raises(exceptions.NoSuchElementException):
        driver.find_element(AppiumBy.ACCESSIBILITY_ID, "nothing")
    assert driver.find_elements(AppiumBy.ACCESSIBILITY_ID, "nothing") == []
    with pytest.raises(exceptions.InvalidSelectorException, match="character 5"):
        driver.find_element(AppiumBy.XPATH, "//*[")
    with pytest.raises(exceptions.InvalidSelectorException, match="isVisible"):
        driver.find_element(AppiumBy.IOS_PREDICATE, "isVisible == 1")
    element = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "lap")
    for act in (element.click, element.clear, lambda: element.send_keys("x")):
        with pytest.raises(exceptions.InvalidElementStateException, match="one moment"):
            act()
    driver.quit()
    with pytest.raises(exceptions.InvalidSessionIdException):
        driver.find_element(AppiumBy.ACCESSIBILITY_ID, "lap")
    with pytest.raises(exceptions.SessionNotCreatedException, match="no dump"):
        begin(samples, dump="no dump")


def test_a_deleted_dump_ends_what_a_session_can_see(fresh, begin):
    text = "<UIWindow: 0x1; frame = (0 0; 320 480)>\n   | <UIButton: 0x2; frame = (0 0; 44 44)>\n"
    dump = fresh.request("POST", "/api/v1/dumps", text).json["id"]
    driver = begin(fresh, dump=dump)
    window = driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeWindow")
    button = driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeButton")
    assert fresh.request("POST", f"/api/v1/dumps/{dump}/edits", {"op": "remove", "view": 1}).status == 200
    assert window.rect["width"] == 320
    with pytest.raises(exceptions.StaleElementReferenceException):
        _ = button.text
    assert fresh.request("DELETE", f"/api/v1/dumps/{dump}").status == 204
    with pytest.raises(exceptions.InvalidSessionIdException, match="no longer on this server"):
        _ = driver.page_source
    driver.quit()


def test_screenshots_are_those_of_the_dump_and_of_its_views(fresh, begin):
    text = b"<UIWindow: 0x1; frame = (0 0; 320 480)>\n"
    dump = fresh.upload({"dump": ("a.txt", text), "screenshot": ("a.png", PIXEL)}).json["id"]
    assert begin(fresh, dump=dump).get_screenshot_as_png() == PIXEL
    driver = begin(fresh, dump=stopwatch(fresh))
    dial = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "dial")
    assert dial.screenshot_as_png.startswith(b"\x89PNG")


def test_a_screen_without_a_screenshot_is_drawn_by_a_program_in_path(tmp_path, start, begin, monkeypatch, samples):
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    bare = start(samples.paths[0])
    with pytest.raises(exceptions.WebDriverException, match="rsvg-convert"):
        begin(bare, dump=stopwatch(bare)).get_screenshot_as_png()
    program = folder / "rsvg-convert"
    program.write_text("#!/bin/sh\nprintf PNG:\nexec /bin/cat\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    for capabilities in ({"dump": stopwatch(bare)}, {"app": CLOCK}):
        picture = begin(bare, **capabilities).get_screenshot_as_png()
        assert picture.startswith(b"PNG:") and b"<svg" in picture


def error(reply):
    value = reply.json["value"]
    return value["error"] if reply.status != 200 else None


def test_capabilities_are_taken_or_refused_as_the_standard_has_it(samples):
    """Each row of the table, beside a dump that there is: what is well formed begins a session, or finds no match."""
    dump = {"vitrine:dump": stopwatch(samples)}
    for row in VECTORS["capabilities"]:
        for key, expected in (("valid", {None, "session not created"}), ("invalid", {"invalid argument"})):
            for value in row[key]:
                body = {"capabilities": {"alwaysMatch": {**dump, row["name"]: value}}}
                assert error(samples.request("POST", "/session", body)) in expected, (row["name"], value)
    for body, expected in VECTORS["requests"]:
        assert error(samples.request("POST", "/session", body)) in {expected or "session not created"}, body


def action_rows(key):
    """Each action of the table alone in a command."""
    def each(value):
        return value if isinstance(value, list) else [value]
    for row in VECTORS["items"]:
        for source, kind, member, value in itertools.product(
                each(row["source"]), each(row["item"]["type"]), each(row["member"]), row[key]):
            item = {**row["item"], "type": kind, member: value}
            if value == "absent":
                del item[member]
            yield [{"type": source, "id": "a", "actions": [item]}]


def test_actions_are_refused_as_malformed_before_anything_else(samples, begin):
    path = f"/session/{begin(samples, dump=stopwatch(samples)).session_id}/actions"
    for key, expected in (("invalid", {"invalid argument"}), ("valid", {None, "unsupported operation"})):
        for actions in itertools.chain(VECTORS["sources"][key], action_rows(key)):
            reply = samples.request("POST", path, {"actions": actions})
            assert error(reply) in expected, actions
            assert reply.headers["Cache-Control"] == "no-cache"
            if reply.status == 200:
                assert samples.request("DELETE", path).json == {"value": None}


def test_alerts_are_read_by_stock_clients(fresh, begin):
    text = ("<UIWindow: 0x1; frame = (0 0; 320 480)>\n   | <_UIAlertControllerView: 0x2; frame = (20 100; 270 150)>\n"
            "   |    | <UILabel: 0x3; frame = (0 10; 270 20); text = 'Delete?'>\n")
    driver = begin(fresh, dump=fresh.request("POST", "/api/v1/dumps", text).json["id"])
    alert = driver.switch_to.alert
    assert alert.text == "Delete?"
    for answer in (alert.accept, alert.dismiss, lambda: alert.send_keys("x")):
        with pytest.raises(exceptions.WebDriverException, match="not answered or typed into"):
            answer()
    with pytest.raises(exceptions.NoAlertPresentException):
        _ = begin(fresh, app=CLOCK).switch_to.alert.text


def test_settings_are_obeyed_or_named(samples, begin):
    driver = begin(samples, dump=stopwatch(samples))
    driver.update_settings({"snapshotMaxDepth": 1, "pageSourceExcludedAttributes": "label", "reduceMotion": True})
    assert driver.get_settings()["vitrine:notInEffect"] == ["reduceMotion"]
    assert len(driver.find_elements(AppiumBy.XPATH, "//*")) == 2 and "label=" not in driver.page_source
    with pytest.raises(exceptions.InvalidArgumentException, match="snapshotMaxDepth"):
        driver.update_settings({"snapshotMaxDepth": "deep"})


def test_appium_uses_settings_and_the_defaults_follow(fresh, begin):
    driver = begin(fresh, app=CLOCK, lang="en")
    assert driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeNavigationBar").get_attribute("name") == "Clock"
    switch = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "vibrate")
    assert switch.get_attribute("value") == "0"
    switch.click()
    assert switch.get_attribute("value") == "1"
    name = driver.find_element(AppiumBy.IOS_PREDICATE, "type == 'XCUIElementTypeTextField' AND label == 'Name'")
    name.click()
    name.send_keys("Ada", Keys.BACKSPACE, "y")
    assert name.text == "Ady"
    driver.hide_keyboard()
    slider = driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeSlider")
    slider.send_keys("0.25")
    assert stored(fresh) == {"vibrate": True, "account.name": "Ady", "alarm.volume": 0.25}
    name.clear()
    assert stored(fresh)["account.name"] == ""
    passcode = driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeSecureTextField")
    passcode.send_keys("1234")
    assert "1234" not in driver.page_source
    driver.find_element(AppiumBy.ACCESSIBILITY_ID, "snooze_minutes").click()
    driver.find_element(AppiumBy.ACCESSIBILITY_ID, "15 minutes").click()
    driver.back()
    assert driver.find_element(AppiumBy.ACCESSIBILITY_ID, "snooze_minutes").get_attribute("value") == "15 min"
    with pytest.raises(exceptions.StaleElementReferenceException):
        switch.click()
    again = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "vibrate")
    middle = (again.rect["x"] + again.rect["width"] // 2, again.rect["y"] + again.rect["height"] // 2)
    driver.tap([middle])
    assert stored(fresh)["vibrate"] is False
    assert stored(fresh)["snooze_minutes"] == 15
    history = fresh.get(f"/api/v1/defaults/{CLOCK}/history").json["history"]
    assert history[0]["source"] == "api"


def test_child_panes_open_and_lead_back(fresh, begin):
    driver = begin(fresh, app=CLOCK, lang="en")
    driver.find_element(AppiumBy.ACCESSIBILITY_ID, "World Clock").click()
    assert driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeNavigationBar").get_attribute("name") == "World Clock"
    back = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "BackButton")
    assert back.text == "Clock"
    back.click()
    assert driver.find_elements(AppiumBy.ACCESSIBILITY_ID, "BackButton") == []
    inner = begin(fresh, app=CLOCK, pane="Alarms", lang="zh-Hans", idiom="pad")
    title = inner.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeNavigationBar").get_attribute("name")
    assert title != "Alarms" and title
    with pytest.raises(exceptions.SessionNotCreatedException):
        begin(fresh, app=CLOCK, pane="Nothing")


def test_selenium_asks_in_its_own_words(fresh):
    driver = Remote(fresh.url + "/wd/hub", options=SeleniumOptions({
        "platformName": "iOS", "appium:app": fresh.url + f"/apps/{CLOCK}/settings"}))
    try:
        for by, value in [(By.ID, "vibrate"), (By.NAME, "vibrate"), (By.CLASS_NAME, "XCUIElementTypeSwitch"),
                          (By.XPATH, "//XCUIElementTypeSwitch"), (By.TAG_NAME, "XCUIElementTypeSwitch")]:
            element = driver.find_element(by, value)
            assert element.tag_name == "XCUIElementTypeSwitch"
        assert element.is_displayed() and element.is_enabled()
        assert element.get_attribute("value") == "0" and element.get_dom_attribute("label") == "Vibrate"
        element.click()
        assert stored(fresh) == {"vibrate": True}
        with pytest.raises(exceptions.WebDriverException, match="no web page"):
            driver.execute_script("return document.title")
        with pytest.raises(exceptions.InvalidSelectorException):
            driver.find_element(By.LINK_TEXT, "Vibrate")
    finally:
        driver.quit()


def test_other_origins_are_answered_only_with_allow_cors(samples, tmp_path):
    body = {"capabilities": {"alwaysMatch": {"vitrine:dump": stopwatch(samples)}}}
    refused = samples.request("POST", "/session", body, {"Origin": "http://inspector.example"})
    assert refused.status == 403 and refused.json["value"]["error"] == "unknown error"
    assert refused.headers["Access-Control-Allow-Origin"] is None
