// A small superview that changes its size, and what the view's mask makes of it.
import { isStill } from "../canvas/motion.js";
import { s } from "./dom.js";
import { resizedFrame } from "./geometry.js";

/** @typedef {import("./geometry.js").Rect} Rect */
/** @typedef {import("./geometry.js").Pair} Pair */

const SIDE = 128, INSET = 7;
/** How large the superview becomes, and how long that takes in milliseconds. */
const GROWTH = 1.42, WAY = 1300;
/** Smaller views are not drawn as they are: nothing would be seen of them. In points of the preview. */
const LEAST = 7;
/** An example in place of views that cannot be drawn. */
const EXAMPLE = { size: /** @type {Pair} */ ([100, 100]), frame: /** @type {Rect} */ ([22, 28, 40, 30]) };

export class Preview {
  #mask = 0;
  #size = EXAMPLE.size;
  #frame = EXAMPLE.frame;
  #running = 0;
  #began = 0;
  #ways = 0;

  constructor() {
    this.grown = s("rect", { class: "preview-grown" });
    this.target = s("rect", { class: "preview-target" });
    this.superview = s("rect", { class: "preview-superview", rx: 2 });
    this.view = s("rect", { class: "preview-view", rx: 1 });
    this.element = s("svg", { class: "preview", viewBox: `0 0 ${SIDE} ${SIDE}`, width: SIDE, height: SIDE, "aria-hidden": "true" },
      this.grown, this.target, this.superview, this.view);
  }

  get isPlaying() { return this.#running !== 0 }

  /**
   * @param {Pair} size of the superview
   * @param {Rect} frame
   * @param {number} mask
   */
  show(size, frame, mask) {
    const [w, h] = size;
    const k = this.#scale([w, h]);
    const fits = [w, h, ...frame].every(Number.isFinite) && w > 0 && h > 0 && frame[2] * k >= LEAST && frame[3] * k >= LEAST
      && frame[0] + frame[2] > 0 && frame[1] + frame[3] > 0 && frame[0] < w && frame[1] < h;
    [this.#size, this.#frame] = fits ? [size, frame] : [EXAMPLE.size, EXAMPLE.frame];
    this.#mask = mask;
    if (!this.isPlaying) this.#rest();
  }

  /**
   * Points of the preview for a point of the view, so that the grown superview fits.
   * @param {Pair} size
   */
  #scale([w, h]) {
    return (SIDE - 2 * INSET) / (Math.max(w, h) * GROWTH);
  }

  /**
   * @param {SVGRectElement} element
   * @param {Rect} rect in points of the view, from the superview's corner
   */
  #place(element, [x, y, w, h]) {
    const k = this.#scale(this.#size);
    const left = (SIDE - this.#size[0] * GROWTH * k) / 2, top = (SIDE - this.#size[1] * GROWTH * k) / 2;
    element.setAttribute("x", (left + x * k).toFixed(2));
    element.setAttribute("y", (top + y * k).toFixed(2));
    element.setAttribute("width", (w * k).toFixed(2));
    element.setAttribute("height", (h * k).toFixed(2));
  }

  /**
   * @param {number} growth from 0 to 1
   * @returns {[Rect, Rect]} superview and view
   */
  #at(growth) {
    const [w, h] = this.#size;
    const factor = 1 + (GROWTH - 1) * growth;
    return [[0, 0, w * factor, h * factor], resizedFrame(this.#frame, this.#size, [w * factor, h * factor], this.#mask)];
  }

  /** Both sizes at once, without motion. */
  #rest() {
    const [superview, view] = this.#at(0), [grown, target] = this.#at(1);
    this.#place(this.superview, superview);
    this.#place(this.view, view);
    this.#place(this.grown, grown);
    this.#place(this.target, target);
  }

  /**
   * Grows and shrinks.
   * @param {number} [ways] there or back, endless when not said
   */
  play(ways = Infinity) {
    this.#ways = ways;
    if (isStill() || this.isPlaying) return;
    this.#began = performance.now();
    const step = () => {
      const passed = (performance.now() - this.#began) / WAY;
      if (passed >= this.#ways || !this.element.isConnected) return this.stop();
      const way = passed % 2 < 1 ? passed % 1 : 1 - (passed % 1);
      const [superview, view] = this.#at(0.5 - Math.cos(Math.PI * way) / 2);
      this.#place(this.superview, superview);
      this.#place(this.view, view);
      this.#running = requestAnimationFrame(step);
    };
    this.#running = requestAnimationFrame(step);
  }

  /** Ends when the superview is back at its own size. */
  finish() {
    if (!this.isPlaying) return;
    const passed = (performance.now() - this.#began) / WAY;
    this.#ways = Math.ceil(passed / 2) * 2;
  }

  stop() {
    cancelAnimationFrame(this.#running);
    this.#running = 0;
    this.#rest();
  }
}
