// How many findings a check has about each dump that is seen in the list: asked for one after the other, when a card is in sight.
import { getJSON, isAborted } from "../../core/api.js";

/** @typedef {{ severity: "error" | "warning" | "info" }} Finding */

/** What is known, by the dump's id and revision. @type {Map<string, string>} */
const known = new Map();
/** @type {HTMLAnchorElement[]} */ const waiting = [];
let isAsking = false;

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    const link = /** @type {HTMLAnchorElement} */ (target.querySelector("[data-findings]"));
    waiting.push(link);
  }
  ask();
});

/** Asks for the next card that is still there. */
async function ask() {
  if (isAsking) return;
  isAsking = true;
  for (let link = waiting.shift(); link; link = waiting.shift()) {
    if (!link.isConnected) continue;
    const id = link.dataset.findings ?? "", version = `${id} ${link.dataset.revision}`;
    try {
      const words = known.get(version) ?? await count(id);
      known.set(version, words);
      link.textContent = words;
      link.hidden = words === "";
    } catch (error) {
      if (isAborted(error)) break;
      // The list has its use without the number; the page of findings says what is wrong.
    }
  }
  isAsking = false;
}

/** @param {string} id */
async function count(id) {
  const { findings, total } = await getJSON(`/api/v1/dumps/${encodeURIComponent(id)}/lint?fixes=false&severity=warning&limit=1000`);
  const errors = /** @type {Finding[]} */ (findings).filter(({ severity }) => severity === "error").length, warnings = total - errors;
  const parts = [errors ? `${errors} error${errors === 1 ? "" : "s"}` : "", warnings ? `${warnings} warning${warnings === 1 ? "" : "s"}` : ""];
  return parts.filter(Boolean).join(", ");
}

/** Counts for the cards that are there, and for those that come with every new list. */
export function countFindings() {
  const watch = () => {
    for (const link of document.querySelectorAll("[data-findings]")) sight.observe(/** @type {Element} */ (link.closest("li")));
  };
  document.addEventListener("library-changed", watch);
  watch();
}
