// The marks of Interface Builder: springs, struts and the numbers on them, as SVG.

/** @typedef {[number, number]} Point */

const SVG = "http://www.w3.org/2000/svg";
const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Element[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * How wide a text on a mark is.
 * @param {string} text
 */
export function textWidth(text) {
  ruler.font = "600 11px system-ui, sans-serif";
  return ruler.measureText(text).width;
}

/**
 * A number on a coloured ground, its middle at a point.
 * @param {Point} at
 * @param {string} label
 * @returns {SVGElement[]}
 */
export function pill([x, y], label) {
  const width = Math.max(22, textWidth(label) + 12);
  const text = svg("text", { x, y: y + 4, "text-anchor": "middle" });
  text.textContent = label;
  return [svg("rect", { class: "pill", x: x - width / 2, y: y - 9, width, height: 18, rx: 4 }), text];
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
export function zigzag(from, to) {
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
export function beam(from, to) {
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
  const part = svg("g", { class: kind }, [svg("path", { d: kind === "spring" ? zigzag(from, to) : beam(from, to) })]);
  if (!label) return part;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const width = Math.max(22, textWidth(label) + 12);
  const sideways = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
  /** @type {Point} */ let at = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  if (sideways && length < width + 12) at = [from[0] - Math.sign(to[0] - from[0]) * (width / 2 + 2), from[1]];
  else if (!sideways && length < 30) at = [from[0] + width / 2 + 8, at[1]];
  part.append(...pill(at, label));
  return part;
}
