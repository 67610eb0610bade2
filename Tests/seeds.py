"""Which part of many cases one run tries.

`VITRINE_SEED` is a number, which chooses one slice of the cases, or `all`. `script/test` takes the number from the commit, so that
the slices take turns from commit to commit and a run of the same commit can be repeated; without the variable it is the first.
"""

import os

SEED = os.environ.get("VITRINE_SEED") or "0"
assert SEED == "all" or SEED.isdecimal(), f"VITRINE_SEED is a number or “all”, not {SEED!r}"


def slices(count):
    """The slices, numbered from 0, of so many that this run tries."""
    return list(range(count)) if SEED == "all" else [int(SEED) % count]


def walked(pages):
    """The pages that a run walks through for one rule: a third of them where a number was chosen for it, else all."""
    return pages[int(SEED) % 3::3] if os.environ.get("VITRINE_SEED") and SEED != "all" else pages


def part_of(cases, part, count):
    """The members of a dictionary that are in one of so many slices; each is in one."""
    return {name: case for number, (name, case) in enumerate(cases.items()) if number % count == part}
