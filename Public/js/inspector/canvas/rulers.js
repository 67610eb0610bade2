// Rulers along the top and the left edge, in points, while the pointer is over the canvas.

/** @typedef {import("./camera.js").Camera} Camera */

const BREADTH = 18;

/**
 * A round number of points that is at least this long on the screen.
 * @param {number} least in points
 */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((step) => step * power >= least) ?? 10);
}

export class Rulers {
  #top;
  #left;

  /**
   * @param {Element} overlay over which they lie
   * @param {Camera} camera
   * @param {import("./flat-painter.js").Palette} palette
   */
  constructor(overlay, camera, palette) {
    this.camera = camera;
    this.palette = palette;
    this.#left = strip(overlay, "ruler down");
    this.#top = strip(overlay, "ruler across");
  }

  /**
   * @param {boolean} shown @param {{ x: number, y: number } | null} pointer in CSS pixels
   * @param {ArrayLike<number> | null} selected left, top, right, bottom of the selected view in points
   */
  draw(shown, pointer, selected) {
    for (const element of [this.#top, this.#left]) element.classList.toggle("shown", shown);
    if (!shown) return;
    const { camera } = this;
    this.#strip(this.#top, false, camera.width, camera.x, pointer?.x, selected && [selected[0], selected[2]]);
    this.#strip(this.#left, true, camera.height, camera.y, pointer?.y, selected && [selected[1], selected[3]]);
  }

  /**
   * @param {HTMLCanvasElement} element @param {boolean} isDown @param {number} length @param {number} start in points
   * @param {number | undefined} pointer @param {number[] | null} range
   */
  #strip(element, isDown, length, start, pointer, range) {
    const { camera } = this;
    const { colors } = this.palette;
    const ratio = camera.ratio, zoom = camera.zoom;
    const [w, h] = isDown ? [BREADTH, length] : [length, BREADTH];
    element.width = Math.round(w * ratio);
    element.height = Math.round(h * ratio);
    const context = /** @type {CanvasRenderingContext2D} */ (element.getContext("2d"));
    context.scale(ratio, ratio);
    // Drawn level; the one at the side is turned.
    if (isDown) context.transform(0, 1, 1, 0, 0, 0);
    const at = (/** @type {number} */ value) => (Math.round((value - start) * zoom * ratio) + 0.5) / ratio;
    if (range) {
      context.fillStyle = colors.selected;
      context.fillRect(at(range[0]), 0, at(range[1]) - at(range[0]), BREADTH);
    }
    const step = roundStep(52 / zoom), fine = step / 10;
    context.lineWidth = 1 / ratio;
    context.strokeStyle = colors["shell-line"];
    context.fillStyle = colors["ink-dim"];
    context.font = "9px system-ui, sans-serif";
    context.textBaseline = "top";
    context.beginPath();
    const first = Math.floor(start / step) * 10, last = Math.ceil((start + length / zoom) / fine);
    const texts = [];
    for (let tick = first; tick <= last; tick += 1) {
      const x = at(tick * fine), whole = tick % 10 === 0;
      context.moveTo(x, whole ? 0 : tick % 5 === 0 ? BREADTH - 7 : BREADTH - 4);
      context.lineTo(x, BREADTH);
      if (whole) texts.push([x, String(Math.round(tick * fine * 1000) / 1000).replace("-", "−")]);
    }
    context.stroke();
    for (const [x, text] of /** @type {[number, string][]} */ (texts)) {
      if (!isDown) context.fillText(text, x + 3, 3);
      else {
        // Upright text reads along the ruler, from its lower end.
        context.save();
        context.transform(0, 1, 1, 0, 0, 0);
        context.translate(3, x + 3 + context.measureText(text).width);
        context.rotate(-Math.PI / 2);
        context.fillText(text, 0, 0);
        context.restore();
      }
    }
    if (pointer === undefined) return;
    context.strokeStyle = colors.accent;
    context.beginPath();
    context.moveTo(pointer, 0);
    context.lineTo(pointer, BREADTH);
    context.stroke();
  }
}

/**
 * @param {Element} below
 * @param {string} name
 */
function strip(below, name) {
  const element = document.createElement("canvas");
  element.className = name;
  element.setAttribute("aria-hidden", "true");
  below.after(element);
  return element;
}
