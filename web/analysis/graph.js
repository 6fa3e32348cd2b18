// The graph of the score after each move. Above the middle, White is better.

import { svgElement } from "../board/svg.js";

/** The score that fills about three quarters of half the height, in centimen. */
const SCORE_SCALE = 300;
const [WIDTH, HEIGHT] = [300, 80];

/**
 * @param {HTMLElement} container
 * @param {number[]} scores  The scores by ply in centimen, from the start position on.
 * @param {number} plies     The length of the game in plies.
 * @param {number} current   The displayed ply.
 * @param {(ply: number) => void} go
 * @param {string} label
 */
export function drawGraph(container, scores, plies, current, go, label) {
  const x = (/** @type {number} */ ply) => (plies > 0 ? (ply / plies) * WIDTH : 0);
  const y = (/** @type {number} */ score) => HEIGHT / 2 - Math.tanh(score / SCORE_SCALE) * (HEIGHT / 2 - 2);
  const svg = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, preserveAspectRatio: "none" });
  const points = scores.map((score, ply) => `${x(ply)},${y(score)}`);
  svg.append(svgElement("line", { class: "middle", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }));
  if (points.length > 1) {
    const end = x(scores.length - 1);
    svg.append(svgElement("polygon", { class: "area", points: `0,${HEIGHT / 2} ${points.join(" ")} ${end},${HEIGHT / 2}` }));
    svg.append(svgElement("polyline", { class: "curve", points: points.join(" ") }));
  }
  svg.append(svgElement("line", { class: "now", x1: x(current), y1: 0, x2: x(current), y2: HEIGHT }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * plies));
  });
  container.replaceChildren(svg);
}
