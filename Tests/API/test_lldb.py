"""The command for lldb, with a debugger that has the names of lldb's own and an app behind it."""

import importlib.util
import sys
import types

import pytest

from conftest import REPOSITORY, Server

WINDOW = "<UIWindow: 0x7f8a01; frame = (0 0; 375 667); autoresize = W+H; layer = <UIWindowLayer: 0x60>>"
LABEL = "<UILabel: 0x7f8a03; frame = (16 16; 100 21); text = 'It's 9:41'; opaque = NO; layer = <_UILabelLayer: 0x62>>"
OTHER = WINDOW.replace("0x7f8a01", "0x7f8b01")


class SBExpressionOptions:
    """What an expression is evaluated with."""

    def __init__(self):
        self.said = {}

    def __getattr__(self, name):
        known = ("SetLanguage", "SetIgnoreBreakpoints", "SetTrapExceptions", "SetUnwindOnError", "SetTryAllThreads",
                 "SetTimeoutInMicroSeconds")
        if name not in known:
            raise AttributeError(name)
        return lambda value: self.said.update({name[3:]: value})


class SBError:
    def __init__(self, text):
        self.text = text

    def Fail(self):
        return self.text is not None

    def GetCString(self):
        return self.text


class SBValue:
    def __init__(self, text=None, error=None):
        self.text, self.error = text, error

    def GetError(self):
        return SBError(self.error)

    def GetValueAsUnsigned(self):
        return 0 if self.text is None else 0x600000

    def GetObjectDescription(self):
        return self.text


class SBFrame:
    """A frame of an app whose objects answer as `answers` says: parts of expressions and what they give."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = []

    def IsValid(self):
        return True

    def EvaluateExpression(self, expression, options):
        assert options.said["Language"] == 0x10 and options.said["IgnoreBreakpoints"] is True
        assert options.said["TimeoutInMicroSeconds"] > 0
        self.asked.append(expression)
        for part, answer in self.answers.items():
            if part in expression:
                return answer
        return SBValue(error="error: use of undeclared identifier\n")


class SBDebugger:
    """Debugger, target, process and thread in one: each gives the next."""

    def __init__(self, frame, state=5):
        self.frame, self.state = frame, state
        self.commands = []

    def GetSelectedTarget(self):
        return self

    GetProcess = GetSelectedThread = GetSelectedTarget

    def GetSelectedFrame(self):
        return self.frame

    def IsValid(self):
        return self.frame is not None

    def GetState(self):
        return self.state

    def HandleCommand(self, command):
        self.commands.append(command)


class SBCommandReturnObject:
    def __init__(self):
        self.messages, self.error = [], None

    def AppendMessage(self, text):
        self.messages.append(text)

    def SetError(self, text):
        self.error = text


@pytest.fixture
def script(monkeypatch):
    fake = types.ModuleType("lldb")
    fake.SBExpressionOptions = SBExpressionOptions
    fake.eLanguageTypeObjC, fake.eStateStopped, fake.eStateRunning = 0x10, 5, 6
    monkeypatch.setitem(sys.modules, "lldb", fake)
    monkeypatch.delenv("VITRINE_URL", raising=False)
    spec = importlib.util.spec_from_file_location("vitrine_lldb", REPOSITORY / "Public/exporter/vitrine_lldb.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def app(**changed):
    answers = {
        "keyWindow": SBValue(f"{WINDOW}\n   | {LABEL}\n"), "windows": SBValue(f"{WINDOW}\n   | {LABEL}\n{OTHER}"),
        "0x7f8a03": SBValue(LABEL), "CFBundleName": SBValue("Clock"),
    }
    return SBFrame({**answers, **changed})


def run(script, command, frame, state=5, word="vitrine"):
    result = SBCommandReturnObject()
    getattr(script, word)(SBDebugger(frame, state), command, None, result, {})
    return result


def test_it_adds_its_commands(script, capsys):
    debugger = SBDebugger(app())
    script.__lldb_init_module(debugger, {})
    assert debugger.commands == [f"command script add -f vitrine_lldb.{name} {name}" for name in ("vitrine", "pvitrine")]
    assert "vitrine" in capsys.readouterr().out and "http" not in script.vitrine.__doc__


def test_one_word_sends_the_key_window(script, fresh, monkeypatch):
    monkeypatch.setenv("VITRINE_URL", fresh.url)
    result = run(script, "", app())
    assert result.error is None
    page, = result.messages
    assert page.startswith(fresh.url + "/dumps/") and fresh.get(page[len(fresh.url):]).status == 200
    dump = fresh.get("/api/v1/dumps").json["dumps"][0]
    assert (dump["name"], dump["format"], dump["viewCount"]) == ("Clock", "recursiveDescription", 2)
    assert fresh.get(f"/api/v1/dumps/{dump['id']}/views?class=UILabel").json["views"][0]["text"] == "It's 9:41"


def test_a_server_that_asks_for_a_token_gets_it(script, tmp_path, monkeypatch):
    server = Server(tmp_path / "data", [], "--token", "chosen-by-a-person").start()
    monkeypatch.delenv("VITRINE_TOKEN", raising=False)
    assert "401" in run(script, server.url, app()).error
    monkeypatch.setenv("VITRINE_TOKEN", "chosen-by-a-person")
    result = run(script, server.url, app())
    assert result.error is None and result.messages[0].startswith(server.url + "/dumps/")
    assert server.stop() == 0


def test_all_windows_a_view_and_a_name_can_be_wished(script, fresh):
    assert run(script, f"{fresh.url}/ --all --name 'All of it'", app()).error is None
    dump = fresh.get("/api/v1/dumps").json["dumps"][0]
    assert (dump["name"], dump["viewCount"]) == ("All of it", 3)
    assert len(fresh.get(f"/api/v1/dumps/{dump['id']}").json["roots"]) == 2
    result = run(script, "--view 0x7f8a03 --print", app())
    assert result.messages == [LABEL] and result.error is None


def test_without_a_key_window_all_windows_are_taken(script):
    result = run(script, "--print", app(keyWindow=SBValue()))
    assert result.messages == [f"{WINDOW}\n   | {LABEL}\n{OTHER}"]


def test_the_variant_prints_and_asks_no_server(script):
    frame = app()
    result = run(script, "", frame, word="pvitrine")
    assert result.messages == [f"{WINDOW}\n   | {LABEL}"] and result.error is None
    assert all("CFBundleName" not in expression for expression in frame.asked)


@pytest.mark.parametrize("command, frame, state, words", [
    ("", app(), 6, "Pause it first"), ("", None, 5, "no process"),
    ("", app(keyWindow=SBValue(), windows=SBValue()), 5, "no window"),
    ("", app(keyWindow=SBValue(error="error: Couldn't load UIKit")), 5, "Couldn't load UIKit"),
    ("--view nil", app(nil=SBValue()), 5, "nil is nil"), ("ftp://host", app(), 5, "no address of a server"),
    ("http://127.0.0.1:1", app(), 5, "no Vitrine at"), ("--dance", app(), 5, "usage: vitrine"),
    ("'open", app(), 5, "cannot be understood"), ("--help", app(), 5, "--view VIEW"),
])
def test_what_goes_wrong_is_a_sentence_and_never_ends_the_debugger(script, command, frame, state, words):
    result = run(script, command, frame, state)
    assert words in result.error and result.messages == []


def test_what_a_server_refuses_is_told(script, samples):
    result = run(script, samples.url, app(keyWindow=SBValue("Dear diary, nothing happened today.")))
    assert "415" in result.error


def test_the_name_of_the_app_is_no_condition(script, fresh):
    assert run(script, fresh.url, app(CFBundleName=SBValue(error="error: no such class"))).error is None


def test_the_server_gives_it_away(samples):
    for name, words in [("vitrine_lldb.py", "command script add"), ("Vitrine.swift", "enum Vitrine")]:
        reply = samples.get(f"/exporter/{name}")
        assert reply.status == 200 and words in reply.text
        assert reply.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        tag = reply.headers["ETag"]
        assert tag and reply.headers["Cache-Control"] == "no-cache"
        assert samples.get(f"/exporter/{name}", If_None_Match=tag).status == 304
        assert reply.body == (REPOSITORY / "Public/exporter" / name).read_bytes()
    for path in ["/exporter/none.py", "/exporter/../openapi.json", "/exporter/%2e%2e%2fopenapi.json", "/exporter"]:
        assert samples.get(path).status == 404
