// What is marked on the panes: matches of the search, changed views, views that just moved, where they were before.

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {(polygon: number[], view: number) => number[]} ToPixels from the plane of a view to device pixels */

/** More marks than this are a carpet. */
const MOST = 3_000;

/**
 * @param {CanvasRenderingContext2D} context @param {Iterable<number>} views by index @param {(view: number) => number[]} quad in device pixels
 * @param {{ color: string, width: number, dash?: number[], fill?: boolean, alpha?: number }} look
 */
export function outlineAll(context, views, quad, { color, width, dash = [], fill = false, alpha = 1 }) {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  let drawn = 0;
  for (const view of views) {
    const points = quad(view);
    if (!points.every(Number.isFinite) || !isOnScreen(points, context.canvas)) continue;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.closePath();
    if (fill) {
      context.globalAlpha = alpha * 0.1;
      context.fill();
    }
    context.globalAlpha = alpha;
    context.stroke();
    if ((drawn += 1) >= MOST) break;
  }
  context.restore();
  return drawn;
}

/**
 * @param {number[]} points
 * @param {HTMLCanvasElement} canvas
 */
function isOnScreen(points, { width, height }) {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    top = Math.min(top, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  return right >= 0 && bottom >= 0 && left <= width && top <= height;
}
