// The Attributes tab: every property under a readable name, with the control that fits it.
import { h, number, plain, put, s, sentence, spaced } from "../../core/dom.js";
import { readableName, shownClass, swiftName } from "../data/describe.js";
import { CONTENT_MODES } from "../data/geometry.js";
import { CLIPS, HIDDEN, OPAQUE, RESIZES, TOUCH } from "../data/model.js";
import { keyPath } from "./copying.js";
import { Unsaid } from "./context.js";
import { choice, integer, share, text, toggle } from "./controls.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Shown} Shown */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} [property] what the API calls it
 * @property {import("./controls.js").Control} control
 * @property {(shown: Shown) => any} value null when there is none: the row is left out
 * @property {any} [usual] what the property is unless it is set
 * @property {HTMLElement} [element]
 * @property {HTMLElement} [note] says that the dump does not tell it
 */

const ONLY_SET = "vitrine.only-set";

export class AttributesTab {
  /** @type {{ title: string, rows: Row[], element: HTMLElement, list: HTMLElement }[]} */ #sections;
  #id = -1;
  #onlySet = sessionStorage.getItem(ONLY_SET) === "true";
  #extra = "";
  unsaid = new Unsaid();

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.filter = h("input", {
      type: "search", placeholder: "Filter attributes", "aria-label": "Filter attributes", autocomplete: "off", spellcheck: "false",
      oninput: () => this.#sift(), onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape" || !this.filter.value) return;
        this.filter.value = "";
        this.#sift();
        event.stopPropagation();
      },
    });
    this.only = h("button", {
      type: "button", class: "button small", "aria-pressed": String(this.#onlySet), title: "Show only values that differ from UIKit’s defaults",
      onclick: () => {
        this.#onlySet = !this.#onlySet;
        sessionStorage.setItem(ONLY_SET, String(this.#onlySet));
        this.only.setAttribute("aria-pressed", String(this.#onlySet));
        this.#sift();
      },
    }, "Non-default");
    this.#sections = this.#makeSections();
    this.extra = h("div", { class: "attribute-section" });
    this.nothing = h("p", { class: "caption", hidden: true });
    this.unsaid.body.className = "attribute-rows";
    this.element = h("div", { class: "attributes" }, h("div", { class: "sift" }, this.filter, this.only), ...this.#sections.map(({ element }) => element),
      this.extra, this.nothing, this.unsaid.element);
  }

  #makeSections() {
    const { model } = this.context;
    const change = (/** @type {any} */ changes) => this.context.edits.change(this.#id, changes);
    /**
     * @param {string} name
     * @param {string} property
     * @param {number} bit
     * @param {boolean} usual
     * @returns {Row}
     */
    const flag = (name, property, bit, usual) => ({
      name, property, usual, value: ({ index }) => (model.flags(index) & bit) !== 0, control: toggle(name, (on) => change({ [property]: on })),
    });
    /**
     * @param {string} name
     * @param {(shown: Shown) => any} value
     * @param {boolean} [code]
     * @returns {Row}
     */
    const said = (name, value, code) =>
      ({ name, property: name.replace(/ (\w)/, (_, letter) => letter.toUpperCase()).replace(/^\w/, (letter) => letter.toLowerCase()), value,
        control: text(code) });
    /**
     * @param {string} name
     * @param {(shown: Shown) => boolean | undefined} value which no edit sets
     * @returns {Row}
     */
    const answer = (name, value) => ({ ...said(name, (shown) => ({ true: "YES", false: "NO" })[String(value(shown))]), usual: "NO" });
    const alpha = share("Alpha", (value) => this.#propose(value), (value) => (model.clearSamples(), change({ alpha: value })), () => model.clearSamples());
    const sections = [
      { title: "Identity", rows: [
        said("Class", ({ index }) => model.className(index), true), said("Swift name", ({ index }) => swiftName(model, index), true),
        said("Address", ({ index }) => model.address(index), true),
        said("Controller", ({ index }) => readableName(model, model.controller(index) ?? "") || null, true),
      ] },
      { title: "Content", rows: [
        said("Text", ({ index }) => model.text(index)), said("Identifier", ({ index }) => model.identifier(index)),
        said("Label", ({ index }) => model.label(index)), said("Value", ({ view }) => view?.value),
      ] },
      { title: "Drawing", rows: [
        { name: "Alpha", property: "alpha", usual: 1, value: (/** @type {Shown} */ { index }) => model.alpha(index), control: alpha },
        flag("Hidden", "hidden", HIDDEN, false), flag("Opaque", "opaque", OPAQUE, true), flag("Clips to bounds", "clipsToBounds", CLIPS, false),
        { name: "Content mode", property: "contentMode", usual: "scaleToFill", value: (/** @type {Shown} */ { index }) => model.contentMode(index),
          control: choice("Content mode", CONTENT_MODES, (contentMode) => change({ contentMode })) },
      ] },
      { title: "Behaviour", rows: [
        flag("User interaction", "userInteractionEnabled", TOUCH, true), flag("Autoresizes subviews", "autoresizesSubviews", RESIZES, true),
        answer("Multiple touch enabled", ({ view }) => view?.multipleTouchEnabled), answer("Exclusive touch", ({ view }) => view?.exclusiveTouch),
        { name: "Tag", property: "tag", usual: 0, value: (/** @type {Shown} */ { index }) => model.tag(index),
          control: integer("Tag", (tag) => change({ tag })) },
        said("Content offset", ({ view }) => view?.contentOffset && `${number(view.contentOffset.x)}, ${number(view.contentOffset.y)}`),
        said("Content size", ({ view }) => view?.contentSize && `${number(view.contentSize.width)} × ${number(view.contentSize.height)}`),
      ] },
    ];
    return sections.map(({ title, rows }) => {
      const list = h("div", { class: "attribute-rows" },
        ...rows.map((/** @type {Row} */ row) =>
          (row.element = h("div", { class: "attribute" }, h("span", { class: "attribute-name" }, row.name), row.control.element,
            (row.note = h("span", { class: "not-said", hidden: true }))))));
      return { title, rows: /** @type {Row[]} */ (rows), list, element: h("section", { class: "attribute-section" }, h("h3", null, title), list) };
    });
  }

  /**
   * Shows an alpha on the canvas while it is chosen.
   * @param {number} alpha
   */
  #propose(alpha) {
    this.context.model.withSamples([{ id: this.#id, alpha }]);
  }

  /** @param {Shown} shown */
  update(shown) {
    const { model, edits } = this.context;
    this.#id = model.id(shown.index);
    if (model.hasSamples) return;
    /** @type {Set<string | undefined>} */ const unknown = new Set(shown.view?.unknown ?? []);
    for (const { rows } of this.#sections) {
      for (const row of rows) {
        const value = row.value(shown);
        const isThere = value !== null && value !== undefined, isUnknown = unknown.has(row.property);
        put(/** @type {HTMLElement} */ (row.element), "data-none", !isThere && !isUnknown);
        tellUnknown(row, isUnknown, isThere ? value === row.usual ? "UIView" : shownClass(model, shown.index) : null);
        if (isThere) row.control.show(value, !edits.available);
        row.element?.classList.toggle("changed", row.usual !== undefined && isThere && !isUnknown && value !== row.usual);
        put(/** @type {HTMLElement} */ (row.element), "data-usual", isUnknown || (row.usual !== undefined && value === row.usual));
      }
    }
    this.#fold(unknown);
    this.#showExtra(shown.view?.attributes ?? {}, shown.view?.colors ?? {}, shown.view?.guesses ?? []);
    this.#sift();
  }

  /**
   * Moves the rows that the dump does not say into the fold, and those that somebody set since back to their sections.
   * @param {Set<string | undefined>} unknown
   */
  #fold(unknown) {
    const isUnsaid = (/** @type {Row} */ { property }) => unknown.has(property);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    let moves = false;
    const fill = (/** @type {HTMLElement} */ list, /** @type {Row[]} */ rows) => {
      const elements = rows.map(({ element }) => /** @type {HTMLElement} */ (element));
      if (elements.length === list.childElementCount && elements.every((element, at) => element === list.children[at])) return;
      list.replaceChildren(...elements);
      moves = true;
    };
    fill(this.unsaid.body, this.#sections.flatMap(({ rows }) => rows.filter(isUnsaid)));
    for (const { list, rows } of this.#sections) fill(list, rows.filter((row) => !isUnsaid(row)));
    this.unsaid.show(/** @type {Set<string>} */ (unknown));
    // A control that moves stays the one in use.
    if (moves && focused !== document.activeElement && this.element.contains(focused)) focused?.focus();
  }

  /**
   * What else the dump says, colours as swatches, and what the drawing shows though the dump did not say it.
   * @param {Record<string, string>} attributes
   * @param {Record<string, { light: string, dark: string }>} colors
   * @param {{ property: string, value: string, reason: string }[]} guesses
   */
  #showExtra(attributes, colors, guesses) {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark"
      || (document.documentElement.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    const key = JSON.stringify([attributes, colors, guesses, dark]);
    if (key === this.#extra) return;
    this.#extra = key;
    const rows = Object.entries(attributes).filter(([, value]) => typeof value === "string").map(([name, value]) => {
      const swatch = swatchOf(value, colors[name], dark);
      const shown = swatch ? h("span", { class: "color", "data-copy": value, title: value }, swatch.css ? colorWell(swatch.css) : null, swatch.name)
        : h("span", { class: /[<{(\[]/.test(value) ? "code clamp" : null, "data-copy": value, title: value.length > 120 ? value.slice(0, 600) : null },
          value.slice(0, 2_000));
      return h("div", { class: "attribute", "data-words": `${name} ${value.slice(0, 200)}` }, h("span", { class: "attribute-name" }, sentence(spaced(name))),
        shown);
    });
    const assumed = guesses.map(({ property, value, reason }) => h("div", { class: "attribute", "data-words": `assumed ${property} ${value}` },
      h("span", { class: "attribute-name" }, sentence(property)), h("span", { class: "assumed" }, value, h("span", { class: "caption" }, reason))));
    const section = (/** @type {string} */ title, /** @type {Node[]} */ list) =>
      (list.length ? [h("h3", null, title), h("div", { class: "attribute-rows" }, ...list)] : []);
    this.extra.replaceChildren(...section("From the dump", rows), ...section("Assumed for drawing", assumed));
  }

  /** Leaves out the rows that were not asked for, and the sections without a row. */
  #sift() {
    const words = this.filter.value.trim().toLowerCase();
    const fits = (/** @type {string} */ all) => !words || all.toLowerCase().includes(words);
    let count = 0, unsaid = 0;
    for (const { title, rows, element } of this.#sections) {
      let some = 0;
      for (const row of rows) {
        const isUnknown = row.element?.classList.contains("unknown");
        const shows = !row.element?.hasAttribute("data-none") && !(this.#onlySet && row.element?.hasAttribute("data-usual"))
          && (fits(title) || fits([row.name, row.property ?? "", row.element?.querySelector("[data-copy]")?.textContent ?? ""].join(" ")));
        if (row.element) row.element.hidden = !shows;
        if (isUnknown) unsaid += Number(shows);
        else some += Number(shows);
      }
      element.hidden = !some;
      count += some;
    }
    let some = 0;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.extra.querySelectorAll(".attribute"))) {
      row.hidden = !fits(row.dataset.words ?? "");
      some += Number(!row.hidden);
    }
    this.extra.hidden = !some;
    // What is looked for by name is shown at once.
    this.unsaid.element.hidden = !unsaid;
    if (words && unsaid) this.unsaid.element.open = true;
    this.nothing.hidden = count + some + unsaid > 0;
    this.nothing.textContent = `No attribute contains “${this.filter.value.trim()}”.`;
  }

  hide() {
    if (this.context.model.hasSamples) this.context.model.clearSamples();
  }
}

/**
 * Says of a row that the dump does not tell it, and whose default stands there.
 * @param {Row} row @param {boolean} isUnknown @param {string | null} owner the class whose default it is; null for none
 */
function tellUnknown(row, isUnknown, owner) {
  const { element, note, control } = row;
  if (!element || !note) return;
  element.classList.toggle("unknown", isUnknown);
  note.hidden = !isUnknown || !owner;
  note.textContent = isUnknown && owner ? `${owner}’s default` : "";
  control.element.hidden = isUnknown && !owner;
}

/**
 * A patch of colour over a checkerboard, so that what is transparent is seen.
 * @param {string} css
 */
function colorWell(css) {
  return s("svg", { class: "swatch", width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" },
    s("path", { class: "swatch-ground", d: "M0 0h7v14h7V7H0z" }), s("rect", { width: 14, height: 14, fill: css }),
    s("rect", { class: "swatch-rim", x: 0.5, y: 0.5, width: 13, height: 13, rx: 2.5 }));
}

// Colours as UIKit describes them, with names for people.

/** @typedef {{ css: string, name: string }} Swatch */

/**
 * The colour that an attribute's value tells; null when it is no colour.
 * @param {string} text @param {{ light: string, dark: string } | undefined} color what the server read in it @param {boolean} dark
 * @returns {Swatch | null} `css` is empty for a colour whose value the dump does not tell
 */
function swatchOf(text, color, dark) {
  if (!color && !/Color(Space)?\b/.test(text)) return null;
  const css = color?.[dark ? "dark" : "light"] ?? "";
  const named = /name = (\w+)/.exec(text)?.[1];
  if (named) return { css, name: sentence(spaced(named.replace(/Color$/, ""))) };
  const space = /UI\w*?(Gray|White|RGB)\w*(?:Space)? ([\d.e+-]+(?: [\d.e+-]+)+)/.exec(text);
  if (!space) return { css, name: text.startsWith("<") ? sentence(spaced(/<_?(\w+?)(?:Color)?[:>]/.exec(text)?.[1]?.replace(/^UI/, "") ?? "colour")) : text };
  const numbers = space[2].split(" ").map(Number);
  const alpha = numbers.pop() ?? 1;
  const hex = (/** @type {number} */ part) => Math.round(Math.min(1, Math.max(0, part)) * 255).toString(16).padStart(2, "0").toUpperCase();
  const name = numbers.length === 1
    ? (alpha === 0 ? "Clear" : numbers[0] === 0 ? "Black" : numbers[0] === 1 ? "White" : `Gray ${plain(numbers[0] * 100, 0)} %`)
    : `#${numbers.slice(0, 3).map(hex).join("")}`;
  return { css, name: alpha > 0 && alpha < 1 ? `${name}, ${plain(alpha * 100, 0)} %` : name };
}

// The Source tab: what the dump itself wrote about the view, word by word.

/** Longer values are cut where they are shown; a click copies all of it. */
const LONGEST = 4_000;

export class SourceTab {
  #key = "";

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.element = h("div");
  }

  /** @param {Shown} shown */
  update({ index, view }) {
    const { model } = this.context;
    const attributes = Object.entries(view?.attributes ?? {});
    const known = [
      ["Class", model.className(index)], ["Swift name", swiftName(model, index)], ["Address", model.address(index)], ["Layer", view?.attributes?.layer],
      ["Key path", view?.key ?? keyPath(model, index)],
      ["Id", String(model.id(index))], ["Line", view?.line === undefined ? null : String(view.line)],
    ].filter(([, value]) => value);
    const raw = view?.raw ?? view?.source ?? null;
    const key = JSON.stringify([known, attributes, raw, view === null]);
    if (key === this.#key) return;
    this.#key = key;
    const list = (/** @type {any[][]} */ entries, classes = "") =>
      h("dl", { class: `properties ${classes}`.trim() }, ...entries.map(([name, value]) => h("div", null,
        h("dt", { class: classes ? "code" : null }, name), h("dd", { class: "code", "data-copy": String(value) }, cut(String(value))))));
    this.element.replaceChildren(h("h3", null, "Identity"), list(known));
    if (raw) this.element.append(h("h3", null, "Line of the dump"), h("p", { class: "raw-line code", "data-copy": raw }, cut(raw)));
    if (attributes.length) this.element.append(h("h3", null, "As written in the dump"), list(attributes, "raw"));
    else if (view) this.element.append(h("p", { class: "caption said-nothing" }, "The dump has nothing more about this view."));
  }
}

/** @param {string} text */
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
