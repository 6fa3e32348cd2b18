// Draws pieces and the names of squares.

import { svgElement } from "./svg.js";

/** @typedef {import("./geometry.js").Side} Side */

/** The radius of a disc in squares. It leaves the corners of the square free for its name. */
const RADIUS = 0.38;

/**
 * Draws a piece: a man is one disc, a king two discs with a mark. All marks are drawn; the style shows the one that the
 * rules or the settings choose.
 * @param {Side} side
 * @param {boolean} king
 */
export function drawPiece(side, king) {
  const group = svgElement("g", { class: `piece ${side}` });
  group.dataset.kind = `${side}${king}`;
  if (king) group.append(svgElement("circle", { class: "disc", cy: 0.11, r: RADIUS }));
  const top = king ? -0.03 : 0;
  const upper = svgElement("circle", { class: king ? "disc upper" : "disc", cy: top, r: RADIUS });
  group.append(svgElement("circle", { class: "ring", cy: top, r: 0.41 }), upper);
  group.append(...(king ? drawMarks(top) : [svgElement("circle", { class: "groove", cy: top, r: 0.27 })]));
  return group;
}

/**
 * Draws the marks of a king.
 * @param {number} y  The y coordinate of their centre.
 */
function drawMarks(y) {
  const crown = svgElement("path", {
    class: "mark crown",
    transform: `translate(0 ${y})`,
    d: "M-.2 .15 L-.24 -.11 L-.1 .01 L0 -.15 L.1 .01 L.24 -.11 L.2 .15 Z",
  });
  const letter = svgElement("text", { class: "mark letter", y: y + 0.14 });
  letter.textContent = "D";
  const rings = svgElement("g", { class: "mark rings" });
  rings.append(...[0.28, 0.15].map((r) => svgElement("circle", { cy: y, r })));
  return [crown, letter, rings];
}

/**
 * Draws the name of a square in the corner that no piece covers.
 * @param {string} name
 * @param {{x: number, y: number}} centre
 */
export function drawSquareName(name, { x, y }) {
  const label = svgElement("text", { class: name.length > 2 ? "name long" : "name", x: x - 0.48, y: y - 0.355 });
  label.textContent = name;
  return label;
}
