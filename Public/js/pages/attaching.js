// Files that are dropped on a dump that is open: a picture becomes its screenshot, a text says more of its views.
import { APIError, messageOf, request, showFailure } from "../core/api.js";
import { commands } from "../core/commands.js";
import { h } from "../core/dom.js";
import { filesOf, isPicture, pathOf, takeDrops } from "../core/drop.js";
import { toast } from "../core/ui.js";
import { sendScreenshot } from "./screenshots.js";

/**
 * @param {string} base the address of the dump in the API
 */
export function makeAttaching(base) {
  /**
   * @param {File} file
   * @param {string} [language] of a table of texts whose name does not say it
   * @returns {Promise<boolean>} whether it is there
   */
  const attach = async (file, language = "") => {
    const address = new URL(`${base}/companions`, location.href);
    address.searchParams.set("filename", pathOf(file));
    if (language) address.searchParams.set("language", language);
    try {
      if (isPicture(file)) return await sendScreenshot(base, file);
      await request(address, { method: "POST", body: file, headers: { "Content-Type": file.type || "text/plain" } });
      return true;
    } catch (error) {
      if (error instanceof APIError && error.problem?.type?.endsWith("/needs-language")) {
        const chosen = await askLanguage(file.name, language);
        return chosen ? attach(file, chosen) : false;
      }
      const again = () => attachAll([file]);
      if (!(error instanceof APIError) || error.isUnanswered || isPicture(file)) showFailure(error, again);
      else toast(messageOf(error), { isFailure: true, label: "Open as a new dump", run: () => open(file) });
      return false;
    }
  };
  /**
   * Adds files one after the other, and shows the dump with them.
   * @param {File[]} files
   */
  const attachAll = async (files) => {
    let added = 0;
    for (const file of files) added += await attach(file) ? 1 : 0;
    if (!added) return;
    toast(files.length > 1 ? `${added} of ${files.length} files added` : isPicture(files[0]) ? "Screenshot added" : "Related file added");
    // What went wrong with the others can be read before the page shows the new ones.
    if (added === files.length) location.reload();
  };
  /**
   * @param {File} file
   * @returns {Promise<void>}
   */
  const open = async (file) => {
    try {
      const address = new URL(base.replace(/\/[^/]*$/, ""), location.href);
      address.searchParams.set("filename", file.name);
      const answer = await (await request(address, { method: "POST", body: file })).json();
      location.assign(answer.conflicts ? "/explain" : `/dumps/${encodeURIComponent(answer.id)}`);
    } catch (error) {
      showFailure(error, () => open(file));
    }
  };
  takeDrops("Drop a screenshot or related files", async (data) => {
    try {
      const { files } = await filesOf(data);
      if (files.length) await attachAll(files);
    } catch (error) {
      toast(messageOf(error), { isFailure: true });
    }
  });
  commands.register({
    id: "dump.attach", group: "Inspector", title: "Add a screenshot or related files…", icon: "upload",
    run: () => {
      const field = Object.assign(document.createElement("input"), { type: "file", multiple: true });
      field.addEventListener("change", () => field.files?.length && attachAll([...field.files]));
      field.click();
    },
  });
}

/**
 * Asks in which language a table of texts is.
 * @param {string} name of its file
 * @param {string} former
 * @returns {Promise<string>} empty where nobody says
 */
async function askLanguage(name, former) {
  const field = h("input", { type: "text", value: former, maxlength: "40", placeholder: "fr, pt-BR …", required: "", autocomplete: "off",
    spellcheck: "false", "aria-labelledby": "language-title", list: "language-known" });
  const known = ["ar", "de", "en", "es", "fr", "he", "it", "ja", "ko", "nl", "pl", "pt-BR", "ru", "sv", "tr", "uk", "zh-Hans", "zh-Hant"];
  const dialog = h("dialog", { class: "ask", "aria-labelledby": "language-title" },
    h("form", { method: "dialog" },
      h("h2", { id: "language-title" }, "Which language?"),
      h("p", { class: "dim" }, `The name “${name}” does not say in which language its texts are.`),
      h("p", {}, field, h("datalist", { id: "language-known" }, ...known.map((each) => h("option", { value: each })))),
      h("p", { class: "ways" },
        h("button", { class: "button primary", value: "yes" }, "Add"),
        h("button", { class: "button", value: "no", formnovalidate: "" }, "Cancel"))));
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.remove();
  return dialog.returnValue === "yes" ? field.value.trim() : "";
}
