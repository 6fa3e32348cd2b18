// The banner of a lost connection: what happens, when the next try is due, and a button that tries at once.

import { fill, place } from "../page.js";

export class Banner {
  /** Has a connection been lost, and none made since? The first one needs no banner. */
  #isLost = false;
  #timer = 0;

  /**
   * @param {Record<string, string>} texts
   * @param {() => void} reconnect
   */
  constructor(texts, reconnect) {
    this.texts = texts;
    place("reconnect").addEventListener("click", reconnect);
  }

  /** @param {import("./connection.js").Status} status */
  draw({ state, retryAt }) {
    clearInterval(this.#timer);
    this.#isLost = state === "lost" || state === "signed-out" || (this.#isLost && state === "connecting");
    const banner = place("offline");
    const had = banner.contains(document.activeElement);
    banner.classList.toggle("shown", this.#isLost);
    // The live region stays on the page, so that what changes in it is read out.
    place("connection").textContent = !this.#isLost ? "" : state === "signed-out" ? this.texts.over : this.texts.lost;
    place("reconnect").hidden = !this.#isLost || state === "signed-out";
    place("sign-in-again").hidden = state !== "signed-out";
    place("retry").hidden = !this.#isLost || state === "signed-out";
    if (had && !this.#isLost) /** @type {HTMLElement | null} */ (document.querySelector("#board svg"))?.focus();
    const count = () => {
      const seconds = Math.ceil((retryAt - performance.now()) / 1000);
      place("retry").textContent = state === "lost" && seconds > 0 ? fill(this.texts.retryIn, { count: seconds }) : this.texts.retrying;
    };
    count();
    if (state === "lost") this.#timer = setInterval(count, 250);
  }
}
