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
 * @typedef {Options & { text: string }} Message
 */

/** Milliseconds that a message stays: alone, with something to do about it, and when others wait. */
const STAYS = 1_800, STAYS_WITH_ACTION = 6_000, STAYS_WHEN_OTHERS_WAIT = 900;

/** @type {Message[]} */ const waiting = [];
/** @type {Message | null} */ let shown = null;
let since = 0;
let timer = 0;

const line = () => document.getElementById("toast");

/**
 * Says in one polite line what just happened. One message after the other is shown; the same once more takes the place of
 * the first.
 * @param {string} text
 * @param {Options} [options]
 */
export function toast(text, options = {}) {
  const message = { text, ...options };
  const same = waiting.findIndex((each) => each.text === text);
  if (shown?.text === text) return show(message);
  if (same >= 0) waiting[same] = message;
  else waiting.push(message);
  next();
}

/** Shows the message that waits for longest, as soon as the one that is shown has been there for long enough. */
function next() {
  clearTimeout(timer);
  const element = line();
  if (!element) return;
  const stays = shown && (shown.isFailure || (shown.label && !waiting.length) ? STAYS_WITH_ACTION : waiting.length ? STAYS_WHEN_OTHERS_WAIT : STAYS);
  const rest = stays ? stays - (performance.now() - since) : 0;
  if (shown && rest > 0) {
    timer = setTimeout(next, rest);
  } else if (shown && element.matches(":hover, :focus-within")) {
    timer = setTimeout(next, 1_000);
  } else {
    const message = waiting.shift();
    if (message) show(message);
    else hide();
  }
}

/** @param {Message} message */
function show(message) {
  const element = line();
  if (!element) return;
  const { text, label, run, isFailure = false } = message;
  shown = message;
  since = performance.now();
  element.textContent = text;
  if (label) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      hide();
      run?.();
      next();
    });
    element.append(button);
  }
  element.classList.toggle("acting", Boolean(label));
  element.classList.toggle("failed", isFailure);
  element.classList.add("shown");
  next();
}

function hide() {
  shown = null;
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
  if (!shown) element.textContent = text;
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
    toast("The browser did not allow copying. Select the text and copy it.", { isFailure: true });
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
