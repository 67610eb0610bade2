"""WebKit for the tests, whose users have Safari: Debian's WebKitGTK, on a screen that nobody sees."""

import glob
import os
import shutil
import subprocess

import pytest
from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

DESKTOP = (1440, 900)
PATIENCE = 30


@pytest.fixture(scope="session")
def screen():
    """An X server of the tests' own."""
    program = shutil.which("Xvfb")
    assert program, "Xvfb is not installed: run script/setup --test"
    reader, writer = os.pipe()
    server = subprocess.Popen(
        [program, "-displayfd", str(writer), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
        pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        display = numbers.readline().strip()
    assert display, "Xvfb did not start"
    yield f":{display}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="session")
def webkit(screen):
    driver, browsers = shutil.which("WebKitWebDriver"), glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
    assert driver and browsers, "WebKitGTK is not installed: run script/setup --test"
    options = Options()
    options.binary_location = sorted(browsers)[-1]
    options.add_argument("--automation")
    # Its sandbox wants rights that a container does not give; what is opened here is this project's own.
    environment = {**os.environ, "DISPLAY": screen, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    browser = webdriver.WebKitGTK(options=options, service=Service(driver, env=environment))
    yield browser
    browser.quit()


class Page:
    """One window of the browser, with the few verbs that the tests need. Every look waits until it is true."""

    def __init__(self, browser):
        self.browser = browser

    def open(self, url):
        self.browser.get(url)
        return self

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def wait(self, condition, what):
        def holds(_):
            try:
                return condition()
            except Exception:
                return False
        WebDriverWait(self.browser, PATIENCE, poll_frequency=0.05).until(holds, what)

    def find(self, selector):
        self.wait(lambda: self.browser.find_element(By.CSS_SELECTOR, selector), f"nothing matches {selector}")
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def count(self, selector):
        return len(self.browser.find_elements(By.CSS_SELECTOR, selector))

    def see(self, selector, text):
        """Waits until an element says something."""
        self.wait(lambda: text in self.find(selector).get_property("innerText"), f"{selector} does not say {text!r}")

    def field(self, selector, value):
        """Waits until a field holds something."""
        self.wait(lambda: self.find(selector).get_property("value") == value, f"{selector} does not hold {value!r}")

    def press(self, *keys):
        self.browser.switch_to.active_element.send_keys(*keys)

    def click_at(self, x, y):
        """Clicks at a point of the window."""
        actions = ActionBuilder(self.browser)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()


@pytest.fixture
def page(webkit):
    """A window of this test alone; it closes with it."""
    first = webkit.current_window_handle
    webkit.switch_to.new_window("window")
    webkit.set_window_size(*DESKTOP)
    page = Page(webkit)
    yield page
    for handle in webkit.window_handles:
        if handle != first:
            webkit.switch_to.window(handle)
            webkit.close()
    webkit.switch_to.window(first)
