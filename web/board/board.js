// A board on which pieces stand and moves are made. It knows no rules: it is given the legal moves, with their routes, and
// tells which one was made.

import { arrow } from "./arrows.js";
import { Choosing } from "./choosing.js";
import { afterFrame } from "../page.js";
import { ahead, isBetween, middle, pieces, squareAt } from "./geometry.js";
import { Motion } from "./motion.js";
import { disc, nameLabel } from "./piece.js";
import { Pointer } from "./pointer.js";
import { element } from "./svg.js";

/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {import("./geometry.js").Side} Side */
/** @typedef {import("./geometry.js").Piece} Piece */
/** @typedef {import("./choosing.js").Move} Move */

/**
 * @typedef {object} Position  What is on the board.
 * @property {string} fen
 * @property {Move[]} moves    What can be played now, by whoever plays here; none where one only watches.
 * @property {number[]} last   The squares of the last move.
 * @property {Side | null} [waits]  Whose pieces can be moved in advance.
 * @property {boolean} [vanish]     Are pieces removed after each jump, not at the end of the move?
 * @property {number[][]} [arrows]  Routes that are pointed out, square by square.
 */

/**
 * @typedef {object} Listener
 * @property {(move: Move) => void} play  A move was made.
 * @property {(square: number, from: number | undefined) => void} tell  No move begins there, or goes from there to here.
 * @property {(premove: {from: number, to: number} | null) => void} [premove]  A move is made in advance, or taken back.
 * @property {(square: number) => boolean} [press]  Somebody else may want this square; true: it is dealt with.
 * @property {Words} words
 */

/** @typedef {Record<"board" | "white-man" | "white-king" | "black-man" | "black-king" | "empty" | "movable" | "target", string>} Words */

/** A square is small below this width, in pixels. */
const SMALL = 44;

export class Board {
  /** @type {Position} */
  #position = { fen: "", moves: [], last: [] };
  /** @type {Piece[]} */
  #standing = [];
  #choosing = new Choosing([], true);
  /** A move that was made by hand and that nobody has confirmed. @type {Move | null} */
  #pending = null;
  /** Where the move ended that was made last, while the site has not answered. @type {number | null} */
  #ended = null;
  /** @type {{from: number, to: number | null} | null} */
  #premove = null;
  /** Drawn with the right button. @type {[number, number][]} */
  #drawn = [];
  #turned = false;
  /** The square that the keyboard is on. */
  #cursor = 1;
  /** @type {Map<number, SVGElement>} */
  #squares = new Map();
  /** @type {Map<number, SVGElement>} */
  #names = new Map();
  /** @type {Map<number, SVGElement>} */
  #discs = new Map();
  #motion = new Motion();
  /** What is read out of the squares is many words, and nobody hears them within one picture. */
  #describe = afterFrame(() => this.#name());

  /**
   * @param {HTMLElement} home   Where the board is drawn; what was in it goes.
   * @param {Shape} shape
   * @param {Listener} listener
   */
  constructor(home, shape, listener) {
    this.shape = shape;
    this.listener = listener;
    this.svg = element("svg", {
      viewBox: `0 0 ${shape.width} ${shape.height}`,
      tabindex: 0,
      role: "grid",
      "aria-label": listener.words.board,
    });
    this.ground = element("g", { role: "rowgroup" });
    const layer = () => element("g", { "aria-hidden": "true" });
    // A piece lies over the name of its square, never under it.
    this.names = layer();
    this.men = layer();
    this.marks = layer();
    this.arrows = layer();
    this.focus = element("rect", { class: "focus", width: 0.94, height: 0.94, "aria-hidden": "true" });
    this.svg.append(this.ground, this.names, this.men, this.marks, this.arrows, this.focus);
    home.replaceChildren(this.svg);
    home.dataset.shade = shape.shade;
    home.dataset.mark = shape.king_mark;
    // Names in the corners of small squares cannot be read: only empty squares show theirs.
    new ResizeObserver(([{ contentRect }]) => {
      this.svg.classList.toggle("small", contentRect.width / shape.width < SMALL);
    }).observe(this.svg);
    new Pointer(this.svg, (point) => squareAt(shape, point, this.#turned), shape, {
      grab: (square) => (this.#canHold(square) ? this.#discs.get(square) : undefined),
      drag: (from) => this.#lift(from),
      choose: (square) => this.choose(square),
      drop: (from, to) => this.#dropped(from, to),
      away: () => this.again(),
      arrow: (from, to) => this.#point(from, to),
    });
    this.svg.addEventListener("keydown", (event) => this.#pressed(/** @type {KeyboardEvent} */ (event)));
    this.#lay();
  }

  /** Is Black below? */
  get turned() {
    return this.#turned;
  }

  set turned(turned) {
    this.#turned = turned;
    this.#motion.interrupt();
    this.#lay();
    this.#draw();
  }

  /** @param {Position} position */
  show(position) {
    const [before, stood] = [this.#position, this.#standing];
    this.#motion.interrupt();
    this.#position = position;
    this.#standing = pieces(position.fen, this.shape);
    const made = this.#pending;
    if (before.fen !== position.fen) this.#pending = this.#ended = null;
    const { way } = this.#choosing;
    this.#choosing = new Choosing(position.moves, document.documentElement.dataset.input !== "hops");
    if (before.fen !== position.fen) this.#drawn = [];
    // Something else has changed: a move that is being made goes on.
    else if (this.#pending === null) this.#choosing.resume(way);
    if (!position.waits) this.#forgetPremove();
    const route = this.#movement(before, stood);
    // What was dragged or led by hand is where it belongs already.
    const byHand = made !== null && made.route.join() === position.last.join();
    const gone = this.#draw(route, this.#describe);
    if (route !== null && !byHand) this.#animate(route, gone);
  }

  #forgetPremove() {
    if (this.#premove === null) return;
    this.#premove = null;
    this.listener.premove?.(null);
  }

  /** Forgets the move that is being made. */
  again() {
    this.#pending = this.#ended = null;
    this.#choosing.way = [];
    this.#draw();
  }

  /**
   * Shows a move that was made and is not answered: the piece stands where it goes, faded.
   * @param {Move} move
   */
  pend(move) {
    this.#pending = move;
    this.#draw();
  }

  /**
   * How a piece came from the position before to this one; none: the two have nothing to do with each other.
   * @param {Position} before
   * @param {Piece[]} stood
   * @returns {number[] | null}
   */
  #movement(before, stood) {
    const at = (/** @type {Piece[]} */ all, /** @type {number} */ square) => all.find((piece) => piece.square === square)?.side;
    const fits = (/** @type {number[]} */ route) => {
      const [from, to] = [route[0], route[route.length - 1]];
      return route.length > 1 && at(stood, from) !== undefined && at(stood, from) === at(this.#standing, to);
    };
    const [on, back] = [this.#position.last, [...before.last].reverse()];
    if (on.join() !== before.last.join() && fits(on)) return on;
    return before.fen !== this.#position.fen && fits(back) ? back : null;
  }

  /**
   * @param {number[]} route
   * @param {Map<number, SVGElement>} gone
   */
  #animate(route, gone) {
    const mover = this.#discs.get(route[route.length - 1]);
    if (mover) this.#motion.along(mover, route.map((square) => middle(this.shape, square, this.#turned)));
    for (const [square, old] of gone) {
      const passed = route.findIndex((to, i) => i > 0 && isBetween(this.shape, square, route[i - 1], to));
      this.men.prepend(old);
      this.#motion.leave(old, this.#position.vanish && passed > 0 ? passed : route.length - 1);
    }
  }

  #lay() {
    const all = this.shape.squares.length === this.shape.width * this.shape.height;
    /** @type {Map<number, SVGElement>} */
    const rows = new Map();
    this.names.replaceChildren();
    this.#squares.clear();
    this.#names.clear();
    this.shape.squares.forEach(({ name, shown, row, column }, i) => {
      const { x, y } = middle(this.shape, i + 1, this.#turned);
      // Where all squares are played on, every second one is a little paler, so that the eye finds its way.
      const pale = all && (row + column) % 2 === 0 ? " pale" : "";
      const square = element("rect", { id: `square-${i + 1}`, class: `square${pale}`, role: "gridcell", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
      square.dataset.name = name;
      const label = nameLabel(shown ?? name, { x, y });
      if (!rows.has(row)) rows.set(row, element("g", { role: "row" }));
      rows.get(row)?.append(square);
      this.names.append(label);
      this.#squares.set(i + 1, square);
      this.#names.set(i + 1, label);
    });
    // They are read in the order in which they are seen.
    const ordered = [...rows.values()];
    if (this.#turned) ordered.reverse().forEach((row) => row.replaceChildren(...[...row.children].reverse()));
    this.ground.replaceChildren(...ordered);
  }

  /**
   * Draws what stands; gives back the pieces that are no longer there.
   * @param {number[] | null} route  The way that one of the pieces has come.
   * @param {() => void} describe    Says what is read out of the squares: at once for what is done here.
   */
  #draw(route = null, describe = () => this.#name()) {
    const targets = this.#choosing.targets();
    const gone = this.#drawPieces(route);
    for (const [number, square] of this.#squares) {
      square.classList.toggle("last", this.#position.last.includes(number));
      square.classList.toggle("target", targets.has(number));
      square.classList.toggle("holds", this.#canHold(number));
    }
    describe();
    const way = this.#pending?.route ?? this.#choosing.way;
    this.marks.replaceChildren();
    if (way.length > 1) this.#drawWay(way, "way");
    const only = this.#pending === null ? this.#choosing.only() : null;
    if (only) this.#drawWay(only.route, "way ahead");
    // Numbers tell the ways of a capture apart; of a move, the squares do.
    const numbered = only === null && targets.size > 1 && this.#choosing.captured().size > 0;
    [...targets].forEach((target, i) => this.#mark(target, numbered ? String(i + 1) : ""));
    this.#drawArrows();
    this.#drawFocus();
    return gone;
  }

  /**
   * @param {number[]} route
   * @param {string} kind
   */
  #drawWay(route, kind) {
    const points = route.map((square) => middle(this.shape, square, this.#turned));
    this.marks.append(element("polyline", { class: kind, points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
  }

  /**
   * @param {number} target
   * @param {string} digit
   */
  #mark(target, digit) {
    const { x, y } = middle(this.shape, target, this.#turned);
    this.marks.append(element("circle", { class: "dot", cx: x, cy: y, r: digit ? 0.24 : 0.16 }));
    if (!digit) return;
    const text = element("text", { class: "digit", x, y });
    text.textContent = digit;
    this.marks.append(text);
  }

  #drawArrows() {
    const along = (/** @type {number[]} */ route, /** @type {string} */ kind) =>
      arrow(route.map((square) => middle(this.shape, square, this.#turned)), kind);
    const shown = (this.#position.arrows ?? []).map((route) => along(route, "shown"));
    const drawn = this.#drawn.map((route) => along(route, "drawn"));
    const ahead = this.#premove ? [along([this.#premove.from, this.#premove.to ?? this.#premove.from], "premove")] : [];
    this.arrows.replaceChildren(...shown, ...drawn, ...ahead);
  }

  #drawFocus() {
    const { x, y } = middle(this.shape, this.#cursor, this.#turned);
    this.focus.setAttribute("x", String(x - 0.47));
    this.focus.setAttribute("y", String(y - 0.47));
    this.svg.setAttribute("aria-activedescendant", `square-${this.#cursor}`);
  }

  #name() {
    const targets = this.#choosing.targets();
    for (const [number, square] of this.#squares) {
      const spoken = this.#spoken(number, targets);
      if (square.getAttribute("aria-label") !== spoken) square.setAttribute("aria-label", spoken);
    }
  }

  /**
   * A square as it is read out.
   * @param {number} number
   * @param {Set<number>} targets
   */
  #spoken(number, targets) {
    const { words } = this.listener;
    const piece = this.#standing.find(({ square }) => square === number);
    const what = piece ? words[`${piece.side}-${piece.king ? "king" : "man"}`] : words.empty;
    const can = targets.has(number) ? words.target : this.#begins(number) ? words.movable : "";
    const { name, shown } = this.shape.squares[number - 1];
    return [shown ?? name, what, can].filter(Boolean).join(", ");
  }

  /** @param {number} square */
  #begins(square) {
    return this.#choosing.way.length === 0 && this.#position.moves.some((move) => move.route[0] === square && !move.irregular);
  }

  /**
   * Can the piece on a square be picked up?
   * @param {number} square
   */
  #canHold(square) {
    if (this.#position.moves.some((move) => move.route[0] === square)) return true;
    const piece = this.#standing.find((piece) => piece.square === square);
    return piece !== undefined && piece.side === this.#position.waits;
  }

  /**
   * @param {number[] | null} route
   * @returns {Map<number, SVGElement>}
   */
  #drawPieces(route) {
    const { way } = this.#choosing;
    const [made, captured] = [this.#pending?.route ?? way, new Set(this.#pending?.captured ?? this.#choosing.captured())];
    const passed = [...captured].filter((square) => made.slice(1).some((to, i) => isBetween(this.shape, square, made[i], to)));
    const old = new Map(this.#discs);
    // A piece that went elsewhere is the same disc, unless it was crowned.
    const [from, to] = route ? [route[0], route[route.length - 1]] : [0, 0];
    const mover = old.get(from);
    if (mover) old.delete(from);
    /** @type {Map<number, SVGElement>} */
    const next = new Map();
    for (const { square, side, king } of this.#standing) {
      const kind = `${side}${king}`;
      const known = square === to ? mover : old.get(square);
      const drawn = known?.dataset.kind === kind ? known : disc(side, king);
      if (drawn === known || square === to) old.delete(square);
      const { x, y } = middle(this.shape, made.length > 1 && square === made[0] ? made[made.length - 1] : square, this.#turned);
      drawn.style.transform = `translate(${x}px, ${y}px)`;
      drawn.classList.toggle("movable", this.#begins(square) && this.#pending === null);
      drawn.classList.toggle("picked", way[0] === square);
      drawn.classList.toggle("pending", this.#pending?.route[0] === square);
      drawn.classList.toggle("ghost", passed.includes(square));
      drawn.classList.toggle("vanished", passed.includes(square) && this.#position.vanish === true);
      next.set(square, drawn);
    }
    const standing = new Set(next.values());
    for (const drawn of [...this.men.children]) if (!standing.has(/** @type {SVGElement} */ (drawn))) drawn.remove();
    // What moves goes over all others; what stays is not touched, so that it need not be drawn again.
    for (const [square, drawn] of next) if (square === to || drawn.parentNode !== this.men) this.men.append(drawn);
    for (const [number, name] of this.#names) name.classList.toggle("covered", next.has(number));
    this.#discs = next;
    return old;
  }

  /**
   * A piece is being dragged: where it may be dropped is lit, without drawing it back to where it was.
   * @param {number} from
   */
  #lift(from) {
    this.#choosing.way = this.#begins(from) || this.#choosing.way.length > 0 ? [from] : [];
    const targets = this.#choosing.targets();
    for (const [number, lit] of this.#squares) lit.classList.toggle("target", targets.has(number));
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #dropped(from, to) {
    if (this.#position.moves.length === 0) {
      this.#premoved(from);
      return this.#premoved(to);
    }
    this.#choosing.way = [from];
    this.choose(to, true);
  }

  /**
   * A square is chosen: a piece is picked up, or a move goes on.
   * @param {number} square
   * @param {boolean} [byHand]  Has the piece been led there?
   */
  choose(square, byHand = false) {
    this.#cursor = square;
    this.#drawn = [];
    if (this.listener.press?.(square)) return;
    // The second half of a double click does not make the same move once more.
    if (this.#ended === square) return;
    this.#ended = null;
    if (this.#position.moves.length === 0 && this.#position.waits) return this.#premoved(square);
    const led = byHand || this.#choosing.way.length > 1;
    const { played, refused } = this.#choosing.choose(square);
    if (played) {
      this.#choosing.way = [];
      this.#pending = led ? played : null;
      this.#ended = played.route[played.route.length - 1];
    }
    this.#draw();
    if (played) this.listener.play(played);
    else if (refused) this.listener.tell(refused.square, refused.from);
  }

  /** @param {number} square */
  #premoved(square) {
    const own = this.#standing.some((piece) => piece.square === square && piece.side === this.#position.waits);
    const from = this.#premove && this.#premove.to === null ? this.#premove.from : null;
    if (from === null || from === square || own) {
      this.#forgetPremove();
      this.#premove = own && from !== square ? { from: square, to: null } : null;
    } else {
      this.#premove = { from, to: square };
      this.listener.premove?.({ from, to: square });
    }
    this.#draw();
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #point(from, to) {
    const kept = this.#drawn.filter(([tail, tip]) => tail !== from || tip !== to);
    // The same once more takes it away.
    this.#drawn = kept.length < this.#drawn.length ? kept : [...this.#drawn, [from, to]];
    this.#drawArrows();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const targets = [...this.#choosing.targets()];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      this.#cursor = ahead(this.shape, this.#cursor, this.#turned ? [-step[0], -step[1]] : step);
      this.#drawFocus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.#cursor);
    } else if (event.key === "Escape") {
      this.#forgetPremove();
      this.again();
    } else if (/^[1-9]$/.test(event.key) && targets.length > 1 && targets[Number(event.key) - 1] !== undefined) {
      this.choose(targets[Number(event.key) - 1]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
