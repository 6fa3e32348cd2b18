// The form of the editor: converts its values to house rules and to a URL, and back.

import { byId } from "../page.js";
import { data } from "./page-data.js";

/** @typedef {import("./page-data.js").HouseRules} HouseRules */

/** Automatic draw by threefold repetition. */
const REPETITION = { when: { repetition: { times: 3 } }, effect: "automatic", source: "house rule" };
/**
 * Returns the draw on claim after a number of moves of each player without a capture or a move by a man.
 * @param {number} moves
 */
const quietMoves = (moves) => ({
  when: { "quiet-moves": { moves, per: "each-player", reset_by: ["capture", "man-move"] } },
  effect: "on-claim",
  source: "house rule",
});

/** Values of options that are not plain strings or numbers. @type {Record<string, Record<string, unknown>>} */
const OPTION_VALUES = {
  "men.captures": { forward: ["diagonally-forward"], both: ["diagonally-forward", "diagonally-backward"] },
  "capture.priority": { free: [], most: ["most-pieces"], king: ["with-a-king"] },
  "draws.rules": {
    none: [],
    repetition: [REPETITION],
    "25-moves": [REPETITION, quietMoves(25)],
    "40-moves": [REPETITION, quietMoves(40)],
  },
};

export const base = /** @type {HTMLSelectElement} */ (byId("base"));
const nameInput = /** @type {HTMLInputElement} */ (byId("name"));
export const fields = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("[data-field]")]);

/** The rules for which the form has no field; they are preserved. @type {HouseRules} */
let rest = {};

/**
 * Parses JSON; returns a default for invalid JSON or null.
 * @param {string} text
 * @param {any} fallback
 */
function parseJson(text, fallback) {
  try {
    return JSON.parse(text) ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * Returns the value that an option stands for. Values that have no option of their own are written as `=` and JSON.
 * @param {string} field
 * @param {string} value
 */
export function parseValue(field, value) {
  if (value.startsWith("=")) return parseJson(value.slice(1), value);
  return OPTION_VALUES[field]?.[value] ?? (/^[0-9]+$/.test(value) ? Number(value) : value);
}

/**
 * Selects a value; adds an option for a JSON value if there is none.
 * @param {HTMLSelectElement} select
 * @param {string} value
 */
function selectValue(select, value) {
  const exists = [...select.options].some((option) => option.value === value);
  if (!exists && !value.startsWith("=")) return;
  if (!exists) select.add(new Option(data.texts["house-as-saved"], value));
  select.value = value;
}

/** Returns the name of the rules. */
export const name = () => nameInput.value;

/**
 * Returns the house rules in the form.
 * @returns {HouseRules}
 */
export function rules() {
  /** @type {HouseRules} */
  const house = { ...structuredClone(rest), base: base.value, name: nameInput.value };
  for (const { value, dataset } of fields) {
    if (value === "" || !dataset.field) continue;
    const [group, field] = dataset.field.split(".");
    const parsed = parseValue(dataset.field, value);
    if (field === undefined) house[group] = parsed;
    else house[group] = { ...house[group], [field]: parsed };
  }
  return house;
}

/**
 * Fills the form with house rules.
 * @param {HouseRules} house
 */
export function open(house) {
  rest = structuredClone(house);
  base.value = rest.base ?? base.value;
  nameInput.value = rest.name ?? nameInput.value;
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
    const option = [...select.options].find(({ value }) => value !== "" && JSON.stringify(parseValue(path, value)) === json);
    selectValue(select, option?.value ?? `=${json}`);
  }
  for (const [group, value] of Object.entries(rest)) {
    if (value !== null && typeof value === "object" && Object.keys(value).length === 0) delete rest[group];
  }
}

/** Returns the form as the URL of the page. */
export function address() {
  const selected = fields.filter(({ value }) => value !== "").map(({ value, dataset }) => [dataset.field ?? "", value]);
  const more = Object.keys(rest).length > 0 ? [["rest", JSON.stringify(rest)]] : [];
  return `/house#${new URLSearchParams([["base", base.value], ["name", nameInput.value], ...selected, ...more])}`;
}

/** Fills the form from the URL of the page; returns false if it contains no rules. */
export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  // Challenges link to their rules as JSON.
  const house = parseJson(parameters.get("rules") ?? "null", null);
  if (house !== null && typeof house === "object") {
    open(house);
    return true;
  }
  if (!parameters.has("base")) return false;
  const other = parseJson(parameters.get("rest") ?? "{}", {});
  rest = typeof other === "object" ? other : {};
  selectValue(base, parameters.get("base") ?? "");
  nameInput.value = parameters.get("name") ?? nameInput.value;
  for (const select of fields) selectValue(select, parameters.get(select.dataset.field ?? "") ?? "");
  return true;
}
