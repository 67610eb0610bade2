// The Content tab: the thirteen content modes, each drawn on the view's own bounds, and where content of a size is drawn.
import { h, number, s, sentence, spaced, unique } from "../../core/dom.js";
import { contentRect } from "../data/geometry.js";
import { CLIPS } from "../data/model.js";
import { isLong, NumberField, numberLine } from "./controls.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Shown} Shown */
/** @typedef {import("../data/geometry.js").Rect} Rect */
/** @typedef {import("../data/geometry.js").Pair} Pair */

/** The modes as they lie: the four that scale, then the nine places. */
const ORDER = ["scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "topLeft", "top", "topRight", "left", "center", "right", "bottomLeft", "bottom",
  "bottomRight"];
const CELL = 44, DIAGRAM = { width: 256, height: 168, inset: 26 };

export class ContentTab {
  #id = -1;
  #index = -1;
  /**
   * Sizes that were typed, by the id of the view.
   * @type {Map<number, Pair>}
   */
  #typed = new Map();
  /** @type {Pair} */ #content = [0, 0];
  #mode = "scaleToFill";
  #fixed = false;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.fields = [["w", "Content width"], ["h", "Content height"]].map(([unit, label], at) => new NumberField({
      label, unit, least: 0, most: 1e6, input: (value) => this.#resize(at, value, false), commit: (value) => this.#resize(at, value, true),
      cancel: () => this.#draw(),
    }));
    this.source = h("p", { class: "caption" });
    this.cells = ORDER.map((mode) => h("button", {
      type: "button", role: "radio", class: "mode", "data-mode": mode, "aria-label": sentence(spaced(mode)), title: sentence(spaced(mode)),
      onclick: () => this.#choose(mode),
    }));
    this.picker = h("div",
      { class: "content-modes", role: "radiogroup", "aria-label": "Content mode", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) },
      h("div", { class: "modes-scale" }, ...this.cells.slice(0, 4)), h("div", { class: "modes-place" }, ...this.cells.slice(4)));
    this.diagram = s("svg", { class: "content-diagram", viewBox: `0 0 ${DIAGRAM.width} ${DIAGRAM.height}`, role: "img" });
    this.result = numberLine("Drawn", [], "told result");
    this.note = h("p", { class: "caption" });
    this.element = h("div", null, h("h3", null, "Content mode"), this.picker, h("h3", null, "Example content"),
      h("div", { class: "geometry" }, numberLine("Size", this.fields), this.result), this.source, this.diagram, this.note);
  }

  /** @param {Shown} shown */
  update({ index, view }) {
    const { model, edits } = this.context;
    this.#id = model.id(index);
    this.#index = index;
    this.#fixed = !edits.available;
    this.#mode = model.contentMode(index) || "scaleToFill";
    const { size, source } = example(view, [model.width(index), model.height(index)]);
    this.#content = this.#typed.get(this.#id) ?? size;
    this.source.textContent = this.#typed.has(this.#id) ? "" : source;
    this.source.hidden = !this.source.textContent;
    this.fields.forEach((field, at) => (field.value = this.#content[at]));
    this.#draw();
  }

  /**
   * @param {number} at
   * @param {number} value
   * @param {boolean} done
   */
  #resize(at, value, done) {
    /** @type {Pair} */ const next = [...this.#content];
    next[at] = value;
    this.#content = next;
    if (done) {
      this.#typed.set(this.#id, next);
      this.source.hidden = true;
    }
    this.#draw();
  }

  /** @param {string} mode */
  #choose(mode) {
    if (this.#fixed || mode === this.#mode) return;
    this.context.edits.change(this.#id, { contentMode: mode });
  }

  /**
   * Arrows go by place in the grid of nine and along the row of four.
   * @param {KeyboardEvent} event
   */
  #press(event) {
    const at = this.cells.findIndex((cell) => cell === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: at < 4 ? 4 : 3, ArrowUp: at < 7 ? -4 : -3 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? ORDER.length - 1 : step === undefined ? undefined : (at + step + ORDER.length) % ORDER.length;
    if (to === undefined || at < 0 || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    // The focus goes along, the choice does not: each choice is an edit.
    for (const [place, cell] of this.cells.entries()) cell.tabIndex = place === to ? 0 : -1;
    this.cells[to].focus();
  }

  #draw() {
    const { model } = this.context;
    const [ox, oy, w, h] = model.bounds(this.#index);
    const bounds = /** @type {Rect} */ ([ox, oy, w, h].every(Number.isFinite) && w > 0 && h > 0 ? [ox, oy, w, h] : [0, 0, 100, 100]);
    for (const cell of this.cells) {
      const mode = cell.dataset.mode ?? "";
      const chosen = mode === this.#mode;
      cell.setAttribute("aria-checked", String(chosen));
      cell.setAttribute("aria-disabled", String(this.#fixed));
      if (!this.picker.contains(document.activeElement)) cell.tabIndex = chosen ? 0 : -1;
      cell.replaceChildren(icon(mode, this.#content, bounds));
    }
    const rect = contentRect(this.#mode, this.#content, bounds);
    this.#tell(rect);
    const clips = (model.flags(this.#index) & CLIPS) !== 0;
    drawDiagram(this.diagram, bounds, rect, clips);
    this.diagram.setAttribute("aria-label", rect ? `Content in a view of ${number(bounds[2])} by ${number(bounds[3])}` : "Nothing is drawn");
    const sticksOut = rect
      && (rect[0] < bounds[0] - 0.01 || rect[1] < bounds[1] - 0.01 || rect[0] + rect[2] > bounds[0] + bounds[2] + 0.01
        || rect[1] + rect[3] > bounds[1] + bounds[3] + 0.01);
    this.note.textContent = !rect ? "Content without an area is not drawn." : sticksOut
      ? clips ? "The view clips what sticks out." : "The content sticks out: the view does not clip to its bounds." : "";
    this.note.hidden = !this.note.textContent;
  }

  /** @param {readonly number[] | null} rect */
  #tell(rect) {
    const cells = rect
      ? rect.map((value, at) =>
        h("span", { class: "number", "data-copy": String(value), "data-long": isLong(number(Math.round(value * 100) / 100)) },
          h("span", null, number(Math.round(value * 100) / 100)), h("span", { class: "unit" }, "xywh"[at]))) : [h("span", { class: "dim nothing" }, "nothing")];
    this.result.replaceChildren(h("span", { class: "name" }, "Drawn"), ...cells);
  }
}

/**
 * What the dump knows about the size of what a view draws.
 * @param {any} view
 * @param {Pair} own
 * @returns {{ size: Pair, source: string }}
 */
function example(view, own) {
  const image = /\((\d+(?:\.\d+)?) (\d+(?:\.\d+)?)\)@(\d)/.exec(view?.attributes?.image ?? "");
  if (image) return { size: [Number(image[1]), Number(image[2])], source: `The size of the view’s image, ${image[1]} × ${image[2]} at ${image[3]}×.` };
  if (view?.contentSize) return { size: [view.contentSize.width, view.contentSize.height], source: "The view’s contentSize." };
  const side = Math.max(1, Math.round(Math.min(...own.map((value) => (Number.isFinite(value) && value > 0 ? value : 100))) * 0.5));
  return { size: [Math.round(side * 1.5), side], source: "The dump does not say how large the content is: this is an example." };
}

/**
 * A mode in small.
 * @param {string} mode
 * @param {Pair} content
 * @param {Rect} bounds
 */
function icon(mode, content, bounds) {
  // In a cell the shapes count: very long bounds and very large content are brought nearer to each other.
  const ratio = Math.min(1.6, Math.max(0.625, bounds[2] / bounds[3]));
  const frame = /** @type {Rect} */ ([0, 0, ratio > 1 ? 28 : 28 * ratio, ratio > 1 ? 28 / ratio : 28]);
  const shape = Math.min(2, Math.max(0.5, content[0] > 0 && content[1] > 0 ? content[0] / content[1] : 1.5));
  const small = Math.min(frame[2], frame[3]) * 0.42;
  const rect = contentRect(mode, [small * Math.sqrt(shape), small / Math.sqrt(shape)], frame) ?? frame;
  const dx = (CELL - frame[2]) / 2, dy = (CELL - frame[3]) / 2;
  return s("svg", { viewBox: `0 0 ${CELL} ${CELL}`, width: CELL, height: CELL, "aria-hidden": "true" },
    s("rect", { class: "mode-bounds", x: dx, y: dy, width: frame[2], height: frame[3], rx: 1.5 }), picture(rect[0] + dx, rect[1] + dy, rect[2], rect[3]));
}

/**
 * Content that shows when it is stretched: hills and a sun.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function picture(x, y, width, height) {
  const clip = unique("content");
  const k = (/** @type {number} */ u, /** @type {number} */ v) => `${(x + u * width).toFixed(2)} ${(y + v * height).toFixed(2)}`;
  return s("g", { class: "content-picture" }, s("clipPath", { id: clip }, s("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height) })),
    s("rect", { class: "content-ground", x, y, width: Math.max(0, width), height: Math.max(0, height), rx: 1 }),
    s("g", { "clip-path": `url(#${clip})` },
      s("ellipse", { class: "content-sun", cx: x + width * 0.72, cy: y + height * 0.3, rx: Math.abs(width) * 0.12, ry: Math.abs(height) * 0.16 }),
      s("path", { class: "content-hills", d: `M${k(0, 1)}L${k(0.33, 0.42)}L${k(0.55, 0.74)}L${k(0.72, 0.56)}L${k(1, 1)}Z` })));
}

/**
 * @param {SVGSVGElement} svg
 * @param {Rect} bounds
 * @param {Rect | null} rect
 * @param {boolean} clips
 */
function drawDiagram(svg, bounds, rect, clips) {
  const all = rect
    ? [Math.min(bounds[0], rect[0]), Math.min(bounds[1], rect[1]), Math.max(bounds[0] + bounds[2], rect[0] + rect[2]),
      Math.max(bounds[1] + bounds[3], rect[1] + rect[3])]
    : [bounds[0], bounds[1], bounds[0] + bounds[2], bounds[1] + bounds[3]];
  const { width, height, inset } = DIAGRAM;
  const k = Math.min((width - 2 * inset) / (all[2] - all[0]), (height - 2 * inset) / (all[3] - all[1]));
  const dx = (width - (all[2] - all[0]) * k) / 2 - all[0] * k, dy = (height - (all[3] - all[1]) * k) / 2 - all[1] * k;
  const box = (/** @type {Rect} */ [x, y, w, h]) => ({ x: x * k + dx, y: y * k + dy, width: w * k, height: h * k });
  const clip = unique("bounds");
  const content = rect ? picture(box(rect).x, box(rect).y, box(rect).width, box(rect).height) : null;
  svg.replaceChildren(
    s("clipPath", { id: clip }, s("rect", box(bounds))), s("rect", { class: "mode-bounds ground", ...box(bounds) }),
    ...(content && rect ? [s("g", { "clip-path": clips ? `url(#${clip})` : null }, content), s("rect", { class: "content-outline", ...box(rect) })] : []),
    s("rect", { class: "mode-bounds", ...box(bounds) }));
}
