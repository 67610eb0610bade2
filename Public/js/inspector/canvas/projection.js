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
