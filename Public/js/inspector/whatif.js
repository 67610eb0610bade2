// What if the screen were another one: the layout that the state asks for, tools above the canvas, the outcome in a line
// below it.
import { getJSON, showFailure } from "../api.js";
import { commands } from "../commands.js";
import { icon } from "../ui.js";
import { count, h, plain, put, puts, viewLink } from "./dom.js";
import { grouped, matches, readDevices } from "./kept.js";
import { NumberField } from "./panels/controls.js";
import { assumedTexts, CAUSES, drawingOf, growthWords, OWN_SCREEN } from "./state.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./state.js").InspectorState} InspectorState */
/** @typedef {API.Device} Device */

/** How many warnings are listed. */
const LISTED = 100;

/** What may be wrong with the place of some views, by how well it is known. */
const DOUBTS = { none: "cannot be placed", partial: "only in part", undetermined: "undetermined", dependsOnText: "depend on the size of their contents" };

export class WhatIf {
  /**
   * Which of the lists are open.
   * @type {Set<string>}
   */
  #opened = new Set();

  /**
   * @param {ViewModel} model
   * @param {InspectorState} state
   */
  constructor(model, state) {
    this.model = model;
    this.state = state;
    this.follower = new LayoutFollower(model, state, (error) => showFailure(error, () => this.follower.again()));
    this.tools = new WhatIfTools(/** @type {HTMLElement} */ (document.getElementById("device-tools")), model, state, this.follower);
    this.line = /** @type {HTMLElement} */ (document.getElementById("whatif"));
    this.follower.addEventListener("layout", () => this.#draw());
    state.addEventListener("change", (event) => /** @type {CustomEvent} */ (event).detail.keys.has("compare") && this.#draw());
    model.addEventListener("layout", () => this.#draw());
    this.#draw();
  }

  /** The layout that the address asks for is shown. */
  get settled() {
    return this.follower.settled;
  }

  #draw() {
    const { follower: { layout }, state } = this;
    const busy = document.activeElement?.closest("#whatif");
    const focused = busy ? /** @type {HTMLElement} */ (document.activeElement).dataset.control : null;
    for (const list of this.line.querySelectorAll("details")) this.#opened[list.open ? "add" : "delete"](list.dataset.list ?? "");
    if (!layout) {
      this.#opened.clear();
      return this.line.replaceChildren();
    }
    const { size, warnings, moved, total, keyboard } = layout;
    const bar = state.statusBar === "inCall" ? "in-call bar" : state.statusBar === "hidden" ? "no status bar" : "";
    const keys = state.keyboard === "resize" ? "keyboard, as if the app resized its view" : state.keyboard ? "keyboard" : "";
    const texts = layout.solver === "constraints" && assumedTexts(state) ? `texts ${state.language ? "in " : ""}${assumedTexts(state)}` : "";
    const part = layout.device && state.splitView ? PARTS[state.splitView].toLowerCase() : "";
    const words = [part, bar, keys, texts, layout.solver === "constraints" ? "constraints solved" : state.rule === "even" ? "growth shared evenly" : "", state.scale ? `rounded @${state.scale}x` : ""].filter(Boolean);
    const compare = h("button", { type: "button", class: "button", "data-control": "compare", "aria-pressed": String(state.compare !== null), onclick: () => state.set({ compare: state.compare === null ? "before" : null }, { replace: true }) }, icon("compare"), "Compare");
    put(compare, "title", "Show where the views are in the dump");
    this.line.replaceChildren(h("section", { class: "whatif", "aria-labelledby": "whatif-title", "data-whatif": `${plain(size.width)},${plain(size.height)}` },
      h("h2", { id: "whatif-title" }, "What if ", h("span", { class: "num-text" }, `${plain(size.width)} × ${plain(size.height)}`)),
      words.length ? h("p", { class: "dim" }, words.join(" · ")) : null,
      h("p", null, h("b", null, moved.toLocaleString("en")), ` of ${total.toLocaleString("en")} views move`),
      this.#doubt(layout), keyboard ? this.#covered(keyboard) : null,
      warnings.length ? this.#warnings(warnings) : h("p", { class: "all-well" }, icon("check"), "No warnings"),
      h("span", { class: "whatif-end" }, compare, h("button", { type: "button", class: "button", "data-control": "end", onclick: () => this.tools.end() }, "Back to the dump"))));
    if (focused) /** @type {HTMLElement | null} */ (this.line.querySelector(`[data-control="${focused}"]`))?.focus();
  }

  /**
   * How many views are known in part only, or not at all.
   * @param {Layout} layout
   */
  #doubt({ solver, columns: { certainty: { values } } }) {
    if (!values.length) return null;
    const words = Object.entries(DOUBTS).map(([certainty, text]) => {
      const found = values.filter((value) => value === certainty).length;
      return found ? `${found.toLocaleString("en")} ${text}` : "";
    }).filter(Boolean).join(", ");
    return h("p", { class: "uncertain-note" }, icon("warning"), solver === "masks" ? `Only masks are simulated: ${words}` : words);
  }

  /**
   * What lies under the keyboard.
   * @param {API.KeyboardCover} keyboard
   */
  #covered({ covered, total }) {
    if (!total) return h("p", { class: "dim" }, "Nothing is under the keyboard");
    const summary = h("summary", { "data-control": "covered" }, icon("keyboard"), `${total.toLocaleString("en")} under the keyboard`, icon("chevron-down", "icon turn"));
    const items = covered.slice(0, LISTED).map(({ view, whole }) => h("li", null, viewLink(this, view), h("span", { class: "dim" }, whole ? "wholly" : "partly")));
    if (total > LISTED) items.push(h("li", { class: "dim" }, `${(total - LISTED).toLocaleString("en")} more are not listed.`));
    return h("details", { class: "whatif-warnings covered", "data-list": "covered", open: this.#opened.has("covered") }, summary, h("ul", { class: "covered-views" }, ...items));
  }

  /** @param {Finding[]} warnings */
  #warnings(warnings) {
    const summary = h("summary", { "data-control": "warnings" }, icon("warning"), count(warnings.length, "warning"), icon("chevron-down", "icon turn"));
    const list = h("ul", { class: "findings" }, ...warnings.slice(0, LISTED).map(({ severity, message, view }) => h("li", { class: `finding ${severity}` }, icon(severity),
      h("div", null, h("span", { class: "sr" }, `${severity}: `), message, view === undefined || view === null ? null : h("p", null, viewLink(this, view))))));
    if (warnings.length > LISTED) list.append(h("li", { class: "finding info" }, `${(warnings.length - LISTED).toLocaleString("en")} more are not listed.`));
    return h("details", { class: "whatif-warnings", "data-list": "warnings", open: this.#opened.has("warnings") }, summary, list);
  }
}

// The tools above the canvas: on which device the dump is tried, how it is held, what lies over it.

const RULES = [["", "in proportion, like UIKit"], ["even", "evenly, as in the old guide"]];
const SOLVERS = [["", "by constraints"], ["masks", "by masks alone"]];
const PARTS = { "": "The whole screen", third: "A third of the screen", half: "Half of the screen", twoThirds: "Two thirds of the screen" };
const SCALES = [["", "exact"], ["1", "whole points, @1x"], ["2", "half points, @2x"], ["3", "thirds, @3x"]];

class WhatIfTools {
  /** @type {Device[]} */ #devices = [];
  /** @type {NumberField} */ width;
  /** @type {NumberField} */ height;
  /** @type {HTMLSelectElement} */ rule;
  /** @type {HTMLSelectElement} */ scale;
  /** @type {HTMLSelectElement} */ solver;

  /**
   * @param {HTMLElement} host
   * @param {ViewModel} model
   * @param {InspectorState} state
   * @param {LayoutFollower} follower
   */
  constructor(host, model, state, follower) {
    this.model = model;
    this.state = state;
    this.follower = follower;
    this.picture = h("span", { class: "device-picture" });
    this.name = h("span");
    this.size = h("span", { class: "dim num-text wide" });
    this.summary = h("summary", { class: "button" }, this.picture, this.name, this.size, icon("chevron-down", "icon turn"));
    this.list = h("div", { class: "device-list" });
    this.splits = h("div");
    this.hasConstraints = "constraints" in host.dataset;
    this.form = this.#makeForm();
    this.rotateButton = h("button", { type: "button", class: "button square", id: "rotate", "aria-keyshortcuts": "R", onclick: () => this.rotate() }, icon("rotate"));
    this.statusBar = h("select", { class: "button status-choice", "aria-label": "Status bar", title: "Status bar", onchange: () => state.set({ statusBar: /** @type {any} */ (this.statusBar.value || null) }) },
      h("option", { value: "" }, "Bar: normal"), h("option", { value: "inCall" }, "Bar: in call"), h("option", { value: "hidden" }, "Bar: hidden"));
    this.keyboard = h("select", { class: "button status-choice", "aria-label": "Keyboard", onchange: () => state.set({ keyboard: /** @type {any} */ (this.keyboard.value || null) }) },
      h("option", { value: "" }, "No keyboard"), h("option", { value: "true", title: "Over the window, which keeps its size" }, "Keyboard"), h("option", { value: "resize", title: "As if the app resized its view" }, "Keyboard, app resizes"));
    this.textsName = h("span");
    this.textsSummary = h("summary", { class: "button" }, icon("text-size"), this.textsName, icon("chevron-down", "icon turn"));
    this.texts = h("details", { class: "menu menu-end texts-menu", "data-menu": "" }, this.textsSummary, this.textsBody = h("div", { class: "menu-body" }));
    this.growths = host.dataset.growths?.split(" ").map((growth) => growth === "0" ? "" : growth) ?? [];
    this.languages = host.dataset.languages?.split(" ").filter(Boolean) ?? [];
    host.replaceChildren(h("details", { class: "menu", "data-menu": "" }, this.summary, h("div", { class: "menu-body devices" }, this.list, this.form)), this.rotateButton,
      h("span", { class: "select" }, this.statusBar, icon("chevron-down", "icon turn")), h("span", { class: "select" }, this.keyboard, icon("chevron-down", "icon turn")));
    if (this.hasConstraints) host.append(this.texts);
    state.addEventListener("change", () => this.#draw());
    follower.addEventListener("layout", () => this.#draw());
    model.addEventListener("reload", () => this.#draw());
    this.#register();
    this.#draw();
    this.#read();
  }

  async #read() {
    try {
      this.#devices = await readDevices();
    } catch (error) {
      showFailure(error, () => this.#read());
    }
    this.#list();
    this.#draw();
  }

  #makeForm() {
    /** @type {{ width: number | null, height: number | null }} */ const typed = { width: null, height: null };
    const field = (/** @type {"width" | "height"} */ name, /** @type {string} */ label) => new NumberField({ label, unit: name[0], least: 1, most: 10_000, input: (value) => (typed[name] = value), commit: (value) => (typed[name] = value), cancel: () => (typed[name] = null) });
    this.width = field("width", "Width");
    this.height = field("height", "Height");
    const options = (/** @type {string[][]} */ all) => all.map(([value, label]) => h("option", { value }, label));
    this.rule = h("select", null, ...options(RULES));
    this.scale = h("select", null, ...options(SCALES));
    this.solver = h("select", { onchange: () => this.#drawManners() }, ...options(SOLVERS));
    return h("form", { class: "menu-form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const [width, height] = this.#present();
      const size = { width: typed.width ?? width, height: typed.height ?? height };
      const isOther = typed.width !== null || typed.height !== null;
      this.state.set({ ...(isOther ? { ...OWN_SCREEN, ...size } : {}), rule: /** @type {any} */ (this.rule.disabled ? null : this.rule.value || null), scale: Number(this.scale.value) || null, solver: /** @type {any} */ (this.solver.value || null), ...(this.solver.value === "masks" ? { text: null, language: null } : {}) });
      typed.width = typed.height = null;
      /** @type {HTMLDetailsElement} */ (this.form.closest("details")).open = false;
      this.summary.focus();
    } },
    h("p", { class: "menu-title" }, "Other size"), h("div", { class: "fields" }, this.width.element, this.height.element),
    this.hasConstraints ? h("label", null, "Lay out ", this.solver) : null,
    h("label", null, "Share growth ", this.rule), h("label", null, "Round edges ", this.scale), h("button", { class: "button primary" }, "Lay out"));
  }

  /**
   * The size of the screen as it is shown.
   * @returns {[number, number]}
   */
  #present() {
    const { screen } = this.model;
    if (screen) return [screen[2] - screen[0], screen[3] - screen[1]];
    const scene = this.#scene;
    const root = scene >= 0 ? scene : this.model.roots.find((i) => this.model.width(i) > 0 && this.model.height(i) > 0) ?? 0;
    return [this.model.width(root), this.model.height(root)];
  }

  #list() {
    const own = this.#own();
    this.list.replaceChildren(h("button", { type: "button", class: "menu-item", "data-device": "", onclick: () => this.end() }, icon("file"), "The dump’s size", h("span", { class: "dim num-text" }, sizeWords(own.width, own.height))), this.splits, ...grouped(this.#devices).flatMap(({ title, devices }) => [
      h("p", { class: "menu-title" }, title),
      ...devices.map((device) => h("button", { type: "button", class: "menu-item", "data-device": device.id, title: device.models?.join(", "), onclick: () => this.#choose(device) },
        icon(device.idiom === "pad" ? "pad" : "phone"), device.name, h("span", { class: "dim num-text" }, `${plain(device.width)} × ${plain(device.height)}`))),
    ]));
  }

  /** @param {Device} device */
  #choose(device) {
    const { state } = this;
    const [width, height] = this.#present();
    const landscape = state.orientation ? state.orientation === "landscape" : width > height;
    state.set({ device: device.id, orientation: landscape ? "landscape" : null, splitView: null, width: null, height: null });
    this.summary.focus();
  }

  get canRotate() {
    const [width, height] = this.#present();
    return Number.isFinite(width) && Number.isFinite(height) && width !== height;
  }

  /** Turns the screen by a quarter. */
  rotate() {
    const { state } = this;
    const [width, height] = this.#present();
    if (state.width !== null || state.height !== null) {
      const turned = { width: state.height ?? height, height: state.width ?? width };
      return state.set(this.#isOwn(turned) ? { ...OWN_SCREEN, statusBar: state.statusBar, keyboard: state.keyboard } : turned);
    }
    const landscape = state.orientation ? state.orientation === "landscape" : width > height;
    const orientation = landscape ? "portrait" : "landscape";
    // Upright there are no halves.
    state.set({ orientation: orientation === this.#ownOrientation() ? null : orientation, ...(state.splitView === "half" ? { splitView: null } : {}) });
  }

  /** How the screen is held when nobody asks: as the dump is, or upright on a device. */
  #ownOrientation() {
    if (this.state.device) return "portrait";
    const { width, height } = this.#own();
    return width > height ? "landscape" : "portrait";
  }

  /** The scene that is shown; -1 where roots are no scenes. */
  get #scene() {
    return this.model.sceneOf(this.model.indexOf(this.state.selection));
  }

  /** The size of the dump itself, or of the scene that is shown. */
  #own() {
    const { model } = this;
    const scene = this.#scene;
    const root = scene >= 0 ? scene : model.roots[0] ?? 0;
    const [, , width, height] = model.ownBounds(root);
    return { width, height };
  }

  /** @param {{ width: number, height: number }} size */
  #isOwn({ width, height }) {
    const own = this.#own();
    return own.width === width && own.height === height;
  }

  #draw() {
    const { state } = this;
    const [width, height] = this.#present();
    const chosen = this.#devices.find(({ id }) => id === state.device);
    const own = this.#own();
    const known = chosen ?? this.#devices.find((device) => (state.device === null) && matches(device, width, height) && matches(device, own.width, own.height)) ?? this.#devices.find((device) => matches(device, width, height));
    const chosenID = chosen?.id ?? (question(state) ? known?.id : null) ?? null;
    const name = known?.name ?? (state.width || state.height ? "Own size" : "The dump’s size");
    const size = sizeWords(width, height);
    const kind = known?.idiom === "pad" ? "pad" : width > height ? "phone-landscape" : "phone";
    this.name.textContent = name;
    this.size.textContent = size;
    this.picture.replaceChildren(icon(kind));
    this.summary.setAttribute("aria-label", ["Device: " + name, size].filter(Boolean).join(", "));
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("[data-device]"))) put(item, "aria-current", (item.dataset.device || null) === chosenID ? "true" : null);
    this.#drawSplits(chosen);
    const turned = (state.device ? state.orientation === "landscape" : width > height) ? "portrait" : "landscape";
    this.rotateButton.title = `Rotate to ${turned} (R)`;
    this.rotateButton.setAttribute("aria-label", `Rotate to ${turned}`);
    put(this.rotateButton, "disabled", !this.canRotate);
    this.statusBar.value = state.statusBar === "normal" ? "" : state.statusBar ?? "";
    this.keyboard.value = state.keyboard ?? "";
    this.width.value = width;
    this.height.value = height;
    this.solver.value = state.solver === "masks" || state.rule === "even" ? "masks" : "";
    this.rule.value = state.rule === "even" ? "even" : "";
    this.#drawTexts();
    this.#drawManners();
    this.scale.value = String(state.scale ?? "");
  }

  /**
   * The parts of an iPad's screen that a window can have.
   * @param {Device | undefined} device
   */
  #drawSplits(device) {
    const { state } = this, held = state.orientation === "landscape" ? device?.landscape : device;
    const whole = device && (held === device ? [device.width, device.height] : [device.height, device.width]);
    const focused = this.splits.contains(document.activeElement);
    this.splits.replaceChildren(...(whole && held?.splitViews.length ? [h("p", { class: "menu-title" }, "Split View"), ...[{ part: /** @type {const} */ (""), width: whole[0] }, ...held.splitViews].map(({ part, width }) =>
      h("button", { type: "button", class: "menu-item", "data-part": part, "aria-current": (state.splitView ?? "") === part ? "true" : null, onclick: () => this.#split(part || null) }, icon("pad"), PARTS[part], h("span", { class: "dim num-text" }, `${plain(width)} × ${plain(whole[1])}`)))] : []));
    if (focused) /** @type {HTMLElement | null} */ (this.splits.querySelector("[aria-current]"))?.focus();
  }

  /** @param {"third" | "half" | "twoThirds" | null} splitView */
  #split(splitView) {
    this.state.set({ splitView });
    this.summary.focus();
  }

  /** Constraints leave nothing of how growth is shared to choose. */
  #drawManners() {
    this.rule.disabled = this.hasConstraints && this.solver.value !== "masks";
  }

  /** Masks do not ask how long texts are. What only the address can say stands in the list while it counts. */
  #drawTexts() {
    const { state } = this, words = assumedTexts(state);
    this.texts.hidden = asksMasks(state);
    // Of a language the picture says what it is of: there is little room.
    this.textsName.textContent = !words ? "Texts as stored" : state.language ? words : `Texts ${words}`;
    puts(this.textsSummary, { "data-chosen": words ? "" : null, "aria-label": state.language ? `Texts in ${words}` : null });
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".texts-menu .menu-item"))?.textContent;
    const items = (/** @type {"text" | "language"} */ key, /** @type {string[]} */ values, /** @type {(value: string) => string} */ name) =>
      [...new Set([...values, state[key] ?? ""])].map((value) => h("button", { type: "button", class: "menu-item", [`data-${key}`]: value, "aria-current": (state[key] ?? "") === value ? "true" : null, onclick: () => this.#say({ [key]: value || null }) }, name(value)));
    this.textsBody.replaceChildren(...items("text", this.growths, (value) => value ? `Texts ${growthWords(value)}` : "Texts as stored"),
      ...(this.languages.length ? [h("p", { class: "menu-title" }, "Language"), ...items("language", ["", ...this.languages], (value) => value || "As stored")] : []));
    if (focused) [...this.textsBody.querySelectorAll("button")].find(({ textContent }) => textContent === focused)?.focus();
  }

  /** @param {Partial<InspectorState>} texts */
  #say(texts) {
    this.state.set(texts);
    this.texts.open = false;
    this.textsSummary.focus();
  }

  #register() {
    const { state } = this;
    const group = "Canvas";
    commands.register(
      { id: "canvas.rotate", group, title: "Rotate the screen", keys: ["R"], icon: "rotate", inTree: true, when: () => this.canRotate, run: () => this.rotate() },
      { id: "whatif.call", group, title: "Status bar as during a call", icon: "phone", checked: () => state.statusBar === "inCall", run: () => state.set({ statusBar: state.statusBar === "inCall" ? null : "inCall" }) },
      { id: "whatif.keyboard", group, title: "Keyboard on screen", icon: "keyboard", checked: () => state.keyboard === "true", run: () => state.set({ keyboard: state.keyboard === "true" ? null : "true" }) },
      { id: "whatif.resize", group, title: "Keyboard on screen, as if the app resized its view", icon: "keyboard", checked: () => state.keyboard === "resize", run: () => state.set({ keyboard: state.keyboard === "resize" ? null : "resize" }) },
      { id: "whatif.text", group, title: "Texts 30 % longer", icon: "text-size", when: () => this.hasConstraints && !asksMasks(state), checked: () => state.text === "30", run: () => state.set({ text: state.text === "30" ? null : "30" }) },
      { id: "whatif.end", group, title: "Back to the dump’s own size", icon: "reset", when: () => this.model.hasLayout, run: () => this.end() },
    );
    commands.provide("devices", {
      title: "Devices",
      find: (/** @type {string} */ query) => {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        if (!words.length) return [];
        return this.#devices.filter(({ name, models }) => words.every((/** @type {string} */ word) => `${name} ${models?.join(" ")}`.toLowerCase().includes(word))).slice(0, 8).map((device) => ({
          title: device.name, note: `${plain(device.width)} × ${plain(device.height)}`, icon: device.idiom === "pad" ? "pad" : "phone", score: 40, run: () => this.#choose(device),
        }));
      },
    });
  }

  /** Back to the dump as it is. */
  end() {
    this.state.set({ ...OWN_SCREEN, text: null, language: null, rule: null, scale: null, solver: null, compare: null });
  }
}

// The layout that the state asks for, from the server: one question at a time, the last wish wins.

/** @typedef {API.Diagnostic} Finding */
/** @typedef {API.LayoutColumns} Layout */

/** What only says how a layout is made. */
const MANNERS = /** @type {const} */ (["rule", "scale", "solver"]);
const SITUATION = [...CAUSES, ...MANNERS];

/** @param {InspectorState} state */
const asksMasks = (state) => state.solver === "masks" || state.rule === "even";

/**
 * The question for the layout that the state asks for; empty when it asks for none.
 * @param {InspectorState} state
 * @param {ViewModel} [model] names the scene of the selected view, where roots are scenes
 */
export function question(state, model) {
  const query = new URLSearchParams();
  const isSet = (/** @type {(typeof SITUATION)[number]} */ key) => state[key] !== null && ((key !== "text" && key !== "language") || !asksMasks(state));
  if (!CAUSES.some(isSet)) return "";
  for (const key of SITUATION) if (isSet(key)) query.set(key, String(state[key]));
  const scene = model?.sceneOf(model.indexOf(state.selection)) ?? -1;
  if (model && scene >= 0) query.set("view", String(model.id(scene)));
  return query.toString();
}

/** Keeps the model's layout on what the state asks for; of scenes the one of the selected view is laid out. Dispatches `layout` when there is another one, or none. */
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
      if (keys.has("drawing") || keys.has("selection") || SITUATION.some((key) => keys.has(key))) this.#follow();
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
    const wish = question(this.state, this.model);
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

/**
 * A size in points; nothing for one that is not finite, and for that of a dump whose views have no area.
 * @param {number} width
 * @param {number} height
 */
function sizeWords(width, height) {
  return Number.isFinite(width) && Number.isFinite(height) && (width || height) ? `${plain(width)} × ${plain(height)}` : "";
}
