// What the parts of the canvas hand each other.

/** @typedef {[number, number]} Point */
/**
 * A place in CSS pixels of the canvas; `many`: Control or Command is down.
 * @typedef {{ x: number, y: number, alt: boolean, shift: boolean, many: boolean, touch: boolean }} Spot
 */
/**
 * Where a view is held: -1 its left or upper edge, 1 its right or lower one, 0 neither; its body when both are 0.
 * @typedef {{ id: number, across: number, down: number, from: Spot }} Handle
 */
/**
 * A line in the coordinates of a view, by its index; -1 is the window.
 * @typedef {{ view: number, line: [number, number, number, number] }} Guide
 */
/**
 * A constraint as a line in the drawing; `words`: what stands on it; `views`: in whose planes its ends lie; `turn`: how its constant changes with what
 * is moved along the axis, 0 where it cannot be dragged.
 * @typedef {{ constraint: API.Constraint, views: Point, ends: [Point, Point], kind: Aligning, words: string, axis: 0 | 1, turn: number }} HeldLine
 */
/**
 * Where such a line lies on the screen, and the middle and width of its label; 0 where none has room.
 * @typedef {{ line: HeldLine, from: Point, to: Point, label: Point, width: number }} DrawnLine
 */
/** @typedef {{ x: number, y: number, width: number }} Room where something is written: its middle, and its width; all are as high */
/** @typedef {{ pull: HeldLine, constant: number, from: Spot }} Pull a constraint that is held */
/** @typedef {"length" | "distance" | "aligned"} Aligning what a line measures */
/** @typedef {Handle | Pull} Grip what a press holds that dragging changes */

export {};
