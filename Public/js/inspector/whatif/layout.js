// The layout that the state asks for, from the server: one question at a time, the last wish wins.
import { answer } from "../answer.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../state.js").InspectorState} InspectorState */
/** @typedef {{ severity: "error" | "warning" | "info", code: string, message: string, view?: number }} Finding */
/** @typedef {{ size: { width: number, height: number }, rule: string, views: any[], warnings: Finding[], moved: number, total: number }} Layout */

/** What alone makes a layout, and what only says how. */
const CAUSES = /** @type {const} */ (["device", "orientation", "width", "height", "statusBar", "keyboard"]);
const MANNERS = /** @type {const} */ (["rule", "scale"]);
export const SITUATION = [...CAUSES, ...MANNERS];
const PAGE = "10000";

/**
 * The question for the layout that the state asks for; empty when it asks for none.
 * @param {InspectorState} state
 */
export function question(state) {
  const query = new URLSearchParams();
  const isSet = (/** @type {(typeof SITUATION)[number]} */ key) => state[key] !== null && state[key] !== false;
  if (CAUSES.some(isSet)) for (const key of SITUATION) if (isSet(key)) query.set(key, String(state[key]));
  return query.toString();
}

/**
 * All pages of a layout.
 * @param {string} base
 * @param {string} query
 * @returns {Promise<Layout>}
 */
async function read(base, query) {
  const url = new URL(`${base}/layout?${query}`, location.href);
  url.searchParams.set("limit", PAGE);
  /** @type {Layout | undefined} */ let layout;
  for (;;) {
    const page = await answer(url);
    if (layout) layout.views.push(...page.views);
    else layout = { ...page, moved: 0 };
    if (!page.next) break;
    url.searchParams.set("after", page.next);
  }
  const all = /** @type {Layout} */ (layout);
  for (const view of all.views) if (view.changed) all.moved += 1;
  return all;
}

/** Keeps the model's layout on what the state asks for. Dispatches `layout` when there is another one, or none. */
export class LayoutFollower extends EventTarget {
  /** @type {Layout | null} */ layout = null;
  #shown = "";
  #busy = false;

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   * @param {(error: Error) => void} failed
   */
  constructor(model, state, failed) {
    super();
    this.model = model;
    this.state = state;
    this.failed = failed;
    state.addEventListener("change", (event) => {
      const { keys } = /** @type {CustomEvent} */ (event).detail;
      if (SITUATION.some((key) => keys.has(key))) this.#follow();
    });
    // What an edit changed lies elsewhere in a layout too.
    for (const type of ["update", "reload"]) model.addEventListener(type, () => {
      if (!this.#shown) return;
      this.#shown = "?";
      this.#follow();
    });
    /** The first layout is there. */
    this.settled = this.#follow();
  }

  async #follow() {
    // Answers on the way are shown too: a size that is dragged is followed.
    if (this.#busy) return;
    this.#busy = true;
    for (let wish = question(this.state); wish !== this.#shown; wish = question(this.state)) {
      try {
        const layout = wish ? await read(this.model.base, wish) : null;
        this.#shown = wish;
        this.layout = layout;
        if (layout) this.model.withLayout(layout.views);
        else this.model.clearLayout();
      } catch (error) {
        this.#shown = wish;
        this.layout = null;
        this.model.clearLayout();
        this.failed(/** @type {Error} */ (error));
      }
      this.dispatchEvent(new CustomEvent("layout"));
    }
    this.#busy = false;
  }
}
