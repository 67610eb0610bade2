// One change of an animation block: which view, which property, which new value.
import { icon } from "../../icons.js";
import { h } from "./dom.js";
import { sentence } from "./format.js";
import { matrixOf, partsOf } from "./geometry.js";
import { NumberField } from "./number-field.js";
import { pointJSON, rectJSON } from "./proposal.js";
import { viewLink } from "./view-link.js";

/** @typedef {import("./panels.js").Context} Context */
/** @typedef {"frame" | "center" | "bounds" | "transform" | "alpha"} Property */

/**
 * What can be animated, in the order in which it is offered.
 * @type {Property[]}
 */
export const PROPERTIES = ["frame", "alpha", "transform", "center", "bounds"];
/** @type {Record<Property, string[]>} */
const UNITS = { frame: ["x", "y", "w", "h"], bounds: ["x", "y", "w", "h"], center: ["x", "y"], transform: ["°", "×", "x", "y"], alpha: [""] };
/** @type {Record<string, string>} */
const WORDS = { w: "width", h: "height", "°": "rotation in degrees", "×": "scale", "": "" };

export class ChangeRow {
  /** @type {number[]} */ #values = [];
  /** @type {NumberField[]} */ #fields = [];

  /**
   * @param {Context} context
   * @param {number} id
   * @param {Property} property
   * @param {{ changed: () => void, removed: () => void }} delegate
   */
  constructor(context, id, property, delegate) {
    this.context = context;
    this.id = id;
    this.property = property;
    this.delegate = delegate;
    this.select = h("select", { "aria-label": "Property", onchange: () => this.#choose(/** @type {Property} */ (this.select.value)) },
      ...PROPERTIES.map((name) => h("option", { value: name }, sentence(name))));
    this.select.value = property;
    this.line = h("div", { class: "numbers change-values", role: "group", "aria-label": "New value" });
    this.name = h("span", { class: "change-view" });
    this.element = h("li", { class: "change" }, h("div", { class: "change-head" }, this.name, this.select,
      h("button", { type: "button", class: "button plain square", "aria-label": "Leave this change out", title: "Leave out", onclick: delegate.removed }, icon("close"))), this.line);
    this.#values = this.#first();
    this.#build();
    this.refresh();
  }

  focus() {
    this.#fields[0]?.input.focus();
  }

  /** Names the view as it is called now. */
  refresh() {
    const key = `${this.id}${this.context.model.revision}${this.context.state.selection}`;
    if (this.name.dataset.key === key) return;
    this.name.dataset.key = key;
    this.name.replaceChildren(viewLink(this.context, this.id));
  }

  /** A first new value, one that can be seen. */
  #first() {
    const { model } = this.context;
    const i = model.indexOf(this.id);
    const finite = (/** @type {number[]} */ values) => values.map((value) => (Number.isFinite(value) ? value : 0));
    switch (this.property) {
      case "frame": return finite([model.x(i), model.y(i) + 40, model.w(i), model.h(i)]);
      case "bounds": return finite(model.bounds(i).map((value, at) => (at < 2 ? value : value * 1.5)));
      case "center": return finite([model.center(i)[0], model.center(i)[1] + 40]);
      case "alpha": return [model.alpha(i) > 0.5 ? 0 : 1];
      default: {
        const { rotation, scaleX, tx, ty } = partsOf(model.transform(i));
        return finite([rotation + 90, scaleX, tx, ty]);
      }
    }
  }

  /** @param {Property} property */
  #choose(property) {
    this.property = property;
    this.#values = this.#first();
    this.#build();
    this.delegate.changed();
  }

  #build() {
    this.#fields = UNITS[this.property].map((unit, at) => {
      const field = new NumberField({
        label: `New ${this.property} ${WORDS[unit] ?? unit}`.trim(), unit, ...(this.property === "alpha" ? { least: 0, most: 1, step: 0.1 } : unit === "×" ? { step: 0.1 } : {}),
        commit: (value) => {
          this.#values[at] = value;
          this.delegate.changed();
        },
      });
      field.value = this.#values[at];
      return field;
    });
    this.line.replaceChildren(...this.#fields.map(({ element }) => element));
    this.line.dataset.count = String(this.#fields.length);
  }

  /** As the API takes it. */
  get change() {
    const [first, second, third, fourth] = this.#values;
    const view = this.id;
    switch (this.property) {
      case "frame": case "bounds": return { view, [this.property]: rectJSON(this.#values) };
      case "center": return { view, center: pointJSON(this.#values) };
      case "alpha": return { view, alpha: first };
      default: return { view, transform: matrixOf({ rotation: first, scaleX: second, scaleY: second, shear: 0, tx: third, ty: fourth }) };
    }
  }
}
