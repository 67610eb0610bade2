// What is drawn over the canvas at the size of the screen: the selection, its handles, springs and struts.

/** @typedef {import("./canvas.js").Matrix} Matrix */
/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {{ name: string, matrix: Matrix, width: number, height: number, mask: number, superview: { matrix: Matrix, width: number, height: number } | null }} Selection */
/** @typedef {[number, number]} Point */

/** Bits of UIView.AutoresizingMask. */
const LEFT = 1, WIDTH = 2, RIGHT = 4, TOP = 8, HEIGHT = 16, BOTTOM = 32;
const SVG = "http://www.w3.org/2000/svg";

export class Overlay {
  /** @type {Selection | null} */ selection = null;

  /** @param {HTMLElement} viewport @param {Canvas} canvas */
  constructor(viewport, canvas) {
    this.canvas = canvas;
    this.layer = element("svg", { class: "overlay", "aria-hidden": "true" });
    viewport.append(this.layer);
  }

  /** Draws the selection anew, at the present zoom. */
  draw() {
    this.layer.replaceChildren();
    const selection = this.selection;
    if (!selection) return;
    const group = element("g", { class: "selection" });
    this.layer.append(group);
    const corners = this.#corners(selection);
    if (selection.superview) {
      group.append(element("path", { class: "parent-outline", d: closed(this.#corners(selection.superview)) }));
      this.#beams(group, selection, selection.superview);
    }
    group.append(element("path", { class: "outline", d: closed(corners) }));
    this.#inner(group, selection);
    this.#handles(group, corners);
    this.#tag(group, corners, selection);
  }

  /** @param {{ matrix: Matrix, width: number, height: number }} box @returns {Point[]} */
  #corners({ matrix, width, height }) {
    return [[0, 0], [width, 0], [width, height], [0, height]].map(([x, y]) => this.canvas.toScreen(...transform(matrix, x, y)));
  }

  /** Struts and springs from the view to the edges of its superview, measured along the superview's own axes. */
  #beams(/** @type {SVGElement} */ group, /** @type {Selection} */ view, /** @type {NonNullable<Selection["superview"]>} */ parent) {
    const back = inverse(parent.matrix);
    if (!back) return;
    const points = [[0, 0], [view.width, 0], [view.width, view.height], [0, view.height]]
      .map(([x, y]) => transform(back, ...transform(view.matrix, x, y)));
    const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const middle = (y0 + y1) / 2;
    const across = x1 - x0 > 90 / this.canvas.zoom ? x0 + (x1 - x0) * 0.3 : (x0 + x1) / 2;
    const place = (/** @type {number} */ x, /** @type {number} */ y) => this.canvas.toScreen(...transform(parent.matrix, x, y));
    /** From the superview's edge to the view's. @type {[number, Point, Point, number][]} */ const beams = [
      [LEFT, [0, middle], [x0, middle], x0],
      [RIGHT, [parent.width, middle], [x1, middle], parent.width - x1],
      [TOP, [across, 0], [across, y0], y0],
      [BOTTOM, [across, parent.height], [across, y1], parent.height - y1],
    ];
    for (const [bit, edge, side, length] of beams) {
      if (Math.abs(length) < 0.5) continue;
      this.#beam(group, Boolean(view.mask & bit), place(...edge), place(...side), round(length));
    }
  }

  /** @param {SVGElement} group @param {boolean} springs @param {Point} from @param {Point} to @param {string} [label] */
  #beam(group, springs, from, to, label) {
    const part = element("g", { class: springs ? "spring" : "strut" });
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    part.append(element("path", { d: springs ? zigzag(from, to) : beam(from, to) }));
    if (label) {
      const width = 10 + label.length * 7;
      const sideways = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
      let at = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      if (sideways && length < width + 12) at = [from[0] - Math.sign(to[0] - from[0]) * (width / 2 + 1), from[1]];
      else if (!sideways && length < 30) at = [from[0] + width / 2 + 8, at[1]];
      part.append(...pill(/** @type {Point} */ (at), label, width));
    }
    group.append(part);
  }

  /** Springs inside the view where its width or height may change. */
  #inner(/** @type {SVGElement} */ group, /** @type {Selection} */ { matrix, width, height, mask }) {
    const zoom = this.canvas.zoom;
    const place = (/** @type {number} */ x, /** @type {number} */ y) => this.canvas.toScreen(...transform(matrix, x, y));
    const inset = 8 / zoom;
    if (mask & WIDTH && width * zoom > 64) {
      const y = height - Math.min(height / 2, 11 / zoom);
      this.#beam(group, true, place(width * 0.55, y), place(width - inset, y));
    }
    if (mask & HEIGHT && height * zoom > 64) {
      const x = width - Math.min(width / 2, 11 / zoom);
      this.#beam(group, true, place(x, inset), place(x, height * 0.45));
    }
  }

  #handles(/** @type {SVGElement} */ group, /** @type {Point[]} */ corners) {
    for (const [index, corner] of corners.entries()) {
      const next = corners[(index + 1) % 4];
      const side = Math.hypot(next[0] - corner[0], next[1] - corner[1]);
      /** @type {Point[]} */ const spots = [corner];
      if (side > 32) spots.push([(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]);
      for (const [x, y] of spots) group.append(element("rect", { class: "handle", x: x - 3.5, y: y - 3.5, width: 7, height: 7 }));
    }
  }

  #tag(/** @type {SVGElement} */ group, /** @type {Point[]} */ corners, /** @type {Selection} */ { name, width, height }) {
    const label = `${name} ${round(width)} × ${round(height)}`;
    const part = element("g", { class: "tag" });
    const xs = corners.map(([x]) => x), ys = corners.map(([, y]) => y);
    const wide = 16 + label.length * 6.6;
    const top = Math.min(...ys) - 15;
    const y = top > 12 ? top : Math.min(Math.max(...ys) + 16, this.layer.clientHeight - 14);
    const x = Math.min(Math.max((Math.min(...xs) + Math.max(...xs)) / 2, wide / 2 + 4), this.layer.clientWidth - wide / 2 - 4);
    part.append(...pill([x, y], label, wide));
    group.append(part);
  }
}

/** @param {string} name @param {Record<string, string | number>} attributes @returns {SVGElement} */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {Point} at @param {string} label @param {number} width */
function pill([x, y], label, width) {
  const text = element("text", { x, y: y + 4, "text-anchor": "middle" });
  text.textContent = label;
  return [element("rect", { class: "pill", x: x - width / 2, y: y - 9, width, height: 18, rx: 4 }), text];
}

/** @param {Matrix} m @param {number} x @param {number} y @returns {Point} */
export function transform(m, x, y) {
  return [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
}

/** @param {Matrix} m @returns {Matrix | null} */
export function inverse(m) {
  const det = m.a * m.d - m.b * m.c;
  if (!det) return null;
  const { a, b, c, d, e, f } = m;
  return { a: d / det, b: -b / det, c: -c / det, d: a / det, e: (c * f - d * e) / det, f: (b * e - a * f) / det };
}

/** @param {Point[]} points */
const closed = (points) => `M${points.map((point) => point.map((value) => value.toFixed(2)).join(" ")).join("L")}Z`;

/** At most one decimal, as on the labels. @param {number} value */
const round = (value) => String(Math.round(value * 10) / 10).replace("-", "−");

/** A spring between two points: a zigzag with straight ends. @param {Point} from @param {Point} to */
function zigzag(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 6) return `M${from}L${to}`;
  const ux = (to[0] - from[0]) / length, uy = (to[1] - from[1]) / length;
  const turns = Math.max(2, Math.round((length - 6) / 6));
  const step = (length - 6) / turns;
  let path = `M${from}`;
  for (let turn = 0; turn < turns; turn += 1) {
    const along = 3 + step * (turn + 0.5), side = turn % 2 ? -4 : 4;
    path += `L${(from[0] + ux * along - uy * side).toFixed(1)} ${(from[1] + uy * along + ux * side).toFixed(1)}`;
  }
  return `${path}L${to}`;
}

/** A strut between two points: an I-beam. @param {Point} from @param {Point} to */
function beam(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const nx = (-(to[1] - from[1]) / length) * 5, ny = ((to[0] - from[0]) / length) * 5;
  const cap = (/** @type {Point} */ [x, y]) => `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
  return `M${from}L${to}${cap(from)}${cap(to)}`;
}
