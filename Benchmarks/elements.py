"""How long page source of WebDriverAgent takes to become JSON, beside uiautodev's parser.

Both read the XML and write JSON within their own process, over and over; uiautodev writes its nodes as its own routes do. What
is told beside it is how long a server takes from an upload of the XML to the answer with all views, over one connection: it keeps
the upload on its disk before it answers, measures all views, and leaves nothing out.
"""

import json
import statistics
import subprocess
import sys
import time

from harness import Row, keep, medians, python_with, scratch, serving, show
from models import figures_of
from templating import Client

ELEMENTS = 327
TURNS = 20

PEER = """
import statistics, sys, time
from xml.etree import ElementTree
from uiautodev.driver.ios import parse_xml_element
from uiautodev.model import WindowSize
text = open(sys.argv[1], encoding="utf-8").read()
for line in sys.stdin:
    times = []
    for _ in range(int(line)):
        start = time.perf_counter()
        content = parse_xml_element(ElementTree.fromstring(text), WindowSize(width=375, height=667)).model_dump_json()
        times.append((time.perf_counter() - start) * 1000)
    assert content.count('"children"') >= 300
    print(statistics.median(times), flush=True)
"""


def source():
    """Page source of a screen with a table: cells of three elements each, with what WebDriverAgent says of them."""
    def element(kind, name, frame, inside=""):
        x, y, width, height = frame
        return (f'<XCUIElementType{kind} type="XCUIElementType{kind}" name="{name}" label="{name}" enabled="true" visible="true" '
                f'accessible="false" x="{x}" y="{y}" width="{width}" height="{height}" index="0">{inside}</XCUIElementType{kind}>')

    cells = ""
    for row in range((ELEMENTS - 3) // 4):
        y = row * 44
        inside = "".join(element(kind, f"Row {row} {kind}", (16 + 80 * place, y, 80, 44)) for place, kind in enumerate(("Image", "StaticText", "Button")))
        cells += element("Cell", f"Row {row}", (0, y, 375, 44), inside)
    table = element("Table", "Rows", (0, 0, 375, 667), cells)
    window = element("Window", "", (0, 0, 375, 667), table)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element("Application", "Rows", (0, 0, 375, 667), window)


def rows(binary, benchmarks):
    work, wanted = f"load page source of WebDriverAgent, {ELEMENTS} elements, to an answer in JSON", ("≥", 20)
    python = python_with("uiautodev", "uiautodev==0.15.0")
    if python is None:
        return [Row(work, "uiautodev", "≥ 20", "", None, "uiautodev could not be installed")]
    with scratch() as folder, serving(binary, folder / "data") as server:
        text = source().encode()
        (folder / "source.xml").write_bytes(text)
        client = Client(server.url)

        def answer():
            times = []
            for _ in range(TURNS):
                start = time.perf_counter()
                client.connection.request("POST", "/api/v1/dumps?name=source", text, {"Content-Type": "application/xml"})
                dump = json.loads(client.connection.getresponse().read())["id"]
                content = client.ask(path=f"/api/v1/dumps/{dump}/views?limit=1000")
                times.append((time.perf_counter() - start) * 1000)
                assert content.count(b'"class"') >= ELEMENTS, content[:300]
            return statistics.median(times)

        with subprocess.Popen([python, "-c", PEER, folder / "source.xml"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
            def theirs():
                peer.stdin.write(f"{TURNS}\n")
                peer.stdin.flush()
                return float(peer.stdout.readline())

            figures = medians({"ours": lambda: figures_of(benchmarks, "--convert", folder / "source.xml")["convert"][0],
                               "uiautodev": theirs, "answer": answer})
            peer.stdin.close()
    keep("elements", figures)
    detail = f"{figures['ours']:.2f} ms, uiautodev {figures['uiautodev']:.2f} ms; with a durable upload over HTTP {figures['answer']:.1f} ms"
    return [Row.ratio(work, "uiautodev 0.15.0, within its process", figures["uiautodev"] / figures["ours"], wanted, detail=detail)]


if __name__ == "__main__":
    show(rows(*sys.argv[1:3]))
