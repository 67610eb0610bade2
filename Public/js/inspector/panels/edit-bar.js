// The strip below the panel: undo, redo, the list of edits with a way back to any of them, export.
import { caps, commands } from "../../commands.js";
import { icon } from "../../ui.js";
import { count, h, put, sentence } from "../dom.js";

/** @typedef {import("../edits.js").Edits} Edits */
/** @typedef {import("../edits.js").Entry} Entry */

export class EditBar {
  #key = "";

  /**
   * @param {HTMLElement} host
   * @param {Edits} edits
   */
  constructor(host, edits) {
    this.edits = edits;
    const button = (/** @type {string} */ id, /** @type {string} */ picture, /** @type {string} */ label, /** @type {string} */ key) => h("button", {
      type: "button", class: "button plain square", "aria-label": label, title: key ? `${label} (${caps(key).join(" ")})` : label, onclick: () => commands.run(id),
    }, icon(picture));
    this.undo = button("edit.undo", "undo", "Undo", "Mod+Z");
    this.redo = button("edit.redo", "redo", "Redo", "Mod+Shift+Z");
    this.list = h("ol", { class: "history-list" });
    this.popover = h("div", { class: "edit-history", id: "history", popover: "auto", role: "dialog", "aria-label": "Edits of this dump" },
      h("header", null, h("h3", null, "Edits"), h("button", { type: "button", class: "link-button", onclick: () => edits.reset() }, "Take back all")), this.list);
    this.opener = h("button", { type: "button", class: "button plain history-opener", popovertarget: "history", "aria-haspopup": "dialog" });
    this.spinner = h("span", { class: "saving", "aria-hidden": "true" });
    this.element = h("footer", { class: "edit-bar", hidden: true }, this.undo, this.redo, this.opener, this.spinner, button("edit.export", "download", "Export the dump as it is now", ""));
    const leave = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      /** @type {any} */ (this.popover).hidePopover();
      this.opener.focus();
    };
    this.popover.addEventListener("toggle", (event) => {
      const isOpen = /** @type {any} */ (event).newState === "open";
      // The list hears the key before any command does.
      if (isOpen) addEventListener("keydown", leave, true);
      else removeEventListener("keydown", leave, true);
      if (isOpen) this.#fill();
    });
    this.popover.addEventListener("keydown", (event) => this.#press(event));
    host.append(this.element, this.popover);
    edits.addEventListener("history", () => this.draw());
    this.draw();
  }

  draw() {
    const { edits } = this;
    this.element.hidden = !edits.available;
    put(this.undo, "disabled", !edits.canUndo);
    put(this.redo, "disabled", !edits.canRedo);
    this.opener.textContent = edits.applied ? count(edits.applied, "edit") : edits.canRedo ? "All undone" : "No edits";
    put(this.opener, "disabled", !edits.applied && !edits.canRedo);
    this.element.classList.toggle("busy", edits.pending > 0);
    if (this.popover.matches(":popover-open")) this.#fill();
  }

  /** The newest edit first, at the end the dump as it was read. */
  #fill() {
    const { entries, applied, earlier } = this.edits;
    const key = JSON.stringify([applied, entries.length, entries[entries.length - 1]?.at]);
    if (key === this.#key) return;
    this.#key = key;
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...[...entries].reverse().map((entry) => this.#item(entry.index + 1, sentence(entry.summary), entry)),
      ...(earlier ? [h("li", { class: "dim" }, `${earlier} earlier`)] : []), this.#item(0, "The dump as it was read"));
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("button"))) item.tabIndex = item === current ? 0 : -1;
    if (focused) current?.focus();
    current?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {number} state how many edits are applied there
   * @param {string} words
   * @param {Entry} [entry]
   */
  #item(state, words, entry) {
    const { applied } = this.edits;
    const time = entry ? new Date(entry.at) : null;
    return h("li", { class: state > applied ? "undone" : null },
      h("button", { type: "button", "aria-current": state === applied ? "step" : null, onclick: () => this.edits.goTo(state) }, h("span", { class: "marker", "aria-hidden": "true" }), h("span", null, words),
        time && !Number.isNaN(time.valueOf()) ? h("time", { class: "dim", datetime: time.toISOString(), title: time.toLocaleString() }, time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })) : null));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const items = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("button")]);
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    items[Math.min(items.length - 1, Math.max(0, to))].focus();
  }
}
