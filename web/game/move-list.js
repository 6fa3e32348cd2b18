// The list of moves: each is a link, and the arrow keys step through it.

import { byId, createElement } from "../page.js";

/** @typedef {{number: string, text: string, route: number[], by: string, captured: number, huffed?: string}} Played */

export class MoveList {
  /** The displayed ply; null for the last. @type {number | null} */
  shown = null;
  /** @type {Played[]} */
  moves = [];
  /** @type {HTMLAnchorElement[]} */
  #links = [];
  /** Requested positions by move number; null until they arrive. @type {Map<string, string | null>} */
  #positions = new Map();

  /**
   * @param {string} game
   * @param {() => void} changed  Called when another ply is displayed, or its position has arrived.
   * @param {(square: string) => string} huffed  Returns the text for a huffed piece.
   */
  constructor(game, changed, huffed) {
    this.game = game;
    this.changed = changed;
    this.huffed = huffed;
    /** @type {[string, () => number][]} */
    const steps = [
      ["first", () => 0],
      ["back", () => this.ply - 1],
      ["forward", () => this.ply + 1],
      ["last", () => this.moves.length],
    ];
    for (const [id, to] of steps) byId(id).addEventListener("click", () => this.step(to()));
    addEventListener("hashchange", () => this.openLinkedMove());
    // The arrow keys step through the game, unless the board or an input has the focus.
    document.addEventListener("keydown", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target.closest("input, svg, select, dialog[open]") || event.ctrlKey || event.altKey || event.metaKey) return;
      /** @type {Record<string, number>} */
      const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.moves.length };
      if (to[event.key] === undefined) return;
      event.preventDefault();
      this.step(to[event.key]);
    });
  }

  /** The number of plies that are displayed. */
  get ply() {
    return this.shown ?? this.moves.length;
  }

  /** The route of the last displayed move. */
  get last() {
    return this.moves[this.ply - 1]?.route ?? [];
  }

  /** Displays the move that the fragment of the URL names. */
  openLinkedMove() {
    const number = location.hash.slice(1);
    const found = this.moves.findIndex((move) => move.number === number);
    if (found >= 0) this.step(found + 1);
  }

  /**
   * Displays the position after a number of plies.
   * @param {number} ply
   */
  step(ply) {
    const bounded = Math.max(0, Math.min(ply, this.moves.length));
    this.shown = bounded === this.moves.length ? null : bounded;
    this.changed();
  }

  /**
   * Returns the FEN of the displayed ply; null while it is being requested.
   * @param {string} start
   * @param {string} now
   * @returns {string | null}
   */
  fen(start, now) {
    if (this.shown === null) return now;
    if (this.shown === 0) return start;
    const { number } = this.moves[this.shown - 1];
    const fen = this.#positions.get(number);
    if (fen === undefined) this.#request(number);
    return fen ?? null;
  }

  /** @param {string} number */
  async #request(number) {
    const positions = this.#positions;
    positions.set(number, null);
    const path = `/api/v1/games/${this.game}/moves/${encodeURIComponent(number)}`;
    // After an error, the next draw requests it again.
    const after = await fetch(path).then((response) => response.json()).then((move) => move.after ?? null, () => null);
    if (after === null) positions.delete(number);
    else positions.set(number, after);
    // The position is obsolete if moves were taken back meanwhile.
    if (after !== null && positions === this.#positions) this.changed();
  }

  /**
   * Updates the moves.
   * @param {Played[]} moves
   */
  update(moves) {
    // After a takeback, another move may have the same number.
    const isContinued = this.moves.every((move, i) => moves[i]?.text === move.text && moves[i].number === move.number);
    if (!isContinued) {
      this.#positions = new Map();
      this.#links = [];
    }
    this.moves = moves;
    if (this.shown !== null && this.shown >= moves.length) this.shown = null;
  }

  draw() {
    const list = byId("moves");
    if (this.#links.length === 0) list.replaceChildren();
    this.moves.slice(this.#links.length).forEach((move) => {
      const [i, isReply] = [this.#links.length, move.number.endsWith("...")];
      if (!isReply || i === 0) list.append(createElement("span", `${move.number.replace(/\.+$/, "")}.`, "number"));
      if (isReply && i === 0) list.append(createElement("span", "…"));
      this.#links.push(this.#link(move, i));
      list.append(this.#links[i]);
    });
    // A piece may be huffed after its move was added to the list.
    this.moves.forEach((move, i) => {
      if (move.huffed && !this.#links[i].querySelector(".huffed")) {
        this.#links[i].append(" ", createElement("small", this.huffed(move.huffed), "huffed"));
      }
    });
    const current = this.#links[this.ply - 1];
    if (current?.hasAttribute("aria-current")) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    // In the next frame the layout is known without a forced reflow.
    requestAnimationFrame(() => (list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0));
  }

  /**
   * @param {Played} move
   * @param {number} i
   */
  #link(move, i) {
    const link = createElement("a", move.text);
    link.href = `#${move.number}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.step(i + 1);
    });
    return link;
  }
}

/**
 * Returns links to moves, separated by commas.
 * @param {string[]} numbers
 */
export function moveLinks(numbers) {
  return numbers.flatMap((number, i) => {
    const link = createElement("a", number.replace(/(\d)\.$/, "$1"), "figures");
    link.href = `#${number}`;
    return i > 0 ? [", ", link] : [link];
  });
}
