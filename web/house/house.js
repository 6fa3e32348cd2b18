// The editor of house rules: what is chosen becomes JSON, and the server says what it means.

// A module: its names are its own.
export {};

/** Values that stand for more than a word. @type {Record<string, Record<string, unknown>>} */
const MEANINGS = {
  "men.captures": { forward: ["diagonally-forward"], both: ["diagonally-forward", "diagonally-backward"] },
  "capture.priority": { free: [], most: ["most-pieces"], king: ["with-a-king"] },
};

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const base = /** @type {HTMLSelectElement} */ (place("base"));
const called = /** @type {HTMLInputElement} */ (place("name"));
const fields = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("[data-field]")]);

/** The house rules as they are chosen now. */
function rules() {
  /** @type {Record<string, any>} */
  const house = { base: base.value, name: called.value };
  for (const { value, dataset } of fields) {
    if (value === "" || !dataset.field) continue;
    const [group, field] = dataset.field.split(".");
    const meant = MEANINGS[dataset.field]?.[value] ?? (/^[0-9]+$/.test(value) ? Number(value) : value);
    if (field === undefined) house[group] = meant;
    else house[group] = { ...house[group], [field]: meant };
  }
  return house;
}

/** What is chosen, in the address of the page. */
function remember() {
  const chosen = fields.filter(({ value }) => value !== "").map(({ value, dataset }) => [dataset.field ?? "", value]);
  const all = new URLSearchParams([["base", base.value], ["name", called.value], ...chosen]);
  history.replaceState(null, "", `#${all}`);
}

function recall() {
  const all = new URLSearchParams(location.hash.slice(1));
  if (all.has("base")) base.value = all.get("base") ?? base.value;
  if (all.has("name")) called.value = all.get("name") ?? called.value;
  for (const field of fields) field.value = all.get(field.dataset.field ?? "") ?? "";
}

/**
 * @param {string} path
 * @param {unknown} wish
 */
function post(path, wish) {
  const headers = { "content-type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(wish) });
}

/**
 * @param {string} id
 * @param {string[]} texts
 */
function list(id, texts) {
  const items = texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
  place(id).replaceChildren(...items);
}

/** The last question that was asked: an older answer that comes late is not shown. */
let asked = 0;

async function check() {
  remember();
  asked += 1;
  const question = asked;
  const response = await post("/api/v1/rules/check", rules());
  const answer = await response.json();
  if (question !== asked) return;
  place("house-title").textContent = called.value;
  const sound = response.ok && answer.conflicts.length === 0;
  place("conflicts").hidden = sound;
  list("conflict-list", response.ok ? answer.conflicts : [answer.message]);
  list("sentences", response.ok ? answer.sentences : []);
  for (const id of ["house-computer", "house-friend", "house-device"]) {
    /** @type {HTMLButtonElement} */ (place(id)).disabled = !sound;
  }
}

/**
 * Begins something by these rules, as a guest if need be, and goes there.
 * @param {string} path
 * @param {Record<string, unknown>} wish
 * @param {string} page
 */
async function begin(path, wish, page) {
  await post("/api/v1/guest", {});
  const response = await post(path, { ...wish, proposal: { rules: rules() } });
  const answer = await response.json();
  if (response.ok) location.assign(`${page}/${answer.id}`);
  else place("house-note").textContent = answer.message;
}

place("house-computer").addEventListener("click", () => begin("/api/v1/games", { opponent: { computer: 3 } }, "/games"));
place("house-device").addEventListener("click", () => begin("/api/v1/games", { opponent: "same-device" }, "/games"));
place("house-friend").addEventListener("click", () => begin("/api/v1/challenges", { to: "link" }, "/challenges"));
place("house").addEventListener("input", check);
place("house").addEventListener("submit", (event) => event.preventDefault());
recall();
check();
