// The ways around: the way from the window to the selected view, steps from it, views in the palette, the menu of a view.
import { commands, score } from "../../core/commands.js";
import { theMenu } from "../../core/menu.js";
import { isSystem, kindOf, note, readableClass, readableName, short, shownClass, title, words } from "../data/describe.js";
import { h } from "../../core/dom.js";
import { HIDDEN, VISIBLE } from "../data/model.js";
import { COPIES, copyView } from "./actions.js";
import { TABS } from "./context.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */

// The way from the window to the selected view, in the bottom bar.

/**
 * @param {ViewModel} model
 * @param {import("../data/state.js").InspectorState} state
 */
export function makeSuperviews(model, state) {
  const nav = /** @type {HTMLElement} */ (document.getElementById("superviews"));
  const list = /** @type {HTMLElement} */ (nav.querySelector("ol"));
  const draw = () => {
    const path = [];
    for (let i = model.indexOf(state.selection); i >= 0; i = model.parent(i)) path.unshift(i);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#superviews a"))?.dataset.id;
    list.replaceChildren(...path.map((i, at) => {
      const id = model.id(i), isLast = at === path.length - 1;
      return h("li", null, h("a", { href: state.address({ selection: id }).href, "data-id": id, "aria-current": isLast ? "true" : null }, title(model, i)));
    }));
    // With the next picture, which lays the page out anyway.
    requestAnimationFrame(() => (nav.scrollLeft = 1e6));
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
 * @param {import("../data/model.js").ViewModel} model
 * @param {import("../data/state.js").InspectorState} state
 */
export function makeSteps(model, state) {
  const selected = () => model.indexOf(state.selection);
  /**
   * What the tree lists: not the system views that are hidden.
   * @param {number} i
   */
  const listed = (i) => !(state.hideSystem && isSystem(readableClass(model, i)));
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
    { id: "view.superview", group: "Selection", title: "Select the superview, or nothing at the top", keys: ["Escape"], icon: "chevron-left",
      priority: -20, when, run: up },
  );
}

// The views as entries of the palette.

/** How many views the palette lists. */
const LISTED = 40;

/**
 * @param {import("../data/model.js").ViewModel} model
 * @param {import("../data/state.js").InspectorState} state
 */
export function makeViewSource(model, state) {
  commands.provide("views", {
    title: "Views",
    find(query) {
      if (!query) return [];
      const classes = model.classes.map((raw) => Math.max(score(raw, query, true), score(readableName(model, raw), query)));
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
        if (best.length < LISTED * 8) continue;
        best = best.sort((one, other) => other.value - one.value || one.i - other.i).slice(0, LISTED);
        least = best[best.length - 1].value;
      }
      best.sort((one, other) => other.value - one.value || one.i - other.i);
      return best.slice(0, LISTED).map(({ i, value }) => {
        const text = words(model, i);
        return {
          title: shownClass(model, i), note: text ? `“${text}”` : note(model, i) ?? short(model.identifier(i)) ?? "",
          icon: `view-${kindOf(readableClass(model, i))}`, score: value, run: () => state.set({ selection: model.id(i) }),
        };
      });
    },
  });
}

// The menu of a view, in the tree and on the canvas.

/**
 * What the menu has others do: `tell` shows a tab of the panel about a view.
 * @typedef {{ pin: (id: number, pinned: boolean) => unknown, writeNote: (id: number) => void, tell: (id: number, tab: string) => void }} Marking
 */

/** What is asked about a view, and the tab that answers it. */
const WHYS = [
  { title: "Why is it here?", icon: "ruler", tab: "size", why: "The dump says nothing of its size and its constraints" },
  { title: "Why is it not visible?", icon: "hidden", tab: "touch", why: "The dump says nothing of what is seen", isAsked: isUnseen, not: "It is visible" },
  { title: "Can it be touched?", icon: "touch", tab: "touch", why: "The dump says nothing of touches" },
];

/**
 * Whether nothing of a view is seen.
 * @param {ViewModel} model @param {number} i
 */
function isUnseen(model, i) {
  return (model.flags(i) & VISIBLE) === 0;
}

/**
 * @param {ViewModel} model @param {InspectorState} state @param {import("../data/edits.js").Edits} edits @param {Marking} marking
 * @returns {(place: import("../../core/menu.js").Place, back: () => void) => void} opens the menu of a view; `back` puts the focus where it was when it closes
 */
export function makeViewMenu(model, state, edits, marking) {
  return ({ id, x, y }, back) => {
    const i = model.indexOf(id);
    if (i < 0) return;
    const isHidden = (model.flags(i) & HIDDEN) !== 0, isAlone = state.root === id;
    const siblings = model.parent(i) < 0 ? [] : model.children(model.parent(i));
    const isPinned = state.pins.includes(id), hasNote = state.notes.has(id);
    const can = edits.available, unknown = "The list of edits couldn’t be loaded";
    /** @type {(import("../../core/menu.js").Item | null)[]} */ const items = [
      { title: "Select", icon: "canvas", isPossible: state.selection !== id, why: "It is selected", run: () => state.set({ selection: id }) },
      { title: isAlone ? "Show all views" : "Focus", icon: "focus", run: () => state.set({ root: isAlone ? null : id }) },
      { title: isHidden ? "Show" : "Hide", icon: "hidden", isPossible: can, why: unknown, run: () => edits.change(id, { hidden: !isHidden }) },
      null,
      { title: isPinned ? "Unpin" : "Pin", icon: "pin", run: () => marking.pin(id, !isPinned) },
      { title: hasNote ? "Edit note" : "Add note", icon: "note", run: () => marking.writeNote(id) },
      null,
      ...WHYS.map(({ tab, isAsked, not, why, ...item }) => {
        const isKnown = TABS.some(([name]) => name === tab);
        return { ...item, isPossible: isKnown && isAsked?.(model, i) !== false, why: isKnown ? not : why, run: () => marking.tell(id, tab) };
      }),
      null,
      ...COPIES.map((how) => ({
        title: how.title, icon: how.name === "Link" ? "link" : how.isFile ? "download" : "copy", isPossible: how.isThere?.(model, i) ?? true,
        why: "It has no identifier", run: () => copyView(how, { model, state }, id),
      })),
      { title: "Compare with another dump…", icon: "compare", run: () => location.assign(compareAddress(model)) },
      ...(timelineAddress(id) ? [{ title: "History over dumps", icon: "history", run: () => location.assign(timelineAddress(id)) }] : []),
      null,
      { title: "Bring to front", icon: "to-front", isPossible: can && siblings.length > 1 && siblings[siblings.length - 1] !== i,
        why: can ? "No sibling is in front of it" : unknown, run: () => edits.perform({ op: "bringToFront", view: id }) },
      { title: "Send to back", icon: "to-back", isPossible: can && siblings.length > 1 && siblings[0] !== i,
        why: can ? "No sibling is behind it" : unknown, run: () => edits.perform({ op: "sendToBack", view: id }) },
      { title: "Remove", icon: "trash", isDangerous: true, isPossible: can && siblings.length > 0, why: can ? "It is in no other view" : unknown,
        run: () => edits.perform({ op: "remove", view: id }) },
    ];
    theMenu().open(title(model, i), items, x, y, back);
  };
}

/**
 * Where it is asked which dump another one is compared with.
 * @param {ViewModel} model
 */
export const compareAddress = (model) => `/diff?from=${model.base.split("/").pop()}`;

/**
 * Where the dump stands among those of its app, with the history of a view; empty where it is the only one.
 * @param {number | null} id
 */
export function timelineAddress(id) {
  const address = document.getElementById("main")?.dataset.timeline ?? "";
  return address && id !== null ? `${address}&view=${id}` : address;
}
