// Where the squares of a board lie, and what a position says.

/**
 * @typedef {object} Shape  A board as the site describes it.
 * @property {number} width
 * @property {number} height
 * @property {"dark" | "light"} shade  How the playing squares are drawn.
 * @property {"crown" | "letter-d" | "two-rings"} king_mark  What a king carries, where the settings do not say otherwise.
 * @property {{row: number, column: number, name: string, shown?: string}[]} squares  The playing squares, the first is number 1;
 *   each with its name in positions, and the one that is shown where that is another.
 */

/** @typedef {"white" | "black"} Side */

/** @typedef {{square: number, side: Side, king: boolean}} Piece */

/**
 * The pieces of a position, from its FEN: `W:W31,K45:B1,2`.
 * @param {string} fen
 * @param {Shape} shape
 * @returns {Piece[]}
 */
export function pieces(fen, shape) {
  const numbers = new Map(shape.squares.map((square, i) => [square.name, i + 1]));
  /** @type {Piece[]} */
  const found = [];
  for (const part of fen.split(":").slice(1)) {
    const side = part.startsWith("W") ? "white" : part.startsWith("B") ? "black" : null;
    if (side === null) continue;
    for (const text of part.slice(1).split(",")) {
      const king = text.startsWith("K");
      const square = numbers.get(king ? text.slice(1) : text);
      if (square !== undefined) found.push({ square, side, king });
    }
  }
  return found;
}

/**
 * Where a square lies, its middle, as the board is turned.
 * @param {Shape} shape
 * @param {number} square
 * @param {boolean} turned
 */
export function middle(shape, square, turned) {
  const { row, column } = shape.squares[square - 1];
  return turned
    ? { x: shape.width - column - 0.5, y: shape.height - row - 0.5 }
    : { x: column + 0.5, y: row + 0.5 };
}

/**
 * Does a square lie on the line between two others?
 * @param {Shape} shape
 * @param {number} square
 * @param {number} from
 * @param {number} to
 */
export function isBetween(shape, square, from, to) {
  const [a, b, c] = [from, to, square].map((number) => shape.squares[number - 1]);
  const [dy, dx] = [b.row - a.row, b.column - a.column];
  const [py, px] = [c.row - a.row, c.column - a.column];
  const onLine = dy * px === dx * py;
  const along = dy * py + dx * px;
  return onLine && along > 0 && along < dy * dy + dx * dx;
}

/**
 * The playing square at a point, in squares from the upper left corner as the board is seen.
 * @param {Shape} shape
 * @param {{x: number, y: number}} point
 * @param {boolean} turned
 * @returns {number | null}
 */
export function squareAt(shape, { x, y }, turned) {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const at = turned ? { row: shape.height - 1 - row, column: shape.width - 1 - column } : { row, column };
  const place = shape.squares.findIndex((square) => square.row === at.row && square.column === at.column);
  return place >= 0 ? place + 1 : null;
}

/**
 * The next playing square that way; the same one where there is none.
 * @param {Shape} shape
 * @param {number} from
 * @param {[number, number]} step
 */
export function ahead(shape, from, [down, right]) {
  const here = shape.squares[from - 1];
  const found = shape.squares
    .map((square, i) => ({ number: i + 1, dy: square.row - here.row, dx: square.column - here.column }))
    .filter(({ dy, dx }) => (down !== 0 ? Math.sign(dy) === down && Math.abs(dx) <= 1 : dy === 0 && Math.sign(dx) === right))
    .sort((a, b) => Math.abs(a.dy) + Math.abs(a.dx) - Math.abs(b.dy) - Math.abs(b.dx));
  return found[0]?.number ?? from;
}
