"""All rows in one table: what was wanted of Vitrine, beside what this machine shows.

`script/bench table` runs it on release builds. Rows that fail are told as such, and the others go on.
"""

import argparse
import datetime
import os
import platform
import sys
import traceback

import constant
import elements
import growth
import loading
import models
import pages
import serving
import servers
import starting
import streams
import templating
import writing
from harness import HEAD, RESULTS, Row


def parts(binary, benchmarks):
    """What gives rows, by name."""
    return {
        "serving": lambda: serving.rows(binary), "constant": lambda: constant.rows(binary), "templating": lambda: templating.rows(binary),
        "writing": lambda: writing.rows(binary), "loading": lambda: loading.rows(benchmarks), "elements": lambda: elements.rows(binary, benchmarks),
        "models": lambda: models.rows(binary, benchmarks), "starting": lambda: starting.rows(binary), "pages": lambda: pages.rows(binary),
        "streams": lambda: streams.rows(binary), "servers": lambda: servers.rows(binary), "growth": lambda: growth.rows(benchmarks),
    }


def load():
    return ", ".join(f"{number:.1f}" for number in os.getloadavg())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("benchmarks")
    parser.add_argument("names", nargs="*", help="only these parts")
    arguments = parser.parse_args()
    every = parts(arguments.binary, arguments.benchmarks)
    if unknown := [name for name in arguments.names if name not in every]:
        parser.error(f"there is no {unknown[0]}; there are {', '.join(every)}")
    stamp = datetime.datetime.now(datetime.timezone.utc)
    lines = [f"{stamp:%Y-%m-%d %H:%M} UTC, {os.cpu_count()} processors, {platform.machine()}, load {load()} before", "", HEAD]
    print("\n".join(lines), flush=True)
    failed = False
    for name in arguments.names or every:
        try:
            rows = every[name]()
        except Exception as error:  # One that fails does not take the others with it.
            traceback.print_exc()
            rows, failed = [Row(name, "", "", f"{type(error).__name__}", None, "it could not be measured")], True
        lines += map(str, rows)
        print("\n".join(map(str, rows)), flush=True)
    lines += ["", f"load {load()} after"]
    print(lines[-1])
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"table-{stamp:%Y-%m-%dT%H%M%SZ}.md").write_text("\n".join(lines) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
