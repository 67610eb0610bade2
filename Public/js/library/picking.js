// Picking dumps or apps and deleting them together, after one question.
import { toast } from "../toast.js";

/**
 * @param {string} id of the form that lists them: its data tell what they are and where they are deleted
 * @param {() => Promise<unknown>} refresh brings the lists up to date
 */
export function makePicking(id, refresh) {
  const ask = /** @type {HTMLDialogElement} */ (document.getElementById("ask"));
  /**
   * The box that was ticked last: Shift ticks all up to the next one.
   * @type {HTMLInputElement | null}
   */
  let last = null;

  const form = () => /** @type {HTMLFormElement | null} */ (document.getElementById(id));
  const boxes = () => /** @type {HTMLInputElement[]} */ ([...(form()?.querySelectorAll(".pick") ?? [])]);
  const picked = () => boxes().filter(({ checked }) => checked);
  /** @param {number} count */
  const counted = (count) => `${count} ${form()?.dataset.noun}${count === 1 ? "" : "s"}`;

  const show = () => {
    const count = picked().length;
    const bar = form()?.querySelector(".picked");
    form()?.classList.toggle("picking", count > 0);
    if (!bar) return;
    bar.classList.toggle("shown", count > 0);
    const label = bar.querySelector(".picked-count");
    if (label) label.textContent = `${counted(count)} selected`;
  };
  const unpick = () => {
    for (const box of picked()) box.checked = false;
    show();
  };

  /** @param {HTMLInputElement[]} chosen */
  const remove = async (chosen) => {
    const names = chosen.map((box) => box.getAttribute("aria-label")?.replace("Select ", "") ?? "");
    const title = /** @type {HTMLElement} */ (document.getElementById("ask-title"));
    const text = /** @type {HTMLElement} */ (document.getElementById("ask-text"));
    title.textContent = chosen.length === 1 ? `Delete “${names[0]}”?` : `Delete ${counted(chosen.length)}?`;
    text.textContent = `${form()?.dataset.after ?? ""} This cannot be taken back.`;
    ask.returnValue = "";
    ask.showModal();
    await new Promise((resolve) => ask.addEventListener("close", resolve, { once: true }));
    if (ask.returnValue !== "yes") return;
    const base = form()?.dataset.api ?? "";
    const answers = await Promise.all(chosen.map(({ value }) => fetch(`${base}/${encodeURIComponent(value)}`, { method: "DELETE" }).catch(() => null)));
    const kept = answers.filter((answer) => !answer?.ok).length;
    toast(kept ? `${kept} of ${chosen.length} could not be deleted.` : chosen.length === 1 ? "Deleted" : `${counted(chosen.length)} deleted`);
    await refresh();
  };

  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!form()?.contains(target)) return;
    if (target.closest("[data-unpick]")) return unpick();
    const box = /** @type {HTMLInputElement | null} */ (target.closest("input.pick"));
    if (!box) return;
    if (event.shiftKey && last) {
      const all = boxes();
      const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
      if (from >= 0) for (const between of all.slice(from, to + 1)) between.checked = box.checked;
    }
    last = box;
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !ask.open && picked().length) unpick();
  });
  document.addEventListener("submit", (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    if (picked().length) remove(picked());
  });
  document.addEventListener("library-changed", show);
  show();
}
