// The connection to a game. It resumes after the last event received, and resends unanswered commands.

import { Backoff, openSocket } from "../reconnect.js";
import { applyUpdate } from "./changes.js";

/** The time without an answer after which the connection is given up, in milliseconds. */
const TIMEOUT = 10_000;
/** The time without a message after which a ping is sent, in milliseconds. */
const PING_AFTER = 20_000;
/** Close codes of the server: the message was too long; the session has ended. */
const [TOO_LONG, SIGNED_OUT] = [1009, 4401];

/** @typedef {import("../board/move-builder.js").Move} Move */

/**
 * @typedef {object} Command  A command that the server has not answered.
 * @property {string} id
 * @property {any} request
 * @property {string} text  Its name on the page.
 * @property {{moves: number, fen: string, by: string} | null} position  For a move: the position in which it was made.
 * @property {Move | null} move  The move, if the board can show it.
 * @property {boolean} delayed  Whether it had to wait for a connection.
 * @property {boolean} sent     Whether it was sent on the current connection.
 * @property {number | null} seq  The event of an accepted move. The command stays until the state includes that event.
 */

/** @typedef {"moved-on" | "signed-out" | "too-long"} DropReason */

/**
 * @typedef {object} Status
 * @property {"connecting" | "connected" | "lost" | "signed-out"} state
 * @property {number} retryAt  The time of the next attempt, by `performance.now`.
 */

/**
 * @typedef {object} Listener
 * @property {(game: any) => void} state
 * @property {(event: any) => void} event
 * @property {(present: any) => void} present
 * @property {(error: {code: string, message: string}, command: Command | null) => void} refused  The command is null if the error refers to none.
 * @property {(command: Command, reason: DropReason) => void} dropped  Called for a command that will not be sent again.
 * @property {() => void} changed  Called when the status or the open commands have changed.
 */

export class Connection {
  /** @type {Status} */
  status = { state: "connecting", retryAt: 0 };
  #after = 0;
  /** The last state of the game. @type {any} */
  #game = null;
  #backoff = new Backoff();
  /** @type {Map<string, Command>} */
  #open = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;
  /** The times of the last message received and sent. */
  #receivedAt = 0;
  #sentAt = 0;

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
    // A page that is left must not report a lost connection; a page restored from the cache reconnects.
    addEventListener("pagehide", () => this.#abandon());
    addEventListener("pageshow", (event) => event.persisted && this.#connect());
  }

  /** Connects for the first time. */
  start() {
    setInterval(() => this.#checkAlive(), 1000);
    this.#connect();
  }

  /** The unanswered commands, oldest first. */
  get open() {
    return [...this.#open.values()];
  }

  get isConnected() {
    return this.status.state === "connected";
  }

  /** Reconnects at once if the connection is lost. */
  reconnect() {
    if (this.status.state === "lost") this.#connect();
  }

  #connect() {
    this.#abandon();
    const socket = openSocket(`/ws/games/${this.game}?state=changes&after=${this.#after}`);
    this.#socket = socket;
    this.#sentAt = performance.now();
    socket.addEventListener("message", (message) => socket === this.#socket && this.#receive(JSON.parse(message.data)));
    socket.addEventListener("close", (closed) => socket === this.#socket && this.#lose(closed.code));
    this.#setStatus("connecting");
  }

  /** Closes the current connection and ignores its further messages. */
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
  #setStatus(state, retryAt = 0) {
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
      Object.assign(command, { sent: false, delayed: true });
    }
    if (code === SIGNED_OUT) return this.#setStatus("signed-out");
    const delay = this.#backoff.next();
    this.#timer = setTimeout(() => this.#connect(), delay);
    this.#setStatus("lost", performance.now() + delay);
  }

  /** Detects dead connections that were not closed, such as on a phone that was asleep. */
  #checkAlive() {
    const now = performance.now();
    const unanswered = this.#sentAt > this.#receivedAt;
    if (this.#socket === null) return;
    if (unanswered && now - this.#sentAt > TIMEOUT) this.#lose(0);
    else if (this.isConnected && !unanswered && now - this.#receivedAt > PING_AFTER) this.#transmit({ type: "ping" });
  }

  /** @param {any} message */
  #receive(message) {
    this.#receivedAt = performance.now();
    if (message.type === "event") {
      this.#after = message.seq;
      this.listener.event(message);
    } else if (message.type === "state") this.#update(message.game);
    else if (message.type === "update") this.#update(applyUpdate(this.#game, message));
    else if (message.type === "present") this.listener.present(message);
    else if (message.type === "done") this.#finish(message);
    else if (message.type === "refused") this.#refuse(message.error, this.#open.get(message.id) ?? null);
  }

  /** @param {any} game */
  #update(game) {
    this.#game = game;
    this.#after = Math.max(this.#after, game.seq);
    for (const { id, seq } of this.open) if (seq !== null && seq <= game.seq) this.#open.delete(id);
    this.listener.state(game);
    if (this.isConnected) return;
    this.#backoff.reset();
    for (const command of this.open) this.#resend(command, game);
    this.#setStatus("connected");
  }

  /**
   * Sends a command again, unless the game has moved on. The server applies a command once, however often it is sent.
   * @param {Command} command
   * @param {any} game
   */
  #resend(command, game) {
    const { position } = command;
    if (position === null || (game.moves.length === position.moves && game.fen === position.fen)) return this.#send(command);
    // The move was played; only the answer was lost.
    if (wasPlayed(command, game.moves[position.moves])) this.#open.delete(command.id);
    else this.#drop(command, "moved-on");
  }

  /** @param {{id: string, seq: number}} done */
  #finish({ id, seq }) {
    const command = this.#open.get(id);
    if (command === undefined) return;
    // The state that includes the move follows.
    if (command.position !== null && this.#after < seq) command.seq = seq;
    else this.#open.delete(id);
    this.listener.changed();
  }

  /**
   * Forgets a refused command: it is never sent again. Every refusal of a command has its id.
   * @param {{code: string, message: string}} error
   * @param {Command | null} command
   */
  #refuse(error, command) {
    if (command !== null) this.#open.delete(command.id);
    this.listener.refused(error, command);
    this.listener.changed();
  }

  /**
   * @param {Command} command
   * @param {DropReason} reason
   */
  #drop(command, reason) {
    this.#open.delete(command.id);
    this.listener.dropped(command, reason);
  }

  /** @param {object} message */
  #transmit(message) {
    this.#sentAt = performance.now();
    this.#socket?.send(JSON.stringify(message));
  }

  /** @param {Command} command */
  #send(command) {
    command.sent = true;
    this.#transmit({ type: "command", id: command.id, request: command.request });
  }

  /**
   * Sends a command to the server: now, or as soon as it is connected.
   * @param {object} request
   * @param {string} text  Its name on the page.
   * @param {Command["position"]} [position]
   * @param {Move | null} [move]
   */
  send(request, text, position = null, move = null) {
    // `crypto.randomUUID` needs https, which a site in a local network may lack.
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    /** @type {Command} */
    const command = { id, request, text, position, move, delayed: !this.isConnected, sent: false, seq: null };
    if (this.status.state === "signed-out") return this.listener.dropped(command, "signed-out");
    this.#open.set(id, command);
    if (this.isConnected) this.#send(command);
    this.listener.changed();
  }
}

/**
 * Whether the move of a command was played.
 * @param {Command} command
 * @param {{by: string, route: number[]} | undefined} played  The move that was played in its position.
 */
function wasPlayed({ position, move }, played) {
  if (played === undefined || played.by !== position?.by) return false;
  if (move === null) return true;
  return played.route[0] === move.route[0] && played.route[played.route.length - 1] === move.route[move.route.length - 1];
}
