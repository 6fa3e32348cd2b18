// The base rule set: each field of the form shows its value in the base.

import { byId, format } from "../page.js";
import { data } from "./page-data.js";
import { base, fields, parseValue } from "./form.js";

/** The number of characters that a field has room for on a small screen. */
const MAX_LENGTH = 30;

/** The id of the base whose values the fields show. */
let shown = "";

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
  if (id === shown) return;
  shown = id;
  const rules = { rules: baseName() };
  byId("differences-title").textContent = format(data.texts["house-differences"], rules);
  const response = await fetch(`/api/v1/rules/${encodeURIComponent(id)}`);
  if (!response.ok || id !== shown) return;
  const ruleSet = (await response.json()).rule_set;
  const same = format(data.texts["house-same"], rules);
  for (const select of fields) {
    const path = select.dataset.field ?? "";
    const value = JSON.stringify(valueOf(ruleSet, path));
    const options = [...select.options].filter((option) => option.value !== "");
    const match = options.find((option) => JSON.stringify(parseValue(path, option.value)) === value);
    const text = match ? `${match.text} (${same})` : same;
    // A long name would be cut; the heading of the differences has it, too.
    select.options[0].text = match && text.length > MAX_LENGTH ? match.text : text;
  }
}
