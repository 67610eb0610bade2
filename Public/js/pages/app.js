// What every page has: menus that close, the appearance, copying, the palette and the map of keys.
import { parse, request, showFailure } from "../core/api.js";
import { caps, commands, findsWithEscape, isMac, isTyping } from "../core/commands.js";
import { showNoMissingLetters } from "../core/glyphs.js";
import { copy, toast } from "../core/ui.js";

document.documentElement.classList.add("js");

/** The server's picture of a dump with more views would be here no sooner than the script's own, and takes long and much memory to show. */
const MOST_PICTURED = 3_000;

// The server's drawing stands where the script's will be. Here, because the inspector's own script comes later.
const served = document.querySelector("noscript.drawing");
if (served) {
  const { body } = parse(served.textContent ?? "");
  if (Number(document.getElementById("main")?.dataset.count) > MOST_PICTURED) body.querySelector("image")?.remove();
  served.replaceWith(...body.children);
}

showNoMissingLetters();

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
  const opener = target.closest("[data-command]");
  if (opener && !event.metaKey && !event.ctrlKey && !event.shiftKey && commands.run(opener.getAttribute("data-command") ?? "")) return event.preventDefault();
  const source = target.closest("[data-copy]");
  if (source && !getSelection()?.toString()) copy(source.getAttribute("data-copy") || (source.textContent?.trim() ?? ""));
});

// What cannot be used now says why: where it is pressed as a message, where it has the focus below it.
addEventListener("click", (event) => {
  const refused = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[aria-disabled=true]:is(button, summary, a)"));
  if (!refused) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (refused.title) toast(refused.title);
}, true);

/** The words of a tool that the keyboard has reached, which a mouse sees by pointing. */
const tip = document.createElement("p");
tip.className = "tip";
tip.setAttribute("aria-hidden", "true");
document.addEventListener("focusin", ({ target }) => {
  const tool = /** @type {HTMLElement} */ (target);
  tip.remove();
  if (!tool.title || !tool.matches(":is(button, summary, a.button):focus-visible")) return;
  tip.textContent = tool.title;
  document.body.append(tip);
  const { left, right, bottom, top } = tool.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = tip;
  tip.style.setProperty("--left", `${Math.max(8, Math.min((left + right - width) / 2, innerWidth - width - 8))}px`);
  tip.style.setProperty("--top", `${bottom + height + 8 < innerHeight ? bottom + 6 : top - height - 6}px`);
});
for (const type of ["focusout", "keydown", "pointerdown", "scroll"]) document.addEventListener(type, () => tip.remove(), true);

findsWithEscape(() => {
  const open = [...openMenus()].pop();
  return open ? () => {
    open.open = false;
    open.querySelector("summary")?.focus();
  } : null;
});

document.addEventListener("keydown", (event) => {
  const open = [...openMenus()].pop();
  if (open && (event.key === "ArrowDown" || event.key === "ArrowUp") && !isTyping(event.target)) {
    const items = [...open.querySelectorAll("summary, .menu-item")];
    const step = event.key === "ArrowDown" ? 1 : -1;
    const at = items.indexOf(/** @type {Element} */ (document.activeElement));
    /** @type {HTMLElement} */ (items[(at + step + items.length) % items.length]).focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-theme-form]")) return;
  event.preventDefault();
  const value = /** @type {HTMLButtonElement} */ (event.submitter).value;
  document.documentElement.dataset.theme = value === "auto" ? "" : value;
  keepTheme(form.action, value);
});

/**
 * Has the server remember the appearance for the pages to come, also when this one is left at once.
 * @param {string} address
 * @param {string} theme
 */
function keepTheme(address, theme) {
  const body = new URLSearchParams({ theme, return: location.pathname });
  request(address, { method: "POST", body, redirect: "manual", keepalive: true }).catch((error) => showFailure(error, () => keepTheme(address, theme)));
}

commands.register({ id: "print", group: "Anywhere", title: "Print this page", icon: "file", run: () => print() });

for (const key of document.querySelectorAll(".palette-key")) key.textContent = caps("Mod+K").join(isMac ? "" : " ");

/**
 * The style of both dialogs, asked for with the first of them.
 * @type {Promise<unknown> | undefined}
 */
let style;
function dressed() {
  return (style ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("../../css/dialogs.css", import.meta.url).pathname;
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  }));
}

/** The palette and the map of keys, whose modules come when they are first wanted. */
const dialogs = async () => {
  const [palette, keyMap] = await Promise.all([import("./palette.js"), import("./key-map.js"), dressed()]);
  return { ...palette, ...keyMap };
};

// What is typed right after the key belongs to the palette, so it is there before the key is pressed.
addEventListener("load", () => setTimeout(() => dialogs().catch(() => { /* It is asked for again with the key. */ }), 300), { once: true });

// Who touches the page may swipe.
addEventListener("touchstart", () => import("../core/sheets.js").catch(() => { /* Everything closes by other ways too. */ }), { once: true, passive: true });

/** @param {(dialogs: typeof import("./palette.js") & typeof import("./key-map.js")) => void} open */
function openDialog(open) {
  dialogs().then(open, () => showFailure(new Error("The server can’t be reached."), () => openDialog(open)));
}

/** Letters that are typed while the palette is on its way are its own, and no commands. */
function openPalette() {
  let typed = "";
  /** @param {KeyboardEvent} event */
  const keep = (event) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    typed += event.key;
  };
  addEventListener("keydown", keep, true);
  const end = () => removeEventListener("keydown", keep, true);
  dialogs().then((made) => {
    end();
    made.openPalette(typed);
  }, () => {
    end();
    showFailure(new Error("The server can’t be reached."), openPalette);
  });
}

/** @param {string} theme */
const choose = (theme) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-theme-form] [value=${theme}]`))?.click();
/** @param {string} theme */
const isChosen = (theme) => (document.documentElement.dataset.theme || "auto") === theme;

commands.register(
  { id: "palette", group: "Anywhere", title: "Find views, dumps, settings and commands", keys: ["Mod+K"], whileTyping: true, icon: "command",
    run: openPalette },
  { id: "keys", group: "Anywhere", title: "Show keyboard shortcuts", keys: ["?"], icon: "keyboard", run: () => openDialog(({ openKeyMap }) => openKeyMap()) },
  { id: "library", group: "Anywhere", title: "Go to the library", icon: "logo", when: () => location.pathname !== "/", run: () => location.assign("/") },
  { id: "help", group: "Anywhere", title: "Open the help", icon: "help", run: () => location.assign("/help") },
  { id: "copy.link", group: "Anywhere", title: "Copy a link to this page", icon: "link", run: () => copy(location.href, "Link copied") },
  ...[["auto", "Appearance: same as system"], ["light", "Appearance: light"], ["dark", "Appearance: dark"]].map(([theme, title]) => ({
    id: `theme.${theme}`, group: "Anywhere", title, icon: "theme", checked: () => isChosen(theme), run: () => choose(theme),
  })),
);
