// Everything a page can do, in one list: the keys, the palette and the map of keys are made from it.

/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} title what it does, as the palette and the map of keys say it
 * @property {string} group "Anywhere", "Tree", "Canvas" …
 * @property {string[]} [keys] such as "F", "[", "Shift+F3", "Mod+K" (⌘ on a Mac, else Ctrl); those of one character
 *   can be turned off. When two commands share a key, the first that can be done is done, the highest priority first.
 * @property {() => void} [run] without it the command is only listed, because something else hears its keys
 * @property {() => boolean} [when] whether it can be done now
 * @property {() => boolean} [checked] whether what it turns on is on
 * @property {string} [icon] a name in the sprite
 * @property {boolean} [hidden] not in the palette
 * @property {boolean} [inTree] its letter stays a command in the tree, where other letters jump to a row
 * @property {boolean} [whileTyping] its keys are heard in text fields too
 * @property {number} [priority]
 */

/**
 * Something the palette lists: a view, a dump, a pane.
 * @typedef {object} Entry
 * @property {string} title
 * @property {string} [note]
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

class Commands {
  /** @type {Map<string, Command>} */ #commands = new Map();
  /** @type {Map<string, Source>} */ #sources = new Map();

  /**
   * Adds commands; one with an id that is there already takes its place.
   * @param {...Command} commands
   */
  register(...commands) {
    for (const command of commands) this.#commands.set(command.id, command);
  }

  /** @param {...string} ids */
  remove(...ids) {
    for (const id of ids) this.#commands.delete(id), this.#sources.delete(id);
  }

  /**
   * Adds something for the palette to search.
   * @param {string} id
   * @param {Source} source
   */
  provide(id, source) {
    this.#sources.set(id, source);
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
    if (!command?.run || command.when?.() === false) return false;
    command.run();
    return true;
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
