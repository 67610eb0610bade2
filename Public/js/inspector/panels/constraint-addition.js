// The form for a new constraint.
import { h, sentence, spaced, unique } from "../../core/dom.js";
import { announce } from "../../core/ui.js";
import { MOST_CONSTANT, placeOf } from "../data/constants.js";
import { title } from "../data/describe.js";
import { disclosure, Form, MOST_MULTIPLIER, relationField, REQUIRED } from "./form.js";

/** @typedef {import("./context.js").Context} Context */

/** What a constraint can be about, and what the other side can be then. */
const ATTRIBUTES = { across: ["leading", "trailing", "centerX", "left", "right"], down: ["top", "bottom", "centerY", "firstBaseline", "lastBaseline"],
  length: ["width", "height"] };
/** More siblings are no help in a list. */
const MOST_SIBLINGS = 200;

/** A constraint that is to come: of the selected view, to its superview, a sibling, itself or nothing. */
export class AdditionForm extends Form {
  #id = -1;
  /** Whether the constant is still the one that changes nothing. */
  #isOwnConstant = true;
  #values = { constant: 0, multiplier: 1, priority: REQUIRED };

  /** @param {Context} context */
  constructor(context) {
    super(context);
    const changed = () => this.#follow();
    const options = (/** @type {string[]} */ all) => all.map((value) => h("option", { value }, spaced(value)));
    this.attribute = h("select", { "aria-label": "Attribute", onchange: () => this.#choose() }, ...options(Object.values(ATTRIBUTES).flat()));
    this.relation = relationField(() => {});
    this.item = h("select", { "aria-label": "Second item", onchange: changed });
    this.other = h("select", { "aria-label": "Second attribute", onchange: changed });
    const field = (/** @type {"constant" | "multiplier"} */ member, /** @type {string} */ unit, /** @type {number} */ most, /** @type {number} */ step) => {
      const take = (/** @type {number} */ value) => {
        this.#values[member] = value;
        if (member === "constant") this.#isOwnConstant = false;
        else this.#follow();
      };
      return this.number(sentence(member), unit, { least: -most, most, step, decimals: member === "constant" ? 2 : 4, input: take, commit: take });
    };
    this.constant = field("constant", "pt", MOST_CONSTANT, 1);
    this.multiplier = field("multiplier", "×", MOST_MULTIPLIER, 0.1);
    this.importance = this.priority((priority) => this.importance.show(this.#values.priority = priority));
    const form = h("form",
      { class: "constraint-form", "aria-label": "Add a constraint", id: unique("addition"), hidden: true,
        onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.#send()) },
      this.row("first", "This view’s", this.attribute), this.row("relation", "Relation", this.relation), this.row("second", "To", this.item),
      this.row("attribute", "Its", this.other),
      this.row("constant", "Constant", this.constant.element), this.row("multiplier", "Multiplier", this.multiplier.element),
      this.row("priority", "Priority", ...this.importance.controls), this.general,
      h("div", { class: "form-end" }, h("button", { class: "button small primary" }, "Add")));
    const { button, set } = disclosure("Add constraint", "plus", form, () => this.#begin());
    this.opener = button;
    this.set = set;
    this.form = form;
    this.element = h("div", { class: "layout-forms" }, button, form);
  }

  /**
   * @param {number} id
   * @param {boolean} can
   */
  show(id, can) {
    this.#id = id;
    this.element.hidden = !can;
  }

  drop() {
    this.set(false);
    this.clear();
  }

  #begin() {
    const { model } = this.context, i = model.indexOf(this.#id), parent = model.parent(i);
    this.clear();
    this.#values = { constant: 0, multiplier: 1, priority: REQUIRED };
    this.#isOwnConstant = true;
    const siblings = parent < 0 ? [] : model.children(parent).filter((other) => other !== i).slice(0, MOST_SIBLINGS);
    const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
    this.item.replaceChildren(
      ...(parent < 0 ? [] : [option("superview", "Superview"), option("safeArea", "Superview’s safe area"), option("layoutMargins", "Superview’s margins")]),
      option("self", "This view"), option("none", "Nothing"),
      ...(siblings.length ? [h("optgroup", { label: "Siblings" }, ...siblings.map((other) => option(String(model.id(other)), title(model, other))))] : []));
    this.attribute.value = parent < 0 ? "width" : "leading";
    this.relation.value = "equal";
    this.importance.show(REQUIRED);
    for (const field of [this.constant, this.multiplier, this.importance.field]) field.drop();
    this.#choose();
    this.attribute.focus();
  }

  /** The kind of what is chosen: lengths go with lengths, what lies across with what lies across. */
  get #kind() {
    return Object.entries(ATTRIBUTES).find(([, all]) => all.includes(this.attribute.value)) ?? ["length", ATTRIBUTES.length];
  }

  /** Another attribute is chosen: the other side follows. */
  #choose() {
    const [kind, all] = this.#kind;
    for (const option of this.item.querySelectorAll("option")) {
      option.disabled = kind !== "length" && (option.value === "none" || option.value === "self");
    }
    if (kind === "length") this.item.value = "none";
    else if (this.item.selectedOptions[0]?.disabled ?? true) {
      this.item.value = [...this.item.querySelectorAll("option")].find((option) => !option.disabled)?.value ?? "";
    }
    this.other.replaceChildren(...all.map((value) => h("option", { value }, spaced(value))));
    this.other.value = this.attribute.value;
    this.#follow();
  }

  /** What has no other side has no multiplier; the constant is the one that leaves the views where they are. */
  #follow() {
    const isAlone = this.item.value === "none";
    for (const control of [this.other, this.multiplier.element]) /** @type {HTMLElement} */ (control.closest(".attribute")).hidden = isAlone;
    if (this.#isOwnConstant) this.#values.constant = this.#present();
    this.constant.value = this.#values.constant;
    this.multiplier.value = this.#values.multiplier;
  }

  /** @returns {number} */
  #present() {
    const { model } = this.context, i = model.indexOf(this.#id);
    const target = this.#target;
    if (target?.guide) return 0;
    const value = (/** @type {number} */ view, /** @type {string} */ attribute) => {
      const [left, top, width, height] = model.windowFrame(view);
      return attribute === "width" ? width : attribute === "height" ? height : placeOf({ left, top, right: left + width, bottom: top + height }, attribute);
    };
    const other = target ? this.#values.multiplier * value(model.indexOf(target.view), target.attribute) : 0;
    const constant = /Baseline/.test(this.attribute.value + this.other.value) ? 0 : value(i, this.attribute.value) - other;
    return Number.isFinite(constant) ? Math.round(Math.min(MOST_CONSTANT, Math.max(-MOST_CONSTANT, constant)) * 100) / 100 : 0;
  }

  /** @returns {{ view: number, attribute: string, guide?: string } | null} */
  get #target() {
    const { model } = this.context, { value } = this.item;
    if (value === "none") return null;
    if (value === "self") return { view: this.#id, attribute: this.other.value };
    const parent = model.parent(model.indexOf(this.#id));
    if (value === "superview") return { view: model.id(parent), attribute: this.other.value };
    return /^\d+$/.test(value) ? { view: Number(value), attribute: this.other.value } : { view: model.id(parent), guide: value, attribute: this.other.value };
  }

  async #send() {
    this.clear();
    const { constant, multiplier, priority } = this.#values, second = this.#target;
    const done = await this.context.edits.perform({ op: "addConstraint", constraint: {
      first: { view: this.#id, attribute: this.attribute.value }, relation: this.relation.value, second, ...(second ? { multiplier } : {}), constant, priority,
    } }, (error) => this.refuse(error));
    if (!done) return;
    announce("The constraint is added");
    this.set(false);
    this.opener.focus();
  }
}
