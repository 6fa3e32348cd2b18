// Arrows and rings on a board: drawn by the user, or to show a line.

import { svgElement } from "./svg.js";

/** @typedef {{x: number, y: number}} Point */

/**
 * Draws an arrow along a route, or a ring if the route has one square only. Lengths are in squares.
 * @param {Point[]} route  The centres of the squares.
 * @param {string} kind  The CSS class.
 * @returns {SVGElement}
 */
export function drawArrow(route, kind) {
  const [start, to] = [route[0], route[route.length - 1]];
  const isRing = route.every(({ x, y }) => x === start.x && y === start.y);
  if (isRing) return svgElement("circle", { class: `arrow ring-mark ${kind}`, cx: start.x, cy: start.y, r: 0.44 });
  // The head points along the last segment.
  const from = route[route.length - 2];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  // The tip is inside the square, and the shaft ends at the head.
  const tip = { x: to.x - ux * 0.1, y: to.y - uy * 0.1 };
  const neck = { x: tip.x - ux * 0.32, y: tip.y - uy * 0.32 };
  const wing = (/** @type {number} */ side) => `${neck.x - uy * 0.19 * side},${neck.y + ux * 0.19 * side}`;
  const shaft = [...route.slice(0, -1), neck].map(({ x, y }) => `${x},${y}`).join(" ");
  const group = svgElement("g", { class: `arrow ${kind}` });
  group.append(
    svgElement("polyline", { points: shaft }),
    svgElement("polygon", { points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` }),
  );
  return group;
}
