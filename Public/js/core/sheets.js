// What comes up from below on phones goes by a swipe: menus, the menu of a view, dialogs.
import { isPhone } from "./dom.js";

/** Pixels that a swipe is long at least, and by how many it may begin below the top of what scrolls. */
const LONG = 56;

/** @type {{ sheet: HTMLElement, y: number } | null} */ let swiped = null;

/** @param {Event} event */
const sheetOf = ({ target }) => /** @type {HTMLElement | null} */ (target instanceof Element && isPhone() ? target.closest(".menu-body, .context-menu, dialog[open]") : null);

/**
 * Whether something between the finger and the sheet is scrolled: then a finger that goes down scrolls.
 * @param {Element} target
 * @param {Element} sheet
 */
function isScrolled(target, sheet) {
  for (let each = /** @type {Element | null} */ (target); each; each = each === sheet ? null : each.parentElement) if (each.scrollTop > 0) return true;
  return false;
}

/** @param {HTMLElement} sheet */
function close(sheet) {
  if (sheet instanceof HTMLDialogElement) return sheet.close();
  const menu = sheet.closest("details");
  if (menu) menu.open = false;
  // The menu of a view closes like by a key.
  else sheet.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
}

addEventListener("touchstart", (event) => {
  const sheet = sheetOf(event), target = /** @type {Element} */ (event.target);
  swiped = sheet && event.touches.length === 1 && !target.closest("input") && !isScrolled(target, sheet) ? { sheet, y: event.touches[0].clientY } : null;
}, { passive: true });
addEventListener("touchmove", (event) => {
  if (swiped) swiped.sheet.style.setProperty("translate", `0 ${Math.max(0, event.touches[0].clientY - swiped.y)}px`);
}, { passive: true });
for (const type of ["touchend", "touchcancel"]) {
  addEventListener(type, (event) => {
    if (!swiped) return;
    const { sheet, y } = swiped, way = /** @type {TouchEvent} */ (event).changedTouches[0].clientY - y;
    swiped = null;
    sheet.style.removeProperty("translate");
    if (type === "touchend" && way > LONG) close(sheet);
  }, { passive: true });
}
