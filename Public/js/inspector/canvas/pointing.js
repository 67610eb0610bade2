// Pointing at views and choosing them: the one in front, or any of the list of those behind.
import { title } from "../describe.js";
import { inverse, transform } from "./geometry.js";
import { ViewList } from "./view-list.js";

/** @typedef {import("./gestures.js").Spot} Spot */

/** CSS pixels in which two clicks are at the same place. */
const SAME_PLACE = 4;
const MOST_LISTED = 60;
/** Milliseconds until a view that is pointed at is announced. */
const REST = 800;

export class Pointing {
  /**
   * Where the pointer is.
   * @type {Spot | null}
   */
  spot = null;
  /** Whether the Alt key is down, which measures distances. */
  alt = false;
  /** @type {{ x: number, y: number, view: number } | null} */ #last = null;
  #telling = 0;

  /**
   * @param {HTMLElement} viewport
   * @param {import("../model.js").ViewModel} model
   * @param {import("../state.js").InspectorState} state
   * @param {import("./stage.js").Stage} stage
   * @param {{ announce: (text: string) => void, changed: () => void }} delegate
   */
  constructor(viewport, model, state, stage, delegate) {
    this.viewport = viewport;
    this.model = model;
    this.state = state;
    this.stage = stage;
    this.delegate = delegate;
    this.list = new ViewList(viewport, {
      choose: (id) => state.set({ selection: id }),
      point: (id) => state.set({ hover: id }),
      closed: () => viewport.focus({ preventScroll: true }),
    });
  }

  /** @param {Spot} spot */
  click(spot) {
    const { state, stage, model } = this;
    this.viewport.focus({ preventScroll: true });
    if (this.list.isOpen) return this.list.close();
    if (state.tool === "touch" && stage.amount === 0) {
      const [x, y] = stage.camera.toDrawing(spot.x, spot.y);
      return state.set({ touchPoint: { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 } });
    }
    const [view = -1] = stage.at(spot.x, spot.y, 1);
    const last = this.#last;
    const again = last && last.view === view && Math.hypot(spot.x - last.x, spot.y - last.y) < SAME_PLACE && stage.style.selected === view;
    this.#last = { x: spot.x, y: spot.y, view };
    if (view >= 0 && (spot.alt || again)) this.listAt(spot.x, spot.y);
    else state.set({ selection: view < 0 ? null : model.id(view) });
  }

  /**
   * Opens the list of all views under a point of the canvas.
   * @param {number} x @param {number} y
   */
  listAt(x, y) {
    const { model, state } = this;
    const entries = this.stage.at(x, y, MOST_LISTED).map((i) => ({
      id: model.id(i), name: title(model, i), detail: `${short(model.w(i))} × ${short(model.h(i))}`, depth: model.depth(i),
    }));
    this.list.open(entries, x, y, state.selection);
  }

  /** @param {Spot | null} spot */
  hover(spot) {
    const { model, state } = this;
    this.spot = spot;
    const [view = -1] = spot ? this.stage.at(spot.x, spot.y, 1) : [];
    if (!this.list.isOpen) state.set({ hover: view < 0 ? null : model.id(view) });
    clearTimeout(this.#telling);
    if (view >= 0) this.#telling = setTimeout(() => this.delegate.announce(`${title(model, view)}, ${short(model.w(view))} × ${short(model.h(view))}`), REST);
    this.#tellPlace(view);
    this.delegate.changed();
  }

  /** @param {boolean} alt */
  holdAlt(alt) {
    if (this.alt === alt) return;
    this.alt = alt;
    this.delegate.changed();
  }

  /**
   * Where the pointer is in the window and in the view under it.
   * @param {number} view
   */
  #tellPlace(view) {
    const element = document.getElementById("cursor");
    if (!element) return;
    const { stage, spot } = this;
    const flat = spot && stage.camera.toDrawing(spot.x, spot.y);
    const point = flat && (stage.amount === 0 ? flat : view < 0 ? null : stage.projection.unproject(flat[0], flat[1], stage.layers.level(view)));
    const back = view < 0 ? null : inverse(stage.scene.matrix(view));
    const whole = (/** @type {number[]} */ [x, y]) => `${Math.floor(x)}, ${Math.floor(y)}`.replaceAll("-", "−");
    element.textContent = !point ? "" : back ? `${whole(point)} in ${this.model.className(view)} ${whole(transform(back, point[0], point[1]))}` : whole(point);
  }
}

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;
