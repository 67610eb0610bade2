"""How long the inspector takes in a browser: to show a dump, to select a view, to move the canvas.

`script/bench pages` runs it on a release build. Every figure is what the page itself sees: `first paint` from the start of
the navigation, `live` until the whole canvas is drawn from the loaded views, `selection` from the click to the frame that
shows tree, canvas and panel with the new view, and the times between frames while the canvas is panned or turned. `layers` is the
time from the key until the layers are drawn completely, `longest task` what kept the page busy at one go after it was live, and
`memory` what the tab's process has of its own. `far away` is the first visit of the sample through a proxy that delays. The board of
a storyboard with 100 scenes is moved too (boards.py), and the matrix of its scenes on every device is asked for.
"""

import contextlib
import pathlib
import re
import shutil
import statistics
import sys
import time
import urllib.parse

from playwright.sync_api import TimeoutError, sync_playwright

import boards
from harness import REPOSITORY, Row, keep, scratch, serving
from proxy import DelayingProxy

RUNS = 5
ROUND_TRIP = 50
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

COMPLETE = "() => document.querySelector('canvas.surface')?.dataset.complete === 'true'"

#: What keeps the page busy for more than 50 ms at one go, from when to for how long.
TASKS = """window.tasks_ = [];
new PerformanceObserver((list) => tasks_.push(...list.getEntries().map((task) => [task.startTime, task.duration])))
  .observe({ type: "longtask", buffered: true });"""

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


def opened(browser, address):
    """A window on the dump and the milliseconds until it showed something and until it was live."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(TASKS)
    page.goto(address)
    page.wait_for_function(COMPLETE, polling="raf")
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
    page.evaluate(f"window.frames_ = ({boards.FRAMES})({SECONDS * 1000})")
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


def longest_task(page, since):
    """The longest of the tasks that began later; 0 when none took 50 ms."""
    return max((duration for start, duration in page.evaluate("window.tasks_") if start >= since), default=0)


def memory(browser):
    """The megabytes that the largest tab's process does not share with others."""
    session = browser.new_browser_cdp_session()
    sizes = []
    for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            status = pathlib.Path(f"/proc/{process['id']}/status").read_text()
            sizes.append(int(re.search(r"RssAnon:\s+(\d+) kB", status).group(1)) / 1024)
    session.detach()
    return max(sizes)


def measured(browser, server, count):
    address = f"{server.url}/dumps/{server.upload(dump(count))}"
    visits = []
    for _ in range(RUNS):
        page, paint, live = opened(browser, address)
        visits.append((paint, live))
        page.context.close()
    page, _, live = opened(browser, address)
    figures = {
        "first paint": summary([paint for paint, _ in visits]), "live": summary([live for _, live in visits]),
        "selection": summary(page.evaluate(SELECTION, CLICKS)), "frames, flat": summary(moved(page, False)),
    }
    figures["longest task"] = summary([longest_task(page, live)])
    figures["memory"] = summary([memory(browser)])
    begun = page.evaluate("performance.now()")
    page.keyboard.press("l")
    # A small dump may be drawn again before it is looked at.
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(f"() => !({COMPLETE})()", polling="raf", timeout=1000)
    page.wait_for_function(COMPLETE, polling="raf")
    figures["layers"] = summary([page.evaluate("performance.now()") - begun])
    figures["frames, layers"] = summary(moved(page, True))
    page.context.close()
    return figures


def far_away(browser, server):
    """The first visit of a sample through a network with latency: no cache, no connection."""
    parts = urllib.parse.urlsplit(server.url)
    sample = next(each["id"] for each in server.json("/dumps?q=World")["dumps"])
    visits = []
    for _ in range(RUNS):
        with DelayingProxy(parts.port, ROUND_TRIP) as proxy:
            page, paint, live = opened(browser, f"http://127.0.0.1:{proxy.port}/dumps/{sample}")
            visits.append((paint, live))
            page.context.close()
    return {"first paint": summary([paint for paint, _ in visits]), "live": summary([live for _, live in visits])}


#: The names of figures and what was wanted of them at the most, in milliseconds and megabytes.
BOUNDS = {
    5_000: {"first paint": 300, "live": 800, "selection": 16, "frames, flat": 17},
    100_000: {"live": 1_500, "longest task": 100, "memory": 300, "layers": 2_000},
}


def measure(binary, counts):
    """The figures by number of views, and those of the sample far away under 0."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with scratch() as folder, serving(binary, folder / "data", REPOSITORY / "Samples") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            results = {count: measured(browser, server, count) for count in counts}
            results[0] = far_away(browser, server)
            frames, board = boards.measured(browser, server)
            results["board"] = {name: summary(times) for name, times in frames.items()}
            results["matrix"] = boards.matrix(server, board, "all")
        finally:
            browser.close()
    keep("pages", results)
    return results


def rows(binary):
    results = measure(binary, BOUNDS)
    units = {"memory": "MB"}
    made = [Row(f"inspector, {count:,} views: {name}", "", f"≤ {bound:,} {units.get(name, 'ms')}",
                f"{results[count][name]['median']:,.0f} {units.get(name, 'ms')}", results[count][name]["median"] <= bound)
            for count, bounds in BOUNDS.items() for name, bound in bounds.items()]
    live = results[0]["live"]["median"]
    # A frame comes every 16.7 ms; those that miss it come after twice as long.
    made += [Row(f"board of {boards.SCENES} scenes: frames, {name}", "", "≤ 17 ms", f"{times['median']:.1f} ms, p95 {times['p95']:.1f} ms",
                 times["p95"] <= 17) for name, times in results["board"].items() if name != "shown"]
    matrix = results["matrix"]
    made.append(Row(f"small request while {matrix['cells']} screens on devices are checked", "", "≤ 500 ms",
                    f"{1000 * matrix['longest wait']:.0f} ms at most, in {matrix['seconds']:.1f} s", matrix["longest wait"] <= 0.5))
    return [*made, Row(f"inspector, a sample through {ROUND_TRIP} ms of latency, first visit: live", "", "≤ 600 ms", f"{live:.0f} ms", live <= 600)]


def main():
    results = measure(sys.argv[1], [int(text) for text in sys.argv[2:]] or list(BOUNDS))
    matrix = results.pop("matrix")
    for count, figures in results.items():
        print("board" if count == "board" else f"{count:,} views" if count else f"a sample through {ROUND_TRIP} ms of latency")
        for name, value in figures.items():
            print(f"  {name:16}{value['median']:8} {'MB' if name == 'memory' else 'ms'}, p95 {value['p95']}")
    print(f"matrix\n  {matrix['cells']} screens in {matrix['seconds']:.1f} s, a small request waits {1000 * matrix['longest wait']:.0f} ms at most")


if __name__ == "__main__":
    main()
