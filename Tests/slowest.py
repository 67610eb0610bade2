"""Prints where the time of `script/test` went: python slowest.py TIMES [JUNIT-XML]

TIMES has a line for each step or module, its seconds and its name with a tab between; the file of pytest has its tests, which are
added up by file. Workers run beside one another, so the files of tests add up to more than their step.
"""

import collections
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

ROWS = 25


def steps(path):
    """The rows of what the script measured itself."""
    for line in pathlib.Path(path).read_text().splitlines():
        seconds, _, name = line.partition("\t")
        yield float(seconds), name


def files(path):
    """A row for each file of tests of pytest's report, with how many tests it ran."""
    took, count = collections.Counter(), collections.Counter()
    for case in ElementTree.parse(path).iter("testcase"):
        name = "Tests/" + case.get("classname").removeprefix("Tests.").replace(".", "/") + ".py"
        took[name] += float(case.get("time"))
        count[name] += case.find("skipped") is None
    for name, seconds in took.items():
        yield seconds, f"{name}, {count[name]} tests"


def table(rows):
    """The rows that took longest, the longest first."""
    slowest = sorted(rows, reverse=True)[:ROWS]
    return "\n".join(f"{seconds:8.1f} s  {name}" for seconds, name in slowest)


if __name__ == "__main__":
    times, *reports = sys.argv[1:]
    print(table([*steps(times), *(row for report in reports if pathlib.Path(report).exists() for row in files(report))]))
