// Controls of the panels that are bound to one property: a switch, a choice, a slider with its number.
import { h, put } from "./dom.js";
import { NumberField } from "./number-field.js";
import { sentence, spaced } from "./format.js";

/**
 * What a row of attributes shows and edits.
 * @typedef {{ element: HTMLElement, show: (value: any, fixed: boolean) => void }} Control
 */

/**
 * @param {string} label
 * @param {(on: boolean) => void} changed
 * @returns {Control}
 */
export function toggle(label, changed) {
  const input = h("input", { type: "checkbox", role: "switch", "aria-label": label, onchange: () => changed(input.checked) });
  const words = h("span", { class: "switch-words", "aria-hidden": "true" });
  return {
    element: h("label", { class: "switch-line" }, input, words),
    show(value, fixed) {
      input.checked = Boolean(value);
      input.disabled = fixed;
      words.textContent = value ? "Yes" : "No";
    },
  };
}

/**
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => void} changed
 * @returns {Control}
 */
export function choice(label, values, changed) {
  const select = h("select", { "aria-label": label, onchange: () => changed(select.value) }, ...values.map((value) => h("option", { value }, sentence(spaced(value)))));
  return {
    element: select,
    show(value, fixed) {
      select.value = value;
      select.disabled = fixed;
    },
  };
}

/**
 * A number from 0 to 1 as a slider and a field.
 * @param {string} label
 * @param {(value: number) => void} proposed
 * @param {(value: number) => void} changed
 * @param {() => void} cancel
 * @returns {Control}
 */
export function share(label, proposed, changed, cancel) {
  let kept = 1;
  const slider = h("input", {
    type: "range", min: 0, max: 1, step: 0.01, "aria-label": label,
    oninput: () => (field.propose(slider.valueAsNumber), tint(), proposed(slider.valueAsNumber)),
    onchange: () => (slider.valueAsNumber === kept ? cancel() : changed(slider.valueAsNumber)),
  });
  const field = new NumberField({ label: `${label}, number`, least: 0, most: 1, step: 0.1, input: (value) => ((slider.valueAsNumber = value), tint(), proposed(value)), commit: changed, cancel });
  const tint = () => slider.style.setProperty("--share", String(slider.valueAsNumber));
  return {
    element: h("div", { class: "share" }, slider, field.element),
    show(value, fixed) {
      kept = value;
      // While the slider is being dragged it is where the hand is.
      if (!slider.matches(":active")) slider.valueAsNumber = Number.isFinite(value) ? value : 1;
      tint();
      slider.disabled = fixed;
      field.disabled = fixed;
      field.value = value;
    },
  };
}

/**
 * A whole number.
 * @param {string} label
 * @param {(value: number) => void} changed
 * @returns {Control}
 */
export function integer(label, changed) {
  const field = new NumberField({ label, decimals: 0, least: -(2 ** 31), most: 2 ** 31, commit: (value) => changed(Math.round(value)) });
  return {
    element: field.element,
    show(value, fixed) {
      field.disabled = fixed;
      field.value = value;
    },
  };
}

/**
 * Text that can be copied.
 * @param {boolean} [code]
 * @returns {Control}
 */
export function text(code = false) {
  const element = h("span", { class: code ? "code" : null, "data-copy": "" });
  return {
    element,
    show(value) {
      element.textContent = String(value);
      put(element, "data-copy", String(value));
    },
  };
}
