// The actions of the players and the dialogs for them: one dialog at a time, in a panel of fixed size.

import { byId, createElement, format } from "../page.js";
import { AdminCalls } from "./admin-calls.js";
import { Offers } from "./offers.js";
import { drawResult, setUpRematch } from "./result.js";

/** The dialogs, the most urgent first. */
const DIALOGS = ["finished", "irregular", "offered", "takeback-asked", "breaking", "offer-form", "claiming", "vacation-form", "call-form", "going-on"];

export class ActionPanel {
  /** The dialog that the player has opened. @type {string | null} */
  #openDialog = null;
  /** The time at which the win can be claimed because the opponent has left. @type {number | null} */
  #abandonedAt = null;
  /** Plays a move that breaks a duty, once it is confirmed. @type {(() => void) | null} */
  #playBreaking = null;

  /**
   * @param {Record<string, string>} texts
   * @param {(square: number) => string} name
   * @param {(request: object) => void} send
   */
  constructor(texts, name, send) {
    this.texts = texts;
    this.name = name;
    this.send = send;
    this.offers = new Offers(texts, (dialog) => this.open(dialog), send);
    this.calls = new AdminCalls(texts, (dialog) => this.open(dialog), send);
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.#press(/** @type {HTMLElement} */ (button)));
    }
    for (const button of document.querySelectorAll("[data-cancel]")) button.addEventListener("click", () => this.open(null));
    document.querySelector(".stage")?.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key === "Escape") this.open(null);
    });
    document.getElementById("give-time")?.addEventListener("click", () => this.send({ do: "give-time", seconds: 15 }));
    byId("vacation").addEventListener("click", () => this.open("vacation-form"));
    byId("vacation-take").addEventListener("click", () => {
      this.open(null);
      this.send({ do: "take-vacation", days: 1 });
    });
    byId("breaking-play").addEventListener("click", () => {
      const play = this.#playBreaking;
      this.open(null);
      play?.();
    });
    setUpRematch(() => this.game, send);
    setInterval(() => this.#countDown(), 500);
  }

  /**
   * Opens a dialog; null closes the open one.
   * @param {string | null} dialog
   */
  open(dialog) {
    const before = this.#openDialog;
    this.#openDialog = dialog;
    if (dialog !== "breaking") this.#playBreaking = null;
    if (this.game) this.draw(this.game);
    // Move the focus into the dialog.
    const focusable = dialog && byId(dialog).querySelector("input:not([type=radio]), button");
    if (focusable instanceof HTMLElement) focusable.focus();
    else if (before === "offer-form") byId("offer").focus();
  }

  /**
   * Asks for confirmation of a move that breaks a duty.
   * @param {string} text
   * @param {() => void} play
   */
  confirmBreaking(text, play) {
    byId("breaking-text").textContent = text;
    this.open("breaking");
    this.#playBreaking = play;
  }

  /** @param {{abandoned_in?: number}} present */
  present({ abandoned_in }) {
    this.#abandonedAt = abandoned_in === undefined ? null : performance.now() + abandoned_in;
    if (this.game) this.draw(this.game);
  }

  /** @param {HTMLElement} button */
  #press(button) {
    const { do: command, sure } = button.dataset;
    // Irreversible actions need a second click.
    if (sure && button.textContent !== sure) {
      const before = button.textContent;
      button.textContent = sure;
      setTimeout(() => (button.textContent = before), 4000);
      return;
    }
    this.send({ do: command });
  }

  /** @param {any} game */
  draw(game) {
    const hasNextGame = this.game !== undefined && this.game.next_game === null && game.next_game !== null;
    // The move belongs to an earlier position.
    if (this.#openDialog === "breaking" && this.game?.moves.length !== game.moves.length) this.#openDialog = null;
    this.game = game;
    const over = game.outcome !== null;
    const plays = game.you !== null || game.both;
    /** @type {Record<string, boolean>} */
    const wanted = {
      finished: over && this.#openDialog !== "call-form",
      irregular: game.irregular !== null && plays && (game.both || game.turn === game.you),
      offered: plays && game.offer !== null && game.offer.by !== game.you,
      "takeback-asked": plays && game.takeback !== null && game.takeback !== game.you,
      "going-on": true,
    };
    if (plays && this.#openDialog) wanted[this.#openDialog] = true;
    const shown = DIALOGS.find((dialog) => wanted[dialog]);
    const appears = shown !== undefined && shown !== "going-on" && byId(shown).hidden;
    for (const dialog of DIALOGS) byId(dialog).hidden = dialog !== shown;
    // On a small screen the dialog may be outside the view.
    if (appears && plays) byId(shown).scrollIntoView({ block: "nearest" });
    byId("playing").hidden = !plays;
    this.offers.draw(game);
    this.calls.draw(game);
    this.#drawActions(game);
    drawResult(game, plays, this.texts);
    // Only when it starts: players who return to this game later want to see this one.
    if (hasNextGame && plays) location.assign(`/games/${game.next_game}`);
  }

  /** @param {any} game */
  #drawActions(game) {
    byId("irregular-text").textContent = game.irregular ?? "";
    this.#drawHuffs(game);
    byId("abort").hidden = game.moves.length >= 2;
    byId("resign").hidden = game.moves.length < 2;
    const left = game.days_off?.[game.you] ?? 0;
    byId("vacation").hidden = left === 0 || game.paused;
    byId("vacation-text").textContent = left === 0 ? this.texts.vacationNone : format(this.texts.vacationAsk, { count: left });
    // Players may not analyse a running game against an opponent; on a shared device they may.
    byId("analyse").classList.toggle("unused", game.you !== null && game.outcome === null);
    this.#countDown();
  }

  /** Draws the countdown after which the win can be claimed from an opponent who has left on their turn. */
  #countDown() {
    const { game } = this;
    if (!game) return;
    const abandonedAt = this.#abandonedAt;
    const waits = game.outcome === null && game.you !== null && game.turn !== game.you && game.moves.length >= 2;
    const possible = waits && !game.paused && game.time.kind !== "days" && abandonedAt !== null;
    const seconds = possible ? Math.max(0, Math.ceil((abandonedAt - performance.now()) / 1000)) : null;
    byId("claim-victory").hidden = seconds !== 0;
    byId("takeback").hidden = seconds === 0 || game.paused;
    const text = seconds === null ? "" : seconds === 0 ? this.texts.abandonedNow : format(this.texts.abandonedIn, { count: seconds });
    if (byId("left").textContent !== text) byId("left").textContent = text;
  }

  /** Draws a button for each piece that can be huffed. @param {any} game */
  #drawHuffs(game) {
    byId("demand-redo").hidden = game.huffable.length > 0;
    const buttons = game.huffable.map((/** @type {number} */ square) => {
      const button = createElement("button", format(this.texts.huff, { text: this.name(square) }));
      button.type = "button";
      button.addEventListener("click", () => this.send({ do: "huff", square }));
      return button;
    });
    byId("huffs").replaceChildren(...buttons);
  }
}

/**
 * Adds a message to the chat.
 * @param {{kind: string, by?: string, name?: string | null, guest_number?: number, text: string}} message
 * @param {Record<string, string>} names  The names of the players.
 * @param {string} guest  The name for guests.
 */
export function addMessage(message, names, guest) {
  const sender = message.by === undefined ? (message.name ?? `${guest} ${message.guest_number}`) : names[message.by];
  const list = byId("messages");
  list.append(createElement("li", `${sender}: ${message.text}`));
  list.scrollTop = list.scrollHeight;
}
