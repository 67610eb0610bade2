// What moving and resizing views by hand asks for, and the edges and middles that they are drawn to.
import { placedAfter, placedOf, pointJSON, rectJSON } from "./changes.js";
import { edgesOf, frameOf, isIdentity, turnedBack } from "./geometry.js";
import { HIDDEN } from "./model.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./geometry.js").Line} Line */
/** @typedef {import("./geometry.js").Placed} Placed */
/** @typedef {import("./geometry.js").Rect} Rect */
/** @typedef {[number, number]} Pair */
/** @typedef {{ id: number, placed: Placed, frame: Rect, plane: Float64Array | null }} Member a view; `plane`: from its superview to the window */
/**
 * What was there at first: a view in its superview, or of several the rectangle around them in the window.
 * @typedef {{ key: string, members: Member[], placed: Placed, frame: Rect, lines: [Line[], Line[]], isGroup: boolean }} Base
 */
/** @typedef {{ view: number, changes: Record<string, any> }} Change as PATCH takes it */

/** Views smaller than this cannot be held again. */
export const LEAST = 1;
/** More siblings are no help. */
const MOST_NEIGHBOURS = 400;

// Several views

/**
 * @param {ViewModel} model @param {number} i
 * @returns {Member}
 */
export function memberOf(model, i) {
  const placed = placedOf(model, i), parent = model.parent(i);
  return { id: model.id(i), placed, frame: frameOf(placed), plane: parent < 0 ? null : new Float64Array(model.matrix(parent)) };
}

/**
 * What moves views by a way in the window, each in the coordinates of its superview; nothing for those that stay.
 * @param {Member[]} members @param {Pair} way
 * @returns {Change[]}
 */
export const movesOf = (members, way) => members.flatMap((member) => {
  const changes = placedAt(member, turnedBack(member.plane, way));
  return changes ? [{ view: member.id, changes }] : [];
});

/**
 * The same for one view of a model.
 * @param {ViewModel} model @param {number} i @param {Pair} way
 */
export const moveOf = (model, i, way) => movesOf([memberOf(model, i)], way);

/**
 * @param {Base} base @param {Record<string, any> | null} changes
 * @returns {Change[]}
 */
export const changeOf = ({ members: [{ id }] }, changes) => (changes ? [{ view: id, changes }] : []);

// Frames, edges and what they are drawn to

/**
 * The edges and middles of a view's siblings and of its superview, by axis, in the superview's coordinates.
 * @param {ViewModel} model
 * @param {number} i
 */
export function neighbours(model, i) {
  const parent = model.parent(i);
  if (parent < 0) return linesOf([]);
  const siblings = model.children(parent).filter((other) => other !== i && !(model.flags(other) & HIDDEN)).slice(0, MOST_NEIGHBOURS);
  return linesOf([model.bounds(parent), ...siblings.map((other) => [model.x(other), model.y(other), model.w(other), model.h(other)])]);
}

/**
 * Those of the superviews of several views and of what else lies in these, in the window.
 * @param {ViewModel} model
 * @param {number[]} views
 */
export function surroundings(model, views) {
  const own = new Set(views), parents = [...new Set(views.map((i) => model.parent(i)))];
  const others = [];
  for (const parent of parents) {
    for (const i of [parent, ...model.children(parent)]) {
      if (others.length < MOST_NEIGHBOURS && !own.has(i) && !(i !== parent && model.flags(i) & HIDDEN)) others.push(i);
    }
  }
  return linesOf(others.map((i) => model.windowFrame(i)));
}

/**
 * @param {(readonly number[])[]} rects
 * @returns {[Line[], Line[]]}
 */
function linesOf(rects) {
  const lines = (/** @type {0 | 1} */ axis) => rects.filter((rect) => rect.every(Number.isFinite))
    .flatMap((rect) => edgesOf(rect, axis, null).map((at) => ({ at, from: rect[1 - axis], to: rect[1 - axis] + rect[3 - axis] })));
  return [lines(0), lines(1)];
}

/**
 * What moving asks for; null when nothing moves.
 * @param {{ placed: Placed, frame: Rect }} base @param {Pair} by
 * @param {{ placed: Placed, frame: Rect }} [first] what was there before it grew
 */
export function placedAt({ placed, frame }, [dx, dy], first) {
  const size = !first || (first.placed.bounds[2] === placed.bounds[2] && first.placed.bounds[3] === placed.bounds[3]);
  if (!dx && !dy && size) return null;
  if (isIdentity(placed.transform)) return { frame: rectJSON([frame[0] + dx, frame[1] + dy, frame[2], frame[3]]) };
  const center = { center: pointJSON([placed.center[0] + dx, placed.center[1] + dy]) };
  return size ? center : { bounds: rectJSON(placed.bounds), ...center };
}

/**
 * What an edge or a corner asks for that goes a way along the view's own axes; the edges across from it stay.
 * @param {{ placed: Placed, frame: Rect }} base @param {number} across @param {number} down @param {Pair} by
 * @returns {Record<string, any> | null}
 */
export function shaped({ placed, frame }, across, down, [dx, dy]) {
  const { bounds, center, anchor, transform: [a, b, c, d] } = placed;
  const width = Math.max(LEAST, bounds[2] + across * dx), height = Math.max(LEAST, bounds[3] + down * dy);
  const dw = across ? width - bounds[2] : 0, dh = down ? height - bounds[3] : 0;
  if (!dw && !dh) return null;
  if (isIdentity(placed.transform)) {
    return { frame: rectJSON([frame[0] - (across < 0 ? dw : 0), frame[1] - (down < 0 ? dh : 0), frame[2] + dw, frame[3] + dh]) };
  }
  const u = dw * (across < 0 ? anchor[0] - 1 : anchor[0]), v = dh * (down < 0 ? anchor[1] - 1 : anchor[1]);
  return {
    bounds: rectJSON([bounds[0], bounds[1], bounds[2] + dw, bounds[3] + dh]),
    center: pointJSON([center[0] + a * u + c * v, center[1] + b * u + d * v]),
  };
}

/**
 * What is there after such a change.
 * @param {Base} base
 * @param {Record<string, any> | null} changes
 * @returns {Base}
 */
export function applied(base, changes) {
  if (!changes) return base;
  const placed = placedAfter(base.placed, changes);
  return { ...base, placed, frame: frameOf(placed) };
}
