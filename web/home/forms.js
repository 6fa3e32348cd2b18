// The forms that start a game offer only what the chosen rules and time allow.

/** @param {HTMLFormElement} form */
function adapt(form) {
  const rules = /** @type {HTMLSelectElement | null} */ (form.querySelector("select[name=rules]"));
  const chosen = rules?.selectedOptions[0]?.dataset;
  if (!chosen) return;
  showWhoBegins(form, chosen.begins);
  showRated(form, chosen.house !== undefined);
}

/**
 * Where the rules say who begins, there is a sentence instead of a choice.
 * @param {HTMLFormElement} form
 * @param {string | undefined} begins
 */
function showWhoBegins(form, begins) {
  const colours = /** @type {HTMLFieldSetElement | null} */ (form.querySelector(".choose-colour"));
  // What is disabled is not sent.
  if (colours) colours.hidden = colours.disabled = begins !== undefined;
  const sentence = /** @type {HTMLElement} */ (form.querySelector(".begins"));
  sentence.hidden = begins === undefined;
  sentence.textContent = begins ?? "";
}

/**
 * The box of a rated game is disabled, and says why, while the game cannot be rated.
 * @param {HTMLFormElement} form
 * @param {boolean} house
 */
function showRated(form, house) {
  const box = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=rated]"));
  // Whoever has no account reads that one is needed, whatever is chosen.
  if (!box || box.dataset.guest !== undefined) return;
  const needs = /** @type {HTMLElement} */ (document.getElementById(`${box.id}-needs`));
  needs.dataset.time ??= needs.textContent ?? "";
  const time = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=time]:checked"));
  const reason = house ? needs.dataset.house : time?.value === "none" ? needs.dataset.time : "";
  if (reason && !box.disabled) {
    // What was wanted comes back when it is possible again.
    box.dataset.wanted = String(box.checked);
    box.checked = false;
  } else if (!reason && box.disabled) {
    box.checked = box.dataset.wanted === "true";
  }
  box.disabled = Boolean(reason);
  needs.textContent = reason ?? "";
  needs.hidden = !reason;
}

/** Adapts each form to what is chosen in it, now and whenever that changes. */
export function listenToForms() {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[action^='/play/']"))) {
    form.addEventListener("change", () => adapt(form));
    adapt(form);
  }
  // A page that comes back from the history has the choices of before.
  addEventListener("pageshow", () => {
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[action^='/play/']"))) adapt(form);
  });
}
