"""No page scrolls sideways in a narrow window, whatever the fonts: with wide ones and with those that are like Arial."""

import os
import pathlib

import pytest

import domains
import test_panels
from browsing import MISSING, PAGES, address, launch, sample_dumps
from seeds import walked
from settling import awaited
from test_filing import DUMP

WIDTHS = (360, 768)
FOLDER = pathlib.Path("/usr/share/fonts")
#: The files of two families of fonts: the one is wide, the other like Arial.
FONTS = {
    "DejaVu": ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"),
    "Liberation": ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "LiberationMono-Regular.ttf", "LiberationMono-Bold.ttf"),
}
#: By how many pixels a page is wider than its window.
EXCESS = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>{folder}</dir><cachedir>{folder}/cache</cachedir>
<include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>"""


def configure(folder, files):
    """Makes a folder that holds only some of the machine's fonts, and the configuration that knows no other."""
    for name in files:
        found = next(FOLDER.rglob(name), None)
        assert found, f"{name} is not installed: run script/setup --test"
        (folder / name).symlink_to(found)
    configuration = folder / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder), encoding="utf-8")
    return configuration


@pytest.fixture(scope="module")
def addresses(samples, shared, tmp_path_factory):
    """Every page and state of it that an address can name."""
    domains.fill(shared)
    # The library offers more where somebody uploaded a dump.
    assert shared.request("POST", "/api/v1/dumps?name=uploaded", DUMP.encode()).status == 201
    stopwatch = sample_dumps(samples)["stopwatch"]
    return walked([
        *(address(samples, name) for name in PAGES if name not in MISSING), address(samples, "no-such-page"),
        f"{shared.url}/", *(shared.url + path for path in domains.PAGES),
        *(f"{samples.url}/dumps/{stopwatch}?{state}" for state in test_panels.STATES.values()),
    ])


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False], ids=["with-scripts", "without-scripts"])
@pytest.mark.parametrize("fonts", FONTS)
def test_no_page_scrolls_sideways(browser, addresses, tmp_path, fonts, scripts):
    environment = {**os.environ, "FONTCONFIG_FILE": str(configure(tmp_path, FONTS[fonts]))}
    with launch(browser.browser_type, env=environment) as narrow:
        page = narrow.new_page(java_script_enabled=scripts, reduced_motion="reduce", has_touch=True)
        found, widths = [], WIDTHS if scripts else WIDTHS[:1]
        for url in addresses:
            page.goto(url)
            for width in widths:
                page.set_viewport_size({"width": width, "height": 740})
                # Scripts may take a moment to make what they drew as narrow as the window.
                excess = awaited(page, lambda: page.evaluate(EXCESS), lambda excess: excess <= 0)
                if excess > 0:
                    found.append(f"{url} at {width} px: {excess} px too wide")
    assert not found, "\n".join(found)
