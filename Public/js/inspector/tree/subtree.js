// The strip above the tree while one subtree alone is shown: where it is, and the way out.
import { title } from "../describe.js";
import { icon } from "../../icons.js";
import { commands } from "../../commands.js";
import { announce } from "../../toast.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../state.js").InspectorState} InspectorState */

/**
 * @param {HTMLElement} strip
 * @param {ViewModel} model
 * @param {InspectorState} state
 */
export function makeSubtree(strip, model, state) {
  const draw = () => {
    const root = model.indexOf(state.root);
    strip.hidden = root < 0;
    strip.replaceChildren();
    if (root < 0) return;
    const path = [root];
    while (model.parent(path[0]) >= 0) path.unshift(model.parent(path[0]));
    const leave = button("All views", () => state.set({ root: null }));
    leave.prepend(icon("chevron-left"));
    leave.title = "Show all views (Esc)";
    const list = document.createElement("ol");
    for (const i of path) {
      const item = document.createElement("li");
      const part = button(model.className(i), () => state.set({ root: model.id(i), selection: model.id(i) }));
      if (i === root) part.setAttribute("aria-current", "true");
      item.append(part);
      list.append(item);
    }
    strip.append(leave, list);
    list.scrollLeft = 1e6;
    strip.classList.toggle("cut", list.scrollLeft > 0);
  };

  const focus = () => {
    const i = model.indexOf(state.selection);
    const same = state.selection === state.root;
    state.set({ root: same ? null : state.selection });
    announce(same ? "All views are shown" : `Only ${title(model, i)} and what is below it is shown`);
  };
  commands.register(
    {
      id: "tree.focus", group: "Tree", title: "Focus on the selected view and what is below it", keys: ["F"], icon: "focus", inTree: true,
      when: () => model.indexOf(state.selection) >= 0, checked: () => state.root !== null && state.root === state.selection, run: focus,
    },
    {
      id: "tree.leave", group: "Tree", title: "Show all views again", keys: ["Escape"], icon: "chevron-left", priority: -10,
      when: () => state.root !== null && (state.selection === state.root || state.selection === null), run: () => state.set({ root: null }),
    },
  );
  state.watch(["root"], draw);
  model.addEventListener("reload", draw);
}

/**
 * @param {string} text
 * @param {() => void} run
 */
function button(text, run) {
  const made = document.createElement("button");
  made.type = "button";
  made.append(text);
  made.addEventListener("click", run);
  return made;
}
