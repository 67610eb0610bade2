// The inspector: makes its parts and hands each the state and the views. They know nothing of each other.
import { commands } from "./commands.js";
import { CanvasView } from "./inspector/canvas/canvas-view.js";
import { askHistory, Edits, follow } from "./inspector/edits.js";
import { askMarks, makePinned, Marks } from "./inspector/marks.js";
import { compareAddress, hearMenu, makeViewMenu } from "./inspector/menu.js";
import { ViewModel } from "./inspector/model.js";
import { isPhone, makePanes, makeSteps, makeSuperviews, makeViewSource, showPane } from "./inspector/navigation.js";
import { EditBar } from "./inspector/panels/actions.js";
import { LINE_UPS, Panels, TABS } from "./inspector/panels/panels.js";
import { makeSearch } from "./inspector/search.js";
import { adoptPanel, ServedTree, servePanel } from "./inspector/served.js";
import { InspectorState } from "./inspector/state.js";
import { makeSubtree, makeTools } from "./inspector/tree/tools.js";
import { Tree } from "./inspector/tree/tree.js";
import { readDevices, WhatIf } from "./inspector/whatif.js";
import { announce } from "./ui.js";

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
  const { edits, marking, settled } = startPanels(model);
  await settled;
  const canvas = new CanvasView($("viewport"), model, state, edits, { announce });
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
 * @returns {{ edits: Edits, marking: import("./inspector/menu.js").Marking, settled: Promise<void> }} `settled` when the layout that the address asks for is there
 */
function startPanels(model) {
  const edits = new Edits(model, state);
  const marks = new Marks(model, state);
  const panels = new Panels($("panel"), model, state, edits, marks);
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
    ...LINE_UPS.map(([way, title]) => ({ id: `line.${way}`, group: "Edit", title, icon: "canvas", when: () => state.others.length > 0, run: () => panels.lineUp(way) })),
    { id: "view.one", group: "Selection", title: "Only the view selected last", keys: ["Escape"], hidden: true, priority: -5, when: () => state.others.length > 0, run: () => state.set({ others: [] }) },
    ...TABS.map(([name, title]) => ({ id: `panel.${name}`, group: "Inspector", title: `Show ${title}`, icon: "panel", when: () => state.selection !== null, run: () => panels.choose(name, true) })),
  );
  return { edits, marking: { pin: (id, pinned) => marks.pin(id, pinned), writeNote }, settled: whatIf.settled };
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
