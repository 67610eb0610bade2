// The selected view shaped by hand: its edges and corners resize it, its body moves it, arrow keys do both; its edges and
// middles are drawn to those of its siblings and its superview. What is under way is shown as samples and sent once.
import { toast } from "../../ui.js";
import { frameOf, inverse, isIdentity } from "../geometry.js";
import { HIDDEN } from "../model.js";
import { placedAfter, placedOf, pointJSON, proposed, rectJSON } from "../edits.js";

/** @typedef {import("./gestures.js").Spot} Spot */
/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../geometry.js").Placed} Placed */
/** @typedef {import("../geometry.js").Rect} Rect */
/** @typedef {[number, number]} Pair */

/**
 * Where a view is held: -1 its left or upper edge, 1 its right or lower one, 0 neither; its body when both are 0.
 * @typedef {{ id: number, across: number, down: number, from: Spot }} Grip
 */
/** @typedef {{ id: number, placed: Placed, frame: Rect, lines: [Line[], Line[]] }} Base what was there at first */
/** @typedef {{ at: number, from: number, to: number }} Line an edge or a middle of a neighbour, and how far it reaches */
/** @typedef {{ view: number, line: [number, number, number, number] }} Guide a line in the coordinates of a view, by its index */
/** @typedef {{ free: boolean, straight: boolean }} How `free`: not drawn to anything; `straight`: along one axis, in the same shape */

/** CSS pixels beside an edge in which it is held, outside and inside; for fingers. */
const OUTSIDE = 6, INSIDE = 5, OUTSIDE_FOR_FINGERS = 20, INSIDE_FOR_FINGERS = 12;
/** CSS pixels from which an edge is drawn to another. */
const REACH = 6;
/** Views smaller than this cannot be held again. */
const LEAST = 1;
/** More siblings are no help. */
const MOST_NEIGHBOURS = 400;
/** Milliseconds after the last key until a burst of keys is one edit. */
const REST = 600;
const CURSORS = ["ew", "nwse", "ns", "nesw"];

export class Shaping {
  /**
   * Lines that the view has been drawn to.
   * @type {Guide[]}
   */
  guides = [];
  /** @type {Base | null} */ #base = null;
  /** What is asked for, as PATCH takes it. */
  /** @type {Record<string, any> | null} */ #changes = null;
  /** How far keys have moved the view and its lower right corner. */
  #steps = { x: 0, y: 0, width: 0, height: 0 };
  #timer = 0;
  #frame = 0;
  #dragging = false;

  /**
   * @param {HTMLElement} viewport
   * @param {ViewModel} model
   * @param {import("../state.js").InspectorState} state
   * @param {import("./stage.js").Stage} stage
   * @param {import("../edits.js").Edits} edits
   */
  constructor(viewport, model, state, stage, edits) {
    this.viewport = viewport;
    this.model = model;
    this.state = state;
    this.stage = stage;
    this.edits = edits;
    addEventListener("keydown", (event) => this.#hear(event), true);
    for (const type of ["pointerdown", "pagehide", "blur"]) addEventListener(type, () => !this.#dragging && this.finish(), true);
    for (const type of ["update", "reload", "layout"]) model.addEventListener(type, () => this.#forget());
  }

  /** Whether something is under way. */
  get isActive() { return this.#base !== null }

  /** The index of the view that can be shaped, -1 for none: flat, alone selected, and not with the touch tool. */
  get #view() {
    const { state, stage, model } = this;
    return stage.amount === 0 && state.tool === "select" && !state.others.length ? model.indexOf(state.selection) : -1;
  }

  /** Why nothing can be changed; null when it can. */
  get #refusal() {
    if (this.model.hasLayout) return "The views are shown at another size. Go back to the dump’s own size to change them.";
    return this.edits.available ? null : "This dump cannot be changed: its list of edits could not be read.";
  }

  // The pointer

  /**
   * Where a point of the canvas holds the selected view; null where it does not. Roots have no body to move.
   * @param {Spot} spot
   * @returns {Grip | null}
   */
  gripAt(spot) {
    const i = this.#view;
    if (i < 0) return null;
    const { scene, camera } = this.stage;
    const back = inverse(scene.matrix(i));
    if (!back) return null;
    const [x, y] = camera.toDrawing(spot.x, spot.y);
    const m = scene.matrix(i);
    const scale = [Math.hypot(m[0], m[1]) * camera.zoom, Math.hypot(m[2], m[3]) * camera.zoom];
    const along = [(back[0] * x + back[2] * y + back[4]) * scale[0], (back[1] * x + back[3] * y + back[5]) * scale[1]];
    const size = [scene.w[i] * scale[0], scene.h[i] * scale[1]];
    const [outside, inside] = spot.touch ? [OUTSIDE_FOR_FINGERS, INSIDE_FOR_FINGERS] : [OUTSIDE, INSIDE];
    const sides = along.map((at, axis) => {
      if (!(at >= -outside && at <= size[axis] + outside)) return NaN;
      const margin = Math.min(inside, size[axis] / 4);
      // Of two edges that are close together the nearer one is held.
      if (at <= margin && at <= size[axis] / 2) return -1;
      return at >= size[axis] - margin ? 1 : 0;
    });
    if (sides.some(Number.isNaN)) return null;
    const [across, down] = sides;
    // Fingers move the canvas, the mouse moves what it holds.
    if (!across && !down && (spot.touch || this.model.parent(i) < 0)) return null;
    return { id: this.model.id(i), across, down, from: spot };
  }

  /**
   * Shows by the pointer what dragging would do.
   * @param {Spot | null} spot
   */
  point(spot) {
    const grip = spot && !this.#dragging && this.#refusal === null ? this.gripAt(spot) : null;
    if (this.#dragging) return;
    this.viewport.dataset.grip = grip ? this.#cursor(grip) : "";
  }

  /** @param {Grip} grip */
  #cursor({ id, across, down }) {
    if (!across && !down) return "move";
    const m = this.stage.scene.matrix(this.model.indexOf(id));
    const x = across * m[0] + down * m[2], y = across * m[1] + down * m[3];
    const length = Math.hypot(x, y);
    if (!length) return "move";
    return CURSORS[((Math.round(Math.atan2(y, x) / (Math.PI / 4)) % 4) + 4) % 4];
  }

  /**
   * Follows the pointer; false when this view cannot be changed, which is said.
   * @param {Grip} grip @param {Spot} spot @param {How} how
   */
  drag(grip, spot, how) {
    const refusal = this.#refusal;
    if (refusal) {
      toast(refusal, { isFailure: true });
      return false;
    }
    if (!this.#dragging) {
      this.finish();
      this.#dragging = true;
      if (!this.#begin()) return (this.#dragging = false);
    }
    const { zoom } = this.stage.camera;
    const moved = /** @type {Pair} */ ([(spot.x - grip.from.x) / zoom, (spot.y - grip.from.y) / zoom]);
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#follow(grip, moved, how);
    });
    this.#pending = () => this.#follow(grip, moved, how);
    return true;
  }

  /** @type {(() => void) | null} What the next picture shows. */ #pending = null;

  /** The pointer let go. */
  drop() {
    if (!this.#dragging) return;
    if (this.#frame) this.#pending?.();
    this.#dragging = false;
    this.finish();
  }

  /** Everything is as it was. */
  cancel() {
    this.#dragging = false;
    if (!this.#base) return;
    this.#forget();
    this.model.clearSamples();
  }

  /** Sends what was asked for. */
  finish() {
    const base = this.#base, changes = this.#changes;
    if (!base) return;
    this.#forget();
    this.model.clearSamples();
    if (changes) this.edits.change(base.id, changes);
  }

  #forget() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pending = null;
    this.#base = this.#changes = null;
    this.#steps = { x: 0, y: 0, width: 0, height: 0 };
    this.guides = [];
  }

  /** Remembers what is there; false when there is nothing that could be shaped. */
  #begin() {
    const i = this.#view;
    if (i < 0) return false;
    const { model } = this;
    model.clearSamples();
    const placed = placedOf(model, i);
    if (![...placed.bounds, ...placed.center, ...placed.transform].every(Number.isFinite)) return false;
    this.#base = { id: model.id(i), placed, frame: frameOf(placed), lines: neighbours(model, i) };
    return true;
  }

  /**
   * @param {Grip} grip @param {Pair} moved in points of the window @param {How} how
   */
  #follow(grip, moved, { free, straight }) {
    const base = this.#base;
    const i = base ? this.model.indexOf(base.id) : -1;
    if (!base || i < 0) return;
    const parent = this.model.parent(i), { across, down } = grip;
    const resizes = across !== 0 || down !== 0;
    const plain = isIdentity(base.placed.transform);
    // Where the view is turned, its edges move along its own axes.
    const [u, v] = turnedBack(parent < 0 ? null : this.stage.scene.matrix(parent), moved);
    const [dx, dy] = resizes && !plain ? turnedBack(base.placed.transform, [u, v]) : [u, v];
    /** @type {Pair} */ let by = [resizes && !across ? 0 : dx, resizes && !down ? 0 : dy];
    if (straight && !resizes) by = Math.abs(by[0]) > Math.abs(by[1]) ? [by[0], 0] : [0, by[1]];
    if (straight && across && down) by = sameShape(base.placed.bounds, across, down, by);
    const snaps = !free && !(straight && across && down) && (plain || !resizes);
    const reach = REACH / (this.stage.camera.zoom * scaleOf(parent < 0 ? null : this.stage.scene.matrix(parent)));
    const frame = base.frame;
    by = /** @type {Pair} */ (by.map((value, axis) => {
      const side = resizes ? [across, down][axis] : null;
      if (side === 0 || (straight && !resizes && value === 0)) return 0;
      const whole = this.#whole(value, side === 1 ? frame[axis] + frame[axis + 2] : frame[axis]);
      return snaps ? drawn(base.lines[axis], edgesOf(frame, axis, side), value, reach) ?? whole : whole;
    }));
    this.#show(resizes ? shaped(base, across, down, by) : placedAt(base, by));
    this.guides = snaps && parent >= 0 ? this.#guidesOf(i, parent, base, resizes ? [across, down] : null) : [];
  }

  /**
   * So far that an edge comes to lie on a whole point, close up on half a one.
   * @param {number} by @param {number} edge
   */
  #whole(by, edge) {
    const unit = this.stage.camera.zoom >= 4 ? 2 : 1;
    return Math.round((edge + by) * unit) / unit - edge;
  }

  /**
   * The lines on which the view's edges and middles lie now.
   * @param {number} i @param {number} parent @param {Base} base @param {[number, number] | null} sides that move, all for null
   * @returns {Guide[]}
   */
  #guidesOf(i, parent, base, sides) {
    const { model } = this;
    const frame = /** @type {Rect} */ ([model.x(i), model.y(i), model.w(i), model.h(i)]);
    const [left, top] = model.bounds(parent);
    /** @type {Guide[]} */ const found = [];
    for (const axis of [0, 1]) {
      const side = sides ? sides[axis] : null;
      if (side === 0) continue;
      for (const edge of edgesOf(frame, axis, side)) {
        const lines = base.lines[axis].filter(({ at }) => Math.abs(at - edge) < 0.01);
        if (!lines.length) continue;
        const other = 1 - axis;
        const from = Math.min(frame[other], ...lines.map((line) => line.from)), to = Math.max(frame[other] + frame[other + 2], ...lines.map((line) => line.to));
        found.push({ view: parent, line: axis === 0 ? [edge - left, from - top, edge - left, to - top] : [from - left, edge - top, to - left, edge - top] });
      }
    }
    return found;
  }

  /** @param {Record<string, any> | null} changes */
  #show(changes) {
    const { model } = this;
    const i = model.indexOf(this.#base?.id ?? null);
    if (i < 0) return;
    this.#changes = changes;
    model.clearSamples();
    if (changes) model.withSamples(proposed(model, i, changes));
  }

  // Keys

  /**
   * Moves the selected view, or its lower right corner; false when nothing is selected that could be.
   * @param {number} x @param {number} y in points
   * @param {boolean} resizes
   */
  step(x, y, resizes) {
    const i = this.#view;
    if (i < 0 || this.model.parent(i) < 0 || this.#dragging) return false;
    const refusal = this.#refusal;
    if (this.#base && this.#base.id !== this.model.id(i)) this.finish();
    if (refusal) toast(refusal, { isFailure: true });
    else if (this.#base || this.#begin()) {
      const base = /** @type {Base} */ (this.#base), steps = this.#steps;
      if (resizes) {
        steps.width = Math.max(LEAST - base.placed.bounds[2], steps.width + x);
        steps.height = Math.max(LEAST - base.placed.bounds[3], steps.height + y);
      } else {
        steps.x += x;
        steps.y += y;
      }
      const grown = steps.width || steps.height ? applied(base, shaped(base, 1, 1, [steps.width, steps.height])) : base;
      this.#show(placedAt(grown, [steps.x, steps.y], base));
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.finish(), REST);
    }
    return true;
  }

  /**
   * Escape takes back what is under way, and so does the key for undo; other keys come after it.
   * @param {KeyboardEvent} event
   */
  #hear(event) {
    if (!this.#base || ["Shift", "Alt", "Control", "Meta"].includes(event.key)) return;
    if (event.key === "Escape" || ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "z" && !event.shiftKey)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.cancel();
    } else if (!this.#dragging && !(event.key.startsWith("Arrow") && event.target === this.viewport)) this.finish();
  }
}

// Frames, edges and what they are drawn to

/**
 * The edges and middles of a view's siblings and of its superview, by axis, in the superview's coordinates.
 * @param {ViewModel} model
 * @param {number} i
 * @returns {[Line[], Line[]]}
 */
function neighbours(model, i) {
  const parent = model.parent(i);
  if (parent < 0) return [[], []];
  const siblings = model.children(parent).filter((other) => other !== i && !(model.flags(other) & HIDDEN)).slice(0, MOST_NEIGHBOURS);
  const rects = [model.bounds(parent), ...siblings.map((other) => [model.x(other), model.y(other), model.w(other), model.h(other)])]
    .filter((rect) => rect.every(Number.isFinite));
  const lines = (/** @type {0 | 1} */ axis) => rects.flatMap((rect) => edgesOf(rect, axis, null).map((at) => ({ at, from: rect[1 - axis], to: rect[1 - axis] + rect[3 - axis] })));
  return [lines(0), lines(1)];
}

/**
 * Of a rectangle along an axis: one edge, or both with the middle between them.
 * @param {readonly number[]} rect @param {number} axis 0 across, 1 down @param {number | null} side -1, 1 or null for all
 */
function edgesOf(rect, axis, side) {
  const from = rect[axis], length = rect[axis + 2];
  return side === -1 ? [from] : side === 1 ? [from + length] : [from, from + length / 2, from + length];
}

/**
 * How far edges are to move so that one of them lies on a line; null when none is near.
 * @param {Line[]} lines @param {number[]} edges @param {number} by where the pointer has taken them @param {number} reach in points
 */
function drawn(lines, edges, by, reach) {
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
 * @param {Pair} way
 * @returns {Pair}
 */
function turnedBack(matrix, [x, y]) {
  const back = matrix ? inverse(matrix) : null;
  return back ? [back[0] * x + back[2] * y, back[1] * x + back[3] * y] : [x, y];
}

/** @param {ArrayLike<number> | null} matrix */
const scaleOf = (matrix) => (matrix ? Math.hypot(matrix[0], matrix[1]) || 1 : 1);

/**
 * A way of a corner that leaves width and height in proportion.
 * @param {Rect} bounds @param {number} across @param {number} down @param {Pair} way
 * @returns {Pair}
 */
function sameShape([, , w, h], across, down, [dx, dy]) {
  if (!(w > 0 && h > 0)) return [dx, dy];
  const growth = Math.max((across * dx) / w, (down * dy) / h);
  return [across * growth * w, down * growth * h];
}

/**
 * What moving asks for; null when nothing moves.
 * @param {{ placed: Placed, frame: Rect }} base @param {Pair} by
 * @param {{ placed: Placed, frame: Rect }} [first] what was there before it grew
 */
function placedAt({ placed, frame }, [dx, dy], first) {
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
function shaped({ placed, frame }, across, down, [dx, dy]) {
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
function applied(base, changes) {
  if (!changes) return base;
  const placed = placedAfter(base.placed, changes);
  return { ...base, placed, frame: frameOf(placed) };
}
