// The rows of a settings pane: what they showed last, how they follow the server while somebody uses them, and their menu.
import { swap } from "../../core/api.js";
import { hearMenu, theMenu } from "../../core/menu.js";
import { copy } from "../../core/ui.js";

const INPUTS = "[data-set] :is([name=value], [name=typed]):not([type=hidden])";
const FOCUSABLE = "a[href], button, [tabindex]";

/** @typedef {HTMLInputElement & HTMLTextAreaElement} Field */

/** @param {Field} input */
const isBox = (input) => input.matches("[type=checkbox], [type=radio]");
/**
 * What an input holds, as text.
 * @param {Field} input
 */
const held = (input) => (isBox(input) ? String(input.checked) : input.value);

/**
 * Remembers what the server said: a refusal goes back to it.
 * @param {ParentNode} root
 */
export function remember(root) {
  for (const input of /** @type {NodeListOf<Field>} */ (root.querySelectorAll(INPUTS))) {
    input.dataset.before = held(input);
    if (input.type === "range") fill(input);
  }
}

/**
 * Goes back to what the server said.
 * @param {ParentNode} root
 */
export function rollBack(root) {
  for (const input of /** @type {NodeListOf<Field>} */ (root.querySelectorAll("[data-before]"))) {
    if (isBox(input)) input.checked = input.dataset.before === "true";
    else input.value = input.dataset.before ?? "";
    if (input.type === "range") fill(input);
  }
}

/**
 * Colours the track up to the thumb and writes the number.
 * @param {HTMLInputElement} input
 */
export function fill(input) {
  const least = Number(input.min), most = Number(input.max);
  const part = most > least ? (Number(input.value) - least) / (most - least) : 0;
  input.style.setProperty("--at", `calc(13px + (100% - 26px) * ${part})`);
  const number = /** @type {HTMLInputElement | null | undefined} */ (input.form?.querySelector(".slider-number"));
  if (number && document.activeElement === input) number.value = String(Number(Number(input.value).toPrecision(3)));
}

/**
 * Brings a row up to date in place, so that focus and caret stay, and what is typed and not stored yet. What came from
 * elsewhere meanwhile, and is not what stands in the row, is told.
 * @param {Element} row
 * @param {Element} next the row as the server has it now
 * @param {{ isOwn: boolean, isWaiting: boolean }} state whether it came to be so by a change of this window, and whether what stands in
 *   the row waits to be stored
 */
export function follow(row, next, { isOwn, isWaiting }) {
  const inputs = /** @type {Field[]} */ ([...row.querySelectorAll(INPUTS)]);
  const news = /** @type {Field[]} */ ([...next.querySelectorAll(INPUTS)]);
  if (inputs.length !== news.length) return;
  const isTouched = isWaiting || inputs.some((input, index) => held(input) !== input.dataset.before && held(input) !== held(news[index]));
  const isMoved = !isOwn && !isWaiting && inputs.some((input, index) => held(news[index]) !== input.dataset.before);
  inputs.forEach((input, index) => {
    input.dataset.before = held(news[index]);
    if (news[index].hasAttribute("placeholder")) input.placeholder = news[index].placeholder;
    else input.removeAttribute("placeholder");
    if (!isTouched) take(input, news[index]);
  });
  const shown = /** @type {HTMLInputElement | null} */ (row.querySelector("[name=shown]"));
  const nextShown = /** @type {HTMLInputElement | null} */ (next.querySelector("[name=shown]"));
  if (shown && nextShown) shown.value = nextShown.value;
  if (isTouched && isMoved) tellConflict(row, held(news[0]));
  if (!isTouched) {
    for (const selector of [".line .value", ".subtitle", ".behind"]) {
      const texts = next.querySelectorAll(selector);
      row.querySelectorAll(selector).forEach((text, index) => { if (texts[index]) text.replaceWith(document.adoptNode(texts[index].cloneNode(true))); });
    }
  }
  const reset = row.querySelector(".reset"), nextReset = next.querySelector(".reset");
  if (!reset && nextReset) row.prepend(document.adoptNode(nextReset));
  if (reset && !nextReset && !reset.contains(document.activeElement)) reset.remove();
}

/**
 * @param {Element} row
 * @param {string} theirs
 */
function tellConflict(row, theirs) {
  const note = row.querySelector(".row-error");
  if (!note) return;
  const shown = theirs.length > 60 ? `${theirs.slice(0, 59)}…` : theirs;
  note.textContent = `Changed elsewhere to “${shown}” while you were typing. Leave the field to store yours, or press Esc to use theirs.`;
  note.classList.add("conflict");
}

/**
 * Takes what came from elsewhere instead of what is typed; false when there is nothing to choose. Browsers may tell of it as of a
 * change when the field is left: its inputs are marked as taken until somebody types on.
 * @param {Element} row
 */
export function takeTheirs(row) {
  const note = row.querySelector(".row-error.conflict");
  if (!note) return false;
  note.textContent = "";
  note.classList.remove("conflict");
  rollBack(row);
  for (const input of /** @type {NodeListOf<Field>} */ (row.querySelectorAll(INPUTS))) input.dataset.taken = "";
  return true;
}

/**
 * @param {Field} input
 * @param {Field} next
 */
function take(input, next) {
  if (isBox(input)) {
    input.checked = next.checked;
  } else if (input.value !== next.value) {
    const { selectionStart, selectionEnd } = input;
    input.value = next.value;
    // Only fields of plain text have a caret that can be set.
    if (selectionStart !== null && selectionStart !== undefined) input.setSelectionRange(selectionStart, selectionEnd);
  }
  if (input.type === "range") fill(input);
}

/**
 * Replaces what stands beside the pane; the focus stays on its like.
 * @param {Document} page
 */
export function swapNotes(page) {
  const focusable = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#notes :is(" + FOCUSABLE + ")")]);
  const at = focusable().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const scroll = document.getElementById("notes")?.scrollTop ?? 0;
  const open = [...document.querySelectorAll("#notes details[open]")].map((details) => details.id);
  swap(page, "notes");
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  const notes = document.getElementById("notes");
  if (notes) notes.scrollTop = scroll;
  if (at >= 0) focusable()[at]?.focus();
}

// The menu of a row, and of a key in the table beside the pane: what can be copied of it, its default, its place.

/** @typedef {import("../../core/menu.js").Item} Item */

const ROWS = ".setting[data-key], .keys tr[data-key]";

/** @param {string} word as a shell takes it */
const quoted = (word) => (/^[\w.+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/**
 * @param {HTMLElement} row
 * @param {string} domain
 * @returns {(Item | null)[]}
 */
function itemsOf(row, domain) {
  const key = row.dataset.key ?? "";
  const reset = /** @type {HTMLButtonElement | null} */ (document.querySelector(`.setting[data-key="${CSS.escape(key)}"] .reset button`));
  const address = `/defaults/${encodeURIComponent(domain)}?key=${encodeURIComponent(key)}#key-${encodeURIComponent(key)}`;
  return [
    { title: "Copy key", icon: "copy", run: () => copy(key, `Copied ${key}`) },
    { title: "Copy as defaults command", icon: "copy", run: () => copy(`defaults read ${quoted(domain)} ${quoted(key)}`, "Command copied") },
    { title: "Copy link", icon: "link", run: () => copy(new URL(address, location.href).href, "Link copied") },
    null,
    { title: "Show in the defaults", icon: "defaults", run: () => location.assign(address) },
    { title: "Reset to default", icon: "reset", isPossible: reset !== null, why: "It has its default", run: () => reset?.click() },
  ];
}

/** Hears what asks for the menu of a row, which has a key. */
export function hearRowMenus() {
  const menu = theMenu();
  /** @type {HTMLElement | null} */ let row = null;
  hearMenu(document.body, (event) => {
    const target = /** @type {Element} */ (event.target);
    row = /** @type {HTMLElement | null} */ (target.closest(ROWS));
    // In fields the browser's own menu pastes and corrects.
    if (!row?.dataset.key || (event instanceof MouseEvent && target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea"))) return null;
    const { left, bottom } = row.getBoundingClientRect();
    return event instanceof MouseEvent && (event.clientX || event.clientY) ? { id: 0, x: event.clientX, y: event.clientY } : { id: 0, x: left + 24, y: bottom };
  }, ({ x, y }) => {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (row) menu.open(row.dataset.key ?? "", itemsOf(row, document.getElementById("pane")?.dataset.domain ?? ""), x, y, () => focused?.focus());
  });
}
