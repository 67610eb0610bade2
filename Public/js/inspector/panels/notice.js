// One line above everything that says what went wrong and offers what can be done about it.
import { icon } from "../../icons.js";
import { h } from "./dom.js";

/** Milliseconds until a notice goes by itself; not while somebody points at it or is in it. */
const STAYS = 12_000;

/** @type {HTMLElement | null} */ let shown = null;
let timer = 0;

/** Takes the notice away. */
export function dismiss() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

/**
 * Says something and offers one thing to do. A notice that is there gives way.
 * @param {string} text @param {{ label: string, run: () => void }} [action]
 */
export function notice(text, action) {
  dismiss();
  const rest = () => {
    clearTimeout(timer);
    timer = setTimeout(() => shown?.matches(":hover, :focus-within") ? rest() : dismiss(), STAYS);
  };
  shown = h("div", { class: "notice", role: "alert" },
    icon("warning"), h("p", null, text),
    action ? h("button", { type: "button", class: "button", onclick: () => (dismiss(), action.run()) }, action.label) : null,
    h("button", { type: "button", class: "button plain square", "aria-label": "Close", onclick: dismiss }, icon("close")));
  document.body.append(shown);
  rest();
}
