// The rating changes after a rated game.

import { byId, createElement, pageData } from "../page.js";

/** @typedef {{before: number, after: number, provisional: boolean}} Change */

/** @type {Record<string, string>} */
const names = pageData().names ?? {};

/**
 * Renders the rating before and after the game, and the difference.
 * @param {string} name
 * @param {Change} change
 */
function row(name, { before, after, provisional }) {
  const difference = after - before;
  const sign = difference < 0 ? "−" : "+";
  return createElement("div", `${name} ${before} → ${after}${provisional ? "?" : ""} (${sign}${Math.abs(difference)})`);
}

/**
 * Shows the changes beside the result; null if the game is not rated.
 * @param {Record<string, Change> | null} ratings
 */
export function drawRatings(ratings) {
  const rows = ratings === null ? [] : ["white", "black"].map((side) => row(names[side], ratings[side]));
  byId("rating-changes").replaceChildren(...rows);
}
