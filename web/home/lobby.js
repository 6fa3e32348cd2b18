// The lobby, as it is heard.

/**
 * Calls back whenever something has changed; comes back by itself when the connection is lost.
 * @param {() => void} changed
 */
export function listen(changed) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws/lobby`);
  socket.addEventListener("message", changed);
  socket.addEventListener("close", () => setTimeout(() => listen(changed), 1000));
}
