// The library: what is dropped, pasted or chosen is sent; dumps and apps can be picked and deleted together.
import { getPage, messageOf, sendJSON, showFailure } from "../core/api.js";
import { commands } from "../core/commands.js";
import { filesOf, isSeries, pairs, takeDrops } from "../core/drop.js";
import { listen } from "../core/live.js";
import { toast } from "../core/ui.js";
import { countFindings } from "./library/findings.js";
import { makePicking } from "./library/picking.js";
import { SHOWN, Upload, part } from "./library/upload.js";

/** @type {AbortController | undefined} */ let asked;

/**
 * Fetches this page again, or the one at another address, and takes its lists.
 * @param {string | URL} [address]
 * @param {boolean} [keeps] whether what is picked stays picked
 */
async function refresh(address = location.href, keeps = false) {
  asked?.abort();
  const { signal } = (asked = new AbortController());
  try {
    const { page } = await getPage(address, { signal });
    if (signal.aborted) return;
    const picked = new Set([...document.querySelectorAll(".pick:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value));
    for (const id of ["filtered", "live-section", "apps-section", "dumps-section", "nothing-found", "unreadable"]) {
      const [fresh, old] = [page.getElementById(id), document.getElementById(id)];
      if (!fresh || !old) return location.reload();
      old.replaceWith(document.adoptNode(fresh));
    }
    for (const box of keeps ? /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".pick")) : []) box.checked = picked.has(box.value);
    document.dispatchEvent(new CustomEvent("library-changed"));
  } catch (error) {
    showFailure(error, () => refresh(address));
  }
}

// Uploads of dumps and of apps in zip archives, one after the other, each with its progress, and its errors in place

class Uploads {
  /** @type {Promise<void>} */ #queue = Promise.resolve();
  /** What is on its way: the same once more would be a second dump. @type {Set<string>} */ #sending = new Set();

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.list = /** @type {HTMLElement} */ (document.getElementById("uploads"));
    this.api = form.dataset.api ?? "";
    addEventListener("pageshow", () => this.#sending.clear());
  }

  /**
   * Sends files one after the other. A single one that can be read opens at once.
   * @param {(Blob & { name?: string })[]} files
   * @param {string} [name] for a single one
   * @param {boolean} [isFolder] whether they came as a folder, which is one thing
   */
  send(files, name = "", isFolder = false) {
    const what = files.map((file) => [file.name, file.size, file instanceof File ? file.lastModified : "pasted"].join(" ")).join("\n");
    if (this.#sending.has(what)) return;
    this.#sending.add(what);
    document.getElementById("upload-error")?.replaceChildren();
    for (const old of this.list.querySelectorAll(".failed")) old.remove();
    const together = pairs(files);
    const uploads = isFolder || isSeries(files)
      ? [new Upload(files[0], "", undefined, files)]
      : together.map(({ file, picture }) => new Upload(file, together.length === 1 ? name : "", picture));
    for (const upload of uploads) {
      upload.isOneOfMany = uploads.length > 1;
      upload.changed = refresh;
    }
    this.list.append(...uploads.map(({ item }) => item));
    this.#queue = this.#queue.then(async () => {
      let stored = 0;
      for (const upload of uploads) {
        await upload.look();
        const answer = await this.#post(upload);
        if (!answer) continue;
        stored += 1;
        if ("unused" in answer) {
          upload.list(answer);
          if (uploads.length === 1 && !answer.unused.length) location.assign(answer.page);
          else if (uploads.length === 1) refresh();
          continue;
        }
        if (!await upload.complete(answer)) continue;
        if (uploads.length === 1) location.assign(upload.address(answer));
        else upload.finish(answer);
      }
      this.#fold(uploads.map(({ item }) => item).filter((item) => item.classList.contains("failed")).slice(SHOWN));
      if (stored && uploads.length > 1) refresh();
      // A single one that was stored is on the page that comes.
      if (!stored || uploads.length > 1) this.#sending.delete(what);
    });
  }

  /**
   * Puts the rows of files that could not be opened behind a fold.
   * @param {HTMLElement[]} rows
   */
  #fold(rows) {
    if (!rows.length) return;
    const [row, fold, list] = ["li", "details", "ul"].map((tag) => document.createElement(tag));
    row.className = "failed";
    list.append(...rows);
    fold.append(part("summary", `${rows.length} more could not be opened`), list);
    row.append(fold);
    this.list.append(row);
  }

  /**
   * Sends a log of constraints to the page that explains it: at once, or where it came with others by a button.
   * @param {Upload} upload
   * @returns {Promise<null>}
   */
  async #explain(upload) {
    const text = document.createElement("textarea");
    Object.assign(text, { name: "text", hidden: true, value: await upload.file.text() });
    const button = part("button", "Explain the conflict");
    button.className = "button";
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/explain", enctype: "multipart/form-data" });
    form.append(text, button);
    upload.bar.remove();
    upload.state.textContent = "Log of constraints";
    upload.item.append(form);
    if (this.list.childElementCount === 1) form.submit();
    return null;
  }

  /**
   * @param {Upload} upload
   * @returns {Promise<import("./library/upload.js").Stored | import("./library/upload.js").Outcome | null>}
   */
  #post(upload) {
    const url = new URL(`${this.api}/${upload.isApp ? "apps" : "dumps"}`, location.href);
    if (upload.isApp) url.searchParams.set("name", upload.name.replace(/\.(zip|ipa)$/i, ""));
    else if (upload.given) url.searchParams.set("name", upload.given);
    // What the dump calls itself counts more than what its file is called.
    else if (upload.file.name && !upload.series) url.searchParams.set("filename", upload.file.name);
    // `fetch` does not tell how much has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", url);
    if (!upload.series) request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.addEventListener("progress", (event) => upload.progress(Math.min(event.loaded, upload.size)));
    return new Promise((resolve) => {
      request.addEventListener("error", () => {
        upload.fail({ title: "The server can’t be reached.", detail: "Nothing was stored. Try again when the server is running." },
          () => upload.series ? this.send(upload.series, "", true) : this.send(upload.picture ? [upload.file, upload.picture] : [upload.file], upload.name));
        resolve(null);
      });
      request.addEventListener("load", () => {
        const answer = read(request.responseText);
        if (request.status === 200 && answer.conflicts) return resolve(this.#explain(upload));
        if ((request.status === 201 || request.status === 200) && (answer.id || answer.dumps)) return resolve(answer);
        upload.fail(answer.title || answer.detail ? answer : { title: `The server responded with status ${request.status}.` });
        resolve(null);
      });
      request.send(upload.body);
    });
  }
}

/**
 * @param {string} text
 * @returns {any}
 */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

// The page

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("upload"));

makePicking("dump-list", refresh);
makePicking("app-list", refresh);
countFindings();

if (form) {
  const uploads = new Uploads(form);
  const file = /** @type {HTMLInputElement} */ (document.getElementById("dump"));
  const folder = /** @type {HTMLInputElement} */ (document.getElementById("folder"));
  const source = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("source"));
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  file.multiple = true;
  const send = () => {
    if (folder.files?.length) {
      uploads.send([...folder.files], "", true);
      // Chosen once: what is chosen next is sent alone.
      folder.value = "";
    } else if (file.files?.length) uploads.send([...file.files], name.value.trim());
    else if (source.value.trim()) uploads.send([new Blob([source.value])], name.value.trim());
    else file.click();
  };
  for (const chooser of [file, folder]) chooser.addEventListener("change", () => chooser.files?.length && send());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  takeDrops("Drop to open", take);
  document.addEventListener("paste", (event) => {
    if (!(/** @type {Element} */ (event.target).closest("input, textarea"))) take(event.clipboardData);
  });

  /**
   * Sends the files, else the text, that was dropped or pasted.
   * @param {DataTransfer | null} data
   */
  async function take(data) {
    if (!data) return;
    const text = data.getData("text/plain").trim();
    try {
      const { files, folder } = await filesOf(data);
      if (files.length) uploads.send(files, "", folder !== undefined);
      else if (folder !== undefined) toast(`The folder “${folder}” is empty.`, { isFailure: true });
      else if (text) uploads.send([new Blob([text])]);
    } catch (error) {
      toast(messageOf(error), { isFailure: true });
    }
  }
}

// Search while one types, and orders without a new page: the address tells both

/** After the last letter the search waits this long, in milliseconds. */
const REST = 150;
let typing = 0;

/**
 * Shows another part or order of the lists.
 * @param {URL} address
 * @param {boolean} push whether it is a step of history
 */
function show(address, push) {
  if (address.href !== location.href) history[push ? "pushState" : "replaceState"](null, "", address);
  refresh();
}

/** The address of what is typed, in the order that is shown. */
function wanted() {
  const address = new URL(location.href);
  const words = search()?.value.trim() ?? "";
  address.searchParams.delete("after");
  if (words) address.searchParams.set("q", words);
  else address.searchParams.delete("q");
  return address;
}

document.querySelector("form.search")?.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => show(wanted(), false), REST);
});
document.querySelector("form.search")?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  show(wanted(), false);
});
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest(".orders a, .tags a, .dump-tags a"));
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  show(new URL(link.href), true);
});
addEventListener("popstate", () => {
  const field = search();
  if (field) field.value = new URLSearchParams(location.search).get("q") ?? "";
  refresh();
});

const search = () => /** @type {HTMLInputElement | null} */ (document.querySelector(".search input"));
commands.register({
  id: "library.search", group: "Library", title: "Search apps and dumps", keys: ["/"], icon: "search",
  when: () => Boolean(search()), run: () => search()?.select(),
});

// What others add, change and remove is followed

/** Where the lists are that are shown. */
let known = document.getElementById("main")?.dataset.revision;

listen({ library: true }, ({ revision }) => {
  if (String(revision) === known) return;
  known = String(revision);
  refresh(location.href, true);
});

// Sessions with devices: what goes wrong is said beside the field.
document.getElementById("live-begin")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target), data = new FormData(form);
  const error = /** @type {HTMLElement} */ (document.getElementById("live-error"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  error.textContent = "";
  button.disabled = true;
  try {
    const session = data.get("session");
    const live = await sendJSON("POST", "/api/v1/live", { url: data.get("url"), ...(session && { session }) }, { timeout: 130_000 });
    // The button waits for the page of the session: pressed again, it would make another one.
    addEventListener("pageshow", () => { button.disabled = false; }, { once: true });
    location.assign(`/live/${live.id}`);
  } catch (failure) {
    error.textContent = messageOf(failure);
    button.disabled = false;
  }
});
