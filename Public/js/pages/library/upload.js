// A file that is sent to the library: its row, its progress, and what became of it.
import { messageOf } from "../../core/api.js";
import { pathOf } from "../../core/drop.js";
import { offerPicture, sendScreenshot } from "../screenshots.js";

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
export class Upload {
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
    /** Whether others are sent with it: then it says in a line what went wrong, and the rest behind a fold. */
    this.isOneOfMany = false;
    /** Whether it is an app: known when it is its turn. */
    this.isApp = false;
    /** Called when something else was stored than what was sent. */
    this.changed = () => {};
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
      if (picture && fits.length) this.item.append(offerPicture(picture, file, dumps.filter(({ id }) => fits.includes(id)), this.changed));
    }
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
    const told = lines.filter(Boolean).map((line, index) => {
      const paragraph = document.createElement("p");
      paragraph.append(index || problem.lines ? line ?? "" : part("b", line ?? ""));
      return paragraph;
    });
    box.append(...told.splice(0, this.isOneOfMany ? 1 : told.length));
    if (told.length) {
      const more = document.createElement("details");
      more.append(part("summary", "What to do"), ...told);
      box.append(more);
    } else if (problem.lines && reasons.length) {
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

/** Lines that are listed at once; the others are behind a fold. */
export const SHOWN = 3;

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
export function part(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
