// How UIKit keeps frame, bounds, center and transform of a view together, how autoresizing shares out a change of size,
// and where a content mode puts content. The server has the last word; this is for what is shown while typing.

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
  if (isIdentity(transform)) return [cx - ax * w, cy - ay * h, w, h];
  const [a, b, c, d, tx, ty] = transform;
  const xs = [], ys = [];
  for (const [u, v] of [[0, 0], [w, 0], [0, h], [w, h]]) {
    xs.push(cx + a * (u - ax * w) + c * (v - ay * h) + tx);
    ys.push(cy + b * (u - ax * w) + d * (v - ay * h) + ty);
  }
  const x = Math.min(...xs), y = Math.min(...ys);
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

/**
 * `setFrame:` gives the bounds the size taken back through the transform and moves the center.
 * @param {Placed} view
 * @param {Rect} frame
 * @returns {Placed}
 */
export function withFrame(view, [x, y, width, height]) {
  const [a, b, c, d] = view.transform;
  const det = a * d - b * c;
  // A matrix that cannot be inverted stands for its own inverse.
  const [ia, ib, ic, id] = det ? [d / det, -b / det, -c / det, a / det] : [a, b, c, d];
  const w = isIdentity(view.transform) ? width : Math.abs(ia * width + ic * height);
  const h = isIdentity(view.transform) ? height : Math.abs(ib * width + id * height);
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
 * One axis of autoresizing: the flexible parts share the change in proportion to their lengths; the far margin may
 * be negative, and when nothing flexible has a length they share it evenly.
 * @param {Pair} span position and length of the view @param {number} before of the superview @param {number} after
 * @param {number} flags 1 near margin, 2 length, 4 far margin
 * @param {"proportional" | "even"} [rule]
 * @returns {Pair}
 */
export function resizedSpan([position, length], before, after, flags, rule = "proportional") {
  const growth = after - before;
  const parts = [flags & 1 ? position : 0, flags & 2 ? length : 0, flags & 4 ? before - position - length : 0];
  const flexible = (flags & 1) + ((flags & 2) >> 1) + ((flags & 4) >> 2);
  if (!growth || !flexible) return [position, length];
  const sum = parts[0] + parts[1] + parts[2];
  const share = (/** @type {number} */ part, /** @type {number} */ flag) => {
    if (!(flags & flag)) return 0;
    return rule === "proportional" && sum > 0 ? (growth / sum) * part : growth / flexible;
  };
  return [position + share(parts[0], 1), Math.max(0, length + share(parts[1], 2))];
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
 * Where content of a size is drawn; null for content without an area that is to keep its shape.
 * @param {string} mode
 * @param {Pair} content
 * @param {Rect} bounds
 * @returns {Rect | null}
 */
export function contentRect(mode, [cw, ch], [x, y, w, h]) {
  if (mode === "scaleToFill" || mode === "redraw") return [x, y, w, h];
  if (mode.startsWith("scaleAspect")) {
    if (!(cw > 0 && ch > 0)) return null;
    const scale = mode === "scaleAspectFit" ? Math.min(w / cw, h / ch) : Math.max(w / cw, h / ch);
    return [x + (w - cw * scale) / 2, y + (h - ch * scale) / 2, cw * scale, ch * scale];
  }
  const name = mode.toLowerCase();
  const across = name.includes("left") ? 0 : name.includes("right") ? 1 : 0.5;
  const down = name.includes("top") ? 0 : name.includes("bottom") ? 1 : 0.5;
  return [x + (w - cw) * across, y + (h - ch) * down, cw, ch];
}
