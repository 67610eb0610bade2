"""`vitrine capture --defaults`: preference files and domains of a server, both ways."""

import os
import plistlib
import subprocess

import pytest

from commanding import BINARY, environment, vitrine
from settling import wait_until

DOMAIN = "com.example.captured"
ADDRESS = f"/api/v1/defaults/{DOMAIN}"


@pytest.fixture
def preferences(tmp_path):
    folder = tmp_path / "container/Library/Preferences"
    folder.mkdir(parents=True)
    return folder


def put(folder, values, name=DOMAIN, form=plistlib.FMT_BINARY):
    """Replaces a file as cfprefsd does."""
    draft = folder / f"{name}.plist.new"
    draft.write_bytes(plistlib.dumps(values, fmt=form))
    draft.rename(folder / f"{name}.plist")
    return folder / f"{name}.plist"


def stored(server, domain=DOMAIN):
    return plistlib.loads(server.get(f"/api/v1/defaults/{domain}", Accept="application/x-plist").body)


def held(file):
    return plistlib.loads(file.read_bytes())


def capture(server, place, *options):
    return vitrine("capture", "--defaults", place, "--server", server.url, *options)


@pytest.fixture
def watch(fresh):
    running = []

    def watch(place, *options):
        running.append(subprocess.Popen([BINARY, "capture", "--defaults", place, "--server", fresh.url, "--watch", "--interval", "0.1", *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment()))
        # The first time is over.
        assert DOMAIN in running[-1].stdout.readline()
        return running[-1]

    yield watch
    for process in running:
        process.terminate()
        assert process.wait(timeout=60) == 0
        process.stdout.close()


@pytest.mark.parametrize("place", ["container", "container/Library/Preferences", f"container/Library/Preferences/{DOMAIN}.plist"])
@pytest.mark.parametrize("form", [plistlib.FMT_BINARY, plistlib.FMT_XML])
def test_files_become_domains(fresh, preferences, tmp_path, place, form):
    put(preferences, {"face": "roman", "data": b"\0", "flag": True, "real": 1.0}, form=form)
    put(preferences, {"shared": 1}, "group.com.example")
    put(preferences, {"system": 1}, "com.apple.system")
    done = capture(fresh, tmp_path / place)
    assert done.returncode == 0, done.stderr
    assert stored(fresh) == {"face": "roman", "data": b"\0", "flag": True, "real": 1.0} and type(stored(fresh)["flag"]) is bool
    domains = {domain["name"] for domain in fresh.get("/api/v1/defaults").json["domains"]}
    assert domains == ({DOMAIN} if place.endswith(".plist") else {DOMAIN, "group.com.example"})
    # Again is no change.
    assert capture(fresh, tmp_path / place).stdout == "" and fresh.get(ADDRESS).json["revision"] == 1


def test_nothing_of_the_server_is_lost_and_no_file_is_written_unasked(fresh, preferences, tmp_path):
    fresh.request("PATCH", ADDRESS, {"server": 1, "both": "server"})
    file = put(preferences, {"both": "file"})
    before = file.read_bytes()
    assert capture(fresh, tmp_path / "container").returncode == 0
    assert stored(fresh) == {"server": 1, "both": "file"} and file.read_bytes() == before


def test_changes_are_followed_and_what_the_server_changes_stays(fresh, preferences, watch, tmp_path):
    put(preferences, {"a": 1, "b": 1})
    watch(tmp_path / "container")
    fresh.request("PATCH", ADDRESS, {"a": 2})
    file = put(preferences, {"a": 1, "c": 1})
    wait_until(lambda: stored(fresh) == {"a": 2, "c": 1})
    file.write_bytes(plistlib.dumps({"a": 1, "c": 2}, fmt=plistlib.FMT_BINARY)[:-9])
    put(preferences, {"x": 1}, "com.example.late")
    wait_until(lambda: stored(fresh, "com.example.late") == {"x": 1})
    assert stored(fresh) == {"a": 2, "c": 1}
    put(preferences, {"a": 3, "c": 2})
    wait_until(lambda: stored(fresh) == {"a": 3, "c": 2})


def test_changes_of_the_server_are_written_back(fresh, preferences, watch, tmp_path):
    file = put(preferences, {"a": 1, "b": 1})
    os.chmod(file, 0o640)
    watch(tmp_path / "container", "--write-back")
    fresh.request("PATCH", ADDRESS, {"a": 2, "b": None, "c": 3.0})
    wait_until(lambda: held(file) == {"a": 2, "c": 3.0})
    assert file.read_bytes().startswith(b"bplist00") and file.stat().st_mode & 0o777 == 0o640
    assert fresh.get(ADDRESS).json["revision"] == 2
    assert os.listdir(preferences) == [file.name]


def test_a_broken_file_is_neither_taken_nor_written(fresh, preferences, watch, tmp_path):
    file = put(preferences, {"a": 1})
    watch(tmp_path / "container", "--write-back")
    broken = file.read_bytes()[:-5]
    file.write_bytes(broken)
    put(preferences, {"x": 1}, "com.example.later")
    fresh.request("PATCH", ADDRESS, {"a": 2})
    wait_until(lambda: stored(fresh, "com.example.later") == {"x": 1})
    fresh.request("PATCH", "/api/v1/defaults/com.example.later", {"x": 2})
    wait_until(lambda: held(preferences / "com.example.later.plist") == {"x": 2})
    assert file.read_bytes() == broken and stored(fresh) == {"a": 2}
    put(preferences, {"a": 1, "b": 1})
    wait_until(lambda: stored(fresh) == {"a": 2, "b": 1} == held(file))


def test_where_both_change_a_key_the_file_counts_and_it_is_said(fresh, preferences, tmp_path):
    file = put(preferences, {"a": 1})
    process = subprocess.Popen([BINARY, "capture", "--defaults", preferences, "--server", fresh.url, "--watch", "--interval", "3", "--write-back"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
    try:
        process.stdout.readline()
        fresh.request("PATCH", ADDRESS, {"a": "server", "b": 2})
        put(preferences, {"a": "file"})
        wait_until(lambda: stored(fresh) == {"a": "file", "b": 2} == held(file))
    finally:
        process.terminate()
    assert "“a” was changed on both sides; the file counts." in process.communicate(timeout=60)[1]


@pytest.mark.parametrize("arguments", [["--write-back", "http://127.0.0.1:1"], ["--defaults", "x", "--output", "y"], ["--defaults", "x", "--idb"]])
def test_what_does_not_go_together_is_refused(arguments):
    assert vitrine("capture", *arguments).returncode == 64


def test_a_place_without_preferences_says_so(fresh, tmp_path):
    for place in [tmp_path, tmp_path / "none", __file__]:
        done = capture(fresh, place)
        assert done.returncode == 1 and done.stderr


def test_files_go_into_a_data_folder_without_a_server(preferences, tmp_path):
    put(preferences, {"face": "roman", "real": 1.0})
    place, data = tmp_path / "container", tmp_path / "data"
    done = vitrine("capture", "--defaults", place, "--data", data)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{DOMAIN}: revision 1, 2 keys from ")
    exported = vitrine("defaults", "--data", data, "export", DOMAIN, "-").stdout
    assert plistlib.loads(exported.encode()) == {"face": "roman", "real": 1.0}
    assert vitrine("capture", "--defaults", place, "--data", data).stdout == ""
    assert vitrine("defaults", "--data", data, "write", DOMAIN, "face", "-string", "plain").returncode == 0
    back = vitrine("capture", "--defaults", preferences, "--data", data, "--write-back")
    # The first time the file counts.
    assert back.returncode == 0 and held(preferences / f"{DOMAIN}.plist")["face"] == "roman"
    assert vitrine("defaults", "--data", data, "read", DOMAIN, "face").stdout == "roman\n"


@pytest.mark.parametrize("arguments", [["http://127.0.0.1:1", "--data", "x"], ["--defaults", "x", "--data", "y", "--server", "http://127.0.0.1:1"],
                                       ["--defaults", "x", "--data", "y", "--store", "postgres://u@h/d"]])
def test_a_data_folder_is_for_preferences_alone(arguments, tmp_path):
    done = vitrine("capture", *arguments, folder=tmp_path)
    assert done.returncode == 64 and "--data" in done.stderr and list(tmp_path.iterdir()) == []
