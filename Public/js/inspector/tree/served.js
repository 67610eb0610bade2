// The server's list while the views are loading: its rows select at once, what it would open waits for the tree.

/** @typedef {import("../state.js").InspectorState} InspectorState */

export class ServedTree {
  #ended = new AbortController();
  #timer = 0;
  #done = 0;
  #total = 0;

  /**
   * @param {HTMLElement} list
   * @param {InspectorState} state
   */
  constructor(list, state) {
    this.list = list;
    this.state = state;
    const { signal } = this.#ended;
    list.addEventListener("click", (event) => this.#click(event), { signal });
    list.addEventListener("pointerover", (event) => state.set({ hover: this.#id(event.target) }), { signal });
    list.addEventListener("pointerleave", () => state.set({ hover: null }), { signal });
    state.addEventListener("change", (event) => /** @type {CustomEvent} */ (event).detail.keys.has("selection") && this.#mark(), { signal });
    list.querySelector(".row.selected")?.scrollIntoView({ block: "center" });
    this.#timer = setTimeout(() => this.#tell(), 300);
    /**
     * @param {number} done
     * @param {number} total
     */
    this.progress = (done, total) => {
      [this.#done, this.#total] = [done, total];
      if (!this.#timer) this.#tell();
    };
  }

  /** @param {EventTarget | null} target */
  #id(target) {
    const item = target instanceof Element ? target.closest("li[data-id]") : null;
    return item ? Number(item.getAttribute("data-id")) : null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const target = /** @type {Element} */ (event.target);
    const id = this.#id(target);
    if (!target.closest("a") || id === null) return;
    event.preventDefault();
    if (target.closest(".fold")) target.closest("li")?.setAttribute("data-open", "");
    else if (!target.closest(".more")) this.state.set({ selection: id });
  }

  #mark() {
    for (const row of this.list.querySelectorAll(".row.selected")) row.classList.remove("selected");
    this.list.querySelector(`li[data-id="${this.state.selection}"] > .row`)?.classList.add("selected");
  }

  /** Loading that takes its time is shown with how far it is. */
  #tell() {
    this.#timer = 0;
    const box = document.getElementById("tree-progress");
    if (!box) return;
    box.hidden = false;
    const bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
    if (this.#total) bar.value = this.#done / this.#total;
    /** @type {HTMLElement} */ (box.querySelector("span")).textContent = this.#total
      ? `${this.#done.toLocaleString("en")} of ${this.#total.toLocaleString("en")} views` : "Loading views…";
  }

  end() {
    clearTimeout(this.#timer);
    this.#ended.abort();
    document.getElementById("tree-progress")?.remove();
  }
}
