// The search field: what is typed filters the tree, is marked on the canvas, and can be walked through; words that mean
// something are offered below the field.
import { APIError, getJSON, isAborted, showFailure } from "../../core/api.js";
import { commands } from "../../core/commands.js";
import { announce } from "../../core/ui.js";
import { title } from "../data/describe.js";
import { h, refuse } from "../../core/dom.js";
import { DIALECTS, find, foundIn, HINTS, kindOfQuery, locatorIn, QueryFault, whyNone, wordsOf } from "../data/query.js";
import { RecentLocators } from "./recent.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */

/** @typedef {import("../data/query.js").Found} Found */
/** @typedef {{ offset: number, message: string }} Note what is worth knowing of a valid locator, so many characters from its start */

/**
 * How many of the hits come before an index.
 * @param {Int32Array} hits ascending
 * @param {number} index
 */
function hitsBefore(hits, index) {
  let low = 0, high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hits[middle] < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

const FIRST_SEARCH = "Search for something first";
/** After the last letter the search waits this long, in milliseconds. */
const REST = 80;
/** The same for a locator, which the server looks for. */
const LONG_REST = 250;
/** How many views one answer of the server holds at the most. */
const PART = "10000";

/**
 * The views that a locator of tests finds, and what the server notes about it.
 * @param {ViewModel} model
 * @param {{ parameter: string, text: string, start: number }} locator
 * @param {AbortSignal} signal
 * @returns {Promise<{ found: Found, notes: Note[] }>}
 * @throws {QueryFault} for a locator that the server cannot use
 */
async function locate(model, { parameter, text, start }, signal) {
  const mask = new Uint8Array(model.count);
  /** @type {Record<string, string>} */ const wanted = { [parameter]: text, fields: "id", limit: PART };
  try {
    for (;;) {
      const { views, next, notes = [] } = await getJSON(`${model.base}/views?${new URLSearchParams(wanted)}`, { signal });
      for (const { id } of views) {
        const i = model.indexOf(id);
        if (i >= 0) mask[i] = 1;
      }
      if (next === null) return { found: foundIn(mask),
        notes: notes.map((/** @type {{ character: number, message: string }} */ { character, message }) => ({ offset: start + character - 1, message })) };
      wanted.after = next;
    }
  } catch (error) {
    if (!(error instanceof APIError) || error.status !== 400) throw error;
    const place = /^At character (\d+): /.exec(error.message);
    throw new QueryFault("locator", start + (place ? Number(place[1]) - 1 : 0), place ? error.message.slice(place[0].length) : error.message);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {InspectorState} state
 * @param {Promise<ViewModel>} loading
 * @param {{ leave: () => void }} delegate told when the focus may go back to the tree
 */
export function makeSearch(form, state, loading, { leave }) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  const count = /** @type {HTMLElement} */ (form.querySelector(".search-count"));
  const kind = h("span", { class: "search-kind", title: "What the field has taken it for" });
  count.before(kind);
  const steps = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-step]")]);
  for (const button of steps) button.dataset.title = button.title, button.disabled = false;
  /** @type {ViewModel | undefined} */ let model;
  /** @type {Found | null} */ let found = null;
  /** @type {QueryFault | null} */ let fault = null;
  /** @type {Note[]} */ let notes = [];
  let timer = 0;
  let told = 0;
  /** @type {AbortController | null} */ let asking = null;
  /** @type {1 | -1 | 0} Where to go once the hits are there. */ let wish = 0;
  const recent = new RecentLocators(document.getElementById("main")?.dataset.dump ?? location.pathname, (query) => {
    input.value = query;
    input.focus();
    ask();
  });
  const hints = makeHints(form, input, { recent, changed: () => ask(), loaded: () => model });
  /** Keeps the locator that is tried, once it is known what it finds. */
  const remember = () => {
    if (found && !asking) recent.add(state.query, found.hits.length);
  };

  /** Stands in the place of the tree's rows where there is none. */
  const nothing = document.getElementById("tree-nothing");

  /** Where in the field the fault is. */
  const faultPlace = () => (fault?.offset ?? 0) + input.value.length - input.value.trimStart().length;
  /** Which of the hits is selected, -1 for none. */
  const place = () => {
    const i = model?.indexOf(state.selection) ?? -1;
    if (!found || i < 0 || !found.mask[i]) return -1;
    return hitsBefore(found.hits, i);
  };
  const draw = () => {
    form.classList.toggle("active", state.query !== "");
    form.classList.toggle("locating", locatorIn(state.query) !== null);
    form.classList.toggle("nothing", found !== null && !found.hits.length);
    input.setAttribute("aria-invalid", String(fault !== null && !fault.isUnfinished));
    hints.tell(fault, notes, state.query);
    const total = found?.hits.length ?? 0;
    const at = place();
    if (!state.query) count.textContent = "";
    else if (!model || asking) count.textContent = "…";
    else if (fault) count.textContent = fault.isUnfinished ? "…" : "?";
    else if (!total) count.textContent = "None";
    else count.textContent = at < 0 ? total.toLocaleString("en") : `${(at + 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
    kind.textContent = (state.query && model && kindOfQuery(model, state.query)) || "";
    for (const button of steps) refuse(button, !total && "There is no match to go to", button.dataset.title);
    if (!nothing) return;
    const root = model?.indexOf(state.root) ?? -1, first = model && found && total > 0 && root >= 0 ? hitsBefore(found.hits, root) : 0;
    const isOutside = root >= 0 && total > 0 && !(found && model && inside(model, found.hits[first] ?? -1, root));
    nothing.hidden = !state.query || asking !== null || !found || (total > 0 && !isOutside);
    if (nothing.hidden || !model) return;
    const words = isOutside ? [`${total === 1 ? "The only match is" : `All ${total.toLocaleString("en")} matches are`} outside of the views shown.`]
      : ["No matching view.", locatorIn(state.query) ? "" : whyNone(model, state.query), ...notes.map(({ message }) => message)];
    nothing.replaceChildren(words.filter(Boolean).join(" "));
    if (isOutside) nothing.append(" ", h("button", { type: "button", class: "link-button", onclick: () => state.set({ root: null }) }, "Show all views"));
  };
  const tell = () => {
    clearTimeout(told);
    told = setTimeout(() => {
      if (fault && !fault.isUnfinished) announce(fault.message);
      else if (found) {
        announce([found.hits.length === 1 ? "1 view found" : `${found.hits.length.toLocaleString("en")} views found`,
          ...notes.map(({ message }) => message)].join(". "));
      }
    }, 400);
  };
  /** Asks the server for what a locator finds; what was found before stays until then. */
  const searchByLocator = async () => {
    const locator = locatorIn(state.query);
    asking?.abort();
    asking = null;
    notes = [];
    clearTimeout(timer);
    if (!model || !locator) return;
    if (!locator.text) return show(null, null);
    const mine = (asking = new AbortController());
    draw();
    try {
      const { found, notes } = await locate(model, locator, mine.signal);
      show(found, null, notes);
    } catch (error) {
      if (isAborted(error) || asking !== mine) return;
      show(null, error instanceof QueryFault ? error : null);
      if (!(error instanceof QueryFault)) showFailure(error, search);
    }
  };
  /**
   * @param {Found | null} hits
   * @param {QueryFault | null} problem
   * @param {Note[]} remarks
   */
  const show = (hits, problem, remarks = []) => {
    [found, fault, notes, asking] = [hits, problem, remarks, null];
    state.set({ matches: found?.mask ?? null, words: [] });
    draw();
    tell();
    // What is being typed is not tried yet.
    if (document.activeElement !== input) remember();
    if (wish) go(wish);
    wish = 0;
  };
  const search = () => {
    if (locatorIn(state.query)) return void searchByLocator();
    asking?.abort();
    asking = null;
    wish = 0;
    found = fault = null;
    notes = [];
    try {
      found = model && state.query ? find(model, state.query) : null;
    } catch (error) {
      if (!(error instanceof QueryFault)) throw error;
      fault = error;
    }
    state.set({ matches: found?.mask ?? null, words: found && model ? wordsOf(model, state.query) : [] });
    draw();
  };
  const ask = () => {
    clearTimeout(timer);
    timer = 0;
    const query = input.value.trim();
    if (query === state.query) return;
    state.set({ query });
    tell();
  };
  /**
   * Selects the next hit after the selected view, or the one before it.
   * @param {1 | -1} step
   */
  const go = (step) => {
    ask();
    if (asking) wish = step;
    if (fault && !fault.isUnfinished) input.setSelectionRange(faultPlace(), faultPlace() + 1);
    remember();
    if (!model || asking || !found?.hits.length) return;
    const { hits } = found;
    const selected = model.indexOf(state.selection);
    const at = step > 0 ? hitsBefore(hits, selected + 1) % hits.length : (hitsBefore(hits, selected) + hits.length - 1) % hits.length;
    const i = hits[at];
    if (state.root !== null && !inside(model, i, model.indexOf(state.root))) state.set({ root: null }, { replace: true });
    state.set({ selection: model.id(i) }, { replace: true });
    clearTimeout(told);
    announce(`${at + 1} of ${hits.length}: ${title(model, i)}`);
  };
  const clear = () => {
    input.value = "";
    ask();
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, locatorIn(input.value.trim()) ? LONG_REST : REST);
  });
  input.addEventListener("blur", remember);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(1);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" && event.altKey) hints.enter();
    else if (event.key === "Enter" && event.shiftKey) go(-1);
    else if (event.key === "ArrowDown" && !event.altKey) ask(), leave();
    else if (event.key === "Escape") input.value ? clear() : leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const button of steps) button.addEventListener("click", () => go(button.dataset.step === "previous" ? -1 : 1));
  form.querySelector("[data-clear]")?.addEventListener("click", () => {
    clear();
    input.focus();
  });

  const searching = () => state.query !== "";
  commands.register(
    { id: "search", group: "Anywhere", title: "Find a view by class, text, identifier or address", keys: ["/", "Mod+F"], icon: "search",
      when: () => document.activeElement !== input, whileTyping: true, run: () => input.select() },
    { id: "search.next", group: "Anywhere", title: "Next match", keys: ["F3"], whileTyping: true, when: searching, why: FIRST_SEARCH, icon: "chevron-down",
      run: () => go(1) },
    { id: "search.previous", group: "Anywhere", title: "Previous match", keys: ["Shift+F3"], whileTyping: true, when: searching,
      why: FIRST_SEARCH, icon: "chevron-up", run: () => go(-1) },
    { id: "search.clear", group: "Anywhere", title: "End the search", keys: ["Escape"], icon: "close", priority: 10, when: searching, run: clear },
  );
  // What somebody types already stays.
  const isTyped = document.activeElement === input && input.value !== input.defaultValue;
  if (!isTyped) input.value = state.query;
  state.watch(["query", "selection", "root"], (keys) => {
    if (keys.has("query") && document.activeElement !== input) input.value = state.query;
    if (keys.has("query")) search();
    else draw();
  });
  loading.then((loaded) => {
    model = loaded;
    for (const type of ["update", "reload"]) {
      model.addEventListener(type, () => {
        if (!locatorIn(state.query)) return search();
        // While views move, the server is not asked for every step.
        clearTimeout(timer);
        timer = setTimeout(search, LONG_REST);
      });
    }
    search();
  }, () => {});
  if (isTyped) ask();
}

/**
 * @param {ViewModel} model
 * @param {number} i
 * @param {number} root
 */
function inside(model, i, root) {
  return root < 0 || (i >= root && i < model.end(root));
}

// Below the field: the locators that were tried, and the words that mean something, those that go on with what is being typed.

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 * @param {{ recent: RecentLocators, changed: () => void, loaded: () => ViewModel | undefined }} context
 */
function makeHints(form, input, { recent, changed, loaded }) {
  const list = h("div", { class: "hint-list", role: "group", "aria-label": "Search terms" });
  const fault = h("p", { class: "search-fault", hidden: true });
  const spot = h("p", { class: "search-place code", hidden: true });
  const body = h("div", { class: "search-hints", id: "search-hints", hidden: true }, spot, fault, recent.list, list);
  /** @type {(readonly [string, string])[]} */ const all = [...HINTS, ...DIALECTS.map(([prefix, , meaning]) => /** @type {const} */ ([prefix, meaning]))];
  const buttons = all.map(([word, meaning]) =>
    h("button", { type: "button", tabindex: -1, onclick: () => take(word) }, h("code", null, word), h("span", { class: "dim" }, meaning)));
  list.append(...buttons);
  form.append(body);
  input.setAttribute("aria-describedby", body.id);

  /** The word that the caret stands in: where it begins, and what there is of it. */
  const typed = () => {
    const before = input.value.slice(0, input.selectionStart ?? input.value.length);
    const [word] = /** @type {RegExpExecArray} */ (/[^\s]*$/.exec(before));
    return { from: before.length - word.length, word };
  };
  const shown = () => /** @type {HTMLButtonElement[]} */ ([...body.querySelectorAll(":not([hidden]) > button:not([hidden])")]);
  const draw = () => {
    const isHere = form.contains(document.activeElement);
    const { from, word } = typed();
    const isLocator = locatorIn(input.value.trim()) !== null;
    const start = word.replace(/^[-!]/, "").toLowerCase();
    for (const [at, [hint]] of all.entries()) buttons[at].hidden = isLocator || !hint.startsWith(start) || hint === start || (hint === "-" && word !== "")
      || (at >= HINTS.length && from > 0);
    list.hidden = buttons.every((button) => button.hidden);
    if (isHere) recent.offer(input.value.trim(), loaded());
    body.hidden = !isHere || (list.hidden && recent.list.hidden && fault.hidden);
  };
  /**
   * Puts a word where the caret is and goes on typing.
   * @param {string} hint
   */
  function take(hint) {
    const { from, word } = typed();
    const negation = /^[-!]/.exec(word)?.[0] ?? "";
    const isOpen = hint.endsWith(":") || hint === "-";
    const text = `${negation}${hint}${isOpen ? "" : " "}`;
    input.setRangeText(text, from, from + word.length, "end");
    // What was put in and has a number is there to be typed over.
    const number = /\d+ $/.exec(text);
    if (number) input.setSelectionRange(from + number.index, from + text.length - 1);
    input.focus();
    changed();
    draw();
  }
  body.addEventListener("keydown", (event) => {
    const offered = shown(), at = offered.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: offered.length - 1 }[event.key];
    if (event.key === "Escape" || to === -1) input.focus();
    else if (to !== undefined) offered[Math.min(to, offered.length - 1)].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const type of ["input", "keyup", "click"]) input.addEventListener(type, draw);
  form.addEventListener("focusin", draw);
  form.addEventListener("focusout", () => setTimeout(draw));
  return {
    /** Puts the focus on the first word. */
    enter() {
      draw();
      shown()[0]?.focus();
    },
    /**
     * Says what is wrong, or worth knowing, and marks the character where the first of it is.
     * @param {QueryFault | null} problem
     * @param {Note[]} notes
     * @param {string} query
     */
    tell(problem, notes, query) {
      const told = problem ? (problem.isUnfinished ? [] : [problem]) : notes;
      body.classList.toggle("noting", !problem);
      fault.hidden = spot.hidden = !told.length;
      fault.textContent = told.map(({ message }) => message).join(" ");
      if (told.length) {
        const [{ offset }] = told, from = Math.max(0, offset - 24);
        spot.replaceChildren(from ? "…" : "", query.slice(from, offset), h("mark", null, query.slice(offset, offset + 1) || "\u00a0"),
          query.slice(offset + 1, offset + 16));
      }
      draw();
    },
  };
}
