// The start page: forms, and lists that the server keeps up to date.

import { subscribe } from "../reconnect.js";
import { setUpForms } from "./forms.js";

/** Fragments that wait until the user leaves the element that they replace. @type {Map<string, string>} */
const waiting = new Map();

/** Replaces the elements that are not in use. */
function replaceFragments() {
  for (const [id, html] of waiting) {
    const element = document.getElementById(id);
    if (element?.contains(document.activeElement) || element?.matches(":hover")) continue;
    if (element) element.innerHTML = html;
    waiting.delete(id);
  }
}

setUpForms();
subscribe("/ws/home", ({ id, html }) => {
  waiting.set(id, html);
  replaceFragments();
}, { whileHidden: false });
addEventListener("pointermove", replaceFragments, { passive: true });
addEventListener("focusout", () => setTimeout(replaceFragments));
