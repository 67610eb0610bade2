"""Two servers on one PostgreSQL, beside one: how many reads they answer together while both are written to.

Each server and its client have a core of their own, as on machines of one core: one server on the first, then two on the first two.
PostgreSQL, which a read only asks when something has changed, goes where there is room. With two cores in all it takes its share from
both servers, so that the figure is the least that two machines would show.
"""

import contextlib
import os
import re
import subprocess
import sys
import threading
import time

from harness import REPOSITORY, SECONDS, Row, dump, keep, medians, scratch, show

TESTS = REPOSITORY / "Tests"
sys.path[:0] = [str(TESTS), str(TESTS / "API")]

from databases import Cluster, StoreServer, address, programs  # noqa: E402

WORK, AGAINST, WANTED = "mixed reads of two servers on one PostgreSQL, both written to", "one server", ("≥", 1.6)

#: A view of a dump, the values of a domain, and the pages of settings and of the inspector, one after the other.
MIXED = """local paths, place = {"/api/v1/dumps/DUMP/views/50", "/api/v1/defaults/com.example.clock", "/apps/com.example.clock/settings", "/dumps/DUMP"}, 0
request = function() place = place % #paths + 1; return wrk.format("GET", paths[place]) end
"""


@contextlib.contextmanager
def written(servers):
    """A default of the app changes ten times a second, on one server after the other."""
    stop, failures = threading.Event(), []

    def write():
        for number in range(1 << 30):
            if stop.wait(0.1):
                return
            reply = servers[number % len(servers)].request("PATCH", "/api/v1/defaults/com.example.clock", f'{{"number": {number}}}',
                                                           {"Content-Type": "application/json"})
            if reply.status != 200:
                failures.append(reply.text)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        assert not failures, failures[0]


def together(servers, script, cores):
    """What all servers answer in a second, each asked by a client on its own core."""
    clients = [subprocess.Popen(["taskset", "-c", str(core), "wrk", "-t1", "-c16", f"-d{SECONDS}s", "-s", script, server.url],
                                stdout=subprocess.PIPE, text=True) for server, core in zip(servers, cores)]
    texts = [client.communicate()[0] for client in clients]
    assert not any("Non-2xx" in text for text in texts), texts
    return sum(float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)) for text in texts)


def rows(binary):
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2 or programs() is None:
        return [Row(WORK, AGAINST, "≥ 1.6", "", None, "it takes two cores and PostgreSQL")]
    os.environ["VITRINE_BINARY"] = str(binary)
    cluster = Cluster.made()
    with contextlib.ExitStack() as stack:
        stack.callback(cluster.end)
        folder = stack.enter_context(scratch())
        servers = []
        for number, core in enumerate(cores):
            (folder / str(number)).mkdir()
            servers.append(StoreServer(folder / str(number) / "data", [REPOSITORY / "Samples"], VITRINE_STORE=address(cluster)).start())
            stack.callback(servers[-1].stop)
            subprocess.run(["taskset", "-a", "-p", "-c", str(core), str(servers[-1].process.pid)], stdout=subprocess.DEVNULL, check=True)
        made = servers[0].request("POST", "/api/v1/dumps?name=dump", dump(100), {"Content-Type": "text/plain"}).json
        (folder / "mixed.lua").write_text(MIXED.replace("DUMP", made["id"]))
        time.sleep(1)
        with written(servers):
            figures = medians({"one": lambda: together(servers[:1], folder / "mixed.lua", cores),
                               "two": lambda: together(servers, folder / "mixed.lua", cores)})
    keep("servers", figures)
    detail = f"{figures['two']:,.0f} a second, one {figures['one']:,.0f}; a core for each server and its client"
    return [Row.ratio(WORK, AGAINST, figures["two"] / figures["one"], WANTED, detail=detail)]


if __name__ == "__main__":
    show(rows(sys.argv[1]))
