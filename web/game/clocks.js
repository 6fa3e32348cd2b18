// The clocks, which run locally between updates from the server.

const { lang } = document.documentElement;
const days = new Intl.NumberFormat(lang, { style: "unit", unit: "day", unitDisplay: "short" });
const tenths = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * Formats a time for display.
 * @param {number} milliseconds
 */
function formatTime(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds >= 48 * 3600) return days.format(Math.floor(seconds / 86400));
  if (seconds < 20) return tenths.format(seconds);
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, "0")}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

export class Clocks {
  /** @type {{left: Record<string, number>, running: string | null} | null} */
  #clocks = null;
  #since = 0;

  /** @param {Record<string, HTMLElement>} elements  The element of each side's clock. */
  constructor(elements) {
    this.elements = elements;
    setInterval(() => this.#draw(), 100);
  }

  /** @param {{left: Record<string, number>, running: string | null} | null} clocks */
  set(clocks) {
    this.#clocks = clocks;
    this.#since = performance.now();
    this.#draw();
  }

  #draw() {
    for (const [side, element] of Object.entries(this.elements)) {
      const isRunning = this.#clocks?.running === side;
      const spent = isRunning ? performance.now() - this.#since : 0;
      const text = this.#clocks === null ? "" : formatTime(this.#clocks.left[side] - spent);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("running", isRunning);
    }
  }
}
