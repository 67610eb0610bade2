// The menu of a property in the panel: its value for other places, the views that have the same, other dumps.
import { plain } from "../../core/dom.js";
import { offerMenu } from "../../core/menu.js";
import { copy } from "../../core/ui.js";
import { classTitle, title } from "../data/describe.js";
import { CLIPS, HIDDEN, OPAQUE, RESIZES, TOUCH } from "../data/model.js";
import { swiftNumber, swiftRect } from "./copying.js";
import { compareAddress, timelineAddress } from "./navigation.js";

/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {(model: ViewModel, i: number) => string} Wording */

/** Rows of the panel that have a name and a value. */
const ROWS = ".attribute, .properties > div, .numbers, .raw-line";
/** Longer texts are not searched for. */
const LONGEST = 120;

const string = (/** @type {unknown} */ text) => JSON.stringify(String(text ?? ""));
/** @param {string} name @param {number} bit @returns {Wording} */
const flag = (name, bit) => (model, i) => `${name} = ${(model.flags(i) & bit) !== 0}`;
/** @param {string} word @param {number} bit @param {boolean} [isTrue] @returns {Wording} */
const state = (word, bit, isTrue = true) => (model, i) => ((model.flags(i) & bit) !== 0) === isTrue ? word : `-${word}`;

/**
 * How UIKit’s code says a property, and how the search looks for it, by the name in the panel.
 * @type {Record<string, { code?: Wording, find?: Wording }>}
 */
const PROPERTIES = {
  Class: { find: (model, i) => `class:${string(model.className(i))}` },
  Controller: { find: (model, i) => `controller:${string(model.controller(i))}` },
  Text: { code: (model, i) => `text = ${string(model.text(i))}`, find: (model, i) => `text:${string(model.text(i))}` },
  Identifier: { code: (model, i) => `accessibilityIdentifier = ${string(model.identifier(i))}`, find: (model, i) => `id:${string(model.identifier(i))}` },
  Label: { code: (model, i) => `accessibilityLabel = ${string(model.label(i))}`, find: (model, i) => `label:${string(model.label(i))}` },
  Alpha: { code: (model, i) => `alpha = ${swiftNumber(model.alpha(i))}`, find: (model, i) => `alpha=${plain(model.alpha(i))}` },
  Tag: { code: (model, i) => `tag = ${model.tag(i)}`, find: (model, i) => `tag:${model.tag(i)}` },
  Hidden: { code: flag("isHidden", HIDDEN), find: state("hidden", HIDDEN) },
  Opaque: { code: flag("isOpaque", OPAQUE), find: state("opaque", OPAQUE) },
  "Clips to bounds": { code: flag("clipsToBounds", CLIPS), find: state("clipped", CLIPS) },
  "User interaction": { code: flag("isUserInteractionEnabled", TOUCH), find: state("disabled", TOUCH, false) },
  "Autoresizes subviews": { code: flag("autoresizesSubviews", RESIZES) },
  "Content mode": { code: (model, i) => `contentMode = .${model.contentMode(i)}` },
  Frame: { code: (model, i) => `frame = ${swiftRect([model.x(i), model.y(i), model.w(i), model.h(i)])}` },
  Bounds: { code: (model, i) => `bounds = ${swiftRect(model.bounds(i))}` },
};

/** @param {Element} row */
const nameOf = (row) => row.querySelector(".attribute-name, dt, .name")?.textContent?.trim() || "Line of the dump";

/**
 * What a control shows, as text.
 * @param {Element} control
 */
function shown(control) {
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.textContent ?? "";
  if (!(control instanceof HTMLInputElement)) return control.getAttribute("data-copy") || (control.textContent?.trim() ?? "");
  return control.type === "checkbox" ? String(control.checked) : control.value;
}

/** @param {Element} row */
function valueOf(row) {
  if (row.matches("[data-copy]")) return shown(row);
  const controls = [...row.querySelectorAll("[data-copy], select, input:not([type=range], [type=search])")];
  const value = controls.map(shown).filter(Boolean).join(", ");
  return value || (row.querySelector(":scope > :not(.attribute-name, dt, .name)")?.textContent?.trim() ?? "");
}

/**
 * @param {HTMLElement} panel @param {ViewModel} model @param {import("../data/state.js").InspectorState} inspector
 */
export function offerProperties(panel, model, inspector) {
  offerMenu(panel, ROWS, (row) => {
    const id = inspector.selection, i = model.indexOf(id);
    if (i < 0 || id === null || inspector.others.length) return null;
    const name = nameOf(row), value = valueOf(row), { code, find } = PROPERTIES[name] ?? {};
    const query = find?.(model, i) ?? "", timeline = timelineAddress(id);
    const isShort = query.length <= LONGEST && !query.includes("\\");
    return {
      title: `${name} of ${title(model, i)}`,
      items: [
        { title: "Copy value", icon: "copy", isPossible: value !== "", why: "The dump says no value", run: () => copy(value) },
        { title: "Copy name and value", icon: "copy", isPossible: value !== "", why: "The dump says no value", run: () => copy(`${name}: ${value}`) },
        { title: "Copy as Swift", icon: "copy", isPossible: code !== undefined, why: `No property of ${classTitle(model, i) || "the class"} is known to say it`,
          run: () => copy(`view.${code?.(model, i)}`) },
        { title: "Copy link", icon: "link", run: () => copy(inspector.address({ selection: id }).href, "Link copied") },
        null,
        { title: "Find views with the same", icon: "search", isPossible: find !== undefined && isShort,
          why: find ? "It is too long for the search" : "The search doesn’t look for it", run: () => inspector.set({ query }) },
        ...(timeline ? [{ title: "History over dumps", icon: "history", run: () => location.assign(timeline) }] : []),
        { title: "Compare with another dump…", icon: "compare", run: () => location.assign(compareAddress(model)) },
      ],
    };
  });
}
