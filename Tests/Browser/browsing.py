"""What the browser tests and the pictures share: the browser, the pages, and how to name them."""

import re
import shutil
import urllib.parse

APP = "/apps/com.example.clock"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

#: Every kind of page and every state of it that an address can name. `{…}` stands for the id of a sample dump.
PAGES = {
    "library": "/",
    "library-search": "/?q=clock",
    "library-search-without-results": "/?q=zzz",
    "stopwatch": "/dumps/{stopwatch}",
    "stopwatch-view": "/dumps/{stopwatch}?view=26",
    "stopwatch-rotated": "/dumps/{stopwatch}?width=667&height=375",
    "stopwatch-rotated-view": "/dumps/{stopwatch}?width=667&height=375&view=26",
    "stopwatch-view-that-is-not-there": "/dumps/{stopwatch}?view=1000000",
    "stopwatch-search": "/dumps/{stopwatch}?q=label",
    "stopwatch-digest": "/dumps/{stopwatch}?view=26&digest=true",
    "world-clock": "/dumps/{world-clock}",
    "world-clock-view": "/dumps/{world-clock}?view=37",
    "world-clock-rotated": "/dumps/{world-clock}?width=667&height=375",
    "world-clock-search": "/dumps/{world-clock}?q=UIButton",
    "world-clock-search-without-results": "/dumps/{world-clock}?q=zzz",
    "subviews": "/dumps/{world-clock}/tree?parent=5",
    "comparison": "/diff?from={stopwatch}&to={world-clock}",
    "comparison-overlaid": "/diff?from={stopwatch}&to={world-clock}&mode=overlay&change=0",
    "comparison-choice": "/diff",
    "timeline": "/timeline?dumps={stopwatch},{world-clock}",
    "timeline-view": "/timeline?dumps={stopwatch},{world-clock}&step={world-clock}&view=5",
    "timeline-choice": "/timeline",
    "usage": "/usage",
    "explain": "/explain",
    "report": "/dumps/{world-clock}/report",
    "report-rotated": "/dumps/{stopwatch}/report?width=667&height=375",
    "app": APP,
    "settings": f"{APP}/settings",
    "settings-pad": f"{APP}/settings?idiom=pad",
    "settings-chinese": f"{APP}/settings?lang=zh-Hans",
    "settings-arabic": f"{APP}/settings?lang=ar",
    "settings-pad-arabic": f"{APP}/settings?idiom=pad&lang=ar&systemRows=true",
    "settings-pad-apps": f"{APP}/settings?idiom=pad&apps=0",
    "settings-largest-text": f"{APP}/settings?textSize=accessibility5&systemRows=true",
    "settings-pad-large-text": f"{APP}/settings?idiom=pad&textSize=accessibility1",
    "settings-alarms": f"{APP}/settings/Alarms",
    "settings-sounds": f"{APP}/settings/Sounds",
    "settings-world-clock": f"{APP}/settings/WorldClock",
    "settings-acknowledgements": f"{APP}/settings/Acknowledgements",
    "settings-clock-face": f"{APP}/settings/Acknowledgements/ClockFace",
    "settings-time-zones": f"{APP}/settings/Acknowledgements/TimeZones",
    "choices": f"{APP}/settings?choose=2",
    "choices-arabic": f"{APP}/settings/Alarms?choose=2&lang=ar",
    "settings-keys": f"{APP}/settings?keys=true",
    "settings-search": f"{APP}/settings?q=alarm",
    "settings-reset": f"{APP}/settings?reset=all",
    "managed-configuration": f"{APP}/managed-configuration",
    "lint": f"{APP}/lint",
    "defaults": "/defaults",
    "domain": "/defaults/com.example.clock?view=settings",
    "domain-key": "/defaults/com.example.clock?view=settings&key=face",
    "domain-history": "/defaults/com.example.clock/history",
    "domain-import": "/defaults/com.example.clock/import",
    "domain-layers": "/defaults/com.example.clock/arguments?arguments=-face+roman",
    "help": "/help",
    "patterns": "/help/patterns",
    "guides": "/docs",
    "guide": "/docs/formats",
    "tokens": "/tokens",
    "sign-in": "/sign-in",
    "no-such-page": "/nowhere",
    "no-such-dump": "/dumps/none",
    "no-such-app": "/apps/none",
    "no-such-pane": f"{APP}/settings/None",
}

#: The pages that say something is missing.
MISSING = [name for name in PAGES if name.startswith("no-such")]


def launch(chromium, **options):
    """Starts the machine's own Chromium."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    assert program, f"none of {', '.join(names)} is installed: run script/setup --test"
    return chromium.launch(executable_path=program, args=["--no-sandbox"], **options)


def sample_dumps(server):
    """The ids of the sample dumps by their names in `PAGES`."""
    dumps = server.get("/api/v1/dumps").json["dumps"]
    return {dump["name"].lower().replace(" ", "-"): dump["id"] for dump in dumps}


def address(server, name):
    """The whole address of one of `PAGES`."""
    dumps = sample_dumps(server)
    return server.url + re.sub(r"{([^}]+)}", lambda match: urllib.parse.quote(dumps[match[1]]), PAGES[name])
