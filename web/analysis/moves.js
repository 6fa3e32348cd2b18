// The moves of a study as they are read: the line, with variations in brackets and what is said of them.

import { make } from "../page.js";
import { number } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

/** What stands for the numbers of marks. @type {Record<number, string>} */
const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** @param {string[]} texts */
export const comments = (texts) => texts.map((text) => make("span", text, "comment"));

/**
 * The moves that follow on one.
 * @param {Node} root
 * @param {Node} current
 * @param {number} first  The ply of the first move.
 * @param {(node: Node) => void} go
 * @returns {HTMLElement[]}
 */
export function movesOf(root, current, first, go) {
  /** @type {HTMLElement[]} */
  const shown = [];
  let numbered = false;
  for (let at = root; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    shown.push(link(main, current, first, go, numbered));
    numbered = main.comments.length === 0 && others.length === 0;
    shown.push(...comments(main.comments));
    for (const other of others) {
      const variation = make("span", "", "variation");
      variation.append(...comments(other.opening));
      variation.append(link(other, current, first, go, false));
      variation.append(...comments(other.comments));
      variation.append(...movesOf(other, current, first, go));
      shown.push(variation);
    }
  }
  return shown;
}

/**
 * @param {Node} node
 * @param {Node} current
 * @param {number} first
 * @param {(node: Node) => void} go
 * @param {boolean} numbered  Does its number follow from the move before?
 */
function link(node, current, first, go, numbered) {
  const text = number(first + node.ply - 1);
  const told = numbered && text.endsWith("...") ? "" : `${text} `;
  const marks = node.nags.map((nag) => MARKS[nag] ?? `$${nag}`).join("");
  const made = make("button", `${told}${node.text}${marks}`, "move");
  made.type = "button";
  if (node === current) made.setAttribute("aria-current", "true");
  made.addEventListener("click", () => go(node));
  return made;
}
