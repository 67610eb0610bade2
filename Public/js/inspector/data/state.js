// What the inspector shows. Modules change it and listen to it; none of them calls another. The address mirrors it.

/** @typedef {import("./model.js").ViewModel} ViewModel */

/** @typedef {{ name: string, read: (text: string) => any, initial: any }} Member */

const number = (/** @type {string} */ text) => (text !== "" && Number.isFinite(Number(text)) ? Number(text) : null);
const positive = (/** @type {string} */ text) => ((number(text) ?? 0) > 0 ? number(text) : null);
const flag = (/** @type {string} */ text) => text === "true";
const unless = (/** @type {string} */ text) => text !== "false";
const word = (/** @type {string} */ text) => text || null;
/**
 * Words that older links have, and what they are called now.
 * @type {Record<string, string>}
 */
const OLDER = { filled: "screen", text: "outlines", layer: "source" };
const choice = (/** @type {string[]} */ ...words) => (/** @type {string} */ text) => (words.includes(text) ? text : null);
const id = (/** @type {string} */ text) => (/^\d{1,9}$/.test(text) ? Number(text) : null);
/** @param {string} text "120,44" */
const pointOf = (text) => {
  const [x, y, ...rest] = text.split(",").map(number);
  return x === null || y === null || y === undefined || rest.length ? null : { x, y };
};
/**
 * @param {string} name of the parameter
 * @param {(text: string) => any} read
 * @param {any} [initial]
 * @returns {Member}
 */
const member = (name, read, initial = null) => ({ name, read, initial });

/**
 * By how many percent texts are longer, as the server takes it.
 * @param {string} text
 */
const percentage = (text) => {
  const value = Number(/^[+ ]?(-?\d{1,3})%?$/.exec(text)?.[1] ?? 0);
  return value >= -50 && value <= 300 && value !== 0 ? String(value) : null;
};

/**
 * The screen that the dump has by itself.
 * @type {Partial<InspectorState>}
 */
export const OWN_SCREEN = Object.freeze({ device: null, orientation: null, splitView: null, width: null, height: null, statusBar: null, keyboard: null });

/** What alone makes a layout. */
export const CAUSES = /** @type {const} */ (["device", "orientation", "splitView", "width", "height", "statusBar", "keyboard", "text", "language", "textSize"]);

/**
 * How much longer texts are, for people: `+30 %`.
 * @param {string} text
 */
export const growthWords = (text) => `${text.startsWith("-") ? "−" : "+"}${text.replace("-", "")} %`;

/**
 * What Apple's tables call a text size: `accessibility1` is AX1.
 * @param {string} size
 */
export const sizeName = (size) => size.replace(/^accessibility/, "AX").replace(/^[sml]/, (letter) => letter.toUpperCase());

/**
 * What is assumed of texts, for people: `de, +30 %, AX1`; empty where nothing is.
 * @param {Pick<InspectorState, "text" | "language" | "textSize">} state
 */
export const assumedTexts = ({ text, language, textSize }) =>
  [language, text && growthWords(text), textSize && sizeName(textSize)].filter(Boolean).join(", ");

/** What the address holds. A member that has its initial value is left out. */
const MEMBERS = {
  selection: member("view", id),
  root: member("root", id),
  hideSystem: member("hideSystem", flag, false),
  digest: member("digest", flag, false),
  query: member("q", (text) => text, ""),
  device: member("device", word),
  orientation: member("orientation", choice("portrait", "landscape")),
  splitView: member("splitView", choice("third", "half", "twoThirds")),
  width: member("width", positive),
  height: member("height", positive),
  rule: member("rule", choice("proportional", "even")),
  solver: member("solver", choice("constraints", "masks")),
  scale: member("scale", (text) => (/^[123]$/.test(text) ? Number(text) : null)),
  statusBar: member("statusBar", choice("normal", "inCall", "hidden")),
  keyboard: member("keyboard", choice("true", "resize")),
  text: member("text", percentage),
  language: member("language", word),
  textSize: member("textSize", word),
  compare: member("compare", word),
  mode: member("mode", choice("flat", "layers"), "flat"),
  ios: member("ios", choice("7", "13", "18", "26")),
  drawing: member("drawing", (text) => choice("screen", "wireframe", "outlines")(OLDER[text] ?? text)),
  ghosts: member("ghosts", flag, false),
  texts: member("texts", unless, true),
  tool: member("tool", choice("select", "touch"), "select"),
  touchPoint: member("point", (text) => pointOf(text)),
  panel: member("panel", (text) => choice("element", "size", "attributes", "touch", "content", "source", "animate")(OLDER[text] ?? text), null),
  backdrop: member("backdrop", number),
  zoom: member("zoom", positive),
  x: member("x", number),
  y: member("y", number),
  rotateX: member("rotateX", number),
  rotateY: member("rotateY", number),
  spread: member("spread", number),
  depthFrom: member("depthFrom", number),
  depthTo: member("depthTo", number),
};
const NAMES = /** @type {(keyof typeof MEMBERS)[]} */ (Object.keys(MEMBERS));

/**
 * A value as the address has it.
 * @param {any} value
 * @returns {string}
 */
function written(value) {
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000);
  return typeof value === "object" ? `${written(value.x)},${written(value.y)}` : String(value);
}

/** What changes while something moves never makes a step of history. */
const CONTINUOUS = new Set(["query", "touchPoint", "panel", "backdrop", "zoom", "x", "y", "rotateX", "rotateY", "spread", "depthFrom", "depthTo"]);
/** Browsers refuse addresses that change more often than this, in milliseconds. */
const REST = 120;

/** @type {readonly number[]} */ const NONE = Object.freeze([]);

/**
 * How views are drawn: as the screen that they came from, where the dump says anything about looks.
 * @param {InspectorState} state @param {ViewModel} model
 */
export const drawingOf = (state, model) => state.drawing ?? (model.saysLooks ? "screen" : "wireframe");

/** Every change dispatches `change` with the names of what changed in `detail.keys`. */
export class InspectorState extends EventTarget {
  /**
   * The id of the selected view.
   * @type {number | null}
   */
  selection = null;
  /**
   * The ids of the views that are selected besides; another selection ends that.
   * @type {readonly number[]}
   */
  others = NONE;
  /**
   * The id of the view pointed at.
   * @type {number | null}
   */
  hover = null;
  /**
   * The number of the constraint whose line in the panel is pointed at, has the focus or is open.
   * @type {number | null}
   */
  constraint = null;
  /**
   * The id of the view whose subtree alone is shown.
   * @type {number | null}
   */
  root = null;
  hideSystem = false;
  /** Whether the server tells what an agent sees. */
  digest = false;
  query = "";
  /**
   * 1 for the views that the search found, by index; null without a search.
   * @type {Uint8Array | null}
   */
  matches = null;
  /**
   * The words that the search looks for in the lines of views, in lower case.
   * @type {string[]}
   */
  words = [];
  /**
   * The ids of the views that edits changed.
   * @type {Set<number> | null}
   */
  edited = null;
  /**
   * Where the canvas was touched with the touch tool, in the window.
   * @type {{ x: number, y: number } | null}
   */
  touchPoint = null;
  /**
   * The ids of the pinned views, in the order in which they were pinned.
   * @type {readonly number[]}
   */
  pins = NONE;
  /**
   * The notes by the ids of their views.
   * @type {ReadonlyMap<number, API.ViewNote>}
   */
  notes = new Map();
  /** @type {string | null} */ device = null;
  /** @type {"portrait" | "landscape" | null} */ orientation = null;
  /** @type {"third" | "half" | "twoThirds" | null} */ splitView = null;
  /** @type {number | null} */ width = null;
  /** @type {number | null} */ height = null;
  /** @type {"proportional" | "even" | null} */ rule = null;
  /** @type {"constraints" | "masks" | null} */ solver = null;
  /**
   * The pixels of a point to whose grid a layout is rounded.
   * @type {number | null}
   */
  scale = null;
  /** @type {"normal" | "inCall" | "hidden" | null} */ statusBar = null;
  /**
   * Over the window, or with the app's view ending where it begins.
   * @type {"true" | "resize" | null}
   */
  keyboard = null;
  /**
   * By how many percent texts are longer than stored.
   * @type {string | null}
   */
  text = null;
  /**
   * The language of which the words are that views say.
   * @type {string | null}
   */
  language = null;
  /**
   * The text size that fonts follow which adjust.
   * @type {string | null}
   */
  textSize = null;
  /** @type {string | null} */ compare = null;
  /** @type {"flat" | "layers"} */ mode = "flat";
  /**
   * How views are drawn; null for what suits the dump.
   * @type {"screen" | "wireframe" | "outlines" | null}
   */
  drawing = null;
  /**
   * The system whose controls a screen has; null for that of the dump.
   * @type {"7" | "13" | "18" | "26" | null}
   */
  ios = null;
  ghosts = false;
  /** Whether the canvas shows the texts of views. */ texts = true;
  /** @type {"select" | "touch"} */ tool = "select";
  /** @type {string | null} */ panel = null;
  /**
   * How much of the screenshot is seen, 0 to 1; null for all of it where there is one.
   * @type {number | null}
   */
  backdrop = null;
  /** @type {number | null} */ zoom = null;
  /** @type {number | null} */ x = null;
  /** @type {number | null} */ y = null;
  /** @type {number | null} */ rotateX = null;
  /** @type {number | null} */ rotateY = null;
  /** @type {number | null} */ spread = null;
  /** @type {number | null} */ depthFrom = null;
  /** @type {number | null} */ depthTo = null;

  #timer = 0;
  /**
   * The address that is written when the timer ends.
   * @type {URL | null}
   */
  #waiting = null;
  #written = -REST;

  constructor() {
    super();
    this.#read();
    addEventListener("popstate", () => {
      this.#forget();
      const keys = this.#read();
      if (this.others.length) this.others = NONE, keys.add("others");
      if (keys.size) this.#tell(keys, true);
    });
    addEventListener("pagehide", () => this.#flush());
  }

  /**
   * Changes some members. One step of history for each call, unless it replaces the present one.
   * @param {Partial<InspectorState>} values
   * @param {{ replace?: boolean }} [options]
   */
  set(values, options) {
    const replace = options?.replace ?? false;
    if ("selection" in values && !values.others && this.others.length) values = { ...values, others: NONE };
    /** @type {Set<string>} */ const keys = new Set();
    for (const [key, value] of Object.entries(values)) {
      const self = /** @type {any} */ (this);
      if (!(key in this) || self[key] === value) continue;
      self[key] = value;
      keys.add(key);
    }
    if (!keys.size) return;
    const kept = [...keys].filter((key) => key in MEMBERS);
    if (kept.length) this.#write(replace || kept.every((key) => CONTINUOUS.has(key)));
    this.#tell(keys, false);
  }

  /**
   * Selects a view besides those that are selected, or no longer; the last one selected is the one the address names.
   * @param {number} id
   */
  toggle(id) {
    const { selection, others } = this;
    if (selection === null) return this.set({ selection: id });
    if (others.includes(id)) return this.set({ others: others.filter((other) => other !== id) });
    if (selection !== id) return this.set({ selection: id, others: [...others, selection] });
    this.set({ selection: others[others.length - 1] ?? null, others: others.slice(0, -1) });
  }

  /**
   * The address of this page with some members changed.
   * @param {Partial<InspectorState>} [values]
   */
  address(values = {}) {
    const url = new URL(location.href);
    url.hash = "";
    for (const key of NAMES) {
      const { name, initial } = MEMBERS[key];
      const value = key in values ? values[key] : this[key];
      if (value === initial || value === null || value === "") url.searchParams.delete(name);
      else url.searchParams.set(name, written(value));
    }
    return url;
  }

  #read() {
    const parameters = new URLSearchParams(location.search);
    // One side alone is no size.
    if (!parameters.has("width") || !parameters.has("height")) for (const side of ["width", "height"]) parameters.delete(side);
    /** @type {Set<string>} */ const keys = new Set();
    for (const key of NAMES) {
      const { name, read, initial } = MEMBERS[key];
      const text = parameters.get(name);
      const value = text === null ? initial : read(text) ?? initial;
      if (this[key] === value || (value && this[key] && written(this[key]) === written(value))) continue;
      keys.add(key);
      /** @type {any} */ (this)[key] = value;
    }
    return keys;
  }

  /** @param {boolean} replace */
  #write(replace) {
    const url = this.address();
    if (!replace) {
      this.#flush();
      this.#put("pushState", url);
    } else if (performance.now() - this.#written > REST && !this.#timer) this.#put("replaceState", url);
    else {
      this.#waiting = url;
      this.#timer ||= setTimeout(() => this.#flush(), REST);
    }
  }

  /**
   * @param {"pushState" | "replaceState"} how
   * @param {URL} url
   */
  #put(how, url) {
    this.#forget();
    this.#written = performance.now();
    if (url.href !== location.href) history[how](null, "", url);
  }

  #flush() {
    if (this.#timer && this.#waiting) this.#put("replaceState", this.#waiting);
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /**
   * @param {Set<string>} keys
   * @param {boolean} fromHistory
   */
  #tell(keys, fromHistory) {
    this.dispatchEvent(new CustomEvent("change", { detail: { keys, fromHistory } }));
  }

  /**
   * Calls back at once and whenever one of the members changes.
   * @param {string[]} names
   * @param {(keys: Set<string>) => void} callback
   */
  watch(names, callback) {
    this.addEventListener("change", (event) => {
      const { keys } = /** @type {CustomEvent} */ (event).detail;
      if (names.some((name) => keys.has(name))) callback(keys);
    });
    callback(new Set(names));
  }
}
