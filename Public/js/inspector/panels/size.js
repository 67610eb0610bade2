// The Size tab: springs and struts with their preview, and the numbers of a view, which keep together while one is typed.
import { h, isStill, plain, put, s } from "../../core/dom.js";
import { frameOf, IDENTITY, isIdentity, matrixOf, partsOf, resizedFrame } from "../data/geometry.js";
import { maskNames, placedAfter, placedOf, pointJSON, proposed, rectJSON } from "../data/changes.js";
import { UNKNOWN_FRAME, UNKNOWN_MASK } from "../data/model.js";
import { ConstraintsPart } from "./constraints.js";
import { Unsaid } from "./context.js";
import { isLong, maskSummary, maskTokens, NumberField, numberLine, Springs } from "./controls.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Shown} Shown */
/** @typedef {import("../data/geometry.js").Placed} Placed */
/** @typedef {import("../data/geometry.js").Rect} Rect */
/** @typedef {import("../data/geometry.js").Pair} Pair */

/** @typedef {"frame" | "bounds" | "center" | "anchorPoint" | "parts" | "matrix"} Kind */

const RECT = ["x", "y", "w", "h"], POINT = ["x", "y"];
const finite = (/** @type {number[]} */ values) => values.map((value) => (Number.isFinite(value) ? value : 0));

export class SizeTab {
  autoresizing = h("div", { class: "autoresizing-part" });
  /** @type {Record<Kind, NumberField[]>} */ #fields;
  #id = -1;
  #index = -1;
  /**
   * What was there when typing began.
   * @type {{ placed: Placed, frame: number[] } | null}
   */
  #base = null;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.springs = new Springs((mask) => this.#setMask(mask));
    this.preview = new Preview();
    this.square = h("div", { class: "autoresizing" }, this.springs.element, this.preview.element);
    this.#fields = {
      frame: this.#make("frame", "Frame", RECT), bounds: this.#make("bounds", "Bounds", RECT), center: this.#make("center", "Center", POINT),
      anchorPoint: this.#make("anchorPoint", "Anchor", POINT, { step: 0.05 }),
      parts: [...this.#make("parts", "Rotate", ["°"]), ...this.#make("parts", "Scale", POINT, { step: 0.1, offset: 1 }),
        ...this.#make("parts", "Move", POINT, { offset: 3 })],
      matrix: this.#make("matrix", "Matrix", ["a", "b", "c", "d"], { step: 0.1, decimals: 3 }),
    };
    this.summary = h("span");
    this.mask = h("span", { class: "code dim", "data-copy": "" });
    this.unsaid = new Unsaid();
    this.placeUnsaid = h("p", { class: "caption", hidden: true }, "Frame, bounds and center");
    this.unsaid.body.append(this.placeUnsaid);
    this.asDefault = h("span", { class: "not-said" });
    this.player = h("button", { type: "button", class: "link-button", "aria-pressed": "false", onclick: () => this.#toggle() }, "Preview");
    this.windowLine = this.#told("Window");
    this.visibleLine = this.#told("Visible");
    this.offsetLine = this.#told("Offset");
    this.contentLine = this.#told("Content");
    this.constraints = new ConstraintsPart(context);
    this.note = h("p", { class: "caption", hidden: true });
    this.identity = h("button", { type: "button", class: "link-button", onclick: () => this.#commit({ transform: [...IDENTITY] }) }, "Reset");
    this.element = this.#lay();
  }

  #lay() {
    const { frame, bounds, center, anchorPoint, parts, matrix } = this.#fields;
    const { square } = this;
    square.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && !this.player.hidden && this.preview.play());
    square.addEventListener("pointerleave", () => this.player.getAttribute("aria-pressed") === "false" && this.preview.finish());
    const second = (/** @type {string} */ name) => h("span", { class: "name second", "aria-hidden": "true" }, name);
    const transform = numberLine("Transform", [], "transform");
    transform.replaceChildren(
      h("span", { class: "name", "aria-hidden": "true" }, "Rotate"), parts[0].element, second("Scale"), parts[1].element, parts[2].element,
      h("span", { class: "name move", "aria-hidden": "true" }, "Move"), parts[3].element, parts[4].element);
    this.autoresizing.append(h("h3", null, "Autoresizing"), square,
      h("p", { class: "caption spread" }, h("span", null, this.asDefault, this.summary, " ", this.mask), this.player));
    return h("div", null,
      this.note, this.autoresizing, this.constraints.element,
      h("h3", null, "Geometry"),
      h("div", { class: "geometry" }, numberLine("Frame", frame), numberLine("Bounds", bounds),
        numberLine("Center", center), numberLine("Anchor", anchorPoint), this.windowLine, this.visibleLine, this.offsetLine, this.contentLine),
      h("h3", { class: "spread" }, "Transform", this.identity),
      h("div", { class: "geometry" }, transform, numberLine("Matrix", matrix)), this.unsaid.element);
  }

  /**
   * @param {Kind} kind
   * @param {string} name
   * @param {string[]} units
   * @param {{ step?: number, decimals?: number, offset?: number }} [options]
   */
  #make(kind, name, units, options = {}) {
    const { offset = 0, ...rest } = options;
    return units.map((unit, at) => new NumberField({
      decimals: 2, label: unit === "°" ? `${name} in degrees` : `${name} ${{ w: "width", h: "height" }[unit] ?? unit}`, unit, ...rest,
      input: (value) => this.#propose(this.#changes(kind, at + offset, value)),
      commit: (value) => this.#commit(this.#changes(kind, at + offset, value)),
      cancel: () => this.#cancel(),
    }));
  }

  /**
   * A line of numbers that only can be read.
   * @param {string} name
   */
  #told(name) {
    return h("div", { class: "numbers told" }, h("span", { class: "name" }, name));
  }

  /**
   * @param {HTMLElement} line
   * @param {number[] | null} values
   * @param {string[]} units
   * @param {string} [nothing]
   */
  #tell(line, values, units, nothing = "") {
    line.hidden = values === null && !nothing;
    const cells =
      values?.map((value, at) =>
        h("span", { class: "number", "data-copy": plain(value, 6), title: plain(value, 6), "data-long": isLong(plain(value, 2)) },
          h("span", null, plain(value, 2).replace("-", "−") || "—"), h("span", { class: "unit" }, units[at])))
      ?? [h("span", { class: "dim nothing" }, nothing)];
    line.replaceChildren(/** @type {Node} */ (line.firstChild), ...cells);
  }

  /** @param {Shown} shown */
  update({ index, view }) {
    const { model, edits } = this.context;
    const id = model.id(index);
    if (id !== this.#id) this.#leave();
    this.#id = id;
    this.#index = index;
    // Samples are what is being typed here, or an animation: the numbers stay those of the view.
    if (model.hasSamples) return;
    const fixed = !edits.available || model.hasLayout;
    for (const fields of Object.values(this.#fields)) for (const field of fields) field.disabled = fixed;
    this.identity.hidden = fixed || isIdentity(model.transform(index));
    this.note.hidden = !model.hasLayout;
    if (model.hasLayout) this.note.textContent = "These are the numbers at the size you are trying. Go back to the dump to change them.";
    this.#showMask(model.mask(index));
    this.springs.refuse(fixed && (edits.available ? "Go back to the dump’s own size to change it" : "The list of edits couldn’t be loaded"));
    this.#fill(placedOf(model, index), [model.x(index), model.y(index), model.w(index), model.h(index)], (field, value) => (field.value = value));
    const isUnknown = (model.flags(index) & UNKNOWN_FRAME) !== 0;
    if (isUnknown) {
      const { frame, center, bounds } = this.#fields;
      for (const field of [...frame, ...center, ...(model.w(index) ? [] : bounds)]) field.value = NaN;
    }
    this.#tell(this.windowLine, isUnknown ? null : orNull(model.windowFrame(index)), RECT, isUnknown ? "" : "nowhere");
    this.#tell(this.visibleLine, isUnknown ? null : model.visibleFrame(index), RECT, isUnknown ? "" : "nothing of it");
    this.unsaid.show([...(isUnknown ? ["frame"] : []), ...(model.flags(index) & UNKNOWN_MASK ? ["autoresizingMask"] : [])]);
    put(this.placeUnsaid, "hidden", !isUnknown);
    this.constraints.update(id, view);
    const [x, y] = model.bounds(index);
    this.#tell(this.offsetLine, view?.contentOffset ? [view.contentOffset.x, view.contentOffset.y] : x || y ? [x, y] : null, POINT);
    this.#tell(this.contentLine, view?.contentSize ? [view.contentSize.width, view.contentSize.height] : null, ["w", "h"]);
  }

  #showMask(/** @type {number} */ mask) {
    const { model } = this.context;
    const parent = model.parent(this.#index), isUnknown = (model.flags(this.#index) & UNKNOWN_MASK) !== 0;
    this.springs.show(mask, isUnknown);
    this.square.classList.toggle("unknown", isUnknown);
    this.summary.textContent = isUnknown ? "" : maskSummary(mask);
    this.mask.textContent = isUnknown ? "" : maskTokens(mask);
    this.asDefault.textContent = isUnknown ? `UIView’s default is ${maskSummary(mask)}` : "";
    // What the dump does not say of springs is folded; setting one says it.
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (isUnknown !== (this.autoresizing.parentElement === this.unsaid.body)) {
      if (isUnknown) this.unsaid.body.append(this.autoresizing);
      else this.note.after(this.autoresizing);
      if (this.autoresizing.contains(focused)) focused?.focus();
    }
    this.player.hidden = isStill() || isUnknown;
    const size = /** @type {[number, number]} */ (parent < 0 ? [0, 0] : [model.width(parent), model.height(parent)]);
    this.preview.show(size, [model.x(this.#index), model.y(this.#index), model.w(this.#index), model.h(this.#index)], mask);
  }

  /**
   * @param {Placed} placed
   * @param {number[]} frame
   * @param {(field: NumberField, value: number) => void} write
   */
  #fill(placed, frame, write) {
    const { rotation, scaleX, scaleY, tx, ty } = partsOf(placed.transform);
    /** @type {Record<Kind, readonly number[]>} */ const values = {
      frame, bounds: placed.bounds, center: placed.center, anchorPoint: placed.anchor, parts: [rotation, scaleX, scaleY, tx, ty],
      matrix: placed.transform.slice(0, 4),
    };
    for (const [kind, fields] of Object.entries(this.#fields)) fields.forEach((field, at) => write(field, values[/** @type {Kind} */ (kind)][at]));
  }

  /**
   * What typing a number asks for, as PATCH takes it.
   * @param {Kind} kind
   * @param {number} at
   * @param {number} value
   */
  #changes(kind, at, value) {
    const { placed: base, frame } = (this.#base ??= this.#present());
    const replaced = (/** @type {readonly number[]} */ values) => finite(values.map((old, place) => (place === at ? value : old)));
    if (kind === "frame") return { frame: rectJSON(replaced(frame)) };
    if (kind === "bounds") return { bounds: rectJSON(replaced(base.bounds)) };
    if (kind === "center") return { center: pointJSON(replaced(base.center)) };
    if (kind === "anchorPoint") return { anchorPoint: pointJSON(replaced(base.anchor)) };
    if (kind === "matrix") return { transform: replaced(base.transform) };
    const parts = partsOf(finite([...base.transform]));
    const name = /** @type {const} */ (["rotation", "scaleX", "scaleY", "tx", "ty"])[at];
    return { transform: matrixOf({ ...parts, [name]: value }) };
  }

  #present() {
    const { model } = this.context, i = this.#index;
    model.clearSamples();
    return { placed: placedOf(model, i), frame: [model.x(i), model.y(i), model.w(i), model.h(i)] };
  }

  /**
   * Shows what a change would make of all the numbers, and on the canvas.
   * @param {any} changes
   */
  #propose(changes) {
    const { model } = this.context;
    const after = placedAfter(/** @type {{ placed: Placed }} */ (this.#base).placed, changes);
    this.#fill(after, changes.frame && isIdentity(after.transform) ? Object.values(changes.frame) : frameOf(after), (field, value) => field.propose(value));
    model.clearSamples();
    model.withSamples(proposed(model, this.#index, changes));
  }

  /** @param {any} changes */
  #commit(changes) {
    this.#base = null;
    this.context.model.clearSamples();
    this.context.edits.change(this.#id, changes);
  }

  #cancel() {
    this.#base = null;
    this.context.model.clearSamples();
    this.context.refresh();
  }

  /** @param {number} mask */
  #setMask(mask) {
    this.context.edits.change(this.#id, { autoresizingMask: maskNames(mask) });
    this.preview.play(2);
  }

  #toggle() {
    const plays = this.player.getAttribute("aria-pressed") === "true";
    this.player.setAttribute("aria-pressed", String(!plays));
    if (plays) this.preview.finish();
    else this.preview.play();
  }

  /** Another view or tab is shown: what was typed and not entered is dropped. */
  #leave() {
    if (this.#base) this.context.model.clearSamples();
    this.#base = null;
    for (const fields of Object.values(this.#fields)) for (const field of fields) field.drop();
    this.constraints.leave();
  }

  hide() {
    this.#leave();
    this.preview.stop();
    put(this.player, "aria-pressed", "false");
  }
}

/** @param {number[]} values */
const orNull = (values) => (values.every(Number.isFinite) ? values : null);

// A small superview that changes its size, and what the view's mask makes of it.

const SIDE = 128, INSET = 7;
/** How large the superview becomes, and how long that takes in milliseconds. */
const GROWTH = 1.42, WAY = 1300;
/** Smaller views are not drawn as they are: nothing would be seen of them. In points of the preview. */
const LEAST = 7;
/** An example in place of views that cannot be drawn. */
const EXAMPLE = { size: /** @type {Pair} */ ([100, 100]), frame: /** @type {Rect} */ ([22, 28, 40, 30]) };

class Preview {
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
