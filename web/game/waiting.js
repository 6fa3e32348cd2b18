// Waits until the challenge of this page is accepted, then opens the game.

import { subscribe } from "../reconnect.js";

const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
link?.addEventListener("focus", () => link.select());
const copy = document.getElementById("copy");
copy?.addEventListener("click", () => {
  link?.select();
  // Without TLS there is no clipboard; the link is selected at least.
  navigator.clipboard?.writeText(link?.value ?? "").then(() => (copy.textContent = copy.dataset.done ?? ""));
});
const id = location.pathname.split("/").pop();

// The lobby does not report which challenge has changed.
subscribe("/ws/lobby", async () => {
  const response = await fetch(`/api/v1/challenges/${id}`);
  if (!response.ok) return;
  const challenge = await response.json();
  if (challenge.game) location.assign(`/games/${challenge.game}`);
}, { whileHidden: true });
