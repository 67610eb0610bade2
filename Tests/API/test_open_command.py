"""vitrine open: files become dumps, timelines and apps of a server."""

import io
import zipfile

import pytest

from commanding import vitrine
from test_series import ATTACHMENTS, XIB, archive, png, source


def opened(server, *arguments, **options):
    return vitrine("open", *map(str, arguments), "--server", server.url, **options)


def written(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("way", ["folder", "archive"])
def test_attachments_of_a_test_become_a_timeline_and_what_is_not_used_is_told(shared, tmp_path, way):
    if way == "folder":
        path = written(tmp_path, ATTACHMENTS) / "Run"
    else:
        path = tmp_path / "Run.zip"
        path.write_bytes(archive(ATTACHMENTS))
    done = opened(shared, path)
    assert done.returncode == 0, done.stderr
    address = done.stdout.strip()
    assert address.startswith(shared.url + "/timeline?dumps=")
    assert "clip.mp4: Not used. It is a video." in done.stderr
    ids = address.partition("dumps=")[2].split(",")
    dumps = [shared.get(f"/api/v1/dumps/{each}").json for each in ids]
    assert [(dump["file"], dump["screenshot"]) for dump in dumps] == [("Start.txt", True), ("End.txt", True)]


def test_one_file_a_pair_and_an_interface_with_its_table_open_the_page_of_their_dump(shared, tmp_path):
    files = {"a \"b\".txt": source("A"), "c.txt": source("C"), "c.png": png(375, 667), "Main.xib": XIB.encode(), "de.lproj/Main.strings": b'"lab.text" = "Eier";'}
    written(tmp_path, files)
    one = opened(shared, tmp_path / "a \"b\".txt", "--name", "Évening")
    dump = shared.get("/api/v1" + one.stdout.strip().removeprefix(shared.url)).json
    assert (dump["name"], dump["file"]) == ("Évening", "a \"b\".txt")
    pair = opened(shared, tmp_path / "c.txt", tmp_path / "c.png")
    assert shared.get("/api/v1" + pair.stdout.strip().removeprefix(shared.url)).json["screenshot"] is True
    both = opened(shared, tmp_path / "Main.xib", tmp_path / "de.lproj/Main.strings")
    # Several paths are told apart by their names alone: the language stands in the folder.
    assert both.returncode == 0 and "/dumps/" in both.stdout


def test_an_archive_of_an_app_becomes_an_app(fresh, tmp_path):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        zipped.writestr("Payload/Little.app/Info.plist", '<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.little</string></dict></plist>')
    (tmp_path / "Little.ipa").write_bytes(made.getvalue())
    done = opened(fresh, tmp_path / "Little.ipa")
    assert (done.returncode, done.stdout.strip()) == (0, fresh.url + "/apps/com.example.little"), done.stderr


@pytest.mark.parametrize(
    "files, path, words",
    [
        ({}, "none.txt", "does not exist"),
        ({"a.txt": b"Once upon a time"}, "a.txt", "refused the dump"),
        ({"a/x.mp4": b"x", "a/b.txt": b"Once"}, "a", "None of the 2 files is a dump. Send page sources"),
        ({"Clock.app/Info.plist": b"x"}, "Clock.app", "folder of an app. Zip it"),
        ({"Test.xcresult/Info.plist": b"x"}, "Test.xcresult", "xcresulttool export attachments"),
        ({"a.zip": b"PK\3\4 nothing"}, "a.zip", "archive"),
    ],
    ids=["missing", "no dump", "nothing used", "app", "results", "broken"],
)
def test_what_cannot_be_opened_is_said_in_words_and_by_the_exit_status(shared, tmp_path, files, path, words):
    written(tmp_path, files)
    done = opened(shared, tmp_path / path)
    assert done.returncode == 1 and words in done.stderr, done.stderr


def test_a_log_without_a_dump_and_a_server_that_is_not_there_say_the_way_on(shared, tmp_path):
    log = (
        "Unable to simultaneously satisfy constraints.\n(\n    \"<NSLayoutConstraint:0x600000 UIView:0x1.width == 10   (active)>\",\n"
        "    \"<NSLayoutConstraint:0x600001 UIView:0x1.width == 20   (active)>\"\n)\n"
        "Will attempt to recover by breaking constraint\n<NSLayoutConstraint:0x600000 UIView:0x1.width == 10   (active)>\n"
    )
    written(tmp_path, {"log.txt": log.encode()})
    assert "vitrine explain" in opened(shared, tmp_path / "log.txt").stderr
    done = vitrine("open", str(tmp_path / "log.txt"), "--server", "http://127.0.0.1:9")
    assert done.returncode == 1 and "Is Vitrine at http://127.0.0.1:9? Name its address with --server." in done.stderr
    assert vitrine("open", "a.txt", "--server", "nowhere at all").returncode == 64
