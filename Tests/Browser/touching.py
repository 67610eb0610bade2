"""A finger on the page: what Playwright's taps cannot say."""

from contextlib import contextmanager

from settling import eventually


def rested(page):
    """Waits until nothing moves by itself any more."""
    eventually(page, lambda: page.evaluate("document.getAnimations().every(({ playState }) => playState !== 'running')"), "rest")
    return page


@contextmanager
def finger(page, x, y):
    """Puts a finger down, gives what moves it, and lifts it."""
    session = page.context.new_cdp_session(page)

    def send(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]} for at in points]})

    def move(across, down, steps=5):
        for step in range(1, steps + 1):
            send("touchMove", (x + across * step / steps, y + down * step / steps))

    send("touchStart", (x, y))
    yield move
    send("touchEnd")
    session.detach()


def swipe(page, x, y, across, down):
    """Draws a finger over the page and lifts it."""
    with finger(page, x, y) as move:
        move(across, down)


def press(page, x, y, until):
    """Rests a finger on the page until something comes of it."""
    with finger(page, x, y):
        until()
