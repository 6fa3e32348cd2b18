// Helpers for the scripts of all pages.

/**
 * Returns the element with an id; throws if the page has none.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Returns the input with an id.
 * @param {string} id
 */
export const inputById = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** Returns the data that the server embedded in the page. @returns {any} */
export const pageData = () => JSON.parse(document.getElementById("data")?.textContent ?? "{}");

/**
 * Creates an element with a text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {string} text
 * @param {string} [className]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function createElement(name, text, className = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

/**
 * Replaces placeholders such as `{name}` in a text with values.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const format = (text, values) => text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));

/**
 * Returns a text for a count: the text of the name followed by `One` for 1, otherwise the text of the name.
 * @param {Record<string, string>} texts
 * @param {string} name
 * @param {number} count
 */
export const formatCount = (texts, name, count) => format(texts[count === 1 ? `${name}One` : name], { count });

/**
 * Returns a function that schedules work after the next paint. Calls before that paint are combined into one. In a
 * hidden page, which is not painted, the work is done immediately.
 * @param {() => void} work
 * @returns {() => void}
 */
export function afterPaint(work) {
  let isScheduled = false;
  const run = () => {
    if (!isScheduled) return;
    isScheduled = false;
    work();
  };
  document.addEventListener("visibilitychange", run);
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    if (document.hidden) run();
    else requestAnimationFrame(() => setTimeout(run));
  };
}

/**
 * Redraws a part of the page. If the focused element is replaced or hidden, moves the focus to a similar one.
 * @param {() => void} draw
 */
export function preserveFocus(draw) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const container = focused?.parentElement?.closest("[id]") ?? null;
  draw();
  if (focused === null || focused === document.body || container === null || (focused.isConnected && focused.checkVisibility())) return;
  const candidates = /** @type {HTMLElement[]} */ ([...container.querySelectorAll("a, button, input, [tabindex]")]);
  const visible = candidates.filter((candidate) => candidate.checkVisibility());
  const similar = visible.find((candidate) => candidate.textContent === focused.textContent) ?? visible[0];
  (similar ?? /** @type {HTMLElement | null} */ (document.querySelector("#board svg")))?.focus();
}

/**
 * Sends a POST request with a JSON body.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export function postJson(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}
