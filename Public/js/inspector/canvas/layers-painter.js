// Draws the views as a stack of layers seen from the side, far to near, in steps.
import { CUT, EMPTY, GONE, LEFT_OUT, UNSEEN } from "./scene.js";
import { Ink } from "./ink.js";
import { stack } from "./levels.js";
import { TextBudget } from "./text-budget.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./projection.js").Projection} Projection */
/** @typedef {import("./flat-painter.js").Area} Area */

const STRIDE = 128;
/** Device pixels below which a view is left out, has no fill, and is a speck without a border. */
const TINY = 1.5, THIN = 3, SPECK = 6;
/** How far above its level the selected view floats. */
export const LIFT = 0.7;

export class LayersPainter {
  drawn = 0;
  merged = 0;
  labels = 0;
  /** The first and last level shown. */
  from = 0;
  to = Infinity;
  /** How many texts are drawn, at most about. */ texts = new TextBudget(160);
  #next = 0;
  #stale = true;
  /**
   * The views of the present level whose texts wait for its panes.
   * @type {number[]}
   */
  #waiting = [];
  #level = NaN;
  /**
   * The least size that a number of views exceeds, by that number.
   * @type {Map<number, number>}
   */
  #thresholds = new Map();
  #listed = { key: "", list: /** @type {number[]} */ ([]) };
  /** @type {number[]} */ #order = [];
  /** @type {number[]} */ #points = [];

  /**
   * @param {Scene} scene
   * @param {import("./style.js").Style} style
   * @param {Projection} projection
   */
  constructor(scene, style, projection) {
    this.scene = scene;
    this.style = style;
    this.projection = projection;
    this.levels = new Int32Array(0);
    this.levelCount = 1;
    /** The views by level, those of one level in tree order, and where each level begins. */
    this.sorted = new Int32Array(0);
    this.starts = new Int32Array(2);
  }

  /** The views lie elsewhere. */
  invalidate() {
    this.#stale = true;
  }

  /** Finds the level of every view anew, when needed. */
  prepare() {
    if (!this.#stale) return;
    this.#stale = false;
    this.#thresholds.clear();
    this.#listed.key = "";
    const { levels, count } = stack(this.scene);
    const starts = new Int32Array(count + 1);
    for (const level of levels) starts[level + 1] += 1;
    for (let level = 0; level < count; level += 1) starts[level + 1] += starts[level];
    const sorted = new Int32Array(levels.length), at = starts.slice();
    for (let i = 0; i < levels.length; i += 1) sorted[at[levels[i]]++] = i;
    [this.levels, this.levelCount, this.sorted, this.starts] = [levels, count, sorted, starts];
  }

  /**
   * Where a view floats.
   * @param {number} i
   */
  level(i) {
    return this.levels[i] + (i === this.style.selected ? LIFT : 0);
  }

  /**
   * Whether the view is on a level that is shown.
   * @param {number} i
   */
  isInRange(i) {
    return this.levels[i] >= this.from && this.levels[i] <= this.to;
  }

  /** The levels that are shown, far to near. The eye is on one side of each. */
  levelsFarToNear() {
    const first = Math.max(0, Math.ceil(this.from)), last = Math.min(this.levelCount - 1, this.to);
    const eye = this.projection.eyeLevel;
    const order = [];
    for (let level = first; level <= last && level < eye; level += 1) order.push(level);
    const below = order.length;
    for (let level = last; level >= first && level >= eye; level -= 1) order.push(level);
    // The two halves never hide each other: no ray of sight goes into both.
    return eye < 0 ? order.slice(below) : order;
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Camera} camera @param {Area} area @param {number} [budget] how many views may be drawn
   */
  begin(context, camera, area, budget = Infinity) {
    this.prepare();
    this.camera = camera;
    this.area = area;
    this.k = camera.zoom * camera.ratio;
    this.ink = new Ink(context);
    this.drawn = this.merged = this.labels = this.#next = 0;
    this.texts.begin(area, budget < Infinity);
    this.#waiting = [];
    this.#level = NaN;
    this.#order = this.#list(budget);
  }

  /** The views to draw, far to near: the same list for as long as it is seen from the same side. */
  #list(/** @type {number} */ budget) {
    const { scene, style, projection, levelCount } = this;
    const eye = projection.eyeLevel;
    const side = eye >= levelCount ? "front" : eye <= 0 ? "back" : eye;
    const least = scene.count > budget ? this.#threshold(budget) : 0;
    const key = `${side} ${this.from} ${this.to} ${least} ${style.ghosts} ${style.selected}`;
    if (key !== this.#listed.key) this.#listed = { key, list: this.#collect(least) };
    return this.#listed.list;
  }

  #collect(/** @type {number} */ least) {
    const { sorted, starts, scene, style } = this;
    const list = [];
    for (const level of this.levelsFarToNear()) {
      for (let at = starts[level]; at < starts[level + 1]; at += 1) {
        const i = sorted[at], bit = scene.bits[i], q = i * 4;
        if (bit & (LEFT_OUT | EMPTY)) continue;
        if (bit & GONE && !style.ghosts) continue;
        if (least && Math.max(scene.seen[q + 2] - scene.seen[q], scene.seen[q + 3] - scene.seen[q + 1]) < least && i !== style.selected) continue;
        list.push(i);
      }
    }
    // A lifted view goes behind or before its own level.
    const lifted = list.indexOf(style.selected);
    if (lifted >= 0) {
      list.splice(lifted, 1);
      const level = this.level(style.selected);
      const place = list.findIndex((i) => this.projection.isNearer(this.levels[i], level));
      list.splice(place < 0 ? list.length : place, 0, style.selected);
    }
    return list;
  }

  /** The size that at most `budget` views exceed. */
  #threshold(/** @type {number} */ budget) {
    const known = this.#thresholds.get(budget);
    if (known !== undefined) return known;
    const found = this.#findThreshold(budget);
    this.#thresholds.set(budget, found);
    return found;
  }

  #findThreshold(/** @type {number} */ budget) {
    const { seen, count } = this.scene;
    const sizes = new Uint32Array(64);
    for (let q = 0; q < count * 4; q += 4) {
      const size = Math.max(seen[q + 2] - seen[q], seen[q + 3] - seen[q + 1]);
      if (size > 0) sizes[Math.min(63, Math.max(0, Math.floor((Math.log2(size) + 12) * 2)))] += 1;
    }
    let sum = 0;
    for (let at = 63; at >= 0; at -= 1) if ((sum += sizes[at]) > budget) return 2 ** ((at + 1) / 2 - 12);
    return 0;
  }

  /**
   * Goes on drawing until the clock says `deadline`; true when all is drawn.
   * @param {number} [deadline]
   */
  step(deadline = Infinity) {
    const list = this.#order;
    let at = this.#next;
    for (; at < list.length; at += 1) {
      if (at % STRIDE === 0 && deadline < Infinity && performance.now() > deadline) break;
      this.#pane(list[at]);
    }
    this.#next = at;
    if (at < list.length) return false;
    this.#finishLevel();
    this.ink.end();
    return true;
  }

  #pane(/** @type {number} */ i) {
    const { scene, style, ink, area } = this;
    const bit = scene.bits[i], ghost = bit & (UNSEEN | GONE);
    const level = this.level(i);
    if (level !== this.#level) {
      this.#finishLevel();
      this.#level = level;
    }
    const points = this.#project(ghost ? scene.quad(i) : this.#polygon(i), level);
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (let p = 0; p < points.length; p += 2) {
      const x = points[p], y = points[p + 1];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    if (!(right >= area.left && left <= area.right && bottom >= area.top && top <= area.bottom)) return;
    const size = Math.max(right - left, bottom - top);
    if (size < TINY) return void (this.merged += 1);
    if (ghost) return this.#ghost(points);
    const thin = Math.min(right - left, bottom - top) < THIN && size >= SPECK;
    const line = style.line(i), alpha = style.opacity(i);
    const fill = size < SPECK ? line : thin ? "" : style.fill(i);
    if (points.length === 8 && !(bit & CUT)) ink.later(points, fill, size < SPECK ? "" : line, alpha);
    else {
      ink.alpha(alpha);
      if (fill) {
        ink.fill(fill);
        ink.polygon(points);
      }
      ink.stroke(line);
      // The projected points share one list, so those at hand are copied first.
      if (bit & CUT) ink.outline(points.slice(), this.#project(scene.quad(i), level));
      else ink.outline(points);
    }
    this.drawn += 1;
    if (style.texts && size > 10 && this.texts.takes((left + right) / 2, (top + bottom) / 2) && !(bit & CUT && this.#isMostlyCut(i))) this.#waiting.push(i);
  }

  /** Views of one level do not overlap: their panes come together, then their texts. */
  #finishLevel() {
    this.ink.flush();
    if (!this.#waiting.length) return;
    this.ink.alpha(1);
    for (const i of this.#waiting) this.#text(i, this.level(i));
    this.#waiting.length = 0;
  }

  #ghost(/** @type {number[]} */ points) {
    const { ink, style } = this;
    ink.alpha(1);
    ink.stroke(style.palette.colors["ghost-line"]);
    ink.outline(points, null, style.dash);
    this.drawn += 1;
  }

  #polygon(/** @type {number} */ i) {
    const shape = this.scene.shape(i);
    if (shape) return shape;
    const [left, top, right, bottom] = this.scene.seen.subarray(i * 4, i * 4 + 4);
    return [left, top, right, top, right, bottom, left, bottom];
  }

  /** In device pixels. The list is reused by the next call. */
  #project(/** @type {number[]} */ polygon, /** @type {number} */ level) {
    const points = this.projection.polygon(polygon, level, this.#points);
    const { camera, k } = this;
    for (let p = 0; p < points.length; p += 2) {
      points[p] = (points[p] - camera.x) * k;
      points[p + 1] = (points[p + 1] - camera.y) * k;
    }
    return points;
  }

  #isMostlyCut(/** @type {number} */ i) {
    const { seen, boxes } = this.scene;
    const q = i * 4;
    const part = (seen[q + 2] - seen[q]) * (seen[q + 3] - seen[q + 1]);
    return part < 0.6 * (boxes[q + 2] - boxes[q]) * (boxes[q + 3] - boxes[q + 1]);
  }

  /** Near its middle the perspective is as good as a matrix. */
  #text(/** @type {number} */ i, /** @type {number} */ level) {
    const { scene, style, camera, projection, k, ink } = this;
    const label = style.label(i, camera.zoom);
    if (!label) return;
    const m = scene.matrix(i), w = scene.w[i], h = scene.h[i];
    const x = m[0] * (w / 2) + m[2] * (h / 2) + m[4], y = m[1] * (w / 2) + m[3] * (h / 2) + m[5];
    const [px, py] = projection.project(x, y, level);
    const [rx, ry] = projection.project(x + 1, y, level), [dx, dy] = projection.project(x, y + 1, level);
    const a = (rx - px) * k, b = (ry - py) * k, c = (dx - px) * k, d = (dy - py) * k;
    const place = { a: a * m[0] + c * m[1], b: b * m[0] + d * m[1], c: a * m[2] + c * m[3], d: b * m[2] + d * m[3], e: 0, f: 0, w, h, clip: /** @type {number[] | null} */ (null) };
    // Seen edge-on, letters are only specks.
    if (Math.abs(place.a * place.d - place.b * place.c) < 0.08 * k * k) return;
    place.e = (px - camera.x) * k - place.a * (w / 2) - place.c * (h / 2);
    place.f = (py - camera.y) * k - place.b * (w / 2) - place.d * (h / 2);
    ink.text(label, style.ink(i), place);
    this.labels += 1;
    this.texts.count += 1;
  }
}
