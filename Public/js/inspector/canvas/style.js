// How each view looks, by drawing mode: its fill, its line and the colour of its text, and where those colours come from.
import { getJSON, showFailure } from "../../api.js";
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

// The background colours that a dump tells, as CSS colours.

/**
 * System colours by name, light and dark, as UIKit documents them (Human Interface Guidelines, Color).
 * @type {Record<string, [string, string]>}
 */
const SYSTEM = {
  systemBackground: ["#ffffff", "#000000"], secondarySystemBackground: ["#f2f2f7", "#1c1c1e"], tertiarySystemBackground: ["#ffffff", "#2c2c2e"],
  systemGroupedBackground: ["#f2f2f7", "#000000"], secondarySystemGroupedBackground: ["#ffffff", "#1c1c1e"],
  systemRed: ["#ff3b30", "#ff453a"], systemOrange: ["#ff9500", "#ff9f0a"], systemYellow: ["#ffcc00", "#ffd60a"],
  systemGreen: ["#34c759", "#30d158"], systemMint: ["#00c7be", "#63e6e2"], systemTeal: ["#30b0c7", "#40c8e0"],
  systemCyan: ["#32ade6", "#64d2ff"], systemBlue: ["#007aff", "#0a84ff"], systemIndigo: ["#5856d6", "#5e5ce6"],
  systemPurple: ["#af52de", "#bf5af2"], systemPink: ["#ff2d55", "#ff375f"], systemBrown: ["#a2845e", "#ac8e68"],
  systemGray: ["#8e8e93", "#8e8e93"], systemGray2: ["#aeaeb2", "#636366"], systemGray3: ["#c7c7cc", "#48484a"],
  systemGray4: ["#d1d1d6", "#3a3a3c"], systemGray5: ["#e5e5ea", "#2c2c2e"], systemGray6: ["#f2f2f7", "#1c1c1e"],
  separator: ["#3c3c4349", "#54545899"], systemFill: ["#78788033", "#7878805c"], white: ["#ffffff", "#ffffff"], black: ["#000000", "#000000"], clear: ["#0000", "#0000"],
};

/**
 * The colour that a description of a UIColor or a CSS hexadecimal stands for.
 * @param {string} text @param {boolean} dark
 * @returns {{ css: string, alpha: number, luminance: number } | null}
 */
export function colorOf(text, dark) {
  const gray = /UIExtendedGrayColorSpace ([\d.e+-]+) ([\d.e+-]+)/.exec(text);
  const rgb = /UIExtendedSRGBColorSpace ([\d.e+-]+) ([\d.e+-]+) ([\d.e+-]+) ([\d.e+-]+)/.exec(text);
  const name = /name = (\w+?)(?:Color)?\b/.exec(text)?.[1] ?? /^(\w+?)(?:Color)?$/.exec(text.trim())?.[1] ?? "";
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1] ?? SYSTEM[name]?.[dark ? 1 : 0]?.slice(1);
  if (gray) return color(Number(gray[1]), Number(gray[1]), Number(gray[1]), Number(gray[2]));
  if (rgb) return color(Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4]));
  if (!hex || hex.length === 5 || hex.length === 7) return null;
  const wide = hex.length < 6 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const [r, g, b, a = 255] = wide.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
  return color(r / 255, g / 255, b / 255, a / 255);
}

function color(/** @type {number} */ r, /** @type {number} */ g, /** @type {number} */ b, /** @type {number} */ alpha) {
  if (![r, g, b, alpha].every(Number.isFinite)) return null;
  const part = (/** @type {number} */ value) => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return { css: `rgb(${part(r)} ${part(g)} ${part(b)} / ${Math.min(1, Math.max(0, alpha))})`, alpha, luminance: 0.2126 * r + 0.7152 * g + 0.0722 * b };
}

/** Reads the background colours of a dump, once they are wanted. */
export class Backgrounds {
  /** @type {Map<number, string>} */ #texts = new Map();
  /** @type {Map<number, ReturnType<typeof colorOf>>} */ #colors = new Map();
  #dark = false;
  #asked = false;

  /**
   * @param {import("../model.js").ViewModel} model
   * @param {() => void} arrived
   */
  constructor(model, arrived) {
    this.model = model;
    this.arrived = arrived;
  }

  /** Whether the dump tells any colour. */
  get isKnown() {
    return this.#texts.size > 0;
  }

  /** Forgets what was read, after an edit. */
  clear() {
    this.#asked = false;
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
    const text = this.#texts.get(i);
    if (text === undefined) return null;
    let found = this.#colors.get(i);
    if (found === undefined) this.#colors.set(i, (found = colorOf(text, dark)));
    return found;
  }

  /**
   * Asks for the colours, page by page.
   * @returns {Promise<void>}
   */
  async load() {
    if (this.#asked) return;
    this.#asked = true;
    const url = new URL(`${this.model.base}/views`, location.href);
    url.search = "fields=id,attributes&limit=10000";
    try {
      for (let after = ""; ; ) {
        if (after) url.searchParams.set("after", after);
        const { views, next } = await getJSON(url);
        for (const { id, attributes } of views) {
          const text = attributes?.backgroundColor ?? attributes?.layer?.backgroundColor;
          if (typeof text === "string") this.#texts.set(this.model.indexOf(id), text.slice(0, 200));
        }
        if (!next) break;
        after = next;
      }
    } catch (error) {
      this.#asked = false;
      return showFailure(error, () => this.load());
    }
    this.#colors.clear();
    this.arrived();
  }
}
