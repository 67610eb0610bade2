"""UIKit's rules in the page's script give what the server's give, in the same cases (Tests/ViewHierarchyTests)."""

import json
import pathlib

import pytest

from outlining import module

VECTORS = json.loads((pathlib.Path(__file__).parent.parent / "Fixtures/vectors/geometry.json").read_text())

#: Works out all cases of a table, and gives those whose outcome is not the one in the file.
CHECK = """async ([source, table, rows, modes]) => {
  const G = await import(source);
  const view = ([x, y, w, h, cx, cy, a, b, c, d, tx, ty, ax, ay]) => ({ bounds: [x, y, w, h], center: [cx, cy], transform: [a, b, c, d, tx, ty], anchor: [ax, ay] });
  const rules = {
    autoresizing: [6, ([at, length, before, after, flags, even]) => G.resizedSpan([at, length], before, after, flags, even ? "even" : "proportional")],
    resizedFrame: [9, (given) => G.resizedFrame(given.slice(0, 4), given.slice(4, 6), given.slice(6, 8), given[8])],
    frame: [14, (given) => G.frameOf(view(given))],
    setFrame: [18, (given) => { const { bounds, center } = G.withFrame(view(given), given.slice(14)); return [...bounds, ...center]; }],
    contentRect: [7, ([mode, w, h, ...bounds]) => G.contentRect(modes[mode], [w, h], bounds) ?? []],
  };
  const [length, rule] = rules[table];
  const near = (one, other) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
  return rows.map((row) => [row, rule(row.slice(0, length))])
    .filter(([row, made]) => row.length - length !== made.length || !made.every((value, at) => near(value, row[length + at]))).slice(0, 5);
}"""


@pytest.mark.parametrize("table", [name for name in VECTORS if name != "contentModes"])
def test_a_rule_gives_what_the_server_gives(open_page, samples, table):
    page = open_page(f"{samples.url}/help")
    assert len(VECTORS[table]) >= 800
    assert page.evaluate(CHECK, [module(page, "inspector/data/geometry.js"), table, VECTORS[table], VECTORS["contentModes"]]) == []


def test_a_frame_that_only_moves_leaves_the_bounds_as_they_are(open_page, samples):
    page = open_page(f"{samples.url}/help")
    moved = page.evaluate("""async (source) => {
      const { frameOf, withFrame } = await import(source);
      const view = { bounds: [0, 0, 100, 100], center: [33.3, 100], transform: [2.2, 0, 0, 2.2, 0, 0], anchor: [0.5, 0.5] };
      const [x, y, w, h] = frameOf(view);
      return withFrame(view, [x + 100, y, w, h]).bounds;
    }""", module(page, "inspector/data/geometry.js"))
    assert moved == [0, 0, 100, 100]
