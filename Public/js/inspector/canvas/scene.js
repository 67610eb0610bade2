// What there is to draw: every view's place in the window, what is cut off it, its look, in columns, not objects; and the
// colours of the looks.
import { isSystem, kindOf } from "../describe.js";
import { box, intersection, limits, quad } from "../geometry.js";
import { HIDDEN } from "../model.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */

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

// How each view looks, by drawing mode: its fill, its line and the colour of its text, and where those colours come from.

/** Smaller type cannot be read, in CSS pixels. */
const LEGIBLE = 5;
/** Faint views stay discernible: this is a map, not a screenshot. */
const FAINTEST = 0.15;

export class Style {
  /** @type {"screen" | "wireframe" | "outlines"} */ drawing = "wireframe";
  /** Whether texts are wanted, and whether pixels are under the views that show them anyway. */
  texts = true;
  hasPixels = false;
  ghosts = false;
  /** The index of the selected view, -1 for none. */
  selected = -1;
  /** @type {number[]} */ dash = [3, 3];

  /**
   * @param {Scene} scene
   * @param {Palette} palette
   * @param {import("./ink.js").Labels} labels
   * @param {import("./drawings.js").Drawings} drawings
   */
  constructor(scene, palette, labels, drawings) {
    this.scene = scene;
    this.palette = palette;
    this.labels = labels;
    this.drawings = drawings;
  }

  /** Whether views are drawn as they look, and what they look like is known by now. */
  get isScreen() {
    return this.drawing === "screen" && this.drawings.isReady;
  }

  /** Whether the texts of panes are drawn: not over pixels that show them. */
  get showsTexts() {
    return this.texts && !this.hasPixels;
  }

  /** Whether the ground is dark. */
  get dark() {
    const [r = 0, g = 0, b = 0] = this.palette.colors.screen.match(/[\d.]+/g)?.map(Number) ?? [];
    return r + g + b < 384;
  }

  /** The appearance that the screen is drawn in. */
  get isScreenDark() {
    const { appearance } = this.drawings;
    return appearance ? appearance === "dark" : this.dark;
  }

  opacity(/** @type {number} */ i) {
    return Math.max(FAINTEST, this.scene.opacity[i]);
  }

  /**
   * Empty for none.
   * @param {number} i
   */
  fill(i) {
    if (i === this.selected) return this.palette.colors.selected;
    const look = this.scene.looks[i];
    return this.drawing === "outlines" ? "" : this.palette.glass[look];
  }

  line(/** @type {number} */ i) {
    return i === this.selected ? this.palette.colors["selected-line"] : this.palette.lines[this.scene.looks[i]];
  }

  ink(/** @type {number} */ i) {
    const { colors } = this.palette;
    if (i === this.selected) return colors["selected-ink"];
    return this.scene.looks[i] === CONTROL ? colors["ink-dim"] : colors.ink;
  }

  /**
   * The text of a view where it can be read.
   * @param {number} i @param {number} zoom
   */
  label(i, zoom) {
    const label = this.labels.of(i);
    return label && label.size * zoom >= LEGIBLE ? label : null;
  }
}

// The colours of the canvas: custom properties of the style sheet, read again when the appearance changes.

const NAMES = /** @type {const} */ ([
  "window", "plain", "control", "label", "window-line", "plain-line", "control-line", "label-line",
  "ghost-line", "shell", "shell-line", "screen", "hint",
  "ink", "ink-dim", "accent", "selected", "selected-line", "selected-ink", "match", "changed", "before", "glow",
  "doubt", "keyboard", "key",
]);

/** @typedef {(typeof NAMES)[number]} ColorName */

export class Palette {
  /** @type {Record<ColorName, string>} */ colors = /** @type {any} */ ({});
  /**
   * By look: fill and line of a pane of glass.
   * @type {string[]}
   */
  glass = [];
  /** @type {string[]} */ lines = [];
  #swatch = document.createElement("i");

  /**
   * @param {HTMLElement} host has the custom properties `--canvas-…`
   * @param {() => void} changed
   */
  constructor(host, changed) {
    this.#swatch.className = "swatch";
    this.#swatch.hidden = true;
    host.append(this.#swatch);
    this.read();
    const again = () => {
      this.read();
      changed();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    new MutationObserver(again).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  read() {
    const style = getComputedStyle(this.#swatch);
    for (const name of NAMES) {
      // Only a real colour property resolves `light-dark()`.
      this.#swatch.style.setProperty("--swatch", `var(--canvas-${name})`);
      this.colors[name] = style.color;
    }
    const { colors: c } = this;
    this.glass = [c.window, c.plain, c.control, c.label];
    this.lines = [c["window-line"], c["plain-line"], c["control-line"], c["label-line"]];
  }
}
