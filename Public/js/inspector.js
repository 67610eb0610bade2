// The inspector: makes its parts and hands each the state and the views. They know nothing of each other.
import { CanvasView } from "./inspector/canvas/canvas-view.js";
import { ViewModel } from "./inspector/model.js";
import { adoptPanel } from "./inspector/panels/served.js";
import { isPhone, makePanes, showPane } from "./inspector/panes.js";
import { makeSearch } from "./inspector/search/search.js";
import { servePanel } from "./inspector/served-panel.js";
import { startPanels } from "./inspector/start-panels.js";
import { makeSteps } from "./inspector/steps.js";
import { InspectorState } from "./inspector/state.js";
import { makeSuperviews } from "./inspector/superviews.js";
import { ServedTree } from "./inspector/tree/served.js";
import { makeSubtree } from "./inspector/tree/subtree.js";
import { makeTools } from "./inspector/tree/tools.js";
import { Tree } from "./inspector/tree/tree.js";
import { makeViewSource } from "./inspector/view-source.js";
import { announce, toast } from "./toast.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const dump = $("main").dataset.dump ?? location.pathname;
const state = new InspectorState();
const served = new ServedTree($("tree"), state);
const loading = ViewModel.load(`/api/v1${dump}`, { progress: served.progress });

makePanes();
adoptPanel(state);
servePanel(state, loading, () => adoptPanel(state));
makeSearch(/** @type {HTMLFormElement} */ ($("search")), state, loading, { leave: () => tree?.focus() });

document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("#superviews a, .findings a"));
  const view = link && new URL(link.href).searchParams.get("view");
  if (!view) return;
  event.preventDefault();
  state.set({ selection: Number(view) });
});

/** @type {Tree | undefined} */ let tree;
loading.then((model) => {
  served.end();
  tree = new Tree($("tree"), model, state, { opened: () => isPhone() && showPane("panel") });
  makeSubtree($("subtree"), model, state);
  makeTools($("tree-tools"), tree);
  makeSteps(model, state);
  makeSuperviews(model, state);
  makeViewSource(model, state);
  // The canvas starts with the size that the address asks for.
  startPanels(model, state).then(() => new CanvasView($("viewport"), model, state, { announce }));
}, (error) => toast(/** @type {Error} */ (error).message));
