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

/**
 * Where files lie that came in a folder.
 * @type {WeakMap<Blob, string>}
 */
const paths = new WeakMap();

/**
 * The path of a file in the folder that it came in, else its name.
 * @param {Blob & { name?: string }} file
 */
export const pathOf = (file) => paths.get(file) ?? (file instanceof File && file.webkitRelativePath || file.name || "");

/** So many files of folders are taken. */
const MOST_FILES = 2_000;

/**
 * The files of a drop, those of folders too. The drop has to be asked at once: it is empty when its event is over.
 * @param {DataTransfer} data
 * @returns {Promise<{ files: File[], folder?: string }>} the name of the folder where one was dropped
 * @throws {Error} for a folder that has to be made one file first
 */
export async function filesOf(data) {
  const files = [...data.files];
  const entries = [...data.items].flatMap((item) => (item.kind === "file" && item.webkitGetAsEntry?.()) || []);
  const folders = entries.filter(({ isDirectory }) => isDirectory);
  if (!folders.length) return { files };
  for (const { name } of folders) {
    if (/\.(app|bundle)$/i.test(name)) throw new Error(`“${name}” is the folder of an app. Zip it, and drop the archive.`);
    if (/\.xcresult$/i.test(name)) {
      throw new Error(`“${name}” holds test results. Export its attachments with xcresulttool export attachments, and drop their folder.`);
    }
  }
  /** @type {File[]} */ const found = [];
  for (const entry of entries) await collect(entry, found);
  return { files: found, folder: folders[0].name };
}

/**
 * @param {FileSystemEntry} entry
 * @param {File[]} found
 */
async function collect(entry, found) {
  if (found.length >= MOST_FILES) return;
  if (!entry.isDirectory) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    paths.set(file, entry.fullPath.replace(/^\//, ""));
    found.push(file);
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    for (const each of some) await collect(each, found);
  }
}

/**
 * Whether files that came together are one thing: the attachments of a UI test, or interfaces with their tables of texts.
 * @param {(Blob & { name?: string })[]} files
 */
export function isSeries(files) {
  const names = files.map((file) => (file.name ?? "").toLowerCase());
  if (files.length < 2) return false;
  if (names.some((name) => name === "manifest.json" || /\.(strings|stringsdict|xcstrings)( \(.*\))?$/.test(name))) return true;
  const sources = files.filter((file, at) => !isPicture(file) && !/\.(zip|ipa)$/.test(names[at]));
  return sources.length > 1 && files.some(isPicture);
}

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
