// What if the screen were another one: the outcome in a line below the canvas.
import { showFailure } from "../../core/api.js";
import { count, h, plain, put } from "../../core/dom.js";
import { icon } from "../../core/ui.js";
import { LayoutFollower } from "../data/layout.js";
import { assumedTexts } from "../data/state.js";
import { viewLink } from "./context.js";
import { DeviceTools, PARTS } from "./devices.js";

/** @typedef {import("../data/layout.js").Layout} Layout */
/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {API.Diagnostic} Finding */

/** How many warnings are listed. */
const LISTED = 100;

/** What may be wrong with the place of some views, by how well it is known. */
const DOUBTS = { none: "can’t be placed", partial: "only in part", undetermined: "undetermined", dependsOnText: "depend on the size of their contents" };

export class WhatIf {
  /**
   * Which of the lists are open.
   * @type {Set<string>}
   */
  #opened = new Set();

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   */
  constructor(model, state) {
    this.model = model;
    this.state = state;
    this.follower = new LayoutFollower(model, state, (error) => showFailure(error, () => this.follower.again()));
    this.tools = new DeviceTools(/** @type {HTMLElement} */ (document.getElementById("device-tools")), model, state, this.follower);
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
    for (const list of this.line.querySelectorAll("details")) this.#opened[list.open ? "add" : "delete"](list.dataset.list ?? "");
    if (!layout) {
      this.#opened.clear();
      return this.line.replaceChildren();
    }
    const { size, warnings, moved, total, keyboard } = layout;
    const bar = state.statusBar === "inCall" ? "in-call bar" : state.statusBar === "hidden" ? "no status bar" : "";
    const keys = state.keyboard === "resize" ? "keyboard, as if the app resized its view" : state.keyboard ? "keyboard" : "";
    const texts = assumedTexts(state) ? `texts ${state.language ? "in " : ""}${assumedTexts(state)}` : "";
    const part = layout.device && state.splitView ? PARTS[state.splitView].toLowerCase() : "";
    const words = [part, bar, keys, texts, layout.solver === "constraints" ? "constraints solved" : state.rule === "even" ? "growth shared evenly" : "",
      state.scale ? `rounded @${state.scale}x` : ""].filter(Boolean);
    const compare = h("button",
      { type: "button", class: "button", "data-control": "compare", "aria-pressed": String(state.compare !== null),
        onclick: () => state.set({ compare: state.compare === null ? "before" : null }, { replace: true }) }, icon("compare"), "Compare");
    put(compare, "title", "Show where the views are in the dump");
    this.line.replaceChildren(h("section", { class: "whatif", "aria-labelledby": "whatif-title", "data-whatif": `${plain(size.width)},${plain(size.height)}` },
      h("h2", { id: "whatif-title" }, "What if ", h("span", { class: "num-text" }, `${plain(size.width)} × ${plain(size.height)}`)),
      words.length ? h("p", { class: "dim" }, words.join(" · ")) : null,
      h("p", null, h("b", null, moved.toLocaleString("en")), ` of ${total.toLocaleString("en")} views move`),
      this.#doubt(layout), keyboard ? this.#covered(keyboard) : null,
      warnings.length ? this.#warnings(warnings) : h("p", { class: "all-well" }, icon("check"), "No warnings"),
      h("span", { class: "whatif-end" }, compare,
        h("button", { type: "button", class: "button", "data-control": "end", onclick: () => this.tools.end() }, "Back to the dump"))));
    if (focused) /** @type {HTMLElement | null} */ (this.line.querySelector(`[data-control="${focused}"]`))?.focus();
  }

  /**
   * How many views are known in part only, or not at all.
   * @param {Layout} layout
   */
  #doubt({ solver, columns: { certainty: { values } } }) {
    if (!values.length) return null;
    const words = Object.entries(DOUBTS).map(([certainty, text]) => {
      const found = values.filter((value) => value === certainty).length;
      return found ? `${found.toLocaleString("en")} ${text}` : "";
    }).filter(Boolean).join(", ");
    return h("p", { class: "uncertain-note" }, icon("warning"), solver === "masks" ? `Only masks are simulated: ${words}` : words);
  }

  /**
   * What lies under the keyboard.
   * @param {API.KeyboardCover} keyboard
   */
  #covered({ covered, total }) {
    if (!total) return h("p", { class: "dim" }, "Nothing is under the keyboard");
    const summary = h("summary", { "data-control": "covered" }, icon("keyboard"), `${total.toLocaleString("en")} under the keyboard`,
      icon("chevron-down", "icon turn"));
    const items = covered.slice(0, LISTED)
      .map(({ view, whole }) => h("li", null, viewLink(this, view), h("span", { class: "dim" }, whole ? "wholly" : "partly")));
    if (total > LISTED) items.push(h("li", { class: "dim" }, `${(total - LISTED).toLocaleString("en")} more are not listed.`));
    return h("details", { class: "whatif-warnings covered", "data-list": "covered", open: this.#opened.has("covered") }, summary,
      h("ul", { class: "covered-views" }, ...items));
  }

  /** @param {Finding[]} warnings */
  #warnings(warnings) {
    const summary = h("summary", { "data-control": "warnings" }, icon("warning"), count(warnings.length, "warning"), icon("chevron-down", "icon turn"));
    const list = h("ul", { class: "findings" },
      ...warnings.slice(0, LISTED).map(({ severity, message, view }) => h("li", { class: `finding ${severity}` }, icon(severity),
        h("div", null, h("span", { class: "sr" }, `${severity}: `), message,
          view === undefined || view === null ? null : h("p", null, viewLink(this, view))))));
    if (warnings.length > LISTED) list.append(h("li", { class: "finding info" }, `${(warnings.length - LISTED).toLocaleString("en")} more are not listed.`));
    return h("details", { class: "whatif-warnings", "data-list": "warnings", open: this.#opened.has("warnings") }, summary, list);
  }
}
