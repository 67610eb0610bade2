// Brings the list of dumps up to date without a new page.
import { parse } from "../fragment.js";

/** Fetches this page again and takes its list of dumps. */
export async function fragmentOf() {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (!response.ok) return location.reload();
  const next = parse(await response.text()).getElementById("dumps-section");
  const old = document.getElementById("dumps-section");
  if (!next || !old) return location.reload();
  old.replaceWith(document.adoptNode(next));
  document.dispatchEvent(new CustomEvent("dumps-changed"));
}
