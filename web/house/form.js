// What is chosen in the editor, as house rules and as an address, and back.

import { place } from "../page.js";
import { data } from "./ask.js";

/** @typedef {import("./ask.js").House} House */

/** A draw when the same position stands for the third time. */
const REPETITION = { when: { repetition: { times: 3 } }, effect: "automatic", source: "house rule" };
/**
 * A draw that can be claimed after so many moves of each player without a capture or a move of a man.
 * @param {number} moves
 */
const quiet = (moves) => ({
  when: { "quiet-moves": { moves, per: "each-player", reset_by: ["capture", "man-move"] } },
  effect: "on-claim",
  source: "house rule",
});

/** Values that stand for more than a word. @type {Record<string, Record<string, unknown>>} */
const MEANINGS = {
  "men.captures": { forward: ["diagonally-forward"], both: ["diagonally-forward", "diagonally-backward"] },
  "capture.priority": { free: [], most: ["most-pieces"], king: ["with-a-king"] },
  "draws.rules": {
    none: [],
    repetition: [REPETITION],
    "25-moves": [REPETITION, quiet(25)],
    "40-moves": [REPETITION, quiet(40)],
  },
};

export const base = /** @type {HTMLSelectElement} */ (place("base"));
const called = /** @type {HTMLInputElement} */ (place("name"));
export const fields = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("[data-field]")]);

/** What the rules say that the editor has no field for: it is kept as it is. @type {House} */
let rest = {};

/**
 * What JSON says; an address that was cut off says something else.
 * @param {string} text
 * @param {any} otherwise
 */
function parsed(text, otherwise) {
  try {
    return JSON.parse(text) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * What a choice means. What was saved by a program may be something that cannot be chosen: then it is JSON after a sign.
 * @param {string} field
 * @param {string} value
 */
export function meaning(field, value) {
  if (value.startsWith("=")) return parsed(value.slice(1), value);
  return MEANINGS[field]?.[value] ?? (/^[0-9]+$/.test(value) ? Number(value) : value);
}

/**
 * Chooses a value; one that is not among the choices joins them.
 * @param {HTMLSelectElement} select
 * @param {string} value
 */
function choose(select, value) {
  const known = [...select.options].some((option) => option.value === value);
  if (!known && !value.startsWith("=")) return;
  if (!known) select.add(new Option(data.texts["house-as-saved"], value));
  select.value = value;
}

/** The name of the rules. */
export const name = () => called.value;

/**
 * The house rules as they are chosen now.
 * @returns {House}
 */
export function rules() {
  /** @type {House} */
  const house = { ...structuredClone(rest), base: base.value, name: called.value };
  for (const { value, dataset } of fields) {
    if (value === "" || !dataset.field) continue;
    const [group, field] = dataset.field.split(".");
    const meant = meaning(dataset.field, value);
    if (field === undefined) house[group] = meant;
    else house[group] = { ...house[group], [field]: meant };
  }
  return house;
}

/**
 * Fills the editor with house rules.
 * @param {House} house
 */
export function open(house) {
  rest = structuredClone(house);
  base.value = rest.base ?? base.value;
  called.value = rest.name ?? called.value;
  delete rest.base;
  delete rest.name;
  for (const select of fields) {
    const path = select.dataset.field ?? "";
    const [group, field] = path.split(".");
    const value = field === undefined ? rest[group] : rest[group]?.[field];
    select.value = "";
    if (value === undefined) continue;
    if (field === undefined) delete rest[group];
    else delete rest[group][field];
    const json = JSON.stringify(value);
    const chosen = [...select.options].find(({ value }) => value !== "" && JSON.stringify(meaning(path, value)) === json);
    choose(select, chosen?.value ?? `=${json}`);
  }
  for (const [group, value] of Object.entries(rest)) {
    if (value !== null && typeof value === "object" && Object.keys(value).length === 0) delete rest[group];
  }
}

/** What is chosen, as the address of the page. */
export function address() {
  const chosen = fields.filter(({ value }) => value !== "").map(({ value, dataset }) => [dataset.field ?? "", value]);
  const more = Object.keys(rest).length > 0 ? [["rest", JSON.stringify(rest)]] : [];
  return `/house#${new URLSearchParams([["base", base.value], ["name", called.value], ...chosen, ...more])}`;
}

/** Chooses what the address of the page says; false if it says nothing. */
export function recall() {
  const all = new URLSearchParams(location.hash.slice(1));
  // A challenge links to its rules as they were written.
  const whole = parsed(all.get("rules") ?? "null", null);
  if (whole !== null && typeof whole === "object") {
    open(whole);
    return true;
  }
  if (!all.has("base")) return false;
  const told = parsed(all.get("rest") ?? "{}", {});
  rest = typeof told === "object" ? told : {};
  choose(base, all.get("base") ?? "");
  called.value = all.get("name") ?? called.value;
  for (const select of fields) choose(select, all.get(select.dataset.field ?? "") ?? "");
  return true;
}
