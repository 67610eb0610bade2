// Draws the views flat, back to front, in steps: every hairline is one device pixel wide at every zoom. And how each view
// looks, flat or in layers.
import { rounded } from "./drawings.js";
import { Ink, TextBudget } from "./ink.js";
import { ABSENT, CONTROL, CUT, EMPTY, GONE, LEFT_OUT, SHAPED, TURNED, UNSEEN } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./camera.js").Camera} Camera */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area in device pixels */

/** Views between two looks at the clock. */
const STRIDE = 256;
/** Device pixels below which views are not drawn one by one, and below which they have no border. */
const TINY = 2, THIN = 4;

export class FlatPainter {
  drawn = 0;
  merged = 0;
  labels = 0;
  /** How many texts are drawn, at most about. */ texts = new TextBudget(320);
  #next = 0;
  #least = 0;
  /** @type {Camera} */ camera;
  /** @type {Area} */ area;
  /** @type {Ink} */ ink;
  /** Device pixels in a point. */ k = 1;
  /** Whether views are drawn as they look. */ #isScreen = false;
  #isDark = false;
  /** Where views too small to draw left a dot already. */ dots = new Uint8Array(0);

  /**
   * @param {Scene} scene
   * @param {Style} style
   */
  constructor(scene, style) {
    this.scene = scene;
    this.style = style;
  }

  /**
   * How many views are in the window of the canvas, at most `most`.
   * @param {Camera} camera @param {number} most
   */
  count(camera, most) {
    const { seen, bits, count } = this.scene;
    const k = camera.zoom, right = camera.x + camera.width / k, bottom = camera.y + camera.height / k;
    let found = 0;
    for (let i = 0, q = 0; i < count && found < most; i += 1, q += 4) {
      if (bits[i] & ABSENT || seen[q] > right || seen[q + 2] < camera.x || seen[q + 1] > bottom || seen[q + 3] < camera.y) continue;
      found += 1;
    }
    return found;
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Camera} camera @param {Area} area what to draw of the window
   * @param {number} [budget] how many views may be drawn; the small ones go first
   */
  begin(context, camera, area, budget = Infinity) {
    this.camera = camera;
    this.area = area;
    this.k = camera.zoom * camera.ratio;
    this.ink = new Ink(context);
    this.#isScreen = this.style.isScreen;
    this.#isDark = this.style.isScreenDark;
    this.drawn = this.merged = this.labels = this.#next = 0;
    this.texts.begin(area, budget < Infinity);
    this.#least = budget < Infinity ? this.#threshold(budget) : 0;
    this.dots = new Uint8Array(Math.ceil((area.right - area.left) / TINY + 1) * Math.ceil((area.bottom - area.top) / TINY + 1));
  }

  /** The size in points that at most `budget` views on the screen exceed. */
  #threshold(/** @type {number} */ budget) {
    const { seen, bits, count } = this.scene;
    const sizes = new Uint32Array(64);
    const { x, y, right, bottom } = this.#window();
    for (let i = 0, q = 0; i < count; i += 1, q += 4) {
      if (bits[i] & ABSENT || seen[q] > right || seen[q + 2] < x || seen[q + 1] > bottom || seen[q + 3] < y) continue;
      sizes[bucket(Math.max(seen[q + 2] - seen[q], seen[q + 3] - seen[q + 1]))] += 1;
    }
    let sum = 0;
    for (let at = sizes.length - 1; at >= 0; at -= 1) {
      sum += sizes[at];
      if (sum > budget) return 2 ** ((at + 1) / 2 - 12);
    }
    return 0;
  }

  #window() {
    const { camera, area, k } = this;
    return { x: camera.x + area.left / k, y: camera.y + area.top / k, right: camera.x + area.right / k, bottom: camera.y + area.bottom / k };
  }

  /**
   * Goes on drawing until the clock says `deadline`; true when all is drawn.
   * @param {number} [deadline]
   */
  step(deadline = Infinity) {
    const { scene } = this;
    const { bits, seen, boxes, count } = scene;
    const { x, y, right, bottom } = this.#window();
    const ghosts = this.style.ghosts;
    let i = this.#next;
    for (; i < count; i += 1) {
      if (i % STRIDE === 0 && deadline < Infinity && performance.now() > deadline) break;
      const bit = bits[i], q = i * 4;
      if (bit & (LEFT_OUT | EMPTY)) continue;
      if (bit & (GONE | UNSEEN)) {
        if (ghosts && !(boxes[q] > right || boxes[q + 2] < x || boxes[q + 1] > bottom || boxes[q + 3] < y)) this.#ghost(i);
        continue;
      }
      if (ghosts && bit & CUT) this.#ghost(i);
      if (seen[q] > right || seen[q + 2] < x || seen[q + 1] > bottom || seen[q + 3] < y) continue;
      if (this.#least && Math.max(seen[q + 2] - seen[q], seen[q + 3] - seen[q + 1]) < this.#least) continue;
      if (this.#isScreen) this.#screen(i, bit);
      else if (bit & SHAPED) this.#shape(i);
      else this.#rectangle(i, bit);
    }
    this.#next = i;
    if (i >= count) this.ink.end();
    return i >= count;
  }

  /** A view as it looks; nothing over pixels that show it. */
  #screen(/** @type {number} */ i, /** @type {number} */ bit) {
    const { scene, style, camera, k, ink } = this;
    this.drawn += 1;
    const list = style.hasPixels ? null : style.drawings.of(i);
    if (!list) return;
    const o = i * 6, m = scene.m, q = i * 4;
    const texts = style.texts
      && this.texts.takes(((scene.seen[q] + scene.seen[q + 2]) / 2 - camera.x) * k, ((scene.seen[q + 1] + scene.seen[q + 3]) / 2 - camera.y) * k);
    const labels = style.drawings.paint(ink.context, list,
      [m[o] * k, m[o + 1] * k, m[o + 2] * k, m[o + 3] * k, (m[o + 4] - camera.x) * k, (m[o + 5] - camera.y) * k], {
        alpha: scene.opacity[i], dark: this.#isDark, texts, view: i, clip: bit & CUT ? this.#place(scene.shape(i) ?? this.#seen(i)) : null,
        cuts: this.#cuts(i),
      });
    ink.forget();
    this.labels += labels;
    this.texts.count += labels;
  }

  /** The outlines of the round corners above a view that it reaches into. */
  #cuts(/** @type {number} */ i) {
    const { scene, camera, k } = this;
    const paths = [];
    for (const [view, asked] of this.style.drawings.cutsAbove(i)) {
      const w = scene.w[view], h = scene.h[view], radius = Math.min(asked, w / 2, h / 2), q = i * 4, c = view * 4;
      const away = radius * (1 - Math.SQRT1_2);
      const isUpright = !(scene.bits[view] & TURNED);
      if (isUpright && scene.seen[q] >= scene.boxes[c] + away && scene.seen[q + 1] >= scene.boxes[c + 1] + away
        && scene.seen[q + 2] <= scene.boxes[c + 2] - away && scene.seen[q + 3] <= scene.boxes[c + 3] - away) continue;
      const [a, b, cc, d, e, f] = scene.matrix(view);
      const path = new Path2D();
      path.addPath(rounded(0, 0, w, h, radius), new DOMMatrix([a * k, b * k, cc * k, d * k, (e - camera.x) * k, (f - camera.y) * k]));
      paths.push(path);
    }
    return paths;
  }

  #rectangle(/** @type {number} */ i, /** @type {number} */ bit) {
    const { scene, style, camera, k, ink } = this;
    const q = i * 4;
    const left = Math.round((scene.seen[q] - camera.x) * k), top = Math.round((scene.seen[q + 1] - camera.y) * k);
    const right = Math.round((scene.seen[q + 2] - camera.x) * k), bottom = Math.round((scene.seen[q + 3] - camera.y) * k);
    const w = right - left, h = bottom - top;
    if (w < TINY && h < TINY) return this.#dot(i, left, top);
    ink.alpha(style.opacity(i));
    if (w < THIN || h < THIN) {
      ink.fill(style.line(i));
      ink.rectangle(left, top, Math.max(1, w), Math.max(1, h));
    } else {
      const fill = this.#repeats(i) ? "" : style.fill(i);
      if (fill) {
        ink.fill(fill);
        ink.rectangle(left, top, w, h);
      }
      ink.stroke(style.line(i));
      if (bit & CUT) this.#edges(q, left, top, right, bottom);
      else ink.frame(left, top, w, h);
    }
    this.drawn += 1;
    if (style.showsTexts && w > 10 && h > 6 && this.texts.takes((left + right) / 2, (top + bottom) / 2)) this.#text(i, bit);
  }

  /** Whether a view lies exactly on its superview's pane. Filled again, dozens of such panes would add up to a wall. */
  #repeats(/** @type {number} */ i) {
    const { boxes, bits } = this.scene;
    const above = this.scene.model.parent(i);
    if (above < 0 || i === this.style.selected || bits[above] & ABSENT) return false;
    for (let side = 0; side < 4; side += 1) if (boxes[i * 4 + side] !== boxes[above * 4 + side]) return false;
    return true;
  }

  /** The borders that are not cut off. */
  #edges(/** @type {number} */ q, /** @type {number} */ left, /** @type {number} */ top, /** @type {number} */ right, /** @type {number} */ bottom) {
    const { boxes, seen } = this.scene;
    const lines = [];
    if (seen[q] === boxes[q]) lines.push(left + 0.5, top, left + 0.5, bottom);
    if (seen[q + 1] === boxes[q + 1]) lines.push(left, top + 0.5, right, top + 0.5);
    if (seen[q + 2] === boxes[q + 2]) lines.push(right - 0.5, top, right - 0.5, bottom);
    if (seen[q + 3] === boxes[q + 3]) lines.push(left, bottom - 0.5, right, bottom - 0.5);
    this.ink.lines(lines);
  }

  /** A turned view, or what a turned one leaves of it. */
  #shape(/** @type {number} */ i) {
    const { scene, style, ink } = this;
    const polygon = scene.shape(i);
    if (!polygon) return;
    const points = this.#place(polygon);
    ink.alpha(style.opacity(i));
    const fill = style.fill(i);
    if (fill) {
      ink.fill(fill);
      ink.polygon(points);
    }
    ink.stroke(style.line(i));
    ink.outline(points, scene.bits[i] & CUT ? this.#place(scene.quad(i)) : null);
    this.drawn += 1;
    if (style.showsTexts) this.#text(i, scene.bits[i]);
  }

  #place(/** @type {number[]} */ polygon) {
    const { camera, k } = this;
    return polygon.map((value, at) => (value - (at % 2 ? camera.y : camera.x)) * k);
  }

  /** A view that is hidden, or the part of it that is cut off. */
  #ghost(/** @type {number} */ i) {
    const { ink, style } = this;
    ink.alpha(1);
    ink.stroke(style.palette.colors["ghost-line"]);
    ink.outline(this.#place(this.scene.quad(i)).map((value) => Math.round(value) + 0.5), null, style.dash);
  }

  /** Views too small to see leave one dot where the first of them is. */
  #dot(/** @type {number} */ i, /** @type {number} */ left, /** @type {number} */ top) {
    const { area, dots, ink, style } = this;
    this.merged += 1;
    const column = Math.floor((left - area.left) / TINY), row = Math.floor((top - area.top) / TINY);
    const at = row * Math.ceil((area.right - area.left) / TINY + 1) + column;
    if (column < 0 || row < 0 || dots[at]) return;
    dots[at] = 1;
    ink.alpha(style.opacity(i));
    ink.fill(style.line(i));
    ink.rectangle(left, top, 1, 1);
  }

  #text(/** @type {number} */ i, /** @type {number} */ bit) {
    const { scene, style, camera, k, ink } = this;
    const label = style.label(i, camera.zoom);
    if (!label) return;
    const o = i * 6, m = scene.m;
    ink.text(label, style.ink(i), {
      a: m[o] * k, b: m[o + 1] * k, c: m[o + 2] * k, d: m[o + 3] * k,
      e: (m[o + 4] - camera.x) * k, f: (m[o + 5] - camera.y) * k, w: scene.w[i], h: scene.h[i],
      clip: bit & CUT ? this.#place(scene.shape(i) ?? this.#seen(i)) : null,
    });
    this.labels += 1;
    this.texts.count += 1;
  }

  #seen(/** @type {number} */ i) {
    const [left, top, right, bottom] = this.scene.seen.subarray(i * 4, i * 4 + 4);
    return [left, top, right, top, right, bottom, left, bottom];
  }
}

/**
 * Half powers of two from 2⁻¹² points.
 * @param {number} size
 */
const bucket = (size) => Math.min(63, Math.max(0, Math.floor((Math.log2(size) + 12) * 2)));

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
  "doubt",
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

