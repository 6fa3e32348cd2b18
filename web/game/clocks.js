// The clocks, running between what the server says.

/**
 * A time as people read it.
 * @param {number} milliseconds
 */
export function told(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds >= 48 * 3600) return `${Math.floor(seconds / 86400)} d`;
  if (seconds < 20) return seconds.toFixed(1);
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, "0")}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

export class Clocks {
  /** @type {{left: Record<string, number>, running: string | null} | null} */
  #clocks = null;
  #since = 0;

  /** @param {Record<string, HTMLElement>} places  Where each side's clock is shown. */
  constructor(places) {
    this.places = places;
    setInterval(() => this.#draw(), 100);
  }

  /** @param {{left: Record<string, number>, running: string | null} | null} clocks */
  set(clocks) {
    this.#clocks = clocks;
    this.#since = performance.now();
    this.#draw();
  }

  #draw() {
    for (const [side, place] of Object.entries(this.places)) {
      const running = this.#clocks?.running === side;
      const spent = running ? performance.now() - this.#since : 0;
      const text = this.#clocks === null ? "" : told(this.#clocks.left[side] - spent);
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("running", running);
    }
  }
}
