// A live session: what is done on the screen is done on the device, and what the device shows comes here by itself. The
// forms of the page work without this; here they are sent without loading the page anew.
import { APIError, getJSON, getPage, isAborted, sendJSON, showFailure, swap } from "../core/api.js";
import { commands } from "../core/commands.js";
import { s } from "../core/dom.js";
import { listen } from "../core/live.js";
import { copy } from "../core/ui.js";
import { offerSnapshots } from "./picture-menus.js";

/** Pixels that a finger moves before it swipes. */
const SWIPE = 8;
/** Milliseconds that a device may take to do something: longer than the server waits for it. */
const PATIENCE = 130_000;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const stage = /** @type {HTMLElement} */ (document.getElementById("live-stage"));
const hover = /** @type {HTMLElement} */ (document.getElementById("live-hover"));
const id = main.dataset.live ?? "";
const api = `/api/v1/live/${id}`;
const screen = () => /** @type {SVGSVGElement | HTMLElement} */ (document.getElementById("live-screen"));
const marks = () => document.querySelector(".live-marks");

// What the page shows

/** @type {AbortController | undefined} */ let asked;

/** Takes what has changed from the page as it is now. */
async function refresh() {
  asked?.abort();
  const { signal } = (asked = new AbortController());
  try {
    const { page } = await getPage(location.href, { signal });
    const picture = page.querySelector("#live-screen image")?.getAttribute("href");
    // The former picture stays until the new one can be drawn.
    if (picture) await Object.assign(new Image(), { src: picture }).decode().catch(() => {});
    if (signal.aborted) return;
    const isNew = page.getElementById("live-screen")?.dataset.dump !== screen().dataset.dump;
    swap(page, "live-state", "live-recording", ...(isNew ? ["live-screen", "live-film"] : []));
    main.dataset.revision = page.getElementById("main")?.dataset.revision;
    if (isNew) showNewest();
    countDown();
  } catch (error) {
    if (error instanceof APIError && error.status === 404) location.assign("/");
    else showFailure(error, refresh);
  }
}

function showNewest() {
  const frames = document.querySelector(".live-frames");
  frames?.scrollTo({ left: frames.scrollWidth });
  views = undefined;
}

/** @type {number | undefined} */ let clock;

/** Counts down to when the server tries again. */
function countDown() {
  clearInterval(clock);
  const state = document.getElementById("live-state");
  let rest = Number(state?.dataset.pause);
  if (!rest) return;
  clock = setInterval(() => {
    rest -= 1;
    const words = state?.querySelector(".live-pause");
    // Not told to those who listen: the number means nothing to them.
    if (words) words.textContent = rest > 0 ? ` in ${rest} s` : " now";
    if (rest <= 0) clearInterval(clock);
  }, 1_000);
}

// What is done on the device

/** How much has been sent, or waits until what was sent before is done. */
let pending = 0;
/** @type {Promise<unknown>} */ let last = Promise.resolve();

/**
 * Sends something to the device once it has done what was sent before, and shows what came of it.
 * @param {string} path
 * @param {unknown} body
 */
function send(path, body) {
  pending += 1;
  stage.setAttribute("aria-busy", "true");
  const sent = last.then(async () => {
    try {
      await sendJSON(path ? "POST" : "PATCH", api + path, body, { timeout: PATIENCE });
      return true;
    } catch (error) {
      if (!isAborted(error)) showFailure(error);
      return false;
    } finally {
      pending -= 1;
      if (!pending) stage.removeAttribute("aria-busy");
      await refresh();
    }
  });
  last = sent;
  return sent;
}

const snapshot = () => send("/snapshots", undefined);

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { submitter } = /** @type {SubmitEvent} */ (event);
  const what = /** @type {HTMLButtonElement | null} */ (submitter)?.value ?? "";
  const data = new FormData(form);
  const jobs = {
    snapshot,
    home: () => send("/actions", { type: "home" }),
    accept: () => send("/actions", { type: "alert", action: "accept" }),
    dismiss: () => send("/actions", { type: "alert", action: "dismiss" }),
    tap: () => send("/actions", { type: "tap", x: Number(data.get("x")), y: Number(data.get("y")) }),
    type: async () => { if (await send("/actions", { type: "type", text: data.get("text") })) form.reset(); },
    pace: () => send("", { every: Number(data.get("every")) || null, whenChanged: data.has("changes") }),
  };
  const job = form.closest("#main") && jobs[/** @type {keyof typeof jobs} */ (what)];
  if (!job) return;
  event.preventDefault();
  // A second press of a button that waits does nothing more.
  if (!submitter || submitter.ariaDisabled) return;
  submitter.ariaDisabled = "true";
  await job();
  submitter.ariaDisabled = null;
});

document.addEventListener("click", async ({ target }) => {
  const element = /** @type {Element} */ (target);
  if (element.closest("#live-copy")) await copy(document.getElementById("live-script")?.textContent ?? "", "Test copied");
});

commands.register({ id: "live-snapshot", title: "Take a snapshot", group: "Live", keys: ["S"], run: () => void snapshot() });

// The pointer on the screen

/** @typedef {{ id: number, class: string, windowFrame: { x: number, y: number, width: number, height: number } | null, visible: boolean,
 *   label: string | null, identifier: string | null, text: string | null }} View */

/** @type {Promise<View[]> | undefined} */ let views;

/** The views of the snapshot that is shown. */
function loaded() {
  const { dump } = screen().dataset;
  if (!dump) return Promise.resolve([]);
  const fields = "id,class,windowFrame,visible,label,identifier,text";
  views ??= getJSON(`/api/v1/dumps/${encodeURIComponent(dump)}/views?limit=10000&fields=${fields}`).then((answer) => answer.views);
  return views;
}

/**
 * Where a pointer is on the screen, in points of the device; null beside it.
 * @param {PointerEvent} event
 */
function place({ clientX, clientY }) {
  const shown = screen(), matrix = shown instanceof SVGSVGElement && shown.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()), size = shown.viewBox.baseVal;
  return x < 0 || y < 0 || x > size.width || y > size.height ? null : { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}

/**
 * The view that a tap is meant for, as the server finds it: the smallest of those that are seen.
 * @param {View[]} all
 * @param {{ x: number, y: number }} point
 */
function found(all, { x, y }) {
  /** @type {View | undefined} */ let best;
  const area = (/** @type {View} */ { windowFrame: box }) => box ? box.width * box.height : Infinity;
  for (const view of all) {
    const box = view.windowFrame;
    if (!view.visible || !box || x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height) continue;
    if (!best || area(view) <= area(best)) best = view;
  }
  return best;
}

/** @type {{ x: number, y: number, clientX: number, clientY: number } | null} */ let down = null;

stage.addEventListener("pointerdown", (event) => {
  const point = event.button === 0 && event.target instanceof Element && event.target.closest(".live-screen") ? place(event) : null;
  down = point && { ...point, clientX: event.clientX, clientY: event.clientY };
  if (down) stage.setPointerCapture(event.pointerId);
});

stage.addEventListener("pointermove", async (event) => {
  const point = place(event);
  if (down) {
    if (point) marks()?.replaceChildren(s("line", { x1: down.x, y1: down.y, x2: point.x, y2: point.y }));
    return;
  }
  try {
    const view = point && found(await loaded(), point);
    if (down) return;
    const box = view && view.windowFrame;
    marks()?.replaceChildren(...(box ? [s("rect", { x: box.x, y: box.y, width: box.width, height: box.height })] : []));
    const words = view && [view.class.replace(/^XCUIElementType/, ""), view.identifier || view.label || view.text].filter(Boolean).join(" ");
    hover.textContent = words ? `${words} · ${point?.x}, ${point?.y}` : "A click or touch taps, a drag swipes";
  } catch {
    // Without the views nothing is outlined; what is tapped is found by the server.
    views = undefined;
  }
});

stage.addEventListener("pointerup", (event) => {
  const [from, to] = [down, place(event)];
  down = null;
  marks()?.replaceChildren();
  if (!from || !to) return;
  const isSwipe = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SWIPE;
  void send("/actions", isSwipe ? { type: "swipe", from: { x: from.x, y: from.y }, to } : { type: "tap", x: from.x, y: from.y });
});

stage.addEventListener("pointercancel", () => { down = null; });
stage.addEventListener("pointerleave", () => { if (!down) marks()?.replaceChildren(); });

listen({ live: id }, ({ type, revision }) => {
  if (type === "gone") location.assign("/");
  else if (String(revision) !== main.dataset.revision) void refresh();
});
showNewest();
countDown();

const snapshots = /** @type {HTMLElement | null} */ (document.querySelector(".live-film"));
if (snapshots) offerSnapshots(snapshots);
