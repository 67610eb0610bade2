// The list of keys, brought up to date entry by entry, so that focus, caret and what is typed stay.
import { icon } from "../../core/ui.js";

const ENTRY = "tbody.entry";

/**
 * Whether an editor holds what is not stored. What was refused comes back as what its controls began with.
 * @param {Element} entry
 */
const typed = (entry) => {
  if (entry.querySelector(".editor-error > *")) return true;
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (entry.querySelectorAll(".editor, .nested"));
  return [...forms].some((form) => /** @type {any[]} */ ([...form.elements]).some(isChanged));
};

/** @param {HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement & HTMLButtonElement} field */
function isChanged(field) {
  if (["hidden", "submit", "button"].includes(field.type) || !field.name) return false;
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") {
    // Another type of the value or of a new item is nothing typed yet.
    return field.name.startsWith("item:") && [.../** @type {any} */ (field).options].some((option) => option.selected !== option.defaultSelected);
  }
  return field.value !== field.defaultValue;
}

/** Whether somebody has typed something in an open editor that is not stored. */
export const hasTyped = () => [...document.querySelectorAll(`${ENTRY}.open, #adding`)].some(typed);

/**
 * Takes over what another list has, each entry in place. What somebody has typed and not sent stays.
 * @param {HTMLElement} body `#domain-body`
 * @param {HTMLElement} next the same, as the server has it now
 * @param {{ keepsEditor: boolean, sent?: Element | null }} options keepsEditor: every open editor stays; sent: the entry
 *   whose form was sent
 * @returns {string[]} the keys that show something else now
 */
export function update(body, next, { keepsEditor, sent }) {
  /** @type {string[]} */ const changed = [];
  const stays = (/** @type {Element} */ part) => keepsEditor || (part !== sent && typed(part));
  const focused = document.activeElement;
  const focusKey = focused?.closest(ENTRY)?.id;
  const focusPath = focusKey && focused ? pathOf(focused) : "";
  for (const name of ["revision", "layers", "said", "done"]) {
    if (next.dataset[name] === undefined) delete body.dataset[name];
    else body.dataset[name] = next.dataset[name];
  }
  body.dataset.here = next.dataset.here;
  replacePart(body, next, ".domain-facts");
  replacePart(body, next, "#keys-shown");
  replacePart(body, next, ".view-note", "#keys-shown");
  replacePart(body, next, ".pages");
  followLinks(body, next, ".segments a");
  const tick = /** @type {HTMLInputElement | null} */ (body.querySelector("[name=modified]"));
  const nextTick = /** @type {HTMLInputElement | null} */ (next.querySelector("[name=modified]"));
  if (tick && nextTick) tick.checked = nextTick.checked;
  const hidden = /** @type {HTMLInputElement | null} */ (body.querySelector("[data-filter] [name=view]"));
  const nextHidden = /** @type {HTMLInputElement | null} */ (next.querySelector("[data-filter] [name=view]"));
  if (hidden && nextHidden) hidden.value = nextHidden.value;
  replacePart(body, next, "#add-key");
  const adding = body.querySelector("#adding");
  const keepsAdding = Boolean(adding && stays(adding));
  if (!keepsAdding) swapOptional(body, next, "#adding", ".view-note");
  const old = new Map([...body.querySelectorAll(ENTRY)].map((entry) => [entry.id, entry]));
  const table = body.querySelector("table.entries"), nextTable = next.querySelector("table.entries");
  if (!table) {
    swapTable(body, next);
    return changed;
  }
  /** @type {Element | null} */ let before = table.querySelector("thead");
  for (const entry of [...nextTable?.querySelectorAll(ENTRY) ?? []]) {
    const mine = old.get(entry.id);
    old.delete(entry.id);
    mine?.removeAttribute("data-apart");
    let shown = mine;
    if (!mine) {
      shown = /** @type {Element} */ (document.adoptNode(entry));
      changed.push(entry.getAttribute("data-key") ?? "");
    } else if (mine.outerHTML !== entry.outerHTML) {
      const moved = mine.getAttribute("data-base") !== entry.getAttribute("data-base");
      if (moved) changed.push(mine.getAttribute("data-key") ?? "");
      if (mine.classList.contains("open") && stays(mine)) keepEditor(mine, entry, moved);
      else mine.replaceWith(shown = /** @type {Element} */ (document.adoptNode(entry)));
    }
    if (before && shown && before.nextElementSibling !== shown) before.after(shown);
    before = /** @type {Element} */ (shown);
  }
  for (const gone of old.values()) {
    // What was sent comes back as a form that adds the key, where there is none yet in which somebody types.
    const isKept = stays(gone) || (gone === sent && keepsAdding && next.querySelector("#adding"));
    if (!gone.classList.contains("open") || !isKept || !typed(gone)) gone.remove();
    else if (gone !== sent && !keepsEditor) gone.setAttribute("data-apart", "");
    // One that another list has left out, or that a part of the list lacks, need not be gone.
    else if (gone === sent || (next.hasAttribute("data-whole") && !gone.hasAttribute("data-apart"))) {
      leaveBehind(gone, "The key was removed elsewhere. Your text is still here; storing it restores the key.");
      // The form begins with what is there now: no value.
      gone.querySelector(".editor > [name=base]")?.setAttribute("value", "none");
    }
  }
  if (!nextTable && !table.querySelector(ENTRY)) swapTable(body, next);
  if (focusKey && !body.contains(document.activeElement)) {
    /** @type {HTMLElement | null} */ (document.getElementById(focusKey)?.querySelector(focusPath || "a"))?.focus();
  }
  return changed;
}

/**
 * The row of an open entry follows; its editor too, unless something is typed in it.
 * @param {Element} mine
 * @param {Element} next
 * @param {boolean} moved
 */
function keepEditor(mine, next, moved) {
  const isTyped = typed(mine);
  mine.className = `${next.className}${next.classList.contains("open") ? "" : " open"}`;
  mine.setAttribute("data-base", next.getAttribute("data-base") ?? "");
  const row = next.querySelector(".entry-row");
  if (row) {
    const link = row.querySelector("[data-open]");
    link?.setAttribute("aria-expanded", "true");
    mine.querySelector(".entry-row")?.replaceWith(document.adoptNode(row));
  }
  if (!moved) return;
  if (isTyped) {
    return leaveBehind(mine, "The value was changed elsewhere while you were editing; the row above shows it. "
      + "You will be asked before it is overwritten.");
  }
  const editor = next.querySelector(".editor-row");
  if (editor) mine.querySelector(".editor-row")?.replaceWith(document.adoptNode(editor));
  else mine.dispatchEvent(new CustomEvent("stale", { bubbles: true }));
}

/**
 * Says in an open editor that its value is another one now.
 * @param {Element} entry
 * @param {string} text
 */
function leaveBehind(entry, text) {
  const box = entry.querySelector(".editor-error");
  if (!box) return;
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  box.replaceChildren(icon("error"), paragraph);
}

/** @param {Element} element */
function pathOf(element) {
  if (element.matches("[data-open]")) return "[data-open]";
  if (element.matches("[data-quick] button")) return "[data-quick] button, [data-open]";
  return element.id ? `#${CSS.escape(element.id)}` : "[data-open]";
}

/**
 * @param {Element} body
 * @param {Element} next
 * @param {string} selector
 * @param {string} [except] a part of it that is brought up to date on its own
 */
function replacePart(body, next, selector, except) {
  const mine = body.querySelector(selector), theirs = next.querySelector(selector);
  if (!mine || !theirs || mine.outerHTML === theirs.outerHTML || mine.contains(document.activeElement)) return;
  if (except) {
    const kept = mine.querySelector(except), other = theirs.querySelector(except);
    if (kept && other) other.replaceWith(kept);
  }
  mine.replaceWith(document.adoptNode(theirs));
}

/**
 * Links that stay where they are, whoever has the focus, and lead elsewhere or are the present one now.
 * @param {Element} body
 * @param {Element} next
 * @param {string} selector
 */
function followLinks(body, next, selector) {
  const theirs = /** @type {NodeListOf<HTMLAnchorElement>} */ (next.querySelectorAll(selector));
  for (const [at, link] of /** @type {NodeListOf<HTMLAnchorElement>} */ (body.querySelectorAll(selector)).entries()) {
    if (!theirs[at]) continue;
    link.setAttribute("href", theirs[at].getAttribute("href") ?? "");
    if (theirs[at].hasAttribute("aria-current")) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/**
 * A part that is there or not.
 * @param {Element} body
 * @param {Element} next
 * @param {string} selector
 * @param {string} after the last of these it stands behind
 */
function swapOptional(body, next, selector, after) {
  const mine = body.querySelector(selector), theirs = next.querySelector(selector);
  if (mine && theirs) mine.replaceWith(document.adoptNode(theirs));
  else if (theirs) [...body.querySelectorAll(after)].pop()?.after(document.adoptNode(theirs));
  else mine?.remove();
}

/**
 * The table of keys, or what stands in its place when there are none.
 * @param {Element} body
 * @param {Element} next
 */
function swapTable(body, next) {
  for (const part of ["table.entries", ".empty-note"]) swapOptional(body, next, part, "#adding, .view-note");
}
