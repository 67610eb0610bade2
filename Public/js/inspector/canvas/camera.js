// Where the drawing sits in its window: the point at the upper left corner, and how large a point is.

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
