// What sort of pane a class gets on the canvas.
import { isSystem, kindOf } from "../describe.js";

/** Looks of panes, by number. */
export const WINDOW = 0, PLAIN = 1, CONTROL = 2, TEXT = 3;

/**
 * Kinds that are not plain.
 * @type {Record<string, number>}
 */
const LOOKS = {
  window: WINDOW, text: TEXT, button: CONTROL, field: CONTROL, switch: CONTROL, slider: CONTROL, cell: CONTROL, bar: CONTROL,
  image: CONTROL, progress: CONTROL,
};

/**
 * @param {string} className
 * @returns {{ look: number, centered: boolean, system: boolean }} `centered`: its text stands in the middle
 */
export function paneOf(className) {
  const kind = kindOf(className);
  return { look: LOOKS[kind] ?? PLAIN, centered: kind === "button" || kind === "bar" || className.includes("Button"), system: isSystem(className) };
}
