// Arrows and rings on a board: drawn with the right button to think aloud, or to show a line.

import { element } from "./svg.js";

/** @typedef {{x: number, y: number}} Point */

/**
 * An arrow, or a ring where it begins and ends on the same square.
 * @param {Point} from
 * @param {Point} to
 * @param {string} kind
 * @returns {SVGElement}
 */
export function arrow(from, to, kind) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return element("circle", { class: `arrow ring-mark ${kind}`, cx: from.x, cy: from.y, r: 0.44 });
  const [ux, uy] = [dx / length, dy / length];
  // The point lies in the square, the shaft ends behind it.
  const tip = { x: to.x - ux * 0.1, y: to.y - uy * 0.1 };
  const neck = { x: tip.x - ux * 0.32, y: tip.y - uy * 0.32 };
  const wing = (/** @type {number} */ side) => `${neck.x - uy * 0.19 * side},${neck.y + ux * 0.19 * side}`;
  const group = element("g", { class: `arrow ${kind}` });
  group.append(
    element("line", { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y }),
    element("polygon", { points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` }),
  );
  return group;
}
