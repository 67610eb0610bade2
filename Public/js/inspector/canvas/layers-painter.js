// Draws the views as a stack of layers seen from the side, far to near, in steps.
import { Ink, TextBudget } from "./ink.js";
import { ABSENT, CUT, EMPTY, GONE, LEFT_OUT, UNSEEN } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./camera.js").Projection} Projection */
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
  /** @type {Camera} */ camera;
  /** @type {Area} */ area;
  /** @type {Ink} */ ink;
  /** Device pixels in a point. */ k = 1;
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
   * @param {import("./scene.js").Style} style
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

  /** How much of it is drawn, from 0 to 1. */
  get share() {
    return this.#order.length ? this.#next / this.#order.length : 1;
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
    const looks = style.isScreen && size >= SPECK ? style.drawings.of(i) : null;
    if (looks) this.#waiting.push(i);
    const fill = size < SPECK ? line : thin || (style.isScreen && i !== style.selected) ? "" : style.fill(i);
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
    if (style.showsTexts && !style.isScreen && size > 10 && this.texts.takes((left + right) / 2, (top + bottom) / 2) && !(bit & CUT && this.#isMostlyCut(i))) this.#waiting.push(i);
  }

  /** Views of one level do not overlap: their panes come together, then their texts. */
  #finishLevel() {
    this.ink.flush();
    if (!this.#waiting.length) return;
    this.ink.alpha(1);
    for (const i of this.#waiting) {
      if (this.style.isScreen) this.#look(i, this.level(i));
      else this.#text(i, this.level(i));
    }
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

  /** A view as it looks. */
  #look(/** @type {number} */ i, /** @type {number} */ level) {
    const { scene, style, ink, area } = this;
    const list = style.drawings.of(i);
    if (!list) return;
    const { camera, projection, k } = this;
    const m = scene.matrix(i);
    const project = (/** @type {number} */ px, /** @type {number} */ py) => {
      const [u, v] = projection.project(m[0] * px + m[2] * py + m[4], m[1] * px + m[3] * py + m[5], level);
      return [(u - camera.x) * k, (v - camera.y) * k];
    };
    const near = (/** @type {number} */ px, /** @type {number} */ py) => {
      const place = this.#matrix(i, level, px, py);
      return place && /** @type {const} */ ([place.a, place.b, place.c, place.d, place.e, place.f]);
    };
    const [x, y] = project(scene.w[i] / 2, scene.h[i] / 2);
    const texts = style.texts && this.texts.takes(Math.min(Math.max(x, area.left), area.right), Math.min(Math.max(y, area.top), area.bottom));
    const clip = scene.bits[i] & CUT ? this.#project(this.#polygon(i), level).slice() : null;
    const labels = style.drawings.paint(ink.context, list, { near, project }, { alpha: style.opacity(i), dark: style.isScreenDark, texts, view: i, clip });
    ink.forget();
    this.labels += labels;
    this.texts.count += labels;
  }

  #text(/** @type {number} */ i, /** @type {number} */ level) {
    const { style, camera, ink } = this;
    const label = style.label(i, camera.zoom), place = label && this.#matrix(i, level);
    if (!label || !place) return;
    ink.text(label, style.ink(i), place);
    this.labels += 1;
    this.texts.count += 1;
  }

  /**
   * Near a point of a view, its middle unless another is said, the perspective is as good as a matrix; null for a view
   * seen edge-on, where letters are only specks.
   * @param {number} i @param {number} level @param {number} [ox] @param {number} [oy]
   */
  #matrix(i, level, ox = this.scene.w[i] / 2, oy = this.scene.h[i] / 2) {
    const { scene, camera, projection, k } = this;
    const m = scene.matrix(i), w = scene.w[i], h = scene.h[i];
    const x = m[0] * ox + m[2] * oy + m[4], y = m[1] * ox + m[3] * oy + m[5];
    const [px, py] = projection.project(x, y, level);
    const [rx, ry] = projection.project(x + 1, y, level), [dx, dy] = projection.project(x, y + 1, level);
    const a = (rx - px) * k, b = (ry - py) * k, c = (dx - px) * k, d = (dy - py) * k;
    const place = { a: a * m[0] + c * m[1], b: b * m[0] + d * m[1], c: a * m[2] + c * m[3], d: b * m[2] + d * m[3], e: 0, f: 0, w, h, clip: /** @type {number[] | null} */ (null) };
    if (Math.abs(place.a * place.d - place.b * place.c) < 0.08 * k * k) return null;
    place.e = (px - camera.x) * k - place.a * ox - place.c * oy;
    place.f = (py - camera.y) * k - place.b * ox - place.d * oy;
    return place;
  }
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
/** Lines thinner than this, in points, lift nothing that lies over them. */
const LINE = 2;

/**
 * Views drawn later lie above those drawn earlier wherever they overlap, so the stack shows the order of drawing.
 * @param {Scene} scene
 * @returns {{ levels: Int32Array, count: number }} the level of each view, and how many levels there are
 */
export function stack(scene) {
  const { model, count, bits, seen, extent } = scene;
  const levels = new Int32Array(count);
  const heights = new Heights(extent);
  let highest = 0;
  for (let i = 0; i < count; i += 1) {
    const parent = model.parent(i);
    let level = parent < 0 ? 0 : levels[parent] + 1;
    if (!(bits[i] & ABSENT)) {
      const q = i * 4;
      level = Math.max(level, heights.raise(seen[q], seen[q + 1], seen[q + 2], seen[q + 3], level));
    }
    levels[i] = level;
    highest = Math.max(highest, level);
  }
  return { levels, count: highest + 1 };
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
