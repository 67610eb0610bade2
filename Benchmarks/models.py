"""What the model does with 100,000 views, beside the least that it takes: C, libxml2, `git diff`, and loading.

Times are the processor's. Those of programs are of the whole program, with what it reads and prints.
"""

import json
import math
import resource
import statistics
import subprocess
import sys

from harness import Row, dump, keep, medians, scratch, show

VIEWS = 100_000
WANTED = {"autoresize": 2, "window frames": 3, "100 hit tests": 3, "visible areas": 3}


def figures_of(benchmarks, *arguments):
    return json.loads(subprocess.check_output([benchmarks, *map(str, arguments)]))


def processor_time(*command):
    """The milliseconds that a program takes of the processor; its exit code may be 1, which says that something differs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    assert code in (0, 1), f"{command} ends with {code}"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def limits(benchmarks):
    """The model beside loops in C."""
    figures = figures_of(benchmarks, "--against", "c", "--views", VIEWS)
    keep("limits", figures)
    return [Row.ratio(f"{name}, {VIEWS:,} views", "loops in C over the same arrays", ours / other, ("≤", WANTED[name]),
                      detail=f"{ours:.2f} ms, C {other:.2f} ms") for name, (ours, other) in figures.items()]


def xpath(benchmarks):
    figures = figures_of(benchmarks, "--against", "xpath", "--views", VIEWS)
    keep("xpath", figures)
    ratios = {expression: ours / other for expression, (ours, other) in figures.items()}
    mean = math.exp(statistics.fmean(map(math.log, ratios.values())))
    worst = max(ratios, key=ratios.get)
    return [Row.ratio(f"XPath, {len(ratios)} expressions over {VIEWS:,} elements", "libxml2 on the same document", mean, ("≤", 1.3),
                      detail=f"geometric mean; from {min(ratios.values()):.2f} to {ratios[worst]:.2f}, for `{worst.replace('|', '¦')}`")]


def changed(text):
    """The dump with every hundredth line moved, every thousandth gone and every thousandth twice."""
    lines = []
    for number, line in enumerate(text.decode().splitlines()):
        if number % 100 == 50:
            line = line.replace("; 80 20)", "; 81 20)").replace("; 375 44)", "; 375 45)")
        if number % 1000 == 903:
            continue
        lines += [line] * (2 if number % 1000 == 503 else 1)
    return "\n".join(lines).encode()


def diff(binary):
    with scratch() as folder:
        former, new = folder / "former.txt", folder / "new.txt"
        former.write_bytes(dump(VIEWS))
        new.write_bytes(changed(dump(VIEWS)))
        figures = medians({
            "vitrine diff": lambda: processor_time(binary, "diff", former, new),
            "git diff": lambda: processor_time("git", "diff", "--no-index", former, new),
        })
    keep("diff", figures)
    ours, git = figures.values()
    return [Row.ratio(f"`vitrine diff` of two dumps of {VIEWS:,} views", "`git diff --no-index` of the same files", ours / git, ("≤", 1),
                      detail=f"{ours:.0f} ms, git {git:.0f} ms")]


def lint(benchmarks):
    """Lint of a list and of a tangle of controls beside loading them."""
    rows = []
    for shape, name in (("screen", "a long list"), ("tangle", "controls and texts tangled")):
        def time(task, shape=shape):
            words = [benchmarks, "--shape", shape, "--views", str(VIEWS), "--task", task]
            line = subprocess.check_output(words, text=True).splitlines()[-1]
            return float(line.split(task)[1].split()[0])

        figures = medians({task: lambda task=task: time(task) for task in ("read text", "lint")}, rounds=3)
        loading, ours = figures.values()
        rows.append(Row.ratio(f"lint of {VIEWS:,} views, {name}", "loading its `recursiveDescription`", ours / loading, ("≤", 1),
                              detail=f"{ours:.0f} ms, loading {loading:.0f} ms"))
    return rows


def rows(binary, benchmarks):
    return [*limits(benchmarks), *xpath(benchmarks), *diff(binary), *lint(benchmarks)]


if __name__ == "__main__":
    show(rows(*sys.argv[1:3]))
