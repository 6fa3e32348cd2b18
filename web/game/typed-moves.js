// Typed moves: if several moves match, buttons ask which one is meant.

import { byId, createElement, format, inputById } from "../page.js";

/** @typedef {import("../board/move-builder.js").Move} Move */

/**
 * Returns the moves that a text can mean, by the names of their squares.
 * @param {string} text
 * @param {Move[]} moves
 * @param {(square: number) => string} name
 */
export function matchingMoves(text, moves, name) {
  const squares = text.trim().toLowerCase().split(/\s*[-x:*\s]\s*/);
  if (squares.length < 2) return [];
  return moves.filter((move) => {
    const route = move.route.map((square) => name(square).toLowerCase());
    if (route[0] !== squares[0] || route[route.length - 1] !== squares[squares.length - 1]) return false;
    let index = 0;
    return squares.every((square) => (index = route.indexOf(square, index) + 1) > 0);
  });
}

/**
 * Returns for each move the first square that distinguishes it from the others; if there is none, its route.
 * @param {Move[]} moves
 * @param {(square: number) => string} name
 */
function distinguishingSquares(moves, name) {
  return moves.map((move) => {
    const distinct = move.route.find((square, i) => moves.every((other) => other === move || other.route[i] !== square));
    return distinct === undefined ? move.route.map(name).join("x") : name(distinct);
  });
}

/**
 * Handles the form for typed moves.
 * @param {{moves: () => Move[], name: (square: number) => string, play: (move: Move) => void, send: (text: string) => void, notify: (text: string) => void, texts: Record<string, string>}} game
 */
export function setUpTypedMoves(game) {
  const ways = byId("ways");
  byId("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = inputById("typed-move").value;
    ways.replaceChildren();
    if (text.trim() === "") return;
    const found = matchingMoves(text, game.moves(), game.name);
    inputById("typed-move").value = "";
    if (found.length === 1) return game.play(found[0]);
    // The server explains texts that are no legal move.
    if (found.length === 0) return game.send(text);
    const names = distinguishingSquares(found, game.name);
    game.notify(format(game.texts.whichWay, { ways: names.join(` ${game.texts.or} `) }));
    const buttons = found.map((move, i) => {
      const button = createElement("button", names[i]);
      button.type = "button";
      button.addEventListener("click", () => game.play(move));
      return button;
    });
    ways.replaceChildren(...buttons);
    buttons[0].focus();
  });
}
