// The tree of views: turns the server's nested list into a WAI-ARIA tree with its keys.
import { fragment } from "./fragment.js";

/**
 * @typedef {object} TreeDelegate
 * @property {(id: string, how: "click" | "key" | "open") => void} select
 * @property {(id: string | null) => void} hover
 */
export class TreeView {
  /** @type {HTMLLIElement | null} */ #current = null;
  #typed = "";
  #typedAt = 0;

  /**
   * @param {HTMLElement} root the `ul` of the tree
   * @param {TreeDelegate} delegate
   */
  constructor(root, delegate) {
    this.root = root;
    this.delegate = delegate;
    root.setAttribute("role", "tree");
    root.setAttribute("aria-label", "Views");
    this.#adopt(root);
    const chosen = root.querySelector(".row.selected")?.closest("li") ?? root.querySelector("li");
    if (chosen) this.#focusable(chosen);
    chosen?.querySelector(".row.selected")?.scrollIntoView({ block: "center" });
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerover", (event) => delegate.hover(this.#item(event.target)?.dataset.id ?? null));
    root.addEventListener("pointerleave", () => delegate.hover(null));
  }

  /** Gives rows their roles. The lists lose their `details`, which a tree may not hold. */
  #adopt(/** @type {Element} */ list) {
    for (const item of /** @type {NodeListOf<HTMLLIElement>} */ (list.querySelectorAll("li"))) {
      const row = /** @type {HTMLAnchorElement} */ (item.querySelector(":scope > .row"));
      row.tabIndex = -1;
      item.tabIndex = -1;
      item.setAttribute("role", "treeitem");
      if (item.classList.contains("more")) continue;
      item.setAttribute("aria-labelledby", row.id);
      item.setAttribute("aria-selected", String(row.classList.contains("selected")));
      item.setAttribute("aria-level", item.dataset.level ?? "1");
      item.setAttribute("aria-posinset", item.dataset.position ?? "1");
      item.setAttribute("aria-setsize", item.dataset.count ?? "1");
      row.removeAttribute("aria-current");
      const details = /** @type {HTMLDetailsElement | null} */ (item.querySelector(":scope > details"));
      const fold = item.querySelector(":scope > a.fold, :scope > details > summary");
      if (!fold) continue;
      const mark = document.createElement("span");
      mark.className = fold.className;
      mark.append(...fold.childNodes);
      row.after(mark);
      item.setAttribute("aria-expanded", String(details?.open ?? false));
      if (details) {
        const children = /** @type {HTMLElement} */ (details.querySelector("ul"));
        children.setAttribute("role", "group");
        details.replaceWith(children);
      } else fold.remove();
    }
  }

  /** @param {EventTarget | null} target @returns {HTMLLIElement | null} */
  #item(target) {
    return target instanceof Element ? target.closest("li") : null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const item = this.#item(event.target);
    if (!item || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (/** @type {Element} */ (event.target).closest(".fold")) return void this.toggle(item, undefined, event.altKey);
    this.#choose(item, "click");
  }

  /** @param {HTMLLIElement} item @param {"click" | "key" | "open"} how */
  #choose(item, how) {
    if (item.classList.contains("more")) return void this.#loadMore(item);
    this.#focusable(item);
    item.focus({ preventScroll: true });
    this.mark(item.dataset.id ?? "");
    this.delegate.select(item.dataset.id ?? "", how);
  }

  /** @param {HTMLLIElement} item */
  #focusable(item) {
    if (this.#current) this.#current.tabIndex = -1;
    item.tabIndex = 0;
    this.#current = item;
  }

  /** @param {string} id */
  find(id) {
    return /** @type {HTMLLIElement | null} */ (this.root.querySelector(`li[data-id="${CSS.escape(id)}"]`));
  }

  /** Marks one row as selected and brings it into sight. @param {string} id */
  mark(id) {
    for (const row of this.root.querySelectorAll(".row.selected")) {
      row.classList.remove("selected");
      row.parentElement?.setAttribute("aria-selected", "false");
    }
    const item = this.find(id);
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    const row = item.firstElementChild;
    row?.classList.add("selected");
    row?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#focusable(item);
  }

  /** @param {string | null} id */
  hover(id) {
    this.root.querySelector(".row.hovered")?.classList.remove("hovered");
    if (id !== null) this.find(id)?.firstElementChild?.classList.add("hovered");
  }

  /** Opens every superview of the last id, loading what is missing, and marks that row. @param {string[]} path */
  async reveal(path) {
    for (const id of path.slice(0, -1)) {
      const item = this.find(id);
      if (item) await this.toggle(item, true);
    }
    this.mark(path.at(-1) ?? "");
  }

  /**
   * Opens or closes a row; loads its subviews the first time.
   * @param {HTMLLIElement} item
   * @param {boolean} [open]
   * @param {boolean} [all] with every row below it
   */
  async toggle(item, open = item.getAttribute("aria-expanded") !== "true", all = false) {
    if (!item.hasAttribute("aria-expanded")) return;
    if (open && item.dataset.source) await this.#load(item, item.dataset.source);
    item.setAttribute("aria-expanded", String(open));
    if (all) for (const below of item.querySelectorAll("[role=group] [aria-expanded]:not([data-source])")) below.setAttribute("aria-expanded", String(open));
    if (!open && this.#current && this.#current !== item && item.contains(this.#current)) this.#choose(item, "key");
  }

  /** @param {HTMLLIElement} item @param {string} source */
  async #load(item, source) {
    delete item.dataset.source;
    const page = await fragment(source, "tree");
    const group = document.createElement("ul");
    group.setAttribute("role", "group");
    group.append(...page.body.childNodes);
    this.#adopt(group);
    item.append(group);
  }

  /** @param {HTMLLIElement} item */
  async #loadMore(item) {
    const page = await fragment(/** @type {HTMLAnchorElement} */ (item.firstElementChild).href, "tree");
    const rows = document.createElement("ul");
    rows.append(...page.body.childNodes);
    this.#adopt(rows);
    const first = rows.querySelector("li");
    item.replaceWith(...rows.childNodes);
    if (first) this.#choose(first, "key");
  }

  /** The rows that can be seen, top to bottom. @returns {HTMLLIElement[]} */
  #visible() {
    const walker = document.createTreeWalker(this.root, NodeFilter.SHOW_ELEMENT, (node) => {
      if (node.nodeName === "LI") return NodeFilter.FILTER_ACCEPT;
      const closed = node.nodeName === "UL" && node.parentElement?.getAttribute("aria-expanded") === "false";
      return node.nodeName === "UL" && !closed ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT;
    });
    const rows = [];
    while (walker.nextNode()) rows.push(/** @type {HTMLLIElement} */ (walker.currentNode));
    return rows;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = this.#current;
    if (!item || event.metaKey || event.ctrlKey || event.altKey) return;
    const rows = this.#visible();
    const at = rows.indexOf(item);
    const open = item.getAttribute("aria-expanded");
    /** @type {HTMLLIElement | null | undefined} */ let next;
    if (event.key.length > 1) this.#typed = "";
    switch (event.key) {
      case "ArrowDown": next = rows[at + 1]; break;
      case "ArrowUp": next = rows[at - 1]; break;
      case "Home": next = rows[0]; break;
      case "End": next = rows.at(-1); break;
      case "PageDown": next = rows[Math.min(rows.length - 1, at + 20)]; break;
      case "PageUp": next = rows[Math.max(0, at - 20)]; break;
      case "ArrowRight":
        if (open === "false") this.toggle(item, true);
        else if (open === "true") next = item.querySelector("li");
        break;
      case "ArrowLeft":
        if (open === "true") this.toggle(item, false);
        else next = this.#item(item.parentElement);
        break;
      case "*":
        for (const sibling of item.parentElement?.children ?? []) this.toggle(/** @type {HTMLLIElement} */ (sibling), true);
        break;
      case "Enter":
      case " ":
        this.#choose(item, "open");
        break;
      default:
        if (event.key.length !== 1 || "/?[]R0123456789+-=".includes(event.key)) return;
        next = this.#typeAhead(event, rows, at);
        if (!next) return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (next && next !== item) this.#choose(next, "key");
  }

  /**
   * The next row whose class or text begins with what was typed. `R` with shift stays a command.
   * @param {KeyboardEvent} event @param {HTMLLIElement[]} rows @param {number} at
   */
  #typeAhead(event, rows, at) {
    const fresh = event.timeStamp - this.#typedAt > 700;
    this.#typed = (fresh ? "" : this.#typed) + event.key.toLowerCase();
    this.#typedAt = event.timeStamp;
    const from = this.#typed.length > 1 ? at : at + 1;
    const begins = (/** @type {HTMLLIElement} */ row) =>
      [...row.querySelectorAll(":scope > .row > .class, :scope > .row > .text")].some((part) =>
        part.textContent.replace(/^[“_]+/, "").toLowerCase().startsWith(this.#typed));
    return [...rows.slice(from), ...rows.slice(0, from)].find(begins);
  }
}
