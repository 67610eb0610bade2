// Draws the canvas: puts scene, camera and painters together, one picture for each frame that needs one; knows which views
// lie under a point of it.
import { kindOf, readableClass } from "../data/describe.js";
import { contains, limits } from "../data/geometry.js";
import { Camera, Projection } from "./camera.js";
import { FlatPainter, Palette, Style } from "./flat-painter.js";
import { Backdrop, drawDevice, drawFrame, drawHints, isDevice, SHELL } from "./ground.js";
import { Labels } from "./ink.js";
import { LayersPainter, LIFT } from "./layers-painter.js";
import { ABSENT, Scene, SHAPED } from "./scene.js";
import { Drawings } from "./drawings.js";
import { Surface, WHOLE } from "./surface.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */

/** Milliseconds after the last movement until it counts as rest. */
const REST = 120;
/** Milliseconds at a time in which levels of the stack are found. */
const SLICE = 12;
/** CSS pixels around the device when all of it is shown. */
const MARGIN = 26;
/** CSS pixels that the controls of the layers take. */
const BELOW = 36;
/** How the stack of layers is seen at first, in degrees. */
export const TURN = { rotateX: 14, rotateY: -34 };
/** Points between two levels, at most and at least; of all levels, usually and at most, in parts of the screen's longer side. */
const GAP = { most: 44, least: 3, all: 0.85, deepest: 3 };

export class Stage {
  camera = new Camera();
  projection = new Projection();
  /** 0 is flat, 1 the stack of layers, the way between them in between. */
  amount = 0;
  backdropOpacity = 0;
  /**
   * The levels of the stack that are shown.
   * @type {[number, number]}
   */
  range = [0, Infinity];
  turn = { ...TURN };
  /** In per cent of the usual distance of levels. */
  spread = 100;
  /**
   * 1 for those that the search found.
   * @type {Uint8Array | null}
   */
  matches = null;
  /**
   * The indexes of views that an edit changed.
   * @type {number[]}
   */
  changed = [];
  /** The indexes of views that just moved, and how much they glow. */
  glow = { views: /** @type {number[]} */ ([]), strength: 0 };
  /**
   * Where views were before the layout.
   * @type {Map<number, number[]> | null}
   */
  before = null;
  /** What the controls at the right take, in CSS pixels. */
  corner = { width: 0, top: 0, bottom: 0 };
  #moved = -REST;
  /** Where the views of each level lie, for the levels found last. */
  #boxes = { levels: new Int32Array(0), list: /** @type {{ level: number, box: number[] }[]} */ ([]) };
  #frame = 0;
  /** A request for the next step of finding levels. */
  #finding = 0;

  /**
   * @param {HTMLElement} viewport
   * @param {ViewModel} model
   * @param {{ drawn: () => void, went: () => void }} delegate `went`: a part of a picture is drawn that takes its time
   */
  constructor(viewport, model, delegate) {
    this.viewport = viewport;
    this.delegate = delegate;
    this.scene = new Scene(model);
    this.labels = new Labels(this.scene);
    this.palette = new Palette(viewport, () => this.repaint());
    this.drawings = new Drawings(model, () => this.repaint());
    this.backdrop = new Backdrop(model.base, () => this.repaint());
    this.style = new Style(this.scene, this.palette, this.labels, this.drawings);
    this.flat = new FlatPainter(this.scene, this.style);
    this.layers = new LayersPainter(this.scene, this.style, this.projection);
    this.surface = new Surface(viewport, this.camera, () => delegate.drawn(), () => delegate.went());
    this.camera.resize(viewport.clientWidth, viewport.clientHeight, devicePixelRatio || 1);
    this.#hearPrinting();
  }

  /** Paper is light, and no frame comes before it: what the canvas shows is drawn at once, and afterwards as it was. */
  #hearPrinting() {
    const root = document.documentElement;
    let theme = "";
    addEventListener("beforeprint", () => {
      theme = root.dataset.theme ?? "";
      root.dataset.theme = "light";
      this.palette.read();
      this.surface.forget();
      this.draw();
    });
    addEventListener("afterprint", () => (root.dataset.theme = theme));
  }

  /**
   * Draws before the next frame is shown.
   * @param {boolean} [moving] whether this is one step of a movement
   */
  request(moving = false) {
    if (moving) this.#moved = performance.now();
    this.#frame ||= requestAnimationFrame(() => this.draw());
  }

  /** What views look like changed. */
  repaint() {
    this.surface.forget();
    this.request();
  }

  /** Views lie elsewhere, or others are there. */
  relaid() {
    this.layers.invalidate();
    this.repaint();
  }

  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const layered = this.amount > 0;
    if (layered) this.#project();
    const { scene, camera } = this;
    const painter = layered ? this.layers : this.flat;
    this.surface.draw({
      painter,
      views: layered || scene.count < 1_000 ? scene.count : this.flat.count(camera, WHOLE + 1),
      moving: performance.now() - this.#moved < REST,
      slides: !layered,
      waits: layered && !this.layers.isReady ? this.layers.foundShare : undefined,
      ground: (context) => this.#ground(context),
      marks: (context) => this.#marks(context),
    });
    if (layered) this.findLevels();
    this.delegate.drawn();
  }

  /** Finds the levels of the stack, those of a large dump a little at a time; shows them when they are found. */
  findLevels() {
    const { layers, surface } = this;
    layers.prepare();
    if (layers.isReady || this.#finding) return;
    this.#finding = setTimeout(() => {
      this.#finding = 0;
      layers.prepare();
      const isDone = layers.advance(performance.now() + SLICE);
      if (!isDone) this.findLevels();
      if (this.amount === 0) return;
      if (isDone) {
        if (this.camera.fitted) this.fit();
        this.repaint();
      } else {
        surface.waiting(layers.foundShare);
        this.delegate.went();
      }
    });
  }

  #project() {
    const { scene, layers, turn } = this;
    layers.prepare();
    [layers.from, layers.to] = this.range;
    this.projection.set({ amount: this.amount, ...turn, gap: this.gap, levels: layers.levelCount - 1, extent: scene.extent });
  }

  /** Points between two levels. */
  get gap() {
    const [left, top, right, bottom] = this.scene.extent;
    const all = Math.max(right - left, bottom - top);
    const levels = Math.max(1, this.layers.levelCount);
    const least = Math.min(GAP.least, (GAP.deepest * all) / levels);
    const usual = Math.min(GAP.most, Math.max(least, (GAP.all * all) / levels));
    return (usual * this.spread) / 100;
  }

  #ground(/** @type {CanvasRenderingContext2D} */ context) {
    const { camera, scene, palette, backdrop } = this;
    if (!scene.isEmpty) (this.#isDevice ? drawDevice : drawFrame)(context, camera, this.device, palette, this.amount, this.#screenColor);
    // Seen from the side it is cut into the views.
    this.layers.picture = this.amount > 0 && this.style.hasPixels && !scene.model.hasLayout ? backdrop : null;
    if (!this.layers.picture) backdrop.draw(context, camera, this.amount > 0 ? 0 : this.backdropOpacity);
  }

  /** What lies under the views of a screen: system background. */
  get #screenColor() {
    return this.style.isScreen ? (this.style.isScreenDark ? "#000" : "#fff") : this.palette.colors.screen;
  }

  /** The status bar and what else the system draws over the windows of a flat screen. */
  #system(/** @type {CanvasRenderingContext2D} */ context) {
    const { camera, drawings, scene: { model, root: shown }, style } = this;
    const { screen } = model, root = model.roots.at(-1);
    const system = model.hasLayout ? drawings.laidSystem : drawings.system;
    if (!system || root === undefined || shown >= 0 || style.hasPixels || (model.hasLayout && !screen)) return false;
    const k = camera.zoom * camera.ratio;
    const [x, y] = model.hasLayout && screen ? screen : this.scene.matrix(root).slice(4);
    drawings.paint(context, system, [k, 0, 0, k, (x - camera.x) * k, (y - camera.y) * k], { alpha: 1, dark: style.isScreenDark, texts: true });
    return true;
  }

  /** Whether what is drawn is the screen of a device: all of it, and nothing but windows. */
  get #isDevice() {
    const { scene: { root, model, extent } } = this;
    return root < 0 && model.roots.every((i) => kindOf(readableClass(model, i)) === "window") && isDevice(extent);
  }

  #marks(/** @type {CanvasRenderingContext2D} */ context) {
    const { camera, scene, palette: { colors }, matches, glow, before } = this;
    const ratio = camera.ratio;
    const quad = (/** @type {number} */ view) => this.corners(view).map((value) => value * ratio);
    const isThere = (/** @type {number} */ view) => (scene.bits[view] & 0b111100) === 0 && (this.amount === 0 || this.layers.isInRange(view));
    const doubts = scene.model.doubts.filter(isThere);
    if (doubts.length) hatchAll(context, doubts, quad, { color: colors.doubt, ratio });
    outlineAll(context, scene.model.softEdges.filter(isThere), quad, { color: colors.doubt, width: 2 * ratio, dash: [2 * ratio, 3 * ratio] });
    if (matches) outlineAll(context, indexes(matches, isThere), quad, { color: colors.match, width: 1.5 * ratio, fill: true });
    if (this.changed.length) outlineAll(context, this.changed.filter(isThere), quad,
      { color: colors.changed, width: 1.5 * ratio, dash: [4 * ratio, 2 * ratio] });
    if (before) outlineAll(context, before.keys(), (view) => this.#before(view, ratio), { color: colors.before, width: ratio, dash: [4 * ratio, 3 * ratio] });
    if (glow.strength > 0) outlineAll(context, glow.views.filter(isThere), quad, { color: colors.glow, width: 2 * ratio, fill: true, alpha: glow.strength });
    const { keyboard } = scene.model;
    if (this.amount > 0 || scene.isEmpty) return;
    const { keyboard: looks } = this.drawings;
    if (keyboard && looks && scene.root < 0) {
      const k = camera.zoom * ratio;
      this.drawings.paint(context, looks, [k, 0, 0, k, (keyboard[0] - camera.x) * k, (keyboard[1] - camera.y) * k],
        { alpha: 1, dark: this.style.isScreenDark, texts: true });
    }
    const isDrawn = this.style.isScreen && (this.#isDevice || scene.model.hasLayout) && this.#system(context);
    if (this.#isDevice && !isDrawn) drawHints(context, camera, this.device, this.palette);
  }

  /** Left, top, right, bottom of the screen: what the window shows, and what a bar has taken from the app's view. */
  get device() {
    const { extent, root, model: { screen } } = this.scene;
    if (!screen || root >= 0) return extent;
    return extent.map((value, at) => (at < 2 ? Math.min(value, screen[at]) : Math.max(value, screen[at])));
  }

  #before(/** @type {number} */ view, /** @type {number} */ ratio) {
    const quad = this.before?.get(view) ?? [];
    const points = [];
    for (let at = 0; at < quad.length; at += 2) points.push(...this.toScreen(quad[at], quad[at + 1], view).map((value) => value * ratio));
    return points;
  }

  /**
   * A point of the window, on the level of a view, in CSS pixels of the canvas.
   * @param {number} x
   * @param {number} y
   * @param {number} view
   * @returns {[number, number]}
   */
  toScreen(x, y, view) {
    if (this.amount === 0) return this.camera.toScreen(x, y);
    return this.camera.toScreen(...this.projection.project(x, y, this.layers.level(view)));
  }

  /**
   * The corners of a view in CSS pixels of the canvas.
   * @param {number} view
   */
  corners(view) {
    const quad = this.scene.quad(view);
    const points = [];
    for (let at = 0; at < 8; at += 2) points.push(...this.toScreen(quad[at], quad[at + 1], view));
    return points;
  }

  /**
   * The views under a point of the canvas, front to back.
   * @param {number} px @param {number} py @param {number} [most]
   */
  at(px, py, most) {
    const [x, y] = this.camera.toDrawing(px, py);
    return this.amount === 0 ? viewsAt(this.scene, x, y, most) : layersAt(this.layers, x, y, most);
  }

  /** Shows the whole device, or the whole stack. */
  fit() {
    const { device: extent, camera, amount } = this;
    if (!camera.width || !camera.height) return;
    if (this.scene.isEmpty) return camera.fitNothing();
    const [left, top, right, bottom] = extent;
    /** @type {number[]} */ let all = [left - SHELL, top - SHELL, right + SHELL, bottom + SHELL];
    if (amount > 0) {
      this.#project();
      const boxes = this.#levelBoxes();
      const stack = boxes.length ? limits(boxes.flatMap(({ level, box: [l, t, r, b] }) => this.projection.polygon([l, t, r, t, r, b, l, b], level, []))) : all;
      all = all.map((value, at) => value + (stack[at] - value) * amount);
    }
    const before = this.before ? limits([...this.before.values()].flat().filter(Number.isFinite)) : all;
    all = all.map((value, at) => (at < 2 ? Math.min(value, before[at]) : Math.max(value, before[at])));
    camera.fit(all, MARGIN, 0, BELOW * amount);
    const [x, y] = camera.toScreen(all[2], all[1]), [, low] = camera.toScreen(all[2], all[3]);
    const { corner } = this;
    if (x <= camera.width - corner.width) return;
    if (y < corner.top) camera.fit(all, MARGIN, corner.top - MARGIN, BELOW * amount);
    else if (low > camera.height - corner.bottom) camera.fit(all, MARGIN, 0, Math.max(corner.bottom - MARGIN, BELOW * amount));
  }

  /** What the views of each level that is shown take up, on the screen and as far around it as half of its size. */
  #levelBoxes() {
    const { scene: { seen, bits, extent: [left, top, right, bottom] }, layers } = this;
    const around = [left - (right - left) / 2, top - (bottom - top) / 2, right + (right - left) / 2, bottom + (bottom - top) / 2];
    if (this.#boxes.levels !== layers.levels) {
      /** @type {Map<number, number[]>} */ const found = new Map();
      for (let i = 0; i < layers.levels.length; i += 1) {
        if (bits[i] & ABSENT) continue;
        const box = found.get(layers.levels[i]) ?? [Infinity, Infinity, -Infinity, -Infinity], q = i * 4;
        if (seen[q] > around[2] || seen[q + 1] > around[3] || seen[q + 2] < around[0] || seen[q + 3] < around[1]) continue;
        box[0] = Math.min(box[0], Math.max(around[0], seen[q]));
        box[1] = Math.min(box[1], Math.max(around[1], seen[q + 1]));
        box[2] = Math.max(box[2], Math.min(around[2], seen[q + 2]));
        box[3] = Math.max(box[3], Math.min(around[3], seen[q + 3]));
        found.set(layers.levels[i], box);
      }
      this.#boxes = { levels: layers.levels, list: [...found].map(([level, box]) => ({ level, box })) };
    }
    return this.#boxes.list.filter(({ level }) => level >= this.range[0] && level <= this.range[1]);
  }

  /** The canvas has another place on the screen. */
  resize() {
    const { viewport, camera, surface } = this;
    const ratio = devicePixelRatio || 1;
    camera.resize(viewport.clientWidth, viewport.clientHeight, ratio);
    surface.resize(Math.round(camera.width * ratio), Math.round(camera.height * ratio));
    this.style.dash = [3 * ratio, 3 * ratio];
    if (camera.fitted) this.fit();
    // At once: a canvas of another size is blank.
    this.draw();
  }
}

/**
 * @param {Uint8Array} marks
 * @param {(index: number) => boolean} is
 */
function* indexes(marks, is) {
  for (let i = 0; i < marks.length; i += 1) if (marks[i] && is(i)) yield i;
}

// What is marked on the panes: matches of the search, changed views, views that just moved, where they were before.

/** @typedef {(polygon: number[], view: number) => number[]} ToPixels from the plane of a view to device pixels */

/** More marks than this are a carpet. */
const MOST = 3_000;

/**
 * @param {CanvasRenderingContext2D} context @param {Iterable<number>} views by index @param {(view: number) => number[]} quad in device pixels
 * @param {{ color: string, width: number, dash?: number[], fill?: boolean, alpha?: number }} look
 */
function outlineAll(context, views, quad, { color, width, dash = [], fill = false, alpha = 1 }) {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  let drawn = 0;
  for (const view of views) {
    const points = quad(view);
    if (!points.every(Number.isFinite) || !isOnScreen(points, context.canvas)) continue;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.closePath();
    if (fill) {
      context.globalAlpha = alpha * 0.1;
      context.fill();
    }
    context.globalAlpha = alpha;
    context.stroke();
    if ((drawn += 1) >= MOST) break;
  }
  context.restore();
  return drawn;
}

/** CSS pixels between two lines of a hatching. */
const HATCH = 7;

/**
 * Hatches views of which it is not known where they lie.
 * @param {CanvasRenderingContext2D} context @param {Iterable<number>} views by index @param {(view: number) => number[]} quad in device pixels
 * @param {{ color: string, ratio: number }} look
 */
function hatchAll(context, views, quad, { color, ratio }) {
  const { width, height } = context.canvas;
  const step = Math.max(3, Math.round(HATCH * ratio));
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.strokeStyle = color;
  context.lineWidth = ratio;
  context.beginPath();
  let drawn = 0;
  for (const view of views) {
    const points = quad(view);
    if (!points.every(Number.isFinite) || !isOnScreen(points, context.canvas)) continue;
    context.moveTo(points[0], points[1]);
    for (let i = 2; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.closePath();
    if ((drawn += 1) >= MOST) break;
  }
  context.stroke();
  context.clip();
  // One set of lines for all of them, over no more than the canvas.
  context.beginPath();
  for (let x = -height; drawn && x < width; x += step) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.restore();
}

/**
 * @param {number[]} points
 * @param {HTMLCanvasElement} canvas
 */
function isOnScreen(points, { width, height }) {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    top = Math.min(top, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  return right >= 0 && bottom >= 0 && left <= width && top <= height;
}

// Which views lie under a point, front to back, as the eye sees them: hidden and cut off parts are not there.

/**
 * @param {Scene} scene
 * @param {number} i
 * @param {number} x
 * @param {number} y in the window
 */
function isAt(scene, i, x, y) {
  const { seen, bits } = scene;
  const q = i * 4;
  if (bits[i] & ABSENT || !(x >= seen[q] && x < seen[q + 2] && y >= seen[q + 1] && y < seen[q + 3])) return false;
  const shape = bits[i] & SHAPED ? scene.shape(i) : null;
  return !shape || contains(shape, x, y);
}

/**
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 * @param {number} [most]
 * @returns {number[]} indexes, front to back
 */
export function viewsAt(scene, x, y, most = Infinity) {
  const found = [];
  for (let i = scene.count - 1; i >= 0 && found.length < most; i -= 1) if (isAt(scene, i, x, y)) found.push(i);
  return found;
}

/**
 * The same in the stack of layers: a point (u, v) of the picture is another point on every level.
 * @param {import("./layers-painter.js").LayersPainter} painter @param {number} u @param {number} v @param {number} [most]
 */
function layersAt(painter, u, v, most = Infinity) {
  const { scene, sorted, starts, projection, style } = painter;
  const { selected } = style;
  painter.prepare();
  /** @type {number[]} */ const found = [];
  const lifted = selected >= 0 && painter.isInRange(selected) ? selected : -1;
  const liftedAt = lifted < 0 ? null : projection.unproject(u, v, painter.levels[lifted] + LIFT);
  let waits = liftedAt !== null && isAt(scene, lifted, liftedAt[0], liftedAt[1]);
  for (const level of painter.levelsFarToNear().reverse()) {
    if (waits && !projection.isNearer(level, painter.level(lifted))) {
      found.push(lifted);
      waits = false;
    }
    const point = projection.unproject(u, v, level);
    for (let at = starts[level + 1] - 1; point && at >= starts[level]; at -= 1) {
      if (sorted[at] !== lifted && isAt(scene, sorted[at], point[0], point[1])) found.push(sorted[at]);
    }
    if (found.length >= most) return found.slice(0, most);
  }
  if (waits) found.push(lifted);
  return found;
}
