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

  /** Asks for the colours, page by page. */
  async load() {
    if (this.#asked) return;
    this.#asked = true;
    const url = new URL(`${this.model.base}/views`, location.href);
    url.search = "fields=id,attributes&limit=10000";
    try {
      for (let after = ""; ; ) {
        if (after) url.searchParams.set("after", after);
        const response = await fetch(url, { headers: { Accept: "application/json" } });
        if (!response.ok) return;
        const { views, next } = await response.json();
        for (const { id, attributes } of views) {
          const text = attributes?.backgroundColor ?? attributes?.layer?.backgroundColor;
          if (typeof text === "string") this.#texts.set(this.model.indexOf(id), text.slice(0, 200));
        }
        if (!next) break;
        after = next;
      }
    } catch {
      // Without colours the panes stay as they are.
      return;
    }
    this.#colors.clear();
    this.arrived();
  }
}
