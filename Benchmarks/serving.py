"""How many requests a second a server answers, beside a server on the same library that does nothing else.

`script/bench serving` runs it on a release build, with wrk as the client: one thread, 32 connections, on the same machine as
the server. The rows take turns, `ROUNDS` times; what is told are medians and their ratio to the bare server's.
"""

import json
import subprocess
import sys

from harness import REPOSITORY, Row, ask, compiled, dump, ending, free_port, keep, medians, rate, scratch, serving

LARGE = 100_000

#: Another view each time, far from the one before.
ANOTHER = f"""local i = 0
request = function() i = (i + 7919) % {LARGE - 9}; return wrk.format("GET", wrk.path .. (i + 2)) end
"""


#: The least of the bare server's answers that rows were wanted to have.
WANTED = {"one view of 100, the same": 0.35, f"one view of {LARGE:,}, another each time": 0.15}


def measure(binary):
    """Answers a second, medians, by what is asked; the bare server first."""
    with scratch() as folder, serving(binary, folder / "data", REPOSITORY / "Samples") as server:
        bare = compiled("bare", folder, "-lmicrohttpd")
        another = folder / "another.lua"
        another.write_text(ANOTHER)
        small, large = server.upload(dump(100)), server.upload(dump(LARGE))
        view = f"{server.api}/dumps/{small}/views/50"
        port = free_port()
        with ending(subprocess.Popen([bare, str(port), str(len(ask(view)))], stdout=subprocess.PIPE, text=True)) as limit:
            limit.stdout.readline()
            file = server.json("/dumps?limit=1000")["dumps"][-1]["id"]
            figures = medians({name: (lambda row=row: rate(*row)) for name, row in {
                "bare libmicrohttpd, as many bytes as the first view": (f"http://127.0.0.1:{port}/",),
                "/healthz": (f"{server.url}/healthz",),
                "one view of 100, the same": (view,),
                f"one view of {LARGE:,}, another each time": (f"{server.api}/dumps/{large}/views/", another),
                "the same of a file on the command line": (f"{server.api}/dumps/{file}/views/20",),
                "the values of a domain": (f"{server.api}/defaults/com.example.clock",),
                "a settings pane, page": (f"{server.url}/apps/com.example.clock/settings",),
                "the inspector, page of 100 views": (f"{server.url}/dumps/{small}",),
            }.items()})
    keep("serving", figures)
    return figures


def rows(binary):
    figures = measure(binary)
    whole = next(iter(figures.values()))
    return [Row.ratio(f"`GET` {name}", "a bare libmicrohttpd server, as many constant bytes", figures[name] / whole, ("≥", wanted),
                      detail=f"{figures[name]:,.0f} of {whole:,.0f} a second") for name, wanted in WANTED.items()]


def main(binary):
    figures = measure(binary)
    whole = next(iter(figures.values()))
    for name, median in figures.items():
        print(f"{name:55}{median:10,.0f} /s {median / whole:6.2f}")


if __name__ == "__main__":
    main(sys.argv[1])
