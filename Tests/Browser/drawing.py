"""How the tests of the canvas find views on it, and what they read of its picture."""

import base64
import re
import struct
import zlib

from playwright.sync_api import expect

from settling import PATIENCE

#: What the picture is made of, as the canvas element tells it.
FACTS = "document.querySelector('canvas.surface').dataset"


def facts(page):
    """The facts about the picture that is shown: where the camera is, what is drawn."""
    # The page's scripts make the surface some time after the page is there.
    page.locator("canvas.surface").wait_for(state="attached")
    found = page.evaluate(f"({{...{FACTS}}})")
    numbers = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")
    return {name: float(value) if numbers.fullmatch(value) else value for name, value in found.items()}


def settle(page, equipped=True):
    """Waits until the whole picture is drawn and nothing moves, and what works on the views is there too."""
    page.locator("canvas.surface").wait_for()
    if equipped and page.locator("#panel-pane").count():
        page.locator(".edit-bar").wait_for(state="attached")
    # What was asked for in this frame is drawn in the next, and may begin to move in the one after.
    page.evaluate("""async (patience) => {
      const end = performance.now() + patience;
      for (let rests = 0; rests < 3;) {
        await new Promise(requestAnimationFrame);
        const { complete, still } = document.querySelector("canvas.surface")?.dataset ?? {};
        rests = complete === "true" && still === "true" ? rests + 1 : 0;
        if (performance.now() > end) throw new Error("the picture does not come to rest");
      }
    }""", PATIENCE)
    return page


def viewport(page):
    return page.locator("#viewport").bounding_box()


def place(page, view):
    """Left, top, width and height of a view in its window, as the server tells them for the layout that is shown."""
    frame = page.evaluate("""async (view) => {
      const here = new URL(location.href), base = `/api/v1${here.pathname}`;
      const asked = ["device", "orientation", "width", "height", "rule", "statusBar", "keyboard"].filter((name) => here.searchParams.has(name));
      if (!asked.some((name) => name !== "rule")) return (await (await fetch(`${base}/views/${view}`)).json()).windowFrame;
      const query = new URLSearchParams(asked.map((name) => [name, here.searchParams.get(name)]));
      const { views } = await (await fetch(`${base}/layout?limit=10000&${query}`)).json();
      return views.find(({ id }) => id === view).windowFrame;
    }""", view)
    return frame["x"], frame["y"], frame["width"], frame["height"]


def to_screen(page, x, y):
    """Where on the screen a point of the flat drawing is."""
    camera, box = facts(page), viewport(page)
    return box["x"] + (x - camera["x"]) * camera["zoom"], box["y"] + (y - camera["y"]) * camera["zoom"]


def to_drawing(page, x, y):
    """The point of the flat drawing under a point of the screen."""
    camera, box = facts(page), viewport(page)
    return camera["x"] + (x - box["x"]) / camera["zoom"], camera["y"] + (y - box["y"]) / camera["zoom"]


def pixels(page, x, y, width=1, height=1):
    """Rows of device pixels of the canvas, each (red, green, blue, alpha); x and y are CSS pixels of the page."""
    box = viewport(page)
    flat = page.evaluate("""([x, y, width, height]) => {
      const surface = document.querySelector("canvas.surface");
      const copy = document.createElement("canvas");
      copy.width = width, copy.height = height;
      const context = copy.getContext("2d", { willReadFrequently: true });
      const ratio = surface.width / surface.clientWidth;
      context.drawImage(surface, -Math.floor(x * ratio), -Math.floor(y * ratio));
      return [...context.getImageData(0, 0, width, height).data];
    }""", [x - box["x"], y - box["y"], width, height])
    points = [tuple(flat[at:at + 4]) for at in range(0, len(flat), 4)]
    return [points[at:at + width] for at in range(0, len(points), width)]


def decoded(page, data, x=0, y=0, width=None, height=None):
    """The size of a PNG picture, and the pixels of all of it or of a part, each (red, green, blue, alpha)."""
    size, flat = page.evaluate("""async ([data, x, y, width, height]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [image.naturalWidth, image.naturalHeight];
      const context = copy.getContext("2d");
      context.drawImage(image, 0, 0);
      return [[copy.width, copy.height], [...context.getImageData(x, y, width ?? copy.width, height ?? copy.height).data]];
    }""", [base64.b64encode(data).decode(), x, y, width, height])
    return tuple(size), [tuple(flat[at:at + 4]) for at in range(0, len(flat), 4)]


def pixel(page, x, y):
    return pixels(page, x, y)[0][0]


def outline(page, name="outline"):
    """The corners of an outline over the canvas, in CSS pixels of the page."""
    box = viewport(page)
    corners = page.locator(f".overlay .{name}").get_attribute("d").strip("MZ").split("L")
    return [(box["x"] + float(x), box["y"] + float(y)) for x, y in (corner.split() for corner in corners)]


def middle(corners):
    """The middle of a quadrilateral, rounded as a mouse points."""
    return round(sum(x for x, _ in corners) / len(corners)), round(sum(y for _, y in corners) / len(corners))


def expect_fact(page, name, value):
    expect(page.locator("canvas.surface")).to_have_attribute(f"data-{name}", str(value))


def dump(server, window, **members):
    """Puts a dump with one window on the server and returns the address of its page."""
    made = server.request("POST", "/api/v1/dumps", {"vitrine": 1, "windows": [window], **members})
    assert made.status == 201, made.text
    return f"{server.url}/dumps/{made.json['id']}"


def drag(page, start, way, key=None, drop=True):
    """Drags from a point of the window by so many points."""
    x, y = to_screen(page, *start)
    to = to_screen(page, start[0] + way[0], start[1] + way[1])
    page.mouse.move(x, y)
    page.mouse.down()
    if key:
        page.keyboard.down(key)
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=3)
    page.mouse.move(*to, steps=3)
    if drop:
        page.mouse.up()
        if key:
            page.keyboard.up(key)
        settle(page)


def png(width, height, color):
    """The bytes of a PNG file of one colour."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + bytes(color) * width for _ in range(height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
