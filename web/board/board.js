// A board on which pieces stand and moves are made. It knows no rules: it is given the legal moves, with their routes, and
// tells which one was made.

import { isBetween, middle, pieces } from "./geometry.js";

/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {import("./geometry.js").Side} Side */
/** @typedef {{text: string, route: number[], captured: number[], crowns: boolean}} Move */

/**
 * @typedef {object} Position  What is on the board.
 * @property {string} fen
 * @property {Move[]} moves    What can be played now, by whoever plays here; none where one only watches.
 * @property {number[]} last   The squares of the last move.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export class Board {
  /** @type {Position} */
  #position = { fen: "", moves: [], last: [] };
  /** The squares of the move that is being made, the first is where it starts. @type {number[]} */
  #way = [];
  #turned = false;
  /** What is held with the pointer: the square it was taken from. @type {{square: number, disc: SVGElement | undefined} | null} */
  #grip = null;
  /** The square that the keyboard is on. */
  #cursor = 1;
  /** @type {Map<number, SVGElement>} */
  #squares = new Map();
  /** @type {Map<number, SVGElement>} */
  #discs = new Map();

  /**
   * @param {HTMLElement} home   Where the board is drawn; what was in it goes.
   * @param {Shape} shape
   * @param {{play: (move: Move) => void, tell: (square: number) => void, label: string}} listener
   */
  constructor(home, shape, listener) {
    this.shape = shape;
    this.listener = listener;
    this.svg = element("svg", {
      viewBox: `0 0 ${shape.width} ${shape.height}`,
      tabindex: 0,
      role: "application",
      "aria-label": listener.label,
    });
    this.ground = element("g");
    this.marks = element("g");
    this.men = element("g");
    this.focus = element("rect", { class: "focus", width: 0.94, height: 0.94 });
    this.svg.append(this.ground, this.men, this.marks, this.focus);
    home.replaceChildren(this.svg);
    this.svg.addEventListener("pointerdown", (event) => this.#grabbed(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointermove", (event) => this.#dragged(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointerup", (event) => this.#dropped(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointercancel", () => this.again());
    this.svg.addEventListener("keydown", (event) => this.#pressed(/** @type {KeyboardEvent} */ (event)));
    this.#lay();
  }

  /** Is Black below? */
  get turned() {
    return this.#turned;
  }

  set turned(turned) {
    this.#turned = turned;
    this.#lay();
    this.#draw();
  }

  /** @param {Position} position */
  show(position) {
    this.#position = position;
    this.#way = [];
    this.#draw();
  }

  /** Forgets the move that is being made. */
  again() {
    this.#grip = null;
    this.#way = [];
    this.#draw();
  }

  get #everySquare() {
    return this.shape.squares.length === this.shape.width * this.shape.height;
  }

  #lay() {
    this.ground.replaceChildren();
    this.#squares.clear();
    this.shape.squares.forEach(({ name, row, column }, i) => {
      const { x, y } = middle(this.shape, i + 1, this.#turned);
      // Where all squares are played on, every second one is a little paler, so that the eye finds its way.
      const pale = this.#everySquare && (row + column) % 2 === 0 ? " pale" : "";
      const square = element("rect", { class: `square${pale}`, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
      square.dataset.square = String(i + 1);
      const label = element("text", { class: "name", x: x - 0.46, y: y - 0.3 });
      label.textContent = name;
      this.ground.append(square, label);
      this.#squares.set(i + 1, square);
    });
  }

  /** The moves that go on as the one that is being made has begun. */
  #candidates() {
    const begins = (/** @type {Move} */ move) => this.#way.every((square, i) => move.route[i] === square);
    return this.#way.length === 0 ? [] : this.#position.moves.filter(begins);
  }

  /** The squares to which the move that is being made can go next. */
  #targets() {
    return new Set(this.#candidates().map((move) => move.route[this.#way.length]));
  }

  #draw() {
    const movable = new Set(this.#position.moves.map((move) => move.route[0]));
    const targets = this.#targets();
    for (const [number, square] of this.#squares) {
      square.classList.toggle("last", this.#position.last.includes(number));
      square.classList.toggle("target", targets.has(number));
    }
    this.#drawPieces(movable);
    this.marks.replaceChildren();
    if (this.#way.length > 1) {
      const points = this.#way.map((square) => middle(this.shape, square, this.#turned));
      this.marks.append(element("polyline", { class: "way", points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
    }
    [...targets].forEach((target, i) => {
      const { x, y } = middle(this.shape, target, this.#turned);
      this.marks.append(element("circle", { class: "dot", cx: x, cy: y, r: targets.size > 1 ? 0.24 : 0.16 }));
      if (targets.size > 1) {
        const digit = element("text", { class: "digit", x, y });
        digit.textContent = String(i + 1);
        this.marks.append(digit);
      }
    });
    const { x, y } = middle(this.shape, this.#cursor, this.#turned);
    this.focus.setAttribute("x", String(x - 0.47));
    this.focus.setAttribute("y", String(y - 0.47));
  }

  /** @param {Set<number>} movable */
  #drawPieces(movable) {
    const standing = pieces(this.#position.fen, this.shape);
    // What was jumped so far is ghosted until the rules remove it.
    const captured = new Set(this.#candidates().flatMap((move) => move.captured));
    const passed = [...captured].filter((square) => this.#isPassed(square));
    /** @type {Map<number, SVGElement>} */
    const next = new Map();
    for (const { square, side, king } of standing) {
      const moved = this.#way.length > 1 && square === this.#way[0] ? this.#way[this.#way.length - 1] : square;
      const { x, y } = middle(this.shape, moved, this.#turned);
      let disc = this.#discs.get(square);
      if (disc === undefined || disc.dataset.kind !== `${side}${king}`) {
        disc?.remove();
        disc = piece(side, king);
      }
      disc.style.transform = `translate(${x}px, ${y}px)`;
      disc.classList.toggle("movable", this.#way.length === 0 && movable.has(square));
      disc.classList.toggle("picked", this.#way[0] === square);
      disc.classList.toggle("ghost", passed.includes(square));
      next.set(square, disc);
    }
    // A piece that went elsewhere slides there: it is the same disc.
    const gone = [...this.#discs].filter(([square]) => !next.has(square));
    const [from, to] = [this.#position.last[0], this.#position.last[this.#position.last.length - 1]];
    const slid = gone.find(([square]) => square === from)?.[1];
    const arrived = next.get(to);
    if (slid && arrived && !this.#discs.has(to) && slid.dataset.kind === arrived.dataset.kind) {
      slid.style.transform = arrived.style.transform;
      slid.classList.toggle("movable", arrived.classList.contains("movable"));
      next.set(to, slid);
    }
    this.men.replaceChildren(...next.values());
    this.#discs = next;
  }

  /**
   * Where the pointer is, in squares from the upper left corner as the board is turned.
   * @param {PointerEvent} event
   */
  #point(event) {
    const box = this.svg.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * this.shape.width,
      y: ((event.clientY - box.top) / box.height) * this.shape.height,
    };
  }

  /**
   * The playing square under the pointer.
   * @param {PointerEvent} event
   * @returns {number | null}
   */
  #under(event) {
    const { x, y } = this.#point(event);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const at = this.#turned
      ? { row: this.shape.height - 1 - row, column: this.shape.width - 1 - column }
      : { row, column };
    const place = this.shape.squares.findIndex((square) => square.row === at.row && square.column === at.column);
    return place >= 0 ? place + 1 : null;
  }

  /**
   * Does a square lie between two that the move has landed on?
   * @param {number} square
   */
  #isPassed(square) {
    return this.#way.slice(1).some((to, i) => isBetween(this.shape, square, this.#way[i], to));
  }

  /** @param {PointerEvent} event */
  #grabbed(event) {
    const square = this.#under(event);
    if (square === null) return;
    const movable = this.#position.moves.some((move) => move.route[0] === square);
    this.#grip = { square, disc: movable ? this.#discs.get(square) : undefined };
    this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #dragged(event) {
    const disc = this.#grip?.disc;
    if (!disc) return;
    const { x, y } = this.#point(event);
    disc.classList.add("dragged");
    disc.style.transform = `translate(${x}px, ${y}px)`;
    if (this.#grip && this.#way[0] !== this.#grip.square) {
      // The squares where it may be dropped are lit, without drawing it back to where it was.
      this.#way = [this.#grip.square];
      const targets = this.#targets();
      for (const [number, lit] of this.#squares) lit.classList.toggle("target", targets.has(number));
    }
  }

  /** @param {PointerEvent} event */
  #dropped(event) {
    const [grip, square] = [this.#grip, this.#under(event)];
    this.#grip = null;
    grip?.disc?.classList.remove("dragged");
    if (square === null || grip === null) {
      this.again();
    } else if (grip.disc && square !== grip.square) {
      this.#way = [grip.square];
      this.choose(square);
    } else {
      this.choose(square);
    }
  }

  /**
   * A square is chosen: a piece is picked up, or a move goes on.
   * @param {number} square
   */
  choose(square) {
    this.#cursor = square;
    const { moves } = this.#position;
    if (this.#targets().has(square)) {
      this.#way.push(square);
    } else {
      const own = moves.filter((move) => move.route[0] === square);
      const ends = moves.filter((move) => move.route[move.route.length - 1] === square);
      if (own.length > 0) {
        this.#way = [square];
      } else if (this.#way.length > 0 && this.#candidates().filter((move) => ends.includes(move)).length === 1) {
        // The last square of a capture names it, if it is the only one.
        const [move] = this.#candidates().filter((candidate) => ends.includes(candidate));
        return this.#finish(move);
      } else if (this.#way.length === 0 && ends.length === 1) {
        return this.#finish(ends[0]);
      } else {
        this.#way = [];
        this.listener.tell(square);
      }
    }
    const candidates = this.#candidates();
    // Nothing is left to choose: one move, and it is a capture or has come to its end.
    const [only] = candidates;
    if (candidates.length === 1 && (only.captured.length > 0 || only.route.length === this.#way.length)) {
      return this.#finish(only);
    }
    const done = candidates.find((move) => move.route.length === this.#way.length);
    if (done && candidates.every((move) => move.route.length === this.#way.length)) return this.#finish(done);
    this.#draw();
  }

  /** @param {Move} move */
  #finish(move) {
    this.#way = [];
    this.#draw();
    this.listener.play(move);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const targets = [...this.#targets()];
    if (step) {
      this.#walk(this.#turned ? [-step[0], -step[1]] : step);
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.#cursor);
    } else if (event.key === "Escape") {
      this.again();
    } else if (/^[1-9]$/.test(event.key) && targets.length > 1 && targets[Number(event.key) - 1] !== undefined) {
      this.choose(targets[Number(event.key) - 1]);
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * The keyboard goes to the next playing square that way.
   * @param {[number, number]} step
   */
  #walk([down, right]) {
    const here = this.shape.squares[this.#cursor - 1];
    const ahead = this.shape.squares
      .map((square, i) => ({ number: i + 1, dy: square.row - here.row, dx: square.column - here.column }))
      .filter(({ dy, dx }) => (down !== 0 ? Math.sign(dy) === down && Math.abs(dx) <= 1 : dy === 0 && Math.sign(dx) === right))
      .sort((a, b) => Math.abs(a.dy) + Math.abs(a.dx) - Math.abs(b.dy) - Math.abs(b.dx));
    if (ahead.length > 0) this.#cursor = ahead[0].number;
    this.svg.setAttribute("aria-description", this.shape.squares[this.#cursor - 1].name);
    this.#draw();
  }
}

/**
 * A disc; a king is two high and carries a crown.
 * @param {Side} side
 * @param {boolean} king
 */
function piece(side, king) {
  const group = element("g", { class: `piece ${side}` });
  group.dataset.kind = `${side}${king}`;
  if (king) group.append(element("circle", { class: "disc", cy: 0.08, r: 0.4 }));
  const top = king ? -0.06 : 0;
  group.append(element("circle", { class: "ring", cy: top, r: 0.42 }), element("circle", { class: "disc", cy: top, r: 0.4 }));
  for (const r of [0.3, 0.18]) group.append(element("circle", { class: "groove", cy: top, r }));
  if (king) {
    group.append(element("path", { class: "crown", d: "M-.2 .06 L-.24 -.2 L-.1 -.08 L0 -.24 L.1 -.08 L.24 -.2 L.2 .06 Z" }));
  }
  return group;
}
