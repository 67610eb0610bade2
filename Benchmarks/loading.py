"""The rows of `Benchmarks --loading`: a dump as JSON, as text and as XML, beside json-c and lxml, and its memory."""

import re
import subprocess
import sys

from harness import Row, show


def cells(line):
    return [cell.strip() for cell in line.strip("| ").split("|")]


def rows(benchmarks):
    # The Python that runs this has lxml, as the tests do.
    text = subprocess.check_output([benchmarks, "--loading", sys.executable], text=True)
    # Of two rows of a name the later one is that with malloc as the server has it.
    lines = {cells(line)[0].split(",")[0]: cells(line) for line in text.splitlines() if line.startswith("|")}
    bounds = {"Vitrine JSON": 2, "recursiveDescription": 1, "xib of 5": 2}
    made = []
    for name, bound in bounds.items():
        work, ours, against, other, ratio = lines[name]
        made.append(Row.ratio(f"load {work}", against, float(ratio), ("≤", bound), detail=f"{ours} ms, {other} ms"))

    def figure(name):
        return float(re.search(r"[-+]?[\d.]+", lines[name][-1]).group())

    peak, view, growth = figure("peak of loading the JSON"), figure("a view without texts and attributes"), figure("ten loads")
    return [*made, Row("peak memory of loading the JSON", "its bytes", "≤ 12", f"{peak:.1f}", peak <= 12),
            Row("memory of a loaded view without texts and attributes", "", "≤ 250 bytes", f"{view:.0f} bytes", view <= 250),
            Row("memory after ten loads that were dropped", "before", "≤ 50 MB more", f"{growth:+.1f} MB", growth <= 50)]


if __name__ == "__main__":
    show(rows(sys.argv[1]))
