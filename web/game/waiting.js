// Waits until somebody accepts the challenge of this page, and goes to the game then.

import { listen } from "../home/lobby.js";

const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
link?.addEventListener("focus", () => link.select());
const copy = document.getElementById("copy");
copy?.addEventListener("click", () => {
  link?.select();
  // Without TLS browsers have no clipboard for pages: then it is selected, at least.
  navigator.clipboard?.writeText(link?.value ?? "").then(() => (copy.textContent = copy.dataset.done ?? ""));
});
const id = location.pathname.split("/").pop();

// Whatever has changed, the challenge itself says what became of it.
listen(async () => {
  const response = await fetch(`/api/v1/challenges/${id}`);
  if (!response.ok) return;
  const challenge = await response.json();
  if (challenge.game) location.assign(`/games/${challenge.game}`);
});
