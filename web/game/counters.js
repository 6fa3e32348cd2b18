// How far the draw rules have come.

import { make, place } from "../page.js";
import { cited } from "./record.js";

/** @typedef {{made: number, needed: number, reached: boolean, effect: string, cites: string[], text: string}} Counter */

/**
 * @param {Counter[]} counters
 * @param {Record<string, string>} texts
 */
export function drawCounters(counters, texts) {
  const running = counters
    .filter((counter) => counter.made > 1 || counter.reached)
    .sort((a, b) => b.made / b.needed - a.made / a.needed);
  const rows = running.map((counter) => {
    const row = document.createElement("div");
    const text = make("span", counter.text);
    if (counter.cites.length > 0) text.append(`. ${texts.seeMoves} `, ...cited(counter.cites));
    const bar = document.createElement("progress");
    [bar.max, bar.value] = [counter.needed, Math.min(counter.made, counter.needed)];
    bar.setAttribute("aria-label", counter.text);
    row.append(text, bar);
    return row;
  });
  place("counter-rows").replaceChildren(...rows);
}
