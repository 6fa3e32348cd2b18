// Builds a move square by square from the legal moves.

/**
 * @typedef {object} Move
 * @property {string} text
 * @property {number[]} route
 * @property {number[]} captured
 * @property {boolean} crowns
 * @property {boolean} [irregular]  Whether it breaks a duty to capture. It can be played, but is not highlighted.
 */

/**
 * @typedef {object} Selection  The result of selecting a square.
 * @property {Move} [played]  The complete move.
 * @property {{from: number | undefined, square: number}} [refused]  A selection to which no move leads.
 */

export class MoveBuilder {
  /** The selected squares; the first is that of the piece. @type {number[]} */
  path = [];

  /**
   * @param {Move[]} moves  The moves that can be played.
   * @param {boolean} completesCaptures  Whether an unambiguous capture is played at once, instead of jump by jump.
   */
  constructor(moves, completesCaptures) {
    this.moves = moves;
    this.completesCaptures = completesCaptures;
  }

  /** Returns the moves that start with the selected squares. */
  candidates() {
    if (this.path.length === 0) return [];
    return this.moves.filter((move) => this.path.every((square, i) => move.route[i] === square));
  }

  #regularCandidates() {
    return this.candidates().filter((move) => !move.irregular);
  }

  /**
   * Returns the only remaining capture, if selecting one of its squares plays it. A capture that can be stopped too soon is
   * played jump by jump.
   * @returns {Move | null}
   */
  onlyCapture() {
    const [only, ...others] = this.#regularCandidates();
    const canStop = this.candidates().some((move) => move.irregular && move.captured.length > 0);
    return only !== undefined && others.length === 0 && this.completesCaptures && isRegularCapture(only) && !canStop ? only : null;
  }

  /**
   * Returns the squares that can be selected next: the last one again, if the move may end there or continue; all squares of
   * the only remaining capture.
   */
  targets() {
    const next = this.#regularCandidates().map((move) => move.route[this.path.length] ?? this.path[this.path.length - 1]);
    const targets = new Set([...next, ...(this.onlyCapture()?.route.slice(this.path.length) ?? [])]);
    // Selecting the piece again deselects it, even if its capture ends on the square it started from.
    if (this.path.length === 1) targets.delete(this.path[0]);
    return targets;
  }

  /**
   * Continues a move that was started before, if it is still possible.
   * @param {number[]} path
   */
  resume(path) {
    this.path = path;
    if (this.candidates().length === 0) this.path = [];
  }

  /** Returns the pieces that at least one candidate captures. */
  captured() {
    return new Set(this.candidates().flatMap((move) => move.captured));
  }

  /**
   * Selects a square: picks a piece up or puts it down, continues the move, or refuses it. The first selection plays no move,
   * unless it is the square where the only capture ends.
   * @param {number} square
   * @returns {Selection}
   */
  select(square) {
    if (this.path.length > 1 && square === this.path[this.path.length - 1]) {
      // The move may end here.
      const ended = this.candidates().find((move) => move.route.length === this.path.length);
      if (ended) return { played: ended };
    }
    if (this.targets().has(square)) {
      const only = this.onlyCapture();
      if (only) return { played: only };
      return this.#extend(square);
    }
    if (this.path.length > 0 && this.candidates().some((move) => move.irregular && move.route[this.path.length] === square)) {
      return this.#extend(square);
    }
    if (this.path.length === 1 && this.path[0] === square) {
      this.path = [];
      return {};
    }
    if (this.moves.some((move) => move.route[0] === square)) {
      this.path = [square];
      return {};
    }
    // The last square is enough if only one capture ends there.
    const ending = (this.path.length > 0 ? this.candidates() : this.moves).filter(
      (move) => move.route[move.route.length - 1] === square && isRegularCapture(move),
    );
    if (ending.length === 1 && this.completesCaptures) return { played: ending[0] };
    const from = this.path[0];
    this.path = [];
    return { refused: { from, square } };
  }

  /**
   * Adds a square, and plays the move if no choice is left.
   * @param {number} square
   * @returns {Selection}
   */
  #extend(square) {
    this.path.push(square);
    const only = this.onlyCapture();
    if (only) return { played: only };
    const candidates = this.candidates();
    return candidates.every((move) => move.route.length === this.path.length) ? { played: candidates[0] } : {};
  }
}

/** @param {Move} move */
const isRegularCapture = (move) => move.captured.length > 0 && !move.irregular;
