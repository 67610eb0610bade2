// The texts of views, set to fit: as large as a label of that size would set them, wrapped, cut with an ellipsis.

/** @typedef {{ lines: string[], size: number, centered: boolean, inset: number }} Label lines one below the other, `size` of the type and `inset` from the left in points */

const FAMILY = "system-ui, -apple-system, sans-serif";
/** Points; the type of labels and buttons on iOS is 17. */
const SMALLEST = 6, USUAL = 17, INSET = 2;
/** Distance of lines in sizes of the type. */
export const LEADING = 1.2;
const MOST_CHARACTERS = 200, MOST_LINES = 12;

/** @param {number} size in pixels */
export const font = (size) => `${size}px ${FAMILY}`;

export class Labels {
  /** @type {Map<number, { w: number, h: number, label: Label | null }>} */ #fitted = new Map();
  /**
   * Widths of texts at a size of one pixel.
   * @type {Map<string, number>}
   */
  #widths = new Map();
  #context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

  /** @param {import("./scene.js").Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.#context.font = font(20);
  }

  /** Forgets what the views said. */
  clear() {
    this.#fitted.clear();
  }

  /**
   * The text of a view as it fits; null without a text or without room.
   * @param {number} i
   */
  of(i) {
    const { scene } = this;
    const w = scene.w[i], h = scene.h[i];
    const known = this.#fitted.get(i);
    if (known && known.w === w && known.h === h) return known.label;
    const text = this.#text(i);
    const label = text ? this.#fit(text, w, h, scene.centered[i] === 1, scene.looks[i] === 3) : null;
    this.#fitted.set(i, { w, h, label });
    return label;
  }

  /**
   * A subview that says the same says it better.
   * @param {number} i
   */
  #text(i) {
    const { model } = this.scene;
    const text = model.text(i);
    if (!text) return null;
    for (let child = i + 1, seen = 0; child < model.end(i) && seen < 8; child = model.end(child), seen += 1) {
      if (model.text(child) === text) return null;
    }
    return text.slice(0, MOST_CHARACTERS).replace(/\s+/g, " ").trim();
  }

  /** @param {string} text at a size of one point */
  #width(text) {
    let width = this.#widths.get(text);
    if (width === undefined) {
      if (this.#widths.size > 20_000) this.#widths.clear();
      width = this.#context.measureText(text).width / 20;
      this.#widths.set(text, width);
    }
    return width;
  }

  /**
   * @param {string} text
   * @param {number} w
   * @param {number} h
   * @param {boolean} centered
   * @param {boolean} isLabel
   * @returns {Label | null}
   */
  #fit(text, w, h, centered, isLabel) {
    const tallest = h / LEADING, inset = isLabel ? 0 : INSET, room = w - 2 * inset;
    if (!(room > 2 && tallest >= SMALLEST * 0.8)) return null;
    const widest = room / this.#width(text);
    // A label that its text fills was sized by it, however large; any other is set as usual.
    const fills = isLabel && widest >= tallest * 0.7 && widest <= tallest * 1.35;
    const size = Math.min(tallest, fills ? Infinity : USUAL);
    // Letters of another typeface may run a little wider than those on the device.
    if (widest >= size * 0.7) return { lines: [text], size: Math.min(size, widest), centered, inset };
    const wrapped = Math.min(USUAL, Math.sqrt((room * h) / (LEADING * this.#width(text))) * 0.92);
    if (isLabel && h > wrapped * LEADING * 1.9 && wrapped >= SMALLEST) {
      return { lines: this.#wrap(text, room, wrapped, Math.max(1, Math.floor(h / wrapped / LEADING))), size: wrapped, centered, inset };
    }
    const smaller = Math.max(Math.min(size, widest), Math.min(size, SMALLEST));
    const cut = this.#cut(text, room / smaller);
    return cut ? { lines: [cut], size: smaller, centered, inset } : null;
  }

  /**
   * @param {string} text
   * @param {number} w
   * @param {number} size
   * @param {number} most
   */
  #wrap(text, w, size, most) {
    /** @type {string[]} */ const lines = [];
    let line = "";
    for (const word of text.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (line && this.#context.measureText(longer).width / 20 > w / size) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
    const kept = lines.slice(0, Math.min(most, MOST_LINES));
    if (kept.length < lines.length) kept[kept.length - 1] += "…";
    return kept.map((part) => this.#cut(part, (w * 1.01) / size) || "…");
  }

  /**
   * As much of a text as has room, an ellipsis behind it.
   * @param {string} text @param {number} room
   */
  #cut(text, room) {
    if (this.#width(text) <= room * 1.001) return text;
    const characters = [...text];
    let low = 0, high = characters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const width = this.#context.measureText(`${characters.slice(0, middle).join("")}…`).width / 20;
      if (width <= room) low = middle;
      else high = middle - 1;
    }
    return low ? `${characters.slice(0, low).join("").trimEnd()}…` : "";
  }
}
