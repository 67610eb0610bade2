"""What the benchmarks of the server share: a server, its peers, turns, and rows of the table."""

import contextlib
import dataclasses
import functools
import json
import os
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
BENCHMARKS = REPOSITORY / "Benchmarks"
RESULTS = BENCHMARKS / "results"
ROUNDS = 5
SECONDS = 2


@dataclasses.dataclass
class Row:
    """A line of the table: what was wanted beside what was measured."""

    work: str
    against: str
    wanted: str
    measured: str
    met: bool | None
    #: Why it is not met, or what the figure leaves out.
    note: str = ""

    def __str__(self):
        met = {True: "yes", False: "no", None: "–"}[self.met]
        note = self.note or ("" if self.met is not False else reasons().get(self.work, "README.md does not say yet why"))
        return f"| {self.work} | {self.against} | {self.wanted} | {self.measured} | {met}{': ' + note if note else ''} |"

    @classmethod
    def ratio(cls, work, against, measured, wanted, note="", detail=""):
        """A ratio with its bound: `("≥", 0.5)` or `("≤", 2)`."""
        sign, bound = wanted
        met = measured >= bound if sign == "≥" else measured <= bound
        return cls(work, against, f"{sign} {bound:g}", f"{measured:.2f}{f' ({detail})' if detail else ''}", met, note)


@functools.cache
def reasons():
    """What is known to stand behind a “no”, by the work: README.md has it in the table of its last whole run."""
    text = (BENCHMARKS / "README.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| (.+?)(?: ⟳)? \|.*\| no: (.+) \|$", text, re.MULTILINE))


HEAD = "| work | against | wanted | measured | met |\n|---|---|---|---|---|"


def medians(tasks, rounds=ROUNDS):
    """The medians of what some tasks say, by name. They take turns, so that whatever else the machine does weighs on all of them."""
    said = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            said[name].append(task())
    return {name: statistics.median(figures) for name, figures in said.items()}


def keep(name, figures):
    """Keeps figures as JSON, which is not part of the repository."""
    RESULTS.mkdir(exist_ok=True)
    stamp = time.strftime("%Y-%m-%dT%H%M%SZ", time.gmtime())
    (RESULTS / f"{name}-{stamp}.json").write_text(json.dumps(figures, indent=1))


def show(rows):
    """Prints a table of its own."""
    print("\n".join([HEAD, *map(str, rows)]), flush=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def ask(url, method="GET", body=None, kind="text/plain"):
    request = urllib.request.Request(url, data=body, method=method, headers={"Content-Type": kind} if body else {})
    with urllib.request.urlopen(request, timeout=300) as reply:
        return reply.read()


def until_answers(url, process, seconds=30):
    """Waits for a server that has just been started."""
    end = time.monotonic() + seconds
    while True:
        try:
            return ask(url)
        except OSError:
            assert process.poll() is None and time.monotonic() < end, f"{url} does not answer"
            time.sleep(0.02)


def rate(url, script=None, connections=32, seconds=SECONDS):
    """Answers a second, as wrk counts them with one thread; what is no success fails."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", *(["-s", str(script)] if script else []), url]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in text, f"{url}: {text}"
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))


@contextlib.contextmanager
def ending(process):
    """A process that ends with the block."""
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=30)


@contextlib.contextmanager
def scratch():
    """A folder that goes with the block."""
    with tempfile.TemporaryDirectory(prefix="vitrine-bench-") as folder:
        yield pathlib.Path(folder)


class Server:
    """A release build of Vitrine on a free port."""

    def __init__(self, process, url):
        self.process, self.url, self.api = process, url, url + "/api/v1"

    def json(self, path, method="GET", body=None, kind="application/json"):
        return json.loads(ask(self.api + path, method, body, kind))

    def upload(self, body):
        """The id of a new dump."""
        return self.json("/dumps?name=dump", "POST", body, "text/plain")["id"]

    @property
    def memory(self):
        """Resident bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) << 10


@contextlib.contextmanager
def serving(binary, data, *arguments, **variables):
    """A server that ends with the block. What it logs goes to a file beside its data."""
    environment = {**os.environ, "VITRINE_RESOURCES": str(REPOSITORY), **variables}
    with open(f"{data}.log", "wb") as log:
        process = subprocess.Popen([binary, "serve", *map(str, arguments), "--port", "0", "--data", str(data)],
                                   stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    with ending(process):
        line = process.stdout.readline()
        assert "://" in line, f"the server did not start: {pathlib.Path(f'{data}.log').read_text()}"
        yield Server(process, line.split()[-1].rstrip("/"))


def compiled(name, folder, *options):
    """A C program of this folder, built."""
    program = folder / name
    subprocess.run(["cc", "-std=gnu11", "-O2", "-Wall", "-o", program, BENCHMARKS / f"{name}.c", *options], check=True)
    return program


def python_with(name, *packages):
    """A Python with some packages in an environment of its own; None, with a word to people, where they cannot be installed."""
    folder = RESULTS / name
    python = folder / "bin/python"
    marker = folder / "installed"
    if marker.exists() and marker.read_text() == "\n".join(packages):
        return python
    done = subprocess.run([sys.executable, "-m", "venv", folder])
    if done.returncode == 0:
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
    if done.returncode != 0:
        print(f"{' '.join(packages).upper()} COULD NOT BE INSTALLED: what is measured beside it is left out.", file=sys.stderr)
        return None
    marker.write_text("\n".join(packages))
    return python


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
