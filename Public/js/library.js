// The library: drop, paste or pick a dump; the upload shows its progress and its errors in place.

/** @typedef {{ title?: string, detail?: string, errors?: { detail: string, line?: number }[] }} Problem */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("upload"));
const overlay = /** @type {HTMLElement} */ (document.getElementById("drop-overlay"));
let depth = 0;

/** @param {Blob & { name?: string }} file @param {string} [name] */
function upload(file, name) {
  if (!form) return;
  fail(null);
  const url = new URL(`${form.dataset.api}/dumps`, location.href);
  if (name || file.name) url.searchParams.set("name", name || (file.name ?? ""));
  const request = new XMLHttpRequest();
  request.open("POST", url);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.upload.addEventListener("progress", (event) => progress(event.loaded, file.size));
  request.addEventListener("error", () => fail({ title: "The server cannot be reached.", detail: "Nothing was stored. Try again when it runs." }));
  request.addEventListener("load", () => {
    const answer = read(request.responseText);
    if (request.status === 201 && answer.id) location.assign(`/dumps/${encodeURIComponent(answer.id)}`);
    else fail(answer.title || answer.detail ? answer : { title: `The server answered ${request.status}.` });
  });
  request.send(file);
  setTimeout(() => request.readyState < 4 && progress(0, file.size), 300);
}

/** @param {string} text @returns {Problem & { id?: string }} */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @param {number} sent @param {number} total bytes */
function progress(sent, total) {
  const box = /** @type {HTMLElement} */ (document.getElementById("progress"));
  box.hidden = false;
  const bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
  const text = /** @type {HTMLElement} */ (document.getElementById("progress-text"));
  if (sent < total) bar.value = sent / total;
  else bar.removeAttribute("value");
  text.textContent = sent < total ? `${size(sent)} of ${size(total)}` : "Reading views…";
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Says what went wrong and where; null takes it back. @param {Problem | null} problem */
function fail(problem) {
  const box = /** @type {HTMLElement} */ (document.getElementById("upload-error"));
  /** @type {HTMLElement} */ (document.getElementById("progress")).hidden = true;
  box.replaceChildren();
  if (!problem) return;
  const lines = [problem.title, problem.detail, ...(problem.errors ?? []).map(({ detail, line }) => (line ? `Line ${line}: ${detail}` : detail))];
  for (const [index, line] of lines.filter(Boolean).entries()) {
    const paragraph = document.createElement("p");
    const part = index ? paragraph : paragraph.appendChild(document.createElement("b"));
    part.textContent = line ?? "";
    box.append(paragraph);
  }
  box.scrollIntoView({ block: "nearest" });
}

if (form) {
  const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("dump"));
  const source = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("source"));
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  const send = () => {
    const chosen = file.files?.[0];
    if (chosen) upload(chosen, name.value.trim());
    else if (source.value.trim()) upload(new Blob([source.value]), name.value.trim());
    else file.click();
  };
  file.addEventListener("change", () => file.files?.length && send());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  const carriesFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") || event.dataTransfer?.types.includes("text/plain");
  addEventListener("dragenter", (event) => {
    if (carriesFile(event)) overlay.classList.toggle("shown", ++depth > 0);
  });
  addEventListener("dragleave", () => overlay.classList.toggle("shown", --depth > 0));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    overlay.classList.remove("shown");
    const dropped = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (dropped) upload(dropped);
    else if (text) upload(new Blob([text]));
  });
  addEventListener("paste", (event) => {
    if (/** @type {Element} */ (event.target).closest("input, textarea")) return;
    const pasted = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain").trim();
    if (pasted) upload(pasted);
    else if (text) upload(new Blob([text]));
  });
}

document.addEventListener("keydown", (event) => {
  const search = /** @type {HTMLElement | null} */ (document.querySelector(".search input"));
  if (event.key !== "/" || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest("input, textarea, select")) return;
  event.preventDefault();
  search?.focus();
});
