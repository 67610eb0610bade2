// The canvas of the inspector: shows the views of a model as the state says, and changes the state when it is used.
import { getJSON, showFailure } from "../../core/api.js";
import { title } from "../data/describe.js";
import { cornerOf, Motion } from "./camera.js";
import { Gestures, ResizeHandle } from "./gestures.js";
import { LayoutMotion } from "./motion.js";
import { Overlay } from "./overlay.js";
import { Pointing } from "./pointing.js";
import { drawingOf } from "../data/state.js";
import { ABSENT } from "./scene.js";
import { Stage, TURN } from "./stage.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {import("./constraints.js").Pulling} Pulling */
/** @typedef {import("./shaping.js").Shaping} Shaping */
/** @typedef {{ refresh: () => void }} Controls what lies over the canvas */
/**
 * What makes the tools of a canvas, which know it.
 * @typedef {object} Tools
 * @property {(canvas: CanvasView) => Controls} makeTools
 * @property {(canvas: CanvasView) => void} registerCommands
 * @property {(canvas: CanvasView) => void} registerExports
 */

/** Milliseconds of rest after which the address tells the place of the camera. */
const REST = 400;

export class CanvasView {
  #motion = new Motion();
  /** The scene that the screenshot shows, by the id of its root; null for the whole screen. @type {number | null} */ #scene = null;
  #resting = 0;
  /** When the picture was begun that is being drawn, 0 for none. */
  #drawing = 0;
  /** @type {HTMLProgressElement | null} */ #bar = null;
  /**
   * What works on the picture; null before it is there.
   * @type {{ rulers: import("./rulers.js").Rulers, shaping: Shaping, pulling: Pulling, controls: Controls } | null}
   */
  #tools = null;

  /**
   * @param {HTMLElement} viewport holds the server's drawing until this one is there
   * @param {ViewModel} model @param {InspectorState} state
   * @param {{ announce: (text: string) => void }} options
   */
  constructor(viewport, model, state, { announce }) {
    this.viewport = viewport;
    this.note = viewport.querySelector(".canvas-note");
    this.model = model;
    this.state = state;
    this.announce = announce;
    this.stage = new Stage(viewport, model, { drawn: () => this.#drawn(), went: () => this.#tellShare() });
    this.overlay = new Overlay(viewport, this.stage.scene, (x, y, view) => this.stage.toScreen(x, y, view));
    this.layoutMotion = new LayoutMotion(this.stage, model);
    this.pointing = new Pointing(viewport, model, state, this.stage, { announce, changed: () => this.#drawn() });
    this.handle = new ResizeHandle(viewport, state,
      { size: () => this.#screenSize(), zoom: () => this.stage.camera.zoom, changed: () => this.#drawn(),
        began: () => this.#move((camera) => (camera.fitted = false)) });
    this.gestures = new Gestures(viewport, {
      grip: (spot) => this.#gripAt(spot),
      drag: (grip, spot) => this.#drag(grip, spot),
      drop: () => this.#held?.drop(),
      cancel: () => this.#held?.cancel(),
      turns: () => state.mode === "layers",
      pan: (dx, dy) => this.#move((camera) => camera.pan(dx, dy)),
      zoom: (factor, x, y) => this.#move((camera) => camera.zoomTo(camera.zoom * factor, x, y)),
      turn: (dx, dy) => this.turnBy(dx * 0.4, dy * 0.4),
      click: (spot) => this.pointing.click(spot),
      hover: (spot) => {
        this.pointing.hover(spot);
        this.#tools?.shaping.point(spot);
        const grip = spot && this.#gripAt(spot);
        this.#tools?.pulling.point(grip && "pull" in grip ? grip : null);
      },
      alt: (alt) => this.pointing.holdAlt(alt),
    });
    this.#prepareViewport();
    model.addEventListener("update", () => this.#reread());
    model.addEventListener("reload", (event) => {
      this.#reread();
      if (/** @type {CustomEvent} */ (event).detail?.isNewer) this.#findScreenshot();
    });
    model.addEventListener("constraints", () => this.#drawn());
    model.addEventListener("samples", () => this.#sample());
    model.addEventListener("layout", () => this.layoutMotion.changed({ jump: this.handle.active }));
    state.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail.keys));
    const corner = /** @type {HTMLElement | null} */ (document.querySelector(".zoom"));
    if (corner) this.stage.corner = cornerOf(corner, viewport);
    this.#changed(new Set(Object.keys(state)), true);
    new ResizeObserver(() => this.stage.resize()).observe(viewport);
    this.stage.resize();
    // The server's drawing stays until there is something to take its place.
    const served = viewport.querySelector("svg.canvas");
    if (this.stage.style.drawing === "screen") this.stage.drawings.load(this.state.ios).catch(() => {}).finally(() => served?.remove());
    else served?.remove();
    this.#findScreenshot();
    this.#prepareLayers();
  }

  /** The levels are found while nothing else happens, once the picture is drawn, so that the stack opens at once. */
  #prepareLayers() {
    setTimeout(() => (this.stage.surface.facts.complete ? this.stage.findLevels() : this.#prepareLayers()), 500);
  }

  /**
   * Takes what works on the picture, which comes after it.
   * @param {import("../data/edits.js").Edits} edits
   * @param {import("../data/constants.js").ConstantPreview} preview
   * @param {typeof import("./constraints.js") & typeof import("./rulers.js") & typeof import("./shaping.js") & Tools} parts
   */
  equip(edits, preview, { heldLines, makeTools, Pulling, registerCommands, registerExports, Rulers, Shaping, spread }) {
    const { viewport, model, state, stage, overlay } = this;
    overlay.heldLines = (scene, i) => heldLines(scene, i, this.state.language);
    overlay.spread = spread;
    registerCommands(this);
    registerExports(this);
    this.#tools = {
      rulers: new Rulers(overlay.element, stage.camera, stage.palette),
      shaping: new Shaping(viewport, model, state, stage, edits),
      pulling: new Pulling(viewport, state, stage, overlay, preview, () => this.#drawn()),
      controls: makeTools(this),
    };
    this.#drawn();
  }

  #prepareViewport() {
    const { viewport } = this;
    viewport.classList.add("live");
    viewport.tabIndex = 0;
    viewport.setAttribute("role", "group");
    viewport.setAttribute("aria-roledescription", "canvas");
    viewport.setAttribute("aria-label", "Canvas. Arrow keys move the selected views, or with Alt resize one; without a selection they move "
      + "the canvas. + and - zoom, 0 fits, 1 is 100%, L shows layers, Enter lists the views in the middle.");
    viewport.addEventListener("keydown", (event) => this.#key(event));
  }

  /** How views are drawn. */
  get drawing() {
    return drawingOf(this.state, this.model);
  }

  async #loadDrawings() {
    try {
      await this.stage.drawings.load(this.state.ios);
    } catch (error) {
      showFailure(error, () => this.#loadDrawings());
    }
  }

  /** The screenshot lies under it all, whole unless something else is wanted. */
  #showBackdrop() {
    const { stage, state } = this;
    const opacity = state.backdrop ?? (stage.backdrop.image ? 1 : 0);
    stage.backdropOpacity = Math.min(1, Math.max(0, opacity));
    stage.style.hasPixels = stage.backdrop.image !== null && stage.backdropOpacity >= 0.5;
    stage.repaint();
  }

  /** Whether what is looked at is what the screenshot shows. */
  get #showsScene() {
    return this.#scene === null || this.#root === this.model.indexOf(this.#scene);
  }

  async #findScreenshot() {
    try {
      const { screenshot, screenshotRoot } = await getJSON(this.model.base);
      this.#scene = screenshot ? screenshotRoot ?? null : null;
      if (screenshot && this.#showsScene) await this.stage.backdrop.load(this.stage.scene.extent, this.#scene);
      else if (this.stage.backdrop.image) this.stage.backdrop.image = null;
      else return;
      this.#showBackdrop();
      this.#tools?.controls.refresh();
    } catch (error) {
      showFailure(error, () => this.#findScreenshot());
    }
  }

  // State

  /**
   * @param {Set<string>} keys
   * @param {boolean} [first]
   */
  #changed(keys, first = false) {
    const { state, stage, model } = this;
    const has = (/** @type {string[]} */ ...names) => names.some((name) => keys.has(name));
    if (has("selection")) this.#select(first);
    const isElsewhere = has("root", "hideSystem", "selection") && stage.scene.limit(this.#root, state.hideSystem);
    if (isElsewhere && this.#scene !== null && this.#showsScene !== (stage.backdrop.image !== null)) this.#findScreenshot();
    if (isElsewhere) {
      if (stage.camera.fitted) stage.fit();
      stage.relaid();
    }
    if (has("drawing", "ios", "ghosts", "texts")) {
      Object.assign(stage.style, { drawing: this.drawing, ghosts: state.ghosts, texts: state.texts });
      if (this.drawing === "screen") this.#loadDrawings();
      stage.repaint();
    }
    if (has("backdrop")) this.#showBackdrop();
    if (has("matches", "edited")) {
      stage.matches = state.matches;
      stage.changed = [...(state.edited ?? [])].map((id) => model.indexOf(id)).filter((i) => i >= 0);
    }
    if (has("rotateX", "rotateY", "spread", "depthFrom", "depthTo")) {
      stage.turn = { rotateX: state.rotateX ?? TURN.rotateX, rotateY: state.rotateY ?? TURN.rotateY };
      stage.spread = Math.min(300, Math.max(0, state.spread ?? 100));
      stage.range = [state.depthFrom ?? 0, state.depthTo ?? Infinity];
    }
    if (has("mode")) this.#showMode(first);
    if (has("zoom", "x", "y") && !this.#resting) this.#readCamera();
    if (has("compare")) this.layoutMotion.compare(Boolean(state.compare));
    if (has("selection", "backdrop", "matches", "edited", "rotateX", "rotateY", "spread", "depthFrom", "depthTo", "zoom", "x", "y")) {
      stage.request(has("rotateX", "rotateY", "spread"));
    }
    if (has("hover", "others", "constraint", "tool", "touchPoint", "panel", "notes")) this.#drawn();
    this.viewport.classList.toggle("touching", state.tool === "touch");
  }

  /** The view whose subtree alone is shown: the focused one, else the scene that is looked at; -1 for all views. */
  get #root() {
    const { state, model } = this;
    return state.root === null ? model.sceneOf(model.indexOf(state.selection)) : model.indexOf(state.root);
  }

  #select(/** @type {boolean} */ first) {
    const { stage, model, state } = this;
    const i = model.indexOf(state.selection);
    stage.style.selected = i;
    stage.request();
    if (i < 0 || first) return;
    const { boxes } = stage.scene;
    const place = [boxes[i * 4], boxes[i * 4 + 1]].map((value) => Math.round(value * 10) / 10).join(", ");
    this.announce(`${title(model, i)}, ${model.w(i)} × ${model.h(i)} at ${place}`);
  }

  #showMode(/** @type {boolean} */ first) {
    const { stage, state } = this;
    const from = stage.amount, to = state.mode === "layers" ? 1 : 0;
    if (from === to) return;
    const step = (/** @type {number} */ t) => {
      stage.amount = t === 1 ? to : from + (to - from) * t;
      if (stage.camera.fitted) stage.fit();
      stage.request(true);
    };
    if (first) step(1);
    else this.#motion.run(step, () => this.announce(to ? "Layers" : "Flat"));
  }

  /** Places the camera where the address says, or fits. */
  #readCamera() {
    const { camera } = this.stage;
    const { zoom, x, y } = this.state;
    if (zoom === null || x === null || y === null) {
      if (!camera.fitted) this.stage.fit();
      return;
    }
    camera.zoomTo(zoom);
    camera.center(x, y);
  }

  /** Tells the address where the camera rests; browsers allow only so many changes of it. */
  #writeCamera() {
    const { camera } = this.stage;
    const [x, y] = camera.toDrawing(camera.width / 2, camera.height / 2);
    const place = camera.fitted ? { zoom: null, x: null, y: null } : { zoom: camera.zoom, x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
    this.#resting = -1;
    const { rotateX, rotateY } = this.stage.turn;
    const turn = this.state.mode === "layers" && (rotateX !== TURN.rotateX || rotateY !== TURN.rotateY) ? { rotateX, rotateY } : {};
    this.state.set({ ...place, ...turn }, { replace: true });
    this.#resting = 0;
  }

  /** Views came, went or changed. */
  #reread() {
    const { stage, model, state } = this;
    stage.scene.root = this.#root;
    stage.scene.read();
    stage.labels.clear();
    stage.style.selected = model.indexOf(state.selection);
    if (stage.camera.fitted) stage.fit();
    this.layoutMotion.reset();
    stage.relaid();
  }

  /** Some views lie elsewhere for a moment. */
  #sample() {
    this.layoutMotion.reset();
    this.stage.scene.readAttributes();
    this.stage.scene.readPlaces();
    this.stage.relaid();
  }

  // Moving

  /** @param {(camera: import("./camera.js").Camera) => void} move */
  #move(move) {
    this.#motion.finish();
    move(this.stage.camera);
    this.stage.request(true);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#writeCamera(), REST);
  }

  /** What is being dragged: a constraint or views. */
  get #held() {
    return this.#tools?.pulling.isActive ? this.#tools.pulling : this.#tools?.shaping;
  }

  /**
   * Labels of constraints come before the edges of the selected view, these before lines, and those before its body.
   * @param {import("./types.js").Spot} spot
   */
  #gripAt(spot) {
    if (!this.#tools) return null;
    const shaped = this.#tools.shaping.gripAt(spot);
    return this.#tools.pulling.pullAt(spot, Boolean(shaped && (shaped.across || shaped.down))) ?? shaped;
  }

  /**
   * @param {import("./types.js").Grip} grip
   * @param {import("./types.js").Spot} spot
   */
  #drag(grip, spot) {
    this.viewport.focus({ preventScroll: true });
    if (!this.#tools) return false;
    if ("pull" in grip) return this.#tools.pulling.drag(grip, spot, spot.many);
    return this.#tools.shaping.drag(grip, spot, { free: spot.many, straight: spot.shift });
  }

  zoomBy(/** @type {number} */ factor) {
    this.#move((camera) => camera.zoomTo(camera.zoom * factor));
  }

  actualSize() {
    this.#move((camera) => camera.zoomTo(1));
  }

  fit() {
    this.#move(() => this.stage.fit());
  }

  /**
   * Turns the stack of layers.
   * @param {number} across @param {number} down in degrees
   */
  turnBy(across, down) {
    const { rotateX, rotateY } = this.stage.turn;
    const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
    const around = ((((rotateY + across + 180) % 360) + 360) % 360) - 180;
    const turn = { rotateX: round(Math.min(85, Math.max(-85, rotateX - down))), rotateY: round(around) };
    this.#move(() => (this.stage.turn = turn));
  }

  resetLayers() {
    this.state.set({ rotateX: null, rotateY: null, spread: null, depthFrom: null, depthTo: null }, { replace: true });
    this.stage.turn = { ...TURN };
    this.fit();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target !== this.viewport || event.metaKey || event.ctrlKey) return;
    const arrow = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const step = event.shiftKey ? 10 : 1;
    if (arrow && this.#tools?.shaping.step(-arrow[0] * step, -arrow[1] * step, event.altKey)) return event.preventDefault(), event.stopPropagation();
    if (event.altKey) return;
    if (arrow && this.state.mode === "layers" && !event.shiftKey) this.turnBy(-arrow[0] * 5, -arrow[1] * 5);
    else if (arrow) this.#move((camera) => camera.pan(arrow[0] * 48, arrow[1] * 48));
    else if (event.key === "Enter") this.pointing.listAt(this.viewport.clientWidth / 2, this.viewport.clientHeight / 2);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The view whose menu is asked for, and where it opens: the selected one where it lies under the pointer, else the one
   * in front; by a key the selected one.
   * @param {MouseEvent | KeyboardEvent} event
   */
  placeOf(event) {
    const { model, state, stage, viewport } = this;
    if (/** @type {Element} */ (event.target).closest("[data-over-canvas]")) return null;
    const box = viewport.getBoundingClientRect(), selection = model.indexOf(state.selection);
    if (event instanceof MouseEvent && (event.clientX || event.clientY)) {
      const here = stage.at(event.clientX - box.left, event.clientY - box.top);
      const view = here.includes(selection) ? selection : here[0];
      return view === undefined ? null : { id: model.id(view), x: event.clientX, y: event.clientY };
    }
    if (selection < 0) return null;
    const corners = stage.corners(selection);
    const middle = (/** @type {number} */ axis) => (corners[axis] + corners[axis + 2] + corners[axis + 4] + corners[axis + 6]) / 4;
    const within = (/** @type {number} */ value, /** @type {number} */ most) => (Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : most / 2);
    return { id: model.id(selection), x: box.left + within(middle(0), box.width), y: box.top + within(middle(1), box.height) };
  }

  // Drawing

  /** What lies over the picture, and what tests and tools may read. */
  #drawn() {
    const { stage, state, model, viewport } = this;
    const { camera, scene, surface } = stage;
    const selection = model.indexOf(state.selection), hover = model.indexOf(state.hover);
    const there = (/** @type {number} */ i) => i >= 0 && (stage.amount === 0 || stage.layers.isInRange(i));
    this.overlay.draw({ selection: there(selection) ? selection : -1, others: state.others.map((id) => model.indexOf(id)).filter(there),
      hover: there(hover) ? hover : -1, noted: [...state.notes.keys()].map((id) => model.indexOf(id)).filter((i) => there(i) && !(scene.bits[i] & ABSENT)),
      measures: this.pointing.alt, flat: stage.amount === 0, width: camera.width, height: camera.height, guides: this.#tools?.shaping.guides ?? [],
      hot: this.#tools?.pulling.hot ?? state.constraint, touch: state.tool === "touch" || state.panel === "touch" ? state.touchPoint : null });
    const place = selection < 0 ? null : scene.boxes.subarray(selection * 4, selection * 4 + 4);
    const { spot } = this.pointing;
    this.#tools?.rulers.draw(stage.amount === 0 && spot !== null && !spot.touch, spot, place);
    const [left, top, right, bottom] = scene.extent;
    const wanted = this.handle.wanted;
    this.handle.place(camera.toScreen(wanted ? left + wanted[0] : right, wanted ? top + wanted[1] : bottom),
      stage.amount === 0 && state.tool === "select" && state.root === null && !scene.isEmpty);
    const { drawn, labels, merged, complete } = surface.facts;
    const level = `${Math.round(camera.zoom * 100)} %`;
    const element = document.getElementById("zoom-level");
    if (element && element.textContent !== level) element.textContent = level;
    Object.assign(surface.element.dataset, {
      x: camera.x, y: camera.y, zoom: camera.zoom, mode: state.mode, amount: stage.amount, drawn, labels, merged, complete,
      width: right - left, height: bottom - top, hover: state.hover ?? "", selected: selection >= 0 && !(scene.bits[selection] & ABSENT) ? state.selection : "",
      rotateX: stage.turn.rotateX, rotateY: stage.turn.rotateY, levels: stage.layers.levelCount, doubts: model.doubts.length,
      softEdges: model.softEdges.length, keyboard: model.keyboard?.join(",") ?? "", pixels: stage.style.hasPixels,
      still: !this.#motion.isRunning && !this.layoutMotion.isRunning && !(stage.style.drawing === "screen" && stage.drawings.isLoading),
    });
    viewport.dataset.mode = state.mode;
    this.note?.toggleAttribute("hidden", !scene.isEmpty);
    this.#tellShare();
    this.#tools?.controls.refresh();
  }

  /** How much of a picture is drawn that takes its time; nothing as long as it does not. */
  #tellShare() {
    const { share } = this.stage.surface;
    if (share < 1) this.#drawing ||= performance.now();
    else this.#drawing = 0;
    const isLong = share < 1 && performance.now() - this.#drawing > 300;
    if (!isLong && !this.#bar) return;
    this.#bar ??= Object.assign(document.createElement("progress"), { className: "canvas-progress", max: 1 });
    this.#bar.setAttribute("aria-label", "Drawing views");
    this.#bar.value = share;
    if (isLong && !this.#bar.isConnected) this.viewport.append(this.#bar);
    else if (!isLong) this.#bar.remove();
  }

  /** @returns {[number, number]} */
  #screenSize() {
    const [left, top, right, bottom] = this.stage.device;
    return [right - left, bottom - top];
  }
}
