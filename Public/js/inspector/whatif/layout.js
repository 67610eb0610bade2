// The layout that the state asks for, from the server: one question at a time, the last wish wins.
import { getJSON } from "../../api.js";
import { drawingOf } from "../state.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */
/** @typedef {import("../state.js").InspectorState} InspectorState */
/** @typedef {API.Diagnostic} Finding */
/** @typedef {API.LayoutColumns} Layout */

/** What alone makes a layout, and what only says how. */
const CAUSES = /** @type {const} */ (["device", "orientation", "width", "height", "statusBar", "keyboard"]);
const MANNERS = /** @type {const} */ (["rule", "scale"]);
const SITUATION = [...CAUSES, ...MANNERS];

/**
 * The question for the layout that the state asks for; empty when it asks for none.
 * @param {InspectorState} state
 */
export function question(state) {
  const query = new URLSearchParams();
  const isSet = (/** @type {(typeof SITUATION)[number]} */ key) => state[key] !== null;
  if (CAUSES.some(isSet)) for (const key of SITUATION) if (isSet(key)) query.set(key, String(state[key]));
  return query.toString();
}

/** Keeps the model's layout on what the state asks for. Dispatches `layout` when there is another one, or none. */
export class LayoutFollower extends EventTarget {
  /** @type {Layout | null} */ layout = null;
  #shown = "";
  #busy = false;

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   * @param {(error: Error) => void} failed
   */
  constructor(model, state, failed) {
    super();
    this.model = model;
    this.state = state;
    this.failed = failed;
    state.addEventListener("change", (event) => {
      const { keys } = /** @type {CustomEvent} */ (event).detail;
      if (keys.has("drawing") || SITUATION.some((key) => keys.has(key))) this.#follow();
    });
    // What an edit changed lies elsewhere in a layout too.
    for (const type of ["update", "reload"]) model.addEventListener(type, () => {
      if (this.#shown) this.again();
    });
    /** The first layout is there. */
    this.settled = this.#follow();
  }

  /** Asks once more for what could not be had. */
  again() {
    this.#shown = "?";
    this.#follow();
  }

  /** The question for all that is shown: what views of another size look like, too, where they are drawn as a screen. */
  get #wish() {
    const wish = question(this.state);
    return wish && drawingOf(this.state, this.model) === "screen" ? `${wish}&drawing=true` : wish;
  }

  async #follow() {
    // Answers on the way are shown too: a size that is dragged is followed.
    if (this.#busy) return;
    this.#busy = true;
    for (let wish = this.#wish; wish !== this.#shown; wish = this.#wish) {
      try {
        /** @type {Layout | null} */ const layout = wish ? await getJSON(`${this.model.base}/layout?${wish}&changed=true&shape=columns`) : null;
        this.#shown = wish;
        // Views that came or went in the meantime are told of, and the layout is asked for again then.
        if (layout && layout.total !== this.model.count) continue;
        this.layout = layout;
        if (layout) this.model.withLayout(layout);
        else this.model.clearLayout();
      } catch (error) {
        this.#shown = wish;
        this.layout = null;
        this.model.clearLayout();
        this.failed(/** @type {Error} */ (error));
      }
      this.dispatchEvent(new CustomEvent("layout"));
    }
    this.#busy = false;
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
  /** @type {Map<string, Device[]>} */ const groups = new Map([["iPhone, home button", []], ["iPhone, notch", []], ["iPhone, Dynamic Island", []], ["iPad, home button", []], ["iPad, all screen", []]]);
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
