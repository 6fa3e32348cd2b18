// A position that is set up by hand: pieces are put on squares and taken off again.

import { pieces } from "../board/geometry.js";

/** @typedef {import("../board/geometry.js").Shape} Shape */
/** @typedef {import("../board/geometry.js").Piece} Piece */

/**
 * A position as it is written.
 * @param {Shape} shape
 * @param {Piece[]} standing
 * @param {string} turn  `W` or `B`.
 */
export function fenOf(shape, standing, turn) {
  const of = (/** @type {string} */ side) =>
    standing
      .filter((piece) => piece.side === side)
      .sort((a, b) => a.square - b.square)
      .map((piece) => `${piece.king ? "K" : ""}${shape.squares[piece.square - 1].name}`)
      .join(",");
  return `${turn}:W${of("white")}:B${of("black")}`;
}

/**
 * The position with another piece on a square; the same piece once more takes it away.
 * @param {Shape} shape
 * @param {string} fen
 * @param {number} square
 * @param {string} chosen  `white-man`, `black-king`, … or `nothing`.
 */
export function put(shape, fen, square, chosen) {
  const standing = pieces(fen, shape);
  const there = standing.find((piece) => piece.square === square);
  const rest = standing.filter((piece) => piece.square !== square);
  const [side, kind] = chosen.split("-");
  const king = kind === "king";
  const same = there?.side === side && there?.king === king;
  if ((side === "white" || side === "black") && !same) rest.push({ square, side, king });
  return fenOf(shape, rest, fen.charAt(0));
}
