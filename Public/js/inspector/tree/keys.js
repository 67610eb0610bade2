// The keys of the tree, after the pattern of the WAI-ARIA Authoring Practices.
import { commands } from "../../commands.js";
import { words } from "../describe.js";
import { isCommandInTree } from "../../keys.js";

/** @typedef {import("./tree.js").Tree} Tree */

const GROUP = "Tree";

// These keys are heard by the tree itself.
commands.register(
  { id: "tree.walk", group: GROUP, title: "Row above, row below", keys: ["ArrowUp", "ArrowDown"] },
  { id: "tree.enter", group: GROUP, title: "Open, then the first subview", keys: ["ArrowRight"] },
  { id: "tree.out", group: GROUP, title: "Close, then the superview", keys: ["ArrowLeft"] },
  { id: "tree.deep", group: GROUP, title: "Open or close with everything below (or Alt and click)", keys: ["Shift+ArrowRight", "Shift+ArrowLeft"] },
  { id: "tree.siblings", group: GROUP, title: "Open all siblings; again: everything below", keys: ["*"] },
  { id: "tree.ends", group: GROUP, title: "First row, last row", keys: ["Home", "End"] },
  { id: "tree.pages", group: GROUP, title: "A page up, a page down", keys: ["PageUp", "PageDown"] },
  { id: "tree.type", group: GROUP, title: "Jump to a class or text: type how it begins (other letters are commands with Shift)", keys: ["A–Z"] },
);

/** After such a pause letters begin a new word, in milliseconds. */
const PAUSE = 700;

export class TreeKeys {
  #typed = "";
  #typedAt = -PAUSE;

  /** @param {Tree} tree */
  constructor(tree) {
    this.tree = tree;
    tree.list.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { tree } = this;
    const { outline } = tree;
    const row = outline.rowOf[tree.active] ?? -1;
    if (row < 0 || event.metaKey || event.ctrlKey || event.isComposing) return;
    const isLetter = [...event.key].length === 1 && (event.key !== " " || this.#isTyping(event));
    if (!isLetter) this.#typed = "";
    const done = isLetter && event.key !== "*" ? this.#type(event, row) : this.#move(event, row);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Moves, opens and closes; false for keys that mean nothing here.
   * @param {KeyboardEvent} event
   * @param {number} row
   */
  #move(event, row) {
    const { tree } = this;
    const { outline } = tree;
    const i = outline.rows[row];
    if (event.altKey && event.key !== "*") return false;
    switch (event.key) {
      case "ArrowDown": this.#go(row + 1); break;
      case "ArrowUp": this.#go(row - 1); break;
      case "Home": this.#go(0); break;
      case "End": this.#go(outline.length - 1); break;
      case "PageDown": this.#go(Math.min(outline.length - 1, row + tree.scroller.page)); break;
      case "PageUp": this.#go(Math.max(0, row - tree.scroller.page)); break;
      case "ArrowRight":
        if (event.shiftKey || !outline.isOpen(i)) tree.toggle(i, true, event.shiftKey);
        else if (outline.isParent(i)) this.#go(row + 1);
        break;
      case "ArrowLeft":
        if (outline.isParent(i) && (event.shiftKey || outline.isOpen(i))) tree.toggle(i, false, event.shiftKey);
        else if (outline.parentRows[row] >= 0) this.#go(outline.parentRows[row]);
        break;
      case "*":
        this.#openSiblings(row, event.altKey || (event.shiftKey && event.code === "NumpadMultiply"));
        break;
      case "Enter":
      case " ":
        tree.choose(i, "open");
        break;
      default:
        return false;
    }
    return true;
  }

  /** @param {number} row */
  #go(row) {
    const { tree } = this;
    if (row >= 0 && row < tree.outline.length && row !== tree.outline.rowOf[tree.active]) tree.choose(tree.outline.rows[row], "key");
  }

  /**
   * Opens the row and its siblings; everything below the row when they are open already.
   * @param {number} row
   * @param {boolean} all
   */
  #openSiblings(row, all) {
    const { tree } = this;
    const { outline } = tree;
    const parent = outline.parentRows[row];
    const siblings = [];
    for (let other = parent + 1; other < outline.length; other += 1) {
      if (outline.levels[other] < outline.levels[row]) break;
      if (outline.parentRows[other] === parent) siblings.push(outline.rows[other]);
    }
    const closed = siblings.filter((i) => outline.isParent(i) && !outline.isOpen(i));
    if (all || !closed.length) return tree.toggle(outline.rows[row], true, true);
    for (const i of closed) outline.set(i, true);
    tree.relist();
  }

  /**
   * Whether a word is being typed.
   * @param {KeyboardEvent} event
   */
  #isTyping(event) {
    return this.#typed !== "" && event.timeStamp - this.#typedAt <= PAUSE;
  }

  /**
   * Goes to the next row whose class or words begin with what was typed. Letters of commands that hold in the tree
   * go on to them, unless a word is being typed.
   * @param {KeyboardEvent} event @param {number} row
   */
  #type(event, row) {
    if (event.altKey) return false;
    const { outline, model } = this.tree;
    const isTyping = this.#isTyping(event);
    if (!isTyping && (!/[\p{L}_]/u.test(event.key) || isCommandInTree(event))) return false;
    this.#typed = (isTyping ? this.#typed : "") + event.key.toLowerCase();
    this.#typedAt = event.timeStamp;
    // One letter again and again walks through the rows that begin with it.
    const typed = /^(.)\1+$/u.test(this.#typed) ? this.#typed.charAt(0) : this.#typed;
    const classes = model.classes.map((name) => begins(name, typed));
    for (let step = typed.length > 1 ? 0 : 1; step <= outline.length; step += 1) {
      const other = (row + step) % outline.length;
      const i = outline.rows[other];
      if (!classes[model.classID(i)] && !begins(words(model, i) ?? "", typed)) continue;
      this.#go(other);
      break;
    }
    return true;
  }
}

/**
 * @param {string} name
 * @param {string} typed
 */
function begins(name, typed) {
  const text = name.toLowerCase();
  return text.startsWith(typed) || text.replace(/^_+/, "").startsWith(typed) || text.slice(text.lastIndexOf(".") + 1).startsWith(typed);
}
