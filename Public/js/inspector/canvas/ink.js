// A drawing context that is told its colours only when they change, which is what makes many small panes fast.
import { font, LEADING } from "./labels.js";

/** @typedef {import("./labels.js").Label} Label */
/** @typedef {{ a: number, b: number, c: number, d: number, e: number, f: number, w: number, h: number, clip: number[] | null }} Place of a text: matrix to device pixels, size of the view */

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
    if (upright) for (const [at, line] of lines.entries()) context.fillText(line, e + x, f + y + at * pixels * LEADING);
    else {
      context.setTransform(a / scale, b / scale, c / scale, d / scale, e, f);
      for (const [at, line] of lines.entries()) context.fillText(line, x, y + at * pixels * LEADING);
      context.setTransform(1, 0, 0, 1, 0, 0);
    }
    if (clip) {
      context.restore();
      this.#font = this.#fill = this.#stroke = "";
      this.#alpha = NaN;
    }
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
