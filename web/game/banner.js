// The banner of a lost connection: the state, the time of the next attempt, and a button to reconnect.

import { byId, format } from "../page.js";

export class Banner {
  /** Whether an established connection was lost and not restored. The first connection needs no banner. */
  #isLost = false;
  #timer = 0;

  /**
   * @param {Record<string, string>} texts
   * @param {() => void} reconnect
   */
  constructor(texts, reconnect) {
    this.texts = texts;
    byId("reconnect").addEventListener("click", reconnect);
  }

  /** @param {import("./connection.js").Status} status */
  draw({ state, retryAt }) {
    clearInterval(this.#timer);
    this.#isLost = state === "lost" || state === "signed-out" || (this.#isLost && state === "connecting");
    const banner = byId("offline");
    const hadFocus = banner.contains(document.activeElement);
    banner.classList.toggle("shown", this.#isLost);
    // The live region stays on the page, so that screen readers announce its changes.
    byId("connection").textContent = !this.#isLost ? "" : state === "signed-out" ? this.texts.over : this.texts.lost;
    byId("reconnect").hidden = !this.#isLost || state === "signed-out";
    byId("sign-in-again").hidden = state !== "signed-out";
    byId("retry").hidden = !this.#isLost || state === "signed-out";
    if (hadFocus && !this.#isLost) /** @type {HTMLElement | null} */ (document.querySelector("#board svg"))?.focus();
    const drawCountdown = () => {
      const seconds = Math.ceil((retryAt - performance.now()) / 1000);
      byId("retry").textContent = state === "lost" && seconds > 0 ? format(this.texts.retryIn, { count: seconds }) : this.texts.retrying;
    };
    drawCountdown();
    if (state === "lost") this.#timer = setInterval(drawCountdown, 250);
  }
}
