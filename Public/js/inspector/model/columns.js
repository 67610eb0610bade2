// The columns of the views: what the API says about each, in arrays that stay small for a hundred thousand of them.

/** @typedef {Record<string, any>} ViewJSON a view as the API writes it */

/** Bits of a view's flags. */
export const HIDDEN = 1, OPAQUE = 2, CLIPS = 4, TOUCH = 8, VISIBLE = 16, RESIZES = 32, FINDINGS = 64;

/** The bits of UIView.AutoresizingMask by their names in the API. */
export const MASK_BITS = {
  flexibleLeftMargin: 1, flexibleWidth: 2, flexibleRightMargin: 4,
  flexibleTopMargin: 8, flexibleHeight: 16, flexibleBottomMargin: 32,
};

/** The members of a view that the columns hold; nothing else is asked for. */
export const FIELDS = [
  "id", "class", "address", "depth", "frame", "bounds", "center", "transform", "anchorPoint", "alpha", "hidden", "opaque",
  "clipsToBounds", "userInteractionEnabled", "autoresizesSubviews", "autoresizingMask", "contentMode", "tag",
  "text", "identifier", "label", "controller", "diagnostics",
];

export const IDENTITY = Object.freeze([1, 0, 0, 1, 0, 0]);
const MIDDLE = Object.freeze([0.5, 0.5]);

export class Columns {
  /** @param {number} count */
  constructor(count) {
    this.count = count;
    this.ids = new Int32Array(count);
    this.depths = new Int32Array(count);
    this.parents = new Int32Array(count);
    this.ends = new Int32Array(count);
    this.flags = new Uint8Array(count);
    this.masks = new Uint8Array(count);
    this.alphas = new Float64Array(count);
    this.frames = new Float64Array(count * 4);
    this.bounds = new Float64Array(count * 4);
    this.centers = new Float64Array(count * 2);
    this.classes = new Names();
    this.contentModes = new Names();
    this.classIDs = new Int32Array(count);
    this.contentModeIDs = new Uint8Array(count);
    /** @type {(string | null)[]} */ this.addresses = new Array(count).fill(null);
    /**
     * What few views have, by index.
     * @type {Record<"text" | "identifier" | "label" | "controller", Map<number, string>>}
     */
    this.words = { text: new Map(), identifier: new Map(), label: new Map(), controller: new Map() };
    /** @type {Map<number, number>} */ this.tags = new Map();
    /** @type {Map<number, number[]>} */ this.transforms = new Map();
    /** @type {Map<number, number[]>} */ this.anchors = new Map();
    /**
     * Ids that differ from their indexes.
     * @type {Map<number, number> | null}
     */
    this.indexes = null;
  }

  /**
   * Takes over what `view` says; members that are not there stay as they were.
   * @param {number} i
   * @param {ViewJSON} view
   */
  read(i, view) {
    if (view.class !== undefined) this.classIDs[i] = this.classes.id(view.class);
    if (view.address !== undefined) this.addresses[i] = view.address;
    if (view.autoresizingMask !== undefined) this.masks[i] = maskBits(view.autoresizingMask);
    if (view.contentMode !== undefined) this.contentModeIDs[i] = this.contentModes.id(view.contentMode ?? "");
    if (view.alpha !== undefined) this.alphas[i] = view.alpha ?? NaN;
    if (view.tag !== undefined) keep(this.tags, i, view.tag || undefined);
    for (const name of /** @type {const} */ (["text", "identifier", "label", "controller"])) {
      if (view[name] !== undefined) keep(this.words[name], i, view[name] ?? undefined);
    }
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
  }

  /**
   * Numbers that were not finite came as null and become NaN.
   * @param {number} i
   * @param {ViewJSON} view
   */
  readGeometry(i, view) {
    if (view.frame !== undefined) writeRect(this.frames, i, view.frame);
    if (view.bounds !== undefined) writeRect(this.bounds, i, view.bounds);
    if (view.center !== undefined) {
      this.centers[i * 2] = view.center?.x ?? NaN;
      this.centers[i * 2 + 1] = view.center?.y ?? NaN;
    }
    if (view.transform !== undefined) {
      const entries = view.transform === null ? IDENTITY.map(() => NaN) : view.transform;
      keep(this.transforms, i, entries.every((/** @type {number} */ entry, /** @type {number} */ at) => entry === IDENTITY[at]) ? undefined : entries);
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

  /** Finds superviews and the ends of subtrees from the depths, once all views are there. */
  join() {
    /** @type {number[]} */ const path = [];
    let straight = true;
    for (let i = 0; i < this.count; i += 1) {
      const depth = this.depths[i];
      while (path.length > depth) this.ends[/** @type {number} */ (path.pop())] = i;
      this.parents[i] = path.length ? path[path.length - 1] : -1;
      path.push(i);
      straight &&= this.ids[i] === i;
    }
    for (const i of path) this.ends[i] = this.count;
    this.indexes = straight ? null : new Map(Array.from(this.ids, (id, i) => [id, i]));
  }
}

/** Names that come often, each kept once. */
export class Names {
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
export function maskBits(names) {
  let bits = 0;
  for (const name of names ?? []) bits |= MASK_BITS[/** @type {keyof typeof MASK_BITS} */ (name)] ?? 0;
  return bits;
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
export function writeRect(column, i, rect) {
  column[i * 4] = rect?.x ?? NaN;
  column[i * 4 + 1] = rect?.y ?? NaN;
  column[i * 4 + 2] = rect?.width ?? NaN;
  column[i * 4 + 3] = rect?.height ?? NaN;
}
