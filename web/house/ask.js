// Asking the site.

/**
 * @param {string} path
 * @param {unknown} wish
 */
export function post(path, wish) {
  const headers = { "content-type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(wish) });
}

/**
 * An element of the page.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * What the page brings along for its scripts.
 * @type {{shelf: Kept[], opened: Kept | null, texts: Record<string, string>}}
 */
export const data = JSON.parse(place("data").textContent ?? "{}");

/** @typedef {Record<string, any>} House  House rules: a base and what differs from it. */
/** @typedef {{id: string, name: string, rules: House}} Kept  Those that somebody keeps. */
