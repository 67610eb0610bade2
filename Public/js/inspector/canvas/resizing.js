// The screen at another size: a handle to drag it to one, and the way of the views to their new places.
import { isStill } from "../dom.js";
import { quad } from "../geometry.js";
import { Motion } from "./camera.js";

/** @typedef {import("../state.js").InspectorState} InspectorState */
/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("../model.js").ViewModel} ViewModel */

const LEAST = 20, MOST = 4_000;

export class ResizeHandle {
  /** Whether it is being dragged. */
  active = false;
  /** @type {{ x: number, y: number, width: number, height: number } | null} */ #from = null;

  /**
   * @param {HTMLElement} host @param {InspectorState} state
   * @param {{ size: () => [number, number], zoom: () => number, changed: () => void, began: () => void }} canvas
   */
  constructor(host, state, canvas) {
    this.state = state;
    this.canvas = canvas;
    const element = (this.element = document.createElement("button"));
    element.type = "button";
    element.className = "resize-handle";
    element.dataset.overCanvas = "";
    element.title = "Drag to lay the views out at another size";
    host.append(element);
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, () => this.#up());
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("dblclick", () => this.#set(null, null));
  }

  /**
   * @param {[number, number]} at where the corner is, in CSS pixels of the canvas
   * @param {boolean} shown
   */
  place([x, y], shown) {
    const { element } = this;
    element.hidden = !shown;
    element.style.setProperty("--left", `${Math.round(x)}px`);
    element.style.setProperty("--top", `${Math.round(y)}px`);
    const [width, height] = this.canvas.size();
    const label = `Size of the screen: ${Math.round(width)} × ${Math.round(height)}. Arrow keys change it.`;
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
  }

  /**
   * The size asked for, while it is being dragged.
   * @returns {[number, number] | null}
   */
  get wanted() {
    const { width, height } = this.state;
    return this.active && width !== null && height !== null ? [width, height] : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.element.focus({ preventScroll: true });
    const [width, height] = this.canvas.size();
    this.#from = { x: event.clientX, y: event.clientY, width, height };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const from = this.#from;
    if (!from) return;
    const zoom = this.canvas.zoom();
    const width = from.width + (event.clientX - from.x) / zoom, height = from.height + (event.clientY - from.y) / zoom;
    if (!this.active && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 3) return;
    if (!this.active) this.canvas.began();
    this.#set(event.shiftKey ? from.width : width, height, this.active);
    this.active = true;
  }

  #up() {
    this.#from = null;
    this.active = false;
    this.canvas.changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.shiftKey ? 10 : 1;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!by || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [width, height] = this.canvas.size();
    this.#set((this.state.width ?? width) + by[0], (this.state.height ?? height) + by[1], this.state.width !== null);
  }

  /**
   * One step of history for the first change, none for those that follow.
   * @param {number | null} width @param {number | null} height @param {boolean} [replace]
   */
  #set(width, height, replace = false) {
    const bounded = (/** @type {number | null} */ value) => value === null ? null : Math.round(Math.min(MOST, Math.max(LEAST, value)));
    this.state.set({ width: bounded(width), height: bounded(height), device: null, orientation: null, statusBar: null, keyboard: null }, { replace });
    this.canvas.changed();
  }
}

// Shows a layout at another size: every view travels to its new place, those that moved glow once.

/** With more views than this, moving them takes longer than a frame. */
const MOVABLE = 12_000;
const GLOW = 1_100;

export class LayoutMotion {
  #travel = new Motion();
  #glow = new Motion();
  #compares = false;

  /**
   * @param {Stage} stage
   * @param {ViewModel} model
   */
  constructor(stage, model) {
    this.stage = stage;
    this.model = model;
    this.reset();
  }

  get isRunning() {
    return this.#travel.isRunning;
  }

  /** The dump itself changed. */
  reset() {
    this.#travel.finish();
    this.#mark();
  }

  /**
   * The model shows another layout.
   * @param {{ jump: boolean }} how `jump`: go there at once
   */
  changed({ jump }) {
    const { stage, model } = this;
    const { scene } = stage;
    this.#travel.finish();
    const from = scene.places(), fromExtent = scene.extent;
    scene.readPlaces();
    this.#mark();
    /** @type {number[]} */ const moved = [];
    for (let i = 0; i < model.count && moved.length < MOVABLE; i += 1) {
      const o = i * 6;
      if (from.w[i] !== scene.w[i] || from.h[i] !== scene.h[i] || from.m[o + 4] !== scene.m[o + 4] || from.m[o + 5] !== scene.m[o + 5] || from.m[o] !== scene.m[o]) moved.push(i);
    }
    const arrive = () => {
      if (stage.camera.fitted) stage.fit();
      stage.relaid();
    };
    if (jump || model.count > MOVABLE || isStill() || !moved.length) {
      if (!jump) arrive();
      else stage.relaid();
      return;
    }
    const to = scene.places(), toExtent = scene.extent;
    this.#travel.run((t) => {
      scene.mix(from, to, t);
      // The screen grows with its views.
      scene.extent = /** @type {any} */ (fromExtent.map((value, at) => value + (toExtent[at] - value) * t));
      arrive();
    }, () => {
      scene.readPlaces();
      arrive();
      this.#shine(moved.filter((i) => model.parent(i) >= 0));
    });
  }

  #shine(/** @type {number[]} */ views) {
    const { stage } = this;
    this.#glow.run((t) => {
      stage.glow = { views, strength: t < 1 ? Math.min(1, 4 * t) * (1 - t) * 1.6 : 0 };
      stage.request();
    }, () => {}, GLOW);
  }

  /**
   * Whether the places before the layout are shown too.
   * @param {boolean} compares
   */
  compare(compares) {
    if (compares === this.#compares) return;
    this.#compares = compares;
    this.#mark();
    if (this.stage.camera.fitted) this.stage.fit();
    this.stage.request();
  }

  #mark() {
    const { stage, model } = this;
    stage.before = null;
    if (!this.#compares || !model.hasLayout) return;
    /** @type {Map<number, number[]>} */ const before = new Map();
    for (let i = 0; i < model.count; i += 1) {
      if (model.moved(i)) before.set(i, quad(model.ownMatrix(i), model.ownSize(i)[0], model.ownSize(i)[1]));
    }
    stage.before = before;
  }
}
