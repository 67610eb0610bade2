// Screens on devices: those that the page did not wait for are checked when they are in sight, or all of them when somebody asks.
import { getJSON, isAborted, showFailure } from "../core/api.js";
import { announce } from "../core/ui.js";
import { offerCells } from "./picture-menus.js";

/** @typedef {{ error: number, warning: number, info: number }} Counts */

const list = document.getElementById("cells");
const progress = document.getElementById("cells-progress");
const all = document.getElementById("check-all");
const cells = /** @type {HTMLElement[]} */ ([...(list?.querySelectorAll("[data-counts]") ?? [])]);
/** @type {HTMLElement[]} */ let waiting = [];
/** What was found, the worst severity first. @type {Map<HTMLElement, number[]>} */
const found = new Map();
let isAsking = false;

const sight = new IntersectionObserver((entries) => {
  // What is in sight now comes before what was.
  waiting = [...entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => /** @type {HTMLElement} */ (target)), ...waiting];
  ask();
});

/** Checks the next screen, one after the other: the server keeps what it has found for the other scenes of the same device. */
async function ask() {
  if (isAsking) return;
  isAsking = true;
  for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
    if (found.has(cell)) continue;
    sight.unobserve(cell);
    try {
      const { cells: [checked] } = await getJSON(cell.dataset.counts ?? "");
      show(cell, checked);
    } catch (error) {
      waiting.unshift(cell);
      if (!isAborted(error)) showFailure(error, ask);
      break;
    }
  }
  isAsking = false;
}

/** @param {HTMLElement} cell @param {{ findings: Counts, worst: string | null, picture: string }} checked */
function show(cell, { findings: { error, warning, info }, worst, picture }) {
  found.set(cell, [error, warning, info]);
  const image = /** @type {HTMLImageElement} */ (cell.querySelector("img"));
  // The one with the views marked that are wrong.
  if (image.getAttribute("src") !== picture) image.src = picture;
  const line = /** @type {HTMLElement} */ (cell.querySelector(".device-count"));
  const counted = (/** @type {number} */ count, /** @type {string} */ name) => `${count} ${name}${count === 1 ? "" : "s"}`;
  line.textContent = `${counted(error, "error")}, ${counted(warning, "warning")}, ${info} info`;
  line.classList.remove("dim");
  line.dataset.count = String(error + warning + info);
  if (worst) cell.dataset.worst = worst;
  if (progress) progress.textContent = found.size < cells.length ? `${found.size} of ${cells.length} checked` : "All checked, the worst first";
  if (found.size === cells.length) sort();
}

/** The worst first; of those that are alike in the order of the list. */
function sort() {
  const order = [...found].map(([cell, counts]) => ({ cell, counts, place: cells.indexOf(cell) }))
    .sort((one, other) => other.counts[0] - one.counts[0] || other.counts[1] - one.counts[1] || other.counts[2] - one.counts[2] || one.place - other.place);
  list?.append(...order.map(({ cell }) => cell));
  all?.remove();
  announce("All screens are checked, the worst first");
}

if (list) offerCells(list);
for (const cell of cells) sight.observe(cell);
all?.addEventListener("click", () => {
  all.setAttribute("aria-busy", "true");
  waiting.push(...cells.filter((cell) => !found.has(cell)));
  ask();
});
document.getElementById("print")?.addEventListener("click", async () => {
  // Paper has no sight: pictures that nobody has scrolled to are loaded before.
  const pictures = /** @type {HTMLImageElement[]} */ ([...(list?.querySelectorAll("img") ?? [])]);
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  print();
});

// “All of them” and single screens exclude each other.
document.querySelector(".device-choice")?.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.name !== "scene" || !box.checked) return;
  for (const other of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=scene]"))) {
    if ((other.value === "all") !== (box.value === "all")) other.checked = false;
  }
});
