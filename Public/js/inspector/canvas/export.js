// Pictures to take along: the screen or the selected view, drawn by the server as SVG in the style, appearance and layout
// that are shown, and made of pixels here. Loaded when it is first wanted.
import { request, showFailure } from "../../api.js";
import { toast } from "../../ui.js";
import { question } from "../whatif.js";

/** @typedef {import("./canvas-view.js").CanvasView} CanvasView */
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
  if (part === "view") query.set("root", String(state.selection));
  else if (scene >= 0 && !query.has("view")) query.set("root", String(model.id(scene)));
  else if (stage.style.hasPixels && !model.hasLayout) query.set("screenshot", "true");
  return `${model.base}/wireframe.svg?${query}`;
}

/**
 * @param {CanvasView} canvas
 * @param {Part} part
 */
function fileName({ state, model }, part) {
  const name = document.getElementById("main")?.dataset.name || "dump";
  if (part === "screen") return name;
  const words = model.className(model.indexOf(state.selection)).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return [name, words, state.selection].filter((word) => word !== "").join("-");
}

/** @param {CanvasView} canvas @param {Part} part */
export function saveSVG(canvas, part) {
  save(address(canvas, part), `${fileName(canvas, part)}.svg`);
}

/**
 * @param {CanvasView} canvas @param {Part} part @param {number} ratio pixels of a point
 * @returns {Promise<void>}
 */
export async function savePNG(canvas, part, ratio) {
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
export async function copyPNG(canvas, part) {
  if (!navigator.clipboard?.write || typeof ClipboardItem === "undefined") {
    const why = isSecureContext ? "This browser cannot copy pictures." : "Browsers copy pictures only on pages of this machine or over HTTPS.";
    return toast(`${why} Save it as PNG instead.`, { isFailure: true });
  }
  try {
    // Begun before the picture is there: some browsers let only what was clicked just now write.
    const picture = pixels(canvas, part, 2);
    await Promise.all([picture, navigator.clipboard.write([new ClipboardItem({ "image/png": picture })])]);
    toast("Picture copied");
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "NotAllowedError")) return showFailure(error, () => copyPNG(canvas, part));
    toast("The browser did not allow copying. Save it as PNG instead.", { isFailure: true });
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
    if (Math.max(w, h) > LONGEST || w * h > MOST) throw new Error("The picture is too large to be made of pixels. Save it as SVG instead.");
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
  throw new Error("The browser could not draw the picture. Save it as SVG instead.");
}

/**
 * @param {string} href
 * @param {string} file
 */
function save(href, file) {
  const link = document.createElement("a");
  link.href = href;
  link.download = file;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
