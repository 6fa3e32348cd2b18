// The record of a game: every move is a link, and the keys step through it.

import { make, place } from "../page.js";

/** @typedef {{number: string, text: string, route: number[], by: string, captured: number, huffed?: string}} Played */

export class MoveRecord {
  /** The ply that is shown; none: the last. @type {number | null} */
  shown = null;
  /** @type {Played[]} */
  moves = [];
  /** @type {HTMLAnchorElement[]} */
  #links = [];
  /** Positions that were asked for, by the number of the move; nothing while they have not come. @type {Map<string, string | null>} */
  #positions = new Map();

  /**
   * @param {string} game
   * @param {() => void} changed  Another ply is shown, or its position has come.
   * @param {(square: string) => string} huffed  What is said of a piece that was huffed.
   */
  constructor(game, changed, huffed) {
    this.game = game;
    this.changed = changed;
    this.huffed = huffed;
    /** @type {[string, () => number][]} */
    const steps = [
      ["first", () => 0],
      ["back", () => this.at - 1],
      ["forward", () => this.at + 1],
      ["last", () => this.moves.length],
    ];
    for (const [id, to] of steps) place(id).addEventListener("click", () => this.step(to()));
    addEventListener("hashchange", () => this.follow());
    // Outside of the board and of what is typed, the arrow keys walk through the game.
    document.addEventListener("keydown", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target.closest("input, svg, select, dialog[open]") || event.ctrlKey || event.altKey || event.metaKey) return;
      /** @type {Record<string, number>} */
      const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.moves.length };
      if (to[event.key] === undefined) return;
      event.preventDefault();
      this.step(to[event.key]);
    });
  }

  /** So many plies are shown. */
  get at() {
    return this.shown ?? this.moves.length;
  }

  /** The squares of the last move that is shown. */
  get last() {
    return this.moves[this.at - 1]?.route ?? [];
  }

  /** The address of the page may name a move. */
  follow() {
    const number = location.hash.slice(1);
    const found = this.moves.findIndex((move) => move.number === number);
    if (found >= 0) this.step(found + 1);
  }

  /**
   * Shows the position after so many plies.
   * @param {number} ply
   */
  step(ply) {
    const bounded = Math.max(0, Math.min(ply, this.moves.length));
    this.shown = bounded === this.moves.length ? null : bounded;
    this.changed();
  }

  /**
   * The position at the ply that is shown; none if it was never asked for: it comes in a moment.
   * @param {string} start
   * @param {string} now
   * @returns {string | null}
   */
  fen(start, now) {
    if (this.shown === null) return now;
    if (this.shown === 0) return start;
    const { number } = this.moves[this.shown - 1];
    const known = this.#positions.get(number);
    if (known === undefined) this.#ask(number);
    return known ?? null;
  }

  /** @param {string} number */
  async #ask(number) {
    const asked = this.#positions;
    asked.set(number, null);
    const path = `/api/v1/games/${this.game}/moves/${encodeURIComponent(number)}`;
    // Without a connection there is none; it is asked for again when the page is drawn next.
    const after = await fetch(path).then((response) => response.json()).then((found) => found.after ?? null, () => null);
    if (after === null) asked.delete(number);
    else asked.set(number, after);
    // What was taken back meanwhile is not what was asked for.
    if (after !== null && asked === this.#positions) this.changed();
  }

  /**
   * The moves are these now.
   * @param {Played[]} moves
   */
  take(moves) {
    // What was taken back and played otherwise has the same number.
    const goesOn = this.moves.every((move, i) => moves[i]?.text === move.text && moves[i].number === move.number);
    if (!goesOn) {
      this.#positions = new Map();
      this.#links = [];
    }
    this.moves = moves;
    if (this.shown !== null && this.shown >= moves.length) this.shown = null;
  }

  draw() {
    const list = place("moves");
    if (this.#links.length === 0) list.replaceChildren();
    this.moves.slice(this.#links.length).forEach((move) => {
      const [i, answer] = [this.#links.length, move.number.endsWith("...")];
      if (!answer || i === 0) list.append(make("span", `${move.number.replace(/\.+$/, "")}.`, "number"));
      if (answer && i === 0) list.append(make("span", "…"));
      this.#links.push(this.#link(move, i));
      list.append(this.#links[i]);
    });
    // A piece is huffed after the move stands in the list.
    this.moves.forEach((move, i) => {
      if (move.huffed && !this.#links[i].querySelector(".huffed")) {
        this.#links[i].append(" ", make("small", this.huffed(move.huffed), "huffed"));
      }
    });
    const current = this.#links[this.at - 1];
    if (current?.hasAttribute("aria-current")) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    // Where it lies is known anyway when the next picture is drawn.
    requestAnimationFrame(() => (list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0));
  }

  /**
   * @param {Played} move
   * @param {number} i
   */
  #link(move, i) {
    const link = make("a", move.text);
    link.href = `#${move.number}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.step(i + 1);
    });
    return link;
  }
}

/**
 * Links to moves that are cited.
 * @param {string[]} numbers
 */
export function cited(numbers) {
  return numbers.flatMap((number, i) => {
    const link = make("a", number.replace(/(\d)\.$/, "$1"), "figures");
    link.href = `#${number}`;
    return i > 0 ? [", ", link] : [link];
  });
}
