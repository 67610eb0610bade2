// What is drawn with: a context that is told its colours only when they change, which is what makes many small panes fast,
// and the texts of views.
import { FAMILY, hasGlyphs } from "../../core/glyphs.js";

/**
 * Of a text: matrix to device pixels, size of the view.
 * @typedef {{ a: number, b: number, c: number, d: number, e: number, f: number, w: number, h: number, clip: number[] | null }} Place
 */

const EDGE = 0.01;
/** Polygons drawn as one path: many more and the path, many fewer and the calls, take the time. */
const BATCH = 24;

export class Ink {
  #fill = "";
  #stroke = "";
  #alpha = 1;
  #font = "";
  /**
   * Polygons of one look that wait to be drawn together.
   * @type {Map<string, { fill: string, line: string, alpha: number, points: number[] }>}
   */
  #batches = new Map();

  /** @param {CanvasRenderingContext2D} context */
  constructor(context) {
    this.context = context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.lineWidth = 1;
    context.lineJoin = "miter";
    context.textBaseline = "middle";
  }

  fill(/** @type {string} */ color) {
    if (color !== this.#fill) this.context.fillStyle = this.#fill = color;
  }

  stroke(/** @type {string} */ color) {
    if (color !== this.#stroke) this.context.strokeStyle = this.#stroke = color;
  }

  alpha(/** @type {number} */ alpha) {
    if (alpha !== this.#alpha) this.context.globalAlpha = this.#alpha = alpha;
  }

  rectangle(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) {
    this.context.fillRect(x, y, w, h);
  }

  /**
   * A border inside a rectangle of whole pixels.
   * @param {number} x @param {number} y @param {number} w @param {number} h
   */
  frame(x, y, w, h) {
    this.context.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
  }

  /**
   * Separate lines, four numbers each.
   * @param {number[]} lines
   */
  lines(lines) {
    const { context } = this;
    context.beginPath();
    for (let i = 0; i < lines.length; i += 4) {
      context.moveTo(lines[i], lines[i + 1]);
      context.lineTo(lines[i + 2], lines[i + 3]);
    }
    context.stroke();
  }

  #path(/** @type {number[]} */ points) {
    const { context } = this;
    context.beginPath();
    context.moveTo(points[0], points[1]);
    for (let i = 2; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.closePath();
  }

  polygon(/** @type {number[]} */ points) {
    this.#path(points);
    this.context.fill();
  }

  /**
   * The border of a polygon; with `whole`, only those sides that lie on the sides of it.
   * @param {number[]} points @param {number[] | null} [whole] @param {number[]} [dash]
   */
  outline(points, whole = null, dash = undefined) {
    if (whole) return this.lines(sidesOn(points, whole));
    if (dash) this.context.setLineDash(dash);
    this.#path(points);
    this.context.stroke();
    if (dash) this.context.setLineDash([]);
  }

  /**
   * A polygon of four corners, drawn at the latest by `flush`; those that wait together must not overlap.
   * @param {number[]} points @param {string} fill @param {string} line empty for none @param {number} alpha
   */
  later(points, fill, line, alpha) {
    const key = `${fill} ${line} ${alpha}`;
    let batch = this.#batches.get(key);
    if (!batch) this.#batches.set(key, (batch = { fill, line, alpha, points: [] }));
    for (let i = 0; i < 8; i += 1) batch.points.push(points[i]);
    if (batch.points.length >= BATCH * 8) this.#draw(batch);
  }

  /** Draws what waits. */
  flush() {
    for (const batch of this.#batches.values()) if (batch.points.length) this.#draw(batch);
  }

  /** @param {{ fill: string, line: string, alpha: number, points: number[] }} batch */
  #draw(batch) {
    const { context } = this;
    const { points: p } = batch;
    this.alpha(batch.alpha);
    context.beginPath();
    for (let i = 0; i < p.length; i += 8) {
      context.moveTo(p[i], p[i + 1]);
      context.lineTo(p[i + 2], p[i + 3]);
      context.lineTo(p[i + 4], p[i + 5]);
      context.lineTo(p[i + 6], p[i + 7]);
      // An open path of hairlines is drawn much faster than a closed one.
      context.lineTo(p[i], p[i + 1]);
    }
    if (batch.fill) {
      this.fill(batch.fill);
      context.fill();
    }
    if (batch.line) {
      this.stroke(batch.line);
      context.stroke();
    }
    p.length = 0;
  }

  /**
   * @param {Label} label
   * @param {string} color
   * @param {Place} place
   */
  text({ lines, size, centered, inset }, color, { a, b, c, d, e, f, w, h, clip }) {
    const { context } = this;
    if (clip) {
      context.save();
      this.#path(clip);
      context.clip();
    }
    this.fill(color);
    // Upright text is set at its size on the screen, so that it stays sharp; any other goes through the matrix.
    const upright = b === 0 && c === 0 && a === d && a > 0;
    const scale = upright ? a : Math.max(Math.hypot(a, b), Math.hypot(c, d));
    const pixels = Math.round(size * scale * 4) / 4;
    const name = font(pixels);
    if (name !== this.#font) context.font = this.#font = name;
    context.textAlign = centered ? "center" : "left";
    const x = (centered ? w / 2 : inset) * scale;
    const y = (h / 2) * scale - ((lines.length - 1) * pixels * LEADING) / 2;
    if (!upright) context.setTransform(a / scale, b / scale, c / scale, d / scale, e, f);
    for (const [at, line] of lines.entries()) this.#line(line, upright ? e + x : x, (upright ? f + y : y) + at * pixels * LEADING, pixels);
    if (!upright) context.setTransform(1, 0, 0, 1, 0, 0);
    if (clip) {
      context.restore();
      this.#font = this.#fill = this.#stroke = "";
      this.#alpha = NaN;
    }
  }

  /**
   * A line of text, or a quiet bar where no font of this machine has its letters.
   * @param {string} line @param {number} x @param {number} y its middle @param {number} size
   */
  #line(line, x, y, size) {
    const { context } = this;
    if (hasGlyphs(line)) return context.fillText(line, x, y);
    const { globalAlpha } = context, { width } = context.measureText(line);
    context.globalAlpha = globalAlpha * 0.25;
    context.fillRect(context.textAlign === "center" ? x - width / 2 : x, y - size * 0.4, width, size * 0.8);
    context.globalAlpha = globalAlpha;
  }

  /** Somebody else drew: nothing is known of the context's colours. */
  forget() {
    this.#font = this.#fill = this.#stroke = "";
    this.#alpha = NaN;
    this.context.textBaseline = "middle";
  }

  /** Leaves the context as others expect it. */
  end() {
    this.alpha(1);
  }
}

/**
 * The sides of one polygon that lie on sides of another, four numbers each.
 * @param {number[]} points @param {number[]} whole
 */
function sidesOn(points, whole) {
  const sides = [];
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    for (let k = 0, l = whole.length - 2; k < whole.length; l = k, k += 2) {
      const ex = whole[k] - whole[l], ey = whole[k + 1] - whole[l + 1], length = Math.hypot(ex, ey) || 1;
      const away = (/** @type {number} */ at) => Math.abs(ex * (points[at + 1] - whole[l + 1]) - ey * (points[at] - whole[l])) / length;
      if (away(i) < EDGE && away(j) < EDGE) {
        sides.push(points[j], points[j + 1], points[i], points[i + 1]);
        break;
      }
    }
  }
  return sides;
}

// The texts of views, set to fit: as large as a label of that size would set them, wrapped, cut with an ellipsis.

/**
 * Lines one below the other, `size` of the type and `inset` from the left in points.
 * @typedef {{ lines: string[], size: number, centered: boolean, inset: number }} Label
 */

/** Points; the type of labels and buttons on iOS is 17. */
const SMALLEST = 6, USUAL = 17, INSET = 2;
/** Distance of lines in sizes of the type. */
const LEADING = 1.2;
const MOST_CHARACTERS = 200, MOST_LINES = 12;
/** No letter of these is wider than this, in sizes of the type. */
const PLAIN = /^[ -~]*$/, WIDEST = 1.2;

/** @param {number} size in pixels */
export const font = (size) => `${size}px ${FAMILY}`;

export class Labels {
  /** @type {Map<number, { w: number, h: number, said: string | null, label: Label | null }>} */ #fitted = new Map();
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
    const known = this.#fitted.get(i), said = scene.model.shownText(i);
    if (known && known.w === w && known.h === h && known.said === said) return known.label;
    const text = this.#text(i);
    const label = text ? this.#fit(text, w, h, scene.centered[i] === 1, scene.looks[i] === 3) : null;
    this.#fitted.set(i, { w, h, said, label });
    return label;
  }

  /**
   * A subview that says the same says it better.
   * @param {number} i
   */
  #text(i) {
    const { model } = this.scene;
    const text = model.shownText(i);
    if (!text) return null;
    for (let child = i + 1, seen = 0; child < model.end(i) && seen < 8; child = model.end(child), seen += 1) {
      if (model.shownText(child) === text) return null;
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
    // Most texts have room to spare, which is plain without measuring them.
    const usual = Math.min(tallest, USUAL), least = room / (text.length * WIDEST);
    if (least >= (isLabel ? Math.max(usual, tallest * 1.36) : usual) && PLAIN.test(text)) return { lines: [text], size: usual, centered, inset };
    const widest = room / this.#width(text);
    // A label that its text fills was sized by it, however large; any other is set as usual.
    const fills = isLabel && widest >= tallest * 0.7 && widest <= tallest * 1.35;
    const size = fills ? tallest : usual;
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

// Texts are the slowest to draw: while something moves, only those near the middle are, as many as a frame has time for.

export class TextBudget {
  /** How many were drawn since `begin`. */
  count = 0;
  /** Whether something moves now. */
  moving = false;
  /** Whether some texts were left out. */
  limited = false;
  #most;
  #radius = Infinity;
  #x = 0;
  #y = 0;

  /** @param {number} most texts in a frame while something moves */
  constructor(most) {
    this.#most = most;
  }

  /**
   * @param {{ left: number, top: number, right: number, bottom: number }} area
   * @param {boolean} coarse whether less will do
   */
  begin({ left, top, right, bottom }, coarse) {
    const whole = Math.hypot(right - left, bottom - top) / 2;
    if (!this.moving && !coarse) this.#radius = Infinity;
    // The frame before tells how far this one may go.
    else if (this.count > this.#most) this.#radius = Math.min(this.#radius, whole) * Math.sqrt(this.#most / this.count);
    else if (this.count < this.#most * 0.7) this.#radius *= 1.15;
    if (this.#radius > whole) this.#radius = Infinity;
    this.count = 0;
    this.limited = false;
    this.#x = (left + right) / 2;
    this.#y = (top + bottom) / 2;
  }

  /**
   * Whether a text at a place is drawn.
   * @param {number} x @param {number} y
   */
  takes(x, y) {
    if (this.#radius === Infinity) return true;
    const takes = Math.hypot(x - this.#x, y - this.#y) <= this.#radius;
    if (!takes) this.limited = true;
    return takes;
  }
}
