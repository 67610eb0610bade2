"""How smoothly the board of a storyboard moves in a browser: times between frames while 100 scenes are panned and zoomed.

`script/bench pages` runs it with the inspector. The storyboard is made here: scenes with a header, a form, cards and a button, in rows as
people arrange them, with segues from each to the next and to one far away. What the matrix of its scenes on devices takes is measured
too, with how long a small request waits meanwhile.
"""

import statistics
import threading
import time

SCENES, COLUMNS = 100, 10
SECONDS = 3

WORDS = ("Account", "Your orders", "Notifications", "Price", "Delivered on Monday", "More", "Sign in", "Search")

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="21701" targetRuntime="iOS.CocoaTouch"
 useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES" initialViewController="controller-0">
<device id="retina4_7" orientation="portrait" appearance="light"/><scenes>
"""

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

LOADED = "() => [...document.querySelectorAll('.board-picture img')].some((image) => image.complete && image.naturalWidth)"


def view(kind, name, frame, more="", inside=""):
    x, y, width, height = frame
    return (f'<{kind} opaque="NO" contentMode="left" translatesAutoresizingMaskIntoConstraints="NO" id="{name}" {more}>'
            f'<rect key="frame" x="{x}" y="{y}" width="{width}" height="{height}"/>{inside}</{kind}>')


def scene(number):
    """A screen with a header of three views, rows with an icon and two texts, and a button that leads on."""
    name, parts, rules = f"s{number}", [], []

    def rule(item, attribute, other, its, constant):
        rules.append(f'<constraint firstItem="{item}" firstAttribute="{attribute}" secondItem="{other}" secondAttribute="{its}"'
                     f' constant="{constant}" id="{name}-r{len(rules)}"/>')

    above, edge = f"{name}-safe", "top"
    for row in range(8):
        texts = [WORDS[(number + row) % len(WORDS)], WORDS[(number * 3 + row) % len(WORDS)]]
        inside = view("imageView", f"{name}-i{row}", (8, 8, 40, 40), 'userInteractionEnabled="NO"')
        for line, text in enumerate(texts):
            inside += view("label", f"{name}-l{row}-{line}", (60, 8 + 22 * line, 240, 20), f'text="{text}"',
                           f'<fontDescription key="fontDescription" type="system" pointSize="{17 - 4 * line}"/><nil key="textColor"/>')
        inner = [(f"{name}-i{row}", "leading", 8), (f"{name}-i{row}", "top", 8), (f"{name}-l{row}-0", "top", 8),
                 (f"{name}-l{row}-0", "leading", 60), (f"{name}-l{row}-1", "leading", 60), (f"{name}-l{row}-1", "top", 30)]
        own = "".join(f'<constraint firstItem="{item}" firstAttribute="{attribute}" secondItem="{name}-c{row}" secondAttribute="{attribute}"'
                      f' constant="{constant}" id="{item}-{attribute}"/>' for item, attribute, constant in inner)
        own += "".join(f'<constraint firstItem="{name}-i{row}" firstAttribute="{side}" constant="40" id="{name}-i{row}-{side}"/>'
                       for side in ("width", "height"))
        parts.append(view("view", f"{name}-c{row}", (16, 40 + 64 * row, 343, 56), "", f"<subviews>{inside}</subviews>"
                          f'<color key="backgroundColor" systemColor="secondarySystemBackgroundColor"/><constraints>{own}'
                          f'<constraint firstAttribute="height" constant="56" id="{name}-c{row}-h"/></constraints>'))
        rule(f"{name}-c{row}", "leading", f"{name}-safe", "leading", 16)
        rule(f"{name}-safe", "trailing", f"{name}-c{row}", "trailing", 16)
        rule(f"{name}-c{row}", "top", above, edge, 20 if row == 0 else 8)
        above, edge = f"{name}-c{row}", "bottom"
    segues = "".join(f'<segue destination="controller-{to}" kind="show" identifier="to{to}" id="{name}-to{to}"/>'
                     for to in sorted({(number + 1) % SCENES, (number * 7 + 3) % SCENES} - {number}))
    parts.append(view("button", f"{name}-b", (20, 600, 335, 44), 'buttonType="system"',
                      f'<state key="normal" title="{WORDS[number % len(WORDS)]}"/><connections>{segues}</connections>'))
    rule(f"{name}-b", "centerX", f"{name}-safe", "centerX", 0)
    rule(f"{name}-safe", "bottom", f"{name}-b", "bottom", 20)
    place = (number % COLUMNS * 520, number // COLUMNS * 880)
    return (f'<scene sceneID="scene-{number}"><objects><viewController title="Screen {number}" id="controller-{number}"'
            f' sceneMemberID="viewController"><view key="view" contentMode="scaleToFill" id="{name}-v">'
            f'<rect key="frame" x="0" y="0" width="375" height="667"/><autoresizingMask key="autoresizingMask" widthSizable="YES"'
            f' heightSizable="YES"/><subviews>{"".join(parts)}</subviews><viewLayoutGuide key="safeArea" id="{name}-safe"/>'
            f'<color key="backgroundColor" systemColor="systemBackgroundColor"/><constraints>{"".join(rules)}</constraints></view>'
            f'</viewController></objects><point key="canvasLocation" x="{place[0]}" y="{place[1]}"/></scene>\n')


def storyboard(count=SCENES):
    return (HEAD + "".join(scene(number) for number in range(count)) + "</scenes></document>").encode()


def opened(browser, address):
    """A window on the board that has begun to show pictures, and the milliseconds until then."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(120_000)
    page.goto(address)
    page.wait_for_function(LOADED, polling="raf")
    return page, page.evaluate("performance.now()")


def frames(page, step):
    """The times between frames while something is done again and again."""
    page.evaluate(f"window.frames_ = ({FRAMES})({SECONDS * 1000})")
    end, count = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        count += 1
        step(count)
    return page.evaluate("window.frames_")


def panned(page):
    """The board under a hand that goes round."""
    page.mouse.move(720, 500)
    page.mouse.down()
    times = frames(page, lambda count: page.mouse.move(720 + 400 * ((count % 60) - 30) / 30, 500 + 250 * ((count % 44) - 22) / 22))
    page.mouse.up()
    return times


def zoomed(page):
    """The board under a wheel that goes in and out."""
    page.mouse.move(720, 500)
    return frames(page, lambda count: page.mouse.wheel(0, 40 if count // 25 % 2 else -40))


def measured(browser, server):
    """The times between frames of the board by what is done, with all scenes in sight and close by."""
    dump = server.json("/dumps?name=Hundred", "POST", storyboard(), "application/octet-stream")["id"]
    page, shown = opened(browser, f"{server.url}/dumps/{dump}/board")
    page.wait_for_timeout(2000)
    figures = {"shown": [shown], "pan, all in sight": panned(page), "zoom": zoomed(page)}
    page.keyboard.press("1")
    page.wait_for_timeout(1000)
    figures["pan, at 100 %"] = panned(page)
    page.context.close()
    return figures, dump


def matrix(server, dump, devices):
    """How many seconds the matrix of all scenes on some devices takes, how long a small request waits meanwhile at most, and how many cells there are."""
    waits, done = [], threading.Event()

    def ask():
        while not done.is_set():
            begun = time.monotonic()
            server.json("/devices")
            waits.append(time.monotonic() - begun)
            time.sleep(0.02)

    asking = threading.Thread(target=ask)
    asking.start()
    begun = time.monotonic()
    try:
        total = server.json(f"/dumps/{dump}/matrix?limit=1&devices={devices}")["total"]
    finally:
        done.set()
        asking.join()
    return {"seconds": time.monotonic() - begun, "cells": total, "longest wait": max(waits), "median wait": statistics.median(waits)}
