"""`vitrine defaults` on a data folder, a running server and files, and the history that `serve` keeps."""

import itertools
import os
import plistlib
import stat

import pytest

from commanding import told, vitrine
from conftest import Server
from test_events import stream



def defaults(*arguments, environment={}, **options):
    return told("defaults", *arguments, text=False, **options, **environment).decode()


@pytest.fixture(params=["folder", "server"])
def target(request, tmp_path):
    """The options that name a data folder, and those that name a server on one."""
    if request.param == "folder":
        yield ["--data", tmp_path / "data"]
        return
    server = Server(tmp_path / "data", []).start()
    yield ["--server", server.url]
    assert server.stop() == 0


def test_values_of_every_type_are_written_and_read(target):
    for flag, text, type_name, shown in [
        ("-string", "two words", "string", "two words"), ("-int", "-5", "integer", "-5"), ("-float", "0.5", "float", "0.5"),
        ("-bool", "yes", "boolean", "1"), ("-data", "0fbd770102", "data", "<0fbd7701 02>"),
        ("-date", "2026-01-02 03:04:05 +0000", "date", "2026-01-02 03:04:05 +0000"),
    ]:
        defaults(*target, "write", "com.example", "k", flag, text)
        assert defaults(*target, "read", "com.example", "k") == shown + "\n"
        assert defaults(*target, "read-type", "com.example", "k") == f"Type is {type_name}\n"
    defaults(*target, "write", "com.example", "list", "-array", "a", "-int", "3")
    defaults(*target, "write", "com.example", "list", "-array-add", "c d")
    defaults(*target, "write", "com.example", "map", "-dict", "x", "-bool", "true")
    defaults(*target, "write", "com.example", "map", "-dict-add", "y", "é")
    assert defaults(*target, "read", "com.example") == (
        '{\n    k = "2026-01-02 03:04:05 +0000";\n    list =     (\n        a,\n        3,\n        "c d"\n    );\n'
        '    map =     {\n        x = 1;\n        y = "\\U00e9";\n    };\n}\n')
    defaults(*target, "rename", "com.example", "list", "other")
    defaults(*target, "delete", "com.example", "map")
    defaults(*target, "delete", "com.example", "k")
    assert defaults(*target, "read", "com.example", "other") == '(\n    a,\n    3,\n    "c d"\n)\n'
    defaults(*target, "delete", "com.example")
    assert defaults(*target, "read", "com.example", code=1) == "Domain com.example does not exist\n"


def test_what_is_not_there_ends_with_1(target):
    assert defaults(*target, "read", "X", "Y", code=1) == "The domain/default pair of (X, Y) does not exist\n"
    assert defaults(*target, "read-type", "-g", "Y", code=1) == "The domain/default pair of (NSGlobalDomain, Y) does not exist\n"
    assert defaults(*target, "delete", "X", code=1) == "Domain (X) not found.\nDefaults have not been changed.\n"
    assert "leaving defaults unchanged" in defaults(*target, "rename", "X", "a", "b", code=1)
    assert defaults(*target, "write", "X", "k", "(a", code=1) == "Could not parse: (a.  Try single-quoting it.\n"
    assert "control character" in defaults(*target, "write", "a\x07b", "k", "v", code=1)


def test_domains_are_listed_read_and_searched(target):
    defaults(*target, "write", "b.app", "Colour", "Red")
    defaults(*target, "write", "a.app", "n", "-int", "3")
    defaults(*target, "write", "-g", "AppleLocale", "de_DE")
    assert defaults(*target, "domains") == "a.app, b.app\n"
    assert defaults(*target, "read", "-globalDomain", "AppleLocale") == "de_DE\n"
    assert '    "Apple Global Domain" =     {\n        AppleLocale = "de_DE";\n    };\n' in defaults(*target, "read")
    assert defaults(*target, "find", "RED") == "Found 1 keys in domain 'b.app': {\n    Colour = Red;\n}\n"
    assert defaults(*target, "find", "zzz") == ""


def test_property_lists_go_in_and_out(target, tmp_path):
    file = tmp_path / "in.plist"
    file.write_bytes(plistlib.dumps({"a": 1, "b": 2.0}))
    defaults(*target, "write", "d", "old", "x")
    defaults(*target, "import", "d", file)
    defaults(*target, "import", "d", "-", stdin=b"{ c = (1); }")
    out = tmp_path / "out.plist"
    defaults(*target, "export", "d", out)
    assert out.read_bytes().startswith(b"bplist00")
    assert plistlib.loads(out.read_bytes()) == {"old": "x", "a": 1, "b": 2.0, "c": ["1"]}
    assert defaults(*target, "export", "d", "-").startswith("<?xml")
    defaults(*target, "write", "d", "{ only = this; }")
    assert defaults(*target, "read", "d") == "{\n    only = this;\n}\n"
    assert "Could not read" in defaults(*target, "import", "d", tmp_path / "none", code=1)
    bad = tmp_path / "bad.plist"
    bad.write_bytes(plistlib.dumps([1]))
    assert "dictionary" in defaults(*target, "import", "d", bad, code=1)
    assert "cannot be read" in defaults(*target, "import", "d", "-", stdin=b"<plist><dict>", code=1)


def test_the_history_says_that_it_was_the_command_line_and_streams_tell_it(fresh):
    with stream(fresh, "/api/v1/defaults/com.example.clock/events") as events:
        assert next(events)["id"] == "0"
        defaults("--server", fresh.url, "write", "com.example.clock", "k", "-int", "1")
        defaults("--server", fresh.url, "import", "com.example.clock", "-", stdin=b"{ j = 1; }")
        defaults("--data", fresh.data, "write", "com.example.clock", "k", "-int", "2")
        assert [(each["id"], each["data"]["keys"]) for each in itertools.islice(events, 3)] == [("1", ["k"]), ("2", ["j"]), ("3", ["k"])]
    history = fresh.get("/api/v1/defaults/com.example.clock/history").json["history"]
    assert [entry["source"] for entry in history] == ["cli", "import", "cli"]
    assert history[0]["changes"] == [{"key": "k", "before": 1, "after": 2}]


def test_a_domain_may_be_a_file_which_keeps_its_form_and_permissions(tmp_path):
    binary, xml = tmp_path / "b.plist", tmp_path / "x.plist"
    binary.write_bytes(plistlib.dumps({"a": 1, "date": True}, fmt=plistlib.FMT_BINARY))
    xml.write_bytes(plistlib.dumps({"a": 1}))
    xml.chmod(0o640)
    link = tmp_path / "link.plist"
    link.symlink_to(xml)
    for file in (binary, tmp_path / "b", xml, link):
        defaults("write", file, "new", "-float", "1")
        assert defaults("read", file, "a") == "1\n"
    assert binary.read_bytes().startswith(b"bplist00") and xml.read_bytes().startswith(b"<?xml")
    assert plistlib.loads(binary.read_bytes()) == {"a": 1, "date": True, "new": 1.0}
    assert stat.S_IMODE(xml.stat().st_mode) == 0o640 and link.is_symlink()
    made = tmp_path / "made"
    defaults("write", made, "k", "v")
    file = tmp_path / "made.plist"
    assert plistlib.loads(file.read_bytes()) == {"k": "v"} and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.plist", "link.plist", "made.plist", "x.plist"]
    broken = tmp_path / "broken.plist"
    broken.write_bytes(b"<plist><dict>")
    assert "cannot be read" in defaults("write", broken, "k", "v", code=1)
    assert broken.read_bytes() == b"<plist><dict>"
    assert defaults("write", tmp_path / "no/such/folder", "k", "v", code=1).startswith("Could not write")


def test_usage_is_told_and_flags_pass_through(tmp_path):
    assert "read-type <domain> <key>" in defaults("help")
    assert defaults("--help") == defaults("help")
    assert "no verb" in defaults("frobnicate", code=64)
    assert "verb" in defaults(code=64)
    assert "-currentHost" in defaults("-currentHost", "read", code=64)
    assert "not both" in defaults("--data", tmp_path, "--server", "http://localhost:1", "read", code=64)
    environment = {"VITRINE_DATA": str(tmp_path / "data")}
    defaults("write", "d", "--data", "-string", "--server", environment=environment)
    assert defaults("read", "d", "--data", environment=environment) == "--server\n"


@pytest.mark.parametrize("address, code, word", [
    ("http://127.0.0.1:1", 1, "no server"), ("https://127.0.0.1:1", 1, "no server"), ("localhost:8080", 64, "http://"),
    ("http://", 64, "http://"),
])
def test_a_server_that_is_not_there_is_told(address, code, word):
    assert word in defaults("--server", address, "domains", code=code)


def test_a_server_keeps_as_many_revisions_as_it_is_told(tmp_path):
    data = tmp_path / "data"
    for number in range(6):
        defaults("--data", data, "write", "d", "n", "-int", number)
    for option, environment, revisions in [
        (["--keep-revisions", "all"], {"VITRINE_KEEP_REVISIONS": "2"}, [6, 5, 4, 3, 2, 1]),
        (["--keep-revisions", "4"], {}, [6, 5, 4, 3]), ([], {"VITRINE_KEEP_REVISIONS": "2"}, [6, 5]),
    ]:
        server = Server(data, [*option])
        os.environ.update(environment)
        try:
            server.start()
        finally:
            for name in environment:
                del os.environ[name]
        history = server.get("/api/v1/defaults/d/history").json["history"]
        assert [entry["revision"] for entry in history] == revisions
        if revisions == [6, 5]:
            for reply in (server.request("POST", "/api/v1/defaults/d/restore", {"revision": 3}),
                          server.get("/api/v1/defaults/d/diff?from=3")):
                assert reply.status == 404 and "does not reach back to revision 3" in reply.json["detail"]
            assert server.request("POST", "/api/v1/defaults/d/restore", {"revision": 4}).status == 200
        assert server.stop() == 0
    done = vitrine("serve", "--keep-revisions", "0", "--data", data)
    assert done.returncode == 64 and "--keep-revisions" in done.stderr
