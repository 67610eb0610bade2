// Files that are dropped on a dump that is open: a picture becomes its screenshot, a text says more of its views.
import { APIError, messageOf, request, showFailure } from "../core/api.js";
import { commands } from "../core/commands.js";
import { isPicture, takeDrops } from "../core/drop.js";
import { toast } from "../core/ui.js";

/**
 * @param {string} base the address of the dump in the API
 */
export function makeAttaching(base) {
  /**
   * @param {File} file
   * @returns {Promise<void>}
   */
  const attach = async (file) => {
    const [method, address] = isPicture(file) ? ["PUT", `${base}/screenshot`] : ["POST", `${base}/companions`];
    try {
      await request(address, { method, body: file, headers: { "Content-Type": file.type || "text/plain" } });
      toast(isPicture(file) ? "Screenshot added" : "Related file added");
      location.reload();
    } catch (error) {
      if (!(error instanceof APIError) || error.isUnanswered || isPicture(file)) return showFailure(error, () => attach(file));
      toast(messageOf(error), { isFailure: true, label: "Open as a new dump", run: () => open(file) });
    }
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
  takeDrops("Drop a screenshot or a related file", ({ files }) => {
    if (files.length === 1) attach(files[0]);
    else if (files.length) toast("Drop one file at a time on an open dump.", { isFailure: true });
  });
  commands.register({
    id: "dump.attach", group: "Inspector", title: "Add a screenshot or a related file…", icon: "upload",
    run: () => {
      const field = Object.assign(document.createElement("input"), { type: "file" });
      field.addEventListener("change", () => field.files?.length && attach(field.files[0]));
      field.click();
    },
  });
}
