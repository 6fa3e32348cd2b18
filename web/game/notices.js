// The line below the board: a notice while it applies, otherwise the current status.

import { byId, inputById } from "../page.js";

/** The duration of a brief notice, in milliseconds. */
const BRIEF_DURATION = 6000;

export class Notices {
  #text = "";
  #applies = () => false;
  #timer = 0;

  /** @param {() => string} status  Returns the current status; empty if there is none. */
  constructor(status) {
    this.status = status;
  }

  /**
   * Shows a notice.
   * @param {string} text
   * @param {() => boolean} applies  Whether it still applies; called whenever the page is drawn.
   */
  show(text, applies) {
    clearTimeout(this.#timer);
    [this.#text, this.#applies] = [text, applies];
    const ways = byId("ways");
    // The buttons that ask for a route are removed; one of them may have the focus.
    if (ways.contains(document.activeElement)) inputById("typed-move").focus();
    ways.replaceChildren();
    this.draw();
  }

  /**
   * Shows a notice for a while.
   * @param {string} text
   */
  showBriefly(text) {
    this.show(text, () => true);
    this.#timer = setTimeout(() => this.clear(), BRIEF_DURATION);
  }

  /** Removes the notice. */
  clear() {
    this.show("", () => false);
  }

  draw() {
    if (this.#text !== "" && !this.#applies()) return this.clear();
    const text = this.#text || this.status();
    const note = byId("note");
    if (note.textContent !== text) note.textContent = text;
  }
}
