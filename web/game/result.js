// The result of a game, and the way to the next one.

import { place } from "../page.js";
import { drawRatings } from "./ratings.js";
import { cited } from "./record.js";

/**
 * The result, said to whoever looks.
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
  place("outcome").textContent = outcome === null ? "" : headline(game, texts);
  place("reason").textContent = outcome?.reason ?? "";
  const cites = outcome?.cites ?? [];
  const moves = cites.length > 0 ? [` ${texts.seeMoves} `, ...cited(cites)] : [];
  place("proof").replaceChildren(outcome?.proofs.join(" ") ?? "", ...moves);
  drawRatings(game.ratings);
  place("revenge").hidden = !plays || game.begins !== null;
  place("begins").hidden = !plays || game.begins === null;
  place("revenge-asked").textContent = outcome === null ? "" : wishes(game, texts);
  for (const [id, side] of [["begins-me", game.you], ["begins-them", other(game.you)]]) {
    place(id).setAttribute("aria-pressed", String(game.begins?.[game.you] === side && side !== null));
  }
  const next = /** @type {HTMLAnchorElement} */ (place("next-game"));
  next.hidden = game.next_game === null;
  if (game.next_game !== null) next.href = `/games/${game.next_game}`;
}

/** @param {string | null} side */
const other = (side) => (side === null ? null : side === "white" ? "black" : "white");

/**
 * Who wants a rematch, and who is to begin it.
 * @param {any} game
 * @param {Record<string, string>} texts
 */
function wishes(game, texts) {
  const { you, begins, revenge } = game;
  if (revenge === null || you === null) return "";
  if (begins === null) return revenge === you ? texts.revengeWaits : texts.revengeAsked;
  const [mine, theirs] = [begins[you], begins[/** @type {string} */ (other(you))]];
  const said = [];
  if (mine !== null) said.push(mine === you ? texts.rematchWishMineMe : texts.rematchWishMineThem);
  if (theirs !== null) said.push(theirs === you ? texts.rematchWishTheirsMe : texts.rematchWishTheirsThem);
  if (mine !== null && theirs !== null && mine !== theirs) said.push(texts.rematchConflict);
  return said.join(" ");
}

/**
 * @param {() => any} game
 * @param {(request: object) => void} ask
 */
export function listenToRematch(game, ask) {
  place("revenge").addEventListener("click", () => ask({ do: "ask-revenge" }));
  // At one device, and so without a colour of one's own, the side that began this game counts as oneself.
  const me = () => game().you ?? (game().start.startsWith("W") ? "white" : "black");
  place("begins-me").addEventListener("click", () => ask({ do: "ask-revenge", begins: me() }));
  place("begins-them").addEventListener("click", () => ask({ do: "ask-revenge", begins: other(me()) }));
}
