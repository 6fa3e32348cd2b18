// Live connections that are opened again when they are lost.

/** The first delay before reconnecting and the maximum, in milliseconds; it doubles with each attempt. */
const [FIRST_DELAY, MAX_DELAY] = [250, 10_000];

/** The delays between attempts to connect. They vary at random, so that the pages of a restarted site come back one by one. */
export class Backoff {
  #delay = FIRST_DELAY;

  /** Returns the delay before the next attempt, in milliseconds. */
  next() {
    const delay = this.#delay * (0.5 + Math.random());
    this.#delay = Math.min(this.#delay * 2, MAX_DELAY);
    return delay;
  }

  /** Starts with the first delay again, after a successful attempt. */
  reset() {
    this.#delay = FIRST_DELAY;
  }
}

/**
 * Opens a WebSocket of this site, in the language of the page.
 * @param {string} path
 */
export function openSocket(path) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const separator = path.includes("?") ? "&" : "?";
  return new WebSocket(`${scheme}//${location.host}${path}${separator}language=${document.documentElement.lang}`);
}

/**
 * Receives the messages of a WebSocket until the page is left.
 * @param {string} path
 * @param {(message: any) => void} receive
 * @param {{whileHidden: boolean}} options  Whether to stay connected while the page is hidden.
 */
export function subscribe(path, receive, { whileHidden }) {
  const backoff = new Backoff();
  /** @type {WebSocket | null} */
  let socket = null;
  let timer = 0;
  function connect() {
    clearTimeout(timer);
    if (socket !== null || (document.hidden && !whileHidden)) return;
    const opened = (socket = openSocket(path));
    opened.addEventListener("message", ({ data }) => {
      backoff.reset();
      if (opened === socket) receive(JSON.parse(data));
    });
    opened.addEventListener("close", () => {
      if (opened !== socket) return;
      socket = null;
      timer = setTimeout(connect, backoff.next());
    });
  }
  function disconnect() {
    const opened = socket;
    socket = null;
    opened?.close();
  }
  connect();
  document.addEventListener("visibilitychange", () => (document.hidden && !whileHidden ? disconnect() : connect()));
  // A page that is restored from the history has lost its connection.
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
}
