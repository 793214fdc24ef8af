/** Starts one task per event loop turn, so that other events are handled in between. */
export class ImmediateQueue {
  readonly #waiting: (() => void)[] = [];

  begin(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) setImmediate(() => this.#beginNext());
  }

  #beginNext(): void {
    const [work] = this.#waiting.splice(0, 1);
    if (this.#waiting.length > 0) setImmediate(() => this.#beginNext());
    work?.();
  }
}
