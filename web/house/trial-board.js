// The board on which house rules are tried: both sides are moved by whoever looks. The site knows the rules, the page
// only the moves so far.

import { Board } from "../board/board.js";
import { place, post } from "../page.js";
import { data } from "./ask.js";

/** @typedef {import("./ask.js").House} House */

const { texts } = data;
const note = place("trial-note");
const [back, again] = ["trial-back", "trial-again"].map((id) => /** @type {HTMLButtonElement} */ (place(id)));

/** By which rules. @type {House} */
let rules = {};
/** The moves so far, as they are written. @type {string[]} */
let moves = [];
/** @type {Board | null} */
let board = null;
/** The shape of the board, as it was told: another one needs another board. */
let shape = "";
/** The last question that was asked: an older answer that comes late is not shown. */
let asked = 0;

/**
 * Begins anew, by these rules.
 * @param {House} house
 */
export function restart(house) {
  rules = house;
  return go([]);
}

/**
 * Says that the board shows the last valid rules, not those in the form.
 * @param {boolean} stale
 */
export function markStale(stale) {
  place("trial-stale").hidden = !stale;
  place("board").classList.toggle("stale", stale);
}

/**
 * Goes to where these moves lead.
 * @param {string[]} wanted
 */
async function go(wanted) {
  asked += 1;
  const question = asked;
  const response = await post("/api/v1/analysis/position", { rules, moves: wanted });
  const answer = await response.json();
  if (question !== asked) return;
  if (!response.ok) {
    note.textContent = answer.message;
    board?.again();
    return;
  }
  moves = wanted;
  if (board === null || shape !== JSON.stringify(answer.board)) {
    shape = JSON.stringify(answer.board);
    board = new Board(place("board"), answer.board, {
      words: /** @type {import("../board/board.js").Words} */ (texts),
      play: (move) => go([...moves, move.text]),
      tell,
    });
  }
  board.show({ fen: answer.fen, moves: answer.legal_moves, last: answer.last?.route ?? [] });
  const turn = `${texts["house-turn"]} ${texts[answer.turn]}`;
  note.textContent = answer.outcome?.text ?? [answer.last?.text, turn].filter(Boolean).join(" · ");
  back.disabled = again.disabled = moves.length === 0;
}

/**
 * Why a piece may not move, or not there.
 * @param {number} square
 * @param {number | undefined} from
 */
async function tell(square, from) {
  const wish = { rules, moves, square: from ?? square, to: from === undefined ? null : square };
  const response = await post("/api/v1/analysis/why", wish);
  const answer = await response.json();
  note.textContent = answer.text ?? answer.message ?? "";
}

back.addEventListener("click", () => go(moves.slice(0, -1)));
again.addEventListener("click", () => go([]));
