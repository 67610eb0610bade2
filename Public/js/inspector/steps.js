// Steps from the selected view: to its siblings, to its superview, to nothing.
import { commands } from "../commands.js";
import { isSystem } from "./describe.js";

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
