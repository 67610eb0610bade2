// Elements in one expression.

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

let last = 0;
/**
 * A name for an element that no other one has.
 * @param {string} prefix
 */
export const unique = (prefix) => `${prefix}-${(last += 1)}`;
