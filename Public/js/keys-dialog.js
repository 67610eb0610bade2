// The map of keys, made from the list of commands.
import { commands } from "./commands.js";
import { icon } from "./icons.js";
import { caps, singleKeys } from "./keys.js";

/** @typedef {import("./commands.js").Command} Command */

/** The order of the groups; others follow. */
const ORDER = ["Anywhere", "Tree", "Selection", "Canvas", "Inspector"];
/** @type {HTMLDialogElement | undefined} */ let dialog;

/** @returns {HTMLDialogElement} */
function make() {
  const made = document.createElement("dialog");
  made.className = "keymap-dialog";
  made.setAttribute("aria-labelledby", "keymap-title");
  const head = document.createElement("header");
  const title = document.createElement("h2");
  title.id = "keymap-title";
  title.textContent = "Keyboard";
  const help = document.createElement("a");
  help.href = "/help#keyboard";
  help.textContent = "Help";
  const close = document.createElement("button");
  close.type = "button";
  close.autofocus = true;
  close.className = "button plain square";
  close.setAttribute("aria-label", "Close");
  close.append(icon("close"));
  close.addEventListener("click", () => made.close());
  head.append(title, help, close);
  const map = document.createElement("div");
  map.className = "keymap";
  map.tabIndex = 0;
  map.setAttribute("role", "group");
  map.setAttribute("aria-labelledby", "keymap-title");
  const columns = document.createElement("div");
  columns.className = "keymap-columns";
  map.append(columns);
  made.append(head, map, makeSwitch());
  made.addEventListener("click", (event) => event.target === made && made.close());
  made.addEventListener("keydown", (event) => event.key === "?" && made.close());
  document.body.append(made);
  return made;
}

/** Keys of one character can get in the way of speech and of slips: they can be turned off. */
function makeSwitch() {
  const label = document.createElement("label");
  const box = document.createElement("input");
  const text = document.createElement("span");
  label.className = "keymap-switch";
  box.type = "checkbox";
  box.checked = singleKeys.on;
  text.textContent = "Single keys are commands";
  box.addEventListener("change", () => {
    singleKeys.on = box.checked;
    document.querySelector(".keymap-dialog")?.classList.toggle("without-single-keys", !box.checked);
  });
  label.append(box, text);
  return label;
}

/** @param {Command} command */
function entry({ title, keys = [] }) {
  const row = document.createElement("div");
  const term = document.createElement("dt");
  const description = document.createElement("dd");
  for (const [at, key] of keys.entries()) {
    if (at) term.append(" ");
    const chord = document.createElement("span");
    chord.className = [...key.replace(/^Shift\+/, "")].length === 1 ? "chord single" : "chord";
    for (const part of caps(key)) {
      const cap = document.createElement("kbd");
      cap.textContent = part;
      chord.append(cap);
    }
    term.append(chord);
  }
  description.textContent = title;
  row.append(term, description);
  return row;
}

export function open() {
  dialog ??= make();
  if (dialog.open) return dialog.close();
  /** @type {Map<string, Command[]>} */ const groups = new Map(ORDER.map((name) => [name, []]));
  for (const command of commands.all) {
    if (!command.keys?.length) continue;
    groups.set(command.group, [...groups.get(command.group) ?? [], command]);
  }
  const map = /** @type {HTMLElement} */ (dialog.querySelector(".keymap-columns"));
  map.replaceChildren();
  for (const [name, list] of groups) {
    if (!list.length) continue;
    const section = document.createElement("section");
    const heading = document.createElement("h3");
    const entries = document.createElement("dl");
    heading.textContent = name;
    entries.append(...list.map(entry));
    section.append(heading, entries);
    map.append(section);
  }
  dialog.classList.toggle("without-single-keys", !singleKeys.on);
  dialog.showModal();
}
