// Edits of the dump: each is sent at once and shown at once, one after the other; what the server refuses is taken back.
import { reason } from "./answer.js";
import { notice } from "./panels/notice.js";
import { present, proposed } from "./panels/proposal.js";
import { toast } from "../toast.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./model.js").ViewJSON} ViewJSON */
/** @typedef {import("./state.js").InspectorState} InspectorState */
/** @typedef {{ index: number, applied: boolean, op: string, view?: number | null, summary: string, at: string }} Entry */
/** @typedef {{ revision: number, changed: ViewJSON[], removed?: number[], next?: string | null }} Outcome */

/** What does not change which views there are, and where in the tree. */
const IN_PLACE = new Set(["change"]);
const LISTED = 200;

class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Dispatches `history` whenever the list of edits, or whether one is under way, changed. */
export class Edits extends EventTarget {
  /** Whether the server lets this dump be edited. */
  available = false;
  /**
   * Oldest first.
   * @type {Entry[]}
   */
  entries = [];
  /** How many of the edits are applied. */
  applied = 0;
  /** How many there are, those that were taken back with them. */
  total = 0;
  /** Edits before the listed ones. */
  earlier = 0;
  /** How many are on their way. */
  pending = 0;
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   */
  constructor(model, state) {
    super();
    this.model = model;
    this.state = state;
  }

  get canUndo() { return this.available && this.applied > 0 }
  get canRedo() { return this.available && this.applied < this.total }

  /** Reads the list of edits. */
  async readHistory() {
    const response = await fetch(`${this.model.base}/edits?limit=${LISTED}`, { headers: { Accept: "application/json" } });
    this.available = response.ok;
    if (response.ok) {
      const { edits, applied, total = edits.length } = await response.json();
      this.entries = edits.sort((/** @type {Entry} */ one, /** @type {Entry} */ other) => one.index - other.index);
      this.earlier = this.entries[0]?.index ?? 0;
      this.applied = applied;
      this.total = total;
      const edited = this.entries.filter((entry) => entry.applied).map(({ view }) => view);
      const views = new Set(/** @type {number[]} */ (edited.filter((view) => view !== null && view !== undefined)));
      this.state.set({ edited: views.size ? views : null });
    }
    this.#tell();
  }

  /**
   * Changes properties of a view, as PATCH takes them.
   * @param {number} id @param {ViewJSON} changes
   * @returns {Promise<Outcome | false>}
   */
  change(id, changes) {
    if (!this.available) return Promise.resolve(false);
    const i = this.model.indexOf(id);
    const views = i < 0 ? [] : proposed(this.model, i, changes);
    const before = present(this.model, views);
    this.model.update(views);
    return this.#enqueue({
      method: "PATCH", path: `views/${id}`, body: changes, inPlace: true,
      takeBack: () => this.model.update(before.filter((view) => this.model.indexOf(view.id) >= 0)),
      again: () => this.change(id, changes),
    });
  }

  /**
   * Carries out an operation on the tree: insert, remove, move…
   * @param {Record<string, any> & { op: string }} edit
   * @returns {Promise<Outcome | false>}
   */
  perform(edit) {
    if (!this.available) return Promise.resolve(false);
    return this.#enqueue({ method: "POST", path: "edits", body: edit, inPlace: IN_PLACE.has(edit.op), again: () => this.perform(edit) });
  }

  undo() {
    return this.#travel("undo", () => this.entries[this.applied - 1 - this.earlier]);
  }

  redo() {
    return this.#travel("redo", () => this.entries[this.applied - this.earlier]);
  }

  /** Takes all edits back; they can be made again. */
  reset() {
    return this.#travel("reset", () => undefined);
  }

  /**
   * Undoes or redoes until so many edits are applied.
   * @param {number} applied
   */
  async goTo(applied) {
    if (applied === 0) return this.canUndo ? this.reset() : false;
    let left = Math.abs(applied - this.applied);
    const step = applied < this.applied ? () => this.undo() : () => this.redo();
    while (left > 0 && await step()) left -= 1;
    return left === 0;
  }

  /**
   * @param {"undo" | "redo" | "reset"} op @param {() => Entry | undefined} entry the edit it is about, once its turn has come
   * @returns {Promise<Outcome | false>}
   */
  async #travel(op, entry) {
    if (!this.available) return false;
    const about = { summary: "" };
    const done = await this.#enqueue({
      method: "POST", path: "edits", body: { op }, again: () => this.#travel(op, entry),
      get inPlace() {
        const found = entry();
        about.summary = found?.summary ?? "";
        return found !== undefined && IN_PLACE.has(found.op);
      },
    });
    if (done) toast(op === "reset" ? "All edits are taken back" : `${op === "undo" ? "Undone" : "Made again"}: ${about.summary}`);
    return done;
  }

  /**
   * @typedef {object} Job
   * @property {string} method
   * @property {string} path
   * @property {any} body
   * @property {boolean} inPlace
   * @property {() => void} [takeBack]
   * @property {() => unknown} again
   */
  /**
   * @param {Job} job
   * @returns {Promise<Outcome | false>}
   */
  #enqueue(job) {
    this.pending += 1;
    this.#tell();
    const turn = this.#queue.then(() => this.#run(job));
    this.#queue = turn.catch(() => {});
    return turn.finally(() => {
      this.pending -= 1;
      this.#tell();
    });
  }

  /** Waits until nothing is under way. */
  settled() {
    return this.#queue;
  }

  /**
   * @param {Job} job
   * @returns {Promise<Outcome | false>}
   */
  async #run(job) {
    const { inPlace } = job;
    try {
      const outcome = await this.#send(job);
      await this.#take(outcome, inPlace);
      await this.readHistory();
      return outcome;
    } catch (error) {
      job.takeBack?.();
      await this.#explain(/** @type {Error} */ (error), job);
      return false;
    }
  }

  /**
   * @param {Job} job
   * @returns {Promise<Outcome>}
   */
  async #send({ method, path, body }) {
    const response = await fetch(`${this.model.base}/${path}`, {
      method, body: JSON.stringify(body),
      headers: { Accept: "application/json", "If-Match": `"${this.model.revision}"`, "Content-Type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
    });
    if (!response.ok) throw new Refusal(response.status, await reason(response));
    return response.json();
  }

  /**
   * @param {Outcome} outcome
   * @param {boolean} inPlace
   */
  async #take({ revision, changed, removed, next }, inPlace) {
    if (inPlace && !next && !removed?.length) return this.model.update(changed, revision);
    await this.reload();
  }

  /** Reads all views again; a selection that is gone goes to the nearest superview that is left. */
  async reload() {
    const { model, state } = this;
    const way = [];
    for (let i = model.indexOf(state.selection); i >= 0; i = model.parent(i)) way.push(model.id(i));
    const root = model.indexOf(state.root);
    await model.reload();
    const left = way.find((id) => model.indexOf(id) >= 0) ?? null;
    if (state.selection !== null && model.indexOf(state.selection) < 0) state.set({ selection: left }, { replace: true });
    if (root >= 0 && model.indexOf(state.root) < 0) state.set({ root: null }, { replace: true });
  }

  /**
   * @param {Error} error
   * @param {Job} job
   */
  async #explain(error, job) {
    const again = { label: "Make my change again", run: () => job.again() };
    if (!(error instanceof Refusal)) return notice("The change did not reach the server and was taken back.", again);
    if (error.status !== 412) return notice(error.message);
    await this.reload();
    await this.readHistory();
    notice("Somebody else changed this dump in the meantime. It is up to date now; your change was not made.", again);
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("history"));
  }
}
