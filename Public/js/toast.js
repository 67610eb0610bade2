// One polite line at the bottom that says what just happened.

let timer = 0;

/** @param {string} text */
export function toast(text) {
  const element = document.getElementById("toast");
  if (!element) return;
  element.textContent = text;
  element.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => element.classList.remove("shown"), 1800);
}

/**
 * Tells those who cannot see it what changed, without showing it.
 * @param {string} text
 */
export function announce(text) {
  const element = document.getElementById("toast");
  if (element && !element.classList.contains("shown")) element.textContent = text;
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
    toast("The browser did not allow copying. Select the text and copy it.");
  }
}
