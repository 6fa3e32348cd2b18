// The saved house rules of the user: save, open, delete.

import { byId, createElement, postJson } from "../page.js";
import { data } from "./page-data.js";
import { name, open, rules } from "./form.js";

const { texts } = data;
/** @type {import("./page-data.js").SavedRules[]} */
let allSaved = data.saved;
/** Called when other rules are opened in the editor. */
let onOpen = () => {};

/**
 * Shows the link to saved rules, which becomes the URL of the page.
 * @param {string} id
 */
function share(id) {
  const path = `/house/${id}`;
  history.replaceState(null, "", path);
  byId("house-share").hidden = false;
  /** @type {HTMLInputElement} */ (byId("share-link")).value = location.origin + path;
}

function draw() {
  byId("saved-rules-part").hidden = allSaved.length === 0;
  byId("saved-rules").replaceChildren(...allSaved.map(createRow));
}

/** @param {import("./page-data.js").SavedRules} saved */
function createRow(saved) {
  const item = createElement("li", "");
  const link = createElement("a", saved.name);
  link.href = `/house/${saved.id}`;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(saved.rules);
    share(saved.id);
    onOpen();
  });
  const button = createElement("button", texts["house-delete"], "danger");
  button.type = "button";
  button.setAttribute("aria-label", `${texts["house-delete"]}: ${saved.name}`);
  button.addEventListener("click", () => {
    // Deleting needs a second click.
    if (button.textContent === texts["house-delete"]) {
      button.textContent = texts["house-sure-delete"];
      button.setAttribute("aria-label", `${texts["house-sure-delete"]} ${saved.name}`);
      setTimeout(draw, 4000);
    } else {
      remove(saved.id);
    }
  });
  item.append(link, button);
  return item;
}

/** @param {string} id */
async function remove(id) {
  const response = await fetch(`/api/v1/shelf/${id}`, { method: "DELETE" });
  if (!response.ok) {
    byId("house-note").textContent = (await response.json()).message;
    return;
  }
  allSaved = allSaved.filter((saved) => saved.id !== id);
  byId("house-share").hidden = true;
  byId("house-note").textContent = "";
  draw();
}

/** Saves the rules in the editor, as a guest if necessary. */
async function save() {
  await postJson("/api/v1/guest", {});
  const response = await postJson("/api/v1/shelf", { name: name(), rules: rules() });
  const answer = await response.json();
  byId("house-note").textContent = response.ok ? texts["house-saved"] : answer.message;
  if (!response.ok) return;
  allSaved = [...allSaved.filter((saved) => saved.id !== answer.id), answer].sort((a, b) => a.name.localeCompare(b.name));
  draw();
  share(answer.id);
}

/**
 * Shows the saved rules.
 * @param {() => void} listener  Called when saved rules are opened.
 */
export function setUp(listener) {
  onOpen = listener;
  byId("house-save").addEventListener("click", save);
  draw();
}
