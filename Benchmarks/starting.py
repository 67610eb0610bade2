"""How long a server takes from its start to its first answer, beside what the dynamic loader alone takes.

The loader's time is that of the same program asked for nothing but its libraries (`LD_TRACE_LOADED_OBJECTS` would not relocate
them; `--version` loads and relocates them all, and ends). The clock runs from before the process is made until the first byte of
the answer to `GET /healthz`. With dumps and bundles on the command line it is the answer to `GET /api/v1/dumps`, which lists them.
"""

import os
import pathlib
import plistlib
import socket
import statistics
import subprocess
import sys
import time

from harness import REPOSITORY, Row, dump, ending, free_port, keep, medians, scratch, show

DUMPS = 1_000
BUNDLES = 100


def loading(binary):
    start = time.perf_counter()
    subprocess.run([binary, "--version"], stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1000


def processor_time(pid):
    """The milliseconds that all threads of a process have had of the processors, which a busy machine does not lengthen."""
    return sum(int(each.read_text().split()[0]) for each in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e6


def first_answer(binary, folder, path, *arguments, spent):
    """Milliseconds until the first answer; those of the processor go to `spent`. The data folder is there already."""
    port = free_port()
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
    start = time.perf_counter()
    with ending(subprocess.Popen([binary, "serve", *map(str, arguments), "--port", str(port), "--data", str(folder / "data")],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "VITRINE_RESOURCES": str(REPOSITORY)})) as process:
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port))
                break
            except ConnectionRefusedError:
                assert time.perf_counter() - start < 30, "the server does not start"
                time.sleep(0.0005)
        with connection:
            connection.sendall(request)
            reply = connection.recv(16)
            elapsed = (time.perf_counter() - start) * 1000
            spent.append(processor_time(process.pid))
    assert reply.startswith(b"HTTP/1.1 200"), reply
    return elapsed


def library(folder):
    """A folder of dumps of fifty views and a folder of bundles with settings."""
    dumps, bundles = folder / "dumps", folder / "bundles"
    dumps.mkdir()
    text = dump(50)
    for number in range(DUMPS):
        (dumps / f"screen-{number:04}.txt").write_bytes(text.replace(b"Row 0 0", f"Screen {number}".encode()))
    for number in range(BUNDLES):
        settings = bundles / f"App{number:03}.app/Settings.bundle"
        settings.mkdir(parents=True)
        (settings.parent / "Info.plist").write_bytes(plistlib.dumps({"CFBundleIdentifier": f"com.example.app{number}", "CFBundleName": f"App {number}"}))
        specifiers = [{"Type": "PSToggleSwitchSpecifier", "Key": f"key{key}", "Title": f"Row {key}", "DefaultValue": False} for key in range(10)]
        (settings / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": specifiers}))
    return dumps, bundles


def rows(binary):
    with scratch() as folder:
        paths = library(folder)
        spent = {"empty": [], "library": []}
        first_answer(binary, folder, "/healthz", *paths, spent=[])
        figures = medians({
            "loader": lambda: loading(binary),
            "empty": lambda: first_answer(binary, folder, "/healthz", spent=spent["empty"]),
            "library": lambda: first_answer(binary, folder, "/api/v1/dumps", *paths, spent=spent["library"]),
        }, rounds=9)
    figures |= {f"{name}, processor": statistics.median(times) for name, times in spent.items()}
    keep("starting", figures)
    more = figures["empty"] - figures["loader"]
    return [
        Row("cold start to the first answer", "the dynamic loader, by `--version`", "≤ 45 ms more",
            f"{more:.0f} ms more ({figures['empty']:.0f} ms, {figures['empty, processor']:.0f} of the processor, loader {figures['loader']:.0f} ms)", more <= 45),
        Row(f"the same with {DUMPS:,} dumps and {BUNDLES} bundles, which the answer lists", "", "≤ 150 ms",
            f"{figures['library']:.0f} ms ({figures['library, processor']:.0f} of the processor)", figures["library"] <= 150),
    ]


if __name__ == "__main__":
    show(rows(sys.argv[1]))
