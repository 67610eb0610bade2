// The forms for what a layout has: a constraint, and what else is said of a view's layout.
import { h, plain, puts, sentence, unique } from "../../core/dom.js";
import { announce, icon } from "../../core/ui.js";
import { MOST_CONSTANT } from "../data/constants.js";
import { title } from "../data/describe.js";
import { choice, toggle } from "./controls.js";
import { disclosure, Form, LEAST_PRIORITY, MOST_MULTIPLIER, onEscape, relationField, RELATIONS, REQUIRED } from "./form.js";

/** @typedef {import("./context.js").Context} Context */

const LONGEST_NAME = 200;

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
    this.multiplier = this.number("Multiplier", "×",
      { least: -MOST_MULTIPLIER, most: MOST_MULTIPLIER, step: 0.1, decimals: 4, commit: (multiplier) => send({ multiplier }),
        cancel: () => context.refresh() });
    this.relation = relationField((relation) => send({ relation }));
    this.importance = this.priority((priority) => send({ priority }));
    this.installed = toggle("Installed", (active) => send({ active }));
    this.identifier = h("input",
      { type: "text", "aria-label": "Identifier", maxlength: LONGEST_NAME, autocomplete: "off", spellcheck: "false",
        onchange: () => send({ identifier: this.identifier.value || null }) });
    const rows = [this.row("constant", "Constant", this.constant.element), this.row("relation", "Relation", this.relation),
      this.row("multiplier", "Multiplier", this.multiplier.element),
      this.row("priority", "Priority", ...this.importance.controls), this.row("active", "Installed", this.installed.element),
      this.row("identifier", "Identifier", this.identifier)];
    this.constant.scrubBy(/** @type {HTMLElement} */ (rows[0].firstElementChild));
    this.multiplierRow = rows[2];
    this.element = h("div", { class: "constraint-form", role: "group", id: unique("constraint"), onkeydown: onEscape(close) }, this.equation, ...rows,
      this.general, h("div", { class: "form-end" },
        h("button", { type: "button", class: "button small danger", onclick: () => this.#remove(close) }, icon("trash"), "Remove"),
        h("button", { type: "button", class: "button small", onclick: close }, "Close")));
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
    const other = second ? `${sideWords(this.context, id, second)}${by} + ` : "";
    this.equation.textContent = `${sideWords(this.context, id, first)} ${RELATIONS[relation]} ${other}constant`;
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
      announce("The constraint is removed");
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

/** What else is said of a view's layout: who places it, how its contents hug and resist, how a stack arranges. */
export class TraitsForm extends Form {
  #id = -1;
  /** @type {API.AutoLayout | null} */ #traits = null;

  /** @param {Context} context */
  constructor(context) {
    super(context);
    const send = (/** @type {Record<string, any>} */ changes) => this.#send(changes);
    const pair = (/** @type {string} */ member, /** @type {string} */ name) =>
      /** @type {const} */ (["horizontal", "vertical"]).map((axis) =>
        this.number(`${name}, ${axis}`, axis[0],
          { least: LEAST_PRIORITY, most: REQUIRED, commit: (value) => send({ [member]: { [axis]: value } }),
            clear: { name: "Not said: UIKit’s default", run: () => send({ [member]: { [axis]: null } }) } }));
    this.translates = toggle("Placed by its mask", (on) => send({ translatesAutoresizingMaskIntoConstraints: on }));
    this.unsaid = h("span", { class: "not-said" }, "not in the dump");
    this.hugging = pair("contentHuggingPriority", "Hugging");
    this.resistance = pair("contentCompressionResistancePriority", "Resistance");
    const stack = (/** @type {Record<string, any>} */ changes) => send({ stack: changes });
    this.choices = {
      axis: choice("Axis", ["horizontal", "vertical"], (axis) => stack({ axis })),
      distribution: choice("Distribution", ["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering"],
        (distribution) => stack({ distribution })),
      alignment: choice("Alignment", ["fill", "leading", "top", "firstBaseline", "center", "trailing", "bottom", "lastBaseline"],
        (alignment) => stack({ alignment })),
    };
    this.spacing = this.number("Spacing", "pt", { least: -MOST_CONSTANT, most: MOST_CONSTANT, commit: (spacing) => stack({ spacing }) });
    this.stackRows = [...Object.entries(this.choices).map(([member, { element }]) => this.row(member, sentence(member), element)),
      this.row("spacing", "Spacing", this.spacing.element)];
    this.body = h("div", { class: "constraint-form", role: "group", "aria-label": "Layout of the view", id: unique("traits"), hidden: true },
      ...this.stackRows, this.row("translatesAutoresizingMaskIntoConstraints", "Placed by its mask", this.translates.element, this.unsaid),
      this.row("contentHuggingPriority", "Hugging", ...this.hugging.map(({ element }) => element)),
      this.row("contentCompressionResistancePriority", "Resistance", ...this.resistance.map(({ element }) => element)), this.general);
    this.opener = disclosure("Edit layout", "edit", this.body,
      () => /** @type {HTMLElement | null} */ (this.body.querySelector(".attribute:not([hidden]) :is(input, select)"))?.focus());
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
