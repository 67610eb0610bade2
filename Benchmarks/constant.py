"""One view of a hundred, the same each time, beside Hummingbird answering with as many constant bytes.

The peer is a package of its own, `ConstantServer`, which nothing else needs. It takes some minutes to build the first time.
"""

import subprocess
import sys

from harness import BENCHMARKS, Row, ask, dump, ending, free_port, keep, medians, rate, scratch, serving, show, until_answers

PACKAGE = BENCHMARKS / "ConstantServer"


def rows(binary):
    work, against = "`GET` one view of 100, the same each time", "Hummingbird 2.28.1, a constant of that size"
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE]
    if subprocess.run(build, stdout=sys.stderr).returncode != 0:
        return [Row(work, against, "> 1", "", None, "Hummingbird could not be built")]
    program = subprocess.check_output([*build, "--show-bin-path"], text=True).strip() + "/constant"
    with scratch() as folder, serving(binary, folder / "data") as server:
        view = f"{server.api}/dumps/{server.upload(dump(100))}/views/50"
        port = free_port()
        url = f"http://127.0.0.1:{port}/"
        with ending(subprocess.Popen([program, str(port), str(len(ask(view)))])) as peer:
            assert len(until_answers(url, peer)) == len(ask(view))
            figures = medians({"ours": lambda: rate(view), "Hummingbird": lambda: rate(url)})
    keep("constant", figures)
    detail = f"{figures['ours']:,.0f} a second, Hummingbird {figures['Hummingbird']:,.0f}"
    return [Row.ratio(work, against, figures["ours"] / figures["Hummingbird"], ("≥", 1), detail=detail)]


if __name__ == "__main__":
    show(rows(sys.argv[1]))
