// The server's panel for what is selected before the views are there.
import { fragment, swap } from "../fragment.js";
import { toast } from "../toast.js";

/**
 * @param {import("./state.js").InspectorState} state
 * @param {Promise<unknown>} loading
 * @param {() => void} adopt told of each panel that came
 */
export function servePanel(state, loading, adopt) {
  const ended = new AbortController();
  /** @type {AbortController | undefined} */ let asked;
  const refresh = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const page = await fragment(state.address(), "selection", /** @type {any} */ (AbortSignal).any([asked.signal, ended.signal]));
      swap(page, "panel", "superviews");
      adopt();
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError") toast(/** @type {Error} */ (error).message);
    }
  };
  state.addEventListener("change", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.keys.has("selection")) refresh();
  }, { signal: ended.signal });
  // When they cannot be loaded, the server goes on telling.
  loading.then(() => ended.abort(), () => {});
}
