// Pieces in motion: a man slides, a capture goes jump by jump, what was captured fades when the rules remove it.

/** A slide or a jump takes so many milliseconds. */
const HOP = 150;

/** Does somebody not want things to move? */
export function isStill() {
  const wish = document.documentElement.dataset.motion;
  return wish === "off" || (wish !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}

export class Motion {
  /** @type {Animation[]} */
  #running = [];
  /** What fades and is taken away after it. @type {Set<SVGElement>} */
  #leaving = new Set();

  /** What still moves is where it belongs at once. */
  interrupt() {
    for (const animation of this.#running) animation.cancel();
    for (const disc of this.#leaving) disc.remove();
    this.#running = [];
    this.#leaving.clear();
  }

  /**
   * A piece goes along points.
   * @param {SVGElement} disc
   * @param {{x: number, y: number}[]} points
   */
  along(disc, points) {
    if (isStill() || points.length < 2) return;
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
    this.#running.push(disc.animate(frames, { duration: HOP * (points.length - 1) }));
  }

  /**
   * A piece goes from the board after so many hops.
   * @param {SVGElement} disc
   * @param {number} hops
   */
  leave(disc, hops) {
    if (isStill()) {
      disc.remove();
      return;
    }
    this.#leaving.add(disc);
    const fading = disc.animate([{ opacity: 1 }, { opacity: 0 }], { duration: HOP, delay: HOP * hops, fill: "forwards" });
    this.#running.push(fading);
    fading.addEventListener("finish", () => {
      disc.remove();
      this.#leaving.delete(disc);
    });
  }
}
