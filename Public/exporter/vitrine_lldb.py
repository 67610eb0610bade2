"""The command “vitrine” for lldb: sends the views of the paused app to a Vitrine server.

Once, best in ~/.lldbinit:

    command script import ~/vitrine_lldb.py

Then, with the app paused in Xcode or in lldb:

    vitrine                          to the server of VITRINE_URL, else http://127.0.0.1:8080
    vitrine http://10.0.0.5:8080     to that server
    vitrine --all                    all windows, not the key window alone
    vitrine --view 0x7f9d2d734420    one view, or any expression of Objective-C that gives one
    vitrine --open                   and show the page
    vitrine --print                  print the text instead; so does “pvitrine”

A server that asks for a token gets that of VITRINE_TOKEN.

The text is what UIKit's recursiveDescription prints. It needs Python's own library alone, and asks the network from this
machine: the app may run on a device that does not reach the server.
"""

import argparse
import os
import shlex
import urllib.error
import urllib.parse
import urllib.request
import webbrowser

import lldb

SERVER = "http://127.0.0.1:8080"
# Seconds: for an expression in the app, and for the server.
EXPRESSION_TIME = 30
NETWORK_TIME = 30
# The most bytes of a dump that a server takes.
MAXIMUM = 64 << 20

APPLICATION = "(id)[UIApplication sharedApplication]"
KEY_WINDOW = f"(id)[(id)[{APPLICATION} keyWindow] recursiveDescription]"
ALL_WINDOWS = (
    f'(id)[(id)[(id)[{APPLICATION} windows] valueForKey:@"recursiveDescription"] componentsJoinedByString:@"\\n"]'
)
NAME = '(id)[(id)[NSBundle mainBundle] objectForInfoDictionaryKey:@"CFBundleName"]'


class Failure(Exception):
    """What went wrong, as a sentence."""


class Arguments(argparse.ArgumentParser):
    """Arguments whose faults are answered; a parser that exits would end the debugger."""

    def error(self, message):
        raise Failure(f"{message}. {self.format_usage().strip()}")

    def exit(self, status=0, message=None):
        raise Failure((message or self.format_help()).strip())


def arguments(command, prints):
    parser = Arguments(prog="vitrine", description="Send the views of the paused app to a Vitrine server.")
    parser.add_argument("server", nargs="?", default=os.environ.get("VITRINE_URL") or SERVER)
    parser.add_argument("--print", dest="prints", action="store_true", default=prints, help="print the text instead")
    parser.add_argument("--all", dest="windows", action="store_true", help="all windows, not the key window alone")
    parser.add_argument("--view", help="one view: its address, or an expression of Objective-C")
    parser.add_argument("--name", help="the name of the dump; by default that of the app")
    parser.add_argument("--open", dest="opens", action="store_true", help="show the page in the browser")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Failure(f"The command cannot be understood: {error}") from None
    return parser.parse_args(words)


def frame(debugger):
    """The frame that is selected, of a process that stands still."""
    process = debugger.GetSelectedTarget().GetProcess()
    if not process.IsValid():
        raise Failure("There is no process. Attach to the app first.")
    if process.GetState() != lldb.eStateStopped:
        raise Failure("The app is running. Pause it first.")
    selected = process.GetSelectedThread().GetSelectedFrame()
    if not selected.IsValid():
        raise Failure("No frame is selected. Select a thread of the app first.")
    return selected


def describe(selected, expression):
    """What an object says of itself; nil for none."""
    options = lldb.SBExpressionOptions()
    # Of a frame in Swift, too.
    options.SetLanguage(lldb.eLanguageTypeObjC)
    options.SetIgnoreBreakpoints(True)
    options.SetTrapExceptions(False)
    options.SetUnwindOnError(True)
    options.SetTryAllThreads(True)
    options.SetTimeoutInMicroSeconds(EXPRESSION_TIME * 1_000_000)
    value = selected.EvaluateExpression(expression, options)
    error = value.GetError()
    if error.Fail():
        raise Failure(f"lldb cannot evaluate {expression}: {(error.GetCString() or 'it does not say why').strip()}")
    if value.GetValueAsUnsigned() == 0:
        return None
    text = value.GetObjectDescription()
    return None if text in (None, "", "nil", "<nil>", "(null)") else text


def views(selected, wanted):
    """The text of the views that are wanted."""
    if wanted.view:
        text = describe(selected, f"(id)[(id)({wanted.view}) recursiveDescription]")
        if text is None:
            raise Failure(f"{wanted.view} is nil.")
        return text
    # With several scenes the app may have no key window.
    text = None if wanted.windows else describe(selected, KEY_WINDOW)
    text = text or describe(selected, ALL_WINDOWS)
    if text is None:
        raise Failure("The app has no window.")
    return text


def post(server, text, name):
    """Sends the text, and gives back the address of the page of the dump."""
    address = urllib.parse.urlsplit(server)
    if address.scheme not in ("http", "https") or not address.netloc:
        raise Failure(f"“{server}” is no address of a server, such as {SERVER}.")
    body = text.encode("utf-8", "replace")
    if len(body) > MAXIMUM:
        raise Failure(f"The text has {len(body) >> 20} MiB, more than a server takes. Send one view with --view.")
    base = server.rstrip("/")
    query = "?" + urllib.parse.urlencode({"name": name}) if name else ""
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    if token := os.environ.get("VITRINE_TOKEN"):
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(base + "/api/v1/dumps" + query, data=body, method="POST", headers=headers)
    # A server of this machine or its network is no matter of a proxy.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=NETWORK_TIME) as reply:
            place = reply.headers.get("Location", "")
    except urllib.error.HTTPError as error:
        detail = error.read(2000).decode("utf-8", "replace")
        raise Failure(f"The server answered {error.code}: {detail}") from None
    except (OSError, ValueError) as error:
        raise Failure(f"There is no Vitrine at {server}: {getattr(error, 'reason', error)}") from None
    if not place.startswith("/api/v1/dumps/"):
        raise Failure(f"What is at {server} is no Vitrine: it did not say where the dump is.")
    return base + place[len("/api/v1"):]


def run(debugger, command, result, prints):
    try:
        wanted = arguments(command, prints)
        selected = frame(debugger)
        text = views(selected, wanted)
        if wanted.prints:
            result.AppendMessage(text.rstrip("\n"))
            return
        try:
            name = wanted.name or describe(selected, NAME)
        except Failure:
            name = None
        page = post(wanted.server, text, name)
        result.AppendMessage(page)
        if wanted.opens:
            webbrowser.open(page)
    except Failure as failure:
        result.SetError(str(failure))


def vitrine(debugger, command, context, result, dictionary):
    """Send the views of the paused app to a Vitrine server: vitrine [URL] [--all] [--view EXPRESSION] [--name NAME] [--open] [--print]"""
    run(debugger, command, result, prints=False)


def pvitrine(debugger, command, context, result, dictionary):
    """Print the views of the paused app: pvitrine [--all] [--view EXPRESSION]"""
    run(debugger, command, result, prints=True)


def __lldb_init_module(debugger, dictionary):
    for name in ("vitrine", "pvitrine"):
        debugger.HandleCommand(f"command script add -f {__name__}.{name} {name}")
    print("“vitrine” sends the views of the paused app to a Vitrine server; “help vitrine” says how.")
