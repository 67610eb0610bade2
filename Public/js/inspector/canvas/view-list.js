// The list of all views under the pointer, front to back: a list box that closes when it has answered.

/** @typedef {{ id: number, name: string, detail: string, depth: number }} Entry */

export class ViewList {
  /** @type {Entry[]} */ #entries = [];
  #active = 0;

  /**
   * @param {HTMLElement} host where the list appears
   * @param {{ choose: (id: number) => void, point: (id: number | null) => void, closed: () => void }} delegate
   */
  constructor(host, delegate) {
    this.host = host;
    this.delegate = delegate;
    this.element = document.createElement("ul");
    this.element.className = "view-list";
    this.element.hidden = true;
    this.element.tabIndex = -1;
    this.element.dataset.overCanvas = "";
    this.element.setAttribute("role", "listbox");
    this.element.setAttribute("aria-label", "Views here, front to back");
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => this.#answer(this.#at(event)));
    this.element.addEventListener("pointermove", (event) => this.#point(this.#at(event)));
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget !== this.element) this.close(false);
    });
    host.append(this.element);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * @param {Entry[]} entries
   * @param {number} x
   * @param {number} y where, in CSS pixels of the host
   * @param {number | null} current the id of the entry to start from
   */
  open(entries, x, y, current) {
    if (!entries.length) return;
    this.#entries = entries;
    this.element.replaceChildren(...entries.map((entry, at) => this.#item(entry, at)));
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    const left = Math.min(x + 2, this.host.clientWidth - offsetWidth - 8), top = Math.min(y + 2, this.host.clientHeight - offsetHeight - 8);
    this.element.style.setProperty("--left", `${Math.max(8, left)}px`);
    this.element.style.setProperty("--top", `${Math.max(8, top)}px`);
    this.element.focus({ preventScroll: true });
    this.#point(Math.max(0, entries.findIndex(({ id }) => id === current)));
  }

  /** @param {boolean} [refocus] whether the canvas gets the focus back */
  close(refocus = true) {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.delegate.point(null);
    if (refocus) this.delegate.closed();
  }

  #item(/** @type {Entry} */ { name, detail, depth }, /** @type {number} */ at) {
    const item = document.createElement("li");
    item.id = `view-here-${at}`;
    item.dataset.at = String(at);
    item.setAttribute("role", "option");
    item.style.setProperty("--depth", String(Math.min(depth, 12)));
    const title = document.createElement("span"), more = document.createElement("span");
    title.className = "class";
    title.textContent = name;
    more.className = "text";
    more.textContent = detail;
    item.append(title, more);
    return item;
  }

  /** @param {Event} event */
  #at(event) {
    const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-at]"));
    return item ? Number(item.dataset.at) : -1;
  }

  #point(/** @type {number} */ at) {
    if (at < 0 || at >= this.#entries.length) return;
    this.#active = at;
    for (const [number, item] of [...this.element.children].entries()) item.setAttribute("aria-selected", String(number === at));
    this.element.setAttribute("aria-activedescendant", `view-here-${at}`);
    this.element.children[at].scrollIntoView({ block: "nearest" });
    this.delegate.point(this.#entries[at].id);
  }

  #answer(/** @type {number} */ at) {
    const entry = this.#entries[at];
    if (!entry) return;
    this.close();
    this.delegate.choose(entry.id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = this.#entries.length - 1;
    switch (event.key) {
      case "ArrowDown": this.#point(Math.min(last, this.#active + 1)); break;
      case "ArrowUp": this.#point(Math.max(0, this.#active - 1)); break;
      case "Home": this.#point(0); break;
      case "End": this.#point(last); break;
      case "Enter": case " ": this.#answer(this.#active); break;
      case "Escape": case "Tab": this.close(); break;
      default: return this.#type(event);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * A letter goes to the next class that begins with it.
   * @param {KeyboardEvent} event
   */
  #type(event) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase(), count = this.#entries.length;
    for (let step = 1; step <= count; step += 1) {
      const at = (this.#active + step) % count;
      if (this.#entries[at].name.toLowerCase().startsWith(letter)) {
        this.#point(at);
        break;
      }
    }
    event.stopPropagation();
  }
}
