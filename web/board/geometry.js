// Where the squares of a board lie, and what a position says.

/**
 * @typedef {object} Shape  A board as the site describes it.
 * @property {number} width
 * @property {number} height
 * @property {{row: number, column: number, name: string}[]} squares  The playing squares, the first is number 1.
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
