// Shows a layout at another size: every view travels to its new place, those that moved glow once.
import { isStill } from "../../core/dom.js";
import { quad } from "../data/geometry.js";
import { Motion } from "./camera.js";

/** With more views than this, moving them takes longer than a frame. */
const MOVABLE = 12_000;
const GLOW = 1_100;

export class LayoutMotion {
  #travel = new Motion();
  #glow = new Motion();
  #compares = false;

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {import("../data/model.js").ViewModel} model
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
      if (from.w[i] !== scene.w[i] || from.h[i] !== scene.h[i] || from.m[o + 4] !== scene.m[o + 4] || from.m[o + 5] !== scene.m[o + 5]
        || from.m[o] !== scene.m[o]) moved.push(i);
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
