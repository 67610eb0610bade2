// A view as code: Swift that makes it, and locators by which tests find it.
import { failureNote, getJSON, isAborted } from "../../api.js";
import { copy, icon } from "../../ui.js";
import { kindOf, words } from "../describe.js";
import { isIdentity } from "../geometry.js";
import { HIDDEN } from "../model.js";
import { maskNames } from "../edits.js";
import { count, h, plain } from "../dom.js";
import { swiftNumber as number, swiftRect } from "./actions.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */

/**
 * A text as Swift writes it.
 * @param {string} text
 */
function swiftText(text) {
  const named = /** @type {Record<string, string>} */ ({ "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0", "\\": "\\\\", "\"": "\\\"" });
  return `"${text.replace(/["\\\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => named[character] ?? `\\u{${/** @type {number} */ (character.codePointAt(0)).toString(16)}}`)}"`;
}

const RESERVED = new Set(["switch", "default", "class", "func", "import", "protocol", "self", "super", "return", "where", "in", "is", "as", "case", "init", "let", "var", "extension", "operator", "repeat", "for", "if", "else", "while", "do", "try", "throw", "guard", "defer", "enum", "struct", "static", "public", "private", "internal", "any", "some"]);

/**
 * The class by which code can make such a view, and a name for it.
 * @param {string} className
 */
function named(className) {
  const last = className.slice(className.lastIndexOf(".", (`${className}<`).indexOf("<")) + 1);
  // Private classes and what is no name in Swift cannot be written down.
  const type = /^[A-Za-z]\w*(<[\w.,<> ]+>)?$/.test(last) ? last : "UIView";
  const bare = type.replace(/<.*$/s, "").replace(/^UI(?=[A-Z])/, "");
  const name = bare.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/, (capitals) => capitals.toLowerCase());
  return { type, name: RESERVED.has(name) ? `${name}View` : name, remark: type === last ? "" : ` // ${className.replace(/\s+/g, " ")}` };
}

/**
 * A view as code that makes it; what the dump does not tell, such as its font, is left out.
 * @param {ViewModel} model
 * @param {number} i
 */
export function swiftView(model, i) {
  const { type, name, remark } = named(model.className(i));
  const kind = kindOf(model.className(i));
  const transform = model.transform(i), isPlain = isIdentity(transform);
  const [x, y, width, height] = model.bounds(i), [cx, cy] = model.center(i), [ax, ay] = model.anchor(i);
  const frame = isPlain ? [model.x(i), model.y(i), model.w(i), model.h(i)] : [0, 0, width, height];
  const more = type === "UICollectionView" ? ", collectionViewLayout: UICollectionViewFlowLayout()" : "";
  const lines = [`let ${name} = ${type}(frame: ${swiftRect(frame)}${more})${remark}`];
  const set = (/** @type {string} */ property, /** @type {string} */ value) => lines.push(`${name}.${property} = ${value}`);
  if (x || y) set("bounds.origin", `CGPoint(x: ${number(x)}, y: ${number(y)})`);
  if (ax !== 0.5 || ay !== 0.5) set("layer.anchorPoint", `CGPoint(x: ${number(ax)}, y: ${number(ay)})`);
  if (!isPlain || ax !== 0.5 || ay !== 0.5) set("center", `CGPoint(x: ${number(cx)}, y: ${number(cy)})`);
  if (!isPlain) set("transform", `CGAffineTransform(${["a", "b", "c", "d", "tx", "ty"].map((member, at) => `${member}: ${number(transform[at])}`).join(", ")})`);
  const mask = maskNames(model.mask(i));
  if (mask.length) set("autoresizingMask", `[${mask.map((part) => `.${part}`).join(", ")}]`);
  const color = swiftColor(model.background(i));
  if (color) set("backgroundColor", color);
  const text = model.text(i) ?? (kind === "button" ? words(model, i) : null);
  if (text !== null && kind === "button" && type !== "UIView") lines.push(`${name}.setTitle(${swiftText(text)}, for: .normal)`);
  else if (text !== null && (kind === "text" || kind === "field") && type !== "UIView") set("text", swiftText(text));
  if (model.alpha(i) !== 1) set("alpha", number(model.alpha(i)));
  if (model.flags(i) & HIDDEN) set("isHidden", "true");
  if (model.tag(i)) set("tag", String(model.tag(i)));
  const identifier = model.identifier(i);
  if (identifier) set("accessibilityIdentifier", swiftText(identifier));
  return lines.join("\n");
}

/**
 * @param {import("../columns.js").Color | null} color
 * @returns {string | null} null for one that is not known
 */
function swiftColor(color) {
  const name = /\bname = (\w+?)Color\b/.exec(color?.text ?? "")?.[1];
  if (name) return `.${name}`;
  if (!color?.light) return null;
  const [red, green, blue, alpha] = color.light.map((part) => plain(part, 4));
  return `UIColor(red: ${red}, green: ${green}, blue: ${blue}, alpha: ${alpha})`;
}

/** @typedef {{ strategy: string, using: string, text: string, hits: number, unique: boolean, score: number, right: number, risks: { points: number, detail: string }[] }} Suggestion */

/**
 * What the search field takes to find what a suggestion finds.
 * @param {Suggestion} suggestion
 */
function searched({ strategy, text }) {
  const quoted = `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t")}"`;
  if (strategy === "identifier") return `predicate:name == ${quoted}`;
  if (strategy === "className") return `predicate:type == ${quoted}`;
  return `${strategy === "classChain" ? "chain" : strategy}:${text}`;
}

/** The locators that a test could use for the selected view, each with what speaks against it. */
export class LocatorBox {
  #shown = "";
  /** @type {AbortController | undefined} */ #pending;

  /**
   * @param {HTMLElement} host
   * @param {import("./panels.js").Context} context
   */
  constructor(host, { model, state }) {
    this.host = host;
    this.model = model;
    this.state = state;
  }

  /**
   * Shows those of a view; asks for them when they are not there.
   * @param {number} id
   */
  async update(id) {
    const question = `${id} ${this.model.revision}`;
    if (this.#shown === question) return;
    this.#shown = question;
    this.#pending?.abort();
    const pending = (this.#pending = new AbortController());
    this.host.setAttribute("aria-busy", "true");
    try {
      const reply = await getJSON(`${this.model.base}/views/${id}/locators`, { signal: pending.signal });
      if (pending.signal.aborted) return;
      this.#show(reply);
    } catch (error) {
      if (isAborted(error)) return;
      this.#shown = "";
      this.host.replaceChildren(failureNote(error, () => this.update(id)));
    }
    this.host.removeAttribute("aria-busy");
  }

  /** @param {{ type: string, isGuessed: boolean, suggestions: Suggestion[], dumps: { looked: number, held: number, total: number } }} reply */
  #show({ type, isGuessed, suggestions, dumps }) {
    const others = dumps.looked < dumps.total ? ` of ${dumps.total.toLocaleString("en")}` : "";
    const looked = dumps.total > 1 ? `Tried on ${dumps.looked.toLocaleString("en")}${others} dumps of the app; ${dumps.held.toLocaleString("en")} of them ${dumps.held === 1 ? "has" : "have"} this element.` : "Tried on this dump alone.";
    this.host.replaceChildren(
      h("p", { class: "caption" }, isGuessed ? "A test most likely sees this view as " : "", h("span", { class: "code" }, type), `. ${looked}`),
      h("ul", { class: "locator-list" }, ...suggestions.map((suggestion) => this.#line(suggestion))),
    );
  }

  /** @param {Suggestion} suggestion */
  #line(suggestion) {
    const { using, text, hits, unique, score, risks } = suggestion;
    const level = !unique || score < 50 ? "poor" : score < 80 ? "fair" : "good";
    return h("li", { class: "locator", "data-strategy": suggestion.strategy },
      h("div", { class: "locator-head" }, h("span", { class: "name" }, using),
        h("span", { class: `locator-score ${level}`, title: "Stability, of 100" }, h("span", { class: "sr" }, "score "), String(score)),
        h("span", { class: unique ? "dim" : "locator-many" }, unique ? "unique" : count(hits, "hit")),
        h("button", { type: "button", class: "button plain square", "aria-label": `Find by ${using}`, title: "Put into the search field", onclick: () => this.state.set({ query: searched(suggestion) }) }, icon("search")),
        h("button", { type: "button", class: "button plain square", "aria-label": `Copy ${using}`, title: "Copy", onclick: () => copy(text, "Locator copied") }, icon("copy"))),
      h("code", { class: "locator-text" }, text),
      risks.length ? h("ul", { class: "locator-risks" }, ...risks.map(({ points, detail }) => h("li", null, h("span", { class: "num-text" }, `−${points}`), ` ${detail}`))) : null);
  }
}
