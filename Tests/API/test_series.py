"""Files that come together: the attachments of a UI test become a timeline, tables of texts join their interface."""

import io
import json
import re
import struct
import zipfile
import zlib

import pytest

XIB = """<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
<objects><view id="roo"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
<label text="Eggs" id="lab"><rect key="frame" x="0" y="0" width="80" height="20"/></label>
</subviews></view></objects></document>"""


def source(title):
    return f"<UIWindow: 0x1; frame = (0 0; 375 667)>\n   | <UILabel: 0x2; frame = (20 40; 80 20); text = '{title}'>\n".encode()


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress((b"\0" + b"\x80" * width) * height)) + chunk(b"IEND", b"")


def archive(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in files.items():
            zipped.writestr(name, data)
    return made.getvalue()


def form(files):
    lines = []
    for name, data in files.items():
        lines.append(f'--x\r\nContent-Disposition: form-data; name="dump"; filename="{name}"\r\n\r\n'.encode() + data + b"\r\n")
    return b"".join(lines) + b"--x--\r\n"


def send_form(server, files, path="/api/v1/dumps", **headers):
    return server.request("POST", path, form(files), {"Content-Type": "multipart/form-data; boundary=x", **headers})


ATTACHMENTS = {
    "Run/manifest.json": json.dumps([{"testIdentifier": "LoginTests/testLogin()", "attachments": [
        {"exportedFileName": "9.txt", "suggestedHumanReadableName": "Start.txt", "timestamp": 1_780_000_000.25},
        {"exportedFileName": "1.png", "suggestedHumanReadableName": "Screen.png", "timestamp": 1_780_000_001},
        {"exportedFileName": "2.txt", "suggestedHumanReadableName": "End.txt", "timestamp": 1_780_000_050},
        {"exportedFileName": "3.png", "suggestedHumanReadableName": "Screen.png", "timestamp": 1_780_000_049},
    ]}]).encode(),
    "Run/9.txt": source("Start"), "Run/2.txt": source("End"), "Run/1.png": png(750, 1334), "Run/3.png": png(375, 667),
    "Run/clip.mp4": b"video",
}


@pytest.mark.parametrize("way", ["archive", "form"])
def test_the_attachments_of_a_test_become_a_timeline_by_the_times_of_its_manifest(shared, way):
    if way == "form":
        made = send_form(shared, ATTACHMENTS)
    else:
        made = shared.request("POST", "/api/v1/dumps", archive(ATTACHMENTS), {"Content-Type": "application/zip"})
    assert made.status == 201, made.body
    dumps = made.json["dumps"]
    assert [(dump["file"], dump["screenshot"], dump["capturedAt"]) for dump in dumps] == [
        ("Start.txt", True, "2026-05-28T20:26:40Z"), ("End.txt", True, "2026-05-28T20:27:30Z")
    ]
    assert [file["file"] for file in made.json["unused"]] == ["Run/clip.mp4"] and "video" in made.json["unused"][0]["reason"]
    assert made.json["page"] == f"/timeline?dumps={dumps[0]['id']},{dumps[1]['id']}"
    steps = shared.get("/api/v1" + made.json["page"]).json["steps"]
    assert [step["dump"] for step in steps] == [dump["id"] for dump in dumps]
    assert shared.get(f"/api/v1/dumps/{dumps[0]['id']}/screenshot").body == ATTACHMENTS["Run/1.png"]
    assert shared.get(made.json["page"]).status == 200


def test_an_interface_takes_the_tables_that_come_with_it_and_the_rest_is_told(shared):
    made = send_form(shared, {
        "Base.lproj/Main.xib": XIB.encode(), "de.lproj/Main.strings": b'"lab.text" = "Eier";', "Main-fr.strings": b'"zzz.text" = "a";',
    })
    assert made.status == 201 and made.json["page"] == f"/dumps/{made.json['dumps'][0]['id']}"
    assert [(file["file"], "matches a text" in file["reason"]) for file in made.json["unused"]] == [("Main-fr.strings", True)]
    assert shared.get(f"/api/v1/dumps/{made.json['dumps'][0]['id']}").json["languages"] == ["de"]


@pytest.mark.parametrize(
    "files, status, words",
    [
        ({}, 422, "no file in it"),
        ({"a.txt": b"Once upon a time", "b.mp4": b"x"}, 422, "None of the 2 files"),
        ({"Test.xcresult/Info.plist": b"x"}, 422, "xcresulttool export attachments"),
        ({f"{number}.txt": source("A") for number in range(101)}, 413, "at most 100"),
        ({"Clock.app/Info.plist": b"x"}, 415, "POST /api/v1/apps"),
    ],
    ids=["empty", "nothing", "results", "too many", "app"],
)
def test_what_cannot_be_used_says_what_it_is_and_leaves_nothing(fresh, files, status, words):
    before = fresh.get("/api/v1/dumps").json["total"]
    refused = fresh.request("POST", "/api/v1/dumps", archive(files), {"Content-Type": "application/zip"})
    assert refused.status == status and words in refused.json["detail"], refused.body
    assert fresh.get("/api/v1/dumps").json["total"] == before


def test_a_picture_is_offered_to_each_dump_and_interface_of_which_it_shows_a_screen_with_size_and_scale(shared):
    sizes = {"s1": (200, 100), "s2": (100, 200), "s3": (50, 100)}
    scenes = [{"class": "UIView", "frame": [0, 0, *size], "objectID": name} for name, size in sizes.items()]
    window = json.dumps({"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 50, 100]}]}).encode()
    files = {"Board.json": json.dumps({"vitrine": 1, "windows": scenes}).encode(), "Window.json": window, "Other.json": source("Other"), "x.png": png(100, 200)}
    made = send_form(shared, files)
    ids = {dump["file"]: dump["id"] for dump in made.json["dumps"]}
    assert [(file["file"], set(file["fits"])) for file in made.json["unused"]] == [("x.png", {ids["Board.json"], ids["Window.json"]})]
    told = send_form(shared, files, "/dumps", Accept="text/html", Origin=shared.url).text
    assert re.findall(r"<span>(Add it to [^<]*)</span>", told) == ["Add it to Board", "Add it to Window: 50 × 100 points, 2 pixels a point"]
    # Which of its scenes is asked next.
    asked = shared.request("PUT", f"/api/v1/dumps/{ids['Board.json']}/screenshot", files["x.png"], {"Content-Type": "image/png"}).json
    assert [error["detail"].partition(": ")[2] for error in asked["errors"]] == ["100 × 200 points, 1 pixel a point", "50 × 100 points, 2 pixels a point"]


def test_the_form_without_a_script_opens_the_timeline_or_says_what_was_not_used(shared):
    page = {"Accept": "text/html", "Origin": shared.url}
    opened = send_form(shared, {"1.txt": source("A"), "2.txt": source("B")}, "/dumps", **page)
    assert opened.status == 303 and opened.headers["Location"].startswith("/timeline?dumps=")
    files = {"1.txt": source("A")} | {f"{number}.mov": b"x" for number in range(5)}
    told = send_form(shared, files, "/dumps", **page)
    assert told.status == 200 and b"2 more" in told.body and told.body.count(b"It is a video") == 5


def test_the_name_of_a_table_says_its_language_and_else_it_is_asked_for(fresh):
    base = "/api/v1/dumps/" + fresh.request("POST", "/api/v1/dumps", XIB.encode()).json["id"]
    table = b'"lab.text" = "Eier";'
    asked = fresh.request("POST", base + "/companions?filename=Main.strings", table)
    assert asked.status == 422 and asked.json["type"] == "/problems/needs-language"
    assert asked.json["errors"][0]["parameter"] == "language"
    made = fresh.request("POST", base + "/companions?filename=Main%20(German).strings", table)
    assert made.status == 201 and made.json["languages"] == ["de"] and made.json["language"] == "de"
    catalog = {"sourceLanguage": "en", "strings": {"lab.text": {"localizations": {
        language: {"stringUnit": {"state": "translated", "value": language}} for language in ("fr", "it")}}}}
    made = fresh.request("POST", base + "/companions?filename=Main.xcstrings", json.dumps(catalog).encode())
    assert made.json["languages"] == ["fr", "it"] and made.json["language"] == "mul" and made.json["joinedTotal"] == 2
    fresh.stop()
    fresh.start()
    assert fresh.get(base).json["languages"] == ["de", "fr", "it"]
    texts = fresh.get(base + "/layout?device=iphone-8&language=it").json["views"]
    assert [view["text"] for view in texts if view.get("text")] == ["it"]
    assert fresh.request("DELETE", base + "/companions/2").status == 204
    assert fresh.get(base).json["languages"] == ["de"]
