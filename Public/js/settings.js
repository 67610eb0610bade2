// Settings panes: a change is stored at once, shown as saved, and taken back when the server refuses it.
import { commands } from "./commands.js";
import { haveMoved } from "./defaults/layers.js";
import { undo } from "./defaults/undo.js";
import { fragment } from "./fragment.js";
import { listen } from "./live.js";
import { go, showNamedRow } from "./settings/screen.js";
import { fill, follow, remember, rollBack, swapNotes, takeTheirs } from "./settings/rows.js";
import { inTurn, patch, post } from "./settings/store.js";
import { announce, toast } from "./toast.js";

/** Milliseconds without a key press before a search is asked for. */
const PAUSE = 120;

const pane = () => /** @type {HTMLElement} */ (document.getElementById("pane"));
const rowOf = (/** @type {Element | null} */ element) => /** @type {HTMLElement | null} */ (element?.closest(".setting") ?? null);
const keyOf = (/** @type {Element} */ form) => rowOf(form)?.dataset.key ?? "";
let savedTimer = 0;
let searchTimer = 0;
/** @type {() => void} */
let stopListening = () => {};
/** @type {{ domain: string, revision: number } | null} */
let last = null;

/**
 * What the form holds, as JSON has it.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} changed
 */
function valueOf(form, changed) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector("[name=value]:checked") ?? form.querySelector("[name=value]:not([type=hidden])"));
  switch (form.dataset.set) {
    case "toggle": return input.checked;
    case "number": {
      const text = changed.name === "typed" ? changed.value.trim().replace(",", ".") : input.value;
      return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
    }
    case "choice": return JSON.parse(input.dataset.json ?? "null");
    default: return input.value;
  }
}

/**
 * Stores values under their keys; null goes back to the default.
 * @param {Record<string, unknown>} values
 * @param {HTMLElement} row
 */
function store(values, row) {
  return inTurn(async () => {
    try {
      const written = await patch(pane().dataset.api ?? "", values);
      complain(row, "");
      await refresh();
      saved(written);
    } catch (reason) {
      rollBack(row);
      complain(row, reason instanceof TypeError ? "Not saved: the server cannot be reached." : `Not saved: ${/** @type {Error} */ (reason).message}`);
    }
  });
}

/**
 * @param {HTMLElement} row
 * @param {string} text
 */
function complain(row, text) {
  const error = row.querySelector(".row-error");
  if (error) error.textContent = text;
  error?.classList.remove("conflict");
  if (!text) row.querySelector(".field")?.removeAttribute("aria-invalid");
}

/** Brings rows and keys up to date; a row in use stays where it is, with what is not stored yet. */
async function refresh() {
  show(await fragment(location.href, "pane"));
}

/** @param {Document} page */
function show(page) {
  pane().dataset.revision = page.getElementById("pane")?.dataset.revision;
  pane().dataset.layers = page.getElementById("pane")?.dataset.layers;
  swapNotes(page);
  for (const next of page.querySelectorAll("#pane .setting[id]")) {
    const row = document.getElementById(next.id);
    if (!row) continue;
    row.classList.toggle("modified", next.classList.contains("modified"));
    if (row.classList.contains("managed") === next.classList.contains("managed") && (row.contains(document.activeElement) || row.querySelector(".row-error")?.textContent) && !row.querySelector("[data-items]")) {
      follow(row, next);
      continue;
    }
    if (row.querySelector("[data-items]") && row.contains(document.activeElement) && row.querySelector("[data-items] [name=base]")?.getAttribute("value") === next.querySelector("[data-items] [name=base]")?.getAttribute("value")) continue;
    row.replaceWith(document.adoptNode(next));
    remember(next);
  }
}

/** Follows what others change, other windows and the API among them, after what is on its way from here. */
function followOthers() {
  stopListening();
  const domain = pane().dataset.domain;
  if (!domain) return;
  let latest = Number(pane().dataset.revision);
  let isMissed = false;
  stopListening = listen({ domain }, ({ revision = latest }) => {
    latest = revision;
    inTurn(async () => {
      if (latest === Number(pane().dataset.revision) && !isMissed && !(await haveMoved(domain, pane().dataset.layers))) return;
      isMissed = true;
      await refresh();
      isMissed = false;
      announce("Updated");
    }).catch(() => { /* The next event, or the first one of the next stream, tries again. */ });
  });
}

/** @param {import("./settings/store.js").Written} [written] */
function saved(written) {
  const mark = document.getElementById("saved");
  mark?.setAttribute("data-shown", "");
  clearTimeout(savedTimer);
  savedTimer = setTimeout(() => document.getElementById("saved")?.removeAttribute("data-shown"), 1600);
  if (!written?.changed.length) return toast("Saved");
  last = { domain: written.domain, revision: written.revision };
  toast("Saved", { label: "Undo", run: undoLast });
}

function undoLast() {
  const change = last;
  last = null;
  if (change) inTurn(() => undo(change.domain, change.revision).then(refresh)).then(() => toast("Undone"), (error) => toast(error.message));
}

/** After another pane has come. */
function begin() {
  remember(pane());
  followOthers();
  showNamedRow();
}

/**
 * @param {string} url
 * @param {{ direction?: "in" | "out", push?: boolean }} [options]
 */
async function visit(url, options) {
  const shown = await go(url, options);
  if (!shown) return;
  begin();
  if (!location.hash) document.getElementById("pane-body")?.focus({ preventScroll: true });
}

/** @param {HTMLFormElement} form */
async function search(form) {
  clearTimeout(searchTimer);
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (!fields.get("q")) fields.delete("q");
  const address = `${new URL(form.action).pathname}${`${fields}` ? `?${fields}` : ""}`;
  const page = await fragment(address, "pane").catch(() => null);
  const content = page?.getElementById("pane-content");
  if (!page || !content) return;
  history.replaceState(history.state, "", address);
  document.getElementById("pane-content")?.replaceWith(document.adoptNode(content));
  remember(pane());
}

document.addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const form = input.form;
  if (input.id === "lang") return form?.requestSubmit();
  if (form?.matches("[data-items]") && input.name.startsWith("item-")) return sendItems(form, null);
  if (!form?.matches("[data-set]")) return;
  store({ [keyOf(form)]: valueOf(form, input) }, /** @type {HTMLElement} */ (rowOf(form)));
});
document.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.type === "range") fill(input);
  if (input.id !== "pane-search" || !input.form) return;
  const form = input.form;
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => search(form), PAUSE);
});

/**
 * Sends what was done to a list.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function sendItems(form, submitter) {
  const row = /** @type {HTMLElement} */ (rowOf(form));
  const label = submitter?.getAttribute("aria-label") ?? "";
  const before = Number(pane().dataset.revision);
  inTurn(async () => {
    const { ok, page } = await post(form, submitter);
    const next = page.getElementById(row.id);
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    show(page);
    if (!ok && next?.isConnected === false) document.getElementById(row.id)?.replaceWith(document.adoptNode(next));
    const again = document.getElementById(row.id);
    const field = /** @type {HTMLElement | null | undefined} */ (submitter?.matches("[value=add], [value=enter]") ? again?.querySelector("[name=new]") : label ? again?.querySelector(`[aria-label="${CSS.escape(label)}"]`) ?? again?.querySelector("button") : null);
    field?.focus();
    const revision = Number(pane().dataset.revision);
    if (ok) saved({ domain: pane().dataset.domain ?? "", revision, changed: revision > before ? [keyOf(form)] : [] });
  }).catch(() => complain(row, "Not saved: the server cannot be reached."));
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches(".pane-search")) {
    event.preventDefault();
    return search(form);
  }
  if (form.matches("#notes [data-undo]")) {
    event.preventDefault();
    const revision = Number(new FormData(form).get("revision"));
    return inTurn(() => undo(pane().dataset.domain ?? "", revision).then(refresh)).then(() => toast(`Revision ${revision} undone`), (error) => toast(error.message));
  }
  const row = rowOf(form);
  if (!row || !form.matches("[data-set], [data-reset], [data-items]")) return;
  event.preventDefault();
  if (form.matches("[data-items]")) return sendItems(form, event.submitter ?? form.querySelector("[value=enter]"));
  /** @type {HTMLElement} */ (document.activeElement)?.blur();
  if (form.matches("[data-set]")) return;
  store({ [keyOf(form)]: null }, row).then(() => {
    const control = document.getElementById(row.id)?.querySelector("[data-set] [name=value]:not([type=hidden]), a.line");
    /** @type {HTMLElement | null | undefined} */ (control)?.focus();
  });
});
document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-pane], #keys-toggle"));
  if (!link) return;
  event.preventDefault();
  if (link.id === "keys-toggle") return visit(link.href, { push: true }).then(() => document.getElementById("keys-toggle")?.focus());
  const way = link.dataset.pane;
  visit(link.href, { direction: way === "back" ? "out" : link.closest(".sidebar") ? undefined : "in" });
});
document.addEventListener("keydown", (event) => {
  const row = rowOf(/** @type {Element} */ (event.target));
  if (event.key === "Escape" && row && takeTheirs(row)) event.preventDefault();
});
addEventListener("popstate", () => visit(location.href, { push: false }));
for (const type of ["pointerover", "focusin"]) {
  document.addEventListener(type, (event) => {
    const row = rowOf(/** @type {Element} */ (event.target).closest?.(".setting") ?? null);
    for (const line of document.querySelectorAll(".keys tr[data-key]")) line.classList.toggle("hovered", Boolean(row?.dataset.key) && line.getAttribute("data-key") === row?.dataset.key);
  });
}
commands.register(
  { id: "settings.search", group: "Settings", title: "Search all panes", keys: ["/"], icon: "search", run: () => /** @type {HTMLInputElement | null} */ (document.getElementById("pane-search"))?.select() },
  { id: "settings.keys", group: "Settings", title: "Show what is behind each row", keys: ["K"], icon: "key", checked: () => document.getElementById("keys-toggle")?.getAttribute("aria-pressed") === "true", run: () => document.getElementById("keys-toggle")?.click() },
  { id: "settings.back", group: "Settings", title: "Back to the pane before", keys: ["Escape"], icon: "chevron-left", when: () => Boolean(document.querySelector(".back")), run: () => /** @type {HTMLElement | null} */ (document.querySelector(".back"))?.click() },
  { id: "settings.undo", group: "Settings", title: "Undo the last change of this window", keys: ["Mod+Z"], icon: "undo", when: () => last !== null, run: undoLast },
);
begin();
