// The rows of the tree: an element for each that is on screen, made once and filled again for another view.
import { icon, symbol } from "../../core/ui.js";
import { badges, classTitle, isSystem, kindOf, note, prefixOf, readableClass, shownClass, words } from "../data/describe.js";
import { VISIBLE } from "../data/model.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */

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
  const words = part("words"), chain = part("chain");
  chain.hidden = true;
  words.append(part("class"), part("text"));
  link.append(icon("view-plain"), chain, words);
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
 * @param {{ href: string, needles: string[], match: boolean, edited: boolean, pinned: boolean,
 *   noted: boolean, chain: number[] }} options the first of `needles` that is there is marked; `chain`: the views folded into the row
 */
export function fillRow(item, model, i, { href, needles, match, edited, pinned, noted, chain }) {
  const link = /** @type {HTMLAnchorElement} */ (item.firstElementChild);
  const [picture, before, line] = /** @type {HTMLElement[]} */ ([...link.children]);
  const [className, text] = line.children;
  const name = shownClass(model, i), whole = readableClass(model, i), told = classTitle(model, i);
  const said = words(model, i);
  const remark = said === null ? note(model, i) : null;
  const marks = badges(model, i);
  if (edited) marks.unshift({ badge: "edited", label: "Edited" });
  if (noted) marks.push({ badge: "note", label: "Has a note" });
  if (pinned) marks.push({ badge: "pin", label: "Pinned" });
  item.dataset.id = String(model.id(i));
  before.hidden = !chain.length;
  if (chain.length) {
    before.textContent = `${chainWords(model, chain)} ›`;
    before.title = `Show the ${chain.length} superviews that hold nothing else (U)`;
  }
  item.setAttribute("aria-label", [name, said === null ? remark : `“${said}”`, ...marks.map(({ label }) => label),
    chain.length ? `in ${chainWords(model, chain)}` : ""].filter(Boolean).join(" "));
  link.href = href;
  link.classList.toggle("dimmed", !(model.flags(i) & VISIBLE));
  link.classList.toggle("system", isSystem(whole));
  link.classList.toggle("match", match);
  picture.firstElementChild?.setAttribute("href", symbol(`view-${kindOf(whole)}`));
  write(className, name, match ? needles : []);
  if (told) className.setAttribute("title", told);
  else className.removeAttribute("title");
  const prefix = prefixOf(name);
  if (prefix && !className.querySelector("mark")) {
    const quiet = part("prefix");
    quiet.textContent = prefix;
    className.replaceChildren(quiet, ...ends(name.slice(prefix.length)));
  }
  write(text, said === null ? remark ?? "" : `“${said}”`, match ? needles : []);
  while (link.children.length > 3) link.lastElementChild?.remove();
  for (const { badge, label } of marks) link.append(makeBadge(badge, label));
}

/** Letters at the end that stay where a name finds no room; shorter names are cut nowhere else. */
const TAIL = 5, SHORT = 9;

/**
 * A name in two parts: the first gives way where there is no room, the last letters stay, which tell names apart.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function ends(text) {
  const letters = [...text];
  if (letters.length < SHORT) return [text];
  const head = part("head"), tail = part("tail");
  head.textContent = letters.slice(0, -TAIL).join("");
  tail.textContent = letters.slice(-TAIL).join("");
  return [head, tail];
}

/**
 * "Other ×5 › Group".
 * @param {ViewModel} model
 * @param {number[]} chain
 */
function chainWords(model, chain) {
  /** @type {{ name: string, count: number }[]} */ const runs = [];
  for (const i of chain) {
    const whole = shownClass(model, i), name = whole.slice(prefixOf(whole).length), last = runs[runs.length - 1];
    if (last?.name === name) last.count += 1;
    else runs.push({ name, count: 1 });
  }
  return runs.map(({ name, count }) => (count > 1 ? `${name} ×${count}` : name)).join(" › ");
}

/**
 * @param {Element} element
 * @param {string} text
 * @param {string[]} needles
 */
function write(element, text, needles) {
  const lower = needles.length ? text.toLowerCase() : "";
  const needle = needles.find((each) => lower.includes(each)) ?? "";
  const at = needle ? lower.indexOf(needle) : -1;
  if (at < 0) {
    element.replaceChildren(...ends(text));
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

// A long list of rows of one height, of which only those on screen are elements.

/** Rows made above and below what can be seen. */
const SPARE = 12;

export class Scroller {
  /** How many rows there are. */
  length = 0;
  /** The height of a row in pixels. */
  height = 24;
  /** A row that keeps its element wherever it is, because it has the focus. */
  kept = -1;
  /** How much of the list can be seen, in pixels: asking in the middle of changes would lay the page out. */
  #seen = 0;
  /** @type {Map<number, HTMLLIElement>} */ #elements = new Map();
  /** @type {HTMLLIElement[]} */ #spare = [];
  #frame = 0;

  /**
   * @param {HTMLElement} frame scrolls
   * @param {HTMLElement} list is as high as all rows
   * @param {{ make: () => HTMLLIElement, key: (row: number) => number, fill: (element: HTMLLIElement, row: number, fresh: boolean) => void,
   *   appeared: () => void }} rows
   *   `key` names what is in a row: an element stays with its key; `appeared` is called when rows can be seen that could not
   */
  constructor(frame, list, rows) {
    this.frame = frame;
    this.list = list;
    this.rows = rows;
    frame.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(frame);
  }

  /** Asks the style sheet how high a row is. */
  measure() {
    const wasHidden = this.#seen === 0;
    this.#seen = this.frame.clientHeight;
    const height = Number.parseFloat(getComputedStyle(this.list).getPropertyValue("--row")) || 24;
    if (height !== this.height) {
      const row = this.frame.scrollTop / this.height;
      this.height = height;
      this.resize();
      this.frame.scrollTop = row * height;
    }
    this.draw();
    if (wasHidden && this.#seen) this.rows.appeared();
  }

  /** Makes the list as high as its rows. */
  resize() {
    this.list.style.setProperty("--length", `${this.length * this.height}px`);
  }

  /** Draws again before the next picture, however often it is asked to. */
  later() {
    this.#frame ||= requestAnimationFrame(() => this.draw(true));
  }

  /** How many whole rows can be seen at once. */
  get page() {
    return Math.max(1, Math.floor(this.#seen / this.height) - 1);
  }

  /** @param {boolean} [fresh] whether rows that are drawn already may show something else now */
  draw(fresh = false) {
    if (fresh) cancelAnimationFrame(this.#frame), (this.#frame = 0);
    if (!this.#seen) return;
    const top = this.frame.scrollTop;
    const first = Math.max(0, Math.floor(top / this.height) - SPARE);
    const last = Math.min(this.length, Math.ceil((top + this.#seen) / this.height) + SPARE);
    /** @type {number[]} */ const wanted = [];
    if (this.kept >= 0 && this.kept < first && this.kept < this.length) wanted.push(this.kept);
    for (let row = first; row < last; row += 1) wanted.push(row);
    if (this.kept >= last && this.kept < this.length) wanted.push(this.kept);
    this.#place(wanted, fresh);
  }

  /**
   * @param {number[]} wanted
   * @param {boolean} fresh
   */
  #place(wanted, fresh) {
    const keys = wanted.map(this.rows.key);
    const staying = new Set(keys);
    for (const [key, element] of this.#elements) {
      if (staying.has(key)) continue;
      this.#elements.delete(key);
      this.#spare.push(element);
      // Those that stay are then in order and need not move: moving one would take its focus away.
      element.remove();
    }
    /** @type {Element | null} */ let before = this.list.firstElementChild;
    for (const [at, row] of wanted.entries()) {
      let element = this.#elements.get(keys[at]);
      const isNew = !element;
      element ??= this.#spare.pop() ?? this.rows.make();
      this.#elements.set(keys[at], element);
      if (isNew || fresh) this.rows.fill(element, row, isNew);
      const y = `${row * this.height}px`;
      if (element.style.getPropertyValue("--y") !== y) element.style.setProperty("--y", y);
      // Elements stand in the order of their rows, for those who read them one after the other.
      if (element === before) before = before.nextElementSibling;
      else this.list.insertBefore(element, before);
    }
    this.#spare.length = Math.min(this.#spare.length, 100);
  }

  /**
   * @param {number} key
   * @returns {HTMLLIElement | undefined}
   */
  element(key) {
    return this.#elements.get(key);
  }

  /**
   * Scrolls as little as brings a row into sight, with a row to spare; to the middle when it is far away.
   * @param {number} row
   */
  reveal(row) {
    const { frame, height } = this, seen = this.#seen;
    const top = row * height, margin = height;
    const far = top + height < frame.scrollTop - seen || top > frame.scrollTop + 2 * seen;
    if (far) frame.scrollTop = top - (seen - height) / 2;
    else if (top < frame.scrollTop + margin) frame.scrollTop = top - margin;
    else if (top + height + margin > frame.scrollTop + seen) frame.scrollTop = top + height + margin - seen;
  }
}
