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

/** @typedef {readonly [name: string, title: string]} TabName */

const said = new Set(document.getElementById("main")?.dataset.tabs?.split(" "));
/**
 * The tabs that have something to say of this dump, in their order: the server knows which.
 * @type {readonly TabName[]}
 */
export const TABS = /** @type {TabName[]} */ ([
  ["element", "Element"], ["size", "Size"], ["attributes", "Attributes"], ["touch", "Touch"], ["content", "Content"], ["source", "Source"],
]).filter(([name]) => said.has(name));
/**
 * The tab that few need: it is there while it is shown.
 * @type {TabName}
 */
export const ANIMATE = ["animate", "Animate"];
/** The tab that is shown when none was chosen. */
export const FIRST = TABS[0]?.[0] ?? "attributes";
/**
 * The tabs that are there while a panel is asked for.
 * @param {string | null} panel
 */
export const tabsFor = (panel) => (panel === ANIMATE[0] ? [...TABS, ANIMATE] : TABS);
/**
 * The name of the tab that is shown for a panel that is asked for.
 * @param {string | null} panel
 */
export const chosenTab = (panel) => tabsFor(panel).find(([name]) => name === panel)?.[0] ?? FIRST;
/**
 * What stands on a tab.
 * @param {TabName} tab
 */
export const tabWords = ([, title]) => h("span", { class: "tab-name", "data-title": title }, title);

// What the dump does not say of a view, in one place and folded: a wall of it hides what the dump says.

export class Unsaid {
  body = h("div");
  hint = h("p", { class: "caption" });
  element = h("details", { class: "unsaid", hidden: true }, h("summary", null, icon("chevron-right"), "Not in the dump"), this.body, this.hint);

  /**
   * Says what could tell it.
   * @param {Iterable<string>} properties as the API calls them; none hides the fold
   */
  show(properties) {
    const names = new Set(properties);
    this.element.hidden = names.size === 0;
    const files = `${location.pathname}/companions`;
    this.hint.replaceChildren(h("a", { href: "/help#dumps" }, "Vitrine’s exporter"), " in the app tells ", names.size === 1 ? "this" : "these", ".",
      ...(names.has("controller") ? [" Controllers can also be added as a ", h("a", { href: files }, "related file"), "."] : []));
  }
}

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
