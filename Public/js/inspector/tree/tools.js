// The strip below the tree: what it leaves out, opening and closing everything, how much there is.
import { isSystem } from "../describe.js";
import { commands } from "../../commands.js";
import { announce } from "../../toast.js";

/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @param {HTMLElement} strip
 * @param {Tree} tree
 */
export function makeTools(strip, tree) {
  const { model, state } = tree;
  const hide = /** @type {HTMLButtonElement} */ (strip.querySelector("[data-tool=system]"));
  const count = /** @type {HTMLElement} */ (strip.querySelector(".tree-count"));
  let system = 0;

  const draw = () => {
    const { length } = tree.outline;
    const all = model.count - (state.hideSystem ? system : 0);
    hide.setAttribute("aria-pressed", String(state.hideSystem));
    hide.title = `${state.hideSystem ? "Show" : "Hide"} ${system.toLocaleString("en")} system views (H)`;
    count.textContent = `${length.toLocaleString("en")} of ${all.toLocaleString("en")}`;
    count.title = "Rows of views that are open, of all views";
  };
  const recount = () => {
    const kinds = model.classes.map(isSystem);
    system = 0;
    for (let i = 0; i < model.count; i += 1) if (kinds[model.classID(i)]) system += 1;
    hide.disabled = system === 0;
    draw();
  };
  const openAll = (/** @type {boolean} */ open) => {
    const first = state.root === null ? model.roots : [model.indexOf(state.root)];
    for (const i of first) tree.outline.set(i, open, true);
    // Closed completely, a tree of one window would be one row: its own subviews stay in sight.
    if (!open) for (const i of first) tree.outline.set(i, true);
    tree.relist();
    tree.showSelection();
    announce(open ? "All rows are open" : "All rows are closed");
  };

  commands.register(
    {
      id: "tree.system", group: "Tree", title: "Hide system views", keys: ["H"], icon: "hidden", inTree: true,
      when: () => system > 0, checked: () => state.hideSystem,
      run: () => {
        state.set({ hideSystem: !state.hideSystem });
        announce(`${system} system views are ${state.hideSystem ? "hidden" : "shown"}`);
      },
    },
    { id: "tree.open", group: "Tree", title: "Open all rows", icon: "open-all", run: () => openAll(true) },
    { id: "tree.close", group: "Tree", title: "Close all rows", icon: "close-all", run: () => openAll(false) },
  );
  strip.addEventListener("click", (event) => {
    const tool = /** @type {Element} */ (event.target).closest("[data-tool]")?.getAttribute("data-tool");
    if (tool) commands.run(`tree.${tool}`);
  });
  strip.addEventListener("keydown", (event) => {
    const buttons = /** @type {HTMLElement[]} */ ([...strip.querySelectorAll("button:not(:disabled)")]);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons[(to + buttons.length) % buttons.length];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  });
  model.addEventListener("reload", recount);
  tree.addEventListener("list", draw);
  recount();
  const [first, ...others] = /** @type {HTMLElement[]} */ ([...strip.querySelectorAll("button:not(:disabled)")]);
  if (first) first.tabIndex = 0;
  for (const button of others) button.tabIndex = -1;
  strip.hidden = false;
}
