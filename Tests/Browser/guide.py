"""Takes the pictures that the README and the guides show, of the samples on a server of its own.

    python guide.py docs/pictures [NAME…]
"""

import collections
import pathlib
import struct
import sys
import tempfile
import zlib

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from browsing import APP, launch, sample_dumps
from drawing import settle
# The conftest of this folder has the same name; the server is in the one above.
from conftest import REPOSITORY, SAMPLES, Server
from devices import Device

WINDOW = {"width": 1200, "height": 750}
#: Name, address, colour scheme. `{…}` stands for the id of a dump; 39 and 37 are buttons whose panels say something.
PICTURES = [
    ("inspector", "/dumps/{stopwatch}?view=39", "light"),
    ("inspector-dark", "/dumps/{stopwatch}?view=39", "dark"),
    ("layers", "/dumps/{world-clock}?mode=layers&view=37", "light"),
    ("settings", f"{APP}/settings", "light"),
    ("board", "/dumps/{kitchen}/board", "light"),
    ("devices", "/dumps/{kitchen}/devices", "light"),
    ("library", "/", "light"),
    ("live", "/live/{live}", "light"),
]
#: What is shown beside the samples: a storyboard with four scenes.
STORYBOARD = REPOSITORY / "Tests/Fixtures/dumps/kitchen.storyboard"


#: The buttons of the stopwatch that take turns.
STOP, START = 39, 37
#: Where the device of the live session is tapped: on the name of the stopwatch in the tab bar, its button “Stop”, and the name of the world clock.
TAPS = [(235, 659), (315, 375), (47, 659)]

#: Where the pointer is on its screen when the picture is taken.
POINTED = (187, 558)


class Clock(Device):
    """A device with the sample app: what its screens have as Vitrine tells it to tests, what they show as Vitrine draws it."""

    size = (375, 667)
    bundle = "com.example.clock"

    def __init__(self, screens):
        #: The source and the picture of each; a tap leads to the next.
        self.screens = screens
        super().__init__(port=8100)
        self.fault = "no-json"

    def source(self):
        return self.screens[self.screen % len(self.screens)][0]

    def screenshot(self):
        return self.screens[self.screen % len(self.screens)][1]

    def touch(self, body):
        self.screen += 1
        return 200, None


def screens(server, browser, dumps):
    """What the device shows one after the other: the world clock, the stopwatch that runs, and the stopwatch that was stopped."""
    source = server.get(f"/api/v1/dumps/{dumps['stopwatch']}/source").body
    stopped = server.request("POST", "/api/v1/dumps?name=Stopped", source).json["id"]
    for view, hidden in ((STOP, True), (START, False)):
        assert server.request("PATCH", f"/api/v1/dumps/{stopped}/views/{view}", {"hidden": hidden}).status == 200
    shown = []
    context = browser.new_context(viewport=dict(zip(("width", "height"), Clock.size)), device_scale_factor=2)
    page = context.new_page()
    for dump in (dumps["world-clock"], dumps["stopwatch"], stopped):
        session = server.request("POST", "/session", {"capabilities": {"alwaysMatch": {"vitrine:dump": dump}}}).json["value"]["sessionId"]
        page.goto(f"{server.url}/api/v1/dumps/{dump}/wireframe.svg?style=screen")
        shown.append((server.get(f"/session/{session}/source").json["value"], page.screenshot()))
    context.close()
    assert server.request("DELETE", f"/api/v1/dumps/{stopped}").status == 204
    return shown


def begin_live(server, device):
    """A session in which the device was tapped, by its id."""
    live = server.request("POST", "/api/v1/live", {"url": device.url}).json["id"]
    for x, y in TAPS:
        done = server.request("POST", f"/api/v1/live/{live}/actions", {"type": "tap", "x": x, "y": y})
        assert done.status in (200, 201), done.text
    return live


def rows_of(png):
    """Width and rows of a PNG as browsers write it: 8 bits a channel, red, green, blue, perhaps alpha."""
    width, _, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, interlaced) == (8, 0) and kind in (2, 6), "not the kind of PNG that a browser writes"
    size, at, data = {2: 3, 6: 4}[kind], 8, b""
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at:at + 8])
        data += png[at + 8:at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    raw, stride, above, rows = zlib.decompress(data), width * size, bytearray(width * size), []
    for start in range(0, len(raw), stride + 1):
        how, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for at in range(stride if how else 0):
            left, up, corner = (row[at - size], above[at], above[at - size]) if at >= size else (0, above[at], 0)
            if how < 4:
                guess = (left, up, (left + up) // 2)[how - 1]
            else:
                near = left + up - corner
                guess = min((left, up, corner), key=lambda value: abs(near - value))
            row[at] = (row[at] + guess) & 255
        rows.append([bytes(row[at:at + 3]) for at in range(0, stride, size)])
        above = row
    return width, rows


def with_palette(png):
    """The picture in 256 colours, which is a third of the size: those that are most seen, others as the nearest of them."""
    width, rows = rows_of(png)
    counts = collections.Counter(color for row in rows for color in row)
    alike = collections.defaultdict(list)
    for color, count in counts.items():
        alike[tuple(part >> 3 for part in color)].append((count, color))
    groups = sorted(alike.values(), key=lambda group: (-sum(count for count, _ in group), group))
    palette = [max(group)[1] for group in groups[:256]]
    number = {color: at for at, color in enumerate(palette)}
    for color in counts:
        if color not in number:
            number[color] = min(range(len(palette)), key=lambda at: sum((a - b) ** 2 for a, b in zip(palette[at], color)))
    raw = b"".join(b"\0" + bytes(number[color] for color in row) for row in rows)
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0)), (b"PLTE", b"".join(palette)),
              (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    return png[:8] + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks)


def take(server, folder, names):
    folder.mkdir(parents=True, exist_ok=True)
    assert server.request("POST", "/api/v1/dumps?name=Kitchen", STORYBOARD.read_bytes()).status == 201
    dumps = sample_dumps(server)
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        device = None
        for name, address, scheme in PICTURES:
            if names and name not in names:
                continue
            if "{live}" in address and not device:
                device = Clock(screens(server, browser, dumps))
                dumps["live"] = begin_live(server, device)
            context = browser.new_context(viewport=WINDOW, color_scheme=scheme, reduced_motion="reduce", locale="en-US", timezone_id="UTC")
            page = context.new_page()
            for dump, identifier in dumps.items():
                address = address.replace("{" + dump + "}", identifier)
            page.goto(server.url + address, wait_until="load")
            if name == "board":
                page.wait_for_function("() => document.querySelector('#zoom')?.textContent.includes('%')")
            if address.partition("?")[2]:
                # The views in their order, the panel of the selected one, the drawing with its texts.
                page.locator('#tree [aria-selected="true"]').wait_for()
                page.locator("#panel .panel-view[data-view]").wait_for()
                page.wait_for_function("() => Number(document.querySelector('canvas.surface')?.dataset.labels) > 0")
                settle(page)
            if name == "live":
                # The element under the pointer is outlined.
                box = page.locator("#live-screen image").bounding_box()
                page.mouse.move(*(box[side] + place * box[length] / size for side, length, place, size in zip("xy", ("width", "height"), POINTED, Clock.size)))
                page.locator(".live-marks rect").wait_for()
            page.evaluate("async () => { await document.fonts.ready; await Promise.all([...document.images].map((image) => image.decode().catch(() => {}))); }")
            picture = page.screenshot(animations="disabled", caret="hide")
            (folder / f"{name}.png").write_bytes(with_palette(picture))
            context.close()
        browser.close()
        if device:
            device.stop()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as data:
        server = Server(pathlib.Path(data) / "data", [SAMPLES]).start()
        try:
            take(server, folder, sys.argv[2:])
        finally:
            server.stop()
    sizes = [(path.name, path.stat().st_size) for path in sorted(folder.glob("*.png"))]
    for name, size in sizes:
        print(f"{name}: {size / 1024:.0f} KB")
    print(f"{sum(size for _, size in sizes) / 1024:.0f} KB in {folder}")


if __name__ == "__main__":
    main()
