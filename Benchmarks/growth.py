"""How the time of loading, layout, comparison and lint grows with the number of views, as an exponent and as a picture.

The exponent is the slope of the line that fits the logarithms best. `Benchmarks/growth.svg` shows the points and those lines.
"""

import math
import pathlib
import re
import subprocess
import sys

from harness import BENCHMARKS, Row, keep, show
from models import figures_of

SIZES = (1_000, 10_000, 100_000)
#: What a million views need at the most while they are loaded, laid out, compared and checked.
MEMORY_FOR_A_MILLION = 6 << 30
BOUND = 1.1
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 }
  .axis { stroke: #777 } .grid { stroke: #ddd } .line { fill: none; stroke-width: 2 }
  .load { stroke: #0060c0; fill: #0060c0 } .layout { stroke: #b04a00; fill: #b04a00 }
  .diff { stroke: #087a3b; fill: #087a3b } .lint { stroke: #8a2ca8; fill: #8a2ca8 }
  text.load, text.layout, text.diff, text.lint { stroke: none } rect { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .axis { stroke: #999 } .grid { stroke: #3a3a3a } rect { fill: #1c1c1e }
    .load { stroke: #5ab0ff; fill: #5ab0ff } .layout { stroke: #ff9f4a; fill: #ff9f4a }
    .diff { stroke: #4fd684; fill: #4fd684 } .lint { stroke: #d68cf0; fill: #d68cf0 }
    text.load, text.layout, text.diff, text.lint { stroke: none }
  }"""


def free_memory():
    return int(re.search(r"MemAvailable:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text()).group(1)) << 10


def fitted(points):
    """Exponent and logarithm of the factor of the power that fits the points best."""
    places = [(math.log10(count), math.log10(time)) for count, time in points]
    middle, mean = (sum(values) / len(places) for values in zip(*places))
    slope = sum((x - middle) * (y - mean) for x, y in places) / sum((x - middle) ** 2 for x, _ in places)
    return slope, mean - slope * middle


class Plot:
    """Two logarithmic axes."""

    LEFT, TOP, WIDTH, HEIGHT = 84, 44, 480, 340

    def __init__(self, series):
        times = [time for points in series.values() for _, time in points]
        counts = [count for points in series.values() for count, _ in points]
        self.x = (math.log10(min(counts)), math.log10(max(counts)))
        self.y = (math.floor(math.log10(min(times))), math.ceil(math.log10(max(times))))

    def place(self, x, y):
        """The place of two logarithms."""
        return (round(self.LEFT + (x - self.x[0]) / (self.x[1] - self.x[0]) * self.WIDTH, 1),
                round(self.TOP + (self.y[1] - y) / (self.y[1] - self.y[0]) * self.HEIGHT, 1))

    def axes(self):
        yield f'<text class="title" x="{self.LEFT}" y="26">Time by number of views</text>'
        for x in range(math.ceil(self.x[0]), math.floor(self.x[1]) + 1):
            (left, top), (_, bottom) = self.place(x, self.y[1]), self.place(x, self.y[0])
            yield f'<path class="grid" d="M{left} {top}V{bottom}"/><text x="{left}" y="{bottom + 20}" text-anchor="middle">{10 ** x:,}</text>'
        for y in range(self.y[0], self.y[1] + 1):
            (left, top), (right, _) = self.place(self.x[0], y), self.place(self.x[1], y)
            name = f"{10 ** y:,} ms" if y >= 0 else f"{10.0 ** y:g} ms"
            yield f'<path class="grid" d="M{left} {top}H{right}"/><text x="{left - 8}" y="{top + 4}" text-anchor="end">{name}</text>'
        bottom = self.TOP + self.HEIGHT
        yield f'<path class="axis" fill="none" d="M{self.LEFT} {self.TOP}V{bottom}h{self.WIDTH}"/>'
        yield f'<text x="{self.LEFT + self.WIDTH / 2}" y="{bottom + 44}" text-anchor="middle">views</text>'
        yield (f'<text transform="translate(18 {self.TOP + self.HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
               "processor time, milliseconds</text>")

    def line(self, name, points, label):
        slope, start = fitted(points)
        (left, top), (right, bottom) = (self.place(x, start + slope * x) for x in self.x)
        yield f'<path class="line {name}" d="M{left} {top}L{right} {bottom}"/>'
        for count, time in points:
            x, y = self.place(math.log10(count), math.log10(time))
            yield f'<circle class="{name}" cx="{x}" cy="{y}" r="4"/>'
        yield f'<text class="{name}" x="{right + 10}" y="{label}">{name}, exponent {slope:.2f}</text>'


def picture(series):
    plot = Plot(series)
    # Names stand beside the ends of their lines, one below the other.
    ends = {name: plot.place(plot.x[1], sum(a * b for a, b in zip(fitted(points), (plot.x[1], 1))))[1] for name, points in series.items()}
    labels, lowest = {}, -math.inf
    for name in sorted(ends, key=ends.get):
        lowest = labels[name] = max(ends[name] + 4, lowest + 18)
    body = [*plot.axes(), *(part for name, points in series.items() for part in plot.line(name, points, labels[name]))]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 450" width="720" height="450" role="img" '
            f'aria-label="Time by number of views">\n<style>{STYLE}\n</style>\n<rect width="720" height="450"/>\n' + "\n".join(body) + "\n</svg>\n")


def rows(benchmarks):
    sizes = [*SIZES, 1_000_000] if free_memory() > MEMORY_FOR_A_MILLION else SIZES
    # A process for each size, so that none works in memory that another has taken apart.
    figures = {}
    for size in sizes:
        try:
            figures |= figures_of(benchmarks, "--growth", size)
        except subprocess.CalledProcessError:
            print(f"{size:,} views do not fit here.", file=sys.stderr)
    keep("growth", figures)
    series = {}
    for key, (time,) in figures.items():
        name, count = key.split()
        series.setdefault(name, []).append((int(count), time))
    (BENCHMARKS / "growth.svg").write_text(picture(series))
    exponents = {name: fitted(points)[0] for name, points in series.items()}
    return [Row(f"growth of {', '.join(exponents)} from {sizes[0]:,} to {max(count for count, _ in series['load']):,} views", "a straight line",
                f"exponent ≤ {BOUND}", ", ".join(f"{name} {slope:.2f}" for name, slope in exponents.items()), max(exponents.values()) <= BOUND)]


if __name__ == "__main__":
    show(rows(sys.argv[1]))
