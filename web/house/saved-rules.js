// The house rules that somebody keeps: saved, opened, deleted.

import { place, post } from "../page.js";
import { data } from "./ask.js";
import { name, open, rules } from "./fields.js";

const { texts } = data;
/** @type {import("./ask.js").Kept[]} */
let shelf = data.shelf;
/** What is told when other rules are in the editor. */
let opened = () => {};

/**
 * The address by which kept rules are shared.
 * @param {string} id
 */
function share(id) {
  const path = `/house/${id}`;
  history.replaceState(null, "", path);
  place("house-share").hidden = false;
  /** @type {HTMLInputElement} */ (place("share-link")).value = location.origin + path;
}

function draw() {
  place("shelf-part").hidden = shelf.length === 0;
  place("shelf").replaceChildren(...shelf.map(row));
}

/** @param {import("./ask.js").Kept} kept */
function row(kept) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/house/${kept.id}`;
  link.textContent = kept.name;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(kept.rules);
    share(kept.id);
    opened();
  });
  const button = document.createElement("button");
  button.type = "button";
  button.className = "danger";
  button.textContent = texts["house-delete"];
  button.setAttribute("aria-label", `${texts["house-delete"]}: ${kept.name}`);
  button.addEventListener("click", () => {
    // What cannot be undone is asked for once more, in place.
    if (button.textContent === texts["house-delete"]) {
      button.textContent = texts["house-sure-delete"];
      button.setAttribute("aria-label", `${texts["house-sure-delete"]} ${kept.name}`);
      setTimeout(draw, 4000);
    } else {
      remove(kept.id);
    }
  });
  item.append(link, button);
  return item;
}

/** @param {string} id */
async function remove(id) {
  const response = await fetch(`/api/v1/shelf/${id}`, { method: "DELETE" });
  if (!response.ok) {
    place("house-note").textContent = (await response.json()).message;
    return;
  }
  shelf = shelf.filter((kept) => kept.id !== id);
  place("house-share").hidden = true;
  place("house-note").textContent = "";
  draw();
}

/** Keeps the rules in the editor, as a guest if need be. */
async function save() {
  await post("/api/v1/guest", {});
  const response = await post("/api/v1/shelf", { name: name(), rules: rules() });
  const answer = await response.json();
  place("house-note").textContent = response.ok ? texts["house-saved"] : answer.message;
  if (!response.ok) return;
  shelf = [...shelf.filter((kept) => kept.id !== answer.id), answer].sort((a, b) => a.name.localeCompare(b.name));
  draw();
  share(answer.id);
}

/**
 * Shows what is kept, and tells when it is opened.
 * @param {() => void} listener
 */
export function begin(listener) {
  opened = listener;
  place("house-save").addEventListener("click", save);
  draw();
}
