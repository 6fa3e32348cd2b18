// What a game is worth after each move, as a curve: above the middle White is better.

import { element } from "../board/svg.js";

/** So much, in hundredths of a man, fills half the height, nearly. */
const MUCH = 300;
const [WIDTH, HEIGHT] = [300, 80];

/**
 * @param {HTMLElement} home
 * @param {number[]} scores  After each ply, from none.
 * @param {number} plies     So many there are, or will be.
 * @param {number} current   The ply that is shown.
 * @param {(ply: number) => void} go
 * @param {string} label
 */
export function drawGraph(home, scores, plies, current, go, label) {
  const x = (/** @type {number} */ ply) => (plies > 0 ? (ply / plies) * WIDTH : 0);
  const y = (/** @type {number} */ score) => HEIGHT / 2 - Math.tanh(score / MUCH) * (HEIGHT / 2 - 2);
  const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, preserveAspectRatio: "none" });
  const points = scores.map((score, ply) => `${x(ply)},${y(score)}`);
  svg.append(element("line", { class: "middle", x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2 }));
  if (points.length > 1) {
    const end = x(scores.length - 1);
    svg.append(element("polygon", { class: "area", points: `0,${HEIGHT / 2} ${points.join(" ")} ${end},${HEIGHT / 2}` }));
    svg.append(element("polyline", { class: "curve", points: points.join(" ") }));
  }
  svg.append(element("line", { class: "now", x1: x(current), y1: 0, x2: x(current), y2: HEIGHT }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * plies));
  });
  home.replaceChildren(svg);
}
