// Settings panes: a change is stored at once, shown as saved, and taken back when the server refuses it.
import { APIError, fragment, getPage, isAborted, messageOf, onceShown, sendJSON, showFailure } from "../core/api.js";
import { commands } from "../core/commands.js";
import { followDomain, undoRevision } from "../core/live.js";
import { fill, follow, hearRowMenus, remember, rollBack, swapNotes, takeTheirs } from "./settings/rows.js";
import { retryButton, toast } from "../core/ui.js";

/** @typedef {{ domain: string, revision: number, changed: string[] }} Written */

/** Milliseconds without a key press before a search is asked for. */
const PAUSE = 120;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 719px)");

const pane = () => /** @type {HTMLElement} */ (document.getElementById("pane"));
const rowOf = (/** @type {Element | null} */ element) => /** @type {HTMLElement | null} */ (element?.closest(".setting") ?? null);
const keyOf = (/** @type {Element} */ form) => rowOf(form)?.dataset.key ?? "";
/** Writes and what follows them go out one after the other. @type {Promise<unknown>} */
let sent = Promise.resolve();
let savedTimer = 0;
let searchTimer = 0;
/** @type {AbortController | undefined} */ let searching;
/** The address of the pane that is shown; the window's is ahead of it while the next pane is on its way. */
let shownAddress = location.href;
/** Counts the panes that were asked for: the last one is shown. */
let visits = 0;
/** @type {() => void} */
let stopListening = () => {};
/** @type {{ domain: string, revision: number } | null} */
let last = null;

/**
 * Does something when all that was sent before is done.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
function inTurn(work) {
  const done = sent.then(work);
  // Whoever asked for it is told what failed.
  sent = done.then(() => {}, () => {});
  return done;
}

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
 * Whether the same may do a moment later: it was not refused.
 * @param {unknown} error
 */
const mayPass = (error) => !(error instanceof APIError) || error.isUnanswered || error.status >= 500;

/** What is to be stored and waits for its turn. */
let waiting = /** @type {{ api: string, values: Record<string, unknown> }[]} */ ([]);

// What still waits when the page is left goes out with it, the last value of each key.
addEventListener("pagehide", () => {
  /** @type {Map<string, Record<string, unknown>>} */ const together = new Map();
  for (const { api, values } of waiting) together.set(api, { ...together.get(api), ...values });
  waiting = [];
  for (const [api, values] of together) sendJSON("PATCH", api, values, { keepalive: true }).catch(() => {});
});

/**
 * Whether what a row of the shown pane has become is still to be sent.
 * @param {HTMLElement} row
 */
const waits = (row) => waiting.some(({ api, values }) => api === pane().dataset.api && (row.dataset.key ?? "") in values);

/**
 * Stores values under their keys; null goes back to the default.
 * @param {Record<string, unknown>} values
 * @param {HTMLElement} row
 * @returns {Promise<void>}
 */
function store(values, row) {
  // What waits for its turn is meant for the pane in which it was changed.
  const { api = "" } = pane().dataset;
  const change = { api, values };
  waiting.push(change);
  return inTurn(async () => {
    if (!waiting.includes(change)) return;
    waiting = waiting.filter((other) => other !== change);
    /** @type {Written} */ let written;
    try {
      written = await sendJSON("PATCH", api, values, { keepalive: true });
      complain(row, "");
    } catch (error) {
      // What a page has sent goes on without it; one that is shown again looks what came of it.
      if (isAborted(error)) return onceShown(refreshInTurn);
      // What the row has become since is still to be sent, and has the last word.
      if (waits(row)) return;
      rollBack(row);
      return complain(row, `Not saved: ${messageOf(error)}`, mayPass(error) ? () => store(values, row) : undefined);
    }
    // What is stored is stored, also when it cannot be read back.
    saved(written);
    await refresh({ row, revision: written.revision }).catch((error) => showFailure(error, refreshInTurn));
  });
}

/**
 * Says under a row what went wrong with it, or takes that back.
 * @param {HTMLElement} row
 * @param {string} text
 * @param {() => void} [again]
 */
function complain(row, text, again) {
  const error = row.querySelector(".row-error");
  if (error) error.textContent = text;
  error?.classList.remove("conflict");
  if (again) {
    error?.append(" ", retryButton(() => {
      complain(row, "");
      again();
    }));
  }
  if (!text) row.querySelector(".field")?.removeAttribute("aria-invalid");
}

/**
 * Brings rows and keys up to date; a row in use stays where it is, with what is not stored yet.
 * @param {{ row: HTMLElement, revision: number }} [own] what this window has just stored
 */
async function refresh(own) {
  const address = shownAddress;
  const page = await fragment(address, "pane");
  if (address === shownAddress) show(page, own);
}

/**
 * @param {Document} page the pane that is shown, anew: the rows of another one have the same ids
 * @param {{ row: HTMLElement, revision: number }} [own]
 */
function show(page, own) {
  pane().dataset.revision = page.getElementById("pane")?.dataset.revision;
  pane().dataset.layers = page.getElementById("pane")?.dataset.layers;
  swapNotes(page);
  for (const next of page.querySelectorAll("#pane .setting[id]")) {
    const row = document.getElementById(next.id);
    if (!row) continue;
    row.classList.toggle("modified", next.classList.contains("modified"));
    const isList = row.querySelector("[data-items]") !== null, isWaiting = waits(row);
    if (row.classList.contains("managed") === next.classList.contains("managed")
      && (isWaiting || row.contains(document.activeElement) || row.querySelector(".row-error")?.textContent) && !isList) {
      follow(row, next, { isOwn: row === own?.row && String(own.revision) === pane().dataset.revision, isWaiting });
      continue;
    }
    if (isList && row.contains(document.activeElement)
      && row.querySelector("[data-items] [name=base]")?.getAttribute("value") === next.querySelector("[data-items] [name=base]")?.getAttribute("value")) {
      continue;
    }
    row.replaceWith(document.adoptNode(next));
    remember(next);
  }
}

/** @returns {Promise<unknown>} */
const refreshInTurn = () => inTurn(() => refresh()).catch((error) => showFailure(error, refreshInTurn));

/** Follows what others change, other windows and the API among them, after what is on its way from here. */
function followOthers() {
  stopListening();
  const { domain } = pane().dataset;
  if (domain) stopListening = followDomain(domain, { shown: () => pane().dataset, refresh: () => refresh(), inTurn });
}

/** @param {Written} written */
function saved(written) {
  const mark = document.getElementById("saved");
  mark?.setAttribute("data-shown", "");
  clearTimeout(savedTimer);
  savedTimer = setTimeout(() => document.getElementById("saved")?.removeAttribute("data-shown"), 1600);
  if (!written.changed.length) return toast("Saved");
  last = { domain: written.domain, revision: written.revision };
  toast("Saved", { label: "Undo", run: undoLast });
}

function undoLast() {
  const change = last;
  last = null;
  if (change) undo(change.domain, change.revision, "Undone");
}

/**
 * @param {string} domain
 * @param {number} revision
 * @param {string} said
 */
function undo(domain, revision, said) {
  inTurn(() => undoRevision(domain, revision)).then(() => {
    toast(said);
    refreshInTurn();
  }, (error) => showFailure(error, mayPass(error) ? () => undo(domain, revision, said) : undefined));
}

// One pane after the other in the same window: the next one slides over, the address follows

/**
 * Shows the pane at an address. Falls back to a plain visit when the server does not answer as expected.
 * @param {string} url
 * @param {{ direction?: "in" | "out", push?: boolean }} [options]
 */
async function go(url, options = {}) {
  const { direction, push = true } = options;
  const address = new URL(url, location.href), visit = ++visits;
  clearTimeout(searchTimer);
  searching?.abort();
  const page = await getPage(`${address.pathname}${address.search}`).then((answer) => answer.page, () => null);
  if (visit !== visits) return;
  const next = page?.getElementById("pane"), old = document.getElementById("pane");
  if (!page || !next || !old) return location.assign(address);
  if (push) history.pushState({ pane: true }, "", address);
  document.title = page.title;
  const leaving = old.querySelector(".screen");
  const pane = /** @type {HTMLElement} */ (document.adoptNode(next));
  const apps = listedApps();
  old.replaceWith(pane);
  shownAddress = address.href;
  // The list stays where it was scrolled to, unless it is another part of it.
  if (listedApps().first === apps.first) document.getElementById("sidebar")?.scrollTo(0, apps.top);
  for (const selector of ["#notes", "#tools", ".crumbs", "link[rel=alternate]"]) {
    const theirs = page.querySelector(selector);
    if (theirs) document.querySelector(selector)?.replaceWith(document.adoptNode(theirs));
  }
  if (direction && leaving && !still.matches && !narrow.matches) slide(pane, leaving, direction);
  return pane;
}

/**
 * @param {HTMLElement} pane
 * @param {Element} leaving the screen that goes
 * @param {"in" | "out"} direction
 */
function slide(pane, leaving, direction) {
  const coming = /** @type {HTMLElement} */ (pane.querySelector(".screen"));
  leaving.removeAttribute("id");
  leaving.setAttribute("inert", "");
  leaving.setAttribute("aria-hidden", "true");
  for (const element of leaving.querySelectorAll("[id]")) element.removeAttribute("id");
  leaving.className = `screen leaving${direction === "out" ? " out" : " behind"}`;
  if (direction === "in") coming.classList.add("in");
  pane.append(leaving);
  const end = () => {
    leaving.remove();
    coming.classList.remove("in");
  };
  (direction === "in" ? coming : leaving).addEventListener("animationend", end, { once: true });
  setTimeout(end, 400);
}

/** Which part of the list of apps is shown, and how far it is scrolled. */
function listedApps() {
  const list = document.getElementById("sidebar");
  return { first: list?.querySelector(".sidebar-name")?.textContent, top: list?.scrollTop ?? 0 };
}

/** Brings the app of the pane into view in the list of apps; nothing around the list moves. */
function showCurrentApp() {
  const list = document.getElementById("sidebar"), app = list?.querySelector("[aria-current]");
  if (!list || !app) return;
  const frame = list.getBoundingClientRect(), place = app.getBoundingClientRect();
  if (place.top < frame.top || place.bottom > frame.bottom) list.scrollTop += place.top - frame.top - (frame.height - place.height) / 2;
}

/** Brings the row that the address names into view, and marks it for a moment. */
function showNamedRow() {
  const row = /^#row-\d+$/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null;
  if (!row) return;
  row.scrollIntoView({ block: "center" });
  row.classList.add("found-row");
  setTimeout(() => row.classList.remove("found-row"), 1700);
  /** @type {HTMLElement | null} */ (row.querySelector("a.line, input:not([type=hidden]), textarea, select"))?.focus({ preventScroll: true });
}

/** After another pane has come. */
function begin() {
  remember(pane());
  showCurrentApp();
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
  const place = shown.matches(".lists-apps") ? "sidebar" : "pane-body";
  if (!location.hash) document.getElementById(place)?.focus({ preventScroll: true });
}

/**
 * Looks at the same pane in another way; the focus stays on what was used.
 * @param {string} url
 * @param {string} id the control that was used
 */
const look = (url, id) => visit(url).then(() => document.getElementById(id)?.focus());

/** @param {HTMLFormElement} form */
async function search(form) {
  clearTimeout(searchTimer);
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (!fields.get("q")) fields.delete("q");
  const address = `${new URL(form.action).pathname}${`${fields}` ? `?${fields}` : ""}`;
  searching?.abort();
  searching = new AbortController();
  try {
    const page = await fragment(address, "pane", searching.signal);
    const content = page.getElementById("pane-content");
    if (!content) return;
    history.replaceState(history.state, "", address);
    shownAddress = location.href;
    document.getElementById("pane-content")?.replaceWith(document.adoptNode(content));
    remember(pane());
  } catch (error) {
    showFailure(error, () => search(form));
  }
}

document.addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const form = input.form;
  if (form?.id === "view-form") return look(`${new URL(form.action).pathname}?${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`, input.id);
  if (form?.matches("[data-items]") && input.name.startsWith("item-")) return sendItems(form, null);
  if (!form?.matches("[data-set]") || "taken" in input.dataset) return;
  store({ [keyOf(form)]: valueOf(form, input) }, /** @type {HTMLElement} */ (rowOf(form)));
});
document.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  delete input.dataset.taken;
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
  const before = Number(pane().dataset.revision);
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const button = /** @type {HTMLButtonElement | null} */ (submitter);
  if (button?.name) body.set(button.name, button.value);
  const address = shownAddress;
  /** @type {Element | null} */ let used = submitter;
  // What would be done to the list next is meant for the one that this makes of it. The key that left a field goes on first.
  const held = new Promise((resolve) => setTimeout(resolve)).then(() => {
    if (form.contains(document.activeElement)) used ??= document.activeElement;
    form.inert = true;
  });
  inTurn(async () => {
    await held;
    // A button named “action” hides the property.
    const { response, page } = await getPage(form.getAttribute("action") ?? "", { method: "POST", body, fragment: "pane", refusals: true });
    const answered = page.getElementById("pane");
    if (!answered) throw new Error(`The server responded with status ${response.status}.`);
    const { domain = "", revision: text } = answered.dataset, revision = Number(text);
    if (address === shownAddress) showItems(page, row, response.ok, submitter, used);
    if (response.ok) saved({ domain, revision, changed: revision > before ? [keyOf(form)] : [] });
  }).catch((error) => {
    form.inert = false;
    focusIfFree(used);
    complain(row, `Not saved: ${messageOf(error)}`, mayPass(error) ? () => sendItems(form, submitter) : undefined);
  });
}

/** Gives the focus back, unless somebody has gone on to something else. */
function focusIfFree(/** @type {Element | null | undefined} */ element) {
  if (document.activeElement === document.body) /** @type {HTMLElement | null | undefined} */ (element)?.focus();
}

/**
 * Shows the pane after something was done to a list in one of its rows, which had the focus.
 * @param {Document} page
 * @param {HTMLElement} row
 * @param {boolean} isStored
 * @param {HTMLElement | null} submitter
 * @param {Element | null} used what its like gets the focus of
 */
function showItems(page, row, isStored, submitter, used) {
  const next = page.getElementById(row.id), label = used?.getAttribute("aria-label");
  if (row.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
  show(page);
  if (!isStored && next?.isConnected === false) document.getElementById(row.id)?.replaceWith(document.adoptNode(next));
  const again = document.getElementById(row.id);
  if (submitter?.matches("[value=add], [value=enter]")) focusIfFree(again?.querySelector("[data-items] [name=new]"));
  else if (used) focusIfFree(again?.querySelector(label ? `[aria-label="${CSS.escape(label)}"]` : "[value=add]") ?? again?.querySelector("button"));
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
    return undo(pane().dataset.domain ?? "", revision, `Revision ${revision} undone`);
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
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-pane], #keys-toggle, #system-toggle"));
  if (!link) return;
  event.preventDefault();
  if (link.id) return look(link.href, link.id);
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
    for (const line of document.querySelectorAll(".keys tr[data-key]")) line.classList.toggle("hovered",
      Boolean(row?.dataset.key) && line.getAttribute("data-key") === row?.dataset.key);
  });
}
commands.register(
  { id: "settings.menu", group: "Settings", title: "The menu of a row: copy its key, reset it", keys: ["Shift+F10"] },
  { id: "settings.search", group: "Settings", title: "Search all panes", keys: ["/"], icon: "search",
    run: () => /** @type {HTMLInputElement | null} */ (document.getElementById("pane-search"))?.select() },
  { id: "settings.keys", group: "Settings", title: "Show the key of each row", keys: ["K"], icon: "key",
    checked: () => document.getElementById("keys-toggle")?.getAttribute("aria-pressed") === "true",
    run: () => document.getElementById("keys-toggle")?.click() },
  { id: "settings.system", group: "Settings", title: "Show iOS’s own rows", keys: ["I"], icon: "gear",
    checked: () => document.getElementById("system-toggle")?.getAttribute("aria-pressed") === "true",
    when: () => Boolean(document.getElementById("system-toggle")), run: () => document.getElementById("system-toggle")?.click() },
  { id: "settings.back", group: "Settings", title: "Back to the previous pane", keys: ["Escape"], icon: "chevron-left",
    when: () => Boolean(document.querySelector(".back")), run: () => /** @type {HTMLElement | null} */ (document.querySelector(".back"))?.click() },
  { id: "settings.undo", group: "Settings", title: "Undo the last change made in this window", keys: ["Mod+Z"], icon: "undo", when: () => last !== null,
    run: undoLast },
);
hearRowMenus();
begin();
