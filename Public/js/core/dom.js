// Elements in one expression, and what stands in them: numbers, words, a line that says what went wrong.
import { onceShown } from "./api.js";
import { endsWithEscape } from "./commands.js";
import { icon } from "./ui.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false | (Node | string | number | null | undefined | false)[]} Child */
/**
 * Attributes by name; `on…` are listeners, `value`, `checked`, `disabled`, `hidden` and the like are set as properties,
 * and what is null, undefined or false is left out.
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes ?? {}, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes ?? {}, children);
}

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") /** @type {any} */ (element)[name] = value;
    else put(element, name, value);
  }
  element.append(.../** @type {any[]} */ (children.flat().filter((child) => child !== null && child !== undefined && child !== false)));
  return element;
}

/**
 * Sets an attribute, or takes it away for null, undefined and false.
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
export function put(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Sets several attributes.
 * @param {Element} element
 * @param {Attributes} values
 */
export function puts(element, values) {
  for (const [name, value] of Object.entries(values)) put(element, name, value);
}

/**
 * Keeps a control from being used and says why where it is pointed at or has the focus, or lets it be used again.
 * @param {HTMLElement} control
 * @param {string | false | null | undefined} why
 * @param {string} [title] what it says while it can be used
 */
export const refuse = (control, why, title = "") => puts(control, { "aria-disabled": why ? "true" : null, title: why || title || null });

let last = 0;
/**
 * A name for an element that no other one has.
 * @param {string} prefix
 */
export const unique = (prefix) => `${prefix}-${(last += 1)}`;

// Numbers as people read and type them.

/**
 * At most two decimals, no trailing zeros; "—" for a number that is not finite.
 * @param {number | null | undefined} value
 */
export function number(value) {
  return Number.isFinite(value) ? plain(/** @type {number} */ (value), 2).replace("-", "−") : "—";
}

/**
 * The same as it is typed and as code has it; empty for a number that is not finite.
 * @param {number | null | undefined} value
 * @param {number} [decimals]
 */
export function plain(value, decimals = 3) {
  if (!Number.isFinite(value)) return "";
  const unit = 10 ** decimals;
  const rounded = Math.round(/** @type {number} */ (value) * unit) / unit;
  return String(Number.isFinite(rounded) ? rounded + 0 : value);
}

/**
 * "12 %"; shares that are not quite nothing or everything do not look as if they were.
 * @param {number} share from 0 to 1
 */
export function percent(share) {
  if (!Number.isFinite(share)) return "—";
  if (share > 0 && share < 0.005) return "< 1 %";
  if (share < 1 && share > 0.995) return "> 99 %";
  return `${Math.round(share * 100)} %`;
}

/**
 * A whole number with commas, as `toLocaleString` writes it, which takes long the first time.
 * @param {number} count
 */
export const thousands = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const count = (count, one, many = `${one}s`) => `${thousands(count)} ${count === 1 ? one : many}`;

/**
 * A name of a program as words: "autoresizesSubviews" is "autoresizes subviews".
 * @param {string} name
 */
export const spaced = (name) => name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();

/**
 * With a capital letter.
 * @param {string} text
 */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// One line above everything that says what went wrong and offers what can be done about it.

/** Milliseconds until a notice goes by itself; not while somebody points at it or is in it. */
const STAYS = 12_000;

/** @type {HTMLElement | null} */ let shown = null;
let timer = 0;
let ended = () => {};

/** Takes the notice away. */
function dismiss() {
  clearTimeout(timer);
  ended();
  shown?.remove();
  shown = null;
}

/**
 * Says something and offers one thing to do. A notice that is there gives way.
 * @param {string} text @param {{ label: string, run: () => void }} [action]
 */
export const notice = (text, action) => onceShown(() => show(text, action));

/** @param {string} text @param {{ label: string, run: () => void }} [action] */
function show(text, action) {
  dismiss();
  const rest = () => {
    clearTimeout(timer);
    timer = setTimeout(() => shown?.matches(":hover, :focus-within") ? rest() : dismiss(), STAYS);
  };
  shown = h("div", { class: "edit-notice", role: "alert" },
    icon("warning"), h("p", null, text),
    action ? h("button", { type: "button", class: "button", onclick: () => (dismiss(), action.run()) }, action.label) : null,
    h("button", { type: "button", class: "button plain square", "aria-label": "Close", onclick: dismiss }, icon("close")));
  document.body.append(shown);
  ended = endsWithEscape(dismiss);
  rest();
}

/** Whether the window is as narrow as a phone: the panes stand one behind the other. */
export const isPhone = () => matchMedia("(max-width: 719px)").matches;

/** Whether the system asks for less motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
