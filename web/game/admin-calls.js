// Calls for an administrator: making one, and what became of it.

import { fill, input, place } from "../page.js";

export class Calls {
  /**
   * @param {Record<string, string>} texts
   * @param {(dialog: string | null) => void} open
   * @param {(request: object) => void} ask
   */
  constructor(texts, open, ask) {
    this.texts = texts;
    place("call-admin").addEventListener("click", () => open("call-form"));
    place("call-form").addEventListener("submit", (event) => {
      event.preventDefault();
      ask({ do: "call-admin", message: input("call-message").value });
      input("call-message").value = "";
      open(null);
    });
  }

  /** @param {any} game */
  draw(game) {
    const { texts } = this;
    const { call } = game;
    const mine = call !== null && (game.both || call.by === game.you);
    this.#show("call", call === null ? "" : fill(mine ? texts.callByYou : texts.callByOpponent, { text: call.message }));
    this.#show("paused", game.paused ? texts.gamePaused : "");
    const answer = game.answered?.reason;
    this.#show("answered", answer ? fill(texts.adminAnswered, { text: answer }) : "");
    place("call-admin").hidden = call !== null || (game.you === null && !game.both);
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #show(id, text) {
    place(id).hidden = text === "";
    if (place(id).textContent !== text) place(id).textContent = text;
  }
}
