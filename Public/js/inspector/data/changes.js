// What a change of a view does to the views, as far as it can be told before the server has answered.
import { frameOf, isChange, isIdentity, resizedFrame, withAnchor, withBounds, withCenter, withFrame, withTransform } from "./geometry.js";
import { CLIPS, HIDDEN, MASK_BITS, OPAQUE, RESIZES, TOUCH, UNKNOWN_MASK } from "./model.js";

/** @typedef {import("./geometry.js").Placed} Placed */
/** @typedef {import("./geometry.js").Rect} Rect */
/** @typedef {import("./model.js").ViewJSON} ViewJSON */
/** @typedef {import("./model.js").ViewModel} ViewModel */

/** More views than this are left to the server. */
const MOST = 20_000;
const FLAGS = /** @type {const} */ ([
  ["hidden", HIDDEN], ["opaque", OPAQUE], ["clipsToBounds", CLIPS], ["userInteractionEnabled", TOUCH], ["autoresizesSubviews", RESIZES],
]);
const PLAIN = /** @type {const} */ (["alpha", "hidden", "opaque", "clipsToBounds", "userInteractionEnabled", "autoresizesSubviews", "autoresizingMask",
  "contentMode", "tag"]);

/**
 * The geometry a view stores.
 * @param {ViewModel} model
 * @param {number} i
 * @returns {Placed}
 */
export function placedOf(model, i) {
  return {
    bounds: /** @type {Rect} */ (model.bounds(i)), center: /** @type {[number, number]} */ (model.center(i)),
    transform: /** @type {any} */ ([...model.transform(i)]), anchor: /** @type {any} */ ([...model.anchor(i)]),
  };
}

/**
 * Names of the flexible parts, as the API lists them.
 * @param {number} mask
 */
export function maskNames(mask) {
  return Object.entries(MASK_BITS).filter(([, bit]) => mask & bit).map(([name]) => name);
}

export const rectJSON = (/** @type {readonly number[]} */ [x, y, width, height]) => ({ x, y, width, height });
export const pointJSON = (/** @type {readonly number[]} */ [x, y]) => ({ x, y });
/**
 * @param {{ x: number, y: number, width: number, height: number }} rect
 * @returns {Rect}
 */
const rectOf = ({ x, y, width, height }) => [x, y, width, height];

/**
 * The geometry after the setters, in the order in which the server calls them.
 * @param {Placed} view
 * @param {ViewJSON} changes
 */
export function placedAfter(view, changes) {
  if (changes.transform) view = withTransform(view, changes.transform);
  if (changes.anchorPoint) view = withAnchor(view, [changes.anchorPoint.x, changes.anchorPoint.y]);
  if (changes.bounds) view = withBounds(view, rectOf(changes.bounds));
  if (changes.center) view = withCenter(view, [changes.center.x, changes.center.y]);
  if (changes.frame) view = withFrame(view, rectOf(changes.frame));
  return view;
}

/**
 * A view's geometry as the API writes it.
 * @param {number} id
 * @param {Placed} view
 * @param {Rect} [frame]
 */
function placedJSON(id, view, frame = frameOf(view)) {
  return {
    id, frame: rectJSON(frame), bounds: rectJSON(view.bounds), center: pointJSON(view.center), transform: [...view.transform],
    anchorPoint: pointJSON(view.anchor),
  };
}

/**
 * The views that a change concerns, with their new values: the view itself and those below it that follow their masks.
 * @param {ViewModel} model @param {number} i @param {ViewJSON} changes as for PATCH
 * @returns {(ViewJSON & { id: number })[]}
 */
export function proposed(model, i, changes) {
  /** @type {ViewJSON & { id: number }} */ const own = { id: model.id(i) };
  for (const name of PLAIN) if (changes[name] !== undefined) own[name] = changes[name];
  const before = placedOf(model, i);
  const moves = ["frame", "bounds", "center", "transform", "anchorPoint"].some((name) => changes[name] !== undefined);
  if (!moves) return [own];
  const after = placedAfter(before, changes);
  Object.assign(own, placedJSON(own.id, after, changes.frame && isIdentity(after.transform) ? rectOf(changes.frame) : undefined));
  return [own, ...followers(model, i, before, after)];
}

/**
 * Those below a view whose bounds change, as their masks say.
 * @param {ViewModel} model
 * @param {number} i
 * @param {Placed} before
 * @param {Placed} after
 */
function followers(model, i, before, after) {
  /** @type {(ViewJSON & { id: number })[]} */ const found = [];
  /**
   * The sizes of the views that change, by index.
   * @type {Map<number, [Placed, Placed]>}
   */
  const sizes = new Map([[i, [before, after]]]);
  for (let at = i + 1; at < Math.min(model.end(i), i + MOST); at += 1) {
    const parent = model.parent(at), changed = sizes.get(parent);
    const mask = model.mask(at);
    if (!changed || !mask || !(model.flags(parent) & RESIZES)) continue;
    const [old, now] = changed.map(({ bounds }) => /** @type {[number, number]} */ ([bounds[2], bounds[3]]));
    if (!isChange(old[0], now[0]) && !isChange(old[1], now[1])) continue;
    const frame = resizedFrame([model.x(at), model.y(at), model.w(at), model.h(at)], old, now, mask);
    const own = placedOf(model, at);
    const next = withFrame(own, frame);
    sizes.set(at, [own, next]);
    found.push(placedJSON(model.id(at), next, isIdentity(next.transform) ? frame : undefined));
  }
  return found;
}

/**
 * What the model holds of these views, to go back to.
 * @param {ViewModel} model
 * @param {(ViewJSON & { id: number })[]} views
 */
export function present(model, views) {
  return views.map((view) => {
    const i = model.indexOf(view.id);
    const flags = model.flags(i);
    return {
      ...placedJSON(view.id, placedOf(model, i), [model.x(i), model.y(i), model.w(i), model.h(i)]), alpha: model.alpha(i),
      ...Object.fromEntries(FLAGS.map(([name, bit]) => [name, (flags & bit) !== 0])), autoresizingMask: maskNames(model.mask(i)),
      unknown: flags & UNKNOWN_MASK ? ["autoresizingMask"] : [], contentMode: model.contentMode(i), tag: model.tag(i),
    };
  });
}
