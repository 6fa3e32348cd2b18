// The page of a game: what the server says becomes what is seen and heard, and what is done here is asked of the server.

import { Board } from "../board/board.js";
import { afterFrame, data, fill, input, keepFocus, place } from "../page.js";
import { Banner } from "./banner.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { drawCounters } from "./counters.js";
import { Notices } from "./notices.js";
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
/** The title of the page, without the mark of one's turn. */
const title = document.title;
/** A move that is made as soon as it is one's turn. @type {{from: number, to: number} | null} */
let premove = null;
/** Has a move been under way for so long that it is shown? */
let isSlow = false;
/** An answer sooner than this, in milliseconds, needs no sign that it is waited for. */
const SLOW = 500;

const notices = new Notices(() => standing());
/**
 * Says something of the position that is shown: it holds until another one is, or something else is done.
 * @param {string} text
 */
function say(text) {
  const [seen, ply] = [game.fen, record.at];
  notices.say(text, () => game.fen === seen && record.at === ply);
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
const stage = new Stage(texts, name, (request) => ask(request));
const board = new Board(place("board"), shape, {
  words: /** @type {import("../board/board.js").Words} */ (texts),
  play: (move) => play(move),
  tell: (square, from) => explain(square, from),
  premove: (wanted) => {
    premove = wanted;
    notices.clear();
  },
  press: () => {
    notices.clear();
    return false;
  },
});

/**
 * What a command is called on the page.
 * @param {any} request
 */
const called = (request) => texts[request.do.replace(/-(\w)/g, (/** @type {string} */ _, /** @type {string} */ c) => c.toUpperCase())] ?? texts.someAct;

/** Asks for anything but a move. @param {any} request */
function ask(request) {
  notices.clear();
  connection.ask(request, called(request));
}

/** The move that is under way. */
const moving = () => connection.open.find((command) => command.place !== null);

/**
 * Sends a move; there is only one at a time.
 * @param {object} request
 * @param {string} text
 * @param {Move | null} move
 */
function send(request, text, move) {
  if (moving()) return;
  notices.clear();
  isSlow = false;
  const offer = stage.offers.take();
  connection.ask(offer ? { ...request, offer } : request, text, { moves: game.moves.length, fen: game.fen, by: game.you ?? game.turn }, move);
  const id = moving()?.id;
  setTimeout(() => {
    if (moving()?.id !== id || id === undefined) return;
    isSlow = true;
    draw();
  }, SLOW);
}

/** @param {Move} move */
function play(move) {
  if (move.irregular) askToBreak(move);
  else sendMove(move);
}

/** @param {Move} move */
function sendMove(move) {
  const [from, to] = [move.route[0], move.route[move.route.length - 1]];
  send({ do: "move-squares", from, to, captured: move.captured }, move.text, move);
}

/** Is the move that is under way shown as such? */
const isShownMoving = () => isSlow || !connection.isConnected;

/** What is so at the moment, for the line at the board. */
function standing() {
  const move = moving();
  if (!connection.isConnected && connection.open.length > 0) {
    return fill(texts.unsent, { text: connection.open.map((command) => command.text).join(", ") });
  }
  if (move && isShownMoving()) return fill(texts.sending, { text: move.text });
  if (premove) return fill(texts.premove, { from: name(premove.from), to: name(premove.to) });
  if (game.paused) return texts.gamePaused;
  if (game.outcome !== null || game.you === null) return "";
  if (game.offer?.by === game.you) return texts.offerMade;
  return game.takeback === game.you ? texts.takebackWaits : "";
}

/** The newest question why: answers to older ones come too late. */
let question = 0;
/**
 * A turn that breaks a duty is played only when the player has read which one.
 * @param {Move} move
 */
async function askToBreak(move) {
  const [from, to] = [move.route[0], move.route[move.route.length - 1]];
  const response = await fetch(`/api/v1/games/${game.id}/why/${from}?to=${to}`);
  const { text } = await response.json();
  board.again();
  const anyway = page.enforcement === "huffing" ? texts.breakAskHuff : texts.breakAskRedo;
  stage.confirmBreaking(`${text ?? ""} ${anyway}`.trim(), () => sendMove(move));
}

/**
 * Why a piece may not move, or not there: the server knows.
 * @param {number} square
 * @param {number | undefined} from
 */
async function explain(square, from) {
  if (game.outcome !== null || !plays() || moving()) return;
  if (record.shown !== null) return say(texts.earlierPosition);
  const way = from === undefined ? `${square}` : `${from}?to=${square}`;
  const [seen, asked] = [game.fen, (question += 1)];
  const text = await fetch(`/api/v1/games/${game.id}/why/${way}`)
    .then((response) => response.json())
    .then((answer) => answer.text ?? answer.message ?? "")
    .catch(() => texts.whyOffline);
  if (asked === question && game.fen === seen) say(text);
}

/** Why a command was dropped. @type {Record<import("./connection.js").DropReason, string>} */
const DROPPED = { "moved-on": texts.movedOn, "signed-out": texts.notSent, "too-long": texts.tooLong, unanswered: texts.unanswered };

/** What the site says of itself, in the language of the page; what it says of the game is in that language already. @type {Record<string, string>} */
const REASONS = {
  "too-many-requests": texts.tooOften,
  recovering: texts.unavailable,
  unavailable: texts.unavailable,
  leaving: texts.unavailable,
  "not-logged-in": texts.notSignedIn,
};

const banner = new Banner(texts, () => connection.reconnect());
const connection = new Connection(game.id, {
  state: (state) => {
    const [before, wanted] = [game, premove];
    game = state;
    clocks.set(game.clocks);
    draw();
    tellWhatChanged(before);
    // After anything but the opponent's move it would not be what was meant.
    if (wanted !== null && plays() && game.moves.length === before.moves.length + 1) playInAdvance(wanted);
    else if (wanted !== null && premove === null && game.outcome === null) say(texts.premoveDropped);
  },
  event: ({ seq, entry }) => {
    if (entry.kind === "message" || entry.kind === "spectator-message") hear(entry, page.names, texts.guest);
    // The first connection reports the events of the whole game.
    const text = seq > game.seq ? noticeOf(entry) : "";
    if (text) say(text);
  },
  present: (present) => {
    stage.present(present);
    const { spectators } = present;
    const several = fill(texts.spectators, { count: spectators });
    place("spectators").textContent = spectators > 1 ? several : spectators === 1 ? texts.spectatorsOne : "";
    for (const side of ["white", "black"]) {
      place(`side-${side}`).classList.toggle("away", !present[side]);
      place(`side-${side}`).title = `${texts[side]}, ${present[side] ? texts.here : texts.away}`;
    }
  },
  refused: (error, command) => {
    if (command?.place) board.again();
    // A message is not written in vain.
    if (command?.request.do === "message" && input("message").value === "") input("message").value = command.request.text;
    // What was done some time ago, or stands on the board, is named.
    const what = command?.move ? texts.notPlayed : command?.delayed ? texts.notDone : "";
    say([fill(what, { text: command?.text ?? "" }), REASONS[error.code] ?? error.message].filter(Boolean).join(" "));
  },
  dropped: (command, why) => {
    if (command.place) board.again();
    say(fill(DROPPED[why], { text: command.text }));
  },
  changed: () => {
    banner.draw(connection.status);
    draw();
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
  const move = moving();
  const canMove = plays() && !move && connection.status.state !== "signed-out";
  const moves = live && canMove ? [...game.legal_moves, ...irregular()] : [];
  const waits = live && game.outcome === null && game.you !== null && game.you !== game.turn ? game.you : null;
  const fen = record.fen(game.start, game.fen);
  // A position that was never asked for comes in a moment; until then the board stays as it is.
  if (fen !== null) {
    board.show({ fen, moves, last: record.last, waits, vanish: page.vanish });
    place("fen").dataset.fen = fen;
  }
  if (live && move?.move && isShownMoving()) board.pend(move.move);
  notices.draw();
  // Whoever looks at an earlier move is still to move.
  document.title = `${canMove ? "● " : ""}${title}`;
  drawAround();
}

/** The pieces that a side had captured at the ply that is shown. @param {string} side */
function captured(side) {
  if (record.shown === null) return game.captured[side];
  const taken = record.moves.slice(0, record.at).map((move) => (move.by === side ? move.captured : Number(move.huffed !== undefined)));
  return taken.reduce((sum, count) => sum + count, 0);
}

const drawAround = afterFrame(() =>
  keepFocus(() => {
    record.draw();
    // At an earlier position the next move is known.
    const next = record.shown === null ? null : record.moves[record.at];
    place("move-number").textContent = next?.number ?? game.move_number;
    const turn = next?.by ?? (game.outcome === null && !game.paused ? game.turn : null);
    for (const side of ["white", "black"]) {
      place(`captured-${side}`).textContent = String(captured(side));
      place(`turn-${side}`).hidden = turn !== side;
      place(`side-${side}`).closest(".player")?.classList.toggle("on-move", turn === side);
    }
    place("typed").classList.toggle("unused", game.outcome !== null || (game.you === null && !game.both));
    drawCounters(game.draws, texts);
    stage.draw(game);
  }),
);

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
  }
  const claims = (/** @type {any} */ state) => isClaimable(state) || groundsOf(state).length > 0;
  if (claims(game) && !claims(before)) news.push(texts.claimable);
  if (game.offer && !before.offer && game.offer.by !== game.you) {
    sounds.bell();
    news.push(texts.offerOf);
  }
  const rejected = game.rejected[game.you];
  if (rejected && !before.rejected[game.you] && game.outcome === null) {
    const reason = rejected.message ? ` ${fill(texts.quoted, { text: rejected.message })}` : "";
    say((rejected.answer === "declined" ? texts.offerAnsweredDeclined : texts.offerAnsweredIgnored) + reason);
  }
  if (game.paused && !before.paused) notices.clear();
  tellHuff(before);
  if (game.moves.length < before.moves.length && before.irregular !== null && plays()) say(texts.redoDemandedYours);
  if (game.outcome && !before.outcome) {
    notices.clear();
    sounds.bell();
    news.push(headline(game, texts), game.outcome.reason);
  }
  if (news.length > 0) announce(news.map((text) => (/[.!?”“]$/.test(text) ? text : `${text}.`)).join(" "));
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

/**
 * Returns the notice that an event is worth to the player at this page, or an empty text.
 * @param {any} entry
 * @returns {string}
 */
function noticeOf(entry) {
  return game.you !== null && entry.kind === "refuse-takeback" && entry.by !== game.you ? texts.takebackRefused : "";
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
    if (broken.length === 1) play(broken[0]);
    else send({ do: "move", text }, text, null);
  },
  which: (text) => say(text),
  texts,
});
place("talk").addEventListener("submit", (event) => {
  event.preventDefault();
  if (input("message").value.trim() !== "") ask({ do: "message", text: input("message").value });
  input("message").value = "";
});
// The connection of somebody unknown stays that of somebody unknown: the page is opened again as a guest.
place("chat-as-guest").addEventListener("click", () => {
  fetch("/api/v1/guest", { method: "POST" }).then(() => location.reload());
});
place("flip").addEventListener("click", () => {
  board.turned = !board.turned;
  swapPlayers();
});
/** The upper player becomes the lower one, on the page as in the order of reading. */
function swapPlayers() {
  const [upper, lower] = [".player.upper", ".player.lower"].map((card) => document.querySelector(card));
  if (!upper || !lower) return;
  const gap = document.createComment("");
  upper.replaceWith(gap);
  lower.replaceWith(upper);
  gap.replaceWith(lower);
  for (const card of [upper, lower]) ["upper", "lower"].forEach((place) => card.classList.toggle(place));
}
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
    navigator.clipboard?.writeText(copied).then(() => notices.sayBriefly(fill(texts.copied, { text: copied })));
    if (!navigator.clipboard) say(copied);
  });
}

drawSound();
board.turned = game.you === "black";
/** @type {HTMLElement | null} */ (document.querySelector(".play"))?.style.setProperty("--ratio", String(shape.width / shape.height));
clocks.set(game.clocks);
draw();
record.follow();
connection.start();
