// Calls for an administrator, and the answers.

import { byId, format, inputById } from "../page.js";

export class AdminCalls {
  /**
   * @param {Record<string, string>} texts
   * @param {(dialog: string | null) => void} open
   * @param {(request: object) => void} send
   */
  constructor(texts, open, send) {
    this.texts = texts;
    byId("call-admin").addEventListener("click", () => open("call-form"));
    byId("call-form").addEventListener("submit", (event) => {
      event.preventDefault();
      send({ do: "call-admin", message: inputById("call-message").value });
      inputById("call-message").value = "";
      open(null);
    });
  }

  /** @param {any} game */
  draw(game) {
    const { texts } = this;
    const { call } = game;
    const isOwn = call !== null && (game.both || call.by === game.you);
    this.#show("call", call === null ? "" : format(isOwn ? texts.callByYou : texts.callByOpponent, { text: call.message ?? "" }));
    this.#show("paused", game.paused ? texts.gamePaused : "");
    const answer = game.answered?.reason;
    this.#show("answered", answer ? format(texts.adminAnswered, { text: answer }) : "");
    byId("call-admin").hidden = call !== null || (game.you === null && !game.both);
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #show(id, text) {
    byId(id).hidden = text === "";
    if (byId(id).textContent !== text) byId(id).textContent = text;
  }
}
