// A board to think at: any position, any rules, any line; the server knows what is legal, and what it is worth.

import { Board } from "../board/board.js";
import { data, fill, input, make, place, post } from "../page.js";
import { drawGraph } from "./graph.js";
import { comments, movesOf } from "./moves.js";
import { put } from "./setup.js";
import { Node, grow, number, plyOf, written } from "./tree.js";

/** @typedef {import("../board/choosing.js").Move} Move */

/** @type {{study: {rules: any, fen: string | null, moves: string[]}, tags: [string, string][], texts: Record<string, string>}} */
const page = data();
const { texts } = page;

/** By which rules; a name, or house rules. @type {any} */
let rules = page.study.rules;
/** Where the study begins; none: at the start. @type {string | null} */
let start = page.study.fen;
let tags = page.tags;
let root = new Node(null, { text: "", fen: "", route: [] });
let current = root;
/** @type {Board | null} */
let board = null;
let turned = false;
/** What each ply of the line is worth, as far as it is known. @type {number[]} */
let scores = [];
/** The engine's first move. @type {string | null} */
let best = null;
/** The kind of piece that is put on squares; none: moves are made. @type {string | null} */
let putting = null;

/** @param {string} text */
function say(text) {
  place("note").textContent = text;
}

/**
 * What the server answers; what it refuses is said.
 * @param {string} path
 * @param {unknown} wish
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(path, wish, signal) {
  const response = await post(`/api/v1/analysis/${path}`, wish, signal).catch(() => null);
  if (response === null) {
    // A thought that was broken off is no fault.
    if (!signal?.aborted) say(texts.lost);
    return null;
  }
  const answer = await response.json();
  if (response.ok) return answer;
  say(answer.message);
  return null;
}

/** The last beginning that was asked for. */
let begun = 0;
/** The position that is being set up, while the server has not seen it. @type {string | null} */
let desired = null;

const study = (/** @type {Node} */ node) => ({ rules, fen: start, moves: node.path });

/**
 * Begins anew.
 * @param {{rules: any, fen: string | null, line?: import("./tree.js").Branch[], comments?: string[]}} wish
 */
async function begin(wish) {
  begun += 1;
  const question = begun;
  const standing = await ask("position", { rules: wish.rules, fen: wish.fen });
  // Something else was begun meanwhile.
  if (!standing || question !== begun) return false;
  desired = null;
  [rules, start] = [wish.rules, wish.fen];
  root = new Node(null, { text: "", fen: standing.fen, route: [] });
  root.standing = standing;
  root.comments = wish.comments ?? [];
  grow(root, wish.line ?? []);
  [current, scores] = [root, []];
  board = new Board(place("board"), standing.board, {
    words: /** @type {import("../board/board.js").Words} */ (texts),
    play: (move) => play(move),
    tell: (square, from) => explain(square, from),
    press: (square) => {
      if (putting === null) return false;
      desired = put(standing.board, desired ?? current.fen, square, putting);
      setUp(desired);
      return true;
    },
  });
  board.turned = turned;
  place("palette").dataset.mark = standing.board.king_mark;
  const select = /** @type {HTMLSelectElement} */ (place("rules"));
  const named = typeof rules === "string" ? rules : "";
  if (named === "" && select.options[0].value !== "") select.add(new Option(rules.name ?? "", ""), 0);
  select.value = named;
  offerOthers(standing.board);
  await go(root);
  return true;
}

/**
 * Only rules on the same squares can be compared.
 * @param {import("../board/geometry.js").Shape} shape
 */
function offerOthers({ width, height, squares }) {
  const word = `${width}x${height}/${squares.length}/${(squares[0].row + squares[0].column) % 2}`;
  const others = /** @type {HTMLSelectElement} */ (place("other-rules"));
  for (const option of others.options) option.hidden = option.dataset.board !== word || option.value === rules;
  const chosen = others.selectedOptions[0];
  if (chosen === undefined || chosen.hidden) others.value = [...others.options].find((option) => !option.hidden)?.value ?? "";
  place("compared").replaceChildren();
}

/** Where the line that was chosen goes. @param {Node} node */
async function go(node) {
  current = node;
  best = null;
  place("lines").replaceChildren();
  place("depth").textContent = "";
  draw();
  if (node.standing === null) {
    const standing = await ask("position", study(node));
    if (!standing) return;
    node.standing = standing;
    if (current === node) draw();
  }
  think();
}

/** @param {Move} move */
async function play(move) {
  say("");
  const known = current.children.find((child) => child.text === move.text);
  if (known) return go(known);
  const from = current;
  const standing = await ask("position", { ...study(from), moves: [...from.path, move.text] });
  if (!standing) return;
  const node = from.add({ text: move.text, fen: standing.fen, route: move.route });
  node.standing = standing;
  if (from === current) go(node);
}

/**
 * @param {number} square
 * @param {number | undefined} from
 */
async function explain(square, from) {
  const wish = { ...study(current), square: from ?? square, to: from === undefined ? null : square };
  const answer = await ask("why", wish);
  if (answer?.text) say(answer.text);
}

/** @param {string} fen */
const setUp = (fen) => begin({ rules, fen });

/** The ply of the first move, counted from the beginning of a game. */
const first = () => plyOf(root.standing?.move_number ?? "1.");

function draw() {
  const standing = current.standing;
  const shown = standing?.legal_moves.find((/** @type {Move} */ move) => move.text === best);
  const arrows = shown ? [shown.route] : [];
  board?.show({ fen: current.fen, moves: putting === null ? standing?.legal_moves ?? [] : [], last: current.route, arrows });
  place("moves").replaceChildren(...comments(root.comments), ...movesOf(root, current, first(), (node) => go(node)));
  if (root.children.length === 0) place("moves").append(make("p", texts.noMoves, "soft"));
  place("moves").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  // What somebody is typing is not taken away.
  const typing = document.activeElement;
  if (typing !== input("fen")) input("fen").value = current.fen;
  if (typing !== input("comment")) input("comment").value = current.comments.join(" ");
  place("outcome").textContent = standing?.outcome?.text ?? "";
  input("turn-white").checked = current.fen.startsWith("W");
  input("turn-black").checked = current.fen.startsWith("B");
  place("promote").toggleAttribute("disabled", current.parent === null || current.parent.children[0] === current);
  place("remove").toggleAttribute("disabled", current.parent === null);
  drawCurve();
}

function drawCurve() {
  const line = [root, ...root.line];
  place("graph").hidden = scores.length === 0;
  if (scores.length === 0) return;
  drawGraph(place("graph"), scores, line.length - 1, Math.max(0, line.indexOf(current)), (ply) => go(line[ply]), texts.graph);
}

/** The thought that is under way. */
let thought = new AbortController();

async function think() {
  thought.abort();
  thought = new AbortController();
  const node = current;
  const on = input("engine").checked;
  if (!on) place("lines").replaceChildren();
  if (!on || node.standing?.legal_moves.length === 0) return;
  const wish = { study: study(node), lines: 3, milliseconds: 1500 };
  const answer = await ask("lines", wish, thought.signal);
  if (!answer || current !== node) return;
  place("depth").textContent = fill(texts.depth, { number: answer.depth });
  place("lines").replaceChildren(...answer.lines.map((/** @type {any} */ line) => lineOf(line, node)));
  best = answer.lines[0]?.moves[0] ?? null;
  draw();
}

/**
 * A score in words where a win is in sight: "+#3" is a win of White in 3 plies.
 * @param {string} score
 */
function scoreText(score) {
  const win = score.match(/^([+-])#(\d+)$/);
  if (!win) return score;
  return fill(win[1] === "+" ? texts.whiteWinsIn : texts.blackWinsIn, { count: Math.ceil(Number(win[2]) / 2) });
}

/**
 * @param {{text: string, moves: string[]}} line
 * @param {Node} node
 */
function lineOf(line, node) {
  const item = make("li", "");
  const [score, moves] = [make("strong", scoreText(line.text), "figures"), make("button", line.moves.slice(0, 10).join(" "), "move")];
  moves.type = "button";
  moves.addEventListener("click", () => {
    const move = node.standing.legal_moves.find((/** @type {Move} */ move) => move.text === line.moves[0]);
    if (move && current === node) play(move);
  });
  item.append(score, " ", moves);
  return item;
}

async function evaluate() {
  const line = root.line;
  const wish = study(line[line.length - 1] ?? root);
  scores = [];
  const button = place("evaluate");
  button.toggleAttribute("disabled", true);
  while (scores.length <= line.length) {
    const answer = await ask("scores", { study: wish, from: scores.length, count: 20 });
    // Another game was opened meanwhile, or the server has had enough.
    if (!answer || answer.scores.length === 0 || root.line.some((node, i) => node !== line[i])) break;
    scores.push(...answer.scores);
    drawCurve();
  }
  button.toggleAttribute("disabled", false);
}

async function compare() {
  const select = /** @type {HTMLSelectElement} */ (place("other-rules"));
  const line = [root, ...root.line];
  const answer = await ask("compare", { study: study(line[line.length - 1]), with: select.value });
  if (!answer) return;
  const name = select.selectedOptions[0].textContent ?? "";
  const told = place("compared");
  const at = (/** @type {number} */ ply) => {
    const link = make("button", number(first() + ply), "move");
    link.type = "button";
    link.addEventListener("click", () => go(line[ply]));
    return link;
  };
  told.replaceChildren();
  const say = (/** @type {(string | HTMLElement)[]} */ ...parts) => {
    const row = make("p", "");
    row.append(...parts);
    told.append(row);
  };
  const { stops, first_difference: differs } = answer;
  if (!differs && !stops) return say(fill(texts.sameGame, { text: name }));
  if (differs) {
    say(`${texts.firstDifference} `, at(differs.ply));
    if (differs.only_here.length > 0) say(`${texts.onlyHere} ${differs.only_here.join(", ")}`);
    if (differs.only_there.length > 0) say(`${fill(texts.onlyThere, { text: name })} ${differs.only_there.join(", ")}`);
  }
  if (stops) say(`${texts.stops} `, at(stops.ply), ` ${stops.text}. ${stops.why}`);
  else say(fill(texts.allLegal, { text: name }));
}

/** @param {string} text */
async function read(text) {
  const answer = await ask("read", { pdn: text });
  if (!answer) return;
  say("");
  const list = /** @type {HTMLSelectElement} */ (place("games"));
  const option = (/** @type {any} */ game, /** @type {number} */ i) => new Option(`${game.title} (${game.rules_name})`, String(i));
  list.replaceChildren(...answer.games.map(option));
  place("games-read").hidden = answer.games.length < 2;
  if (answer.left_out > 0) list.add(new Option(fill(texts.leftOut, { count: answer.left_out }), ""));
  const open = async (/** @type {any} */ game) => {
    tags = game.tags;
    const usual = (await ask("position", { rules: game.rules }))?.fen === game.start;
    await begin({ rules: game.rules, fen: usual ? null : game.start, line: game.line, comments: game.comments });
    say(game.failure ?? fill(texts.gamesRead, { count: answer.games.length + answer.left_out }));
  };
  list.onchange = () => list.value !== "" && open(answer.games[Number(list.value)]);
  await open(answer.games[0]);
}

async function write() {
  const wish = { rules, fen: start, tags, comments: root.comments, line: written(root) };
  const response = await post("/api/v1/analysis/write", wish);
  if (!response.ok) return say((await response.json()).message);
  const text = await response.text();
  /** @type {HTMLTextAreaElement} */ (place("pdn")).value = text;
  const link = /** @type {HTMLAnchorElement} */ (document.createElement("a"));
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-pdn" }));
  link.download = "analysis.pdn";
  link.click();
}

async function playOn() {
  await post("/api/v1/guest", {});
  const proposal = { rules, start: { fen: current.fen }, colour: current.standing?.turn };
  const response = await post("/api/v1/games", { opponent: { computer: 5 }, proposal });
  const answer = await response.json();
  if (response.ok) location.assign(`/games/${answer.id}`);
  else say(answer.message);
}

/** @type {Record<string, () => unknown>} */
const acts = {
  first: () => go(root),
  back: () => current.parent && go(current.parent),
  forward: () => current.children[0] && go(current.children[0]),
  last: () => go(current.end),
  flip: () => {
    turned = !turned;
    if (board) board.turned = turned;
  },
  promote: () => {
    current.promote();
    scores = [];
    draw();
  },
  remove: () => {
    const gone = current;
    const before = gone.parent;
    if (!before) return;
    gone.remove();
    scores = [];
    go(before);
  },
  evaluate,
  compare,
  write,
  "play-on": playOn,
  "start-again": () => begin({ rules, fen: null }),
  "clear-board": () => setUp(`${current.fen.charAt(0)}:W:B`),
  "read-pdn": () => read(/** @type {HTMLTextAreaElement} */ (place("pdn")).value),
};
for (const [id, act] of Object.entries(acts)) place(id).addEventListener("click", act);
place("rules").addEventListener("change", () => {
  const { value } = /** @type {HTMLSelectElement} */ (place("rules"));
  if (value !== "") begin({ rules: value, fen: null });
});
place("engine").addEventListener("change", () => {
  best = null;
  place("depth").textContent = "";
  draw();
  think();
});
place("fen-form").addEventListener("submit", (event) => {
  event.preventDefault();
  begin({ rules, fen: input("fen").value });
});
place("comment").addEventListener("change", () => {
  const text = input("comment").value.trim();
  current.comments = text === "" ? [] : [text];
  draw();
});
place("palette").addEventListener("change", () => {
  const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=piece]:checked"));
  putting = chosen === null || chosen.value === "move" ? null : chosen.value;
  draw();
});
for (const turn of ["white", "black"]) {
  place(`turn-${turn}`).addEventListener("change", () => setUp(`${turn === "white" ? "W" : "B"}${current.fen.slice(1)}`));
}
input("pdn-file").addEventListener("change", async () => {
  const [file] = input("pdn-file").files ?? [];
  if (!file) return;
  const text = await file.text();
  /** @type {HTMLTextAreaElement} */ (place("pdn")).value = text;
  read(text);
});
document.addEventListener("keydown", (event) => {
  if (/** @type {Element} */ (event.target).closest("input, textarea, svg, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  /** @type {Record<string, string>} */
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  if (!keys[event.key]) return;
  event.preventDefault();
  acts[keys[event.key]]();
});

/** The game that the page came with is played through. */
async function open() {
  const { moves } = page.study;
  if (moves.length === 0) return begin(page.study);
  const answer = await ask("line", page.study);
  await begin({ ...page.study, line: answer?.line });
}
open();
