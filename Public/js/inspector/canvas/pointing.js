// Pointing at views and choosing them: the one in front, or any of the list of those behind.
import { endsWithEscape } from "../../core/commands.js";
import { shownClass, title } from "../data/describe.js";
import { inverse, transform } from "../data/geometry.js";

/** @typedef {import("./types.js").Spot} Spot */

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
   * @param {import("../data/model.js").ViewModel} model
   * @param {import("../data/state.js").InspectorState} state
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
    if (spot.many) return view < 0 ? undefined : state.toggle(model.id(view));
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
    const part = (/** @type {string} */ name, /** @type {string} */ text) =>
      Object.assign(document.createElement("span"), { className: name, textContent: text });
    element.replaceChildren(...(!point ? [] : back
      // The name gives way where there is little room, the numbers never do.
      ? [part("place", `${whole(point)} in `), part("name", shownClass(this.model, view)), part("place", ` ${whole(transform(back, point[0], point[1]))}`)]
      : [part("place", whole(point))]));
  }
}

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

// The list of all views under the pointer, front to back: a list box that closes when it has answered.

/** @typedef {{ id: number, name: string, detail: string, depth: number }} Entry */

class ViewList {
  /** @type {Entry[]} */ #entries = [];
  #active = 0;
  #ended = () => {};

  /**
   * @param {HTMLElement} host where the list appears
   * @param {{ choose: (id: number) => void, point: (id: number | null) => void, closed: () => void }} delegate
   */
  constructor(host, delegate) {
    this.host = host;
    this.delegate = delegate;
    this.element = document.createElement("ul");
    this.element.className = "view-list";
    this.element.hidden = true;
    this.element.tabIndex = -1;
    this.element.dataset.overCanvas = "";
    this.element.setAttribute("role", "listbox");
    this.element.setAttribute("aria-label", "Views here, front to back");
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => this.#answer(this.#at(event)));
    this.element.addEventListener("pointermove", (event) => this.#point(this.#at(event)));
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget !== this.element) this.close(false);
    });
    host.append(this.element);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * @param {Entry[]} entries
   * @param {number} x
   * @param {number} y where, in CSS pixels of the host
   * @param {number | null} current the id of the entry to start from
   */
  open(entries, x, y, current) {
    if (!entries.length) return;
    this.#entries = entries;
    this.element.replaceChildren(...entries.map((entry, at) => this.#item(entry, at)));
    this.element.hidden = false;
    this.#ended();
    this.#ended = endsWithEscape(() => this.close(), this.element);
    const { offsetWidth, offsetHeight } = this.element;
    const left = Math.min(x + 2, this.host.clientWidth - offsetWidth - 8), top = Math.min(y + 2, this.host.clientHeight - offsetHeight - 8);
    this.element.style.setProperty("--left", `${Math.max(8, left)}px`);
    this.element.style.setProperty("--top", `${Math.max(8, top)}px`);
    this.element.focus({ preventScroll: true });
    this.#point(Math.max(0, entries.findIndex(({ id }) => id === current)));
  }

  /** @param {boolean} [refocus] whether the canvas gets the focus back */
  close(refocus = true) {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.#ended();
    this.delegate.point(null);
    if (refocus) this.delegate.closed();
  }

  #item(/** @type {Entry} */ { name, detail, depth }, /** @type {number} */ at) {
    const item = document.createElement("li");
    item.id = `view-here-${at}`;
    item.dataset.at = String(at);
    item.setAttribute("role", "option");
    item.style.setProperty("--depth", String(Math.min(depth, 12)));
    const title = document.createElement("span"), more = document.createElement("span");
    title.className = "class";
    title.textContent = name;
    more.className = "text";
    more.textContent = detail;
    item.append(title, more);
    return item;
  }

  /** @param {Event} event */
  #at(event) {
    const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-at]"));
    return item ? Number(item.dataset.at) : -1;
  }

  #point(/** @type {number} */ at) {
    if (at < 0 || at >= this.#entries.length) return;
    this.#active = at;
    for (const [number, item] of [...this.element.children].entries()) item.setAttribute("aria-selected", String(number === at));
    this.element.setAttribute("aria-activedescendant", `view-here-${at}`);
    this.element.children[at].scrollIntoView({ block: "nearest" });
    this.delegate.point(this.#entries[at].id);
  }

  #answer(/** @type {number} */ at) {
    const entry = this.#entries[at];
    if (!entry) return;
    this.close();
    this.delegate.choose(entry.id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = this.#entries.length - 1;
    switch (event.key) {
      case "ArrowDown": this.#point(Math.min(last, this.#active + 1)); break;
      case "ArrowUp": this.#point(Math.max(0, this.#active - 1)); break;
      case "Home": this.#point(0); break;
      case "End": this.#point(last); break;
      case "Enter": case " ": this.#answer(this.#active); break;
      case "Tab": this.close(); break;
      default: return this.#type(event);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * A letter goes to the next class that begins with it.
   * @param {KeyboardEvent} event
   */
  #type(event) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase(), count = this.#entries.length;
    for (let step = 1; step <= count; step += 1) {
      const at = (this.#active + step) % count;
      if (this.#entries[at].name.toLowerCase().startsWith(letter)) {
        this.#point(at);
        break;
      }
    }
    event.stopPropagation();
  }
}
