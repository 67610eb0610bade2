// What is known of the dump as a whole, shown while no view is selected: the server's own words, asked for when they are
// wanted.
import { fragment, isAborted, showFailure } from "../../api.js";
import { h } from "../dom.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../state.js").InspectorState} InspectorState */

export class DumpReport {
  /** @type {Element} */ #element;
  /** What the report that is there tells of. */
  #told = "";
  #asked = "";
  /** @type {AbortController | undefined} */ #pending;

  /**
   * @param {HTMLElement} host
   * @param {ViewModel} model
   * @param {InspectorState} state
   * @param {import("../edits.js").Edits} edits
   */
  constructor(host, model, state, edits) {
    this.host = host;
    this.model = model;
    this.state = state;
    this.edits = edits;
    const served = host.querySelector(".dump-report");
    this.#element = served ?? h("div", { class: "panel-empty dump-report", "aria-busy": "true" });
    if (served) this.#told = this.#question;
  }

  /** Another question has another answer: the report tells edits and findings. */
  get #question() {
    return `${this.model.revision}`;
  }

  /** Puts the report into the panel. */
  show() {
    if (this.#element.parentElement !== this.host) this.host.replaceChildren(this.#element);
    if (this.#told !== this.#question) this.#ask();
  }

  async #ask() {
    const question = this.#question;
    if (this.#asked === question) return;
    this.#asked = question;
    this.#pending?.abort();
    const pending = (this.#pending = new AbortController());
    try {
      const page = await fragment(this.state.address({ selection: null }), "selection", pending.signal);
      const report = page.querySelector(".dump-report");
      if (!report || pending.signal.aborted) return;
      const isShown = this.#element.parentElement === this.host;
      this.#element = document.adoptNode(report);
      this.#told = question;
      if (isShown) this.host.replaceChildren(this.#element);
    } catch (error) {
      this.#asked = "";
      if (!isAborted(error)) showFailure(error, () => this.show());
    }
  }
}
