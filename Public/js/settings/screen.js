// One pane after the other in the same window: the next one slides over, the address follows.
import { parse } from "../fragment.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 719px)");

/**
 * Shows the pane at an address. Falls back to a plain visit when the server does not answer as expected.
 * @param {string} url
 * @param {{ direction?: "in" | "out", push?: boolean }} [options]
 */
export async function go(url, options = {}) {
  const { direction, push = true } = options;
  const address = new URL(url, location.href);
  const response = await fetch(`${address.pathname}${address.search}`, { headers: { Accept: "text/html" } }).catch(() => null);
  const page = response?.ok ? parse(await response.text()) : null;
  const next = page?.getElementById("pane"), old = document.getElementById("pane");
  if (!page || !next || !old) return location.assign(address);
  if (push) history.pushState({ pane: true }, "", address);
  document.title = page.title;
  const leaving = old.querySelector(".screen");
  const pane = /** @type {HTMLElement} */ (document.adoptNode(next));
  old.replaceWith(pane);
  for (const selector of ["#notes", "#tools", ".crumbs", "link[rel=alternate]"]) {
    const theirs = page.querySelector(selector);
    if (theirs) document.querySelector(selector)?.replaceWith(document.adoptNode(theirs));
  }
  if (direction && leaving && !still.matches && !narrow.matches) slide(pane, leaving, direction);
  return pane;
}

/**
 * @param {HTMLElement} pane
 * @param {Element} leaving the screen that goes
 * @param {"in" | "out"} direction
 */
function slide(pane, leaving, direction) {
  const coming = /** @type {HTMLElement} */ (pane.querySelector(".screen"));
  leaving.removeAttribute("id");
  leaving.setAttribute("inert", "");
  leaving.setAttribute("aria-hidden", "true");
  for (const element of leaving.querySelectorAll("[id]")) element.removeAttribute("id");
  leaving.className = `screen leaving${direction === "out" ? " out" : " behind"}`;
  if (direction === "in") coming.classList.add("in");
  pane.append(leaving);
  const end = () => {
    leaving.remove();
    coming.classList.remove("in");
  };
  (direction === "in" ? coming : leaving).addEventListener("animationend", end, { once: true });
  setTimeout(end, 400);
}

/** Brings the row that the address names into view, and marks it for a moment. */
export function showNamedRow() {
  const row = /^#row-\d+$/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null;
  if (!row) return;
  row.scrollIntoView({ block: "center" });
  row.classList.add("found-row");
  setTimeout(() => row.classList.remove("found-row"), 1700);
  /** @type {HTMLElement | null} */ (row.querySelector("a.line, input:not([type=hidden]), textarea, select"))?.focus({ preventScroll: true });
}
