// How each view looks, by drawing mode: its fill, its line and the colour of its text, and where those colours come from.
import { CONTROL } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** Smaller type cannot be read, in CSS pixels. */
const LEGIBLE = 5;
/** Faint views stay discernible: this is a map, not a screenshot. */
const FAINTEST = 0.15;

export class Style {
  /** @type {"wireframe" | "filled" | "text"} */ drawing = "wireframe";
  texts = true;
  ghosts = false;
  /** The index of the selected view, -1 for none. */
  selected = -1;
  /** @type {number[]} */ dash = [3, 3];

  /**
   * @param {Scene} scene
   * @param {Palette} palette
   * @param {import("./ink.js").Labels} labels
   * @param {Backgrounds} backgrounds
   */
  constructor(scene, palette, labels, backgrounds) {
    this.scene = scene;
    this.palette = palette;
    this.labels = labels;
    this.backgrounds = backgrounds;
  }

  /** Whether the ground is dark. */
  get dark() {
    const [r = 0, g = 0, b = 0] = this.palette.colors.screen.match(/[\d.]+/g)?.map(Number) ?? [];
    return r + g + b < 384;
  }

  opacity(/** @type {number} */ i) {
    return Math.max(FAINTEST, this.scene.opacity[i]);
  }

  /**
   * Empty for none.
   * @param {number} i
   */
  fill(i) {
    if (i === this.selected) return this.palette.colors.selected;
    const look = this.scene.looks[i];
    if (this.drawing === "wireframe") return this.palette.glass[look];
    if (this.drawing === "text") return "";
    const own = this.backgrounds.of(i, this.dark);
    if (own) return own.alpha > 0 ? own.css : "";
    // Where the dump tells colours, a view without one has none.
    return this.backgrounds.isKnown ? (look === CONTROL ? this.palette.colors.tint : "") : this.palette.solid[look];
  }

  line(/** @type {number} */ i) {
    return i === this.selected ? this.palette.colors["selected-line"] : this.palette.lines[this.scene.looks[i]];
  }

  ink(/** @type {number} */ i) {
    const { colors } = this.palette;
    if (i === this.selected) return colors["selected-ink"];
    if (this.drawing === "filled" && this.backgrounds.isKnown) {
      const { model } = this.scene;
      for (let at = i; at >= 0; at = model.parent(at)) {
        const ground = this.backgrounds.of(at, this.dark);
        if (ground && ground.alpha > 0.5) return ground.luminance > 0.5 ? "#15181d" : "#f4f6f9";
      }
    }
    return this.scene.looks[i] === CONTROL ? colors["ink-dim"] : colors.ink;
  }

  /**
   * The text of a view where it can be read.
   * @param {number} i @param {number} zoom
   */
  label(i, zoom) {
    const label = this.labels.of(i);
    return label && label.size * zoom >= LEGIBLE ? label : null;
  }
}

// The colours of the canvas: custom properties of the style sheet, read again when the appearance changes.

const NAMES = /** @type {const} */ ([
  "window", "plain", "control", "label", "window-line", "plain-line", "control-line", "label-line",
  "solid-window", "solid-plain", "solid-control", "solid-label", "ghost-line", "shell", "shell-line", "screen", "hint", "tint",
  "ink", "ink-dim", "accent", "selected", "selected-line", "selected-ink", "match", "changed", "before", "glow",
  "doubt", "keyboard", "key",
]);

/** @typedef {(typeof NAMES)[number]} ColorName */

export class Palette {
  /** @type {Record<ColorName, string>} */ colors = /** @type {any} */ ({});
  /**
   * By look: fill and line of a pane of glass, and the fill of an opaque one.
   * @type {string[]}
   */
  glass = [];
  /** @type {string[]} */ lines = [];
  /** @type {string[]} */ solid = [];
  #swatch = document.createElement("i");

  /**
   * @param {HTMLElement} host has the custom properties `--canvas-…`
   * @param {() => void} changed
   */
  constructor(host, changed) {
    this.#swatch.className = "swatch";
    this.#swatch.hidden = true;
    host.append(this.#swatch);
    this.read();
    const again = () => {
      this.read();
      changed();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    new MutationObserver(again).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  read() {
    const style = getComputedStyle(this.#swatch);
    for (const name of NAMES) {
      // Only a real colour property resolves `light-dark()`.
      this.#swatch.style.setProperty("--swatch", `var(--canvas-${name})`);
      this.colors[name] = style.color;
    }
    const { colors: c } = this;
    this.glass = [c.window, c.plain, c.control, c.label];
    this.lines = [c["window-line"], c["plain-line"], c["control-line"], c["label-line"]];
    this.solid = [c["solid-window"], c["solid-plain"], c["solid-control"], c["solid-label"]];
  }
}

/** The background colours of the views, as CSS colours. */
export class Backgrounds {
  /** @type {Map<import("../columns.js").Color, ReturnType<typeof painted>>} */ #colors = new Map();
  #dark = false;

  /** @param {import("../model.js").ViewModel} model */
  constructor(model) {
    this.model = model;
  }

  /** Whether the dump tells any colour. */
  get isKnown() {
    return this.model.hasBackgrounds;
  }

  /**
   * The colour of a view.
   * @param {number} i @param {boolean} dark
   */
  of(i, dark) {
    if (dark !== this.#dark) {
      this.#dark = dark;
      this.#colors.clear();
    }
    const color = this.model.background(i);
    if (!color) return null;
    let found = this.#colors.get(color);
    if (found === undefined) this.#colors.set(color, (found = painted(dark ? color.dark : color.light)));
    return found;
  }
}

/**
 * A colour for the canvas.
 * @param {import("../columns.js").RGBA | null} color
 */
export function painted(color) {
  if (!color) return null;
  const [r, g, b, alpha] = color;
  const part = (/** @type {number} */ value) => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return { css: `rgb(${part(r)} ${part(g)} ${part(b)} / ${Math.min(1, Math.max(0, alpha))})`, alpha, luminance: 0.2126 * r + 0.7152 * g + 0.0722 * b };
}
