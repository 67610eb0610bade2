// The forms that change a layout: a constraint, what else is said of a view's layout, a new constraint. Their fields are
// members of the API: what the server refuses is said below the field that it is about.
import { announce, icon } from "../../ui.js";
import { MOST_CONSTANT, placeOf } from "../canvas/constraints.js";
import { title } from "../describe.js";
import { h, plain, put, puts, sentence, spaced, unique } from "../dom.js";
import { choice, NumberField, toggle } from "./controls.js";

/** @typedef {import("./panels.js").Context} Context */
/** @typedef {import("../../api.js").APIError} APIError */

const MOST_MULTIPLIER = 10_000, LONGEST_NAME = 200;
/** The least priority that there is in the steps of the field. */
const LEAST_PRIORITY = 1, REQUIRED = 1_000;
const PRIORITIES = /** @type {const} */ ([[REQUIRED, "Required"], [750, "High"], [250, "Low"]]);
const RELATIONS = { equal: "=", greaterThanOrEqual: "≥", lessThanOrEqual: "≤" };
/** What a constraint can be about, and what the other side can be then. */
const ATTRIBUTES = { across: ["leading", "trailing", "centerX", "left", "right"], down: ["top", "bottom", "centerY", "firstBaseline", "lastBaseline"], length: ["width", "height"] };
/** More siblings are no help in a list. */
const MOST_SIBLINGS = 200;

class Form {
  /** @type {Map<string, { element: HTMLElement, note: HTMLElement }>} */ #rows = new Map();
  /** Said of no field. */ general = h("p", { class: "field-error", role: "alert", hidden: true });

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
  }

  /**
   * @param {string} member of the API
   * @param {string} name
   * @param {...HTMLElement} controls
   */
  row(member, name, ...controls) {
    const note = h("p", { class: "field-error", role: "alert", id: unique("error"), hidden: true });
    const element = h("div", { class: "attribute" }, h("span", { class: "attribute-name" }, name), h("div", { class: "controls" }, ...controls), note);
    this.#rows.set(member, { element, note });
    return element;
  }

  /** Takes away what was said of earlier wishes. */
  clear() {
    this.general.hidden = true;
    for (const { element, note } of this.#rows.values()) {
      note.hidden = true;
      for (const input of element.querySelectorAll("input, select")) puts(input, { "aria-describedby": null, ...(input.hasAttribute("aria-describedby") ? { "aria-invalid": null } : {}) });
    }
  }

  /**
   * Says what the server refuses at its field; false where it is no refusal.
   * @param {APIError} error
   */
  refuse(error) {
    if (error.status !== 422 && error.status !== 400) return false;
    const faults = error.problem?.errors?.length ? error.problem.errors : [{ detail: error.message, pointer: "" }];
    const texts = [];
    for (const { detail, pointer = "" } of faults) {
      const row = pointer.split("/").reverse().map((member) => this.#rows.get(member)).find((found) => found && !found.element.hidden);
      if (!row) texts.push(detail);
      else {
        row.note.textContent = detail;
        row.note.hidden = false;
        const input = row.element.querySelector("input, select");
        if (input) puts(input, { "aria-invalid": "true", "aria-describedby": row.note.id });
      }
    }
    this.general.textContent = texts.join(" ");
    this.general.hidden = !texts.length;
    return true;
  }

  /**
   * Shows again what there was where something was refused; what was said of it stays.
   * @param {() => void} show
   */
  restore(show) {
    const said = [...this.#rows.values()].flatMap(({ element }) => [...element.querySelectorAll("[aria-invalid]")]);
    show();
    for (const input of said) put(input, "aria-invalid", "true");
  }

  /**
   * @param {string} label
   * @param {string | undefined} unit
   * @param {Partial<import("./controls.js").NumberOptions>} options
   */
  number(label, unit, options) {
    return new NumberField({ label, unit, decimals: 2, commit: () => {}, ...options });
  }

  /**
   * A priority as a field, with those that are used most beside it.
   * @param {(value: number) => void} changed
   */
  priority(changed) {
    const field = this.number("Priority", undefined, { least: LEAST_PRIORITY, most: REQUIRED, commit: changed });
    const buttons = PRIORITIES.map(([value, name]) => h("button", { type: "button", class: "button small", title: name, "aria-label": `${name}, ${value}`, onclick: () => changed(value) }, String(value)));
    return {
      field, controls: [field.element, h("div", { class: "choices", role: "group", "aria-label": "Usual priorities" }, ...buttons)],
      show: (/** @type {number} */ value) => {
        field.value = value;
        buttons.forEach((button, at) => put(button, "aria-pressed", String(PRIORITIES[at][0] === value)));
      },
    };
  }
}

/** What a relation is shown as. */
const relationField = (/** @type {(relation: string) => void} */ changed) => h("select", { "aria-label": "Relation", onchange: (/** @type {Event} */ event) => changed(/** @type {HTMLSelectElement} */ (event.target).value) },
  ...Object.entries(RELATIONS).map(([value, sign]) => h("option", { value }, `${sign} ${spaced(value)}`)));

/** One constraint, each of its members a field; what is entered is sent at once. */
export class ConstraintForm extends Form {
  /** @type {API.Constraint | null} */ #constraint = null;
  /** How many edits are on their way. */ #pending = 0;

  /**
   * @param {Context} context
   * @param {() => void} close
   */
  constructor(context, close) {
    super(context);
    const { preview } = context;
    const send = (/** @type {Record<string, any>} */ changes) => this.#send({ op: "changeConstraint", constraint: this.#number, changes });
    this.equation = h("p", { class: "equation code" });
    this.constant = this.number("Constant", "pt", {
      least: -MOST_CONSTANT, most: MOST_CONSTANT, input: (value) => preview.propose(this.#number, value), cancel: () => (preview.cancel(), context.refresh()),
      commit: (value) => this.#after(preview.commit(this.#number, value, (error) => this.refuse(error))),
    });
    this.multiplier = this.number("Multiplier", "×", { least: -MOST_MULTIPLIER, most: MOST_MULTIPLIER, step: 0.1, decimals: 4, commit: (multiplier) => send({ multiplier }), cancel: () => context.refresh() });
    this.relation = relationField((relation) => send({ relation }));
    this.importance = this.priority((priority) => send({ priority }));
    this.installed = toggle("Installed", (active) => send({ active }));
    this.identifier = h("input", { type: "text", "aria-label": "Identifier", maxlength: LONGEST_NAME, autocomplete: "off", spellcheck: "false", onchange: () => send({ identifier: this.identifier.value || null }) });
    const rows = [this.row("constant", "Constant", this.constant.element), this.row("relation", "Relation", this.relation), this.row("multiplier", "Multiplier", this.multiplier.element),
      this.row("priority", "Priority", ...this.importance.controls), this.row("active", "Installed", this.installed.element), this.row("identifier", "Identifier", this.identifier)];
    this.constant.scrubBy(/** @type {HTMLElement} */ (rows[0].firstElementChild));
    this.multiplierRow = rows[2];
    this.element = h("div", { class: "constraint-form", role: "group", id: unique("constraint"), onkeydown: onEscape(close) }, this.equation, ...rows, this.general, h("div", { class: "form-end" },
      h("button", { type: "button", class: "button small danger", onclick: () => this.#remove(close) }, icon("trash"), "Remove"), h("button", { type: "button", class: "button small", onclick: close }, "Close")));
  }

  get #number() { return this.#constraint?.number ?? -1 }

  /** Whether something is typed that is not entered, or on its way. */
  get isBusy() {
    return this.#constraint !== null && (this.#pending > 0 || [this.constant, this.multiplier, this.importance.field].some(({ isEdited }) => isEdited)
      || (document.activeElement === this.identifier && this.identifier.value !== (this.#constraint.identifier ?? "")));
  }

  /**
   * @param {number} id of the view
   * @param {API.Constraint} constraint
   */
  show(id, constraint) {
    const isOther = constraint.number !== this.#constraint?.number;
    this.#constraint = constraint;
    const { first, second, relation, multiplier, ratio, constant, priority, active, identifier, text } = constraint;
    puts(this.element, { "aria-label": text, "data-number": constraint.number });
    const by = second && multiplier !== 1 ? ` × ${ratio ?? plain(multiplier, 4)}` : "";
    this.equation.textContent = `${sideWords(this.context, id, first)} ${RELATIONS[relation]} ${second ? `${sideWords(this.context, id, second)}${by} + ` : ""}constant`;
    this.constant.value = constant;
    this.multiplier.value = multiplier;
    this.multiplierRow.hidden = !second;
    this.relation.value = relation;
    this.importance.show(priority);
    this.installed.show(active, false);
    if (isOther || document.activeElement !== this.identifier) this.identifier.value = identifier ?? "";
    if (isOther) this.clear();
  }

  /** The constant that is dragged on the canvas shows in its field too. */
  follow() {
    if (this.#constraint) this.constant.propose(this.context.model.constantOf(this.#constraint));
  }

  focus() {
    this.constant.input.focus();
  }

  drop() {
    if (!this.#constraint) return;
    const { preview } = this.context;
    for (const field of [this.constant, this.multiplier, this.importance.field]) field.drop();
    if (preview.model.proposed?.number === this.#number && !preview.model.proposed.sent) preview.cancel();
    this.#constraint = null;
  }

  /** @param {Record<string, any> & { op: string }} edit */
  #send(edit) {
    return this.#after(this.context.edits.perform(edit, (error) => this.refuse(error)));
  }

  /**
   * What was refused is taken back, and said.
   * @param {Promise<unknown>} asked
   */
  async #after(asked) {
    this.clear();
    const constraint = this.#constraint;
    this.#pending += 1;
    const done = await asked;
    this.#pending -= 1;
    if (!done && constraint && this.#constraint === constraint) this.restore(() => this.show(Number(this.context.state.selection), constraint));
    this.context.refresh();
    return done;
  }

  async #remove(/** @type {() => void} */ close) {
    if (await this.#send({ op: "removeConstraint", constraint: this.#number })) {
      announce("Constraint removed");
      close();
    }
  }
}

/**
 * A side of a constraint in words.
 * @param {Context} context @param {number} id of the view that it is told of @param {API.LayoutAnchor} side
 */
function sideWords({ model }, id, { view, item, guide, attribute }) {
  const i = model.indexOf(view ?? null), parent = model.parent(model.indexOf(id));
  const name = item ?? (view === id ? "this" : i < 0 ? "a view that is gone" : i === parent ? "superview" : title(model, i));
  return `${name}${guide ? `.${guide}` : ""}.${attribute}`;
}

/** What happens when Escape is pressed inside. */
const onEscape = (/** @type {() => void} */ run) => (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  run();
};

/** What opens and closes something. */
function disclosure(/** @type {string} */ name, /** @type {string} */ picture, /** @type {HTMLElement} */ body, /** @type {() => void} */ opened) {
  const button = h("button", { type: "button", class: "button small", "aria-expanded": "false", "aria-controls": body.id, onclick: () => set(body.hidden) }, icon(picture), name);
  const set = (/** @type {boolean} */ open) => {
    body.hidden = !open;
    put(button, "aria-expanded", String(open));
    if (open) opened();
  };
  body.addEventListener("keydown", onEscape(() => {
    set(false);
    button.focus();
  }));
  return { button, set };
}

/** What else is said of a view's layout: who places it, how its contents hug and resist, how a stack arranges. */
export class TraitsForm extends Form {
  #id = -1;
  /** @type {API.AutoLayout | null} */ #traits = null;

  /** @param {Context} context */
  constructor(context) {
    super(context);
    const send = (/** @type {Record<string, any>} */ changes) => this.#send(changes);
    const pair = (/** @type {string} */ member, /** @type {string} */ name) => /** @type {const} */ (["horizontal", "vertical"]).map((axis) => this.number(`${name}, ${axis}`, axis[0], { least: LEAST_PRIORITY, most: REQUIRED, commit: (value) => send({ [member]: { [axis]: value } }), clear: { name: "Not in the dump: UIKit’s default", run: () => send({ [member]: { [axis]: null } }) } }));
    this.translates = toggle("Placed by its mask", (on) => send({ translatesAutoresizingMaskIntoConstraints: on }));
    this.unsaid = h("span", { class: "not-said" }, "not in the dump");
    this.hugging = pair("contentHuggingPriority", "Hugging");
    this.resistance = pair("contentCompressionResistancePriority", "Resistance");
    const stack = (/** @type {Record<string, any>} */ changes) => send({ stack: changes });
    this.choices = {
      axis: choice("Axis", ["horizontal", "vertical"], (axis) => stack({ axis })),
      distribution: choice("Distribution", ["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering"], (distribution) => stack({ distribution })),
      alignment: choice("Alignment", ["fill", "leading", "top", "firstBaseline", "center", "trailing", "bottom", "lastBaseline"], (alignment) => stack({ alignment })),
    };
    this.spacing = this.number("Spacing", "pt", { least: -MOST_CONSTANT, most: MOST_CONSTANT, commit: (spacing) => stack({ spacing }) });
    this.stackRows = [...Object.entries(this.choices).map(([member, { element }]) => this.row(member, sentence(member), element)), this.row("spacing", "Spacing", this.spacing.element)];
    this.body = h("div", { class: "constraint-form", role: "group", "aria-label": "Layout of the view", id: unique("traits"), hidden: true },
      ...this.stackRows, this.row("translatesAutoresizingMaskIntoConstraints", "Placed by its mask", this.translates.element, this.unsaid),
      this.row("contentHuggingPriority", "Hugging", ...this.hugging.map(({ element }) => element)), this.row("contentCompressionResistancePriority", "Resistance", ...this.resistance.map(({ element }) => element)), this.general);
    this.opener = disclosure("Edit layout", "edit", this.body, () => /** @type {HTMLElement | null} */ (this.body.querySelector(".attribute:not([hidden]) :is(input, select)"))?.focus());
    this.element = h("div", { class: "layout-forms" }, this.opener.button, this.body);
  }

  /**
   * @param {number} id
   * @param {API.AutoLayout | null} traits
   * @param {boolean} can
   */
  show(id, traits, can) {
    this.#id = id;
    this.#traits = traits;
    this.element.hidden = !can;
    const { translatesAutoresizingMaskIntoConstraints, contentHuggingPriority, contentCompressionResistancePriority, stack } = traits ?? {};
    this.translates.show(translatesAutoresizingMaskIntoConstraints, false);
    this.unsaid.hidden = translatesAutoresizingMaskIntoConstraints !== undefined;
    for (const [fields, said] of /** @type {const} */ ([[this.hugging, contentHuggingPriority], [this.resistance, contentCompressionResistancePriority]])) {
      fields[0].value = /** @type {any} */ (said?.horizontal);
      fields[1].value = /** @type {any} */ (said?.vertical);
    }
    for (const row of this.stackRows) row.hidden = !stack;
    if (!stack) return;
    this.choices.axis.show(stack.axis, false);
    this.choices.distribution.show(stack.distribution, false);
    this.choices.alignment.show(stack.alignment, false);
    this.spacing.value = stack.spacing;
  }

  drop() {
    this.opener.set(false);
    this.clear();
    for (const field of [...this.hugging, ...this.resistance, this.spacing]) field.drop();
  }

  async #send(/** @type {Record<string, any>} */ changes) {
    this.clear();
    const traits = this.#traits;
    const done = await this.context.edits.perform({ op: "changeLayout", view: this.#id, changes }, (error) => this.refuse(error));
    if (!done && this.#traits === traits) this.restore(() => this.show(this.#id, traits, true));
  }
}

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
    const form = h("form", { class: "constraint-form", "aria-label": "Add a constraint", id: unique("addition"), hidden: true, onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.#send()) },
      this.row("first", "This view’s", this.attribute), this.row("relation", "Relation", this.relation), this.row("second", "To", this.item), this.row("attribute", "Its", this.other),
      this.row("constant", "Constant", this.constant.element), this.row("multiplier", "Multiplier", this.multiplier.element), this.row("priority", "Priority", ...this.importance.controls), this.general,
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
      ...(parent < 0 ? [] : [option("superview", "Superview"), option("safeArea", "Superview’s safe area"), option("layoutMargins", "Superview’s margins")]), option("self", "This view"), option("none", "Nothing"),
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
    else if (this.item.selectedOptions[0]?.disabled ?? true) this.item.value = [...this.item.querySelectorAll("option")].find((option) => !option.disabled)?.value ?? "";
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
    announce("Constraint added");
    this.set(false);
    this.opener.focus();
  }
}
