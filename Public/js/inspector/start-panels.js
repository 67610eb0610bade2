// Starts what is on the right side of the inspector, edits, and what other screens would do.
import { commands } from "../commands.js";
import { Edits } from "./edits.js";
import { EditBar } from "./panels/edit-bar.js";
import { Panels, TABS } from "./panels/panels.js";
import { follow } from "./sync.js";
import { WhatIf } from "./whatif.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./state.js").InspectorState} InspectorState */

/**
 * @param {ViewModel} model @param {InspectorState} state
 * @returns {Promise<void>} fulfilled when the layout that the address asks for is there
 */
export function startPanels(model, state) {
  const pane = /** @type {HTMLElement} */ (document.getElementById("panel-pane"));
  const edits = new Edits(model, state);
  const panels = new Panels(/** @type {HTMLElement} */ (document.getElementById("panel")), model, state, edits);
  new EditBar(pane, edits);
  const whatIf = new WhatIf(model, state);
  edits.readHistory().catch(() => {});
  follow(decodeURIComponent(model.base.split("/").pop() ?? ""), model, edits);
  commands.register(
    {
      id: "touch.tool", group: "Canvas", title: "Touch the canvas: see who takes a touch and why", keys: ["T"], icon: "touch", checked: () => state.tool === "touch",
      run: () => {
        const touches = state.tool !== "touch";
        state.set({ tool: touches ? "touch" : "select", ...(touches ? { panel: "touch" } : {}) });
      },
    },
    ...TABS.map(([name, title]) => ({ id: `panel.${name}`, group: "Inspector", title: `Show ${title}`, icon: "panel", when: () => state.selection !== null, run: () => panels.choose(name, true) })),
  );
  return whatIf.settled;
}
