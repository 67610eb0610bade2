"""Four dumps of one app, taken one after the other: a label moves, vanishes and comes back, a button hides with what is in it, and
another label changes its superview. Addresses differ each time."""

import json

APP = "com.example.trip"
NAMES = ["First", "Second", "Third", "Fourth"]


def label(text, x, y, width=100):
    return {"class": "UILabel", "frame": [x, y, width, 20], "text": text}


def moment(number, rows, hidden, loose=()):
    views = [
        {"class": "UIView", "frame": [0, 20, 320, 360], "subviews": rows},
        {"class": "UIButton", "frame": [40, 400, 80, 40], "hidden": hidden, "subviews": [{"class": "UIImageView", "frame": [4, 4, 20, 20]}]},
        *loose,
    ]
    window = {"class": "UIWindow", "frame": [0, 0, 320, 480], "subviews": views}
    addresses = iter(range(number * 100, number * 100 + 99))

    def addressed(view):
        return {**view, "address": hex(next(addresses)), "subviews": [addressed(each) for each in view.get("subviews", [])]}

    return json.dumps({
        "vitrine": 1, "app": APP, "capturedAt": f"2026-03-0{number}T09:00:00Z", "complete": ["hidden", "text"], "windows": [addressed(window)]})


ROME, OSLO, BERN = label("Rome", 10, 10), label("Oslo", 10, 40), label("Bern", 200, 400, 60)
DUMPS = [
    moment(1, [ROME, OSLO], False, [BERN]),
    moment(2, [ROME, label("Oslo", 10, 70)], True, [BERN]),
    moment(3, [ROME, label("Bern", 200, 380, 60)], True),
    moment(4, [OSLO, ROME, label("Bern", 200, 380, 60)], False),
]


def upload(server, order=(2, 0, 3, 1)):
    """Sends them in any order, and gives their ids in the order in which they were taken."""
    made = {at: server.request("POST", f"/api/v1/dumps?name={NAMES[at]}", DUMPS[at], {"Content-Type": "application/json"}) for at in order}
    return [made[at].json["id"] for at in sorted(made)]
