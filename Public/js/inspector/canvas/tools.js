// The controls that lie over the canvas (zoom, what is drawn, the stack of layers, the screenshot), what it can do for keys
// and palette, and the pictures of it that are saved.
import { request, showFailure } from "../../core/api.js";
import { commands } from "../../core/commands.js";
import { save, toast } from "../../core/ui.js";
import { shownClass } from "../data/describe.js";
import { question } from "../data/layout.js";
import { cornerOf } from "./camera.js";

/** @typedef {import("./canvas-view.js").CanvasView} CanvasView */

/** @param {CanvasView} canvas */
export function makeTools(canvas) {
  const { state, stage, viewport } = canvas;
  const host = /** @type {HTMLElement} */ (viewport.closest(".stage") ?? document.body);
  const $ = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (host.querySelector(`[data-canvas="${name}"]`));
  const corner = $(".zoom"), layers = $("#layer-tools"), backdrop = $("#backdrop-tools");

  const ranges = {
    spread: (/** @type {number} */ value) => ({ spread: value === 100 ? null : value }),
    // The two ends push each other along.
    from: (/** @type {number} */ value) => ({ depthFrom: value || null, depthTo: stage.range[1] < value ? value : state.depthTo }),
    to: (/** @type {number} */ value) =>
      ({ depthTo: value >= stage.layers.levelCount - 1 ? null : value, depthFrom: stage.range[0] > value ? value : state.depthFrom }),
    backdrop: (/** @type {number} */ value) => ({ backdrop: value / 100 }),
  };
  for (const [name, values] of Object.entries(ranges)) {
    field(name)?.addEventListener("input", (event) => state.set(values(Number(/** @type {HTMLInputElement} */ (event.target).value)), { replace: true }));
  }

  const adjust = {
    scale: (/** @type {number} */ value) => (value > 0 && stage.backdrop.found ? { scale: (stage.backdrop.found.scale * value) / 100 } : {}),
    x: (/** @type {number} */ value) => ({ x: value }),
    y: (/** @type {number} */ value) => ({ y: value }),
  };
  for (const [name, values] of Object.entries(adjust)) {
    field(`backdrop-${name}`)?.addEventListener("input", (event) => {
      const { value, valueAsNumber } = /** @type {HTMLInputElement} */ (event.target);
      if (value !== "" && Number.isFinite(valueAsNumber)) stage.backdrop.adjust(values(valueAsNumber));
    });
  }
  field("backdrop-turn")?.addEventListener("click", () => stage.backdrop.adjust({ turns: (stage.backdrop.fit.turns + 1) % 4 }));
  field("backdrop-reset")?.addEventListener("click", () => (stage.backdrop.adjust(null), refresh(true)));

  let shown = "";
  /**
   * Makes the controls show what is.
   * @param {boolean} [all] those too that a person is changing now
   */
  function refresh(all = false) {
    const { levelCount } = stage.layers;
    const { fit, found, image } = stage.backdrop;
    const now = JSON.stringify([state.mode, stage.style.drawing, state.ios, state.texts, state.ghosts, stage.backdropOpacity, state.tool, stage.spread,
      stage.range, levelCount, fit, image !== null]);
    if (now === shown && !all) return;
    shown = now;
    for (const button of document.querySelectorAll("[data-command^='canvas.'][aria-pressed]")) {
      const command = commands.all.find(({ id }) => id === button.getAttribute("data-command"));
      button.setAttribute("aria-pressed", String(Boolean(command?.checked?.())));
    }
    if (layers) layers.hidden = state.mode !== "layers";
    if (backdrop) backdrop.hidden = image === null;
    if (corner) stage.corner = cornerOf(corner, viewport);
    const write = (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ text = "") => {
      const input = field(name);
      if (!input || (input === document.activeElement && input.type === "number" && !all)) return;
      input.value = String(value);
      if (text) input.setAttribute("aria-valuetext", text);
    };
    const last = levelCount - 1, from = Math.min(stage.range[0], last), to = Math.min(stage.range[1], last);
    for (const name of ["from", "to"]) field(name)?.setAttribute("max", String(last));
    write("spread", stage.spread, `${stage.spread} %`);
    write("from", from, `Level ${from + 1} of ${levelCount}`);
    write("to", to, `Level ${to + 1} of ${levelCount}`);
    write("backdrop", Math.round(stage.backdropOpacity * 100), `${Math.round(stage.backdropOpacity * 100)} %`);
    const levels = $("#layer-levels");
    layers?.style.setProperty("--from", String(last ? from / last : 0));
    layers?.style.setProperty("--to", String(last ? to / last : 1));
    if (levels) levels.textContent = from === 0 && to === last ? `${levelCount} levels` : `${from + 1}–${to + 1} of ${levelCount}`;
    write("backdrop-scale", Math.round((found ? fit.scale / found.scale : 1) * 1000) / 10);
    write("backdrop-x", fit.x);
    write("backdrop-y", fit.y);
  }
  return { refresh };
}

// What the canvas can do, for keys and palette.

/** Whose controls a screen can have. */
const SYSTEMS = /** @type {const} */ ([
  [null, "the dump’s own system"], ["7", "iOS 7 to 12"], ["13", "iOS 13 to 17"], ["18", "iOS 18"], ["26", "iOS 26"]]);

/** @param {import("./canvas-view.js").CanvasView} canvas */
export function registerCommands(canvas) {
  const { state, stage } = canvas;
  const group = "Canvas";
  const layers = () => state.mode === "layers";
  commands.register(
    { id: "canvas.fit", group, title: "Fit the screen to the window", keys: ["0"], icon: "fit", run: () => canvas.fit() },
    { id: "canvas.actual", group, title: "100%, one point per pixel", keys: ["1"], icon: "canvas", run: () => canvas.actualSize() },
    { id: "canvas.in", group, title: "Zoom in", keys: ["+", "="], icon: "plus", run: () => canvas.zoomBy(1.25) },
    { id: "canvas.out", group, title: "Zoom out", keys: ["-"], icon: "minus", run: () => canvas.zoomBy(0.8) },
    { id: "canvas.layers", group, title: "Show layers from the side", keys: ["L"], icon: "layers", checked: layers,
      run: () => state.set({ mode: layers() ? "flat" : "layers" }) },
    { id: "canvas.leave", group, title: "Leave layers", keys: ["Escape"], icon: "canvas", hidden: true, priority: -30, when: layers,
      run: () => state.set({ mode: "flat" }) },
    { id: "canvas.flat", group, title: "Flat", icon: "flat", hidden: true, checked: () => !layers(), run: () => state.set({ mode: "flat" }) },
    { id: "canvas.stacked", group, title: "Layers", icon: "layers", hidden: true, checked: layers, run: () => state.set({ mode: "layers" }) },
    { id: "canvas.reset", group, title: "Reset the layers", icon: "reset", when: layers, run: () => canvas.resetLayers() },
    { id: "canvas.screen", group, title: "Draw the screen as UIKit does", icon: "display", checked: () => stage.style.drawing === "screen",
      run: () => state.set({ drawing: "screen" }) },
    { id: "canvas.wireframe", group, title: "Draw as panes of glass", icon: "canvas", checked: () => stage.style.drawing === "wireframe",
      run: () => state.set({ drawing: "wireframe" }) },
    { id: "canvas.outlines", group, title: "Draw only outlines and texts", icon: "view-text", checked: () => stage.style.drawing === "outlines",
      run: () => state.set({ drawing: "outlines" }) },
    ...SYSTEMS.map(([ios, words]) => ({ id: `canvas.ios${ios ?? ""}`, group, icon: "phone", when: () => stage.style.drawing === "screen",
      title: `Draw the controls of ${words}`, checked: () => state.ios === ios, run: () => state.set({ ios }) })),
    { id: "canvas.texts", group, title: "Show the texts of views", icon: "view-text", checked: () => state.texts,
      run: () => state.set({ texts: !state.texts }) },
    { id: "canvas.ghosts", group, title: "Show hidden views and clipped parts", keys: ["G"], icon: "hidden", checked: () => state.ghosts,
      run: () => state.set({ ghosts: !state.ghosts }) },
    { id: "canvas.backdrop", group, title: "Show the screenshot behind the views", keys: ["B"], icon: "view-image", when: () => stage.backdrop.image !== null,
      checked: () => stage.backdropOpacity > 0, run: () => state.set({ backdrop: stage.backdropOpacity > 0 ? 0 : null }) },
    { id: "canvas.pan", group, title: "Pan: hold Space and drag, or drag with the middle button", keys: ["Space"] },
    { id: "canvas.move", group, title: "Move the selected view by one point, with Shift by ten", keys: ["Arrows"] },
    { id: "canvas.resize", group, title: "Resize the selected view by one point, with Shift by ten", keys: ["Alt+Arrows"] },
    { id: "canvas.measure", group, title: "Show distances from the selected view: hold Alt and point", keys: ["Alt"] },
  );
}

// What it can give away.

const PARTS = /** @type {const} */ ([["screen", "the whole screen"], ["view", "the selected view with its subviews"]]);

/** @param {import("./canvas-view.js").CanvasView} canvas */
export function registerExports(canvas) {
  const { state, model } = canvas;
  const $ = (/** @type {string} */ id) => document.getElementById(id);
  const group = "Export";
  const isSelected = () => model.indexOf(state.selection) >= 0;
  const report = () => `${location.pathname}/report?${question(state)}`.replace(/\?$/, "");
  for (const [part, words] of PARTS) {
    const common = { group, when: part === "view" ? isSelected : undefined };
    commands.register(
      { ...common, id: `export.${part}.svg`, title: `Save ${words} as SVG`, icon: "download", run: () => saveSVG(canvas, part) },
      { ...common, id: `export.${part}.png2`, title: `Save ${words} as PNG, 2 pixels a point`, icon: "download", run: () => savePNG(canvas, part, 2) },
      { ...common, id: `export.${part}.png3`, title: `Save ${words} as PNG, 3 pixels a point`, icon: "download", run: () => savePNG(canvas, part, 3) },
      { ...common, id: `export.${part}.copy`, title: `Copy a picture of ${words}`, icon: "copy", run: () => copyPNG(canvas, part) },
    );
  }
  commands.register({ id: "export.file", group, title: "HTML file with findings and views", icon: "download",
    run: () => location.assign(`/api/v1${location.pathname}/report`) });
  commands.register({ id: "export.report", group, title: "Print or save as PDF: a one-page report", icon: "file", run: () => location.assign(report()) });
  const follow = () => {
    $("export-view")?.toggleAttribute("hidden", !isSelected());
    $("export-report")?.setAttribute("href", report());
  };
  state.addEventListener("change", follow);
  follow();
}

// Pictures to take along: the screen or the selected view, drawn by the server as SVG in the style, appearance and layout
// that are shown, and made of pixels here.

/** @typedef {"screen" | "view"} Part the whole screen, or the selected view with its subviews */

/** Pixels that every browser has room for: along a side and in all. */
const LONGEST = 16_384, MOST = 100_000_000;
/** Milliseconds after which the browser has read what it saves. */
const READ = 60_000;

/**
 * Where the server has the picture.
 * @param {CanvasView} canvas
 * @param {Part} part
 */
function address({ state, stage, model, drawing }, part) {
  const query = new URLSearchParams(question(state, model));
  const scene = model.sceneOf(model.indexOf(state.selection));
  query.set("style", drawing);
  if (drawing === "screen") query.set("appearance", stage.style.isScreenDark ? "dark" : "light");
  if (drawing === "screen" && state.ios) query.set("ios", state.ios);
  if (part === "view") query.set("root", String(state.selection));
  else if (scene >= 0 && !query.has("view")) query.set("root", String(model.id(scene)));
  const isSeen = stage.style.hasPixels && !model.hasLayout && part !== "view";
  if (isSeen && (scene < 0 ? !query.has("root") : stage.backdrop.scene === model.id(scene))) query.set("screenshot", "true");
  return `${model.base}/wireframe.svg?${query}`;
}

/**
 * @param {CanvasView} canvas
 * @param {Part} part
 */
function fileName({ state, model }, part) {
  const name = document.getElementById("main")?.dataset.name || "dump";
  if (part === "screen") return name;
  const words = shownClass(model, model.indexOf(state.selection)).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return [name, words, state.selection].filter((word) => word !== "").join("-");
}

/** @param {CanvasView} canvas @param {Part} part */
function saveSVG(canvas, part) {
  save(address(canvas, part), `${fileName(canvas, part)}.svg`);
}

/**
 * @param {CanvasView} canvas @param {Part} part @param {number} ratio pixels of a point
 * @returns {Promise<void>}
 */
async function savePNG(canvas, part, ratio) {
  const file = `${fileName(canvas, part)}@${ratio}x.png`;
  try {
    const url = URL.createObjectURL(await pixels(canvas, part, ratio));
    save(url, file);
    setTimeout(() => URL.revokeObjectURL(url), READ);
    toast(`Saved ${file}`);
  } catch (error) {
    showFailure(error, () => savePNG(canvas, part, ratio));
  }
}

/**
 * @param {CanvasView} canvas @param {Part} part
 * @returns {Promise<void>}
 */
async function copyPNG(canvas, part) {
  if (!navigator.clipboard?.write || typeof ClipboardItem === "undefined") {
    const why = isSecureContext ? "This browser can’t copy pictures." : "Browsers copy pictures only on local pages or over HTTPS.";
    return toast(`${why} Save it as PNG instead.`, { isFailure: true });
  }
  try {
    // Begun before the picture is there: some browsers let only what was clicked just now write.
    const picture = pixels(canvas, part, 2);
    await Promise.all([picture, navigator.clipboard.write([new ClipboardItem({ "image/png": picture })])]);
    toast("Picture copied");
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "NotAllowedError")) return showFailure(error, () => copyPNG(canvas, part));
    toast("The browser didn’t allow copying. Save it as PNG instead.", { isFailure: true });
  }
}

/** @param {CanvasView} canvas @param {Part} part @param {number} ratio */
const pixels = (canvas, part, ratio) => draw(address(canvas, part), ratio, canvas.drawing === "screen" ? null : "#fff");

/**
 * The server's picture in pixels.
 * @param {string} url of an SVG @param {number} ratio @param {string | null} ground what lies under a picture that has holes
 * @returns {Promise<Blob>} PNG
 */
async function draw(url, ratio, ground) {
  const response = await request(url);
  const svg = await response.text();
  const element = document.createElement("canvas");
  // The size of an image is whole points; the one that is written into the picture is exact.
  const sized = svg.replace(/ width="([\d.]+)" height="([\d.]+)"/, (_, width, height) => {
    const [w, h] = [width, height].map((side) => Math.max(1, Math.round(Number(side) * ratio)));
    if (Math.max(w, h) > LONGEST || w * h > MOST) throw new Error("The picture is too large for PNG. Save it as SVG instead.");
    Object.assign(element, { width: w, height: h });
    return ` width="${w}" height="${h}"`;
  });
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  const context = element.getContext("2d");
  try {
    await image.decode();
    if (context && ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, element.width, element.height);
    }
    context?.drawImage(image, 0, 0, element.width, element.height);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => element.toBlob(resolve, "image/png"));
    if (blob) return blob;
  } catch {
    // Said below.
  }
  throw new Error("The browser couldn’t draw the picture. Save it as SVG instead.");
}
