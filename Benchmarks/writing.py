"""How many defaults a server changes in a second, beside SQLite alone.

Eight clients change one default of a domain after the other. Each answer says that the change is on the disk, so that at the
end the domain's revision is at least the number of answers. The peer is a C program with the same pragmas, which writes the same
rows into a database of the same schema on the same disk, one commit for each change.
"""

import json
import shutil
import subprocess
import sys

from harness import SECONDS, Row, ask, compiled, keep, medians, rate, scratch, serving, show

CLIENTS = 8

#: One of twenty keys each time.
CHANGE = """local number = 0
wrk.method = "PATCH"
wrk.headers["Content-Type"] = "application/json"
request = function()
  number = number + 1
  return wrk.format(nil, nil, nil, string.format('{"key %d": %d}', number % 20, math.random(1000000000)))
end
"""


def rows(binary):
    with scratch() as folder:
        program = compiled("commits", folder, "-lsqlite3")
        (folder / "change.lua").write_text(CHANGE)
        # A database as the server makes it, for SQLite alone.
        with serving(binary, folder / "schema") as server:
            ask(f"{server.api}/defaults/commits", "PATCH", b'{"key 0": 0}', "application/json")
        database = shutil.copy(folder / "schema/vitrine.sqlite", folder / "commits.sqlite")
        with serving(binary, folder / "data") as server:
            domain = f"{server.api}/defaults/commits"
            answers = []

            def patch():
                answers.append(rate(domain, folder / "change.lua", CLIENTS) * SECONDS)
                return answers[-1] / SECONDS

            figures = medians({"PATCH": patch, "SQLite": lambda: float(subprocess.check_output([program, database, str(SECONDS)]))})
            revision = json.loads(ask(f"{domain}/history?limit=1"))["history"][0]["revision"]
            assert revision >= sum(answers) * 0.95, f"{sum(answers):.0f} answers, and revision {revision}"
    keep("writing", figures)
    detail = f"{figures['PATCH']:,.0f} of {figures['SQLite']:,.0f} a second"
    return [Row.ratio("`PATCH` one default, durable, 8 clients", "commits of the same rows by a C program, same pragmas",
                      figures["PATCH"] / figures["SQLite"], ("≥", 0.5), detail=detail)]


if __name__ == "__main__":
    show(rows(sys.argv[1]))
