// Everything the API tells of one view: read when it is selected, dropped when another one is.
import { answer } from "../answer.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../model.js").ViewJSON} ViewJSON */

const KEPT = 60;

/** Dispatches `details` when what was asked for has come. */
export class Details extends EventTarget {
  /**
   * Newest last.
   * @type {Map<number, { revision: number, view: ViewJSON }>}
   */
  #kept = new Map();
  /** @type {AbortController | undefined} */ #pending;
  /** @type {{ view?: number, message: string }[] | null} */ #report = null;
  #asked = -1;

  /**
   * @param {ViewModel} model
   * @param {(error: Error) => void} failed
   */
  constructor(model, failed) {
    super();
    this.model = model;
    this.failed = failed;
  }

  /**
   * What is known of a view at this revision; null when it has to be asked for.
   * @param {number} id
   * @returns {ViewJSON | null}
   */
  of(id) {
    const kept = this.#kept.get(id);
    return kept?.revision === this.model.revision ? kept.view : null;
  }

  /**
   * What was known at an earlier revision, better than nothing while the new answer is on its way.
   * @param {number} id
   * @returns {ViewJSON | null}
   */
  stale(id) {
    return this.#kept.get(id)?.view ?? null;
  }

  /**
   * Findings about the whole dump that name a view.
   * @param {number} id
   */
  report(id) {
    return this.#report?.filter((finding) => finding.view === id) ?? [];
  }

  /**
   * Asks for a view; an answer to an earlier question is not waited for any longer.
   * @param {number} id
   */
  async ask(id) {
    if (this.of(id) || (this.#asked === id && this.#pending && !this.#pending.signal.aborted)) return;
    this.#pending?.abort();
    const pending = (this.#pending = new AbortController());
    this.#asked = id;
    const { revision } = this.model;
    try {
      const view = await answer(`${this.model.base}/views/${id}`, pending.signal);
      if (pending.signal.aborted) return;
      this.#kept.delete(id);
      this.#kept.set(id, { revision, view });
      for (const old of this.#kept.keys()) {
        if (this.#kept.size <= KEPT) break;
        this.#kept.delete(old);
      }
      this.#pending = undefined;
      if (!this.#report) this.#report = (await answer(this.model.base, pending.signal)).report ?? [];
      this.dispatchEvent(new CustomEvent("details", { detail: { id } }));
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return;
      if (this.#pending === pending) this.#pending = undefined;
      this.failed(/** @type {Error} */ (error));
    }
  }

  /** Stops asking: nothing is selected. */
  rest() {
    this.#pending?.abort();
    this.#asked = -1;
  }
}
