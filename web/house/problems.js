// The conflicts of house rules: a list beside the form, and a mark at each field that is to blame.

import { make, place } from "../page.js";

/** @typedef {{fields: string[], text: string}} Problem  What is wrong, and the paths of the fields that are to blame. */

/**
 * The control of a field; none where the editor has none.
 * @param {string} path
 * @returns {HTMLElement | null}
 */
function control(path) {
  return path === "name" ? place("name") : document.querySelector(`[data-field="${CSS.escape(path)}"]`);
}

/**
 * A button that leads to a field, named as the form names it.
 * @param {HTMLElement} field
 */
function link(field) {
  const label = document.querySelector(`label[for="${field.id}"]`)?.textContent ?? "";
  const button = make("button", label, "to-field");
  button.type = "button";
  button.addEventListener("click", () => field.focus());
  return button;
}

/**
 * @param {Problem} problem
 * @param {number} i
 */
function item({ fields, text }, i) {
  const made = make("li", text);
  made.id = `conflict-${i}`;
  const blamed = fields.map(control).filter((field) => field !== null);
  for (const field of blamed) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), made.id].filter(Boolean).join(" "));
  }
  const links = make("span", "", "to-fields");
  links.append(...blamed.map(link));
  made.append(links);
  return made;
}

/**
 * Shows what is wrong, and marks the fields; nothing is wrong: takes the marks away.
 * @param {Problem[]} problems
 */
export function showProblems(problems) {
  for (const field of document.querySelectorAll("#house [aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  place("conflict-list").replaceChildren(...problems.map(item));
  place("conflicts").hidden = problems.length === 0;
}
