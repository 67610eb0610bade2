// What the panels have in common: what a tab works with and shows, which tabs there are, how views are lined up, a view by
// its name.
import { h } from "../../core/dom.js";
import { icon } from "../../core/ui.js";
import { classTitle, kindOf, readableClass, shownClass, words } from "../data/describe.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */

/**
 * What a tab works with.
 * @typedef {{ model: ViewModel, state: InspectorState, edits: import("../data/edits.js").Edits, marks: import("../data/marks.js").Marks,
 *   preview: import("../data/constants.js").ConstantPreview, details: import("../data/kept.js").Details, reasons: import("../data/kept.js").Reasons,
 *   refresh: () => void }} Context
 */
/**
 * What a tab shows; `view` is null until the API has told it.
 * @typedef {{ index: number, view: import("../data/model.js").ViewJSON | null, findings: any[] }} Shown
 */
/** @typedef {{ element: HTMLElement, update: (shown: Shown) => void, hide?: () => void }} Tab */

/** @typedef {"left" | "centre" | "right" | "top" | "middle" | "bottom" | "across" | "down"} Way how views are lined up */
/** How views are lined up: to what of the rectangle around all of them, by axis and share; `least`: of how many views. */
export const LINE_UPS = /** @type {const} */ ([
  ["left", "Align left edges", 0, 0, 2], ["centre", "Align centres", 0, 0.5, 2], ["right", "Align right edges", 0, 1, 2],
  ["top", "Align top edges", 1, 0, 2], ["middle", "Align middles", 1, 0.5, 2], ["bottom", "Align bottom edges", 1, 1, 2],
  ["across", "Distribute horizontally", 0, null, 3], ["down", "Distribute vertically", 1, null, 3],
]);

/**
 * The name under which what was typed of notes and is not saved is kept for the window.
 * @param {ViewModel} model
 */
export const draftsKey = (model) => `vitrine.notes.${model.base}`;

// The tabs of the panel, which the server's has too until the script's takes its place.

/** The tabs with their titles and icons: where there is little room, only the one that is chosen shows its name. */
export const TABS = /** @type {const} */ ([
  ["attributes", "Attributes", "display"], ["size", "Size", "ruler"], ["touch", "Touch", "touch"], ["content", "Content", "view-image"],
  ["animate", "Animate", "play"], ["layer", "Layer", "file"],
]);
/**
 * What stands on a tab.
 * @param {typeof TABS[number]} tab
 */
export const tabWords = ([, title, picture]) => [icon(picture), h("span", { class: "tab-name", "data-title": title }, title)];
/** The tab that is shown when none was chosen: sizes for what can be resized, else what is said of the view. */
export const FIRST = document.getElementById("main")?.dataset.first ?? "size";

// A view named in a sentence or a list: pointing at it shows it everywhere, a click selects it.

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
    picture ? icon(`view-${kindOf(readableClass(model, i))}`) : null, h("span", { class: "class", title: classTitle(model, i) }, shownClass(model, i)),
    said ? h("span", { class: "text" }, ` “${said}”`) : null);
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    state.set({ selection: id, hover: null });
  });
  link.addEventListener("pointerenter", () => state.set({ hover: id }));
  link.addEventListener("pointerleave", () => state.set({ hover: null }));
  return link;
}
