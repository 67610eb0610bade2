// A view written in other people's languages: a link, JSON, Swift, XPath.
import { plain } from "./format.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */

/**
 * A rectangle as Swift writes it.
 * @param {readonly number[]} rect
 */
export function swiftRect([x, y, width, height]) {
  const text = (/** @type {number} */ value) => (Number.isNaN(value) ? ".nan" : Number.isFinite(value) ? plain(value, 9) : value < 0 ? "-.infinity" : ".infinity");
  return `CGRect(x: ${text(x)}, y: ${text(y)}, width: ${text(width)}, height: ${text(height)})`;
}

/**
 * The name of a class as the name of an element: what XML forbids becomes an underscore.
 * @param {string} className
 */
export function elementName(className) {
  return className.replace(/[^\p{L}\p{N}_.-]/gu, "_").replace(/^[^\p{L}_]/u, "_") || "_";
}

/**
 * The path to a view among the elements of its dump; places count among siblings of the same class, from 1.
 * @param {ViewModel} model
 * @param {number} index
 */
export function xpath(model, index) {
  const steps = [];
  for (let i = index; i >= 0; i = model.parent(i)) {
    const parent = model.parent(i);
    const name = elementName(model.className(i));
    const same = (parent < 0 ? model.roots : model.children(parent)).filter((other) => elementName(model.className(other)) === name);
    steps.unshift(same.length > 1 ? `${name}[${same.indexOf(i) + 1}]` : name);
  }
  return `/dump/${steps.join("/")}`;
}

/**
 * The places of a view and its superviews among their siblings: "0/2/1".
 * @param {ViewModel} model
 * @param {number} index
 */
export function keyPath(model, index) {
  const places = [];
  for (let i = index; i >= 0; i = model.parent(i)) {
    const parent = model.parent(i);
    places.unshift(parent < 0 ? model.roots.indexOf(i) : model.children(parent).indexOf(i));
  }
  return places.join("/");
}
