// Uploads of dumps and of apps in zip archives, one after the other, each with its progress, and its errors in place.

/** @typedef {{ title?: string, detail?: string, errors?: { detail: string, line?: number }[] }} Problem */

/** @typedef {{ id: string, viewCount?: number, version?: string | null }} Stored a dump or an app */

/** One file or text on its way. */
class Upload {
  /**
   * @param {Blob & { name?: string }} file
   * @param {string} name
   */
  constructor(file, name) {
    this.file = file;
    this.name = name || file.name || "Pasted text";
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
    const total = this.file.size;
    if (sent < total) this.bar.value = sent / total;
    else this.bar.removeAttribute("value");
    this.state.textContent = sent < total ? `${size(sent)} of ${size(total)}` : this.isApp ? "Unpacking…" : "Reading views…";
  }

  /** Looks whether the file begins as a zip archive does, whatever it is called. */
  async look() {
    const start = new Uint8Array(await this.file.slice(0, 4).arrayBuffer().catch(() => new ArrayBuffer(0)));
    this.isApp = ["80,75,3,4", "80,75,5,6"].includes(start.join());
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
   * Says what went wrong and where.
   * @param {Problem} problem
   */
  fail(problem) {
    this.item.classList.add("failed");
    this.bar.remove();
    this.state.remove();
    const lines = [problem.title, problem.detail, ...(problem.errors ?? []).map(({ detail, line }) => (line ? `Line ${line}: ${detail}` : detail))];
    const box = document.createElement("div");
    box.className = "upload-error";
    box.setAttribute("role", "alert");
    for (const [index, line] of lines.filter(Boolean).entries()) {
      const paragraph = document.createElement("p");
      paragraph.append(index ? line ?? "" : part("b", line ?? ""));
      box.append(paragraph);
    }
    this.item.append(box);
    box.scrollIntoView({ block: "nearest" });
  }
}

export class Uploads {
  /** @type {Promise<void>} */ #queue = Promise.resolve();

  /**
   * @param {HTMLFormElement} form
   * @param {{ refresh: () => void }} delegate
   */
  constructor(form, delegate) {
    this.list = /** @type {HTMLElement} */ (document.getElementById("uploads"));
    this.api = form.dataset.api ?? "";
    this.delegate = delegate;
  }

  /**
   * Sends files one after the other. A single one that can be read opens at once.
   * @param {(Blob & { name?: string })[]} files
   * @param {string} [name] for a single one
   */
  send(files, name = "") {
    document.getElementById("upload-error")?.replaceChildren();
    for (const old of this.list.querySelectorAll(".failed")) old.remove();
    const uploads = files.map((file) => new Upload(file, files.length === 1 ? name : ""));
    this.list.append(...uploads.map(({ item }) => item));
    this.#queue = this.#queue.then(async () => {
      let stored = 0;
      for (const upload of uploads) {
        await upload.look();
        const answer = await this.#post(upload);
        if (!answer) continue;
        stored += 1;
        if (uploads.length === 1) location.assign(upload.address(answer));
        else upload.finish(answer);
      }
      if (stored && uploads.length > 1) this.delegate.refresh();
    });
  }

  /**
   * @param {Upload} upload
   * @returns {Promise<Stored | null>}
   */
  #post(upload) {
    const url = new URL(`${this.api}/${upload.isApp ? "apps" : "dumps"}`, location.href);
    if (upload.isApp) url.searchParams.set("name", upload.name.replace(/\.(zip|ipa)$/i, ""));
    else if (upload.name !== "Pasted text") url.searchParams.set("name", upload.name);
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.addEventListener("progress", (event) => upload.progress(Math.min(event.loaded, upload.file.size)));
    return new Promise((resolve) => {
      request.addEventListener("error", () => {
        upload.fail({ title: "The server cannot be reached.", detail: "Nothing was stored. Try again when it runs." });
        resolve(null);
      });
      request.addEventListener("load", () => {
        const answer = read(request.responseText);
        if ((request.status === 201 || request.status === 200) && answer.id) return resolve(answer);
        upload.fail(answer.title || answer.detail ? answer : { title: `The server answered ${request.status}.` });
        resolve(null);
      });
      request.send(upload.file);
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
