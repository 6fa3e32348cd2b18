// Sets up positions by hand.

import { parsePieces } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Shape} Shape */
/** @typedef {import("../board/geometry.js").Piece} Piece */

/**
 * Writes a FEN.
 * @param {Shape} shape
 * @param {Piece[]} pieces
 * @param {string} turn  `W` or `B`.
 */
function formatFen(shape, pieces, turn) {
  const of = (/** @type {string} */ side) =>
    pieces
      .filter((piece) => piece.side === side)
      .sort((a, b) => a.square - b.square)
      .map((piece) => `${piece.king ? "K" : ""}${shape.squares[piece.square - 1].name}`)
      .join(",");
  return `${turn}:W${of("white")}:B${of("black")}`;
}

/**
 * Places a piece on a square and returns the new FEN. Placing the same piece again removes it.
 * @param {Shape} shape
 * @param {string} fen
 * @param {number} square
 * @param {string} piece  `white-man`, `black-king`, … or `nothing`.
 */
export function placePiece(shape, fen, square, piece) {
  const pieces = parsePieces(fen, shape);
  const existing = pieces.find((other) => other.square === square);
  const rest = pieces.filter((other) => other.square !== square);
  const [side, kind] = piece.split("-");
  const king = kind === "king";
  const isSame = existing?.side === side && existing?.king === king;
  if ((side === "white" || side === "black") && !isSame) rest.push({ square, side, king });
  return formatFen(shape, rest, fen.charAt(0));
}
