// Moves that are typed: where two can be meant, it is asked which.

import { fill, input, make, place } from "../page.js";

/** @typedef {import("../board/choosing.js").Move} Move */

/**
 * The moves that a text may mean, by the names of their squares.
 * @param {string} text
 * @param {Move[]} moves
 * @param {(square: number) => string} name
 */
export function meant(text, moves, name) {
  const squares = text.trim().toLowerCase().split(/\s*[-x:*\s]\s*/);
  if (squares.length < 2) return [];
  return moves.filter((move) => {
    const route = move.route.map((square) => name(square).toLowerCase());
    if (route[0] !== squares[0] || route[route.length - 1] !== squares[squares.length - 1]) return false;
    let at = 0;
    return squares.every((square) => (at = route.indexOf(square, at) + 1) > 0);
  });
}

/**
 * For each of several moves, the first square that no other one has at that point; its whole route where there is none.
 * @param {Move[]} moves
 * @param {(square: number) => string} name
 */
export function vias(moves, name) {
  return moves.map((move) => {
    const own = move.route.find((square, i) => moves.every((other) => other === move || other.route[i] !== square));
    return own === undefined ? move.route.map(name).join("x") : name(own);
  });
}

/**
 * @param {{moves: () => Move[], name: (square: number) => string, play: (move: Move) => void, send: (text: string) => void, which: (text: string) => void, texts: Record<string, string>}} game
 */
export function listenToTyping(game) {
  const ways = place("ways");
  place("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input("typed-move").value;
    ways.replaceChildren();
    if (text.trim() === "") return;
    const found = meant(text, game.moves(), game.name);
    input("typed-move").value = "";
    if (found.length === 1) return game.play(found[0]);
    // What no move is, the server explains.
    if (found.length === 0) return game.send(text);
    const names = vias(found, game.name);
    game.which(fill(game.texts.whichWay, { ways: names.join(` ${game.texts.or} `) }));
    const buttons = found.map((move, i) => {
      const button = make("button", names[i]);
      button.type = "button";
      button.addEventListener("click", () => game.play(move));
      return button;
    });
    ways.replaceChildren(...buttons);
    buttons[0].focus();
  });
}
