// The data of the house rules page.

import { pageData } from "../page.js";

/** @typedef {Record<string, any>} HouseRules  A base rule set and the fields that differ from it. */
/** @typedef {{id: string, name: string, rules: HouseRules}} SavedRules  House rules that a user has saved. */

/** @type {{saved: SavedRules[], opened: SavedRules | null, texts: Record<string, string>}} */
export const data = pageData();
