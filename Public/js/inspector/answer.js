// What the API answers, or why it does not.

/**
 * The answer to a question, read.
 * @param {string | URL} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 * @throws {Error} with the server's words where it refuses
 */
export async function answer(url, signal) {
  const response = await fetch(url, { signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(await reason(response));
  return response.json();
}

/**
 * What went wrong, in the server's words where it has some.
 * @param {Response} response
 */
export async function reason(response) {
  try {
    const { title, detail } = await response.json();
    if (detail ?? title) return detail ?? title;
  } catch {
    // The answer was not from Vitrine.
  }
  return `The server answered ${response.status} to ${new URL(response.url).pathname}.`;
}
