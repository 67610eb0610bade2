// The layout that the state asks for, from the server: one question at a time, the last wish wins.
import { getJSON } from "../../core/api.js";
import { CAUSES, drawingOf } from "./state.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./state.js").InspectorState} InspectorState */
/** @typedef {API.LayoutColumns} Layout */

/** What only says how a layout is made. */
const MANNERS = /** @type {const} */ (["rule", "scale", "solver"]);
const SITUATION = [...CAUSES, ...MANNERS];

/** @param {InspectorState} state */
const asksMasks = (state) => state.solver === "masks" || state.rule === "even";

/**
 * The question for the layout that the state asks for; empty when it asks for none.
 * @param {InspectorState} state
 * @param {ViewModel} [model] names the scene of the selected view, where roots are scenes
 */
export function question(state, model) {
  const query = new URLSearchParams();
  const isSet = (/** @type {(typeof SITUATION)[number]} */ key) => state[key] !== null;
  if (!CAUSES.some(isSet)) return "";
  for (const key of SITUATION) if (isSet(key)) query.set(key, String(state[key]));
  const scene = model?.sceneOf(model.indexOf(state.selection)) ?? -1;
  if (model && scene >= 0) query.set("view", String(model.id(scene)));
  return query.toString();
}

/**
 * The screen on which a check judges what is shown, as parameters after others; empty for the canvas, and for what no check
 * judges: parts of screens, other sizes, bars and keyboards. Other texts on the canvas name the way in which it is held.
 * @param {InspectorState} state
 * @param {ViewModel} model
 */
export function judged(state, model) {
  if (asksMasks(state) || [state.splitView, state.width, state.height, state.statusBar, state.keyboard].some((value) => value !== null)) return "";
  const asked = /** @type {const} */ (["device", "orientation", "text", "language", "textSize"]).filter((key) => state[key] !== null);
  const query = new URLSearchParams(asked.map((key) => [key, String(state[key])]));
  if (asked.length && !state.device && !state.orientation) {
    const [, , width, height] = model.windowFrame(0);
    query.set("orientation", width > height ? "landscape" : "portrait");
  }
  return asked.length ? `&${query}` : "";
}

/**
 * Keeps the model's layout on what the state asks for; of scenes the one of the selected view is laid out. Dispatches
 * `layout` when there is another one, or none.
 */
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
      if (keys.has("drawing") || keys.has("ios") || keys.has("selection") || SITUATION.some((key) => keys.has(key))) this.#follow();
    });
    // What an edit changed lies elsewhere in a layout too.
    for (const type of ["update", "reload"]) model.addEventListener(type, () => {
      if (this.#shown) this.again();
    });
    /** The first layout is there. */
    this.settled = this.#follow();
  }

  /** Asks once more for what could not be had. */
  again() {
    this.#shown = "?";
    this.#follow();
  }

  /** The question for all that is shown: what views of another size look like, too, where they are drawn as a screen. */
  get #wish() {
    const wish = question(this.state, this.model);
    if (!wish || drawingOf(this.state, this.model) !== "screen") return wish;
    return `${wish}&drawing=true${this.state.ios ? `&ios=${this.state.ios}` : ""}`;
  }

  async #follow() {
    // Answers on the way are shown too: a size that is dragged is followed.
    if (this.#busy) return;
    this.#busy = true;
    for (let wish = this.#wish; wish !== this.#shown; wish = this.#wish) {
      try {
        /** @type {Layout | null} */ const layout = wish ? await getJSON(`${this.model.base}/layout?${wish}&changed=true&shape=columns`) : null;
        this.#shown = wish;
        // Views that came or went in the meantime are told of, and the layout is asked for again then.
        if (layout && layout.total !== this.model.count) continue;
        this.layout = layout;
        if (layout) this.model.withLayout(layout);
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
