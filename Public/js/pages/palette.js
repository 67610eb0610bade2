// The palette, one field that finds views, dumps, settings and commands.
import { getJSON, getPage, messageOf } from "../core/api.js";
import { caps, commands, near, score } from "../core/commands.js";
import { h, notice } from "../core/dom.js";
import { icon, retryButton, toast } from "../core/ui.js";

/** @typedef {import("../core/commands.js").Entry} Entry */
/** @typedef {import("../core/commands.js").Source} Source */

/** How many entries of one source are listed. */
const MOST = 8, MOST_ALONE = 50;
/** Sources that take longer than this are said to be looking, in milliseconds. */
const PATIENCE = 300;
const LOOKING = "Looking…";

class Palette {
  /** @type {Entry[]} */ #entries = [];
  #at = 0;
  #asked = 0;
  /**
   * The entry that somebody has gone to, until something else is asked: which of those that look like it.
   * @type {{ entry: Entry, nth: number } | null}
   */
  #walked = null;
  /** Whether it is asked again before the next task. */
  #stale = false;

  constructor() {
    this.input = h("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
      "aria-label": "Find views, dumps, settings and commands", placeholder: "Find views, dumps, settings, commands", autocomplete: "off", spellcheck: "false",
    });
    this.list = h("div", { id: "palette-list", role: "listbox", "aria-label": "Results", tabindex: -1 });
    this.status = h("p", { class: "palette-status", role: "status" });
    this.dialog = h("dialog", { class: "palette", "aria-label": "Find anything" },
      h("div", { class: "palette-field" }, icon("search"), this.input), this.list, this.status,
      h("p", { class: "palette-help" }, cap("Enter"), " opens ", cap(">"), " commands only ", cap("Escape"), " closes "));
    this.input.addEventListener("input", () => this.#ask());
    commands.addEventListener("change", () => this.#refresh());
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#close();
    });
    this.list.addEventListener("click", (event) => this.#choose(this.#place(event.target), event));
    this.list.addEventListener("pointermove", (event) => {
      const at = this.#place(event.target);
      if (at >= 0 && at !== this.#at) this.#mark(at);
    });
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.#close());
    document.body.append(this.dialog);
  }

  /** @param {string} [query] */
  open(query = "") {
    if (this.dialog.open) return this.#close();
    this.input.value = query;
    this.list.replaceChildren();
    this.dialog.showModal();
    this.#ask();
  }

  #close() {
    this.dialog.close();
    // The browser takes the focus from a closed dialog only with its next picture; keys until then are the page's.
    this.input.blur();
  }

  #ask() {
    this.#walked = null;
    this.#find();
  }

  /** Parts of a page that come while it is open have something to say too. */
  #refresh() {
    if (this.#stale || !this.dialog.open) return;
    this.#stale = true;
    queueMicrotask(() => {
      this.#stale = false;
      this.#find();
    });
  }

  async #find() {
    const asked = ++this.#asked;
    const text = this.input.value.trim();
    const onlyCommands = text.startsWith(">");
    const query = onlyCommands ? text.slice(1).trim() : text;
    const asking = (onlyCommands ? [commandSource] : sources()).map(async (source) => ({ source, entries: await source.find(query) }));
    const most = onlyCommands ? MOST_ALONE : MOST;
    const slow = setTimeout(() => asked === this.#asked && this.#say(LOOKING), PATIENCE);
    /** @type {(PromiseSettledResult<{ source: Source, entries: Entry[] }> | null)[]} */ const done = asking.map(() => null);
    // What is known at once is shown at once; what comes from the server joins it.
    await Promise.all(asking.map(async (promise, at) => {
      [done[at]] = await Promise.allSettled([promise]);
      if (asked === this.#asked && done.some((other) => other === null)) queueMicrotask(() => asked === this.#asked && this.#show(done, query, most));
    }));
    clearTimeout(slow);
    if (asked !== this.#asked) return;
    this.#show(done, query, most);
    const failed = done.find((result) => result?.status === "rejected");
    if (failed?.status === "rejected") this.#fail(failed.reason);
    else if (commands.isAwaited) this.#say(LOOKING);
    else this.#say(this.#entries.length ? "" : `No matches for “${query}”.`);
  }

  /** @param {string} text */
  #say(text) {
    this.status.textContent = text;
  }

  /** @param {unknown} error */
  #fail(error) {
    this.status.replaceChildren(messageOf(error), " ", retryButton(() => {
      this.input.focus();
      this.#find();
    }));
  }

  /**
   * @param {(PromiseSettledResult<{ source: Source, entries: Entry[] }> | null)[]} results
   * @param {string} query
   * @param {number} most
   */
  #show(results, query, most) {
    const groups = results.flatMap((result) => (result?.status === "fulfilled" && result.value.entries.length ? [result.value] : []));
    // The group with the best entry comes first.
    if (query) groups.sort((one, other) => (other.entries[0].score ?? 0) - (one.entries[0].score ?? 0));
    this.#entries = [];
    this.list.replaceChildren(...groups.map(({ source, entries }, number) => {
      const id = `palette-group-${number}`;
      return h("div", { role: "group", "aria-labelledby": id }, h("p", { id, class: "menu-title" }, source.title),
        ...entries.slice(0, most).map((entry) => this.#option(entry)));
    }));
    // Who has gone to an entry stays there when others join it.
    const chosen = this.#walked && this.#alike(this.#walked.entry)[this.#walked.nth];
    if (!chosen) this.list.scrollTop = 0;
    this.#mark(chosen ? this.#entries.indexOf(chosen) : 0);
  }

  /**
   * The entries that cannot be told from one, itself among them.
   * @param {Entry} entry
   */
  #alike({ title, note, href }) {
    return this.#entries.filter((other) => other.title === title && other.note === note && other.href === href);
  }

  /** @param {Entry} entry */
  #option(entry) {
    const id = `palette-${this.#entries.push(entry) - 1}`;
    return h(entry.href ? "a" : "div", { href: entry.href || null, id, class: "palette-option", tabindex: -1, role: "option" },
      icon(entry.icon ?? "command"), h("span", { class: "title" }, entry.title), entry.note ? h("span", { class: "dim" }, entry.note) : null,
      entry.checked ? icon("check", "icon on") : null, entry.keys ? h("span", { class: "keys" }, caps(entry.keys).map(cap)) : null);
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
    else if (to !== undefined && length) event.preventDefault(), this.#walk((to + length) % length);
  }

  /** @param {number} at */
  #walk(at) {
    const entry = this.#entries[at];
    this.#walked = { entry, nth: this.#alike(entry).indexOf(entry) };
    this.#mark(at);
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

const cap = (/** @type {string} */ text) => h("kbd", null, caps(text).join(" "));

/** @type {Palette | undefined} */ let palette;

/** @param {string} [query] */
export function openPalette(query) {
  palette ??= new Palette();
  palette.open(query);
}

// What the palette lists on every page

/**
 * Those that fit, best first.
 * @param {Entry[]} entries
 * @param {string} query
 * @returns {Entry[]}
 */
function fitting(entries, query) {
  if (!query) return entries;
  return entries
    .map((entry) => ({ ...entry,
      score: Math.max(entry.isPassage ? 0 : Math.max(score(entry.title, query, true), score(`${entry.title} ${entry.note ?? ""}`, query, true) * 0.8),
        inPassage(entry.text ?? "", query)) }))
    .filter((entry) => entry.score > 0)
    .sort((one, other) => other.score - one.score);
}

/**
 * A little where each word of the query begins, or nearly is, one of a passage: less than any title that fits, and never by letters
 * that a long text has somewhere.
 * @param {string} text
 * @param {string} query
 */
function inPassage(text, query) {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const fits = (/** @type {string} */ asked) => words.some((word) => word.startsWith(asked)) || near(text, asked) > 0;
  return text && query.toLowerCase().split(/\s+/).every(fits) ? 5 : 0;
}

/**
 * Every command, with its key. What cannot be done now, and what only keys do, is listed last and where it is looked for.
 * @type {Source}
 */
const commandSource = {
  title: "Commands",
  find(query) {
    const all = commands.all.filter(({ hidden, keys }) => !hidden || keys?.length).map((command) => {
      const isPossible = command.run !== undefined && command.when?.() !== false;
      const why = command.run ? command.why ?? "It can’t be done now" : "Only its keys do this";
      return {
        title: command.title, note: isPossible ? "" : why, icon: command.icon ?? "command", keys: command.keys?.[0],
        checked: isPossible && command.checked?.(), run: isPossible ? command.run : () => toast(why), isPossible,
      };
    });
    const possible = fitting(all.filter(({ isPossible }) => isPossible), query);
    if (!query) return possible;
    const impossible = fitting(all.filter(({ isPossible }) => !isPossible), query).map((entry) => ({ ...entry, score: (entry.score ?? 0) / 4 }));
    return [...possible, ...impossible];
  },
};

/**
 * Asks once, however often the palette opens.
 * @template T
 * @param {() => Promise<T>} ask
 */
function once(ask) {
  /** @type {Promise<T> | undefined} */ let answer;
  return () => (answer ??= ask().catch((error) => {
    answer = undefined;
    throw error;
  }));
}

/** The pages that are no dump and no app. @type {Entry[]} */
const PAGES = [
  { title: "Library", note: "dumps and apps", icon: "logo", href: "/" }, { title: "Compare two dumps", note: "", icon: "compare", href: "/diff" },
  { title: "Timeline", note: "views from dump to dump", icon: "history", href: "/timeline" },
  { title: "Explain a log", note: "constraints that conflict", icon: "warning", href: "/explain" },
  { title: "Usage", note: "what is stored", icon: "info", href: "/usage" }, { title: "Tokens", note: "access", icon: "key", href: "/tokens" },
];
/** The pages of a dump, below its address. @type {[string, string, string][]} */
const PAGES_OF_DUMP = [["Findings of this dump", "warning", "lint"], ["This dump on other devices", "phone", "devices"],
  ["Report of this dump", "file", "report"], ["Related files of this dump", "link", "companions"]];

/** @param {string} query */
function pagesFor(query) {
  const dump = /^\/dumps\/[^/]+/.exec(location.pathname)?.[0];
  const own = dump ? PAGES_OF_DUMP.map(([title, picture, path]) => ({ title, note: "", icon: picture, href: `${dump}/${path}` })) : [];
  return query ? fitting([...own, ...PAGES], query) : [];
}

/** What a heading of the help has below it, in pieces as long as a line. */
const PASSAGES = "p, li, tr, dl > div";
/** Longer passages are cut where they are listed; all of their words are searched. */
const LONGEST = 90;

/** The guides and their sections. @returns {Promise<Entry[]>} */
async function guides() {
  const { page } = await getPage("/docs");
  return [...page.querySelectorAll("main [data-guide]")].flatMap((guide) => [...guide.querySelectorAll("a")].map((link) => ({
    title: link.textContent ?? "", note: link.closest("h2") ? "Guide" : `Guide · ${guide.getAttribute("data-guide")}`,
    icon: "help", href: link.getAttribute("href") ?? "",
  })));
}

/** The sections of the help, and what stands in them. */
const help = once(async () => {
  const { page } = await getPage("/help");
  /** @type {Entry[]} */ const entries = [];
  let section = "", href = "/help";
  for (const each of page.querySelectorAll(`main :is(h2, h3, ${PASSAGES})`)) {
    const text = each.textContent?.replace(/\s+/g, " ").trim() ?? "";
    if (!text || each.matches("thead *")) continue;
    if (each.matches("h2, h3")) {
      section = text;
      const id = each.id || each.closest("section")?.querySelector("[id]")?.id;
      if (id) href = `/help#${id}`;
      entries.push({ title: text, note: "Help", icon: "help", href });
    } else if (!each.parentElement?.closest(PASSAGES)) {
      const title = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
      entries.push({ title, note: `Help · ${section}`, text, isPassage: true, icon: "help", href });
    }
  }
  // A server may have come without the guides.
  return page.querySelector("a[href='/docs']") ? [...entries, ...await guides()] : entries;
});

/** What a check of a dump looks for, with why and what to do. */
const rules = once(async () => {
  /** @type {{ rules: { id: string, title: string, explanation: string, cure: string }[] }} */
  const { rules } = await getJSON("/api/v1/lint/rules");
  return rules.map(({ id, title, explanation, cure }) => ({
    title, note: id, text: `${explanation} ${cure}`, icon: "warning", run: () => notice(`${title} (${id}). ${explanation} ${cure}`),
  }));
});

const dumps = once(async () => {
  /** @type {Entry[]} */ const entries = [];
  for (const dump of (await getJSON("/api/v1/dumps?limit=1000")).dumps) {
    const here = location.pathname === `/dumps/${encodeURIComponent(dump.id)}`;
    if (!here) {
      entries.push({ title: dump.name, note: `${dump.viewCount.toLocaleString("en")} views`, icon: "canvas", href: `/dumps/${encodeURIComponent(dump.id)}` });
    }
  }
  return entries;
});

/** @type {() => Promise<{ id: string, name: string, version?: string | null, panes: number }[]>} */
const apps = once(async () => (await getJSON("/api/v1/apps")).apps);

/**
 * What tells an app from others of its name: its version, else its id.
 * @param {{ id: string, name: string, version?: string | null }} app
 * @param {{ name: string, version?: string | null }[]} all
 */
function distinction(app, all) {
  const twins = all.filter(({ name }) => name === app.name);
  if (twins.length < 2) return "";
  return app.version && new Set(twins.map(({ version }) => version)).size === twins.length ? app.version : app.id;
}

const panes = once(async () => {
  const all = await apps();
  // All at once: one after the other they would take as many round trips as there are apps.
  return (await Promise.all(all.map((app) => entriesOf(app, distinction(app, all))))).flat();
});

/**
 * An app, its findings and its panes. An app whose settings cannot be read is still listed itself.
 * @param {Awaited<ReturnType<typeof apps>>[number]} app what the server lists of it @param {string} which tells it from others of its name
 */
async function entriesOf(app, which) {
  const base = `/apps/${encodeURIComponent(app.id)}`;
  /** @type {Entry[]} */ const entries = [{ title: app.name, note: which || (app.version ?? ""), icon: "app", href: base }];
  if (!app.panes) return entries;
  entries.push({ title: `Findings of ${app.name}`, note: which, icon: "warning", href: `${base}/lint` });
  const deep = await getJSON(`/api/v1${base}/settings?deep=true`, { refusals: true });
  for (const [name, pane] of Object.entries(deep.panes ?? {})) {
    const isRoot = name === "Root", title = isRoot ? `${app.name} settings` : pane.title || name;
    const href = isRoot ? `${base}/settings` : `${base}/settings/${name.split("/").map(encodeURIComponent).join("/")}`;
    entries.push({ title, note: isRoot ? which : `${app.name} settings${which && ` · ${which}`}`, icon: "gear", href });
    for (const { rows } of pane.groups ?? []) {
      for (const row of rows) {
        if (row.key && row.title) entries.push({ title: row.title, note: [title, which, row.key].filter(Boolean).join(" · "), icon: "gear", href });
      }
    }
  }
  return entries;
}

const domains = once(async () => {
  /** @type {Entry[]} */ const entries = [{ title: "Defaults", note: "all domains", icon: "defaults", href: "/defaults" }];
  for (const { name, keys } of (await getJSON("/api/v1/defaults")).domains) {
    const href = `/defaults/${encodeURIComponent(name)}`;
    if (location.pathname !== href) entries.push({ title: name, note: keys === 1 ? "1 key" : `${keys} keys`, icon: "defaults", href });
  }
  return entries;
});

/**
 * The sources of this page, the first one first.
 * @returns {Source[]}
 */
function sources() {
  return [
    ...commands.sources,
    commandSource,
    { title: "Dumps", find: async (query) => fitting(await dumps(), query) },
    { title: "Defaults", find: async (query) => (query ? fitting(await domains(), query) : []) },
    { title: "Apps and settings", find: async (query) => (query ? fitting(await panes(), query) : []) },
    { title: "Pages", find: pagesFor },
    { title: "Help", find: async (query) => (query ? fitting(await help(), query) : []) },
    { title: "Rules of checks", find: async (query) => (query ? fitting(await rules(), query) : []) },
  ];
}
