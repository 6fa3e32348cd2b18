// What the page of house rules brings along for its scripts.

import { data as brought } from "../page.js";

/** @typedef {Record<string, any>} House  House rules: a base and what differs from it. */
/** @typedef {{id: string, name: string, rules: House}} Kept  Those that somebody keeps. */

/** @type {{shelf: Kept[], opened: Kept | null, texts: Record<string, string>}} */
export const data = brought();
