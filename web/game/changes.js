// Applies updates from the server to the state of a game.

/** Fields that an update with a new board leaves out if they have these values. */
const BOARD_DEFAULTS = { irregular_moves: [], huffable: [], irregular: null };

/** The grounds of a counter that nobody can invoke. */
const NO_GROUNDS = { white: null, black: null };

/** @param {any} move */
const withDefaults = (move) => ({ captured: [], crowns: false, ...move });

/**
 * Returns the state of a game after an update.
 * @param {any} game
 * @param {{seq: number, changes: any}} update
 */
export function applyUpdate(game, { seq, changes }) {
  const { moves, legal_moves, irregular_moves, draws, ...rest } = changes;
  const next = { ...game, ...(moves ? BOARD_DEFAULTS : {}), ...rest, seq };
  if (moves) next.moves = [...game.moves.slice(0, moves.keep), ...moves.add];
  if (legal_moves) next.legal_moves = legal_moves.map(withDefaults);
  if (irregular_moves) next.irregular_moves = irregular_moves.map(withDefaults);
  for (const counter of draws ?? []) {
    next.draws = next.draws.map((/** @type {any} */ old) => (old.rule === counter.rule ? { ...old, grounds: NO_GROUNDS, ...counter } : old));
  }
  return next;
}
