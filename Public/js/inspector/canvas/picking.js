// Which views lie under a point, front to back, as the eye sees them: hidden and cut off parts are not there.
import { contains } from "./geometry.js";
import { ABSENT, SHAPED } from "./scene.js";
import { LIFT } from "./layers-painter.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @param {Scene} scene
 * @param {number} i
 * @param {number} x
 * @param {number} y in the window
 */
function isAt(scene, i, x, y) {
  const { seen, bits } = scene;
  const q = i * 4;
  if (bits[i] & ABSENT || !(x >= seen[q] && x < seen[q + 2] && y >= seen[q + 1] && y < seen[q + 3])) return false;
  const shape = bits[i] & SHAPED ? scene.shape(i) : null;
  return !shape || contains(shape, x, y);
}

/**
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 * @param {number} [most]
 * @returns {number[]} indexes, front to back
 */
export function viewsAt(scene, x, y, most = Infinity) {
  const found = [];
  for (let i = scene.count - 1; i >= 0 && found.length < most; i -= 1) if (isAt(scene, i, x, y)) found.push(i);
  return found;
}

/**
 * The same in the stack of layers: a point (u, v) of the picture is another point on every level.
 * @param {import("./layers-painter.js").LayersPainter} painter @param {number} u @param {number} v @param {number} [most]
 */
export function layersAt(painter, u, v, most = Infinity) {
  const { scene, sorted, starts, projection, style } = painter;
  const { selected } = style;
  painter.prepare();
  /** @type {number[]} */ const found = [];
  const lifted = selected >= 0 && painter.isInRange(selected) ? selected : -1;
  const liftedAt = lifted < 0 ? null : projection.unproject(u, v, painter.levels[lifted] + LIFT);
  let waits = liftedAt !== null && isAt(scene, lifted, liftedAt[0], liftedAt[1]);
  for (const level of painter.levelsFarToNear().reverse()) {
    if (waits && !projection.isNearer(level, painter.level(lifted))) {
      found.push(lifted);
      waits = false;
    }
    const point = projection.unproject(u, v, level);
    for (let at = starts[level + 1] - 1; point && at >= starts[level]; at -= 1) {
      if (sorted[at] !== lifted && isAt(scene, sorted[at], point[0], point[1])) found.push(sorted[at]);
    }
    if (found.length >= most) return found.slice(0, most);
  }
  if (waits) found.push(lifted);
  return found;
}
