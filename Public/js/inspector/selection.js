// The way from the window to the selected view, in the bottom bar.
import { commands, score } from "../commands.js";
import { isSystem, kindOf, note, short, title, words } from "./describe.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */

/**
 * @param {ViewModel} model
 * @param {import("./state.js").InspectorState} state
 */
export function makeSuperviews(model, state) {
  const nav = /** @type {HTMLElement} */ (document.getElementById("superviews"));
  const list = /** @type {HTMLElement} */ (nav.querySelector("ol"));
  const draw = () => {
    const path = [];
    for (let i = model.indexOf(state.selection); i >= 0; i = model.parent(i)) path.unshift(i);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#superviews a"))?.dataset.id;
    list.replaceChildren(...path.map((i, at) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const id = model.id(i);
      link.href = state.address({ selection: id }).href;
      link.dataset.id = String(id);
      link.textContent = title(model, i);
      if (at === path.length - 1) link.setAttribute("aria-current", "true");
      item.append(link);
      return item;
    }));
    nav.scrollLeft = 1e6;
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`a[data-id="${focused}"]`) ?? list.querySelector("a[aria-current]"))?.focus();
  };
  list.addEventListener("pointerover", (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("a"));
    if (link) state.set({ hover: Number(link.dataset.id) });
  });
  list.addEventListener("pointerleave", () => state.set({ hover: null }));
  state.addEventListener("change", (event) => /** @type {CustomEvent} */ (event).detail.keys.has("selection") && draw());
  for (const type of ["update", "reload"]) model.addEventListener(type, draw);
  draw();
}

// Steps from the selected view: to its siblings, to its superview, to nothing.

/**
 * @param {import("./model.js").ViewModel} model
 * @param {import("./state.js").InspectorState} state
 */
export function makeSteps(model, state) {
  const selected = () => model.indexOf(state.selection);
  /**
   * What the tree lists: not the system views that are hidden.
   * @param {number} i
   */
  const listed = (i) => !(state.hideSystem && isSystem(model.className(i)));
  /** @param {1 | -1} step */
  const sibling = (step) => {
    const i = selected();
    const parent = model.parent(i);
    const all = (parent < 0 ? model.roots : model.children(parent)).filter((other) => other === i || listed(other));
    const next = all[all.indexOf(i) + step];
    if (next !== undefined) state.set({ selection: model.id(next) });
  };
  const up = () => {
    let i = model.parent(selected());
    while (i >= 0 && !listed(i)) i = model.parent(i);
    state.set({ selection: i < 0 ? null : model.id(i) });
  };
  const when = () => selected() >= 0;
  commands.register(
    { id: "view.next", group: "Selection", title: "Next sibling", keys: ["]"], icon: "chevron-down", when, run: () => sibling(1) },
    { id: "view.previous", group: "Selection", title: "Previous sibling", keys: ["["], icon: "chevron-up", when, run: () => sibling(-1) },
    { id: "view.superview", group: "Selection", title: "Superview, at last nothing", keys: ["Escape"], icon: "chevron-left", priority: -20, when, run: up },
  );
}

// The views as entries of the palette.

const MOST = 40;

/**
 * @param {import("./model.js").ViewModel} model
 * @param {import("./state.js").InspectorState} state
 */
export function makeViewSource(model, state) {
  commands.provide("views", {
    title: "Views",
    find(query) {
      if (!query) return [];
      const classes = model.classes.map((name) => score(name, query));
      /**
       * Words that fit, by index.
       * @type {Map<number, number>}
       */
      const fits = new Map();
      for (const column of /** @type {const} */ (["text", "label", "identifier"])) {
        for (const [i, text] of model.words(column)) {
          const value = score(text.slice(0, 200), query);
          if (value > (fits.get(i) ?? 0)) fits.set(i, value + 1);
        }
      }
      /** @type {{ i: number, value: number }[]} */ let best = [];
      let least = 0;
      for (let i = 0; i < model.count; i += 1) {
        const value = Math.max(classes[model.classID(i)], fits.get(i) ?? 0);
        if (value <= least) continue;
        best.push({ i, value });
        if (best.length < MOST * 8) continue;
        best = best.sort((one, other) => other.value - one.value || one.i - other.i).slice(0, MOST);
        least = best[best.length - 1].value;
      }
      best.sort((one, other) => other.value - one.value || one.i - other.i);
      return best.slice(0, MOST).map(({ i, value }) => {
        const text = words(model, i);
        return {
          title: model.className(i), note: text ? `“${text}”` : note(model, i) ?? short(model.identifier(i)) ?? "",
          icon: `view-${kindOf(model.className(i))}`, score: value, run: () => state.set({ selection: model.id(i) }),
        };
      });
    },
  });
}
