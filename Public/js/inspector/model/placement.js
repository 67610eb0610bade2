// Where every view lies in its window, and what can be seen of it: one pass from the roots to the leaves.
import { CLIPS, HIDDEN, IDENTITY, VISIBLE, writeRect } from "./columns.js";

/** @typedef {import("./columns.js").Columns} Columns */
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
   * `setFrame:` of UIKit: the bounds take the size taken back through the transform, the center moves.
   * @param {number} i @param {{ x: number, y: number, width: number, height: number }} frame
   */
  setFrame(i, { x, y, width, height }) {
    const { frames, bounds, centers, columns } = this;
    const [a, b, c, d] = this.transforms.get(i) ?? IDENTITY;
    frames.set([x, y, width, height], i * 4);
    if (this.transforms.has(i)) {
      const det = a * d - b * c;
      const back = det ? [d / det, -b / det, -c / det, a / det] : [a, b, c, d];
      bounds[i * 4 + 2] = Math.abs(back[0] * width + back[2] * height);
      bounds[i * 4 + 3] = Math.abs(back[1] * width + back[3] * height);
    } else {
      bounds[i * 4 + 2] = width;
      bounds[i * 4 + 3] = height;
    }
    const [ax, ay] = columns.anchor(i);
    centers[i * 2] = x + ax * width;
    centers[i * 2 + 1] = y + ay * height;
  }

  /**
   * What a view shows for a moment; what is not said stays.
   * @param {number} i @param {Sample} sample
   */
  show(i, { frame, bounds, center, transform, alpha }) {
    if (frame) writeRect(this.frames, i, frame);
    if (bounds) writeRect(this.bounds, i, bounds);
    if (center) this.centers.set([center.x, center.y], i * 2);
    if (transform?.every((entry, at) => entry === IDENTITY[at])) this.transforms.delete(i);
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
    const inside = visible[at + 2] > visible[at] && visible[at + 3] > visible[at + 1];
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
