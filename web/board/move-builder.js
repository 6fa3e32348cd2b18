// The move that is being made, square by square, out of those that can be made.

/**
 * @typedef {object} Move
 * @property {string} text
 * @property {number[]} route
 * @property {number[]} captured
 * @property {boolean} crowns
 * @property {boolean} [irregular]  It can be made, but breaks a duty: nothing points it out.
 */

/**
 * @typedef {object} Step  What came of choosing a square.
 * @property {Move} [played]  The move is complete.
 * @property {{from: number | undefined, square: number}} [refused]  No move goes there.
 */

export class Choosing {
  /** The squares so far, the first is where the piece stands. @type {number[]} */
  way = [];

  /**
   * @param {Move[]} moves  What can be played.
   * @param {boolean} whole  Is a capture made at once where there is only one way, or hop by hop?
   */
  constructor(moves, whole) {
    this.moves = moves;
    this.whole = whole;
  }

  /** The moves that go on as this one has begun. */
  candidates() {
    if (this.way.length === 0) return [];
    return this.moves.filter((move) => this.way.every((square, i) => move.route[i] === square));
  }

  /** The moves that go on as this one has begun and break no duty. */
  #regular() {
    return this.candidates().filter((move) => !move.irregular);
  }

  /**
   * The only capture that is left, where choosing one of its squares plays all of it. Where a capture can be stopped too
   * soon, it is made hop by hop.
   * @returns {Move | null}
   */
  only() {
    const [only, ...others] = this.#regular();
    const stops = this.candidates().some((move) => move.irregular && move.captured.length > 0);
    return only !== undefined && others.length === 0 && this.whole && isDue(only) && !stops ? only : null;
  }

  /**
   * The squares that can be chosen next: the last one again, where the move may stop there or go on; all squares of the
   * only capture that is left.
   */
  targets() {
    const next = this.#regular().map((move) => move.route[this.way.length] ?? this.way[this.way.length - 1]);
    const all = new Set([...next, ...(this.only()?.route.slice(this.way.length) ?? [])]);
    // Choosing the piece again puts it down, even where its capture ends on the square it came from.
    if (this.way.length === 1) all.delete(this.way[0]);
    return all;
  }

  /**
   * Goes on with a move that was begun, if it can still be made so.
   * @param {number[]} way
   */
  resume(way) {
    this.way = way;
    if (this.candidates().length === 0) this.way = [];
  }

  /** What has been captured for certain on the way so far, or may have been. */
  captured() {
    return new Set(this.candidates().flatMap((move) => move.captured));
  }

  /**
   * Handles the choice of a square: picks a piece up or puts it down, continues the move, or refuses it. The first
   * choice never plays a move, unless it is the square where the only capture ends.
   * @param {number} square
   * @returns {Step}
   */
  choose(square) {
    if (this.way.length > 1 && square === this.way[this.way.length - 1]) {
      // One may stop here.
      const ended = this.candidates().find((move) => move.route.length === this.way.length);
      if (ended) return { played: ended };
    }
    if (this.targets().has(square)) {
      const only = this.only();
      if (only) return { played: only };
      this.way.push(square);
      return this.#settled();
    }
    if (this.way.length > 0 && this.candidates().some((move) => move.irregular && move.route[this.way.length] === square)) {
      this.way.push(square);
      return this.#settled();
    }
    if (this.way.length === 1 && this.way[0] === square) {
      this.way = [];
      return {};
    }
    if (this.moves.some((move) => move.route[0] === square)) {
      this.way = [square];
      return {};
    }
    // The last square names a capture, if it is the only one that ends there.
    const ending = (this.way.length > 0 ? this.candidates() : this.moves).filter(
      (move) => move.route[move.route.length - 1] === square && isDue(move),
    );
    if (ending.length === 1 && this.whole) return { played: ending[0] };
    const from = this.way[0];
    this.way = [];
    return { refused: { from, square } };
  }

  /**
   * Plays the move if its squares leave no choice.
   * @returns {Step}
   */
  #settled() {
    const only = this.only();
    if (only) return { played: only };
    const candidates = this.candidates();
    return candidates.every((move) => move.route.length === this.way.length) ? { played: candidates[0] } : {};
  }
}

/**
 * A capture that breaks no duty may be made without asking for every square.
 * @param {Move} move
 */
const isDue = (move) => move.captured.length > 0 && !move.irregular;
