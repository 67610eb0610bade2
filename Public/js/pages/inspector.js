// The inspector: makes its parts and hands each the state and the views. They know nothing of each other.
import { failureNote, fragment, showFailure, swap } from "../core/api.js";
import { commands } from "../core/commands.js";
import { CanvasView } from "../inspector/canvas/canvas-view.js";
import { h, isPhone } from "../core/dom.js";
import { judged } from "../inspector/data/layout.js";
import { ViewModel } from "../inspector/data/model.js";
import { CAUSES, InspectorState } from "../inspector/data/state.js";
import { ANIMATE, chosenTab, FIRST, LINE_UPS, TABS, tabsFor, tabWords } from "../inspector/panels/context.js";
import { makeSubtree, makeTools } from "../inspector/tree/tools.js";
import { Tree } from "../inspector/tree/tree.js";
import { announce, icon } from "../core/ui.js";

// What shows the views comes with this script. What works on them follows at once: nothing that can be seen waits for it,
// and the keys and commands that need it wait for it in turn.

const fetchParts = async () => Object.assign({}, ...await Promise.all(/** @type {Promise<any>[]} */ ([
  import("../inspector/data/constants.js"), import("../inspector/data/edits.js"), import("../inspector/data/marks.js"),
  import("../inspector/tree/pinned.js"), import("../inspector/tree/search.js"),
  import("../inspector/canvas/constraints.js"), import("../inspector/canvas/rulers.js"),
  import("../inspector/canvas/shaping.js"), import("../inspector/canvas/tools.js"),
  import("../inspector/panels/actions.js"), import("../inspector/panels/navigation.js"),
  import("../inspector/panels/panels.js"), import("../inspector/panels/properties.js"), import("../inspector/panels/whatif.js"), import("../core/menu.js"),
])));

/**
 * @typedef {typeof import("../inspector/data/constants.js") & typeof import("../inspector/data/edits.js")
 *   & typeof import("../inspector/data/marks.js") & typeof import("../inspector/tree/pinned.js")
 *   & typeof import("../inspector/tree/search.js") & typeof import("../inspector/canvas/constraints.js")
 *   & typeof import("../inspector/canvas/rulers.js") & typeof import("../inspector/canvas/shaping.js")
 *   & typeof import("../inspector/canvas/tools.js") & typeof import("../inspector/panels/actions.js")
 *   & typeof import("../inspector/panels/navigation.js") & typeof import("../inspector/panels/panels.js")
 *   & typeof import("../inspector/panels/properties.js") & typeof import("../inspector/panels/whatif.js")
 *   & typeof import("../core/menu.js")} Parts
 */
/** @type {Promise<Parts>} */
const parts = new Promise((resolve) => {
  const load = () => fetchParts().then(resolve, () => showFailure(new Error("The server can’t be reached."), load));
  load();
});

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

// The three panes: one at a time on a phone, and the line between tree and canvas.

const PANES = /** @type {const} */ ([["tree", "Tree", "tree"], ["canvas", "Canvas", "canvas"], ["panel", "Inspector", "panel"]]);
const WIDTH = "vitrine.tree-width";
const LEAST = 180, MOST = 640, STANDARD = 280;

/** @param {"tree" | "canvas" | "panel"} name */
function showPane(name) {
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

function makePanes() {
  const bar = h("nav", { class: "pane-tabs", "aria-label": "Panes" },
    ...PANES.map(([name, title, picture]) => h("button", { type: "button", "data-show": name, onclick: () => showPane(name) }, icon(picture), title)));
  document.querySelector(".status")?.after(bar);
  showPane("canvas");
  makeSplitter();
  commands.register(
    { id: "pane.next", group: "Anywhere", title: "Next pane: tree, canvas, inspector", keys: ["F6"], whileTyping: true, icon: "panel", run: () => nextPane(1) },
    { id: "board", group: "Anywhere", title: "All scenes on a board", keys: ["O"], icon: "view-grid", when: () => boardLink() !== null,
      why: "This dump has no scenes", run: openBoard },
    { id: "pane.previous", group: "Anywhere", title: "Previous pane", keys: ["Shift+F6"], whileTyping: true, icon: "panel", run: () => nextPane(-1) },
  );
}

const boardLink = () => /** @type {HTMLAnchorElement | null} */ (document.getElementById("board-link"));

/** Opens the board with the scene of the selected view chosen. */
function openBoard() {
  const link = boardLink();
  if (!link) return;
  const address = new URL(link.href), view = new URL(location.href).searchParams.get("view");
  if (view) address.searchParams.set("scene", view);
  location.assign(address);
}

/** The line between tree and canvas, which can be moved. */
function makeSplitter() {
  const workspace = /** @type {HTMLElement} */ (document.getElementById("main"));
  const splitter = h("div", {
    class: "splitter", tabindex: 0, role: "separator", "aria-label": "Width of the tree", "aria-controls": "tree-pane",
    "aria-orientation": "vertical", "aria-valuemin": LEAST, "aria-valuemax": MOST,
  });
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

// The start.

const dump = document.getElementById("main")?.dataset.dump ?? location.pathname;
const base = `/api/v1${dump}`;

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const state = new InspectorState();
const served = new ServedTree($("tree"), state);
// What the page's head asks for is taken at once.
/** @type {Promise<ViewModel>} */
const loading = new Promise((resolve) => {
  const load = () => ViewModel.load(base).then(resolve, (error) => served.fail(error, load));
  load();
});

makePanes();
adoptPanel(state);
parts.then(({ makeSearch }) => makeSearch(/** @type {HTMLFormElement} */ ($("search")), state, loading, { leave: () => tree?.focus() }));

/** The server tells what an agent sees, or no more, of what is shown now. */
function turnDigest() {
  state.set({ digest: !state.digest });
  location.assign(state.address());
}

document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (/** @type {Element} */ (event.target).closest("#digest-link")) {
    event.preventDefault();
    return turnDigest();
  }
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("#superviews a, .findings a, .note-lines a, #digest a"));
  const view = link && new URL(link.href).searchParams.get("view");
  if (!view) return;
  event.preventDefault();
  state.set({ selection: Number(view) });
});

/** @type {Tree | undefined} */ let tree;
const working = loading.then(async (model) => {
  served.end();
  tree = new Tree($("tree"), model, state, { opened: () => isPhone() && showPane("panel") });
  makeSubtree($("subtree"), model, state);
  makeTools($("tree-tools"), tree);
  model.addEventListener("reload", () => tellCounts(model));
  const shown = parts.then(async (parts) => {
    // In a task of its own: the picture is seen before.
    await new Promise((resolve) => setTimeout(resolve));
    return work(model, parts);
  });
  // The canvas starts with the size that the address asks for.
  if (CAUSES.some((name) => state[name] !== null)) await shown.then(({ settled }) => settled);
  const canvas = new CanvasView($("viewport"), model, state, { announce });
  const { edits, preview, marking } = await shown;
  const { hearMenu, makeViewMenu, offerProperties, ...rest } = await parts;
  canvas.equip(edits, preview, rest);
  const open = makeViewMenu(model, state, edits, marking);
  hearMenu($("tree"), (event) => /** @type {Tree} */ (tree).placeOf(event), (place) => open(place, () => tree?.focus()));
  offerProperties($("panel"), model, state);
  hearMenu($("viewport"), (event) => canvas.placeOf(event), (place) => open(place, () => $("viewport").focus({ preventScroll: true })));
});
const endServedPanel = servePanel(state, () => adoptPanel(state));
commands.expect(working);
parts.then(() => import("./attaching.js")).then(({ makeAttaching }) => makeAttaching(base));

/** How long nothing changes before the dump is checked again, in milliseconds. */
const CHECK_PAUSE = 400;

/**
 * Asks what a check of the dump finds, now and after edits.
 * @param {ViewModel} model
 */
function hearChecks(model) {
  let waiting = 0;
  const check = () => model.check(judged(state, model));
  for (const type of ["update", "reload"]) {
    model.addEventListener(type, () => {
      clearTimeout(waiting);
      waiting = setTimeout(check, CHECK_PAUSE);
    });
  }
  state.addEventListener("change", (event) => {
    const { keys } = /** @type {CustomEvent} */ (event).detail;
    if (keys.has("solver") || keys.has("rule") || CAUSES.some((key) => keys.has(key))) check();
  });
  check();
}

/**
 * Has the views worked on: what is on the right side, edits, marks, the ways around, and what other screens would do.
 * @param {ViewModel} model
 * @param {Parts} parts
 */
function work(model, parts) {
  const { compareAddress, ConstantPreview, EditBar, Edits, follow, makePinned, makeSteps, makeSuperviews, makeViewSource, Marks } = parts;
  const { Panels, timelineAddress, WhatIf } = parts;
  endServedPanel();
  makeSteps(model, state);
  makeSuperviews(model, state);
  makeViewSource(model, state);
  const edits = new Edits(model, state);
  const marks = new Marks(model, state);
  const preview = new ConstantPreview(model, state, edits);
  const panels = new Panels($("panel"), model, state, edits, marks, preview);
  new EditBar($("panel-pane"), edits);
  const whatIf = new WhatIf(model, state);
  edits.begin();
  marks.read();
  makePinned($("pinned"), model, state, marks);
  follow(decodeURIComponent(model.base.split("/").pop() ?? ""), model, edits);
  const writeNote = (/** @type {number} */ id) => {
    state.set({ selection: id });
    if (isPhone()) showPane("panel");
    panels.writeNote();
  };
  commands.register(
    { id: "mark.note", group: "Selection", title: "Write a note on the selected view", keys: ["N"], icon: "note",
      when: () => model.indexOf(state.selection) >= 0 && !state.others.length, run: () => writeNote(/** @type {number} */ (state.selection)) },
    {
      id: "touch.tool", group: "Canvas", title: "Touch the canvas: see who takes a touch and why", keys: ["T"], icon: "touch",
      checked: () => state.tool === "touch",
      run: () => {
        const touches = state.tool !== "touch";
        state.set({ tool: touches ? "touch" : "select", ...(touches ? { panel: "touch" } : {}) });
      },
    },
    { id: "touch.leave", group: "Canvas", title: "Leave the touch tool", keys: ["Escape"], icon: "touch", hidden: true, priority: 5,
      when: () => state.tool === "touch", run: () => state.set({ tool: "select" }) },
    { id: "dump.compare", group: "Inspector", title: "Compare with another dump", icon: "compare", run: () => location.assign(compareAddress(model)) },
    { id: "dump.digest", group: "Inspector", title: "What an agent sees", icon: "view-text", checked: () => state.digest, run: turnDigest },
    { id: "dump.timeline", group: "Inspector", title: "History over the dumps of the app", icon: "history", when: () => timelineAddress(null) !== "",
      run: () => location.assign(timelineAddress(state.selection)) },
    ...LINE_UPS.map(([way, title]) =>
      ({ id: `line.${way}`, group: "Edit", title, icon: "canvas", when: () => state.others.length > 0, run: () => panels.lineUp(way) })),
    { id: "view.one", group: "Selection", title: "Only the view selected last", keys: ["Escape"], icon: "canvas", priority: -5,
      when: () => state.others.length > 0, run: () => state.set({ others: [] }) },
    ...[...TABS, ANIMATE].map(([name, title]) =>
      ({ id: `panel.${name}`, group: "Inspector", title: name === ANIMATE[0] ? "Animate a change of views" : `Show ${title}`,
        icon: name === ANIMATE[0] ? "play" : "panel", when: () => state.selection !== null,
        run: () => panels.choose(name, true) })),
  );
  hearChecks(model);
  /** @type {import("../inspector/panels/navigation.js").Marking} */ const marking = {
    pin: (id, pinned) => marks.pin(id, pinned), writeNote,
    tell: (id, panel) => {
      state.set({ selection: id, panel: panel === FIRST ? null : panel });
      if (isPhone()) showPane("panel");
    },
  };
  // `settled` when the layout that the address asks for is there.
  return { edits, preview, marking, settled: whatIf.settled };
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

// The server's panel for what is selected before the script's is there: as long as that cannot be loaded, the server goes on
// telling.

/**
 * @param {InspectorState} state
 * @param {() => void} adopt told of each panel that came
 * @returns {() => void} ends it
 */
function servePanel(state, adopt) {
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
  return () => ended.abort();
}

// The server's panel until then: its sections as tabs, so that nothing jumps when the script takes over.

/** @param {InspectorState} state */
function adoptPanel(state) {
  const view = document.querySelector("#panel .panel-view");
  const sections = /** @type {HTMLElement[]} */ ([...view?.querySelectorAll("section[data-tab]") ?? []]);
  if (!view || !sections.length) return;
  const chosen = chosenTab(state.panel);
  for (const section of sections) section.hidden = section.dataset.tab !== chosen;
  view.prepend(h("div", { class: "tabs", "aria-hidden": "true" },
    ...tabsFor(state.panel).map((words) => h("span", { class: words[0] === chosen ? "tab chosen" : "tab" }, tabWords(words)))));
}
