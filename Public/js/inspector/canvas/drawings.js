// What each view looks like on its screen: lists of primitives that the server made, painted as they come. Nothing here
// knows a class of UIKit.
import { getJSON, showFailure } from "../../core/api.js";
import { FAMILY, hasGlyphs } from "../../core/glyphs.js";

/** @typedef {import("../data/columns.js").DrawingJSON} DrawingJSON */
/** @typedef {import("../data/columns.js").Primitive} Primitive */
/** @typedef {import("../data/columns.js").RectPrimitive} RectPrimitive */
/** @typedef {import("../data/columns.js").TextPrimitive} TextPrimitive */
/** @typedef {import("../data/columns.js").PicturePrimitive} PicturePrimitive */
/** @typedef {readonly [number, number, number, number, number, number]} Matrix from points of a view to device pixels */
/**
 * For a view seen from the side: a matrix that is right near a point, and where a point is seen.
 * @typedef {{ near: (x: number, y: number) => Matrix | null, project: (x: number, y: number) => readonly number[] }} Perspective
 */
/** @typedef {{ primitives: Primitive[], source: Source }} List */

/** Directions from the middle of a round corner to its arc, clockwise from the left to the top. */
const ARC = [[-1, 0], [-0.866, -0.5], [-0.5, -0.866], [0, -1]];
/** Milliseconds of rest after an edit until the drawing is asked for again. */
const REST = 250;
/** Smaller type is not drawn, in device pixels. */
const LEGIBLE = 2.5;
/** How far out of sight the shape is that casts a shadow, in device pixels. */
const AWAY = 20_000;
/** How many views that cut round corners are looked at above one. */
const MOST_CUTS = 4;

/** One reply: its colours and outlines, by number. */
class Source {
  /** @type {(Path2D | undefined)[]} */ #paths = [];

  /** @param {{ paints: string[][], paths: string[] }} reply */
  constructor({ paints, paths }) {
    this.paints = paints;
    this.outlines = paths;
  }

  path(/** @type {number} */ number) {
    return (this.#paths[number] ??= new Path2D(this.outlines[number]));
  }
}

export class Drawings {
  /** Whether the lists are there, and whether they are on their way. */
  isReady = false;
  isLoading = false;
  /**
   * The only appearance that the screen was made for; null where it has both.
   * @type {"light" | "dark" | null}
   */
  appearance = null;
  /**
   * The system whose controls are asked for; null for that of the dump.
   * @type {string | null}
   */
  ios = null;
  /** @type {Map<number, List>} */ #own = new Map();
  /** @type {Map<number, List> | null} */ #laid = null;
  /** @type {List | null} */ system = null;
  /**
   * The same over a screen that the views are laid out for.
   * @type {List | null}
   */
  laidSystem = null;
  /**
   * The keyboard that a layout has over the views.
   * @type {List | null}
   */
  keyboard = null;
  /**
   * Views that cut off what is in them at round corners, each with the radius.
   * @type {Map<number, number>}
   */
  #cuts = new Map();
  /** The nearest of them at or above each view, -1 for none; empty when there are none. */ #cutters = new Int32Array(0);
  /** @type {Map<string, number>} */ #widths = new Map();
  /** @type {Map<number, HTMLImageElement>} */ #pictures = new Map();
  /** @type {Promise<void> | null} */ #loading = null;
  #timer = 0;

  /**
   * @param {import("../data/model.js").ViewModel} model
   * @param {() => void} changed
   */
  constructor(model, changed) {
    this.model = model;
    this.changed = changed;
    this.#adopt();
    model.addEventListener("layout", () => this.#adopt());
    for (const type of ["update", "reload"]) model.addEventListener(type, () => this.#again());
    model.addEventListener("reload", (event) => /** @type {CustomEvent} */ (event).detail?.isNewer && this.#pictures.clear());
  }

  /** Reads the lists, once for each system. */
  load(ios = this.ios) {
    if (ios !== this.ios) this.#loading = null;
    this.ios = ios;
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read() {
    const { ios } = this;
    this.isLoading = true;
    try {
      // Views are known by their ids: an edit may have moved them by the time that the lists are here.
      /** @type {{ drawing: DrawingJSON, id?: number[] }} */
      const { drawing, id } = await getJSON(`${this.model.base}/views?shape=columns&fields=id,drawing${ios ? `&ios=${ios}` : ""}`);
      // Somebody chose another one in the meantime.
      if (ios !== this.ios) return;
      const idOf = (/** @type {number} */ at) => id?.[at] ?? at;
      const source = new Source(drawing);
      this.appearance = drawing.appearance;
      this.#own = listsOf(drawing, source, idOf);
      this.system = drawing.system.length ? { primitives: drawing.system, source } : null;
      this.#cuts = new Map(drawing.cuts.map(([at, radius]) => [idOf(at), radius]));
      this.#linkCuts();
      this.isReady = true;
    } catch (error) {
      if (ios === this.ios) this.#loading = null;
      throw error;
    } finally {
      if (ios === this.ios) this.isLoading = false;
      this.changed();
    }
  }

  /** Finds out what cuts each view, where it is now. */
  #linkCuts() {
    const { model } = this;
    this.#cutters = new Int32Array(this.#cuts.size ? model.count : 0);
    for (let i = 0; i < this.#cutters.length; i += 1) {
      const parent = model.parent(i);
      this.#cutters[i] = this.#cuts.has(model.id(i)) ? i : parent < 0 ? -1 : this.#cutters[parent];
    }
  }

  /**
   * The round corners that cut a view, with the views that they are of, the nearest first.
   * @param {number} i
   */
  cutsAbove(i) {
    /** @type {[view: number, radius: number][]} */ const above = [];
    const parent = this.#cutters.length ? this.model.parent(i) : -1;
    for (let view = parent < 0 ? -1 : this.#cutters[parent]; view >= 0 && above.length < MOST_CUTS;) {
      above.push([view, this.#cuts.get(this.model.id(view)) ?? 0]);
      const next = this.model.parent(view);
      view = next < 0 ? -1 : this.#cutters[next];
    }
    return above;
  }

  /** Views changed: what they look like may have, too. */
  #again() {
    if (!this.#loading) return;
    this.#linkCuts();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#loading = null;
      this.load().catch((error) => showFailure(error, () => this.load()));
    }, REST);
  }

  /** Views of another size are drawn anew. */
  #adopt() {
    const { layoutDrawing: drawing, keyboardDrawing } = this.model;
    this.keyboard = keyboardDrawing ? { primitives: keyboardDrawing.system, source: new Source(keyboardDrawing) } : null;
    this.laidSystem = drawing?.system.length ? { primitives: drawing.system, source: new Source(drawing) } : null;
    this.#laid = drawing ? listsOf(drawing, new Source(drawing), (at) => this.model.id(at)) : null;
  }

  /**
   * The list of a view; null for one that draws nothing.
   * @param {number} i
   */
  of(i) {
    const id = this.model.id(i);
    return this.#laid?.get(id) ?? this.#own.get(id) ?? null;
  }

  /**
   * Paints a list, clipped by a polygon of device pixels if there is one.
   * @param {CanvasRenderingContext2D} context @param {List} list @param {Matrix | Perspective} place
   * @param {{ alpha: number, dark: boolean, texts: boolean, view?: number, clip?: number[] | null, cuts?: Path2D[] }} how
   * @returns how many texts were drawn
   */
  paint(context, { primitives, source }, place, { alpha, dark, texts, view = -1, clip = null, cuts = [] }) {
    const perspective = "near" in place ? place : null;
    context.save();
    if (clip) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.beginPath();
      for (let i = 0; i < clip.length; i += 2) context.lineTo(clip[i], clip[i + 1]);
      context.clip();
    }
    if (cuts.length) context.setTransform(1, 0, 0, 1, 0, 0);
    for (const cut of cuts) context.clip(cut);
    context.globalAlpha = alpha;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    const color = (/** @type {number} */ number) => source.paints[number]?.[dark ? 1 : 0] ?? source.paints[number]?.[0] ?? "#0000";
    let labels = 0;
    for (const primitive of primitives) {
      const [x, y] = middle(primitive);
      const matrix = "near" in place ? place.near(x, y) : place;
      if (!matrix) continue;
      const [a, b, c, d, e, f] = matrix;
      const scale = Math.sqrt(Math.abs(a * d - b * c));
      if (perspective && primitive[0] === 0) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        area(context, polygon(primitive, perspective), primitive[6], primitive[7], primitive[8] * scale, color);
        continue;
      }
      context.setTransform(a, b, c, d, e, f);
      switch (primitive[0]) {
        case 0: rectangle(context, primitive, color); break;
        case 1: {
          const [, number, x, y, size, fill, stroke, width] = primitive;
          context.translate(x, y);
          context.scale(size, size);
          area(context, source.path(number), fill, stroke, width, color);
          break;
        }
        case 2:
          if (!texts || primitive[5] * scale < LEGIBLE) break;
          this.#text(context, primitive, color);
          labels += 1;
          break;
        case 3: {
          const radius = this.#cuts.get(this.model.id(view));
          context.save();
          if (radius) this.#round(context, primitive, radius, perspective);
          context.setTransform(a, b, c, d, e, f);
          this.#picture(context, view, primitive);
          context.restore();
          break;
        }
        case 4: {
          const [, x, y, w, h, radius, fill, right, down, blur] = primitive;
          const shape = perspective ? polygon([0, x, y, w, h, radius, fill, -1, 0], perspective) : rounded(x, y, w, h, radius);
          context.save();
          context.setTransform(perspective ? 1 : a, perspective ? 0 : b, perspective ? 0 : c, perspective ? 1 : d, (perspective ? 0 : e) - AWAY,
            perspective ? 0 : f);
          context.shadowColor = color(fill);
          // Offset and blur are in pixels whatever the matrix is; the blur is twice the standard deviation.
          context.shadowOffsetX = AWAY + right * a + down * c;
          context.shadowOffsetY = right * b + down * d;
          context.shadowBlur = 2 * blur * scale;
          context.fillStyle = "#000";
          context.fill(shape);
          context.restore();
        }
      }
    }
    context.restore();
    return labels;
  }

  /**
   * A line, set exactly as wide as it says, whatever typeface is there.
   * @param {CanvasRenderingContext2D} context @param {TextPrimitive} primitive @param {(number: number) => string} color
   */
  #text(context, [, text, x, y, width, size, weight, fill], color) {
    const font = `${weight} ${size}px ${FAMILY}`;
    if (context.font !== font) context.font = font;
    const key = `${weight} ${size} ${text}`;
    let measured = this.#widths.get(key);
    if (measured === undefined) {
      if (this.#widths.size > 20_000) this.#widths.clear();
      this.#widths.set(key, (measured = context.measureText(text).width));
    }
    context.fillStyle = color(fill);
    if (!hasGlyphs(text)) {
      // The tree has the words; here a bar says where they stand.
      const { globalAlpha } = context;
      context.globalAlpha = globalAlpha * 0.25;
      context.fill(rounded(x, y - size * 0.75, width, size * 0.8, size * 0.2));
      context.globalAlpha = globalAlpha;
      return;
    }
    context.translate(x, y);
    if (measured > 0) context.scale(width / measured, 1);
    context.fillText(text, 0, 0);
  }

  /**
   * Cuts at the round corners of a picture.
   * @param {CanvasRenderingContext2D} context @param {PicturePrimitive} primitive @param {number} radius @param {Perspective | null} perspective
   */
  #round(context, [, x, y, w, h], radius, perspective) {
    if (perspective) context.setTransform(1, 0, 0, 1, 0, 0);
    context.clip(perspective ? polygon([0, x, y, w, h, radius, -1, -1, 0], perspective) : rounded(x, y, w, h, radius));
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {number} view by its index @param {PicturePrimitive} primitive
   */
  #picture(context, view, [, x, y, width, height]) {
    const id = this.model.id(view);
    let picture = this.#pictures.get(id);
    if (!picture) {
      picture = new Image();
      picture.addEventListener("load", () => this.changed());
      picture.src = `${this.model.base}/views/${id}/image`;
      this.#pictures.set(id, picture);
    }
    if (picture.complete && picture.naturalWidth) context.drawImage(picture, x, y, width, height);
  }
}

/**
 * @param {DrawingJSON} drawing
 * @param {Source} source
 * @param {(at: number) => number} idOf the id of the view at a position
 * @returns {Map<number, List>} by the ids of the views
 */
const listsOf = ({ at, lists }, source, idOf) => new Map(at.map((i, k) => [idOf(i), { primitives: lists[k], source }]));

/**
 * The middle of what a primitive covers, about.
 * @param {Primitive} primitive
 */
function middle(primitive) {
  switch (primitive[0]) {
    case 1: return [primitive[2] + 12 * primitive[4], primitive[3] + 12 * primitive[4]];
    case 2: return [primitive[2] + primitive[4] / 2, primitive[3] - primitive[5] / 3];
    default: return [primitive[1] + primitive[3] / 2, primitive[2] + primitive[4] / 2];
  }
}

/**
 * A rectangle as it is seen from the side.
 * @param {RectPrimitive} primitive @param {Perspective} perspective
 */
function polygon([, x, y, w, h, radius], { project }) {
  const path = new Path2D();
  const radii = typeof radius === "number" ? [radius, radius, radius, radius] : radius;
  const corners = [[x, y, 1, 1], [x + w, y, -1, 1], [x + w, y + h, -1, -1], [x, y + h, 1, -1]];
  for (const [at, [cx, cy, sx, sy]] of corners.entries()) {
    const r = radii[at];
    const arc = r > 0 ? (sx === sy ? ARC : [...ARC].reverse()) : [[-1, -1]];
    for (const [dx, dy] of arc) path.lineTo(.../** @type {[number, number]} */ (project(cx + sx * r * (1 + dx), cy + sy * r * (1 + dy))));
  }
  path.closePath();
  return path;
}

/**
 * @param {CanvasRenderingContext2D} context @param {RectPrimitive} primitive @param {(number: number) => string} color
 */
function rectangle(context, [, x, y, w, h, radius, fill, stroke, width], color) {
  if (radius === 0 && stroke < 0) {
    context.fillStyle = color(fill);
    context.fillRect(x, y, w, h);
    return;
  }
  area(context, rounded(x, y, w, h, radius), fill, stroke, width, color);
}

/**
 * A rectangle with round corners.
 * @param {number} x @param {number} y @param {number} w @param {number} h @param {number | number[]} radius
 */
export function rounded(x, y, w, h, radius) {
  const path = new Path2D();
  /** @type {any} */ (path).roundRect(x, y, w, h, radius);
  return path;
}

/**
 * @param {CanvasRenderingContext2D} context @param {Path2D} path @param {number} fill @param {number} stroke @param {number} width
 * @param {(number: number) => string} color
 */
function area(context, path, fill, stroke, width, color) {
  if (fill >= 0) {
    context.fillStyle = color(fill);
    context.fill(path);
  }
  if (stroke < 0) return;
  context.strokeStyle = color(stroke);
  context.lineWidth = width;
  context.lineCap = context.lineJoin = "round";
  context.stroke(path);
}
