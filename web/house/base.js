// Shows the name of the base rule set, and its value in each field of the form.

import { byId, format } from "../page.js";
import { data } from "./page-data.js";
import { base, fields, parseValue } from "./form.js";

/** Maximum length of an option, in characters: longer ones are cut on a small screen. */
const MAX_LENGTH = 30;

/** The id of the base whose values the fields show. */
let shownBase = "";

/** Returns the name of the base. */
export const baseName = () => base.selectedOptions[0]?.text ?? "";

/**
 * Returns the value of a field in a rule set.
 * @param {Record<string, any>} rules
 * @param {string} path
 */
const valueOf = (rules, path) => path.split(".").reduce((value, key) => value?.[key], rules);

/** Shows the name of the base and its value in every field, unless they are up to date. */
export async function showBase() {
  const id = base.value;
  if (id === shownBase) return;
  shownBase = id;
  const values = { rules: baseName() };
  byId("differences-title").textContent = format(data.texts["house-differences"], values);
  const response = await fetch(`/api/v1/rules/${encodeURIComponent(id)}`);
  if (!response.ok || id !== shownBase) return;
  const ruleSet = (await response.json()).rule_set;
  const same = format(data.texts["house-same"], values);
  for (const select of fields) {
    const path = select.dataset.field ?? "";
    const value = JSON.stringify(valueOf(ruleSet, path));
    const options = [...select.options].filter((option) => option.value !== "");
    const match = options.find((option) => JSON.stringify(parseValue(path, option.value)) === value);
    const text = match ? `${match.text} (${same})` : same;
    // The name of the base is left out if it does not fit; the heading of the differences has it, too.
    select.options[0].text = match && text.length > MAX_LENGTH ? match.text : text;
  }
}
