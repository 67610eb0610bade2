// Distances between two rectangles, as lines with a length each.

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ from: [number, number], to: [number, number], length: number, guide?: [number, number, number, number] }} Measure
 *   `guide`: a line that leads from the measure to the edge that it measures to */

/**
 * The gaps between two rectangles; where they overlap or one holds the other, how far their edges lie apart.
 * @param {Box} a the selected view @param {Box} b the other
 * @returns {Measure[]}
 */
export function distances(a, b) {
  /** @type {Measure[]} */ const found = [];
  const across = gap(a.left, a.right, b.left, b.right), down = gap(a.top, a.bottom, b.top, b.bottom);
  if (across) {
    const y = shared(a.top, a.bottom, b.top, b.bottom);
    /** @type {Measure} */ const measure = { from: [across[0], y], to: [across[1], y], length: Math.abs(across[1] - across[0]) };
    if (y < b.top || y > b.bottom) measure.guide = [across[1], y, across[1], y < b.top ? b.top : b.bottom];
    found.push(measure);
  }
  if (down) {
    const x = shared(a.left, a.right, b.left, b.right);
    /** @type {Measure} */ const measure = { from: [x, down[0]], to: [x, down[1]], length: Math.abs(down[1] - down[0]) };
    if (x < b.left || x > b.right) measure.guide = [x, down[1], x < b.left ? b.left : b.right, down[1]];
    found.push(measure);
  }
  if (found.length) return found;
  const x = shared(a.left, a.right, b.left, b.right), y = shared(a.top, a.bottom, b.top, b.bottom);
  return [
    line([a.left, y], [b.left, y]), line([a.right, y], [b.right, y]), line([x, a.top], [x, b.top]), line([x, a.bottom], [x, b.bottom]),
  ].filter(({ length }) => length > 0);
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {Measure}
 */
const line = (from, to) => ({ from, to, length: Math.hypot(to[0] - from[0], to[1] - from[1]) });

/**
 * From the first range to the second, null when they meet.
 * @returns {[number, number] | null}
 */
function gap(/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) {
  if (b <= c) return [b, c];
  return d <= a ? [a, d] : null;
}

/** The middle of what two ranges share, or of the first when they share nothing. */
function shared(/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) {
  const from = Math.max(a, c), to = Math.min(b, d);
  return from <= to ? (from + to) / 2 : (a + b) / 2;
}
