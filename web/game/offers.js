// Draw offers and claims: the rules that apply, the offer, and the steps to a claim.

import { byId, createElement, format, inputById } from "../page.js";

/** @typedef {{rule: number, text: string, words: string, effect: string, reached: boolean, grounds: Record<string, string | null>}} Counter */

/** Returns the sides of the user. @param {any} game @returns {string[]} */
const sidesOf = (game) => (game.both ? ["white", "black"] : game.you === null ? [] : [game.you]);

/**
 * Whether the player can claim a draw now.
 * @param {any} game
 */
export function canClaim(game) {
  if (game.outcome !== null || game.claims === null) return false;
  const sides = sidesOf(game);
  if (game.claims === "immediate") return game.draws.some((/** @type {Counter} */ draw) => draw.reached && draw.effect === "on-claim");
  return sides.some((side) => game.rejected[side]?.proof);
}

/**
 * Returns the draw rules that the player can cite in an offer.
 * @param {any} game
 * @returns {Counter[]}
 */
export function groundsOf(game) {
  const sides = sidesOf(game);
  return game.draws.filter((/** @type {Counter} */ draw) => draw.effect === "on-claim" && sides.some((side) => draw.grounds[side]));
}

export class Offers {
  /** An offer that is sent with the next move. @type {{rule: number | null, message: string} | null} */
  #pending = null;

  /**
   * @param {Record<string, string>} texts
   * @param {(dialog: string | null) => void} open
   * @param {(request: object) => void} send
   */
  constructor(texts, open, send) {
    this.texts = texts;
    this.open = open;
    this.sendCommand = send;
    byId("offer").addEventListener("click", () => this.#openForm());
    byId("offer-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    byId("decline-draw").addEventListener("click", () => {
      this.sendCommand({ do: "decline-draw", message: inputById("decline-message").value });
      inputById("decline-message").value = "";
    });
    byId("claim").addEventListener("click", () => this.#claim());
    byId("claim-go").addEventListener("click", () => {
      const isClaim = canClaim(this.game);
      this.open(null);
      if (isClaim) this.sendCommand({ do: "claim-draw" });
      else this.#openForm();
    });
  }

  /** Returns the offer to send with a move, and clears it. */
  takePending() {
    const offer = this.#pending;
    this.#pending = null;
    return offer;
  }

  /** Whether an offer made now is sent with the player's next move. */
  get #isSentWithMove() {
    const { game } = this;
    return game.claims === "offer-first" && !game.both && game.turn === game.you;
  }

  /** Opens the form with the draw rules of the game; the first that applies is selected. */
  #openForm() {
    const { game, texts } = this;
    const applicable = groundsOf(game);
    const choice = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ detail, /** @type {boolean} */ possible) => {
      const label = createElement("label", "", possible ? "ground" : "ground soft");
      const radio = createElement("input", "");
      [radio.type, radio.name, radio.value, radio.disabled] = ["radio", "ground", value, !possible];
      radio.checked = value === String(applicable[0]?.rule ?? "");
      const words = createElement("span", text);
      if (detail) words.append(createElement("small", detail));
      label.append(radio, words);
      return label;
    };
    const rows = game.draws.map((/** @type {Counter} */ draw) => {
      const possible = applicable.includes(draw);
      const detail = draw.effect === "automatic" ? texts.groundAutomatic : possible ? texts.groundHolds : texts.groundMissing;
      return choice(String(draw.rule), draw.text, detail, possible);
    });
    if (game.agreement) rows.unshift(choice("", texts.offerAgree, "", true));
    const grounds = byId("offer-grounds");
    grounds.replaceChildren(grounds.children[0], ...rows);
    grounds.hidden = game.draws.length === 0;
    byId("offer-when").textContent = this.#isSentWithMove ? texts.offerGoesWithMove : texts.offerSentNow;
    this.open("offer-form");
  }

  #send() {
    const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=ground]:checked"));
    const rule = chosen && chosen.value !== "" ? Number(chosen.value) : null;
    const offer = { rule, message: inputById("offer-message").value };
    inputById("offer-message").value = "";
    if (this.#isSentWithMove) this.#pending = offer;
    else this.sendCommand({ do: "offer-draw", ...offer });
    this.open(null);
  }

  /** Claims at once if the rules allow it or the server must explain what is missing; otherwise shows the steps. */
  #claim() {
    const { game } = this;
    const own = game.offer !== null && game.offer.by === game.you;
    const canProceed = canClaim(game) || own || groundsOf(game).length > 0;
    if (game.claims === "offer-first" && canProceed) this.open("claiming");
    else this.sendCommand({ do: "claim-draw" });
  }

  /** @param {any} game */
  draw(game) {
    this.game = game;
    const { texts } = this;
    const { offer } = game;
    if (game.outcome !== null) this.#pending = null;
    const toMe = offer !== null && offer.by !== game.you;
    const words = [texts.offerOf, offer?.message && format(texts.quoted, { text: offer.message }), offer?.proof];
    byId("offer-text").textContent = toMe ? words.filter(Boolean).join(" ") : "";
    const own = offer !== null && offer.by === game.you;
    const canOffer = game.agreement || game.claims === "offer-first";
    byId("withdraw-draw").hidden = !own;
    byId("offer").hidden = own || !canOffer || game.paused;
    byId("claim").hidden = game.claims === null;
    const isNear = canClaim(game) || (game.claims === "offer-first" && groundsOf(game).length > 0);
    byId("claim").classList.toggle("lit", isNear);
    byId("offer-waits").textContent = this.#pending ? texts.offerWaitsForMove : "";
    this.#drawSteps(game, own);
  }

  /**
   * @param {any} game
   * @param {boolean} own  Whether an offer of this player is open.
   */
  #drawSteps(game, own) {
    const { texts } = this;
    const claims = canClaim(game);
    const step = claims ? "claim" : own ? "answer" : "offer";
    for (const name of ["offer", "answer", "claim"]) {
      const item = byId(`claim-step-${name}`);
      if (name === step) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    const rejected = game.rejected[game.you];
    const answered = rejected ? (rejected.answer === "declined" ? texts.offerAnsweredDeclined : texts.offerAnsweredIgnored) : "";
    byId("claim-state").textContent = claims ? `${answered} ${texts.claimCanClaim}` : own ? texts.claimWaiting : texts.claimCanOffer;
    byId("claim-go").textContent = claims ? texts.claimGoClaim : texts.claimGoOffer;
    byId("claim-go").hidden = own;
  }
}
