// Adapts the forms that start a game to the selected rules and time control.

/** @param {HTMLFormElement} form */
function adapt(form) {
  const rules = /** @type {HTMLSelectElement | null} */ (form.querySelector("select[name=rules]"));
  const selected = rules?.selectedOptions[0]?.dataset;
  if (!selected) return;
  showStarter(form, selected.begins);
  showRated(form, selected.house !== undefined);
}

/**
 * Replaces the choice of colour by a sentence if the rules determine who starts.
 * @param {HTMLFormElement} form
 * @param {string | undefined} begins
 */
function showStarter(form, begins) {
  const colours = /** @type {HTMLFieldSetElement | null} */ (form.querySelector(".choose-colour"));
  // Disabled fields are not submitted.
  if (colours) colours.hidden = colours.disabled = begins !== undefined;
  const sentence = /** @type {HTMLElement} */ (form.querySelector(".begins"));
  sentence.hidden = begins === undefined;
  sentence.textContent = begins ?? "";
}

/**
 * Disables the checkbox of a rated game, and gives the reason, if the game cannot be rated.
 * @param {HTMLFormElement} form
 * @param {boolean} isHouseRules
 */
function showRated(form, isHouseRules) {
  const box = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=rated]"));
  // Guests always read that an account is needed.
  if (!box || box.dataset.guest !== undefined) return;
  const needs = /** @type {HTMLElement} */ (document.getElementById(`${box.id}-needs`));
  needs.dataset.time ??= needs.textContent ?? "";
  const time = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=time]:checked"));
  const reason = isHouseRules ? needs.dataset.house : time?.value === "none" ? needs.dataset.time : "";
  if (reason && !box.disabled) {
    // The user's choice is restored when the game can be rated again.
    box.dataset.wanted = String(box.checked);
    box.checked = false;
  } else if (!reason && box.disabled) {
    box.checked = box.dataset.wanted === "true";
  }
  box.disabled = Boolean(reason);
  needs.textContent = reason ?? "";
  needs.hidden = !reason;
}

/** Adapts each form now, and whenever a selection changes. */
export function setUpForms() {
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[action^='/play/']"));
  for (const form of forms) {
    form.addEventListener("change", () => adapt(form));
    adapt(form);
  }
  // A page restored from the history keeps its selections.
  addEventListener("pageshow", () => forms.forEach(adapt));
}
