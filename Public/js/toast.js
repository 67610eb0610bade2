// One polite line at the bottom that says what just happened.

let timer = 0;

/**
 * @param {string} text
 * @param {{ label: string, run: () => void }} [action] something to do about it, offered for a while
 */
export function toast(text, action) {
  const element = document.getElementById("toast");
  if (!element) return;
  element.textContent = text;
  element.classList.toggle("acting", Boolean(action));
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => {
      hide();
      action.run();
    });
    element.append(button);
  }
  element.classList.add("shown");
  clearTimeout(timer);
  const hide = () => {
    element.classList.remove("shown", "acting");
    element.querySelector("button")?.remove();
  };
  const later = () => {
    if (element.matches(":hover, :focus-within")) timer = setTimeout(later, 1000);
    else hide();
  };
  timer = setTimeout(later, action ? 6000 : 1800);
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
