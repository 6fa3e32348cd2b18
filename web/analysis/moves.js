// Renders the moves of a study, with variations and comments.

import { createElement } from "../page.js";
import { moveNumber } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

/** The symbols of NAGs. @type {Record<number, string>} */
const NAG_SYMBOLS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** @param {string[]} texts */
export const renderComments = (texts) => texts.map((text) => createElement("span", text, "comment"));

/**
 * Renders the moves after a node.
 * @param {Node} root
 * @param {Node} current
 * @param {number} first  The ply of the first move of the study.
 * @param {(node: Node) => void} go
 * @param {boolean} continues  Whether the first move follows another move directly, so that a reply needs no number.
 * @returns {HTMLElement[]}
 */
export function renderMoves(root, current, first, go, continues = false) {
  /** @type {HTMLElement[]} */
  const elements = [];
  for (let at = root; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    elements.push(...renderComments(main.commentsBefore));
    elements.push(renderMove(main, current, first, go, continues && main.commentsBefore.length === 0));
    continues = main.comments.length === 0 && others.length === 0;
    elements.push(...renderComments(main.comments));
    for (const other of others) {
      const variation = createElement("span", "", "variation");
      variation.append(...renderComments(other.commentsBefore));
      variation.append(renderMove(other, current, first, go, false));
      variation.append(...renderComments(other.comments));
      variation.append(...renderMoves(other, current, first, go, other.comments.length === 0));
      elements.push(variation);
    }
  }
  return elements;
}

/**
 * @param {Node} node
 * @param {Node} current
 * @param {number} first
 * @param {(node: Node) => void} go
 * @param {boolean} continues  Whether it follows the previous move directly, so that a reply needs no number.
 */
function renderMove(node, current, first, go, continues) {
  const number = moveNumber(first + node.ply - 1);
  const prefix = continues && number.endsWith("...") ? "" : `${number} `;
  const symbols = node.nags.map((nag) => NAG_SYMBOLS[nag] ?? `$${nag}`).join("");
  const button = createElement("button", `${prefix}${node.text}${symbols}`, "move");
  button.type = "button";
  if (node === current) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => go(node));
  return button;
}
