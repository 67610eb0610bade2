// The Animate tab: an animation block of UIKit, tried out on the canvas. Nothing of it is kept.
import { isAborted, messageOf, sendJSON } from "../../core/api.js";
import { icon } from "../../core/ui.js";
import { h, isStill, plain, put, refuse, s, sentence } from "../../core/dom.js";
import { shownClass } from "../data/describe.js";
import { matrixOf, partsOf } from "../data/geometry.js";
import { pointJSON, rectJSON } from "../data/changes.js";
import { choice, NumberField, toggle } from "./controls.js";
import { viewLink } from "./context.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Shown} Shown */

const GRAPH = 64, REST = 120;

export class AnimateTab {
  /** @type {Timing} */ timing = { duration: 0.4, delay: 0, curve: "easeInOut", repeatCount: 0, autoreverses: false };
  /** @type {ChangeRow[]} */ #rows = [];
  /** @type {Sample[] | null} */ #samples = null;
  #index = -1;
  #time = 0;
  #frame = 0;
  #timer = 0;
  #own = false;
  /** @type {AbortController | undefined} */ #pending;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const field = (/** @type {"duration" | "delay" | "repeatCount"} */ name, /** @type {string} */ label, /** @type {any} */ options) => {
      const made = new NumberField({ label, least: 0, step: 0.1, ...options, commit: (/** @type {number} */ value) => this.#set({ [name]: value }) });
      made.value = this.timing[name];
      return made;
    };
    this.duration = field("duration", "Duration in seconds", { unit: "s", most: 60 });
    this.delay = field("delay", "Delay in seconds", { unit: "s", most: 60 });
    this.repeat = field("repeatCount", "Repeat count", { unit: "×", most: 100, step: 1 });
    this.curve = choice("Curve", Object.keys(CURVES), (curve) => this.#set({ curve }));
    this.autoreverses = toggle("Autoreverses",
      (autoreverses) => this.#set({ autoreverses, ...(autoreverses && !this.timing.repeatCount ? { repeatCount: 1 } : {}) }));
    this.graph = s("svg", { class: "curve", viewBox: `-6 -6 ${GRAPH + 12} ${GRAPH + 12}`, width: GRAPH + 12, height: GRAPH + 12, role: "img" });
    this.list = h("ul", { class: "animation-changes" });
    this.add = h("button", { type: "button", class: "button", onclick: () => this.#add() }, icon("plus"), h("span", null, "Animate"));
    this.player = h("button", { type: "button", class: "button square primary", onclick: () => (this.#frame ? this.#pause() : this.#play()) });
    this.scrubber = h("input", { type: "range", min: 0, max: 1, step: 0.001, value: 0, "aria-label": "Time", oninput: () => this.#scrub() });
    this.clock = h("output", { class: "num-text" });
    this.message = h("p", { class: "caption", role: "status" });
    this.playback = h("div", { class: "playback" }, this.player, this.scrubber, this.clock);
    this.element = h("div", { class: "animate" },
      h("h3", null, "Changes"), this.list, h("div", { class: "copies" }, this.add),
      h("h3", null, "Timing"), this.#lay(), this.playback, this.message);
    for (const type of ["update", "reload", "layout"]) context.model.addEventListener(type, () => this.#interrupt());
    this.#draw();
  }

  #lay() {
    const line = (/** @type {string} */ name, /** @type {Node} */ control) =>
      h("div", { class: "timing-line" }, h("span", { class: "name", "aria-hidden": "true" }, name), control);
    return h("div", { class: "timing" }, this.graph,
      h("div", { class: "timing-lines" }, line("Curve", this.curve.element), line("Duration", this.duration.element), line("Delay", this.delay.element)),
      line("Repeat", this.repeat.element), line("Autoreverses", this.autoreverses.element));
  }

  /** @param {Shown} shown */
  update({ index }) {
    const { model } = this.context;
    this.#index = index;
    const name = index < 0 ? "" : shownClass(model, index);
    /** @type {Element} */ (this.add.lastElementChild).textContent = this.#rows.some((row) => row.id === model.id(index)) ? `Another change of ${name}`
      : `Change ${name}`;
    refuse(this.add, index < 0 && "Select a view first");
    for (const row of this.#rows) row.refresh();
    this.#draw();
  }

  /** @param {Partial<Timing>} values */
  #set(values) {
    Object.assign(this.timing, values);
    this.#changed();
  }

  #add() {
    const { model } = this.context;
    const id = model.id(this.#index);
    const taken = new Set(this.#rows.filter((row) => row.id === id).map(({ property }) => property));
    const row = new ChangeRow(this.context, id, PROPERTIES.find((property) => !taken.has(property)) ?? "frame", {
      changed: () => this.#changed(),
      removed: () => {
        this.#rows = this.#rows.filter((other) => other !== row);
        row.element.remove();
        this.add.focus();
        this.#changed();
      },
    });
    this.#rows.push(row);
    this.list.append(row.element);
    row.focus();
    this.#changed();
  }

  /** Samples are of the block as it was: new ones are asked for when typing rests. */
  #changed() {
    this.#samples = null;
    this.#pending?.abort();
    this.#pause();
    this.#draw();
    this.context.refresh();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#time > 0 && this.#load().then(() => this.#show()), REST);
  }

  /** @returns {Promise<Sample[] | null>} */
  async #load() {
    // Who asks now does not wait for typing to rest, and is not to be cut off by it.
    clearTimeout(this.#timer);
    if (this.#samples) return this.#samples;
    if (!this.#rows.length) return null;
    this.#pending?.abort();
    const pending = (this.#pending = new AbortController());
    const { timing } = this;
    try {
      const block = { ...timing, changes: this.#rows.map((row) => row.change), times: momentsOf(timing) };
      this.#samples = (await sendJSON("POST", `${this.context.model.base}/animations`, block, { signal: pending.signal })).samples;
      this.message.textContent = "";
    } catch (error) {
      if (!isAborted(error)) this.message.textContent = messageOf(error);
    }
    return this.#samples;
  }

  async #play() {
    if (!await this.#load()) return;
    const end = endOf(this.timing);
    if (this.#time >= end) this.#time = 0;
    const began = performance.now() - this.#time * 1000;
    const step = () => {
      this.#time = Math.min(end, (performance.now() - began) / 1000);
      this.#show();
      this.#frame = this.#time < end && this.element.isConnected ? requestAnimationFrame(step) : 0;
      if (!this.#frame) this.#draw();
    };
    this.#frame = requestAnimationFrame(step);
    this.#draw();
  }

  #pause() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#draw();
  }

  async #scrub() {
    const time = this.scrubber.valueAsNumber;
    this.#pause();
    this.#time = time;
    this.#drawTime();
    if (await this.#load()) this.#show();
  }

  /** The views as they are at the present time. */
  #show() {
    const { model } = this.context;
    this.#drawTime();
    if (!this.#samples) return;
    if (this.#time === 0 && !this.#frame) return this.#restore();
    this.#own = true;
    model.withSamples(viewsAt(this.#samples, this.#time));
  }

  #restore() {
    if (this.#own) this.context.model.clearSamples();
    this.#own = false;
  }

  /** The views themselves changed: what was worked out holds no longer. */
  #interrupt() {
    this.#own = false;
    this.#samples = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#time = 0;
    if (this.element.isConnected) this.#draw();
  }

  #draw() {
    const { timing } = this;
    const end = endOf(timing);
    this.curve.show(timing.curve, false);
    this.autoreverses.show(timing.autoreverses, false);
    this.duration.value = timing.duration;
    this.delay.value = timing.delay;
    this.repeat.value = timing.repeatCount;
    this.playback.hidden = !this.#rows.length;
    this.player.hidden = isStill();
    this.player.replaceChildren(icon(this.#frame ? "pause" : "play"));
    this.player.setAttribute("aria-label", this.#frame ? "Pause" : "Play");
    this.player.title = this.#frame ? "Pause" : "Play";
    put(this.scrubber, "max", end || 1);
    if (!this.#rows.length) this.message.textContent = "Choose a view and what changes. The animation runs on the canvas; the dump is not changed.";
    else if (this.message.textContent?.startsWith("Choose")) this.message.textContent = "";
    this.#drawTime();
  }

  #drawTime() {
    const { timing } = this;
    const end = endOf(timing);
    this.scrubber.valueAsNumber = this.#time;
    this.scrubber.style.setProperty("--share", String(end ? this.#time / end : 0));
    this.scrubber.setAttribute("aria-valuetext", `${plain(this.#time, 2)} of ${plain(end, 2)} seconds`);
    this.clock.textContent = `${this.#time.toFixed(2)} / ${plain(end, 2)} s`;
    const [x1, y1, x2, y2] = CURVES[timing.curve];
    const p = (/** @type {number} */ x, /** @type {number} */ y) => `${(x * GRAPH).toFixed(1)} ${((1 - y) * GRAPH).toFixed(1)}`;
    const running = Math.max(0, this.#time - timing.delay) / (timing.duration || 1);
    const way = this.#time >= end ? 1 : running % 1;
    const back = timing.autoreverses && Math.floor(running) % 2 === 1 && this.#time < end;
    const share = back ? 1 - way : way;
    this.graph.setAttribute("aria-label", `Bézier curve ${x1}, ${y1}, ${x2}, ${y2}`);
    this.graph.replaceChildren(s("path", { class: "curve-box", d: `M0 0H${GRAPH}V${GRAPH}H0Z` }),
      s("path", { class: "curve-handles", d: `M${p(0, 0)}L${p(x1, y1)}M${p(1, 1)}L${p(x2, y2)}` }),
      s("path", { class: "curve-line", d: `M${p(0, 0)}C${p(x1, y1)} ${p(x2, y2)} ${p(1, 1)}` }),
      ...(this.#time > 0 ? [s("circle", { class: "curve-dot", cx: share * GRAPH, cy: (1 - progress(timing.curve, share)) * GRAPH, r: 3.5 })] : []));
  }

  hide() {
    clearTimeout(this.#timer);
    this.#pending?.abort();
    this.#pause();
    this.#time = 0;
    this.#restore();
  }
}

// One change of an animation block: which view, which property, which new value.

/** @typedef {"frame" | "center" | "bounds" | "transform" | "alpha"} Property */

/**
 * What can be animated, in the order in which it is offered.
 * @type {Property[]}
 */
const PROPERTIES = ["frame", "alpha", "transform", "center", "bounds"];
/** @type {Record<Property, string[]>} */
const UNITS = { frame: ["x", "y", "w", "h"], bounds: ["x", "y", "w", "h"], center: ["x", "y"], transform: ["°", "×", "x", "y"], alpha: [""] };
/** @type {Record<string, string>} */
const WORDS = { w: "width", h: "height", "°": "rotation in degrees", "×": "scale", "": "" };

class ChangeRow {
  /** @type {number[]} */ #values = [];
  /** @type {NumberField[]} */ #fields = [];

  /**
   * @param {Context} context
   * @param {number} id
   * @param {Property} property
   * @param {{ changed: () => void, removed: () => void }} delegate
   */
  constructor(context, id, property, delegate) {
    this.context = context;
    this.id = id;
    this.property = property;
    this.delegate = delegate;
    this.select = h("select", { "aria-label": "Property", onchange: () => this.#choose(/** @type {Property} */ (this.select.value)) },
      ...PROPERTIES.map((name) => h("option", { value: name }, sentence(name))));
    this.select.value = property;
    this.line = h("div", { class: "numbers animation-values", role: "group", "aria-label": "New value" });
    this.name = h("span", { class: "change-view" });
    this.element = h("li", { class: "animation-change" }, h("div", { class: "animation-head" }, this.name, this.select,
      h("button", { type: "button", class: "button plain square", "aria-label": "Remove this change", title: "Remove", onclick: delegate.removed },
        icon("close"))), this.line);
    this.#values = this.#first();
    this.#build();
    this.refresh();
  }

  focus() {
    this.#fields[0]?.input.focus();
  }

  /** Names the view as it is called now. */
  refresh() {
    const key = `${this.id}${this.context.model.revision}${this.context.state.selection}`;
    if (this.name.dataset.key === key) return;
    this.name.dataset.key = key;
    this.name.replaceChildren(viewLink(this.context, this.id));
  }

  /** A first new value, one that can be seen. */
  #first() {
    const { model } = this.context;
    const i = model.indexOf(this.id);
    const finite = (/** @type {number[]} */ values) => values.map((value) => (Number.isFinite(value) ? value : 0));
    switch (this.property) {
      case "frame": return finite([model.x(i), model.y(i) + 40, model.w(i), model.h(i)]);
      case "bounds": return finite(model.bounds(i).map((value, at) => (at < 2 ? value : value * 1.5)));
      case "center": return finite([model.center(i)[0], model.center(i)[1] + 40]);
      case "alpha": return [model.alpha(i) > 0.5 ? 0 : 1];
      default: {
        const { rotation, scaleX, tx, ty } = partsOf(model.transform(i));
        return finite([rotation + 90, scaleX, tx, ty]);
      }
    }
  }

  /** @param {Property} property */
  #choose(property) {
    this.property = property;
    this.#values = this.#first();
    this.#build();
    this.delegate.changed();
  }

  #build() {
    this.#fields = UNITS[this.property].map((unit, at) => {
      const field = new NumberField({
        label: `New ${this.property} ${WORDS[unit] ?? unit}`.trim(), unit,
        ...(this.property === "alpha" ? { least: 0, most: 1, step: 0.1 } : unit === "×" ? { step: 0.1 } : {}),
        commit: (value) => {
          this.#values[at] = value;
          this.delegate.changed();
        },
      });
      field.value = this.#values[at];
      return field;
    });
    this.line.replaceChildren(...this.#fields.map(({ element }) => element));
    this.line.dataset.count = String(this.#fields.length);
  }

  /** As the API takes it. */
  get change() {
    const [first, second, third, fourth] = this.#values;
    const view = this.id;
    switch (this.property) {
      case "frame": case "bounds": return { view, [this.property]: rectJSON(this.#values) };
      case "center": return { view, center: pointJSON(this.#values) };
      case "alpha": return { view, alpha: first };
      default: return { view, transform: matrixOf({ rotation: first, scaleX: second, scaleY: second, shear: 0, tx: third, ty: fourth }) };
    }
  }
}

// The samples of an animation: fetched from the server, mixed for the moments between them.

/** @typedef {{ x: number, y: number, width: number, height: number }} RectJSON */
/** @typedef {{ id: number, frame: RectJSON, bounds: RectJSON, center: { x: number, y: number }, transform: number[], alpha: number }} SampledView */
/** @typedef {{ time: number, views: SampledView[] }} Sample */
/** @typedef {{ duration: number, delay: number, curve: string, repeatCount: number, autoreverses: boolean }} Timing */

/**
 * The control points of UIKit's curves (CAMediaTimingFunctionName).
 * @type {Record<string, [number, number, number, number]>}
 */
const CURVES = { easeInOut: [0.42, 0, 0.58, 1], easeIn: [0.42, 0, 1, 1], easeOut: [0, 0, 0.58, 1], linear: [0, 0, 1, 1] };
/** How many moments are asked for. */
const SAMPLES = 60;

/**
 * When all runs are over, in seconds.
 * @param {Timing} timing
 */
function endOf({ duration, delay, repeatCount, autoreverses }) {
  return duration > 0 ? delay + duration * (autoreverses ? 2 : 1) * (repeatCount > 0 ? repeatCount : 1) : 0;
}

/**
 * Moments from the start to the end; the turning points of runs are among them as far as there is room.
 * @param {Timing} timing
 */
function momentsOf(timing) {
  const end = endOf(timing);
  if (!end) return [0];
  const count = Math.max(2, SAMPLES);
  const moments = Array.from({ length: count + 1 }, (_, at) => (end * at) / count);
  const ways = Math.floor((end - timing.delay) / timing.duration);
  if (ways <= SAMPLES / 3) for (let way = 0; way <= ways; way += 1) moments.push(timing.delay + way * timing.duration);
  // The value just before the end differs from the one at the end, where the view jumps to its new value.
  moments.push(Math.max(0, end - 1e-6));
  return [...new Set(moments)].filter((time) => time <= end).sort((one, other) => one - other);
}

/**
 * How far along the way a curve is.
 * @param {string} curve
 * @param {number} time from 0 to 1
 */
export function progress(curve, time) {
  const [x1, y1, x2, y2] = CURVES[curve] ?? CURVES.linear;
  const at = (/** @type {number} */ t, /** @type {number} */ a, /** @type {number} */ b) => 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3;
  let low = 0, high = 1;
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (at(middle, x1, x2) < time) low = middle;
    else high = middle;
  }
  return at((low + high) / 2, y1, y2);
}

const mix = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) => a + (b - a) * t;
/**
 * @template {Record<string, number>} Kind
 * @param {Kind} one
 * @param {Kind} other
 * @param {number} t
 * @returns {Kind}
 */
const mixAll = (one, other, t) => /** @type {any} */ (Object.fromEntries(Object.entries(one).map(([key, value]) => [key, mix(value, other[key], t)])));

/**
 * What views show at a time between samples.
 * @param {Sample[]} samples in order
 * @param {number} time
 * @returns {SampledView[]}
 */
export function viewsAt(samples, time) {
  const next = samples.findIndex((sample) => sample.time > time);
  if (next <= 0) return samples[next === 0 ? 0 : samples.length - 1]?.views ?? [];
  const before = samples[next - 1], after = samples[next];
  const t = (time - before.time) / (after.time - before.time);
  if (!(t > 0)) return before.views;
  return before.views.map((view, at) => {
    const to = after.views[at];
    if (!to || to.id !== view.id) return view;
    return {
      id: view.id, frame: mixAll(view.frame, to.frame, t), bounds: mixAll(view.bounds, to.bounds, t), center: mixAll(view.center, to.center, t),
      transform: view.transform.map((entry, place) => mix(entry, to.transform[place], t)), alpha: mix(view.alpha, to.alpha, t),
    };
  });
}
