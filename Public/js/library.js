// The library: what is dropped, pasted or chosen is sent; dumps and apps can be picked and deleted together.
import { fragmentOf } from "./library/refresh.js";
import { Uploads } from "./library/uploads.js";
import { makePicking } from "./library/picking.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("upload"));
const overlay = /** @type {HTMLElement} */ (document.getElementById("drop-overlay"));
let depth = 0;

makePicking("dump-list", fragmentOf);
makePicking("app-list", fragmentOf);

if (form) {
  const uploads = new Uploads(form, { refresh: fragmentOf });
  const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("dump"));
  const source = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("source"));
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  file.multiple = true;
  const send = () => {
    if (file.files?.length) uploads.send([...file.files], name.value.trim());
    else if (source.value.trim()) uploads.send([new Blob([source.value])], name.value.trim());
    else file.click();
  };
  file.addEventListener("change", () => file.files?.length && send());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  /** @param {DragEvent} event */
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files") || event.dataTransfer?.types.includes("text/plain");
  addEventListener("dragenter", (event) => {
    if (carriesFile(event)) overlay.classList.toggle("shown", ++depth > 0);
  });
  addEventListener("dragleave", () => overlay.classList.toggle("shown", --depth > 0));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    overlay.classList.remove("shown");
    take(event.dataTransfer);
  });
  document.addEventListener("paste", (event) => {
    if (!(/** @type {Element} */ (event.target).closest("input, textarea"))) take(event.clipboardData);
  });

  /**
   * Sends the files, else the text, that was dropped or pasted.
   * @param {DataTransfer | null} data
   */
  function take(data) {
    const files = [...(data?.files ?? [])];
    const text = data?.getData("text/plain").trim();
    if (files.length) uploads.send(files);
    else if (text) uploads.send([new Blob([text])]);
  }
}

document.addEventListener("keydown", (event) => {
  const search = /** @type {HTMLElement | null} */ (document.querySelector(".search input"));
  if (event.key !== "/" || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest("input, textarea, select")) return;
  event.preventDefault();
  search?.focus();
});
