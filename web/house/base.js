// The rule set that house rules are based on: each field says what it says.

import { fill, place } from "../page.js";
import { data } from "./ask.js";
import { base, fields, meaning } from "./fields.js";

/** The base that the fields speak of. */
let shown = "";

/** What the base is called. */
export const baseName = () => base.selectedOptions[0]?.text ?? "";

/**
 * What a rule set says in a field.
 * @param {Record<string, any>} rules
 * @param {string} path
 */
const valueOf = (rules, path) => path.split(".").reduce((value, key) => value?.[key], rules);

/** Names the base, and its value in every field, where they are not up to date. */
export async function showBase() {
  const id = base.value;
  if (id === shown) return;
  shown = id;
  const rules = { rules: baseName() };
  place("differences-title").textContent = fill(data.texts["house-differences"], rules);
  const response = await fetch(`/api/v1/rules/${encodeURIComponent(id)}`);
  if (!response.ok || id !== shown) return;
  const set = (await response.json()).rule_set;
  const same = fill(data.texts["house-same"], rules);
  for (const select of fields) {
    const path = select.dataset.field ?? "";
    const value = JSON.stringify(valueOf(set, path));
    const options = [...select.options].filter((option) => option.value !== "");
    const own = options.find((option) => JSON.stringify(meaning(path, option.value)) === value);
    select.options[0].text = own ? `${own.text} (${same})` : same;
  }
}
