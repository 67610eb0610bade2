// The layers above and below what a domain stores: they change without a new revision.

/**
 * Whether the layers are others than those that a page shows.
 * @param {string} domain
 * @param {string | undefined} version of the layers that the page shows
 */
export async function haveMoved(domain, version) {
  const response = await fetch(`/api/v1/defaults/${encodeURIComponent(domain)}/layers`, { headers: { Accept: "application/json" } });
  return response.ok && String((await response.json()).version) !== version;
}
