// Moves panes from where they were to where another size puts them.
import { matrixOf } from "./canvas.js";

/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {import("./canvas.js").Matrix} Matrix */
/** @typedef {{ matrix: Matrix, width: number, height: number }} Place */

const DURATION = 240;

/** @param {SVGSVGElement} svg @returns {Map<string, Place>} */
export function places(svg) {
  const found = new Map();
  for (const pane of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll("a[data-id]"))) {
    const rect = pane.firstElementChild;
    found.set(pane.dataset.id, { matrix: matrixOf(pane), width: Number(rect?.getAttribute("width")), height: Number(rect?.getAttribute("height")) });
  }
  return found;
}

/**
 * Animates the drawing that `canvas` shows now from the places before; ends exactly on what the server drew.
 * @param {Canvas} canvas @param {Map<string, Place>} before @param {{ width: number, height: number }} size the root before
 * @returns {Promise<void>}
 */
export function animate(canvas, before, size) {
  const after = places(canvas.svg);
  const end = { width: canvas.width, height: canvas.height };
  const parts = [];
  for (const pane of /** @type {NodeListOf<SVGGraphicsElement>} */ (canvas.svg.querySelectorAll("a[data-id]"))) {
    const from = before.get(pane.dataset.id ?? ""), to = after.get(pane.dataset.id ?? "");
    if (from && to && JSON.stringify(from) !== JSON.stringify(to)) parts.push({ pane, rect: pane.firstElementChild, from, to });
  }
  const mix = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) => a + (b - a) * t;
  const set = (/** @type {number} */ t) => {
    for (const { pane, rect, from, to } of parts) {
      const m = /** @type {(keyof Matrix)[]} */ (["a", "b", "c", "d", "e", "f"]).map((key) => mix(from.matrix[key], to.matrix[key], t));
      pane.setAttribute("transform", `matrix(${m.join(" ")})`);
      rect?.setAttribute("width", String(mix(from.width, to.width, t)));
      rect?.setAttribute("height", String(mix(from.height, to.height, t)));
    }
    const width = mix(size.width, end.width, t), height = mix(size.height, end.height, t);
    const shell = canvas.svg.querySelector(".shell"), screen = canvas.svg.querySelector(".screen");
    shell?.setAttribute("width", String(width + 28));
    shell?.setAttribute("height", String(height + 28));
    screen?.setAttribute("width", String(width));
    screen?.setAttribute("height", String(height));
    [canvas.width, canvas.height] = [width, height];
    if (canvas.fitted) canvas.fit();
    else canvas.apply();
  };
  return new Promise((resolve) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return set(1), resolve();
    const started = performance.now();
    const frame = () => {
      const t = Math.min(1, (performance.now() - started) / DURATION);
      set(1 - (1 - t) ** 3);
      if (t < 1) requestAnimationFrame(frame);
      else resolve();
    };
    set(0);
    requestAnimationFrame(frame);
  });
}
