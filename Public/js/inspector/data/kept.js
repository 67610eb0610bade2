// What the API tells, kept for when somebody comes back: everything about a view, why it is where it is, and the devices that
// the server knows.
import { getJSON, isAborted, messageOf } from "../../core/api.js";
import { CAUSES } from "./state.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./model.js").ViewJSON} ViewJSON */

/** So many answers of one kind are kept. */
const KEPT = 60;

/**
 * Answers by their questions. One question is asked at a time: an answer to an earlier one is not waited for any longer.
 * @template Answer
 */
class KeptAnswers {
  /**
   * Newest last.
   * @type {Map<string, Answer>}
   */
  #kept = new Map();
  /** @type {AbortController | undefined} */ #pending;
  #asked = "";

  /**
   * @param {string} key
   * @returns {Answer | undefined}
   */
  of(key) {
    return this.#kept.get(key);
  }

  /**
   * @param {string} key
   * @param {(signal: AbortSignal) => Promise<Answer>} ask
   * @returns {Promise<boolean>} whether an answer has come; not where the same is asked for already, or something else since
   */
  async ask(key, ask) {
    if (this.#asked === key) return false;
    this.rest();
    const pending = (this.#pending = new AbortController());
    this.#asked = key;
    try {
      const answer = await ask(pending.signal);
      if (pending.signal.aborted) return false;
      this.#keep(key, answer);
      return true;
    } catch (error) {
      if (pending.signal.aborted || isAborted(error)) return false;
      throw error;
    } finally {
      if (this.#pending === pending) this.#asked = "";
    }
  }

  /** Stops asking. */
  rest() {
    this.#pending?.abort();
    this.#asked = "";
  }

  /**
   * @param {string} key
   * @param {Answer} answer
   */
  #keep(key, answer) {
    this.#kept.delete(key);
    this.#kept.set(key, answer);
    for (const old of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(old);
    }
  }
}

/** Everything about the view that is selected. Dispatches `details` when what was asked for has come. */
export class Details extends EventTarget {
  /** @type {KeptAnswers<{ revision: number, view: ViewJSON }>} */ #answers = new KeptAnswers();
  /** @type {KeptAnswers<API.LintDumpReply["findings"]>} */ #mended = new KeptAnswers();
  /** @type {{ view?: number, message: string }[] | null} */ #report = null;

  /**
   * @param {ViewModel} model
   * @param {import("./state.js").InspectorState} state says whose controls are drawn, of which some are guesses
   * @param {(error: Error) => void} failed
   */
  constructor(model, state, failed) {
    super();
    this.model = model;
    this.state = state;
    this.failed = failed;
  }

  /** @param {number} id */
  #question(id) {
    return `${id}${this.state.ios ? `?ios=${this.state.ios}` : ""}`;
  }

  /**
   * What is known of a view at this revision; null when it has to be asked for.
   * @param {number} id
   * @returns {ViewJSON | null}
   */
  of(id) {
    const kept = this.#answers.of(this.#question(id));
    return kept?.revision === this.model.revision ? kept.view : null;
  }

  /**
   * What was known at an earlier revision, better than nothing while the new answer is on its way.
   * @param {number} id
   * @returns {ViewJSON | null}
   */
  stale(id) {
    return this.#answers.of(this.#question(id))?.view ?? null;
  }

  /**
   * Findings about the whole dump that name a view.
   * @param {number} id
   */
  report(id) {
    return this.#report?.filter((finding) => finding.view === id) ?? [];
  }

  /**
   * What a check finds about a view, with the edits that fix it; asks for it where it is not known yet.
   * @param {number} id
   * @param {boolean} isBeingEdited whether an edit is on its way, which changes what there is to find and may take the view away
   */
  mended(id, isBeingEdited) {
    const { base, revision } = this.model;
    const kept = this.#mended.of(`${id} ${revision}`);
    if (!kept && !isBeingEdited && this.model.checks(id).length) {
      const answer = this.#mended.ask(`${id} ${revision}`, async (signal) => (await getJSON(`${base}/lint?view=${id}`, { signal })).findings);
      // Nothing waits for it: the next revision asks again.
      answer.then((came) => came && this.dispatchEvent(new CustomEvent("details", { detail: { id } })), () => {});
    }
    return kept ?? [];
  }

  /** @param {number} id */
  async ask(id) {
    if (this.of(id)) return;
    const { base, revision } = this.model;
    const question = this.#question(id);
    try {
      if (!await this.#answers.ask(question, async (signal) => ({ revision, view: await getJSON(`${base}/views/${question}`, { signal }) }))) return;
      this.#report ??= (await getJSON(base)).report ?? [];
      this.dispatchEvent(new CustomEvent("details", { detail: { id } }));
    } catch (error) {
      if (!isAborted(error)) this.failed(/** @type {Error} */ (error));
    }
  }

  /** Stops asking: nothing is selected. */
  rest() {
    this.#answers.rest();
    this.restMended();
  }

  /** Stops asking what a check finds. */
  restMended() {
    this.#mended.rest();
  }
}

/** Why views are where constraints put them, on the canvas or on the screen that is tried, as the API explains it. */
export class Reasons {
  /**
   * By view, revision and screen.
   * @type {KeptAnswers<{ why: API.LayoutExplanation | null, failure: string }>}
   */
  #answers = new KeptAnswers();
  /**
   * What was told last.
   * @type {{ id: number, why: API.LayoutExplanation | null }}
   */
  #last = { id: -1, why: null };

  /**
   * @param {ViewModel} model
   * @param {import("./state.js").InspectorState} state
   * @param {() => void} came called when an answer has come
   */
  constructor(model, state, came) {
    this.model = model;
    this.state = state;
    this.came = came;
  }

  /**
   * What is known of a view whose layout the dump says something of; asks for it where nothing is known yet, and tells
   * until then what was known of it last.
   * @param {number} id
   * @param {{ constraints?: any[], autoLayout?: any }} view
   */
  of(id, { constraints, autoLayout }) {
    if (this.model.isByMasks || (!constraints?.length && !autoLayout)) return null;
    const kept = this.#answers.of(this.#key(id));
    if (!kept) this.#ask(id);
    if (kept || this.#last.id !== id) this.#last = { id, why: kept?.why ?? null };
    return this.#last.why;
  }

  /**
   * Why there is no explanation though it was asked for; null while it is on its way, or there.
   * @param {number} id
   */
  failure(id) {
    return this.#answers.of(this.#key(id))?.failure || null;
  }

  #key(/** @type {number} */ id) {
    return `${id} ${this.model.revision} ${this.#query}`;
  }

  get #query() {
    const query = new URLSearchParams();
    for (const name of CAUSES) if (this.state[name] !== null) query.set(name, String(this.state[name]));
    return query.toString() && `?${query}`;
  }

  async #ask(/** @type {number} */ id) {
    const question = `${this.model.base}/views/${id}/layout${this.#query}`;
    const came = await this.#answers.ask(this.#key(id), async (signal) => {
      try {
        return { why: await getJSON(question, { signal }), failure: "" };
      } catch (error) {
        if (isAborted(error)) throw error;
        return { why: null, failure: messageOf(error) };
      }
    });
    if (came) this.came();
  }
}

// The devices that the server knows, by kind and age.

/** @typedef {API.Device} Device */
/** @typedef {{ title: string, devices: Device[] }} DeviceGroup */

/** @type {Promise<Device[]> | undefined} */ let devices;

/** Asks once; again after a failure. */
export function readDevices() {
  return (devices ??= getJSON("/api/v1/devices").then((reply) => reply.devices, (error) => {
    devices = undefined;
    throw error;
  }));
}

/**
 * What era a device is of, by what its screen leaves free at the top and at the bottom.
 * @param {Device} device
 */
function era({ idiom, safeArea, statusBar = 20 }) {
  const top = safeArea?.top ?? statusBar, bottom = safeArea?.bottom ?? 0;
  if (idiom === "pad") return bottom > 0 ? "iPad, all screen" : "iPad, home button";
  if (bottom === 0) return "iPhone, home button";
  return top > 50 ? "iPhone, Dynamic Island" : "iPhone, notch";
}

/**
 * @param {Device[]} devices
 * @returns {DeviceGroup[]}
 */
export function grouped(devices) {
  /** @type {Map<string, Device[]>} */ const groups = new Map([["iPhone, Dynamic Island", []], ["iPhone, notch", []], ["iPhone, home button", []],
    ["iPad, all screen", []], ["iPad, home button", []]]);
  for (const device of devices) groups.get(era(device))?.push(device);
  return [...groups].map(([title, found]) => ({ title, devices: found })).filter((group) => group.devices.length);
}

/**
 * Whether a size is a device's, held either way.
 * @param {Device} device
 * @param {number} width
 * @param {number} height
 */
export function matches(device, width, height) {
  return (device.width === width && device.height === height) || (device.width === height && device.height === width);
}
