// The three panes: as tabs on a phone, side by side with a splitter elsewhere.
import { commands } from "../commands.js";
import { icon } from "../ui.js";

const PANES = /** @type {const} */ ([["tree", "Tree", "tree"], ["canvas", "Canvas", "canvas"], ["panel", "Inspector", "panel"]]);
const WIDTH = "vitrine.tree-width";
const LEAST = 180, MOST = 640, STANDARD = 280;

export const isPhone = () => matchMedia("(max-width: 719px)").matches;

/** @param {"tree" | "canvas" | "panel"} name */
export function showPane(name) {
  document.body.dataset.pane = name;
  for (const button of document.querySelectorAll(".pane-tabs button")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-show") === name));
  }
}

/**
 * Puts the focus into the next pane, as F6 does on desktops.
 * @param {1 | -1} step
 */
function nextPane(step) {
  const panes = [".tree-pane", ".stage", ".panel"].map((name) => document.querySelector(name));
  const at = panes.findIndex((pane) => pane?.contains(document.activeElement));
  const to = (at + step + 3) % 3;
  showPane(PANES[to][0]);
  const inside = [...panes[to]?.querySelectorAll("[tabindex='0'], a[href]:not([tabindex]), button:not([tabindex])") ?? []];
  const first = inside.find((element) => element.matches("[role=treeitem], [role=tab], .viewport")) ?? inside[0];
  /** @type {HTMLElement | undefined} */ (first)?.focus();
}

export function makePanes() {
  const bar = document.createElement("nav");
  bar.className = "pane-tabs";
  bar.setAttribute("aria-label", "Panes");
  for (const [name, title, picture] of PANES) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.show = name;
    button.append(icon(picture), title);
    button.addEventListener("click", () => showPane(name));
    bar.append(button);
  }
  document.querySelector(".status")?.after(bar);
  showPane("canvas");
  makeSplitter();
  commands.register(
    { id: "pane.next", group: "Anywhere", title: "Next pane: tree, canvas, inspector", keys: ["F6"], whileTyping: true, icon: "panel", run: () => nextPane(1) },
    { id: "pane.previous", group: "Anywhere", title: "Previous pane", keys: ["Shift+F6"], whileTyping: true, hidden: true, run: () => nextPane(-1) },
  );
}

/** The line between tree and canvas, which can be moved. */
function makeSplitter() {
  const workspace = /** @type {HTMLElement} */ (document.getElementById("main"));
  const splitter = document.createElement("div");
  splitter.className = "splitter";
  splitter.tabIndex = 0;
  for (const [name, value] of Object.entries({ role: "separator", "aria-label": "Width of the tree", "aria-controls": "tree-pane", "aria-orientation": "vertical", "aria-valuemin": LEAST, "aria-valuemax": MOST })) {
    splitter.setAttribute(name, String(value));
  }
  let width = STANDARD;
  let kept = STANDARD;
  const show = (/** @type {number} */ next) => {
    width = Math.round(Math.min(MOST, Math.max(LEAST, next)));
    workspace.style.setProperty("--tree", `${width}px`);
    splitter.setAttribute("aria-valuenow", String(width));
  };
  const keep = () => {
    try {
      localStorage.setItem(WIDTH, String(width));
    } catch {
      // It holds as long as the page.
    }
  };
  const stored = Number(localStorage.getItem(WIDTH));
  splitter.setAttribute("aria-valuenow", String(STANDARD));
  if (stored) show(stored);
  splitter.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    splitter.setPointerCapture(event.pointerId);
    const start = width - event.clientX;
    const move = (/** @type {PointerEvent} */ moved) => show(start + moved.clientX);
    splitter.addEventListener("pointermove", move);
    splitter.addEventListener("lostpointercapture", () => {
      splitter.removeEventListener("pointermove", move);
      keep();
    }, { once: true });
  });
  splitter.addEventListener("dblclick", () => (show(STANDARD), keep()));
  splitter.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: width - 16, ArrowRight: width + 16, Home: LEAST, End: MOST, Enter: width === LEAST ? kept : LEAST }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && width !== LEAST) kept = width;
    event.preventDefault();
    event.stopPropagation();
    show(to);
    keep();
  });
  document.getElementById("tree-pane")?.append(splitter);
}
