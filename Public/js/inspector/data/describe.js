// What a line about a view says, as the server's list says it: icon, class, words, remarks and badges.
import { FINDINGS, HIDDEN, TOUCH } from "./model.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */

/** @typedef {{ badge: string, label: string }} Badge */

/** Longer texts are cut: a line is for recognising. */
const LONGEST = 60;
/** How far into a control or a cell its words are looked for. */
const INNER = 16;
/** Kinds of view that UIKit makes untouchable, so that it says nothing about one that is. */
const UNTOUCHED = new Set(["text", "image", "progress", "effect"]);

/**
 * The server's table: kind and the words in a class name that tell it, the first that fits counts.
 * @type {[string, string[]][]}
 */
const kinds = (document.getElementById("main")?.dataset.kinds ?? "").split(";").filter(Boolean)
  .map((entry) => [entry.split(":")[0], entry.split(":")[1].split(",")]);
/** @type {Map<string, string>} */ const known = new Map();

/**
 * A class without its module and without what stands in angle brackets.
 * @param {string} className
 */
function lastPart(className) {
  const name = className.split("<", 1)[0];
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * What sort of thing a class is: "window", "button", "plain" …
 * @param {string} className
 */
export function kindOf(className) {
  let kind = known.get(className);
  if (kind === undefined) {
    const whole = className.slice(0, 200).toLowerCase(), name = lastPart(className).slice(0, 200).toLowerCase();
    kind = kinds.find(([, words]) => words.some((word) => (word.includes(".") ? whole : name).includes(word)))?.[0] ?? "plain";
    known.set(className, kind);
  }
  return kind;
}

/**
 * What the classes of elements all begin with, and Android's packages: the tree leaves it out of sight.
 * @param {string} className
 */
export const prefixOf = (className) => /^(?:XCUIElementType(?=.)|android.*\.)/u.exec(className)?.[0] ?? "";

/** UIKit's containers that only hold other views: the server's table. */
const containers = new Set((document.getElementById("main")?.dataset.containers ?? "").split(",").filter(Boolean));

/**
 * Whether a class is UIKit's own machinery: its name begins with an underscore, or it is one of its containers.
 * @param {string} className
 */
export function isSystem(className) {
  return isPrivate(className) || containers.has(className);
}

/** @param {string} className */
const isPrivate = (className) => lastPart(className).startsWith("_");

/**
 * Whether views of a class stand beside what a screen shows: bars and UIKit's private views.
 * @param {string} className
 */
export const isAside = (className) => isPrivate(className) || kindOf(className) === "bar";

/**
 * Whether a class is an element of a test tool and not a view's own.
 * @param {string} className
 */
export const isElement = (className) => /^(XCUIElementType|android\.)/.test(className);

/**
 * The name of a class or a controller as people read it.
 * @param {ViewModel} model
 * @param {string} raw
 */
export const readableName = (model, raw) => model.displayNames.get(raw)?.readable ?? raw;

/**
 * The class as people read it: what sort of thing it is goes by this name.
 * @param {ViewModel} model
 * @param {number} i
 */
export const readableClass = (model, i) => readableName(model, model.className(i));

/**
 * The same in few characters.
 * @param {ViewModel} model
 * @param {number} i
 */
export const shownClass = (model, i) => shownName(model, model.className(i));

/** @param {ViewModel} model @param {string} raw */
const shownName = (model, raw) => model.displayNames.get(raw)?.shown ?? raw;

/**
 * The readable name of a class that the dump has mangled; null for others.
 * @param {ViewModel} model
 * @param {number} i
 */
export const swiftName = (model, i) => (readableClass(model, i) === model.className(i) ? null : readableClass(model, i));

/**
 * What the class that is shown stands for, the name that the dump has included; null where that is the one.
 * @param {ViewModel} model
 * @param {number} i
 */
export function classTitle(model, i) {
  const raw = model.className(i);
  return model.displayNames.has(raw) ? [swiftName(model, i), raw].filter(Boolean).join("\n") : null;
}

/**
 * The first words of a text on one line; null for none.
 * @param {string | null} text
 */
export function short(text) {
  if (!text) return null;
  // Most words are short and on one line already.
  if (text.length <= LONGEST && !/[^\S ]|^ | $| {2}/.test(text)) return text;
  const line = text.slice(0, LONGEST * 4).replace(/\s+/gu, " ").trim();
  const letters = [...line];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : line || null;
}

/**
 * The words on a view, or in a control or cell.
 * @param {ViewModel} model
 * @param {number} i
 */
export function words(model, i) {
  const own = model.text(i) ?? model.label(i);
  if (own !== null) return short(own);
  const kind = kindOf(readableClass(model, i));
  if (kind !== "button" && kind !== "cell") return null;
  const end = Math.min(model.end(i), i + INNER);
  for (let inner = i; inner < end; inner += 1) if (model.text(inner) !== null) return short(model.text(inner));
  return null;
}

/**
 * What tells a view apart that has no words.
 * @param {ViewModel} model
 * @param {number} i
 */
export function note(model, i) {
  const named = short(model.identifier(i)) ?? short(shownName(model, model.controller(i) ?? ""));
  if (named) return named;
  const kind = kindOf(readableClass(model, i));
  if (kind === "scroll" || kind === "list" || kind === "grid") {
    const [x, y] = model.bounds(i);
    if (x || y) return `contentOffset ${rounded(x)}, ${rounded(y)}`;
  }
  const [a, b, c, d, tx, ty] = model.transform(i);
  if (a === 1 && b === 0 && c === 0 && d === 1 && tx === 0 && ty === 0) return null;
  const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return degrees ? `rotate ${rounded(degrees)}°` : "transformed";
}

/**
 * "UIButton “Stop”".
 * @param {ViewModel} model
 * @param {number} i
 */
export function title(model, i) {
  const text = words(model, i);
  return text ? `${shownClass(model, i)} “${text}”` : shownClass(model, i);
}

/**
 * Whether nothing of the view can be seen and why, whether it takes touches, whether something is wrong with it.
 * @param {ViewModel} model
 * @param {number} i
 * @returns {Badge[]}
 */
export function badges(model, i) {
  const flags = model.flags(i);
  const found = [];
  if (flags & HIDDEN) found.push({ badge: "hidden", label: "Hidden" });
  else if (model.alpha(i) < 0.01) found.push({ badge: "transparent", label: "Transparent" });
  else if (model.width(i) === 0 || model.height(i) === 0) found.push({ badge: "zero", label: "Without area" });
  else if (!model.visibleFrame(i)) found.push({ badge: "clipped", label: "Clipped away or off screen" });
  const className = readableClass(model, i);
  if (!(flags & TOUCH) && !UNTOUCHED.has(kindOf(className)) && !isSystem(className)) found.push({ badge: "touch-off", label: "Not touchable" });
  const issues = model.layoutIssues(i);
  if (issues) found.push({ badge: "layout-issue", label: issues });
  else if (flags & FINDINGS || model.isWarned(i)) found.push({ badge: "warning", label: "Has findings" });
  return found;
}

/** @param {number} value */
export const rounded = (value) => String(Math.round(value * 100) / 100).replace("-", "−");
