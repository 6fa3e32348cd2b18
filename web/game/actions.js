// What the players can do, and what they are asked: one dialog at a time, in a place that keeps its size.

import { fill, make, place } from "../page.js";
import { Calls } from "./calls.js";
import { Offers } from "./offers.js";
import { drawResult, listenToRematch } from "./result.js";

/** The dialogs of the stage, the most urgent first. */
const DIALOGS = ["finished", "irregular", "offered", "takeback-asked", "breaking", "offer-form", "claiming", "vacation-form", "call-form", "going-on"];

export class Stage {
  /** The dialog that the player has opened. @type {string | null} */
  #open = null;
  /** When the game can be claimed because the opponent has left. @type {number | null} */
  #abandonedAt = null;
  /** A move that breaks a duty and waits for a confirmation. @type {(() => void) | null} */
  #breaking = null;

  /**
   * @param {Record<string, string>} texts
   * @param {(square: number) => string} name
   * @param {(request: object) => void} ask
   */
  constructor(texts, name, ask) {
    this.texts = texts;
    this.name = name;
    this.ask = ask;
    this.offers = new Offers(texts, (dialog) => this.open(dialog), ask);
    this.calls = new Calls(texts, (dialog) => this.open(dialog), ask);
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.#press(/** @type {HTMLElement} */ (button)));
    }
    for (const button of document.querySelectorAll("[data-cancel]")) button.addEventListener("click", () => this.open(null));
    document.querySelector(".stage")?.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key === "Escape") this.open(null);
    });
    document.getElementById("give-time")?.addEventListener("click", () => this.ask({ do: "give-time", seconds: 15 }));
    place("vacation").addEventListener("click", () => this.open("vacation-form"));
    place("vacation-take").addEventListener("click", () => {
      this.open(null);
      this.ask({ do: "take-vacation", days: 1 });
    });
    place("breaking-play").addEventListener("click", () => {
      const play = this.#breaking;
      this.open(null);
      play?.();
    });
    listenToRematch(() => this.game, ask);
    setInterval(() => this.#countDown(), 500);
  }

  /**
   * Opens a dialog, or closes the one that is open.
   * @param {string | null} dialog
   */
  open(dialog) {
    const before = this.#open;
    this.#open = dialog;
    if (dialog !== "breaking") this.#breaking = null;
    if (this.game) this.draw(this.game);
    // The keyboard goes with the eye.
    const into = dialog && place(dialog).querySelector("input:not([type=radio]), button");
    if (into instanceof HTMLElement) into.focus();
    else if (before === "offer-form") place("offer").focus();
  }

  /**
   * Asks whether a move that breaks a duty is to be played.
   * @param {string} text
   * @param {() => void} play
   */
  confirmBreaking(text, play) {
    place("breaking-text").textContent = text;
    this.open("breaking");
    this.#breaking = play;
  }

  /** @param {{abandoned_in?: number}} present */
  present({ abandoned_in }) {
    this.#abandonedAt = abandoned_in === undefined ? null : performance.now() + abandoned_in;
    if (this.game) this.draw(this.game);
  }

  /** @param {HTMLElement} button */
  #press(button) {
    const { do: what, sure } = button.dataset;
    // What cannot be undone is asked for once more, in place.
    if (sure && button.textContent !== sure) {
      const before = button.textContent;
      button.textContent = sure;
      setTimeout(() => (button.textContent = before), 4000);
      return;
    }
    this.ask({ do: what });
  }

  /** @param {any} game */
  draw(game) {
    const begun = this.game !== undefined && this.game.next_game === null && game.next_game !== null;
    // A move that was to break a duty is one of the position before.
    if (this.#open === "breaking" && this.game?.moves.length !== game.moves.length) this.#open = null;
    this.game = game;
    const over = game.outcome !== null;
    const plays = game.you !== null || game.both;
    /** @type {Record<string, boolean>} */
    const wanted = {
      finished: over && this.#open !== "call-form",
      irregular: game.irregular !== null && plays && (game.both || game.turn === game.you),
      offered: plays && game.offer !== null && game.offer.by !== game.you,
      "takeback-asked": plays && game.takeback !== null && game.takeback !== game.you,
      "going-on": true,
    };
    if (plays && this.#open) wanted[this.#open] = true;
    const shown = DIALOGS.find((dialog) => wanted[dialog]);
    const appears = shown !== undefined && shown !== "going-on" && place(shown).hidden;
    for (const dialog of DIALOGS) place(dialog).hidden = dialog !== shown;
    // On a small screen it may lie below what is seen.
    if (appears && plays) place(shown).scrollIntoView({ block: "nearest" });
    place("playing").hidden = !plays;
    this.offers.draw(game);
    this.calls.draw(game);
    this.#drawActs(game);
    drawResult(game, plays, this.texts);
    // Whoever comes back to this game later wants to see this one.
    if (begun && plays) location.assign(`/games/${game.next_game}`);
  }

  /** @param {any} game */
  #drawActs(game) {
    place("irregular-text").textContent = game.irregular ?? "";
    this.#drawHuffs(game);
    place("abort").hidden = game.moves.length >= 2;
    place("resign").hidden = game.moves.length < 2;
    const left = game.days_off?.[game.you] ?? 0;
    place("vacation").hidden = left === 0 || game.paused;
    place("vacation-text").textContent = left === 0 ? this.texts.vacationNone : fill(this.texts.vacationAsk, { count: left });
    // Whoever plays against somebody thinks alone; at one device there is nobody to be fair to.
    place("analyse").classList.toggle("unused", game.you !== null && game.outcome === null);
    this.#countDown();
  }

  /** The win can be claimed from an opponent who has left and keeps the game waiting, and only then. */
  #countDown() {
    const { game } = this;
    if (!game) return;
    const abandonedAt = this.#abandonedAt;
    const waits = game.outcome === null && game.you !== null && game.turn !== game.you && game.moves.length >= 2;
    const possible = waits && !game.paused && game.time.kind !== "days" && abandonedAt !== null;
    const seconds = possible ? Math.max(0, Math.ceil((abandonedAt - performance.now()) / 1000)) : null;
    place("claim-victory").hidden = seconds !== 0;
    place("takeback").hidden = seconds === 0 || game.paused;
    const text = seconds === null ? "" : seconds === 0 ? this.texts.abandonedNow : fill(this.texts.abandonedIn, { count: seconds });
    if (place("left").textContent !== text) place("left").textContent = text;
  }

  /** Which piece a turn that broke a duty costs. @param {any} game */
  #drawHuffs(game) {
    place("demand-redo").hidden = game.huffable.length > 0;
    const buttons = game.huffable.map((/** @type {number} */ square) => {
      const button = make("button", fill(this.texts.huff, { text: this.name(square) }));
      button.type = "button";
      button.addEventListener("click", () => this.ask({ do: "huff", square }));
      return button;
    });
    place("huffs").replaceChildren(...buttons);
  }
}

/**
 * Adds a message to the chat.
 * @param {{kind: string, by?: string, name?: string | null, guest_number?: number, text: string}} message
 * @param {Record<string, string>} names  What the players are called.
 * @param {string} guest  What guests are called.
 */
export function hear(message, names, guest) {
  const who = message.by === undefined ? (message.name ?? `${guest} ${message.guest_number}`) : names[message.by];
  const list = place("messages");
  list.append(make("li", `${who}: ${message.text}`));
  list.scrollTop = list.scrollHeight;
}
