// What if the screen were another one: tools above the canvas, the outcome in a line below it.
import { icon } from "../icons.js";
import { toast } from "../toast.js";
import { h, put } from "./panels/dom.js";
import { count, plain } from "./panels/format.js";
import { viewLink } from "./panels/view-link.js";
import { LayoutFollower } from "./whatif/layout.js";
import { WhatIfTools } from "./whatif/tools.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./state.js").InspectorState} InspectorState */
/** @typedef {import("./whatif/layout.js").Finding} Finding */

/** How many warnings are listed. */
const LISTED = 100;

export class WhatIf {
  #opened = false;

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   */
  constructor(model, state) {
    this.model = model;
    this.state = state;
    this.follower = new LayoutFollower(model, state, (error) => toast(error.message));
    this.tools = new WhatIfTools(/** @type {HTMLElement} */ (document.getElementById("device-tools")), model, state, this.follower);
    this.line = /** @type {HTMLElement} */ (document.getElementById("whatif"));
    this.follower.addEventListener("layout", () => this.#draw());
    state.addEventListener("change", (event) => /** @type {CustomEvent} */ (event).detail.keys.has("compare") && this.#draw());
    model.addEventListener("layout", () => this.#draw());
    this.#draw();
  }

  /** The layout that the address asks for is shown. */
  get settled() {
    return this.follower.settled;
  }

  #draw() {
    const { follower: { layout }, state } = this;
    const busy = document.activeElement?.closest("#whatif");
    const focused = busy ? /** @type {HTMLElement} */ (document.activeElement).dataset.control : null;
    this.#opened = this.line.querySelector("details")?.open ?? this.#opened;
    if (!layout) {
      this.#opened = false;
      return this.line.replaceChildren();
    }
    const { size, warnings, moved, total } = layout;
    const words = [state.statusBar === "inCall" ? "in-call bar" : state.statusBar === "hidden" ? "no status bar" : "", state.keyboard ? "keyboard" : "", state.rule === "even" ? "growth shared evenly" : "", state.scale ? `rounded @${state.scale}x` : ""].filter(Boolean);
    const compare = h("button", { type: "button", class: "button", "data-control": "compare", "aria-pressed": String(state.compare !== null), onclick: () => state.set({ compare: state.compare === null ? "before" : null }, { replace: true }) }, icon("compare"), "Compare");
    put(compare, "title", "Show where the views are in the dump");
    this.line.replaceChildren(h("section", { class: "whatif", "aria-labelledby": "whatif-title", "data-whatif": `${plain(size.width)},${plain(size.height)}` },
      h("h2", { id: "whatif-title" }, "What if ", h("span", { class: "num-text" }, `${plain(size.width)} × ${plain(size.height)}`)),
      words.length ? h("p", { class: "dim" }, words.join(" · ")) : null,
      h("p", null, h("b", null, moved.toLocaleString("en")), ` of ${total.toLocaleString("en")} views move`),
      warnings.length ? this.#warnings(warnings) : h("p", { class: "all-well" }, icon("check"), "No warnings"),
      h("span", { class: "whatif-end" }, compare, h("button", { type: "button", class: "button", "data-control": "end", onclick: () => this.tools.end() }, "Back to the dump"))));
    if (focused) /** @type {HTMLElement | null} */ (this.line.querySelector(`[data-control="${focused}"]`))?.focus();
  }

  /** @param {Finding[]} warnings */
  #warnings(warnings) {
    const summary = h("summary", { "data-control": "warnings" }, icon("warning"), count(warnings.length, "warning"), icon("chevron-down", "icon turn"));
    const list = h("ul", { class: "findings" }, ...warnings.slice(0, LISTED).map(({ severity, message, view }) => h("li", { class: `finding ${severity}` }, icon(severity),
      h("div", null, h("span", { class: "sr" }, `${severity}: `), message, view === undefined || view === null ? null : h("p", null, viewLink(this, view))))));
    if (warnings.length > LISTED) list.append(h("li", { class: "finding info" }, `${(warnings.length - LISTED).toLocaleString("en")} more are not listed.`));
    return h("details", { class: "whatif-warnings", open: this.#opened }, summary, list);
  }
}
