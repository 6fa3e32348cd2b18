// The editor of house rules: the server checks the form and describes the rules.

import { byId, createElement, format, postJson } from "../page.js";
import { data } from "./page-data.js";
import { baseName, showBase } from "./base.js";
import { address, name, open, readAddress, rules } from "./form.js";
import { showProblems } from "./problems.js";
import * as savedRules from "./saved-rules.js";
import * as trialBoard from "./trial-board.js";

/** The buttons that need valid rules. */
const BUTTONS = ["house-computer", "house-friend", "house-device", "house-save"];

/**
 * @param {string} id
 * @param {HTMLElement[]} items
 */
const list = (id, items) => byId(id).replaceChildren(...items);

/**
 * @param {string} text
 * @param {string} detail
 */
function createItem(text, detail = "") {
  const item = createElement("li", text);
  if (detail !== "") item.append(createElement("span", detail, "soft"));
  return item;
}

/** The number of the latest check; older answers are ignored. */
let latestCheck = 0;
/** The rules on the trial board as JSON, without their name. */
let rulesOnBoard = "";

async function check() {
  showBase();
  latestCheck += 1;
  const request = latestCheck;
  const house = rules();
  const response = await postJson("/api/v1/rules/check", house);
  const answer = await response.json();
  if (request !== latestCheck) return;
  byId("house-title").textContent = name();
  const problems = response.ok ? answer.problems : [{ fields: [], text: answer.message }];
  const isValid = problems.length === 0;
  showProblems(problems);
  trialBoard.markStale(!isValid);
  for (const id of BUTTONS) /** @type {HTMLButtonElement} */ (byId(id)).disabled = !isValid;
  // Invalid rules have no description: that of the last valid rules stays.
  if (!isValid) return;
  list("sentences", answer.sentences.map((/** @type {string} */ text) => createItem(text)));
  list("differences", answer.differences.map(createDifference));
  byId("no-differences").hidden = answer.differences.length > 0;
  const json = JSON.stringify({ ...house, name: "" });
  if (json === rulesOnBoard) return;
  rulesOnBoard = json;
  await trialBoard.restart(house);
}

/** @param {{house: string[], base: string[]}} difference */
function createDifference({ house, base }) {
  const inBase = base.length > 0 ? `${format(data.texts["house-base-says"], { rules: baseName() })} ${base.join(" ")}` : "";
  return house.length > 0 ? createItem(house.join(" "), inBase) : createItem("–", inBase);
}

/**
 * Starts a game or creates a challenge with the rules, as a guest if necessary, and opens its page.
 * @param {string} path
 * @param {Record<string, unknown>} request
 * @param {string} page
 */
async function start(path, request, page) {
  await postJson("/api/v1/guest", {});
  const response = await postJson(path, { ...request, proposal: { rules: rules() } });
  const answer = await response.json();
  if (response.ok) location.assign(`${page}/${answer.id}`);
  else byId("house-note").textContent = answer.message;
}

byId("house-computer").addEventListener("click", () => start("/api/v1/games", { opponent: { computer: 3 } }, "/games"));
byId("house-device").addEventListener("click", () => start("/api/v1/games", { opponent: "same-device" }, "/games"));
byId("house-friend").addEventListener("click", () => start("/api/v1/challenges", { to: "link" }, "/challenges"));
byId("house").addEventListener("input", () => {
  // The URL of the page contains the rules.
  history.replaceState(null, "", address());
  byId("house-share").hidden = true;
  check();
});
byId("house").addEventListener("submit", (event) => event.preventDefault());
savedRules.setUp(check);
if (!readAddress() && data.opened) open(data.opened.rules);
check();
