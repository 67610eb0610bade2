// Dumps of one app in order: steps are scrubbed with the slider, by key and on the film without loading the page anew, and
// a click on the screen looks at the history of what is there.
import { getPage, showFailure, swap } from "../core/api.js";
import { commands } from "../core/commands.js";
import { listen } from "../core/live.js";
import { announce } from "../core/ui.js";
import { offerSteps } from "./picture-menus.js";

/** What differs from step to step. */
const PARTS = ["screens", "changes", "turns", "film"];

const film = () => /** @type {HTMLElement} */ (document.getElementById("film"));
const scrub = /** @type {HTMLInputElement | null} */ (document.getElementById("scrub"));
const frames = () => /** @type {HTMLAnchorElement[]} */ ([...film().querySelectorAll("a.frame")]);
const current = () => frames().findIndex((frame) => frame.hasAttribute("aria-current"));
const rows = () => /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("#diff-rows li[data-change] > a")]);

/** @type {AbortController | undefined} */ let asked;

/**
 * Shows another step or view.
 * @param {string} address
 * @param {"push" | "replace" | "keep"} [way] how it comes into the browser's history
 */
async function show(address, way = "push") {
  asked?.abort();
  const { signal } = (asked = new AbortController());
  try {
    const { page } = await getPage(address, { signal });
    // The former picture stays until the new one can be drawn.
    const picture = /** @type {HTMLImageElement | null} */ (page.querySelector("#screens img"));
    if (picture) await Object.assign(new Image(), { src: picture.src }).decode().catch(() => {});
    if (signal.aborted) return;
    const here = page.getElementById("film")?.dataset.here ?? address;
    const focus = keepFocus();
    swap(page, ...PARTS);
    focus();
    if (way === "push") history.pushState(null, "", here);
    else if (way === "replace") history.replaceState(null, "", here);
    settle();
  } catch (error) {
    showFailure(error, () => show(address, way));
  }
}

/** Gives what puts the focus back on what is there again after its element was replaced, else on the step. */
function keepFocus() {
  const { activeElement } = document;
  const change = activeElement?.closest("[data-change]")?.getAttribute("data-change");
  const selector = activeElement?.id ? `#${activeElement.id}` : change ? `#diff-rows [data-change="${CSS.escape(change)}"] > a` : "";
  return () => {
    if (!selector || activeElement?.isConnected) return;
    const again = /** @type {HTMLElement | null} */ (document.querySelector(`${selector}[href]`));
    (again ?? frames()[current()])?.focus({ preventScroll: true });
  };
}

/** Makes the slider and the film show the step that is there. */
function settle() {
  const at = current(), frame = frames()[at];
  if (!frame) return;
  if (scrub) {
    scrub.max = String(frames().length);
    scrub.value = String(at + 1);
    scrub.setAttribute("aria-valuetext", `Step ${at + 1} of ${frames().length}: ${frame.title}`);
  }
  reveal(frame);
  const history = document.querySelector(".history"), row = history?.querySelector("tbody.current");
  // Its own scrolling only: on a phone the page stays where it is.
  if (history && row && history.scrollHeight > history.clientHeight) {
    const down = row.getBoundingClientRect().bottom - history.getBoundingClientRect().bottom;
    if (down > 0) history.scrollTop += down + 8;
  }
  follow();
}

/**
 * Scrolls the film, and nothing else, so that a frame is seen.
 * @param {HTMLElement} frame
 */
function reveal(frame) {
  const scroller = /** @type {HTMLElement} */ (document.getElementById("film-scroll"));
  const box = frame.getBoundingClientRect(), room = scroller.getBoundingClientRect();
  if (box.left < room.left + 16) scroller.scrollLeft -= room.left + 16 - box.left;
  else if (box.right > room.right - 16) scroller.scrollLeft += box.right - room.right + 16;
}

// The film is swapped as a whole: its scroller stays.
offerSteps(/** @type {HTMLElement} */ (document.getElementById("film-scroll")));

scrub?.addEventListener("input", () => {
  const frame = frames()[Number(scrub.value) - 1];
  if (frame) show(frame.href, "replace");
});

/** @param {number} step */
function turn(step) {
  const frame = frames()[current() + step];
  if (!frame) return;
  show(frame.href);
  announce(`Step ${current() + step + 1}: ${frame.title}`);
}

// Links between steps and views stay on the page.
document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  const target = /** @type {Element} */ (event.target);
  const link = target.closest("a[href]");
  if (link) {
    const address = new URL(link instanceof SVGAElement ? link.href.baseVal : /** @type {HTMLAnchorElement} */ (link).href, location.href);
    if (address.pathname !== location.pathname) return;
    event.preventDefault();
    show(address.pathname + address.search);
    return;
  }
  const marks = /** @type {SVGSVGElement | null} */ (target.closest(".diff-picture")?.querySelector("svg.diff-marks") ?? null);
  const matrix = marks?.getScreenCTM()?.inverse();
  if (!matrix) return;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  const address = new URL(film().dataset.here ?? "", location.href);
  for (const name of ["view", "in"]) address.searchParams.delete(name);
  address.searchParams.set("point", `${x.toFixed(2)},${y.toFixed(2)}`);
  show(address.pathname + address.search);
});
addEventListener("popstate", () => show(location.pathname + location.search, "keep"));

/** @param {number} step */
function turnChange(step) {
  const list = rows(), at = list.findIndex((row) => row.hasAttribute("aria-current"));
  const row = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : at + step];
  if (row) show(row.href);
}

const close = () => /** @type {HTMLAnchorElement | null} */ (document.getElementById("close-history"));
commands.register(
  { id: "timeline.next", group: "Timeline", title: "Next step", keys: ["]"], icon: "chevron-right", when: () => current() + 1 < frames().length,
    run: () => turn(1) },
  { id: "timeline.previous", group: "Timeline", title: "Previous step", keys: ["["], icon: "chevron-left", when: () => current() > 0, run: () => turn(-1) },
  { id: "timeline.nextChange", group: "Timeline", title: "Next change of the step", keys: ["J"], icon: "chevron-down", when: () => rows().length > 0,
    run: () => turnChange(1) },
  { id: "timeline.previousChange", group: "Timeline", title: "Previous change of the step", keys: ["K"], icon: "chevron-up", when: () => rows().length > 0,
    run: () => turnChange(-1) },
  { id: "timeline.close", group: "Timeline", title: "Close the history of the view", keys: ["Escape"], icon: "close", when: () => close() !== null,
    run: () => close()?.click() },
);

// What others change is followed: edits of the two dumps that are compared, and dumps that come and go

/** @type {(() => void)[]} */ let ends = [];

function follow() {
  for (const end of ends) end();
  const { dump, before, revisions } = film().dataset;
  const [revision, revisionBefore] = (revisions ?? "").split(" ");
  ends = [];
  for (const [id, known] of [[dump, revision], [before, revisionBefore]]) {
    if (id) ends.push(listen({ dump: id }, (change) => change.type === "edit" && String(change.revision) !== known && again()));
  }
}

const again = () => show(film().dataset.here ?? location.href, "replace");

listen({ library: true }, ({ revision }) => { if (String(revision) !== film().dataset.library) again(); });
settle();
