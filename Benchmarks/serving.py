"""How many requests a second a server answers, beside a server on the same library that does nothing else.

`script/bench serving` runs it on a release build, with wrk as the client: one thread, 32 connections, on the same machine as
the server. The rows take turns, `ROUNDS` times; what is told are medians and their ratio to the bare server's.
"""

import json
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
ROUNDS = 5
SECONDS = 3
LARGE = 100_000

#: Another view each time, far from the one before.
ANOTHER = f"""local i = 0
request = function() i = (i + 7919) % {LARGE - 9}; return wrk.format("GET", wrk.path .. (i + 2)) end
"""


def dump(count):
    """A table of rows with four labels each, `count` views in all, as a debugger prints it."""
    lines = ["<UIWindow: 0x600000000001; frame = (0 0; 375 667); layer = <CALayer: 0x1>>",
             "   | <UITableView: 0x600000000002; frame = (0 0; 375 667); clipsToBounds = YES; layer = <CALayer: 0x2>>"]
    while len(lines) < count:
        row = len(lines) // 5
        lines.append(f"   |    | <UITableViewCell: 0x7{len(lines):08x}; frame = (0 {row * 44}; 375 44); autoresize = W; layer = <CALayer: 0x3>>")
        for column in range(min(4, count - len(lines))):
            lines.append(f"   |    |    | <UILabel: 0x7{len(lines):08x}; frame = ({column * 90} 2; 80 20); text = 'Row {row} {column}';"
                         " userInteractionEnabled = NO; layer = <CALayer: 0x4>>")
    return "\n".join(lines).encode()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def ask(url, method="GET", body=None, kind="text/plain"):
    request = urllib.request.Request(url, data=body, method=method, headers={"Content-Type": kind} if body else {})
    with urllib.request.urlopen(request, timeout=300) as reply:
        return reply.read()


def rate(url, script=None):
    """Answers a second; what is no success fails."""
    command = ["wrk", "-t1", "-c32", f"-d{SECONDS}s", *(["-s", script] if script else []), url]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in text, f"{url}: {text}"
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))


def main(binary):
    folder = pathlib.Path(tempfile.mkdtemp())
    bare = folder / "bare"
    subprocess.run(["cc", "-O2", "-o", bare, REPOSITORY / "Benchmarks/bare.c", "-lmicrohttpd"], check=True)
    (folder / "another.lua").write_text(ANOTHER)
    with open(folder / "server.log", "wb") as log:
        server = subprocess.Popen([binary, "serve", REPOSITORY / "Samples", "--port", "0", "--data", folder / "data"],
                                  stdout=subprocess.PIPE, stderr=log, text=True)
    url = server.stdout.readline().split()[-1].rstrip("/")
    api = f"{url}/api/v1"
    small, large = (json.loads(ask(f"{api}/dumps?name=dump", "POST", dump(count)))["id"] for count in (100, LARGE))
    view = f"{api}/dumps/{small}/views/50"
    port = free_port()
    limit = subprocess.Popen([bare, str(port), str(len(ask(view)))], stdout=subprocess.PIPE, text=True)
    limit.stdout.readline()
    rows = {
        "bare libmicrohttpd, as many bytes as the first view": (f"http://127.0.0.1:{port}/",),
        "/healthz": (f"{url}/healthz",),
        "one view of 100, the same": (view,),
        f"one view of {LARGE:,}, another each time": (f"{api}/dumps/{large}/views/", folder / "another.lua"),
        "the same of a file on the command line": (f"{api}/dumps/{json.loads(ask(f'{api}/dumps?limit=1000'))['dumps'][-1]['id']}/views/20",),
        "the values of a domain": (f"{api}/defaults/com.example.clock",),
        "a settings pane, page": (f"{url}/apps/com.example.clock/settings",),
        "the inspector, page of 100 views": (f"{url}/dumps/{small}",),
    }
    figures = {name: [] for name in rows}
    try:
        for _ in range(ROUNDS):
            for name, row in rows.items():
                ask(row[0] + ("2" if len(row) > 1 else ""))
                figures[name].append(rate(*row))
    finally:
        server.terminate()
        limit.terminate()
    medians = {name: statistics.median(rates) for name, rates in figures.items()}
    whole = next(iter(medians.values()))
    for name, median in medians.items():
        print(f"{name:55}{median:10,.0f} /s {median / whole:6.2f}")
    results = REPOSITORY / "Benchmarks/results"
    results.mkdir(exist_ok=True)
    stamp = time.strftime("%Y-%m-%dT%H%M%SZ", time.gmtime())
    (results / f"serving-{stamp}.json").write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main(sys.argv[1])
