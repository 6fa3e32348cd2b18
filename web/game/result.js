// The result of a game, and the rematch.

import { byId } from "../page.js";
import { drawRatings } from "./ratings.js";
import { moveLinks } from "./move-list.js";

/**
 * Returns the result from the viewpoint of the user.
 * @param {any} game
 * @param {Record<string, string>} texts
 */
export function headline(game, texts) {
  const { outcome, you } = game;
  if (outcome.draw) return texts.drawn;
  if (outcome.winner === null) return texts.noResult;
  if (you === null) return outcome.result.replace(/\.$/, "");
  return outcome.winner === you ? texts.won : texts.lostGame;
}

/**
 * @param {any} game
 * @param {boolean} plays
 * @param {Record<string, string>} texts
 */
export function drawResult(game, plays, texts) {
  const { outcome } = game;
  byId("outcome").textContent = outcome === null ? "" : headline(game, texts);
  byId("reason").textContent = outcome?.reason ?? "";
  const cites = outcome?.cites ?? [];
  const moves = cites.length > 0 ? [` ${texts.seeMoves} `, ...moveLinks(cites)] : [];
  byId("proof").replaceChildren(outcome?.proofs.join(" ") ?? "", ...moves);
  drawRatings(game.ratings);
  byId("rematch").hidden = !plays || game.begins !== null;
  byId("begins").hidden = !plays || game.begins === null;
  byId("rematch-asked").textContent = outcome === null ? "" : rematchStatus(game, texts);
  for (const [id, side] of [["begins-me", game.you], ["begins-them", other(game.you)]]) {
    byId(id).setAttribute("aria-pressed", String(game.begins?.[game.you] === side && side !== null));
  }
  const next = /** @type {HTMLAnchorElement} */ (byId("next-game"));
  next.hidden = game.next_game === null;
  if (game.next_game !== null) next.href = `/games/${game.next_game}`;
}

/** @param {string | null} side */
const other = (side) => (side === null ? null : side === "white" ? "black" : "white");

/**
 * Returns who wants a rematch, and who wants to start it.
 * @param {any} game
 * @param {Record<string, string>} texts
 */
function rematchStatus(game, texts) {
  const { you, begins, revenge } = game;
  if (revenge === null || you === null) return "";
  if (begins === null) return revenge === you ? texts.rematchWaits : texts.rematchAsked;
  const [mine, theirs] = [begins[you], begins[/** @type {string} */ (other(you))]];
  const sentences = [];
  if (mine !== null) sentences.push(mine === you ? texts.rematchStarterMineMe : texts.rematchStarterMineThem);
  if (theirs !== null) sentences.push(theirs === you ? texts.rematchStarterTheirsMe : texts.rematchStarterTheirsThem);
  if (mine !== null && theirs !== null && mine !== theirs) sentences.push(texts.rematchConflict);
  return sentences.join(" ");
}

/**
 * @param {() => any} game
 * @param {(request: object) => void} send
 */
export function setUpRematch(game, send) {
  byId("rematch").addEventListener("click", () => send({ do: "ask-revenge" }));
  // On a shared device, the user counts as the side that started this game.
  const me = () => game().you ?? (game().start.startsWith("W") ? "white" : "black");
  byId("begins-me").addEventListener("click", () => send({ do: "ask-revenge", begins: me() }));
  byId("begins-them").addEventListener("click", () => send({ do: "ask-revenge", begins: other(me()) }));
}
