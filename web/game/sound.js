// Sounds, made on the spot: wood on wood, and a bell.

/** Where it is remembered that one wants to hear nothing, or something after all. */
const KEY = "crownhead-sounds";

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;

  constructor() {
    const chosen = localStorage.getItem(KEY) ?? document.documentElement.dataset.sounds ?? "on";
    this.on = chosen !== "off";
  }

  /** On or off. */
  toggle() {
    this.on = !this.on;
    localStorage.setItem(KEY, this.on ? "on" : "off");
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
