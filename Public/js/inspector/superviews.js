// The way from the window to the selected view, in the bottom bar.
import { title } from "./describe.js";

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
