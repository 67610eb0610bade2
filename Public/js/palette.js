// The palette: one field that finds views, dumps, settings and commands.
import { caps } from "./keys.js";
import { icon } from "./icons.js";
import { commandSource, sources } from "./palette/sources.js";

/** @typedef {import("./commands.js").Entry} Entry */

/** How many entries of one source are listed. */
const MOST = 8, MOST_ALONE = 50;
/** Sources that take longer than this are said to be looking, in milliseconds. */
const PATIENCE = 300;

class Palette {
  /** @type {Entry[]} */ #entries = [];
  #at = 0;
  #asked = 0;

  constructor() {
    this.dialog = document.createElement("dialog");
    this.dialog.className = "palette";
    this.dialog.setAttribute("aria-label", "Find anything");
    this.input = document.createElement("input");
    this.list = document.createElement("div");
    this.status = document.createElement("p");
    this.#build();
    this.input.addEventListener("input", () => this.#find());
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("click", (event) => this.#choose(this.#place(event.target), event));
    this.list.addEventListener("pointermove", (event) => {
      const at = this.#place(event.target);
      if (at >= 0 && at !== this.#at) this.#mark(at);
    });
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.body.append(this.dialog);
  }

  #build() {
    const { input, list, status, dialog } = this;
    const field = document.createElement("div");
    field.className = "palette-field";
    for (const [name, value] of Object.entries({
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
      "aria-label": "Find views, dumps, settings and commands", placeholder: "Find views, dumps, settings, commands", autocomplete: "off", spellcheck: "false",
    })) input.setAttribute(name, value);
    field.append(icon("search"), input);
    list.id = "palette-list";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "What was found");
    list.tabIndex = -1;
    status.className = "palette-status";
    status.setAttribute("role", "status");
    const help = document.createElement("p");
    help.className = "palette-help";
    for (const [key, text] of [["Enter", "opens"], [">", "commands only"], ["Escape", "closes"]]) {
      help.append(cap(key), ` ${text} `);
    }
    dialog.append(field, list, status, help);
  }

  /** @param {string} [query] */
  open(query = "") {
    if (this.dialog.open) return this.#close();
    this.input.value = query;
    this.list.replaceChildren();
    this.dialog.showModal();
    this.#find();
  }

  #close() {
    this.dialog.close();
    // The browser takes the focus from a closed dialog only with its next picture; keys until then are the page's.
    this.input.blur();
  }

  async #find() {
    const asked = ++this.#asked;
    const text = this.input.value.trim();
    const onlyCommands = text.startsWith(">");
    const query = onlyCommands ? text.slice(1).trim() : text;
    const asking = (onlyCommands ? [commandSource] : sources()).map(async (source) => ({ source, entries: await source.find(query) }));
    const most = onlyCommands ? MOST_ALONE : MOST;
    const slow = setTimeout(() => asked === this.#asked && this.#say("Looking…"), PATIENCE);
    /** @type {(PromiseSettledResult<{ source: any, entries: Entry[] }> | null)[]} */ const done = asking.map(() => null);
    // What is known at once is shown at once; what comes from the server joins it.
    await Promise.all(asking.map(async (promise, at) => {
      [done[at]] = await Promise.allSettled([promise]);
      if (asked === this.#asked && done.some((other) => other === null)) queueMicrotask(() => asked === this.#asked && this.#show(done, query, most));
    }));
    clearTimeout(slow);
    if (asked !== this.#asked) return;
    this.#show(done, query, most);
    const failed = done.find((result) => result?.status === "rejected");
    if (failed) this.#say(String(/** @type {PromiseRejectedResult} */ (failed).reason?.message ?? "The server cannot be reached."));
    else this.#say(this.#entries.length ? "" : `Nothing is called “${query}”.`);
  }

  /** @param {string} text */
  #say(text) {
    this.status.textContent = text;
  }

  /**
   * @param {(PromiseSettledResult<{ source: { title: string }, entries: Entry[] }> | null)[]} results
   * @param {string} query
   * @param {number} most
   */
  #show(results, query, most) {
    const groups = results.flatMap((result) => (result?.status === "fulfilled" && result.value.entries.length ? [result.value] : []));
    // The group with the best entry comes first.
    if (query) groups.sort((one, other) => (other.entries[0].score ?? 0) - (one.entries[0].score ?? 0));
    this.#entries = [];
    this.list.replaceChildren(...groups.map(({ source, entries }, number) => {
      const group = document.createElement("div");
      const heading = document.createElement("p");
      heading.id = `palette-group-${number}`;
      heading.className = "menu-title";
      heading.textContent = source.title;
      group.setAttribute("role", "group");
      group.setAttribute("aria-labelledby", heading.id);
      group.append(heading, ...entries.slice(0, most).map((entry) => this.#option(entry)));
      return group;
    }));
    this.#mark(0);
    this.list.scrollTop = 0;
  }

  /** @param {Entry} entry */
  #option(entry) {
    const option = document.createElement(entry.href ? "a" : "div");
    if (entry.href) /** @type {HTMLAnchorElement} */ (option).href = entry.href;
    option.id = `palette-${this.#entries.push(entry) - 1}`;
    option.className = "palette-option";
    option.tabIndex = -1;
    option.setAttribute("role", "option");
    const title = document.createElement("span");
    title.className = "title";
    title.textContent = entry.title;
    option.append(icon(entry.icon ?? "command"), title);
    if (entry.note) {
      const note = document.createElement("span");
      note.className = "dim";
      note.textContent = entry.note;
      option.append(note);
    }
    if (entry.checked) option.append(icon("check", "icon on"));
    if (entry.keys) {
      const keys = document.createElement("span");
      keys.className = "keys";
      keys.append(...caps(entry.keys).map(cap));
      option.append(keys);
    }
    return option;
  }

  /** @param {EventTarget | null} target */
  #place(target) {
    const option = /** @type {Element} */ (target).closest("[role=option]");
    return option ? Number(option.id.slice("palette-".length)) : -1;
  }

  /** @param {number} at */
  #mark(at) {
    this.list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.#at = at;
    const option = document.getElementById(`palette-${at}`);
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    const { length } = this.#entries;
    const page = 8;
    const to = {
      ArrowDown: this.#at + 1, ArrowUp: this.#at - 1,
      PageDown: Math.min(length - 1, this.#at + page), PageUp: Math.max(0, this.#at - page),
    }[event.key];
    if (event.key === "Enter") this.#choose(this.#at, event);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") event.preventDefault(), this.#close();
    else if (to !== undefined && length) event.preventDefault(), this.#mark((to + length) % length);
  }

  /**
   * @param {number} at
   * @param {MouseEvent | KeyboardEvent} event
   */
  #choose(at, event) {
    const entry = this.#entries[at];
    if (!entry) return;
    const elsewhere = event.metaKey || event.ctrlKey;
    if (event.type === "click" && entry.href && elsewhere) return;
    event.preventDefault();
    this.#close();
    if (entry.run) entry.run();
    else if (entry.href && elsewhere) window.open(entry.href, "_blank");
    else if (entry.href) location.assign(entry.href);
  }
}

/** @param {string} text */
function cap(text) {
  const key = document.createElement("kbd");
  key.textContent = caps(text).join(" ");
  return key;
}

const palette = new Palette();

/** @param {string} [query] */
export const open = (query) => palette.open(query);
