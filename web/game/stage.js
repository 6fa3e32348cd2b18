// What can be asked for, and what is asked: one thing at a time, in a place that keeps its size.

import { fill, input, make, place } from "../page.js";
import { drawRatings } from "./ratings.js";
import { cited } from "./record.js";

/** The parts of the stage, the most urgent first. */
const PARTS = ["finished", "irregular", "offered", "takeback-asked", "offer-form", "going-on"];

export class Stage {
  #offering = false;

  /** Who is here. @type {Record<string, boolean>} */
  #present = { white: true, black: true };

  /**
   * @param {Record<string, string>} texts
   * @param {(square: number) => string} name
   * @param {(request: object) => void} ask
   */
  constructor(texts, name, ask) {
    this.texts = texts;
    this.name = name;
    this.ask = ask;
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.#press(/** @type {HTMLElement} */ (button)));
    }
    place("offer").addEventListener("click", () => this.#offer(true));
    place("offer-cancel").addEventListener("click", () => this.#offer(false));
    place("offer-form").addEventListener("keydown", (event) => event.key === "Escape" && this.#offer(false));
    place("offer-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask({ do: "offer-draw", message: input("offer-message").value });
      input("offer-message").value = "";
      this.#offer(false);
    });
    document.getElementById("give-time")?.addEventListener("click", () => this.ask({ do: "give-time", seconds: 15 }));
    place("vacation").addEventListener("click", () => this.ask({ do: "take-vacation", days: 1 }));
    place("revenge").addEventListener("click", () => {
      // Where the rules leave it to the players, the one who did not begin the last game begins.
      const begun = this.game?.start.startsWith("W") ? "white" : "black";
      this.ask({ do: "ask-revenge", begins: begun === "white" ? "black" : "white" });
    });
  }

  /** @param {Record<string, boolean>} present */
  present(present) {
    this.#present = present;
    if (this.game) this.draw(this.game);
  }

  /** @param {boolean} offering */
  #offer(offering) {
    this.#offering = offering;
    if (this.game) this.draw(this.game);
    if (offering) input("offer-message").focus();
    else place("offer").focus();
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
    this.game = game;
    const over = game.outcome !== null;
    const plays = game.you !== null || game.both;
    const offer = game.offer;
    const toMe = offer !== null && offer.by !== game.you && !offer.declined;
    /** @type {Record<string, boolean>} */
    const wanted = {
      finished: over,
      irregular: game.irregular !== null && plays && (game.both || game.turn === game.you),
      offered: plays && toMe,
      "takeback-asked": plays && game.takeback !== null && game.takeback !== game.you,
      "offer-form": plays && this.#offering,
      "going-on": true,
    };
    const shown = PARTS.find((part) => wanted[part]);
    for (const part of PARTS) place(part).hidden = part !== shown;
    place("offer-text").textContent = toMe ? [this.texts.offered, offer.message, offer.proof].filter(Boolean).join(" ") : "";
    place("playing").hidden = !plays;
    const own = offer !== null && offer.by === game.you;
    place("withdraw-draw").hidden = !own;
    place("offer").hidden = own;
    place("irregular-text").textContent = game.irregular ?? "";
    this.#drawHuffs(game);
    const opponent = game.you === "white" ? "black" : "white";
    const left = game.you !== null && !this.#present[opponent];
    place("claim-victory").hidden = !left;
    place("takeback").hidden = left;
    place("abort").hidden = game.moves.length >= 2;
    place("resign").hidden = game.moves.length < 2;
    // Whoever plays against somebody thinks for himself; at one device there is nobody to be fair to.
    place("analyse").classList.toggle("unused", game.you !== null && !over);
    this.#drawResult(game, plays);
    // Whoever comes back to this game later wants to see this one.
    if (begun && plays) location.assign(`/games/${game.next_game}`);
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

  /**
   * @param {any} game
   * @param {boolean} plays
   */
  #drawResult(game, plays) {
    const outcome = game.outcome;
    // How it ended is said aloud, the proof of it small.
    const proof = outcome?.proofs.join(" ") ?? "";
    place("outcome").textContent = (outcome?.text ?? "").replace(proof, "").trim().replace(/:$/, ".");
    const cites = outcome?.cites ?? [];
    const moves = cites.length > 0 ? [` ${this.texts.seeMoves} `, ...cited(cites)] : [];
    place("proof").replaceChildren(proof, ...moves);
    drawRatings(game.ratings);
    place("revenge").hidden = !plays;
    const asked = game.revenge === null ? "" : game.revenge === game.you ? this.texts.revengeWaits : this.texts.revengeAsked;
    place("revenge-asked").textContent = asked;
    const next = /** @type {HTMLAnchorElement} */ (place("next-game"));
    next.hidden = game.next_game === null;
    if (game.next_game !== null) next.href = `/games/${game.next_game}`;
  }
}

/**
 * Something that was said.
 * @param {{by: string, text: string}} message
 * @param {Record<string, string>} names  What the players are called.
 */
export function hear(message, names) {
  const list = place("messages");
  list.append(make("li", `${names[message.by]}: ${message.text}`));
  list.scrollTop = list.scrollHeight;
}
