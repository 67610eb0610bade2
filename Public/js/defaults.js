// Domains of defaults: the editor changes in place what its forms ask for; history undoes without a new page.
import { commands } from "./commands.js";
import { DomainEditor } from "./defaults/editor.js";
import { markErrors } from "./defaults/errors.js";
import { followHistory } from "./defaults/history.js";

const body = document.getElementById("domain-body");
const history = document.getElementById("history-body");

const search = () => /** @type {HTMLInputElement | null} */ (document.querySelector("input[type=search]"));
commands.register({ id: "defaults.search", group: "Defaults", title: "Filter keys and values", keys: ["/"], icon: "search", when: () => Boolean(search()), run: () => search()?.select() });

if (body) {
  const editor = new DomainEditor(body);
  commands.register(
    { id: "defaults.add", group: "Defaults", title: "Add a key", keys: ["N"], icon: "plus", run: () => document.getElementById("add-key")?.click() },
    { id: "defaults.history", group: "Defaults", title: "Show the history of the domain", keys: ["H"], icon: "history", run: () => location.assign(body.dataset.history ?? "") },
    { id: "defaults.undo", group: "Defaults", title: "Undo the last change of this window", keys: ["Mod+Z"], icon: "undo", when: () => editor.canUndo, run: () => editor.undo() },
  );
}
if (history) followHistory(history);
markErrors(document);
