// The server's panel until the views are there: its sections as tabs, so that nothing jumps when the script takes over.
import { h } from "./dom.js";
import { FIRST, TABS } from "./panels.js";

/** @param {import("../state.js").InspectorState} state */
export function adoptPanel(state) {
  const view = document.querySelector("#panel .panel-view");
  const sections = /** @type {HTMLElement[]} */ ([...view?.querySelectorAll("section[data-tab]") ?? []]);
  if (!view || !sections.length) return;
  const chosen = TABS.some(([name]) => name === state.panel) ? state.panel : FIRST;
  for (const section of sections) section.hidden = section.dataset.tab !== chosen;
  view.prepend(h("div", { class: "tabs", "aria-hidden": "true" }, ...TABS.map(([name, title]) => h("span", { role: "tab", class: "tab", "aria-selected": String(name === chosen), "data-title": title }, title))));
}
