// The columns of the views: what the API says about each, in arrays that stay small for a hundred thousand of them.
import { IDENTITY, isIdentity } from "./geometry.js";

/** @typedef {Record<string, any>} ViewJSON a view as the API writes it */
/**
 * What few views have: their positions, ascending, and the values, several in a row for each.
 * @template T
 * @typedef {{ at: number[], values: T[] }} Sparse
 */
/** @typedef {Sparse<number | null>} Numbers */
/** @typedef {[number, number, number, number]} RGBA each from 0 to 1 */
/** @typedef {{ text: string, light: RGBA | null, dark: RGBA | null }} Color null where the text is no colour that is known */
/**
 * All views, property by property; a view's position is its place in depth-first order.
 * @typedef {Required<Omit<API.ViewColumns, "id" | "columns">> & { id?: number[], columns: Required<API.ViewColumns["columns"]> }} ColumnsJSON
 */
/** @typedef {API.LayoutColumns["columns"]} LayoutColumns where the views are that a layout moves, and which it cannot place */

// What the views look like, as `DrawingColumns` of the API has it: shapes, texts and pictures, by their kind.

/**
 * @typedef {[kind: 0, x: number, y: number, width: number, height: number, radius: number | number[], fill: number, stroke: number,
 *   lineWidth: number]} RectPrimitive
 */
/** @typedef {[kind: 1, path: number, x: number, y: number, scale: number, fill: number, stroke: number, lineWidth: number]} PathPrimitive */
/** @typedef {[kind: 2, text: string, x: number, y: number, width: number, size: number, weight: number, fill: number]} TextPrimitive */
/** @typedef {[kind: 3, x: number, y: number, width: number, height: number]} PicturePrimitive */
/**
 * @typedef {[kind: 4, x: number, y: number, width: number, height: number, radius: number, fill: number, right: number, down: number,
 *   blur: number]} ShadowPrimitive
 */
/** @typedef {RectPrimitive | PathPrimitive | TextPrimitive | PicturePrimitive | ShadowPrimitive} Primitive */
/**
 * @typedef {{ appearance: "light" | "dark" | null, ios: string, at: number[], lists: Primitive[][], cuts: [view: number, radius: number][],
 *   system: Primitive[], paints: string[][], paths: string[] }} DrawingJSON
 */

/** Bits of a view's flags. */
export const HIDDEN = 1, OPAQUE = 2, CLIPS = 4, TOUCH = 8, VISIBLE = 16, RESIZES = 32, FINDINGS = 64, UNKNOWN_MASK = 128, UNKNOWN_FRAME = 256;

/** The bits of UIView.AutoresizingMask by their names in the API. */
export const MASK_BITS = {
  flexibleLeftMargin: 1, flexibleWidth: 2, flexibleRightMargin: 4,
  flexibleTopMargin: 8, flexibleHeight: 16, flexibleBottomMargin: 32,
};

const MIDDLE = Object.freeze([0.5, 0.5]);

/** Our bits by the names of the API's flags. */
const FLAG_BITS = /** @type {Record<string, number>} */ ({
  hidden: HIDDEN, opaque: OPAQUE, clipsToBounds: CLIPS, userInteractionEnabled: TOUCH, autoresizesSubviews: RESIZES, diagnostics: FINDINGS,
  autoresizingMaskUnknown: UNKNOWN_MASK, frameUnknown: UNKNOWN_FRAME,
});
const WORDS = /** @type {const} */ (["text", "identifier", "label", "controller", "address", "layoutIssues"]);

/** What Auto Layout has against a view, in words, by the codes of findings. */
const ISSUES = /** @type {Record<string, string>} */ ({
  "layout.ambiguous": "Ambiguous layout", "layout.missingHostConstraints": "Missing host constraints", "layout.conflict": "Constraint conflict",
});

export class Columns {
  /** @param {number} count */
  constructor(count) {
    this.count = count;
    this.ids = new Int32Array(count);
    this.depths = new Int32Array(count);
    this.parents = new Int32Array(count);
    this.ends = new Int32Array(count);
    this.flags = new Uint16Array(count);
    this.masks = new Uint8Array(count);
    this.alphas = new Float64Array(count);
    this.frames = new Float64Array(count * 4);
    this.bounds = new Float64Array(count * 4);
    this.centers = new Float64Array(count * 2);
    this.classes = new Names();
    /**
     * How names of classes and controllers are shown that the dump has mangled or long: whole, and in few characters.
     * @type {Map<string, { readable: string, shown: string }>}
     */
    this.displayNames = new Map();
    this.contentModes = new Names();
    this.classIDs = new Int32Array(count);
    this.contentModeIDs = new Uint8Array(count);
    /**
     * What few views have, by index.
     * @type {Record<(typeof WORDS)[number], Map<number, string>>}
     */
    this.words = { text: new Map(), identifier: new Map(), label: new Map(), controller: new Map(), address: new Map(), layoutIssues: new Map() };
    /** @type {Map<number, number>} */ this.tags = new Map();
    /** @type {Map<number, number[]>} */ this.transforms = new Map();
    /** @type {Map<number, number[]>} */ this.anchors = new Map();
    this.saysLooks = false;
    /**
     * The root that is shown first, where the roots are scenes; null where they are shown together.
     * @type {number | null}
     */
    this.scene = null;
    /** @type {Color[]} */ this.colors = [];
    /** @type {Map<number, number>} */ this.backgrounds = new Map();
    /**
     * Ids that differ from their indexes.
     * @type {Map<number, number> | null}
     */
    this.indexes = null;
  }

  /** @param {ColumnsJSON} reply */
  static from(reply) {
    const found = new Columns(reply.count);
    found.#take(reply);
    return found;
  }

  /** @param {ColumnsJSON} reply */
  #take({ id, classes, displayNames, contentModes, flagNames, colors, saysLooks, scene, columns }) {
    const { count } = this;
    for (const name of classes) this.classes.id(name);
    for (const { raw, readable, shown } of displayNames) this.displayNames.set(raw, { readable, shown });
    for (const name of contentModes) this.contentModes.id(name ?? "");
    this.colors = colors;
    this.saysLooks = saysLooks;
    this.scene = scene ?? null;
    for (let i = 0; i < count; i += 1) this.ids[i] = id ? id[i] : i;
    this.indexes = id ? new Map(id.map((id, i) => [id, i])) : null;
    this.classIDs.set(columns.class);
    this.parents.set(columns.superview);
    this.masks.set(columns.autoresizingMask);
    this.contentModeIDs.set(columns.contentMode);
    this.alphas.fill(1);
    const flags = Uint16Array.from({ length: 1 << flagNames.length },
      (_, bits) => flagNames.reduce((all, name, bit) => bits >> bit & 1 ? all | (FLAG_BITS[name] ?? 0) : all, 0));
    const { frames, bounds, centers } = this;
    for (let i = 0; i < count * 4; i += 1) frames[i] = columns.frame[i] ?? NaN;
    for (let i = 0, q = 0; i < count; i += 1, q += 4) {
      this.flags[i] = flags[columns.flags[i]];
      this.depths[i] = this.parents[i] < 0 ? 0 : this.depths[this.parents[i]] + 1;
      bounds[q + 2] = frames[q + 2];
      bounds[q + 3] = frames[q + 3];
      centers[i * 2] = frames[q] + 0.5 * frames[q + 2];
      centers[i * 2 + 1] = frames[q + 1] + 0.5 * frames[q + 3];
    }
    this.ends.fill(0);
    for (let i = count - 1; i >= 0; i -= 1) {
      this.ends[i] = Math.max(this.ends[i], i + 1);
      if (this.parents[i] >= 0) this.ends[this.parents[i]] = Math.max(this.ends[this.parents[i]], this.ends[i]);
    }
    write(bounds, 4, columns.bounds);
    write(centers, 2, columns.center);
    write(this.alphas, 1, columns.alpha);
    for (const [i, entries] of each(columns.transform, 6)) this.transforms.set(i, entries);
    for (const [i, point] of each(columns.anchorPoint, 2)) this.anchors.set(i, point);
    fill(this.tags, columns.tag);
    fill(this.backgrounds, columns.backgroundColor);
    for (const name of WORDS) fill(this.words[name], columns[name]);
  }

  /**
   * Takes over what `view` says; members that are not there stay as they were.
   * @param {number} i
   * @param {ViewJSON} view
   */
  read(i, view) {
    if (view.class !== undefined) this.classIDs[i] = this.classes.id(view.class);
    if (view.autoresizingMask !== undefined) this.masks[i] = maskBits(view.autoresizingMask);
    if (view.contentMode !== undefined) this.contentModeIDs[i] = this.contentModes.id(view.contentMode ?? "");
    if (view.alpha !== undefined) this.alphas[i] = view.alpha ?? NaN;
    if (view.tag !== undefined) keep(this.tags, i, view.tag || undefined);
    for (const name of WORDS) {
      if (view[name] !== undefined) keep(this.words[name], i, view[name] ?? undefined);
    }
    if (view.diagnostics !== undefined) keep(this.words.layoutIssues, i, issues(view.diagnostics) || undefined);
    this.#readFlags(i, view);
    this.readGeometry(i, view);
  }

  /**
   * @param {number} i
   * @param {ViewJSON} view
   */
  #readFlags(i, view) {
    const set = (/** @type {number} */ bit, /** @type {unknown} */ value) => {
      if (value !== undefined) this.flags[i] = value ? this.flags[i] | bit : this.flags[i] & ~bit;
    };
    set(HIDDEN, view.hidden);
    set(OPAQUE, view.opaque);
    set(CLIPS, view.clipsToBounds);
    set(TOUCH, view.userInteractionEnabled);
    set(RESIZES, view.autoresizesSubviews);
    set(FINDINGS, view.diagnostics && view.diagnostics.length > 0);
    // An edit says what it sets.
    if (view.autoresizingMask !== undefined) set(UNKNOWN_MASK, view.unknown?.includes("autoresizingMask") ?? false);
    if (view.frame !== undefined) set(UNKNOWN_FRAME, view.unknown?.includes("frame") ?? false);
  }

  /**
   * Numbers that were not finite came as null and become NaN.
   * @param {number} i
   * @param {ViewJSON} view
   */
  readGeometry(i, view) {
    // What is in a view of an unknown place is measured from where the columns have it.
    const isUnknown = this.flags[i] & UNKNOWN_FRAME;
    if (view.frame !== undefined && !isUnknown) writeRect(this.frames, i, view.frame);
    if (view.bounds !== undefined && (view.bounds || !isUnknown)) writeRect(this.bounds, i, view.bounds);
    if (view.center !== undefined && !isUnknown) {
      this.centers[i * 2] = view.center?.x ?? NaN;
      this.centers[i * 2 + 1] = view.center?.y ?? NaN;
    }
    if (view.transform !== undefined) {
      const entries = view.transform === null ? IDENTITY.map(() => NaN) : view.transform;
      keep(this.transforms, i, isIdentity(entries) ? undefined : entries);
    }
    if (view.anchorPoint !== undefined) {
      const { x = NaN, y = NaN } = view.anchorPoint ?? {};
      keep(this.anchors, i, x === 0.5 && y === 0.5 ? undefined : [x, y]);
    }
  }

  /**
   * @param {number} i
   * @returns {readonly number[]}
   */
  transform(i) { return this.transforms.get(i) ?? IDENTITY }

  /**
   * @param {number} i
   * @returns {readonly number[]}
   */
  anchor(i) { return this.anchors.get(i) ?? MIDDLE }
}

/** Names that come often, each kept once. */
class Names {
  /** @type {string[]} */ list = [];
  /** @type {Map<string, number>} */ #ids = new Map();

  /** @param {string} name */
  id(name) {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    this.#ids.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}

/** @param {string[]} names */
function maskBits(names) {
  let bits = 0;
  for (const name of names ?? []) bits |= MASK_BITS[/** @type {keyof typeof MASK_BITS} */ (name)] ?? 0;
  return bits;
}

/**
 * @param {Float64Array} column
 * @param {number} stride
 * @param {Numbers} sparse
 */
function write(column, stride, { at, values }) {
  for (let k = 0; k < values.length; k += 1) column[at[Math.floor(k / stride)] * stride + (k % stride)] = values[k] ?? NaN;
}

/**
 * @param {Numbers} sparse
 * @param {number} stride
 * @returns {[number, number[]][]}
 */
const each = ({ at, values }, stride) => at.map((i, k) => [i, values.slice(k * stride, (k + 1) * stride).map((value) => value ?? NaN)]);

/**
 * @template T
 * @param {Map<number, T>} map
 * @param {Sparse<T>} sparse
 */
function fill(map, { at, values }) {
  for (let k = 0; k < at.length; k += 1) map.set(at[k], values[k]);
}

/**
 * @template T
 * @param {Map<number, T>} map
 * @param {number} i
 * @param {T | undefined} value
 */
function keep(map, i, value) {
  if (value === undefined) map.delete(i);
  else map.set(i, value);
}

/**
 * @param {Float64Array} column
 * @param {number} i
 * @param {{ x: number, y: number, width: number, height: number } | null} rect
 */
function writeRect(column, i, rect) {
  column[i * 4] = rect?.x ?? NaN;
  column[i * 4 + 1] = rect?.y ?? NaN;
  column[i * 4 + 2] = rect?.width ?? NaN;
  column[i * 4 + 3] = rect?.height ?? NaN;
}

// Where every view lies in its window, and what can be seen of it: one pass from the roots to the leaves.

/** @typedef {{ x: number, y: number, width: number, height: number }} RectJSON */
/** @typedef {{ frame?: RectJSON, bounds?: RectJSON, center?: { x: number, y: number }, transform?: number[], alpha?: number }} Sample */

/** Geometry that may differ from the dump's: the same columns, perhaps laid out at another size. */
export class Placement {
  /** @param {Columns} columns */
  constructor(columns) {
    this.columns = columns;
    const count = columns.count;
    this.frames = columns.frames;
    this.bounds = columns.bounds;
    this.centers = columns.centers;
    /** @type {Map<number, readonly number[]>} */ this.transforms = columns.transforms;
    this.alphas = columns.alphas;
    /** From the view's own rectangle (its bounds moved to the origin) to the window. */
    this.matrices = new Float64Array(count * 6);
    /** What is left of the bounding rectangle inside every clipping superview: left, top, right, bottom. */
    this.visible = new Float64Array(count * 4);
    this.clips = new Int32Array(count);
    /** @type {Uint8Array} */ this.shown = new Uint8Array(count);
  }

  /**
   * A layout of its own, which starts as another one: the dump's when it is not said.
   * @param {Placement | Columns} [other]
   */
  branch(other = this.columns) {
    this.frames = other.frames.slice();
    this.bounds = other.bounds.slice();
    this.centers = other.centers.slice();
    this.transforms = new Map(other.transforms);
    this.alphas = other.alphas.slice();
    return this;
  }

  /**
   * Puts views where a layout has them.
   * @param {LayoutColumns} layout
   */
  lay({ at, frame, bounds, center }) {
    for (let k = 0; k < at.length; k += 1) {
      const [x, y, width, height] = [0, 1, 2, 3].map((part) => frame[k * 4 + part] ?? NaN);
      this.frames.set([x, y, width, height], at[k] * 4);
      this.bounds.set([width, height], at[k] * 4 + 2);
      this.centers.set([x + 0.5 * width, y + 0.5 * height], at[k] * 2);
    }
    write(this.bounds, 4, bounds);
    write(this.centers, 2, center);
  }

  /**
   * What a view shows for a moment; what is not said stays.
   * @param {number} i @param {Sample} sample
   */
  show(i, { frame, bounds, center, transform, alpha }) {
    if (frame) writeRect(this.frames, i, frame);
    if (bounds) writeRect(this.bounds, i, bounds);
    if (center) this.centers.set([center.x, center.y], i * 2);
    if (transform && isIdentity(transform)) this.transforms.delete(i);
    else if (transform) this.transforms.set(i, transform);
    if (alpha !== undefined) this.alphas[i] = alpha;
  }

  /**
   * Places the views from `from` up to `to`; those before them are placed.
   * @param {number} [from]
   * @param {number} [to]
   */
  place(from = 0, to = this.columns.count) {
    for (let i = from; i < to; i += 1) {
      this.#matrix(i);
      this.#see(i);
    }
  }

  #matrix(/** @type {number} */ i) {
    const { matrices, bounds, frames, centers, columns } = this;
    const at = i * 6, parent = columns.parents[i];
    if (parent < 0) {
      matrices.set([1, 0, 0, 1, bounds[i * 4], bounds[i * 4 + 1]], at);
      return;
    }
    const up = parent * 6;
    const pa = matrices[up], pb = matrices[up + 1], pc = matrices[up + 2], pd = matrices[up + 3];
    // The superview's matrix begins at the corner of its bounds; what is in it counts from the bounds' origin.
    const px = bounds[parent * 4], py = bounds[parent * 4 + 1];
    let a = 1, b = 0, c = 0, d = 1;
    // Without a transform the frame is what was read; going through the center would lose its last digits.
    let x = frames[i * 4] - px, y = frames[i * 4 + 1] - py;
    const transform = this.transforms.get(i);
    if (transform) {
      let tx, ty;
      [a, b, c, d, tx, ty] = transform;
      const [ax, ay] = columns.anchor(i);
      const ox = ax * bounds[i * 4 + 2], oy = ay * bounds[i * 4 + 3];
      x = centers[i * 2] - (a * ox + c * oy) + tx - px;
      y = centers[i * 2 + 1] - (b * ox + d * oy) + ty - py;
    }
    matrices[at] = pa * a + pc * b;
    matrices[at + 1] = pb * a + pd * b;
    matrices[at + 2] = pa * c + pc * d;
    matrices[at + 3] = pb * c + pd * d;
    matrices[at + 4] = pa * x + pc * y + matrices[up + 4];
    matrices[at + 5] = pb * x + pd * y + matrices[up + 5];
  }

  #see(/** @type {number} */ i) {
    const { columns, visible, clips, shown } = this;
    const parent = columns.parents[i];
    const [left, top, right, bottom] = this.windowBox(i);
    const clip = parent < 0 ? -1 : columns.parents[parent] < 0 || columns.flags[parent] & CLIPS ? parent : clips[parent];
    clips[i] = clip;
    const at = i * 4, outer = clip * 4;
    visible[at] = clip < 0 ? left : Math.max(left, visible[outer]);
    visible[at + 1] = clip < 0 ? top : Math.max(top, visible[outer + 1]);
    visible[at + 2] = clip < 0 ? right : Math.min(right, visible[outer + 2]);
    visible[at + 3] = clip < 0 ? bottom : Math.min(bottom, visible[outer + 3]);
    const seen = !(columns.flags[i] & HIDDEN) && !(this.alphas[i] <= 0) && (parent < 0 || shown[parent] === 1);
    shown[i] = seen ? 1 : 0;
    const isKnown = parent < 0 || !(columns.flags[i] & UNKNOWN_FRAME);
    const inside = isKnown && visible[at + 2] > visible[at] && visible[at + 3] > visible[at + 1];
    columns.flags[i] = seen && inside ? columns.flags[i] | VISIBLE : columns.flags[i] & ~VISIBLE;
  }

  /**
   * The bounding rectangle in the window: left, top, right, bottom.
   * @param {number} i
   * @returns {number[]}
   */
  windowBox(i) {
    const { matrices, bounds } = this;
    const at = i * 6, w = bounds[i * 4 + 2], h = bounds[i * 4 + 3];
    const a = matrices[at] * w, b = matrices[at + 1] * w, c = matrices[at + 2] * h, d = matrices[at + 3] * h;
    const x = matrices[at + 4], y = matrices[at + 5];
    return [
      x + Math.min(0, a) + Math.min(0, c), y + Math.min(0, b) + Math.min(0, d),
      x + Math.max(0, a) + Math.max(0, c), y + Math.max(0, b) + Math.max(0, d),
    ];
  }
}

/**
 * The layout issues of findings in words, each once.
 * @param {{ code: string }[]} findings
 */
function issues(findings) {
  const codes = new Set(findings.map(({ code }) => code));
  return Object.entries(ISSUES).filter(([code]) => codes.has(code)).map(([, words]) => words).join(", ");
}
