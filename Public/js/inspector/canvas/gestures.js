// Pointer, wheel and fingers on the canvas, told as what they mean; and the handle that drags the screen to another size.
import { OWN_SCREEN } from "../data/state.js";

/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Grip} Grip */
/**
 * @typedef {object} Meaning
 * @property {() => boolean} turns whether dragging turns the stack of layers instead of moving the drawing
 * @property {(spot: Spot) => Grip | null} grip what a press holds that dragging changes; null where it does something else
 * @property {(grip: Grip, spot: Spot) => boolean} drag whether the grip holds
 * @property {() => void} drop
 * @property {() => void} cancel gives up what is held
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, x: number, y: number) => void} zoom
 * @property {(dx: number, dy: number) => void} turn
 * @property {(spot: Spot, event: MouseEvent) => void} click
 * @property {(spot: Spot | null) => void} hover
 * @property {(alt: boolean) => void} alt the Alt key went down or up
 */

/** CSS pixels that a press may shake before it is a drag. */
const SHAKE = 4, SHAKE_OF_FINGERS = 9;
/** Milliseconds in which a wheel stays what it is: a wheel or a trackpad. */
const GESTURE = 250;

export class Gestures {
  /** @type {Map<number, { x: number, y: number }>} */ #pointers = new Map();
  #dragged = false;
  #turning = false;
  /** @type {Grip | null} */ #grip = null;
  /** Whether dragging does something: not after what was held could not be changed. */
  #holds = true;
  #space = false;
  #wheel = { at: -GESTURE, pans: false };
  /** @type {Spot | null} */ #spot = null;
  /** @type {DOMRect | null} */ #known = null;
  #asked = 0;
  /** A request for the next frame. */
  #hovering = 0;

  /**
   * @param {HTMLElement} element
   * @param {Meaning} meaning
   */
  constructor(element, meaning) {
    this.element = element;
    this.meaning = meaning;
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener, /** @type {AddEventListenerOptions} */ options = {}) =>
      element.addEventListener(type, listener, options);
    on("wheel", (event) => this.#scroll(event), { passive: false });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel"]) on(type, (event) => this.#up(event));
    on("pointerleave", (event) => event.pointerType !== "touch" && this.#hover(null));
    on("click", (event) => this.#click(event));
    on("auxclick", (event) => event.button === 1 && event.preventDefault());
    // Safari tells pinches on a trackpad by events of its own.
    on("gesturestart", (event) => event.preventDefault());
    on("gesturechange", (event) => this.#pinch(event));
    addEventListener("keydown", (event) => this.#key(event, true));
    addEventListener("keyup", (event) => this.#key(event, false));
    new ResizeObserver(() => (this.#known = null)).observe(element);
    addEventListener("blur", () => {
      this.#holdSpace(false);
      meaning.alt(false);
    });
  }

  /**
   * @param {MouseEvent} event
   * @returns {Spot}
   */
  #at(event) {
    const box = this.#box(event);
    return { x: event.clientX - box.left, y: event.clientY - box.top, alt: event.altKey, shift: event.shiftKey, many: event.ctrlKey || event.metaKey,
      touch: /** @type {PointerEvent} */ (event).pointerType === "touch" };
  }

  /**
   * Where the canvas is; asking in the middle of a movement would lay the page out again.
   * @param {Event} event
   */
  #box(event) {
    if (!this.#known || event.timeStamp - this.#asked > GESTURE) this.#known = this.element.getBoundingClientRect();
    this.#asked = event.timeStamp;
    return this.#known;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} down
   */
  #key(event, down) {
    if (event.key === "Alt") return this.meaning.alt(down);
    if (event.key !== " ") return;
    if (!down) return this.#holdSpace(false);
    const target = /** @type {Element} */ (event.target);
    if (target !== document.body && target !== this.element) return;
    event.preventDefault();
    this.#holdSpace(true);
  }

  #holdSpace(/** @type {boolean} */ held) {
    this.#space = held;
    this.element.classList.toggle("grab", held);
  }

  // Wheel and trackpad

  /** @param {WheelEvent} event */
  #scroll(event) {
    if (!this.#isOwn(event)) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
    const dx = event.deltaX * unit, dy = event.deltaY * unit;
    const { x, y } = this.#at(event);
    if (event.ctrlKey || event.metaKey) return this.meaning.zoom(Math.exp(-dy * (this.#isPinch(event) ? 0.01 : 0.002)), x, y);
    if (event.timeStamp - this.#wheel.at > GESTURE) this.#wheel.pans = isTrackpad(event);
    this.#wheel.at = event.timeStamp;
    if (event.shiftKey) return this.meaning.pan(-(dx || dy), 0);
    if (this.#wheel.pans) this.meaning.pan(-dx, -dy);
    else this.meaning.zoom(Math.exp(-dy * 0.002), x, y);
  }

  /**
   * A pinch comes as small steps with a control key that nobody holds.
   * @param {WheelEvent} event
   */
  #isPinch(event) {
    return event.deltaMode === 0 && Math.abs(event.deltaY) < 50;
  }

  /** @param {Event & { scale: number, clientX: number, clientY: number }} event */
  #pinch(event) {
    event.preventDefault();
    const { x, y } = this.#at(/** @type {any} */ (event));
    this.meaning.zoom(1 + (event.scale - 1) * 0.06, x, y);
  }

  /**
   * Controls that lie over the canvas keep their events.
   * @param {Event} event
   */
  #isOwn(event) {
    return !(/** @type {Element} */ (event.target).closest("[data-over-canvas]"));
  }

  // Pointers

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.#isOwn(event)) return;
    const touch = event.pointerType === "touch";
    if (!this.#pointers.size) this.#dragged = false;
    const pans = touch || event.button === 1 || (event.button === 0 && this.#space);
    const turns = event.button === 0 && !(pans && !touch) && this.meaning.turns();
    const grip = event.button === 0 && !turns && !this.#space && !this.#pointers.size ? this.meaning.grip(this.#at(event)) : null;
    if (!pans && !turns && !grip) return;
    if (event.button === 1) event.preventDefault();
    this.#turning = turns;
    // A second finger means the canvas.
    if (this.#grip) this.meaning.cancel();
    this.#grip = grip;
    this.#holds = true;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size > 1) this.#dragged = true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.#pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== "touch") this.#hover(this.#isOwn(event) ? this.#at(event) : null);
      return;
    }
    const dx = event.clientX - last.x, dy = event.clientY - last.y;
    if (!this.#dragged) {
      if (Math.hypot(dx, dy) < (event.pointerType === "touch" ? SHAKE_OF_FINGERS : SHAKE)) return;
      this.#dragged = true;
      if (!this.#grip) this.element.classList.add("grabbing");
      // Not before: a captured pointer would keep a press on a control from being a click.
      this.element.setPointerCapture(event.pointerId);
      this.#hover(null);
    }
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (other) return this.#spread(last, other, event);
    if (this.#grip) {
      if (!this.meaning.drag(this.#grip, this.#at(event))) this.#grip = null, this.#holds = false;
      return;
    }
    if (!this.#holds) return;
    if (this.#turning) this.meaning.turn(dx, dy);
    else this.meaning.pan(dx, dy);
  }

  /**
   * Two fingers: their distance zooms, their middle pans.
   * @param {{ x: number, y: number }} last
   * @param {{ x: number, y: number }} other
   * @param {PointerEvent} event
   */
  #spread(last, other, event) {
    const box = this.#box(event);
    const before = Math.hypot(last.x - other.x, last.y - other.y), after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.meaning.pan((event.clientX - last.x) / 2, (event.clientY - last.y) / 2);
    if (before > 0) this.meaning.zoom(after / before, (event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#pointers.delete(event.pointerId);
    if (this.#grip && this.#dragged) event.type === "pointerup" ? this.meaning.drop() : this.meaning.cancel();
    this.#grip = null;
    if (!this.#pointers.size) this.element.classList.remove("grabbing");
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!this.#isOwn(event) || event.button !== 0) return;
    event.preventDefault();
    if (this.#dragged || this.#space) this.#dragged = false;
    else this.meaning.click(this.#at(event), event);
  }

  /** Once in a frame is enough; leaving counts at once, as another part may point at a view next. */
  #hover(/** @type {Spot | null} */ spot) {
    this.#spot = spot;
    if (!spot) {
      cancelAnimationFrame(this.#hovering);
      this.#hovering = 0;
      this.meaning.hover(null);
    } else if (!this.#hovering) {
      this.#hovering = requestAnimationFrame(() => {
        this.#hovering = 0;
        this.meaning.hover(this.#spot);
      });
    }
  }
}

/**
 * Trackpads tell whole and sideways movements; wheels come in notches of 120.
 * @param {WheelEvent & { wheelDeltaY?: number }} event
 */
function isTrackpad(event) {
  if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL) return false;
  if (event.deltaX !== 0 && event.deltaY !== 0) return true;
  if (event.deltaX !== 0) return !event.shiftKey;
  // Chromium and Safari multiply the movement of a trackpad by three.
  return event.wheelDeltaY !== undefined && event.wheelDeltaY === event.deltaY * -3 && Math.abs(event.wheelDeltaY) % 120 !== 0;
}

// The screen at another size.

/** The shortest and the longest side of the screen in points. */
const LEAST = 20, MOST = 4_000;

export class ResizeHandle {
  /** Whether it is being dragged. */
  active = false;
  /** @type {{ x: number, y: number, width: number, height: number } | null} */ #from = null;

  /**
   * @param {HTMLElement} host @param {import("../data/state.js").InspectorState} state
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
    this.state.set({ ...OWN_SCREEN, width: bounded(width), height: bounded(height) }, { replace });
    this.canvas.changed();
  }
}
