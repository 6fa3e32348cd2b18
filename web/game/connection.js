// The connection to a game: it reconnects after the last event received, and resends the commands that were not answered.

/** The first delay before reconnecting, in milliseconds; it doubles with each try, up to the longest. */
const [FIRST_DELAY, LONGEST_DELAY] = [250, 10_000];
/** A server that has not answered for so many milliseconds is taken for unreachable. */
const PATIENCE = 10_000;
/** After so many milliseconds of silence the server is asked whether it is there. */
const SILENCE = 20_000;
/** Close codes of the server: the message was too long, and the session has ended. */
const [TOO_LONG, SIGNED_OUT] = [1009, 4401];

/** @typedef {import("../board/choosing.js").Move} Move */

/**
 * @typedef {object} Command  A command that the server has not answered.
 * @property {string} id
 * @property {any} request
 * @property {string} text  What the page calls it.
 * @property {{moves: number, fen: string, by: string} | null} place  For a move: where the game stood when it was made.
 * @property {Move | null} move  The move, if the board can show it.
 * @property {boolean} delayed  Did it have to wait for a connection?
 * @property {boolean} sent     Was it sent on the present connection?
 * @property {boolean} resend   May it be sent again? Not after a refusal that may have meant it.
 * @property {number | null} seq  The event with which a move was done; it stays here until the state has that event.
 */

/** @typedef {"moved-on" | "signed-out" | "too-long" | "unanswered"} DropReason */

/**
 * @typedef {object} Status
 * @property {"connecting" | "connected" | "lost" | "signed-out"} state
 * @property {number} retryAt  When the next try is due, on the clock of `performance.now`.
 */

/**
 * @typedef {object} Listener
 * @property {(game: any) => void} state
 * @property {(event: any) => void} event
 * @property {(present: any) => void} present
 * @property {(error: {code: string, message: string}, command: Command | null) => void} refused  Without a command: nobody knows which.
 * @property {(command: Command, why: DropReason) => void} dropped  A command is not sent any more.
 * @property {() => void} changed  The status or the open commands have changed.
 */

export class Connection {
  /** @type {Status} */
  status = { state: "connecting", retryAt: 0 };
  #after = 0;
  #delay = FIRST_DELAY;
  /** @type {Map<string, Command>} */
  #open = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;
  #isPinged = false;
  /** When the server was last heard, and last asked for something. */
  #heardAt = 0;
  #askedAt = 0;
  /** Refusals that name no command, on the present connection. @type {{code: string, message: string}[]} */
  #unnamed = [];

  /**
   * @param {string} game
   * @param {Listener} listener
   */
  constructor(game, listener) {
    this.game = game;
    this.listener = listener;
    addEventListener("online", () => this.reconnect());
    addEventListener("offline", () => this.#lose(0));
    document.addEventListener("visibilitychange", () => !document.hidden && this.reconnect());
    // A page that is left must not report a lost connection; one that is shown again from the cache reconnects.
    addEventListener("pagehide", () => this.#abandon());
    addEventListener("pageshow", (event) => event.persisted && this.#connect());
  }

  /** Connects for the first time. */
  start() {
    setInterval(() => this.#checkAlive(), 1000);
    this.#connect();
  }

  /** The commands that are not answered, in the order in which they were made. */
  get open() {
    return [...this.#open.values()];
  }

  get isConnected() {
    return this.status.state === "connected";
  }

  /** Tries at once, if the connection is lost. */
  reconnect() {
    if (this.status.state === "lost") this.#connect();
  }

  #connect() {
    this.#abandon();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(
      `${scheme}//${location.host}/ws/games/${this.game}?state=true&after=${this.#after}&language=${document.documentElement.lang}`,
    );
    this.#socket = socket;
    this.#askedAt = performance.now();
    socket.addEventListener("message", (message) => socket === this.#socket && this.#hear(JSON.parse(message.data)));
    socket.addEventListener("close", (closed) => socket === this.#socket && this.#lose(closed.code));
    this.#become("connecting");
  }

  /** Forgets the present connection: what it still says does not count. */
  #abandon() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /**
   * @param {Status["state"]} state
   * @param {number} [retryAt]
   */
  #become(state, retryAt = 0) {
    this.status = { state, retryAt };
    this.listener.changed();
  }

  /** @param {number} code */
  #lose(code) {
    if (this.status.state === "signed-out") return;
    this.#abandon();
    for (const command of this.open) {
      if (code === SIGNED_OUT) this.#drop(command, "signed-out");
      else if (command.sent && code === TOO_LONG) this.#drop(command, "too-long");
      else if (!command.resend) this.#drop(command, "unanswered");
      Object.assign(command, { sent: false, delayed: true });
    }
    [this.#unnamed, this.#isPinged] = [[], false];
    if (code === SIGNED_OUT) return this.#become("signed-out");
    this.#timer = setTimeout(() => this.#connect(), this.#delay);
    const retryAt = performance.now() + this.#delay;
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    this.#become("lost", retryAt);
  }

  /** A connection can be dead without being closed, on a phone that was asleep for example. */
  #checkAlive() {
    const now = performance.now();
    const unanswered = this.#askedAt > this.#heardAt;
    if (this.#socket === null) return;
    if (unanswered && now - this.#askedAt > PATIENCE) this.#lose(0);
    else if (this.isConnected && !unanswered && now - this.#heardAt > SILENCE) {
      this.#isPinged = true;
      this.#transmit({ type: "ping" });
    }
  }

  /** @param {any} message */
  #hear(message) {
    this.#heardAt = performance.now();
    if (message.type === "event") {
      this.#after = message.seq;
      this.listener.event(message);
    } else if (message.type === "state") this.#update(message.game);
    else if (message.type === "present") this.listener.present(message);
    else if (message.type === "pong") this.#isPinged = false;
    else if (message.type === "done") this.#finish(message);
    else if (message.type === "refused" && (message.id ?? null) === null) this.#refuseUnnamed(message.error);
    else if (message.type === "refused") this.#refuse(message.error, this.#open.get(message.id) ?? null);
    this.#matchUnnamed();
  }

  /** @param {any} game */
  #update(game) {
    this.#after = Math.max(this.#after, game.seq);
    for (const { id, seq } of this.open) if (seq !== null && seq <= game.seq) this.#open.delete(id);
    this.listener.state(game);
    if (this.isConnected) return;
    this.#delay = FIRST_DELAY;
    for (const command of this.open) this.#resend(command, game);
    this.#become("connected");
  }

  /**
   * Sends a command again, unless the game has gone on since it was made. The same command is done once, however often it is sent.
   * @param {Command} command
   * @param {any} game
   */
  #resend(command, game) {
    const { place } = command;
    if (place === null || (game.moves.length === place.moves && game.fen === place.fen)) return this.#send(command);
    // The move was made, and only the answer was lost.
    if (isMade(command, game.moves[place.moves])) this.#open.delete(command.id);
    else this.#drop(command, "moved-on");
  }

  /** @param {{id: string, seq: number}} done */
  #finish({ id, seq }) {
    const command = this.#open.get(id);
    if (command === undefined) return;
    // The state with the move in it comes after this.
    if (command.place !== null && this.#after < seq) command.seq = seq;
    else this.#open.delete(id);
    this.listener.changed();
  }

  /**
   * @param {{code: string, message: string}} error
   * @param {Command | null} command
   */
  #refuse(error, command) {
    if (command !== null) this.#open.delete(command.id);
    this.listener.refused(error, command);
    this.listener.changed();
  }

  /**
   * A refusal that names no command means one of those that were sent here. None of them is sent again.
   * @param {{code: string, message: string}} error
   */
  #refuseUnnamed(error) {
    // The server answers in order, and a ping is sent only while nothing else is unanswered.
    if (this.#isPinged) {
      this.#isPinged = false;
      return;
    }
    const unanswered = this.#unanswered();
    for (const command of unanswered) command.resend = false;
    if (unanswered.length > 0) this.#unnamed.push(error);
    if (unanswered.length !== this.#unnamed.length) this.listener.refused(error, null);
  }

  /** As many commands are unanswered as refusals named none: it was those. */
  #matchUnnamed() {
    const unanswered = this.#unanswered();
    if (this.#unnamed.length === 0 || unanswered.length > this.#unnamed.length) return;
    const errors = this.#unnamed;
    this.#unnamed = [];
    unanswered.forEach((command, i) => this.#refuse(errors[i], command));
  }

  #unanswered() {
    return this.open.filter((command) => command.sent && command.seq === null);
  }

  /**
   * @param {Command} command
   * @param {DropReason} why
   */
  #drop(command, why) {
    this.#open.delete(command.id);
    this.listener.dropped(command, why);
  }

  /** @param {object} message */
  #transmit(message) {
    this.#askedAt = performance.now();
    this.#socket?.send(JSON.stringify(message));
  }

  /** @param {Command} command */
  #send(command) {
    command.sent = true;
    this.#transmit({ type: "command", id: command.id, request: command.request });
  }

  /**
   * Asks the server for something: now, or as soon as it is connected.
   * @param {object} request
   * @param {string} text  What the page calls it.
   * @param {Command["place"]} [place]
   * @param {Move | null} [move]
   */
  ask(request, text, place = null, move = null) {
    // A phone in the house reaches the site without TLS, where browsers make no ids of their own.
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    /** @type {Command} */
    const command = { id, request, text, place, move, delayed: !this.isConnected, sent: false, resend: true, seq: null };
    if (this.status.state === "signed-out") return this.listener.dropped(command, "signed-out");
    this.#open.set(id, command);
    if (this.isConnected) this.#send(command);
    this.listener.changed();
  }
}

/**
 * Was the move of a command played?
 * @param {Command} command
 * @param {{by: string, route: number[]} | undefined} played  What was played where it was made.
 */
function isMade({ place, move }, played) {
  if (played === undefined || played.by !== place?.by) return false;
  if (move === null) return true;
  return played.route[0] === move.route[0] && played.route[played.route.length - 1] === move.route[move.route.length - 1];
}
