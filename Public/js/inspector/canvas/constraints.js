// The constraints of the selected view on the canvas: where they are drawn, and how their constants are dragged.
import { endsWithEscape } from "../../core/commands.js";
import { toast } from "../../core/ui.js";
import { middleOfShared, scaleOf } from "../data/geometry.js";
import { isFromRight, isMirrored, MOST_CONSTANT, placeOf } from "../data/constants.js";
import { round } from "./overlay.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").HeldLine} HeldLine */
/** @typedef {import("./types.js").DrawnLine} DrawnLine */
/** @typedef {import("./types.js").Pull} Pull */
/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("../data/constants.js").Box} Box */

/** More constraints of one view are a tangle. */
const MOST = 60;
/** How high a label is, and how much stays free around it, in CSS pixels. */
const LABEL = 18, FREE = 2;
/** So many places on a line are tried for its label. */
const MOST_PLACES = 9;
/** @type {Record<string, string>} */
const SIGNS = { equal: "", lessThanOrEqual: "≤ ", greaterThanOrEqual: "≥ " };
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
    const one = boxOf(scene, a), now = { ...constraint, constant: model.constantOf(constraint) };
    if (first.attribute === "width" || first.attribute === "height") {
      if (a !== i) continue;
      const across = first.attribute === "width", share = 0.3 + 0.2 * (inside % 3);
      inside += 1;
      const y = one.top + (one.bottom - one.top) * share, x = one.left + (one.right - one.left) * share;
      lines.push({ constraint, views: [a, a], ends: across ? [[one.left, y], [one.right, y]] : [[x, one.top], [x, one.bottom]], kind: "length",
        words: lengthLabel(now), axis: across ? 0 : 1, turn: 1 });
      continue;
    }
    if (!second) continue;
    const two = boxOf(scene, b);
    const across = isAcross(first.attribute);
    const turns = multiplier === 1
      && isMirrored(one, two, [first.attribute, second.attribute], now.constant, fromRight);
    const from = placeOf(one, first.attribute, turns), to = placeOf(two, second.attribute, turns);
    const other = across ? middleOfShared(one.top, one.bottom, two.top, two.bottom) : middleOfShared(one.left, one.right, two.left, two.right);
    const isAligned = Math.abs(from - to) < 0.5;
    /** @type {[Point, Point]} */ const ends = isAligned
      ? across ? [[from, (one.top + one.bottom) / 2], [from, (two.top + two.bottom) / 2]]
        : [[(one.left + one.right) / 2, from], [(two.left + two.right) / 2, from]]
      : across ? [[from, other], [to, other]] : [[other, from], [other, to]];
    // What lies deeper goes with the pointer, of siblings the selected view.
    const isFirst = isWithin(model, a, b) || (!isWithin(model, b, a) && a === i);
    lines.push({ constraint, views: [a, b], ends, kind: isAligned ? "aligned" : "distance",
      words: isAligned ? "" : distanceLabel(now), axis: across ? 0 : 1, turn: (isFirst ? 1 : -multiplier) * (turns ? -1 : 1) });
  }
  return lines;
}

// What stands on the lines.

/**
 * How far two places are held from each other; from a margin, whose width the dump need not say, or from an edge.
 * @param {API.Constraint} constraint
 */
function distanceLabel({ relation, first, second, constant }) {
  const isMargin = [first, second].some((side) => side?.attribute.includes("Margin"));
  const distance = round(Math.abs(constant));
  return `${SIGNS[relation]}${isMargin ? (constant ? `margin + ${distance}` : "margin") : distance}`;
}

/**
 * What a width or a height is held to.
 * @param {API.Constraint} constraint
 */
function lengthLabel({ relation, second, multiplier, ratio, constant }) {
  const share = second ? ratio ?? (multiplier === 1 ? "=" : `× ${round(multiplier)}`) : "";
  const added = constant || !second ? `${share && constant > 0 ? " + " : ""}${round(constant)}` : "";
  return `${SIGNS[relation]}${share}${added}`;
}

/**
 * Moves the labels of lines so that none lies on another one, nor on what is there already: along their line, beside it, beyond it.
 * One that finds no room has no width any more.
 * @param {Pick<DrawnLine, "from" | "to" | "label" | "width">[]} lines
 * @param {Room[]} taken
 */
export function spread(lines, taken) {
  const rooms = [...taken];
  const isFree = (/** @type {Room} */ { x, y, width }) => rooms.every((other) =>
    Math.abs(other.x - x) >= (other.width + width) / 2 + FREE || Math.abs(other.y - y) >= LABEL + FREE);
  const long = (/** @type {Pick<DrawnLine, "from" | "to">} */ { from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  // The shorter a line, the less choice there is.
  for (const drawn of lines.filter(({ width }) => width > 0).sort((a, b) => long(a) - long(b))) {
    const { width } = drawn, room = placesOf(drawn).map(([x, y]) => ({ x, y, width })).find(isFree);
    if (room) rooms.push(room), drawn.label = [room.x, room.y];
    else drawn.width = 0;
  }
}

/**
 * Where the label of a line may be, the best place first: where one would look for it, on the line on both sides of its middle
 * as long as the line goes on below the label, beside it, and beyond its ends.
 * @param {Pick<DrawnLine, "from" | "to" | "label" | "width">} drawn
 * @returns {Point[]}
 */
function placesOf({ from, to, label, width }) {
  const dx = to[0] - from[0], dy = to[1] - from[1], sideways = Math.abs(dx) > Math.abs(dy);
  const length = Math.hypot(dx, dy), need = sideways ? width : LABEL, step = (need + FREE) / 2 / length;
  const shares = [0.5];
  for (let off = step; off <= 0.5 - need / 2 / length && shares.length < MOST_PLACES; off += step) shares.push(0.5 - off, 0.5 + off);
  const aside = sideways ? [0, LABEL / 2 + FREE + 1] : [width / 2 + FREE + 1, 0];
  const at = (/** @type {number} */ share, side = 0) =>
    /** @type {Point} */ ([from[0] + dx * share + aside[0] * side, from[1] + dy * share + aside[1] * side]);
  const beside = (/** @type {number} */ side) => shares.flatMap((share) => [at(share, side), at(share, -side)]);
  const beyond = (need / 2 + FREE + 1) / length;
  // A label on a line that is shorter would hide it.
  return [label, ...(need <= length ? shares.map((share) => at(share)) : []), ...beside(1), at(1 + beyond), at(-beyond), ...beside(2)];
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
      ?? (labelsOnly ? null : nearest(lines.filter((drawn) => off(spot, drawn) <= reach), (drawn) => off(spot, drawn)));
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
function off({ x, y }, { from, to }) {
  const dx = to[0] - from[0], dy = to[1] - from[1], length = dx * dx + dy * dy;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length)) : 0;
  return Math.hypot(x - from[0] - share * dx, y - from[1] - share * dy);
}
