// The page of a game: what the server says becomes what is seen and heard, and what is done here is asked of the server.

import { Board } from "../board/board.js";
import { afterFrame, data, fill, input, place } from "../page.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { drawCounters } from "./counters.js";
import { groundsOf, isClaimable } from "./offers.js";
import { MoveRecord } from "./record.js";
import { headline } from "./result.js";
import { Sounds } from "./sound.js";
import { Stage, hear } from "./stage.js";
import { listenToTyping, meant } from "./typed.js";

/** @typedef {import("../board/choosing.js").Move} Move */

/** @type {{game: any, shape: import("../board/geometry.js").Shape, vanish: boolean, enforcement: string, names: Record<string, string>, texts: Record<string, string>}} */
const page = data();
const { texts, shape } = page;
let game = page.game;
/** A move that is made as soon as it is one's turn. @type {{from: number, to: number} | null} */
let premove = null;
/** Has a move been sent that nobody has answered? Until then there is no other. */
let sent = false;

const note = place("note");
/** @param {string} text */
function say(text) {
  note.textContent = text;
  place("ways").replaceChildren();
}
/** For who listens: the newest only. @param {string} text */
function announce(text) {
  place("heard").textContent = text;
}
/** @param {number} square */
const name = (square) => shape.squares[square - 1].shown ?? shape.squares[square - 1].name;

const sounds = new Sounds();
const clocks = new Clocks({ white: place("clock-white"), black: place("clock-black") });
const record = new MoveRecord(game.id, () => draw(), (square) => fill(texts.huffedLine, { text: square }));
const stage = new Stage(texts, name, (request) => {
  say("");
  connection.ask(request);
});
const board = new Board(place("board"), shape, {
  words: /** @type {import("../board/board.js").Words} */ (texts),
  play: (move) => play(move),
  tell: (square, from) => explain(square, from),
  premove: (wanted) => {
    premove = wanted;
    say(wanted ? fill(texts.premove, { from: name(wanted.from), to: name(wanted.to) }) : "");
  },
});

/** @param {Move} move */
function play(move) {
  if (sent) return;
  if (move.irregular) {
    askToBreak(move);
    return;
  }
  send(move);
}

/** @param {Move} move */
function send(move) {
  sent = true;
  say("");
  const [from, to] = [move.route[0], move.route[move.route.length - 1]];
  const offer = stage.offers.take();
  connection.ask({ do: "move-squares", from, to, captured: move.captured, ...(offer ? { offer } : {}) });
  draw();
}

/**
 * A turn that breaks a duty is played only when the player has read which one.
 * @param {Move} move
 */
async function askToBreak(move) {
  const [from, to] = [move.route[0], move.route[move.route.length - 1]];
  const response = await fetch(`/api/v1/games/${game.id}/why/${from}?to=${to}`);
  const { text } = await response.json();
  board.again();
  const ask = page.enforcement === "huffing" ? texts.breakAskHuff : texts.breakAskRedo;
  stage.confirmBreaking(`${text ?? ""} ${ask}`.trim(), () => send(move));
}

/**
 * Why a piece may not move, or not there: the server knows.
 * @param {number} square
 * @param {number | undefined} from
 */
async function explain(square, from) {
  if (game.outcome !== null || !plays()) return;
  const way = from === undefined ? `${square}` : `${from}?to=${square}`;
  const response = await fetch(`/api/v1/games/${game.id}/why/${way}`);
  const answer = await response.json();
  say(answer.text ?? answer.message ?? "");
}

const connection = new Connection(game.id, {
  state: (state) => {
    const [before, wanted] = [game, premove];
    game = state;
    if (game.seq !== before.seq) sent = false;
    draw();
    tellWhatChanged(before);
    // After anything but the opponent's move it would not be what was meant.
    if (wanted !== null && plays() && game.moves.length === before.moves.length + 1) playInAdvance(wanted);
  },
  event: (event) => {
    const { kind } = event.entry;
    if (kind === "message" || kind === "spectator-message") hear(event.entry, page.names, texts.guest);
  },
  present: (present) => {
    stage.present(present);
    place("spectators").textContent = present.spectators > 0 ? fill(texts.spectators, { count: present.spectators }) : "";
    for (const side of ["white", "black"]) {
      place(`side-${side}`).classList.toggle("away", !present[side]);
      place(`side-${side}`).title = `${texts[side]}, ${present[side] ? texts.here : texts.away}`;
    }
  },
  refused: (error) => {
    sent = false;
    board.again();
    draw();
    say(error.message);
  },
  connection: (state) => {
    place("connection").textContent = state === "connected" ? "" : texts[state];
  },
});

/** Is it for who sits here to move? */
const plays = () => game.outcome === null && !game.paused && (game.you === game.turn || game.both);

/** @returns {Move[]} */
const irregular = () => game.irregular_moves.map((/** @type {Move} */ move) => ({ ...move, irregular: true }));

/** The board first: it is what one looks at. */
function draw() {
  record.take(game.moves);
  const live = record.shown === null;
  const moves = live && plays() && !sent ? [...game.legal_moves, ...irregular()] : [];
  const waits = live && game.outcome === null && game.you !== null && game.you !== game.turn ? game.you : null;
  const fen = record.fen(game.start, game.fen);
  // A position that was never asked for comes in a moment; until then the board stays as it is.
  if (fen !== null) {
    board.show({ fen, moves, last: record.last, waits, vanish: page.vanish });
    place("fen").dataset.fen = fen;
  }
  clocks.set(game.clocks);
  document.title = `${moves.length > 0 ? "● " : ""}${texts.title}`;
  drawAround();
}

const drawAround = afterFrame(() => {
  record.draw();
  place("move-number").textContent = game.move_number;
  for (const side of ["white", "black"]) {
    place(`captured-${side}`).textContent = String(game.captured[side]);
    const moves = game.outcome === null && game.turn === side;
    place(`turn-${side}`).hidden = !moves;
    place(`side-${side}`).closest(".player")?.classList.toggle("on-move", moves);
  }
  place("typed").classList.toggle("unused", game.outcome !== null || (game.you === null && !game.both));
  drawCounters(game.draws, texts);
  stage.draw(game);
});

/**
 * What one hears, and what is read out.
 * @param {any} before
 */
function tellWhatChanged(before) {
  const last = game.moves[game.moves.length - 1];
  /** @type {string[]} */
  const news = [];
  if (game.moves.length > before.moves.length) {
    const mover = game.turn === "white" ? "black" : "white";
    if (game.captured[mover] > before.captured[mover]) sounds.capture();
    else sounds.move();
    news.push(`${texts[mover]}: ${last.text}.`);
    if (plays()) news.push(texts.yourTurn);
    // What was said of the last position need not hold of this one.
    if (before.turn !== game.turn) say("");
  }
  const claims = (/** @type {any} */ state) => isClaimable(state) || groundsOf(state).length > 0;
  if (claims(game) && !claims(before)) news.push(texts.claimable);
  if (game.offer && !before.offer && game.offer.by !== game.you) {
    sounds.bell();
    news.push(texts.offerOf);
  }
  if (game.offer && !before.offer && game.offer.by === game.you) say(texts.offerMade);
  if (game.takeback !== null && game.takeback === game.you && before.takeback === null) say(texts.takebackWaits);
  const refused = before.takeback !== null && before.takeback === game.you && game.takeback === null;
  if (refused && game.moves.length >= before.moves.length) say(texts.takebackRefused);
  const rejected = game.rejected[game.you];
  if (rejected && !before.rejected[game.you] && game.outcome === null) {
    say(rejected.answer === "declined" ? texts.offerAnsweredDeclined : texts.offerAnsweredIgnored);
  }
  tellHuff(before);
  if (game.moves.length < before.moves.length && before.irregular !== null && plays()) say(texts.redoDemandedYours);
  if (game.outcome && !before.outcome) {
    say("");
    sounds.bell();
    news.push(headline(game, texts), game.outcome.reason);
  }
  if (news.length > 0) announce(news.join(" "));
}

/** Both players are told of a piece that was huffed. @param {any} before */
function tellHuff(before) {
  const last = game.moves.length - 1;
  const huffed = game.moves[last]?.huffed;
  if (huffed === undefined || before.moves[last]?.huffed !== undefined) return;
  // The piece was that of whoever made the turn; the other one is to move.
  const owner = game.turn === "white" ? "black" : "white";
  const text = game.you === owner ? texts.huffedYours : game.you === null ? texts[owner === "white" ? "huffedWhite" : "huffedBlack"] : texts.huffedTheirs;
  say(fill(text, { text: huffed }));
  announce(fill(text, { text: huffed }));
}

/** @param {{from: number, to: number}} wanted */
function playInAdvance(wanted) {
  const fits = game.legal_moves.filter(
    (/** @type {Move} */ move) => move.route[0] === wanted.from && move.route[move.route.length - 1] === wanted.to,
  );
  if (fits.length === 1) play(fits[0]);
  else say(texts.premoveDropped);
}

listenToTyping({
  moves: () => (plays() ? game.legal_moves : []),
  name,
  play,
  send: (text) => {
    const broken = plays() ? meant(text, irregular(), name) : [];
    if (broken.length === 1) return play(broken[0]);
    const offer = stage.offers.take();
    connection.ask({ do: "move", text, ...(offer ? { offer } : {}) });
  },
  texts,
});
place("talk").addEventListener("submit", (event) => {
  event.preventDefault();
  if (input("message").value.trim() !== "") connection.ask({ do: "message", text: input("message").value });
  input("message").value = "";
});
place("flip").addEventListener("click", () => (board.turned = !board.turned));
place("sound").addEventListener("click", () => {
  sounds.toggle();
  drawSound();
});
function drawSound() {
  place("sound").setAttribute("aria-pressed", String(sounds.on));
}
const keys = /** @type {HTMLDialogElement} */ (place("keys"));
place("help").addEventListener("click", () => keys.showModal());
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !(/** @type {Element} */ (event.target).closest("input"))) keys.showModal();
});
for (const [id, text] of [
  ["fen", () => place("fen").dataset.fen ?? ""],
  ["share", () => /** @type {HTMLAnchorElement} */ (place("share")).href],
]) {
  place(/** @type {string} */ (id)).addEventListener("click", (event) => {
    event.preventDefault();
    const copied = /** @type {() => string} */ (text)();
    navigator.clipboard?.writeText(copied).then(() => say(fill(texts.copied, { text: copied })));
    if (!navigator.clipboard) say(copied);
  });
}

drawSound();
board.turned = game.you === "black";
draw();
record.follow();
