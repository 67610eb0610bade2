// A view as code: Swift that makes it, locators by which tests find it, and rules that hold for it, for `vitrine assert` and
// the API.
import { failureNote, getJSON, isAborted, sendJSON } from "../../core/api.js";
import { copy, icon } from "../../core/ui.js";
import { kindOf, readableClass, words } from "../data/describe.js";
import { isIdentity } from "../data/geometry.js";
import { HIDDEN } from "../data/model.js";
import { maskNames } from "../data/changes.js";
import { count, h, plain } from "../../core/dom.js";
import { swiftNumber as number, swiftRect } from "./copying.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */

/**
 * A text as Swift writes it.
 * @param {string} text
 */
function swiftText(text) {
  const named = /** @type {Record<string, string>} */ ({ "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0", "\\": "\\\\", "\"": "\\\"" });
  const escaped = (/** @type {string} */ character) => `\\u{${/** @type {number} */ (character.codePointAt(0)).toString(16)}}`;
  return `"${text.replace(/["\\\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => named[character] ?? escaped(character))}"`;
}

const RESERVED = new Set(["switch", "default", "class", "func", "import", "protocol", "self", "super", "return", "where", "in", "is", "as", "case", "init",
  "let", "var", "extension", "operator", "repeat", "for", "if", "else", "while", "do", "try", "throw", "guard", "defer", "enum", "struct", "static", "public",
  "private", "internal", "any", "some"]);

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
  const { type, name, remark } = named(readableClass(model, i));
  const kind = kindOf(readableClass(model, i));
  const transform = model.transform(i), isPlain = isIdentity(transform);
  const [x, y, width, height] = model.bounds(i), [cx, cy] = model.center(i), [ax, ay] = model.anchor(i);
  const frame = isPlain ? [model.x(i), model.y(i), model.w(i), model.h(i)] : [0, 0, width, height];
  const more = type === "UICollectionView" ? ", collectionViewLayout: UICollectionViewFlowLayout()" : "";
  const lines = [`let ${name} = ${type}(frame: ${swiftRect(frame)}${more})${remark}`];
  const set = (/** @type {string} */ property, /** @type {string} */ value) => lines.push(`${name}.${property} = ${value}`);
  if (x || y) set("bounds.origin", `CGPoint(x: ${number(x)}, y: ${number(y)})`);
  if (ax !== 0.5 || ay !== 0.5) set("layer.anchorPoint", `CGPoint(x: ${number(ax)}, y: ${number(ay)})`);
  if (!isPlain || ax !== 0.5 || ay !== 0.5) set("center", `CGPoint(x: ${number(cx)}, y: ${number(cy)})`);
  if (!isPlain) set("transform",
    `CGAffineTransform(${["a", "b", "c", "d", "tx", "ty"].map((member, at) => `${member}: ${number(transform[at])}`).join(", ")})`);
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
 * @param {import("../data/columns.js").Color | null} color
 * @returns {string | null} null for one that is not known
 */
function swiftColor(color) {
  const name = /\bname = (\w+?)Color\b/.exec(color?.text ?? "")?.[1];
  if (name) return `.${name}`;
  if (!color?.light) return null;
  const [red, green, blue, alpha] = color.light.map((part) => plain(part, 4));
  return `UIColor(red: ${red}, green: ${green}, blue: ${blue}, alpha: ${alpha})`;
}

/**
 * @typedef {{ strategy: string, using: string, text: string, hits: number, unique: boolean, score: number, right: number, fragile: boolean,
 *   risks: { points: number, detail: string }[] }} Suggestion
 */

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
   * @param {import("./context.js").Context} context
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
    const held = `${dumps.held.toLocaleString("en")} of them ${dumps.held === 1 ? "has" : "have"} this element.`;
    const looked = dumps.total > 1 ? `Tested on ${dumps.looked.toLocaleString("en")}${others} dumps of the app; ${held}` : "Tested on this dump only.";
    this.host.replaceChildren(
      h("p", { class: "caption" }, isGuessed ? "A test probably sees this view as " : "", h("span", { class: "code" }, type), `. ${looked}`),
      h("ul", { class: "locator-list" }, ...suggestions.map((suggestion) => this.#line(suggestion))),
    );
  }

  /** @param {Suggestion} suggestion */
  #line(suggestion) {
    const { text, hits, unique, score, risks, fragile } = suggestion;
    const using = fragile ? "absolute xpath" : suggestion.using;
    const level = !unique || score < 50 ? "poor" : score < 80 ? "fair" : "good";
    return h("li", { class: "locator", "data-strategy": fragile ? "absolute" : suggestion.strategy },
      h("div", { class: "locator-head" }, h("span", { class: "name" }, using),
        h("span", { class: `locator-score ${level}`, title: "Stability, out of 100" }, h("span", { class: "sr" }, "score "), String(score)),
        h("span", { class: unique && !fragile ? "dim" : "locator-many" }, fragile ? "fragile" : unique ? "unique" : count(hits, "hit")),
        h("button",
          { type: "button", class: "button plain square", "aria-label": `Find by ${using}`, title: "Put into the search field",
            onclick: () => this.state.set({ query: searched(suggestion) }) }, icon("search")),
        h("button",
          { type: "button", class: "button plain square", "aria-label": `Copy ${using}`, title: "Copy", onclick: () => copy(text, "Locator copied") },
          icon("copy"))),
      h("code", { class: "locator-text" }, text),
      risks.length
        ? h("ul", { class: "locator-risks" },
          ...risks.map(({ points, detail }) => h("li", null, h("span", { class: "num-text" }, `−${points}`), ` ${detail}`))) : null);
  }
}

// Rules

/** @typedef {Record<string, string>} Locator */
/** @typedef {{ view: string | Locator, expect: Record<string, any> }} Rule */

/** More views than this are not written down. */
const MOST = 50;
/** Edges less than this apart are one line, in points; the tolerance of rules is ten times that. */
const SAME = 0.05;
/** Lines of a rectangle, and where each is on [left, top, right, bottom]. */
const EDGES = /** @type {[string, (box: number[]) => number][]} */ ([
  ["left", ([left]) => left], ["right", ([, , right]) => right], ["top", ([, top]) => top], ["bottom", ([, , , bottom]) => bottom],
  ["centerX", ([left, , right]) => (left + right) / 2], ["centerY", ([, top, , bottom]) => (top + bottom) / 2],
]);

const short = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/**
 * A text in the quotes of XPath, which has no escapes; null for one that holds both kinds.
 * @param {string} text
 */
const quoted = (text) => (text.includes('"') ? (text.includes("'") ? null : `'${text}'`) : `"${text}"`);

/**
 * The locators that may find one view alone, the best first: its identifier, its text, its place below a view with an identifier
 * and below the window.
 * @param {ViewModel} model @param {number} i
 * @returns {Locator[]}
 */
function locators(model, i) {
  const tag = (/** @type {number} */ at) => (/^[A-Za-z_][\w.-]*$/.test(model.className(at)) ? model.className(at) : null);
  const named = (/** @type {number} */ at) => {
    const identifier = quoted(model.identifier(at) ?? "");
    return model.identifier(at) && identifier ? `//*[@name=${identifier}]` : null;
  };
  const identifier = model.identifier(i), text = quoted(model.text(i) ?? "");
  /** @type {Locator[]} */ const found = [];
  if (identifier) found.push({ id: identifier });
  if (model.text(i) && text && tag(i) && !model.className(i).startsWith("XCUIElementType")) found.push({ xpath: `//${tag(i)}[@text=${text}]` });
  let steps = "";
  for (let at = i; at >= 0; at = model.parent(at)) {
    const start = at === i ? null : named(at);
    if (start) found.push({ xpath: `${start}${steps}` });
    const parent = model.parent(at), siblings = parent < 0 ? [...model.roots] : model.children(parent);
    const own = tag(at), alike = own ? siblings.filter((each) => model.className(each) === model.className(at)) : siblings;
    steps = `/${own ?? "*"}[${alike.indexOf(at) + 1}]${steps}`;
  }
  return [...found, { xpath: `/*${steps}` }, { xpath: steps }];
}

/**
 * The first locator that finds just that view.
 * @param {ViewModel} model @param {number} i
 * @returns {Promise<Locator | null>}
 */
async function locatorOf(model, i) {
  for (const locator of locators(model, i)) {
    const [way, text] = Object.entries(locator)[0];
    const query = new URLSearchParams(way === "id" ? { predicate: `name == ${JSON.stringify(text)}` } : { xpath: text });
    const { views, total } = await getJSON(`${model.base}/views?${query}&fields=id&limit=2`);
    if (total === 1 && views[0]?.id === model.id(i)) return locator;
  }
  return null;
}

/**
 * A name for a view that no other has and that means nothing else.
 * @param {ViewModel} model @param {number} i @param {Set<string>} taken
 */
function nameOf(model, i, taken) {
  const words = (model.identifier(i) || model.className(i).replace(/^.*\.|^XCUIElementType|^UI(?=[A-Z])/g, "")).replace(/[^A-Za-z0-9]+/g, " ").trim();
  const name = words.slice(0, 40).split(" ").map((word, at) => (at ? word[0]?.toUpperCase() + word.slice(1) : word[0]?.toLowerCase() + word.slice(1))).join("");
  const first = /^[a-z]/i.test(name) ? name : "view";
  let free = first;
  for (let number = 2; taken.has(free); number += 1) free = `${first}${number}`;
  taken.add(free);
  return free;
}

/**
 * What is expected of one view by itself.
 * @param {any} view as the API gives it
 * @param {boolean} isAlone whether nothing else says where it lies
 */
function expectations(view, isAlone) {
  /** @type {Record<string, any>} */ const expect = {};
  const { x, y, width, height } = view.frame ?? {};
  if ([x, y, width, height].every(Number.isFinite)) {
    if (isAlone) expect.frame = [x, y, width, height].map(short);
    else Object.assign(expect, { width: short(width), height: short(height) });
  }
  const share = view.visibleArea?.fraction;
  if (typeof share === "number" && view.visibleArea.exact) expect.visible = share > 0 ? `${Math.max(1, Math.floor(share * 100))}%` : false;
  if (view.touch) expect.touchable = true;
  if (view.text) expect.text = view.text;
  return expect;
}

/**
 * How views lie to each other: the lines that they share, and the gaps between them.
 * @param {{ name: string, locator: Locator, box: number[] }[]} views
 * @returns {Rule[]}
 */
function relations(views) {
  const placed = views.filter(({ box }) => box.every(Number.isFinite));
  if (placed.length < 2) return [];
  /** @type {Rule[]} */ const rules = [];
  const [first, ...others] = placed;
  for (const other of others) {
    const shared = EDGES.filter(([, of]) => Math.abs(of(first.box) - of(other.box)) < SAME).map(([edge]) => edge);
    if (shared.length) rules.push({ view: other.name, expect: { aligned: { to: first.name, edge: shared.length > 1 ? shared : shared[0] } } });
  }
  for (const [axis, name, direction] of /** @type {[0 | 1, string, string][]} */ ([[0, "x", "right"], [1, "y", "below"]])) {
    const sorted = [...placed].sort((one, other) => one.box[axis] - other.box[axis]);
    const gaps = sorted.slice(1).map(({ box }, at) => box[axis] - sorted[at].box[axis + 2]);
    if (gaps.some((gap) => gap < -SAME)) continue;
    const union = sorted.map(({ locator }) => locator.xpath ?? (quoted(locator.id) && `//*[@name=${quoted(locator.id)}]`));
    if (gaps.length > 1 && Math.max(...gaps) - Math.min(...gaps) < SAME && union.every(Boolean)) {
      rules.push({ view: { xpath: union.join(" | ") }, expect: { spacing: { axis: name, equal: short(gaps[0]) } } });
    } else {
      gaps.forEach((gap, at) => rules.push({ view: sorted[at + 1].name, expect: { near: { of: sorted[at].name, [direction]: short(gap) } } }));
    }
  }
  return rules;
}

/**
 * A document of rules that hold for some views, as JSON.
 * @param {{ model: ViewModel }} context @param {number[]} indexes of the views, the first selected first
 */
export async function rulesFor({ model }, indexes) {
  const taken = new Set(["window", "superview", "safeArea"]);
  /** @type {Record<string, Locator>} */ const names = {};
  const views = [];
  for (const i of indexes.slice(0, MOST)) {
    const [locator, view] = await Promise.all([locatorOf(model, i), getJSON(`${model.base}/views/${model.id(i)}`)]);
    if (!locator) continue;
    const name = nameOf(model, i, taken), { x, y, width, height } = view.windowFrame ?? {};
    names[name] = locator;
    views.push({ name, locator, view, box: [x, y, x + width, y + height] });
  }
  if (!views.length) throw new Error("No locator finds this view uniquely, so no rule can name it.");
  /** @type {Rule[]} */ const rules = [...views.map(({ name, view }) => ({ view: name, expect: expectations(view, views.length === 1) })), ...relations(views)];
  const document = { let: names, rules };
  await keepWhatHolds(model, document);
  return `${written(document)}\n`;
}

/**
 * Takes out of a document what does not hold, so that it passes today.
 * @param {ViewModel} model @param {{ let: Record<string, Locator>, rules: Rule[] }} document
 */
async function keepWhatHolds(model, document) {
  const outcome = async () => (await sendJSON("POST", `${model.base}/assert?failed=true`, document)).results;
  for (const { rule, word, outcome: ended } of await outcome()) {
    const { expect } = document.rules[rule];
    if (word === "touchable" && ended === "failed") expect.touchable = false;
    else delete expect[word];
  }
  document.rules = document.rules.filter(({ expect }) => Object.keys(expect).length);
}

/**
 * The document with a line for each name and each rule.
 * @param {{ let: Record<string, Locator>, rules: Rule[] }} document
 */
function written(document) {
  const names = Object.entries(document.let).map(([name, locator]) => `    ${JSON.stringify(name)}: ${JSON.stringify(locator)}`);
  const rules = document.rules.map((rule) => `    ${JSON.stringify(rule)}`);
  return `{\n  "let": {\n${names.join(",\n")}\n  },\n  "rules": [\n${rules.join(",\n")}\n  ]\n}`;
}
