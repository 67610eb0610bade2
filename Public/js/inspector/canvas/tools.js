// The controls that lie over the canvas (zoom, what is drawn, the stack of layers, the screenshot), what it can do for keys
// and palette, its rulers, and the handle that drags the screen to another size.
import { showFailure } from "../../api.js";
import { commands } from "../../commands.js";
import { question } from "../whatif.js";

/** @typedef {import("./canvas-view.js").CanvasView} CanvasView */
/** @typedef {import("./camera.js").Camera} Camera */

/** @param {CanvasView} canvas */
export function makeTools(canvas) {
  const { state, stage, viewport } = canvas;
  const host = /** @type {HTMLElement} */ (viewport.closest(".stage") ?? document.body);
  const $ = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (host.querySelector(`[data-canvas="${name}"]`));
  const corner = $(".zoom"), layers = $("#layer-tools"), backdrop = $("#backdrop-tools");

  const ranges = {
    spread: (/** @type {number} */ value) => ({ spread: value === 100 ? null : value }),
    // The two ends push each other along.
    from: (/** @type {number} */ value) => ({ depthFrom: value || null, depthTo: stage.range[1] < value ? value : state.depthTo }),
    to: (/** @type {number} */ value) => ({ depthTo: value >= stage.layers.levelCount - 1 ? null : value, depthFrom: stage.range[0] > value ? value : state.depthFrom }),
    backdrop: (/** @type {number} */ value) => ({ backdrop: value / 100 }),
  };
  for (const [name, values] of Object.entries(ranges)) {
    field(name)?.addEventListener("input", (event) => state.set(values(Number(/** @type {HTMLInputElement} */ (event.target).value)), { replace: true }));
  }

  const adjust = {
    scale: (/** @type {number} */ value) => (value > 0 && stage.backdrop.found ? { scale: (stage.backdrop.found.scale * value) / 100 } : {}),
    x: (/** @type {number} */ value) => ({ x: value }),
    y: (/** @type {number} */ value) => ({ y: value }),
  };
  for (const [name, values] of Object.entries(adjust)) {
    field(`backdrop-${name}`)?.addEventListener("input", (event) => {
      const { value, valueAsNumber } = /** @type {HTMLInputElement} */ (event.target);
      if (value !== "" && Number.isFinite(valueAsNumber)) stage.backdrop.adjust(values(valueAsNumber));
    });
  }
  field("backdrop-turn")?.addEventListener("click", () => stage.backdrop.adjust({ turns: (stage.backdrop.fit.turns + 1) % 4 }));
  field("backdrop-reset")?.addEventListener("click", () => (stage.backdrop.adjust(null), refresh(true)));

  let shown = "";
  /**
   * Makes the controls show what is.
   * @param {boolean} [all] those too that a person is changing now
   */
  function refresh(all = false) {
    const { levelCount } = stage.layers;
    const { fit, found, image } = stage.backdrop;
    const now = JSON.stringify([state.mode, stage.style.drawing, state.texts, state.ghosts, stage.backdropOpacity, state.tool, stage.spread, stage.range, levelCount, fit, image !== null]);
    if (now === shown && !all) return;
    shown = now;
    for (const button of document.querySelectorAll("[data-command^='canvas.'][aria-pressed]")) {
      const command = commands.all.find(({ id }) => id === button.getAttribute("data-command"));
      button.setAttribute("aria-pressed", String(Boolean(command?.checked?.())));
    }
    if (layers) layers.hidden = state.mode !== "layers";
    if (backdrop) backdrop.hidden = image === null;
    if (corner) stage.corner = { width: corner.offsetWidth + 16, height: corner.offsetTop + corner.offsetHeight + 4 };
    const write = (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ text = "") => {
      const input = field(name);
      if (!input || (input === document.activeElement && input.type === "number" && !all)) return;
      input.value = String(value);
      if (text) input.setAttribute("aria-valuetext", text);
    };
    const last = levelCount - 1, from = Math.min(stage.range[0], last), to = Math.min(stage.range[1], last);
    for (const name of ["from", "to"]) field(name)?.setAttribute("max", String(last));
    write("spread", stage.spread, `${stage.spread} %`);
    write("from", from, `Level ${from + 1} of ${levelCount}`);
    write("to", to, `Level ${to + 1} of ${levelCount}`);
    write("backdrop", Math.round(stage.backdropOpacity * 100), `${Math.round(stage.backdropOpacity * 100)} %`);
    const levels = $("#layer-levels");
    layers?.style.setProperty("--from", String(last ? from / last : 0));
    layers?.style.setProperty("--to", String(last ? to / last : 1));
    if (levels) levels.textContent = from === 0 && to === last ? `${levelCount} levels` : `${from + 1}–${to + 1} of ${levelCount}`;
    write("backdrop-scale", Math.round((found ? fit.scale / found.scale : 1) * 1000) / 10);
    write("backdrop-x", fit.x);
    write("backdrop-y", fit.y);
  }
  return { refresh };
}

// What the canvas can do, for keys and palette.

/** @param {import("./canvas-view.js").CanvasView} canvas */
export function registerCommands(canvas) {
  const { state, stage } = canvas;
  const group = "Canvas";
  const layers = () => state.mode === "layers";
  commands.register(
    { id: "canvas.fit", group, title: "Fit the screen to the window", keys: ["0"], icon: "fit", run: () => canvas.fit() },
    { id: "canvas.actual", group, title: "100 %, one point to a pixel", keys: ["1"], icon: "canvas", run: () => canvas.actualSize() },
    { id: "canvas.in", group, title: "Zoom in", keys: ["+", "="], icon: "plus", run: () => canvas.zoomBy(1.25) },
    { id: "canvas.out", group, title: "Zoom out", keys: ["-"], icon: "minus", run: () => canvas.zoomBy(0.8) },
    { id: "canvas.layers", group, title: "Layers, seen from the side", keys: ["L"], icon: "layers", inTree: true, checked: layers, run: () => state.set({ mode: layers() ? "flat" : "layers" }) },
    { id: "canvas.flat", group, title: "Flat", icon: "flat", hidden: true, checked: () => !layers(), run: () => state.set({ mode: "flat" }) },
    { id: "canvas.stacked", group, title: "Layers", icon: "layers", hidden: true, checked: layers, run: () => state.set({ mode: "layers" }) },
    { id: "canvas.reset", group, title: "Reset the view of the layers", icon: "reset", when: layers, run: () => canvas.resetLayers() },
    { id: "canvas.screen", group, title: "Draw the screen, as UIKit draws its views", icon: "display", checked: () => stage.style.drawing === "screen", run: () => state.set({ drawing: "screen" }) },
    { id: "canvas.wireframe", group, title: "Draw as panes of glass", icon: "canvas", checked: () => stage.style.drawing === "wireframe", run: () => state.set({ drawing: "wireframe" }) },
    { id: "canvas.outlines", group, title: "Draw outlines and texts only", icon: "view-text", checked: () => stage.style.drawing === "outlines", run: () => state.set({ drawing: "outlines" }) },
    { id: "canvas.texts", group, title: "Show the texts of views", icon: "view-text", checked: () => state.texts, run: () => state.set({ texts: !state.texts }) },
    { id: "canvas.ghosts", group, title: "Show hidden views and clipped parts", keys: ["G"], icon: "hidden", checked: () => state.ghosts, run: () => state.set({ ghosts: !state.ghosts }) },
    { id: "canvas.backdrop", group, title: "Show the screenshot behind the views", keys: ["B"], icon: "view-image", when: () => stage.backdrop.image !== null, checked: () => stage.backdropOpacity > 0, run: () => state.set({ backdrop: stage.backdropOpacity > 0 ? 0 : null }) },
    { id: "canvas.pan", group, title: "Pan: hold Space and drag, or drag with the middle button", keys: ["Space"] },
    { id: "canvas.move", group, title: "Move the selected view by a point, with Shift by ten", keys: ["Arrows"] },
    { id: "canvas.resize", group, title: "Resize the selected view by a point, with Shift by ten", keys: ["Alt+Arrows"] },
    { id: "canvas.measure", group, title: "Distances from the selected view: hold Alt and point", keys: ["Alt"] },
  );
}

// What it can give away.

const PARTS = /** @type {const} */ ([["screen", "the whole screen"], ["view", "the selected view with its subviews"]]);

/** @param {import("./canvas-view.js").CanvasView} canvas */
export function registerExports(canvas) {
  const { state, model } = canvas;
  const $ = (/** @type {string} */ id) => document.getElementById(id);
  const group = "Export";
  const isSelected = () => model.indexOf(state.selection) >= 0;
  const report = () => `${location.pathname}/report?${question(state)}`.replace(/\?$/, "");
  const exporting = () => import("./export.js");
  /** @param {(module: typeof import("./export.js")) => unknown} act */
  const run = (act) => () => void exporting().then(act).catch((error) => showFailure(error, run(act)));
  for (const [part, words] of PARTS) {
    const common = { group, when: part === "view" ? isSelected : undefined };
    commands.register(
      { ...common, id: `export.${part}.svg`, title: `Save ${words} as SVG`, icon: "download", run: run((module) => module.saveSVG(canvas, part)) },
      { ...common, id: `export.${part}.png2`, title: `Save ${words} as PNG, 2 pixels a point`, icon: "download", run: run((module) => module.savePNG(canvas, part, 2)) },
      { ...common, id: `export.${part}.png3`, title: `Save ${words} as PNG, 3 pixels a point`, icon: "download", run: run((module) => module.savePNG(canvas, part, 3)) },
      { ...common, id: `export.${part}.copy`, title: `Copy a picture of ${words}`, icon: "copy", run: run((module) => module.copyPNG(canvas, part)) },
    );
  }
  commands.register({ id: "export.file", group, title: "HTML file: findings and views in one file", icon: "download", run: () => location.assign(`/api/v1${location.pathname}/report`) });
  commands.register({ id: "export.report", group, title: "Print or PDF: a report on one page", icon: "file", run: () => location.assign(report()) });
  // Loaded by the time that something is chosen: some browsers let only what was clicked just now copy.
  $("export-menu")?.addEventListener("toggle", () => void exporting().catch(() => {}), { once: true });
  const follow = () => {
    $("export-view")?.toggleAttribute("hidden", !isSelected());
    $("export-report")?.setAttribute("href", report());
  };
  state.addEventListener("change", follow);
  follow();
}

// Rulers along the top and the left edge, in points, while the pointer is over the canvas.

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
   * @param {HTMLElement} host
   * @param {Camera} camera
   * @param {import("./flat-painter.js").Palette} palette
   */
  constructor(host, camera, palette) {
    this.camera = camera;
    this.palette = palette;
    this.#top = strip(host, "ruler across");
    this.#left = strip(host, "ruler down");
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
 * @param {HTMLElement} host
 * @param {string} name
 */
function strip(host, name) {
  const element = document.createElement("canvas");
  element.className = name;
  element.setAttribute("aria-hidden", "true");
  host.append(element);
  return element;
}

// The screen at another size.

/** The shortest and the longest side of the screen in points. */
const LEAST = 20, MOST = 4_000;

export class ResizeHandle {
  /** Whether it is being dragged. */
  active = false;
  /** @type {{ x: number, y: number, width: number, height: number } | null} */ #from = null;

  /**
   * @param {HTMLElement} host @param {import("../state.js").InspectorState} state
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
