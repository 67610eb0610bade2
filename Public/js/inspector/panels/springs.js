// The springs-and-struts square of Interface Builder: a toggle for each margin and each side of the view.
import { h, put, s } from "./dom.js";

/** Bits of the mask, their names, and where they are drawn. The drawings of margins and sides: flexible, fixed. */
const PARTS = /** @type {const} */ ([
  { bit: 1, name: "left margin", side: "left" }, { bit: 4, name: "right margin", side: "right" },
  { bit: 8, name: "top margin", side: "top" }, { bit: 32, name: "bottom margin", side: "bottom" },
  { bit: 2, name: "width", side: "width" }, { bit: 16, name: "height", side: "height" },
]);
/** Along 34 points for a margin, along 59 for a side; across 24. */
const DRAWINGS = {
  margin: { spring: "M2 12h5l3-5 4 10 4-10 4 10 4-10 3 5h3", strut: "M2.5 6v12M2.5 12h29M31.5 6v12" },
  side: { spring: "M3 12h6l3-5 5 10 6-10 6 10 6-10 6 10 6-10 3 5h6", strut: "M4 12h51" },
};

export class Springs {
  #mask = 0;
  /** @type {Map<number, { button: HTMLButtonElement, path: SVGPathElement, kind: "margin" | "side" }>} */ #parts = new Map();

  /** @param {(mask: number) => void} changed called with the mask that somebody chose */
  constructor(changed) {
    this.element = h("div", { class: "springs", role: "group", "aria-label": "Autoresizing" }, h("span", { class: "box" }));
    for (const { bit, name, side } of PARTS) {
      const kind = side === "width" || side === "height" ? "side" : "margin";
      const upright = side === "top" || side === "bottom" || side === "height";
      const long = kind === "margin" ? 34 : 59;
      const path = s("path");
      const picture = s("svg", { width: upright ? 24 : long, height: upright ? long : 24, "aria-hidden": "true" },
        s("g", { transform: upright ? `translate(24 0) rotate(90)` : null }, path));
      const button = h("button", {
        type: "button", class: `part ${side}`, "aria-label": `Flexible ${name}`, onclick: () => changed(this.#mask ^ bit),
      }, picture);
      this.#parts.set(bit, { button, path, kind });
      this.element.append(button);
    }
  }

  get mask() { return this.#mask }

  /** @param {number} mask UIKit's bits */
  set mask(mask) {
    this.#mask = mask;
    for (const [bit, { button, path, kind }] of this.#parts) {
      const flexible = (mask & bit) !== 0;
      path.setAttribute("d", DRAWINGS[kind][flexible ? "spring" : "strut"]);
      path.setAttribute("class", flexible ? "spring" : kind === "side" ? "fixed" : "strut");
      button.setAttribute("aria-pressed", String(flexible));
      button.title = `${flexible ? "Flexible" : "Fixed"} ${PARTS.find((part) => part.bit === bit)?.name}`;
    }
  }

  /** @param {boolean} on */
  set disabled(on) {
    for (const { button } of this.#parts.values()) put(button, "disabled", on);
  }
}

const WORDS = /** @type {const} */ ([[2, "width"], [16, "height"], [1, "left margin"], [4, "right margin"], [8, "top margin"], [32, "bottom margin"]]);
const TOKENS = /** @type {const} */ ([[1, "LM"], [2, "W"], [4, "RM"], [8, "TM"], [16, "H"], [32, "BM"]]);

/**
 * "flexible width · top margin".
 * @param {number} mask
 */
export function maskSummary(mask) {
  const words = WORDS.filter(([bit]) => mask & bit).map(([, word]) => word);
  return words.length ? `flexible ${words.join(" · ")}` : "nothing flexible";
}

/**
 * "W+TM", as recursiveDescription writes it.
 * @param {number} mask
 */
export function maskTokens(mask) {
  return TOKENS.filter(([bit]) => mask & bit).map(([, token]) => token).join("+") || "none";
}
