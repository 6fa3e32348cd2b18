// Arrows and rings on a board: drawn with the right button to think aloud, or to show a line.

import { element } from "./svg.js";

/** @typedef {{x: number, y: number}} Point */

/**
 * Draws an arrow along a route; a ring where the route stays on one square.
 * @param {Point[]} route  The middles of its squares, in order.
 * @param {string} kind
 * @returns {SVGElement}
 */
export function arrow(route, kind) {
  const [start, to] = [route[0], route[route.length - 1]];
  const stays = route.every(({ x, y }) => x === start.x && y === start.y);
  if (stays) return element("circle", { class: `arrow ring-mark ${kind}`, cx: start.x, cy: start.y, r: 0.44 });
  // The head points along the last leg, not from where the route began.
  const from = route[route.length - 2];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  // The point lies in the square, the shaft ends behind it.
  const tip = { x: to.x - ux * 0.1, y: to.y - uy * 0.1 };
  const neck = { x: tip.x - ux * 0.32, y: tip.y - uy * 0.32 };
  const wing = (/** @type {number} */ side) => `${neck.x - uy * 0.19 * side},${neck.y + ux * 0.19 * side}`;
  const shaft = [...route.slice(0, -1), neck].map(({ x, y }) => `${x},${y}`).join(" ");
  const group = element("g", { class: `arrow ${kind}` });
  group.append(
    element("polyline", { points: shaft }),
    element("polygon", { points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` }),
  );
  return group;
}
