// What can be done with the selected view in the tree: its place among its siblings, copies, removal. One list for the
// menu in the panel, the palette and the keys. Below the panel, the bar of edits.
import { getJSON, showFailure } from "../../core/api.js";
import { caps, commands, endsWithEscape } from "../../core/commands.js";
import { copy, icon, save, toast } from "../../core/ui.js";
import { title } from "../data/describe.js";
import { count, h, refuse, sentence } from "../../core/dom.js";
import { download, swiftRect } from "./copying.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {import("../data/edits.js").Edits} Edits */
/** @typedef {import("../data/edits.js").Entry} Entry */

const GROUP = "Edit";
const ROOT = "It is in no other view";
/** The commands of the menu in order; null is a line between groups. */
const MENU = ["edit.front", "edit.forward", "edit.backward", "edit.back", null, "edit.out", "edit.into", null, "edit.insert", "edit.duplicate", "edit.remove",
  null, "edit.reset-view", "panel.animate"];

export class ActionsMenu {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.#register();
    this.body = h("div", { class: "menu-body" });
    this.element = h("details", { class: "menu menu-end actions js-only", "data-menu": "", ontoggle: () => this.element.open && this.#fill() },
      h("summary", { class: "button plain square", "aria-label": "Edit the view", title: "Edit the view" }, icon("more")), this.body);
    context.edits.addEventListener("history", () => (this.element.hidden = !context.edits.available));
    this.element.hidden = !context.edits.available;
  }

  #fill() {
    const known = new Map(commands.all.map((command) => [command.id, command]));
    this.body.replaceChildren(...MENU.map((id) => {
      const command = id === null ? undefined : known.get(id);
      if (!command) return h("hr");
      return h("button",
        { type: "button", class: `menu-item${id === "edit.remove" ? " danger" : ""}`, onclick: () => command.run?.(),
          ...(command.when?.() === false ? { "aria-disabled": "true", title: command.why } : {}) },
        icon(command.icon ?? "panel"), command.title, command.keys?.[0] ? h("span", { class: "dim keys" }, caps(command.keys[0]).join(" ")) : null);
    }));
  }

  /** The index of the selected view, when edits are possible; -1 otherwise. */
  get #index() {
    const { model, state, edits } = this.context;
    return edits.available ? model.indexOf(state.selection) : -1;
  }

  /** The selected view's superview, its siblings and its place among them; null for roots. */
  get #place() {
    const { model } = this.context;
    const i = this.#index;
    const parent = i < 0 ? -1 : model.parent(i);
    if (parent < 0) return null;
    const siblings = model.children(parent);
    return { i, parent, siblings, at: siblings.indexOf(i) };
  }

  /** @param {{ op: string, [member: string]: any }} edit */
  async #perform(edit) {
    return this.context.edits.perform(edit);
  }

  /**
   * Moves the selected view among its siblings.
   * @param {number} step towards the front
   */
  #step(step) {
    const place = this.#place;
    if (!place) return;
    const { model } = this.context;
    this.#perform({ op: "move", view: model.id(place.i), superview: model.id(place.parent), index: place.at + step });
  }

  #register() {
    const { model, state, edits } = this.context;
    const name = () => title(model, this.#index);
    const canStep = (/** @type {number} */ step) => {
      const place = this.#place;
      return place !== null && place.at + step >= 0 && place.at + step < place.siblings.length;
    };
    const simple = (/** @type {string} */ op) => this.#perform({ op, view: state.selection });
    commands.register(
      { id: "edit.undo", group: GROUP, title: "Undo", keys: ["Mod+Z"], icon: "undo", when: () => edits.canUndo, run: () => edits.undo() },
      { id: "edit.redo", group: GROUP, title: "Redo", keys: ["Mod+Shift+Z", "Mod+Y"], icon: "redo", when: () => edits.canRedo, run: () => edits.redo() },
      { id: "edit.reset", group: GROUP, title: "Undo all edits of the dump", icon: "reset", when: () => edits.canUndo, run: () => edits.reset() },
      { id: "edit.forward", group: GROUP, title: "Move forward", keys: ["Alt+ArrowDown"], icon: "forward",
        why: "No sibling is in front of it", when: () => canStep(1), run: () => this.#step(1) },
      { id: "edit.backward", group: GROUP, title: "Move backward", keys: ["Alt+ArrowUp"], icon: "backward", when: () => canStep(-1),
        why: "No sibling is behind it", run: () => this.#step(-1) },
      { id: "edit.front", group: GROUP, title: "Bring to front", icon: "to-front", why: "No sibling is in front of it",
        when: () => canStep(1), run: () => simple("bringToFront") },
      { id: "edit.back", group: GROUP, title: "Send to back", icon: "to-back", why: "No sibling is behind it",
        when: () => canStep(-1), run: () => simple("sendToBack") },
      { id: "edit.out", group: GROUP, title: "Move out a level", keys: ["Alt+Shift+ArrowLeft"], icon: "move-out",
        why: "Its superview is in no other view",
        when: () => this.#place !== null && model.parent(/** @type {any} */ (this.#place).parent) >= 0, run: () => this.#moveOut() },
      { id: "edit.into", group: GROUP, title: "Move in a level", keys: ["Alt+Shift+ArrowRight"], icon: "move-in", when: () => canStep(-1),
        why: "No sibling is behind it",
        run: () => this.#moveInto() },
      { id: "edit.duplicate", group: GROUP, title: "Duplicate", keys: ["Mod+D"], icon: "copy", why: ROOT,
        when: () => this.#place !== null, run: () => this.#duplicate() },
      { id: "edit.insert", group: GROUP, title: "Insert a view into it", icon: "plus", when: () => this.#index >= 0, run: () => this.#insert() },
      { id: "edit.remove", group: GROUP, title: "Remove", keys: ["Delete", "Backspace"], icon: "trash", why: ROOT,
        when: () => this.#place !== null, run: async () => {
        const what = name();
        if (await simple("remove")) toast(`${what} removed`);
      } },
      { id: "edit.reset-view", group: GROUP, title: "Reset its transform and alpha", icon: "reset", why: "It has no transform, and its alpha is 1",
        when: () => this.#index >= 0 && !this.#isPlain(this.#index),
        run: () => edits.change(/** @type {number} */ (state.selection), { transform: [1, 0, 0, 1, 0, 0], alpha: 1 }) },
      { id: "edit.export", group: GROUP, title: "Export the dump as it is now", icon: "download", run: () => save(`${model.base}/dump.json`) },
    );
  }

  /** @param {number} i */
  #isPlain(i) {
    const { model } = this.context;
    return model.alpha(i) === 1 && model.transform(i).every((entry, at) => entry === [1, 0, 0, 1, 0, 0][at]);
  }

  #moveOut() {
    const { model } = this.context;
    const place = this.#place;
    const outer = place ? model.parent(place.parent) : -1;
    if (!place || outer < 0) return;
    this.#perform({ op: "move", view: model.id(place.i), superview: model.id(outer), index: model.children(outer).indexOf(place.parent) + 1 });
  }

  #moveInto() {
    const { model } = this.context;
    const place = this.#place;
    if (!place || place.at < 1) return;
    this.#perform({ op: "move", view: model.id(place.i), superview: model.id(place.siblings[place.at - 1]), index: null });
  }

  async #duplicate() {
    const { model, state } = this.context;
    const place = this.#place;
    if (!place) return;
    try {
      const view = await subtreeJSON(model, model.id(place.i));
      this.#select(await this.#perform({ op: "insert", superview: model.id(place.parent), index: place.at + 1, view }), state);
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    }
  }

  async #insert() {
    const { model, state } = this.context;
    const i = this.#index;
    const [x, y, w, h] = model.bounds(i).map((value) => (Number.isFinite(value) ? value : 0));
    const size = { width: Math.min(100, w || 100), height: Math.min(44, h || 44) };
    const frame = { x: x + (w - size.width) / 2, y: y + (h - size.height) / 2, ...size };
    this.#select(await this.#perform({ op: "insert", superview: model.id(i), index: null, view: { class: "UIView", frame } }), state);
  }

  /**
   * Selects the view that came.
   * @param {import("../data/edits.js").Outcome | false} outcome
   * @param {Context["state"]} state
   */
  #select(outcome, state) {
    if (!outcome) return;
    const { edits } = this.context;
    const view = edits.entries[edits.applied - 1 - edits.earlier]?.view;
    if (view !== null && view !== undefined) state.set({ selection: view });
  }
}

// A view written for other places: a link, JSON, Swift.

/**
 * What a view can be copied as: the words on a button, those in a menu, and what is said of it when it is copied.
 * @type {{ name: string, title: string, said?: string, isFile?: boolean, isThere?: (model: ViewModel, i: number) => boolean,
 *   make: (context: { model: ViewModel, state: InspectorState }, i: number) => string | Promise<string> }[]}
 */
export const COPIES = [
  { name: "Link", title: "Copy link", said: "Link copied", make: ({ model, state }, i) => state.address({ selection: model.id(i) }).href },
  { name: "JSON", title: "Copy as JSON", said: "JSON copied",
    make: async ({ model }, i) => JSON.stringify(await getJSON(`${model.base}/views/${model.id(i)}`), null, 2) },
  { name: "CGRect", title: "Copy frame as CGRect", make: ({ model }, i) => swiftRect([model.x(i), model.y(i), model.w(i), model.h(i)]) },
  { name: "Swift", title: "Copy as Swift", said: "Swift copied", make: async ({ model }, i) => (await import("./code.js")).swiftView(model, i) },
  { name: "Assertions", title: "Copy as assertions", said: "Assertions copied",
    make: async (context, i) => (await import("./code.js")).rulesFor(context, [i]) },
  { name: "Assertions file", title: "Save as assertions", isFile: true, make: async (context, i) => (await import("./code.js")).rulesFor(context, [i]) },
  { name: "Locator", title: "Copy the best locator", said: "Locator copied",
    make: async ({ model }, i) => {
      /** @type {{ suggestions: { text: string, unique: boolean, score: number }[] }} */
      const { suggestions } = await getJSON(`${model.base}/views/${model.id(i)}/locators`);
      const best = suggestions.filter(({ unique }) => unique).sort((one, other) => other.score - one.score)[0] ?? suggestions[0];
      if (!best) throw new Error("No locator finds this view.");
      return best.text;
    } },
  { name: "Locators", title: "Copy all locators", said: "Locators copied",
    make: async ({ model }, i) => {
      /** @type {{ suggestions: { text: string, score: number }[] }} */
      const { suggestions } = await getJSON(`${model.base}/views/${model.id(i)}/locators`);
      if (!suggestions.length) throw new Error("No locator finds this view.");
      return suggestions.sort((one, other) => other.score - one.score).map(({ text }) => text).join("\n");
    } },
  { name: "Identifier", title: "Copy accessibility identifier", isThere: (model, i) => Boolean(model.identifier(i)),
    make: ({ model }, i) => model.identifier(i) ?? "" },
];

/**
 * Puts a view on the clipboard, or says what failed and offers to try again.
 * @param {typeof COPIES[number]} how @param {{ model: ViewModel, state: InspectorState }} context @param {number} id of the view
 */
export async function copyView(how, context, id) {
  try {
    const made = how.make(context, context.model.indexOf(id));
    const text = typeof made === "string" ? made : await made;
    if (how.isFile) download(text);
    else await copy(text, how.said);
  } catch (error) {
    showFailure(error, () => copyView(how, context, id));
  }
}

// A view with everything in it, as an edit inserts it.

/** More views than this are not copied in one go. */
const MOST = 2_000;
const KEPT = [
  "class", "frame", "bounds", "center", "transform", "alpha", "hidden", "opaque", "clipsToBounds", "userInteractionEnabled", "autoresizesSubviews",
  "autoresizingMask", "contentMode", "tag", "text", "identifier", "label", "value", "contentOffset", "contentSize", "attributes",
];

/**
 * The views below one, nested as Vitrine's format nests them. Addresses and controllers stay with the original.
 * @param {ViewModel} model @param {number} id
 */
async function subtreeJSON(model, id) {
  const i = model.indexOf(id);
  if (model.end(i) - i > MOST) throw new Error(`It contains more than ${MOST.toLocaleString("en")} views, which is too many to copy at once.`);
  const { views } = await getJSON(`${model.base}/views?root=${id}&limit=${MOST}`);
  /** @type {Map<number, any>} */ const copies = new Map();
  for (const view of views) {
    /** @type {Record<string, any>} */ const copy = { subviews: [] };
    for (const name of KEPT) if (view[name] !== null && view[name] !== undefined) copy[name] = view[name];
    copies.set(view.id, copy);
    if (view.id !== id) copies.get(view.superview)?.subviews.push(copy);
  }
  return copies.get(id);
}

// The strip below the panel: undo, redo, the list of edits with a way back to any of them, export.

export class EditBar {
  #key = "";

  /**
   * @param {HTMLElement} host
   * @param {Edits} edits
   */
  constructor(host, edits) {
    this.edits = edits;
    const button = (/** @type {string} */ id, /** @type {string} */ picture, /** @type {string} */ label, /** @type {string} */ key) => h("button", {
      type: "button", class: "button plain square", "aria-label": label, title: key ? `${label} (${caps(key).join(" ")})` : label,
      onclick: () => commands.run(id),
    }, icon(picture));
    this.undo = button("edit.undo", "undo", "Undo", "Mod+Z");
    this.redo = button("edit.redo", "redo", "Redo", "Mod+Shift+Z");
    this.list = h("ol", { class: "history-list" });
    this.popover = h("div", { class: "edit-history", id: "history", popover: "auto", role: "dialog", "aria-label": "Edits of this dump" },
      h("header", null, h("h3", null, "Edits"), h("button", { type: "button", class: "link-button", onclick: () => edits.reset() }, "Undo all")),
      this.list);
    this.opener = h("button", { type: "button", class: "button plain history-opener", popovertarget: "history", "aria-haspopup": "dialog" });
    this.spinner = h("span", { class: "saving", "aria-hidden": "true" });
    this.element = h("footer", { class: "edit-bar", hidden: true }, this.undo, this.redo, this.opener, this.spinner,
      button("edit.export", "download", "Export the dump as it is now", ""));
    const leave = () => {
      /** @type {any} */ (this.popover).hidePopover();
      this.opener.focus();
    };
    let ended = () => {};
    this.popover.addEventListener("toggle", (event) => {
      const isOpen = /** @type {any} */ (event).newState === "open";
      ended();
      if (isOpen) ended = endsWithEscape(leave, this.popover);
      if (isOpen) this.#fill();
    });
    this.popover.addEventListener("keydown", (event) => this.#press(event));
    host.append(this.element, this.popover);
    edits.addEventListener("history", () => this.draw());
    this.draw();
  }

  draw() {
    const { edits } = this;
    this.element.hidden = !edits.isKnown && !edits.pending;
    refuse(this.undo, !edits.canUndo && "There is no edit to undo", `Undo (${caps("Mod+Z").join(" ")})`);
    refuse(this.redo, !edits.canRedo && "There is no edit to redo", `Redo (${caps("Mod+Shift+Z").join(" ")})`);
    this.opener.textContent = !edits.isKnown ? "Reading edits…" : edits.applied ? count(edits.applied, "edit") : edits.canRedo ? "All undone" : "No edits";
    refuse(this.opener, !edits.applied && !edits.canRedo && "Nothing has been edited yet", "Edits of this dump");
    this.element.classList.toggle("busy", edits.pending > 0);
    if (this.popover.matches(":popover-open")) this.#fill();
  }

  /** The newest edit first, at the end the dump as it was read. */
  #fill() {
    const { entries, applied, earlier } = this.edits;
    const key = JSON.stringify([applied, entries.length, entries[entries.length - 1]?.at]);
    if (key === this.#key) return;
    this.#key = key;
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...[...entries].reverse().map((entry) => this.#item(entry.index + 1, sentence(entry.summary), entry)),
      ...(earlier ? [h("li", { class: "dim" }, `${earlier} earlier`)] : []), this.#item(0, "The dump as imported"));
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("button"))) item.tabIndex = item === current ? 0 : -1;
    if (focused) current?.focus();
    current?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {number} state how many edits are applied there
   * @param {string} words
   * @param {Entry} [entry]
   */
  #item(state, words, entry) {
    const { applied } = this.edits;
    const time = entry ? new Date(entry.at) : null;
    return h("li", { class: state > applied ? "undone" : null },
      h("button", { type: "button", "aria-current": state === applied ? "step" : null, onclick: () => this.edits.goTo(state) },
        h("span", { class: "marker", "aria-hidden": "true" }), h("span", null, words),
        time && !Number.isNaN(time.valueOf())
          ? h("time", { class: "dim", datetime: time.toISOString(), title: time.toLocaleString() },
            time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })) : null));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const items = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("button")]);
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    items[Math.min(items.length - 1, Math.max(0, to))].focus();
  }
}
