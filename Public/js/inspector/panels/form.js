// What the forms that change a layout have in common. Their fields are members of the API: what the server refuses is said
// below the field that it is about.
import { h, put, puts, spaced, unique } from "../../core/dom.js";
import { icon } from "../../core/ui.js";
import { NumberField } from "./controls.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../../core/api.js").APIError} APIError */

export const MOST_MULTIPLIER = 10_000;
/** The least priority that there is in the steps of the field. */
export const LEAST_PRIORITY = 1;
/** The priority of a constraint that has to hold. */
export const REQUIRED = 1_000;
const PRIORITIES = /** @type {const} */ ([[REQUIRED, "Required"], [750, "High"], [250, "Low"]]);
export const RELATIONS = { equal: "=", greaterThanOrEqual: "≥", lessThanOrEqual: "≤" };

export class Form {
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
      for (const input of element.querySelectorAll("input, select")) {
        puts(input, { "aria-describedby": null, ...(input.hasAttribute("aria-describedby") ? { "aria-invalid": null } : {}) });
      }
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
    const buttons = PRIORITIES.map(([value, name]) =>
      h("button", { type: "button", class: "button small", title: name, "aria-label": `${name}, ${value}`, onclick: () => changed(value) }, String(value)));
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
export const relationField = (/** @type {(relation: string) => void} */ changed) =>
  h("select", { "aria-label": "Relation", onchange: (/** @type {Event} */ event) => changed(/** @type {HTMLSelectElement} */ (event.target).value) },
    ...Object.entries(RELATIONS).map(([value, sign]) => h("option", { value }, `${sign} ${spaced(value)}`)));

/** What happens when Escape is pressed inside. */
export const onEscape = (/** @type {() => void} */ run) => (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  run();
};

/** What opens and closes something. */
export function disclosure(/** @type {string} */ name, /** @type {string} */ picture, /** @type {HTMLElement} */ body, /** @type {() => void} */ opened) {
  const button = h("button", { type: "button", class: "button small", "aria-expanded": "false", "aria-controls": body.id, onclick: () => set(body.hidden) },
    icon(picture), name);
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
