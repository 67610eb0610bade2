// The ways around: the three panes, the way from the window to the selected view, steps from it, views in the palette.
import { commands, score } from "../commands.js";
import { icon } from "../ui.js";
import { isSystem, kindOf, note, short, title, words } from "./describe.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */

const PANES = /** @type {const} */ ([["tree", "Tree", "tree"], ["canvas", "Canvas", "canvas"], ["panel", "Inspector", "panel"]]);
const WIDTH = "vitrine.tree-width";
const LEAST = 180, MOST = 640, STANDARD = 280;

export const isPhone = () => matchMedia("(max-width: 719px)").matches;

/** @param {"tree" | "canvas" | "panel"} name */
export function showPane(name) {
  document.body.dataset.pane = name;
  for (const button of document.querySelectorAll(".pane-tabs button")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-show") === name));
  }
}

/**
 * Puts the focus into the next pane, as F6 does on desktops.
 * @param {1 | -1} step
 */
function nextPane(step) {
  const panes = [".tree-pane", ".stage", ".panel"].map((name) => document.querySelector(name));
  const at = panes.findIndex((pane) => pane?.contains(document.activeElement));
  const to = (at + step + 3) % 3;
  showPane(PANES[to][0]);
  const inside = [...panes[to]?.querySelectorAll("[tabindex='0'], a[href]:not([tabindex]), button:not([tabindex])") ?? []];
  const first = inside.find((element) => element.matches("[role=treeitem], [role=tab], .viewport")) ?? inside[0];
  /** @type {HTMLElement | undefined} */ (first)?.focus();
}

export function makePanes() {
  const bar = document.createElement("nav");
  bar.className = "pane-tabs";
  bar.setAttribute("aria-label", "Panes");
  for (const [name, title, picture] of PANES) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.show = name;
    button.append(icon(picture), title);
    button.addEventListener("click", () => showPane(name));
    bar.append(button);
  }
  document.querySelector(".status")?.after(bar);
  showPane("canvas");
  makeSplitter();
  commands.register(
    { id: "pane.next", group: "Anywhere", title: "Next pane: tree, canvas, inspector", keys: ["F6"], whileTyping: true, icon: "panel", run: () => nextPane(1) },
    { id: "pane.previous", group: "Anywhere", title: "Previous pane", keys: ["Shift+F6"], whileTyping: true, hidden: true, run: () => nextPane(-1) },
  );
}

/** The line between tree and canvas, which can be moved. */
function makeSplitter() {
  const workspace = /** @type {HTMLElement} */ (document.getElementById("main"));
  const splitter = document.createElement("div");
  splitter.className = "splitter";
  splitter.tabIndex = 0;
  for (const [name, value] of Object.entries({ role: "separator", "aria-label": "Width of the tree", "aria-controls": "tree-pane", "aria-orientation": "vertical", "aria-valuemin": LEAST, "aria-valuemax": MOST })) {
    splitter.setAttribute(name, String(value));
  }
  let width = STANDARD;
  let kept = STANDARD;
  const show = (/** @type {number} */ next) => {
    width = Math.round(Math.min(MOST, Math.max(LEAST, next)));
    workspace.style.setProperty("--tree", `${width}px`);
    splitter.setAttribute("aria-valuenow", String(width));
  };
  const keep = () => {
    try {
      localStorage.setItem(WIDTH, String(width));
    } catch {
      // It holds as long as the page.
    }
  };
  const stored = Number(localStorage.getItem(WIDTH));
  splitter.setAttribute("aria-valuenow", String(STANDARD));
  if (stored) show(stored);
  splitter.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    splitter.setPointerCapture(event.pointerId);
    const start = width - event.clientX;
    const move = (/** @type {PointerEvent} */ moved) => show(start + moved.clientX);
    splitter.addEventListener("pointermove", move);
    splitter.addEventListener("lostpointercapture", () => {
      splitter.removeEventListener("pointermove", move);
      keep();
    }, { once: true });
  });
  splitter.addEventListener("dblclick", () => (show(STANDARD), keep()));
  splitter.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: width - 16, ArrowRight: width + 16, Home: LEAST, End: MOST, Enter: width === LEAST ? kept : LEAST }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && width !== LEAST) kept = width;
    event.preventDefault();
    event.stopPropagation();
    show(to);
    keep();
  });
  document.getElementById("tree-pane")?.append(splitter);
}

// The way from the window to the selected view, in the bottom bar.

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

/** How many views the palette lists. */
const LISTED = 40;

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
        if (best.length < LISTED * 8) continue;
        best = best.sort((one, other) => other.value - one.value || one.i - other.i).slice(0, LISTED);
        least = best[best.length - 1].value;
      }
      best.sort((one, other) => other.value - one.value || one.i - other.i);
      return best.slice(0, LISTED).map(({ i, value }) => {
        const text = words(model, i);
        return {
          title: model.className(i), note: text ? `“${text}”` : note(model, i) ?? short(model.identifier(i)) ?? "",
          icon: `view-${kindOf(model.className(i))}`, score: value, run: () => state.set({ selection: model.id(i) }),
        };
      });
    },
  });
}
