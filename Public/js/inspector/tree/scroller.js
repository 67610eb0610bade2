// A long list of rows of one height, of which only those on screen are elements.

/** Rows made above and below what can be seen. */
const SPARE = 12;

export class Scroller {
  /** How many rows there are. */
  length = 0;
  /** The height of a row in pixels. */
  height = 24;
  /** A row that keeps its element wherever it is, because it has the focus. */
  kept = -1;
  /** @type {Map<number, HTMLLIElement>} */ #elements = new Map();
  /** @type {HTMLLIElement[]} */ #spare = [];
  #frame = 0;

  /**
   * @param {HTMLElement} frame scrolls
   * @param {HTMLElement} list is as high as all rows
   * @param {{ make: () => HTMLLIElement, key: (row: number) => number, fill: (element: HTMLLIElement, row: number, fresh: boolean) => void }} rows
   *   `key` names what is in a row: an element stays with its key
   */
  constructor(frame, list, rows) {
    this.frame = frame;
    this.list = list;
    this.rows = rows;
    frame.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(frame);
  }

  /** Asks the style sheet how high a row is. */
  measure() {
    const height = Number.parseFloat(getComputedStyle(this.list).getPropertyValue("--row")) || 24;
    if (height !== this.height) {
      const row = this.frame.scrollTop / this.height;
      this.height = height;
      this.resize();
      this.frame.scrollTop = row * height;
    }
    this.draw();
  }

  /** Makes the list as high as its rows. */
  resize() {
    this.list.style.setProperty("--length", `${this.length * this.height}px`);
  }

  /** Draws again before the next picture, however often it is asked to. */
  later() {
    this.#frame ||= requestAnimationFrame(() => this.draw(true));
  }

  /** How many whole rows can be seen at once. */
  get page() {
    return Math.max(1, Math.floor(this.frame.clientHeight / this.height) - 1);
  }

  /** @param {boolean} [fresh] whether rows that are drawn already may show something else now */
  draw(fresh = false) {
    if (fresh) cancelAnimationFrame(this.#frame), (this.#frame = 0);
    if (!this.frame.clientHeight) return;
    const top = this.frame.scrollTop;
    const first = Math.max(0, Math.floor(top / this.height) - SPARE);
    const last = Math.min(this.length, Math.ceil((top + this.frame.clientHeight) / this.height) + SPARE);
    /** @type {number[]} */ const wanted = [];
    if (this.kept >= 0 && this.kept < first && this.kept < this.length) wanted.push(this.kept);
    for (let row = first; row < last; row += 1) wanted.push(row);
    if (this.kept >= last && this.kept < this.length) wanted.push(this.kept);
    this.#place(wanted, fresh);
  }

  /**
   * @param {number[]} wanted
   * @param {boolean} fresh
   */
  #place(wanted, fresh) {
    const keys = wanted.map(this.rows.key);
    const staying = new Set(keys);
    for (const [key, element] of this.#elements) {
      if (staying.has(key)) continue;
      this.#elements.delete(key);
      this.#spare.push(element);
      // Those that stay are then in order and need not move: moving one would take its focus away.
      element.remove();
    }
    /** @type {Element | null} */ let before = this.list.firstElementChild;
    for (const [at, row] of wanted.entries()) {
      let element = this.#elements.get(keys[at]);
      const isNew = !element;
      element ??= this.#spare.pop() ?? this.rows.make();
      this.#elements.set(keys[at], element);
      if (isNew || fresh) this.rows.fill(element, row, isNew);
      const y = `${row * this.height}px`;
      if (element.style.getPropertyValue("--y") !== y) element.style.setProperty("--y", y);
      // Elements stand in the order of their rows, for those who read them one after the other.
      if (element === before) before = before.nextElementSibling;
      else this.list.insertBefore(element, before);
    }
    this.#spare.length = Math.min(this.#spare.length, 100);
  }

  /**
   * @param {number} key
   * @returns {HTMLLIElement | undefined}
   */
  element(key) {
    return this.#elements.get(key);
  }

  /**
   * Scrolls as little as brings a row into sight, with a row to spare; to the middle when it is far away.
   * @param {number} row
   */
  reveal(row) {
    const { frame, height } = this;
    const top = row * height, margin = height;
    const far = top + height < frame.scrollTop - frame.clientHeight || top > frame.scrollTop + 2 * frame.clientHeight;
    if (far) frame.scrollTop = top - (frame.clientHeight - height) / 2;
    else if (top < frame.scrollTop + margin) frame.scrollTop = top - margin;
    else if (top + height + margin > frame.scrollTop + frame.clientHeight) frame.scrollTop = top + height + margin - frame.clientHeight;
  }
}
