// What every page has: menus that close, the appearance, copying, the help key.
import { copy } from "./toast.js";

document.documentElement.classList.add("js");

/** @returns {NodeListOf<HTMLDetailsElement>} */
const openMenus = () => document.querySelectorAll("details[data-menu][open]");

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  for (const menu of openMenus()) {
    if (!menu.contains(target) || target.closest(".menu-item, .menu-form button")) menu.open = false;
  }
  const link = target.closest("a[data-copy-link]");
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    return copy(/** @type {HTMLAnchorElement} */ (link).href, "Link copied");
  }
  const summary = target.closest("[data-copy-details] > summary");
  if (summary) {
    event.preventDefault();
    return copy(summary.nextElementSibling?.textContent ?? "");
  }
  const source = target.closest("[data-copy]");
  if (source && !getSelection()?.toString()) copy(source.getAttribute("data-copy") || source.textContent.trim());
});

document.addEventListener("keydown", (event) => {
  const open = [...openMenus()].pop();
  if (event.key === "Escape" && open) {
    open.open = false;
    open.querySelector("summary")?.focus();
    event.stopImmediatePropagation();
  } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp") && !isTyping(event.target)) {
    const items = [...open.querySelectorAll("summary, .menu-item")];
    const step = event.key === "ArrowDown" ? 1 : -1;
    const at = items.indexOf(/** @type {Element} */ (document.activeElement));
    /** @type {HTMLElement} */ (items[(at + step + items.length) % items.length]).focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (event.key === "?" && !isTyping(event.target)) {
    location.assign("/help#keyboard");
  }
});

/**
 * True where letters are text and not commands.
 * @param {EventTarget | null} target
 */
function isTyping(target) {
  return target instanceof Element && target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-theme-form]")) return;
  event.preventDefault();
  const value = /** @type {HTMLButtonElement} */ (event.submitter).value;
  document.documentElement.dataset.theme = value === "auto" ? "" : value;
  const fields = new URLSearchParams({ theme: value, return: location.pathname });
  await fetch(form.action, { method: "POST", body: fields, redirect: "manual" });
});
