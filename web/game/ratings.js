// How a rated game changed the ratings of its players.

import { data, make, place } from "../page.js";

/** @typedef {{before: number, after: number, provisional: boolean}} Change */

/** @type {Record<string, string>} */
const names = data().names ?? {};

/**
 * One change: the rating before, the one after, and by how much they differ.
 * @param {string} name
 * @param {Change} change
 */
function row(name, { before, after, provisional }) {
  const difference = after - before;
  const sign = difference < 0 ? "−" : "+";
  return make("div", `${name} ${before} → ${after}${provisional ? "?" : ""} (${sign}${Math.abs(difference)})`);
}

/**
 * Shows the changes beside the result; there are none where the game is not rated.
 * @param {Record<string, Change> | null} ratings
 */
export function drawRatings(ratings) {
  const rows = ratings === null ? [] : ["white", "black"].map((side) => row(names[side], ratings[side]));
  place("rating-changes").replaceChildren(...rows);
}
