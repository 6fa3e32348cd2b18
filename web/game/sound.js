// Sounds, made on the spot: wood on wood, and a bell.

/** The cookie in which the page of settings keeps what was chosen. */
const COOKIE = "crownhead_settings";

/**
 * Chooses as the page of settings would.
 * @param {string} word
 */
function remember(word) {
  const known = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
  const rest = known.split(".").filter((pair) => pair !== "" && !pair.startsWith("sounds:"));
  document.cookie = `${COOKIE}=${[...rest, `sounds:${word}`].join(".")}; Path=/; SameSite=Lax; Max-Age=${400 * 24 * 3600}`;
}

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;

  constructor() {
    this.on = document.documentElement.dataset.sounds !== "off";
  }

  /** On or off. */
  toggle() {
    this.on = !this.on;
    remember(this.on ? "on" : "off");
    if (this.on) this.move();
  }

  /**
   * A short tone that dies away.
   * @param {number} pitch
   * @param {number} after
   * @param {number} length
   */
  #tone(pitch, after, length) {
    if (!this.on) return;
    // Browsers let a page be heard only after somebody has touched it.
    if (!navigator.userActivation?.hasBeenActive) return;
    // What is seen comes first: making the first sound ready takes longer than a picture does.
    requestAnimationFrame(() => setTimeout(() => this.#play(pitch, after, length)));
  }

  /**
   * @param {number} pitch
   * @param {number} after
   * @param {number} length
   */
  #play(pitch, after, length) {
    this.#context ??= new AudioContext();
    const begin = this.#context.currentTime + after;
    const [tone, loudness] = [this.#context.createOscillator(), this.#context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.25, begin);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(loudness).connect(this.#context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }

  /** A man is put down. */
  move() {
    this.#tone(220, 0, 0.07);
  }

  /** A capture. */
  capture() {
    this.#tone(180, 0, 0.06);
    this.#tone(240, 0.09, 0.08);
  }

  /** The game is over, or something is asked. */
  bell() {
    this.#tone(660, 0, 0.35);
    this.#tone(880, 0.12, 0.4);
  }
}
