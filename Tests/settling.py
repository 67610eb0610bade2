"""Waiting for what takes a while. A limit of time only ends a test that hangs: nothing is measured."""

import time

#: Milliseconds for what a busy machine takes a while to do on a page. Only what never happens takes so long.
PATIENCE = 30_000


def wait_until(look, otherwise="it never came", seconds=240, rest=time.sleep):
    """Looks until there is something to see, and returns it."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, otherwise
        rest(0.02)
    return found


def eventually(page, look, what="what is looked for"):
    """Looks until there is something to see, while the page goes on, and returns it."""
    return wait_until(look, f"{what} does not come", PATIENCE / 1000, lambda seconds: page.wait_for_timeout(1000 * seconds))


def point_at(page, place, look):
    """Points at a place until there is to see what that shows: what comes late may move the place away from under the pointer."""
    def pointed():
        place.hover()
        return look()
    return eventually(page, pointed, "what pointing shows")


def awaited(page, look, holds):
    """What there is to see as soon as it is as wanted, else what there is when patience ends."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds(now := look()) and time.monotonic() < end:
        page.wait_for_timeout(20)
    return now


def soon(page, look):
    """What a page shows, as a list, dictionary or text: to be equal, to differ and to have a member it takes its time."""
    kind = type(look())

    class Soon(kind):
        __hash__ = None

        def __eq__(self, other):
            return awaited(page, look, lambda now: now == other) == other

        def __ne__(self, other):
            return awaited(page, look, lambda now: now != other) != other

        def __repr__(self):
            return repr(look())

        def __getitem__(self, place):
            if isinstance(place, slice):
                return soon(page, lambda: look()[place])
            there = awaited(page, look, lambda now: place < len(now) if kind is list else place in now)[place]
            grows = kind is dict and isinstance(there, (str, list, dict))
            return soon(page, lambda: look().get(place, type(there)())) if grows else there

        def get(self, place, default):
            return soon(page, lambda: look().get(place, default))

    return Soon(look())


def frames(page, count=2):
    """Lets a page draw some pictures."""
    page.evaluate("""async (count) => {
      for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
    }""", count)
