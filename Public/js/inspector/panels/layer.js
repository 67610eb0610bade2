// The Layer tab: what the dump itself wrote about the view, word by word.
import { h } from "./dom.js";
import { keyPath, xpath } from "./copies.js";

/** @typedef {import("./panels.js").Context} Context */
/** @typedef {import("./panels.js").Shown} Shown */

/** Longer values are cut where they are shown; a click copies all of it. */
const LONGEST = 4_000;

export class LayerTab {
  #key = "";

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.element = h("div");
  }

  /** @param {Shown} shown */
  update({ index, view }) {
    const { model } = this.context;
    const attributes = Object.entries(view?.attributes ?? {});
    const known = [
      ["Class", model.className(index)], ["Address", model.address(index)], ["Layer", view?.attributes?.layer], ["Key path", view?.key ?? keyPath(model, index)],
      ["Id", String(model.id(index))], ["XPath", xpath(model, index)], ["Line", view?.line === undefined ? null : String(view.line)],
    ].filter(([, value]) => value);
    const raw = view?.raw ?? view?.source ?? null;
    const key = JSON.stringify([known, attributes, raw, view === null]);
    if (key === this.#key) return;
    this.#key = key;
    const list = (/** @type {any[][]} */ entries, classes = "") => h("dl", { class: `properties ${classes}`.trim() }, ...entries.map(([name, value]) => h("div", null,
      h("dt", { class: classes ? "code" : null }, name), h("dd", { class: "code", "data-copy": String(value) }, cut(String(value))))));
    this.element.replaceChildren(h("h3", null, "Identity"), list(known));
    if (raw) this.element.append(h("h3", null, "Line of the dump"), h("p", { class: "raw-line code", "data-copy": raw }, cut(raw)));
    if (attributes.length) this.element.append(h("h3", null, "As the dump wrote it"), list(attributes, "raw"));
    else if (view) this.element.append(h("p", { class: "caption said-nothing" }, "The dump said nothing more about this view."));
  }
}

/** @param {string} text */
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
