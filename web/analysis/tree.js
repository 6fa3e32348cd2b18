// The moves of a study, with variations: a tree in which the first child goes on with its parent's line.

/**
 * @typedef {object} Branch  A move as the server tells it.
 * @property {string} text
 * @property {string} fen
 * @property {number[]} route
 * @property {number[]} [nags]
 * @property {string[]} [comments]
 * @property {Variation[]} [variations]
 */

/** @typedef {{comments?: string[], line: Branch[]}} Variation  What could have been played instead. */

export class Node {
  /** @type {Node[]} */
  children = [];
  /** @type {string[]} */
  comments = [];
  /** What is said before it, where a line begins with it. @type {string[]} */
  opening = [];
  /** @type {number[]} */
  nags = [];
  /** What the server says of the position, once it was asked. @type {any} */
  standing = null;

  /**
   * @param {Node | null} parent
   * @param {{text: string, fen: string, route: number[]}} move
   */
  constructor(parent, move) {
    this.parent = parent;
    this.text = move.text;
    this.fen = move.fen;
    this.route = move.route;
    /** @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** The moves that lead here. @returns {string[]} */
  get path() {
    return this.parent ? [...this.parent.path, this.text] : [];
  }

  /** The last move of the line that begins here. @returns {Node} */
  get end() {
    return this.children.length > 0 ? this.children[0].end : this;
  }

  /** All moves of the line that begins here. @returns {Node[]} */
  get line() {
    return this.children.length > 0 ? [this.children[0], ...this.children[0].line] : [];
  }

  /** Goes on with a move, in a variation if there is another. @param {{text: string, fen: string, route: number[]}} move */
  add(move) {
    const known = this.children.find((child) => child.text === move.text);
    if (known) return known;
    const child = new Node(this, move);
    this.children.push(child);
    return child;
  }

  /** Takes this move and all after it away. */
  remove() {
    const siblings = this.parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** Makes this move the one that its line goes on with. */
  promote() {
    const siblings = this.parent?.children;
    if (!siblings) return;
    siblings.splice(siblings.indexOf(this), 1);
    siblings.unshift(this);
  }
}

/**
 * Adds a line that was read.
 * @param {Node} root
 * @param {Branch[]} line
 */
export function grow(root, line) {
  let at = root;
  for (const branch of line) {
    const next = at.add(branch);
    // A variation may begin as another line did.
    next.comments.push(...(branch.comments ?? []));
    next.nags.push(...(branch.nags ?? []).filter((nag) => !next.nags.includes(nag)));
    for (const { comments, line: other } of branch.variations ?? []) {
      grow(at, other);
      const begun = at.children.find((child) => child.text === other[0]?.text);
      begun?.opening.push(...(comments ?? []));
    }
    at = next;
  }
}

/**
 * The line that goes on from a move, as the server writes it down.
 * @param {Node} from
 * @returns {object[]}
 */
export function written(from) {
  /** @type {object[]} */
  const line = [];
  for (let at = from; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => ({ comments: other.opening, line: [branch(other), ...written(other)] }));
    line.push({ ...branch(main), variations });
  }
  return line;
}

/** @param {Node} node */
const branch = ({ text, nags, comments }) => ({ text, nags, comments });

/**
 * The number of a move, counted from the first one of the game.
 * @param {number} ply
 */
export const number = (ply) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "..."}`;

/**
 * The ply of a number such as `30.` or `30...`.
 * @param {string} text
 */
export const plyOf = (text) => (Number.parseInt(text, 10) - 1) * 2 + (text.endsWith("...") ? 1 : 0);
