// What rows send: one change after the other, so that the last one stays.
import { parse } from "../fragment.js";

/** @typedef {{ errors?: { detail: string, pointer?: string }[], detail?: string, title?: string }} Problem */
/** @typedef {{ domain: string, revision: number, changed: string[] }} Written */

/** @type {Promise<unknown>} */
let sent = Promise.resolve();

/**
 * Does something when all that was sent before is done.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(work) {
  const done = sent.then(work, work);
  sent = done.catch(() => {});
  return done;
}

/**
 * Stores values under their keys; null goes back to the default. Throws with the server's own sentence.
 * @param {string} api
 * @param {Record<string, unknown>} values
 * @returns {Promise<Written>}
 */
export async function patch(api, values) {
  const response = await fetch(api, { method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify(values) });
  if (response.ok) return response.json();
  const problem = /** @type {Problem} */ (await response.json().catch(() => ({})));
  throw new Error(problem.errors?.map(({ detail }) => detail).join(" ") || problem.detail || problem.title || `The server answered ${response.status}.`);
}

/**
 * Sends a form as the browser would, and gives the pane as it is then.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
export async function post(form, submitter) {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const button = /** @type {HTMLButtonElement | null} */ (submitter);
  if (button?.name) fields.set(button.name, button.value);
  // A button named “action” hides the property.
  const response = await fetch(form.getAttribute("action") ?? "", { method: "POST", headers: { "X-Fragment": "pane", Accept: "text/html" }, body: fields });
  const page = parse(await response.text());
  if (!page.getElementById("pane")) throw new Error(`The server answered ${response.status}.`);
  return { ok: response.ok, page };
}
