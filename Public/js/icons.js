// Symbols of the sprite.

const SVG = "http://www.w3.org/2000/svg";
const sprite = new URL("../icons/sprite.svg", import.meta.url).pathname;

/**
 * Where a symbol is drawn.
 * @param {string} name
 */
export const symbol = (name) => `${sprite}#${name}`;

/**
 * A symbol of the sprite.
 * @param {string} name
 * @param {string} [classes]
 */
export function icon(name, classes = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", classes);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", symbol(name));
  svg.append(use);
  return svg;
}
