// The inspector: keeps tree, canvas, panel and address on the same view.
import { Canvas, matrixOf } from "./canvas.js";
import { fragment, swap } from "./fragment.js";
import { Overlay, inverse, transform } from "./overlay.js";
import { makeSearch } from "./search.js";
import { makeTabs } from "./tabs.js";
import { toast } from "./toast.js";
import { TreeView } from "./tree.js";
import { animate, places } from "./whatif.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const viewport = $("viewport");
const base = $("main").dataset.dump ?? location.pathname;
/** @type {AbortController | undefined} */ let pending;
/** @type {string | null} */ let selected = panelView()?.dataset.view ?? null;

const tree = new TreeView($("tree"), {
  select: (id, how) => {
    select(id, { replace: how === "key", from: "tree" });
    if (how === "open" && matchMedia("(max-width: 719px)").matches) showPane("panel");
  },
  hover: (id) => hover(id, "tree"),
});
const drawing = /** @type {SVGSVGElement | null} */ (viewport.querySelector("svg.canvas"));
const canvas = drawing && new Canvas(viewport, drawing, { changed: zoomed });
const overlay = canvas && new Overlay(viewport, canvas);

/** @returns {HTMLElement | null} */
function panelView() {
  return document.querySelector("#panel .panel-view");
}

/** @param {string} id @returns {SVGGraphicsElement | null} */
function pane(id) {
  return canvas?.svg.querySelector(`a[data-id="${CSS.escape(id)}"]`) ?? null;
}

/** Where a view is on the canvas: from the drawing or, when it is not drawn, from the panel. @param {string} id */
function placeOf(id) {
  const drawn = pane(id);
  const rect = drawn?.firstElementChild;
  if (drawn && rect) {
    return { matrix: matrixOf(drawn), width: Number(rect.getAttribute("width")), height: Number(rect.getAttribute("height")), mask: Number(drawn.dataset.mask), name: (drawn.dataset.name ?? "").split(" ")[0], parent: drawn.dataset.parent };
  }
  const shown = panelView();
  if (shown?.dataset.view !== id) return null;
  const [a, b, c, d, e, f] = (shown.dataset.matrix ?? "").split(" ").map(Number);
  return { matrix: { a, b, c, d, e, f }, width: Number(shown.dataset.width), height: Number(shown.dataset.height), mask: Number(shown.dataset.mask), name: shown.querySelector("h2 .class")?.textContent ?? "", parent: shown.dataset.parent };
}

function drawSelection() {
  if (!canvas || !overlay) return;
  for (const old of canvas.svg.querySelectorAll(".pane.selected")) old.classList.remove("selected");
  const place = selected === null ? null : placeOf(selected);
  if (selected !== null) pane(selected)?.classList.add("selected");
  overlay.selection = place && { ...place, superview: place.parent ? placeOf(place.parent) : null };
  overlay.draw();
}

function zoomed() {
  if (!canvas) return;
  $("zoom-level").textContent = `${Math.round(canvas.zoom * 100)} %`;
  overlay?.draw();
}

/**
 * Selects a view everywhere.
 * @param {string | null} id
 * @param {{ replace?: boolean, from?: "tree" | "canvas" | "history" }} [options]
 */
async function select(id, { replace = false, from } = {}) {
  if (id === selected && from !== "history") return;
  selected = id;
  drawSelection();
  if (id !== null && from !== "tree" && tree.find(id)) tree.mark(id);
  const url = new URL(location.href);
  url.hash = "";
  if (id === null) url.searchParams.delete("view");
  else url.searchParams.set("view", id);
  if (from !== "history") history[replace ? "replaceState" : "pushState"](null, "", url);
  await refreshPanel(url);
  if (id === null) tree.mark("");
  else if (from !== "tree") await tree.reveal(superviews());
}

/** The ids from the root to the selected view, as the bottom bar lists them. */
function superviews() {
  return [...document.querySelectorAll("#superviews a")].map((link) => /** @type {HTMLElement} */ (link).dataset.id ?? "");
}

/** @param {URL} url */
async function refreshPanel(url) {
  pending?.abort();
  pending = new AbortController();
  try {
    const page = await fragment(url, "selection", pending.signal);
    const focused = document.activeElement?.closest("#panel [role=tab]")?.id;
    swap(page, "panel", "superviews");
    enhancePanel();
    if (focused) $(focused)?.focus();
    if (!selected || !pane(selected)) drawSelection();
    $("superviews").scrollLeft = 1e6;
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") toast(/** @type {Error} */ (error).message);
  }
}

function enhancePanel() {
  const view = panelView();
  if (view) makeTabs(view);
}

/** @param {string | null} id @param {"tree" | "canvas"} from */
function hover(id, from) {
  const label = $("hover-name");
  for (const old of canvas?.svg.querySelectorAll(".pane.hovered") ?? []) old.classList.remove("hovered");
  if (from === "canvas") tree.hover(id);
  const drawn = id === null ? null : pane(id);
  label.classList.toggle("shown", drawn !== null);
  if (!drawn) return;
  if (from === "tree") drawn.classList.add("hovered");
  const rect = drawn.firstElementChild;
  label.textContent = `${drawn.dataset.name}  ${rect?.getAttribute("width")} × ${rect?.getAttribute("height")}`;
}

/** Lays the dump out at the size in `url`, and shows who moved. @param {URL} url */
async function layOut(url) {
  if (!canvas) return location.assign(url);
  if (selected !== null) url.searchParams.set("view", selected);
  const before = places(canvas.svg);
  const size = { width: canvas.width, height: canvas.height };
  try {
    const page = await fragment(url, "stage");
    const next = page.querySelector("svg.canvas");
    if (!next) return location.assign(url);
    swap(page, "device-tools", "whatif");
    canvas.svg.replaceWith(document.adoptNode(next));
    canvas.adopt(/** @type {SVGSVGElement} */ (next));
    history.pushState(null, "", url);
    if (overlay) overlay.selection = null;
    await animate(canvas, before, size);
    drawSelection();
    // Another view may have been selected while the views moved.
    if (selected !== null) await refreshPanel(new URL(location.href));
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

/** @param {"tree" | "canvas" | "panel"} name */
function showPane(name) {
  document.body.dataset.pane = name;
  for (const button of document.querySelectorAll(".pane-tabs button")) button.setAttribute("aria-pressed", String(button.getAttribute("data-show") === name));
}

function makePaneTabs() {
  const bar = document.createElement("nav");
  bar.className = "pane-tabs";
  bar.setAttribute("aria-label", "Panes");
  const sprite = document.querySelector(".brand use")?.getAttribute("href")?.split("#")[0] ?? "";
  for (const [name, title, icon] of [["tree", "Tree", "tree"], ["canvas", "Canvas", "canvas"], ["panel", "Inspector", "panel"]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.show = name;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${sprite}#${icon}`);
    svg.append(use);
    button.append(svg, title);
    button.addEventListener("click", () => showPane(/** @type {"tree" | "canvas" | "panel"} */ (name)));
    bar.append(button);
  }
  document.querySelector(".status")?.after(bar);
  showPane("canvas");
}

viewport.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = /** @type {Element} */ (event.target).closest("a[data-id]");
  if (target) event.preventDefault();
  select(target?.getAttribute("data-id") ?? null, { from: "canvas" });
});
viewport.addEventListener("pointermove", (event) => {
  if (!canvas || event.pointerType === "touch") return;
  const target = /** @type {SVGGraphicsElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-id]"));
  hover(target?.dataset.id ?? null, "canvas");
  const [x, y] = canvas.toDrawing(event);
  const back = target && inverse(matrixOf(target));
  const inside = back && transform(back, x, y);
  $("cursor").textContent = inside
    ? `${Math.floor(x)}, ${Math.floor(y)} in ${(target.dataset.name ?? "").split(" ")[0]} ${Math.floor(inside[0])}, ${Math.floor(inside[1])}`
    : `${Math.floor(x)}, ${Math.floor(y)}`;
});
viewport.addEventListener("pointerleave", () => {
  hover(null, "canvas");
  $("cursor").textContent = "";
});

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const zoom = target.closest("[data-zoom]")?.getAttribute("data-zoom");
  if (zoom) return command({ in: "+", out: "-", actual: "1", fit: "0" }[zoom] ?? "");
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const stage = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-stage]"));
  const view = /** @type {HTMLAnchorElement | null} */ (target.closest("#superviews a, .findings a"));
  const id = view && new URL(view.href).searchParams.get("view");
  if (stage) event.preventDefault(), layOut(new URL(stage.href));
  else if (id) event.preventDefault(), select(id);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form[data-stage]")) return;
  event.preventDefault();
  const url = new URL(form.action);
  url.search = new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
  layOut(url);
});
addEventListener("popstate", () => {
  const url = new URL(location.href);
  const [width = null, height = null] = shownSize();
  if (url.searchParams.get("width") !== width || url.searchParams.get("height") !== height) location.reload();
  else select(url.searchParams.get("view"), { from: "history" });
});

/** Width and height of the layout on the canvas; none for the dump's own. */
function shownSize() {
  return /** @type {HTMLElement | null} */ (document.querySelector("[data-whatif]"))?.dataset.whatif?.split(",") ?? [];
}

/** Does what a key stands for; false when it stands for nothing. @param {string} key */
function command(key) {
  const view = panelView();
  switch (key) {
    case "0": canvas?.fit(); break;
    case "1": canvas?.zoomBy(1 / canvas.zoom); break;
    case "+": case "=": canvas?.zoomBy(1.25); break;
    case "-": canvas?.zoomBy(0.8); break;
    case "/": /** @type {HTMLElement} */ (document.querySelector("#search input")).focus(); break;
    case "[": if (view?.dataset.previous) select(view.dataset.previous); break;
    case "]": if (view?.dataset.next) select(view.dataset.next); break;
    case "r": case "R": $("rotate")?.click(); break;
    case "Escape": select(view?.dataset.parent ?? null); break;
    default: return false;
  }
  return true;
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.metaKey || event.ctrlKey || event.altKey || target.closest("input, textarea, select")) return;
  if (event.key === " " && (target === document.body || target.closest("#viewport"))) {
    canvas?.holdSpace();
    event.preventDefault();
  } else if (command(event.key)) event.preventDefault();
});

viewport.tabIndex = 0;
viewport.setAttribute("role", "group");
viewport.setAttribute("aria-label", "Canvas: + and - zoom, 0 fits, 1 is 100 %");
makeSearch(/** @type {HTMLFormElement} */ ($("search")), (id) => select(id));
makePaneTabs();
enhancePanel();
canvas?.fit();
drawSelection();
$("superviews").scrollLeft = 1e6;
