// The editor of house rules: what is chosen becomes JSON, and the server says what it means.

import { fill, place, post } from "../page.js";
import { data } from "./ask.js";
import { baseName, showBase } from "./base.js";
import { address, name, open, recall, rules } from "./fields.js";
import { showProblems } from "./problems.js";
import * as shelf from "./shelf.js";
import * as trial from "./trial.js";

const ACTS = ["house-computer", "house-friend", "house-device", "house-save"];

/**
 * @param {string} id
 * @param {HTMLElement[]} items
 */
const list = (id, items) => place(id).replaceChildren(...items);

/**
 * @param {string} text
 * @param {string} more
 */
function item(text, more = "") {
  const made = document.createElement("li");
  made.textContent = text;
  if (more !== "") {
    const soft = document.createElement("span");
    soft.className = "soft";
    soft.textContent = more;
    made.append(soft);
  }
  return made;
}

/** The last question that was asked: an older answer that comes late is not shown. */
let asked = 0;
/** The rules that are being tried, less their name. */
let tried = "";

async function check() {
  showBase();
  asked += 1;
  const question = asked;
  const house = rules();
  const response = await post("/api/v1/rules/check", house);
  const answer = await response.json();
  if (question !== asked) return;
  place("house-title").textContent = name();
  const problems = response.ok ? answer.problems : [{ fields: [], text: answer.message }];
  const sound = problems.length === 0;
  showProblems(problems);
  trial.markStale(!sound);
  for (const id of ACTS) /** @type {HTMLButtonElement} */ (place(id)).disabled = !sound;
  // Rules with a conflict have no sentences: those of the last valid rules stay until it is solved.
  if (!sound) return;
  list("sentences", answer.sentences.map((/** @type {string} */ text) => item(text)));
  list("differences", answer.differences.map(difference));
  place("no-differences").hidden = answer.differences.length > 0;
  const now = JSON.stringify({ ...house, name: "" });
  if (now === tried) return;
  tried = now;
  await trial.restart(house);
}

/** @param {{house: string[], base: string[]}} difference */
function difference({ house, base }) {
  const before = base.length > 0 ? `${fill(data.texts["house-base-says"], { rules: baseName() })} ${base.join(" ")}` : "";
  return house.length > 0 ? item(house.join(" "), before) : item("–", before);
}

/**
 * Begins something by these rules, as a guest if need be, and goes there.
 * @param {string} path
 * @param {Record<string, unknown>} wish
 * @param {string} page
 */
async function begin(path, wish, page) {
  await post("/api/v1/guest", {});
  const response = await post(path, { ...wish, proposal: { rules: rules() } });
  const answer = await response.json();
  if (response.ok) location.assign(`${page}/${answer.id}`);
  else place("house-note").textContent = answer.message;
}

place("house-computer").addEventListener("click", () => begin("/api/v1/games", { opponent: { computer: 3 } }, "/games"));
place("house-device").addEventListener("click", () => begin("/api/v1/games", { opponent: "same-device" }, "/games"));
place("house-friend").addEventListener("click", () => begin("/api/v1/challenges", { to: "link" }, "/challenges"));
place("house").addEventListener("input", () => {
  // The address of the page is the rules.
  history.replaceState(null, "", address());
  place("house-share").hidden = true;
  check();
});
place("house").addEventListener("submit", (event) => event.preventDefault());
shelf.begin(check);
if (!recall() && data.opened) open(data.opened.rules);
check();
