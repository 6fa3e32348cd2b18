// Synthesised sounds.

/** The cookie of the settings page. */
const COOKIE = "crownhead_settings";

/**
 * Saves the setting as the settings page does.
 * @param {string} value
 */
function saveSetting(value) {
  const settings = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
  const rest = settings.split(".").filter((pair) => pair !== "" && !pair.startsWith("sounds:"));
  document.cookie = `${COOKIE}=${[...rest, `sounds:${value}`].join(".")}; Path=/; SameSite=Lax; Max-Age=${400 * 24 * 3600}`;
}

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;

  constructor() {
    this.on = document.documentElement.dataset.sounds !== "off";
  }

  /** Switches sounds on or off. */
  toggle() {
    this.on = !this.on;
    saveSetting(this.on ? "on" : "off");
    if (this.on) this.move();
  }

  /**
   * Plays a short decaying tone.
   * @param {number} frequency  In hertz.
   * @param {number} delay      In seconds.
   * @param {number} duration   In seconds.
   */
  #tone(frequency, delay, duration) {
    if (!this.on) return;
    // Browsers allow sound only after the user has interacted with the page.
    if (!navigator.userActivation?.hasBeenActive) return;
    // Creating the audio context takes longer than a frame, so paint first.
    requestAnimationFrame(() => setTimeout(() => this.#play(frequency, delay, duration)));
  }

  /**
   * @param {number} frequency
   * @param {number} delay
   * @param {number} duration
   */
  #play(frequency, delay, duration) {
    this.#context ??= new AudioContext();
    const start = this.#context.currentTime + delay;
    const [tone, gain] = [this.#context.createOscillator(), this.#context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0.25, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + duration);
    tone.connect(gain).connect(this.#context.destination);
    tone.start(start);
    tone.stop(start + duration);
  }

  /** Plays the sound of a move. */
  move() {
    this.#tone(220, 0, 0.07);
  }

  /** Plays the sound of a capture. */
  capture() {
    this.#tone(180, 0, 0.06);
    this.#tone(240, 0.09, 0.08);
  }

  /** Plays the sound of a result or an offer. */
  bell() {
    this.#tone(660, 0, 0.35);
    this.#tone(880, 0.12, 0.4);
  }
}
