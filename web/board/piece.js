// Pieces and the names of squares as they are drawn.

import { element } from "./svg.js";

/** @typedef {import("./geometry.js").Side} Side */

/** The radius of a disc, in squares: the corners of the square stay free for its name. */
const RADIUS = 0.38;

/**
 * Draws a piece: a man is one plain disc, a king is two discs high and carries a mark. All marks are drawn; the style
 * shows the one that the rules or the settings ask for.
 * @param {Side} side
 * @param {boolean} king
 */
export function disc(side, king) {
  const group = element("g", { class: `piece ${side}` });
  group.dataset.kind = `${side}${king}`;
  if (king) group.append(element("circle", { class: "disc", cy: 0.11, r: RADIUS }));
  const top = king ? -0.03 : 0;
  const upper = element("circle", { class: king ? "disc upper" : "disc", cy: top, r: RADIUS });
  group.append(element("circle", { class: "ring", cy: top, r: 0.41 }), upper);
  group.append(...(king ? marks(top) : [element("circle", { class: "groove", cy: top, r: 0.27 })]));
  return group;
}

/**
 * Draws the marks of a king.
 * @param {number} y  The height of their middle.
 */
function marks(y) {
  const crown = element("path", {
    class: "mark crown",
    transform: `translate(0 ${y})`,
    d: "M-.2 .15 L-.24 -.11 L-.1 .01 L0 -.15 L.1 .01 L.24 -.11 L.2 .15 Z",
  });
  const letter = element("text", { class: "mark letter", y: y + 0.14 });
  letter.textContent = "D";
  const rings = element("g", { class: "mark rings" });
  rings.append(...[0.28, 0.15].map((r) => element("circle", { cy: y, r })));
  return [crown, letter, rings];
}

/**
 * Writes the name of a square into the corner that no piece covers.
 * @param {string} name
 * @param {{x: number, y: number}} middle
 */
export function nameLabel(name, { x, y }) {
  const label = element("text", { class: name.length > 2 ? "name long" : "name", x: x - 0.48, y: y - 0.355 });
  label.textContent = name;
  return label;
}
