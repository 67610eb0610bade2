// On which level of the stack each view lies: one above its superview, and above whatever it would cover.
import { ABSENT } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

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
