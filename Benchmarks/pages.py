"""How long the inspector takes in a browser: to show a dump, to select a view, to move the canvas.

`script/bench pages` runs it on a release build. Every figure is what the page itself sees: `first paint` from the start of
the navigation, `live` until the whole canvas is drawn from the loaded views, `selection` from the click to the frame that
shows tree, canvas and panel with the new view, and the times between frames while the canvas is panned or turned.
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
RUNS = 5
CLICKS = 20
SECONDS = 3

SELECTION = """(count) => new Promise((done) => {
  const times = [], rows = () => [...document.querySelectorAll("#tree li[data-id] > .row")];
  const next = () => {
    const row = rows()[2 + times.length % 15], view = row.closest("[data-id]").dataset.id, start = performance.now();
    row.click();
    const look = () => {
      const isShown = document.querySelector("#tree [aria-selected=true]")?.dataset.id === view
        && document.querySelector("#panel .panel-view")?.dataset.view === view && document.querySelector(".overlay .outline");
      if (!isShown) return requestAnimationFrame(look);
      times.push(performance.now() - start);
      if (times.length < count) setTimeout(next, 50); else done(times);
    };
    requestAnimationFrame(look);
  };
  next();
})"""

FRAMES = """(milliseconds) => new Promise((done) => {
  const times = [];
  let before = performance.now();
  const start = before;
  const tick = (now) => {
    times.push(now - before);
    before = now;
    if (now - start < milliseconds) requestAnimationFrame(tick); else done(times.slice(1));
  };
  requestAnimationFrame(tick);
})"""


def dump(count):
    """A window with cells of ten views each, `count` views in all, as a debugger prints it."""
    lines = ["<UIWindow: 0x7f8000000001; frame = (0 0; 375 667); layer = <CALayer: 0x600000000001>>"]
    names = ("UILabel", "UIButton", "UIView", "UIImageView", "_UIBarBackground")
    while len(lines) < count:
        at = len(lines)
        if at % 10 == 1:
            lines.append(f"   | <UITableViewCell: {0x7F8000000000 + at:#x}; frame = (0 {at % 600}; 375 44); text = 'Cell {at}'>")
        else:
            lines.append(f"   |    | <{names[at % 5]}: {0x7F8000000000 + at:#x}; frame = ({at % 10 * 30} 4; 28 36)>")
    return "\n".join(lines).encode()


def serve(binary, data):
    process = subprocess.Popen(
        [binary, "serve", "--port", "0", "--data", data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "VITRINE_RESOURCES": str(REPOSITORY)})
    return process, process.stdout.readline().split()[-1].rstrip("/")


def upload(url, body):
    request = urllib.request.Request(url + "/api/v1/dumps?name=benchmark", data=body, method="POST")
    with urllib.request.urlopen(request) as reply:
        return f"{url}/dumps/{json.load(reply)['id']}"


def opened(browser, address):
    """A window on the dump and the milliseconds until it showed something and until it was live."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(120_000)
    page.goto(address)
    page.wait_for_function("() => document.querySelector('canvas.surface')?.dataset.complete === 'true'", polling="raf")
    live = page.evaluate("performance.now()")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    return page, paint, live


def moved(page, isTurned):
    """The times between frames while the mouse pans the flat canvas or turns the layers."""
    box = page.locator("#viewport").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    if not isTurned:
        page.keyboard.down("Space")
    page.mouse.down()
    page.evaluate(f"window.frames_ = ({FRAMES})({SECONDS * 1000})")
    end, step = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        step += 1
        page.mouse.move(x + 120 * ((step % 40) - 20) / 20, y + 60 * ((step % 30) - 15) / 15)
    page.mouse.up()
    if not isTurned:
        page.keyboard.up("Space")
    return page.evaluate("window.frames_")


def summary(times):
    times = sorted(times)
    return {"median": round(statistics.median(times), 1), "p95": round(times[int(len(times) * 0.95)], 1)}


def measured(browser, url, count):
    address = upload(url, dump(count))
    visits = []
    for _ in range(RUNS):
        page, paint, live = opened(browser, address)
        visits.append((paint, live))
        page.context.close()
    page, _, _ = opened(browser, address)
    figures = {
        "views": count, "first paint": summary([paint for paint, _ in visits]), "live": summary([live for _, live in visits]),
        "selection": summary(page.evaluate(SELECTION, CLICKS)), "frames, flat": summary(moved(page, False)),
    }
    page.keyboard.press("l")
    page.wait_for_function("() => document.querySelector('canvas.surface')?.dataset.complete === 'true'", polling="raf")
    figures["frames, layers"] = summary(moved(page, True))
    page.context.close()
    return figures


def main():
    binary = sys.argv[1]
    counts = [int(text) for text in sys.argv[2:]] or [5_000, 100_000]
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    results = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server, url = serve(binary, data)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            for count in counts:
                results.append(measured(browser, url, count))
                for name, value in results[-1].items():
                    print(f"{name:16}", value if name == "views" else f"{value['median']:8} ms, p95 {value['p95']} ms")
        finally:
            browser.close()
            server.terminate()
            server.wait()
    folder = REPOSITORY / "Benchmarks" / "results"
    folder.mkdir(exist_ok=True)
    (folder / f"pages-{time.strftime('%Y-%m-%dT%H%M%SZ', time.gmtime())}.json").write_text(json.dumps(results, indent=2))


main()
