// A board that shows a position and reports moves. It knows no rules: it receives the legal moves with their routes.

import { drawArrow } from "./arrows.js";
import { afterPaint } from "../page.js";
import { centreOf, isBetween, nextSquare, parsePieces, squareAt } from "./geometry.js";
import { Motion } from "./motion.js";
import { MoveBuilder } from "./move-builder.js";
import { drawPiece, drawSquareName } from "./piece.js";
import { Pointer } from "./pointer.js";
import { svgElement } from "./svg.js";

/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {import("./geometry.js").Side} Side */
/** @typedef {import("./geometry.js").Piece} Piece */
/** @typedef {import("./move-builder.js").Move} Move */

/**
 * @typedef {object} Position  The position to show.
 * @property {string} fen
 * @property {Move[]} moves    The moves that the user can play; none for a spectator.
 * @property {number[]} last   The route of the last move.
 * @property {Side | null} [premoveSide]  The side that can make a premove.
 * @property {boolean} [removesAtOnce]    Whether pieces are removed after each jump, not at the end of the move.
 * @property {number[][]} [arrows]        Routes that are shown as arrows.
 */

/**
 * @typedef {object} Listener
 * @property {(move: Move) => void} play  Called when a move is made.
 * @property {(square: number, from: number | undefined) => void} explain  Called when no move starts on a square, or leads to it.
 * @property {(premove: {from: number, to: number} | null) => void} [premove]  Called when a premove is made or cancelled.
 * @property {(square: number) => boolean} [press]  Called first for each selected square; returns whether it was handled.
 * @property {Labels} labels
 */

/** @typedef {Record<"board" | "white-man" | "white-king" | "black-man" | "black-king" | "empty" | "movable" | "target", string>} Labels */

/** The width below which squares are small, in pixels. */
const SMALL_SQUARE = 44;

export class Board {
  /** @type {Position} */
  #position = { fen: "", moves: [], last: [] };
  /** @type {Piece[]} */
  #pieces = [];
  #builder = new MoveBuilder([], true);
  /** A move that was made here and is not confirmed yet. @type {Move | null} */
  #pending = null;
  /** The last square of the move that was made last, until the server answers. @type {number | null} */
  #lastTarget = null;
  /** @type {{from: number, to: number | null} | null} */
  #premove = null;
  /** Arrows drawn with the right button. @type {[number, number][]} */
  #userArrows = [];
  #flipped = false;
  /** The square of the keyboard cursor. */
  #cursor = 1;
  /** @type {Map<number, SVGElement>} */
  #squares = new Map();
  /** @type {Map<number, SVGElement>} */
  #nameLabels = new Map();
  /** @type {Map<number, SVGElement>} */
  #pieceElements = new Map();
  #motion = new Motion();
  /** Updates the labels for screen readers after the paint, since there are many. */
  #updateLabelsLater = afterPaint(() => this.#updateLabels());

  /**
   * @param {HTMLElement} container  The element whose content the board replaces.
   * @param {Shape} shape
   * @param {Listener} listener
   */
  constructor(container, shape, listener) {
    this.shape = shape;
    this.listener = listener;
    this.svg = svgElement("svg", {
      viewBox: `0 0 ${shape.width} ${shape.height}`,
      tabindex: 0,
      role: "grid",
      "aria-label": listener.labels.board,
    });
    this.squareLayer = svgElement("g", { role: "rowgroup" });
    const layer = () => svgElement("g", { "aria-hidden": "true" });
    // Pieces are above the names of squares.
    this.nameLayer = layer();
    this.pieceLayer = layer();
    this.markLayer = layer();
    this.arrowLayer = layer();
    this.focus = svgElement("rect", { class: "focus", width: 0.94, height: 0.94, "aria-hidden": "true" });
    this.svg.append(this.squareLayer, this.nameLayer, this.pieceLayer, this.markLayer, this.arrowLayer, this.focus);
    container.replaceChildren(this.svg);
    container.dataset.shade = shape.shade;
    container.dataset.mark = shape.king_mark;
    // The style shows names of small squares only if they are empty.
    new ResizeObserver(([{ contentRect }]) => {
      this.svg.classList.toggle("small", contentRect.width / shape.width < SMALL_SQUARE);
    }).observe(this.svg);
    new Pointer(this.svg, (point) => squareAt(shape, point, this.#flipped), shape, {
      grab: (square) => (this.#canPickUp(square) ? this.#pieceElements.get(square) : undefined),
      drag: (from) => this.#lift(from),
      select: (square) => this.select(square),
      drop: (from, to) => this.#drop(from, to),
      cancel: () => this.reset(),
      arrow: (from, to) => this.#toggleArrow(from, to),
    });
    this.svg.addEventListener("keydown", (event) => this.#handleKey(/** @type {KeyboardEvent} */ (event)));
    this.#layOut();
  }

  /** Whether Black is at the bottom. */
  get flipped() {
    return this.#flipped;
  }

  set flipped(flipped) {
    this.#flipped = flipped;
    this.#motion.interrupt();
    this.#layOut();
    this.#draw();
  }

  /** @param {Position} position */
  show(position) {
    const [before, oldPieces] = [this.#position, this.#pieces];
    this.#motion.interrupt();
    this.#position = position;
    this.#pieces = parsePieces(position.fen, this.shape);
    const pending = this.#pending;
    if (before.fen !== position.fen) this.#pending = this.#lastTarget = null;
    const { path } = this.#builder;
    this.#builder = new MoveBuilder(position.moves, document.documentElement.dataset.input !== "hops");
    if (before.fen !== position.fen) this.#userArrows = [];
    // The position is the same: a move that was started continues.
    else if (this.#pending === null) this.#builder.resume(path);
    if (!position.premoveSide) this.#cancelPremove();
    const route = this.#routeFrom(before, oldPieces);
    // A piece that the user moved is on its target already.
    const isMoved = pending !== null && pending.route.join() === position.last.join();
    const removed = this.#draw(route, this.#updateLabelsLater);
    if (route !== null && !isMoved) this.#animate(route, removed);
  }

  #cancelPremove() {
    if (this.#premove === null) return;
    this.#premove = null;
    this.listener.premove?.(null);
  }

  /** Cancels the move that is being made. */
  reset() {
    this.#pending = this.#lastTarget = null;
    this.#builder.path = [];
    this.#draw();
  }

  /**
   * Shows a move that the server has not confirmed: the piece is on its target, faded.
   * @param {Move} move
   */
  showPending(move) {
    this.#pending = move;
    this.#draw();
  }

  /**
   * Returns the route of the piece that moved between two positions; null if they are unrelated.
   * @param {Position} before
   * @param {Piece[]} oldPieces
   * @returns {number[] | null}
   */
  #routeFrom(before, oldPieces) {
    const sideOn = (/** @type {Piece[]} */ pieces, /** @type {number} */ square) => pieces.find((piece) => piece.square === square)?.side;
    const fits = (/** @type {number[]} */ route) => {
      const [from, to] = [route[0], route[route.length - 1]];
      return route.length > 1 && sideOn(oldPieces, from) !== undefined && sideOn(oldPieces, from) === sideOn(this.#pieces, to);
    };
    const [forward, back] = [this.#position.last, [...before.last].reverse()];
    if (forward.join() !== before.last.join() && fits(forward)) return forward;
    return before.fen !== this.#position.fen && fits(back) ? back : null;
  }

  /**
   * @param {number[]} route
   * @param {Map<number, SVGElement>} removed
   */
  #animate(route, removed) {
    const mover = this.#pieceElements.get(route[route.length - 1]);
    if (mover) this.#motion.move(mover, route.map((square) => this.#centreOf(square)));
    for (const [square, piece] of removed) {
      const passed = route.findIndex((to, i) => i > 0 && isBetween(this.shape, square, route[i - 1], to));
      this.pieceLayer.prepend(piece);
      this.#motion.fadeOut(piece, this.#position.removesAtOnce && passed > 0 ? passed : route.length - 1);
    }
  }

  #layOut() {
    const usesAllSquares = this.shape.squares.length === this.shape.width * this.shape.height;
    /** @type {Map<number, SVGElement>} */
    const rows = new Map();
    this.nameLayer.replaceChildren();
    this.#squares.clear();
    this.#nameLabels.clear();
    this.shape.squares.forEach(({ name, shown, row, column }, i) => {
      const { x, y } = this.#centreOf(i + 1);
      // If all squares are used, every second one is a little paler.
      const pale = usesAllSquares && (row + column) % 2 === 0 ? " pale" : "";
      const square = svgElement("rect", { id: `square-${i + 1}`, class: `square${pale}`, role: "gridcell", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
      square.dataset.name = name;
      const label = drawSquareName(shown ?? name, { x, y });
      if (!rows.has(row)) rows.set(row, svgElement("g", { role: "row" }));
      rows.get(row)?.append(square);
      this.nameLayer.append(label);
      this.#squares.set(i + 1, square);
      this.#nameLabels.set(i + 1, label);
    });
    // Screen readers read the squares in the order in which they are displayed.
    const ordered = [...rows.values()];
    if (this.#flipped) ordered.reverse().forEach((row) => row.replaceChildren(...[...row.children].reverse()));
    this.squareLayer.replaceChildren(...ordered);
  }

  /**
   * Draws the position, and returns the pieces that were removed.
   * @param {number[] | null} route       The route of the piece that moved.
   * @param {() => void} updateLabels  Updates the labels for screen readers: by default at once.
   */
  #draw(route = null, updateLabels = () => this.#updateLabels()) {
    const targets = this.#builder.targets();
    const removed = this.#drawPieces(route);
    for (const [number, square] of this.#squares) {
      square.classList.toggle("last", this.#position.last.includes(number));
      square.classList.toggle("target", targets.has(number));
      square.classList.toggle("holds", this.#canPickUp(number));
    }
    updateLabels();
    const path = this.#pending?.route ?? this.#builder.path;
    this.markLayer.replaceChildren();
    if (path.length > 1) this.#drawRoute(path, "way");
    const only = this.#pending === null ? this.#builder.onlyCapture() : null;
    if (only) this.#drawRoute(only.route, "way ahead");
    // Numbers distinguish the targets of captures; the squares themselves distinguish those of moves.
    const numbered = only === null && targets.size > 1 && this.#builder.captured().size > 0;
    [...targets].forEach((target, i) => this.#drawTarget(target, numbered ? String(i + 1) : ""));
    this.#drawArrows();
    this.#drawFocus();
    return removed;
  }

  /**
   * @param {number[]} route
   * @param {string} className
   */
  #drawRoute(route, className) {
    const points = route.map((square) => this.#centreOf(square));
    this.markLayer.append(svgElement("polyline", { class: className, points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
  }

  /**
   * @param {number} target
   * @param {string} digit
   */
  #drawTarget(target, digit) {
    const { x, y } = this.#centreOf(target);
    this.markLayer.append(svgElement("circle", { class: "dot", cx: x, cy: y, r: digit ? 0.24 : 0.16 }));
    if (!digit) return;
    const text = svgElement("text", { class: "digit", x, y });
    text.textContent = digit;
    this.markLayer.append(text);
  }

  #drawArrows() {
    const draw = (/** @type {number[]} */ route, /** @type {string} */ kind) =>
      drawArrow(route.map((square) => this.#centreOf(square)), kind);
    const shown = (this.#position.arrows ?? []).map((route) => draw(route, "shown"));
    const drawn = this.#userArrows.map((route) => draw(route, "drawn"));
    const premove = this.#premove ? [draw([this.#premove.from, this.#premove.to ?? this.#premove.from], "premove")] : [];
    this.arrowLayer.replaceChildren(...shown, ...drawn, ...premove);
  }

  /** @param {number} square */
  #centreOf(square) {
    return centreOf(this.shape, square, this.#flipped);
  }

  #drawFocus() {
    const { x, y } = this.#centreOf(this.#cursor);
    this.focus.setAttribute("x", String(x - 0.47));
    this.focus.setAttribute("y", String(y - 0.47));
    this.svg.setAttribute("aria-activedescendant", `square-${this.#cursor}`);
  }

  #updateLabels() {
    const targets = this.#builder.targets();
    for (const [number, square] of this.#squares) {
      const label = this.#labelOf(number, targets);
      if (square.getAttribute("aria-label") !== label) square.setAttribute("aria-label", label);
    }
  }

  /**
   * Returns the label of a square for screen readers.
   * @param {number} number
   * @param {Set<number>} targets
   */
  #labelOf(number, targets) {
    const { labels } = this.listener;
    const piece = this.#pieces.find(({ square }) => square === number);
    const content = piece ? labels[`${piece.side}-${piece.king ? "king" : "man"}`] : labels.empty;
    const action = targets.has(number) ? labels.target : this.#startsMove(number) ? labels.movable : "";
    const { name, shown } = this.shape.squares[number - 1];
    return [shown ?? name, content, action].filter(Boolean).join(", ");
  }

  /** @param {number} square */
  #startsMove(square) {
    return this.#builder.path.length === 0 && this.#position.moves.some((move) => move.route[0] === square && !move.irregular);
  }

  /**
   * Whether the piece on a square can be picked up.
   * @param {number} square
   */
  #canPickUp(square) {
    if (this.#position.moves.some((move) => move.route[0] === square)) return true;
    const piece = this.#pieces.find((piece) => piece.square === square);
    return piece !== undefined && piece.side === this.#position.premoveSide;
  }

  /**
   * Draws the pieces, and returns those that were removed.
   * @param {number[] | null} route
   * @returns {Map<number, SVGElement>}
   */
  #drawPieces(route) {
    const { path: selected } = this.#builder;
    const [path, captured] = [this.#pending?.route ?? selected, new Set(this.#pending?.captured ?? this.#builder.captured())];
    const passed = [...captured].filter((square) => path.slice(1).some((to, i) => isBetween(this.shape, square, path[i], to)));
    const old = new Map(this.#pieceElements);
    // A piece that moved keeps its element, unless it was crowned.
    const [from, to] = route ? [route[0], route[route.length - 1]] : [0, 0];
    const mover = old.get(from);
    if (mover) old.delete(from);
    /** @type {Map<number, SVGElement>} */
    const next = new Map();
    for (const { square, side, king } of this.#pieces) {
      const kind = `${side}${king}`;
      const existing = square === to ? mover : old.get(square);
      const drawn = existing?.dataset.kind === kind ? existing : drawPiece(side, king);
      if (drawn === existing || square === to) old.delete(square);
      const { x, y } = this.#centreOf(path.length > 1 && square === path[0] ? path[path.length - 1] : square);
      drawn.style.transform = `translate(${x}px, ${y}px)`;
      drawn.classList.toggle("movable", this.#startsMove(square) && this.#pending === null);
      drawn.classList.toggle("picked", selected[0] === square);
      drawn.classList.toggle("pending", this.#pending?.route[0] === square);
      drawn.classList.toggle("ghost", passed.includes(square));
      drawn.classList.toggle("vanished", passed.includes(square) && this.#position.removesAtOnce === true);
      next.set(square, drawn);
    }
    const current = new Set(next.values());
    for (const drawn of [...this.pieceLayer.children]) if (!current.has(/** @type {SVGElement} */ (drawn))) drawn.remove();
    // The moving piece is above all others; the others are not touched, so that they are not painted again.
    for (const [square, drawn] of next) if (square === to || drawn.parentNode !== this.pieceLayer) this.pieceLayer.append(drawn);
    for (const [number, name] of this.#nameLabels) name.classList.toggle("covered", next.has(number));
    this.#pieceElements = next;
    return old;
  }

  /**
   * Highlights the targets of a piece that is being dragged, without drawing it on its square.
   * @param {number} from
   */
  #lift(from) {
    this.#builder.path = this.#startsMove(from) || this.#builder.path.length > 0 ? [from] : [];
    const targets = this.#builder.targets();
    for (const [number, square] of this.#squares) square.classList.toggle("target", targets.has(number));
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #drop(from, to) {
    if (this.#position.moves.length === 0) {
      this.#selectPremove(from);
      return this.#selectPremove(to);
    }
    this.#builder.path = [from];
    this.select(to, true);
  }

  /**
   * Selects a square: picks a piece up, or continues a move.
   * @param {number} square
   * @param {boolean} [isDragged]  Whether the piece was dragged there.
   */
  select(square, isDragged = false) {
    this.#cursor = square;
    this.#userArrows = [];
    if (this.listener.press?.(square)) return;
    // The second click of a double click must not repeat the move.
    if (this.#lastTarget === square) return;
    this.#lastTarget = null;
    if (this.#position.moves.length === 0 && this.#position.premoveSide) return this.#selectPremove(square);
    const isShown = isDragged || this.#builder.path.length > 1;
    const { played, refused } = this.#builder.select(square);
    if (played) {
      this.#builder.path = [];
      this.#pending = isShown ? played : null;
      this.#lastTarget = played.route[played.route.length - 1];
    }
    this.#draw();
    if (played) this.listener.play(played);
    else if (refused) this.listener.explain(refused.square, refused.from);
  }

  /** @param {number} square */
  #selectPremove(square) {
    const own = this.#pieces.some((piece) => piece.square === square && piece.side === this.#position.premoveSide);
    const from = this.#premove && this.#premove.to === null ? this.#premove.from : null;
    if (from === null || from === square || own) {
      this.#cancelPremove();
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
  #toggleArrow(from, to) {
    const others = this.#userArrows.filter(([tail, tip]) => tail !== from || tip !== to);
    // Drawing an arrow again removes it.
    this.#userArrows = others.length < this.#userArrows.length ? others : [...this.#userArrows, [from, to]];
    this.#drawArrows();
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const targets = [...this.#builder.targets()];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      this.#cursor = nextSquare(this.shape, this.#cursor, this.#flipped ? [-step[0], -step[1]] : step);
      this.#drawFocus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.select(this.#cursor);
    } else if (event.key === "Escape") {
      this.#cancelPremove();
      this.reset();
    } else if (/^[1-9]$/.test(event.key) && targets.length > 1 && targets[Number(event.key) - 1] !== undefined) {
      this.select(targets[Number(event.key) - 1]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
