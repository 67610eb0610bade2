// Domains of defaults: the editor changes in place what its forms ask for, over one line of requests; history undoes
// without a new page.
import { APIError, fragment, getPage, messageOf, showFailure, swap } from "../core/api.js";
import { commands } from "../core/commands.js";
import { hasTyped, update } from "./defaults/entries.js";
import { followDomain, undoRevision } from "../core/live.js";
import { copy, toast } from "../core/ui.js";

/** Milliseconds without a key press before a filter is asked for. */
const PAUSE = 120;

/**
 * Takes the editor of an entry away.
 * @param {Element} entry
 */
function fold(entry) {
  entry.classList.remove("open");
  entry.querySelector(".editor-row")?.remove();
  entry.querySelector("[data-open]")?.setAttribute("aria-expanded", "false");
}

class DomainEditor {
  #timer = 0;
  /** @type {AbortController | undefined} */ #search;
  /** Requests go one after the other. @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** @type {number | undefined} */ #lastRevision;

  /** @param {HTMLElement} body `#domain-body` */
  constructor(body) {
    this.body = body;
    this.domain = body.dataset.domain ?? "";
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("submit", (event) => this.#submit(event));
    document.addEventListener("change", (event) => this.#change(event));
    document.addEventListener("input", (event) => this.#input(event));
    document.addEventListener("keydown", (event) => this.#keydown(event));
    document.addEventListener("stale", (event) => this.#reopen(/** @type {Element} */ (event.target)));
    addEventListener("popstate", () => this.#show(location.href, { push: false }));
    addEventListener("beforeunload", (event) => hasTyped() && event.preventDefault());
    addEventListener("hashchange", () => this.#followHash());
    this.#followHash();
    this.#followOthers();
  }

  get canUndo() {
    return this.#lastRevision !== undefined && !hasTyped();
  }

  undo() {
    const revision = this.#lastRevision;
    if (revision === undefined) return;
    this.#lastRevision = undefined;
    this.#inTurn(() => undoRevision(this.domain, revision)).then(() => {
      toast("Undone");
      this.#refreshInTurn();
    }, (error) => {
      this.#lastRevision ??= revision;
      showFailure(error, () => this.undo());
    });
  }

  /**
   * Does something when all that was sent before is done.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #inTurn(work) {
    const done = this.#queue.then(work);
    // Whoever asked for it is told what failed.
    this.#queue = done.then(() => {}, () => {});
    return done;
  }

  /**
   * A link to a key that is not on this page leads to the one it is on.
   */
  #followHash() {
    const name = location.hash.slice(1);
    if (!name.startsWith("key-") || document.getElementById(name)) return;
    const key = decodeURIComponent(name.slice(4));
    const url = new URL(location.pathname, location.href);
    url.searchParams.set("key", key);
    this.#show(url.href, { push: false }).then(() => document.getElementById(name)?.scrollIntoView({ block: "center" }));
  }

  #followOthers() {
    const refresh = async () => this.#flash(await this.#refresh());
    followDomain(this.domain, { shown: () => this.body.dataset, refresh, inTurn: (work) => this.#inTurn(work) });
  }

  /**
   * A page of the domain, also one that says why a form was refused.
   * @param {string | URL} url
   * @param {import("../core/api.js").Options & { fragment?: string }} [options]
   */
  async #fetch(url, options = {}) {
    const { response, page } = await getPage(url, { fragment: "domain", refusals: true, ...options });
    return { response, page, body: page.getElementById("domain-body") };
  }

  /** Brings the list up to date, as it is shown now. */
  async #refresh() {
    const { response, body } = await this.#fetch(location.href);
    if (!response.ok || !body) throw new Error(`The server responded with status ${response.status}.`);
    return update(this.body, body, { keepsEditor: true });
  }

  /** @returns {Promise<unknown>} */
  #refreshInTurn() {
    return this.#inTurn(() => this.#refresh()).catch((error) => showFailure(error, () => this.#refreshInTurn()));
  }

  /**
   * Shows another part or view of the list.
   * @param {string} url
   * @param {{ push?: boolean, replace?: boolean, sent?: Element | null, signal?: AbortSignal }} [options] sent: a form that is
   *   done with
   */
  async #show(url, options = {}) {
    const { push = true, replace = false, sent, signal } = options;
    const address = new URL(url, location.href);
    try {
      const { response, body } = await this.#fetch(`${address.pathname}${address.search}`, { signal });
      if (!response.ok || !body) return location.assign(address);
      if (replace) history.replaceState(null, "", address);
      else if (push) history.pushState(null, "", address);
      update(this.body, body, { keepsEditor: false, sent });
    } catch (error) {
      showFailure(error, () => this.#show(url, { push, replace, sent }));
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    const target = /** @type {Element} */ (event.target);
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-open], a[data-list], a[data-editor], a[data-close]"));
    if (target.closest("[data-copy-value]")) return this.#copyValue(target);
    if (!link || !this.body.contains(link)) {
      const row = target.closest(".entry-row");
      const opener = /** @type {HTMLAnchorElement | null | undefined} */ (row?.querySelector("[data-open]"));
      if (opener && !target.closest("a, button, input") && !getSelection()?.toString()) opener.click();
      return;
    }
    event.preventDefault();
    const entry = link.closest(".entry");
    if (link.matches("[data-open]") && entry) return void this.#toggle(entry, link);
    if (link.matches("[data-close]")) return void (entry ? this.#close(entry)
      : this.#show(link.href, { replace: true, sent: this.body.querySelector("#adding") }).then(() => document.getElementById("add-key")?.focus()));
    if (link.matches("[data-editor]") && entry) return void this.#openEditor(entry, link.href);
    this.#show(link.href).then(() => {
      const field = /** @type {HTMLElement | null} */ (document.querySelector("#adding [name=key]"));
      if (link.id === "add-key") field?.focus();
    });
  }

  /**
   * @param {Element} entry
   * @param {HTMLAnchorElement} link
   */
  #toggle(entry, link) {
    if (entry.classList.contains("open")) return this.#close(entry);
    const other = document.querySelector(".entry.open");
    if (other && !hasTyped()) this.#close(other, false);
    const url = new URL(link.href);
    url.searchParams.set("key", entry.getAttribute("data-key") ?? "");
    return this.#openEditor(entry, url.href);
  }

  /** @param {Element} entry whose editor shows an old value */
  #reopen(entry) {
    const url = new URL(location.href);
    url.searchParams.set("key", entry.getAttribute("data-key") ?? "");
    this.#openEditor(entry, url.href, { isQuiet: true });
  }

  /**
   * @param {Element} entry
   * @param {string} url
   * @param {{ body?: BodyInit, isQuiet?: boolean }} [options]
   * @returns {Promise<void>}
   */
  async #openEditor(entry, url, options = {}) {
    const { body, isQuiet = false } = options;
    const address = new URL(url);
    /** @type {Element | null} */ let next;
    try {
      const { response, page } = await this.#fetch(`${address.pathname}${address.search}`, { fragment: "editor", ...(body ? { method: "POST", body } : {}) });
      next = response.ok ? page.querySelector("tbody.entry") : null;
    } catch (error) {
      return showFailure(error, () => this.#openEditor(entry, url, options));
    }
    if (!next) return toast("The key is gone.", { isFailure: true });
    entry.replaceWith(document.adoptNode(next));
    if (isQuiet) return;
    history.replaceState(null, "", `${body ? location.href.split("#")[0] : `${address.pathname}${address.search}`}#${next.id}`);
    const field = /** @type {HTMLInputElement | null} */ (next.querySelector("[id^=edit-value]:not(fieldset), [id^=edit-value] input:checked"));
    field?.focus();
    if (field?.type === "text") field.select();
    next.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Element} entry
   * @param {boolean} [focuses]
   */
  #close(entry, focuses = true) {
    fold(entry);
    history.replaceState(null, "", this.body.dataset.here);
    if (focuses) /** @type {HTMLAnchorElement | null} */ (entry.querySelector("[data-open]"))?.focus();
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!this.body.contains(form)) return;
    if (form.matches("[data-filter]")) {
      event.preventDefault();
      return this.#filter(form);
    }
    if (!form.matches("[data-edit]")) return;
    event.preventDefault();
    const fields = new FormData(form);
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.name) fields.set(button.name, button.value);
    if (!fields.has("action")) fields.set("action", fields.has("new") ? "add" : "set");
    this.#store(form, new URLSearchParams(/** @type {any} */ (fields)));
  }

  /**
   * @param {HTMLFormElement} form
   * @param {URLSearchParams} fields
   */
  #store(form, fields) {
    this.#inTurn(() => this.#send(form, fields)).catch((error) => showFailure(new Error(`Not stored: ${messageOf(error)}`), () => this.#store(form, fields)));
  }

  /**
   * @param {HTMLFormElement} form
   * @param {URLSearchParams} fields
   */
  async #send(form, fields) {
    const here = this.body.dataset.here ?? location.href;
    const isQuick = form.matches("[data-quick]");
    const { response, body } = await this.#fetch(here, { method: "POST", body: fields });
    if (!body) throw new Error(`The server responded with status ${response.status}.`);
    if (!isQuick || !response.ok) {
      update(this.body, body, { keepsEditor: false, sent: form.closest(".entry, #adding") });
    } else {
      const { id = "" } = form.closest(".entry") ?? {};
      // What was sent comes back with its editor; a switch in the row opens none.
      const sent = [...body.querySelectorAll(".entry.open")].find((each) => each.id === id);
      if (sent && !document.getElementById(id)?.classList.contains("open")) fold(sent);
      update(this.body, body, { keepsEditor: true });
      const entry = document.getElementById(id);
      /** @type {HTMLElement | null | undefined} */ (entry?.querySelector("[data-quick] button"))?.focus();
    }
    if (!response.ok) {
      markErrors(this.body);
      const wrong = /** @type {HTMLElement | null} */ (this.body.querySelector("[aria-invalid], .editor-error .button"));
      if (wrong && document.activeElement !== wrong && !this.body.querySelector("[data-line]")) wrong.focus();
      return;
    }
    const revision = Number(body.dataset.done ?? NaN);
    const said = this.body.dataset.said ?? "Stored";
    const key = fields.get("name") && fields.get("action") === "rename" ? fields.get("name") : fields.get("key");
    // Who edits items goes on with the next: the editor stays open.
    const added = [...fields].find(([name, text]) => name.startsWith("new:") && text)?.[0];
    const item = form.matches(".nested") && (added ?? fields.get("action")?.replace(/^insert:/, "new:"));
    if (item) /** @type {HTMLElement | null} */ (this.body.querySelector(`.nested [name="${CSS.escape(item)}"], .nested button`))?.focus();
    else if (!isQuick) this.#settle(key ?? "");
    if (Number.isNaN(revision)) return toast(said);
    this.#lastRevision = revision;
    toast(said, { label: "Undo", run: () => this.undo() });
  }

  /**
   * After a change: the editor closes, its row has the focus.
   * @param {string} key
   */
  #settle(key) {
    const entry = [...this.body.querySelectorAll(".entry")].find((each) => each.getAttribute("data-key") === key);
    if (entry?.classList.contains("open")) this.#close(entry);
    else {
      history.replaceState(null, "", this.body.dataset.here);
      /** @type {HTMLElement | null} */ (entry?.querySelector("[data-open]") ?? document.getElementById("add-key"))?.focus();
    }
    if (entry) this.#flash([key]);
  }

  /** @param {string[]} keys */
  #flash(keys) {
    if (keys.length > 20) return;
    for (const entry of this.body.querySelectorAll(".entry")) {
      if (!keys.includes(entry.getAttribute("data-key") ?? "")) continue;
      entry.classList.add("flash");
      setTimeout(() => entry.classList.remove("flash"), 1300);
    }
  }

  /** @param {Event} event */
  #change(event) {
    const field = /** @type {HTMLSelectElement & HTMLInputElement} */ (event.target);
    if (field.name === "modified" && field.form?.matches("[data-filter]")) return this.#filter(field.form);
    if (!field.matches("[data-retype]")) return;
    const form = /** @type {HTMLFormElement} */ (field.form);
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    fields.set("action", "retype");
    const entry = form.closest(".entry");
    if (entry) return void this.#openEditor(entry, new URL(this.body.dataset.here ?? "", location.href).href, { body: fields });
    this.#retype(fields);
  }

  /** @param {URLSearchParams} fields of a key that is being added, as another type */
  async #retype(fields) {
    try {
      const { body } = await this.#fetch(this.body.dataset.here ?? "", { method: "POST", body: fields });
      if (body) update(this.body, body, { keepsEditor: false, sent: this.body.querySelector("#adding") });
      document.getElementById("edit-type")?.focus();
    } catch (error) {
      showFailure(error, () => this.#retype(fields));
    }
  }

  /** @param {Event} event */
  #input(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.id !== "filter" || !field.form) return;
    const form = field.form;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#filter(form), PAUSE);
  }

  /** @param {HTMLFormElement} form */
  #filter(form) {
    clearTimeout(this.#timer);
    this.#search?.abort();
    this.#search = new AbortController();
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    for (const [name, value] of [...fields]) if (!value || (name === "view" && value === "stored")) fields.delete(name);
    this.#show(`${this.body.dataset.action}${`${fields}` ? `?${fields}` : ""}`, { replace: true, signal: this.#search.signal });
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const form = /** @type {HTMLFormElement | null} */ (target.closest?.(".editor"));
    if (form && event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      return /** @type {HTMLElement | null} */ (form.querySelector("[data-close]"))?.click();
    }
    if (form && event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      return /** @type {HTMLElement | null} */ (form.querySelector(".button.primary"))?.click();
    }
    if (target.matches?.("[data-open]") && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const links = /** @type {HTMLElement[]} */ ([...this.body.querySelectorAll("[data-open]")]);
      const next = links[links.indexOf(target) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) event.preventDefault();
      next?.focus();
    }
  }

  /** @param {Element} target */
  #copyValue(target) {
    const form = /** @type {HTMLFormElement | null} */ (target.closest("form"));
    const value = form && new FormData(form).get("value");
    copy(String(value ?? ""));
  }
}

// Shows where a text goes wrong: the line itself under the message, and the caret at the place

/**
 * @param {ParentNode} root
 */
function markErrors(root) {
  for (const area of /** @type {NodeListOf<HTMLTextAreaElement>} */ (root.querySelectorAll("textarea[data-line]"))) {
    const line = Number(area.dataset.line), column = Number(area.dataset.column ?? 1);
    const lines = area.value.split("\n");
    const text = lines[line - 1];
    if (text === undefined) continue;
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    // The column counts bytes; the caret counts UTF-16 units.
    const units = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, column - 1)).length;
    area.focus();
    area.setSelectionRange(start + units, Math.min(start + units + 1, area.value.length));
    const box = area.form?.querySelector(".editor-error");
    if (!box || box.querySelector(".spot")) continue;
    const from = Math.max(0, units - 40);
    const spot = document.createElement("pre");
    spot.className = "spot code";
    spot.textContent = `${text.slice(from, units + 40)}\n${" ".repeat(units - from)}^`;
    box.append(spot);
  }
}

// History: undoes in place, and follows what others change

/** @param {HTMLElement} body `#history-body` */
function followHistory(body) {
  const domain = body.dataset.domain ?? "";
  const shown = () => document.getElementById("history-body")?.dataset ?? body.dataset;
  const refresh = async () => {
    const focused = document.activeElement?.closest(".revision")?.id;
    swap(await fragment(location.href, "history"), "history-body");
    if (focused) /** @type {HTMLElement | null} */ (document.getElementById(focused)?.querySelector("button"))?.focus();
  };
  /** @returns {Promise<void>} */
  const refreshOrTell = () => refresh().catch((error) => showFailure(error, refreshOrTell));
  /**
   * @param {number} revision
   * @returns {Promise<void>}
   */
  const undo = async (revision) => {
    try {
      await undoRevision(domain, revision);
    } catch (error) {
      return showFailure(error, error instanceof APIError && !error.isUnanswered ? undefined : () => undo(revision));
    }
    toast(`Revision ${revision} undone`);
    refreshOrTell();
  };
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-undo]")) return;
    event.preventDefault();
    undo(Number(new FormData(form).get("revision")));
  });
  followDomain(domain, { shown: () => ({ revision: shown().revision }), refresh });
}

// The page

const body = document.getElementById("domain-body");
const past = document.getElementById("history-body");

const search = () => /** @type {HTMLInputElement | null} */ (document.querySelector("input[type=search]"));
commands.register({ id: "defaults.search", group: "Defaults", title: "Filter keys and values", keys: ["/"], icon: "search", when: () => Boolean(search()),
  run: () => search()?.select() });

if (body) {
  const editor = new DomainEditor(body);
  commands.register(
    { id: "defaults.add", group: "Defaults", title: "Add a key", keys: ["N"], icon: "plus", run: () => document.getElementById("add-key")?.click() },
    { id: "defaults.history", group: "Defaults", title: "Show the history of the domain", keys: ["H"], icon: "history",
      run: () => location.assign(body.dataset.history ?? "") },
    { id: "defaults.undo", group: "Defaults", title: "Undo the last change made in this window", keys: ["Mod+Z"], icon: "undo", when: () => editor.canUndo,
      run: () => editor.undo() },
  );
}
if (past) followHistory(past);
markErrors(document);
