// The views that are pinned, in a list above the tree.
import { commands } from "../../core/commands.js";
import { count, h } from "../../core/dom.js";
import { icon, onceAFrame } from "../../core/ui.js";
import { kindOf, note, readableClass, shownClass, title, words } from "../data/describe.js";
import { HIDDEN, VISIBLE } from "../data/model.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {import("../data/marks.js").Marks} Marks */

const CLOSED = "vitrine.pinned-closed";

/**
 * @param {HTMLElement} section as the server made it, whose list this takes over
 * @param {ViewModel} model @param {InspectorState} state @param {Marks} marks
 */
export function makePinned(section, model, state, marks) {
  new PinnedList(section, model, state, marks);
  commands.register({
    id: "mark.pin", group: "Selection", title: "Pin the selected view above the tree, or unpin it", keys: ["P"], icon: "pin",
    when: () => model.indexOf(state.selection) >= 0, checked: () => state.selection !== null && state.pins.includes(state.selection),
    run: () => {
      const ids = [/** @type {number} */ (state.selection), ...state.others];
      const pinned = ids.some((id) => !state.pins.includes(id));
      for (const id of ids) if (state.pins.includes(id) !== pinned) marks.pin(id, pinned);
    },
  });
}

class PinnedList {
  /**
   * The id of the row that Tab leads to.
   * @type {number | null}
   */
  #active = null;

  /**
   * @param {HTMLElement} section
   * @param {ViewModel} model @param {InspectorState} state @param {Marks} marks
   */
  constructor(section, model, state, marks) {
    this.section = section;
    this.model = model;
    this.state = state;
    this.marks = marks;
    this.details = /** @type {HTMLDetailsElement} */ (section.querySelector("details"));
    this.list = /** @type {HTMLElement} */ (section.querySelector("ul"));
    this.counter = /** @type {HTMLElement} */ (section.querySelector(".pinned-count"));
    this.details.open = sessionStorage.getItem(CLOSED) === null;
    this.details.addEventListener("toggle", () => (this.details.open ? sessionStorage.removeItem(CLOSED) : sessionStorage.setItem(CLOSED, "yes")));
    this.list.addEventListener("click", (event) => this.#click(event));
    this.list.addEventListener("keydown", (event) => this.#press(event));
    this.list.addEventListener("focusin", (event) => this.#activate(idOf(event.target)));
    this.list.addEventListener("pointerover", (event) => event.pointerType !== "touch" && state.set({ hover: idOf(event.target) }));
    this.list.addEventListener("pointerleave", () => state.set({ hover: null }));
    for (const type of ["update", "reload", "layout"]) model.addEventListener(type, () => this.#later());
    state.watch(["pins", "notes", "selection"], () => this.#later());
    this.#draw();
  }

  #later = onceAFrame(() => this.#draw());

  #draw() {
    const { model, state } = this;
    const { pins } = state;
    const there = pins.filter((id) => model.indexOf(id) >= 0);
    const gone = pins.length - there.length;
    const held = this.list.contains(document.activeElement) ? idOf(document.activeElement) : null;
    const before = held === null ? -1 : [...this.list.children].findIndex((item) => idOf(item) === held);
    this.section.hidden = !pins.length;
    this.counter.textContent = pins.length.toLocaleString("en");
    this.list.replaceChildren(...there.map((id) => this.#item(id)),
      ...(gone ? [h("li", { class: "pinned-gone" }, `${count(gone, "view is", "views are")} not in the dump now`)] : []));
    const next = held === null ? this.#active : there.includes(held) ? held : there[Math.min(before, there.length - 1)] ?? null;
    this.#activate(next !== null && there.includes(next) ? next : there[0] ?? null);
    if (held !== null) this.#link(this.#active)?.focus();
    if (held !== null && !there.length) /** @type {HTMLElement | null} */ (document.querySelector("#tree [tabindex='0']"))?.focus();
  }

  /** @param {number} id */
  #item(id) {
    const { model, state } = this;
    const i = model.indexOf(id);
    const name = shownClass(model, i), said = words(model, i), remark = said === null ? note(model, i) : null;
    const isSelected = id === state.selection, isDimmed = !(model.flags(i) & VISIBLE) || (model.flags(i) & HIDDEN) !== 0;
    return h("li", { "data-id": id },
      h("a", {
        class: `row${isSelected ? " selected" : ""}${isDimmed ? " dimmed" : ""}`, href: state.address({ selection: id }).href, tabindex: -1, draggable: "false",
        "aria-current": isSelected ? "true" : null, "aria-keyshortcuts": "Delete", title: title(model, i),
      }, icon(`view-${kindOf(readableClass(model, i))}`),
        h("span", { class: "words" }, h("span", { class: "class" }, name), h("span", { class: "text" }, said === null ? remark ?? "" : `“${said}”`)),
      state.notes.has(id) ? h("span", { class: "sr" }, "Has a note") : null, state.notes.has(id) ? icon("note", "icon badge note") : null),
      h("button", { type: "button", class: "unpin", tabindex: -1, "aria-label": `Unpin ${title(model, i)}`, title: "Unpin (Delete)" }, icon("close")));
  }

  /** @param {number | null} id */
  #link(id) {
    return /** @type {HTMLElement | null} */ (id === null ? null : this.list.querySelector(`[data-id="${id}"] > a`));
  }

  /** @param {number | null} id */
  #activate(id) {
    if (id === null) return;
    this.#link(this.#active)?.setAttribute("tabindex", "-1");
    this.#active = id;
    this.#link(id)?.setAttribute("tabindex", "0");
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const id = idOf(event.target);
    if (id === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (/** @type {Element} */ (event.target).closest("button")) this.marks.pin(id, false);
    else this.#choose(id);
  }

  /**
   * Selects a view; where a subtree alone is shown that it is not in, all views are shown again.
   * @param {number} id
   */
  #choose(id) {
    const { model, state } = this;
    const i = model.indexOf(id), root = model.indexOf(state.root);
    const isInside = root < 0 || (i >= root && i < model.end(root));
    state.set({ selection: id, ...(isInside ? {} : { root: null }) });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const links = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("a")]);
    const id = idOf(event.target), at = links.findIndex((link) => idOf(link) === id);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (id === null) return;
    if (to !== undefined) links[Math.min(links.length - 1, Math.max(0, to))].focus();
    else if (event.key === "Delete" || event.key === "Backspace") this.marks.pin(id, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {EventTarget | null} target */
function idOf(target) {
  const item = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("li[data-id]")) : null;
  return item ? Number(item.dataset.id) : null;
}
