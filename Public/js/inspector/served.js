// The server's page while the views are loading: its rows select at once, its panel is fetched anew for each view.
import { failureNote, fragment, showFailure, swap } from "../api.js";
import { h } from "./dom.js";
import { FIRST, TABS, tabWords } from "./panels/panels.js";

/** @typedef {import("./state.js").InspectorState} InspectorState */

export class ServedTree {
  #ended = new AbortController();
  #timer = 0;

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

  /** Loading that takes its time is shown. */
  #tell() {
    const box = document.getElementById("tree-progress");
    if (!box) return;
    box.hidden = false;
    /** @type {HTMLElement} */ (box.querySelector("span")).textContent = "Loading views…";
  }

  /**
   * Says where the progress stood why there is none.
   * @param {unknown} error
   * @param {() => void} again
   */
  fail(error, again) {
    clearTimeout(this.#timer);
    const box = document.getElementById("tree-progress");
    if (!box) return showFailure(error, again);
    const parts = [...box.children];
    box.hidden = false;
    box.replaceChildren(failureNote(error, () => {
      box.replaceChildren(...parts);
      this.#tell();
      again();
    }));
  }

  end() {
    clearTimeout(this.#timer);
    this.#ended.abort();
    document.getElementById("tree-progress")?.remove();
  }
}

// The server's panel for what is selected before the views are there.

/**
 * @param {import("./state.js").InspectorState} state
 * @param {Promise<unknown>} loading
 * @param {() => void} adopt told of each panel that came
 */
export function servePanel(state, loading, adopt) {
  const ended = new AbortController();
  /** @type {AbortController | undefined} */ let asked;
  const refresh = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const page = await fragment(state.address(), "selection", /** @type {any} */ (AbortSignal).any([asked.signal, ended.signal]));
      swap(page, "panel", "superviews");
      adopt();
    } catch (error) {
      showFailure(error, refresh);
    }
  };
  state.addEventListener("change", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.keys.has("selection")) refresh();
  }, { signal: ended.signal });
  // As long as they cannot be loaded, the server goes on telling.
  loading.then(() => ended.abort());
}

// The server's panel until the views are there: its sections as tabs, so that nothing jumps when the script takes over.

/** @param {import("./state.js").InspectorState} state */
export function adoptPanel(state) {
  const view = document.querySelector("#panel .panel-view");
  const sections = /** @type {HTMLElement[]} */ ([...view?.querySelectorAll("section[data-tab]") ?? []]);
  if (!view || !sections.length) return;
  const chosen = TABS.some(([name]) => name === state.panel) ? state.panel : FIRST;
  for (const section of sections) section.hidden = section.dataset.tab !== chosen;
  view.prepend(h("div", { class: "tabs", "aria-hidden": "true" }, ...TABS.map((words) => h("span", { role: "tab", class: "tab", "aria-selected": String(words[0] === chosen) }, tabWords(words)))));
}
