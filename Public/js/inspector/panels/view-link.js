// A view named in a sentence or a list: pointing at it shows it everywhere, a click selects it.
import { icon } from "../../icons.js";
import { kindOf, words } from "../describe.js";
import { h } from "./dom.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../state.js").InspectorState} InspectorState */

/**
 * @param {{ model: ViewModel, state: InspectorState }} context
 * @param {number} id
 * @param {{ picture?: boolean }} [options]
 */
export function viewLink({ model, state }, id, options = {}) {
  const { picture = true } = options;
  const i = model.indexOf(id);
  if (i < 0) return h("span", { class: "dim" }, `view ${id}`);
  const said = words(model, i);
  const link = h("a", { class: "view-link", href: state.address({ selection: id }).href, "aria-current": id === state.selection ? "true" : null },
    picture ? icon(`view-${kindOf(model.className(i))}`) : null, h("span", { class: "class" }, model.className(i)), said ? h("span", { class: "text" }, ` “${said}”`) : null);
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    state.set({ selection: id, hover: null });
  });
  link.addEventListener("pointerenter", () => state.set({ hover: id }));
  link.addEventListener("pointerleave", () => state.set({ hover: null }));
  return link;
}
