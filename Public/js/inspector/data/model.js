// The views of a dump on the client: read at once, kept in columns, placed in the window as the server places them.
import { getJSON } from "../../core/api.js";
import { Columns, Placement } from "./columns.js";
import { IDENTITY } from "./geometry.js";

export { CLIPS, FINDINGS, HIDDEN, MASK_BITS, OPAQUE, RESIZES, TOUCH, UNKNOWN_FRAME, UNKNOWN_MASK, VISIBLE } from "./columns.js";

/** @typedef {import("./columns.js").ViewJSON} ViewJSON */
/** @typedef {{ severity: string, message: string, rule: string, view?: number, alike?: number[] }} Check a finding of the API's lint */

/** How many views a dump may have to be checked without being asked, as on the server's own pages. */
const MOST_CHECKED = 6_000;

/**
 * What is found about most views.
 * @type {Check[]}
 */
const CLEAN = [];

/**
 * What is said of a view that a layout does not know all of, by how well it knows it.
 * @type {Record<string, string>}
 */
const DOUBTS = { none: "not known where: constraints", partial: "known in part: constraints", undetermined: "not decided by constraints",
  dependsOnText: "depends on contents" };

/**
 * An index is a view's place in depth-first order, an id is the API's name for it; they differ after edits.
 * Dispatches `update` (detail.indexes), `reload`, `layout`, `checked`, and `samples` (detail.indexes) for what shows only for a moment.
 */
export class ViewModel extends EventTarget {
  /** Of the dump: what the next edit is based on. */
  revision = 0;
  /** How many views there are. */
  count = 0;
  /**
   * The indexes of the views that have no superview.
   * @type {number[]}
   */
  roots = [];
  /**
   * The constraints of one view, as the API tells them, for the canvas, and why the view is where it is once that is known.
   * @type {{ view: number, list: API.Constraint[], why: API.LayoutExplanation | null }}
   */
  constraints = { view: -1, list: [], why: null };
  /**
   * A constant that a constraint may get, `sent` once that is an edit.
   * @type {{ number: number, value: number, sent?: boolean } | null}
   */
  proposed = null;
  /**
   * What a check of the dump found, by the ids of the views that it is about.
   * @type {Map<number, Check[]>}
   */
  #checks = new Map();
  #checked = "";
  /** @type {Columns} */ #columns;
  /** @type {Placement} */ #own;
  /** @type {Placement} */ #shown;
  /**
   * What views of another size look like in the layout that is shown.
   * @type {import("./columns.js").DrawingJSON | null}
   */
  layoutDrawing = null;
  /** @type {Uint8Array | null} */ #moved = null;
  /**
   * The topmost views that the layout which is shown cannot place, by index.
   * @type {number[]}
   */
  doubts = [];
  /**
   * The views whose edges depend there on how much room contents need, by index.
   * @type {number[]}
   */
  softEdges = [];
  /**
   * The screen of that layout in the window: left, top, right, bottom. Null where it is the window.
   * @type {[number, number, number, number] | null}
   */
  screen = null;
  /**
   * The keyboard over it, in the same way.
   * @type {[number, number, number, number] | null}
   */
  keyboard = null;
  /**
   * What the keyboard looks like.
   * @type {{ system: import("./columns.js").Primitive[], paints: string[][], paths: string[] } | null}
   */
  keyboardDrawing = null;
  /** @type {Map<number, API.LayoutCertainty>} */ #certainty = new Map();
  /** @type {Map<number, string>} */ #reworded = new Map();
  /** Whether a layout is shown that solved constraints. */ #isSolved = false;
  /**
   * What is shown under samples, and the samples.
   * @type {{ below: Placement, indexes: Set<number> } | null}
   */
  #samples = null;

  /**
   * @param {string} base "/api/v1/dumps/…"
   * @param {Columns} columns
   * @param {number} revision
   */
  constructor(base, columns, revision) {
    super();
    this.base = base;
    this.#adopt(columns, revision);
  }

  /**
   * @param {string} base "/api/v1/dumps/…"
   * @param {AbortSignal} [signal]
   */
  static async load(base, signal) {
    const { columns, revision } = await read(base, signal);
    return new ViewModel(base, columns, revision);
  }

  /** Asks what a check of the dump finds on a screen, once for each revision. */
  async check(screen = "") {
    const asked = `${this.revision} ${screen}`;
    if (this.#checked === asked || this.count > MOST_CHECKED) return;
    this.#checked = asked;
    try {
      const { findings } = await getJSON(`${this.base}/lint?fixes=false&limit=10000${screen}`);
      if (asked !== `${this.revision} ${screen}` || asked !== this.#checked) return;
      this.#checks = new Map();
      for (const finding of findings) {
        for (const id of new Set([finding.view, ...(finding.alike ?? [])].filter((id) => id !== undefined))) {
          const told = id === finding.view ? finding : { ...finding, message: `Like view ${finding.view}: ${finding.message}` };
          this.#checks.set(id, [...(this.#checks.get(id) ?? []), told]);
        }
      }
      this.dispatchEvent(new CustomEvent("checked"));
    } catch {
      // Nothing waits for it: the next revision asks again.
    }
  }

  /**
   * What a check found about the view with an id, the worst first.
   * @param {number} id
   */
  checks(id) { return this.#checks.get(id) ?? CLEAN }

  /**
   * Whether a check warns about a view.
   * @param {number} i
   */
  isWarned(i) { return this.checks(this.id(i)).some(({ severity }) => severity !== "info") }

  /**
   * Reads everything anew, after views came or went.
   * @param {boolean} [isNewer] whether another version of the dump may have taken its place; listeners are told in `detail`
   */
  async reload(isNewer = false) {
    const { columns, revision } = await read(this.base);
    this.#adopt(columns, revision);
    this.dispatchEvent(new CustomEvent("reload", { detail: { isNewer } }));
  }

  /**
   * @param {Columns} columns
   * @param {number} revision
   */
  #adopt(columns, revision) {
    this.revision = revision;
    this.count = columns.count;
    this.#columns = columns;
    this.#own = this.#shown = new Placement(columns);
    this.#forgetLayout();
    this.#samples = null;
    this.#own.place();
    this.roots = [];
    for (let i = 0; i < this.count; i = columns.ends[i]) this.roots.push(i);
  }

  // Identity and structure

  id(/** @type {number} */ i) { return this.#columns.ids[i] }
  /**
   * The index of the view with an id, -1 for none.
   * @param {number | string | null} id
   */
  indexOf(id) {
    const number = id === null || id === "" ? NaN : Number(id);
    const found = this.#columns.indexes ? this.#columns.indexes.get(number) : number;
    return found !== undefined && Number.isInteger(found) && found >= 0 && found < this.count ? found : -1;
  }
  /**
   * -1 for a root.
   * @param {number} i
   */
  parent(i) { return this.#columns.parents[i] }
  /**
   * The first index behind the subtree.
   * @param {number} i
   */
  end(i) { return this.#columns.ends[i] }
  depth(/** @type {number} */ i) { return this.#columns.depths[i] }
  /**
   * The indexes of the subviews, back to front.
   * @param {number} i
   */
  children(i) {
    const found = [];
    for (let child = i + 1; child < this.#columns.ends[i]; child = this.#columns.ends[child]) found.push(child);
    return found;
  }

  // What the dump says

  className(/** @type {number} */ i) { return this.#columns.classes.list[this.#columns.classIDs[i]] }
  /**
   * The number of the class among `classes`.
   * @param {number} i
   */
  classID(i) { return this.#columns.classIDs[i] }
  /** Every class of the dump, each once. */
  get classes() { return this.#columns.classes.list }
  get displayNames() { return this.#columns.displayNames }
  text(/** @type {number} */ i) { return this.#columns.words.text.get(i) ?? null }
  /** What the view shows on the screen that is tried. */
  shownText(/** @type {number} */ i) { return this.#reworded.get(i) ?? this.text(i) }
  identifier(/** @type {number} */ i) { return this.#columns.words.identifier.get(i) ?? null }
  label(/** @type {number} */ i) { return this.#columns.words.label.get(i) ?? null }
  /** What Auto Layout has against the layout of a view, in words. */
  layoutIssues(/** @type {number} */ i) { return this.#columns.words.layoutIssues.get(i) ?? null }
  controller(/** @type {number} */ i) { return this.#columns.words.controller.get(i) ?? null }
  /**
   * All views that have such words, with their indexes.
   * @param {"text" | "label" | "identifier" | "controller" | "address"} column
   * @returns {ReadonlyMap<number, string>}
   */
  words(column) { return this.#columns.words[column] }
  address(/** @type {number} */ i) { return this.#columns.words.address.get(i) ?? null }
  /**
   * The background colour, null for a view that has none.
   * @param {number} i
   * @returns {import("./columns.js").Color | null}
   */
  background(i) {
    const color = this.#columns.backgrounds.get(i);
    return color === undefined ? null : this.#columns.colors[color];
  }
  /** Whether the dump says anything about looks. */
  get saysLooks() { return this.#columns.saysLooks }
  /**
   * The root of which alone something is shown: where roots are scenes that of a view, of none the first. -1 where they
   * are shown together.
   * @param {number} i
   */
  sceneOf(i) {
    if (this.#columns.scene === null) return -1;
    let root = i < 0 ? this.#columns.scene : i;
    while (this.parent(root) >= 0) root = this.parent(root);
    return root;
  }
  tag(/** @type {number} */ i) { return this.#columns.tags.get(i) ?? 0 }
  flags(/** @type {number} */ i) { return this.#columns.flags[i] }
  alpha(/** @type {number} */ i) { return this.#shown.alphas[i] }
  mask(/** @type {number} */ i) { return this.#columns.masks[i] }
  contentMode(/** @type {number} */ i) { return this.#columns.contentModes.list[this.#columns.contentModeIDs[i]] }

  // Geometry as it is shown, perhaps laid out at another size

  x(/** @type {number} */ i) { return this.#shown.frames[i * 4] }
  y(/** @type {number} */ i) { return this.#shown.frames[i * 4 + 1] }
  w(/** @type {number} */ i) { return this.#shown.frames[i * 4 + 2] }
  h(/** @type {number} */ i) { return this.#shown.frames[i * 4 + 3] }
  bounds(/** @type {number} */ i) { return [...this.#shown.bounds.subarray(i * 4, i * 4 + 4)] }
  /**
   * The bounds of the dump itself, whatever layout is shown.
   * @param {number} i
   */
  ownBounds(i) { return [...this.#own.bounds.subarray(i * 4, i * 4 + 4)] }
  width(/** @type {number} */ i) { return this.#shown.bounds[i * 4 + 2] }
  height(/** @type {number} */ i) { return this.#shown.bounds[i * 4 + 3] }
  center(/** @type {number} */ i) { return [...this.#shown.centers.subarray(i * 2, i * 2 + 2)] }
  /** @returns {readonly number[]} */ transform(/** @type {number} */ i) { return this.#shown.transforms.get(i) ?? IDENTITY }
  anchor(/** @type {number} */ i) { return this.#columns.anchor(i) }
  /**
   * From (0,0,width,height) of the view to the window; NaN where the view has no place.
   * @param {number} i
   */
  matrix(i) { return this.#shown.matrices.subarray(i * 6, i * 6 + 6) }
  /**
   * The same for the dump's own geometry, whatever layout is shown.
   * @param {number} i
   */
  ownMatrix(i) { return this.#own.matrices.subarray(i * 6, i * 6 + 6) }
  /**
   * Width and height of the bounds in the dump itself.
   * @param {number} i
   */
  ownSize(i) { return this.#own.bounds.subarray(i * 4 + 2, i * 4 + 4) }
  /**
   * The nearest superview (or root) that clips, -1 for a root.
   * @param {number} i
   */
  clip(i) { return this.#shown.clips[i] }
  /**
   * The bounding rectangle in the window: x, y, width, height.
   * @param {number} i
   */
  windowFrame(i) {
    const [left, top, right, bottom] = this.#shown.windowBox(i);
    return [left, top, right - left, bottom - top];
  }
  /**
   * What is left of it inside every clipping superview; null when nothing is.
   * @param {number} i
   */
  visibleFrame(i) {
    const [left, top, right, bottom] = this.#shown.visible.subarray(i * 4, i * 4 + 4);
    return right > left && bottom > top ? [left, top, right - left, bottom - top] : null;
  }

  // Changes

  /**
   * Takes note of what holds a view. Dispatches `constraints`.
   * @param {number} view its id @param {API.Constraint[]} list @param {API.LayoutExplanation | null} [why]
   */
  tellConstraints(view, list, why = null) {
    const known = this.constraints;
    if (known.view === view && known.list === list && known.why === why) return;
    this.constraints = { view, list, why };
    if (this.proposed?.sent && known.list !== list) this.proposed = null;
    this.dispatchEvent(new CustomEvent("constraints"));
  }

  /**
   * Takes note of the constant that a constraint may get; null for none. Dispatches `constraints`.
   * @param {{ number: number, value: number, sent?: boolean } | null} proposed
   */
  proposeConstant(proposed) {
    this.proposed = proposed;
    this.dispatchEvent(new CustomEvent("constraints"));
  }

  /**
   * The constant of a constraint as it is shown.
   * @param {API.Constraint} constraint
   */
  constantOf({ number, constant }) { return this.proposed?.number === number ? this.proposed.value : constant }

  /**
   * Takes over what an edit changed.
   * @param {ViewJSON[]} views as the API writes them @param {number} [revision]
   */
  update(views, revision = this.revision) {
    const indexes = [];
    for (const view of views) {
      const i = this.indexOf(view.id);
      if (i < 0) continue;
      this.#columns.read(i, view);
      indexes.push(i);
    }
    this.revision = revision;
    // On another screen a constant that was proposed is seen until that screen is laid out with it.
    if (this.#samples && !(this.hasLayout && this.proposed?.sent)) {
      this.#shown = this.#samples.below;
      this.#samples = null;
    }
    this.#own.place();
    this.dispatchEvent(new CustomEvent("update", { detail: { indexes } }));
  }

  /**
   * Shows every view where a layout puts it.
   * @param {API.LayoutColumns} layout
   */
  withLayout({ columns, screen, keyboard, drawing, solver }) {
    this.#samples = null;
    this.layoutDrawing = /** @type {any} */ (drawing) ?? null;
    this.#shown = new Placement(this.#columns).branch();
    this.#moved = new Uint8Array(this.count);
    for (const i of columns.at) this.#moved[i] = 1;
    const { at, values } = columns.certainty;
    this.#certainty = new Map(at.map((i, k) => [i, values[k]]));
    this.#reworded = new Map(columns.text.at.map((i, k) => [i, columns.text.values[k]]));
    this.#isSolved = solver === "constraints";
    this.doubts = [];
    this.softEdges = [];
    let end = 0;
    at.forEach((i, k) => {
      if (i < end) return;
      if (values[k] === "dependsOnText") return void this.softEdges.push(i);
      this.doubts.push(i);
      end = this.end(i);
    });
    this.screen = screen && [screen.x, screen.y, screen.x + screen.width, screen.y + screen.height];
    const cover = keyboard?.frame;
    this.keyboard = cover ? [cover.x, cover.y, cover.x + cover.width, cover.y + cover.height] : null;
    this.keyboardDrawing = /** @type {any} */ (keyboard?.drawing) ?? null;
    this.#shown.lay(columns);
    this.#shown.place();
    this.dispatchEvent(new CustomEvent("layout"));
  }

  /** Shows the dump's own geometry again. */
  clearLayout() {
    if (!this.hasLayout) return;
    this.#samples = null;
    this.layoutDrawing = null;
    this.#shown = this.#own;
    this.#forgetLayout();
    this.#own.place();
    this.dispatchEvent(new CustomEvent("layout"));
  }

  #forgetLayout() {
    this.#moved = null;
    this.#certainty = new Map();
    this.#reworded = new Map();
    this.#isSolved = false;
    this.doubts = [];
    this.softEdges = [];
    this.screen = this.keyboard = this.keyboardDrawing = null;
  }

  /**
   * Shows some views as they are at a moment of an animation, or as they would be after a change, over what is shown.
   * Samples given before stay for views that the new ones do not name.
   * @param {(import("./columns.js").Sample & { id: number })[]} views
   */
  withSamples(views) {
    if (!this.#samples) {
      this.#samples = { below: this.#shown, indexes: new Set() };
      this.#shown = new Placement(this.#columns).branch(this.#shown);
      this.#shown.place();
    }
    let first = this.count, last = 0;
    for (const view of views) {
      const i = this.indexOf(view.id);
      if (i < 0) continue;
      this.#shown.show(i, view);
      this.#samples.indexes.add(i);
      first = Math.min(first, i);
      last = Math.max(last, this.end(i));
    }
    this.#shown.place(first, last);
    this.dispatchEvent(new CustomEvent("samples", { detail: { indexes: [...this.#samples.indexes] } }));
  }

  /**
   * Shows for a moment every view where a layout would put it, in place of what is shown.
   * @param {API.LayoutColumns["columns"]} columns
   */
  withSampledLayout(columns) {
    const { below, indexes } = this.#samples ?? { below: this.#shown, indexes: new Set() };
    this.#shown = new Placement(this.#columns).branch();
    this.#shown.lay(columns);
    this.#shown.place();
    this.#samples = { below, indexes: new Set([...indexes, ...columns.at]) };
    this.dispatchEvent(new CustomEvent("samples", { detail: { indexes: [...this.#samples.indexes] } }));
  }

  /** Shows again what was shown under the samples. */
  clearSamples() {
    if (!this.#samples) return;
    const { below, indexes } = this.#samples;
    this.#shown = below;
    this.#samples = null;
    below.place();
    this.dispatchEvent(new CustomEvent("samples", { detail: { indexes: [...indexes] } }));
  }

  get hasSamples() { return this.#samples !== null }
  get hasLayout() { return this.#moved !== null }
  /** Whether a layout is shown that knows of no constraints. */
  get isByMasks() { return this.hasLayout && !this.#isSolved }
  /**
   * Whether the layout that is shown put this view elsewhere.
   * @param {number} i
   */
  moved(i) { return this.#moved?.[i] === 1 }
  /**
   * What of this view's frame the layout that is shown does not know, in words; null where it knows all.
   * @param {number} i
   */
  doubt(i) { return DOUBTS[this.certainty(i)] ?? null }
  /**
   * How well the layout that is shown knows this view's frame.
   * @param {number} i
   */
  certainty(i) { return this.#certainty.get(i) ?? (this.#isSolved ? "certain" : "masks") }
}

/**
 * @param {string} base
 * @param {AbortSignal} [signal]
 */
async function read(base, signal) {
  // The page's head asks for this address already.
  const reply = await getJSON(`${base}/views?shape=columns`, { signal });
  return { columns: Columns.from(reply), revision: reply.revision };
}
