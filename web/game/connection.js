// The connection to a game: it comes back by itself after the last event seen, and sends again what was not acknowledged.

/**
 * @typedef {object} Listener
 * @property {(game: any) => void} state       How the game stands.
 * @property {(event: any) => void} event      Something happened.
 * @property {(present: any) => void} present   Who is here.
 * @property {(error: {code: string, message: string}) => void} refused
 * @property {(state: "connected" | "lost" | "over") => void} connection
 */

export class Connection {
  #after = 0;
  #delay = 250;
  /** What is sent and not acknowledged. @type {Map<string, object>} */
  #open = new Map();
  /** @type {WebSocket | null} */
  #socket = null;

  /**
   * @param {string} game
   * @param {Listener} listener
   */
  constructor(game, listener) {
    this.game = game;
    this.listener = listener;
    this.#connect();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(
      `${scheme}//${location.host}/ws/games/${this.game}?state=true&after=${this.#after}&language=${document.documentElement.lang}`,
    );
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#delay = 250;
      this.listener.connection("connected");
      // The same command may be sent twice; it is done once.
      for (const [id, request] of this.#open) this.#send(id, request);
    });
    socket.addEventListener("message", (message) => this.#heard(JSON.parse(message.data)));
    socket.addEventListener("close", (closed) => {
      if (closed.code === 4401) {
        this.listener.connection("over");
        return;
      }
      this.listener.connection("lost");
      setTimeout(() => this.#connect(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 5000);
    });
  }

  /** @param {any} told */
  #heard(told) {
    if (told.type === "event") {
      this.#after = told.seq;
      this.listener.event(told);
    } else if (told.type === "state") {
      this.#after = Math.max(this.#after, told.game.seq);
      this.listener.state(told.game);
    } else if (told.type === "present") {
      this.listener.present(told);
    } else if (told.type === "done") {
      this.#open.delete(told.id);
    } else if (told.type === "refused") {
      this.#open.delete(told.id);
      this.listener.refused(told.error);
    }
  }

  /**
   * @param {string} id
   * @param {object} request
   */
  #send(id, request) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: "command", id, request }));
    }
  }

  /**
   * Asks for something.
   * @param {object} request
   */
  ask(request) {
    // A phone in the house reaches the site without TLS, where browsers make no ids of their own.
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#open.set(id, request);
    this.#send(id, request);
  }
}
