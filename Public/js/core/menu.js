// The menu of what is pointed at, a view, a row, a picture: after the pattern of the WAI-ARIA Authoring Practices, opened by the right button, a long press,
// Shift-F10 or the menu key.
import { endsWithEscape, isTyping } from "./commands.js";
import { h } from "./dom.js";
import { icon } from "./ui.js";

/** @typedef {{ title: string, icon?: string, isDangerous?: boolean, isPossible?: boolean, why?: string, run: () => void }} Item `why` it is not possible */
/** @typedef {{ id: number, x: number, y: number }} Place a view or row by its number, and where on the screen its menu opens */
/** @typedef {{ title: string, items: (Item | null)[] }} Offer what the menu is about, and its entries; null is a line between groups */

/** Milliseconds that a finger rests until it is a long press, and pixels that it may shake. */
const LONG = 500, SHAKE = 9;
/** Milliseconds in which a browser tells one press twice. */
const SAME_PRESS = 1_000;

class Menu {
  /** @type {(() => void) | null} */ #back = null;
  #ended = () => {};
  /** Whether something was pressed in the menu since it opened. */
  #isPressed = false;

  constructor() {
    this.element = h("div",
      { class: "context-menu", role: "menu", tabindex: -1, hidden: true, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) });
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    this.element.addEventListener("pointerdown", () => (this.#isPressed = true));
    this.element.addEventListener("focusout", (event) => !this.element.contains(/** @type {Node | null} */ (event.relatedTarget)) && this.close(false));
    for (const type of ["resize", "pointerdown", "wheel"]) {
      addEventListener(type, (event) => !(event.target instanceof Node && this.element.contains(event.target)) && this.close(false), true);
    }
    document.body.append(this.element);
  }

  /**
   * @param {string} label @param {(Item | null)[]} items null is a line between groups
   * @param {number} x @param {number} y on the screen @param {() => void} back puts the focus where it was
   */
  open(label, items, x, y, back) {
    const { element } = this;
    this.#back = back;
    this.#isPressed = false;
    element.setAttribute("aria-label", label);
    element.replaceChildren(...items.map((item) => item ? h("button", {
      type: "button", role: "menuitem", tabindex: -1, class: `menu-item${item.isDangerous ? " danger" : ""}`,
      ...(item.isPossible === false ? { "aria-disabled": "true", title: item.why } : {}),
      onclick: (/** @type {MouseEvent} */ event) => this.#choose(item, event),
    }, icon(item.icon ?? "panel"), item.title) : h("hr")));
    element.hidden = false;
    this.#ended();
    this.#ended = endsWithEscape(() => this.close(true), element);
    const { offsetWidth, offsetHeight } = element;
    element.style.setProperty("--left", `${Math.max(8, Math.min(x, innerWidth - offsetWidth - 8))}px`);
    element.style.setProperty("--top", `${Math.max(8, Math.min(y, innerHeight - offsetHeight - 8))}px`);
    this.#items[0]?.focus({ preventScroll: true });
  }

  get #items() {
    return /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("[role=menuitem]")]);
  }

  /** @param {boolean} refocus */
  close(refocus) {
    if (this.element.hidden) return;
    const back = this.#back;
    this.#back = null;
    this.element.hidden = true;
    this.#ended();
    if (refocus) back?.();
  }

  /**
   * @param {Item} item
   * @param {MouseEvent} event
   */
  #choose(item, event) {
    // The finger whose long press opened the menu may go up over an entry: it chose none. Keys click without a count.
    if (item.isPossible === false || (event.detail > 0 && !this.#isPressed)) return;
    this.close(true);
    item.run();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const items = this.#items, at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? 1 : 0), Home: 0, End: items.length - 1 }[event.key];
    const letter = [...event.key].length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey ? event.key.toLowerCase() : null;
    event.stopPropagation();
    if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else if (event.key === "Tab") this.close(true);
    else if (letter) [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => item.textContent?.toLowerCase().startsWith(letter))?.focus();
    else return;
    event.preventDefault();
  }
}

/** @type {Menu | undefined} */ let only;
/** The menu of the page: there is one, because only one is open. */
export const theMenu = () => (only ??= new Menu());

/**
 * Gives each of several elements a menu.
 * @param {HTMLElement} host what they are in
 * @param {string} selector
 * @param {(element: HTMLElement) => Offer | null} describe null where there is nothing to offer
 * @param {() => HTMLElement | null | undefined} [meant] which of them a key means while the focus is in none of them
 */
export function offerMenu(host, selector, describe, meant) {
  hearMenu(host, (event) => {
    const byPointer = event instanceof MouseEvent && (event.clientX !== 0 || event.clientY !== 0);
    const target = /** @type {Element} */ (event.target);
    // Text that is being typed keeps the browser's own menu, with what is cut and pasted.
    if (byPointer && isTyping(target)) return null;
    const element = /** @type {HTMLElement | null | undefined} */ (target.closest(selector) ?? (byPointer ? null : meant?.()));
    const offer = element && describe(element);
    if (!element || !offer) return null;
    const { left, bottom } = element.getBoundingClientRect();
    const spot = byPointer ? { x: event.clientX, y: event.clientY } : { x: left + 8, y: Math.min(bottom, innerHeight - 40) };
    return { offer, ...spot };
  }, ({ offer, x, y }) => {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    theMenu().open(offer.title, offer.items, x, y, () => (focused && focused !== document.body ? focused : host).focus({ preventScroll: true }));
  });
}

/**
 * Hears what asks for a menu: the right button, a long press, Shift-F10 and the menu key.
 * @template {{ x: number, y: number }} Where
 * @param {HTMLElement} element
 * @param {(event: MouseEvent | KeyboardEvent) => Where | null} find what is meant, and where its menu opens; by a key what has the focus
 * @param {(place: Where) => void} open
 */
export function hearMenu(element, find, open) {
  let opened = -SAME_PRESS, timer = 0;
  /** @type {PointerEvent | null} */ let pressed = null;
  const ask = (/** @type {MouseEvent | KeyboardEvent} */ event) => {
    const place = find(event);
    if (!place) return false;
    open(place);
    return true;
  };
  const rest = () => {
    clearTimeout(timer);
    pressed = null;
  };
  element.addEventListener("contextmenu", (event) => {
    if (performance.now() - opened < SAME_PRESS || ask(event)) event.preventDefault();
    rest();
  });
  element.addEventListener("keydown", (event) => {
    if (!(event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) || !ask(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener("pointerdown", (event) => {
    rest();
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    pressed = event;
    timer = setTimeout(() => {
      if (!pressed || !ask(pressed)) return;
      opened = performance.now();
      // The finger that goes up means nothing more.
      const swallow = (/** @type {Event} */ click) => (click.preventDefault(), click.stopPropagation());
      for (const type of ["mousedown", "click", "dblclick"]) {
        element.addEventListener(type, swallow, { capture: true, once: true });
        setTimeout(() => element.removeEventListener(type, swallow, { capture: true }), SAME_PRESS);
      }
    }, LONG);
  });
  element.addEventListener("pointermove", (event) => pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > SHAKE && rest());
  for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, rest);
}
