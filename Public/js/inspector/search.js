// The search: which views a query finds, by class, words, identifier or address, and the field that walks through them.
import { commands } from "../commands.js";
import { announce } from "../ui.js";
import { title } from "./describe.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./state.js").InspectorState} InspectorState */

/** @typedef {{ mask: Uint8Array, hits: Int32Array }} Found `mask` has 1 for each view found, `hits` their indexes in order */

/** What a query may be narrowed to: "class:UI*", "id:stop" … */
const KINDS = { class: "class", text: "text", label: "label", id: "identifier", identifier: "identifier", tag: "tag", controller: "controller" };
const ADDRESS = /0x[0-9a-f]+/gi;

/**
 * @param {ViewModel} model
 * @param {string} query plain words look into class, text, label, identifier and view controller; `*` and `?` make a
 *   pattern for the whole class name; addresses are taken from anywhere in the query
 * @returns {Found | null} null for an empty query
 */
export function find(model, query) {
  const text = query.trim().toLowerCase();
  if (!text) return null;
  const mask = new Uint8Array(model.count);
  const addresses = new Set(text.match(ADDRESS)?.map(plain));
  if (addresses.size) byAddress(model, addresses, mask);
  const [, prefix = "", rest = ""] = /^(\w+):\s*(.*)$/s.exec(text) ?? [];
  const kind = Object.hasOwn(KINDS, prefix) ? KINDS[/** @type {keyof typeof KINDS} */ (prefix)] : null;
  const wanted = kind ? rest : text;
  if (wanted && (!addresses.size || !mask.includes(1))) byWords(model, kind, wanted, mask);
  let count = 0;
  for (const bit of mask) count += bit;
  const hits = new Int32Array(count);
  for (let i = 0, at = 0; at < count; i += 1) if (mask[i]) hits[at++] = i;
  return { mask, hits };
}

/**
 * @param {ViewModel} model
 * @param {string | null} kind
 * @param {string} wanted
 * @param {Uint8Array} mask
 */
function byWords(model, kind, wanted, mask) {
  if (kind === "tag") {
    for (let i = 0; i < model.count; i += 1) if (String(model.tag(i)) === wanted) mask[i] = 1;
    return;
  }
  if (!kind || kind === "class") {
    const fits = wildcard(wanted);
    const classes = model.classes.map((name) => fits(name.toLowerCase()));
    if (classes.includes(true)) for (let i = 0; i < model.count; i += 1) if (classes[model.classID(i)]) mask[i] = 1;
  }
  for (const column of /** @type {const} */ (["text", "label", "identifier", "controller"])) {
    if (kind && kind !== column) continue;
    for (const [i, words] of model.words(column)) if (words.toLowerCase().includes(wanted)) mask[i] = 1;
  }
}

/**
 * @param {ViewModel} model
 * @param {Set<string>} addresses
 * @param {Uint8Array} mask
 */
function byAddress(model, addresses, mask) {
  for (const [i, address] of model.words("address")) if (addresses.has(plain(address.toLowerCase()))) mask[i] = 1;
}

/**
 * An address without `0x` and the zeros before it.
 * @param {string} address
 */
const plain = (address) => address.replace(/^0x/, "").replace(/^0+(?=.)/, "");

/**
 * Tests class names against a pattern, which may leave the module out; without `*` and `?` a part of the name is enough.
 * @param {string} pattern
 * @returns {(name: string) => boolean}
 */
function wildcard(pattern) {
  if (!/[*?]/.test(pattern)) return (name) => name.includes(pattern);
  const parts = pattern.replace(/\*+/g, "*");
  const last = (/** @type {string} */ name) => name.slice(name.lastIndexOf(".") + 1);
  return (name) => matches(name, parts) || matches(last(name), parts);
}

/**
 * Whether a name fits a pattern, without trying more than length × length.
 * @param {string} name
 * @param {string} pattern
 */
function matches(name, pattern) {
  let at = 0, to = 0, star = -1, mark = 0;
  while (at < name.length) {
    if (pattern[to] === "*") {
      star = to++;
      mark = at;
    } else if (pattern[to] === "?" || pattern[to] === name[at]) {
      at += 1;
      to += 1;
    } else if (star >= 0) {
      to = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[to] === "*") to += 1;
  return to === pattern.length;
}

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

// The search field: finds on the client, marks what it found in tree and canvas, and walks through it.

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
  /** @type {Found | null} */ let found = null;
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
