// Mouse, touch and pen input on the board: clicks, drags of pieces, and arrows with the right button.

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Listener
 * @property {(square: number) => SVGElement | undefined} grab  Returns the piece that can be dragged from a square.
 * @property {(from: number) => void} drag      Called when a drag starts.
 * @property {(square: number) => void} select  Called for a click.
 * @property {(from: number, to: number) => void} drop  Called when a piece is dropped on a square.
 * @property {() => void} cancel                Called when a piece is dropped elsewhere, or the drag is interrupted.
 * @property {(from: number, to: number) => void} arrow  Called when an arrow is drawn.
 */

/** The distance after which a press becomes a drag, in squares. */
const DRAG_THRESHOLD = 0.12;

export class Pointer {
  /** The pressed square and its piece. @type {{square: number, at: Point, piece: SVGElement | undefined, isDragged: boolean} | null} */
  #press = null;
  /** The square on which an arrow starts. @type {number | null} */
  #arrowStart = null;

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
    const handlers = [
      ["pointerdown", (event) => this.#handleDown(event)],
      ["pointermove", (event) => this.#handleMove(event)],
      ["pointerup", (event) => this.#handleUp(event)],
      ["pointercancel", () => this.#handleCancel()],
    ];
    for (const [name, handle] of handlers) svg.addEventListener(name, (event) => handle(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /**
   * Returns the position of the pointer, in squares from the upper left corner of the view.
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
  #handleDown(event) {
    const at = this.#point(event);
    const square = this.squareAt(at);
    if (square === null) return;
    this.svg.setPointerCapture(event.pointerId);
    if (event.button === 2) this.#arrowStart = square;
    else this.#press = { square, at, piece: this.listener.grab(square), isDragged: false };
  }

  /** @param {PointerEvent} event */
  #handleMove(event) {
    const press = this.#press;
    if (!press?.piece) return;
    const { x, y } = this.#point(event);
    if (!press.isDragged) {
      // Small movements during a click are ignored.
      if (Math.hypot(x - press.at.x, y - press.at.y) < DRAG_THRESHOLD) return;
      press.isDragged = true;
      this.listener.drag(press.square);
      press.piece.classList.add("dragged");
    }
    press.piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {PointerEvent} event */
  #handleUp(event) {
    const square = this.squareAt(this.#point(event));
    const [press, arrowStart] = [this.#press, this.#arrowStart];
    this.#press = this.#arrowStart = null;
    if (arrowStart !== null && square !== null) this.listener.arrow(arrowStart, square);
    if (press === null) return;
    press.piece?.classList.remove("dragged");
    if (square === null) this.listener.cancel();
    else if (press.piece && square !== press.square) this.listener.drop(press.square, square);
    else if (press.isDragged) this.listener.cancel();
    else this.listener.select(square);
  }

  #handleCancel() {
    this.#press?.piece?.classList.remove("dragged");
    this.#press = this.#arrowStart = null;
    this.listener.cancel();
  }
}
