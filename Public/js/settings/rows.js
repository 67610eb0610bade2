// The rows of a settings pane: what they showed last, and how they follow the server while somebody uses them.
import { swap } from "../fragment.js";

const INPUTS = "[data-set] [name=value]:not([type=hidden])";
const FOCUSABLE = "a[href], button, [tabindex]";

/** @param {HTMLInputElement} input */
const isBox = (input) => input.matches("[type=checkbox], [type=radio]");
/**
 * What an input holds, as text.
 * @param {HTMLInputElement} input
 */
const held = (input) => (isBox(input) ? String(input.checked) : input.value);

/**
 * Remembers what the server said: a refusal goes back to it.
 * @param {ParentNode} root
 */
export function remember(root) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll(INPUTS))) {
    input.dataset.before = held(input);
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
  const output = input.form?.querySelector("output");
  if (output && document.activeElement === input) output.value = Number(input.value).toPrecision(3).replace(/\.?0+$/, "");
}

/**
 * Brings a row up to date in place, so that focus and caret stay, and what is typed and not stored yet.
 * @param {Element} row
 * @param {Element} next the row as the server has it now
 */
export function follow(row, next) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll(INPUTS)]);
  const news = /** @type {HTMLInputElement[]} */ ([...next.querySelectorAll(INPUTS)]);
  if (inputs.length !== news.length) return;
  const isTouched = inputs.some((input) => held(input) !== input.dataset.before);
  inputs.forEach((input, index) => {
    input.dataset.before = held(news[index]);
    input.placeholder = news[index].placeholder;
    if (!isTouched) take(input, news[index]);
  });
  if (!isTouched) {
    const texts = next.querySelectorAll(".line .value, output");
    row.querySelectorAll(".line .value, output").forEach((text, index) => { text.textContent = texts[index]?.textContent ?? ""; });
  }
  const reset = row.querySelector(".reset"), nextReset = next.querySelector(".reset");
  if (!reset && nextReset) row.prepend(document.adoptNode(nextReset));
  if (reset && !nextReset && !reset.contains(document.activeElement)) reset.remove();
}

/**
 * @param {HTMLInputElement} input
 * @param {HTMLInputElement} next
 */
function take(input, next) {
  if (isBox(input)) {
    input.checked = next.checked;
  } else if (input.value !== next.value) {
    const { selectionStart, selectionEnd } = input;
    input.value = next.value;
    // Only fields of plain text have a caret that can be set.
    if (selectionStart !== null) input.setSelectionRange(selectionStart, selectionEnd);
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
  swap(page, "notes");
  if (at >= 0) focusable()[at]?.focus();
}
