// Draw offers and claims: which rules apply, what is offered, and the steps to a claim.

import { fill, input, make, place } from "../page.js";

/** @typedef {{rule: number, text: string, words: string, effect: string, reached: boolean, grounds: Record<string, string | null>}} Counter */

/** The sides for which somebody plays. @param {any} game @returns {string[]} */
const sidesOf = (game) => (game.both ? ["white", "black"] : game.you === null ? [] : [game.you]);

/**
 * Can this player claim a draw now?
 * @param {any} game
 */
export function isClaimable(game) {
  if (game.outcome !== null || game.claims === null) return false;
  const sides = sidesOf(game);
  if (game.claims === "immediate") return game.draws.some((/** @type {Counter} */ draw) => draw.reached && draw.effect === "on-claim");
  return sides.some((side) => game.rejected[side]?.proof);
}

/**
 * The draw rules that this player can appeal to in an offer.
 * @param {any} game
 * @returns {Counter[]}
 */
export function groundsOf(game) {
  const sides = sidesOf(game);
  return game.draws.filter((/** @type {Counter} */ draw) => draw.effect === "on-claim" && sides.some((side) => draw.grounds[side]));
}

export class Offers {
  /** An offer that goes with the next move. @type {{rule: number | null, message: string} | null} */
  #waiting = null;

  /**
   * @param {Record<string, string>} texts
   * @param {(dialog: string | null) => void} open
   * @param {(request: object) => void} ask
   */
  constructor(texts, open, ask) {
    this.texts = texts;
    this.open = open;
    this.ask = ask;
    place("offer").addEventListener("click", () => this.#begin());
    place("offer-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    place("decline-draw").addEventListener("click", () => {
      this.ask({ do: "decline-draw", message: input("decline-message").value });
      input("decline-message").value = "";
    });
    place("claim").addEventListener("click", () => this.#claim());
    place("claim-go").addEventListener("click", () => {
      const claims = isClaimable(this.game);
      this.open(null);
      if (claims) this.ask({ do: "claim-draw" });
      else this.#begin();
    });
  }

  /** Takes the offer that goes with this move. */
  take() {
    const offer = this.#waiting;
    this.#waiting = null;
    return offer;
  }

  /** Does an offer made now wait for the player's own move? */
  get #withMove() {
    const { game } = this;
    return game.claims === "offer-first" && !game.both && game.turn === game.you;
  }

  /** Opens the dialog with the draw rules of this game, the first that applies chosen. */
  #begin() {
    const { game, texts } = this;
    const applies = groundsOf(game);
    const choice = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ detail, /** @type {boolean} */ possible) => {
      const label = make("label", "", possible ? "ground" : "ground soft");
      const radio = make("input", "");
      [radio.type, radio.name, radio.value, radio.disabled] = ["radio", "ground", value, !possible];
      radio.checked = value === String(applies[0]?.rule ?? "");
      const words = make("span", text);
      if (detail) words.append(make("small", detail));
      label.append(radio, words);
      return label;
    };
    const rows = game.draws.map((/** @type {Counter} */ draw) => {
      const possible = applies.includes(draw);
      const detail = draw.effect === "automatic" ? texts.groundAutomatic : possible ? texts.groundHolds : texts.groundMissing;
      return choice(String(draw.rule), draw.text, detail, possible);
    });
    if (game.agreement) rows.unshift(choice("", texts.offerAgree, "", true));
    const grounds = place("offer-grounds");
    grounds.replaceChildren(grounds.children[0], ...rows);
    grounds.hidden = game.draws.length === 0;
    place("offer-when").textContent = this.#withMove ? texts.offerGoesWithMove : texts.offerSentNow;
    this.open("offer-form");
  }

  #send() {
    const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=ground]:checked"));
    const rule = chosen && chosen.value !== "" ? Number(chosen.value) : null;
    const offer = { rule, message: input("offer-message").value };
    input("offer-message").value = "";
    if (this.#withMove) this.#waiting = offer;
    else this.ask({ do: "offer-draw", ...offer });
    this.open(null);
  }

  /** Claims where that is one step; elsewhere the steps are shown, and what is missing is said by the server. */
  #claim() {
    const { game } = this;
    const own = game.offer !== null && game.offer.by === game.you;
    const begun = isClaimable(game) || own || groundsOf(game).length > 0;
    if (game.claims === "offer-first" && begun) this.open("claiming");
    else this.ask({ do: "claim-draw" });
  }

  /** @param {any} game */
  draw(game) {
    this.game = game;
    const { texts } = this;
    const { offer } = game;
    if (game.outcome !== null) this.#waiting = null;
    const toMe = offer !== null && offer.by !== game.you;
    const words = [texts.offerOf, offer?.message && fill(texts.quoted, { text: offer.message }), offer?.proof];
    place("offer-text").textContent = toMe ? words.filter(Boolean).join(" ") : "";
    const own = offer !== null && offer.by === game.you;
    const canOffer = game.agreement || game.claims === "offer-first";
    place("withdraw-draw").hidden = !own;
    place("offer").hidden = own || !canOffer || game.paused;
    place("claim").hidden = game.claims === null;
    const near = isClaimable(game) || (game.claims === "offer-first" && groundsOf(game).length > 0);
    place("claim").classList.toggle("lit", near);
    place("offer-waits").textContent = this.#waiting ? texts.offerWaitsForMove : "";
    this.#drawSteps(game, own);
  }

  /**
   * @param {any} game
   * @param {boolean} own  Is an offer of this player open?
   */
  #drawSteps(game, own) {
    const { texts } = this;
    const claims = isClaimable(game);
    const step = claims ? "claim" : own ? "answer" : "offer";
    for (const name of ["offer", "answer", "claim"]) {
      const item = place(`claim-step-${name}`);
      if (name === step) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    const rejected = game.rejected[game.you];
    const answered = rejected ? (rejected.answer === "declined" ? texts.offerAnsweredDeclined : texts.offerAnsweredIgnored) : "";
    place("claim-state").textContent = claims ? `${answered} ${texts.claimCanClaim}` : own ? texts.claimWaiting : texts.claimCanOffer;
    place("claim-go").textContent = claims ? texts.claimGoClaim : texts.claimGoOffer;
    place("claim-go").hidden = own;
  }
}
