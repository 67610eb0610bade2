// On phones what opens over a page is a sheet: it comes up from below (css/app.css) and goes by a swipe, as with Escape.
import { endsNow } from "./commands.js";
import { isPhone, isStill } from "./dom.js";

/** What is a sheet; the same list is in the style of every page. */
const SHEETS = ".menu-body, .context-menu, .view-list, .edit-history, .whatif-warnings > :not(summary), dialog";
/** Pixels that a finger moves until it is clear what it wants, and how far it takes a sheet that closes. */
const SLOP = 4, FAR = 56;

/**
 * The finger on a sheet: where it began, and how far down it has taken the sheet since; null until it takes it.
 * @typedef {{ sheet: HTMLElement, target: Element, x: number, y: number, way: number | null }} Swipe
 */

/** @type {Swipe | null} */ let swipe = null;

/**
 * Whether something between the finger and the sheet is scrolled: then a finger that goes down scrolls.
 * @param {Swipe} swipe
 */
function isScrolled({ target, sheet }) {
  for (let each = /** @type {Element | null} */ (target); each; each = each === sheet ? null : each.parentElement) if (each.scrollTop > 0) return true;
  return false;
}

/** @param {TouchEvent} event */
function begin({ target, touches }) {
  const sheet = target instanceof Element && isPhone() ? /** @type {HTMLElement | null} */ (target.closest(SHEETS)) : null;
  // A second finger, or one that moves a slider, wants something else.
  if (swipe) return end(false);
  if (!sheet || touches.length > 1 || /** @type {Element} */ (target).matches("input[type=range]")) return;
  swipe = { sheet, target: /** @type {Element} */ (target), x: touches[0].clientX, y: touches[0].clientY, way: null };
}

/** @param {TouchEvent} event */
function follow(event) {
  if (!swipe) return;
  const [{ clientX, clientY }] = event.touches, x = clientX - swipe.x, y = clientY - swipe.y;
  if (swipe.way === null) {
    if (Math.hypot(x, y) < SLOP) return;
    if (y < Math.abs(x) || isScrolled(swipe)) return void (swipe = null);
  }
  // The page behind stays where it is.
  if (event.cancelable) event.preventDefault();
  swipe.way = Math.max(0, y);
  swipe.sheet.style.setProperty("translate", `0 ${swipe.way}px`);
}

/** @param {boolean} isDone whether the finger has let go of the sheet, and nothing has come between */
function end(isDone) {
  const { sheet, way } = swipe ?? {};
  swipe = null;
  if (!sheet || way === null || way === undefined) return;
  const closes = isDone && way > FAR;
  const leave = () => {
    sheet.style.removeProperty("translate");
    if (closes) close(sheet);
  };
  if (isStill() || !way) return leave();
  sheet.animate({ translate: [`0 ${way}px`, closes ? "0 100%" : "0 0"] }, { duration: 160, easing: "cubic-bezier(.2, .7, .3, 1)" }).finished.then(leave, leave);
}

/**
 * Closes a sheet and gives the focus back, as Escape does.
 * @param {HTMLElement} sheet
 */
function close(sheet) {
  if (sheet instanceof HTMLDialogElement) {
    if (sheet.open && sheet.dispatchEvent(new Event("cancel", { cancelable: true }))) sheet.close();
    return;
  }
  const folded = sheet.closest("details");
  if (!folded) return endsNow(sheet);
  folded.open = false;
  folded.querySelector("summary")?.focus({ preventScroll: true });
}

addEventListener("touchstart", begin, { passive: true });
addEventListener("touchend", () => end(true), { passive: true });
addEventListener("touchcancel", () => end(false), { passive: true });

/** Only on sheets does a browser wait for what becomes of a finger's move; to listen twice is to listen once. */
function listen() {
  for (const sheet of document.querySelectorAll(SHEETS)) sheet.addEventListener("touchmove", /** @type {EventListener} */ (follow), { passive: false });
}
for (const type of ["toggle", "touchend"]) document.addEventListener(type, listen, true);
listen();
