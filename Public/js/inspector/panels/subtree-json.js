// A view with everything in it, as an edit inserts it.
import { answer } from "../answer.js";

/** @typedef {import("../model.js").ViewModel} ViewModel */

/** More views than this are not copied in one go. */
const MOST = 2_000;
const KEPT = [
  "class", "frame", "bounds", "center", "transform", "alpha", "hidden", "opaque", "clipsToBounds", "userInteractionEnabled", "autoresizesSubviews",
  "autoresizingMask", "contentMode", "tag", "text", "identifier", "label", "value", "contentOffset", "contentSize", "attributes",
];

/**
 * The views below one, nested as Vitrine's format nests them. Addresses and controllers stay with the original.
 * @param {ViewModel} model @param {number} id
 */
export async function subtreeJSON(model, id) {
  const i = model.indexOf(id);
  if (model.end(i) - i > MOST) throw new Error(`There are more than ${MOST.toLocaleString("en")} views in it: too many to copy in one go.`);
  const { views } = await answer(`${model.base}/views?root=${id}&limit=${MOST}`);
  /** @type {Map<number, any>} */ const copies = new Map();
  for (const view of views) {
    /** @type {Record<string, any>} */ const copy = { subviews: [] };
    for (const name of KEPT) if (view[name] !== null && view[name] !== undefined) copy[name] = view[name];
    copies.set(view.id, copy);
    if (view.id !== id) copies.get(view.superview)?.subviews.push(copy);
  }
  return copies.get(id);
}
