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
 * What need not be in the next picture, after it; several before it are done once. Where no picture is drawn, because nobody
 * looks, it is done at once.
 * @param {() => void} work
 * @returns {() => void}
 */
export function afterFrame(work) {
  let waits = false;
  const done = () => {
    if (!waits) return;
    waits = false;
    work();
  };
  document.addEventListener("visibilitychange", done);
  return () => {
    if (waits) return;
    waits = true;
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  };
}

/**
 * Draws a part of the page anew; an element that has the focus and is replaced or hidden passes it on, and does not lose it.
 * @param {() => void} draw
 */
export function keepFocus(draw) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const home = had?.parentElement?.closest("[id]") ?? null;
  draw();
  if (had === null || had === document.body || home === null || (had.isConnected && had.checkVisibility())) return;
  const others = /** @type {HTMLElement[]} */ ([...home.querySelectorAll("a, button, input, [tabindex]")]);
  const shown = others.filter((other) => other.checkVisibility());
  const twin = shown.find((other) => other.textContent === had.textContent) ?? shown[0];
  (twin ?? /** @type {HTMLElement | null} */ (document.querySelector("#board svg")))?.focus();
}

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
