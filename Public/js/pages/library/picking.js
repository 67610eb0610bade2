// Picking dumps or apps: deleting, naming, tagging and moving those that are picked.
import { sendJSON, showFailure } from "../../core/api.js";
import { toast } from "../../core/ui.js";

/**
 * @param {string} id of the form that lists them: its data tell what they are and where they are deleted
 * @param {() => Promise<void>} refresh fetches the lists again
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
    const rename = /** @type {HTMLElement | null} */ (bar.querySelector("[data-rename]"));
    if (rename) rename.hidden = count !== 1;
    // Each way to compare says how many it takes.
    for (const compare of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-compare]"))) {
      const [least, most] = (compare.dataset.compare ?? "").split(" ").map(Number);
      compare.hidden = count < least || count > most;
    }
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
    text.textContent = `${form()?.dataset.after ?? ""} This can’t be undone.`;
    ask.returnValue = "";
    ask.showModal();
    await new Promise((resolve) => ask.addEventListener("close", resolve, { once: true }));
    if (ask.returnValue !== "yes") return;
    await send(chosen.map(({ value }) => value));
  };

  /** @param {string[]} ids */
  const send = async (ids) => {
    const base = form()?.dataset.api ?? "";
    const answers = await Promise.allSettled(ids.map((each) => sendJSON("DELETE", `${base}/${encodeURIComponent(each)}`)));
    const kept = ids.filter((_, at) => answers[at].status === "rejected");
    if (kept.length) showFailure(new Error(`${kept.length} of ${ids.length} couldn’t be deleted.`), () => send(kept));
    else toast(ids.length === 1 ? "Deleted" : `${counted(ids.length)} deleted`);
    await refresh();
  };

  /** Asks for another name of the one that is picked. */
  const rename = async () => {
    const [box] = picked();
    const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("rename"));
    const field = dialog?.querySelector("input");
    if (!box || !dialog || !field) return;
    field.value = box.getAttribute("aria-label")?.replace("Select ", "") ?? "";
    dialog.returnValue = "";
    dialog.showModal();
    field.select();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    const name = field.value.trim();
    if (dialog.returnValue === "yes" && name) await give(box.value, name);
  };
  /**
   * @param {string} id
   * @param {string} name
   */
  const give = async (id, name) => {
    try {
      await sendJSON("PATCH", `${form()?.dataset.api}/${encodeURIComponent(id)}`, { name });
      toast(`Renamed to “${name}”`);
      await refresh();
    } catch (error) {
      showFailure(error, () => give(id, name));
    }
  };

  /** Asks for the tags of those that are picked; the field has those that all of them have. */
  const tag = async () => {
    const chosen = picked(), ids = chosen.map(({ value }) => value);
    const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("tag"));
    const field = dialog?.querySelector("input");
    if (!ids.length || !dialog || !field) return;
    const lists = chosen.map((box) => [...(box.closest("li")?.querySelectorAll(".dump-tags .tag:not(.folder)") ?? [])].map((each) => each.textContent ?? ""));
    const common = lists[0].filter((each) => lists.every((list) => list.includes(each)));
    field.value = common.join(", ");
    dialog.returnValue = "";
    dialog.showModal();
    field.select();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    if (dialog.returnValue !== "yes") return;
    const wanted = field.value.split(",").map((each) => each.trim()).filter(Boolean);
    // What only some of them have stays with those.
    await setTags(ids.map((each, at) => ({ id: each, tags: [...new Set([...lists[at].filter((own) => !common.includes(own)), ...wanted])] })));
  };
  /** @param {{ id: string, tags: string[] }[]} all */
  const setTags = async (all) => {
    const base = form()?.dataset.api ?? "";
    try {
      await Promise.all(all.map(({ id, tags }) => sendJSON("PATCH", `${base}/${encodeURIComponent(id)}`, { tags })));
      toast("Tags set");
      await refresh();
    } catch (error) {
      showFailure(error, () => setTags(all));
    }
  };

  /** Asks in which folder those that are picked shall lie; the field has the one in which all of them do. */
  const move = async () => {
    const chosen = picked();
    const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("move"));
    const field = dialog?.querySelector("input");
    if (!chosen.length || !dialog || !field) return;
    const folders = new Set(chosen.map((box) => box.closest("li")?.querySelector(".folder")?.textContent?.trim() ?? ""));
    field.value = folders.size === 1 ? [...folders][0] : "";
    dialog.returnValue = "";
    dialog.showModal();
    field.select();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    if (dialog.returnValue === "yes") await moveTo(chosen.map(({ value }) => value), field.value.trim());
  };
  /**
   * @param {string[]} ids
   * @param {string} folder empty for none
   */
  const moveTo = async (ids, folder) => {
    const base = form()?.dataset.api ?? "";
    try {
      await Promise.all(ids.map((id) => sendJSON("PATCH", `${base}/${encodeURIComponent(id)}`, { folder: folder || null })));
      toast(folder ? `Moved to “${folder}”` : "Taken out of the folder");
      await refresh();
    } catch (error) {
      showFailure(error, () => moveTo(ids, folder));
    }
  };

  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!form()?.contains(target)) return;
    if (target.closest("[data-unpick]")) return unpick();
    if (target.closest("[data-rename]")) return void rename();
    if (target.closest("[data-move]")) return void move();
    if (target.closest("[data-tag]")) return void tag();
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
    if (event.key === "Escape" && !document.querySelector("dialog[open]") && picked().length) unpick();
  });
  document.addEventListener("submit", (event) => {
    if (event.target !== form() || event.submitter?.hasAttribute("data-compare")) return;
    event.preventDefault();
    if (picked().length) remove(picked());
  });
  document.addEventListener("library-changed", show);
  show();
}
