// The tree of moves of a study. The first child of a node continues its line, the others are variations.

/**
 * @typedef {object} Branch  A move as the server sends it.
 * @property {string} text
 * @property {string} fen
 * @property {number[]} route
 * @property {number[]} [nags]
 * @property {string[]} [comments]
 * @property {Variation[]} [variations]
 */

/** @typedef {{comments?: string[], line: Branch[]}} Variation  A line that replaces the move it belongs to. */

export class Node {
  /** @type {Node[]} */
  children = [];
  /** @type {string[]} */
  comments = [];
  /** The comments before it, if it starts a variation or did so before it was promoted. @type {string[]} */
  commentsBefore = [];
  /** @type {number[]} */
  nags = [];
  /** The server's description of the position, once it was requested. @type {any} */
  position = null;

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

  /** The moves that lead to this node. @returns {string[]} */
  get path() {
    return this.parent ? [...this.parent.path, this.text] : [];
  }

  /** The last node of the line that starts here. @returns {Node} */
  get end() {
    return this.children.length > 0 ? this.children[0].end : this;
  }

  /** The nodes of the line after this one. @returns {Node[]} */
  get line() {
    return this.children.length > 0 ? [this.children[0], ...this.children[0].line] : [];
  }

  /** The comments between this move and the next one of its line. @returns {string[]} */
  get commentsAfter() {
    return [...this.comments, ...(this.children[0]?.commentsBefore ?? [])];
  }

  /** Adds a move as a child, unless it exists, and returns it. @param {{text: string, fen: string, route: number[]}} move */
  add(move) {
    const existing = this.children.find((child) => child.text === move.text);
    if (existing) return existing;
    const child = new Node(this, move);
    this.children.push(child);
    return child;
  }

  /** Removes this node and its descendants. */
  remove() {
    const siblings = this.parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** Makes this node the first child of its parent. */
  promote() {
    const siblings = this.parent?.children;
    if (!siblings) return;
    siblings.splice(siblings.indexOf(this), 1);
    siblings.unshift(this);
  }
}

/**
 * Adds a line after a node.
 * @param {Node} root
 * @param {Branch[]} line
 */
export function addLine(root, line) {
  let at = root;
  for (const branch of line) {
    const next = at.add(branch);
    // Lines may start with the same moves.
    next.comments.push(...(branch.comments ?? []));
    next.nags.push(...(branch.nags ?? []).filter((nag) => !next.nags.includes(nag)));
    for (const { comments, line: other } of branch.variations ?? []) {
      addLine(at, other);
      const start = at.children.find((child) => child.text === other[0]?.text);
      start?.commentsBefore.push(...(comments ?? []));
    }
    at = next;
  }
}

/**
 * Converts the line after a node to the format of the server.
 * @param {Node} from
 * @returns {object[]}
 */
export function toLine(from) {
  /** @type {object[]} */
  const line = [];
  for (let at = from; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => ({ comments: other.commentsBefore, line: [toBranch(other), ...toLine(other)] }));
    line.push({ ...toBranch(main), variations });
  }
  return line;
}

/** @param {Node} node */
const toBranch = ({ text, nags, commentsAfter }) => ({ text, nags, comments: commentsAfter });

/**
 * Formats the move number of a ply, counted from 0.
 * @param {number} ply
 */
export const moveNumber = (ply) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "..."}`;

/**
 * Returns the ply of a move number such as `30.` or `30...`.
 * @param {string} text
 */
export const plyOf = (text) => (Number.parseInt(text, 10) - 1) * 2 + (text.endsWith("...") ? 1 : 0);
