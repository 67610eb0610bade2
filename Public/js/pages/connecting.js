// The field of the library that connects to a device: what goes wrong is said beside it.
import { messageOf, sendJSON } from "../core/api.js";

document.getElementById("live-begin")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target), data = new FormData(form);
  const error = /** @type {HTMLElement} */ (document.getElementById("live-error"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  error.textContent = "";
  button.disabled = true;
  try {
    const session = data.get("session");
    const live = await sendJSON("POST", "/api/v1/live", { url: data.get("url"), ...(session && { session }) }, { timeout: 130_000 });
    location.assign(`/live/${live.id}`);
  } catch (failure) {
    error.textContent = messageOf(failure);
  } finally {
    button.disabled = false;
  }
});
