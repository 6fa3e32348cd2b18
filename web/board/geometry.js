// The geometry of boards, and the parsing of positions.

/**
 * @typedef {object} Shape  A board as the server describes it.
 * @property {number} width
 * @property {number} height
 * @property {"dark" | "light"} shade  The shade of the playing squares.
 * @property {"crown" | "letter-d" | "two-rings"} king_mark  The mark of kings, unless the settings override it.
 * @property {{row: number, column: number, name: string, shown?: string}[]} squares  The playing squares, numbered
 *   from 1, with the name in FEN and, if it differs, the name to show.
 */

/** @typedef {"white" | "black"} Side */

/** @typedef {{square: number, side: Side, king: boolean}} Piece */

/**
 * Parses the pieces of a FEN such as `W:W31,K45:B1,2`.
 * @param {string} fen
 * @param {Shape} shape
 * @returns {Piece[]}
 */
export function parsePieces(fen, shape) {
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
 * Returns the centre of a square in a view, in squares from the upper left corner.
 * @param {Shape} shape
 * @param {number} square
 * @param {boolean} flipped
 */
export function centreOf(shape, square, flipped) {
  const { row, column } = shape.squares[square - 1];
  return flipped
    ? { x: shape.width - column - 0.5, y: shape.height - row - 0.5 }
    : { x: column + 0.5, y: row + 0.5 };
}

/**
 * Whether a square is on the line between two others.
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
 * Returns the playing square at a point, in squares from the upper left corner of the view.
 * @param {Shape} shape
 * @param {{x: number, y: number}} point
 * @param {boolean} flipped
 * @returns {number | null}
 */
export function squareAt(shape, { x, y }, flipped) {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const at = flipped ? { row: shape.height - 1 - row, column: shape.width - 1 - column } : { row, column };
  const index = shape.squares.findIndex((square) => square.row === at.row && square.column === at.column);
  return index >= 0 ? index + 1 : null;
}

/**
 * Returns the nearest playing square in a direction; the same square if there is none.
 * @param {Shape} shape
 * @param {number} from
 * @param {[number, number]} step
 */
export function nextSquare(shape, from, [down, right]) {
  const here = shape.squares[from - 1];
  const found = shape.squares
    .map((square, i) => ({ number: i + 1, dy: square.row - here.row, dx: square.column - here.column }))
    .filter(({ dy, dx }) => (down !== 0 ? Math.sign(dy) === down && Math.abs(dx) <= 1 : dy === 0 && Math.sign(dx) === right))
    .sort((a, b) => Math.abs(a.dy) + Math.abs(a.dx) - Math.abs(b.dy) - Math.abs(b.dx));
  return found[0]?.number ?? from;
}
