// Colours as UIKit describes them, with names for people.
import { colorOf } from "../canvas/colors.js";
import { plain, spaced, sentence } from "./format.js";

/** @typedef {{ css: string, name: string }} Swatch */

/**
 * The colour that an attribute's value tells; null when it is no colour.
 * @param {string} text @param {boolean} dark
 * @returns {Swatch | null} `css` is empty for a colour whose value the dump does not tell
 */
export function swatchOf(text, dark) {
  const found = colorOf(text, dark);
  const isColor = found || /Color(Space)?\b/.test(text);
  if (!isColor) return null;
  const named = /name = (\w+)/.exec(text)?.[1];
  if (named) return { css: found?.css ?? "", name: sentence(spaced(named.replace(/Color$/, ""))) };
  const space = /UI\w*?(Gray|White|RGB)\w*(?:Space)? ([\d.e+-]+(?: [\d.e+-]+)+)/.exec(text);
  if (!space) return { css: found?.css ?? "", name: text.startsWith("<") ? sentence(spaced(/<_?(\w+?)(?:Color)?[:>]/.exec(text)?.[1]?.replace(/^UI/, "") ?? "colour")) : text };
  const numbers = space[2].split(" ").map(Number);
  const alpha = numbers.pop() ?? 1;
  const css = found?.css ?? `rgb(${(numbers.length === 1 ? [numbers[0], numbers[0], numbers[0]] : numbers).map((part) => Math.round(part * 255)).join(" ")} / ${alpha})`;
  const hex = (/** @type {number} */ part) => Math.round(Math.min(1, Math.max(0, part)) * 255).toString(16).padStart(2, "0").toUpperCase();
  const name = numbers.length === 1 ? (alpha === 0 ? "Clear" : numbers[0] === 0 ? "Black" : numbers[0] === 1 ? "White" : `Gray ${plain(numbers[0] * 100, 0)} %`) : `#${numbers.slice(0, 3).map(hex).join("")}`;
  return { css, name: alpha > 0 && alpha < 1 ? `${name}, ${plain(alpha * 100, 0)} %` : name };
}
