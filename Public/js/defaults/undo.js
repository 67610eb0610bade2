// The way back from a change.

/**
 * Undoes what a revision changed. Throws with the server's own sentence when that cannot be.
 * @param {string} domain
 * @param {number} revision
 */
export async function undo(domain, revision) {
  const response = await fetch(`/defaults/${encodeURIComponent(domain)}/history`, {
    method: "POST",
    headers: { "X-Fragment": "undo", Accept: "application/json" },
    body: new URLSearchParams({ revision: String(revision) }),
  });
  if (response.ok) return;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail || `The server answered ${response.status}.`);
}
