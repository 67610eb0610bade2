// What there is to draw: every view's place in the window, what is cut off it, its look, its level in the stack of layers.
// Columns, not objects.
import { isSystem, kindOf } from "../data/describe.js";
import { box, intersection, limits, quad } from "../data/geometry.js";
import { HIDDEN } from "../data/model.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */

/** @typedef {{ m: Float64Array, w: Float64Array, h: Float64Array }} Places where views lie, to compare and to mix */

/** Bits of `bits`. Turned: not parallel to the window. Cut: a part lies outside a clipping superview; gone: all of it. */
export const TURNED = 1, CUT = 2, GONE = 4, UNSEEN = 8, EMPTY = 16, LEFT_OUT = 32, SHAPED = 64;
/** A view with one of these is not there for the eye. */
export const ABSENT = GONE | UNSEEN | EMPTY | LEFT_OUT;

export class Scene {
  count = 0;
  /** From each view's own rectangle to the window, its width and its height. */ m = new Float64Array(0);
  w = new Float64Array(0);
  h = new Float64Array(0);
  /** Bounding boxes in the window: left, top, right, bottom. */ boxes = new Float64Array(0);
  /** What is left of them inside the clips. */ seen = new Float64Array(0);
  bits = new Uint8Array(0);
  looks = new Uint8Array(0);
  centered = new Uint8Array(0);
  system = new Uint8Array(0);
  opacity = new Float32Array(0);
  /**
   * The visible parts that are not upright rectangles.
   * @type {Map<number, number[]>}
   */
  shapes = new Map();
  /**
   * Left, top, right, bottom of what the window shows.
   * @type {[number, number, number, number]}
   */
  extent = [0, 0, 1, 1];
  isEmpty = true;

  /** @param {ViewModel} model */
  constructor(model) {
    this.model = model;
    this.root = -1;
    this.hideSystem = false;
    this.read();
  }

  /** Takes everything from the model. */
  read() {
    const { model } = this;
    const n = (this.count = model.count);
    this.m = new Float64Array(n * 6);
    this.w = new Float64Array(n);
    this.h = new Float64Array(n);
    this.boxes = new Float64Array(n * 4);
    this.seen = new Float64Array(n * 4);
    this.bits = new Uint8Array(n);
    this.looks = new Uint8Array(n);
    this.centered = new Uint8Array(n);
    this.opacity = new Float32Array(n);
    this.shapes = new Map();
    const kinds = model.classes.map(paneOf);
    this.system = new Uint8Array(n);
    for (let i = 0; i < n; i += 1) {
      const kind = kinds[model.classID(i)];
      this.looks[i] = kind.look;
      this.centered[i] = kind.centered ? 1 : 0;
      this.system[i] = kind.system ? 1 : 0;
    }
    this.readAttributes();
    this.readPlaces();
  }

  /** Opacity and visibility, each with the superviews' multiplied in. */
  readAttributes() {
    const { model, opacity } = this;
    for (let i = 0; i < this.count; i += 1) {
      const parent = model.parent(i), alpha = model.alpha(i);
      const own = model.flags(i) & HIDDEN ? 0 : Number.isNaN(alpha) ? 1 : Math.min(1, Math.max(0, alpha));
      opacity[i] = parent < 0 ? own : own * opacity[parent];
    }
  }

  readPlaces() {
    const { model, m, w, h } = this;
    for (let i = 0; i < this.count; i += 1) {
      m.set(model.matrix(i), i * 6);
      w[i] = model.width(i);
      h[i] = model.height(i);
    }
    this.derive();
  }

  /**
   * A copy of where everything lies now.
   * @returns {Places}
   */
  places() {
    return { m: this.m.slice(), w: this.w.slice(), h: this.h.slice() };
  }

  /**
   * Shows places between two.
   * @param {Places} from @param {Places} to @param {number} t
   */
  mix(from, to, t) {
    for (const column of /** @type {const} */ (["m", "w", "h"])) {
      const a = from[column], b = to[column], out = this[column];
      for (let i = 0; i < out.length; i += 1) out[i] = a[i] === b[i] || Number.isNaN(a[i]) ? b[i] : a[i] + (b[i] - a[i]) * t;
    }
    this.derive();
  }

  /**
   * Which views are drawn at all: those in the focused subtree, system views or not.
   * @param {number} root @param {boolean} hideSystem
   */
  limit(root, hideSystem) {
    if (root === this.root && hideSystem === this.hideSystem) return false;
    this.root = root;
    this.hideSystem = hideSystem;
    this.derive();
    return true;
  }

  /** Boxes, cuts and shapes from the places. */
  derive() {
    const { model, m, w, h, bits, boxes, seen, opacity, shapes } = this;
    shapes.clear();
    const first = Math.max(0, this.root), last = this.root < 0 ? this.count : model.end(this.root);
    for (let i = 0; i < this.count; i += 1) {
      const o = i * 6, q = i * 4;
      const ax = m[o] * w[i], ay = m[o + 1] * w[i], bx = m[o + 2] * h[i], by = m[o + 3] * h[i];
      const left = m[o + 4] + Math.min(0, ax) + Math.min(0, bx), right = m[o + 4] + Math.max(0, ax) + Math.max(0, bx);
      const top = m[o + 5] + Math.min(0, ay) + Math.min(0, by), bottom = m[o + 5] + Math.max(0, ay) + Math.max(0, by);
      boxes[q] = left;
      boxes[q + 1] = top;
      boxes[q + 2] = right;
      boxes[q + 3] = bottom;
      let bit = m[o + 1] || m[o + 2] ? TURNED : 0;
      if (!(w[i] > 0 && h[i] > 0 && right > left && bottom > top && Number.isFinite(right - left + bottom - top))) bit |= EMPTY;
      if (opacity[i] <= 0) bit |= UNSEEN;
      if (i < first || i >= last || (this.hideSystem && this.system[i])) bit |= LEFT_OUT;
      const clip = model.clip(i);
      if (clip < 0) seen.set([left, top, right, bottom], q);
      else bit |= this.#cut(i, clip, bit);
      bits[i] = bit;
      if (bit & TURNED && !(bit & (SHAPED | EMPTY | GONE))) shapes.set(i, quad(m.subarray(o, o + 6), w[i], h[i]));
      if (bit & TURNED && !(bit & GONE)) bits[i] |= SHAPED;
    }
    this.#measure(first, last);
  }

  /**
   * What the clips leave of a view.
   * @param {number} i @param {number} clip @param {number} bit
   */
  #cut(i, clip, bit) {
    const { boxes, seen, bits, shapes, m, w, h } = this;
    const q = i * 4, c = clip * 4;
    if (bits[clip] & GONE) {
      seen.fill(NaN, q, q + 4);
      return GONE;
    }
    if (bits[clip] & SHAPED || (bit & TURNED && !this.#within(q, c))) {
      const whole = quad(m.subarray(i * 6, i * 6 + 6), w[i], h[i]);
      const hole = shapes.get(clip) ?? box(seen[c], seen[c + 1], seen[c + 2], seen[c + 3]);
      const left = bit & EMPTY ? [] : intersection(whole, hole);
      if (!left.length) {
        seen.fill(NaN, q, q + 4);
        return GONE;
      }
      seen.set(limits(left), q);
      shapes.set(i, left);
      return left.length === 8 && left.every((value) => whole.some((other) => Math.abs(other - value) < 1e-6)) ? SHAPED : SHAPED | CUT;
    }
    const left = (seen[q] = Math.max(boxes[q], seen[c])), top = (seen[q + 1] = Math.max(boxes[q + 1], seen[c + 1]));
    const right = (seen[q + 2] = Math.min(boxes[q + 2], seen[c + 2])), bottom = (seen[q + 3] = Math.min(boxes[q + 3], seen[c + 3]));
    if (!(right > left && bottom > top)) return GONE;
    return left > boxes[q] || top > boxes[q + 1] || right < boxes[q + 2] || bottom < boxes[q + 3] ? CUT : 0;
  }

  #within(/** @type {number} */ q, /** @type {number} */ c) {
    const { boxes, seen } = this;
    return boxes[q] >= seen[c] && boxes[q + 1] >= seen[c + 1] && boxes[q + 2] <= seen[c + 2] && boxes[q + 3] <= seen[c + 3];
  }

  /** What the window shows: the roots' bounds, or the focused view's. */
  #measure(/** @type {number} */ first, /** @type {number} */ last) {
    const { model, boxes, bits } = this;
    const roots = this.root < 0 ? model.roots : [this.root];
    /**
     * Left, top, right, bottom of the screen.
     * @type {[number, number, number, number]}
     */
    let extent = [Infinity, Infinity, -Infinity, -Infinity];
    const add = (/** @type {number} */ i) => {
      if (bits[i] & EMPTY) return;
      const q = i * 4;
      extent = [Math.min(extent[0], boxes[q]), Math.min(extent[1], boxes[q + 1]), Math.max(extent[2], boxes[q + 2]), Math.max(extent[3], boxes[q + 3])];
    };
    roots.forEach(add);
    // Roots without an area still may hold views that have one.
    if (extent[0] > extent[2]) for (let i = first; i < last; i += 1) add(i);
    this.extent = extent[0] > extent[2] ? /** @type {[number, number, number, number]} */ ([0, 0, 1, 1]) : extent;
    this.isEmpty = extent[0] > extent[2];
  }

  /**
   * The quadrilateral of the whole view in the window.
   * @param {number} i
   */
  quad(i) {
    return quad(this.m.subarray(i * 6, i * 6 + 6), this.w[i], this.h[i]);
  }

  matrix(/** @type {number} */ i) {
    return this.m.subarray(i * 6, i * 6 + 6);
  }

  /**
   * The part that can be seen, as a polygon; null when it is an upright rectangle in `seen`.
   * @param {number} i
   */
  shape(i) {
    return this.shapes.get(i) ?? null;
  }
}

// What sort of pane a class gets on the canvas.

/** Looks of panes, by number. */
export const WINDOW = 0, PLAIN = 1, CONTROL = 2, TEXT = 3;

/**
 * Kinds that are not plain.
 * @type {Record<string, number>}
 */
const LOOKS = {
  window: WINDOW, text: TEXT, button: CONTROL, field: CONTROL, switch: CONTROL, slider: CONTROL, cell: CONTROL, bar: CONTROL,
  image: CONTROL, progress: CONTROL,
};

/**
 * @param {string} className
 * @returns {{ look: number, centered: boolean, system: boolean }} `centered`: its text stands in the middle
 */
function paneOf(className) {
  const kind = kindOf(className);
  return { look: LOOKS[kind] ?? PLAIN, centered: kind === "button" || kind === "bar" || className.includes("Button"), system: isSystem(className) };
}

// On which level of the stack each view lies: one above its superview, and above whatever it would cover.

/** Squares the screen is halved into, again and again; edges that differ by less count as touching. */
const DEPTH = 9;
/** The side of the squares of each depth in parts of the whole, and the number of the first of them. */
const SIZES = Array.from({ length: DEPTH + 1 }, (_, depth) => 2 ** -depth);
const FIRST = Array.from({ length: DEPTH + 1 }, (_, depth) => (4 ** depth - 1) / 3);
/** A view is told apart from its neighbours to this part of its longer side, as a power of two. */
const FINENESS = 6;
/** Looks at squares that there is time for; after the first the rest is told apart more coarsely, after the last by depth alone. */
const FINE = 2_000_000, COARSE = 5_000_000;
/** Views between two looks at the clock. */
const AT_A_TIME = 64;
/** Lines thinner than this, in points, lift nothing that lies over them. */
const LINE = 2;

/**
 * Finds the levels: views drawn later lie above those drawn earlier wherever they overlap, so the stack shows the order of
 * drawing. With very many views that takes a while, so it is done in steps.
 */
export class Stacking {
  /** How many levels there are so far. */
  count = 1;
  #next = 0;
  /** @type {Heights} */ #heights;

  /** @param {Scene} scene which stays as it is until all levels are found */
  constructor(scene) {
    this.scene = scene;
    this.levels = new Int32Array(scene.count);
    this.#heights = new Heights(scene.extent);
  }

  /** How much is done, from 0 to 1. */
  get share() {
    return this.levels.length ? this.#next / this.levels.length : 1;
  }

  /**
   * Goes on until the clock says `deadline`; true when all levels are found.
   * @param {number} deadline
   */
  step(deadline) {
    const { scene: { model, bits, seen }, levels } = this;
    for (let i = this.#next; i < levels.length; i += 1) {
      if (i % AT_A_TIME === 0 && performance.now() > deadline) {
        this.#next = i;
        return false;
      }
      const parent = model.parent(i);
      let level = parent < 0 ? 0 : levels[parent] + 1;
      if (!(bits[i] & ABSENT)) {
        const q = i * 4;
        level = Math.max(level, this.#heights.raise(seen[q], seen[q + 1], seen[q + 2], seen[q + 3], level));
      }
      levels[i] = level;
      this.count = Math.max(this.count, level + 1);
    }
    this.#next = levels.length;
    return true;
  }
}

/**
 * Levels that are known at once: how deep each view lies in the tree.
 * @param {Scene} scene
 */
export function depthsOf({ model, count }) {
  const levels = new Int32Array(count);
  for (let i = 0; i < count; i += 1) {
    const parent = model.parent(i);
    levels[i] = parent < 0 ? 0 : levels[parent] + 1;
  }
  return levels;
}

/** The highest level at every place so far, in a quadtree. */
class Heights {
  /** The highest level anywhere in a square, and the level that all of it has at least; 0 is none, levels count from 1. */
  #highest = new Int32Array((4 ** (DEPTH + 1) - 1) / 3);
  #whole = new Int32Array(this.#highest.length);
  #looks = 0;
  /** Squares left to see: depth, column and row of each. */
  #open = new Int32Array(3 * (3 * DEPTH + 4));

  /** @param {readonly number[]} extent */
  constructor([left, top, right, bottom]) {
    this.left = left;
    this.top = top;
    this.size = Math.max(right - left, bottom - top);
  }

  /**
   * Puts a rectangle on top of what is there, at least at `level`; returns its level.
   * @param {number} left @param {number} top @param {number} right @param {number} bottom @param {number} level
   */
  raise(left, top, right, bottom, level) {
    // Half a point less on each side: neighbours that touch do not overlap.
    const inset = Math.min(0.5, (right - left) / 4, (bottom - top) / 4);
    const area = [left + inset - this.left, top + inset - this.top, right - inset - this.left, bottom - inset - this.top];
    if (this.#looks > COARSE) return level;
    const longer = Math.max(area[2] - area[0], area[3] - area[1], this.size / 2 ** DEPTH);
    const depth = Math.min(DEPTH, Math.max(0, Math.ceil(Math.log2(this.size / longer))) + (this.#looks > FINE ? 3 : FINENESS));
    const found = Math.max(level, this.#find(area, depth));
    if (Math.min(right - left, bottom - top) >= LINE) this.#put(area, depth, found + 1);
    return found;
  }

  /**
   * The highest level under an area, as the next free one.
   * @param {number[]} area @param {number} limit
   */
  #find(area, limit) {
    let found = 0;
    this.#visit(area, limit, (node, covered, last) => {
      found = Math.max(found, this.#whole[node]);
      if (covered || last) found = Math.max(found, this.#highest[node]);
      return this.#highest[node] > found;
    });
    return found;
  }

  #put(/** @type {number[]} */ area, /** @type {number} */ limit, /** @type {number} */ height) {
    this.#visit(area, limit, (node, covered, last) => {
      if (this.#highest[node] < height) this.#highest[node] = height;
      if (!covered && !last) return true;
      if (this.#whole[node] < height) this.#whole[node] = height;
      return false;
    });
  }

  /**
   * Goes down the squares that an area touches for as long as `visit` says so.
   * @param {number[]} area @param {number} limit
   * @param {(node: number, covered: boolean, last: boolean) => boolean} visit
   */
  #visit([left, top, right, bottom], limit, visit) {
    const open = this.#open;
    let count = 0;
    open[count++] = 0;
    open[count++] = 0;
    open[count++] = 0;
    while (count) {
      this.#looks += 1;
      const row = open[--count], column = open[--count], depth = open[--count];
      const size = SIZES[depth] * this.size, x = column * size, y = row * size;
      if (x >= right || y >= bottom || x + size <= left || y + size <= top) continue;
      const covered = left <= x && top <= y && right >= x + size && bottom >= y + size;
      const last = depth >= limit;
      // At the finest squares the middle decides, so that two that touch do not share one.
      if (last && !covered && right - left > size && bottom - top > size) {
        const mx = x + size / 2, my = y + size / 2;
        if (mx < left || mx >= right || my < top || my >= bottom) continue;
      }
      if (!visit(FIRST[depth] + (row << depth) + column, covered, last) || covered || last) continue;
      for (let part = 0; part < 4; part += 1) {
        open[count++] = depth + 1;
        open[count++] = column * 2 + (part & 1);
        open[count++] = row * 2 + (part >> 1);
      }
    }
  }
}
