// The counters of the draw rules.

import { byId, createElement } from "../page.js";
import { moveLinks } from "./move-list.js";

/** @typedef {{made: number, needed: number, reached: boolean, effect: string, cites: string[], text: string}} Counter */

/**
 * @param {Counter[]} counters
 * @param {Record<string, string>} texts
 */
export function drawCounters(counters, texts) {
  const visible = counters
    .filter((counter) => counter.made > 1 || counter.reached)
    .sort((a, b) => b.made / b.needed - a.made / a.needed);
  const rows = visible.map((counter) => {
    const row = document.createElement("div");
    const text = createElement("span", counter.text);
    if (counter.cites.length > 0) text.append(`. ${texts.seeMoves} `, ...moveLinks(counter.cites));
    const bar = document.createElement("progress");
    [bar.max, bar.value] = [counter.needed, Math.min(counter.made, counter.needed)];
    bar.setAttribute("aria-label", counter.text);
    row.append(text, bar);
    return row;
  });
  byId("counter-rows").replaceChildren(...rows);
}
