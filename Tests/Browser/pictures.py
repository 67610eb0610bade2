"""Takes a picture of every page on a large window and on a phone, light and dark, for people to look at.

    python pictures.py http://127.0.0.1:8080 pictures    of a server that runs
    python pictures.py start pictures                    of a server of its own, with the samples
"""

import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from browsing import DESKTOP, PAGES, PHONE, address, launch
# The conftest of this folder has the same name; the server is in the one above.
from conftest import SAMPLES, Server


def take(server, folder):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        for size, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    viewport=viewport, color_scheme=scheme, reduced_motion="reduce", has_touch=size == "phone")
                page = context.new_page()
                for name in PAGES:
                    page.goto(address(server, name), wait_until="networkidle")
                    page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                context.close()
        browser.close()
    print(f"{4 * len(PAGES)} pictures are in {folder}")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if source != "start":
        server = Server(None, [])
        server.url = source.rstrip("/")
        return take(server, folder)
    with tempfile.TemporaryDirectory() as data:
        server = Server(pathlib.Path(data) / "data", [SAMPLES]).start()
        try:
            take(server, folder)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
