// The tools above the canvas: on which device the dump is tried, how it is held, what lies over it.
import { showFailure } from "../../core/api.js";
import { commands } from "../../core/commands.js";
import { h, isPhone, plain, put, puts, refuse } from "../../core/dom.js";
import { icon, onceAFrame } from "../../core/ui.js";
import { grouped, matches, readDevices } from "../data/kept.js";
import { question } from "../data/layout.js";
import { assumedTexts, growthWords, OWN_SCREEN, sizeName } from "../data/state.js";
import { NumberField } from "./controls.js";

/** @typedef {import("../data/layout.js").LayoutFollower} LayoutFollower */
/** @typedef {import("../data/model.js").ViewModel} ViewModel */
/** @typedef {import("../data/state.js").InspectorState} InspectorState */
/** @typedef {API.Device} Device */

const RULES = [["", "in proportion, like UIKit"], ["even", "evenly, as in the old guide"]];
const SOLVERS = [["", "by constraints"], ["masks", "by masks alone"]];
export const PARTS = { "": "The whole screen", third: "A third of the screen", half: "Half of the screen", twoThirds: "Two thirds of the screen" };
const SCALES = [["", "exact"], ["1", "whole points, @1x"], ["2", "half points, @2x"], ["3", "thirds, @3x"]];

/** The least room in the bar, as its style tells the steps; 0 is enough for everything. */
const LEAST_ROOM = 5;
/** So long the name of the dump, and of what holds it, is seen whole before tools give up their words, in pixels. */
const LONGEST_CRUMBS = 224;

/**
 * The first of the models that a name tells.
 * @param {string} name such as "iPhone SE (3rd, 2nd), 8, 7, 6s, 6"
 */
const shortName = (name) => name.replace(/^([^(,]*(?:\([^)]*\))?),.*/, "$1");

export class DeviceTools {
  /** @type {Device[]} */ #devices = [];
  #name = "";
  /** @type {NumberField} */ width;
  /** @type {NumberField} */ height;
  /** @type {HTMLSelectElement} */ rule;
  /** @type {HTMLSelectElement} */ scale;
  /** @type {HTMLSelectElement} */ solver;

  growth = h("label", null, "Share growth ");

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
    this.name = h("span", { class: "device-name" });
    this.size = h("span", { class: "dim num-text wide" });
    this.summary = h("summary", { class: "button" }, this.picture, this.name, this.size, icon("chevron-down", "icon turn"));
    this.list = h("div", { class: "device-list" });
    this.splits = h("div");
    this.host = host;
    this.hasConstraints = "constraints" in host.dataset;
    this.form = this.#makeForm();
    this.rotateButton = h("button", { type: "button", class: "button square", id: "rotate", "aria-keyshortcuts": "R", onclick: () => this.rotate() },
      icon("rotate"));
    this.statusBar = h("select", { onchange: () => state.set({ statusBar: /** @type {any} */ (this.statusBar.value || null) }) },
      h("option", { value: "" }, "Normal"), h("option", { value: "inCall" }, "In a call"), h("option", { value: "hidden" }, "Hidden"));
    this.keyboard = h("select", { onchange: () => state.set({ keyboard: /** @type {any} */ (this.keyboard.value || null) }) },
      h("option", { value: "" }, "None"), h("option", { value: "true" }, "Over the window"), h("option", { value: "resize" }, "The app resizes its view"));
    this.textsName = h("span");
    this.textsSummary = h("summary", { class: "button" }, icon("text-size"), this.textsName, icon("chevron-down", "icon turn"));
    this.texts = h("details", { class: "menu menu-end texts-menu", "data-menu": "" }, this.textsSummary, this.textsBody = h("div", { class: "menu-body" }));
    this.growths = host.dataset.growths?.split(" ").map((growth) => growth === "0" ? "" : growth) ?? [];
    const words = (/** @type {string} */ name) => host.dataset[name]?.split(" ").filter(Boolean) ?? [];
    this.languages = words("languages");
    this.pseudoLanguages = words("pseudoLanguages");
    this.textSizes = words("textSizes");
    host.replaceChildren(h("details", { class: "menu", "data-menu": "" }, this.summary, h("div", { class: "menu-body devices" }, this.list, this.form)),
      this.rotateButton);
    this.moreBody = h("div", { class: "menu-body" }, h("form", { class: "menu-form" },
      h("label", null, "Status bar ", this.statusBar), h("label", null, "Keyboard ", this.keyboard)));
    this.more = h("details", { class: "menu", "data-menu": "", id: "more-tools" },
      h("summary", { class: "button", title: "Status bar, keyboard and what finds no room" }, icon("more"), "More"), this.moreBody);
    document.getElementById("more-tools")?.remove();
    host.after(this.more);
    this.host = host;
    this.bar = /** @type {HTMLElement} */ (host.closest(".bar"));
    new ResizeObserver(() => this.#fit()).observe(this.bar);
    state.addEventListener("change", () => this.#draw());
    follower.addEventListener("layout", () => this.#draw());
    model.addEventListener("reload", () => this.#draw());
    this.#register();
    this.#draw();
    this.#read();
  }

  /** Has all tools stand whole in the bar: first names get shorter, then what is needed least moves into the menu “More”. */
  #fit = onceAFrame(() => {
    const { bar } = this, last = /** @type {Element} */ (bar.lastElementChild);
    const crumbs = [...bar.querySelectorAll(".crumbs > *, .cut > :first-child")].reduce((sum, one) =>
      sum + (one.closest(".cut") ? one.scrollWidth - one.clientWidth : Math.max(one.scrollWidth, one.clientWidth) + 2), 0);
    bar.style.setProperty("--crumbs", `${Math.min(crumbs, LONGEST_CRUMBS)}px`);
    for (let room = isPhone() ? 3 : 0; room <= LEAST_ROOM; room += 1) {
      bar.dataset.room = String(room);
      this.name.textContent = room < 2 ? this.#name : shortName(this.#name);
      this.#placeTexts(room < 3);
      // On a phone generations are left to the menu.
      if (isPhone() && this.name.scrollWidth > this.name.clientWidth) this.name.textContent = shortName(this.#name).replace(/ \(.*\)$/, "");
      if (isPhone() || last.getBoundingClientRect().right <= bar.getBoundingClientRect().right) break;
    }
  });

  /** @param {boolean} inBar */
  #placeTexts(inBar) {
    const { texts, textsBody, moreBody } = this;
    if (!this.growths.length || inBar === (texts.parentElement === this.host)) return;
    if (inBar) this.host.append(texts), texts.append(textsBody);
    else texts.remove(), moreBody.append(textsBody);
    textsBody.classList.toggle("menu-body", inBar);
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
    const field = (/** @type {"width" | "height"} */ name, /** @type {string} */ label) =>
      new NumberField({ label, unit: name[0], least: 1, most: 10_000, input: (value) => (typed[name] = value), commit: (value) => (typed[name] = value),
        cancel: () => (typed[name] = null) });
    this.width = field("width", "Width");
    this.height = field("height", "Height");
    const options = (/** @type {string[][]} */ all) => all.map(([value, label]) => h("option", { value }, label));
    this.rule = h("select", null, ...options(RULES));
    this.growth.append(this.rule);
    this.scale = h("select", null, ...options(SCALES));
    this.solver = h("select", { onchange: () => this.#drawManners() }, ...options(SOLVERS));
    return h("form", { class: "menu-form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const [width, height] = this.#present();
      const size = { width: typed.width ?? width, height: typed.height ?? height };
      const isOther = typed.width !== null || typed.height !== null;
      this.state.set({ ...(isOther ? { ...OWN_SCREEN, ...size } : {}), rule: /** @type {any} */ (this.growth.hidden ? null : this.rule.value || null),
        scale: Number(this.scale.value) || null, solver: /** @type {any} */ (this.solver.value || null) });
      typed.width = typed.height = null;
      /** @type {HTMLDetailsElement} */ (this.form.closest("details")).open = false;
      this.summary.focus();
    } },
    h("p", { class: "menu-title" }, "Other size"), h("div", { class: "fields" }, this.width.element, this.height.element),
    this.hasConstraints ? h("label", null, "Lay out ", this.solver) : null,
    this.growth, h("label", null, "Round edges ", this.scale), h("button", { class: "button primary" }, "Lay out"));
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
    this.list.replaceChildren(
      h("button", { type: "button", class: "menu-item", "data-device": "", onclick: () => this.end() }, icon("file"), "The dump’s size",
        h("span", { class: "dim num-text" }, sizeWords(own.width, own.height))), this.splits, ...grouped(this.#devices).flatMap(({ title, devices }) => [
          h("p", { class: "menu-title" }, title),
          ...devices.map((device) =>
            h("button", { type: "button", class: "menu-item", "data-device": device.id, title: device.models?.join(", "), onclick: () => this.#choose(device) },
              icon(device.idiom === "pad" ? "pad" : "phone"), device.name,
              h("span", { class: "dim num-text" }, `${plain(device.width)} × ${plain(device.height)}`))),
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
    const known = chosen ?? this.#devices.find((device) => (state.device === null) && matches(device, width, height) && matches(device, own.width, own.height))
      ?? this.#devices.find((device) => matches(device, width, height));
    const chosenID = chosen?.id ?? (question(state) ? known?.id : null) ?? null;
    // Several devices share a size; the dump may say how many pixels it has.
    const alike = this.#devices.filter((device) => matches(device, width, height)).map((device) => device.name).reverse().join(" or ");
    const ownName = this.#isOwn({ width, height }) && this.host.dataset.ownName;
    const name = chosen?.name || ownName || alike || (state.width || state.height ? "Own size" : "The dump’s size");
    const size = sizeWords(width, height);
    const kind = known?.idiom === "pad" ? "pad" : width > height ? "phone-landscape" : "phone";
    this.#name = name;
    this.size.textContent = size;
    put(this.summary, "title", name);
    this.picture.replaceChildren(icon(kind));
    this.summary.setAttribute("aria-label", ["Device: " + name, size].filter(Boolean).join(", "));
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("[data-device]"))) {
      put(item, "aria-current", (item.dataset.device || null) === chosenID ? "true" : null);
    }
    this.#drawSplits(chosen);
    const turned = (state.device ? state.orientation === "landscape" : width > height) ? "portrait" : "landscape";
    this.rotateButton.setAttribute("aria-label", `Rotate to ${turned}`);
    refuse(this.rotateButton, !this.canRotate && "A square screen is the same in both orientations", `Rotate to ${turned} (R)`);
    this.statusBar.value = state.statusBar === "normal" ? "" : state.statusBar ?? "";
    this.keyboard.value = state.keyboard ?? "";
    this.width.value = width;
    this.height.value = height;
    this.solver.value = state.solver === "masks" || state.rule === "even" ? "masks" : "";
    this.rule.value = state.rule === "even" ? "even" : "";
    this.#drawTexts();
    this.#drawManners();
    this.scale.value = String(state.scale ?? "");
    put(this.more.firstElementChild ?? this.more, "data-chosen", this.statusBar.value || this.keyboard.value ? "" : null);
    this.#fit();
  }

  /**
   * The parts of an iPad's screen that a window can have.
   * @param {Device | undefined} device
   */
  #drawSplits(device) {
    const { state } = this, held = state.orientation === "landscape" ? device?.landscape : device;
    const whole = device && (held === device ? [device.width, device.height] : [device.height, device.width]);
    const focused = this.splits.contains(document.activeElement);
    this.splits.replaceChildren(...(whole && held?.splitViews.length
      ? [h("p", { class: "menu-title" }, "Split View"), ...[{ part: /** @type {const} */ (""), width: whole[0] }, ...held.splitViews].map(({ part, width }) =>
        h("button",
          { type: "button", class: "menu-item", "data-part": part, "aria-current": (state.splitView ?? "") === part ? "true" : null,
            onclick: () => this.#split(part || null) }, icon("pad"), PARTS[part],
            h("span", { class: "dim num-text" }, `${plain(width)} × ${plain(whole[1])}`)))]
          : []));
    if (focused) /** @type {HTMLElement | null} */ (this.splits.querySelector("[aria-current]"))?.focus();
  }

  /** @param {"third" | "half" | "twoThirds" | null} splitView */
  #split(splitView) {
    this.state.set({ splitView });
    this.summary.focus();
  }

  /** Constraints leave nothing of how growth is shared to choose. */
  #drawManners() {
    this.growth.hidden = this.hasConstraints && this.solver.value !== "masks";
  }

  /** What only the address can say stands in the list while it counts. */
  #drawTexts() {
    const { state } = this, words = assumedTexts(state);
    // Of a language the picture says what it is of: there is little room.
    this.textsName.textContent = !words ? "Texts as stored" : state.language ? words : `Texts ${words}`;
    puts(this.textsSummary, { "data-chosen": words ? "" : null, "aria-label": state.language ? `Texts in ${words}` : null });
    const focused = this.textsBody.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const items = (/** @type {"text" | "language" | "textSize"} */ key, /** @type {string[]} */ values, /** @type {(value: string) => string} */ name) =>
      [...new Set([...values, state[key] ?? ""])].map((value) =>
        h("button",
          { type: "button", class: "menu-item", [`data-${key}`]: value, "aria-current": (state[key] ?? "") === value ? "true" : null,
            onclick: () => this.#say({ [key]: value || null }) }, name(value)));
    this.textsBody.replaceChildren(...items("text", this.growths, (value) => value ? `Texts ${growthWords(value)}` : "Texts as stored"),
      h("p", { class: "menu-title" }, "Text size"), ...items("textSize", ["", ...this.textSizes], (value) => value ? sizeName(value) : "Size as stored"),
      h("p", { class: "menu-title" }, "Language"), ...items("language", ["", ...this.languages, ...this.pseudoLanguages], (value) => !value ? "As stored"
        : this.pseudoLanguages.includes(value) ? `${value[0].toUpperCase()}${value.slice(1)}` : value));
    if (focused) [...this.textsBody.querySelectorAll("button")].find(({ textContent }) => textContent === focused)?.focus();
  }

  /** @param {Partial<InspectorState>} texts */
  #say(texts) {
    this.state.set(texts);
    const menu = /** @type {HTMLDetailsElement} */ (this.textsBody.closest("details"));
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }

  #register() {
    const { state } = this;
    const group = "Canvas";
    commands.register(
      { id: "canvas.rotate", group, title: "Rotate the screen", keys: ["R"], icon: "rotate", when: () => this.canRotate,
        run: () => this.rotate() },
      { id: "whatif.call", group, title: "Status bar as during a call", icon: "phone", checked: () => state.statusBar === "inCall",
        run: () => state.set({ statusBar: state.statusBar === "inCall" ? null : "inCall" }) },
      { id: "whatif.keyboard", group, title: "Keyboard on screen", icon: "keyboard", checked: () => state.keyboard === "true",
        run: () => state.set({ keyboard: state.keyboard === "true" ? null : "true" }) },
      { id: "whatif.resize", group, title: "Keyboard on screen, as if the app resized its view", icon: "keyboard", checked: () => state.keyboard === "resize",
        run: () => state.set({ keyboard: state.keyboard === "resize" ? null : "resize" }) },
      { id: "whatif.text", group, title: "Texts 30 % longer", icon: "text-size", when: () => this.growths.length > 0,
        checked: () => state.text === "30", run: () => state.set({ text: state.text === "30" ? null : "30" }) },
      { id: "whatif.end", group, title: "Back to the dump’s own size", icon: "reset", when: () => this.model.hasLayout, run: () => this.end() },
    );
    commands.provide("devices", {
      title: "Devices",
      find: (/** @type {string} */ query) => {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        if (!words.length) return [];
        return this.#devices.filter(({ name, models }) =>
          words.every((/** @type {string} */ word) => `${name} ${models?.join(" ")}`.toLowerCase().includes(word))).slice(0, 8).map((device) => ({
            title: device.name, note: `${plain(device.width)} × ${plain(device.height)}`, icon: device.idiom === "pad" ? "pad" : "phone", score: 40,
            run: () => this.#choose(device),
          }));
      },
    });
  }

  /** Back to the dump as it is. */
  end() {
    this.state.set({ ...OWN_SCREEN, text: null, language: null, textSize: null, rule: null, scale: null, solver: null, compare: null });
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
