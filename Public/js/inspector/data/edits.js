// Edits of the dump: each is sent at once and shown at once, one after the other; what the server refuses is taken back.
// Those of others are followed.
import { APIError, getJSON, messageOf, sendJSON } from "../../core/api.js";
import { listen } from "../../core/live.js";
import { announce, toast } from "../../core/ui.js";
import { notice } from "../../core/dom.js";
import { present, proposed } from "./changes.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./model.js").ViewJSON} ViewJSON */
/** @typedef {import("./state.js").InspectorState} InspectorState */

/** @typedef {API.EditHistoryReply["edits"][number]} Entry */
/** @typedef {API.Edited} Outcome */

/** What does not change which views there are, and where in the tree. */
const IN_PLACE = new Set(["change", "changes", "changeConstraint", "addConstraint", "removeConstraint", "changeLayout"]);
const LISTED = 200;

/** Dispatches `history` whenever the list of edits, or whether one is under way, changed. */
export class Edits extends EventTarget {
  /** Whether the list of edits lacks the last ones, because it could not be read. */
  isBehind = false;
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
  /** Whether the list of edits has been read. */
  isKnown = false;
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** What waits for its turn. @type {Set<Job>} */ #waiting = new Set();

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   */
  constructor(model, state) {
    super();
    this.model = model;
    this.state = state;
  }

  /** Whether the dump can be edited: not when its edits could not be read. What is changed before they are known waits for them. */
  get available() { return this.isKnown || !this.isBehind }
  get canUndo() { return this.available && this.applied > 0 }
  get canRedo() { return this.available && this.applied < this.total }

  /** Reads the list of edits for the first time. */
  begin() {
    this.#queue = this.readHistory();
    addEventListener("pagehide", () => this.#sendWaiting());
  }

  /** Reads the list of edits; says it when that fails, and offers to try again. */
  async readHistory() {
    try {
      /** @type {API.EditHistoryReply} */ const { edits, applied, total } = await getJSON(`${this.model.base}/edits?limit=${LISTED}`);
      this.isKnown = true;
      this.isBehind = false;
      this.entries = edits.sort((/** @type {Entry} */ one, /** @type {Entry} */ other) => one.index - other.index);
      this.earlier = this.entries[0]?.index ?? 0;
      this.applied = applied;
      this.total = total;
      const edited = this.entries.filter((entry) => entry.applied).map(({ view }) => view);
      const views = new Set(/** @type {number[]} */ (edited.filter((view) => view !== null && view !== undefined)));
      this.state.set({ edited: views.size ? views : null });
    } catch (error) {
      this.isBehind = true;
      const lost = this.available ? "The list of edits couldn’t be loaded" : "The list of edits couldn’t be loaded, so nothing can be changed";
      notice(`${lost}: ${messageOf(error)}`, { label: "Retry", run: () => this.readHistory() });
    }
    this.#tell();
  }

  /**
   * Changes properties of a view, as PATCH takes them.
   * @param {number} id @param {ViewJSON} changes
   * @returns {Promise<Outcome | false>}
   */
  change(id, changes) {
    return this.#set([{ view: id, changes }], { method: "PATCH", path: `views/${id}`, body: changes });
  }

  /**
   * Changes properties of several views as one edit.
   * @param {{ view: number, changes: ViewJSON }[]} changes each as for PATCH
   * @returns {Promise<Outcome | false>}
   */
  changeAll(changes) {
    return this.#set(changes, { method: "POST", path: "edits", body: { op: "changes", views: changes } });
  }

  /**
   * Shows changes of properties at once, and sends them.
   * @param {{ view: number, changes: ViewJSON }[]} changes
   * @param {Pick<Job, "method" | "path" | "body">} request
   * @returns {Promise<Outcome | false>}
   */
  #set(changes, request) {
    if (!this.available) return Promise.resolve(false);
    const { model } = this;
    /** @type {ViewJSON[]} */ let before = [];
    const show = () => {
      const views = changes.flatMap(({ view, changes }) => model.indexOf(view) < 0 ? [] : proposed(model, model.indexOf(view), changes));
      before = present(model, views);
      model.update(views);
    };
    show();
    return this.#enqueue({
      ...request, inPlace: true, show,
      takeBack: () => this.take(before.filter((view) => model.indexOf(view.id) >= 0)),
      again: () => this.#set(changes, request),
    });
  }

  /**
   * Carries out an operation on the tree, a constraint or a layout: insert, remove, move…
   * @param {Record<string, any> & { op: string }} edit
   * @param {(error: APIError) => boolean} [refused] whether what the server refused is said where it was asked for
   * @returns {Promise<Outcome | false>}
   */
  perform(edit, refused) {
    if (!this.available) return Promise.resolve(false);
    return this.#enqueue({ method: "POST", path: "edits", body: edit, inPlace: IN_PLACE.has(edit.op), refused, again: () => this.perform(edit, refused) });
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
    if (done) toast(op === "reset" ? "All edits undone" : `${op === "undo" ? "Undone" : "Redone"}: ${about.summary}`);
    return done;
  }

  /**
   * @typedef {object} Job
   * @property {"PATCH" | "POST"} method
   * @property {string} path
   * @property {any} body
   * @property {boolean} inPlace
   * @property {() => void} [show] shows what it changes before the server has answered
   * @property {() => void} [takeBack]
   * @property {(error: APIError) => boolean} [refused]
   * @property {() => unknown} again
   */
  /**
   * @param {Job} job
   * @returns {Promise<Outcome | false>}
   */
  #enqueue(job) {
    this.pending += 1;
    this.#tell();
    this.#waiting.add(job);
    return this.between(() => this.#run(job)).finally(() => {
      this.pending -= 1;
      this.#tell();
    });
  }

  /**
   * Does something when every edit before it is made or refused; those that are asked for meanwhile wait for it.
   * @template Result
   * @param {() => Promise<Result>} work must not wait for another edit
   * @returns {Promise<Result>}
   */
  between(work) {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /**
   * Shows views as they are on the server.
   * @param {ViewJSON[]} views
   * @param {number} [revision] as for the model
   */
  take(views, revision) {
    this.model.update(views, revision);
    this.#showWaiting();
  }

  /** Shows what waits for its turn on top of what the server has, which is also what a refusal goes back to. */
  #showWaiting() {
    for (const { show } of this.#waiting) show?.();
  }

  /** The page is left: values that still wait go out with it, those of a view together. What depends on other edits does not. */
  #sendWaiting() {
    /** @type {Map<string, any>} */ const together = new Map();
    for (const { method, path, body } of this.#waiting) if (method === "PATCH") together.set(path, { ...together.get(path), ...body });
    this.#waiting.clear();
    for (const [path, body] of together) sendJSON("PATCH", `${this.model.base}/${path}`, body, { keepalive: true }).catch(() => {});
  }

  /**
   * @param {Job} job
   * @returns {Promise<Outcome | false>}
   */
  async #run(job) {
    if (!this.#waiting.delete(job)) return false;
    // What was changed before anybody knew that nothing can be: why has been said.
    if (!this.available) return job.takeBack?.(), false;
    const { inPlace } = job;
    /** @type {Outcome} */ let outcome;
    try {
      outcome = await this.#send(job);
    } catch (error) {
      if (error instanceof APIError && error.isDone) await this.#catchUp();
      else {
        job.takeBack?.();
        await this.#explain(error, job);
      }
      return false;
    }
    // The edit is made: what fails from here on is only not shown. What it changed may differ from what an old list of edits lets expect.
    const isInPlace = inPlace && !outcome.next && !outcome.removed?.length && outcome.changed.every((view) => fits(this.model, view));
    if (isInPlace) this.take(outcome.changed, outcome.revision);
    else if (!await this.#reread()) return outcome;
    await this.readHistory();
    return outcome;
  }

  /** Reads views and edits; false when that failed, which is said. */
  async #catchUp() {
    if (!await this.#reread()) return false;
    await this.readHistory();
    return !this.isBehind;
  }

  async #reread() {
    try {
      await this.reload();
      return true;
    } catch (error) {
      const again = { label: "Retry", run: () => this.between(() => this.#catchUp()) };
      notice(`The change was made, but the views couldn’t be reloaded: ${messageOf(error)}`, again);
      return false;
    }
  }

  /**
   * @param {Job} job
   * @returns {Promise<Outcome>}
   */
  async #send({ method, path, body }) {
    return sendJSON(method, `${this.model.base}/${path}`, body, { revision: this.model.revision, keepalive: method === "PATCH" });
  }

  /**
   * Reads all views again; a selection that is gone goes to the nearest superview that is left.
   * @param {boolean} [isNewer] as for the model
   */
  async reload(isNewer = false) {
    const { model, state } = this;
    const way = [];
    for (let i = model.indexOf(state.selection); i >= 0; i = model.parent(i)) way.push(model.id(i));
    const root = model.indexOf(state.root);
    await model.reload(isNewer);
    const left = way.find((id) => model.indexOf(id) >= 0) ?? null;
    if (state.selection !== null && model.indexOf(state.selection) < 0) state.set({ selection: left }, { replace: true });
    if (root >= 0 && model.indexOf(state.root) < 0) state.set({ root: null }, { replace: true });
    this.#showWaiting();
  }

  /**
   * @param {unknown} error
   * @param {Job} job
   */
  async #explain(error, job) {
    const again = { label: "Make my change again", run: () => job.again() };
    if (!(error instanceof APIError) || error.isUnanswered) return notice("The change didn’t reach the server and was undone.", again);
    if (error.status !== 412) return job.refused?.(error) || notice(error.message);
    try {
      await this.reload();
    } catch (failure) {
      return notice(
        `Someone else changed this dump in the meantime. Your change was not made, and the new version couldn’t be loaded: ${messageOf(failure)}`,
        { label: "Retry", run: () => this.between(() => this.#catchUp()) });
    }
    await this.readHistory();
    notice("Someone else changed this dump in the meantime. It is now up to date, and your change was not made.", again);
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("history"));
  }
}

// Follows what others do to the dump: other windows, scripts, other people.

/** @typedef {{ type: string, revision?: number, changed?: number[], truncated?: boolean }} Change */

/** More views than this are read with all the others. */
const FOLLOWED = 1_000;

/**
 * @param {string} dump its id
 * @param {ViewModel} model
 * @param {Edits} edits
 */
export function follow(dump, model, edits) {
  /** @type {Change | null} */ let latest = null;
  let busy = false;

  const catchUp = async () => {
    if (busy) return;
    busy = true;
    // An edit of this window may be what is told, and one that is asked for meanwhile must know what it undoes.
    while (latest && await edits.between(readLatest));
    busy = false;
  };

  /** Reads what was told last; false when that failed, which is said. */
  const readLatest = async () => {
    const change = /** @type {Change} */ (latest);
    latest = null;
    if ((change.revision ?? 0) <= model.revision) return true;
    try {
      if (!await readChanged(change)) await edits.reload(Boolean(change.truncated));
      await edits.readHistory();
      announce("The dump was edited elsewhere and is up to date");
      return true;
    } catch (error) {
      latest ??= { ...change, truncated: true };
      notice(`The dump was edited elsewhere, and the new version couldn’t be loaded: ${messageOf(error)}`, { label: "Retry", run: catchUp });
      return false;
    }
  };

  /**
   * Reads only the views that changed; false when that is not enough.
   * @param {Change} change
   */
  async function readChanged({ revision = 0, changed = [], truncated }) {
    if (truncated || !changed.length || changed.length > FOLLOWED || revision !== model.revision + 1) return false;
    const { views } = await getJSON(`${model.base}/edits/${revision}/views?limit=${FOLLOWED}`).catch((error) => {
      // Another edit came in between: what both changed is read together.
      if (error instanceof APIError && error.status === 404) return { views: [] };
      throw error;
    });
    // Views that are not among the answers are gone.
    if (views.length !== changed.length || !views.every((/** @type {any} */ view) => fits(model, view))) return false;
    edits.take(views, revision);
    return true;
  }

  listen({ dump }, (change) => {
    if (change.type === "gone") return toast("This dump was removed.");
    if (change.type !== "edit") return;
    const truncated = Boolean(change.truncated || latest);
    latest = { ...change, truncated };
    catchUp();
  });
}

/**
 * Whether a view stands in the tree where the model has it.
 * @param {ViewModel} model
 * @param {any} view
 */
function fits(model, view) {
  const i = model.indexOf(view.id);
  if (i < 0) return false;
  const parent = model.parent(i);
  if ((parent < 0 ? null : model.id(parent)) !== view.superview) return false;
  const children = model.children(i);
  return children.length === view.subviews.length && children.every((child, at) => model.id(child) === view.subviews[at]);
}
