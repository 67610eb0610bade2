// The tree of views: a WAI-ARIA tree whose rows exist only while they can be seen.
import { announce } from "../../core/ui.js";
import { title } from "../data/describe.js";
import { OpenStore, Outline } from "./outline.js";
import { fillRow, indent, makeRow, Scroller } from "./rows.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */

/** Dispatches `list` when other rows are listed. */
export class Tree extends EventTarget {
  /** The index of the row that Tab leads to, -1 for none. */
  active = -1;
  /**
   * How many matches there are before each view.
   * @type {Int32Array | null}
   */
  #found = null;
  /** The view pointed at and the view selected, as rows show them. */
  #hovered = -1;
  #selected = -1;
  /** Those selected besides. */
  #others = new Set();
  /**
   * What comes before and after the view's id in an address.
   * @type {string[] | null}
   */
  #addresses = null;

  /**
   * @param {HTMLElement} list the server's list, whose place this takes
   * @param {ViewModel} model @param {InspectorState} state
   * @param {{ opened: () => void }} delegate told when a row is opened for reading
   */
  constructor(list, model, state, delegate) {
    super();
    this.list = list;
    this.model = model;
    this.state = state;
    this.delegate = delegate;
    this.store = new OpenStore(model.base);
    this.outline = new Outline(model);
    this.scroller = new Scroller(/** @type {HTMLElement} */ (list.parentElement), list, {
      make: makeRow,
      key: (row) => this.outline.rows[row],
      fill: (item, row, fresh) => this.#fill(item, row, fresh),
      // On phones the tree may have been behind the canvas while somebody selected a view there.
      appeared: () => this.#revealSelection(),
    });
    this.#start();
    list.addEventListener("click", (event) => this.#click(event));
    list.addEventListener("dblclick", (event) => this.#doubleClick(event));
    list.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.state.set({ hover: this.#id(event.target) }));
    list.addEventListener("pointerleave", () => this.state.set({ hover: null }));
    list.addEventListener("focusin", (event) => this.#focused(event));
    state.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail.keys));
    model.addEventListener("update", () => this.scroller.later());
    for (const type of ["layout", "checked"]) model.addEventListener(type, () => this.scroller.later());
    model.addEventListener("reload", () => this.#reload());
    addEventListener("pagehide", () => this.store.saveNow(this.outline));
  }

  /** Replaces the server's rows by the same ones, where they were. */
  #start() {
    const { list, model, outline, scroller, state } = this;
    const top = scroller.frame.scrollTop;
    const opened = [...list.querySelectorAll("[data-open]")].map((item) => model.indexOf(item.getAttribute("data-id")));
    const before = this.store.load();
    outline.adopt(before);
    for (const i of opened) if (i >= 0) outline.set(i, true);
    if (!before) outline.unfold(model.indexOf(state.root));
    outline.filter(state.matches?.length === model.count ? state.matches : null);
    outline.show({ root: model.indexOf(state.root), hidesSystem: state.hideSystem });
    list.replaceChildren();
    list.classList.add("virtual");
    list.setAttribute("role", "tree");
    list.setAttribute("aria-label", "Views");
    list.setAttribute("aria-multiselectable", "true");
    this.#listed();
    scroller.measure();
    scroller.frame.scrollTop = top;
    this.#mark();
    this.showSelection();
    scroller.draw(true);
  }

  /** Takes over the rows of the outline. */
  #listed() {
    this.scroller.length = this.outline.length;
    this.scroller.resize();
    if (this.active < 0 || this.outline.rowOf[this.active] < 0) this.#activate(Math.max(0, this.outline.shown(this.active)));
    this.scroller.kept = this.active < 0 ? -1 : this.outline.rowOf[this.active];
    this.dispatchEvent(new Event("list"));
  }

  #reload() {
    const { model, outline } = this;
    outline.adopt(outline.kept());
    outline.filter(this.state.matches?.length === model.count ? this.state.matches : null);
    this.active = -1;
    outline.show({ root: model.indexOf(this.state.root), hidesSystem: this.state.hideSystem });
    this.#mark();
    this.#listed();
    this.showSelection();
    this.scroller.draw(true);
  }

  /**
   * @param {HTMLLIElement} item
   * @param {number} row
   * @param {boolean} fresh
   */
  #fill(item, row, fresh) {
    const { outline, model, state } = this;
    const i = outline.rows[row];
    const id = model.id(i);
    const found = this.#found;
    fillRow(item, model, i, {
      href: this.#address(id),
      needles: state.words,
      match: state.matches?.[i] === 1,
      edited: state.edited?.has(id) ?? false, pinned: state.pins.includes(id), noted: state.notes.has(id), chain: outline.chain(i),
    });
    const depth = outline.levels[row] - 1;
    item.style.setProperty("--indent", `${indent(depth)}px`);
    item.setAttribute("aria-level", String(depth + 1));
    item.setAttribute("aria-posinset", String(outline.places[row]));
    item.setAttribute("aria-setsize", String(outline.setSize(row)));
    const isParent = outline.isParent(i);
    item.classList.toggle("parent", isParent);
    if (isParent) item.setAttribute("aria-expanded", String(outline.isOpen(i)));
    else item.removeAttribute("aria-expanded");
    item.classList.toggle("holds-match", isParent && !outline.isOpen(i) && found !== null && found[model.end(i)] > found[i + 1]);
    this.#paint(item, i);
    if (fresh) item.tabIndex = i === this.active ? 0 : -1;
  }

  /**
   * The address of the page with a view selected.
   * @param {number} id
   */
  #address(id) {
    this.#addresses ??= this.state.address({ selection: 0 }).href.split(/(?<=[?&]view=)0(?=&|$)/);
    return this.#addresses.join(String(id));
  }

  /**
   * Shows whether a row is selected or pointed at.
   * @param {HTMLElement} item
   * @param {number} i
   */
  #paint(item, i) {
    const link = /** @type {HTMLElement} */ (item.firstElementChild);
    const selected = i === this.#selected, also = this.#others.has(i);
    item.setAttribute("aria-selected", String(selected || also));
    link.classList.toggle("also", also);
    link.classList.toggle("selected", selected);
    link.classList.toggle("within", !selected && this.#selected > i && i === this.outline.shown(this.#selected));
    link.classList.toggle("hovered", i === this.#hovered);
  }

  /** @param {Set<string>} keys */
  #changed(keys) {
    const { outline, model, state } = this;
    this.#addresses = null;
    if (keys.has("root") || keys.has("hideSystem")) {
      if (keys.has("root")) outline.unfold(model.indexOf(state.root));
      outline.show({ root: model.indexOf(state.root), hidesSystem: state.hideSystem });
      this.#listed();
      this.showSelection();
      this.scroller.draw(true);
    }
    if (keys.has("matches")) this.#filter();
    if (keys.has("words")) this.scroller.later();
    if (keys.has("edited") || keys.has("pins") || keys.has("notes")) this.#markChains();
    if (keys.has("others")) {
      this.#others = new Set(state.others.map((id) => model.indexOf(id)));
      this.scroller.later();
    }
    if (keys.has("selection")) this.showSelection();
    if (keys.has("hover")) this.#hover();
  }

  /** Views with a mark of their own have rows of their own. */
  #markChains() {
    const { model, state } = this;
    const marked = [...state.pins, ...state.notes.keys(), ...state.edited ?? []].map((id) => model.indexOf(id));
    this.outline.show({ marked: new Set(marked) });
    this.relisted();
  }

  /**
   * Folds chains of single subviews into the rows of what they hold, or not.
   * @param {boolean} foldsChains
   */
  foldChains(foldsChains) {
    this.outline.show({ foldsChains });
    this.relisted();
  }

  /**
   * Gives the views rows of their own that are folded into a row.
   * @param {number} i
   */
  unchain(i) {
    if (this.outline.unchain(i)) this.relisted();
  }

  #mark() {
    const { matches } = this.state;
    this.#found = null;
    if (!matches) return;
    this.#found = new Int32Array(matches.length + 1);
    for (let i = 0; i < matches.length; i += 1) this.#found[i + 1] = this.#found[i] + matches[i];
  }

  /** Lists what the search found and what is around it, or everything again. */
  #filter() {
    const { outline, state, scroller } = this;
    this.#mark();
    if (state.matches && state.matches.length !== outline.ids.length) return;
    const wasFiltered = outline.isFiltered;
    outline.filter(state.matches);
    this.#listed();
    if (outline.isFiltered !== wasFiltered || outline.isFiltered) scroller.frame.scrollTop = 0;
    this.showSelection();
    scroller.draw(true);
  }

  #hover() {
    const before = this.#hovered;
    this.#hovered = this.model.indexOf(this.state.hover);
    for (const i of [before, this.#hovered]) this.#repaint(i);
  }

  #revealSelection() {
    const row = this.outline.rowOf[this.outline.shown(this.#selected)] ?? -1;
    if (row < 0) return;
    this.scroller.reveal(row);
    this.scroller.draw();
  }

  /** @param {number} i */
  #repaint(i) {
    const item = this.scroller.element(i);
    if (item) this.#paint(item, i);
  }

  /** Shows the selection of the state and brings its row into sight. */
  showSelection() {
    const { outline, model, scroller } = this;
    const i = model.indexOf(this.state.selection);
    const before = outline.shown(this.#selected);
    this.#selected = i;
    const unchained = i >= 0 && outline.rowOf[i] < 0 && outline.isLink(i) && i !== outline.root && outline.unchain(i);
    const listed = (i >= 0 && outline.reveal(i)) || unchained;
    if (listed) {
      outline.build();
      this.#listed();
      this.store.save(outline);
    }
    const shown = outline.shown(i);
    if (shown >= 0) this.#activate(shown);
    if (shown >= 0) scroller.reveal(outline.rowOf[shown]);
    scroller.draw(listed);
    for (const other of new Set([before, shown])) this.#repaint(other);
    if (shown >= 0 && this.list.contains(document.activeElement)) this.focus();
  }

  /**
   * Makes a row the one that Tab leads to.
   * @param {number} i
   */
  #activate(i) {
    const before = this.scroller.element(this.active);
    if (before) before.tabIndex = -1;
    this.active = i < this.model.count ? i : -1;
    this.scroller.kept = this.active < 0 ? -1 : this.outline.rowOf[this.active];
    const item = this.scroller.element(this.active);
    if (item) item.tabIndex = 0;
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const i = this.model.indexOf(this.#id(event.target));
    if (i >= 0 && i !== this.active) this.#activate(i);
  }

  /** Puts the focus on the row that Tab leads to. */
  focus() {
    this.scroller.draw();
    this.scroller.element(this.active)?.focus({ preventScroll: true });
  }

  /**
   * @param {EventTarget | null} target
   * @returns {number | null}
   */
  #id(target) {
    const item = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("li[data-id]")) : null;
    return item ? Number(item.dataset.id) : null;
  }

  /**
   * The view whose menu is asked for, and where it opens: by a key the row with the focus.
   * @param {MouseEvent | KeyboardEvent} event
   */
  placeOf(event) {
    const id = this.#id(event.target);
    const item = id === null ? undefined : this.scroller.element(this.model.indexOf(id));
    if (id === null || !item) return null;
    if (event instanceof MouseEvent && (event.clientX || event.clientY)) return { id, x: event.clientX, y: event.clientY };
    const { left, bottom } = item.getBoundingClientRect();
    return { id, x: left + 24, y: bottom };
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const i = this.model.indexOf(this.#id(event.target));
    if (i < 0) return;
    event.preventDefault();
    if (/** @type {Element} */ (event.target).closest(".chain")) return this.unchain(i);
    if (event.shiftKey && !/** @type {Element} */ (event.target).closest(".fold")) return this.extend(i);
    if (event.metaKey || event.ctrlKey) return this.toggleSelected(i);
    if (/** @type {Element} */ (event.target).closest(".fold")) this.toggle(i, !this.outline.isOpen(i), event.altKey);
    else if (event.altKey) this.toggle(i, !this.outline.isOpen(i), true);
    else this.choose(i, "click");
  }

  /** @param {MouseEvent} event */
  #doubleClick(event) {
    const i = this.model.indexOf(this.#id(event.target));
    if (i >= 0 && !/** @type {Element} */ (event.target).closest(".fold")) this.toggle(i, !this.outline.isOpen(i), event.altKey);
  }

  /**
   * Selects the rows from the selected one to another.
   * @param {number} i
   */
  extend(i) {
    const { outline, model, state } = this;
    const from = outline.rowOf[outline.shown(this.#selected)] ?? -1, to = outline.rowOf[i];
    if (from < 0 || to < 0) return this.choose(i, "click");
    const rows = [...outline.rows.subarray(Math.min(from, to), Math.max(from, to) + 1)];
    this.#activate(i);
    this.scroller.reveal(to);
    this.focus();
    state.set({ others: rows.filter((row) => row !== this.#selected).map((row) => model.id(row)) });
    announce(`${rows.length} views are selected`);
  }

  /**
   * Selects a row besides the others, or no longer.
   * @param {number} i
   */
  toggleSelected(i) {
    this.state.toggle(this.model.id(i));
    this.#activate(i);
    this.focus();
    announce(`${this.state.selection === null ? 0 : this.state.others.length + 1} views are selected`);
  }

  /**
   * Selects a view and puts the focus on its row.
   * @param {number} i
   * @param {"click" | "key" | "open"} how
   */
  choose(i, how) {
    this.#activate(i);
    this.scroller.reveal(this.outline.rowOf[i]);
    this.focus();
    this.state.set({ selection: this.model.id(i) }, { replace: how === "key" });
    if (how === "open") this.delegate.opened();
  }

  /**
   * Opens or closes a row, perhaps with all below it; what is selected inside a row that closes gives way to it.
   * @param {number} i @param {boolean} open @param {boolean} [all]
   */
  toggle(i, open, all = false) {
    const { outline, model } = this;
    if (!outline.isParent(i)) return;
    outline.set(i, open, all);
    this.relist();
    const selected = this.#selected;
    if (!open && selected > i && selected < model.end(i)) this.state.set({ selection: model.id(i) }, { replace: true });
    if (all) announce(`${open ? "Opened" : "Closed"} ${title(model, i)} and all below`);
  }

  /** Lists the rows again after some were opened or closed. */
  relist() {
    this.outline.build();
    this.relisted();
  }

  /** Shows the rows that are listed now. */
  relisted() {
    const focused = this.list.contains(document.activeElement);
    const gone = this.outline.rowOf[this.active] < 0;
    this.#listed();
    this.scroller.draw(true);
    if (focused && gone) this.focus();
    this.store.save(this.outline);
  }
}
