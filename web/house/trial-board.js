// The board for trying house rules. The user moves both sides; the server applies the rules.

import { Board } from "../board/board.js";
import { byId, postJson } from "../page.js";
import { data } from "./page-data.js";

/** @typedef {import("./page-data.js").HouseRules} HouseRules */

const { texts } = data;
const note = byId("trial-note");
const [backButton, restartButton] = ["trial-back", "trial-again"].map((id) => /** @type {HTMLButtonElement} */ (byId(id)));

/** @type {HouseRules} */
let rules = {};
/** The moves played. @type {string[]} */
let moves = [];
/** @type {Board | null} */
let board = null;
/** The shape of the board as JSON; another shape needs another board. */
let shape = "";
/** The number of the latest request; older answers are ignored. */
let latestRequest = 0;

/**
 * Restarts with these rules.
 * @param {HouseRules} house
 */
export function restart(house) {
  rules = house;
  return go([]);
}

/**
 * Shows whether the board has the last valid rules instead of those in the form.
 * @param {boolean} isStale
 */
export function markStale(isStale) {
  byId("trial-stale").hidden = !isStale;
  byId("board").classList.toggle("stale", isStale);
}

/**
 * Shows the position after these moves.
 * @param {string[]} newMoves
 */
async function go(newMoves) {
  latestRequest += 1;
  const request = latestRequest;
  const response = await postJson("/api/v1/analysis/position", { rules, moves: newMoves });
  const answer = await response.json();
  if (request !== latestRequest) return;
  if (!response.ok) {
    note.textContent = answer.message;
    board?.reset();
    return;
  }
  moves = newMoves;
  if (board === null || shape !== JSON.stringify(answer.board)) {
    shape = JSON.stringify(answer.board);
    board = new Board(byId("board"), answer.board, {
      labels: /** @type {import("../board/board.js").Labels} */ (texts),
      play: (move) => go([...moves, move.text]),
      explain,
    });
  }
  board.show({ fen: answer.fen, moves: answer.legal_moves, last: answer.last?.route ?? [] });
  const turn = `${texts["house-turn"]} ${texts[answer.turn]}`;
  note.textContent = answer.outcome?.text ?? [answer.last?.text, turn].filter(Boolean).join(" · ");
  backButton.disabled = restartButton.disabled = moves.length === 0;
}

/**
 * Asks the server why a piece cannot move, or not to a square.
 * @param {number} square
 * @param {number | undefined} from
 */
async function explain(square, from) {
  const body = { rules, moves, square: from ?? square, to: from === undefined ? null : square };
  const response = await postJson("/api/v1/analysis/why", body);
  const answer = await response.json();
  note.textContent = answer.text ?? answer.message ?? "";
}

backButton.addEventListener("click", () => go(moves.slice(0, -1)));
restartButton.addEventListener("click", () => go([]));
