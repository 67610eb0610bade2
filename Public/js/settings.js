// Settings panes: a change is stored at once, shown as saved, and taken back when the server refuses it.
import { fragment } from "./fragment.js";
import { listen } from "./live.js";
import { fill, follow, remember, swapNotes } from "./settings/rows.js";

/** @typedef {{ errors?: { detail: string, pointer?: string }[], detail?: string, title?: string }} Problem */

const pane = () => /** @type {HTMLElement} */ (document.getElementById("pane"));
const key = (/** @type {Element} */ form) => /** @type {HTMLElement} */ (form.closest(".setting")).dataset.key ?? "";
let timer = 0;
/**
 * Changes are sent one after the other, so that the last one stays.
 * @type {Promise<unknown>}
 */
let sent = Promise.resolve();

/**
 * What the form holds, as JSON has it.
 * @param {HTMLFormElement} form
 */
function valueOf(form) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector("[name=value]:checked") ?? form.querySelector("[name=value]:not([type=hidden])"));
  switch (form.dataset.set) {
    case "toggle": return input.checked;
    case "number": return Number(input.value);
    case "choice": return JSON.parse(input.dataset.json ?? "null");
    default: return input.value;
  }
}

/** @param {HTMLFormElement} form */
function rollBack(form) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-before]"))) {
    if (input.matches("[type=checkbox], [type=radio]")) input.checked = input.dataset.before === "true";
    else input.value = input.dataset.before ?? "";
    if (input.type === "range") fill(input);
  }
}

/**
 * Stores values under their keys; null goes back to the default.
 * @param {Record<string, unknown>} values
 * @param {HTMLElement} row
 * @param {() => void} undo
 * @returns {Promise<void>}
 */
function store(values, row, undo) {
  const done = sent.then(() => send(values, row, undo));
  sent = done;
  return done;
}

/** @type {typeof store} */
async function send(values, row, undo) {
  const error = /** @type {HTMLElement} */ (row.querySelector(".row-error"));
  const field = row.querySelector(".field");
  try {
    const response = await fetch(pane().dataset.api ?? "", { method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify(values) });
    if (!response.ok) {
      const problem = /** @type {Problem} */ (await response.json().catch(() => ({})));
      throw new Error(problem.errors?.map(({ detail }) => detail).join(" ") || problem.detail || problem.title || `The server answered ${response.status}.`);
    }
    error.textContent = "";
    field?.removeAttribute("aria-invalid");
    await refresh();
    saved();
  } catch (reason) {
    undo();
    const offline = reason instanceof TypeError;
    error.textContent = offline ? "Not saved: the server cannot be reached." : `Not saved: ${/** @type {Error} */ (reason).message}`;
  }
}

/** Brings rows and keys up to date; a row in use stays where it is, with what is not stored yet. */
async function refresh() {
  const page = await fragment(location.href, "pane");
  pane().dataset.revision = page.getElementById("pane")?.dataset.revision;
  swapNotes(page);
  for (const next of page.querySelectorAll("#pane .setting")) {
    const row = document.getElementById(next.id);
    if (!row) continue;
    row.classList.toggle("modified", next.classList.contains("modified"));
    if (row.contains(document.activeElement) || row.querySelector(".row-error")?.textContent) {
      follow(row, next);
      continue;
    }
    row.replaceWith(document.adoptNode(next));
    remember(next);
  }
}

/** Follows what others change, other windows and the API among them, after what is on its way from here. */
function followOthers() {
  const domain = pane().dataset.domain;
  let latest = Number(pane().dataset.revision);
  if (domain) {
    listen({ domain }, ({ revision = latest }) => {
      latest = revision;
      sent = sent.then(async () => {
        if (latest === Number(pane().dataset.revision)) return;
        await refresh();
        tell("Updated");
      }).catch(() => { /* The next event, or the first one of the next stream, tries again. */ });
    });
  }
}

/**
 * Says something to those who listen rather than look.
 * @param {string} text
 */
function tell(text) {
  const status = document.getElementById("toast");
  if (status) status.textContent = text;
}

function saved() {
  const mark = document.getElementById("saved");
  mark?.setAttribute("data-shown", "");
  tell("Saved");
  clearTimeout(timer);
  timer = setTimeout(() => mark?.removeAttribute("data-shown"), 1600);
}

document.addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.id === "lang") return input.form?.requestSubmit();
  const form = input.form;
  if (!form?.matches("[data-set]")) return;
  store({ [key(form)]: valueOf(form) }, /** @type {HTMLElement} */ (form.closest(".setting")), () => rollBack(form));
});
document.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.type === "range") fill(input);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const row = /** @type {HTMLElement | null} */ (form.closest(".setting"));
  if (!row || !form.matches("[data-set], [data-reset]")) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (document.activeElement)?.blur();
  if (form.matches("[data-set]")) return;
  store({ [key(form)]: null }, row, () => {}).then(() => {
    const control = document.getElementById(row.id)?.querySelector("[data-set] [name=value]:not([type=hidden]), a.line");
    /** @type {HTMLElement | null | undefined} */ (control)?.focus();
  });
});
for (const type of ["pointerover", "focusin"]) {
  document.addEventListener(type, (event) => {
    const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(".setting"));
    for (const line of document.querySelectorAll(".keys tr[data-key]")) line.classList.toggle("hovered", Boolean(row?.dataset.key) && line.getAttribute("data-key") === row?.dataset.key);
  });
}
remember(pane());
followOthers();
