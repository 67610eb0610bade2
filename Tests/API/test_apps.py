"""Uploads of apps: what is taken, what is refused, and that nothing is left of what was refused."""

import http.client
import io
import os
import stat
import struct
import subprocess
import urllib.parse
import zipfile
import zlib

import pytest
from archives import SETTINGS, app, info, pack
from settling import wait_until

APPS = "/api/v1/apps"


def upload(server, archive, query="", **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return server.request("POST", APPS + query, archive, {"Content-Type": "application/zip", **headers})


def ids(server):
    return {entry["id"] for entry in server.get(APPS).json["apps"]}


def test_an_app_is_stored_read_and_deleted(shared):
    before = ids(shared)
    reply = upload(shared, app())
    assert reply.status == 201
    assert reply.headers["Location"] == APPS + "/com.example.pear"
    got = reply.json
    assert got["id"] == got["domain"] == "com.example.pear"
    assert (got["name"], got["version"], got["panes"], got["readOnly"]) == ("Pear", "1.0", 1, False)
    assert got["createdAt"].endswith("Z")
    assert [entry["code"] for entry in got["report"]].count("lost.files") == 1
    assert "2 files" in next(entry["message"] for entry in got["report"] if entry["code"] == "lost.files")
    assert shared.get(APPS + "/com.example.pear").json == got
    assert shared.get(APPS + "/com.example.pear/settings").json["groups"][0]["rows"][0]["key"] == "sound"
    assert shared.request("PATCH", APPS + "/com.example.pear/settings", {"sound": False}).status == 200
    assert shared.get("/apps/com.example.pear").status == 200
    assert shared.request("DELETE", APPS + "/com.example.pear").status == 204
    assert shared.get(APPS + "/com.example.pear").status == 404
    assert shared.request("DELETE", APPS + "/com.example.pear").status == 404
    assert ids(shared) == before
    assert shared.get("/api/v1/defaults/com.example.pear").json["values"] == {"sound": False}


def test_if_match_guards_a_delete(shared):
    upload(shared, app("com.example.guarded"))
    address = APPS + "/com.example.guarded"
    stale = shared.get(address).headers["ETag"]
    assert shared.request("DELETE", address, headers={"If-Match": '"other"'}).status == 412
    assert shared.request("DELETE", address, headers={"If-Match": stale}).status == 204


def test_uploads_survive_a_restart(shared):
    got = upload(shared, app("com.example.kept")).json
    assert shared.stop() == 0
    shared.start()
    assert shared.get(APPS + "/com.example.kept").json == got
    assert shared.get(APPS + "/com.example.kept/settings").status == 200


def test_ipa_form_and_raw_bytes_are_all_taken(shared):
    assert upload(shared, app("com.example.ipa", root="Payload/Pear.app")).json["id"] == "com.example.ipa"
    raw = app("com.example.raw")
    assert upload(shared, raw, Content_Type="application/octet-stream").status == 201
    form = b'--b\r\nContent-Disposition: form-data; name="app"; filename="Pear.zip"\r\n\r\n' + app("com.example.form")
    form += b"\r\n--b--\r\n"
    assert upload(shared, form, Content_Type="multipart/form-data; boundary=b").status == 201
    empty = b'--b\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--b--\r\n'
    assert upload(shared, empty, Content_Type="multipart/form-data; boundary=b").status == 400


def test_curl_sends_an_app(shared, tmp_path):
    file = tmp_path / "Pear.zip"
    file.write_bytes(app("com.example.curled"))
    for arguments in (["--data-binary", f"@{file}"], ["-F", f"app=@{file}"]):
        command = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", *arguments, shared.url + APPS]
        try:
            code = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        except FileNotFoundError:
            pytest.skip("curl is not installed")
        assert code in ("201", "200")


def test_a_settings_bundle_alone_is_named_by_the_query(shared):
    archive = pack([("Settings.bundle/Root.plist", SETTINGS)])
    got = upload(shared, archive, "?name=My+Pears").json
    assert (got["id"], got["domain"], got["name"]) == ("my-pears", "my-pears", "My Pears")


def test_another_version_stands_beside_and_the_same_one_is_the_same(shared):
    first = upload(shared, app("com.example.versions"))
    second = upload(shared, app("com.example.versions", version="2.0"))
    again = upload(shared, app("com.example.versions", root="Payload/Pear.app"))
    assert (first.status, second.status, again.status) == (201, 201, 200)
    assert again.json["id"] == first.json["id"] != second.json["id"]
    assert second.json["domain"] == first.json["domain"]
    assert shared.get(f"{APPS}/{second.json['id']}").json["version"] == "2.0"


def test_an_upload_beside_a_folder_of_the_same_identifier(shared):
    got = upload(shared, app("com.example.clock", version="9")).json
    assert got["id"].startswith("com-example-clock-")
    assert shared.get(APPS + "/com.example.clock").json["readOnly"] is True
    refused = shared.request("DELETE", APPS + "/com.example.clock")
    assert refused.status == 409 and "command line" in refused.json["detail"]


def test_dumps_belong_to_their_app(shared):
    dump = '{"vitrine":1,"app":"com.example.dumped","windows":[{"class":"UIView","frame":{"x":0,"y":0,"width":1,"height":1}}]}'
    made = shared.request("POST", "/api/v1/dumps", dump)
    assert made.status == 201, made.body
    upload(shared, app("com.example.dumped"))
    assert made.json["id"] in shared.get(APPS + "/com.example.dumped").json["dumps"]


def test_an_archive_sent_as_a_dump_is_told_where_to_go(shared):
    reply = shared.request("POST", "/api/v1/dumps", app())
    assert reply.status == 415 and "/api/v1/apps" in reply.json["detail"]


def special(path, mode, content=b"/etc/passwd"):
    entry = zipfile.ZipInfo(path)
    entry.create_system = 3
    entry.external_attr = mode << 16
    return entry, content


def patched(archive, old, new):
    assert old in archive
    return archive.replace(old, new)


def encrypted(archive):
    """Sets the flag for encryption in every header."""
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = archive.find(signature)
        while start >= 0:
            archive = archive[: start + offset] + b"\x01" + archive[start + offset + 1 :]
            start = archive.find(signature, start + 4)
    return archive


def overlapping():
    """Many entries that share the data of one: the central directory lists it again and again."""
    archive = pack([("A.app/Info.plist", info()), ("A.app/00000.plist", b"0" * 100_000)])
    directory = struct.unpack("<I", archive[-6:-2])[0]
    record = archive.find(b"PK\x01\x02", directory + 4)
    entry, end = archive[record:-22], archive[-22:]
    more = b"".join(entry.replace(b"00000", b"%05d" % number) for number in range(1, 500))
    size = len(archive) - 22 - directory + len(more)
    end = end[:8] + struct.pack("<HHII", 501, 501, size, directory) + end[20:]
    return archive[:-22] + more + end


def lying():
    """An entry that says 10 bytes and gives a million."""
    archive = bytearray(pack([("A.app/Info.plist", b"x" * 1_000_000)]))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = archive.find(signature)
        archive[start + offset : start + offset + 4] = struct.pack("<I", 10)
    return bytes(archive)


GOOD = app()
HOSTILE = {
    "absolute path": (pack([("/A.app/Info.plist", info())]), 422, "archive-unsafe-path"),
    "climbing path": (pack([("A.app/Info.plist", info()), ("A.app/../../x", "x")]), 422, "archive-unsafe-path"),
    "backslash": (patched(pack([("A.app/x+y", "x")]), b"x+y", b"x\\y"), 422, "archive-unsafe-path"),
    "drive": (pack([("C:/A.app/Info.plist", info())]), 422, "archive-unsafe-path"),
    "NUL": (patched(pack([("A.app/x+y", "x")]), b"x+y", b"x\0y"), 422, "archive-unsafe-path"),
    "deep path": (pack([("A.app/" + "d/" * 40 + "x", "x")]), 422, "archive-unsafe-path"),
    "long path": (pack([("A.app/" + "d" * 1100, "x")]), 422, "archive-unsafe-path"),
    "no UTF-8": (patched(pack([("A.app/é", "x")]), "é".encode(), b"\xff\xfe"), 422, "archive-unreadable-name"),
    "link": (pack([("A.app/Info.plist", info()), special("A.app/x", stat.S_IFLNK | 0o777)]), 422, "archive-special-file"),
    "device": (pack([special("A.app/x", stat.S_IFBLK | 0o666, b"")]), 422, "archive-special-file"),
    "pipe": (pack([special("A.app/x", stat.S_IFIFO | 0o666, b"")]), 422, "archive-special-file"),
    "case": (pack([("A.app/Info.plist", info()), ("A.app/info.plist", info())]), 422, "archive-collision"),
    "file as folder": (pack([("A.app/x", "x"), ("A.app/x/y", "x")]), 422, "archive-collision"),
    "encrypted": (encrypted(pack([("A.app/Info.plist", info())])), 422, "archive-encrypted"),
    "bzip2": (pack([("A.app/Info.plist", info())], zipfile.ZIP_BZIP2), 422, "archive-unsupported-compression"),
    "bomb": (pack([("A.app/Info.plist", b"\0" * (64 << 20))]), 413, "archive-bomb"),
    "overlap": (overlapping(), 413, "archive-bomb"),
    "too many": (pack([(f"A.app/{n}", b"") for n in range(50_001)]), 413, "archive-too-many-entries"),
    "lying size": (lying(), 422, "damaged-archive"),
    "wrong check sum": (patched(pack([("A.app/Info.plist", "somewhat long")], 0), b"somewhat", b"somewhen"), 422, "damaged-archive"),
    "cut off": (GOOD[:-100], 422, "damaged-archive"),
    "cut in the middle": (GOOD[: len(GOOD) // 2], 422, "damaged-archive"),
    "text": (b"hello", 415, "not-an-archive"),
    "nothing": (b"", 415, "not-an-archive"),
    "empty archive": (pack([]), 422, "no-app"),
    "no app": (pack([("readme.txt", "x")]), 422, "no-app"),
    "two apps": (pack([("A.app/Info.plist", info()), ("B.app/Info.plist", info())]), 422, "several-apps"),
    "no Info.plist": (pack([("A.app/x.txt", "x")]), 422, "not-a-bundle"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_hostile_or_wrong_is_refused_with_a_reason(shared, name):
    archive, status, slug = HOSTILE[name]
    before = ids(shared)
    reply = upload(shared, archive)
    assert (reply.status, reply.json["type"]) == (status, f"/problems/{slug}"), reply.body
    assert reply.headers["Content-Type"].startswith("application/problem+json")
    assert len(reply.json["detail"]) > 20
    assert ids(shared) == before


def test_a_file_of_zeros_in_an_app_is_no_bomb(shared):
    archive = pack([("A.app/Info.plist", info("com.example.zeros")), ("A.app/blank.bin", b"\0" * (10 << 20))])
    assert upload(shared, archive).status == 201


def test_no_cut_and_no_turned_bit_brings_the_server_down(shared):
    before = ids(shared)
    archive = pack([("A.app/Info.plist", info("com.example.bits")), ("A.app/x.strings", '"a" = "b";')])
    for index in range(0, len(archive), 5):
        changed = bytearray(archive)
        changed[index] ^= 0x81
        reply = upload(shared, bytes(changed))
        assert reply.status in (200, 201, 413, 415, 422), reply.body
        if reply.status == 201:
            assert shared.request("DELETE", f"{APPS}/{urllib.parse.quote(reply.json['id'])}").status == 204
    assert shared.get("/healthz").status == 200
    assert ids(shared) == before


def test_an_archive_beyond_the_limit_is_refused_before_it_is_read(start, tmp_path):
    os.environ["VITRINE_MAX_APP"] = "1"
    try:
        server = start()
    finally:
        del os.environ["VITRINE_MAX_APP"]
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    connection.putrequest("POST", APPS)
    connection.putheader("Content-Length", str(1_200_000))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    assert upload(server, app()).status == 201


def test_facts_of_an_app(shared):
    more = """<key>MinimumOSVersion</key><string>12.0</string><key>UIDeviceFamily</key><array><integer>1</integer>
<integer>2</integer></array><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>
<string>javascript</string></array></dict></array><key>LSApplicationQueriesSchemes</key><array><string>maps</string></array>
<key>UIRequiredDeviceCapabilities</key><array><string>gps</string></array><key>UIBackgroundModes</key><array>
<string>location</string></array><key>NSPhotoLibraryAddUsageDescription</key><string>To keep pears.</string>
<key>UISupportedInterfaceOrientations</key><array><string>UIInterfaceOrientationPortrait</string></array>"""
    archive = app("com.example.facts", more=more)
    target = io.BytesIO(archive)
    with zipfile.ZipFile(target, "a") as zipped:
        zipped.writestr("Pear.app/ja.lproj/InfoPlist.strings", "")
        zipped.writestr("Pear.app/app.xcent", """<?xml version="1.0"?><plist version="1.0"><dict>
<key>com.apple.security.application-groups</key><array><string>group.pears</string></array></dict></plist>""")
    assert upload(shared, target.getvalue()).status == 201
    facts = shared.get(APPS + "/com.example.facts/info").json["facts"]
    assert facts["minimumSystemVersion"] == "12.0"
    assert facts["devices"] == ["iPhone", "iPad"]
    assert facts["urlSchemes"] == [{"scheme": "javascript", "name": None, "role": None}]
    assert facts["queriedSchemes"] == ["maps"]
    assert facts["capabilities"] == [{"id": "gps", "meaning": "A GPS receiver"}]
    assert facts["backgroundModes"][0]["id"] == "location"
    assert facts["usageDescriptions"] == [
        {"key": "NSPhotoLibraryAddUsageDescription", "subject": "Photo library add", "text": "To keep pears."}
    ]
    assert {"language": "ja", "name": "日本語"} in facts["localizations"]
    assert facts["interfaceFiles"] == [{"path": "Base.lproj/Main.storyboardc", "kind": "storyboard"}]
    assert facts["appGroups"] == ["group.pears"]
    assert "Library/Preferences/com.example.facts.plist" in [place["path"] for place in facts["sandbox"]]
    page = shared.get("/apps/com.example.facts").text
    assert "javascript://" in page and 'href="javascript' not in page and 'href="maps' not in page


def test_folders_are_followed(start, tmp_path):
    folder = tmp_path / "apps"
    bundle = folder / "Pear.app"
    bundle.mkdir(parents=True)
    (bundle / "Info.plist").write_text(info())
    server = start(folder)
    assert server.get(APPS + "/com.example.pear").json["version"] == "1.0"
    (bundle / "Info.plist").write_text(info(version="2.0"))
    new = folder / "deep" / "Apple.app"
    new.mkdir(parents=True)
    (new / "Info.plist").write_text(info("com.example.apple"))
    wait_until(lambda: server.get(APPS + "/com.example.pear").json["version"] == "2.0")
    wait_until(lambda: ids(server) == {"com.example.pear", "com.example.apple"})
    (bundle / "Info.plist").unlink()
    bundle.rmdir()
    wait_until(lambda: ids(server) == {"com.example.apple"})
    assert server.get(APPS + "/com.example.pear").status == 404


def test_an_icon_is_asked_for_by_its_file_and_nothing_else_of_the_app_is_given(shared):
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress((b"\0" + b"\xff\0\0" * 2) * 2)) + chunk(b"IEND", b"")
    crushed = picture[:8] + chunk(b"CgBI", bytes.fromhex("50002002")) + picture[8:]
    files = {"AppIcon60x60@2x.png": picture, "AppIcon60x60@3x.png": crushed, "icon-broken.png": b"no picture", "secret.png": picture, "Secrets.plist": b"x"}
    made = upload(shared, pack([("Pear.app/Info.plist", info()), *((f"Pear.app/{name}", content) for name, content in files.items())]))
    assert made.status == 201, made.body
    path = f"{APPS}/{made.json['id']}/icon"
    reply = shared.get(f"{path}?file=AppIcon60x60%402x.png")
    assert (reply.status, reply.headers["Content-Type"], reply.body) == (200, "image/png", picture)
    for name in (*list(files)[1:3], "Secrets.plist", "Info.plist", "nowhere.png", "../Pear.app/AppIcon60x60@2x.png", "/etc/passwd", "%00", "AppIcon60x60@2x.png/"):
        refused = shared.get(f"{path}?file={urllib.parse.quote(name, safe='')}")
        assert refused.status == 404 and refused.json["type"] == "/problems/not-found", name
    assert shared.request("DELETE", f"{APPS}/{made.json['id']}").status == 204
