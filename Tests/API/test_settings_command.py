"""`vitrine settings`: panes in a terminal."""

import plistlib

import pytest

from commanding import vitrine
from conftest import REPOSITORY, SAMPLES

FIXTURE = "Tests/Fixtures/bundles/Orchard.app"


def settings(*arguments):
    return vitrine("settings", *arguments, folder=REPOSITORY)


def test_the_root_pane_shows_groups_rows_choices_and_footers():
    done = settings(FIXTURE, "--lang", "en")
    assert done.returncode == 0 and "\x1b" not in done.stdout
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Orchard", "======="] and "Garden" in lines and "Season" in lines
    assert any(line.startswith("  Name ") and line.endswith("[My garden]") for line in lines)
    assert any(line.strip().startswith("(•)") for line in lines)
    assert all(len(line) <= 80 for line in lines if not line.startswith("  "))


def test_language_device_and_pane_can_be_chosen():
    assert "Garten" in settings(FIXTURE, "--lang", "de-AT").stdout.splitlines()
    assert "Only on the iPad" in settings(FIXTURE, "--idiom", "pad").stdout
    about = settings(FIXTURE, "--pane", "About", "--lang", "en").stdout
    assert about.splitlines()[0] == "About (About)"


def test_deep_prints_every_pane():
    done = settings(FIXTURE, "--deep", "--lang", "en")
    headings = [above for above, line in zip(done.stdout.splitlines(), done.stdout.splitlines()[1:])
                if line and set(line) == {"="}]
    assert headings == ["Orchard", "About (About)", "Licence of <Rake> (Licences/Rake)", "Broken (Broken)"]
    assert "Broken.plist:6: error:" in done.stderr


def test_the_only_bundle_of_a_folder_is_taken():
    assert settings(str(SAMPLES)).stdout.startswith("Clock\n=====\n")


def test_of_several_bundles_one_has_to_be_named(tmp_path):
    for name in ("One.bundle", "Two.bundle"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": []}))
    done = settings(str(tmp_path))
    assert done.returncode == 1 and "2 bundles" in done.stderr and str(tmp_path / "One.bundle") in done.stderr


@pytest.mark.parametrize("arguments, code, words", [
    ((), 64, "path"), ((FIXTURE, "--idiom", "watch"), 64, "idiom"), ((FIXTURE, "--deep", "--pane", "About"), 64, "either"),
    (("/no/such/path",), 1, "no such file or folder"), (("Tests/API",), 1, "name a .app or a .bundle"),
    ((FIXTURE, "--pane", "Nothing"), 1, "Its panes: Root, About"), ((FIXTURE, "--pane", "../Info"), 1, "no pane"),
])
def test_bad_usage_ends_with_a_sentence(arguments, code, words):
    done = settings(*arguments)
    assert done.returncode == code and words in done.stderr and done.stdout == ""


def test_an_app_without_settings_says_so(tmp_path):
    app = tmp_path / "Bare.app"
    app.mkdir()
    (app / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": "example.bare"}))
    done = settings(str(app))
    assert done.returncode == 1 and "no Settings.bundle" in done.stderr
