// Short movements that show where something went; none for people who want none.

export const DURATION = 220;

/** Whether the system asks for less motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Motion {
  #frame = 0;
  /** @type {(() => void) | null} */ #end = null;

  get isRunning() {
    return this.#end !== null;
  }

  /**
   * Calls `step` with numbers from 0 to 1 that slow down towards the end; a movement under way ends first.
   * @param {(t: number) => void} step @param {() => void} [end] @param {number} [duration] in milliseconds
   */
  run(step, end = () => {}, duration = DURATION) {
    this.finish();
    if (isStill()) {
      step(1);
      return end();
    }
    const started = performance.now();
    this.#end = () => {
      step(1);
      end();
    };
    const frame = () => {
      const t = (performance.now() - started) / duration;
      if (t >= 1) return this.finish();
      step(1 - (1 - t) ** 3);
      this.#frame = requestAnimationFrame(frame);
    };
    step(0);
    this.#frame = requestAnimationFrame(frame);
  }

  /** Jumps to the end. */
  finish() {
    cancelAnimationFrame(this.#frame);
    const end = this.#end;
    this.#end = null;
    end?.();
  }
}
