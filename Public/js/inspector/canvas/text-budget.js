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
