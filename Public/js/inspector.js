// The inspector: makes its parts and hands each the state and the views. They know nothing of each other.
import { failureNote, fragment, showFailure, swap } from "./api.js";
import { commands } from "./commands.js";
import { CanvasView } from "./inspector/canvas/canvas-view.js";
import { ConstantPreview } from "./inspector/canvas/constraints.js";
import { h } from "./inspector/dom.js";
import { askHistory, Edits, follow } from "./inspector/edits.js";
import { readDevices } from "./inspector/kept.js";
import { askMarks, makePinned, Marks } from "./inspector/marks.js";
import { ViewModel } from "./inspector/model.js";
import { compareAddress, hearMenu, isPhone, makePanes, makeSteps, makeSuperviews, makeViewMenu, makeViewSource, showPane, timelineAddress } from "./inspector/navigation.js";
import { EditBar } from "./inspector/panels/actions.js";
import { FIRST, LINE_UPS, Panels, TABS, tabWords } from "./inspector/panels/panels.js";
import { makeSearch } from "./inspector/search.js";
import { InspectorState } from "./inspector/state.js";
import { makeSubtree, makeTools } from "./inspector/tree/tools.js";
import { Tree } from "./inspector/tree/tree.js";
import { WhatIf } from "./inspector/whatif.js";
import { announce } from "./ui.js";

// The server's page while the views are loading: its rows select at once, its panel is fetched anew for each view.

class ServedTree {
  #ended = new AbortController();
  #timer = 0;

  /**
   * @param {HTMLElement} list
   * @param {InspectorState} state
   */
  constructor(list, state) {
    this.list = list;
    this.state = state;
    const { signal } = this.#ended;
    list.addEventListener("click", (event) => this.#click(event), { signal });
    list.addEventListener("pointerover", (event) => state.set({ hover: this.#id(event.target) }), { signal });
    list.addEventListener("pointerleave", () => state.set({ hover: null }), { signal });
    state.addEventListener("change", (event) => /** @type {CustomEvent} */ (event).detail.keys.has("selection") && this.#mark(), { signal });
    list.querySelector(".row.selected")?.scrollIntoView({ block: "center" });
    this.#timer = setTimeout(() => this.#tell(), 300);
  }

  /** @param {EventTarget | null} target */
  #id(target) {
    const item = target instanceof Element ? target.closest("li[data-id]") : null;
    return item ? Number(item.getAttribute("data-id")) : null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const target = /** @type {Element} */ (event.target);
    const id = this.#id(target);
    if (!target.closest("a") || id === null) return;
    event.preventDefault();
    if (target.closest(".fold")) target.closest("li")?.setAttribute("data-open", "");
    else if (!target.closest(".more")) this.state.set({ selection: id });
  }

  #mark() {
    for (const row of this.list.querySelectorAll(".row.selected")) row.classList.remove("selected");
    this.list.querySelector(`li[data-id="${this.state.selection}"] > .row`)?.classList.add("selected");
  }

  /** Loading that takes its time is shown. */
  #tell() {
    const box = document.getElementById("tree-progress");
    if (!box) return;
    box.hidden = false;
    /** @type {HTMLElement} */ (box.querySelector("span")).textContent = "Loading views…";
  }

  /**
   * Says where the progress stood why there is none.
   * @param {unknown} error
   * @param {() => void} again
   */
  fail(error, again) {
    clearTimeout(this.#timer);
    const box = document.getElementById("tree-progress");
    if (!box) return showFailure(error, again);
    const parts = [...box.children];
    box.hidden = false;
    box.replaceChildren(failureNote(error, () => {
      box.replaceChildren(...parts);
      this.#tell();
      again();
    }));
  }

  end() {
    clearTimeout(this.#timer);
    this.#ended.abort();
    document.getElementById("tree-progress")?.remove();
  }
}

// What the page's head asks for is taken at once; who needs it says what failed.
const dump = document.getElementById("main")?.dataset.dump ?? location.pathname;
const base = `/api/v1${dump}`;
const earlier = askHistory(base);
const marked = askMarks(base);
for (const asked of [earlier, marked, readDevices()]) asked.catch(() => {});

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const state = new InspectorState();
const served = new ServedTree($("tree"), state);
/** @type {Promise<ViewModel>} */
const loading = new Promise((resolve) => {
  const load = () => ViewModel.load(base).then(resolve, (error) => served.fail(error, load));
  load();
});

makePanes();
adoptPanel(state);
servePanel(state, loading, () => adoptPanel(state));
makeSearch(/** @type {HTMLFormElement} */ ($("search")), state, loading, { leave: () => tree?.focus() });

document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("#superviews a, .findings a, .note-lines a"));
  const view = link && new URL(link.href).searchParams.get("view");
  if (!view) return;
  event.preventDefault();
  state.set({ selection: Number(view) });
});

/** @type {Tree | undefined} */ let tree;
loading.then(async (model) => {
  served.end();
  tree = new Tree($("tree"), model, state, { opened: () => isPhone() && showPane("panel") });
  makeSubtree($("subtree"), model, state);
  makeTools($("tree-tools"), tree);
  makeSteps(model, state);
  makeSuperviews(model, state);
  makeViewSource(model, state);
  model.addEventListener("reload", () => tellCounts(model));
  hearChecks(model);
  // The canvas starts with the size that the address asks for.
  const { edits, preview, marking, settled } = startPanels(model);
  await settled;
  const canvas = new CanvasView($("viewport"), model, state, edits, preview, { announce });
  const open = makeViewMenu(model, state, edits, marking);
  hearMenu($("tree"), (event) => /** @type {Tree} */ (tree).placeOf(event), (place) => open(place, () => tree?.focus()));
  hearMenu($("viewport"), (event) => canvas.placeOf(event), (place) => open(place, () => $("viewport").focus({ preventScroll: true })));
});

/** How long nothing changes before the dump is checked again, in milliseconds. */
const CHECK_PAUSE = 400;

/**
 * Asks what a check of the dump finds, now and after edits.
 * @param {ViewModel} model
 */
function hearChecks(model) {
  let waiting = 0;
  for (const type of ["update", "reload"]) {
    model.addEventListener(type, () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => model.check(), CHECK_PAUSE);
    });
  }
  model.check();
}

/**
 * What is on the right side, edits, marks, and what other screens would do.
 * @param {ViewModel} model
 * @returns {{ edits: Edits, preview: ConstantPreview, marking: import("./inspector/navigation.js").Marking, settled: Promise<void> }} `settled` when the layout that the address asks for is there
 */
function startPanels(model) {
  const edits = new Edits(model, state);
  const marks = new Marks(model, state);
  const preview = new ConstantPreview(model, state, edits);
  const panels = new Panels($("panel"), model, state, edits, marks, preview);
  new EditBar($("panel-pane"), edits);
  const whatIf = new WhatIf(model, state);
  edits.readHistory(earlier);
  marks.read(marked);
  makePinned($("pinned"), model, state, marks);
  follow(decodeURIComponent(model.base.split("/").pop() ?? ""), model, edits);
  const writeNote = (/** @type {number} */ id) => {
    state.set({ selection: id });
    if (isPhone()) showPane("panel");
    panels.writeNote();
  };
  commands.register(
    { id: "mark.note", group: "Selection", title: "Write a note on the selected view", keys: ["N"], icon: "note", when: () => model.indexOf(state.selection) >= 0 && !state.others.length, run: () => writeNote(/** @type {number} */ (state.selection)) },
    {
      id: "touch.tool", group: "Canvas", title: "Touch the canvas: see who takes a touch and why", keys: ["T"], icon: "touch", checked: () => state.tool === "touch",
      run: () => {
        const touches = state.tool !== "touch";
        state.set({ tool: touches ? "touch" : "select", ...(touches ? { panel: "touch" } : {}) });
      },
    },
    { id: "dump.compare", group: "Inspector", title: "Compare with another dump", icon: "compare", run: () => location.assign(compareAddress(model)) },
    { id: "dump.timeline", group: "Inspector", title: "History over the dumps of the app", icon: "history", when: () => timelineAddress(null) !== "", run: () => location.assign(timelineAddress(state.selection)) },
    ...LINE_UPS.map(([way, title]) => ({ id: `line.${way}`, group: "Edit", title, icon: "canvas", when: () => state.others.length > 0, run: () => panels.lineUp(way) })),
    { id: "view.one", group: "Selection", title: "Only the view selected last", keys: ["Escape"], hidden: true, priority: -5, when: () => state.others.length > 0, run: () => state.set({ others: [] }) },
    ...TABS.map(([name, title]) => ({ id: `panel.${name}`, group: "Inspector", title: `Show ${title}`, icon: "panel", when: () => state.selection !== null, run: () => panels.choose(name, true) })),
  );
  return { edits, preview, marking: { pin: (id, pinned) => marks.pin(id, pinned), writeNote }, settled: whatIf.settled };
}

/**
 * Says how large the dump is, after views came or went.
 * @param {ViewModel} model
 */
function tellCounts(model) {
  let depth = 0;
  for (let i = 0; i < model.count; i += 1) depth = Math.max(depth, model.depth(i));
  $("extent").textContent = `${model.count} views · depth ${depth}`;
}

// The server's panel for what is selected before the views are there.

/**
 * @param {InspectorState} state
 * @param {Promise<unknown>} loading
 * @param {() => void} adopt told of each panel that came
 */
function servePanel(state, loading, adopt) {
  const ended = new AbortController();
  /** @type {AbortController | undefined} */ let asked;
  const refresh = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const page = await fragment(state.address(), "selection", /** @type {any} */ (AbortSignal).any([asked.signal, ended.signal]));
      swap(page, "panel", "superviews");
      adopt();
    } catch (error) {
      showFailure(error, refresh);
    }
  };
  state.addEventListener("change", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.keys.has("selection")) refresh();
  }, { signal: ended.signal });
  // As long as they cannot be loaded, the server goes on telling.
  loading.then(() => ended.abort());
}

// The server's panel until the views are there: its sections as tabs, so that nothing jumps when the script takes over.

/** @param {InspectorState} state */
function adoptPanel(state) {
  const view = document.querySelector("#panel .panel-view");
  const sections = /** @type {HTMLElement[]} */ ([...view?.querySelectorAll("section[data-tab]") ?? []]);
  if (!view || !sections.length) return;
  const chosen = TABS.some(([name]) => name === state.panel) ? state.panel : FIRST;
  for (const section of sections) section.hidden = section.dataset.tab !== chosen;
  view.prepend(h("div", { class: "tabs", "aria-hidden": "true" }, ...TABS.map((words) => h("span", { role: "tab", class: "tab", "aria-selected": String(words[0] === chosen) }, tabWords(words)))));
}
