// The constraints of the selected view on the canvas: where they are drawn, and how their constants are dragged.
import { endsWithEscape } from "../../core/commands.js";
import { toast } from "../../core/ui.js";
import { middleOfShared, scaleOf } from "../data/geometry.js";
import { isFromRight, isMirrored, MOST_CONSTANT, placeOf } from "../data/constants.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").HeldLine} HeldLine */
/** @typedef {import("./types.js").DrawnLine} DrawnLine */
/** @typedef {import("./types.js").Pull} Pull */
/** @typedef {import("../data/constants.js").Box} Box */

/** More constraints of one view are a tangle. */
const MOST = 60;
/** CSS pixels around a line or the middle of its label in which it is held, for fingers too. */
const REACH = 12, REACH_OF_FINGERS = 22;

/**
 * The constraints that hold a view, as lines; those of lengths inside the view.
 * @param {Scene} scene
 * @param {number} i
 * @param {string | null} language of the texts with which the views are laid out
 * @returns {HeldLine[]}
 */
export function heldLines(scene, i, language) {
  const { model } = scene;
  const fromRight = model.hasLayout && isFromRight(language);
  if (model.constraints.view !== model.id(i) || model.isByMasks) return [];
  /** @type {HeldLine[]} */ const lines = [];
  let inside = 0;
  for (const constraint of model.constraints.list.slice(0, MOST)) {
    const { first, second, active, placeholder, multiplier } = constraint;
    if (!active || placeholder) continue;
    const [a, b] = [first, second].map((side) => (side?.view === undefined || side?.view === null ? -1 : model.indexOf(side.view)));
    if (a < 0 || (second && b < 0)) continue;
    const one = boxOf(scene, a);
    if (first.attribute === "width" || first.attribute === "height") {
      if (a !== i) continue;
      const across = first.attribute === "width", share = 0.3 + 0.2 * (inside % 3);
      inside += 1;
      const y = one.top + (one.bottom - one.top) * share, x = one.left + (one.right - one.left) * share;
      lines.push({ constraint, views: [a, a], ends: across ? [[one.left, y], [one.right, y]] : [[x, one.top], [x, one.bottom]], kind: "length",
        axis: across ? 0 : 1, turn: 1 });
      continue;
    }
    if (!second) continue;
    const two = boxOf(scene, b);
    const across = isAcross(first.attribute);
    const turns = multiplier === 1
      && isMirrored(one, two, [first.attribute, second.attribute], model.constantOf(constraint), fromRight);
    const from = placeOf(one, first.attribute, turns), to = placeOf(two, second.attribute, turns);
    const other = across ? middleOfShared(one.top, one.bottom, two.top, two.bottom) : middleOfShared(one.left, one.right, two.left, two.right);
    const isAligned = Math.abs(from - to) < 0.5;
    /** @type {[Point, Point]} */ const ends = isAligned
      ? across ? [[from, (one.top + one.bottom) / 2], [from, (two.top + two.bottom) / 2]]
        : [[(one.left + one.right) / 2, from], [(two.left + two.right) / 2, from]]
      : across ? [[from, other], [to, other]] : [[other, from], [other, to]];
    // What lies deeper goes with the pointer, of siblings the selected view.
    const isFirst = isWithin(model, a, b) || (!isWithin(model, b, a) && a === i);
    lines.push({ constraint, views: [a, b], ends, kind: isAligned ? "aligned" : "distance", axis: across ? 0 : 1,
      turn: (isFirst ? 1 : -multiplier) * (turns ? -1 : 1) });
  }
  return lines;
}

/** @returns {Box} */
function boxOf(/** @type {Scene} */ scene, /** @type {number} */ i) {
  const [left, top, right, bottom] = scene.boxes.subarray(i * 4, i * 4 + 4);
  return { left, top, right, bottom };
}

const isWithin = (/** @type {ViewModel} */ model, /** @type {number} */ inner, /** @type {number} */ outer) => inner > outer && inner < model.end(outer);
const isAcross = (/** @type {string} */ attribute) => /left|right|leading|trailing|centerX/i.test(attribute);

/** The lines and labels of constraints, dragged along their axis. */
export class Pulling {
  /**
   * The number of the constraint that is held or pointed at.
   * @type {number | null}
   */
  hot = null;
  /** @type {Pull | null} */ #held = null;
  #ended = () => {};
  /**
   * What was given up: the pointer that held it does nothing more.
   * @type {Pull | null}
   */
  #given = null;

  /**
   * @param {HTMLElement} viewport
   * @param {InspectorState} state
   * @param {import("./stage.js").Stage} stage
   * @param {import("./overlay.js").Overlay} overlay
   * @param {import("../data/constants.js").ConstantPreview} preview
   * @param {() => void} changed called when another line is pointed at
   */
  constructor(viewport, state, stage, overlay, preview, changed) {
    this.viewport = viewport;
    this.state = state;
    this.stage = stage;
    this.overlay = overlay;
    this.preview = preview;
    this.changed = changed;
  }

  get isActive() { return this.#held !== null }

  /**
   * The constraint whose label, or line, is at a point of the canvas.
   * @param {Spot} spot
   * @param {boolean} labelsOnly
   * @returns {Pull | null}
   */
  pullAt(spot, labelsOnly) {
    const { state, stage, overlay } = this;
    if (stage.amount !== 0 || state.tool !== "select" || state.others.length || spot.alt) return null;
    const reach = spot.touch ? REACH_OF_FINGERS : REACH;
    const lines = overlay.lines.filter(({ line }) => line.turn !== 0);
    const label = (/** @type {DrawnLine} */ { label: [x, y], width }) =>
      width > 0 && Math.abs(spot.x - x) <= Math.max(width / 2, reach) && Math.abs(spot.y - y) <= reach;
    const found = nearest(lines.filter(label), ({ label: [x, y] }) => Math.hypot(spot.x - x, spot.y - y))
      ?? (labelsOnly ? null : nearest(lines.filter((drawn) => beside(spot, drawn) <= reach), (drawn) => beside(spot, drawn)));
    return found && { pull: found.line, constant: stage.scene.model.constantOf(found.line.constraint), from: spot };
  }

  /**
   * Shows by the pointer and the line what dragging would do.
   * @param {Pull | null} pull
   */
  point(pull) {
    if (this.#held) return;
    const hot = pull?.pull.constraint.number ?? null;
    if (pull) this.viewport.dataset.grip = pull.pull.axis === 0 ? "ew" : "ns";
    if (hot === this.hot) return;
    this.hot = hot;
    this.changed();
  }

  /**
   * Follows the pointer; false when the dump cannot be changed, which is said.
   * @param {Pull} held @param {Spot} spot @param {boolean} free whether constants between whole points are wanted
   */
  drag(held, spot, free) {
    if (held === this.#given) return false;
    const { preview, stage } = this;
    if (!preview.edits.available) {
      toast("This dump can’t be changed because its list of edits couldn’t be loaded.", { isFailure: true });
      return false;
    }
    const { constraint, axis, turn, views } = held.pull;
    if (!this.#held) this.#ended = endsWithEscape(() => this.cancel());
    this.#held = held;
    this.hot = constraint.number;
    const { scene: { model }, camera: { zoom } } = stage;
    const parent = model.parent(Math.max(...views));
    const moved = (axis === 0 ? spot.x - held.from.x : spot.y - held.from.y) / (zoom * scaleOf(parent < 0 ? null : stage.scene.matrix(parent)));
    const unit = free ? 100 : zoom >= 4 ? 2 : 1;
    const value = Math.round((held.constant + turn * moved) * unit) / unit;
    if (Number.isFinite(value)) preview.propose(constraint.number, Math.min(MOST_CONSTANT, Math.max(-MOST_CONSTANT, value)));
    return true;
  }

  /** The pointer let go. */
  drop() {
    const held = this.#held, { model } = this.preview;
    this.#held = null;
    this.#ended();
    if (!held) return;
    const { proposed } = model;
    if (proposed && proposed.value !== held.constant) this.preview.commit(proposed.number, proposed.value);
    else this.preview.cancel();
  }

  cancel() {
    if (!this.#held) return;
    this.#given = this.#held;
    this.#held = null;
    this.#ended();
    this.preview.cancel();
  }
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => number} distance
 * @returns {Item | null}
 */
const nearest = (items, distance) => items.reduce((/** @type {Item | null} */ best, item) => (best && distance(best) <= distance(item) ? best : item), null);

/**
 * How far a point lies from a line, in CSS pixels.
 * @param {Spot} spot @param {DrawnLine} drawn
 */
function beside({ x, y }, { from, to }) {
  const dx = to[0] - from[0], dy = to[1] - from[1], length = dx * dx + dy * dy;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length)) : 0;
  return Math.hypot(x - from[0] - share * dx, y - from[1] - share * dy);
}
