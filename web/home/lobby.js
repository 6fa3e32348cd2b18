// Updates of the lobby.

/**
 * Calls a function whenever the lobby has changed. Reconnects if the connection is lost.
 * @param {() => void} changed
 */
export function watchLobby(changed) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws/lobby`);
  socket.addEventListener("message", changed);
  socket.addEventListener("close", () => setTimeout(() => watchLobby(changed), 1000));
}
