// The page of a game: the board, the record, the counters and what can be asked for.

import { Board } from "../board/board.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";

/** @type {{game: any, shape: import("../board/geometry.js").Shape, texts: Record<string, string>}} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const { texts, shape } = data;
let game = data.game;
/** The ply that is shown; none: the last. @type {number | null} */
let shown = null;
/** Positions that were asked for, by the number of the move. @type {Map<string, {before: string, after: string}>} */
const positions = new Map();

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const note = place("note");
/** @param {string} text */
function say(text) {
  note.textContent = text;
}

const board = new Board(place("board"), shape, {
  label: texts.board,
  play: (move) => {
    say("");
    const [from, to] = [move.route[0], move.route[move.route.length - 1]];
    connection.ask({ do: "move-squares", from, to, captured: move.captured });
  },
  tell: (square) => explain(square),
});

/**
 * Why a piece may not move: the server knows.
 * @param {number} square
 */
async function explain(square) {
  if (game.outcome !== null || game.legal_moves.length === 0) return;
  const response = await fetch(`/api/v1/games/${game.id}/why/${square}`);
  const answer = await response.json();
  say(answer.text ?? answer.message ?? "");
}

const clocks = new Clocks({ white: place("clock-white"), black: place("clock-black") });

const connection = new Connection(game.id, {
  state: (state) => {
    game = state;
    draw();
  },
  event: (event) => {
    if (event.entry.kind === "message") hear(event.entry);
  },
  refused: (error) => {
    say(error.message);
    board.again();
  },
  connection: (state) => {
    place("connection").textContent = state === "connected" ? "" : texts[state];
  },
});

function draw() {
  const live = shown === null;
  const plays = live && game.outcome === null && (game.you === game.turn || game.both);
  const last = game.moves.length > 0 ? game.moves[(shown ?? game.moves.length) - 1]?.route ?? [] : [];
  const fen = live ? game.fen : shownFen();
  board.show({ fen, moves: plays ? game.legal_moves : [], last });
  clocks.set(game.clocks);
  place("move-number").textContent = game.move_number;
  for (const side of ["white", "black"]) {
    place(`captured-${side}`).textContent = String(game.captured[side]);
  }
  drawMoves();
  drawCounters();
  drawActs();
  document.title = `${plays ? "● " : ""}${texts.title}`;
}

/** The position at the ply that is shown; it comes in a moment if it was never asked for. */
function shownFen() {
  if (shown === 0) return game.start;
  const number = game.moves[(shown ?? 1) - 1].number;
  const known = positions.get(number);
  if (known) return known.after;
  fetch(`/api/v1/games/${game.id}/moves/${encodeURIComponent(number)}`)
    .then((response) => response.json())
    .then((at) => {
      positions.set(number, at);
      draw();
    });
  return game.fen;
}

function drawMoves() {
  const list = place("moves");
  /** @type {HTMLElement[]} */
  const cells = [];
  const begins = game.moves[0]?.number.endsWith("...") ?? false;
  game.moves.forEach((/** @type {any} */ move, /** @type {number} */ i) => {
    const first = !move.number.endsWith("...");
    if (first || i === 0) {
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = `${move.number.replace(/\.+$/, "")}.`;
      cells.push(number);
      if (begins && i === 0) cells.push(document.createElement("span"));
    }
    const link = document.createElement("a");
    link.href = `#${move.number}`;
    link.textContent = move.text;
    if (i + 1 === (shown ?? game.moves.length)) link.setAttribute("aria-current", "true");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      step(i + 1);
    });
    cells.push(link);
  });
  list.replaceChildren(...cells);
  if (shown === null) list.scrollTop = list.scrollHeight;
}

/**
 * Shows the position after so many plies.
 * @param {number} ply
 */
function step(ply) {
  const bounded = Math.max(0, Math.min(ply, game.moves.length));
  shown = bounded === game.moves.length ? null : bounded;
  draw();
}

function drawCounters() {
  const rows = game.draws
    .filter((/** @type {any} */ counter) => counter.made > 1 || counter.reached)
    .map((/** @type {any} */ counter) => {
      const row = document.createElement("div");
      const text = document.createElement("span");
      text.textContent = counter.text;
      const bar = document.createElement("progress");
      [bar.max, bar.value] = [counter.needed, Math.min(counter.made, counter.needed)];
      bar.setAttribute("aria-label", counter.text);
      row.append(text, bar);
      return row;
    });
  place("counters").replaceChildren(...rows);
  const claimable = game.draws.some((/** @type {any} */ counter) => counter.reached && counter.effect !== "automatic");
  place("claim").classList.toggle("lit", claimable);
}

function drawActs() {
  const over = game.outcome !== null;
  place("playing").hidden = over || (game.you === null && !game.both);
  place("finished").hidden = !over;
  place("outcome").textContent = game.outcome?.text ?? "";
  place("revenge").hidden = game.you === null && !game.both;
  place("revenge-asked").textContent = game.revenge !== null && game.revenge !== game.you ? texts.revengeAsked : "";
  const next = /** @type {HTMLAnchorElement} */ (place("next-game"));
  next.hidden = game.next_game === null;
  if (game.next_game !== null) {
    next.href = `/games/${game.next_game}`;
    if (game.you !== null || game.both) location.assign(next.href);
  }
  place("abort").hidden = game.moves.length >= 2;
  place("resign").hidden = game.moves.length < 2;
  const offer = game.offer;
  const toMe = offer !== null && offer.by !== game.you && !offer.declined && !over;
  place("offered").hidden = !toMe || (game.you === null && !game.both);
  place("offer-text").textContent = toMe ? [texts.offered, offer.message, offer.proof].filter(Boolean).join(" ") : "";
  place("takeback-asked").hidden = game.takeback === null || game.takeback === game.you || over;
  place("irregular").hidden = game.irregular === null || game.you === null || game.turn !== game.you;
  place("irregular-text").textContent = game.irregular ?? "";
}

/** @param {{by: string, text: string, private: boolean}} message */
function hear(message) {
  const item = document.createElement("li");
  item.textContent = `${texts[message.by]}: ${message.text}`;
  place("messages").append(item);
}

/** Buttons that ask for something at once. */
for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => {
    const { do: what, sure } = /** @type {HTMLElement} */ (button).dataset;
    // What cannot be undone is asked for once more, in place.
    if (sure && button.textContent !== sure) {
      const before = button.textContent;
      button.textContent = sure;
      setTimeout(() => (button.textContent = before), 4000);
      return;
    }
    say("");
    connection.ask({ do: what });
  });
}

place("offer").addEventListener("click", () => (place("offer-form").hidden = !place("offer-form").hidden));
place("offer-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (place("offer-message"));
  connection.ask({ do: "offer-draw", message: input.value });
  input.value = "";
  place("offer-form").hidden = true;
});
place("revenge").addEventListener("click", () => {
  // Where the rules leave it to the players, the one who did not begin the last game begins.
  const first = data.game.moves[0] !== undefined && game.start.startsWith("W") ? "white" : "black";
  connection.ask({ do: "ask-revenge", begins: first === "white" ? "black" : "white" });
});
place("talk").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (place("message"));
  if (input.value.trim() !== "") connection.ask({ do: "message", text: input.value });
  input.value = "";
});
place("call-admin").addEventListener("click", () => {
  // Why is what stands in the box.
  const input = /** @type {HTMLInputElement} */ (place("message"));
  connection.ask({ do: "call-admin", message: input.value });
  input.value = "";
});
place("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (place("typed-move"));
  if (input.value.trim() !== "") connection.ask({ do: "move", text: input.value });
  input.value = "";
});
place("flip").addEventListener("click", () => (board.turned = !board.turned));
/** @type {[string, () => number][]} */
const steps = [
  ["first", () => 0],
  ["back", () => (shown ?? game.moves.length) - 1],
  ["forward", () => (shown ?? game.moves.length) + 1],
  ["last", () => game.moves.length],
];
for (const [id, to] of steps) place(id).addEventListener("click", () => step(to()));

// Outside of the board and of what is typed, the arrow keys walk through the game.
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, svg, select")) return;
  const at = shown ?? game.moves.length;
  /** @type {Record<string, number>} */
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game.moves.length };
  if (to[event.key] === undefined) return;
  event.preventDefault();
  step(to[event.key]);
});

board.turned = game.you === "black";
draw();
