// The note on the selected view: read, written, taken away. What somebody typed is kept until it is saved or given up, over
// other selections, failures and reloads.
import { failureNote, showFailure } from "../../core/api.js";
import { isMac } from "../../core/commands.js";
import { toast } from "../../core/ui.js";
import { h, put, refuse } from "../../core/dom.js";
import { LONGEST, NoteConflict } from "../data/marks.js";
import { draftsKey } from "./context.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{ text: string, shown: string | null }} Draft what was typed, and the note that it takes the place of */

/** How many characters are left when their number is told. */
const FEW = 200;

export class NoteBox {
  /** @type {Drafts} */ #drafts;
  #id = -1;
  #drawn = "";

  /**
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, context) {
    this.element = element;
    this.context = context;
    this.#drafts = new Drafts(draftsKey(context.model));
    this.field = h("textarea", {
      rows: 3, dir: "auto", "aria-label": "Note, plain text", placeholder: "What should others know about this view?",
      oninput: () => this.#typed(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
    });
    this.left = h("span", { class: "note-left num-text", role: "status" });
    this.save = h("button", { type: "submit", class: "button primary small", title: `Save (${isMac ? "⌘" : "Ctrl"} Enter)` }, "Save");
    this.trouble = h("div", { class: "note-trouble" });
    this.form = h("form", { class: "note-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.#save()) },
      this.field, this.trouble,
      h("p", { class: "note-tools" }, this.save, h("button", { type: "button", class: "button small", onclick: () => this.#giveUp() }, "Cancel"), this.left));
  }

  /** Whether there is anything to show of a view. */
  has(/** @type {number} */ id) {
    return this.context.state.notes.has(id) || this.#drafts.get(id) !== null;
  }

  /**
   * Shows the note of a view, or what was typed of one that is not saved.
   * @param {number} id
   */
  update(id) {
    const note = this.context.state.notes.get(id) ?? null;
    const draft = this.#drafts.get(id);
    if (id !== this.#id) this.trouble.replaceChildren();
    this.#id = id;
    this.element.hidden = !note && !draft;
    const drawn = JSON.stringify([id, draft ? "draft" : note]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (draft) {
      this.field.value = draft.text;
      this.element.replaceChildren(this.form);
      this.#measure();
    } else this.element.replaceChildren(...(note ? [this.#shown(note)] : []));
  }

  /** @param {import("../data/marks.js").Note} note */
  #shown({ text, changedAt }) {
    const at = new Date(changedAt);
    return h("div", { class: "note-shown" }, h("p", { class: "note-text", dir: "auto" }, text),
      h("p", { class: "note-foot" },
        h("time", { datetime: changedAt, title: at.toLocaleString() }, at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
        h("button", { type: "button", class: "link-button", onclick: () => this.edit() }, "Edit"),
        h("button", { type: "button", class: "link-button", onclick: () => this.#erase(this.#id, text) }, "Delete")));
  }

  /** Opens the field of the view that is shown, with the focus in it. */
  edit() {
    const shown = this.context.state.notes.get(this.#id)?.text ?? null;
    if (!this.#drafts.get(this.#id)) this.#drafts.set(this.#id, { text: shown ?? "", shown });
    this.update(this.#id);
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }

  #typed() {
    const draft = this.#drafts.get(this.#id);
    if (draft) this.#drafts.set(this.#id, { ...draft, text: this.field.value });
    this.#measure();
  }

  /** Tells how much room is left, where it is little. */
  #measure() {
    const { length } = [...this.field.value.trim()];
    const over = length > LONGEST;
    this.left.textContent = length > LONGEST - FEW ? `${length.toLocaleString("en")} of ${LONGEST.toLocaleString("en")}` : "";
    this.left.classList.toggle("over", over);
    put(this.field, "aria-invalid", over ? "true" : null);
    refuse(this.save, over ? "The note is too long" : !length && "Write something first", `Save (${isMac ? "⌘" : "Ctrl"} Enter)`);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const draft = this.#drafts.get(this.#id);
    if (event.isComposing || !draft) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) this.#save();
    // Nothing that was typed is lost by a key.
    else if (event.key === "Escape" && draft.text === (draft.shown ?? "")) this.#giveUp();
    else if (event.key === "Escape") this.save.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #save() {
    const id = this.#id, draft = this.#drafts.get(id);
    const text = draft?.text.trim() ?? "";
    if (!draft || !text || this.form.ariaBusy === "true" || [...text].length > LONGEST) return;
    this.form.ariaBusy = "true";
    this.trouble.replaceChildren();
    try {
      await this.context.marks.write(id, text, draft.shown);
      // What was typed while it was on its way stays.
      if (this.#drafts.get(id)?.text.trim() === text) this.#close(id);
      toast("Note saved");
    } catch (error) {
      if (id !== this.#id) showFailure(error);
      else this.trouble.replaceChildren(error instanceof NoteConflict ? this.#conflict(id, error.text) : failureNote(error, () => this.#save()));
    } finally {
      this.form.ariaBusy = null;
    }
  }

  /**
   * Both notes, and which of them is to stay.
   * @param {number} id
   * @param {string | null} theirs
   */
  #conflict(id, theirs) {
    const mine = () => {
      const draft = this.#drafts.get(id);
      if (draft) this.#drafts.set(id, { ...draft, shown: theirs });
      this.#save();
    };
    return h("div", { class: "note-conflict", role: "alert" },
      h("p", null, theirs === null ? "Someone else deleted this note in the meantime." : "Someone else changed this note in the meantime. It now says:"),
      theirs === null ? null : h("p", { class: "note-text", dir: "auto" }, theirs),
      h("p", { class: "note-tools" }, h("button", { type: "button", class: "button small", onclick: mine }, "Save mine"),
        h("button", { type: "button", class: "button small", onclick: () => this.#close(id) }, theirs === null ? "Leave it deleted" : "Use theirs")));
  }

  /** Leaves the field; what was typed can be had back for a while. */
  #giveUp() {
    const id = this.#id, draft = this.#drafts.get(id);
    this.#close(id);
    if (!draft || draft.text.trim() === (draft.shown ?? "")) return;
    toast("Note changes discarded", { label: "Undo", run: () => {
      this.#drafts.set(id, draft);
      this.context.refresh();
    } });
  }

  /** @param {number} id */
  #close(id) {
    const focused = this.element.contains(document.activeElement);
    this.#drafts.delete(id);
    this.context.refresh();
    if (focused && id === this.#id) /** @type {HTMLElement | null} */ (document.querySelector("#panel [data-mark=note]"))?.focus();
  }

  /**
   * @param {number} id
   * @param {string} text that is shown
   */
  async #erase(id, text) {
    try {
      await this.context.marks.write(id, null, text);
      if (!document.activeElement || document.activeElement === document.body) {
        /** @type {HTMLElement | null} */ (document.querySelector("#panel [data-mark=note]"))?.focus();
      }
      toast("Note deleted", { label: "Undo", run: () => this.context.marks.write(id, text, null).catch((error) => showFailure(error)) });
    } catch (error) {
      showFailure(error, error instanceof NoteConflict ? undefined : () => this.#erase(id, text));
    }
  }
}

/** What was typed and not saved, by view, for as long as the window lives. */
class Drafts {
  /** @type {Map<number, Draft>} */ #kept = new Map();

  /** @param {string} key */
  constructor(key) {
    this.key = key;
    try {
      this.#kept = new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]"));
    } catch {
      // There are none, or the store is forbidden.
    }
  }

  /** @param {number} id */
  get(id) {
    return this.#kept.get(id) ?? null;
  }

  /**
   * @param {number} id
   * @param {Draft} draft
   */
  set(id, draft) {
    this.#kept.set(id, draft);
    this.#keep();
  }

  /** @param {number} id */
  delete(id) {
    this.#kept.delete(id);
    this.#keep();
  }

  #keep() {
    try {
      if (this.#kept.size) sessionStorage.setItem(this.key, JSON.stringify([...this.#kept]));
      else sessionStorage.removeItem(this.key);
    } catch {
      // The store is full or forbidden: they hold as long as the page.
    }
  }
}
