// UIKit's rules: how frame, bounds, center and transform of a view hang together, how autoresizing shares out a change of
// size, where a content mode puts content. The server works out the same: both are held to one file of cases,
// Tests/Fixtures/vectors/geometry.json.

/** @typedef {[number, number]} Pair */
/** @typedef {[number, number, number, number]} Rect x, y, width, height */
/** @typedef {[number, number, number, number, number, number]} Matrix a, b, c, d, tx, ty: x' = a·x + c·y + tx, y' = b·x + d·y + ty */
/**
 * What a view stores; its frame follows from it.
 * @typedef {{ bounds: Rect, center: Pair, transform: Matrix, anchor: Pair }} Placed
 */
/** @typedef {{ rotation: number, scaleX: number, scaleY: number, shear: number, tx: number, ty: number }} Parts rotation in degrees */

/** @type {Matrix} */ export const IDENTITY = [1, 0, 0, 1, 0, 0];

/** @param {readonly number[]} matrix */
export const isIdentity = (matrix) => matrix.every((entry, at) => entry === IDENTITY[at]);

/**
 * The rectangle around the bounds' four corners in the superview.
 * @param {Placed} view
 * @returns {Rect}
 */
export function frameOf({ bounds: [, , w, h], center: [cx, cy], transform, anchor: [ax, ay] }) {
  const [a, b, c, d, tx, ty] = transform;
  // A pure translation keeps the size as it is, negative lengths included.
  if (a === 1 && b === 0 && c === 0 && d === 1) return [cx - ax * w + tx, cy - ay * h + ty, w, h];
  const xs = [], ys = [];
  for (const [u, v] of [[0, 0], [w, 0], [0, h], [w, h]]) {
    xs.push(cx + a * (u - ax * w) + c * (v - ay * h) + tx);
    ys.push(cy + b * (u - ax * w) + d * (v - ay * h) + ty);
  }
  const x = Math.min(...xs), y = Math.min(...ys);
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

/** Lengths that cancel out to less than this share of themselves have no sum worth dividing by. */
const CANCELLATION = 1e-9;

/**
 * Whether a length is another, not the same after some arithmetic.
 * @param {number} old
 * @param {number} now
 */
export const isChange = (old, now) => Math.abs(now - old) > CANCELLATION * Math.max(Math.abs(old), Math.abs(now));

/**
 * `setFrame:` gives the bounds the size taken back through the transform and moves the center. A frame that only moved
 * leaves the bounds as they are, through there and back again.
 * @param {Placed} view
 * @param {Rect} frame
 * @returns {Placed}
 */
export function withFrame(view, [x, y, width, height]) {
  // A matrix that cannot be inverted stands for its own inverse.
  const [a, b, c, d] = inverse(view.transform) ?? view.transform;
  let w = width, h = height;
  if (!isIdentity(view.transform)) {
    const across = Math.abs(a * width + c * height), down = Math.abs(b * width + d * height);
    w = isChange(view.bounds[2], across) ? across : view.bounds[2];
    h = isChange(view.bounds[3], down) ? down : view.bounds[3];
  }
  const [ax, ay] = view.anchor;
  return { ...view, bounds: [view.bounds[0], view.bounds[1], w, h], center: [x + ax * width, y + ay * height] };
}

/**
 * `setBounds:` leaves the center: the frame grows about the anchor, and a new origin scrolls the content.
 * @param {Placed} view
 * @param {Rect} bounds
 * @returns {Placed}
 */
export const withBounds = (view, bounds) => ({ ...view, bounds });

/**
 * @param {Placed} view
 * @param {Pair} center
 * @returns {Placed}
 */
export const withCenter = (view, center) => ({ ...view, center });

/**
 * `setTransform:` changes nothing but the frame.
 * @param {Placed} view
 * @param {Matrix} transform
 * @returns {Placed}
 */
export const withTransform = (view, transform) => ({ ...view, transform });

/**
 * Another anchor point moves the frame, not the center.
 * @param {Placed} view
 * @param {Pair} anchor
 * @returns {Placed}
 */
export const withAnchor = (view, anchor) => ({ ...view, anchor });

/**
 * Turned, then slanted, then scaled: the parts that make up a matrix.
 * @param {readonly number[]} matrix
 * @returns {Parts}
 */
export function partsOf([a, b, c, d, tx, ty]) {
  const scaleX = Math.hypot(a, b);
  if (scaleX === 0) {
    const scaleY = Math.hypot(c, d);
    return { rotation: scaleY ? degrees(Math.atan2(-c, d)) : 0, scaleX: 0, scaleY, shear: 0, tx, ty };
  }
  return { rotation: degrees(Math.atan2(b, a)), scaleX, scaleY: (a * d - b * c) / scaleX, shear: (a * c + b * d) / scaleX, tx, ty };
}

/**
 * The matrix of these parts.
 * @param {Parts} parts
 * @returns {Matrix}
 */
export function matrixOf({ rotation, scaleX, scaleY, shear, tx, ty }) {
  const [cos, sin] = turn(rotation);
  return [cos * scaleX + 0, sin * scaleX + 0, cos * shear - sin * scaleY + 0, sin * shear + cos * scaleY + 0, tx, ty];
}

const degrees = (/** @type {number} */ radians) => (radians * 180) / Math.PI;

/**
 * Cosine and sine, exact at quarter turns.
 * @param {number} rotation in degrees
 * @returns {Pair}
 */
function turn(rotation) {
  const quarter = rotation / 90;
  if (Number.isInteger(quarter)) return /** @type {Pair[]} */ ([[1, 0], [0, 1], [-1, 0], [0, -1]])[((quarter % 4) + 4) % 4];
  return [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
}

/**
 * One axis of autoresizing. Margins weigh with their sign: a view that sticks out has a negative one. When the flexible
 * parts sum up to nothing or less, each takes an equal share. An axis whose superview keeps its length, without a
 * flexible part, or that would not stay finite is left alone.
 * @param {Pair} span position and length of the view @param {number} before of the superview @param {number} after
 * @param {number} flags 1 near margin, 2 length, 4 far margin
 * @param {"proportional" | "even"} [rule]
 * @returns {Pair}
 */
export function resizedSpan([position, length], before, after, flags, rule = "proportional") {
  const growth = after - before;
  const flexible = (flags & 1) + ((flags >> 1) & 1) + ((flags >> 2) & 1);
  if (!isChange(before, after) || !Number.isFinite(growth) || !flexible) return [position, length];
  const far = before - position - length;
  const near = flags & 1 ? position : 0, own = flags & 2 ? length : 0;
  const sum = near + own + (flags & 4 ? far : 0);
  const magnitude = Math.abs(position) + Math.abs(length) + Math.abs(far);
  const isShared = rule === "proportional" && sum > CANCELLATION * magnitude;
  const moved = position + (isShared ? growth * (near / sum) : flags & 1 ? growth / flexible : 0);
  const grown = length + (isShared ? growth * (own / sum) : flags & 2 ? growth / flexible : 0);
  if (!Number.isFinite(moved) || !Number.isFinite(grown) || (moved === position && grown === length)) return [position, length];
  return [moved, flags & 2 ? Math.max(0, grown) : grown];
}

/**
 * A frame after its superview changed its size.
 * @param {Rect} frame
 * @param {Pair} before
 * @param {Pair} after
 * @param {number} mask UIKit's bits
 * @returns {Rect}
 */
export function resizedFrame([x, y, w, h], before, after, mask) {
  const [nx, nw] = resizedSpan([x, w], before[0], after[0], mask & 7);
  const [ny, nh] = resizedSpan([y, h], before[1], after[1], (mask >> 3) & 7);
  return [nx, ny, nw, nh];
}

/** The content modes by UIKit's numbers. */
export const CONTENT_MODES = [
  "scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft",
  "bottomRight",
];

/**
 * Where content of a size is drawn; null when nothing is: content without an area that is to keep its shape, and what
 * leads to a rectangle that is not finite. Nothing is rounded to whole points.
 * @param {string} mode
 * @param {Pair} content
 * @param {Rect} bounds negative lengths count as the same area with positive ones
 * @returns {Rect | null}
 */
export function contentRect(mode, content, bounds) {
  const [x, y, w, h] = standardized(bounds);
  const size = contentSize(mode, content, w, h);
  if (!size) return null;
  const name = mode.toLowerCase();
  const across = name.includes("left") ? 0 : name.includes("right") ? 1 : 0.5;
  const down = name.includes("top") ? 0 : name.includes("bottom") ? 1 : 0.5;
  /** @type {Rect} */ const rect = [x + (w - size[0]) * across, y + (h - size[1]) * down, ...size];
  return rect.every(Number.isFinite) ? rect : null;
}

/**
 * @param {string} mode @param {Pair} content
 * @param {number} w @param {number} h of the bounds
 * @returns {Pair | null}
 */
function contentSize(mode, [cw, ch], w, h) {
  if (mode === "scaleToFill" || mode === "redraw") return [w, h];
  if (!mode.startsWith("scaleAspect")) return [cw, ch];
  if (!(cw > 0 && ch > 0) || !Number.isFinite(cw + ch)) return null;
  // The side that decides is taken over as it is; scaling it there and back would lose its last digits.
  const byWidth = mode === "scaleAspectFit" ? w / cw <= h / ch : w / cw >= h / ch;
  return byWidth ? [w, (ch * w) / cw] : [(cw * h) / ch, h];
}

/**
 * @param {Rect} rect
 * @returns {Rect}
 */
const standardized = ([x, y, w, h]) => [Math.min(x, x + w), Math.min(y, y + h), Math.abs(w), Math.abs(h)];

// Plane geometry: matrices of six numbers (a b c d tx ty) and convex polygons as flat lists of x and y.

/** @typedef {ArrayLike<number>} Affine */
/** @typedef {number[]} Polygon x0, y0, x1, y1, … */
/** @typedef {[number, number]} Point */

/**
 * @param {Affine} m
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export const transform = (m, x, y) => [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];

/**
 * @param {Affine} m
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
 * @param {Affine} m
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

// Edges that are moved

/** @typedef {{ at: number, from: number, to: number }} Line an edge or a middle of a rectangle, and how far it reaches */

/**
 * Of a rectangle along an axis: one edge, or both with the middle between them.
 * @param {readonly number[]} rect @param {number} axis 0 across, 1 down @param {number | null} side -1, 1 or null for all
 */
export function edgesOf(rect, axis, side) {
  const from = rect[axis], length = rect[axis + 2];
  return side === -1 ? [from] : side === 1 ? [from + length] : [from, from + length / 2, from + length];
}

/**
 * How far edges are to move so that one of them lies on a line; null when none is near.
 * @param {Line[]} lines @param {number[]} edges @param {number} by where the pointer has taken them @param {number} reach in points
 */
export function pulled(lines, edges, by, reach) {
  let best = null, least = reach;
  for (const edge of edges) {
    for (const { at } of lines) {
      const away = Math.abs(at - edge - by);
      if (away < least) [best, least] = [at - edge, away];
    }
  }
  return best;
}

/**
 * A way in the window as a way in the coordinates that a matrix leads from.
 * @param {ArrayLike<number> | null} matrix
 * @param {[number, number]} way
 * @returns {[number, number]}
 */
export function turnedBack(matrix, [x, y]) {
  const back = matrix ? inverse(matrix) : null;
  return back ? [back[0] * x + back[2] * y, back[1] * x + back[3] * y] : [x, y];
}

/** @param {ArrayLike<number> | null} matrix */
export const scaleOf = (matrix) => (matrix ? Math.hypot(matrix[0], matrix[1]) || 1 : 1);

/**
 * A way of a corner that leaves width and height in proportion.
 * @param {Rect} bounds @param {number} across @param {number} down @param {[number, number]} way
 * @returns {[number, number]}
 */
export function sameShape([, , w, h], across, down, [dx, dy]) {
  if (!(w > 0 && h > 0)) return [dx, dy];
  const growth = Math.max((across * dx) / w, (down * dy) / h);
  return [across * growth * w, down * growth * h];
}

/** The middle of what two ranges share, or of the first when they share nothing. */
export function middleOfShared(/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) {
  const from = Math.max(a, c), to = Math.min(b, d);
  return from <= to ? (from + to) / 2 : (a + b) / 2;
}
