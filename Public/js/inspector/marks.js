// Marks on views, which are kept with the dump: those that are pinned, listed above the tree, and what people wrote about
// them. Marks that others make are followed.
import { APIError, getJSON, messageOf, sendJSON, showFailure } from "../api.js";
import { commands } from "../commands.js";
import { listen } from "../live.js";
import { announce, icon } from "../ui.js";
import { kindOf, note, title, words } from "./describe.js";
import { count, h, notice } from "./dom.js";
import { HIDDEN, VISIBLE } from "./model.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./state.js").InspectorState} InspectorState */
/** @typedef {API.ViewNote} Note */

/** The most Unicode characters of a note. */
export const LONGEST = 2_000;
/** How often a write is tried again when marks of other views changed meanwhile. */
const TRIES = 6;

/** Somebody else changed a note since it was shown. */
export class NoteConflict extends Error {
  /** @param {string | null} text what is there now; null when the note is gone */
  constructor(text) {
    super("Somebody else changed this note in the meantime.");
    this.text = text;
  }
}

/**
 * Asks for all marks of a dump.
 * @param {string} base "/api/v1/dumps/…"
 * @returns {Promise<API.ViewMarks>}
 */
async function askMarks(base) {
  /** @type {API.ViewMarks} */ const marks = await getJSON(`${base}/marks`);
  for (let { next } = marks; next !== null;) {
    /** @type {API.ViewMarks} */ const more = await getJSON(`${base}/marks?after=${next}`);
    if (more.revision !== marks.revision) return askMarks(base);
    marks.notes.push(...more.notes);
    next = more.next;
  }
  return marks;
}

/** Keeps `pins` and `notes` of the state on what the server has, and changes them there. */
export class Marks {
  /** Of all marks of the dump, not of the dump; -1 before they are known. */
  revision = -1;
  /**
   * What is sent goes one after the other.
   * @type {Promise<unknown>}
   */
  #queue = Promise.resolve();

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   */
  constructor(model, state) {
    this.model = model;
    this.state = state;
    // An edit may have given the id of a view that was never made again to another one.
    model.addEventListener("reload", () => this.read());
    listen({ dump: decodeURIComponent(model.base.split("/").pop() ?? "") }, ({ marks = 0 }) => {
      if (marks > this.revision) this.#inTurn(async () => marks > this.revision && await this.read());
    });
  }

  /** Reads all marks; says it when that fails, and offers to try again. */
  async read() {
    try {
      this.#adopt(await askMarks(this.model.base));
    } catch (error) {
      notice(`Pins and notes could not be read: ${messageOf(error)}`, { label: "Retry", run: () => this.read() });
    }
  }

  /** @param {API.ViewMarks} marks */
  #adopt({ revision, pins, notes }) {
    if (revision < this.revision) return;
    this.revision = revision;
    this.state.set({ pins, notes: new Map(notes.map(({ view, ...written }) => [view, written])) });
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #inTurn(work) {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /**
   * Sends one change and takes over what became of the view's marks.
   * @param {"PUT" | "DELETE"} method
   * @param {number} id
   * @param {"pin" | "note"} what
   * @param {unknown} [body]
   * @param {import("../api.js").Options} [options]
   */
  async #send(method, id, what, body, options) {
    /** @type {API.MarkedView} */ const { revision, pinned, note } = await sendJSON(method, `${this.model.base}/views/${id}/${what}`, body, options);
    // Where others were at work in between, their marks are read too.
    if (revision > this.revision + 1) return this.read();
    this.revision = Math.max(this.revision, revision);
    const notes = new Map(this.state.notes);
    if (note) notes.set(id, note);
    else notes.delete(id);
    this.state.set({ pins: withView(this.state.pins, id, pinned), notes });
  }

  /**
   * Pins a view, or pins it no longer; shown at once.
   * @param {number} id
   * @param {boolean} pinned
   */
  async pin(id, pinned) {
    const { model, state } = this;
    const i = model.indexOf(id);
    state.set({ pins: withView(state.pins, id, pinned) });
    announce(`${i < 0 ? "The view" : title(model, i)} is ${pinned ? "pinned" : "not pinned any more"}`);
    try {
      await this.#inTurn(() => this.#send(pinned ? "PUT" : "DELETE", id, "pin"));
    } catch (error) {
      if (error instanceof APIError && error.isDone) return this.read();
      state.set({ pins: withView(state.pins, id, !pinned) });
      showFailure(error, () => this.pin(id, pinned));
    }
  }

  /**
   * Writes a note, in place of the one that was shown.
   * @param {number} id
   * @param {string | null} text null takes the note away
   * @param {string | null} shown the text that is replaced, null for none
   * @throws {NoteConflict} when there is neither what was shown nor what is wanted
   * @throws {APIError} when it is refused or does not reach the server
   */
  write(id, text, shown) {
    const { state } = this;
    return this.#inTurn(async () => {
      for (let left = TRIES; ; left -= 1) {
        // What others wrote is known here, as a rule, before the server says so.
        const present = state.notes.get(id)?.text ?? null;
        if (this.revision >= 0 && present !== shown && present !== text) throw new NoteConflict(present);
        try {
          const body = text === null ? undefined : { text };
          return await this.#send(text === null ? "DELETE" : "PUT", id, "note", body, { revision: Math.max(0, this.revision) });
        } catch (error) {
          if (error instanceof APIError && error.isDone) return this.read();
          if (!(error instanceof APIError) || error.status !== 412 || left === 0) throw error;
        }
        this.#adopt(await askMarks(this.model.base));
      }
    });
  }
}

/**
 * Pins with a view at their end, or without it.
 * @param {readonly number[]} pins
 * @param {number} id
 * @param {boolean} pinned
 */
function withView(pins, id, pinned) {
  if (pins.includes(id) === pinned) return pins;
  return pinned ? [...pins, id] : pins.filter((other) => other !== id);
}

// The keys and the list above the tree.

const CLOSED = "vitrine.pinned-closed";

/**
 * @param {HTMLElement} section as the server made it, whose list this takes over
 * @param {ViewModel} model @param {InspectorState} state @param {Marks} marks
 */
export function makePinned(section, model, state, marks) {
  new PinnedList(section, model, state, marks);
  commands.register({
    id: "mark.pin", group: "Selection", title: "Pin the selected view above the tree, or pin it no longer", keys: ["P"], icon: "pin", inTree: true,
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
  #frame = 0;

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

  #later() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

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
    const name = model.className(i), said = words(model, i), remark = said === null ? note(model, i) : null;
    const isSelected = id === state.selection, isDimmed = !(model.flags(i) & VISIBLE) || (model.flags(i) & HIDDEN) !== 0;
    return h("li", { "data-id": id },
      h("a", {
        class: `row${isSelected ? " selected" : ""}${isDimmed ? " dimmed" : ""}`, href: state.address({ selection: id }).href, tabindex: -1, draggable: "false",
        "aria-current": isSelected ? "true" : null, "aria-keyshortcuts": "Delete", title: title(model, i),
      }, icon(`view-${kindOf(name)}`), h("span", { class: "words" }, h("span", { class: "class" }, name), h("span", { class: "text" }, said === null ? remark ?? "" : `“${said}”`)),
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
