// The library: what is dropped, pasted or chosen is sent; dumps and apps can be picked and deleted together.
import { getPage, messageOf, sendJSON, showFailure } from "../core/api.js";
import { commands } from "../core/commands.js";
import { filesOf, isSeries, pairs, pathOf, takeDrops } from "../core/drop.js";
import { listen } from "../core/live.js";
import { toast } from "../core/ui.js";
import { countFindings } from "./library/findings.js";
import { makePicking } from "./library/picking.js";
import { choose, sendScreenshot } from "./screenshots.js";

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

/** @typedef {{ title?: string, detail?: string, lines?: string[], errors?: { detail: string, line?: number }[] }} Problem */

/**
 * A dump or an app, or what became of files that came together.
 * @typedef {{ id: string, name?: string, viewCount?: number, version?: string | null }} Stored
 * @typedef {{ file: string, reason: string, fits?: string[] }} Unused
 * @typedef {{ dumps: Stored[], unused: Unused[], page: string }} Outcome
 */

/** Bytes at the end of an archive in which its table of contents is looked for. */
const DIRECTORY = 1 << 20;

/** One file or text on its way, or several that are one thing. */
class Upload {
  /**
   * @param {Blob & { name?: string }} file
   * @param {string} name
   * @param {Blob} [picture] its screenshot
   * @param {(Blob & { name?: string })[]} [series] files that are sent together
   */
  constructor(file, name, picture, series) {
    this.file = file;
    this.picture = picture;
    this.series = series;
    this.size = (series ?? [file]).reduce((sum, each) => sum + each.size, 0);
    this.given = name;
    this.name = series ? `${series.length} files` : name || file.name || "Pasted text";
    /** Whether it is an app: known when it is its turn. */
    this.isApp = false;
    this.item = document.createElement("li");
    this.item.className = "upload-row";
    this.title = part("b", this.name);
    this.bar = document.createElement("progress");
    this.bar.max = 1;
    this.bar.value = 0;
    this.bar.setAttribute("aria-label", this.name);
    this.state = part("span", "Waiting");
    this.state.className = "num-text dim";
    this.item.append(this.title, this.bar, this.state);
  }

  /** @param {number} sent bytes */
  progress(sent) {
    const total = this.size;
    if (sent < total) this.bar.value = sent / total;
    else this.bar.removeAttribute("value");
    this.state.textContent = sent < total ? `${size(sent)} of ${size(total)}` : this.isApp ? "Unpacking…" : "Reading views…";
  }

  /** Looks whether the file is a zip archive whose table of contents, at its end, names an app, whatever it is called. */
  async look() {
    if (this.series) return;
    const start = new Uint8Array(await this.file.slice(0, 4).arrayBuffer().catch(() => new ArrayBuffer(0)));
    if (!["80,75,3,4", "80,75,5,6"].includes(start.join())) return;
    const end = new TextDecoder("latin1").decode(await this.file.slice(-DIRECTORY).arrayBuffer().catch(() => new ArrayBuffer(0)));
    this.isApp = /\.(app|bundle)\//i.test(end) || /\.ipa$/i.test(this.name);
  }

  /** Whether it is one dump, and no archive or folder of several files. */
  get isOneFile() {
    return !this.series && !/\.zip$/i.test(this.name);
  }

  /** What is sent. */
  get body() {
    if (!this.series) return this.file;
    const form = new FormData();
    for (const file of this.series) form.append("dump", file, pathOf(file) || "Pasted text");
    return form;
  }

  /**
   * Says what became of files that came together: where the dumps are, and which files were not used.
   * @param {Outcome} outcome
   */
  list({ dumps, unused, page }) {
    const count = dumps.length === 1 ? "1 dump" : `${dumps.length} dumps`;
    const link = part("a", page.startsWith("/timeline") ? `Timeline of ${count}` : count);
    link.setAttribute("href", page);
    this.title.replaceChildren(link);
    this.bar.remove();
    this.state.textContent = unused.length ? `${unused.length} file${unused.length === 1 ? "" : "s"} not used` : "";
    if (!unused.length) return;
    this.item.append(folded(unused.map(({ file, reason }) => `${file}: ${reason}`)));
    for (const { file, fits = [] } of unused) {
      const picture = this.series?.find((each) => pathOf(each) === file);
      if (picture && fits.length) this.item.append(this.#offer(picture, file, dumps.filter(({ id }) => fits.includes(id))));
    }
  }

  /**
   * A button that gives a picture to the dump that it shows.
   * @param {Blob} picture @param {string} name @param {Stored[]} dumps that it fits
   */
  #offer(picture, name, dumps) {
    const button = part("button", `Add “${name}” to a dump…`);
    Object.assign(button, { className: "button", type: "button" });
    button.addEventListener("click", async () => {
      const base = (/** @type {string} */ id) => `/api/v1/dumps/${encodeURIComponent(id)}`;
      const choices = dumps.map((dump) => ({ value: dump.id, words: dump.name ?? dump.id, picture: `${base(dump.id)}/wireframe.svg` }));
      const chosen = await choose("Which dump does it show?", `The size of “${name}” fits ${dumps.length === 1 ? "this one" : "these"}.`, choices);
      try {
        if (!chosen || !await sendScreenshot(base(chosen), picture)) return;
        button.replaceWith(part("span", "Screenshot added"));
        refresh();
      } catch (error) {
        showFailure(error, () => button.click());
      }
    });
    return button;
  }

  /**
   * The page of what was stored.
   * @param {Stored} stored
   */
  address(stored) {
    return `/${this.isApp ? "apps" : "dumps"}/${encodeURIComponent(stored.id)}`;
  }

  /** @param {Stored} stored */
  finish(stored) {
    const link = document.createElement("a");
    link.href = this.address(stored);
    link.textContent = this.name;
    this.title.replaceChildren(link);
    this.bar.remove();
    this.state.textContent = this.isApp ? `App ${stored.version ?? ""}` : stored.viewCount === 1 ? "1 view" : `${stored.viewCount} views`;
  }

  /**
   * Sends the screenshot of what was stored, and says whether it has what it should.
   * @param {Stored} stored
   * @returns {Promise<boolean>}
   */
  async complete(stored) {
    if (!this.picture || this.isApp) return true;
    this.state.textContent = "Adding the screenshot…";
    try {
      if (await sendScreenshot(`/api/v1${this.address(stored)}`, this.picture)) return true;
      throw new Error("Drop the picture on the open dump to say which scene it shows.");
    } catch (error) {
      this.finish(stored);
      this.fail({ title: "It was opened without the screenshot.", detail: messageOf(error) });
      return false;
    }
  }

  /**
   * Says what went wrong and where.
   * @param {Problem} problem
   * @param {() => void} [again] sends the same once more
   */
  fail(problem, again) {
    this.item.classList.add("failed");
    this.bar.remove();
    this.state.remove();
    const reasons = (problem.errors ?? []).map(({ detail, line }) => (line ? `Line ${line}: ${detail}` : detail));
    const lines = problem.lines ?? [problem.title, problem.detail, ...reasons];
    const box = document.createElement("div");
    box.className = "upload-error";
    box.setAttribute("role", "alert");
    for (const [index, line] of lines.filter(Boolean).entries()) {
      const paragraph = document.createElement("p");
      paragraph.append(index || problem.lines ? line ?? "" : part("b", line ?? ""));
      box.append(paragraph);
    }
    if (problem.lines && reasons.length) {
      const all = document.createElement("details");
      const words = this.isOneFile ? "Every format, and why it is not that one" : "Every file, and why it was not used";
      all.append(part("summary", words), ...reasons.map((reason) => part("p", reason)));
      box.append(all);
    }
    if (again) {
      const button = part("button", "Retry");
      button.className = "button";
      button.addEventListener("click", () => {
        this.item.remove();
        again();
      });
      box.append(button);
    }
    this.item.append(box);
    box.scrollIntoView({ block: "nearest" });
  }
}

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
      if (stored && uploads.length > 1) refresh();
      // A single one that was stored is on the page that comes.
      if (!stored || uploads.length > 1) this.#sending.delete(what);
    });
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
   * @returns {Promise<Stored | Outcome | null>}
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

/** Lines that are listed at once; the others are behind a fold. */
const SHOWN = 3;

/**
 * A list whose lines past the third are folded.
 * @param {string[]} lines
 */
function folded(lines) {
  const box = document.createElement("div");
  box.className = "upload-notice";
  /** @param {string[]} some */
  const list = (some) => {
    const made = document.createElement("ul");
    made.className = "unused";
    made.append(...some.map((line) => part("li", line)));
    return made;
  };
  box.append(list(lines.slice(0, SHOWN)));
  if (lines.length > SHOWN) {
    const rest = document.createElement("details");
    rest.append(part("summary", `${lines.length - SHOWN} more`), list(lines.slice(SHOWN)));
    box.append(rest);
  }
  return box;
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * @param {string} tag
 * @param {string} text
 */
function part(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

// The page

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("upload"));

makePicking("dump-list", refresh);
makePicking("app-list", refresh);
countFindings();

if (form) {
  const uploads = new Uploads(form);
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
