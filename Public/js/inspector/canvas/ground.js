// What lies under the views: the outline of the device with its notch and home indicator, and the screenshot.

/** @typedef {import("./camera.js").Camera} Camera */

/** Points between the screen and the outer edge of the device. */
export const SHELL = 14;

/** Sizes of screens without a home button, in points (Human Interface Guidelines, Layout). */
const NOTCH = new Set(["375x812", "414x896", "390x844", "428x926"]);
const ISLAND = new Set(["393x852", "430x932", "402x874", "440x956", "420x912"]);

/**
 * What the upper edge of a screen of this size has.
 * @param {number} width
 * @param {number} height
 * @returns {"notch" | "island" | null}
 */
function cutout(width, height) {
  const name = `${Math.min(width, height)}x${Math.max(width, height)}`;
  return NOTCH.has(name) ? "notch" : ISLAND.has(name) ? "island" : null;
}

/**
 * Draws device and screen, or what is left of them on the way to the stack of layers.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {readonly number[]} extent
 * @param {import("./flat-painter.js").Palette} palette
 * @param {number} amount 1 draws nothing
 * @param {string} screen the colour of the screen
 */
export function drawDevice(context, camera, [left, top, right, bottom], { colors }, amount, screen) {
  if (amount >= 1) return;
  const k = camera.zoom * camera.ratio;
  const x = Math.round((left - camera.x) * k), y = Math.round((top - camera.y) * k);
  const w = Math.round((right - camera.x) * k) - x, h = Math.round((bottom - camera.y) * k) - y;
  const edge = Math.round(SHELL * k), radius = Math.min(44, (right - left) / 4, (bottom - top) / 4) * k;
  context.globalAlpha = 1 - amount;
  context.lineWidth = 1;
  context.beginPath();
  rounded(context, x - edge + 0.5, y - edge + 0.5, w + 2 * edge - 1, h + 2 * edge - 1, radius);
  context.fillStyle = colors.shell;
  context.fill();
  context.strokeStyle = colors["shell-line"];
  context.stroke();
  context.fillStyle = screen;
  context.fillRect(x, y, w, h);
  context.globalAlpha = 1;
}

/**
 * Whether a screen of this size is one of a phone or a pad: televisions are wide and have no edge worth drawing.
 * @param {readonly number[]} extent
 */
export function isDevice([left, top, right, bottom]) {
  const width = right - left, height = bottom - top;
  return !(width >= 1280 && Math.abs(width / height - 16 / 9) < 0.01);
}

/**
 * Draws a plain frame around what is no device: a part of a screen, a single view, a television.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {readonly number[]} extent
 * @param {import("./flat-painter.js").Palette} palette
 * @param {number} amount 1 draws nothing
 * @param {string} screen the colour under the views
 */
export function drawFrame(context, camera, [left, top, right, bottom], { colors }, amount, screen) {
  if (amount >= 1) return;
  const k = camera.zoom * camera.ratio;
  const x = Math.round((left - camera.x) * k), y = Math.round((top - camera.y) * k);
  const w = Math.round((right - camera.x) * k) - x, h = Math.round((bottom - camera.y) * k) - y;
  context.globalAlpha = 1 - amount;
  context.fillStyle = screen;
  context.fillRect(x, y, w, h);
  context.lineWidth = 1;
  context.strokeStyle = colors["shell-line"];
  context.strokeRect(x - 0.5, y - 0.5, w + 1, h + 1);
  context.globalAlpha = 1;
}

/**
 * Where the glass is not, or where the system draws over it: faint shapes above the views.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {readonly number[]} extent
 * @param {import("./flat-painter.js").Palette} palette
 */
export function drawHints(context, camera, [left, top, right, bottom], { colors }) {
  const width = right - left, height = bottom - top;
  const kind = cutout(width, height);
  if (!kind) return;
  const k = camera.zoom * camera.ratio;
  context.save();
  context.setTransform(k, 0, 0, k, (left - camera.x) * k, (top - camera.y) * k);
  const indicator = width > height ? [width / 2 - 100, height - 13, 200, 5] : [width / 2 - 67, height - 13, 134, 5];
  if (width > height) context.transform(0, -1, 1, 0, 0, height);
  const across = Math.min(width, height);
  context.beginPath();
  if (kind === "island") rounded(context, across / 2 - 62, 11, 124, 37, 18.5);
  else rounded(context, across / 2 - 105, 0, 210, 30, [0, 0, 20, 20]);
  context.fillStyle = colors.hint;
  context.fill();
  context.setTransform(k, 0, 0, k, (left - camera.x) * k, (top - camera.y) * k);
  context.beginPath();
  rounded(context, indicator[0], indicator[1], indicator[2], indicator[3], 2.5);
  context.fill();
  context.restore();
}

/**
 * A rectangle with round corners.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x @param {number} y @param {number} w @param {number} h
 * @param {number | number[]} radii
 */
function rounded(context, x, y, w, h, radii) {
  /** @type {any} */ (context).roundRect(x, y, w, h, radii);
}

// The screenshot behind the panes: finds by itself how it lies, and can be set right by hand.

/** @typedef {{ scale: number, x: number, y: number, turns: number }} Fit `scale` in points for a pixel; where its corner is; quarter turns to the right */

export class Backdrop {
  /** @type {HTMLImageElement | null} */ image = null;
  /** @type {number | null} */ scene = null;
  /** @type {Fit} */ fit = { scale: 1, x: 0, y: 0, turns: 0 };
  #key;

  /**
   * @param {string} base "/api/v1/dumps/…"
   * @param {() => void} changed
   */
  constructor(base, changed) {
    this.base = base;
    this.changed = changed;
    this.#key = `vitrine.backdrop.${base.slice(base.lastIndexOf("/") + 1)}`;
  }

  /**
   * Loads the picture when the dump has one.
   * @param {readonly number[]} extent of the screen: left, top, right, bottom
   * @param {number | null} scene that it shows, where it shows one
   */
  async load(extent, scene = null) {
    const image = new Image();
    image.src = `${this.base}/screenshot`;
    try {
      await image.decode();
    } catch {
      return;
    }
    this.image = image;
    this.scene = scene;
    this.found = calibrate(image.naturalWidth, image.naturalHeight, extent);
    this.fit = this.#stored() ?? this.found;
    this.changed();
  }

  /** @returns {Fit | null} */
  #stored() {
    try {
      const fit = JSON.parse(localStorage.getItem(this.#key) ?? "null");
      return fit && [fit.scale, fit.x, fit.y, fit.turns].every(Number.isFinite) && fit.scale > 0 ? fit : null;
    } catch {
      return null;
    }
  }

  /**
   * Sets some of the fit by hand; null goes back to what was found.
   * @param {Partial<Fit> | null} values
   */
  adjust(values) {
    if (!this.found) return;
    this.fit = values ? { ...this.fit, ...values } : this.found;
    try {
      if (values) localStorage.setItem(this.#key, JSON.stringify(this.fit));
      else localStorage.removeItem(this.#key);
    } catch {
      // Without storage the fit lasts as long as the page.
    }
    this.changed();
  }

  /**
   * From pixels of the picture to points.
   * @returns {number[]}
   */
  get matrix() {
    const { image, fit: { scale, x, y, turns } } = this;
    const w = (image?.naturalWidth ?? 0) * scale, h = (image?.naturalHeight ?? 0) * scale;
    switch (((turns % 4) + 4) % 4) {
      case 1: return [0, scale, -scale, 0, x + h, y];
      case 2: return [-scale, 0, 0, -scale, x + w, y + h];
      case 3: return [0, -scale, scale, 0, x, y + w];
      default: return [scale, 0, 0, scale, x, y];
    }
  }

  /**
   * Draws it in flat mode.
   * @param {CanvasRenderingContext2D} context @param {import("./camera.js").Camera} camera @param {number} opacity
   */
  draw(context, camera, opacity) {
    if (!this.image || opacity <= 0) return;
    const k = camera.zoom * camera.ratio;
    const [a, b, c, d, tx, ty] = this.matrix;
    context.save();
    context.globalAlpha = opacity;
    context.setTransform(a * k, b * k, c * k, d * k, (tx - camera.x) * k, (ty - camera.y) * k);
    context.drawImage(this.image, 0, 0);
    context.restore();
  }
}

/**
 * As wide as the screen; turned when one stands and the other lies.
 * @param {number} width @param {number} height of the picture in pixels @param {readonly number[]} extent
 * @returns {Fit}
 */
function calibrate(width, height, [left, top, right, bottom]) {
  const turned = width > height !== right - left > bottom - top && Math.abs(width - height) > 1 && Math.abs(right - left - bottom + top) > 1;
  return { scale: (right - left) / (turned ? height : width), x: left, y: top, turns: turned ? 1 : 0 };
}
