// Brings the lists of apps and dumps up to date without a new page.
import { parse } from "../fragment.js";

/** Fetches this page again and takes its lists. */
export async function fragmentOf() {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok) return location.reload();
  const next = parse(await response.text());
  for (const id of ["apps-section", "dumps-section"]) {
    const [fresh, old] = [next.getElementById(id), document.getElementById(id)];
    if (!fresh || !old) return location.reload();
    old.replaceWith(document.adoptNode(fresh));
  }
  document.dispatchEvent(new CustomEvent("library-changed"));
}
