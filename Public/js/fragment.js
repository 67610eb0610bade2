// Fetches a piece of a page that the server rendered, and puts it in place.

/** One policy for every fragment: what goes through it came from this server, escaped there. */
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
 * Asks for one fragment of the page at `url`.
 * @param {string | URL} url
 * @param {"selection" | "tree" | "stage" | "search" | "pane" | "history"} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<Document>}
 */
export async function fragment(url, name, signal) {
  const response = await fetch(url, { headers: { "X-Fragment": name }, signal, credentials: "same-origin" });
  if (!response.ok) throw new Error(`The server answered ${response.status} to ${new URL(url, location.href).pathname}.`);
  return parse(await response.text());
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
