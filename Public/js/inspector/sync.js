// Follows what others do to the dump: other windows, scripts, other people.
import { listen } from "../live.js";
import { announce, toast } from "../toast.js";

/** @typedef {import("./model.js").ViewModel} ViewModel */
/** @typedef {import("./edits.js").Edits} Edits */
/** @typedef {{ type: string, revision?: number, changed?: number[], truncated?: boolean }} Change */

/** More views than this are read with all the others. */
const LISTED = 1_000;

/**
 * @param {string} dump its id
 * @param {ViewModel} model
 * @param {Edits} edits
 */
export function follow(dump, model, edits) {
  /** @type {Change | null} */ let latest = null;
  let busy = false;

  const catchUp = async () => {
    if (busy) return;
    busy = true;
    while (latest) {
      // An edit of this window may be what is told.
      await edits.settled();
      const change = /** @type {Change} */ (latest);
      latest = null;
      if ((change.revision ?? 0) <= model.revision) continue;
      try {
        if (!await readChanged(change)) await edits.reload();
        await edits.readHistory();
        announce("The dump was edited elsewhere and is up to date");
      } catch {
        toast("The dump was edited elsewhere. Reload the page to see it.");
      }
    }
    busy = false;
  };

  /**
   * Reads only the views that changed; false when that is not enough.
   * @param {Change} change
   */
  async function readChanged({ revision = 0, changed = [], truncated }) {
    if (truncated || !changed.length || changed.length > LISTED || revision !== model.revision + 1) return false;
    const answer = await fetch(`${model.base}/edits/${revision}/views?limit=${LISTED}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return false;
    const { views } = await answer.json();
    // Views that are not among the answers are gone.
    if (views.length !== changed.length || !views.every((/** @type {any} */ view) => fits(model, view))) return false;
    model.update(views, revision);
    return true;
  }

  listen({ dump }, (change) => {
    if (change.type === "gone") return toast("This dump was removed.");
    if (change.type !== "edit") return;
    const truncated = Boolean(change.truncated || latest);
    latest = { ...change, truncated };
    catchUp();
  });
}

/**
 * Whether a view stands in the tree where the model has it.
 * @param {ViewModel} model
 * @param {any} view
 */
function fits(model, view) {
  const i = model.indexOf(view.id);
  if (i < 0) return false;
  const parent = model.parent(i);
  if ((parent < 0 ? null : model.id(parent)) !== view.superview) return false;
  const children = model.children(i);
  return children.length === view.subviews.length && children.every((child, at) => model.id(child) === view.subviews[at]);
}
