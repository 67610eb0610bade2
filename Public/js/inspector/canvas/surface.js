// The canvas element: as many pixels as the screen has, a whole picture when there is time, a coarse one while things move.

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./flat-painter.js").Area} Area */

/**
 * `share`: how much is drawn, where the painter tells.
 * @typedef {object} Painter
 * @property {number} drawn
 * @property {number} merged
 * @property {number} labels
 * @property {import("./ink.js").TextBudget} texts
 * @property {(context: CanvasRenderingContext2D, camera: Camera, area: Area, budget?: number) => void} begin
 * @property {(deadline?: number) => boolean} step
 * @property {number} [share]
 */
/**
 * `views`: how many are to be drawn; `slides`: an older picture, moved and scaled, may stand in for this one; `waits`: how
 * much is done, from 0 to 1, of what a whole picture has to wait for.
 * @typedef {{ painter: Painter, views: number, moving: boolean, slides: boolean, waits?: number, ground: Drawer, marks: Drawer }} Frame
 */
/** @typedef {(context: CanvasRenderingContext2D) => void} Drawer */

/** How many views are drawn at once at rest, and while something moves at least and at most. */
export const WHOLE = 8_000;
const LEAST = 500, MOST = 6_000;
/** Milliseconds between pictures of a movement that runs well, and of one that does not. */
const FLUENT = 18, HALTING = 24;
/** Milliseconds of drawing at one go, and of rest before the whole picture is drawn. */
const SLICE = 9, REST = 140;
/** Milliseconds of drawing commands that are carried out together. */
const PART = 2;
/** Which part of the progress is the waiting, where there was some. */
const WAITING = 0.25;

export class Surface {
  /** What was drawn last, for those who want to know. */
  facts = { drawn: 0, merged: 0, labels: 0, complete: true };
  /** How much of the whole picture is drawn aside, from 0 to 1. */
  share = 1;
  /**
   * The last whole picture and where the camera was.
   * @type {{ canvas: HTMLCanvasElement, x: number, y: number, zoom: number, slides: boolean } | null}
   */
  #picture = null;
  /** @type {HTMLCanvasElement | null} */ #spare = null;
  /**
   * Draws the next slice of the picture that is drawn aside; null when there is none.
   * @type {(() => void) | null}
   */
  #slice = null;
  /** Has slices follow each other as fast as what else the page does allows, not one in each frame. */
  #turns = new MessageChannel();
  /** When the last picture was drawn, and how long it was until then. */
  #last = 0;
  #pace = 0;
  /** How many views a picture of a movement has: as many as keep it fluent here. */
  #budget = 2_000;
  #rest = 0;
  #waited = false;

  /**
   * @param {HTMLElement} host
   * @param {Camera} camera
   * @param {() => void} finished called when a whole picture came later
   * @param {() => void} went called when a part of it is drawn aside
   */
  constructor(host, camera, finished, went) {
    this.went = went;
    this.camera = camera;
    this.finished = finished;
    this.element = document.createElement("canvas");
    this.element.className = "surface";
    this.element.setAttribute("aria-hidden", "true");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.element.getContext("2d"));
    host.prepend(this.element);
    this.#turns.port1.addEventListener("message", () => this.#slice?.());
    this.#turns.port1.start();
  }

  /**
   * Gives the canvas the pixels of its place on the screen.
   * @param {number} width @param {number} height in device pixels
   */
  resize(width, height) {
    if (this.element.width === width && this.element.height === height) return;
    this.element.width = width;
    this.element.height = height;
    this.forget();
  }

  /** The views changed: no older picture is worth showing. */
  forget() {
    this.#picture = null;
  }

  /** @returns {Area} */
  get #whole() {
    return { left: 0, top: 0, right: this.element.width, bottom: this.element.height };
  }

  /** @param {Frame} frame */
  draw(frame) {
    this.#stop();
    const now = performance.now();
    this.#pace = Math.min(1_000, now - this.#last);
    this.#last = now;
    // Longer pauses are not the drawing's doing.
    if (frame.moving && this.#pace < 150) {
      this.#budget = Math.min(MOST, Math.max(LEAST, this.#budget * (this.#pace > HALTING ? 0.85 : this.#pace < FLUENT ? 1.04 : 1)));
    }
    const waits = frame.waits !== undefined, isWhole = frame.views <= (frame.moving ? this.#budget : WHOLE);
    this.#waited = waits || (this.#waited && !isWhole);
    const { context, element } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, element.width, element.height);
    frame.ground(context);
    if (isWhole) {
      this.#picture = null;
      frame.painter.texts.moving = frame.moving;
      frame.painter.begin(context, this.camera, this.#whole);
      frame.painter.step();
      // What was left out for speed is drawn at rest.
      if (frame.painter.texts.limited && !waits) this.#rest = setTimeout(() => this.#finish(frame), REST);
    } else {
      frame.painter.texts.moving = true;
      this.#coarse(frame);
      // Where pictures come slowly, a movement pauses longer between them.
      if (!waits) this.#rest = setTimeout(() => this.#finish(frame), frame.moving ? Math.max(REST, 2 * this.#pace) : 0);
    }
    if (!frame.moving && !isWhole) this.share = this.#waited ? WAITING : 0;
    if (frame.waits !== undefined) this.waiting(frame.waits);
    this.#tell(frame, isWhole && !waits && !frame.painter.texts.limited);
    frame.marks(context);
  }

  /**
   * Tells how much is done of what the whole picture waits for.
   * @param {number} share from 0 to 1
   */
  waiting(share) {
    this.share = WAITING * share;
  }

  /** Draws all of it, at once or aside. */
  #finish(/** @type {Frame} */ frame) {
    if (frame.views > WHOLE) return this.#refine(frame);
    this.draw({ ...frame, moving: false });
    this.finished();
  }

  #stop() {
    clearTimeout(this.#rest);
    this.#slice = null;
    this.share = 1;
  }

  #tell(/** @type {Frame} */ { painter }, /** @type {boolean} */ complete) {
    this.facts = { drawn: painter.drawn, merged: painter.merged, labels: painter.labels, complete };
  }

  /** The last whole picture where it fits, and around it the largest views. */
  #coarse(/** @type {Frame} */ frame) {
    const { context, camera } = this;
    const picture = frame.slides && this.#picture?.slides ? this.#picture : null;
    if (!picture) {
      const began = performance.now();
      frame.painter.begin(context, camera, this.#whole, this.#budget);
      frame.painter.step();
      const took = performance.now() - began;
      if (took > 2 * SLICE) this.#budget = Math.max(LEAST, (this.#budget * 2 * SLICE) / took);
      return;
    }
    const scale = camera.zoom / picture.zoom, k = camera.zoom * camera.ratio;
    const left = Math.round((picture.x - camera.x) * k), top = Math.round((picture.y - camera.y) * k);
    const right = left + Math.round(picture.canvas.width * scale), bottom = top + Math.round(picture.canvas.height * scale);
    const whole = this.#whole;
    context.drawImage(picture.canvas, left, top, right - left, bottom - top);
    if (left <= 0 && top <= 0 && right >= whole.right && bottom >= whole.bottom) return;
    const strips = [
      { left: 0, top: 0, right: whole.right, bottom: Math.max(0, top) },
      { left: 0, top: Math.min(whole.bottom, bottom), right: whole.right, bottom: whole.bottom },
      { left: 0, top: Math.max(0, top), right: Math.max(0, left), bottom: Math.min(whole.bottom, bottom) },
      { left: Math.min(whole.right, right), top: Math.max(0, top), right: whole.right, bottom: Math.min(whole.bottom, bottom) },
    ];
    for (const strip of strips) {
      if (strip.right <= strip.left || strip.bottom <= strip.top) continue;
      context.save();
      context.beginPath();
      context.rect(strip.left, strip.top, strip.right - strip.left, strip.bottom - strip.top);
      context.clip();
      frame.painter.begin(context, camera, strip, this.#budget / 4);
      frame.painter.step();
      context.restore();
    }
  }

  /** Draws the whole picture aside, slice by slice, then shows it. */
  #refine(/** @type {Frame} */ frame) {
    const { camera, element } = this;
    const canvas = this.#spare ?? document.createElement("canvas");
    this.#spare = null;
    canvas.width = element.width;
    canvas.height = element.height;
    // Slices would pile up on the graphics card and be drawn in one go; memory draws each when it is asked for.
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    frame.painter.texts.moving = false;
    frame.painter.begin(context, camera, this.#whole);
    const first = this.#waited ? WAITING : 0;
    this.#slice = () => {
      const end = performance.now() + SLICE;
      let done = false;
      do {
        done = frame.painter.step(performance.now() + PART);
        context.getImageData(0, 0, 1, 1);
      } while (!done && performance.now() < end);
      this.share = done ? 1 : first + (1 - first) * (frame.painter.share ?? 0);
      if (done) this.#waited = false;
      if (!done) {
        this.went();
        this.#turns.port2.postMessage(null);
        return;
      }
      this.#slice = null;
      this.#spare = this.#picture?.canvas ?? null;
      this.#picture = { canvas, x: camera.x, y: camera.y, zoom: camera.zoom, slides: frame.slides };
      this.context.setTransform(1, 0, 0, 1, 0, 0);
      this.context.clearRect(0, 0, element.width, element.height);
      frame.ground(this.context);
      this.context.drawImage(canvas, 0, 0);
      this.#tell(frame, true);
      frame.marks(this.context);
      this.finished();
    };
    this.#turns.port2.postMessage(null);
  }
}
