// Controls of the panels that are bound to one property: a switch, a choice, a number in which sums can be typed, springs
// and struts.
import { endsWithEscape } from "../../core/commands.js";
import { h, plain, put, puts, refuse, s, sentence, spaced } from "../../core/dom.js";

/**
 * What a row of attributes shows and edits.
 * @typedef {{ element: HTMLElement, show: (value: any, fixed: boolean) => void }} Control
 */

/**
 * @param {string} label
 * @param {(on: boolean) => void} changed
 * @returns {Control}
 */
export function toggle(label, changed) {
  const input = h("input", { type: "checkbox", role: "switch", "aria-label": label, onchange: () => changed(input.checked) });
  const words = h("span", { class: "switch-words", "aria-hidden": "true" });
  return {
    element: h("label", { class: "switch-line" }, input, words),
    show(value, fixed) {
      input.checked = Boolean(value);
      input.disabled = fixed;
      words.textContent = value ? "Yes" : "No";
    },
  };
}

/**
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => void} changed
 * @returns {Control}
 */
export function choice(label, values, changed) {
  const select = h("select", { "aria-label": label, onchange: () => changed(select.value) },
    ...values.map((value) => h("option", { value }, sentence(spaced(value)))));
  return {
    element: select,
    show(value, fixed) {
      select.value = value;
      select.disabled = fixed;
    },
  };
}

/**
 * A number from 0 to 1 as a slider and a field.
 * @param {string} label
 * @param {(value: number) => void} proposed
 * @param {(value: number) => void} changed
 * @param {() => void} cancel
 * @returns {Control}
 */
export function share(label, proposed, changed, cancel) {
  let kept = 1;
  const slider = h("input", {
    type: "range", min: 0, max: 1, step: 0.01, "aria-label": label,
    oninput: () => (field.propose(slider.valueAsNumber), tint(), proposed(slider.valueAsNumber)),
    onchange: () => (slider.valueAsNumber === kept ? cancel() : changed(slider.valueAsNumber)),
  });
  const field = new NumberField({ label: `${label}, number`, least: 0, most: 1, step: 0.1,
    input: (value) => ((slider.valueAsNumber = value), tint(), proposed(value)), commit: changed, cancel });
  const tint = () => slider.style.setProperty("--share", String(slider.valueAsNumber));
  return {
    element: h("div", { class: "share" }, slider, field.element),
    show(value, fixed) {
      kept = value;
      // While the slider is being dragged it is where the hand is.
      if (!slider.matches(":active")) slider.valueAsNumber = Number.isFinite(value) ? value : 1;
      tint();
      slider.disabled = fixed;
      field.disabled = fixed;
      field.value = value;
    },
  };
}

/**
 * A whole number.
 * @param {string} label
 * @param {(value: number) => void} changed
 * @returns {Control}
 */
export function integer(label, changed) {
  const field = new NumberField({ label, decimals: 0, least: -(2 ** 31), most: 2 ** 31, commit: (value) => changed(Math.round(value)) });
  return {
    element: field.element,
    show(value, fixed) {
      field.disabled = fixed;
      field.value = value;
    },
  };
}

/**
 * Text that can be copied.
 * @param {boolean} [code]
 * @returns {Control}
 */
export function text(code = false) {
  // The keyboard reaches it for its menu.
  const element = h("span", { class: code ? "code" : null, "data-copy": "", tabindex: 0 });
  return {
    element,
    show(value) {
      element.textContent = String(value);
      put(element, "data-copy", String(value));
    },
  };
}

// A field for a number: arrows step it, sums are worked out, Escape takes back what was typed.

/**
 * @typedef {object} NumberOptions
 * @property {string} label what a screen reader calls it, such as "Frame x"
 * @property {string} [unit] stands in the field
 * @property {number} [least]
 * @property {number} [most]
 * @property {number} [step] of the arrow keys; Shift makes it ten times as much, Alt a tenth
 * @property {number} [decimals] shown, 3 when not said
 * @property {(value: number) => void} [input] called with every number while it is typed
 * @property {(value: number) => void} commit called with Enter and when the field is left, if the number is another one
 * @property {{ name: string, run: () => void }} [clear] what an empty field means, and what is called when it is left empty that was not
 * @property {() => void} [cancel] called when what was typed is taken back or is no number
 */

/** CSS pixels that a press may shake before it drags a number. */
const SHAKE = 3;

/**
 * Whether a number needs more room than a quarter of a line.
 * @param {string} text
 */
export const isLong = (text) => text.length > 5;

export class NumberField {
  /** @type {number | null} */ #value = null;
  #edited = false;

  /** @param {NumberOptions} options */
  constructor(options) {
    this.options = options;
    this.input = h("input", {
      type: "text", role: "spinbutton", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": options.label,
      "aria-valuemin": options.least, "aria-valuemax": options.most,
      oninput: () => this.#typed(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
      onblur: () => this.#leave(), onfocus: () => this.input.select(),
    });
    const unit = options.unit ? h("span", { class: "unit", "aria-hidden": "true" }, options.unit) : null;
    this.element = h("label", { class: "number field" }, this.input, unit);
    if (unit) this.scrubBy(unit);
  }

  /** The number that holds, not the one being typed. */
  get value() { return this.#value }

  /**
   * Shows a number; what is being typed stays.
   * @param {number | null | undefined} value
   */
  set value(value) {
    this.#value = Number.isFinite(value) ? /** @type {number} */ (value) : null;
    if (!this.#edited) this.#write(this.#value);
  }

  get isEdited() { return this.#edited }

  /**
   * Shows what the number would become, while another field is being typed in.
   * @param {number} value
   */
  propose(value) {
    if (!this.#edited) this.#write(Number.isFinite(value) ? value : null);
  }

  /** @param {boolean} on */
  set disabled(on) {
    this.input.readOnly = on;
    put(this.input, "aria-readonly", on || null);
  }

  #write(/** @type {number | null} */ value) {
    const text = plain(value, this.options.decimals);
    if (this.input.value !== text) this.input.value = text;
    put(this.element, "data-long", isLong(text));
    this.#tell(value);
  }

  /** @param {number | null} value */
  #tell(value) {
    puts(this.input,
      { "aria-valuenow": value === null ? null : plain(value), "aria-invalid": null,
        title: value === null ? this.options.clear?.name ?? "No finite number" : null });
  }

  /** What stands in the field as a number within its range; null when it is none. */
  get #typedValue() {
    const value = evaluate(this.input.value);
    const { least = -Infinity, most = Infinity } = this.options;
    return value === null ? null : Math.min(most, Math.max(least, value));
  }

  /** Whether nothing stands in a field that may be empty. */
  get #isCleared() { return this.options.clear !== undefined && !this.input.value.trim() }

  #typed() {
    this.#edited = true;
    const value = this.#typedValue;
    put(this.input, "aria-invalid", value === null && !this.#isCleared ? "true" : null);
    if (value === null) return;
    put(this.input, "aria-valuenow", plain(value));
    this.options.input?.(value);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (this.input.readOnly || event.isComposing) return;
    const direction = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (event.key === "Enter") this.#finish();
    else if (event.key === "Escape" && this.#edited) this.#takeBack();
    else if (direction && !event.metaKey && !event.ctrlKey) this.#step(direction * (event.altKey ? 0.1 : event.shiftKey ? 10 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #step(/** @type {number} */ steps) {
    const from = this.#typedValue ?? this.#value ?? 0;
    this.input.value = plain(from + steps * (this.options.step ?? 1));
    this.#keepWithin();
    this.#typed();
  }

  /**
   * Lets the number be changed by dragging an element sideways, a step for each pixel; Escape takes it back.
   * @param {HTMLElement} handle
   */
  scrubBy(handle) {
    /** @type {{ x: number, value: number, moved: boolean } | null} */ let from = null;
    let wasDragged = false;
    const end = (/** @type {() => void} */ finish) => {
      if (from?.moved) finish();
      from = null;
      ended();
    };
    let ended = () => {};
    handle.classList.add("scrub");
    handle.addEventListener("pointerdown", (event) => {
      wasDragged = false;
      if (event.button !== 0 || this.input.readOnly) return;
      from = { x: event.clientX, value: this.#typedValue ?? this.#value ?? 0, moved: false };
      handle.setPointerCapture(event.pointerId);
      ended();
      ended = endsWithEscape(() => end(() => this.#takeBack()));
    });
    handle.addEventListener("pointermove", (event) => {
      const way = from ? Math.round(event.clientX - from.x) : 0;
      if (!from || (!from.moved && Math.abs(way) < SHAKE)) return;
      from.moved = wasDragged = true;
      this.input.value = plain(from.value + way * (this.options.step ?? 1) * (event.altKey ? 0.1 : event.shiftKey ? 10 : 1));
      this.#keepWithin();
      this.#typed();
    });
    handle.addEventListener("pointerup", () => end(() => this.#finish()));
    handle.addEventListener("pointercancel", () => end(() => this.#takeBack()));
    // A drag is no click, which would put the caret into the field.
    handle.addEventListener("click", (event) => wasDragged && event.preventDefault());
  }

  #keepWithin() {
    const value = this.#typedValue;
    if (value !== null) this.input.value = plain(value);
  }

  #finish() {
    if (!this.#edited) return;
    const value = this.#typedValue;
    if (this.#isCleared && this.#value !== null) {
      this.#edited = false;
      return this.options.clear?.run();
    }
    if (value === null) return this.#takeBack();
    this.#edited = false;
    // The same text is the same number, however many decimals the field leaves out.
    const { decimals } = this.options;
    if (plain(value, decimals) === plain(this.#value, decimals)) {
      this.#write(this.#value);
      return this.options.cancel?.();
    }
    this.#write(value);
    if (document.activeElement === this.input) this.input.select();
    this.options.commit(value);
  }

  #leave() {
    this.#finish();
  }

  #takeBack() {
    this.#edited = false;
    this.#write(this.#value);
    this.input.select();
    this.options.cancel?.();
  }

  /** Forgets what is being typed, when another view is shown. */
  drop() {
    this.#edited = false;
    this.#write(this.#value);
  }
}

/**
 * Several number fields in a line with a name: "Frame" x y w h.
 * @param {string} name @param {Iterable<NumberField>} fields @param {string} [classes]
 */
export function numberLine(name, fields, classes = "") {
  const group = h("div", { class: `numbers ${classes}`.trim(), role: "group", "aria-label": name }, h("span", { class: "name", "aria-hidden": "true" }, name));
  for (const field of fields) group.append(field.element);
  return group;
}

// Small sums in number fields: 320/2, (44 + 8) * 3, −12.5, 16:9.

/**
 * What an expression of numbers, + - * / : and brackets comes to; null when it is none or comes to nothing finite.
 * @param {string} text
 */
export function evaluate(text) {
  const tokens = text.replace(/[−–]/g, "-").replace(/[×·]/g, "*").replace(/[÷:]/g, "/").match(/(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[-+*/()]|\S/gi);
  if (!tokens || tokens.length > 100) return null;
  let at = 0;
  // Depth is bounded by the number of tokens.
  const sum = () => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value += tokens[at++] === "+" ? product() : -product();
    return value;
  };
  const product = () => {
    let value = factor();
    while (tokens[at] === "*" || tokens[at] === "/") value = tokens[at++] === "*" ? value * factor() : value / factor();
    return value;
  };
  /** @returns {number} */
  const factor = () => {
    const token = tokens[at++];
    if (token === "-") return -factor();
    if (token === "+") return factor();
    if (token !== "(") return token && /\d/.test(token) ? Number(token) : NaN;
    const value = sum();
    return tokens[at++] === ")" ? value : NaN;
  };
  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? value + 0 : null;
}

// The springs-and-struts square of Interface Builder: a toggle for each margin and each side of the view.

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

  /**
   * @param {number} mask UIKit's bits
   * @param {boolean} isUnknown whether the dump did not say them
   */
  show(mask, isUnknown) {
    this.#mask = mask;
    this.element.setAttribute("aria-label", isUnknown ? "Autoresizing, not in the dump" : "Autoresizing");
    for (const [bit, { button, path, kind }] of this.#parts) {
      const flexible = (mask & bit) !== 0;
      path.setAttribute("d", DRAWINGS[kind][flexible ? "spring" : "strut"]);
      path.setAttribute("class", flexible ? "spring" : kind === "side" ? "fixed" : "strut");
      button.setAttribute("aria-pressed", String(flexible));
      const name = PARTS.find((part) => part.bit === bit)?.name;
      button.title = isUnknown ? `Flexible ${name}: not in the dump` : `${flexible ? "Flexible" : "Fixed"} ${name}`;
    }
  }

  /** @param {string | false} why */
  refuse(why) {
    for (const { button } of this.#parts.values()) refuse(button, why, button.title);
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
