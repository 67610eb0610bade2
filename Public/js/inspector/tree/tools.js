// What the tree can do: its keys, after the pattern of the WAI-ARIA Authoring Practices, and the strips around it.
import { commands, isCommandInTree } from "../../core/commands.js";
import { announce, icon } from "../../core/ui.js";
import { isSystem, readableName, shownClass, title, words } from "../data/describe.js";
import { h, refuse, thousands } from "../../core/dom.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */

const GROUP = "Tree";

// These keys are heard by the tree itself.
commands.register(
  { id: "tree.walk", group: GROUP, title: "Previous and next row", keys: ["ArrowUp", "ArrowDown"] },
  { id: "tree.enter", group: GROUP, title: "Open, then the first subview", keys: ["ArrowRight"] },
  { id: "tree.out", group: GROUP, title: "Close, then the superview", keys: ["ArrowLeft"] },
  { id: "tree.deep", group: GROUP, title: "Open or close with everything below (or Alt-click)", keys: ["Shift+ArrowRight", "Shift+ArrowLeft"] },
  { id: "tree.siblings", group: GROUP, title: "Open all siblings; press again to open everything below", keys: ["*"] },
  { id: "tree.ends", group: GROUP, title: "First row, last row", keys: ["Home", "End"] },
  { id: "tree.pages", group: GROUP, title: "A page up, a page down", keys: ["PageUp", "PageDown"] },
  { id: "tree.several", group: GROUP, title: "Select several rows, or add and remove one (or Shift-click, Ctrl-click)",
    keys: ["Shift+ArrowUp", "Shift+ArrowDown", "Ctrl+Space"] },
  { id: "tree.type", group: GROUP, title: "Jump to a class or text by its first letters (letters that are commands need Shift)", keys: ["A–Z"] },
);

/** After such a pause letters begin a new word, in milliseconds. */
const PAUSE = 700;

class TreeKeys {
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
    if (row < 0 || event.isComposing) return;
    if (event.ctrlKey && event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      return tree.toggleSelected(outline.rows[row]);
    }
    if (event.metaKey || event.ctrlKey) return;
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
      case "ArrowDown": this.#go(row + 1, event.shiftKey); break;
      case "ArrowUp": this.#go(row - 1, event.shiftKey); break;
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

  /**
   * @param {number} row
   * @param {boolean} [extends_] whether the rows up to it are selected too
   */
  #go(row, extends_ = false) {
    const { tree } = this;
    if (extends_ && row >= 0 && row < tree.outline.length) return tree.extend(tree.outline.rows[row]);
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

// The strip below the tree: what it leaves out, opening and closing everything, how much there is.

/**
 * @param {HTMLElement} strip
 * @param {Tree} tree
 */
export function makeTools(strip, tree) {
  new TreeKeys(tree);
  const { model, state } = tree;
  const hide = /** @type {HTMLButtonElement} */ (strip.querySelector("[data-tool=system]"));
  const count = /** @type {HTMLElement} */ (strip.querySelector(".tree-count"));
  let system = 0;

  const draw = () => {
    const { length } = tree.outline;
    const all = model.count - (state.hideSystem ? system : 0);
    hide.setAttribute("aria-pressed", String(state.hideSystem));
    refuse(hide, !system && "No view here is one of the system’s own", `${state.hideSystem ? "Show" : "Hide"} ${thousands(system)} system views (H)`);
    const found = state.matches?.reduce((sum, bit) => sum + bit, 0);
    count.textContent = `${thousands(found ?? length)} of ${thousands(all)}`;
    count.title = found === undefined ? "Visible rows, of all views" : "Matches, of all views";
  };
  const recount = () => {
    const kinds = model.classes.map((raw) => readableName(model, raw)).map(isSystem);
    system = 0;
    for (let i = 0; i < model.count; i += 1) if (kinds[model.classID(i)]) system += 1;
    draw();
  };
  const openAll = (/** @type {boolean} */ open) => {
    const first = state.root === null ? model.roots : [model.indexOf(state.root)];
    for (const i of first) tree.outline.set(i, open, true);
    // Closed completely, a tree of one window would be one row: its own subviews stay in sight.
    if (!open) for (const i of first) tree.outline.set(i, true);
    tree.relist();
    tree.showSelection();
    announce(open ? "All rows opened" : "All rows closed");
  };

  commands.register(
    {
      id: "tree.system", group: "Tree", title: "Hide system views", keys: ["H"], icon: "hidden",
      when: () => system > 0, checked: () => state.hideSystem,
      run: () => {
        state.set({ hideSystem: !state.hideSystem });
        announce(`${system} system views are ${state.hideSystem ? "hidden" : "shown"}`);
      },
    },
    { id: "tree.chains", group: "Tree", title: "Fold chains of single subviews into one row", icon: "close-all", checked: () => tree.outline.foldsChains,
      run: () => tree.foldChains(!tree.outline.foldsChains) },
    { id: "tree.unchain", group: "Tree", title: "Show the superviews that are folded into the row", keys: ["U"], icon: "open-all",
      when: () => tree.active >= 0 && tree.outline.chain(tree.active).length > 0, run: () => tree.unchain(tree.active) },
    { id: "tree.open", group: "Tree", title: "Open all rows", icon: "open-all", run: () => openAll(true) },
    { id: "tree.close", group: "Tree", title: "Close all rows", icon: "close-all", run: () => openAll(false) },
  );
  strip.addEventListener("click", (event) => {
    const tool = /** @type {Element} */ (event.target).closest("[data-tool]")?.getAttribute("data-tool");
    if (tool) commands.run(`tree.${tool}`);
  });
  strip.addEventListener("keydown", (event) => {
    const buttons = /** @type {HTMLElement[]} */ ([...strip.querySelectorAll("button")]);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons[(to + buttons.length) % buttons.length];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  });
  model.addEventListener("reload", recount);
  tree.addEventListener("list", draw);
  recount();
  const [first, ...others] = /** @type {HTMLElement[]} */ ([...strip.querySelectorAll("button")]);
  if (first) first.tabIndex = 0;
  for (const button of others) button.tabIndex = -1;
  strip.hidden = false;
}

// The strip above the tree while one subtree alone is shown: where it is, and the way out.

/**
 * @param {HTMLElement} strip
 * @param {ViewModel} model
 * @param {InspectorState} state
 */
export function makeSubtree(strip, model, state) {
  const draw = () => {
    const root = model.indexOf(state.root);
    strip.hidden = root < 0;
    strip.replaceChildren();
    if (root < 0) return;
    const path = [root];
    while (model.parent(path[0]) >= 0) path.unshift(model.parent(path[0]));
    const leave = h("button", { type: "button", title: "Show all views (Esc)", onclick: () => state.set({ root: null }) },
      icon("chevron-left"), "All views");
    const list = h("ol", null, ...path.map((i) => h("li", null, h("button", {
      type: "button", "aria-current": i === root ? "true" : null, onclick: () => state.set({ root: model.id(i), selection: model.id(i) }),
    }, shownClass(model, i)))));
    strip.append(leave, list);
    list.scrollLeft = 1e6;
    strip.classList.toggle("cut", list.scrollLeft > 0);
  };

  const focus = () => {
    const i = model.indexOf(state.selection);
    const same = state.selection === state.root;
    state.set({ root: same ? null : state.selection });
    announce(same ? "All views shown" : `Only ${title(model, i)} and its subviews are shown`);
  };
  commands.register(
    {
      id: "tree.focus", group: "Tree", title: "Focus on the selected view and its subviews", keys: ["F"], icon: "focus",
      when: () => model.indexOf(state.selection) >= 0, checked: () => state.root !== null && state.root === state.selection, run: focus,
    },
    {
      id: "tree.leave", group: "Tree", title: "Show all views again", keys: ["Escape"], icon: "chevron-left", priority: -10,
      when: () => state.root !== null && (state.selection === state.root || state.selection === null), run: () => state.set({ root: null }),
    },
  );
  state.watch(["root"], draw);
  model.addEventListener("reload", draw);
}
