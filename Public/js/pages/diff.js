// Two dumps compared: choosing a change in the list or on a screen marks it in all three, and the overlay is blended.
import { getPage, showFailure, swap } from "../core/api.js";
import { commands } from "../core/commands.js";
import { listen } from "../core/live.js";
import { announce } from "../core/ui.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @param {string} selector */
const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
const rows = () => all("#diff-rows li[data-change]");

/**
 * Marks one change everywhere; the address tells which.
 * @param {string} key
 */
function choose(key) {
  for (const element of all("[data-change]")) {
    const isChosen = element.dataset.change === key;
    element.classList.toggle("chosen", isChosen);
    const link = element.matches("li") ? element.querySelector("a") : null;
    if (isChosen) link?.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
  }
  const row = rows().find((each) => each.dataset.change === key);
  row?.scrollIntoView({ block: "nearest" });
  const address = new URL(location.href);
  address.searchParams.set("change", key);
  history.replaceState(null, "", address);
}

/** Marks what the pointer or the focus is on in all places. */
for (const [type, isOver] of /** @type {const} */ ([["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])) {
  document.addEventListener(type, (event) => {
    const key = /** @type {Element} */ (event.target).closest?.("[data-change]")?.getAttribute("data-change");
    for (const element of key ? all("[data-change]") : []) if (element.dataset.change === key) element.classList.toggle("hovered", isOver);
  });
}

document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = /** @type {Element} */ (event.target).closest("[data-change] > a:not(.diff-inspect), a[data-change]");
  const key = link?.closest("[data-change]")?.getAttribute("data-change");
  if (!key) return;
  event.preventDefault();
  choose(key);
});

/** @param {number} step */
function go(step) {
  const list = rows();
  const at = list.findIndex((row) => row.classList.contains("chosen"));
  const row = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : at + step];
  if (!row?.dataset.change) return;
  choose(row.dataset.change);
  row.querySelector("a")?.focus({ preventScroll: true });
}

commands.register(
  { id: "diff.next", group: "Changes", title: "Next change", keys: ["]", "J"], icon: "chevron-down", when: () => rows().length > 0, run: () => go(1) },
  { id: "diff.previous", group: "Changes", title: "Previous change", keys: ["[", "K"], icon: "chevron-up", when: () => rows().length > 0, run: () => go(-1) },
);
document.getElementById("diff-rows")?.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const list = rows(), at = list.findIndex((row) => row.contains(document.activeElement));
  list[at + step]?.querySelector("a")?.focus();
});

// The overlay

const blend = () => {
  const slider = /** @type {HTMLInputElement | null} */ (document.getElementById("blend"));
  if (slider) document.getElementById("screens")?.style.setProperty("--blend", String(Number(slider.value) / 100));
};
document.addEventListener("input", (event) => /** @type {Element} */ (event.target).id === "blend" && blend());
blend();

// What others change is followed

/** @type {Record<string, string | undefined>} */
const known = {};
const [fromRevision, toRevision] = (main.dataset.revisions ?? "").split(" ");
known[main.dataset.from ?? ""] = fromRevision;
known[main.dataset.to ?? ""] = toRevision;

async function refresh() {
  try {
    const { page } = await getPage(location.href);
    swap(page, "screens", "changes");
    blend();
    announce("One of the dumps has changed; the comparison is up to date");
  } catch (error) {
    showFailure(error, refresh);
  }
}

for (const dump of new Set([main.dataset.from, main.dataset.to])) {
  if (!dump) continue;
  listen({ dump }, ({ type, revision }) => {
    if (type !== "edit" || String(revision) === known[dump]) return;
    known[dump] = String(revision);
    refresh();
  });
}
