// The inspector's right side: what is known of the selected view, in tabs, and what can be done with it.
import { fragment, isAborted, showFailure } from "../../core/api.js";
import { commands } from "../../core/commands.js";
import { icon, onceAFrame } from "../../core/ui.js";
import { classTitle, kindOf, readableClass, shownClass, words } from "../data/describe.js";
import { count, h, put, puts } from "../../core/dom.js";
import { Details, Reasons } from "../data/kept.js";
import { judged } from "../data/layout.js";
import { HIDDEN, UNKNOWN_FRAME, VISIBLE } from "../data/model.js";
import { ActionsMenu, COPIES, copyView } from "./actions.js";
import { ANIMATE, chosenTab, draftsKey, FIRST, TABS, tabsFor, tabWords } from "./context.js";
import { keyPath } from "./copying.js";
import { SizeTab } from "./size.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {import("../data/edits.js").Edits} Edits */
/** @typedef {import("../data/marks.js").Marks} Marks */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Shown} Shown */
/** @typedef {import("./context.js").Tab} Tab */
/** @typedef {import("./context.js").Way} Way */

/**
 * The classes of the tabs; those that are not needed at once are fetched when they are.
 * @type {Record<string, () => Promise<new (context: Context) => Tab>>}
 */
const MAKERS = {
  element: async () => (await import("./attributes.js")).AttributesTab,
  size: async () => SizeTab,
  attributes: async () => (await import("./attributes.js")).AttributesTab,
  touch: async () => (await import("./touch.js")).TouchTab,
  content: async () => (await import("./content.js")).ContentTab,
  animate: async () => (await import("./animate.js")).AnimateTab,
  source: async () => (await import("./attributes.js")).SourceTab,
};
/** Milliseconds after the start until the other tabs are fetched too. */
const SOON = 1_500;

export class Panels {
  /** @type {Map<string, Tab>} */ #tabs = new Map();
  #shown = "";
  /** @type {import("./several.js").SeveralPanel | null} */ #several = null;
  /** @type {import("./notes.js").NoteBox | null} */ #notes = null;
  /** @type {import("./code.js").LocatorBox | null} */ #locators = null;
  locators = h("details", { class: "locators", open: FIRST === "element", ontoggle: () => this.#showLocators() },
    h("summary", null, icon("chevron-right"), "Locators for tests"), h("div", { class: "locator-body" }));
  picture = h("span", { class: "panel-icon" });
  className = h("span", { class: "class" });
  text = h("span", { class: "text" });
  path = h("span", { class: "code", "data-copy": "" });
  states = h("span");
  pinButton = h("button",
    { type: "button", class: "button plain square", "data-mark": "pin", "aria-label": "Pin above the tree", onclick: () => commands.run("mark.pin") },
    icon("pin"));
  noteButton = h("button", { type: "button", class: "button plain square", "data-mark": "note", onclick: () => this.writeNote() }, icon("note"));
  note = h("section", { class: "note-box", id: "note", "aria-label": "Note", hidden: true });
  findings = h("ul", { class: "findings", hidden: true });
  tabList = h("div",
    { class: "tabs", role: "tablist", "aria-label": "Parts of the view to show", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) });
  /** @type {HTMLElement[]} */ sections = [];
  /** @type {(index: number) => void} Offers what a view can be copied as. */ showCopies = () => {};
  /** @type {HTMLElement} */ view;

  /**
   * @param {HTMLElement} host
   * @param {ViewModel} model
   * @param {InspectorState} state
   * @param {Edits} edits
   * @param {Marks} marks
   * @param {import("../data/constants.js").ConstantPreview} preview
   */
  constructor(host, model, state, edits, marks, preview) {
    this.host = host;
    this.context = { model, state, edits, marks, preview, details: new Details(model, state, (error) => showFailure(error, () => this.update())),
      reasons: new Reasons(model, state, () => this.update()), refresh: () => this.update() };
    this.actions = new ActionsMenu(this.context);
    this.report = new DumpReport(host, model, state, marks);
    this.#build();
    state.addEventListener("change", (event) => {
      const { keys } = /** @type {CustomEvent} */ (event).detail;
      if (["selection", "others", "panel", "touchPoint", "tool", "pins", "notes"].some((key) => keys.has(key))) this.update();
    });
    for (const type of ["update", "reload", "layout", "checked"]) model.addEventListener(type, () => this.#later());
    edits.addEventListener("history", () => {
      if (edits.pending) this.context.details.restMended();
      this.#later();
    });
    this.context.details.addEventListener("details", () => this.update());
    this.update();
    setTimeout(() => Object.values(MAKERS).forEach((fetchTab) => fetchTab().catch(() => {})), SOON);
  }

  #build() {
    this.sections = [...TABS, ANIMATE].map((words) => {
      const [name] = words;
      const tab = h("button", {
        type: "button", role: "tab", class: "tab", id: `tab-${name}`, "aria-controls": `section-${name}`, "data-tab": name,
        onclick: () => this.choose(name),
      }, tabWords(words));
      this.tabList.append(tab);
      return h("section", { class: "tab-section", role: "tabpanel", id: `section-${name}`, "aria-labelledby": tab.id, "data-tab": name, hidden: true });
    });
    this.view = h("div", { class: "panel-view" }, this.tabList,
      h("header", { class: "panel-head" }, this.picture, h("h2", null, this.className, this.text),
        h("div", { class: "head-tools" }, this.pinButton, this.noteButton, this.actions.element), h("p", { class: "dim" }, this.path, this.states)),
      this.note, this.findings, ...this.sections, ...(FIRST === "element" ? [this.locators, this.#makeCopies()] : [this.#makeCopies(), this.locators]));
  }

  /** Shows by what tests find the selected view, once somebody wants to know. */
  async #showLocators() {
    const { model, state } = this.context;
    if (!this.locators.open) return;
    this.#locators ??= new (await import("./code.js")).LocatorBox(/** @type {HTMLElement} */ (this.locators.lastElementChild), this.context);
    if (model.indexOf(state.selection) >= 0) this.#locators.update(/** @type {number} */ (state.selection));
  }

  #makeCopies() {
    const { model, state } = this.context;
    const buttons = COPIES.map((how) =>
      h("button", { type: "button", class: "button", onclick: () => copyView(how, { model, state }, /** @type {number} */ (state.selection)) }, how.name));
    this.showCopies = (index) => COPIES.forEach(({ isThere }, at) => (buttons[at].hidden = !(isThere?.(model, index) ?? true)));
    return h("section", { class: "copy-as", "aria-labelledby": "copy-title" }, h("h3", { id: "copy-title" }, "Copy as"),
      h("div", { class: "copies" }, ...buttons));
  }

  /** The tab that is shown. */
  get chosen() {
    return chosenTab(this.context.state.panel);
  }

  /**
   * @param {string} name
   * @param {boolean} [focus]
   */
  choose(name, focus = false) {
    this.context.state.set({ panel: name === FIRST ? null : name }, { replace: true });
    if (focus) document.getElementById(`tab-${name}`)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const tabs = tabsFor(this.context.state.panel), at = tabs.findIndex(([name]) => name === this.chosen);
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(tabs[to][0], true);
  }

  /** Several changes in a row are shown once. */
  #later = onceAFrame(() => this.update());

  /** Shows the selected view as far as it is known, and asks for the rest. */
  update() {
    const { model, state, details } = this.context;
    if (state.others.length) {
      this.#showSeveral();
      return;
    }
    const index = model.indexOf(state.selection);
    const touching = index < 0 && this.chosen === "touch" && state.tool === "touch";
    if (index < 0 && !touching) {
      details.rest();
      this.#hideOther("");
      return this.report.show();
    }
    if (this.view.parentElement !== this.host) this.host.replaceChildren(this.view);
    put(this.view, "data-view", index < 0 ? null : model.id(index));
    const id = index < 0 ? -1 : model.id(index);
    const view = index < 0 ? null : details.of(id) ?? details.stale(id);
    this.view.classList.toggle("nothing-selected", index < 0);
    const findings = index < 0 ? [] : unlike([...(view?.diagnostics ?? []), ...details.report(id), ...model.checks(id)]);
    if (index >= 0) this.#head(index, findings), this.#showNote(id), this.showCopies(index), this.#showLocators();
    else this.note.hidden = true, this.className.textContent = "Nothing selected", this.text.textContent = "", this.findings.hidden = true;
    if (view && !model.isByMasks) model.tellConstraints(id, view.constraints ?? [], this.context.reasons.of(id, view));
    this.#showTab({ index, view, findings });
    if (index >= 0) details.ask(id);
  }

  /**
   * Shows how several views lie to each other.
   * @returns {Promise<void>}
   */
  async #showSeveral() {
    this.context.details.rest();
    this.#hideOther("");
    try {
      this.#several ??= new (await import("./several.js")).SeveralPanel(this.context);
    } catch {
      return showFailure(new Error("The panel for several views couldn’t be loaded."), () => this.update());
    }
    if (!this.context.state.others.length) return;
    if (this.#several.element.parentElement !== this.host) this.host.replaceChildren(this.#several.element);
    this.#several.update();
  }

  /** @param {Way} way */
  lineUp(way) {
    this.#several?.line(way);
  }

  /**
   * @param {number} index
   * @param {any[]} findings
   */
  #head(index, findings) {
    const { model, state } = this.context;
    const kind = `view-${kindOf(readableClass(model, index))}`;
    if (this.picture.dataset.kind !== kind) this.picture.replaceChildren(icon(kind));
    this.picture.dataset.kind = kind;
    const said = words(model, index);
    this.className.textContent = shownClass(model, index);
    put(this.className, "title", classTitle(model, index));
    this.text.textContent = said ? ` “${said}”` : "";
    const key = keyPath(model, index);
    this.path.textContent = key.length > 40 ? `…${key.slice(-39)}` : key;
    put(this.path, "data-copy", key);
    const id = model.id(index);
    const isPinned = state.pins.includes(id), hasNote = state.notes.has(id);
    puts(this.pinButton, { "aria-pressed": String(isPinned), title: `${isPinned ? "Unpin" : "Pin"} (P)` });
    puts(this.noteButton, { "aria-label": hasNote ? "Edit the note" : "Write a note", title: `${hasNote ? "Edit the note" : "Write a note"} (N)` });
    const states = statesOf(model, index);
    if (state.edited?.has(id)) states.push("edited");
    this.states.textContent = states.map((word) => ` · ${word}`).join("");
    this.findings.hidden = !findings.length;
    const mended = this.context.details.mended(id, this.context.edits.pending > 0).filter(({ fix }) => fix);
    const text = JSON.stringify([findings, mended]);
    if (this.findings.dataset.text === text) return;
    this.findings.dataset.text = text;
    this.findings.replaceChildren(...findings.slice(0, 20).map(({ severity, message, line, rule }) => h("li", { class: `finding ${severity}` }, icon(severity),
      h("div", null, h("span", { class: "sr" }, `${severity}: `), message, line ? h("p", { class: "code" }, `line ${line}`) : null,
        this.#fix(mended.find((finding) => finding.rule === rule && message.endsWith(finding.message))?.fix)))));
  }

  /**
   * What mends a finding, to be done at once.
   * @param {API.Fix | undefined} fix
   */
  #fix(fix) {
    if (!fix) return null;
    const mend = async () => {
      for (const edit of fix.edits) if (!await this.context.edits.perform(edit)) return;
    };
    return h("p", { class: "fix" }, h("button", { type: "button", class: "button", onclick: mend }, "Fix"), " ", h("span", { class: "dim" }, fix.summary));
  }

  /**
   * Shows the note of a view, and what somebody typed of one; what that takes is fetched when there is one.
   * @param {number} id
   */
  #showNote(id) {
    if (this.#notes) this.#notes.update(id);
    else if (this.context.state.notes.has(id) || sessionStorage.getItem(draftsKey(this.context.model)) !== null) this.#makeNotes();
  }

  async #makeNotes() {
    try {
      const { NoteBox } = await import("./notes.js");
      this.#notes ??= new NoteBox(this.note, this.context);
      this.update();
    } catch {
      showFailure(new Error("The note field couldn’t be loaded."), () => this.#makeNotes());
    }
  }

  /** Opens the field for the note of the selected view. */
  async writeNote() {
    if (!this.#notes) await this.#makeNotes();
    this.#notes?.edit();
  }

  /** @param {Shown} shown */
  #showTab(shown) {
    const { chosen } = this;
    this.#hideOther(chosen);
    for (const section of this.sections) section.hidden = section.dataset.tab !== chosen;
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (this.tabList.querySelectorAll("[role=tab]"))) {
      const on = tab.dataset.tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      if (tab.dataset.tab === ANIMATE[0]) tab.hidden = !on;
    }
    const tab = this.#tabs.get(chosen);
    if (!tab) {
      this.#make(chosen);
      return;
    }
    this.#shown = chosen;
    tab.update(shown);
  }

  /**
   * Makes a tab that is shown for the first time.
   * @param {string} name
   */
  async #make(name) {
    try {
      const Maker = await MAKERS[name]();
      if (this.#tabs.has(name)) return;
      const tab = new Maker(this.context);
      this.#tabs.set(name, tab);
      this.sections.find((section) => section.dataset.tab === name)?.append(tab.element);
      this.update();
    } catch {
      showFailure(new Error("This tab couldn’t be loaded."), () => this.#make(name));
    }
  }

  /** @param {string} name */
  #hideOther(name) {
    if (this.#shown && this.#shown !== name) this.#tabs.get(this.#shown)?.hide?.();
    this.#shown = "";
  }

}

/**
 * Findings, each message once.
 * @param {any[]} findings
 */
function unlike(findings) {
  return findings.filter((finding, at) => findings.findIndex(({ message }) => message === finding.message) === at);
}

/**
 * Why nothing of a view is seen, whether a layout moved it, how many views are in it.
 * @param {ViewModel} model
 * @param {number} index
 */
function statesOf(model, index) {
  const found = [];
  let hider = model.parent(index);
  while (hider >= 0 && !(model.flags(hider) & HIDDEN)) hider = model.parent(hider);
  if (model.flags(index) & HIDDEN) found.push("hidden");
  else if (hider >= 0) found.push("hidden by a superview");
  else if (model.flags(index) & UNKNOWN_FRAME) found.push("at an unknown place");
  else if (!model.windowFrame(index).every(Number.isFinite)) found.push("at an infinite position");
  else if (!model.visibleFrame(index)) found.push("clipped away or off screen");
  else if (!(model.flags(index) & VISIBLE)) found.push("transparent");
  if (model.moved(index)) found.push("moved");
  const doubt = model.doubt(index);
  if (doubt) found.push(doubt);
  const subviews = model.children(index).length;
  if (subviews) found.push(count(subviews, "subview"));
  return found;
}

// What is known of the dump as a whole, shown while no view is selected: the server's own words, asked for when they are
// wanted.

class DumpReport {
  /** @type {Element} */ #element;
  /** What the report that is there tells of. */
  #told = "";
  #asked = "";
  /** @type {AbortController | undefined} */ #pending;

  /**
   * @param {HTMLElement} host
   * @param {ViewModel} model
   * @param {InspectorState} state
   * @param {Marks} marks
   */
  constructor(host, model, state, marks) {
    this.host = host;
    this.model = model;
    this.state = state;
    this.marks = marks;
    const served = /** @type {HTMLElement | null} */ (host.querySelector(".dump-report"));
    this.served = Number(served?.dataset.marks ?? -1);
    this.#element = served ?? h("div", { class: "panel-empty dump-report", "aria-busy": "true" });
    if (served) this.#told = this.#question;
  }

  /** Another question has another answer: the report tells edits, findings and notes. */
  get #question() {
    const { revision } = this.marks;
    return `${this.model.revision} ${revision < 0 ? this.served : revision} ${judged(this.state, this.model)}`;
  }

  /** Puts the report into the panel. */
  show() {
    if (this.#element.parentElement !== this.host) this.host.replaceChildren(this.#element);
    if (this.#told !== this.#question) this.#ask();
  }

  async #ask() {
    const question = this.#question;
    if (this.#asked === question) return;
    this.#asked = question;
    this.#pending?.abort();
    const pending = (this.#pending = new AbortController());
    try {
      const page = await fragment(this.state.address({ selection: null }), "selection", pending.signal);
      const report = page.querySelector(".dump-report");
      if (!report || pending.signal.aborted) return;
      const isShown = this.#element.parentElement === this.host;
      // What was opened stays open.
      for (const door of report.querySelectorAll("details")) door.open = this.#element.querySelector(`details[open][class="${door.className}"]`) !== null;
      this.#element = document.adoptNode(report);
      this.#told = question;
      if (isShown) this.host.replaceChildren(this.#element);
    } catch (error) {
      this.#asked = "";
      if (!isAborted(error)) showFailure(error, () => this.show());
    }
  }
}
