// A mouse, a finger or a pen on the board: a press, a drag of a piece, and arrows with the right button.

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Listener
 * @property {(square: number) => SVGElement | undefined} grab  A square is pressed; the piece that can be dragged from it.
 * @property {(from: number) => void} drag      A piece is being dragged.
 * @property {(square: number) => void} choose  A square is chosen.
 * @property {(from: number, to: number) => void} drop  A piece is dropped.
 * @property {() => void} away                  A piece is dropped beside the board, or the press is broken off.
 * @property {(from: number, to: number) => void} arrow  An arrow is drawn.
 */

/** A piece is dragged once the pointer has gone this far, in squares. */
const SLACK = 0.12;

export class Pointer {
  /** The square that was pressed, and the piece that is held. @type {{square: number, at: Point, disc: SVGElement | undefined, moved: boolean} | null} */
  #grip = null;
  /** Where an arrow begins. @type {number | null} */
  #tail = null;

  /**
   * @param {SVGElement} svg
   * @param {(point: Point) => number | null} squareAt
   * @param {{width: number, height: number}} shape
   * @param {Listener} listener
   */
  constructor(svg, squareAt, shape, listener) {
    this.svg = svg;
    this.squareAt = squareAt;
    this.shape = shape;
    this.listener = listener;
    /** @type {[string, (event: PointerEvent) => void][]} */
    const all = [
      ["pointerdown", (event) => this.#pressed(event)],
      ["pointermove", (event) => this.#moved(event)],
      ["pointerup", (event) => this.#released(event)],
      ["pointercancel", () => this.#lost()],
    ];
    for (const [name, hear] of all) svg.addEventListener(name, (event) => hear(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /**
   * Where the pointer is, in squares from the upper left corner as it is seen.
   * @param {PointerEvent} event
   */
  #point(event) {
    const box = this.svg.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * this.shape.width,
      y: ((event.clientY - box.top) / box.height) * this.shape.height,
    };
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const at = this.#point(event);
    const square = this.squareAt(at);
    if (square === null) return;
    this.svg.setPointerCapture(event.pointerId);
    if (event.button === 2) this.#tail = square;
    else this.#grip = { square, at, disc: this.listener.grab(square), moved: false };
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const grip = this.#grip;
    if (!grip?.disc) return;
    const { x, y } = this.#point(event);
    if (!grip.moved) {
      // A hand that trembles while it clicks drags nothing.
      if (Math.hypot(x - grip.at.x, y - grip.at.y) < SLACK) return;
      grip.moved = true;
      this.listener.drag(grip.square);
      grip.disc.classList.add("dragged");
    }
    grip.disc.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {PointerEvent} event */
  #released(event) {
    const square = this.squareAt(this.#point(event));
    const [grip, tail] = [this.#grip, this.#tail];
    this.#grip = this.#tail = null;
    if (tail !== null && square !== null) this.listener.arrow(tail, square);
    if (grip === null) return;
    grip.disc?.classList.remove("dragged");
    if (square === null) this.listener.away();
    else if (grip.disc && square !== grip.square) this.listener.drop(grip.square, square);
    else if (grip.moved) this.listener.away();
    else this.listener.choose(square);
  }

  #lost() {
    this.#grip?.disc?.classList.remove("dragged");
    this.#grip = this.#tail = null;
    this.listener.away();
  }
}
