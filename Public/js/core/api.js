// The one way to ask the server for anything: what it refuses and what does not reach it become one kind of error, reads
// are tried again, and what went wrong is shown with a way to try once more.
import { retryButton, toast } from "./ui.js";

/** Milliseconds until an answer has to begin; reading it may take longer. */
const TIMEOUT = 30_000;
/** Milliseconds before a read that did not come through is asked for again, the first time and the second. */
const PAUSES = [250, 1_000];
/** The longest pause that a server can ask for with `Retry-After`, in milliseconds. */
const LONGEST_PAUSE = 5_000;
/** What may be different a moment later. */
const PASSING = new Set([502, 503, 504]);
const SAFE = new Set(["GET", "HEAD"]);

/**
 * @typedef {object} Options
 * @property {string} [method]
 * @property {BodyInit | null} [body]
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {number} [timeout] milliseconds until the answer has to begin
 * @property {number | string} [revision] what the change is based on; goes out as `If-Match`
 * @property {boolean} [refusals] whether answers other than 2xx are given back instead of thrown
 * @property {RequestRedirect} [redirect]
 * @property {boolean} [keepalive] whether the request outlives the page
 */
/**
 * RFC 9457.
 * @typedef {{ detail: string, pointer?: string, parameter?: string, view?: number }} Fault
 * @typedef {{ type?: string, title?: string, status?: number, detail?: string, errors?: Fault[] }} Problem
 */

/** Why there is no answer, or not the one that was asked for. `message` is a sentence for people. */
export class APIError extends Error {
  name = "APIError";

  /**
   * @param {string} message
   * @param {{ status?: number, problem?: Problem | null, response?: Response | null, cause?: unknown }} [options]
   */
  constructor(message, options = {}) {
    const { status = 0, problem = null, response = null, cause } = options;
    super(message, { cause });
    /** The status of the answer; 0 when there was none. */
    this.status = status;
    this.problem = problem;
    this.title = problem?.title ?? "";
    this.detail = problem?.detail ?? "";
    this.response = response;
  }

  /** Whether there is no answer at all. */
  get isUnanswered() {
    return this.status === 0;
  }

  /** Whether the server did what was asked, though its answer cannot be read. */
  get isDone() {
    return this.status >= 200 && this.status < 300;
  }

  /**
   * What a server's answer says went wrong.
   * @param {Response} response
   */
  static async of(response) {
    /** @type {Problem | null} */ let problem = null;
    try {
      problem = response.headers.get("Content-Type")?.includes("json") ? await response.json() : null;
    } catch {
      // An answer that breaks off says nothing more than its status.
    }
    const words = problem?.errors?.map(({ detail }) => detail).filter(Boolean).join(" ") || problem?.detail || problem?.title;
    const unexplained = `The server responded with status ${response.status} to ${pathOf(response.url)}.`;
    return new APIError(words || unexplained, { status: response.status, problem, response });
  }
}

/** @param {string | URL} url */
const pathOf = (url) => new URL(url, location.href).pathname;

/** Whether the page is being left, which ends its requests as if the server could not be reached. */
let isLeft = false;
addEventListener("pagehide", () => { isLeft = true; });
addEventListener("pageshow", () => { isLeft = false; });

/**
 * Does something that only somebody who sees the page needs: at once, or when one that is being left is shown again.
 * @param {() => void} work
 */
export const onceShown = (work) => isLeft ? addEventListener("pageshow", work, { once: true }) : work();

/**
 * Whether a request ended because nobody wants it any longer: somebody ended it, or left the page.
 * @param {unknown} error
 */
export const isAborted = (error) => isLeft || (error instanceof DOMException && error.name === "AbortError");

/**
 * @param {number} duration in milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function pause(duration, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, duration);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}

/**
 * One try. The time ends with the head of the answer, the caller's signal with its last byte.
 * @param {string | URL} url
 * @param {Options} options
 */
async function attempt(url, { timeout = TIMEOUT, signal, revision, refusals: _, ...init }) {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeout);
  /** @type {Record<string, string>} */ const headers = { ...init.headers };
  if (revision !== undefined) headers["If-Match"] = typeof revision === "number" ? `"${revision}"` : revision;
  const both = signal ? /** @type {any} */ (AbortSignal).any([signal, clock.signal]) : clock.signal;
  try {
    return await fetch(url, { ...init, headers, signal: both });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new APIError(clock.signal.aborted ? "The server did not respond in time." : "The server can’t be reached.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The answer to a request. Reads that are not answered, or only for the moment refused, are tried twice more.
 * @param {string | URL} url
 * @param {Options} [options]
 * @returns {Promise<Response>}
 * @throws {APIError} when there is no answer, and for other than 2xx unless `refusals` are wanted
 */
export async function request(url, options = {}) {
  const pauses = SAFE.has(options.method ?? "GET") ? [...PAUSES] : [];
  for (;;) {
    try {
      const response = await attempt(url, options);
      if (!PASSING.has(response.status) || !pauses.length) {
        if (!response.ok && response.type !== "opaqueredirect" && !options.refusals) throw await APIError.of(response);
        return response;
      }
      const asked = Number(response.headers.get("Retry-After")) * 1_000;
      await pause(Math.min(LONGEST_PAUSE, Math.max(pauses.shift() ?? 0, asked || 0)), options.signal);
    } catch (error) {
      const next = error instanceof APIError && error.isUnanswered ? pauses.shift() : undefined;
      if (next === undefined) throw error;
      await pause(next, options.signal);
    }
  }
}

/**
 * Reads an answer.
 * @template T
 * @param {Response} response
 * @param {() => Promise<T>} read
 * @returns {Promise<T>}
 */
async function body(response, read) {
  try {
    return await read();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new APIError("The server’s response was cut off or can’t be read.", { status: response.status, response, cause: error });
  }
}

/**
 * What the API answers to a question.
 * @param {string | URL} url
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function getJSON(url, options) {
  // Without `Accept`, so that what the page's head has asked for already is taken.
  const response = await request(url, options);
  return body(response, () => response.json());
}

/**
 * Sends JSON; gives what the API answers, null when that is nothing.
 * @param {"POST" | "PUT" | "PATCH" | "DELETE"} method a PATCH goes out as a merge patch
 * @param {string | URL} url
 * @param {unknown} [value] undefined for none
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function sendJSON(method, url, value, options = {}) {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const content = value === undefined ? {} : { body: JSON.stringify(value) };
  const headers = { Accept: "application/json", ...(value === undefined ? {} : { "Content-Type": type }), ...options.headers };
  const response = await request(url, { ...options, method, headers, ...content });
  return response.status === 204 ? null : body(response, () => response.json());
}

/** One policy for all markup: what goes through it came from this server, escaped there. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("vitrine-fragment", { createHTML: (/** @type {string} */ html) => html });

/**
 * Parses markup from this server without running anything in it.
 * @param {string} html
 * @returns {Document}
 */
export function parse(html) {
  return new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
}

/**
 * A page, or one piece of it, and the answer that it came with. Sends `body` as a form when there is one.
 * @param {string | URL} url
 * @param {Options & { fragment?: string }} [options] `fragment`: the name of the piece
 * @returns {Promise<{ response: Response, page: Document }>}
 */
export async function getPage(url, options = {}) {
  const { fragment: name, ...rest } = options;
  const headers = { Accept: "text/html", ...(name ? { "X-Fragment": name } : {}), ...rest.headers };
  const method = rest.method ?? (rest.body ? "POST" : "GET");
  const response = await request(url, { ...rest, method, headers });
  return { response, page: parse(await body(response, () => response.text())) };
}

/**
 * One piece of the page at `url`.
 * @param {string | URL} url
 * @param {string} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<Document>}
 */
export async function fragment(url, name, signal) {
  return (await getPage(url, { fragment: name, signal })).page;
}

/**
 * Replaces the elements of this page that have the same id as one in `source`.
 * @param {Document} source
 * @param {...string} ids
 */
export function swap(source, ...ids) {
  for (const id of ids) {
    const next = source.getElementById(id);
    if (next) document.getElementById(id)?.replaceWith(document.adoptNode(next));
  }
}

// Failures

/**
 * What to say of an error.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error && error.message) || "Something went wrong.";

/**
 * Says what went wrong and offers to do it again. Nothing is said of what was ended on purpose.
 * @param {unknown} error
 * @param {() => unknown} [again]
 */
export function showFailure(error, again) {
  if (isAborted(error)) return;
  toast(messageOf(error), { isFailure: true, ...(again && { label: "Retry", run: () => void again() }) });
}

/**
 * The same as an element that stands where the content would be, until somebody tries again.
 * @param {unknown} error
 * @param {() => unknown} [again]
 * @returns {HTMLElement}
 */
export function failureNote(error, again) {
  const note = document.createElement("p");
  note.className = "failure";
  note.setAttribute("role", "alert");
  note.append(messageOf(error));
  if (again) {
    note.append(" ", retryButton(() => {
      note.remove();
      again();
    }));
  }
  return note;
}
