// Draws the views as a stack of layers seen from the side, far to near, in steps.
import { Ink, TextBudget } from "./ink.js";
import { CUT, depthsOf, EMPTY, GONE, LEFT_OUT, Stacking, UNSEEN } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./camera.js").Projection} Projection */
/** @typedef {import("./flat-painter.js").Area} Area */

/** Panes between two looks at the clock, and how many of them what is in a view counts for. */
const STRIDE = 128, CONTENT = 8;
/** Milliseconds in which the levels of most dumps are found at once. */
const AT_ONCE = 24;
/** Device pixels below which a view is left out, has no fill, and is a speck without a border. */
const TINY = 1.5, THIN = 3, SPECK = 6;
/** More subviews leave no holes in what the screenshot shows of their superview. */
const MOST_HOLES = 48;
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
  /**
   * The screenshot, of which each view shows its part; null where views are drawn.
   * @type {import("./ground.js").Backdrop | null}
   */
  picture = null;
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
  /**
   * Those of a level whose panes are drawn, and how many of them are.
   * @type {number[]}
   */
  #contents = [];
  #filled = 0;
  #level = NaN;
  /** @type {Stacking | null} */ #stacking = null;
  /** @type {Map<number, { least: number, lower: number, room: number }>} */ #thresholds = new Map();
  #listed = { key: "", list: /** @type {number[]} */ ([]) };
  /** @type {number[]} */ #order = [];
  /** @type {number[]} */ #points = [];

  /**
   * @param {Scene} scene
   * @param {import("./flat-painter.js").Style} style
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

  /** Finds the level of every view anew, when needed. Until `isReady`, large dumps have the levels before, or their depth. */
  prepare() {
    if (!this.#stale) return;
    this.#stale = false;
    this.#thresholds.clear();
    this.#listed.key = "";
    this.#stacking = new Stacking(this.scene);
    if (this.advance(performance.now() + AT_ONCE)) return;
    const levels = this.levels.length === this.scene.count ? this.levels : depthsOf(this.scene);
    this.#take(levels, levels.reduce((most, level) => Math.max(most, level), 0) + 1);
  }

  /** Whether the levels are those that the views have in the end. */
  get isReady() {
    return !this.#stale && this.#stacking === null;
  }

  /** How much of the levels is found, from 0 to 1. */
  get foundShare() {
    return this.#stacking?.share ?? 1;
  }

  /**
   * Goes on finding levels until the clock says `deadline`; true when all are found.
   * @param {number} deadline
   */
  advance(deadline) {
    const stacking = this.#stacking;
    if (!stacking) return true;
    if (!stacking.step(deadline)) return false;
    this.#stacking = null;
    this.#take(stacking.levels, stacking.count);
    return true;
  }

  /**
   * @param {Int32Array} levels
   * @param {number} count
   */
  #take(levels, count) {
    this.#listed.key = "";
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
    this.#contents = [];
    this.#filled = 0;
    this.#level = NaN;
    this.#order = this.#list(budget);
  }

  /** The views to draw, far to near: the same list for as long as it is seen from the same side. */
  #list(/** @type {number} */ budget) {
    const { scene, style, projection, levelCount } = this;
    const eye = projection.eyeLevel;
    const side = eye >= levelCount ? "front" : eye <= 0 ? "back" : eye;
    // A budget that changes a little with every picture keeps its list.
    const most = scene.count > budget ? 2 ** (Math.floor(Math.log2(budget) * 2) / 2) : 0;
    const key = `${side} ${this.from} ${this.to} ${most} ${style.ghosts} ${style.selected}`;
    if (key !== this.#listed.key) this.#listed = { key, list: this.#collect(most) };
    return this.#listed.list;
  }

  /** All views, or the largest of them if there may be only so many, and of those that are equally large the nearest. */
  #collect(/** @type {number} */ most) {
    const { sorted, starts, scene, style } = this;
    const list = [], { least, lower, room } = most ? this.#threshold(most) : { least: 0, lower: 0, room: 0 };
    const nearest = room > 0 ? this.#nearest(lower, least, room) : null;
    for (const level of this.levelsFarToNear()) {
      for (let at = starts[level]; at < starts[level + 1]; at += 1) {
        const i = sorted[at], bit = scene.bits[i], q = i * 4;
        if (bit & (LEFT_OUT | EMPTY)) continue;
        if (bit & GONE && !style.ghosts) continue;
        if (least && Math.max(scene.seen[q + 2] - scene.seen[q], scene.seen[q + 3] - scene.seen[q + 1]) < least && i !== style.selected
          && !nearest?.has(i)) continue;
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

  /**
   * Views on the screen of about one size, the nearest first.
   * @param {number} lower @param {number} least @param {number} room how many
   */
  #nearest(lower, least, room) {
    const { sorted, starts, scene: { seen, bits, extent: [left, top, right, bottom] } } = this;
    /** @type {Set<number>} */ const found = new Set();
    for (const level of this.levelsFarToNear().reverse()) {
      for (let at = starts[level + 1] - 1; at >= starts[level]; at -= 1) {
        const i = sorted[at], q = i * 4;
        const size = Math.max(seen[q + 2] - seen[q], seen[q + 3] - seen[q + 1]);
        if (!(size >= lower && size < least) || bits[i] & (LEFT_OUT | EMPTY | GONE | UNSEEN)) continue;
        if (seen[q] > right || seen[q + 2] < left || seen[q + 1] > bottom || seen[q + 3] < top) continue;
        found.add(i);
        if (found.size >= room) return found;
      }
    }
    return found;
  }

  /** The size that at most `budget` views exceed, the next smaller one, and how many of those in between have room. */
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
    for (let at = 63; at >= 0; at -= 1) {
      if (sum + sizes[at] > budget) return { least: 2 ** ((at + 1) / 2 - 12), lower: at ? 2 ** (at / 2 - 12) : 0, room: Math.floor(budget - sum) };
      sum += sizes[at];
    }
    return { least: 0, lower: 0, room: 0 };
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
    for (let due = 0; ; due += 1) {
      if (due >= STRIDE && deadline < Infinity) {
        if (performance.now() > deadline) return false;
        due = 0;
      }
      if (this.#filled < this.#contents.length) {
        this.#fill(this.#contents[this.#filled++]);
        due += CONTENT;
      } else if (this.#next < list.length) {
        const level = this.level(list[this.#next]);
        if (level !== this.#level && this.#finishPanes()) continue;
        this.#level = level;
        this.#pane(list[this.#next++], level);
      } else if (!this.#finishPanes()) break;
    }
    this.ink.end();
    return true;
  }

  /**
   * @param {number} i
   * @param {number} level
   */
  #pane(i, level) {
    const { scene, style, ink, area } = this;
    const bit = scene.bits[i], ghost = bit & (UNSEEN | GONE);
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
    const looks = size < SPECK ? null : this.picture ?? (style.isScreen ? style.drawings.of(i) : null);
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
    if (style.showsTexts && !style.isScreen && !this.picture && size > 10 && this.texts.takes((left + right) / 2, (top + bottom) / 2)
      && !(bit & CUT && this.#isMostlyCut(i))) this.#waiting.push(i);
  }

  /** Views of one level do not overlap: their panes come together, then what is in them. Whether something is. */
  #finishPanes() {
    this.ink.flush();
    [this.#contents, this.#waiting, this.#filled] = [this.#waiting, [], 0];
    if (this.#contents.length) this.ink.alpha(1);
    return this.#contents.length > 0;
  }

  #fill(/** @type {number} */ i) {
    if (this.picture) this.#cut(i, this.#level, this.picture);
    else if (this.style.isScreen) this.#look(i, this.#level);
    else this.#text(i, this.#level);
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

  /**
   * What the screenshot shows of a view, without what its subviews show of it: they float before it.
   * @param {number} i @param {number} level @param {import("./ground.js").Backdrop} picture
   */
  #cut(i, level, { image, matrix }) {
    const { scene, ink: { context }, camera, projection, k } = this;
    const { seen, bits, model } = scene, [left, top, right, bottom] = seen.subarray(i * 4, i * 4 + 4);
    if (!image || !(right > left && bottom > top)) return;
    // Near the middle of a view the perspective is as good as a matrix.
    const x = (left + right) / 2, y = (top + bottom) / 2;
    const [[px, py], [rx, ry], [dx, dy]] = [[x, y], [x + 1, y], [x, y + 1]].map(([u, v]) => projection.project(u, v, level));
    const [a, b, c, d] = [rx - px, ry - py, dx - px, dy - py].map((value) => value * k);
    context.save();
    context.globalAlpha = this.style.opacity(i);
    context.setTransform(a, b, c, d, (px - camera.x) * k - a * x - c * y, (py - camera.y) * k - b * x - d * y);
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    for (const child of model.children(i).slice(0, MOST_HOLES)) {
      if (bits[child] & (LEFT_OUT | EMPTY | GONE | UNSEEN) || !this.isInRange(child)) continue;
      const [l, t, r, e] = seen.subarray(child * 4, child * 4 + 4);
      context.beginPath();
      context.rect(left, top, right - left, bottom - top);
      context.rect(l, t, r - l, e - t);
      context.clip("evenodd");
    }
    context.transform(.../** @type {[number, number, number, number, number, number]} */ (matrix));
    context.drawImage(image, 0, 0);
    context.restore();
    this.ink.forget();
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
    const place = { a: a * m[0] + c * m[1], b: b * m[0] + d * m[1], c: a * m[2] + c * m[3], d: b * m[2] + d * m[3], e: 0, f: 0, w, h,
      clip: /** @type {number[] | null} */ (null) };
    if (Math.abs(place.a * place.d - place.b * place.c) < 0.08 * k * k) return null;
    place.e = (px - camera.x) * k - place.a * ox - place.c * oy;
    place.f = (py - camera.y) * k - place.b * ox - place.d * oy;
    return place;
  }
}
