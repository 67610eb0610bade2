// The map of keys, made from the list of commands.
import { caps, commands, singleKeys } from "../core/commands.js";
import { h } from "../core/dom.js";
import { icon } from "../core/ui.js";

/** @typedef {import("../core/commands.js").Command} Command */

/** The order of the groups; others follow. */
const ORDER = ["Anywhere", "Tree", "Selection", "Canvas", "Inspector"];
/** @type {HTMLDialogElement | undefined} */ let keyMap;

/** @returns {HTMLDialogElement} */
function makeKeyMap() {
  const made = h("dialog", { class: "keymap-dialog", "aria-labelledby": "keymap-title" },
    h("header", null, h("h2", { id: "keymap-title" }, "Keyboard"), h("a", { href: "/help#keyboard" }, "Help"),
      h("button", { type: "button", autofocus: true, class: "button plain square", "aria-label": "Close", onclick: () => made.close() }, icon("close"))),
    h("div", { class: "keymap", tabindex: 0, role: "group", "aria-labelledby": "keymap-title" }, h("div", { class: "keymap-columns" })),
    makeSwitch());
  made.addEventListener("click", (event) => event.target === made && made.close());
  made.addEventListener("keydown", (event) => event.key === "?" && made.close());
  document.body.append(made);
  // Parts of the page that come later bring commands with them.
  commands.addEventListener("change", () => made.open && listKeys(made));
  return made;
}

/** Keys of one character can get in the way of speech and of slips: they can be turned off. */
function makeSwitch() {
  const box = h("input", { type: "checkbox", checked: singleKeys.on, onchange: () => {
    singleKeys.on = box.checked;
    document.querySelector(".keymap-dialog")?.classList.toggle("without-single-keys", !box.checked);
  } });
  return h("label", { class: "keymap-switch" }, box, h("span", null, "Single keys are commands"));
}

/** @param {Command} command */
function mapEntry({ title, keys = [] }) {
  const chords = keys.map((key) => {
    const isSingle = [...key.replace(/^Shift\+/, "")].length === 1;
    return h("span", { class: isSingle ? "chord single" : "chord" }, caps(key).map((part) => h("kbd", null, part)));
  });
  return h("div", null, h("dt", null, chords.flatMap((chord, at) => (at ? [" ", chord] : [chord]))), h("dd", null, title));
}

export function openKeyMap() {
  const dialog = (keyMap ??= makeKeyMap());
  if (dialog.open) return dialog.close();
  listKeys(dialog);
  dialog.classList.toggle("without-single-keys", !singleKeys.on);
  dialog.showModal();
}

/** @param {HTMLDialogElement} dialog */
function listKeys(dialog) {
  /** @type {Map<string, Command[]>} */ const groups = new Map(ORDER.map((name) => [name, []]));
  for (const command of commands.all) {
    if (!command.keys?.length) continue;
    groups.set(command.group, [...groups.get(command.group) ?? [], command]);
  }
  const sections = [...groups].filter(([, list]) => list.length)
    .map(([name, list]) => h("section", null, h("h3", null, name), h("dl", null, ...list.map(mapEntry))));
  dialog.querySelector(".keymap-columns")?.replaceChildren(...sections);
}
