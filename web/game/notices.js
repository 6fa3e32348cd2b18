// The line at the board: what was just said, for as long as it holds; otherwise what is so at the moment.

import { input, place } from "../page.js";

/** A brief notice is shown for so many milliseconds. */
const BRIEF = 6000;

export class Notices {
  #text = "";
  #holds = () => false;
  #timer = 0;

  /** @param {() => string} standing  What is so at the moment; nothing: an empty line. */
  constructor(standing) {
    this.standing = standing;
  }

  /**
   * Shows a notice.
   * @param {string} text
   * @param {() => boolean} holds  Is it still true? Asked whenever the page is drawn.
   */
  say(text, holds) {
    clearTimeout(this.#timer);
    [this.#text, this.#holds] = [text, holds];
    const ways = place("ways");
    // The buttons that ask which way was meant go; one of them may have the focus.
    if (ways.contains(document.activeElement)) input("typed-move").focus();
    ways.replaceChildren();
    this.draw();
  }

  /**
   * Shows a notice for a while.
   * @param {string} text
   */
  sayBriefly(text) {
    this.say(text, () => true);
    this.#timer = setTimeout(() => this.clear(), BRIEF);
  }

  /** Something else is done now. */
  clear() {
    this.say("", () => false);
  }

  draw() {
    if (this.#text !== "" && !this.#holds()) return this.clear();
    const text = this.#text || this.standing();
    const note = place("note");
    if (note.textContent !== text) note.textContent = text;
  }
}
