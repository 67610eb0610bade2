// Everything a page can do, in one list, from which the palette and the map of keys are made, and the one listener that
// hears their keys.

/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} title what it does, as the palette and the map of keys say it
 * @property {string} group "Anywhere", "Tree", "Canvas" …
 * @property {string[]} [keys] such as "F", "[", "Shift+F3", "Mod+K" (⌘ on a Mac, else Ctrl); those of one character
 *   can be turned off. When two commands share a key, the first that can be done is done, the highest priority first.
 * @property {() => void} [run] without it the command is only listed, because something else hears its keys
 * @property {() => boolean} [when] whether it can be done now
 * @property {string} [why] what is said where it can't
 * @property {() => boolean} [checked] whether what it turns on is on
 * @property {string} [icon] a name in the sprite
 * @property {boolean} [hidden] not in the palette, unless it has keys
 * @property {boolean} [whileTyping] its keys are heard in text fields too
 * @property {number} [priority]
 */

/**
 * Something the palette lists: a view, a dump, a pane.
 * @typedef {object} Entry
 * @property {string} title
 * @property {string} [note]
 * @property {string} [text] what is searched too, but not shown
 * @property {boolean} [isPassage] whether the title is the beginning of the text
 * @property {string} [icon]
 * @property {string} [href]
 * @property {string} [keys]
 * @property {boolean} [checked]
 * @property {number} [score] higher comes first
 * @property {() => void} [run] instead of following `href`
 */

/**
 * @typedef {object} Source
 * @property {string} title of the group in the palette
 * @property {(query: string) => Entry[] | Promise<Entry[]>} find what fits, best first
 */

/** Milliseconds that a key waits for its command; later nobody expects it to do anything. */
const PATIENCE = 3_000;

/** Dispatches `change` when there are other commands or sources than before. */
class Commands extends EventTarget {
  /** @type {Map<string, Command>} */ #commands = new Map();
  /** @type {Map<string, Source>} */ #sources = new Map();
  /**
   * What was pressed and waits for its command; null once all commands are there.
   * @type {{ since: number, run: () => void }[] | null}
   */
  #waiting = null;

  /**
   * Adds commands.
   * @param {...Command} commands
   * @throws {Error} for an id that is there already: remove the command before another one takes its place
   */
  register(...commands) {
    for (const command of commands) {
      if (this.#commands.has(command.id)) throw new Error(`There is a command “${command.id}” already.`);
      this.#commands.set(command.id, command);
    }
    this.#change();
  }

  /** @param {...string} ids */
  remove(...ids) {
    for (const id of ids) this.#commands.delete(id), this.#sources.delete(id);
    this.#change();
  }

  /**
   * Adds something for the palette to search.
   * @param {string} id
   * @param {Source} source
   */
  provide(id, source) {
    this.#sources.set(id, source);
    this.#change();
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }

  /** @returns {Command[]} */
  get all() {
    return [...this.#commands.values()];
  }

  get sources() {
    return [...this.#sources.values()];
  }

  /**
   * Does what a command does; false when there is no such command or it cannot be done now.
   * @param {string} id
   */
  run(id) {
    const command = this.#commands.get(id);
    if (!command && this.later(() => this.run(id))) return true;
    if (!command?.run || command.when?.() === false) return false;
    command.run();
    return true;
  }

  /**
   * Says that some commands come later: what is pressed for them until then waits.
   * @param {Promise<unknown>} there when they are
   */
  expect(there) {
    /** @type {{ since: number, run: () => void }[]} */ const waiting = (this.#waiting = []);
    there.then(() => {
      this.#waiting = null;
      this.#change();
      for (const { since, run } of waiting) if (performance.now() - since < PATIENCE) run();
    });
  }

  /** Whether some commands are still to come. */
  get isAwaited() {
    return this.#waiting !== null;
  }

  /**
   * Has something done once all commands are there; false when they are.
   * @param {() => void} run
   */
  later(run) {
    this.#waiting?.push({ since: performance.now(), run });
    return this.isAwaited;
  }

  /**
   * The commands that hear one of these chords and can be done now, the most urgent first.
   * @param {string[]} chords
   */
  hearing(chords) {
    return this.all
      .filter(({ keys, run, when }) => run && keys?.some((key) => chords.includes(key)) && when?.() !== false)
      .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  }
}

export const commands = new Commands();

// Keys

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
 * Whether a letter pressed in the tree is a command there and does not jump to a row: Shift makes it a letter.
 * @param {KeyboardEvent} event
 */
export function isCommandInTree(event) {
  return !event.shiftKey && heard(event).length > 0;
}

/**
 * True where letters are text and not commands.
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  return target instanceof Element
    && target.matches("input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]");
}

/**
 * What is open over the page, or under way, and ends with Escape: the topmost last.
 * @type {{ end: () => void, element: Element | undefined }[]}
 */
const over = [];

/**
 * Says that something has opened over everything else, or is under way: one Escape ends it, and nothing else, before any
 * command hears the key.
 * @param {() => void} end
 * @param {Element} [element] what is open
 * @returns {() => void} says that it has ended
 */
export function endsWithEscape(end, element) {
  const one = { end, element };
  over.push(one);
  return () => {
    const at = over.indexOf(one);
    if (at >= 0) over.splice(at, 1);
  };
}

/**
 * Ends what is open in an element as Escape does once nothing else is over it.
 * @param {Element} element
 */
export function endsNow(element) {
  const at = over.findIndex((one) => one.element === element);
  if (at >= 0) over.splice(at, 1)[0].end();
}

/**
 * What the page itself can have open, and knows only when it is asked.
 * @type {(() => (() => void) | null)[]}
 */
const finders = [];

/**
 * Finds, when Escape is pressed, what else is open and what ends it.
 * @param {() => (() => void) | null} find
 */
export const findsWithEscape = (find) => finders.push(find);

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing) return;
  const end = over.pop()?.end ?? finders.map((find) => find()).find((found) => found !== null);
  if (!end) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  end();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  const typing = isTyping(event.target);
  const find = () => heard(event).find(({ whileTyping }) => whileTyping || !typing);
  const command = find();
  if (!command) return void commands.later(() => find()?.run?.());
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

// How well a title fits what was typed

/**
 * 0 when a word of the query is not in the text; more the earlier and the more together its letters are.
 * @param {string} text @param {string} query words in any order
 * @param {boolean} [forgives] whether words count too that somebody has nearly typed, which takes longer
 */
export function score(text, query, forgives = false) {
  let sum = 0;
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (!word) continue;
    const value = one(text, word) || (forgives ? near(text, word) : 0);
    if (!value) return 0;
    sum += value;
  }
  return sum;
}

/**
 * @param {string} text
 * @param {string} word
 */
function one(text, word) {
  const lower = text.toLowerCase();
  const at = lower.indexOf(word);
  if (at >= 0) {
    // The whole text, its beginning, the beginning of a word in it, a place inside a word.
    const base = at === 0 ? 90 : isStart(text, at) ? 75 : 55;
    return base + (lower.length === word.length ? 20 : 10 * (word.length / lower.length));
  }
  // Letters in order, the first at the beginning of a word and each next one close by.
  if (word.length < 2) return 0;
  for (let start = lower.indexOf(word[0]); start >= 0; start = lower.indexOf(word[0], start + 1)) {
    if (!isStart(text, start)) continue;
    const value = follow(text, lower, word, start);
    if (value) return value;
  }
  return 0;
}

/**
 * @param {string} text
 * @param {string} lower
 * @param {string} word
 * @param {number} start
 */
function follow(text, lower, word, start) {
  let place = start, value = 20;
  for (let letter = 1; letter < word.length; letter += 1) {
    let next = place + 1;
    if (lower[next] !== word[letter]) {
      while (next < lower.length && !(lower[next] === word[letter] && isStart(text, next))) next += 1;
      value -= 1;
    }
    if (next >= lower.length) return 0;
    place = next;
  }
  return Math.max(1, value);
}

/** Shorter words are near to too many, and what a word is worth that is nearly there. */
const SHORT = 4, NEAR = 12;

/**
 * Whether a word of the text begins like a word with one letter that is wrong, missing, too many or out of its order; two in
 * long words.
 * @param {string} text
 * @param {string} word
 */
export function near(text, word) {
  if (word.length < SHORT) return 0;
  const most = word.length < 2 * SHORT ? 1 : 2;
  const words = text.slice(0, 200).replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.some((each) => each[0] === word[0] && each.length > word.length - 1 - most && distance(each, word) <= most) ? NEAR : 0;
}

/**
 * How many letters of the beginning of a name have to change for a word.
 * @param {string} name
 * @param {string} word
 */
function distance(name, word) {
  /** @type {number[][]} */ const rows = [[...Array(word.length + 1).keys()]];
  let best = word.length;
  for (let i = 1; i <= Math.min(name.length, word.length + 2); i += 1) {
    const row = [i], above = rows[i - 1];
    for (let j = 1; j <= word.length; j += 1) {
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (name[i - 1] === word[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && name[i - 1] === word[j - 2] && name[i - 2] === word[j - 1]) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
    best = Math.min(best, row[word.length]);
  }
  return best;
}

/**
 * Whether a word begins there: after a blank or sign, or with a capital letter.
 * @param {string} text
 * @param {number} at
 */
function isStart(text, at) {
  if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true;
  return text[at] !== text[at].toLowerCase() && (text[at - 1] === text[at - 1].toLowerCase() || text[at + 1] !== text[at + 1]?.toUpperCase());
}
