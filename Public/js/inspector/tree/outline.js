// Which views have a row, in which order and at which level: what is open, what is left out, where the list begins.
import { isAside, isElement, isSystem, kindOf, readableName } from "../data/describe.js";
import { FINDINGS, HIDDEN } from "../data/model.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */

/** Views with fewer superviews than this begin open, as in the server's list; UIKit's own containers do not count. */
const OPEN_DEPTH = 3;
/** So many views in a row that hold one other alone, and say nothing else, are folded into the row of what they hold. */
const LEAST_CHAIN = 2;
/** Where fewer views than this are shown alone, all their rows are open. */
const ALL_OPEN = 300;

export class Outline {
  /** The number of rows. */
  length = 0;
  /** The number of rows at the first level. */
  top = 0;
  /** The index of the view whose subtree alone is listed, -1 for all. */
  root = -1;
  hidesSystem = false;
  /** 1 for the views whose subviews are shown. */ open = new Uint8Array(0);
  /** The ids as they were when the views were taken. */ ids = new Int32Array(0);
  /** The views by row, their levels, and their places in their groups. */ rows = new Int32Array(0);
  levels = new Int32Array(0);
  places = new Int32Array(0);
  /** How many rows are in the group that a row begins. */ sizes = new Int32Array(0);
  parentRows = new Int32Array(0);
  /** The rows by view. */ rowOf = new Int32Array(0);
  /** 1 where a view is left out and its subviews are lifted into its place. */
  #lifted = new Uint8Array(0);
  /** 1 where a view is folded into the row of the view that it holds. */
  #links = new Uint8Array(0);
  /** Whether chains are folded, and the ids of the views in which folded chains end that somebody has unfolded. */
  foldsChains = true;
  /** @type {Set<number>} */ #unchained = new Set();
  /**
   * The indexes of views with marks of their own, which are never folded.
   * @type {Set<number>}
   */
  #marked = new Set();
  /** Whether it is known which views are left out, and which have rows below them. */
  #isSorted = false;
  /** 1 where a view has rows below it when it is open. */
  #parents = new Uint8Array(0);
  /**
   * 1 for the views that the search found, 2 for those around them; null without a search.
   * @type {Uint8Array | null}
   */
  #kept = null;
  /** Rows closed, and rows opened to see all that is in them, while a search is shown. */
  /** @type {Set<number>} */ #folded = new Set();
  /** @type {Set<number>} */ #unfolded = new Set();

  /** @param {ViewModel} model */
  constructor(model) {
    this.model = model;
  }

  /**
   * Takes the views of the model anew; those whose ids stay keep what was open. They are listed by `show`.
   * @param {(id: number, fallback: boolean) => boolean} [wasOpen]
   */
  adopt(wasOpen = (_id, fallback) => fallback) {
    const { model } = this;
    const { count } = model;
    this.open = new Uint8Array(count);
    this.ids = new Int32Array(count);
    for (let i = 0; i < count; i += 1) this.ids[i] = model.id(i);
    this.#kept = null;
    this.#isSorted = false;
    const begins = this.#beginsOpen();
    for (let i = 0; i < count; i += 1) {
      if (model.end(i) > i + 1 && wasOpen(model.id(i), begins[i] === 1)) this.open[i] = 1;
    }
    this.rows = new Int32Array(count);
    this.levels = new Int32Array(count);
    this.places = new Int32Array(count);
    this.sizes = new Int32Array(count);
    this.parentRows = new Int32Array(count);
    this.rowOf = new Int32Array(count);
  }

  /**
   * 1 for the views whose rows begin open: the way to what is on the screen, not bars and the like beside it. Elements of
   * test tools lie deep in elements that hold one other alone, as UIKit's views lie in its containers.
   */
  #beginsOpen() {
    const { model } = this;
    const classes = model.classes.map((raw) => readableName(model, raw));
    const system = classes.map(isSystem), aside = classes.map(isAside), element = classes.map(isElement);
    const around = new Int32Array(model.count), begins = new Uint8Array(model.count), hasContent = new Uint8Array(model.count + 1);
    for (let i = 0; i < model.count; i += 1) if (model.end(i) > i + 1 && !aside[model.classID(i)]) hasContent[model.parent(i) + 1] = 1;
    for (let i = 0; i < model.count; i += 1) {
      const parent = model.parent(i);
      if (parent >= 0) {
        const kind = model.classID(parent);
        const isPassage = system[kind] || (element[kind] && model.end(parent + 1) === model.end(parent));
        around[i] = around[parent] + (isPassage ? 0 : 1);
      }
      begins[i] = around[i] < OPEN_DEPTH && !(aside[model.classID(i)] && hasContent[parent + 1]) ? 1 : 0;
    }
    return begins;
  }

  /** Whether only what a search found is listed. */
  get isFiltered() { return this.#kept !== null }

  /**
   * Lists only the views found and those around them; all with null.
   * @param {Uint8Array | null} matches
   */
  filter(matches) {
    this.#folded.clear();
    this.#unfolded.clear();
    if (!matches && !this.#kept) return;
    this.#kept = null;
    if (matches) {
      const { model } = this;
      this.#kept = matches.slice();
      for (let i = model.count - 1; i >= 0; i -= 1) {
        const parent = model.parent(i);
        // What is found and holds more is both.
        if (this.#kept[i] && parent >= 0) this.#kept[parent] |= 2;
      }
    }
    if (this.#isSorted) this.build();
  }

  /**
   * Opens the rows of a subtree that is shown alone: all of them where they are few.
   * @param {number} root
   */
  unfold(root) {
    if (root < 0) return;
    const all = this.model.end(root) - root <= ALL_OPEN;
    this.set(root, true, all);
    if (!all) for (const child of this.model.children(root)) this.set(child, true);
  }

  /** Remembers by id what is open, for the time when the model is read anew. */
  kept() {
    const open = new Map(Array.from(this.open ?? [], (flag, i) => [this.ids[i], flag === 1]));
    return (/** @type {number} */ id, /** @type {boolean} */ fallback) => open.get(id) ?? fallback;
  }

  /** @param {{ root?: number, hidesSystem?: boolean, foldsChains?: boolean, marked?: Set<number> }} options */
  show({ root = this.root, hidesSystem = this.hidesSystem, foldsChains = this.foldsChains, marked = this.#marked }) {
    const sorts = hidesSystem !== this.hidesSystem || foldsChains !== this.foldsChains || marked !== this.#marked || !this.#isSorted;
    if (foldsChains !== this.foldsChains) this.#unchained.clear();
    Object.assign(this, { root, hidesSystem, foldsChains });
    this.#marked = marked;
    if (sorts) this.#sort();
    else this.build();
  }

  #sort() {
    const { model } = this;
    this.#isSorted = true;
    const system = model.classes.map((raw) => readableName(model, raw)).map((name) => this.hidesSystem && isSystem(name));
    this.#lifted = new Uint8Array(model.count);
    this.#parents = new Uint8Array(model.count);
    this.#findChains();
    for (let i = model.count - 1; i >= 0; i -= 1) {
      const lifted = system[model.classID(i)] || this.#links[i] === 1;
      this.#lifted[i] = lifted ? 1 : 0;
      const parent = model.parent(i);
      if (parent >= 0 && (!lifted || this.#parents[i])) this.#parents[parent] = 1;
    }
    this.build();
  }

  /** Finds the chains that are folded: of plain views that hold one other alone and have nothing to say. */
  #findChains() {
    const { model } = this;
    this.#links = new Uint8Array(model.count);
    if (!this.foldsChains) return;
    const plain = model.classes.map((raw) => kindOf(readableName(model, raw)) === "plain");
    const isLink = (/** @type {number} */ i) => plain[model.classID(i)] && i + 1 < model.end(i) && model.end(i + 1) === model.end(i)
      && model.parent(i) >= 0 && !(model.flags(i) & (HIDDEN | FINDINGS)) && !this.#marked.has(i)
      && model.text(i) === null && model.label(i) === null && model.identifier(i) === null && !model.controller(i);
    for (let i = 0; i < model.count; i += 1) {
      const first = i;
      while (isLink(i)) i += 1;
      if (i - first >= LEAST_CHAIN && !this.#unchained.has(model.id(i))) this.#links.fill(1, first, i);
    }
  }

  /**
   * The views that are folded into the row of a view, the outermost first.
   * @param {number} i
   */
  chain(i) {
    /** @type {number[]} */ const found = [];
    const { model, root } = this;
    for (let around = model.parent(i); around >= 0 && this.#lifted[around] && i !== root && around !== root; around = model.parent(around)) {
      if (this.#links[around] && this.rowOf[around] < 0) found.unshift(around);
    }
    return found;
  }

  /**
   * Gives the views rows of their own that are folded into the row of a view, or that are folded with it; whether there were any.
   * @param {number} i
   */
  unchain(i) {
    let last = i;
    while (this.#links[last]) last += 1;
    if (last === i && !this.chain(i).length) return false;
    this.#unchained.add(this.model.id(last));
    for (let link = last - 1; this.#links[link]; link -= 1) this.open[link] = 1;
    this.#sort();
    return true;
  }

  isLink(/** @type {number} */ i) { return this.#links[i] === 1 }

  /** Lists the rows anew: one pass over the views that are not inside a closed one. */
  build() {
    const { model, rows, levels, places, sizes, parentRows, rowOf } = this;
    rowOf.fill(-1);
    let row = 0;
    /**
     * The rows that are open around the present view.
     * @type {number[]}
     */
    const path = [];
    /**
     * Where each of them ends.
     * @type {number[]}
     */
    const ends = [];
    /** Rows seen so far in each of them; the first entry counts those at the top. */ const seen = [0];
    const kept = this.#kept;
    /** Up to here everything is listed, because somebody opened what was found. */ let free = 0;
    const first = this.root < 0 ? 0 : this.root;
    const last = this.root < 0 ? model.count : model.end(this.root);
    const close = (/** @type {number} */ at) => {
      while (ends.length && ends[ends.length - 1] <= at) {
        ends.pop();
        sizes[/** @type {number} */ (path.pop())] = /** @type {number} */ (seen.pop());
      }
    };
    for (let i = first; i < last;) {
      close(i);
      if (kept && !kept[i] && i >= free && i !== this.root) {
        i = model.end(i);
        continue;
      }
      if (this.#lifted[i] && i !== this.root && !(kept && kept[i] & 1)) {
        i += 1;
        continue;
      }
      rows[row] = i;
      rowOf[i] = row;
      levels[row] = path.length + 1;
      parentRows[row] = path.length ? path[path.length - 1] : -1;
      places[row] = seen[seen.length - 1] += 1;
      if (this.#parents[i] && this.isOpen(i)) {
        if (kept && this.#unfolded.has(i)) free = Math.max(free, model.end(i));
        path.push(row);
        ends.push(model.end(i));
        seen.push(0);
        i += 1;
      } else i = model.end(i);
      row += 1;
    }
    close(last);
    this.length = row;
    this.top = seen[0];
  }

  /**
   * The number of rows in the group a row belongs to.
   * @param {number} row
   */
  setSize(row) {
    const parent = this.parentRows[row];
    return parent < 0 ? this.top : this.sizes[parent];
  }

  isParent(/** @type {number} */ i) { return this.#parents[i] === 1 }
  isOpen(/** @type {number} */ i) {
    if (!this.#kept) return this.open[i] === 1;
    return this.#kept[i] & 2 ? !this.#folded.has(i) : this.#unfolded.has(i);
  }

  /**
   * Opens or closes views without listing the rows anew.
   * @param {number} i
   * @param {boolean} open
   * @param {boolean} [all] with every view below
   */
  set(i, open, all = false) {
    const end = all ? this.model.end(i) : i + 1;
    if (this.#kept) {
      for (let inner = i; inner < end; inner += 1) {
        if (this.#kept[inner] & 2) open ? this.#folded.delete(inner) : this.#folded.add(inner);
        else if (this.#kept[inner] || inner === i) open ? this.#unfolded.add(inner) : this.#unfolded.delete(inner);
      }
      return;
    }
    for (let inner = i; inner < end; inner += 1) if (this.model.end(inner) > inner + 1) this.open[inner] = open ? 1 : 0;
  }

  /**
   * Opens everything around a view; whether anything was closed.
   * @param {number} i
   */
  reveal(i) {
    let changed = false;
    for (let around = this.model.parent(i); around >= 0 && i !== this.root; around = this.model.parent(around)) {
      if (this.#kept) {
        if (this.#folded.delete(around)) changed = true;
        continue;
      }
      if (!this.open[around]) changed = true;
      this.open[around] = 1;
      if (around === this.root) break;
    }
    return changed;
  }

  /**
   * The nearest view around one that has a row, itself first; -1 for none.
   * @param {number} i
   */
  shown(i) {
    for (let around = i; around >= 0; around = this.model.parent(around)) if (this.rowOf[around] >= 0) return around;
    return -1;
  }
}

// What was open in the tree, kept for each dump as long as the window lives.

export class OpenStore {
  #timer = 0;

  /** @param {string} dump names the dump */
  constructor(dump) {
    this.key = `vitrine.open.${dump}`;
  }

  /**
   * Tells whether a view was open when the page was left.
   * @returns {((id: number, fallback: boolean) => boolean) | undefined}
   */
  load() {
    try {
      const text = sessionStorage.getItem(this.key);
      if (!text) return undefined;
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      return (id, fallback) => (id >> 3 < bytes.length ? (bytes[id >> 3] & (1 << (id & 7))) !== 0 : fallback);
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps a bit for each id, a moment later.
   * @param {Outline} outline
   */
  save(outline) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.saveNow(outline), 250);
  }

  /** @param {Outline} outline */
  saveNow({ model, open }) {
    let most = -1;
    for (let i = 0; i < model.count; i += 1) most = Math.max(most, model.id(i));
    const bytes = new Uint8Array((most >> 3) + 1);
    for (let i = 0; i < model.count; i += 1) if (open[i]) bytes[model.id(i) >> 3] |= 1 << (model.id(i) & 7);
    let text = "";
    for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
    try {
      sessionStorage.setItem(this.key, btoa(text));
    } catch {
      // The store is full or forbidden: the tree opens as it does at first.
    }
  }
}
