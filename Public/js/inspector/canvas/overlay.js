// What lies over the canvas at the size of the screen: the selection with its handles, springs and struts or
// constraints, the view pointed at, distances.
import { symbol } from "../../core/ui.js";
import { s } from "../../core/dom.js";
import { shownClass } from "../data/describe.js";
import { IDENTITY, inverse, limits, middleOfShared, transform } from "../data/geometry.js";
import { UNKNOWN_FRAME, UNKNOWN_MASK } from "../data/model.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @typedef {import("./types.js").Point} Point */
/** @typedef {(x: number, y: number, view: number) => Point} Placer a point of a view's plane, in CSS pixels */
/**
 * Views by index, -1 for none; `noted`: those with a note; `hot`: the number of the constraint that is held or pointed at;
 * `touch`: where the window was touched.
 * @typedef {{ selection: number, others: number[], hover: number, noted: number[], measures: boolean, flat: boolean, width: number, height: number,
 *   guides?: import("./types.js").Guide[], hot?: number | null, touch?: { x: number, y: number } | null }} Shown
 */

/** The most notes that are marked; more are a carpet. */
const MOST_NOTES = 300;
/** Bits of UIView.AutoresizingMask. */
const LEFT = 1, WIDTH = 2, RIGHT = 4, TOP = 8, HEIGHT = 16, BOTTOM = 32;

export class Overlay {
  #hover = s("g", { class: "hover" });
  #selection = s("g", { class: "selection" });
  #measures = s("g", { class: "measures" });
  #guides = s("g", { class: "guides" });
  #touch = s("g", { class: "touch-mark" });
  #notes = s("g", { class: "note-marks" });
  /**
   * The constraints of the selected view, as they are drawn.
   * @type {import("./types.js").DrawnLine[]}
   */
  lines = [];
  /**
   * Where the constraints of a view are drawn; nowhere before what they are drawn with is there.
   * @type {(scene: Scene, i: number) => import("./types.js").HeldLine[]}
   */
  heldLines = () => [];
  /**
   * Finds room for their labels.
   * @type {(lines: import("./types.js").DrawnLine[], taken: import("./types.js").Room[]) => void}
   */
  spread = () => {};

  /**
   * @param {HTMLElement} host
   * @param {Scene} scene
   * @param {Placer} place
   */
  constructor(host, scene, place) {
    this.scene = scene;
    this.place = place;
    this.element = s("svg", { class: "overlay", "aria-hidden": "true" },
      [this.#notes, this.#hover, this.#selection, this.#measures, this.#guides, this.#touch]);
    host.append(this.element);
  }

  /** @param {Shown} shown */
  draw(shown) {
    this.shown = shown;
    this.lines = [];
    const { selection, hover, measures } = shown;
    const measured = measures && selection >= 0 && shown.flat;
    const alone = shown.others.length === 0;
    this.#selection.replaceChildren(...shown.others.flatMap((i) => this.#outline("also-outline", i)),
      ...(selection < 0 ? [] : alone ? this.#selected(selection, measured) : this.#outline("outline", selection)));
    this.#hover.replaceChildren(...(hover < 0 || hover === selection ? [] : this.#hovered(hover)));
    this.#measures.replaceChildren(...(measured ? this.#measured(selection, hover) : []));
    this.#guides.replaceChildren(...(shown.flat ? shown.guides ?? [] : []).map((guide) => this.#drawnTo(guide)));
    this.#notes.replaceChildren(...shown.noted.slice(0, MOST_NOTES).flatMap((i) => this.#noted(i)));
    this.#touch.replaceChildren(...(shown.touch && shown.flat ? this.#touched(shown.touch) : []));
  }

  /**
   * A line that a view being moved has been drawn to.
   * @param {import("./types.js").Guide} guide
   */
  #drawnTo({ view, line: [x0, y0, x1, y1] }) {
    const m = view < 0 ? IDENTITY : this.scene.matrix(view);
    const [from, to] = [transform(m, x0, y0), transform(m, x1, y1)].map(([x, y]) => this.place(x, y, view));
    return s("path", { class: "snap", d: `M${from}L${to}` });
  }

  /**
   * A finger on the glass.
   * @param {{ x: number, y: number }} point
   */
  #touched({ x, y }) {
    const [cx, cy] = this.place(x, y, -1);
    return [s("circle", { class: "finger", cx, cy, r: 14 }), s("circle", { class: "spot", cx, cy, r: 2.5 })];
  }

  /**
   * The mark of a note, on the upper right corner of its view.
   * @param {number} i
   */
  #noted(i) {
    const [[left, top], [x, y]] = this.corners(i);
    if (![left, top, x, y].every(Number.isFinite)) return [];
    // The handle of a selected view stays free.
    const aside = i === this.shown?.selection ? 16 : 0;
    return [s("g", { class: "note-mark", "data-view": this.scene.model.id(i), transform: `translate(${(x - 8 + aside).toFixed(1)} ${(y - 8).toFixed(1)})` },
      s("rect", { width: 16, height: 16, rx: 4 }), s("use", { href: symbol("note"), x: 2, y: 2, width: 12, height: 12 }))];
  }

  /**
   * The corners of a view on the screen.
   * @param {number} i
   */
  corners(i) {
    const quad = this.scene.quad(i);
    return [0, 2, 4, 6].map((at) => this.place(quad[at], quad[at + 1], i));
  }

  #outline(/** @type {string} */ name, /** @type {number} */ i) {
    const points = this.corners(i).flat();
    return points.every(Number.isFinite) ? [s("path", { class: name, d: closed(points) })] : [];
  }

  /**
   * @param {number} i
   * @param {boolean} measured distances take the place of springs and struts
   */
  #selected(i, measured) {
    const { model, boxes } = this.scene;
    if (model.flags(i) & UNKNOWN_FRAME) return this.#unknown("outline", "tag", i);
    const parts = [];
    const parent = model.parent(i);
    if (this.shown?.flat && parent >= 0) parts.push(...this.#outline("parent-outline", parent));
    const outline = this.#outline("outline", i);
    if (!outline.length) return parts;
    const tag = this.#tag("tag", i, this.#sized(i), `${round(boxes[i * 4])}, ${round(boxes[i * 4 + 1])}`);
    const held = this.#held(i, [tag.room]);
    if (this.shown?.flat && parent >= 0) parts.push(...this.#extremes(i, parent));
    if (this.shown?.flat && parent >= 0 && !measured) parts.push(...(held.length ? held : this.#beams(i, parent)));
    parts.push(...outline);
    if (this.shown?.flat) {
      if (!measured) parts.push(...this.#inner(i));
      parts.push(...this.#handles(this.corners(i)));
    }
    return [...parts, tag.part];
  }

  #hovered(/** @type {number} */ i) {
    if (this.scene.model.flags(i) & UNKNOWN_FRAME) return this.#unknown("hover-outline", "hover-tag", i);
    const outline = this.#outline("hover-outline", i);
    return outline.length ? [...outline, this.#tag("hover-tag", i, this.#sized(i)).part] : [];
  }

  #sized(/** @type {number} */ i) {
    const { model, w, h } = this.scene;
    return `${shortName(shownClass(model, i))} ${round(w[i])} × ${round(h[i])}`;
  }

  /** A view of which nothing says where it is: around what is drawn of it, without numbers; nothing where nothing is drawn. */
  #unknown(/** @type {string} */ outline, /** @type {string} */ tag, /** @type {number} */ i) {
    const { model, w, h } = this.scene;
    const parts = w[i] && h[i] ? this.#outline(outline, i) : [];
    return parts.length ? [...parts, this.#tag(tag, i, `${shortName(shownClass(model, i))}, at an unknown place`).part] : [];
  }

  /** Struts and springs from the view to the edges of its superview, measured along the superview's own axes. */
  #beams(/** @type {number} */ i, /** @type {number} */ parent) {
    const { scene } = this;
    const outer = scene.matrix(parent), back = inverse(outer);
    if (!back) return [];
    const quad = scene.quad(i);
    const [x0, y0, x1, y1] = limits([0, 2, 4, 6].flatMap((at) => transform(back, quad[at], quad[at + 1])));
    const width = scene.w[parent], height = scene.h[parent], mask = scene.model.mask(i);
    // The distances are there all the same.
    const strut = scene.model.flags(i) & UNKNOWN_MASK ? "strut unknown" : "strut";
    const place = (/** @type {number} */ x, /** @type {number} */ y) => this.place(...transform(outer, x, y), parent);
    const middle = (y0 + y1) / 2;
    // Beside the middle where there is room, so that the upright marks leave the text of the view free.
    const onScreen = Math.hypot(place(x1, y0)[0] - place(x0, y0)[0], place(x1, y0)[1] - place(x0, y0)[1]);
    const across = onScreen > 90 ? x0 + (x1 - x0) * 0.3 : (x0 + x1) / 2;
    /**
     * From the superview's edge to the view's.
     * @type {[number, Point, Point, number][]}
     */
    const beams = [
      [LEFT, [0, middle], [x0, middle], x0],
      [RIGHT, [width, middle], [x1, middle], width - x1],
      [TOP, [across, 0], [across, y0], y0],
      [BOTTOM, [across, height], [across, y1], height - y1],
    ];
    return beams.filter(([, , , length]) => Math.abs(length) >= 0.5)
      .map(([bit, edge, side, length]) => mark(mask & bit ? "spring" : strut, place(...edge), place(...side), round(length)));
  }

  /**
   * The constraints that hold a view, each as a line with what it adds; those of lengths inside the view. A label without room is
   * shown with the constraint that is pointed at, over the others.
   * @param {number} i
   * @param {import("./types.js").Room[]} taken
   */
  #held(i, taken) {
    const { model } = this.scene, hot = this.shown?.hot ?? -1;
    const broken = new Set(model.constraints.why?.out.filter(({ state }) => state === "broken").map(({ constraint }) => constraint));
    this.lines = this.heldLines(this.scene, i).map((line) => {
      const [from, to] = line.ends.map((end, at) => this.place(...end, line.views[at])), { at, width } = labelPlace(from, to, line.words || "0");
      return { line, from, to, label: at, width: line.words ? width : 0 };
    });
    const wide = this.lines.map(({ width }) => width);
    this.spread(this.lines, taken);
    const parts = this.lines.map(({ line, from, to, label, width }, at) => {
      const { number } = line.constraint, isHot = number === hot;
      const kind = ["constraint", broken.has(number) ? "broken" : "", isHot ? "hot" : "", line.kind === "aligned" ? "aligned" : ""];
      const part = s("g", { class: kind.filter(Boolean).join(" "), "data-number": number },
        [s("path", { d: line.kind === "aligned" ? `M${from}L${to}` : beam(from, to) })]);
      if (wide[at] && (width || isHot)) part.append(...pill(label, line.words, wide[at]));
      return part;
    });
    return [...parts.filter((part) => part.dataset.number !== String(hot)), ...parts.filter((part) => part.dataset.number === String(hot))];
  }

  /** Where a view may lie at both ends of what nothing decides. */
  #extremes(/** @type {number} */ i, /** @type {number} */ parent) {
    const { model } = this.scene;
    if (model.constraints.view !== model.id(i) || model.isByMasks) return [];
    const outer = this.scene.matrix(parent), [left, top] = model.bounds(parent);
    return (model.constraints.why?.extremes ?? []).map(({ x, y, width, height }) => {
      const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
      return s("path", { class: "extreme", d: closed(corners.flatMap(([cx, cy]) => this.place(...transform(outer, cx - left, cy - top), parent))) });
    });
  }

  /** Springs inside the view where its width or height may change. */
  #inner(/** @type {number} */ i) {
    const { scene } = this;
    const m = scene.matrix(i), w = scene.w[i], h = scene.h[i], mask = scene.model.mask(i);
    const place = (/** @type {number} */ x, /** @type {number} */ y) => this.place(...transform(m, x, y), i);
    const length = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.hypot(b[0] - a[0], b[1] - a[1]);
    const across = length(place(0, 0), place(w, 0)), down = length(place(0, 0), place(0, h));
    const parts = [];
    if (mask & WIDTH && across > 56 && down > 12) {
      const y = h - Math.min(h / 2, (11 * h) / down), inset = (8 * w) / across;
      parts.push(s("g", { class: "spring" }, [s("path", { d: zigzag(place(Math.max(w * 0.55, w - (160 * w) / across), y), place(w - inset, y)) })]));
    }
    if (mask & HEIGHT && down > 56 && across > 12) {
      const x = w - Math.min(w / 2, (11 * w) / across), inset = (8 * h) / down;
      parts.push(s("g", { class: "spring" }, [s("path", { d: zigzag(place(x, inset), place(x, Math.min(h * 0.45, (160 * h) / down))) })]));
    }
    return parts;
  }

  #handles(/** @type {Point[]} */ corners) {
    const parts = [];
    for (const [at, corner] of corners.entries()) {
      const next = corners[(at + 1) % 4];
      const spots = [corner];
      if (Math.hypot(next[0] - corner[0], next[1] - corner[1]) > 32) spots.push([(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]);
      for (const [x, y] of spots) parts.push(s("rect", { class: "handle", x: Math.round(x) - 3.5, y: Math.round(y) - 3.5, width: 7, height: 7 }));
    }
    return parts;
  }

  /** The name of a view above it, or below where there is no room; `place` says where in the window it is. */
  #tag(/** @type {string} */ name, /** @type {number} */ i, /** @type {string} */ label, place = "") {
    const [left, top, right, bottom] = limits(this.corners(i).flat());
    const { width = 0, height = 0 } = this.shown ?? {};
    const wide = textWidth(label) + (place ? textWidth(place) + 10 : 0) + 14;
    const y = top > 24 ? Math.min(top - 14, height - 14) : Math.max(12, Math.min(bottom + 15, height - 14));
    const x = Math.min(Math.max((left + right) / 2, wide / 2 + 4), width - wide / 2 - 4);
    const part = s("g", { class: name });
    const text = s("text", { x: x - wide / 2 + 7, y: y + 4 });
    text.textContent = label;
    if (place) {
      const where = s("text", { class: "where", x: x + wide / 2 - 7, y: y + 4, "text-anchor": "end" });
      where.textContent = place;
      part.append(where);
    }
    part.prepend(s("rect", { class: "pill", x: x - wide / 2, y: y - 9, width: wide, height: 18, rx: 4 }), text);
    return { part, room: { x, y, width: wide } };
  }

  /** Distances from the selected view to the one pointed at, or to its superview. */
  #measured(/** @type {number} */ selection, /** @type {number} */ hover) {
    const other = hover >= 0 && hover !== selection ? hover : this.scene.model.parent(selection);
    if (other < 0 || [selection, other].some((i) => this.scene.model.flags(i) & UNKNOWN_FRAME)) return [];
    /** @type {SVGElement[]} */ const parts = this.#outline("measured-outline", other);
    for (const { from, to, length, guide } of distances(this.#box(selection), this.#box(other))) {
      if (guide) {
        const [x0, y0] = this.place(guide[0], guide[1], other), [x1, y1] = this.place(guide[2], guide[3], other);
        parts.push(s("path", { class: "guide", d: `M${x0} ${y0}L${x1} ${y1}` }));
      }
      if (length >= 0.05) parts.push(mark("measure", this.place(...to, selection), this.place(...from, selection), round(length)));
    }
    return parts;
  }

  #box(/** @type {number} */ i) {
    const [left, top, right, bottom] = this.scene.boxes.subarray(i * 4, i * 4 + 4);
    return { left, top, right, bottom };
  }
}

/**
 * A class without its module, cut where it is very long.
 * @param {string} name
 */
function shortName(name) {
  return name.length > 48 ? `${name.slice(0, 47)}…` : name;
}

// The marks of Interface Builder: springs, struts and the numbers on them, as SVG.

const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * How wide a text on a mark is.
 * @param {string} text
 */
function textWidth(text) {
  ruler.font = "600 11px system-ui, sans-serif";
  return ruler.measureText(text).width;
}

/**
 * A number on a coloured ground, its middle at a point.
 * @param {Point} at
 * @param {string} label
 * @param {number} width
 * @returns {SVGElement[]}
 */
function pill([x, y], label, width) {
  const text = s("text", { x, y: y + 4, "text-anchor": "middle" });
  text.textContent = label;
  return [s("rect", { class: "pill", x: x - width / 2, y: y - 9, width, height: 18, rx: 4 }), text];
}

/**
 * At most one decimal.
 * @param {number} value
 */
export const round = (value) => (Number.isFinite(value) ? String(Math.round(value * 10) / 10).replace(/^-0$/, "0").replace("-", "−") : "?");

/** @param {number[]} points x0, y0, x1, y1, … */
export const closed = (points) => `M${points.map((value, at) => value.toFixed(2) + (at % 2 ? (at === points.length - 1 ? "" : "L") : " ")).join("")}Z`;

/**
 * A spring between two points: a zigzag with straight ends.
 * @param {Point} from @param {Point} to
 */
function zigzag(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 8) return `M${from}L${to}`;
  const ux = (to[0] - from[0]) / length, uy = (to[1] - from[1]) / length;
  // Very long springs have longer waves, not thousands of them.
  const turns = Math.min(80, Math.max(2, Math.round((length - 8) / 5)));
  const step = (length - 8) / turns;
  let path = `M${from}L${(from[0] + ux * 3).toFixed(1)} ${(from[1] + uy * 3).toFixed(1)}`;
  for (let turn = 0; turn < turns; turn += 1) {
    const along = 4 + step * (turn + 0.5), side = turn % 2 ? -4 : 4;
    path += `L${(from[0] + ux * along - uy * side).toFixed(1)} ${(from[1] + uy * along + ux * side).toFixed(1)}`;
  }
  return `${path}L${(to[0] - ux * 3).toFixed(1)} ${(to[1] - uy * 3).toFixed(1)}L${to}`;
}

/**
 * A strut between two points: an I-beam.
 * @param {Point} from @param {Point} to
 */
function beam(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const nx = (-(to[1] - from[1]) / length) * 5, ny = ((to[0] - from[0]) / length) * 5;
  const cap = (/** @type {Point} */ [x, y]) => `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
  return `M${from}L${to}${cap(from)}${cap(to)}`;
}

/**
 * A line with its length on it, which goes beside the line where the line is too short.
 * @param {string} kind "spring", "strut" or "measure" @param {Point} from @param {Point} to @param {string} [label]
 */
export function mark(kind, from, to, label) {
  const part = s("g", { class: kind }, [s("path", { d: kind === "spring" ? zigzag(from, to) : beam(from, to) })]);
  if (!label) return part;
  const { at, width } = labelPlace(from, to, label);
  part.append(...pill(at, label, width));
  return part;
}

/**
 * Where the middle of a label of a line is, and how wide it is.
 * @param {Point} from @param {Point} to @param {string} label
 * @returns {{ at: Point, width: number }}
 */
function labelPlace(from, to, label) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const width = Math.max(22, textWidth(label) + 12);
  const sideways = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
  const middle = (from[1] + to[1]) / 2;
  if (sideways && length < width + 12) return { at: [from[0] - Math.sign(to[0] - from[0]) * (width / 2 + 2), from[1]], width };
  return { at: !sideways && length < 30 ? [from[0] + width / 2 + 8, middle] : [(from[0] + to[0]) / 2, middle], width };
}

// Distances between two rectangles, as lines with a length each.

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ from: [number, number], to: [number, number], length: number, guide?: [number, number, number, number] }} Measure
 *   `guide`: a line that leads from the measure to the edge that it measures to */

/**
 * The gaps between two rectangles; where they overlap or one holds the other, how far their edges lie apart.
 * @param {Box} a the selected view @param {Box} b the other
 * @returns {Measure[]}
 */
export function distances(a, b) {
  /** @type {Measure[]} */ const found = [];
  const across = gap(a.left, a.right, b.left, b.right), down = gap(a.top, a.bottom, b.top, b.bottom);
  if (across) {
    const y = middleOfShared(a.top, a.bottom, b.top, b.bottom);
    /** @type {Measure} */ const measure = { from: [across[0], y], to: [across[1], y], length: Math.abs(across[1] - across[0]) };
    if (y < b.top || y > b.bottom) measure.guide = [across[1], y, across[1], y < b.top ? b.top : b.bottom];
    found.push(measure);
  }
  if (down) {
    const x = middleOfShared(a.left, a.right, b.left, b.right);
    /** @type {Measure} */ const measure = { from: [x, down[0]], to: [x, down[1]], length: Math.abs(down[1] - down[0]) };
    if (x < b.left || x > b.right) measure.guide = [x, down[1], x < b.left ? b.left : b.right, down[1]];
    found.push(measure);
  }
  if (found.length) return found;
  const x = middleOfShared(a.left, a.right, b.left, b.right), y = middleOfShared(a.top, a.bottom, b.top, b.bottom);
  return [
    line([a.left, y], [b.left, y]), line([a.right, y], [b.right, y]), line([x, a.top], [x, b.top]), line([x, a.bottom], [x, b.bottom]),
  ].filter(({ length }) => length > 0);
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {Measure}
 */
const line = (from, to) => ({ from, to, length: Math.hypot(to[0] - from[0], to[1] - from[1]) });

/**
 * From the first range to the second, null when they meet.
 * @returns {[number, number] | null}
 */
function gap(/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) {
  if (b <= c) return [b, c];
  return d <= a ? [a, d] : null;
}
