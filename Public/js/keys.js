// The keys of every page: one listener that asks the list of commands.
import { commands } from "./commands.js";

const TURNED_OFF = "vitrine.keys";
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether keys of one character are commands (WCAG 2.1.4 asks that they can be turned off). */
export const singleKeys = {
  get on() {
    try {
      return localStorage.getItem(TURNED_OFF) !== "off";
    } catch {
      return true;
    }
  },
  set on(on) {
    if (on) localStorage.removeItem(TURNED_OFF);
    else localStorage.setItem(TURNED_OFF, "off");
  },
};

/**
 * The names a key press can have in a command: with Shift first, where Shift does not make the character.
 * @param {KeyboardEvent} event
 */
function chords(event) {
  const isCharacter = [...event.key].length === 1 && event.key !== " ";
  const isLetter = isCharacter && event.key.toLowerCase() !== event.key.toUpperCase();
  const key = isLetter ? event.key.toUpperCase() : event.key === " " ? "Space" : event.key;
  const held = `${event.metaKey || event.ctrlKey ? "Mod+" : ""}${event.altKey ? "Alt+" : ""}`;
  if (isLetter && !held) return event.shiftKey ? [`Shift+${key}`, key] : [key];
  return [`${held}${event.shiftKey && (isLetter || !isCharacter) ? "Shift+" : ""}${key}`];
}

/** @param {string} key of a command */
const isSingle = (key) => [...key.replace(/^Shift\+/, "")].length === 1;

/**
 * The commands for a key press, the most urgent first.
 * @param {KeyboardEvent} event
 */
function heard(event) {
  for (const chord of chords(event)) {
    if (isSingle(chord) && !singleKeys.on) continue;
    const found = commands.hearing([chord]);
    if (found.length) return found;
  }
  return [];
}

/**
 * Whether a letter pressed in the tree is a command there and does not jump to a row.
 * @param {KeyboardEvent} event
 */
export function isCommandInTree(event) {
  return heard(event).some(({ inTree }) => inTree || event.shiftKey);
}

/**
 * True where letters are text and not commands.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  return target instanceof Element
    && target.matches("input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  const typing = isTyping(event.target);
  const command = heard(event).find(({ whileTyping }) => whileTyping || !typing);
  if (!command) return;
  event.preventDefault();
  command.run?.();
});

const NAMES = { Mod: isMac ? "⌘" : "Ctrl", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", Escape: "Esc" };

/**
 * A key as people read it, a part for each cap.
 * @param {string} key such as "Mod+K"
 * @returns {string[]}
 */
export function caps(key) {
  const parts = key === "+" ? ["+"] : key.split(/\+(?=.)/);
  return parts.map((part) => NAMES[/** @type {keyof typeof NAMES} */ (part)] ?? part);
}
