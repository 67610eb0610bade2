// The search field: finds on the client, marks what it found in tree and canvas, and walks through it.
import { commands } from "../../commands.js";
import { announce } from "../../toast.js";
import { title } from "../describe.js";
import { find, hitsBefore } from "./find.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../state.js").InspectorState} InspectorState */

/** After the last letter the search waits this long, in milliseconds. */
const REST = 80;

/**
 * @param {HTMLFormElement} form
 * @param {InspectorState} state
 * @param {Promise<ViewModel>} loading
 * @param {{ leave: () => void }} delegate told when the focus may go back to the tree
 */
export function makeSearch(form, state, loading, { leave }) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  const count = /** @type {HTMLElement} */ (form.querySelector(".search-count"));
  const steps = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-step]")]);
  /** @type {ViewModel | undefined} */ let model;
  /** @type {import("./find.js").Found | null} */ let found = null;
  let timer = 0;
  let told = 0;

  /** Which of the hits is selected, -1 for none. */
  const place = () => {
    const i = model?.indexOf(state.selection) ?? -1;
    if (!found || i < 0 || !found.mask[i]) return -1;
    return hitsBefore(found.hits, i);
  };
  const draw = () => {
    form.classList.toggle("active", state.query !== "");
    form.classList.toggle("nothing", found !== null && !found.hits.length);
    const total = found?.hits.length ?? 0;
    const at = place();
    if (!state.query) count.textContent = "";
    else if (!model) count.textContent = "…";
    else if (!total) count.textContent = "None";
    else count.textContent = at < 0 ? total.toLocaleString("en") : `${(at + 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
    for (const button of steps) button.disabled = total === 0;
  };
  const tell = () => {
    clearTimeout(told);
    told = setTimeout(() => {
      if (found) announce(found.hits.length === 1 ? "1 view found" : `${found.hits.length.toLocaleString("en")} views found`);
    }, 400);
  };
  const search = () => {
    found = model && state.query ? find(model, state.query) : null;
    state.set({ matches: found?.mask ?? null });
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
    if (!model || !found?.hits.length) return;
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
    timer = setTimeout(ask, REST);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(1);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && event.shiftKey) go(-1);
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
    { id: "search", group: "Anywhere", title: "Find a view by class, text, identifier or address", keys: ["/", "Mod+F"], icon: "search", when: () => document.activeElement !== input, whileTyping: true, run: () => input.select() },
    { id: "search.next", group: "Anywhere", title: "Next view found", keys: ["F3"], whileTyping: true, when: searching, icon: "chevron-down", run: () => go(1) },
    { id: "search.previous", group: "Anywhere", title: "Previous view found", keys: ["Shift+F3"], whileTyping: true, when: searching, icon: "chevron-up", run: () => go(-1) },
    { id: "search.clear", group: "Anywhere", title: "End the search", keys: ["Escape"], hidden: true, priority: 10, when: searching, run: clear },
  );
  input.value = state.query;
  state.watch(["query", "selection"], (keys) => {
    if (keys.has("query") && document.activeElement !== input) input.value = state.query;
    if (keys.has("query")) search();
    else draw();
  });
  loading.then((loaded) => {
    model = loaded;
    for (const type of ["update", "reload"]) model.addEventListener(type, search);
    search();
  }, () => {});
}

/**
 * @param {ViewModel} model
 * @param {number} i
 * @param {number} root
 */
function inside(model, i, root) {
  return root < 0 || (i >= root && i < model.end(root));
}
