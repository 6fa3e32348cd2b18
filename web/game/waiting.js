// Waits until somebody accepts the challenge of this page, and goes to the game then.

const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
link?.addEventListener("focus", () => link.select());
const id = location.pathname.split("/").pop();

function listen() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws/lobby`);
  // Whatever has changed, the challenge itself says what became of it.
  socket.addEventListener("message", async () => {
    const response = await fetch(`/api/v1/challenges/${id}`);
    if (!response.ok) return;
    const challenge = await response.json();
    if (challenge.game) location.assign(`/games/${challenge.game}`);
  });
  socket.addEventListener("close", () => setTimeout(listen, 1000));
}
listen();
