// Search: the server finds, also among rows that the tree has not loaded.
import { fragment, swap } from "./fragment.js";

/**
 * @param {HTMLFormElement} form
 * @param {(id: string) => void} select
 */
export function makeSearch(form, select) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  /** @type {AbortController | undefined} */ let pending;
  let timer = 0;

  const find = async () => {
    pending?.abort();
    pending = new AbortController();
    const url = new URL(form.action);
    if (input.value.trim()) url.searchParams.set("q", input.value.trim());
    try {
      swap(await fragment(url, "search", pending.signal), "results");
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError") throw error;
    }
  };
  const links = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#results a")]);
  const clear = () => {
    input.value = "";
    find();
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, 120);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    await find();
    links()[0]?.click();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") links()[0]?.focus(), event.preventDefault();
    else if (event.key === "Escape") (input.value ? clear() : input.blur()), event.stopPropagation();
  });
  document.getElementById("tree-pane")?.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("#results a"));
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    for (const other of links()) other.classList.toggle("selected", other === link);
    select(link.dataset.id ?? "");
  });
  document.getElementById("tree-pane")?.addEventListener("keydown", (event) => {
    const at = links().indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    if (event.key === "ArrowDown") links()[at + 1]?.focus();
    else if (event.key === "ArrowUp") (links()[at - 1] ?? input).focus();
    else if (event.key === "Escape") clear(), input.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
