// What is written of a view for other places: numbers and rectangles as Swift writes them, its key path, a file.
import { plain } from "../../core/dom.js";
import { save, toast } from "../../core/ui.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */

/**
 * A number as Swift writes it.
 * @param {number} value
 */
export const swiftNumber = (value) => (Number.isNaN(value) ? ".nan" : Number.isFinite(value) ? plain(value, 9) : value < 0 ? "-.infinity" : ".infinity");

/**
 * A rectangle as Swift writes it.
 * @param {readonly number[]} rect
 */
export function swiftRect([x, y, width, height]) {
  return `CGRect(x: ${swiftNumber(x)}, y: ${swiftNumber(y)}, width: ${swiftNumber(width)}, height: ${swiftNumber(height)})`;
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

/**
 * Saves a document as a file.
 * @param {string} text @param {string} [name]
 */
export function download(text, name = "rules.json") {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  toast(`${name} saved`);
}
