// The canvas: where the drawing sits in its window, zoom at the cursor, pan.

const LEAST = 0.05;
const MOST = 32;
const MARGIN = 28;

/**
 * A matrix as SVG writes it.
 * @typedef {{ a: number, b: number, c: number, d: number, e: number, f: number }} Matrix
 */

export class Canvas {
  x = 0;
  y = 0;
  zoom = 1;
  fitted = true;
  /** @type {Map<number, { x: number, y: number }>} */ #pointers = new Map();
  #space = false;
  #dragged = false;

  /**
   * @param {HTMLElement} viewport
   * @param {SVGSVGElement} svg
   * @param {{ changed: () => void }} delegate called after each change of place or zoom
   */
  constructor(viewport, svg, delegate) {
    this.viewport = viewport;
    this.delegate = delegate;
    this.adopt(svg);
    new ResizeObserver(() => (this.fitted ? this.fit() : this.apply())).observe(viewport);
    viewport.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    viewport.addEventListener("pointerdown", (event) => this.#down(event));
    viewport.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) viewport.addEventListener(type, (event) => this.#up(event));
    viewport.addEventListener("click", (event) => this.#dragged && (event.preventDefault(), event.stopImmediatePropagation()), true);
    viewport.addEventListener("auxclick", (event) => this.#dragged && event.preventDefault(), true);
    addEventListener("keyup", (event) => event.key === " " && this.#holdSpace(false));
    addEventListener("blur", () => this.#holdSpace(false));
  }

  /** Takes a drawing, its size in points in `data-width` and `data-height`. @param {SVGSVGElement} svg */
  adopt(svg) {
    this.svg = svg;
    this.width = Number(svg.dataset.width);
    this.height = Number(svg.dataset.height);
    svg.querySelector("#selection")?.remove();
    svg.setAttribute("preserveAspectRatio", "none");
  }

  /** Shows the whole drawing with a margin for its device. */
  fit() {
    const { clientWidth, clientHeight } = this.viewport;
    if (!clientWidth || !clientHeight) return;
    this.zoom = this.#bound(Math.min(clientWidth / (this.width + MARGIN * 2), clientHeight / (this.height + MARGIN * 2)));
    this.x = (this.width - clientWidth / this.zoom) / 2;
    this.y = (this.height - clientHeight / this.zoom) / 2;
    this.fitted = true;
    this.apply();
  }

  /**
   * Multiplies the zoom and keeps the point under the cursor where it is.
   * @param {number} factor @param {number} [px] @param {number} [py] in the viewport
   */
  zoomBy(factor, px = this.viewport.clientWidth / 2, py = this.viewport.clientHeight / 2) {
    const next = this.#bound(this.zoom * factor);
    this.x += px / this.zoom - px / next;
    this.y += py / this.zoom - py / next;
    this.zoom = next;
    this.fitted = false;
    this.apply();
  }

  apply() {
    const { clientWidth, clientHeight } = this.viewport;
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${clientWidth / this.zoom} ${clientHeight / this.zoom}`);
    this.delegate.changed();
  }

  /** A point of the drawing on the screen, in the viewport. @param {number} x @param {number} y @returns {[number, number]} */
  toScreen(x, y) {
    return [(x - this.x) * this.zoom, (y - this.y) * this.zoom];
  }

  /** @param {PointerEvent | MouseEvent} event @returns {[number, number]} */
  toDrawing(event) {
    const box = this.viewport.getBoundingClientRect();
    return [this.x + (event.clientX - box.left) / this.zoom, this.y + (event.clientY - box.top) / this.zoom];
  }

  /** Space is down: dragging pans. @param {boolean} held */
  #holdSpace(held) {
    this.#space = held;
    this.viewport.classList.toggle("grab", held);
  }

  holdSpace() {
    this.#holdSpace(true);
  }

  #bound(/** @type {number} */ zoom) {
    return Math.min(MOST, Math.max(LEAST, zoom));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    if (event.shiftKey) return this.#pan(-event.deltaY - event.deltaX, 0);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const box = this.viewport.getBoundingClientRect();
    const speed = event.ctrlKey ? 0.01 : 0.002;
    this.zoomBy(Math.exp(-event.deltaY * lines * speed), event.clientX - box.left, event.clientY - box.top);
  }

  #pan(/** @type {number} */ dx, /** @type {number} */ dy) {
    this.x -= dx / this.zoom;
    this.y -= dy / this.zoom;
    this.fitted = false;
    this.apply();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#dragged = false;
    const pans = event.pointerType === "touch" || event.button === 1 || (event.button === 0 && this.#space);
    if (!pans) return;
    if (event.pointerType !== "touch") {
      event.preventDefault();
      this.viewport.setPointerCapture(event.pointerId);
      this.viewport.classList.add("grabbing");
    }
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.#pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    if (!this.#dragged && Math.hypot(dx, dy) < 4) return;
    this.#dragged = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!other) return this.#pan(dx, dy);
    const box = this.viewport.getBoundingClientRect();
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (before > 0) this.zoomBy(after / before, other.x - box.left, other.y - box.top);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#pointers.delete(event.pointerId);
    this.viewport.classList.remove("grabbing");
  }
}

/** The matrix of a pane, identity when it has none. @param {SVGGraphicsElement} element @returns {Matrix} */
export function matrixOf(element) {
  const { a, b, c, d, e, f } = element.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  return { a, b, c, d, e, f };
}
