// The selected view shaped by hand: its edges and corners resize it, its body moves it, arrow keys do both; its edges and
// middles are drawn to those of its siblings and its superview. Several selected views move together, as one rectangle
// around them in the window. What is under way is shown as samples and sent once.
import { toast } from "../../core/ui.js";
import { edgesOf, IDENTITY, inverse, isIdentity, limits, pulled, quad, sameShape, scaleOf, turnedBack } from "../data/geometry.js";
import { proposed } from "../data/changes.js";
import { applied, changeOf, LEAST, memberOf, movesOf, neighbours, placedAt, shaped, surroundings } from "../data/moves.js";

/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Handle} Grip */
/** @typedef {import("./types.js").Guide} Guide */
/** @typedef {import("../data/geometry.js").Rect} Rect */
/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/moves.js").Base} Base */
/** @typedef {import("../data/moves.js").Change} Change */
/** @typedef {import("../data/moves.js").Pair} Pair */
/** @typedef {{ free: boolean, straight: boolean }} How `free`: not drawn to anything; `straight`: along one axis, in the same shape */

/** CSS pixels beside an edge in which it is held, outside and inside; for fingers. */
const OUTSIDE = 6, INSIDE = 5, OUTSIDE_FOR_FINGERS = 20, INSIDE_FOR_FINGERS = 12;
/** CSS pixels from which an edge is drawn to another. */
const REACH = 6;
/** The API takes so many views in one edit. */
const MOST_MEMBERS = 1_000;
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
  /** @type {Change[]} What is asked for. */ #changes = [];
  /** How far keys have moved the view and its lower right corner. */
  #steps = { x: 0, y: 0, width: 0, height: 0 };
  #timer = 0;
  #frame = 0;
  #dragging = false;

  /**
   * @param {HTMLElement} viewport
   * @param {ViewModel} model
   * @param {import("../data/state.js").InspectorState} state
   * @param {import("./stage.js").Stage} stage
   * @param {import("../data/edits.js").Edits} edits
   */
  constructor(viewport, model, state, stage, edits) {
    this.viewport = viewport;
    this.model = model;
    this.state = state;
    this.stage = stage;
    this.edits = edits;
    addEventListener("keydown", (event) => this.#hear(event), true);
    for (const type of ["pointerdown", "pagehide", "blur"]) addEventListener(type, () => !this.#dragging && this.finish(), true);
    model.addEventListener("update", () => this.#rebase());
    for (const type of ["reload", "layout"]) model.addEventListener(type, () => this.#forget());
  }

  /** Whether something is under way. */
  get isActive() { return this.#base !== null }

  /**
   * The indexes of the views that are shaped: none but flat, and not with the touch tool. Of several that are selected those
   * have a body to move that are no roots, and what lies in one of them moves with it.
   */
  get #views() {
    const { state, stage, model } = this;
    const first = model.indexOf(state.selection);
    if (stage.amount !== 0 || state.tool !== "select") return [];
    if (!state.others.length) return first < 0 ? [] : [first];
    let end = 0;
    return [first, ...state.others.map((id) => model.indexOf(id))].filter((i) => i >= 0 && model.parent(i) >= 0)
      .sort((one, other) => one - other).filter((i) => i >= end && (end = model.end(i)) > 0);
  }

  /** Why nothing can be changed; null when it can. */
  get #refusal() {
    if (this.state.others.length >= MOST_MEMBERS) return `At most ${MOST_MEMBERS.toLocaleString("en")} views are moved together.`;
    if (this.model.hasLayout) return "The views are shown at another size. Go back to the dump’s own size to change them.";
    return this.edits.available ? null : "This dump cannot be changed: its list of edits could not be read.";
  }

  // The pointer

  /**
   * Where a point of the canvas holds the selected view; null where it does not. Roots have no body to move, and several
   * views have nothing but their bodies.
   * @param {Spot} spot
   * @returns {Grip | null}
   */
  gripAt(spot) {
    if (!this.state.others.length) return this.#views.map((i) => this.#gripOf(i, spot))[0] ?? null;
    const { scene, camera } = this.stage;
    const [x, y] = camera.toDrawing(spot.x, spot.y);
    const held = spot.touch ? undefined : this.#views.find((i) => {
      const back = inverse(scene.matrix(i));
      if (!back) return false;
      const u = back[0] * x + back[2] * y + back[4], v = back[1] * x + back[3] * y + back[5];
      return u >= 0 && v >= 0 && u < scene.w[i] && v < scene.h[i];
    });
    return held === undefined ? null : { id: this.model.id(held), across: 0, down: 0, from: spot };
  }

  /**
   * @param {number} i @param {Spot} spot
   * @returns {Grip | null}
   */
  #gripOf(i, spot) {
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
    if (!changes.length) return;
    if (base.isGroup) this.edits.changeAll(changes);
    else this.edits.change(changes[0].view, changes[0].changes);
  }

  #forget() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pending = null;
    this.#base = null;
    this.#changes = [];
    this.#steps = { x: 0, y: 0, width: 0, height: 0 };
    this.guides = [];
  }

  /** Remembers what is there; false when there is nothing that could be shaped. */
  #begin() {
    const { model } = this;
    model.clearSamples();
    const views = this.#views, members = views.map((i) => memberOf(model, i)), [first] = members;
    const isGroup = this.state.others.length > 0, key = this.#keyOf(views);
    if (!first
      || members.some(({ placed, plane }) => ![...placed.bounds, ...placed.center, ...placed.transform, ...(plane ?? [])].every(Number.isFinite))) return false;
    if (!isGroup) {
      this.#base = { key, members, placed: first.placed, frame: first.frame, lines: neighbours(model, views[0]), isGroup };
      return true;
    }
    const [left, top, right, bottom] = limits(views.flatMap((i) => quad(model.matrix(i), model.width(i), model.height(i))));
    const w = right - left, h = bottom - top;
    const placed = { bounds: /** @type {Rect} */ ([0, 0, w, h]), center: /** @type {Pair} */ ([left + w / 2, top + h / 2]), transform: IDENTITY,
      anchor: /** @type {Pair} */ ([0.5, 0.5]) };
    this.#base = { key, members, placed, frame: [left, top, w, h], lines: surroundings(model, views), isGroup };
    return true;
  }

  /** Views have changed under what is being shaped, as when the answer to an edit comes: from there it goes on. */
  #rebase() {
    if (!this.#base) return;
    if (this.#base.key !== this.#keyOf(this.#views) || !this.#begin()) return this.#forget();
    if (this.#dragging) this.#pending?.();
    else this.#walk(this.#base);
  }

  #keyOf(/** @type {number[]} */ views) {
    return views.map((i) => this.model.id(i)).join();
  }

  /**
   * @param {Grip} grip @param {Pair} moved in points of the window @param {How} how
   */
  #follow(grip, moved, { free, straight }) {
    const base = this.#base;
    const i = base ? this.model.indexOf(base.members[0].id) : -1;
    if (!base || i < 0) return;
    const parent = base.isGroup ? -1 : this.model.parent(i), { across, down } = grip;
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
      return snaps ? pulled(base.lines[axis], edgesOf(frame, axis, side), value, reach) ?? whole : whole;
    }));
    this.#show(base.isGroup ? movesOf(base.members, by) : changeOf(base, resizes ? shaped(base, across, down, by) : placedAt(base, by)));
    const { model } = this, [x, y, w, h] = frame;
    const now = /** @type {Rect} */ (base.isGroup ? [x + by[0], y + by[1], w, h] : [model.x(i), model.y(i), model.w(i), model.h(i)]);
    this.guides = snaps && (base.isGroup || parent >= 0) ? this.#guidesOf(now, parent, base, resizes ? [across, down] : null) : [];
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
   * The lines on which the edges and middles lie now.
   * @param {Rect} frame @param {number} parent -1 for the window @param {Base} base @param {[number, number] | null} sides that move, all for null
   * @returns {Guide[]}
   */
  #guidesOf(frame, parent, base, sides) {
    const [left, top] = parent < 0 ? [0, 0] : this.model.bounds(parent);
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

  #show(/** @type {Change[]} */ changes) {
    const { model } = this;
    this.#changes = changes;
    model.clearSamples();
    if (changes.length) model.withSamples(changes.flatMap(({ view, changes }) => proposed(model, model.indexOf(view), changes)));
  }

  // Keys

  /**
   * Moves the selected views, or the lower right corner of one; false when nothing is selected that could be.
   * @param {number} x @param {number} y in points
   * @param {boolean} resizes
   */
  step(x, y, resizes) {
    const views = this.#views, isGroup = this.state.others.length > 0;
    if (!views.length || this.model.parent(views[0]) < 0 || (isGroup && resizes) || this.#dragging) return false;
    const refusal = this.#refusal;
    if (this.#base && this.#base.key !== this.#keyOf(views)) this.finish();
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
      this.#walk(base);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.finish(), REST);
    }
    return true;
  }

  /** Shows where the steps so far lead to. */
  #walk(/** @type {Base} */ base) {
    const { x, y, width, height } = this.#steps;
    const grown = width || height ? applied(base, shaped(base, 1, 1, [width, height])) : base;
    this.#show(base.isGroup ? movesOf(base.members, [x, y]) : changeOf(base, placedAt(grown, [x, y], base)));
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
