// Waits until the challenge of this page is accepted, then opens the game.

import { Backoff, subscribe } from "../reconnect.js";

const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
link?.addEventListener("focus", () => link.select());
const copy = document.getElementById("copy");
copy?.addEventListener("click", () => {
  link?.select();
  // Without TLS there is no clipboard; the link is selected at least.
  navigator.clipboard?.writeText(link?.value ?? "").then(() => (copy.textContent = copy.dataset.done ?? ""));
});
const id = location.pathname.split("/").pop();
const backoff = new Backoff();
let isOpen = true;

/** Opens the game of the challenge, if it was accepted. */
async function openGame() {
  const response = await fetch(`/api/v1/challenges/${id}`).catch(() => null);
  if (response === null || response.status === 429 || response.status >= 500) {
    setTimeout(openGame, backoff.next());
  } else if (response.ok) {
    const { game } = await response.json();
    if (game) location.assign(`/games/${game}`);
  }
}

// The challenges of the viewer include this one while it is open. Changes of other challenges need no request.
subscribe("/ws/lobby", ({ challenges }) => {
  if (!isOpen || challenges.some((/** @type {{id: string}} */ challenge) => challenge.id === id)) return;
  isOpen = false;
  openGame();
}, { whileHidden: true });
