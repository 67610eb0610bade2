// Files and texts that are dropped on a page: wherever it is, while the page says that it takes them.
import { h } from "./dom.js";
import { icon } from "./ui.js";

/** @param {DragEvent} event */
const carries = (event) => event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain") ?? false;

/**
 * Hands over what is dropped anywhere on the page. Texts that are dragged from the page itself are left alone.
 * @param {string} words what a drop does, shown meanwhile
 * @param {(data: DataTransfer) => void} take
 */
export function takeDrops(words, take) {
  const overlay = h("div", { class: "drop-overlay", "aria-hidden": "true" }, h("div", {}, icon("upload"), h("p", {}, words)));
  document.body.append(overlay);
  let depth = 0;
  let isOwn = false;
  addEventListener("dragstart", () => { isOwn = true; });
  addEventListener("dragend", () => { isOwn = false; });
  addEventListener("dragenter", (event) => {
    if (carries(event) && !isOwn) overlay.classList.toggle("shown", ++depth > 0);
  });
  addEventListener("dragleave", () => {
    if (!isOwn) overlay.classList.toggle("shown", --depth > 0);
  });
  addEventListener("dragover", (event) => {
    if (carries(event) && !isOwn) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    depth = 0;
    overlay.classList.remove("shown");
    if (isOwn || !carries(event) || !event.dataTransfer) return;
    event.preventDefault();
    take(event.dataTransfer);
  });
}

/**
 * Whether a file is a picture that can be the screenshot of a dump.
 * @param {Blob} file
 */
export const isPicture = (file) => file.type === "image/png" || file.type === "image/jpeg";

/** @param {Blob & { name?: string }} file */
const stem = (file) => (file.name ?? "").replace(/\.[^.]*$/, "").toLowerCase();

/**
 * Which picture belongs to which of the files that came together: by its name, or because there is one of each. What belongs to
 * none stands for itself.
 * @template {Blob & { name?: string }} T
 * @param {T[]} files
 * @returns {{ file: T, picture?: T }[]}
 */
export function pairs(files) {
  /** @type {{ file: T, picture?: T }[]} */
  const made = files.filter((file) => !isPicture(file)).map((file) => ({ file }));
  const pictures = files.filter(isPicture);
  const isOneOfEach = made.length === 1 && pictures.length === 1;
  for (const picture of pictures) {
    const owner = isOneOfEach ? made[0] : made.find(({ file, picture: taken }) => !taken && !isPicture(file) && stem(file) === stem(picture));
    if (owner) owner.picture = picture;
    else made.push({ file: picture });
  }
  return made;
}
