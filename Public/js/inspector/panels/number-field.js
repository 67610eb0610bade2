// A field for a number: arrows step it, sums are worked out, Escape takes back what was typed.
import { evaluate } from "./arithmetic.js";
import { h, put, puts } from "./dom.js";
import { plain } from "./format.js";

/**
 * @typedef {object} NumberOptions
 * @property {string} label what a screen reader calls it, such as "Frame x"
 * @property {string} [unit] stands in the field
 * @property {number} [least]
 * @property {number} [most]
 * @property {number} [step] of the arrow keys; Shift makes it ten times as much, Alt a tenth
 * @property {number} [decimals] shown, 3 when not said
 * @property {(value: number) => void} [input] called with every number while it is typed
 * @property {(value: number) => void} commit called with Enter and when the field is left, if the number is another one
 * @property {() => void} [cancel] called when what was typed is taken back or is no number
 */

export class NumberField {
  /** @type {number | null} */ #value = null;
  #edited = false;

  /** @param {NumberOptions} options */
  constructor(options) {
    this.options = options;
    this.input = h("input", {
      type: "text", role: "spinbutton", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": options.label,
      "aria-valuemin": options.least, "aria-valuemax": options.most,
      oninput: () => this.#typed(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
      onblur: () => this.#leave(), onfocus: () => this.input.select(),
    });
    this.element = h("label", { class: "number field" }, this.input, options.unit ? h("span", { class: "unit", "aria-hidden": "true" }, options.unit) : null);
  }

  /** The number that holds, not the one being typed. */
  get value() { return this.#value }

  /**
   * Shows a number; what is being typed stays.
   * @param {number | null | undefined} value
   */
  set value(value) {
    this.#value = Number.isFinite(value) ? /** @type {number} */ (value) : null;
    if (!this.#edited) this.#write(this.#value);
  }

  get isEdited() { return this.#edited }

  /**
   * Shows what the number would become, while another field is being typed in.
   * @param {number} value
   */
  propose(value) {
    if (!this.#edited) this.#write(Number.isFinite(value) ? value : null);
  }

  /** @param {boolean} on */
  set disabled(on) {
    this.input.readOnly = on;
    put(this.input, "aria-readonly", on || null);
  }

  #write(/** @type {number | null} */ value) {
    const text = plain(value, this.options.decimals);
    if (this.input.value !== text) this.input.value = text;
    this.#tell(value);
  }

  /** @param {number | null} value */
  #tell(value) {
    puts(this.input, { "aria-valuenow": value === null ? null : plain(value), "aria-invalid": null, title: value === null ? "No finite number" : null });
  }

  /** What stands in the field as a number within its range; null when it is none. */
  get #typedValue() {
    const value = evaluate(this.input.value);
    const { least = -Infinity, most = Infinity } = this.options;
    return value === null ? null : Math.min(most, Math.max(least, value));
  }

  #typed() {
    this.#edited = true;
    const value = this.#typedValue;
    put(this.input, "aria-invalid", value === null ? "true" : null);
    if (value === null) return;
    put(this.input, "aria-valuenow", plain(value));
    this.options.input?.(value);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (this.input.readOnly || event.isComposing) return;
    const direction = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (event.key === "Enter") this.#finish();
    else if (event.key === "Escape" && this.#edited) this.#takeBack();
    else if (direction && !event.metaKey && !event.ctrlKey) this.#step(direction * (event.altKey ? 0.1 : event.shiftKey ? 10 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #step(/** @type {number} */ steps) {
    const from = this.#typedValue ?? this.#value ?? 0;
    this.input.value = plain(from + steps * (this.options.step ?? 1));
    const value = this.#typedValue;
    if (value !== null) this.input.value = plain(value);
    this.#typed();
  }

  #finish() {
    if (!this.#edited) return;
    const value = this.#typedValue;
    if (value === null) return this.#takeBack();
    this.#edited = false;
    // The same text is the same number, however many decimals the field leaves out.
    const { decimals } = this.options;
    if (plain(value, decimals) === plain(this.#value, decimals)) {
      this.#write(this.#value);
      return this.options.cancel?.();
    }
    this.#write(value);
    if (document.activeElement === this.input) this.input.select();
    this.options.commit(value);
  }

  #leave() {
    this.#finish();
  }

  #takeBack() {
    this.#edited = false;
    this.#write(this.#value);
    this.input.select();
    this.options.cancel?.();
  }

  /** Forgets what is being typed, when another view is shown. */
  drop() {
    this.#edited = false;
    this.#write(this.#value);
  }
}

/**
 * Several number fields in a line with a name: "Frame" x y w h.
 * @param {string} name @param {Iterable<NumberField>} fields @param {string} [classes]
 */
export function numberLine(name, fields, classes = "") {
  const group = h("div", { class: `numbers ${classes}`.trim(), role: "group", "aria-label": name }, h("span", { class: "name", "aria-hidden": "true" }, name));
  for (const field of fields) group.append(field.element);
  return group;
}
