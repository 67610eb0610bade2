// What is said of several selected views: how their frames lie to each other, and what lines them up.
import { showFailure } from "../../core/api.js";
import { announce, copy } from "../../core/ui.js";
import { count, h, number, refuse, s } from "../../core/dom.js";
import { moveOf } from "../data/moves.js";
import { LINE_UPS, viewLink } from "./context.js";
import { download } from "./copying.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{ i: number, box: number[] }} Placed a view and its left, top, right and bottom edge in the window */
/** @typedef {import("./context.js").Way} Way */

/** Edges less than this apart are one line, in points. */
const SAME = 0.05;
/** More views than this are not listed. */
const LISTED = 100;
/** What is compared: the words, and the number of a view. */
const COMPARED = /** @type {[string, (box: number[]) => number][]} */ ([
  ["Left", ([left]) => left], ["Centre", ([left, , right]) => (left + right) / 2], ["Right", ([, , right]) => right],
  ["Top", ([, top]) => top], ["Middle", ([, top, , bottom]) => (top + bottom) / 2], ["Bottom", ([, , , bottom]) => bottom],
  ["Width", ([left, , right]) => right - left], ["Height", ([, top, , bottom]) => bottom - top],
]);

export class SeveralPanel {
  #key = "";

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.heading = h("h2", null);
    this.note = h("p", { class: "caption" });
    this.buttons = LINE_UPS.map(([name, words]) =>
      h("button", { type: "button", class: "button square", "aria-label": words, title: words, "data-way": name, onclick: () => this.line(name) },
        picture(name)));
    this.compared = h("dl", { class: "properties" });
    this.gaps = h("dl", { class: "properties" });
    this.list = h("ul", { class: "named-views several-views" });
    this.element = h("div", { class: "several" },
      h("header", { class: "panel-head" }, this.heading), this.note,
      h("div", { class: "line-up", role: "toolbar", "aria-label": "Line up" }, ...this.buttons),
      h("h3", null, "Edges in the window"), this.compared, h("h3", null, "Gaps"), this.gaps, h("h3", null, "Frames"), this.list,
      h("section", { class: "copy-as", "aria-labelledby": "copy-several-title" }, h("h3", { id: "copy-several-title" }, "Copy as"),
        h("div", { class: "copies" },
          h("button", { type: "button", class: "button", onclick: () => this.#assert(false) }, "Assertions"),
          h("button", { type: "button", class: "button", onclick: () => this.#assert(true) }, "Assertions file"))));
  }

  /** The selected views that have a place, the first one selected first. */
  get #selected() {
    const { model, state } = this.context;
    return [state.selection, ...state.others].map((id) => model.indexOf(id)).filter((i) => i >= 0);
  }

  /** @returns {Placed[]} */
  get #placed() {
    const { model } = this.context;
    return this.#selected.map((i) => {
      const [x, y, width, height] = model.windowFrame(i);
      return { i, box: [x, y, x + width, y + height] };
    }).filter(({ box }) => box.every(Number.isFinite));
  }

  /** Those that move: what lies in another selected view moves with it. */
  get #moving() {
    const { model } = this.context;
    const all = this.#placed;
    return all.filter(({ i }) => !all.some((other) => other.i < i && i < model.end(other.i)));
  }

  update() {
    const { model, edits } = this.context;
    const placed = this.#placed, moving = this.#moving;
    const inside = placed.length - moving.length;
    this.heading.textContent = count(this.#selected.length, "view selected", "views selected");
    this.note.textContent = inside ? `${count(inside, "view is", "views are")} in another selected view and will move with it.` : "";
    const fixed = !edits.available || model.hasLayout;
    LINE_UPS.forEach(([, title, , , least], at) => refuse(this.buttons[at], fixed ? "Go back to the dump’s own size first"
      : moving.length < least && `${title} needs ${least} views that move by themselves`, title));
    const frames = placed.map(({ i }) => [model.id(i), model.x(i), model.y(i), model.w(i), model.h(i)]);
    const key = JSON.stringify([frames, placed.map(({ box }) => box)]);
    if (key === this.#key) return;
    this.#key = key;
    const line = (/** @type {string} */ name, /** @type {string} */ value, same = false) =>
      h("div", { class: same ? "changed" : null }, h("dt", null, name), h("dd", { class: "num-text" }, value));
    this.compared.replaceChildren(...COMPARED.map(([name, of]) => {
      const values = placed.map(({ box }) => of(box)), least = Math.min(...values), most = Math.max(...values);
      return most - least < SAME ? line(name, `${number(least)}, the same`, true) : line(name, `${number(least)} to ${number(most)}`);
    }));
    this.gaps.replaceChildren(...(["Horizontal", "Vertical"]).map((name, axis) => {
      const sorted = [...placed].sort((one, other) => one.box[axis] - other.box[axis]);
      const gaps = sorted.slice(1).map(({ box }, at) => box[axis] - sorted[at].box[axis + 2]);
      const isEven = gaps.length > 1 && Math.max(...gaps) - Math.min(...gaps) < SAME;
      return line(name, isEven ? `${number(gaps[0])}, all the same` : gaps.slice(0, LISTED).map((gap) => number(gap)).join(", "), isEven);
    }));
    this.list.replaceChildren(...frames.slice(0, LISTED)
      .map(([id, ...frame]) =>
        h("li", null, viewLink(this.context, id),
          h("span", { class: "marks num-text" }, frame.map((value) => number(Math.round(value * 100) / 100)).join(", ")))));
  }

  /**
   * Writes down how the views lie, as rules that can be checked.
   * @param {boolean} isFile
   */
  async #assert(isFile) {
    try {
      const { rulesFor } = await import("./code.js");
      const text = await rulesFor(this.context, this.#selected);
      if (isFile) download(text);
      else await copy(text, "Assertions copied");
    } catch (error) {
      showFailure(error, () => this.#assert(isFile));
    }
  }

  /**
   * Lines the views up, as one edit.
   * @param {Way} way
   */
  line(way) {
    const { model, edits } = this.context;
    const found = LINE_UPS.find(([name]) => name === way), moving = this.#moving;
    if (!found || moving.length < found[4] || !edits.available || model.hasLayout) return;
    const [, words, axis, share] = found;
    const moves = share === null ? distributed(moving, axis) : aligned(moving, axis, share);
    const changes = moving.flatMap(({ i }, at) => (Math.abs(moves[at]) < 1e-6 ? [] : moveOf(model, i, axis === 0 ? [moves[at], 0] : [0, moves[at]])));
    if (!changes.length) return announce("Already in place");
    edits.changeAll(changes);
    announce(`${words}: ${count(changes.length, "view")}`);
  }
}

/**
 * How far each view goes so that a share of it lies on that share of the rectangle around all.
 * @param {Placed[]} views @param {0 | 1} axis @param {number} share
 */
function aligned(views, axis, share) {
  const least = Math.min(...views.map(({ box }) => box[axis])), most = Math.max(...views.map(({ box }) => box[axis + 2]));
  return views.map(({ box }) => least + (most - least) * share - (box[axis] + (box[axis + 2] - box[axis]) * share));
}

/**
 * How far each view goes so that all gaps are the same; the first and the last stay.
 * @param {Placed[]} views @param {0 | 1} axis
 */
function distributed(views, axis) {
  const order = views.map((_, at) => at).sort((one, other) => middle(views[one].box, axis) - middle(views[other].box, axis));
  const first = views[order[0]].box[axis], last = views[order[order.length - 1]].box[axis + 2];
  const taken = views.reduce((sum, { box }) => sum + box[axis + 2] - box[axis], 0);
  const gap = (last - first - taken) / (views.length - 1);
  /** @type {number[]} */ const moves = [];
  let at = first;
  for (const place of order) {
    const { box } = views[place];
    moves[place] = at - box[axis];
    at += box[axis + 2] - box[axis] + gap;
  }
  return moves;
}

const middle = (/** @type {number[]} */ box, /** @type {0 | 1} */ axis) => (box[axis] + box[axis + 2]) / 2;

/**
 * The line and the two views of a button.
 * @param {Way} way
 */
function picture(way) {
  const upright = way === "top" || way === "middle" || way === "bottom" || way === "down";
  const lines = { left: "M2 2v12", centre: "M8 1v14", right: "M14 2v12", across: "M2 2v12M14 2v12" };
  const name = /** @type {keyof typeof lines} */ ({ top: "left", middle: "centre", bottom: "right", down: "across" }[/** @type {string} */ (way)] ?? way);
  const boxes = { left: "M4 4h8v3H4zM4 9h5v3H4z", centre: "M3.5 4h9v3h-9zM5.5 9h5v3h-5z", right: "M4 4h8v3H4zM7 9h5v3H7z", across: "M6.25 4h3.5v8h-3.5z" };
  return s("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 1.25 },
    s("path", { d: lines[name] + boxes[name], transform: upright ? "matrix(0 1 1 0 0 0)" : null }));
}
