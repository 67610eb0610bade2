// Shows where a text goes wrong: the line itself under the message, and the caret at the place.

/**
 * @param {ParentNode} root
 */
export function markErrors(root) {
  for (const area of /** @type {NodeListOf<HTMLTextAreaElement>} */ (root.querySelectorAll("textarea[data-line]"))) {
    const line = Number(area.dataset.line), column = Number(area.dataset.column ?? 1);
    const lines = area.value.split("\n");
    const text = lines[line - 1];
    if (text === undefined) continue;
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    // The column counts bytes; the caret counts UTF-16 units.
    const units = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, column - 1)).length;
    area.focus();
    area.setSelectionRange(start + units, Math.min(start + units + 1, area.value.length));
    const box = area.form?.querySelector(".editor-error");
    if (!box || box.querySelector(".spot")) continue;
    const from = Math.max(0, units - 40);
    const spot = document.createElement("pre");
    spot.className = "spot code";
    spot.textContent = `${text.slice(from, units + 40)}\n${" ".repeat(units - from)}^`;
    box.append(spot);
  }
}
