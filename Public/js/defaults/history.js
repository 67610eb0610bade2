// History: undoes in place, and follows what others change.
import { fragment, swap } from "../fragment.js";
import { listen } from "../live.js";
import { announce, toast } from "../toast.js";
import { undo } from "./undo.js";

/** @param {HTMLElement} body `#history-body` */
export function followHistory(body) {
  const domain = body.dataset.domain ?? "";
  const refresh = async () => {
    const focused = document.activeElement?.closest(".revision")?.id;
    swap(await fragment(location.href, "history"), "history-body");
    if (focused) /** @type {HTMLElement | null} */ (document.getElementById(focused)?.querySelector("button"))?.focus();
  };
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-undo]")) return;
    event.preventDefault();
    const revision = Number(new FormData(form).get("revision"));
    undo(domain, revision).then(refresh).then(() => toast(`Revision ${revision} undone`), (error) => toast(error.message));
  });
  listen({ domain }, ({ revision }) => {
    if (String(revision) === document.getElementById("history-body")?.dataset.revision) return;
    refresh().then(() => announce("Updated"), () => { /* The next event tries again. */ });
  });
}
