// Plane geometry: matrices of six numbers (a b c d tx ty) and convex polygons as flat lists of x and y.

/** @typedef {ArrayLike<number>} Matrix */
/** @typedef {number[]} Polygon x0, y0, x1, y1, … */
/** @typedef {[number, number]} Point */

/**
 * @param {Matrix} m
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export const transform = (m, x, y) => [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];

/**
 * @param {Matrix} m
 * @returns {number[] | null} null when the matrix flattens the plane
 */
export function inverse(m) {
  const det = m[0] * m[3] - m[1] * m[2];
  if (!det || !Number.isFinite(det)) return null;
  return [
    m[3] / det, -m[1] / det, -m[2] / det, m[0] / det,
    (m[2] * m[5] - m[3] * m[4]) / det, (m[1] * m[4] - m[0] * m[5]) / det,
  ];
}

/**
 * The corners of (0, 0, w, h) after a matrix, starting at the origin.
 * @param {Matrix} m
 * @param {number} w
 * @param {number} h
 * @returns {Polygon}
 */
export function quad(m, w, h) {
  const [x, y] = [m[4], m[5]];
  const ax = m[0] * w, ay = m[1] * w, bx = m[2] * h, by = m[3] * h;
  return [x, y, x + ax, y + ay, x + ax + bx, y + ay + by, x + bx, y + by];
}

/**
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 * @returns {Polygon}
 */
export const box = (left, top, right, bottom) => [left, top, right, top, right, bottom, left, bottom];

/**
 * Twice the area, positive when the corners run clockwise on a screen.
 * @param {Polygon} p
 */
export function area(p) {
  let sum = 0;
  for (let i = 0, j = p.length - 2; i < p.length; j = i, i += 2) sum += p[j] * p[i + 1] - p[i] * p[j + 1];
  return sum;
}

/**
 * What two convex polygons share (Sutherland and Hodgman, 1974); empty when nothing.
 * @param {Polygon} subject @param {Polygon} clip
 */
export function intersection(subject, clip) {
  let result = subject;
  const side = Math.sign(area(clip)) || 1;
  for (let i = 0, j = clip.length - 2; i < clip.length && result.length; j = i, i += 2) {
    const ex = clip[i] - clip[j], ey = clip[i + 1] - clip[j + 1];
    const inside = (/** @type {number} */ x, /** @type {number} */ y) => side * (ex * (y - clip[j + 1]) - ey * (x - clip[j]));
    const input = result;
    result = [];
    for (let k = 0, l = input.length - 2; k < input.length; l = k, k += 2) {
      const from = inside(input[l], input[l + 1]), to = inside(input[k], input[k + 1]);
      if ((from >= 0) !== (to >= 0)) {
        const t = from / (from - to);
        result.push(input[l] + (input[k] - input[l]) * t, input[l + 1] + (input[k + 1] - input[l + 1]) * t);
      }
      if (to >= 0) result.push(input[k], input[k + 1]);
    }
  }
  return result;
}

/**
 * @param {Polygon} p convex
 * @param {number} x
 * @param {number} y
 */
export function contains(p, x, y) {
  let sign = 0;
  for (let i = 0, j = p.length - 2; i < p.length; j = i, i += 2) {
    const turn = (p[i] - p[j]) * (y - p[j + 1]) - (p[i + 1] - p[j + 1]) * (x - p[j]);
    if (!turn) continue;
    if (sign && Math.sign(turn) !== sign) return false;
    sign = Math.sign(turn);
  }
  return sign !== 0;
}

/**
 * Left, top, right, bottom of a polygon.
 * @param {Polygon} p
 * @returns {[number, number, number, number]}
 */
export function limits(p) {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (let i = 0; i < p.length; i += 2) {
    left = Math.min(left, p[i]);
    right = Math.max(right, p[i]);
    top = Math.min(top, p[i + 1]);
    bottom = Math.max(bottom, p[i + 1]);
  }
  return [left, top, right, bottom];
}
