// The constants of constraints: where the edges lie that they are measured between, and what the views would be with another one.
import { getJSON } from "../../core/api.js";
import { question } from "./layout.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./edits.js").Edits} Edits */
/** @typedef {import("./state.js").InspectorState} InspectorState */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** The largest constant that the API takes. */
export const MOST_CONSTANT = 100_000;

/**
 * Where an attribute of a view lies.
 * @param {Box} box @param {string} attribute @param {boolean} [isMirrored] whether what leads is at the right
 */
export function placeOf({ left, top, right, bottom }, attribute, isMirrored = false) {
  if (isMirrored && /^(leading|trailing)/.test(attribute)) [left, right] = [right, left];
  if (/^centerX/.test(attribute)) return (left + right) / 2;
  if (/^centerY/.test(attribute)) return (top + bottom) / 2;
  if (/^(left|leading)/.test(attribute)) return left;
  if (/^(right|trailing)/.test(attribute)) return right;
  return /^(bottom|lastBaseline)/.test(attribute) ? bottom : top;
}

/**
 * Whether a constraint between edges that lead or trail holds from right to left: where the views lie tells it, whatever wrote
 * the dump. There the constant counts to the left.
 * @param {Box} one @param {Box} two @param {[string, string]} attributes @param {number} constant
 * @param {boolean} [fromRight] whether the texts run from right to left, which tells it where both ways fit alike
 */
export function isMirrored(one, two, attributes, constant, fromRight = false) {
  if (!attributes.every((attribute) => /^(leading|trailing)/.test(attribute))) return false;
  const error = (/** @type {boolean} */ mirrored) =>
    Math.abs(placeOf(one, attributes[0], mirrored) - placeOf(two, attributes[1], mirrored) - (mirrored ? -constant : constant));
  const gain = error(false) - error(true);
  return Math.abs(gain) > 0.5 ? gain > 0 : fromRight;
}

/** The scripts that are written from right to left. */
const FROM_RIGHT = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/**
 * Whether views are laid out from right to left where they say the texts of a language.
 * @param {string | null} language its tag, or the name of a pseudolanguage
 */
export function isFromRight(language) {
  if (!language) return false;
  if (/^right-to-left/.test(language)) return true;
  try {
    return FROM_RIGHT.has(new Intl.Locale(language).maximize().script ?? "");
  } catch {
    return false;
  }
}

/**
 * Shows what the views would be if a constraint had another constant, on the canvas or on the screen that is tried: one
 * question at a time, the last wish wins. What is wished at last becomes one edit.
 */
export class ConstantPreview {
  #busy = false;
  /** Another turn no longer wants the answers that are on their way. */
  #turn = 0;

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   * @param {Edits} edits
   */
  constructor(model, state, edits) {
    this.model = model;
    this.state = state;
    this.edits = edits;
  }

  /**
   * @param {number} number of the constraint
   * @param {number} value
   */
  propose(number, value) {
    this.model.proposeConstant({ number, value });
    this.#follow();
  }

  async #follow() {
    if (this.#busy) return;
    this.#busy = true;
    const { model } = this;
    let shown = null;
    for (let wish = model.proposed; wish && wish !== shown && !wish.sent; wish = model.proposed) {
      const turn = this.#turn, { revision } = model, asked = this.#question(wish);
      try {
        const layout = asked && await getJSON(`${model.base}/layout?${asked}`);
        if (layout && turn === this.#turn && revision === model.revision && layout.total === model.count) model.withSampledLayout(layout.columns);
      } catch {
        // The edit says what is wrong; until then the views stay.
      }
      shown = wish;
    }
    this.#busy = false;
  }

  /**
   * The question for it; null where the layout that is shown does not ask constraints, or not those of this root.
   * @param {{ number: number, value: number }} wish
   */
  #question({ number, value }) {
    const { model, state } = this;
    const query = new URLSearchParams(question(state, model));
    let root = model.indexOf(state.selection);
    while (root >= 0 && model.parent(root) >= 0) root = model.parent(root);
    if (root < 0 || model.isByMasks || (query.toString() && !query.has("view") && root !== model.roots[0])) return null;
    query.set("view", String(model.id(root)));
    query.set(`constant.${number}`, String(value));
    query.set("changed", "true");
    query.set("shape", "columns");
    return query;
  }

  /**
   * Makes what is proposed an edit; the canvas shows it until the server has answered.
   * @param {number} number
   * @param {number} value
   * @param {(error: import("../../core/api.js").APIError) => boolean} [refused] whether what the server refused is said there
   */
  async commit(number, value, refused) {
    const { model, edits } = this;
    const wish = { number, value, sent: true };
    this.#turn += 1;
    model.proposeConstant(wish);
    const done = await edits.perform({ op: "changeConstraint", constraint: number, changes: { constant: value } }, refused);
    if (!done && model.proposed === wish) this.cancel();
    return done;
  }

  /** Everything is as it was. */
  cancel() {
    this.#turn += 1;
    if (!this.model.proposed) return;
    this.model.proposeConstant(null);
    this.model.clearSamples();
  }
}
