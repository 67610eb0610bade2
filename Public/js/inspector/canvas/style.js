// How each view looks, by drawing mode: its fill, its line and the colour of its text, and where those colours come from.
import { CONTROL } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** Smaller type cannot be read, in CSS pixels. */
const LEGIBLE = 5;
/** Faint views stay discernible: this is a map, not a screenshot. */
const FAINTEST = 0.15;

export class Style {
  /** @type {"screen" | "wireframe" | "outlines"} */ drawing = "wireframe";
  /** Whether texts are wanted, and whether pixels are under the views that show them anyway. */
  texts = true;
  hasPixels = false;
  ghosts = false;
  /** The index of the selected view, -1 for none. */
  selected = -1;
  /** @type {number[]} */ dash = [3, 3];

  /**
   * @param {Scene} scene
   * @param {Palette} palette
   * @param {import("./ink.js").Labels} labels
   * @param {import("./drawings.js").Drawings} drawings
   */
  constructor(scene, palette, labels, drawings) {
    this.scene = scene;
    this.palette = palette;
    this.labels = labels;
    this.drawings = drawings;
  }

  /** Whether views are drawn as they look, and what they look like is known by now. */
  get isScreen() {
    return this.drawing === "screen" && this.drawings.isReady;
  }

  /** Whether the texts of panes are drawn: not over pixels that show them. */
  get showsTexts() {
    return this.texts && !this.hasPixels;
  }

  /** Whether the ground is dark. */
  get dark() {
    const [r = 0, g = 0, b = 0] = this.palette.colors.screen.match(/[\d.]+/g)?.map(Number) ?? [];
    return r + g + b < 384;
  }

  /** The appearance that the screen is drawn in. */
  get isScreenDark() {
    const { appearance } = this.drawings;
    return appearance ? appearance === "dark" : this.dark;
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
    return this.drawing === "outlines" ? "" : this.palette.glass[look];
  }

  line(/** @type {number} */ i) {
    return i === this.selected ? this.palette.colors["selected-line"] : this.palette.lines[this.scene.looks[i]];
  }

  ink(/** @type {number} */ i) {
    const { colors } = this.palette;
    if (i === this.selected) return colors["selected-ink"];
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
  "ghost-line", "shell", "shell-line", "screen", "hint",
  "ink", "ink-dim", "accent", "selected", "selected-line", "selected-ink", "match", "changed", "before", "glow",
  "doubt",
]);

/** @typedef {(typeof NAMES)[number]} ColorName */

export class Palette {
  /** @type {Record<ColorName, string>} */ colors = /** @type {any} */ ({});
  /**
   * By look: fill and line of a pane of glass.
   * @type {string[]}
   */
  glass = [];
  /** @type {string[]} */ lines = [];
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
  }
}

