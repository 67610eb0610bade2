"""The commands of the program, run as people run them."""

import os
import subprocess

from conftest import REPOSITORY

BINARY = os.environ.get("VITRINE_BINARY") or str(REPOSITORY / ".build/debug/vitrine")


def environment(**variables):
    """These variables, and those of whoever runs the tests that say nothing to servers and commands."""
    return {name: value for name, value in os.environ.items() if not name.startswith("VITRINE_")} | variables


def vitrine(*arguments, stdin=None, folder=None, text=True, program=BINARY, **variables):
    """Runs a command and returns what came of it; without `text` its streams are bytes. More names are variables of its environment."""
    return subprocess.run(
        [program, *map(str, arguments)], input=stdin, capture_output=True, text=text, cwd=folder, timeout=120, env=environment(**variables))


def told(*arguments, code=0, **options):
    """What a command prints that ends with a code: its results, or what it says went wrong."""
    done = vitrine(*arguments, **options)
    assert done.returncode == code, done
    return done.stdout if code == 0 else done.stderr
