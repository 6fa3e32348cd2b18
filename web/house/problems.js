// Shows conflicts of house rules: a list beside the form, and marks on the fields.

import { byId, createElement } from "../page.js";

/** @typedef {{fields: string[], text: string}} Problem  A conflict, with the paths of the fields that cause it. */

/**
 * Returns the control of a field; null if the form has none.
 * @param {string} path
 * @returns {HTMLElement | null}
 */
function controlOf(path) {
  return path === "name" ? byId("name") : document.querySelector(`[data-field="${CSS.escape(path)}"]`);
}

/**
 * Creates a button that focuses a field, with the label of the field.
 * @param {HTMLElement} field
 */
function createLink(field) {
  const label = document.querySelector(`label[for="${field.id}"]`)?.textContent ?? "";
  const button = createElement("button", label, "to-field");
  button.type = "button";
  button.addEventListener("click", () => field.focus());
  return button;
}

/**
 * @param {Problem} problem
 * @param {number} i
 */
function createItem({ fields, text }, i) {
  const item = createElement("li", text);
  item.id = `conflict-${i}`;
  const controls = fields.map(controlOf).filter((field) => field !== null);
  for (const field of controls) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), item.id].filter(Boolean).join(" "));
  }
  const links = createElement("span", "", "to-fields");
  links.append(...controls.map(createLink));
  item.append(links);
  return item;
}

/**
 * Shows the problems and marks their fields; without problems, removes the marks.
 * @param {Problem[]} problems
 */
export function showProblems(problems) {
  for (const field of document.querySelectorAll("#house [aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  byId("conflict-list").replaceChildren(...problems.map(createItem));
  byId("conflicts").hidden = problems.length === 0;
}
