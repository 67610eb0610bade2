// Where the eye is: what part of the drawing is shown and how large, the stack of layers seen from the side, and short
// movements from one to another.
import { isStill } from "../../core/dom.js";

export const LEAST_ZOOM = 0.02, MOST_ZOOM = 64;

export class Camera {
  x = 0;
  y = 0;
  zoom = 1;
  /** Whether the drawing fills the window, and shall go on to. */
  fitted = true;
  /** Of the window, in CSS pixels. */
  width = 0;
  height = 0;
  /** Device pixels in a CSS pixel. */
  ratio = 1;

  /**
   * A point of the drawing in the window.
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]}
   */
  toScreen(x, y) {
    return [(x - this.x) * this.zoom, (y - this.y) * this.zoom];
  }

  /**
   * A point of the window in the drawing.
   * @param {number} px
   * @param {number} py
   * @returns {[number, number]}
   */
  toDrawing(px, py) {
    return [this.x + px / this.zoom, this.y + py / this.zoom];
  }

  /**
   * Shows a rectangle of the drawing whole.
   * @param {number[]} extent left, top, right, bottom
   * @param {number} margin in CSS pixels on each side
   * @param {number} [above] what else is not free above @param {number} [below] and below
   */
  fit([left, top, right, bottom], margin, above = 0, below = 0) {
    const across = Math.max(this.width - 2 * margin, 16), down = Math.max(this.height - 2 * margin - above - below, 16);
    this.zoom = bounded(Math.min(across / (right - left), down / (bottom - top)));
    this.center((left + right) / 2, (top + bottom + (below - above) / this.zoom) / 2);
    this.fitted = true;
  }

  /** There is nothing to show whole: the origin is in the middle, at 100 %. */
  fitNothing() {
    this.zoom = 1;
    this.center(0, 0);
    this.fitted = true;
  }

  /**
   * Puts a point of the drawing into the middle of the window.
   * @param {number} x @param {number} y
   */
  center(x, y) {
    this.x = x - this.width / 2 / this.zoom;
    this.y = y - this.height / 2 / this.zoom;
    this.fitted = false;
  }

  /**
   * Zooms; what is at a point of the window stays there.
   * @param {number} zoom @param {number} [px] @param {number} [py]
   */
  zoomTo(zoom, px = this.width / 2, py = this.height / 2) {
    const next = bounded(zoom);
    this.x += px / this.zoom - px / next;
    this.y += py / this.zoom - py / next;
    this.zoom = next;
    this.fitted = false;
  }

  /**
   * Moves the drawing with the hand.
   * @param {number} dx @param {number} dy in CSS pixels
   */
  pan(dx, dy) {
    this.x -= dx / this.zoom;
    this.y -= dy / this.zoom;
    this.fitted = false;
  }

  /**
   * The window has another size: its upper middle stays where it was.
   * @param {number} width @param {number} height @param {number} ratio
   */
  resize(width, height, ratio) {
    this.x += (this.width - width) / 2 / this.zoom;
    this.width = width;
    this.height = height;
    this.ratio = ratio;
  }
}

/** @param {number} zoom */
const bounded = (zoom) => (Number.isFinite(zoom) ? Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom)) : 1);

// The stack of layers seen from the side: turned about its middle, with mild perspective. Flat when `amount` is 0.

const DEGREE = Math.PI / 180;

export class Projection {
  amount = 0;
  /** How far the eye is away, in points. */
  #distance = 1;
  #cx = 0;
  #cy = 0;
  #cz = 0;
  #gap = 0;
  /** Sines and cosines of the turns about the upright and the level axis. */
  #sy = 0;
  #cosY = 1;
  #sp = 0;
  #cp = 1;

  /**
   * @param {{ amount: number, rotateX: number, rotateY: number, gap: number, levels: number, extent: readonly number[] }} how
   *   `amount` from 0 (flat) to 1; turns in degrees; `gap` between levels in points; `extent` left, top, right, bottom
   */
  set({ amount, rotateX, rotateY, gap, levels, extent }) {
    const [left, top, right, bottom] = extent;
    this.amount = amount;
    this.#gap = gap * amount;
    this.#cx = (left + right) / 2;
    this.#cy = (top + bottom) / 2;
    this.#cz = (this.#gap * levels) / 2;
    this.#distance = 2.6 * Math.hypot(right - left, bottom - top, this.#gap * levels) || 1;
    const yaw = rotateY * amount * DEGREE, pitch = rotateX * amount * DEGREE;
    [this.#sy, this.#cosY, this.#sp, this.#cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  }

  /**
   * Where the point (x, y) of a level is drawn, in points of the flat drawing.
   * @param {number} x
   * @param {number} y
   * @param {number} level
   * @returns {[number, number]}
   */
  project(x, y, level) {
    const dx = x - this.#cx, dy = y - this.#cy, dz = level * this.#gap - this.#cz;
    const far = dz * this.#cosY - dx * this.#sy;
    const f = this.#distance / (this.#distance - dy * this.#sp - far * this.#cp);
    return [this.#cx + (dx * this.#cosY + dz * this.#sy) * f, this.#cy + (dy * this.#cp - far * this.#sp) * f];
  }

  /**
   * Projects a polygon of a level into `out`.
   * @param {readonly number[]} polygon @param {number} level @param {number[]} out
   */
  polygon(polygon, level, out) {
    const dz = level * this.#gap - this.#cz;
    const d = this.#distance, sy = this.#sy, cosY = this.#cosY, sp = this.#sp, cp = this.#cp, cx = this.#cx, cy = this.#cy;
    out.length = polygon.length;
    for (let i = 0; i < polygon.length; i += 2) {
      const dx = polygon[i] - cx, dy = polygon[i + 1] - cy;
      const far = dz * cosY - dx * sy;
      const f = d / (d - dy * sp - far * cp);
      out[i] = cx + (dx * cosY + dz * sy) * f;
      out[i + 1] = cy + (dy * cp - far * sp) * f;
    }
    return out;
  }

  /**
   * The point of a level that is drawn at (u, v); null where the level is seen edge-on.
   * @param {number} u
   * @param {number} v
   * @param {number} level
   * @returns {[number, number] | null}
   */
  unproject(u, v, level) {
    const dz = level * this.#gap - this.#cz, d = this.#distance;
    const px = u - this.#cx, py = v - this.#cy;
    const sy = this.#sy, cosY = this.#cosY, sp = this.#sp, cp = this.#cp;
    // Two linear equations in the coordinates on the level: px (d − depth) = d x′ and py (d − depth) = d y′.
    const a = d * cosY - px * sy * cp, b = px * sp, e = px * d - px * dz * cosY * cp - d * dz * sy;
    const g = d * sy * sp - py * sy * cp, h = d * cp + py * sp, k = py * d - py * dz * cosY * cp + d * dz * cosY * sp;
    const det = a * h - b * g;
    if (Math.abs(det) < 1e-9 * d * d) return null;
    return [this.#cx + (e * h - b * k) / det, this.#cy + (a * k - e * g) / det];
  }

  /** The level the eye is at: those above it are seen from behind. */
  get eyeLevel() {
    return this.#gap ? (this.#distance * this.#cosY * this.#cp + this.#cz) / this.#gap : Infinity;
  }

  /**
   * Whether `a` hides `b` where both are: levels nearer to the eye do.
   * @param {number} a @param {number} b
   */
  isNearer(a, b) {
    const eye = this.eyeLevel;
    return Math.abs(a - eye) < Math.abs(b - eye);
  }
}

// Short movements that show where something went; none for people who want none.

const DURATION = 220;

export class Motion {
  #frame = 0;
  /** @type {(() => void) | null} */ #end = null;

  get isRunning() {
    return this.#end !== null;
  }

  /**
   * Calls `step` with numbers from 0 to 1 that slow down towards the end; a movement under way ends first.
   * @param {(t: number) => void} step @param {() => void} [end] @param {number} [duration] in milliseconds
   */
  run(step, end = () => {}, duration = DURATION) {
    this.finish();
    if (isStill()) {
      step(1);
      return end();
    }
    const started = performance.now();
    this.#end = () => {
      step(1);
      end();
    };
    const frame = () => {
      const t = (performance.now() - started) / duration;
      if (t >= 1) return this.finish();
      step(1 - (1 - t) ** 3);
      this.#frame = requestAnimationFrame(frame);
    };
    step(0);
    this.#frame = requestAnimationFrame(frame);
  }

  /** Jumps to the end. */
  finish() {
    cancelAnimationFrame(this.#frame);
    const end = this.#end;
    this.#end = null;
    end?.();
  }
}

/**
 * What the controls at the right take of the canvas in its upper corner, or on phones in its lower one, in CSS pixels.
 * @param {HTMLElement} element
 * @param {HTMLElement} viewport
 */
export function cornerOf(element, viewport) {
  const own = element.getBoundingClientRect(), all = viewport.getBoundingClientRect();
  const isBelow = own.top - all.top > all.height / 2;
  return { width: own.width + 16, top: isBelow ? 0 : own.bottom - all.top + 4, bottom: isBelow ? all.bottom - own.top + 4 : 0 };
}
