// The page of a game: shows the state from the server, and sends the user's commands.

import { Board } from "../board/board.js";
import { afterPaint, byId, format, formatCount, inputById, pageData, preserveFocus } from "../page.js";
import { Banner } from "./banner.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { drawCounters } from "./counters.js";
import { Notices } from "./notices.js";
import { canClaim, groundsOf } from "./offers.js";
import { MoveList } from "./move-list.js";
import { headline } from "./result.js";
import { Sounds } from "./sound.js";
import { ActionPanel, addMessage } from "./actions.js";
import { matchingMoves, setUpTypedMoves } from "./typed-moves.js";

/** @typedef {import("../board/move-builder.js").Move} Move */

/** @type {{game: any, shape: import("../board/geometry.js").Shape, vanish: boolean, enforcement: string, names: Record<string, string>, texts: Record<string, string>}} */
const page = pageData();
const { texts, shape } = page;
let game = page.game;
/** The title of the page without the mark of the user's turn. */
const title = document.title;
/** The premove. @type {{from: number, to: number} | null} */
let premove = null;
/** Whether the answer to a move takes so long that the move is shown as pending. */
let isSlow = false;
/** The time without an answer after which a move is shown as pending, in milliseconds. */
const PENDING_AFTER = 500;

const notices = new Notices(() => status());
/**
 * Shows a notice about the displayed position, until another one is displayed or the user does something else.
 * @param {string} text
 */
function showNotice(text) {
  const [fen, ply] = [game.fen, moveList.ply];
  notices.show(text, () => game.fen === fen && moveList.ply === ply);
}
/** Announces a text to screen readers, replacing the previous one. @param {string} text */
function announce(text) {
  byId("heard").textContent = text;
}
/** @param {number} square */
const name = (square) => shape.squares[square - 1].shown ?? shape.squares[square - 1].name;

const sounds = new Sounds();
const clocks = new Clocks({ white: byId("clock-white"), black: byId("clock-black") });
const moveList = new MoveList(game.id, () => draw(), (square) => format(texts.huffedLine, { text: square }));
const actions = new ActionPanel(texts, name, (request) => sendCommand(request));
const board = new Board(byId("board"), shape, {
  labels: /** @type {import("../board/board.js").Labels} */ (texts),
  play: (move) => play(move),
  explain: (square, from) => explain(square, from),
  premove: (newPremove) => {
    premove = newPremove;
    notices.clear();
  },
  press: () => {
    notices.clear();
    return false;
  },
});

/**
 * Returns the name of a command on the page.
 * @param {any} request
 */
const commandName = (request) => texts[request.do.replace(/-(\w)/g, (/** @type {string} */ _, /** @type {string} */ c) => c.toUpperCase())] ?? texts.someAct;

/** Sends a command other than a move. @param {any} request */
function sendCommand(request) {
  notices.clear();
  connection.send(request, commandName(request));
}

/** Returns the command of the move that is not answered yet. */
const pendingMove = () => connection.open.find((command) => command.position !== null);

/**
 * Sends a move, unless another one is pending.
 * @param {object} request
 * @param {string} text
 * @param {Move | null} move
 */
function sendMove(request, text, move) {
  if (pendingMove()) return;
  notices.clear();
  isSlow = false;
  const offer = actions.offers.takePending();
  connection.send(offer ? { ...request, offer } : request, text, { moves: game.moves.length, fen: game.fen, by: game.you ?? game.turn }, move);
  const id = pendingMove()?.id;
  setTimeout(() => {
    if (pendingMove()?.id !== id || id === undefined) return;
    isSlow = true;
    draw();
  }, PENDING_AFTER);
}

/** @param {Move} move */
function play(move) {
  if (move.irregular) confirmBreaking(move);
  else sendSquares(move);
}

/** @param {Move} move */
function sendSquares(move) {
  const [from, to] = [move.route[0], move.route[move.route.length - 1]];
  sendMove({ do: "move-squares", from, to, captured: move.captured }, move.text, move);
}

/** Whether the pending move is shown as such. */
const isPendingShown = () => isSlow || !connection.isConnected;

/** Returns the current status for the line below the board. */
function status() {
  const move = pendingMove();
  if (!connection.isConnected && connection.open.length > 0) {
    return format(texts.unsent, { text: connection.open.map((command) => command.text).join(", ") });
  }
  if (move && isPendingShown()) return format(texts.sending, { text: move.text });
  if (premove) return format(texts.premove, { from: name(premove.from), to: name(premove.to) });
  if (game.paused) return texts.gamePaused;
  if (game.outcome !== null || game.you === null) return "";
  if (game.offer?.by === game.you) return texts.offerMade;
  return game.takeback === game.you ? texts.takebackWaits : "";
}

/** The number of the latest request for an explanation; older answers are ignored. */
let latestRequest = 0;
/**
 * Asks for confirmation of a move that breaks a duty.
 * @param {Move} move
 */
async function confirmBreaking(move) {
  const [from, to] = [move.route[0], move.route[move.route.length - 1]];
  const response = await fetch(`/api/v1/games/${game.id}/why/${from}?to=${to}`);
  const { text } = await response.json();
  board.reset();
  const question = page.enforcement === "huffing" ? texts.breakAskHuff : texts.breakAskRedo;
  actions.confirmBreaking(`${text ?? ""} ${question}`.trim(), () => sendSquares(move));
}

/**
 * Asks the server why a piece cannot move, or not to a square.
 * @param {number} square
 * @param {number | undefined} from
 */
async function explain(square, from) {
  if (game.outcome !== null || !canPlay() || pendingMove()) return;
  if (moveList.shown !== null) return showNotice(texts.earlierPosition);
  const path = from === undefined ? `${square}` : `${from}?to=${square}`;
  const [fen, request] = [game.fen, (latestRequest += 1)];
  const text = await fetch(`/api/v1/games/${game.id}/why/${path}`)
    .then((response) => response.json())
    .then((answer) => answer.text ?? answer.message ?? "")
    .catch(() => texts.whyOffline);
  if (request === latestRequest && game.fen === fen) showNotice(text);
}

/** Texts for dropped commands. @type {Record<import("./connection.js").DropReason, string>} */
const DROP_TEXTS = { "moved-on": texts.movedOn, "signed-out": texts.notSent, "too-long": texts.tooLong };

/** Texts for errors of the site. The server translates errors about the game itself. @type {Record<string, string>} */
const ERROR_TEXTS = {
  "too-many-requests": texts.tooOften,
  recovering: texts.unavailable,
  unavailable: texts.unavailable,
  busy: texts.unavailable,
  leaving: texts.unavailable,
  "not-logged-in": texts.notSignedIn,
  "not-a-player": texts.refusalNotAPlayer,
  internal: texts.refusalInternal,
};

const banner = new Banner(texts, () => connection.reconnect());
const connection = new Connection(game.id, {
  state: (state) => {
    const [before, oldPremove] = [game, premove];
    game = state;
    // Unchanged clocks keep the time of their last reading.
    if (game.clocks !== before.clocks) clocks.set(game.clocks);
    draw();
    announceChanges(before);
    // The premove is valid only after a move of the opponent.
    if (oldPremove !== null && canPlay() && game.moves.length === before.moves.length + 1) playPremove(oldPremove);
    else if (oldPremove !== null && premove === null && game.outcome === null) showNotice(texts.premoveDropped);
  },
  event: ({ seq, entry }) => {
    if (entry.kind === "message" || entry.kind === "spectator-message") addMessage(entry, page.names, texts.guest);
    // The first connection sends all events of the game.
    const text = seq > game.seq ? noticeOf(entry) : "";
    if (text) showNotice(text);
  },
  present: (present) => {
    actions.present(present);
    const { spectators } = present;
    byId("spectators").textContent = spectators > 0 ? formatCount(texts, "spectators", spectators) : "";
    for (const side of ["white", "black"]) {
      byId(`side-${side}`).classList.toggle("away", !present[side]);
      byId(`side-${side}`).title = `${texts[side]}, ${present[side] ? texts.here : texts.away}`;
    }
  },
  refused: (error, command) => {
    if (command?.position) board.reset();
    // The message goes back into the input.
    if (command?.request.do === "message" && inputById("message").value === "") inputById("message").value = command.request.text;
    // Delayed commands and moves shown on the board are named.
    const subject = command?.move ? texts.notPlayed : command?.delayed ? texts.notDone : "";
    showNotice([format(subject, { text: command?.text ?? "" }), ERROR_TEXTS[error.code] ?? error.message].filter(Boolean).join(" "));
  },
  dropped: (command, reason) => {
    if (command.position) board.reset();
    showNotice(format(DROP_TEXTS[reason], { text: command.text }));
  },
  changed: () => {
    banner.draw(connection.status);
    draw();
  },
});

/** Whether the user is to move. */
const canPlay = () => game.outcome === null && !game.paused && (game.you === game.turn || game.both);

/** @returns {Move[]} */
const irregular = () => game.irregular_moves.map((/** @type {Move} */ move) => ({ ...move, irregular: true }));

/** Draws the page, the board first. */
function draw() {
  moveList.update(game.moves);
  const isLive = moveList.shown === null;
  const move = pendingMove();
  const canMove = canPlay() && !move && connection.status.state !== "signed-out";
  const moves = isLive && canMove ? [...game.legal_moves, ...irregular()] : [];
  const premoveSide = isLive && game.outcome === null && game.you !== null && game.you !== game.turn ? game.you : null;
  const fen = moveList.fen(game.start, game.fen);
  // While an earlier position is being requested, the board stays as it is.
  if (fen !== null) {
    board.show({ fen, moves, last: moveList.last, premoveSide, removesAtOnce: page.vanish });
    byId("fen").dataset.fen = fen;
  }
  if (isLive && move?.move && isPendingShown()) board.showPending(move.move);
  notices.draw();
  // The mark also shows while the user views an earlier position.
  document.title = `${canMove ? "● " : ""}${title}`;
  drawDetails();
}

/** Returns the number of pieces that a side had captured at the displayed ply. @param {string} side */
function captured(side) {
  if (moveList.shown === null) return game.captured[side];
  const counts = moveList.moves.slice(0, moveList.ply).map((move) => (move.by === side ? move.captured : Number(move.huffed !== undefined)));
  return counts.reduce((sum, count) => sum + count, 0);
}

const drawDetails = afterPaint(() =>
  preserveFocus(() => {
    moveList.draw();
    // At an earlier position, the next move is known.
    const next = moveList.shown === null ? null : moveList.moves[moveList.ply];
    byId("move-number").textContent = next?.number ?? game.move_number;
    const turn = next?.by ?? (game.outcome === null && !game.paused ? game.turn : null);
    for (const side of ["white", "black"]) {
      byId(`captured-${side}`).textContent = String(captured(side));
      byId(`turn-${side}`).hidden = turn !== side;
      byId(`side-${side}`).closest(".player")?.classList.toggle("on-move", turn === side);
    }
    byId("typed").classList.toggle("unused", game.outcome !== null || (game.you === null && !game.both));
    drawCounters(game.draws, texts);
    actions.draw(game);
  }),
);

/**
 * Plays the sounds of changes and announces them to screen readers.
 * @param {any} before
 */
function announceChanges(before) {
  const last = game.moves[game.moves.length - 1];
  /** @type {string[]} */
  const announcements = [];
  if (game.moves.length > before.moves.length) {
    const mover = game.turn === "white" ? "black" : "white";
    if (game.captured[mover] > before.captured[mover]) sounds.capture();
    else sounds.move();
    announcements.push(`${texts[mover]}: ${last.text}.`);
    if (canPlay()) announcements.push(texts.yourTurn);
  }
  const claims = (/** @type {any} */ state) => canClaim(state) || groundsOf(state).length > 0;
  if (claims(game) && !claims(before)) announcements.push(texts.claimable);
  if (game.offer && !before.offer && game.offer.by !== game.you) {
    sounds.bell();
    announcements.push(texts.offerOf);
  }
  const rejected = game.rejected[game.you];
  if (rejected && !before.rejected[game.you] && game.outcome === null) {
    const reason = rejected.message ? ` ${format(texts.quoted, { text: rejected.message })}` : "";
    showNotice((rejected.answer === "declined" ? texts.offerAnsweredDeclined : texts.offerAnsweredIgnored) + reason);
  }
  if (game.paused && !before.paused) notices.clear();
  announceHuff(before);
  if (game.moves.length < before.moves.length && before.irregular !== null && canPlay()) showNotice(texts.redoDemandedYours);
  if (game.outcome && !before.outcome) {
    notices.clear();
    sounds.bell();
    announcements.push(headline(game, texts), game.outcome.reason);
  }
  if (announcements.length > 0) announce(announcements.map((text) => (/[.!?”“]$/.test(text) ? text : `${text}.`)).join(" "));
}

/** Announces a huffed piece. @param {any} before */
function announceHuff(before) {
  const last = game.moves.length - 1;
  const huffed = game.moves[last]?.huffed;
  if (huffed === undefined || before.moves[last]?.huffed !== undefined) return;
  // The piece belonged to the side that made the move; the other side is to move.
  const owner = game.turn === "white" ? "black" : "white";
  const text = game.you === owner ? texts.huffedYours : game.you === null ? texts[owner === "white" ? "huffedWhite" : "huffedBlack"] : texts.huffedTheirs;
  showNotice(format(text, { text: huffed }));
  announce(format(text, { text: huffed }));
}

/**
 * Returns the notice for an event; empty if it needs none.
 * @param {any} entry
 * @returns {string}
 */
function noticeOf(entry) {
  return game.you !== null && entry.kind === "refuse-takeback" && entry.by !== game.you ? texts.takebackRefused : "";
}

/** @param {{from: number, to: number}} premove */
function playPremove({ from, to }) {
  const matches = game.legal_moves.filter(
    (/** @type {Move} */ move) => move.route[0] === from && move.route[move.route.length - 1] === to,
  );
  if (matches.length === 1) play(matches[0]);
  else showNotice(texts.premoveDropped);
}

setUpTypedMoves({
  moves: () => (canPlay() ? game.legal_moves : []),
  name,
  play,
  send: (text) => {
    const irregularMoves = canPlay() ? matchingMoves(text, irregular(), name) : [];
    if (irregularMoves.length === 1) play(irregularMoves[0]);
    else sendMove({ do: "move", text }, text, null);
  },
  notify: (text) => showNotice(text),
  texts,
});
byId("talk").addEventListener("submit", (event) => {
  event.preventDefault();
  if (inputById("message").value.trim() !== "") sendCommand({ do: "message", text: inputById("message").value });
  inputById("message").value = "";
});
// The connection was opened without a session, so the page is reloaded.
byId("chat-as-guest").addEventListener("click", () => {
  fetch("/api/v1/guest", { method: "POST" }).then(() => location.reload());
});
byId("flip").addEventListener("click", () => {
  board.flipped = !board.flipped;
  swapPlayers();
});
/** Swaps the cards of the players, on the page and in reading order. */
function swapPlayers() {
  const [upper, lower] = [".player.upper", ".player.lower"].map((card) => document.querySelector(card));
  if (!upper || !lower) return;
  const gap = document.createComment("");
  upper.replaceWith(gap);
  lower.replaceWith(upper);
  gap.replaceWith(lower);
  for (const card of [upper, lower]) ["upper", "lower"].forEach((place) => card.classList.toggle(place));
}
byId("sound").addEventListener("click", () => {
  sounds.toggle();
  drawSound();
});
function drawSound() {
  byId("sound").setAttribute("aria-pressed", String(sounds.on));
}
const keys = /** @type {HTMLDialogElement} */ (byId("keys"));
byId("help").addEventListener("click", () => keys.showModal());
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !(/** @type {Element} */ (event.target).closest("input"))) keys.showModal();
});
for (const [id, text] of [
  ["fen", () => byId("fen").dataset.fen ?? ""],
  ["share", () => /** @type {HTMLAnchorElement} */ (byId("share")).href],
]) {
  byId(/** @type {string} */ (id)).addEventListener("click", (event) => {
    event.preventDefault();
    const copied = /** @type {() => string} */ (text)();
    navigator.clipboard?.writeText(copied).then(() => notices.showBriefly(format(texts.copied, { text: copied })));
    if (!navigator.clipboard) showNotice(copied);
  });
}

drawSound();
board.flipped = game.you === "black";
/** @type {HTMLElement | null} */ (document.querySelector(".play"))?.style.setProperty("--ratio", String(shape.width / shape.height));
clocks.set(game.clocks);
draw();
moveList.openLinkedMove();
connection.start();
