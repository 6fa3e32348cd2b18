// Animations: a move slides, a capture goes jump by jump, captured pieces fade out when the rules remove them.

/** The duration of a slide or a jump, in milliseconds. */
const STEP_DURATION = 150;

/** Whether animations are off: by the setting, or by the system if the setting is neither "on" nor "off". */
function isDisabled() {
  const setting = document.documentElement.dataset.motion;
  return setting === "off" || (setting !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}

export class Motion {
  /** @type {Animation[]} */
  #running = [];
  /** Pieces that fade out and are removed afterwards. @type {Set<SVGElement>} */
  #leaving = new Set();

  /** Finishes all animations at once. */
  interrupt() {
    for (const animation of this.#running) animation.cancel();
    for (const piece of this.#leaving) piece.remove();
    this.#running = [];
    this.#leaving.clear();
  }

  /**
   * Moves a piece along points.
   * @param {SVGElement} piece
   * @param {{x: number, y: number}[]} points
   */
  move(piece, points) {
    if (isDisabled() || points.length < 2) return;
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
    this.#running.push(piece.animate(frames, { duration: STEP_DURATION * (points.length - 1) }));
  }

  /**
   * Fades a piece out after a number of steps.
   * @param {SVGElement} piece
   * @param {number} steps
   */
  fadeOut(piece, steps) {
    if (isDisabled()) {
      piece.remove();
      return;
    }
    this.#leaving.add(piece);
    const fading = piece.animate([{ opacity: 1 }, { opacity: 0 }], { duration: STEP_DURATION, delay: STEP_DURATION * steps, fill: "forwards" });
    this.#running.push(fading);
    fading.addEventListener("finish", () => {
      piece.remove();
      this.#leaving.delete(piece);
    });
  }
}
