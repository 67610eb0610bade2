// Pictures on their way to the dumps that they show: where one fits several scenes or dumps, people say which.
import { APIError, request, showFailure } from "../core/api.js";
import { h } from "../core/dom.js";

/**
 * @typedef {{ value: string, words: string, picture: string }} Choice
 * @typedef {{ id: string, name?: string, size?: { width: number, height: number } }} Fitting
 */

/**
 * Makes a picture the screenshot of a dump, and asks for the scene where it fits several.
 * @param {string} base the address of the dump in the API
 * @param {Blob & { name?: string }} picture
 * @param {string} [root] the scene that it shows
 * @returns {Promise<boolean>} false where nobody says which
 */
export async function sendScreenshot(base, picture, root = "") {
  const address = new URL(`${base}/screenshot`, location.href);
  if (root) address.searchParams.set("root", root);
  try {
    await request(address, { method: "PUT", body: picture, headers: { "Content-Type": picture.type } });
    return true;
  } catch (error) {
    const problem = error instanceof APIError ? error.problem : undefined;
    if (root || !problem?.type?.endsWith("/picture-fits-several")) throw error;
    const choices = (problem.errors ?? []).map(({ view, detail }) => (
      { value: String(view), words: detail, picture: `${base}/wireframe.svg?root=${view}` }));
    const chosen = await choose("Which scene does it show?", `The size of “${picture.name ?? "the picture"}” fits ${choices.length} of them.`, choices);
    return chosen ? sendScreenshot(base, picture, chosen) : false;
  }
}

/**
 * Asks for one of several things, each with a small picture.
 * @param {string} title
 * @param {string} text
 * @param {Choice[]} choices
 * @returns {Promise<string>} the value of the one that was chosen; empty for none
 */
export async function choose(title, text, choices) {
  const dialog = h("dialog", { class: "ask wide", "aria-labelledby": "choice-title" },
    h("form", { method: "dialog" },
      h("h2", { id: "choice-title" }, title),
      h("p", { class: "dim" }, text),
      h("div", { class: "picture-choices" }, ...choices.map(({ value, words, picture }) => (
        h("button", { class: "picture-choice", value }, h("span", { class: "choice-picture" }, h("img", { src: picture, alt: "" })), h("span", {}, words))))),
      h("p", { class: "ways" }, h("button", { class: "button", value: "" }, "Cancel"))));
  document.body.append(dialog);
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.remove();
  return dialog.returnValue;
}

/**
 * A button that gives a picture to the dump that it shows.
 * @param {Blob} picture @param {string} name @param {Fitting[]} dumps that it fits
 * @param {() => void} added
 */
export function offerPicture(picture, name, dumps, added) {
  const base = (/** @type {string} */ id) => `/api/v1/dumps/${encodeURIComponent(id)}`;
  const run = async () => {
    const pixels = await createImageBitmap(picture).catch(() => null);
    const choices = dumps.map((dump) => ({ value: dump.id, words: described(dump, pixels), picture: `${base(dump.id)}/wireframe.svg` }));
    const chosen = await choose("Which dump does it show?", `The size of “${name}” fits ${dumps.length === 1 ? "this one" : "these"}.`, choices);
    try {
      if (!chosen || !await sendScreenshot(base(chosen), picture)) return;
      button.replaceWith(h("span", {}, "Screenshot added"));
      added();
    } catch (error) {
      showFailure(error, run);
    }
  };
  const button = h("button", { class: "button", type: "button", onclick: run }, `Add “${name}” to a dump…`);
  return button;
}

/**
 * A dump by its name, and where a picture shows its whole screen by the size of that and the scale.
 * @param {Fitting} dump @param {{ width: number, height: number } | null} pixels
 */
function described({ id, name = id, size }, pixels) {
  if (!size?.width || !pixels) return name;
  const scale = pixels.width / size.width;
  if (Math.abs(pixels.height / scale - size.height) > Math.min(1, size.height / 100)) return name;
  const [width, height, ratio] = [size.width, size.height, scale].map((number) => Math.round(number * 1000) / 1000);
  return `${name}: ${width} × ${height} points, ${ratio} pixel${ratio === 1 ? "" : "s"} a point`;
}
