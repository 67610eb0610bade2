// What was open in the tree, kept for each dump as long as the window lives.

/** @typedef {import("./outline.js").Outline} Outline */

export class OpenStore {
  #timer = 0;

  /** @param {string} dump names the dump */
  constructor(dump) {
    this.key = `vitrine.open.${dump}`;
  }

  /**
   * Tells whether a view was open when the page was left.
   * @returns {((id: number, fallback: boolean) => boolean) | undefined}
   */
  load() {
    try {
      const text = sessionStorage.getItem(this.key);
      if (!text) return undefined;
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      return (id, fallback) => (id >> 3 < bytes.length ? (bytes[id >> 3] & (1 << (id & 7))) !== 0 : fallback);
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps a bit for each id, a moment later.
   * @param {Outline} outline
   */
  save(outline) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.saveNow(outline), 250);
  }

  /** @param {Outline} outline */
  saveNow({ model, open }) {
    let most = -1;
    for (let i = 0; i < model.count; i += 1) most = Math.max(most, model.id(i));
    const bytes = new Uint8Array((most >> 3) + 1);
    for (let i = 0; i < model.count; i += 1) if (open[i]) bytes[model.id(i) >> 3] |= 1 << (model.id(i) & 7);
    let text = "";
    for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
    try {
      sessionStorage.setItem(this.key, btoa(text));
    } catch {
      // The store is full or forbidden: the tree opens as it does at first.
    }
  }
}
