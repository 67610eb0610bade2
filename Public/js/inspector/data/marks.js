// Marks on views, which are kept with the dump: those that are pinned, listed above the tree, and what people wrote about
// them. Marks that others make are followed.
import { APIError, getJSON, messageOf, sendJSON, showFailure } from "../../core/api.js";
import { listen } from "../../core/live.js";
import { announce } from "../../core/ui.js";
import { title } from "./describe.js";
import { notice } from "../../core/dom.js";

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
   * @param {import("../../core/api.js").Options} [options]
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
