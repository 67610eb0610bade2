// The outline of the device around the screen, with the notch and the home indicator of those sizes that have them.

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
export function cutout(width, height) {
  const name = `${Math.min(width, height)}x${Math.max(width, height)}`;
  return NOTCH.has(name) ? "notch" : ISLAND.has(name) ? "island" : null;
}

/**
 * Draws device and screen, or what is left of them on the way to the stack of layers.
 * @param {CanvasRenderingContext2D} context @param {Camera} camera @param {readonly number[]} extent @param {import("./palette.js").Palette} palette @param {number} amount 1 draws nothing
 */
export function drawDevice(context, camera, [left, top, right, bottom], { colors }, amount) {
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
  context.fillStyle = colors.screen;
  context.fillRect(x, y, w, h);
  context.globalAlpha = 1;
}

/**
 * Where the glass is not, or where the system draws over it: faint shapes above the views.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {readonly number[]} extent
 * @param {import("./palette.js").Palette} palette
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
