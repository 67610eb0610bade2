// The scenes of a storyboard on a plane: moved, zoomed, searched and chosen. A double click or Enter opens a scene.
import { getJSON, isAborted, showFailure } from "../core/api.js";
import { commands } from "../core/commands.js";
import { s } from "../core/dom.js";
import { announce } from "../core/ui.js";
import { Camera } from "../inspector/canvas/camera.js";
import { Gestures } from "../inspector/canvas/gestures.js";
import { offerScenes } from "./picture-menus.js";

/** @typedef {{ element: HTMLElement, title: string, href: string | null, x: number, y: number, width: number, height: number, words: string }} Scene */

const board = /** @type {HTMLElement} */ (document.getElementById("board"));
const plane = /** @type {HTMLElement} */ (document.getElementById("plane"));
const arrows = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("arrows")));
const search = /** @type {HTMLFormElement} */ (document.getElementById("board-search"));
const field = /** @type {HTMLInputElement} */ (search.elements.namedItem("where"));

/** @type {Scene[]} */
const scenes = [...document.querySelectorAll(".board-scene")].map((each) => {
  const element = /** @type {HTMLElement} */ (each);
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.dataset[name]));
  const link = /** @type {HTMLAnchorElement | null} */ (element.querySelector("h2 a"));
  const title = element.querySelector("h2")?.textContent ?? "";
  const words = `${title} ${element.querySelector(".board-class")?.textContent ?? ""}`.toLowerCase();
  return { element, title, href: link?.href ?? null, x, y, width, height, words };
});

/** Below the least zoom nobody recognizes a scene; below the next only titles are read; above the most, a scene is more than a screen. */
const LEAST = 0.06, FAR = 0.22, MOST = 4;
/** Milliseconds after which a movement is over, and everything is drawn sharp again. */
const SETTLES = 160;
const MARGIN = 40, ABOVE = 28;

const camera = new Camera();
let chosen = -1;
let settling = 0;
let frame = 0;

// Drawing

/** Shows the plane as the camera sees it, in the next frame. */
function draw() {
  board.classList.add("moving-plane");
  clearTimeout(settling);
  settling = setTimeout(settle, SETTLES);
  if (frame) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    plane.style.transform = `translate(${-camera.x * camera.zoom}px, ${-camera.y * camera.zoom}px) scale(${camera.zoom})`;
    // Words that are set anew are laid out anew, whatever they were.
    const zoom = document.getElementById("zoom"), words = `${Math.round(camera.zoom * 100)} %`;
    if (zoom && zoom.textContent !== words) zoom.textContent = words;
  });
}

/** Sets what keeps its size on the screen, which lays every title out again. */
function settle() {
  board.classList.remove("moving-plane");
  board.classList.toggle("far", camera.zoom < FAR);
  plane.style.setProperty("--label", `${Math.min(13 / camera.zoom, 90)}px`);
  plane.style.setProperty("--hair", `${1 / camera.zoom}px`);
  history.replaceState(null, "", here());
}

/** The address of the board as it is seen: what is in its middle, and how large; nothing of that where all of it is shown. */
function here() {
  const address = new URL(location.href), middle = camera.toDrawing(camera.width / 2, camera.height / 2);
  const seen = camera.fitted ? [null, null, null] : [String(Number(camera.zoom.toPrecision(4))), ...middle.map((at) => String(Math.round(at)))];
  for (const [place, name] of ["zoom", "x", "y"].entries()) set(address, name, seen[place]);
  return address;
}

/** @param {URL} address @param {string} name @param {string | null | undefined} value */
function set(address, name, value) {
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
}

/** Shows the part of the board that the address names, if it names one. */
function resume() {
  const [zoom, x, y] = ["zoom", "x", "y"].map((name) => Number(new URL(location.href).searchParams.get(name) ?? NaN));
  if (!(zoom > 0) || !Number.isFinite(x + y)) return false;
  zoomTo(zoom);
  camera.center(x, y);
  return true;
}

/** What all scenes need, with their titles. */
function extent() {
  return [
    Math.min(...scenes.map((scene) => scene.x)), Math.min(...scenes.map((scene) => scene.y)),
    Math.max(...scenes.map((scene) => scene.x + scene.width)), Math.max(...scenes.map((scene) => scene.y + scene.height)),
  ];
}

function fit() {
  if (!scenes.length) return;
  camera.fit(extent(), MARGIN, ABOVE);
  if (camera.zoom > 1) zoomTo(1), camera.fitted = true;
  draw();
}

/** @param {number} zoom @param {number} [x] @param {number} [y] */
function zoomTo(zoom, x, y) {
  camera.zoomTo(Math.min(zoom, MOST), x, y);
  draw();
}

// Arrows

/** @param {Scene} from @param {Scene} to */
function path(from, to) {
  const across = to.x + to.width / 2 - from.x - from.width / 2, down = to.y + to.height / 2 - from.y - from.height / 2;
  const isAcross = Math.abs(across) * (from.height + to.height) >= Math.abs(down) * (from.width + to.width);
  const ahead = isAcross ? across >= 0 : down >= 0;
  const start = isAcross ? [from.x + (ahead ? from.width : 0), from.y + from.height / 2] : [from.x + from.width / 2, from.y + (ahead ? from.height : 0)];
  const end = isAcross ? [to.x + (ahead ? 0 : to.width), to.y + to.height / 2] : [to.x + to.width / 2, to.y + (ahead ? 0 : to.height)];
  const bend = Math.max(40, Math.abs(isAcross ? end[0] - start[0] : end[1] - start[1]) / 2) * (ahead ? 1 : -1);
  const [dx, dy] = isAcross ? [bend, 0] : [0, bend];
  const size = 14, back = ahead ? -size : size;
  const head = isAcross
    ? `M${end[0]} ${end[1]}l${back} ${-size / 2}v${size}z`
    : `M${end[0]} ${end[1]}l${-size / 2} ${back}h${size}z`;
  return {
    line: `M${start[0]} ${start[1]}C${start[0] + dx} ${start[1] + dy} ${end[0] - dx} ${end[1] - dy} ${end[0]} ${end[1]}`,
    head, middle: [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2],
  };
}

/** Draws the segues between scenes; what leads to itself has no arrow. */
function drawArrows() {
  scenes.forEach((from, at) => {
    /** @type {Map<number, HTMLElement[]>} */ const targets = new Map();
    for (const each of from.element.querySelectorAll("[data-to]")) {
      const segue = /** @type {HTMLElement} */ (each), to = Number(segue.dataset.to);
      if (to !== at && scenes[to]) targets.set(to, [...(targets.get(to) ?? []), segue]);
    }
    for (const [to, segues] of targets) {
      const { line, head, middle } = path(from, scenes[to]);
      const words = segues.map(({ dataset: { kind, identifier } }) => (identifier ? `${kind} “${identifier}”` : kind));
      const label = words.length > 2 ? `${words[0]} and ${words.length - 1} more` : words.join(", ");
      const isRelationship = segues.every((segue) => segue.dataset.relationship !== undefined);
      arrows.append(s("g", { "data-from": at, "data-to": to, class: isRelationship ? "relationship" : null },
        s("path", { d: line }), s("path", { d: head, class: "head" }), s("text", { x: middle[0], y: middle[1], dy: "-.4em" }, label)));
    }
  });
}

// Choosing

/**
 * @param {number} index -1 for none
 * @param {boolean} [shown] whether it has to be seen
 */
function choose(index, shown = true) {
  scenes[chosen]?.element.classList.remove("chosen");
  chosen = scenes[index] ? index : -1;
  const scene = scenes[chosen];
  scene?.element.classList.add("chosen");
  for (const arrow of arrows.querySelectorAll("g")) {
    arrow.classList.toggle("chosen", [arrow.dataset.from, arrow.dataset.to].includes(String(chosen)));
  }
  const address = new URL(location.href);
  set(address, "scene", scene?.element.dataset.scene);
  history.replaceState(null, "", address);
  if (!scene) return;
  announce(`${scene.title}, ${scene.element.querySelector(".board-class")?.textContent ?? ""}`);
  if (shown) reveal(scene);
}

/** Moves the plane as little as it takes for a scene to be seen. */
function reveal(/** @type {Scene} */ scene) {
  const [left, top] = camera.toScreen(scene.x, scene.y), [right, bottom] = camera.toScreen(scene.x + scene.width, scene.y + scene.height);
  if (right - left > camera.width || bottom - top > camera.height) camera.center(scene.x + scene.width / 2, scene.y + scene.height / 2);
  else {
    const across = left < MARGIN ? MARGIN - left : Math.min(0, camera.width - MARGIN - right);
    const down = top < MARGIN ? MARGIN - top : Math.min(0, camera.height - MARGIN - bottom);
    camera.pan(across, down);
  }
  draw();
}

/** Shows one scene as large as it fits. */
function focus() {
  const scene = scenes[chosen];
  if (!scene) return;
  camera.fit([scene.x, scene.y, scene.x + scene.width, scene.y + scene.height], MARGIN, ABOVE);
  if (camera.zoom > 2) zoomTo(2);
  draw();
}

const open = () => scenes[chosen]?.href && location.assign(/** @type {string} */ (scenes[chosen].href));

const isInitial = (/** @type {Scene} */ scene) => scene.element.querySelector(".initial") !== null;

/** Shows a scene, and what is around it, where all of them would be too small to see. */
function begin(/** @type {number} */ index) {
  const scene = scenes[Math.max(0, index)];
  zoomTo(FAR);
  camera.center(scene.x + scene.width / 2, scene.y + scene.height / 2);
}

/**
 * Chooses the nearest scene in a direction; without one chosen, the first.
 * @param {number} dx @param {number} dy
 */
function step(dx, dy) {
  const from = scenes[chosen];
  if (!from) return choose(Math.max(0, scenes.findIndex(isInitial)));
  let best = -1, least = Infinity;
  scenes.forEach((scene, index) => {
    const across = scene.x + scene.width / 2 - from.x - from.width / 2, down = scene.y + scene.height / 2 - from.y - from.height / 2;
    const along = across * dx + down * dy, aside = Math.abs(across * dy) + Math.abs(down * dx);
    if (index !== chosen && along > 1 && along + aside * 2 < least) [best, least] = [index, along + aside * 2];
  });
  if (best >= 0) choose(best);
}

/** @param {Event} event */
const sceneOf = (event) => scenes.findIndex((scene) => scene.element === /** @type {Element} */ (event.target).closest?.(".board-scene"));

// Searching

/** @type {AbortController | undefined} */ let asked;

/** Marks the scenes that have the words, or a view that has them. */
async function find() {
  asked?.abort();
  const words = field.value.trim(), found = document.getElementById("board-found");
  board.classList.toggle("searching", Boolean(words));
  mark((scene) => Boolean(words) && scene.words.includes(words.toLowerCase()));
  if (!words) return void (found && (found.textContent = ""));
  const { signal } = (asked = new AbortController());
  try {
    // Each file is asked once, with the texts that its scenes are shown with.
    const files = new Map(scenes.flatMap(({ href }) => (href ? [[new URL(href).pathname, new URL(href)]] : [])));
    const replies = await Promise.all([...files].map(async ([path, { searchParams }]) => {
      for (const [name, value] of [["view", ""], ["where", words], ["limit", "1000"]]) value ? searchParams.set(name, value) : searchParams.delete(name);
      const { scenes } = await getJSON(`/api/v1${path}/scenes?${searchParams}`, { signal });
      return new Set(/** @type {{ id: string }[]} */ (scenes).map((scene) => `${path} ${scene.id}`));
    }));
    mark(({ element, href, words: own }) => own.includes(words.toLowerCase())
      || Boolean(href && replies.some((reply) => reply.has(`${new URL(href).pathname} ${element.dataset.scene}`))));
  } catch (error) {
    if (!isAborted(error)) showFailure(error, find);
    return;
  }
  const count = scenes.filter((scene) => scene.element.classList.contains("found")).length;
  if (found) found.textContent = count === 1 ? "1 scene" : `${count} scenes`;
}

/** @param {(scene: Scene) => boolean} isFound */
function mark(isFound) {
  for (const scene of scenes) scene.element.classList.toggle("found", isFound(scene));
}

/** Goes to the next scene that was found. */
function next() {
  for (let step = 1; step <= scenes.length; step += 1) {
    const index = (Math.max(chosen, -1) + step + scenes.length) % scenes.length;
    if (scenes[index].element.classList.contains("found")) return choose(index);
  }
}

let typing = 0;
field.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(find, 150);
});
search.addEventListener("submit", (event) => {
  event.preventDefault();
  next();
});
field.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  if (field.value) field.value = "", find();
  else board.focus();
});

// The start

new Gestures(board, {
  turns: () => true, grip: () => null, drag: () => false, drop() {}, cancel() {}, hover() {}, alt() {},
  pan: (dx, dy) => (camera.pan(dx, dy), draw()),
  turn: (dx, dy) => (camera.pan(dx, dy), draw()),
  zoom: (factor, x, y) => zoomTo(camera.zoom * factor, x, y),
  click(spot, event) {
    const link = /** @type {HTMLElement} */ (event.target).closest(".board-tag[href], .board-file a");
    if (link) return location.assign(/** @type {HTMLAnchorElement} */ (link).href);
    choose(sceneOf(event), false);
    if (!document.activeElement?.closest("#board")) board.focus({ preventScroll: true });
  },
});
board.addEventListener("dblclick", (event) => {
  if (sceneOf(event) < 0) return;
  choose(sceneOf(event), false);
  open();
});
board.addEventListener("focusin", (event) => {
  const index = sceneOf(event);
  if (index >= 0 && index !== chosen && /** @type {Element} */ (event.target).matches(":focus-visible")) choose(index);
});

// Other texts and controls come with another page, which shows the same part of the board.
const looks = /** @type {HTMLFormElement} */ (document.getElementById("board-looks"));
looks.addEventListener("change", () => {
  const address = here();
  for (const [name, value] of new FormData(looks)) set(address, name, name === "text" && value === "0" ? "" : String(value));
  board.setAttribute("aria-busy", "true");
  announce("Laying out the scenes");
  location.assign(address);
});

offerScenes(board, () => scenes[chosen]?.element, (element) => {
  choose(scenes.findIndex((scene) => scene.element === element), false);
  focus();
});

for (const [id, run] of /** @type {[string, () => void][]} */ ([
  ["zoom-in", () => zoomTo(camera.zoom * 1.5)], ["zoom-out", () => zoomTo(camera.zoom / 1.5)], ["zoom-fit", fit],
])) document.getElementById(id)?.addEventListener("click", run);

const group = "Board";
commands.register(
  { id: "board.left", group, title: "Choose the scene on the left", keys: ["ArrowLeft"], run: () => step(-1, 0), hidden: true },
  { id: "board.right", group, title: "Choose the scene on the right", keys: ["ArrowRight"], run: () => step(1, 0), hidden: true },
  { id: "board.up", group, title: "Choose the scene above", keys: ["ArrowUp"], run: () => step(0, -1), hidden: true },
  { id: "board.down", group, title: "Choose the scene below", keys: ["ArrowDown"], run: () => step(0, 1), hidden: true },
  { id: "board.open", group, title: "Open the scene in the inspector", keys: ["Enter"], run: open,
    when: () => Boolean(scenes[chosen]?.href) && !document.activeElement?.matches("a, button") },
  { id: "board.focus", group, title: "Show the chosen scene alone", keys: ["F"], run: focus, when: () => chosen >= 0 },
  { id: "board.fit", group, title: "Show all scenes", keys: ["0"], run: fit },
  { id: "board.full", group, title: "Zoom to 100 %", keys: ["1"], run: () => zoomTo(1) },
  { id: "board.in", group, title: "Zoom in", keys: ["+", "="], run: () => zoomTo(camera.zoom * 1.5) },
  { id: "board.out", group, title: "Zoom out", keys: ["-"], run: () => zoomTo(camera.zoom / 1.5) },
  { id: "board.search", group, title: "Find scenes", keys: ["/", "Mod+F"], run: () => field.select() },
  { id: "board.none", group, title: "Choose no scene", keys: ["Escape"], run: () => choose(-1), when: () => chosen >= 0, hidden: true },
);
commands.provide("board.scenes", {
  title: "Scenes",
  find: (query) => scenes.map((scene, index) => ({ scene, index }))
    .filter(({ scene }) => scene.words.includes(query.toLowerCase())).slice(0, 20)
    .map(({ scene, index }) => ({ title: scene.title, icon: "view-window", run: () => choose(index) })),
});

for (const { element, x, y, width, height } of scenes) {
  for (const [name, value] of Object.entries({ x, y, width, height })) element.style.setProperty(`--${name}`, `${value}px`);
}
for (const file of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".board-file"))) {
  file.style.setProperty("--y", `${file.dataset.y}px`);
}
document.documentElement.classList.add("plane");
if (scenes.length) {
  const [left, top, right, bottom] = extent();
  for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) {
    arrows.style.setProperty(`--${name}`, `${value}px`);
  }
  arrows.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
}
drawArrows();
new ResizeObserver(() => {
  const first = camera.width === 0;
  camera.resize(board.clientWidth, board.clientHeight, devicePixelRatio);
  if (first || camera.fitted) fit();
  else draw();
  if (!first) return;
  const asked = scenes.findIndex((scene) => scene.element.dataset.chosen !== undefined);
  const isResumed = resume();
  if (!isResumed && camera.zoom < LEAST) begin(asked < 0 ? scenes.findIndex(isInitial) : asked);
  settle();
  if (asked >= 0) choose(asked, !isResumed);
}).observe(board);
