// The analysis board: any position, rules and line. The server generates legal moves and evaluates positions.

import { Board } from "../board/board.js";
import { byId, createElement, format, formatCount, inputById, pageData, postJson } from "../page.js";
import { drawGraph } from "./graph.js";
import { renderComments, renderMoves } from "./moves.js";
import { placePiece } from "./setup.js";
import { Node, addLine, moveNumber, plyOf, toLine } from "./tree.js";

/** @typedef {import("../board/move-builder.js").Move} Move */

/** @type {{study: {rules: any, fen: string | null, moves: string[]}, tags: [string, string][], texts: Record<string, string>}} */
const page = pageData();
const { texts } = page;

/** The id of a rule set, or house rules. @type {any} */
let rules = page.study.rules;
/** The FEN of the start position; null for that of the rules. @type {string | null} */
let start = page.study.fen;
let tags = page.tags;
let root = new Node(null, { text: "", fen: "", route: [] });
let current = root;
/** @type {Board | null} */
let board = null;
let flipped = false;
/** The scores of the line by ply in centimen, as far as known. @type {number[]} */
let scores = [];
/** The best move of the engine. @type {string | null} */
let best = null;
/** The piece to place on squares, such as `white-man`; null to play moves. @type {string | null} */
let selectedPiece = null;

/** @param {string} text */
function showNote(text) {
  byId("note").textContent = text;
}

/**
 * Sends a request to the server and returns the answer. Shows errors and returns null for them.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function request(path, body, signal) {
  const response = await postJson(`/api/v1/analysis/${path}`, body, signal).catch(() => null);
  if (response === null) {
    // An aborted search is no error.
    if (!signal?.aborted) showNote(texts.lost);
    return null;
  }
  const answer = await response.json();
  if (response.ok) return answer;
  showNote(answer.message);
  return null;
}

/** The number of the latest start; older answers are ignored. */
let latestStart = 0;
/** The position that is being set up, until the server has answered. @type {string | null} */
let pendingFen = null;

const studyOf = (/** @type {Node} */ node) => ({ rules, fen: start, moves: node.path });

/**
 * Starts a study.
 * @param {{rules: any, fen: string | null, line?: import("./tree.js").Branch[], comments?: string[]}} study
 */
async function startStudy(study) {
  latestStart += 1;
  const number = latestStart;
  const position = await request("position", { rules: study.rules, fen: study.fen });
  // Another study was started meanwhile.
  if (!position || number !== latestStart) return false;
  pendingFen = null;
  [rules, start] = [study.rules, study.fen];
  root = new Node(null, { text: "", fen: position.fen, route: [] });
  root.position = position;
  root.comments = study.comments ?? [];
  addLine(root, study.line ?? []);
  [current, scores] = [root, []];
  board = new Board(byId("board"), position.board, {
    labels: /** @type {import("../board/board.js").Labels} */ (texts),
    play: (move) => play(move),
    explain: (square, from) => explain(square, from),
    press: (square) => {
      if (selectedPiece === null) return false;
      pendingFen = placePiece(position.board, pendingFen ?? current.fen, square, selectedPiece);
      setUp(pendingFen);
      return true;
    },
  });
  board.flipped = flipped;
  byId("palette").dataset.mark = position.board.king_mark;
  const select = /** @type {HTMLSelectElement} */ (byId("rules"));
  const id = typeof rules === "string" ? rules : "";
  if (id === "" && select.options[0].value !== "") select.add(new Option(rules.name ?? "", ""), 0);
  select.value = id;
  updateComparableRules(position.board);
  await go(root);
  return true;
}

/**
 * Offers for comparison the rules that use the same squares.
 * @param {import("../board/geometry.js").Shape} shape
 */
function updateComparableRules({ width, height, squares }) {
  const boardKey = `${width}x${height}/${squares.length}/${(squares[0].row + squares[0].column) % 2}`;
  const select = /** @type {HTMLSelectElement} */ (byId("other-rules"));
  for (const option of select.options) option.hidden = option.dataset.board !== boardKey || option.value === rules;
  const selected = select.selectedOptions[0];
  if (selected === undefined || selected.hidden) select.value = [...select.options].find((option) => !option.hidden)?.value ?? "";
  byId("compared").replaceChildren();
}

/** Shows a node. @param {Node} node */
async function go(node) {
  current = node;
  best = null;
  byId("lines").replaceChildren();
  byId("depth").textContent = "";
  draw();
  if (node.position === null) {
    const position = await request("position", studyOf(node));
    if (!position) return;
    node.position = position;
    if (current === node) draw();
  }
  analyse();
}

/** @param {Move} move */
async function play(move) {
  showNote("");
  const existing = current.children.find((child) => child.text === move.text);
  if (existing) return go(existing);
  const from = current;
  const position = await request("position", { ...studyOf(from), moves: [...from.path, move.text] });
  if (!position) return;
  const node = from.add({ text: move.text, fen: position.fen, route: move.route });
  node.position = position;
  if (from === current) go(node);
}

/**
 * @param {number} square
 * @param {number | undefined} from
 */
async function explain(square, from) {
  const body = { ...studyOf(current), square: from ?? square, to: from === undefined ? null : square };
  const answer = await request("why", body);
  if (answer?.text) showNote(answer.text);
}

/** @param {string} fen */
const setUp = (fen) => startStudy({ rules, fen });

/** Returns the ply of the first move, counted from the start of the game. */
const firstPly = () => plyOf(root.position?.move_number ?? "1.");

function draw() {
  const position = current.position;
  const bestMove = position?.legal_moves.find((/** @type {Move} */ move) => move.text === best);
  const arrows = bestMove ? [bestMove.route] : [];
  board?.show({ fen: current.fen, moves: selectedPiece === null ? position?.legal_moves ?? [] : [], last: current.route, arrows });
  byId("moves").replaceChildren(...renderComments(root.comments), ...renderMoves(root, current, firstPly(), (node) => go(node)));
  if (root.children.length === 0) byId("moves").append(createElement("p", texts.noMoves, "soft"));
  byId("moves").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  // Inputs with the focus are not overwritten.
  const focused = document.activeElement;
  if (focused !== inputById("fen")) inputById("fen").value = current.fen;
  if (focused !== inputById("comment")) inputById("comment").value = current.comments.join(" ");
  byId("outcome").textContent = position?.outcome?.text ?? "";
  inputById("turn-white").checked = current.fen.startsWith("W");
  inputById("turn-black").checked = current.fen.startsWith("B");
  byId("promote").toggleAttribute("disabled", current.parent === null || current.parent.children[0] === current);
  byId("remove").toggleAttribute("disabled", current.parent === null);
  updateGraph();
}

function updateGraph() {
  const line = [root, ...root.line];
  byId("graph").hidden = scores.length === 0;
  if (scores.length === 0) return;
  drawGraph(byId("graph"), scores, line.length - 1, Math.max(0, line.indexOf(current)), (ply) => go(line[ply]), texts.graph);
}

/** The controller that aborts the current search. */
let search = new AbortController();

async function analyse() {
  search.abort();
  search = new AbortController();
  const node = current;
  const isEnabled = inputById("engine").checked;
  if (!isEnabled) byId("lines").replaceChildren();
  if (!isEnabled || node.position?.legal_moves.length === 0) return;
  const body = { study: studyOf(node), lines: 3, milliseconds: 1500 };
  const answer = await request("lines", body, search.signal);
  if (!answer || current !== node) return;
  byId("depth").textContent = format(texts.depth, { number: answer.depth });
  byId("lines").replaceChildren(...answer.lines.map((/** @type {any} */ line) => renderLine(line, node)));
  best = answer.lines[0]?.moves[0] ?? null;
  draw();
}

/** @type {Intl.NumberFormatOptions} */
const SCORE_FORMAT = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "always" };

/**
 * Returns a score in the language of the page, and in words where a win is in sight: "+#3" is a win of White in 3
 * plies.
 * @param {string} score
 */
function scoreText(score) {
  const win = score.match(/^([+-])#(\d+)$/);
  if (!win) return Number(score).toLocaleString(document.documentElement.lang, SCORE_FORMAT).replace("-", "−");
  return format(win[1] === "+" ? texts.whiteWinsIn : texts.blackWinsIn, { count: Math.ceil(Number(win[2]) / 2) });
}

/**
 * @param {{text: string, moves: string[]}} line
 * @param {Node} node
 */
function renderLine(line, node) {
  const item = createElement("li", "");
  const [score, moves] = [createElement("strong", scoreText(line.text), "figures"), createElement("button", line.moves.slice(0, 10).join(" "), "move")];
  moves.type = "button";
  moves.addEventListener("click", () => {
    const move = node.position.legal_moves.find((/** @type {Move} */ move) => move.text === line.moves[0]);
    if (move && current === node) play(move);
  });
  item.append(score, " ", moves);
  return item;
}

async function evaluate() {
  const line = root.line;
  const study = studyOf(line[line.length - 1] ?? root);
  scores = [];
  const button = byId("evaluate");
  button.toggleAttribute("disabled", true);
  while (scores.length <= line.length) {
    const answer = await request("scores", { study, from: scores.length, count: 20 });
    // Another game was opened meanwhile, or the server has no more scores.
    if (!answer || answer.scores.length === 0 || root.line.some((node, i) => node !== line[i])) break;
    scores.push(...answer.scores);
    updateGraph();
  }
  button.toggleAttribute("disabled", false);
}

async function compare() {
  const select = /** @type {HTMLSelectElement} */ (byId("other-rules"));
  const line = [root, ...root.line];
  const answer = await request("compare", { study: studyOf(line[line.length - 1]), with: select.value });
  if (!answer) return;
  const name = select.selectedOptions[0].textContent ?? "";
  const output = byId("compared");
  const linkTo = (/** @type {number} */ ply) => {
    const link = createElement("button", moveNumber(firstPly() + ply), "move");
    link.type = "button";
    link.addEventListener("click", () => go(line[ply]));
    return link;
  };
  output.replaceChildren();
  const addRow = (/** @type {(string | HTMLElement)[]} */ ...parts) => {
    const row = createElement("p", "");
    row.append(...parts);
    output.append(row);
  };
  const { stops, first_difference: difference } = answer;
  if (!difference && !stops) return addRow(format(texts.sameGame, { text: name }));
  if (difference) {
    addRow(`${texts.firstDifference} `, linkTo(difference.ply));
    if (difference.only_here.length > 0) addRow(`${texts.onlyHere} ${difference.only_here.join(", ")}`);
    if (difference.only_there.length > 0) addRow(`${format(texts.onlyThere, { text: name })} ${difference.only_there.join(", ")}`);
  }
  if (stops) addRow(`${texts.stops} `, linkTo(stops.ply), ` ${stops.text}. ${stops.why}`);
  else addRow(format(texts.allLegal, { text: name }));
}

/** @param {string} text */
async function readPdn(text) {
  const answer = await request("read", { pdn: text });
  if (!answer) return;
  showNote("");
  const list = /** @type {HTMLSelectElement} */ (byId("games"));
  const option = (/** @type {any} */ game, /** @type {number} */ i) => new Option(`${game.title} (${game.rules_name})`, String(i));
  list.replaceChildren(...answer.games.map(option));
  byId("games-read").hidden = answer.games.length < 2;
  if (answer.left_out > 0) list.add(new Option(formatCount(texts, "leftOut", answer.left_out), ""));
  const openGame = async (/** @type {any} */ game) => {
    tags = game.tags;
    const isDefaultStart = (await request("position", { rules: game.rules }))?.fen === game.start;
    await startStudy({ rules: game.rules, fen: isDefaultStart ? null : game.start, line: game.line, comments: game.comments });
    showNote(game.failure ?? formatCount(texts, "gamesRead", answer.games.length + answer.left_out));
  };
  list.onchange = () => list.value !== "" && openGame(answer.games[Number(list.value)]);
  await openGame(answer.games[0]);
}

async function savePdn() {
  const body = { rules, fen: start, tags, comments: root.commentsAfter, line: toLine(root) };
  const response = await postJson("/api/v1/analysis/write", body);
  if (!response.ok) return showNote((await response.json()).message);
  const text = await response.text();
  /** @type {HTMLTextAreaElement} */ (byId("pdn")).value = text;
  const link = /** @type {HTMLAnchorElement} */ (document.createElement("a"));
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-pdn" }));
  link.download = "analysis.pdn";
  link.click();
}

async function playOn() {
  await postJson("/api/v1/guest", {});
  const proposal = { rules, start: { fen: current.fen }, colour: current.position?.turn };
  const response = await postJson("/api/v1/games", { opponent: { computer: 5 }, proposal });
  const answer = await response.json();
  if (response.ok) location.assign(`/games/${answer.id}`);
  else showNote(answer.message);
}

/** @type {Record<string, () => unknown>} */
const actions = {
  first: () => go(root),
  back: () => current.parent && go(current.parent),
  forward: () => current.children[0] && go(current.children[0]),
  last: () => go(current.end),
  flip: () => {
    flipped = !flipped;
    if (board) board.flipped = flipped;
  },
  promote: () => {
    current.promote();
    scores = [];
    draw();
  },
  remove: () => {
    const { parent } = current;
    if (!parent) return;
    current.remove();
    scores = [];
    go(parent);
  },
  evaluate,
  compare,
  write: savePdn,
  "play-on": playOn,
  "start-again": () => startStudy({ rules, fen: null }),
  "clear-board": () => setUp(`${current.fen.charAt(0)}:W:B`),
  "read-pdn": () => readPdn(/** @type {HTMLTextAreaElement} */ (byId("pdn")).value),
};
for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
byId("rules").addEventListener("change", () => {
  const { value } = /** @type {HTMLSelectElement} */ (byId("rules"));
  if (value !== "") startStudy({ rules: value, fen: null });
});
byId("engine").addEventListener("change", () => {
  best = null;
  byId("depth").textContent = "";
  draw();
  analyse();
});
byId("fen-form").addEventListener("submit", (event) => {
  event.preventDefault();
  startStudy({ rules, fen: inputById("fen").value });
});
byId("comment").addEventListener("change", () => {
  const text = inputById("comment").value.trim();
  current.comments = text === "" ? [] : [text];
  draw();
});
byId("palette").addEventListener("change", () => {
  const selected = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=piece]:checked"));
  selectedPiece = selected === null || selected.value === "move" ? null : selected.value;
  draw();
});
for (const turn of ["white", "black"]) {
  byId(`turn-${turn}`).addEventListener("change", () => setUp(`${turn === "white" ? "W" : "B"}${current.fen.slice(1)}`));
}
inputById("pdn-file").addEventListener("change", async () => {
  const [file] = inputById("pdn-file").files ?? [];
  if (!file) return;
  const text = await file.text();
  /** @type {HTMLTextAreaElement} */ (byId("pdn")).value = text;
  readPdn(text);
});
document.addEventListener("keydown", (event) => {
  if (/** @type {Element} */ (event.target).closest("input, textarea, svg, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  /** @type {Record<string, string>} */
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  if (!keys[event.key]) return;
  event.preventDefault();
  actions[keys[event.key]]();
});

/** Opens the study of the page. */
async function openPage() {
  const { moves } = page.study;
  if (moves.length === 0) return startStudy(page.study);
  const answer = await request("line", page.study);
  await startStudy({ ...page.study, line: answer?.line });
}
openPage();
