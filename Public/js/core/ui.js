// What every page shows in one way: symbols, one line that says what just happened, and what is put on the clipboard.

const SVG = "http://www.w3.org/2000/svg";
const sprite = new URL("../../icons/sprite.svg", import.meta.url).pathname;

/**
 * Where a symbol is drawn.
 * @param {string} name
 */
export const symbol = (name) => `${sprite}#${name}`;

/**
 * A symbol of the sprite.
 * @param {string} name
 * @param {string} [classes]
 */
export function icon(name, classes = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", classes);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", symbol(name));
  svg.append(use);
  return svg;
}

/**
 * @typedef {object} Options
 * @property {string} [label] of something to do about it, offered for a while
 * @property {() => void} [run]
 * @property {boolean} [isFailure] whether it says that something went wrong: it stays until it can be read
 */

/** Milliseconds that a message stays: alone, and when it went wrong or something can be done about it. */
const STAYS = 1_800, STAYS_LONGER = 6_000;

let isShown = false;
let timer = 0;

const line = () => document.getElementById("toast");

/**
 * Says in one polite line what just happened, in the place of what it said before.
 * @param {string} text
 * @param {Options} [options]
 */
export function toast(text, options = {}) {
  const { label, run, isFailure = false } = options, element = line();
  if (!element) return;
  isShown = true;
  element.textContent = text;
  if (label) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      hide();
      run?.();
    });
    element.append(button);
  }
  element.classList.toggle("acting", Boolean(label));
  element.classList.toggle("failed", isFailure);
  element.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(rest, isFailure || label ? STAYS_LONGER : STAYS);
}

/** Takes the message away, unless somebody is about to use it. */
function rest() {
  if (line()?.matches(":hover, :focus-within")) timer = setTimeout(rest, 1_000);
  else hide();
}

function hide() {
  clearTimeout(timer);
  isShown = false;
  line()?.classList.remove("shown", "acting", "failed");
  line()?.querySelector("button")?.remove();
}

/**
 * Tells those who cannot see it what changed, without showing it.
 * @param {string} text
 */
export function announce(text) {
  const element = line();
  if (!element) return;
  if (!isShown) element.textContent = text;
  else element.append(Object.assign(document.createElement("span"), { className: "sr", textContent: text }));
}

/**
 * Puts text on the clipboard and says so.
 * @param {string} text
 * @param {string} [message]
 */
export async function copy(text, message) {
  try {
    await navigator.clipboard.writeText(text);
    toast(message ?? `Copied ${text.length > 48 ? `${text.slice(0, 47)}…` : text}`);
  } catch {
    toast("The browser didn’t allow copying. Select the text and copy it.", { isFailure: true });
  }
}

/**
 * A button that tries again what failed.
 * @param {() => void} run
 */
export function retryButton(run) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Retry";
  button.addEventListener("click", run);
  return button;
}

/**
 * Runs something before the next picture, once, however often it is asked for until then.
 * @param {() => void} run
 */
export function onceAFrame(run) {
  let frame = 0;
  return () => {
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      run();
    });
  };
}

/**
 * Has the browser save what is at an address.
 * @param {string} address
 * @param {string} [name] of the file; without one the server's
 */
export function save(address, name = "") {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
