// What the words of the search find. The server keeps to the same cases (Tests/Fixtures/vectors/search.json).
import { readableName } from "./describe.js";
import { CLIPS, HIDDEN, OPAQUE, TOUCH, VISIBLE } from "./model.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */

/** @typedef {{ mask: Uint8Array, hits: Int32Array }} Found `mask` has 1 for each view found, `hits` their indexes in order */
/** @typedef {(i: number) => boolean} Test whether the view with an index fulfils a term */
/**
 * @typedef {{ isNegated: boolean, test: Test, word: string | null, about: string | null, text: string }} Term
 *   `word`: what of the line of a view it looks for; `about`: what it asks of a view, null for words; `text`: how it is written
 */
/** @typedef {Omit<Term, "isNegated" | "text">} Condition */
/** @typedef {"unknownName" | "missingValue" | "missingNumber" | "openQuote" | "afterQuote" | "tooManyTerms" | "locator"} FaultKind */

const MOST_TERMS = 32;
const COLUMNS = /** @type {const} */ (["text", "label", "identifier", "controller"]);
/** Numbers less than this apart are the same. */
const SAME = 0.0005;
/** Longer ones first, as they are read. */
const OPERATORS = ["<=", ">=", "!=", "<", ">", "="];

/**
 * What can be compared with a number.
 * @type {Record<string, (model: ViewModel) => (i: number) => number>}
 */
const NUMBERS = {
  x: (model) => (i) => model.x(i), y: (model) => (i) => model.y(i), width: (model) => (i) => model.w(i), height: (model) => (i) => model.h(i),
  alpha: (model) => (i) => model.alpha(i), tag: (model) => (i) => model.tag(i), depth: (model) => (i) => model.depth(i),
};
/**
 * What is so or not, by the view's flags.
 * @type {Record<string, (flags: number) => boolean>}
 */
const FLAGS = {
  hidden: (flags) => (flags & HIDDEN) !== 0, visible: (flags) => (flags & VISIBLE) !== 0, opaque: (flags) => (flags & OPAQUE) !== 0,
  clipped: (flags) => (flags & CLIPS) !== 0, clipstobounds: (flags) => (flags & CLIPS) !== 0, disabled: (flags) => (flags & TOUCH) === 0,
};

/**
 * What flags are called in the API, where it is another word.
 * @type {Record<string, string>}
 */
const PROPERTIES = { disabled: "userInteractionEnabled", clipped: "clipsToBounds", clipstobounds: "clipsToBounds" };

/** What a field of the search offers to be typed, and what it means. */
export const HINTS = /** @type {const} */ ([
  ["class:", "a class or a part of its name; * and ? make a pattern"], ["text:", "what is written on a view"], ["id:", "its accessibility identifier"],
  ["label:", "its accessibility label"], ["controller:", "its view controller"], ["tag:", "its tag, a whole number"],
  ["hidden", "hidden itself"], ["visible", "seen in the window"], ["opaque", "says that it is opaque"], ["clipped", "clips to its bounds"],
  ["disabled", "takes no touches"],
  ["alpha<1", "by its alpha; also > <= >= = !="], ["width<44", "by the width of its frame"], ["height<44", "by its height"], ["x<0", "by where it begins"],
  ["y<0", "by where it begins"],
  ["depth>5", "by its level in the tree"], ["-", "before a word: all but those"],
]);

/** What stands before a locator of tests in the field, the parameter of the API that takes it, and what it is. */
export const DIALECTS = /** @type {const} */ ([
  ["xpath:", "xpath", "an XPath, as tests use it; also what begins with /"], ["predicate:", "predicate", "an iOS predicate string"],
  ["chain:", "classChain", "an iOS class chain; also what begins with **/"],
  ["css:", "css", "a CSS selector, as Appium makes a class chain of it"],
]);

/**
 * The locator of tests that a query is, by the same rule as on the server; null for words.
 * @param {string} query
 * @returns {{ parameter: string, text: string, start: number } | null} `start`: how many characters stand before it
 */
export function locatorIn(query) {
  for (const [prefix, parameter] of DIALECTS) {
    if (!query.toLowerCase().startsWith(prefix)) continue;
    const text = query.slice(prefix.length).replace(/^ +/, "");
    return { parameter, text, start: query.length - text.length };
  }
  if (query.startsWith("**/")) return { parameter: "classChain", text: query, start: 0 };
  return /^\(?\//.test(query) ? { parameter: "xpath", text: query, start: 0 } : null;
}

/**
 * The views that a mask marks.
 * @param {Uint8Array} mask
 * @returns {Found}
 */
export function foundIn(mask) {
  let count = 0;
  for (const bit of mask) count += bit;
  const hits = new Int32Array(count);
  for (let i = 0, at = 0; at < count; i += 1) if (mask[i]) hits[at++] = i;
  return { mask, hits };
}

/** Why a query cannot be read, and where: so many characters from its start. */
export class QueryFault extends Error {
  /**
   * @param {FaultKind} kind
   * @param {number} offset
   * @param {string} message
   */
  constructor(kind, offset, message) {
    super(message);
    this.kind = kind;
    this.offset = offset;
  }

  /** Whether it may be that somebody has not finished typing. */
  get isUnfinished() { return this.kind === "missingValue" || this.kind === "missingNumber" || this.kind === "openQuote" }
}

/**
 * @param {ViewModel} model
 * @param {string} query
 * @returns {Found | null} null for an empty query
 * @throws {QueryFault}
 */
export function find(model, query) {
  if (!query.trim()) return null;
  const mask = new Uint8Array(model.count);
  if (!byAddress(model, query, mask)) {
    mask.fill(1);
    for (const { isNegated, test } of new Parser(model, query).terms()) {
      for (let i = 0; i < mask.length; i += 1) if (mask[i] && test(i) === isNegated) mask[i] = 0;
    }
  }
  return foundIn(mask);
}

/**
 * The words of a query that a row can mark, in lower case.
 * @param {ViewModel} model
 * @param {string} query
 * @returns {string[]}
 */
export function wordsOf(model, query) {
  try {
    const words = new Parser(model, query).terms().map(({ isNegated, word }) => (isNegated ? null : word));
    return /** @type {string[]} */ (words.filter((word) => word !== null && !/[*?]/.test(word)));
  } catch {
    return [];
  }
}

/**
 * Marks the views whose addresses stand anywhere in a query; whether there are any.
 * @param {ViewModel} model @param {string} query @param {Uint8Array} mask
 */
function byAddress(model, query, mask) {
  const addresses = new Set((query.match(/0x[0-9a-f]+/gi) ?? []).map(plain));
  let isFound = false;
  if (addresses.size) {
    for (const [i, address] of model.words("address")) if (addresses.has(plain(address))) mask[i] = 1, isFound = true;
  }
  return isFound;
}

/**
 * An address without `0x` and the zeros before it.
 * @param {string} address
 */
const plain = (address) => address.toLowerCase().replace(/^0x/, "").replace(/^0+(?=.)/, "");

const isBlank = (/** @type {string | undefined} */ character) => character !== undefined && /\s/u.test(character);

/**
 * What the field has taken a query for; null for an empty one.
 * @param {ViewModel} model
 * @param {string} query
 */
export function kindOfQuery(model, query) {
  const locator = locatorIn(query);
  if (locator) return { xpath: "XPath", predicate: "Predicate", classChain: "Class chain", css: "CSS" }[locator.parameter] ?? null;
  if (!query.trim()) return null;
  if (byAddress(model, query, new Uint8Array(model.count))) return "Address";
  try {
    return new Parser(model, query).terms().some(({ about, isNegated }) => about !== null || isNegated) ? "Filter" : "Words";
  } catch {
    return "Filter";
  }
}

/** What the dump never says of a view, as the API calls it. */
const unsaid = new Set(document.getElementById("main")?.dataset.unsaid?.split(" "));

/**
 * Why words and filters find nothing, in a sentence.
 * @param {ViewModel} model
 * @param {string} query
 */
export function whyNone(model, query) {
  if (/^[a-z]+ *(?:==|(?:BEGINSWITH|CONTAINS|ENDSWITH|LIKE|MATCHES|IN)\b)/i.test(query)) {
    return "These were read as words. Write “predicate:” before a predicate.";
  }
  if (/^[.#[]|\[[\w-]+[*^$]?=/.test(query)) return "These were read as words. Write “css:” before a CSS selector.";
  const terms = new Parser(model, query).terms();
  const isUnsaid = (/** @type {Term} */ { about }) =>
    about !== null && (unsaid.has(about) || COLUMNS.some((column) => column === about && !model.words(column).size));
  const never = terms.find(isUnsaid);
  if (never) return `The dump never says “${never.about}” of a view.`;
  const counts = terms.map(({ test, isNegated }) => {
    let count = 0;
    for (let i = 0; i < model.count; i += 1) if (test(i) !== isNegated) count += 1;
    return count;
  });
  const none = terms.filter((_, at) => !counts[at]);
  if (terms.length === 1) return "";
  if (none.length) return `No view fits “${none[0].isNegated ? "-" : ""}${none[0].text}”.`;
  const parts = terms.map(({ text, isNegated }, at) => `${isNegated ? "-" : ""}${text}: ${counts[at]}`).join(", ");
  return `Each part finds views (${parts}), but none fits all of them.`;
}

/** Reads the terms of a query. */
class Parser {
  #at = 0;

  /**
   * @param {ViewModel} model
   * @param {string} query
   */
  constructor(model, query) {
    this.model = model;
    this.query = query;
  }

  /** @returns {Term[]} */
  terms() {
    /** @type {Term[]} */ const terms = [];
    this.#skipBlanks();
    while (this.#at < this.query.length) {
      if (terms.length === MOST_TERMS) throw new QueryFault("tooManyTerms", this.#at, `A search can have at most ${MOST_TERMS} words.`);
      const { query } = this;
      const isNegated = "-!".includes(query[this.#at]) && this.#at + 1 < query.length && !isBlank(query[this.#at + 1]);
      if (isNegated) this.#at += 1;
      const start = this.#at, condition = this.#condition();
      terms.push({ isNegated, ...condition, text: query.slice(start, this.#at).trim() });
      this.#skipBlanks();
    }
    return terms;
  }

  /** @returns {Condition} */
  #condition() {
    const { query, model } = this;
    const start = this.#at;
    const name = (/^[a-z]*/i.exec(query.slice(start)) ?? [""])[0].toLowerCase();
    const end = start + name.length;
    if (name && query[end] === ":") {
      this.#at = end + 1;
      return this.#property(name, start);
    }
    if (Object.hasOwn(NUMBERS, name)) {
      this.#at = end;
      this.#skipBlanks();
      const operator = OPERATORS.find((each) => query.startsWith(each, this.#at));
      if (operator) {
        this.#at += operator.length;
        return { test: this.#comparison(name, operator, start), word: null, about: name };
      }
      this.#at = start;
    }
    if (Object.hasOwn(FLAGS, name) && (end === query.length || isBlank(query[end]))) {
      this.#at = end;
      return { test: (i) => FLAGS[name](model.flags(i)), word: null, about: PROPERTIES[name] ?? name };
    }
    const word = this.#word().toLowerCase();
    const isClass = this.#classes(word);
    const columns = COLUMNS.map((column) => this.#column(column, word));
    return { test: (i) => isClass(i) || columns.some((test) => test(i)), word, about: null };
  }

  /**
   * What stands behind the colon of a name.
   * @param {string} name @param {number} start
   * @returns {Condition}
   */
  #property(name, start) {
    const column = COLUMNS.find((each) => each === (name === "id" ? "identifier" : name));
    if (!column && name !== "class" && name !== "tag") {
      throw new QueryFault("unknownName", start,
        `There is no “${name.slice(0, 40)}:”. Use class:, text:, label:, id:, controller: or tag:, and put words with a colon in quotes.`);
    }
    this.#skipBlanks();
    const place = this.#at;
    const value = place < this.query.length ? this.#word() : "";
    if (!value) throw new QueryFault("missingValue", start, `Expected a word after “${name}:”.`);
    if (name === "tag") {
      if (!/^[+-]?\d{1,18}$/.test(value)) throw new QueryFault("missingNumber", place, `A tag is a whole number, not “${value.slice(0, 40)}”.`);
      return { test: (i) => this.model.tag(i) === Number(value), word: null, about: "tag" };
    }
    const word = value.toLowerCase();
    return { test: column ? this.#column(column, word) : this.#classes(word), word, about: column ?? "class" };
  }

  /**
   * @param {string} name @param {string} operator @param {number} start
   * @returns {Test}
   */
  #comparison(name, operator, start) {
    this.#skipBlanks();
    const place = this.#at;
    if (place === this.query.length) throw new QueryFault("missingNumber", start, `Expected a number after “${name}${operator}”.`);
    const word = this.#word();
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw new QueryFault("missingNumber", place,
      `“${name}” takes a decimal number, not “${word.slice(0, 40)}”.`);
    const number = Number(word), value = NUMBERS[name](this.model);
    const holds = (/** @type {number} */ one) => {
      const isEqual = Math.abs(one - number) < SAME;
      if (operator === "=" || operator === "!=") return isEqual === (operator === "=");
      if (isEqual) return operator.length === 2;
      return operator.startsWith("<") ? one < number : one > number;
    };
    return (i) => Number.isFinite(value(i)) && holds(value(i));
  }

  /**
   * @param {typeof COLUMNS[number]} column @param {string} word
   * @returns {Test}
   */
  #column(column, word) {
    const { model } = this;
    const words = model.words(column);
    if (column !== "controller") return (i) => words.get(i)?.toLowerCase().includes(word) ?? false;
    return (i) => [words.get(i) ?? "", readableName(model, words.get(i) ?? "")].some((name) => name.toLowerCase().includes(word));
  }

  /**
   * There are few classes and many views.
   * @param {string} pattern
   * @returns {Test}
   */
  #classes(pattern) {
    const { model } = this;
    const fits = wildcard(pattern);
    const classes = model.classes.map((raw) => fits(raw.toLowerCase()) || fits(readableName(model, raw).toLowerCase()));
    return (i) => classes[model.classID(i)];
  }

  /** What stands in quotes, or up to the next blank. */
  #word() {
    const { query } = this;
    const start = this.#at;
    if (query[start] !== "\"") {
      const length = query.slice(start).search(/\s/u);
      this.#at = length < 0 ? query.length : start + length;
      return query.slice(start, this.#at);
    }
    const end = query.indexOf("\"", start + 1);
    if (end < 0) throw new QueryFault("openQuote", start, "Missing closing quote.");
    this.#at = end + 1;
    if (this.#at < query.length && !isBlank(query[this.#at])) throw new QueryFault("afterQuote", this.#at, "Expected a space after the closing quote.");
    return query.slice(start + 1, end);
  }

  #skipBlanks() {
    while (isBlank(this.query[this.#at])) this.#at += 1;
  }
}

/**
 * Tests class names against a pattern, which may leave the module out; without `*` and `?` a part of the name is enough.
 * @param {string} pattern
 * @returns {(name: string) => boolean}
 */
function wildcard(pattern) {
  if (!/[*?]/.test(pattern)) return (name) => name.includes(pattern);
  const parts = pattern.replace(/\*+/g, "*");
  const last = (/** @type {string} */ name) => name.split("<", 1)[0].split(".").at(-1) ?? "";
  return (name) => matches(name, parts) || matches(last(name), parts);
}

/**
 * Whether a name fits a pattern, without trying more than length × length.
 * @param {string} name
 * @param {string} pattern
 */
function matches(name, pattern) {
  let at = 0, to = 0, star = -1, mark = 0;
  while (at < name.length) {
    if (pattern[to] === "*") {
      star = to++;
      mark = at;
    } else if (pattern[to] === "?" || pattern[to] === name[at]) {
      at += 1;
      to += 1;
    } else if (star >= 0) {
      to = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[to] === "*") to += 1;
  return to === pattern.length;
}
