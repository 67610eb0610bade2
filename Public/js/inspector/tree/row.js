// One row of the tree as an element: made once, filled again for another view when it scrolls by.
import { badges, isSystem, kindOf, note, words } from "../describe.js";
import { icon, symbol } from "../../icons.js";
import { VISIBLE } from "../model.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */

/** Pixels for each level, and for each of those beyond the levels that have a guide. */
const STEP = 13, SMALL_STEP = 4, GUIDED = 8, WIDEST = 148;

/**
 * How far a row is moved in. Far down the steps get smaller and end, so that the names stay in sight.
 * @param {number} depth from 0
 */
export function indent(depth) {
  return Math.min(Math.min(depth, GUIDED) * STEP + Math.max(0, depth - GUIDED) * SMALL_STEP, WIDEST);
}

/** @returns {HTMLLIElement} */
export function makeRow() {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const fold = document.createElement("span");
  item.setAttribute("role", "treeitem");
  item.className = "item";
  item.tabIndex = -1;
  link.className = "row";
  link.tabIndex = -1;
  link.draggable = false;
  fold.className = "fold";
  fold.append(icon("chevron-right"));
  const words = part("words");
  words.append(part("class"), part("text"));
  link.append(icon("view-plain"), words);
  item.append(link, fold);
  return item;
}

/** @param {string} name */
function part(name) {
  const span = document.createElement("span");
  span.className = name;
  return span;
}

/**
 * Writes a view into a row.
 * @param {HTMLLIElement} item @param {ViewModel} model @param {number} i
 * @param {{ href: string, needle: string, match: boolean, edited: boolean }} options `needle` is marked in the words
 */
export function fillRow(item, model, i, { href, needle, match, edited }) {
  const link = /** @type {HTMLAnchorElement} */ (item.firstElementChild);
  const [picture, line] = link.children;
  const [className, text] = line.children;
  const name = model.className(i);
  const said = words(model, i);
  const remark = said === null ? note(model, i) : null;
  const marks = badges(model, i);
  if (edited) marks.unshift({ badge: "edited", label: "Edited" });
  item.dataset.id = String(model.id(i));
  item.setAttribute("aria-label", [name, said === null ? remark : `“${said}”`, ...marks.map(({ label }) => label)].filter(Boolean).join(" "));
  link.href = href;
  link.classList.toggle("dimmed", !(model.flags(i) & VISIBLE));
  link.classList.toggle("system", isSystem(name));
  link.classList.toggle("match", match);
  picture.firstElementChild?.setAttribute("href", symbol(`view-${kindOf(name)}`));
  write(className, name, match ? needle : "");
  write(text, said === null ? remark ?? "" : `“${said}”`, match ? needle : "");
  while (link.children.length > 2) link.lastElementChild?.remove();
  for (const { badge, label } of marks) link.append(makeBadge(badge, label));
}

/**
 * @param {Element} element
 * @param {string} text
 * @param {string} needle
 */
function write(element, text, needle) {
  const at = needle ? text.toLowerCase().indexOf(needle) : -1;
  if (at < 0) {
    element.textContent = text;
    return;
  }
  const mark = document.createElement("mark");
  mark.textContent = text.slice(at, at + needle.length);
  element.replaceChildren(text.slice(0, at), mark, text.slice(at + needle.length));
}

/**
 * @param {string} name
 * @param {string} label
 */
function makeBadge(name, label) {
  const badge = icon(name === "edited" ? "dot" : name, `icon badge ${name}`);
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = label;
  badge.prepend(title);
  return badge;
}
