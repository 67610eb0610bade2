// The locators that were tried on a dump, kept by the browser: offered again with what they found then and what they find now.
import { APIError, getJSON, isAborted } from "../../core/api.js";
import { count, h } from "../../core/dom.js";
import { locatorIn } from "../data/query.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {{ query: string, hits: number }} Tried a locator as it stood in the field, and how many views it found */

/** Where the browser keeps the locators. */
const TRIED = "vitrine.locators";
/** So many locators of a dump are kept, and so many dumps. */
const MOST = 20, MOST_DUMPS = 40;

/** @returns {{ dump: string, tried: Tried[] }[]} the dump of which one was tried last comes first */
function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(TRIED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry?.dump === "string" && Array.isArray(entry.tried)) : [];
  } catch {
    return [];
  }
}

/** The locators of one dump, the last one first. */
export class RecentLocators {
  list = h("div", { class: "recent-list", role: "group", "aria-label": "Locators tried on this dump", hidden: true });
  /** @type {Tried[]} */ #tried;
  /** @type {Map<string, number | null>} What each finds in the revision of the dump, null where it cannot be used any more. */ #now = new Map();
  #revision = -1;
  /** @type {AbortController | null} */ #asking = null;

  /**
   * @param {string} dump
   * @param {(query: string) => void} take
   */
  constructor(dump, take) {
    this.dump = dump;
    this.take = take;
    const tried = stored().find((entry) => entry.dump === dump)?.tried ?? [];
    this.#tried = tried.filter((entry) => typeof entry?.query === "string" && Number.isInteger(entry.hits)).slice(0, MOST);
    this.#draw();
  }

  /**
   * Keeps a locator that was tried.
   * @param {string} query
   * @param {number} hits
   */
  add(query, hits) {
    if (!locatorIn(query)?.text || (this.#tried[0]?.query === query && this.#tried[0].hits === hits)) return;
    this.#tried = [{ query, hits }, ...this.#tried.filter((entry) => entry.query !== query)].slice(0, MOST);
    this.#now.set(query, hits);
    try {
      const others = stored().filter((entry) => entry.dump !== this.dump);
      localStorage.setItem(TRIED, JSON.stringify([{ dump: this.dump, tried: this.#tried }, ...others].slice(0, MOST_DUMPS)));
    } catch {
      // Without storage they last as long as the page.
    }
    this.#draw();
  }

  /**
   * Shows those that go on with what is typed, and counts what is not counted yet.
   * @param {string} typed
   * @param {ViewModel | undefined} model
   */
  offer(typed, model) {
    const wanted = typed.toLowerCase();
    /** @type {HTMLElement | undefined} */ let first;
    for (const button of /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("button")])) {
      const query = button.dataset.query ?? "";
      button.hidden = query === typed || !query.toLowerCase().includes(wanted);
      button.tabIndex = -1;
      if (!button.hidden) first ??= button;
    }
    // The list scrolls, so that the tab key has to reach it too.
    if (first) first.tabIndex = 0;
    this.list.hidden = !first;
    if (model && !this.list.hidden) void this.#count(model);
  }

  /** @param {ViewModel} model */
  async #count(model) {
    if (this.#revision !== model.revision) {
      this.#asking?.abort();
      this.#asking = null;
      this.#now.clear();
      this.#revision = model.revision;
    }
    if (this.#asking) return;
    const { signal } = (this.#asking = new AbortController());
    for (const { query } of this.#tried) {
      const locator = locatorIn(query);
      if (!locator || this.#now.has(query)) continue;
      let hits = null;
      try {
        const wanted = new URLSearchParams({ [locator.parameter]: locator.text, fields: "id", limit: "1" });
        hits = (await getJSON(`${model.base}/views?${wanted}`, { signal })).total;
      } catch (error) {
        if (isAborted(error)) return;
        // What a newer version does not take any more; anything else is tried the next time.
        if (!(error instanceof APIError) || error.status !== 400) break;
      }
      if (signal.aborted) return;
      this.#now.set(query, hits);
      const words = this.list.querySelector(`[data-query="${CSS.escape(query)}"] .recent-hits`);
      if (words) this.#say(words, query);
    }
    this.#asking = null;
  }

  #draw() {
    this.list.replaceChildren(
      h("p", { class: "caption" }, "Tried on this dump"),
      ...this.#tried.map(({ query }) => {
        const words = h("span", { class: "recent-hits dim" });
        this.#say(words, query);
        return h("button", { type: "button", tabindex: -1, "data-query": query, title: query, onclick: () => this.take(query) }, h("code", null, query), words);
      }),
    );
  }

  /**
   * Says what a locator found then and finds now.
   * @param {Element} words
   * @param {string} query
   */
  #say(words, query) {
    const then = this.#tried.find((entry) => entry.query === query)?.hits ?? 0;
    const now = this.#now.get(query);
    const differs = now !== undefined && now !== then;
    words.textContent = now === undefined ? `${count(then, "view")}; now …` : differs ? `${count(then, "view")}; now ${now ?? "not usable"}`
      : `${count(then, "view")}, as before`;
    words.classList.toggle("differs", differs);
  }
}
