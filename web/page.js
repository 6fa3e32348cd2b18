// What the scripts of all pages share.

/**
 * An element that the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function place(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * An input that the page has.
 * @param {string} id
 */
export const input = (id) => /** @type {HTMLInputElement} */ (place(id));

/** What the server has put into the page. @returns {any} */
export const data = () => JSON.parse(document.getElementById("data")?.textContent ?? "{}");

/**
 * An element with a text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {string} text
 * @param {string} [kind]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, text, kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/**
 * A text with what goes into it: `{name}` stands for a value.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/**
 * Asks the server for something with JSON.
 * @param {string} path
 * @param {unknown} wish
 * @param {AbortSignal} [signal]
 */
export function post(path, wish, signal) {
  const headers = { "content-type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(wish), signal });
}
