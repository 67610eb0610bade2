"""How many pages a second a server answers, beside Flask with Jinja2 on two workers that render the same rows.

What does not change is asked with 32 connections. For what changes between, one client changes a value, and then asks for the
page: only the page is timed, and the time is compared with that of Flask's page for one client. Flask renders each page anew; its
workers use threads and keep connections, which answers more often than closing them.
"""

import http.client
import itertools
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.parse

import rows_app
from harness import BENCHMARKS, Row, ask, dump, ending, free_port, keep, medians, python_with, rate, scratch, serving, show, until_answers

VIEWS = 96
PAGES = 40


class Client:
    """One connection that stays open."""

    def __init__(self, url):
        self.parts = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(self.parts.netloc, timeout=30)

    def ask(self, method="GET", path=None, body=None):
        self.connection.request(method, path or self.parts.path, body, {"Content-Type": "application/json"} if body else {})
        reply = self.connection.getresponse()
        content = reply.read()
        assert reply.status == 200, content
        return content


def page_time(client, change=lambda: None):
    """Milliseconds until a page is there, with a change before each."""
    times = []
    for _ in range(PAGES):
        change()
        start = time.perf_counter()
        client.ask()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def plain_rows():
    """The rows of both pages, as a program in Python would hold them."""
    groups, index = [], 0
    for place, row in enumerate(rows_app.rows()):
        if place % 10 == 0:
            groups.append({"title": f"Group {place // 10}", "footer": "What the rows above are for.", "rows": []})
            index += 1
        groups[-1]["rows"].append({**row, "index": index, "type": "text", "mode": "text", "capitals": "none", "correct": "on", "spelling": "false",
                                   "minimum": 0.0, "maximum": 1.0, "shown": "The first"})
        index += 1
    tree, depths = [], [line.count("   |") for line in dump(VIEWS).decode().splitlines()]
    icons = {"UIWindow": "view-window", "UITableView": "view-list", "UITableViewCell": "view-cell", "UILabel": "view-text"}
    for place, line in enumerate(dump(VIEWS).decode().splitlines()):
        name, depth = line.split("<")[1].split(":")[0], depths[place]
        following = depths[place + 1] if place + 1 < len(depths) else 0
        text = line.split("text = '")[1].split("'")[0] if "text = '" in line else "Row" if name == "UITableViewCell" else ""
        tree.append({"id": place, "depth": depth, "class": name, "icon": icons[name], "text": text, "expanded": True,
                     "is_parent": following > depth, "ends": [None] * max(depth - following, 0)})
    return groups, tree


def gunicorn(python, folder, port):
    environment = {**os.environ, "FLASK_PAGES": str(folder), "PYTHONPATH": str(BENCHMARKS)}
    command = [python, "-m", "gunicorn", "--workers", "2", "--worker-class", "gthread", "--threads", "4", "--keep-alive", "60",
               "--bind", f"127.0.0.1:{port}", "--log-level", "warning", "flask_pages:app"]
    return subprocess.Popen(command, env=environment, cwd=folder)


def rows(binary):
    python = python_with("flask", "flask==3.1.3", "gunicorn==27.0.1")
    if python is None:
        return [Row("a settings page and the inspector", "Flask with Jinja2", "", "", None, "Flask could not be installed")]
    with scratch() as folder, serving(binary, folder / "data", rows_app.write(folder)) as server:
        inspector = f"/dumps/{server.upload(dump(VIEWS))}"
        settings = f"/apps/{rows_app.IDENTIFIER}/settings"
        pages = {"settings": ask(server.url + settings), "inspector": ask(server.url + inspector)}
        for name, page in pages.items():
            (folder / f"{name}.html").write_bytes(page)
        groups, tree = plain_rows()
        (folder / "pages.json").write_text(json.dumps({"groups": groups, "tree": tree, "action": settings, "dump": inspector}))
        port = free_port()
        flask = f"http://127.0.0.1:{port}"
        with ending(gunicorn(python, folder, port)) as peer:
            until_answers(f"{flask}/settings", peer)
            for name, page in pages.items():
                size = len(ask(f"{flask}/{name}"))
                assert abs(size - len(page)) < len(page) / 20, f"Flask's {name} has {size} bytes, and not {len(page)}"
            ours, theirs = Client(server.url + settings), Client(f"{flask}/settings")
            writer, turns = Client(server.url), itertools.count()

            def change():
                writer.ask("PATCH", f"/api/v1{settings}", json.dumps({"row_0": next(turns) % 2 == 0}))

            figures = medians({
                "settings": lambda: rate(server.url + settings), "settings, Flask": lambda: rate(f"{flask}/settings"),
                "inspector": lambda: rate(server.url + inspector), "inspector, Flask": lambda: rate(f"{flask}/inspector"),
                "changed": lambda: page_time(ours, change), "changed, Flask": lambda: page_time(theirs),
            })
    keep("templating", figures)
    return [row(figures, *line) for line in [
        ("settings", "a settings pane of 100 rows, page, unchanged", 6), ("changed", "the same, a value changed before each", 1.5),
        ("inspector", f"the inspector's page, {VIEWS} views, unchanged", 1.4)]]


def row(figures, name, work, wanted):
    ours, theirs = figures[name], figures[f"{name}, Flask"]
    if name == "changed":
        ratio, detail = theirs / ours, f"{ours:.1f} ms, Flask {theirs:.1f} ms"
    else:
        ratio, detail = ours / theirs, f"{ours:,.0f} a second, Flask {theirs:,.0f}"
    return Row.ratio(f"`GET` {work}", "Flask with Jinja2, two workers of gunicorn", ratio, ("≥", wanted), detail=detail)


if __name__ == "__main__":
    show(rows(sys.argv[1]))
