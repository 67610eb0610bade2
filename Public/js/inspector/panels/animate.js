// The Animate tab: an animation block of UIKit, tried out on the canvas. Nothing of it is kept.
import { icon } from "../../icons.js";
import { isStill } from "../canvas/motion.js";
import { ChangeRow, PROPERTIES } from "./change-row.js";
import { choice, toggle } from "./controls.js";
import { reason } from "../answer.js";
import { h, put, s } from "./dom.js";
import { plain } from "./format.js";
import { NumberField } from "./number-field.js";
import { CURVES, endOf, momentsOf, progress, viewsAt } from "./timeline.js";

/** @typedef {import("./panels.js").Context} Context */
/** @typedef {import("./panels.js").Shown} Shown */
/** @typedef {import("./timeline.js").Sample} Sample */
/** @typedef {import("./timeline.js").Timing} Timing */

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
    this.autoreverses = toggle("Autoreverses", (autoreverses) => this.#set({ autoreverses, ...(autoreverses && !this.timing.repeatCount ? { repeatCount: 1 } : {}) }));
    this.graph = s("svg", { class: "curve", viewBox: `-6 -6 ${GRAPH + 12} ${GRAPH + 12}`, width: GRAPH + 12, height: GRAPH + 12, role: "img" });
    this.list = h("ul", { class: "changes" });
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
    const line = (/** @type {string} */ name, /** @type {Node} */ control) => h("div", { class: "timing-line" }, h("span", { class: "name", "aria-hidden": "true" }, name), control);
    return h("div", { class: "timing" }, this.graph, h("div", { class: "timing-lines" }, line("Curve", this.curve.element), line("Duration", this.duration.element), line("Delay", this.delay.element)),
      line("Repeat", this.repeat.element), line("Autoreverses", this.autoreverses.element));
  }

  /** @param {Shown} shown */
  update({ index }) {
    const { model } = this.context;
    this.#index = index;
    const name = index < 0 ? "" : model.className(index);
    /** @type {Element} */ (this.add.lastElementChild).textContent = this.#rows.some((row) => row.id === model.id(index)) ? `Another change of ${name}` : `Change ${name}`;
    put(this.add, "disabled", index < 0);
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
    if (this.#samples) return this.#samples;
    if (!this.#rows.length) return null;
    this.#pending?.abort();
    const pending = (this.#pending = new AbortController());
    const { timing } = this;
    try {
      const response = await fetch(`${this.context.model.base}/animations`, {
        method: "POST", signal: pending.signal, headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ ...timing, changes: this.#rows.map((row) => row.change), times: momentsOf(timing) }),
      });
      if (!response.ok) throw new Error(await reason(response));
      this.#samples = (await response.json()).samples;
      this.message.textContent = "";
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError") this.message.textContent = /** @type {Error} */ (error).message;
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
    if (!this.#rows.length) this.message.textContent = "Choose a view and say what changes. The animation runs on the canvas; the dump stays as it is.";
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
    this.graph.replaceChildren(s("path", { class: "curve-box", d: `M0 0H${GRAPH}V${GRAPH}H0Z` }), s("path", { class: "curve-handles", d: `M${p(0, 0)}L${p(x1, y1)}M${p(1, 1)}L${p(x2, y2)}` }),
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
